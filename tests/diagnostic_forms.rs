//! How diagnostics are drawn, whatever the spans and the sources are.

use boardwright::diag::render::{Look, human, json, short, summary};
use boardwright::diag::{Code, Diagnostic, Diagnostics, FileId, Sources, Span};

const E: Code = Code("E0101");

fn one(text: &str, start: usize, end: usize) -> (Diagnostics, Sources) {
    let mut sources = Sources::new();
    let file = sources.add("box.game", text);
    let mut list = Diagnostics::new();
    list.push(Diagnostic::new(E, Span::new(file, start, end), "unknown word").label("here").help("try another"));
    (list, sources)
}

fn drawn(text: &str, start: usize, end: usize) -> String {
    let (list, sources) = one(text, start, end);
    human(&list, &sources, Look::default())
}

fn find(text: &str, what: &str) -> (usize, usize) {
    let start = text.find(what).unwrap();
    (start, start + what.len())
}

#[test]
fn wide_characters_are_underlined_where_they_stand() {
    let text = "棋盘 九乘九\n可以 打入 正兵 在 空格 上\n";
    let (start, end) = find(text, "正兵");
    insta::assert_snapshot!(drawn(text, start, end), @r"
    error[E0101]: unknown word
     --> box.game:2:7
      |
    2 | 可以 打入 正兵 在 空格 上
      |           ^^^^ here
      |
      = help: try another
    ");
}

#[test]
fn tabs_byte_order_mark_and_carriage_returns() {
    let text = "\u{feff}game \"Ö\"\r\n\tpiece\tRook {\r\n}\r\n";
    let (start, end) = find(text, "Rook");
    insta::assert_snapshot!(drawn(text, start, end), @r"
    error[E0101]: unknown word
     --> box.game:2:8
      |
    2 |     piece    Rook {
      |              ^^^^ here
      |
      = help: try another
    ");
    insta::assert_snapshot!(drawn(text, 3, 7), @r#"
    error[E0101]: unknown word
     --> box.game:1:1
      |
    1 | game "Ö"
      | ^^^^ here
      |
      = help: try another
    "#);
}

#[test]
fn lines_that_end_with_a_carriage_return_alone() {
    insta::assert_snapshot!(drawn("game\rboard\rpiece Rook", 17, 21), @r"
    error[E0101]: unknown word
     --> box.game:3:7
      |
    3 | piece Rook
      |       ^^^^ here
      |
      = help: try another
    ");
}

#[test]
fn ends_of_files() {
    insta::assert_snapshot!(drawn("", 0, 0), @r"
    error[E0101]: unknown word
     --> box.game:1:1
      |
    1 |
      | ^ here
      |
      = help: try another
    ");
    insta::assert_snapshot!(drawn("piece Rook {", 12, 12), @r"
    error[E0101]: unknown word
     --> box.game:1:13
      |
    1 | piece Rook {
      |             ^ here
      |
      = help: try another
    ");
    insta::assert_snapshot!(drawn("piece Rook {\n", 13, 13), @r"
    error[E0101]: unknown word
     --> box.game:2:1
      |
    2 |
      | ^ here
      |
      = help: try another
    ");
}

#[test]
fn spans_over_lines() {
    let text = "capture x {\n  by any piece\n\n}\n# end\n";
    insta::assert_snapshot!(drawn(text, 0, 29), @r"
    error[E0101]: unknown word
     --> box.game:1:1
      |
    1 | / capture x {
    2 | |   by any piece
    3 | |
    4 | | }
      | |_^ here
      |
      = help: try another
    ");
    let tall = "setup {\n".to_owned() + &"  a\n".repeat(30) + "}\n";
    insta::assert_snapshot!(drawn(&tall, 0, tall.len()), @r"
    error[E0101]: unknown word
     --> box.game:1:1
      |
    1 | setup {
      | ^^^^^^^ here
      |
      = help: try another
    ");
}

#[test]
fn a_very_long_line_is_cut_round_the_place() {
    let text = format!("{}slid{}", "步进 ".repeat(20_000), " orthogonal".repeat(10_000));
    let (start, end) = find(&text, "slid");
    insta::assert_snapshot!(drawn(&text, start, end), @r"
    error[E0101]: unknown word
     --> box.game:1:60001
      |
    1 | …步进 步进 步进 步进 步进 步进 步进 步进 slid orthogonal orthogonal orthogonal orthogonal orthogonal orthogonal orthogonal orthogonal orthogonal orthogonal ortho…
      |                                          ^^^^ here
      |
      = help: try another
    ");
}

#[test]
fn other_places_and_other_files() {
    let mut sources = Sources::new();
    let child =
        sources.add("mini.game", "game \"Mini\" extends \"shogi.game\"\npiece Rook R { moves slide orthogonal }\n");
    let parent_text = format!("game \"Shogi\"\n{}piece Rook R {{ }}\n", "# …\n".repeat(100));
    let parent = sources.add("shogi.game", parent_text.as_str());
    let (start, end) = find(&parent_text, "Rook");
    let mut list = Diagnostics::new();
    list.push(
        Diagnostic::new(Code("E0213"), Span::new(child, 39, 43), "`Rook` is already in `shogi.game`")
            .label("declared again here")
            .also(Span::new(parent, start, end), "declared here")
            .also(Span::new(parent, 0, 4), "the game")
            .note("a variant says what it changes")
            .help("write `replace piece Rook`"),
    );
    insta::assert_snapshot!(human(&list, &sources, Look::default()), @r#"
    error[E0213]: `Rook` is already in `shogi.game`
       --> mini.game:2:7
        |
      2 | piece Rook R { moves slide orthogonal }
        |       ^^^^ declared again here
        |
       ::: shogi.game:102:7
        |
    102 | piece Rook R { }
        |       ---- declared here
        |
       ::: shogi.game:1:1
        |
      1 | game "Shogi"
        | ---- the game
        |
        = note: a variant says what it changes
        = help: write `replace piece Rook`
    "#);
    insta::assert_snapshot!(short(&list, &sources, Look::default()),
        @"mini.game:2:7: error[E0213]: `Rook` is already in `shogi.game` (write `replace piece Rook`)");
    insta::assert_snapshot!(serde_json::to_string_pretty(&json(&list, &sources, Look::default())).unwrap(), @r#"
    [
      {
        "severity": "error",
        "code": "E0213",
        "title": "`Rook` is already in `shogi.game`",
        "file": "mini.game",
        "line": 2,
        "column": 7,
        "end_line": 2,
        "end_column": 11,
        "start": 39,
        "end": 43,
        "label": "declared again here",
        "labels": [
          {
            "file": "shogi.game",
            "line": 102,
            "column": 7,
            "end_line": 102,
            "end_column": 11,
            "start": 619,
            "end": 623,
            "text": "declared here"
          },
          {
            "file": "shogi.game",
            "line": 1,
            "column": 1,
            "end_line": 1,
            "end_column": 5,
            "start": 0,
            "end": 4,
            "text": "the game"
          }
        ],
        "notes": [
          "a variant says what it changes"
        ],
        "help": "write `replace piece Rook`"
      }
    ]
    "#);
}

#[test]
fn two_places_on_one_line_share_it() {
    let (mut list, sources) = one("may drop Pawn when own Pawn in its file", 28, 39);
    list.list[0] = list.list[0].clone().also(Span::new(FileId(0), 0, 8), "this is `may`");
    insta::assert_snapshot!(human(&list, &sources, Look::default()), @r"
    error[E0101]: unknown word
     --> box.game:1:29
      |
    1 | may drop Pawn when own Pawn in its file
      | -------- this is `may`      ^^^^^^^^^^^ here
      |
      = help: try another
    ");
}

#[test]
fn no_span_and_no_text_makes_it_panic() {
    let texts = [
        "",
        "\u{feff}",
        "\u{feff}\r\n",
        "\r",
        "\n\n\n",
        "兵",
        "步 \u{0}\u{1b}[31m\u{9b}31m \u{202e}x\u{2066}\u{200b}\t\u{301}",
        "a\r\n\tb\r\nc",
    ];
    for text in texts {
        for start in 0..=text.len() + 2 {
            for end in 0..=text.len() + 2 {
                let (mut list, sources) = one(text, start, end);
                list.list[0] = list.list[0]
                    .clone()
                    .also(Span::new(FileId(0), end, start), "and")
                    .also(Span::new(FileId(7), start, end), "nowhere");
                let out = human(&list, &sources, Look::default());
                assert!(!out.chars().any(|c| c.is_control() && c != '\n'), "{out:?}");
                assert!(!out.contains('\u{202e}'));
                short(&list, &sources, Look::default());
                json(&list, &sources, Look::default());
            }
        }
    }
    let mut list = Diagnostics::new();
    list.push(Diagnostic::new(E, Span::new(FileId(3), 5, 9), "no file at all"));
    assert_eq!(human(&list, &Sources::new(), Look::default()), "error[E0101]: no file at all\n\n");
    assert_eq!(short(&list, &Sources::new(), Look::default()), "error[E0101]: no file at all\n");
}

#[test]
fn only_so_many_are_shown_and_errors_first() {
    let text = "x\n".repeat(200_000);
    let mut sources = Sources::new();
    let file = sources.add("big.game", text.as_str());
    let mut list = Diagnostics::new();
    for line in 0..100_000 {
        let code = if line < 99_960 { Code("W0501") } else { E };
        list.push(Diagnostic::new(code, Span::new(file, line * 4, line * 4 + 1), "unknown word `x`"));
    }
    let look = Look::default();
    let out = human(&list, &sources, look);
    assert_eq!(out.matches("error[").count(), 40);
    assert_eq!(out.matches("warning[").count(), 10);
    assert!(out.starts_with("warning[W0501]: unknown word `x`\n --> big.game:1:1\n"), "{}", &out[..200]);
    assert!(out.ends_with("… and 99,950 more\n"));
    assert_eq!(short(&list, &sources, Look { limit: usize::MAX, ..look }).lines().count(), 100_000);
    assert_eq!(json(&list, &sources, Look { limit: usize::MAX, ..look }).len(), 100_000);
    assert_eq!(summary(&list, "big.game"), "40 errors, 99,960 warnings in big.game");
}

#[test]
fn the_summary_counts_in_words() {
    let (list, _) = one("", 0, 0);
    assert_eq!(summary(&list, "box.game"), "1 error in box.game");
    assert_eq!(summary(&Diagnostics::new(), "box.game"), "no errors in box.game");
    let mut warned = Diagnostics::new();
    warned.push(Diagnostic::new(Code("W0501"), Span::default(), "x"));
    assert_eq!(summary(&warned, "箱.game"), "no errors, 1 warning in 箱.game");
}

#[test]
fn long_prose_is_wrapped_and_endless_names_are_cut() {
    let (mut list, sources) = one("piece", 0, 5);
    list.list[0].title = format!("unknown name `{}`", "步".repeat(100_000));
    list.list[0].notes.push("one two three four five six seven ".repeat(6));
    let out = human(&list, &sources, Look::default());
    assert!(out.len() < 8_000);
    assert!(out.lines().skip(1).all(|line| line.len() < 120), "{out}");
}

#[test]
fn colour_only_when_asked() {
    let (list, sources) = one("piece", 0, 5);
    assert!(!human(&list, &sources, Look::default()).contains('\u{1b}'));
    assert!(human(&list, &sources, Look { color: true, ..Look::default() }).contains("\u{1b}["));
}
