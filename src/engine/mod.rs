//! A game as played: positions, moves, outcomes.
