//! The statements of a ruleset that can forbid a move, and the ruleset without some of them.

use crate::diag::Span;
use crate::rules::Ruleset;
use crate::rules::model::{Cells, Condition, Deed, Items, Modal, Noun, Place, States, Term, TerrainKind, Whose};
use crate::types::Kind;

/// A statement that can forbid a move.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Where it is written.
    pub span: Span,
    /// What people call it; may be empty.
    pub label: String,
    /// What it does to a move that it forbids.
    pub effect: &'static str,
    /// What is left out; several for a statement that holds for several kinds.
    cuts: Vec<Cut>,
}

/// A part that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// A rule that forbids or compels.
    Rule(usize),
    /// The condition of a rule that allows, and for whom it is.
    Guard(usize),
    /// The places of a rule that allows drops.
    Places(usize),
    /// A statement of terrain.
    Terrain(usize, usize),
    /// Where a kind may end.
    OnlyIn(Kind, usize),
    /// Whom a kind freezes.
    Freezes(Kind, usize),
    /// The condition of a movement.
    MovementGuard(Kind, usize),
    /// The limits of a movement: how much it may take, where it must stop.
    MovementLimits(Kind, usize),
    /// What an action needs.
    Needs(usize, usize),
    /// For whom an action is.
    ActionPlayer(usize),
}

/// All statements that can forbid a move, in the order of the files.
pub fn statements(rules: &Ruleset) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    let mut add = |span: Span, label: &str, effect: &'static str, cut: Cut| {
        let same = |s: &&mut Statement| s.span == span && s.effect == effect && !matches!(cut, Cut::Needs(..));
        match found.iter_mut().find(same) {
            Some(statement) => statement.cuts.push(cut),
            None => found.push(Statement { span, label: label.to_owned(), effect, cuts: vec![cut] }),
        }
    };
    for (i, rule) in rules.rules.iter().enumerate() {
        match rule.modal {
            Modal::MayNot => add(rule.span, &rule.label, "this forbids it", Cut::Rule(i)),
            Modal::Must => add(rule.span, &rule.label, "this asks for another move, and there is one", Cut::Rule(i)),
            Modal::May => {
                if !is_always(&rule.when) || rule.player.is_some() {
                    add(rule.span, &rule.label, "only this allows it, and its condition does not hold", Cut::Guard(i));
                }
                if let Deed::Drop { set, .. } = &rule.deed
                    && !set.places.is_empty()
                {
                    add(rule.span, &rule.label, "only this allows it, and the cell is not among those", Cut::Places(i));
                }
            }
        }
    }
    for (i, terrain) in rules.terrain.iter().enumerate() {
        for (j, statement) in terrain.statements.iter().enumerate() {
            if let TerrainKind::Access { stops, .. } = statement.kind {
                let effect = if stops { "this forbids to stop there" } else { "this forbids to enter there" };
                add(statement.span, "", effect, Cut::Terrain(i, j));
            }
        }
    }
    for (kind, def) in rules.kinds.iter() {
        for (i, only) in def.only_in.iter().enumerate() {
            let span = items_span(&only.cells).unwrap_or(def.span);
            add(span, "", "the piece may end its move only here", Cut::OnlyIn(kind, i));
        }
        for (i, freezes) in def.freezes.iter().enumerate() {
            add(freezes.set.span, "", "this keeps the piece from moving", Cut::Freezes(kind, i));
        }
        for (i, movement) in def.movements.iter().enumerate() {
            if !is_always(&movement.when) {
                let effect = "the piece may go there like this, but the condition does not hold";
                add(movement.span, "", effect, Cut::MovementGuard(kind, i));
            }
            if movement.taking_at_most.is_some() || movement.stopping_on.is_some() {
                add(movement.span, "", "the limits of this movement forbid it", Cut::MovementLimits(kind, i));
            }
        }
    }
    for (i, action) in rules.actions.iter().enumerate() {
        if action.player.is_some() {
            add(action.span, &action.name, "this action is not for this player", Cut::ActionPlayer(i));
        }
        for (j, need) in action.needs.iter().enumerate() {
            if !is_always(need) {
                add(action.span, &action.name, "the action needs something that does not hold", Cut::Needs(i, j));
            }
        }
    }
    found.sort_by_key(|statement| (statement.span.file, statement.span.start));
    found
}

/// The rules without their ends and without some statements.
pub fn without<'a>(rules: &Ruleset, left_out: impl IntoIterator<Item = &'a Statement>) -> Ruleset {
    let mut rules = rules.clone();
    rules.ends.clear();
    let mut cuts: Vec<Cut> = left_out.into_iter().flat_map(|statement| statement.cuts.iter().copied()).collect();
    // What is taken out of a list goes from its end, so that the other numbers stay right.
    cuts.sort_by_key(|cut| std::cmp::Reverse(place_in_list(*cut)));
    for cut in cuts {
        match cut {
            Cut::Rule(i) => {
                rules.rules.remove(i);
            }
            Cut::Guard(i) => {
                rules.rules[i].when = Condition::Const(true);
                rules.rules[i].player = None;
            }
            Cut::Places(i) => {
                let board = Cells { by_view: vec![rules.board.cells; rules.players.len()] };
                if let Deed::Drop { set, .. } = &mut rules.rules[i].deed {
                    set.places = vec![empty_cells(board, set.span)];
                }
            }
            Cut::Terrain(i, j) => {
                rules.terrain[i].statements.remove(j);
            }
            Cut::OnlyIn(kind, i) => {
                rules.kinds[kind].only_in.remove(i);
            }
            Cut::Freezes(kind, i) => {
                rules.kinds[kind].freezes.remove(i);
            }
            Cut::MovementGuard(kind, i) => rules.kinds[kind].movements[i].when = Condition::Const(true),
            Cut::MovementLimits(kind, i) => {
                rules.kinds[kind].movements[i].taking_at_most = None;
                rules.kinds[kind].movements[i].stopping_on = None;
            }
            Cut::Needs(i, j) => {
                rules.actions[i].needs[j] = Condition::Const(true);
            }
            Cut::ActionPlayer(i) => rules.actions[i].player = None,
        }
    }
    rules
}

/// Where the movement statements of a kind are written.
pub fn movement_spans(rules: &Ruleset, kind: Kind) -> Vec<Span> {
    let mut spans: Vec<Span> = rules.kinds[kind].movements.iter().map(|movement| movement.span).collect();
    spans.dedup();
    spans
}

/// Where the rules stand that allow a drop or a pass.
pub fn permissions(rules: &Ruleset, drops: bool) -> Vec<Span> {
    let allows = |deed: &Deed| if drops { matches!(deed, Deed::Drop { .. }) } else { matches!(deed, Deed::Pass) };
    rules.rules.iter().filter(|rule| rule.modal == Modal::May && allows(&rule.deed)).map(|rule| rule.span).collect()
}

fn place_in_list(cut: Cut) -> usize {
    match cut {
        Cut::Rule(i) | Cut::Terrain(_, i) | Cut::OnlyIn(_, i) | Cut::Freezes(_, i) => i + 1,
        // What is changed in place comes before anything is taken out.
        _ => usize::MAX,
    }
}

fn is_always(condition: &Condition) -> bool {
    matches!(condition, Condition::Const(true))
}

fn items_span(items: &Items) -> Option<Span> {
    let mut spans = items.terms.iter().chain(&items.except).map(|term| term.span);
    let first = spans.next()?;
    Some(spans.fold(first, Span::to))
}

fn empty_cells(board: Cells, span: Span) -> Place {
    let states = States { empty: true, ..States::default() };
    let term = Term { noun: Noun::Cells(board), whose: Whose::Any, states, span };
    Place::On { not: false, items: Items { terms: vec![term], except: Vec::new() } }
}
