//! A game as played: positions, moves, outcomes.

mod game;

pub use game::{MoveError, MoveInfo, Outcome, PieceAt, PositionData, PositionError};
