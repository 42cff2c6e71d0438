//! What the tests share: games by name, and weak opponents.

use std::sync::Arc;

pub(crate) use berolina_numbers::Random;

use berolina_engine::{Limits, Report, search};
use berolina_rules::geometry::Color;
use berolina_rules::tables::Kind;
use berolina_rules::{Game, Library, Move, Position, Variant};

pub(crate) fn variant(name: &str) -> Arc<Variant> {
    Variant::load(&Library::shipped(), name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn game(name: &str, fen: &str) -> Game {
    Game::new(Position::from_kept_fen(&variant(name), fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// A search to a depth: the move in SAN, and the report.
pub(crate) fn best(name: &str, fen: &str, depth: u32) -> (String, Report) {
    let game = game(name, fen);
    let report = search(&game, &Limits::depth(depth), &mut |_| {});
    let mv = report.best.expect("a legal move");
    (game.position().san(mv), report)
}

/// An opponent to beat.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opponent {
    /// Moves at random.
    Random,
    /// Wins at once if it can, else takes or promotes to the most valuable piece, else moves at random.
    Greedy,
}

impl Opponent {
    pub(crate) fn choose(self, position: &Position, random: &mut Random) -> Move {
        let moves = position.legal_moves();
        match self {
            Self::Random => moves[random.below(moves.len())],
            Self::Greedy => {
                let worth: Vec<i32> = moves.iter().map(|&mv| grab(position, mv)).collect();
                let most = worth.iter().max().copied();
                let best: Vec<Move> =
                    moves.iter().zip(&worth).filter(|(_, w)| Some(**w) == most).map(|(&mv, _)| mv).collect();
                best[random.below(best.len())]
            }
        }
    }
}

fn grab(position: &Position, mv: Move) -> i32 {
    if position.play_unchecked(mv).outcome().is_some_and(|o| o.winner == Some(position.turn())) {
        return 10_000;
    }
    let worth = |kind: Kind| match position.variant().kinds()[usize::from(kind)].letter.upper() {
        'P' | 'J' | 'L' => 1,
        'N' | 'B' | 'U' => 3,
        'R' => 5,
        'C' => 7,
        'Q' => 9,
        _ => 0,
    };
    let taken = position.effect(mv).taken;
    taken.iter().map(|taken| worth(taken.piece.kind)).sum::<i32>() + mv.promotion().map_or(0, worth)
}

/// Plays a game against an opponent. Returns whether the engine has won.
pub(crate) fn play(
    variant: &Arc<Variant>,
    engine: Color,
    nodes: u64,
    opponent: Opponent,
    seed: u64,
) -> (bool, Game) {
    let mut random = Random::new(seed);
    let mut game = Game::new(variant.start());
    while game.moves().len() < 300 {
        let position = game.position().clone();
        let claimed = position.claim();
        if claimed.is_some() || game.outcome().is_some() {
            let winner = claimed.or_else(|| game.outcome().and_then(|outcome| outcome.winner));
            return (winner == Some(engine), game);
        }
        let mv = if position.turn() == engine {
            let report = search(&game, &Limits::nodes(nodes), &mut |_| {});
            report.best.expect("a legal move")
        } else {
            opponent.choose(&position, &mut random)
        };
        assert!(position.is_legal(mv), "{mv:?} is not legal in {}", position.fen());
        game.push(mv);
    }
    (false, game)
}

/// The moves of a game in SAN.
pub(crate) fn text(game: &Game) -> String {
    let moves = game.moves().iter().zip(game.positions());
    moves.map(|(&mv, position)| position.san(mv)).collect::<Vec<_>>().join(" ")
}

/// Plays many games and says who won how often.
pub(crate) fn tally(name: &str, opponent: Opponent, games: u64, nodes: u64) -> (u64, Vec<String>) {
    let variant = variant(name);
    let mut lost = Vec::new();
    for seed in 0..games {
        let color = Color::ALL[(seed % 2) as usize];
        let (won, game) = play(&variant, color, nodes, opponent, seed);
        if !won {
            let why = game.outcome().map_or("unfinished", |outcome| outcome.reason.name());
            lost.push(format!("{name} {opponent:?} {seed} {}: {why}: {}", color.name(), text(&game)));
        }
    }
    (games - lost.len() as u64, lost)
}
