//! The examples of `docs/diagnostics.md` do what the book says: the wrong ones raise their code, the right ones do not.
//!
//! An example is a fragment. It is put into a small game whose lines give way to lines of the fragment about the same thing; a
//! fragment that replaces, removes, adds or sets becomes a variant of that game; movements go into a piece, effects into an event.

use boardwright::diag::{Sources, codes, explain};
use boardwright::rules::check;

/// The frame: what the examples take for granted. One item a line.
const FRAME: &[&str] = &[
    "game \"Frame\"",
    "option armed-king = off \"the king captures, too\"",
    "option partners = opposite (opposite, neighbours) \"who plays with whom\"",
    "board 9 x 9",
    "player Black faces north",
    "player White faces south",
    "region enemy-camp = far 3 ranks",
    "region goal = corners",
    "region camps = a2, b1",
    "terrain throne-cell { only King enters }",
    "region throne-cell = centre",
    "piece King K royal { moves step any }",
    "piece Rook R { moves slide orthogonal }",
    "piece Bishop B { moves slide diagonal }",
    "piece Queen Q { moves slide any }",
    "piece Lance L { moves slide forward }",
    "piece Pawn P { moves step forward }",
    "piece 兵 Z { moves step any }",
    "caught: player who moved wins when enemy King is taken",
    "peace: may not take King with King when not armed-king",
    "calm: may not take King with Lance when partners is neighbours",
    "setup Black { King e1; Rook a1; Bishop b1; Queen c1; Lance d1; Pawn a3..i3; 兵 f1 }",
    "setup White { King e9; Rook a9; Bishop b9; Queen c9; Lance d9; Pawn a7..i7; 兵 f9 }",
];

/// The first words of an item, enough to say what it is about.
fn handle(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let long = match words.first() {
        Some(&("piece" | "region" | "option" | "terrain" | "player")) => 2,
        _ => 1,
    };
    words.iter().take(long).copied().collect::<Vec<_>>().join(" ")
}

fn frame_without(fragment: &str) -> String {
    let spoken: Vec<String> = fragment.lines().map(handle).collect();
    FRAME.iter().filter(|line| !spoken.contains(&handle(line))).map(|line| format!("{line}\n")).collect()
}

/// The file that an example stands for, and the text of every parent it may name.
fn file_of(example: &str) -> String {
    let first = example.split_whitespace().next().unwrap_or("");
    let mut text = String::new();
    match first {
        "moves" | "walks" | "takes" => {
            for line in example.lines() {
                text += &format!("piece Test-{} T{0} {{\n{line}\n}}\n", text.lines().count());
            }
        }
        "promote" if !example.contains("Pawn to Queen") => text = format!("after Pawn moves {{\n{example}}}\n"),
        "may" if example.starts_with("may promote") => text = format!("after Pawn moves {{\n{example}}}\n"),
        "when" => {
            return example.lines().map(|line| line.to_owned() + "\n").collect::<String>() + &frame_without("");
        }
        "replace" | "remove" | "add" | "set" => return format!("game \"Variant\" extends \"parent.game\"\n{example}"),
        _ if example.contains("extends") => return example.to_owned(),
        _ => text = example.to_owned(),
    }
    if first == "board" && example.lines().count() == 1 && !example.contains("files") {
        return example.to_owned() + &frame_without("game").replace(FRAME[0], "");
    }
    if text.starts_with("game") {
        text.clone() + &frame_without(&text)
    } else {
        frame_without(&text).replacen('\n', &format!("\n{text}"), 1)
    }
}

fn codes_of(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| match wanted {
        "parent.game" | "shogi.game" => Ok((wanted.to_owned(), frame_without(""))),
        _ => Err("there is no such file".to_owned()),
    };
    check("example.game", text, &[], &mut loader, &mut sources).1.list.iter().map(|d| d.code.0).collect()
}

/// The examples of an entry: is it a wrong one, and its text.
fn examples(entry: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut rest = entry;
    while let Some(start) = rest.find("```game ") {
        let body = &rest[start + 8..];
        let (kind, body) = body.split_once('\n').unwrap();
        let end = body.find("```").unwrap();
        found.push((kind == "wrong", body[..end].to_owned()));
        rest = &body[end + 3..];
    }
    found
}

#[test]
fn the_frame_itself_has_no_error() {
    let found: Vec<_> = codes_of(&frame_without("")).into_iter().filter(|code| code.starts_with('E')).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn wrong_examples_are_wrong_and_right_ones_right() {
    let mut faults = Vec::new();
    for code in codes() {
        for (wrong, example) in examples(explain(code).unwrap()) {
            let raised = codes_of(&file_of(&example));
            if wrong && !raised.contains(&code) {
                faults.push(format!("{code}: this raises {raised:?}\n{example}"));
            }
            if !wrong && raised.iter().any(|c| *c == code || c.starts_with('E')) {
                faults.push(format!("{code}: this should be right, yet it raises {raised:?}\n{example}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} examples:\n{}", faults.len(), faults.join("\n"));
}
