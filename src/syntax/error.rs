//! What is wrong with a slice that the grammar could not read, in a designer's words.
//!
//! pest says where it failed and which rules it tried there. The slice is parsed again alone, and the place of the furthest failure is
//! compared first with habits of other languages and games (`habits.rs`), then with the words that could stand there.

mod habits;
mod words;

use std::ops::Range;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};

pub(super) use self::words::{every_phrase, words};

use self::words::{describe, phrases};
use super::build_ast::{Bad, Slot};
use super::scan::{Fault, ITEM_WORDS, Kind, Token};
use super::twins::{english, spellings};
use crate::diag::{Diagnostic, FileId, Span, code, nearest};
use boardwright_grammar::{GameParser, Rule};

/// At most so many expected things are listed.
const MOST_EXPECTED: usize = 7;

/// Larger numbers are a mistake.
const LARGEST_NUMBER: u32 = 1_000_000;

/// A token of the slice.
#[derive(Debug, Clone, Copy)]
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
    span: Span,
}

/// A slice under the second look.
struct Look<'a> {
    /// The whole text.
    text: &'a str,
    /// The file.
    file: FileId,
    /// Where the slice stands.
    slot: Slot,
    /// The slice.
    span: Span,
    /// Its tokens, without line breaks and comments.
    tokens: Vec<Piece<'a>>,
    /// The tokens of the whole text.
    all: &'a [Token],
    /// How many of them the grammar could read; the one with this index is where it failed.
    fail: usize,
    /// What could have stood there.
    expected: Vec<Rule>,
    /// Are the keywords of the file Chinese?
    chinese: bool,
}

impl<'a> Look<'a> {
    fn new(file: FileId, text: &'a str, all: &'a [Token], bad: Bad) -> Self {
        let (start, end) = (bad.span.start as usize, bad.span.end as usize);
        let first = all.partition_point(|t| t.start < bad.span.start);
        let slice: Vec<Token> = all[first..]
            .iter()
            .take_while(|t| t.start < bad.span.end)
            .filter(|t| !matches!(t.kind, Kind::Newline | Kind::Comment))
            .copied()
            .collect();
        // Chinese keywords stand here as the English words that they are, each at the place of the whole, so that what is known of
        // habits is known of both languages. A label is what it is.
        let tokens = |at: usize, t: &Token| {
            let written = t.text(text);
            let label = slice.get(at + 1).is_some_and(|next| next.kind == Kind::Sign(':'));
            let said = if t.kind == Kind::Word && !label { english(written) } else { None };
            let span = Span::new(file, t.start as usize, t.end as usize);
            let piece = move |text: &'a str, kind| Piece { kind, text, span };
            let whole = if said.is_none() { Some(piece(written, t.kind)) } else { None };
            said.into_iter().flat_map(|said| said.split(' ')).map(move |word| piece(word, Kind::Word)).chain(whole)
        };
        let tokens: Vec<Piece<'a>> = slice.iter().enumerate().flat_map(|(at, t)| tokens(at, t)).collect();
        let (place, expected) = failure(bad.slot, text.get(start..end).unwrap_or(""));
        let place = (start + place) as u32;
        let fail = tokens.iter().position(|t| t.span.end > place).unwrap_or(tokens.len());
        Self { text, file, slot: bad.slot, span: bad.span, tokens, all, fail, expected, chinese: false }
    }

    /// The text of a token; empty beyond the end.
    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |t| t.text)
    }

    /// The text of a token as the file writes it.
    fn written(&self, index: usize) -> &'a str {
        let span = self.at(index);
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Is this token the sign?
    fn sign(&self, index: usize, sign: char) -> bool {
        self.tokens.get(index).is_some_and(|t| t.kind == Kind::Sign(sign))
    }

    /// Is this token a word that is not in quotes or backquotes?
    fn is_word(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|t| t.kind == Kind::Word)
    }

    /// Is this token a whole number?
    fn is_number(&self, index: usize) -> bool {
        is_number(self.word(index))
    }

    /// The span of a token, or of the end of the slice.
    fn at(&self, index: usize) -> Span {
        self.tokens
            .get(index)
            .map_or_else(|| Span::new(self.file, self.span.end as usize, self.span.end as usize), |t| t.span)
    }

    /// The span of tokens from one to another, both included.
    fn spanning(&self, first: usize, last: usize) -> Span {
        self.at(first).to(self.at(last.min(self.tokens.len().saturating_sub(1)).max(first)))
    }

    /// The keyword that declares this name somewhere in the file: `player`, `piece`, `region` …
    fn declared_by(&self, name: &str) -> Option<&'a str> {
        self.all.windows(2).find_map(|pair| {
            let keyword = english_of(pair[0].text(self.text));
            let declares = matches!(
                keyword,
                "player" | "piece" | "kind" | "region" | "regions" | "mark" | "option" | "count" | "fact" | "line"
            );
            (declares && pair[1].text(self.text) == name).then_some(keyword)
        })
    }

    /// Does a new line begin with this token?
    fn begins_line(&self, index: usize) -> bool {
        let (Some(before), Some(token)) = (self.tokens.get(index.wrapping_sub(1)), self.tokens.get(index)) else {
            return index == 0;
        };
        let between = self.text.get(before.span.end as usize..token.span.start as usize).unwrap_or("");
        between.contains(['\n', '\r'])
    }

    /// Where these words stand one after the other.
    fn find(&self, words: &[&str]) -> Option<usize> {
        (0..(self.tokens.len() + 1).saturating_sub(words.len()))
            .find(|&i| words.iter().enumerate().all(|(k, w)| self.word(i + k) == *w))
    }

    /// Could this have stood at the failure?
    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Where the sentence begins: behind `replace`, `add to` and the label.
    fn begin(&self) -> usize {
        let mut at = match self.word(0) {
            "replace" => 1,
            "add" if self.word(1) == "to" => 2,
            _ => 0,
        };
        if self.sign(at + 1, ':') {
            at += 2;
        }
        at
    }

    /// The source between two tokens, both included, blanks folded.
    fn source(&self, first: usize, last: usize) -> String {
        let span = self.spanning(first, last);
        let source = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        source.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Can the tokens from one to another be read alone?
    fn reads(&self, first: usize, last: usize) -> bool {
        let span = self.spanning(first, last);
        let source = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        GameParser::parse(only(self.slot), source).is_ok()
    }
}

/// The English phrase of a Chinese keyword; any other word as it is.
fn english_of(word: &str) -> &str {
    english(word).unwrap_or(word)
}

/// Is this a whole number?
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Explains a slice: one message.
///
/// With `chinese` the keywords of the file are Chinese ones, and these are offered.
pub(super) fn explain<'a>(file: FileId, text: &'a str, tokens: &'a [Token], mut bad: Bad, chinese: bool) -> Diagnostic {
    // A block that was closed for the parser alone ends beyond the text.
    bad.span = Span::new(file, (bad.span.start as usize).min(text.len()), (bad.span.end as usize).min(text.len()));
    let look = Look { chinese, ..Look::new(file, text, tokens, bad) };
    habits::habit(&look)
        .or_else(|| first_word(&look))
        .or_else(|| phrase(&look))
        .or_else(|| near_word(&look))
        .unwrap_or_else(|| expected(&look))
}

/// The rule that reads one slice alone.
fn only(slot: Slot) -> Rule {
    match slot {
        Slot::Item | Slot::PatchItem => Rule::only_item,
        Slot::Trait => Rule::only_trait,
        Slot::Region => Rule::only_region,
        Slot::Setup => Rule::only_setup,
        Slot::Terrain => Rule::only_terrain,
        Slot::Capture => Rule::only_capture,
        Slot::Step => Rule::only_step,
        Slot::Action => Rule::only_action,
    }
}

/// Where the grammar fails in a slice, and what it tried there.
fn failure(slot: Slot, slice: &str) -> (usize, Vec<Rule>) {
    match GameParser::parse(only(slot), slice) {
        Ok(_) => (slice.len(), Vec::new()),
        Err(error) => {
            let place = match error.location {
                InputLocation::Pos(place) | InputLocation::Span((place, _)) => place,
            };
            let expected = match error.variant {
                ErrorVariant::ParsingError { positives, .. } => positives,
                ErrorVariant::CustomError { .. } => Vec::new(),
            };
            (place, expected)
        }
    }
}

/// The words that begin what can stand in a slot.
fn starters(slot: Slot) -> &'static [&'static str] {
    const EFFECTS: [&str; 14] = [
        "promote", "turn", "remove", "place", "give", "put", "move", "draw", "player", "mover", "owner", "may", "must",
        "for",
    ];
    match slot {
        Slot::Item | Slot::PatchItem => &ITEM_WORDS,
        Slot::Trait => &["moves", "walks", "takes", "only", "freezes", "may"],
        Slot::Terrain => &["only", "no", "hostile"],
        Slot::Capture => &["by", "takes", "flips"],
        Slot::Step => &EFFECTS,
        Slot::Action => &[
            "choose", "needs", "promote", "turn", "remove", "place", "give", "put", "move", "draw", "player", "mover",
            "owner",
        ],
        Slot::Region | Slot::Setup => &[],
    }
}

/// What a slot holds, in words.
fn slot_words(slot: Slot, chinese: bool) -> &'static str {
    match slot {
        Slot::Trait if chinese => "what a piece does: `走吃`, `只走`, `只吃`, `仅限`, `冻结`, `每段之后可停`",
        Slot::Terrain if chinese => "`只有 … 进入`, `只有 … 停留`, `禁止 … 进入`, `禁止 … 停留` or `敌视 …`",
        Slot::Capture if chinese => "`须由 …`, `吃掉 …` or `翻转 …`",
        Slot::Step if chinese => {
            "an effect: `升变`, `翻回`, `翻面`, `移除`, `摆放`, `转交`, `收取`, `移位`, `棋手 出局`, `和棋`"
        }
        Slot::Action if chinese => "`选取 …`, `须满足 …` or an effect",
        Slot::Item | Slot::PatchItem => "a declaration, a rule, an event, an action or an end",
        Slot::Trait => "what a piece does: `moves`, `walks`, `takes`, `only in`, `freezes`, `may stop after any leg`",
        Slot::Region => "a member: `NAME = cells`, or cells alone",
        Slot::Setup => "an entry: `Man e1`",
        Slot::Terrain => "`only … enters`, `only … stops`, `no … enters`, `no … stops` or `hostile to …`",
        Slot::Capture => "`by …`, `takes …` or `flips …`",
        Slot::Step => {
            "an effect: `promote`, `turn back`, `turn over`, `remove`, `place`, `give`, `put`, `move`, `PLAYER is out`, `draw`"
        }
        Slot::Action => "`choose …`, `needs …` or an effect",
    }
}

/// A sentence that begins with a word that begins none.
fn first_word(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let starters = starters(look.slot);
    if begin > 0
        && look.sign(begin - 1, ':')
        && !matches!(look.slot, Slot::Item | Slot::PatchItem | Slot::Setup | Slot::Region)
    {
        let title = format!("`{}` begins an item of its own", look.source(begin - 2, begin - 1));
        return Some(
            Diagnostic::new(code::OUT_OF_PLACE, look.spanning(begin - 2, begin - 1), title)
                .label(format!("here stands {}", slot_words(look.slot, look.chinese)))
                .help("only items have labels, and they stand outside of `{ … }`; is a `}` missing before it?"),
        );
    }
    if starters.is_empty() || begin + 1 < look.fail || begin >= look.tokens.len() {
        return None;
    }
    let word = look.word(begin);
    if starters.contains(&word) {
        return None;
    }
    // A name that is followed by what a player does was meant as one.
    if matches!(look.slot, Slot::Item | Slot::PatchItem | Slot::Step | Slot::Action)
        && ["wins", "loses", "is", "win", "lose", "are"]
            .iter()
            .any(|w| look.word(begin + 1) == *w || nearest(look.word(begin + 1), [*w]).is_some())
    {
        return None;
    }
    let span = look.at(begin);
    if !look.is_word(begin) {
        let title = format!("`{word}` begins no sentence");
        return Some(
            Diagnostic::new(code::EXPECTED, span, title)
                .label(format!("here stands {}", slot_words(look.slot, look.chinese))),
        );
    }
    if let Some(home) = home_of(word)
        && home != look.slot
    {
        return Some(out_of_place(look, word, span, home));
    }
    let diagnostic = if words().knows(word) {
        Diagnostic::new(code::OUT_OF_PLACE, span, format!("no sentence begins with `{word}` here"))
    } else {
        Diagnostic::new(code::UNKNOWN_WORD, span, format!("unknown word `{word}`"))
    };
    let diagnostic = diagnostic.label(format!("here stands {}", slot_words(look.slot, look.chinese)));
    Some(match nearest(word, starters.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    })
}

/// The slot whose sentences begin with this word, if it is only one.
fn home_of(word: &str) -> Option<Slot> {
    Some(match word {
        "moves" | "walks" | "freezes" => Slot::Trait,
        "hostile" => Slot::Terrain,
        "flips" | "by" => Slot::Capture,
        "promote" | "give" | "put" => Slot::Step,
        "choose" | "needs" => Slot::Action,
        "board" | "line" | "region" | "regions" | "teams" | "turns" | "kind" | "piece" | "every" | "mark"
        | "option" | "terrain" | "capture" | "hand" | "drops" | "count" | "fact" | "notation" | "setup" | "after"
        | "at" | "action" | "set" | "replace" | "add" => Slot::Item,
        _ => return None,
    })
}

/// A sentence of the language at the wrong place.
fn out_of_place(look: &Look<'_>, word: &str, span: Span, home: Slot) -> Diagnostic {
    let (title, help) = match home {
        Slot::Item => (
            format!("`{word}` begins an item of its own"),
            "an item stands outside of `{ … }`; is a `}` missing before it?".to_owned(),
        ),
        Slot::Trait => (
            format!("`{word}` says what a piece does"),
            "it stands inside the braces of a piece: `piece NAME { moves step any }`".to_owned(),
        ),
        Slot::Terrain => (
            format!("`{word}` belongs to `terrain`"),
            "it stands inside its braces: `terrain throne { hostile to any piece }`".to_owned(),
        ),
        Slot::Capture => (
            format!("`{word}` belongs to `capture`"),
            "it stands inside its braces: `capture NAME { takes enemy Man between moved piece and own Man }`"
                .to_owned(),
        ),
        Slot::Action => (
            format!("`{word}` belongs to `action`"),
            "it stands inside its braces: `action NAME { choose own piece; … }`".to_owned(),
        ),
        _ => (
            format!("`{word}` is an effect"),
            "an effect stands inside an event: `after own Man moves { promote it when it ended in far rank }`"
                .to_owned(),
        ),
    };
    Diagnostic::new(code::OUT_OF_PLACE, span, title)
        .label(format!("here stands {}", slot_words(look.slot, look.chinese)))
        .help(help)
}

/// A phrase that begins well and ends otherwise: `is takn`, `hostile King`, `position occured`.
fn phrase(look: &Look<'_>) -> Option<Diagnostic> {
    let here: Vec<&str> = look.expected.iter().flat_map(|&rule| phrases(rule)).collect();
    // pest folds what fails at the start of a rule into that rule, so any phrase may be meant; those that it names come first.
    let fits =
        |phrase: &str| phrase.split(' ').enumerate().take_while(|(i, word)| look.word(look.fail + i) == *word).count();
    let begun = |list: &mut dyn Iterator<Item = &'static str>| -> Vec<(usize, &'static str)> {
        list.map(|p| (fits(p), p)).filter(|(n, p)| *n > 0 && *n < p.split(' ').count()).collect()
    };
    let mut candidates = begun(&mut every_phrase().filter(|p| here.contains(p)));
    let named = !candidates.is_empty();
    if !named && !here.iter().any(|p| *p == look.word(look.fail)) {
        candidates = begun(&mut every_phrase());
    }
    let most = candidates.iter().map(|(n, _)| *n).max()?;
    candidates.retain(|(n, _)| *n == most);
    let place = look.fail + most;
    let found = look.word(place);
    let next = |phrase: &'static str| phrase.split(' ').nth(most).unwrap_or("");
    if let Some(near) = nearest(found, candidates.iter().map(|(_, p)| next(p)))
        && let Some((_, phrase)) = candidates.iter().find(|(_, p)| next(p) == near)
    {
        return Some(
            Diagnostic::new(code::UNKNOWN_WORD, look.at(place), format!("unknown word `{found}`"))
                .help(format!("did you mean `{phrase}`?")),
        );
    }
    if !named && look.fail != look.begin() {
        return None;
    }
    let mut phrases: Vec<String> = candidates.iter().map(|(_, p)| format!("`{p}`")).collect();
    phrases.sort_unstable();
    phrases.dedup();
    phrases.truncate(MOST_EXPECTED);
    let begun = look.source(look.fail, place - 1);
    let title = if found.is_empty() {
        format!("`{begun}` is not finished")
    } else {
        format!("`{begun} {}` is no phrase of the language", shorten(found))
    };
    Some(
        Diagnostic::new(code::EXPECTED, look.spanning(look.fail, place), title)
            .help(format!("the language says {}", any_of(&phrases))),
    )
}

/// A word that is nearly one of those that could stand here.
fn near_word(look: &Look<'_>) -> Option<Diagnostic> {
    if !look.is_word(look.fail) {
        return None;
    }
    let word = look.word(look.fail);
    // A name of this file is no misspelt word.
    if look.declared_by(word).is_some() {
        return None;
    }
    let here: Vec<&str> = look.expected.iter().flat_map(|&rule| phrases(rule)).collect();
    let first_words = here.iter().filter_map(|phrase| phrase.split(' ').next());
    // Of two Chinese words the one that begins alike is meant.
    let alike = first_words.clone().filter(|w| !word.is_ascii() && w.chars().next() == word.chars().next());
    let near = nearest(word, alike)
        .or_else(|| nearest(word, first_words))
        .map(|near| here.iter().find(|p| p.split(' ').next() == Some(near)).map_or(near, |p| *p));
    let near = near.or_else(|| if words().knows(word) { None } else { near_anywhere(word, look) });
    // The one word that can stand here is offered even if the two have nothing in common.
    let near = near.or(match (here.as_slice(), look.expected.len()) {
        ([only], 1) if !words().knows(word) => Some(*only),
        _ => None,
    })?;
    let near = if look.chinese { twin_here(look, near) } else { near };
    let title =
        if words().knows(word) { format!("`{word}` does not fit here") } else { format!("unknown word `{word}`") };
    Some(Diagnostic::new(code::UNKNOWN_WORD, look.at(look.fail), title).help(format!("did you mean `{near}`?")))
}

/// The Chinese twin of a phrase that could stand here.
fn twin_here<'p>(look: &Look<'_>, phrase: &'p str) -> &'p str {
    let spellings = look.expected.iter().flat_map(|&rule| spellings(rule));
    spellings.filter(|twin| twin.english == phrase).find_map(|twin| twin.chinese).unwrap_or(phrase)
}

/// The nearest word of the whole language; where a list of names or kinds stands, only words that differ in case are offered.
fn near_anywhere(word: &str, look: &Look<'_>) -> Option<&'static str> {
    // Behind a name that was read a word may be a second name by mistake: guessing would be far off.
    let all = || words().all().iter().copied();
    let alike = all().filter(|w| !word.is_ascii() && w.chars().next() == word.chars().next());
    let near = nearest(word, alike).or_else(|| nearest(word, all()))?;
    let cautious =
        look.expects(Rule::name) || look.expects(Rule::set) || look.expects(Rule::items) || look.expects(Rule::term);
    (!cautious || near.eq_ignore_ascii_case(word)).then_some(near)
}

/// What could have stood at the place of the failure.
fn expected(look: &Look<'_>) -> Diagnostic {
    let mut list: Vec<String> = Vec::new();
    for text in look.expected.iter().filter_map(|&rule| describe(rule, look.chinese)) {
        if !list.contains(&text) {
            list.push(text);
        }
    }
    // The end of the sentence is what is expected least.
    list.sort_by_key(|text| text == "the end of the sentence");
    let more = list.len() > MOST_EXPECTED;
    list.truncate(MOST_EXPECTED);
    if more {
        list.push("…".to_owned());
    }
    let found = look.word(look.fail);
    let (title, span) = if look.fail >= look.tokens.len() {
        let last = look.tokens.len().saturating_sub(1);
        (format!("the sentence is not finished after `{}`", shorten(look.word(last))), look.at(last))
    } else {
        (format!("`{}` does not fit here", shorten(found)), look.at(look.fail))
    };
    let diagnostic = Diagnostic::new(code::EXPECTED, span, title);
    match list.as_slice() {
        [] => diagnostic.label(format!("here stands {}", slot_words(look.slot, look.chinese))),
        [one] if one == "the end of the sentence" => diagnostic
            .label("the sentence could end before this")
            .help("put the next statement on a line of its own, or behind `;`"),
        _ => diagnostic.help(format!("here can stand {}", any_of(&list))),
    }
}

/// `a, b or c`
fn any_of(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if last == "…" => format!("{} …", first.join(", ")),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The start of a long word, string or picture.
fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() > 40 || line.len() < text.len() {
        format!("{}…", line.chars().take(40).collect::<String>())
    } else {
        line.to_owned()
    }
}

/// A `setup` whose rows follow without `"""`: the bytes of its line and those of the rows, a closing `"""` included.
pub(super) fn lost_picture(text: &str, tokens: &[Token]) -> Option<(Range<usize>, Range<usize>)> {
    tokens.iter().enumerate().filter(|(_, t)| t.kind == Kind::Word && english_of(t.text(text)) == "setup").find_map(
        |(i, token)| {
            let line = tokens[i..].iter().take_while(|t| t.kind != Kind::Newline);
            let mut before = tokens[..i].iter().rev().take_while(|t| t.kind != Kind::Newline);
            if before.any(|t| english_of(t.text(text)) != "replace")
                || line.clone().any(|t| {
                    t.text(text).starts_with("\"\"\"")
                        || matches!(t.kind, Kind::String | Kind::Picture | Kind::Sign('{' | ':' | '='))
                })
            {
                return None;
            }
            let start = token.start as usize;
            let end = start + text[start..].find(['\n', '\r'])?;
            let (mut rows, mut empty_cells) = (0, false);
            let mut last = end;
            let mut at = end;
            for line in text[end..].split_inclusive(['\n', '\r']) {
                at += line.len();
                let row = line.trim();
                if is_row(row) {
                    rows += 1;
                    empty_cells |= row.contains(['.', '．', '。']);
                    last = at;
                } else if rows > 0 && row.starts_with("\"\"\"") {
                    last = at;
                    break;
                } else if !row.is_empty() {
                    break;
                }
            }
            let first = end + text[end..last].len() - text[end..last].trim_start().len();
            let last = end + text[end..last].trim_end().len();
            (rows > 1 && empty_cells).then(|| (start..start + text[start..end].trim_end().len(), first..last))
        },
    )
}

/// Could this line be a row of a picture, and nothing else?
fn is_row(line: &str) -> bool {
    let sign = |word: &str| word.chars().count() == 1 || !words().knows(word);
    !line.is_empty() && !line.contains(['"', ':', '=', '{', '}', '#', ';', ',']) && line.split_whitespace().all(sign)
}

/// Numbers too large to mean anything, and ranges that do not go up.
pub(super) fn numbers<'a>(file: FileId, text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = Diagnostic> + 'a {
    let value = move |token: &Token| {
        if token.kind == Kind::Word && is_number(token.text(text)) { Some(token.text(text)) } else { None }
    };
    tokens.iter().enumerate().filter_map(move |(i, token)| {
        let least = value(token)?;
        let span = Span::new(file, token.start as usize, token.end as usize);
        if least.parse::<u32>().map_or(true, |n| n > LARGEST_NUMBER) {
            let shown = shorten(least);
            return Some(
                Diagnostic::new(code::NUMBER_TOO_LARGE, span, format!("`{shown}` is too large to mean anything on a board"))
                    .help(format!("the largest number is {LARGEST_NUMBER}; where there is no limit say `2..`, `any number of` or `for ever`")),
            );
        }
        let axis = i > 0 && matches!(english_of(tokens[i - 1].text(text)), "files" | "ranks");
        if axis || tokens.get(i + 1)?.kind != Kind::Dots {
            return None;
        }
        let most = value(tokens.get(i + 2)?)?;
        let span = Span::new(file, span.start as usize, tokens[i + 2].end as usize);
        match (least.parse::<u32>().ok()?, most.parse::<u32>().ok()?) {
            (a, b) if a > b => Some(
                Diagnostic::new(code::BARE_REACH, span, format!("`{least}..{most}` counts downward")).help(format!("write `{most}..{least}`")),
            ),
            (a, b) if a == b && a > 0 => Some(
                Diagnostic::new(code::BARE_REACH, span, format!("`{least}..{most}` is a range of one"))
                    .help(format!("write `exactly {least}`, or `1..{least}` for up to {least}")),
            ),
            _ => None,
        }
    })
}

/// Characters in texts, pictures, names and comments that would do something to a terminal, or turn the direction of writing so that
/// a line reads otherwise than it is. One message for each token.
pub(super) fn hidden<'a>(file: FileId, text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = Diagnostic> + 'a {
    tokens.iter().filter(|t| !matches!(t.kind, Kind::Word | Kind::Newline | Kind::Odd(_))).filter_map(move |token| {
        let (at, c) = token.text(text).char_indices().find(|(_, c)| is_harmful(*c))?;
        let start = token.start as usize + at;
        let title = if c.is_control() {
            format!("a control character (U+{:04X}) stands here", c as u32)
        } else {
            format!("a character that turns the direction of writing (U+{:04X}) stands here", c as u32)
        };
        Some(
            Diagnostic::new(code::NOT_TEXT, Span::new(file, start, start + c.len_utf8()), title)
                .help("delete it; a game file holds only what can be read"),
        )
    })
}

/// Controls but for blanks and line breaks; embeddings, overrides and isolates of writing direction.
fn is_harmful(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The message for a fault of brackets and quotes.
pub(super) fn fault(file: FileId, text: &str, fault: &Fault) -> Diagnostic {
    match fault {
        Fault::Unclosed { brace, next } => {
            let line_start = text[..brace.start].rfind(['\n', '\r']).map_or(0, |i| i + 1);
            let head = shorten(text[line_start..brace.end].trim());
            let span = Span::new(file, brace.start, brace.end);
            match next {
                Some(next) => {
                    let line = text[*next..].split(['\n', '\r', '{', '#', '"']).next().unwrap_or("").trim_end();
                    let item = Span::new(file, *next, *next + line.len());
                    let line = shorten(line.trim_start());
                    Diagnostic::new(code::BRACE_NOT_CLOSED, span, format!("`{head}` is not closed before `{line}`"))
                        .label("this `{` has no `}`")
                        .also(item, "the next item begins here")
                        .help("put a `}` before it")
                }
                None => Diagnostic::new(
                    code::BRACE_NOT_CLOSED,
                    span,
                    format!("`{head}` is not closed before the end of the file"),
                )
                .label("this `{` has no `}`")
                .help("put a `}` where its statements end"),
            }
        }
        Fault::Stray(range) => Diagnostic::new(
            code::BRACE_CLOSES_NOTHING,
            Span::new(file, range.start, range.end),
            "this `}` closes nothing",
        )
        .label("no `{` is open here")
        .help("take it away, or put a `{` where its block begins"),
        Fault::Quote(range) => {
            let span = Span::new(file, range.start, range.end);
            if text[range.clone()].starts_with("\"\"\"") {
                let span = Span::new(file, range.start, range.start + 3);
                return Diagnostic::new(code::STRING_NOT_CLOSED, span, "this picture has no end")
                    .label("`\"\"\"` begins a picture")
                    .help("put `\"\"\"` on a line of its own below its last row");
            }
            if text[range.clone()].starts_with('`') {
                return Diagnostic::new(code::STRING_NOT_CLOSED, span, "this name in backquotes has no end")
                    .help("put the closing backquote right behind it: `` `step` ``");
            }
            Diagnostic::new(code::STRING_NOT_CLOSED, span, "this text in quotes has no end")
                .help("put the closing quote on the same line; a picture of several lines stands between `\"\"\"` and `\"\"\"`")
        }
        Fault::TooDeep(range) => Diagnostic::new(
            code::TOO_LARGE,
            Span::new(file, range.start, range.end),
            "brackets are nested too deep here",
        )
        .note(format!("at most {} brackets can be open at one place", super::scan::MOST_DEPTH))
        .help("give parts of it a name with `fact` or `kind`"),
    }
}
