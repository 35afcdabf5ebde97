//! What is drawn for the marks of a diagram, and what a legend says about it; the same for all painters.

use std::collections::BTreeSet;

use crate::tools::diagram::{Diagram, Mark, Square};

/// A sign in a square of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Walks and takes.
    Both,
    /// Walks.
    Walk,
    /// Takes.
    Take,
    /// Walks over a piece.
    WalkOver,
    /// Takes over a piece.
    TakeOver,
    /// Comes there by taking elsewhere.
    After,
    /// Jumps.
    Jump,
    /// Also over a piece.
    AlsoOver,
    /// Not by the first leg.
    SecondLeg,
    /// Taken on the way.
    OnTheWay,
    /// Taken in place.
    InPlace,
    /// Puts a piece.
    Places,
    /// Freezes.
    Freezes,
    /// Lends.
    Lends,
    /// Goes on.
    Onward,
}

impl Sign {
    /// All signs, in the order of a legend.
    pub const ALL: [Self; 15] = [
        Self::Both,
        Self::Walk,
        Self::Take,
        Self::WalkOver,
        Self::TakeOver,
        Self::After,
        Self::Jump,
        Self::AlsoOver,
        Self::SecondLeg,
        Self::Onward,
        Self::OnTheWay,
        Self::InPlace,
        Self::Places,
        Self::Freezes,
        Self::Lends,
    ];

    /// What the legend says.
    pub fn words(self) -> &'static str {
        match self {
            Self::Both => "moves there, with or without taking",
            Self::Walk => "moves there without taking",
            Self::Take => "moves there only to take",
            Self::WalkOver => "moves there without taking, only over a piece in between",
            Self::TakeOver => "takes there, only over a piece in between",
            Self::After => "comes there only by taking a piece elsewhere",
            Self::Jump => "jumps: no piece in between stops it",
            Self::AlsoOver => "also over a piece in between",
            Self::SecondLeg => "only as a later leg of the move",
            Self::Onward => "goes on like this to the edge of the board",
            Self::OnTheWay => "takes an enemy here and ends elsewhere",
            Self::InPlace => "takes an enemy here and is where it was before",
            Self::Places => "a new piece can be put here",
            Self::Freezes => "freezes an enemy here",
            Self::Lends => "a piece here lends it its moves",
        }
    }

    /// It says how the piece comes to the cell; the other signs stand beside such a sign or alone.
    pub fn is_main(self) -> bool {
        matches!(self, Self::Both | Self::Walk | Self::Take | Self::WalkOver | Self::TakeOver | Self::After)
    }
}

/// The signs of a square, those that say how the piece comes there first.
pub fn signs(square: &Square) -> Vec<Sign> {
    let has = |mark| square.marks.contains(&mark);
    let mut signs = Vec::new();
    match (has(Mark::Walk), has(Mark::Take)) {
        (true, true) => signs.push(Sign::Both),
        (true, false) => signs.push(Sign::Walk),
        (false, true) => signs.push(Sign::Take),
        (false, false) => {}
    }
    let others = [
        (Mark::WalkOver, Sign::WalkOver),
        (Mark::TakeOver, Sign::TakeOver),
        (Mark::After, Sign::After),
        (Mark::Jump, Sign::Jump),
        (Mark::AlsoOver, Sign::AlsoOver),
        (Mark::SecondLeg, Sign::SecondLeg),
        (Mark::OnTheWay, Sign::OnTheWay),
        (Mark::InPlace, Sign::InPlace),
        (Mark::Places, Sign::Places),
        (Mark::Freezes, Sign::Freezes),
        (Mark::Lends, Sign::Lends),
    ];
    signs.extend(others.into_iter().filter(|(mark, _)| has(*mark)).map(|(_, sign)| sign));
    if square.onward.is_some() {
        signs.push(Sign::Onward);
    }
    signs
}

/// The signs that occur in some of the diagrams, in the order of a legend.
pub fn used<'a>(diagrams: impl IntoIterator<Item = &'a Diagram>) -> Vec<Sign> {
    let seen: BTreeSet<Sign> = diagrams.into_iter().flat_map(|d| d.rows.iter().flatten()).flat_map(signs).collect();
    Sign::ALL.into_iter().filter(|sign| seen.contains(sign)).collect()
}
