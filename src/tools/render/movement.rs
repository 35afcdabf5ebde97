//! The painter of movement diagrams for terminals and plain text files.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::signs::{Sign, signs, used};
use super::table::{Align, pad};
use super::text::Look;
use crate::tools::diagram::{Diagram, Square};

const BOTH: &str = "1;36";
const WALK: &str = "32";
const TAKE: &str = "31";
const OVER: &str = "33";
const FAINT: &str = "90";
const PIECE: &str = "1;7";

/// The sign in text. None of them is wider than one column in any terminal, also where Chinese or Japanese is the first
/// language.
fn glyph(sign: Sign, ascii: bool) -> &'static str {
    let (fine, plain) = match sign {
        Sign::Both => ("⊗", "*"),
        Sign::Walk => ("◦", "o"),
        Sign::Take => ("⨯", "x"),
        Sign::WalkOver => ("⊡", "O"),
        Sign::TakeOver => ("⊠", "X"),
        Sign::After => ("◌", "c"),
        Sign::Jump => ("^", "^"),
        Sign::AlsoOver => ("~", "~"),
        Sign::SecondLeg => ("2", "2"),
        Sign::OnTheWay => ("+", "+"),
        Sign::InPlace => ("=", "="),
        Sign::Places => ("@", "@"),
        Sign::Freezes => ("#", "#"),
        Sign::Lends => ("&", "&"),
        Sign::Onward => ("⋰", "/"),
    };
    if ascii { plain } else { fine }
}

/// A way that goes on, as a row of points in its direction.
fn onward((x, y): (i32, i32), ascii: bool) -> &'static str {
    let (fine, plain) = if x == 0 || y.abs() > 2 * x.abs() {
        ("⋮", "|")
    } else if y == 0 || x.abs() > 2 * y.abs() {
        ("⋯", "-")
    } else if (x > 0) == (y > 0) {
        ("⋰", "/")
    } else {
        ("⋱", "\\")
    };
    if ascii { plain } else { fine }
}

/// The rows of a diagram, as far as there is a board; the piece is shown by its face. Each line ends with a line end and has no blanks before it.
pub fn paint(diagram: &Diagram, face: &str, look: Look) -> String {
    let columns: Vec<usize> = (0..diagram.rows.len())
        .filter(|&column| diagram.rows.iter().any(|row| row.get(column).is_some_and(|square| square.cell.is_some())))
        .collect();
    let rows = diagram.rows.iter().filter(|row| row.iter().any(|square| square.cell.is_some()));
    let texts: Vec<Vec<(String, &str)>> = rows
        .map(|row| {
            columns
                .iter()
                .filter_map(|&column| row.get(column))
                .map(|square| text_of(diagram, square, face, look))
                .collect()
        })
        .collect();
    let width = texts.iter().flatten().map(|(text, _)| text.width()).max().unwrap_or(1);
    let mut out = String::new();
    for row in texts {
        let mut line = String::new();
        for (column, (text, color)) in row.iter().enumerate() {
            let padded = pad(text, width, Align::Left);
            let blanks = &padded[text.len()..];
            if column > 0 {
                line.push(' ');
            }
            if look.color && !text.is_empty() {
                let _ = write!(line, "\x1b[{color}m{text}\x1b[0m{blanks}");
            } else {
                line.push_str(&padded);
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn text_of<'a>(diagram: &Diagram, square: &Square, face: &'a str, look: Look) -> (String, &'a str) {
    if square.cell == Some(diagram.from) {
        return (face.to_owned(), PIECE);
    }
    if square.cell.is_none() {
        return (String::new(), FAINT);
    }
    let signs = signs(square);
    let mut text = String::new();
    if !signs.first().is_some_and(|sign| sign.is_main()) {
        text.push_str(if look.ascii { "." } else { "⋅" });
    }
    for sign in &signs {
        text.push_str(match (sign, square.onward) {
            (Sign::Onward, Some(way)) => onward(way, look.ascii),
            _ => glyph(*sign, look.ascii),
        });
    }
    let color = match signs.first() {
        Some(Sign::Walk) => WALK,
        Some(Sign::Take) => TAKE,
        Some(Sign::WalkOver | Sign::TakeOver | Sign::After) => OVER,
        Some(_) => BOTH,
        None => FAINT,
    };
    (text, color)
}

/// One line for each sign that the diagram shows.
pub fn legend(diagram: &Diagram, look: Look) -> Vec<String> {
    used([diagram])
        .into_iter()
        .map(|sign| {
            let ways: std::collections::BTreeSet<&str> =
                diagram.squares().filter_map(|(_, square)| square.onward).map(|way| onward(way, look.ascii)).collect();
            let glyph = if sign == Sign::Onward {
                ways.into_iter().collect::<Vec<_>>().join(" ")
            } else {
                glyph(sign, look.ascii).to_owned()
            };
            format!("{glyph}  {}", sign.words())
        })
        .collect()
}
