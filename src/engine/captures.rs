//! Captures by position: all are found on one board, none sees another's removal.

use crate::compile::tables::{
    CaptureTable, ClosersTable, ClosureTable, ConditionTable, EMPTY, NONE, Shape, Tables, TakesTable,
};
use crate::types::{Cell, CellSet};

use super::eval::{Context, Facts, Piece};
use super::movegen;
use super::position::Position;

/// What one move captures by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Captured<const W: usize> {
    /// Cells whose pieces are removed.
    pub taken: CellSet<W>,
    /// Cells whose pieces change owner.
    pub flipped: CellSet<W>,
}

/// Finds every capture by position of a piece that has just moved or was dropped.
pub(super) fn find<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    moved: Piece,
    facts: &Facts<W>,
) -> Captured<W> {
    let mut captured = Captured { taken: CellSet::EMPTY, flipped: CellSet::EMPTY };
    let mover = position.mover(t);
    for capture in &t.captures[mover as usize] {
        if !capture.by_content[moved.content as usize] {
            continue;
        }
        let context = Context { moved: Some(moved), facts: Some(facts), ..Context::default() };
        if !capture.by.iter().all(|set| position.set_has(t, set, moved, &context)) {
            continue;
        }
        for takes in &capture.takes {
            let found = statement(t, position, moved, takes, &context);
            if found.is_empty() {
                continue;
            }
            if takes.flips {
                captured.flipped |= found;
            } else {
                captured.taken |= found;
            }
        }
    }
    captured.flipped -= captured.taken;
    captured
}

/// Is the capture's `when` to be asked for each victim? It may speak of nothing but the board and the moved piece.
fn statement<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    moved: Piece,
    takes: &TakesTable<W>,
    context: &Context<'_, W>,
) -> CellSet<W> {
    let victims = if takes.local {
        takes.victims.items.local.cells(&position.pieces)
    } else {
        position.set_cells(t, &takes.victims, context)
    };
    // All shapes need a victim beside the moved piece, in one of the directions.
    let around = &t.neighbours[moved.cell as usize];
    let touches = takes.along.iter().any(|&direction| {
        let to = around[direction as usize];
        to != NONE && victims.has(Cell(to))
    });
    if !touches {
        return CellSet::EMPTY;
    }
    let mut found = CellSet::EMPTY;
    match (&takes.closure, takes.shape) {
        (ClosureTable::Between(closers), shape) => {
            let (min, max) = match shape {
                Shape::Line(min, max) => (min, max),
                _ => (1, 1),
            };
            for &direction in &takes.along {
                found |= between(t, position, moved, &victims, closers, direction, (min, max), context);
            }
        }
        (ClosureTable::EnclosedBy(closers), shape) => {
            for &direction in &takes.along {
                let start = around[direction as usize];
                if start == NONE || !victims.has(Cell(start)) || found.has(Cell(start)) {
                    continue;
                }
                for set in enclosable(t, position, start, &victims, shape, &takes.along) {
                    if enclosed(t, position, moved, set, closers, &takes.along, context) {
                        found |= set;
                    }
                }
            }
        }
        (ClosureTable::Around, _) => {
            for &direction in &takes.along {
                let (one, other) = (around[direction as usize], around[usize::from(direction ^ 4)]);
                if one != NONE && other != NONE && victims.has(Cell(one)) && victims.has(Cell(other)) {
                    found.insert(Cell(one));
                    found.insert(Cell(other));
                }
            }
        }
    }
    if found.is_empty()
        || !(matches!(takes.when, ConditionTable::Const(true)) || position.holds(t, &takes.when, context))
    {
        return CellSet::EMPTY;
    }
    match &takes.sparing {
        Some(items) => found - position.items_cells(t, items, context),
        None => found,
    }
}

/// Does a place (a cell, or [`NONE`] beyond the board) close in on a victim?
#[inline]
fn closes<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    closers: &ClosersTable<W>,
    victim: u16,
    place: u16,
    context: &Context<'_, W>,
) -> bool {
    let local = &closers.by_victim[victim as usize];
    if place == NONE {
        return local.outside
            || closers.dynamic.as_ref().is_some_and(|set| {
                set.items.local.outside
                    || (set.items.dynamic.iter().any(|term| term.hostile) && position.outside_hostile(t, victim))
            });
    }
    local.has(position.cells[place as usize], place)
        || closers
            .dynamic
            .as_ref()
            .is_some_and(|set| position.set_has(t, set, position.piece(place), &Context { victim, ..*context }))
}

/// A run of victims from the moved piece on, closed right behind its last one.
#[allow(clippy::too_many_arguments)] // the facts of one ray
#[inline]
fn between<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    moved: Piece,
    victims: &CellSet<W>,
    closers: &ClosersTable<W>,
    direction: u8,
    (min, max): (u32, u32),
    context: &Context<'_, W>,
) -> CellSet<W> {
    let mut run = CellSet::EMPTY;
    let mut here = t.neighbours[moved.cell as usize][direction as usize];
    let mut length = 0;
    while here != NONE && length < max && victims.has(Cell(here)) {
        run.insert(Cell(here));
        length += 1;
        let victim = position.cells[here as usize];
        here = t.neighbours[here as usize][direction as usize];
        if length >= min && closes(t, position, closers, victim, here, context) {
            return run;
        }
    }
    CellSet::EMPTY
}

/// The sets of victims that hang together with one of them, as the shape asks.
fn enclosable<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    start: u16,
    victims: &CellSet<W>,
    shape: Shape,
    along: &[u8],
) -> Vec<CellSet<W>> {
    match shape {
        Shape::One | Shape::Pair => vec![CellSet::of(Cell(start))],
        Shape::Group => {
            let mut group = CellSet::of(Cell(start));
            let mut front = vec![start];
            while let Some(cell) = front.pop() {
                for &direction in along {
                    let to = t.neighbours[cell as usize][direction as usize];
                    if to != NONE && victims.has(Cell(to)) && !group.has(Cell(to)) {
                        group.insert(Cell(to));
                        front.push(to);
                    }
                }
            }
            vec![group]
        }
        Shape::Line(min, max) => {
            let mut lines = Vec::new();
            for &direction in along.iter().filter(|&&direction| direction < 4) {
                let mut line = CellSet::of(Cell(start));
                for way in [direction, direction ^ 4] {
                    let mut here = t.neighbours[start as usize][way as usize];
                    while here != NONE && victims.has(Cell(here)) {
                        line.insert(Cell(here));
                        here = t.neighbours[here as usize][way as usize];
                    }
                }
                let length = line.len() as u32;
                if (min..=max).contains(&length) && !lines.contains(&line) {
                    lines.push(line);
                }
            }
            let _ = position;
            lines
        }
    }
}

/// Is every bordering place closed, the moved piece standing on one of them?
fn enclosed<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    moved: Piece,
    set: CellSet<W>,
    closers: &ClosersTable<W>,
    along: &[u8],
    context: &Context<'_, W>,
) -> bool {
    let mut beside_moved = false;
    for cell in set {
        let victim = position.cells[cell.index()];
        for &direction in along {
            let to = t.neighbours[cell.index()][direction as usize];
            if to != NONE && set.has(Cell(to)) {
                continue;
            }
            if !closes(t, position, closers, victim, to, context) {
                return false;
            }
            beside_moved |= to == moved.cell;
        }
    }
    beside_moved
}

/// Could a player take the piece on a cell by position, were it that player's turn?
pub(super) fn could_take<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16, player: u8) -> bool {
    let content = position.cells[cell as usize];
    let concerns = |capture: &CaptureTable<W>| {
        capture.takes.iter().any(|takes| {
            !takes.flips
                && (!takes.victims.items.dynamic.is_empty() || takes.victims.items.local.slot[content as usize] != 0)
        })
    };
    if content == EMPTY || !t.captures[player as usize].iter().any(concerns) {
        return false;
    }
    let Some(turn) = t.turns.iter().position(|&mover| mover == player) else { return false };
    let mut scratch = position.clone();
    scratch.set_turn(t, turn as u16);
    scratch.again = None;
    let mut moves = Vec::new();
    movegen::board_moves(t, &scratch, &mut moves);
    moves.iter().any(|mv| {
        scratch.open(t);
        super::turn::displace(t, &mut scratch, mv);
        let facts = super::turn::facts_of(mv, true);
        let hit = mv.to != NONE && find(t, &scratch, scratch.piece(mv.to), &facts).taken.has(Cell(cell));
        scratch.undo(t);
        hit
    })
}
