//! A game as played: positions, moves, outcomes.

mod attacks;
mod captures;
mod eval;
mod game;
mod legality;
mod movegen;
mod moves;
mod outcome;
mod position;
mod reach;
mod tight;
mod turn;

pub use game::{MoveError, MoveInfo, Outcome, PieceAt, PositionData, PositionError};
