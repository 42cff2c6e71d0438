//! Strange moves of a game, looked for in games by chance and of the engine against itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use berolina_engine::{Engine, Limits};
use berolina_numbers::Random;
use berolina_rules::geometry::{Color, Square};
use berolina_rules::{Game, Library, Move, Position, Variant};

use super::Kind;
use super::strange::{Other, features};

/// The game that those are compared with that extend none.
const ROOT: &str = "chess";
/// Games by chance, and their length in plies.
const GAMES: u64 = 16;
const PLIES: usize = 120;
/// Games of the engine, its nodes a move, and moves by chance before it.
const ENGINE_GAMES: u64 = 24;
const NODES: u64 = 200;
const OPENING: usize = 2;
const LONGEST: usize = 300;

/// A strange move, and how well it shows what it is: less is better.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Candidate {
    /// What speaks against it.
    pub cost: usize,
    /// The position before.
    pub fen: String,
    /// The move.
    pub mv: String,
    /// The name of the piece that makes it.
    pub piece: String,
}

/// What was found of a game.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its name.
    pub game: String,
    /// With the options of its positions: an array drawn by chance where it has such.
    pub spec: String,
    /// The array.
    pub start: String,
    /// The nearest game that has another array of the same pieces on the same board, and that array.
    pub array: Option<(String, String)>,
    /// The name of the game that it was compared with.
    pub other: String,
    /// The game that it extends.
    pub parent: Option<String>,
    /// The best move of each kind.
    pub moves: BTreeMap<Kind, Candidate>,
    /// All that happens in it.
    pub shows: BTreeSet<Kind>,
    /// The median of the length of the engine's games.
    pub plies: usize,
}

/// The game of a spec's name, and with an array drawn by chance where it has such.
///
/// # Errors
/// There is no such game.
pub fn drawn(library: &Library, name: &str) -> Result<(String, Arc<Variant>), String> {
    let mut random = Random::new(0x5EED);
    let spec = library.shuffled(name, |n| random.below(n as usize) as u32).unwrap_or_else(|| name.to_owned());
    let variant = Variant::load(library, &spec).map_err(|error| error.to_string())?;
    Ok((spec, variant))
}

/// The names of the games that another is compared with, each only if there is little that those before do not have.
///
/// # Errors
/// There is no such game.
pub fn others_of(library: &Library, name: &str) -> Result<Vec<String>, String> {
    let definition = library.load(name).map_err(|error| error.to_string())?;
    Ok(if definition.lineage.is_empty() { vec![ROOT.to_owned()] } else { definition.lineage.clone() })
}

/// Looks for the strange moves of a game, compared with another. `rare` says how many games have a piece of a name.
///
/// # Errors
/// There is no such game.
pub fn find(
    library: &Library,
    name: &str,
    other: &Other,
    rare: &BTreeMap<String, usize>,
) -> Result<Found, String> {
    let (spec, variant) = drawn(library, name)?;
    let of = other.variant().definition().name.clone();
    let mut found = Found {
        game: name.to_owned(),
        spec,
        start: variant.start().fen(),
        array: other_array(&variant, other.variant()).map(|fen| (of.clone(), fen)),
        other: of,
        parent: variant.definition().lineage.first().cloned(),
        moves: BTreeMap::new(),
        shows: BTreeSet::new(),
        plies: 0,
    };
    if Color::ALL.into_iter().any(|color| !variant.definition().has_one_king(color)) {
        found.shows.insert(Kind::Kings);
    }
    for seed in 0..GAMES {
        walk(&variant, PLIES, &mut Random::new(0x1DEA + seed), &mut |position, moves| {
            found.look(position, moves, None, other, rare);
        });
    }
    let mut lengths: Vec<usize> =
        (0..ENGINE_GAMES).map(|seed| found.play(&variant, seed, other, rare)).collect();
    lengths.sort_unstable();
    found.plies = lengths[lengths.len() / 2];
    Ok(found)
}

impl Found {
    /// Whether it differs from the other game by its board and array alone.
    #[must_use]
    pub fn is_faint(&self) -> bool {
        self.moves.keys().all(|kind| matches!(kind, Kind::Board | Kind::Castles | Kind::Promotes))
    }

    /// A game of the engine against itself, of which every position is looked at; its length.
    fn play(
        &mut self,
        variant: &Arc<Variant>,
        seed: u64,
        other: &Other,
        rare: &BTreeMap<String, usize>,
    ) -> usize {
        let (mut engine, limits) = (Engine::new(), Limits::nodes(NODES));
        let (mut game, mut random) = (Game::new(variant.start()), Random::new(0x91A7 + seed));
        while game.outcome().is_none() && game.moves().len() < LONGEST {
            let moves = game.position().legal_moves();
            let chosen = if game.moves().len() < OPENING {
                Some(*random.pick(&moves))
            } else {
                engine.search(&game, &limits, &mut |_| {}).best
            };
            let Some(chosen) = chosen else { break };
            self.look(game.position(), &halves(moves), Some(chosen.first_half()), other, rare);
            game.push(chosen);
        }
        game.moves().len()
    }

    fn look(
        &mut self,
        position: &Position,
        moves: &[Move],
        played: Option<Move>,
        other: &Other,
        rare: &BTreeMap<String, usize>,
    ) {
        for &mv in moves {
            let after = position.play_unchecked(mv);
            self.shows.extend(features(position, mv, &after).into_iter().map(|(kind, _)| kind));
        }
        for (mv, kinds) in other.strange(position, moves) {
            if kinds.is_empty() {
                continue;
            }
            let cost = cost(position, mv, played.map(|played| played == mv.first_half()), rare);
            let variant = position.variant();
            let piece = variant.definition().piece(variant.piece_of(position.moved_kind(mv))).name.clone();
            let candidate = Candidate { cost, fen: position.fen(), mv: position.move_text(mv), piece };
            for kind in kinds {
                let best = self.moves.entry(kind).or_insert_with(|| candidate.clone());
                if candidate < *best {
                    *best = candidate.clone();
                }
            }
        }
    }
}

/// What speaks against a move as a picture: it is late, spread over the board, captures nothing, is a common piece's, leaps over nothing,
/// or nobody would make it.
fn cost(position: &Position, mv: Move, played: Option<bool>, rare: &BTreeMap<String, usize>) -> usize {
    let (variant, shape) = (position.variant(), position.variant().shape());
    let ply = usize::from(position.move_number());
    let (from, to) = (mv.from(), mv.to());
    let apart = |a: u8, b: u8| usize::from(a.abs_diff(b));
    let span = apart(shape.file(from), shape.file(to)).max(apart(shape.rank(from), shape.rank(to)));
    let piece = variant.definition().piece(variant.piece_of(position.moved_kind(mv)));
    let common = rare.get(&piece.name).copied().unwrap_or(0).min(10);
    let quiet = position.taken(mv).is_empty() && !position.play_unchecked(mv).is_check();
    let silly = played.map_or(24, |played| if played { 0 } else { 12 });
    // Near the edge of the board the picture has less around it.
    let edge =
        |square: Square| usize::from(shape.file(square) == 0 || shape.file(square) + 1 == shape.files());
    // Most pictures are seen from White's side.
    let turned = if position.turn() == Color::Black { 10 } else { 0 };
    let leaps = !quiet && leaps(position, mv);
    ply + 3 * span.saturating_sub(3)
        + 2 * common
        + silly
        + turned
        + if quiet { 18 } else { 0 }
        + if leaps { 0 } else { 10 }
        + 3 * (edge(from) + edge(to))
}

/// Whether a move leads straight over another piece.
fn leaps(position: &Position, mv: Move) -> bool {
    let shape = position.variant().shape();
    let (from, to) = (mv.from(), mv.to());
    let (x, y) = (
        i32::from(shape.file(to)) - i32::from(shape.file(from)),
        i32::from(shape.rank(to)) - i32::from(shape.rank(from)),
    );
    let steps = x.abs().max(y.abs());
    let straight = x == 0 || y == 0 || x.abs() == y.abs();
    straight
        && (1..steps).any(|n| {
            let at = shape.square(
                i32::from(shape.file(from)) + x / steps * n,
                i32::from(shape.rank(from)) + y / steps * n,
            );
            at.is_some_and(|square| position.piece_at(square).is_some())
        })
}

/// The other array, if only that differs.
fn other_array(variant: &Arc<Variant>, other: &Variant) -> Option<String> {
    let mut pieces = variant.definition().pieces.iter();
    let known = |name: &str| other.definition().pieces.iter().any(|piece| piece.name == name);
    let (here, there) = (&variant.definition().start, &other.definition().start);
    let same = variant.shape() == other.shape() && pieces.all(|piece| known(&piece.name));
    (same && here.board != there.board).then(|| {
        // Written by the rules of this game, whose pictures show it.
        let mut setup = variant.start().setup();
        let named = |name: &str| variant.definition().pieces.iter().position(|piece| piece.name == name);
        let theirs = berolina_rules::Setup::start(other);
        for (cell, old) in setup.board.iter_mut().zip(theirs.board) {
            *cell = old.and_then(|(kind, color)| {
                let piece = other.definition().piece(other.piece_of(kind));
                Some((berolina_rules::tables::Kind::new(named(&piece.name)?), color))
            });
        }
        setup.position(variant).map(|position| position.fen()).unwrap_or_default()
    })
}

/// A game by chance, in which every second move is a capture where there is one. `look` sees each position with its moves.
pub fn walk(
    variant: &Arc<Variant>,
    plies: usize,
    random: &mut Random,
    look: &mut dyn FnMut(&Position, &[Move]),
) {
    let mut position = variant.start();
    for _ in 0..plies {
        if position.outcome().is_some() {
            return;
        }
        let moves = position.legal_moves();
        let all = halves(moves.clone());
        look(&position, &all);
        let takes: Vec<Move> = all.iter().copied().filter(|&mv| !position.taken(mv).is_empty()).collect();
        let from = if takes.is_empty() || random.one_in(2) { &moves } else { &takes };
        position = position.play_unchecked(*random.pick(from));
    }
}

/// Of moves with second halves one for each first half.
fn halves(mut moves: Vec<Move>) -> Vec<Move> {
    let mut seen = BTreeSet::new();
    moves.retain(|mv| mv.blocks().is_none() || seen.insert(mv.first_half()));
    moves
}

/// How many pieces of a name all games have: a strange one is in few.
#[must_use]
pub fn common_names<'a>(games: impl Iterator<Item = &'a Arc<Variant>>) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for piece in games.flat_map(|game| &game.definition().pieces) {
        *names.entry(piece.name.clone()).or_default() += 1;
    }
    names
}
