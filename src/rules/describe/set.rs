//! Sets as noun phrases.

use super::words::{and, article, number, one, or, plural};
use super::{Speaker, View};
use crate::rules::model::{
    Cells, Effect, Items, KindSet, Mode, MoveWhat, Noun, Path, Place, Quantity, Ruleset, Set, States, Step, Term, Whose,
};
use crate::types::{Kind, Player};

/// A noun phrase: its article or owner, the noun in both numbers, and what comes after it.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrase {
    /// Instead of the article: `the`, `your`, or nothing (`Some("")`).
    pub determiner: Option<String>,
    /// One.
    pub one: String,
    /// Several.
    pub many: String,
    /// `of yours`: after the noun when it is one.
    pub after_one: String,
    /// `your`: before the noun when it is several.
    pub before_many: String,
    /// After the noun in both numbers.
    pub after: String,
}

impl Phrase {
    fn fixed(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { determiner: Some(String::new()), one: text.clone(), many: text, ..Self::default() }
    }

    fn noun(one: impl Into<String>) -> Self {
        let one = one.into();
        Self { many: plural(&one), one, ..Self::default() }
    }

    /// `a piece`, `the piece`, `it`
    pub fn singular(&self) -> String {
        let head = match self.determiner.as_deref() {
            None => format!("{} {}{}", article(&self.one), self.one, self.after_one),
            Some("") => self.one.clone(),
            Some(determiner) => format!("{determiner} {}", self.one),
        };
        format!("{head}{}", self.after)
    }

    /// `piece`: after `no`, `every`, `any`.
    pub fn bare(&self) -> String {
        if self.determiner.as_deref() == Some("") {
            return self.singular();
        }
        // `no` and `every` take the place of an owner, so the owner goes behind.
        format!("{}{}{}", self.one, self.after_one, self.after)
    }

    /// `pieces`, `your pieces`
    pub fn plural(&self) -> String {
        match self.determiner.as_deref() {
            Some(determiner) if !determiner.is_empty() => format!("{determiner} {}{}", self.one, self.after),
            _ => format!("{}{}{}", self.before_many, self.many, self.after),
        }
    }

    /// `three pieces of yours`
    pub fn counted(&self) -> String {
        if self.before_many.is_empty() {
            format!("{}{}", self.many, self.after)
        } else {
            format!("{}{}{}", self.many, self.after_one, self.after)
        }
    }
}

impl<'a> Speaker<'a> {
    pub(super) fn new(rules: &'a Ruleset) -> Self {
        Self { rules, unique: unique_kinds(rules) }
    }

    /// The set with its number word: `a piece`, `no piece`, `at least two pieces on the edge`.
    pub(super) fn set(&self, set: &Set, view: View) -> String {
        let places = self.places(&set.places, view);
        format!("{}{places}", self.counted(&set.items, set.quantity, view))
    }

    /// Several of the set: `your pieces on the edge`.
    pub(super) fn set_plural(&self, set: &Set, view: View) -> String {
        format!("{}{}", self.items_as(&set.items, view, Phrase::plural, "and"), self.places(&set.places, view))
    }

    /// Any one of the set, without its article: `piece on the edge`.
    pub(super) fn set_bare(&self, set: &Set, view: View) -> String {
        format!("{}{}", self.items_as(&set.items, view, Phrase::bare, "or"), self.places(&set.places, view))
    }

    /// Any one of the items: `a Piece or the Other`.
    pub(super) fn items(&self, items: &Items, view: View) -> String {
        self.items_as(items, view, Phrase::singular, "or")
    }

    /// All of the items: `Pieces and Others`.
    pub(super) fn items_plural(&self, items: &Items, view: View) -> String {
        self.items_as(items, view, Phrase::plural, "and")
    }

    /// The items with a number word.
    pub(super) fn counted(&self, items: &Items, quantity: Quantity, view: View) -> String {
        match quantity {
            Quantity::Some => self.items(items, view),
            Quantity::No => format!("no {}", self.items_as(items, view, Phrase::bare, "or")),
            Quantity::Every => format!("every {}", self.items_as(items, view, Phrase::bare, "or")),
            Quantity::Range(min, max) => {
                let one = min == 1 && max.is_none_or(|max| max == 1) || min == 0 && max == Some(1);
                let noun = self.items_as(items, view, if one { Phrase::bare } else { Phrase::counted }, "or");
                format!("{} {noun}", quantity_words(min, max))
            }
        }
    }

    fn items_as(&self, items: &Items, view: View, form: impl Fn(&Phrase) -> String, word: &str) -> String {
        let phrases = self.phrases(&items.terms, view);
        let list: Vec<String> = phrases.iter().map(&form).collect();
        let mut text = if word == "and" { and(&list) } else { or(&list) };
        if !items.except.is_empty() {
            let except: Vec<String> = self.phrases(&items.except, view).iter().map(&form).collect();
            text.push_str(" other than ");
            text.push_str(&or(&except));
        }
        text
    }

    /// The terms as phrases; neighbours that differ in their kinds only are said as one.
    fn phrases(&self, terms: &[Term], view: View) -> Vec<Phrase> {
        let mut merged: Vec<Term> = Vec::new();
        for term in terms {
            if let (Some(Term { noun: Noun::Pieces(before), whose, states, .. }), Noun::Pieces(kinds)) =
                (merged.last_mut(), &term.noun)
                && *whose == term.whose
                && *states == term.states
            {
                for kind in kinds.iter() {
                    before.insert(kind);
                }
                continue;
            }
            merged.push(term.clone());
        }
        merged.iter().flat_map(|term| self.term(term, view)).collect()
    }

    /// One term; several phrases when it names several kinds that need articles of their own.
    pub(super) fn term(&self, term: &Term, view: View) -> Vec<Phrase> {
        let mut phrases = match &term.noun {
            Noun::Pieces(kinds) => return self.piece_phrases(*kinds, term.whose, term.states, view),
            Noun::Cells(cells) => return vec![self.cell_phrase(cells, term.states, view)],
            Noun::Family(family) => {
                let name = &self.rules.families[*family].name;
                vec![self.owned(Phrase::noun(name.clone()), term.whose, view, false)]
            }
            Noun::Outside => vec![Phrase::fixed("the edge of the board")],
            Noun::It => vec![Phrase::fixed("it")],
            Noun::MovedPiece => vec![Phrase::fixed("the piece that moved")],
            Noun::Captor => vec![Phrase::fixed("the piece that took it")],
            Noun::Chosen => vec![Phrase::fixed("the chosen one")],
            Noun::ItsFile => vec![Phrase::fixed("its file")],
            Noun::ItsRank => vec![Phrase::fixed("its rank")],
            Noun::ItsCell => vec![Phrase::fixed("its cell")],
            Noun::ItsStart => vec![Phrase::fixed("the cell where it began")],
            Noun::ItsEnd => vec![Phrase::fixed("the cell where it ended")],
            Noun::ItsFamily(family) => vec![Phrase::fixed(format!("its {}", self.rules.families[*family].name))],
            Noun::ItsGroup => vec![Phrase::fixed("its group")],
            Noun::LastEnd => vec![Phrase::fixed("the cell where the last move ended")],
            Noun::Beside(inner) => {
                let what: Vec<String> = self.term(inner, view).iter().map(Phrase::singular).collect();
                vec![Phrase { after: format!(" beside {}", or(&what)), ..Phrase::noun("cell") }]
            }
            Noun::Marked(mark) => {
                vec![Phrase {
                    after: format!(" with the mark “{}”", self.rules.marks[*mark].name),
                    ..Phrase::noun("cell")
                }]
            }
            Noun::Hand => vec![Phrase::fixed(format!("{} hand", self.possessive(term.whose, view)))],
        };
        for phrase in &mut phrases {
            add_states(phrase, term.states);
        }
        phrases
    }

    fn piece_phrases(&self, kinds: KindSet, whose: Whose, states: States, view: View) -> Vec<Phrase> {
        if kinds.is_empty() {
            return vec![Phrase::noun("piece that does not exist")];
        }
        let all: Vec<Kind> = self.rules.kinds.ids().collect();
        let some: Vec<Kind> = kinds.iter().filter(|k| k.index() < all.len()).collect();
        let others: Vec<Kind> = all.iter().copied().filter(|k| !kinds.has(*k)).collect();
        let royals = all.iter().copied().filter(|k| self.rules.kinds[*k].royal);
        let neutral = |k: &Kind| self.rules.kinds[*k].neutral;
        let general = if others.is_empty() || (others.iter().all(neutral) && whose != Whose::Neutral) {
            Some((Phrase::noun("piece"), ""))
        } else if some.len() > 1 && royals.clone().eq(some.iter().copied()) {
            Some((Phrase::noun("royal piece"), ""))
        } else if others.len() <= 4 && some.len() > others.len().max(3) {
            Some((Phrase::noun("piece"), "other than "))
        } else {
            None
        };
        if let Some((mut phrase, except)) = general {
            add_states(&mut phrase, states);
            let mut phrase = self.owned(phrase, self.telling_whose(kinds, whose), view, false);
            if !except.is_empty() {
                let names: Vec<String> = others.iter().map(|k| one(&self.rules.kinds[*k].name)).collect();
                phrase.after = format!(" {except}{}{}", or(&names), phrase.after);
            }
            return vec![phrase];
        }
        let whose = self.telling_whose(kinds, whose);
        let names: Vec<String> = some.iter().map(|k| self.rules.kinds[*k].name.clone()).collect();
        let unique = some.iter().all(|k| self.unique[k.index()]) && some.len() == 1;
        let mut phrase = Phrase {
            one: or(&names),
            many: or(&names.iter().map(|n| plural(n)).collect::<Vec<_>>()),
            ..Phrase::default()
        };
        add_states(&mut phrase, states);
        vec![self.owned(phrase, whose, view, unique && self.one_holder(some[0], whose))]
    }

    /// `Any` when the whose-word says nothing that the kinds do not say themselves.
    fn telling_whose(&self, kinds: KindSet, whose: Whose) -> Whose {
        match whose {
            Whose::Player(player) if self.only_owner(kinds) == Some(player) => Whose::Any,
            // Whose turn it is says nothing about a piece that only one player can have, so its owner must stay.
            other => other,
        }
    }

    /// Is there at most one such piece on the board?
    fn one_holder(&self, kind: Kind, whose: Whose) -> bool {
        let owners = self.rules.kinds[kind].signs.iter().filter(|sign| sign.is_some()).count();
        match whose {
            Whose::Own | Whose::Player(_) => true,
            _ => owners == 1,
        }
    }

    /// The one player who can own all of these kinds.
    pub(super) fn only_owner(&self, kinds: KindSet) -> Option<Player> {
        let mut owners = self.rules.players.ids().filter(|p| {
            kinds
                .iter()
                .any(|k| self.rules.kinds.get(k).is_some_and(|k| k.signs.get(p.index()).is_some_and(Option::is_some)))
        });
        let owner = owners.next()?;
        owners.next().is_none().then_some(owner)
    }

    /// Adds the owner to a phrase.
    fn owned(&self, mut phrase: Phrase, whose: Whose, view: View, unique: bool) -> Phrase {
        let before = |phrase: &mut Phrase, word: &str| {
            phrase.one = format!("{word} {}", phrase.one);
            phrase.many = format!("{word} {}", phrase.many);
        };
        let after = |phrase: &mut Phrase, words: String| phrase.after.insert_str(0, &words);
        match whose {
            Whose::Any if unique => phrase.determiner = Some("the".to_owned()),
            Whose::Any => {}
            Whose::Own => match view {
                View::You | View::They => {
                    let (short, long) = if view == View::You { ("your", "yours") } else { ("their", "theirs") };
                    if unique {
                        phrase.determiner = Some(short.to_owned());
                    } else {
                        phrase.before_many = format!("{short} ");
                    }
                    phrase.after_one = format!(" of {long}");
                }
                View::Piece => after(&mut phrase, " of its own side".to_owned()),
                View::Mover => after(&mut phrase, " of the mover's side".to_owned()),
                View::Named(player) => {
                    before(&mut phrase, &self.rules.players[player].name);
                    if unique {
                        phrase.determiner = Some("the".to_owned());
                    }
                }
                View::Nobody => before(&mut phrase, "own"),
            },
            Whose::Ally => after(&mut phrase, format!(" of {}", self.partner(view))),
            Whose::Team => after(&mut phrase, format!(" of {} team", self.possessive(Whose::Own, view))),
            Whose::Enemy => {
                if unique {
                    phrase.determiner = Some("the".to_owned());
                }
                before(&mut phrase, "enemy");
            }
            Whose::Other => after(&mut phrase, " of another player".to_owned()),
            Whose::Neutral => after(&mut phrase, " of nobody".to_owned()),
            Whose::Player(player) => {
                if unique {
                    phrase.determiner = Some("the".to_owned());
                }
                before(&mut phrase, &self.rules.players[player].name);
            }
        }
        phrase
    }

    fn partner(&self, view: View) -> String {
        match view {
            View::Piece => "an allied side".to_owned(),
            other => format!("{} partner", self.possessive(Whose::Own, other)),
        }
    }

    /// `your`, `their`, `White's`: whose hand, camp, team.
    pub(super) fn possessive(&self, whose: Whose, view: View) -> String {
        match (whose, view) {
            (Whose::Own, View::You) => "your".to_owned(),
            (Whose::Own, View::They) => "their".to_owned(),
            (Whose::Own, View::Piece) => "its owner's".to_owned(),
            (Whose::Own, View::Mover) => "the mover's".to_owned(),
            (Whose::Own, View::Named(player)) | (Whose::Player(player), _) => {
                format!("{}'s", self.rules.players[player].name)
            }
            (Whose::Own, View::Nobody) => "the own".to_owned(),
            (Whose::Ally, view) => format!("{}'s", self.partner(view)),
            (Whose::Enemy, _) => "an enemy's".to_owned(),
            (Whose::Team, View::You) => "your or your partner's".to_owned(),
            (Whose::Team, _) => "a team member's".to_owned(),
            (Whose::Other, _) => "another player's".to_owned(),
            (Whose::Any, _) => "anybody's".to_owned(),
            (Whose::Neutral, _) => "nobody's".to_owned(),
        }
    }

    fn cell_phrase(&self, cells: &Cells, states: States, view: View) -> Phrase {
        let whole = cells.by_view.iter().all(|set| *set == self.rules.board.cells);
        let plain = states == States::default();
        if whole {
            let mut phrase = Phrase::noun("cell");
            add_states(&mut phrase, states);
            return phrase;
        }
        let name = self.cells(cells, view);
        if plain {
            return Phrase::fixed(name);
        }
        let mut phrase = Phrase::noun("cell");
        phrase.after = format!(" of {name}");
        if cells.by_view.iter().all(|set| set.len() == 1) {
            phrase = Phrase { determiner: Some("the".to_owned()), after: String::new(), ..Phrase::default() };
            name.trim_start_matches("the ").clone_into(&mut phrase.one);
            phrase.many.clone_from(&phrase.one);
        }
        add_states(&mut phrase, states);
        phrase
    }

    /// The places that limit a set, each with a blank in front.
    pub(super) fn places(&self, places: &[Place], view: View) -> String {
        places.iter().fold(String::new(), |text, place| text + " " + &self.place(place, view))
    }

    /// `on the edge`, `next to it`, `not beside a piece`
    pub(super) fn place(&self, place: &Place, view: View) -> String {
        let not = |not: bool| if not { "not " } else { "" };
        match place {
            Place::On { not: negated, items } => format!("{}{}", not(*negated), self.on(items, view)),
            Place::Beside { not: negated, items } => format!("{}beside {}", not(*negated), self.items(items, view)),
            Place::NextTo { items, along } => {
                let along = self.along(along);
                format!("next to {}{along}", self.items(items, view))
            }
            Place::Behind(items) => format!("right behind {}", self.items(items, view)),
            Place::FromHand(whose) => format!("from {} hand", self.possessive(*whose, view)),
        }
    }

    /// Directions in brackets; all of them go without saying.
    pub(super) fn along(&self, along: &[crate::rules::model::Direction]) -> String {
        match self.directions(along).as_str() {
            "" | "in any direction" => String::new(),
            words => format!(" ({words})"),
        }
    }

    /// `on` or `in` the items, as the words want it.
    pub(super) fn on(&self, items: &Items, view: View) -> String {
        if let [Term { noun: Noun::Cells(cells), states, .. }] = items.terms.as_slice()
            && items.except.is_empty()
            && *states == States::default()
            && cells.by_view.iter().all(|set| *set == self.rules.board.cells)
        {
            return "on the board".to_owned();
        }
        let mut text = String::new();
        let mut before = "";
        for (i, term) in items.terms.iter().enumerate() {
            let word = self.preposition(term);
            let what = match self.term(term, view).iter().map(Phrase::singular).collect::<Vec<_>>() {
                whole if whole == ["a cell"] => vec!["the board".to_owned()],
                what => what,
            };
            if i > 0 {
                text.push_str(" or ");
            }
            if word != before {
                text.push_str(word);
                text.push(' ');
            }
            before = word;
            text.push_str(&or(&what));
        }
        if !items.except.is_empty() {
            let except: Vec<String> =
                items.except.iter().flat_map(|t| self.term(t, view)).map(|p| p.singular()).collect();
            text.push_str(" but not ");
            text.push_str(&or(&except));
        }
        text
    }

    /// One stands in an area and on everything else.
    fn preposition(&self, term: &Term) -> &'static str {
        match &term.noun {
            Noun::Family(_) | Noun::ItsFamily(_) | Noun::Hand | Noun::ItsFile => "in",
            Noun::Cells(cells) if cells.by_view.iter().all(|set| set.len() > 1) => {
                let named = self.rules.regions.iter().any(|region| region.cells == *cells);
                let name = self.cells(cells, View::You);
                let area = named || name.ends_with("ranks") || name.contains("..");
                if area && term.states == States::default() { "in" } else { "on" }
            }
            _ => "on",
        }
    }
}

/// `at least two`, `at most one`, `exactly three`, `two to four`
pub(super) fn quantity_words(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (min, None) => format!("at least {}", number(min)),
        (min, Some(max)) if min == max => format!("exactly {}", number(min)),
        (0, Some(max)) => format!("at most {}", number(max)),
        (min, Some(max)) => format!("{} to {}", number(min), number(max)),
    }
}

fn add_states(phrase: &mut Phrase, states: States) {
    let words = [
        (states.plain, "unpromoted"),
        (states.promoted, "promoted"),
        (states.unmoved, "unmoved"),
        (states.frozen, "frozen"),
        (states.empty, "empty"),
        (states.hostile, "hostile"),
    ];
    let list: Vec<&str> = words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    if !list.is_empty() {
        let words = list.join(" ");
        phrase.one = format!("{words} {}", phrase.one);
        phrase.many = format!("{words} {}", phrase.many);
    }
    if states.out {
        phrase.after.push_str(" whose owner is out");
    }
}

/// Kinds of which no player ever has two: at most one in the setup, and no way to get another.
fn unique_kinds(rules: &Ruleset) -> Vec<bool> {
    let mut changes_hands = false;
    let mut made = KindSet::new();
    let mut see = |effect: &Effect| match effect {
        Effect::Promote { to, .. } => to.iter().for_each(|k| made.insert(*k)),
        Effect::Place { kind, .. } => made.insert(*kind),
        Effect::Put { .. } | Effect::Give { .. } => changes_hands = true,
        _ => {}
    };
    rules.events.iter().for_each(|event| effects_of(&event.steps, &mut see));
    rules.actions.iter().flat_map(|action| &action.effects).for_each(|(effect, _)| see(effect));
    for (_, kind) in rules.kinds.iter() {
        for movement in &kind.movements {
            if let MoveWhat::Path(path) = &movement.what {
                placed(path, &mut made);
            }
        }
    }
    let flips = rules.captures.iter().flat_map(|c| &c.takes).any(|t| t.flips);
    rules
        .kinds
        .iter()
        .map(|(id, kind)| {
            let other_side = kind.promotes_to.is_some() || kind.plain_side.is_some();
            let most = rules
                .players
                .ids()
                .map(|p| rules.setup.iter().filter(|s| s.kind == id && s.owner == Some(p)).count())
                .max()
                .unwrap_or(0);
            let held = rules.hands.iter().any(|stock| stock.kind == id);
            let traded = (changes_hands || flips) && !kind.royal;
            most == 1 && !held && !made.has(id) && !traded && !other_side
        })
        .collect()
}

fn placed(path: &Path, made: &mut KindSet) {
    match path {
        Path::Or(list) | Path::Then(list) => list.iter().for_each(|p| placed(p, made)),
        Path::Leg(leg) => {
            if let Mode::Placing(kind) = leg.mode {
                made.insert(kind);
            }
        }
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => placed(path, made),
    }
}

fn effects_of(list: &[Step], see: &mut impl FnMut(&Effect)) {
    for step in list {
        match step {
            Step::Effect { effect, .. } => see(effect),
            Step::ForEachPlayer { steps: inner, .. } => effects_of(inner, see),
        }
    }
}
