//! Habits: what designers write who come from other languages, other games, or from speech. Each has a sentence of its own, with the
//! words that are wanted.

use super::{Look, is_number, starters};
use crate::diag::{Diagnostic, Span, code};
use crate::syntax::build_ast::Slot;
use crate::syntax::error::words::words;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::{ITEM_WORDS, Kind};

/// The first habit that fits.
pub(super) fn habit(look: &Look<'_>) -> Option<Diagnostic> {
    const HABITS: [fn(&Look<'_>) -> Option<Diagnostic>; 27] = [
        text_in_front,
        unquoted,
        when_in_front,
        label_with_equals,
        arrow,
        odd_sign,
        full_width_digits,
        glued_number,
        winner_behind,
        bare_player,
        bad_name,
        modal,
        no_legal_moves,
        up_to,
        bare_reach,
        bare_over,
        comma_before_joint,
        list_with_joint,
        mixed_joints,
        path_with_and,
        late_part,
        vector_without_brackets,
        item_without_block,
        two_on_a_line,
        synonym,
        words_run_together,
        open_bracket,
    ];
    HABITS.iter().find_map(|habit| habit(look))
}

/// A message of the table.
fn say(span: Span, title: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code::HABIT, span, title).help(help)
}

/// `// comment`, `/* comment */`, `-- comment`, `% comment` at the start of a line.
fn text_in_front(look: &Look<'_>) -> Option<Diagnostic> {
    let signs: String =
        look.tokens.iter().take(2).map_while(|t| if let Kind::Odd(c) = t.kind { Some(c) } else { None }).collect();
    if signs.starts_with("//")
        || signs.starts_with("/*")
        || signs.starts_with("--")
        || signs.starts_with('%')
        || signs.starts_with('＃')
    {
        let span = look.from_to(0, signs.chars().count().min(2) - 1);
        return Some(say(span, "a comment begins with `#`", "write `#` in front of every line of it"));
    }
    None
}

/// `when X: promote it`
fn when_in_front(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let first = look.word(begin);
    if matches!(first, "when" | "if" | "whenever" | "unless") {
        return Some(
            Diagnostic::new(code::WHEN_IN_FRONT, look.at(begin), format!("a sentence does not begin with `{first}`"))
                .label("say first what happens, then when")
                .help("put `when …` after the rule that it limits: `promote it when it ended in far rank`"),
        );
    }
    // In a block a line that begins with `when` goes on with the line before.
    let colon = (begin..look.tokens.len()).find(|&i| look.sign(i, ':'))?;
    let when = (begin..colon).rev().find(|&i| matches!(look.word(i), "when" | "if"))?;
    (look.fail <= colon && colon > begin + 1).then(|| {
        Diagnostic::new(
            code::WHEN_IN_FRONT,
            look.from_to(when, colon),
            "a condition does not stand in front, with a colon",
        )
        .help("put `when …` after the rule that it limits: `promote it when it ended in far rank`")
    })
}

/// `nifu = may not drop Pawn`
fn label_with_equals(look: &Look<'_>) -> Option<Diagnostic> {
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) || !look.sign(1, '=') || !look.is_word(0) {
        return None;
    }
    let name = look.word(0);
    let next = look.word(2);
    let rest = if is_number(next) || look.expects(Rule::sign_equals) { "…" } else { next };
    Some(say(look.at(1), "a label ends with a colon", format!("write `{name}: {rest} …`"))).map(|mut d| {
        if !ITEM_WORDS.contains(&next) {
            d.title = format!("`{name} =` declares nothing");
            d.help = Some(format!("say what it is: `region {name} = …`, `kind {name} = …`, `fact {name} = …`; a label has a colon, `{name}: …`"));
        }
        d
    })
}

/// `promotes -> Dragon`
fn arrow(look: &Look<'_>) -> Option<Diagnostic> {
    let odd = |i: usize| look.tokens.get(i).map(|t| t.kind);
    let at = (0..look.tokens.len()).find(|&i| {
        matches!(odd(i), Some(Kind::Odd('→' | '⇒' | '➔')))
            || (matches!(odd(i), Some(Kind::Odd('-') | Kind::Sign('='))) && odd(i + 1) == Some(Kind::Odd('>')))
    })?;
    let last = if matches!(odd(at), Some(Kind::Odd('→' | '⇒' | '➔'))) { at } else { at + 1 };
    let (before, after) = (look.word(at.saturating_sub(1)), look.word(last + 1));
    let help = if look.word(look.begin()) == "piece" {
        format!("write `promotes to {after}`")
    } else {
        format!("say it in words: `{before} to {after}`, `{before} then …`")
    };
    Some(say(look.from_to(at, last), format!("`{}` is no sign of the language", look.source(at, last)), help))
}

/// Characters that look like those of the language, and operators.
fn odd_sign(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.tokens.iter().position(|t| matches!(t.kind, Kind::Odd(_)))?;
    let Kind::Odd(c) = look.tokens[at].kind else { return None };
    let next = look.tokens.get(at + 1).map(|t| t.kind);
    let number = look.word(at + 1);
    let span = look.at(at);
    let (title, help) = match c {
        '_' => {
            let (before, after) = (look.word(at.saturating_sub(1)), look.word(at + 1));
            let span = look.from_to(at.saturating_sub(1), at + 1);
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
        '&' | '＆' => (format!("`{c}` is no sign of the language"), "write `and`".to_owned()),
        '|' | '｜' => (format!("`{c}` is no sign of the language"), "write `or`".to_owned()),
        '…' | '‥' => (format!("`{c}` is one sign"), "a range has two dots: `1..3`".to_owned()),
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
fn full_width_digits(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look
        .tokens
        .iter()
        .take(look.fail + 1)
        .rposition(|t| t.kind == Kind::Word && t.text.chars().any(|c| ('０'..='９').contains(&c)))?;
    let word = look.word(at);
    if at + 1 < look.fail {
        return None;
    }
    let plain: String = word
        .chars()
        .map(|c| if ('０'..='９').contains(&c) { char::from(b'0' + (c as u32 - '０' as u32) as u8) } else { c })
        .collect();
    Some(say(look.at(at), format!("`{word}` has full-width digits"), format!("write `{plain}`")))
}

/// `2times`
fn glued_number(look: &Look<'_>) -> Option<Diagnostic> {
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

/// `piece e4`, `piece edge`
fn bad_name(look: &Look<'_>) -> Option<Diagnostic> {
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
    if looks_like_a_cell(word) {
        return Some(
            Diagnostic::new(code::LOOKS_LIKE_A_CELL, span, format!("`{word}` looks like a cell"))
                .help(format!("a name needs more than a letter and a number; or put it in backquotes: `` `{word}` ``")),
        );
    }
    if words().is_reserved(word) && declares {
        return Some(
            Diagnostic::new(code::RESERVED_WORD, span, format!("`{word}` is a word of the language"))
                .help(format!("a hyphen makes a name of it, `the-{word}`, and so do backquotes: `` `{word}` ``")),
        );
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

/// `win White when …`
fn winner_behind(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let verb = match look.word(begin) {
        "win" | "wins" | "won" => "wins",
        "lose" | "loses" | "lost" => "loses",
        _ => return None,
    };
    let who = look.word(begin + 1);
    let who = match who {
        "" | "when" | "if" | "player" => "a player",
        who => who,
    };
    let next = begin + 1 + usize::from(look.is_word(begin + 1));
    Some(say(
        look.from_to(begin, next.saturating_sub(1)),
        format!("who {verb} stands first"),
        format!("write `{who} {verb} when …`"),
    ))
}

/// `player loses when …`
fn bare_player(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let (word, verb) = (look.word(begin), look.word(begin + 1));
    if !matches!(look.slot, Slot::Item | Slot::PatchItem)
        || !matches!(word, "player" | "players" | "team" | "opponent" | "enemy" | "mover" | "owner")
        || !matches!(verb, "wins" | "loses" | "win" | "lose" | "is" | "are")
    {
        return None;
    }
    let verb = match verb {
        "win" => "wins",
        "lose" => "loses",
        "is" | "are" => "is out",
        verb => verb,
    };
    let help = if word == "team" {
        format!("write `a team {verb} when …`: every team is looked at")
    } else {
        format!(
            "write `a player {verb} when …` (every player is looked at), `player to move {verb} when …`, or `player who moved {verb} when …`"
        )
    };
    Some(say(look.from_to(begin, begin + 1), format!("which {word} {verb}?"), help))
}

/// `must not`, `cannot drop`, `can drop`
fn modal(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) {
        return None;
    }
    let wanted = match (look.word(begin), look.word(begin + 1)) {
        ("must" | "can" | "should" | "shall", "not") | ("may", "never") => (1, "may not"),
        ("cannot" | "never" | "forbidden", _) => (0, "may not"),
        ("can" | "allowed" | "allow", _) => (0, "may"),
        ("should" | "shall", _) => (0, "must"),
        _ => return None,
    };
    let rest = look.word(begin + wanted.0 + 1);
    let title = format!("`{}` begins no rule", look.source(begin, begin + wanted.0));
    Some(say(look.from_to(begin, begin + wanted.0), title, format!("write `{} {rest} …`", wanted.1)))
}

/// `no legal moves`
fn no_legal_moves(look: &Look<'_>) -> Option<Diagnostic> {
    if let Some(at) = look.find(&["no", "legal", "moves"]) {
        return Some(say(look.from_to(at, at + 2), "`no legal moves` has one `s` too many", "write `no legal move`"));
    }
    let at = look.find(&["no", "moves"])?;
    (look.fail <= at + 2).then(|| say(look.from_to(at, at + 1), "`no moves` is no condition", "write `no legal move`"))
}

/// `slide any up to 2`, `slide any at most 2`
fn up_to(look: &Look<'_>) -> Option<Diagnostic> {
    for at in [look.fail.wrapping_sub(2), look.fail.wrapping_sub(1), look.fail] {
        let (first, second, third) = (look.word(at), look.word(at.wrapping_add(1)), look.word(at.wrapping_add(2)));
        let trait_slot = look.slot == Slot::Trait && at == look.fail;
        let (words, number, more) = match (first, second, third) {
            ("up", "to", n) => (2, n, false),
            ("at", "most", n) if trait_slot => (2, n, false),
            ("at", "least", n) if trait_slot => (2, n, true),
            ("max" | "maximum", n, _) if is_number(n) => (1, n, false),
            ("more", "than", n) => (2, n, true),
            ("fewer" | "less", "than", n) => (2, n, false),
            _ => continue,
        };
        let span = look.from_to(at, at + words);
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
fn bare_reach(look: &Look<'_>) -> Option<Diagnostic> {
    if look.slot != Slot::Trait {
        return None;
    }
    let at = [look.fail.wrapping_sub(1), look.fail].into_iter().find(|&i| look.is_number(i))?;
    let motion = (0..at).rev().find(|&i| {
        matches!(look.word(i), "slide" | "ride" | "step" | "leap" | "jump" | "hop" | "then" | "or" | "over")
    })?;
    if at == motion + 1 || look.word(at + 1) == "times" || look.tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Dots)
    {
        return None;
    }
    let n = look.word(at);
    match look.word(motion) {
        "slide" | "ride" => Some(
            Diagnostic::new(code::BARE_REACH, look.at(at), format!("`{n}` alone could mean two things"))
                .help(format!("write `exactly {n}`, or `1..{n}` for up to {n}")),
        ),
        "step" | "jump" | "hop" | "leap" => Some(
            Diagnostic::new(code::BARE_REACH, look.at(at), format!("a `{}` has no reach", look.word(motion)))
                .help(format!("write `slide … exactly {n}` for one straight way, or `{n} times` for {n} of them")),
        ),
        _ => None,
    }
}

/// `over`, `over piece`
fn bare_over(look: &Look<'_>) -> Option<Diagnostic> {
    let over = look.fail.checked_sub(1)?;
    if look.word(over) != "over" || look.is_number(look.fail) {
        return None;
    }
    let rest = if look.is_word(look.fail) && look.slot == Slot::Trait {
        format!(" {}", look.word(look.fail))
    } else {
        String::new()
    };
    Some(
        Diagnostic::new(code::BARE_REACH, look.at(over), "`over` does not say how many")
            .help(format!("write `over 1{rest}`, or `over 0..1{rest}` for one or none")),
    )
}

/// `A, or B`
fn comma_before_joint(look: &Look<'_>) -> Option<Diagnostic> {
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
            look.from_to(comma, joint),
            format!("no comma stands before `{word}`"),
        )
        .help(format!(
            "a list has only commas: `{before}, {after}`; conditions and movements are joined by `{word}` alone"
        )),
    )
}

/// `Queen, Rook or Bishop`, `without A or B`
fn list_with_joint(look: &Look<'_>) -> Option<Diagnostic> {
    let joint = look.fail;
    let word = look.word(joint);
    if !matches!(word, "or" | "and") || look.expects(Rule::kw_or) || look.expects(Rule::kw_and) || joint == 0 {
        return None;
    }
    let mut first = joint - 1;
    while first >= 2 && look.sign(first - 1, ',') {
        first -= 2;
    }
    let list: Vec<&str> = (first..joint + 2).filter(|&i| look.is_word(i) && i != joint).map(|i| look.word(i)).collect();
    Some(
        Diagnostic::new(code::LIST_TAKES_COMMAS, look.at(joint), format!("`{word}` cannot stand in a list"))
            .help(format!("a list has only commas: `{}`", list.join(", "))),
    )
}

/// `a and b or c`
fn mixed_joints(look: &Look<'_>) -> Option<Diagnostic> {
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

/// `walks step forward and slide diagonal`
fn path_with_and(look: &Look<'_>) -> Option<Diagnostic> {
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

/// A part of a rule behind one that it should stand in front of.
fn late_part(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    let word = look.word(at);
    let earlier = |words: &[&str]| (0..at).rev().find(|&i| words.contains(&look.word(i)));
    let before = match (look.slot, word) {
        (Slot::Item | Slot::PatchItem, "when") => earlier(&["leaving", "when"])?,
        (Slot::Item | Slot::PatchItem, "for") if look.word(look.begin()) != "piece" => earlier(&["when", "leaving"])?,
        (Slot::Item, "royal" | "neutral" | "for") if look.word(look.begin()) == "piece" => {
            earlier(&["promotes", "royal", "neutral"])?
        }
        (Slot::Trait, "taking" | "stopping" | "leaving") if look.sign(at.wrapping_sub(1), ',') => earlier(&["when"])?,
        _ => return None,
    };
    let first = look.word(before);
    if first == word {
        return Some(
            say(look.at(at), format!("a second `{word}`"), format!("join the conditions: `{word} … and …`"))
                .also_at(look, before),
        );
    }
    Some(
        say(look.at(at), format!("`{word}` stands before `{first}`"), format!("write `{word} … {first} …`"))
            .also_at(look, before),
    )
}

/// A second label at a token.
trait AlsoAt {
    fn also_at(self, look: &Look<'_>, index: usize) -> Self;
}

impl AlsoAt for Diagnostic {
    fn also_at(self, look: &Look<'_>, index: usize) -> Self {
        self.also(look.at(index), format!("`{}` stands here", look.word(index)))
    }
}

/// `leap 1,2`
fn vector_without_brackets(look: &Look<'_>) -> Option<Diagnostic> {
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

/// `piece Rook R walks slide any`
fn item_without_block(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) || (0..look.tokens.len()).any(|i| look.sign(i, '{')) {
        return None;
    }
    let (inner, example) = match look.word(begin) {
        "piece" | "every" => (Slot::Trait, "{ moves step any }"),
        "terrain" => (Slot::Terrain, "{ only Man stops }"),
        "capture" => (Slot::Capture, "{ takes enemy Man between moved piece and own Man }"),
        "after" | "at" => (Slot::Step, "{ promote it }"),
        "action" => (Slot::Action, "{ choose own piece }"),
        _ => return None,
    };
    let at = (begin + 1..look.tokens.len())
        .find(|&i| starters(inner).contains(&look.word(i)) && !matches!(look.word(i), "for" | "player"));
    match at {
        Some(at) if at + 1 >= look.fail && at <= look.fail + 1 && look.word(at) != "may" => Some(say(
            look.at(at),
            format!("`{}` stands inside braces", look.word(at)),
            format!("write `{} … {example}`", look.word(begin)),
        )),
        _ if look.fail >= look.tokens.len() && look.expects(Rule::sign_open_block) => Some(say(
            look.at(look.tokens.len().saturating_sub(1)),
            format!("`{}` needs its braces", look.word(begin)),
            format!("write `{} … {example}`", look.word(begin)),
        )),
        _ => None,
    }
}

/// `walks a   takes b`
fn two_on_a_line(look: &Look<'_>) -> Option<Diagnostic> {
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

/// Words of speech and of other languages, and what the language says.
const SYNONYMS: [(&str, &str); 66] = [
    ("adjacent", "beside` (sharing a side) or `next to"),
    ("adjacently", "beside"),
    ("allied", "ally"),
    ("attacks", "takes"),
    ("backwards", "backward"),
    ("beats", "takes"),
    ("captured", "taken"),
    ("captures", "takes"),
    ("capturing", "taking"),
    ("center", "centre"),
    ("check", "attacked"),
    ("checked", "attacked"),
    ("checkmated", "mated"),
    ("checkmate", "mated"),
    ("column", "file"),
    ("columns", "files"),
    ("corner", "corners"),
    ("diagonally", "diagonal"),
    ("diagonals", "diagonal"),
    ("down", "backward"),
    ("draws", "draw"),
    ("eats", "takes"),
    ("edges", "edge"),
    ("else", "otherwise"),
    ("endless", "2.."),
    ("enter", "enters"),
    ("forever", "for ever"),
    ("forwards", "forward"),
    ("friendly", "ally"),
    ("goes", "walks"),
    ("horizontal", "sideways"),
    ("horizontally", "sideways"),
    ("if", "when"),
    ("infinite", "any number of"),
    ("jumps", "jump"),
    ("kills", "takes"),
    ("leaps", "leap"),
    ("leftward", "left"),
    ("limited", "exactly"),
    ("neighbouring", "next to"),
    ("none", "no"),
    ("nor", "and"),
    ("opponent", "enemy"),
    ("opposing", "enemy"),
    ("orthogonally", "orthogonal"),
    ("provided", "when"),
    ("removed", "taken"),
    ("rightward", "right"),
    ("slides", "slide"),
    ("square", "cell"),
    ("squares", "cells"),
    ("stalemated", "no legal move"),
    ("steps", "step"),
    ("stop", "stops"),
    ("straight", "orthogonal"),
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
fn synonym(look: &Look<'_>) -> Option<Diagnostic> {
    const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    for at in [look.fail, look.fail.wrapping_sub(1)] {
        if !look.is_word(at) {
            continue;
        }
        let word = look.word(at);
        let folded = word.to_ascii_lowercase();
        if let Ok(found) = SYNONYMS.binary_search_by_key(&folded.as_str(), |(said, _)| said) {
            return Some(say(
                look.at(at),
                format!("the language does not say `{word}`"),
                format!("write `{}`", SYNONYMS[found].1),
            ));
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
fn words_run_together(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail.min(look.begin().max(look.fail.saturating_sub(1)));
    let at = [at, look.fail].into_iter().find(|&i| {
        look.is_word(i) && look.word(i).chars().count() >= 3 && look.word(i).chars().all(|c| c >= '\u{2e80}')
    })?;
    if look.expects(Rule::sign_equals) {
        return None;
    }
    let word = look.word(at);
    let parts: Vec<char> = word.chars().collect();
    let example = match parts.as_slice() {
        [a, b, c] => format!("{a} {b}{c}"),
        [a, b, c, rest @ ..] => format!("{a} {b}{c} {}", rest.iter().collect::<String>()),
        _ => word.to_owned(),
    };
    Some(
        Diagnostic::new(code::WORDS_RUN_TOGETHER, look.at(at), format!("`{word}` is read as one word"))
            .help(format!("put blanks between the words, as in `{example}`")),
    )
}

/// `(` without `)`, or the other way round.
fn open_bracket(look: &Look<'_>) -> Option<Diagnostic> {
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
fn unquoted(look: &Look<'_>) -> Option<Diagnostic> {
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
