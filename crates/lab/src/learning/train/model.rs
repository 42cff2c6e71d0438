//! The network with real numbers: what it says, and how that depends on its weights.

use berolina_engine::net::{HIDDEN, LARGEST_INPUT, LARGEST_OUTPUT, ONE, OUTPUT_ONE, View, Weights};

use berolina_numbers::Random;

/// A row of weights: one for each neuron.
pub(super) type Numbers = [f32; HIDDEN];

/// The weights, or something else for each of them: a row for each input, one of biases, two for each set of output weights (the mover's view, the
/// other's), and one of the outputs' biases.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) rows: Vec<Numbers>,
    inputs: usize,
    outputs: usize,
}

impl Model {
    /// Small weights at random.
    pub(super) fn new(view: &View, seed: u64) -> Self {
        let (inputs, outputs) = (view.len(), view.outputs());
        assert!(outputs <= HIDDEN, "the outputs' biases are one row");
        let mut random = Random::new(seed);
        let mut between = |size: f32| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * size;
        let mut rows = vec![[0.0; HIDDEN]; inputs + 2 + 2 * outputs];
        for row in &mut rows[..inputs] {
            row.fill_with(|| between(0.08));
        }
        rows[inputs] = [0.2; HIDDEN];
        // All outputs begin alike, so that those of few positions are not left behind.
        let first: [Numbers; 2] = [0; 2].map(|_| [0; HIDDEN].map(|_| between(0.15)));
        for output in 0..outputs {
            rows[inputs + 1 + 2 * output] = first[0];
            rows[inputs + 2 + 2 * output] = first[1];
        }
        Self { rows, inputs, outputs }
    }

    /// As many numbers, all 0.
    pub(super) fn zero(&self) -> Self {
        Self { rows: vec![[0.0; HIDDEN]; self.rows.len()], ..*self }
    }

    fn output_row(&self, output: usize, view: usize) -> usize {
        self.inputs + 1 + 2 * output + view
    }

    /// The largest weight of a row that its integers can hold.
    pub(super) fn largest(&self, row: usize) -> f32 {
        if row < self.inputs {
            f32::from(LARGEST_INPUT) / ONE as f32
        } else if row == self.inputs || row + 1 == self.rows.len() {
            20.0
        } else {
            f32::from(LARGEST_OUTPUT) / OUTPUT_ONE as f32
        }
    }

    fn sums(&self, inputs: &[u16]) -> Numbers {
        let mut sums = self.rows[self.inputs];
        for &input in inputs {
            let row = &self.rows[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums
    }

    fn mixed(&self, sums: &[Numbers; 2], output: usize) -> f32 {
        let mut total = [0.0_f32; HIDDEN];
        for (view, sums) in sums.iter().enumerate() {
            let weights = &self.rows[self.output_row(output, view)];
            for i in 0..HIDDEN {
                let active = sums[i].clamp(0.0, 1.0);
                total[i] += active * active * weights[i];
            }
        }
        self.rows[self.rows.len() - 1][output] + total.iter().sum::<f32>()
    }

    /// The output for a position.
    pub(super) fn output(&self, inputs: [&[u16]; 2], output: usize) -> f32 {
        self.mixed(&inputs.map(|inputs| self.sums(inputs)), output)
    }

    /// Adds to `gradient` how the error of a position depends on each weight; `slope` says how it depends on the output. Returns
    /// the error, the first of what `slope` returns.
    pub(super) fn learn(
        &self,
        inputs: [&[u16]; 2],
        output: usize,
        gradient: &mut Self,
        slope: impl Fn(f32) -> (f32, f32),
    ) -> f32 {
        let sums = inputs.map(|inputs| self.sums(inputs));
        let (error, slope) = slope(self.mixed(&sums, output));
        let last = gradient.rows.len() - 1;
        gradient.rows[last][output] += slope;
        for view in 0..2 {
            let at = self.output_row(output, view);
            let weights = &self.rows[at];
            let mut back = [0.0; HIDDEN];
            let to = &mut gradient.rows[at];
            for i in 0..HIDDEN {
                let sum = sums[view][i];
                let active = sum.clamp(0.0, 1.0);
                to[i] += slope * active * active;
                let inside = if sum < 1.0 { 2.0 * active } else { 0.0 };
                back[i] = slope * weights[i] * inside;
            }
            for row in inputs[view].iter().map(|&input| usize::from(input)).chain([self.inputs]) {
                for (to, part) in gradient.rows[row].iter_mut().zip(&back) {
                    *to += part;
                }
            }
        }
        error
    }

    /// The weights as integers; an output of 1 means `unit` hundredths of a pawn.
    pub(super) fn whole(&self, unit: i32) -> Weights {
        let round = |row: &Numbers, one: i32| row.map(|w| (w * one as f32).round() as i16);
        let outputs = (0..self.outputs)
            .map(|output| [0, 1].map(|view| round(&self.rows[self.output_row(output, view)], OUTPUT_ONE)));
        let biases = &self.rows[self.rows.len() - 1][..self.outputs];
        Weights {
            inputs: self.rows[..self.inputs].iter().map(|row| round(row, ONE)).collect(),
            bias: round(&self.rows[self.inputs], ONE),
            outputs: outputs.collect(),
            output_bias: biases.iter().map(|b| (b * (ONE * OUTPUT_ONE) as f32).round() as i32).collect(),
            scale: unit,
        }
    }
}
