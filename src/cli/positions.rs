//! Positions from the command line or from a stream, one a line.

use std::path::PathBuf;

use clap::Args;

use crate::engine::{Game, State};

use super::lines::{Line, Lines};
use super::load::GameArguments;
use super::terminal::{Failure, Terminal};
use super::wire::{Refusal, position_data};

/// Longest line of a stream of positions (bytes).
const LONGEST_LINE: usize = 1 << 20;

/// Another position than the start.
#[derive(Debug, Args)]
pub struct PositionArgument {
    /// A position instead of the start, as `show` and `replay` write it (text or JSON)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "Common options")]
    pub position: Option<String>,
}

/// Other positions than the start.
#[derive(Debug, Args)]
pub struct PositionsArguments {
    #[command(flatten)]
    pub one: PositionArgument,

    /// A file of positions, one a line, text or JSON; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position", help_heading = "Common options")]
    pub positions: Option<PathBuf>,
}

impl PositionsArguments {
    /// Standard input can hold only one thing; asked before anything is read.
    pub fn beside(&self, game: &GameArguments) -> Result<(), Failure> {
        let both = game.file.as_os_str() == "-" && self.positions.as_ref().is_some_and(|path| path.as_os_str() == "-");
        if both {
            return Err(Failure::Trouble(
                "standard input cannot be both the game and its positions; write the game into a file".to_owned(),
            ));
        }
        Ok(())
    }
}

impl PositionArgument {
    /// The position asked for, or the start.
    pub fn state(&self, game: &Game) -> Result<State, Refusal> {
        self.position.as_deref().map_or_else(|| Ok(game.start()), |text| read_position(game, text))
    }

    /// The position asked for, or the start; a refused one ends the command.
    pub fn state_or_refuse(&self, game: &Game) -> Result<State, Failure> {
        self.state(game).map_err(|refusal| Failure::Refused(in_words(&refusal)))
    }
}

/// A refusal as a person reads it.
pub fn in_words(refusal: &Refusal) -> String {
    format!("this position cannot be read: {}", refusal.message)
}

/// Reads a position in either form.
pub fn read_position(game: &Game, text: &str) -> Result<State, Refusal> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(game.position_from(&position_data(text)?)?);
    }
    Ok(game.read_position(text)?)
}

/// Does something for each position asked for: its number in the stream (`None` without a stream) and the position, or
/// why it is refused. A stream is never held as a whole, and what was answered is handed on before waiting for more.
pub fn for_each_position(
    terminal: &mut Terminal,
    game: &Game,
    arguments: &PositionsArguments,
    mut answer: impl FnMut(&mut Terminal, Option<u64>, Result<State, Refusal>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(path) = &arguments.positions else {
        return answer(terminal, None, arguments.one.state(game));
    };
    let mut lines = Lines::open(path, LONGEST_LINE)?;
    let mut number = 0;
    // An empty line is a refused position, but not at the end of the stream.
    let mut empty = 0;
    while let Some(line) = lines.next()? {
        let position = match line {
            Line::Text(text) if text.trim().is_empty() => {
                empty += 1;
                continue;
            }
            Line::Text(text) => read_position(game, &text),
            Line::TooLong => Err(Refusal::new("line-too-long", "the line is longer than 1 MiB; no position is")),
            Line::NotText(at) => Err(Refusal::new("not-text", format!("byte {at} of the line is not UTF-8 text"))),
        };
        for _ in 0..std::mem::take(&mut empty) {
            number += 1;
            answer(
                terminal,
                Some(number),
                Err(Refusal::new("empty-line", "the line is empty; a position was expected")),
            )?;
        }
        number += 1;
        answer(terminal, Some(number), position)?;
        if lines.is_waiting() {
            terminal.flush()?;
        }
    }
    Ok(())
}
