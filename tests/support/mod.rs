//! What the tests share.

pub mod by_hand;
pub mod crowds;
pub mod data;
pub mod games;
pub mod giants;
pub mod lockstep;
pub mod oracle;
pub mod setting;
pub mod strangers;
pub mod trial;
