//! A stream of lines that never holds more than one of them, and knows when the writer is waiting for an answer.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use super::terminal::Failure;

/// One line of a stream, without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text.
    Text(String),
    /// It is longer than what was allowed; it was skipped.
    TooLong,
    /// It is no text; the byte (from 0) where it stops to be UTF-8.
    NotText(usize),
}

/// Lines of a file or of standard input.
pub struct Lines {
    reader: BufReader<Box<dyn Read>>,
    name: String,
    longest: usize,
}

impl Lines {
    /// Opens a file, or standard input for `-`. Lines longer than `longest` bytes are skipped.
    pub fn open(path: &Path, longest: usize) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self::new(Box::new(std::io::stdin()), "standard input", longest));
        }
        let name = path.display().to_string();
        match File::open(path) {
            Ok(_) if path.is_dir() => Err(Failure::Trouble(format!("`{name}` is a directory, not a file of lines"))),
            Ok(file) => Ok(Self::new(Box::new(file), &name, longest)),
            Err(error) => Err(Failure::Trouble(format!("cannot read `{name}`: {}", reason(&error)))),
        }
    }

    /// Lines of any reader.
    pub fn new(reader: Box<dyn Read>, name: &str, longest: usize) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, reader), name: name.to_owned(), longest }
    }

    /// Nothing more has arrived yet: whoever writes may be waiting for an answer.
    pub fn is_waiting(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Line>, Failure> {
        let mut line: Vec<u8> = Vec::new();
        let mut too_long = false;
        let mut seen = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Trouble(format!("cannot read {}: {}", self.name, reason(&error)))),
            };
            if buffer.is_empty() {
                if !seen {
                    return Ok(None);
                }
                break;
            }
            seen = true;
            let end = buffer.iter().position(|b| *b == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            if line.len() + part.len() > self.longest {
                too_long = true;
                line.clear();
            }
            if !too_long {
                line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if too_long {
            return Ok(Some(Line::TooLong));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(match String::from_utf8(line) {
            Ok(text) => Line::Text(text),
            Err(error) => Line::NotText(error.utf8_error().valid_up_to()),
        }))
    }
}

/// An IO error in words that do not change from system to system, where that is possible.
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}

/// Why a file cannot be written, in words.
pub fn unwritable(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::PermissionDenied => "it may not be written".to_owned(),
        _ => reason(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Lines};
    use std::io::Cursor;

    fn all(bytes: &'static [u8], longest: usize) -> Vec<Line> {
        let mut lines = Lines::new(Box::new(Cursor::new(bytes)), "test", longest);
        std::iter::from_fn(|| lines.next().ok().flatten()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn line_ends() {
        assert_eq!(all(b"", 10), []);
        assert_eq!(all(b"\n", 10), [text("")]);
        assert_eq!(all(b"a\r\n\nb", 10), [text("a"), text(""), text("b")]);
    }

    #[test]
    fn bad_lines_do_not_stop_the_stream() {
        assert_eq!(all(b"aaaaaaaaaaaa\nb\xff\nc\n", 10), [Line::TooLong, Line::NotText(1), text("c")]);
    }
}
