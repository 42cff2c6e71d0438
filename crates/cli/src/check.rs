//! `berolina check`: every fault of variant files.

use std::io::{self, Write};
use std::path::Path;

use berolina_rules::definition::{Severity, Style};

use crate::args::CheckArgs;
use crate::output::Failure;
use crate::terminal::Terminal;

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let library = args.library.library()?;
    for file in &args.files {
        let known = library.get(file).is_some();
        if !known && !Path::new(file).exists() {
            let kind = if file.ends_with(".toml") { "file" } else { "file or game" };
            return Err(Failure::usage(format!("there is no {kind} `{}`", file.escape_debug())));
        }
    }
    let style = if Terminal::stdout(false).colour { Style::Coloured } else { Style::Plain };
    let mut out = io::stdout().lock();
    let mut faulty = false;
    for file in &args.files {
        let faults = library.check(file);
        for fault in &faults {
            writeln!(out, "{}\n", fault.render(style))?;
        }
        let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
        faulty |= errors > 0;
        let count = |n: usize, what: &str| match n {
            1 => format!("1 {what}"),
            n => format!("{n} {what}s"),
        };
        let verdict = match (errors, faults.len() - errors) {
            (0, 0) => "no faults".to_owned(),
            (0, warnings) => count(warnings, "warning"),
            (errors, 0) => count(errors, "error"),
            (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
        };
        writeln!(out, "{file}: {verdict}")?;
    }
    if faulty { Err(Failure::Told) } else { Ok(()) }
}
