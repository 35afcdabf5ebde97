//! Betza's shorthand for moves (`WfF`, `ffN`, `mWcF`, `R4`) as paths.
//!
//! Read are the leapers W F D N A H C Z G and the riders K Q B R; the directions f b l r v s; m and c; n (no jumping) for
//! D, A, H and G; p (over one piece) and g (to right behind the first piece) for riders; numbers and doubled letters for riders.

use crate::diag::Span;

use super::board::Compass;
use super::limits::LONGEST_REACH;
use super::model::{Direction, Leg, Mode, Motion, Over, Path, Vector};
use super::movement::symmetric;

/// Why a word cannot be read.
pub(super) struct Fault {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: String,
}

const LONGEST_WORD: usize = 200;

fn fault(what: impl Into<String>, help: &str) -> Fault {
    Fault { what: what.into(), help: help.to_owned() }
}

/// Reads a word; spans are empty (see [`with_span`]).
pub(super) fn read(word: &str) -> Result<Path, Fault> {
    if word.len() > LONGEST_WORD {
        return Err(fault("it is too long", "write several `moves` statements"));
    }
    let mut signs = word.chars().filter(|c| !c.is_whitespace()).peekable();
    let mut legs = Vec::new();
    while signs.peek().is_some() {
        let mut modifiers = String::new();
        while let Some(c) = signs.next_if(char::is_ascii_lowercase) {
            modifiers.push(c);
        }
        let Some(atom) = signs.next() else {
            return Err(fault(
                format!("`{modifiers}` stands before no piece"),
                "a capital letter follows the small ones: `fF`",
            ));
        };
        let doubled = signs.next_if_eq(&atom).is_some();
        let mut number = String::new();
        while let Some(c) = signs.next_if(char::is_ascii_digit) {
            number.push(c);
        }
        legs.extend(read_atom(&modifiers, atom, doubled, &number)?);
    }
    match legs.len() {
        0 => Err(fault("it is empty", "write a word such as `WfF`, or say the path in words")),
        1 => Ok(Path::Leg(legs.remove(0))),
        _ => Ok(Path::Or(legs.into_iter().map(Path::Leg).collect())),
    }
}

fn read_atom(modifiers: &str, atom: char, doubled: bool, number: &str) -> Result<Vec<Leg>, Fault> {
    let (mut walk, mut take, mut lame, mut over, mut hop) = (false, false, false, false, false);
    let mut ways = String::new();
    for c in modifiers.chars() {
        match c {
            'm' => walk = true,
            'c' => take = true,
            'n' => lame = true,
            'p' => over = true,
            'g' => hop = true,
            'f' | 'b' | 'l' | 'r' | 'v' | 's' => ways.push(c),
            _ => {
                return Err(fault(
                    format!("the letter `{c}` is not known here"),
                    "known are f b l r v s (where to), m and c (walk, take), n (no jumping), p and g (over a piece); \
                     say the rest as a path in words",
                ));
            }
        }
    }
    let mode = match (walk, take) {
        (true, false) => Mode::Walking,
        (false, true) => Mode::Taking,
        _ => Mode::Plain,
    };
    // A compound: both its halves with the same modifiers.
    let (atoms, rides): (Vec<(i32, i32)>, bool) = match atom {
        'W' => (vec![(0, 1)], doubled),
        'F' => (vec![(1, 1)], doubled),
        'K' => (vec![(0, 1), (1, 1)], doubled),
        'R' => (vec![(0, 1)], true),
        'B' => (vec![(1, 1)], true),
        'Q' => (vec![(0, 1), (1, 1)], true),
        'D' => (vec![(0, 2)], doubled),
        'N' => (vec![(1, 2)], doubled),
        'A' => (vec![(2, 2)], doubled),
        'H' => (vec![(0, 3)], doubled),
        'C' | 'L' => (vec![(1, 3)], doubled),
        'Z' | 'J' => (vec![(2, 3)], doubled),
        'G' => (vec![(3, 3)], doubled),
        _ => {
            return Err(fault(
                format!("`{atom}` is no piece of the shorthand"),
                "its pieces are W F D N A H C Z G and K Q B R",
            ));
        }
    };
    let limit: Option<u32> = match number {
        "" => None,
        text => Some(
            text.parse::<u32>()
                .ok()
                .filter(|n| *n <= LONGEST_REACH)
                .ok_or_else(|| fault(format!("the number `{text}` is too large"), "a piece goes 35 cells at most"))?,
        ),
    };
    let rides = rides || limit.is_some_and(|n| n != 1);
    let most = limit.filter(|n| *n != 0);
    let mut legs = Vec::new();
    for (a, b) in atoms {
        let vectors = turned(a, b, &ways)?;
        let near = a.max(b) == 1;
        let mut leg = Leg { mode, motion: Motion::Stay, over: None, onto: None, span: Span::default() };
        leg.motion = if near && hop {
            Motion::Hop(directions(&vectors))
        } else if near && rides {
            Motion::Slide(directions(&vectors), 1, most)
        } else if near {
            Motion::Step(directions(&vectors))
        } else if lame && !rides && (a == 0 || a == b) {
            let reach = b as u32;
            let near: Vec<Vector> =
                vectors.iter().map(|v| Vector { x: v.x / b, y: v.y / b, relative: v.relative }).collect();
            Motion::Slide(directions(&near), reach, Some(reach))
        } else if lame {
            return Err(fault(
                "`n` is not known here",
                "say the path in words: `walking step orthogonal then step onward-left, onward-right`",
            ));
        } else if rides {
            Motion::Ride(vectors, 1, most)
        } else {
            Motion::Leap(vectors)
        };
        if over {
            if !matches!(leg.motion, Motion::Slide(..)) {
                return Err(fault("`p` belongs to a piece that slides", "write `pR`, `pB` or `pQ`"));
            }
            leg.over = Some(Over { min: 1, max: Some(1), set: None, taking: (0, Some(0)) });
        }
        legs.push(leg);
    }
    Ok(legs)
}

/// The leaps that the directions pick; as if the owner faced north when they name some.
fn turned(a: i32, b: i32, ways: &str) -> Result<Vec<Vector>, Fault> {
    let all = symmetric(a, b);
    if ways.is_empty() {
        return Ok(all);
    }
    let relative: Vec<Vector> = all.into_iter().map(|v| Vector { relative: true, ..v }).collect();
    let straight = a == 0 || a == b;
    let mut picked: Vec<Vector> = Vec::new();
    let letters: Vec<char> = ways.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let first = letters[at];
        let second = letters.get(at + 1).copied();
        // Two letters pick one leap, or the narrow ones: `fl`, `ff`, `fs`. Orthogonal pieces take each letter by itself.
        let pair = second.filter(|&s| a != 0 && fits_pair(first, s, straight));
        at += if pair.is_some() { 2 } else { 1 };
        let before = picked.len();
        for vector in &relative {
            let fits = match pair {
                Some(second) if straight => fits_way(first, vector) && fits_way(second, vector),
                Some(second) => fits_narrow(first, second, vector),
                None if straight && a == 0 => fits_straight(first, vector),
                None => fits_way(first, vector),
            };
            if fits && !picked.contains(vector) {
                picked.push(*vector);
            }
        }
        if picked.len() == before && pair.is_none() && !matches!(first, 'v' | 's') && before == 0 {
            return Err(fault(format!("`{first}` picks nothing here"), "f b l r are forward, backward, left, right"));
        }
    }
    Ok(picked)
}

fn fits_pair(first: char, second: char, straight: bool) -> bool {
    let upright = |c| matches!(c, 'f' | 'b' | 'v');
    let across = |c| matches!(c, 'l' | 'r' | 's');
    if straight {
        (upright(first) && matches!(second, 'l' | 'r')) || (matches!(first, 'l' | 'r') && matches!(second, 'f' | 'b'))
    } else {
        first == second || (upright(first) && across(second)) || (across(first) && upright(second))
    }
}

fn fits_way(way: char, v: &Vector) -> bool {
    match way {
        'f' => v.y > 0,
        'b' => v.y < 0,
        'l' => v.x < 0,
        'r' => v.x > 0,
        // Of slanting leaps the narrow ones: mostly upright, mostly across.
        'v' => v.y.abs() >= v.x.abs(),
        _ => v.x.abs() >= v.y.abs(),
    }
}

fn fits_straight(way: char, v: &Vector) -> bool {
    match way {
        'f' => v.y > 0,
        'b' => v.y < 0,
        'l' => v.x < 0,
        'r' => v.x > 0,
        'v' => v.x == 0,
        _ => v.y == 0,
    }
}

/// `ff` the two mostly forward, `fs` the two forward but mostly across, `fl` the one forward and mostly left …
fn fits_narrow(first: char, second: char, v: &Vector) -> bool {
    let upright = v.y.abs() > v.x.abs();
    match (first, second) {
        (a, b) if a == b => fits_way(a, v) && upright == matches!(a, 'f' | 'b' | 'v'),
        (a, 's') => fits_way(a, v) && !upright,
        (a, 'v') => fits_way(a, v) && upright,
        (a @ ('f' | 'b'), b) => fits_way(a, v) && fits_way(b, v) && upright,
        (a, b) => fits_way(a, v) && fits_way(b, v) && !upright,
    }
}

fn directions(vectors: &[Vector]) -> Vec<Direction> {
    vectors
        .iter()
        .filter_map(|v| {
            let compass = Compass::ALL.into_iter().find(|c| c.delta() == (v.x, v.y))?;
            Some(if v.relative { Direction::Relative(compass) } else { Direction::Absolute(compass) })
        })
        .collect()
}

/// Does the path turn with its owner, so that the owner must face somewhere?
pub(super) fn turns_with_its_owner(path: &Path) -> bool {
    match path {
        Path::Or(paths) | Path::Then(paths) => paths.iter().any(turns_with_its_owner),
        Path::Leg(leg) => match &leg.motion {
            Motion::Step(d) | Motion::Slide(d, ..) | Motion::Hop(d) => {
                d.iter().any(|d| matches!(d, Direction::Relative(_)))
            }
            Motion::Leap(v) | Motion::Ride(v, ..) => v.iter().any(|v| v.relative),
            _ => false,
        },
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => turns_with_its_owner(path),
    }
}

/// The same path, written at a place.
pub(super) fn with_span(path: Path, span: Span) -> Path {
    match path {
        Path::Or(paths) => Path::Or(paths.into_iter().map(|p| with_span(p, span)).collect()),
        Path::Then(paths) => Path::Then(paths.into_iter().map(|p| with_span(p, span)).collect()),
        Path::Leg(leg) => Path::Leg(Leg { span, ..leg }),
        Path::Times { path, min, max } => Path::Times { path: Box::new(with_span(*path, span)), min, max },
        Path::AsLongAsItCan(path) => Path::AsLongAsItCan(Box::new(with_span(*path, span))),
    }
}
