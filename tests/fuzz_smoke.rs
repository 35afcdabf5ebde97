//! A short run of the mutation fuzzer, the same every time, and what long runs have found; see `docs/fuzzing.md`.

use std::path::Path;
use std::time::{Duration, Instant};

use boardwright::compile::compile;
use boardwright::diag::Sources;
use boardwright::engine::Game;

use crate::support::strangers::{Corpus, Rng};
use crate::support::trial;

/// The budget of each run; where the machine is slow, fewer cases are tried.
const BUDGET: Duration = Duration::from_secs(6);

/// Tests run without optimisation: what takes a second at most where it is optimised is given so much.
const PATIENCE: Duration = Duration::from_secs(20);

fn corpus() -> Corpus {
    Corpus::read(Path::new(env!("CARGO_MANIFEST_DIR")), &[])
}

fn run(cases: u64, mut case: impl FnMut(u64) -> trial::Cost) {
    let begin = Instant::now();
    for seed in 0..cases {
        if begin.elapsed() > BUDGET {
            break;
        }
        let (part, time) = case(seed).slowest();
        assert!(time < PATIENCE, "case {seed}: {part} took {time:?}");
    }
}

#[test]
fn game_files_of_strangers() {
    let corpus = corpus();
    run(300, |seed| {
        let mut rng = Rng::new(1_000_000 + seed);
        let text = corpus.game(&mut rng);
        let settings = corpus.settings(&text, &mut rng);
        trial::file(&corpus, &text, &settings, &mut rng)
    });
}

#[test]
fn positions_and_moves_of_strangers() {
    let corpus = corpus();
    let games = trial::games(&corpus);
    assert!(!games.is_empty());
    run(300, |seed| {
        let mut rng = Rng::new(2_000_000 + seed);
        trial::positions(&corpus, &games[rng.below(games.len())], 2, &mut rng)
    });
}

/// Many small files, checked alone: more of them in the same time.
#[test]
fn small_files_of_strangers() {
    let corpus = corpus();
    run(600, |seed| {
        let text = corpus.small(&mut Rng::new(4_000_000 + seed));
        trial::checked(&corpus, &text, &[], seed % 8 == 0)
    });
}

#[test]
fn suites_of_strangers() {
    let corpus = corpus();
    let games = trial::games(&corpus);
    assert!(!corpus.suites.is_empty());
    run(300, |seed| {
        let mut rng = Rng::new(3_000_000 + seed);
        trial::suite(&corpus, &games[rng.below(games.len())], &mut rng)
    });
}

/// Texts that are no position and no move, or hardly one.
#[test]
fn texts_that_say_nothing() {
    let corpus = corpus();
    let many = "9".repeat(5_000);
    let deep = "[".repeat(5_000);
    for game in trial::games(&corpus) {
        for text in
            ["", " ", "/", "-", "{}", "[]", "null", "{\"rows\":[]}", "\u{0}", "０/１", "a1", "a1-a1", &many, &deep]
        {
            let (part, time) = trial::texts(&game, text, &mut Rng::new(1)).slowest();
            assert!(time < PATIENCE, "{text:.20}: {part} took {time:?}");
        }
    }
}

/// A small game with further lines.
fn small(lines: &str) -> String {
    format!(
        "game \"Trial\"\nboard 5 x 5\nplayer White faces north\nplayer Black faces south\n{lines}\n\
         over: draw when 10 plies without capture\nsetup \"k1r2/5/5/5/1R2K\"\n"
    )
}

/// Checks, compiles and plays; says whether it came to that.
fn tried(text: &str) -> bool {
    tried_beside(&corpus(), text)
}

fn tried_beside(corpus: &Corpus, text: &str) -> bool {
    let cost = trial::file(corpus, text, &[], &mut Rng::new(1));
    let (part, time) = cost.slowest();
    assert!(time < PATIENCE, "{part} took {time:?}");
    cost.compiled
}

/// Questions of attacks and moves that depend on themselves once ran until the stack was full.
#[test]
fn questions_within_themselves() {
    const STEP: &str = "piece King K { moves step any }\n";
    const SLIDE: &str = "piece Rook R { moves slide orthogonal }\n";
    let mut played = 0;
    for lines in [
        "piece King K { moves step any when own King is not attacked }\npiece Rook R { moves slide orthogonal when own King is attacked }".to_owned(),
        "piece King K { moves step any when own Rook can move }\npiece Rook R { moves slide orthogonal when own King can move }".to_owned(),
        "piece King K { moves step any when own King is mated }\npiece Rook R { moves slide orthogonal when enemy King is mated }".to_owned(),
        "piece King K { moves step any when no legal move }\npiece Rook R { moves slide orthogonal when no player can move }".to_owned(),
        format!("{STEP}piece Rook R {{ moves slide orthogonal; freezes frozen enemy piece }}"),
        format!("{STEP}piece Rook R {{ moves slide orthogonal; freezes enemy piece when own King is attacked }}"),
        format!("{STEP}{SLIDE}may not move Rook when own King can move"),
        format!("{STEP}{SLIDE}may not move piece when own King is mated"),
        format!("{STEP}{SLIDE}may not move Rook leaving no legal move\nmay not move Rook when no player can move"),
        format!("{STEP}{SLIDE}at turn start {{ remove King when own King can move }}"),
        format!("{STEP}{SLIDE}after piece moves {{ may move again when own Rook can move; remove King when enemy King is mated }}"),
        format!("{STEP}{SLIDE}terrain a1 {{ no Rook enters when own King is attacked }}"),
        format!("{STEP}{SLIDE}capture pinch {{ takes enemy piece between moved piece and own piece when own King is attacked }}"),
    ] {
        played += usize::from(tried(&small(&lines)));
    }
    assert!(played >= 8, "only {played} of these games are played");
}

/// Fields of a position that its game has no use for, or that speak of nothing; rows that count beyond all numbers.
#[test]
fn positions_that_say_too_much() {
    let game = |text: &str| {
        let (rules, diagnostics) =
            boardwright::rules::build("t", text, &[], &mut |_, _| Err(String::new()), &mut Sources::new());
        Game::new(compile(&rules.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap())
    };
    let plain =
        game(&small("piece King K { moves step any }\npiece Rook R { moves slide any }\npiece Stone S neutral"));
    assert!(plain.read_position("k1r2/5/5/5/1R2K White quiet=4294967295").is_ok());
    for (text, code) in [
        ("k1r2/5/5/5/1R2K White unmoved=a5", "unknown-field"),
        ("k1r2/5/5/5/1R2K White again=a5", "wrong-piece"),
        ("k1r2/5/2S2/5/1R2K White again=c3!", "wrong-piece"),
        ("k1r2/5/5/5/1R2K White turn=0", "wrong-turn"),
        ("k1r2/5/5/5/65535 White", "wrong-row"),
    ] {
        assert_eq!(plain.read_position(text).unwrap_err().code, code, "{text}");
    }
    let wide = game(
        &small("piece King K { moves step any }\npiece Rook Rr { moves slide any }")
            .replace("setup \"k1r2/5/5/5/1R2K\"", "setup { White King a1; Black King b5 }"),
    );
    let long = format!("5/5/5/5/{} White", "6,".repeat(20_000));
    assert_eq!(wide.read_position(&long).unwrap_err().code, "long-row");
}

/// Paths in paths, each repeated, once grew without bound.
#[test]
fn paths_without_end() {
    const STEP: &str = "piece King K { moves step any }\n";
    let or = "(slide any or ride [1,2] or leap [1,1]) then ".repeat(300);
    for moves in [
        "(((step any) 1..36 times) 1..36 times) 1..36 times".to_owned(),
        "(((step any) 1..36 times) 1..36 times) 1..36 times, leaving mark trace".to_owned(),
        "((((slide any over 0.. pieces) 1..36 times) 1..36 times) 1..36 times) 1..36 times".to_owned(),
        "(((slide any over 0.. pieces taking 0..) as long as it can) as long as it can)".to_owned(),
        format!("{or}step any"),
    ] {
        tried(&small(&format!("{STEP}piece Rook R {{ moves {moves} }}\nmark trace lasts for ever")));
    }
}

/// Sixty choices in a turn were once tried in all their combinations.
#[test]
fn choices_without_end() {
    let may = "may turn over own piece\n".repeat(40);
    let lines = format!(
        "piece King K {{ moves step any }}\npiece Rook R promotes to Lance {{ moves slide orthogonal }}\n\
         piece Lance L {{ moves slide any }}\nafter piece moves {{\n{may}}}"
    );
    tried(&small(&lines));
}

/// Short files that ask for gigabytes of tables are refused.
#[test]
fn tables_without_end() {
    let mut kinds = String::new();
    for index in 0..240u8 {
        let code = format!("{}{}", char::from(b'A' + index / 26), char::from(b'a' + index % 26));
        kinds += &format!("piece P-{index} {code} {{ moves step any then step any }}\n");
    }
    let players = ["north", "south", "east", "west"].repeat(2);
    let seats: String = (0..8).map(|seat| format!("player S{seat} faces {}\n", players[seat])).collect();
    let head = format!("game \"Giant\"\nboard 36 x 36\n{seats}piece King K {{ moves step any }}\n");
    let ends = "over: draw when 10 plies without capture\nsetup { S0 King a1; S1 King b2 }\n";
    let leaps: Vec<String> = (0..1200).map(|leap| format!("leap [{},{}]", leap % 36, leap / 36 + 1)).collect();
    assert!(!tried(&format!("{head}{kinds}every piece {{ moves step any when own King on a1 }}\n{ends}")));
    assert!(!tried(&format!("{head}piece Rook R {{ moves {} }}\n{ends}", leaps.join(" or "))));
}

/// The largest numbers that can be read, wherever a number may stand, once ran over.
#[test]
fn numbers_without_measure() {
    const MOST: &str = "4294967295";
    let corpus = corpus();
    for line in [
        "region camp = far N ranks",
        "region camp = near N ranks",
        "region camp = middle N ranks",
        "piece Rook R { moves slide any N..N }",
        "piece Rook R { moves slide any over N pieces }",
        "piece Rook R { moves ride [N,N] }",
        "piece Rook R { moves leap (N,-N) }",
        "piece Rook R { moves step any N times, taking at most N }",
        "count points = N for each own King + N for each enemy King",
        "over: draw when at least N own King",
        "over: draw when N plies without capture",
        "over: draw when position occurred N times",
        "over: draw when N passes in a row",
        "may not act leaving N..N own King",
        "capture pinch { takes line of N..N enemy pieces between moved piece and own piece }",
        "mark trail lasts N plies",
        "option size = N (0..N) \"so large\"",
        "board N x N",
        "hand White { N King }",
    ] {
        for number in [MOST, "4294967294", "65535", "65536", "2147483648"] {
            tried_beside(&corpus, &small(&line.replace('N', number)));
        }
    }
}
