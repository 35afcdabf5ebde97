//! How a piece moves, as a diagram: found by standing the piece on a bare board, alone, beside other pieces and in a crowd,
//! and asking the engine each time where its paths lead. No rule is read.
//!
//! The diagram is a square window around the piece, turned so that its owner faces up.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::{Game, PathEnd, PieceAt, Stand};
use crate::types::Cell;

/// The window reaches so many cells from the piece at most.
pub const MOST_RADIUS: i32 = 5;

/// A crowd fills so many cells in every direction.
const CROWD: i32 = MOST_RADIUS + 1;

/// So many cells next to the middle of the board are tried as the place of the piece.
const PLACES: usize = 16;

/// A row of cells as long as this, up to the edge of the board, is a way that goes on.
const LONG: i32 = 3;

/// Steps that the paths of one piece may take for its diagram.
const STEPS: u32 = 1 << 20;

/// What a cell of the diagram means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The piece moves there when the cell is empty, without taking.
    Walk,
    /// It takes an enemy there and stands there then.
    Take,
    /// It moves there without taking, but only over a piece in between.
    WalkOver,
    /// It takes there, but only over a piece in between.
    TakeOver,
    /// It comes there only by taking a piece elsewhere.
    After,
    /// Nothing in between stops it.
    Jump,
    /// One piece in between, at least, does not stop it.
    AlsoOver,
    /// It takes more than one leg to come there.
    SecondLeg,
    /// An enemy there can be taken while the piece ends elsewhere.
    OnTheWay,
    /// An enemy there can be taken while the piece is, in the end, where it was.
    InPlace,
    /// It puts a new piece there.
    Places,
    /// An enemy there is frozen.
    Freezes,
    /// A piece there lends it its moves.
    Lends,
}

impl Mark {
    /// All marks, in the order of a legend.
    pub const ALL: [Self; 13] = [
        Self::Walk,
        Self::Take,
        Self::WalkOver,
        Self::TakeOver,
        Self::After,
        Self::Jump,
        Self::AlsoOver,
        Self::SecondLeg,
        Self::OnTheWay,
        Self::InPlace,
        Self::Places,
        Self::Freezes,
        Self::Lends,
    ];

    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Take => "take",
            Self::WalkOver => "walk-over",
            Self::TakeOver => "take-over",
            Self::After => "after-taking",
            Self::Jump => "jump",
            Self::AlsoOver => "also-over",
            Self::SecondLeg => "second-leg",
            Self::OnTheWay => "take-on-the-way",
            Self::InPlace => "take-in-place",
            Self::Places => "place",
            Self::Freezes => "freeze",
            Self::Lends => "lend",
        }
    }
}

/// A place of the window.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Square {
    /// The cell of the board; `None` beyond the board and in its holes.
    pub cell: Option<Cell>,
    /// What it means.
    pub marks: BTreeSet<Mark>,
    /// A long way leads through it and on: in this direction (right and up).
    pub onward: Option<(i32, i32)>,
}

/// The diagram of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The piece.
    pub piece: PieceAt,
    /// Where it stands.
    pub from: Cell,
    /// Cells on each side of the piece.
    pub radius: i32,
    /// The rows of the window, from the top; `2 * radius + 1` of as many squares each.
    pub rows: Vec<Vec<Square>>,
    /// The piece may also stay where it is, as a move.
    pub stays: bool,
    /// Cells that it reaches beyond the window by no way that goes on.
    pub beyond: usize,
    /// For each movement statement asked for: does it apply here?
    pub applies: Vec<bool>,
    /// There was more to look at than can be looked at.
    pub cut: bool,
}

impl Diagram {
    /// All squares but that of the piece, with their place as seen from it (right and up).
    pub fn squares(&self) -> impl Iterator<Item = ((i32, i32), &Square)> {
        let radius = self.radius;
        self.rows.iter().enumerate().flat_map(move |(row, squares)| {
            squares.iter().enumerate().map(move |(column, s)| ((column as i32 - radius, radius - row as i32), s))
        })
    }
}

/// How a piece is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Quarter turns clockwise from north to where its owner faces.
    pub turns: u8,
    /// How many movement statements its kind has.
    pub statements: usize,
}

/// Draws a piece.
pub fn diagram(game: &Game, piece: PieceAt, look: Look) -> Diagram {
    let mut stand = game.stand(STEPS);
    let from = place(game, &mut stand, piece);
    let mut study = Study {
        board: Board { game, from, turns: look.turns },
        stand,
        piece,
        friends: Vec::new(),
        enemies: Vec::new(),
        marks: BTreeMap::new(),
    };
    (study.friends, study.enemies) = study.stand.sorts(piece);
    study.bare();
    let applies = (0..look.statements).map(|statement| study.stand.applies(from, statement)).collect();
    let alone = study.alone();
    study.beside_enemies(&alone.walks);
    study.over();
    study.in_a_crowd();
    study.legs();
    study.neighbours();
    let ways = study.long_ways(&alone.walks);
    study.tidy(&ways);
    study.finish(&ways, &alone, applies)
}

/// Where the piece stands: as near to the middle as it may and, there, where most of the cells near it can be reached.
fn place(game: &Game, stand: &mut Stand, piece: PieceAt) -> Cell {
    let (files, ranks) = (i32::from(game.files()), i32::from(game.ranks()));
    let mut cells: Vec<Cell> = game.cells().into_iter().collect();
    cells.sort_by_key(|cell| {
        let (file, rank) = (i32::from(cell.0) % files, i32::from(cell.0) / files);
        let (x, y) = ((2 * file - files + 1).abs(), (2 * rank - ranks + 1).abs());
        (x.max(y), x + y, rank, file)
    });
    let first = cells.first().copied().unwrap_or(Cell(0));
    cells.retain(|&cell| stand.may_stand(piece, cell));
    cells.truncate(PLACES);
    let mut best = (first, None);
    for cell in cells {
        stand.clear();
        stand.put(cell, Some(piece));
        let board = Board { game, from: cell, turns: 0 };
        let ends: BTreeSet<Cell> = stand.ways(cell).into_iter().map(|end| end.to).collect();
        let near = ends.into_iter().filter(|&end| board.distance(end) <= LONG).count();
        if best.1.is_none_or(|most| near > most) {
            best = (cell, Some(near));
        }
    }
    best.0
}

/// The board as seen from the piece.
struct Board<'a> {
    game: &'a Game,
    from: Cell,
    turns: u8,
}

impl Board<'_> {
    /// The vector from the piece to a cell (east and north).
    fn vector(&self, cell: Cell) -> (i32, i32) {
        let files = i32::from(self.game.files());
        let (a, b) = (i32::from(self.from.0), i32::from(cell.0));
        (b % files - a % files, b / files - a / files)
    }

    /// The cell at a vector from another one.
    fn at(&self, from: Cell, (x, y): (i32, i32)) -> Option<Cell> {
        let (files, ranks) = (i32::from(self.game.files()), i32::from(self.game.ranks()));
        let (file, rank) = (i32::from(from.0) % files + x, i32::from(from.0) / files + y);
        let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
        let cell = inside.then(|| Cell::from_index((rank * files + file) as usize))?;
        self.game.cells().has(cell).then_some(cell)
    }

    fn distance(&self, cell: Cell) -> i32 {
        let (x, y) = self.vector(cell);
        x.abs().max(y.abs())
    }

    /// The cells of the board at most so far away, without that of the piece.
    fn around(&self, radius: i32) -> Vec<Cell> {
        self.game.cells().into_iter().filter(|&cell| (1..=radius).contains(&self.distance(cell))).collect()
    }

    /// From the drawing (right and up) to the board (east and north).
    fn turned(&self, (mut x, mut y): (i32, i32)) -> (i32, i32) {
        for _ in 0..self.turns % 4 {
            (x, y) = (y, -x);
        }
        (x, y)
    }

    /// From the board to the drawing.
    fn drawn(&self, (mut x, mut y): (i32, i32)) -> (i32, i32) {
        for _ in 0..self.turns % 4 {
            (x, y) = (-y, x);
        }
        (x, y)
    }
}

/// What a piece does alone.
struct Alone {
    walks: BTreeSet<Cell>,
    stays: bool,
}

/// A diagram in the making.
struct Study<'a> {
    board: Board<'a>,
    stand: Stand,
    piece: PieceAt,
    friends: Vec<PieceAt>,
    enemies: Vec<PieceAt>,
    /// Of the cells that the window can show.
    marks: BTreeMap<Cell, BTreeSet<Mark>>,
}

fn walks_to(ends: &[PathEnd], cell: Cell) -> bool {
    ends.iter().any(|end| end.to == cell && end.taken.is_empty())
}

fn takes_on(ends: &[PathEnd], cell: Cell) -> bool {
    ends.iter().any(|end| end.to == cell && end.taken.has(cell) && end.taken.len() == 1)
}

fn step_of((x, y): (i32, i32)) -> ((i32, i32), i32) {
    let (mut a, mut b) = (x.abs(), y.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let parts = a.max(1);
    ((x / parts, y / parts), parts)
}

/// The way among these that leads over a vector.
fn on_way(ways: &[(i32, i32)], vector: (i32, i32)) -> Option<(i32, i32)> {
    let (unit, parts) = step_of(vector);
    ways.iter().copied().find(|&way| {
        let (other, all) = step_of(way);
        unit == other && parts % all == 0
    })
}

impl Study<'_> {
    fn mark(&mut self, cell: Cell, mark: Mark) {
        if (1..=MOST_RADIUS).contains(&self.board.distance(cell)) {
            self.marks.entry(cell).or_default().insert(mark);
        }
    }

    fn has(&self, cell: Cell, mark: Mark) -> bool {
        self.marks.get(&cell).is_some_and(|marks| marks.contains(&mark))
    }

    /// The piece and nothing else.
    fn bare(&mut self) {
        self.stand.clear();
        self.stand.put(self.board.from, Some(self.piece));
    }

    fn ways(&mut self) -> Vec<PathEnd> {
        self.stand.ways(self.board.from)
    }

    /// The paths while a piece stands on one more cell.
    fn ways_with(&mut self, cell: Cell, piece: PieceAt) -> Vec<PathEnd> {
        self.stand.put(cell, Some(piece));
        let ways = self.ways();
        self.stand.put(cell, None);
        ways
    }

    fn alone(&mut self) -> Alone {
        let mut alone = Alone { walks: BTreeSet::new(), stays: false };
        let from = self.board.from;
        for end in self.ways() {
            if let Some(cell) = end.placed {
                self.mark(cell, Mark::Places);
            } else if end.to == from && end.taken.is_empty() {
                alone.stays = true;
            }
            if end.to != from {
                alone.walks.insert(end.to);
                self.mark(end.to, Mark::Walk);
            }
        }
        alone
    }

    /// One enemy on each cell.
    fn beside_enemies(&mut self, walks: &BTreeSet<Cell>) {
        let from = self.board.from;
        for cell in self.board.around(MOST_RADIUS) {
            for enemy in self.enemies.clone() {
                for end in self.ways_with(cell, enemy) {
                    if !end.taken.has(cell) {
                        continue;
                    }
                    if end.to == cell {
                        self.mark(cell, Mark::Take);
                    } else if end.to == from {
                        self.mark(cell, Mark::InPlace);
                    } else {
                        self.mark(cell, Mark::OnTheWay);
                        if !walks.contains(&end.to) {
                            self.mark(end.to, Mark::After);
                        }
                    }
                }
            }
        }
    }

    /// Pieces in between.
    fn over(&mut self) {
        let traits = self.stand.traits(self.piece);
        if !traits.over {
            return;
        }
        let sorts: Vec<PieceAt> = self.friends.iter().chain(&self.enemies).copied().collect();
        let cells = self.board.around(MOST_RADIUS);
        for &cell in &cells {
            let (step, parts) = step_of(self.board.vector(cell));
            let line: Vec<Cell> = (1..parts)
                .filter_map(|n| self.board.at(self.board.from, (step.0 * n, step.1 * n)))
                .filter(|between| *between != cell)
                .collect();
            let mut hurdles: Vec<Vec<Cell>> = line.iter().map(|&cell| vec![cell]).collect();
            if traits.legs {
                let (x, y) = self.board.vector(cell);
                let inside =
                    |(a, b): (i32, i32)| (x.min(0)..=x.max(0)).contains(&a) && (y.min(0)..=y.max(0)).contains(&b);
                let near = cells.iter().filter(|&&other| other != cell && inside(self.board.vector(other)));
                hurdles.extend(near.filter(|other| !line.contains(other)).map(|&other| vec![other]));
            }
            hurdles.extend((2..=line.len()).map(|n| line[..n].to_vec()));
            hurdles.extend((1..line.len().saturating_sub(1)).map(|n| line[n..].to_vec()));
            for hurdle in &hurdles {
                let in_line = line.contains(&hurdle[0]);
                // Beside the line, and for several at once, one piece of each side must do.
                let few: Vec<PieceAt>;
                let sorts = if hurdle.len() == 1 && in_line {
                    &sorts
                } else {
                    few = self.friends.iter().take(1).chain(self.enemies.iter().take(1)).copied().collect();
                    &few
                };
                for &sort in sorts {
                    self.over_these(cell, hurdle, sort, in_line);
                }
            }
        }
    }

    /// Is a cell reached over pieces of a sort?
    fn over_these(&mut self, cell: Cell, hurdle: &[Cell], sort: PieceAt, in_line: bool) {
        for &between in hurdle {
            self.stand.put(between, Some(sort));
        }
        // What is known already is not asked again.
        let known = |plain: Mark, over: Mark| {
            self.has(cell, over) || self.has(cell, plain) && (self.has(cell, Mark::AlsoOver) || !in_line)
        };
        let (asks_walks, asks_takes) = (!known(Mark::Walk, Mark::WalkOver), !known(Mark::Take, Mark::TakeOver));
        let walks = asks_walks && walks_to(&self.ways(), cell);
        let enemies = if in_line { self.enemies.len() } else { 1 };
        let takes = asks_takes
            && self.enemies.clone().into_iter().take(enemies).any(|enemy| takes_on(&self.ways_with(cell, enemy), cell));
        for &between in hurdle {
            self.stand.put(between, None);
        }
        for (does, plain, over) in [(walks, Mark::Walk, Mark::WalkOver), (takes, Mark::Take, Mark::TakeOver)] {
            if does && !self.has(cell, plain) {
                self.mark(cell, over);
            } else if does && in_line {
                self.mark(cell, Mark::AlsoOver);
            }
        }
    }

    /// Every other cell near the piece is occupied: what can it still reach?
    fn in_a_crowd(&mut self) {
        let far: Vec<Cell> = self
            .marks
            .iter()
            .filter(|(cell, marks)| {
                self.board.distance(**cell) > 1 && (marks.contains(&Mark::Walk) || marks.contains(&Mark::Take))
            })
            .map(|(cell, _)| *cell)
            .collect();
        let mut jumps: BTreeSet<Cell> = far.iter().copied().collect();
        let crowds = [self.friends.first(), self.enemies.first()].map(Option::<&PieceAt>::copied);
        for crowd in crowds.into_iter().flatten() {
            for cell in self.board.around(CROWD) {
                self.stand.put(cell, Some(crowd));
            }
            for &cell in &far {
                if !jumps.contains(&cell) {
                    continue;
                }
                self.stand.put(cell, None);
                let ways = self.ways();
                let walks = !self.has(cell, Mark::Walk) || walks_to(&ways, cell);
                let takes = !self.has(cell, Mark::Take)
                    || self.enemies.clone().into_iter().any(|enemy| takes_on(&self.ways_with(cell, enemy), cell));
                self.stand.put(cell, Some(crowd));
                if !walks || !takes {
                    jumps.remove(&cell);
                }
            }
            self.bare();
        }
        for cell in jumps {
            self.mark(cell, Mark::Jump);
        }
    }

    /// Cells to which no single leg leads.
    fn legs(&mut self) {
        if !self.stand.traits(self.piece).legs {
            return;
        }
        let from = self.board.from;
        let mut least: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut note = |cell: Cell, legs: usize| {
            let least = least.entry(cell).or_insert(legs);
            *least = legs.min(*least);
        };
        for (end, legs) in self.stand.legs(from) {
            if end.taken.is_empty() {
                note(end.to, legs);
            }
        }
        let taken: Vec<Cell> =
            self.marks.iter().filter(|(_, marks)| marks.contains(&Mark::Take)).map(|(cell, _)| *cell).collect();
        for cell in taken {
            for enemy in self.enemies.clone().into_iter().take(1) {
                self.stand.put(cell, Some(enemy));
                for (end, legs) in self.stand.legs(from) {
                    if end.to == cell && end.taken.has(cell) && end.taken.len() == 1 {
                        note(cell, legs);
                    }
                }
                self.stand.put(cell, None);
            }
        }
        let reached = [Mark::Walk, Mark::Take, Mark::WalkOver, Mark::TakeOver];
        for (cell, _) in least.into_iter().filter(|(_, legs)| *legs > 1) {
            if reached.into_iter().any(|mark| self.has(cell, mark)) {
                self.mark(cell, Mark::SecondLeg);
            }
        }
    }

    /// What the piece and those beside it do to each other without moving.
    fn neighbours(&mut self) {
        let from = self.board.from;
        let frozen = self.stand.freezes(self.piece);
        let lends = self.stand.traits(self.piece).lends;
        let sorts: Vec<PieceAt> = self.friends.iter().chain(&self.enemies).copied().collect();
        for cell in self.board.around(MOST_RADIUS) {
            for &enemy in &frozen {
                self.stand.put(cell, Some(enemy));
                if self.stand.frozen().has(cell) {
                    self.mark(cell, Mark::Freezes);
                }
            }
            if lends {
                for &sort in &sorts {
                    self.stand.put(cell, Some(sort));
                    if self.stand.lenders(from).has(cell) {
                        self.mark(cell, Mark::Lends);
                    }
                }
            }
            self.stand.put(cell, None);
        }
    }

    /// Of "nothing stops it" and "one piece does not stop it" one is said: the second where it is true of the whole way, or of
    /// a diagram in which it is true of cells further away.
    fn tidy(&mut self, ways: &[(i32, i32)]) {
        let both = |marks: &BTreeSet<Mark>| (marks.contains(&Mark::Jump), marks.contains(&Mark::AlsoOver));
        let some_only = self.marks.values().any(|marks| both(marks) == (false, true));
        for (&cell, marks) in self.marks.iter_mut().filter(|(_, marks)| both(marks) == (true, true)) {
            let goes_on = on_way(ways, self.board.vector(cell)).is_some();
            marks.remove(if some_only || goes_on { &Mark::Jump } else { &Mark::AlsoOver });
        }
    }

    fn reached(&self, cell: Cell, walks: &BTreeSet<Cell>) -> bool {
        walks.contains(&cell)
            || [Mark::Take, Mark::WalkOver, Mark::TakeOver].into_iter().any(|mark| self.has(cell, mark))
    }

    /// Vectors whose multiples are all reached up to the edge of the board, from the first of them on.
    fn long_ways(&mut self, walks: &BTreeSet<Cell>) -> Vec<(i32, i32)> {
        let mut ways: Vec<(i32, i32)> = Vec::new();
        let mut steps: Vec<(i32, i32)> =
            self.board.around(LONG).into_iter().map(|cell| self.board.vector(cell)).collect();
        steps.sort_by_key(|&(x, y)| (x.abs().max(y.abs()), x.abs() + y.abs(), y, x));
        for step in steps {
            if on_way(&ways, step).is_none() && self.is_long(step, walks) {
                ways.push(step);
            }
        }
        ways
    }

    fn is_long(&mut self, step: (i32, i32), walks: &BTreeSet<Cell>) -> bool {
        let from = self.board.from;
        let line: Vec<Cell> = (1..).map_while(|n| self.board.at(from, (step.0 * n, step.1 * n))).take(64).collect();
        let Some(first) = line.iter().position(|&cell| self.reached(cell, walks)) else { return false };
        let unknown = |cell: Cell| self.board.distance(cell) > MOST_RADIUS && !walks.contains(&line[first]);
        let whole = line[first..].iter().all(|&cell| self.reached(cell, walks) || unknown(cell));
        if !whole || first as i32 >= LONG || line.len() < 2 {
            return false;
        }
        if !walks.contains(&line[first]) {
            return line.len() as i32 >= LONG;
        }
        // A way of limited length may end at the edge by chance: seen from further back, it does not.
        let back: Vec<Cell> = (1..).map_while(|n| self.board.at(from, (-step.0 * n, -step.1 * n))).take(64).collect();
        let Some(&start) = back.last() else { return line.len() as i32 >= LONG };
        if (line.len() + back.len()) < LONG as usize {
            return false;
        }
        self.stand.clear();
        self.stand.put(start, Some(self.piece));
        let ends = self.stand.ways(start);
        let mut passed = back.iter().rev().skip(1).chain([&from]).chain(&line).skip(first);
        let long = passed.all(|&cell| walks_to(&ends, cell));
        self.bare();
        long
    }

    fn finish(self, ways: &[(i32, i32)], alone: &Alone, applies: Vec<bool>) -> Diagram {
        let from = self.board.from;
        let board_radius = self.board.game.cells().into_iter().map(|cell| self.board.distance(cell)).max().unwrap_or(0);
        let way_of = |cell: Cell| on_way(ways, self.board.vector(cell));
        let all = alone.walks.iter().chain(self.marks.keys());
        let needed = all.filter(|&&cell| way_of(cell).is_none()).map(|&cell| self.board.distance(cell));
        let step = ways.iter().map(|(x, y)| x.abs().max(y.abs())).max().unwrap_or(0);
        let long = if step > 1 { MOST_RADIUS.min(2 * step) } else { LONG * step };
        let radius = needed.max().unwrap_or(0).max(long).clamp(2, MOST_RADIUS).min(board_radius.max(1));
        let beyond =
            alone.walks.iter().filter(|&&cell| self.board.distance(cell) > radius && way_of(cell).is_none()).count();
        let rows = (-radius..=radius)
            .rev()
            .map(|y| {
                (-radius..=radius)
                    .map(|x| {
                        let vector = self.board.turned((x, y));
                        let Some(cell) = self.board.at(from, vector) else { return Square::default() };
                        let marks = self.marks.get(&cell).cloned().unwrap_or_default();
                        let onward = way_of(cell).filter(|way| {
                            let next = (vector.0 + way.0, vector.1 + way.1);
                            next.0.abs().max(next.1.abs()) > radius && self.reached(cell, &alone.walks)
                        });
                        let onward = onward.map(|way| self.board.drawn(way));
                        Square { cell: Some(cell), marks, onward }
                    })
                    .collect()
            })
            .collect();
        let cut = self.stand.is_tired();
        Diagram { piece: self.piece, from, radius, rows, stays: alone.stays, beyond, applies, cut }
    }
}
