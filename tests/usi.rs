//! The USI engine as an interface meets it: everything over standard input and output.

use crate::cli;

/// What the engine answers to some lines.
fn talk(game: &str, lines: &[&str]) -> Vec<String> {
    let (status, out, err) = cli::run(&["usi", game], &(lines.join("\n") + "\n"));
    assert_eq!((status, err.as_str()), (0, ""));
    out.lines().map(str::to_owned).collect()
}

fn shogi(lines: &[&str]) -> Vec<String> {
    talk("games/shogi/shogi.game", lines)
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let answers = shogi(&["usi", "setoption name USI_Hash value 256", "isready", "usinewgame", "quit", "isready"]);
    assert!(answers[0].starts_with("id name boardwright "));
    assert!(answers[1].starts_with("id author "));
    assert_eq!(
        answers[2..],
        [
            "option name declaration type combo default points-27 var points-27 var points-24 var none",
            "usiok",
            "readyok"
        ]
    );
}

#[test]
fn it_answers_with_a_legal_move_and_always_the_same() {
    let ask = ["position startpos moves 7g7f 3c3d 8h2b+", "go btime 0 wtime 0 byoyomi 100"];
    let answers = shogi(&ask);
    assert_eq!(answers.len(), 1);
    let mv = answers[0].strip_prefix("bestmove ").unwrap();
    assert_eq!(answers, shogi(&ask));
    let next = shogi(&[&format!("position startpos moves 7g7f 3c3d 8h2b+ {mv}"), "perft 1"]);
    assert!(next.last().unwrap().starts_with("Nodes searched: "), "{next:?}");
}

#[test]
fn it_waits_for_stop_when_it_may_think_for_ever() {
    assert!(shogi(&["position startpos", "go infinite"]).is_empty());
    assert!(shogi(&["position startpos", "go ponder btime 0 wtime 0", "isready"]).iter().eq(["readyok"]));
    let answers = shogi(&["position startpos", "go infinite", "isready", "stop", "stop"]);
    assert_eq!(answers.len(), 2);
    assert!(answers[1].starts_with("bestmove "));
    // Every `go` is answered, even when `stop` is forgotten.
    assert_eq!(shogi(&["position startpos", "go infinite", "position startpos moves 7g7f", "go"]).len(), 2);
}

#[test]
fn it_resigns_when_mated_and_wins_by_declaration() {
    let mated = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(shogi(&[mated, "go"]), ["bestmove resign"]);
    let inside = "position sfen 1+P+P+P+PK+P+P1/+P+P+P+P1RR2/9/9/9/9/9/9/8k b 2B4G4S 1";
    assert_eq!(shogi(&[inside, "go movetime 10"]), ["bestmove win"]);
    assert!(shogi(&["setoption name declaration value none", inside, "go"])[0] != "bestmove win");
}

#[test]
fn it_refuses_politely() {
    let answers = shogi(&[
        "go mate infinite",
        "setoption name declaration value 3",
        "setoption name speed value 3",
        "position startpos moves 7g7f 7g7f",
        "go",
        "position sfen 9/9",
        "position here",
        "position sfen 4k4/9/9/9/4R4/9/9/9/4K4 b - 1",
        "perft",
        "go perft 0",
        "hello",
    ]);
    assert_eq!(
        answers,
        [
            "checkmate notimplemented",
            "info string `declaration` is one of points-27, points-24, none, not `3`",
            "info string there is no option `speed`",
            "info string move 2: `7g7f` is not a legal move here",
            "info string there is no position to play from",
            "bestmove resign",
            "info string this position cannot be read: the board has 9 rows, the text 2",
            "info string write `position startpos` or `position sfen TEXT`, then `moves` and the moves",
            "info string this position cannot be read: it is the turn of Sente, but the K on 5a of Gote is attacked, and Gote \
             may make no move that leaves it so; is it the turn of Gote?",
            "info string write `perft DEPTH`, a number from 1 to 64",
            "info string write `perft DEPTH`, a number from 1 to 64",
            "info string `hello` is no command of this engine",
        ]
    );
}

#[test]
fn perft_counts() {
    let answers = shogi(&["position startpos", "go perft 2"]);
    assert_eq!(answers.len(), 31);
    assert_eq!(answers[30], "Nodes searched: 900");
    assert!(answers[..30].contains(&"7g7f: 30".to_owned()));
}

#[test]
fn other_games_speak_it_with_their_own_words() {
    let answers = talk(
        "games/tafl/saami-tablut-corner.game",
        &["usi", "setoption name white-first value true", "position startpos", "go nodes 1"],
    );
    assert!(answers.iter().any(|line| line == "option name white-first type check default false"), "{answers:?}");
    assert!(answers.last().unwrap().starts_with("bestmove "));
}

/// A count that would take years ends when it is told to.
#[test]
fn perft_can_be_stopped() {
    let answers = shogi(&["position startpos", "go perft 20", "isready", "stop", "quit"]);
    assert_eq!(answers[0], "info string stopped; these moves are counted");
    assert_eq!(answers.last().unwrap(), "readyok");
    assert!(answers[answers.len() - 2].starts_with("Nodes searched: "), "{answers:?}");
}

/// A line that cannot be read may have been a position.
#[test]
fn after_an_unreadable_line_it_does_not_play_on() {
    let long = format!("position startpos moves{}", " 7g7f".repeat(300_000));
    let answers = shogi(&["position startpos", &long, "go"]);
    assert_eq!(
        answers,
        ["info string that line cannot be read", "info string there is no position to play from", "bestmove resign"]
    );
}
