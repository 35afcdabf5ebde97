//! Sources, spans, diagnostics and their renderers. Nothing here knows the language.

pub mod code;
mod count;
mod diagnostic;
mod excerpt;
mod explain;
pub mod render;
mod source;
mod suggest;

pub use code::Code;
pub use count::counted;
pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use explain::{codes, explain, explain_word, words};
pub use source::{FileId, Source, Sources, Span};
pub use suggest::{half_width, nearest, nearest_first};
