//! The command line as a user meets it: for every command the status, standard output and standard error, always all three.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const SIEGE: &str = "tests/fixtures/cli/siege.game";
const SHIFTED: &str = "tests/fixtures/cli/shifted.game";
const BROKEN: &str = "tests/fixtures/cli/broken.game";

/// A position of the siege with something to take, to drop and to be forbidden.
const SKIRMISH: &str = r#"{"board":{"c1":["Red","D"],"c5":["Blue","D"],"c2":["Red","M"],"d2":["Red","M"],"d3":["Blue","W"],"a4":["Red","C"],"b4":["Blue","M"]},"to_move":"Red","hands":{"Red":{"M":1}}}"#;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env_remove("NO_COLOR").env("COLUMNS", "100");
    command
}

fn start(args: &[&str]) -> Child {
    command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Status, standard output, standard error.
pub fn run(args: &[&str], stdin: &str) -> (i32, String, String) {
    let mut child = start(args);
    let mut input = child.stdin.take().unwrap();
    let text = stdin.to_owned();
    let writer = std::thread::spawn(move || {
        // A command that reads nothing may be gone already.
        let _ = input.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The run as a page of a book.
fn page(args: &[&str], stdin: &str) -> String {
    let (status, out, err) = run(args, stdin);
    let mut page = String::from("$ boardwright");
    for arg in args {
        let plain = !arg.is_empty() && arg.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=,+*".contains(c));
        let _ = if plain { write!(page, " {arg}") } else { write!(page, " '{arg}'") };
    }
    page.push('\n');
    if !stdin.is_empty() {
        let _ = write!(page, "--- stdin\n{}\n", stdin.trim_end());
    }
    let _ = writeln!(page, "--- status {status}");
    for (name, text) in [("stdout", out), ("stderr", err)] {
        if !text.is_empty() {
            let _ = write!(page, "--- {name}\n{text}");
        }
    }
    page
}

fn pages(runs: &[&[&str]]) -> String {
    runs.iter().map(|args| page(args, "")).collect::<Vec<_>>().join("\n")
}

macro_rules! assert_pages {
    ($text:expr) => {
        insta::with_settings!({
            filters => vec![(r"\d+\.\d{3} s, [\d,]+ (nodes|plies)/s", "[time], [speed] $1/s")],
            omit_expression => true,
        }, { insta::assert_snapshot!($text) });
    };
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self.path(name)
    }

    /// A run whose paths do not depend on where the folder is.
    fn run(&self, args: &[&str], stdin: &str) -> (i32, String, String) {
        let (status, out, err) = run(args, stdin);
        let folder = format!("{}/", self.0.display());
        (status, out.replace(&folder, ""), err.replace(&folder, ""))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

// ---- usage -----------------------------------------------------------------------------------------------------

const COMMANDS: [&str; 15] = [
    "check",
    "fmt",
    "explain",
    "new",
    "show",
    "piece",
    "moves",
    "why",
    "compare",
    "perft",
    "replay",
    "playout",
    "play",
    "test",
    "completions",
];

#[test]
fn every_command_has_help_with_an_example() {
    let (status, top, err) = run(&["--help"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    for name in COMMANDS {
        assert!(top.contains(&format!("\n  {name} ")), "{name} is not listed:\n{top}");
        let (status, out, err) = run(&[name, "--help"], "");
        assert_eq!((status, err.as_str()), (0, ""), "{name}");
        assert!(
            out.contains("Example") && out.contains(&format!("boardwright {name}")),
            "{name} shows no example:\n{out}"
        );
    }
}

#[test]
fn usage() {
    assert_pages!(pages(&[
        &[],
        &["--help"],
        &["moves", "--help"],
        &["selfplay"],
        &["shwo", SIEGE],
        &["moves"],
        &["perft", SIEGE, "many"],
        &["moves", SIEGE, "--threads", "0"],
        &["moves", SIEGE, "--position", "x", "--positions", "y"],
    ]));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (status, out, err) = run(&["completions", shell], "");
        assert_eq!((status, err.as_str()), (0, ""), "{shell}");
        assert!(COMMANDS.iter().all(|name| out.contains(name)), "{shell}");
    }
}

// ---- files -----------------------------------------------------------------------------------------------------

#[test]
fn check() {
    assert_pages!(pages(&[
        &["check", SIEGE, SHIFTED],
        &["check", BROKEN],
        &["check", "--format", "short", BROKEN, SIEGE],
        &["check", "--json", SIEGE],
        &["check", SIEGE, "--set", "proud=on", "--set", "speed=fast"],
        &["check", SIEGE, "--set", "prod=on"],
        &["check", SIEGE, "--set", "speed=quick"],
        &["check", SIEGE, "--set", "speed"],
        &["check", "tests/fixtures/cli/seige.game", SIEGE],
        &["check", "tests/fixtures/cli/siege"],
        &["check", "tests/fixtures/cli"],
        &["check", "nowhere/siege.game"],
    ]));
}

#[test]
fn check_reads_standard_input() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(BROKEN)).unwrap();
    assert_pages!(page(&["check", "-", "--format", "short"], &text));
}

#[test]
fn files_that_are_no_text() {
    let folder = Folder::new("no-text");
    let latin = folder.write("latin.game", b"game \"Caf\xe9\"\n");
    let wide = folder.write("wide.game", b"\xff\xfeg\0a\0m\0e\0");
    let large = folder.write("large.game", &vec![b' '; (16 << 20) + 1]);
    let mut book = String::new();
    for file in [&latin, &wide, &large] {
        let (status, out, err) = folder.run(&["check", file], "");
        let _ = writeln!(book, "status {status}\n{out}{err}");
    }
    assert_pages!(book);
}

#[test]
fn a_parent_is_looked_for_beside_its_child() {
    let folder = Folder::new("parents");
    folder.write("parent.game", b"game \"P\"\nboard 3 x 3\nplayer A\nplayer B\npiece M { moves step any }\nA wins when no B M\nB wins when no A M\nsetup \"\"\"\nmmm\n...\nMMM\n\"\"\"\n");
    std::fs::create_dir(folder.0.join("below")).unwrap();
    let child = folder.write("below/child.game", b"game \"C\" extends \"../parent.game\"\n");
    let orphan = folder.write("below/orphan.game", b"game \"C\" extends \"parent.game\"\n");
    let mut book = String::new();
    for file in [&child, &orphan] {
        let (status, out, err) = folder.run(&["check", file], "");
        let _ = writeln!(book, "status {status}\n{out}{err}");
    }
    assert_pages!(book);
}

#[test]
fn new_files() {
    let folder = Folder::new("new");
    let parent = folder.write("siege.game", &std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(SIEGE)).unwrap());
    folder.write("shifted.game", b"game \"Shifted\" extends \"siege.game\"\nset speed = fast\n");
    std::fs::create_dir(folder.0.join("mine")).unwrap();
    let mut book = String::new();
    for args in [
        &["new", &folder.path("mine/first"), "--from", &parent][..],
        &["new", &folder.path("mine/first.game"), "--from", &parent],
        &["new", &folder.path("mine/second"), "--from", &folder.path("shifted.game"), "--copy"],
        &["new", &folder.path("mine/third"), "--from", &folder.path("sieg.game")],
        &["new", &folder.path("elsewhere/fourth"), "--from", &parent],
        &["new", "--from", &parent, "a\"b"],
    ] {
        let (status, out, err) = folder.run(args, "");
        let _ = writeln!(book, "status {status}\n{out}{err}");
    }
    for name in ["mine/first.game", "mine/second.game"] {
        let (status, out, err) = folder.run(&["check", &folder.path(name)], "");
        let text = std::fs::read_to_string(folder.0.join(name)).unwrap();
        let _ = writeln!(book, "--- {name}\n{text}---\nstatus {status}\n{out}{err}");
    }
    assert_pages!(book);
}

#[test]
fn formatting() {
    const MESSY: &str = "game   \"Messy\"\n\n\n\nboard 3 x 3\nplayer A\nplayer B\npiece M {moves step any;only in board}   # a comment\nsetup \"\"\"\nmmm\n...\nMMM\n\"\"\"\n";
    let folder = Folder::new("fmt");
    let messy = folder.write("messy.game", MESSY.as_bytes());
    let broken = folder.write("broken.game", b"game \"Broken\"\nboard 3 x 3\npiece M { moves slid any }\n");
    let mut book = String::new();
    let mut note = |args: &[&str], stdin: &str| {
        let (status, out, err) = folder.run(args, stdin);
        let typed = args.join(" ").replace(&format!("{}/", folder.0.display()), "");
        let _ = writeln!(book, "$ boardwright {typed}\nstatus {status}\n{out}{err}");
        status
    };
    assert_eq!(note(&["fmt", "--check", &messy], ""), 1);
    assert_eq!(note(&["fmt", "-"], MESSY), 0);
    assert_eq!(note(&["fmt", "--check", "-"], MESSY), 1);
    assert_eq!(note(&["fmt", &messy], ""), 0);
    assert_eq!(note(&["fmt", "--check", &messy], ""), 0);
    assert_eq!(note(&["fmt", &broken], ""), 1);
    assert_eq!(note(&["fmt", &broken, &folder.path("none.game")], ""), 2);
    // What a filter writes and what is put in the place of the file is the same, and nothing is left beside it.
    let (_, filtered, _) = run(&["fmt", "-"], MESSY);
    assert_eq!(std::fs::read_to_string(&messy).unwrap(), filtered);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2);
    assert_pages!(book);
}

#[cfg(unix)]
#[test]
fn formatting_keeps_who_may_read_a_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("fmt-mode");
    let file = folder.write("a.game", b"game   \"A\"\n");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path("link.game");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(run(&["fmt", &link], ""), (0, String::new(), String::new()));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "game \"A\"\n");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn explanations() {
    assert_pages!(pages(&[
        &["explain", "e0208"],
        &["explain", "may", "not"],
        &["explain", "hostle"],
        &["explain", "E9999"],
        &["explain", "zzz"],
    ]));
    let (status, out, err) = run(&["explain", "E0208", "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(answer["title"].as_str().unwrap().starts_with("E0208"));
}

// ---- positions and moves ---------------------------------------------------------------------------------------

#[test]
fn piece() {
    assert_pages!(pages(&[
        &["piece", "--help"],
        &["piece", SIEGE, "Witch", "--ascii"],
        &["piece", SIEGE, "兵", "--player", "blue", "--color", "always"],
        &["piece", SIEGE, "c", "--set", "speed=fast"],
        &["piece", SIEGE, "Dook"],
        &["piece", SIEGE, "M", "--player", "Bleu"],
        &["piece", "games/tafl/brandub.game", "K", "--player", "Black"],
        &["piece", SIEGE, "--json"],
        &["piece", SIEGE, "M", "--svg", "-"],
        &["piece", SIEGE, "M", "--svg", "no/such/folder/man.svg"],
    ]));
}

#[test]
fn pieces_as_a_picture() {
    let folder = Folder::new("pieces");
    let file = folder.0.join("sheet.svg");
    let (status, out, err) = run(&["piece", SIEGE, "--svg", file.to_str().unwrap()], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.ends_with("sheet.svg written\n"));
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(["Man", "Duke", "Witch", "Cart", "兵"].iter().all(|word| svg.contains(word)));
    assert_eq!(svg, run(&["piece", SIEGE, "--svg", "-"], "").1);
}

#[test]
fn show() {
    let mut book = Vec::new();
    for args in [
        &["show", SIEGE][..],
        &["show", SIEGE, "--ascii", "--labels", "--position", SKIRMISH, "--set", "speed=fast"],
        &["show", SIEGE, "--position", "5/5/5/5/6 Red"],
    ] {
        // The sentences of the rules have a book of their own.
        let page = page(args, "");
        let (board, rules) = page.split_once("\nThe board\n").unwrap_or((&page, ""));
        assert_eq!(page.contains("--- status 0"), rules.contains("\nThe pieces\n"));
        book.push(board.to_owned());
    }
    assert_pages!(book.join("\n"));
}

#[test]
fn show_many() {
    let positions = format!("c1d1w/5/5/5/C1D1W Blue\n{SKIRMISH}\nnonsense\n");
    assert_pages!(page(&["show", SIEGE, "--positions", "-"], &positions));
}

#[test]
fn show_in_json() {
    let (status, out, err) = run(&["show", SIEGE, "--json"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    let shown: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(shown["title"], "Little Siege");
    assert_eq!(shown["to_move"], "Red");
    assert_eq!(shown["options"][1]["values"], serde_json::json!(["slow", "fast"]));
    assert_eq!(shown["position_json"]["board"]["c1"], serde_json::json!(["Red", "D"]));
    // What is shown can be read again.
    let position = shown["position"].as_str().unwrap();
    let (_, again, _) = run(&["show", SIEGE, "--json", "--position", position], "");
    assert_eq!(again, out);
    let (_, again, _) = run(&["show", SIEGE, "--json", "--position", &shown["position_json"].to_string()], "");
    assert_eq!(again, out);
}

#[test]
fn colours_only_when_wanted() {
    let plain = run(&["show", SIEGE], "");
    assert!(!plain.1.contains('\x1b'));
    assert_eq!(run(&["show", SIEGE, "--color", "never"], ""), plain);
    let always = run(&["show", SIEGE, "--color", "always"], "");
    assert!(always.1.contains('\x1b'));
    assert_eq!((always.0, always.2.as_str()), (0, ""));
}

#[test]
fn moves() {
    assert_pages!(pages(&[
        &["moves", SIEGE, "--depth", "2"],
        &["moves", SIEGE, "--position", SKIRMISH],
        &["moves", SIEGE, "--position", "5/5/5/5/C1D1W Red"],
        &["moves", SIEGE, "--position", SKIRMISH, "--json"],
        &["moves", SIEGE, "--position", r#"{"board":{"c1":["Red","D"]},"to_move":"Red"}"#, "--json", "--depth", "2"],
        &["moves", SIEGE, "--position", "rubbish"],
        &["moves", SIEGE, "--position", "rubbish", "--json"],
        &["moves", SIEGE, "--positions", "tests/fixtures/cli/none.txt"],
        &["moves", "-", "--positions", "-"],
    ]));
}

#[test]
fn a_stream_of_positions_goes_on_after_a_refused_one() {
    let positions = [
        "2d2/5/5/5/2D2 Red",
        r#"{"board":{"z9":["Red","D"]},"to_move":"Red"}"#,
        r#"{"board":{"a1":["Red","D"],"a1":["Red","M"]},"to_move":"Red"}"#,
        r#"{"board":{"a1":["Red","D"]},"tomove":"Red"}"#,
        "",
        r#"{"board":{"a1":["Red","D"],"e5":["Blue","Duke"]},"to_move":"Red"}"#,
        "",
        "",
    ];
    let stream = positions.join("\n") + "\n";
    assert_pages!(page(&["moves", SIEGE, "--positions", "-", "--json"], &stream));
    assert_pages!(page(&["perft", SIEGE, "2", "--positions", "-", "--json"], &stream));
    let (status, out, err) = run(&["moves", SIEGE, "--positions", "-"], &stream);
    assert_eq!((status, out.matches("to move").count(), err.matches("error: position").count()), (1, 2, 4));
}

#[test]
fn an_answer_comes_before_the_next_question() {
    for (args, question) in [
        (&["moves", SIEGE, "--positions", "-", "--json"], "2d2/5/5/5/2D2 Red"),
        (&["replay", SIEGE, "--json", "--set", "speed=slow"], "c1-b1"),
    ] {
        let mut child = start(args);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            writeln!(stdin, "{question}").unwrap();
            let mut answer = String::new();
            stdout.read_line(&mut answer).unwrap();
            assert!(answer.starts_with('{') && answer.ends_with("}\n"), "{answer}");
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let stream = "2d2/5/5/5/2D2 Red\n".repeat(3000);
    let mut child = start(&["moves", SIEGE, "--positions", "-", "--json"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut first = [0; 10];
    let mut stdout = child.stdout.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(stream.as_bytes());
    });
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
}

#[test]
fn why() {
    let at = |text| ["why", SIEGE, text];
    let there = |text| ["why", SIEGE, text, "--position", SKIRMISH];
    let mut book = Vec::new();
    for text in [
        "c1-b1", "a2-a3xb4", "a5-b5", "c3-c4", "c1-c4", "a1-a3", "a2-b3", "z9-a1", "c1-c12", "hello", "pass", "M*c3",
        "X*c3",
    ] {
        book.push(page(&at(text), ""));
    }
    for text in ["a4xb4", "c2-c3", "d2-c3", "d2-d3", "a4-c4", "a4-b5", "M*d4", "M*c2", "W*a3", "M*a3"] {
        book.push(page(&there(text), ""));
    }
    let lonely = r#"{"board":{"c4":["Red","D"],"a5":["Red","D"],"c1":["Blue","D"],"e1":["Red","C"],"e3":["Blue","W"]},"to_move":"Red"}"#;
    for text in ["a5-b4", "e1-e3", "c4-c3", "e1-d2"] {
        book.push(page(&["why", SIEGE, text, "--position", lonely, "--set", "proud=on"], ""));
    }
    book.push(page(&["why", SIEGE, "c1-c2", "--position", r#"{"board":{"c1":["Red","D"]},"to_move":"Red"}"#], ""));
    book.push(page(&["why", SIEGE, "c2-c3", "--position", SKIRMISH, "--json"], ""));
    book.push(page(&["why", SIEGE, "c1-b1", "--json"], ""));
    assert_pages!(book.join("\n"));
}

// ---- counting and playing --------------------------------------------------------------------------------------

#[test]
fn perft() {
    assert_pages!(pages(&[
        &["perft", SIEGE, "3"],
        &["perft", SIEGE, "0"],
        &["perft", SIEGE, "2", "--divide"],
        &["perft", SIEGE, "2", "--divide", "--json"],
        &["perft", SIEGE, "3", "--position", SKIRMISH],
    ]));
}

#[test]
fn perft_is_the_same_however_it_is_counted() {
    let count = |args: &[&str]| {
        let (status, out, _) = run(&[&["perft", SIEGE, "3", "--position", SKIRMISH], args].concat(), "");
        assert_eq!(status, 0);
        out
    };
    let plain = count(&[]);
    assert_eq!(count(&["--no-bulk"]), plain);
    assert_eq!(count(&["--threads", "3"]), plain);
    let divided = count(&["--divide"]);
    assert_eq!(count(&["--divide", "--threads", "2"]), divided);
    assert_eq!(count(&["--divide", "--no-bulk", "--seed", "5"]), divided);
    assert!(divided.ends_with(&plain));
}

#[test]
fn playouts_depend_on_the_seed_alone() {
    let play =
        |args: &[&str]| run(&[&["playout", SIEGE, "--games", "12", "--max-plies", "60", "--json"], args].concat(), "");
    let one = play(&["--threads", "1"]);
    assert_eq!(one.0, 0);
    assert_eq!(play(&["--threads", "4"]).1, one.1);
    assert_ne!(play(&["--seed", "2"]).1, one.1);
    let statistics: serde_json::Value = serde_json::from_str(&one.1).unwrap();
    let ended: u64 = statistics["results"].as_array().unwrap().iter().map(|r| r["games"].as_u64().unwrap()).sum();
    assert_eq!(ended + statistics["unfinished"].as_u64().unwrap(), 12);
    assert!(statistics["plies"]["longest"].as_u64().unwrap() <= 60);
    let (status, out, err) = run(&["playout", SIEGE, "--games", "3"], "");
    assert_eq!(status, 0);
    assert!(out.starts_with("Little Siege: 3 random games, seed 1\n") && err.ends_with(" plies/s\n"), "{out}{err}");
}

#[test]
fn replay() {
    let games = "c1-b1 c5-b5\n\n[\"c1-b1\", {\"from\": \"c5\", \"to\": \"b5\"}]\nc1-b1 c1-b1\n[{\"to\": \"b1\"}]\n[{\"form\": \"b1\"}]\n[{\"text\": \"c1-b1\", \"captures\": [\"a1\"]}]\n";
    assert_pages!(page(&["replay", SIEGE], games));
    assert_pages!(page(&["replay", SIEGE, "--json"], games));
    assert_pages!(page(&["replay", SIEGE, "--json", "--position", SKIRMISH], "a4-b4 c5-d5\nc1-b1 b4-b3 b1-a1 x\n"));
    assert_pages!(page(&["replay", SIEGE, "--position", "2d2/2C2/5/5/2D1W Red"], "c4xc5 e1-e2\nc4-c5\n"));
}

#[test]
fn a_game_at_the_terminal() {
    let typed = "help\nmoves c1\nc1-z1\nwhy a1-a3\nc1-b1\nundo\nundo\nc1-b1\nc5\nposition\nboard\nresign\n";
    assert_pages!(page(&["play", SIEGE], typed));
    assert_pages!(page(&["play", SIEGE, "--position", "2d2/2C2/5/5/2D1W Red", "--ascii"], "moves\nc4-c5\nmoves\n"));
    assert_pages!(page(&["play", SIEGE, "--position", SKIRMISH], "M*a1\nwhy M*d4\nwhy b4-b3\n"));
}

#[test]
fn a_game_can_be_saved_and_replayed() {
    let folder = Folder::new("save");
    let file = folder.path("game.txt");
    let typed = format!("c1-b1\nc5-b5\nsave {file}\nsave {file}\nquit\n");
    let (status, out, err) = folder.run(&["play", SIEGE], &typed);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("2 moves written to `game.txt`") && out.contains("`game.txt` is there already"), "{out}");
    let (status, out, _) = run(&["replay", SIEGE, "--json"], &std::fs::read_to_string(&file).unwrap());
    assert_eq!(status, 0);
    assert!(out.starts_with("{\"plies\":2,"), "{out}");
}

// ---- suites ----------------------------------------------------------------------------------------------------

#[test]
fn suites() {
    let folder = Folder::new("suites");
    folder.write("siege.game", &std::fs::read(SIEGE).unwrap());
    folder.write("broken.game", &std::fs::read(BROKEN).unwrap());
    folder.write("letter.txt", b"Dear reader, this is private.\n");
    let good = folder.write(
        "good.yaml",
        b"game: siege.game\nsource: counted by hand\ncases:\n  - name: start\n    legal: [c1-b1]\n    illegal: [c1-z1, c5-b5]\n",
    );
    let wrong = folder.write(
        "wrong.yaml",
        b"game: siege.game\nsource: nobody\ncases:\n  - name: start\n    perft: [1]\n    legal: [c1-e5]\n  - name: \"red \\e[31m\"\n    position: nonsense\n",
    );
    let (status, out, err) = folder.run(&["test", &good], "");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "good.yaml: all right (1 case)\n", ""));
    let (status, out, err) = folder.run(&["test", &wrong, &good], "");
    assert_eq!((status, err.as_str()), (1, ""));
    assert!(out.starts_with("wrong.yaml: start: perft 1 is ") && out.contains("c1-e5"), "{out}");
    assert!(out.ends_with("wrong.yaml: 3 answers differ (2 cases)\ngood.yaml: all right (1 case)\n"), "{out}");
    assert!(!out.contains('\x1b'));
    let (status, out, _) = folder.run(&["test", "--json", &wrong], "");
    let said: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, said["ok"].as_bool(), said["faults"].as_array().map(Vec::len)), (1, Some(false), Some(3)));

    let suite = |game: &str| format!("game: {game}\nsource: x\ncases: []\n");
    for (name, text, wanted, words) in [
        ("yaml", "game: [\n", 1, "is no suite"),
        ("empty", "", 1, "missing field `game`"),
        ("word", "game: siege.game\nsource: x\ncases:\n  - name: y\n    prft: [1]\n", 1, "line 5"),
        ("game", "game \"Siege\"\nboard 3 x 3\n", 1, "is a game, no suite"),
        ("missing", &suite("no.game"), 2, "there is no such file"),
        ("faulty", &suite("broken.game"), 1, "the game of this suite has errors"),
        ("letter", &suite("letter.txt"), 1, "is no game file"),
        ("option", "game: siege.game\nsource: x\nset: {no-such-option: on}\ncases: []\n", 1, "no-such-option"),
    ] {
        let file = folder.write(&format!("{name}.yaml"), text.as_bytes());
        let (status, out, err) = folder.run(&["test", &file], "");
        assert_eq!((status, out.as_str()), (wanted, ""), "{name}: {err}");
        assert!(err.contains(words) && !err.contains("private"), "{name}: {err}");
    }
    assert_eq!(folder.run(&["test", &folder.path("nowhere.yaml")], "").0, 2);
}

// ---- files from anyone -----------------------------------------------------------------------------------------

#[test]
fn nothing_in_a_file_drives_the_terminal() {
    let folder = Folder::new("escapes");
    let text = std::fs::read_to_string(SIEGE).unwrap();
    for sign in ['\x1b', '\u{9b}', '\x07', '\u{202e}', '\u{2066}'] {
        for place in ["title", "comment"] {
            let line = if place == "title" { format!("game \"A{sign}[31m") } else { format!("# {sign}[31m\ngame \"") };
            let file = folder.write("siege.game", text.replacen("game \"", &line, 1).as_bytes());
            for command in ["show", "check", "moves"] {
                let (status, out, err) = folder.run(&[command, &file], "");
                assert_eq!((status, out.contains(sign), err.contains(sign)), (1, false, false), "{command} {place}");
                assert!(err.contains("E0116"), "{err}");
            }
        }
    }
}

#[test]
fn a_file_does_not_show_what_another_holds() {
    let folder = Folder::new("parents");
    folder.write("letter.txt", b"# To you\nDear reader, this is private.\n");
    let child = folder.write("child.game", b"game \"Child\" extends \"letter.txt\"\n");
    let (status, out, err) = folder.run(&["check", &child], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains("the parent `letter.txt` is no game file") && !err.contains("private"), "{err}");
}

#[test]
fn check_plays_the_start() {
    let game = |rules: &str| {
        format!(
            "game \"Trial\"\nboard 3 x 3\nplayer White faces north\nplayer Black faces south\npiece Man M {{ moves step any }}\n{rules}\nsetup \"m2/3/2M\"\n"
        )
    };
    let blocked = "blocked: player to move loses when no legal move";
    for (rules, words) in [
        (format!("may not act\n{blocked}"), "the game is over before the first move"),
        (format!("terrain board {{ no piece stops }}\n{blocked}"), "the game is over before the first move"),
        ("may not move Man\ndone: White wins when no Black Man".to_owned(), "`White` begins and has no legal move"),
    ] {
        let (status, out, err) = run(&["check", "-"], &game(&rules));
        assert_eq!((status, out.as_str()), (0, "<stdin>: fine, 1 warning (3 x 3, 2 players, 1 kind)\n"), "{err}");
        assert!(err.starts_with("warning[W0514]") && err.contains(words), "{err}");
    }
    assert_eq!(run(&["check", "-"], &game(blocked)).2, "");
}

#[test]
fn a_cell_is_no_move() {
    let (status, out, _) = run(&["why", SIEGE, "c1"], "");
    assert_eq!(status, 2);
    assert!(out.starts_with("`c1` does not read like a move of this game; moves look like `c1-"), "{out}");
    assert!(run(&["why", SIEGE, "z9"], "").1.contains("the board has no cell `z9`"));
}
