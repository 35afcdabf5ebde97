//! One integration binary, in pipeline order.
#![allow(clippy::unwrap_used, missing_docs)]
// Tests and the slow oracle are written to be read sentence by sentence, not to be quick.
#![allow(
    clippy::assigning_clones,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::match_same_arms,
    clippy::needless_for_each,
    clippy::octal_escapes,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_self
)]

mod book;
mod box_shogi_data;
mod checks;
mod cli;
mod compare;
mod describe;
mod diagnostic_forms;
mod diagnostics;
mod diagnostics_book;
mod diagram;
mod expand;
mod four_seats;
mod fuzz_smoke;
mod hostile_files;
mod keywords;
mod laws;
mod layering;
mod oracle_data;
mod readme;
mod resolve;
mod shogi_data;
mod shogi_family;
mod shogi_peer;
mod small_games;
mod suites;
mod support;
mod syntax;
mod tafl_family;
mod usi;
