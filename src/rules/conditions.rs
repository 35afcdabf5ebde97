//! Conditions: what they ask, with facts written out and options folded away.

use crate::diag::{Diagnostic, Span, code};
use crate::syntax::ast::{
    Claim as WrittenClaim, Condition as Written, ConditionKind, Direction as WrittenDirection, IsWhat,
    Items as WrittenItems, Name, Noun as WrittenNoun, PlayerClaim, Quality, Quantity as WrittenQuantity,
    Quiet as WrittenQuiet, Set as WrittenSet, Term as WrittenTerm, Who as WrittenWho,
};
use crate::types::{Counter, Player};

use super::model::{
    Claim, Condition, CounterDef, Direction, Items, Noun, OptionValues, Place, Quantity, Quiet, Set, States, Who,
};
use super::names::Sort;
use super::resolve::Resolver;
use super::scope::{It, NoWhose, Scope};
use super::sets::all_directions;
use super::{dump, limits, options};

impl Resolver<'_> {
    /// A condition that may be left out: true when it is.
    pub fn when(&mut self, when: Option<&Written>, scope: Scope) -> Condition {
        when.map_or(Condition::Const(true), |when| self.condition(when, scope.meaning(NoWhose::Compulsory)))
    }

    /// A condition.
    pub fn condition(&mut self, written: &Written, scope: Scope) -> Condition {
        if !self.room(written.span) {
            return Condition::Const(true);
        }
        self.depth += 1;
        let built = self.bare_condition(written, scope);
        self.depth -= 1;
        built
    }

    fn bare_condition(&mut self, written: &Written, scope: Scope) -> Condition {
        match &written.kind {
            ConditionKind::And(parts) => {
                let ruled_out = self.ruled_out;
                let mut all = Vec::new();
                for part in parts {
                    let built = self.condition(part, scope);
                    // What an option has made idle may be of a later version.
                    self.ruled_out |= matches!(built, Condition::Const(false));
                    all.push(built);
                }
                self.ruled_out = ruled_out;
                and(all)
            }
            ConditionKind::Or(parts) => or(parts.iter().map(|part| self.condition(part, scope)).collect()),
            ConditionKind::Not(inner) => not(self.condition(inner, scope)),
            ConditionKind::ForPlies(inner, plies) => {
                let scope = Scope::new(0, "a condition that holds for plies");
                let held = self.condition(inner, scope);
                let plies = self.limited(plies.value, limits::MOST_PLIES, plies.span, "a number of plies");
                Condition::HeldFor(self.counter(CounterDef::Held(held)), plies)
            }
            ConditionKind::NoLegalMove => Condition::NoLegalMove,
            ConditionKind::NoPlayerCanMove => Condition::NoPlayerCanMove,
            ConditionKind::Occurred(times) => Condition::Occurred(self.limited(
                times.value,
                limits::MOST_REPETITIONS,
                times.span,
                "how often a position occurs",
            )),
            ConditionKind::QuietPlies { plies, without } => {
                let scope = Scope::new(0, "a counter of plies");
                let quiet = without
                    .iter()
                    .map(|quiet| match quiet {
                        WrittenQuiet::Capture => Quiet::Capture,
                        WrittenQuiet::Drop => Quiet::Drop,
                        WrittenQuiet::MoveOf(set) => Quiet::MoveOf(self.set(set, scope)),
                    })
                    .collect();
                let plies = self.limited(plies.value, limits::MOST_PLIES, plies.span, "a number of plies");
                Condition::Quiet(self.counter(CounterDef::Quiet(quiet)), plies)
            }
            ConditionKind::Passes(number) => Condition::Passes(self.limited(
                number.value,
                limits::MOST_REPETITIONS,
                number.span,
                "a number of passes",
            )),
            ConditionKind::NothingTaken => Condition::NothingTaken,
            ConditionKind::NothingFlipped => Condition::NothingFlipped,
            ConditionKind::Row { length, items, along } => {
                let longest = u32::from(self.board.files.max(self.board.ranks));
                if length.value == 0 || (self.board_known && length.value > longest) {
                    self.report(
                        Diagnostic::new(
                            code::EMPTY_SET,
                            length.span,
                            format!("a row of {} does not fit the board", length.value),
                        )
                        .help(format!("write a number from 1 to {longest}")),
                    );
                }
                let items = self.items(items, scope);
                Condition::Row { length: length.value, items, along: self.along(along.as_deref(), scope) }
            }
            ConditionKind::Player { who, claim } => self.player_claim(who, claim, written.span, scope),
            ConditionKind::Set(set) => self.bare_set(set, scope),
            ConditionKind::Claim { subject, claim } => self.claim(subject, claim, written.span, scope),
            ConditionKind::Unreadable => Condition::Const(true),
        }
    }

    /// `along D`, or all lines.
    pub fn along(&mut self, along: Option<&[WrittenDirection]>, scope: Scope) -> Vec<Direction> {
        along.map_or_else(all_directions, |along| self.directions(along, scope, false))
    }

    /// A counter; equal ones are shared.
    fn counter(&mut self, def: CounterDef) -> Counter {
        let key = dump::counter_key(&def);
        if let Some(&counter) = self.counter_keys.get(&key) {
            return counter;
        }
        let counter = self.counters.push(def);
        self.counter_keys.insert(key, counter);
        counter
    }

    // ---- players --------------------------------------------------------------------------------------------------------

    /// A player in a condition or an effect.
    pub fn who(&mut self, who: &WrittenWho, span: Span, scope: Scope) -> Option<Who> {
        match who {
            WrittenWho::Player if scope.view == 0 && !self.players.is_empty() => {
                self.nobody_in_view(span, scope);
                None
            }
            WrittenWho::Player => Some(Who::Player),
            WrittenWho::Mover => Some(Who::Mover),
            WrittenWho::Owner => self.about_it(span, scope, Noun::It).map(|_| Who::Owner),
            WrittenWho::Name(name) => self.player_named(name).map(Who::Named),
        }
    }

    fn player_claim(&mut self, who: &WrittenWho, claim: &PlayerClaim, span: Span, scope: Scope) -> Condition {
        if let (WrittenWho::Name(name), PlayerClaim::Is(value)) = (who, claim) {
            match self.names.get(&name.text) {
                Some(Sort::Option(option)) => return self.option_is(option, name, value, false),
                Some(Sort::Player(_) | Sort::Poison) | None => {}
                Some(_) => {
                    // `Rook is Gold`: read like any other subject.
                    let (subject, what) = (set_of(name), items_of(value));
                    let claim = WrittenClaim::Is { not: false, what: IsWhat::Items(what) };
                    return self.claim(&subject, &claim, span, scope);
                }
            }
        }
        if let (WrittenWho::Name(name), PlayerClaim::Out { .. }) = (who, claim)
            && let Some(sort @ (Sort::Kind(_) | Sort::Kinds(_))) = self.names.get(&name.text)
        {
            let fault = self.names.wrong_sort(name, sort, "a player");
            self.report(fault.help("only players are out; of pieces say `is taken`, or `no own Guard on board`"));
            return Condition::Const(true);
        }
        let Some(who) = self.who(who, span, scope) else {
            if let PlayerClaim::Is(name) = claim {
                self.player_named(name);
            }
            return Condition::Const(true);
        };
        match claim {
            PlayerClaim::Out { not: negated } => {
                let out = Condition::IsOut(who);
                if *negated { not(out) } else { out }
            }
            PlayerClaim::Is(name) => match self.player_named(name) {
                Some(player) => match who {
                    Who::Named(other) => Condition::Const(other == player),
                    _ => Condition::IsPlayer(who, player),
                },
                None => Condition::Const(true),
            },
            PlayerClaim::GaveCheck => Condition::GaveCheck(who),
            PlayerClaim::Chased(items) => {
                self.items(items, scope.meaning(NoWhose::Any));
                self.version_two(span, "chased … every turn since");
                Condition::Const(true)
            }
        }
    }

    // ---- options --------------------------------------------------------------------------------------------------------

    fn option_is(&mut self, option: usize, name: &Name, value: &Name, negated: bool) -> Condition {
        let Some(def) = self.options.get_mut(option) else { return Condition::Const(true) };
        def.read = true;
        let said = options::meant(def, &value.text);
        if let Some(fault) = options::never_is(def, &said, value.span) {
            let _ = name;
            self.report(fault);
            return Condition::Const(true);
        }
        Condition::Const((def.value == said) != negated)
    }

    fn option_alone(&mut self, option: usize, name: &Name) -> Condition {
        let Some(def) = self.options.get_mut(option) else { return Condition::Const(true) };
        def.read = true;
        let example = match &def.values {
            OptionValues::Switch => return Condition::Const(def.value == "on"),
            OptionValues::Range(least, _) => least.to_string(),
            OptionValues::Words(words) => words.first().cloned().unwrap_or_default(),
        };
        let place = def.span;
        self.report(
            Diagnostic::new(
                code::CANNOT_BE_ASKED,
                name.span,
                format!("`{}` has several values; which one is meant?", name.text),
            )
            .also(place, "the option is declared here")
            .help(format!("write `{} is {example}`", name.text)),
        );
        Condition::Const(true)
    }

    // ---- sets -----------------------------------------------------------------------------------------------------------

    fn bare_set(&mut self, set: &WrittenSet, scope: Scope) -> Condition {
        if let Some(name) = one_name(&set.items) {
            match self.names.get(&name.text) {
                Some(Sort::Option(option)) if set.places.is_empty() => {
                    self.no_quantity(set, "an option");
                    return self.option_alone(option, name);
                }
                Some(Sort::Fact(fact)) if set.places.is_empty() => {
                    self.no_quantity(set, "a fact");
                    return self.fact(fact, name, scope);
                }
                Some(Sort::Count(count)) if set.places.is_empty() => {
                    if let Some(quantity) = set_quantity(set) {
                        return Condition::Count(count, quantity);
                    }
                    self.report(
                        Diagnostic::new(code::CANNOT_BE_ASKED, set.span, format!("how many `{}`?", name.text))
                            .help(format!("write a number: `at least 10 {}`", name.text)),
                    );
                    return Condition::Const(true);
                }
                Some(sort @ (Sort::Region(_) | Sort::Family(_))) if set.quantity.is_none() && set.places.is_empty() => {
                    self.report(
                        Diagnostic::new(
                            code::REGION_IS_NO_CONDITION,
                            set.span,
                            format!("`{}` is {}, not a condition", name.text, sort.words()),
                        )
                        .help(format!("places are listed with commas: `on corners, {}`", name.text)),
                    );
                    return Condition::Const(true);
                }
                None | Some(Sort::Poison) if set.quantity.is_none() && set.places.is_empty() => {
                    // It may be meant as anything; say that it is unknown without asking whose.
                    self.find(name, "a condition", |sort| {
                        matches!(sort, Sort::Option(_) | Sort::Fact(_) | Sort::Kind(_) | Sort::Kinds(_))
                    });
                    return Condition::Const(true);
                }
                _ => {}
            }
        }
        let built = self.set(set, scope);
        let always = set.quantity.is_none()
            && set.places.is_empty()
            && built.items.except.is_empty()
            && !built.items.terms.is_empty()
            && built
                .items
                .terms
                .iter()
                .all(|t| matches!(t.noun, Noun::Cells(_) | Noun::Family(_)) && t.states == States::default());
        if always {
            let what = self.sources.slice(set.span).to_owned();
            self.report(
                Diagnostic::new(
                    code::REGION_IS_NO_CONDITION,
                    set.span,
                    format!("`{what}` is a place, not a condition"),
                )
                .help(format!("say what is there: `own piece on {what}`; places are listed with commas")),
            );
        }
        self.not_beyond_the_board(&built.items);
        Condition::Exists(built)
    }

    /// What lies beyond the board is neither a piece nor a cell of it.
    fn not_beyond_the_board(&mut self, items: &Items) {
        if let Some(term) = items.terms.iter().find(|t| matches!(t.noun, Noun::Outside)) {
            let span = term.span;
            self.report(
                Diagnostic::new(code::CANNOT_BE_ASKED, span, "nothing is ever `outside`").help(
                    "`outside` closes a side in `enclosed by own piece, outside`; for the border cells say `edge`",
                ),
            );
        }
    }

    fn no_quantity(&mut self, set: &WrittenSet, what: &str) {
        if set.quantity.is_some() {
            self.report(
                Diagnostic::new(
                    code::CANNOT_BE_ASKED,
                    set.span,
                    format!("{what} is not counted: it holds or it does not"),
                )
                .help("take the number word away; for the contrary write `not …`"),
            );
        }
    }

    // ---- facts ----------------------------------------------------------------------------------------------------------

    /// A fact, written out as if it stood here.
    fn fact(&mut self, fact: usize, name: &Name, scope: Scope) -> Condition {
        if self.open_facts.iter().any(|(f, _)| *f == fact) {
            let start = self.open_facts.iter().position(|(f, _)| *f == fact).unwrap_or(0);
            let ring: Vec<String> = self.open_facts[start..]
                .iter()
                .map(|(f, _)| *f)
                .chain([fact])
                .map(|f| self.facts[f].name.text.clone())
                .collect();
            let mut members = ring.clone();
            members.sort();
            members.dedup();
            if !self.rings.insert(members) {
                return Condition::Const(true);
            }
            let title = if ring.len() == 2 {
                format!("the fact `{}` asks itself", ring[0])
            } else {
                format!("facts ask each other in a ring: {}", ring.join(" -> "))
            };
            self.report(
                Diagnostic::new(code::NAMES_IN_A_RING, name.span, title)
                    .help("a fact cannot depend on itself; say one of them without the others"),
            );
            return Condition::Const(true);
        }
        let condition = self.facts[fact].condition;
        self.open_facts.push((fact, name.span));
        let built = self.condition(condition, scope.meaning(NoWhose::Compulsory));
        self.open_facts.pop();
        built
    }

    /// Looks at every fact once, so that a fact that nobody uses is checked, too.
    pub fn every_fact(&mut self) {
        let scope =
            Scope { it: It::Known, moved: true, captor: true, chosen: true, ..Scope::new(self.everybody(), "a fact") };
        for fact in 0..self.facts.len() {
            let name = self.facts[fact].name;
            self.fact(fact, name, scope);
        }
    }

    // ---- claims ---------------------------------------------------------------------------------------------------------

    fn claim(&mut self, subject: &WrittenSet, claim: &WrittenClaim, span: Span, scope: Scope) -> Condition {
        if let Some(name) = one_name(&subject.items) {
            match self.names.get(&name.text) {
                Some(Sort::Option(option)) => return self.option_claim(option, name, claim),
                Some(sort @ (Sort::Fact(_) | Sort::Count(_))) => {
                    let fault = self.names.wrong_sort(name, sort, "a piece or a place");
                    self.report(match sort {
                        Sort::Fact(_) => fault.help(format!("a fact is a condition by itself: `when {}`", name.text)),
                        _ => fault.help(format!("a count is asked with a number: `at least 10 {}`", name.text)),
                    });
                    return Condition::Const(true);
                }
                _ => {}
            }
        }
        let built = self.set(subject, scope);
        self.not_beyond_the_board(&built.items);
        let (negated, claim) = match claim {
            WrittenClaim::Is { not: negated, what } => (*negated, self.is_what(what, span, scope)),
            WrittenClaim::EnclosedBy(items) => (false, Some(Claim::EnclosedBy(self.items(items, scope)))),
            WrittenClaim::Faces { items, along } => {
                let items = self.items(items, scope);
                (false, Some(Claim::Faces { items, along: self.along(along.as_deref(), scope) }))
            }
            WrittenClaim::Entered(items) => {
                (false, Some(Claim::Entered(self.items(items, scope.meaning(NoWhose::Any)))))
            }
            WrittenClaim::Started(place) => (false, self.place(place, scope).map(Claim::Started)),
            WrittenClaim::Ended(place) => (false, self.place(place, scope).map(Claim::Ended)),
            WrittenClaim::StartedOrEnded(place) => (false, self.place(place, scope).map(Claim::StartedOrEnded)),
            WrittenClaim::Took { set, last_turn } => {
                let set = self.set(set, scope);
                (false, Some(Claim::Took { set, last_turn: *last_turn }))
            }
            WrittenClaim::CouldNeverMove => {
                self.could_never_move = true;
                (false, Some(Claim::CouldNeverMove))
            }
            WrittenClaim::CanMove { not: negated } => (*negated, Some(Claim::CanMove)),
            WrittenClaim::CanReach { to, through, taking } => {
                let to = self.items(to, scope);
                let through = self.items(through, scope);
                let taking = taking.as_ref().map(|items| self.items(items, scope));
                (false, Some(Claim::CanReach { to, through, taking }))
            }
            WrittenClaim::Connects(from, to) => {
                self.items(from, scope);
                self.items(to, scope);
                self.version_two(span, "connects … with …");
                (false, None)
            }
        };
        if negated && subject.quantity.is_none() {
            self.some_is_not.push(built.span);
        }
        match claim {
            Some(claim) => Condition::Claim { subject: built, not: negated, claim },
            None => Condition::Const(true),
        }
    }

    fn option_claim(&mut self, option: usize, name: &Name, claim: &WrittenClaim) -> Condition {
        if let WrittenClaim::Is { not: negated, what: IsWhat::Items(items) } = claim {
            if let Some(value) = one_name(items) {
                return self.option_is(option, name, value, *negated);
            }
            // Another word of the language may be a value: option values are free words.
            let value = Name { text: self.sources.slice(items.span).to_owned(), span: items.span };
            return self.option_is(option, name, &value, *negated);
        }
        if let WrittenClaim::Is { not: negated, what: IsWhat::Quality { .. } | IsWhat::Place(_) } = claim {
            let negated = *negated;
            let span = match claim {
                WrittenClaim::Is { what: IsWhat::Place(place), .. } => place.span,
                _ => name.span,
            };
            let text = self.sources.slice(span).to_owned();
            if span != name.span {
                return self.option_is(option, name, &Name { text, span }, negated);
            }
        }
        let fault = self.names.wrong_sort(name, Sort::Option(option), "a piece or a place");
        self.report(
            fault
                .help(format!("an option is asked by itself, `when {0}`, or by its value, `when {0} is …`", name.text)),
        );
        Condition::Const(true)
    }

    fn is_what(&mut self, what: &IsWhat, span: Span, scope: Scope) -> Option<Claim> {
        Some(match what {
            IsWhat::Quality { quality, on_its_way } => {
                if *on_its_way && *quality != Quality::Attacked {
                    self.report(
                        Diagnostic::new(code::CANNOT_BE_ASKED, span, "`on its way` belongs to `attacked`")
                            .help("write `is not attacked on its way`"),
                    );
                }
                match quality {
                    Quality::Attacked => Claim::Attacked { on_its_way: *on_its_way },
                    Quality::Mated => Claim::Mated,
                    Quality::NewlyMated => Claim::NewlyMated,
                    Quality::Taken => Claim::Taken,
                    Quality::Promoted => Claim::Promoted,
                    Quality::Plain => Claim::Plain,
                    Quality::Frozen => Claim::Frozen,
                    Quality::Unmoved => Claim::Unmoved,
                    Quality::Royal => Claim::Royal,
                }
            }
            IsWhat::EnclosedBy(items) => Claim::EnclosedBy(self.items(items, scope)),
            IsWhat::Place(place) => Claim::At(self.place(place, scope)?),
            IsWhat::Items(items) => Claim::Is(self.items(items, scope.meaning(NoWhose::Any))),
        })
    }

    /// Whether a place speaks of the hand that a drop comes from; it limits deeds only.
    pub fn no_hand_in_moves(&mut self, set: &Set, span: Span) {
        if set.places.iter().any(|place| matches!(place, Place::FromHand(_))) {
            self.report(
                Diagnostic::new(code::CANNOT_BE_ASKED, span, "`from … hand` belongs to a drop")
                    .help("write it in `may drop … from own hand`"),
            );
        }
    }

    /// The player of a `for`.
    pub fn for_player(&mut self, name: Option<&Name>) -> (Option<Player>, u8) {
        match name {
            None => (None, self.everybody()),
            Some(name) => match self.player_named(name) {
                Some(player) => (Some(player), 1 << player.0),
                None => (None, self.everybody()),
            },
        }
    }
}

/// A list that is one bare name.
pub(super) fn one_name(items: &WrittenItems) -> Option<&Name> {
    match items.terms.as_slice() {
        [WrittenTerm { whose: None, states, noun: Some(WrittenNoun::Name(name)), guard: None, .. }]
            if states.is_empty() && items.except.is_empty() =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// The number of a set that is counted.
fn set_quantity(set: &WrittenSet) -> Option<Quantity> {
    match set.quantity? {
        WrittenQuantity::AtLeast(n) => Some(Quantity::Range(n, None)),
        WrittenQuantity::AtMost(n) => Some(Quantity::Range(0, Some(n))),
        WrittenQuantity::Exactly(n) => Some(Quantity::Range(n, Some(n))),
        WrittenQuantity::Between(a, b) => Some(Quantity::Range(a, Some(b))),
        _ => None,
    }
}

fn items_of(name: &Name) -> WrittenItems {
    let term = WrittenTerm {
        whose: None,
        states: Vec::new(),
        noun: Some(WrittenNoun::Name(name.clone())),
        guard: None,
        span: name.span,
    };
    WrittenItems { terms: vec![term], except: Vec::new(), span: name.span }
}

fn set_of(name: &Name) -> WrittenSet {
    WrittenSet { quantity: None, items: items_of(name), places: Vec::new(), span: name.span }
}

/// All of them, with what is always true left out.
pub(super) fn and(parts: Vec<Condition>) -> Condition {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Condition::Const(true) => {}
            Condition::Const(false) => return Condition::Const(false),
            Condition::And(more) => all.extend(more),
            other => all.push(other),
        }
    }
    match all.len() {
        0 => Condition::Const(true),
        1 => all.remove(0),
        _ => Condition::And(all),
    }
}

/// One of them, with what is never true left out.
pub(super) fn or(parts: Vec<Condition>) -> Condition {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Condition::Const(false) => {}
            Condition::Const(true) => return Condition::Const(true),
            Condition::Or(more) => all.extend(more),
            other => all.push(other),
        }
    }
    match all.len() {
        0 => Condition::Const(false),
        1 => all.remove(0),
        _ => Condition::Or(all),
    }
}

/// The contrary.
pub(super) fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Const(holds) => Condition::Const(!holds),
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// Is it never true?
pub(super) fn never(condition: &Condition) -> bool {
    matches!(condition, Condition::Const(false))
}
