//! The statements of a ruleset that can forbid a move, and the ruleset without some of them.

use crate::diag::{Sources, Span};
use crate::rules::Ruleset;
use crate::rules::model::{Cells, Condition, Deed, Items, Modal, Noun, Place, States, Term, TerrainKind, Whose};
use crate::types::Kind;

/// A statement that can forbid a move.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Where it is written.
    pub span: Span,
    /// What it belongs to, or what it is called.
    pub owner: Owner,
    /// What it does to a move that it forbids.
    pub effect: &'static str,
    /// What is left out; several for a statement that holds for several kinds.
    cuts: Vec<Cut>,
}

/// How people speak of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// A rule or an action: its label or name; may be empty.
    Label(String),
    /// It stands in a block of its own; where that begins.
    Block(Span),
    /// It is a trait of a kind; the words before its span.
    Kind(Kind, &'static str),
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
pub fn statements(rules: &Ruleset, sources: &Sources) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    let mut add = |span: Span, owner: Owner, effect: &'static str, cut: Cut| {
        // A trait of `every` stands with each kind.
        match found.iter_mut().find(|s| s.span == span && s.effect == effect && matches!(owner, Owner::Kind(..))) {
            Some(statement) => statement.cuts.push(cut),
            None => found.push(Statement { span, owner, effect, cuts: vec![cut] }),
        }
    };
    for (i, rule) in rules.rules.iter().enumerate() {
        let span = whole_sentence(sources, rule.span);
        let label = || Owner::Label(rule.label.clone());
        match rule.modal {
            Modal::MayNot => add(span, label(), "this forbids it", Cut::Rule(i)),
            Modal::Must => add(span, label(), "this asks for another move, and there is one", Cut::Rule(i)),
            Modal::May => {
                if !is_always(&rule.when) || rule.player.is_some() {
                    add(span, label(), "only this allows it, and its condition does not hold", Cut::Guard(i));
                }
                if let Deed::Drop { set, .. } = &rule.deed
                    && !set.places.is_empty()
                {
                    add(span, label(), "only this allows it, and the cell is not among those", Cut::Places(i));
                }
            }
        }
    }
    for (i, terrain) in rules.terrain.iter().enumerate() {
        for (j, statement) in terrain.statements.iter().enumerate() {
            if let TerrainKind::Access { stops, .. } = statement.kind {
                let effect = if stops { "this forbids to stop there" } else { "this forbids to enter there" };
                add(statement.span, Owner::Block(terrain.span), effect, Cut::Terrain(i, j));
            }
        }
    }
    for (kind, def) in rules.kinds.iter() {
        for (i, only) in def.only_in.iter().enumerate() {
            let span = items_span(&only.cells).unwrap_or(def.span);
            add(span, Owner::Kind(kind, "only in "), "the piece may end its move only here", Cut::OnlyIn(kind, i));
        }
        for (i, freezes) in def.freezes.iter().enumerate() {
            let owner = Owner::Kind(kind, "freezes ");
            add(freezes.set.span, owner, "this keeps the piece from moving", Cut::Freezes(kind, i));
        }
        for (i, movement) in def.movements.iter().enumerate() {
            if !is_always(&movement.when) {
                let effect = "the piece may go there like this, but the condition does not hold";
                add(movement.span, Owner::Kind(kind, ""), effect, Cut::MovementGuard(kind, i));
            }
            if movement.taking_at_most.is_some() || movement.stopping_on.is_some() {
                let effect = "the limits of this movement forbid it";
                add(movement.span, Owner::Kind(kind, ""), effect, Cut::MovementLimits(kind, i));
            }
        }
    }
    for (i, action) in rules.actions.iter().enumerate() {
        let span = whole_sentence(sources, action.span);
        let name = || Owner::Label(action.name.clone());
        if action.player.is_some() {
            add(span, name(), "this action is not for this player", Cut::ActionPlayer(i));
        }
        for (j, need) in action.needs.iter().enumerate() {
            if !is_always(need) {
                add(span, name(), "the action needs something that does not hold", Cut::Needs(i, j));
            }
        }
    }
    found.sort_by_key(|statement| (statement.span.file, statement.span.start));
    found
}

/// The sentence of an item of which only a part is known: from where it begins to the end of its line, its brace or its
/// comment.
fn whole_sentence(sources: &Sources, part: Span) -> Span {
    let Some(source) = sources.find(part.file) else { return part };
    let text = source.text.as_str();
    let (Some(before), Some(after)) = (text.get(..part.start as usize), text.get(part.end as usize..)) else {
        return part;
    };
    let start = before
        .rfind(['\n', '{', '}', ';', '｛', '｝', '；'])
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let start = start + (before[start..].len() - before[start..].trim_start().len());
    let rest = &after[..after.find(['\n', '{', '}', ';', '#', '｛', '｝', '；']).unwrap_or(after.len())];
    Span::new(part.file, start, part.end as usize + rest.trim_end().len())
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
pub fn permissions(rules: &Ruleset, sources: &Sources, drops: bool) -> Vec<Span> {
    let allows = |deed: &Deed| if drops { matches!(deed, Deed::Drop { .. }) } else { matches!(deed, Deed::Pass) };
    let allowing = rules.rules.iter().filter(|rule| rule.modal == Modal::May && allows(&rule.deed));
    allowing.map(|rule| whole_sentence(sources, rule.span)).collect()
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
