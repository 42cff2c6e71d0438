//! Elo with its error, and the sequential probability ratio test.
//!
//! The two games of a pair begin with the same opening and so are not independent. What is counted are pairs, by the points that
//! the first engine made of two: 0, ½, 1, 1½ or 2 (the *pentanomial* counts), and the variance is that of pairs.
//!
//! - Elo: `-400 log10(1/s - 1)` for the mean score `s` of a game. The error is half of what lies between the Elo of
//!   `s ± 1.96 e`, where `e = sqrt(v / n)`, `n` pairs, `v` the variance of a pair's score, as a share of its two points.
//! - LOS, the likelihood of superiority: `Φ((s - ½) / e)`.
//! - SPRT: the generalized ratio test of M. Van den Bergh, *A practical introduction to the GSPRT* and *Comments on
//!   normalized Elo*, as Fishtest and fastchess have it for logistic Elo. For each of two hypotheses about the mean, the most likely
//!   distribution of pairs with that mean is found; the log-likelihood ratio of the two is compared with `±ln((1 - α) / α)`, α = β = 0.05.

/// The pairs, by the half points of the first engine: 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// The probability of either error of the test.
pub const SPRT_ERROR: f64 = 0.05;
/// The quantile of the normal distribution for 95 %.
const Z95: f64 = 1.959_963_985;
/// What an empty class counts for in the test, as Fishtest has it.
const EMPTY: f64 = 1e-3;

/// Elo for a mean score; infinite for 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    // Written so that one half gives 0, not -0.
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score that an Elo difference means.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// What is estimated from pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean score of a game.
    pub score: f64,
    /// The Elo difference; infinite where all games were won or lost.
    pub elo: f64,
    /// Half of the 95 % interval; infinite or not a number where it cannot be said.
    pub error: f64,
    /// The likelihood of superiority.
    pub los: f64,
}

impl Pairs {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score and the variance of a pair's.
    fn moments(&self) -> (f64, f64) {
        let count = self.count() as f64;
        let share = |class: usize| class as f64 / 4.0;
        let mean = (0..5).map(|i| self.0[i] as f64 * share(i)).sum::<f64>() / count;
        let variance = (0..5).map(|i| self.0[i] as f64 * (share(i) - mean).powi(2)).sum::<f64>() / count;
        (mean, variance)
    }

    /// Elo and its error; `None` without a pair.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count() == 0 {
            return None;
        }
        let (score, variance) = self.moments();
        let deviation = (variance / self.count() as f64).sqrt();
        let bound = |score: f64| elo(score.clamp(0.0, 1.0));
        let error = (bound(score + Z95 * deviation) - bound(score - Z95 * deviation)) / 2.0;
        let los = match (score - 0.5, deviation) {
            (0.0, 0.0) => 0.5,
            (ahead, deviation) => normal(ahead / deviation),
        };
        Some(Estimate { score, elo: elo(score), error, los })
    }

    /// The log-likelihood ratio of the mean of `elo1` to that of `elo0`.
    #[must_use]
    pub fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|n| if n == 0 { EMPTY } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / total);
        let (p0, p1) = (most_likely(&shares, expected(elo0)), most_likely(&shares, expected(elo1)));
        total * (0..5).map(|i| shares[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }
}

/// The most likely distribution of classes that has a mean, given the shares that were seen: each is divided by `1 + x (a - mean)`,
/// with the one `x` that makes it have this mean.
fn most_likely(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let off = |class: usize| class as f64 / 4.0 - mean;
    let excess = |x: f64| (0..5).map(|i| shares[i] * off(i) / (1.0 + x * off(i))).sum::<f64>();
    // All of 1 + x (a - mean) are positive between these, and the excess falls from +∞ to -∞.
    let (mut low, mut high) = (-1.0 / off(4), -1.0 / off(0));
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + x * off(i)))
}

/// The distribution function of the normal distribution, by the error function of Abramowitz and Stegun 7.1.26: good to 1e-7.
fn normal(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-x * x).exp();
    if z < 0.0 { (1.0 - erf) / 2.0 } else { f64::midpoint(1.0, erf) }
}

/// A test of two hypotheses about the Elo difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower one.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `elo0` is accepted.
    Lower,
    /// `elo1` is accepted.
    Higher,
    /// Nothing yet.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln()
    }

    /// What the pairs say.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let llr = pairs.llr(self.elo0, self.elo1);
        if llr >= Self::bound() {
            Verdict::Higher
        } else if llr <= -Self::bound() {
            Verdict::Lower
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b} ± {by}");
    }

    #[test]
    fn elo_of_scores() {
        near(elo(0.5), 0.0, 0.0);
        near(elo(0.75), 190.848_501_887, 1e-6);
        near(elo(0.64), 99.951_009_6, 1e-4);
        near(expected(100.0), 0.640_064_999, 1e-8);
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    #[test]
    fn normal_distribution() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-2.326_347_874, 0.01)] {
            near(normal(z), p, 2e-7);
        }
    }

    /// By hand: 10 pairs, of which 2 are 1, 4 are 2, 4 are 3 half points: mean 22/40 = 0.55, variance of the shares
    /// (2 × 0.3² + 4 × 0.05² + 4 × 0.2²) / 10 = 0.035, deviation 0.059161.
    #[test]
    fn estimate_by_hand() {
        let estimate = Pairs([0, 2, 4, 4, 0]).estimate().unwrap();
        near(estimate.score, 0.55, 1e-12);
        near(estimate.elo, 34.860_1, 1e-3);
        let (low, high) = (0.55 - 1.959_964 * 0.059_160_8, 0.55 + 1.959_964 * 0.059_160_8);
        near(estimate.error, (elo(high) - elo(low)) / 2.0, 1e-3);
        near(estimate.los, 0.801, 1e-3);
    }

    #[test]
    fn one_sided_results() {
        let all = Pairs([0, 0, 0, 0, 3]).estimate().unwrap();
        assert_eq!((all.elo, all.los), (f64::INFINITY, 1.0));
        let even = Pairs([0, 0, 3, 0, 0]).estimate().unwrap();
        assert_eq!((even.elo, even.error, even.los), (0.0, 0.0, 0.5));
        assert_eq!(Pairs::default().estimate(), None);
    }

    /// Tests that Stockfish's Fishtest ended in 2020, with logistic Elo, as its pull requests 3098 and 3209 tell them.
    #[test]
    fn ratios_that_fishtest_published() {
        for (pairs, elo0, elo1, llr) in [
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97),
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
        ] {
            near(Pairs(pairs).llr(elo0, elo1), llr, 0.006);
        }
    }

    /// The distribution found has the mean asked for, and no other with that mean is more likely.
    #[test]
    fn most_likely_distribution() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        let found = most_likely(&shares, 0.53);
        near(found.iter().sum(), 1.0, 1e-9);
        near((0..5).map(|i| found[i] * i as f64 / 4.0).sum(), 0.53, 1e-9);
        let likely = |p: &[f64; 5]| (0..5).map(|i| shares[i] * p[i].ln()).sum::<f64>();
        // Ways to change a distribution that keep its sum and mean.
        for step in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]] {
            for size in [1e-3, -1e-3] {
                let other = std::array::from_fn(|i| found[i] + size * step[i]);
                assert!(likely(&other) < likely(&found));
            }
        }
    }

    #[test]
    fn tests_end() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        near(Sprt::bound(), 2.944_438_979, 1e-9);
        assert_eq!(sprt.verdict(&Pairs::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&Pairs([10, 100, 300, 200, 40])), Verdict::Higher);
        assert_eq!(sprt.verdict(&Pairs([40, 200, 300, 100, 10])), Verdict::Lower);
        assert_eq!(sprt.verdict(&Pairs([1, 3, 5, 3, 1])), Verdict::Open);
    }
}
