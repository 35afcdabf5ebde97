//! Suites in YAML: positions of a game with their right answers (counts, legal and illegal moves, captures, ends).
//!
//! The only room that reads YAML. A suite names its game file; whoever runs it loads the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::perft::{Mode, perft};
use crate::engine::{Game, MoveInfo, Outcome, State};

/// Longest suite that is read, in bytes.
pub const MOST_BYTES: usize = 4 << 20;

/// A suite.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The game file, from where the suite is.
    pub game: String,
    /// Where the answers come from.
    pub source: String,
    /// Options that are set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// A position and what is known of it; what is not said is not asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What the case is about.
    pub name: String,
    /// The position text; the start position when it is left out.
    pub position: Option<String>,
    /// Moves played from there first.
    #[serde(default)]
    pub play: Vec<String>,
    /// Counts for depths 1, 2, …
    #[serde(default)]
    pub perft: Vec<u64>,
    /// Moves that are legal.
    #[serde(default)]
    pub legal: Vec<String>,
    /// Moves that are not.
    #[serde(default)]
    pub illegal: Vec<String>,
    /// What a move takes: cells, in any order.
    #[serde(default)]
    pub takes: BTreeMap<String, Vec<String>>,
    /// How the game ends by a move: the winner's name, `draw`, or `nothing`.
    #[serde(default)]
    pub ends: BTreeMap<String, String>,
    /// How the game has ended here.
    pub outcome: Option<String>,
}

/// An answer that differs from the engine's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The name of the case.
    pub case: String,
    /// What differs.
    pub fault: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.case, self.fault)
    }
}

/// Why a suite cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// Too long.
    #[error("a suite has at most {MOST_BYTES} bytes, this one {0}")]
    TooLong(usize),
    /// Not the YAML that a suite is made of; says where.
    #[error("{0}")]
    Yaml(String),
}

/// Reads a suite.
///
/// # Errors
/// The text is too long, or not such a suite; the message names line and column.
pub fn read(text: &str) -> Result<Suite, SuiteError> {
    if text.len() > MOST_BYTES {
        return Err(SuiteError::TooLong(text.len()));
    }
    serde_yaml::from_str(text).map_err(|error| SuiteError::Yaml(error.to_string()))
}

/// Holds the game against each case; one fault for each answer that differs. Counts above `most_nodes` are left out.
pub fn run(suite: &Suite, game: &Game, most_nodes: u64) -> Vec<Fault> {
    suite
        .cases
        .iter()
        .flat_map(|case| {
            let faults = match position(game, case) {
                Ok(mut state) => faults(game, &mut state, case, most_nodes),
                Err(fault) => vec![fault],
            };
            faults.into_iter().map(|fault| Fault { case: case.name.clone(), fault })
        })
        .collect()
}

fn position(game: &Game, case: &Case) -> Result<State, String> {
    let mut state = match &case.position {
        Some(text) => game.read_position(text).map_err(|error| format!("the position is refused: {error}"))?,
        None => game.start(),
    };
    for text in &case.play {
        let info = state.find_move(text).map_err(|error| error.to_string())?;
        state.play(info.index);
    }
    Ok(state)
}

fn faults(game: &Game, state: &mut State, case: &Case, most_nodes: u64) -> Vec<String> {
    let mut faults = Vec::new();
    for (ply, &wanted) in case.perft.iter().enumerate().filter(|(_, wanted)| **wanted <= most_nodes) {
        let found = perft(state, ply as u32 + 1, Mode::Count);
        if found != wanted {
            faults.push(format!("perft {} is {found}, not {wanted}", ply + 1));
        }
    }
    for text in &case.legal {
        if let Err(error) = state.find_move(text) {
            faults.push(error.to_string());
        }
    }
    for text in &case.illegal {
        if state.find_move(text).is_ok() {
            faults.push(format!("`{text}` is legal"));
        }
    }
    for (text, wanted) in &case.takes {
        match state.find_move(text) {
            Ok(info) => {
                let found = cells(game, &info);
                let mut wanted = wanted.clone();
                wanted.sort();
                if found != wanted {
                    faults.push(format!("`{text}` takes {found:?}, not {wanted:?}"));
                }
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    for (text, wanted) in &case.ends {
        match state.find_move(text) {
            Ok(info) => {
                state.play(info.index);
                let found = word(game, state.outcome());
                state.undo();
                if found != *wanted {
                    faults.push(format!("`{text}` ends with {found}, not {wanted}"));
                }
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    if let Some(wanted) = &case.outcome {
        let found = word(game, state.outcome());
        if found != *wanted {
            faults.push(format!("the outcome is {found}, not {wanted}"));
        }
    }
    faults
}

fn cells(game: &Game, info: &MoveInfo) -> Vec<String> {
    let mut cells: Vec<String> = info.captures.iter().map(|&cell| game.cell_name(cell).to_string()).collect();
    cells.sort();
    cells
}

/// The winners' names, `draw`, or `nothing`.
fn word(game: &Game, outcome: Option<Outcome>) -> String {
    match outcome {
        None => "nothing".into(),
        Some(outcome) if outcome.winners.is_empty() => "draw".into(),
        Some(outcome) => outcome.winners.iter().map(|&player| game.player_name(player)).collect::<Vec<_>>().join(", "),
    }
}
