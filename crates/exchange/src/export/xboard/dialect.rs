//! The notation of moves that XBoard 4.9.1 reads, which is a part of ours with other letters for two leaps.

/// The atoms that XBoard reads as we do. Its `J` and `L` are each other's leaps, so the letters `C` and `Z` are written.
const ATOMS: &str = "WFDNAHCZGRBQKO";
/// Where a move goes.
const DIRECTIONS: &str = "fblrsvh";
/// How a move is made, in the only order in which XBoard reads these.
const MANNERS: &str = "mcdepgynj";

/// Moves as XBoard reads them, or nothing where it has no words for them: text that it does not understand ends a piece's
/// moves there without a word, and a program that makes another move loses its game.
pub(super) fn spelled(moves: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let at = rest.find(|c: char| !c.is_ascii_lowercase())?;
        let (before, behind) = rest.split_at(at);
        let letter = behind.chars().next()?;
        let atom = match letter {
            'J' => 'Z',
            'L' => 'C',
            _ => letter,
        };
        if !ATOMS.contains(atom) {
            return None;
        }
        out.push_str(&ordered(before)?);
        out.push(atom);
        rest = behind.get(1..)?;
        if rest.starts_with(letter) {
            // A leap that is repeated.
            out.push('0');
            rest = rest.get(1..)?;
        }
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        out.push_str(&rest[..digits]);
        rest = &rest[digits..];
    }
    Some(out)
}

/// Modifiers in XBoard's order; nothing if it does not know them.
fn ordered(before: &str) -> Option<String> {
    if before.contains('a') {
        // In moves of several legs the order says to which leg a modifier belongs, and XBoard has the order that we have.
        let known =
            before.chars().all(|c| c == 'a' || c == 'i' || DIRECTIONS.contains(c) || MANNERS.contains(c));
        return known.then(|| before.to_owned());
    }
    let place = |c: char| match c {
        'i' => Some(0),
        _ if DIRECTIONS.contains(c) => Some(1),
        _ => MANNERS.find(c).map(|at| at + 2),
    };
    let mut placed: Vec<(usize, char)> =
        before.chars().map(|c| Some((place(c)?, c))).collect::<Option<_>>()?;
    // The sort keeps the order of directions, which has a meaning.
    placed.sort_by_key(|&(at, _)| at);
    Some(placed.into_iter().map(|(_, c)| c).collect())
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn what_xboard_reads() {
        for (moves, told) in [
            ("NN", "N0"),
            ("fNNbmW", "fN0bmW"),
            ("BN", "BN"),
            ("mRcpR", "mRcpR"),
            ("cfFmfW", "fcFfmW"),
            ("FyafsF", "FyafsF"),
            ("PJ", ""),
            ("JL", "ZC"),
            ("R4AA", "R4A0"),
            ("isO2", "isO2"),
            ("KNADcaKmcabK", "KNADcaKmcabK"),
            ("", ""),
        ] {
            assert_eq!(spelled(moves).unwrap_or_default(), told, "{moves}");
        }
        for moves in ["NX", "FY", "[N-B]", "W[1,4]", "kR", "xQ", "uN", "N-", "é"] {
            assert_eq!(spelled(moves), None, "{moves}");
        }
    }
}
