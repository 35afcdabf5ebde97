//! The rules of the games here as sentences: read them aloud.

use boardwright::diag::Sources;
use boardwright::diag::render::{Look, short};
use boardwright::rules::{self, describe};
use std::fmt::Write as _;
use std::path::Path;

fn sheet(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    sheet_of(path, &text).unwrap_or_else(|said| panic!("{}: {said}", path.display()))
}

/// The rule sheet of a text, or what is wrong with it.
fn sheet_of(path: &Path, text: &str) -> Result<String, String> {
    let folder = path.parent().unwrap();
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| {
        std::fs::read_to_string(folder.join(wanted)).map(|text| (wanted.to_owned(), text)).map_err(|e| e.to_string())
    };
    let (ruleset, said) = rules::check(path.to_str().unwrap(), text, &[], &mut loader, &mut sources);
    let ruleset = ruleset.ok_or_else(|| short(&said, &sources, Look::default()))?;
    let mut out = format!("{}\n", ruleset.title);
    for section in describe::sentences(&ruleset) {
        let _ = write!(out, "\n{}\n", section.title);
        for line in section.lines {
            let _ = writeln!(out, "  {line}");
        }
    }
    Ok(out)
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
                insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name.as_str(), sheet(&path)) });
            }
        }
    }
}

/// A game that nobody would play: every sort of movement, condition and effect once.
const EVERYTHING: &str = r#"
game "Everything"
option crowded = off "three are a crowd"
board 9 x 9 without a5, i5
line bridge = a4 b5 a6, i4 h5 i6
region middle = d4..f6
region gate = e1, e9
regions camp { North = a7..i9; South = a1..i3 }
player South "南" faces north
player North "北" faces south
mark trail lasts 3 plies
kind beast = Ox, Frog

piece Chief K "C" royal { moves step any; only in own camp, middle; freezes enemy beast beside it }
piece Rider R promotes to Hawk { moves slide orthogonal; moves step line bridge }
piece Hawk +R { moves slide orthogonal or step diagonal; takes slide diagonal 2..3 over 1 }
piece Ox O {
  walks slide forward exactly 2, leaving mark trail when it is on rank 2
  takes step forward-left, forward-right
  takes step forward onto mark trail
}
piece Frog F {
  takes jump diagonal as long as it can, stopping on middle
  walks hop orthogonal
}
piece Archer A { walks step any; takes shooting slide orthogonal 1..3; moves leap (-1,2), (1,2) }
piece Ape P { moves instead like own piece behind it; moves like any piece next to it; may stop after any leg }
piece Mason M { walks step any then placing Stone step ahead }
piece Lion L { moves step any 1..2 times, taking at most 2; moves stay when some empty cells next to it }
piece Horse H { moves walking step orthogonal then step onward-left, onward-right; moves ride [1,2] over 0..1 }
piece Stone S neutral

hand South = 2 Ox
hand North = 2 Ox
drops from own hand
may drop Ox on empty cells in own camp
one-a-file: may not drop Ox when own Ox in its file
dead: may not drop Ox when it could never move
no-mate: may not drop any piece leaving enemy Chief newly mated
safety: may not act leaving own Chief attacked
loyal: may not take neutral piece with Ape
lion: may not move Lion taking enemy Lion when it took no enemy Lion next to its start leaving it attacked
must take any piece with Frog
may pass for North when no legal move

at turn start { turn over own Rider when it faces enemy Hawk along vertical }
at turn end {
  for each player without Chief when player is not out { give own hand to nobody; player is out }
  remove neutral piece on gate
}
after any piece except Chief is taken { put it into own hand, turned back }
growing: after Rider moves {
  may promote it when it entered enemy camp
  promote it when it started or ended in gate
}
again: after own Frog takes enemy piece { may take again }
after player is out { give own piece to nobody }

action swap {
  choose own unmoved Rider aligned with own unmoved Chief along sideways with nothing between
  needs own Chief is not attacked on its way
  move own Chief 2 cells toward chosen
  move chosen to the cell crossed
}
action claim { needs at least 9 worth; player wins when own Chief in middle; draw when not own Chief in middle }

count worth = 3 for each own Rider, Hawk on board, own hand + 0.5 for each own beast + 2 for North
fact home = own Chief in own camp

throne: South wins when South Chief on gate and North Chief is not attacked
home-run: player who moved wins when home and every own beast is on middle
mate: player to move loses when no legal move and own Chief is attacked
bare: a player loses when no own beast on board and at most 2 own piece
cut: North wins when no South piece can reach gate through empty cells, South piece
row: South wins when row of 4 South Ox along diagonal
still: draw when (exactly 1 South piece and exactly 1 North piece) for 8 plies
quiet: draw when 60 plies without capture, drop, move of any Ox
tired: draw when 2 passes in a row or (position occurred 3 times and nothing taken)
last team wins

setup South { Chief e2; Rider a2; Ox c2, g2; Frog b2; Archer d2; Ape f2; Mason h2; Lion i2; Horse e3 }
setup North { Chief e8; Rider a8; Ox c8, g8; Frog b8; Archer d8; Ape f8; Mason h8; Lion i8; Horse e7 }
"#;

#[test]
fn everything() {
    let text = EVERYTHING.trim_start();
    let sheet = sheet_of(Path::new("./everything.game"), text).unwrap_or_else(|said| panic!("\n{said}"));
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(sheet) });
}

/// Whatever resolves can be said.
#[test]
fn nothing_is_left_without_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/diagnostics");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "game") {
            let text = std::fs::read_to_string(&path).unwrap();
            if let Ok(sheet) = sheet_of(&path, &text) {
                assert!(sheet.lines().count() > 5, "{}", path.display());
            }
        }
    }
}

/// One of a thing and several; two players and more.
#[test]
fn numbers_fit_their_nouns() {
    let sheet = |players: &[&str], end: &str| {
        let players: String = players.iter().map(|player| format!("player {player}\n")).collect();
        let man = "piece Man M for A { moves step any }";
        let text = format!("game \"Numbers\"\nboard 3 x 1\n{players}{man}\n{end}\nsetup {{ A Man a1 }}\n");
        sheet_of(Path::new("./numbers.game"), &text).unwrap_or_else(|said| panic!("{text}\n{said}"))
    };
    for (players, end, said) in [
        (&["A"][..], "draw when 2 plies without capture", "2 moves have passed without a capture"),
        (&["A", "B"], "draw when 1 plies without capture", "1 move (of either side) has passed without a capture"),
        (&["A", "B"], "draw when 2 plies without capture", "2 moves (of either side) have passed without a capture"),
        (
            &["A", "B", "C"],
            "draw when 200 plies without capture",
            "200 moves (of all players together) have passed without a capture",
        ),
        (&["A", "B"], "may pass\ndraw when 1 passes in a row", "somebody has just passed"),
    ] {
        let sheet = sheet(players, end);
        assert!(sheet.contains(said), "{sheet}");
        assert!(sheet.contains("3 x 1 cells, files a to c from left to right, rank 1."), "{sheet}");
    }
}

#[test]
fn one_row_is_no_rows() {
    let head = "game \"One\"\nboard 3 x 3\nplayer A\nplayer B\npiece Man M { moves step any }\n";
    let said = |setup: &str| sheet_of(Path::new("./one.game"), &format!("{head}{setup}\n")).unwrap_err();
    let row = said("setup \"\"\"\nMm.\n\"\"\"");
    assert!(row.contains("the picture has 1 row, and the board has 3"), "{row}");
    let rows = said("setup \"\"\"\nMm.\n...\n\"\"\"");
    assert!(rows.contains("the picture has 2 rows, and the board has 3"), "{rows}");
}
