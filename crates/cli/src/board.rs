//! `berolina board`: a position as a board.

use std::io::{self, Write};

use crate::args::BoardArgs;
use crate::draw::Drawing;
use crate::output::Failure;
use crate::terminal::Terminal;

pub(crate) fn run(args: &BoardArgs) -> Result<(), Failure> {
    let position = args.position.position()?;
    let terminal = Terminal::stdout(args.ascii);
    let drawing = Drawing { position: &position, terminal, flipped: args.flip, last: None };
    let mut out = io::stdout().lock();
    write!(out, "{}", drawing.text())?;
    writeln!(out, "{}", position.fen())?;
    Ok(())
}
