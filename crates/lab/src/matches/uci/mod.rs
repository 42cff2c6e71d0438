//! Engines as processes that speak UCI.

mod client;
mod reply;

pub use client::{Client, Failure};
pub use reply::{EngineOption, EngineScore, Info, Reply};
