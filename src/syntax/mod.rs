//! From text to the file as written: spans and names, no judgement.

pub mod ast;
mod build_ast;
mod grammar;
mod scan;

use pest::Parser;

use self::build_ast::Builder;
use self::grammar::{GameParser, Rule};
use crate::diag::{Diagnostics, FileId, Span};

/// Reads a game file. Never fails: what cannot be read is reported and left out of the file.
pub fn parse(file: FileId, text: &str) -> (ast::GameFile, Diagnostics) {
    let mut tree = ast::GameFile { game: None, items: Vec::new(), span: Span::new(file, 0, text.len()) };
    let mut diagnostics = Diagnostics::new();
    let scan = scan::scan(text);
    let mut builder = Builder::new(file, text, &scan.tokens);
    for segment in &scan.segments {
        let slice = &text[segment.bytes.clone()];
        if segment.skipped {
            builder.unread(segment.bytes.start, segment.bytes.end, &mut tree);
            continue;
        }
        let closed;
        let slice = if segment.missing == 0 {
            slice
        } else {
            closed = format!("{slice}\n{}", "}".repeat(segment.missing));
            &closed
        };
        match GameParser::parse(Rule::file, slice) {
            Ok(pairs) => builder.segment(segment.bytes.start, pairs, &mut tree),
            Err(_) => builder.unread(segment.bytes.start, segment.bytes.end, &mut tree),
        }
    }
    for bad in &builder.bad {
        diagnostics.push(crate::diag::Diagnostic::new(
            crate::diag::code::EXPECTED,
            bad.span,
            "this sentence cannot be read",
        ));
    }
    tree.game = builder.games.first().cloned();
    (tree, diagnostics)
}
