//! A ruleset as meant: ids, defaults filled, checked.
