//! From text to the file as written: spans and names, no judgement.

pub mod ast;
mod build_ast;
mod error;
mod format;
mod quoting;
mod scan;
mod translate;
mod twins;
pub mod wording;

use std::ops::Range;

use pest::Parser;

pub use self::format::{format, format_in};
pub use self::quoting::in_its_language;
pub use self::translate::Keywords;
pub use self::twins::{Twin, english, twins};

use self::build_ast::Builder;
use self::scan::Fault;
use crate::diag::{Diagnostic, Diagnostics, FileId, Span, code, counted};
use boardwright_grammar::{GameParser, Rule};

/// The newest version of the language.
const LANGUAGE: u32 = 1;
/// After so many slices that cannot be read the rest of them is not explained.
const MOST_EXPLAINED: usize = 100;

/// Reads a game file. Never fails: what cannot be read is reported and left out of the file.
///
/// The messages come in the order of the text.
pub fn parse(file: FileId, text: &str) -> (ast::GameFile, Diagnostics) {
    let mut tree = ast::GameFile { game: None, items: Vec::new(), span: Span::new(file, 0, text.len()) };
    if let Some(refusal) = refusal(file, text) {
        return (tree, Diagnostics { list: vec![refusal] });
    }
    let scan = scan::scan(text);
    if scan::too_many(&scan.tokens) {
        let fault = Diagnostic::new(code::TOO_LARGE, Span::new(file, 0, 0), "this file is too long")
            .note(format!("a game file can have {} words and signs; comments do not count", scan::MOST_WORDS))
            .help("a game file is a few pages of text; is this one?");
        return (tree, Diagnostics { list: vec![fault] });
    }
    let mut builder = Builder::new(file, text, &scan.tokens);
    for segment in &scan.segments {
        let range = segment.bytes.clone();
        let slice = &text[range.clone()];
        if segment.skipped {
            builder.unread(range.start, range.end, &mut tree);
            continue;
        }
        let closed;
        let slice = if segment.missing == 0 {
            slice
        } else {
            closed = format!("{slice}\n{}", "}".repeat(segment.missing));
            &closed
        };
        match GameParser::parse(Rule::file, slice) {
            Ok(pairs) => builder.segment(range.start, pairs, &mut tree),
            Err(_) => builder.unread(range.start, range.end, &mut tree),
        }
    }
    let diagnostics = messages(file, text, &scan, &builder);
    tree.game = builder.games.into_iter().next();
    (tree, diagnostics)
}

/// The words that cannot be names, sorted.
pub fn reserved_words() -> &'static [&'static str] {
    error::words().reserved()
}

/// Every keyword and phrase of the language, sorted by the rules of the grammar.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    error::every_phrase()
}

/// Why a text is not read at all.
fn refusal(file: FileId, text: &str) -> Option<Diagnostic> {
    let start = Span::new(file, 0, 0);
    if text.len() > scan::MOST_BYTES {
        return Some(Diagnostic::new(code::TOO_LARGE, start, "this file is too large").note(format!(
            "a game file can have {} bytes; this one has {}",
            scan::MOST_BYTES,
            text.len()
        )));
    }
    let zero = text.find('\0')?;
    Some(
        Diagnostic::new(code::NOT_TEXT, Span::new(file, zero, zero + 1), "this file is no text")
            .help("a game file is plain text in UTF-8; save it as such"),
    )
}

/// The messages of one file, in the order of the text.
fn messages(file: FileId, text: &str, scan: &scan::Scan, builder: &Builder<'_>) -> Diagnostics {
    let mut list: Vec<Diagnostic> = Vec::new();
    let lost = error::lost_picture(text, &scan.tokens);
    let in_picture = |at: usize| lost.as_ref().is_some_and(|(setup, rest)| at >= setup.start && at < rest.end);
    let faults: Vec<&Fault> = scan.faults.iter().filter(|fault| !in_picture(fault.start())).collect();
    list.extend(faults.iter().take(MOST_EXPLAINED).map(|fault| error::fault(file, text, fault)));
    let mut line = 0..0;
    let mut covered: Vec<Span> = faults.iter().map(|fault| covered(file, text, fault, &mut line)).collect();
    if let Some((setup, rest)) = &lost {
        covered.push(Span::new(file, setup.start, rest.end));
        list.push(
            Diagnostic::new(
                code::STRING_NOT_CLOSED,
                Span::new(file, setup.start, setup.end),
                "a picture stands in `\"\"\"`",
            )
            .also(Span::new(file, rest.start, rest.end), "these rows are read as sentences")
            .help("write `setup \"\"\"`, and `\"\"\"` once more on a line of its own below the last row"),
        );
    }
    covered.sort_unstable();
    let causes = builder.bad.iter().filter(|bad| {
        let next = covered.partition_point(|span| span.end <= bad.span.start);
        covered.get(next).is_none_or(|span| bad.span.end <= span.start)
    });
    let causes: Vec<_> = causes.collect();
    let chinese = !causes.is_empty() && quoting::speaks_chinese(text, &scan.tokens);
    list.extend(causes.iter().take(MOST_EXPLAINED).map(|bad| error::explain(file, text, &scan.tokens, **bad, chinese)));
    if let Some(next) = causes.get(MOST_EXPLAINED) {
        let rest = causes.len() - MOST_EXPLAINED;
        list.push(
            Diagnostic::new(
                code::TOO_MANY_MESSAGES,
                next.span,
                format!("{} cannot be read", counted(rest, "more sentence")),
            )
            .label("this one and those behind it")
            .help("mend the first ones and check again: often the rest follows"),
        );
    }
    game_line(file, text, scan, builder, &mut list);
    for &span in builder.without_help.iter().take(MOST_EXPLAINED) {
        let name = text.get(span.start as usize..span.end as usize).unwrap_or("");
        list.push(
            Diagnostic::new(
                code::OPTION_WITHOUT_HELP,
                span,
                format!("the option `{name}` does not say what it is for"),
            )
            .help(format!("write a sentence behind its values: `option {name} = … \"what it changes\"`")),
        );
    }
    list.extend(error::hidden(file, text, &scan.tokens).take(MOST_EXPLAINED));
    list.extend(error::numbers(file, text, &scan.tokens).take(MOST_EXPLAINED));
    list.sort_by_key(|d| d.primary.span.start);
    Diagnostics { list }
}

/// The part of the text in which a fault may make other things unreadable. `line` is the rest of the line that was looked
/// over last: very many faults may stand on one.
fn covered(file: FileId, text: &str, fault: &Fault, line: &mut Range<usize>) -> Span {
    match fault {
        Fault::Unclosed { .. } => Span::new(file, 0, 0),
        Fault::Quote(range) => Span::new(file, text[..range.start].rfind(['\n', '\r']).map_or(0, |i| i + 1), range.end),
        Fault::TooDeep(range) => Span::new(file, range.start, range.end.max(range.start + 1)),
        Fault::Stray(range) => {
            if !line.contains(&range.start) {
                let length = text[range.end..].find(['\n', '\r']).unwrap_or(text.len() - range.end);
                *line = range.start..range.end + length;
            }
            Span::new(file, range.start, line.end)
        }
    }
}

/// What is wrong with the first line.
fn game_line(file: FileId, text: &str, scan: &scan::Scan, builder: &Builder<'_>, list: &mut Vec<Diagnostic>) {
    let first = scan
        .tokens
        .iter()
        .find(|t| !matches!(t.kind, scan::Kind::Newline | scan::Kind::Comment | scan::Kind::Sign(';')));
    let first = first.map_or(Span::new(file, 0, 0), |t| Span::new(file, t.start as usize, t.end as usize));
    let word = text.get(first.start as usize..first.end as usize).unwrap_or("");
    match builder.games.first() {
        None if word.eq_ignore_ascii_case("game") || matches!(twins::first(word), "game" | "extends") => {} // it is there, and what is wrong with it has been said
        None => list.push(
            Diagnostic::new(code::GAME_LINE, first, "a game file begins with its title")
                .help("write `game \"Title\"` in the first line; a variant says also `extends \"parent.game\"`"),
        ),
        Some(game) if game.span.start > first.start => list.push(
            Diagnostic::new(code::GAME_LINE, game.span, "`game` is not the first line")
                .also(first, "the file begins here")
                .help("move this line to the top"),
        ),
        Some(_) => {}
    }
    for second in builder.games.iter().skip(1).take(MOST_EXPLAINED) {
        list.push(
            Diagnostic::new(code::GAME_LINE, second.span, "a second `game` line")
                .also(builder.games[0].span, "the first one")
                .help("a file holds one game; a second game is a file of its own"),
        );
    }
    for language in builder.games.iter().filter_map(|game| game.language).take(1) {
        if language.value == 0 || language.value > LANGUAGE {
            list.push(
                Diagnostic::new(
                    code::VERSION_TWO,
                    language.span,
                    format!("this program reads language {LANGUAGE}, not {}", language.value),
                )
                .help(format!("write `language {LANGUAGE}`, or get a newer program")),
            );
        }
    }
}
