//! The house rules of the source tree, read off the text of its files: who may import whom, and what no file may hold.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// What each room may import of the crate; a longer path allows only that part. `docs/architecture.md` has the same table.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("diag", &[]),
    ("syntax", &["diag"]),
    ("rules", &["syntax::ast", "diag", "types"]),
    ("compile", &["rules", "types", "diag::Span"]),
    (
        "engine",
        &["compile::tables", "compile::gathering", "diag::counted", "diag::nearest", "diag::nearest_first", "types"],
    ),
    ("tools", &["engine", "compile::tables", "rules::describe", "types"]),
    ("cli", &["tools", "engine", "compile", "rules", "syntax", "diag", "types"]),
    ("main", &["cli"]),
];

/// Foreign crates that belong to certain rooms only.
const FOREIGN: &[(&str, &[&str])] = &[
    ("pest", &["syntax"]),
    ("boardwright_grammar", &["syntax"]),
    ("annotate_snippets", &["diag"]),
    ("petgraph", &["rules", "compile"]),
    ("clap", &["cli"]),
];

/// Doors through which a room is built into the one below it: a file, and what it may import beyond its room's row.
const DOORS: &[(&str, &[&str])] = &[
    // The loader hands texts to the parser and gets trees back.
    ("rules/load.rs", &["syntax::parse", "syntax::english"]),
    // The flat game is a text again: what stands where in the words of an item, and the formatter.
    ("rules/expand.rs", &["syntax::format", "syntax::wording", "syntax::english"]),
    // Two writings of an item are the same when their words are.
    ("rules/changes.rs", &["syntax::wording"]),
    // What an option may say in place of a word of the language is told from its list of words.
    ("rules/variants.rs", &["syntax::keywords"]),
    // Keywords have two languages: messages quote that of the file, a name may be a misspelt keyword, a value a keyword.
    ("rules/mod.rs", &["syntax::in_its_language"]),
    ("rules/names.rs", &["syntax::Twin", "syntax::english", "syntax::twins"]),
    ("rules/options.rs", &["syntax::english", "syntax::twins"]),
];

/// Files that are one noun each, and mostly its documentation: they may be longer than others.
const LONG: &[&str] = &["syntax/ast.rs", "rules/model.rs", "compile/tables.rs"];

/// The most lines that another file may have.
const MOST_LINES: usize = 700;

/// Names of games and of pieces; no rule of any of them may be built in.
const NAMES: &[&str] = &[
    "shogi",
    "minishogi",
    "xiangqi",
    "janggi",
    "makruk",
    "chess",
    "draughts",
    "checkers",
    "othello",
    "reversi",
    "amazons",
    "tafl",
    "hnefatafl",
    "tablut",
    "fetlar",
    "brandub",
    "copenhagen",
    "tawlbwrdd",
    "berserk",
    "breakthrough",
    "hasami",
    "king",
    "kings",
    "queen",
    "rook",
    "rooks",
    "bishop",
    "knight",
    "knights",
    "pawn",
    "pawns",
    "soldier",
    "soldiers",
    "tokin",
    "lance",
    "cannon",
    "elephant",
    "advisor",
    "overlord",
    "commander",
    "将棋",
    "象棋",
    "玉将",
    "霸王",
    "王将",
    "歩",
];

/// What only the command line may touch: files, sockets, clocks, the terminal.
const OUTSIDE_WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::time",
    "std::env",
    "std::process",
    "std::io",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "SystemTime",
    "Instant::now",
];

/// What no file may hold.
const NEVER: &[&str] = &["todo!", "dbg!", "unimplemented!", "unsafe {", "unsafe fn"];

struct SourceFile {
    /// Path below `src`, with `/`.
    path: String,
    /// As written.
    text: String,
    /// The code alone: comments and the insides of strings are blanks; line ends stay.
    code: String,
    /// The code with its strings, without comments.
    words: String,
}

impl SourceFile {
    /// The room it stands in: the first folder, or the name of a file that stands beside the rooms.
    fn room(&self) -> &str {
        self.path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    /// The module path of the file, from the room on.
    fn module(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs").trim_end_matches("/mod");
        path.split('/').map(str::to_owned).collect()
    }
}

fn sources() -> Vec<SourceFile> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let parts: Vec<_> = path.strip_prefix(&root).unwrap().iter().map(|p| p.to_str().unwrap()).collect();
            SourceFile { path: parts.join("/"), code: scrub(&text, true), words: scrub(&text, false), text }
        })
        .collect()
}

/// The text with comments blanked, and with the insides of strings blanked if that is wanted. Lines keep their numbers.
fn scrub(text: &str, strings_too: bool) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    // A blank for every byte, so that places agree between the texts.
    let blank = |c: char, out: &mut String| match c {
        '\n' => out.push('\n'),
        _ => out.extend(std::iter::repeat_n(' ', c.len_utf8())),
    };
    while i < chars.len() {
        let rest = &chars[i..];
        if rest.starts_with(&['/', '/']) {
            while i < chars.len() && chars[i] != '\n' {
                blank(chars[i], &mut out);
                i += 1;
            }
        } else if rest.starts_with(&['/', '*']) {
            let mut depth = 0;
            while i < chars.len() {
                if chars[i..].starts_with(&['/', '*']) {
                    depth += 1;
                } else if chars[i..].starts_with(&['*', '/']) {
                    depth -= 1;
                    if depth == 0 {
                        out.push_str("  ");
                        i += 2;
                        break;
                    }
                }
                blank(chars[i], &mut out);
                i += 1;
            }
        } else if let Some((open, hashes)) = string_start(rest, i.checked_sub(1).map(|before| chars[before])) {
            out.extend(&chars[i..i + open]);
            i += open;
            let raw = hashes.is_some();
            let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes.unwrap_or(0))).collect();
            while i < chars.len() && !chars[i..].starts_with(&close) {
                let length = if !raw && chars[i] == '\\' { 2 } else { 1 };
                for c in chars.iter().skip(i).take(length) {
                    if strings_too { blank(*c, &mut out) } else { out.push(*c) }
                }
                i += length;
            }
            let end = (i + close.len()).min(chars.len());
            out.extend(&chars[i.min(end)..end]);
            i = end;
        } else if rest[0] == '\'' {
            // A character, else a lifetime.
            let length = match rest {
                ['\'', '\\', ..] => rest.iter().skip(2).position(|c| *c == '\'').map_or(1, |n| n + 3),
                ['\'', _, '\'', ..] => 3,
                _ => 1,
            };
            rest.iter().take(length).for_each(|c| blank(*c, &mut out));
            i += length;
        } else {
            out.push(rest[0]);
            i += 1;
        }
    }
    out
}

/// The length of the opening of a string that begins here, and the number of `#` if it is a raw one.
fn string_start(rest: &[char], before: Option<char>) -> Option<(usize, Option<usize>)> {
    if rest[0] == '"' {
        return Some((1, None));
    }
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let raw = match rest {
        ['r', ..] => 1,
        ['b', 'r', ..] => 2,
        ['b', '"', ..] => return Some((2, None)),
        _ => return None,
    };
    let hashes = rest[raw..].iter().take_while(|c| **c == '#').count();
    (rest.get(raw + hashes) == Some(&'"')).then_some((raw + hashes + 1, Some(hashes)))
}

/// The paths that `crate::…` and `super::…` of a file name, from the room on, with their lines.
fn imports(file: &SourceFile) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let module = file.module();
    for (at, _) in file.code.match_indices("crate::") {
        let line = 1 + file.code[..at].matches('\n').count();
        let whole_word = !file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
        if whole_word {
            for path in paths(&file.code[at + "crate::".len()..]) {
                found.push((line, path));
            }
        }
    }
    for (at, _) in file.code.match_indices("super::") {
        let before = &file.code[..at];
        if before.ends_with("super::") || before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let ups = file.code[at..].split("super::").take_while(|part| part.is_empty()).count();
        // A file that lies n modules deep leaves its room with the n-th `super`; in a module inside the file, one later.
        let inline = usize::from(
            before
                .split("mod ")
                .skip(1)
                .any(|rest| rest.split_once(['{', ';']).is_some_and(|(name, _)| rest[name.len()..].starts_with('{'))),
        );
        if ups >= module.len() + inline {
            found.push((1 + before.matches('\n').count(), "super".repeat(ups)));
        }
    }
    found
}

/// The paths after `crate::`, with one level of `{…}` opened: `a::b`, `{a::b, c}`.
fn paths(text: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    if let Some(group) = text.strip_prefix('{') {
        let mut depth = 0;
        let mut list = vec![String::new()];
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => list.push(String::new()),
                c if depth == 0 && !c.is_whitespace() => list.last_mut().unwrap().push(c),
                _ => {}
            }
        }
        return list.into_iter().map(|p| p.trim_end_matches("::").to_owned()).filter(|p| !p.is_empty()).collect();
    }
    let path: String = text.chars().take_while(|c| word(*c)).collect();
    if path.ends_with("::") && !path[..path.len() - 2].contains("::") {
        // `rooms::{a, b}`: each of them.
        let inner = paths(&text[path.len()..]);
        if !inner.is_empty() {
            return inner.into_iter().map(|p| format!("{path}{p}")).collect();
        }
    }
    vec![path.trim_end_matches("::").to_owned()]
}

fn within(path: &str, allowed: &str) -> bool {
    path == allowed || path.strip_prefix(allowed).is_some_and(|rest| rest.starts_with("::"))
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

/// Where a phrase stands in a text as a whole word.
fn find_word<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(phrase).map(|(at, _)| at).filter(move |at| {
        !text[..*at].ends_with(name) && (!phrase.ends_with(name) || !text[at + phrase.len()..].starts_with(name))
    })
}

/// The words of a text with their places; `snake_case` and `CamelCase` come apart.
fn split_words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c.is_alphabetic() {
            let goes_on = before.is_alphabetic() && !(before.is_lowercase() && c.is_uppercase());
            match words.last_mut() {
                Some((_, word)) if goes_on => word.extend(c.to_lowercase()),
                _ => words.push((at, c.to_lowercase().collect())),
            }
        }
        before = c;
    }
    words
}

fn assert_none(violations: &BTreeMap<(String, usize), String>, what: &str) {
    let mut message = String::new();
    for ((path, line), text) in violations {
        let _ = write!(message, "\n  src/{path}:{line}: {text}");
    }
    assert!(violations.is_empty(), "{what}:{message}");
}

#[test]
fn rooms_import_only_what_the_table_says() {
    let mut bad = BTreeMap::new();
    for file in sources() {
        let room = file.room();
        if room == "lib" {
            continue;
        }
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == room) else {
            bad.insert((file.path.clone(), 1), format!("`{room}` is no room of docs/architecture.md"));
            continue;
        };
        let doors = DOORS.iter().find(|(path, _)| *path == file.path).map_or(&[][..], |(_, doors)| *doors);
        for (line, path) in imports(&file) {
            let fine = within(&path, room) || allowed.iter().chain(doors).any(|a| within(&path, a));
            if !fine {
                bad.insert((file.path.clone(), line), format!("`{room}` may not import `{path}`, only {allowed:?}"));
            }
        }
        if room == "main" {
            continue;
        }
        for (name, rooms) in FOREIGN {
            for at in find_word(&file.code, &format!("{name}::")) {
                if !rooms.contains(&room) {
                    bad.insert((file.path.clone(), line_of(&file.code, at)), format!("`{name}` belongs to {rooms:?}"));
                }
            }
        }
    }
    assert_none(&bad, "imports against the table of docs/architecture.md");
}

#[test]
fn the_table_stands_in_the_architecture_document() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).unwrap();
    for (room, allowed) in MAY_IMPORT.iter().filter(|(room, _)| *room != "main") {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{room}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/architecture.md has no row that begins with | `{room}` |"));
        let cell = row.split('|').nth(2).unwrap_or_default();
        let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        let mut wanted = allowed.to_vec();
        let mut found = named.clone();
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "docs/architecture.md, room `{room}`: the imports differ from the test's");
    }
}

#[test]
fn no_game_and_no_piece_is_built_in() {
    let mut bad = BTreeMap::new();
    for file in sources() {
        // Tests may speak of games.
        let tests = file.code.find("#[cfg(test)]").unwrap_or(file.code.len());
        for (at, word) in split_words(file.words.get(..tests).unwrap_or(&file.words)) {
            let hit = NAMES.iter().find(|name| if name.is_ascii() { word == **name } else { word.contains(**name) });
            if let Some(name) = hit {
                bad.insert((file.path.clone(), line_of(&file.words, at)), format!("`{name}` is a game or a piece"));
            }
        }
    }
    assert_none(&bad, "names of games or pieces outside comments");
}

#[test]
fn every_file_says_what_lives_there() {
    let mut bad = BTreeMap::new();
    for file in sources() {
        if !file.text.starts_with("//! ") {
            bad.insert((file.path.clone(), 1), "does not open with `//! …`".to_owned());
        }
        let lines = file.text.lines().count();
        if lines > MOST_LINES && !LONG.contains(&file.path.as_str()) {
            bad.insert(
                (file.path.clone(), lines),
                format!("has {lines} lines, more than {MOST_LINES}: look for its second subject"),
            );
        }
    }
    assert_none(&bad, "headers and sizes");
}

#[test]
fn nothing_is_left_to_do() {
    let mut bad = BTreeMap::new();
    for file in sources() {
        for phrase in NEVER {
            for at in find_word(&file.code, phrase) {
                bad.insert((file.path.clone(), line_of(&file.code, at)), format!("`{phrase}`"));
            }
        }
    }
    assert_none(&bad, "words that no file may hold");
}

#[test]
fn only_the_command_line_touches_the_world() {
    let mut bad = BTreeMap::new();
    for file in sources() {
        if matches!(file.room(), "cli" | "main") {
            continue;
        }
        for phrase in OUTSIDE_WORLD {
            for at in find_word(&file.code, phrase) {
                bad.insert((file.path.clone(), line_of(&file.code, at)), format!("`{phrase}` belongs to `cli`"));
            }
        }
    }
    assert_none(&bad, "files, sockets, clocks or the terminal outside `cli`");
}

#[test]
fn the_reader_of_this_test_reads_well() {
    let text = "use crate::{rules::model::{A, B}, types};\nlet s = r#\"crate::engine \"king\" // no\"#; // crate::tools\nlet c = '\"'; fn f<'a>(x: &'a str) {} /* a /* b */ crate::cli */ crate::compile::{x, y};\n";
    let file = SourceFile {
        path: "rules/a/b.rs".into(),
        text: text.into(),
        code: scrub(text, true),
        words: scrub(text, false),
    };
    let found: Vec<_> = imports(&file).into_iter().map(|(line, path)| format!("{line} {path}")).collect();
    assert_eq!(found, ["1 rules::model", "1 types", "3 compile::x", "3 compile::y"]);
    assert!(split_words(&file.words).iter().any(|(_, word)| word == "king"));
    assert!(!split_words("a backing, KINGDOM").iter().any(|(_, word)| word == "king"));
    assert_eq!(split_words("WhiteKing_pawn").len(), 3);
}
