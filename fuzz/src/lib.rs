//! The properties that the targets test are those of the tests of `berolina-rules`.

#[path = "../../crates/rules/tests/common/mod.rs"]
pub mod common;
