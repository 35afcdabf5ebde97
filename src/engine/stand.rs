//! Pieces stood on a bare board at will, and where their paths lead there: for those who draw how a piece moves.
//!
//! Nothing is played. Whose turn it is follows the piece that is asked, ends are not asked, and of the rules only those
//! count that forbid a move for what it is, not for what it leaves behind.

use std::sync::Arc;

use crate::compile::tables::{
    DeedTable, EMPTY, FamilyTable, LegTable, Mode, MotionTable, NOBODY, NONE, Node, Part, SetTable, Tables,
};
use crate::types::{BoardSet, Cell, CellSet, Kind, Player};

use super::attacks;
use super::eval::Context;
use super::game::PieceAt;
use super::movegen;
use super::movegen::walker::Walker;
use super::moves::Move;
use super::position::Position;

/// So many steps are charged for each question besides those that paths take.
const QUESTION: u32 = 16;

/// Steps of one question; what lies beyond is not looked at.
const MOST_STEPS: u32 = 1 << 15;

/// Most ways of putting the legs of a path in a row that are looked at.
const MOST_ROWS: usize = 96;

/// Most legs in such a row.
const MOST_LEGS: usize = 4;

/// Most sorts of other pieces that are told apart.
const MOST_SORTS: usize = 6;

/// Where a path ends, and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathEnd {
    /// Where the piece ends.
    pub to: Cell,
    /// Cells whose pieces the path takes.
    pub taken: BoardSet,
    /// Where it puts a new piece.
    pub placed: Option<Cell>,
}

/// What the paths of a piece can need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits {
    /// Pieces between.
    pub over: bool,
    /// Several legs.
    pub legs: bool,
    /// Pieces that lend it their moves.
    pub lends: bool,
    /// Nothing but where the pieces stand: leaps, slides and rides.
    pub simple: bool,
}

/// A bare board on which pieces are stood.
#[derive(Debug, Clone)]
pub struct Stand {
    any: Any,
    /// Steps that may still be taken.
    steps: u32,
    /// A question needed more of them than it got.
    tired: bool,
}

#[derive(Debug, Clone)]
enum Any {
    Narrow(Board<2>),
    Middle(Board<4>),
    Wide(Board<21>),
}

#[derive(Debug, Clone)]
struct Board<const W: usize> {
    t: Arc<Tables<W>>,
    position: Position<W>,
}

macro_rules! with_board {
    ($any:expr, $board:ident => $body:expr) => {
        match $any {
            Any::Narrow($board) => $body,
            Any::Middle($board) => $body,
            Any::Wide($board) => $body,
        }
    };
}

impl Stand {
    pub(super) fn narrow(t: &Arc<Tables<2>>, steps: u32) -> Self {
        Self { any: Any::Narrow(Board::new(t)), steps, tired: false }
    }

    pub(super) fn middle(t: &Arc<Tables<4>>, steps: u32) -> Self {
        Self { any: Any::Middle(Board::new(t)), steps, tired: false }
    }

    pub(super) fn wide(t: &Arc<Tables<21>>, steps: u32) -> Self {
        Self { any: Any::Wide(Board::new(t)), steps, tired: false }
    }

    /// Takes all pieces off.
    pub fn clear(&mut self) {
        with_board!(&mut self.any, b => b.position = Position::empty(&b.t));
    }

    /// Makes a piece stand on a cell, or none. What nobody can own is not put there.
    pub fn put(&mut self, cell: Cell, piece: Option<PieceAt>) {
        with_board!(&mut self.any, b => {
            let content = piece.map_or(EMPTY, |piece| b.content(piece));
            if content != NONE && b.t.board.has(cell) && b.position.cells[cell.index()] != content {
                b.position.put(&b.t, cell.0, content);
            }
        });
    }

    /// Some question needed more steps than there were: its answer may not be everything.
    pub fn is_tired(&self) -> bool {
        self.tired
    }

    /// Asks a question of paths that takes steps.
    fn ask<R>(&mut self, question: impl FnOnce(&mut Any, &mut u32) -> R) -> R {
        let most = self.steps.min(MOST_STEPS);
        let mut left = most;
        let answer = question(&mut self.any, &mut left);
        self.tired |= left == 0;
        self.steps = self.steps.saturating_sub(most - left + QUESTION);
        answer
    }

    /// Where the paths of the piece on a cell end, frozen or not.
    pub fn ways(&mut self, cell: Cell) -> Vec<PathEnd> {
        self.ask(|any, steps| with_board!(any, b => b.ways(cell.0, steps)))
    }

    /// The ends of the paths of the piece on a cell, each with the least number of legs that lead there.
    pub fn legs(&mut self, cell: Cell) -> Vec<(PathEnd, usize)> {
        self.ask(|any, steps| with_board!(any, b => b.legs(cell.0, steps)))
    }

    /// May a move of the piece end on a cell, as the board is now?
    pub fn may_stand(&self, piece: PieceAt, cell: Cell) -> bool {
        with_board!(&self.any, b => {
            let content = b.content(piece);
            content != NONE && b.t.board.has(cell) && {
                let piece = super::eval::Piece { cell: cell.0, content, on_board: true };
                b.t.contents[content as usize].owner == NOBODY
                    || Walker::new(&b.t, &b.position, piece, QUESTION).may_end(cell.0)
            }
        })
    }

    /// Cells of all frozen pieces.
    pub fn frozen(&self) -> BoardSet {
        with_board!(&self.any, b => attacks::frozen(&b.t, &b.position).resize())
    }

    /// Cells of the pieces that lend their moves to the piece on a cell.
    pub fn lenders(&self, cell: Cell) -> BoardSet {
        with_board!(&self.any, b => b.lenders(cell.0).resize())
    }

    /// Does the movement statement of a number apply to the piece on a cell, as the board is now?
    pub fn applies(&self, cell: Cell, statement: usize) -> bool {
        with_board!(&self.any, b => {
            let piece = b.position.piece(cell.0);
            let context = Context { it: Some(piece), ..Context::default() };
            b.t.movers[piece.content as usize].parts.iter().any(|part| {
                usize::from(part.statement) == statement
                    && part.starts.has(cell)
                    && b.position.holds(&b.t, &part.when, &context)
            })
        })
    }

    /// What the paths of a piece can need.
    pub fn traits(&self, piece: PieceAt) -> Traits {
        with_board!(&self.any, b => match b.content(piece) {
            NONE => Traits::default(),
            content => b.traits(content),
        })
    }

    /// One piece of each sort that the paths of a piece tell apart: those that it cannot take, those that it can.
    pub fn sorts(&self, piece: PieceAt) -> (Vec<PieceAt>, Vec<PieceAt>) {
        with_board!(&self.any, b => match b.content(piece) {
            NONE => (Vec::new(), Vec::new()),
            content => b.sorts(content),
        })
    }

    /// Pieces that the piece freezes when they stand at the right place: all that differ for it.
    pub fn freezes(&self, piece: PieceAt) -> Vec<PieceAt> {
        with_board!(&self.any, b => match b.content(piece) {
            NONE => Vec::new(),
            content => b.frozen_sorts(content),
        })
    }
}

impl<const W: usize> Board<W> {
    fn new(t: &Arc<Tables<W>>) -> Self {
        Self { t: t.clone(), position: Position::empty(t) }
    }

    fn content(&self, (owner, kind): PieceAt) -> u16 {
        let row = owner.map_or(self.t.players, Player::index);
        self.t.content_of.get(row * self.t.kinds + kind.index()).copied().unwrap_or(NONE)
    }

    fn piece_of(&self, content: u16) -> PieceAt {
        let info = self.t.contents[content as usize];
        ((info.owner != NOBODY).then_some(Player(info.owner)), Kind(info.kind))
    }

    /// Gives the turn to the owner of the piece on a cell; its content, `None` if it has no owner.
    fn turn_to(&mut self, cell: u16) -> Option<u16> {
        let content = self.position.cells[cell as usize];
        let owner = self.t.contents[content as usize].owner;
        if content == EMPTY || owner == NOBODY {
            return None;
        }
        let place = self.t.turns.iter().position(|&player| player == owner);
        self.position.set_turn(&self.t, place.unwrap_or(0) as u16);
        self.position.settle(&self.t);
        self.position.update_lines(&self.t);
        Some(content)
    }

    fn ways(&mut self, cell: u16, steps: &mut u32) -> Vec<PathEnd> {
        if self.turn_to(cell).is_none() {
            return Vec::new();
        }
        let (t, position) = (&*self.t, &self.position);
        let piece = position.piece(cell);
        let mut moves: Vec<Move<W>> = Vec::new();
        movegen::piece_moves_within(t, position, cell, &mut moves, steps);
        moves
            .into_iter()
            .filter(|mv| !attacks::take_barred(t, position, piece, mv.to, mv.taken))
            .map(|mv| PathEnd {
                to: Cell(mv.to),
                taken: mv.taken.resize(),
                placed: (mv.placed != NONE).then_some(Cell(mv.placed)),
            })
            .collect()
    }

    fn legs(&mut self, cell: u16, steps: &mut u32) -> Vec<(PathEnd, usize)> {
        let Some(content) = self.turn_to(cell) else { return Vec::new() };
        let (t, position) = (&*self.t, &self.position);
        let piece = position.piece(cell);
        let context = Context { it: Some(piece), ..Context::default() };
        let mut walker = Walker::new(t, position, piece, *steps);
        let before = walker.steps_left();
        let mut found: Vec<(PathEnd, usize)> = Vec::new();
        for part in &t.movers[content as usize].parts {
            if !part.starts.has(Cell(cell)) || !position.holds(t, &part.when, &context) {
                continue;
            }
            let mut row = |part: &Part<W>, legs: usize| {
                let start = walker.start();
                for walk in walker.ends(part, start) {
                    let placed = (walk.placed != NONE).then_some(Cell(walk.placed));
                    let end = PathEnd { to: Cell(walk.at), taken: walk.taken.resize(), placed };
                    match found.iter_mut().find(|(other, _)| *other == end) {
                        Some((_, least)) => *least = legs.min(*least),
                        None => found.push((end, legs)),
                    }
                }
            };
            let FamilyTable::General(path) = &part.family else {
                row(part, 1);
                continue;
            };
            let may_stop = position.holds(t, &path.may_stop, &context);
            let mut rows = Vec::new();
            rows_of(&path.root, may_stop, &mut rows);
            for nodes in rows {
                let legs = nodes.iter().filter(|node| !stays(node)).count();
                let mut path = path.clone();
                path.root = Node::Then(nodes.into_iter().cloned().collect());
                let part = Part { family: FamilyTable::General(path), when: part.when.clone(), ..*part };
                row(&part, legs);
            }
        }
        *steps -= before - walker.steps_left();
        found
    }

    fn lenders(&self, cell: u16) -> CellSet<W> {
        let piece = self.position.piece(cell);
        let context = Context { it: Some(piece), ..Context::default() };
        let mut cells = CellSet::EMPTY;
        self.each_leg(piece.content, &mut |leg| {
            if let MotionTable::Like(set) = &leg.motion
                && !set.names_kinds()
            {
                cells |= self.position.set_cells(&self.t, set, &context);
            }
        });
        cells.remove(Cell(cell));
        cells & (self.t.board - self.position.pieces[EMPTY as usize])
    }

    /// Calls for every leg of every path of a content.
    fn each_leg<'a>(&'a self, content: u16, there: &mut impl FnMut(&'a LegTable<W>)) {
        fn walk<'a, const W: usize>(node: &'a Node<W>, there: &mut impl FnMut(&'a LegTable<W>)) {
            match node {
                Node::Leg(leg) => there(leg),
                Node::Or(list) | Node::Then(list) => list.iter().for_each(|node| walk(node, there)),
                Node::Times(inner, ..) | Node::AsLong(inner) => walk(inner, there),
            }
        }
        for part in &self.t.movers[content as usize].parts {
            if let FamilyTable::General(path) = &part.family {
                walk(&path.root, there);
            }
        }
    }

    fn traits(&self, content: u16) -> Traits {
        let mover = &self.t.movers[content as usize];
        let mut traits = Traits { simple: mover.sets, ..Traits::default() };
        for part in &mover.parts {
            match &part.family {
                FamilyTable::Rider(table) => traits.over |= table.over.1 > 0,
                FamilyTable::General(path) => {
                    let mut rows = Vec::new();
                    rows_of(&path.root, false, &mut rows);
                    traits.legs |= rows.iter().any(|row| row.iter().filter(|node| !stays(node)).count() > 1);
                }
                FamilyTable::Leaper(_) | FamilyTable::Slider { .. } => {}
            }
        }
        self.each_leg(content, &mut |leg| {
            traits.over |= leg.over.is_some() || matches!(leg.motion, MotionTable::Hop(_));
            if let MotionTable::Like(set) = &leg.motion {
                traits.lends |= !set.names_kinds();
                // What is lent or copied may need pieces between, too.
                traits.over |= set.names_kinds() && self.copies_over(set);
            }
        });
        traits
    }

    fn copies_over(&self, set: &SetTable<W>) -> bool {
        set.items.local.entries.iter().any(|(content, _)| {
            *content != EMPTY
                && self.t.movers[*content as usize]
                    .parts
                    .iter()
                    .any(|part| matches!(&part.family, FamilyTable::Rider(table) if table.over.1 > 0))
        })
    }

    fn sorts(&self, content: u16) -> (Vec<PieceAt>, Vec<PieceAt>) {
        let t = &*self.t;
        let me = t.contents[content as usize];
        if me.owner == NOBODY {
            return (Vec::new(), Vec::new());
        }
        let mut sets: Vec<&SetTable<W>> = Vec::new();
        self.each_leg(content, &mut |leg| {
            sets.extend(leg.over.as_ref().and_then(|over| over.set.as_ref()));
            if let Some(crate::compile::tables::OntoTable::Set(set)) = &leg.onto {
                sets.push(set);
            }
        });
        for rule in &t.turn[me.owner as usize].bars {
            match &rule.deed {
                DeedTable::Move(_, Some(set)) | DeedTable::Take(Some(set), _) => sets.push(set),
                _ => {}
            }
        }
        let mine = |owner: u8| owner != NOBODY && t.teams[owner as usize] == t.teams[me.owner as usize];
        // The same kind first: it lends nothing that the piece does not have. Royals last.
        let mut order: Vec<u16> = (1..t.contents.len() as u16).collect();
        order.sort_by_key(|&other| {
            let info = t.contents[other as usize];
            (info.kind != me.kind, info.owner != me.owner, info.owner == NOBODY, info.royal, info.promoted, other)
        });
        let (mut friends, mut enemies) = (Vec::new(), Vec::new());
        let mut seen: Vec<(bool, Vec<bool>)> = Vec::new();
        for other in order {
            let friend = mine(t.contents[other as usize].owner);
            let signature = (friend, sets.iter().map(|set| set.items.local.slot[other as usize] != 0).collect());
            let list = if friend { &mut friends } else { &mut enemies };
            if list.len() < MOST_SORTS && !seen.contains(&signature) {
                list.push(self.piece_of(other));
                seen.push(signature);
            }
        }
        (friends, enemies)
    }

    fn frozen_sorts(&self, content: u16) -> Vec<PieceAt> {
        let tables = &self.t.freezes[content as usize];
        if tables.is_empty() {
            return Vec::new();
        }
        let me = self.t.contents[content as usize];
        let enemy = |owner: u8| owner != NOBODY && self.t.teams[owner as usize] != self.t.teams[me.owner as usize];
        let local = |other: u16| tables.iter().any(|table| table.set.items.local.slot[other as usize] != 0);
        let all = (1..self.t.contents.len() as u16).filter(|&other| enemy(self.t.contents[other as usize].owner));
        let (named, other): (Vec<u16>, Vec<u16>) = all.partition(|&other| local(other));
        named.into_iter().take(1).chain(other.into_iter().take(1)).map(|content| self.piece_of(content)).collect()
    }
}

fn stays<const W: usize>(node: &Node<W>) -> bool {
    matches!(node, Node::Leg(leg) if matches!(leg.motion, MotionTable::Stay) || leg.mode == Mode::Shooting)
}

/// All ways in which the legs of a path can follow each other; no more than are worth looking at.
fn rows_of<'a, const W: usize>(node: &'a Node<W>, may_stop: bool, rows: &mut Vec<Vec<&'a Node<W>>>) {
    match node {
        Node::Leg(_) | Node::AsLong(_) => rows.push(vec![node]),
        Node::Or(list) => list.iter().for_each(|node| rows_of(node, may_stop, rows)),
        Node::Then(list) => {
            let mut whole = vec![Vec::new()];
            for (index, node) in list.iter().enumerate() {
                whole = product(&whole, node, may_stop);
                if may_stop && index + 1 < list.len() {
                    rows.extend(whole.iter().cloned());
                }
            }
            rows.extend(whole);
        }
        Node::Times(inner, min, max) => {
            let mut whole = vec![Vec::new()];
            for round in 0..=(*max as usize).min(MOST_LEGS) {
                if round >= *min as usize && round > 0 {
                    rows.extend(whole.iter().cloned());
                }
                whole = product(&whole, inner, may_stop);
            }
        }
    }
    rows.truncate(MOST_ROWS);
}

fn product<'a, const W: usize>(rows: &[Vec<&'a Node<W>>], node: &'a Node<W>, may_stop: bool) -> Vec<Vec<&'a Node<W>>> {
    let mut next = Vec::new();
    rows_of(node, may_stop, &mut next);
    let longer = rows.iter().flat_map(|row| next.iter().map(|more| [row.as_slice(), more.as_slice()].concat()));
    longer.filter(|row| row.len() <= 2 * MOST_LEGS).take(MOST_ROWS).collect()
}
