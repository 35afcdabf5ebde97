//! The parser that pest makes of `grammar/game.pest`.

#![allow(missing_docs)] // the rules are documented in the grammar

use pest_derive::Parser;

/// Parses text by the rules of the grammar.
#[derive(Parser)]
#[grammar = "../grammar/game.pest"]
pub(super) struct GameParser;
