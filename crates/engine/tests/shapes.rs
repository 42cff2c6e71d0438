//! Games on boards that are no rectangles, from the start to the end.

use crate::common::Random;
use berolina_engine::{Limits, search};
use berolina_rules::{Game, Library, Variant};

/// Plies after which a game need not go on.
const PLIES: usize = 160;

#[test]
fn whole_games_are_played_on_boards_of_other_shapes() {
    let mut library = Library::shipped();
    library.add_text("holes", include_str!("../../rules/tests/data/holes.toml")).unwrap();
    for name in ["glinski", "mccooey", "shafran", "forward-hex", "holes"] {
        let variant = Variant::load(&library, name).unwrap();
        let mut game = Game::new(variant.start());
        let mut random = Random::new(1);
        while game.outcome().is_none() && game.moves().len() < PLIES {
            let moves = game.position().legal_moves();
            // The engine against nobody: who plays at random loses.
            let mv = if game.moves().len().is_multiple_of(2) {
                search(&game, &Limits::nodes(600), &mut |_| {}).best.expect("a legal move")
            } else {
                moves[random.below(moves.len())]
            };
            assert!(moves.contains(&mv), "{name}: {}", game.position().fen());
            game.push(mv);
        }
        let outcome = game.outcome().unwrap_or_else(|| panic!("{name} goes on: {}", game.position().fen()));
        assert_eq!(outcome.winner, Some(berolina_rules::geometry::Color::White), "{name}: {outcome:?}");
    }
}
