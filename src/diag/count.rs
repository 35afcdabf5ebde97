//! Numbers with their nouns.

/// `1 row`, `2 rows`, `0 rows`; `1 ply`, `2 plies`.
#[must_use]
pub fn counted(number: usize, one: &str) -> String {
    match one.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        _ if number == 1 => format!("1 {one}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_and_more() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "row")), ["0 rows", "1 row", "2 rows"]);
        assert_eq!([1, 2].map(|n| counted(n, "ply")), ["1 ply", "2 plies"]);
        assert_eq!(counted(3, "key"), "3 keys");
    }
}
