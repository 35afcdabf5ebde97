//! From a path to a game: reads the file and its parents, says what is wrong, compiles.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use clap::Args;

use crate::compile::{Compiled, compile};
use crate::diag::render::{Look, human};
use crate::diag::{Diagnostic, Diagnostics, FileId, Severity, Source, Sources, code, nearest};
use crate::engine::Game;
use crate::rules::{Ruleset, build, check, expand};

use super::lines::reason;
use super::terminal::{Failure, Terminal, counted, tell};

/// No game file is larger (bytes).
const LARGEST_FILE: u64 = 16 << 20;

/// At most so many neighbours of a missing file are looked at.
const MOST_NEIGHBOURS: usize = 4096;

/// A game file and the options to set in it.
#[derive(Debug, Args)]
pub struct GameArguments {
    /// The game file; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Sets an option of the game, as often as you like: `--set white-first=on`
    #[arg(long = "set", value_name = "OPTION=VALUE", help_heading = "Common options")]
    pub set: Vec<String>,
}

/// What a look at a file has found.
pub struct Checked {
    /// The file as named.
    pub name: String,
    /// All files read.
    pub sources: Sources,
    /// What is to say about them.
    pub diagnostics: Diagnostics,
    /// The rules and their compiled form, when there is no error.
    pub rules: Option<(Ruleset, Compiled)>,
}

/// A game that can be played.
pub struct Loaded {
    /// All files read.
    pub sources: Sources,
    /// Its rules.
    pub rules: Ruleset,
    /// The game.
    pub game: Game,
}

/// Reads and checks a file. Fails only if the file itself cannot be read.
pub fn look_at(path: &Path, settings: &[(String, String)]) -> Result<Checked, Failure> {
    let name = if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.display().to_string() };
    let text = read(path).map_err(|why| Failure::Trouble(format!("cannot read `{name}`: {why}")))?;
    let mut sources = Sources::new();
    let (ruleset, mut diagnostics) = check(&name, &text, settings, &mut parent, &mut sources);
    let rules = ruleset.and_then(|ruleset| match compile(&ruleset) {
        Ok(compiled) => Some((ruleset, compiled)),
        Err(refusals) => {
            for refusal in refusals {
                diagnostics.push(Diagnostic::new(code::CANNOT_RUN_YET, refusal.span, refusal.what));
            }
            None
        }
    });
    let rules = rules.filter(|_| !diagnostics.has_errors());
    Ok(Checked { name, sources, diagnostics, rules })
}

/// Loads a game; the errors of its file are shown, its warnings are left to `check`.
pub fn load(terminal: &Terminal, arguments: &GameArguments) -> Result<Loaded, Failure> {
    let checked = look_at(&arguments.file, &settings(&arguments.set)?)?;
    if let Some((rules, compiled)) = checked.rules {
        return Ok(Loaded { sources: checked.sources, rules, game: Game::new(compiled) });
    }
    let look = Look { color: terminal.color_err, ..Look::default() };
    let mut errors = checked.diagnostics;
    errors.list.retain(|d| d.severity == Severity::Error);
    tell(human(&errors, &checked.sources, look).trim_end());
    tell("");
    terminal.error(&format!("`{}` has {}", checked.name, counted(errors.list.len().max(1) as u64, "error")));
    Err(Failure::Said)
}

/// The game as one file that extends no other, under another title if one is given.
pub fn expanded(terminal: &Terminal, loaded: &Loaded, set: &[String], title: Option<&str>) -> Result<String, Failure> {
    let Source { name, text, .. } = loaded.sources.get(FileId(0));
    let settings = settings(set)?;
    let mut sources = Sources::new();
    // What was read once is not read again: it might have changed, or be a stream.
    let mut parent = |wanted: &str, from: &str| parent(wanted, from);
    let (whole, diagnostics) = expand(name, text, &settings, title, &mut parent, &mut sources);
    if let Some(whole) = whole {
        let (again, faults) = build(name, &whole, &[], &mut |_, _| Err(String::new()), &mut Sources::new());
        if again.is_some() {
            return Ok(whole);
        }
        let why = faults.list.first().map_or_else(String::new, |fault| format!(": {}", fault.title));
        return Err(Failure::Refused(format!("`{name}` cannot be written as one file{why}")));
    }
    let look = Look { color: terminal.color_err, ..Look::default() };
    tell(human(&diagnostics, &sources, look).trim_end());
    Err(Failure::Refused(format!("`{name}` cannot be written as one file")))
}

/// Splits `OPTION=VALUE`.
pub fn settings(set: &[String]) -> Result<Vec<(String, String)>, Failure> {
    set.iter()
        .map(|text| match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            }
            _ => Err(Failure::Trouble(format!(
                "`--set {text}` does not say which option gets which value; write `--set OPTION=VALUE`, as in `--set white-first=on`"
            ))),
        })
        .collect()
}

/// The text of a file, or of standard input for `-`; else the reason why there is none.
pub fn read(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|e| reason(&e))?;
    } else {
        if path.is_dir() {
            return Err(format!("it is a directory{}", example_in(path)));
        }
        let file = File::open(path).map_err(|error| {
            if error.kind() == std::io::ErrorKind::NotFound { missing(path) } else { reason(&error) }
        })?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|e| reason(&e))?;
    }
    if bytes.len() as u64 > LARGEST_FILE {
        return Err("it is larger than 16 MiB; a game file has at most 1 MiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..at].split(|b| *b == b'\n').count();
        let hint = if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            "it looks like UTF-16; save it as UTF-8"
        } else {
            "save it as UTF-8"
        };
        format!("it is not UTF-8 text: byte {at}, in line {line}, begins no character; {hint}")
    })
}

/// Reads a parent: `wanted` as written in `extends`, seen from the file that says so.
pub fn parent(wanted: &str, from: &str) -> Result<(String, String), String> {
    let path = Path::new(from).parent().unwrap_or(Path::new("")).join(wanted);
    // A parent is named by the file, not by the user: it must be a plain file, or reading it might never end.
    if path.exists() && !path.is_dir() && !path.is_file() {
        return Err("it is no plain file".to_owned());
    }
    let shown = straightened(&path).unwrap_or_else(|| path.clone());
    read(&path).map(|text| (shown.display().to_string(), text))
}

/// The path without `name/..`, if it still leads to the same file.
fn straightened(path: &Path) -> Option<PathBuf> {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(short.components().next_back(), Some(Component::Normal(_))) => {
                short.pop();
            }
            other => short.push(other),
        }
    }
    let same = std::fs::canonicalize(&short).ok()? == std::fs::canonicalize(path).ok()?;
    same.then_some(short)
}

/// Why a file is not there, with a guess at what was meant.
fn missing(path: &Path) -> String {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let wanted = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let names = neighbours(folder);
    let with_ending = format!("{wanted}.game");
    let guess = if names.contains(&with_ending) {
        Some(with_ending.as_str())
    } else {
        nearest(&wanted, names.iter().map(String::as_str)).or_else(|| {
            let stems: Vec<&str> = names.iter().filter_map(|n| n.strip_suffix(".game")).collect();
            let stem = nearest(wanted.strip_suffix(".game").unwrap_or(&wanted), stems)?;
            names.iter().map(String::as_str).find(|n| n.strip_suffix(".game") == Some(stem))
        })
    };
    match guess {
        Some(guess) => format!("there is no such file; did you mean `{}`?", path.with_file_name(guess).display()),
        None if !folder.is_dir() => format!("there is no folder `{}`", folder.display()),
        None => "there is no such file".to_owned(),
    }
}

fn example_in(folder: &Path) -> String {
    match neighbours(folder).into_iter().find(|name| name.strip_suffix(".game").is_some()) {
        Some(name) => format!("; name a file in it, such as `{}`", folder.join(name).display()),
        None => "; name a game file".to_owned(),
    }
}

/// Names of the files of a folder, sorted.
fn neighbours(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.take(MOST_NEIGHBOURS).filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    names
}
