//! The signs of pieces in position text: which piece one means, and what to say where it means none.

use super::super::game::PositionError;
use super::{kind_by_word, player_by_name};
use crate::compile::tables::{NONE, Tables};
use crate::diag::{nearest, nearest_first};

/// So many signs are listed in a message.
const MOST_LISTED: usize = 12;

/// The piece of a sign; or of `Player:Kind` in other words: a label for the player's name, a name or label for the code. The
/// name or label of a kind is enough where only one piece is of that kind.
pub(super) fn content_of_sign<const W: usize>(t: &Tables<W>, sign: &str) -> Option<u16> {
    let signs = &t.names.signs;
    if let Some(index) = signs.iter().skip(1).position(|other| other == sign) {
        return Some(index as u16 + 1);
    }
    let Some((owner, kind)) = sign.split_once(':') else {
        let kind = kind_by_word(t, sign).filter(|&kind| t.names.kinds[kind].1 != sign)?;
        let mut contents = (1..t.contents.len() as u16).filter(|&c| usize::from(t.contents[c as usize].kind) == kind);
        return contents.next().filter(|_| contents.next().is_none());
    };
    owned(t, usize::from(player_by_name(t, owner)?), kind_by_word(t, kind)?)
}

fn owned<const W: usize>(t: &Tables<W>, row: usize, kind: usize) -> Option<u16> {
    t.content_of.get(row * t.kinds + kind).copied().filter(|&content| content != NONE)
}

/// Says that an entry of a row (from 0) is no sign, which one was meant, and which there are.
pub(super) fn unknown_sign<const W: usize>(t: &Tables<W>, entry: &str, row: usize) -> PositionError {
    let signs: Vec<&str> = t.names.signs.iter().skip(1).map(String::as_str).collect();
    let meant = meant(t, entry).or_else(|| nearest(entry, signs.iter().copied()));
    let mut listed = signs.clone();
    if signs.len() > MOST_LISTED {
        listed = nearest_first(entry, &signs);
        if let Some(at) = meant.and_then(|meant| listed.iter().position(|sign| *sign == meant)) {
            let sign = listed.remove(at);
            listed.insert(0, sign);
        }
        listed.truncate(MOST_LISTED);
    }
    let guess = meant.map_or(String::new(), |sign| format!("; perhaps `{sign}` is meant"));
    let known: Vec<String> = listed.iter().map(|sign| format!("`{sign}`")).collect();
    let more = signs.len() - listed.len();
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    PositionError {
        code: "unknown-piece",
        message: format!("row {}: `{entry}` is no piece{guess}; the signs are {}{more}", row + 1, known.join(", ")),
    }
}

/// The sign that `Player:Kind` stands for when either word is shortened or misspelt.
fn meant<'t, const W: usize>(t: &'t Tables<W>, entry: &str) -> Option<&'t str> {
    let (owner, kind) = entry.split_once([':', '：'])?;
    let player = player_by_name(t, owner).map(usize::from).or_else(|| {
        let names = || t.names.players.iter().map(|(name, _)| name.as_str());
        let lower = owner.to_lowercase();
        let mut begin = names().enumerate().filter(|(_, name)| name.to_lowercase().starts_with(&lower));
        let shortened = begin.next().filter(|_| !lower.is_empty() && begin.next().is_none()).map(|(at, _)| at);
        shortened.or_else(|| nearest(owner, names()).and_then(|near| names().position(|name| name == near)))
    })?;
    let kind = kind_by_word(t, kind).or_else(|| {
        let words = || {
            let all = t.names.kinds.iter().enumerate();
            all.flat_map(|(at, (name, code, labels))| {
                [code, name].into_iter().chain(labels).map(move |word| (at, word.as_str()))
            })
        };
        let near = nearest(kind, words().map(|(_, word)| word))?;
        words().find(|(_, word)| *word == near).map(|(at, _)| at)
    })?;
    owned(t, player, kind).map(|content| t.names.signs[content as usize].as_str())
}
