//! Static exchange evaluation: what a series of captures on one square brings, each side taking with
//! its least valuable piece first and stopping when that is better.
//!
//! It knows what captures mean in each game: the piece that a capture leaves where the capturer came
//! from, prisoners, kings that are lost by capture, and explosions, which end an exchange with its first capture.
//! Pins, promotions by later captures, and pieces that hop or move lamely are left out.

use berolina_rules::Move;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::order::sort_short;
use berolina_rules::position::{Manner, State};
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
    /// By colour: the kinds of kings.
    royals: [KindSet; 2],
}

impl Exchange {
    pub(crate) fn new<S: Size>(tables: &Tables<S>, values: &Values<S>) -> Self {
        let kinds = tables.kinds.len();
        let all = || Kind::first(kinds);
        let royals = Color::ALL.map(|color| tables.side(color).kings);
        // Where what loses elsewhere wins, nobody strives to win exchanges.
        let counts = i32::from(!tables.is_reversed());
        let worth: [Vec<i32>; 2] = Color::ALL.map(|color| {
            let royal = royals[color.index()];
            all().map(|k| if royal.has(k) { KING_WORTH } else { counts * values.of(color, k) }).collect()
        });
        let gain = Color::ALL.map(|us| {
            let side = tables.side(us);
            let gain = |kind: Kind| {
                if royals[us.other().index()].has(kind) {
                    return KING_WORTH;
                }
                let left = *side.leaves.at(usize::from(kind));
                let prisoner = tables.kinds[usize::from(kind)]
                    .prisoner
                    .filter(|_| tables.features.prisoners && !tables.features.returned);
                let brought: i32 = left.into_iter().chain(prisoner).map(|kind| values.of(us, kind)).sum();
                counts * (values.of(us.other(), kind) + brought)
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
        self.gain_by(tables, state, mv, state.taken(tables, mv))
    }

    /// The same, where it is known what the move captures.
    #[inline]
    pub(crate) fn gain_by<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        mv: Move,
        taken: S::Word,
    ) -> i32 {
        let us = state.turn();
        if taken.is_empty() && mv.promotion().is_none() {
            return 0;
        }
        if state.explodes(tables, mv) {
            return self.blast(state, us, taken | S::Word::bit(mv.from()));
        }
        let own = taken & state.of(us);
        let captured = |s: Square| {
            let kind = state.cell(s).kind();
            if own.has(s) { -self.worth(us, kind) } else { self.gain(us, kind) }
        };
        let captured: i32 = taken.iter().map(captured).sum();
        match mv.promotion() {
            None => captured,
            Some(kind) => {
                let worth = &self.worth[us.index()];
                captured + worth[usize::from(kind)] - worth[usize::from(state.cell(mv.from()).kind())]
            }
        }
    }

    /// What it brings `us` that all these pieces explode by a capture of theirs. Who takes the enemy king that way has won, whatever
    /// else is gone.
    fn blast<S: Size>(&self, state: &State<S>, us: Color, gone: S::Word) -> i32 {
        let sum = |set: S::Word, of: &dyn Fn(Kind) -> i32| -> i32 {
            set.iter().map(|square| of(state.cell(square).kind())).sum()
        };
        let won = sum(gone & state.of(us.other()), &|kind| self.gain(us, kind));
        if won >= KING_WORTH { won } else { won - sum(gone & state.of(us), &|kind| self.worth(us, kind)) }
    }

    /// Whether the exchange that a legal move begins brings at least `threshold`.
    pub(crate) fn brings<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        mv: Move,
        threshold: i32,
    ) -> bool {
        if tables.features.obligation {
            // Nobody may stop taking.
            return true;
        }
        if state.is_castling(mv) {
            return threshold <= 0;
        }
        let us = state.turn();
        let taken = state.taken(tables, mv);
        let mut balance = self.gain_by(tables, state, mv, taken) - threshold;
        if balance < 0 || state.explodes(tables, mv) {
            // Nothing is left that could be taken again.
            return balance >= 0;
        }
        let risked = mv.promotion().unwrap_or_else(|| state.moved_kind(mv));
        if tables.features.explosion {
            return balance >= self.answer(tables, state, mv, risked, taken);
        }
        balance -= self.worth[us.index()][usize::from(risked)];
        if balance >= 0 {
            return true;
        }
        let occupied = occupied_after(tables, state, mv, taken);
        self.continues(tables, state, mv, occupied, risked, balance)
    }

    /// Where captures explode: what the enemy wins by taking the piece that a legal move without a capture has brought to its
    /// square; 0 if nothing.
    fn answer<S: Size>(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        mv: Move,
        risked: Kind,
        taken: S::Word,
    ) -> i32 {
        let (to, them) = (mv.to(), state.turn().other());
        let occupied = occupied_after(tables, state, mv, taken);
        let reach = leapers(tables, state, to) | Lines::new(tables, state, to).open(tables, to, occupied);
        let attackers = reach & occupied & state.of(them) & !S::Word::bit(to);
        let around = state.exploding_around(tables, to) & occupied & !S::Word::bit(to);
        let more = self.gain(them, risked);
        let wins = |from| match self.blast(state, them, around | S::Word::bit(from)) {
            // A king beside it is as good as lost.
            won if won >= KING_WORTH => won,
            won => won + more,
        };
        attackers.iter().map(wins).max().unwrap_or(0).max(0)
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

/// What is occupied after a legal move that captures what is `taken` and is not castling.
#[inline]
fn occupied_after<S: Size>(tables: &Tables<S>, state: &State<S>, mv: Move, taken: S::Word) -> S::Word {
    let (from, to) = (mv.from(), mv.to());
    let mut occupied = (state.occupied() & !taken) | S::Word::bit(to);
    if state.origin(mv).is_some_and(|from| from != to) {
        occupied &= !S::Word::bit(from);
    }
    if state.explodes(tables, mv) {
        return occupied & !S::Word::bit(to);
    }
    let leaves = &tables.side(state.turn()).leaves;
    if taken.iter().any(|square| leaves.at(usize::from(state.cell(square).kind())).is_some()) {
        occupied |= S::Word::bit(from);
    }
    match mv.manner() {
        Manner::Gating(_) => occupied | S::Word::bit(from),
        Manner::Plain
        | Manner::Double
        | Manner::Promotion(_)
        | Manner::EnPassant(_)
        | Manner::Castling(_)
        | Manner::GatingCastling(..)
        | Manner::Drop(_)
        | Manner::Entry(_)
        | Manner::Over(_)
        | Manner::Through(_)
        | Manner::Pass => occupied,
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use berolina_numbers::Random;
    use berolina_rules::geometry::BySize;
    use berolina_rules::position::PositionOf;
    use berolina_rules::{Game, Library, Position, Variant};

    use super::*;
    use crate::eval::Eval;

    const EXAMPLES: [(&str, &str); 2] = [
        ("marsh", include_str!("../../../docs/examples/marsh.toml")),
        ("salvage", include_str!("../../../docs/examples/salvage.toml")),
    ];

    fn library() -> Library {
        let mut library = Library::shipped();
        for (name, text) in EXAMPLES {
            library.add_text(name, text).expect("a name");
        }
        library
    }

    /// What an exchange sees occupied after each move, beside what the rules say.
    fn compare<S: Size>(position: &PositionOf<S>, told: &str) {
        let (tables, state) = (position.tables(), position.state());
        let mut moves = Vec::new();
        state.legal_moves(tables, &mut moves);
        for mv in moves.into_iter().filter(|&mv| !state.is_castling(mv)) {
            let effect = state.effect(tables, mv);
            let mut wanted = state.occupied();
            effect.emptied.iter().for_each(|piece| wanted &= !S::Word::bit(piece.square));
            effect.filled.iter().for_each(|arrival| wanted |= S::Word::bit(arrival.piece.square));
            assert_eq!(
                occupied_after(tables, state, mv, state.taken(tables, mv)).to_set(),
                wanted.to_set(),
                "{told}: {mv:?}"
            );
        }
    }

    #[test]
    fn an_exchange_begins_with_what_the_move_has_changed() {
        let library = library();
        let names: Vec<String> = library.names().map(str::to_owned).collect();
        assert!(names.iter().any(|name| name == "atomic"));
        for name in names {
            let variant = Variant::load(&library, &name).unwrap_or_else(|error| panic!("{error}"));
            let mut random = Random::new(1);
            for _ in 0..6 {
                let mut game = Game::new(variant.start());
                for _ in 0..120 {
                    let moves = game.position().legal_moves();
                    if moves.is_empty() || game.outcome().is_some() {
                        break;
                    }
                    let told = format!("{name} {}", game.position().fen());
                    match game.position().sized() {
                        BySize::Small(position) => compare(position, &told),
                        BySize::Large(position) => compare(position, &told),
                    }
                    game.push(moves[random.below(moves.len())]);
                }
            }
        }
    }

    /// What a move brings at once, and the most that its exchange brings.
    fn exchange(variant: &Arc<Variant>, fen: &str, text: &str) -> (i32, i32) {
        let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = position.parse_any(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let BySize::Small(position) = position.sized() else { panic!("it is small") };
        let (tables, state) = (position.tables(), position.state());
        let eval = Eval::new(variant.definition(), tables);
        let exchange = Exchange::new(tables, &eval.values);
        let brings = |least: i32| exchange.brings(tables, state, mv, least);
        let most = (-30_000..=30_000).rev().find(|&least| brings(least)).expect("nothing costs more");
        (exchange.gain_of(tables, state, mv), most)
    }

    #[test]
    fn an_explosion_is_the_whole_exchange() {
        let atomic = Variant::load(&library(), "atomic").expect("an example");
        let of = |fen: &str, text: &str| exchange(&atomic, fen, text);
        // The rook goes with the pawn, guarded or not; a queen, a rook and a bishop go with the knight, a pawn beside them stays.
        let rook = of("7k/8/8/p7/8/8/8/R6K w - - 0 1", "a1a5");
        assert!(rook.0 == rook.1 && (-500..-250).contains(&rook.0), "{rook:?}");
        let knight = of("7k/8/1qp5/r1b5/8/1N6/8/7K w - - 0 1", "b3c5");
        let others = of("7k/8/2p5/2b5/8/1N6/8/7K w - - 0 1", "b3c5");
        assert!(knight.0 == knight.1 && knight.0 > 300, "{knight:?}");
        assert!(others.0.abs() < 100, "{others:?}");
        // A king is worth more than all that goes with it.
        let king = of("4k3/5p2/8/8/8/8/8/4KQ2 w - - 0 1", "f1f7");
        assert!(king.0 >= KING_WORTH && king.0 == king.1, "{king:?}");
        // A queen goes where a pawn can take it, guarded as it is; where the pawn would take its own king along it is safe.
        let lost = of("7k/8/2p5/8/8/8/3QP3/6K1 w - - 0 1", "d2d5");
        assert!((-1_200..-500).contains(&lost.1) && lost.0 == 0, "{lost:?}");
        let safe = of("8/8/2p1k3/8/8/8/3QP3/6K1 w - - 0 1", "d2d5");
        assert_eq!(safe, (0, 0));
        // No queen gives itself for a knight, but for a king beside it.
        assert_eq!(of("3q3k/8/8/8/8/8/4N3/5K2 w - - 0 1", "e2d4"), (0, 0));
        let king = of("4q2k/8/8/8/3N4/8/8/5K2 w - - 0 1", "d4e2");
        assert!(king.1 <= -KING_WORTH, "{king:?}");
    }

    #[test]
    fn a_piece_that_enters_behind_closes_the_line() {
        let seirawan = Variant::load(&library(), "seirawan").expect("an example");
        let of = |text: &str| exchange(&seirawan, "5+r1k/8/8/8/8/8/7K/+R2Q1+r2[H] w - - 0 1", text).1;
        let (open, closed) = (of("d1f1"), of("d1f1h"));
        // The rook on a1 takes back a rook, or it does not.
        assert!(open - closed > 300 && closed < -200, "{open} {closed}");
    }
}
