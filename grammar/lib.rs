//! The parser that pest makes of `game.pest`.

use pest_derive::Parser;

/// Parses text by the rules of the grammar.
#[derive(Parser)]
#[grammar = "game.pest"]
pub struct GameParser;
