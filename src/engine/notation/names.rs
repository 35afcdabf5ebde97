//! What people call moves, where a game asks for it (`notation …, kif`): `７六歩`, `５五角打`, `２二角成`, `同銀不成`.
//!
//! The cell where the move ends in numerals (`同` where the last turn ended, when something is taken there), the label of
//! the piece, what is taken elsewhere after `取`, then `打` for a drop, `居` for a piece that stays where it is, `成` and `不成`
//! where both could be chosen. Where two moves would have one name, the cell where they begin follows: `５八金(49)`.

use super::super::game::MoveInfo;
use super::super::moves::Move;
use crate::compile::tables::{EMPTY, Tables};
use crate::types::Cell;

/// The ways in which a move may be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Called {
    /// With numerals, without its beginning.
    plain: String,
    /// With numerals and its beginning.
    full: String,
    /// As it is shown.
    pub shown: String,
}

/// How each move may be called; none for passes and special actions.
pub(in crate::engine) fn called<const W: usize>(
    t: &Tables<W>,
    last_end: Option<u16>,
    moves: &[Move<W>],
    infos: &[MoveInfo],
) -> Vec<Option<Called>> {
    let mut found: Vec<Option<Called>> = infos
        .iter()
        .map(|info| {
            let content = moves.get(info.index)?.content;
            let to = info.to.filter(|_| content != EMPTY && matches!(info.action.as_str(), "move" | "drop"))?;
            let rest = format!("{}{}", piece(t, content), tail(t, info, infos, content));
            let origin = info.from.map_or(String::new(), |from| format!("({})", digits(t, from)));
            let plain = format!("{}{rest}", numerals(t, to));
            let same = last_end == Some(to.0) && info.captures.contains(&to);
            let shown = if same { format!("同{rest}") } else { plain.clone() };
            Some(Called { full: format!("{plain}{origin}"), plain, shown })
        })
        .collect();
    for full in [true, false] {
        let mut times = std::collections::BTreeMap::new();
        for called in found.iter().flatten() {
            *times.entry(called.shown.clone()).or_insert(0) += 1;
        }
        for (called, info) in found.iter_mut().zip(infos) {
            if let Some(called) = called.as_mut().filter(|called| times.get(&called.shown) > Some(&1)) {
                called.shown = if full { called.full.clone() } else { format!("{} {}", called.full, info.text) };
            }
        }
    }
    found
}

/// The moves that are called like this.
pub(in crate::engine) fn read(called: &[Option<Called>], text: &str) -> Vec<usize> {
    let wanted = even(text);
    let fits = |way: fn(&Called) -> &str| -> Vec<usize> {
        let fits = |at: &usize| called[*at].as_ref().is_some_and(|called| even(way(called)) == wanted);
        (0..called.len()).filter(fits).collect()
    };
    let exact = fits(|called| &called.shown);
    if !exact.is_empty() {
        return exact;
    }
    let full = fits(|called| &called.full);
    if full.is_empty() { fits(|called| &called.plain) } else { full }
}

/// The same name without blanks, the sign of the player in front and the width of digits.
fn even(text: &str) -> String {
    text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽'])
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
            '（' => '(',
            '）' => ')',
            c => c,
        })
        .collect()
}

/// The label that stands last, as the first one is for boards; else the name.
fn piece<const W: usize>(t: &Tables<W>, content: u16) -> &str {
    let (name, _, labels) = &t.names.kinds[usize::from(t.contents[content as usize].kind)];
    labels.last().unwrap_or(name)
}

fn tail<const W: usize>(t: &Tables<W>, info: &MoveInfo, infos: &[MoveInfo], content: u16) -> String {
    let mut tail = String::new();
    let stays = info.from == info.to;
    let elsewhere: Vec<String> =
        info.captures.iter().filter(|&&cell| stays || Some(cell) != info.to).map(|&cell| numerals(t, cell)).collect();
    if !elsewhere.is_empty() {
        tail = format!("取{}", elsewhere.join("、"));
    }
    if info.action == "drop" {
        tail.push('打');
    } else if stays {
        tail.push('居');
    }
    let twin = |other: &MoveInfo| {
        other.promotes && (&other.from, &other.to, &other.captures) == (&info.from, &info.to, &info.captures)
    };
    if info.promotes && !t.contents[content as usize].promoted {
        tail.push('成');
    } else if info.action == "move" && !info.promotes && infos.iter().any(twin) {
        tail += "不成";
    }
    tail
}

/// A label of a file or rank as a number: digits as they are, letters by their place in the alphabet.
fn number(label: &str) -> Option<u32> {
    let mut letters = label.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => Some(letter as u32 - 'a' as u32 + 1),
        _ => label.parse().ok(),
    }
}

fn labels<const W: usize>(t: &Tables<W>, cell: Cell) -> (&str, &str) {
    (&t.names.files[usize::from(cell.0 % t.files)], &t.names.ranks[usize::from(cell.0 / t.files)])
}

/// `７六`; a file that has a letter keeps it.
fn numerals<const W: usize>(t: &Tables<W>, cell: Cell) -> String {
    let (file, rank) = labels(t, cell);
    let wide = |c: char| c.to_digit(10).and_then(|digit| char::from_u32('０' as u32 + digit)).unwrap_or(c);
    let file: String = file.chars().map(wide).collect();
    let rank = number(rank).map_or_else(|| rank.to_owned(), kanji);
    format!("{file}{rank}")
}

/// `77`; with a stroke between where a number has two digits.
fn digits<const W: usize>(t: &Tables<W>, cell: Cell) -> String {
    let (file, rank) = labels(t, cell);
    let rank = number(rank).map_or_else(|| rank.to_owned(), |rank| rank.to_string());
    if t.files < 10 && t.ranks < 10 { format!("{file}{rank}") } else { format!("{file}-{rank}") }
}

fn kanji(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    match (number / 10, number % 10) {
        (0, ones) => DIGITS[ones as usize].to_owned(),
        (tens @ 1..=9, ones) => {
            let tens = if tens == 1 { "" } else { DIGITS[tens as usize] };
            format!("{tens}十{}", DIGITS[ones as usize])
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{even, kanji};

    #[test]
    fn numbers() {
        assert_eq!([1, 9, 10, 12, 20, 36].map(kanji), ["一", "九", "十", "十二", "二十", "三十六"]);
    }

    #[test]
    fn width_does_not_matter() {
        assert_eq!(even("▲７六歩（77）"), even("7六　歩(77)"));
    }
}
