//! What one game file says otherwise than another: declarations added, removed and changed, item by item. Layout and comments do
//! not count, and the order of items only where it has a meaning.

use std::collections::BTreeMap;

use crate::diag::{Sources, Span};
use crate::syntax::ast::{Declaration, Modal};
use crate::syntax::wording::{one_line, statements};

use super::expand::item_text;
use super::handles::Entry;
use super::inherit::Flat;

/// An item of a flat game, as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Keyword and name, label, or first words.
    pub handle: String,
    /// Its statements, one a line, without layout and comments.
    pub lines: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// Of an option its value in force.
    pub value: Option<String>,
    /// The sort of items among which its order counts.
    ordered: Option<&'static str>,
}

impl Said {
    /// The item on one line; a picture has rows behind each other.
    pub fn one_line(&self) -> String {
        one_line(&self.lines)
    }
}

/// Items of one sort that stand in another order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reordered {
    /// Which sort, as a plural.
    pub what: &'static str,
    /// The handles of those that both games have, as the first has them.
    pub before: Vec<String>,
    /// As the second has them.
    pub after: Vec<String>,
}

/// What the second game says otherwise; numbers are places in the lists of items.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    /// Items of both games that differ, in the order of the first.
    pub changed: Vec<(usize, usize)>,
    /// Items that only the first game has.
    pub removed: Vec<usize>,
    /// Items that only the second game has.
    pub added: Vec<usize>,
    /// Orders that differ.
    pub reordered: Vec<Reordered>,
}

impl Changes {
    /// How many declarations differ; an order counts as one.
    pub fn count(&self) -> usize {
        self.changed.len() + self.removed.len() + self.added.len() + self.reordered.len()
    }
}

/// The items of a flat game.
pub(super) fn said(flat: &Flat, sources: &Sources) -> Vec<Said> {
    flat.entries
        .iter()
        .map(|entry| Said {
            handle: entry.handle(),
            lines: statements(&item_text(entry, &flat.options, sources)),
            span: entry.span,
            value: match &entry.declaration {
                Declaration::Option(item) => {
                    flat.options.iter().find(|option| option.name == item.name.text).map(|option| option.value.clone())
                }
                _ => None,
            },
            ordered: ordered(entry),
        })
        .collect()
}

fn ordered(entry: &Entry) -> Option<&'static str> {
    match &entry.declaration {
        Declaration::Player { .. } => Some("players"),
        Declaration::Event { .. } => Some("events"),
        Declaration::End(_) => Some("ends"),
        Declaration::Rule(rule) if rule.modal == Modal::Must => Some("`must` rules"),
        _ => None,
    }
}

/// Compares the items of two games.
pub fn changes(a: &[Said], b: &[Said]) -> Changes {
    let mut pairs = Pairs { of_a: vec![None; a.len()], of_b: vec![false; b.len()] };
    // The same words under the same handle, then the same handle; what has only got another label, or lost it.
    pairs.join(a, b, |said| (said.handle.clone(), said.lines.clone()));
    pairs.join(a, b, |said| said.handle.clone());
    pairs.join(a, b, |said| (String::new(), without_label(&said.lines)));
    let mut changes = Changes::default();
    let mut both = Vec::new();
    for (at, pair) in pairs.of_a.iter().enumerate() {
        match *pair {
            Some(other) => {
                both.push((at, other));
                if a[at].lines != b[other].lines {
                    changes.changed.push((at, other));
                }
            }
            None => changes.removed.push(at),
        }
    }
    changes.added = (0..b.len()).filter(|&at| !pairs.of_b[at]).collect();
    for what in ["players", "`must` rules", "events", "ends"] {
        let of_sort: Vec<(usize, usize)> =
            both.iter().copied().filter(|&(x, y)| a[x].ordered == Some(what) && b[y].ordered == Some(what)).collect();
        if of_sort.is_sorted_by_key(|&(_, other)| other) {
            continue;
        }
        let before = of_sort.iter().map(|&(at, _)| a[at].handle.clone()).collect();
        let mut sorted = of_sort;
        sorted.sort_unstable_by_key(|&(_, other)| other);
        let after = sorted.iter().map(|&(_, other)| b[other].handle.clone()).collect();
        changes.reordered.push(Reordered { what, before, after });
    }
    changes
}

/// The lines of an item without its label.
fn without_label(lines: &[String]) -> Vec<String> {
    let mut lines = lines.to_vec();
    if let Some(first) = lines.first_mut()
        && let Some((label, rest)) = first.split_once(": ")
        && !label.contains([' ', '"', '{'])
    {
        *first = rest.to_owned();
    }
    lines
}

/// Which item of one game is which of the other.
struct Pairs {
    of_a: Vec<Option<usize>>,
    of_b: Vec<bool>,
}

impl Pairs {
    /// Joins items that have the same key and are alone yet, in order.
    fn join<K: Ord>(&mut self, a: &[Said], b: &[Said], key: impl Fn(&Said) -> K) {
        let mut waiting: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for (at, said) in b.iter().enumerate().rev().filter(|(at, _)| !self.of_b[*at]) {
            waiting.entry(key(said)).or_default().push(at);
        }
        for (at, said) in a.iter().enumerate() {
            if self.of_a[at].is_none()
                && let Some(other) = waiting.get_mut(&key(said)).and_then(Vec::pop)
            {
                self.of_a[at] = Some(other);
                self.of_b[other] = true;
            }
        }
    }
}
