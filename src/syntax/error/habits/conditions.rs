//! Conditions as they are said in rule sheets.

use super::lists::words_from;
use super::say;
use crate::diag::Diagnostic;
use crate::syntax::error::{Look, is_number};

/// `there is no Black King`
pub(super) fn there_is(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (0..look.tokens.len())
        .find(|&i| look.word(i) == "there" && matches!(look.word(i + 1), "is" | "are") && i <= look.fail + 1)?;
    let what = words_from(look, at + 2, 4);
    let what = if what.is_empty() { "own piece".to_owned() } else { what };
    let title = format!("`there {}` is left out", look.word(at + 1));
    let says = if what.starts_with("no ") { "there is none" } else { "there is such a piece" };
    Some(say(look.spanning(at, at + 1), title, format!("write `{what}` alone: it says that {says}")))
}

/// `Black has no King`, `own player has 2 Rook`
pub(super) fn has(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (0..look.tokens.len()).find(|&i| matches!(look.word(i), "has" | "have") && i <= look.fail + 1)?;
    let whose = match look.word(at.checked_sub(1)?) {
        "player" | "mover" => "own",
        word => word,
    };
    let rest = words_from(look, at + 1, 4);
    let help = match rest.split_once(' ') {
        Some((many @ ("no" | "every" | "some"), what)) => format!("write `{many} {whose} {what}`"),
        _ if rest.is_empty() => format!("write `{whose} piece`, `no {whose} piece`, `at least 2 {whose} pieces`"),
        _ => format!("say how many: `no {whose} piece`, `at least 2 {whose} pieces`"),
    };
    Some(say(look.at(at), format!("the language does not say `{}`", look.word(at)), help))
}

/// `50 moves without capture`
pub(super) fn moves_without(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (0..look.tokens.len()).find(|&i| {
        look.is_number(i)
            && matches!(look.word(i + 1), "move" | "moves" | "turn" | "turns" | "round" | "rounds")
            && look.word(i + 2) == "without"
    })?;
    let given: u32 = look.word(at).parse().unwrap_or(50);
    let double = given.saturating_mul(2);
    let moves = crate::diag::counted(given as usize, "move");
    Some(say(
        look.spanning(at, at + 1),
        "moves are counted in plies: a ply is the move of one player",
        format!(
            "write `{double} plies without capture` for {moves} of each of two players, `{given} plies without capture` for {given} in all"
        ),
    ))
}

/// `position repeats 3 times`, `position is repeated`
pub(super) fn position_repeats(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (0..look.tokens.len())
        .find(|&i| matches!(look.word(i), "position" | "positions" | "repetition") && i <= look.fail + 1)?;
    let next = look.word(at + 1);
    if next == "occurred" || crate::diag::nearest(next, ["occurred"]).is_some() {
        return None;
    }
    let n = (at..look.tokens.len()).find(|&i| is_number(look.word(i))).map_or("3", |i| look.word(i));
    let last = if look.is_word(at + 1) { at + 1 } else { at };
    let title = format!("`{}` is said otherwise", look.source(at, last));
    Some(say(look.spanning(at, last), title, format!("write `position occurred {n} times`")))
}

/// `row 1`, `column a`
pub(super) fn row_or_column(look: &Look<'_>) -> Option<Diagnostic> {
    let at = [look.fail, look.fail.wrapping_sub(1)].into_iter().find(|&i| {
        matches!(look.word(i), "row" | "rows" | "column" | "columns")
            && (look.is_number(i + 1) || (look.is_word(i + 1) && look.word(i + 1).len() == 1))
    })?;
    let number = look.word(at + 1);
    let wanted = if look.is_number(at + 1) { "rank" } else { "file" };
    Some(say(
        look.spanning(at, at + 1),
        format!("`{} {number}` is said otherwise", look.word(at)),
        format!("write `{wanted} {number}`"),
    ))
}

/// `at least Black King`
pub(super) fn number_missing(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    let bound = match (look.word(at.wrapping_sub(2)), look.word(at.wrapping_sub(1))) {
        ("at", bound @ ("least" | "most")) => format!("at {bound}"),
        (_, "exactly") => "exactly".to_owned(),
        _ => return None,
    };
    let what = words_from(look, at, 4);
    if what.is_empty()
        || look.word(at).contains(char::is_numeric)
        || matches!(look.word(at), "one" | "two" | "three" | "four" | "five" | "six")
    {
        return None;
    }
    let first = at - bound.split(' ').count();
    Some(say(
        look.spanning(first, at - 1),
        format!("`{bound}` does not say how many"),
        format!("write `{bound} 1 {what}`"),
    ))
}
