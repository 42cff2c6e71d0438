//! What tests of several formats ask.

use std::sync::Arc;

use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

/// A game that came in as chess plays as the shipped one: its start, so many positions, and castling, en passant, double steps and promotion.
pub(crate) fn plays_chess(game: &Arc<Variant>) {
    let start = game.start();
    let chess = Variant::load(&Library::shipped(), "chess").unwrap();
    assert_eq!(start.fen(), chess.start().fen());
    let depths = [1, 2, 3].map(|depth| (start.perft(depth), chess.start().perft(depth)));
    assert!(depths.iter().all(|(ours, true_one)| ours == true_one), "{depths:?}");
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/8/3p4/KPp4r/1R3p1k/8/4P1P1/8 w - c6 0 2",
    ] {
        let mut pair = [game, &chess].map(|game| Position::from_fen(game, fen).unwrap().move_texts());
        pair.iter_mut().for_each(|moves| moves.sort());
        assert_eq!(pair[0], pair[1], "{fen}");
    }
}
