//! Destinations as sets: leapers, sliders and riders without walking.

use crate::compile::tables::{ConditionTable, EMPTY, FamilyTable, LINE_STRIDE, Part, Ray, RiderTable, Tables};
use crate::types::{Cell, CellSet};

use super::super::eval::Context;
use super::super::position::Position;

/// Pieces that a player's pieces may take: enemies' and nobody's.
pub(in crate::engine) fn takable<const W: usize>(t: &Tables<W>, position: &Position<W>, player: u8) -> CellSet<W> {
    let mut cells = position.of_player(t, t.players);
    for other in 0..t.players {
        if t.teams[other] != t.teams[player as usize] {
            cells |= position.of_player(t, other);
        }
    }
    cells
}

/// The bits of a line that a slider can reach over empty cells, and the bits of the pieces that stop it.
#[inline]
pub(in crate::engine) fn slide(ray: &Ray, occupied: u64) -> (u64, u64) {
    let up = occupied & ray.above;
    let down = occupied & ray.below;
    let free_up = ray.above & !up & up.wrapping_sub(1);
    // Bit 0 is never a cell, so the scan downward always finds a bit.
    let highest = (down | 1).ilog2();
    let free_down = ray.below & (u64::MAX << highest << 1);
    let hits = (up & up.wrapping_neg()) | (down & (1 << highest));
    (free_up | free_down, hits)
}

/// Where a piece may walk and what it may take; only for movers whose destinations come as sets.
pub(in crate::engine) fn destinations<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    content: u16,
    cell: u16,
    occupied: CellSet<W>,
    takable: CellSet<W>,
) -> (CellSet<W>, CellSet<W>) {
    let (mut walks, mut takes) = (CellSet::EMPTY, CellSet::EMPTY);
    for part in &t.movers[content as usize].parts {
        if !part.starts.has(Cell(cell)) {
            continue;
        }
        if !matches!(part.when, ConditionTable::Const(true)) {
            let context = Context { it: Some(position.piece(cell)), ..Context::default() };
            if !position.holds(t, &part.when, &context) {
                continue;
            }
        }
        let (more_walks, more_takes) = part_destinations(t, position, part, cell, occupied, takable);
        walks |= more_walks;
        takes |= more_takes;
    }
    (walks, takes)
}

/// The same for one part that applies here.
#[inline]
pub(in crate::engine) fn part_destinations<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    part: &Part<W>,
    cell: u16,
    occupied: CellSet<W>,
    takable: CellSet<W>,
) -> (CellSet<W>, CellSet<W>) {
    let (mut walks, mut takes) = (CellSet::EMPTY, CellSet::EMPTY);
    match &part.family {
        FamilyTable::Leaper(targets) => {
            let targets = targets[cell as usize];
            if part.walks {
                walks |= targets - occupied;
            }
            if part.takes {
                takes |= targets & takable;
            }
        }
        FamilyTable::Slider { axes, rays } => {
            for place in 0..axes.len() {
                let ray = &rays[place * t.size + cell as usize];
                let (free, hits) = slide(ray, position.line(ray.line));
                if part.walks {
                    each_bit(free & ray.stop, |bit| walks.insert(line_cell(t, ray.line, bit)));
                }
                if part.takes {
                    each_bit(hits & ray.stop, |bit| {
                        let to = line_cell(t, ray.line, bit);
                        if takable.has(to) {
                            takes.insert(to);
                        }
                    });
                }
            }
        }
        FamilyTable::Rider(table) => {
            ride(table, cell, &position.cells, |to, empty| {
                if empty && part.walks {
                    walks.insert(Cell(to));
                } else if !empty && part.takes && takable.has(Cell(to)) {
                    takes.insert(Cell(to));
                }
            });
        }
        FamilyTable::General(_) => {}
    }
    (walks, takes)
}

/// Calls `end` for every cell where a rider may end, with whether it is empty.
pub(in crate::engine) fn ride(table: &RiderTable, cell: u16, cells: &[u16], mut end: impl FnMut(u16, bool)) {
    let span = table.spans[cell as usize] as usize..table.spans[cell as usize + 1] as usize;
    for &(first, last) in &table.rays[span] {
        let mut hurdles = 0;
        for &(to, stop) in &table.cells[first as usize..last as usize] {
            let empty = cells[to as usize] == EMPTY;
            if stop && hurdles >= table.over.0 {
                end(to, empty);
            }
            if !empty {
                hurdles += 1;
                if hurdles > table.over.1 {
                    break;
                }
            }
        }
    }
}

#[inline]
pub(in crate::engine) fn each_bit(mut bits: u64, mut f: impl FnMut(u32)) {
    while bits != 0 {
        f(bits.trailing_zeros());
        bits &= bits - 1;
    }
}

#[inline]
pub(in crate::engine) fn line_cell<const W: usize>(t: &Tables<W>, line: u16, bit: u32) -> Cell {
    Cell(t.line_cells[usize::from(line) * LINE_STRIDE + bit as usize])
}
