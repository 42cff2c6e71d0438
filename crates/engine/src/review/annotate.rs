//! Reviews as comments, glyphs and variations of a record.

use berolina_rules::Move;
use berolina_rules::notation::record::{NodeId, Record};

use super::{Mark, Review, whites};
use crate::Score;

/// The longest variation that a review adds, in plies.
pub const MAX_LINE: usize = 10;

/// Writes a review of a record's main line into it: a comment `[%eval 0.35]` for each move, in pawns and
/// White's, a proven end as `#3`; glyphs and a sentence where something is to be said; better lines as
/// variations.
///
/// What the record says already stays, but an evaluation or a glyph that judges the move is replaced, and a
/// line that is there is not added again: a record can be annotated anew.
pub fn annotate(record: &mut Record, review: &Review) {
    let nodes: Vec<NodeId> = record.main_line().collect();
    let mut before = record.start().clone();
    let mut judged = review.moves.iter().peekable();
    for (ply, &node) in nodes.iter().enumerate() {
        let mv = record.mv(node);
        if let Some(judged) = judged.next_if(|judged| judged.ply == ply && judged.mv == mv) {
            let remark = judged.remark(&before);
            let eval = eval_command(whites(judged.after, judged.mover));
            let nag = judged.mark().map(Mark::nag);
            record.notes_mut(node).judge(eval.as_deref(), remark.as_deref(), nag);
            if let Some(line) = judged.better() {
                let moves = &line.pv[..line.pv.len().min(MAX_LINE)];
                add_line(record, record.parent(node), moves);
            }
        }
        before = before.play_unchecked(mv);
    }
}

/// The command of PGN for an evaluation of White's: `[%eval 0.35]` in pawns, `[%eval #-2]` for a proven end;
/// none where the game is over.
#[must_use]
pub fn eval_command(white: Score) -> Option<String> {
    match (white.end(), white.mate(), white.centipawns()) {
        (Some((_, 0)), ..) => None,
        (_, Some(moves), _) => Some(format!("[%eval #{moves}]")),
        (_, _, centipawns) => {
            Some(format!("[%eval {:.2}]", f64::from(centipawns.unwrap_or_default()) / 100.0))
        }
    }
}

/// Adds moves after a node, each after the one before, as far as they are not there. Returns the first;
/// none if there are no moves, or the first cannot be added. A record that is full takes no more.
pub fn add_line(record: &mut Record, after: Option<NodeId>, moves: &[Move]) -> Option<NodeId> {
    let mut first = None;
    let mut at = after;
    for &mv in moves {
        let there = record.children(at).find(|&node| record.mv(node) == mv);
        let Some(node) = there.or_else(|| record.add(at, mv).ok()) else { break };
        first = first.or(Some(node));
        at = Some(node);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn evaluations() {
        let texts = [
            (35, Some("[%eval 0.35]")),
            (-5, Some("[%eval -0.05]")),
            (WIN - 5, Some("[%eval #3]")),
            (4 - WIN, Some("[%eval #-2]")),
            (WIN, None),
        ];
        for (value, text) in texts {
            assert_eq!(eval_command(Score::new(value)).as_deref(), text);
        }
    }
}
