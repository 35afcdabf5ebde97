//! The catalogue of codes. Codes are never reused; `docs/diagnostics.md` explains each one.
//!
//! Ranges: 01xx text and syntax, 02xx files, inheritance and options, 03xx names, 04xx sets, conditions and paths,
//! 05xx whole-game checks, 09xx limits and what cannot run yet.

use super::diagnostic::Severity;

/// A code of the catalogue: `E` error, `W` warning, `N` note, and four digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl Code {
    /// The severity that its letter says.
    pub fn severity(self) -> Severity {
        match self.0.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            Some(b'N') => Severity::Note,
            _ => Severity::Error,
        }
    }
}
