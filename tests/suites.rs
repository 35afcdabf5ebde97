//! The YAML suites of `tests/suites/`: start counts and rules of the shipped games, with their sources.

use std::path::Path;

use boardwright::compile::compile;
use boardwright::diag::Sources;
use boardwright::engine::Game;
use boardwright::rules::check;
use boardwright::tools::suite::{self, SuiteError};

/// Counts above this are asked in builds with optimisation only; `BOARDWRIGHT_NODES` says another number.
fn most_nodes() -> u64 {
    let default = if cfg!(debug_assertions) { 1_000_000 } else { 100_000_000 };
    std::env::var("BOARDWRIGHT_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites")
}

fn game(path: &Path, settings: &[(String, String)]) -> Game {
    let text = std::fs::read_to_string(path).unwrap();
    let mut loader = |parent: &str, _: &str| {
        let text = std::fs::read_to_string(path.with_file_name(parent)).map_err(|error| error.to_string())?;
        Ok((parent.to_string(), text))
    };
    let name = path.file_name().unwrap().to_str().unwrap();
    let (rules, said) = check(name, &text, settings, &mut loader, &mut Sources::new());
    Game::new(compile(&rules.unwrap_or_else(|| panic!("{said:?}"))).unwrap())
}

#[test]
fn every_answer_is_the_engines() {
    let mut paths: Vec<_> = std::fs::read_dir(folder()).unwrap().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(paths.len() >= 8);
    let mut faults = Vec::new();
    for path in paths {
        let suite = suite::read(&std::fs::read_to_string(&path).unwrap()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert!(!suite.source.is_empty() && !suite.cases.is_empty());
        let settings: Vec<_> = suite.set.clone().into_iter().collect();
        let game = game(&folder().join(&suite.game), &settings);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        faults.extend(suite::run(&suite, &game, most_nodes()).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A suite that is wrong in every point: each is reported, and none is taken for right.
#[test]
fn every_fault_is_seen() {
    let text = "
game: ../../games/tafl/saami-tablut-corner.game
source: nobody
cases:
  - name: all wrong
    perft: [71]
    legal: [e5-e6, d1-d2]
    illegal: [d1-d2]
    takes: {d1-d2: [e5], d1-a1: []}
    ends: {d1-d2: White}
    outcome: draw
  - name: no such move
    play: [a1-a2]
  - name: no such position
    position: 9/9 Black
";
    let suite = suite::read(text).unwrap();
    let game = game(&folder().join(&suite.game), &[]);
    insta::assert_snapshot!(
        suite::run(&suite, &game, 1_000).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn what_is_no_suite_is_refused_with_its_place() {
    let message = |text: &str| suite::read(text).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            message("game: x\nsource: y\ncases:\n  - name: z\n    prft: [1]\n"),
            message("game: x\nsource: y\ncases: 3\n"),
            message("game: [\n"),
            message("a: &a [*a, *a]\n"),
            message(""),
        ]
        .join("\n")
    );
    let long = " ".repeat(suite::MOST_BYTES + 1);
    assert_eq!(suite::read(&long), Err(SuiteError::TooLong(suite::MOST_BYTES + 1)));
}

/// Lists that aliases put in many places are counted as often as they stand there.
#[test]
fn long_lists_in_many_places_are_refused() {
    let head = "game: x\nsource: y\ncases:\n  - name: z\n";
    let list = "a, ".repeat(1_000);
    let places: String = (0..1_000).map(|i| format!("      k{i}: *list\n")).collect();
    let text = format!("{head}    legal: &list [{list}]\n    takes:\n{places}");
    let refusal = suite::read(&text).unwrap_err().to_string();
    assert!(refusal.contains("a suite has at most 200000 entries"), "{refusal}");
    let text = format!("{head}    legal: [&text {}, {}]\n", "a".repeat(100_000), "*text, ".repeat(1_000));
    assert!(suite::read(&text).is_err());
    let text = format!("{head}    legal: &list [{list}]\n    illegal: *list\n");
    assert_eq!(suite::read(&text).unwrap().cases[0].illegal.len(), 1_000);
}

/// The reader of YAML takes the square of the depth of brackets.
#[test]
fn deep_brackets_are_refused() {
    for part in ["[", "{", "[ # ]\n", "[ \"]\" , ", "[!x] , ", "[\"\n]\n\", "] {
        let text = part.repeat(60_000);
        assert_eq!(suite::read(&text), Err(SuiteError::TooDeep), "{part}");
    }
    let lists = "  - {name: z, perft: [1, 2], takes: {a1-a2: [a3]}}\n".repeat(20_000);
    assert_eq!(suite::read(&format!("game: x\nsource: y\ncases:\n{lists}")).unwrap().cases.len(), 20_000);
}

/// The counts behind a wrong one are not asked: nobody knows how large they are.
#[test]
fn counts_end_at_the_first_wrong_one() {
    let game = game(&folder().join("../../games/tafl/brandub.game"), &[]);
    let text = format!("game: x\nsource: y\ncases:\n  - name: z\n    perft: [{}]\n", "1, ".repeat(100));
    assert_eq!(suite::run(&suite::read(&text).unwrap(), &game, 1_000).len(), 1);
}

/// Aliases that grow without end cost neither time nor memory.
#[test]
fn a_bomb_of_aliases_is_refused() {
    let mut text = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (name, before) in ('b'..='z').zip('a'..) {
        text +=
            &format!("{name}: &{name} [*{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before}]\n");
    }
    text += "cases: *z\n";
    assert!(suite::read(&text).is_err());
}
