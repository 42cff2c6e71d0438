//! Letters that cannot be used, and what says the same.

use super::super::{Code, names};

/// The code, message and hint for a letter that cannot be used.
pub(super) fn unknown(c: char) -> (Code, String, Option<String>) {
    let hint = match c {
        '@' => "use the key drops",
        'd' => "what it captures of its own side is no part of a move here",
        'x' => "a piece cannot lend its moves to another; give those moves to the other piece",
        'u' => {
            "a piece cannot carry what it captures elsewhere; use the key leaves for what a capture leaves behind"
        }
        't' => {
            "it is only said of p and g before a leg that follows, where it means over pieces of one's own"
        }
        'U' => "a piece that goes anywhere cannot be played; use the key drops for one that enters anywhere",
        'I' => "moves of the piece that moved last cannot be played; write out the moves",
        '?' | '-' => "legs are divided by - or ? between brackets, such as [W-F]",
        ']' => "brackets begin with [, such as [W-F]",
        '(' | ')' | '{' | '}' => "write each move by itself, and legs of one between brackets, such as [W-F]",
        ',' | '\t' | '\n' => {
            "write the moves one directly after the other or with a space between, such as RN"
        }
        '0'..='9' => "a range stands directly after a capital letter, such as W3",
        'X' | 'Y' => "it stands behind a capital letter and makes its leap longer, such as FX",
        _ => {
            let hint =
                "atoms are W F D N A H C Z G and R B Q K, modifiers m c f b l r v s h n j p g i e a y z q o";
            let message =
                format!("`{}` is no letter of Betza notation", names::escaped(c.encode_utf8(&mut [0; 4])));
            return (Code::E030, message, Some(hint.into()));
        }
    };
    (
        Code::E031,
        format!("`{}` is not supported in moves", names::escaped(c.encode_utf8(&mut [0; 4]))),
        Some(hint.into()),
    )
}

/// What is said of a well-known piece's name that was written instead of its moves: the message and the hint.
pub(super) fn name(text: &str) -> Option<(String, String)> {
    const WELL_KNOWN: [(&str, &str); 9] = [
        ("king", "K"),
        ("queen", "Q"),
        ("rook", "R"),
        ("bishop", "B"),
        ("knight", "N"),
        ("pawn", "fmWfcF"),
        ("nightrider", "NN"),
        ("cannon", "mRcpR"),
        ("camel", "C"),
    ];
    let text = text.to_ascii_lowercase();
    let (name, moves) = WELL_KNOWN.into_iter().find(|(name, _)| *name == text)?;
    Some((format!("`{name}` is the name of a piece, not how it moves"), names::meaning(moves)))
}
