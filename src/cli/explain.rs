//! `explain`: what a code or a word of the language means.

use clap::Args;
use serde::Serialize;

use crate::diag::{codes, explain, explain_word, nearest, words};
use crate::syntax::{english, twins};

use super::terminal::{Answer, Failure, Terminal, shown};

/// Explains a code of a message, or a word of the language
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  boardwright explain E0401\n  boardwright explain may not")]
pub struct Arguments {
    /// A code such as E0401, or a word or phrase
    #[arg(value_name = "CODE|WORD", required = true)]
    what: Vec<String>,

    /// The answer as one JSON object
    #[arg(long)]
    json: bool,
}

/// What `explain --json` says.
#[derive(Serialize)]
struct ExplainJson<'a> {
    title: &'a str,
    text: &'a str,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let what = arguments.what.iter().flat_map(|word| word.split_whitespace()).collect::<Vec<_>>().join(" ");
    let Some(entry) = explain(&what).or_else(|| explain_word(english(&what).unwrap_or(&what))) else {
        let word = what.to_lowercase();
        let code = what.to_uppercase();
        let chinese = twins().iter().filter_map(|twin| twin.chinese);
        let guess = nearest(&word, words().chain(chinese)).or_else(|| nearest(&code, codes()));
        let what = shown(&what);
        return Err(Failure::Refused(match guess {
            Some(guess) => format!("nothing is known about `{what}`; did you mean `{guess}`?"),
            None => {
                format!("nothing is known about `{what}`; it is neither a code of a message nor a word of the language")
            }
        }));
    };
    let (title, text) = entry.split_once('\n').unwrap_or((entry, ""));
    let title = title.trim_start_matches('#').trim();
    if arguments.json {
        terminal.json(&ExplainJson { title, text: text.trim() })?;
    } else {
        let title = if terminal.color { format!("\x1b[1m{title}\x1b[0m") } else { title.to_owned() };
        terminal.line(&title)?;
        terminal.write(&plain(text))?;
    }
    Ok(0)
}

/// The text of an entry without its marks: examples are set in.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut in_example = false;
    for line in text.trim_end().lines() {
        if line.starts_with("```") {
            in_example = !in_example;
            if in_example {
                out.push('\n');
            }
            continue;
        }
        if in_example {
            out.push_str("    ");
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}
