//! Ends that never come, that an earlier end hides, or that contradict each other; games without an end.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Facts;
use super::possible::fixed_cells;
use super::shape::{same, shape};
use super::walk::{Visitor, kinds_of, kinds_of_items, walk_condition};
use crate::diag::{Diagnostic, Diagnostics, Span, code};
use crate::rules::board::Compass;
use crate::rules::model::{
    Claim, Closure, Condition, Effect, End, EndVerb, EndWhat, Items, KindSet, Noun, Place, Quantity, Set, Term, Whose,
};
use crate::types::{Cell, Kind, Player};

/// At most so many ends are compared with each other.
const MOST_COMPARED: usize = 64;

/// So many pairs of statements, one of either end, are looked at for ends that collide; nothing is said of the rest.
const MOST_PAIRS: usize = 10_000;

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    no_end(facts, found);
    for end in &facts.rules.ends {
        never_comes(facts, end, found);
    }
    hidden(facts, found);
    collide(facts, found);
}

fn no_end(facts: &Facts, found: &mut Diagnostics) {
    let mut by_effect = false;
    super::pieces::each_effect(facts, &mut |effect, _, _| {
        by_effect |= matches!(effect, Effect::Draw | Effect::Player { verb: EndVerb::Wins | EndVerb::Loses, .. });
    });
    let decides = facts
        .rules
        .ends
        .iter()
        .any(|end| !matches!(end.when, Condition::Const(false)) && verb(end) != Some(EndVerb::IsOut));
    if !decides && !by_effect {
        // There is no place in the file that is wrong: the last rule stands for it.
        let span = last_span(facts);
        found.push(
            Diagnostic::new(code::NO_END, span, "this game never ends")
                .label("after this, no line says who wins")
                .help("say how it ends: `player to move loses when no legal move`, `White wins when …`, `draw when …`"),
        );
    }
}

fn last_span(facts: &Facts) -> Span {
    let rules = facts.rules;
    let spans = rules
        .rules
        .iter()
        .map(|r| r.span)
        .chain(rules.kinds.iter().map(|(_, k)| k.span))
        .chain(rules.players.iter().map(|(_, p)| p.span))
        .chain(rules.captures.iter().map(|c| c.span));
    spans.max().unwrap_or_default()
}

fn verb(end: &End) -> Option<EndVerb> {
    match end.what {
        EndWhat::Draw => None,
        EndWhat::LastTeamWins => Some(EndVerb::Wins),
        EndWhat::PlayerToMove(verb)
        | EndWhat::PlayerWhoMoved(verb)
        | EndWhat::EachPlayer(verb)
        | EndWhat::EachTeam(verb)
        | EndWhat::Named(_, verb) => Some(verb),
    }
}

fn never_comes(facts: &Facts, end: &End, found: &mut Diagnostics) {
    if end.what == EndWhat::LastTeamWins {
        if !facts.out {
            found.push(
                Diagnostic::new(code::END_NEVER_COMES, end.span, "this end never comes: nobody ever goes out")
                    .help("an end or an event puts a player out: `a player is out when …`"),
            );
        }
        return;
    }
    if let Some(never) = facts.never(&end.when, Facts::site(end.span)) {
        let diagnostic = Diagnostic::new(never.code, never.span, format!("this end never comes: {}", never.why));
        found.push(diagnostic.help(never.help));
    }
}

/// The group of section 9 that an end belongs to: 0 board, 1 no legal move, 2 repetition, 3 plies.
fn group(end: &End) -> u8 {
    struct Latest(u8);
    impl Visitor for Latest {
        fn condition(&mut self, condition: &Condition, _site: super::walk::Site) {
            let group = match condition {
                Condition::NoLegalMove | Condition::NoPlayerCanMove => 1,
                Condition::Occurred(_) => 2,
                Condition::Quiet(..) => 3,
                _ => 0,
            };
            self.0 = self.0.max(group);
        }
    }
    let mut latest = Latest(0);
    walk_condition(&end.when, Facts::site(end.span), &mut latest);
    latest.0
}

/// The parts that must all hold.
fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::And(list) => list.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// Does the condition read the same whoever is in view?
fn viewless(condition: &Condition) -> bool {
    struct Views(bool);
    impl Visitor for Views {
        fn condition(&mut self, condition: &Condition, _site: super::walk::Site) {
            use crate::rules::model::Who;
            if let Condition::IsOut(who) | Condition::IsPlayer(who, _) | Condition::GaveCheck(who) = condition
                && !matches!(who, Who::Named(_))
            {
                self.0 = false;
            }
            if matches!(condition, Condition::Count(..)) {
                self.0 = false;
            }
        }
        fn term(&mut self, term: &Term, _site: super::walk::Site) {
            let cells_differ = match &term.noun {
                Noun::Cells(cells) => cells.by_view.iter().any(|set| Some(set) != cells.by_view.first()),
                _ => false,
            };
            if cells_differ
                || matches!(term.whose, Whose::Own | Whose::Ally | Whose::Enemy | Whose::Team | Whose::Other)
            {
                self.0 = false;
            }
        }
    }
    let mut views = Views(true);
    walk_condition(condition, Facts::site(Span::default()), &mut views);
    views.0
}

/// An end that another one, asked before it, always decides first.
fn hidden(facts: &Facts, found: &mut Diagnostics) {
    let ends = &facts.rules.ends;
    let decides = |end: &End| match verb(end) {
        Some(EndVerb::IsOut) => false,
        Some(EndVerb::Loses) => teams(facts) <= 2,
        _ => end.what != EndWhat::LastTeamWins,
    };
    // (group, place in the file): the order in which ends are asked.
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by_key(|i| (group(&ends[*i]), *i));
    // What each end asks for, as numbers: the same number says the same.
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = |condition: &Condition| -> usize {
        let next = numbers.len();
        *numbers.entry(shape(condition)).or_insert(next)
    };
    let said: Vec<Vec<usize>> =
        ends.iter().map(|end| conjuncts(&end.when).into_iter().map(&mut number).collect()).collect();
    let sets: Vec<BTreeSet<usize>> = said.iter().map(|said| said.iter().copied().collect()).collect();
    for (place, at) in order.iter().enumerate().take(MOST_COMPARED) {
        let late = &ends[*at];
        if matches!(late.when, Condition::Const(_)) {
            continue;
        }
        let first = order[..place].iter().copied().find(|before| {
            let early = &ends[*before];
            let wanted = conjuncts(&early.when);
            // A team is asked for each of its players, a counter of plies for its own set: only what is sure counts.
            let constant = wanted.iter().any(|c| matches!(c, Condition::Const(_)));
            // Different winners are another message.
            let collide =
                group(late) == 0 && matches!((winner(facts, early), winner(facts, late)), (Some(a), Some(b)) if a != b);
            decides(early)
                && !constant
                && !collide
                && wanted
                    .iter()
                    .zip(&said[*before])
                    .all(|(c, said)| sets[*at].contains(said) && (early.what == late.what || viewless(c)))
        });
        if let Some(early) = first.map(|i| &ends[i]) {
            found.push(
                Diagnostic::new(code::SHADOWED, late.span, "this end is never the one that decides")
                    .also(early.span, "whenever it holds, this one holds, too, and is asked first")
                    .help("put the narrower one first, or add what tells them apart"),
            );
        }
    }
}

fn teams(facts: &Facts) -> usize {
    let mut teams: Vec<_> = facts.rules.players.values().iter().map(|p| p.team).collect();
    teams.sort_unstable();
    teams.dedup();
    teams.len()
}

/// The player who wins by an end of a game of two sides that names one.
fn winner(facts: &Facts, end: &End) -> Option<Player> {
    let EndWhat::Named(player, verb) = end.what else { return None };
    match verb {
        EndVerb::Wins => Some(player),
        EndVerb::Loses => {
            let team = facts.rules.players[player].team;
            facts.rules.players.iter().find(|(_, p)| p.team != team).map(|(id, _)| id)
        }
        EndVerb::IsOut => None,
    }
}

/// Two ends on the board with different winners that may hold on one board.
fn collide(facts: &Facts, found: &mut Diagnostics) {
    if teams(facts) != 2 {
        return;
    }
    let ends: Vec<(&End, Player)> = facts
        .rules
        .ends
        .iter()
        .filter(|end| group(end) == 0 && !matches!(end.when, Condition::Const(_)))
        .filter_map(|end| winner(facts, end).map(|player| (end, player)))
        .take(MOST_COMPARED)
        .collect();
    let mut pairs = MOST_PAIRS;
    for (i, (second, loser)) in ends.iter().enumerate() {
        for (first, player) in &ends[..i] {
            let team = |p: &Player| facts.rules.players[*p].team;
            if team(player) == team(loser) {
                continue;
            }
            pairs = pairs.saturating_sub(conjuncts(&first.when).len() * conjuncts(&second.when).len());
            if pairs == 0 {
                return;
            }
            if !exclude(facts, first, second) {
                found.push(
                    Diagnostic::new(
                        code::ENDS_COLLIDE,
                        second.span,
                        "two ends with different winners can hold together",
                    )
                    .label("this one is not asked any more, then")
                    .also(first.span, "this one stands first and decides")
                    .help(
                        "leave it so if that is meant; else say in one of them when it does not count: `… and not …`",
                    ),
                );
            }
        }
    }
}

/// Is it sure, or likely, that the two never hold on one board?
fn exclude(facts: &Facts, a: &End, b: &End) -> bool {
    let (x, y) = (conjuncts(&a.when), conjuncts(&b.when));
    let pair = |p: &Condition, q: &Condition| {
        negates(p, q) || gone_and_there(facts, p, q) || shut_in_and_there(facts, p, q) || few_and_many(p, q)
    };
    if x.iter().any(|p| y.iter().any(|q| pair(p, q) || pair(q, p))) {
        return true;
    }
    // A game ends at the first of them, so it is enough that they come about by moves of different players.
    match (movers(facts, &x), movers(facts, &y)) {
        (Some(x), Some(y)) => x.iter().all(|p| !y.contains(p)),
        _ => false,
    }
}

fn negates(p: &Condition, q: &Condition) -> bool {
    matches!(p, Condition::Not(inner) if same(&**inner, q))
}

/// A positive statement about pieces that are on the board: its subject.
fn present(condition: &Condition) -> Option<&Set> {
    let set = match condition {
        Condition::Exists(set) => set,
        Condition::Claim { subject, claim, .. } if !matches!(claim, Claim::Taken) => subject,
        _ => return None,
    };
    let some = match set.quantity {
        Quantity::Some => true,
        Quantity::Range(min, _) => min > 0,
        Quantity::No | Quantity::Every => false,
    };
    (some && !set.items.terms.is_empty() && set.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_))))
        .then_some(set)
}

/// One says that a piece is taken of which there is only one, the other that it is there.
fn gone_and_there(facts: &Facts, p: &Condition, q: &Condition) -> bool {
    let taken = match p {
        Condition::Claim { subject, not: false, claim: Claim::Taken } => subject,
        Condition::Exists(set) if set.quantity == Quantity::No && set.places.is_empty() => set,
        _ => return false,
    };
    let Some(there) = present(q) else { return false };
    let site = Facts::site(taken.span);
    let (gone, here) = (kinds_of(taken, site), kinds_of(there, site));
    let only_one = |kind: Kind| {
        let one: KindSet = std::iter::once(kind).collect();
        facts.most_pieces(&one, None) == Some(1)
    };
    let none_at_all = matches!(p, Condition::Exists(_));
    !here.is_empty() && here.iter().all(|kind| gone.has(kind) && (none_at_all || only_one(kind)))
}

/// One says that no piece of a set can reach some cells, the other that one of them stands there, or may walk there freely.
fn shut_in_and_there(facts: &Facts, p: &Condition, q: &Condition) -> bool {
    let Condition::Claim { subject, not, claim: Claim::CanReach { to, through, taking: None } } = p else {
        return false;
    };
    let none = (subject.quantity == Quantity::No && !not) || (subject.quantity == Quantity::Every && *not);
    let (Some(there), true) = (present(q), none) else { return false };
    let place = match q {
        Condition::Claim { claim: Claim::At(place), not: false, .. } => Some(place),
        _ => there.places.iter().find(|place| matches!(place, Place::On { not: false, .. })),
    };
    let Some(Place::On { not: false, items }) = place else { return false };
    let (Some(here), Some(target)) = (fixed_cells(items), fixed_cells(to)) else { return false };
    let site = Facts::site(subject.span);
    let kinds = kinds_of(subject, site);
    if !kinds_of(there, site).iter().all(|k| kinds.has(k)) {
        return false;
    }
    let open = kinds_of_items(through, site);
    let empty = through.terms.iter().any(|t| matches!(t.noun, Noun::Cells(_)) && t.states.empty);
    if !empty {
        return false;
    }
    // The cells from which a way leads to the target over cells where only pieces may stand that the spread goes through.
    let board = &facts.rules.board;
    let blocks = |cell| facts.rules.kinds.ids().any(|k| !open.has(k) && facts.may_stand(k, cell));
    let mut reaching = target;
    let mut new: Vec<Cell> = target.into_iter().collect();
    while let Some(cell) = new.pop() {
        if blocks(cell) {
            continue;
        }
        for next in Compass::STRAIGHT.into_iter().filter_map(|d| board.neighbour(cell, d)) {
            if !reaching.has(next) {
                reaching.insert(next);
                new.push(next);
            }
        }
    }
    here.is_subset(&reaching)
}

/// `at most 3 A` against `at least 5 A`.
fn few_and_many(p: &Condition, q: &Condition) -> bool {
    let (Condition::Exists(few), Condition::Exists(many)) = (p, q) else { return false };
    let least = match many.quantity {
        Quantity::Some => 1,
        Quantity::Range(min, _) => min,
        _ => return false,
    };
    let most = match few.quantity {
        Quantity::No => 0,
        Quantity::Range(_, Some(max)) => max,
        _ => return false,
    };
    most < least && same(&few.items, &many.items) && same(&few.places, &many.places)
}

/// The players whose move can make the whole condition true; `None` = anybody's.
fn movers(facts: &Facts, parts: &[&Condition]) -> Option<Vec<Player>> {
    let mut by_turn: Option<Vec<Player>> = None;
    let mut by_board: Vec<Player> = Vec::new();
    let mut anybody = false;
    for part in parts {
        match part {
            Condition::Claim { subject, not: false, claim: Claim::Taken } => by_turn = takers(facts, subject),
            other => match arrivals(facts, other) {
                Some(players) => by_board.extend(players),
                None => anybody = true,
            },
        }
    }
    // What this turn took binds; else any part may have been the last to become true.
    by_turn.or((!anybody && !by_board.is_empty()).then_some(by_board))
}

/// The players who can take a piece of the set.
fn takers(facts: &Facts, set: &Set) -> Option<Vec<Player>> {
    let kinds = kinds_of(set, Facts::site(set.span));
    let owner = one_owner(facts, set, &kinds)?;
    let mut players = Vec::new();
    for (id, player) in facts.rules.players.iter() {
        let enemy = player.team != facts.rules.players[owner].team;
        let by_position = facts.rules.captures.iter().any(|capture| {
            let mine = capture.by.iter().all(|by| {
                let owned = by.items.terms.iter().any(|term| match term.whose {
                    Whose::Player(p) => p == id,
                    _ => true,
                });
                owned && kinds_of(by, Facts::site(by.span)).iter().any(|k| facts.owners(k).any(|p| p == id))
            });
            mine && capture.takes.iter().any(|takes| {
                let hits = kinds_of(&takes.set, Facts::site(takes.span)).iter().any(|k| kinds.has(k));
                let own = takes.set.items.terms.iter().all(|t| t.whose == Whose::Enemy);
                let closes = match &takes.closure {
                    Closure::Between(set) | Closure::EnclosedBy(set) => {
                        set.items.terms.iter().any(|term| match term.whose {
                            Whose::Player(p) => p == id,
                            _ => true,
                        })
                    }
                    Closure::Around => true,
                };
                hits && closes && (enemy || !own)
            })
        });
        if enemy || by_position {
            players.push(id);
        }
    }
    Some(players)
}

/// The one player who can own what the set means.
fn one_owner(facts: &Facts, set: &Set, kinds: &KindSet) -> Option<Player> {
    let named: Vec<Option<Player>> = set
        .items
        .terms
        .iter()
        .map(|term| match term.whose {
            Whose::Player(player) => Some(player),
            _ => None,
        })
        .collect();
    if let [Some(first), rest @ ..] = named.as_slice()
        && rest.iter().all(|p| *p == Some(*first))
    {
        return Some(*first);
    }
    let mut owners: Vec<Player> = kinds.iter().flat_map(|k| facts.owners(k).collect::<Vec<_>>()).collect();
    owners.sort_unstable();
    owners.dedup();
    match owners.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// The players whose move can put a piece of the set where the condition wants it.
fn arrivals(facts: &Facts, condition: &Condition) -> Option<Vec<Player>> {
    let set = present(condition)?;
    let where_it_stands = match condition {
        Condition::Exists(set) => {
            set.places.iter().all(|p| matches!(p, Place::On { not: false, items } if fixed(items)))
        }
        Condition::Claim { claim: Claim::At(Place::On { not: false, items }), not: false, .. } => fixed(items),
        _ => false,
    };
    if !where_it_stands || facts.moved_by_effect || facts.changes_owner || !facts.made.is_empty() {
        return None;
    }
    one_owner(facts, set, &kinds_of(set, Facts::site(set.span))).map(|player| vec![player])
}

fn fixed(items: &Items) -> bool {
    fixed_cells(items).is_some()
}
