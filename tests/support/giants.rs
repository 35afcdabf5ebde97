//! Games that say little and ask for much: large boards, many kinds and players, paths in paths, long conditions.

use std::fmt::Write as _;

use super::strangers::Rng;

/// A game as large in some way as the language allows, or a little larger.
pub fn game(rng: &mut Rng) -> String {
    let side = *rng.pick(&[1, 2, 3, 5, 8, 8, 9, 11, 16, 19, 36]);
    let other = if rng.one_in(3) { *rng.pick(&[1, 2, 7, 36]) } else { side };
    let players = *rng.pick(&[1, 2, 2, 2, 2, 3, 4, 8]);
    let kinds = *rng.pick(&[1, 1, 2, 2, 3, 5, 20, 100, 250]);
    let mut text = format!("game \"Giant\"\nboard {side} x {other}\n");
    for player in 0..players {
        let _ = writeln!(text, "player P{player} faces {}", rng.pick(&["north", "south", "east", "west"]));
    }
    let _ = writeln!(text, "region zone = {}", if rng.one_in(2) { "a1" } else { "edge, corners" });
    if rng.one_in(3) {
        let _ = writeln!(text, "mark trace lasts {}", rng.pick(&["1 plies", "9 plies", "for ever"]));
    }
    for fact in 0..4 {
        let _ = writeln!(text, "fact f{fact} = {}", condition(rng, if fact == 0 { 0 } else { 2 }, fact));
    }
    let rich = kinds < 20 || rng.one_in(4);
    for kind in 0..kinds {
        let depth = if rich { 3 } else { 1 };
        let name = if kind == 0 { "King K".to_owned() } else { format!("K-{kind} {}", code(kind)) };
        let traits = (0..=rng.below(2)).map(|_| movement(rng, depth)).collect::<Vec<_>>().join("; ");
        let side = if rng.one_in(6) && kinds > 2 { " promotes to K-1" } else { "" };
        let _ = writeln!(text, "piece {name}{side} {{ {traits} }}");
    }
    for index in 0..rng.below(6) {
        text.push_str(&statement(rng, index));
        text.push('\n');
    }
    let most = if rng.one_in(6) { 60 } else { 3 };
    for option in 0..rng.below(most) {
        let _ = writeln!(
            text,
            "option o{option} = off \"help\" {{ piece O{option} Q{option} {{ {} }} }}",
            movement(rng, 1)
        );
    }
    let _ = writeln!(text, "ended: player who moved wins when {}", condition(rng, 2, 4));
    let _ = writeln!(text, "over: draw when {} plies without capture", rng.pick(&["1", "10", "10000"]));
    let full = rng.one_in(3);
    let rows: Vec<String> = (0..other)
        .map(|rank| match side {
            1 => "K".to_owned(),
            _ if full => (0..side).map(|file| if (file + rank) % 3 == 0 { 'k' } else { 'K' }).collect(),
            _ => format!("{}{}", if rank % 2 == 0 { "K" } else { "k" }, side - 1),
        })
        .collect();
    let _ = writeln!(text, "setup \"{}\"", rows.join("/"));
    text
}

pub fn statement(rng: &mut Rng, index: usize) -> String {
    match rng.below(16) {
        0 => format!("terrain {} {{ only King {} }}", cells(rng, 1), rng.pick(&["stops", "enters"])),
        1 => format!("terrain zone {{ hostile to {} when {} }}", set(rng, 0), condition(rng, 1, 4)),
        2 => format!("capture c{index} {{ takes enemy piece between moved piece and {} }}", set(rng, 1)),
        3 => format!("capture c{index} {{ takes group of enemy pieces enclosed by {} }}", set(rng, 0)),
        4 => format!("capture c{index} {{ flips line of 1..35 enemy pieces between moved piece and own piece }}"),
        5 => format!("may not move {} when {}", set(rng, 1), condition(rng, 2, 4)),
        6 => format!("may not move piece leaving {}", condition(rng, 2, 4)),
        7 => (*rng.pick(&["must take", "must take the most pieces", "may pass", "must move King"])).to_owned(),
        8 => format!("after {} moves {{ remove {} }}", set(rng, 1), set(rng, 2)),
        9 => format!(
            "after piece is taken {{ may promote {} when {}; may take again }}",
            set(rng, 1),
            condition(rng, 1, 4)
        ),
        10 => format!(
            "at turn end {{ for each player {{ {} {} }} }}",
            rng.pick(&["remove", "turn over", "may remove", "give"]),
            set(rng, 2)
        ),
        11 => format!("after King moves {{ {}; {}; {} }}", effect(rng), effect(rng), effect(rng)),
        12 => format!("action a{index} {{ choose {}; needs {}; {} }}", set(rng, 1), condition(rng, 1, 4), effect(rng)),
        13 => format!("hand each player = {} King", rng.pick(&["1", "10000", "any number of"])),
        14 => format!("may drop King on {}", cells(rng, 1)),
        _ => format!(
            "count points{index} = {} for each {}\nwon{index}: a player wins when at least {} points{index}",
            rng.pick(&["1", "10000", "4294967295"]),
            set(rng, 2),
            rng.pick(&["1", "10000", "4294967295"])
        ),
    }
}

pub fn effect(rng: &mut Rng) -> String {
    match rng.below(9) {
        0 => format!("may promote {}", set(rng, 1)),
        1 => format!("remove {}", set(rng, 1)),
        2 => format!("put {} into own hand", set(rng, 1)),
        3 => format!("give {} to {}", set(rng, 1), rng.pick(&["mover", "owner", "nobody", "P0"])),
        4 => format!("place King on {}", cells(rng, 1)),
        5 => format!("move {} to {}", set(rng, 0), cells(rng, 1)),
        6 => format!("may move {} 2 cells toward {}", set(rng, 0), cells(rng, 1)),
        7 => format!("may promote {} to King", set(rng, 1)),
        _ => (*rng.pick(&["may move again", "must take again", "draw", "mover wins", "owner is out"])).to_owned(),
    }
}

pub fn movement(rng: &mut Rng, depth: usize) -> String {
    let verb = *rng.pick(&["moves", "moves", "walks", "takes"]);
    let modifier = match rng.below(8) {
        0 => ", taking at most 3",
        1 => ", stopping on zone",
        2 => ", leaving mark trace",
        _ => "",
    };
    let when = if rng.one_in(5) { format!(" when {}", condition(rng, 2, 4)) } else { String::new() };
    let after = match rng.below(8) {
        0 => "; may stop after any leg",
        1 => "; only in zone",
        2 => "; freezes enemy piece beside it",
        _ => "",
    };
    format!("{verb} {}{modifier}{when}{after}", path(rng, depth))
}

fn code(kind: usize) -> String {
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    format!("{}{}", letter(kind / 26), letter(kind))
}

fn direction(rng: &mut Rng) -> &'static str {
    rng.pick::<&str>(&["any", "any", "orthogonal", "diagonal", "forward", "onward", "north", "sideways", "onward-left"])
}

/// A path, nested as deep as that.
pub fn path(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 || rng.one_in(5) {
        let leg = match rng.below(9) {
            0 | 1 => format!("step {}", direction(rng)),
            2 | 3 => format!("slide {}", direction(rng)),
            4 => format!("leap {}", rng.pick(&["[1,2]", "(1,2)", "[0,1]", "[35,35]", "(0,0)"])),
            5 => format!("ride {}", rng.pick(&["[1,2]", "(1,1)", "[0,1]"])),
            6 => format!("hop {}", direction(rng)),
            7 => format!("jump {}", direction(rng)),
            _ => (*rng.pick(&["stay", "like King", "like own piece", "slide any 1..35"])).to_owned(),
        };
        return match rng.below(7) {
            0 => format!("walking {leg}"),
            1 => format!("taking {leg}"),
            2 => format!("{leg} over 1.. enemy pieces taking 0.."),
            3 => format!("{leg} over 0..4 pieces"),
            4 => format!("{leg} onto {}", set(rng, 0)),
            _ => leg,
        };
    }
    match rng.below(6) {
        0 | 1 => (0..2 + rng.below(4)).map(|_| inner(rng, depth)).collect::<Vec<_>>().join(" or "),
        2 | 3 => (0..2 + rng.below(5)).map(|_| inner(rng, depth)).collect::<Vec<_>>().join(" then "),
        4 => format!("{} {} times", inner(rng, depth), rng.pick(&["1..36", "2", "36", "1..5", "0..3", "1.."])),
        _ => format!("{} as long as it can", inner(rng, depth)),
    }
}

fn inner(rng: &mut Rng, depth: usize) -> String {
    format!("({})", path(rng, depth - 1))
}

pub fn cells(rng: &mut Rng, depth: usize) -> String {
    let one = *rng.pick(&[
        "corners",
        "edge",
        "centre",
        "a1",
        "a1..b2",
        "far rank",
        "near 2 ranks",
        "cells",
        "empty cells",
        "beside corners",
        "zone",
    ]);
    if depth == 0 || rng.one_in(2) { one.to_owned() } else { format!("{one}, {}", cells(rng, depth - 1)) }
}

pub fn set(rng: &mut Rng, depth: usize) -> String {
    let one = *rng.pick(&[
        "own piece",
        "enemy piece",
        "any piece",
        "own King",
        "it",
        "moved piece",
        "piece",
        "neutral piece",
        "beside it",
        "its group",
    ]);
    if depth == 0 || rng.one_in(2) {
        return one.to_owned();
    }
    match rng.below(6) {
        0 | 1 => format!("{one} on {}", cells(rng, depth)),
        2 => format!("{one} beside {}", set(rng, depth - 1)),
        3 => format!("{one} that own piece can reach through empty cells"),
        4 => format!("{one} ({})", format_args!("when {}", condition(rng, 1, 4))),
        _ => format!("{one} next to {}", set(rng, depth - 1)),
    }
}

pub fn condition(rng: &mut Rng, depth: usize, facts: usize) -> String {
    if depth == 0 || rng.one_in(4) {
        return match rng.below(14) {
            0 => format!("{} is attacked", set(rng, 1)),
            1 => format!("at least {} {}", rng.pick(&["1", "2", "9999", "4294967295"]), set(rng, 2)),
            2 => format!("no {}", set(rng, 2)),
            3 => format!("{} on {}", set(rng, 1), cells(rng, 1)),
            4 => "nothing taken".to_owned(),
            5 => format!("{} can reach {} through {}", set(rng, 1), cells(rng, 1), cells(rng, 1)),
            6 => "no legal move".to_owned(),
            7 if facts > 0 => format!("f{}", rng.below(facts)),
            8 => format!("every {} on {}", set(rng, 1), cells(rng, 1)),
            9 => format!("row of {} own pieces", rng.pick(&["1", "3", "36", "4294967295"])),
            10 => format!("{} connects {} with {}", set(rng, 0), cells(rng, 0), cells(rng, 0)),
            11 => format!("{} is enclosed by {}", set(rng, 0), set(rng, 0)),
            12 => (*rng.pick(&[
                "own King is mated",
                "every own King can move",
                "own King can move",
                "some enemy piece cannot move",
                "no player can move",
                "own King is attacked for 3 plies",
            ]))
            .to_owned(),
            _ => format!("position occurred {} times", rng.pick(&["2", "3", "100"])),
        };
    }
    let word = *rng.pick(&[" and ", " or "]);
    let parts: Vec<String> = (0..2 + rng.below(4)).map(|_| format!("({})", condition(rng, depth - 1, facts))).collect();
    format!("{}({})", if rng.one_in(4) { "not " } else { "" }, parts.join(word))
}
