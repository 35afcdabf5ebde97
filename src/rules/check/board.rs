//! The board hangs together; every player has pieces and turns; families are asked for one member only.

use std::collections::BTreeSet;

use petgraph::unionfind::UnionFind;

use super::facts::Facts;
use super::walk::{Site, Visitor, walk};
use crate::diag::{Diagnostic, Diagnostics, Span, code};
use crate::rules::model::{Noun, Term};
use crate::types::{BoardSet, Family};

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    in_parts(facts, found);
    without_pieces(facts, found);
    overlapping(facts, found);
}

/// A board whose cells no step and no line connects.
fn in_parts(facts: &Facts, found: &mut Diagnostics) {
    let board = &facts.rules.board;
    let mut sets = UnionFind::<usize>::new(board.grid_size());
    let graph = board.graph();
    for edge in graph.edge_indices() {
        if let Some((a, b)) = graph.edge_endpoints(edge) {
            sets.union(graph[a].index(), graph[b].index());
        }
    }
    for chain in board.lines.iter().flat_map(|line| &line.chains) {
        for pair in chain.windows(2) {
            sets.union(pair[0].index(), pair[1].index());
        }
    }
    let parts: BTreeSet<usize> = board.cells.into_iter().map(|cell| sets.find(cell.index())).collect();
    if parts.len() > 1
        && let Some(apart) = board
            .cells
            .into_iter()
            .find(|cell| Some(sets.find(cell.index())) != board.cells.first().map(|c| sets.find(c.index())))
    {
        let first = board.cells.first().map_or(String::new(), |cell| board.name(cell));
        found.push(
            Diagnostic::new(
                code::BOARD_IN_PARTS,
                facts.rules.board.span,
                format!("the board falls into {} parts", parts.len()),
            )
            .note(format!("no step leads from {first} to {}", board.name(apart)))
            .help("take fewer cells out, or join the parts with a `line`"),
        );
    }
}

/// A player who never has a piece, or never has a turn.
fn without_pieces(facts: &Facts, found: &mut Diagnostics) {
    let rules = facts.rules;
    if facts.nobody_begins() {
        if let Some((_, player)) = rules.players.iter().next() {
            found.push(
                Diagnostic::new(code::WITHOUT_PIECES, player.span, "nobody has any pieces")
                    .label("neither this player nor another")
                    .help("say where they stand: `setup \"\"\"…\"\"\"`, or what is in hand: `hand each player = …`"),
            );
        }
        return;
    }
    for (id, player) in rules.players.iter() {
        let begins = rules.setup.iter().any(|placed| placed.owner == Some(id))
            || rules.hands.iter().any(|stock| stock.player == id);
        let gets = facts.changes_owner || !facts.made.is_empty();
        if !begins && !gets {
            found.push(
                Diagnostic::new(code::WITHOUT_PIECES, player.span, format!("`{}` has no pieces", player.name))
                    .label("neither in the setup nor in hand, and never gets any")
                    .help("put some into the `setup`, or give a `hand`"),
            );
        }
        if !rules.turns.contains(&id) {
            found.push(
                Diagnostic::new(code::WITHOUT_PIECES, player.span, format!("`{}` never has a turn", player.name))
                    .help("add the player to `turns`"),
            );
        }
    }
}

/// `its camp` where a cell lies in two camps.
pub(super) fn overlapping(facts: &Facts, found: &mut Diagnostics) {
    struct Uses(Vec<(Family, Span)>);
    impl Visitor for Uses {
        fn term(&mut self, term: &Term, _site: Site) {
            if let Noun::ItsFamily(family) = term.noun
                && !self.0.iter().any(|(known, _)| *known == family)
            {
                self.0.push((family, term.span));
            }
        }
    }
    let mut uses = Uses(Vec::new());
    walk(facts.rules, &mut uses);
    for (family, span) in uses.0 {
        let def = &facts.rules.families[family];
        let mut seen = BoardSet::EMPTY;
        let mut twice = BoardSet::EMPTY;
        for member in &def.members {
            twice |= seen & member.cells;
            seen |= member.cells;
        }
        if let Some(cell) = twice.first() {
            let cell = facts.rules.board.name(cell);
            found.push(
                Diagnostic::new(code::MEMBERS_OVERLAP, span, format!("`its {}` can mean two members", def.name))
                    .label(format!("which one on {cell}?"))
                    .also(def.span, format!("{cell} lies in more than one of them"))
                    .help("make the members share no cell, or name the region that is meant"),
            );
        }
    }
}
