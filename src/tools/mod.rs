//! Perft, playouts, comparison, rendering, diagrams of movement: pure functions over the engine.

pub mod compare;
pub mod diagram;
pub mod perft;
pub mod playout;
pub mod render;
pub mod suite;
pub mod why;
