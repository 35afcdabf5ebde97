//! The painter for terminals and plain text files.

use unicode_width::UnicodeWidthStr;

use super::layout::{Layout, Piece, Shade, Square};
use super::table::{Align, pad};

/// How to paint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// With the colours of a terminal.
    pub color: bool,
    /// With ASCII marks only.
    pub ascii: bool,
}

/// Marks for empty shaded cells. None of them is wider than one column in any terminal, also where Chinese or Japanese is
/// the first language.
const MARKS: [&str; 6] = ["⨯", "▫", "◦", "✧", "⊹", "≀"];
const ASCII_MARKS: [&str; 6] = ["x", "+", "=", "~", "%", "^"];

/// The colours of the players, in order of declaration.
const PLAYERS: [&str; 8] = ["1;36", "1;33", "1;35", "1;32", "1;34", "1;31", "36", "33"];
const NOBODY: &str = "1;37";
const FAINT: &str = "90";
/// A mark stands on the ground of a shade, so it must be brighter.
const MARK: &str = "37";
const SHADE: &str = "48;5;238";
const LAST: &str = "7";

/// The board, with labels on all sides; each line ends with a line end and has no blanks before it.
pub fn paint(layout: &Layout, shades: &[Shade], look: Look) -> String {
    let marks = marks(layout, shades, look);
    let empty = if look.ascii { "." } else { "⋅" };
    let pieces = layout.rows.iter().flatten().filter_map(|square| match square {
        Square::Cell { piece: Some(piece), .. } => Some(piece.text.width()),
        _ => None,
    });
    let width = pieces.chain(layout.files.iter().map(|label| label.width())).max().unwrap_or(1).max(1);
    let margin = layout.ranks.iter().map(|label| label.width()).max().unwrap_or(1);

    let mut header = " ".repeat(margin + 1);
    for label in &layout.files {
        header.push(' ');
        header.push_str(&pad(label, width, Align::Right));
    }
    let header = format!("{}\n", header.trim_end());

    let mut out = header.clone();
    for (row, rank) in layout.rows.iter().zip(&layout.ranks) {
        let mut line = format!("{} ", pad(rank, margin, Align::Right));
        // The blank between two cells belongs to both: a bracket of either of them goes there.
        let mut open = false;
        for square in row {
            let last = matches!(square, Square::Cell { last: true, .. });
            line.push(match (open, last) {
                (true, true) => '|',
                (true, false) => ']',
                (false, true) => '[',
                (false, false) => ' ',
            });
            open = last;
            line.push_str(&match square {
                Square::Hole => " ".repeat(width),
                Square::Cell { piece, shade, last } => {
                    let text = match (piece, shade) {
                        (Some(piece), _) => piece.text.as_str(),
                        (None, Some(shade)) => marks[*shade].as_str(),
                        (None, None) => empty,
                    };
                    let text = pad(text, width, Align::Right);
                    if look.color { painted(&text, piece.as_ref(), shade.is_some(), *last) } else { text }
                }
            });
        }
        line.push(if open { ']' } else { ' ' });
        line.push_str(rank);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str(&header);
    out
}

/// One line for each shade that is seen: its mark and its title.
pub fn legend(layout: &Layout, shades: &[Shade], look: Look) -> Vec<String> {
    let marks = marks(layout, shades, look);
    let seen = |index| {
        layout.rows.iter().flatten().any(|s| matches!(s, Square::Cell { shade: Some(shade), .. } if *shade == index))
    };
    (0..shades.len()).filter(|index| seen(*index)).map(|i| format!("{} {}", marks[i], shades[i].title)).collect()
}

/// A mark for each shade: none that a piece has; where they run out, the last one serves for all others.
fn marks(layout: &Layout, shades: &[Shade], look: Look) -> Vec<String> {
    let all = if look.ascii { ASCII_MARKS } else { MARKS };
    let free: Vec<&str> =
        all.into_iter().filter(|mark| !layout.taken.iter().any(|text| text.eq_ignore_ascii_case(mark))).collect();
    (0..shades.len()).map(|i| (*free.get(i).or(free.last()).unwrap_or(&"?")).to_owned()).collect()
}

fn painted(text: &str, piece: Option<&Piece>, shaded: bool, last: bool) -> String {
    let mut codes = vec![match piece {
        Some(Piece { owner: Some(player), .. }) => PLAYERS[player.index() % PLAYERS.len()],
        Some(Piece { owner: None, .. }) => NOBODY,
        None if shaded => MARK,
        None => FAINT,
    }];
    if shaded {
        codes.push(SHADE);
    }
    if last {
        codes.push(LAST);
    }
    format!("\x1b[{}m{text}\x1b[0m", codes.join(";"))
}

#[cfg(test)]
mod tests {
    use super::{ASCII_MARKS, Look, MARKS, legend, paint};
    use crate::tools::render::layout::{Layout, Piece, Shade, Square};
    use crate::types::{BoardSet, Player};
    use unicode_width::UnicodeWidthStr;

    fn cell(text: &str, shade: Option<usize>, last: bool) -> Square {
        let piece = (!text.is_empty()).then(|| Piece { text: text.to_owned(), owner: Some(Player(0)) });
        Square::Cell { piece, shade, last }
    }

    fn board(piece: &str) -> Layout {
        Layout {
            files: vec!["a".to_owned(), "b".to_owned(), "c".to_owned()],
            ranks: vec!["10".to_owned(), "9".to_owned()],
            rows: vec![
                vec![cell("", Some(0), false), cell(piece, None, true), cell("", None, true)],
                vec![Square::Hole, cell("", None, false), cell(piece, Some(0), false)],
            ],
            taken: vec![piece.to_owned()],
        }
    }

    fn shades() -> Vec<Shade> {
        vec![Shade { cells: BoardSet::EMPTY, title: "corners".to_owned() }]
    }

    #[test]
    fn marks_are_one_column_wide_everywhere() {
        for mark in MARKS.iter().chain(&ASCII_MARKS).chain(&["⋅"]) {
            assert_eq!((mark.width(), mark.width_cjk()), (1, 1), "{mark}");
        }
    }

    #[test]
    fn narrow_pieces() {
        let text = paint(&board("b"), &shades(), Look { color: false, ascii: true });
        assert_eq!(text, "    a b c\n10  x[b|.]10\n 9    . b 9\n    a b c\n");
    }

    #[test]
    fn wide_pieces_line_up() {
        let text = paint(&board("王"), &shades(), Look { color: false, ascii: true });
        assert_eq!(text, "     a  b  c\n10   x[王| .]10\n 9      . 王 9\n     a  b  c\n");
    }

    #[test]
    fn a_mark_never_looks_like_a_piece() {
        assert_eq!(legend(&board("X"), &shades(), Look { color: false, ascii: true }), ["+ corners"]);
        assert_eq!(legend(&board("b"), &shades(), Look::default()), ["⨯ corners"]);
    }

    #[test]
    fn colours_change_no_column() {
        let plain = paint(&board("王"), &shades(), Look::default());
        let mut coloured = paint(&board("王"), &shades(), Look { color: true, ascii: false });
        while let Some(start) = coloured.find('\x1b') {
            let end = coloured[start..].find('m').unwrap() + start;
            coloured.replace_range(start..=end, "");
        }
        assert_eq!(coloured, plain);
    }
}
