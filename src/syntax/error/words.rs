//! The words of the language, read off the grammar itself, so that messages never offer a word that it does not know.

use std::sync::OnceLock;

use boardwright_grammar::Rule;

use crate::syntax::twins::{GRAMMAR, quoted, spellings, twins};

/// The words and phrases of the language.
pub(in super::super) struct Words {
    /// Every single word that occurs in a keyword, in both languages.
    all: Vec<&'static str>,
    /// The words that cannot be names.
    reserved: Vec<&'static str>,
}

/// The words, gathered at the first message of a run.
pub(in super::super) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(Words::gather)
}

/// The phrases of a keyword rule, in both languages; none for other rules.
pub(super) fn phrases(rule: Rule) -> impl Iterator<Item = &'static str> {
    let spellings = spellings(rule).iter();
    spellings.flat_map(|twin| std::iter::once(twin.english.as_str()).chain(twin.chinese))
}

/// All English phrases of the language.
pub(in super::super) fn every_phrase() -> impl Iterator<Item = &'static str> {
    twins().iter().map(|twin| twin.english.as_str())
}

impl Words {
    fn gather() -> Self {
        let said = twins().iter().flat_map(|twin| twin.english.split(' ').chain(twin.chinese));
        let mut all: Vec<&'static str> = said.collect();
        all.sort_unstable();
        all.dedup();
        let reserved = GRAMMAR
            .split_once("\nreserved = ")
            .and_then(|(_, rest)| rest.split_once("\n}"))
            .map_or("", |(body, _)| body);
        let mut reserved: Vec<&'static str> = quoted(reserved).collect();
        reserved.sort_unstable();
        Self { all, reserved }
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

/// What a rule of the grammar stands for, in a designer's words.
pub(super) fn describe(rule: Rule, chinese: bool) -> Option<String> {
    let fixed = match rule {
        Rule::direction | Rule::directions if chinese => "a direction (`向前`, `横竖`, `八方` …)",
        Rule::whose if chinese => "`己方`, `敌方` or another whose-word",
        Rule::path | Rule::route | Rule::leg if chinese => "a movement (`步进`, `滑行`, `跳跃` …)",
        Rule::place if chinese => "a place (`位于 …`, `处在 …`)",
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
            let twin = spellings(rule).first()?;
            let phrase = twin.chinese.filter(|_| chinese).unwrap_or(&twin.english);
            return Some(format!("`{phrase}`"));
        }
    };
    Some(fixed.to_owned())
}
