//! The same game under other option values: faults that only some of them have.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::diag::{Diagnostic, Diagnostics, Severity, Sources, code};
use crate::syntax::ast::Declaration;
use crate::syntax::keywords;

use super::inherit::{self, Flat};
use super::limits;
use super::load::Chain;
use super::model::{OptionDef, OptionValues};
use super::{options, resolve};

/// Most games that are built for one file.
const MOST_BUILDS: usize = 64;

/// So much text takes as long to read again as one part takes to build.
const BYTES_OF_A_PART: usize = 32;

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
/// have items of their own. Reports the faults that the game as asked for lacks, with the values that bring them out; and
/// a note when there are more values than are tried.
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
    if diagnostics.list.iter().any(|d| matches!(d.code, code::TOO_LARGE | code::TOO_MANY_MESSAGES)) {
        return variants;
    }
    let mut room = limits::MOST_PARTS_OF_ALL.saturating_sub(base.parts + written(base.flat));
    let (plan, all) = plan(base.flat, sources);
    let patched = base.flat.entries.iter().any(|entry| match &entry.declaration {
        Declaration::Option(item) => item.patch.is_some() || item.otherwise.is_some(),
        _ => false,
    });
    let mut tried = 0;
    for values in plan {
        if room == 0 {
            break;
        }
        tried += 1;
        let mut asked = settings.to_vec();
        asked.extend(values.iter().cloned());
        let mut found = Diagnostics::new();
        let (built, parts) = if patched {
            let flat = inherit::merge(chain, &asked, true, sources, &mut found);
            let (built, parts) = resolve::resolve(&flat, sources, &mut found);
            (built, parts + written(&flat))
        } else {
            // The items are the same under all values.
            let mut options = base.flat.options.clone();
            options::set_from_outside(&mut options, &values, base.flat.first_line, &mut found);
            let (built, parts) = resolve::resolve_under(base.flat, options, sources, &mut found);
            (built, parts + written(base.flat))
        };
        room = room.saturating_sub(parts);
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
        if diagnostics.list.len() >= limits::MOST_MESSAGES {
            return variants;
        }
    }
    if tried < all
        && let Some(last) = base.flat.options.last()
    {
        diagnostics.push(
            Diagnostic::new(
                code::NOT_ALL_TRIED,
                last.span,
                format!("of {all} ways to set one or two options, {tried} are tried"),
            )
            .help("look at the others yourself, with `check --set OPTION=VALUE`"),
        );
    }
    variants
}

/// What makes two faults the same.
fn key(fault: &Diagnostic) -> String {
    format!("{} {:?} {}", fault.code.0, fault.primary.span, fault.title)
}

/// What it takes to read the items of a game again, in parts: long lists, too, are read each time.
fn written(flat: &Flat) -> usize {
    flat.entries.iter().map(|entry| 1 + (entry.span.end - entry.span.start) as usize / BYTES_OF_A_PART).sum()
}

/// The values to try, each a few changes to what is in force, and how many there are in all. Where they are too many, the
/// pairs of options that speak of most things together come first.
fn plan(flat: &Flat, sources: &Sources) -> (Vec<Vec<(String, String)>>, usize) {
    let options = &flat.options;
    let mut plan: Vec<Vec<(String, String)>> = Vec::new();
    for option in options {
        plan.extend(others(option).into_iter().map(|value| vec![(option.name.clone(), value)]));
    }
    // A switch has one other value.
    let patched: Vec<(&OptionDef, String)> = options
        .iter()
        .filter(|o| o.read && o.values == OptionValues::Switch)
        .filter_map(|o| others(o).pop().map(|value| (o, value)))
        .collect();
    let pairs = patched.len() * patched.len().saturating_sub(1) / 2;
    let all = plan.len() + pairs;
    let room = MOST_BUILDS.saturating_sub(plan.len());
    plan.truncate(MOST_BUILDS);
    if room == 0 {
        return (plan, all);
    }
    let mut chosen: Vec<(usize, usize)> =
        (0..patched.len()).flat_map(|a| (a + 1..patched.len()).map(move |b| (a, b))).collect();
    if pairs > room {
        let words: Vec<BTreeSet<&str>> = patched.iter().map(|(option, _)| words_of(flat, option, sources)).collect();
        chosen.sort_by_cached_key(|&(a, b)| std::cmp::Reverse(words[a].intersection(&words[b]).count()));
        chosen.truncate(room);
    }
    let change = |at: usize| (patched[at].0.name.clone(), patched[at].1.clone());
    plan.extend(chosen.into_iter().map(|(a, b)| vec![change(a), change(b)]));
    (plan, all)
}

/// The words of the items of an option that are no words of the language.
fn words_of<'s>(flat: &Flat, option: &OptionDef, sources: &'s Sources) -> BTreeSet<&'s str> {
    let item = flat.entries.iter().find_map(|entry| match &entry.declaration {
        Declaration::Option(item) if item.name.text == option.name => Some(item),
        _ => None,
    });
    let Some(item) = item else { return BTreeSet::new() };
    item.patch
        .iter()
        .chain(&item.otherwise)
        .flatten()
        .flat_map(|item| {
            let text = sources.get(item.span.file).text.get(item.span.start as usize..item.span.end as usize);
            text.unwrap_or("").split(|c: char| !c.is_alphanumeric() && c != '-')
        })
        .filter(|word| !word.is_empty() && !language().contains(word))
        .collect()
}

/// The words of the language.
fn language() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| keywords().flat_map(|phrase| phrase.split(' ')).collect())
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
