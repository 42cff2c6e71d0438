//! Sorting of short lists.

/// Sorts a short list; what has the same key stays in its order. About `n log n` comparisons and at most `n²/2` moves.
///
/// The standard library's sorting is made for long lists, and is several kilobytes of code for each type and key, which
/// everybody who plays in a browser would fetch.
///
/// ```
/// let mut words = ["chess", "near", "npnc", "go"];
/// berolina_rules::order::sort_short(&mut words, |a, b| a.len() < b.len());
/// assert_eq!(words, ["go", "near", "npnc", "chess"]);
/// ```
pub fn sort_short<T>(list: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let Some((last, sorted)) = list[..=end].split_last() else { continue };
        let mut at = sorted.partition_point(|other| !is_less(last, other));
        while at < end {
            list.swap(at, end);
            at += 1;
        }
    }
}

/// Sorts a list that may be long, such as the moves of a game that somebody invented: never more than `n log n` steps (heapsort,
/// Williams 1964). What is equal may change its order.
pub fn sort_long<T>(list: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for root in (0..list.len() / 2).rev() {
        sift(list, root, &is_less);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sift(&mut list[..end], 0, &is_less);
    }
}

/// Lets what stands at `root` sink below all that is greater.
fn sift<T>(heap: &mut [T], mut root: usize, is_less: &impl Fn(&T, &T) -> bool) {
    loop {
        let (left, right) = (2 * root + 1, 2 * root + 2);
        let Some(child) = heap.get(left) else { return };
        let greater = if heap.get(right).is_some_and(|other| is_less(child, other)) { right } else { left };
        if !is_less(&heap[root], &heap[greater]) {
            return;
        }
        heap.swap(root, greater);
        root = greater;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_long_lists() {
        let mut seed = 1_u32;
        for len in [0, 1, 2, 3, 40, 1000] {
            let next = |seed: &mut u32| {
                *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *seed >> 20
            };
            let mut list: Vec<u32> = (0..len).map(|_| next(&mut seed)).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            sort_long(&mut list, |a, b| a < b);
            assert_eq!(list, expected);
        }
    }

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
            sort_short(&mut list, |a, b| a.0 > b.0);
            assert_eq!(list, expected);
        }
    }
}
