//! Counts positions with other people's chess libraries: `berolina-bench-peers LIBRARY FEN DEPTH`.
//!
//! Bulk counting: moves of the last ply are counted, not made.

use std::time::Instant;

use shakmaty::{CastlingMode, Chess, fen::Fen};

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [library, fen, depth] = arguments.as_slice() else {
        panic!("give a library (cozy-chess or shakmaty), a FEN and a depth");
    };
    let depth: u32 = depth.parse().expect("a depth");
    assert!(depth > 0, "a depth of at least 1");
    let start = Instant::now();
    let nodes = match library.as_str() {
        "cozy-chess" => cozy(&fen.parse().expect("a chess position"), depth),
        "shakmaty" => {
            let position: Chess = fen
                .parse::<Fen>()
                .expect("a FEN")
                .into_position(CastlingMode::Standard)
                .expect("a chess position");
            shakmaty::perft(&position, depth)
        }
        other => panic!("no library {other}"),
    };
    let seconds = start.elapsed().as_secs_f64();
    println!("nodes {nodes}  time {seconds:.3} s  nps {:.1} M", nodes as f64 / seconds / 1e6);
}
