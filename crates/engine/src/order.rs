//! Sorting of short lists.

/// Sorts a short list; what has the same key stays in its order.
///
/// The standard library's sorting is made for long lists, and is several kilobytes of code for each type and key, which
/// everybody who plays in a browser would fetch.
pub(crate) fn sort_short<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut seed = 1_u32;
        for len in 0..40 {
            let next = |seed: &mut u32| {
                *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *seed >> 28
            };
            let mut list: Vec<(u32, usize)> = (0..len).map(|i| (next(&mut seed), i)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
            sort_short(&mut list, |&(key, _)| std::cmp::Reverse(key));
            assert_eq!(list, expected);
        }
    }
}
