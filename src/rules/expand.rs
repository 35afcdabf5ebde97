//! The flat game as text: what a chain of files says, in one file without `extends`.
//!
//! The items are cut out of the files as they are written, with the comments that belong to them: those in the lines directly above an item,
//! inside it, and behind it. What was added to an item is put into it, options get the values in force as defaults, and the formatter
//! makes the whole canonical. A file that extends no other comes out as `fmt` would write it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::diag::{Diagnostics, FileId, Source, Sources, Span};
use crate::syntax::ast::{Declaration, GameFile, ItemBody, OptionItem, Values};
use crate::syntax::english;
use crate::syntax::wording::{find_sign, find_word, outer_lines};

use super::handles::Entry;
use super::inherit::Flat;
use super::load::Chain;
use super::model::OptionDef;

/// A block is kept on one line up to this many bytes.
const LONGEST_BLOCK: usize = 110;

/// The text of a chain of files, canonical; where the result cannot be read as one file, why.
pub(super) fn text(
    chain: &Chain,
    flat: &Flat,
    title: Option<&str>,
    sources: &mut Sources,
) -> Result<String, Diagnostics> {
    let written = Files::of(&chain.files, sources).flat(chain, flat, title);
    let id = sources.add("<the whole game>", written.as_str());
    crate::syntax::format(id, &written)
}

/// The text of one item as it stands in the flat game: without `replace`, with everything that was added to it.
pub(super) fn item_text(entry: &Entry, options: &[OptionDef], sources: &Sources) -> String {
    Files { sources, around: BTreeMap::new(), items: BTreeMap::new() }.body(entry, options, true).0
}

/// What stands around an item in its file.
#[derive(Debug, Default, Clone)]
struct Around<'a> {
    /// Its place among the items of its file; 0 is the `game` line.
    number: usize,
    /// The lines before it, blanks taken off: comments and empty lines.
    before: Vec<&'a str>,
    /// The comment behind it, as it is written.
    behind: &'a str,
}

/// The texts of all files, with what stands between their items.
struct Files<'a> {
    sources: &'a Sources,
    around: BTreeMap<(FileId, u32), Around<'a>>,
    /// By file: has the gap before an item an empty line?
    items: BTreeMap<FileId, Vec<bool>>,
}

impl<'a> Files<'a> {
    fn of(files: &[GameFile], sources: &'a Sources) -> Self {
        let mut all = Self { sources, around: BTreeMap::new(), items: BTreeMap::new() };
        for file in files {
            let id = file.span.file;
            let Some(source) = sources.find(id) else { continue };
            let game = file.game.as_ref().map_or(Span { end: 0, start: 0, file: id }, |game| game.span);
            let mut spans: Vec<Span> = file.items.iter().map(|item| item.span).collect();
            spans.push(game);
            spans.sort_unstable_by_key(|span| (span.start, span.end));
            let mut at = 0;
            let mut empty = Vec::new();
            for (number, span) in spans.iter().enumerate() {
                let before = lines_between(source, at, span.start as usize);
                let (behind, next) = behind(source, span.end as usize);
                empty.push(before.contains(&""));
                all.around.insert((id, span.start), Around { number, before, behind });
                at = next.max(at);
            }
            // What stands behind the last item goes under the place past the end.
            let before = lines_between(source, at, source.text.len());
            all.around.insert((id, u32::MAX), Around { number: spans.len(), before, behind: "" });
            all.items.insert(id, empty);
        }
        all
    }

    fn slice(&self, span: Span) -> &'a str {
        self.sources.slice(span)
    }

    fn around(&self, span: Span) -> Around<'a> {
        self.around.get(&(span.file, span.start)).cloned().unwrap_or_default()
    }

    /// The whole text, not formatted yet.
    fn flat(&self, chain: &Chain, flat: &Flat, title: Option<&str>) -> String {
        let mut out = String::new();
        let Some(own) = chain.files.last() else { return out };
        let file = own.span.file;
        let first = own.items.iter().min_by_key(|item| item.span.start);
        self.game_line(chain, title, &mut out);
        if let Some(first) = first {
            let lines = &self.around(first.span).before;
            // Comments directly above the first item belong to it, if it is there to be seen.
            let end = if matches!(first.body, ItemBody::Declaration(_)) { paragraph(lines) } else { lines.len() };
            for line in &lines[..end] {
                put_line(&mut out, line);
            }
        }
        let labels = Labels::of(&flat.entries);
        let mut last: Option<(FileId, usize)> = None;
        for (index, entry) in flat.entries.iter().enumerate() {
            let (around, place) = (self.around(entry.span), self.around(entry.place));
            let mut above: Vec<&str> = around.before.clone();
            // What stands above the first item speaks of the whole file.
            if around.number <= 1 {
                above.drain(..paragraph(&above));
            }
            let home = entry.place.file;
            let from = last.filter(|(file, _)| *file == home).map_or(0, |(_, number)| number + 1);
            let gaps = self.items.get(&home).map_or(&[][..], Vec::as_slice);
            let broken = gaps.get(from.min(place.number)..=place.number).is_some_and(|gaps| gaps.contains(&true));
            let other_file = last.is_some_and(|(file, _)| file != home);
            // What was written elsewhere keeps its comment apart from what stands above it now.
            let moved = entry.place != entry.span && above.iter().any(|line| !line.is_empty());
            if broken || other_file || moved {
                put_line(&mut out, "");
            }
            let lead = above.iter().take_while(|line| line.is_empty()).count();
            for line in &above[lead..] {
                put_line(&mut out, line);
            }
            let (text, cut) = self.body(entry, &flat.options, labels.keeps(index));
            out.push_str(&text);
            for (number, line) in around.behind.split('\n').enumerate() {
                if number > 0 {
                    out.push('\n');
                }
                out.push_str(if number == 0 { line } else { fewer_blanks(line, cut) });
            }
            out.push('\n');
            last = Some((home, place.number));
        }
        if let Some(tail) = self.around.get(&(file, u32::MAX)) {
            for line in &tail.before {
                put_line(&mut out, line);
            }
        }
        out
    }

    /// Writes the first line with what stands above it and behind it.
    fn game_line(&self, chain: &Chain, title: Option<&str>, out: &mut String) {
        let Some(game) = chain.files.last().and_then(|file| file.game.as_ref()) else { return };
        let around = self.around(game.span);
        for line in &around.before {
            put_line(out, line);
        }
        let language = chain.files.iter().rev().filter_map(|file| file.game.as_ref()).find_map(|game| game.language);
        if title.is_none() && game.extends.is_none() {
            out.push_str(self.slice(game.span));
        } else {
            let chinese = english(self.slice(game.span).split_whitespace().next().unwrap_or("")).is_some();
            let (keyword, version) = if chinese { ("棋种", "语言版本") } else { ("game", "language") };
            let _ = write!(out, "{keyword} ");
            out.push_str(&title.map_or_else(|| self.slice(game.title.span).to_owned(), |title| format!("\"{title}\"")));
            if let Some(language) = language {
                let _ = write!(out, " {version} {}", language.value);
            }
        }
        out.push_str(around.behind);
        out.push('\n');
    }

    // ---- one item ----------------------------------------------------------------------------------------------

    /// The text of an item, and how many bytes in front of it were left out.
    fn body(&self, entry: &Entry, options: &[OptionDef], with_label: bool) -> (String, usize) {
        let whole = self.slice(entry.span);
        let start = entry.span.start as usize;
        let mut text = whole.to_owned();
        if let Declaration::Option(item) = &entry.declaration
            && let Some(option) = options.iter().find(|o| o.name == item.name.text)
            && option.value != item.default.text
        {
            self.put_default(&mut text, start, item, &option.value);
        }
        let mut cut = 0;
        if let Some(word) = entry.replaces {
            let from = word.start as usize - start;
            let end = word.end as usize - start;
            let blanks = text[end..].len() - text[end..].trim_start().len();
            text.replace_range(from..end + blanks, "");
            cut += end + blanks - from;
        }
        if !with_label && let Some(colon) = find_sign(&text, ':') {
            let end = colon.end + (text[colon.end..].len() - text[colon.end..].trim_start().len());
            text.replace_range(..end, "");
            cut += end;
        }
        if cut > 0 {
            text = moved_left(&text, cut);
        }
        if !entry.added.is_empty() {
            self.put_added(&mut text, entry);
        }
        (text, cut)
    }

    /// Puts the value in force in the place of the default, and keeps what stands behind it in its column if there is room.
    fn put_default(&self, text: &mut String, start: usize, item: &OptionItem, value: &str) {
        let written = match &item.values {
            Some(Values::Words(words)) => {
                words.iter().find(|word| word.text == value).map(|word| self.slice(word.span))
            }
            _ => None,
        };
        let written = written.unwrap_or(value);
        let (from, to) = (item.default.span.start as usize - start, item.default.span.end as usize - start);
        let blanks = text[to..].chars().take_while(|c| *c == ' ').count();
        let (old, new) = (to - from, written.len());
        let room = if blanks == 0 { 0 } else { (blanks + old).saturating_sub(new).max(1) };
        text.replace_range(from..to + blanks, &format!("{written}{}", " ".repeat(room)));
    }

    /// Puts what `add to` items say into the item that they name.
    fn put_added(&self, text: &mut String, entry: &Entry) {
        let written = entry.added.iter().map(|&added| self.slice(added));
        match &entry.declaration {
            Declaration::Kind { .. } | Declaration::Hand { .. } | Declaration::Line { .. } => {
                for more in written {
                    let mut said = after_sign(more, '=').trim_start();
                    // `both sides of` counts for the whole list; its twin is one word.
                    if let Some(both) = find_word(said, "both").filter(|both| both.start == 0) {
                        let last = if said[both.clone()].is_ascii() { find_word(said, "of") } else { Some(both) };
                        said = last.map_or(said, |last| said[last.end..].trim_start());
                    }
                    text.extend([", ", said]);
                }
            }
            Declaration::Region { .. } => {
                let (mut terms, mut excepts, mut keyword) = (String::new(), Vec::new(), "except");
                for more in written {
                    let said = after_sign(more, '=').trim();
                    let except = find_word(said, "except");
                    let end = except.as_ref().map_or(said.len(), |word| word.start);
                    terms.extend([", ", said[..end].trim()]);
                    if let Some(word) = except {
                        keyword = &said[word.clone()];
                        excepts.push(said[word.end..].trim());
                    }
                }
                let except = find_word(text, "except");
                let end = except.as_ref().map_or(text.len(), |word| text[..word.start].trim_end().len());
                text.insert_str(end, &terms);
                if !excepts.is_empty() {
                    let joint: &[&str] = if except.is_some() { &[", "] } else { &[" ", keyword, " "] };
                    text.extend(joint.iter().copied());
                    text.push_str(&excepts.join(", "));
                }
            }
            _ => {
                let added = entry.added.iter().map(|&added| {
                    let around = self.around(added);
                    let above = around.before[paragraph(&around.before)..].to_vec();
                    Statements { above, text: in_braces(after_sign(self.slice(added), '{')), behind: around.behind }
                });
                put_into_block(text, &added.collect::<Vec<_>>());
            }
        }
    }
}

/// The text behind a sign; nothing where it is not there.
fn after_sign(text: &str, sign: char) -> &str {
    find_sign(text, sign).map_or("", |place| &text[place.end..])
}

/// Statements that are added to a block.
struct Statements<'a> {
    /// Comments above them.
    above: Vec<&'a str>,
    /// The statements.
    text: &'a str,
    /// The comment behind them.
    behind: &'a str,
}

/// What stands before the brace that ends a text.
fn in_braces(text: &str) -> &str {
    let text = text.trim_end();
    let inside = text.chars().next_back().map_or("", |brace| &text[..text.len() - brace.len_utf8()]);
    inside.trim_end_matches([' ', '\t']).trim_matches(['\n', '\r'])
}

/// Puts statements at the end of a block; a text without one gets it.
fn put_into_block(text: &mut String, added: &[Statements<'_>]) {
    let Some(open) = find_sign(text, '{') else {
        let plain = added.iter().all(Statements::is_plain);
        let length: usize = added.iter().map(|more| more.text.len() + 2).sum();
        if plain && text.len() + length < LONGEST_BLOCK {
            let parts: Vec<&str> = added.iter().map(|more| more.text.trim()).collect();
            text.extend([" { ", &parts.join("; "), " }"]);
        } else {
            text.push_str(" {\n");
            push_statements(text, added);
        }
        return;
    };
    let close = text.len() - text.chars().next_back().map_or(0, char::len_utf8);
    let inside = text[open.end..close].to_owned();
    let held = inside.trim().trim_end_matches([';', '；']);
    let length: usize = added.iter().map(|more| more.text.len() + 2).sum();
    if !inside.contains(['\n', '#']) && added.iter().all(Statements::is_plain) && text.len() + length < LONGEST_BLOCK {
        let more = added.iter().map(|more| more.text.trim());
        let parts: Vec<&str> = std::iter::once(held).chain(more).filter(|part| !part.is_empty()).collect();
        text.replace_range(open.end.., &format!(" {} }}", parts.join("; ")));
        return;
    }
    if inside.contains('\n') {
        let kept = text[..close].trim_end().len();
        text.truncate(kept);
        text.push('\n');
    } else {
        text.truncate(open.end);
        text.push('\n');
        if !held.is_empty() {
            text.extend([held, "\n"]);
        }
    }
    push_statements(text, added);
}

impl Statements<'_> {
    /// Nothing but statements on one line.
    fn is_plain(&self) -> bool {
        self.above.is_empty() && self.behind.trim().is_empty() && !self.text.contains(['\n', '#'])
    }
}

/// Writes statements on lines of their own, and the brace that ends the block.
fn push_statements(text: &mut String, added: &[Statements<'_>]) {
    for more in added {
        for line in &more.above {
            put_line(text, line);
        }
        text.extend([more.text.trim_end(), more.behind, "\n"]);
    }
    text.push('}');
}

/// A line without so many of the blanks at its start.
fn fewer_blanks(line: &str, blanks: usize) -> &str {
    let held = line.chars().take_while(|c| *c == ' ').count();
    &line[held.min(blanks)..]
}

/// The text with so many blanks fewer at the starts of all lines that go on with the first one.
fn moved_left(text: &str, blanks: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for start in outer_lines(text) {
        out.push_str(&text[at..start]);
        at = text.len() - fewer_blanks(&text[start..], blanks).len();
    }
    out.push_str(&text[at..]);
    out
}

/// Where the last paragraph of some lines begins.
fn paragraph(lines: &[&str]) -> usize {
    lines.iter().rposition(|line| line.is_empty()).map_or(0, |at| at + 1)
}

fn put_line(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// The lines between two places of a text that hold comments or nothing; the rests of lines at both ends are left out.
fn lines_between(source: &Source, from: usize, to: usize) -> Vec<&str> {
    let Some(text) = source.text.get(from..to) else { return Vec::new() };
    let mut lines: Vec<&str> =
        text.split('\n').map(|line| line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')).collect();
    // The rest of the line of the item before, unless the file begins here.
    if from > 0 && !lines.is_empty() {
        lines.remove(0);
    }
    // The beginning of the line of the item after.
    if to < source.text.len() || lines.last() == Some(&"") {
        lines.pop();
    }
    lines.into_iter().filter(|line| line.is_empty() || line.starts_with('#')).collect()
}

/// The comment behind an item with its blanks, and where the text goes on.
fn behind(source: &Source, end: usize) -> (&str, usize) {
    let text = &source.text;
    let Some(rest) = text.get(end..) else { return ("", end) };
    let line = rest.find('\n').unwrap_or(rest.len());
    let skipped = rest[..line].trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '；'));
    if !skipped.starts_with('#') {
        return ("", end);
    }
    let start = end + line - skipped.len();
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let column = |from: usize, to: usize| text.get(from..to).map_or(0, |before| before.chars().count());
    let mut last = end + line;
    // Comments alone on their lines that stand under it go on with it.
    while let Some(next) = text.get(last + 1..) {
        let length = next.find('\n').unwrap_or(next.len());
        let comment = next[..length].trim_start();
        let at = last + 1 + length - comment.len();
        if !comment.starts_with('#') || column(last + 1, at) != column(line_start, start) {
            break;
        }
        last = last + 1 + length;
    }
    let blanks = rest[..start - end].rfind([';', '；']).map_or(end, |at| end + at + 1);
    let blanks = blanks + text[blanks..].find(|c: char| c.is_whitespace() || c == '#').unwrap_or(0);
    (text.get(blanks..last).unwrap_or("").trim_end(), last)
}

/// Labels may stand twice in different files, where the item has a name besides: in one file they may not.
struct Labels(BTreeSet<usize>);

impl Labels {
    fn of(entries: &[Entry]) -> Self {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let mut dropped = BTreeSet::new();
        for (index, entry) in entries.iter().enumerate() {
            let Some(label) = &entry.label else { continue };
            if let Some(&other) = first.get(label.text.as_str()) {
                dropped.insert(if entry.key.is_some() { index } else { other });
            } else {
                first.insert(&label.text, index);
            }
        }
        Self(dropped)
    }

    fn keeps(&self, index: usize) -> bool {
        !self.0.contains(&index)
    }
}
