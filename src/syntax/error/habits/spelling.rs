//! Names that cannot be names, and words that the language says otherwise.

use super::say;
use crate::diag::{Diagnostic, code};
use crate::syntax::error::Look;
use crate::syntax::error::words::words;
use crate::syntax::twins::twins;
use boardwright_grammar::Rule;

/// `piece e4`, `piece edge`
pub(super) fn bad_name(look: &Look<'_>) -> Option<Diagnostic> {
    const NAMED: [&str; 12] = [
        "piece", "player", "region", "regions", "kind", "mark", "option", "capture", "count", "fact", "action", "line",
    ];
    let at = look.fail;
    if !look.is_word(at) || !(look.expects(Rule::name) || look.expects(Rule::names)) {
        return None;
    }
    let word = look.word(at);
    let declares = at == look.begin() + 1 && NAMED.contains(&look.word(at.wrapping_sub(1)));
    let span = look.at(at);
    if looks_like_a_cell(word) && declares {
        return Some(
            Diagnostic::new(code::LOOKS_LIKE_A_CELL, span, format!("`{word}` looks like a cell"))
                .help(format!("a name needs more than a letter and a number; or put it in backquotes: `` `{word}` ``")),
        );
    }
    if words().is_reserved(word) && declares {
        return Some(Diagnostic::new(code::RESERVED_WORD, span, format!("`{word}` is a word of the language")).help(
            if look.written(at).is_ascii() {
                format!("a hyphen makes a name of it, `the-{word}`, and so do backquotes: `` `{word}` ``")
            } else {
                format!("a longer name is free; or put it in backquotes: `` `{}` ``", look.written(at))
            },
        ));
    }
    if declares && word.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(
            Diagnostic::new(code::EXPECTED, span, format!("`{word}` is no name: a name begins with a letter"))
                .help(format!("put it in backquotes if it must be so: `` `{word}` ``")),
        );
    }
    None
}

/// One or two letters and a number, or the other way round.
fn looks_like_a_cell(word: &str) -> bool {
    let letters = |s: &str| (1..=2).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_lowercase());
    let number = |s: &str| (1..=3).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    (1..word.len()).filter(|&i| word.is_char_boundary(i)).any(|i| {
        let (a, b) = word.split_at(i);
        (letters(a) && number(b)) || (number(a) && letters(b))
    })
}

/// Words of speech and of other languages, and what the language says.
const SYNONYMS: [(&str, &str); 83] = [
    ("adjacent", "beside` (sharing a side) or `next to"),
    ("adjacently", "beside"),
    ("allied", "ally"),
    ("attacks", "takes"),
    ("backwards", "backward"),
    ("beat", "take"),
    ("beats", "takes"),
    ("captured", "taken"),
    ("captures", "takes"),
    ("capturing", "taking"),
    ("center", "centre"),
    ("change", "replace"),
    ("check", "attacked"),
    ("checked", "attacked"),
    ("checkmate", "mated"),
    ("checkmated", "mated"),
    ("column", "file"),
    ("columns", "files"),
    ("corner", "corners"),
    ("delete", "remove"),
    ("destroy", "remove"),
    ("diagonally", "diagonal"),
    ("diagonals", "diagonal"),
    ("down", "backward"),
    ("downward", "backward"),
    ("draws", "draw"),
    ("eats", "takes"),
    ("edges", "edge"),
    ("else", "otherwise"),
    ("endless", "2.."),
    ("enter", "enters"),
    ("flip", "turn over"),
    ("foe", "enemy"),
    ("forever", "for ever"),
    ("forwards", "forward"),
    ("friend", "ally"),
    ("friendly", "ally"),
    ("goes", "walks"),
    ("horizontal", "sideways"),
    ("horizontally", "sideways"),
    ("if", "when"),
    ("infinite", "any number of"),
    ("jumps", "jump"),
    ("kill", "remove"),
    ("kills", "takes"),
    ("leaps", "leap"),
    ("leftward", "left"),
    ("limited", "exactly"),
    ("modify", "replace"),
    ("neighbouring", "next to"),
    ("none", "no"),
    ("nor", "and"),
    ("opponent", "enemy"),
    ("opposing", "enemy"),
    ("orthogonally", "orthogonal"),
    ("override", "replace"),
    ("ply", "plies"),
    ("plys", "plies"),
    ("provided", "when"),
    ("reached", "ended in"),
    ("reaches", "on` where it stands, or `ended in` where it went, as in `it ended in far rank"),
    ("redefine", "replace"),
    ("removed", "taken"),
    ("rightward", "right"),
    ("slides", "slide"),
    ("square", "cell"),
    ("squares", "cells"),
    ("stalemated", "no legal move"),
    ("steps", "step"),
    ("stop", "stops"),
    ("straight", "orthogonal"),
    ("surrounded", "enclosed"),
    ("threatened", "attacked"),
    ("tie", "draw"),
    ("times-in-a-row", "times"),
    ("unless", "when not"),
    ("unlimited", "any number of"),
    ("up", "forward"),
    ("upward", "forward"),
    ("vertically", "vertical"),
    ("while", "when"),
    ("with-out", "without"),
    ("within", "in"),
];

/// A word that is said otherwise, at the failure or beside it.
pub(super) fn synonym(look: &Look<'_>) -> Option<Diagnostic> {
    const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if look.word(look.begin()) == "board" && matches!(look.word(look.fail), "by" | "times" | "and") {
        let (files, ranks) = (look.word(look.fail.saturating_sub(1)), look.word(look.fail + 1));
        return Some(say(
            look.at(look.fail),
            "the two numbers of a board have an `x` between them",
            format!("write `board {files} x {ranks}`"),
        ));
    }
    for at in [look.fail, look.fail.wrapping_sub(1)] {
        if !look.is_word(at) {
            continue;
        }
        let word = look.word(at);
        let folded = word.to_ascii_lowercase();
        if let Ok(found) = SYNONYMS.binary_search_by_key(&folded.as_str(), |(said, _)| said) {
            let wanted = match (look.word(at.wrapping_sub(1)), folded.as_str()) {
                ("faces", "up" | "upward") => "faces north",
                ("faces", "down" | "downward") => "faces south",
                _ => SYNONYMS[found].1,
            };
            return Some(say(look.at(at), format!("the language does not say `{word}`"), format!("write `{wanted}`")));
        }
        if let Some(number) = NUMBERS.iter().position(|n| *n == folded) {
            return Some(say(look.at(at), "numbers are written in digits", format!("write `{number}`")));
        }
        if matches!(
            word,
            "north-east"
                | "north-west"
                | "south-east"
                | "south-west"
                | "northeast"
                | "northwest"
                | "southeast"
                | "southwest"
        ) {
            return Some(say(
                look.at(at),
                format!("the language does not say `{word}`"),
                "write `forward-left`, `forward-right`, `backward-left`, `backward-right` (as the owner faces), or `diagonal` for all four",
            ));
        }
    }
    None
}

/// `吃敌方兵`: words of a script without blanks, run together.
pub(super) fn words_run_together(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail.min(look.begin().max(look.fail.saturating_sub(1)));
    let at = [at, look.fail].into_iter().find(|&i| {
        let word = look.word(i);
        let glued = |c: char| c >= '\u{2e80}' || c.is_ascii_digit();
        look.is_word(i) && word.chars().count() >= 3 && word.starts_with(|c| c >= '\u{2e80}') && word.chars().all(glued)
    })?;
    if look.expects(Rule::sign_equals) {
        return None;
    }
    let word = look.word(at);
    let parts: Vec<char> = word.chars().collect();
    let keywords = apart(word);
    if word.contains(|c: char| c.is_ascii_digit()) && keywords.is_none() {
        return None;
    }
    let example = match parts.as_slice() {
        _ if keywords.is_some() => keywords.unwrap_or_default(),
        [a, b, c] => format!("{a} {b}{c}"),
        [a, b, c, rest @ ..] => format!("{a} {b}{c} {}", rest.iter().collect::<String>()),
        _ => word.to_owned(),
    };
    Some(
        Diagnostic::new(code::WORDS_RUN_TOGETHER, look.at(at), format!("`{word}` is read as one word"))
            .help(format!("put blanks between the words, as in `{example}`")),
    )
}

/// A word with blanks around the keywords in it, if there are any.
fn apart(word: &str) -> Option<String> {
    let (mut parts, mut rest, mut name) = (Vec::new(), word, String::new());
    let mut found = false;
    while let Some(c) = rest.chars().next() {
        let keywords = twins().iter().filter_map(|twin| twin.chinese).filter(|twin| rest.starts_with(twin));
        // A name may well end with what looks like a keyword; it rarely begins with one.
        let keyword = keywords.max_by_key(|twin| twin.len()).filter(|_| name.is_empty() || found);
        let length = if let Some(keyword) = keyword {
            found = true;
            parts.extend((!name.is_empty()).then(|| std::mem::take(&mut name)));
            parts.push(keyword.to_owned());
            keyword.len()
        } else {
            name.push(c);
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    parts.extend((!name.is_empty()).then_some(name));
    (parts.len() > 1).then(|| parts.join(" ")).filter(|_| found)
}
