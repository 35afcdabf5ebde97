//! Movement diagrams as pictures for the web and for print: SVG with shapes as well as colours, for light and dark pages,
//! without fonts or scripts from elsewhere.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::signs::{Sign, signs, used};
use crate::tools::diagram::{Diagram, Square};

/// One diagram and the words around it.
#[derive(Debug, Clone)]
pub struct Card<'a> {
    /// The diagram.
    pub diagram: &'a Diagram,
    /// What stands on the piece.
    pub face: String,
    /// Its name.
    pub title: String,
    /// A line below the name.
    pub subtitle: String,
    /// What there is to say; on a sheet only read aloud.
    pub lines: Vec<String>,
}

/// Width of a square of a single diagram.
const SQUARE: f64 = 44.0;
/// Blank margin.
const MARGIN: f64 = 24.0;
/// Width of the text of a single diagram.
const TEXT: f64 = 472.0;
/// Width of the diagrams of a sheet.
const CARD: f64 = 200.0;
/// How many stand side by side.
const COLUMNS: usize = 4;

const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',sans-serif;fill:#24282e}\
.page{fill:#fff}.soft{fill:#5f6670}\
.cell{fill:#f7f3ea;stroke:#d5ccba;stroke-width:1}.dim{fill:#efe8d8}\
.edge{fill:none;stroke:#8a7f69;stroke-width:1.6}\
.tile{fill:#fffdf8;stroke:#5b5140;stroke-width:1.6}\
.walk{fill:none;stroke:#0b66a8}.both{fill:#0b66a8;stroke:none}\
.take{fill:none;stroke:#c2410c}.fill{fill:#c2410c;stroke:none}\
.ink{fill:none;stroke:#24282e}.inkfill{fill:#24282e;stroke:none}\
.lend{fill:#7c3aed;stroke:none}.ice{stroke:#0891b2;fill:none}.icebg{fill:#cdeef5}\
@media (prefers-color-scheme:dark){\
text{fill:#e7e5e0}.page{fill:#17191d}.soft{fill:#a3a9b3}\
.cell{fill:#24272d;stroke:#3c414a}.dim{fill:#2b2f36}.edge{stroke:#767d88}\
.tile{fill:#33373f;stroke:#c9c3b6}\
.walk{stroke:#6cb8f0}.both{fill:#6cb8f0}.take{stroke:#ff8f5a}.fill{fill:#ff8f5a}\
.ink{stroke:#e7e5e0}.inkfill{fill:#e7e5e0}\
.lend{fill:#b79bff}.ice{stroke:#67d5ea}.icebg{fill:#173f49}}";

/// A picture of one piece, with its legend and its sentences.
pub fn single(card: &Card<'_>) -> String {
    let side = SQUARE * f64::from(2 * card.diagram.radius + 1);
    let width = TEXT.max(side) + 2.0 * MARGIN;
    let mut body = String::new();
    let mut y = MARGIN + 22.0;
    text(&mut body, MARGIN, y, 22.0, "font-weight=\"600\"", &card.title);
    y += 22.0;
    text(&mut body, MARGIN, y, 13.0, "class=\"soft\"", &card.subtitle);
    y += 18.0;
    let _ = write!(body, "<g transform=\"translate({} {})\">", round((width - side) / 2.0), round(y));
    board(&mut body, card, SQUARE);
    body.push_str("</g>");
    y += side + 30.0;
    y = legend(&mut body, y, width, &used([card.diagram]));
    y += 6.0;
    for line in &card.lines {
        for (index, part) in wrapped(line, width - 2.0 * MARGIN - 14.0, 14.0).iter().enumerate() {
            text(&mut body, MARGIN + if index == 0 { 0.0 } else { 14.0 }, y, 14.0, "", part);
            y += 20.0;
        }
        y += 3.0;
    }
    document(width, y - 2.0, &card.title, &description(card), &body)
}

/// All pieces of a game on one sheet.
pub fn sheet(title: &str, cards: &[Card<'_>]) -> String {
    let columns = cards.len().clamp(1, COLUMNS);
    let gap = 28.0;
    let width = (columns as f64 * (CARD + gap) - gap).max(TEXT) + 2.0 * MARGIN;
    let mut body = String::new();
    let mut y = MARGIN + 24.0;
    text(&mut body, MARGIN, y, 24.0, "font-weight=\"600\"", title);
    y += 26.0;
    for row in cards.chunks(columns) {
        for (column, card) in row.iter().enumerate() {
            let x = MARGIN + column as f64 * (CARD + gap);
            let _ = write!(body, "<g role=\"img\" aria-label=\"{}\">", escape(&description(card)));
            text(&mut body, x, y + 14.0, fitting(&card.title, 15.0, CARD), "font-weight=\"600\"", &card.title);
            text(&mut body, x, y + 31.0, fitting(&card.subtitle, 11.0, CARD), "class=\"soft\"", &card.subtitle);
            let square = CARD / f64::from(2 * card.diagram.radius + 1);
            let _ = write!(body, "<g transform=\"translate({} {})\">", round(x), round(y + 42.0));
            board(&mut body, card, square);
            body.push_str("</g></g>");
        }
        y += 42.0 + CARD + 30.0;
    }
    y += 8.0;
    y = legend(&mut body, y, width, &used(cards.iter().map(|card| card.diagram)));
    let names: Vec<&str> = cards.iter().map(|card| card.title.as_str()).collect();
    document(width, y, title, &format!("How the pieces move: {}.", names.join(", ")), &body)
}

fn document(width: f64, height: f64, title: &str, description: &str, body: &str) -> String {
    let (width, height) = (width.ceil(), height.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{}</title>\n<desc id=\"d\">{}</desc>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>\n{body}\n</svg>\n",
        escape(title),
        escape(description),
    )
}

/// What the picture shows, for those who do not see it.
fn description(card: &Card<'_>) -> String {
    let mut out = format!("{}. {}.", card.title, card.subtitle);
    for line in &card.lines {
        let _ = write!(out, " {line}");
    }
    out
}

fn board(out: &mut String, card: &Card<'_>, size: f64) {
    let radius = card.diagram.radius;
    let _ = write!(out, "<g transform=\"scale({})\">", round(size / SQUARE));
    for ((x, y), square) in card.diagram.squares() {
        if square.cell.is_none() {
            continue;
        }
        let (left, top) = (f64::from(x + radius) * SQUARE, f64::from(radius - y) * SQUARE);
        let class = if (x + y) % 2 == 0 { "cell" } else { "cell dim" };
        let _ =
            write!(out, "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>");
        if (x, y) != (0, 0) && square.marks.is_empty() {
            continue;
        }
        let _ = write!(out, "<g transform=\"translate({} {})\">", left + SQUARE / 2.0, top + SQUARE / 2.0);
        if (x, y) == (0, 0) {
            tile(out, &card.face);
        } else {
            drawn(out, square);
        }
        out.push_str("</g>");
    }
    edges(out, card.diagram);
    out.push_str("</g>");
}

/// The edge of the board, where the window shows it.
fn edges(out: &mut String, diagram: &Diagram) {
    let radius = diagram.radius;
    let inside = |x: i32, y: i32| {
        let row = diagram.rows.get(usize::try_from(radius - y).unwrap_or(usize::MAX));
        let square = row.and_then(|row| row.get(usize::try_from(x + radius).unwrap_or(usize::MAX)));
        square.map(|square| square.cell.is_some())
    };
    let mut path = String::new();
    for ((x, y), _) in diagram.squares().filter(|(_, square)| square.cell.is_some()) {
        let (left, top) = (f64::from(x + radius) * SQUARE, f64::from(radius - y) * SQUARE);
        for (dx, dy, from, to) in [
            (0, 1, (0.0, 0.0), (1.0, 0.0)),
            (0, -1, (0.0, 1.0), (1.0, 1.0)),
            (-1, 0, (0.0, 0.0), (0.0, 1.0)),
            (1, 0, (1.0, 0.0), (1.0, 1.0)),
        ] {
            if inside(x + dx, y + dy) == Some(false) {
                let at = |(a, b): (f64, f64)| format!("{} {}", left + a * SQUARE, top + b * SQUARE);
                let _ = write!(path, "M{}L{}", at(from), at(to));
            }
        }
    }
    if !path.is_empty() {
        let _ = write!(out, "<path class=\"edge\" d=\"{path}\"/>");
    }
}

fn tile(out: &mut String, face: &str) {
    out.push_str("<rect class=\"tile\" x=\"-18\" y=\"-18\" width=\"36\" height=\"36\" rx=\"7\"/>");
    let size = fitting(face, 22.0, 31.0);
    let _ = write!(
        out,
        "<text text-anchor=\"middle\" y=\"{}\" font-size=\"{}\" font-weight=\"600\">{}</text>",
        round(size * 0.36),
        round(size),
        escape(face)
    );
}

/// The signs of a square around its middle.
fn drawn(out: &mut String, square: &Square) {
    let signs = signs(square);
    for ground in [Sign::Freezes, Sign::Lends] {
        if signs.contains(&ground) {
            sign(out, ground, None);
        }
    }
    let main: Vec<Sign> = signs.iter().copied().filter(|sign| sign.is_main()).collect();
    // Two signs stand where they leave the arrow its side.
    let above = square.onward.is_some_and(|(_, y)| y == 0);
    for (index, &shape) in main.iter().enumerate() {
        let aside = (index as f64 - (main.len() - 1) as f64 / 2.0) * 20.0;
        let (x, y) = if above { (0.0, aside) } else { (aside, 0.0) };
        if main.len() > 1 {
            let _ = write!(out, "<g transform=\"translate({x} {y}) scale(.74)\">");
            sign(out, shape, None);
            out.push_str("</g>");
        } else {
            sign(out, shape, None);
        }
    }
    for &shape in signs.iter().filter(|s| !s.is_main() && !matches!(s, Sign::Freezes | Sign::Lends)) {
        sign(out, shape, square.onward);
    }
}

fn sign(out: &mut String, sign: Sign, onward: Option<(i32, i32)>) {
    out.push_str(match sign {
        Sign::Both => "<circle class=\"both\" r=\"9\"/>",
        Sign::Walk => "<circle class=\"walk\" r=\"8\" stroke-width=\"2.6\"/>",
        Sign::Take => "<path class=\"take\" stroke-width=\"3.2\" stroke-linecap=\"round\" d=\"M-7 -7L7 7M-7 7L7 -7\"/>",
        Sign::WalkOver => {
            "<rect class=\"walk\" x=\"-10\" y=\"-10\" width=\"20\" height=\"20\" rx=\"3\" stroke-width=\"2\"/>\
             <circle class=\"walk\" r=\"4.6\" stroke-width=\"2.2\"/>"
        }
        Sign::TakeOver => {
            "<rect class=\"take\" x=\"-10\" y=\"-10\" width=\"20\" height=\"20\" rx=\"3\" stroke-width=\"2\"/>\
             <path class=\"take\" stroke-width=\"2.6\" stroke-linecap=\"round\" d=\"M-5 -5L5 5M-5 5L5 -5\"/>"
        }
        Sign::After => "<circle class=\"take\" r=\"8\" stroke-width=\"2.4\" stroke-dasharray=\"3.4 3\"/>",
        Sign::Jump => {
            "<path class=\"ink\" stroke-width=\"1.8\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             d=\"M-10 -12Q0 -23 10 -12M10 -17V-12H5\"/>"
        }
        Sign::AlsoOver => {
            "<path class=\"ink\" stroke-width=\"1.8\" stroke-linecap=\"round\" d=\"M-9 -11.5Q0 -22.5 9 -11.5\"/>\
             <rect class=\"inkfill\" x=\"-2.5\" y=\"-15\" width=\"5\" height=\"4.5\" rx=\"1\"/>"
        }
        Sign::SecondLeg => {
            "<text x=\"15\" y=\"19\" text-anchor=\"middle\" font-size=\"11\" font-weight=\"700\">2</text>"
        }
        Sign::OnTheWay => "<path class=\"fill\" d=\"M-20 20V9L-9 20Z\"/>",
        Sign::InPlace => {
            "<path class=\"take\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             d=\"M-18 -10V-18H-10M-18 -18L-11 -11\"/>"
        }
        Sign::Places => "<path class=\"ink\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"M15 -19V-11M11 -15H19\"/>",
        Sign::Freezes => {
            "<rect class=\"icebg\" x=\"-21\" y=\"-21\" width=\"42\" height=\"42\"/>\
             <path class=\"ice\" stroke-width=\"1.7\" stroke-linecap=\"round\" \
             d=\"M-15 -20V-10M-19.3 -17.5L-10.7 -12.5M-19.3 -12.5L-10.7 -17.5\"/>"
        }
        Sign::Lends => "<path class=\"lend\" d=\"M21 -21V-8L8 -21Z\"/>",
        Sign::Onward => {
            let (x, y) = onward.unwrap_or((1, 1));
            let turn = f64::from(-y).atan2(f64::from(x)).to_degrees();
            // In a corner there is more room than at a side.
            let out_there = if x.abs() == y.abs() { 22.0 } else { 15.5 };
            let _ = write!(
                out,
                "<path class=\"ink\" transform=\"rotate({}) translate({out_there} 0)\" stroke-width=\"2\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"M-4 0H4M0 -3.8L4.4 0L0 3.8\"/>",
                round(turn)
            );
            return;
        }
    });
}

/// The signs with their words, one below the other; where the next line of text can begin.
fn legend(out: &mut String, mut y: f64, width: f64, signs: &[Sign]) -> f64 {
    for &shape in signs {
        let _ = write!(out, "<g transform=\"translate({} {}) scale(.68)\">", round(MARGIN + 15.0), round(y - 5.0));
        out.push_str("<rect class=\"cell\" x=\"-22\" y=\"-22\" width=\"44\" height=\"44\"/>");
        sign(out, shape, Some((1, 0)));
        out.push_str("</g>");
        let lines = wrapped(shape.words(), width - 2.0 * MARGIN - 44.0, 14.0);
        for (index, line) in lines.iter().enumerate() {
            text(out, MARGIN + 44.0, y + 18.0 * index as f64, 14.0, "", line);
        }
        y += 16.0 + 18.0 * lines.len() as f64;
    }
    y
}

fn text(out: &mut String, x: f64, y: f64, size: f64, more: &str, words: &str) {
    let blank = if more.is_empty() { "" } else { " " };
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{blank}{more}>{}</text>",
        round(x),
        round(y),
        round(size),
        escape(words)
    );
}

/// The size, made smaller until a text fits a width.
fn fitting(text: &str, size: f64, width: f64) -> f64 {
    let columns = text.width().max(1) as f64;
    size.min(width / (columns * 0.56))
}

/// A text in lines of a width, broken at blanks; a longer word is broken anywhere.
fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let most = ((width / (size * 0.5)) as usize).max(8);
    let mut lines = vec![String::new()];
    let mut columns = 0;
    for word in text.split_whitespace() {
        let mut wide = word.width();
        if columns > 0 && columns + 1 + wide > most {
            lines.push(String::new());
            columns = 0;
        }
        if columns > 0 {
            if let Some(line) = lines.last_mut() {
                line.push(' ');
            }
            wide += 1;
        }
        for c in word.chars() {
            let own = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
            if columns + own > most && wide > most {
                lines.push(String::new());
                columns = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
            columns += own;
        }
        if wide > word.width() {
            columns += 1;
        }
    }
    lines
}

/// A number with at most two digits after the point.
fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Text between tags and in quotes. Characters that XML cannot hold are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
