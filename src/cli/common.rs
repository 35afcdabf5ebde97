//! Options that several commands share. Every command that plays takes all of them, so that a program can pass the same
//! words to each; help shows them only where they change something.

use clap::Args;

/// Most threads that may be asked for.
const MOST_THREADS: i64 = 256;

/// Where chance begins.
#[derive(Debug, Clone, Copy, Args)]
pub struct SeedArgument {
    /// Where chance begins: the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Common options")]
    pub seed: u64,
}

/// Who shares the work.
#[derive(Debug, Clone, Copy, Args)]
pub struct ThreadsArgument {
    /// How many threads share the work; the result does not depend on it
    #[arg(
        long,
        value_name = "N",
        help_heading = "Common options",
        value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS)
    )]
    pub threads: Option<u16>,
}

/// A seed where nothing is left to chance.
#[derive(Debug, Clone, Copy, Args)]
pub struct UnusedSeed {
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
}

/// Threads where one is enough.
#[derive(Debug, Clone, Copy, Args)]
pub struct UnusedThreads {
    #[arg(long, value_name = "N", hide = true, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}
