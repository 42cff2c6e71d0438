//! Powers by square roots.

/// `base` to a power from 0 to 1, to twelve digits: the product of those roots whose exponents, halves of halves, make up the power.
///
/// Processors and WebAssembly have an instruction for square roots. The library's `powf` is two kilobytes that everybody who plays in a
/// browser would fetch, and not the same to the last digit on every machine.
pub(crate) fn power(base: f64, part: f64) -> f64 {
    if part >= 1.0 {
        return base;
    }
    let (mut root, mut left, mut product) = (base, part, 1.0);
    for _ in 0..44 {
        root = root.sqrt();
        left *= 2.0;
        if left >= 1.0 {
            left -= 1.0;
            product *= root;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_are_those_of_the_library() {
        for base in [0.2, 1.0, 3.0, 47.5, 1e6] {
            for percent in 0..=100 {
                let part = f64::from(percent) / 100.0;
                let (ours, theirs) = (power(base, part), f64::powf(base, part));
                assert!((ours / theirs - 1.0).abs() < 1e-11, "{base}^{part}: {ours}, {theirs}");
            }
        }
    }
}
