//! Perft, playouts, comparison, rendering: pure functions over the engine.

pub mod compare;
pub mod perft;
pub mod playout;
pub mod render;
pub mod suite;
pub mod why;
