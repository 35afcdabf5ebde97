//! A ruleset as run: flat tables.
