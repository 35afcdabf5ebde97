//! Messages about a file in Chinese keywords quote keywords in Chinese. The sentences stay as they are; what stands in backquotes and is
//! English is exchanged, unless the file itself says it in English.

use std::collections::BTreeMap;
use std::ops::Range;

use pest::Parser;

use super::error::words;
use super::scan::{self, Kind, Token};
use super::translate::{Keywords, other};
use super::twins::{Twin, english, twins};
use crate::diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use boardwright_grammar::{GameParser, Rule};

/// Longer quotes stay as they are.
const LONGEST: usize = 300;
/// Quotes with more brackets, too.
const MOST_BRACKETS: usize = 8;

/// What a quote may lack to be a sentence: the grammar itself says then what its words mean.
const SENTENCES: [(Rule, &str, &str); 14] = [
    (Rule::only_item, "", ""),
    (Rule::only_trait, "", ""),
    (Rule::only_terrain, "", ""),
    (Rule::only_capture, "", ""),
    (Rule::only_step, "", ""),
    (Rule::only_action, "", ""),
    (Rule::only_item, "", " {}"),
    (Rule::only_item, "", " when no legal move"),
    (Rule::only_item, "draw when ", ""),
    (Rule::only_item, "draw ", ""),
    (Rule::only_trait, "moves ", ""),
    (Rule::only_capture, "takes x ", ""),
    (Rule::only_item, "", " x"),
    (Rule::only_item, "may drop x on ", ""),
];

/// Are most keywords of a text Chinese?
pub(super) fn speaks_chinese(text: &str, tokens: &[Token]) -> bool {
    let (mut chinese, mut latin) = (0, 0);
    for token in tokens.iter().filter(|token| token.kind == Kind::Word) {
        let word = token.text(text);
        if english(word).is_some() {
            chinese += 1;
        } else if word.is_ascii() && words().knows(word) {
            latin += 1;
        }
    }
    chinese > latin
}

/// The messages, with the keywords that they quote in the language of the file that each one is about.
pub fn in_its_language(diagnostics: Diagnostics, sources: &Sources) -> Diagnostics {
    let mut languages: BTreeMap<FileId, bool> = BTreeMap::new();
    let mut list = diagnostics.list;
    for diagnostic in &mut list {
        let file = diagnostic.primary.span.file;
        let text = sources.get(file).text.as_str();
        let chinese = *languages.entry(file).or_insert_with(|| speaks(text));
        if chinese {
            let said: Vec<&str> = spans(diagnostic).filter(|s| s.file == file).map(|s| line_of(text, s)).collect();
            exchange(diagnostic, &said);
        }
    }
    Diagnostics { list }
}

/// The same for messages about one text.
pub(super) fn in_the_language_of(text: &str, mut diagnostics: Diagnostics) -> Diagnostics {
    if speaks(text) {
        for diagnostic in &mut diagnostics.list {
            let said: Vec<&str> = spans(diagnostic).map(|span| line_of(text, span)).collect();
            exchange(diagnostic, &said);
        }
    }
    diagnostics
}

fn speaks(text: &str) -> bool {
    text.len() <= scan::MOST_BYTES && !text.is_ascii() && speaks_chinese(text, &scan::tokens(text, false))
}

fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    let others: Vec<Span> = diagnostic.labels.iter().map(|label| label.span).collect();
    std::iter::once(diagnostic.primary.span).chain(others)
}

/// The lines that a span touches, up to a limit.
fn line_of(text: &str, span: Span) -> &str {
    let (start, end) = ((span.start as usize).min(text.len()), (span.end as usize).min(text.len()));
    let Some(before) = text.get(..start) else { return "" };
    let first = before.rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let last = text.get(end..).map_or(end, |rest| end + rest.find(['\n', '\r']).unwrap_or(rest.len()));
    text.get(first..last).filter(|line| line.len() <= 4 * LONGEST).or_else(|| text.get(start..end)).unwrap_or("")
}

fn exchange(diagnostic: &mut Diagnostic, said: &[&str]) {
    let texts = std::iter::once(&mut diagnostic.title)
        .chain(std::iter::once(&mut diagnostic.primary.text))
        .chain(diagnostic.labels.iter_mut().map(|label| &mut label.text))
        .chain(&mut diagnostic.notes)
        .chain(&mut diagnostic.help);
    for text in texts {
        if text.contains('`') {
            let parts = text.split('`').enumerate();
            let parts: Vec<String> =
                parts.map(|(i, part)| if i % 2 == 1 { quote(part, said) } else { part.to_owned() }).collect();
            *text = parts.join("`");
        }
    }
}

/// A quote with its English keywords exchanged.
fn quote(code: &str, said: &[&str]) -> String {
    let silent = code.len() > LONGEST
        || !code.contains(|c: char| c.is_ascii_lowercase())
        || code.matches(['(', '[', '{', '（', '［', '｛']).count() > MOST_BRACKETS
        || said.iter().any(|line| holds(line, code));
    if silent {
        return code.to_owned();
    }
    // As long in bytes: what is left out in a quote stands for a name.
    let readable = code.replace('…', "xxx");
    let mut swaps: Vec<(Range<usize>, &'static str)> = Vec::new();
    for (rule, before, behind) in SENTENCES {
        let sentence = format!("{before}{readable}{behind}");
        let Ok(pairs) = GameParser::parse(rule, &sentence) else { continue };
        for node in pairs.flatten() {
            let start = node.as_span().start();
            if let Some((length, words)) = other(&node, Keywords::Chinese)
                && start >= before.len()
                && start + length <= before.len() + code.len()
            {
                swaps.push((start - before.len()..start + length - before.len(), words));
            }
        }
        if !swaps.is_empty() {
            break;
        }
    }
    if swaps.is_empty() {
        swaps = word_by_word(code, said);
    }
    let (mut out, mut at) = (String::new(), 0);
    for (bytes, words) in swaps {
        out.push_str(code.get(at..bytes.start).unwrap_or(""));
        out.push_str(words);
        at = bytes.end;
    }
    out.push_str(code.get(at..).unwrap_or(""));
    out
}

/// Does a line hold these words as they are?
fn holds(line: &str, code: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(scan::is_name_char);
    line.match_indices(code)
        .any(|(at, _)| !letter(line[..at].chars().next_back()) && !letter(line[at + code.len()..].chars().next()))
}

/// Each longest phrase for itself: a twin that the file says here, or the one that comes first.
fn word_by_word(code: &str, said: &[&str]) -> Vec<(Range<usize>, &'static str)> {
    let tokens: Vec<Token> = scan::tokens(code, false).into_iter().filter(|t| t.kind == Kind::Word).collect();
    let mut swaps = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let fits = |twin: &&Twin| {
            let words = twin.english.split(' ').enumerate();
            twin.chinese.is_some()
                && words.clone().all(|(i, word)| tokens.get(at + i).is_some_and(|t| t.text(code) == word))
        };
        let length = |twin: &Twin| twin.english.split(' ').count();
        let candidates: Vec<&Twin> = twins().iter().filter(fits).collect();
        let longest = candidates.iter().map(|twin| length(twin)).max();
        let Some(longest) = longest else {
            at += 1;
            continue;
        };
        let longest_ones = candidates.iter().filter(|twin| length(twin) == longest).filter_map(|twin| twin.chinese);
        let chosen = said.iter().find_map(|line| longest_ones.clone().find(|twin| holds(line, twin)));
        if let Some(words) = chosen.or_else(|| longest_ones.clone().next()) {
            swaps.push((tokens[at].start as usize..tokens[at + longest - 1].end as usize, words));
        }
        at += longest;
    }
    swaps
}
