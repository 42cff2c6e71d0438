//! Where positions come from: the ends of games, and pieces put anywhere.

use std::collections::HashSet;
use std::sync::Arc;

use berolina_engine::{Engine, Limits};
use berolina_numbers::Random;
use berolina_rules::definition::Letter;
use berolina_rules::geometry::Color;
use berolina_rules::notation::FenError;
use berolina_rules::tables::{Kind, KindState};
use berolina_rules::{Game, Position, Setup, Variant};

use super::recipes::{Recipe, Source};
use crate::proof::suite::Row;
use crate::proof::wins::{Proof, wins_within};

/// Positions that the solver may visit for one candidate from a game.
const NODES: u64 = 3_000_000;
/// The same for pieces put anywhere, of which there are many.
const NODES_PLACED: u64 = 500_000;
/// No game is longer, in plies.
const LONGEST: usize = 160;

/// One game gives no more rows: they are much alike.
const PER_GAME: usize = 2;

/// What a recipe has given so far.
struct Pot<'a> {
    recipe: &'a Recipe,
    rows: usize,
    short: usize,
    seen: HashSet<u64>,
    serve: &'a mut dyn FnMut(Row),
}

impl Pot<'_> {
    fn is_full(&self) -> bool {
        self.rows >= self.recipe.rows
    }

    /// Serves a position if it is what the recipe wants; says whether it did.
    fn offer(&mut self, position: &Position, proof: &Proof) -> bool {
        let recipe = self.recipe;
        // Wins in two moves are many: only a third may be such, unless no others are wanted.
        let short = proof.plies <= 3 && recipe.plies.1 > 3;
        if self.is_full() || proof.plies < recipe.plies.0 || proof.keys.len() > 1 {
            return false;
        }
        let row = Row::new(position, proof);
        let wanted = |tag: &str| row.tags.iter().any(|t| t == tag);
        if !recipe.tag.split(' ').filter(|tag| !tag.is_empty()).all(wanted)
            || short && self.short > recipe.rows / 3
            || !self.seen.insert(position.hash())
        {
            return false;
        }
        self.rows += 1;
        self.short += usize::from(short);
        (self.serve)(row);
        true
    }
}

/// Tries candidates until the recipe's rows are found or its tries are spent.
///
/// # Errors
/// One line if the recipe's position is none of the game.
pub fn cook(
    recipe: &Recipe,
    variant: &Arc<Variant>,
    seed: u64,
    serve: &mut dyn FnMut(Row),
) -> Result<(), String> {
    let mut random = Random::new(seed.wrapping_mul(0xD134_2543_DE82_EF95));
    let mut pot = Pot { recipe, rows: 0, short: 0, seen: HashSet::new(), serve };
    for _ in 0..recipe.tries {
        if pot.is_full() {
            break;
        }
        match &recipe.source {
            Source::Play => from_the_end(&decided_game(variant.start(), &mut random), &mut pot),
            Source::Place { base, white, black } => {
                let setup = placed(variant, base, [*white, *black], &mut random);
                let setup = setup.map_err(|e| format!("{base}: {e}"))?;
                let Ok(position) = setup.position(variant) else { continue };
                if position.legal_moves().is_empty() || position.outcome().is_some() {
                    continue;
                }
                if let Ok(Some(proof)) = wins_within(&position, recipe.plies.1, NODES_PLACED) {
                    pot.offer(&position, &proof);
                }
            }
        }
    }
    Ok(())
}

/// A game of quick moves, one in eight of them random, as are the first ten.
pub(crate) fn decided_game(start: Position, random: &mut Random) -> Game {
    let mut game = Game::new(start);
    let mut engine = Engine::new();
    while game.moves().len() < LONGEST && game.outcome().is_none() && game.position().claim().is_none() {
        let legal = game.position().legal_moves();
        let at_random = game.moves().len() < 10 || random.below(8) == 0;
        let mv = if at_random {
            legal[random.below(legal.len())]
        } else {
            engine.search(&game, &Limits::nodes(600), &mut |_| {}).best.unwrap_or(legal[0])
        };
        game.push(mv);
    }
    game
}

/// Goes back from the end of a game as long as the winner has a proven win, and offers the longest wins.
fn from_the_end(game: &Game, pot: &mut Pot<'_>) {
    let last = game.position();
    let winner = game.outcome().map_or(last.claim(), |outcome| outcome.winner);
    let Some(winner) = winner else { return };
    let mut proven: Vec<(Position, Proof)> = Vec::new();
    for position in game.positions().iter().rev().filter(|p| p.turn() == winner) {
        // An end that is only offered by the rules, as repetition, is not in the position.
        if position.outcome().is_some() {
            continue;
        }
        match wins_within(position, pot.recipe.plies.1, NODES) {
            Ok(Some(proof)) => proven.push((position.clone(), proof)),
            _ => break,
        }
    }
    let mut served = 0;
    for (position, proof) in proven.iter().rev() {
        if served < PER_GAME && pot.offer(position, proof) {
            served += 1;
        }
    }
}

/// A base position with more pieces: of each pool between so many and so many, anywhere that is empty.
fn placed(
    variant: &Arc<Variant>,
    base: &str,
    pools: [(&str, usize, usize); 2],
    random: &mut Random,
) -> Result<Setup, FenError> {
    let mut setup = Setup::from_fen(variant, base)?;
    let ranks = usize::from(variant.shape().ranks());
    let files = usize::from(variant.shape().files());
    for (color, (pool, least, most)) in Color::ALL.into_iter().zip(pools) {
        let kings = variant.definition().royals(color).filter(|&piece| {
            !setup.board.contains(&Some((Kind::base(piece), color)))
                && setup.hands[color.index()][piece.index()] == 0
        });
        let mut add: Vec<Kind> = kings.map(Kind::base).collect();
        let symbols: Vec<&str> = pool.split(' ').filter(|symbol| !symbol.is_empty()).collect();
        for _ in 0..least + random.below(most - least + 1) {
            add.extend(
                symbols.get(random.below(symbols.len().max(1))).and_then(|symbol| kind(variant, symbol)),
            );
        }
        for kind in add {
            let square = random.below(setup.board.len());
            // Pieces that promote stand neither behind their start nor where they would have promoted.
            let rank = square / files;
            let edge = rank == 0 || rank == ranks - 1;
            let pawn = "PLJ".contains(variant.kinds()[usize::from(kind)].letter.upper());
            if setup.board[square].is_none() && !(edge && pawn) {
                setup.board[square] = Some((kind, color));
            }
        }
    }
    Ok(setup)
}

/// `Q`, or `+U` for a piece that has moved.
fn kind(variant: &Variant, symbol: &str) -> Option<Kind> {
    let (state, letter) = match symbol.strip_prefix('+') {
        Some(letter) => (KindState::Moved, letter),
        None => (KindState::Base, symbol),
    };
    variant.kind(Letter::new(letter.chars().next()?)?, state)
}
