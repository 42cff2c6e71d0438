//! Moves that the engine misses: a set of positions from games that it lost, how many positions it must visit until it holds the right
//! move, beside another engine, and what its search does with that move meanwhile. Build it with `--release`.
//!
//! ```text
//! missed find PEER NODES FILE JOURNAL...   adds positions of the first engine's lost games to FILE
//! missed solve FILE MOST [PEER]            how many positions each needs until it holds the move
//! missed why FILE MOST                     by which rules the line is left out (only with `--features trace`)
//! ```
//!
//! PEER is the command of an engine that speaks UCI, with options and what it calls a game behind it, one to an argument quoted as a whole:
//! `'bench/peers/target/fairy-8x8; VariantPath=bench/variants.ini; Use NNUE=false; near => near-checkmate royal'`.
//!
//! FILE holds a line for each position that was looked at: the game, the FEN, the move that both engines choose with NODES positions, and
//! the line that ours expects, with tabs between them; a line that begins with `#` is one on which they do not agree, or whose move was
//! played. What is there is not looked at again, so `find` goes on after a kill.

mod find;
mod solve;

use std::process::ExitCode;
use std::sync::Arc;

use berolina_engine::Engine;
use berolina_lab::matches::dialect::Dialect;
use berolina_lab::matches::spec::{EngineSpec, Limit};
use berolina_rules::{Library, Move, Position, Variant};

/// The size of tables, in MiB.
const HASH: u32 = 64;

const USAGE: &str = "usage: missed find PEER NODES FILE JOURNAL... | solve FILE MOST [PEER] | why FILE MOST";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["find", peer, nodes, file, ref journals @ ..] if !journals.is_empty() => {
            number(nodes).and_then(|nodes| find::run(&read_peer(peer)?, nodes, file, journals))
        }
        ["solve", file, most] => number(most).and_then(|most| solve::run(&rows(file)?, most, None)),
        ["solve", file, most, peer] => {
            number(most).and_then(|most| solve::run(&rows(file)?, most, Some(&read_peer(peer)?)))
        }
        #[cfg(feature = "trace")]
        ["why", file, most] => number(most).and_then(|most| solve::why(&rows(file)?, most)),
        #[cfg(not(feature = "trace"))]
        ["why", ..] => Err("`why` follows the search: build it with `--features trace`".to_owned()),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("missed: {why}");
            ExitCode::FAILURE
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("`{text}` is no number of positions"))
}

/// An engine as it is told on the command line.
fn read_peer(text: &str) -> Result<EngineSpec, String> {
    let mut parts = text.split(';').map(str::trim);
    let mut spec = EngineSpec::new("peer", parts.next().unwrap_or_default(), Limit::Depth(1))?;
    for part in parts {
        if let Some((game, its)) = part.split_once("=>") {
            spec.dialects.push((game.trim().to_owned(), Dialect::read(its)?));
        } else if let Some((name, value)) = part.split_once('=') {
            spec.options.push((name.trim().to_owned(), value.trim().to_owned()));
        } else {
            return Err(format!("`{part}`: write OPTION=VALUE, or GAME => ITS"));
        }
    }
    Ok(spec)
}

/// A position and the move that it is about.
struct Row {
    position: Position,
    mv: Move,
    /// The expected line, beginning with the move.
    #[cfg_attr(not(feature = "trace"), expect(dead_code, reason = "only `why` follows it"))]
    line: Vec<Move>,
}

/// The positions of a file on which the engines agree.
fn rows(file: &str) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut variant: Option<Arc<Variant>> = None;
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let told = |why: String| format!("{file}:{}: {why}", i + 1);
        let [game, fen, _, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(told(
                "a line is a game, a FEN, a move and a line of moves, with tabs between".to_owned(),
            ));
        };
        let known = variant.take().filter(|known| known.definition().full_name() == game);
        let loaded = match known {
            Some(known) => known,
            None => Variant::load(&Library::shipped(), game).map_err(|error| told(error.to_string()))?,
        };
        let position = Position::from_fen(&loaded, fen).map_err(|error| told(error.to_string()))?;
        variant = Some(loaded);
        let mut line = Vec::new();
        let mut after = position.clone();
        for text in moves.split_whitespace() {
            let mv = after.parse_move(text).map_err(|error| told(error.to_string()))?;
            line.push(mv);
            after = after.play_unchecked(mv);
        }
        let &mv = line.first().ok_or_else(|| told("the line has no moves".to_owned()))?;
        rows.push(Row { position, mv, line });
    }
    if rows.is_empty() { Err(format!("{file}: there is no position in it")) } else { Ok(rows) }
}

/// An engine of ours with a table for long searches.
fn engine() -> Engine {
    Engine::with_hash(HASH as usize)
}
