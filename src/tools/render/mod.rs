//! Boards drawn: the layout is made once, painters turn it into text. Pure functions to `String`.

mod layout;
pub mod table;
mod text;

pub use layout::{Faces, Last, Layout, Piece, Shade, Square, initials, layout};
pub use text::{Look, legend, paint};
