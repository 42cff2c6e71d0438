//! `berolina check`: every fault of variant files, once or at each save.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use berolina_rules::definition::{Severity, Style};

use crate::args::CheckArgs;
use crate::output::Failure;
use crate::terminal::Terminal;

/// How often files are looked at for changes. Asking for their times works on every system and however an editor
/// saves: in place, or as a new file that takes the old one's name.
const PAUSE: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    if args.watch {
        return watch(args);
    }
    if check(args, &mut io::stdout().lock())? { Ok(()) } else { Err(Failure::Told) }
}

/// Checks once; `true` if there is no error.
fn check(args: &CheckArgs, out: &mut impl Write) -> Result<bool, Failure> {
    let library = args.library.library()?;
    for file in &args.files {
        let known = library.get(file).is_some();
        if !known && !Path::new(file).exists() {
            let kind = if file.ends_with(".toml") { "file" } else { "file or game" };
            return Err(Failure::usage(format!("there is no {kind} `{}`", file.escape_debug())));
        }
    }
    let style = if Terminal::stdout(false).colour { Style::Coloured } else { Style::Plain };
    let mut faulty = false;
    for file in &args.files {
        let faults = library.check(file);
        for fault in &faults {
            writeln!(out, "{}\n", fault.render(style))?;
        }
        let errors = faults.iter().filter(|fault| fault.severity() == Severity::Error).count();
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
    Ok(!faulty)
}

/// Checks, and checks again whenever a file changes, until the program is ended.
fn watch(args: &CheckArgs) -> Result<(), Failure> {
    let terminal = Terminal::stdout(false);
    let mut seen = None;
    loop {
        let now = stamps(args);
        if seen.as_ref() != Some(&now) {
            let first = seen.is_none();
            seen = Some(now);
            let mut out = io::stdout().lock();
            if terminal.live {
                // The screen is cleared, what was there before stays above it.
                write!(out, "\x1b[2J\x1b[H")?;
            } else if !first {
                writeln!(out)?;
            }
            match check(args, &mut out) {
                Ok(_) => {}
                // A mistake in the command line is told at once; later a file may only be missing for a moment.
                Err(Failure::Usage(line)) if !first => writeln!(out, "{line}")?,
                Err(failure) => return Err(failure),
            }
            writeln!(out, "{}", terminal.dim("Checked again at each save; Ctrl-C ends this."))?;
            out.flush()?;
        }
        std::thread::sleep(PAUSE);
    }
}

/// A file, when it was changed and how long it is.
type Stamp = (PathBuf, Option<(SystemTime, u64)>);

/// The state of all files that a check reads.
fn stamps(args: &CheckArgs) -> Vec<Stamp> {
    let mut paths: Vec<PathBuf> = args.files.iter().map(PathBuf::from).collect();
    for path in &args.library.paths {
        match fs::read_dir(path) {
            Ok(entries) => paths.extend(entries.filter_map(|entry| Some(entry.ok()?.path()))),
            Err(_) => paths.push(path.clone()),
        }
    }
    paths.sort();
    let stamp = |path: PathBuf| {
        let meta = fs::metadata(&path).ok();
        let state = meta.and_then(|meta| Some((meta.modified().ok()?, meta.len())));
        (path, state)
    };
    paths.into_iter().map(stamp).collect()
}
