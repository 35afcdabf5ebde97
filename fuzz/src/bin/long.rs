//! Many cases in a row: `long SEED COUNT [--check-only] [FOLDER…]`. The folders hold further games to make texts of;
//! `--check-only` reads and checks, mostly small files, and plays nothing; `long SEED 1` shows one case, `long FILE.game` tries a file. Ends with status 1 when a case panicked or took longer than a second of processor time.

use std::cell::RefCell;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use boardwright_fuzz::strangers::{Corpus, Rng};
use boardwright_fuzz::{games, trial};

/// Longest time that one thing may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Most memory that one case may add, in KiB.
const MOST_KIB: u64 = 768 << 10;

thread_local!(static LAST: RefCell<String> = const { RefCell::new(String::new()) });

/// What a case is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    File,
    Positions,
    Suite,
}

fn main() {
    let (flags, arguments): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let plays = !flags.iter().any(|flag| flag == "--check-only");
    if let Some(path) = arguments.first().filter(|argument| argument.ends_with(".game")) {
        return one_file(Path::new(path));
    }
    let number = |at: usize, other: u64| arguments.get(at).map_or(other, |text| text.parse().expect("a number"));
    let (seed, count) = (number(0, 1), number(1, 1000));
    let folders: Vec<&Path> = arguments.iter().skip(2).map(Path::new).collect();
    let corpus = Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &folders);
    let games = games(&corpus);
    std::panic::set_hook(Box::new(|info| LAST.with_borrow_mut(|last| *last = info.to_string())));
    let mut slowest = (Duration::ZERO, 0, "");
    let (mut compiled, mut faults, mut fattest) = (0u64, 0u64, (0, 0));
    let begin = Instant::now();
    // Where the process is killed for its memory or its time, this file tells by which case.
    let current = std::env::var("FUZZ_CURRENT").ok();
    for case in seed..seed + count {
        let mut rng = Rng::new(case);
        let sort = match rng.below(16) {
            0..4 => Sort::Positions,
            4 => Sort::Suite,
            _ => Sort::File,
        };
        let text = (sort == Sort::File).then(|| if plays { corpus.game(&mut rng) } else { corpus.small(&mut rng) });
        if let Some(path) = &current {
            let _ = std::fs::write(path, format!("{case}\n{}", text.as_deref().unwrap_or("")));
        }
        if count == 1 {
            let _ = writeln!(std::io::stdout(), "{}", text.as_deref().unwrap_or("(positions or a suite)"));
        }
        forget_peak();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let game = rng.below(games.len());
            match (sort, &text) {
                (Sort::Suite, _) => trial::suite(&corpus, &games[game], &mut rng),
                (_, None) => trial::positions(&corpus, &games[game], if plays { 2 } else { 0 }, &mut rng),
                (_, Some(text)) => {
                    let settings = corpus.settings(text, &mut rng);
                    if plays {
                        trial::file(&corpus, text, &settings, &mut rng)
                    } else {
                        trial::checked(&corpus, text, &settings, rng.one_in(8))
                    }
                }
            }
        }));
        let peak = peak();
        if peak > fattest.0 {
            fattest = (peak, case);
        }
        match result {
            Err(_) => {
                faults += 1;
                println!("case {case}: panic: {}", LAST.with_borrow(Clone::clone).replace('\n', " "));
            }
            Ok(cost) => {
                compiled += u64::from(cost.compiled);
                let (part, time) = cost.slowest();
                if time > slowest.0 {
                    slowest = (time, case, part);
                }
                if time > PATIENCE {
                    faults += 1;
                    println!("case {case}: slow: {part} took {time:?}");
                }
                if count == 1 {
                    println!("{cost:?}");
                }
            }
        }
        if peak > MOST_KIB {
            faults += 1;
            println!("case {case}: fat: {} MiB", peak >> 10);
        }
    }
    println!(
        "{count} cases from {seed}, {compiled} played, {faults} faults, {:?}; slowest: {:?} for {} in case {}; most memory: {} MiB in case {}",
        begin.elapsed(),
        slowest.0,
        slowest.2,
        slowest.1,
        fattest.0 >> 10,
        fattest.1
    );
    std::process::exit(i32::from(faults > 0));
}

/// Lets the system count the peak of memory anew, where it can.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The peak of resident memory, in KiB; 0 where it cannot be had.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn one_file(path: &Path) {
    let corpus = Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &[]);
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
    forget_peak();
    let cost = trial::file(&corpus, &text, &[], &mut Rng::new(1));
    println!("{}: slowest {:?}, {} MiB, compiled: {}", path.display(), cost.slowest(), peak() >> 10, cost.compiled);
    if std::env::var_os("FUZZ_PARTS").is_some() {
        println!("{:?}", cost.parts);
    }
}
