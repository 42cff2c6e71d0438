//! What a network sees of a position: numbers of inputs, one for each piece on its square as a player sees it.
//!
//! Each player has a view of his own. His own pieces and the enemy's have different inputs, ranks are counted from
//! his side, and the board is mirrored so that his king stands on the left half. Pieces in hand
//! have an input for each of the first few of a kind.

use berolina_rules::Definition;
use berolina_rules::geometry::{Color, Shape, Size, Square, Word};
use berolina_rules::position::{Cell, State};
use berolina_rules::tables::{Kind, Tables};

use super::signature::Signature;

/// More pieces of a kind in hand than this are not told apart.
const MOST_IN_HAND: usize = 4;
/// A network has so many sets of output weights, by the number of pieces on the board.
const BUCKETS: usize = 8;

/// How the positions of one game become inputs.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    shape: Shape,
    kinds: usize,
    /// Kinds that can be in hand: those below it.
    hands: usize,
    /// The number of inputs of a view.
    view: usize,
    /// Views with weights of their own: one, or one for each army.
    roles: usize,
    /// By colour: where the inputs of its view begin.
    base: [usize; 2],
    /// By colour and whether mirrored: how that player counts the squares.
    squares: [[Vec<u16>; 2]; 2],
    /// The number of pieces at the start.
    most: usize,
}

/// What the views of both players are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Mirrored(pub(super) [bool; 2]);

impl Inputs {
    pub(super) fn new<S: Size>(definition: &Definition, tables: &Tables<S>) -> Self {
        let (shape, kinds, hands) = (tables.shape, tables.kinds.len(), hands(tables));
        let signature = Signature::new(definition);
        let view = 2 * kinds * shape.squares() + 2 * hands * MOST_IN_HAND;
        let roles = if signature.is_symmetric() { 1 } else { 2 };
        let squares = Color::ALL.map(|color| {
            [false, true].map(|mirrored| {
                let seen = |square: Square| {
                    let square = shape.relative(color, square);
                    let file = shape.file(square);
                    let file = if mirrored { shape.files - 1 - file } else { file };
                    u16::from(shape.rank(square)) * u16::from(shape.files) + u16::from(file)
                };
                shape.iter().map(seen).collect()
            })
        });
        let placement = definition.start.split(' ').next().unwrap_or("");
        let most = placement.chars().filter(char::is_ascii_alphabetic).count().max(2);
        let base = if signature.is_swapped() { [view, 0] } else { [0, view * (roles - 1)] };
        Self { shape, kinds, hands, view, roles, base, squares, most }
    }

    /// The number of all inputs.
    pub(super) fn len(&self) -> usize {
        self.view * self.roles
    }

    /// The kinds of pieces.
    #[inline(always)]
    pub(super) fn kinds(&self) -> std::ops::Range<Kind> {
        0..self.kinds as Kind
    }

    /// Whether the players' views are mirrored.
    #[inline]
    pub(super) fn mirrored<S: Size>(&self, state: &State<S>) -> Mirrored {
        let right = |square: Square| 2 * self.shape.file(square) >= self.shape.files;
        Mirrored(Color::ALL.map(|color| state.king(color).is_some_and(right)))
    }

    /// The input of a piece in a player's view.
    #[inline(always)]
    pub(super) fn piece(&self, viewer: Color, mirrored: bool, cell: Cell, square: Square) -> usize {
        let i = viewer.index();
        let enemy = usize::from(cell.color() != viewer);
        let seen = usize::from(self.squares[i][usize::from(mirrored)][square.index()]);
        self.base[i] + (enemy * self.kinds + usize::from(cell.kind())) * self.shape.squares() + seen
    }

    /// Calls `found` with the inputs of what both players have in hand, in a player's view.
    #[inline]
    pub(super) fn in_hand<S: Size>(&self, viewer: Color, state: &State<S>, mut found: impl FnMut(usize)) {
        if self.hands == 0 {
            return;
        }
        let start = self.base[viewer.index()] + 2 * self.kinds * self.shape.squares();
        for color in Color::ALL {
            for kind in 0..self.hands {
                let slot = usize::from(color != viewer) * self.hands + kind;
                let n = usize::from(state.in_hand(color, kind as Kind)).min(MOST_IN_HAND);
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
        for square in state.occupied().iter() {
            found(self.piece(viewer, mirrored, state.cell(square), square));
        }
        self.in_hand(viewer, state, found);
    }

    /// Which output weights count.
    #[inline]
    pub(super) fn output<S: Size>(&self, state: &State<S>) -> usize {
        let pieces = state.occupied().count() as usize;
        let bucket = (pieces.saturating_sub(1) * BUCKETS / self.most).min(BUCKETS - 1);
        if self.base[state.turn().index()] == 0 { bucket } else { BUCKETS + bucket }
    }

    /// The number of sets of output weights.
    pub(super) fn outputs(&self) -> usize {
        BUCKETS * self.roles
    }
}

/// How many kinds can be in hand.
fn hands<S: Size>(tables: &Tables<S>) -> usize {
    let features = &tables.features;
    if features.hands || features.prisoners || features.entry { tables.pieces } else { 0 }
}
