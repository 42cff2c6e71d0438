//! Where the notation of diagrams is not ours.

/// Moves without what means nothing in a diagram: `n` before a single step, which passes no square.
pub(super) fn translated(moves: &str) -> String {
    let mut out = String::new();
    for (before, atom) in atoms(moves) {
        let mut chars = atom.chars();
        let step = matches!(chars.next(), Some('W' | 'F' | 'K')) && chars.next().is_none();
        if step && !before.contains('a') {
            out.extend(before.chars().filter(|&c| c != 'n'));
        } else {
            out.push_str(before);
        }
        out.push_str(atom);
    }
    out
}

/// Moves without those that take nothing but a king (`k`), and what these are without the `k`: lines along which kings face each other.
pub(super) fn without_sight(moves: &str) -> (String, String) {
    let (mut plain, mut sight) = (String::new(), String::new());
    for (before, atom) in atoms(moves) {
        if before.contains('k') {
            sight.extend(before.chars().filter(|&c| c != 'k'));
            sight.push_str(atom);
        } else {
            plain.push_str(before);
            plain.push_str(atom);
        }
    }
    (plain, sight)
}

/// What diagrams do not do as the letters say here.
pub(crate) fn doubt(moves: &str) -> Option<String> {
    // Out to an empty square and back again, or anywhere, which may be back.
    let back = |before: &str| {
        let legs: Vec<&str> = before.split('a').collect();
        let &[out, home] = legs.as_slice() else { return false };
        let stays = !out.contains(['c', 'p', 'g', 't', 'd']) && !home.contains(['p', 'g']);
        stays && (!home.contains('c') || home.contains('m')) && home.contains('b')
    };
    if let Some((before, atom)) = atoms(moves).into_iter().find(|(before, _)| back(before)) {
        return Some(format!(
            "`{before}{atom}`: a piece that goes out and back moves nothing and passes the turn; here no piece moves to its own square"
        ));
    }
    let oblique = |atom: &str| atom.starts_with(['N', 'C', 'L', 'Z', 'J']);
    let (before, atom) =
        atoms(moves).into_iter().find(|(before, atom)| before.contains('n') && oblique(atom))?;
    Some(format!(
        "`{before}{atom}`: which squares must be empty for a leap that is not straight, the script of diagrams says in two ways"
    ))
}

/// The atoms of a text, each with the letters before it and a capital with all that follows up to the next small letter or capital; a letter
/// doubled is one atom.
fn atoms(moves: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let capital = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let (before, after) = rest.split_at(capital);
        let mut chars = after.char_indices();
        let first = chars.next().map(|(_, c)| c);
        let goes_on = |c: char| c.is_ascii_digit() || Some(c) == first || matches!(c, 'X' | 'Y' | '*');
        let end = chars.find(|&(_, c)| !goes_on(c)).map_or(after.len(), |(at, _)| at);
        found.push((before, &after[..end]));
        rest = &after[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lame_single_step_is_a_step_and_a_lame_leap_aside_is_doubted() {
        assert_eq!(translated("fmFfnWfnDfcnH"), "fmFfWfnDfcnH");
        assert_eq!(translated("nW3 nWW [nF] nK2nF"), "nW3 nWW [F] nK2F");
        assert_eq!(translated("mafnW\u{e9}X"), "mafnW\u{e9}X");
        assert_eq!(doubt("KcnDcnNcnA").unwrap().split(':').next(), Some("`cnN`"));
        assert_eq!(doubt("NfnDnA"), None);
        assert_eq!(doubt("KNADcaKcabKmabK").unwrap().split(':').next(), Some("`mabK`"));
        assert_eq!(doubt("KabK").unwrap().split(':').next(), Some("`abK`"));
        assert_eq!(doubt("KNADcaKcabKmafKmacbK"), None);
        assert_eq!(without_sight("fkRfkBK"), ("K".into(), "fRfB".into()));
        assert_eq!(without_sight("KisO2"), ("KisO2".into(), String::new()));
    }
}
