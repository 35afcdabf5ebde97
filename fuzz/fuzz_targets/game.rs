//! Any bytes as a game file.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use boardwright_fuzz::strangers::{Corpus, Rng};
use boardwright_fuzz::trial;

static CORPUS: LazyLock<Corpus> =
    LazyLock::new(|| Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &[]));

libfuzzer_sys::fuzz_target!(|text: &str| {
    trial::file(&CORPUS, text, &[], &mut Rng::new(text.len() as u64));
});
