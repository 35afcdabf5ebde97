//! Checks of a game as a whole: what each sentence says is fine, and yet the game cannot be what was meant.
//!
//! Every check is sure of what it says, or silent: it asks what could happen in the most generous game, and speaks only
//! when not even that would do. One file for each concern; `facts` holds what they share, `walk` goes through every
//! condition and set of a ruleset.

mod board;
mod captures;
mod empty;
mod ends;
mod facts;
mod pieces;
mod possible;
mod rules;
mod shape;
mod start;
mod uses;
mod walk;

use super::model::Ruleset;
use crate::diag::{Diagnostics, Severity};
use facts::Facts;

/// Everything that can be said about a whole game, in the order of the checks. Only rulesets that were resolved without
/// an error come here.
pub fn run(ruleset: &Ruleset) -> Diagnostics {
    let facts = Facts::new(ruleset);
    let mut found = Diagnostics::new();
    board::check(&facts, &mut found);
    if facts.nobody_begins() {
        return found; // everything else would be said again in other words
    }
    empty::check(&facts, &mut found);
    pieces::check(&facts, &mut found);
    captures::check(&facts, &mut found);
    rules::check(&facts, &mut found);
    ends::check(&facts, &mut found);
    start::check(&facts, &mut found);
    uses::check(&facts, &mut found);
    found
}

/// The errors alone, for builds of which only the errors matter.
pub fn faults(ruleset: &Ruleset) -> Diagnostics {
    let facts = Facts::new(ruleset);
    let mut found = Diagnostics::new();
    board::overlapping(&facts, &mut found);
    pieces::promotes_nothing(&facts, &mut found);
    rules::like_neighbours(&facts, &mut found);
    found
}

/// Keeps of the first run what is also found in every other one: a sentence that is idle only as the options happen to
/// be set is not idle. Errors stay in any case.
#[must_use]
pub fn in_every_run(first: Diagnostics, others: &[Diagnostics]) -> Diagnostics {
    let list = first
        .list
        .into_iter()
        .filter(|d| {
            d.severity == Severity::Error
                || others
                    .iter()
                    .all(|other| other.list.iter().any(|o| o.code == d.code && o.primary.span == d.primary.span))
        })
        .collect();
    Diagnostics { list }
}
