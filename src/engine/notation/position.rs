//! Position text: rows from top to bottom, the player to move, then `name=value` for whatever else the game needs.
//!
//! `3bbb3/4b4/… Black quiet=12`. A row lists its cells from left to right: numbers are runs of empty cells, `_` is a hole,
//! everything else the sign of a piece. Where a sign is longer than one character (a `+` in front apart), the entries of
//! all rows are set apart by commas. `hands=Black:P2,L1;White:P1`, `out=North`, `again=e5!` (the turn goes on with the piece
//! on e5; `!`: it must, `x`: by taking), `marks=passed@e3>e4:White:0`, `unmoved=a1,e1`, `last=e5:n@e5` (where the last turn
//! ended, what it took), and the counters by name.

use std::fmt::Write;

use super::super::game::PositionError;
use super::super::position::{Again, Before, Marked, Position};
use super::data::{complete, counter_name};
use super::signs::{content_of_sign, unknown_sign};
use super::{cell_by_name, cell_name, kind_by_word, player_by_name, player_names, sfen};
use crate::compile::tables::{ANY_NUMBER, EMPTY, Notation, Tables};
use crate::diag::counted;
use crate::types::{Cell, CellSet};

/// Longest position text that is read, in bytes.
const MOST_BYTES: usize = 1 << 20;

pub(super) fn refuse<T>(code: &'static str, message: String) -> Result<T, PositionError> {
    Err(PositionError { code, message })
}

/// Signs are single characters, `+` in front apart.
pub(super) fn packed<const W: usize>(t: &Tables<W>) -> bool {
    t.names.signs.iter().skip(1).all(|sign| {
        let bare = sign.strip_prefix('+').unwrap_or(sign);
        let mut chars = bare.chars();
        chars.next().is_some_and(|c| !c.is_ascii_digit() && !"/_,+ ".contains(c)) && chars.next().is_none()
    })
}

/// The rows of the board.
pub(super) fn write_rows<const W: usize>(t: &Tables<W>, position: &Position<W>) -> String {
    let packed = packed(t);
    let mut rows = Vec::new();
    for rank in (0..t.ranks).rev() {
        let mut entries: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in 0..t.files {
            let cell = Cell(rank * t.files + file);
            let content = position.cells[cell.index()];
            if t.board.has(cell) && content == EMPTY {
                empty += 1;
                continue;
            }
            if empty > 0 {
                entries.push(empty.to_string());
                empty = 0;
            }
            entries.push(if t.board.has(cell) { t.names.signs[content as usize].clone() } else { "_".into() });
        }
        if empty > 0 {
            entries.push(empty.to_string());
        }
        rows.push(entries.join(if packed { "" } else { "," }));
    }
    rows.join("/")
}

/// The text of a position.
pub(in crate::engine) fn write<const W: usize>(t: &Tables<W>, position: &Position<W>) -> String {
    if t.names.notation == Notation::Usi {
        return sfen::write(t, position);
    }
    let player = |player: u8| t.names.players[usize::from(player)].0.as_str();
    let mut text = format!("{} {}", write_rows(t, position), player(position.mover(t)));
    if t.turns
        .iter()
        .enumerate()
        .any(|(place, &mover)| place != usize::from(position.turn) && mover == position.mover(t))
    {
        let _ = write!(text, " turn={}", position.turn + 1);
    }
    let hands: Vec<String> = (0..t.players)
        .filter_map(|owner| {
            let held: Vec<String> = (0..t.kinds)
                .filter(|kind| !matches!(position.hands[owner * t.kinds + kind], 0 | ANY_NUMBER))
                .map(|kind| format!("{}{}", t.names.kinds[kind].1, position.hands[owner * t.kinds + kind]))
                .collect();
            (!held.is_empty()).then(|| format!("{}:{}", player(owner as u8), held.join(",")))
        })
        .collect();
    if !hands.is_empty() {
        let _ = write!(text, " hands={}", hands.join(";"));
    }
    let out: Vec<&str> = (0..t.players as u8).filter(|&owner| position.is_out(owner)).map(player).collect();
    if !out.is_empty() {
        let _ = write!(text, " out={}", out.join(","));
    }
    if !position.marks.is_empty() {
        let marks: Vec<String> = position
            .marks
            .iter()
            .map(|m| {
                let name = &t.names.marks[usize::from(m.mark)];
                let plies = if m.plies == u32::MAX { "*".to_string() } else { m.plies.to_string() };
                format!("{name}@{}>{}:{}:{plies}", cell_name(t, m.cell), cell_name(t, m.piece), player(m.player))
            })
            .collect();
        let _ = write!(text, " marks={}", marks.join(","));
    }
    if let Some(again) = position.again {
        let (must, take) = (if again.must { "!" } else { "" }, if again.take { "x" } else { "" });
        let _ = write!(text, " again={}{must}{take}", cell_name(t, again.cell));
    }
    if t.needs.unmoved && position.unmoved != of_setup(t, position) {
        let cells: Vec<&str> = position.unmoved.into_iter().map(|cell| cell_name(t, cell.0)).collect();
        let _ = write!(text, " unmoved={}", cells.join(","));
    }
    if t.needs.passes && position.passes > 0 {
        let _ = write!(text, " passes={}", position.passes);
    }
    text += &last_text(t, position);
    for (index, &value) in position.counters.iter().enumerate().filter(|&(_, &value)| value > 0) {
        let _ = write!(text, " {}={value}", counter_name(t, index));
    }
    text
}

/// What the last turn did, where a rule can still ask: ` last=5e:n@5e`. A turn that took nothing of which a rule asks is left
/// out, unless rules ask of its end alone.
pub(super) fn last_text<const W: usize>(t: &Tables<W>, position: &Position<W>) -> String {
    let taken = position.taken_last_ply();
    let asked = taken.iter().any(|&(_, content)| t.last_taken[content as usize]);
    let Some(end) = position.last_end().filter(|_| asked || t.needs.last_end && !t.needs.last_taken) else {
        return String::new();
    };
    let taken: Vec<String> = taken
        .iter()
        .map(|&(cell, content)| format!("{}@{}", t.names.signs[content as usize], cell_name(t, cell)))
        .collect();
    let taken = if asked { format!(":{}", taken.join(",")) } else { String::new() };
    format!(" last={}{taken}", cell_name(t, end))
}

/// Reads it.
pub(super) fn read_last<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    value: &str,
) -> Result<(), PositionError> {
    let (end, list) = value.split_once(':').unwrap_or((value, ""));
    let mut taken = Vec::new();
    for entry in list.split(',').filter(|entry| !entry.is_empty()) {
        let Some((sign, at)) = entry.split_once('@') else {
            return refuse("bad-last", format!("`{entry}`: what the last turn took is written `sign@cell`"));
        };
        let Some(content) = content_of_sign(t, sign) else {
            return refuse("unknown-piece", format!("`{sign}`, taken by the last turn, is no piece"));
        };
        taken.push((cell(t, at)?, content));
    }
    position.before = Some(Box::new(Before { end: cell(t, end)?, taken }));
    Ok(())
}

/// The pieces that stand as in the setup: what counts as unmoved when nothing is said.
fn of_setup<const W: usize>(t: &Tables<W>, position: &Position<W>) -> CellSet<W> {
    t.board
        .into_iter()
        .filter(|cell| {
            let content = position.cells[cell.index()];
            content != EMPTY && content == t.setup[cell.index()]
        })
        .collect()
}

/// Reads the rows of a board into an empty position.
pub(super) fn read_rows<const W: usize>(
    t: &Tables<W>,
    text: &str,
    position: &mut Position<W>,
) -> Result<(), PositionError> {
    let packed = packed(t);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(t.ranks) {
        return refuse(
            "wrong-rows",
            format!("the board has {}, the text {}", counted(t.ranks.into(), "row"), rows.len()),
        );
    }
    for (row, line) in rows.iter().enumerate() {
        let rank = t.ranks - 1 - row as u16;
        let mut file = 0u16;
        for entry in entries(line, packed) {
            let long = || {
                let files = counted(t.files.into(), "cell");
                refuse("long-row", format!("row {} has more than {files}", row + 1))
            };
            if file > t.files {
                return long();
            }
            if let Ok(empty) = entry.parse::<u16>() {
                for _ in 0..empty.min(t.files + 1) {
                    if file < t.files && !t.board.has(Cell(rank * t.files + file)) {
                        return refuse("hole", format!("row {} counts a hole as an empty cell; write `_`", row + 1));
                    }
                    file += 1;
                }
            } else {
                if file >= t.files {
                    return long();
                }
                let cell = Cell(rank * t.files + file);
                if entry == "_" {
                    if t.board.has(cell) {
                        return refuse("no-hole", format!("row {}: `_` stands where the board has a cell", row + 1));
                    }
                } else {
                    let content = content_of_sign(t, &entry).ok_or_else(|| unknown_sign(t, &entry, row))?;
                    if !t.board.has(cell) {
                        return refuse(
                            "piece-in-hole",
                            format!("row {}: `{entry}` stands in a hole of the board", row + 1),
                        );
                    }
                    position.put(t, cell.0, content);
                }
                file += 1;
            }
        }
        if file != t.files {
            return refuse(
                "wrong-row",
                format!("row {} has {}, not {}", row + 1, counted(file.into(), "cell"), t.files),
            );
        }
    }
    Ok(())
}

/// The entries of a row.
fn entries(line: &str, packed: bool) -> Vec<String> {
    if !packed {
        return line.split(',').filter(|entry| !entry.is_empty()).map(str::to_string).collect();
    }
    let mut entries: Vec<String> = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let mut entry = c.to_string();
        if c.is_ascii_digit() {
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                entry.push(digit);
            }
        } else if c == '+'
            && let Some(next) = chars.next()
        {
            entry.push(next);
        }
        entries.push(entry);
    }
    entries
}

/// Reads a position text.
pub(in crate::engine) fn read<const W: usize>(t: &Tables<W>, text: &str) -> Result<Position<W>, PositionError> {
    if text.len() > MOST_BYTES {
        return refuse("too-long", format!("a position text has at most {MOST_BYTES} bytes"));
    }
    if t.names.notation == Notation::Usi {
        return sfen::read(t, text);
    }
    let mut words = text.split_whitespace();
    let mut position = Position::empty(t);
    let Some(rows) = words.next() else {
        return refuse("empty", "the position text is empty; it begins with the rows of the board".into());
    };
    read_rows(t, rows, &mut position)?;
    let Some(mover) = words.next() else {
        return refuse("no-mover", format!("after the rows comes the player to move: {}", player_names(t)));
    };
    let to_move = player(t, mover)?;
    for (slot, &number) in t.hands.iter().enumerate() {
        if number == ANY_NUMBER {
            position.hands[slot] = number;
        }
    }
    let mut extras = Extras::default();
    for word in words {
        let Some((name, value)) = word.split_once('=') else {
            return refuse("unknown-field", format!("`{word}` is no field; fields are written `name=value`"));
        };
        field(t, &mut position, &mut extras, name, value)?;
    }
    complete(t, &mut position, to_move)?;
    if let Some(turn) = extras.turn {
        match t.turns.get(usize::from(turn).wrapping_sub(1)) {
            Some(&owner) if owner == to_move => position.set_turn(t, turn - 1),
            _ => return refuse("wrong-turn", format!("turn {turn} is not one of {mover}")),
        }
    }
    if let Some(unmoved) = extras.unmoved {
        position.unmoved = unmoved.into_iter().map(Cell).collect::<CellSet<W>>() & position.occupied(t);
    }
    if let Some(again) = extras.again
        && !position.of_player(t, usize::from(to_move)).has(Cell(again.cell))
    {
        return refuse("wrong-piece", format!("the turn goes on with a piece that is not one of {mover}"));
    }
    position.again = extras.again;
    let ended = position.ended;
    position.settle(t);
    position.ended = ended;
    Ok(position)
}

/// Fields that wait until the player to move is set.
#[derive(Default)]
struct Extras {
    turn: Option<u16>,
    unmoved: Option<Vec<u16>>,
    again: Option<Again>,
}

fn player<const W: usize>(t: &Tables<W>, name: &str) -> Result<u8, PositionError> {
    player_by_name(t, name).ok_or_else(|| PositionError {
        code: "unknown-player",
        message: format!("`{name}` is no player; there are {}", player_names(t)),
    })
}

fn cell<const W: usize>(t: &Tables<W>, name: &str) -> Result<u16, PositionError> {
    cell_by_name(t, name)
        .ok_or_else(|| PositionError { code: "unknown-cell", message: format!("`{name}` is no cell of this board") })
}

fn number(text: &str) -> Result<u32, PositionError> {
    text.parse().map_err(|_| PositionError { code: "no-number", message: format!("`{text}` is not a whole number") })
}

fn field<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    extras: &mut Extras,
    name: &str,
    value: &str,
) -> Result<(), PositionError> {
    match name {
        "turn" => extras.turn = Some(u16::try_from(number(value)?).unwrap_or(0)),
        "hands" => {
            for part in value.split(';') {
                let Some((owner, held)) = part.split_once(':') else {
                    return refuse("bad-hands", format!("`{part}`: hands are written `Player:P2,L1`"));
                };
                let owner = player(t, owner)?;
                for entry in held.split(',') {
                    let digits = entry.find(|c: char| c.is_ascii_digit()).unwrap_or(entry.len());
                    let (code, count) = entry.split_at(digits);
                    let Some(kind) = kind_by_word(t, code) else {
                        return refuse("unknown-piece", format!("`{code}` in a hand is no kind of piece"));
                    };
                    let count = if count.is_empty() { 1 } else { number(count)? };
                    if !t.needs.hands {
                        return refuse("no-hands", "this game has no hands".into());
                    }
                    let slot = usize::from(owner) * t.kinds + kind;
                    position.hands[slot] = u16::try_from(count).unwrap_or(ANY_NUMBER - 1).min(ANY_NUMBER - 1);
                }
            }
        }
        "out" => {
            for name in value.split(',') {
                position.out |= 1 << player(t, name)?;
            }
        }
        "marks" => {
            for part in value.split(',') {
                position.marks.push(mark(t, part)?);
            }
        }
        "again" => {
            let bare = value.trim_end_matches(['!', 'x']);
            let flags = &value[bare.len()..];
            let at = cell(t, bare)?;
            if position.cells[at as usize] == EMPTY {
                return refuse("no-piece", format!("the turn goes on with `{bare}`, which is empty"));
            }
            extras.again = Some(Again { cell: at, must: flags.contains('!'), take: flags.contains('x') });
        }
        "unmoved" if t.needs.unmoved => {
            let cells: Result<Vec<u16>, _> =
                value.split(',').filter(|name| !name.is_empty()).map(|name| cell(t, name)).collect();
            extras.unmoved = Some(cells?);
        }
        "last" => read_last(t, position, value)?,
        "passes" => position.passes = u16::try_from(number(value)?).unwrap_or(u16::MAX),
        _ => match (0..t.counters.len()).find(|&index| counter_name(t, index) == name) {
            Some(index) => position.counters[index] = number(value)?,
            None if name == "quiet" => {
                number(value)?;
            }
            None => return refuse("unknown-field", format!("this game has no field `{name}` in its positions")),
        },
    }
    Ok(())
}

fn mark<const W: usize>(t: &Tables<W>, text: &str) -> Result<Marked, PositionError> {
    let bad = || PositionError {
        code: "bad-mark",
        message: format!("`{text}`: a mark is written `name@cell>piece:Player:plies`"),
    };
    let (name, rest) = text.split_once('@').ok_or_else(bad)?;
    let (at, rest) = rest.split_once('>').ok_or_else(bad)?;
    let mut parts = rest.split(':');
    let (piece, owner, plies) =
        (parts.next().ok_or_else(bad)?, parts.next().ok_or_else(bad)?, parts.next().ok_or_else(bad)?);
    let mark = t.names.marks.iter().position(|other| other == name).ok_or_else(bad)?;
    Ok(Marked {
        mark: mark as u8,
        cell: cell(t, at)?,
        piece: cell(t, piece)?,
        player: player(t, owner)?,
        plies: if plies == "*" { u32::MAX } else { number(plies)? },
    })
}
