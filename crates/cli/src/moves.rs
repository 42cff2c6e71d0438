//! `berolina moves`: the legal moves of a position.

use std::io::{self, Write};

use crate::args::PositionArgs;
use crate::output::Failure;

pub(crate) fn run(args: &PositionArgs) -> Result<(), Failure> {
    let position = args.position()?;
    let mut moves: Vec<_> =
        position.sans().into_iter().map(|(mv, san)| (position.move_text(mv), san)).collect();
    moves.sort_unstable();
    let mut out = io::stdout().lock();
    for (text, san) in moves {
        writeln!(out, "{text}\t{san}")?;
    }
    Ok(())
}
