//! From files to rulesets: every shipped game, and small sources for each part of the language. A snapshot shows the
//! source and the ruleset (or the messages) together.

use boardwright::diag::render::{Look, human};
use boardwright::diag::{Diagnostics, Severity, Sources, code};
use boardwright::rules::{Ruleset, build, check, dump, options};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A board, two players and a piece that reaches everything: what a source needs at least.
const PLAIN: &str = "game \"Trial\"
board 5 x 5
player White faces north
player Black faces south
piece Rook R { moves slide orthogonal }
piece King K royal { moves step any }
";

/// Four players round a table, two teams.
const FOUR: &str = "game \"Four\"
board 6 x 6
player South faces north
player West faces east
player North faces south
player East faces west
teams South + North, West + East
regions camp { South = c1..d2; West = a3..b4; North = c5..d6; East = e3..f4 }
region middle = c3..d4
piece King K royal { moves step any }
piece Rook R { moves slide orthogonal }
";

/// Resolves the last of the files; the others are its parents. Other option values are looked at, too.
fn checked(files: &[(&str, &str)], settings: &[(&str, &str)]) -> (Option<Ruleset>, Diagnostics, Sources) {
    let mut sources = Sources::new();
    let (name, text) = files.last().unwrap();
    let settings: Vec<(String, String)> = settings.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let mut loader = |wanted: &str, _: &str| {
        let found = files.iter().find(|(name, _)| *name == wanted);
        found.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).ok_or_else(|| "no such file".to_owned())
    };
    let (ruleset, diagnostics) = check(name, text, &settings, &mut loader, &mut sources);
    (ruleset, diagnostics, sources)
}

/// The source and what came of it; warnings and notes about the whole game are left to the tests of the checks.
fn page(files: &[(&str, &str)], settings: &[(&str, &str)]) -> String {
    let (ruleset, mut diagnostics, sources) = checked(files, settings);
    diagnostics.list.retain(|d| d.severity == Severity::Error || d.code.0.starts_with("W02"));
    let mut page = String::new();
    for (name, text) in files {
        let _ = write!(page, "----- {name}\n{text}");
    }
    for (name, value) in settings {
        let _ = writeln!(page, "----- set {name} = {value}");
    }
    let _ = writeln!(page, "-----");
    page.push_str(&human(&diagnostics, &sources, Look::default()));
    if let Some(ruleset) = ruleset {
        page.push_str(&dump::ruleset(&ruleset));
    }
    page
}

/// The page of one file: `PLAIN` or `FOUR`, and more.
fn plain(more: &str) -> String {
    page(&[("trial.game", &format!("{PLAIN}{more}"))], &[])
}

fn four(more: &str) -> String {
    page(&[("four.game", &format!("{FOUR}{more}"))], &[])
}

/// The lines of the ruleset that begin with one of these words, with what is indented under them.
fn only(page: &str, words: &[&str]) -> String {
    let mut source = true;
    let mut keep = false;
    let mut out = String::new();
    for line in page.lines() {
        if line == "-----" {
            source = false;
        }
        // Messages have lines that begin with a number or a blank.
        if line.starts_with(char::is_alphabetic) {
            keep = words.iter().any(|word| line.starts_with(word));
        }
        if source || line == "-----" || keep {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

fn errors(page: &str) -> usize {
    page.lines().filter(|line| line.starts_with("error[")).count()
}

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

fn shipped(path: &Path) -> (Option<Ruleset>, Diagnostics, Sources) {
    let text = std::fs::read_to_string(path).unwrap();
    let folder = path.parent().unwrap().to_owned();
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| {
        let text = std::fs::read_to_string(folder.join(wanted)).map_err(|e| e.to_string())?;
        Ok((wanted.to_owned(), text))
    };
    let name = path.file_name().unwrap().to_str().unwrap();
    let (ruleset, diagnostics) = check(name, &text, &[], &mut loader, &mut sources);
    (ruleset, diagnostics, sources)
}

// ---- shipped games ----------------------------------------------------------------------------------------------------

#[test]
fn every_shipped_game_resolves() {
    for path in games() {
        let (ruleset, diagnostics, sources) = shipped(&path);
        let errors: Vec<_> = diagnostics.list.iter().filter(|d| d.severity != Severity::Note).cloned().collect();
        let said = human(&Diagnostics { list: errors }, &sources, Look::default());
        // What comes with version 2 is said so, and is no fault of the file.
        let later = diagnostics.list.iter().all(|d| d.severity != Severity::Error || d.code == code::VERSION_TWO);
        assert!(later && (ruleset.is_some() || diagnostics.has_errors()), "{}:\n{said}", path.display());
        assert!(ruleset.is_none() || said.is_empty(), "{}:\n{said}", path.display());
    }
}

#[test]
fn shipped_rulesets() {
    for name in ["tafl/saami-tablut-corner", "tafl/saami-tablut-edge", "tafl/copenhagen", "tafl/brandub"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
        let (ruleset, ..) = shipped(&path);
        insta::assert_snapshot!(format!("shipped-{}", name.replace('/', "-")), dump::ruleset(&ruleset.unwrap()));
    }
}

// ---- the board and who sits round it ------------------------------------------------------------------------------------

#[test]
fn places_as_each_player_sees_them() {
    let page = four(
        "region home = near rank
region half = far half
region second = rank 2
region friends = own camp, ally camp
region ring = beside middle
region border = edge except corners
region where-kings-stand = start of own King
region file-of-all = file c
setup each player in own camp \"\"\"
. R
K .
\"\"\"
",
    );
    insta::assert_snapshot!(only(&page, &["error", "region", "setup", "player"]));
}

#[test]
fn a_picture_on_the_nearest_ranks() {
    let page = page(
        &[(
            "cross.game",
            "game \"Cross\"
board 6 x 6 without a1, a6, f1, f6
player Red faces north
player Blue faces east
player Green faces south
player Yellow faces west
piece King K { moves step any }
piece Man M { moves step forward }
setup each player \"\"\"
M .
K M
\"\"\"
",
        )],
        &[],
    );
    insta::assert_snapshot!(only(&page, &["error", "board", "piece", "setup"]));
}

#[test]
fn codes_and_signs() {
    let page = plain(
        "piece Pawn \"foot\" for White p, Black q promotes to Queen { moves step forward }
piece Queen +P for White Q, Black W { moves slide any }
piece 正兵 { moves step any }
piece Guard for Black { moves step any }
piece Wall X neutral
setup \"\"\"
r . k . q
. Black:正兵 . X .
. White:正兵 . X Guard
. . . Q .
R . K . p
\"\"\"
",
    );
    insta::assert_snapshot!(only(&page, &["error", "piece", "setup"]));
}

#[test]
fn sides_and_named_sets() {
    let page = plain(
        "option big-rook = on \"the rook counts as big\"
piece Man M promotes to Chief { moves step forward }
piece Chief +M { moves step any }
kind foot = both sides of Man
kind big = Rook (when big-rook), King (when not big-rook), foot
every promoted piece { may stop after any leg }
every big { only in a1..e4 when it is not Rook }
may drop foot on empty cells
setup \"rk3/5/5/5/RK1M1\"
",
    );
    insta::assert_snapshot!(only(&page, &["error", "piece", "rule"]));
}

#[test]
fn teams_turns_and_hands() {
    let page = page(
        &[(
            "teams.game",
            "game \"Teams\"
option partners = opposite (opposite, neighbours, none) \"who plays with whom\"
board 3 x 3
player A
player B
player C
player D
teams A + C, B + D when partners is opposite
teams A + B, C + D when partners is neighbours
teams A, B, C, D when partners is none
turns A, A, C, B, D
piece Stone S for A a, B b, C c, D d
piece Big G for A x
hand each player = 3 Stone, any number of Big
hand B = 2 Stone
drops from own hand, ally hand (when partners is opposite), enemy hand (when partners is none)
may drop Stone on empty cells
row: a team wins when row of 3 team Stone
setup \"3/3/3\"
",
        )],
        &[("partners", "neighbours")],
    );
    insta::assert_snapshot!(only(&page, &["error", "option", "player", "turns", "hand", "drops", "rule", "end"]));
}

// ---- sets, views, pronouns ------------------------------------------------------------------------------------------------

#[test]
fn whose_words_said_and_not() {
    let page = plain(
        "piece Prince P for White p { moves step any }
kind court = King, Prince
capture flank { takes Rook between moved piece and own Rook, King, hostile cell }
terrain corners { only King, Black Rook enters; hostile to Rook }
may drop any piece except King on empty cells from own hand
may not move court taking Rook when it took any Rook and any piece in its file
may not take King with Rook when it on far rank
after Rook, King moves { remove it when own Rook, King beside it }
after Rook is taken { put it into own hand }
after King takes Rook { remove it }
one: White wins when Prince on corners
two: player to move loses when no own Rook, King on board and every enemy piece except King is attacked
",
    );
    insta::assert_snapshot!(only(&page, &["error", "terrain", "capture", "rule", "event", "end"]));
}

#[test]
fn whose_is_compulsory_in_conditions() {
    let page = plain(
        "one: player to move loses when Rook on corners
two: draw when own Rook on corners
three: White wins when near rank is empty
four: draw when any Rook on far rank
five: may not act leaving it attacked
six: may pass when it on corners
seven: must drop Rook leaving own King attacked
",
    );
    insta::assert_snapshot!(page);
}

#[test]
fn facts_counts_and_counters() {
    let page = plain(
        "option long = off \"counters run longer\"
fact safe = own King is not attacked
fact home = own King on near rank and safe
fact never = safe and long
count points = 5 for each own Rook on far rank, own hand + 1 for each own piece except King, Rook + 0.5 for Black
claimed: player who moved wins when home and at least 10 points
given-up: player to move loses when never
still: draw when 50 plies without capture, move of any Rook
again: draw when 50 plies without capture, move of any Rook and not long
calm: draw when (exactly 1 White piece and exactly 1 Black piece) for 10 plies
",
    );
    insta::assert_snapshot!(only(&page, &["error", "count", "end"]));
}

#[test]
fn facts_that_nobody_uses_are_read() {
    let page = plain("fact lost = own Rok on corners\nfact odd = it is attacked and captor on corners\n");
    assert_eq!(errors(&page), 1, "{page}");
    assert!(page.contains("did you mean `Rook`?"), "{page}");
}

#[test]
fn a_fact_is_read_where_it_is_used() {
    let page = plain(
        "fact home = own King on near rank\nfact close = it next to any King\nover: draw when home\nnear: White wins when close\n",
    );
    insta::assert_snapshot!(only(&page, &["error", "warning"]));
}

// ---- movement ---------------------------------------------------------------------------------------------------------------

#[test]
fn paths() {
    let page = plain(
        "mark passed lasts 2 plies
line cross = a1 b2 c3, e1 d2 c3
piece A A {
  walks step forward, sideways
  takes step forward-left, diagonal
  moves slide any exactly 2 over 1 enemy piece taking 1
  moves leap [1,2], [0,2], (1,3)
  moves ride [1,2] 2.. over 0..1
  takes jump diagonal as long as it can, stopping on far rank
  moves hop orthogonal
}
piece B B {
  moves (walking step orthogonal or taking step diagonal) 1..2 times, taking at most 1
  moves walking (step forward then (slide onward or step ahead)) onto empty corners
  walks slide any then placing A slide any
  takes shooting slide orthogonal over 1
  walks slide forward exactly 2, leaving mark passed when it is on rank 2
  takes step forward-left, forward-right onto mark passed
  moves stay when some empty cells next to it along forward
}
piece C C {
  moves like A
  moves like any piece next to it
  walks instead like own piece behind it
  moves step line cross forward, line cross
  freezes enemy piece except King next to it when it on board
  only in near half
  may stop after any leg
}
",
    );
    insta::assert_snapshot!(only(&page, &["error", "piece"]));
}

#[test]
fn betza_words() {
    let mut out = String::new();
    for word in
        ["WfF", "K", "ffN", "fN", "mWcF", "R4", "nD", "NN", "pR", "gQ", "fsW", "flF", "B2cN", "vR", "sW", "frlbW"]
    {
        let page = plain(&format!("piece Z Z {{ moves betza \"{word}\" }}\n"));
        let moves = page.lines().skip_while(|line| !line.starts_with("piece Z Z f")).nth(1).unwrap_or(&page);
        let _ = writeln!(out, "{word:6} {}", moves.trim());
    }
    for word in ["", "x", "WxQ", "N99", "ifW", "m"] {
        let page = plain(&format!("piece Z Z {{ moves betza \"{word}\" }}\n"));
        assert_eq!(errors(&page), 1, "{page}");
    }
    insta::assert_snapshot!(out);
}

#[test]
fn paths_that_cannot_be() {
    let page = plain(
        "piece A A { moves step onward }
piece B B { moves walking (taking step any) }
piece C C { moves step any over 1 }
piece D D { moves leap [0,0] }
piece E E { moves leap [0,99] }
piece F F { walks step any as long as it can }
piece G G { moves step any 1..99 times }
piece H H { moves slide any over 1 taking 2 }
piece I I { moves like corners }
piece J J { moves slide any 0..2 }
piece L L { takes shooting jump any }
",
    );
    insta::assert_snapshot!(page);
}

// ---- sentences --------------------------------------------------------------------------------------------------------------

#[test]
fn events_and_actions() {
    let page = four(
        "option claims = on \"a player may claim the game\"
mark seen
piece Man M promotes to Chief { moves step forward }
piece Chief +M { moves step any }
prisoners: after any piece is taken { put it into own hand, turned back when it is not King; remove captor when claims }
promotion: after any plain piece moves {
  may promote it when it entered enemy camp, middle
  promote it to Rook when it could never move
}
losses: at turn end {
  for each player without King when player is not out {
    give own hand to ally
    give own piece in ally camp to ally
    player is out
  }
  turn back own Chief when claims
}
at turn start { promote own Man when it faces enemy King along any }
after Rook takes King { may move again }
after player is out { give own piece to nobody }
action return {
  needs player is out
  choose own piece on board
  put chosen into ally hand, turned back
}
action castle {
  choose own unmoved Rook aligned with own unmoved King along sideways with nothing between
  needs own King is not attacked on its way
  move own King 2 cells toward chosen
  move chosen to the cell crossed
}
action declare for South { needs claims; player wins when own King in middle; draw when any King on edge }
action never { needs not claims; draw }
may pass when no legal move
foothold: may not drop any piece when at most 1 team pieces in its camp
last: last team wins
kingless: a team loses when no team King on board
out: South wins when North is out and West is not out
",
    );
    insta::assert_snapshot!(only(&page, &["error", "rule", "event", "action", "end"]));
}

#[test]
fn captures_by_position() {
    let page = plain(
        "option edge-helps = off \"the edge helps\"
capture custodial {
  by Rook on board
  takes enemy Rook between moved piece and own Rook on edge, hostile cell
  takes line of 2..4 enemy piece enclosed by own piece, empty corners, outside along any sparing King when not edge-helps
  flips group of enemy Rook enclosed by own Rook, outside when edge-helps
  takes pair of enemy Rook around moved piece
}
capture gone { takes enemy Rook between moved piece and own Rook when edge-helps }
terrain outside { hostile to King when edge-helps }
terrain a1, corners { no piece stops; hostile to White King even when occupied when own Rook on corners }
",
    );
    insta::assert_snapshot!(only(&page, &["error", "terrain", "capture"]));
}

#[test]
fn sentences_that_cannot_stand_there() {
    let page = plain(
        "must pass
may act
may take the most pieces
may drop corners on empty cells
capture one { takes pair of enemy Rook enclosed by own Rook }
capture two { takes enemy Rook around moved piece }
terrain outside { only King enters }
every own Rook on corners { may stop after any leg }
after Rook moves { promote it to Rok; give own Rook to owner; remove hand }
count points = 1 for each own Rook
won: White wins when points
lost: White loses when outside is empty
both: White wins when Rook is out
",
    );
    insta::assert_snapshot!(page);
}

// ---- options and variants -----------------------------------------------------------------------------------------------------

const PARENT: &str = "game \"Parent\"
board 5 x 5
player White faces north
player Black faces south
option armed = off \"the king takes, too\"
option limit = 20 (10..50) \"how long a quiet game lasts\"
option first = off \"Black begins\" { turns Black, White } otherwise { region begins = near rank }
piece Rook R { moves slide orthogonal }
piece King K royal { walks step any; takes step any when armed }
region goal = corners
terrain goal { only King enters }
capture flank { takes enemy Rook between moved piece and own Rook }
escape: White wins when White King on goal
caught: player who moved wins when enemy King is taken
quiet: draw when 20 plies without capture and limit is 20
may not move King when own Rook on goal
may not move Rook when own King on goal
setup \"rk3/5/5/5/3KR\"
";

#[test]
fn a_variant() {
    let child = "game \"Child\" extends \"parent.game\"
replace escape: White wins when White King on far rank
remove quiet, capture flank, may not move King
add to terrain goal { no piece stops }
add to piece Rook { moves step diagonal }
set armed = on
set limit = 30
new-end: Black wins when Black King on far rank
setup without pieces on a5
";
    insta::assert_snapshot!(page(&[("parent.game", PARENT), ("child.game", child)], &[("first", "on")]));
}

#[test]
fn a_grandchild_sets_last() {
    let child = "game \"Child\" extends \"parent.game\"\nset armed = on\n";
    let grandchild = "game \"Grandchild\" extends \"child.game\"\nset armed = off\nset first = on\n";
    let files = [("parent.game", PARENT), ("child.game", child), ("grandchild.game", grandchild)];
    let (ruleset, ..) = checked(&files, &[("first", "off")]);
    let values: Vec<String> = ruleset.unwrap().options.iter().map(|o| format!("{}={}", o.name, o.value)).collect();
    assert_eq!(values.join(" "), "armed=off limit=20 first=off");
}

#[test]
fn variants_that_do_not_fit() {
    let child = "game \"Child\" extends \"parent.game\"
region goal = centre
escape: White wins when White King on edge
replace piece Roock R { moves step any }
replace may not act leaving own King attacked
remove quite
add to board 5 x 5
set armed = maybe
set limit = 9
set frist = on
remove may not move Rook
remove may not move Rook
board 6 x 6
";
    insta::assert_snapshot!(page(&[("parent.game", PARENT), ("child.game", child)], &[("lmit", "20"), ("limit", "5")]));
}

#[test]
fn a_shared_head_names_nothing() {
    let parent = format!("{PLAIN}may not move King when own Rook on a1\nmay not move King when own Rook on a5\n");
    let child = "game \"Child\" extends \"parent.game\"\nremove may not move King\n";
    insta::assert_snapshot!(only(
        &page(&[("parent.game", &parent), ("child.game", child)], &[]),
        &["error", "warning"]
    ));
}

#[test]
fn patches_and_what_only_they_bring_out() {
    let page = plain(
        "option swift = off \"rooks are swift\" {
  replace piece Rook R { moves slide any }
  fact quick = own Roook on corners
}
option slow = off \"rooks are slow\" { replace piece Rook R { moves step orthogonal } }
option bare = on \"no setup\" { region empty-board = a1 } otherwise { setup \"K4/5/5/5/4k\"; option deep = on \"no\" }
option word = one (one, two) \"two words\"
teams White, Black when word is one
teams White, Black when not bare
",
    );
    insta::assert_snapshot!(page);
}

#[test]
fn options_are_read_or_not() {
    let text = format!(
        "{PLAIN}option a = on \"asked\"\noption b = on \"asked in a patch\"\noption c = off \"has a patch\" {{ region r = corners; may not move Rook when b and own King on r }}\noption d = on \"idle\"\nmay not move King when a and own Rook on corners\n"
    );
    let (ruleset, diagnostics, sources) = checked(&[("trial.game", &text)], &[]);
    let said = human(&diagnostics, &sources, Look::default());
    let read: Vec<String> = ruleset.expect(&said).options.iter().map(|o| format!("{} {}", o.name, o.read)).collect();
    assert_eq!(read.join(", "), "a true, b true, c true, d false");
}

#[test]
fn options_are_listed_without_building() {
    let mut sources = Sources::new();
    let text = "game \"T\" extends \"parent.game\"\nset armed = on\npiece Nonsense N { moves like Nobody }\n";
    let mut loader = |_: &str, _: &str| Ok(("parent.game".to_owned(), PARENT.to_owned()));
    let (listed, diagnostics) = options("t.game", text, &mut loader, &mut sources);
    assert!(!diagnostics.has_errors());
    let listed: Vec<String> = listed.iter().map(|o| format!("{} {} {}", o.name, o.default, o.value)).collect();
    assert_eq!(listed.join(", "), "armed off on, limit 20 20, first off off");
}

#[test]
fn a_guard_asks_options_only() {
    let page =
        plain("kind big = Rook, King (when own Rook on corners)\nsetup \"RK3/5/5/5/3kr\" when own Rook on corners\n");
    insta::assert_snapshot!(only(&page, &["error", "warning"]));
}

#[test]
fn version_two_is_said_or_ruled_out() {
    let page = plain(
        "option hunt = off \"no endless hunting\"
one: a player loses when hunt and player chased any Rook every turn since
two: a player loses when not hunt and player chased any Rook every turn since
three: highest points wins when no player can move and hunt
count points = 1 for each own Rook
source \"an old book\"
note \"nothing\"
turn 2 actions
",
    );
    insta::assert_snapshot!(only(&page, &["error", "warning"]));
}

// ---- hostile files ----------------------------------------------------------------------------------------------------------------

#[test]
fn a_chain_of_files_has_an_end() {
    let mut sources = Sources::new();
    let mut number = 0;
    let mut loader = |_: &str, _: &str| {
        number += 1;
        Ok((format!("{number}.game"), format!("game \"G\" extends \"{}.game\"\n", number + 1)))
    };
    let (ruleset, diagnostics) = build("0.game", "game \"G\" extends \"1.game\"\n", &[], &mut loader, &mut sources);
    assert!(ruleset.is_none());
    assert_eq!(diagnostics.list.len(), 1);
    assert_eq!(diagnostics.list[0].code, code::TOO_LARGE);
}

#[test]
fn facts_that_double_again_and_again_are_stopped() {
    let mut text = PLAIN.to_owned();
    for i in 0..40 {
        let _ = writeln!(text, "fact f{i} = f{0}x and f{0}x", i + 1);
    }
    // Names with a digit first look like cells; these do not.
    let text = text.replace("fact f40x", "fact last");
    let mut doubling = PLAIN.to_owned();
    for i in 0..40 {
        let _ = writeln!(doubling, "fact fact-{i} = fact-{0} and fact-{0}", i + 1);
    }
    doubling.push_str("fact fact-40 = own King attacked\nover: White wins when fact-0\n");
    for text in [text, doubling] {
        let mut sources = Sources::new();
        let mut loader = |_: &str, _: &str| Err("none".to_owned());
        let (ruleset, diagnostics) = build("t.game", &text, &[], &mut loader, &mut sources);
        assert!(ruleset.is_none());
        assert!(diagnostics.list.len() < 100, "{} messages", diagnostics.list.len());
    }
}

#[test]
fn a_board_has_a_limit() {
    let mut page = page(
        &[(
            "big.game",
            "game \"Big\"\nboard 37 x 40000\nplayer A\npiece Man M { moves slide any 1..99; moves ride [1,99] }\nhand A = 40000 Man\nover: draw when 40000 plies without capture or position occurred 900 times\nrow: A wins when row of 0 own Man\n",
        )],
        &[],
    );
    page.truncate(20_000);
    insta::assert_snapshot!(only(&page, &["error", "warning"]));
}

#[test]
fn too_many_players_kinds_and_options() {
    let mut text = "game \"Many\"\nboard 4 x 4\n".to_owned();
    for i in 0..12 {
        let _ = writeln!(text, "player P-{i}");
    }
    for i in 0..300 {
        let _ = writeln!(text, "piece K-{i} C-{i} {{ moves step any }}");
    }
    for i in 0..300 {
        let _ = writeln!(text, "option o-{i} = on \"help\"");
    }
    let mut sources = Sources::new();
    let mut loader = |_: &str, _: &str| Err("none".to_owned());
    let (ruleset, diagnostics) = build("t.game", &text, &[], &mut loader, &mut sources);
    assert!(ruleset.is_none());
    let titles: Vec<&str> = diagnostics.list.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(
        titles.join("\n"),
        "more than 256 options\n12 players; a game can have 8 at most\n300 pieces; a game can have 256 at most"
    );
}

/// A label may be a word with which other items begin.
#[test]
fn a_label_may_be_a_keyword() {
    let parent = format!(
        "{PLAIN}drops: may drop any piece on empty cells\nboard: after any piece is taken {{ put it into own hand }}\n"
    );
    for label in ["drops", "board"] {
        let child = format!("game \"Child\" extends \"parent.game\"\nremove {label}\n");
        let (rules, diagnostics, _) = checked(&[("parent.game", &parent), ("child.game", &child)], &[]);
        assert!(!diagnostics.has_errors(), "{label}: {diagnostics:?}");
        let rules = rules.unwrap();
        assert_eq!((rules.rules.len(), rules.events.len()), if label == "drops" { (0, 1) } else { (1, 0) });
    }
}
