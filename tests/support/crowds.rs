//! Texts that say one thing very often: what takes the square of a length comes to light here.

use std::fmt::Write as _;

use super::giants::{cells, condition, effect, movement, set, statement};
use super::strangers::{Corpus, HEAD, Rng};

/// Where the many stand.
const PLACES: &[(&str, &str)] = &[
    ("", ""),
    ("", "\n"),
    ("piece Rook R { moves ", " }\n"),
    ("piece Rook R { ", " }\n"),
    ("region many = ", "\n"),
    ("regions many { ", " }\n"),
    ("kind many = ", "\n"),
    ("fact many = ", "\n"),
    ("fact many = (", ")\n"),
    ("may not move King when ", "\n"),
    ("after King moves { ", " }\n"),
    ("at turn end { ", " }\n"),
    ("terrain a1 { ", " }\n"),
    ("capture many { ", " }\n"),
    ("action many { ", " }\n"),
    ("option many = off \"help\" { ", " }\n"),
    ("option many = a (a, ", ") \"help\"\n"),
    ("line many = ", "\n"),
    ("turns ", "\n"),
    ("teams ", "\n"),
    ("hand White = ", "\n"),
    ("count many = ", "\n"),
    ("setup { ", " }\n"),
    ("setup \"", "\"\n"),
    ("setup \"\"\"\n", "\n\"\"\"\n"),
    ("piece Rook R \"", "\" { moves step any }\n"),
    ("piece Rook R { betza \"", "\" }\n"),
    ("# ", "\n"),
    ("notation ", "\n"),
    ("remove ", "\n"),
    ("set ", "\n"),
];

/// A text of many equal or like parts.
pub fn game(corpus: &Corpus, rng: &mut Rng) -> String {
    match rng.below(3) {
        0 => repeated(corpus, rng),
        _ => alike(rng),
    }
}

/// A few words again and again.
fn repeated(corpus: &Corpus, rng: &mut Rng) -> String {
    let mut part: String =
        (0..=rng.below(4)).map(|_| corpus.word(rng)).collect::<Vec<_>>().join(rng.pick::<&str>(&["", " "]));
    part.push_str(rng.pick::<&str>(&["", " ", " ", ", ", "; ", "\n", "\n", " and ", " or ", " then ", "/"]));
    let most = if rng.one_in(12) { 1 << 20 } else { 64 << 10 };
    let length = 1000 + rng.below(most - 1000);
    let (before, after) = *rng.pick(PLACES);
    format!("{HEAD}{before}{}{after}", part.repeat(length / part.len().max(1)))
}

/// Sentences of one sort, each with other words.
fn alike(rng: &mut Rng) -> String {
    let many = *rng.pick(&[20, 60, 300, 300, 1000, 3000]);
    let parent = if rng.one_in(8) { " extends \"brandub.game\"" } else { "" };
    let mut text = HEAD.replacen("game \"Trial\"", &format!("game \"Trial\"{parent}"), 1);
    if rng.one_in(2) {
        text.push_str("mark trace lasts 9 plies\nregion zone = edge, corners\nfact f0 = nothing taken\n");
    }
    let same = rng.one_in(4);
    let kept = rng.clone();
    let sort = rng.below(24);
    let depth = rng.below(2);
    let list = |joint: &str, rng: &mut Rng, one: &dyn Fn(&mut Rng) -> String| {
        (0..many)
            .map(|_| {
                if same {
                    *rng = kept.clone();
                }
                one(rng)
            })
            .collect::<Vec<_>>()
            .join(joint)
    };
    let _ = match sort {
        0 => writeln!(text, "fact many = {}", list(" and ", rng, &|rng| condition(rng, depth, 1))),
        1 => writeln!(text, "won: White wins when {}", list(" and ", rng, &|rng| condition(rng, 0, 1))),
        2 => writeln!(text, "may not move King when ({})", list(") or (", rng, &|rng| condition(rng, depth, 1))),
        3 => writeln!(text, "after King moves {{ {} }}", list("; ", rng, &effect)),
        4 => writeln!(text, "after King moves {{ may {} }}", list("; may ", rng, &effect)),
        5 => writeln!(text, "region many = {}", list(", ", rng, &|rng| cells(rng, 0))),
        6 => writeln!(text, "may not move {}", list(", ", rng, &|rng| set(rng, 0))),
        7 => writeln!(text, "piece Rook R {{ {} }}", list("; ", rng, &|rng| movement(rng, depth))),
        8 => writeln!(text, "action many {{ {} }}", list("; ", rng, &|rng| format!("needs {}", condition(rng, 0, 1)))),
        9 => writeln!(text, "count many = {}", list(" + ", rng, &|rng| format!("1 for each {}", set(rng, 1)))),
        _ => {
            for index in 0..many {
                let _ = match sort {
                    10 | 11 => writeln!(text, "{}", statement(rng, index)),
                    12 => writeln!(text, "fact g{index} = {}", condition(rng, depth, 1)),
                    13 => writeln!(text, "fact g{index} = g{} or g{}", index + 1, index + 2),
                    14 => writeln!(text, "piece P{index} P{index} {{ {} }}", movement(rng, depth)),
                    15 => writeln!(
                        text,
                        "end{index}: {} wins when {} and {}",
                        rng.pick(&["White", "Black"]),
                        condition(rng, 0, 1),
                        condition(rng, 0, 1)
                    ),
                    16 => writeln!(text, "may not move {} when {}", set(rng, 1), condition(rng, depth, 1)),
                    17 => writeln!(text, "option o{index} = off \"help\" {{ {} }}", statement(rng, index)),
                    18 => writeln!(
                        text,
                        "option o{index} = off \"help\" {{ piece O{index} Q {{ {} }} }}",
                        movement(rng, 0)
                    ),
                    19 => writeln!(text, "region r{index} = {}", cells(rng, 1)),
                    20 => writeln!(
                        text,
                        "remove {}",
                        rng.pick(&["region throne", "piece King", "fact nothing", "capture x", "option o"])
                    ),
                    21 => writeln!(text, "replace region r{index} = a1"),
                    22 => writeln!(text, "set o{index} = on"),
                    _ => writeln!(text, "event{index}: after {} moves {{ {} }}", set(rng, 0), effect(rng)),
                };
            }
            Ok(())
        }
    };
    text
}
