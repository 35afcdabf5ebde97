//! The one name space: players, kinds, named sets, regions, families, facts, counts, options and marks.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Span, code, half_width, nearest};
use crate::syntax::ast::Name;
use crate::syntax::{Twin, english, twins};
use crate::types::{CountId, Family, Kind, Mark, Player};

/// Longer words are not taken apart into keywords and names.
const MOST_SIGNS_APART: usize = 24;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A player.
    Player(Player),
    /// A kind of piece.
    Kind(Kind),
    /// A named set of kinds, by its place among them.
    Kinds(usize),
    /// A region.
    Region(usize),
    /// A family of regions.
    Family(Family),
    /// A fact.
    Fact(usize),
    /// A count.
    Count(CountId),
    /// An option.
    Option(usize),
    /// A mark.
    Mark(Mark),
    /// Declared by an item that could not be read, or already reported: nothing more is said about it.
    Poison,
}

impl Sort {
    /// In the words of a message.
    pub fn words(self) -> &'static str {
        match self {
            Sort::Player(_) => "a player",
            Sort::Kind(_) => "a piece",
            Sort::Kinds(_) => "a set of pieces",
            Sort::Region(_) => "a region",
            Sort::Family(_) => "a family of regions",
            Sort::Fact(_) => "a fact",
            Sort::Count(_) => "a count",
            Sort::Option(_) => "an option",
            Sort::Mark(_) => "a mark",
            Sort::Poison => "unknown",
        }
    }
}

/// The name table.
#[derive(Debug, Default)]
pub(super) struct Names {
    map: BTreeMap<String, (Sort, Span)>,
    /// Names that were reported as unknown.
    reported: BTreeSet<String>,
    /// Names of things that a variant removed, and where it says so.
    removed: BTreeMap<String, Span>,
    /// Names that were asked for.
    used: RefCell<BTreeSet<String>>,
}

impl Names {
    /// Declares a name; a second declaration is a fault.
    pub fn declare(&mut self, name: &Name, sort: Sort) -> Option<Diagnostic> {
        match self.map.get(&name.text) {
            Some((Sort::Poison, _)) | None => {
                self.map.insert(name.text.clone(), (sort, name.span));
                None
            }
            Some((first, span)) => Some(
                Diagnostic::new(
                    code::NAME_TWICE,
                    name.span,
                    format!("the name `{}` stands for two things", name.text),
                )
                .label(format!("{} here", sort.words()))
                .also(*span, format!("{} here", first.words()))
                .help("players, pieces, regions, facts, counts, options and marks share their names: choose another one"),
            ),
        }
    }

    /// Declares a name of which nothing is known.
    pub fn poison(&mut self, name: &Name) {
        self.map.entry(name.text.clone()).or_insert((Sort::Poison, name.span));
    }

    /// A variant removed what had this name.
    pub fn removed(&mut self, name: String, place: Span) {
        self.removed.insert(name, place);
    }

    /// What a name stands for, if it is declared.
    pub fn get(&self, name: &str) -> Option<Sort> {
        let found = self.map.get(name).map(|(sort, _)| *sort);
        if found.is_some() && !self.used.borrow().contains(name) {
            self.used.borrow_mut().insert(name.to_owned());
        }
        found
    }

    /// Regions, families, named sets, facts and marks that nobody has asked for, in alphabetical order.
    pub fn unused(&self) -> Vec<(String, Sort, Span)> {
        let used = self.used.borrow();
        self.map
            .iter()
            .filter(|(name, (sort, _))| {
                matches!(sort, Sort::Region(_) | Sort::Family(_) | Sort::Kinds(_) | Sort::Fact(_) | Sort::Mark(_))
                    && !used.contains(*name)
            })
            .map(|(name, (sort, span))| (name.clone(), *sort, *span))
            .collect()
    }

    /// Where a name is declared.
    pub fn place(&self, name: &str) -> Option<Span> {
        self.map.get(name).map(|(_, span)| *span)
    }

    /// The fault for an unknown name; once for each name.
    pub fn unknown(&mut self, name: &Name, wanted: &str, fits: impl Fn(Sort) -> bool) -> Option<Diagnostic> {
        if !self.reported.insert(name.text.clone()) {
            return None;
        }
        if let Some(singular) = self.singular(&name.text) {
            return Some(
                Diagnostic::new(
                    code::ONE_FORM,
                    name.span,
                    format!("a name has one form: `{singular}`, not `{}`", name.text),
                )
                .help(format!("write `{singular}`, however many there are")),
            );
        }
        let fault = Diagnostic::new(code::UNKNOWN_NAME, name.span, format!("`{}` is declared nowhere", name.text));
        if let Some(place) = self.removed.get(&name.text) {
            return Some(
                Diagnostic::new(code::UNKNOWN_NAME, name.span, format!("`{}` has been removed", name.text))
                    .label("and is asked for here")
                    .also(*place, "removed here")
                    .help("remove or replace what speaks of it, too; or `replace` it instead of removing it"),
            );
        }
        let narrow = half_width(&name.text);
        if narrow != name.text
            && (self.map.contains_key(&narrow) || cell_otherwise(&narrow).is_some() || is_cell(&narrow))
        {
            let wanted = cell_otherwise(&narrow).unwrap_or(narrow);
            let title = format!("`{}` has full-width letters or digits", name.text);
            return Some(Diagnostic::new(code::HABIT, name.span, title).help(format!("write `{wanted}`")));
        }
        if let Some(wanted) = cell_otherwise(&name.text)
            && fits(Sort::Region(0))
            && nearest(&name.text, self.map.keys().map(String::as_str)).is_none()
        {
            let title = format!("`{}` is no cell and no name", name.text);
            return Some(
                Diagnostic::new(code::HABIT, name.span, title)
                    .help(format!("cells have small letters, a rectangle has two dots: write `{wanted}`")),
            );
        }
        if let Some(help) = habit(&name.text) {
            let title = format!("the language does not say `{}`", name.text);
            return Some(Diagnostic::new(code::HABIT, name.span, title).help(help));
        }
        if let Some(parts) = self.run_together(&name.text) {
            let title = format!("`{}` is read as one word", name.text);
            return Some(
                Diagnostic::new(code::WORDS_RUN_TOGETHER, name.span, title)
                    .help(format!("put blanks between the words: `{parts}`")),
            );
        }
        let fitting = self.map.iter().filter(|(_, (sort, _))| fits(*sort)).map(|(name, _)| name.as_str());
        let near = nearest(&name.text, fitting).or_else(|| nearest(&name.text, self.map.keys().map(String::as_str)));
        if near.is_none()
            && let Some(keyword) = near_keyword(&name.text)
        {
            return Some(fault.label(format!("did you mean `{keyword}`?")).help(format!("write `{keyword}`")));
        }
        Some(match near {
            Some(near) => {
                let place = self.place(near).unwrap_or(name.span);
                fault
                    .label(format!("did you mean `{near}`?"))
                    .also(place, format!("`{near}` is declared here"))
                    .help(format!("write `{near}`"))
            }
            None => fault.label(format!("{wanted} is wanted here")).help(self.known(fits, wanted)),
        })
    }

    /// Is this a word of everyday speech for which there is an answer?
    pub fn is_speech(name: &str) -> bool {
        habit(name).is_some()
    }

    /// The fault for a name of another sort than is wanted.
    pub fn wrong_sort(&self, name: &Name, sort: Sort, wanted: &str) -> Diagnostic {
        let fault = Diagnostic::new(
            code::WRONG_SORT,
            name.span,
            format!("`{}` is {}, and {wanted} is wanted here", name.text, sort.words()),
        );
        match self.place(&name.text) {
            Some(span) => fault.also(span, "declared here"),
            None => fault,
        }
    }

    /// The names of one sort, for the help of a fault about another one.
    pub fn of_sort(&self, fits: impl Fn(Sort) -> bool, wanted: &str) -> String {
        self.known(fits, wanted)
    }

    /// `Soldiers` or `men` where `Soldier` is declared.
    fn singular(&self, name: &str) -> Option<&str> {
        let lower = name.to_lowercase();
        self.map
            .iter()
            .filter(|(_, (sort, _))| matches!(sort, Sort::Kind(_) | Sort::Kinds(_) | Sort::Player(_)))
            .map(|(known, _)| known.as_str())
            .find(|known| {
                let known = known.to_lowercase();
                known.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
                    && (lower == format!("{known}s")
                        || lower == format!("{known}es")
                        || (known.ends_with("man") && lower == format!("{}men", &known[..known.len() - 3]))
                        || (known.ends_with('y') && lower == format!("{}ies", &known[..known.len() - 1]))
                        || (known.ends_with('f') && lower == format!("{}ves", &known[..known.len() - 1])))
            })
    }

    /// A word made of declared names and other signs without blanks, as a writer of Chinese or Japanese might put it.
    fn run_together(&self, name: &str) -> Option<String> {
        if name.is_ascii() {
            return None;
        }
        if let Some(parts) = self.keywords_and_names(name) {
            return Some(parts);
        }
        // A word of the language or a name in Latin letters that touches one in another script.
        if let Some(border) = name.char_indices().skip(1).find(|(i, c)| c.is_ascii() != name[..*i].is_ascii()) {
            let (before, after) = name.split_at(border.0);
            let known = |part: &str| {
                self.map.contains_key(part)
                    || matches!(part, "own" | "ally" | "enemy" | "team" | "other" | "any" | "no" | "plain" | "promoted")
            };
            if known(before) && known(after) {
                return Some(format!("{before} {after}"));
            }
        }
        self.map
            .keys()
            .filter(|known| !known.is_ascii() && known.len() < name.len() && known.chars().count() > 1)
            .filter_map(|known| name.split_once(known.as_str()).map(|(before, after)| (known, before, after)))
            .max_by_key(|(known, ..)| known.len())
            .map(|(known, before, after)| {
                [before, known, after].into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" ")
            })
    }

    /// Chinese keywords and declared names without blanks, if the whole word is made of them.
    fn keywords_and_names(&self, word: &str) -> Option<String> {
        if word.chars().count() > MOST_SIGNS_APART {
            return None;
        }
        // At each byte: with how few words one comes so far, how many of them are keywords, and the last one.
        let mut best: Vec<Option<(usize, usize, &str)>> = vec![None; word.len() + 1];
        best[0] = Some((0, 0, ""));
        for start in 0..word.len() {
            let Some((count, keywords, _)) = best[start].filter(|_| word.is_char_boundary(start)) else { continue };
            for end in (start + 1..=word.len()).filter(|&end| word.is_char_boundary(end)) {
                let part = &word[start..end];
                let keyword = usize::from(english(part).is_some());
                let number = part.bytes().all(|b| b.is_ascii_digit());
                if (keyword == 1 || number || self.map.contains_key(part))
                    && best[end].is_none_or(|(least, ..)| count + 1 < least)
                {
                    best[end] = Some((count + 1, keywords + keyword, part));
                }
            }
        }
        best[word.len()].filter(|&(count, keywords, _)| count > 1 && keywords > 0)?;
        let mut parts = Vec::new();
        let mut end = word.len();
        while let Some((1.., _, part)) = best[end] {
            parts.push(part);
            end -= part.len();
        }
        parts.reverse();
        Some(parts.join(" "))
    }

    fn known(&self, fits: impl Fn(Sort) -> bool, wanted: &str) -> String {
        let all: Vec<String> =
            self.map.iter().filter(|(_, (sort, _))| fits(*sort)).take(9).map(|(name, _)| format!("`{name}`")).collect();
        match all.len() {
            0 => match wanted {
                "a mark" => "declare it: `mark passed`".to_owned(),
                "a count" => "declare it: `count points = 1 for each own piece`".to_owned(),
                "a family of regions" => "declare it: `regions camp { White = a1..h2; Black = a7..h8 }`".to_owned(),
                _ => format!("nothing is declared that could stand here: {wanted} is wanted"),
            },
            1..=8 => format!("declared are {}", all.join(", ")),
            _ => format!("declare it, or use one of {} …", all[..8].join(", ")),
        }
    }
}

/// The Chinese keyword that a name was probably meant to be.
///
/// Of words of two signs only those are thought of that stand where a name can: with any other one a name shares a sign too easily.
fn near_keyword(name: &str) -> Option<&'static str> {
    const NOUNS: [&str; 28] = [
        "own", "ally", "enemy", "team", "other", "any", "neutral", "plain", "promoted", "unmoved", "frozen", "empty",
        "hostile", "no", "every", "some", "piece", "pieces", "cell", "cells", "hand", "it", "edge", "corners", "far",
        "near", "its", "centre",
    ];
    if name.is_ascii() {
        return None;
    }
    let fits =
        |twin: &&Twin| twin.chinese.is_some_and(|c| c.chars().count() > 2) || NOUNS.contains(&twin.english.as_str());
    let first = |word: &str| word.chars().next();
    let fitting = || twins().iter().filter(fits).filter_map(|twin| twin.chinese);
    nearest(name, fitting().filter(|twin| first(twin) == first(name)))
}

/// A file and a rank, or on a shogi board a number and a letter.
fn is_cell(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let ends = word.bytes().next().zip(word.bytes().next_back());
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits)
        && letters + digits == word.len()
        && ends.is_some_and(|(first, last)| first.is_ascii_digit() != last.is_ascii_digit())
}

/// `A1`, `a1-c3`, `a1-C3`: cells and rectangles as they should be written.
fn cell_otherwise(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    if let Some((first, last)) = lower.split_once('-') {
        return (is_cell(first) && is_cell(last)).then(|| format!("{first}..{last}"));
    }
    (lower != word && is_cell(&lower)).then_some(lower)
}

/// Words of everyday speech that the language says otherwise.
fn habit(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "friend" | "friends" | "friendly" | "partner" | "allied" | "allies" | "ally's" => {
            "the pieces of a partner are `ally`, those of a player and the partners together `team`"
        }
        "my" | "mine" | "our" | "self" | "same" => "the pieces of the player in view are `own`",
        "opponent" | "opponents" | "opposing" | "foe" | "foes" | "enemies" | "hostiles" | "their" | "opponent's" => {
            "the pieces of the other team are `enemy`"
        }
        "all" | "each" => "write `every`, or leave the word out; all cells are `board`",
        "stalemate" | "stalemated" | "stuck" | "blocked" => "write `no legal move`",
        "repetition" | "threefold" => "write `position occurred 3 times`",
        "dead" | "gone" | "eliminated" => "write `is taken`, or `no own Man` of what must not be missing",
        "column" => "write `file a`",
        "row" => "write `rank 1`",
        "a" | "an" | "the" => "leave the article out: names stand by themselves",
        "nobody" | "none" | "nothing" => "write `no` in front of what is not there: `no own piece on corners`",
        "check" | "checked" | "threatened" => "write `is attacked`: `own piece is attacked`",
        "checkmate" | "checkmated" => "write `is mated`",
        "captured" | "killed" => "write `is taken`",
        "him" | "her" | "them" | "this" | "that" => "the piece that the sentence is about is `it`",
        "square" | "squares" | "field" | "fields" | "point" | "points" | "space" | "spaces" => {
            "a place on the board is a `cell`: `empty cells`"
        }
        "border" | "rim" | "side" | "sides" => "the border cells are `edge`, what lies beyond them is `outside`",
        "我方" | "本方" | "自己" | "我的" => "the pieces of the player in view are `己方`",
        "对方" | "对手" | "敌人" | "敌军" => "the pieces of the other team are `敌方`",
        "友军" | "同伴" | "队友" | "盟友" => "the pieces of a partner are `友方`",
        "所有" | "全部" | "全体" => "write `每个`, or leave the word out; all cells are `棋盘`",
        "边缘" | "边线" | "边沿" => "the border cells are `边格`, what lies beyond them is `棋盘外`",
        "四角" | "角落" => "the corner cells are `角格`",
        "中心" | "正中" => "the cell in the middle is `中央`",
        "空格" | "空位" | "空地" => "an empty cell is `无子 格子`, several are `无子 格位`",
        "它" | "此子" | "这个" => "the piece that the sentence is about is `该子`",
        "手中" | "手里" | "手牌" => "what a player holds is `持子`",
        "corner" => "the corner cells are `corners`",
        "center" | "middle" => "the cell in the middle is `centre`",
        _ => return None,
    })
}
