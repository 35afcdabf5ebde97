//! Move text. Plain: `e5-e9`, `e5xe9`, `e5-e9xd9`, `e5-e9x(d9,f9)`, `P*5e`, `+` promoted, `=Q` promoted to, `@c4` placed,
//! `castle:h1`, `return:c3`, `pass`. USI: `7g7f`, `8h2b+`, `P*5e`, `pass`, `win` for a
//! claim, and `6f5e6f` where a piece is taken on the way.

use super::super::moves::{ACTION, DROP, MOVE, Move, PASS};
use super::{cell_name, code_of, player_by_name};
use crate::compile::tables::{NONE, Notation, Tables};
use crate::types::{Cell, CellSet};

/// What a move did, read off the board after it.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Done<const W: usize> {
    /// Cells of all pieces taken.
    pub taken: CellSet<W>,
    /// The piece stands on its end with another face.
    pub became: u16,
    /// A claim.
    pub claim: bool,
}

/// The text of a move.
pub(in crate::engine) fn write<const W: usize>(t: &Tables<W>, mv: &Move<W>, done: &Done<W>) -> String {
    match t.names.notation {
        Notation::Usi => usi(t, mv, done),
        _ => plain(t, mv, done),
    }
}

/// What the piece became: `+` for its other side, `=Q` for another kind.
fn promotion<const W: usize>(t: &Tables<W>, mv: &Move<W>, done: &Done<W>) -> String {
    if done.became == mv.content || done.became == NONE || !matches!(mv.action, MOVE | DROP) {
        String::new()
    } else if t.contents[mv.content as usize].other_side == done.became {
        "+".into()
    } else {
        format!("={}", code_of(t, done.became))
    }
}

/// What is taken elsewhere than where the piece ends.
fn elsewhere<'t, const W: usize>(t: &'t Tables<W>, mv: &Move<W>, done: &Done<W>) -> Vec<&'t str> {
    let displaced = mv.action == MOVE && mv.to != mv.from;
    done.taken.into_iter().filter(|cell| !(displaced && cell.0 == mv.to)).map(|cell| cell_name(t, cell.0)).collect()
}

fn plain<const W: usize>(t: &Tables<W>, mv: &Move<W>, done: &Done<W>) -> String {
    let name = |cell: u16| cell_name(t, cell);
    match mv.action {
        PASS => "pass".into(),
        MOVE | DROP => {
            let mut text = if mv.action == DROP {
                let owner = t.contents[mv.content as usize].owner;
                let whose = if mv.hand == owner {
                    String::new()
                } else {
                    t.names.players.get(usize::from(mv.hand)).map_or(String::new(), |(name, _)| format!("({name})"))
                };
                format!("{}{whose}*{}", code_of(t, mv.content), name(mv.to))
            } else {
                let sign = if mv.to != NONE && mv.to != mv.from && done.taken.has(Cell(mv.to)) { 'x' } else { '-' };
                format!("{}{sign}{}", name(mv.from), name(mv.to))
            };
            let others = elsewhere(t, mv, done);
            match others.as_slice() {
                [] => {}
                [one] => text.extend(["x", one]),
                several => text.extend(["x(", &several.join(","), ")"]),
            }
            text += &promotion(t, mv, done);
            if mv.placed != NONE {
                text.extend(["@", name(mv.placed)]);
            }
            text
        }
        action => {
            let label = &t.names.actions[usize::from(action - ACTION)];
            if mv.from == NONE { label.clone() } else { format!("{label}:{}", name(mv.from)) }
        }
    }
}

fn usi<const W: usize>(t: &Tables<W>, mv: &Move<W>, done: &Done<W>) -> String {
    match mv.action {
        _ if done.claim => "win".into(),
        DROP => format!("{}*{}", code_of(t, mv.content), cell_name(t, mv.to)),
        MOVE => {
            let mut text = cell_name(t, mv.from).to_string();
            text.extend(elsewhere(t, mv, done));
            text += cell_name(t, mv.to);
            text += &promotion(t, mv, done);
            text
        }
        _ => plain(t, mv, done),
    }
}

/// The text of a drop as it is written: the mover's own hand is not named, another player's by the name.
pub(in crate::engine) fn hand_as_written<const W: usize>(t: &Tables<W>, mover: u8, text: &str) -> Option<String> {
    let (head, cell) = text.split_once('*')?;
    let (piece, owner) = head.trim_end().strip_suffix([')', '）'])?.split_once(['(', '（'])?;
    let (piece, owner) = (piece.trim(), player_by_name(t, owner.trim())?);
    if owner == mover {
        return Some(format!("{piece}*{cell}"));
    }
    Some(format!("{piece}({})*{cell}", t.names.players[usize::from(owner)].0))
}

/// What a reader may have written: the text without blanks, and its cells, captures set apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Loose {
    /// Everything but the captures.
    core: String,
    /// The captures, when any are written; sorted.
    captures: Vec<String>,
}

/// Takes the captures out of a plain move text: `e5xe9x(d9,f9)+` is `e5-e9+` with d9, e9, f9 written.
pub(in crate::engine) fn loose(text: &str) -> Loose {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let tail = text.find(['+', '=', '@']).filter(|&at| at > 0 && !text[..at].contains('*')).unwrap_or(text.len());
    let (body, suffix) = text.split_at(tail);
    let Some(first) = body.find(['-', 'x', '*']).filter(|&at| at > 0) else {
        return Loose { core: text, captures: Vec::new() };
    };
    let separator = &body[first..=first];
    let mut parts = body[first + 1..].split('x');
    let to = parts.next().unwrap_or("");
    let mut captures: Vec<String> = parts
        .flat_map(|part| part.trim_matches(['(', ')']).split([',', '/']))
        .filter(|cell| !cell.is_empty())
        .map(str::to_string)
        .collect();
    if separator == "x" {
        captures.push(to.to_string());
    }
    captures.sort();
    captures.dedup();
    let sign = if separator == "*" { "*" } else { "-" };
    Loose { core: format!("{}{sign}{to}{suffix}", &body[..first]), captures }
}

impl Loose {
    /// Does a legal move read like this: the same but for captures, which are all written or none?
    pub fn fits(&self, legal: &Loose) -> bool {
        self.core == legal.core && (self.captures.is_empty() || self.captures == legal.captures)
    }
}
