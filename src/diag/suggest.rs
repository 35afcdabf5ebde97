//! Did-you-mean with judgement: one suggestion or silence.
//!
//! A wrong guess costs the reader more than none, so a word must be close: another case of the same letters, or an edit
//! distance (insert, delete, change, swap neighbours: Damerau, in its optimal-string-alignment form) within a third of
//! the word's length. Words in scripts that write a thing in two to four signs are allowed one edit.

/// Longer words (in characters) get no suggestion unless they differ only in case.
const LONGEST_WORD: usize = 64;

/// At most so many candidates are looked at.
const MOST_CANDIDATES: usize = 4096;

/// The candidate that `word` was probably meant to be, if one is close enough; among equals the first one.
///
/// A candidate equal to `word` itself is never offered.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.is_empty() || LONGEST_WORD * 4 < word.len() {
        return None;
    }
    let folded: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    let limit = allowed_edits(&folded);
    // Used again for each candidate: there may be thousands.
    let (mut other, mut rows) = (Vec::new(), Rows::default());
    let mut best: Option<(usize, &str)> = None;
    let mut same_letters: Option<&str> = None;
    for candidate in candidates.into_iter().take(MOST_CANDIDATES) {
        if candidate == word || candidate.is_empty() || LONGEST_WORD * 4 < candidate.len() {
            continue;
        }
        if candidate.is_ascii() && folded.len().abs_diff(candidate.len()) > limit {
            continue;
        }
        other.clear();
        other.extend(candidate.chars().flat_map(char::to_lowercase));
        if other == folded {
            match same_letters {
                // Two candidates that differ only in case from the word and from each other: neither is the obvious one,
                // but the first is as close as anything can be.
                Some(_) => {}
                None => same_letters = Some(candidate),
            }
            continue;
        }
        let bound = best.map_or(limit, |(distance, _)| distance.saturating_sub(1));
        if bound == 0 || folded.len().abs_diff(other.len()) > bound || folded.len().max(other.len()) > LONGEST_WORD {
            continue;
        }
        let distance = edit_distance(&folded, &other, &mut rows);
        // All letters changed is no likeness, however short the words are.
        if distance <= bound && distance < other.len().min(folded.len()).max(1) {
            best = Some((distance, candidate));
        }
    }
    same_letters.or(best.map(|(_, candidate)| candidate))
}

/// All candidates, those that need the fewest edits first; among equals they keep their order. Only so many of them, and only
/// words of some length, are compared: the rest come last.
pub fn nearest_first<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    let fold = |text: &str| -> Vec<char> { text.chars().take(LONGEST_WORD).flat_map(char::to_lowercase).collect() };
    let folded = fold(word);
    let mut rows = Rows::default();
    let mut ranked: Vec<(usize, &str)> = candidates
        .iter()
        .enumerate()
        .map(|(at, candidate)| {
            let compared = at < MOST_CANDIDATES;
            (if compared { edit_distance(&folded, &fold(candidate), &mut rows) } else { usize::MAX }, *candidate)
        })
        .collect();
    ranked.sort_by_key(|(distance, _)| *distance);
    ranked.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The text with full-width letters, digits and signs in their plain form.
#[must_use]
pub fn half_width(text: &str) -> String {
    let narrow = |c| char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c);
    text.chars().map(|c| if ('\u{ff01}'..='\u{ff5e}').contains(&c) { narrow(c) } else { c }).collect()
}

/// How many edits a word of this length may be away.
fn allowed_edits(word: &[char]) -> usize {
    let wide = word.iter().filter(|c| is_ideographic(**c)).count();
    if wide * 2 >= word.len() && (2..=4).contains(&word.len()) { 1 } else { word.len() / 3 }
}

/// Signs of scripts that write a word in a few of them (Chinese, Japanese, Korean).
fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Rows of the table of distances.
#[derive(Default)]
struct Rows {
    before_last: Vec<usize>,
    last: Vec<usize>,
    current: Vec<usize>,
}

/// Edits from `a` to `b`, a swap of two neighbours counting once.
fn edit_distance(a: &[char], b: &[char], rows: &mut Rows) -> usize {
    let Rows { before_last, last, current } = rows;
    last.clear();
    last.extend(0..=b.len());
    before_last.clone_from(last);
    current.clone_from(last);
    for (i, &from) in a.iter().enumerate() {
        current[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let change = last[j] + usize::from(from != to);
            let mut least = change.min(last[j + 1] + 1).min(current[j] + 1);
            if i > 0 && j > 0 && from == b[j - 1] && a[i - 1] == to {
                least = least.min(before_last[j - 1] + 1);
            }
            current[j + 1] = least;
        }
        std::mem::swap(before_last, last);
        std::mem::swap(last, current);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    fn among(word: &str, candidates: &[&'static str]) -> Option<&'static str> {
        nearest(word, candidates.iter().copied())
    }

    #[test]
    fn one_slip_of_the_finger() {
        assert_eq!(among("slid", &["step", "slide", "stay"]), Some("slide"));
        assert_eq!(among("captur", &["count", "capture"]), Some("capture"));
        assert_eq!(among("reigon", &["regions", "region"]), Some("region"));
        assert_eq!(among("enemy_camp", &["enemy-camp"]), Some("enemy-camp"));
    }

    #[test]
    fn case_comes_first() {
        assert_eq!(among("Region", &["regions", "region"]), Some("region"));
        assert_eq!(among("PAWN", &["Pawns", "Pawn"]), Some("Pawn"));
    }

    #[test]
    fn silence_when_nothing_is_near() {
        assert_eq!(among("horse", &["step", "slide"]), None);
        assert_eq!(among("at", &["an", "it", "on"]), None);
        assert_eq!(among("", &["a"]), None);
        assert_eq!(among("King", &[]), None);
        assert_eq!(among("King", &["King"]), None);
    }

    #[test]
    fn short_words_of_signs() {
        assert_eq!(among("石抬", &["正兵", "石台"]), Some("石台"));
        assert_eq!(among("兽", &["王"]), None);
        assert_eq!(among("飞车", &["王将", "石台"]), None);
        assert_eq!(among("曹兽", &["兽曹"]), Some("兽曹"));
    }

    #[test]
    fn the_nearest_wins_then_the_first() {
        assert_eq!(among("soldierz", &["soldiers", "soldier"]), Some("soldiers"));
        assert_eq!(among("Solder", &["Holder", "Soldier", "Solver"]), Some("Holder"));
        assert_eq!(among("promoets", &["promotes"]), Some("promotes"));
    }

    #[test]
    fn very_long_words_cost_nothing() {
        let long = "x".repeat(1_000_000);
        assert_eq!(nearest(&long, [long.as_str(), "x"]), None);
        assert_eq!(nearest("x", [long.as_str()]), None);
    }
}
