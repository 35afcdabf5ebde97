//! The games of the repository.

use std::path::{Path, PathBuf};

use boardwright::compile::compile;
use boardwright::diag::Sources;
use boardwright::engine::Game;
use boardwright::rules::{self, Ruleset};

/// All `.game` files below a folder, by name.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "game") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The folder `games`, or another one (`BOARDWRIGHT_GAMES_FOLDER`) to put through the same tests.
pub fn folder() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    std::env::var_os("BOARDWRIGHT_GAMES_FOLDER").map_or(own, PathBuf::from)
}

/// The file of a game, by its name; `None` (and a word about it) where it is not shipped yet.
pub fn find(wanted: &str) -> Option<PathBuf> {
    let found = files(&folder()).into_iter().find(|path| name(path) == wanted);
    if found.is_none() {
        println!("skipped: no game {wanted}");
    }
    found
}

/// All games that are shipped. A list of parts of names in `BOARDWRIGHT_GAMES` picks some, for a closer look.
pub fn shipped() -> Vec<PathBuf> {
    let mut all = files(&folder());
    if let Some(wanted) = std::env::var("BOARDWRIGHT_GAMES").ok().filter(|wanted| !wanted.is_empty()) {
        all.retain(|path| wanted.split(',').any(|part| path.to_string_lossy().contains(part)));
    }
    all
}

/// The rules of a file under some settings; its diagnostics where it has errors.
pub fn read(path: &Path, settings: &[(&str, &str)]) -> Result<Ruleset, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    read_text(path, &text, settings)
}

/// The same of a text that stands for the file.
pub fn read_text(path: &Path, text: &str, settings: &[(&str, &str)]) -> Result<Ruleset, String> {
    let settings: Vec<(String, String)> = settings.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    let mut loader = |wanted: &str, from: &str| {
        let path = Path::new(from).parent().unwrap_or(Path::new(".")).join(wanted);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path.to_string_lossy().into_owned(), text))
    };
    let mut sources = Sources::new();
    let (rules, diagnostics) = rules::build(&path.to_string_lossy(), text, &settings, &mut loader, &mut sources);
    rules.ok_or_else(|| format!("{}: {diagnostics:?}", path.display()))
}

/// The rules, compiled.
pub fn compiled(rules: &Ruleset) -> Result<Game, String> {
    compile(rules).map(Game::new).map_err(|refusals| format!("{refusals:?}"))
}

/// The name of a file without folder and ending.
pub fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
