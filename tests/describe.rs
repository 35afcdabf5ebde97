//! The rules of the games here as sentences: read them aloud.

use boardwright::diag::Sources;
use boardwright::rules::{self, describe};
use std::fmt::Write as _;
use std::path::Path;

fn sheet(path: &Path) -> String {
    let folder = path.parent().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| {
        std::fs::read_to_string(folder.join(wanted)).map(|text| (wanted.to_owned(), text)).map_err(|e| e.to_string())
    };
    let (ruleset, _) = rules::check(path.to_str().unwrap(), &text, &[], &mut loader, &mut sources);
    let ruleset = ruleset.unwrap();
    let mut out = format!("{}\n", ruleset.title);
    for section in describe::sentences(&ruleset) {
        let _ = write!(out, "\n{}\n", section.title);
        for line in section.lines {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

#[test]
fn rule_sheets() {
    for folder in ["games/tafl", "games/small"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "game"));
        paths.sort();
        for path in paths {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if !name.contains("-folk-") {
                insta::assert_snapshot!(name.as_str(), sheet(&path));
            }
        }
    }
}
