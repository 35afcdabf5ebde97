//! Movement: each statement is classified into the cheapest family that can run it, with terrain folded in.

use std::collections::BTreeSet;

use super::compiler::{Compiler, View};
use super::tables::{
    Barrier, ConditionTable, FamilyTable, Heading, LegTable, Mode, MotionTable, Mover, NONE, Node, OntoTable,
    OverTable, Part, PathTable, Ray, RiderTable,
};
use super::topology::AXES;
use crate::rules::Compass;
use crate::rules::model::{self, Direction, Leg, Motion, MoveWhat, Movement, Path, Vector, Verb};
use crate::types::{Cell, CellSet, Kind, Player};

/// The vector of the leg before.
type Last = Option<(i32, i32)>;

/// How a single leg goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Leaper,
    Slider,
    Rider,
}

/// A family that was made: its shape, vectors, reach, pieces between, tables.
pub(super) type Made<const W: usize> = (Shape, Vec<(i32, i32)>, (u32, u32), (u32, u32), FamilyTable<W>);

/// So many families are remembered.
const MOST_FAMILIES: usize = 64;

/// Ways that are followed first when any end will do.
const FEW_WAYS: usize = 8;

/// Most repetitions of a path that is repeated "any number of times"; each must take a piece.
const MOST_ROUNDS: u32 = 64;

impl<const W: usize> Compiler<'_, W> {
    /// Where a player's forward points; the last row (nobody) has none.
    pub(super) fn facing(&self, owner: usize) -> Option<Compass> {
        if owner < self.players { self.rules.players[Player(owner as u8)].faces } else { None }
    }

    /// The compass directions that a list means for an owner; `default` when the list is empty.
    pub(super) fn compass_list(&self, along: &[Direction], owner: usize, default: &[u8]) -> Vec<u8> {
        if along.is_empty() {
            return default.to_vec();
        }
        let mut list = Vec::new();
        for direction in along {
            let compass = match direction {
                Direction::Relative(compass) => compass.seen_from(self.facing(owner).unwrap_or(Compass::NORTH)),
                Direction::Absolute(compass) => *compass,
                _ => continue,
            };
            if !list.contains(&compass.0) {
                list.push(compass.0);
            }
        }
        list
    }

    fn headings(&self, directions: &[Direction], owner: usize) -> Vec<Heading> {
        let mut list = Vec::new();
        for direction in directions {
            let heading = match direction {
                Direction::Relative(compass) => {
                    Heading::Compass(compass.seen_from(self.facing(owner).unwrap_or(Compass::NORTH)).0)
                }
                Direction::Absolute(compass) => Heading::Compass(compass.0),
                Direction::Onward(notch) => Heading::Onward(*notch),
                Direction::Ahead => Heading::Ahead,
                Direction::Line { line, forward } => Heading::Chain(line.0, *forward),
            };
            if !list.contains(&heading) {
                list.push(heading);
            }
        }
        list
    }

    fn vectors(&self, vectors: &[Vector], owner: usize) -> Vec<(i32, i32)> {
        let mut list = Vec::new();
        for vector in vectors {
            let turned = if vector.relative {
                let (mut x, mut y) = (vector.x, vector.y);
                for _ in 0..self.facing(owner).map_or(0, |facing| facing.0 / 2) {
                    (x, y) = (y, -x);
                }
                (x, y)
            } else {
                (vector.x, vector.y)
            };
            if !list.contains(&turned) {
                list.push(turned);
            }
        }
        list
    }

    /// Terrain that bars a content, as its owner sees the board.
    pub(super) fn barriers(&mut self, content: u16) -> Vec<Barrier<W>> {
        let rules = self.rules;
        let view = self.view_of(content);
        let mut barriers = Vec::new();
        for terrain in &rules.terrain {
            let cells = Self::cells_of(&terrain.cells, view);
            for statement in &terrain.statements {
                let model::TerrainKind::Access { only, who, stops } = &statement.kind else { continue };
                let when = self.condition(&statement.when, view);
                let who = self.items(who, view);
                if !who.dynamic.is_empty() {
                    self.refuse(statement.span, "a terrain statement about pieces in a state of the moment");
                }
                let named = who.local.slot[content as usize] != 0;
                if named != *only && !matches!(when, ConditionTable::Const(false)) {
                    barriers.push(Barrier { cells, stops: *stops, when });
                }
            }
        }
        barriers
    }

    pub(super) fn view_of(&self, content: u16) -> View {
        let owner = self.contents[content as usize].owner;
        (usize::from(owner) < self.players).then_some(Player(owner))
    }

    /// How a content moves.
    pub(super) fn mover(&mut self, content: u16) -> Mover<W> {
        let rules = self.rules;
        let info = self.contents[content as usize];
        let view = self.view_of(content);
        let kind = &rules.kinds[Kind(info.kind)];
        let mut mover = Mover { only_in: self.board, disjoint: true, sets: true, ..Mover::default() };
        if view.is_none() || !self.spend_work(self.size) {
            return mover;
        }
        for only in &kind.only_in {
            let cells = self.items(&only.cells, view);
            let when = self.condition(&only.when, view);
            match (self.pure_cells(&cells), &when) {
                (_, ConditionTable::Const(false)) => {}
                (Some(cells), ConditionTable::Const(true)) => mover.only_in &= cells,
                _ => mover.only_in_when.push((cells, when)),
            }
        }
        let may_stop = self.condition(&kind.may_stop, view);
        for (statement, movement) in kind.movements.iter().enumerate() {
            self.parts(&mut mover, content, statement as u16, movement, &may_stop);
        }
        mover.sets = mover.only_in_when.is_empty()
            && mover.parts.iter().all(|part| !matches!(part.family, FamilyTable::General(_)));
        mover.disjoint = self.parts_disjoint(&mover);
        mover.walking_slider = mover.sets
            && mover.parts.len() == 1
            && mover.parts[0].walks
            && !mover.parts[0].takes
            && matches!(mover.parts[0].when, ConditionTable::Const(true))
            && mover.parts[0].starts == self.board
            && matches!(mover.parts[0].family, FamilyTable::Slider { .. });
        mover
    }

    pub(super) fn parts(
        &mut self,
        mover: &mut Mover<W>,
        content: u16,
        statement: u16,
        movement: &Movement,
        may_stop: &ConditionTable<W>,
    ) {
        let view = self.view_of(content);
        let when = self.condition(&movement.when, view);
        let mut starts = CellSet::EMPTY;
        let mut known = true;
        for cell in self.board {
            match self.known_of(&when, content, cell) {
                Some(true) => starts.insert(cell),
                Some(false) => {}
                None => {
                    known = false;
                    break;
                }
            }
        }
        let (starts, when) = if known { (starts, ConditionTable::Const(true)) } else { (self.board, when) };
        if starts.is_empty() {
            return;
        }
        let plain_statement =
            movement.taking_at_most.is_none() && movement.stopping_on.is_none() && movement.leaving_mark.is_none();
        if plain_statement && known && starts == self.board && self.lent(mover, content, statement, movement) {
            return;
        }
        if let (MoveWhat::Path(path), true) = (&movement.what, plain_statement) {
            let mut legs = Vec::new();
            if Self::single_legs(path, &mut legs) {
                let simple: Vec<_> =
                    legs.iter().map(|leg| self.simple_leg(content, movement.verb, leg, &mover.only_in)).collect();
                if simple.iter().all(Option::is_some) {
                    for (walks, takes, family) in simple.into_iter().flatten() {
                        if walks || takes {
                            mover.parts.push(Part { family, walks, takes, starts, when: when.clone(), statement });
                        }
                    }
                    return;
                }
            }
        }
        let (root, instead) = match &movement.what {
            MoveWhat::Path(path) => (self.node(path, content), None),
            MoveWhat::InsteadLike(set) => {
                let set = self.set(set, view);
                let leg =
                    LegTable { mode: Mode::Plain, motion: MotionTable::Like(set.clone()), over: None, onto: None };
                (Node::Leg(Box::new(leg)), Some(set))
            }
        };
        let stopping_on = movement.stopping_on.as_ref().map(|items| self.items(items, view));
        self.needs.marks |= movement.leaving_mark.is_some();
        let path = PathTable {
            root,
            quiet: movement.verb != Verb::Takes,
            capturing: movement.verb != Verb::Walks,
            most: movement.taking_at_most.unwrap_or(u32::MAX),
            stopping_on,
            mark: movement.leaving_mark.map(|mark| mark.0),
            may_stop: may_stop.clone(),
            instead,
        };
        mover.parts.push(Part {
            walks: path.quiet,
            takes: path.capturing,
            family: FamilyTable::General(Box::new(path)),
            starts,
            when,
            statement,
        });
    }

    /// The alternatives of a path when each is a single leg.
    fn single_legs<'p>(path: &'p Path, legs: &mut Vec<&'p Leg>) -> bool {
        match path {
            Path::Leg(leg) => {
                legs.push(leg);
                true
            }
            Path::Or(list) => list.iter().all(|path| Self::single_legs(path, legs)),
            _ => false,
        }
    }

    /// A leg as a leaper, slider or rider, if it can be one.
    fn simple_leg(
        &mut self,
        content: u16,
        verb: Verb,
        leg: &Leg,
        only_in: &CellSet<W>,
    ) -> Option<(bool, bool, FamilyTable<W>)> {
        let (walks, takes) = match leg.mode {
            model::Mode::Plain => (true, true),
            model::Mode::Walking => (true, false),
            model::Mode::Taking => (false, true),
            model::Mode::Shooting | model::Mode::Placing(_) => return None,
        };
        let (walks, takes) = (walks && verb != Verb::Takes, takes && verb != Verb::Walks);
        if leg.onto.is_some() || !self.spend_bytes(self.size * size_of::<CellSet<W>>()) {
            return None;
        }
        let over = match &leg.over {
            None => (0, 0),
            Some(over) if over.set.is_none() && over.taking == (0, Some(0)) => (over.min, over.max.unwrap_or(u32::MAX)),
            Some(_) => return None,
        };
        let barriers = self.fixed_barriers(content)?;
        let owner = usize::from(self.contents[content as usize].owner);
        let compass = |headings: Vec<Heading>| -> Option<Vec<u8>> {
            headings.iter().map(|heading| if let Heading::Compass(d) = heading { Some(*d) } else { None }).collect()
        };
        let open = |max: &Option<u32>| max.unwrap_or(u32::MAX);
        let (shape, mut vectors, reach) = match &leg.motion {
            Motion::Step(directions) if over == (0, 0) => {
                let steps = compass(self.headings(directions, owner))?;
                (Shape::Leaper, steps.iter().map(|&d| Compass(d).delta()).collect(), (1, 1))
            }
            Motion::Leap(vectors) if over == (0, 0) => (Shape::Leaper, self.vectors(vectors, owner), (1, 1)),
            Motion::Slide(directions, min, max) => {
                let directions = compass(self.headings(directions, owner))?;
                let shape = if over == (0, 0) { Shape::Slider } else { Shape::Rider };
                (shape, directions.iter().map(|&d| Compass(d).delta()).collect(), (*min, open(max)))
            }
            Motion::Ride(vectors, min, max) => (Shape::Rider, self.vectors(vectors, owner), (*min, open(max))),
            _ => return None,
        };
        vectors.sort_unstable();
        // Where no terrain is in the way, kinds and players that move alike share the work.
        let free = barriers.is_empty() && *only_in == self.board;
        let known = self
            .families
            .iter()
            .find(|known| known.0 == shape && known.1 == vectors && (known.2, known.3) == (reach, over));
        if free && let Some(known) = known {
            let family = known.4.clone();
            if let FamilyTable::Rider(table) = &family {
                self.spend_bytes(table.bytes());
            }
            return Some((walks, takes, family));
        }
        let family = match shape {
            Shape::Leaper => self.leaper(&vectors, &barriers, only_in),
            Shape::Slider => {
                let directions: Vec<u8> = vectors.iter().filter_map(|&(x, y)| compass_of(x, y)).map(|d| d.0).collect();
                self.slider(&directions, reach.0, reach.1, &barriers, only_in)
            }
            Shape::Rider => self.rider(&vectors, reach.0, reach.1, over, &barriers, only_in),
        };
        if free && self.families.len() < MOST_FAMILIES {
            self.families.push((shape, vectors, reach, over, family.clone()));
        }
        Some((walks, takes, family))
    }

    /// The barriers of a content when they never change.
    fn fixed_barriers(&mut self, content: u16) -> Option<Vec<Barrier<W>>> {
        let barriers = self.barriers(content);
        barriers.iter().all(|barrier| matches!(barrier.when, ConditionTable::Const(true))).then_some(barriers)
    }

    fn may_enter(barriers: &[Barrier<W>], from: Cell, to: Cell) -> bool {
        !barriers.iter().any(|barrier| !barrier.stops && barrier.cells.has(to) && !barrier.cells.has(from))
    }

    fn may_stop(barriers: &[Barrier<W>], only_in: &CellSet<W>, at: Cell) -> bool {
        only_in.has(at) && !barriers.iter().any(|barrier| barrier.stops && barrier.cells.has(at))
    }

    fn leaper(&self, vectors: &[(i32, i32)], barriers: &[Barrier<W>], only_in: &CellSet<W>) -> FamilyTable<W> {
        let mut targets = vec![CellSet::EMPTY; self.size];
        for start in self.board {
            for &(x, y) in vectors {
                if let Some(to) = self.rules.board.offset(start, x, y)
                    && to != start
                    && Self::may_enter(barriers, start, to)
                    && Self::may_stop(barriers, only_in, to)
                {
                    targets[start.index()].insert(to);
                }
            }
        }
        FamilyTable::Leaper(targets)
    }

    fn slider(
        &mut self,
        directions: &[u8],
        min: u32,
        max: u32,
        barriers: &[Barrier<W>],
        only_in: &CellSet<W>,
    ) -> FamilyTable<W> {
        let axes: Vec<u8> = (0..4u8)
            .filter(|&axis| {
                let up = AXES[axis as usize];
                directions.contains(&up.0) || directions.contains(&up.opposite().0)
            })
            .collect();
        for &axis in &axes {
            self.axis_place(axis);
        }
        let mut rays = vec![Ray::default(); axes.len() * self.size];
        for (place, &axis) in axes.iter().enumerate() {
            for start in self.board {
                let slot = self.axis_slot(axis, start);
                let mut ray = Ray { line: slot.line, ..Ray::default() };
                for (up, direction) in [(true, AXES[axis as usize]), (false, AXES[axis as usize].opposite())] {
                    if !directions.contains(&direction.0) {
                        continue;
                    }
                    let (mut here, mut reach) = (start, 0);
                    while let Some(next) = self.rules.board.neighbour(here, direction) {
                        reach += 1;
                        if reach > max || !Self::may_enter(barriers, here, next) {
                            break;
                        }
                        let bit = 1u64 << self.axis_slot(axis, next).bit;
                        if up {
                            ray.above |= bit;
                        } else {
                            ray.below |= bit;
                        }
                        if reach >= min && Self::may_stop(barriers, only_in, next) {
                            ray.stop |= bit;
                        }
                        here = next;
                    }
                }
                rays[place * self.size + start.index()] = ray;
            }
        }
        FamilyTable::Slider { axes, rays }
    }

    fn rider(
        &mut self,
        vectors: &[(i32, i32)],
        min: u32,
        max: u32,
        over: (u32, u32),
        barriers: &[Barrier<W>],
        only_in: &CellSet<W>,
    ) -> FamilyTable<W> {
        let mut table = RiderTable { over, ..RiderTable::default() };
        for index in 0..self.size {
            table.spans.push(table.rays.len() as u32);
            let start = Cell::from_index(index);
            if !self.board.has(start) {
                continue;
            }
            for &(x, y) in vectors {
                if (x, y) == (0, 0) {
                    continue;
                }
                let first = table.cells.len() as u32;
                let (mut here, mut reach) = (start, 0);
                while let Some(next) = self.rules.board.offset(here, x, y) {
                    reach += 1;
                    if reach > max || !Self::may_enter(barriers, here, next) {
                        break;
                    }
                    table.cells.push((next.0, reach >= min && Self::may_stop(barriers, only_in, next)));
                    here = next;
                }
                if table.cells.len() as u32 > first {
                    table.rays.push((first, table.cells.len() as u32));
                }
            }
        }
        table.spans.push(table.rays.len() as u32);
        self.spend_bytes(table.bytes());
        FamilyTable::Rider(Box::new(table))
    }

    fn node(&mut self, path: &Path, content: u16) -> Node<W> {
        match path {
            Path::Or(list) => Node::Or(list.iter().map(|path| self.node(path, content)).collect()),
            Path::Then(list) => Node::Then(list.iter().map(|path| self.node(path, content)).collect()),
            Path::Times { path, min, max } => {
                Node::Times(Box::new(self.node(path, content)), *min, max.unwrap_or(MOST_ROUNDS.max(*min)))
            }
            Path::AsLongAsItCan(path) => Node::AsLong(Box::new(self.node(path, content))),
            Path::Leg(leg) => Node::Leg(Box::new(self.leg(leg, content))),
        }
    }

    fn leg(&mut self, leg: &Leg, content: u16) -> LegTable<W> {
        let view = self.view_of(content);
        let owner = usize::from(self.contents[content as usize].owner);
        let mode = match leg.mode {
            model::Mode::Plain => Mode::Plain,
            model::Mode::Walking => Mode::Walking,
            model::Mode::Taking => Mode::Taking,
            model::Mode::Shooting => Mode::Shooting,
            model::Mode::Placing(kind) => {
                let mine = self.content(owner, kind.index());
                let placed = if mine == NONE { self.content(self.players, kind.index()) } else { mine };
                if placed == NONE {
                    self.refuse(leg.span, "placing a piece that neither the player nor nobody can own");
                }
                Mode::Placing(placed)
            }
        };
        let motion = match &leg.motion {
            Motion::Step(directions) => MotionTable::Slide(self.headings(directions, owner), 1, 1),
            Motion::Slide(directions, min, max) => {
                MotionTable::Slide(self.headings(directions, owner), *min, max.unwrap_or(u32::MAX))
            }
            Motion::Leap(vectors) => MotionTable::Ride(self.vectors(vectors, owner), 1, 1),
            Motion::Ride(vectors, min, max) => {
                MotionTable::Ride(self.vectors(vectors, owner), *min, max.unwrap_or(u32::MAX))
            }
            Motion::Hop(directions) => MotionTable::Hop(self.headings(directions, owner)),
            Motion::Like(set) => MotionTable::Like(self.set(set, view)),
            Motion::Stay => MotionTable::Stay,
        };
        let over = leg.over.as_ref().map(|over| OverTable {
            min: over.min,
            max: over.max.unwrap_or(u32::MAX),
            set: over.set.as_ref().map(|set| self.set(set, view)),
            take_min: over.taking.0,
            take_max: over.taking.1.unwrap_or(u32::MAX),
        });
        let onto = leg.onto.as_ref().map(|onto| match onto {
            model::Onto::Mark(mark) => OntoTable::Mark(mark.0),
            model::Onto::Set(set) => OntoTable::Set(self.set(set, view)),
        });
        LegTable { mode, motion, over, onto }
    }

    /// The destinations of a part on an empty board, for telling whether parts overlap.
    fn open_reach(&self, part: &Part<W>, cell: Cell) -> CellSet<W> {
        match &part.family {
            FamilyTable::Leaper(targets) => targets[cell.index()],
            FamilyTable::Slider { axes, rays } => (0..axes.len())
                .map(|place| &rays[place * self.size + cell.index()])
                .fold(CellSet::EMPTY, |reach, ray| {
                    reach | self.cells_of_bits(ray.line, (ray.above | ray.below) & ray.stop)
                }),
            FamilyTable::Rider(table) => {
                let mut reach = CellSet::EMPTY;
                let span = table.spans[cell.index()] as usize..table.spans[cell.index() + 1] as usize;
                for &(first, end) in &table.rays[span] {
                    for &(to, stop) in &table.cells[first as usize..end as usize] {
                        if stop {
                            reach.insert(Cell(to));
                        }
                    }
                }
                reach
            }
            FamilyTable::General(_) => self.board,
        }
    }

    fn parts_disjoint(&self, mover: &Mover<W>) -> bool {
        if mover.parts.len() == 1 {
            return !matches!(&mover.parts[0].family, FamilyTable::Rider(_));
        }
        // A walking and a taking part never meet; the rest is compared on the open board.
        self.board.into_iter().all(|cell| {
            let (mut walked, mut taken) = (CellSet::EMPTY, CellSet::EMPTY);
            mover.parts.iter().all(|part| {
                let reach = self.open_reach(part, cell);
                let walks = if part.walks { reach } else { CellSet::EMPTY };
                let takes = if part.takes { reach } else { CellSet::EMPTY };
                let apart = walked.is_disjoint(&walks) && taken.is_disjoint(&takes);
                walked |= walks;
                taken |= takes;
                apart
            })
        })
    }

    /// The cells from which a mover has no move on a board that is empty but for it.
    pub(super) fn stuck_cells(&mut self, mover: &Mover<W>) -> CellSet<W> {
        let mut stuck = CellSet::EMPTY;
        for cell in self.board {
            let free = mover.parts.iter().any(|part| {
                part.walks
                    && part.starts.has(cell)
                    && match &part.family {
                        FamilyTable::General(path) => {
                            // Any end will do, so a few ways are followed first.
                            path.quiet
                                && [FEW_WAYS, usize::MAX].into_iter().any(|most| {
                                    let ends = self.empty_ends(&path.root, &[(cell, None)], most);
                                    ends.iter().any(|&(end, _)| end != cell && mover.only_in.has(end))
                                })
                        }
                        FamilyTable::Rider(table) => table.over.0 == 0 && !self.open_reach(part, cell).is_empty(),
                        _ => !self.open_reach(part, cell).is_empty(),
                    }
            });
            if !free {
                stuck.insert(cell);
            }
        }
        stuck
    }

    /// Where a path can lead on an empty board: end cells with the direction of the last leg. Of the states that it may be
    /// in at a time about `most` are looked at.
    fn empty_ends(&mut self, node: &Node<W>, from: &[(Cell, Last)], most: usize) -> Vec<(Cell, Last)> {
        if from.is_empty() || !self.spend_work(size_of_val(from)) {
            return Vec::new();
        }
        let mut ends = match node {
            Node::Or(list) => {
                let mut ends = Vec::new();
                for node in list {
                    ends.extend(self.empty_ends(node, from, most));
                }
                ends
            }
            Node::Then(list) => list.iter().fold(from.to_vec(), |at, node| self.empty_ends(node, &at, most)),
            Node::Times(inner, min, max) => {
                let (mut at, mut all) = (from.to_vec(), BTreeSet::new());
                for round in 0..=(*max).min(self.size as u32) {
                    if round >= *min {
                        all.extend(at.iter().copied());
                    }
                    if round < *max {
                        let next = self.empty_ends(inner, &at, most);
                        if next.is_empty() || next.iter().all(|end| all.contains(end)) {
                            break;
                        }
                        at = next;
                    }
                }
                all.into_iter().collect()
            }
            Node::AsLong(_) => Vec::new(),
            Node::Leg(leg) => {
                let mut ends = Vec::new();
                for &state in from {
                    if ends.len() >= most || !self.spend_work(8 * size_of::<(Cell, Last)>()) {
                        break;
                    }
                    let before = ends.len();
                    self.empty_leg(leg, state, &mut ends);
                    // They are sorted, too.
                    self.spend_work(8 * (ends.len() - before) * size_of::<(Cell, Last)>());
                }
                ends
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends.truncate(most);
        ends
    }

    fn empty_leg(&self, leg: &LegTable<W>, (start, last): (Cell, Last), ends: &mut Vec<(Cell, Last)>) {
        let walks = matches!(leg.mode, Mode::Plain | Mode::Walking) && leg.onto.is_none();
        if !walks || leg.over.as_ref().is_some_and(|over| over.min > 0) {
            return;
        }
        match &leg.motion {
            MotionTable::Stay => ends.push((start, last)),
            MotionTable::Slide(headings, min, max) => {
                for heading in headings {
                    let directions: Vec<u8> = match heading {
                        Heading::Compass(d) => vec![*d],
                        Heading::Onward(notch) => last
                            .and_then(|(x, y)| compass_of(x, y))
                            .map(|d| d.turned(i32::from(*notch)).0)
                            .into_iter()
                            .collect(),
                        Heading::Ahead => Compass::ALL
                            .into_iter()
                            .filter(|d| last.is_none_or(|(x, y)| x * d.delta().0 + y * d.delta().1 >= 0))
                            .map(|d| d.0)
                            .collect(),
                        Heading::Chain(..) => (0..8).collect(),
                    };
                    for d in directions {
                        let (mut here, mut reach) = (start, 0);
                        while let Some(next) = self.rules.board.neighbour(here, Compass(d)) {
                            reach += 1;
                            if reach > *max {
                                break;
                            }
                            if reach >= *min {
                                ends.push((next, Some(Compass(d).delta())));
                            }
                            here = next;
                        }
                    }
                }
            }
            MotionTable::Ride(vectors, min, max) => {
                for &(x, y) in vectors {
                    let (mut here, mut reach) = (start, 0);
                    while let Some(next) = self.rules.board.offset(here, x, y) {
                        reach += 1;
                        if reach > *max || next == start {
                            break;
                        }
                        if reach >= *min {
                            ends.push((next, Some((x, y))));
                        }
                        here = next;
                    }
                }
            }
            MotionTable::Hop(_) | MotionTable::Like(_) => {}
        }
    }
}

/// The compass direction of a vector when it lies on one of the eight, else none.
pub(super) fn compass_of(x: i32, y: i32) -> Option<Compass> {
    let straight = x == 0 || y == 0 || x.abs() == y.abs();
    Compass::ALL.into_iter().find(|d| straight && d.delta() == (x.signum(), y.signum()))
}
