//! Paths as verb phrases: "slides orthogonally", "by stepping diagonally forward".

use super::words::{number, range, times};
use super::{Speaker, View};
use crate::rules::model::{Leg, Mode, Motion, Onto, Over, Path, Set};
use std::fmt::Write as _;

/// The form of the verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// "slides"
    Does,
    /// "sliding"
    Doing,
}

impl Form {
    fn pick(self, does: &'static str, doing: &'static str) -> &'static str {
        if self == Self::Does { does } else { doing }
    }
}

impl Speaker<'_> {
    /// A path; the piece is "it".
    pub(super) fn path(&self, path: &Path, form: Form) -> String {
        match path {
            Path::Or(list) => {
                let parts: Vec<String> = list.iter().map(|p| self.path(p, form)).collect();
                parts.join(", or ")
            }
            Path::Then(list) => {
                let parts: Vec<String> = list.iter().map(|p| self.grouped(p, form)).collect();
                parts.join(", then ")
            }
            Path::Leg(leg) => self.leg(leg, form),
            Path::Times { path, min, max } => {
                let what = self.path(path, form);
                match &**path {
                    Path::Leg(_) => format!("{what}, {}", times(*min, *max)),
                    _ => format!("{} this {}: {what}", form.pick("does", "doing"), times(*min, *max)),
                }
            }
            Path::AsLongAsItCan(path) => {
                let again =
                    form.pick("goes on in this way as long as it can", "going on in this way as long as it can");
                format!("{}, and {again}", self.path(path, form))
            }
        }
    }

    fn grouped(&self, path: &Path, form: Form) -> String {
        let text = self.path(path, form);
        match path {
            Path::Or(_) => format!("either {text}"),
            _ => text,
        }
    }

    fn leg(&self, leg: &Leg, form: Form) -> String {
        if let Some(jump) = self.jump(leg, form) {
            return jump;
        }
        let mut text = match (&leg.motion, leg.mode) {
            (motion, Mode::Shooting) => format!(
                "{} what it could reach by {}, and {} where it is",
                form.pick("takes", "taking"),
                self.motion(motion, Form::Doing),
                form.pick("stays", "staying")
            ),
            (motion, Mode::Placing(kind)) => format!(
                "{} {} on an empty cell that it could reach by {}",
                form.pick("puts", "putting"),
                super::words::one(&self.rules.kinds[kind].name),
                self.motion(motion, Form::Doing)
            ),
            (motion, _) => self.motion(motion, form),
        };
        if let Some(over) = &leg.over {
            text.push_str(", ");
            text.push_str(&self.over(over));
        }
        match leg.mode {
            Mode::Walking if leg.over.as_ref().is_none_or(|over| over.taking.1 == Some(0)) => {
                text.push_str(" without taking");
            }
            Mode::Walking => text.push_str(", ending on an empty cell"),
            Mode::Taking => text.push_str(", taking what stands where it ends"),
            _ => {}
        }
        match &leg.onto {
            Some(Onto::Mark(mark)) => {
                let name = &self.rules.marks[*mark].name;
                let _ = write!(text, " onto a cell with the mark “{name}”, taking the piece that left the mark");
            }
            Some(Onto::Set(set)) => {
                let _ = write!(text, " onto {}", self.set(set, View::Piece));
            }
            None => {}
        }
        text
    }

    /// A jump over one piece right beside it, which is taken.
    fn jump(&self, leg: &Leg, form: Form) -> Option<String> {
        let (Motion::Slide(directions, 2, Some(2)), Some(over)) = (&leg.motion, &leg.over) else { return None };
        if leg.mode != Mode::Walking || leg.onto.is_some() || (over.min, over.max) != (1, Some(1)) {
            return None;
        }
        let whom = over.set.as_ref().map_or_else(|| "a piece".to_owned(), |set| self.set(set, View::Piece));
        let taken = match over.taking {
            (1, Some(1)) => ", which it takes,",
            (0, Some(0)) => "",
            _ => return None,
        };
        let jumps = form.pick("jumps", "jumping");
        Some(format!(
            "{jumps} {} over {whom} beside it{taken} to the empty cell right behind",
            self.directions(directions)
        ))
    }

    fn motion(&self, motion: &Motion, form: Form) -> String {
        match motion {
            Motion::Step(d) => format!("{} one cell {}", form.pick("steps", "stepping"), self.directions(d)),
            Motion::Slide(d, 1, None) => {
                format!("{} {} as far as it wants", form.pick("slides", "sliding"), self.directions(d))
            }
            Motion::Slide(d, min, max) => {
                format!(
                    "{} {} {} {}",
                    form.pick("slides", "sliding"),
                    range(*min, *max),
                    cells(*max),
                    self.directions(d)
                )
            }
            Motion::Leap(v) => format!("{} {}", form.pick("leaps", "leaping"), Self::vectors(v)),
            Motion::Ride(v, min, max) => {
                let how = match (min, max) {
                    (1, None) => "any number of equal leaps in a line, each".to_owned(),
                    (min, max) => format!("{} equal leaps in a line, each", range(*min, *max)),
                };
                format!("{} {how} {}", form.pick("makes", "making"), Self::vectors(v))
            }
            Motion::Hop(d) => format!(
                "{} {} over the first piece in its way to the cell right behind it",
                form.pick("hops", "hopping"),
                self.directions(d)
            ),
            Motion::Like(set) => format!("{} like {}", form.pick("moves", "moving"), self.like(set)),
            Motion::Stay => form.pick("may stay where it is", "staying where it is").to_owned(),
        }
    }

    /// Whom it moves like: a name alone for a kind as such, else the pieces that stand there.
    pub(super) fn like(&self, set: &Set) -> String {
        let somewhere = !set.places.is_empty();
        if somewhere {
            return format!("any {}", self.set_bare(set, View::Piece));
        }
        self.set(set, View::Piece)
    }

    fn over(&self, over: &Over) -> String {
        let one = over.max == Some(1);
        let whom = over.set.as_ref().map_or_else(
            || if one { "piece".to_owned() } else { "pieces".to_owned() },
            |set| if one { self.set_bare(set, View::Piece) } else { self.set_plural(set, View::Piece) },
        );
        let how = match (over.min, over.max) {
            (1, Some(1)) => format!("over exactly one {whom}"),
            (0, Some(1)) => format!("over at most one {whom}"),
            (0, None) => format!("over any number of {whom}"),
            (min, max) => format!("over {} {whom}", range(min, max)),
        };
        let (taken, them) = if one { ("which is taken", "it") } else { ("which are all taken", "of them") };
        let taken = match over.taking {
            (0, Some(0)) => String::new(),
            (min, Some(max)) if (min, Some(max)) == (over.min, over.max) && min == max => format!(", {taken}"),
            (0, Some(1)) if one => ", which may be taken".to_owned(),
            (min, max) => {
                let many = range(min, max);
                if one { format!(", taking {them}") } else { format!(", taking {many} {them}") }
            }
        };
        format!("{how}{taken}")
    }

    /// How many pieces a path may take: `taking at most two`.
    pub(super) fn at_most(most: u32) -> String {
        format!("at most {} {} in all", number(most), if most == 1 { "piece" } else { "pieces" })
    }
}

fn cells(max: Option<u32>) -> &'static str {
    if max == Some(1) { "cell" } else { "cells" }
}

/// Does some leg say itself how it takes?
pub(super) fn says_how_it_takes(path: &Path) -> bool {
    match path {
        Path::Or(list) | Path::Then(list) => list.iter().any(says_how_it_takes),
        Path::Leg(leg) => {
            !matches!(leg.mode, Mode::Plain)
                || matches!(leg.motion, Motion::Like(_) | Motion::Stay)
                || leg.over.as_ref().is_some_and(|over| over.taking.1 != Some(0))
                || leg.onto.is_some()
        }
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => says_how_it_takes(path),
    }
}

/// Does the path go several legs and end with one that does not say how it takes?
pub(super) fn ends_plainly(path: &Path) -> bool {
    match path {
        Path::Then(list) => list.last().is_some_and(|last| !says_how_it_takes(last)),
        _ => false,
    }
}

/// Does every route take without moving?
pub(super) fn shoots(path: &Path) -> bool {
    matches!(path, Path::Leg(leg) if leg.mode == Mode::Shooting)
}
