//! The keywords of the grammar in both languages, read off the grammar itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use boardwright_grammar::Rule;

/// The text of the grammar.
pub(super) const GRAMMAR: &str = include_str!("../../grammar/game.pest");

/// A keyword in both languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twin {
    /// The rule of the grammar, `kw_may_not`.
    pub rule: &'static str,
    /// Its English phrase, `may not`.
    pub english: String,
    /// Its Chinese word; `None` for signs, which both languages share.
    pub chinese: Option<&'static str>,
}

/// All keywords.
struct Table {
    /// Sorted by the rules; the spellings of one rule in its order.
    rows: Vec<Twin>,
    /// Rule → its rows.
    by_rule: BTreeMap<&'static str, std::ops::Range<usize>>,
    /// Chinese word → English phrase.
    english: HashMap<&'static str, usize>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::gather)
}

impl Table {
    fn gather() -> Self {
        let mut rows: Vec<Twin> = Vec::new();
        for line in GRAMMAR.lines() {
            let Some((rule, body)) = line.split_once('=').map(|(rule, body)| (rule.trim(), body)) else { continue };
            if !rule.starts_with("kw_") || rule == "kw_first" {
                continue;
            }
            let phrases: Vec<Vec<&'static str>> = body.split('|').map(|said| quoted(said).collect()).collect();
            let is_twin = |words: &Vec<&str>| words.iter().any(|word| word.starts_with(is_chinese));
            let (twins, english): (Vec<_>, Vec<_>) = phrases.into_iter().partition(is_twin);
            rows.extend(english.iter().enumerate().map(|(i, words)| Twin {
                rule,
                english: words.join(" "),
                chinese: twins.get(i).and_then(|twin| twin.first().copied()),
            }));
        }
        rows.sort_by_key(|row| row.rule);
        let mut by_rule: BTreeMap<&'static str, std::ops::Range<usize>> = BTreeMap::new();
        let mut english = HashMap::new();
        for (at, row) in rows.iter().enumerate() {
            by_rule.entry(row.rule).or_insert(at..at).end = at + 1;
            if let Some(chinese) = row.chinese {
                english.insert(chinese, at);
            }
        }
        Self { rows, by_rule, english }
    }
}

/// Can a Chinese keyword begin with this character?
fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// The quoted strings of a piece of the grammar.
pub(super) fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('"').skip(1).step_by(2)
}

/// Every keyword in both languages, sorted by the rules of the grammar.
pub fn twins() -> &'static [Twin] {
    &table().rows
}

/// The spellings of a rule of the grammar; none if it is no keyword.
pub(super) fn spellings(rule: Rule) -> &'static [Twin] {
    static RULES: OnceLock<BTreeMap<Rule, std::ops::Range<usize>>> = OnceLock::new();
    let rules = RULES.get_or_init(|| {
        let rows = &table().by_rule;
        let row = |rule: &Rule| rows.get(format!("{rule:?}").as_str()).map(|range| (*rule, range.clone()));
        Rule::all_rules().iter().filter_map(row).collect()
    });
    rules.get(&rule).map_or(&[], |range| &table().rows[range.clone()])
}

/// The English phrase of a Chinese keyword.
pub fn english(word: &str) -> Option<&'static str> {
    if !word.starts_with(is_chinese) {
        return None;
    }
    let table = table();
    table.english.get(word).map(|&row| table.rows[row].english.as_str())
}

/// The first word of the English phrase of a Chinese keyword; any other word as it is.
pub(super) fn first(word: &str) -> &str {
    english(word).map_or(word, |phrase| phrase.split(' ').next().unwrap_or(phrase))
}
