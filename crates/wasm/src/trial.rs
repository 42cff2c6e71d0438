//! The engine against itself, to learn what a game is like.

use berolina_engine::{Limits, Report};
use berolina_rules::notation::reason_text;
use berolina_rules::{Game, Move};

use crate::model::{Trial, TrialGame, TrialMove};
use crate::think::{Thinker, whole};

/// A game that has not ended after so many plies is given up.
const LONGEST: usize = 400;
/// Games part in so many plies, in which good moves are drawn by chance.
const OPENING: usize = 8;
/// Among so many, and of those that are not worse than this, in hundredths of a pawn.
const LINES: usize = 6;
const GOOD: i32 = 50;

impl Thinker {
    /// Plays one game to its end, or until it is halted, and tells each move. Another seed gives another game.
    ///
    /// # Errors
    /// A bad spec or limit, in one line.
    pub fn trial(&mut self, what: &Trial, on_move: &mut dyn FnMut(&TrialMove)) -> Result<TrialGame, String> {
        let nodes = whole("nodes", Some(what.nodes), 1e9)?;
        let variant = self.variant(&what.spec, what.files.as_deref())?;
        let mut chance = Chance(what.seed.to_bits() | 1);
        let mut game = Game::new(variant.start());
        self.engine.clear();
        let mut choices = 0;
        loop {
            let position = game.position();
            let plies = game.moves().len();
            let ended = |winner, reason: &str, text: &str| TrialGame {
                winner,
                reason: reason.to_owned(),
                text: text.to_owned(),
                plies,
                choices: if plies == 0 { 0.0 } else { choices as f64 / plies as f64 },
            };
            if let Some(outcome) = game.outcome() {
                let winner = outcome.winner.map(Into::into);
                return Ok(ended(winner, outcome.reason.name(), reason_text(outcome.reason)));
            }
            if position.claim() == Some(position.turn()) {
                return Ok(ended(Some(position.turn().into()), "claim", "a claim"));
            }
            if plies == LONGEST || self.halted.is_some_and(|halted| halted()) {
                return Ok(ended(None, "unfinished", "not finished"));
            }
            let opening = plies < OPENING;
            let lines = if opening { LINES } else { 1 };
            let limits = Limits { nodes, lines, halted: self.halted, ..Limits::default() };
            let mut found: Vec<Report> = Vec::new();
            let report = self.engine.search(&game, &limits, &mut |report: &Report| {
                found.retain(|other| other.rank != report.rank);
                found.push(report.clone());
            });
            let drawn = if opening { chance.among(&found) } else { None };
            let best = drawn.or(report.best).filter(|&mv| position.is_legal(mv));
            let Some(mv) = best else { return Ok(ended(None, "unfinished", "not finished")) };
            let legal = position.legal_moves().len();
            choices += legal;
            let (san, ply) = (position.san(mv), plies + 1);
            game.push(mv);
            on_move(&TrialMove { ply, choices: legal, san, fen: game.position().fen() });
        }
    }
}

/// Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }

    /// The first move of one of the good lines.
    fn among(&mut self, found: &[Report]) -> Option<Move> {
        let score = |report: &Report| report.score.centipawns();
        let most = found.iter().filter_map(score).max()?;
        let good: Vec<Move> = found
            .iter()
            .filter(|report| score(report).is_some_and(|score| score + GOOD >= most))
            .filter_map(|report| report.pv.first().copied().or(report.best))
            .collect();
        (!good.is_empty()).then(|| good[self.below(good.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(spec: &str, seed: f64) -> (TrialGame, Vec<TrialMove>) {
        let what = Trial { spec: spec.to_owned(), nodes: 400.0, seed, ..Trial::default() };
        let mut moves = Vec::new();
        let game = Thinker::new().trial(&what, &mut |mv| moves.push(mv.clone())).unwrap();
        (game, moves)
    }

    #[test]
    fn a_game_goes_to_its_end_and_each_seed_has_its_own() {
        let (game, moves) = play("near", 1.0);
        assert_eq!(game.plies, moves.len());
        assert!(game.plies > 10 && game.choices > 5.0, "{game:?}");
        assert_eq!(play("near", 1.0), (game.clone(), moves.clone()));
        let others: Vec<_> = (2..6).map(|seed| play("near", f64::from(seed)).1).collect();
        assert!(others.iter().any(|other| other[..4] != moves[..4]));
    }

    #[test]
    fn a_game_that_is_halted_is_not_finished() {
        let what = Trial { spec: "near".to_owned(), nodes: 400.0, seed: 1.0, ..Trial::default() };
        let mut thinker = Thinker::new();
        thinker.heed(|| true);
        let game = thinker.trial(&what, &mut |_| {}).unwrap();
        assert_eq!((game.plies, game.reason.as_str()), (0, "unfinished"));
    }

    #[test]
    fn bad_questions_get_one_line() {
        let what = Trial { spec: "my:nothing".into(), nodes: 10.0, seed: 1.0, files: None };
        assert!(Thinker::new().trial(&what, &mut |_| {}).is_err());
        let what = Trial { spec: "near".into(), nodes: 0.0, seed: 1.0, files: None };
        assert!(Thinker::new().trial(&what, &mut |_| {}).unwrap_err().contains("nodes"));
    }
}
