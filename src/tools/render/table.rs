//! Plain columns that line up in any script.

use unicode_width::UnicodeWidthStr;

/// On which side of its column a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Texts.
    Left,
    /// Numbers.
    Right,
}

/// Rows of texts.
#[derive(Debug, Clone)]
pub struct Table {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
    indent: usize,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: &[Align]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new(), indent: 0 }
    }

    /// With a margin of so many blanks.
    #[must_use]
    pub fn indent(mut self, blanks: usize) -> Self {
        self.indent = blanks;
        self
    }

    /// Adds a row; a row may be shorter than the table.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().take(self.columns.len()).collect());
    }

    /// The text: two blanks between columns, no blanks at the ends of lines.
    pub fn paint(&self) -> String {
        let mut widths = vec![0; self.columns.len()];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        let mut out = String::new();
        for row in &self.rows {
            let mut line = " ".repeat(self.indent);
            let columns = row.iter().zip(&widths).zip(&self.columns).filter(|((_, width), _)| **width > 0);
            for (i, ((cell, width), align)) in columns.enumerate() {
                if i > 0 {
                    line.push_str("  ");
                }
                line.push_str(&pad(cell, *width, *align));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

/// A text with blanks to a width in columns of a terminal; a longer text stays as it is.
pub fn pad(text: &str, width: usize, align: Align) -> String {
    let blanks = " ".repeat(width.saturating_sub(text.width()));
    match align {
        Align::Left => format!("{text}{blanks}"),
        Align::Right => format!("{blanks}{text}"),
    }
}

/// A paragraph broken at blanks: `indent` blanks before its first line (besides those that it has), two more before the
/// others.
pub fn paragraph(text: &str, indent: usize, width: usize) -> String {
    let own = text.len() - text.trim_start_matches(' ').len();
    let first = " ".repeat(indent + own);
    let rest = " ".repeat(indent + own + 2);
    let mut out = String::new();
    let mut line = first;
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.width() + 1 + word.width() > width {
            out.push_str(&line);
            out.push('\n');
            line.clone_from(&rest);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::{Align, Table, paragraph};

    #[test]
    fn paragraphs() {
        assert_eq!(paragraph("  one two three", 2, 12), "    one two\n      three\n");
        assert_eq!(paragraph("", 2, 12), "\n");
    }

    #[test]
    fn columns_line_up_in_two_scripts() {
        let mut table = Table::new(&[Align::Left, Align::Left, Align::Right]).indent(1);
        table.row(["兵".to_owned(), String::new(), "7".to_owned()]);
        table.row(["King".to_owned(), String::new(), "12".to_owned()]);
        assert_eq!(table.paint(), " 兵     7\n King  12\n");
    }
}
