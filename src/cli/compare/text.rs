//! What `compare` says to people.

use std::fmt::Write as _;
use std::path::Path;

use unicode_width::UnicodeWidthStr;

use crate::cli::draw::outcome_words;
use crate::cli::terminal::{counted, thousands};
use crate::diag::Sources;
use crate::engine::{Game, Outcome};
use crate::rules::changes::Said;
use crate::tools::compare::{Board, Boards, Differs, Pair, Ways};
use crate::tools::render::table::{Align, Table, paragraph};
use crate::types::{Cell, Kind, Player};

use super::{Findings, Side};

/// Width of the text (columns).
const WIDTH: usize = 100;
/// So many moves of a list are named.
const MOST_NAMED: usize = 6;
/// So many positions are told about one by one.
const MOST_POSITIONS: usize = 5;
/// Items with more lines are not compared line by line.
const MOST_LINES: usize = 400;

/// The whole answer.
pub fn whole(findings: &Findings<'_>, color: bool) -> String {
    let Findings { a, b, .. } = findings;
    let strong = |text: &str| if color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() };
    let mut out = format!("{}\n\n", strong(&summary(findings)));
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Left]).indent(2);
    for (letter, side) in [("A", a), ("B", b)] {
        table.row([letter.to_owned(), side.loaded.rules.title.clone(), side.name.clone()]);
    }
    out.push_str(&table.paint());
    for note in notes(findings.pair) {
        out.push_str(&paragraph(&note, 2, WIDTH));
    }
    for (title, text) in [
        ("What the files say", declarations(findings)),
        ("How the pieces move", pieces(findings)),
        ("What is legal", positions(findings)),
    ] {
        if !text.is_empty() {
            let _ = write!(out, "\n{}\n{text}", strong(title));
        }
    }
    out
}

/// The answer in one sentence.
pub fn summary(findings: &Findings<'_>) -> String {
    let Findings { changes, pieces, asked, .. } = findings;
    if !findings.differ() {
        let mut text = format!(
            "No difference: the files say the same, the pieces move alike, and the legal moves are the same in {}.",
            counted(asked.compared as u64, "position")
        );
        if asked.left_out > 0 || !pieces.left_out.is_empty() {
            text.push_str(" Not everything could be compared.");
        }
        return text;
    }
    let mut only = String::new();
    for (letter, list) in [("A", &pieces.only_a), ("B", &pieces.only_b)] {
        match list.len() {
            0 => {}
            1 => only.extend(["; 1 piece is only in ", letter]),
            number => only.extend([&format!("; {number} pieces are only in "), letter]),
        }
    }
    let declarations = match changes.count() {
        0 => "B changes no declaration".to_owned(),
        number => format!("B changes {}", counted(number as u64, "declaration")),
    };
    let moved = match pieces.changed.len() {
        0 => "no piece moves otherwise".to_owned(),
        1 => "1 piece moves otherwise".to_owned(),
        number => format!("{number} pieces move otherwise"),
    };
    let legal = match (asked.compared, asked.unread) {
        (0, 0) => "no positions were compared".to_owned(),
        (0, _) if findings.pair.boards == Boards::Differ => "no positions were compared".to_owned(),
        (0, unread) => format!("{} cannot stand in B", counted(unread as u64, "position")),
        (compared, unread) => {
            let all = counted(compared as u64, "position");
            let rest = if unread == 0 { String::new() } else { format!(" ({unread} more cannot stand in B)") };
            match asked.differ {
                0 => format!("legal moves are the same in {all}{rest}"),
                number => format!("legal moves differ in {number} of {all}{rest}"),
            }
        }
    };
    format!("{declarations}; {moved}{only}; {legal}.")
}

/// What could not be compared as it stands.
fn notes(pair: &Pair<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    match pair.boards {
        Boards::Same => {}
        Boards::SameSize => notes.push(
            "The boards have the same size, but not the same cells or names of cells; cells in the same place stand for each other."
                .to_owned(),
        ),
        Boards::Differ => notes.push(format!(
            "The boards have different sizes ({} x {} and {} x {}): pieces are compared from the middle, as far as both boards \
             go, and positions cannot be compared.",
            pair.a.files(),
            pair.a.ranks(),
            pair.b.files(),
            pair.b.ranks()
        )),
    }
    let (renamed, only_a, only_b) = pair.strangers();
    if !renamed.is_empty() {
        let list: Vec<String> = renamed.iter().map(|(a, b)| format!("{a} for {b}")).collect();
        notes.push(format!("Players with different names stand for each other by seat: {}.", list.join(", ")));
    }
    for (letter, list) in [("A", only_a), ("B", only_b)] {
        if !list.is_empty() {
            notes.push(format!("Only {letter} has the players {}.", list.join(", ")));
        }
    }
    notes
}

/// A text behind a word; its other lines stand under it.
fn entry(word: &str, text: &str, indent: usize) -> String {
    let column = indent + word.width() + 2;
    let text = paragraph(text, column, WIDTH);
    format!("{}{word}  {}", " ".repeat(indent), &text[column..])
}

// ---- declarations -------------------------------------------------------------------------------------------------

fn declarations(findings: &Findings<'_>) -> String {
    let Findings { a, b, changes, .. } = findings;
    let mut out = String::new();
    if !changes.changed.is_empty() {
        out.push_str("  changed\n");
    }
    for &(x, y) in &changes.changed {
        let (old, new) = (&a.items[x], &b.items[y]);
        let places = (place(old, &a.sources), place(new, &b.sources));
        let shown = if places.0 == places.1 { places.0 } else { format!("A {}, B {}", places.0, places.1) };
        if let Some((was, is, rest)) = other_value(old, new) {
            let _ = writeln!(out, "    {}: {was} in A, {is} in B  ({shown})", old.handle);
            out.push_str(&paragraph(rest, 6, WIDTH));
            continue;
        }
        let _ = writeln!(out, "    {}  ({shown})", old.handle);
        out.push_str(&both(&old.lines, &new.lines));
    }
    for (title, side, list) in [("only in A", a, &changes.removed), ("only in B", b, &changes.added)] {
        if list.is_empty() {
            continue;
        }
        let _ = writeln!(out, "  {title}");
        for &at in list {
            out.push_str(&one(side, at));
        }
    }
    for order in &changes.reordered {
        let _ = writeln!(out, "  other order of {}", order.what);
        for (letter, list) in [("A", &order.before), ("B", &order.after)] {
            out.push_str(&entry(letter, &list.join(", "), 6));
        }
    }
    out
}

/// The values of an option that has changed in nothing else, and what is said behind them.
fn other_value<'s>(a: &'s Said, b: &'s Said) -> Option<(&'s str, &'s str, &'s str)> {
    let (was, is) = (a.value.as_deref()?, b.value.as_deref()?);
    let rest = |said: &'s Said, value: &str| {
        let (_, behind) = said.lines.first()?.split_once(" = ")?;
        behind.trim_start_matches('`').strip_prefix(value)
    };
    let (behind_a, behind_b) = (rest(a, was)?, rest(b, is)?);
    let same = was != is && behind_a == behind_b && a.lines[1..] == b.lines[1..];
    same.then(|| (was, is, behind_a.trim_start_matches('`').trim_start().trim_end_matches(" {")))
}

/// The name of the file and the line.
fn place(said: &Said, sources: &Sources) -> String {
    let (line, _) = sources.line_column(said.span);
    let name = &sources.get(said.span.file).name;
    let short = Path::new(name).file_name().map_or_else(|| name.clone(), |name| name.to_string_lossy().into_owned());
    format!("{short}:{line}")
}

/// An item that only one game has.
fn one(side: &Side, at: usize) -> String {
    let said = &side.items[at];
    let line = said.one_line();
    if said.lines.len() < 8 && !line.contains("\"\"\"") {
        return paragraph(&line, 4, WIDTH);
    }
    said.lines.iter().flat_map(|line| ["    ", line, "\n"]).collect()
}

/// Two writings of an item.
fn both(a: &[String], b: &[String]) -> String {
    let (short_a, short_b) = (crate::syntax::wording::one_line(a), crate::syntax::wording::one_line(b));
    let picture = |lines: &[String]| lines.iter().any(|line| line.trim() == "\"\"\"");
    match (picture(a), picture(b)) {
        (true, true) => return side_by_side(a, b),
        (false, false) => {}
        _ => {
            let whole = |letter: &str, lines: &[String]| -> String {
                let lines = lines.iter().filter(|line| line.trim() != "\"\"\"");
                lines.enumerate().map(|(at, line)| entry(if at == 0 { letter } else { " " }, line, 6)).collect()
            };
            return whole("A", a) + &whole("B", b);
        }
    }
    let long = |text: &str| text.width() + 9 > WIDTH;
    if (!long(&short_a) && !long(&short_b)) || a.len().min(b.len()) == 1 || a.len().max(b.len()) > MOST_LINES {
        return entry("A", &short_a, 6) + &entry("B", &short_b, 6);
    }
    let mut out = String::new();
    for (letter, line) in differing(a, b).into_iter().filter(|(_, line)| line.trim() != "}") {
        out.push_str(&entry(letter, line.trim_start(), 6));
    }
    out
}

/// Two pictures beside each other.
fn side_by_side(a: &[String], b: &[String]) -> String {
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Left]).indent(6);
    table.row(["A".to_owned(), String::new(), "B".to_owned()]);
    for at in 0..a.len().max(b.len()) {
        let line = |lines: &[String]| lines.get(at).filter(|line| line.trim() != "\"\"\"").cloned().unwrap_or_default();
        let (left, right) = (line(a), line(b));
        let sign = if left == right { " " } else { "|" };
        if !(left.is_empty() && right.is_empty()) {
            table.row([left, sign.to_owned(), right]);
        }
    }
    table.paint()
}

/// The lines that only one of two texts has, in order: a longest common part of them is left out.
fn differing<'t>(a: &'t [String], b: &'t [String]) -> Vec<(&'static str, &'t str)> {
    let mut longest = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i][j] =
                if a[i] == b[j] { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::new();
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if j >= b.len() || (i < a.len() && longest[i + 1][j] >= longest[i][j + 1]) {
            out.push(("A", a[i].as_str()));
            i += 1;
        } else {
            out.push(("B", b[j].as_str()));
            j += 1;
        }
    }
    out
}

// ---- pieces ---------------------------------------------------------------------------------------------------------

fn kind_words(game: &Game, kind: Kind) -> String {
    let (name, code) = (game.kind_name(kind), game.kind_code(kind));
    let mut more: Vec<&str> = Vec::new();
    if code != name {
        more.push(code);
    }
    more.extend(game.kind_label(kind).filter(|label| *label != name && *label != code));
    if more.is_empty() { name.to_owned() } else { format!("{name} ({})", more.join(" ")) }
}

fn pieces(findings: &Findings<'_>) -> String {
    let Findings { pair, pieces, .. } = findings;
    let mut out = String::new();
    for board in &pieces.changed {
        out.push_str(&piece(pair, board, pieces.starts));
    }
    for (words, game, list) in [
        ("only in A", pair.a, &pieces.only_a),
        ("only in B", pair.b, &pieces.only_b),
        ("not compared, too much work", pair.a, &pieces.left_out),
    ] {
        if !list.is_empty() {
            let list: Vec<String> = list.iter().map(|&kind| kind_words(game, kind)).collect();
            out.push_str(&paragraph(&format!("{words}: {}", list.join(", ")), 2, WIDTH));
        }
    }
    out
}

fn piece(pair: &Pair<'_>, board: &Board, starts: usize) -> String {
    let mut head = kind_words(pair.a, board.kind);
    if pair.a.kind_name(board.kind) != pair.b.kind_name(board.other) {
        let _ = write!(head, ", in B {}", kind_words(pair.b, board.other));
    }
    if let Some(player) = board.player {
        let _ = write!(head, " of {}", pair.a.player_name(player));
    }
    let all = pair.a.cells().len();
    let from = match starts {
        1 => "from the middle".to_owned(),
        number if number == all => "from all cells".to_owned(),
        number => format!("from {number} cells"),
    };
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right]).indent(4);
    let mut examples = Vec::new();
    for (what, ways) in [
        (format!("walks on an empty board, {from}"), &board.empty_walks),
        ("walks among other pieces".to_owned(), &board.crowd_walks),
        ("takes among other pieces".to_owned(), &board.crowd_takes),
    ] {
        if ways.differ() {
            let number = |letter: &str, number: u32| format!("{letter} {}", thousands(u64::from(number)));
            table.row([what, number("A", ways.a), number("B", ways.b)]);
            examples.push(ways_words(ways));
        }
    }
    let mut out = format!("  {head}\n");
    for (line, examples) in table.paint().lines().zip(examples) {
        let _ = writeln!(out, "{line}");
        out.push_str(&examples);
    }
    out
}

fn ways_words(ways: &Ways) -> String {
    let mut out = String::new();
    for (letter, count, named) in [("A", ways.lost, &ways.lost_named), ("B", ways.gained, &ways.gained_named)] {
        if count > 0 {
            let list: Vec<String> = named.iter().map(|(from, to)| format!("{from}-{to}")).collect();
            let more = if (named.len() as u32) < count { " …" } else { "" };
            let words = format!("only in {letter} {}: {}{more}", thousands(u64::from(count)), list.join(", "));
            out.push_str(&paragraph(&words, 6, WIDTH));
        }
    }
    out
}

// ---- positions --------------------------------------------------------------------------------------------------------

/// What is different at the start of two games, as sentences.
pub fn start(pair: &Pair<'_>) -> Vec<String> {
    let (mut a, mut b) = (pair.a.start(), pair.b.start());
    let mut out = Vec::new();
    if pair.player(a.to_move()) != Some(b.to_move()) {
        out.push(format!("{} begins in A, {} in B", pair.a.player_name(a.to_move()), pair.b.player_name(b.to_move())));
    }
    if pair.boards != Boards::Differ {
        let translated = |(owner, kind): (Option<Player>, Kind)| {
            let whose = match owner {
                Some(player) => pair.player(player).map(Some)?,
                None => None,
            };
            Some((whose, pair.kind(kind)?))
        };
        let cells: Vec<Cell> = pair
            .a
            .cells()
            .into_iter()
            .filter(|&cell| {
                let other = pair.cell(cell).and_then(|other| b.piece_at(other));
                match a.piece_at(cell) {
                    Some(piece) => translated(piece) != other || other.is_none(),
                    None => other.is_some(),
                }
            })
            .collect();
        if !cells.is_empty() {
            let names: Vec<&str> = cells.iter().take(MOST_NAMED).map(|&cell| pair.a.cell_name(cell)).collect();
            let rest = cells.len() - names.len();
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            out.push(format!("The pieces at the start differ on {}{more}", names.join(", ")));
        }
        let held = |game: &Game, state: &crate::engine::State, player: Player| -> Vec<(String, Option<u32>)> {
            state.hand(player).into_iter().map(|(kind, number)| (game.kind_code(kind).to_owned(), number)).collect()
        };
        for player in (0..pair.a.players()).map(Player::from_index) {
            if let Some(other) = pair.player(player)
                && held(pair.a, &a, player) != held(pair.b, &b, other)
            {
                out.push(format!("{} has something else in hand at the start", pair.a.player_name(player)));
            }
        }
    }
    if a.outcome().is_some() != b.outcome().is_some() {
        let letter = if a.outcome().is_some() { "A" } else { "B" };
        out.push(format!("{letter} is over before the first move"));
    }
    out
}

fn positions(findings: &Findings<'_>) -> String {
    let Findings { pair, asked, start, .. } = findings;
    let mut out = String::new();
    for sentence in start {
        out.push_str(&paragraph(&format!("{sentence}."), 2, WIDTH));
    }
    for differs in asked.list.iter().take(MOST_POSITIONS) {
        out.push_str(&position(pair, differs));
    }
    match asked.differ - asked.list.len().min(MOST_POSITIONS) {
        0 => {}
        1 => out.push_str("  and in 1 more position\n"),
        rest => out.extend(["  and in ", &thousands(rest as u64), " more positions\n"]),
    }
    if asked.unread > 0 && pair.boards != Boards::Differ {
        let why = asked.why.as_deref().unwrap_or("");
        let words = format!("{} of A cannot stand in B: {why}.", counted(asked.unread as u64, "position"));
        out.push_str(&paragraph(&words, 2, WIDTH));
    }
    if asked.left_out > 0 {
        let words = format!("{} not compared: too much work.", counted(asked.left_out as u64, "position"));
        out.push_str(&paragraph(&words, 2, WIDTH));
    }
    out
}

fn position(pair: &Pair<'_>, differs: &Differs) -> String {
    let (a, b) = differs.moves;
    let number = if differs.number == 0 { "start".to_owned() } else { format!("position {}", differs.number) };
    let moves = if a == b { format!("{} in both", counted(a as u64, "move")) } else { format!("moves A {a}, B {b}") };
    let mut out = format!("  {number}, {} to move: {moves}\n", pair.a.player_name(differs.to_move));
    // What is too long to be read is in the JSON.
    if differs.number > 0 && differs.position.width() < WIDTH {
        let _ = writeln!(out, "    {}", differs.position);
    }
    let mut table = Vec::new();
    if let Some((of_a, of_b)) = &differs.outcome {
        let words = |game: &Game, outcome: &Option<Outcome>| {
            outcome.as_ref().map_or_else(|| "not over".to_owned(), |outcome| outcome_words(game, outcome))
        };
        table.push(("game", format!("A {}; B {}", words(pair.a, of_a), words(pair.b, of_b))));
    }
    let listed = |(count, first): &(usize, Vec<String>)| {
        let shown: Vec<&str> = first.iter().take(MOST_NAMED).map(String::as_str).collect();
        let rest = count - shown.len();
        let more = if rest > 0 { format!(", and {rest} more") } else { String::new() };
        format!("{}{more}", shown.join(", "))
    };
    if differs.lost.0 > 0 {
        table.push(("only in A", listed(&differs.lost)));
    }
    if differs.gained.0 > 0 {
        table.push(("only in B", listed(&differs.gained)));
    }
    if differs.otherwise.0 > 0 {
        let texts = differs.otherwise.1.iter().map(|(a, b)| format!("{a} → {b}")).collect();
        table.push(("otherwise", listed(&(differs.otherwise.0, texts))));
    }
    if differs.endings.0 > 0 {
        let words = |game: &Game, outcome: &Option<Outcome>| {
            outcome.as_ref().map_or_else(|| "goes on".to_owned(), |outcome| outcome_words(game, outcome))
        };
        let texts = differs
            .endings
            .1
            .iter()
            .map(|one| format!("{} (A {}, B {})", one.text, words(pair.a, &one.a), words(pair.b, &one.b)))
            .collect();
        table.push(("ends", listed(&(differs.endings.0, texts))));
    }
    for (word, text) in table {
        out.push_str(&entry(&format!("{word:<9}"), &text, 4));
    }
    out
}
