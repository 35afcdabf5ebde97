//! Moves by gathering: what each piece can do comes as sets and short lists, straight from the tables. Whatever is done
//! here the walker does, too, state by state; tests compare the two.

use crate::compile::gathering::{Gathered, Gathering, MOST_HURDLES, NO_TABLE, Reads, RouteLeg, Way};
use crate::compile::tables::{
    ConditionTable, DeedTable, EMPTY, FamilyTable, Mode, MotionTable, NONE, Node, Part, PathTable, SetTable, Tables,
};
use crate::types::{Cell, CellSet};

use super::super::eval::{Context, Facts, Piece};
use super::super::legality;
use super::super::moves::{DROP, MOVE, Move};
use super::super::position::Position;
use super::sets;

/// Most copies inside copies: kinds that move like kinds that move like kinds.
const MOST_COPIES: u8 = 4;

/// The board as one player's pieces meet it.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Field<const W: usize> {
    /// Cells that hold a piece.
    pub occupied: CellSet<W>,
    /// Cells whose piece they may take.
    pub takable: CellSet<W>,
}

impl<const W: usize> Field<W> {
    pub fn of(t: &Tables<W>, position: &Position<W>, player: u8) -> Self {
        Self { occupied: position.occupied(t), takable: sets::takable(t, position, player) }
    }
}

/// What one piece can do.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Ends<const W: usize> {
    /// Cells on which it ends and takes nothing.
    pub walks: CellSet<W>,
    /// Cells on which it ends and takes just what stands there.
    pub takes: CellSet<W>,
    /// Everything else: end cell and cells taken.
    pub more: Vec<(u16, CellSet<W>)>,
    /// It may stay where it is.
    pub stays: bool,
}

impl<const W: usize> Default for Ends<W> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const W: usize> Ends<W> {
    pub const NONE: Self = Self { walks: CellSet::EMPTY, takes: CellSet::EMPTY, more: Vec::new(), stays: false };

    fn clear(&mut self) {
        (self.walks, self.takes, self.stays) = (CellSet::EMPTY, CellSet::EMPTY, false);
        self.more.clear();
    }

    /// How many moves these are.
    pub fn len(&self) -> usize {
        self.walks.len() + self.takes.len() + self.more.len() + usize::from(self.stays)
    }

    /// The move at a place: walks by cell, takes by cell, the others.
    pub fn nth(&self, content: u16, from: u16, mut place: usize) -> Move<W> {
        for (cells, takes) in [(self.walks, false), (self.takes, true)] {
            let count = cells.len();
            if place < count {
                let to = cells.into_iter().nth(place).map_or(NONE, |cell| cell.0);
                let taken = if takes { CellSet::of(Cell(to)) } else { CellSet::EMPTY };
                return Move { taken, ..Move::new(MOVE, content, from, to) };
            }
            place -= count;
        }
        match self.more.get(place) {
            Some(&(to, taken)) => Move { taken, ..Move::new(MOVE, content, from, to) },
            None => Move::new(MOVE, content, from, from),
        }
    }

    /// All of them, as moves.
    pub fn list(&self, content: u16, from: u16, moves: &mut Vec<Move<W>>) {
        let base = Move::new(MOVE, content, from, from);
        moves.reserve(self.len());
        for to in self.walks {
            moves.push(Move { to: to.0, ..base });
        }
        for to in self.takes {
            moves.push(Move { to: to.0, taken: CellSet::of(to), ..base });
        }
        for &(to, taken) in &self.more {
            moves.push(Move { to, taken, ..base });
        }
        if self.stays {
            moves.push(base);
        }
    }
}

/// Finds everything that a piece of a content can do on a cell; `ends` is cleared first. Only for contents with `movers` in
/// the gathering.
pub(in crate::engine) fn gather<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    field: &Field<W>,
    piece: Piece,
    ends: &mut Ends<W>,
) {
    ends.clear();
    let g = t.gathering();
    let gatherer = Gatherer { t, g, position, field, piece };
    gatherer.mover(piece.content, 0, ends);
    let mover = &t.movers[piece.content as usize];
    if mover.only_in != t.board {
        ends.walks &= mover.only_in;
        ends.takes &= mover.only_in;
        ends.more.retain(|(to, _)| mover.only_in.has(Cell(*to)));
        ends.stays &= mover.only_in.has(Cell(piece.cell));
    }
    if ends.more.len() > 1 {
        ends.more.sort_unstable();
        ends.more.dedup();
    }
}

struct Gatherer<'a, const W: usize> {
    t: &'a Tables<W>,
    g: &'a Gathering<W>,
    position: &'a Position<W>,
    field: &'a Field<W>,
    piece: Piece,
}

impl<const W: usize> Gatherer<'_, W> {
    /// The parts of a content, as if the piece were of it. `copies`: how many times its moves were lent on.
    fn mover(&self, content: u16, copies: u8, ends: &mut Ends<W>) {
        let Some(gathered) = &self.g.movers[content as usize] else { return };
        for (part, gathered) in self.t.movers[content as usize].parts.iter().zip(gathered) {
            if !part.starts.has(Cell(self.piece.cell)) {
                continue;
            }
            if !is_always(&part.when) {
                let context = Context { it: Some(self.piece), ..Context::default() };
                if !self.position.holds(self.t, &part.when, &context) {
                    continue;
                }
            }
            match gathered {
                Gathered::Family => {
                    let (walks, takes) = self.destinations(part);
                    ends.walks |= walks;
                    ends.takes |= takes;
                }
                Gathered::Routes { routes, most, quiet, capturing, reach } => {
                    if let Some(cells) = self.g.reaches.get(usize::from(*reach))
                        && cells[self.piece.cell as usize].is_disjoint(&self.field.takable)
                    {
                        continue;
                    }
                    let (most, quiet, capturing) = (*most, *quiet, *capturing);
                    let walk = Route { gatherer: self, most, quiet, capturing, target: NONE };
                    for route in routes {
                        walk.follow(route, &self.start::<()>(), ends);
                    }
                }
                Gathered::Like { mode, quiet, capturing } => {
                    let FamilyTable::General(path) = &part.family else { continue };
                    let Some(set) = lenders_of(path) else { continue };
                    let mut lent = Ends::NONE;
                    for lender in self.lenders(set, copies) {
                        self.mover(lender, copies + 1, &mut lent);
                    }
                    if *quiet && *mode != Mode::Taking {
                        ends.walks |= lent.walks;
                        ends.stays |= lent.stays;
                    }
                    if *capturing && *mode != Mode::Walking {
                        ends.takes |= lent.takes;
                        ends.more.extend(lent.more);
                    }
                }
            }
        }
    }

    fn start<S: Seen>(&self) -> Step<W, S> {
        Step { at: self.piece.cell, last: NONE, taken: CellSet::EMPTY, count: 0, stayed: false, seen: S::default() }
    }

    fn destinations(&self, part: &Part<W>) -> (CellSet<W>, CellSet<W>) {
        sets::part_destinations(self.t, self.position, part, self.piece.cell, self.field.occupied, self.field.takable)
    }

    /// The contents whose moves a set lends, as pieces of the same owner.
    fn lenders(&self, set: &SetTable<W>, copies: u8) -> Vec<u16> {
        let (t, position) = (self.t, self.position);
        // Kinds that are named are a copy, and part of what is lent; pieces that happen to be there are not lent on.
        let named = set.names_kinds();
        let mut lenders: Vec<u16> = Vec::new();
        if (copies > 0 && !named) || copies == MOST_COPIES {
            return lenders;
        }
        let mut lend = |content: u16| {
            if content != EMPTY {
                let kind = usize::from(t.contents[content as usize].kind);
                let row = usize::from(t.contents[self.piece.content as usize].row);
                let mine = t.content_of[row * t.kinds + kind];
                if mine != NONE && !lenders.contains(&mine) {
                    lenders.push(mine);
                }
            }
        };
        if named {
            set.items.local.entries.iter().for_each(|&(content, _)| lend(content));
        } else {
            let context = Context { it: Some(self.piece), ..Context::default() };
            for cell in position.set_cells(t, set, &context) {
                lend(position.cells[cell.index()]);
            }
        }
        lenders
    }
}

fn is_always<const W: usize>(condition: &ConditionTable<W>) -> bool {
    matches!(condition, ConditionTable::Const(true))
}

/// The set of a path that is nothing but `like …`.
fn lenders_of<const W: usize>(path: &PathTable<W>) -> Option<&SetTable<W>> {
    match &path.root {
        Node::Leg(leg) => match &leg.motion {
            MotionTable::Like(set) => Some(set),
            _ => None,
        },
        _ => None,
    }
}

/// What is remembered of a way.
trait Seen: Copy + Default {
    /// Ways that take the piece on `target` are sought; `more` gets the cells on which the first one depends.
    const TRACE: bool;
    fn add(&mut self, cell: Cell);
    fn each(&self, f: &mut impl FnMut(Cell));
}

impl Seen for () {
    const TRACE: bool = false;
    fn add(&mut self, _: Cell) {}
    fn each(&self, _: &mut impl FnMut(Cell)) {}
}

impl<const W: usize> Seen for CellSet<W> {
    const TRACE: bool = true;
    fn add(&mut self, cell: Cell) {
        self.insert(cell);
    }
    fn each(&self, f: &mut impl FnMut(Cell)) {
        self.into_iter().for_each(f);
    }
}

/// A piece on a route.
struct Route<'a, const W: usize> {
    gatherer: &'a Gatherer<'a, W>,
    most: u32,
    quiet: bool,
    capturing: bool,
    target: u16,
}

/// How far a piece has come on a route.
#[derive(Clone, Copy)]
struct Step<const W: usize, S> {
    at: u16,
    /// The vector of the leg before; [`NONE`] before the first.
    last: u16,
    taken: CellSet<W>,
    count: u32,
    stayed: bool,
    /// Cells that were looked at on the way.
    seen: S,
}

impl<const W: usize> Route<'_, W> {
    fn follow<S: Seen>(&self, legs: &[RouteLeg], step: &Step<W, S>, ends: &mut Ends<W>) {
        let Some((leg, rest)) = legs.split_first() else {
            self.end(step, ends);
            return;
        };
        if S::TRACE && !ends.more.is_empty() {
            return;
        }
        if leg.stays {
            self.follow(rest, &Step { stayed: true, ..*step }, ends);
        }
        if !S::TRACE && rest.is_empty() && leg.table != NO_TABLE {
            self.last_leap(leg, step, ends);
            return;
        }
        let g = self.gatherer.g;
        for way in &leg.ways {
            match *way {
                Way::Vector(vector) => self.along(leg, rest, vector, step, ends),
                Way::Onward(notch) => {
                    if let Some(compass) = g.vectors.get(usize::from(step.last)).and_then(|vector| vector.compass) {
                        let turned = (i32::from(compass) + i32::from(notch)).rem_euclid(8) as u16;
                        self.along(leg, rest, turned, step, ends);
                    }
                }
                Way::Ahead => {
                    for direction in 0..8u16 {
                        let to = g.vectors[usize::from(direction)];
                        let from = g.vectors.get(usize::from(step.last));
                        if from.is_none_or(|from| from.x * to.x + from.y * to.y >= 0) {
                            self.along(leg, rest, direction, step, ends);
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn end<S: Seen>(&self, step: &Step<W, S>, ends: &mut Ends<W>) {
        let at = Cell(step.at);
        if S::TRACE {
            if self.capturing && step.taken.has(Cell(self.target)) {
                let mut cells = step.taken;
                step.seen.each(&mut |cell| cells.insert(cell));
                ends.more.push((step.at, cells));
            }
        } else if step.count == 0 {
            if self.quiet {
                if step.at != self.gatherer.piece.cell {
                    ends.walks.insert(at);
                } else if step.stayed {
                    ends.stays = true;
                }
            }
        } else if self.capturing {
            if step.count == 1 && step.taken.has(at) {
                ends.takes.insert(at);
            } else {
                ends.more.push((step.at, step.taken));
            }
        }
    }

    /// A single leap that ends the route: all its ends at once.
    #[inline]
    fn last_leap<S: Seen>(&self, leg: &RouteLeg, step: &Step<W, S>, ends: &mut Ends<W>) {
        let Gatherer { t, g, field, piece, .. } = self.gatherer;
        let targets = g.leaps[usize::from(leg.table)][step.at as usize];
        let mut occupied = field.occupied;
        occupied.remove(Cell(piece.cell));
        if step.count > 0 && !t.taken_leave_at_end {
            occupied -= step.taken;
        }
        if leg.mode != Mode::Taking {
            let free = targets - occupied;
            if step.count == 0 {
                if self.quiet {
                    ends.walks |= free;
                    if free.has(Cell(piece.cell)) {
                        ends.walks.remove(Cell(piece.cell));
                        ends.stays |= step.stayed;
                    }
                }
            } else if self.capturing {
                for to in free {
                    self.end(&Step { at: to.0, ..*step }, ends);
                }
            }
        }
        if leg.mode != Mode::Walking && self.capturing && step.count < self.most {
            let victims = (targets & field.takable & occupied) - step.taken;
            if step.count == 0 {
                ends.takes |= victims;
            } else {
                for to in victims {
                    let mut taken = step.taken;
                    taken.insert(to);
                    ends.more.push((to.0, taken));
                }
            }
        }
    }

    #[inline]
    fn along<S: Seen>(&self, leg: &RouteLeg, rest: &[RouteLeg], vector: u16, from: &Step<W, S>, ends: &mut Ends<W>) {
        let Gatherer { t, g, field, piece, .. } = self.gatherer;
        let hops = &g.hops[usize::from(vector) * t.size..][..t.size];
        let (min, max) = leg.reach;
        let mut here = from.at;
        let mut hurdles = 0;
        let mut takable = [0u16; MOST_HURDLES];
        let mut takables = 0;
        let mut seen = from.seen;
        for reach in 1..=max {
            here = hops[here as usize];
            if here == NONE {
                return;
            }
            let cell = Cell(here);
            seen.add(cell);
            let gone = here == piece.cell || (from.count > 0 && !t.taken_leave_at_end && from.taken.has(cell));
            let full = !gone && field.occupied.has(cell);
            let victim = full && field.takable.has(cell) && !from.taken.has(cell);
            if reach >= min && hurdles >= leg.over.0 {
                let (ends_here, takes) = match leg.mode {
                    Mode::Plain => (!full || victim, full),
                    Mode::Walking => (!full, false),
                    Mode::Taking | Mode::Shooting => (victim, true),
                    Mode::Placing(_) => (false, false),
                };
                if ends_here {
                    let at = if leg.mode == Mode::Shooting { from.at } else { here };
                    let mut after = Step { at, last: vector, seen, ..*from };
                    if takes {
                        after.taken.insert(cell);
                        after.count += 1;
                    }
                    if leg.taking.1 == 0 {
                        if after.count <= self.most {
                            self.follow(rest, &after, ends);
                        }
                    } else {
                        self.choose(leg, rest, &takable[..takables], &after, ends);
                    }
                }
            }
            if full {
                if hurdles >= leg.over.1 {
                    return;
                }
                hurdles += 1;
                if victim && takables < MOST_HURDLES {
                    takable[takables] = here;
                    takables += 1;
                }
            }
        }
    }

    /// Every choice of hurdles to take.
    fn choose<S: Seen>(
        &self,
        leg: &RouteLeg,
        rest: &[RouteLeg],
        takable: &[u16],
        step: &Step<W, S>,
        ends: &mut Ends<W>,
    ) {
        for chosen in 0u32..1 << takable.len() {
            let more = chosen.count_ones();
            if more < leg.taking.0 || more > leg.taking.1 || step.count + more > self.most {
                continue;
            }
            let mut after = Step { count: step.count + more, ..*step };
            for (place, &hurdle) in takable.iter().enumerate() {
                if chosen >> place & 1 != 0 {
                    after.taken.insert(Cell(hurdle));
                }
            }
            self.follow(rest, &after, ends);
        }
    }
}

/// The cells on which it depends that a piece takes the piece on a target: as long as all of them hold what they hold, it
/// still does. `None` when it does not. Only for contents with `movers` in the gathering.
pub(in crate::engine) fn support<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    field: &Field<W>,
    piece: Piece,
    target: u16,
) -> Option<CellSet<W>> {
    let gatherer = Gatherer { t, g: t.gathering(), position, field, piece };
    let mut cells = gatherer.support(piece.content, target, 0)?;
    cells.insert(Cell(piece.cell));
    cells.insert(Cell(target));
    Some(cells)
}

impl<const W: usize> Gatherer<'_, W> {
    fn support(&self, content: u16, target: u16, copies: u8) -> Option<CellSet<W>> {
        let gathered = self.g.movers[content as usize].as_ref()?;
        let mover = &self.t.movers[self.piece.content as usize];
        for (part, gathered) in self.t.movers[content as usize].parts.iter().zip(gathered) {
            // What a condition depends on is not looked into.
            if !part.takes || !part.starts.has(Cell(self.piece.cell)) || !is_always(&part.when) {
                continue;
            }
            match (gathered, &part.family) {
                (Gathered::Routes { routes, most, capturing, .. }, _) => {
                    let (most, capturing) = (*most, *capturing);
                    let walk = Route { gatherer: self, most, quiet: false, capturing, target };
                    let mut ends = Ends::NONE;
                    for route in routes {
                        walk.follow(route, &self.start::<CellSet<W>>(), &mut ends);
                        if let Some((at, seen)) = ends.more.pop()
                            && mover.only_in.has(Cell(at))
                        {
                            return Some(seen);
                        }
                        ends.more.clear();
                    }
                }
                (Gathered::Like { mode, capturing, .. }, FamilyTable::General(path)) => {
                    let Some(set) = lenders_of(path) else { continue };
                    if !capturing || *mode == Mode::Walking {
                        continue;
                    }
                    let context = Context { it: Some(self.piece), ..Context::default() };
                    let lent = self.position.set_cells(self.t, set, &context);
                    let lenders = self.lenders(set, copies);
                    let found = lenders.into_iter().find_map(|lender| self.support(lender, target, copies + 1));
                    if let Some(cells) = found {
                        return Some(cells | lent);
                    }
                }
                (_, FamilyTable::Leaper(targets)) => {
                    if targets[self.piece.cell as usize].has(Cell(target)) {
                        return Some(CellSet::EMPTY);
                    }
                }
                _ => {
                    let (_, takes) = self.destinations(part);
                    if takes.has(Cell(target)) {
                        return Some(self.rays_to(part, target));
                    }
                }
            }
        }
        None
    }

    /// The cells that a slider or rider crosses on its way to a target; all of its lines when it is not known on which it goes.
    fn rays_to(&self, part: &Part<W>, target: u16) -> CellSet<W> {
        let (t, from) = (self.t, self.piece.cell);
        let mut cells = CellSet::EMPTY;
        match &part.family {
            FamilyTable::Slider { axes, rays } => {
                for place in 0..axes.len() {
                    let ray = &rays[place * t.size + from as usize];
                    sets::each_bit(ray.above | ray.below, |bit| cells.insert(sets::line_cell(t, ray.line, bit)));
                }
            }
            FamilyTable::Rider(table) => {
                let span = table.spans[from as usize] as usize..table.spans[from as usize + 1] as usize;
                for &(first, last) in &table.rays[span] {
                    let ray = &table.cells[first as usize..last as usize];
                    if let Some(end) = ray.iter().position(|&(cell, _)| cell == target) {
                        cells |= ray[..end].iter().map(|&(cell, _)| Cell(cell)).collect();
                    }
                }
            }
            _ => {}
        }
        cells
    }
}

/// Where the player to move may drop what: places in the list of drops, and cells. The rules about what a drop leaves are
/// still to be asked.
pub(in crate::engine) fn drops<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    plan: &crate::compile::gathering::Drops<W>,
    found: &mut Vec<(usize, CellSet<W>)>,
) {
    found.clear();
    let turn = &t.turn[position.mover(t) as usize];
    let empty = position.pieces[EMPTY as usize];
    for (index, drop) in plan.sets.iter().enumerate() {
        if position.hands[usize::from(drop.slot)] == 0 {
            continue;
        }
        let mut cells = drop.cells;
        for &(rule, more) in &drop.guarded {
            if position.holds(t, &turn.drops[rule].when, &Context::default()) {
                cells |= more;
            }
        }
        cells &= empty;
        if !cells.is_empty() {
            found.push((index, cells));
        }
    }
    for bar in &plan.bars {
        let mut spoken = found.iter().fold(CellSet::EMPTY, |all, (index, cells)| all | (*cells & bar.cells[*index]));
        let mut barred = CellSet::EMPTY;
        let counted = match &turn.bars[bar.rule].when {
            ConditionTable::Exists(set) if bar.counts && !spoken.is_empty() => {
                Some((set, position.items_cells(t, &set.items, &Context::default())))
            }
            _ => None,
        };
        while let Some(cell) = spoken.first() {
            // What is asked of this cell holds for all of these, whatever is dropped.
            let mut there = CellSet::EMPTY;
            let alike = match bar.reads {
                Reads::Nothing => t.board,
                Reads::Family(family) => {
                    let members = &t.families[usize::from(family)];
                    let before = members.iter().position(|(_, cells)| cells.has(cell)).unwrap_or(members.len());
                    there = members.get(before).map_or(CellSet::EMPTY, |(_, cells)| *cells);
                    let mine = if before < members.len() { there } else { t.board };
                    members[..before].iter().fold(mine, |rest, (_, cells)| rest - *cells)
                }
                Reads::File => {
                    there = t.file_sets[usize::from(cell.0 % t.files)];
                    there
                }
                Reads::Rank => {
                    there = t.rank_sets[usize::from(cell.0 / t.files)];
                    there
                }
                Reads::More => CellSet::EMPTY,
            };
            if alike.is_empty() {
                break;
            }
            if let Some((set, pieces)) = &counted {
                if (set.least..=set.most).contains(&((*pieces & there).len() as u32)) {
                    barred |= alike;
                }
                spoken -= alike;
                continue;
            }
            let drop = found.iter().find(|(index, cells)| cells.has(cell) && bar.cells[*index].has(cell));
            if drop.is_some_and(|(index, _)| is_barred(t, position, bar.rule, plan, *index, cell)) {
                barred |= alike;
            }
            spoken -= alike;
        }
        for (index, cells) in found.iter_mut() {
            if bar.reads == Reads::More {
                for cell in *cells & bar.cells[*index] {
                    if is_barred(t, position, bar.rule, plan, *index, cell) {
                        cells.remove(cell);
                    }
                }
            } else {
                *cells -= barred & bar.cells[*index];
            }
        }
    }
    found.retain(|(_, cells)| !cells.is_empty());
}

fn is_barred<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    rule: usize,
    plan: &crate::compile::gathering::Drops<W>,
    index: usize,
    cell: Cell,
) -> bool {
    let drop = &plan.sets[index];
    let rule = &t.turn[position.mover(t) as usize].bars[rule];
    debug_assert!(matches!(rule.deed, DeedTable::Drop(..) | DeedTable::Act));
    let facts = Facts { from: NONE, to: cell.0, content: drop.content, taken: CellSet::EMPTY, done: false, flipped: 0 };
    legality::bars(t, position, rule, DROP, &facts, drop.hand)
}

/// A drop as a move.
pub(in crate::engine) fn drop_move<const W: usize>(
    plan: &crate::compile::gathering::Drops<W>,
    index: usize,
    cell: Cell,
) -> Move<W> {
    let drop = &plan.sets[index];
    Move { hand: drop.hand, ..Move::new(DROP, drop.content, NONE, cell.0) }
}
