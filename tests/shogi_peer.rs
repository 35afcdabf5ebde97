//! Shogi beside an independent move generator: the same moves in every position of random games.

use std::collections::BTreeSet;

use boardwright::tools::playout::Random;
use shunsai::Position;
use shunsai::shogi_core::{Color, Move, PieceKind};

use crate::support::games;

/// A move as USI writes it.
fn usi(mv: Move) -> String {
    let square =
        |square: shunsai::shogi_core::Square| format!("{}{}", square.file(), char::from(b'a' + square.rank() - 1));
    match mv {
        Move::Normal { from, to, promote } => {
            format!("{}{}{}", square(from), square(to), if promote { "+" } else { "" })
        }
        Move::Drop { piece, to } => {
            let letter = match piece.piece_kind() {
                PieceKind::Pawn => 'P',
                PieceKind::Lance => 'L',
                PieceKind::Knight => 'N',
                PieceKind::Silver => 'S',
                PieceKind::Gold => 'G',
                PieceKind::Bishop => 'B',
                PieceKind::Rook => 'R',
                other => panic!("{other:?} in a hand"),
            };
            format!("{letter}*{}", square(to))
        }
    }
}

/// Plays random games in both and compares the moves of every position.
fn compare(seeds: std::ops::Range<u64>, positions: usize) {
    let path = games::find("shogi").expect("the game is shipped");
    let game = games::compiled(&games::read(&path, &[]).unwrap()).unwrap();
    let mut seen = 0;
    let mut firsts = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let (mut state, mut peer) = (game.start(), Position::startpos());
        for _ in 0..400 {
            let theirs: Vec<Move> = peer.legal_moves().into_iter().collect();
            let wanted: BTreeSet<String> = theirs.iter().copied().map(usi).collect();
            let infos = state.moves_without_outcomes();
            let ours: BTreeSet<String> =
                infos.iter().filter(|info| !info.claim).map(|info| info.text.clone()).collect();
            if state.outcome().is_some_and(|outcome| outcome.reason != "no-moves") {
                break; // repetition, which the peer does not know
            }
            assert_eq!(ours, wanted, "seed {seed}, ply {}: {}", state.plies(), state.text());
            seen += 1;
            firsts += usize::from(peer.side_to_move() == Color::Black);
            if theirs.is_empty() || seen == positions {
                break;
            }
            let mv = theirs[random.below(theirs.len() as u32) as usize];
            let text = usi(mv);
            let index = infos.iter().find(|info| info.text == text).expect("it is legal").index;
            assert!(state.play(index));
            peer.do_move(mv);
        }
        if seen == positions {
            break;
        }
    }
    assert_eq!(seen, positions, "too few positions");
    assert!(firsts > positions / 3);
}

#[test]
fn moves_are_those_of_another_generator() {
    compare(0..1000, 2_000);
}

/// The long run; `cargo test --release --test all -- --ignored shogi_peer`.
#[test]
#[ignore = "takes a minute without optimisation"]
fn moves_are_those_of_another_generator_in_many_positions() {
    compare(1_000..10_000, 20_000);
}

/// The classifier knows these games; the laws compare what it makes of them with the general way.
#[test]
fn legal_moves_come_as_sets() {
    for (name, wanted) in [
        ("shogi", true),
        ("handicap-six-pieces", true),
        ("minishogi", true),
        ("kyotoshogi", true),
        ("torishogi", true),
        ("gorogoro", true),
        ("yarishogi", true),
        ("dobutsu", true),
        ("annan", false),
        ("chushogi", false),
        ("breakthrough", false),
    ] {
        let path = games::find(name).unwrap();
        let game = games::compiled(&games::read(&path, &[]).unwrap()).unwrap();
        assert_eq!(game.is_setwise(), wanted, "{name}");
    }
}
