//! What pieces are worth, worked out from how they move.
//!
//! The measure is Ralph Betza's *crowded board mobility* ("About the Values of Chess Pieces", 1996):
//! the number of squares that a piece can go to, averaged over the squares it may stand on, where each
//! square in its way is empty with a probability of seven tenths. A move that only captures counts 0.55,
//! one that never captures 0.45. The value in hundredths of a pawn is `52 m + 0.9 m²`: the second term
//! because several ways to move in one piece are worth more than in two. For chess this gives knight,
//! bishop, rook and queen about 300, 340, 480 and 900.
//!
//! - A piece that changes its state by moving (a Unicorn) is worth nine tenths of what it becomes, if
//!   that is more than its own worth.
//! - A piece that promotes is worth 3% of the gain in addition; nearer to promotion, evaluation adds more.
//! - A value in the definition replaces all this.

use berolina_numbers::random::scrambled;
use berolina_rules::Definition;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::tables::{Kind, Tables};

/// One square of mobility.
pub(crate) const ONE: i32 = 1024;
/// Boards tried for pieces that hop or move lamely.
const SAMPLES: u64 = 6;

/// What the kinds are worth to each player.
pub(crate) struct Values<S: Size> {
    /// By colour and kind, in hundredths of a pawn; kings 0.
    pub(crate) kinds: [Vec<i32>; 2],
    /// By colour, kind and square: the mobility, in units of [`ONE`].
    pub(crate) mobility: [Vec<S::BySquare<i32>>; 2],
    /// By colour and kind: the mean of that.
    pub(crate) mean: [Vec<i32>; 2],
}

impl<S: Size> Values<S> {
    pub(crate) fn new(definition: &Definition, tables: &Tables<S>) -> Self {
        let kinds = tables.kinds.len();
        let mut values = Self {
            kinds: [vec![0; kinds], vec![0; kinds]],
            mobility: [vec![], vec![]],
            mean: [vec![], vec![]],
        };
        for color in Color::ALL {
            let c = color.index();
            for kind in 0..kinds {
                let mut by_square = S::BySquare::<i32>::filled(0);
                let mut sum = 0;
                for square in tables.shape.iter() {
                    let m = mobility(tables, color, Kind::new(kind), square);
                    *by_square.at_mut(square.index()) = m;
                    sum += m;
                }
                values.mobility[c].push(by_square);
                values.mean[c].push(sum / tables.shape.size() as i32);
            }
            values.kinds[c] = values.of_side(definition, tables, color);
        }
        values
    }

    fn of_side(&self, definition: &Definition, tables: &Tables<S>, color: Color) -> Vec<i32> {
        let side = tables.side(color);
        let given = |kind: usize| definition.piece(tables.kinds[kind].piece).value;
        let mut worth: Vec<i32> = self.mean[color.index()].iter().map(|&m| from_mobility(m)).collect();
        let royal = |kind: usize| side.kings.has(Kind::new(kind));
        for kind in side.kings.iter() {
            worth[usize::from(kind)] = 0;
        }
        for kind in 0..worth.len() {
            let later = *side.becomes.at(kind);
            if usize::from(later) != kind && !royal(kind) {
                worth[kind] = worth[kind].max(worth[usize::from(later)] * 9 / 10);
            }
        }
        let plain = worth.clone();
        for kind in 0..worth.len() {
            let best = (*side.promotes_to.at(kind)).iter().map(|k| plain[usize::from(k)]).max();
            worth[kind] += best.map_or(0, |best| (best - plain[kind]).max(0) * 3 / 100);
            if let Some(value) = given(kind) {
                worth[kind] = if royal(kind) { 0 } else { value };
            }
        }
        worth
    }

    /// Replaces the worth of a kind to a player.
    pub(crate) fn set(&mut self, color: Color, kind: Kind, value: i32) {
        self.kinds[color.index()][usize::from(kind)] = value;
    }

    /// The worth of a kind to a player.
    #[inline(always)]
    pub(crate) fn of(&self, color: Color, kind: Kind) -> i32 {
        self.kinds[color.index()][usize::from(kind)]
    }
}

fn from_mobility(mean: i32) -> i32 {
    let (mean, one) = (i64::from(mean), i64::from(ONE));
    (52 * mean / one + 9 * mean * mean / (10 * one * one)) as i32
}

/// The mobility of a piece on a square of a crowded board.
fn mobility<S: Size>(tables: &Tables<S>, color: Color, kind: Kind, square: Square) -> i32 {
    let mask = &tables.side(color).masks[usize::from(kind)];
    let index = square.index();
    let leaps = *mask.quiet_leap.at(index) | *mask.capture_leap.at(index);
    let quiet =
        *mask.quiet_leap.at(index) | *mask.quiet_orthogonal.at(index) | *mask.quiet_diagonal.at(index);
    let capture =
        *mask.capture_leap.at(index) | *mask.capture_orthogonal.at(index) | *mask.capture_diagonal.at(index);
    let mut sum = 0;
    // What slides round a cylinder is counted with the odd moves.
    let round = if mask.slides_round {
        let open = mask.odd_targets(square, S::Word::EMPTY, S::Word::EMPTY, S::Word::EMPTY);
        (open.quiet | open.attacked) & !leaps
    } else {
        S::Word::EMPTY
    };
    for to in ((quiet | capture) & !round).iter() {
        let between = if leaps.has(to) { 0 } else { tables.between(square, to).count() };
        let clear = (0..between).fold(ONE, |clear, _| clear * 7 / 10);
        sum += clear * (45 * i32::from(quiet.has(to)) + 55 * i32::from(capture.has(to))) / 100;
    }
    if mask.is_even() { sum } else { sum + odd_mobility(tables, color, kind, square) }
}

/// The mobility by hops and lame leaps, on a few boards with three squares of ten occupied.
fn odd_mobility<S: Size>(tables: &Tables<S>, color: Color, kind: Kind, square: Square) -> i32 {
    let mask = &tables.side(color).masks[usize::from(kind)];
    let mut sum = 0;
    for sample in 0..SAMPLES {
        let mut occupied = S::Word::EMPTY;
        for other in tables.shape.iter().filter(|&s| s != square) {
            let seed = sample << 16 | (other.0 as u64) << 8 | u64::from(square.0);
            if scrambled(seed) % 10 < 3 {
                occupied |= S::Word::bit(other);
            }
        }
        let targets = mask.odd_targets(square, occupied, S::Word::EMPTY, S::Word::EMPTY);
        let quiet = (targets.quiet & !occupied).count() as i32;
        let capture = (targets.attacked | targets.attacked_over).count() as i32;
        sum += (45 * quiet + 55 * capture) * ONE / 100;
    }
    sum / SAMPLES as i32
}

#[cfg(test)]
mod tests {
    use berolina_rules::definition::Letter;
    use berolina_rules::geometry::Small;
    use berolina_rules::tables::KindState;
    use berolina_rules::variant::AnyTables;
    use berolina_rules::{Library, Variant};

    use super::*;

    #[test]
    fn chess_pieces_have_the_usual_worth() {
        let chess = Variant::load(&Library::shipped(), "chess").unwrap();
        let AnyTables::Small(tables) = chess.tables() else { panic!("chess is small") };
        let values = Values::<Small>::new(chess.definition(), tables);
        for (letter, least, most) in
            [('P', 85, 125), ('N', 280, 340), ('B', 310, 370), ('R', 450, 530), ('Q', 850, 980)]
        {
            let kind = chess.kind(Letter::new(letter).unwrap(), KindState::Base).unwrap();
            let value = values.of(Color::White, kind);
            assert!((least..=most).contains(&value), "{letter} is {value}");
            assert_eq!(value, values.of(Color::Black, kind), "{letter}");
        }
    }
}
