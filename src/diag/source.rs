//! Source files and spans: the minimum is stored, lines and columns are computed when a report is drawn.

/// Which source file a span points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u32);

/// A byte range of one source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both (of the first one's file).
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One source file: the name to show and the whole text (as read, byte order mark included).
#[derive(Debug, Clone)]
pub struct Source {
    /// Name shown in messages, usually the path as the user gave it.
    pub name: String,
    /// The text.
    pub text: String,
    /// The first byte of every line.
    line_starts: Vec<u32>,
}

impl Source {
    fn new(name: String, text: String) -> Self {
        let bytes = text.as_bytes();
        // A carriage return alone ends a line, too.
        let ends = |i: usize| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        let line_starts =
            std::iter::once(0).chain((0..bytes.len()).filter(|i| ends(*i)).map(|i| i as u32 + 1)).collect();
        Self { name, text, line_starts }
    }

    /// The line (from 1) that a byte stands in; past the end, the last one.
    pub fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|start| *start as usize <= byte)
    }

    /// How many lines there are; a text that ends with a line end has an empty one after it.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// First byte of a line (from 1) and the byte after its text: without line end, byte order mark and carriage return.
    pub fn line_bytes(&self, line: usize) -> (usize, usize) {
        let index = line.clamp(1, self.line_starts.len()) - 1;
        let mut start = self.line_starts[index] as usize;
        let mut end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| *next as usize - 1);
        if start == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            start = BYTE_ORDER_MARK.len_utf8();
        }
        if start < end && self.text.as_bytes()[end - 1] == b'\r' {
            end -= 1;
        }
        (start, end.max(start))
    }

    /// Line and column (both from 1; the column counts characters) of a byte. A byte past the end, or inside a character,
    /// counts as the nearest place before it that exists.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = self.clamp(byte);
        let line = self.line_of(byte);
        let (start, _) = self.line_bytes(line);
        (line, self.text.get(start..byte).map_or(0, |before| before.chars().count()) + 1)
    }

    /// The nearest character boundary at or before a byte.
    pub fn clamp(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

/// What some editors write at the start of a file; it is no part of the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// All files of one run: the game and its parents.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(Source::new(name.into(), text.into()));
        FileId((self.files.len() - 1) as u32)
    }

    /// The file of an id.
    pub fn get(&self, id: FileId) -> &Source {
        &self.files[id.0 as usize]
    }

    /// The file of an id, if there is one.
    pub fn find(&self, id: FileId) -> Option<&Source> {
        self.files.get(id.0 as usize)
    }

    /// The text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column (both from 1; the column counts characters) of the start of a span.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.get(span.file).line_column(span.start as usize)
    }
}
