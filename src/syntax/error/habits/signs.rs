//! Signs of other languages, characters that look alike, brackets and quotes.

use super::paths::{is_motion, is_verb};
use super::say;
use crate::diag::{Diagnostic, code, half_width};
use crate::syntax::build_ast::Slot;
use crate::syntax::error::words::words;
use crate::syntax::error::{Look, is_number};
use crate::syntax::scan::Kind;
use boardwright_grammar::Rule;

/// `// comment`, `/* comment */`, `-- comment`, `% comment` at the start of a line.
pub(super) fn text_in_front(look: &Look<'_>) -> Option<Diagnostic> {
    let signs: String =
        look.tokens.iter().take(2).map_while(|t| if let Kind::Odd(c) = t.kind { Some(c) } else { None }).collect();
    if signs.starts_with("//")
        || signs.starts_with("/*")
        || signs.starts_with("--")
        || signs.starts_with('%')
        || signs.starts_with('＃')
    {
        let span = look.spanning(0, signs.chars().count().min(2) - 1);
        return Some(say(span, "a comment begins with `#`", "write `#` in front of every line of it"));
    }
    None
}

/// `promotes -> Dragon`
pub(super) fn arrow(look: &Look<'_>) -> Option<Diagnostic> {
    let odd = |i: usize| look.tokens.get(i).map(|t| t.kind);
    let at = (0..look.tokens.len()).find(|&i| {
        matches!(odd(i), Some(Kind::Odd('→' | '⇒' | '➔')))
            || (matches!(odd(i), Some(Kind::Odd('-') | Kind::Sign('='))) && odd(i + 1) == Some(Kind::Odd('>')))
    })?;
    let last = if matches!(odd(at), Some(Kind::Odd('→' | '⇒' | '➔'))) { at } else { at + 1 };
    let (before, after) = (look.word(at.saturating_sub(1)), look.word(last + 1));
    let end = look.tokens.len().saturating_sub(1);
    let help = if look.word(look.begin()) == "piece" && (is_motion(after) || is_verb(after)) {
        let verb = if is_verb(after) { "" } else { "moves " };
        format!("write `{} {{ {verb}{} }}`", look.source(look.begin(), at - 1), look.source(last + 1, end))
    } else if look.word(look.begin()) == "piece" {
        format!("write `promotes to {after}`")
    } else {
        format!("say it in words: `{before} to {after}`, `{before} then …`")
    };
    Some(say(look.spanning(at, last), format!("`{}` is no sign of the language", look.source(at, last)), help))
}

/// Characters that look like those of the language, and operators.
pub(super) fn odd_sign(look: &Look<'_>) -> Option<Diagnostic> {
    // The minus of a vector is no odd sign.
    let minus = |i: usize| {
        matches!(look.tokens[i].kind, Kind::Odd('-' | '−' | '－'))
            && look.is_number(i + 1)
            && (look.sign(i.wrapping_sub(1), '(')
                || look.sign(i.wrapping_sub(1), '[')
                || look.sign(i.wrapping_sub(1), ','))
            && look.slot == Slot::Trait
    };
    let at = (0..look.tokens.len()).find(|&i| matches!(look.tokens[i].kind, Kind::Odd(_)) && !minus(i))?;
    let Kind::Odd(c) = look.tokens[at].kind else { return None };
    let next = look.tokens.get(at + 1).map(|t| t.kind);
    let number = look.word(at + 1);
    let span = look.at(at);
    let (title, help) = match c {
        '_' => {
            let (before, after) = (look.word(at.saturating_sub(1)), look.word(at + 1));
            let span = look.spanning(at.saturating_sub(1), at + 1);
            return Some(say(span, "a name has hyphens inside, no `_`", format!("write `{before}-{after}`")));
        }
        '<' | '>' | '≤' | '≥' | '＜' | '＞' => {
            let (most, equal) =
                (matches!(c, '<' | '≤' | '＜'), next == Some(Kind::Sign('=')) || matches!(c, '≤' | '≥'));
            let value = look.word(at + 1 + usize::from(next == Some(Kind::Sign('='))));
            let bound = value.parse::<u32>().ok();
            let help = match (most, bound) {
                (true, Some(n)) => format!("write `at most {}`", if equal { n } else { n.saturating_sub(1) }),
                (false, Some(n)) => format!("write `at least {}`", if equal { n } else { n.saturating_add(1) }),
                (true, None) => "write `at most N`".to_owned(),
                (false, None) => "write `at least N`".to_owned(),
            };
            (format!("`{c}` is no sign of the language"), help)
        }
        '!' | '！' | '¬' => (format!("`{c}` is no sign of the language"), "write `not`".to_owned()),
        '&' | '＆' | '|' | '｜' if next == Some(Kind::Odd(c)) => {
            let span = look.spanning(at, at + 1);
            let wanted = if matches!(c, '&' | '＆') { "and" } else { "or" };
            return Some(say(span, format!("`{c}{c}` is no sign of the language"), format!("write `{wanted}`")));
        }
        '&' | '＆' => (format!("`{c}` is no sign of the language"), "write `and`".to_owned()),
        '|' | '｜' => (format!("`{c}` is no sign of the language"), "write `or`".to_owned()),
        '…' | '‥' => (format!("`{c}` is one sign"), "a range has two dots: `1..3`".to_owned()),
        '\'' | '’' if look.word(at + 1) == "s" && look.word(at.wrapping_sub(1)) == "it" => {
            ("`it's` is not `its`".to_owned(), "write `its`".to_owned())
        }
        '\'' | '‘' | '’' | '＂' | '«' | '»' | '„' | '『' | '』' | '”' | '」' => {
            (format!("`{c}` is no quote of the language"), "texts stand in `\"…\"`, `“…”` or `「…」`".to_owned())
        }
        '.' if at > 0 && look.is_number(at - 1) && is_number(number) => (
            format!("`{}` is neither whole nor a half", look.source(at - 1, at + 1)),
            "a number may end in `.5`, nothing else".to_owned(),
        ),
        '.' | '．' | '。' => (
            format!("`{c}` ends no sentence"),
            "a sentence ends with its line, or with `;`; a range has two dots: `1..3`".to_owned(),
        ),
        '＃' => ("`＃` is not `#`".to_owned(), "a comment begins with `#`".to_owned()),
        '-' | '－' | '–' | '—' | '‐' | '−' | '‑' | '―' if is_number(number) => (
            format!("`{c}` is no sign of the language"),
            "a range has two dots: `1..3`; nothing is reckoned here".to_owned(),
        ),
        '-' | '－' | '–' | '—' | '‐' | '−' | '‑' | '―' => (
            format!("`{c}` is no hyphen inside a name"),
            "a name has `-` between letters, without blanks: `enemy-camp`".to_owned(),
        ),
        '*' | '/' | '÷' | '%' | '＊' | '／' => {
            (format!("`{c}` is no sign of the language"), "nothing is reckoned in a game file".to_owned())
        }
        '×' => (
            "`×` stands only between the numbers of a board".to_owned(),
            "write `board 9 × 9` or `board 9 x 9`".to_owned(),
        ),
        '[' | ']' | '【' | '】' | '〔' | '〕' | '《' | '》' | '〈' | '〉' => (
            format!("`{c}` is no bracket of the language"),
            "conditions and lists stand in `( )`, blocks in `{ }`".to_owned(),
        ),
        '`' => ("this backquote has no end".to_owned(), "a name in backquotes: `` `step` ``".to_owned()),
        '・' | '·' | '•' => {
            (format!("`{c}` cannot stand in a name"), "write a hyphen between the parts of a name".to_owned())
        }
        c if c.is_control() || is_invisible(c) => {
            return Some(
                Diagnostic::new(
                    code::NOT_TEXT,
                    span,
                    format!("an invisible character (U+{:04X}) stands here", c as u32),
                )
                .help("delete it and write a blank, if one is wanted"),
            );
        }
        '\u{fffd}' => {
            return Some(
                Diagnostic::new(code::NOT_TEXT, span, "this character was damaged")
                    .help("save the file as UTF-8 and write the character again"),
            );
        }
        _ => (
            format!("`{c}` is no sign of the language"),
            "names have letters, digits and hyphens inside; any other name stands in backquotes".to_owned(),
        ),
    };
    Some(say(span, title, help))
}

/// Characters that cannot be seen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{ad}' | '\u{feff}' | '\u{180e}')
}

/// `exactly ２`
pub(super) fn full_width_digits(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look
        .tokens
        .iter()
        .take(look.fail + 1)
        .rposition(|t| t.kind == Kind::Word && t.text.chars().any(|c| ('０'..='９').contains(&c)))?;
    let word = look.word(at);
    if at + 1 < look.fail {
        return None;
    }
    let plain = half_width(word);
    Some(say(look.at(at), format!("`{word}` has full-width digits"), format!("write `{plain}`")))
}

/// `2times`
pub(super) fn glued_number(look: &Look<'_>) -> Option<Diagnostic> {
    for at in [look.fail.wrapping_sub(1), look.fail] {
        let word = look.word(at);
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let rest = &word[digits..];
        if digits > 0 && !rest.is_empty() && words().knows(rest) && rest.len() > 1 {
            let title = format!("a blank is missing in `{word}`");
            let help = format!("write `{} {rest}`", &word[..digits]);
            return Some(Diagnostic::new(code::WORDS_RUN_TOGETHER, look.at(at), title).help(help));
        }
    }
    None
}

/// `(` without `)`, or the other way round.
pub(super) fn open_bracket(look: &Look<'_>) -> Option<Diagnostic> {
    let mut open: Vec<usize> = Vec::new();
    for (i, token) in look.tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign('(' | '[') => open.push(i),
            Kind::Sign(close @ (')' | ']')) => {
                let wanted = if close == ')' { '(' } else { '[' };
                match open.pop() {
                    Some(at) if look.sign(at, wanted) => {}
                    Some(at) => {
                        return Some(
                            Diagnostic::new(
                                code::BRACKET_NOT_CLOSED,
                                look.at(i),
                                format!("`{close}` does not close `{}`", look.word(at)),
                            )
                            .also(look.at(at), "opened here"),
                        );
                    }
                    None => {
                        return Some(
                            Diagnostic::new(
                                code::BRACKET_NOT_CLOSED,
                                look.at(i),
                                format!("this `{close}` closes nothing"),
                            )
                            .help(format!("take it away, or put a `{wanted}` where it should begin")),
                        );
                    }
                }
            }
            Kind::Sign('{') => break,
            _ => {}
        }
    }
    let at = open.pop()?;
    let close = if look.sign(at, '(') { ')' } else { ']' };
    Some(
        Diagnostic::new(code::BRACKET_NOT_CLOSED, look.at(at), format!("this `{}` is not closed", look.word(at)))
            .help(format!("put a `{close}` where the part in brackets ends")),
    )
}

/// `game Shogi`, `extends shogi.game`
pub(super) fn unquoted(look: &Look<'_>) -> Option<Diagnostic> {
    if !look.expects(Rule::string) || !look.is_word(look.fail) || look.fail == 0 {
        return None;
    }
    let keyword = look.word(look.fail - 1);
    matches!(keyword, "game" | "extends" | "betza" | "source" | "note").then(|| {
        say(
            look.at(look.fail),
            format!("what stands after `{keyword}` is a text in quotes"),
            format!("write `{keyword} \"{}\"`", look.word(look.fail)),
        )
    })
}
