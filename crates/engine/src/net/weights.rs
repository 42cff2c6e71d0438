//! The numbers of a network and what is computed with them.
//!
//! Everything is integers, in loops over arrays of a fixed size that compilers turn into vector instructions.

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

/// The hidden layer's sums of one view.
pub(super) type Sums = [i16; HIDDEN];

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
    /// Adds the weights of an input.
    #[inline(always)]
    pub(super) fn add(&self, sums: &mut Sums, input: usize) {
        for (sum, weight) in sums.iter_mut().zip(&self.inputs[input]) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Takes the weights of an input away again.
    #[inline(always)]
    pub(super) fn subtract(&self, sums: &mut Sums, input: usize) {
        for (sum, weight) in sums.iter_mut().zip(&self.inputs[input]) {
            *sum = sum.wrapping_sub(*weight);
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

/// The sum of squared activations times weights.
#[inline(always)]
fn weighted(sums: &Sums, weights: &Sums) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let active = sum.clamp(0, ONE as i16);
        total += i32::from(active.wrapping_mul(weight)) * i32::from(active);
    }
    total
}
