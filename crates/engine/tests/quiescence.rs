//! Games in which everything hangs, or every move captures: quiescence stays a small part of the search, and what is cut short
//! claims no end that is not proven.

use berolina_engine::{Engine, Limits, Report, search};
use berolina_rules::{Game, Library, Position, Variant};

/// Clobber with kings: full boards of pieces that move by capturing alone, and a player who cannot has lost.
fn clobber(moves: &str, files: usize, ranks: usize) -> Game {
    let text = format!(
        "title = \"Clobber\"\nabout = \"Every move captures.\"\nhints = [\"Count.\"]\nstalemate = \"loss\"\n\
         king-lost-by = \"capture\"\nboard = {{ files = {files}, ranks = {ranks} }}\narray = [\"K{}\"]\n\
         [pieces.king]\nletter = \"K\"\nmoves = \"c{moves}\"\nroyal = true\n[pieces.man]\nletter = \"M\"\nmoves = \"c{moves}\"\n",
        "M".repeat(files - 1)
    );
    let mut library = Library::empty();
    library.add_text("clobber", &text).expect("a name");
    let variant = Variant::load(&library, "clobber").unwrap_or_else(|error| panic!("{error}"));
    // Colours by turns; the kings in opposite corners behind pieces of their own.
    let rank = |rank: usize| -> String {
        (0..files)
            .map(|file| match (rank, file) {
                (0, 0) => 'K',
                _ if rank + file <= 2 => 'M',
                _ if rank + file + 2 == ranks + files => 'k',
                _ if rank + file + 4 >= ranks + files => 'm',
                _ if (rank + file).is_multiple_of(2) => 'M',
                _ => 'm',
            })
            .collect()
    };
    let ranks: Vec<String> = (0..ranks).rev().map(rank).collect();
    let fen = format!("{} w - - 0 1", ranks.join("/"));
    Game::new(Position::from_fen(&variant, &fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Where the king is attacked quiescence looks at every answer, and ends all the same where everything hangs.
#[test]
fn an_attacked_king_is_answered() {
    let of = |name: &str, fen: &str| {
        let variant = Variant::load(&Library::shipped(), name).expect("a shipped game");
        Game::new(Position::from_fen(&variant, fen).expect("a position"))
    };
    // The only ply searched attacks the king; what follows is quiescence: mate, or a quiet step aside.
    let mate = at_depth(&of("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), 1);
    assert_eq!(mate.score.end(), Some((true, 1)), "{mate:?}");
    let aside = at_depth(&of("chess", "6k1/5pp1/7p/8/8/8/8/R5K1 w - - 0 1"), 1);
    assert_eq!(aside.score.end(), None, "{aside:?}");
    // Everything hangs, and each move that attacks the king has captures for answers.
    let fen = "p6B/kP4p1/pbp1qPP1/2B3Np/NpQP1p2/PnP2R2/r1n2pPK/R1r2b1P[] w - - 0 17";
    let game = of("near-anywhere:win=checkmate", fen);
    let after = |mv| game.position().play_unchecked(mv);
    let attacked: Vec<Position> =
        game.position().legal_moves().into_iter().map(after).filter(Position::is_check).collect();
    assert!(!attacked.is_empty());
    for position in attacked {
        for depth in 1..=3 {
            let report = at_depth(&Game::new(position.clone()), depth);
            println!("{} depth {depth}: {} {} nodes", position.fen(), report.score, report.nodes);
            let known = report.depth == depth || report.score.end().is_some() || report.best.is_none();
            assert!(known && report.nodes < 20_000, "{}: {report:?}", position.fen());
        }
    }
}

/// What a search that reaches this depth finds, and how many positions it takes.
fn at_depth(game: &Game, depth: u32) -> Report {
    search(game, &Limits { nodes: Some(2_000_000), ..Limits::depth(depth) }, &mut |_| {})
}

#[test]
fn where_every_move_captures_depths_are_reached() {
    for (moves, files, ranks) in
        [("W", 8, 8), ("K", 8, 8), ("Q", 8, 8), ("R", 10, 9), ("N", 8, 8), ("W", 5, 6)]
    {
        let game = clobber(moves, files, ranks);
        for (depth, most) in [(1, 20_000), (3, 200_000)] {
            let report = at_depth(&game, depth);
            println!(
                "{moves} {files}x{ranks}: depth {} {} nodes {}",
                report.depth, report.score, report.nodes
            );
            assert!(
                report.depth == depth || report.score.end().is_some(),
                "{moves} {files}x{ranks}: {report:?}"
            );
            assert!(
                report.nodes < most,
                "{moves} {files}x{ranks}: {} positions for depth {depth}",
                report.nodes
            );
        }
    }
}

#[test]
fn a_search_that_is_cut_short_claims_no_end_that_is_not_proven() {
    let long = |name: &str, fen: &str| {
        let variant = Variant::load(&Library::shipped(), name).expect("a shipped game");
        Game::new(Position::from_fen(&variant, fen).expect("a position"))
    };
    // Of the last nobody has lost: White's king is threatened by mate and needs air, which most moves do not give.
    let games = [
        (clobber("W", 8, 8), false),
        (clobber("Q", 8, 8), false),
        (long("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), true),
        (long("near", "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"), true),
        (long("chess", "6k1/5ppp/8/8/8/1r6/r4PPP/6K1 w - - 0 1"), true),
    ];
    for (game, alive) in games {
        for nodes in (0..200).chain([500, 1_000]) {
            let report = Engine::with_hash(1).search(&game, &Limits::nodes(nodes), &mut |_| {});
            if report.depth == 0 || alive {
                let lost = report.score.end().is_some_and(|(won, _)| !won);
                assert!(!lost, "{} after {nodes} positions: {report:?}", game.position().fen());
            }
        }
    }
}
