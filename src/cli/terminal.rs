//! Where words go: results to standard output, everything else to standard error, with or without colour.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

use clap::ValueEnum;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Why a command stops early.
#[derive(Debug)]
pub enum Failure {
    /// Nobody reads the output any more: no error.
    Closed,
    /// What is wrong has been said; status 1.
    Said,
    /// The question cannot be answered with yes (a refused position, a file with a fault); status 1.
    Refused(String),
    /// Usage or IO; status 2.
    Trouble(String),
}

/// What a command returns: its exit status.
pub type Answer = Result<u8, Failure>;

/// The two streams of a run.
pub struct Terminal {
    out: BufWriter<Stdout>,
    /// Colours on standard output.
    pub color: bool,
    /// Colours on standard error.
    pub color_err: bool,
}

impl Terminal {
    /// The streams of this process.
    pub fn new(color: When) -> Self {
        let wanted = |is_terminal: bool| match color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                is_terminal
                    && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                    && std::env::var_os("TERM").is_none_or(|v| v != "dumb")
            }
        };
        let is_terminal = io::stdout().is_terminal();
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            color: wanted(is_terminal),
            color_err: wanted(io::stderr().is_terminal()),
        }
    }

    /// Writes text to standard output as it is.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).map_err(|e| stopped(&e))
    }

    /// Writes a line to standard output.
    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text)?;
        self.write("\n")
    }

    /// Writes a value as one line of JSON to standard output.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, value).map_err(|e| stopped(&e.into()))?;
        self.write("\n")
    }

    /// Hands everything written so far to the reader.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|e| stopped(&e))
    }

    /// Says on standard error what went wrong.
    pub fn error(&self, message: &str) {
        let word = if self.color_err { "\x1b[1;31merror:\x1b[0m" } else { "error:" };
        tell(&format!("{word} {}", harmless(message)));
    }
}

fn stopped(error: &io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        Failure::Closed
    } else {
        Failure::Trouble(format!("cannot write the answer: {error}"))
    }
}

/// Writes a line to standard error; if that is closed, nobody wants to know.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A text from outside as it may be said: not too long, and nothing in it that a terminal would obey.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    let text = if text.chars().count() > LONGEST {
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    };
    harmless(&text)
}

/// Control characters are shown, not sent.
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

/// `1 move`, `2 moves`, `1,234 moves`.
pub fn counted(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{} {one}s", thousands(number)) }
}

/// `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
