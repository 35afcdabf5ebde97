//! Suites in YAML: positions of a game with their right answers (counts, legal and illegal moves, captures, ends).
//!
//! The only room that reads YAML. A suite names its game file; whoever runs it loads the game.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::perft::{Mode, perft};
use crate::engine::{Game, MoveInfo, Outcome, State};

/// Longest suite that is read, in bytes.
pub const MOST_BYTES: usize = 4 << 20;

/// Most entries of all lists of a suite. YAML can name a list and put it in many places: a short text, a very long suite.
pub const MOST_ENTRIES: usize = 200_000;

/// Most of bytes times depth of brackets: what the reader of YAML takes grows with both.
const MOST_DEEP_BYTES: usize = 400_000_000;

/// A suite.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The game file, from where the suite is.
    pub game: String,
    /// Where the answers come from.
    pub source: String,
    /// Options that are set.
    #[serde(default, deserialize_with = "map")]
    pub set: BTreeMap<String, String>,
    /// The cases.
    #[serde(deserialize_with = "list")]
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
    #[serde(default, deserialize_with = "list")]
    pub play: Vec<String>,
    /// Counts for depths 1, 2, …
    #[serde(default, deserialize_with = "list")]
    pub perft: Vec<u64>,
    /// Moves that are legal.
    #[serde(default, deserialize_with = "list")]
    pub legal: Vec<String>,
    /// Moves that are not.
    #[serde(default, deserialize_with = "list")]
    pub illegal: Vec<String>,
    /// What a move takes: cells, in any order.
    #[serde(default, deserialize_with = "map")]
    pub takes: BTreeMap<String, Cells>,
    /// How the game ends by a move: the winner's name, `draw`, or `nothing`.
    #[serde(default, deserialize_with = "map")]
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

/// Names of cells.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Cells(#[serde(deserialize_with = "list")] pub Vec<String>);

thread_local! {
    /// Entries read so far of the suite that is being read.
    static ENTRIES: Cell<usize> = const { Cell::new(0) };
}

/// The bytes of an entry that were not counted when its own lists were read.
trait Weight {
    fn weight(&self) -> usize;
}

impl Weight for u64 {
    fn weight(&self) -> usize {
        0
    }
}

impl Weight for Cells {
    fn weight(&self) -> usize {
        0
    }
}

impl Weight for String {
    fn weight(&self) -> usize {
        self.len()
    }
}

impl Weight for Case {
    fn weight(&self) -> usize {
        self.name.len() + [&self.position, &self.outcome].into_iter().flatten().map(String::len).sum::<usize>()
    }
}

/// Counts an entry of a list; a long text counts as several.
fn count<E: Error>(bytes: usize) -> Result<(), E> {
    let entries = ENTRIES.get() + 1 + bytes / 100;
    ENTRIES.set(entries);
    if entries > MOST_ENTRIES { Err(E::custom(format!("a suite has at most {MOST_ENTRIES} entries"))) } else { Ok(()) }
}

/// Reads a list, its entries counted.
fn list<'de, D: Deserializer<'de>, T: Deserialize<'de> + Weight>(reader: D) -> Result<Vec<T>, D::Error> {
    struct List<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de> + Weight> Visitor<'de> for List<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(entry) = entries.next_element()? {
                count(T::weight(&entry))?;
                list.push(entry);
            }
            Ok(list)
        }
    }
    reader.deserialize_seq(List(PhantomData))
}

/// Reads a map, its entries counted.
fn map<'de, D: Deserializer<'de>, T: Deserialize<'de> + Weight>(reader: D) -> Result<BTreeMap<String, T>, D::Error> {
    struct Map<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de> + Weight> Visitor<'de> for Map<T> {
        type Value = BTreeMap<String, T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<BTreeMap<String, T>, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((name, entry)) = entries.next_entry::<String, T>()? {
                count(name.len() + entry.weight())?;
                map.insert(name, entry);
            }
            Ok(map)
        }
    }
    reader.deserialize_map(Map(PhantomData))
}

/// Why a suite cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// Too long.
    #[error("a suite has at most {MOST_BYTES} bytes, this one {0}")]
    TooLong(usize),
    /// Brackets in brackets, or so it seems.
    #[error(
        "the brackets of this suite nest too deep: write each list on a line of its own, without quotes and comments, or one entry a line behind `- `"
    )]
    TooDeep,
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
    if text.len().saturating_mul(depth(text)) > MOST_DEEP_BYTES {
        return Err(SuiteError::TooDeep);
    }
    ENTRIES.set(0);
    serde_yaml::from_str(text).map_err(|error| SuiteError::Yaml(error.to_string()))
}

/// How deep the brackets nest at most. A bracket that closes counts only if it surely does: on the line of the one that it
/// closes, and where nothing on that line could hide it.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for line in text.lines() {
        let hides = line.contains(['"', '\'', '#', '!']);
        let before = open;
        for sign in line.bytes() {
            match sign {
                b'[' | b'{' => open += 1,
                b']' | b'}' if !hides && open > before => open -= 1,
                _ => {}
            }
            deepest = deepest.max(open);
        }
    }
    deepest
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
    for (ply, &wanted) in case.perft.iter().enumerate().take_while(|(_, wanted)| **wanted <= most_nodes) {
        let found = perft(state, ply as u32 + 1, Mode::Count);
        if found != wanted {
            faults.push(format!("perft {} is {found}, not {wanted}", ply + 1));
            // Only where this is right is it known how large the next count is.
            break;
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
                let mut wanted = wanted.0.clone();
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
