//! Moves: what is done, small enough to copy.

use crate::compile::tables::NONE;
use crate::types::CellSet;

/// A piece moves along a path.
pub const MOVE: u16 = 0;
/// A piece is dropped.
pub const DROP: u16 = 1;
/// Nothing is done.
pub const PASS: u16 = 2;
/// `ACTION + i`: the i-th action of the game.
pub const ACTION: u16 = 3;

/// A move: identified by what it does, not by its route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<const W: usize> {
    /// [`MOVE`], [`DROP`], [`PASS`] or [`ACTION`] and up.
    pub action: u16,
    /// The content that moves, is dropped, or is chosen, as it is before.
    pub content: u16,
    /// Start cell; [`NONE`] for drops and passes.
    pub from: u16,
    /// End cell; [`NONE`] for passes and what takes a piece off the board.
    pub to: u16,
    /// Cells whose pieces the path takes.
    pub taken: CellSet<W>,
    /// Cells that the path crosses, when it leaves a mark.
    pub crossed: CellSet<W>,
    /// Cell where the path places a piece; [`NONE`] if it does not.
    pub placed: u16,
    /// What it places.
    pub placed_content: u16,
    /// The mark it leaves; 255 for none.
    pub mark: u8,
    /// Whose hand a drop comes from.
    pub hand: u8,
    /// The mover's choices in events, least significant first: one digit for each choice met, in its own base.
    pub choices: u32,
}

impl<const W: usize> Move<W> {
    /// A move that does nothing yet.
    pub fn new(action: u16, content: u16, from: u16, to: u16) -> Self {
        Self {
            action,
            content,
            from,
            to,
            taken: CellSet::EMPTY,
            crossed: CellSet::EMPTY,
            placed: NONE,
            placed_content: 0,
            mark: u8::MAX,
            hand: u8::MAX,
            choices: 0,
        }
    }
}
