//! The README tells the truth: its games check clean, its commands print what it says, its error message is the real one.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The file that the error message of the README is about.
const BROKEN: &str = r#"game "My Brandub"
board 7 x 7
player Black
player White
piece Soldier S for Black b, White w { walks slid orthogonal }
piece King K for White k { walks slide orthogonal }
terrain corners { only Kng enters }
escape: White wins when King on corners
setup "bb3bb/7/3w3/2wkw2/3w3/7/bb3bb"
"#;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).unwrap()
}

/// The bodies of the fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let text = readme();
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_string()).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A fresh folder with the games in it, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("boardwright-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        copy(&root().join("games"), &path.join("games"));
        Self(path)
    }

    /// Standard output and standard error, one after the other.
    fn run(&self, args: &[&str]) -> (String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_boardwright")).args(args).current_dir(&self.0).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn its_games_are_fine() {
    let folder = Folder::new("readme-games");
    let games = blocks("game");
    assert!(games.len() >= 2);
    for (index, game) in games.iter().enumerate() {
        let file = format!("games/tafl/readme-{index}.game");
        std::fs::write(folder.0.join(&file), game).unwrap();
        let (out, _) = folder.run(&["check", &file]);
        assert!(out.contains(": fine ("), "{file}: {out}");
    }
    assert_eq!(games[0].trim(), without_comments(&root().join("games/small/breakthrough.game")).trim());
}

fn without_comments(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines.join("\n").replace("\n\n\n", "\n\n")
}

#[test]
fn its_commands_print_what_it_says() {
    let folder = Folder::new("readme-commands");
    let console = blocks("console").concat();
    let commands: Vec<&str> = console.split("$ boardwright ").skip(1).collect();
    assert_eq!(commands.len(), 5);
    for command in commands {
        let (line, wanted) = command.split_once('\n').unwrap();
        let args: Vec<&str> = line.split(' ').collect();
        let (out, err) = folder.run(&args);
        let printed = if out.trim().is_empty() { err } else { out };
        assert_eq!(printed.trim(), wanted.trim(), "boardwright {line}");
    }
}

#[test]
fn its_error_message_is_the_real_one() {
    let folder = Folder::new("readme-error");
    std::fs::write(folder.0.join("my.game"), BROKEN).unwrap();
    let (_, err) = folder.run(&["check", "my.game"]);
    let wanted = blocks("text").concat();
    assert!(err.contains(wanted.trim()), "{err}");
}
