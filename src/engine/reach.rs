//! The flood of `can reach`.

use crate::compile::tables::{EMPTY, NONE, ReachTable, Tables};
use crate::types::{Cell, CellSet};

use super::eval::Context;
use super::position::Position;

/// From the cells of `from` spread over orthogonally joined cells; true when the spread touches the target.
///
/// With `taking`, a piece of that list joins as soon as two opposite neighbours of it are in the spread or hostile to it
/// (least fixed point).
pub(super) fn can_reach<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    from: CellSet<W>,
    reach: &ReachTable<W>,
    context: &Context<'_, W>,
) -> bool {
    if from.is_empty() {
        return false;
    }
    let target = position.items_cells(t, &reach.to, context);
    let through = position.items_cells(t, &reach.through, context);
    let taking = reach.taking.as_ref().map_or(CellSet::EMPTY, |items| position.items_cells(t, items, context));
    let mut spread = from;
    let mut front = from;
    loop {
        while !front.is_empty() {
            if touches(t, spread, target, reach.area) {
                return true;
            }
            let mut around = CellSet::EMPTY;
            for cell in front {
                around |= t.beside[cell.index()];
            }
            front = (around & through) - spread;
            spread |= front;
        }
        for cell in taking - spread {
            if closed_in(t, position, cell, spread) {
                front.insert(cell);
            }
        }
        if front.is_empty() {
            return touches(t, spread, target, reach.area);
        }
        spread |= front;
    }
}

fn touches<const W: usize>(t: &Tables<W>, spread: CellSet<W>, target: CellSet<W>, area: bool) -> bool {
    if area {
        return !spread.is_disjoint(&target);
    }
    target.into_iter().any(|cell| !t.beside[cell.index()].is_disjoint(&spread))
}

fn closed_in<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: Cell, spread: CellSet<W>) -> bool {
    let victim = position.cells[cell.index()];
    let closes = |to: u16| {
        if to == NONE {
            return position.outside_hostile(t, victim);
        }
        spread.has(Cell(to)) || position.is_hostile(t, to, victim, false)
    };
    victim != EMPTY
        && [(0, 4), (2, 6)].into_iter().any(|(one, other)| {
            let around = &t.neighbours[cell.index()];
            closes(around[one]) && closes(around[other])
        })
}
