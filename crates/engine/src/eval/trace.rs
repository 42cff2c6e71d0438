//! How an evaluation came about: which weights it added up, and how often.

use berolina_rules::geometry::Color;

use super::weights::At;

/// One weight counted so often costs so many of these, because some terms count parts of weights.
pub(crate) const WHOLE: i32 = 8;

/// Takes down the terms of an evaluation.
pub(super) trait Trace {
    /// Whether it takes down anything.
    const ON: bool;
    /// So many eighths of a weight were added for a player.
    fn add(&mut self, color: Color, at: At, eighths: i32);
}

/// Takes nothing down.
pub(super) struct Off;

impl Trace for Off {
    const ON: bool = false;
    #[inline(always)]
    fn add(&mut self, _: Color, _: At, _: i32) {}
}

/// Every term, in the order in which it was added.
#[derive(Default)]
pub(super) struct Terms(pub(super) Vec<(Color, At, i32)>);

impl Trace for Terms {
    const ON: bool = true;
    fn add(&mut self, color: Color, at: At, eighths: i32) {
        if eighths != 0 {
            self.0.push((color, at, eighths));
        }
    }
}
