//! From the ruleset as meant to the tables as run. `tables` is the contract with the engine.

pub mod gathering;
pub mod tables;

mod budget;
mod captures;
mod compiler;
mod conditions;
mod ends;
mod lending;
mod movement;
mod sets;
mod setwise;
mod topology;
mod turns;
mod zobrist;

use crate::diag::Span;
use crate::rules::Ruleset;
use crate::types::CellSet;

pub use tables::{Compiled, Tables};

/// Something that a ruleset says and the engine cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Where it is said.
    pub span: Span,
    /// What it is, in words.
    pub what: String,
}

/// Compiles a ruleset. The width of the cell sets is chosen here, once.
///
/// # Errors
/// Everything that parses and resolves, but cannot run.
pub fn compile(ruleset: &Ruleset) -> Result<Compiled, Vec<Refusal>> {
    match ruleset.board.grid_size() {
        0..=128 => compiler::compile::<2>(ruleset).map(|tables| Compiled::Narrow(Box::new(tables))),
        129..=256 => compiler::compile::<4>(ruleset).map(|tables| Compiled::Middle(Box::new(tables))),
        _ => compiler::compile::<21>(ruleset).map(|tables| Compiled::Wide(Box::new(tables))),
    }
}

/// A cell set of any board at the chosen width.
fn narrow<const W: usize>(set: &crate::types::BoardSet) -> CellSet<W> {
    set.resize()
}
