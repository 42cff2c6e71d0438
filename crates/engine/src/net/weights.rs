//! The numbers of a network and what is computed with them.
//!
//! Everything is integers, in vectors that are written out: where code is compiled for size, as it is for browsers, compilers make
//! none of their own.

use wide::{i16x16, i32x8};

/// The neurons of the hidden layer, for each view.
pub const HIDDEN: usize = 128;
/// What 1 is in the hidden layer: activations are from 0 to this.
pub const ONE: i32 = 255;
/// What 1 is in the output's weights.
pub const OUTPUT_ONE: i32 = 64;
/// No weight of an input is larger, so that sums of all pieces of a full board stay within 16 bits.
pub const LARGEST_INPUT: i16 = 505;
/// No output weight is larger, so that its product with an activation stays within 16 bits.
pub const LARGEST_OUTPUT: i16 = 127;

/// Neurons that are computed at once.
const LANES: usize = 16;

/// The hidden layer's sums of one view.
pub(super) type Sums = [i16x16; HIDDEN / LANES];

/// The weights of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By input: what it adds to each neuron, in parts of [`ONE`]; at most [`LARGEST_INPUT`].
    pub inputs: Vec<[i16; HIDDEN]>,
    /// What each neuron begins with, in parts of [`ONE`].
    pub bias: [i16; HIDDEN],
    /// By set of output weights, for the mover's view and for the other: parts of [`OUTPUT_ONE`], at most [`LARGEST_OUTPUT`].
    pub outputs: Vec<[[i16; HIDDEN]; 2]>,
    /// What each output begins with, in parts of [`ONE`] times [`OUTPUT_ONE`].
    pub output_bias: Vec<i32>,
    /// The score, in hundredths of a pawn, that an output of 1 means.
    pub scale: i32,
}

impl Weights {
    /// The sums of a view without any input.
    #[inline]
    pub(super) fn empty(&self) -> Sums {
        let mut bias = vectors(&self.bias);
        std::array::from_fn(|_| bias.next().expect("there is one for each"))
    }

    /// Adds the weights of an input.
    #[inline(always)]
    pub(super) fn add(&self, sums: &mut Sums, input: usize) {
        for (sum, weights) in sums.iter_mut().zip(vectors(&self.inputs[input])) {
            *sum += weights;
        }
    }

    /// Takes the weights of an input away again.
    #[inline(always)]
    pub(super) fn subtract(&self, sums: &mut Sums, input: usize) {
        for (sum, weights) in sums.iter_mut().zip(vectors(&self.inputs[input])) {
            *sum -= weights;
        }
    }

    /// The score for the mover in hundredths of a pawn.
    #[inline]
    pub(super) fn score(&self, mover: &Sums, other: &Sums, output: usize) -> i32 {
        let [weights, others] = &self.outputs[output];
        // The squares are in parts of ONE squared.
        let squares = i64::from(weighted(mover, weights)) + i64::from(weighted(other, others));
        let sum = squares / i64::from(ONE) + i64::from(self.output_bias[output]);
        (sum * i64::from(self.scale) / i64::from(ONE * OUTPUT_ONE)) as i32
    }
}

/// The numbers of all neurons as vectors.
#[inline(always)]
fn vectors(numbers: &[i16; HIDDEN]) -> impl Iterator<Item = i16x16> {
    numbers.as_chunks::<LANES>().0.iter().map(|lanes| i16x16::new(*lanes))
}

/// The sum of squared activations times weights.
#[inline(always)]
fn weighted(sums: &Sums, weights: &[i16; HIDDEN]) -> i32 {
    let mut total = i32x8::ZERO;
    for (sum, weights) in sums.iter().zip(vectors(weights)) {
        let active = sum.max(i16x16::ZERO).min(i16x16::splat(ONE as i16));
        total += (active * weights).dot(active);
    }
    total.reduce_add()
}
