//! `compare`: what one game changes in another.

use std::path::Path;

use boardwright::diag::{FileId, Sources};
use boardwright::rules::changes::{Changes, Said, changes};
use boardwright::rules::{self, Ruleset};
use boardwright::tools::compare::{Pair, Sampled, compare_pieces, compare_positions, samples};
use boardwright::{compile, syntax};
use serde_json::Value;

use crate::cli;
use crate::support::games;

/// Status, standard output, standard error.
fn run(args: &[&str], stdin: &str) -> (i32, String, String) {
    cli::run(&[&["compare"], args].concat(), stdin)
}

fn said(args: &[&str]) -> String {
    let (status, out, err) = run(args, "");
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}\n{out}");
    out
}

/// The items of a text.
fn items(text: &str) -> Vec<Said> {
    let (items, diagnostics) = rules::items("a", text, &[], &mut |_, _| Err("no parent".into()), &mut Sources::new());
    items.unwrap_or_else(|| panic!("{:?}", diagnostics.list))
}

/// The items of a file.
fn items_of(path: &Path) -> Vec<Said> {
    let mut loader = |wanted: &str, from: &str| {
        let path = Path::new(from).parent().unwrap().join(wanted);
        std::fs::read_to_string(&path).map(|text| (path.display().to_string(), text)).map_err(|error| error.to_string())
    };
    let text = std::fs::read_to_string(path).unwrap();
    rules::items(&path.display().to_string(), &text, &[], &mut loader, &mut Sources::new()).0.unwrap()
}

fn handles(items: &[Said], list: &[usize]) -> Vec<String> {
    list.iter().map(|&at| items[at].handle.clone()).collect()
}

// ---- games of the repository ------------------------------------------------------------------------------------------

#[test]
fn house_rules_of_one_game() {
    let folder = "games/tafl/saami-tablut-corner";
    let book: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .map(|rule| said(&[&format!("{folder}.game"), &format!("{folder}-folk-{rule}.game")]))
        .collect();
    insta::assert_snapshot!(book.join("\n====\n\n"));
}

#[test]
fn a_handicap() {
    insta::assert_snapshot!(said(&["games/shogi/shogi.game", "games/shogi/handicap-two-pieces.game"]));
}

#[test]
fn another_board() {
    insta::assert_snapshot!(said(&["games/shogi/shogi.game", "games/shogi/minishogi.game"]));
}

#[test]
fn every_piece_moves_otherwise() {
    insta::assert_snapshot!(said(&["games/shogi/shogi.game", "games/shogi/annan.game", "--samples", "3"]));
}

#[test]
fn two_games_of_one_family() {
    insta::assert_snapshot!(said(&["games/tafl/fetlar.game", "games/tafl/copenhagen.game", "--samples", "5"]));
}

/// The parent that a game file names.
fn parent_of(path: &Path) -> Option<std::path::PathBuf> {
    let (file, _) = syntax::parse(FileId(0), &std::fs::read_to_string(path).unwrap());
    let parent = file.game?.extends?.text;
    Some(path.parent().unwrap_or(Path::new("")).join(parent))
}

#[test]
fn every_variant_differs_from_its_parent() {
    let mut seen = 0;
    for path in games::shipped() {
        let Some(parent) = parent_of(&path) else { continue };
        seen += 1;
        let found = changes(&items_of(&parent), &items_of(&path));
        assert!(found.count() > 0, "{}", path.display());
    }
    assert!(seen > 10);
}

/// What the library finds when a game is compared with itself.
fn with_itself(path: &Path) {
    let rules = games::read(path, &[]).unwrap();
    let game = games::compiled(&rules).unwrap();
    let pair = Pair::new(&game, &game);
    let pieces = compare_pieces(&pair, 1);
    let name = path.display();
    assert_eq!((pieces.changed.len(), pieces.only_a.len(), pieces.only_b.len()), (0, 0, 0), "{name}");
    let owned = rules.kinds.ids().filter(|&kind| rules.players.ids().any(|player| game.can_own((Some(player), kind))));
    assert_eq!((pieces.compared, pieces.left_out.len()), (owned.count(), 0), "{name}");
    let mut positions = compare_positions(&pair);
    let drawn = samples(&game, 2, 1);
    assert!(!drawn.is_empty(), "{name}");
    for (number, data) in drawn.iter().enumerate() {
        let sampled = positions.ask(number, data);
        assert!(matches!(sampled, Sampled::Same), "{name}: position {number} differs from itself: {data:?}");
    }
}

#[test]
fn a_small_game_is_the_same_as_itself() {
    games::shipped().iter().filter(|path| path.starts_with(games::folder().join("small"))).for_each(|p| with_itself(p));
}

#[test]
fn a_tafl_game_is_the_same_as_itself() {
    games::shipped().iter().filter(|path| path.starts_with(games::folder().join("tafl"))).for_each(|p| with_itself(p));
}

#[test]
fn a_shogi_game_is_the_same_as_itself() {
    games::shipped().iter().filter(|path| path.starts_with(games::folder().join("shogi"))).for_each(|p| with_itself(p));
}

#[test]
fn any_other_game_is_the_same_as_itself() {
    let folders = ["small", "tafl", "shogi"].map(|name| games::folder().join(name));
    let others = games::shipped().into_iter().filter(|path| !folders.iter().any(|folder| path.starts_with(folder)));
    // Large games; their variants are of the same make.
    others.filter(|path| parent_of(path).is_none()).for_each(|path| with_itself(&path));
}

#[test]
fn what_is_the_same_is_said_so() {
    for file in
        ["games/small/tic-tac-toe.game", "games/shogi/dobutsu.game", "games/tafl/saami-tablut-corner-folk-b.game"]
    {
        let (status, out, _) = run(&[file, file, "--exit-code"], "");
        assert_eq!(status, 0, "{out}");
        assert!(out.starts_with("No difference: "), "{out}");
        // As one file it says the same.
        let (_, whole, _) = cli::run(&["show", file, "--expanded"], "");
        let (status, out, _) = run(&[file, "-", "--exit-code"], &whole);
        assert_eq!(status, 0, "{out}");
    }
}

// ---- declarations -------------------------------------------------------------------------------------------------------

const GAME: &str = r#"game "Game"
board 5 x 5
player White faces north
player Black faces south
piece King K royal { moves step any }
piece Man M { walks step forward; takes step diagonal }
piece Cart C { moves slide orthogonal }
first: after Man moves { may promote it when it ended in far rank }
second: after any piece is taken { draw when no own King }
caught: a player loses when no own King
stuck: player to move loses when no legal move
may pass
setup "cm1mc/5/2K2/5/CM1MC"
"#;

/// What changes when one text stands in the place of another.
fn replaced(from: &str, to: &str) -> (Changes, Vec<Said>, Vec<Said>) {
    assert!(GAME.contains(from), "{from}");
    let (a, b) = (items(GAME), items(&GAME.replace(from, to)));
    (changes(&a, &b), a, b)
}

#[test]
fn layout_and_comments_are_no_change() {
    for (from, to) in [
        ("{ walks step forward; takes step diagonal }", "{\n  walks step forward   # on\n\n  takes   step diagonal\n}"),
        ("player White", "# a remark\nplayer   White"),
        ("piece Cart C { moves slide orthogonal }\n", ""),
        ("game \"Game\"", "game \"Another title\""),
    ] {
        let (found, _, _) = replaced(from, to);
        assert_eq!(found.count(), usize::from(to.is_empty()), "{from}");
    }
    // The order of pieces means nothing.
    let cart = "piece Cart C { moves slide orthogonal }\n";
    let moved = GAME.replace(cart, "").replace("piece King", &format!("{cart}piece King"));
    assert_eq!(changes(&items(GAME), &items(&moved)).count(), 0);
}

#[test]
fn items_are_found_by_their_handles() {
    let (found, a, b) = replaced("piece Man M { walks", "piece Man M { moves");
    assert_eq!(found.changed.len(), 1);
    let (x, y) = found.changed[0];
    assert_eq!((a[x].handle.as_str(), b[y].handle.as_str()), ("piece Man", "piece Man"));
    assert_eq!(a[x].one_line(), "piece Man M { walks step forward; takes step diagonal }");
    // Another name is another piece; a label that is lost is a change.
    let (found, a, b) = replaced("piece Cart C", "piece Wagon C");
    assert_eq!(handles(&a, &found.removed), ["piece Cart"]);
    assert_eq!(handles(&b, &found.added), ["piece Wagon"]);
    let (found, _, _) = replaced("stuck: ", "");
    assert_eq!((found.changed.len(), found.count()), (1, 1));
    let (found, _, b) = replaced("may pass\n", "may pass when no legal move\n");
    assert_eq!((found.changed.len(), found.count(), b.len()), (1, 1, 12));
}

#[test]
fn order_counts_where_it_means_something() {
    let white = "player White faces north\n";
    let players = GAME.replace(white, "").replace("piece King", &format!("{white}piece King"));
    let caught = "caught: a player loses when no own King\n";
    let ends = GAME.replace(caught, "").replace("may pass", &format!("{caught}may pass"));
    let first = "first: after Man moves { may promote it when it ended in far rank }\n";
    let events = GAME.replace(first, "").replace("caught:", &format!("{first}caught:"));
    for (text, what, before) in [
        (players, "players", ["player White", "player Black"]),
        (ends, "ends", ["caught", "stuck"]),
        (events, "events", ["first", "second"]),
    ] {
        let found = changes(&items(GAME), &items(&text));
        assert_eq!(found.count(), 1, "{what}");
        assert_eq!(
            (found.reordered[0].what, found.reordered[0].before.clone()),
            (what, before.map(str::to_owned).to_vec())
        );
        assert_eq!(found.reordered[0].after, [before[1], before[0]]);
    }
}

// ---- effects ------------------------------------------------------------------------------------------------------------

fn ruleset(text: &str) -> Ruleset {
    let (rules, diagnostics) = rules::build("a", text, &[], &mut |_, _| Err(String::new()), &mut Sources::new());
    rules.unwrap_or_else(|| panic!("{:?}", diagnostics.list))
}

fn game(text: &str) -> boardwright::engine::Game {
    boardwright::engine::Game::new(compile::compile(&ruleset(text)).unwrap())
}

const PLAIN: &str = r#"game "Plain"
board 5 x 5
player White faces north
player Black faces south
piece Man M { walks step forward; takes step diagonal }
piece Cart C { moves slide orthogonal }
stuck: player to move loses when no legal move
setup "cm1mc/5/5/5/CM1MC"
"#;

#[test]
fn cells_gained_and_lost() {
    let a = game(PLAIN);
    let b = game(&PLAIN.replace("walks step forward", "walks step forward, backward"));
    let found = compare_pieces(&Pair::new(&a, &b), 1);
    assert_eq!((found.compared, found.changed.len()), (2, 1));
    let man = &found.changed[0];
    // 20 of 25 cells have one in front of them, 20 have one behind.
    let walks = &man.empty_walks;
    assert_eq!((walks.a, walks.b, walks.gained, walks.lost), (20, 40, 20, 0));
    assert_eq!(walks.gained_named[0], ("c3".to_owned(), "c2".to_owned()));
    assert!(!man.crowd_takes.differ() && man.crowd_walks.gained > 0);
    // What only takes is seen among others.
    let b = game(&PLAIN.replace("takes step diagonal", "takes step forward-left"));
    let found = compare_pieces(&Pair::new(&a, &b), 1);
    let man = &found.changed[0];
    assert!(!man.empty_walks.differ() && !man.crowd_walks.differ() && man.crowd_takes.lost > 0);
    assert_eq!(man.crowd_takes.gained, 0);
    // The crowd is chosen by the seed, and by nothing else.
    assert_eq!(compare_pieces(&Pair::new(&a, &b), 1), found);
    assert_ne!(compare_pieces(&Pair::new(&a, &b), 2), found);
}

#[test]
fn kinds_by_code_and_players_by_seat() {
    let a = game(PLAIN);
    let text =
        PLAIN.replace("White", "Red").replace("piece Man M", "piece Foot M").replace("piece Cart C", "piece Cart R");
    let b = game(&text.replace("cm1mc/5/5/5/CM1MC", "rm1mr/5/5/5/RM1MR"));
    let pair = Pair::new(&a, &b);
    assert_eq!(pair.strangers().0, [("White".to_owned(), "Red".to_owned())]);
    let found = compare_pieces(&pair, 1);
    assert_eq!((found.compared, found.changed.len(), found.only_a.len()), (2, 0, 0));
    let start = &samples(&a, 0, 1)[0];
    assert!(matches!(compare_positions(&pair).ask(0, start), Sampled::Same));
}

#[test]
fn legal_moves_and_outcomes() {
    let a = game(PLAIN);
    let ask = |text: &str| {
        let b = game(text);
        let pair = Pair::new(&a, &b);
        match compare_positions(&pair).ask(0, &samples(&a, 0, 1)[0]) {
            Sampled::Differs(differs) => *differs,
            _ => panic!("nothing differs"),
        }
    };
    let fewer = ask(&PLAIN.replace("stuck:", "tied: may not move Cart\nstuck:"));
    assert_eq!(fewer.moves.0 - fewer.moves.1, fewer.lost.0);
    assert!(fewer.lost.0 > 0 && fewer.gained.0 == 0 && fewer.otherwise.0 == 0);
    let more = ask(&PLAIN.replace("walks step forward;", "walks step forward, diagonal;"));
    assert_eq!((more.gained.0, more.lost.0), (4, 0));
    assert_eq!(more.gained.1.len(), 4);
    let ends = ask(&PLAIN.replace("stuck:", "far: player who moved wins when own Man on b2\nstuck:"));
    assert_eq!(ends.endings.0, 1);
    assert_eq!(ends.endings.1[0].text, "b1-b2");
    assert!(ends.endings.1[0].a.is_none() && ends.endings.1[0].b.as_ref().unwrap().reason == "far");
    let over = ask(&PLAIN.replace("stuck:", "now: draw when White Man on b1\nstuck:"));
    assert!(matches!(&over.outcome, Some((None, Some(_)))));
}

#[test]
fn what_another_game_cannot_read() {
    let a = game(PLAIN);
    let b = game(
        &PLAIN
            .replace("piece Cart C { moves slide orthogonal }\n", "")
            .replace("cm1mc", "1m1m1")
            .replace("CM1MC", "1M1M1"),
    );
    let pair = Pair::new(&a, &b);
    let found = compare_pieces(&pair, 1);
    assert_eq!((found.compared, found.only_a.len(), found.only_b.len()), (1, 1, 0));
    let Sampled::Unread(why) = compare_positions(&pair).ask(0, &samples(&a, 0, 1)[0]) else { panic!() };
    assert_eq!(why, "there is no piece C in B");
}

#[test]
fn samples_depend_on_the_seed_alone() {
    let game = game(PLAIN);
    let drawn = samples(&game, 12, 7);
    assert_eq!(drawn.len(), 13);
    assert_eq!(drawn, samples(&game, 12, 7));
    assert_ne!(drawn, samples(&game, 12, 8));
    assert!((0..13).all(|at| drawn[..at].iter().all(|other| *other != drawn[at])));
}

// ---- the command ---------------------------------------------------------------------------------------------------------

#[test]
fn options_of_one_side() {
    let file = "games/tafl/saami-tablut-corner.game";
    let (status, out, _) = run(&[file, file, "--set-b", "king-returns=off", "--exit-code", "--json"], "");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, report["declarations"]["count"].as_u64()), (1, Some(1)));
    let changed = &report["declarations"]["changed"][0];
    assert_eq!(changed["handle"], "option king-returns");
    assert!(changed["b"]["text"].as_str().unwrap().starts_with("option king-returns = off"));
    assert_eq!(report["pieces"]["changed"][0]["code"], "K");
    // The same on both sides is no difference.
    for set in [&["--set", "king-returns=off"][..], &["--set-a", "armed-king=on", "--set-b", "armed-king=on"]] {
        let args = [&[file, file, "--exit-code", "--samples", "3"], set].concat();
        assert_eq!(run(&args, "").0, 0, "{args:?}");
    }
}

#[test]
fn own_positions() {
    let (a, b) = ("games/tafl/saami-tablut-corner.game", "games/tafl/saami-tablut-corner-folk-c.game");
    let positions = "9/9/9/9/3k5/9/9/9/b8 White\n\n9/9/9/9/9/9/9/9/b7k White\nnonsense\n";
    let (status, out, err) = run(&[a, b, "--positions", "-", "--json"], positions);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (status, report["positions"]["compared"].as_u64(), report["positions"]["refused"].as_u64()),
        (1, Some(2), Some(2))
    );
    assert!(err.contains("position 2: ") && err.contains("position 4: "), "{err}");
    let list = &report["positions"]["list"];
    assert_eq!((list[0]["number"].as_u64(), &list[0]["lost"]["first"][0]), (Some(1), &Value::from("d5-e5")));
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[test]
fn what_cannot_be_compared() {
    let file = "games/small/tic-tac-toe.game";
    for (args, status, words) in [
        (&["-", "-"][..], 2, "only one"),
        (&[file, "games/small/none.game"], 2, "there is no such file"),
        (&["tests/fixtures/cli/broken.game", file], 1, "error"),
        (&[file, file, "--set-b", "nothing=on"], 1, "there is no option `nothing`"),
        (&[file, file, "--set-a", "nothing"], 2, "write `--set OPTION=VALUE`"),
        (&[file], 2, "required"),
    ] {
        let (got, out, err) = run(args, "");
        assert_eq!((got, out.as_str()), (status, ""), "{args:?}: {err}");
        assert!(err.contains(words), "{args:?}: {err}");
    }
}

#[test]
fn the_json_has_its_fields() {
    let (_, out, _) = run(&["games/shogi/shogi.game", "games/shogi/annan.game", "--json", "--samples", "2"], "");
    let report: Value = serde_json::from_str(&out).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    insta::assert_snapshot!(
        [
            keys(&report),
            keys(&report["a"]),
            keys(&report["players"]),
            keys(&report["declarations"]),
            keys(&report["declarations"]["changed"][0]),
            keys(&report["declarations"]["changed"][0]["a"]),
            keys(&report["pieces"]),
            keys(&report["pieces"]["changed"][0]),
            keys(&report["pieces"]["changed"][0]["crowd_walks"]),
            keys(&report["positions"]),
            keys(&report["positions"]["list"][0]),
            keys(&report["positions"]["list"][0]["gained"]),
        ]
        .join("\n")
    );
}
