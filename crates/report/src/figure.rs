//! Figures with their errors.

use serde::Serialize;

/// The quantile of the normal distribution for 95 %.
const Z95: f64 = 1.959_963_985;

/// A mean, and how far from the true one it may be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The mean; not a number where nothing was counted.
    pub value: f64,
    /// Half of the 95 % interval; not a number where it cannot be said.
    pub error: f64,
    /// How many were counted.
    pub count: u64,
}

impl Figure {
    /// The mean of some values.
    #[must_use]
    pub fn mean(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sums = Sums::default();
        values.into_iter().for_each(|value| sums.add(value));
        sums.mean()
    }

    /// The mean of points from 0 to 1. The error is that of two more games, one won and one lost (Agresti and Coull 1998 for shares), so that
    /// a few games which all ended alike do not seem certain.
    #[must_use]
    pub fn points(points: impl IntoIterator<Item = f64>) -> Self {
        let mut sums = Sums::default();
        points.into_iter().for_each(|value| sums.add(value));
        let Self { value, count, .. } = sums.mean();
        [0.0, 1.0].into_iter().for_each(|value| sums.add(value));
        Self { value, error: sums.mean().error, count }
    }

    /// The share of those that are so.
    #[must_use]
    pub fn share(so: u64, of: u64) -> Self {
        Self::points((0..of).map(|i| f64::from(u8::from(i < so))))
    }

    /// How many more would have to be counted for an error of at most `wanted`; 0 if it is that small.
    #[must_use]
    pub fn missing(&self, wanted: f64) -> u64 {
        if self.count == 0 || !self.error.is_finite() {
            return 30;
        }
        let count = self.count as f64;
        let needed = count * (self.error / wanted).powi(2);
        if needed > count { (needed - count).ceil() as u64 } else { 0 }
    }
}

/// A number of values, their sum and that of their squares.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sums {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Sums {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    pub(crate) fn mean(&self) -> Figure {
        let n = self.count as f64;
        let value = self.sum / n;
        let variance = (self.squares / n - value * value).max(0.0) * n / (n - 1.0);
        Figure { value, error: Z95 * (variance / n).sqrt(), count: self.count }
    }
}

/// Where each side of the 95 % interval of values drawn again and again lies.
pub(crate) fn interval(values: &mut [f64]) -> Option<(f64, f64)> {
    if values.len() < 20 {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    Some((at(0.025), at(0.975)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_the_errors_of_textbooks() {
        let figure = Figure::mean([1.0, 2.0, 3.0, 4.0]);
        // The sample's deviation is sqrt(5/3), the mean's half of it.
        assert!((figure.value - 2.5).abs() < 1e-12);
        assert!((figure.error - 1.959_963_985 * (5.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-9, "{figure:?}");
        assert!(Figure::mean([]).value.is_nan() && Figure::mean([1.0]).error.is_nan());
    }

    #[test]
    fn points_of_few_games_are_not_certain() {
        let all_won = Figure::points([1.0; 4]);
        assert!((all_won.value - 1.0).abs() < 1e-12 && all_won.error > 0.2, "{all_won:?}");
        let many = Figure::share(450, 900);
        assert!((many.value - 0.5).abs() < 1e-12 && (many.error - 0.0327).abs() < 1e-3, "{many:?}");
    }

    #[test]
    fn it_is_said_how_many_are_missing() {
        let figure = Figure { value: 0.5, error: 0.1, count: 100 };
        assert_eq!((figure.missing(0.1), figure.missing(0.05)), (0, 300));
    }
}
