//! `berolina variants`: the games; for a script one a line: name, title, and a sentence, between tabs.

use std::io::{self, IsTerminal, Write};

use crate::args::VariantsArgs;
use crate::output::Failure;
use crate::terminal::{Terminal, paragraphs};

pub(crate) fn run(args: &VariantsArgs) -> Result<(), Failure> {
    let library = args.library.library()?;
    let terminal = Terminal::stdout(false);
    let mut out = io::stdout().lock();
    let names: Vec<&str> = library.names().collect();
    for name in names {
        let (title, about) = match library.load(name) {
            Ok(game) => (game.text.title.clone(), first_sentence(&game.text.about)),
            Err(_) => ("(faulty)".to_owned(), format!("`{}` says why.", args.library.check_command(name))),
        };
        if !io::stdout().is_terminal() {
            writeln!(out, "{name}\t{title}\t{about}")?;
            continue;
        }
        writeln!(out, "{}  {}", terminal.bold(name), terminal.plain(&title))?;
        write!(out, "{}", paragraphs(&terminal.plain(&about), terminal.width, "    "))?;
    }
    if !io::stdout().is_terminal() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "`berolina rules GAME` explains one, `berolina play GAME` starts it.")?;
    Ok(())
}

/// The first sentence of what a game is about.
fn first_sentence(about: &str) -> String {
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = about.find(". ").map_or(about.len(), |i| i + 1);
    about[..end].to_owned()
}
