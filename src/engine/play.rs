//! One interface to both ways of playing, so that tools are written once and compiled for each.

use std::sync::Arc;

use crate::compile::tables::{Setwise, Tables};

use super::gathered;
use super::moves::Move;
use super::outcome::Ended;
use super::position::Position;
use super::setwise::{self, SetMove};
use super::tight::{self, TightMove};
use super::{legality, outcome, turn};

/// What perft, playouts and searches ask of a game.
pub trait Play {
    /// A move, as this way of playing keeps it.
    type Move: Copy;

    /// Replaces the list by all candidates of the player to move; whether the game is over is not asked.
    fn list(&mut self, moves: &mut Vec<Self::Move>);

    /// The length of that list.
    fn count(&mut self) -> u64;

    /// Draws one move of the list, all equally likely, and says how many there are, 0 when they were not counted; `None` when
    /// there is none. Where drops must be tried out, only the one that is drawn is: the number then counts those that would
    /// have been refused.
    fn draw(&mut self, buffer: &mut Vec<Self::Move>, below: &mut impl FnMut(u32) -> u32) -> Option<(Self::Move, u32)> {
        self.list(buffer);
        let count = buffer.len() as u32;
        (count > 0).then(|| (buffer[below(count) as usize], count))
    }

    /// Plays a move of the list.
    fn play(&mut self, mv: Self::Move);

    /// Plays each move of the list and takes it back at once; how many there were.
    fn play_leaves(&mut self, moves: &[Self::Move]) -> u64 {
        for &mv in moves {
            self.play(mv);
            self.undo();
        }
        moves.len() as u64
    }

    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;

    /// Has an end of the board (group A) come?
    fn board_ended(&self) -> bool;

    /// Has another end come, given that the player to move has (or has not) a move?
    fn late_ended(&mut self, can_move: bool) -> bool;
}

/// A tool that runs on any game.
pub trait Visitor {
    /// What it returns.
    type Output;

    /// Runs.
    fn visit<P: Play>(self, play: &mut P) -> Self::Output;
}

/// The general way: every rule step by step.
#[derive(Debug)]
pub(super) struct General<'a, const W: usize> {
    pub t: &'a Tables<W>,
    pub position: &'a mut Position<W>,
    pub buffer: Vec<Move<W>>,
    pub gathered: Box<gathered::Gathered<W>>,
}

/// The tight way.
#[derive(Debug)]
pub(super) struct Tight<'a, const W: usize> {
    pub t: &'a Tables<W>,
    pub position: &'a mut Position<W>,
}

impl<const W: usize> Play for General<'_, W> {
    type Move = Move<W>;

    fn list(&mut self, moves: &mut Vec<Move<W>>) {
        legality::legal_moves(self.t, self.position, moves);
    }

    fn count(&mut self) -> u64 {
        if let Some(count) = gathered::count(self.t, self.position, &mut self.gathered) {
            return count;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        legality::legal_moves(self.t, self.position, &mut buffer);
        let count = buffer.len() as u64;
        self.buffer = buffer;
        count
    }

    fn draw(&mut self, buffer: &mut Vec<Move<W>>, below: &mut impl FnMut(u32) -> u32) -> Option<(Move<W>, u32)> {
        let counted = self.gathered.next_draw();
        gathered::draw(self.t, self.position, &mut self.gathered, below).or_else(|| {
            self.list(buffer);
            let count = buffer.len() as u32;
            (count > 0).then(|| (buffer[below(count) as usize], if counted { count } else { 0 }))
        })
    }

    fn play(&mut self, mv: Move<W>) {
        play(self.t, self.position, &mv);
    }

    fn undo(&mut self) -> bool {
        self.position.undo(self.t)
    }

    fn board_ended(&self) -> bool {
        self.position.ended.is_some()
    }

    fn late_ended(&mut self, can_move: bool) -> bool {
        tight::late_end(self.t, self.position, can_move).is_some()
    }
}

impl<const W: usize> Play for Tight<'_, W> {
    type Move = TightMove;

    #[inline]
    fn list(&mut self, moves: &mut Vec<TightMove>) {
        tight::list(self.t, self.position, moves);
    }

    #[inline]
    fn count(&mut self) -> u64 {
        u64::from(tight::count(self.t, self.position))
    }

    #[inline]
    fn draw(&mut self, buffer: &mut Vec<TightMove>, below: &mut impl FnMut(u32) -> u32) -> Option<(TightMove, u32)> {
        tight::draw(self.t, self.position, below).or_else(|| {
            self.list(buffer);
            let count = buffer.len() as u32;
            (count > 0).then(|| (buffer[below(count) as usize], count))
        })
    }

    #[inline]
    fn play(&mut self, mv: TightMove) {
        tight::play(self.t, self.position, mv);
    }

    fn play_leaves(&mut self, moves: &[TightMove]) -> u64 {
        tight::play_leaves(self.t, self.position, moves)
    }

    #[inline]
    fn undo(&mut self) -> bool {
        self.position.undo(self.t)
    }

    #[inline]
    fn board_ended(&self) -> bool {
        self.position.ended.is_some()
    }

    #[inline]
    fn late_ended(&mut self, can_move: bool) -> bool {
        tight::late_end(self.t, self.position, can_move).is_some()
    }
}

/// Legal moves as sets. The lines rest meanwhile.
#[derive(Debug)]
pub(super) struct AsSets<'a, const W: usize> {
    pub t: &'a Tables<W>,
    pub s: &'a Setwise<W>,
    pub position: &'a mut Position<W>,
}

impl<const W: usize> Play for AsSets<'_, W> {
    type Move = SetMove;

    #[inline]
    fn list(&mut self, moves: &mut Vec<SetMove>) {
        setwise::list(self.t, self.s, self.position, moves);
    }

    #[inline]
    fn count(&mut self) -> u64 {
        setwise::count(self.t, self.s, self.position)
    }

    #[inline]
    fn play(&mut self, mv: SetMove) {
        setwise::play(self.t, self.s, self.position, mv);
    }

    fn play_leaves(&mut self, moves: &[SetMove]) -> u64 {
        setwise::play_leaves(self.t, self.s, self.position, moves)
    }

    #[inline]
    fn undo(&mut self) -> bool {
        self.position.undo(self.t)
    }

    #[inline]
    fn board_ended(&self) -> bool {
        self.position.ended.is_some()
    }

    #[inline]
    fn late_ended(&mut self, can_move: bool) -> bool {
        setwise::late_end(self.t, self.s, self.position, can_move).is_some()
    }
}

/// Plays a legal move the general way: start events, the deed and all that follows it, ends, the next player.
pub(super) fn play<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: &Move<W>) {
    turn::begin(t, position);
    let facts = turn::execute(t, position, mv, &mut turn::Choices::coded(mv.choices));
    position.trying -= 1;
    outcome::finish(t, position, mv, &facts);
}

/// A game in progress at one width.
#[derive(Debug, Clone)]
pub(super) struct Session<const W: usize> {
    pub t: Arc<Tables<W>>,
    pub position: Position<W>,
    /// The legal moves, when they have been asked for since the last change; empty when the game is over.
    pub legal: Option<Vec<Move<W>>>,
}

impl<const W: usize> Session<W> {
    pub fn new(t: Arc<Tables<W>>, position: Position<W>) -> Self {
        Self { t, position, legal: None }
    }

    /// Runs a tool the fastest way that applies.
    pub fn visit<V: Visitor>(&mut self, visitor: V) -> V::Output {
        self.legal = None;
        if self.tight() {
            let result = visitor.visit(&mut Tight { t: &self.t, position: &mut self.position });
            self.position.update_lines(&self.t);
            result
        } else if self.as_sets()
            && let t = Arc::clone(&self.t)
            && let Some(s) = t.setwise.as_deref()
        {
            self.position.rest_lines();
            let result = visitor.visit(&mut AsSets { t: &t, s, position: &mut self.position });
            setwise::look(&t, s, &mut self.position);
            self.position.wake_lines(&t);
            result
        } else {
            let gathered = Box::default();
            visitor.visit(&mut General { t: &self.t, position: &mut self.position, buffer: Vec::new(), gathered })
        }
    }

    fn tight(&self) -> bool {
        self.t.needs.tight && !self.position.slow && self.position.again.is_none() && self.position.out == 0
    }

    fn as_sets(&self) -> bool {
        !self.position.slow
            && self.position.again.is_none()
            && self.position.out == 0
            && setwise::applies(&self.t, &self.position)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&mut self) -> Option<Ended> {
        if self.position.ended.is_some() {
            return self.position.ended;
        }
        if self.tight() {
            let can_move = tight::count(&self.t, &mut self.position) > 0;
            return tight::late_end(&self.t, &mut self.position, can_move);
        }
        if self.as_sets()
            && let Some(s) = self.t.setwise.as_deref()
        {
            let can_move = setwise::count(&self.t, s, &mut self.position) > 0;
            return setwise::late_end(&self.t, s, &mut self.position, can_move);
        }
        outcome::of_position(&self.t, &self.position)
    }

    /// The legal moves; none when the game is over.
    pub fn legal(&mut self) -> &[Move<W>] {
        if self.legal.is_none() {
            let mut moves = Vec::new();
            if self.outcome().is_none() {
                if self.tight() {
                    let mut list = Vec::new();
                    tight::list(&self.t, &mut self.position, &mut list);
                    moves.extend(list.into_iter().map(|mv| self.widened(mv)));
                } else if self.as_sets()
                    && let Some(s) = self.t.setwise.as_deref()
                {
                    setwise::wide_list(&self.t, s, &mut self.position, &mut moves);
                } else {
                    legality::legal_moves(&self.t, &mut self.position, &mut moves);
                }
                legality::claims(&self.t, &mut self.position, &mut moves);
            }
            self.legal = Some(moves);
        }
        self.legal.as_deref().unwrap_or(&[])
    }

    fn widened(&self, mv: TightMove) -> Move<W> {
        let mut wide = Move::new(super::moves::MOVE, mv.content, mv.from, mv.to);
        if self.position.cells[mv.to as usize] != crate::compile::tables::EMPTY {
            wide.taken.insert(crate::types::Cell(mv.to));
        }
        wide
    }

    /// Plays a move.
    pub fn play(&mut self, mv: &Move<W>) {
        self.legal = None;
        if self.tight() && mv.action == super::moves::MOVE {
            let mv = TightMove { content: mv.content, from: mv.from, to: mv.to };
            tight::play(&self.t, &mut self.position, mv);
            self.position.update_lines(&self.t);
        } else {
            play(&self.t, &mut self.position, mv);
        }
    }

    pub fn undo(&mut self) -> bool {
        self.legal = None;
        let undone = self.position.undo(&self.t);
        self.position.update_lines(&self.t);
        undone
    }
}
