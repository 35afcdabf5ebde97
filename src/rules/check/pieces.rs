//! Pieces that never move, never come on the board, or never leave a hand; promotions that lead nowhere.

use super::facts::Facts;
use super::walk::{Site, Visitor, effect_set, kinds_of, walk};
use crate::diag::{Diagnostic, Diagnostics, Span, code};
use crate::rules::board::Compass;
use crate::rules::model::{
    Claim, Condition, Direction, Effect, KindSet, Leg, Mode, Motion, MoveWhat, Movement, Onto, Path, Set, Vector, Verb,
};
use crate::types::{Cell, Kind, Player};

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    never_moves(facts, found);
    never_used(facts, found);
    no_way_back(facts, found);
    promotes_nothing(facts, found);
    royal_for_nothing(facts, found);
}

fn never_moves(facts: &Facts, found: &mut Diagnostics) {
    for (id, kind) in facts.rules.kinds.iter() {
        let dead: Vec<&Movement> = kind.movements.iter().filter(|m| !leads_anywhere(facts, id, m)).collect();
        if dead.len() < kind.movements.len() || kind.movements.is_empty() {
            for movement in &dead {
                found.push(idle_movement(facts, movement));
            }
        }
        let stays = dead.len() == kind.movements.len();
        if !stays || kind.neutral || facts.made.has(id) || facts.droppable.has(id) || facts.moved_by_effect {
            continue;
        }
        let said = if kind.movements.is_empty() {
            "no `moves`, `walks` or `takes`"
        } else {
            "none of its moves leads anywhere"
        };
        let mut diagnostic =
            Diagnostic::new(code::NEVER_MOVES, kind.span, format!("`{}` can never move", kind.name)).label(said);
        for movement in &dead {
            diagnostic = diagnostic.also(movement.span, why_idle(movement));
        }
        found.push(diagnostic.help(format!("say how it moves: `piece {} {{ moves step any }}`", kind.name)));
    }
}

fn idle_movement(facts: &Facts, movement: &Movement) -> Diagnostic {
    let _ = facts;
    Diagnostic::new(code::NEVER_MOVES, movement.span, "this move can never be made")
        .label(why_idle(movement))
        .help("change it, or take it away")
}

fn why_idle(movement: &Movement) -> &'static str {
    let MoveWhat::Path(path) = &movement.what else { return "" };
    match movement.verb {
        Verb::Walks if !may_end(path, false) => "`walks` takes nothing, but every leg takes",
        Verb::Takes if !may_end(path, true) => "`takes` takes something, but no leg does",
        _ if matches!(path, Path::Leg(Leg { motion: Motion::Like(_), .. })) => {
            "there is no move to borrow: borrowed moves are not lent on"
        }
        _ => "no cell of the board is so far away",
    }
}

/// Can the movement lead anywhere from some cell, whatever stands around?
fn leads_anywhere(facts: &Facts, kind: Kind, movement: &Movement) -> bool {
    let MoveWhat::Path(path) = &movement.what else { return true };
    let fits = match movement.verb {
        Verb::Moves => true,
        Verb::Walks => may_end(path, false),
        Verb::Takes => may_end(path, true) && movement.taking_at_most != Some(0),
    };
    let owners: Vec<Player> = facts.owners(kind).collect();
    fits && (owners.is_empty() || owners.iter().any(|owner| has_room(facts, *owner, path)))
}

/// Can a route of the path end having taken something (or nothing)? Generous.
fn may_end(path: &Path, taking: bool) -> bool {
    match path {
        Path::Or(list) => list.iter().any(|p| may_end(p, taking)),
        Path::Then(list) if taking => list.iter().any(|p| may_end(p, true)),
        Path::Then(list) => list.iter().all(|p| may_end(p, false)),
        Path::Leg(leg) => {
            let over = leg.over.as_ref().map_or((0, Some(0)), |over| over.taking);
            let ends = match (leg.mode, &leg.onto) {
                (_, Some(Onto::Mark(_))) => true,
                (Mode::Walking | Mode::Placing(_), _) => false,
                _ => true,
            };
            let must_take = matches!(leg.mode, Mode::Taking | Mode::Shooting) || over.0 > 0;
            if taking { ends || over.1 != Some(0) } else { !must_take }
        }
        Path::Times { path, .. } => may_end(path, taking),
        Path::AsLongAsItCan(path) => taking && may_end(path, true),
    }
}

/// Is there a cell from which the first leg leads to another one? Generous: only single legs and first legs are asked.
fn has_room(facts: &Facts, owner: Player, path: &Path) -> bool {
    match path {
        Path::Or(list) => list.iter().any(|p| has_room(facts, owner, p)),
        Path::Then(list) => list.first().is_none_or(|p| has_room(facts, owner, p)),
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => has_room(facts, owner, path),
        Path::Leg(leg) => match &leg.motion {
            Motion::Step(directions) => any_direction(facts, owner, directions, 1),
            Motion::Slide(directions, min, _) => {
                let between = leg.over.as_ref().map_or(0, |over| over.min);
                any_direction(facts, owner, directions, (*min).max(between + 1))
            }
            Motion::Hop(directions) => any_direction(facts, owner, directions, 2),
            Motion::Leap(vectors) => vectors.iter().any(|v| any_vector(facts, owner, *v, 1)),
            Motion::Ride(vectors, min, _) => vectors.iter().any(|v| any_vector(facts, owner, *v, (*min).max(1))),
            Motion::Like(set) => lends(facts, set),
            Motion::Stay => true,
        },
    }
}

/// Does some kind of the set declare a move of its own?
fn lends(facts: &Facts, set: &Set) -> bool {
    let kinds = kinds_of(set, Facts::site(set.span));
    // Without a place it is a copy of all moves; with one, only what is declared is lent.
    let copy = set.places.is_empty();
    kinds.is_empty()
        || kinds.iter().filter_map(|k| facts.rules.kinds.get(k)).flat_map(|kind| &kind.movements).any(|m| {
            match &m.what {
                MoveWhat::Path(path) => copy || !only_borrowed(path),
                MoveWhat::InsteadLike(_) => copy,
            }
        })
}

fn only_borrowed(path: &Path) -> bool {
    match path {
        Path::Or(list) | Path::Then(list) => list.iter().all(only_borrowed),
        Path::Leg(leg) => matches!(&leg.motion, Motion::Like(set) if !set.places.is_empty()),
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => only_borrowed(path),
    }
}

fn any_direction(facts: &Facts, owner: Player, directions: &[Direction], cells: u32) -> bool {
    directions.iter().any(|direction| {
        let compass = match direction {
            Direction::Absolute(compass) => *compass,
            Direction::Relative(compass) => {
                compass.seen_from(facts.rules.players[owner].faces.unwrap_or(Compass::NORTH))
            }
            // Relative to a leg before, or along a line: taken on trust.
            Direction::Onward(_) | Direction::Ahead | Direction::Line { .. } => return true,
        };
        let (x, y) = compass.delta();
        somewhere(facts, x, y, cells)
    })
}

fn any_vector(facts: &Facts, owner: Player, vector: Vector, leaps: u32) -> bool {
    let (x, y) = if vector.relative {
        let faces = facts.rules.players[owner].faces.unwrap_or(Compass::NORTH);
        let (fx, fy) = faces.delta();
        // Forward is (fx, fy), rightward is that turned clockwise.
        (vector.x * fy + vector.y * fx, vector.y * fy - vector.x * fx)
    } else {
        (vector.x, vector.y)
    };
    somewhere(facts, x, y, leaps)
}

/// Is there a cell from which so many steps of the vector stay on the board?
fn somewhere(facts: &Facts, x: i32, y: i32, steps: u32) -> bool {
    let board = &facts.rules.board;
    let steps = i32::try_from(steps).unwrap_or(i32::MAX);
    board.cells.into_iter().any(|cell: Cell| {
        board.offset(cell, x.saturating_mul(steps), y.saturating_mul(steps)).is_some() && (x, y) != (0, 0)
    })
}

fn never_used(facts: &Facts, found: &mut Diagnostics) {
    let rules = facts.rules;
    let mut used: KindSet = rules.setup.iter().map(|placed| placed.kind).collect();
    rules.hands.iter().for_each(|stock| used.insert(stock.kind));
    facts.made.iter().for_each(|k| used.insert(k));
    let begins = used;
    let reached: KindSet = rules.kinds.ids().filter(|k| begins.iter().any(|from| facts.can_become(from, *k))).collect();
    if begins.is_empty() {
        // A game without any piece is another fault.
        return;
    }
    for (id, kind) in rules.kinds.iter().filter(|(id, _)| !reached.has(*id)) {
        let plain = kind.plain_side.and_then(|k| rules.kinds.get(k).map(|def| (k, def)));
        let diagnostic =
            Diagnostic::new(code::NEVER_USED, kind.span, format!("`{}` never comes on the board", kind.name));
        found.push(match plain {
            Some((k, plain)) if reached.has(k) => diagnostic
                .label(format!("`{}` promotes to it, but no event promotes `{}`", plain.name, plain.name))
                .help(format!("write an event: `after {} moves {{ may promote it when … }}`", plain.name)),
            Some((_, plain)) => {
                diagnostic.label(format!("`{}`, which promotes to it, never comes on the board either", plain.name))
            }
            None if id.index() < rules.kinds.len() => diagnostic
                .label("not in the setup, in no hand, and nothing turns into it")
                .help("put it into the `setup` or a `hand`, or take it away"),
            None => diagnostic,
        });
    }
}

/// A royal piece that no rule, event, action or end singles out.
fn royal_for_nothing(facts: &Facts, found: &mut Diagnostics) {
    struct Spoken {
        kinds: KindSet,
        all: usize,
        check: bool,
    }
    impl Visitor for Spoken {
        fn term(&mut self, term: &crate::rules::model::Term, _site: Site) {
            if let crate::rules::model::Noun::Pieces(kinds) = &term.noun
                && kinds.iter().count() < self.all
            {
                kinds.iter().for_each(|k| self.kinds.insert(k));
            }
        }
        fn condition(&mut self, condition: &Condition, _site: Site) {
            self.check |= matches!(condition, Condition::GaveCheck(_));
        }
        fn claim(&mut self, _subject: &Set, claim: &Claim, _site: Site) {
            self.check |= matches!(claim, Claim::Royal);
        }
    }
    let rules = facts.rules;
    if rules.kinds.len() < 2 {
        return;
    }
    let mut spoken = Spoken { kinds: KindSet::new(), all: rules.kinds.len(), check: false };
    walk(rules, &mut spoken);
    for (id, kind) in rules.kinds.iter() {
        if kind.royal && !spoken.check && !spoken.kinds.has(id) {
            found.push(
                Diagnostic::new(code::ROYAL_FOR_NOTHING, kind.span, format!("`{}` is royal, but no rule speaks of it", kind.name))
                    .label("`royal` alone changes nothing")
                    .help(format!(
                        "say what it means: `may not act leaving own {0} attacked`, `a player loses when no own {0} on board`",
                        kind.name
                    )),
            );
        }
    }
}

/// Can the guard hold for a piece of the kind? `None` = it depends on more than the kind.
fn holds_for(condition: &Condition, kind: Kind) -> Option<bool> {
    match condition {
        Condition::Const(value) => Some(*value),
        Condition::And(list) => {
            let parts: Vec<Option<bool>> = list.iter().map(|c| holds_for(c, kind)).collect();
            if parts.contains(&Some(false)) {
                Some(false)
            } else if parts.iter().all(|p| *p == Some(true)) {
                Some(true)
            } else {
                None
            }
        }
        Condition::Or(list) => {
            let parts: Vec<Option<bool>> = list.iter().map(|c| holds_for(c, kind)).collect();
            if parts.contains(&Some(true)) {
                Some(true)
            } else if parts.iter().all(|p| *p == Some(false)) {
                Some(false)
            } else {
                None
            }
        }
        Condition::Not(inner) => holds_for(inner, kind).map(|value| !value),
        Condition::Claim { subject, not, claim: Claim::Is(items) } => {
            use crate::rules::model::{Noun, States, Whose};
            let about_it = matches!(subject.items.terms.as_slice(), [term] if matches!(term.noun, Noun::It));
            let plain = items.except.is_empty()
                && items.terms.iter().all(|t| {
                    matches!(t.noun, Noun::Pieces(_)) && t.whose == Whose::Any && t.states == States::default()
                });
            (about_it && plain)
                .then(|| items.terms.iter().any(|t| matches!(&t.noun, Noun::Pieces(kinds) if kinds.has(kind))) != *not)
        }
        _ => None,
    }
}

/// Pieces that go into a hand and stay there.
fn no_way_back(facts: &Facts, found: &mut Diagnostics) {
    struct Puts<'f> {
        facts: &'f Facts<'f>,
        stuck: Vec<(Span, KindSet)>,
    }
    impl Puts<'_> {
        fn put(&mut self, effect: &Effect, when: &Condition, site: Site) {
            let Effect::Put { set, turned_back, .. } = effect else { return };
            let mut stuck = KindSet::new();
            for kind in kinds_of(set, site).iter() {
                let Some(def) = self.facts.rules.kinds.get(kind) else { continue };
                let in_hand = if *turned_back { def.plain_side.unwrap_or(kind) } else { kind };
                // A royal piece in a hand has lost the game, or waits for nothing.
                let royal = def.royal || self.facts.rules.kinds[in_hand].royal;
                if !royal && holds_for(when, kind) != Some(false) && !self.facts.droppable.has(in_hand) {
                    stuck.insert(in_hand);
                }
            }
            if !stuck.is_empty() {
                self.stuck.push((set.span, stuck));
            }
        }
    }
    let mut puts = Puts { facts, stuck: Vec::new() };
    each_effect(facts, &mut |effect, when, site| puts.put(effect, when, site));
    let counted = reads_hands(facts);
    for (span, kinds) in puts.stuck {
        if counted {
            // Hands are counted: a piece in hand is worth something though it stays there.
            continue;
        }
        let names = facts.names(&kinds);
        let diagnostic =
            Diagnostic::new(code::NO_WAY_BACK, span, format!("{names} goes into a hand and never comes out"))
                .label("put into a hand here");
        let first = kinds.iter().next().map_or(String::new(), |k| facts.rules.kinds[k].name.clone());
        found.push(diagnostic.help(format!("let it be dropped: `may drop {first} on empty cells`")));
    }
}

/// Does a count or an effect look into a hand?
fn reads_hands(facts: &Facts) -> bool {
    struct Hands(bool);
    impl Visitor for Hands {
        fn term(&mut self, term: &crate::rules::model::Term, _site: Site) {
            self.0 |= matches!(term.noun, crate::rules::model::Noun::Hand);
        }
    }
    let mut hands = Hands(false);
    walk(facts.rules, &mut hands);
    hands.0
}

/// Every effect with its guard and the site where it stands.
pub(super) fn each_effect(facts: &Facts, see: &mut dyn FnMut(&Effect, &Condition, Site)) {
    use crate::rules::model::{Step, Trigger};
    fn steps(list: &[Step], site: Site, see: &mut dyn FnMut(&Effect, &Condition, Site)) {
        for step in list {
            match step {
                Step::ForEachPlayer { steps: inner, .. } => steps(inner, site, see),
                Step::Effect { effect, when, .. } => see(effect, when, site),
            }
        }
    }
    for event in &facts.rules.events {
        let outer = Facts::site(event.span);
        let it = match &event.trigger {
            Trigger::Moves(set) | Trigger::Taken(set) | Trigger::Dropped(set) | Trigger::Takes(set, _) => {
                Some(kinds_of(set, outer))
            }
            Trigger::TurnStart | Trigger::TurnEnd | Trigger::PlayerOut => None,
        };
        steps(&event.steps, Site { it: it.as_ref(), ..outer }, see);
    }
    for action in &facts.rules.actions {
        let outer = Facts::site(action.span);
        let chosen = action.choose.as_ref().map(|choose| kinds_of(&choose.set, outer));
        for (effect, when) in &action.effects {
            see(effect, when, Site { chosen: chosen.as_ref(), ..outer });
        }
    }
}

/// `promote` and `turn over` of kinds that have no other side, `turn back` of kinds that are none.
pub(super) fn promotes_nothing(facts: &Facts, found: &mut Diagnostics) {
    each_effect(facts, &mut |effect, _, site| {
        let Some(set) = effect_set(effect) else { return };
        let kinds = kinds_of(set, site);
        let known = !kinds.is_empty() && kinds.iter().all(|k| facts.rules.kinds.get(k).is_some());
        let (nothing, verb) = match effect {
            Effect::Promote { to, .. } => {
                (to.is_empty() && kinds.iter().all(|k| facts.rules.kinds[k].promotes_to.is_none()), "promotes to")
            }
            Effect::TurnOver(_) => (
                kinds.iter().all(|k| {
                    let kind = &facts.rules.kinds[k];
                    kind.promotes_to.is_none() && kind.plain_side.is_none()
                }),
                "turns over to",
            ),
            Effect::TurnBack(_) => (kinds.iter().all(|k| facts.rules.kinds[k].plain_side.is_none()), "turns back to"),
            _ => return,
        };
        if known && nothing {
            let first = kinds.iter().next().map_or(String::new(), |k| facts.rules.kinds[k].name.clone());
            let help = if matches!(effect, Effect::TurnBack(_)) {
                "only a promoted side turns back: the piece that another one `promotes to`".to_owned()
            } else {
                format!("say what it becomes: `piece {first} … promotes to …`, or `promote it to …` here")
            };
            found.push(
                Diagnostic::new(
                    code::DOES_NOT_TURN,
                    set.span,
                    format!("nothing that {} {verb} is declared", facts.names(&kinds)),
                )
                .help(help),
            );
        }
    });
}
