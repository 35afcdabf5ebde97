//! One piece in sentences: what it is, how it moves, what it takes in other ways, what becomes of it.

use super::words::{one, or, sentence};
use super::{Speaker, View};
use crate::rules::model::{Condition, Effect, Event, Items, Noun, Ruleset, States, Step, Term, Trigger, Whose};
use crate::types::{Kind, Player};

/// What there is to say of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceWords {
    /// Name, labels, signs, and what else belongs into a title.
    pub heading: String,
    /// Its movement and its other traits, a sentence each.
    pub sentences: Vec<String>,
    /// Captures by position that it can make.
    pub captures: Vec<String>,
    /// What it turns into, and what it is the other side of.
    pub becomes: Vec<String>,
    /// Movement statements that hold only under a condition: their number among the statements of the kind, and the
    /// condition as a clause.
    pub conditions: Vec<(usize, String)>,
}

/// The words for a kind, as one of a player (`None`: nobody's).
pub fn piece(ruleset: &Ruleset, kind: Kind, owner: Option<Player>) -> PieceWords {
    let speaker = Speaker::new(ruleset);
    let def = &ruleset.kinds[kind];
    let movements = def.movements.iter().map(|movement| speaker.movement(movement)).collect();
    let conditions = def.movements.iter().enumerate();
    let conditions = conditions.filter(|(_, movement)| !matches!(movement.when, Condition::Const(_)));
    let captures =
        ruleset.captures.iter().filter(|c| c.by.iter().all(|set| may_name(ruleset, &set.items, kind, owner)));
    PieceWords {
        heading: speaker.heading(def),
        sentences: speaker.sayings(def, movements),
        captures: captures.flat_map(|capture| speaker.capture(capture)).collect(),
        becomes: becomes(ruleset, kind),
        conditions: conditions.map(|(at, m)| (at, speaker.condition(&m.when, View::Piece))).collect(),
    }
}

/// Can a piece of the kind, and of the owner if one is named, be one of the items?
fn may_name(ruleset: &Ruleset, items: &Items, kind: Kind, owner: Option<Player>) -> bool {
    let promoted = ruleset.kinds[kind].plain_side.is_some();
    let side = |states: &States| !(states.plain && promoted || states.promoted && !promoted);
    let whose = |whose: Whose| match (whose, owner) {
        (Whose::Player(player), Some(owner)) => player == owner,
        _ => true,
    };
    let named = |term: &Term| match &term.noun {
        Noun::Pieces(kinds) => kinds.has(kind) && side(&term.states) && whose(term.whose),
        Noun::It | Noun::MovedPiece | Noun::ItsGroup => true,
        _ => false,
    };
    let always = |states: &States| *states == States::default();
    items.terms.iter().any(named)
        && !items.except.iter().any(|term| {
            matches!(&term.noun, Noun::Pieces(kinds) if kinds.has(kind))
                && always(&term.states)
                && term.whose == Whose::Any
        })
}

fn becomes(ruleset: &Ruleset, kind: Kind) -> Vec<String> {
    let def = &ruleset.kinds[kind];
    let called = |kind: Kind| {
        let def = &ruleset.kinds[kind];
        let words = std::iter::once(one(&def.name)).chain(def.labels.iter().cloned());
        format!("{} ({})", words.collect::<Vec<_>>().join(" "), def.code)
    };
    let mut lines = Vec::new();
    if let Some(other) = def.promotes_to {
        lines.push(format!("promotes to {}", called(other)));
    }
    if let Some(plain) = def.plain_side {
        lines.push(format!("is the promoted side of {}", called(plain)));
    }
    let mut chosen: Vec<Kind> = Vec::new();
    for event in &ruleset.events {
        for step in &event.steps {
            choices(ruleset, event, step, kind, &mut chosen);
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    if !chosen.is_empty() {
        let names: Vec<String> = chosen.into_iter().map(called).collect();
        lines.push(format!("can become {}", or(&names)));
    }
    lines.iter().map(|line| sentence(line)).collect()
}

/// Kinds that an event may turn the kind into, besides its other side.
fn choices(ruleset: &Ruleset, event: &Event, step: &Step, kind: Kind, found: &mut Vec<Kind>) {
    match step {
        Step::ForEachPlayer { steps, .. } => steps.iter().for_each(|step| choices(ruleset, event, step, kind, found)),
        Step::Effect { effect: Effect::Promote { set, to }, when, .. } if !matches!(when, Condition::Const(false)) => {
            let about_it = set.items.terms.iter().any(|t| matches!(t.noun, Noun::It | Noun::MovedPiece));
            let waits = match &event.trigger {
                Trigger::Moves(set) | Trigger::Dropped(set) | Trigger::Takes(set, _) => {
                    may_name(ruleset, &set.items, kind, None)
                }
                _ => true,
            };
            if may_name(ruleset, &set.items, kind, None) && (!about_it || waits) {
                found.extend(to);
            }
        }
        Step::Effect { .. } => {}
    }
}
