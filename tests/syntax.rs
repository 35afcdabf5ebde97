//! The front end: what is read, what is said about what cannot be read, and the canonical layout.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boardwright::diag::{Diagnostics, FileId, Sources, render};
use boardwright::syntax::ast::{Condition, ConditionKind, Declaration, GameFile, How, ItemBody};
use boardwright::syntax::{format, keywords, parse, reserved_words, twins};
use proptest::prelude::{ProptestConfig, any, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};
use proptest::test_runner::RngSeed;

const FILE: FileId = FileId(0);

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All `.game` files below a folder, sorted, with their text.
fn games_below(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(games_below(&path));
        } else if path.extension().is_some_and(|e| e == "game") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found.sort();
    found
}

fn everything() -> String {
    std::fs::read_to_string(root().join("tests/fixtures/syntax/everything.game")).unwrap()
}

fn clean(text: &str) -> GameFile {
    let (tree, diagnostics) = parse(FILE, text);
    assert!(diagnostics.list.is_empty(), "{}", report(text, &diagnostics));
    tree
}

fn report(text: &str, diagnostics: &Diagnostics) -> String {
    let mut sources = Sources::new();
    sources.add("a.game", text);
    render::human(diagnostics, &sources, render::Look { color: false, limit: 200 })
}

/// The messages of a text, in one line each.
fn messages(text: &str) -> Vec<String> {
    let (_, diagnostics) = parse(FILE, text);
    diagnostics.list.iter().map(|d| format!("{} {}", d.code.0, d.title)).collect()
}

/// A tree as text, without its spans.
fn meaning(tree: &GameFile) -> String {
    let text = format!("{tree:?}");
    let mut out = String::with_capacity(text.len() / 2);
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('}').map_or(rest.len(), |i| at + i + 1);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out.replace(", span: ", "").replace("span: ", "").replace(", picture: false", "").replace("FileId(0)", "")
}

/// The tree in a short form for snapshots: one item a paragraph.
fn short(tree: &GameFile) -> String {
    let mut out = String::new();
    for item in &tree.items {
        let alone = GameFile { game: None, items: vec![item.clone()], span: tree.span };
        let text = meaning(&alone);
        let body = text.split_once("body: ").map_or(text.as_str(), |(_, body)| body);
        let body = body.split_once(", head: ").map_or(body, |(body, _)| body);
        let mut body = body.to_owned();
        for (long, brief) in [
            ("Declaration(", "("),
            (", guard: None", ""),
            (", whose: None", ""),
            ("whose: None, ", ""),
            ("states: [], ", ""),
            (", places: []", ""),
            ("quantity: None, ", ""),
            (", except: []", ""),
            (", when: None", ""),
            (", along: None", ""),
            ("mode: None, ", ""),
            (", over: None", ""),
            (", onto: None", ""),
            (", times: None", ""),
            (", taking_at_most: None", ""),
            (", stopping_on: None", ""),
            (", leaving_mark: None", ""),
        ] {
            body = body.replace(long, brief);
        }
        let mut names = String::new();
        let mut rest = body.as_str();
        while let Some(at) = rest.find("Name { text: \"") {
            names.push_str(&rest[..at]);
            let from = at + "Name { text: \"".len();
            let to = rest[from..].find('"').map_or(rest.len(), |i| from + i);
            names.push_str(&rest[from..to]);
            rest = rest[to..].strip_prefix("\" }").unwrap_or(&rest[to..]);
        }
        names.push_str(rest);
        let how = match item.how {
            How::New => "",
            How::Replace(_) => "replace ",
            How::AddTo(_) => "add to ",
        };
        let label = item.label.as_ref().map_or(String::new(), |l| format!("{}: ", l.text));
        let _ = writeln!(out, "{how}{label}[{}]\n    {names}", item.head);
    }
    out
}

// ---- what is read --------------------------------------------------------------------------------------------

#[test]
fn every_shipped_game_is_read() {
    for (path, text) in games_below(&root().join("games")) {
        let (tree, diagnostics) = parse(FILE, &text);
        assert!(diagnostics.list.is_empty(), "{}\n{}", path.display(), report(&text, &diagnostics));
        assert!(tree.game.is_some(), "{}", path.display());
    }
}

#[test]
fn every_construct_is_read() {
    let tree = clean(&everything());
    insta::assert_snapshot!("everything", short(&tree));
}

#[test]
fn every_keyword_occurs_in_the_file_of_everything() {
    let text = everything();
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let missing: Vec<&str> = keywords().filter(|phrase| !folded.contains(phrase)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn reserved_words_are_about_a_hundred_and_twenty() {
    let words = reserved_words();
    let english = words.iter().filter(|word| word.is_ascii()).count();
    assert!((100..=140).contains(&english), "{english}");
    assert!(words.is_sorted());
    for word in words {
        let text = format!("game \"x\"\npiece {word} {{ moves step any }}\n");
        assert!(!parse(FILE, &text).1.list.is_empty(), "`{word}` was taken for a name");
        let text = format!(
            "game \"x\"\npiece `{word}` {{ moves step any }}\npiece the-{word} {{ moves step any }}\n{word}: draw when no legal move\n"
        );
        clean(&text);
    }
}

#[test]
fn full_width_signs_and_blanks_equal_the_plain_ones() {
    let plain = "game \"x\"\nregion goal = a1, b2\nregions camp { A = a1..b2; B = c3 }\nescape: A wins when own K (when not f) on goal\n\
                 option f = 3 (0..9) \"help\"\nteams A + B, C + D\npiece 兵 +S { moves leap (1,2) }\n";
    let wide = "game \"x\"\nregion goal ＝ a1、b2\nregions camp ｛ A＝a1～b2；B ＝ c3 ｝\nescape： A wins when　own K （when not f） on goal\n\
                option f ＝ 3 （0..9） “help”\nteams A ＋ B， C ＋ D\npiece 兵 ＋S ｛ moves leap （1，2） ｝\n";
    let strip = |text: &str| {
        let mut tree = clean(text);
        for item in &mut tree.items {
            item.head.clear();
        }
        meaning(&tree)
    };
    assert_eq!(strip(plain), strip(wide));
}

#[test]
fn line_ends_marks_and_tabs_change_nothing() {
    let plain = everything();
    let expected = meaning(&clean(&plain));
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        format!("\u{feff}{plain}"),
        plain.replace("  ", "\t"),
        plain.replace("  ", "\u{3000}"),
        plain.trim_end().to_owned(),
        plain.replace("\n\n", "\n\n\n  # a remark\n\n"),
        plain.replace(", ", ",\n      # a remark\n      "),
        format!("\n;;\n{plain}"),
    ] {
        // A list of `remove` with line breaks, `{` blocks and so on: all of it is layout.
        assert_eq!(meaning(&clean(&other)), expected);
    }
}

#[test]
fn lines_go_on_before_joining_words_only() {
    let one = clean(
        "game \"x\"\nf: draw when own King on a1\n      # why\n\n  and own Rook on b1\n  or-x: draw when no legal move\n",
    );
    assert_eq!(one.items.len(), 2);
    assert_eq!(one.items[1].label.as_ref().unwrap().text, "or-x");
    let two = clean("game \"x\"\nmay pass\nbetween: may pass\nto: may pass\n");
    assert_eq!(two.items.len(), 3);
}

#[test]
fn heads_stop_at_the_first_place_or_condition() {
    let tree = clean(
        "game \"x\"\nmay drop  飞车   on a1\nafter own A, B moves when c { draw }\nmay not act leaving own K attacked\n\
         replace terrain the throne { only K stops }\nat turn start { draw }\nx: White wins when a\n",
    );
    let heads: Vec<&str> = tree.items.iter().map(|i| i.head.as_str()).collect();
    assert_eq!(
        heads,
        ["may drop 飞车", "after own A, B moves", "may not act", "terrain the throne", "at turn start", "White wins"]
    );
}

#[test]
fn an_option_and_a_player_are_told_apart() {
    let tree = clean(
        "game \"x\"\nfact a = kirin-step is leap\nfact b = South is out\nfact c = own piece is out\nfact d = player is not Gote\n",
    );
    let kinds: Vec<&ConditionKind> = tree
        .items
        .iter()
        .map(|item| match &item.body {
            ItemBody::Declaration(Declaration::Fact { condition: Condition { kind, .. }, .. }) => kind,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(matches!(kinds[0], ConditionKind::Claim { .. }));
    assert!(matches!(kinds[1], ConditionKind::Player { .. }));
    assert!(matches!(kinds[2], ConditionKind::Claim { .. }));
    assert!(matches!(kinds[3], ConditionKind::Not(_)));
}

#[test]
fn spans_end_with_their_last_word() {
    let text = "game \"x\"\nfact a = own King   # why\n\nregion b = a1 ,\n  b2   # ends\n";
    let tree = clean(text);
    let slice = |i: usize| &text[tree.items[i].span.start as usize..tree.items[i].span.end as usize];
    assert_eq!(slice(0), "fact a = own King");
    assert_eq!(slice(1), "region b = a1 ,\n  b2");
}

// ---- words deleted -------------------------------------------------------------------------------------------

#[test]
fn a_word_that_is_lost_is_never_lost_unseen() {
    let mut files = games_below(&root().join("games"));
    files.push((PathBuf::from("everything"), everything()));
    for (path, text) in files {
        let expected = meaning(&parse(FILE, &text).0);
        let most = if path.is_absolute() { 8 } else { 160 };
        // `King is taken` and `King taken` are the same.
        for (start, word) in words(&text, most).into_iter().filter(|(_, word)| *word != "is") {
            let mut shorter = text.clone();
            shorter.replace_range(start..start + word.len(), "");
            let (tree, diagnostics) = parse(FILE, &shorter);
            assert!(
                !diagnostics.list.is_empty() || meaning(&tree) != expected,
                "{}: `{word}` at byte {start} says nothing",
                path.display()
            );
        }
    }
}

/// About so many of the words outside of strings, pictures and comments.
fn words(text: &str, most: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut offset = 0;
    let mut picture = false;
    for line in text.split_inclusive('\n') {
        let quotes = line.matches("\"\"\"").count();
        let code = line.split(['#', '"']).next().unwrap_or("");
        if !picture {
            let mut at = 0;
            for word in code.split(|c: char| !(c.is_alphanumeric() || c == '-')) {
                if !word.is_empty() {
                    found.push((offset + at, word));
                }
                at += word.len() + code[at + word.len()..].chars().next().map_or(0, char::len_utf8);
            }
        }
        if quotes == 1 {
            picture = !picture;
        }
        offset += line.len();
    }
    let step = found.len() / most + 1;
    found.into_iter().step_by(step).collect()
}

// ---- messages ------------------------------------------------------------------------------------------------

/// Each fixture of messages is shown with what is said about it.
fn show(name: &str) {
    let text = std::fs::read_to_string(root().join(format!("tests/fixtures/syntax/{name}.game"))).unwrap();
    let (_, diagnostics) = parse(FILE, &text);
    insta::assert_snapshot!(name, report(&text, &diagnostics));
}

#[test]
fn habits_of_items() {
    show("habits-items");
}

#[test]
fn habits_of_pieces() {
    show("habits-pieces");
}

#[test]
fn habits_of_conditions() {
    show("habits-conditions");
}

#[test]
fn brackets_and_quotes() {
    show("brackets");
}

#[test]
fn one_message_a_cause() {
    for name in ["habits-items", "habits-pieces", "habits-conditions"] {
        let text = std::fs::read_to_string(root().join(format!("tests/fixtures/syntax/{name}.game"))).unwrap();
        let (_, diagnostics) = parse(FILE, &text);
        let wrong: Vec<usize> =
            text.lines().enumerate().filter(|(_, line)| line.contains("# wrong")).map(|(i, _)| i).collect();
        let line_of = |at: u32| text[..at as usize].matches('\n').count();
        let said: Vec<usize> = diagnostics.list.iter().map(|d| line_of(d.primary.span.start)).collect();
        assert_eq!(said, wrong, "{name}: lines (from 0) with messages, and lines marked as wrong");
    }
}

#[test]
fn what_is_unreadable_still_declares_its_name() {
    let (tree, _) = parse(
        FILE,
        "game \"x\"\npiece Rook R foo { moves slide any }\nreplace lab: region goal corners\nregio x = a1\n",
    );
    let declared: Vec<Option<(&str, &str)>> = tree
        .items
        .iter()
        .map(|item| match &item.body {
            ItemBody::Unreadable(declares) => declares.as_ref().map(|d| (d.keyword, d.name.text.as_str())),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(declared, [Some(("piece", "Rook")), Some(("region", "goal")), Some(("region", "x"))]);
    assert!(matches!(tree.items[1].how, How::Replace(_)));
    assert_eq!(tree.items[1].label.as_ref().unwrap().text, "lab");
}

#[test]
fn an_unclosed_brace_costs_one_item() {
    let text =
        "game \"x\"\npiece Rook R {\n  moves slide any\npiece Bishop B { moves slide diagonal }\nregion a = b1\n";
    let (tree, diagnostics) = parse(FILE, text);
    assert_eq!(diagnostics.list.len(), 1);
    assert_eq!(diagnostics.list[0].title, "`piece Rook R {` is not closed before `piece Bishop B`");
    assert_eq!(tree.items.len(), 3);
    assert!(tree.items.iter().all(|item| matches!(item.body, ItemBody::Declaration(_))));
}

#[test]
fn the_first_line() {
    assert_eq!(messages(""), ["E0115 a game file begins with its title"]);
    assert_eq!(messages("# nothing\n\n"), ["E0115 a game file begins with its title"]);
    assert_eq!(messages("board 3 x 3\n"), ["E0115 a game file begins with its title"]);
    assert_eq!(messages("board 3 x 3\ngame \"x\"\n"), ["E0115 `game` is not the first line"]);
    assert_eq!(messages("game \"x\"\ngame \"y\"\n"), ["E0115 a second `game` line"]);
    assert_eq!(messages("Game \"x\"\n"), ["E0101 unknown word `Game`"]);
    assert_eq!(messages("game \"x\" language 2\n"), ["E0902 this program reads language 1, not 2"]);
    assert!(messages("game \"x\" language 1\n").is_empty());
}

#[test]
fn what_is_no_text() {
    assert_eq!(messages("game \"x\"\nregion a\0 = b1\n"), ["E0116 this file is no text"]);
    assert_eq!(messages("game \"x\"\nregion a\u{200b} = b1\n"), ["E0116 an invisible character (U+200B) stands here"]);
    assert_eq!(messages("game \"x\"\nregion a\u{fffd} = b1\n"), ["E0116 this character was damaged"]);
}

// ---- size and depth ------------------------------------------------------------------------------------------

/// The time that a parse takes in a build without optimisation, on a busy machine, must stay below this.
const PATIENCE: Duration = Duration::from_secs(60);

fn timed(text: &str) -> Diagnostics {
    let start = Instant::now();
    let (_, diagnostics) = parse(FILE, text);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    diagnostics
}

#[test]
fn brackets_that_nest_cost_nothing_special() {
    let start = Instant::now();
    for depth in [20, 45] {
        for (open, inner, close) in [
            ("(", "a", ")"),
            ("not (", "a", ")"),
            ("it is plain X (when ", "a", ")"),
            ("no X on Y (when not ", "a", ")"),
        ] {
            let text = format!("game \"x\"\nfact a = {}{inner}{}\n", open.repeat(depth), close.repeat(depth));
            clean(&text);
            let _ = timed(&text.replacen(close, "", 1));
            let _ = timed(&text.replacen(inner, "= =", 1));
        }
        let path = format!("game \"x\"\npiece P {{ moves {}step any{} }}\n", "(".repeat(depth), ")".repeat(depth));
        clean(&path);
        let _ = timed(&path.replacen("any", "anny", 1));
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn blocks_that_nest_cost_nothing_special() {
    let depth = 40;
    let options = "option a = off \"h\" {\n".repeat(depth);
    let text = format!("game \"x\"\n{options}piece X {{\n walks bad\n}}\n{}", "} garbage\n".repeat(depth));
    assert!(!timed(&text).list.is_empty());
    let steps = "for each player {\n".repeat(depth);
    let text = format!("game \"x\"\nat turn end {{\n{steps} walks bad\n{}}}\n", "} garbage\n".repeat(depth));
    assert!(!timed(&text).list.is_empty());
}

#[test]
fn what_is_too_deep_is_refused_in_one_sentence() {
    for text in [
        format!("game \"x\"\nfact a = {}c\nregion b = a1\n", "(".repeat(90_000)),
        format!("game \"x\"\nfact a = {}c\nregion b = a1\n", "not (".repeat(40_000)),
        format!("game \"x\"\npiece P {{ moves {}c\nregion b = a1\n", "(".repeat(90_000)),
        format!("game \"x\"\nfact a = {}c\nregion b = a1\n", "[(".repeat(40_000)),
    ] {
        let (tree, diagnostics) = parse(FILE, &text);
        let deep = diagnostics.list.iter().filter(|d| d.code.0 == "E0901").count();
        assert_eq!(deep, 1, "{:?}", diagnostics.list.iter().map(|d| &d.title).collect::<Vec<_>>());
        assert!(diagnostics.list.len() <= 2);
        assert!(matches!(tree.items.last().unwrap().body, ItemBody::Declaration(_)), "the next item is read");
    }
    assert_eq!(messages(&format!("game \"x\"\n{}", "{".repeat(1_000_000))).len(), 1);
}

#[test]
fn very_many_nots_are_no_deep_tree() {
    let tree = clean(&format!("game \"x\"\nfact a = {}b\n", "not ".repeat(90_001)));
    assert_eq!(meaning(&tree).matches("Not(").count(), 1);
}

/// A file of at least so many lines.
fn long_file(lines: usize) -> String {
    let text = everything();
    let body = text.split_once('\n').unwrap().1;
    format!("game \"x\"\n{}", body.repeat(lines / body.lines().count() + 1))
}

#[test]
fn a_long_file_is_read() {
    assert!(timed(&long_file(3_000)).list.is_empty());
}

/// A few seconds in a release build: `cargo test --release -- --ignored`.
#[test]
#[ignore = "slow without optimisation"]
fn a_file_of_two_hundred_thousand_lines_is_read() {
    assert!(timed(&long_file(200_000)).list.is_empty());
}

#[test]
fn long_nonsense_is_read_in_linear_time() {
    for line in [
        "foo bar baz\n",
        "}\n",
        "option x = off \"a\" {\n",
        "piece X {\n",
        "\"\n",
        "(\n",
        ",\n",
        "or\n",
        "# note\n",
        "\n",
        "a: b: c\n",
        "`\n",
        "when\n",
        "   indented\n",
        "\"\"\"\n",
        "region x = a1,\n",
        "x",
        "-",
        ";",
    ] {
        let text = format!("game \"x\"\n{}", line.repeat(3_000));
        let diagnostics = timed(&text);
        assert!(diagnostics.list.len() <= 500);
    }
}

#[test]
fn too_large_a_file_is_refused() {
    let text = "#".repeat((16 << 20) + 1);
    assert_eq!(messages(&text), ["E0901 this file is too large"]);
    let text = format!("game \"x\"\nregion x = {}a1\nregion y = a1\n", "a1, ".repeat(300_000));
    assert_eq!(messages(&text), ["E0901 this file is too long"]);
    let text = format!("game \"x\"\n{}region y = a1\n", "# a1, a1\n".repeat(300_000));
    assert!(messages(&text).is_empty(), "comments do not count");
}

// ---- layout --------------------------------------------------------------------------------------------------

fn formatted(text: &str) -> String {
    let once = format(FILE, text).unwrap_or_else(|d| panic!("{}", report(text, &d)));
    let twice = format(FILE, &once).unwrap_or_else(|d| panic!("{once}\n{}", report(&once, &d)));
    assert_eq!(once, twice, "formatting again changes the text");
    assert_eq!(meaning(&parse(FILE, text).0), meaning(&parse(FILE, &once).0), "formatting changes the meaning");
    once
}

#[test]
fn shipped_games_survive_the_formatter() {
    for (_, text) in games_below(&root().join("games")) {
        formatted(&text);
        formatted(&text.replace('\n', "\r\n"));
        formatted(&text.replace("  ", "\t"));
        formatted(&text.replace(' ', "  "));
        formatted(&text.replace(' ', "   "));
        formatted(&text.replace(" +", "     +"));
    }
}

/// What is one word to the grammar must not be put apart by a column that runs through it.
#[test]
fn no_column_runs_through_a_code() {
    for (blanks, more) in (1..12).flat_map(|a| (1..4).map(move |b| (a, b))) {
        let text = format!(
            "game \"x\"\nboard 9 x 9\n\npiece Leopard-Bishop\t\t\t+F {{ moves leap (1,2), (-1,2) }}\n\
             piece Gold-Rook{}+G {{ moves step any }}\npiece Copper-Mover{}+C {{ moves step any 1..2 times }}\n",
            "\t".repeat(blanks) + " ",
            "\t".repeat(more)
        );
        let once = formatted(&text);
        for whole in [" +F {", " +G {", " +C {", "(1,2), (-1,2)", "1..2"] {
            assert!(once.contains(whole), "{once}");
        }
    }
}

#[test]
fn the_file_of_everything_is_in_canonical_layout() {
    let text = everything();
    assert_eq!(formatted(&text), text);
}

#[test]
fn layout() {
    let text = std::fs::read_to_string(root().join("tests/fixtures/syntax/untidy.game")).unwrap();
    insta::assert_snapshot!("layout", formatted(&text));
}

#[test]
fn a_file_that_cannot_be_read_is_not_formatted() {
    let messages = format(FILE, "game \"x\"\npiece {\n").unwrap_err();
    assert!(messages.has_errors());
}

// ---- anything ------------------------------------------------------------------------------------------------

/// Words and signs of the language and others, in any order.
fn soup() -> impl Strategy<Value = String> {
    let mut tokens: Vec<String> = keywords().map(str::to_owned).collect();
    tokens.extend(twins().iter().filter_map(|twin| twin.chinese).map(str::to_owned));
    for sign in [
        "{", "}", "(", ")", "[", "]", ",", ";", ":", "=", "+", "..", "\n", "\n", "\n", "# x\n", "\"s\"", "\"\"\"",
        "\"", "`", "a1", "b2..c3", "2", "1..3", "兵", "Pawn", "White", "x:", "，", "：", "｛", "｝", "→", "-",
        "\u{feff}", "\r\n", "\t", "  ", "「", "」",
    ] {
        for _ in 0..4 {
            tokens.push(sign.to_owned());
        }
    }
    proptest::collection::vec(
        (proptest::sample::select(tokens), prop_oneof![Just(" "), Just(""), Just(" "), Just("   ")]),
        0..120,
    )
    .prop_map(|parts| {
        parts.into_iter().fold(String::from("game \"x\"\n"), |text, (token, blank)| text + &token + blank)
    })
}

/// The file of everything with pieces cut out, doubled and swapped, character by character or line by line.
fn mutated() -> impl Strategy<Value = String> {
    let text = everything();
    proptest::collection::vec((any::<u32>(), any::<u8>(), 0_usize..4), 1..6).prop_map(move |edits| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (place, letter, kind) in edits {
            let at = place as usize % lines.len();
            let line = lines[at].clone();
            let cut = line
                .char_indices()
                .map(|(i, _)| i)
                .nth(letter as usize % (line.chars().count() + 1))
                .unwrap_or(line.len());
            match kind {
                0 => lines[at] = format!("{}   {}", &line[..cut], &line[cut..]),
                1 => {
                    lines[at] =
                        line.chars().enumerate().filter(|(i, _)| *i != letter as usize % 40).map(|(_, c)| c).collect();
                }
                2 => lines.insert(at, line),
                _ => lines[at] = format!("{}{}", " ".repeat(letter as usize % 9), line.trim_start()),
            }
        }
        lines.join("\n")
    })
}

/// Nothing panics, spans lie in the text, and what can be formatted keeps its meaning.
fn holds(text: &str) {
    let start = Instant::now();
    let (tree, diagnostics) = parse(FILE, text);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    for diagnostic in &diagnostics.list {
        for span in std::iter::once(diagnostic.primary.span).chain(diagnostic.labels.iter().map(|l| l.span)) {
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?}");
        }
    }
    for item in &tree.items {
        assert!(text.get(item.span.start as usize..item.span.end as usize).is_some(), "{item:?}");
    }
    if !diagnostics.has_errors() {
        formatted(text);
    }
    let _ = report(text, &diagnostics);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 2_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_taken(text in "\\PC{0,200}") {
        holds(&text);
        holds(&format!("game \"x\"\n{text}"));
    }

    #[test]
    fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        holds(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_taken(text in soup()) {
        holds(&text);
    }

    #[test]
    fn a_changed_file_is_taken(text in mutated()) {
        holds(&text);
    }
}

/// A block that the parser closes for itself ends beyond the text; the messages stay inside it.
#[test]
fn messages_stay_inside_the_text() {
    // The next item is quoted short, and the cut falls between letters of several bytes.
    const LONG: &str = "{\n漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字a漢字漢字漢字漢字";
    for text in ["{`}\u{fffd}", "{`}", "{{`", "game \"x\"\npiece P {`", "game \"x\"\naction a { {`}", LONG] {
        holds(text);
    }
}
