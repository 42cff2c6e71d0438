//! Reports on games, for workers: some play, one adds up.

use std::sync::Arc;

use berolina_engine::Limits;
use berolina_report::play::{FirstMove, Plan, Players, Record, Result as Won, first_moves, play};
use berolina_report::{Tally, page};
use berolina_rules::Variant;
use berolina_view::Variants;
use berolina_view::model::GameFile;

use crate::model::{PlayedGame, ReportState};

/// First moves are searched with so many times the positions of a move.
const FIRST_SHARE: u64 = 5;
/// How often games are drawn again for the errors of the pieces' worths: fewer than on a command line, for the page grows while it
/// is looked at.
const DRAWS: u64 = 40;

/// One worker's part of a report on one game.
pub struct Reporter {
    variant: Arc<Variant>,
    plan: Plan,
    players: Players,
    tally: Tally,
    firsts: Vec<FirstMove>,
}

impl Reporter {
    /// For a game, with a person's own files; players visit so many positions a move.
    ///
    /// # Errors
    /// A bad game or number, or a game that is over before it begins, in one line.
    pub fn new(spec: &str, files: &[GameFile], nodes: f64, seed: f64) -> Result<Self, String> {
        let mut known = Variants::new();
        for file in files {
            known.add(&file.name, &file.text)?;
        }
        let variant = known.find(spec)?;
        if variant.start().outcome().is_some() {
            return Err("The game is over before it begins: no game can be played.".to_owned());
        }
        let plan = Plan {
            nodes: nodes.clamp(1.0, 1e9) as u64,
            seed: seed.clamp(0.0, 1e6) as u64,
            ..Plan::default()
        };
        let tally = Tally::new(&variant);
        Ok(Self { tally, variant, plan, players: Players::new(), firsts: Vec::new() })
    }

    /// Plays the game of a number.
    pub fn play(&mut self, number: u32) -> PlayedGame {
        let record = play(&self.variant, &mut self.players, &self.plan, number.into(), &Limits::default());
        let Record { number, moves, scores, result, end } =
            record.unwrap_or_else(|| unreachable!("nothing stops it"));
        PlayedGame { number: number as u32, moves, scores, points: result.points(), end }
    }

    /// Adds a game up.
    ///
    /// # Errors
    /// One line, if it is none of this game.
    pub fn add(&mut self, game: PlayedGame) -> Result<(), String> {
        let PlayedGame { number, moves, scores, points, end } = game;
        let result = match points {
            1.0 => Won::White,
            0.0 => Won::Black,
            _ => Won::Draw,
        };
        self.tally.add(Record { number: number.into(), moves, scores, result, end })
    }

    /// What the games so far tell, as a part of a page.
    pub fn state(&mut self) -> ReportState {
        if self.firsts.is_empty() {
            let nodes = FIRST_SHARE * self.plan.nodes;
            self.firsts =
                first_moves(&self.variant, &mut self.players, nodes, &Limits::default()).unwrap_or_default();
        }
        let report = self.tally.report(&self.plan, &self.firsts, DRAWS);
        ReportState {
            games: report.games as u32,
            white: report.white.value,
            error: report.white.error,
            html: page::fragment(&report, ""),
            style: page::STYLE.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_others_played_make_the_same_report() {
        let make = || Reporter::new("near", &[], 60.0, 1.0).unwrap();
        let (mut a, mut b, mut alone, mut sum) = (make(), make(), make(), make());
        for number in 0..6 {
            let game = if number % 2 == 0 { a.play(number) } else { b.play(number) };
            sum.add(game).unwrap();
            let game = alone.play(number);
            alone.add(game).unwrap();
        }
        let told = sum.state();
        assert_eq!(told.games, 6);
        assert_eq!(told, alone.state());
        assert!(told.html.contains("Who wins") && !told.html.contains("<script"));
    }

    #[test]
    fn what_cannot_be_played_is_told_in_one_line() {
        assert!(Reporter::new("my:nothing", &[], 60.0, 1.0).is_err_and(|error| !error.contains('\n')));
        let mut near = Reporter::new("near", &[], 60.0, 1.0).unwrap();
        let strange = PlayedGame {
            number: 0,
            moves: vec!["a1a1".into()],
            scores: vec![0],
            points: 1.0,
            end: "checkmate".into(),
        };
        assert!(near.add(strange).unwrap_err().contains("no game of near"));
    }
}
