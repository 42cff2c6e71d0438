//! The numbers of the search, in one place: what each means, its value, the bounds within which a tuner may look for a better
//! one, and by how much it may change it at first. Scores are in hundredths of a pawn, depths in plies.
//!
//! With the feature `tunable` they can be set ([`crate::Engine::set_number`]); without it they are constants, and
//! [`Params`], which is passed to whoever needs them, takes no room.

#[cfg(not(any(test, feature = "tunable")))]
use std::marker::PhantomData;

/// Whether the numbers can be set.
pub(crate) const TUNABLE: bool = cfg!(any(test, feature = "tunable"));

/// A number of the search that a tuner can set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// What it is called.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Its value in the program as it is.
    pub default: i32,
    /// The least value; none is below 0.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// By how much a tuner may change it at first.
    pub step: i32,
}

/// The values that the numbers have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    #[cfg(any(test, feature = "tunable"))]
    values: [i32; NUMBERS.len()],
}

#[cfg_attr(
    not(any(test, feature = "tunable")),
    expect(clippy::derivable_impls, reason = "with the numbers it cannot be")
)]
impl Default for Values {
    fn default() -> Self {
        Self {
            #[cfg(any(test, feature = "tunable"))]
            values: NUMBERS.map(|number| number.default),
        }
    }
}

impl Values {
    /// The numbers, for those who search.
    #[inline(always)]
    pub(crate) fn params(&self) -> Params<'_> {
        #[cfg(any(test, feature = "tunable"))]
        return Params(&self.values);
        #[cfg(not(any(test, feature = "tunable")))]
        Params(PhantomData)
    }

    /// Sets a number.
    pub(crate) fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
        let at = NUMBERS.iter().position(|number| TUNABLE && number.name == name);
        let at = at.ok_or_else(|| format!("there is no number `{name}`"))?;
        let Number { least, most, .. } = NUMBERS[at];
        if !(least..=most).contains(&value) {
            return Err(format!("{name} is a number from {least} to {most}"));
        }
        #[cfg(any(test, feature = "tunable"))]
        {
            self.values[at] = value;
        }
        Ok(())
    }
}

/// The numbers, for those who search.
#[derive(Clone, Copy)]
#[cfg(any(test, feature = "tunable"))]
pub(crate) struct Params<'a>(&'a [i32; NUMBERS.len()]);

/// The numbers, for those who search: no value, for each is a constant.
#[derive(Clone, Copy)]
#[cfg(not(any(test, feature = "tunable")))]
pub(crate) struct Params<'a>(PhantomData<&'a ()>);

impl Params<'_> {
    #[inline(always)]
    #[cfg(any(test, feature = "tunable"))]
    fn value(self, at: usize, _default: i32) -> i32 {
        self.0[at]
    }

    #[inline(always)]
    #[cfg(not(any(test, feature = "tunable")))]
    fn value(self, _at: usize, default: i32) -> i32 {
        default
    }
}

/// Makes of each number a row of [`NUMBERS`] and a function of [`Params`].
macro_rules! numbers {
    ($($(#[doc = $about:literal])+ $name:ident: $default:literal, $least:literal to $most:literal by $step:literal;)+) => {
        /// All numbers.
        pub(crate) const NUMBERS: [Number; [$($default),+].len()] = [$(Number {
            name: stringify!($name),
            about: concat!($($about),+).trim_ascii_start(),
            default: $default,
            least: $least,
            most: $most,
            step: $step,
        }),+];

        /// The places of the numbers among all.
        #[allow(non_camel_case_types, reason = "named like the numbers")]
        enum At {
            $($name),+
        }

        impl Params<'_> {
            $(
                $(#[doc = $about])+
                #[inline(always)]
                pub(crate) fn $name(self) -> i32 {
                    self.value(At::$name as usize, $default)
                }
            )+
        }
    };
}

#[rustfmt::skip] // It would take the rows to the margin.
numbers! {
    // Reverse futility.
    /// The deepest that a position far above what is needed is left unsearched, in plies.
    reverse_futility_depth: 9, 0 to 20 by 1;
    /// How far above, for each ply.
    reverse_futility_margin: 72, 0 to 300 by 6;
    // Razoring.
    /// The deepest that a position far below what is needed is left to quiescence, in plies.
    razor_depth: 5, 0 to 20 by 1;
    /// How far below, at least.
    razor_base: 210, 0 to 2000 by 20;
    /// How much farther for each squared ply.
    razor_slope: 110, 0 to 500 by 10;
    // Null move.
    /// The shallowest that passing is tried, in plies.
    null_depth: 2, 1 to 100 by 1;
    /// How far above what is needed the evaluation must be to pass.
    null_slack: 120, 0 to 500 by 10;
    /// How much less it may be for each ply.
    null_slack_per_depth: 16, 0 to 100 by 2;
    /// How many plies less are searched after passing.
    null_reduction: 4, 1 to 10 by 1;
    /// One more for each so many plies.
    null_depth_divisor: 4, 1 to 20 by 1;
    /// One more for each so much above what is needed.
    null_eval: 160, 20 to 1000 by 10;
    /// But not more than this.
    null_eval_most: 4, 0 to 10 by 1;
    /// From this depth on what passing shows is verified without passing.
    null_verify_depth: 14, 2 to 100 by 1;
    /// For so many hundredths of the verifying depth the player does not pass.
    null_verify_plies: 75, 10 to 100 by 5;
    /// Pieces that do not promote which one must have to pass where having no move loses.
    null_pieces: 3, 1 to 20 by 1;
    /// Moves that one must have there.
    null_room: 16, 0 to 200 by 2;
    // ProbCut.
    /// The shallowest that a capture is tried at less depth, in plies.
    probcut_depth: 5, 2 to 100 by 1;
    /// How far above what is needed it must be.
    probcut_margin: 150, 0 to 1000 by 10;
    /// How much less where the player improves.
    probcut_improving: 50, 0 to 500 by 5;
    /// How many plies less deep it is tried.
    probcut_reduction: 4, 1 to 10 by 1;
    // Internal iterative reduction.
    /// The shallowest that a position without a move in the table is searched a ply less, in plies.
    unknown_depth: 4, 2 to 100 by 1;
    // Futility of quiet moves.
    /// Less deep than this, in plies as reduced, quiet moves are left out.
    futility_depth: 7, 0 to 20 by 1;
    /// How far below what is needed the position must be.
    futility_base: 84, 0 to 1000 by 8;
    /// How much farther for each ply.
    futility_slope: 75, 0 to 400 by 6;
    /// A move that has been better than this after the last ones is not left out.
    futility_history: 28255, 0 to 100000 by 1000;
    // Late moves left out.
    /// How many moves are tried at depth 0, of a player who improves.
    late_moves_base: 3, 1 to 1000 by 1;
    /// How many hundredths of a move more for each squared ply.
    late_moves_slope: 100, 20 to 400 by 5;
    // Moves with a bad history.
    /// Less deep than this, in plies as reduced, quiet moves are left out that were bad after the last move and after the one before.
    history_depth: 5, 0 to 20 by 1;
    /// Less deep than this, in plies as reduced, captures are left out that were bad.
    history_tactical_depth: 1, 0 to 20 by 1;
    // Exchanges that lose.
    /// How much captures must lose for each ply to be left out.
    exchange_tactical: 89, 10 to 20000 by 8;
    /// How much quiet moves must lose for each squared ply as reduced, in tenths.
    exchange_quiet: 123, 20 to 20000 by 10;
    /// So much less for each ply, in tenths.
    exchange_quiet_less: 4, 0 to 10 by 1;
    /// But for no more plies than these.
    exchange_quiet_plies: 18, 0 to 30 by 1;
    // Extensions.
    /// The shallowest that it is asked whether the table's move is the only good one, in plies.
    singular_depth: 7, 3 to 100 by 1;
    /// How much shallower the table's score may be.
    singular_known: 3, 0 to 10 by 1;
    /// How much worse all others must be, for each ply, in hundredths.
    singular_margin: 96, 0 to 2000 by 8;
    /// They are searched to this part of the depth.
    singular_divisor: 2, 1 to 4 by 1;
    /// How much worse they must be for two plies.
    singular_double: 45, 0 to 400 by 4;
    /// So often a line is extended by two plies.
    singular_doubles: 3, 0 to 20 by 1;
    /// So many plies more than half the depth tell whether another move is good enough where the table's move is.
    singular_other: 3, 0 to 10 by 1;
    /// Deeper than this a move that attacks the king is searched a ply deeper, in plies.
    attack_depth: 6, 0 to 100 by 1;
    /// If the position is further than this from even.
    attack_uneven: 48, 0 to 1000 by 8;
    // Late move reductions, in plies where nothing else is said.
    /// How much the logarithms of depth and number of the move count, in tenths; their product is the reduction in 1024ths of a ply.
    reduction_logarithm: 219, 10 to 400 by 5;
    /// More in 1024ths of a ply for any late move.
    reduction_base: 534, 0 to 3000 by 30;
    /// A ply more where the player does not improve, if the product is greater than this.
    reduction_worsening: 904, 0 to 100000 by 30;
    /// The shallowest that late moves are reduced, in plies.
    reduction_depth: 3, 1 to 100 by 1;
    /// Less where the best line has passed.
    reduction_pv: 2, 0 to 4 by 1;
    /// Less again on the best line.
    reduction_on_pv: 1, 0 to 4 by 1;
    /// A ply more off the best line until the best move has changed more often than this.
    reduction_changes: 2, 0 to 1000 by 1;
    /// A ply less where the move that led here was tried later than this.
    reduction_answers: 13, 0 to 1000 by 1;
    /// Less beside a quiet move of the table that is the only good one.
    reduction_only: 1, 0 to 4 by 1;
    /// More where a move is expected to refute.
    reduction_cut: 1, 0 to 4 by 1;
    /// More again for quiet moves.
    reduction_cut_quiet: 1, 0 to 4 by 1;
    /// More for quiet moves where the table's move captures.
    reduction_tactical_first: 1, 0 to 4 by 1;
    /// So much history is worth a ply.
    reduction_history: 14721, 1000 to 1000000 by 400;
    /// What history lacks to count for nothing.
    reduction_history_less: 4923, 0 to 20000 by 200;
    /// One of so many first moves may be searched a ply deeper than the first, if all this makes it more than a ply.
    deeper_number: 5, 0 to 100 by 1;
    // What is learnt of moves.
    /// The reward of a good move for each squared ply of depth.
    bonus_square: 6, 0 to 100 by 1;
    /// For each ply.
    bonus_slope: 229, 10 to 1000 by 10;
    /// Less so much.
    bonus_offset: 215, 0 to 230 by 10;
    /// Beyond this depth, in plies,
    bonus_depth: 14, 1 to 100 by 1;
    /// it is this: what so deep a search has found is rarely asked again.
    bonus_deep: 73, 0 to 4000 by 20;
    /// A move so much better than needed is rewarded as if a ply deeper.
    bonus_margin: 60, 0 to 1000 by 8;
    /// What a quiet move has done to the evaluation, for each ply, in tenths of a hundredth of a pawn.
    bonus_eval: 83, 0 to 1000 by 8;
    /// But no more than this.
    bonus_eval_most: 1000, 0 to 8000 by 80;
    /// The greatest correction of the evaluation by each group of positions.
    correction_most: 80, 0 to 127 by 5;
    /// The greatest weight of a new error, in 256ths.
    correction_weight: 16, 1 to 256 by 1;
    /// The sum of the corrections is divided by this.
    correction_divisor: 2, 1 to 8 by 1;
    // The order of moves.
    /// What a hundredth of a pawn that a capture wins counts.
    rank_gain: 7, 0 to 100 by 1;
    /// So much history of captures counts 1.
    rank_history: 8, 1 to 100 by 1;
    /// Captures may lose a hundredth of a pawn for so much rank, and are still good.
    rank_slack: 40, 1 to 1000 by 4;
    /// What counts for a quiet move that attacks the king.
    rank_attack: 10000, 0 to 100000 by 500;
    /// What a hundredth of a pawn counts that leaves the reach of the enemy's pawns.
    rank_threat: 16, 0 to 100 by 2;
    /// Pieces worth less are not counted.
    rank_threat_least: 200, 0 to 1000 by 20;
    /// Pieces worth more count as this.
    rank_threat_most: 1000, 0 to 5000 by 50;
    // Quiescence.
    /// Quiescence may visit so many positions whatever else is searched.
    quiet_free: 4096, 0 to 1000000 by 256;
    /// And so many for each other position; beyond that it looks at recaptures alone, and beyond twice that at nothing.
    quiet_share: 16, 1 to 10000 by 1;
    /// What a capture may win beyond its victim.
    delta: 150, 0 to 20000 by 10;
    /// So many plies deep only the last piece to arrive is taken: where everything hangs, exchanges have no end.
    recaptures: 6, 1 to 100 by 1;
    /// After so many answers to an attack on the king that do not lose, quiet ones are left out.
    check_answers: 2, 0 to 100 by 1;
    // Aspiration windows.
    /// The first depth that has one.
    window_depth: 4, 1 to 100 by 1;
    /// How wide they are at least, on each side.
    window: 12, 2 to 20000 by 2;
    /// They are wider by the square of the score divided by this.
    window_score: 120, 20 to 1000 by 10;
    /// But that square is not more than this, and counts a quarter.
    window_score_most: 400, 0 to 4000 by 20;
    /// How many hundredths wider when the score lies outside.
    window_growth: 50, 5 to 300 by 5;
    /// A wider one is none.
    window_most: 600, 50 to 20000 by 50;
    /// So often a score above the window makes the search a ply shallower.
    window_high: 3, 0 to 10 by 1;
    // The clock, in hundredths where nothing else is said.
    /// The share of the time left that a move gets at the start of the game, in 10,000ths: more the later it is, for games that last long are few. The growth with the number of plies is that of Stockfish's time management.
    clock_first: 150, 10 to 1000 by 10;
    /// The growth of the share, in 10,000ths.
    clock_growth: 56, 0 to 500 by 4;
    /// The power of the number of plies that it grows with.
    clock_power: 46, 10 to 100 by 4;
    /// The share of the increment that a move may count on.
    clock_increment: 80, 0 to 95 by 4;
    /// With less left than so many times what a move may lose on the way, less is planned: what a busy machine takes away must come back.
    clock_reserve: 400, 0 to 2000 by 40;
    /// A hard move gets at most so many times what is planned.
    clock_hard: 450, 100 to 1000 by 20;
    /// And at most this share of the time left.
    clock_of_left: 40, 5 to 80 by 4;
    /// The share of an even part that a move gets where moves to go are told.
    clock_moves: 90, 20 to 100 by 4;
    /// The most of the time left that a hard move gets then, unless it is the last.
    clock_of_moves: 75, 20 to 90 by 4;
    /// While pieces are placed every move is hard, and the fight is still to come: none gets more than so many times what is planned.
    clock_placing: 100, 50 to 300 by 10;
    /// And no search of one goes on for longer than so many times, whether its depth is finished or not.
    clock_stop_placing: 180, 100 to 400 by 10;
    /// What a move gets that was the best at the last depth only.
    clock_unstable: 150, 50 to 300 by 5;
    /// How much less for each depth that it was the best before.
    clock_stable: 12, 0 to 50 by 1;
    /// But at least this.
    clock_stable_least: 70, 10 to 100 by 4;
    /// A score fallen by so many hundredths of a pawn doubles the time.
    clock_fallen: 80, 20 to 500 by 8;
    /// The least that a rising score leaves of it.
    clock_fallen_least: 75, 10 to 100 by 4;
    /// The most that a falling score makes of it.
    clock_fallen_most: 160, 100 to 400 by 8;
    /// What a move gets on which no effort was spent.
    clock_effort: 155, 50 to 300 by 5;
    /// How much less the greater the share of the effort that was spent on it.
    clock_effort_slope: 75, 0 to 300 by 5;
    /// But at least this.
    clock_effort_least: 80, 10 to 100 by 4;
    /// And at most this.
    clock_effort_most: 150, 100 to 400 by 8;
    /// Whatever these three say, at least this.
    clock_least: 40, 5 to 100 by 4;}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Engine, Limits, bench};
    use berolina_rules::{Game, Library, Variant};

    #[test]
    fn every_default_lies_within_its_bounds() {
        for Number { name, default, least, most, step, .. } in NUMBERS {
            assert!(least >= 0 && (least..=most).contains(&default), "{name}");
            assert!(step > 0 && step <= (most - least).max(1), "{name}");
            assert_eq!(NUMBERS.iter().filter(|other| other.name == name).count(), 1, "{name}");
        }
    }

    /// Constants and values that can be set are the same search: `tests/bench.rs` compares the former.
    #[test]
    fn defaults_give_the_recorded_signature() {
        let mut engine = Engine::new();
        for Number { name, default, .. } in NUMBERS {
            engine.set_number(name, default).unwrap();
        }
        let found = bench::run(&mut engine, bench::DEPTH, &Arc::default(), &mut |_| {});
        assert_eq!(found.map(|(signature, _)| signature), bench::recorded());
    }

    #[test]
    fn every_number_can_be_set_within_its_bounds_and_not_beyond() {
        let start = Variant::load(&Library::shipped(), "crazyhouse").unwrap().start();
        let mut game = Game::new(start);
        for text in ["e2e4", "d7d5", "e4d5", "d8d5"] {
            game.push(game.position().parse_move(text).unwrap());
        }
        let mut counts = Vec::new();
        let mut engine = Engine::with_hash(1);
        for Number { name, default, least, most, .. } in NUMBERS {
            for value in [least, most] {
                engine.set_number(name, value).unwrap();
                let limits = Limits { nodes: Some(20_000), ..Limits::depth(6) };
                let report = engine.search(&game, &limits, &mut |_| {});
                assert!(report.best.is_some(), "{name} {value}");
                counts.push(report.nodes);
            }
            assert!(
                engine.set_number(name, least - 1).is_err() && engine.set_number(name, most + 1).is_err()
            );
            engine.set_number(name, default).unwrap();
        }
        counts.sort_unstable();
        counts.dedup();
        assert!(counts.len() > NUMBERS.len() / 2, "setting them changes what is searched: {counts:?}");
        assert!(engine.set_number("luck", 1).is_err());
    }
}
