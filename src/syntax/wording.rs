//! An item as words: its statements without layout and comments, and places in its text. What two writings have in common when
//! only their layout differs.

use std::ops::Range;

use super::scan::{Kind, Token, joins, tokens};
use super::twins::{english, first};

/// The statements of an item, one a line, without layout and comments; two blanks before a line for each open brace. A row of a
/// picture is a line.
pub fn statements(text: &str) -> Vec<String> {
    let all: Vec<Token> = tokens(text, false).into_iter().filter(|t| t.kind != Kind::Comment).collect();
    let mut page = Page::default();
    for (index, token) in all.iter().enumerate() {
        match token.kind {
            Kind::Newline if page.goes_on(text, &all[index..]) => {}
            Kind::Newline | Kind::Sign(';') => page.end_line(),
            _ => page.token(text, &all, index),
        }
    }
    page.end_line();
    page.lines
}

/// The lines of `statements` as one, with `;` between statements.
pub fn one_line(statements: &[String]) -> String {
    let mut out = String::new();
    for line in statements {
        let line = line.trim_start();
        if !out.is_empty() {
            let glued =
                out.ends_with('{') || line.starts_with('}') || out.ends_with("\"\"\"") || line.starts_with("\"\"\"");
            out.push_str(if glued { " " } else { "; " });
        }
        out.push_str(line);
    }
    out
}

/// Where the first sign of a sort stands (`{`, `=`; full-width forms count), outside strings and comments.
pub fn find_sign(text: &str, sign: char) -> Option<Range<usize>> {
    tokens(text, false).into_iter().find(|t| t.kind == Kind::Sign(sign)).map(Token::range)
}

/// Where a word stands outside all brackets, strings and comments, first.
pub fn find_word(text: &str, word: &str) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    tokens(text, false)
        .into_iter()
        .find(|token| {
            match token.kind {
                Kind::Sign('(' | '[' | '{') => depth += 1,
                Kind::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.kind == Kind::Word && first(token.text(text)) == word
        })
        .map(Token::range)
}

/// The starts of the lines of an item (but its first) that stand outside its braces and strings.
pub fn outer_lines(text: &str) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut starts = Vec::new();
    for token in tokens(text, false) {
        match token.kind {
            Kind::Sign('{') => depth += 1,
            Kind::Sign('}') => depth = depth.saturating_sub(1),
            Kind::Newline if depth == 0 => starts.push(token.end as usize),
            _ => {}
        }
    }
    starts
}

/// Lines in the making.
#[derive(Default)]
struct Page {
    lines: Vec<String>,
    line: String,
    depth: usize,
    brackets: usize,
    /// The token before, if it stands on this line.
    last: Option<Token>,
}

impl Page {
    /// Does the statement go on behind this line break?
    fn goes_on(&self, text: &str, rest: &[Token]) -> bool {
        let next = rest.iter().position(|t| t.kind != Kind::Newline);
        let open = self.last.is_some_and(|t| matches!(t.kind, Kind::Sign(',' | '(' | '[')));
        let joins = next.is_some_and(|at| match rest[at].kind {
            Kind::Word => {
                let labelled = rest.get(at + 1).is_some_and(|t| t.kind == Kind::Sign(':'));
                joins(rest[at].text(text)) && !labelled
            }
            Kind::Sign(sign) => matches!(sign, '+' | '{' | ')' | ']'),
            _ => false,
        });
        open || joins || self.brackets > 0
    }

    fn end_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
        self.line.clear();
        self.last = None;
        self.brackets = 0;
    }

    fn token(&mut self, text: &str, all: &[Token], index: usize) {
        let token = all[index];
        match token.kind {
            Kind::Sign('{') => {
                self.put(text, all, index, "{");
                self.depth += 1;
                self.end_line();
                return;
            }
            Kind::Sign('}') => {
                self.end_line();
                self.depth = self.depth.saturating_sub(1);
                self.put(text, all, index, "}");
            }
            Kind::Picture => {
                self.put(text, all, index, "\"\"\"");
                let written = token.text(text);
                let inside = written.get(3..written.len().saturating_sub(3)).unwrap_or("");
                let rows: Vec<&str> = inside.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
                self.end_line();
                self.lines.extend(rows.into_iter().map(str::to_owned));
                self.line.push_str("\"\"\"");
            }
            Kind::String => {
                let written = token.text(text);
                let mut inside = written.chars();
                inside.next();
                inside.next_back();
                self.put(text, all, index, &format!("\"{}\"", inside.as_str()));
            }
            Kind::Dots => self.put(text, all, index, ".."),
            Kind::Sign(sign) => {
                match sign {
                    '(' | '[' => self.brackets += 1,
                    ')' | ']' => self.brackets = self.brackets.saturating_sub(1),
                    _ => {}
                }
                self.put(text, all, index, sign.encode_utf8(&mut [0; 4]));
            }
            // A keyword is one word in both languages; a label is what it is.
            Kind::Word if all.get(index + 1).is_none_or(|next| next.kind != Kind::Sign(':')) => {
                let word = token.text(text);
                self.put(text, all, index, english(word).unwrap_or(word));
            }
            _ => self.put(text, all, index, token.text(text)),
        }
        self.last = Some(token);
    }

    fn put(&mut self, text: &str, all: &[Token], index: usize, word: &str) {
        if self.line.is_empty() {
            self.line.push_str(&"  ".repeat(self.depth));
        } else if self.blank_before(text, all, index) {
            self.line.push(' ');
        }
        self.line.push_str(word);
    }

    /// Does a blank stand between the token before and this one?
    fn blank_before(&self, text: &str, all: &[Token], index: usize) -> bool {
        let (Some(last), token) = (self.last, all[index]) else { return true };
        let number = |token: Option<&Token>| {
            token.is_some_and(|t| t.kind == Kind::Word && t.text(text).bytes().all(|b| b.is_ascii_digit()))
        };
        match (last.kind, token.kind) {
            (_, Kind::Sign(',' | ';' | ':' | ')' | ']') | Kind::Dots) | (Kind::Sign('(' | '[') | Kind::Odd(_), _) => {
                false
            }
            // `1..3` against `2.. enemy piece`
            (Kind::Dots, _) => last.end < token.start,
            // The second number of a vector.
            (Kind::Sign(','), _) => {
                let before = index >= 2 && number(all.get(index - 2));
                let after = matches!(token.kind, Kind::Odd(_) | Kind::Sign('+')) || number(Some(&token));
                !(self.brackets > 0 && before && after)
            }
            // `+R` against `A + B`
            (Kind::Sign('+'), _) => {
                let glued = last.end == token.start;
                let apart = index >= 2 && all[index - 2].end < last.start;
                !(glued && apart)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{find_word, one_line, statements};

    #[test]
    fn layout_and_comments_do_not_count() {
        let one = "terrain throne {only King stops ;hostile to King  # while it is empty\n}";
        let other = "terrain  throne\n{\n  only King stops\n\n  hostile to\n  King }";
        assert_eq!(statements(one), ["terrain throne {", "  only King stops", "  hostile to King", "}"]);
        assert_eq!(statements(other).len(), 5, "a line break ends a statement");
        assert_eq!(one_line(&statements(one)), "terrain throne { only King stops; hostile to King }");
        assert_eq!(
            statements("count points = 5 for each own big in camp,\n  own hand\n + 1 for Gote"),
            ["count points = 5 for each own big in camp, own hand + 1 for Gote"]
        );
    }

    #[test]
    fn signs_and_pictures() {
        assert_eq!(
            statements("piece Horse +B “馬” ｛ moves leap ( -1,2 ),(1, 2) ｝"),
            ["piece Horse +B \"馬\" {", "  moves leap (-1,2), (1,2)", "}"]
        );
        assert_eq!(statements("setup \"\"\"\n ab\n  ..\n\"\"\""), ["setup \"\"\"", "ab", "..", "\"\"\""]);
        assert_eq!(find_word("region r = a1, b1 (when not except-x) except c1", "except"), Some(38..44));
    }
}
