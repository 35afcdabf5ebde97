//! What the fuzz programs share: the makers of texts and the trial, which the tests of boardwright use too.
#![allow(missing_docs)]

#[path = "../../tests/support/crowds.rs"]
pub mod crowds;
#[path = "../../tests/support/giants.rs"]
pub mod giants;
#[path = "../../tests/support/strangers.rs"]
pub mod strangers;
#[path = "../../tests/support/trial.rs"]
pub mod trial;

pub use trial::games;
