//! One integration binary, in pipeline order.
#![allow(clippy::unwrap_used, missing_docs)]

mod book;
mod box_shogi_data;
mod checks;
mod cli;
mod describe;
mod diagnostic_forms;
mod diagnostics;
mod diagnostics_book;
mod hostile_files;
mod laws;
mod layering;
mod oracle_data;
mod readme;
mod resolve;
mod shogi_data;
mod small_games;
mod suites;
mod support;
mod syntax;
mod tafl_family;
