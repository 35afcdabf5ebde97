//! Loads a file and the files that it extends.

use crate::diag::{Diagnostic, Diagnostics, FileId, Severity, Sources, code};
use crate::syntax::{ast::GameFile, english, parse};

use super::Loader;

/// Longest chain of files that extend each other.
pub(super) const MOST_FILES: usize = 32;

/// Largest file, in bytes.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// A game file and its ancestors, the oldest first. Never empty; the game itself is the last.
pub(super) struct Chain {
    /// The files.
    pub files: Vec<GameFile>,
    /// Some parent could not be loaded, so that a name may be missing through no fault of this file.
    pub broken: bool,
    /// Something in the files could not be read.
    pub damaged: bool,
    /// Something in one of the parents could not be read.
    pub parent_damaged: bool,
}

/// Loads `name` and every file that it extends, the oldest first.
pub(super) fn load(
    name: &str,
    text: &str,
    loader: &mut Loader<'_>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Chain {
    let mut names = vec![name.to_owned()];
    let mut files = vec![read(name, text, sources, diagnostics)];
    let mut broken = false;
    let own_faults = diagnostics.list.len();
    while let Some(parent) = files.last().and_then(|file| file.game.as_ref()).and_then(|game| game.extends.clone()) {
        let child = names.last().map_or("", String::as_str);
        let fault = match loader(&parent.text, child) {
            Err(reason) => Diagnostic::new(
                code::FILE_NOT_FOUND,
                parent.span,
                format!("the parent `{}` cannot be read", parent.text),
            )
            .label(reason)
            .help("write the name of the parent as it is seen from this file, `extends \"parent.game\"`"),
            Ok((shown, _)) if names.contains(&shown) => {
                let start = names.iter().position(|n| *n == shown).unwrap_or(0);
                let ring: Vec<&str> = names[start..].iter().map(String::as_str).chain([shown.as_str()]).collect();
                let title = if ring.len() == 2 {
                    format!("`{shown}` extends itself")
                } else {
                    format!("files extend each other in a ring: {}", ring.join(" -> "))
                };
                Diagnostic::new(code::EXTENDS_RING, parent.span, title)
                    .help("one of these files must stand on its own: take its `extends` away")
            }
            Ok(_) if names.len() >= MOST_FILES => {
                Diagnostic::new(code::TOO_LARGE, parent.span, format!("more than {MOST_FILES} files extend each other"))
                    .help("let the file extend an ancestor nearer to the beginning")
            }
            Ok((shown, text)) if !begins_as_a_game(&text) => {
                Diagnostic::new(code::FILE_NOT_FOUND, parent.span, format!("the parent `{shown}` is no game file"))
                    .label("its first line is not `game \"Title\"`")
                    .help("name a game file; if it should be one, `check` it alone")
            }
            Ok((shown, text)) => {
                files.push(read(&shown, &text, sources, diagnostics));
                names.push(shown);
                continue;
            }
        };
        diagnostics.push(fault);
        broken = true;
        break;
    }
    files.reverse();
    let parent_damaged = !broken && diagnostics.list[own_faults..].iter().any(|d| d.severity == Severity::Error);
    Chain { files, broken, damaged: diagnostics.has_errors(), parent_damaged }
}

/// Does the text begin with a `game` line, as all game files do?
///
/// A parent is named by a file and not by the user: of a text that is no game nothing is quoted.
pub fn begins_as_a_game(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    let first = first.trim_start_matches(';').trim_start();
    let word = first.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    // `game: …` is another kind of file.
    (word.eq_ignore_ascii_case("game") || english(word) == Some("game"))
        && !first[word.len()..].trim_start().starts_with([':', '='])
}

fn read(name: &str, text: &str, sources: &mut Sources, diagnostics: &mut Diagnostics) -> GameFile {
    let id: FileId = sources.add(name, text);
    if text.len() > MOST_BYTES {
        let span = crate::diag::Span::new(id, 0, 0);
        diagnostics.push(
            Diagnostic::new(
                code::TOO_LARGE,
                span,
                format!("the file has {} bytes; at most {MOST_BYTES} are read", text.len()),
            )
            .help("a game file is a few pages of text; is this one?"),
        );
        return GameFile { game: None, items: Vec::new(), span };
    }
    let (file, found) = parse(id, text);
    diagnostics.extend(found);
    file
}
