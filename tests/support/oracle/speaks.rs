//! What the rules speak of: ends are sorted into groups by it, and some rules are set aside by it.

use boardwright::rules::Ruleset;
use boardwright::rules::model::{
    AddendFor, Claim, Closure, Condition, CounterDef, Deed, Effect, Items, KindSet, Motion, MoveTarget, MoveWhat, Noun,
    Onto, Path, Place, Quiet, Set, States, Step, Term, TerrainKind, Trigger,
};

/// The groups of ends, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The board, and what was taken.
    A,
    /// `no legal move`
    B,
    /// Repetition.
    C,
    /// Plies.
    D,
}

/// What was found.
pub struct Speaks {
    /// For each rule: it speaks of attack, mate, repetition or `no legal move`.
    pub of_attack: Vec<bool>,
    /// For each rule: it speaks of moves that could be made, so that it cannot be asked while that is found out.
    pub of_moves: Vec<bool>,
    /// The group of each end.
    pub groups: Vec<Group>,
    /// Somebody asks who gave check.
    pub of_gave_check: bool,
    /// The kinds of which somebody asks whether they are unmoved.
    pub unmoved_of: KindSet,
}

impl Speaks {
    /// Reads the rules.
    pub fn of(rules: &Ruleset) -> Self {
        let whole = |rule: &boardwright::rules::model::Rule| {
            let mut parts = vec![rule.when.clone()];
            parts.extend(rule.leaving.clone());
            Condition::And(parts)
        };
        let rule_conditions: Vec<Condition> = rules.rules.iter().map(whole).collect();
        let mut unmoved_of = KindSet::new();
        each_term(rules, &mut |term| {
            if term.states.unmoved {
                add_kinds(rules, term, &mut unmoved_of);
            }
        });
        Self {
            of_attack: rule_conditions.iter().map(|c| some(c, &speaks_of_attack)).collect(),
            of_moves: rule_conditions.iter().map(|c| some(c, &speaks_of_moves)).collect(),
            groups: rules.ends.iter().map(|end| group(&end.when)).collect(),
            of_gave_check: rule_conditions
                .iter()
                .chain(rules.ends.iter().map(|end| &end.when))
                .any(|c| some(c, &|c| matches!(c, Condition::GaveCheck(_)))),
            unmoved_of,
        }
    }
}

/// Does something hold of a condition or of a part of it?
pub fn some(condition: &Condition, found: &dyn Fn(&Condition) -> bool) -> bool {
    found(condition)
        || match condition {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| some(part, found)),
            Condition::Not(part) => some(part, found),
            _ => false,
        }
}

fn claim(condition: &Condition) -> Option<&Claim> {
    if let Condition::Claim { claim, .. } = condition { Some(claim) } else { None }
}

fn speaks_of_moves(condition: &Condition) -> bool {
    matches!(condition, Condition::NoLegalMove | Condition::NoPlayerCanMove)
        || matches!(claim(condition), Some(Claim::CanMove | Claim::Mated | Claim::NewlyMated))
}

fn speaks_of_attack(condition: &Condition) -> bool {
    speaks_of_moves(condition)
        || matches!(condition, Condition::Occurred(_) | Condition::GaveCheck(_))
        || matches!(claim(condition), Some(Claim::Attacked { .. }))
}

/// An end belongs to the latest group it mentions.
fn group(condition: &Condition) -> Group {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => parts.iter().map(group).max().unwrap_or(Group::A),
        Condition::Not(part) => group(part),
        Condition::NoLegalMove | Condition::NoPlayerCanMove => Group::B,
        Condition::Occurred(_) | Condition::GaveCheck(_) => Group::C,
        Condition::Quiet(..) | Condition::HeldFor(..) | Condition::Passes(_) => Group::D,
        _ => Group::A,
    }
}

fn add_kinds(rules: &Ruleset, term: &Term, kinds: &mut KindSet) {
    match &term.noun {
        Noun::Pieces(named) => named.iter().for_each(|kind| kinds.insert(kind)),
        _ => rules.kinds.ids().for_each(|kind| kinds.insert(kind)),
    }
}

/// Every term of every set of the rules; a claim `is unmoved` comes as terms with that state.
fn each_term(rules: &Ruleset, f: &mut dyn FnMut(&Term)) {
    for (_, count) in rules.counts.iter() {
        for addend in &count.addends {
            if let AddendFor::Each(set) = &addend.what {
                of_set(set, f);
            }
        }
    }
    for (_, counter) in rules.counters.iter() {
        match counter {
            CounterDef::Held(condition) => of_condition(condition, f),
            CounterDef::Quiet(list) => {
                for quiet in list {
                    if let Quiet::MoveOf(set) = quiet {
                        of_set(set, f);
                    }
                }
            }
        }
    }
    for (_, kind) in rules.kinds.iter() {
        for movement in &kind.movements {
            of_condition(&movement.when, f);
            movement.stopping_on.iter().for_each(|items| of_items(items, f));
            match &movement.what {
                MoveWhat::Path(path) => of_path(path, f),
                MoveWhat::InsteadLike(set) => of_set(set, f),
            }
        }
        for only in &kind.only_in {
            of_items(&only.cells, f);
            of_condition(&only.when, f);
        }
        for freezes in &kind.freezes {
            of_set(&freezes.set, f);
            of_condition(&freezes.when, f);
        }
        of_condition(&kind.may_stop, f);
    }
    for statement in rules.terrain.iter().flat_map(|terrain| &terrain.statements) {
        of_condition(&statement.when, f);
        match &statement.kind {
            TerrainKind::Access { who: items, .. } | TerrainKind::Hostile { to: items, .. } => of_items(items, f),
        }
    }
    for capture in &rules.captures {
        capture.by.iter().for_each(|set| of_set(set, f));
        for takes in &capture.takes {
            of_set(&takes.set, f);
            if let Closure::Between(set) | Closure::EnclosedBy(set) = &takes.closure {
                of_set(set, f);
            }
            takes.sparing.iter().for_each(|items| of_items(items, f));
            of_condition(&takes.when, f);
        }
    }
    for rule in &rules.rules {
        match &rule.deed {
            Deed::Drop { set, .. } => of_set(set, f),
            Deed::Move { set, taking } => std::iter::once(set).chain(taking).for_each(|set| of_set(set, f)),
            Deed::Take { set, with } => set.iter().chain(with).for_each(|set| of_set(set, f)),
            Deed::Act | Deed::Pass | Deed::TakeTheMost => {}
        }
        of_condition(&rule.when, f);
        rule.leaving.iter().for_each(|condition| of_condition(condition, f));
    }
    for event in &rules.events {
        match &event.trigger {
            Trigger::Moves(set) | Trigger::Taken(set) | Trigger::Dropped(set) => of_set(set, f),
            Trigger::Takes(set, items) => {
                of_set(set, f);
                of_items(items, f);
            }
            Trigger::TurnStart | Trigger::TurnEnd | Trigger::PlayerOut => {}
        }
        of_condition(&event.when, f);
        of_steps(&event.steps, f);
    }
    for action in &rules.actions {
        if let Some(choose) = &action.choose {
            of_set(&choose.set, f);
            if let Some((items, ..)) = &choose.aligned {
                of_items(items, f);
            }
        }
        action.needs.iter().for_each(|condition| of_condition(condition, f));
        for (effect, when) in &action.effects {
            of_effect(effect, f);
            of_condition(when, f);
        }
    }
    rules.ends.iter().for_each(|end| of_condition(&end.when, f));
}

fn of_set(set: &Set, f: &mut dyn FnMut(&Term)) {
    of_items(&set.items, f);
    set.places.iter().for_each(|place| of_place(place, f));
}

fn of_items(items: &Items, f: &mut dyn FnMut(&Term)) {
    for term in items.terms.iter().chain(&items.except) {
        of_term(term, f);
    }
}

fn of_term(term: &Term, f: &mut dyn FnMut(&Term)) {
    f(term);
    if let Noun::Beside(inner) = &term.noun {
        of_term(inner, f);
    }
}

fn of_place(place: &Place, f: &mut dyn FnMut(&Term)) {
    match place {
        Place::On { items, .. } | Place::Beside { items, .. } | Place::NextTo { items, .. } | Place::Behind(items) => {
            of_items(items, f);
        }
        Place::FromHand(_) => {}
    }
}

fn of_condition(condition: &Condition, f: &mut dyn FnMut(&Term)) {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| of_condition(part, f)),
        Condition::Not(part) => of_condition(part, f),
        Condition::Row { items, .. } => of_items(items, f),
        Condition::Exists(set) => of_set(set, f),
        Condition::Claim { subject, claim, .. } => {
            of_set(subject, f);
            of_claim(claim, subject, f);
        }
        _ => {}
    }
}

fn of_claim(claim: &Claim, subject: &Set, f: &mut dyn FnMut(&Term)) {
    match claim {
        Claim::Unmoved => {
            for term in &subject.items.terms {
                f(&Term { states: States { unmoved: true, ..term.states }, ..term.clone() });
            }
        }
        Claim::Is(items) | Claim::Entered(items) | Claim::Faces { items, .. } | Claim::EnclosedBy(items) => {
            of_items(items, f);
        }
        Claim::At(place) | Claim::Started(place) | Claim::Ended(place) | Claim::StartedOrEnded(place) => {
            of_place(place, f);
        }
        Claim::Took { set, .. } => of_set(set, f),
        Claim::CanReach { to, through, taking } => {
            of_items(to, f);
            of_items(through, f);
            if let Some(items) = taking {
                of_items(items, f);
            }
        }
        _ => {}
    }
}

fn of_path(path: &Path, f: &mut dyn FnMut(&Term)) {
    match path {
        Path::Or(paths) | Path::Then(paths) => paths.iter().for_each(|path| of_path(path, f)),
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => of_path(path, f),
        Path::Leg(leg) => {
            if let Motion::Like(set) = &leg.motion {
                of_set(set, f);
            }
            if let Some(Onto::Set(set)) = &leg.onto {
                of_set(set, f);
            }
            if let Some(set) = leg.over.as_ref().and_then(|over| over.set.as_ref()) {
                of_set(set, f);
            }
        }
    }
}

fn of_steps(steps: &[Step], f: &mut dyn FnMut(&Term)) {
    for step in steps {
        match step {
            Step::ForEachPlayer { without, when, steps } => {
                if let Some(items) = without {
                    of_items(items, f);
                }
                of_condition(when, f);
                of_steps(steps, f);
            }
            Step::Effect { effect, when, .. } => {
                of_effect(effect, f);
                of_condition(when, f);
            }
        }
    }
}

fn of_effect(effect: &Effect, f: &mut dyn FnMut(&Term)) {
    match effect {
        Effect::Promote { set, .. }
        | Effect::TurnBack(set)
        | Effect::TurnOver(set)
        | Effect::Remove(set)
        | Effect::Place { set, .. }
        | Effect::Give { set, .. }
        | Effect::Put { set, .. } => of_set(set, f),
        Effect::Move { set, target } => {
            of_set(set, f);
            if let MoveTarget::To(items) | MoveTarget::Toward(_, items) = target {
                of_items(items, f);
            }
        }
        Effect::Player { .. } | Effect::Draw | Effect::Again { .. } => {}
    }
}
