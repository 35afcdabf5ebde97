//! Commas, `or` and `and`; what stands on one line.

use super::paths::{is_mode, is_motion};
use super::say;
use crate::diag::{Diagnostic, code};
use crate::syntax::build_ast::Slot;
use crate::syntax::error::{Look, starters};
use boardwright_grammar::Rule;

/// A line that ends with a comma, so that the next item was read as a part of it.
pub(super) fn comma_at_the_end(look: &Look<'_>) -> Option<Diagnostic> {
    let comma =
        (look.fail.saturating_sub(3)..look.fail).rev().find(|&i| look.sign(i, ',') && look.begins_line(i + 1))?;
    let next = comma + 1;
    let label = look.is_word(next) && look.sign(next + 1, ':');
    if !label && !starters(look.slot).contains(&look.word(next)) {
        return None;
    }
    Some(
        Diagnostic::new(code::EXPECTED, look.at(comma), "after this comma the sentence goes on in the next line")
            .also(look.at(next), "so this was read as a part of it")
            .help("take the comma away, or go on with the list"),
    )
}

/// `turns White Black`
pub(super) fn comma_missing(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    let (before, word) = (look.word(at.checked_sub(1)?), look.word(at));
    let (first, second) = (look.declared_by(before)?, look.declared_by(word)?);
    if look.word(look.begin()) == "setup" && first == "player" {
        let title = format!("what `{before}` has stands in braces");
        return Some(say(look.at(at), title, format!("write `setup {before} {{ {word} … }}`")));
    }
    let list = first == second || (first != "player" && second != "player");
    list.then(|| {
        say(
            look.at(at),
            format!("a comma is missing between `{before}` and `{word}`"),
            format!("a list has commas: `{before}, {word}`"),
        )
    })
}

/// `kind fighter = Soldier, King when armed`
pub(super) fn guard_without_brackets(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    let item = look.word(look.begin());
    if look.word(at) != "when" || !matches!(item, "kind" | "drops" | "region" | "regions") || at == 0 {
        return None;
    }
    let end = look.tokens.len() - 1;
    let before = look.word(at - 1);
    Some(
        Diagnostic::new(code::BRACKETS_WANTED, look.at(at), "in a list a condition stands in brackets")
            .help(format!("write `{before} ({})`: it is about this one element", look.source(at, end))),
    )
}

/// `A, or B`
pub(super) fn comma_before_joint(look: &Look<'_>) -> Option<Diagnostic> {
    let joint = look.fail;
    let word = look.word(joint);
    let comma = joint.checked_sub(1).filter(|&i| look.sign(i, ','))?;
    if !matches!(word, "or" | "and") {
        return None;
    }
    let (before, after) = (look.word(comma.saturating_sub(1)), look.word(joint + 1));
    Some(
        Diagnostic::new(
            code::LIST_TAKES_COMMAS,
            look.spanning(comma, joint),
            format!("no comma stands before `{word}`"),
        )
        .help(
            if look.slot == Slot::Trait && (is_motion(after) || look.sign(joint + 1, '(') || is_mode(after)) {
                format!("movements are joined by `{word}` alone: `… {before} {word} {after} …`")
            } else {
                format!("a list has only commas: `{before}, {after}`; conditions are joined by `{word}` alone")
            },
        ),
    )
}

/// `Queen, Rook or Bishop`, `without A or B`
pub(super) fn list_with_joint(look: &Look<'_>) -> Option<Diagnostic> {
    let joint = look.fail;
    let word = look.word(joint);
    if !matches!(word, "or" | "and") || look.expects(Rule::kw_or) || look.expects(Rule::kw_and) || joint == 0 {
        return None;
    }
    let mut list = Vec::new();
    let mut last = joint;
    loop {
        let first = element_start(look, last);
        list.insert(0, look.source(first, last.saturating_sub(1)));
        if first == 0 || !look.sign(first - 1, ',') || list.len() > 5 {
            break;
        }
        last = first - 1;
    }
    list.push(words_from(look, joint + 1, 4));
    list.retain(|element| !element.is_empty());
    Some(
        Diagnostic::new(code::LIST_TAKES_COMMAS, look.at(joint), format!("`{word}` cannot stand in a list"))
            .help(format!("a list has only commas: `{}`", list.join(", "))),
    )
}

/// Words that end an element of a list.
const ENDS_ELEMENT: [&str; 33] = [
    "and", "or", "to", "without", "on", "in", "by", "with", "is", "not", "when", "leaving", "except", "beside",
    "behind", "like", "onto", "over", "taking", "through", "from", "into", "sparing", "enclosed", "between", "along",
    "faces", "entered", "took", "for", "then", "moves", "needs",
];

/// Where the element begins that ends before this token.
fn element_start(look: &Look<'_>, end: usize) -> usize {
    let mut first = end;
    while first > 0 && look.is_word(first - 1) && !ENDS_ELEMENT.contains(&look.word(first - 1)) {
        first -= 1;
    }
    first
}

/// The words of the element that begins at this token, at most so many.
pub(super) fn words_from(look: &Look<'_>, first: usize, most: usize) -> String {
    let count = (first..first + most).take_while(|&i| look.is_word(i) && !ENDS_ELEMENT.contains(&look.word(i))).count();
    if count == 0 { String::new() } else { look.source(first, first + count - 1) }
}

/// `a and b or c`
pub(super) fn mixed_joints(look: &Look<'_>) -> Option<Diagnostic> {
    let joint = look.fail;
    let (word, other) = match look.word(joint) {
        "or" if look.expects(Rule::kw_and) => ("or", "and"),
        "and" if look.expects(Rule::kw_or) => ("and", "or"),
        _ => return None,
    };
    let before = (0..joint).rev().find(|&i| look.word(i) == other)?;
    if look.slot == Slot::Trait && !(0..joint).any(|i| look.word(i) == "when") {
        return None;
    }
    let start = (0..before)
        .rev()
        .find(|&i| matches!(look.word(i), "when" | "leaving" | "needs") || look.sign(i, '(') || look.sign(i, '='))
        .map_or(before, |i| i + 1);
    let part = look.source(start, joint.saturating_sub(1));
    let mut diagnostic = Diagnostic::new(
        code::BRACKETS_WANTED,
        look.at(joint),
        format!("`{other}` and `{word}` in one condition need brackets"),
    )
    .also(look.at(before), format!("`{other}` stands here"))
    .help("put brackets round the part that belongs together");
    if start < before && part.chars().count() <= 60 {
        diagnostic.help =
            Some(format!("put brackets round the part that belongs together, for example `({part}) {word} …`"));
    }
    Some(diagnostic)
}

/// `walks a   takes b`
pub(super) fn two_on_a_line(look: &Look<'_>) -> Option<Diagnostic> {
    let starters = starters(look.slot);
    let last = look.tokens.len().checked_sub(1)?;
    let near = look.fail.saturating_sub(3).max(1)..=look.fail.min(last);
    let begins = |i: usize| starters.contains(&look.word(i)) || i == look.fail;
    let at = near.rev().find(|&i| begins(i) && look.reads(0, i - 1) && look.reads(i, last))?;
    Some(
        Diagnostic::new(code::TWO_ON_A_LINE, look.at(at), "two statements on one line")
            .label("the second one begins here")
            .help(if matches!(look.slot, Slot::Item | Slot::PatchItem) {
                "begin a new line"
            } else {
                "put `;` between them, or begin a new line"
            }),
    )
}
