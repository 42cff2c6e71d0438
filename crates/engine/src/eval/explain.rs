//! What an evaluation is made of, as a table for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use berolina_rules::geometry::{Color, Size};
use berolina_rules::position::State;
use berolina_rules::tables::Tables;

use super::weights::{Pair, UNIT};
use super::{Eval, FULL_PHASE, WHOLE};
use crate::score::MAX_EVAL;

impl<S: Size> Eval<S> {
    /// A line for each group of terms: White's sum, Black's, and the difference, each for the middle game
    /// and for the ending, in pawns.
    pub(crate) fn explain(&self, tables: &Tables<S>, state: &State<S>) -> String {
        if !self.has_terms() {
            let score = self.burdens(tables, state).clamp(-MAX_EVAL, MAX_EVAL);
            let text = "who loses everything wins: each piece is a burden, and freedom to move counts\n";
            return text.to_owned() + &last_line(score, state.turn());
        }
        let (sums, terms) = self.terms(tables, state);
        let mut groups: BTreeMap<String, [Pair; 2]> = BTreeMap::new();
        for (color, at, n) in terms {
            let group = group(&self.weights.names[usize::from(at)]);
            groups.entry(group).or_default()[color.index()] += self.weights.at(at) * n;
        }
        let mut text = format!("{:16} {:^15} {:^15} {:^15}\n", "term", "White", "Black", "difference");
        let mut total = [Pair::ZERO; 2];
        let line = |text: &mut String, name: &str, [white, black]: [Pair; 2]| {
            let cells = [white, black, white - black].map(pawns);
            let _ = writeln!(text, "{name:16} {} {} {}", cells[0], cells[1], cells[2]);
        };
        for (name, pair) in &groups {
            line(&mut text, name, *pair);
            total[0] += pair[0];
            total[1] += pair[1];
        }
        line(&mut text, "sum", total);
        let percent = 100 * sums.phase / FULL_PHASE;
        let _ = writeln!(text, "middle game {percent}%, ending {}%", 100 - percent);
        if sums.scale < 64 {
            let _ = writeln!(text, "the ending is drawish: {}% of its sum count", 100 * sums.scale / 64);
        }
        if sums.fixed != 0 {
            let _ = writeln!(text, "the claim by the clock: {:+.2}", f64::from(sums.fixed) / 100.0);
        }
        text + &last_line(sums.clamped(), state.turn())
    }
}

/// The last line, of White's score.
fn last_line(score: i32, turn: Color) -> String {
    let mover = if turn == Color::White { score } else { -score };
    format!("total {:+.2} for White, {:+.2} for the player to move", in_pawns(score), in_pawns(mover))
}

fn in_pawns(score: i32) -> f64 {
    f64::from(score) / 100.0
}

/// Both numbers of a sum in pawns.
fn pawns(sum: Pair) -> String {
    let number = |n: i32| f64::from(n) / f64::from(100 * UNIT * WHOLE);
    format!("{:7.2} {:7.2}", number(sum.middle()), number(sum.ending()))
}

/// The group of a term: the parts of its name that are neither pieces, squares nor numbers.
fn group(name: &str) -> String {
    let name = name.split('@').next().unwrap_or(name);
    let words = name.split('.').filter(|part| part.len() > 2 && part.bytes().all(|b| b.is_ascii_lowercase()));
    words.collect::<Vec<_>>().join(" ")
}
