//! Diagnostics as text: the human form with the source lines, the one-line form, and the JSON form.
//!
//! Nothing here trusts the spans or the sources: a span that falls beside a character is moved, a line of a hundred
//! thousand characters is cut round the place that matters, and control characters are shown, not sent. The cost of one
//! message does not depend on the size of the file.

use super::code::Code;
use super::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use super::excerpt::{Excerpt, PLACEHOLDER, clean, excerpts};
use super::source::{Source, Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;
use std::fmt::Write;

/// How to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// With the colours of a terminal (human form only).
    pub color: bool,
    /// At most so many messages are shown; errors go before warnings, warnings before notes.
    pub limit: usize,
}

impl Default for Look {
    fn default() -> Self {
        Self { color: false, limit: 50 }
    }
}

/// The human form: every message with its source lines, in the order of the text, a blank line after each. Ends with a
/// line that says how many were left out, if some were.
pub fn human(diagnostics: &Diagnostics, sources: &Sources, look: Look) -> String {
    // The margin of the renderer is never reached: lines are cut before they come to it.
    let renderer = if look.color { Renderer::styled() } else { Renderer::plain() }.term_width(10_000);
    let mut out = String::new();
    let shown = choose(diagnostics, look.limit);
    for diagnostic in &shown {
        out.push_str(&one(diagnostic, sources, &renderer));
        out.push_str("\n\n");
    }
    if let Some(line) = left_out(diagnostics, shown.len()) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// The one-line form: `file:line:column: error[E0101]: title (help)`.
pub fn short(diagnostics: &Diagnostics, sources: &Sources, look: Look) -> String {
    let mut out = String::new();
    let shown = choose(diagnostics, look.limit);
    for diagnostic in &shown {
        if let Some(source) = sources.find(diagnostic.primary.span.file) {
            let (line, column) = source.line_column(diagnostic.primary.span.start as usize);
            let _ = write!(out, "{}:{line}:{column}: ", one_line(&source.name));
        }
        let _ = write!(out, "{}[{}]: {}", word(diagnostic.severity), diagnostic.code.0, one_line(&diagnostic.title));
        if let Some(help) = &diagnostic.help {
            let _ = write!(out, " ({})", one_line(help));
        }
        out.push('\n');
    }
    if let Some(line) = left_out(diagnostics, shown.len()) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// Places of a file with their lines and remarks, without a message: the first one is marked as the one that matters.
pub fn excerpt(places: &[Label], sources: &Sources, look: Look) -> String {
    let Some((primary, labels)) = places.split_first() else { return String::new() };
    let mut diagnostic = Diagnostic::new(Code("N0000"), primary.span, "");
    diagnostic.primary = primary.clone();
    diagnostic.labels = labels.to_vec();
    let renderer = if look.color { Renderer::styled() } else { Renderer::plain() }.term_width(10_000);
    let text = one(&diagnostic, sources, &renderer);
    // The first line is the title.
    text.split_once('\n').map_or(text.clone(), |(_, rest)| rest.to_owned())
}

/// A place of the JSON form. Lines and columns count from 1, columns in characters; bytes count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonPlace {
    /// The name of the file.
    pub file: String,
    /// First line.
    pub line: usize,
    /// First column.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column after the last character.
    pub end_column: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A further place of the JSON form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonLabel {
    /// Where.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// The remark.
    pub text: String,
}

/// One message of the JSON form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// `E0101`
    pub code: &'static str,
    /// What is wrong.
    pub title: String,
    /// Where.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// The remark beside the place; may be empty.
    pub label: String,
    /// Other places that matter.
    pub labels: Vec<JsonLabel>,
    /// What else is known.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// The JSON form: one object a message, in the order of the text.
pub fn json(diagnostics: &Diagnostics, sources: &Sources, look: Look) -> Vec<JsonDiagnostic> {
    choose(diagnostics, look.limit)
        .into_iter()
        .map(|d| JsonDiagnostic {
            severity: word(d.severity),
            code: d.code.0,
            title: clean(&d.title),
            place: place(sources, d.primary.span),
            label: clean(&d.primary.text),
            labels: d
                .labels
                .iter()
                .map(|l| JsonLabel { place: place(sources, l.span), text: clean(&l.text) })
                .collect(),
            notes: d.notes.iter().map(|n| clean(n)).collect(),
            help: d.help.as_deref().map(clean),
        })
        .collect()
}

/// The last line of a run: `2 errors, 1 warning in box.game`, `no errors in box.game`.
pub fn summary(diagnostics: &Diagnostics, name: &str) -> String {
    let count = |severity| diagnostics.list.iter().filter(|d| d.severity == severity).count();
    let mut parts = Vec::new();
    for (severity, singular) in [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")] {
        match count(severity) {
            0 => {}
            1 => parts.push(format!("1 {singular}")),
            n => parts.push(format!("{} {singular}s", thousands(n))),
        }
    }
    if !diagnostics.has_errors() {
        parts.insert(0, "no errors".to_owned());
    }
    format!("{} in {}", parts.join(", "), one_line(name))
}

/// The messages to show: at most `limit`, the serious ones first, then in the order of the text.
fn choose(diagnostics: &Diagnostics, limit: usize) -> Vec<&Diagnostic> {
    let mut chosen: Vec<&Diagnostic> = diagnostics.list.iter().collect();
    let place = |d: &&Diagnostic| (d.primary.span.file, d.primary.span.start, d.severity);
    chosen.sort_by_key(|d| (d.severity, place(d)));
    chosen.truncate(limit);
    chosen.sort_by_key(place);
    chosen
}

fn left_out(diagnostics: &Diagnostics, shown: usize) -> Option<String> {
    let rest = diagnostics.list.len() - shown;
    (rest > 0).then(|| format!("… and {} more", thousands(rest)))
}

fn one(diagnostic: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(clean(&diagnostic.title)).id(diagnostic.code.0));
    // The renderer would count columns in the cut lines, so it is given a placeholder for the place.
    let mut places = Vec::new();
    for (i, excerpt) in excerpts(diagnostic, sources).into_iter().enumerate() {
        let Excerpt { name, line, column, first_line, text, marks } = excerpt;
        places.push(format!("{name}:{line}:{column}"));
        let snippet = Snippet::source(text).path(format!("{PLACEHOLDER}{i}{PLACEHOLDER}")).line_start(first_line);
        group = group.element(snippet.annotations(marks.into_iter().map(|mark| {
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(mark.range).label(if mark.text.is_empty() { None } else { Some(mark.text) })
        })));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(wrap(&clean(note))));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(wrap(&clean(help))));
    }
    let mut out = renderer.render(&[group]);
    for (i, place) in places.iter().enumerate() {
        let placeholder = format!("{PLACEHOLDER}{i}{PLACEHOLDER}");
        if let Some(start) = out.find(&placeholder) {
            let after = start + placeholder.len();
            let counted = out[after..].find(|c: char| c != ':' && !c.is_ascii_digit()).map_or(out.len(), |n| after + n);
            out.replace_range(start..counted, place);
        }
    }
    out
}

fn place(sources: &Sources, span: Span) -> JsonPlace {
    let Some(source) = sources.find(span.file) else {
        return JsonPlace { file: String::new(), line: 1, column: 1, end_line: 1, end_column: 1, start: 0, end: 0 };
    };
    let (start, end) = ends(source, span);
    let (line, column) = source.line_column(start);
    let (end_line, end_column) = source.line_column(end);
    JsonPlace { file: source.name.clone(), line, column, end_line, end_column, start, end }
}

fn ends(source: &Source, span: Span) -> (usize, usize) {
    let start = source.clamp(span.start as usize);
    (start, source.clamp(span.end as usize).max(start))
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn one_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

/// `1234567` as `1,234,567`.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Breaks long prose at blanks, so that it stays readable beside the source.
fn wrap(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut out = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        // What is set out in columns stays as it is.
        if line.starts_with(' ') {
            out.push_str(line);
            continue;
        }
        let mut width = 0;
        for word in line.split(' ') {
            let w = unicode_width::UnicodeWidthStr::width(word);
            if width > 0 && width + 1 + w > WIDTH {
                out.push('\n');
                width = 0;
            } else if width > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += w;
        }
    }
    out
}
