//! The words of the language, read off the grammar itself, so that messages never offer a word that it does not know.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use boardwright_grammar::Rule;

/// The text of the grammar.
const GRAMMAR: &str = include_str!("../../../grammar/game.pest");

/// The words and phrases of the language.
pub(in super::super) struct Words {
    /// Rule name → its phrases.
    keywords: BTreeMap<&'static str, Vec<String>>,
    /// Every single word that occurs in a keyword.
    all: Vec<&'static str>,
    /// The words that cannot be names.
    reserved: Vec<&'static str>,
}

/// The words, gathered at the first message of a run.
pub(in super::super) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(Words::gather)
}

impl Words {
    fn gather() -> Self {
        let mut keywords = BTreeMap::new();
        let mut all = Vec::new();
        for line in GRAMMAR.lines() {
            let Some((rule, body)) = line.split_once('=').map(|(rule, body)| (rule.trim(), body)) else { continue };
            if !rule.starts_with("kw_") || rule == "kw_first" {
                continue;
            }
            let phrases: Vec<String> =
                body.split('|').map(|alternative| quoted(alternative).collect::<Vec<_>>().join(" ")).collect();
            all.extend(quoted(body));
            keywords.insert(rule, phrases);
        }
        all.sort_unstable();
        all.dedup();
        let reserved = GRAMMAR
            .split_once("\nreserved = ")
            .and_then(|(_, rest)| rest.split_once("\n}"))
            .map_or("", |(body, _)| body);
        let mut reserved: Vec<&'static str> = quoted(reserved).collect();
        reserved.sort_unstable();
        Self { keywords, all, reserved }
    }

    /// The phrases of a keyword rule; none for other rules.
    pub fn phrases(&self, rule: Rule) -> &[String] {
        self.keywords.get(format!("{rule:?}").as_str()).map_or(&[], Vec::as_slice)
    }

    /// All phrases of the language.
    pub fn every_phrase(&'static self) -> impl Iterator<Item = &'static str> {
        self.keywords.values().flatten().map(String::as_str)
    }

    /// Is this a word of the language?
    pub fn knows(&self, word: &str) -> bool {
        self.all.binary_search(&word).is_ok()
    }

    /// All words that occur in keywords, sorted.
    pub fn all(&self) -> &[&'static str] {
        &self.all
    }

    /// The words that cannot be names, sorted.
    pub fn reserved(&self) -> &[&'static str] {
        &self.reserved
    }

    /// Can this word be no name?
    pub fn is_reserved(&self, word: &str) -> bool {
        self.reserved.binary_search(&word).is_ok()
    }
}

/// The quoted strings of a piece of the grammar.
fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('"').skip(1).step_by(2)
}

/// What a rule of the grammar stands for, in a designer's words.
pub(super) fn describe(rule: Rule) -> Option<String> {
    let fixed = match rule {
        Rule::name | Rule::named | Rule::names | Rule::free_words => "a name",
        Rule::number | Rule::digits | Rule::range | Rule::halves | Rule::signed | Rule::reach => "a number",
        Rule::string => "a text in quotes",
        Rule::picture => "a picture in `\"\"\"`",
        Rule::direction | Rule::directions => "a direction (`forward`, `orthogonal`, `any` …)",
        Rule::set | Rule::items | Rule::term | Rule::inner_term | Rule::region_member => "pieces or cells",
        Rule::whose => "`own`, `enemy` or another whose-word",
        Rule::condition | Rule::negation | Rule::claim | Rule::player_claim => "a condition",
        Rule::path | Rule::route | Rule::leg => "a movement (`step`, `slide`, `leap` …)",
        Rule::traits | Rule::steps | Rule::patch | Rule::sign_open_block => "`{`",
        Rule::sign_equals => "`=`",
        Rule::sign_close_round => "`)`",
        Rule::sign_close_square => "`]`",
        Rule::dots => "`..`",
        Rule::value | Rule::value_word => "a value",
        Rule::option_values => "the values in brackets",
        Rule::cell | Rule::chain | Rule::one_cell => "a cell",
        Rule::cell_range => "a range of cells",
        Rule::place => "a place (`on …`, `in …`)",
        Rule::handle | Rule::any_word => "a word",
        Rule::turned_vector => "a vector `(1,2)`",
        Rule::symmetric_vector => "a vector `[1,2]`",
        Rule::when => "`when`",
        Rule::leaving => "`leaving`",
        Rule::along => "`along`",
        Rule::guard => return None,
        Rule::times => "`times`",
        Rule::over => "`over`",
        Rule::onto => "`onto`",
        Rule::code => "a code",
        Rule::team => "a team",
        Rule::stock => "a number and a kind",
        Rule::sparing => "`sparing`",
        Rule::aligned => "`aligned with`",
        Rule::lasts => "`lasts`",
        Rule::between | Rule::closed => "`between moved piece and …` or `enclosed by …`",
        Rule::receiver => "who gets it",
        Rule::EOI => "the end of the sentence",
        _ => {
            let phrase = words().phrases(rule).first()?;
            return Some(format!("`{phrase}`"));
        }
    };
    Some(fixed.to_owned())
}
