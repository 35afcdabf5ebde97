//! Boards drawn: the layout is made once, painters turn it into text. Pure functions to `String`.

mod layout;
pub mod movement;
mod signs;
pub mod svg;
pub mod table;
mod text;

pub use layout::{Faces, Last, Layout, Piece, Shade, Square, face, initials, layout};
pub use signs::{Sign, signs, used};
pub use text::{Look, legend, paint};
