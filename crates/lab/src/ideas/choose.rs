//! Which of its strange moves stands for a game.

use std::collections::BTreeMap;

use super::search::Found;
use super::{Idea, Kind};

/// One idea for each game, in the order of the games: rare among all games, seen at the size of a thumbnail, and not what games that
/// extend the same have already, if there is another.
#[must_use]
pub fn choose(games: &[Found]) -> Vec<Idea> {
    let mut common = BTreeMap::<Kind, usize>::new();
    for kind in games.iter().flat_map(kinds) {
        *common.entry(kind).or_default() += 1;
    }
    let mut used = BTreeMap::<(Option<&str>, Kind), usize>::new();
    let mut ideas = Vec::new();
    for game in games {
        // Arrays look alike in all games, and a game that extends none has no siblings.
        let near = |kind| if kind == Kind::Array { Some(None) } else { game.parent.as_deref().map(Some) };
        // What the next game has too stands for a game only if there is little else.
        let other = game.parent.as_ref().is_some_and(|parent| *parent != game.other);
        let cost = |kind: &Kind| {
            let farther = if other && *kind != Kind::Array { 8 } else { 0 };
            let again = near(*kind).and_then(|near| used.get(&(near, *kind))).copied().unwrap_or(0);
            // Two strange pieces look different.
            let each = if matches!(kind, Kind::NewPiece | Kind::Moves | Kind::Array) { 1 } else { 10 };
            (common[kind] + faint(*kind) + farther + each * again.min(1), *kind)
        };
        let Some(kind) = kinds(game).min_by_key(cost) else { continue };
        if let Some(near) = near(kind) {
            *used.entry((near, kind)).or_default() += 1;
        }
        ideas.push(idea(game, kind));
    }
    ideas
}

fn idea(game: &Found, kind: Kind) -> Idea {
    let (than, fen, mv, from) = match (game.moves.get(&kind), game.array.clone()) {
        (None, Some((than, from))) => (than, game.start.clone(), None, Some(from)),
        (best, _) => {
            let best = best.map(|best| (best.fen.clone(), best.mv.clone()));
            let (fen, mv) = best.unzip();
            (game.other.clone(), fen.unwrap_or_else(|| game.start.clone()), mv, None)
        }
    };
    let piece = game.moves.get(&kind).map(|best| best.piece.clone());
    Idea {
        game: game.game.clone(),
        kind,
        than,
        spec: game.spec.clone(),
        fen,
        mv,
        from,
        piece,
        course: None,
        shows: game.shows.iter().copied().collect(),
        plies: game.plies,
    }
}

fn kinds(game: &Found) -> impl Iterator<Item = Kind> + '_ {
    game.moves.keys().copied().chain(game.array.is_some().then_some(Kind::Array))
}

/// How little of it is seen in a small picture.
fn faint(kind: Kind) -> usize {
    match kind {
        Kind::Creates | Kind::Enters | Kind::Drops | Kind::Explodes | Kind::Beside | Kind::Blocks => 0,
        Kind::Hexagons | Kind::NewPiece => 0,
        Kind::Goal | Kind::Extinct | Kind::Loses | Kind::Checks => 4,
        Kind::Places | Kind::Moves | Kind::MustTake | Kind::Array => 6,
        Kind::TakesKing => 8,
        Kind::Passes | Kind::Promotes | Kind::Mates => 14,
        Kind::Castles | Kind::Bares | Kind::Stalemates | Kind::Exposed | Kind::Board => 30,
        Kind::Kings => 99,
    }
}
