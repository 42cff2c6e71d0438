//! `berolina variants`: the games.

use std::io::{self, Write};

use crate::args::VariantsArgs;
use crate::output::Failure;
use crate::terminal::{Terminal, wrap};

pub(crate) fn run(args: &VariantsArgs) -> Result<(), Failure> {
    let library = args.library.library()?;
    let terminal = Terminal::stdout(false);
    let mut out = io::stdout().lock();
    let names: Vec<&str> = library.names().collect();
    let column = names.iter().map(|name| name.len()).max().unwrap_or(0) + 2;
    for name in names {
        let line = match library.load(name) {
            Ok(game) => summary(&game.text.title, &game.text.about),
            Err(_) => format!("(faulty: see `berolina check {name}`)"),
        };
        let room = terminal.width.saturating_sub(column).max(20);
        let lines = wrap(&terminal.plain(&line), room);
        for (i, line) in lines.iter().enumerate() {
            let name = if i == 0 { name } else { "" };
            let padding = " ".repeat(column - name.len());
            writeln!(out, "{}{padding}{line}", terminal.bold(name))?;
        }
    }
    writeln!(out)?;
    writeln!(out, "`berolina rules GAME` explains one, `berolina play GAME` starts it.")?;
    Ok(())
}

/// The title and the first sentence of what the game is about.
fn summary(title: &str, about: &str) -> String {
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = about.find(". ").map_or(about.len(), |i| i + 1);
    format!("{title}: {}", &about[..end])
}
