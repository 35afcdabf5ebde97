//! From the pairs of the grammar to the syntax tree. What each rule holds can be read in `grammar/game.pest`.
//!
//! Every function returns `None` where a pair does not have the shape that the grammar promises; the statement is then left out as
//! unreadable. That cannot happen, and need not be proved.

mod conditions;
mod declarations;
mod pieces;
mod rules;
mod sets;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter::{Filter, Peekable};

use pest::iterators::{Pair, Pairs};

use super::ast::{
    Declaration, Declares, Game, GameFile, Handle, How, Item, ItemBody, Name, Number, Range, Text, Value,
};
use super::scan::{ITEM_WORDS, Kind, Token};
use super::twins::{self, english};
use crate::diag::{FileId, Span};
use boardwright_grammar::Rule;

/// One pair of the grammar.
type Node<'i> = Pair<'i, Rule>;

/// Where a slice stands that the grammar could not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// An item of the file.
    Item,
    /// An item of a patch.
    PatchItem,
    /// A trait of `piece` or `every`.
    Trait,
    /// A member of `regions`.
    Region,
    /// An entry of `setup … { }`.
    Setup,
    /// A statement of `terrain`.
    Terrain,
    /// A statement of `capture`.
    Capture,
    /// A step of an event.
    Step,
    /// A statement of `action`.
    Action,
}

/// A slice that the grammar could not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bad {
    /// Where it stands.
    pub slot: Slot,
    /// The slice.
    pub span: Span,
}

/// Builds the tree of one file, segment by segment.
pub(super) struct Builder<'s> {
    /// The file.
    file: FileId,
    /// The whole text.
    text: &'s str,
    /// Its tokens.
    tokens: &'s [Token],
    /// Where the segment begins.
    base: usize,
    /// What could not be read.
    pub bad: Vec<Bad>,
    /// The first `game` line, and those that follow it.
    pub games: Vec<Game>,
    /// Options whose sentence of help is missing.
    pub without_help: Vec<Span>,
    /// Slips in the keyword of an item, and what each was probably meant to be.
    slips: RefCell<BTreeMap<&'s str, Option<&'static str>>>,
}

/// So many different slips in keywords are thought about.
const MOST_SLIPS: usize = 1_000;

/// The children of a pair.
type Inner<'i> = Filter<Pairs<'i, Rule>, fn(&Node<'i>) -> bool>;

/// The children of a pair, without line breaks.
fn inner(node: Node<'_>) -> Inner<'_> {
    node.into_inner().filter(|node| !matches!(node.as_rule(), Rule::layout | Rule::separators))
}

/// The children of a pair, taken from the front.
struct Kids<'i>(Peekable<Inner<'i>>);

impl<'i> Kids<'i> {
    /// The children.
    fn of(node: Node<'i>) -> Self {
        Self(inner(node).peekable())
    }

    /// The next child, if it is of this rule.
    fn take(&mut self, rule: Rule) -> Option<Node<'i>> {
        self.0.next_if(|node| node.as_rule() == rule)
    }

    /// Takes the next child if it is of this rule; was it?
    fn skip(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    /// The next child.
    fn next(&mut self) -> Option<Node<'i>> {
        self.0.next()
    }

    /// The rule of the next child.
    fn peek(&mut self) -> Option<Rule> {
        self.0.peek().map(Pair::as_rule)
    }
}

impl<'s> Builder<'s> {
    /// A builder for a scanned text.
    pub fn new(file: FileId, text: &'s str, tokens: &'s [Token]) -> Self {
        Self {
            file,
            text,
            tokens,
            base: 0,
            bad: Vec::new(),
            games: Vec::new(),
            without_help: Vec::new(),
            slips: RefCell::default(),
        }
    }

    /// Adds the items of one segment that begins at byte `base`.
    pub fn segment(&mut self, base: usize, pairs: Pairs<'_, Rule>, into: &mut GameFile) {
        self.base = base;
        for file in pairs {
            for node in inner(file) {
                if node.as_rule() == Rule::item
                    && let Some(item) = self.item(node)
                {
                    into.items.push(item);
                }
            }
        }
    }

    /// Adds an item for a segment that is not parsed at all.
    pub fn unread(&mut self, start: usize, end: usize, into: &mut GameFile) {
        let item = self.unreadable(self.trimmed(start, end));
        into.items.push(item);
    }

    // ---- spans and words ------------------------------------------------------------------------------------

    /// The span of a pair without the blanks and comments that the grammar took at its end.
    fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        self.trimmed(self.base + span.start(), self.base + span.end())
    }

    /// A span that ends with its last token.
    fn trimmed(&self, start: usize, end: usize) -> Span {
        let end = end.min(self.text.len());
        let before = self.tokens.partition_point(|t| t.end as usize <= end);
        let last = self.tokens[..before].iter().rev().find(|t| !matches!(t.kind, Kind::Comment | Kind::Newline));
        let end = last.map_or(end, |t| if t.end as usize > start { t.end as usize } else { end });
        Span::new(self.file, start.min(end), end)
    }

    /// A name or word.
    fn name(&self, node: &Node<'_>) -> Name {
        Name { text: node.as_str().trim_matches('`').to_owned(), span: self.span(node) }
    }

    /// The next child as a name.
    fn take_name(&self, kids: &mut Kids<'_>) -> Option<Name> {
        kids.take(Rule::name).map(|n| self.name(&n))
    }

    /// Names with commas between.
    fn names(&self, node: Node<'_>) -> Vec<Name> {
        inner(node).map(|n| self.name(&n)).collect()
    }

    /// A whole number.
    fn number(&self, node: &Node<'_>) -> Number {
        Number { value: value_of(node.as_str()), span: self.span(node) }
    }

    /// The next child as a number.
    fn take_number(&self, kids: &mut Kids<'_>) -> Option<Number> {
        kids.take(Rule::number).map(|n| self.number(&n))
    }

    /// A range.
    fn range(&self, node: Node<'_>) -> Option<Range> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        self.range_of(&mut kids, span)
    }

    /// A range of the next children.
    fn range_of(&self, kids: &mut Kids<'_>, span: Span) -> Option<Range> {
        let min = self.take_number(kids)?.value;
        let max = if kids.skip(Rule::dots) { self.take_number(kids).map(|n| n.value) } else { Some(min) };
        Some(Range { min, max, span })
    }

    /// A string or picture.
    fn string(&self, node: &Node<'_>) -> Text {
        let picture = node.as_rule() == Rule::picture;
        let written = node.as_str();
        let mut chars = written.chars();
        let text = if picture {
            written.get(3..written.len().saturating_sub(3)).unwrap_or("")
        } else {
            chars.next();
            chars.next_back();
            chars.as_str()
        };
        // One kind of line end, whatever the file has.
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
        Text { text, span: self.span(node), picture }
    }

    /// The next child as a string.
    fn take_string(&self, kids: &mut Kids<'_>) -> Option<Text> {
        kids.take(Rule::string).map(|n| self.string(&n))
    }

    /// An option value.
    fn value(&self, node: &Node<'_>) -> Value {
        let span = self.span(node);
        let text = match inner(node.clone()).next() {
            Some(inner) if inner.as_rule() == Rule::kw_on_value => "on".to_owned(),
            Some(inner) if inner.as_rule() == Rule::kw_off_value => "off".to_owned(),
            _ => node.as_str().trim().trim_matches('`').to_owned(),
        };
        Value { text, span }
    }

    // ---- items ----------------------------------------------------------------------------------------------

    /// One item; `None` for the `game` line.
    fn item(&mut self, node: Node<'_>) -> Option<Item> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let how = self.how(&mut kids);
        let label = kids.take(Rule::label).and_then(|n| inner(n).next()).map(|n| self.name(&n));
        let said = kids.next()?;
        let keyword = self.span(&first_leaf(said.clone()));
        let rule = said.as_rule();
        let body = match rule {
            Rule::bad_item | Rule::bad_statement => {
                let slot = if rule == Rule::bad_item { Slot::Item } else { Slot::PatchItem };
                let span = self.span(&said);
                self.bad.push(Bad { slot, span });
                return Some(self.unreadable(span));
            }
            Rule::remove => {
                ItemBody::Remove(inner(said).filter(|n| n.as_rule() == Rule::handle).map(|n| self.handle(&n)).collect())
            }
            Rule::set_option => {
                let mut kids = Kids::of(said);
                kids.skip(Rule::kw_set);
                let name = self.take_name(&mut kids);
                let value = kids.take(Rule::value).map(|n| self.value(&n));
                match (name, value) {
                    (Some(name), Some(value)) => ItemBody::Set(name, value),
                    _ => ItemBody::Unreadable(None),
                }
            }
            Rule::game => {
                let game = self.game(said)?;
                self.games.push(game);
                return None;
            }
            _ => self.declaration(said).map_or(ItemBody::Unreadable(None), ItemBody::Declaration),
        };
        Some(Item { label, how, body, head: self.head(keyword.start as usize, span.end as usize), span, keyword })
    }

    /// `replace`, `add to`, or nothing.
    fn how(&self, kids: &mut Kids<'_>) -> How {
        if let Some(node) = kids.take(Rule::kw_replace) {
            return How::Replace(self.span(&node));
        }
        kids.take(Rule::kw_add_to).map_or(How::New, |node| How::AddTo(self.span(&node)))
    }

    /// `game "…" language 1 extends "…"`
    fn game(&self, node: Node<'_>) -> Option<Game> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_game);
        let title = self.take_string(&mut kids)?;
        let language = if kids.skip(Rule::kw_language) { self.take_number(&mut kids) } else { None };
        let extends = if kids.skip(Rule::kw_extends) { self.take_string(&mut kids) } else { None };
        Some(Game { title, extends, language, span })
    }

    /// What `remove` names.
    fn handle(&self, node: &Node<'_>) -> Handle {
        let words: Vec<Name> = inner(node.clone()).map(|n| self.name(&n)).collect();
        let text = words.iter().map(|w| english(&w.text).unwrap_or(&w.text)).collect::<Vec<_>>().join(" ");
        let keyword = words.first().and_then(|w| handle_keyword(english(&w.text).unwrap_or(&w.text)));
        let name = match (keyword, words.as_slice()) {
            (Some(_), [_, name]) | (None, [name]) => Some(name.clone()),
            _ => None,
        };
        Handle { text, keyword, name, span: self.span(node) }
    }

    /// The words before the first `on in when leaving {`, whatever line breaks stand between.
    fn head(&self, start: usize, end: usize) -> String {
        let first = self.tokens.partition_point(|t| (t.start as usize) < start);
        let mut head = String::new();
        let mut glued = true;
        for token in self.tokens[first..].iter().take_while(|t| (t.start as usize) < end) {
            let word = token.text(self.text);
            match token.kind {
                Kind::Sign('{' | '=') | Kind::String | Kind::Picture => break,
                Kind::Newline | Kind::Comment => {}
                Kind::Sign(',') => head.push(','),
                Kind::Dots => {
                    head.push_str("..");
                    glued = true;
                }
                _ => {
                    if !glued {
                        head.push(' ');
                    }
                    glued = false;
                    // Whatever language a head is written in: it is one head.
                    let said = if token.kind == Kind::Word { english(word).unwrap_or(word) } else { word };
                    let ends = |word: &&str| matches!(*word, "on" | "in" | "when" | "leaving");
                    if token.kind == Kind::Word && said.split(' ').any(|word| ends(&word)) {
                        let before: Vec<&str> = said.split(' ').take_while(|word| !ends(word)).collect();
                        head.push_str(&before.join(" "));
                        head.truncate(head.trim_end().len());
                        break;
                    }
                    head.push_str(said.trim_matches('`'));
                }
            }
        }
        head
    }

    /// An item that could not be read, with what it declares as far as that can be seen.
    fn unreadable(&self, span: Span) -> Item {
        let first = self.tokens.partition_point(|t| t.start < span.start);
        let mut tokens = self.tokens[first..]
            .iter()
            .take_while(|t| t.start < span.end)
            .filter(|t| !matches!(t.kind, Kind::Newline | Kind::Comment))
            .peekable();
        let (mut how, mut label) = (How::New, None);
        let as_span = |t: &Token| Span::new(self.file, t.start as usize, t.end as usize);
        let mut keyword = tokens.peek().map_or(span, |t| as_span(t));
        match tokens.peek().map(|t| twins::first(t.text(self.text))) {
            Some("replace") => how = tokens.next().map_or(How::New, |t| How::Replace(as_span(t))),
            Some("add") => {
                how = tokens.next().map_or(How::New, |t| How::AddTo(as_span(t)));
                tokens.next_if(|t| t.text(self.text) == "to");
            }
            _ => {}
        }
        let mut word = tokens.next();
        if let Some(first) = word
            && tokens.next_if(|t| t.kind == Kind::Sign(':')).is_some()
        {
            label = Some(Name { text: first.text(self.text).trim_matches('`').to_owned(), span: as_span(first) });
            word = tokens.next();
        }
        let mut declares = None;
        let start = word.map_or(span.start, |t| t.start);
        if let Some(token) = word {
            keyword = as_span(token);
            let text = twins::first(token.text(self.text));
            // A slip in the keyword does not hide what is declared.
            let meant = || self.item_word_near(text).and_then(declaring_keyword);
            if let Some(keyword) = declaring_keyword(text).or_else(meant)
                && let Some(name) = tokens.next()
                && matches!(name.kind, Kind::Word | Kind::Backquoted)
            {
                let text = name.text(self.text).trim_matches('`').to_owned();
                declares = Some(Declares { keyword, name: Name { text, span: as_span(name) } });
            }
        }
        let head = self.head(start as usize, span.end as usize);
        Item { label, how, body: ItemBody::Unreadable(declares), head, span, keyword }
    }

    /// The word of an item that this word was probably meant to be.
    fn item_word_near(&self, word: &'s str) -> Option<&'static str> {
        let mut slips = self.slips.borrow_mut();
        match slips.get(word) {
            Some(known) => *known,
            None if slips.len() >= MOST_SLIPS => None,
            None => *slips.entry(word).or_insert(crate::diag::nearest(word, ITEM_WORDS)),
        }
    }

    /// The items of a patch.
    fn patch(&mut self, node: Node<'_>) -> Vec<Item> {
        inner(node).filter(|n| n.as_rule() == Rule::patch_item).filter_map(|n| self.item(n)).collect()
    }

    /// Remembers a statement that could not be read.
    fn bad(&mut self, slot: Slot, node: &Node<'_>) -> Span {
        let span = self.span(node);
        self.bad.push(Bad { slot, span });
        span
    }

    /// A declaration, rule, event, action or end.
    fn declaration(&mut self, node: Node<'_>) -> Option<Declaration> {
        Some(match node.as_rule() {
            Rule::board => Declaration::Board(self.board(node)?),
            Rule::line => self.line(node)?,
            Rule::region => self.region(node)?,
            Rule::regions => self.regions(node)?,
            Rule::player => self.player(node)?,
            Rule::turns => Declaration::Turns(self.names_after_keyword(node)),
            Rule::teams => self.teams(node)?,
            Rule::kind => self.kind(node)?,
            Rule::piece => Declaration::Piece(self.piece(node)?),
            Rule::every => self.every(node)?,
            Rule::mark => self.mark(node)?,
            Rule::option => Declaration::Option(self.option(node)?),
            Rule::terrain => self.terrain(node)?,
            Rule::capture => self.capture(node)?,
            Rule::hand => self.hand(node)?,
            Rule::drops_from => self.drops_from(node)?,
            Rule::taken_leave => Declaration::TakenLeave { when: self.optional_when(node)? },
            Rule::count => self.count(node)?,
            Rule::fact => self.fact(node)?,
            Rule::notation => Declaration::Notation(self.names_after_keyword(node)),
            Rule::setup => self.setup(node)?,
            Rule::event => self.event(node)?,
            Rule::action => self.action(node)?,
            Rule::game_rule => Declaration::Rule(self.rule(node)?),
            Rule::ending => Declaration::End(self.ending(node)?),
            Rule::turn_actions | Rule::preset | Rule::source | Rule::note => {
                let span = self.span(&node);
                let words = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
                Declaration::Reserved(words.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            _ => return None,
        })
    }
}

/// The value of digits; too large ones are clamped.
fn value_of(digits: &str) -> u32 {
    digits.trim().parse().unwrap_or(u32::MAX)
}

/// The first leaf of a pair.
fn first_leaf(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while let Some(first) = inner(node.clone()).next() {
        node = first;
    }
    node
}

/// An item word that a handle can begin with.
fn handle_keyword(word: &str) -> Option<&'static str> {
    const WORDS: [&str; 21] = [
        "option", "piece", "region", "regions", "kind", "terrain", "capture", "action", "mark", "count", "fact",
        "hand", "line", "setup", "teams", "turns", "notation", "board", "player", "every", "drops",
    ];
    WORDS.into_iter().find(|w| *w == word)
}

/// An item word that is followed by the name that it declares.
fn declaring_keyword(word: &str) -> Option<&'static str> {
    const NAMELESS: [&str; 12] = [
        "game", "replace", "remove", "add", "board", "turns", "teams", "terrain", "every", "hand", "setup", "notation",
    ];
    ITEM_WORDS.into_iter().find(|w| *w == word).filter(|w| !NAMELESS.contains(w)).filter(|w| {
        matches!(
            *w,
            "line"
                | "region"
                | "regions"
                | "player"
                | "kind"
                | "piece"
                | "mark"
                | "option"
                | "capture"
                | "count"
                | "fact"
                | "action"
        )
    })
}
