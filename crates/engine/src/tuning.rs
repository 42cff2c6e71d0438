//! The evaluation as a linear model, for programs that tune its weights.
//!
//! A [`Model`] is the evaluation of one game with its weights in the open: their names, their values, and for a
//! position how often each of them counts ([`Features`]). With these the score is a sum that anybody can
//! compute again, and [`Model::give_to`] lets an engine play with other weights.

use std::sync::Arc;

use berolina_rules::geometry::BySize;
use berolina_rules::geometry::{Color, Large, Small};
use berolina_rules::variant::AnyTables;
use berolina_rules::{Position, Variant};

use crate::Engine;
use crate::eval::{self, Eval, FULL_PHASE, Memory, Pair, Signature, Sums, UNIT, WHOLE, Weights};

/// The evaluation of one game and its weights.
pub struct Model {
    variant: Arc<Variant>,
    eval: AnyEval,
}

#[expect(clippy::large_enum_variant, reason = "there is one for each game")]
enum AnyEval {
    Small(Eval<Small>, Memory<Small>),
    Large(Eval<Large>, Memory<Large>),
}

/// How a position's score comes about, as White sees it.
///
/// With `m` and `e` the sums of the terms' numbers times their weights for the middle game and for the ending, the
/// score in hundredths of a pawn is
/// `m · phase + e · scale · (1 − phase) + fixed`, up to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The index of a weight and how often it counts for White, less how often for Black; each weight once.
    pub terms: Vec<(u32, f32)>,
    /// How much of the middle game is left, 0 to 1.
    pub phase: f32,
    /// How much of the ending's sum counts: 0 where it is drawn, 1 as it is, up to 1.3 where it is won more easily.
    pub scale: f32,
    /// What no weight says, in hundredths of a pawn.
    pub fixed: f32,
}

/// Evaluates an expression with the evaluation and the tables of a model, whatever their size.
macro_rules! with_eval {
    ($model:expr, $position:expr, |$eval:ident, $tables:ident, $state:ident, $memory:ident| $body:expr) => {
        match (&mut $model.eval, $position.sized()) {
            (AnyEval::Small($eval, $memory), BySize::Small(position)) => {
                let ($tables, $state) = (position.tables(), position.state());
                $body
            }
            (AnyEval::Large($eval, $memory), BySize::Large(position)) => {
                let ($tables, $state) = (position.tables(), position.state());
                $body
            }
            _ => unreachable!("a position's state has the size of its variant's tables"),
        }
    };
}

impl Model {
    /// The evaluation with which the engine plays a game.
    #[must_use]
    pub fn new(variant: &Arc<Variant>) -> Self {
        let definition = variant.definition();
        let eval = match variant.tables() {
            AnyTables::Small(tables) => AnyEval::Small(Eval::new(definition, tables), Memory::default()),
            AnyTables::Large(tables) => AnyEval::Large(Eval::new(definition, tables), Memory::default()),
        };
        Self { variant: Arc::clone(variant), eval }
    }

    /// The evaluation with the weights that follow from the rules alone, before any tuning.
    #[must_use]
    pub fn derived(variant: &Arc<Variant>) -> Self {
        let definition = variant.definition();
        let eval = match variant.tables() {
            AnyTables::Small(tables) => AnyEval::Small(Eval::derived(definition, tables), Memory::default()),
            AnyTables::Large(tables) => AnyEval::Large(Eval::derived(definition, tables), Memory::default()),
        };
        Self { variant: Arc::clone(variant), eval }
    }

    /// Whether there is a file of tuned weights for the game itself, not only for one that it extends.
    #[must_use]
    pub fn has_own_weights(variant: &Variant) -> bool {
        eval::is_tuned(&variant.definition().name)
    }

    fn weights(&self) -> &Weights {
        match &self.eval {
            AnyEval::Small(eval, _) => &eval.weights,
            AnyEval::Large(eval, _) => &eval.weights,
        }
    }

    /// The names of the weights.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.weights().names
    }

    /// The weights for the middle game and for the ending, in hundredths of a pawn.
    #[must_use]
    pub fn values(&self) -> Vec<[f32; 2]> {
        let number = |tenths: i32| tenths as f32 / UNIT as f32;
        self.weights().values.iter().map(|w| [number(w.middle()), number(w.ending())]).collect()
    }

    /// Replaces the weights; they are rounded to tenths.
    ///
    /// # Panics
    /// If there are not as many as [`Model::names`].
    pub fn set_values(&mut self, values: &[[f32; 2]]) {
        let mut weights = self.weights().clone();
        assert_eq!(values.len(), weights.values.len(), "a pair for each weight");
        let tenths = |x: f32| (x.clamp(-9_999.0, 9_999.0) * UNIT as f32).round() as i32;
        for (to, from) in weights.values.iter_mut().zip(values) {
            *to = Pair::new(tenths(from[0]), tenths(from[1]));
        }
        match (&mut self.eval, self.variant.tables()) {
            (AnyEval::Small(eval, memory), AnyTables::Small(tables)) => {
                eval.use_weights(weights, tables);
                *memory = Memory::default();
            }
            (AnyEval::Large(eval, memory), AnyTables::Large(tables)) => {
                eval.use_weights(weights, tables);
                *memory = Memory::default();
            }
            _ => unreachable!("made from these tables"),
        }
    }

    /// White's advantage in hundredths of a pawn, as the engine evaluates.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let score = with_eval!(self, position, |eval, tables, state, memory| {
            eval.evaluate(tables, state, memory)
        });
        if position.turn() == Color::White { score } else { -score }
    }

    /// [`Model::evaluate`] from the terms taken down, with integers and nothing remembered.
    pub fn retrace(&mut self, position: &Position) -> i32 {
        let (sums, terms) =
            with_eval!(self, position, |eval, tables, state, _memory| eval.terms(tables, state));
        let mut total = Pair::ZERO;
        for (color, at, n) in terms {
            let part = self.weights().at(at) * n;
            if color == Color::White { total += part } else { total -= part }
        }
        Sums { middle: total.middle(), ending: total.ending(), ..sums }.clamped()
    }

    /// How the score of a position comes about.
    pub fn features(&mut self, position: &Position) -> Features {
        let (sums, terms) =
            with_eval!(self, position, |eval, tables, state, _memory| eval.terms(tables, state));
        let mut counts: Vec<(u32, i32)> = terms
            .into_iter()
            .map(|(color, at, n)| (u32::from(at), if color == Color::White { n } else { -n }))
            .collect();
        counts.sort_unstable_by_key(|&(at, _)| at);
        counts.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        counts.retain(|&(_, n)| n != 0);
        Features {
            terms: counts.into_iter().map(|(at, n)| (at, n as f32 / WHOLE as f32)).collect(),
            phase: sums.phase as f32 / FULL_PHASE as f32,
            scale: sums.scale as f32 / 64.0,
            fixed: sums.fixed as f32,
        }
    }

    /// The terms of a position as a table, for people.
    pub fn explain(&mut self, position: &Position) -> String {
        with_eval!(self, position, |eval, tables, state, _memory| eval.explain(tables, state))
    }

    /// Whether positions of the game are judged by terms that have weights. Those of a game in which who loses everything wins are not.
    #[must_use]
    pub fn has_terms(&self) -> bool {
        match &self.eval {
            AnyEval::Small(eval, _) => eval.has_terms(),
            AnyEval::Large(eval, _) => eval.has_terms(),
        }
    }

    /// The text of a file of tuned weights; each line of `comments` becomes a comment at its beginning.
    #[must_use]
    pub fn text(&self, comments: &str) -> String {
        let signature = Signature::new(self.variant.definition(), self.variant.kinds());
        self.weights().text(&signature, comments)
    }

    /// Takes the weights of a file whose pieces move as in this game.
    pub fn take(&mut self, text: &str) {
        let mut weights = self.weights().clone();
        weights.take(text, &Signature::new(self.variant.definition(), self.variant.kinds()));
        let number = |tenths: i32| tenths as f32 / UNIT as f32;
        let values: Vec<_> =
            weights.values.iter().map(|w| [number(w.middle()), number(w.ending())]).collect();
        self.set_values(&values);
    }

    /// Lets an engine play this game with these weights from now on, and no game with a network.
    pub fn give_to(&self, engine: &mut Engine) {
        engine.set_use_nets(false);
        engine.set_weights(&self.variant.definition().name, &self.text(""));
    }
}
