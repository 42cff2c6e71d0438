//! `berolina import`: games of other programs as variant files.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use berolina_exchange::{Imported, MAX_TEXT};
use berolina_rules::definition::Severity;
use berolina_rules::{Library, files};

use crate::args::ImportArgs;
use crate::output::{Failure, make_folder_of};

pub(crate) fn run(args: &ImportArgs) -> Result<(), Failure> {
    let shown = args.file.display();
    let (text, stem) = read(&args.file).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    let name = args.name.as_deref().unwrap_or(&stem);
    let mut beside = |name: &str| beside(&args.file, name);
    let games = berolina_exchange::import_with(&text, name, &mut beside)
        .map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    let mut out = io::stdout().lock();
    if games.len() > 1 {
        writeln!(out, "{shown}: {} games, a file each", games.len())?;
    }
    for game in &games {
        let path = args.out.join(format!("{}.toml", game.name));
        write(&path, &game.text, args.force)?;
        tell(&mut out, &path, game)?;
    }
    Ok(())
}

/// The text of a file or of standard input, and what its game may be called.
fn read(path: &Path) -> io::Result<(String, String)> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
        bytes
    } else {
        files::read(path, MAX_TEXT)?
    };
    let stem = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    // Files of old programs are not always in UTF-8; what matters in them is ASCII.
    Ok((String::from_utf8_lossy(&bytes).into_owned(), if stem == "-" { "imported".to_owned() } else { stem }))
}

/// The text of a file that the one being read names, if it lies in the same folder.
fn beside(path: &Path, name: &str) -> Option<String> {
    if path == Path::new("-") {
        return None;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wanted = folder.join(name).canonicalize().ok()?;
    // A link may not lead elsewhere.
    if wanted.parent()? != folder.canonicalize().ok()? {
        return None;
    }
    files::read(&wanted, MAX_TEXT).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a file that is not there yet.
pub(crate) fn write(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    make_folder_of(path)?;
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::usage(format!("{} is there already: --force replaces it", path.display()))
        }
        _ => Failure::usage(format!("{}: {error}", path.display())),
    })
}

/// What came of a game. It is ready only if `berolina check` accepts the file as it lies there.
fn tell(out: &mut impl Write, path: &Path, game: &Imported) -> io::Result<()> {
    let shown = path.display();
    let mut left: Vec<String> = game.unfinished.iter().chain(&game.faults).cloned().collect();
    if left.is_empty() {
        let faults = Library::shipped().check(&path.to_string_lossy());
        let errors = faults.iter().filter(|fault| fault.severity() == Severity::Error);
        left.extend(errors.map(|fault| format!("line {}: {}", fault.line, fault.message)));
    }
    if left.is_empty() {
        return writeln!(out, "{shown}: ready; `berolina play {shown}` plays it");
    }
    let things = if left.len() == 1 { "1 thing" } else { &format!("{} things", left.len()) };
    writeln!(out, "{shown}: {things} left to write by hand")?;
    left.iter().try_for_each(|what| writeln!(out, "  {what}"))
}
