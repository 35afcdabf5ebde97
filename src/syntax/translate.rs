//! The keywords of a file in the other language: which spans are swapped for which words (`fmt --keywords`).

use std::ops::Range;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::scan;
use super::twins::spellings;
use crate::diag::{Diagnostic, FileId, Span, code};
use boardwright_grammar::{GameParser, Rule};

/// A language of keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keywords {
    /// `piece`, `may not`
    English,
    /// `棋子`, `不得`
    Chinese,
}

/// A span and the words that take its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Swap {
    /// The bytes.
    pub bytes: Range<usize>,
    /// The new words.
    pub words: &'static str,
}

/// What a handle may lack to be an item: the grammar itself says then which of its words are keywords.
const TAILS: [&str; 12] = [
    "",
    " {}",
    " when no legal move",
    " = x",
    " = a1 a2",
    " = a1",
    " = 1 x",
    " = 1 for x",
    " own hand",
    " \"\"",
    " x",
    " 1 x 1",
];

/// Handles of one word that are no labels.
const ALONE: [(&str, Rule); 5] = [
    ("board", Rule::kw_board),
    ("turns", Rule::kw_turns),
    ("teams", Rule::kw_teams),
    ("setup", Rule::kw_setup),
    ("notation", Rule::kw_notation),
];

/// The swaps that bring a text without faults into a language, ascending.
pub(super) fn swaps(text: &str, to: Keywords) -> Vec<Swap> {
    let mut swaps = Vec::new();
    each_segment(text, |base, pairs| {
        for node in pairs.flatten() {
            if node.as_rule() == Rule::handle {
                let source = node.as_str();
                let start = base + node.as_span().start();
                handle(source, to, |bytes, words| {
                    swaps.push(Swap { bytes: start + bytes.start..start + bytes.end, words });
                });
            } else if let Some((length, words)) = other(&node, to) {
                let start = base + node.as_span().start();
                swaps.push(Swap { bytes: start..start + length, words });
            }
        }
    });
    swaps
}

/// Reads the segments of a text; what is no sentence is left out.
fn each_segment(text: &str, mut read: impl FnMut(usize, Pairs<'_, Rule>)) {
    for segment in scan::scan(text).segments.iter().filter(|segment| !segment.skipped) {
        if let Ok(pairs) = GameParser::parse(Rule::file, &text[segment.bytes.clone()]) {
            read(segment.bytes.start, pairs);
        }
    }
}

/// The words of a keyword in the other language, and how many bytes it has now.
pub(super) fn other(node: &Pair<'_, Rule>, to: Keywords) -> Option<(usize, &'static str)> {
    let twins = spellings(node.as_rule());
    let written = node.as_str().trim_end();
    let mut words = written.split(scan::is_blank).filter(|word| !word.is_empty());
    match to {
        Keywords::Chinese => {
            let words: Vec<&str> = words.collect();
            let twin = twins.iter().find(|twin| twin.english.split(' ').eq(words.iter().copied()))?;
            twin.chinese.map(|chinese| (written.len(), chinese))
        }
        Keywords::English => {
            let word = words.next()?;
            let twin = twins.iter().find(|twin| twin.chinese == Some(word))?;
            Some((written.len(), twin.english.as_str()))
        }
    }
}

/// The keywords of a handle. One word alone is a label, unless it names what a game has once.
fn handle(source: &str, to: Keywords, mut swap: impl FnMut(Range<usize>, &'static str)) {
    let source = source.trim_end();
    if !source.contains(scan::is_blank) {
        let twin = ALONE.iter().find_map(|(word, rule)| {
            spellings(*rule)
                .first()
                .filter(|twin| twin.english == *word && (twin.chinese == Some(source) || source == *word))
        });
        match (twin, to) {
            (Some(twin), Keywords::English) if source != twin.english => swap(0..source.len(), &twin.english),
            (Some(twin), Keywords::Chinese) if source == twin.english => {
                if let Some(chinese) = twin.chinese {
                    swap(0..source.len(), chinese);
                }
            }
            _ => {}
        }
        return;
    }
    for tail in TAILS {
        let item = format!("{source}{tail}");
        let Ok(pairs) = GameParser::parse(Rule::only_item, &item) else { continue };
        for node in pairs.flatten() {
            let start = node.as_span().start();
            if let Some((length, words)) = other(&node, to)
                && start + length <= source.len()
            {
                swap(start..start + length, words);
            }
        }
        return;
    }
}

/// Does the translation say the same? Where it does not, the place in the text from which it differs.
pub(super) fn differs(file: FileId, text: &str, translated: &str) -> Option<Diagnostic> {
    let (before, after) = (shape(text), shape(translated));
    let pairs = before.iter().zip(&after);
    let place = pairs.take_while(|((a, _), (b, _))| a == b).count();
    if place == before.len() && place == after.len() {
        return None;
    }
    let at = before.get(place).or(before.last()).map_or(0, |(_, at)| *at);
    let end = at + text.get(at..).map_or(0, scan::word_length);
    Some(
        Diagnostic::new(
            code::RESERVED_WORD,
            Span::new(file, at, end),
            "in the other language this sentence would be read otherwise",
        )
        .label("from here on")
        .help("say it in other words, or put names that are words of the language in backquotes"),
    )
}

/// The rules by which a text is read, with what names and numbers say; and where each stands.
fn shape(text: &str) -> Vec<((Rule, String), usize)> {
    let mut shape = Vec::new();
    each_segment(text, |base, pairs| {
        let mut handle_end = 0;
        for node in pairs.flatten() {
            let (rule, span) = (node.as_rule(), node.as_span());
            if matches!(rule, Rule::layout | Rule::separators | Rule::EOI) || span.end() <= handle_end {
                continue;
            }
            if rule == Rule::handle {
                handle_end = span.end();
            }
            let says =
                matches!(rule, Rule::name | Rule::number | Rule::digits | Rule::cell | Rule::code | Rule::symbol);
            let said = if says { node.as_str().trim().to_owned() } else { String::new() };
            shape.push(((rule, said), base + span.start()));
        }
    });
    shape
}
