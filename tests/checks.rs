//! The checks of a game as a whole: small games with one thing wrong each, and what is said about them; and the games of
//! this repository, about which nothing is said that is not right.

use boardwright::diag::render::{Look, short};
use boardwright::diag::{Diagnostics, Sources};
use boardwright::rules;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is said about a text, one line a message.
fn said(name: &str, text: &str, settings: &[(String, String)], folder: &Path) -> String {
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| {
        std::fs::read_to_string(folder.join(wanted)).map(|text| (wanted.to_owned(), text)).map_err(|e| e.to_string())
    };
    let (ruleset, diagnostics): (_, Diagnostics) = rules::check(name, text, settings, &mut loader, &mut sources);
    let said = short(&diagnostics, &sources, Look::default());
    if ruleset.is_none() && said.is_empty() { "no ruleset, and no word about it\n".to_owned() } else { said }
}

/// The page without the expression that made it.
macro_rules! assert_page {
    ($page:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($page) })
    };
}

/// A page of cases: what makes the game wrong, and what is said. Each case is some lines that are put into a small game
/// (a line that begins with `piece King` takes the place of the game's own).
fn page(cases: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (about, lines) in cases {
        let text = trial(lines);
        let said = said("trial.game", &text, &[], Path::new("."));
        let _ = write!(out, "# {about}\n{}\n{}\n", lines.trim(), indent(&said));
    }
    out
}

fn indent(text: &str) -> String {
    if text.is_empty() {
        return "    (nothing)\n".to_owned();
    }
    text.lines().fold(String::new(), |out, line| out + "    " + line + "\n")
}

/// A small sound game with the lines of a case in it; declarations of the same name are left out of the frame.
fn trial(lines: &str) -> String {
    let frame = [
        ("board", "board 5 x 5"),
        ("player Black", "player Black faces north"),
        ("player White", "player White faces south"),
        ("piece King", "piece King K royal { moves step any }"),
        ("piece Rook", "piece Rook R { moves slide orthogonal }"),
        ("caught:", "caught: a player loses when no own King on board"),
        ("setup", "setup \"r1k2/5/5/5/2K1R\""),
    ];
    let mut text = "game \"Trial\"\n".to_owned();
    for (head, line) in frame {
        if !lines.lines().any(|l| l.trim_start().starts_with(head)) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.push_str(lines);
    text.push('\n');
    text
}

#[test]
fn the_frame_is_sound() {
    assert_eq!(said("trial.game", &trial(""), &[], Path::new(".")), "");
}

#[test]
fn boards_and_players() {
    assert_page!(page(&[
        ("a board in two halves", "board 5 x 5 without a3..e3"),
        ("two halves that a line joins", "board 5 x 5 without a3..e3\nline bridge = c2 c4"),
        (
            "a third player who has nothing",
            "player Red faces east\npiece King K for Black K, White k royal { moves step any }\npiece Rook R for Black R, White r { moves slide orthogonal }",
        ),
        ("a player who never has a turn", "turns White"),
        (
            "names that nothing speaks of",
            "region goal = corners\nregions camp { Black = a1..e1; White = a5..e5 }\nkind big = King, Rook\nfact safe = own King on corners"
        ),
        (
            "`its` of regions that overlap",
            "regions camp { Black = a1..e3; White = a3..e5 }\nhome: may not move Rook when it is on its camp",
        ),
    ]));
}

#[test]
fn pieces() {
    assert_page!(page(&[
        ("no movement at all", "piece Wall W\nsetup \"r1k2/5/2W2/5/2K1R\""),
        ("a leap that is too long for the board", "piece Long L { moves leap (0,7) }\nsetup \"r1k2/5/2L2/5/2K1R\""),
        (
            "one of two moves is too long",
            "piece Long L { moves leap (0,7); moves step any }\nsetup \"r1k2/5/2L2/5/2K1R\""
        ),
        (
            "`walks` that always takes",
            "piece Odd O { walks taking step any; moves step any }\nsetup \"r1k2/5/2O2/5/2K1R\""
        ),
        (
            "`takes` that never takes",
            "piece Odd O { takes walking step any; moves step any }\nsetup \"r1k2/5/2O2/5/2K1R\""
        ),
        ("a kind that is nowhere", "piece Guard G { moves step any }"),
        (
            "a promoted side that nothing promotes to",
            "piece Pawn P promotes to Tokin { moves step forward }\npiece Tokin +P { moves step any }\nsetup \"r1k2/5/2P2/5/2K1R\""
        ),
        (
            "a promoted side that an event promotes to",
            "piece Pawn P promotes to Tokin { moves step forward }\npiece Tokin +P { moves step any }\nsetup \"r1k2/5/2P2/5/2K1R\"\nafter Pawn moves { promote it when it ended in far rank }"
        ),
        ("a promotion of what has no other side", "after Rook moves { promote it when it ended in far rank }"),
        ("into a hand and never out", "after any Rook is taken { put it into own hand }"),
        ("into a hand and out again", "after any Rook is taken { put it into own hand }\nmay drop Rook on empty cells"),
        (
            "only the king stays in the hand",
            "after any piece is taken { put it into own hand }\nmay drop Rook on empty cells"
        ),
        ("a royal piece of which no rule speaks", "caught: player to move loses when no legal move"),
        (
            "a mark that nobody leaves",
            "mark passed\npiece Pawn P { moves step forward; takes step forward onto mark passed }\nsetup \"r1k2/5/2P2/5/2K1R\""
        ),
        (
            "a mark that nobody asks for",
            "mark passed\npiece Pawn P { walks slide forward exactly 2, leaving mark passed }\nsetup \"r1k2/5/2P2/5/2K1R\""
        ),
    ]));
}

#[test]
fn captures() {
    let walkers = "piece King K royal { walks step any }\npiece Rook R { walks slide orthogonal }\n";
    let cases = [
        (
            "`hostile cell` without terrain",
            "capture pinch { takes enemy Rook between moved piece and own Rook, hostile cell }",
        ),
        (
            "`hostile cell` with terrain for another piece",
            "terrain corners { hostile to King }\ncapture pinch { takes enemy Rook between moved piece and own Rook, hostile cell }",
        ),
        (
            "`hostile cell` with terrain for it",
            "terrain corners { hostile to Rook }\ncapture pinch { takes enemy Rook between moved piece and own Rook, hostile cell }",
        ),
        (
            "by a piece that never arrives",
            "piece Wall W\nsetup \"r1k2/5/2W2/5/2K1R\"\ncapture pinch { by Wall; takes enemy Rook between moved piece and own Rook }",
        ),
        ("enclosed, but never at the edge", "capture ring { takes enemy King enclosed by own piece }"),
        ("enclosed, the edge named", "capture ring { takes enemy King enclosed by own piece, outside }"),
        (
            "enclosed, the edge hostile",
            "terrain outside { hostile to King }\ncapture ring { takes enemy King enclosed by own piece, hostile cell }",
        ),
        (
            "enclosed in the middle, pinched elsewhere",
            "capture ring { takes enemy King on centre enclosed by own piece }\ncapture pinch { takes enemy King not on centre between moved piece and own piece }",
        ),
    ];
    let cases: Vec<(&str, String)> = cases.iter().map(|(about, lines)| (*about, format!("{walkers}{lines}"))).collect();
    let cases: Vec<(&str, &str)> = cases.iter().map(|(about, lines)| (*about, lines.as_str())).collect();
    assert_page!(page(&cases));
}

#[test]
fn rules_and_events() {
    assert_page!(page(&[
        ("a rule that a wider one covers", "may not move Rook\nmay not move Rook taking enemy King"),
        (
            "a permission given twice",
            "hand each player = 2 Rook\nmay drop Rook on empty cells\nmay drop Rook on empty cells in corners"
        ),
        (
            "rules of different reach",
            "hand each player = 2 Rook\nmay drop Rook on empty cells in corners\nmay drop Rook on empty cells in centre"
        ),
        ("a drop of what is never in a hand", "may drop Rook on empty cells"),
        (
            "must take where nothing takes",
            "piece King K royal { walks step any }\npiece Rook R { walks slide orthogonal }\nmust take"
        ),
        ("nobody goes out", "may not act when player is out"),
        ("nothing freezes", "may not move any frozen Rook when own frozen King on board"),
        ("one of several is not", "may not act leaving own piece is not attacked"),
        ("some of several is not, and said so", "may not act leaving some own piece is not attacked"),
        ("the only one is not", "may not act leaving own King is not attacked"),
        (
            "the same effect by choice and by force",
            "piece Pawn P promotes to Tokin { moves step forward }\npiece Tokin +P { moves step any }\nsetup \"r1k2/5/2P2/5/2K1R\"\nafter Pawn moves {\n  may promote it when it ended in far rank\n  promote it when it ended in far rank\n}",
        ),
        (
            "by choice, and by force where it could never move",
            "piece Pawn P promotes to Tokin { moves step forward }\npiece Tokin +P { moves step any }\nsetup \"r1k2/5/2P2/5/2K1R\"\nafter Pawn moves {\n  may promote it when it ended in far rank\n  promote it when it could never move\n}",
        ),
        (
            "`could never move` of a piece that moves like its neighbours",
            "piece Ape A { moves like any piece next to it }\nsetup \"r1k2/5/2A2/5/2K1R\"\nhand each player = 1 Ape\nmay drop Ape on empty cells\nmay not drop Ape when it could never move",
        ),
    ]));
}

#[test]
fn ends() {
    assert_page!(page(&[
        ("no end at all", "caught: Black is out when no Black King on board"),
        ("the last team of none", "caught: last team wins"),
        (
            "only an event ends the game",
            "caught: Black is out when no Black King on board\nafter any King is taken { player wins }"
        ),
        (
            "taken, but nothing takes",
            "piece King K royal { walks step any }\npiece Rook R { walks slide orthogonal }\ngone: White wins when Black King is taken"
        ),
        (
            "mated, but nothing takes",
            "piece King K royal { walks step any }\npiece Rook R { walks slide orthogonal }\nmate: player who moved wins when enemy King is mated"
        ),
        (
            "check without a royal",
            "piece King K { moves step any }\nrepeat: a player loses when position occurred 4 times and player gave check every turn since"
        ),
        ("more than there are", "many: player who moved wins when at least 6 own Rook"),
        ("a row longer than the board", "five: player who moved wins when row of 6 own Rook"),
        ("passes that nobody may make", "tired: draw when 2 passes in a row"),
        ("an end that holds at the start", "few: a player loses when at most 2 own piece"),
        (
            "one that holds for one player",
            "bare: a player loses when no own Rook on a1..e2\nhome: White wins when Black King on far rank"
        ),
        ("one that does not hold yet", "few: a player loses when at most 1 own piece"),
        (
            "where the piece may not stand",
            "terrain corners { only Rook enters }\nescape: player who moved wins when own King on corners"
        ),
        (
            "where the piece may stand",
            "terrain corners { only King enters }\nescape: player who moved wins when own King on corners"
        ),
        (
            "the wide end before the narrow one",
            "pat: draw when no legal move\nmate: player to move loses when no legal move and own King is attacked"
        ),
        (
            "the narrow end before the wide one",
            "mate: player to move loses when no legal move and own King is attacked\npat: draw when no legal move"
        ),
        (
            "two winners at once",
            "left: Black wins when at most 1 White Rook\nright: White wins when at most 1 Black Rook"
        ),
        ("two goals", "left: Black wins when Black King on a5..e5\nright: White wins when White King on a1..e1"),
        (
            "a goal and a capture",
            "piece Hare H for White h { moves step any }\nsetup \"r1k2/5/2h2/5/2K1R\"\nrun: White wins when Hare on a1..e1\nhunt: Black wins when Hare is taken"
        ),
        (
            "a count out of reach",
            "count worth = 5 for each own Rook on board\nrich: player who moved wins when at least 30 worth"
        ),
        ("a count that nobody asks for", "count worth = 5 for each own Rook on board"),
    ]));
}

#[test]
fn options() {
    let walkers = "piece King K royal { walks step any }\npiece Rook R { walks slide orthogonal }\n";
    let hostile = format!(
        "{walkers}option cold = off \"corners help to capture\" {{ terrain corners {{ hostile to Rook }} }}\ncapture pinch {{ takes enemy Rook between moved piece and own Rook, hostile cell }}"
    );
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(page(&[
            ("idle only as the options are set: no word about it", hostile.as_str()),
            (
                "a fault that only an option brings out",
                "option apes = off \"pieces move like the one behind them\" { every piece { moves instead like own piece behind it } }\nhand each player = 1 Rook\nmay drop Rook on empty cells\nmay not drop Rook when it could never move",
            ),
            ("an option that nothing reads", "option idle = off \"nothing\""),
        ]));
    });
}

/// Every game file of the repository, sorted.
fn games() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "game") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"), &mut found);
    found.sort();
    found
}

#[test]
fn the_games_here_have_no_faults() {
    let mut page = String::new();
    for path in games() {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        page.push_str(&said(name, &text, &[], path.parent().unwrap()));
    }
    assert_page!(page);
}
