//! `berolina` alone: what a newcomer can do.

use std::io::{self, Write};

use berolina_rules::Library;

use crate::output::Failure;
use crate::terminal::Terminal;

pub(crate) fn run() -> Result<(), Failure> {
    let terminal = Terminal::stdout(false);
    let games = Library::shipped().names().count();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Berolina plays chess variants. Start a game now:  {}",
        terminal.bold("berolina play near")
    )?;
    writeln!(out)?;
    let lines = [
        ("berolina variants", format!("the {games} games that it knows")),
        ("berolina rules GAME", "the rules of one, with diagrams".to_owned()),
        ("berolina play GAME", "play it against the computer, or with a friend (--color both)".to_owned()),
        ("berolina check FILE", "look for faults in a game that you have written".to_owned()),
        ("berolina --help", "everything else".to_owned()),
    ];
    for (command, what) in lines {
        writeln!(out, "  {command:<21}{what}")?;
    }
    Ok(())
}
