//! `berolina lab report`: what games of the engine against itself tell of a game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use berolina_lab::crew::Crew;
use berolina_lab::journal::Journal;
use berolina_lab::report::Task;
use berolina_report::play::Plan;
use berolina_report::{Report, Tally, page, text};
use berolina_rules::notation::reason_text;
use berolina_rules::{Variant, files};
use clap::{Args, ValueHint};

use super::crew::CrewArgs;
use super::file_name;
use crate::args::{GameArgs, LibraryArgs};
use crate::matches::stop_on_ctrl_c;
use crate::output::{Failure, make_folder};
use crate::progress::Progress;

/// How often games are drawn again for the errors of the pieces' worths.
const DRAWS: u64 = 200;
/// Without a terminal a line of progress comes after so many games.
const EVERY: u32 = 50;

/// The engine plays itself from the array; the first moves are drawn by their scores. A page, and all figures as JSON, come into the
/// folder of --out, with the games: the same command with more games goes on from there.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The game and its options, such as `near` or `near-vs-normal:near=black`; or a variant file
    #[arg(value_name = "GAME")]
    game: String,
    /// Put another game, or the same with other options, beside it; may be given several times
    #[arg(long, value_name = "GAME")]
    compare: Vec<String>,
    #[command(flatten)]
    library: LibraryArgs,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// End after so many minutes for each game, with what has been played
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    minutes: Option<u64>,
    /// Positions visited for each move: how strong the players are
    #[arg(long, default_value_t = 4000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// What the early moves follow from; another number gives other games
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(0..1 << 20))]
    seed: u64,
    /// So many early plies are drawn by chance among the eight best moves
    #[arg(long, default_value_t = Plan::default().drawn as u64, value_name = "PLIES", value_parser = clap::value_parser!(u64).range(1..=40))]
    drawn: u64,
    /// An early move that is worse by so many hundredths of a pawn is drawn a third as often
    #[arg(long, default_value_t = Plan::default().spread, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=1000))]
    spread: i32,
    #[command(flatten)]
    crew: CrewArgs,
    /// The folder for games and reports
    #[arg(long, value_name = "FOLDER", default_value = "lab", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// Write the figures as JSON, not as text
    #[arg(long)]
    json: bool,
    /// Where the browser app is, for links to games
    #[arg(long, value_name = "URL", default_value_t = format!("http://127.0.0.1:{}/", berolina_server::DEFAULT_PORT))]
    app: String,
}

pub(super) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let names: Vec<&String> = std::iter::once(&args.game).chain(&args.compare).collect();
    // Before the work, which may take hours.
    let mut tasks = Vec::new();
    for name in &names {
        let variant = GameArgs { game: (*name).clone(), library: args.library.clone() }.variant()?;
        if let Some(outcome) = variant.start().outcome() {
            let told = reason_text(outcome.reason).to_string();
            let name = variant.definition().full_name();
            return Err(Failure::usage(format!(
                "{name} is over before it begins: {told}; no game can be played"
            )));
        }
        tasks.push(args.task(variant));
    }
    make_folder(&args.out)?;
    let crew = args.crew.crew()?;
    let stop = stop_on_ctrl_c()?;
    let mut reports = Vec::new();
    for task in &tasks {
        reports.extend(args.report(task, &*crew, &stop)?);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let stopped = stop.load(Ordering::Relaxed);
    let Some(first) = reports.first() else {
        return Err(if stopped { Failure::resumable() } else { Failure::Told });
    };
    let name = if reports.len() > 1 {
        format!("{}-compared", file_name(&first.game))
    } else {
        file_name(&first.game)
    };
    let json = if reports.len() > 1 {
        serde_json::to_string_pretty(&reports)
    } else {
        serde_json::to_string_pretty(first)
    };
    let json = json.map_err(Failure::usage)?;
    write(&args.out.join(format!("{name}.json")), &json)?;
    let path = args.out.join(format!("{name}.html"));
    write(&path, &page::page(&reports, &args.app))?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{json}")?;
    } else if reports.len() > 1 {
        out.write_all(text::compared(&reports).as_bytes())?;
    } else {
        out.write_all(text::report(first).as_bytes())?;
    }
    eprintln!("the page: {}", path.display());
    // What was played by then has been told; whoever runs this in a script still sees that it is not all.
    if stopped { Err(Failure::resumable()) } else { Ok(()) }
}

impl ReportArgs {
    fn task(&self, variant: Arc<Variant>) -> Task {
        Task {
            variant,
            plan: Plan {
                nodes: self.nodes,
                seed: self.seed,
                drawn: self.drawn as usize,
                spread: self.spread,
            },
            games: self.games,
        }
    }

    /// Plays the games of a report that are not there yet; `None` if it was stopped before the first.
    fn report(
        &self,
        task: &Task,
        crew: &dyn Crew,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Report>, Failure> {
        let name = task.variant.definition().full_name();
        let path = self.out.join(format!("{}.games.jsonl", file_name(&name)));
        let (mut journal, kept) = Journal::open(&path, &task.identity()).map_err(Failure::usage)?;
        let before = kept.len() as u64;
        let mut progress = Progress::new(EVERY);
        if before > 0 {
            let games = if before == 1 { "game" } else { "games" };
            progress.tell(&format!("{name}: goes on after {before} {games}"));
        }
        let started = Instant::now();
        let last = self.minutes.map(|minutes| Duration::from_secs(60 * minutes));
        let mut on_game = |tally: &Tally| {
            let played = tally.len().saturating_sub(before);
            progress.game(tally.len() as usize, || status(&name, task.games, tally, played, started, last));
            last.is_none_or(|last| started.elapsed() < last)
        };
        let tally = task.run(crew, Some(&mut journal), kept, stop, &mut on_game).map_err(Failure::usage)?;
        progress.clear();
        if tally.is_empty() {
            return Ok(None);
        }
        let firsts = task.first_moves(stop);
        Ok(Some(tally.report(&task.plan, &firsts, DRAWS)))
    }
}

/// How things stand, in one line; `limit` is the time after which it ends whatever is missing.
fn status(
    name: &str,
    wanted: u64,
    tally: &Tally,
    played: u64,
    started: Instant,
    limit: Option<Duration>,
) -> String {
    let white = tally.white();
    let spent = started.elapsed().as_secs_f64();
    let rate = played as f64 / spent.max(0.001);
    let left = minutes_left(wanted.saturating_sub(tally.len()), rate, spent, limit);
    format!(
        "{name}: {} of {wanted} games, White {:.1} ± {:.1} %, {rate:.1} games/s, {left:.0} min left",
        tally.len(),
        100.0 * white.value,
        100.0 * white.error
    )
}

/// How many minutes are left: until the games are played, at so many a second, or until the time is over that they have.
fn minutes_left(games: u64, rate: f64, spent: f64, limit: Option<Duration>) -> f64 {
    let seconds = games as f64 / rate.max(1e-9);
    let most = limit.map_or(f64::INFINITY, |limit| (limit.as_secs_f64() - spent).max(0.0));
    (seconds.min(most) / 60.0).ceil()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::write(path, text.as_bytes())
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_never_promises_more_time_than_it_takes() {
        let four = Some(Duration::from_secs(240));
        assert_eq!(minutes_left(1000, 0.5, 60.0, None), 34.0);
        assert_eq!(minutes_left(1000, 0.5, 60.0, four), 3.0);
        assert_eq!(minutes_left(1000, 0.5, 250.0, four), 0.0);
        assert_eq!(minutes_left(30, 0.5, 60.0, four), 1.0);
    }
}
