//! Items of a flat game, and the handles by which variants name them.

use crate::diag::Span;
use crate::syntax::ast::{Declaration, Declares, Handle, Name, Setup, SetupFor};

/// An item of the flat game.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Keyword and name of a declaration; `None` for rules, events, ends and `every`.
    pub key: Option<String>,
    /// Its label.
    pub label: Option<Name>,
    /// What it says, with everything that was added to it.
    pub declaration: Declaration,
    /// Its first words.
    pub head: String,
    /// Where it stands.
    pub span: Span,
    /// Its first word, for messages about the whole item.
    pub keyword: Span,
    /// Which file or patch it comes from.
    pub layer: usize,
    /// The word `replace` in front of it.
    pub replaces: Option<Span>,
    /// The item in whose place it stands; itself, unless it replaces one.
    pub place: Span,
    /// The items that were added to it: the whole of each.
    pub added: Vec<Span>,
}

/// The words by which an item is found.
pub(super) struct Words {
    /// Keyword and name.
    pub key: Option<String>,
    /// A label.
    pub label: Option<String>,
    /// The first words.
    pub head: Option<String>,
    /// A handle that may be either.
    pub label_or_head: bool,
}

/// How the words of a `remove` find items.
pub(super) fn handle_words(handle: &Handle) -> Words {
    let text = handle.text.as_str();
    let key = match (handle.keyword, &handle.name) {
        (Some("terrain" | "hand"), _) => Some(text.to_owned()),
        (Some(keyword), Some(name)) if keyword != "setup" => Some(format!("{keyword} {}", name.text)),
        (Some(keyword), _) => Some(keyword.to_owned()),
        (None, _) if text.starts_with("drops from") => Some("drops from".to_owned()),
        (None, _) if text.starts_with("taken pieces") => Some("taken pieces".to_owned()),
        _ => None,
    };
    let label = handle.name.as_ref().map_or(text, |name| name.text.as_str()).to_owned();
    Words { key, label: Some(label), head: Some(text.to_owned()), label_or_head: true }
}

impl Entry {
    /// How an item that replaces or adds finds the one that is meant.
    pub(super) fn handles(&self) -> Words {
        Words {
            key: self.key.clone(),
            label: self.label.as_ref().map(|l| l.text.clone()),
            head: self.label.is_none().then(|| self.head.clone()),
            label_or_head: false,
        }
    }

    /// The handle by which a variant names it.
    pub(super) fn handle(&self) -> String {
        self.key.clone().or_else(|| self.label.as_ref().map(|l| l.text.clone())).unwrap_or_else(|| self.head.clone())
    }

    /// The label, or the first words: how messages and outcomes call it.
    pub(super) fn called(&self) -> String {
        self.label.as_ref().map_or_else(|| self.head.clone(), |label| label.text.clone())
    }

    /// The name that it declares in the one name space.
    pub(super) fn declares(&self) -> Option<Declares> {
        let (keyword, name) = match &self.declaration {
            Declaration::Region { name, .. } => ("region", name),
            Declaration::Regions { name, .. } => ("regions", name),
            Declaration::Player { name, .. } => ("player", name),
            Declaration::Kind { name, .. } => ("kind", name),
            Declaration::Piece(piece) => ("piece", &piece.name),
            Declaration::Mark { name, .. } => ("mark", name),
            Declaration::Option(option) => ("option", &option.name),
            Declaration::Count { name, .. } => ("count", name),
            Declaration::Fact { name, .. } => ("fact", name),
            _ => return None,
        };
        Some(Declares { keyword, name: name.clone() })
    }

    /// The name that it declares in the one name space, as text.
    pub(super) fn declared_name(&self) -> Option<String> {
        self.declares().map(|d| d.name.text)
    }

    /// Where a message about the item points.
    pub(super) fn label_or_keyword(&self) -> Span {
        self.label.as_ref().map_or(self.keyword, |label| label.span)
    }

    /// Can several of them stand beside each other?
    pub(super) fn may_stand_several_times(&self) -> bool {
        matches!(self.declaration, Declaration::Setup { .. } | Declaration::Teams { .. })
    }
}

/// Keyword and name of a declaration; `None` for what goes by its label.
pub(super) fn declared_key(declaration: &Declaration, head: &str) -> Option<String> {
    Some(match declaration {
        Declaration::Board(_) => "board".to_owned(),
        Declaration::Line { name, .. } => format!("line {}", name.text),
        Declaration::Region { name, .. } => format!("region {}", name.text),
        Declaration::Regions { name, .. } => format!("regions {}", name.text),
        Declaration::Player { name, .. } => format!("player {}", name.text),
        Declaration::Turns(_) => "turns".to_owned(),
        Declaration::Teams { .. } => "teams".to_owned(),
        Declaration::Kind { name, .. } => format!("kind {}", name.text),
        Declaration::Piece(piece) => format!("piece {}", piece.name.text),
        Declaration::Mark { name, .. } => format!("mark {}", name.text),
        Declaration::Option(option) => format!("option {}", option.name.text),
        Declaration::Terrain { .. } => head.to_owned(),
        Declaration::Capture { name, .. } => format!("capture {}", name.text),
        Declaration::Hand { player, .. } => {
            format!("hand {}", player.as_ref().map_or("each player", |name| name.text.as_str()))
        }
        Declaration::DropsFrom(_) => "drops from".to_owned(),
        Declaration::TakenLeave { .. } => "taken pieces".to_owned(),
        Declaration::Count { name, .. } => format!("count {}", name.text),
        Declaration::Fact { name, .. } => format!("fact {}", name.text),
        Declaration::Notation(_) => "notation".to_owned(),
        Declaration::Setup { .. } => "setup".to_owned(),
        Declaration::Action { name, .. } => format!("action {}", name.text),
        Declaration::Every { .. }
        | Declaration::Event { .. }
        | Declaration::Rule(_)
        | Declaration::End(_)
        | Declaration::Reserved(_) => return None,
    })
}

/// Does a new plain item declare what another one declares already?
pub(super) fn stands_for_the_same(old: &Entry, new: &Entry) -> bool {
    let (old_key, new_key) = (&old.key, &new.key);
    if new_key.is_none() || old_key.is_none() {
        return old_key.is_none()
            && new_key.is_none()
            && old.label.as_ref().zip(new.label.as_ref()).is_some_and(|(a, b)| a.text == b.text);
    }
    if old_key != new_key {
        return false;
    }
    match (&old.declaration, &new.declaration) {
        (Declaration::Teams { when: first, .. }, Declaration::Teams { when: second, .. }) => {
            !(old.layer == new.layer && (first.is_some() || second.is_some()))
        }
        (Declaration::Setup { setup: first, when: a }, Declaration::Setup { setup: second, when: b }) => {
            if matches!(first, Setup::Without(_)) || matches!(second, Setup::Without(_)) {
                return false;
            }
            old.layer != new.layer || (a.is_none() && b.is_none() && for_whom(first) == for_whom(second))
        }
        _ => true,
    }
}

fn for_whom(setup: &Setup) -> Option<String> {
    match setup {
        Setup::Picture { who: SetupFor::Player(name), .. } | Setup::List { player: Some(name), .. } => {
            Some(name.text.clone())
        }
        Setup::Picture { who: SetupFor::EachPlayer, .. } => Some("each player".to_owned()),
        _ => None,
    }
}

/// Adds the statements of one block to another of the same sort; false when that cannot be.
pub(super) fn extend(old: &mut Declaration, more: &Declaration) -> bool {
    match (old, more) {
        (Declaration::Terrain { statements, .. }, Declaration::Terrain { statements: more, .. }) => {
            statements.extend(more.iter().cloned());
        }
        (Declaration::Capture { statements, .. }, Declaration::Capture { statements: more, .. }) => {
            statements.extend(more.iter().cloned());
        }
        (Declaration::Piece(piece), Declaration::Piece(more)) => {
            let header = more.code.is_some()
                || !more.labels.is_empty()
                || !more.seats.is_empty()
                || more.royal
                || more.neutral
                || more.promotes_to.is_some();
            if header {
                return false;
            }
            piece.traits.extend(more.traits.iter().cloned());
        }
        (
            Declaration::Kind { elements, both_sides, .. },
            Declaration::Kind { elements: more, both_sides: both, .. },
        ) => {
            if both_sides != both {
                return false;
            }
            elements.extend(more.iter().cloned());
        }
        (Declaration::Region { items, .. }, Declaration::Region { items: more, .. }) => {
            items.terms.extend(more.terms.iter().cloned());
            items.except.extend(more.except.iter().cloned());
        }
        (Declaration::Regions { members, .. }, Declaration::Regions { members: more, .. }) => {
            members.extend(more.iter().cloned());
        }
        (Declaration::Hand { stock, .. }, Declaration::Hand { stock: more, .. }) => stock.extend(more.iter().cloned()),
        (Declaration::Every { traits, .. }, Declaration::Every { traits: more, .. }) => {
            traits.extend(more.iter().cloned());
        }
        (Declaration::Event { steps, .. }, Declaration::Event { steps: more, .. }) => {
            steps.extend(more.iter().cloned());
        }
        (Declaration::Action { statements, .. }, Declaration::Action { statements: more, .. }) => {
            statements.extend(more.iter().cloned());
        }
        (Declaration::Line { chains, .. }, Declaration::Line { chains: more, .. }) => {
            chains.extend(more.iter().cloned());
        }
        _ => return false,
    }
    true
}
