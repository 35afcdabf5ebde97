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
        let deed = Deed { moved, facts };
        if !capture.by.iter().all(|set| position.set_has(t, set, moved, &deed.context())) {
            continue;
        }
        for takes in &capture.takes {
            let found = statement(t, position, deed, takes);
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

/// The piece that has moved and the facts of its move; the context of a sentence is made only where one is asked.
#[derive(Clone, Copy)]
struct Deed<'a, const W: usize> {
    moved: Piece,
    facts: &'a Facts<W>,
}

impl<'a, const W: usize> Deed<'a, W> {
    fn context(self) -> Context<'a, W> {
        Context { moved: Some(self.moved), facts: Some(self.facts), ..Context::default() }
    }
}

/// Where a move may capture by position: every other move surely does not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Zone<const W: usize> {
    /// Cells on which a piece that comes may capture.
    pub ends: CellSet<W>,
    /// Cells that close in on somebody when a piece leaves them.
    pub starts: CellSet<W>,
}

/// The zone of a player's captures; `None` when they ask for more than victims at straight neighbours.
pub(super) fn zone<const W: usize>(t: &Tables<W>, position: &Position<W>, mover: u8) -> Option<Zone<W>> {
    t.capture_victims[mover as usize].as_ref()?;
    let mut zone = Zone { ends: CellSet::EMPTY, starts: CellSet::EMPTY };
    for takes in t.captures[mover as usize].iter().flat_map(|capture| &capture.takes) {
        for victim in takes.victims.items.local.cells(&position.pieces) {
            zone_of(t, position, takes, victim, &mut zone);
        }
    }
    Some(zone)
}

fn zone_of<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    takes: &TakesTable<W>,
    victim: Cell,
    zone: &mut Zone<W>,
) {
    let content = position.cells[victim.index()];
    let around = &t.neighbours[victim.index()];
    let closers = match (&takes.closure, takes.shape) {
        (ClosureTable::Between(closers) | ClosureTable::EnclosedBy(closers), Shape::One)
            if closers.dynamic.is_none() =>
        {
            closers
        }
        _ => {
            zone.ends |= t.beside[victim.index()];
            zone.starts |= t.beside[victim.index()];
            return;
        }
    };
    let local = &closers.by_victim[content as usize];
    let closed = |place: u16| {
        if place == NONE { local.outside } else { local.has(position.cells[place as usize], place) }
    };
    let mut open = 0;
    for &direction in &takes.along {
        let (place, opposite) = (around[direction as usize], around[usize::from(direction ^ 4)]);
        if closed(place) {
            if opposite != NONE && matches!(takes.closure, ClosureTable::Between(_)) {
                zone.ends |= t.single[opposite as usize];
            }
        } else {
            open += 1;
        }
        if place != NONE && local.has(EMPTY, place) {
            zone.starts |= t.single[place as usize];
        }
    }
    if open <= 1 && matches!(takes.closure, ClosureTable::EnclosedBy(_)) {
        zone.ends |= t.beside[victim.index()];
    }
}

/// Does some possible victim stand where a capture by a piece on the cell could touch it?
#[inline]
pub(super) fn may_touch<const W: usize>(t: &Tables<W>, position: &Position<W>, mover: u8, cell: u16) -> bool {
    match &t.capture_victims[mover as usize] {
        Some(victims) => {
            let near = t.beside[cell as usize];
            victims
                .entries
                .iter()
                .any(|(content, mask)| !(position.pieces[*content as usize] & *mask).is_disjoint(&near))
        }
        None => !t.captures[mover as usize].is_empty(),
    }
}

/// What one statement of a capture takes.
fn statement<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    deed: Deed<'_, W>,
    takes: &TakesTable<W>,
) -> CellSet<W> {
    let victims = if takes.local {
        takes.victims.items.local.cells(&position.pieces)
    } else {
        position.set_cells(t, &takes.victims, &deed.context())
    };
    // All shapes need a victim beside the moved piece, in one of the directions.
    let mut found = CellSet::EMPTY;
    if takes.straight && victims.is_disjoint(&t.beside[deed.moved.cell as usize]) {
        return found;
    }
    let around = &t.neighbours[deed.moved.cell as usize];
    for &direction in &takes.along {
        let start = around[direction as usize];
        if start == NONE || !victims.has(Cell(start)) || found.has(Cell(start)) {
            continue;
        }
        match (&takes.closure, takes.shape) {
            (ClosureTable::Between(closers), Shape::Line(min, max)) => {
                found |= between(t, position, deed, &victims, closers, direction, (min, max));
            }
            (ClosureTable::Between(closers), _) => {
                let victim = position.cells[start as usize];
                let behind = t.neighbours[start as usize][direction as usize];
                if closes(t, position, closers, victim, behind, deed) {
                    found |= t.single[start as usize];
                }
            }
            (ClosureTable::EnclosedBy(closers), Shape::One | Shape::Pair) => {
                let alone = t.single[start as usize];
                if enclosed(t, position, deed, alone, closers, &takes.along) {
                    found |= alone;
                }
            }
            (ClosureTable::EnclosedBy(closers), shape) => {
                for set in enclosable(t, start, &victims, shape, &takes.along) {
                    if enclosed(t, position, deed, set, closers, &takes.along) {
                        found |= set;
                    }
                }
            }
            (ClosureTable::Around, _) => {
                let other = around[usize::from(direction ^ 4)];
                if other != NONE && victims.has(Cell(other)) {
                    found.insert(Cell(start));
                    found.insert(Cell(other));
                }
            }
        }
    }
    if found.is_empty()
        || !(matches!(takes.when, ConditionTable::Const(true)) || position.holds(t, &takes.when, &deed.context()))
    {
        return CellSet::EMPTY;
    }
    match &takes.sparing {
        Some(items) => found - position.items_cells(t, items, &deed.context()),
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
    deed: Deed<'_, W>,
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
            .is_some_and(|set| position.set_has(t, set, position.piece(place), &Context { victim, ..deed.context() }))
}

/// A run of victims from the moved piece on, closed right behind its last one.
fn between<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    deed: Deed<'_, W>,
    victims: &CellSet<W>,
    closers: &ClosersTable<W>,
    direction: u8,
    (min, max): (u32, u32),
) -> CellSet<W> {
    let mut run = CellSet::EMPTY;
    let mut here = t.neighbours[deed.moved.cell as usize][direction as usize];
    let mut length = 0;
    while here != NONE && length < max && victims.has(Cell(here)) {
        run.insert(Cell(here));
        length += 1;
        let victim = position.cells[here as usize];
        here = t.neighbours[here as usize][direction as usize];
        if length >= min && closes(t, position, closers, victim, here, deed) {
            return run;
        }
    }
    CellSet::EMPTY
}

/// The sets of victims that hang together with one of them, as the shape asks.
fn enclosable<const W: usize>(
    t: &Tables<W>,
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
            lines
        }
    }
}

/// Is every bordering place closed, the moved piece standing on one of them?
fn enclosed<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    deed: Deed<'_, W>,
    set: CellSet<W>,
    closers: &ClosersTable<W>,
    along: &[u8],
) -> bool {
    let mut beside_moved = false;
    for cell in set {
        let victim = position.cells[cell.index()];
        for &direction in along {
            let to = t.neighbours[cell.index()][direction as usize];
            if to != NONE && set.has(Cell(to)) {
                continue;
            }
            if !closes(t, position, closers, victim, to, deed) {
                return false;
            }
            beside_moved |= to == deed.moved.cell;
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
