//! `berolina check`: every fault of variant files, once or at each save.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use berolina_rules::Library;
use berolina_rules::definition::{Checked, Diagnostic, Severity, Style};
use berolina_rules::message::Message;
use berolina_rules::say;

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
    let language = args.language.language()?;
    for file in &args.files {
        let known = library.get(file).is_some();
        if !known && !Path::new(file).exists() {
            return Err(Failure::usage(nothing_there(&library, file)));
        }
    }
    let style = if Terminal::stdout(false).colour { Style::Coloured } else { Style::Plain };
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut faulty = false;
    for Checked { game, faults } in args.files.iter().flat_map(|file| library.check_each(file)) {
        // What is wrong with a file that several extend is told once.
        let (old, new): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            faults.iter().partition(|fault| told.contains(fault));
        for fault in &new {
            writeln!(out, "{}\n", fault.render_in(&language, style))?;
        }
        faulty |= faults.iter().any(|fault| fault.severity() == Severity::Error);
        let above = (!old.is_empty()).then(|| say!(", told above"));
        let game = game.escape_debug().to_string();
        let verdict = say!("{game}: {verdict}{above}", game, verdict = verdict(&faults), above);
        writeln!(out, "{}", language.say(&verdict))?;
        told.extend(new.into_iter().cloned());
    }
    Ok(!faulty)
}

/// Why a name cannot be checked, in one line.
fn nothing_there(library: &Library, file: &str) -> String {
    let shown = file.escape_debug();
    if file.ends_with(".toml") || file.contains(['/', '\\']) {
        return format!("there is no file `{shown}`");
    }
    if Path::new(&format!("{file}.toml")).is_file() {
        return format!("there is no file or game `{shown}`: did you mean `{shown}.toml`?");
    }
    match library.near(file) {
        Some(near) => format!("there is no file or game `{shown}`: did you mean `{near}`?"),
        None => format!("there is no file or game `{shown}`"),
    }
}

fn verdict(faults: &[Diagnostic]) -> Message {
    let errors = faults.iter().filter(|fault| fault.severity() == Severity::Error).count();
    let warnings = faults.len() - errors;
    let told_errors = match errors {
        1 => say!("1 error"),
        n => say!("{n} errors", n),
    };
    let told_warnings = match warnings {
        1 => say!("1 warning"),
        n => say!("{n} warnings", n),
    };
    match (errors, warnings) {
        (0, 0) => say!("no faults"),
        (0, _) => told_warnings,
        (_, 0) => told_errors,
        _ => say!("{errors}, {warnings}", errors = told_errors, warnings = told_warnings),
    }
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
            let again = say!("Checked again at each save; Ctrl-C ends this.");
            writeln!(out, "{}", terminal.dim(&args.language.language()?.say(&again)))?;
            out.flush()?;
        }
        std::thread::sleep(PAUSE);
    }
}

/// A file, when it was changed and how long it is.
type Stamp = (PathBuf, Option<(SystemTime, u64)>);

/// The state of all files that a check reads, or may read: those next door too, which may be extended.
fn stamps(args: &CheckArgs) -> Vec<Stamp> {
    let named = args.files.iter().map(Path::new).filter(|path| path.exists() || path.extension().is_some());
    let named: Vec<&Path> = named.chain(args.library.paths.iter().map(PathBuf::as_path)).collect();
    let mut paths: Vec<PathBuf> = named.iter().map(|path| path.to_path_buf()).collect();
    for path in named {
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        paths.extend(entries.filter(|path| path.extension().is_some_and(|e| e == "toml")));
    }
    paths.sort();
    paths.dedup();
    let stamp = |path: PathBuf| {
        let meta = fs::metadata(&path).ok();
        let state = meta.and_then(|meta| Some((meta.modified().ok()?, meta.len())));
        (path, state)
    };
    paths.into_iter().map(stamp).collect()
}
