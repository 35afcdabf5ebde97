//! From a file and its ancestors to one flat list of items: `replace`, `remove`, `add to`, `set`, and patches of options.
//!
//! The order of building: parent, the child's items, `set`, what is set from outside, then patches in the order of the file.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, Sources, Span, code, nearest};
use crate::syntax::ast::{Declaration, Declares, GameFile, Handle, How, Item, ItemBody, Name, Value};

use super::entries::Entries;
use super::handles::{Entry, Words, declared_key, extend, handle_words, stands_for_the_same};
use super::limits::{MOST_ITEMS, MOST_MESSAGES};
use super::load::Chain;
use super::model::OptionDef;
use super::options;

/// A game without `extends` and without patches.
pub(super) struct Flat {
    /// The title.
    pub title: String,
    /// The first line of the game itself (or the beginning of its file).
    pub first_line: Span,
    /// All items in order.
    pub entries: Vec<Entry>,
    /// The options with the values in force.
    pub options: Vec<OptionDef>,
    /// Names whose declaration could not be read.
    pub unreadable: Vec<Declares>,
    /// Something could not be read, so that what seems to be missing may be there.
    pub damaged: bool,
    /// What `remove` took away, and where that is said.
    pub removed: Vec<(Entry, Span)>,
}

/// Puts a chain of files (the oldest first) together, under option values given from outside.
pub(super) fn merge(
    chain: &Chain,
    settings: &[(String, String)],
    with_patches: bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Flat {
    let files: &[GameFile] = &chain.files;
    let mut merge = Merge {
        sources,
        entries: Entries::default(),
        sets: Vec::new(),
        set_names: BTreeMap::new(),
        unreadable: Vec::new(),
        damaged: chain.damaged,
        parent_damaged: chain.parent_damaged,
        removed: Vec::new(),
        unread_handles: BTreeSet::new(),
        layer: 0,
        files: files.len(),
        changed: BTreeMap::new(),
        diagnostics,
        full: false,
    };
    for (layer, file) in files.iter().enumerate() {
        merge.layer = layer;
        merge.check_shared_names(&file.items);
        for item in &file.items {
            merge.item(item);
        }
    }
    let game = files.last().and_then(|file| file.game.as_ref());
    let first_line = game.map_or_else(
        || files.last().map_or_else(Span::default, |f| Span { end: f.span.start, ..f.span }),
        |game| game.span,
    );
    let mut options = options::gather(merge.entries.iter(), merge.diagnostics);
    for (_, name, value) in std::mem::take(&mut merge.sets) {
        options::set(&mut options, &name, &value, merge.diagnostics);
    }
    options::set_from_outside(&mut options, settings, first_line, merge.diagnostics);
    if with_patches {
        merge.patches(&mut options);
    }
    Flat {
        title: game.map_or_else(String::new, |game| game.title.text.clone()),
        first_line,
        entries: merge.entries.into_list(),
        options,
        unreadable: merge.unreadable,
        damaged: merge.damaged,
        removed: merge.removed,
    }
}

struct Merge<'a> {
    sources: &'a Sources,
    entries: Entries,
    /// The layer, the option, the value.
    sets: Vec<(usize, Name, Value)>,
    /// Where each layer sets an option.
    set_names: BTreeMap<(usize, String), Span>,
    unreadable: Vec<Declares>,
    damaged: bool,
    parent_damaged: bool,
    removed: Vec<(Entry, Span)>,
    /// Handles of items that could not be read.
    unread_handles: BTreeSet<String>,
    /// Files are numbered from the oldest; patches go on after them.
    layer: usize,
    files: usize,
    /// What patches have changed: handle to layer and place.
    changed: BTreeMap<String, (usize, Span)>,
    diagnostics: &'a mut Diagnostics,
    full: bool,
}

impl Merge<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.talked_out() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Has so much been said that nothing more is?
    fn talked_out(&self) -> bool {
        self.diagnostics.list.len() >= MOST_MESSAGES
    }

    fn in_patch(&self) -> bool {
        self.layer >= self.files
    }

    fn has_parent(&self) -> bool {
        self.layer > 0
    }

    /// Applies the patches of all options, in the order of the file.
    fn patches(&mut self, options: &mut [OptionDef]) {
        let patched: Vec<(usize, Name)> = self
            .entries
            .iter()
            .filter_map(|entry| match &entry.declaration {
                Declaration::Option(item) if item.patch.is_some() || item.otherwise.is_some() => {
                    Some(item.name.clone())
                }
                _ => None,
            })
            .enumerate()
            .collect();
        for (number, name) in &patched {
            let Some(option) = options.iter().find(|o| o.name == name.text) else { continue };
            let on = option.value == "on";
            let items = self.entries.iter().find_map(|entry| match &entry.declaration {
                Declaration::Option(item) if item.name.text == name.text => {
                    Some(if on { item.patch.clone() } else { item.otherwise.clone() })
                }
                _ => None,
            });
            let Some(Some(items)) = items else { continue };
            self.layer = self.files + number;
            for item in &items {
                let about_options = match &item.body {
                    ItemBody::Declaration(Declaration::Option(_)) => true,
                    ItemBody::Remove(handles) => handles.iter().any(|h| h.keyword == Some("option")),
                    _ => false,
                };
                if about_options {
                    self.report(
                        Diagnostic::new(code::OUT_OF_PLACE, item.keyword, "an option inside an option")
                            .help("options are declared outside the braces; what they change may stand inside"),
                    );
                } else {
                    self.item(item);
                }
            }
            for (_, name, value) in std::mem::take(&mut self.sets) {
                if patched[..=*number].iter().any(|(_, done)| done.text == name.text) {
                    self.report(
                        Diagnostic::new(
                            code::OUT_OF_PLACE,
                            name.span,
                            format!("`{}` has been decided already: its items stand before this line", name.text),
                        )
                        .help(format!("move `option {}` behind this option", name.text)),
                    );
                } else {
                    options::set(options, &name, &value, self.diagnostics);
                }
            }
        }
    }

    fn item(&mut self, item: &Item) {
        if self.entries.len() >= MOST_ITEMS {
            if !self.full {
                self.full = true;
                self.report(Diagnostic::new(code::TOO_LARGE, item.keyword, format!("more than {MOST_ITEMS} items")));
            }
            return;
        }
        match &item.body {
            ItemBody::Unreadable(declares) => {
                self.damaged = true;
                self.unreadable.extend(declares.clone());
                self.unread_handles.extend(item.label.as_ref().map(|label| label.text.clone()));
                self.unread_handles.extend(declares.as_ref().map(|d| format!("{} {}", d.keyword, d.name.text)));
            }
            ItemBody::Remove(handles) => {
                for handle in handles {
                    self.remove(handle);
                }
            }
            ItemBody::Set(name, value) => {
                let key = (self.layer, name.text.clone());
                if let Some(&first) = self.set_names.get(&key) {
                    self.report(
                        Diagnostic::new(code::SAME_HANDLE_TWICE, name.span, format!("`{}` is set twice", name.text))
                            .also(first, "first set here")
                            .help("take one of the two lines away"),
                    );
                } else {
                    self.set_names.insert(key, name.span);
                    self.sets.push((self.layer, name.clone(), value.clone()));
                }
            }
            ItemBody::Declaration(declaration) => {
                let entry = Entry {
                    key: declared_key(declaration, &item.head),
                    label: item.label.clone(),
                    declaration: declaration.clone(),
                    head: item.head.clone(),
                    span: item.span,
                    keyword: item.keyword,
                    layer: self.layer,
                    replaces: match item.how {
                        How::Replace(word) => Some(word),
                        _ => None,
                    },
                    place: item.span,
                    added: Vec::new(),
                };
                match item.how {
                    How::New => self.new_item(entry),
                    How::Replace(word) => self.replace(entry, word),
                    How::AddTo(word) => self.add_to(entry, word),
                }
            }
        }
    }

    // ---- new items ----------------------------------------------------------------------------------------------

    fn new_item(&mut self, entry: Entry) {
        let same = self.entries.like(&entry).find(|&at| stands_for_the_same(&self.entries[at], &entry));
        let Some(at) = same else {
            self.note_change(&entry.handle(), entry.keyword);
            self.entries.push(entry);
            return;
        };
        let (old_layer, old_span) = (self.entries[at].layer, self.entries[at].label_or_keyword());
        let handle = entry.handle();
        if old_layer == self.layer {
            self.report(
                Diagnostic::new(
                    code::SAME_HANDLE_TWICE,
                    entry.label_or_keyword(),
                    format!("`{handle}` is declared twice"),
                )
                .label("again here")
                .also(old_span, "first declared here")
                .help(match entry.label {
                    Some(_) => "give one of them another label".to_owned(),
                    None => "take one of them away, or give it another name".to_owned(),
                }),
            );
            return;
        }
        if self.in_patch() && old_layer >= self.files {
            self.note_change(&handle, entry.keyword);
            self.entries.put(at, entry);
            return;
        }
        let place = self.place(old_span);
        self.report(
            Diagnostic::new(
                code::ALREADY_IN_PARENT,
                entry.label_or_keyword(),
                format!("`{handle}` is already in {place}"),
            )
            .also(old_span, "declared here")
            .help(format!("write `replace {handle}` to change it, or choose another name")),
        );
        self.entries.put(at, entry);
    }

    /// Remembers that a patch changes what a handle names, and warns when another patch has done so before.
    fn note_change(&mut self, handle: &str, span: Span) -> bool {
        if !self.in_patch() {
            return false;
        }
        let before = self.changed.insert(handle.to_owned(), (self.layer, span));
        match before {
            Some((layer, first)) if layer != self.layer => {
                self.report(
                    Diagnostic::new(
                        code::PATCHES_COLLIDE,
                        span,
                        format!("two options that are on together change `{handle}`"),
                    )
                    .label("this one wins")
                    .also(first, "changed here, too")
                    .help("say in one of the options what holds when both are on"),
                );
                true
            }
            _ => false,
        }
    }

    // ---- replace, remove, add to -----------------------------------------------------------------------------------

    fn replace(&mut self, entry: Entry, word: Span) {
        if !self.has_parent() {
            self.no_parent(word, "replace");
            self.entries.push(entry);
            return;
        }
        let handle = entry.handle();
        let Ok(found) = self.find(&entry.handles(), word) else { return };
        let (mine, older): (Vec<usize>, Vec<usize>) =
            found.into_iter().partition(|&i| self.entries[i].layer == self.layer);
        if let Some(&first) = mine.first()
            && !entry.may_stand_several_times()
        {
            let first = self.entries[first].keyword;
            self.report(
                Diagnostic::new(code::SAME_HANDLE_TWICE, word, format!("`{handle}` stands in this file already"))
                    .also(first, "first here")
                    .help("say what holds in one place"),
            );
            return;
        }
        let collides = self.note_change(&handle, entry.keyword);
        match older.first() {
            Some(&first) => {
                let place = self.entries[first].place;
                self.entries.put(first, Entry { place, ..entry });
                for &other in &older[1..] {
                    self.entries.take(other);
                }
            }
            None if collides || !mine.is_empty() => self.entries.push(entry),
            None => {
                // What was probably meant for another item is kept out of the way, but its name is known.
                if self.nothing_there("replace", &handle, entry.label_or_keyword()) {
                    self.unreadable.extend(entry.declares());
                } else {
                    self.entries.push(entry);
                }
            }
        }
    }

    fn remove(&mut self, handle: &Handle) {
        if !self.has_parent() {
            self.no_parent(handle.span, "remove");
            return;
        }
        let Ok(found) = self.find(&handle_words(handle), handle.span) else { return };
        let collides = self.note_change(&handle.text, handle.span);
        if found.is_empty() {
            if !collides {
                self.nothing_there("remove", &handle.text, handle.span);
            }
            return;
        }
        for &at in found.iter().rev() {
            self.removed.push((self.entries.take(at), handle.span));
        }
    }

    fn add_to(&mut self, entry: Entry, word: Span) {
        if !self.has_parent() {
            self.no_parent(word, "add to");
            self.entries.push(entry);
            return;
        }
        let handle = entry.handle();
        let Ok(found) = self.find(&entry.handles(), word) else { return };
        let Some(&at) = found.first() else {
            self.nothing_there("add to", &handle, entry.label_or_keyword());
            self.unreadable.extend(entry.declares());
            return;
        };
        if extend(self.entries.declaration(at), &entry.declaration) {
            self.entries.note_added(at, entry.span);
        } else {
            let old = self.entries[at].keyword;
            let block = matches!(entry.declaration, Declaration::Piece(_));
            let (title, help) = if block {
                (
                    format!("only to the braces of `{handle}` can be added"),
                    format!(
                        "write `add to {handle} {{ … }}`; what stands in front of the braces needs `replace {handle} …`"
                    ),
                )
            } else {
                (format!("nothing can be added to `{handle}`"), format!("write the whole of it: `replace {handle} …`"))
            };
            self.report(Diagnostic::new(code::CANNOT_ADD_TO, word, title).also(old, "declared here").help(help));
        }
    }

    /// Items that a handle names. `Err` when it was reported that several items share a head.
    fn find(&mut self, words: &Words, span: Span) -> Result<Vec<usize>, ()> {
        if let Some(key) = &words.key {
            // A label may be a word that begins other items: `drops: may drop …`. Then the label is meant.
            let one_word = words.label_or_head && words.label == words.head;
            let labelled = words.label.iter().filter(|_| one_word).flat_map(|label| self.entries.with_label(label));
            let found: Vec<usize> = labelled.collect();
            return Ok(if found.is_empty() { self.entries.with_key(key).collect() } else { found });
        }
        if let Some(label) = &words.label {
            let labelled: Vec<usize> = self.entries.with_label(label).collect();
            if !labelled.is_empty() || !words.label_or_head {
                return Ok(labelled);
            }
        }
        let Some(head) = &words.head else { return Ok(Vec::new()) };
        let headed: Vec<usize> = self.entries.with_head(head).collect();
        if headed.len() > 1 {
            let mut fault =
                Diagnostic::new(code::HANDLE_IS_SHARED, span, format!("{} items begin with `{head}`", headed.len()))
                    .help("give each of them a label in the parent, and name the label here");
            for &at in headed.iter().take(4) {
                fault = fault.also(self.entries[at].keyword, "one of them");
            }
            self.report(fault);
            return Err(());
        }
        Ok(headed)
    }

    fn no_parent(&mut self, span: Span, word: &str) {
        // The line that names the parent may be the one that could not be read.
        if self.damaged {
            return;
        }
        self.report(
            Diagnostic::new(code::REPLACE_WITHOUT_PARENT, span, format!("`{word}` in a file that extends no other"))
                .help(format!(
                    "take `{word}` away, or name the parent in the first line: `game \"…\" extends \"parent.game\"`"
                )),
        );
    }

    /// Reports that a handle names nothing; true when it was probably meant for something else.
    fn nothing_there(&mut self, word: &str, handle: &str, span: Span) -> bool {
        // What could not be read in a parent may be the very thing.
        if self.unread_handles.contains(handle) || self.parent_damaged || self.talked_out() {
            return true;
        }
        let code = if word == "remove" { code::NOTHING_TO_REMOVE } else { code::NOTHING_TO_REPLACE };
        let mut fault = Diagnostic::new(code, span, format!("there is no `{handle}` to {word}"));
        let labelled = self.entries.iter().find(|e| e.label.is_some() && e.key.is_none() && e.head == handle);
        if let Some(Entry { label: Some(label), keyword, .. }) = labelled {
            fault = fault
                .also(*keyword, format!("this one has the label `{}`", label.text))
                .help(format!("name it by its label: `{word} {}`", label.text));
        } else {
            let handles: Vec<String> = self.entries.iter().map(Entry::handle).collect();
            // `corners` for `terrain corners`
            let named = handles.iter().find(|h| h.split_once(' ').is_some_and(|(_, name)| name == handle));
            let near = nearest(handle, handles.iter().map(String::as_str)).or(named.map(String::as_str));
            fault = match near {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None if word == "remove" => {
                    fault.help("a handle is a label, or a keyword and a name: `remove terrain throne`")
                }
                None => fault.help(format!("if it is new, take `{word}` away")),
            };
        }
        let guessed = fault.help.as_ref().is_some_and(|help| help.starts_with("did") || help.starts_with("name"));
        self.report(fault);
        guessed
    }

    /// A file and a line, for a message about another file.
    fn place(&self, span: Span) -> String {
        let (line, _) = self.sources.line_column(span);
        format!("`{}`, line {line}", self.sources.get(span.file).name)
    }

    /// One name declared by items of different sorts is the business of the name table; two items with one label are ours.
    fn check_shared_names(&mut self, items: &[Item]) {
        let mut labels: BTreeMap<&str, Span> = BTreeMap::new();
        for item in items {
            let Some(label) = &item.label else { continue };
            // Declarations go by keyword and name; their label is only said in messages.
            match labels.get(label.text.as_str()) {
                Some(&first) if !matches!(item.body, ItemBody::Unreadable(_)) && keyed(item) => {
                    self.report(
                        Diagnostic::new(
                            code::SAME_HANDLE_TWICE,
                            label.span,
                            format!("the label `{}` stands twice in this file", label.text),
                        )
                        .also(first, "first here")
                        .help("give one of them another label"),
                    );
                }
                Some(_) => {}
                None => {
                    labels.insert(&label.text, label.span);
                }
            }
        }
    }
}

fn keyed(item: &Item) -> bool {
    match &item.body {
        ItemBody::Declaration(declaration) => declared_key(declaration, &item.head).is_some(),
        _ => false,
    }
}
