//! Neighbours, and the lines along which sliders look: each maximal run of cells along an axis is a line of its own.

use super::tables::{FIRST_BIT, LINE_STRIDE, NONE, Slot};
use crate::rules::{Board, Compass};
use crate::types::{Cell, CellSet};

/// The four axes by their upward direction: east, north, north-east, north-west.
pub const AXES: [Compass; 4] = [Compass::EAST, Compass::NORTH, Compass(1), Compass(7)];

/// The neighbours of each cell of the grid by compass direction.
pub fn neighbours(board: &Board) -> Vec<[u16; 8]> {
    (0..board.grid_size())
        .map(|index| {
            let cell = Cell::from_index(index);
            std::array::from_fn(|direction| {
                if !board.cells.has(cell) {
                    return NONE;
                }
                board.neighbour(cell, Compass(direction as u8)).map_or(NONE, |to| to.0)
            })
        })
        .collect()
}

/// The straight neighbours of each cell as sets.
pub fn beside<const W: usize>(neighbours: &[[u16; 8]]) -> Vec<CellSet<W>> {
    neighbours
        .iter()
        .map(|around| [0, 2, 4, 6].map(|d| around[d]).into_iter().filter(|&c| c != NONE).map(Cell).collect())
        .collect()
}

/// Lines of some axes.
#[derive(Debug, Default)]
pub struct Lines {
    /// `slots[cell * axes + i]` for the i-th of the axes.
    pub slots: Vec<Slot>,
    /// `cells[line * LINE_STRIDE + bit]`.
    pub cells: Vec<u16>,
    /// How many.
    pub count: usize,
}

/// Builds the lines of the axes (indices into [`AXES`]).
pub fn lines(board: &Board, axes: &[u8]) -> Lines {
    let size = board.grid_size();
    let mut lines = Lines { slots: vec![Slot::default(); size * axes.len()], ..Lines::default() };
    for (place, &axis) in axes.iter().enumerate() {
        let up = AXES[axis as usize];
        for start in board.cells {
            if board.neighbour(start, up.opposite()).is_some() {
                continue;
            }
            let line = lines.count;
            lines.count += 1;
            lines.cells.resize(lines.count * LINE_STRIDE, NONE);
            let (mut cell, mut bit) = (Some(start), FIRST_BIT);
            while let Some(here) = cell {
                lines.slots[here.index() * axes.len() + place] = Slot { mask: 1 << bit, line: line as u16, bit };
                lines.cells[line * LINE_STRIDE + bit as usize] = here.0;
                bit += 1;
                cell = board.neighbour(here, up);
            }
        }
    }
    lines
}
