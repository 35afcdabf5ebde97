//! Texts from strangers: seeded, made of the games and documents of the repository, and of what nobody would write.

use std::collections::BTreeMap;
use std::path::Path;

/// A small generator (splitmix64): the same seed, the same texts.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bf0_3635)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// What the texts are made of.
pub struct Corpus {
    /// Name (the file's own) and text of every game, the whole ones first.
    pub games: Vec<(String, String)>,
    /// Pieces of games in the documents and fixtures.
    pub fragments: Vec<String>,
    /// Suites of cases.
    pub suites: Vec<String>,
    /// Lines of all of them.
    lines: Vec<String>,
    /// Every word, as often as it is written.
    words: Vec<String>,
    /// What follows a word.
    after: BTreeMap<String, Vec<String>>,
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "9",
    "12",
    "35",
    "36",
    "37",
    "64",
    "99",
    "100",
    "255",
    "256",
    "1000",
    "10000",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "-1",
    "1..4294967295",
    "0..0",
    "36..1",
];

const ODDITIES: &[&str] = &[
    "兵",
    "正兵",
    "「",
    "」",
    "，",
    "｛",
    "｝",
    "（",
    "）",
    "；",
    "\u{202e}",
    "\u{2066}",
    "\u{200d}",
    "\u{feff}",
    "שלום",
    "مرحبا",
    "\u{1f468}\u{200d}\u{1f469}",
    "e\u{301}\u{301}\u{301}",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{0}",
    "\r",
    "\r\n",
    "\u{2028}",
    "\t",
    "\"",
    "\"\"\"",
    "`",
    "#",
    "\\",
    "\u{ad}",
    "ﷺ",
    "ß",
    "ı",
];

const SIGNS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    ";",
    "=",
    "+",
    "..",
    "\"",
    "\n",
    "{ ",
    " }",
    "when",
    "and",
    "or",
    "not",
    "then",
    "over",
    "any",
    "times",
    "own",
    "enemy",
    "empty",
    "every",
    "for each player {",
    "choose",
    "when (",
    "fact x = ",
    "slide any",
    "hop any",
    "leap (99999999,1)",
    "leap [1,2]",
    "as long as it can",
    "at least 4294967295",
    "1..4294967295 times",
    "option o = off \"h\" {",
    "set",
    "remove",
    "replace",
    "extends \"a.game\"",
    "board 36 x 36",
    "board 1 x 1",
    "step any",
    "onward",
    "like",
    "stay",
    "taking",
    "betza \"WfF\"",
    "region",
    "line",
];

/// The most bytes of a small text.
const SMALL: usize = 8 << 10;

/// The most bytes of a text that grows by copying its own parts.
const LARGEST: usize = 64 << 10;

impl Corpus {
    /// Reads the games, documents and fixtures below the root of the repository, and the games of `more` folders.
    pub fn read(root: &Path, more: &[&Path]) -> Self {
        let mut games = Vec::new();
        gather(&root.join("games"), "game", &mut games);
        for folder in more {
            gather(folder, "game", &mut games);
        }
        let (mut fixtures, mut suites) = (Vec::new(), Vec::new());
        gather(&root.join("tests/fixtures"), "game", &mut fixtures);
        gather(&root.join("tests/suites"), "yaml", &mut suites);
        let mut fragments: Vec<String> = fixtures.into_iter().map(|(_, text)| text).collect();
        for document in ["docs/language.md", "docs/diagnostics.md"] {
            let text = std::fs::read_to_string(root.join(document)).unwrap_or_default();
            fragments.extend(
                text.split("```")
                    .skip(1)
                    .step_by(2)
                    .map(|block| block.split_once('\n').map_or(String::new(), |(_, code)| code.to_owned())),
            );
        }
        let mut lines = Vec::new();
        let (mut words, mut after): (Vec<String>, BTreeMap<String, Vec<String>>) = (Vec::new(), BTreeMap::new());
        for text in games.iter().map(|(_, text)| text).chain(&fragments) {
            lines.extend(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned));
            let found = tokens(text);
            for pair in found.windows(2) {
                after.entry(pair[0].to_owned()).or_default().push(pair[1].to_owned());
            }
            words.extend(found.into_iter().map(str::to_owned));
        }
        let suites = suites.into_iter().map(|(_, text)| text).collect();
        Self { games, fragments, suites, lines, words, after }
    }

    /// The text of a game, for `extends`.
    pub fn parent(&self, wanted: &str) -> Result<(String, String), String> {
        let name = wanted.rsplit('/').next().unwrap_or(wanted);
        let found = self.games.iter().find(|(other, _)| other == name);
        found.cloned().ok_or_else(|| "there is no such file".to_owned())
    }

    /// A text that is to be read as a game.
    pub fn game(&self, rng: &mut Rng) -> String {
        match rng.below(22) {
            0 => bytes(rng),
            1 => (0..rng.below(200)).map(|_| rng.pick(&self.words).clone() + " ").collect(),
            2 => format!("{}\n{}", self.chain(rng), rng.pick(&self.fragments)),
            3 | 4 => {
                let mut text = self.base(rng);
                for _ in 0..=rng.below(4) {
                    text.push('\n');
                    text.push_str(&self.chain(rng));
                }
                text
            }
            5 | 6 => super::giants::game(rng),
            7 => {
                let text = super::giants::game(rng);
                self.mutated(&text, rng)
            }
            8 | 9 => super::crowds::game(self, rng),
            _ => {
                let text = self.base(rng);
                self.mutated(&text, rng)
            }
        }
    }

    /// A text that is to be read as a game, mostly a short one.
    pub fn small(&self, rng: &mut Rng) -> String {
        let mut text = match rng.below(64) {
            0..16 => bytes(rng),
            16..20 => (0..rng.below(200)).map(|_| rng.pick(&self.words).clone() + " ").collect(),
            20..26 => format!("{HEAD}{}\n{}", self.chain(rng), self.chain(rng)),
            26..54 if !self.fragments.is_empty() => {
                let head = if rng.one_in(2) { HEAD } else { "" };
                let text = format!("{head}{}", rng.pick(&self.fragments));
                self.mutated(&text, rng)
            }
            62 => super::giants::game(rng),
            63 => super::crowds::game(self, rng),
            _ => {
                let text = rng.pick(&self.games).1.clone();
                self.mutated(&text, rng)
            }
        };
        let mut end = text.len().min(SMALL);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text
    }

    /// Settings of options, most of which do not exist.
    pub fn settings(&self, text: &str, rng: &mut Rng) -> Vec<(String, String)> {
        let mut settings = Vec::new();
        if rng.one_in(3) {
            let names: Vec<&str> = text
                .lines()
                .filter_map(|line| line.trim().strip_prefix("option ")?.split_whitespace().next())
                .collect();
            for _ in 0..rng.below(4) {
                let name = if names.is_empty() { self.word(rng) } else { (*rng.pick(&names)).to_owned() };
                let value = match rng.below(4) {
                    0 => "on".to_owned(),
                    1 => "off".to_owned(),
                    2 => (*rng.pick(NUMBERS)).to_owned(),
                    _ => self.word(rng),
                };
                settings.push((name, value));
            }
        }
        settings
    }

    /// A word of the games, a number, a sign, or something odd.
    pub fn word(&self, rng: &mut Rng) -> String {
        match rng.below(8) {
            0 => (*rng.pick(NUMBERS)).to_owned(),
            1 => (*rng.pick(ODDITIES)).to_owned(),
            2 | 3 => (*rng.pick(SIGNS)).to_owned(),
            _ => rng.pick(&self.words).clone(),
        }
    }

    fn base(&self, rng: &mut Rng) -> String {
        if rng.one_in(4) && !self.fragments.is_empty() {
            let head = if rng.one_in(2) { HEAD } else { "" };
            return format!("{head}{}", rng.pick(&self.fragments));
        }
        rng.pick(&self.games).1.clone()
    }

    /// Words each of which has been seen behind the one before.
    fn chain(&self, rng: &mut Rng) -> String {
        let mut word = rng.pick(&self.words);
        let mut text = word.clone();
        for _ in 0..rng.below(60) {
            let Some(next) = self.after.get(word) else { break };
            word = rng.pick(next);
            text.push(' ');
            text.push_str(word);
        }
        text
    }

    /// The text with a few changes.
    pub fn mutated(&self, text: &str, rng: &mut Rng) -> String {
        let mut text = text.to_owned();
        let mut changes = 1;
        while changes < 12 && !rng.one_in(3) {
            changes += 1;
        }
        for _ in 0..changes {
            text = if rng.one_in(3) { self.by_line(&text, rng) } else { self.by_word(&text, rng) };
            if text.len() > LARGEST {
                let mut end = LARGEST;
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.truncate(end);
            }
        }
        text
    }

    fn by_line(&self, text: &str, rng: &mut Rng) -> String {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let at = rng.below(lines.len());
        match rng.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 | 3 => lines.insert(at, rng.pick(&self.lines).clone()),
            4 => {
                let other = rng.below(lines.len());
                lines.swap(at, other);
            }
            5 => lines[at].clone_from(rng.pick(&self.lines)),
            6 => {
                let other = &rng.pick(&self.games).1;
                let theirs: Vec<&str> = other.split('\n').collect();
                lines.truncate(at);
                lines.extend(theirs[rng.below(theirs.len())..].iter().map(|&line| line.to_owned()));
            }
            _ => {
                let (from, times) = (rng.below(at + 1), 1 << rng.below(8));
                let part = lines[from..=at].to_vec();
                for _ in 0..times {
                    lines.extend(part.iter().cloned());
                }
            }
        }
        lines.join("\n")
    }

    fn by_word(&self, text: &str, rng: &mut Rng) -> String {
        let mut found: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
        if found.is_empty() {
            return self.word(rng);
        }
        let at = rng.below(found.len());
        match rng.below(16) {
            0 => drop(found.remove(at)),
            1 => found.insert(at, found[at].clone()),
            2 => found.insert(at, format!(" {} ", self.word(rng))),
            3 => found[at] = self.word(rng),
            4 => {
                let other = rng.below(found.len());
                found.swap(at, other);
            }
            5 => {
                let numbers: Vec<usize> =
                    (0..found.len()).filter(|&i| found[i].starts_with(|c: char| c.is_ascii_digit())).collect();
                if !numbers.is_empty() {
                    found[*rng.pick(&numbers)] = (*rng.pick(NUMBERS)).to_owned();
                }
            }
            6 => {
                let end = at + rng.below(12.min(found.len() - at)) + 1;
                let part = found[at..end].concat();
                found[at] = part.repeat(1 << rng.below(9));
            }
            7 => {
                let (open, close) =
                    *rng.pick(&[("(", ")"), ("{", "}"), ("not (", ")"), ("", " or stay"), ("(", ") 1..36 times")]);
                let end = at + rng.below(12.min(found.len() - at)) + 1;
                let most = if rng.one_in(8) { 200 } else { 3 };
                let times = 1 + rng.below(most);
                found[at].insert_str(0, &open.repeat(times));
                found[end - 1].push_str(&close.repeat(times));
            }
            8 => {
                let mut chars: Vec<char> = found[at].chars().collect();
                let place = rng.below(chars.len());
                let most = if rng.one_in(4) { 0x11_0000 } else { 128 };
                chars[place] = char::from_u32(rng.below(most) as u32).unwrap_or('?');
                found[at] = chars.into_iter().collect();
            }
            9 if rng.one_in(4) => found.truncate(at),
            // Another word that has been seen behind the one before: most of these still mean something.
            _ => {
                let before = found[..at].iter().rev().find(|word| !word.trim().is_empty());
                match before.and_then(|word| self.after.get(word.as_str())) {
                    Some(list) if !found[at].trim().is_empty() => found[at].clone_from(rng.pick(list)),
                    _ => found[at] = format!(" {} ", rng.pick(&self.words)),
                }
            }
        }
        found.concat()
    }
}

/// Signs of YAML.
const YAML: &[&str] = &[
    "- ",
    ": ",
    "&a ",
    "*a",
    "!!binary ",
    "!tag ",
    "<<: ",
    "|\n",
    ">-\n",
    "? ",
    "[",
    "]",
    "{",
    "}",
    "---\n",
    "...\n",
    "%YAML 9.9\n",
    "\"\\u0000\"",
    "~",
    "null",
    "1e999",
    "0x7fffffffffffffff",
    "-1",
    "18446744073709551616",
    ".inf",
    "perft: [",
    "takes: {",
    "cases:",
    "\t",
    "  ",
    "\n",
];

impl Corpus {
    /// A text that is to be read as a suite.
    pub fn suite(&self, rng: &mut Rng) -> String {
        if self.suites.is_empty() || rng.one_in(8) {
            return match rng.below(4) {
                0 => bytes(rng),
                1 => rng.pick(YAML).repeat(rng.below(20_000)),
                2 => (0..rng.below(300)).map(|_| *rng.pick(YAML)).collect(),
                // Each line names the one before many times.
                _ => (0..rng.below(40))
                    .map(|line| format!("a{line}: &a{line} [{}]\n", format!("*a{},", line.saturating_sub(1)).repeat(9)))
                    .collect(),
            };
        }
        let mut text = rng.pick(&self.suites).clone();
        for _ in 0..rng.below(3) {
            let mut at = rng.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.insert_str(at, rng.pick::<&str>(YAML));
        }
        self.mutated(&text, rng)
    }
}

/// A start for fragments that are no whole game.
pub const HEAD: &str = "game \"Trial\"\nboard 5 x 5\nplayer White faces north\nplayer Black faces south\n\
    piece King K { moves step any }\nover: draw when 10 plies without capture\nsetup \"k4/5/5/5/4K\"\n";

/// Any bytes, as far as they are text.
pub fn bytes(rng: &mut Rng) -> String {
    let length = rng.below(2000);
    let bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The words and signs of a text, without the blanks.
fn tokens(text: &str) -> Vec<&str> {
    pieces(text).into_iter().filter(|piece| !piece.trim_matches(' ').is_empty()).collect()
}

/// A text in pieces that give it when put together: words, numbers, blanks, and signs by themselves.
pub fn pieces(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '-' => 1,
        '0'..='9' => 2,
        ' ' | '\t' => 3,
        c if c.is_alphanumeric() => 1,
        _ => 0,
    };
    let mut found = Vec::new();
    let (mut start, mut last) = (0, None);
    for (at, c) in text.char_indices() {
        let mine = class(c);
        if at > start && (mine == 0 || last != Some(mine)) {
            found.push(&text[start..at]);
            start = at;
        }
        last = Some(mine);
    }
    if start < text.len() {
        found.push(&text[start..]);
    }
    found
}

fn gather(folder: &Path, ending: &str, into: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, ending, into);
        } else if path.extension().is_some_and(|other| other == ending)
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            into.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
        }
    }
}
