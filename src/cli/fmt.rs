//! `fmt`: game files in their canonical form.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::diag::render::{Look, human};
use crate::diag::{Diagnostics, Sources};
use crate::syntax::{self, Keywords};

use super::lines::unwritable;
use super::load::read;
use super::terminal::{Answer, Failure, Terminal, tell};

/// Writes game files in their canonical form
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright fmt my-game.game\n  boardwright fmt --check games/*.game\n  boardwright fmt - < my-game.game\n  boardwright fmt --keywords zh my-game.game\n\n\
    Comments stay. A file with errors is left as it is."
)]
pub struct Arguments {
    /// The game files; `-` reads standard input and writes to standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Changes nothing: lists the files that would change; status 1 if there are any
    #[arg(long)]
    check: bool,

    /// Writes the keywords in this language, whatever they are in; without it they stay
    #[arg(long, value_name = "LANGUAGE")]
    keywords: Option<Language>,
}

/// A language of keywords, as it is named on the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Language {
    /// Chinese: 棋子, 不得
    Zh,
    /// English: piece, may not
    En,
}

impl From<Language> for Keywords {
    fn from(language: Language) -> Self {
        match language {
            Language::Zh => Keywords::Chinese,
            Language::En => Keywords::English,
        }
    }
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let mut status = 0;
    for file in &arguments.files {
        match one(terminal, file, arguments) {
            Ok(one) => status = status.max(one),
            // The other files are still worth a try.
            Err(Failure::Trouble(message)) => {
                terminal.error(&message);
                status = 2;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(status)
}

fn one(terminal: &mut Terminal, path: &Path, arguments: &Arguments) -> Answer {
    let from_stdin = path.as_os_str() == "-";
    let name = if from_stdin { "<stdin>".to_owned() } else { path.display().to_string() };
    let text = read(path).map_err(|why| Failure::Trouble(format!("cannot read `{name}`: {why}")))?;
    let formatted = match format(&name, &text, arguments.keywords.map(Keywords::from)) {
        Ok(formatted) => formatted,
        Err((diagnostics, sources)) => {
            let look = Look { color: terminal.color_err, ..Look::default() };
            tell(human(&diagnostics, &sources, look).trim_end());
            tell("");
            terminal.error(&format!("`{name}` has errors and is left as it is"));
            return Ok(1);
        }
    };
    if arguments.check {
        if formatted != text {
            terminal.line(&name)?;
            return Ok(1);
        }
    } else if from_stdin {
        terminal.write(&formatted)?;
    } else if formatted != text {
        replace(path, &formatted)
            .map_err(|e| Failure::Trouble(format!("cannot write `{name}`: {}", unwritable(&e))))?;
    }
    Ok(0)
}

/// Puts a new text in the place of a file, all of it or nothing; who may read and write it stays the same.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    // Where the path is a link, the file behind it is meant.
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = fs::File::create_new(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::set_permissions(&temporary, permissions))
        .and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn format(name: &str, text: &str, keywords: Option<Keywords>) -> Result<String, (Diagnostics, Sources)> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    syntax::format_in(file, text, keywords).map_err(|diagnostics| (diagnostics, sources))
}
