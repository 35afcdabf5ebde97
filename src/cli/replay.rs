//! `replay`: plays games from their moves and says where they stand.

use std::path::Path;

use clap::Args;

use crate::engine::{Game, MoveError, MoveInfo, State};

use super::common::{UnusedSeed, UnusedThreads};
use super::draw::outcome_words;
use super::lines::{Line, Lines};
use super::load::{GameArguments, load};
use super::positions::PositionArgument;
use super::terminal::{Answer, Failure, Terminal, counted, shown};
use super::wire::{MoveIn, MoveJson, OutcomeJson, Refusal, ReplayJson, json_words};

/// Longest line of a stream of games (bytes).
const LONGEST_LINE: usize = 16 << 20;

/// At most so many moves are named where several fit.
const MOST_NAMED: usize = 6;

/// Plays games from standard input, one a line, and says where each of them stands
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  echo \"d1-d3 e4-h4 d3-d2\" | boardwright replay my-game.game --json\n\n\
    A line holds moves with blanks between them, or a JSON list of moves (texts, or objects as `moves --json` writes\n\
    them, of which every field that is there must fit). Captures need not be written, as long as one legal move fits.\n\
    A game stops at a move that cannot be made; the status at the end is then 1.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    position: PositionArgument,

    /// One JSON object a game
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    if arguments.game.file.as_os_str() == "-" {
        return Err(Failure::Trouble("standard input holds the games; name the file of the game".to_owned()));
    }
    let game = load(terminal, &arguments.game)?.game;
    let start = arguments.position.state_or_refuse(&game)?;
    let mut lines = Lines::open(Path::new("-"), LONGEST_LINE)?;
    let mut status = 0;
    let mut number = 0;
    while let Some(line) = lines.next()? {
        number += 1;
        let mut state = start.clone();
        let moves = match line {
            Line::Text(text) => read_moves(&text),
            Line::TooLong => Err(Refusal::new("line-too-long", "the line is longer than 16 MiB")),
            Line::NotText(at) => Err(Refusal::new("not-text", format!("byte {at} of the line is not UTF-8 text"))),
        };
        let (plies, error) = match moves {
            Ok(moves) => play(&game, &mut state, &moves),
            Err(refusal) => (0, Some(refusal)),
        };
        if error.is_some() {
            status = 1;
        }
        if arguments.json {
            terminal.json(&ReplayJson {
                plies,
                position: state.text(),
                position_json: state.data().into(),
                outcome: state.outcome().map(|outcome| OutcomeJson::new(&game, &outcome)),
                error,
            })?;
        } else {
            let stands = match state.outcome() {
                Some(outcome) => outcome_words(&game, &outcome),
                None => format!("{} to move", game.player_name(state.to_move())),
            };
            terminal.line(&format!("game {number}: {}, {stands}: {}", counted(plies as u64, "move"), state.text()))?;
            if let Some(error) = error {
                terminal.flush()?;
                terminal.error(&format!("game {number}, move {}: {}", plies + 1, error.message));
            }
        }
        if lines.is_waiting() {
            terminal.flush()?;
        }
    }
    Ok(status)
}

fn read_moves(line: &str) -> Result<Vec<MoveIn>, Refusal> {
    if line.trim_start().starts_with('[') {
        return serde_json::from_str(line).map_err(|error| {
            Refusal::new(
                "bad-json",
                format!(
                    "this is no list of moves: {}; write [\"a1-a2\", …] or [{{\"from\": \"a1\", \"to\": \"a2\"}}, …]",
                    json_words(&error)
                ),
            )
        });
    }
    Ok(line.split_whitespace().map(|text| MoveIn::Text(text.to_owned())).collect())
}

/// Plays moves as long as they are legal; how many were made, and why the next one was not.
fn play(game: &Game, state: &mut State, moves: &[MoveIn]) -> (usize, Option<Refusal>) {
    for (plies, wanted) in moves.iter().enumerate() {
        match find(game, state, wanted) {
            Ok(info) => {
                state.play(info.index);
            }
            Err(refusal) => {
                let refusal = match state.outcome() {
                    Some(outcome) => {
                        Refusal::new("game-over", format!("the game is over: {}", outcome_words(game, &outcome)))
                    }
                    None => refusal,
                };
                return (plies, Some(refusal));
            }
        }
    }
    (moves.len(), None)
}

/// The one legal move that is meant.
fn find(game: &Game, state: &mut State, wanted: &MoveIn) -> Result<MoveInfo, Refusal> {
    match wanted {
        MoveIn::Text(text) => state.find_move(text).map_err(|error| refusal(&error)),
        MoveIn::Fields(fields) => {
            let mut fits: Vec<MoveInfo> = state
                .moves_without_outcomes()
                .into_iter()
                .filter(|info| fields.fit(&MoveJson::new(game, info)))
                .collect();
            match fits.len() {
                1 => Ok(fits.remove(0)),
                // What is said besides the text may hold, and the text be written without its captures.
                0 => {
                    let text = fields.text.as_deref().unwrap_or_default();
                    let rest = fields.without_text();
                    match state.find_move(text) {
                        Ok(info) if rest.fit(&MoveJson::new(game, &info)) => Ok(info),
                        _ => Err(Refusal::new("not-legal", "no legal move has all that this move says")),
                    }
                }
                _ => {
                    let texts: Vec<String> = fits.into_iter().map(|info| info.text).take(MOST_NAMED).collect();
                    Err(Refusal::new("ambiguous", format!("this move fits several legal moves: {}", texts.join(", "))))
                }
            }
        }
    }
}

/// A refused move as programs read it.
fn refusal(error: &MoveError) -> Refusal {
    match error {
        MoveError::NotLegal { text, near } => {
            let near = if near.is_empty() { String::new() } else { format!("; legal are {}", near.join(", ")) };
            Refusal::new("not-legal", format!("`{}` is not a legal move here{near}", shown(text)))
        }
        MoveError::Ambiguous { text, fits } => {
            Refusal::new("ambiguous", format!("`{}` fits several legal moves: {}", shown(text), fits.join(", ")))
        }
    }
}
