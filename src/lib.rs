//! boardwright: abstract board games written as text files, checked, compiled and played.
//!
//! The way of a file: `syntax` (as written) → `rules` (as meant) → `compile` (as run) → `engine` (as played) → `tools`,
//! and above them `cli`, the only room with files and clocks. See `docs/architecture.md`.

pub mod cli;
pub mod compile;
pub mod diag;
pub mod engine;
pub mod rules;
pub mod syntax;
pub mod tools;
pub mod types;
