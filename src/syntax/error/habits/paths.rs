//! Movements: reaches, directions, vectors.

use super::lists::words_from;
use super::say;
use crate::diag::{Diagnostic, code};
use crate::syntax::build_ast::Slot;
use crate::syntax::error::{Look, is_number};
use crate::syntax::scan::Kind;

/// Is this a word that begins a motion?
pub(super) fn is_motion(word: &str) -> bool {
    matches!(word, "step" | "slide" | "leap" | "ride" | "jump" | "hop" | "stay" | "like")
}

/// Is this a verb of movement?
pub(super) fn is_verb(word: &str) -> bool {
    matches!(word, "moves" | "walks" | "takes")
}

/// Is this the mode of a leg?
pub(super) fn is_mode(word: &str) -> bool {
    matches!(word, "walking" | "taking" | "shooting" | "placing")
}

/// Is this a direction, or an adverb that stands for one?
fn direction(word: &str) -> Option<&str> {
    Some(match word {
        "forward" | "backward" | "left" | "right" | "forward-left" | "forward-right" | "backward-left"
        | "backward-right" | "orthogonal" | "diagonal" | "any" | "sideways" | "vertical" | "north" | "south"
        | "east" | "west" => word,
        "forwards" | "up" | "ahead" | "upward" => "forward",
        "backwards" | "down" | "back" | "downward" => "backward",
        "diagonally" | "diagonals" => "diagonal",
        "orthogonally" | "straight" => "orthogonal",
        "horizontally" | "horizontal" | "sidewards" => "sideways",
        "vertically" => "vertical",
        "leftward" | "leftwards" => "left",
        "rightward" | "rightwards" => "right",
        _ => return None,
    })
}

/// `jumps over pieces`, `step forward` as a statement of a piece
pub(super) fn motion_in_front(look: &Look<'_>) -> Option<Diagnostic> {
    let word = look.word(0);
    let motion = word.strip_suffix('s').unwrap_or(word);
    if look.slot != Slot::Trait || !is_motion(motion) || word == "stays" {
        return None;
    }
    Some(say(
        look.at(0),
        format!("a statement of a piece does not begin with `{word}`"),
        format!("write `moves {motion} …`, `walks {motion} …` (without taking) or `takes {motion} …`"),
    ))
}

/// `moves forward`, `moves diagonally`, `moves one step forward`
pub(super) fn bare_direction(look: &Look<'_>) -> Option<Diagnostic> {
    const NUMBERS: [&str; 8] = ["zero", "one", "two", "three", "four", "five", "six", "seven"];
    let at = look.fail;
    let before = look.word(at.checked_sub(1)?);
    if look.slot != Slot::Trait
        || !(is_verb(before) || is_mode(before) || matches!(before, "or" | "then") || look.sign(at - 1, '('))
    {
        return None;
    }
    let number = look.word(at).parse::<usize>().ok().or(NUMBERS.iter().position(|n| *n == look.word(at)));
    let mut next = at + usize::from(number.is_some());
    while number.is_some() && matches!(look.word(next), "step" | "steps" | "cell" | "cells" | "square" | "squares") {
        next += 1;
    }
    let direction = direction(look.word(next))?;
    let written = look.source(at, next);
    Some(match number {
        None => say(
            look.at(at),
            format!("`{written}` says where to, not how"),
            format!("write `step {direction}` for one cell, or `slide {direction}` for any distance"),
        ),
        Some(1) => {
            say(look.spanning(at, next), format!("`{written}` is said otherwise"), format!("write `step {direction}`"))
        }
        Some(n) => say(
            look.spanning(at, next),
            format!("`{written}` is said otherwise"),
            format!("write `slide {direction} exactly {n}`, or `slide {direction} 1..{n}` for up to {n}"),
        ),
    })
}

/// `slide any up to 2`, `slide any at most 2`
pub(super) fn up_to(look: &Look<'_>) -> Option<Diagnostic> {
    for at in [look.fail.wrapping_sub(2), look.fail.wrapping_sub(1), look.fail] {
        let (first, second, third) = (look.word(at), look.word(at.wrapping_add(1)), look.word(at.wrapping_add(2)));
        let trait_slot = look.slot == Slot::Trait && at == look.fail;
        let (words, number, more) = match (first, second, third) {
            ("up", "to", n) | ("fewer" | "less", "than", n) => (2, n, false),
            ("at", "most", n) if trait_slot => (2, n, false),
            ("at", "least", n) if trait_slot => (2, n, true),
            ("max" | "maximum", n, _) if is_number(n) => (1, n, false),
            ("more", "than", n) => (2, n, true),
            _ => continue,
        };
        let span = look.spanning(at, at + words);
        let given: u32 = number.parse().unwrap_or(2);
        let number = match first {
            "more" => given.saturating_add(1),
            "fewer" | "less" => given.saturating_sub(1),
            _ => given,
        };
        if look.slot == Slot::Trait {
            let range = if more { format!("{number}..") } else { format!("1..{number}") };
            return Some(say(span, "a reach is a range", format!("write `{range}`")));
        }
        let bound = if more { "at least" } else { "at most" };
        let title = format!("`{}` is said otherwise", look.source(at, at + words - 1));
        return Some(say(span, title, format!("write `{bound} {number}`")));
    }
    None
}

/// `slide any 2`
pub(super) fn bare_reach(look: &Look<'_>) -> Option<Diagnostic> {
    if look.slot != Slot::Trait {
        return None;
    }
    let at = [look.fail.wrapping_sub(1), look.fail].into_iter().find(|&i| look.is_number(i))?;
    let motion = (0..at).rev().find(|&i| {
        matches!(look.word(i), "slide" | "ride" | "step" | "leap" | "jump" | "hop" | "then" | "or" | "over")
    })?;
    let dots = |i: usize| look.tokens.get(i).is_some_and(|t| t.kind == Kind::Dots);
    if at == motion + 1 || look.word(at + 1) == "times" || dots(at + 1) {
        return None;
    }
    let n = look.word(at);
    let first = if dots(at - 1) && look.is_number(at.wrapping_sub(2)) { at - 2 } else { at };
    if matches!(look.word(motion), "step" | "jump" | "hop") && look.is_word(motion + 1) {
        let directions = look.source(motion + 1, first - 1);
        let (reach, times) = if first == at {
            (format!("exactly {n}"), n.to_owned())
        } else {
            (look.source(first, at), look.source(first, at))
        };
        let title = format!("a `{}` has no reach", look.word(motion));
        let again = format!("`{} {directions} {times} times` for several one after the other", look.word(motion));
        let help = if look.word(motion) == "step" {
            format!("write `slide {directions} {reach}` for a straight way, or {again}")
        } else {
            format!("write {again}")
        };
        return Some(Diagnostic::new(code::BARE_REACH, look.spanning(first, at), title).help(help));
    }
    match look.word(motion) {
        "slide" | "ride" => Some(
            Diagnostic::new(code::BARE_REACH, look.at(at), format!("`{n}` alone could mean two things"))
                .help(format!("write `exactly {n}`, or `1..{n}` for up to {n}")),
        ),
        _ => None,
    }
}

/// `over`, `over piece`
pub(super) fn bare_over(look: &Look<'_>) -> Option<Diagnostic> {
    let over = look.fail.checked_sub(1)?;
    if look.word(over) != "over" || look.is_number(look.fail) {
        return None;
    }
    let rest = if look.is_word(look.fail) && look.slot == Slot::Trait {
        format!(" {}", words_from(look, look.fail, 4))
    } else {
        String::new()
    };
    Some(
        Diagnostic::new(code::BARE_REACH, look.at(over), "`over` does not say how many")
            .help(format!("write `over 1{rest}`, or `over 0..1{rest}` for one or none")),
    )
}

/// `walks step forward and slide diagonal`
pub(super) fn path_with_and(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    if look.slot != Slot::Trait || look.word(at) != "and" || (0..at).any(|i| look.word(i) == "when") {
        return None;
    }
    Some(say(
        look.at(at),
        "movements are not joined by `and`",
        "write `or` for one or the other, `then` for one after the other, or a second statement",
    ))
}

/// `leap 1,2`
pub(super) fn vector_without_brackets(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    if look.slot != Slot::Trait || !matches!(look.word(at.wrapping_sub(1)), "leap" | "ride") {
        return None;
    }
    let (x, y) = match (look.is_number(at), look.sign(at + 1, ','), look.is_number(at + 2)) {
        (true, true, true) => (look.word(at), look.word(at + 2)),
        _ => ("1", "2"),
    };
    Some(say(
        look.at(at.wrapping_sub(1)),
        format!("`{}` needs its vectors", look.word(at.wrapping_sub(1))),
        format!("write `[{x},{y}]` for all symmetric leaps, or `({x},{y})` for rightward and forward"),
    ))
}

/// `leap (1 2)`, `leap (1;2)`, `leap [2]`
pub(super) fn vector_without_comma(look: &Look<'_>) -> Option<Diagnostic> {
    if look.slot != Slot::Trait {
        return None;
    }
    let open = (0..look.tokens.len()).find(|&i| {
        matches!(look.word(i.wrapping_sub(1)), "leap" | "ride")
            && (look.sign(i, '(') || look.sign(i, '['))
            && (i..i + 6).contains(&look.fail)
    })?;
    let close = (open..look.tokens.len()).find(|&i| look.sign(i, ')') || look.sign(i, ']'))?;
    if look.fail > close {
        return None;
    }
    let numbers: Vec<&str> = (open..close).filter(|&i| look.is_number(i)).map(|i| look.word(i)).collect();
    let (x, y) = match numbers.as_slice() {
        [x, y] => (*x, *y),
        _ => ("1", "2"),
    };
    Some(say(
        look.spanning(open, close),
        format!("`{}` is no vector", look.source(open, close)),
        format!("write `[{x},{y}]` for all symmetric leaps, or `({x},{y})` for rightward and forward"),
    ))
}

/// `1-3`
pub(super) fn range_with_hyphen(look: &Look<'_>) -> Option<Diagnostic> {
    let (least, most) = look.word(look.fail).split_once('-')?;
    (is_number(least) && is_number(most))
        .then(|| say(look.at(look.fail), "a range has two dots", format!("write `{least}..{most}`")))
}
