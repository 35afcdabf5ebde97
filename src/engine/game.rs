//! The door to the engine: a game and its states without width parameters, with facts in words for tools and people.

use crate::types::{Cell, Kind, Player};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The players who won, in seat order; nobody: a draw.
    pub winners: Vec<Player>,
    /// The label of the end that decided.
    pub reason: String,
}

/// Everything about one legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveInfo {
    /// In the game's notation; unique among the legal moves of its position.
    pub text: String,
    /// What people call it, where the game asks for such names; unique, too.
    pub name: Option<String>,
    /// `move`, `drop`, `pass`, or the name of a special action.
    pub action: String,
    /// It ends the game by claim: listed apart, counted nowhere.
    pub claim: bool,
    /// Code of the piece that moves or is dropped, as it was before (none for a pass).
    pub piece: Option<String>,
    /// Whose hand a drop comes from.
    pub hand: Option<Player>,
    /// Where it begins; none for a drop or pass.
    pub from: Option<Cell>,
    /// Where it ends; none for what takes a piece off the board.
    pub to: Option<Cell>,
    /// Cells of all pieces taken, sorted.
    pub captures: Vec<Cell>,
    /// Cells of all pieces that change owner by a capture, sorted.
    pub flips: Vec<Cell>,
    /// Other cells that held a piece before and are empty afterwards, sorted: what events and actions remove or move away.
    pub removed: Vec<Cell>,
    /// The piece that moved turned over, by choice or by force.
    pub promotes: bool,
    /// How the game ends if this move is made.
    pub outcome: Option<Outcome>,
    /// Its place in the list of legal moves: what `State::play` takes.
    pub index: usize,
}

/// A position as plain data; what the JSON form holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PositionData {
    /// Pieces: cell name, owner name (`None` = nobody's), code or name of the kind; sorted by cell.
    pub board: Vec<(String, Option<String>, String)>,
    /// Name of the player to move.
    pub to_move: String,
    /// Hands: player name, code, number; empty ones left out.
    pub hands: Vec<(String, String, u32)>,
    /// Names of players who are out.
    pub out: Vec<String>,
    /// Counters by name (`quiet` = plies since the last capture, …).
    pub counters: Vec<(String, u32)>,
}

/// Why a position text or a position's data is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PositionError {
    /// A short word for programs (`unknown-cell`, `unknown-piece`, `too-many-rows`, …).
    pub code: &'static str,
    /// In words, with what would be right.
    pub message: String,
}

/// Why a move text is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No legal move reads like this.
    #[error("`{text}` is not a legal move here")]
    NotLegal {
        /// As given.
        text: String,
        /// Legal moves that look alike, nearest first, at most three.
        near: Vec<String>,
    },
    /// Several legal moves fit.
    #[error("`{text}` fits several legal moves: {}", .fits.join(", "))]
    Ambiguous {
        /// As given.
        text: String,
        /// The moves that fit.
        fits: Vec<String>,
    },
}

/// What a board shows on a cell.
pub type PieceAt = (Option<Player>, Kind);
