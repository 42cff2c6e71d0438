//! `berolina completions` and `berolina man`: made from the same definitions as `--help`.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::output::Failure;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "berolina", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

/// One page: the program, then each subcommand.
pub(crate) fn man() -> Result<(), Failure> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let whole = clap_mangen::Man::new(command.clone()).manual("User Commands");
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    for subcommand in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = subcommand.get_name().to_uppercase();
        writeln!(page, ".SH \"BEROLINA {name}\"")?;
        let part = clap_mangen::Man::new(subcommand.clone());
        let mut sections = Vec::new();
        part.render_description_section(&mut sections)?;
        part.render_synopsis_section(&mut sections)?;
        part.render_options_section(&mut sections)?;
        page.extend_from_slice(subsections(&String::from_utf8_lossy(&sections)).as_bytes());
    }
    write!(page, "{FILES}")?;
    io::stdout().write_all(&page)?;
    Ok(())
}

/// The sections of a subcommand stand below its own heading.
fn subsections(text: &str) -> String {
    let lines =
        text.lines().filter(|line| *line != ".SH DESCRIPTION").map(|line| line.replace(".SH ", ".SS "));
    lines.map(|line| line + "\n").collect()
}

const FILES: &str = r#".SH FILES
.TP
\fI$XDG_DATA_HOME/berolina/games/\fR
The games played with \fBberolina play\fR, one PGN file each, written after every move. Without
\fBXDG_DATA_HOME\fR, \fI~/.local/share/berolina/games/\fR.
.SH ENVIRONMENT
.TP
\fBNO_COLOR\fR
If set to anything, output has no colours.
.SH EXIT STATUS
0, or 2 when what was asked for is wrong; then one line on standard error says what would be right.
"#;
