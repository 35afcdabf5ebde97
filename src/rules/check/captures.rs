//! Captures by position that can never fire, and hostile cells that are hostile to nobody.

use super::facts::Facts;
use super::possible::fixed_cells;
use super::walk::{kinds_of, kinds_of_items};
use crate::diag::{Diagnostic, Diagnostics, Span, code, counted};
use crate::rules::board::Compass;
use crate::rules::model::{
    Capture, Closure, Condition, EndWhat, Items, KindSet, MoveWhat, Noun, Place, Quantity, Set, Shape, Takes,
    TerrainKind, Verb,
};
use crate::types::{BoardSet, Kind};

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    for capture in &facts.rules.captures {
        never_fires(facts, capture, found);
        for takes in &capture.takes {
            hostile_to_nobody(facts, takes, found);
            edge_is_safe(facts, takes, found);
        }
    }
}

/// Nothing in `by` ever moves or is dropped.
fn never_fires(facts: &Facts, capture: &Capture, found: &mut Diagnostics) {
    let arrives = |kind: Kind| {
        facts.rules.kinds.get(kind).is_none_or(|def| !def.movements.is_empty()) || facts.droppable.has(kind)
    };
    for by in &capture.by {
        let kinds = kinds_of(by, Facts::site(by.span));
        if !kinds.is_empty() && !kinds.iter().any(arrives) {
            found.push(
                Diagnostic::new(code::END_NEVER_COMES, by.span, format!("the capture `{}` never fires", capture.name))
                    .label(format!("{} neither moves nor is dropped", facts.names(&kinds)))
                    .help("`by` names the piece that moves or is dropped; it can be left out"),
            );
        }
    }
    for takes in &capture.takes {
        if let Shape::Line(min, _) = takes.shape {
            let longest = u32::from(facts.rules.board.files.max(facts.rules.board.ranks));
            if min > longest {
                found.push(
                    Diagnostic::new(
                        code::COUNT_OUT_OF_REACH,
                        takes.span,
                        format!("no line of the board has {}", counted(min as usize, "cell")),
                    )
                    .help(format!("the longest has {longest}")),
                );
            }
        }
    }
}

fn closers(takes: &Takes) -> Option<&Set> {
    match &takes.closure {
        Closure::Between(set) | Closure::EnclosedBy(set) => Some(set),
        Closure::Around => None,
    }
}

/// Is some terrain hostile to one of the kinds? With `outside`, only what lies beyond the board is asked.
fn hostile(facts: &Facts, victims: &KindSet, outside: bool) -> bool {
    facts.rules.terrain.iter().filter(|terrain| !outside || terrain.outside).any(|terrain| {
        terrain.statements.iter().any(|statement| match &statement.kind {
            TerrainKind::Hostile { to, .. } => {
                let kinds = kinds_of_items(to, Facts::site(statement.span));
                !matches!(statement.when, Condition::Const(false)) && victims.iter().any(|k| kinds.has(k))
            }
            TerrainKind::Access { .. } => false,
        })
    })
}

fn hostile_to_nobody(facts: &Facts, takes: &Takes, found: &mut Diagnostics) {
    let victims = kinds_of(&takes.set, Facts::site(takes.span));
    let Some(set) = closers(takes) else { return };
    if victims.is_empty() || matches!(takes.when, Condition::Const(false)) {
        return;
    }
    let words = set.items.terms.iter().filter(|term| term.states.hostile).map(|term| term.span);
    for span in words {
        if !hostile(facts, &victims, false) {
            let only = set.items.terms.len() == 1;
            let names = facts.names(&victims);
            found.push(
                Diagnostic::new(code::HOSTILE_TO_NOBODY, span, format!("no cell is hostile to {names}"))
                    .label(if only { "so this capture never fires" } else { "so this adds nothing" })
                    .help(format!(
                        "say which cells are: `terrain corners {{ hostile to {} }}`",
                        first_name(facts, &victims)
                    )),
            );
        }
    }
}

fn first_name(facts: &Facts, kinds: &KindSet) -> String {
    if kinds.iter().count() == facts.rules.kinds.len() {
        return "any piece".to_owned();
    }
    kinds
        .iter()
        .next()
        .and_then(|k| facts.rules.kinds.get(k))
        .map_or_else(|| "any piece".to_owned(), |kind| kind.name.clone())
}

/// A single piece that is taken by enclosure alone and cannot be enclosed where the board ends.
fn edge_is_safe(facts: &Facts, takes: &Takes, found: &mut Diagnostics) {
    let Closure::EnclosedBy(set) = &takes.closure else { return };
    let whole =
        takes.set.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_))) && takes.set.quantity == Quantity::Some;
    if takes.shape != Shape::One || takes.flips || !whole || matches!(takes.when, Condition::Const(false)) {
        return;
    }
    let named = set.items.terms.iter().any(|t| matches!(t.noun, Noun::Outside));
    let victims = kinds_of(&takes.set, Facts::site(takes.span));
    if named || victims.is_empty() || hostile(facts, &victims, true) {
        return;
    }
    let board = &facts.rules.board;
    let edge: BoardSet = board
        .cells
        .into_iter()
        .filter(|cell| Compass::STRAIGHT.iter().any(|d| board.neighbour(*cell, *d).is_none()))
        .collect();
    let asked = places_cells(&takes.set.places).map_or(edge, |cells| cells & edge);
    let safe: KindSet = victims
        .iter()
        .filter(|kind| facts.rules.kinds.get(*kind).is_some())
        .filter(|kind| asked.into_iter().any(|cell| facts.may_stand(*kind, cell)))
        .filter(|kind| !taken_otherwise(facts, *kind, takes.span) && !ends_there(facts, *kind, edge))
        .collect();
    if !safe.is_empty() {
        found.push(
            Diagnostic::new(
                code::EDGE_IS_SAFE,
                takes.span,
                format!("at the edge of the board nothing can take {}", facts.names(&safe)),
            )
            .label("the side beyond the edge is never closed")
            .help(
                "if the edge shall close it in, add `outside` to the list, or say `terrain outside { hostile to … }`",
            ),
        );
    }
}

/// The cells that the places allow, if they are fixed; `None` = any.
fn places_cells(places: &[Place]) -> Option<BoardSet> {
    places.iter().find_map(|place| match place {
        Place::On { not: false, items } => fixed_cells(items),
        _ => None,
    })
}

/// Is there any other way to take the kind, wherever it stands?
fn taken_otherwise(facts: &Facts, victim: Kind, but: Span) -> bool {
    let by_path = facts.rules.kinds.iter().any(|(_, kind)| {
        kind.movements.iter().any(|m| m.verb != Verb::Walks || matches!(m.what, MoveWhat::InsteadLike(_)))
    });
    by_path
        || facts.rules.captures.iter().flat_map(|capture| &capture.takes).any(|other| {
            let same = other.span == but;
            let idle = matches!(other.when, Condition::Const(false));
            !same
                && !idle
                && kinds_of(&other.set, Facts::site(other.span)).has(victim)
                && closes_edge(facts, other, victim)
        })
}

/// Could this capture take the kind at the edge?
fn closes_edge(facts: &Facts, takes: &Takes, victim: Kind) -> bool {
    match &takes.closure {
        Closure::Between(_) | Closure::Around => true,
        Closure::EnclosedBy(set) => {
            let spared = |items: &Items| kinds_of_items(items, Facts::site(takes.span)).has(victim);
            let one: KindSet = std::iter::once(victim).collect();
            let outside = set.items.terms.iter().any(|t| matches!(t.noun, Noun::Outside)) || hostile(facts, &one, true);
            outside && !takes.sparing.as_ref().is_some_and(spared)
        }
    }
}

/// Does the game end when the piece comes to the edge?
fn ends_there(facts: &Facts, kind: Kind, edge: BoardSet) -> bool {
    facts.rules.ends.iter().any(|end| {
        let Condition::Exists(set) = &end.when else { return false };
        let there = places_cells(&set.places).is_some_and(|cells| edge.is_subset(&cells));
        there
            && set.quantity == Quantity::Some
            && kinds_of(set, Facts::site(end.span)).has(kind)
            && end.what != EndWhat::LastTeamWins
    })
}
