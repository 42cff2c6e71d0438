//! Openings: positions from which both players have about the same chances.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use berolina_engine::{Limits, search};
use berolina_rules::geometry::Color;
use berolina_rules::notation::record::Catalog;
use berolina_rules::notation::{Epd, pgn};
use berolina_rules::{Game, Library, Position, Record, Variant};

use super::random::Random;

/// How openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maker {
    /// What all chance follows from.
    pub seed: u64,
    /// How many random plies are played from the start position.
    pub plies: u32,
    /// The greatest score, in hundredths of a pawn, that either player may have.
    pub balance: i32,
    /// How many positions the search that finds the score visits.
    pub nodes: u64,
}

impl Default for Maker {
    fn default() -> Self {
        Self { seed: 1, plies: 8, balance: 80, nodes: 20_000 }
    }
}

/// Tries for each opening wanted, before we give up.
const MAX_TRIES: usize = 60;
/// Tries that are made at once.
const CHUNK: usize = 32;

impl Maker {
    /// Makes openings by random play, on so many threads. They follow from the seed, the game and our engine alone,
    /// and the first of them are the same however many are wanted. `made` is told how many there are.
    ///
    /// # Errors
    /// There are not so many, or all is to stop.
    pub fn make(
        &self,
        variant: &Arc<Variant>,
        wanted: usize,
        threads: usize,
        stop: &AtomicBool,
        made: &mut dyn FnMut(usize),
    ) -> Result<Vec<Position>, String> {
        let name = variant.definition().full_name();
        let mut found = Vec::with_capacity(wanted);
        let mut seen = HashSet::new();
        let most = MAX_TRIES * (wanted + CHUNK);
        for first in (0..most).step_by(CHUNK) {
            if found.len() >= wanted {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Err("stopped".to_owned());
            }
            for position in self.tries(variant, &name, first, threads).into_iter().flatten() {
                if found.len() < wanted && seen.insert(position.hash()) {
                    found.push(position);
                }
            }
            made(found.len());
        }
        if found.len() < wanted {
            return Err(format!(
                "{name}: only {} of {wanted} openings of {} plies within {} hundredths of a pawn; change --opening-plies or --balance",
                found.len(),
                self.plies,
                self.balance
            ));
        }
        Ok(found)
    }

    /// A chunk of tries, in their order.
    fn tries(
        &self,
        variant: &Arc<Variant>,
        name: &str,
        first: usize,
        threads: usize,
    ) -> Vec<Option<Position>> {
        let mut tried = vec![None; CHUNK];
        thread::scope(|scope| {
            let share = CHUNK.div_ceil(threads.clamp(1, CHUNK));
            for (i, part) in tried.chunks_mut(share).enumerate() {
                let first = first + i * share;
                scope.spawn(move || {
                    for (j, place) in part.iter_mut().enumerate() {
                        *place = self.attempt(variant, Random::stream(self.seed, name, (first + j) as u64));
                    }
                });
            }
        });
        tried
    }

    fn attempt(&self, variant: &Arc<Variant>, mut random: Random) -> Option<Position> {
        let mut game = Game::new(variant.start());
        for _ in 0..self.plies {
            let mut moves = game.position().legal_moves();
            if moves.is_empty() || game.outcome().is_some() {
                return None;
            }
            moves.sort_unstable();
            game.push(moves[random.below(moves.len())]);
        }
        let position = game.position();
        if game.outcome().is_some() || !is_playable(position) {
            return None;
        }
        let game = Game::new(position.clone());
        let score = search(&game, &Limits::nodes(self.nodes), &mut |_| {}).score.centipawns()?;
        (score.abs() <= self.balance).then(|| position.clone())
    }
}

/// Whether both sides have something to decide, and neither king stands attacked.
fn is_playable(position: &Position) -> bool {
    position.outcome().is_none()
        && position.claim().is_none()
        && position.legal_moves().len() >= 2
        && Color::ALL.iter().all(|&color| !position.king_attacked(color))
}

/// Reads openings from the text of a file: a FEN or EPD on each line, or games as PGN, whose ends are the openings.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str, variant: &Arc<Variant>, library: &Library) -> Result<Vec<Position>, String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let mut openings = Vec::new();
    if first.starts_with('[') {
        let mut catalog = Catalog::new(library.clone()).with_unnamed(Arc::clone(variant));
        for game in pgn::read(text.as_bytes()) {
            let game = game.map_err(|damage| damage.to_string())?;
            let record = Record::from_pgn(&game, &mut catalog).map_err(|error| error.to_string())?;
            // The end of a line that was not read to its end is no opening that anybody chose.
            if record.main_line().count() < game.line.len()
                && let Some(notice) = record.notices().first()
            {
                return Err(notice.to_string());
            }
            if record.variant().definition() == variant.definition() {
                openings.push(record.end());
            }
        }
    } else {
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let position =
                    read_line(line, variant).map_err(|error| format!("line {}: {error}", i + 1))?;
                openings.push(position);
            }
        }
    }
    openings.retain(|position| position.outcome().is_none() && !position.legal_moves().is_empty());
    if openings.is_empty() {
        return Err(format!("there is no opening of {} in it", variant.definition().full_name()));
    }
    Ok(openings)
}

/// A FEN or an EPD.
fn read_line(line: &str, variant: &Arc<Variant>) -> Result<Position, String> {
    Epd::read(variant, line).map(|epd| epd.position).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> Arc<Variant> {
        Variant::load(&Library::shipped(), name).unwrap()
    }

    fn fens(maker: Maker, game: &str, wanted: usize, threads: usize) -> Vec<String> {
        let stop = AtomicBool::new(false);
        let made = maker.make(&variant(game), wanted, threads, &stop, &mut |_| {}).unwrap();
        made.iter().map(Position::fen).collect()
    }

    #[test]
    fn openings_follow_from_the_seed() {
        let maker = Maker { nodes: 500, ..Maker::default() };
        let two = fens(maker, "near", 12, 2);
        assert_eq!(two, fens(maker, "near", 12, 1), "whatever the threads");
        assert_eq!(two[..5], fens(maker, "near", 5, 1), "however many");
        assert_ne!(two, fens(Maker { seed: 2, ..maker }, "near", 12, 2));
        let different: HashSet<_> = two.iter().collect();
        assert_eq!(different.len(), 12);
    }

    #[test]
    fn openings_are_balanced() {
        let maker = Maker { nodes: 2_000, balance: 30, ..Maker::default() };
        for game in ["near", "npnc", "crazyhouse"] {
            for fen in fens(maker, game, 3, 2) {
                let position = Position::from_fen(&variant(game), &fen).unwrap();
                let score = search(&Game::new(position), &Limits::nodes(2_000), &mut |_| {}).score;
                assert!(score.value().abs() <= 30, "{game} {fen}: {score}");
            }
        }
    }

    #[test]
    fn impossible_wishes_are_told() {
        let stop = AtomicBool::new(false);
        let maker = Maker { plies: 0, nodes: 100, ..Maker::default() };
        let error = maker.make(&variant("near"), 2, 1, &stop, &mut |_| {}).unwrap_err();
        assert!(error.starts_with("near: only 1 of 2 openings"), "{error}");
    }

    #[test]
    fn files_of_positions_and_games() {
        let library = Library::shipped();
        let near = variant("near");
        let fen = near.start().fen();
        let epd = "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - id \"x\";";
        let read = |text: &str| read(text, &near, &library);
        assert_eq!(read(&format!("# two\n{fen}\n\n{epd}\n")).unwrap().len(), 2);
        let game = "[Variant \"near\"]\n\n1. e4 d5 *\n";
        assert_eq!(read(game).unwrap()[0].move_number(), 2);
        assert!(read("").is_err());
        assert!(read("nonsense").unwrap_err().starts_with("line 1"));
    }
}
