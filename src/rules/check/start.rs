//! Ends that hold before the first move is made.

use super::facts::Facts;
use super::possible::fixed_cells;
use crate::diag::{Diagnostic, Diagnostics, code};
use crate::rules::model::{
    Claim, Condition, EndVerb, EndWhat, Items, Noun, Place, Placed, Quantity, Set, States, Term, Who, Whose,
};
use crate::types::{BoardSet, Player};

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    let rules = facts.rules;
    let Some(first) = rules.turns.first().copied() else { return };
    let before = rules.turns.last().copied().unwrap_or(first);
    for end in &rules.ends {
        let views: Vec<Player> = match end.what {
            EndWhat::LastTeamWins | EndWhat::EachTeam(_) => continue,
            EndWhat::Draw | EndWhat::PlayerToMove(_) => vec![first],
            EndWhat::PlayerWhoMoved(_) => vec![before],
            EndWhat::Named(player, _) => vec![player],
            EndWhat::EachPlayer(_) => rules.players.ids().collect(),
        };
        if matches!(end.when, Condition::Const(_)) {
            continue;
        }
        let Some(view) = views.into_iter().find(|view| holds(facts, &end.when, *view) == Some(true)) else { continue };
        let whom = if matches!(end.what, EndWhat::EachPlayer(_)) {
            format!(" for `{}`", rules.players[view].name)
        } else {
            String::new()
        };
        let what = match end.what {
            EndWhat::EachPlayer(EndVerb::IsOut) | EndWhat::Named(_, EndVerb::IsOut) => "and the player is out at once",
            _ => "and the game is over at once",
        };
        found.push(
            Diagnostic::new(code::END_AT_ONCE, end.span, format!("this end holds before the first move{whom}"))
                .label(format!("true of the setup, {what}"))
                .help("look at the numbers and cells it asks for, or at the `setup`"),
        );
    }
}

/// Does the condition hold of the setup? `None` when that is not known here.
fn holds(facts: &Facts, condition: &Condition, view: Player) -> Option<bool> {
    match condition {
        Condition::And(list) => {
            let parts: Vec<Option<bool>> = list.iter().map(|c| holds(facts, c, view)).collect();
            if parts.contains(&Some(false)) {
                Some(false)
            } else {
                parts.iter().all(|part| *part == Some(true)).then_some(true)
            }
        }
        Condition::Or(list) => {
            let parts: Vec<Option<bool>> = list.iter().map(|c| holds(facts, c, view)).collect();
            if parts.contains(&Some(true)) {
                Some(true)
            } else {
                parts.iter().all(|part| *part == Some(false)).then_some(false)
            }
        }
        Condition::Not(inner) => holds(facts, inner, view).map(|value| !value),
        Condition::HeldFor(_, plies) => (*plies > 1).then_some(false),
        Condition::Quiet(_, plies) => (*plies != 1).then_some(*plies == 0),
        Condition::Occurred(times) => Some(*times <= 1),
        Condition::Passes(passes) => Some(*passes == 0),
        Condition::NothingTaken | Condition::NothingFlipped => Some(true),
        Condition::IsOut(_) => Some(false),
        Condition::IsPlayer(Who::Player, player) => Some(*player == view),
        Condition::IsPlayer(Who::Named(one), player) => Some(one == player),
        Condition::Exists(set) => {
            let number = count(facts, set, view)?;
            match set.quantity {
                Quantity::Some => Some(number > 0),
                Quantity::No => Some(number == 0),
                Quantity::Every => None,
                Quantity::Range(min, max) => Some(number >= min && max.is_none_or(|max| number <= max)),
            }
        }
        Condition::Claim { subject, not: false, claim: Claim::Taken } if subject.quantity == Quantity::Some => {
            Some(false)
        }
        _ => None,
    }
}

/// How many elements the set has in the setup; known for pieces on cells that are fixed.
fn count(facts: &Facts, set: &Set, view: Player) -> Option<u32> {
    let mut area = facts.rules.board.cells;
    for place in &set.places {
        let Place::On { not, items } = place else { return None };
        let cells = in_view(items, view).filter(|_| fixed_cells(items).is_some())?;
        area = if *not { area - cells } else { area & cells };
    }
    let mut number = 0;
    for placed in facts.rules.setup.iter().filter(|placed| area.has(placed.cell)) {
        if matches(facts, &set.items, *placed, view)? {
            number += 1;
        }
    }
    Some(number)
}

fn matches(facts: &Facts, items: &Items, placed: Placed, view: Player) -> Option<bool> {
    let any = |terms: &[Term]| -> Option<bool> {
        let mut hit = false;
        for term in terms {
            hit |= is(facts, term, placed, view)?;
        }
        Some(hit)
    };
    Some(any(&items.terms)? && !any(&items.except)?)
}

fn is(facts: &Facts, term: &Term, placed: Placed, view: Player) -> Option<bool> {
    let Noun::Pieces(kinds) = &term.noun else { return None };
    if term.states != States::default() {
        return None;
    }
    let team = |player: Player| facts.rules.players[player].team;
    let fits = match (term.whose, placed.owner) {
        (Whose::Any, _) => true,
        (Whose::Neutral, owner) => owner.is_none(),
        (Whose::Other, owner) => owner != Some(view),
        (_, None) => false,
        (Whose::Own, Some(owner)) => owner == view,
        (Whose::Ally, Some(owner)) => owner != view && team(owner) == team(view),
        (Whose::Enemy, Some(owner)) => team(owner) != team(view),
        (Whose::Team, Some(owner)) => team(owner) == team(view),
        (Whose::Player(player), Some(owner)) => owner == player,
    };
    Some(fits && kinds.has(placed.kind))
}

/// The cells that the items name, as the player sees them.
fn in_view(items: &Items, view: Player) -> Option<BoardSet> {
    items.terms.iter().try_fold(BoardSet::EMPTY, |all, term| match &term.noun {
        Noun::Cells(cells) => cells.by_view.get(view.index()).map(|set| all | *set),
        _ => None,
    })
}
