//! The same game under other option values: faults that only some of them have.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Diagnostics, Severity, Sources, code};

use super::inherit::{self, Flat};
use super::limits;
use super::load::Chain;
use super::model::{OptionDef, OptionValues};
use super::resolve;

/// Most games that are built for one file.
const MOST_BUILDS: usize = 64;

/// The game as it was asked for.
pub(super) struct Base<'a> {
    /// Its items.
    pub flat: &'a Flat,
    /// How many parts it has.
    pub parts: usize,
    /// What the checks of the whole game say about it; when that is nothing, the other builds are not asked.
    pub whole: &'a Diagnostics,
}

/// What the other builds tell.
#[derive(Default)]
pub(super) struct Variants {
    /// The names of the options that some build reads.
    pub read: BTreeSet<String>,
    /// What the checks of the whole game say of each build that has no error; left out unless it is wanted.
    pub runs: Vec<Diagnostics>,
}

/// Builds the game under other values: every value of a switch and of a word, then every pair of values of options that
/// have items of their own. Reports the faults that the game as asked for lacks, with the values that bring them out.
pub(super) fn check(
    chain: &Chain,
    settings: &[(String, String)],
    base: &Base<'_>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Variants {
    let mut seen: BTreeSet<String> = diagnostics.list.iter().chain(&base.whole.list).map(key).collect();
    let mut variants = Variants::default();
    // A game that is too large once is not built again.
    let too_large = diagnostics.list.iter().any(|d| matches!(d.code, code::TOO_LARGE | code::TOO_MANY_MESSAGES));
    let mut room = if too_large { 0 } else { limits::MOST_PARTS_OF_ALL.saturating_sub(base.parts) };
    for values in plan(&base.flat.options).into_iter().take(MOST_BUILDS) {
        if room == 0 {
            break;
        }
        let mut asked = settings.to_vec();
        asked.extend(values.iter().cloned());
        let mut found = Diagnostics::new();
        let flat = inherit::merge(chain, &asked, true, sources, &mut found);
        let (built, parts) = resolve::resolve(&flat, sources, &mut found);
        room = room.saturating_sub(parts.max(1));
        if let Some(built) = built {
            found.extend(super::check::faults(&built));
            if !base.whole.list.is_empty() {
                variants.runs.push(super::check::run(&built));
            }
            variants.read.extend(built.options.into_iter().filter(|o| o.read).map(|o| o.name));
        }
        let when: Vec<String> = values.iter().map(|(name, value)| format!("`{name} = {value}`")).collect();
        for fault in found.list {
            // What cannot be played yet is said to whoever asks for it.
            let later = matches!(fault.code, code::VERSION_TWO | code::CANNOT_RUN_YET);
            if later || fault.severity == Severity::Note || !seen.insert(key(&fault)) {
                continue;
            }
            let note = format!("this happens when {}", when.join(" and "));
            diagnostics.push(fault.note(note));
        }
    }
    variants
}

/// What makes two faults the same.
fn key(fault: &Diagnostic) -> String {
    format!("{} {:?} {}", fault.code.0, fault.primary.span, fault.title)
}

/// The values to try, each a few changes to what is in force.
fn plan(options: &[OptionDef]) -> Vec<Vec<(String, String)>> {
    let mut plan = Vec::new();
    for option in options {
        plan.extend(others(option).into_iter().map(|value| vec![(option.name.clone(), value)]));
    }
    let patched: Vec<&OptionDef> = options.iter().filter(|o| o.read && o.values == OptionValues::Switch).collect();
    for (at, first) in patched.iter().enumerate() {
        for second in &patched[at + 1..] {
            for a in others(first) {
                for b in others(second) {
                    plan.push(vec![(first.name.clone(), a.clone()), (second.name.clone(), b)]);
                }
            }
        }
    }
    plan
}

/// The values that are not in force; of a range its ends.
fn others(option: &OptionDef) -> Vec<String> {
    let all = match &option.values {
        OptionValues::Switch => vec!["on".to_owned(), "off".to_owned()],
        OptionValues::Range(least, most) => vec![least.to_string(), most.to_string()],
        OptionValues::Words(words) => words.clone(),
    };
    all.into_iter().filter(|value| *value != option.value).collect()
}
