//! `play`: a game between people at one terminal.

use std::io::{IsTerminal, Write};
use std::path::Path;

use clap::Args;

use crate::diag::half_width;
use crate::engine::{MoveError, MoveInfo, State};
use crate::tools::render::Last;
use crate::tools::why::Way;
use crate::types::Player;

use super::common::{UnusedSeed, UnusedThreads};
use super::draw::{DrawArguments, Drawing, deed_words, move_table, outcome_words, player_words};
use super::lines::{Line, Lines, unwritable};
use super::load::{GameArguments, Loaded, load};
use super::positions::PositionArgument;
use super::terminal::{Answer, Failure, Terminal, counted, harmless, shown};
use super::why::{explain, say};

/// Longest line that a player types (bytes).
const LONGEST_LINE: usize = 1 << 16;

const HELP: &str = "\
Type a move, for example `{move}`. Captures need not be written as long as one legal move fits.
  moves [CELL]   the legal moves, or those that begin on a cell
  why MOVE       why a move is not legal
  board          the board once more
  position       the position as text
  undo           takes the last move back
  save FILE      writes the moves so far into a new file
  resign         gives the game up
  quit           leaves";

/// Plays a game: people against each other at one terminal
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright play my-game.game\n  printf 'd1-d3\\nquit\\n' | boardwright play my-game.game\n\n\
    Type `help` in the game for what can be typed there."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    position: PositionArgument,

    #[command(flatten)]
    draw: DrawArguments,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// What a line asks for.
enum Next {
    /// The next line.
    Ask,
    /// The board, then the next line.
    Draw,
    /// The end.
    Leave,
}

/// A game in progress.
struct Table<'a> {
    loaded: &'a Loaded,
    drawing: Drawing<'a>,
    state: State,
    /// Where it began, if not at the start of the game.
    start: Option<String>,
    /// The moves, with where they went.
    moves: Vec<(String, Last)>,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    if arguments.game.file.as_os_str() == "-" {
        return Err(Failure::Trouble("standard input holds the moves; name the file of the game".to_owned()));
    }
    let loaded = load(terminal, &arguments.game)?;
    let state = arguments.position.state_or_refuse(&loaded.game)?;
    let start = arguments.position.position.as_ref().map(|_| state.text());
    let drawing = Drawing::new(&loaded, arguments.draw, terminal.color);
    let mut table = Table { loaded: &loaded, drawing, state, start, moves: Vec::new() };
    let mut lines = Lines::open(Path::new("-"), LONGEST_LINE)?;
    // Whoever reads the record of a piped game wants to see what was typed.
    let echo = !std::io::stdin().is_terminal();

    terminal.line(&loaded.rules.title)?;
    let mut next = Next::Draw;
    loop {
        match next {
            Next::Leave => return Ok(0),
            Next::Draw => {
                table.draw(terminal)?;
                if let Some(outcome) = table.state.outcome() {
                    terminal.line(&format!("The game is over: {}.", outcome_words(&loaded.game, &outcome)))?;
                    return Ok(0);
                }
            }
            Next::Ask => {}
        }
        terminal.write(&format!("{}> ", player_words(&loaded.game, table.state.to_move())))?;
        terminal.flush()?;
        let line = match lines.next()? {
            Some(Line::Text(line)) => line,
            Some(Line::TooLong | Line::NotText(_)) => {
                terminal.line("\nThat line cannot be read.")?;
                next = Next::Ask;
                continue;
            }
            None => {
                terminal.line("")?;
                return Ok(0);
            }
        };
        if echo {
            terminal.line(&shown(line.trim()))?;
        }
        // An input method may be set to full-width letters.
        let line = half_width(line.trim());
        next = table.obey(terminal, line.trim())?;
    }
}

impl Table<'_> {
    fn draw(&mut self, terminal: &mut Terminal) -> Result<(), Failure> {
        let last = self.moves.last().map_or(Last::default(), |(_, last)| *last);
        terminal.line("")?;
        for line in self.drawing.board(&self.state, last).lines() {
            terminal.line(&format!("  {line}"))?;
        }
        terminal.line("")?;
        let status = self.drawing.status(&mut self.state, false);
        // The last line says whose turn it is; so does the prompt.
        for line in status.iter().take(status.len().saturating_sub(1)) {
            terminal.line(&format!("  {line}"))?;
        }
        Ok(())
    }

    fn obey(&mut self, terminal: &mut Terminal, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Ok(Next::Ask),
            ("quit" | "exit", "") => Ok(Next::Leave),
            ("help" | "?", "") => {
                let example =
                    self.state.moves_without_outcomes().into_iter().next().map_or("pass".to_owned(), |m| m.text);
                terminal.line(&HELP.replace("{move}", &example))?;
                Ok(Next::Ask)
            }
            ("board", "") => Ok(Next::Draw),
            ("position", "") => {
                terminal.line(&self.state.text())?;
                Ok(Next::Ask)
            }
            ("moves", cell) => self.list(terminal, cell).map(|()| Next::Ask),
            ("why", "") => {
                terminal.line("Which move? For example: why a1-a2")?;
                Ok(Next::Ask)
            }
            ("why", text) => {
                let moves: Vec<String> = self.moves.iter().map(|(text, _)| text.clone()).collect();
                let way = Way { start: self.start.as_deref(), moves: &moves };
                say(terminal, self.loaded, &explain(self.loaded, way, text))?;
                Ok(Next::Ask)
            }
            ("undo", "") => {
                if self.moves.pop().is_some() && self.state.undo() {
                    return Ok(Next::Draw);
                }
                terminal.line("There is no move to take back.")?;
                Ok(Next::Ask)
            }
            ("save", name) => self.save(terminal, name).map(|()| Next::Ask),
            ("resign", "") => self.resign(terminal).map(|()| Next::Leave),
            _ => self.play(terminal, line),
        }
    }

    fn play(&mut self, terminal: &mut Terminal, text: &str) -> Result<Next, Failure> {
        match self.state.find_move(text) {
            Ok(info) => {
                self.say_move(terminal, &info)?;
                self.moves.push((info.text.clone(), Last { from: info.from, to: info.to }));
                self.state.play(info.index);
                return Ok(Next::Draw);
            }
            Err(MoveError::Ambiguous { fits, .. }) => {
                terminal.line(&format!("Several moves fit: {}", fits.join(", ")))?;
            }
            Err(MoveError::NotLegal { near, .. }) => {
                let text = shown(text);
                terminal.line(&match &near[..] {
                    [] => format!("`{text}` is no legal move and no command; type `why {text}`, `moves` or `help`"),
                    _ => format!(
                        "`{text}` is not legal here; did you mean {}? Type `why {text}` for the reason",
                        near.join(", ")
                    ),
                })?;
            }
        }
        Ok(Next::Ask)
    }

    /// Says what a move does besides moving.
    fn say_move(&self, terminal: &mut Terminal, info: &MoveInfo) -> Result<(), Failure> {
        let does = deed_words(self.loaded, &self.state, &MoveInfo { outcome: None, ..info.clone() });
        let mover = self.loaded.game.player_name(self.state.to_move());
        let text = info.name.as_ref().map_or_else(|| info.text.clone(), |name| format!("{} {name}", info.text));
        if does.is_empty() {
            terminal.line(&format!("{mover}: {text}"))
        } else {
            terminal.line(&format!("{mover}: {text} ({does})"))
        }
    }

    fn list(&mut self, terminal: &mut Terminal, cell: &str) -> Result<(), Failure> {
        let mut moves = self.state.moves();
        if !cell.is_empty() {
            let Some(cell) = self.loaded.game.cell_by_name(cell) else {
                return terminal.line(&format!("The board has no cell `{}`.", shown(cell)));
            };
            moves.retain(|info| info.from.or(info.to) == Some(cell));
            if moves.is_empty() {
                return terminal.line("No legal move begins there.");
            }
        }
        terminal.write(&move_table(self.loaded, &self.state, &moves))?;
        terminal.line(&counted(moves.iter().filter(|m| !m.claim).count() as u64, "move"))
    }

    fn save(&self, terminal: &mut Terminal, name: &str) -> Result<(), Failure> {
        if name.is_empty() {
            return terminal.line("Into which file? For example: save my-game.txt");
        }
        let moves: Vec<&str> = self.moves.iter().map(|(text, _)| text.as_str()).collect();
        let file = std::fs::File::create_new(name).and_then(|mut file| writeln!(file, "{}", moves.join(" ")));
        match file {
            Ok(()) => terminal.line(&format!(
                "{} written to `{}`; `replay` reads it.",
                counted(moves.len() as u64, "move"),
                harmless(name)
            )),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                terminal.line(&format!("`{}` is there already; choose another name.", harmless(name)))
            }
            Err(error) => terminal.line(&format!("`{}` cannot be written: {}", harmless(name), unwritable(&error))),
        }
    }

    fn resign(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let game = &self.loaded.game;
        let who = self.state.to_move();
        let team = self.loaded.rules.players[who].team;
        let others: Vec<&str> = (0..game.players())
            .map(Player::from_index)
            .filter(|player| self.loaded.rules.players[*player].team != team)
            .map(|player| game.player_name(player))
            .collect();
        let verb = if others.len() == 1 { "wins" } else { "win" };
        terminal.line(&format!("{} resigns. {} {verb}.", game.player_name(who), others.join(" and ")))
    }
}
