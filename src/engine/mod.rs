//! A game as played: positions, moves, outcomes.

mod attacks;
mod captures;
mod deeds;
mod eval;
mod game;
mod gathered;
mod legality;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod play;
mod position;
mod probe;
mod reach;
mod repetition;
mod setwise;
mod stand;
mod state;
mod tight;
mod turn;

pub use game::{MoveError, MoveInfo, Outcome, PieceAt, PositionData, PositionError};
pub use play::{Play, Visitor};
pub use probe::Reach;
pub use stand::{PathEnd, Stand, Traits};
pub use state::{Game, State};
