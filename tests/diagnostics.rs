//! The book of messages: every fixture is a mistake that a designer makes, every snapshot the file and what is said about it.
//!
//! A fixture is `fixtures/diagnostics/SITUATION.game`, or a folder `SITUATION/` whose `SITUATION.game` is checked and whose
//! other files are its parents. Read the snapshots as a designer would, before you accept them.

use boardwright::diag::render::{Look, human, summary};
use boardwright::diag::{Diagnostics, Sources, code, codes, explain, explain_word};
use boardwright::rules::check;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Codes without a fixture, and why.
const WITHOUT_FIXTURE: &[(&str, &str)] =
    &[("E0904", "needs more than a hundred faults in one file: `hostile_files::two_hundred_thousand_lines` raises it")];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/diagnostics")
}

/// Name of the situation, folder of the files, name of the file to check.
fn fixtures() -> Vec<(String, PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && stem != "snapshots" {
            found.push((stem.clone(), path, format!("{stem}.game")));
        } else if path.extension().is_some_and(|e| e == "game") {
            found.push((stem.clone(), folder(), format!("{stem}.game")));
        }
    }
    found.sort();
    found
}

/// Checks a text; parents are read from `folder`.
fn say(name: &str, text: &str, folder: &Path) -> (Diagnostics, Sources) {
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| match std::fs::read_to_string(folder.join(wanted)) {
        Ok(text) => Ok((wanted.to_owned(), text)),
        Err(_) => Err("there is no such file".to_owned()),
    };
    let (_, diagnostics) = check(name, text, &[], &mut loader, &mut sources);
    (diagnostics, sources)
}

fn report(name: &str, diagnostics: &Diagnostics, sources: &Sources) -> String {
    format!("{}{}", human(diagnostics, sources, Look::default()), summary(diagnostics, name))
}

#[test]
fn the_book_of_messages() {
    let mut wrong = Vec::new();
    for (situation, folder, file) in fixtures() {
        let text = std::fs::read_to_string(folder.join(&file)).unwrap();
        let (diagnostics, sources) = say(&file, &text, &folder);
        let mut page = String::new();
        let _ = write!(page, "----- {file}\n{text}");
        if folder.file_name().is_some_and(|n| n.to_str() == Some(situation.as_str())) {
            let mut others: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
            others.sort();
            for other in others.iter().filter(|p| p.file_name().unwrap().to_str() != Some(file.as_str())) {
                let text = std::fs::read_to_string(other).unwrap();
                let _ = write!(page, "----- {}\n{text}", other.file_name().unwrap().to_str().unwrap());
            }
        }
        let _ = write!(page, "----- messages\n{}", report(&file, &diagnostics, &sources));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(self::folder().join("snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let compare = || settings.bind(|| insta::assert_snapshot!(situation.as_str(), page));
        let verdict = std::panic::catch_unwind(std::panic::AssertUnwindSafe(compare));
        if verdict.is_err() {
            wrong.push(situation);
        }
    }
    assert!(wrong.is_empty(), "{} pages of the book differ: {}", wrong.len(), wrong.join(", "));
}

#[test]
fn every_mistake_is_noticed() {
    let silent: Vec<String> = fixtures()
        .into_iter()
        .filter(|(_, folder, file)| {
            let text = std::fs::read_to_string(folder.join(file)).unwrap();
            say(file, &text, folder).0.list.is_empty()
        })
        .map(|(situation, ..)| situation)
        .collect();
    assert!(silent.is_empty(), "nothing is said about {}", silent.join(", "));
}

#[test]
fn catalogue_docs_and_fixtures_are_complete() {
    let mut raised = BTreeSet::new();
    for (_, folder, file) in fixtures() {
        let text = std::fs::read_to_string(folder.join(&file)).unwrap();
        raised.extend(say(&file, &text, &folder).0.list.iter().map(|d| d.code));
    }
    let mut faults = Vec::new();
    for (code, about) in code::ALL {
        match explain(code.0) {
            None => faults.push(format!("{}: no entry in docs/diagnostics.md", code.0)),
            Some(entry) if !entry.starts_with(&format!("## {}: {about}\n", code.0)) => {
                faults.push(format!("{}: the heading in docs/diagnostics.md is not `{about}`", code.0));
            }
            Some(_) => {}
        }
        let excused = WITHOUT_FIXTURE.iter().any(|(c, _)| *c == code.0);
        match (raised.contains(code), excused) {
            (false, false) => faults.push(format!("{}: no fixture raises it ({about})", code.0)),
            (true, true) => faults.push(format!("{}: a fixture raises it, yet it is excused", code.0)),
            _ => {}
        }
    }
    for code in codes() {
        if !code::ALL.iter().any(|(c, _)| c.0 == code) {
            faults.push(format!("{code}: in docs/diagnostics.md, not in the catalogue"));
        }
    }
    for code in &raised {
        if !code::ALL.iter().any(|(c, _)| c == code) {
            faults.push(format!("{}: raised, not in the catalogue", code.0));
        }
    }
    assert!(code::ALL.windows(2).all(|p| p[0].0.0[1..] < p[1].0.0[1..]), "codes ascend");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The phrases of the rules `kw_… = @{ "may" ~ b ~ "not" ~ eow }` of the grammar, every alternative in ASCII.
fn keywords() -> BTreeSet<String> {
    let grammar = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/game.pest")).unwrap();
    let mut found = BTreeSet::new();
    for line in grammar.lines().filter(|line| line.starts_with("kw_")) {
        for alternative in line.split('|') {
            let words: Vec<&str> = alternative.split('"').skip(1).step_by(2).collect();
            let phrase = words.join(" ");
            if phrase.is_ascii() && !phrase.is_empty() {
                found.insert(phrase.to_lowercase());
            }
        }
    }
    found
}

#[test]
fn every_keyword_is_explained() {
    let silent: Vec<String> = keywords().into_iter().filter(|word| explain_word(word).is_none()).collect();
    assert!(silent.is_empty(), "no entry in docs/words.md: {}", silent.join(", "));
}

/// What is said does not depend on the editor: line ends, byte order mark, a last line without its end.
#[test]
fn the_same_is_said_whatever_the_editor() {
    for (situation, folder, file) in fixtures() {
        let text = std::fs::read_to_string(folder.join(&file)).unwrap();
        let (diagnostics, sources) = say(&file, &text, &folder);
        let plain = report(&file, &diagnostics, &sources);
        let crlf = text.replace('\n', "\r\n");
        let marked = format!("\u{feff}{text}");
        let cut = text.trim_end_matches('\n').to_owned();
        let all = format!("\u{feff}{}", crlf.trim_end_matches("\r\n"));
        for other in [crlf, marked, cut, all] {
            let (diagnostics, sources) = say(&file, &other, &folder);
            assert_eq!(report(&file, &diagnostics, &sources), plain, "{situation}: {other:?}");
        }
    }
}

/// A game in Chinese names and full-width signs, with a slip in every part.
#[test]
fn a_file_in_another_script() {
    let text = "\u{feff}game 「试棋」\r\nboard 5 x 5\r\nplayer 黑 「黑方」 faces north；player 白 faces suoth\r\n\
        \tpiece 王 K royal ｛ moves step any ｝\r\n\tpiece 车 R ｛ moves slide orthogonal、diagnal ｝\r\n\
        kind 大将 ＝ 车、王\r\n禁着： may not move 大奖\r\n捉： player who moved wins when enemy王 is taken\r\n\
        和： draw when 40 plies without captrue\r\nsetup 「r.k../...../...../..../..K.R」";
    let (diagnostics, sources) = say("试棋.game", text, &folder());
    insta::assert_snapshot!(report("试棋.game", &diagnostics, &sources));
}
