//! `berolina perft`: counts legal move sequences.

use std::io::{self, Write};
use std::time::Instant;

use crate::args::PerftArgs;
use crate::output::Failure;

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let position = args.position.position()?;
    let mut out = io::stdout().lock();
    let started = Instant::now();
    let nodes = if args.depth > 0 && (args.divide || args.threads > 1) {
        let counts = position.divide(args.depth, usize::from(args.threads));
        if args.divide {
            let mut rows: Vec<_> = counts.iter().map(|&(mv, n)| (position.move_text(mv), n)).collect();
            rows.sort_unstable();
            for (text, n) in rows {
                writeln!(out, "{text}\t{n}")?;
            }
        }
        counts.iter().map(|(_, n)| n).sum()
    } else {
        position.perft(args.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "nodes {nodes}  time {seconds:.3} s  nps {rate:.1} M")?;
    Ok(())
}
