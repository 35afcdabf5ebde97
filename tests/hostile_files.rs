//! Files from anyone: whatever stands in them, there is an answer, soon, and of a size that can be read.

use boardwright::diag::render::{Look, human, json, short, summary};
use boardwright::diag::{Diagnostics, Sources};
use boardwright::rules::check;
use proptest::prelude::{ProptestConfig, any, prop};
use proptest::test_runner::RngSeed;
use proptest::{prop_assert, proptest};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::trial::now;

/// Generous: these tests run without optimisation, beside others. What grew with the square of a length took minutes.
const PATIENCE: Duration = Duration::from_secs(30);

fn say(text: &str, parent: &mut dyn FnMut(&str) -> Result<String, String>) -> (Diagnostics, String) {
    // Processor time: the machine may have much else to do.
    let start = now();
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| parent(wanted).map(|text| (wanted.to_owned(), text));
    let (ruleset, diagnostics) = check("hostile.game", text, &[], &mut loader, &mut sources);
    assert!(ruleset.is_some() || diagnostics.has_errors(), "no ruleset and no error");
    let look = Look::default();
    let out = human(&diagnostics, &sources, look) + &summary(&diagnostics, "hostile.game");
    assert!(out.len() < 1_000_000, "{} bytes of messages", out.len());
    assert!(!out.chars().any(|c| c.is_control() && c != '\n'));
    short(&diagnostics, &sources, look);
    json(&diagnostics, &sources, look);
    let took = now().saturating_sub(start);
    assert!(took < PATIENCE, "took {took:?}");
    (diagnostics, out)
}

fn alone(text: &str) -> (Diagnostics, String) {
    say(text, &mut |_| Err("there is no such file".to_owned()))
}

fn must_fail(text: &str) -> String {
    let (diagnostics, out) = alone(text);
    assert!(diagnostics.has_errors(), "no error in {:?}…", text.chars().take(200).collect::<String>());
    out
}

const HEAD: &str = "game \"Trial\"\nboard 5 x 5\nplayer Black faces north\nplayer White faces south\n\
    piece King K { moves step any }\nover: draw when 10 plies without capture\nsetup \"k4/5/5/5/4K\"\n";

#[test]
fn nothing_and_next_to_nothing() {
    for text in [
        "",
        "\n",
        "\u{feff}",
        "\u{feff}\r\n",
        " ",
        "\t\t",
        "#",
        "# only a remark",
        "{",
        "}",
        "\"",
        "\"\"\"",
        "(",
        "`",
        ":",
        ";",
        "；",
    ] {
        must_fail(text);
    }
}

#[test]
fn what_is_no_text() {
    must_fail("\0");
    must_fail(&"\0".repeat(10_000));
    must_fail("game \"a\0b\"\nboard\07 x 7\n");
    must_fail("\u{1b}[2Jgame \"x\"\u{1b}[0m\n");
    must_fail("\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\u{fffd}\u{fffd}");
    must_fail("PK\u{3}\u{4}\u{14}\0\u{8}");
    must_fail("\u{202e}\u{2066}game\u{2069}");
}

#[test]
fn two_hundred_thousand_lines() {
    let mut good = HEAD.to_owned();
    for _ in 0..200_000 {
        good.push_str("#\n");
    }
    let (diagnostics, out) = alone(&(good + "piece Rook R { moves slid orthogonal }\n"));
    assert!(diagnostics.has_errors());
    assert!(out.contains("hostile.game:200008:22"), "{out}");
    let mut bad = HEAD.to_owned();
    for _ in 0..2_000 {
        bad.push_str("lorem ipsum\n");
    }
    let (diagnostics, _) = alone(&bad);
    assert!(diagnostics.list.iter().any(|d| d.code.0 == "E0904"));
    assert!(diagnostics.list.len() < 300);
    must_fail(&(HEAD.to_owned() + &"\n".repeat(200_000) + "x"));
    // More than any game needs is refused before it is read.
    let mut long = HEAD.to_owned();
    for i in 0..66_000 {
        let _ = writeln!(long, "may pass{}", ["", "\n\n", " # yes\n"][i % 3]);
    }
    assert!(long.lines().count() > 100_000 && long.len() < 1 << 20);
    let (diagnostics, out) = alone(&long);
    assert_eq!(diagnostics.list.len(), 1, "{out}");
    assert!(out.contains("E0901") && out.contains("100000 words and signs"), "{out}");
    let (diagnostics, _) = alone(&"\n".repeat(2 << 20));
    assert_eq!(diagnostics.list[0].code.0, "E0901");
}

/// The same every time (splitmix64).
fn bytes_among(count: usize, among: std::ops::RangeInclusive<u8>) -> Vec<u8> {
    let mut state = 1_u64;
    let width = u64::from(among.end() - among.start()) + 1;
    let next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        among.start() + ((z ^ (z >> 27)) >> 16) as u8 % width as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

#[test]
fn a_million_random_bytes() {
    for (count, among) in [
        (1_000_000, 1..=254),
        (1_000_000, b' '..=b'~'),
        (60_000, 1..=254),
        (20_000, b' '..=b'~'),
        (20_000, b'\n'..=b'~'),
    ] {
        must_fail(&String::from_utf8_lossy(&bytes_among(count, among)));
    }
}

#[test]
fn very_long_lines() {
    must_fail(&("game \"".to_owned() + &"x".repeat(200_000)));
    must_fail(&(HEAD.to_owned() + &"兵".repeat(100_000)));
    must_fail(&(HEAD.to_owned() + "region goal = " + &"a1, ".repeat(20_000) + "\n"));
    must_fail(&(HEAD.to_owned() + "dead: may not move King when " + &"own King on a1 and ".repeat(2_000) + "\n"));
    must_fail(&(HEAD.to_owned() + "piece Rook R { moves " + &"step any then ".repeat(2_000) + "}\n"));
    must_fail(&(HEAD.to_owned() + &"may ".repeat(100_000)));
    // Signs that are looked for up to the end of their line, very many on one line.
    for part in ["}", "\"y\" { ", "{}", "``", "\"\"\"", "((((((((((((((((((((((((((((((((((((((((((((((((( } "] {
        must_fail(&(HEAD.to_owned() + &part.repeat(20_000 / part.len()) + "\n"));
    }
}

/// Braces inside quotes that have no end: the scanner and the grammar took them for different things, and every such line
/// doubled the time.
#[test]
fn braces_in_quotes() {
    for line in
        ["option x = off \"help {\n", "piece Rook R `{\n", "piece Rook R 「{ {\n", "  “{\n", "\"\"\"{\n", "{ `{`\n"]
    {
        must_fail(&(HEAD.to_owned() + &line.repeat(45)));
        must_fail(&(HEAD.to_owned() + "after King moves {\n" + &line.repeat(45) + "}\n"));
    }
}

/// Sentences of which each was once held against every other one.
#[test]
fn crowds_within_one_sentence() {
    let many = |part: &str, joint: &str, count: usize| vec![part; count].join(joint);
    for text in [
        format!(
            "after King moves {{ {}; {} }}\n",
            many("may remove own King", "; ", 600),
            many("remove own King on a1", "; ", 600)
        ),
        format!(
            "a: White wins when {}\nb: Black wins when {}\n",
            many("White King on a1", " and ", 1_000),
            many("Black King not on edge", " and ", 1_000)
        ),
        format!("dead: may not move King when {}\n", many("own King is not attacked", " or ", 1_000)),
        format!("region goal = {}\n", many("a1", ", ", 10_000)),
    ] {
        let (diagnostics, out) = alone(&(HEAD.to_owned() + &text));
        assert!(!diagnostics.has_errors(), "{out}");
    }
}

#[test]
fn deep_nests() {
    for open in [
        "(",
        "{",
        "[",
        "（",
        "option x = on \"y\" { ",
        "for each player { ",
        "not ",
        "beside ",
        "may not move King when (",
    ] {
        must_fail(&(HEAD.to_owned() + &open.repeat(5_000)));
        must_fail(&(HEAD.to_owned() + "fact deep = " + &open.repeat(5_000) + "\n"));
        must_fail(&(HEAD.to_owned() + "piece Rook R { moves " + &open.repeat(5_000) + "\n"));
    }
    let depth = 5_000;
    must_fail(&(HEAD.to_owned() + "fact deep = " + &"(".repeat(depth) + "nothing taken" + &")".repeat(depth) + "\n"));
    must_fail(
        &(HEAD.to_owned() + "piece Rook R { moves " + &"(".repeat(depth) + "step any" + &")".repeat(depth) + " }\n"),
    );
    must_fail(
        &(HEAD.to_owned() + "at turn end { " + &"for each player { ".repeat(depth) + &"}".repeat(depth) + " }\n"),
    );
}

#[test]
fn many_of_everything() {
    let mut kinds = HEAD.to_owned();
    let mut facts = HEAD.to_owned();
    let mut regions = HEAD.to_owned();
    let mut options = HEAD.to_owned();
    let mut players = "game \"Crowd\"\nboard 5 x 5\n".to_owned();
    let mut unknown = HEAD.to_owned();
    let mut removed = HEAD.to_owned();
    for i in 0..2_000 {
        let _ = writeln!(removed, "remove region r-{i}\nset o-{i} = on\nreplace fact f-{i} = nothing taken");
        let _ = writeln!(kinds, "piece Kind-{i} K{i} {{ moves step any }}");
        let _ = writeln!(facts, "fact f-{i} = f-{} and f-{}", i + 1, i + 2);
        let _ = writeln!(regions, "region r-{i} = a1..e5");
        let _ = writeln!(options, "option o-{i} = off \"help\" {{ remove over }}");
        let _ = writeln!(players, "player P-{i} faces north");
        let _ = writeln!(unknown, "may not move Kin{i}");
    }
    let base = HEAD.to_owned() + "option o = off \"help\"\n";
    for text in [kinds, facts, regions, options, players, unknown] {
        alone(&text);
    }
    let child = removed.replacen("game \"Trial\"", "game \"Trial\" extends \"base.game\"", 1);
    let (diagnostics, _) = say(&child, &mut |_| Ok(base.clone()));
    assert!(diagnostics.has_errors());
    let mut items = HEAD.to_owned();
    for i in 0..10_000 {
        let _ = writeln!(items, "region r-{i} = a1");
    }
    assert!(must_fail(&items).contains("more than 4000 items"));
}

#[test]
fn numbers_beyond_measure() {
    for number in ["0", "99999999999999999999999999", "4294967295", "4294967296", "65536"] {
        for sentence in [
            format!("board {number} x {number}"),
            format!("piece Rook R {{ moves slide any 1..{number} }}"),
            format!("piece Rook R {{ moves leap ({number},{number}) }}"),
            format!("piece Rook R {{ moves leap [{number},1] }}"),
            format!("piece Rook R {{ moves step any {number} times }}"),
            format!("piece Rook R {{ moves (step any then step any) 1..{number} times }}"),
            format!("piece Rook R {{ moves slide any over {number} taking {number} }}"),
            format!("hand White = {number} King"),
            format!("ends: draw when {number} plies without capture"),
            format!("ends: draw when position occurred {number} times"),
            format!("count points = {number} for each own King\nends: draw when at least {number} points"),
            format!("option plies = {number} (0..{number}) \"a number\""),
            format!("region goal = near {number} ranks"),
            format!("region goal = rank {number}"),
            format!("region goal = a1..z{number}"),
            format!("turn {number} actions"),
        ] {
            alone(&format!("{HEAD}{sentence}\n"));
        }
    }
    must_fail("game \"x\"\nboard 100000 x 100000\nplayer A\npiece K K { moves step any }\nsetup \"k\"\n");
    must_fail(&HEAD.replace("5 x 5", "5 x 5 of hexagons"));
}

#[test]
fn chains_of_parents() {
    let (diagnostics, out) = say("game \"0\" extends \"1.game\"\n", &mut |name| {
        let number: u64 = name.trim_end_matches(".game").parse().unwrap();
        Ok(format!("game \"{number}\" extends \"{}.game\"\n", number + 1))
    });
    assert!(diagnostics.has_errors(), "{out}");
    let (diagnostics, _) = say("game \"0\" extends \"hostile.game\"\n", &mut |_| Ok("\0".to_owned()));
    assert!(diagnostics.has_errors());
}

fn files_of(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_of(&path, found);
        } else if path.extension().is_some_and(|e| e == "game") {
            found.push(path);
        }
    }
}

/// The texts of all games and of all fixtures of mistakes.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    files_of(&root.join("games"), &mut files);
    files_of(&root.join("tests/fixtures/diagnostics"), &mut files);
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        alone(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words(picks in prop::collection::vec(0usize..WORDS.len(), 1..80)) {
        let mut text = HEAD.to_owned();
        for pick in picks {
            text.push_str(WORDS[pick]);
            text.push(' ');
        }
        alone(&text);
    }

    #[test]
    fn games_with_a_piece_torn_out(which in any::<prop::sample::Index>(), from in any::<prop::sample::Index>(), length in 1usize..60,
                                   instead in "[ -~\n兵、（｛]{0,4}") {
        let all = texts();
        let text = which.get(&all);
        prop_assert!(!all.is_empty());
        let chars: Vec<char> = text.chars().collect();
        if chars.is_empty() {
            return Ok(());
        }
        let at = from.index(chars.len());
        let torn: String = chars[..at].iter().copied().chain(instead.chars()).chain(chars.iter().copied().skip(at + length)).collect();
        alone(&torn);
    }
}

const WORDS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "=",
    "+",
    "..",
    "\"",
    "\"\"\"",
    "#",
    "`",
    "，",
    "｛",
    "｝",
    "own",
    "enemy",
    "any",
    "King",
    "piece",
    "cells",
    "empty",
    "on",
    "in",
    "a1",
    "a1..c3",
    "corners",
    "edge",
    "when",
    "leaving",
    "not",
    "and",
    "or",
    "then",
    "moves",
    "walks",
    "takes",
    "step",
    "slide",
    "leap",
    "(1,2)",
    "[1,2]",
    "forward",
    "any",
    "over",
    "1",
    "1..2",
    "times",
    "like",
    "may",
    "may not",
    "must",
    "act",
    "pass",
    "drop",
    "move",
    "take",
    "after",
    "is taken",
    "moves",
    "promote",
    "put",
    "into own hand",
    "it",
    "its",
    "file",
    "region",
    "regions",
    "kind",
    "terrain",
    "capture",
    "hostile",
    "hostile to",
    "only",
    "enters",
    "stops",
    "option",
    "on",
    "off",
    "count",
    "fact",
    "for each",
    "player",
    "White",
    "Black",
    "wins",
    "loses",
    "draw",
    "is out",
    "attacked",
    "mated",
    "no legal move",
    "position occurred",
    "plies without",
    "setup",
    "hand",
    "board",
    "5 x 5",
    "replace",
    "remove",
    "add to",
    "set",
    "game",
    "extends",
    "action",
    "choose",
    "needs",
    "turns",
    "teams",
    "兵",
    "正兵",
    "「",
    "」",
    "label:",
    "every",
    "mark",
    "line",
    "betza",
    "\"WfF\"",
    "exactly",
    "far rank",
];
