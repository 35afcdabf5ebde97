//! Positions and moves as text and as plain data.

pub(super) mod data;
pub(super) mod moves;
pub(super) mod names;
pub(super) mod position;
mod sfen;
mod signs;

use crate::compile::tables::{NONE, Tables};

/// The cell of a name.
pub(super) fn cell_by_name<const W: usize>(t: &Tables<W>, name: &str) -> Option<u16> {
    t.names.cells.iter().position(|other| !other.is_empty() && other == name).map(|cell| cell as u16)
}

/// The player of a name, or of a label that no other player bears.
pub(super) fn player_by_name<const W: usize>(t: &Tables<W>, name: &str) -> Option<u8> {
    let players = &t.names.players;
    let named = players.iter().position(|(other, _)| other == name);
    named.or_else(|| the_only(players, |(_, label)| label.as_deref() == Some(name))).map(|player| player as u8)
}

/// The kind of a code or name (codes first), or of a label that no other kind bears.
pub(super) fn kind_by_word<const W: usize>(t: &Tables<W>, word: &str) -> Option<usize> {
    let kinds = &t.names.kinds;
    kinds
        .iter()
        .position(|(_, code, _)| code == word)
        .or_else(|| kinds.iter().position(|(name, _, _)| name == word))
        .or_else(|| the_only(kinds, |(_, _, labels)| labels.iter().any(|label| label == word)))
}

/// The place of the one entry that fits; `None` when there are several, too.
fn the_only<T>(entries: &[T], fits: impl Fn(&T) -> bool) -> Option<usize> {
    let mut fitting = entries.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(at, _)| at);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// The code of a content's kind.
pub(super) fn code_of<const W: usize>(t: &Tables<W>, content: u16) -> &str {
    &t.names.kinds[usize::from(t.contents[content as usize].kind)].1
}

/// The name of a cell; empty for none.
pub(super) fn cell_name<const W: usize>(t: &Tables<W>, cell: u16) -> &str {
    if cell == NONE { "" } else { &t.names.cells[cell as usize] }
}

/// The names of the players, for messages.
pub(super) fn player_names<const W: usize>(t: &Tables<W>) -> String {
    t.names.players.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
