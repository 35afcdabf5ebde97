//! The text as tokens: what is looked at before the grammar is asked, and what the formatter moves about.
//!
//! The grammar could overflow the stack on deep brackets and would read a file twice for every `{` without `}`. So braces are matched
//! here first, and the text is cut into segments whose braces balance. Each segment is then parsed alone.

use std::ops::Range;

use super::twins::{english, first};

/// Longest text that is read, in bytes.
pub(super) const MOST_BYTES: usize = 16 << 20;
/// Most words and signs of a file. The largest games have some thousands.
pub(super) const MOST_WORDS: usize = 100_000;
/// How deep brackets of all kinds may nest.
pub(super) const MOST_DEPTH: usize = 48;
/// Segments are at least so long, to keep the calls few and the memory of the parser small.
const SEGMENT_BYTES: usize = 1 << 15;

/// The words of which one may begin a line that goes on with the line before.
pub(super) const JOINING: [&str; 18] = [
    "or",
    "and",
    "then",
    "when",
    "leaving",
    "except",
    "without",
    "otherwise",
    "sparing",
    "taking",
    "through",
    "enclosed",
    "between",
    "along",
    "to",
    "into",
    "onto",
    "over",
];

/// Does a line that begins with this word go on with the line before?
pub(super) fn joins(word: &str) -> bool {
    JOINING.contains(&first(word))
}

/// The words that begin an item.
pub(super) const ITEM_WORDS: [&str; 38] = [
    "game", "replace", "remove", "add", "set", "board", "line", "regions", "region", "player", "turns", "teams",
    "kind", "piece", "every", "mark", "option", "terrain", "capture", "hand", "drops", "taken", "count", "fact",
    "notation", "setup", "at", "after", "action", "may", "must", "turn", "preset", "source", "note", "draw", "last",
    "highest",
];

/// The words that begin a statement inside a block and nothing else.
const STATEMENT_WORDS: [&str; 17] = [
    "moves", "walks", "takes", "flips", "by", "only", "freezes", "no", "hostile", "promote", "give", "put", "place",
    "choose", "needs", "for", "move",
];

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word or number, hyphens included.
    Word,
    /// A name in backquotes.
    Backquoted,
    /// `..` or its full-width form.
    Dots,
    /// A sign of the language, in its ASCII form.
    Sign(char),
    /// A string on one line.
    String,
    /// A picture.
    Picture,
    /// A string or picture without its end.
    Unclosed,
    /// `#` to the end of the line.
    Comment,
    /// A line break.
    Newline,
    /// Any other character.
    Odd(char),
}

/// A token and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Its text.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Its bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What is wrong with the brackets and quotes of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// A `{` without `}`; where the next item begins, if there is one.
    Unclosed { brace: Range<usize>, next: Option<usize> },
    /// A `}` without `{`.
    Stray(Range<usize>),
    /// A string or picture without its end.
    Quote(Range<usize>),
    /// Brackets nest too deep here.
    TooDeep(Range<usize>),
}

impl Fault {
    /// Where it begins.
    pub fn start(&self) -> usize {
        match self {
            Self::Unclosed { brace: range, .. } | Self::Stray(range) | Self::Quote(range) | Self::TooDeep(range) => {
                range.start
            }
        }
    }
}

/// A piece of the text whose braces balance once `missing` of them are put at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// How many `}` are missing.
    pub missing: usize,
    /// Must not be parsed (too deep).
    pub skipped: bool,
}

/// The result of a scan.
#[derive(Debug, Clone, Default)]
pub(super) struct Scan {
    /// All tokens.
    pub tokens: Vec<Token>,
    /// The pieces to parse, ascending.
    pub segments: Vec<Segment>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// Blanks: the same as in the grammar.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t') || (!c.is_ascii() && pest::unicode::SPACE_SEPARATOR(c))
}

/// Characters of words: the same as in the grammar.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || (!c.is_ascii() && (pest::unicode::LETTER(c) || pest::unicode::MARK(c) || pest::unicode::NUMBER(c)))
}

/// The tokens of a text. Pictures end at `"""`; with `careful` also before a line that begins an item.
pub(super) fn tokens(text: &str, careful: bool) -> Vec<Token> {
    let mut list = Vec::with_capacity(text.len() / 5);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        let kind = match c {
            c if is_blank(c) || (at == 0 && c == '\u{feff}') => {
                at += c.len_utf8();
                continue;
            }
            '\n' | '\r' => {
                at += if text[at..].starts_with("\r\n") { 2 } else { 1 };
                Kind::Newline
            }
            '#' => {
                at += line_length(&text[at..]);
                Kind::Comment
            }
            '"' if text[at..].starts_with("\"\"\"") => {
                let (length, closed) = picture_length(&text[at..], careful);
                at += length;
                if closed { Kind::Picture } else { Kind::Unclosed }
            }
            '"' => quoted(text, &mut at, '"', Kind::String),
            '“' => quoted(text, &mut at, '”', Kind::String),
            '「' => quoted(text, &mut at, '」', Kind::String),
            '`' => quoted(text, &mut at, '`', Kind::Backquoted),
            '.' if text[at..].starts_with("..") => {
                at += 2;
                Kind::Dots
            }
            '～' | '〜' | '~' => {
                at += c.len_utf8();
                Kind::Dots
            }
            c if is_name_char(c) => {
                at += word_length(&text[at..]);
                Kind::Word
            }
            c => {
                at += c.len_utf8();
                ascii_sign(c).map_or(Kind::Odd(c), Kind::Sign)
            }
        };
        list.push(Token { kind, start: start as u32, end: at as u32 });
    }
    list
}

/// The sign of the language that a character is, full-width forms included.
fn ascii_sign(c: char) -> Option<char> {
    Some(match c {
        ',' | '，' | '、' => ',',
        ';' | '；' => ';',
        ':' | '：' => ':',
        '=' | '＝' => '=',
        '+' | '＋' => '+',
        '(' | '（' => '(',
        ')' | '）' => ')',
        '[' | '［' => '[',
        ']' | '］' => ']',
        '{' | '｛' => '{',
        '}' | '｝' => '}',
        _ => return None,
    })
}

/// Bytes up to the end of the line.
fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Bytes of the word at the start of a text.
pub(super) fn word_length(text: &str) -> usize {
    let mut length = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let inner = c == '-' && at > 0 && chars.peek().is_some_and(|&(_, next)| is_name_char(next));
        if !is_name_char(c) && !inner {
            break;
        }
        length = at + c.len_utf8();
    }
    length
}

/// Moves over a quoted token; without its end it runs to the end of the line.
fn quoted(text: &str, at: &mut usize, close: char, kind: Kind) -> Kind {
    let rest = &text[*at..];
    let open = rest.chars().next().map_or(1, char::len_utf8);
    // Whichever comes first: a line may hold very many quotes, and is not to be looked over for each of them.
    let stop = rest[open..].find([close, '\n', '\r']).map_or(rest.len(), |inside| open + inside);
    if rest[stop..].starts_with(close) {
        *at += stop + close.len_utf8();
        return kind;
    }
    *at += rest[..stop].trim_end().len().max(open);
    Kind::Unclosed
}

/// Bytes of the picture at the start of a text, and whether it has its end.
fn picture_length(text: &str, careful: bool) -> (usize, bool) {
    let end = text[3..].find("\"\"\"").map(|i| i + 3);
    let limit = if careful { item_line(&text[..end.unwrap_or(text.len())]) } else { None };
    match (end, limit) {
        (Some(end), limit) if limit.is_none_or(|l| end < l) => (end + 3, true),
        (None, None) => (text.len(), false),
        // Cut off at the line that begins the next item.
        (_, Some(limit)) => (text[..limit].trim_end().len(), false),
        (Some(end), None) => (end + 3, true),
    }
}

/// Where the first line (after this one) stands that begins with an item word at column 1.
fn item_line(text: &str) -> Option<usize> {
    let mut at = line_length(text);
    while at < text.len() {
        at += if text[at..].starts_with("\r\n") { 2 } else { 1 };
        let word = &text[at..at + word_length(&text[at..])];
        // A row of a picture may hold such words as names of kinds, but not followed by what an item says.
        if word.len() > 1 && ITEM_WORDS.contains(&first(word)) {
            return Some(at);
        }
        at += line_length(&text[at..]);
    }
    None
}

/// Scans a text.
pub(super) fn scan(text: &str) -> Scan {
    let mut list = tokens(text, false);
    if list.last().is_some_and(|t| t.kind == Kind::Unclosed && t.text(text).starts_with("\"\"\"")) {
        list = tokens(text, true);
    }
    let mut scan = Scan { tokens: list, ..Scan::default() };
    if !too_many(&scan.tokens) {
        cut(text, &mut scan);
    }
    scan
}

/// Has the text more words and signs than are read?
pub(super) fn too_many(tokens: &[Token]) -> bool {
    tokens.len() > MOST_WORDS
        && tokens.iter().filter(|t| !matches!(t.kind, Kind::Newline | Kind::Comment)).count() > MOST_WORDS
}

/// Cuts the text into segments.
fn cut(text: &str, scan: &mut Scan) {
    let never_closed = never_closed(&scan.tokens);
    let mut braces: Vec<usize> = Vec::new();
    let mut patches: Vec<bool> = Vec::new(); // of each open brace: may items stand in it?
    let mut items_may_follow = true; // behind a `{` of this line
    let mut brackets = 0_usize;
    let mut begin = 0_usize; // of the segment
    let mut item = 0_usize; // of the item: byte
    let mut skip = false;
    for (index, token) in scan.tokens.iter().enumerate() {
        let start = token.start as usize;
        if begins_line(text, &scan.tokens, index) {
            brackets = 0;
            let never = braces.last().is_some_and(|&b| never_closed.binary_search(&b).is_ok());
            let closed_by_next = (never && item_like(text, &scan.tokens, index))
                || (patches.last() == Some(&false) && surely_an_item(text, &scan.tokens, index));
            if closed_by_next {
                for &brace in &braces {
                    scan.faults.push(Fault::Unclosed { brace: scan.tokens[brace].range(), next: Some(start) });
                }
            }
            if braces.is_empty() || closed_by_next {
                if skip && begin < item {
                    scan.segments.push(Segment { bytes: begin..item, missing: 0, skipped: false });
                    begin = item;
                }
                if skip || closed_by_next || start - begin >= SEGMENT_BYTES {
                    scan.segments.push(Segment { bytes: begin..start, missing: braces.len(), skipped: skip });
                    begin = start;
                }
                (item, skip) = (start, false);
                braces.clear();
                patches.clear();
            }
        }
        if index == 0 || scan.tokens[index - 1].kind == Kind::Newline {
            // A brace alone on its line says nothing: then nothing is assumed.
            items_may_follow = token.kind == Kind::Sign('{');
        }
        match token.kind {
            Kind::Word if matches!(first(token.text(text)), "option" | "otherwise") => items_may_follow = true,
            Kind::Sign('{') => {
                braces.push(index);
                patches.push(items_may_follow);
                brackets = 0;
            }
            Kind::Sign('}') => {
                brackets = 0;
                patches.pop();
                if braces.pop().is_none() {
                    scan.faults.push(Fault::Stray(token.range()));
                    if !text[begin..start].trim().is_empty() {
                        scan.segments.push(Segment { bytes: begin..start, missing: 0, skipped: skip });
                    }
                    begin = token.end as usize;
                    (item, skip) = (begin, false);
                }
            }
            Kind::Sign('(' | '[') => brackets += 1,
            Kind::Sign(')' | ']') => brackets = brackets.saturating_sub(1),
            Kind::Sign(';') => brackets = 0,
            Kind::Newline if brackets > 0 && ends_statement(text, &scan.tokens, index) => brackets = 0,
            Kind::Unclosed => scan.faults.push(Fault::Quote(token.range())),
            _ => {}
        }
        if braces.len() + brackets > MOST_DEPTH && !skip {
            scan.faults.push(Fault::TooDeep(token.range()));
            skip = true;
        }
    }
    if !skip {
        for &brace in &braces {
            scan.faults.push(Fault::Unclosed { brace: scan.tokens[brace].range(), next: None });
        }
    } else if begin < item {
        scan.segments.push(Segment { bytes: begin..item, missing: 0, skipped: false });
        begin = item;
    }
    scan.segments.push(Segment { bytes: begin..text.len(), missing: braces.len(), skipped: skip });
}

/// Does this line break end the statement?
fn ends_statement(text: &str, tokens: &[Token], index: usize) -> bool {
    let silent = |t: &&Token| !matches!(t.kind, Kind::Newline | Kind::Comment);
    let open = index.checked_sub(1).is_some_and(|before| match tokens[before].kind {
        Kind::Sign(',' | '(' | '[') | Kind::Newline | Kind::Comment => true, // what stands before those has been asked already
        _ => false,
    });
    // Asked last: it may look over many empty lines.
    let goes_on = || {
        tokens[index..].iter().find(silent).is_some_and(|t| match t.kind {
            Kind::Word => joins(t.text(text)),
            Kind::Sign(sign) => matches!(sign, ')' | ']' | '+'),
            _ => false,
        })
    };
    !open && !goes_on()
}

/// The `{` that plain matching leaves open, as token indices, ascending.
fn never_closed(tokens: &[Token]) -> Vec<usize> {
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign('{') => open.push(index),
            Kind::Sign('}') => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// Does this token begin a line at column 1, and is that line no continuation?
fn begins_line(text: &str, tokens: &[Token], index: usize) -> bool {
    let token = tokens[index];
    let at_column_1 =
        token.start == 0 || text.as_bytes().get(token.start as usize - 1).is_some_and(|b| matches!(b, b'\n' | b'\r'));
    if !at_column_1 || !matches!(token.kind, Kind::Word | Kind::Backquoted | Kind::Odd(_) | Kind::Dots) {
        return false;
    }
    let labelled = tokens.get(index + 1).is_some_and(|t| t.kind == Kind::Sign(':'));
    if !labelled && joins(token.text(text)) {
        return false;
    }
    let before = tokens[..index].iter().rev().find(|t| !matches!(t.kind, Kind::Newline | Kind::Comment));
    !before.is_some_and(|t| matches!(t.kind, Kind::Sign(',' | '(' | '[')))
}

/// Does this line begin an item, whatever block is open? Only asked of lines at column 1 in a block that holds no items.
fn surely_an_item(text: &str, tokens: &[Token], index: usize) -> bool {
    const WORDS: [&str; 17] = [
        "game", "board", "region", "regions", "turns", "teams", "piece", "every", "option", "terrain", "capture",
        "drops", "fact", "notation", "setup", "after", "action",
    ];
    let next = tokens.get(index + 1).map(|t| t.kind);
    let word = tokens[index].text(text);
    next == Some(Kind::Sign(':'))
        || (WORDS.contains(&first(word))
            && (matches!(next, Some(Kind::Word | Kind::Backquoted)) || english(word).is_some_and(|e| e.contains(' '))))
}

/// Could this line begin an item? Only asked of lines at column 1 inside a block that is never closed.
fn item_like(text: &str, tokens: &[Token], index: usize) -> bool {
    let word = tokens[index].text(text);
    let labelled = tokens.get(index + 1).is_some_and(|t| t.kind == Kind::Sign(':'));
    labelled || !STATEMENT_WORDS.contains(&first(word))
}
