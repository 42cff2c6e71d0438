//! Static exchange evaluation: what a series of captures on one square brings, each side taking with
//! its least valuable piece first and stopping when that is better.
//!
//! It knows what captures mean in each game: the piece that a capture leaves where the capturer came
//! from, prisoners, and kings that are lost by capture. Pins, promotions by later captures, and pieces
//! that hop or move lamely are left out.

use berolina_rules::Move;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::order::sort_short;
use berolina_rules::position::State;
use berolina_rules::tables::{Kind, KindSet, Tables};

use crate::eval::Values;

/// What the king counts for in an exchange.
pub(crate) const KING_WORTH: i32 = 20_000;

/// What exchanges are worth in one game.
pub(crate) struct Exchange {
    /// By colour and kind: what the kind is worth to its owner on the board.
    worth: [Vec<i32>; 2],
    /// By colour of the capturer and kind: what its capture brings.
    gain: [Vec<i32>; 2],
    /// By colour: the kinds, the least valuable first.
    order: [Vec<Kind>; 2],
    /// By colour: the royal kinds.
    royals: [KindSet; 2],
}

impl Exchange {
    pub(crate) fn new<S: Size>(tables: &Tables<S>, values: &Values<S>) -> Self {
        let kinds = tables.kinds.len();
        let all = || Kind::first(kinds);
        let royals = Color::ALL.map(|color| tables.side(color).royals);
        let worth: [Vec<i32>; 2] = Color::ALL.map(|color| {
            let royal = royals[color.index()];
            all().map(|k| if royal.has(k) { KING_WORTH } else { values.of(color, k) }).collect()
        });
        let gain = Color::ALL.map(|us| {
            let side = tables.side(us);
            let gain = |kind: Kind| {
                if royals[us.other().index()].has(kind) {
                    return KING_WORTH;
                }
                let left = *side.leaves.at(usize::from(kind));
                let prisoner = tables.kinds[usize::from(kind)].prisoner.filter(|_| tables.features.prisoners);
                let brought: i32 = left.into_iter().chain(prisoner).map(|kind| values.of(us, kind)).sum();
                values.of(us.other(), kind) + brought
            };
            all().map(gain).collect()
        });
        let order = Color::ALL.map(|color| {
            let worth: &Vec<i32> = &worth[color.index()];
            let mut order: Vec<Kind> = all().collect();
            let royal = royals[color.index()];
            let rank = |kind: Kind| (royal.has(kind), worth[usize::from(kind)]);
            sort_short(&mut order, |&a, &b| rank(a) < rank(b));
            order
        });
        Self { worth, gain, order, royals }
    }

    /// What a capture by `us` of a kind brings.
    #[inline]
    pub(crate) fn gain(&self, us: Color, kind: Kind) -> i32 {
        self.gain[us.index()][usize::from(kind)]
    }

    /// What a kind is worth to its owner on the board.
    #[inline]
    pub(crate) fn worth(&self, us: Color, kind: Kind) -> i32 {
        self.worth[us.index()][usize::from(kind)]
    }

    /// What a legal move brings at once, by capture and promotion.
    #[inline]
    pub(crate) fn gain_of<S: Size>(&self, tables: &Tables<S>, state: &State<S>, mv: Move) -> i32 {
        let us = state.turn();
        let taken = state.taken(tables, mv);
        let captured: i32 = taken.iter().map(|s| self.gain(us, state.cell(s).kind())).sum();
        if state.explodes(tables, mv) {
            let own = (taken & state.of(us)) | S::Word::bit(mv.from());
            // What was counted for own pieces is lost, as much as it is worth.
            let lost = |s| self.worth(us, state.cell(s).kind());
            let counted = (taken & state.of(us)).iter().map(|s| self.gain(us, state.cell(s).kind()));
            return captured - counted.sum::<i32>() - own.iter().map(lost).sum::<i32>();
        }
        match mv.promotion() {
            None => captured,
            Some(kind) => {
                let worth = &self.worth[us.index()];
                captured + worth[usize::from(kind)] - worth[usize::from(state.cell(mv.from()).kind())]
            }
        }
    }

    /// Whether the exchange that a legal move begins brings at least `threshold`.
    pub(crate) fn brings<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        mv: Move,
        threshold: i32,
    ) -> bool {
        if state.is_castling(mv) {
            return threshold <= 0;
        }
        let us = state.turn();
        let mut balance = self.gain_of(tables, state, mv) - threshold;
        if balance < 0 || state.explodes(tables, mv) {
            // Nothing is left that could be taken again.
            return balance >= 0;
        }
        let risked = mv.promotion().unwrap_or_else(|| state.moved_kind(mv));
        balance -= self.worth[us.index()][usize::from(risked)];
        if balance >= 0 {
            return true;
        }
        let to = mv.to();
        let mut occupied = state.occupied() | S::Word::bit(to);
        if let Some(from) = state.origin(mv).filter(|&from| from != to) {
            occupied &= !S::Word::bit(from);
        }
        for taken in state.taken(tables, mv).iter() {
            if taken != to {
                occupied &= !S::Word::bit(taken);
            }
            if tables.side(us).leaves.at(usize::from(state.cell(taken).kind())).is_some() {
                occupied |= S::Word::bit(mv.from());
            }
        }
        self.continues(tables, state, mv, occupied, risked, balance)
    }

    /// The exchange after its first move, which left `standing` on its square. `balance` is below 0: what
    /// the player who made it has if that piece is lost for nothing.
    fn continues<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        first: Move,
        mut occupied: S::Word,
        mut standing: Kind,
        mut balance: i32,
    ) -> bool {
        let us = state.turn();
        let mut turn = us.other();
        let to = first.to();
        let fixed = leapers(tables, state, to);
        let lines = Lines::new(tables, state, to);
        // Neither the piece that began nor what its capture left behind captures here.
        let begun = S::Word::bit(first.from()) | S::Word::bit(to);
        loop {
            let reach = (fixed | lines.open(tables, to, occupied)) & occupied & !begun;
            let ours = reach & state.of(turn);
            if ours.is_empty() {
                break;
            }
            let least = self.order[turn.index()].iter().find(|&&k| !(state.of_kind(k) & ours).is_empty());
            let Some(&kind) = least else { break };
            if self.royals[turn.index()].has(kind) && !(reach & state.of(turn.other())).is_empty() {
                break;
            }
            occupied &= !S::Word::bit((state.of_kind(kind) & ours).first());
            // What this capture brings beyond the piece that was already counted as lost.
            let more = self.gain(turn, standing) - self.worth[turn.other().index()][usize::from(standing)];
            balance = -balance - 1 - self.worth[turn.index()][usize::from(kind)] + more;
            turn = turn.other();
            standing = kind;
            if balance >= 0 {
                break;
            }
        }
        turn != us
    }
}

/// Pieces of both players that capture on a square by a leap.
fn leapers<S: Size>(tables: &Tables<S>, state: &State<S>, to: Square) -> S::Word {
    Color::ALL.iter().fold(S::Word::EMPTY, |found, &color| {
        let groups = &tables.side(color).attackers.leaps;
        groups.iter().fold(found, |found, group| {
            found | (*group.squares.at(to.index()) & state.of_kinds(&group.kinds) & state.of(color))
        })
    })
}

/// Pieces of both players that capture on a square along a line, if nothing stands between.
struct Lines<S: Size> {
    straight: S::Word,
    diagonal: S::Word,
}

impl<S: Size> Lines<S> {
    #[inline(always)]
    fn new(tables: &Tables<S>, state: &State<S>, to: Square) -> Self {
        let i = to.index();
        let (mut straight, mut diagonal) = (S::Word::EMPTY, S::Word::EMPTY);
        for color in Color::ALL {
            let side = tables.side(color);
            let own = state.of(color);
            straight |= state.of_kinds(&side.attackers.orthogonal) & own;
            diagonal |= state.of_kinds(&side.attackers.diagonal) & own;
        }
        straight &= *tables.orthogonal.at(i);
        diagonal &= *tables.diagonal.at(i);
        for color in Color::ALL {
            let side = tables.side(color);
            for &kind in &side.attackers.masked {
                let mask = &side.masks[usize::from(kind)];
                let pieces = state.of_kind(kind) & state.of(color);
                straight |= *mask.from_orthogonal.at(i) & pieces;
                diagonal |= *mask.from_diagonal.at(i) & pieces;
            }
        }
        Self { straight, diagonal }
    }

    /// Those that see the square past what is `occupied`.
    #[inline(always)]
    fn open(&self, tables: &Tables<S>, to: Square, occupied: S::Word) -> S::Word {
        let mut open = S::Word::EMPTY;
        let (straight, diagonal) = (self.straight & occupied, self.diagonal & occupied);
        if !straight.is_empty() {
            open |= tables.rook(to, occupied) & straight;
        }
        if !diagonal.is_empty() {
            open |= tables.bishop(to, occupied) & diagonal;
        }
        open
    }
}
