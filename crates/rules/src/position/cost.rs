//! What it costs to find what is legal in a position that somebody gives.

use super::position::Position;
use crate::definition::{Census, Cost};
use crate::geometry::Color;
use crate::tables::Kind;

impl Position {
    /// What finding the legal moves costs at most here and in all positions that come of this one.
    ///
    /// A game is refused where this is too much from its own start. A position that a stranger gives may have more pieces: whoever
    /// answers strangers asks whether its cost [is bearable](Cost::is_bearable).
    ///
    /// ```
    /// # use berolina_rules::{Library, Variant};
    /// let duck = Variant::load(&Library::shipped(), "duck")?;
    /// assert!(duck.start().cost().is_bearable());
    /// # Ok::<(), berolina_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn cost(&self) -> Cost {
        let variant = self.variant();
        let definition = variant.definition();
        let census: Census = Color::ALL.map(|color| {
            let mut counts = vec![(0, 0); definition.pieces.len()];
            for kind in Kind::first(variant.kinds().len()) {
                counts[variant.piece_of(kind).index()].0 += u64::from(self.count(color, kind));
            }
            for id in definition.ids() {
                counts[id.index()].1 += u64::from(self.in_hand(color, Kind::base(id)));
            }
            counts
        });
        definition.cost_of(&census)
    }
}
