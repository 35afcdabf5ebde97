//! Where one piece could go: its paths on a board made up for the question, before any rule of the turn has a say.

use crate::compile::tables::{NONE, Tables};
use crate::types::{BoardSet, Cell, CellSet};

use super::attacks;
use super::movegen::piece_moves_within;
use super::position::Position;

/// What a piece reaches from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// Cells where a path ends that takes nothing.
    pub walks: BoardSet,
    /// Cells of pieces that some path takes.
    pub takes: BoardSet,
}

/// The reach of a content that stands on a cell, in place of what stands there. At most `steps` cells are looked at; those
/// that were are subtracted.
pub(super) fn reach<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    cell: u16,
    content: u16,
    steps: &mut u32,
) -> Reach {
    let old = position.unmoved;
    if t.needs.unmoved && t.setup.get(usize::from(cell)) == Some(&content) {
        position.unmoved.insert(Cell(cell));
    } else {
        position.unmoved.remove(Cell(cell));
    }
    let mut moves = Vec::new();
    position.supposing(t, cell, content, |position| {
        position.update_lines(t);
        if !attacks::frozen(t, position).has(Cell(cell)) {
            piece_moves_within(t, position, cell, &mut moves, steps);
        }
    });
    position.update_lines(t);
    position.unmoved = old;
    *steps = steps.saturating_sub(1 + moves.len() as u32);
    let (mut walks, mut takes) = (CellSet::<W>::EMPTY, CellSet::<W>::EMPTY);
    for mv in moves {
        takes |= mv.taken;
        if mv.taken.is_empty() && mv.to != NONE {
            walks.insert(Cell(mv.to));
        }
    }
    Reach { walks: walks.resize(), takes: takes.resize() }
}
