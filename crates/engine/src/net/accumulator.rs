//! The hidden layer's sums, kept for the line that is searched.
//!
//! A position's sums are made from those of another position by what differs on the board, found by comparing the two: so
//! nothing here knows how pieces move, and any position will do to start from. Near ones, which differ in few squares, are the last that were
//! seen at the same ply and at the plies before.

use berolina_rules::geometry::{Color, Size, Word};
use berolina_rules::position::State;

use super::Net;
use super::inputs::Mirrored;
use super::weights::Sums;

/// How many plies back a position to start from is looked for.
const BACK: usize = 3;
/// With more squares changed than this it is as quick to begin anew.
const MOST_CHANGES: u32 = 10;

/// With no more squares changed than this nearer positions are not looked for.
const ONE_MOVE: u32 = 2;

/// What is kept of a position.
#[derive(Clone)]
struct Entry<S: Size> {
    /// The position; `None` before the first.
    state: Option<State<S>>,
    mirrored: Mirrored,
    /// By colour of the viewer.
    sums: [Sums; 2],
}

/// The sums of one thread, by ply.
#[derive(Clone)]
pub(crate) struct Stack<S: Size> {
    entries: Vec<Entry<S>>,
}

impl<S: Size> Default for Stack<S> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<S: Size> Stack<S> {
    /// The network's score of a position for its mover, in hundredths of a pawn. Quick if the positions at this ply or
    /// just before were evaluated lately.
    pub(crate) fn evaluate(&mut self, net: &Net, state: &State<S>, ply: usize) -> i32 {
        let sums = self.sums(net, state, ply);
        let turn = state.turn();
        net.weights.score(&sums[turn.index()], &sums[turn.other().index()], net.inputs.output(state))
    }

    /// The sums of both views of a position.
    fn sums(&mut self, net: &Net, state: &State<S>, ply: usize) -> &[Sums; 2] {
        if self.entries.len() <= ply {
            let empty = Entry { state: None, mirrored: Mirrored::default(), sums: Default::default() };
            self.entries.resize(ply + 1, empty);
        }
        let base = self.nearest(net, state, ply);
        let mirrored = net.inputs.mirrored(state);
        let (earlier, rest) = self.entries.split_at_mut(ply);
        let entry = &mut rest[0];
        let (before, mirrored_before) = match base {
            Some((at, _)) if at < ply => {
                entry.sums = earlier[at].sums;
                (&earlier[at].state, earlier[at].mirrored)
            }
            _ => (&entry.state, entry.mirrored),
        };
        for color in Color::ALL {
            let i = color.index();
            let sums = &mut entry.sums[i];
            match (before, base) {
                (Some(before), Some((_, squares))) if mirrored_before.0[i] == mirrored.0[i] => {
                    update(net, sums, color, mirrored, squares, before, state);
                }
                _ => *sums = scratch(net, color, mirrored, state),
            }
        }
        entry.state = Some(*state);
        entry.mirrored = mirrored;
        &entry.sums
    }

    /// The position seen lately that differs in the fewest squares, by its ply, and those squares; `None` if they are too many.
    fn nearest(&self, net: &Net, state: &State<S>, ply: usize) -> Option<(usize, S::Word)> {
        let mut best = None;
        let mut least = MOST_CHANGES + 1;
        for at in (ply.saturating_sub(BACK)..=ply).rev() {
            let Some(before) = &self.entries[at].state else { continue };
            let squares = changed(net, before, state);
            let number = squares.count();
            if number < least {
                (best, least) = (Some((at, squares)), number);
            }
            if number <= ONE_MOVE {
                break;
            }
        }
        best
    }
}

/// The squares where something else stands.
#[inline(always)]
fn changed<S: Size>(net: &Net, before: &State<S>, after: &State<S>) -> S::Word {
    let mut squares = (before.of(Color::White) ^ after.of(Color::White))
        | (before.of(Color::Black) ^ after.of(Color::Black));
    for kind in net.inputs.kinds() {
        squares |= before.of_kind(kind) ^ after.of_kind(kind);
    }
    squares
}

/// Makes a position's sums of another's that is mirrored alike.
#[inline(always)]
fn update<S: Size>(
    net: &Net,
    sums: &mut Sums,
    viewer: Color,
    mirrored: Mirrored,
    squares: S::Word,
    before: &State<S>,
    after: &State<S>,
) {
    let (inputs, weights) = (&net.inputs, &net.weights);
    let flip = mirrored.0[viewer.index()];
    // A copy that need not leave the processor's registers until it is done.
    let mut made = *sums;
    for square in squares.iter() {
        let (old, new) = (before.cell(square), after.cell(square));
        if old.is_piece() {
            weights.subtract(&mut made, inputs.piece(viewer, flip, old, square));
        }
        if new.is_piece() {
            weights.add(&mut made, inputs.piece(viewer, flip, new, square));
        }
    }
    if inputs.has_hands() {
        inputs.in_hand(viewer, before, |input| weights.subtract(&mut made, input));
        inputs.in_hand(viewer, after, |input| weights.add(&mut made, input));
    }
    *sums = made;
}

/// The sums of a position, from nothing.
pub(super) fn scratch<S: Size>(net: &Net, viewer: Color, mirrored: Mirrored, state: &State<S>) -> Sums {
    let mut sums = net.weights.empty();
    net.inputs.all(viewer, mirrored, state, |input| net.weights.add(&mut sums, input));
    sums
}
