//! Letters for pieces that have names of their own elsewhere.

/// A letter that is still free: the one wanted, one of the name, or any.
pub(crate) fn free(taken: &[char], wanted: Option<char>, name: &str) -> Option<char> {
    let fits = |c: &char| c.is_ascii_uppercase() && !taken.contains(c);
    let wanted = wanted.map(|c| c.to_ascii_uppercase()).filter(fits);
    let named = || name.chars().map(|c| c.to_ascii_uppercase()).find(fits);
    wanted.or_else(named).or_else(|| ('A'..='Z').find(fits))
}

#[cfg(test)]
mod tests {
    use super::free;

    #[test]
    fn a_letter_is_the_one_wanted_one_of_the_name_or_any() {
        assert_eq!(free(&[], Some('n'), "knight"), Some('N'));
        assert_eq!(free(&['N', 'K'], Some('N'), "knight"), Some('I'));
        assert_eq!(free(&['N'], None, "1nn"), Some('A'));
        assert_eq!(free(&('A'..='Z').collect::<Vec<_>>(), None, "king"), None);
    }
}
