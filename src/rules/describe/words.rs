//! English: articles, plurals, numbers, lists.

/// `a` or `an`, as the next word wants it; names in other scripts take `a`.
pub(super) fn article(word: &str) -> &'static str {
    match word.trim_start_matches(['“', '`']).chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'A' | 'E' | 'I' | 'O') => "an",
        Some('u' | 'U') if !word.to_ascii_lowercase().starts_with("uni") => "an",
        _ => "a",
    }
}

/// The word with its article.
pub(super) fn one(word: &str) -> String {
    format!("{} {word}", article(word))
}

/// More than one of it. Only English-looking names take an ending.
pub(super) fn plural(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    let cut = |n: usize| &word[..word.len() - n];
    if !word.is_ascii() || !word.ends_with(|c: char| c.is_ascii_alphabetic()) {
        word.to_owned()
    } else if lower == "man" || lower.ends_with("-man") || lower.ends_with("sman") {
        format!("{}en", cut(2))
    } else if lower == "ox" {
        format!("{word}en")
    } else if lower == "goose" {
        format!("{}eese", cut(4))
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end)) {
        format!("{word}es")
    } else if lower.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| lower.ends_with(end)) {
        format!("{}ies", cut(1))
    } else if lower.ends_with("olf") {
        format!("{}ves", cut(1))
    } else {
        format!("{word}s")
    }
}

/// `A, B or C`
pub(super) fn or(list: &[String]) -> String {
    join(list, "or")
}

/// `A, B and C`
pub(super) fn and(list: &[String]) -> String {
    join(list, "and")
}

fn join(list: &[String], word: &str) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Small numbers as words.
pub(super) fn number(n: u32) -> String {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `third`, `21st`
pub(super) fn ordinal(n: u32) -> String {
    const WORDS: [&str; 7] = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth"];
    if let Some(word) = WORDS.get(n as usize) {
        return (*word).to_owned();
    }
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// A range of numbers: `exactly two`, `up to three`, `two or more`, `two to four`.
pub(super) fn range(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0, None) => "any number of".to_owned(),
        (min, None) => format!("{} or more", number(min)),
        (min, Some(max)) if min == max => format!("exactly {}", number(min)),
        (0 | 1, Some(max)) => format!("up to {}", number(max)),
        (min, Some(max)) => format!("{} to {}", number(min), number(max)),
    }
}

/// `once`, `once or twice`, `up to five times`
pub(super) fn times(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (1, Some(1)) => "once".to_owned(),
        (2, Some(2)) => "twice".to_owned(),
        (1, Some(2)) => "once or twice".to_owned(),
        (0, Some(1)) => "at most once".to_owned(),
        (0 | 1, None) => "any number of times".to_owned(),
        (min, None) => format!("at least {} times", number(min)),
        (min, Some(max)) if min == max => format!("{} times", number(min)),
        (0 | 1, Some(max)) => format!("up to {} times", number(max)),
        (min, Some(max)) => format!("{} to {} times", number(min), number(max)),
    }
}

/// The text with a capital first letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    let mut out: String = first.to_uppercase().chain(chars).collect();
    if !out.ends_with(['.', ':']) {
        out.push('.');
    }
    out
}

/// What stands in halves, as a number.
pub(super) fn halves(n: u32) -> String {
    if n.is_multiple_of(2) { (n / 2).to_string() } else { format!("{}.5", n / 2) }
}
