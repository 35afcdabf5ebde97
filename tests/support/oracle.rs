//! The slow oracle: the rules of a `Ruleset`, followed sentence by sentence, with nothing compiled and nothing clever.
//!
//! It never touches `compile` or `engine`. Positions are plain maps that are cloned freely; each function is one sentence
//! or one step of the language reference, so that a difference to the engine can be read off.
//!
//! ```ignore
//! let oracle = Oracle::new(&ruleset);
//! let start = oracle.start();
//! for turn in oracle.legal(&start) {
//!     let next = oracle.play(&start, &turn);
//!     println!("{turn:?} {:?}", next.outcome);
//! }
//! ```

// The oracle says more than each single test reads.
#![allow(dead_code)]

mod attack;
mod capture;
mod condition;
mod ending;
mod event;
mod geometry;
mod path;
mod position;
mod scene;
mod speaks;
mod terrain;
mod text;
mod turn;

use std::sync::Arc;

use boardwright::rules::Ruleset;
use boardwright::rules::model::Placed;
use boardwright::types::{Kind, Player};

pub use position::Position;
pub use turn::{Action, Scope, Source, Turn};

use position::{LastPly, Past};

/// A game that is interpreted.
pub struct Oracle {
    pub rules: Ruleset,
    /// What the rules speak of, found once.
    speaks: speaks::Speaks,
}

impl Oracle {
    /// An oracle for these rules.
    pub fn new(rules: &Ruleset) -> Self {
        Self { rules: rules.clone(), speaks: speaks::Speaks::of(rules) }
    }

    /// The start position; its ends have been asked.
    pub fn start(&self) -> Position {
        let stocks = self.rules.hands.iter().map(|stock| (stock.player, stock.kind, stock.number));
        self.load(&self.rules.setup, stocks, 0)
    }

    /// A position with these pieces and hands in which the given place in the order of turns is next. Pieces that stand
    /// as in the setup are unmoved, all counters are at their start. The ends have been asked.
    pub fn load(
        &self,
        pieces: &[Placed],
        hands: impl IntoIterator<Item = (Player, Kind, Option<u32>)>,
        turn: usize,
    ) -> Position {
        let mut position = self.bare(pieces, hands, turn);
        self.begin(&mut position);
        position
    }

    /// The same without asking anything: for those who still want to set counters, marks or players out. To be followed
    /// by [`Oracle::begin`].
    pub fn bare(
        &self,
        pieces: &[Placed],
        hands: impl IntoIterator<Item = (Player, Kind, Option<u32>)>,
        turn: usize,
    ) -> Position {
        let mut position = Position::empty(&self.rules, turn);
        for placed in pieces {
            let unmoved = self.rules.setup.contains(placed);
            position.put_new(placed.cell, placed.kind, placed.owner, unmoved);
        }
        for (player, kind, number) in hands {
            position.add_to_hand(player, kind, number);
        }
        position
    }

    /// Makes a position the first of its history and asks the ends, with nothing taken.
    pub fn begin(&self, position: &mut Position) {
        position.last = LastPly::default();
        position.outcome = None;
        self.count_held(position);
        position.history = Arc::new(vec![Past { key: position.identity(self), mover: None, gave_check: false }]);
        *position = self.settle_loaded(position.clone());
    }

    /// The number of move sequences of a length. A finished game has no moves.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal(position).len() as u64,
            _ => self.legal(position).iter().map(|turn| self.perft(&self.play(position, turn), depth - 1)).sum(),
        }
    }
}
