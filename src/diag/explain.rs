//! What `explain` says: the entries of `docs/diagnostics.md` (codes) and `docs/words.md` (words of the language).

/// The book of codes, one entry each.
const CODES: &str = include_str!("../../docs/diagnostics.md");

/// The book of words; an entry may stand for several.
const WORDS: &str = include_str!("../../docs/words.md");

/// The entry of a code (`E0413`, in either case): heading, what it means, the wrong way and the right one.
pub fn explain(code: &str) -> Option<&'static str> {
    let code = code.trim();
    entries(CODES)
        .find(|(heading, _)| heading.split(':').next().is_some_and(|c| c.eq_ignore_ascii_case(code)))
        .map(|(_, text)| text)
}

/// The entry of a word or phrase of the language (`hostile`, `may not`, in either case).
pub fn explain_word(word: &str) -> Option<&'static str> {
    let word = word.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    entries(WORDS).find(|(heading, _)| words_of(heading).any(|w| w == word)).map(|(_, text)| text)
}

/// Every word and phrase that `explain_word` knows, in the order of the book.
pub fn words() -> impl Iterator<Item = &'static str> {
    entries(WORDS).flat_map(|(heading, _)| words_of(heading))
}

/// Every code that has an entry, in the order of the book.
pub fn codes() -> impl Iterator<Item = &'static str> {
    entries(CODES).filter_map(|(heading, _)| heading.split(':').next())
}

fn words_of(heading: &'static str) -> impl Iterator<Item = &'static str> {
    heading.split(',').map(|word| word.trim().trim_matches('`'))
}

/// The `## ` sections of a book: heading (without the signs) and the whole section, heading included.
fn entries(book: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut headings = Vec::new();
    let mut in_example = false;
    let mut at = 0;
    for line in book.split_inclusive('\n') {
        if line.starts_with("```") {
            in_example = !in_example;
        } else if !in_example && (line.starts_with("## ") || line.starts_with("# ")) {
            headings.push((at, line));
        }
        at += line.len();
    }
    let ends: Vec<usize> = headings.iter().skip(1).map(|(start, _)| *start).chain([book.len()]).collect();
    headings.into_iter().zip(ends).filter_map(move |((start, line), end)| {
        line.strip_prefix("## ").map(|heading| (heading.trim(), book[start..end].trim_end()))
    })
}

#[cfg(test)]
mod tests {
    use super::{codes, explain, explain_word, words};

    #[test]
    fn a_code_in_either_case() {
        let entry = explain("e0101").unwrap_or_default();
        assert!(entry.starts_with("## E0101: "), "{entry}");
        assert!(!entry.contains("## E0102"), "{entry}");
        assert_eq!(explain("E9999"), None);
        assert_eq!(explain(""), None);
    }

    #[test]
    fn a_word_in_either_case() {
        assert!(explain_word("Hostile").is_some_and(|entry| entry.contains("hostile")));
        assert!(explain_word("  may   NOT ").is_some());
        assert_eq!(explain_word("sausage"), None);
        assert_eq!(explain_word(""), None);
    }

    #[test]
    fn no_entry_stands_twice() {
        let mut all: Vec<&str> = codes().chain(words()).collect();
        all.sort_unstable();
        let twice: Vec<_> = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
