//! A ruleset in plain sentences, as a rule sheet would say it.
//!
//! One pure function for each part of the model: noun phrases for sets (`set`), clauses for conditions (`condition`),
//! verb phrases for paths (`path`), sentences for everything else. The player in view is spoken to as "you" in rules
//! and events, and spoken of as "they" in ends.

mod board;
mod condition;
mod directions;
mod ends;
mod one;
mod path;
mod pieces;
mod rules;
mod set;
mod terrain;
mod words;

pub use one::{PieceWords, piece};

use super::model::Ruleset;
use crate::types::Player;

/// A part of the rule sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// Its sentences. A line that belongs to the one before begins with two blanks.
    pub lines: Vec<String>,
}

/// The rules as sentences, section by section; sections with nothing to say are left out.
pub fn sentences(ruleset: &Ruleset) -> Vec<Section> {
    let speaker = Speaker::new(ruleset);
    let sections: [(&str, Vec<String>); 10] = [
        ("The board", speaker.board()),
        ("The players", speaker.players()),
        ("The pieces", speaker.pieces()),
        ("Special cells", speaker.terrain()),
        ("Captures", speaker.captures()),
        ("The turn", speaker.turn()),
        ("Special moves", speaker.actions()),
        ("Counts", speaker.counts()),
        ("The end", speaker.ends()),
        ("Options", speaker.options()),
    ];
    sections
        .into_iter()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(title, lines)| Section { title: title.to_owned(), lines })
        .collect()
}

/// From whose view a sentence is said, and how the player in view is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    /// The owner of a piece, which is "it".
    Piece,
    /// The player whose move it was, in captures.
    Mover,
    /// The player to move, spoken to.
    You,
    /// A player or a team that was just named.
    They,
    /// This player.
    Named(Player),
    /// Nobody.
    Nobody,
}

/// A ruleset and what is worth knowing of it to speak well.
struct Speaker<'a> {
    rules: &'a Ruleset,
    /// Kinds of which nobody ever has two: "the Piece", not "a Piece".
    unique: Vec<bool>,
}
