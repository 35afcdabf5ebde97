//! A game with its parents as one file (`rules::expand`): the same rules, the same text at the second time, canonical.

use std::path::Path;

use boardwright::diag::{FileId, Sources};
use boardwright::rules::{self, dump};
use boardwright::syntax;

use crate::support::games;

/// The expanded text of a file among others, with what the rules of both are.
fn expand(files: &[(&str, &str)], settings: &[(&str, &str)]) -> String {
    let (name, text) = *files.last().unwrap();
    let settings: Vec<(String, String)> = settings.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    let mut loader = |wanted: &str, _: &str| {
        let found = files.iter().find(|(name, _)| *name == wanted).ok_or("no such file")?;
        Ok((wanted.to_string(), found.1.to_string()))
    };
    let mut sources = Sources::new();
    let (whole, diagnostics) = rules::expand(name, text, &settings, None, &mut loader, &mut sources);
    let whole = whole.unwrap_or_else(|| panic!("{name}: {:?}", diagnostics.list));
    let (before, _) = rules::build(name, text, &settings, &mut loader, &mut Sources::new());
    let (after, faults) = rules::build("whole", &whole, &[], &mut |_, _| Err(String::new()), &mut Sources::new());
    let Some(after) = after else { panic!("{name}: {:?}\n{whole}", faults.list) };
    // Defaults are what `set` made of them: they alone may differ.
    let picture = |rules: &rules::Ruleset| {
        let text = dump::ruleset(rules);
        let no_default = |line: &str| line.split("; default ").next().unwrap().to_string();
        text.lines()
            .map(|line| if line.starts_with("option ") { no_default(line) } else { line.to_string() })
            .collect::<Vec<_>>()
    };
    assert_eq!(picture(&before.unwrap()), picture(&after), "{name}:\n{whole}");
    assert_eq!(syntax::format(FileId(0), &whole).unwrap(), whole, "{name} is not canonical");
    let (again, _) = rules::expand("whole", &whole, &[], None, &mut |_, _| Err(String::new()), &mut Sources::new());
    assert_eq!(again.unwrap(), whole, "{name} is not the same at the second time");
    whole
}

#[test]
fn the_games_here_are_the_same_in_one_file() {
    for path in games::shipped() {
        let mut files = Vec::new();
        let mut next = Some(path.clone());
        while let Some(path) = next {
            let text = std::fs::read_to_string(&path).unwrap();
            let (file, _) = syntax::parse(FileId(0), &text);
            let parent = file.game.and_then(|game| game.extends).map(|parent| parent.text);
            let shown = files
                .last()
                .map_or_else(|| games::name(&path), |(_, _, parent): &(_, _, Option<String>)| parent.clone().unwrap());
            next = parent.as_ref().map(|parent| path.parent().unwrap_or(Path::new("")).join(parent));
            files.push((shown, text, parent));
        }
        files.reverse();
        let list: Vec<(&str, &str)> = files.iter().map(|(name, text, _)| (name.as_str(), text.as_str())).collect();
        let whole = expand(&list, &[]);
        let (file, _) = syntax::parse(FileId(0), &whole);
        assert!(file.game.unwrap().extends.is_none());
        if let [(_, text)] = list[..] {
            assert_eq!(whole, text, "{}", path.display());
        }
    }
}

const PARENT: &str = r#"# Above the title.
game "Parent" language 1   # behind the title

# What the parent is, at its top.

option long   = short (short, longer) "how long"   # of the option
option second = off "another" { replace caught: Black wins when no White King }

board 7 x 7   # a board
              # of 49 cells
region camp = d1, e1 except e1
region yard = d7
player White faces north
player Black faces south

# Those that move.
piece King K royal { moves step any }
piece Man  M { walks step forward; takes step diagonal }
piece Wall W

kind big = King   # only one
line road = a1 b2 c3
hand each player = 1 Man

# Not at home.
terrain camp { no Man enters }   # none
terrain yard {
  no Man enters   # nor there
}
capture shut {
  takes enemy Man between moved piece and own Man
}

# To be removed.
gone: White wins when Black King on yard

caught: a player loses when no own King
tired:  draw when 50 plies without capture

setup "3k3/7/7/7/7/7/3K3"
# The end of the parent.
"#;

const CHILD: &str = r#"game "Child" extends "parent"

# What the child is.

# Of the region.
replace region camp = d1, c1 except c1
set long = longer   # longer now

# A bishop, too.
add to terrain yard {
  only King stops   # behind the first
  # alone
  hostile to Man
}   # behind all
add to terrain camp { hostile to Man when long is longer }
add to capture shut { takes enemy Man between moved piece and own King }
add to piece Man { moves step backward; only in board }
replace piece Wall X { moves stay }
add to kind big = Man (when second)
add to region camp = a1, b1 except b1
add to region yard = e7 except e7
add to hand each player = 2 King
add to line road = d1 d2, e1 e2
remove gone
replace caught: player to move loses when no own King
                                      and no enemy Man   # the comment of the new one
may pass
# The end of the child.
"#;

#[test]
fn everything_that_a_variant_can_say() {
    let whole = expand(&[("parent", PARENT), ("child", CHILD)], &[]);
    insta::assert_snapshot!(whole);
    // A grandchild finds the same.
    let third = "game \"Third\" extends \"child\"\nset second = on\nadd to piece Wall { walks step any }\n";
    let files = [("parent", PARENT), ("child", CHILD), ("third", third)];
    let whole = expand(&files, &[]);
    assert!(
        whole.contains("option second = on \"another\" { replace caught: Black wins when no White King }"),
        "{whole}"
    );
    assert!(whole.contains("piece Wall X { moves stay; walks step any }"), "{whole}");
    assert!(!whole.contains("What the child is."), "{whole}");
}

#[test]
fn settings_become_defaults() {
    let whole = expand(&[("parent", PARENT)], &[("long", "longer"), ("second", "on")]);
    assert!(whole.contains("option long   = longer (short, longer) \"how long\"   # of the option"), "{whole}");
    assert!(whole.contains("option second = on "), "{whole}");
    let same = expand(&[("parent", PARENT)], &[]);
    assert_eq!(same, syntax::format(FileId(0), PARENT).unwrap());
}

#[test]
fn a_label_stands_once_in_one_file() {
    let child = "game \"Child\" extends \"parent\"\ncaught: mark fresh\n";
    let whole = expand(&[("parent", PARENT), ("child", child)], &[]);
    assert!(whole.contains("\nmark fresh\n") && whole.contains("\ncaught: a player loses"), "{whole}");
}

#[test]
fn odd_layouts() {
    let parent = "game \"P\"; board 3 x 3; player A; player B # two\npiece M M { moves step any } ; kind k = M\n\n\nlost: player to move loses when no legal move; setup \"mmm/3/MMM\"";
    let child = "game \"C\" extends \"p\"; replace kind k =\tM ; add to piece M\n{ walks leap [1,2] }\n;set x = on\noption x = off \"it\" # x";
    let whole = expand(&[("p", parent), ("c", child)], &[]);
    insta::assert_snapshot!(whole);
}

#[test]
fn what_cannot_be_put_together_is_not_written() {
    let mut sources = Sources::new();
    let text = "game \"C\" extends \"p\"\nremove region camp\n";
    let mut loader = |_: &str, _: &str| Ok(("p".to_string(), "game \"P\"\nboard 3 x 3\n".to_string()));
    let (whole, diagnostics) = rules::expand("c", text, &[], None, &mut loader, &mut sources);
    assert!(whole.is_none() && diagnostics.has_errors());
    let (whole, diagnostics) = rules::expand("c", text, &[], None, &mut |_, _| Err("gone".into()), &mut sources);
    assert!(whole.is_none() && diagnostics.has_errors());
}
