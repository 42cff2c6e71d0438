//! Letters that cannot be used, and what says the same.

use super::super::{Code, names};
use crate::message::Message;
use crate::say;

/// The code, message and hint for a letter that cannot be used.
pub(super) fn unknown(c: char) -> (Code, Message, Option<Message>) {
    let hint = match c {
        '@' => say!("use the key drops"),
        'd' => say!("what it captures of its own side is no part of a move here"),
        'x' => say!("a piece cannot lend its moves to another; give those moves to the other piece"),
        'u' => {
            say!(
                "a piece cannot carry what it captures elsewhere; use the key leaves for what a capture leaves behind"
            )
        }
        't' => {
            say!(
                "it is only said of p and g before a leg that follows, where it means over pieces of one's own"
            )
        }
        'U' => say!(
            "a piece that goes anywhere cannot be played; use the key drops for one that enters anywhere"
        ),
        'I' => say!("moves of the piece that moved last cannot be played; write out the moves"),
        '?' | '-' => say!("legs are divided by - or ? between brackets, such as [W-F]"),
        ']' => say!("brackets begin with [, such as [W-F]"),
        '(' | ')' | '{' | '}' => {
            say!("write each move by itself, and legs of one between brackets, such as [W-F]")
        }
        ',' | '\t' | '\n' => {
            say!("write the moves one directly after the other or with a space between, such as RN")
        }
        '0'..='9' => say!("a range stands directly after a capital letter, such as W3"),
        'X' | 'Y' => say!("it stands behind a capital letter and makes its leap longer, such as FX"),
        _ => {
            let hint = say!(
                "atoms are W F D N A H C Z G and R B Q K, modifiers m c f b l r v s h n j p g i e a y z q o"
            );
            let message = say!(
                "`{letter}` is no letter of Betza notation",
                letter = names::escaped(c.encode_utf8(&mut [0; 4]))
            );
            return (Code::E030, message, Some(hint));
        }
    };
    (
        Code::E031,
        say!("`{letter}` is not supported in moves", letter = names::escaped(c.encode_utf8(&mut [0; 4]))),
        Some(hint),
    )
}

/// What is said of a well-known piece's name that was written instead of its moves: the message and the hint.
pub(super) fn name(text: &str) -> Option<(Message, Message)> {
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
    Some((say!("`{name}` is the name of a piece, not how it moves", name), names::meaning(moves)))
}
