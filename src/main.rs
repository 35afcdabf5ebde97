//! The `boardwright` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(boardwright::cli::run(std::env::args_os()))
}
