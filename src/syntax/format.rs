//! The canonical layout of a game file (`fmt`).
//!
//! Tokens are moved, never changed: words, strings, pictures and comments stay as they are, and so do the author's line breaks. Only where
//! another language of keywords is asked for are these swapped, each as one token, and the layout follows the new widths. What is settled here:
//!
//! - A line is indented by 2 for every open block; a line that goes on with the one before by 4 more, unless its author put it under a
//!   word of the line before.
//! - One blank stands between tokens, none before `,` `;` `:` and inside round and square brackets.
//! - Columns survive: where a run of blanks brings a token under or above one of its sort in a neighbouring line of the same block, both are
//!   kept in one column. Shorter lines, continued lines and inner blocks between do not matter, an empty line does. Any other run of blanks becomes one.
//!   Chinese keywords are mostly of one width; in a file that has them, a column behind words of one width keeps two blanks.
//! - A comment behind code stays in its column; where the code has become too long for it, all comments of that column move.
//! - At most one empty line in a row, none at the start and end. Lines end with LF, the file with one.
//!
//! Formatting a formatted text changes nothing.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr;

use super::quoting;
use super::scan::{self, Kind, Token};
use super::translate::{self, Keywords, Swap};
use super::twins::{self, english};
use crate::diag::{Diagnostics, FileId};

/// Columns of a block level.
const LEVEL: usize = 2;
/// More columns of a line that goes on with the one before.
const CONTINUED: usize = 4;
/// A column is not followed over more lines than this.
const FARTHEST: usize = 12;
/// So often the layout of Chinese keywords is settled, at most.
const MOST_PASSES: usize = 8;
/// The sort of signs that are never aligned.
const CLOSING: u8 = 9;
/// A tab reaches to the next multiple of this.
const TAB: usize = 4;

/// The text in its canonical layout; where it cannot be read, the messages.
pub fn format(file: FileId, text: &str) -> Result<String, Diagnostics> {
    format_in(file, text, None)
}

/// The text in its canonical layout, with its keywords in a language, if one is asked for; where it cannot be read or brought into
/// that language, the messages. To and fro gives the canonical text again.
pub fn format_in(file: FileId, text: &str, keywords: Option<Keywords>) -> Result<String, Diagnostics> {
    let (_, diagnostics) = super::parse(file, text);
    if diagnostics.has_errors() {
        return Err(quoting::in_the_language_of(text, diagnostics));
    }
    let swaps = keywords.map(|to| translate::swaps(text, to)).unwrap_or_default();
    let (mut formatted, chinese) = laid_out(text, &swaps);
    // A second blank may bring one more word under another one.
    for _ in 0..if chinese { MOST_PASSES } else { 0 } {
        let again = laid_out(&formatted, &[]).0;
        if again == formatted {
            break;
        }
        formatted = again;
    }
    match if swaps.is_empty() { None } else { translate::differs(file, text, &formatted) } {
        Some(fault) => Err(Diagnostics { list: vec![fault] }),
        None => Ok(formatted),
    }
}

/// The text with some words exchanged, in its layout; and does it have Chinese keywords?
fn laid_out(text: &str, swaps: &[Swap]) -> (String, bool) {
    let tokens = scan::scan(text).tokens;
    let mut lines = lines(text, &tokens, swaps);
    let chinese = lines.iter().flat_map(|line| &line.pieces).any(|p| p.kind == Kind::Word && english(p.text).is_some());
    columns(&mut lines, chinese);
    comments(&mut lines, !swaps.is_empty());
    (write(&lines), chinese)
}

/// A token with its place.
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
    /// Column in the source.
    source: usize,
    /// Blanks before it in the source.
    gap: usize,
    /// Blanks before it where nothing is aligned.
    blanks: usize,
    /// Column in the result, once it is settled.
    column: Option<usize>,
}

impl Piece<'_> {
    /// Columns that it takes; of a picture the last line.
    fn width(&self) -> usize {
        self.text.rsplit(['\n', '\r']).next().unwrap_or("").width()
    }
}

/// A comment at the end of a line, or alone on it.
struct Comment<'a> {
    text: &'a str,
    source: usize,
    gap: usize,
    column: usize,
}

/// How a statement begins.
#[derive(Clone, Copy, Default)]
struct Head<'a> {
    /// The first word, whatever the language of keywords and the number: `regions` stands well under `region`.
    word: &'a str,
    /// Is it a label?
    labelled: bool,
}

/// One line of the source that is not empty.
struct Line<'a> {
    pieces: Vec<Piece<'a>>,
    comment: Option<Comment<'a>>,
    /// Indentation of the block.
    indent: usize,
    /// Does it go on with the line before?
    continued: bool,
    /// Of the statement that stands on it.
    head: Head<'a>,
    /// Stands an empty line before it?
    after_empty: bool,
    /// Has a token of several lines: nothing is aligned with it.
    tall: bool,
    /// The column after its last token in the source.
    source_end: usize,
}

impl Line<'_> {
    /// The column in which the next token can begin.
    fn end(&self, before: usize) -> usize {
        match before.checked_sub(1).map(|i| &self.pieces[i]) {
            Some(piece) => piece.column.unwrap_or(0) + piece.width(),
            None => 0,
        }
    }

    /// Settles the columns of the tokens before this one.
    fn settle(&mut self, before: usize) {
        for i in 0..before {
            if self.pieces[i].column.is_none() {
                self.pieces[i].column = Some(self.least(i));
            }
        }
    }

    /// The least column of a token whose forerunners are settled.
    fn least(&self, index: usize) -> usize {
        match index {
            0 if self.continued => self.indent + CONTINUED,
            0 => self.indent,
            _ => self.end(index) + self.pieces[index].blanks,
        }
    }
}

/// The lines of a text.
fn lines<'a>(text: &'a str, tokens: &[Token], swaps: &[Swap]) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let (mut depth, mut brackets) = (0_usize, 0_usize);
    let mut open = false; // the line before ends with a comma or an open bracket
    let mut empty = false;
    let mut head = Head::default();
    for line in tokens.split_inclusive(|t| t.kind == Kind::Newline) {
        let line = line
            .strip_suffix(&[line[line.len() - 1]][..])
            .filter(|_| line[line.len() - 1].kind == Kind::Newline)
            .unwrap_or(line);
        let Some(first) = line.first() else {
            empty = true;
            continue;
        };
        let (pieces, comment, source_end) = pieces(text, line, swaps);
        let closing = pieces.iter().take_while(|p| p.kind == Kind::Sign('}')).count();
        let joined = pieces.first().is_some_and(|p| match p.kind {
            Kind::Word => scan::joins(p.text) && pieces.get(1).is_none_or(|next| next.kind != Kind::Sign(':')),
            Kind::Sign(sign) => sign == '+',
            _ => false,
        });
        let tall = pieces.iter().any(|p| p.text.contains(['\n', '\r']));
        let continued = !pieces.is_empty() && (open || brackets > 0 || joined) && first.kind != Kind::Sign('{');
        let indent = depth.saturating_sub(closing) * LEVEL;
        if !continued {
            head = Head {
                word: pieces.first().map_or("", |p| twins::first(p.text).trim_end_matches('s')),
                labelled: pieces.get(1).is_some_and(|p| p.kind == Kind::Sign(':')),
            };
        }
        for piece in &pieces {
            match piece.kind {
                Kind::Sign('{') => (depth, brackets) = (depth + 1, 0),
                Kind::Sign('}') => (depth, brackets) = (depth.saturating_sub(1), 0),
                Kind::Sign('(' | '[') => brackets += 1,
                Kind::Sign(')' | ']') => brackets = brackets.saturating_sub(1),
                _ => {}
            }
        }
        if let Some(last) = pieces.last() {
            open = matches!(last.kind, Kind::Sign(',' | '(' | '['));
        }
        lines.push(Line { pieces, comment, indent, continued, head, after_empty: empty, tall, source_end });
        empty = false;
    }
    lines
}

/// The tokens of one line.
fn pieces<'a>(text: &'a str, line: &[Token], swaps: &[Swap]) -> (Vec<Piece<'a>>, Option<Comment<'a>>, usize) {
    let mut pieces: Vec<Piece<'a>> = Vec::with_capacity(line.len());
    let mut comment = None;
    let first = line.first().map_or(0, |t| t.start as usize);
    let line_start = text[..first].rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let (mut at, mut column, mut source_end) = (line_start, 0, 0);
    for (index, token) in line.iter().enumerate() {
        // The words of a phrase that were swapped with the first one.
        if (token.start as usize) < at {
            continue;
        }
        let before = text.get(at..token.start as usize).unwrap_or("").trim_start_matches('\u{feff}');
        let start = before.chars().fold(column, |column, c| {
            if c == '\t' { (column / TAB + 1) * TAB } else { column + if c.is_ascii() { 1 } else { 2 } }
        });
        let gap = start - column;
        let swap = swaps.binary_search_by_key(&(token.start as usize), |swap| swap.bytes.start).ok().map(|i| &swaps[i]);
        let source = swap.map_or_else(|| token.text(text), |swap| &text[swap.bytes.clone()]);
        let written = swap.map_or(source, |swap| swap.words);
        if token.kind == Kind::Comment {
            comment = Some(Comment { text: written.trim_end(), source: start, gap, column: 0 });
        } else {
            let blanks = usize::from(blank_between(&pieces, token.kind, written, gap, &line[index..]));
            pieces.push(Piece { kind: token.kind, text: written, source: start, gap, blanks, column: None });
        }
        at = swap.map_or(token.end as usize, |swap| swap.bytes.end);
        column = start + source.rsplit(['\n', '\r']).next().unwrap_or("").width();
        if token.kind != Kind::Comment {
            source_end = column;
        }
    }
    (pieces, comment, source_end)
}

/// Does a blank stand between what is there of the line and this token, the first one of the rest?
fn blank_between(before: &[Piece<'_>], kind: Kind, written: &str, gap: usize, rest: &[Token]) -> bool {
    let Some(last) = before.last() else { return false };
    // Full-width signs bring their own room.
    if is_wide(last.text) {
        return gap > 0 && !matches!(last.kind, Kind::Sign('(' | '['));
    }
    if is_wide(written) {
        return gap > 0 && matches!(kind, Kind::Sign('{' | '}' | '(' | '[' | '=' | '+'));
    }
    match (last.kind, kind) {
        (_, Kind::Sign(',' | ';' | ':' | ')' | ']') | Kind::Dots) | (Kind::Sign('(' | '['), _) => false,
        (Kind::Sign(','), _) => !in_vector(before, rest),
        // `+R` against `A + B`
        (Kind::Sign('+'), _) => {
            let glued = last.gap == 0
                && before.iter().rev().nth(1).is_some_and(|p| matches!(p.kind, Kind::Word | Kind::Backquoted));
            gap > 0 || glued
        }
        (Kind::Sign(_), _) | (_, Kind::Sign(_)) => true,
        _ => gap > 0,
    }
}

/// Is this a full-width sign?
fn is_wide(text: &str) -> bool {
    !text.is_ascii()
        && text.chars().count() == 1
        && text.chars().all(|c| matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}'))
}

/// Is this token the second number of a vector `(1,2)`?
fn in_vector(before: &[Piece<'_>], rest: &[Token]) -> bool {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let sign = |kind: Kind| matches!(kind, Kind::Odd('-' | '−' | '－') | Kind::Sign('+'));
    let mut back = before.iter().rev().skip(1); // before the comma
    let first = back.next().is_some_and(|p| p.kind == Kind::Word && number(p.text));
    let opened = match back.next() {
        Some(p) if sign(p.kind) => back.next().is_some_and(|p| matches!(p.kind, Kind::Sign('(' | '['))),
        Some(p) => matches!(p.kind, Kind::Sign('(' | '[')),
        None => false,
    };
    let skipped = usize::from(rest.first().is_some_and(|t| sign(t.kind)));
    let closed = rest.get(skipped + 1).is_some_and(|t| matches!(t.kind, Kind::Sign(')' | ']')));
    first && opened && closed
}

/// Settles the columns of all tokens: those that stand under each other stay so.
fn columns(lines: &mut [Line<'_>], chinese: bool) {
    let mut start = 0;
    while start < lines.len() {
        let mut end = start + 1;
        while end < lines.len() && !lines[end].after_empty {
            end += 1;
        }
        paragraph(&mut lines[start..end], chinese);
        start = end;
    }
}

/// The lines between two empty ones.
fn paragraph(lines: &mut [Line<'_>], chinese: bool) {
    // Source column, sort of token and depth of the block → the tokens that begin there, in the order of the lines.
    let mut starts: BTreeMap<(usize, u8, usize), Vec<(usize, usize)>> = BTreeMap::new();
    let ends: Vec<usize> = lines.iter().map(|line| line.source_end).collect();
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.tall) {
        for (index, piece) in line.pieces.iter().enumerate() {
            // What is glued to the token before it (`+R`, `1..3`, `(1,2)`) goes where that goes.
            let glued = index > 0 && piece.blanks == 0;
            if (index > 0 || line.continued) && !glued {
                starts.entry((piece.source, sort(piece.kind), line.indent)).or_default().push((number, index));
            }
        }
    }
    for ((column, sort, _), members) in &starts {
        if *sort == CLOSING {
            continue;
        }
        let mut chain: Vec<(usize, usize)> = Vec::new();
        for &(number, index) in members {
            // Lines that end before the column, and lines of a deeper block, do not interrupt it.
            let line = &lines[number];
            let neighbours = chain.last().is_some_and(|&(last, above)| {
                let clear = |l: usize| {
                    ends[l] < *column || lines[l].indent > line.indent || (lines[l].continued && !line.continued)
                };
                // The start of a continued line stands under a word of the first line, or under the start of the line before.
                let near = match index {
                    0 => line.indent + LEVEL <= *column && last + 1 == number && (!lines[last].continued || above == 0),
                    _ => number - last <= FARTHEST,
                };
                near && alike(&lines[last], line) && (last + 1..number).all(clear)
            });
            if !neighbours {
                align(lines, &chain, chinese);
                chain.clear();
            }
            // The first token of a continued line can only stand under something.
            if index > 0 || !chain.is_empty() {
                chain.push((number, index));
            }
        }
        align(lines, &chain, chinese);
    }
    for line in lines {
        line.settle(line.pieces.len());
    }
}

/// Are columns kept between these two lines?
fn alike(above: &Line<'_>, below: &Line<'_>) -> bool {
    above.indent == below.indent
        && (above.indent > 0
            || below.continued
            || above.head.word == below.head.word
            || (above.head.labelled && below.head.labelled))
}

/// Tokens of one sort only are put into one column.
fn sort(kind: Kind) -> u8 {
    match kind {
        Kind::Sign('{') => 1,
        Kind::Sign('=') => 2,
        Kind::Sign('(' | '[') => 4,
        Kind::String | Kind::Picture => 3,
        Kind::Sign('}' | ')' | ']' | ',' | ';' | ':') => CLOSING,
        _ => 0,
    }
}

/// Puts tokens of neighbouring lines into one column, if a run of blanks or the start of a continued line says that they belong there.
fn align(lines: &mut [Line<'_>], chain: &[(usize, usize)], chinese: bool) {
    // The second word of a continued line under a word of the line before carries the first one with it.
    let carries = |lines: &[Line<'_>], place: usize| {
        let (number, index) = chain[place];
        place > 0
            && index == 1
            && chain[place - 1].0 + 1 == number
            && lines[number].continued
            && lines[number].indent + LEVEL <= lines[number].pieces[0].source
            && lines[number].pieces[0].column.is_none()
    };
    let meant = |lines: &[Line<'_>], place: usize| {
        let (number, index) = chain[place];
        index == 0 || lines[number].pieces[index].gap > 1 || carries(lines, place)
    };
    if chain.len() < 2 || !(0..chain.len()).any(|place| meant(lines, place)) {
        return;
    }
    let mut column = 0;
    let carried: Vec<bool> = (0..chain.len()).map(|place| carries(lines, place)).collect();
    for (place, &(number, index)) in chain.iter().enumerate() {
        let line = &mut lines[number];
        let least = match index {
            0 => line.indent + LEVEL,
            _ if carried[place] => line.indent + LEVEL + line.pieces[0].width() + line.pieces[1].blanks,
            _ => {
                line.settle(index);
                line.least(index)
            }
        };
        column = column.max(least);
    }
    // Chinese keywords are mostly of one width, and a column of them would be none any more: a second blank keeps it for English.
    let tight = |place: usize| {
        let (number, index) = chain[place];
        index > 0 && !carried[place] && lines[number].least(index) == column
    };
    if chinese && (0..chain.len()).all(tight) {
        column += 1;
    }
    for (place, &(number, index)) in chain.iter().enumerate() {
        let line = &mut lines[number];
        if carried[place] {
            line.pieces[0].column = Some(column - line.pieces[0].width() - line.pieces[1].blanks);
        }
        line.pieces[index].column = Some(column);
    }
}

/// Settles the columns of comments. Where words were exchanged, they stay as far behind the longest line as they were.
fn comments(lines: &mut [Line<'_>], exchanged: bool) {
    // A comment alone on its line that stands under the comment of the line before goes on with it.
    let mut behind = vec![false; lines.len()];
    for number in 0..lines.len() {
        let Some(comment) = &lines[number].comment else { continue };
        behind[number] = !lines[number].pieces.is_empty()
            || (number > 0
                && behind[number - 1]
                && !lines[number].after_empty
                && lines[number - 1].comment.as_ref().is_some_and(|above| above.source == comment.source));
    }
    let least = |line: &Line<'_>| if line.pieces.is_empty() { 0 } else { line.end(line.pieces.len()) + 2 };
    // Source column → the column in which all comments that stand there fit.
    let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        if let Some(comment) = &line.comment
            && behind[number]
            && (comment.gap > 1 || line.pieces.is_empty())
        {
            let entry = shared.entry(comment.source).or_insert(if exchanged { 0 } else { comment.source });
            *entry = (*entry).max(least(line));
            let least = if line.pieces.is_empty() { 0 } else { line.source_end + 2 };
            let entry = before.entry(comment.source).or_default();
            *entry = (*entry).max(least);
        }
    }
    if exchanged {
        for (source, column) in &mut shared {
            *column += source.saturating_sub(before[source]);
        }
    }
    for (number, line) in lines.iter_mut().enumerate() {
        let (least, indent) = (least(line), line.indent);
        let empty = line.pieces.is_empty();
        let Some(comment) = &mut line.comment else { continue };
        comment.column = match shared.get(&comment.source) {
            _ if !behind[number] => indent,
            Some(&column) if comment.gap > 1 || empty => column,
            _ => least,
        };
    }
}

/// The text of the lines.
fn write(lines: &[Line<'_>]) -> String {
    let mut out = String::new();
    for (number, line) in lines.iter().enumerate() {
        if line.after_empty && number > 0 {
            out.push('\n');
        }
        let mut at = 0;
        for piece in &line.pieces {
            let column = piece.column.unwrap_or(at);
            out.extend(std::iter::repeat_n(' ', column.saturating_sub(at)));
            if piece.text.contains('\r') {
                out.push_str(&piece.text.replace("\r\n", "\n").replace('\r', "\n"));
            } else {
                out.push_str(piece.text);
            }
            at = column + piece.width();
        }
        if let Some(comment) = &line.comment {
            let blanks = comment.column.saturating_sub(at);
            let blanks = if line.pieces.is_empty() { blanks } else { blanks.max(1) };
            out.extend(std::iter::repeat_n(' ', blanks));
            out.push_str(comment.text);
        }
        out.push('\n');
    }
    out
}
