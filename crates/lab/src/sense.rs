//! Whether the engine plays a game with sense, asked without anything that knows the game: it plays a plain player, who counts
//! material two plies deep, and itself.

use std::collections::HashMap;
use std::sync::Arc;

use berolina_engine::{Engine, Limits};
use berolina_numbers::Random;
use berolina_rules::definition::{PieceId, targets};
use berolina_rules::geometry::Color;
use berolina_rules::tables::Kind;
use berolina_rules::{Game, Move, Outcome, Position, Variant};

/// How deep the plain player looks, in plies.
const DEPTH: u32 = 2;
/// More than all material together.
const WIN: i32 = 1_000_000;
/// Where moves have a second half, so many of them, taken by chance, are looked at for each first half.
const HALVES: usize = 4;
/// Random moves before the players take over.
const RANDOM_PLIES: usize = 4;
/// They are others where the engine already sees one player ahead by more than so many hundredths of a pawn, but for so many tries.
const BALANCE: i32 = 200;
const TRIES: usize = 20;

/// A player who captures what is worth most after the best reply, and else moves at random. Where moves have a second half (a blocker's
/// way), it looks at a few of them, by chance.
#[derive(Debug)]
pub struct Plain {
    variant: Arc<Variant>,
    /// By kind and colour: squares that it attacks or goes to on an empty board, in tenths, on average.
    worth: Vec<[i32; 2]>,
}

impl Plain {
    /// The player of a game.
    #[must_use]
    pub fn new(variant: &Arc<Variant>) -> Self {
        let (shape, definition) = (variant.shape(), variant.definition());
        let squares = shape.iter().count() as u32;
        let reach = |piece: PieceId, color: Color| {
            let rays = &definition.rules(color, piece).moves.rays;
            let from = |square| {
                let found = targets(shape, rays, square, 0_u128, 0);
                (found.quiet | found.attacked).count_ones()
            };
            (shape.iter().map(from).sum::<u32>() * 10 / squares) as i32
        };
        let kinds = Kind::first(variant.kinds().len());
        let worth = kinds.map(|kind| Color::ALL.map(|color| reach(variant.piece_of(kind), color))).collect();
        Self { variant: Arc::clone(variant), worth }
    }

    /// The move to make, one of the best by chance; `None` where there is none.
    pub fn choose(&self, position: &Position, random: &mut Random) -> Option<Move> {
        let mut best: (i32, Vec<Move>) = (-2 * WIN, Vec::new());
        for mv in some_halves(position.legal_moves(), random) {
            let score = -self.search(&position.play_unchecked(mv), DEPTH - 1);
            if score > best.0 {
                best = (score, Vec::new());
            }
            if score == best.0 {
                best.1.push(mv);
            }
        }
        (!best.1.is_empty()).then(|| best.1[random.below(best.1.len())])
    }

    /// How the player to move stands.
    fn search(&self, position: &Position, depth: u32) -> i32 {
        let us = position.turn();
        if let Some(Outcome { winner, .. }) = position.outcome() {
            return winner.map_or(0, |winner| if winner == us { WIN } else { -WIN } + depth as i32);
        }
        if depth == 0 {
            return self.material(position, us) - self.material(position, us.other());
        }
        let mut moves = position.legal_moves();
        if depth == 1 {
            // Where a blocker goes last changes no material.
            moves.dedup_by_key(|mv| mv.first_half());
        }
        let scores = moves.into_iter().map(|mv| -self.search(&position.play_unchecked(mv), depth - 1));
        scores.max().unwrap_or(0)
    }

    fn material(&self, position: &Position, color: Color) -> i32 {
        let kinds = Kind::first(self.variant.kinds().len());
        kinds.map(|kind| self.worth[kind.index()][color.index()] * position.count(color, kind) as i32).sum()
    }
}

/// The moves, less most of the second halves of the same first half, where they have any.
fn some_halves(mut moves: Vec<Move>, random: &mut Random) -> Vec<Move> {
    if moves.iter().all(|mv| mv.blocks().is_none()) {
        return moves;
    }
    for i in (1..moves.len()).rev() {
        moves.swap(i, random.below(i + 1));
    }
    let mut seen = HashMap::<Move, usize>::new();
    moves.retain(|mv| {
        let number = seen.entry(mv.first_half()).or_default();
        *number += 1;
        *number <= HALVES
    });
    moves
}

/// How a game between two ended.
#[derive(Debug)]
pub struct Played {
    /// Its end; `None`: it was stopped.
    pub outcome: Option<Outcome>,
    /// Its length in plies.
    pub plies: usize,
    /// Where it ended or was stopped.
    pub last: Position,
}

/// The engine plays with `nodes` positions a move, for both players or against `plain`, who has the other `color`.
pub fn play(
    variant: &Arc<Variant>,
    engine: &mut Engine,
    nodes: u64,
    plain: Option<(&Plain, Color)>,
    most: usize,
    random: &mut Random,
) -> Played {
    let limits = Limits::nodes(nodes);
    let mut game = opening(variant, engine, &limits, random);
    engine.clear();
    while game.outcome().is_none() && game.moves().len() < most {
        let position = game.position();
        let mv = match plain {
            Some((plain, color)) if position.turn() == color => plain.choose(position, random),
            _ => engine.search(&game, &limits, &mut |_| {}).best,
        };
        let Some(mv) = mv else { break };
        assert!(position.is_legal(mv), "the engine made a move that is not legal: {}", position.fen());
        game.push(mv);
    }
    Played { outcome: game.outcome(), plies: game.moves().len(), last: game.position().clone() }
}

/// Random moves from the start that leave both players their chances.
fn opening(variant: &Arc<Variant>, engine: &mut Engine, limits: &Limits, random: &mut Random) -> Game {
    let mut game = Game::new(variant.start());
    for _ in 0..TRIES {
        engine.clear();
        game = Game::new(variant.start());
        while game.outcome().is_none() && game.moves().len() < RANDOM_PLIES {
            let moves = game.position().legal_moves();
            game.push(moves[random.below(moves.len())]);
        }
        let mut score = || engine.search(&game, limits, &mut |_| {}).score.centipawns();
        if game.outcome().is_none() && score().is_some_and(|score| score.abs() <= BALANCE) {
            break;
        }
    }
    game
}
