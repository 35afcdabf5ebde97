//! Goes through every condition, set and effect of a ruleset, and says where each one stands.

use crate::diag::Span;
use crate::rules::model::{
    AddendFor, Claim, Closure, Condition, CounterDef, Deed, Effect, Items, KindSet, Leg, Motion, MoveTarget, MoveWhat,
    Noun, Onto, Path, Place, Quiet, Ruleset, Set, Step, Term, TerrainKind, Trigger,
};

/// Where a condition or a set stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site<'a> {
    /// The item that holds it.
    pub span: Span,
    /// What `it` can be, if there is an `it`.
    pub it: Option<&'a KindSet>,
    /// What `chosen` can be.
    pub chosen: Option<&'a KindSet>,
}

/// What is done at each part; every method does nothing unless it is written.
pub(super) trait Visitor {
    /// A condition, the outermost one or one inside another.
    fn condition(&mut self, _condition: &Condition, _site: Site) {}
    /// A claim about the elements of a set.
    fn claim(&mut self, _subject: &Set, _claim: &Claim, _site: Site) {}
    /// An element of a list.
    fn term(&mut self, _term: &Term, _site: Site) {}
    /// A set.
    fn set(&mut self, _set: &Set, _site: Site) {}
    /// An effect.
    fn effect(&mut self, _effect: &Effect, _site: Site) {}
    /// A leg of a path.
    fn leg(&mut self, _leg: &Leg, _site: Site) {}
}

/// The kinds that the pieces of a set can be, `it` and `chosen` included; a set of anything else gives none.
pub(super) fn kinds_of(set: &Set, site: Site) -> KindSet {
    kinds_of_items(&set.items, site)
}

/// The same for items.
pub(super) fn kinds_of_items(items: &Items, site: Site) -> KindSet {
    let mut kinds = KindSet::new();
    for term in &items.terms {
        match &term.noun {
            Noun::Pieces(some) => some.iter().for_each(|k| kinds.insert(k)),
            Noun::It => site.it.into_iter().flat_map(KindSet::iter).for_each(|k| kinds.insert(k)),
            Noun::Chosen => site.chosen.into_iter().flat_map(KindSet::iter).for_each(|k| kinds.insert(k)),
            _ => {}
        }
    }
    for term in &items.except {
        // An exception that says whose, or in which state, leaves some of the kind.
        if let Noun::Pieces(some) = &term.noun
            && term.whose == crate::rules::model::Whose::Any
            && term.states == crate::rules::model::States::default()
        {
            some.iter().for_each(|k| kinds.remove(k));
        }
    }
    kinds
}

/// Visits everything.
pub(super) fn walk(rules: &Ruleset, visitor: &mut impl Visitor) {
    let mut walker = Walker { visitor };
    walker.pieces(rules);
    walker.cells_and_captures(rules);
    walker.sentences(rules);
}

/// Visits one condition and what is in it.
pub(super) fn walk_condition(condition: &Condition, site: Site, visitor: &mut impl Visitor) {
    Walker { visitor }.condition(condition, site);
}

struct Walker<'v, V> {
    visitor: &'v mut V,
}

impl<V: Visitor> Walker<'_, V> {
    fn pieces(&mut self, rules: &Ruleset) {
        for (id, kind) in rules.kinds.iter() {
            let itself: KindSet = std::iter::once(id).collect();
            let at = |span| Site { span, it: Some(&itself), chosen: None };
            for movement in &kind.movements {
                let site = at(movement.span);
                match &movement.what {
                    MoveWhat::Path(path) => self.path(path, site),
                    MoveWhat::InsteadLike(set) => self.set(set, site),
                }
                if let Some(items) = &movement.stopping_on {
                    self.items(items, site);
                }
                self.condition(&movement.when, site);
            }
            for only in &kind.only_in {
                self.items(&only.cells, at(kind.span));
                self.condition(&only.when, at(kind.span));
            }
            for freezes in &kind.freezes {
                self.set(&freezes.set, at(kind.span));
                self.condition(&freezes.when, at(kind.span));
            }
            self.condition(&kind.may_stop, at(kind.span));
        }
    }

    fn path(&mut self, path: &Path, site: Site) {
        match path {
            Path::Or(list) | Path::Then(list) => list.iter().for_each(|p| self.path(p, site)),
            Path::Times { path, .. } | Path::AsLongAsItCan(path) => self.path(path, site),
            Path::Leg(leg) => {
                self.visitor.leg(leg, site);
                if let Motion::Like(set) = &leg.motion {
                    self.set(set, site);
                }
                if let Some(set) = leg.over.as_ref().and_then(|over| over.set.as_ref()) {
                    self.set(set, site);
                }
                if let Some(Onto::Set(set)) = &leg.onto {
                    self.set(set, site);
                }
            }
        }
    }

    fn cells_and_captures(&mut self, rules: &Ruleset) {
        for terrain in &rules.terrain {
            for statement in &terrain.statements {
                let site = Site { span: statement.span, it: None, chosen: None };
                match &statement.kind {
                    TerrainKind::Access { who: items, .. } | TerrainKind::Hostile { to: items, .. } => {
                        self.items(items, site);
                    }
                }
                self.condition(&statement.when, site);
            }
        }
        for capture in &rules.captures {
            let site = Site { span: capture.span, it: None, chosen: None };
            capture.by.iter().for_each(|set| self.set(set, site));
            for takes in &capture.takes {
                let taken = kinds_of(&takes.set, site);
                let site = Site { span: takes.span, it: Some(&taken), chosen: None };
                self.set(&takes.set, site);
                match &takes.closure {
                    Closure::Between(set) | Closure::EnclosedBy(set) => self.set(set, site),
                    Closure::Around => {}
                }
                if let Some(items) = &takes.sparing {
                    self.items(items, site);
                }
                self.condition(&takes.when, site);
            }
        }
        for (_, count) in rules.counts.iter() {
            let site = Site { span: count.span, it: None, chosen: None };
            for addend in &count.addends {
                if let AddendFor::Each(set) = &addend.what {
                    self.set(set, site);
                }
            }
        }
    }

    fn sentences(&mut self, rules: &Ruleset) {
        for rule in &rules.rules {
            let it = deed_kinds(&rule.deed, rule.span);
            let site = Site { span: rule.span, it: it.as_ref(), chosen: None };
            match &rule.deed {
                Deed::Act | Deed::Pass | Deed::TakeTheMost => {}
                Deed::Drop { set, .. } => self.set(set, site),
                Deed::Move { set, taking } => {
                    self.set(set, site);
                    if let Some(set) = taking {
                        self.set(set, site);
                    }
                }
                Deed::Take { set, with } => set.iter().chain(with).for_each(|set| self.set(set, site)),
            }
            self.condition(&rule.when, site);
            rule.leaving.iter().for_each(|condition| self.condition(condition, site));
        }
        for event in &rules.events {
            let outer = Site { span: event.span, it: None, chosen: None };
            let it = match &event.trigger {
                Trigger::TurnStart | Trigger::TurnEnd | Trigger::PlayerOut => None,
                Trigger::Moves(set) | Trigger::Taken(set) | Trigger::Dropped(set) | Trigger::Takes(set, _) => {
                    self.set(set, outer);
                    Some(kinds_of(set, outer))
                }
            };
            let site = Site { it: it.as_ref(), ..outer };
            if let Trigger::Takes(_, items) = &event.trigger {
                self.items(items, site);
            }
            self.condition(&event.when, site);
            event.steps.iter().for_each(|step| self.step(step, site));
        }
        for action in &rules.actions {
            let outer = Site { span: action.span, it: None, chosen: None };
            let chosen = action.choose.as_ref().map(|choose| kinds_of(&choose.set, outer));
            let site = Site { chosen: chosen.as_ref(), ..outer };
            if let Some(choose) = &action.choose {
                self.set(&choose.set, site);
                if let Some((items, _, _)) = &choose.aligned {
                    self.items(items, site);
                }
            }
            action.needs.iter().for_each(|condition| self.condition(condition, site));
            for (effect, when) in &action.effects {
                self.effect(effect, site);
                self.condition(when, effect_site(effect, site, &mut None));
            }
        }
        for end in &rules.ends {
            self.condition(&end.when, Site { span: end.span, it: None, chosen: None });
        }
        for (_, counter) in rules.counters.iter() {
            // Counters have no place of their own; the conditions that read them have been seen with theirs.
            let site = Site { span: Span::default(), it: None, chosen: None };
            match counter {
                CounterDef::Held(condition) => self.condition(condition, site),
                CounterDef::Quiet(list) => {
                    for quiet in list {
                        if let Quiet::MoveOf(set) = quiet {
                            self.set(set, site);
                        }
                    }
                }
            }
        }
    }

    fn step(&mut self, step: &Step, site: Site) {
        match step {
            Step::ForEachPlayer { without, when, steps } => {
                if let Some(items) = without {
                    self.items(items, site);
                }
                self.condition(when, site);
                for step in steps {
                    self.step(step, site);
                }
            }
            Step::Effect { effect, when, .. } => {
                self.effect(effect, site);
                self.condition(when, effect_site(effect, site, &mut None));
            }
        }
    }

    fn effect(&mut self, effect: &Effect, site: Site) {
        self.visitor.effect(effect, site);
        if let Some(set) = effect_set(effect) {
            self.set(set, site);
        }
        if let Effect::Move { target: MoveTarget::To(items) | MoveTarget::Toward(_, items), .. } = effect {
            self.items(items, site);
        }
    }

    fn condition(&mut self, condition: &Condition, site: Site) {
        self.visitor.condition(condition, site);
        match condition {
            Condition::And(list) | Condition::Or(list) => list.iter().for_each(|c| self.condition(c, site)),
            Condition::Not(inner) => self.condition(inner, site),
            Condition::Exists(set) => self.set(set, site),
            Condition::Row { items, .. } => self.items(items, site),
            Condition::Claim { subject, claim, .. } => {
                self.visitor.claim(subject, claim, site);
                self.set(subject, site);
                self.in_claim(claim, site);
            }
            _ => {}
        }
    }

    fn in_claim(&mut self, claim: &Claim, site: Site) {
        match claim {
            Claim::Is(items) | Claim::EnclosedBy(items) | Claim::Faces { items, .. } | Claim::Entered(items) => {
                self.items(items, site);
            }
            Claim::At(place) | Claim::Started(place) | Claim::Ended(place) | Claim::StartedOrEnded(place) => {
                self.place(place, site);
            }
            Claim::Took { set, .. } => self.set(set, site),
            Claim::CanReach { to, through, taking } => {
                self.items(to, site);
                self.items(through, site);
                if let Some(items) = taking {
                    self.items(items, site);
                }
            }
            _ => {}
        }
    }

    fn set(&mut self, set: &Set, site: Site) {
        self.visitor.set(set, site);
        self.items(&set.items, site);
        set.places.iter().for_each(|place| self.place(place, site));
    }

    fn place(&mut self, place: &Place, site: Site) {
        match place {
            Place::On { items, .. }
            | Place::Beside { items, .. }
            | Place::NextTo { items, .. }
            | Place::Behind(items) => {
                self.items(items, site);
            }
            Place::FromHand(_) => {}
        }
    }

    fn items(&mut self, items: &Items, site: Site) {
        items.terms.iter().chain(&items.except).for_each(|term| self.term(term, site));
    }

    fn term(&mut self, term: &Term, site: Site) {
        self.visitor.term(term, site);
        if let Noun::Beside(inner) = &term.noun {
            self.term(inner, site);
        }
    }
}

/// The kinds of the pieces that a deed is about, if it is about pieces.
pub(super) fn deed_kinds(deed: &Deed, span: Span) -> Option<KindSet> {
    let site = Site { span, it: None, chosen: None };
    match deed {
        Deed::Drop { set, .. } | Deed::Move { set, .. } => Some(kinds_of(set, site)),
        Deed::Take { set, .. } => set.as_ref().map(|set| kinds_of(set, site)),
        Deed::Act | Deed::Pass | Deed::TakeTheMost => None,
    }
}

/// The set that an effect works on.
pub(super) fn effect_set(effect: &Effect) -> Option<&Set> {
    match effect {
        Effect::Promote { set, .. }
        | Effect::TurnBack(set)
        | Effect::TurnOver(set)
        | Effect::Remove(set)
        | Effect::Place { set, .. }
        | Effect::Give { set, .. }
        | Effect::Put { set, .. }
        | Effect::Move { set, .. } => Some(set),
        Effect::Player { .. } | Effect::Draw | Effect::Again { .. } => None,
    }
}

/// The site of an effect's guard: there `it` is each piece of the effect's set.
pub(super) fn effect_site<'a>(effect: &Effect, site: Site<'a>, room: &'a mut Option<KindSet>) -> Site<'a> {
    match effect_set(effect) {
        Some(set) => {
            *room = Some(kinds_of(set, site));
            Site { it: room.as_ref(), ..site }
        }
        None => site,
    }
}
