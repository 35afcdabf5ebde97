//! Rules that never apply, rules that another one makes idle, choices that force takes away.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Facts;
use super::shape::{Shapes, shape};
use super::walk::{Site, Visitor, deed_kinds, effect_site, kinds_of, walk};
use crate::diag::{Diagnostic, Diagnostics, Span, code};
use crate::rules::model::{
    Claim, Condition, Deed, Effect, Items, KindSet, Modal, Motion, MoveWhat, Path, Rule, Set, States, Step, Whose,
};

/// At most so many rules are compared with each other.
const MOST_COMPARED: usize = 200;

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    never_applies(facts, found);
    shadowed(facts, found);
    choice_and_force(facts, found);
    like_neighbours(facts, found);
    some_is_not(facts, found);
}

fn never_applies(facts: &Facts, found: &mut Diagnostics) {
    let rules = facts.rules;
    for rule in &rules.rules {
        let it = deed_kinds(&rule.deed, rule.span);
        let site = Site { it: it.as_ref(), ..Facts::site(rule.span) };
        let reason = facts.never(&rule.when, site).or_else(|| rule.leaving.as_ref().and_then(|c| facts.never(c, site)));
        if let Some(never) = reason {
            found.push(
                Diagnostic::new(never.code, never.span, format!("this rule never applies: {}", never.why))
                    .help(never.help),
            );
            continue;
        }
        match (&rule.deed, rule.modal) {
            (Deed::Drop { set, .. }, Modal::May) => never_in_hand(facts, rule, set, found),
            (Deed::Take { .. } | Deed::TakeTheMost, Modal::Must) if facts.takeable.is_empty() => found.push(
                Diagnostic::new(
                    code::END_NEVER_COMES,
                    rule.span,
                    "this rule never applies: nothing in this game takes",
                )
                .help("pieces are taken by paths (`takes …`, `moves …`) and by `capture`s"),
            ),
            _ => {}
        }
    }
    for event in &rules.events {
        let site = Facts::site(event.span);
        if let Some(never) = facts.never(&event.when, site) {
            found.push(
                Diagnostic::new(never.code, never.span, format!("this event never comes: {}", never.why))
                    .help(never.help),
            );
        }
    }
    super::pieces::each_effect(facts, &mut |effect, when, site| {
        let mut room = None;
        if let Some(never) = facts.never(when, effect_site(effect, site, &mut room)) {
            found.push(
                Diagnostic::new(never.code, never.span, format!("this never happens: {}", never.why)).help(never.help),
            );
        }
    });
    for action in &rules.actions {
        let site = Facts::site(action.span);
        if let Some(never) = action.needs.iter().find_map(|needs| facts.never(needs, site)) {
            found.push(
                Diagnostic::new(never.code, never.span, format!("`{}` can never be done: {}", action.name, never.why))
                    .help(never.help),
            );
        }
    }
    for (id, kind) in rules.kinds.iter() {
        let itself: KindSet = std::iter::once(id).collect();
        for movement in &kind.movements {
            let site = Site { it: Some(&itself), ..Facts::site(movement.span) };
            if let Some(never) = facts.never(&movement.when, site) {
                found.push(
                    Diagnostic::new(never.code, never.span, format!("this move can never be made: {}", never.why))
                        .help(never.help),
                );
            }
        }
    }
}

/// `may drop` of what is never in a hand.
fn never_in_hand(facts: &Facts, rule: &Rule, set: &Set, found: &mut Diagnostics) {
    let kinds = kinds_of(set, Facts::site(rule.span));
    let held = |k| {
        facts.put_in_hand.has(k)
            || facts.rules.hands.iter().any(|stock| stock.kind == k)
            || facts.put_in_hand.iter().any(|from| facts.can_become(from, k))
    };
    if !kinds.is_empty() && !kinds.iter().any(held) {
        found.push(
            Diagnostic::new(code::END_NEVER_COMES, rule.span, format!("{} is never in a hand", facts.names(&kinds)))
                .label("so it can never be dropped")
                .help("put it there: `hand each player = …`, or `after any piece is taken { put it into own hand }`"),
        );
    }
}

/// A rule whose every case another rule of the same sort decides already.
fn shadowed(facts: &Facts, found: &mut Diagnostics) {
    let rules = &facts.rules.rules;
    let shapes = Shapes::default();
    let covers = |wide, narrow| covers(&shapes, wide, narrow);
    for (i, idle) in rules.iter().enumerate().take(MOST_COMPARED) {
        if matches!(idle.when, Condition::Const(false)) {
            continue;
        }
        let by = rules.iter().enumerate().take(MOST_COMPARED).find(|(j, other)| {
            // Of two that say the same, the later one is idle.
            *j != i && covers(other, idle) && (!covers(idle, other) || *j < i)
        });
        if let Some((_, other)) = by {
            found.push(
                Diagnostic::new(code::SHADOWED, idle.span, "this rule is idle")
                    .label("says nothing that is not said already")
                    .also(other.span, "this one covers all its cases")
                    .help("take one of the two away"),
            );
        }
    }
}

/// Does the first rule say everything that the second says?
fn covers<'f>(shapes: &Shapes<'f>, wide: &'f Rule, narrow: &'f Rule) -> bool {
    if wide.modal != narrow.modal
        || wide.modal == Modal::Must
        || !(wide.player.is_none() || wide.player == narrow.player)
    {
        return false;
    }
    let contains = |wide, narrow| contains(shapes, wide, narrow);
    let deeds = match (&wide.deed, &narrow.deed) {
        (Deed::Act, Deed::Act) | (Deed::Pass, Deed::Pass) => true,
        (Deed::Act, Deed::Drop { .. } | Deed::Move { .. } | Deed::Take { .. }) => wide.modal == Modal::MayNot,
        (Deed::Drop { set: a, either_side_up: x }, Deed::Drop { set: b, either_side_up: y }) => {
            (x == y || *x) && contains(a, b)
        }
        (Deed::Move { set: a, taking: x }, Deed::Move { set: b, taking: y }) => {
            contains(a, b)
                && match (x, y) {
                    (None, _) => true,
                    (Some(x), Some(y)) => contains(x, y),
                    (Some(_), None) => false,
                }
        }
        (Deed::Take { set: a, with: x }, Deed::Take { set: b, with: y }) => {
            let part = |a: &'f Option<Set>, b: &'f Option<Set>| match (a, b) {
                (None, _) => true,
                (Some(a), Some(b)) => contains(a, b),
                (Some(_), None) => false,
            };
            part(a, b) && part(x, y)
        }
        _ => false,
    };
    let always = matches!(wide.when, Condition::Const(true)) && wide.leaving.is_none();
    deeds && (always || (shapes.same(&wide.when, &narrow.when) && shapes.same(&wide.leaving, &narrow.leaving)))
}

/// Is every element of the second set surely one of the first?
fn contains<'f>(shapes: &Shapes<'f>, wide: &'f Set, narrow: &'f Set) -> bool {
    // The places come last: to hold them against each other costs most.
    wide.quantity == narrow.quantity
        && items_contain(shapes, &wide.items, &narrow.items)
        && wide.places.iter().all(|place| narrow.places.iter().any(|other| shapes.same(place, other)))
}

fn items_contain<'f>(shapes: &Shapes<'f>, wide: &'f Items, narrow: &'f Items) -> bool {
    if !wide.except.is_empty() {
        return shapes.same(wide, narrow);
    }
    narrow.terms.iter().all(|n| {
        wide.terms.iter().any(|w| {
            use crate::rules::model::Noun;
            let whose = w.whose == n.whose || w.whose == Whose::Any;
            let states = w.states == n.states || w.states == States::default();
            whose
                && states
                && match (&w.noun, &n.noun) {
                    (Noun::Pieces(w), Noun::Pieces(n)) => n.iter().all(|k| w.has(k)),
                    (Noun::Pieces(_), _) | (_, Noun::Pieces(_)) => false,
                    (w, n) => shapes.same(w, n),
                }
        })
    })
}

/// `own A is not attacked` where there are several A: it is true as soon as one of them is not.
fn some_is_not(facts: &Facts, found: &mut Diagnostics) {
    struct Denied<'f> {
        facts: &'f Facts<'f>,
        /// Where something is denied that has not been looked at yet.
        asked: BTreeSet<Span>,
        found: Vec<Diagnostic>,
    }
    impl Visitor for Denied<'_> {
        fn claim(&mut self, subject: &Set, _claim: &Claim, site: Site) {
            use crate::rules::model::Noun;
            let rules = self.facts.rules;
            let pieces = subject.items.terms.iter().all(|term| matches!(term.noun, Noun::Pieces(_)));
            if !pieces || !self.asked.remove(&subject.span) {
                return;
            }
            let kinds = kinds_of(subject, site);
            let owners = rules.players.ids();
            let several = if subject.items.terms.iter().all(|term| matches!(term.whose, Whose::Own | Whose::Player(_)))
            {
                owners.map(|p| self.facts.most_pieces(&kinds, Some(p))).any(|most| most.is_none_or(|most| most > 1))
            } else {
                self.facts.most_pieces(&kinds, None).is_none_or(|most| most > 1)
            };
            let royal = kinds.iter().all(|k| rules.kinds.get(k).is_some_and(|kind| kind.royal));
            if several && !royal {
                self.found.push(
                    Diagnostic::new(code::SOME_IS_NOT, subject.span, "true as soon as one of them is not")
                        .label("one of several")
                        .help("to deny it of all of them, write `no … is …`; to mean one of them, write `some … is not …`"),
                );
            }
        }
    }
    let asked = facts.rules.seen.some_is_not.iter().copied().collect();
    let mut denied = Denied { facts, asked, found: Vec::new() };
    walk(facts.rules, &mut denied);
    denied.found.into_iter().for_each(|d| found.push(d));
}

/// `may promote it` beside `promote it` under the same guard.
fn choice_and_force(facts: &Facts, found: &mut Diagnostics) {
    for event in &facts.rules.events {
        let effects: Vec<(&Effect, &Condition, bool)> = event
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::ForEachPlayer { .. } => None,
                Step::Effect { optional, effect, when } => Some((effect, when, *optional)),
            })
            .collect();
        // What is done in any case, by what it does and when; the first of those that say the same.
        let mut forced: BTreeMap<(String, String), &Effect> = BTreeMap::new();
        let shape_of =
            |when: &Condition| if matches!(when, Condition::Const(true)) { String::new() } else { shape(when) };
        if effects.iter().any(|(.., optional)| *optional) {
            for (effect, when, _) in effects.iter().filter(|(.., optional)| !optional) {
                forced.entry((shape(effect), shape_of(when))).or_insert(effect);
            }
        }
        for (effect, when, _) in effects.iter().filter(|(.., optional)| *optional && !forced.is_empty()) {
            let said = shape(effect);
            let force = [shape_of(when), String::new()].into_iter().find_map(|when| forced.get(&(said.clone(), when)));
            if let Some(other) = force {
                let span = |effect: &Effect| super::walk::effect_set(effect).map_or(event.span, |set| set.span);
                found.push(
                    Diagnostic::new(code::CHOICE_AND_FORCE, span(effect), "a choice that is none")
                        .label("this leaves it to the player")
                        .also(span(other), "and this does it in any case")
                        .help("give the forced one a `when` of its own, or take one of the two away"),
                );
            }
        }
    }
}

/// `could never move` of a piece whose moves depend on its neighbours: no table can say it.
pub(super) fn like_neighbours(facts: &Facts, found: &mut Diagnostics) {
    struct Asks<'f> {
        facts: &'f Facts<'f>,
        found: Vec<Diagnostic>,
    }
    impl Visitor for Asks<'_> {
        fn claim(&mut self, subject: &Set, claim: &Claim, site: Site) {
            if !matches!(claim, Claim::CouldNeverMove) {
                return;
            }
            for kind in kinds_of(subject, site).iter() {
                let Some(def) = self.facts.rules.kinds.get(kind) else { continue };
                let Some(movement) = def.movements.iter().find(|m| lent(m)) else { continue };
                if self.found.iter().any(|d| d.primary.span == subject.span) {
                    continue;
                }
                self.found.push(
                    Diagnostic::new(
                        code::LIKE_NEIGHBOURS,
                        subject.span,
                        format!("`could never move` cannot be asked of `{}`", def.name),
                    )
                    .label("asked of it here")
                    .also(
                        movement.span,
                        "it moves like the pieces around it, and the question is asked of an empty board",
                    )
                    .help("leave the piece out (`any piece except …`), or ask something else"),
                );
            }
        }
    }
    let mut asks = Asks { facts, found: Vec::new() };
    walk(facts.rules, &mut asks);
    asks.found.into_iter().for_each(|d| found.push(d));
}

fn lent(movement: &crate::rules::model::Movement) -> bool {
    fn in_path(path: &Path) -> bool {
        match path {
            Path::Or(list) | Path::Then(list) => list.iter().any(in_path),
            Path::Leg(leg) => matches!(&leg.motion, Motion::Like(set) if !set.places.is_empty()),
            Path::Times { path, .. } | Path::AsLongAsItCan(path) => in_path(path),
        }
    }
    match &movement.what {
        MoveWhat::InsteadLike(_) => true,
        MoveWhat::Path(path) => in_path(path),
    }
}
