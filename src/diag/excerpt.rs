//! The lines of source that a message shows: cut to what matters, cleaned of what a terminal would obey.

use super::diagnostic::Diagnostic;
use super::source::{FileId, Source, Sources, Span};
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// A piece of one file with marks in it.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// Name of the file.
    pub name: String,
    /// Line of the first mark that counts.
    pub line: usize,
    /// Column of that mark.
    pub column: usize,
    /// Number of the first line of `text`.
    pub first_line: usize,
    /// Whole lines, cleaned and cut.
    pub text: String,
    /// The marks, as byte ranges of `text`.
    pub marks: Vec<Mark>,
}

/// A marked range of an excerpt.
#[derive(Debug)]
pub(super) struct Mark {
    /// Bytes of the excerpt's text.
    pub range: Range<usize>,
    /// The remark.
    pub text: String,
    /// The place the message is about.
    pub primary: bool,
}

/// Lines wider than this (in columns of a terminal) are cut.
const WIDEST_LINE: usize = 160;
/// How much of a cut line is shown before the mark.
const BEFORE_MARK: usize = 40;
/// Two marks further apart than this (in lines) get an excerpt each.
const FARTHEST_LINES: usize = 40;
/// A mark over more lines than this is drawn under its first line only.
const TALLEST_MARK: usize = 6;
/// At most so many further places are drawn.
const MOST_LABELS: usize = 12;
/// Longer texts (in characters) are cut: a name can be as long as its file.
const LONGEST_TEXT: usize = 1200;
/// What stands for the part of a line that is cut off.
const ELLIPSIS: &str = "…";

/// A character that no cleaned text holds; it stands where the renderer would write a place.
pub(super) const PLACEHOLDER: char = '\u{f8ff}';

/// A place to mark, in bytes of its source.
struct Target<'a> {
    start: usize,
    end: usize,
    first_line: usize,
    last_line: usize,
    text: &'a str,
    primary: bool,
}

/// The excerpts of a message: the one with the primary place first, then the others in the order of their labels.
pub(super) fn excerpts(diagnostic: &Diagnostic, sources: &Sources) -> Vec<Excerpt> {
    let primary = (diagnostic.primary.span, diagnostic.primary.text.as_str(), true);
    let others = diagnostic.labels.iter().take(MOST_LABELS).map(|l| (l.span, l.text.as_str(), false));
    let mut groups: Vec<(FileId, Vec<Target>)> = Vec::new();
    for (span, text, primary) in std::iter::once(primary).chain(others) {
        let Some(source) = sources.find(span.file) else { continue };
        let target = target(source, span, text, primary);
        let near = |group: &&mut (FileId, Vec<Target>)| {
            group.0 == span.file
                && group.1.iter().any(|t| {
                    target.first_line <= t.last_line + FARTHEST_LINES
                        && t.first_line <= target.last_line + FARTHEST_LINES
                })
        };
        match groups.iter_mut().find(near) {
            Some((_, targets)) => targets.push(target),
            None => groups.push((span.file, vec![target])),
        }
    }
    groups.iter().filter_map(|(file, targets)| sources.find(*file).map(|source| excerpt(source, targets))).collect()
}

/// The place of a span: inside the text, on character boundaries, without the blanks at its end.
fn target<'a>(source: &Source, span: Span, text: &'a str, primary: bool) -> Target<'a> {
    let start = source.clamp(span.start as usize);
    let mut end = source.clamp(span.end as usize).max(start);
    if let Some(covered) = source.text.get(start..end) {
        let kept = covered.trim_end().len();
        if kept > 0 {
            end = start + kept;
        }
    }
    let first_line = source.line_of(start);
    let mut last_line = source.line_of(end);
    // A span of blanks ends at its line; so does one that is too tall to be drawn.
    let (_, line_end) = source.line_bytes(first_line);
    if last_line > first_line + TALLEST_MARK || (last_line > first_line && line_end <= start) {
        end = line_end.max(start);
        last_line = first_line;
    }
    Target { start, end, first_line, last_line, text, primary }
}

fn excerpt(source: &Source, targets: &[Target]) -> Excerpt {
    let first_line = targets.iter().map(|t| t.first_line).min().unwrap_or(1);
    let last_line = targets.iter().map(|t| t.last_line).max().unwrap_or(1);
    let mut text = String::new();
    let mut lines = Vec::with_capacity(last_line - first_line + 1);
    for line in first_line..=last_line {
        if line > first_line {
            text.push('\n');
        }
        let focus = targets.iter().find(|t| t.first_line <= line && line <= t.last_line);
        lines.push(ShownLine::draw(source, line, focus.map(|t| t.start), &mut text));
    }
    let at = |byte: usize, line: usize| lines.get(line - first_line).map_or(text.len(), |shown| shown.find(byte));
    let marks = targets
        .iter()
        .map(|t| {
            let start = at(t.start, t.first_line);
            Mark { range: start..at(t.end, t.last_line).max(start), text: clean(t.text), primary: t.primary }
        })
        .collect();
    let lead = targets.first().map_or(0, |t| t.start);
    let (line, column) = source.line_column(lead);
    Excerpt { name: clean(&source.name), line, column, first_line, text, marks }
}

/// Where the characters of one source line stand in the excerpt.
struct ShownLine {
    /// Byte of the source, byte of the excerpt, ascending; the last entry is the end of what is shown.
    places: Vec<(usize, usize)>,
}

impl ShownLine {
    /// Appends the line to `out`, cut round `focus` (a byte of the source) if it is too wide.
    fn draw(source: &Source, line: usize, focus: Option<usize>, out: &mut String) -> Self {
        let (line_start, line_end) = source.line_bytes(line);
        let (mut start, mut end) = (line_start, line_end);
        // The width is asked only of as many characters as can matter.
        let width_from = |from: usize, most: usize| {
            let mut width = 0;
            for (i, c) in source.text[from..line_end].char_indices() {
                width += char_columns(c);
                if width > most {
                    return from + i;
                }
            }
            line_end
        };
        if width_from(start, WIDEST_LINE) < line_end {
            let focus = focus.unwrap_or(line_start).clamp(line_start, line_end);
            let mut room = BEFORE_MARK;
            start = focus;
            for (i, c) in source.text[line_start..focus].char_indices().rev() {
                let columns = char_columns(c);
                if columns > room {
                    break;
                }
                room -= columns;
                start = line_start + i;
            }
            // What little is left before the window may as well be shown.
            if start < line_start + 4 {
                start = line_start;
            }
            end = width_from(start, WIDEST_LINE);
        }
        if line_start < start {
            out.push_str(ELLIPSIS);
        }
        let mut places = Vec::new();
        for (i, c) in source.text[start..end].char_indices() {
            places.push((start + i, out.len()));
            push_clean(c, out);
        }
        places.push((end, out.len()));
        if end < line_end {
            out.push_str(ELLIPSIS);
        }
        Self { places }
    }

    /// The byte of the excerpt for a byte of the source, the nearest one that is shown.
    fn find(&self, byte: usize) -> usize {
        let after = self.places.partition_point(|(source, _)| *source < byte);
        self.places.get(after).or(self.places.last()).map_or(0, |(_, shown)| *shown)
    }
}

fn char_columns(c: char) -> usize {
    if c == '\t' { 4 } else { c.width().unwrap_or(1) }
}

/// One character, so that it can be pointed at and does nothing to a terminal.
fn push_clean(c: char, out: &mut String) {
    match c {
        '\t' => out.push_str("    "),
        '\u{0}'..='\u{1f}' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
        '\u{7f}' => out.push('\u{2421}'),
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | PLACEHOLDER => out.push('\u{fffd}'),
        _ => out.push(c),
    }
}

/// A text for people: control characters shown (line ends kept), and not longer than a person would read.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(LONGEST_TEXT * 4));
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST_TEXT {
            out.push_str(ELLIPSIS);
            break;
        }
        if c == '\n' { out.push(c) } else { push_clean(c, &mut out) }
    }
    out
}
