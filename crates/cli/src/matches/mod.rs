//! `berolina match`: engines against each other.

mod args;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use berolina_lab::journal::Journal;
use berolina_lab::matches::contest::Contest;
use berolina_lab::matches::dialect::Dialect;
use berolina_lab::matches::finished::Finished;
use berolina_lab::matches::opening::Maker;
use berolina_lab::matches::play::Conduct;
use berolina_lab::matches::report::Report;
use berolina_lab::matches::spec::EngineSpec;
use berolina_lab::matches::uci;
use berolina_lab::matches::{opening, verify};
use berolina_lab::stats::{Sprt, Verdict};
use berolina_rules::files::{self, Reserved};
use berolina_rules::{Library, Position, Variant};
use serde_json::{Value, json};

use crate::progress::Progress;
pub(crate) use args::MatchArgs;

use crate::output::{Failure, make_folder_of};
use crate::play::store::today;

/// The largest file of openings, in bytes.
const MAX_OPENINGS: usize = 64 << 20;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let mut library = args.library.library()?;
    let names = args.games(&mut library)?;
    let mut games: Vec<Arc<Variant>> = Vec::new();
    for name in &names {
        let typed = || args.typed(name);
        games.push(Variant::load(&library, name).map_err(|error| args.library.failure(error, typed()))?);
    }
    let sprt = args.sprt()?;
    let contest = Contest {
        games,
        engines: args.engines(&library)?,
        total: args.total.next_multiple_of(2) as usize,
        concurrency: usize::from(args.concurrency),
        hash: args.hash,
        conduct: args.conduct()?,
        date: today().0,
    };
    if sprt.is_some() && contest.engines.len() != 2 {
        return Err(Failure::usage("--sprt is for two engines"));
    }
    if let (Some(journal), Some(pgn)) = (&args.journal, &args.pgn)
        && is_same(journal, pgn)
    {
        return Err(Failure::usage("--journal and --pgn name the same file; each needs one of its own"));
    }
    for file in args.journal.iter().chain(&args.pgn) {
        make_folder_of(file)?;
    }
    let stop = stop_on_ctrl_c()?;
    let ids = contest.check(&stop).map_err(failed)?;
    let mut session = Session::open(args, &contest, sprt, &ids)?;
    let openings = openings(args, &contest, &library, &stop, &mut session.progress)?;
    if let Some(count) = args.verify {
        compare(&contest, args.maker().seed, count, &stop, &mut session.progress)?;
    }
    let played = session.play(&contest, &openings, &stop);
    session.finish(args.json, contest.total)?;
    match played {
        Err(Failure::Stopped(_)) if args.journal.is_some() => Err(Failure::resumable()),
        played => played,
    }
}

/// Whether two paths lead to the same file, even one that is not there yet.
fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    matches!((place(a), place(b)), (Ok(a), Ok(b)) if a == b)
}

/// What becomes true when someone presses Ctrl-C.
pub(crate) fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::usage(format!("Ctrl-C: {error}")))?;
    Ok(stop)
}

fn failed(failure: uci::Failure) -> Failure {
    match failure {
        uci::Failure::Stopped => {
            Failure::Stopped("stopped before its end; with --journal FILE it could go on".to_owned())
        }
        other => Failure::usage(other),
    }
}

/// The version of [`identity`]. What it says of a match may change only with it.
const IDENTITY: u32 = 2;

/// What makes one match the same as another, for the journal: numbers and words that are written here, whatever the program's
/// types become. More games may be added to a match.
fn identity(args: &MatchArgs, contest: &Contest, sprt: Option<Sprt>) -> Value {
    let engine = |engine: &EngineSpec| {
        let aliases: Vec<Value> = engine.dialects.iter().map(|(ours, its)| alias(ours, its)).collect();
        json!({
            "name": engine.name, "program": engine.program, "args": engine.args, "options": engine.options,
            "limit": engine.limit.to_string(), "aliases": aliases,
        })
    };
    let engines: Vec<Value> = contest.engines.iter().map(engine).collect();
    let games: Vec<String> = contest.games.iter().map(|game| game.definition().full_name()).collect();
    let openings = match &args.openings {
        Some(path) => json!({ "file": path.display().to_string() }),
        None => {
            let Maker { seed, plies, balance, nodes } = args.maker();
            json!({ "seed": seed, "plies": plies, "balance": balance, "nodes": nodes })
        }
    };
    let Conduct { adjudication, max_plies, margin, grace, patience } = contest.conduct;
    let adjudication = adjudication.map(|a| {
        json!({
            "resign": [i64::from(a.resign_score), a.resign_moves as i64],
            "draw": [i64::from(a.draw_score), a.draw_moves as i64, a.draw_after as i64],
        })
    });
    let [margin, grace, patience] = [margin, grace, patience].map(|time| time.as_millis() as u64);
    json!({
        "version": IDENTITY, "engines": engines, "variants": games, "hash": contest.hash, "openings": openings,
        "conduct": {
            "adjudication": adjudication, "max-plies": max_plies,
            "margin-ms": margin, "grace-ms": grace, "patience-ms": patience,
        },
        "sprt": sprt.map(|sprt| [sprt.elo0, sprt.elo1]),
    })
}

/// What an engine calls a game of ours.
fn alias(ours: &str, its: &Dialect) -> Value {
    let pairs = |letters: &[(char, char)]| -> Vec<String> {
        letters.iter().map(|(ours, its)| format!("{ours}={its}")).collect()
    };
    let [white, black] = its.letters.each_ref().map(|letters| pairs(letters));
    json!({ "ours": ours, "its": its.game, "white": white, "black": black, "royal": its.royal })
}

/// The openings of each game.
fn openings(
    args: &MatchArgs,
    contest: &Contest,
    library: &Library,
    stop: &AtomicBool,
    progress: &mut Progress,
) -> Result<Vec<Vec<Position>>, Failure> {
    let wanted = contest.openings();
    let mut openings = Vec::new();
    for variant in &contest.games {
        openings.push(match &args.openings {
            Some(path) => {
                let told = |error: String| Failure::usage(format!("{}: {error}", path.display()));
                let text = files::read_text(path, MAX_OPENINGS).map_err(|error| told(error.to_string()))?;
                opening::read(&text, variant, library).map_err(told)?
            }
            None => {
                let name = &variant.definition().name;
                let mut made = |count| progress.show(&format!("openings of {name}: {count} of {wanted}"));
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                args.maker().make(variant, wanted, threads, stop, &mut made).map_err(Failure::usage)?
            }
        });
    }
    Ok(openings)
}

/// Compares the moves of the engines with ours; a difference ends the match before it begins.
fn compare(
    contest: &Contest,
    seed: u64,
    count: usize,
    stop: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<(), Failure> {
    let mut wrong = false;
    for spec in &contest.engines {
        for variant in &contest.games {
            let name = variant.definition().full_name();
            let positions = verify::positions(variant, count, seed, spec.dialect(&name).royal);
            let compared = verify::compare(spec, &positions, stop).map_err(failed)?;
            if compared.unknown {
                progress.tell(&format!(
                    "{}: it does not answer `go perft 1`; its moves of {name} are not compared",
                    spec.name
                ));
            } else if compared.differences.is_empty() {
                progress.tell(&format!(
                    "{}: the same legal moves of {name} in {} positions",
                    spec.name, compared.positions
                ));
            }
            for difference in compared.differences {
                wrong = true;
                progress.tell(&format!("{}, {name}: {difference}", spec.name));
            }
        }
    }
    if wrong { Err(Failure::usage("the legal moves differ; nothing is played")) } else { Ok(()) }
}

/// What has been played, and where it is kept.
struct Session {
    names: Vec<String>,
    games: Vec<String>,
    finished: Vec<Finished>,
    journal: Option<Journal<Finished>>,
    pgn: Option<Pgn>,
    sprt: Option<Sprt>,
    progress: Progress,
}

impl Session {
    fn open(
        args: &MatchArgs,
        contest: &Contest,
        sprt: Option<Sprt>,
        ids: &[String],
    ) -> Result<Self, Failure> {
        let mut progress = Progress::new(args.every);
        for (spec, id) in contest.engines.iter().zip(ids) {
            progress.tell(&format!("{}: {id}, {}", spec.name, spec.limit));
        }
        let mut finished = Vec::new();
        let mut journal = None;
        if let Some(path) = &args.journal {
            let (opened, kept) =
                Journal::open(path, &identity(args, contest, sprt)).map_err(Failure::usage)?;
            if !opened.is_locked() {
                let told = "there are no locks on its file system; see that no other match writes it";
                progress.tell(&format!("{}: {told}", path.display()));
            }
            if !kept.is_empty() {
                progress.tell(&format!("{}: going on after {} games", path.display(), kept.len()));
            }
            (journal, finished) = (Some(opened), kept);
        }
        let pgn = args.pgn.as_ref().map(|path| Pgn::open(path, finished.last())).transpose()?;
        Ok(Self {
            names: contest.engines.iter().map(|engine| engine.name.clone()).collect(),
            games: contest.games.iter().map(|game| game.definition().full_name()).collect(),
            finished,
            journal,
            pgn,
            sprt,
            progress,
        })
    }

    fn report(&self) -> Report {
        Report::new(&self.names, &self.games, &self.finished, self.sprt)
    }

    /// Plays the games that are missing.
    fn play(
        &mut self,
        contest: &Contest,
        openings: &[Vec<Position>],
        stop: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        if self.decided() {
            return Ok(());
        }
        let done: HashSet<usize> = self.finished.iter().map(|game| game.number).collect();
        let mut result = Ok(());
        let played = contest.run(openings, &done, stop, &mut |game| {
            result = self.keep(game, contest.total);
            result.is_ok() && !self.decided()
        });
        result?;
        played.map_err(failed)
    }

    fn decided(&self) -> bool {
        self.sprt.is_some() && self.report().verdict().is_some_and(|verdict| verdict != Verdict::Open)
    }

    /// Keeps a game: in the journal first, so that what a kill tears off the file of games is known.
    fn keep(&mut self, game: Finished, total: usize) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.add(&game).map_err(Failure::usage)?;
        }
        if let Some(Pgn { path, file, .. }) = &mut self.pgn {
            file.write_all(game.pgn.as_bytes())
                .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        }
        if game.ending.is_fault() {
            self.progress.tell(&format!("game {}: {}: {}", game.number + 1, game.ending.name(), game.detail));
        }
        self.finished.push(game);
        let report = self.report();
        self.progress.game(self.finished.len(), || report.line(total));
        Ok(())
    }

    fn finish(&mut self, json: bool, total: usize) -> Result<(), Failure> {
        self.progress.clear();
        let report = self.report();
        let mut out = io::stdout().lock();
        if json {
            let mut object = report.json();
            object["of"] = json!(total);
            writeln!(out, "{object}")?;
        } else {
            write!(out, "{}", report.text())?;
        }
        Ok(())
    }
}

/// The file of games.
struct Pgn {
    path: PathBuf,
    file: File,
    /// A match that plays nothing leaves no file.
    _reserved: Reserved,
}

impl Pgn {
    /// Opens the file of games. Of those kept in the journal the last may be missing in it, after a kill.
    fn open(path: &Path, last: Option<&Finished>) -> Result<Self, Failure> {
        let told = |error: io::Error| Failure::usage(format!("{}: {error}", path.display()));
        let text = if path.is_file() { fs::read(path).map_err(told)? } else { Vec::new() };
        let (mut file, reserved) = Reserved::open(path, File::options().append(true)).map_err(told)?;
        if let Some(last) = last {
            let wanted = last.pgn.as_bytes();
            if !text.windows(wanted.len().max(1)).any(|window| window == wanted) {
                file.write_all(wanted).map_err(told)?;
            }
        }
        Ok(Self { path: path.to_owned(), file, _reserved: reserved })
    }
}
