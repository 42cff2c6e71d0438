//! What tests and fuzz targets share: a store in memory, and the properties of any input.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it, and so do the fuzz targets")]

pub mod api;
pub mod frames;
pub mod memory;

use berolina_wire::{Audience, ClockRule, Refusal, Terms};

/// A private game without anything special.
pub fn terms(spec: &str, clock: Option<ClockRule>) -> Terms {
    Terms {
        spec: spec.to_owned(),
        files: Vec::new(),
        start: None,
        clock,
        rated: false,
        audience: Audience::Private,
    }
}

/// A refusal says something, in one line.
pub fn is_one_line(refusal: &Refusal) {
    let text = &refusal.text;
    assert!(!text.is_empty() && !text.contains(char::is_control) && text.len() < 8192, "{refusal:?}");
}
