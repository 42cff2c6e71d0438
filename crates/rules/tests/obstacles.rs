//! What a board editor tells of arrangements in which nobody can play on.

use std::sync::Arc;

use berolina_rules::position::Obstacle;
use berolina_rules::{Library, Position, Setup, Variant};

fn game(spec: &str) -> Arc<Variant> {
    Variant::load(&Library::shipped(), spec).unwrap()
}

fn codes(spec: &str, fen: &str) -> Vec<&'static str> {
    let variant = game(spec);
    let setup = Setup::from_fen(&variant, fen).unwrap();
    setup.obstacles(&variant).iter().map(Obstacle::code).collect()
}

#[test]
fn kings_and_checks() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", vec!["over"]),
        ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", vec![]),
        ("8/p7/8/8/8/8/P7/8 w - - 0 1", vec!["no-kings"]),
        ("8/p7/8/8/8/8/P7/4K3 w - - 0 1", vec!["no-king"]),
        ("4k3/p7/8/8/8/8/P7/K3K3 w - - 0 1", vec!["kings"]),
        ("8/p7/8/8/8/8/P7/K3K3 w - - 0 1", vec!["kings", "no-king"]),
        ("4k3/p3R3/8/8/8/8/8/4K3 w - - 0 1", vec!["left-in-check"]),
        ("4k3/p3R3/8/8/8/8/8/4K3 b - - 0 1", vec![]),
        // Stalemate, and no progress for too long.
        ("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", vec!["over"]),
        ("4k3/p7/8/8/8/8/P7/4K3 w - - 100 90", vec!["over"]),
    ] {
        assert_eq!(codes("chess", fen), expected, "{fen}");
    }
}

#[test]
fn the_ranks_of_pawns_are_those_of_the_game() {
    for (spec, fen, expected) in [
        ("chess", "p3k3/8/8/8/8/8/8/4K2P w - - 0 1", vec!["stranded", "stranded"]),
        // Its pieces begin on the second rank, and its pawns before them.
        ("near", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", vec!["stranded"]),
    ] {
        let variant = game(spec);
        let setup = Setup::from_fen(&variant, fen).unwrap();
        let found: Vec<_> = setup.obstacles(&variant).iter().map(Obstacle::code).collect();
        assert_eq!(found, expected, "{spec} {fen}");
        // FEN takes it all the same, as it did.
        assert!(Position::from_kept_fen(&variant, fen).is_ok());
    }
}

#[test]
fn hands_hold_no_more_than_there_is() {
    let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(codes("crazyhouse", &format!("{full}[] w KQkq - 0 1")), [] as [&str; 0]);
    assert_eq!(codes("crazyhouse", &format!("{full}[P] w KQkq - 0 1")), ["crowd"]);
    assert_eq!(
        codes("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR[p] w KQkq - 0 1"),
        [] as [&str; 0]
    );
}

/// Nothing that a game comes to by its moves is an obstacle, but for its end.
#[test]
fn played_positions_are_playable() {
    let library = Library::shipped();
    for name in library.names() {
        let variant = game(name);
        let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..6 {
            let mut position = variant.start();
            for _ in 0..120 {
                let found = position.setup().obstacles(&variant);
                if position.outcome().is_some() {
                    assert!(!found.is_empty(), "{name}: {}", position.fen());
                    break;
                }
                assert_eq!(found, [], "{name}: {}", position.fen());
                let moves = position.legal_moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }
}
