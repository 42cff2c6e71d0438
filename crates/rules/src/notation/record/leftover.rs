//! Moves that no record can hold, as the text of a comment.

use std::fmt::Write as _;

use crate::geometry::Color;
use crate::notation::pgn::{MAX_DEPTH, Node};
use crate::position::Position;

/// The moves as a text of one line, numbered from a position on. Of comments the words stay, without commands such as `[%clk 0:10]`,
/// which would be taken for those of the move that the comment stands behind.
pub(super) fn text(line: &[Node], from: &Position) -> String {
    let mut out = String::new();
    let first = u64::from(from.move_number()) * 2 + u64::from(from.turn() == Color::Black);
    write_line(&mut out, line, first, 0);
    out
}

/// Recursion is bounded: what lies deeper than [`MAX_DEPTH`] is left out.
fn write_line(out: &mut String, line: &[Node], first: u64, depth: usize) {
    let mut numbered = false;
    for (node, ply) in line.iter().zip(first..) {
        say(out, &node.before);
        let space = if out.is_empty() || out.ends_with('(') { "" } else { " " };
        let dots = if ply % 2 == 0 { "." } else { "..." };
        // Writing to a text does not fail.
        let _ = match ply % 2 == 0 || !numbered {
            true => write!(out, "{space}{}{dots} {}", ply / 2, node.text),
            false => write!(out, "{space}{}", node.text),
        };
        for nag in &node.nags {
            match nag {
                1..=6 => out.push_str(["!", "?", "!!", "??", "!?", "?!"][usize::from(nag - 1)]),
                _ => {
                    let _ = write!(out, " ${nag}");
                }
            }
        }
        say(out, &node.after);
        for variation in node.variations.iter().filter(|_| depth < MAX_DEPTH) {
            out.push_str(" (");
            write_line(out, variation, ply, depth + 1);
            out.push(')');
        }
        numbered = node.after.is_empty() && node.variations.is_empty();
    }
}

/// Comments as words between quotation marks.
fn say(out: &mut String, comments: &[String]) {
    for comment in comments {
        let (_, words) = super::remarks::split(comment);
        if !words.is_empty() {
            let space = if out.is_empty() || out.ends_with('(') { "" } else { " " };
            let _ = write!(out, "{space}\u{201c}{}\u{201d}", words.replace(['{', '}'], " "));
        }
    }
}
