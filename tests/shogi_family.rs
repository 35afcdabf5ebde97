//! The shogi family where YAML suites cannot ask: handicaps, texts, names of moves, positions that are refused.

use std::collections::BTreeSet;
use std::path::Path;

use boardwright::engine::{Game, MoveError, State};
use boardwright::tools::perft::{Mode, perft};

use crate::support::games;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn game_under(name: &str, settings: &[(&str, &str)]) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/shogi/{name}.game"));
    games::compiled(&games::read(&path, settings).unwrap()).unwrap()
}

fn game(name: &str) -> Game {
    game_under(name, &[])
}

fn at(game: &Game, text: &str) -> State {
    game.read_position(text).unwrap()
}

fn name(state: &mut State, text: &str) -> String {
    state.find_move(text).unwrap().name.unwrap()
}

/// The positions are those of USI programs, with the upper hand to move; counts of an independent program.
#[test]
fn handicaps() {
    for (what, sfen, counts) in [
        ("lance", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 25_530),
        ("bishop", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 29_910),
        ("rook", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 18_570),
        ("two-pieces", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 19_740),
        ("four-pieces", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 16_800),
        ("six-pieces", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 16_740),
    ] {
        let game = game(&format!("handicap-{what}"));
        let mut start = game.start();
        assert_eq!(start.text(), sfen);
        assert_eq!(perft(&mut start, 3, Mode::Count), counts, "{what}");
    }
}

/// What was given counts for the upper hand when kings have entered: the same position is a win with it and none without.
#[test]
fn a_handicap_counts_in_a_declaration() {
    // Gote: ten pieces in the camp (a rook, nine others), 14 points there and 3 in hand.
    let text = "4K4/9/9/9/9/9/ppppppppp/4k4/8r w b3g 1";
    let claims = |name: &str, settings: &[(&str, &str)]| -> usize {
        at(&game_under(name, settings), text).moves().iter().filter(|info| info.claim).count()
    };
    // 14 + 8 = 22 points: five short of 27, with a bishop or a rook given exactly enough.
    assert_eq!(claims("shogi", &[]), 0);
    assert_eq!(claims("handicap-lance", &[]), 0);
    assert_eq!(claims("handicap-bishop", &[]), 1);
    assert_eq!(claims("handicap-six-pieces", &[]), 1);
    assert_eq!(claims("handicap-six-pieces", &[("declaration", "none")]), 0);
}

#[test]
fn sfen_is_read_and_written_exactly() {
    let game = game("shogi");
    assert_eq!(game.start().text(), START);
    for text in [
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/4K4 w RB2GSNL3Prb2gsnl15p 1",
    ] {
        assert_eq!(at(&game, text).text(), text);
    }
    assert_eq!(at(&game, "startpos").text(), START);
    assert_eq!(at(&game, &format!("sfen {START}")).text(), START);
    assert_eq!(at(&game, START.strip_suffix(" 1").unwrap()).text(), START);
    assert_eq!(at(&game, &START.replace(" 1", " 87")).text(), START);
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let refused = |name: &str, text: &str| game(name).read_position(text).err().unwrap();
    let error = refused("shogi", "4k4/9/4R4/9/9/9/9/9/4K4 b - 1");
    assert_eq!(error.code, "impossible");
    assert_eq!(
        error.message,
        "it is the turn of Sente, but the K on 5a of Gote is attacked, and Gote may make no move that leaves it so; is it \
         the turn of Gote?"
    );
    assert!(game("shogi").read_position("4k4/9/4R4/9/9/9/9/9/4K4 w - 1").is_ok());
    assert_eq!(refused("annan", "4k4/9/9/4N4/4R4/9/9/9/4K4 b - 1").code, "impossible");
    // Where a king may be left in danger, nothing is wrong with it.
    assert!(game("dobutsu").read_position("1l1/1C1/3/1L1 b - 1").is_ok());
    assert_eq!(refused("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1").code, "wrong-rows");
    assert_eq!(refused("shogi", "4k4/9/9/9/9/9/9/9/4Q4 b - 1").code, "unknown-piece");
    assert_eq!(refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 x - 1").code, "no-mover");
    assert_eq!(refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2 1").code, "no-piece");
}

#[test]
fn moves_are_called_by_their_names() {
    let game = game("shogi");
    let mut state = game.start();
    for (usi, called) in [("7g7f", "７六歩"), ("2h7h", "７八飛"), ("6i7h", "７八金"), ("4i5h", "５八金(49)")]
    {
        assert_eq!(name(&mut state, usi), called);
    }
    for text in ["7g7f", "3c3d", "8h2b+"] {
        let info = state.find_move(text).unwrap();
        state.play(info.index);
    }
    assert_eq!(name(&mut state, "3a2b"), "同銀");
    for text in ["3a2b", "2g2f"] {
        let info = state.find_move(text).unwrap();
        state.play(info.index);
    }
    assert_eq!(name(&mut state, "B*5e"), "５五角打");
    let mut state = at(&game, "4k4/9/1B2+S4/9/9/9/9/9/4K4 b - 1");
    assert_eq!(name(&mut state, "8c5f+"), "５六角成");
    assert_eq!(name(&mut state, "8c5f"), "５六角不成");
    assert_eq!(name(&mut state, "5c5d"), "５四成銀");
}

#[test]
fn names_are_read() {
    let game = game("shogi");
    let usi = |text: &str| game.start().find_move(text).map(|info| info.text);
    for text in ["７六歩", "▲７六歩(77)", "７六　歩（77）", "76歩", "7六歩"] {
        let wanted = if text == "76歩" { None } else { Some("7g7f".to_owned()) };
        assert_eq!(usi(text).ok(), wanted, "{text}");
    }
    assert_eq!(usi("５八金(49)").unwrap(), "4i5h");
    assert!(matches!(usi("５八金"), Err(MoveError::Ambiguous { fits, .. }) if fits.len() == 2));
    assert!(matches!(usi("５五歩"), Err(MoveError::NotLegal { .. })));
}

/// Every move has a name of its own, which is read as that move: in all games, twenty plies deep.
#[test]
fn names_are_unique() {
    for name in ["shogi", "kyotoshogi", "torishogi", "chushogi"] {
        let game = game(name);
        let mut state = game.start();
        for ply in 0..20_usize {
            let moves = state.moves_without_outcomes();
            let named: Vec<&String> = moves.iter().filter_map(|info| info.name.as_ref()).collect();
            assert_eq!(named.len(), moves.iter().filter(|info| !info.claim).count());
            assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len(), "{name}: {named:?}");
            let info = &moves[ply * 7 % moves.len()];
            assert_eq!(state.find_move(info.name.as_ref().unwrap()).unwrap().text, info.text);
            state.play(info.index);
        }
    }
}

#[test]
fn a_lion_has_names_for_all_it_does() {
    let game = game("chushogi");
    let mut state = at(&game, "k11/12/12/6g5/6p5/6N5/12/12/12/12/12/K11 b - 1");
    for (usi, called) in [
        ("6f6f", "６六獅居"),
        ("6f6e6f", "６六獅取６五居"),
        ("6f6e6d", "６四獅取６五"),
        ("6f6d", "６四獅"),
        ("12l11l", "１１十二王"),
    ] {
        assert_eq!(name(&mut state, usi), called);
    }
}

/// Which lion fell is part of the position: it is written, read, and compared.
#[test]
fn what_the_last_turn_took_is_part_of_the_text() {
    let game = game("chushogi");
    let mut state = at(&game, "k2r2r5/12/12/3n8/12/6N5/B11/12/12/12/12/K11 w - 1");
    let info = state.find_move("6a6f").unwrap();
    state.play(info.index);
    let text = state.text();
    assert_eq!(text, "k2r8/12/12/3n8/12/6r5/B11/12/12/12/12/K11 b - 1 last=6f:N@6f");
    assert_eq!(at(&game, &text).text(), text);
    let info = state.find_move("12l11l").unwrap();
    state.play(info.index);
    assert!(!state.text().contains("last"));
    state.undo();
    assert_eq!(state.text(), text);
    let bad = |tail: &str| {
        game.read_position(&format!("k2r8/12/12/3n8/12/6r5/B11/12/12/12/12/K11 b - 1 {tail}")).err().unwrap().code
    };
    assert_eq!(bad("last=6z"), "unknown-cell");
    assert_eq!(bad("last=6f:Y@6f"), "unknown-piece");
    assert_eq!(bad("last=6f:N"), "bad-last");
    assert_eq!(bad("next=6f"), "unknown-field");
}

/// One notation, and names of moves behind it; names alone leave the notation plain.
#[test]
fn a_notation_and_names() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/shogi/notations.game");
    let under = |words: &str| {
        let text = format!("game \"Notations\" extends \"minishogi.game\"\nreplace notation {words}\n");
        games::read_text(&path, &text, &[])
    };
    let first = |words: &str| {
        let game = games::compiled(&under(words).unwrap()).unwrap();
        let info = game.start().moves_without_outcomes().into_iter().find(|info| info.text.contains("5c")).unwrap();
        (info.text, info.name)
    };
    assert_eq!(first("usi, kif"), ("5d5c".to_owned(), Some("５三歩".to_owned())));
    assert_eq!(first("kif"), ("5d-5c".to_owned(), Some("５三歩".to_owned())));
    assert_eq!(first("usi"), ("5d5c".to_owned(), None));
    for (words, said) in [("usi, plain", "there is a notation already"), ("kif, usi", "there is a notation already")] {
        assert!(under(words).unwrap_err().contains(said), "{words}");
    }
    assert!(under("kfi").unwrap_err().contains("there is no notation `kfi`"));
}
