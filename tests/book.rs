//! `docs/language.md`, `docs/cookbook.md` and `docs/quickstart.zh.md` are executed: every example in them is checked,
//! compiled and played a little, and the messages in them are the real ones.
//!
//! The word after `game` in the first line of a block says what the block is (see [`Block::run`]). With `BOOK_UPDATE=1`
//! the messages and the list of reserved words are written into the book instead of being compared with it.

use boardwright::compile::compile;
use boardwright::diag::{Diagnostics, Severity, Sources, render};
use boardwright::engine::Game;
use boardwright::rules::{Ruleset, check};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A fenced block of the book.
#[derive(Debug, Clone)]
struct Block {
    /// The line of its opening fence, from 1.
    line: usize,
    /// What stands after the three backquotes.
    info: String,
    /// Its lines.
    body: String,
}

/// What the check of one example said.
struct Checked {
    ruleset: Option<Ruleset>,
    diagnostics: Diagnostics,
    text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn blocks(book: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in book.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block { line: index + 1, info: info.trim().to_owned(), body: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.body.push_str(line);
                block.body.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last block of the book is not closed");
    blocks
}

/// A file of this name below a folder.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries: Vec<_> = std::fs::read_dir(folder).ok()?.flatten().map(|e| e.path()).collect();
    entries.sort();
    entries.into_iter().find_map(|path| {
        if path.is_dir() { find(&path, name) } else { (path.file_name()?.to_str()? == name).then_some(path) }
    })
}

/// The text of a parent: a frame of the book, or a file somewhere below `games/`.
fn parent(frames: &BTreeMap<String, String>, name: &str) -> Result<(String, String), String> {
    if let Some(text) = name.strip_prefix("frame-").and_then(|n| n.strip_suffix(".game")).and_then(|n| frames.get(n)) {
        return Ok((name.to_owned(), text.clone()));
    }
    let path = find(&root().join("games"), name).ok_or_else(|| format!("no frame and no game `{name}`"))?;
    let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    Ok((name.to_owned(), text))
}

fn run(frames: &BTreeMap<String, String>, text: &str) -> Checked {
    let mut sources = Sources::new();
    let mut loader = |name: &str, _from: &str| parent(frames, name);
    let (ruleset, diagnostics) = check("example.game", text, &[], &mut loader, &mut sources);
    // In a fragment the errors alone are worth reading: it is no whole game.
    let mut said = diagnostics.clone();
    if said.has_errors() {
        said.list.retain(|d| d.severity == Severity::Error);
    }
    let text = render::human(&said, &sources, render::Look::default());
    Checked { ruleset, diagnostics, text: text.trim_end().to_owned() }
}

impl Block {
    /// The file that an example stands for. `words` are the words after `game` that say what it is.
    fn file(&self, words: &[&str]) -> String {
        match words {
            [] | ["frame", _] | ["version", "2"] => self.body.clone(),
            ["fragment", frame] => format!("game \"Fragment\" extends \"frame-{frame}.game\"\n{}", self.body),
            ["trait", frame] => {
                format!("game \"Traits\" extends \"frame-{frame}.game\"\npiece Test T {{\n{}}}\n", self.body)
            }
            ["condition", frame] => {
                let mut text = format!("game \"Conditions\" extends \"frame-{frame}.game\"\n");
                for (index, line) in self.body.lines().enumerate() {
                    let _ = writeln!(text, "test-{index}: White wins when {line}");
                }
                text
            }
            _ => panic!("line {}: `{}` is no kind of example", self.line, self.info),
        }
    }

    fn fail(&self, why: &str, said: &str) -> String {
        format!("line {}: {why}\n{}\n{said}\n", self.line, self.body)
    }

    /// Runs an example; `Err` says what is wrong with it, `Ok(Some(text))` is the message of a wrong one.
    fn run(&self, frames: &BTreeMap<String, String>) -> Result<Option<String>, String> {
        let words: Vec<&str> = self.info.split_whitespace().skip(1).collect();
        let (wrong, words) = match words.split_first() {
            Some((&"wrong", rest)) => (true, rest.to_vec()),
            _ => (false, words),
        };
        let (later, words) = match words.split_last() {
            Some((&"later", rest)) => (true, rest.to_vec()),
            _ => (false, words),
        };
        let checked = run(frames, &self.file(&words));
        let errors = |code: &str| {
            let mut list = checked.diagnostics.list.iter().filter(|d| d.severity == Severity::Error);
            list.clone().count() > 0 && list.all(|d| d.code.0 == code)
        };
        if wrong {
            return if checked.diagnostics.list.is_empty() {
                Err(self.fail("nothing is said about this wrong example", ""))
            } else {
                Ok(Some(checked.text))
            };
        }
        if words == ["version", "2"] {
            return if errors("E0902") { Ok(None) } else { Err(self.fail("not only version 2", &checked.text)) };
        }
        if later && errors("E0903") {
            return Ok(None);
        }
        if checked.diagnostics.has_errors() {
            return Err(self.fail("has errors", &checked.text));
        }
        if words.is_empty() && checked.diagnostics.list.iter().any(|d| d.severity == Severity::Warning) {
            return Err(self.fail("a whole file has warnings", &checked.text));
        }
        let Some(ruleset) = checked.ruleset else { return Err(self.fail("no ruleset", &checked.text)) };
        match (compile(&ruleset), later) {
            (Ok(compiled), false) => played(&Game::new(compiled)).map(|()| None).map_err(|why| self.fail(&why, "")),
            (Err(_), true) => Ok(None),
            (Ok(_), true) => Err(self.fail("can be played now: take `later` away", "")),
            (Err(refusals), false) => Err(self.fail("cannot be played yet", &format!("{refusals:?}"))),
        }
    }
}

#[test]
fn every_example_of_the_book_does_what_it_says() {
    let language = std::fs::read_to_string(root().join("docs/language.md")).unwrap();
    let frames: BTreeMap<String, String> = blocks(&language)
        .into_iter()
        .filter_map(|b| Some((b.info.strip_prefix("game frame ")?.to_owned(), b.body)))
        .collect();
    let mut failures = Vec::new();
    for name in ["docs/language.md", "docs/cookbook.md", "docs/quickstart.zh.md"] {
        failures.extend(page(name, &frames).into_iter().map(|why| format!("{name}, {why}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs, or rewrites, one page; what is wrong with it.
fn page(name: &str, frames: &BTreeMap<String, String>) -> Vec<String> {
    let path = root().join(name);
    let book = std::fs::read_to_string(&path).unwrap();
    let blocks = blocks(&book);
    let mut failures = Vec::new();
    let mut wanted: BTreeMap<usize, String> = BTreeMap::new();
    let mut message: Option<String> = None;
    for block in &blocks {
        match block.info.split_whitespace().next() {
            Some("game") => {
                if message.take().is_some() {
                    failures.push(block.fail("the wrong example before this one has no message", ""));
                }
                match block.run(frames) {
                    Ok(said) => message = said,
                    Err(why) => failures.push(why),
                }
            }
            Some("text") => {
                if let Some(said) = message.take() {
                    wanted.insert(block.line, format!("{said}\n"));
                }
            }
            Some("reserved") => {
                wanted.insert(block.line, reserved_words());
            }
            None => {}
            Some(other) => failures.push(block.fail(&format!("`{other}` is no kind of block"), "")),
        }
    }
    if std::env::var_os("BOOK_UPDATE").is_some() {
        std::fs::write(&path, rewritten(&book, &wanted)).unwrap();
    } else {
        for block in &blocks {
            if let Some(said) = wanted.get(&block.line).filter(|said| **said != block.body) {
                failures.push(block.fail("the message is another one now (BOOK_UPDATE=1 writes it)", said));
            }
        }
    }
    failures
}

/// Plays a few random turns: the engine finds no fault with itself, and everything can be taken back.
fn played(game: &Game) -> Result<(), String> {
    let mut seed = 0x9E37_79B9_u64;
    for _ in 0..2 {
        let mut state = game.start();
        let start = state.snapshot();
        for _ in 0..40 {
            if state.outcome().is_some() {
                break;
            }
            let moves = state.count_moves();
            if moves == 0 {
                return Err(format!("no move, and no end: {}", state.text()));
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if !state.play((seed >> 33) as usize % moves) {
                return Err(format!("a listed move cannot be played: {}", state.text()));
            }
            let faults = state.validate();
            if !faults.is_empty() {
                return Err(format!("{}: {}", state.text(), faults.join("; ")));
            }
            let text = state.text();
            match game.read_position(&text) {
                Ok(read) if read.text() == text => {}
                Ok(read) => return Err(format!("`{text}` is read as `{}`", read.text())),
                Err(error) => return Err(format!("`{text}` cannot be read: {error}")),
            }
        }
        while state.undo() {}
        if state.snapshot() != start {
            return Err("taking back does not lead to the start".to_owned());
        }
    }
    Ok(())
}

/// The English reserved words of the grammar, sorted.
fn reserved_words() -> String {
    let grammar = std::fs::read_to_string(root().join("grammar/game.pest")).unwrap();
    let rule = grammar.split("\nreserved").nth(1).unwrap().split("\n}").next().unwrap();
    let mut words: Vec<&str> = rule.split('"').skip(1).step_by(2).filter(|word| word.is_ascii()).collect();
    words.sort_unstable();
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column + word.len() > 100 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
        }
        text.push_str(word);
        column += word.len() + 1;
    }
    text.push('\n');
    text
}

/// The book with the bodies of some blocks (by the line of the fence) exchanged.
fn rewritten(book: &str, bodies: &BTreeMap<usize, String>) -> String {
    let mut out = String::new();
    let mut skipping = false;
    for (index, line) in book.lines().enumerate() {
        if skipping && line.starts_with("```") {
            skipping = false;
        }
        if !skipping {
            out.push_str(line);
            out.push('\n');
        }
        if let Some(body) = bodies.get(&(index + 1)) {
            out.push_str(body);
            skipping = true;
        }
    }
    out
}

/// All game files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "game") {
            files.push(path);
        }
    }
}

/// The numbers of `docs/limits.md` are those of the source.
#[test]
fn the_limits_are_those_of_the_source() {
    let mut source = String::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                source.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let limits = std::fs::read_to_string(root().join("docs/limits.md")).unwrap();
    let mut seen = 0;
    for row in limits.lines().filter(|line| line.starts_with("| ")) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let Some(name) = columns[3].strip_prefix('`').and_then(|n| n.strip_suffix('`')) else { continue };
        let digits: String = columns[2].chars().take_while(|c| *c != ' ').filter(char::is_ascii_digit).collect();
        let said = digits.parse::<u64>().unwrap() << if columns[2].ends_with("MiB") { 20 } else { 0 };
        let real: Vec<u64> = source
            .split(&format!("const {name}: "))
            .skip(1)
            .filter_map(|rest| value(rest.split_once('=')?.1.split_once(';')?.0))
            .collect();
        assert!(real.contains(&said), "docs/limits.md says {said} for `{name}`, the source says {real:?}");
        seen += 1;
    }
    assert!(seen > 10);
}

/// The value of `1_000` or `16 << 20`.
fn value(expression: &str) -> Option<u64> {
    let number = |text: &str| text.trim().replace('_', "").parse::<u64>().ok();
    match expression.split_once("<<") {
        Some((left, right)) => Some(number(left)? << number(right)?),
        None => number(expression),
    }
}

#[test]
fn every_shipped_game_checks_clean() {
    let mut files = Vec::new();
    collect(&root().join("games"), &mut files);
    assert!(files.len() >= 20, "where are the games?");
    let frames = BTreeMap::new();
    let mut failures = String::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let checked = run(&frames, &text);
        if !checked.diagnostics.list.iter().all(|d| d.severity == Severity::Note) || checked.ruleset.is_none() {
            let _ = writeln!(failures, "{}\n{}", path.display(), checked.text);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
