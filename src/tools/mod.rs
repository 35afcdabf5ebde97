//! Perft, playouts, comparison, rendering: pure functions over the engine.
