//! The list of items while files and patches are put together, found by their handles.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

use crate::diag::Span;
use crate::syntax::ast::Declaration;

use super::handles::Entry;

/// By what an item is found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Handle {
    /// Keyword and name.
    Key(String),
    /// A label.
    Label(String),
    /// The first words of what has neither.
    Head(String),
}

/// Items in order. An item that is taken out stays at its place, marked, so that a place always stands for one item.
#[derive(Default)]
pub(super) struct Entries {
    list: Vec<Entry>,
    taken: BTreeSet<usize>,
    places: BTreeMap<Handle, Vec<usize>>,
}

/// The handles of an item.
fn handles(entry: &Entry) -> impl Iterator<Item = Handle> + use<> {
    let head = (entry.key.is_none() && entry.label.is_none()).then(|| Handle::Head(entry.head.clone()));
    let label = entry.label.as_ref().map(|label| Handle::Label(label.text.clone()));
    entry.key.clone().map(Handle::Key).into_iter().chain(label).chain(head)
}

impl Entries {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len() - self.taken.len()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.list.iter().enumerate().filter(|(at, _)| !self.taken.contains(at)).map(|(_, entry)| entry)
    }

    /// All of them, in order.
    pub fn into_list(self) -> Vec<Entry> {
        let Self { list, taken, .. } = self;
        list.into_iter().enumerate().filter(|(at, _)| !taken.contains(at)).map(|(_, entry)| entry).collect()
    }

    /// Adds one at the end.
    pub fn push(&mut self, entry: Entry) {
        self.note(self.list.len(), &entry);
        self.list.push(entry);
    }

    /// Puts one at a place, instead of the one that stands there.
    pub fn put(&mut self, at: usize, entry: Entry) {
        self.forget(at);
        self.note(at, &entry);
        self.list[at] = entry;
    }

    /// Takes one out.
    pub fn take(&mut self, at: usize) -> Entry {
        self.forget(at);
        self.taken.insert(at);
        self.list[at].clone()
    }

    /// What the item at a place says, to be added to.
    pub fn declaration(&mut self, at: usize) -> &mut Declaration {
        &mut self.list[at].declaration
    }

    /// Remembers the item that was added to the one at a place.
    pub fn note_added(&mut self, at: usize, added: Span) {
        self.list[at].added.push(added);
    }

    fn note(&mut self, at: usize, entry: &Entry) {
        for handle in handles(entry) {
            let places = self.places.entry(handle).or_default();
            places.insert(places.partition_point(|&place| place < at), at);
        }
    }

    fn forget(&mut self, at: usize) {
        for handle in handles(&self.list[at]) {
            if let Some(places) = self.places.get_mut(&handle) {
                places.retain(|&place| place != at);
            }
        }
    }

    /// The places of the items with this keyword and name, ascending.
    pub fn with_key(&self, key: &str) -> impl Iterator<Item = usize> + '_ {
        self.at(&Handle::Key(key.to_owned()))
    }

    /// The places of the items with this label, ascending.
    pub fn with_label(&self, label: &str) -> impl Iterator<Item = usize> + '_ {
        self.at(&Handle::Label(label.to_owned()))
    }

    /// The places of the items that begin so and have neither name nor label, ascending.
    pub fn with_head(&self, head: &str) -> impl Iterator<Item = usize> + '_ {
        self.at(&Handle::Head(head.to_owned()))
    }

    /// The places of the items that may stand for the same as this one: with its key, else with its label.
    pub fn like(&self, entry: &Entry) -> impl Iterator<Item = usize> + '_ {
        let handle = match (&entry.key, &entry.label) {
            (Some(key), _) => Some(Handle::Key(key.clone())),
            (None, Some(label)) => Some(Handle::Label(label.text.clone())),
            (None, None) => None,
        };
        handle.into_iter().flat_map(|handle| self.at(&handle))
    }

    fn at(&self, handle: &Handle) -> impl Iterator<Item = usize> + use<'_> {
        self.places.get(handle).into_iter().flatten().copied()
    }
}

impl Index<usize> for Entries {
    type Output = Entry;

    fn index(&self, at: usize) -> &Entry {
        &self.list[at]
    }
}
