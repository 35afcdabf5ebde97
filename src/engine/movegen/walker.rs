//! The general walker: runs any path, leg by leg, over the board as the piece has changed it so far.

use std::cell::Cell as StdCell;

use crate::compile::tables::{
    Barrier, EMPTY, FamilyTable, Heading, LINE_STRIDE, LegTable, Mode, MotionTable, NOBODY, NONE, Node, OntoTable,
    OverTable, Part, PathTable, SetTable, Tables,
};
use crate::types::{Cell, CellSet};

use super::super::eval::{Context, Piece};
use super::super::position::Position;

/// Most states that one path may be in at a time; what lies beyond is not looked at.
const MOST_STATES: usize = 1 << 14;

/// Most copies inside copies: kinds that move like kinds that move like kinds.
const MOST_COPIES: u8 = 4;

/// Most cells that the paths of one piece may look at in one position; what lies beyond is not looked at.
const MOST_STEPS: u32 = 1 << 18;

/// Most rounds that a file can name; a path that is repeated more often takes a piece in each.
const MOST_ROUNDS: u32 = 36;

/// Eastward and northward steps of the compass.
const DELTAS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Where a piece is on its path, and what it has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine) struct Walk<const W: usize> {
    /// Where it is.
    pub at: u16,
    /// What it took.
    pub taken: CellSet<W>,
    /// What it crossed.
    pub crossed: CellSet<W>,
    /// Where it placed something.
    pub placed: u16,
    /// What it placed.
    pub placed_content: u16,
    /// The vector of the leg before.
    last: Option<(i32, i32)>,
    /// The path said `stay`.
    pub stayed: bool,
}

/// One piece that walks.
pub(in crate::engine) struct Walker<'a, const W: usize> {
    pub t: &'a Tables<W>,
    pub position: &'a Position<W>,
    /// The piece that moves, on its start cell.
    pub piece: Piece,
    /// Its owner.
    pub owner: u8,
    /// Most pieces it may take.
    most: u32,
    /// Then-paths may end early.
    may_stop: bool,
    /// A round that ends here is the last.
    stops: CellSet<W>,
    /// Moves that were lent are not lent on.
    lent: bool,
    /// Copies inside copies.
    copies: u8,
    /// The cells crossed matter: the path leaves a mark.
    marks: bool,
    /// Steps that are left.
    steps: StdCell<u32>,
}

impl<'a, const W: usize> Walker<'a, W> {
    /// A walker that may look at so many cells, [`MOST_STEPS`] at most.
    pub fn new(t: &'a Tables<W>, position: &'a Position<W>, piece: Piece, steps: u32) -> Self {
        let owner = t.contents[piece.content as usize].owner;
        Self {
            t,
            position,
            piece,
            owner,
            most: u32::MAX,
            may_stop: false,
            stops: CellSet::EMPTY,
            lent: false,
            copies: 0,
            marks: false,
            steps: StdCell::new(steps.min(MOST_STEPS)),
        }
    }

    /// The standing start.
    pub fn start(&self) -> Walk<W> {
        Walk {
            at: self.piece.cell,
            taken: CellSet::EMPTY,
            crossed: CellSet::EMPTY,
            placed: NONE,
            placed_content: EMPTY,
            last: None,
            stayed: false,
        }
    }

    fn context(&self) -> Context<'a, W> {
        Context { it: Some(self.piece), ..Context::default() }
    }

    /// What stands on a cell now.
    fn content(&self, walk: &Walk<W>, cell: u16) -> u16 {
        if cell == walk.placed {
            walk.placed_content
        } else if cell == self.piece.cell || (!self.t.taken_leave_at_end && walk.taken.has(Cell(cell))) {
            EMPTY
        } else {
            self.position.cells[cell as usize]
        }
    }

    /// May a piece of the content be taken by this one?
    pub fn takable(&self, content: u16) -> bool {
        let owner = self.t.contents[content as usize].owner;
        content != EMPTY && (owner == NOBODY || self.t.teams[owner as usize] != self.t.teams[self.owner as usize])
    }

    fn barred(&self, from: u16, to: u16) -> bool {
        self.barriers().iter().any(|barrier| {
            !barrier.stops
                && barrier.cells.has(Cell(to))
                && !barrier.cells.has(Cell(from))
                && self.position.holds(self.t, &barrier.when, &self.context())
        })
    }

    fn barriers(&self) -> &'a [Barrier<W>] {
        &self.t.barriers[self.piece.content as usize]
    }

    /// May the move end there?
    pub fn may_end(&self, cell: u16) -> bool {
        let mover = &self.t.movers[self.piece.content as usize];
        mover.only_in.has(Cell(cell))
            && mover.only_in_when.iter().all(|(items, when)| {
                !self.position.holds(self.t, when, &self.context())
                    || self.position.items_have(self.t, items, Piece { cell, ..self.piece }, &self.context())
            })
            && !self.barriers().iter().any(|barrier| {
                barrier.stops
                    && barrier.cells.has(Cell(cell))
                    && self.position.holds(self.t, &barrier.when, &self.context())
            })
    }

    /// All ends of a part, from its start: what it did, and where it is. Not yet filtered by verb and terrain.
    pub fn ends(&mut self, part: &Part<W>, from: Walk<W>) -> Vec<Walk<W>> {
        match &part.family {
            FamilyTable::General(path) => self.path(path, from),
            _ => self.simple(part, from),
        }
    }

    /// All ends of a path, verbs and limits kept.
    fn path(&mut self, path: &PathTable<W>, from: Walk<W>) -> Vec<Walk<W>> {
        let position = self.position;
        let saved = (self.most, self.may_stop, self.stops, self.marks);
        self.marks |= path.mark.is_some();
        self.most = path.most.saturating_add(from.taken.len() as u32);
        self.may_stop = position.holds(self.t, &path.may_stop, &self.context());
        self.stops = match &path.stopping_on {
            Some(items) => position.items_cells(self.t, items, &self.context()),
            None => CellSet::EMPTY,
        };
        let before = from.taken.len();
        let mut ends = self.node(&path.root, vec![from]);
        (self.most, self.may_stop, self.stops, self.marks) = saved;
        ends.retain(|walk| if walk.taken.len() > before { path.capturing } else { path.quiet });
        ends
    }

    /// How many cells it may still look at.
    pub fn steps_left(&self) -> u32 {
        self.steps.get()
    }

    /// One step more; false when there were enough.
    fn step(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left > 0
    }

    fn node(&mut self, node: &Node<W>, from: Vec<Walk<W>>) -> Vec<Walk<W>> {
        if from.is_empty() {
            return from;
        }
        let mut ends = match node {
            Node::Leg(leg) => {
                let mut ends = Vec::new();
                for walk in from {
                    if !self.step() {
                        break;
                    }
                    self.leg(leg, walk, &mut ends);
                }
                ends
            }
            Node::Or(list) => list.iter().flat_map(|node| self.node(node, from.clone())).collect(),
            Node::Then(list) => {
                let (mut at, mut ends) = (from, Vec::new());
                for (index, node) in list.iter().enumerate() {
                    at = self.node(node, at);
                    if self.may_stop && index + 1 < list.len() {
                        ends.extend(at.iter().copied());
                    }
                }
                ends.extend(at);
                ends
            }
            Node::Times(inner, min, max) => {
                let (mut at, mut ends) = (from, Vec::new());
                for round in 0..=*max {
                    if round >= *min {
                        ends.extend(at.iter().copied());
                    }
                    let endless = *max > MOST_ROUNDS;
                    let open: Vec<_> =
                        at.iter().copied().filter(|walk| round == 0 || !self.stops.has(Cell(walk.at))).collect();
                    if round == *max || open.is_empty() || ends.len() > MOST_STATES {
                        break;
                    }
                    at = if endless { self.taking_round(inner, open) } else { self.node(inner, open) };
                }
                ends
            }
            Node::AsLong(inner) => {
                let (mut at, mut ends) = (self.taking_round(inner, from), Vec::new());
                while !at.is_empty() && ends.len() <= MOST_STATES && self.steps.get() > 0 {
                    let mut next = Vec::new();
                    for walk in at {
                        let more = if self.stops.has(Cell(walk.at)) {
                            Vec::new()
                        } else {
                            self.taking_round(inner, vec![walk])
                        };
                        if more.is_empty() {
                            ends.push(walk);
                        }
                        next.extend(more);
                    }
                    next.sort_unstable();
                    next.dedup();
                    next.truncate(MOST_STATES);
                    at = next;
                }
                ends
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends.truncate(MOST_STATES);
        ends
    }

    /// One round that takes something.
    fn taking_round(&mut self, inner: &Node<W>, from: Vec<Walk<W>>) -> Vec<Walk<W>> {
        let mut all = Vec::new();
        for walk in from {
            let before = walk.taken.len();
            all.extend(self.node(inner, vec![walk]).into_iter().filter(|after| after.taken.len() > before));
        }
        all
    }

    fn leg(&mut self, leg: &LegTable<W>, walk: Walk<W>, ends: &mut Vec<Walk<W>>) {
        match &leg.motion {
            MotionTable::Stay => ends.push(Walk { stayed: true, ..walk }),
            MotionTable::Slide(headings, min, max) => {
                for heading in headings {
                    match heading {
                        Heading::Chain(line, forward) => self.chains(leg, walk, *line, *forward, (*min, *max), ends),
                        _ => {
                            for vector in Self::vectors_of(*heading, &walk) {
                                self.along(leg, walk, vector, (*min, *max), ends);
                            }
                        }
                    }
                }
            }
            MotionTable::Ride(vectors, min, max) => {
                for &vector in vectors {
                    self.along(leg, walk, vector, (*min, *max), ends);
                }
            }
            MotionTable::Hop(headings) => {
                for heading in headings {
                    for vector in Self::vectors_of(*heading, &walk) {
                        self.hop(leg, walk, vector, ends);
                    }
                }
            }
            MotionTable::Like(set) => self.like(set, leg.mode, walk, ends),
        }
    }

    fn vectors_of(heading: Heading, walk: &Walk<W>) -> Vec<(i32, i32)> {
        match heading {
            Heading::Compass(direction) => vec![DELTAS[direction as usize & 7]],
            Heading::Onward(notch) => walk
                .last
                .and_then(|(x, y)| {
                    let straight = x == 0 || y == 0 || x.abs() == y.abs();
                    DELTAS.iter().position(|&delta| straight && delta == (x.signum(), y.signum()))
                })
                .map(|direction| DELTAS[(direction as i32 + i32::from(notch)).rem_euclid(8) as usize])
                .into_iter()
                .collect(),
            Heading::Ahead => {
                DELTAS.into_iter().filter(|(dx, dy)| walk.last.is_none_or(|(x, y)| x * dx + y * dy >= 0)).collect()
            }
            Heading::Chain(..) => Vec::new(),
        }
    }

    fn along(&self, leg: &LegTable<W>, walk: Walk<W>, vector: (i32, i32), reach: (u32, u32), ends: &mut Vec<Walk<W>>) {
        let mut next = self.t.offset(walk.at, vector);
        self.run(leg, walk, reach, ends, || {
            let here = next;
            if here != NONE {
                next = self.t.offset(here, vector);
            }
            (here, vector)
        });
    }

    fn chains(
        &self,
        leg: &LegTable<W>,
        walk: Walk<W>,
        line: u16,
        forward: bool,
        reach: (u32, u32),
        ends: &mut Vec<Walk<W>>,
    ) {
        for chain in &self.t.chains[line as usize] {
            for place in (0..chain.len()).filter(|&place| chain[place] == walk.at) {
                for up in if forward { vec![true] } else { vec![true, false] } {
                    let mut index = place;
                    self.run(leg, walk, reach, ends, || {
                        let next = if up { index.checked_add(1) } else { index.checked_sub(1) };
                        match next.filter(|&next| next < chain.len()) {
                            Some(next) => {
                                let files = i32::from(self.t.files);
                                let (a, b) = (i32::from(chain[index]), i32::from(chain[next]));
                                index = next;
                                (chain[next], (b % files - a % files, b / files - a / files))
                            }
                            None => (NONE, (0, 0)),
                        }
                    });
                }
            }
        }
    }

    /// Goes from cell to cell and ends wherever the leg may.
    fn run(
        &self,
        leg: &LegTable<W>,
        walk: Walk<W>,
        (min, max): (u32, u32),
        ends: &mut Vec<Walk<W>>,
        mut next: impl FnMut() -> (u16, (i32, i32)),
    ) {
        let (mut before, mut steps) = (walk.at, 0);
        let mut crossed = CellSet::EMPTY;
        let mut hurdles: Vec<u16> = Vec::new();
        let most_hurdles = leg.over.as_ref().map_or(0, |over| over.max);
        loop {
            let (cell, vector) = next();
            steps += 1;
            if cell == NONE || steps > max || !self.step() || self.barred(before, cell) {
                return;
            }
            if steps >= min {
                self.end_leg(leg, walk, cell, vector, &hurdles, crossed, ends);
            }
            if self.content(&walk, cell) != EMPTY {
                if hurdles.len() as u32 >= most_hurdles || !self.may_be_hurdle(leg, &walk, cell) {
                    return;
                }
                hurdles.push(cell);
            }
            crossed.insert(Cell(cell));
            before = cell;
        }
    }

    fn may_be_hurdle(&self, leg: &LegTable<W>, walk: &Walk<W>, cell: u16) -> bool {
        let piece = Piece { cell, content: self.content(walk, cell), on_board: true };
        match &leg.over {
            Some(OverTable { set: Some(set), .. }) => self.position.set_has(self.t, set, piece, &self.context()),
            Some(_) => true,
            None => false,
        }
    }

    fn hop(&self, leg: &LegTable<W>, walk: Walk<W>, vector: (i32, i32), ends: &mut Vec<Walk<W>>) {
        let (mut before, mut here) = (walk.at, self.t.offset(walk.at, vector));
        let mut crossed = CellSet::EMPTY;
        while here != NONE && self.step() && !self.barred(before, here) {
            crossed.insert(Cell(here));
            if self.content(&walk, here) != EMPTY {
                let behind = self.t.offset(here, vector);
                if behind != NONE && !self.barred(here, behind) {
                    self.end_leg(leg, walk, behind, vector, &[], crossed, ends);
                }
                return;
            }
            (before, here) = (here, self.t.offset(here, vector));
        }
    }

    /// The states in which a leg can end on a cell.
    #[allow(clippy::too_many_arguments)] // one leg's facts, used only here
    fn end_leg(
        &self,
        leg: &LegTable<W>,
        walk: Walk<W>,
        cell: u16,
        vector: (i32, i32),
        hurdles: &[u16],
        crossed: CellSet<W>,
        ends: &mut Vec<Walk<W>>,
    ) {
        let content = self.content(&walk, cell);
        let mut after = Walk { last: Some(vector), ..walk };
        if self.marks {
            after.crossed |= crossed;
        }
        if let Some(over) = &leg.over
            && (hurdles.len() as u32) < over.min
        {
            return;
        }
        match &leg.onto {
            Some(OntoTable::Mark(mark)) => {
                let Some(marked) = self.position.marks.iter().find(|m| m.mark == *mark && m.cell == cell) else {
                    return;
                };
                if content != EMPTY || !self.takable(self.content(&walk, marked.piece)) || leg.mode == Mode::Walking {
                    return;
                }
                after.taken.insert(Cell(marked.piece));
            }
            Some(OntoTable::Set(set)) => {
                let piece = Piece { cell, content, on_board: true };
                if !self.position.set_has(self.t, set, piece, &self.context()) {
                    return;
                }
            }
            None => {}
        }
        let free = content == EMPTY;
        let takes = self.takable(content) && !walk.taken.has(Cell(cell));
        match leg.mode {
            Mode::Plain if free => after.at = cell,
            Mode::Plain | Mode::Taking if takes => {
                after.taken.insert(Cell(cell));
                after.at = cell;
            }
            Mode::Taking if after.taken == walk.taken => return,
            Mode::Walking | Mode::Taking if free => after.at = cell,
            Mode::Shooting if takes => {
                after.taken.insert(Cell(cell));
            }
            Mode::Placing(placed) if free && cell != walk.at => {
                (after.placed, after.placed_content) = (cell, placed);
            }
            _ => return,
        }
        let Some(over) = &leg.over else {
            self.push(after, ends);
            return;
        };
        let takable: Vec<u16> = hurdles
            .iter()
            .copied()
            .filter(|&hurdle| self.takable(self.content(&walk, hurdle)) && !walk.taken.has(Cell(hurdle)))
            .collect();
        self.choose_hurdles(over, &takable, 0, after, ends);
    }

    /// Every choice of hurdles to take.
    fn choose_hurdles(&self, over: &OverTable<W>, takable: &[u16], taken: u32, walk: Walk<W>, ends: &mut Vec<Walk<W>>) {
        if !self.step() {
            return;
        }
        match takable.split_first() {
            Some((&first, rest)) if taken < over.take_max => {
                let mut with = walk;
                with.taken.insert(Cell(first));
                self.choose_hurdles(over, rest, taken + 1, with, ends);
                self.choose_hurdles(over, rest, taken, walk, ends);
            }
            _ if taken >= over.take_min => self.push(walk, ends),
            _ => {}
        }
    }

    fn push(&self, walk: Walk<W>, ends: &mut Vec<Walk<W>>) {
        if walk.taken.len() as u32 <= self.most {
            ends.push(walk);
        }
    }

    /// The moves of the kinds in a set, as if this piece were of those kinds.
    fn like(&mut self, set: &SetTable<W>, mode: Mode, walk: Walk<W>, ends: &mut Vec<Walk<W>>) {
        // Kinds that are named are a copy, and part of what is lent; pieces that happen to be there are not lent on.
        let named = set.names_kinds();
        if (self.lent && !named) || self.copies == MOST_COPIES {
            return;
        }
        let mut lenders: Vec<u16> = Vec::new();
        let contents: Vec<u16> = if named {
            set.items.local.entries.iter().map(|(content, _)| *content).collect()
        } else {
            let cells = self.position.set_cells(self.t, set, &self.context());
            cells.into_iter().map(|cell| self.position.cells[cell.index()]).collect()
        };
        for content in contents.into_iter().filter(|&content| content != EMPTY) {
            let kind = usize::from(self.t.contents[content as usize].kind);
            let mine = self.t.content_of[usize::from(self.owner) * self.t.kinds + kind];
            if mine != NONE && !lenders.contains(&mine) {
                lenders.push(mine);
            }
        }
        let t = self.t;
        let lent = std::mem::replace(&mut self.lent, true);
        self.copies += 1;
        for lender in lenders {
            for part in &t.movers[lender as usize].parts {
                if part.starts.has(Cell(self.piece.cell)) && self.position.holds(t, &part.when, &self.context()) {
                    let before = walk.taken.len();
                    ends.extend(self.ends(part, walk).into_iter().filter(|after| match mode {
                        Mode::Walking => after.taken.len() == before,
                        Mode::Taking => after.taken.len() > before,
                        _ => true,
                    }));
                }
            }
        }
        self.copies -= 1;
        self.lent = lent;
    }

    /// The ends of a leaper, slider or rider, cell by cell: the slow truth of the fast families.
    fn simple(&self, part: &Part<W>, walk: Walk<W>) -> Vec<Walk<W>> {
        let mut ends = Vec::new();
        let t = self.t;
        let mut end = |cell: u16| {
            let content = self.content(&walk, cell);
            if content == EMPTY && part.walks {
                self.push(Walk { at: cell, last: None, ..walk }, &mut ends);
            } else if part.takes && self.takable(content) && !walk.taken.has(Cell(cell)) {
                let mut after = Walk { at: cell, last: None, ..walk };
                after.taken.insert(Cell(cell));
                self.push(after, &mut ends);
            }
        };
        match &part.family {
            FamilyTable::Leaper(targets) => targets[walk.at as usize].into_iter().for_each(|cell| end(cell.0)),
            FamilyTable::Slider { axes, rays } => {
                for (place, &axis) in axes.iter().enumerate() {
                    let ray = rays[place * t.size + walk.at as usize];
                    let here = t.slots[walk.at as usize * t.axes + axis as usize].bit;
                    for up in [true, false] {
                        let mut bit = here;
                        loop {
                            bit = if up { bit + 1 } else { bit - 1 };
                            let mask = 1u64 << bit;
                            if (if up { ray.above } else { ray.below }) & mask == 0 {
                                break;
                            }
                            let cell = t.line_cells[ray.line as usize * LINE_STRIDE + bit as usize];
                            if ray.stop & mask != 0 {
                                end(cell);
                            }
                            if self.content(&walk, cell) != EMPTY {
                                break;
                            }
                        }
                    }
                }
            }
            FamilyTable::Rider(table) => {
                let span = table.spans[walk.at as usize] as usize..table.spans[walk.at as usize + 1] as usize;
                for &(first, last) in &table.rays[span] {
                    let mut hurdles = 0;
                    for &(cell, stop) in &table.cells[first as usize..last as usize] {
                        if stop && hurdles >= table.over.0 {
                            end(cell);
                        }
                        if self.content(&walk, cell) != EMPTY {
                            hurdles += 1;
                            if hurdles > table.over.1 {
                                break;
                            }
                        }
                    }
                }
            }
            FamilyTable::General(_) => {}
        }
        ends
    }
}
