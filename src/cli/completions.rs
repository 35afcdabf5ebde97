//! `completions`: the words of this command line, for a shell.

use clap::Args;
use clap_complete::Shell;

use super::terminal::{Answer, Failure, Terminal};

/// Prints a script that teaches a shell to complete the commands
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  boardwright completions bash > ~/.local/share/bash-completion/completions/boardwright"
)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments, command: &mut clap::Command) -> Answer {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "boardwright", &mut script);
    let script = String::from_utf8(script).map_err(|e| Failure::Trouble(format!("cannot write the script: {e}")))?;
    terminal.write(&script)?;
    Ok(0)
}
