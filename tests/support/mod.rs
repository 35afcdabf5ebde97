//! What the tests share.

pub mod by_hand;
pub mod data;
pub mod games;
pub mod lockstep;
pub mod oracle;
pub mod setting;
