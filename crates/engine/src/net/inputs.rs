//! What a network sees of a position: numbers of inputs, one for each piece on its square as a player sees it.
//!
//! Each player has a view of his own. His own pieces and the enemy's have different inputs, ranks are counted from
//! his side, and the board is mirrored so that his king stands on the left half. Pieces in hand
//! have an input for each of the first few of a kind. Where the players' pieces or rules differ, one more input says whose view it is: all
//! others are the same for both armies, so that each learns from the positions of the other.

use berolina_rules::Definition;
use berolina_rules::geometry::{Color, Shape, Size, Square, Word};
use berolina_rules::position::{Cell, State};
use berolina_rules::tables::{Kind, KindSet, Tables};

use super::identity::Identity;

/// More pieces of a kind in hand than this are not told apart.
const MOST_IN_HAND: usize = 4;
/// A network has so many sets of output weights for each army, by the number of pieces on the board.
pub const BUCKETS: usize = 8;

/// How the positions of one game become inputs.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    shape: Shape,
    kinds: usize,
    /// Kinds that can be in hand: those below it.
    hands: usize,
    /// The armies that differ: one, or two.
    armies: usize,
    /// By colour: which of them it has.
    army: [usize; 2],
    /// By colour and whether mirrored: how that player counts the squares.
    squares: [[Vec<u16>; 2]; 2],
    /// The number of pieces at the start.
    most: usize,
    /// By colour: the royal kinds.
    royals: [KindSet; 2],
}

/// What the views of both players are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Mirrored(pub(super) [bool; 2]);

impl Inputs {
    pub(super) fn new<S: Size>(definition: &Definition, tables: &Tables<S>) -> Self {
        let (shape, kinds, hands) = (tables.shape, tables.kinds.len(), hands(tables));
        let identity = Identity::new(definition);
        let (armies, army) = match (identity.is_symmetric(), identity.is_swapped()) {
            (true, _) => (1, [0, 0]),
            (false, false) => (2, [0, 1]),
            (false, true) => (2, [1, 0]),
        };
        let squares = Color::ALL.map(|color| {
            [false, true].map(|mirrored| {
                let seen = |square: Square| {
                    let square = shape.relative(color, square);
                    u16::from(if mirrored { shape.flip(square) } else { square }.0)
                };
                shape.indices().map(seen).collect()
            })
        });
        let held: usize = definition.start.hands.iter().flatten().map(|&n| usize::from(n)).sum();
        let most = (definition.start.standing().count() + held).max(2);
        let royals = Color::ALL.map(|color| tables.side(color).kings);
        Self { shape, kinds, hands, armies, army, squares, most, royals }
    }

    /// The number of all inputs.
    pub(super) fn len(&self) -> usize {
        let armies = if self.armies == 1 { 0 } else { self.armies };
        self.first_army() + armies
    }

    /// The first input of pieces in hand, after those of pieces on squares.
    #[inline]
    fn first_in_hand(&self) -> usize {
        2 * self.kinds * self.shape.size()
    }

    /// The first of the inputs that say whose view it is, where there are any.
    #[inline]
    fn first_army(&self) -> usize {
        self.first_in_hand() + 2 * self.hands * MOST_IN_HAND
    }

    /// The kinds of pieces.
    #[inline(always)]
    pub(super) fn kinds(&self) -> impl Iterator<Item = Kind> {
        Kind::first(self.kinds)
    }

    /// Whether the players' views are mirrored.
    #[inline]
    pub(super) fn mirrored<S: Size>(&self, state: &State<S>) -> Mirrored {
        let right = |square: Square| 2 * self.shape.file(square) >= self.shape.files();
        Mirrored(Color::ALL.map(|color| {
            let king = state.of_set(self.royals[color.index()]) & state.of(color);
            !king.is_empty() && right(king.first())
        }))
    }

    /// The input of a piece in a player's view.
    #[inline(always)]
    pub(super) fn piece(&self, viewer: Color, mirrored: bool, cell: Cell, square: Square) -> usize {
        let enemy = usize::from(cell.color() != viewer);
        let seen = usize::from(self.squares[viewer.index()][usize::from(mirrored)][square.index()]);
        (enemy * self.kinds + usize::from(cell.kind())) * self.shape.size() + seen
    }

    /// Calls `found` with the inputs of what both players have in hand, in a player's view.
    #[inline]
    pub(super) fn in_hand<S: Size>(&self, viewer: Color, state: &State<S>, mut found: impl FnMut(usize)) {
        if self.hands == 0 {
            return;
        }
        let start = self.first_in_hand();
        for color in Color::ALL {
            for kind in 0..self.hands {
                let slot = usize::from(color != viewer) * self.hands + kind;
                let n = usize::from(state.in_hand(color, Kind::new(kind))).min(MOST_IN_HAND);
                (0..n).for_each(|i| found(start + slot * MOST_IN_HAND + i));
            }
        }
    }

    /// Whether pieces in hand are inputs.
    #[inline]
    pub(super) fn has_hands(&self) -> bool {
        self.hands > 0
    }

    /// Calls `found` with every input of a player's view.
    pub(super) fn all<S: Size>(
        &self,
        viewer: Color,
        mirrored: Mirrored,
        state: &State<S>,
        mut found: impl FnMut(usize),
    ) {
        let mirrored = mirrored.0[viewer.index()];
        for square in (state.occupied() & !state.blockers()).iter() {
            found(self.piece(viewer, mirrored, state.cell(square), square));
        }
        self.in_hand(viewer, state, &mut found);
        if self.armies > 1 {
            found(self.first_army() + self.army[viewer.index()]);
        }
    }

    /// Which output weights count.
    #[inline]
    pub(super) fn output<S: Size>(&self, state: &State<S>) -> usize {
        let pieces = state.occupied().count() as usize;
        let bucket = (pieces.saturating_sub(1) * BUCKETS / self.most).min(BUCKETS - 1);
        BUCKETS * self.army[state.turn().index()] + bucket
    }

    /// The number of sets of output weights.
    pub(super) fn outputs(&self) -> usize {
        BUCKETS * self.armies
    }
}

/// How many kinds can be in hand.
fn hands<S: Size>(tables: &Tables<S>) -> usize {
    let features = &tables.features;
    if features.hands || features.prisoners || features.entry { tables.pieces } else { 0 }
}
