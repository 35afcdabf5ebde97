//! Reference data: JSON Lines, one object a line, found beside the repository or kept in it.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The folder of the shared reference data: `BOARDWRIGHT_ORACLE`, or `shared/oracle` beside the repository. `None` (and a
/// word about it) where there is none.
pub fn shared(game: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle");
    let folder = std::env::var_os("BOARDWRIGHT_ORACLE").map_or(beside, PathBuf::from).join(game);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no reference data in {}", folder.display());
    None
}

/// The folder of the data that is kept in the repository.
pub fn kept(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(game)
}

/// All rows of a file; none where the file is missing.
pub fn rows(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    thinned(lines.map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The strings of an array.
pub fn strings(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

/// Every so manieth row only, where `BOARDWRIGHT_EVERY` says so: for a first look with a slow build.
pub fn thinned<T>(rows: Vec<T>) -> Vec<T> {
    let every = std::env::var("BOARDWRIGHT_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    rows.into_iter().step_by(every).collect()
}

/// Runs a check over all rows, on all processors; what it says of each row that is wrong, in row order.
pub fn check_all<T: Sync>(rows: &[T], check: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut found: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(row) = rows.get(index) else { return found };
                found.push((index, check(row)));
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect()
    });
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().flat_map(|(_, wrong)| wrong).collect()
}
