//! Directions and leaps as adverbs.

use super::Speaker;
use super::board::compass;
use super::words::or;
use crate::rules::board::Compass;
use crate::rules::model::{Direction, Vector};

impl Speaker<'_> {
    /// `orthogonally`, `forward or diagonally backward`, `on in the same direction`
    pub(super) fn directions(&self, directions: &[Direction]) -> String {
        let mut turning = 0u8;
        let mut fixed = 0u8;
        let mut onward = Vec::new();
        let mut list = Vec::new();
        for direction in directions {
            match direction {
                Direction::Relative(c) => turning |= 1 << (c.0 & 7),
                Direction::Absolute(c) => fixed |= 1 << (c.0 & 7),
                Direction::Onward(turn) => onward.push(*turn),
                Direction::Ahead => list.push("in any direction that does not turn back".to_owned()),
                Direction::Line { line, forward } => {
                    let name = self.rules.board.lines.get(line.0 as usize).map_or("", |line| line.name.as_str());
                    list.push(format!("along the {name}{}", if *forward { " forward" } else { "" }));
                }
            }
        }
        // A full star is the same whether it turns or not.
        for star in [STRAIGHT, DIAGONAL] {
            if fixed & star == star {
                turning |= star;
                fixed &= !star;
            }
        }
        let mut words = relative_words(turning);
        words.extend(Compass::ALL.iter().filter(|c| fixed >> c.0 & 1 != 0).map(|c| compass(*c).to_owned()));
        onward.sort_unstable_by_key(|turn| (turn.abs(), *turn));
        words.extend(onward_words(&onward));
        words.extend(list);
        or(&words)
    }

    /// `two cells forward and one to the left`, `one by two cells in any way`
    pub(super) fn vectors(vectors: &[Vector]) -> String {
        let mut left: Vec<(i32, i32)> = vectors.iter().map(|v| (v.x, v.y)).collect();
        left.sort_unstable();
        left.dedup();
        let mut words = Vec::new();
        for vector in vectors {
            let (a, b) = (vector.x.abs().min(vector.y.abs()), vector.x.abs().max(vector.y.abs()));
            let mut all: Vec<(i32, i32)> =
                [(a, b), (b, a)].into_iter().flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).collect();
            all.sort_unstable();
            all.dedup();
            if all.iter().all(|v| left.contains(v)) {
                left.retain(|v| !all.contains(v));
                words.push(match (a, b) {
                    (0, b) => format!("{b} cells orthogonally"),
                    (a, b) if a == b => format!("{b} cells diagonally"),
                    (a, b) => format!("{b} cells one way and {a} across"),
                });
            }
        }
        for vector in vectors {
            if !left.contains(&(vector.x, vector.y)) {
                continue;
            }
            let mirrored = (-vector.x, vector.y);
            let both = vector.x != 0 && left.contains(&mirrored);
            left.retain(|v| *v != (vector.x, vector.y) && !(both && *v == mirrored));
            let (ahead, behind, east, west) = if vector.relative {
                ("forward", "backward", "to the right", "to the left")
            } else {
                ("north", "south", "east", "west")
            };
            let part = |n: i32, plus: &'static str, minus: &'static str| match n {
                0 => None,
                n if n > 0 => Some((n, plus)),
                n => Some((-n, minus)),
            };
            let across = if both { Some((vector.x.abs(), "to either side")) } else { part(vector.x, east, west) };
            let parts: Vec<String> = [part(vector.y, ahead, behind), across]
                .into_iter()
                .flatten()
                .enumerate()
                .map(|(i, (n, way))| match (i, n) {
                    (0, 1) => format!("1 cell {way}"),
                    (0, n) => format!("{n} cells {way}"),
                    (_, n) => format!("{n} {way}"),
                })
                .collect();
            words.push(parts.join(" and "));
        }
        or(&words)
    }
}

const STRAIGHT: u8 = 0b0101_0101;
const DIAGONAL: u8 = 0b1010_1010;
const ALL: u8 = 0xff;

/// A set of the eight relative directions (bit = eighths clockwise from forward) in words.
fn relative_words(set: u8) -> Vec<String> {
    const GROUPS: [(u8, &str); 15] = [
        (ALL, "in any direction"),
        (STRAIGHT, "orthogonally"),
        (DIAGONAL, "diagonally"),
        (0b0100_0100, "sideways"),
        (0b1000_0010, "diagonally forward"),
        (0b0010_1000, "diagonally backward"),
        (1, "forward"),
        (1 << 4, "backward"),
        (1 << 2, "to the right"),
        (1 << 6, "to the left"),
        (1 << 1, "forward to the right"),
        (1 << 7, "forward to the left"),
        (1 << 3, "backward to the right"),
        (1 << 5, "backward to the left"),
        (0, ""),
    ];
    let mut left = set;
    let mut words = Vec::new();
    // Straight ahead is said first where the set is no star.
    for (group, name) in GROUPS {
        if group != 0 && left & group == group {
            left &= !group;
            words.push(name.to_owned());
        }
    }
    words.sort_by_key(|word| word != "forward");
    words
}

fn onward_words(turns: &[i8]) -> Vec<String> {
    match turns {
        [-1, 1] => return vec!["half left or half right of that direction".to_owned()],
        [0, -1, 1] => return vec!["on, straight or half left or half right".to_owned()],
        _ => {}
    }
    turns
        .iter()
        .map(|turn| match turn {
            0 => "on in the same direction".to_owned(),
            -1 => "half left of that direction".to_owned(),
            1 => "half right of that direction".to_owned(),
            -2 => "to the left of that direction".to_owned(),
            2 => "to the right of that direction".to_owned(),
            4 | -4 => "back again".to_owned(),
            n => format!("turned {} by {} degrees", if *n < 0 { "left" } else { "right" }, i32::from(n.abs()) * 45),
        })
        .collect()
}
