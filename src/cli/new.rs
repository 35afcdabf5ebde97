//! `new`: a file to begin with, built on another game or copied from it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use clap::Args;

use crate::rules::Ruleset;
use crate::rules::model::{OptionDef, OptionValues};

use super::lines::{reason, unwritable};
use super::load::{GameArguments, expanded, load};
use super::terminal::{Answer, Failure, Terminal};

/// Writes a new game file that builds on another one
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright new my-game --from other.game\n  boardwright new my-game --from other.game --copy"
)]
pub struct Arguments {
    /// Its name; the file is NAME.game
    #[arg(value_name = "NAME")]
    name: PathBuf,

    /// The game to begin with
    #[arg(long, value_name = "GAME")]
    from: PathBuf,

    /// Copies the whole game into the new file, its parents merged, instead of building on it
    #[arg(long)]
    copy: bool,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let (path, title) = names(&arguments.name)?;
    if path.exists() {
        return Err(already(&path));
    }
    // A parent with errors would make a child with errors.
    let parent = load(terminal, &GameArguments { file: arguments.from.clone(), set: Vec::new() })?;
    let text = if arguments.copy {
        expanded(terminal, &parent, &[], Some(&title))?
    } else {
        let parent_name = seen_from(&arguments.from, &path)?;
        skeleton(&title, &parent_name, &parent.rules)
    };
    let written = std::fs::File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    match written {
        Ok(()) => {
            let name = path.display().to_string();
            let quote =
                if name.contains(|c: char| c.is_whitespace() || "'&;()$`\\*?<>|".contains(c)) { "\"" } else { "" };
            terminal.line(&format!("{name} written; try: boardwright show {quote}{name}{quote}"))?;
            Ok(0)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(already(&path)),
        Err(error) => Err(Failure::Trouble(format!("cannot write `{}`: {}", path.display(), unwritable(&error)))),
    }
}

fn already(path: &Path) -> Failure {
    Failure::Trouble(format!("`{}` is there already; choose another name, or remove it first", path.display()))
}

/// The path of the new file and the title of the game.
fn names(name: &Path) -> Result<(PathBuf, String), Failure> {
    let mut file = name.file_name().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(stem) = file.strip_suffix(".game") {
        file = stem.to_owned();
    }
    if file.is_empty() || file.contains(['"', '“', '”', '「', '」', '\u{fffd}']) || file.contains(char::is_control)
    {
        return Err(Failure::Trouble(format!(
            "`{}` is no name for a game; use letters, digits and hyphens",
            name.display()
        )));
    }
    Ok((name.with_file_name(format!("{file}.game")), file))
}

/// How the new file names its parent.
fn seen_from(parent: &Path, child: &Path) -> Result<String, Failure> {
    if parent.as_os_str() == "-" {
        return Err(Failure::Trouble("a game cannot build on standard input; name a file".to_owned()));
    }
    let folder = match child.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let whole = |path: &Path| {
        std::fs::canonicalize(path)
            .map_err(|e| Failure::Trouble(format!("cannot read `{}`: {}", path.display(), reason(&e))))
    };
    if !folder.is_dir() {
        return Err(Failure::Trouble(format!("there is no folder `{}`; make it first", folder.display())));
    }
    let (folder, parent) = (whole(folder)?, whole(parent)?);
    let relative = between(&folder, &parent);
    let text = relative.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
    if text.contains('"') || text.contains(char::is_control) {
        return Err(Failure::Trouble(format!("the path `{text}` cannot stand in a game file; rename the file first")));
    }
    Ok(text)
}

/// The way from a folder to a file; both are whole paths without links.
fn between(folder: &Path, file: &Path) -> PathBuf {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), file.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return file.to_path_buf();
    }
    std::iter::repeat_n(Component::ParentDir, from.len() - common).chain(to[common..].iter().copied()).collect()
}

fn skeleton(title: &str, parent: &str, rules: &Ruleset) -> String {
    let mut out = format!("game \"{title}\" extends \"{parent}\"\n\n");
    let _ = writeln!(out, "# All rules of {} hold here, unless this file says otherwise:", one_line(&rules.title));
    out.push_str("#   set OPTION = VALUE      changes an option\n");
    out.push_str("#   replace …               says something again in another way\n");
    out.push_str("#   remove …                takes something away\n");
    out.push_str("#   add to …                adds to a block\n");
    if !rules.options.is_empty() {
        out.push_str("\n# Options. Take away the first `#` of a line to change it.\n");
        let width =
            rules.options.iter().map(|o| o.name.chars().count() + other_value(o).chars().count()).max().unwrap_or(0);
        for option in &rules.options {
            let value = other_value(option);
            let blanks = " ".repeat(width - option.name.chars().count() - value.chars().count());
            let choices = match &option.values {
                OptionValues::Switch => String::new(),
                OptionValues::Range(from, to) => format!(" ({from} to {to})"),
                OptionValues::Words(words) => format!(" ({})", words.join(", ")),
            };
            let _ = writeln!(out, "# set {} = {value}{blanks}   # {}{choices}", option.name, one_line(&option.help));
        }
    }
    out
}

/// A value that the option does not have now.
fn other_value(option: &OptionDef) -> String {
    match &option.values {
        OptionValues::Switch => (if option.value == "on" { "off" } else { "on" }).to_owned(),
        OptionValues::Range(..) => option.value.clone(),
        OptionValues::Words(words) => words.iter().find(|w| **w != option.value).unwrap_or(&option.value).clone(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::between;
    use std::path::Path;

    #[test]
    fn the_way_from_folder_to_file() {
        let way = |folder, file| between(Path::new(folder), Path::new(file)).display().to_string();
        assert_eq!(way("/a/b", "/a/b/c.game"), "c.game");
        assert_eq!(way("/a/b", "/a/d/c.game"), "../d/c.game");
        assert_eq!(way("/", "/c.game"), "c.game");
    }
}
