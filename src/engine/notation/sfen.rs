//! SFEN: rows, side to move (`b` the player declared first, `w` the other), hands, move number. The move number is read and
//! not kept; 1 is written. Where a rule asks what the last turn took, `last=…` follows (see [`super::position`]).

use super::super::game::PositionError;
use super::super::position::Position;
use super::data::complete;
use super::position::{last_text, read_last, read_rows, refuse, write_rows};
use crate::compile::tables::{ANY_NUMBER, NONE, Tables};

/// Writes SFEN.
pub(super) fn write<const W: usize>(t: &Tables<W>, position: &Position<W>) -> String {
    let side = if position.mover(t) == 0 { "b" } else { "w" };
    let mut hands = String::new();
    for player in 0..t.players.min(2) {
        for kind in 0..t.kinds {
            let number = position.hands[player * t.kinds + kind];
            let content = t.content_of[player * t.kinds + kind];
            if number == 0 || number == ANY_NUMBER || content == NONE {
                continue;
            }
            if number > 1 {
                hands += &number.to_string();
            }
            hands += &t.names.signs[content as usize];
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    format!("{} {side} {hands} 1{}", write_rows(t, position), last_text(t, position))
}

/// Reads SFEN; a leading `sfen` and `startpos` are understood.
pub(super) fn read<const W: usize>(t: &Tables<W>, text: &str) -> Result<Position<W>, PositionError> {
    let text = text.trim();
    if text == "startpos" {
        return Ok(Position::start(t));
    }
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    let mut words = text.split_whitespace();
    let mut position = Position::empty(t);
    let Some(rows) = words.next() else {
        return refuse("empty", "the position text is empty; it begins with the rows of the board".into());
    };
    read_rows(t, rows, &mut position)?;
    let to_move = match words.next() {
        Some("b") => 0,
        Some("w") if t.players > 1 => 1,
        other => {
            return refuse(
                "no-mover",
                format!("after the rows comes the side to move, `b` or `w`, not `{}`", other.unwrap_or("nothing")),
            );
        }
    };
    read_hands(t, words.next().unwrap_or("-"), &mut position)?;
    if let Some(number) = words.next()
        && number.parse::<u32>().is_err()
    {
        return refuse("no-number", format!("the move number `{number}` is not a whole number"));
    }
    let mut more = words.next();
    if let Some(value) = more.and_then(|word| word.strip_prefix("last=")) {
        read_last(t, &mut position, value)?;
        more = words.next();
    }
    if let Some(more) = more {
        return refuse("unknown-field", format!("`{more}` stands after the move number"));
    }
    complete(t, &mut position, to_move)?;
    Ok(position)
}

fn read_hands<const W: usize>(t: &Tables<W>, text: &str, position: &mut Position<W>) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    let mut count = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            count.push(c);
            continue;
        }
        let sign = c.to_string();
        let content = t.names.signs.iter().skip(1).position(|other| *other == sign).map(|index| index + 1);
        let Some(info) = content.map(|content| t.contents[content]).filter(|info| usize::from(info.owner) < t.players)
        else {
            return refuse("unknown-piece", format!("`{sign}` in the hands is no piece"));
        };
        let number = if count.is_empty() { Some(1) } else { count.parse::<u16>().ok() };
        let Some(number) = number.filter(|number| *number > 0 && *number < ANY_NUMBER) else {
            return refuse("no-number", format!("`{count}` of `{sign}` in the hands is not a number that fits"));
        };
        count.clear();
        let slot = usize::from(info.owner) * t.kinds + usize::from(info.kind);
        position.hands[slot] = position.hands[slot].saturating_add(number).min(ANY_NUMBER - 1);
    }
    if count.is_empty() { Ok(()) } else { refuse("no-piece", format!("the hands end with the number `{count}`")) }
}
