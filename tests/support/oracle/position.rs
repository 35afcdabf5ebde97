//! Positions: plain data, cloned freely.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boardwright::rules::Ruleset;
use boardwright::rules::model::Lasts;
use boardwright::types::{Cell, Kind, Mark, Player};

use super::Oracle;

/// A piece. The id follows it over the board; it says nothing about the position.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    pub kind: Kind,
    pub owner: Option<Player>,
    pub unmoved: bool,
    pub id: u32,
}

/// A piece that was taken, as it stood.
#[derive(Debug, Clone, Copy)]
pub struct Taken {
    pub cell: Cell,
    pub piece: Piece,
}

/// A mark on a cell, and the piece that left it.
#[derive(Debug, Clone, Copy)]
pub struct MarkLeft {
    pub mark: Mark,
    pub cell: Cell,
    pub piece: u32,
    pub owner: Option<Player>,
    /// Plies that it still lasts, where that is counted.
    pub plies: Option<u32>,
}

/// A turn that goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuing {
    pub cell: Cell,
    pub must: bool,
    pub take: bool,
    /// The counters that an earlier part of this turn has set to 0.
    pub reset: BTreeSet<usize>,
}

/// What the ply just played did.
#[derive(Debug, Clone, Default)]
pub struct LastPly {
    pub end: Option<Cell>,
    pub taken: Vec<Taken>,
}

/// A position of the past.
#[derive(Debug, Clone)]
pub struct Past {
    pub key: Identity,
    /// Who made the ply that led to it.
    pub mover: Option<Player>,
    /// That player gave check by it.
    pub gave_check: bool,
}

/// How a game ended: who won (nobody: a draw), and the label of the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub winners: Vec<Player>,
    pub reason: String,
}

/// What makes two positions the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    cells: Vec<Option<(Kind, Option<Player>, bool)>>,
    hands: Arc<BTreeMap<(Player, Kind), Option<u32>>>,
    turn: usize,
    out: BTreeSet<Player>,
    marks: BTreeSet<(Mark, Cell, Option<Cell>)>,
    continuing: Option<Cell>,
}

/// A position.
#[derive(Debug, Clone)]
pub struct Position {
    pub(super) cells: Arc<Vec<Option<Piece>>>,
    /// Pieces in hand; `None` = any number.
    pub hands: Arc<BTreeMap<(Player, Kind), Option<u32>>>,
    /// The place in the order of turns.
    pub turn: usize,
    pub out: BTreeSet<Player>,
    pub marks: Vec<MarkLeft>,
    pub continuing: Option<Continuing>,
    /// One for each counter of the rules.
    pub counters: Vec<u32>,
    /// Passes in a row up to now.
    pub passes: u32,
    pub last: LastPly,
    pub history: Arc<Vec<Past>>,
    pub outcome: Option<Outcome>,
    pub(super) next_id: u32,
}

impl Position {
    /// An empty board.
    pub fn empty(rules: &Ruleset, turn: usize) -> Self {
        Self {
            cells: Arc::new(vec![None; rules.board.grid_size()]),
            hands: Arc::new(BTreeMap::new()),
            turn,
            out: BTreeSet::new(),
            marks: Vec::new(),
            continuing: None,
            counters: vec![0; rules.counters.len()],
            passes: 0,
            last: LastPly::default(),
            history: Arc::new(Vec::new()),
            outcome: None,
            next_id: 0,
        }
    }

    /// The piece on a cell.
    pub fn at(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell.index()]
    }

    /// Puts a piece on a cell, whatever stood there.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        Arc::make_mut(&mut self.cells)[cell.index()] = piece;
    }

    /// Puts a piece that was on no cell before on a cell.
    pub fn put_new(&mut self, cell: Cell, kind: Kind, owner: Option<Player>, unmoved: bool) -> Piece {
        let piece = Piece { kind, owner, unmoved, id: self.next_id };
        self.next_id += 1;
        self.set(cell, Some(piece));
        piece
    }

    /// Cells and pieces in cell order.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        self.cells.iter().enumerate().filter_map(|(i, piece)| piece.map(|p| (Cell::from_index(i), p)))
    }

    /// Where a piece stands now.
    pub fn find(&self, id: u32) -> Option<(Cell, Piece)> {
        self.pieces().find(|(_, piece)| piece.id == id)
    }

    /// Adds pieces to a hand; `None` = any number.
    pub fn add_to_hand(&mut self, player: Player, kind: Kind, number: Option<u32>) {
        if number == Some(0) {
            return;
        }
        let held = Arc::make_mut(&mut self.hands).entry((player, kind)).or_insert(Some(0));
        *held = held.zip(number).map(|(a, b)| a + b);
    }

    /// Takes one piece out of a hand.
    pub fn take_from_hand(&mut self, player: Player, kind: Kind) {
        let hands = Arc::make_mut(&mut self.hands);
        if let Some(Some(held)) = hands.get_mut(&(player, kind)) {
            *held = held.saturating_sub(1);
            if *held == 0 {
                hands.remove(&(player, kind));
            }
        }
    }

    /// Empties a hand of a kind.
    pub fn clear_hand(&mut self, player: Player, kind: Kind) {
        Arc::make_mut(&mut self.hands).remove(&(player, kind));
    }

    /// What makes this position the same as another, for repetition.
    pub fn identity(&self, oracle: &Oracle) -> Identity {
        let cells = self
            .cells
            .iter()
            .map(|piece| piece.map(|p| (p.kind, p.owner, p.unmoved && oracle.speaks.unmoved_of.has(p.kind))));
        Identity {
            cells: cells.collect(),
            hands: self.hands.clone(),
            turn: self.turn,
            out: self.out.clone(),
            marks: self.marks.iter().map(|m| (m.mark, m.cell, self.find(m.piece).map(|(c, _)| c))).collect(),
            continuing: self.continuing.as_ref().map(|c| c.cell),
        }
    }

    /// The same board, hands, marks, players out, whatever the way: what makes two results of a turn equal.
    pub fn looks_like(&self, other: &Self) -> bool {
        let faces = |p: &Self| -> Vec<_> { p.cells.iter().map(|x| x.map(|x| (x.kind, x.owner, x.unmoved))).collect() };
        let marks = |p: &Self| -> BTreeSet<_> {
            p.marks.iter().map(|m| (m.mark, m.cell, m.plies, p.find(m.piece).map(|(c, _)| c))).collect()
        };
        faces(self) == faces(other)
            && self.hands == other.hands
            && self.out == other.out
            && self.continuing == other.continuing
            && marks(self) == marks(other)
    }

    /// Marks that end when a player's turn starts.
    pub fn end_marks_of(&mut self, player: Player, rules: &Ruleset) {
        self.marks.retain(|m| m.owner != Some(player) || rules.marks[m.mark].lasts != Lasts::UntilNextTurn);
    }
}
