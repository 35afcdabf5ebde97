//! Keywords in two languages: the table of twins, files in either language or both, and the way to and fro.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use boardwright::diag::render::{Look, human};
use boardwright::diag::{FileId, Sources};
use boardwright::rules::{Ruleset, check, dump};
use boardwright::syntax::{Keywords, english, format, format_in, parse, reserved_words, twins};

use crate::cli;
use crate::support::games;

const FILE: FileId = FileId(0);

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn chinese(text: &str) -> String {
    format_in(FILE, text, Some(Keywords::Chinese)).unwrap_or_else(|said| panic!("{said:?}\n{text}"))
}

fn in_english(text: &str) -> String {
    format_in(FILE, text, Some(Keywords::English)).unwrap_or_else(|said| panic!("{said:?}\n{text}"))
}

/// What is said about a file without parents, and its rules.
fn checked(text: &str) -> (Option<Ruleset>, String) {
    with_parent(text, "")
}

/// The same of a file whose parent is called `parent.game`.
fn with_parent(text: &str, parent: &str) -> (Option<Ruleset>, String) {
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| Ok((wanted.to_owned(), parent.to_owned()));
    let (rules, diagnostics) = check("a.game", text, &[], &mut loader, &mut sources);
    (rules, human(&diagnostics, &sources, Look::default()))
}

// ---- the table -----------------------------------------------------------------------------------------------

/// Every keyword rule of the grammar, with what its alternatives say.
fn keyword_rules() -> Vec<(String, Vec<String>, Vec<String>)> {
    let grammar = read("grammar/game.pest");
    let rules = grammar.lines().filter(|line| line.starts_with("kw_") && !line.starts_with("kw_first"));
    rules
        .map(|line| {
            let (rule, body) = line.split_once('=').unwrap();
            let said = body.split('|').map(|said| said.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" "));
            let (latin, other) = said.partition(|said| said.is_ascii() || said == "×");
            (rule.trim().to_owned(), latin, other)
        })
        .collect()
}

#[test]
fn every_keyword_has_one_twin_and_back() {
    let rules = keyword_rules();
    assert!(rules.len() > 250, "{}", rules.len());
    let mut phrases: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (rule, latin, other) in &rules {
        if rule == "kw_by" {
            assert!(other.is_empty(), "the sign between two numbers is one sign in all languages");
            continue;
        }
        assert_eq!(latin.len(), other.len(), "{rule}: a twin for each spelling, in the same order");
        for (phrase, twin) in latin.iter().zip(other) {
            assert!(
                twin.chars().count() >= 2 && twin.chars().all(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)),
                "{rule}: {twin}"
            );
            assert_eq!(english(twin), Some(phrase.as_str()), "{rule}");
            phrases.entry(twin.clone()).or_default().insert(phrase.clone());
        }
        let known: Vec<(&str, Option<&str>)> =
            twins().iter().filter(|t| t.rule == rule).map(|t| (t.english.as_str(), t.chinese)).collect();
        let wanted: Vec<(&str, Option<&str>)> =
            latin.iter().zip(other).map(|(phrase, twin)| (phrase.as_str(), Some(twin.as_str()))).collect();
        assert_eq!(known, wanted, "{rule}");
    }
    let shared: Vec<_> = phrases.iter().filter(|(_, phrases)| phrases.len() > 1).collect();
    assert!(shared.is_empty(), "a twin of two phrases: {shared:?}");
    assert_eq!(english("兵"), None);
    assert_eq!(english("piece"), None);
}

/// The words of a list of the grammar.
fn list(rule: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let grammar = read("grammar/game.pest");
    let body = grammar.split(&format!("\n{rule} = _{{")).nth(1).unwrap().split("\n}").next().unwrap();
    body.split('"').skip(1).step_by(2).map(str::to_owned).partition(|word| word.is_ascii())
}

#[test]
fn lists_of_words_hold_the_twins_of_what_they_hold() {
    for rule in ["joining", "reserved", "item_word    "] {
        let (latin, other) = list(rule);
        let wanted: BTreeSet<String> = twins()
            .iter()
            .filter(|twin| latin.contains(twin.english.split(' ').next().unwrap()))
            .filter_map(|twin| twin.chinese.map(str::to_owned))
            .collect();
        let missing: Vec<_> = wanted.difference(&other).collect();
        let more: Vec<_> = other.difference(&wanted).collect();
        assert!(missing.is_empty() && more.is_empty(), "{rule}: missing {missing:?}, too many {more:?}");
    }
    // Of two words that begin alike the longer one stands first.
    let (_, reserved) = list("reserved");
    assert!(reserved.iter().all(|word| reserved_words().contains(&word.as_str())));
}

/// Pairs of a text as in `` `piece` 棋子 ``.
fn pairs(text: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let parts: Vec<&str> = text.split('`').collect();
    for pair in parts.windows(2).skip(1).step_by(2) {
        let twin: String = pair[1].strip_prefix(' ').unwrap_or("").chars().take_while(|c| *c >= '\u{4e00}').collect();
        if !twin.is_empty() {
            found.insert((pair[0].to_owned(), twin));
        }
    }
    found
}

#[test]
fn the_book_ends_with_the_table_of_twins() {
    let book = read("docs/language.md");
    let section = book.split("\n## 26 Keywords in Chinese\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let said = pairs(section.split("\n| | |\n").nth(1).unwrap());
    let known: BTreeSet<(String, String)> =
        twins().iter().filter_map(|twin| Some((twin.english.clone(), twin.chinese?.to_owned()))).collect();
    let missing: Vec<_> = known.difference(&said).collect();
    let more: Vec<_> = said.difference(&known).collect();
    assert!(missing.is_empty() && more.is_empty(), "missing {missing:?}, too many {more:?}");
}

#[test]
fn the_words_of_explain_name_their_twins() {
    let words = read("docs/words.md");
    let mut lines = words.lines().peekable();
    let mut wrong = Vec::new();
    while let Some(line) = lines.next() {
        let Some(heading) = line.strip_prefix("## ") else { continue };
        let mut wanted: Vec<&str> = Vec::new();
        for word in heading.split(',').map(|word| word.trim().trim_matches('`')) {
            for twin in twins().iter().filter(|twin| twin.english == word).filter_map(|twin| twin.chinese) {
                if !wanted.contains(&twin) {
                    wanted.push(twin);
                }
            }
        }
        let said: Vec<&str> = match lines.peek().and_then(|line| line.strip_prefix("In Chinese: ")) {
            Some(said) => said.trim_end_matches('.').split(", ").collect(),
            None => Vec::new(),
        };
        if said.iter().collect::<BTreeSet<_>>() != wanted.iter().collect::<BTreeSet<_>>() {
            wrong.push(format!("{heading}: In Chinese: {}.", wanted.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// ---- to and fro ----------------------------------------------------------------------------------------------

/// Every example of the books that can be read as items: whole files, fragments, traits, conditions.
fn examples() -> Vec<String> {
    let mut found = Vec::new();
    for page in ["docs/language.md", "docs/cookbook.md", "docs/quickstart.zh.md", "docs/words.md"] {
        let book = read(page);
        let mut open: Option<(String, String)> = None;
        for line in book.lines() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(info)) => open = Some((info.to_owned(), String::new())),
                (Some(_), Some(_)) => {
                    let (info, body) = open.take().unwrap();
                    let words: Vec<&str> = info.split_whitespace().collect();
                    match words.as_slice() {
                        ["game"] | ["game", "frame", _] => found.push(body),
                        ["game", "fragment", _] => found.push(format!("game \"x\"\n{body}")),
                        ["game", "trait", _] => found.push(format!("game \"x\"\npiece Test T {{\n{body}}}\n")),
                        ["game", "condition", _] => {
                            let lines = body.lines().map(|line| format!("White wins when {line}\n"));
                            found.push(format!("game \"x\"\n{}", lines.collect::<String>()));
                        }
                        _ => {}
                    }
                }
                (Some((_, body)), None) => {
                    body.push_str(line);
                    body.push('\n');
                }
                (None, None) => {}
            }
        }
    }
    found.retain(|text| !parse(FILE, text).1.has_errors());
    found
}

#[test]
fn to_and_fro_gives_the_same_file() {
    let mut texts: Vec<(String, String)> = games::files(&root().join("games"))
        .iter()
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()))
        .collect();
    assert!(texts.len() >= 40, "{}", texts.len());
    let examples = examples();
    assert!(examples.len() >= 90, "{}", examples.len());
    texts.extend(examples.into_iter().enumerate().map(|(n, text)| (format!("example {n}"), text)));
    texts.push(("everything".to_owned(), read("tests/fixtures/syntax/everything.game")));
    let mut wrong = Vec::new();
    for (name, text) in texts {
        let latin = in_english(&text);
        let twin = chinese(&latin);
        if in_english(&twin) != latin {
            wrong.push(format!("{name}: not the same in English again\n{twin}"));
        }
        if chinese(&in_english(&twin)) != twin {
            wrong.push(format!("{name}: not the same in Chinese again"));
        }
        if format(FILE, &twin).unwrap() != twin || format(FILE, &latin).unwrap() != latin {
            wrong.push(format!("{name}: not in canonical form"));
        }
        let words: Vec<&str> =
            twin.lines().filter(|line| line.starts_with("piece ") || line.contains(" when ")).collect();
        if words.iter().any(|line| !line.trim_start().starts_with('#') && !line.contains(['"', '#'])) {
            wrong.push(format!("{name}: English is left: {words:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_keyword_is_exchanged() {
    let text = read("tests/fixtures/syntax/everything.game");
    let twin = chinese(&text);
    let words: BTreeSet<&str> = twin.split(|c: char| !c.is_alphanumeric()).collect();
    let missing: Vec<_> = twins().iter().filter_map(|twin| twin.chinese).filter(|word| !words.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_game_is_the_same_in_both_languages() {
    let mut wrong = Vec::new();
    for path in games::shipped() {
        let text = std::fs::read_to_string(&path).unwrap();
        let said = |text: &str| games::read_text(&path, text, &[]).map(|rules| dump::ruleset(&rules));
        if said(&in_english(&text)).unwrap() != said(&chinese(&text)).unwrap() {
            wrong.push(path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Names, codes, labels, texts, pictures and comments are no keywords, whatever they look like.
#[test]
fn only_keywords_are_exchanged() {
    let text = "game \"piece 棋子\"   # piece 棋子\n\
        board 3 x 3\nplayer `piece` \"may not\"\n棋手 黑\nregion the-edge = edge\n\
        option rule = board (board, 不得, fast) \"when\"\n\
        棋子 may M { walks step any }\npiece 可以 A { 只走 步进 八方 }\n\
        升变: 可以 drop may on 无子 cells when rule is 不得\nwins: `piece` wins when own may on the-edge\n\
        remove 升变, wins\nsetup \"\"\"\nmay 可以 .\n. . .\n. . .\n\"\"\"\n";
    let twin = "棋种 \"piece 棋子\"   # piece 棋子\n\
        棋盘 3 x 3\n棋手 `piece` \"may not\"\n棋手 黑\n区域 the-edge = 边格\n\
        选项 rule = board (board, 不得, fast) \"when\"\n\
        棋子 may M { 只走 步进 八方 }\n棋子 可以 A { 只走 步进 八方 }\n\
        升变: 可以 打入 may 位于 无子 格位 如果 rule 确是 不得\nwins: `piece` 获胜 如果 己方 may 位于 the-edge\n\
        删除 升变, wins\n布局 \"\"\"\nmay 可以 .\n. . .\n. . .\n\"\"\"\n";
    assert_eq!(chinese(text), twin);
    assert_eq!(chinese(&in_english(twin)), twin);
    assert!(in_english(twin).contains("升变: may drop may on empty cells when rule is 不得"), "{}", in_english(twin));
}

/// A value may be any word, a keyword of either language, too.
#[test]
fn values_are_of_both_languages() {
    let latin = "game \"x\"\nboard 3 x 3\nplayer White\nplayer Black\noption rule = edge (board, edge) \"r\"\n\
        option fast = on \"f\"\npiece M M { walks step any when rule is edge and fast }\n\
        White wins when rule is edge and own M on edge\nplayer to move loses when no legal move\n\
        setup \"\"\"\nM m .\n. . .\n. . .\n\"\"\"\n";
    let twin = chinese(latin);
    assert!(twin.contains("rule 确是 边格") && twin.contains("fast = 开启"), "{twin}");
    let said = |text: &str| dump::ruleset(&checked(text).0.unwrap_or_else(|| panic!("{}", checked(text).1)));
    assert_eq!(said(latin), said(&twin));
    let settings = [("fast".to_owned(), "关闭".to_owned())];
    let mut loader = |_: &str, _: &str| Err(String::new());
    let (rules, _) = check("a.game", latin, &settings, &mut loader, &mut Sources::new());
    assert_eq!(rules.unwrap().options[1].value, "off");
}

#[test]
fn reserved_twins_are_names_in_backquotes() {
    let game = |name: &str| {
        format!("棋种 \"x\"\n棋盘 3 x 3\n棋子 {name} A {{ 只走 步进 八方 }}\n轮走方 落败 如果 没有 己方 {name}\n")
    };
    assert!(parse(FILE, &game("中央")).1.has_errors());
    let text = game("`中央`");
    assert!(!parse(FILE, &text).1.has_errors());
    assert!(in_english(&text).contains("piece `中央` A"), "{}", in_english(&text));
    assert_eq!(chinese(&in_english(&text)), text);
}

/// Where words of one language are two sentences of the other, nothing is written.
#[test]
fn what_would_be_read_otherwise_is_refused() {
    let text = "棋种 \"x\"\n白 获胜 如果 己方 王 确是 不位于 a1\n";
    assert!(!parse(FILE, text).1.has_errors());
    let said = format_in(FILE, text, Some(Keywords::English)).unwrap_err();
    assert_eq!(said.list.len(), 1);
    assert!(said.list[0].title.contains("read otherwise"), "{said:?}");
    assert_eq!(&text[said.list[0].primary.span.start as usize..said.list[0].primary.span.end as usize], "确是");
    assert_eq!(format_in(FILE, text, Some(Keywords::Chinese)).unwrap(), text);
}

// ---- both languages in one file --------------------------------------------------------------------------------

/// Each line of a file in the one or the other language.
#[test]
fn files_may_mix_languages() {
    let latin = in_english(&read("tests/fixtures/syntax/everything.game"));
    let twin = chinese(&latin);
    let of = |first: usize| {
        let lines = latin.lines().zip(twin.lines()).enumerate();
        let lines = lines.map(|(n, (latin, twin))| if n % 2 == first { latin } else { twin });
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for first in 0..2 {
        let mixed = of(first);
        assert_eq!(words(&in_english(&mixed)), words(&latin));
        assert_eq!(words(&chinese(&mixed)), words(&twin));
    }
}

const PARENT: &str = "game \"P\"\nboard 5 x 5\nplayer White\nplayer Black\nregion home = a1..e1\n\
    piece King K { moves step any }\npiece Man M { walks step any }\nhand each player = 2 Man\n\
    may drop Man on empty cells\nterrain home { only King stops }\n\
    after Man moves { promote it when it on home }\n\
    White wins when King on home\nplayer to move loses when no legal move\n\
    setup \"\"\"\nK...k\n.....\n.....\n.....\nM...m\n\"\"\"\n";

/// A handle in one language finds an item in the other one.
#[test]
fn handles_are_of_both_languages() {
    let twin = chinese(PARENT);
    let changes = "remove piece Man, may drop Man, terrain home, after Man moves, White wins, hand each player\n\
        replace setup \"\"\"\nK...k\n.....\n.....\n.....\n.....\n\"\"\"\n\
        replace player to move loses when no own King\n";
    let said = |text: &str, parent: &str| {
        let (rules, said) = with_parent(text, parent);
        dump::ruleset(&rules.unwrap_or_else(|| panic!("{said}\n{text}\n{parent}")))
    };
    let latin = format!("game \"C\" extends \"parent.game\"\n{changes}");
    let other = chinese(&latin);
    assert!(
        other.contains("删除 棋子 Man, 可以 打入 Man, 地形 home, 每当 Man 走完, White 获胜, 持子 每位棋手\n"),
        "{other}"
    );
    let wanted = said(&latin, PARENT);
    for (text, parent) in [(&latin, &twin), (&other, &PARENT.to_owned()), (&other, &twin)] {
        assert_eq!(said(text, parent), wanted);
    }
}

/// A line that begins with a joining word goes on with the one before; a line at column 1 begins an item.
#[test]
fn lines_go_on_and_end_in_both_languages() {
    let text = "棋种 \"x\"\n白 获胜 如果 己方 王 位于 a1\n并且 己方 王 位于 a2，\n  a3\n或者: 和棋 如果 无棋可走\n";
    let said = parse(FILE, text);
    assert!(!said.1.has_errors(), "{:?}", said.1);
    assert_eq!(said.0.items.len(), 2);
    // The block that is not closed ends before the next item.
    let text = "棋种 \"x\"\n棋子 王 K {\n  走吃 步进 八方\n棋子 兵 P { 走吃 步进 八方 }\n和棋 如果 无棋可走\n";
    let (tree, said) = parse(FILE, text);
    assert_eq!(said.list.len(), 1, "{said:?}");
    assert_eq!(tree.items.len(), 3);
}

// ---- messages ------------------------------------------------------------------------------------------------

/// Keywords are quoted in the language that most of them have.
#[test]
fn messages_quote_the_language_of_the_file() {
    let latin = "game \"x\"\nboard 3 x 3\nplayer White\npiece King K { moves stepp any }\n";
    assert!(checked(latin).1.contains("did you mean `step`?"));
    let twin = "棋种 \"x\"\n棋盘 3 x 3\n棋手 白\n棋子 王 K { 走吃 步紧 八方 }\n";
    assert!(checked(twin).1.contains("did you mean `步进`?"), "{}", checked(twin).1);
    // A word of the other language is quoted as it is written.
    let mixed = "棋种 \"x\"\n棋盘 3 x 3\n棋手 白\n棋子 王 K { 走吃 步进 八方 }\nmoves step any\n";
    let said = checked(mixed).1;
    assert!(said.contains("`moves` says what a piece does"), "{said}");
    assert!(said.contains("`棋子 NAME { 走吃 步进 八方 }`"), "{said}");
}

#[test]
fn no_message_about_a_chinese_file_offers_english() {
    let folder = root().join("tests/fixtures/diagnostics");
    for name in ["in-chinese-keywords.game", "in-chinese-everyday-words.game"] {
        let text = std::fs::read_to_string(Path::new(&folder).join(name)).unwrap();
        let (_, said) = checked(&text);
        let keywords: BTreeSet<&str> = twins().iter().flat_map(|twin| twin.english.split(' ')).collect();
        let quoted: BTreeSet<&str> = said.split('`').skip(1).step_by(2).flat_map(str::split_whitespace).collect();
        let left: Vec<_> = quoted.intersection(&keywords).filter(|word| !text.contains(**word)).collect();
        assert!(left.is_empty(), "{name}: {left:?}\n{said}");
    }
}

/// The game that is shipped in both languages: nothing but comments and the sentences of help differ.
#[test]
fn box_shogi_is_one_game_in_two_languages() {
    let folder = root().join("games/box-shogi");
    let (latin, twin) = (folder.join("box-shogi.game"), folder.join("box-shogi.zh.game"));
    let (latin_text, twin_text) = (read("games/box-shogi/box-shogi.game"), read("games/box-shogi/box-shogi.zh.game"));
    let said = |path: &Path| dump::ruleset(&games::read(path, &[]).unwrap());
    assert_eq!(said(&latin), said(&twin));
    let bare = |text: &str| {
        let sentences = text.lines().filter(|line| !line.starts_with('#'));
        let sentences = sentences.map(|line| {
            let option = line.starts_with("选项");
            let line = line.split(" #").next().unwrap();
            let line = if option { line.split(" \"").next().unwrap() } else { line };
            line.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        sentences.filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(bare(&chinese(&latin_text)), bare(&twin_text));
    assert_eq!(format(FILE, &twin_text).unwrap(), twin_text);
}

// ---- the command line ------------------------------------------------------------------------------------------

fn run(args: &[&str], input: &str) -> (i32, String) {
    let (status, out, _) = cli::run(args, input);
    (status, out)
}

#[test]
fn fmt_and_explain_speak_both_languages() {
    let latin = format(FILE, PARENT).unwrap();
    let twin = chinese(PARENT);
    assert_eq!(run(&["fmt", "--keywords", "zh", "-"], &latin), (0, twin.clone()));
    assert_eq!(run(&["fmt", "--keywords", "en", "-"], &twin), (0, latin.clone()));
    assert_eq!(run(&["fmt", "-"], &twin), (0, twin.clone()));
    assert_eq!(run(&["fmt", "--check", "--keywords", "zh", "-"], &twin), (0, String::new()));
    assert_eq!(run(&["fmt", "--check", "--keywords", "zh", "-"], &latin).0, 1);
    assert_eq!(run(&["explain", "不得"], ""), run(&["explain", "may", "not"], ""));
    assert!(run(&["explain", "棋子"], "").1.starts_with("piece, for, promotes to\nIn Chinese: 棋子"));
}
