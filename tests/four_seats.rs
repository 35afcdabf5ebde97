//! Games of four: whose turn it is, whom a drop asks, who is out; and how their positions and moves may be written.

use std::path::Path;

use boardwright::engine::{Game, State};
use boardwright::types::Player;

use crate::cli::run;
use crate::support::games;

const FILE: &str = "games/box-shogi/box-shogi.game";

fn game() -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    games::compiled(&games::read(&path, &[]).unwrap()).unwrap()
}

/// The start, with pieces in two hands.
fn with_hands() -> String {
    format!("{} hands=South:I1;North:Q1", game().start().text())
}

/// North is out and has two pieces left.
const OUT: &str =
    "7,North:Q,6,North:I/15/15/15/15/15/15/West:K,13,East:K/15/15/15/15/15/15/7,South:K,7 North out=North";

fn play(more: &[&str], position: &str, typed: &str) -> String {
    let (status, out, err) = run(&[&["play", FILE, "--position", position], more].concat(), typed);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    out
}

// ---- at the terminal -------------------------------------------------------------------------------------------

const QUESTION: &str = "North (北), may South (南) drop 兽曹 from your hand on h4? yes/no> ";

#[test]
fn a_drop_from_the_partners_hand_asks_the_partner() {
    for yes in ["yes", "Yes", "ｙｅｓ"] {
        let out = play(&[], &with_hands(), &format!("Q(North)*h4\n{yes}\nposition\n"));
        assert!(out.contains(&format!("South (南)> Q(North)*h4\n{QUESTION}")), "{out}");
        assert!(out.contains("South (南): Q(North)*h4 (is dropped from the hand of North)"), "{out}");
        assert!(out.contains(" West hands=South:I1"), "{out}");
    }
}

#[test]
fn only_yes_is_consent() {
    for no in ["no", "", "y", "yes please", "quit"] {
        let out = play(&[], &with_hands(), &format!("Q(North)*h4\n{no}\nposition\nI*h4\n"));
        assert!(
            out.contains(QUESTION) && out.contains("North (北) does not agree. South (南) makes another move."),
            "{out}"
        );
        assert!(out.contains(" South hands=South:I1;North:Q1"), "{out}");
        assert!(out.contains("South (南): I*h4 (is dropped)") && out.ends_with("West (西)> \n"), "{out}");
    }
}

#[test]
fn the_end_of_the_input_is_a_refusal() {
    let out = play(&[], &with_hands(), "Q(North)*h4\n");
    let end = format!("{QUESTION}\nNorth (北) does not agree. South (南) makes another move.\nSouth (南)> \n");
    assert!(out.ends_with(&end), "{out}");
}

#[test]
fn a_drop_from_the_own_hand_asks_nobody() {
    let out = play(&[], &with_hands(), "I*h4\n");
    assert!(!out.contains("yes/no") && out.ends_with("West (西)> \n"), "{out}");
}

#[test]
fn consent_may_be_given_beforehand() {
    let out = play(&["--consent", "given"], &with_hands(), "Q(North)*h4\n");
    assert!(!out.contains("yes/no") && out.ends_with("West (西)> \n"), "{out}");
    let asked = play(&["--consent", "ask"], &with_hands(), "Q(North)*h4\n");
    assert!(asked.contains(QUESTION), "{asked}");
}

#[test]
fn who_is_out_is_told_what_is_left() {
    let out = play(&[], OUT, "return:h15\n");
    let left = "North (北) is out: no piece moves and none is dropped; what is left is `return` (2 ways, for example `return:h15`)";
    assert!(out.contains(left), "{out}");
    assert!(out.contains("North (北): return:h15\n") && out.ends_with("East (东)> \n"), "{out}");
    let bare = OUT.replace("7,North:Q,6,North:I", "15");
    let out = play(&[], &bare, "pass\n");
    assert!(out.contains("North (北) is out: no piece moves and none is dropped; what is left is `pass`\n"), "{out}");
}

/// The rows of the last board drawn.
fn board(out: &str) -> Vec<Vec<&str>> {
    out.lines().filter(|line| line.starts_with("  ")).map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn the_board_turns_to_the_player_to_move() {
    let cut = |mover: &str| OUT.replace("North out=North", mover);
    let seen = |mover: &str| play(&["--flip"], &cut(mover), "");
    // What each player sees: the own king in the middle of the lowest row.
    for (mover, king, corner) in [("South", "sK", "a"), ("West", "wK", "15"), ("North", "nQ", "o"), ("East", "eK", "1")]
    {
        let out = seen(mover);
        let rows = board(&out);
        assert_eq!(rows[0][0], corner, "{out}");
        assert_eq!(rows[15][8], king, "{out}");
    }
    let out = play(&[], &cut("West"), "");
    assert_eq!((board(&out)[0][0], board(&out)[15][8]), ("a", "sK"), "{out}");
}

// ---- positions and moves as text -------------------------------------------------------------------------------

#[test]
fn labels_and_names_stand_for_names_and_codes() {
    let game = game();
    let plain = "15/6,North:+Q,North:K,7/15/15/15/15/15/West:K,13,East:K/15/15/15/15/15/6,South:Q,8/7,South:K,7 \
                 South hands=South:I2;North:Q1";
    let other = "15/6,北:兽主,北:玉将,7/15/15/15/15/15/西:玉将,13,东:K/15/15/15/15/15/6,South:Beastkeeper,8/7,南:K,7 \
                 南 hands=南:Infantry2;北:兽曹1";
    let text = |text: &str| game.read_position(text).map(|state| state.text()).map_err(|error| error.message);
    assert_eq!(text(plain).as_deref(), Ok(plain));
    assert_eq!(text(other).as_deref(), Ok(plain));
}

#[test]
fn an_unknown_sign_is_told_what_was_meant() {
    let game = game();
    let say = |sign: &str| {
        let text = format!("{sign},14/15/15/15/15/15/15/15/15/15/15/15/15/15/15 South");
        game.read_position(&text).err().unwrap().message
    };
    for (written, meant) in [
        ("N:Q", "North:Q"),
        ("north:q", "North:Q"),
        ("Noth:Q", "North:Q"),
        ("北:Beastlrod", "North:+Q"),
        ("S:+k", "South:+K"),
    ] {
        let message = say(written);
        let head = format!("row 1: `{written}` is no piece; perhaps `{meant}` is meant; the signs are `{meant}`, ");
        assert!(message.starts_with(&head) && message.ends_with(", and 92 more"), "{message}");
        assert_eq!(message.matches('`').count(), 2 * (2 + 12), "{message}");
    }
    let message = say("zzzzzzzzzz");
    assert!(!message.contains("perhaps") && message.ends_with(", and 92 more"), "{message}");
}

fn found(state: &mut State, text: &str) -> Result<String, String> {
    state.find_move(text).map(|info| info.text).map_err(|error| error.to_string())
}

#[test]
fn the_own_hand_may_be_named() {
    let mut state = game().read_position(&with_hands()).unwrap();
    for text in ["I(South)*h4", "I(南)*h4", "I (South) * h4", "I（南）*h4"] {
        assert_eq!(found(&mut state, text).as_deref(), Ok("I*h4"));
    }
    for text in ["Q(North)*h4", "Q(北)*h4"] {
        assert_eq!(found(&mut state, text).as_deref(), Ok("Q(North)*h4"));
    }
    for text in ["I(North)*h4", "I(West)*h4", "Q(South)*h4", "I(Nobody)*h4", "I()*h4"] {
        assert!(found(&mut state, text).is_err(), "{text}");
    }
    assert_eq!(state.to_move(), Player(0));
}
