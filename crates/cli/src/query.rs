//! `berolina query`: rules for scripts, one JSON object a line.

use std::io::{self, BufRead, Read, Write};

use berolina::answer::Answerer;
use serde_json::json;

use crate::args::LibraryArgs;
use crate::output::Failure;

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

pub(crate) fn run(args: &LibraryArgs) -> Result<(), Failure> {
    let mut answerer = Answerer::new(args.library()?);
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() as u64 > MAX_LINE {
            skip_line(&mut input, &line)?;
            json!({ "error": format!("a line has at most {MAX_LINE} bytes") })
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            answerer.answer(&line)
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
}

/// Reads on to the end of a line that is too long.
fn skip_line(input: &mut impl BufRead, read: &[u8]) -> io::Result<()> {
    if read.last() == Some(&b'\n') {
        return Ok(());
    }
    input.skip_until(b'\n').map(|_| ())
}
