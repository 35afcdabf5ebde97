//! What the engine reads when it gathers the moves of a position: paths written out as routes, drops as sets, and which
//! questions need not be asked. Read off the finished tables when a game is first played. Nothing is guessed: what is not
//! recognised here is left to the walker and to trying moves out, which say the same more slowly.

mod deeds;

pub use deeds::{DropBar, DropSet, Drops, Reads, Turns, local_effect, spares_drops};

use std::sync::OnceLock;

use super::movement::compass_of;
use super::tables::{
    ConditionTable, FamilyTable, FreezeTable, Heading, ItemsTable, LINE_STRIDE, LegTable, Mode, MotionTable, Mover,
    NONE, Node, NounTable, Part, PathTable, PlaceTable, Tables,
};
use crate::rules::Compass;
use crate::types::{Cell, CellSet};

/// Most routes of one path.
const MOST_ROUTES: usize = 64;

/// Most legs of one route.
const MOST_LEGS: usize = 6;

/// Most ends that one route may have, roughly.
const MOST_ENDS: u32 = 1 << 14;

/// Most pieces that a leg may jump when it takes some of them.
pub const MOST_HURDLES: usize = 6;

/// Most tables of where routes take.
const MOST_REACHES: usize = 64;

/// Most vectors of one game.
const MOST_VECTORS: usize = 512;

/// Everything for gathering.
#[derive(Debug, Clone)]
pub struct Gathering<const W: usize> {
    /// The vectors of all routes; the first eight are the compass directions.
    pub vectors: Vec<Vector>,
    /// `hops[vector * size + cell]`: where a vector leads; [`NONE`] off the board.
    pub hops: Vec<u16>,
    /// `leaps[table][cell]`: where the single leaps of a leg lead.
    pub leaps: Vec<Vec<CellSet<W>>>,
    /// `reaches[table][cell]`: every cell that routes which must take something could pass or end on.
    pub reaches: Vec<Vec<CellSet<W>>>,
    /// By content: how its moves are gathered; `None` where they must be walked.
    pub movers: Vec<Option<Vec<Gathered>>>,
    /// By content: more moves than a piece of it can ever have; `None` where it borrows or is not gathered.
    pub bounds: Vec<Option<u32>>,
    /// Contents that can freeze others.
    pub freezers: Vec<u16>,
    /// By content: where it could ever take a piece, as seen from its cell (a bit for each offset); empty: anywhere. Made when
    /// somebody asks.
    spans: OnceLock<Vec<Vec<u64>>>,
    /// By content: might it attack more when a piece of its own side is added to the board?
    pub helped: Vec<bool>,
    /// What is known of the turns of each player.
    pub turns: Vec<Turns<W>>,
    /// Attacks ask nothing but paths and who freezes: no rule bars a move, nothing is captured by position.
    pub plain_attacks: bool,
    /// Width of the grid of offsets.
    stride: i32,
    /// Offset of no steps at all.
    middle: i32,
    files: i32,
}

/// A vector of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector {
    /// Files to the right.
    pub x: i32,
    /// Ranks up.
    pub y: i32,
    /// The compass direction it points to, if it lies on one.
    pub compass: Option<u8>,
}

/// How the moves of one part are gathered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gathered {
    /// A leaper, slider or rider: its own tables say it.
    Family,
    /// A path, as sequences of legs.
    Routes {
        /// The sequences.
        routes: Vec<Vec<RouteLeg>>,
        /// Most pieces taken.
        most: u32,
        /// Routes that take nothing count.
        quiet: bool,
        /// Routes that take something count.
        capturing: bool,
        /// When all of them take something: place in [`Gathering::reaches`] of where that could be; [`NO_TABLE`] otherwise.
        reach: u16,
    },
    /// The moves of other kinds.
    Like {
        /// Which of them.
        mode: Mode,
        /// Moves that take nothing count.
        quiet: bool,
        /// Moves that take something count.
        capturing: bool,
    },
}

/// A leg of a route: no conditions, no sets, no branches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteLeg {
    /// How it ends; never placing.
    pub mode: Mode,
    /// Where it goes; nowhere when it stays.
    pub ways: Vec<Way>,
    /// It is `stay`.
    pub stays: bool,
    /// Least and most equal steps.
    pub reach: (u32, u32),
    /// Pieces between: least and most.
    pub over: (u32, u32),
    /// How many of them it takes: least and most.
    pub taking: (u32, u32),
    /// Place in [`Gathering::leaps`] of where it leads, when it is one leap in fixed directions; [`NO_TABLE`] otherwise.
    pub table: u16,
}

/// No table.
pub const NO_TABLE: u16 = u16::MAX;

/// A direction of a leg of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// One of the vectors.
    Vector(u16),
    /// The direction of the leg before, turned by eighths.
    Onward(i8),
    /// Not turning back.
    Ahead,
}

impl<const W: usize> Tables<W> {
    /// What the engine reads when it gathers moves; made at the first call.
    pub fn gathering(&self) -> &Gathering<W> {
        self.gathering.get_or_init(|| Box::new(Gathering::of(self)))
    }
}

impl<const W: usize> Gathering<W> {
    fn of(t: &Tables<W>) -> Self {
        let (files, ranks) = (i32::from(t.files), i32::from(t.ranks));
        let stride = 2 * files - 1;
        let mut gathering = Self {
            vectors: Compass::ALL.map(|direction| vector(direction.delta().0, direction.delta().1)).to_vec(),
            hops: Vec::new(),
            leaps: Vec::new(),
            reaches: Vec::new(),
            movers: Vec::new(),
            bounds: Vec::new(),
            freezers: (0..t.contents.len() as u16).filter(|&content| !t.freezes[content as usize].is_empty()).collect(),
            spans: OnceLock::new(),
            helped: Vec::new(),
            turns: Vec::new(),
            plain_attacks: false,
            stride,
            middle: (ranks - 1) * stride + files - 1,
            files,
        };
        gathering.movers = (0..t.contents.len()).map(|content| gathering.mover(t, content)).collect();
        gathering.forget_borrowers_of_walkers(t);
        gathering.bounds = (0..t.contents.len()).map(|content| gathering.bound(t, content)).collect();
        gathering.hops = gathering
            .vectors
            .iter()
            .flat_map(|to| (0..t.size as u16).map(|cell| t.offset(cell, (to.x, to.y))))
            .collect();
        gathering.tabulate(t);
        gathering.reach_out(t);
        gathering.helped = (0..t.contents.len()).map(|content| gathering.helped(t, content)).collect();
        gathering.turns = (0..t.players).map(|player| Turns::of(t, player)).collect();
        gathering.plain_attacks = t.captures.iter().all(Vec::is_empty)
            && gathering.turns.iter().all(|turns| !turns.moves_barred)
            && t.freezes.iter().flatten().all(freezes_plainly);
        gathering
    }

    /// The bit of a cell as seen from another.
    #[inline]
    fn span_bit(&self, from: u16, to: u16) -> usize {
        let offset = |cell: u16| {
            let cell = i32::from(cell);
            cell / self.files * self.stride + cell % self.files
        };
        (self.middle + offset(to) - offset(from)) as usize
    }

    /// Could a piece of the content on one cell ever take a piece on the other?
    #[inline]
    pub fn could_take(&self, t: &Tables<W>, content: u16, from: u16, to: u16) -> bool {
        let all = || (0..t.contents.len()).map(|content| self.span(t, content)).collect();
        let span = &self.spans.get_or_init(all)[content as usize];
        if span.is_empty() {
            return true;
        }
        let bit = self.span_bit(from, to);
        span[bit >> 6] >> (bit & 63) & 1 != 0
    }

    fn mover(&mut self, t: &Tables<W>, content: usize) -> Option<Vec<Gathered>> {
        let mover = &t.movers[content];
        let fixed = mover.only_in_when.is_empty() && t.barriers.get(content).is_none_or(Vec::is_empty);
        let path = |part: &Part<W>| matches!(part.family, FamilyTable::General(_));
        if !fixed && mover.parts.iter().any(path) {
            return None;
        }
        mover.parts.iter().map(|part| self.part(t, part)).collect()
    }

    fn part(&mut self, t: &Tables<W>, part: &Part<W>) -> Option<Gathered> {
        let FamilyTable::General(path) = &part.family else { return Some(Gathered::Family) };
        if path.stopping_on.is_some() || path.mark.is_some() || path.instead.is_some() {
            return None;
        }
        let (quiet, capturing) = (path.quiet, path.capturing);
        if let Some(leg) = borrowing(path) {
            let plain =
                leg.over.is_none() && leg.onto.is_none() && !matches!(leg.mode, Mode::Shooting | Mode::Placing(_));
            return plain.then_some(Gathered::Like { mode: leg.mode, quiet, capturing });
        }
        let ConditionTable::Const(may_stop) = path.may_stop else { return None };
        let routes = self.routes(&path.root, may_stop)?;
        let ends = |route: &Vec<RouteLeg>| {
            route.iter().fold(1u32, |ends, leg| ends.saturating_mul(leg.ends(u32::from(t.files.max(t.ranks)))))
        };
        (routes.iter().map(ends).fold(0, u32::saturating_add) <= MOST_ENDS).then_some(Gathered::Routes {
            routes,
            most: path.most,
            quiet,
            capturing,
            reach: NO_TABLE,
        })
    }

    /// A path as sequences of legs; `None` when it cannot be written so, or not in few.
    fn routes(&mut self, node: &Node<W>, may_stop: bool) -> Option<Vec<Vec<RouteLeg>>> {
        let joined = |heads: &[Vec<RouteLeg>], tails: &[Vec<RouteLeg>]| -> Option<Vec<Vec<RouteLeg>>> {
            let mut all = Vec::new();
            for head in heads {
                for tail in tails {
                    if all.len() == MOST_ROUTES || head.len() + tail.len() > MOST_LEGS {
                        return None;
                    }
                    all.push(head.iter().chain(tail).cloned().collect());
                }
            }
            Some(all)
        };
        let mut list = match node {
            Node::Leg(leg) => vec![vec![self.leg(leg)?]],
            Node::Or(list) => {
                let mut all = Vec::new();
                for node in list {
                    all.extend(self.routes(node, may_stop)?);
                }
                all
            }
            Node::Then(list) => {
                let (mut at, mut all) = (vec![Vec::new()], Vec::new());
                for (index, node) in list.iter().enumerate() {
                    at = joined(&at, &self.routes(node, may_stop)?)?;
                    if may_stop && index + 1 < list.len() {
                        all.extend(at.iter().cloned());
                    }
                }
                all.extend(at);
                all
            }
            Node::Times(inner, min, max) => {
                if *max as usize > MOST_LEGS {
                    return None;
                }
                let inner = self.routes(inner, may_stop)?;
                let (mut at, mut all) = (vec![Vec::new()], Vec::new());
                for round in 0..=*max {
                    if round >= *min {
                        all.extend(at.iter().cloned());
                    }
                    if round < *max {
                        at = joined(&at, &inner)?;
                    }
                }
                all
            }
            Node::AsLong(_) => return None,
        };
        let mut seen: Vec<Vec<RouteLeg>> = Vec::new();
        list.retain(|route| {
            let new = !seen.contains(route);
            if new {
                seen.push(route.clone());
            }
            new
        });
        (list.len() <= MOST_ROUTES).then_some(list)
    }

    fn leg(&mut self, leg: &LegTable<W>) -> Option<RouteLeg> {
        let over = match &leg.over {
            None => ((0, 0), (0, 0)),
            Some(over) if over.set.is_none() => ((over.min, over.max), (over.take_min, over.take_max)),
            Some(_) => return None,
        };
        if leg.onto.is_some() || matches!(leg.mode, Mode::Placing(_)) {
            return None;
        }
        if over.1.1 > 0 && over.0.1 as usize > MOST_HURDLES {
            return None;
        }
        let (ways, reach, stays) = match &leg.motion {
            MotionTable::Slide(headings, min, max) => {
                let ways = headings
                    .iter()
                    .map(|heading| match heading {
                        Heading::Compass(direction) => Some(Way::Vector(u16::from(*direction))),
                        Heading::Onward(notch) => Some(Way::Onward(*notch)),
                        Heading::Ahead => Some(Way::Ahead),
                        Heading::Chain(..) => None,
                    })
                    .collect::<Option<Vec<_>>>()?;
                (ways, (*min, *max), false)
            }
            MotionTable::Ride(vectors, min, max) => {
                let ways = vectors.iter().map(|&(x, y)| self.vector(x, y).map(Way::Vector)).collect::<Option<_>>()?;
                (ways, (*min, *max), false)
            }
            MotionTable::Stay => (Vec::new(), (0, 0), true),
            MotionTable::Hop(_) | MotionTable::Like(_) => return None,
        };
        Some(RouteLeg { mode: leg.mode, ways, stays, reach, over: over.0, taking: over.1, table: NO_TABLE })
    }

    fn vector(&mut self, x: i32, y: i32) -> Option<u16> {
        let at = self.vectors.iter().position(|known| (known.x, known.y) == (x, y));
        let at = at.unwrap_or_else(|| {
            self.vectors.push(vector(x, y));
            self.vectors.len() - 1
        });
        (at < MOST_VECTORS && (x, y) != (0, 0)).then_some(at as u16)
    }

    /// Makes the tables of single leaps.
    fn tabulate(&mut self, t: &Tables<W>) {
        let mut known: Vec<Vec<Way>> = Vec::new();
        let legs = self.movers.iter_mut().flatten().flatten().filter_map(|part| match part {
            Gathered::Routes { routes, .. } => Some(routes),
            _ => None,
        });
        for leg in legs.flatten().flatten() {
            let fixed = leg.ways.iter().all(|way| matches!(way, Way::Vector(_)));
            if !fixed || leg.stays || leg.reach != (1, 1) || leg.over.0 + leg.taking.0 > 0 || leg.mode == Mode::Shooting
            {
                continue;
            }
            let at = known.iter().position(|ways| *ways == leg.ways);
            let at = at.unwrap_or_else(|| {
                known.push(leg.ways.clone());
                known.len() - 1
            });
            if at < MOST_VECTORS {
                leg.table = at as u16;
            }
        }
        known.truncate(MOST_VECTORS);
        self.leaps = known
            .iter()
            .map(|ways| {
                let lead = |cell: usize| {
                    let mut cells = CellSet::EMPTY;
                    for way in ways {
                        let Way::Vector(vector) = way else { continue };
                        let to = self.hops[usize::from(*vector) * t.size + cell];
                        if to != NONE {
                            cells.insert(Cell(to));
                        }
                    }
                    cells
                };
                (0..t.size).map(lead).collect()
            })
            .collect();
    }

    /// Makes the tables of where routes that must take something could do so.
    fn reach_out(&mut self, t: &Tables<W>) {
        let mut known: Vec<Vec<(i32, i32)>> = Vec::new();
        for content in 0..self.movers.len() {
            for part in 0..self.movers[content].as_ref().map_or(0, Vec::len) {
                let Some(Gathered::Routes { routes, quiet, .. }) =
                    self.movers[content].as_ref().map(|parts| &parts[part])
                else {
                    continue;
                };
                let takes = |leg: &RouteLeg| matches!(leg.mode, Mode::Taking | Mode::Shooting) || leg.taking.0 > 0;
                if *quiet && !routes.iter().all(|route| route.iter().any(takes)) {
                    continue;
                }
                let mut offsets: Vec<(i32, i32)> = routes.iter().flat_map(|route| self.offsets(t, route)).collect();
                offsets.sort_unstable();
                offsets.dedup();
                let at = known.iter().position(|other| *other == offsets).unwrap_or_else(|| {
                    known.push(offsets);
                    known.len() - 1
                });
                if at < MOST_REACHES
                    && let Some(Gathered::Routes { reach, .. }) =
                        self.movers[content].as_mut().map(|parts| &mut parts[part])
                {
                    *reach = at as u16;
                }
            }
        }
        known.truncate(MOST_REACHES);
        let lead = |offsets: &Vec<(i32, i32)>, cell: usize| {
            let mut cells = CellSet::EMPTY;
            for &offset in offsets {
                let to = t.offset(cell as u16, offset);
                if to != NONE {
                    cells.insert(Cell(to));
                }
            }
            cells
        };
        self.reaches = known.iter().map(|offsets| (0..t.size).map(|cell| lead(offsets, cell)).collect()).collect();
    }

    /// Who borrows from kinds that must be walked must be walked.
    fn forget_borrowers_of_walkers(&mut self, t: &Tables<W>) {
        for _ in 0..self.movers.len() {
            let walkers: Vec<bool> = (0..t.contents.len()).map(|content| self.movers[content].is_none()).collect();
            let mut changed = false;
            for (content, mover) in self.movers.iter_mut().enumerate() {
                let row = t.contents[content].row;
                let borrows =
                    mover.as_ref().is_some_and(|parts| parts.iter().any(|part| matches!(part, Gathered::Like { .. })));
                let walked = |other: usize| t.contents[other].row == row && other > 0 && walkers[other];
                if borrows && (1..t.contents.len()).any(walked) {
                    *mover = None;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// How many moves a piece of a content can have at most.
    fn bound(&self, t: &Tables<W>, content: usize) -> Option<u32> {
        let gathered = self.movers[content].as_ref()?;
        let width = u32::from(t.files.max(t.ranks));
        let mut bound = 1u32;
        for (part, gathered) in t.movers[content].parts.iter().zip(gathered) {
            let most = match (&part.family, gathered) {
                (_, Gathered::Like { .. }) | (FamilyTable::General(_), Gathered::Family) => return None,
                (_, Gathered::Routes { routes, .. }) => {
                    let ends = |route: &Vec<RouteLeg>| {
                        route.iter().fold(1u32, |ends, leg| ends.saturating_mul(leg.ends(width)))
                    };
                    routes.iter().map(ends).fold(0, u32::saturating_add)
                }
                (FamilyTable::Leaper(targets), _) => targets.iter().map(|cells| cells.len() as u32).max().unwrap_or(0),
                (FamilyTable::Slider { axes, rays }, _) => (0..t.size)
                    .map(|cell| {
                        let reach = |place: usize| {
                            let ray = &rays[place * t.size + cell];
                            ((ray.above | ray.below) & ray.stop).count_ones()
                        };
                        (0..axes.len()).map(reach).sum()
                    })
                    .max()
                    .unwrap_or(0),
                (FamilyTable::Rider(table), _) => (0..t.size)
                    .map(|cell| {
                        let rays = &table.rays[table.spans[cell] as usize..table.spans[cell + 1] as usize];
                        rays.iter().map(|(first, last)| last - first).sum()
                    })
                    .max()
                    .unwrap_or(0),
            };
            bound = bound.saturating_add(most);
        }
        (bound <= MOST_ENDS).then_some(bound)
    }

    /// Does the mover jump pieces because it must, borrow, or ask anything?
    fn helped(&self, t: &Tables<W>, content: usize) -> bool {
        let Some(gathered) = &self.movers[content] else { return true };
        t.movers[content].parts.iter().zip(gathered).any(|(part, gathered)| {
            !matches!(part.when, ConditionTable::Const(true))
                || match (&part.family, gathered) {
                    (_, Gathered::Like { .. }) => true,
                    (_, Gathered::Routes { routes, .. }) => routes.iter().flatten().any(|leg| leg.over.0 > 0),
                    (FamilyTable::Rider(table), _) => table.over.0 > 0,
                    _ => false,
                }
        })
    }

    /// Where a content could ever take a piece.
    fn span(&self, t: &Tables<W>, content: usize) -> Vec<u64> {
        let bits = (2 * usize::from(t.ranks) - 1) * self.stride as usize;
        let mut span = vec![0u64; bits.div_ceil(64)];
        let Some(gathered) = self.movers.get(content).and_then(Option::as_ref) else { return Vec::new() };
        let mover: &Mover<W> = &t.movers[content];
        let mut insert = |bit: usize| span[bit >> 6] |= 1 << (bit & 63);
        for (part, gathered) in mover.parts.iter().zip(gathered) {
            if !part.takes {
                continue;
            }
            match (&part.family, gathered) {
                (_, Gathered::Like { .. }) => return Vec::new(),
                (_, Gathered::Routes { routes, .. }) => {
                    for route in routes {
                        for (x, y) in self.offsets(t, route) {
                            insert((self.middle + y * self.stride + x) as usize);
                        }
                    }
                }
                (FamilyTable::Leaper(targets), _) => {
                    for from in t.board {
                        for to in targets[from.index()] {
                            insert(self.span_bit(from.0, to.0));
                        }
                    }
                }
                (FamilyTable::Slider { axes, rays }, _) => {
                    for place in 0..axes.len() {
                        for from in t.board {
                            let ray = &rays[place * t.size + from.index()];
                            let mut bits = (ray.above | ray.below) & ray.stop;
                            while bits != 0 {
                                let at = usize::from(ray.line) * LINE_STRIDE + bits.trailing_zeros() as usize;
                                insert(self.span_bit(from.0, t.line_cells[at]));
                                bits &= bits - 1;
                            }
                        }
                    }
                }
                (FamilyTable::Rider(table), _) => {
                    for from in t.board {
                        let rays = table.spans[from.index()] as usize..table.spans[from.index() + 1] as usize;
                        for &(first, last) in &table.rays[rays] {
                            for &(to, _) in &table.cells[first as usize..last as usize] {
                                insert(self.span_bit(from.0, to));
                            }
                        }
                    }
                }
                (FamilyTable::General(_), _) => return Vec::new(),
            }
        }
        span
    }

    /// Every offset that a route passes or ends on, on a board without edges as large as this one.
    fn offsets(&self, t: &Tables<W>, route: &[RouteLeg]) -> Vec<(i32, i32)> {
        let (files, ranks) = (i32::from(t.files), i32::from(t.ranks));
        let mut passed: Vec<(i32, i32)> = Vec::new();
        let mut at = vec![(0, 0)];
        for leg in route {
            let mut next = if leg.stays { at.clone() } else { Vec::new() };
            for way in &leg.ways {
                let vectors = match way {
                    Way::Vector(vector) => &self.vectors[usize::from(*vector)..=usize::from(*vector)],
                    Way::Onward(_) | Way::Ahead => &self.vectors[..Compass::ALL.len()],
                };
                for vector in vectors {
                    for &(x, y) in &at {
                        for step in 1..=leg.reach.1.min(files.max(ranks) as u32) as i32 {
                            let end = (x + step * vector.x, y + step * vector.y);
                            if end.0.abs() >= files || end.1.abs() >= ranks {
                                break;
                            }
                            next.push(end);
                        }
                    }
                }
            }
            if matches!(leg.mode, Mode::Shooting) {
                passed.extend(next.iter().copied());
                next.extend(at.iter().copied());
            }
            next.sort_unstable();
            next.dedup();
            passed.extend(next.iter().copied());
            at = next;
        }
        passed.sort_unstable();
        passed.dedup();
        passed
    }
}

impl RouteLeg {
    /// In how many ways it can end at most, on a board so wide.
    fn ends(&self, width: u32) -> u32 {
        let ways: u32 = self.ways.iter().map(|way| if matches!(way, Way::Ahead) { 5 } else { 1 }).sum();
        let choices = if self.taking.1 == 0 { 1 } else { 1 << self.over.1.min(8) };
        ways.max(1).saturating_mul(self.reach.1.clamp(1, width)).saturating_mul(choices)
    }
}

/// Does who is frozen depend on the freezing piece and on the frozen one alone?
fn freezes_plainly<const W: usize>(freeze: &FreezeTable<W>) -> bool {
    let around_it = |items: &ItemsTable<W>| {
        items.local.entries.is_empty()
            && items.except.is_empty()
            && items.dynamic.iter().all(|term| matches!(term.noun, NounTable::It))
    };
    matches!(freeze.when, ConditionTable::Const(true))
        && freeze.set.items.is_local()
        && freeze.set.places.iter().all(|place| match place {
            PlaceTable::On(_, items) => items.is_local(),
            PlaceTable::NextTo(items, _) | PlaceTable::Behind(items, _) => around_it(items),
            _ => false,
        })
}

/// The leg of a path that is nothing but `like …`.
fn borrowing<const W: usize>(path: &PathTable<W>) -> Option<&LegTable<W>> {
    match &path.root {
        Node::Leg(leg) if matches!(leg.motion, MotionTable::Like(_)) => Some(leg),
        _ => None,
    }
}

fn vector(x: i32, y: i32) -> Vector {
    Vector { x, y, compass: compass_of(x, y).map(|direction| direction.0) }
}
