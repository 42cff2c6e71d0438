//! `berolina lab train`: from a game to a network that plays it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use berolina_engine::net;
use berolina_lab::learning::campaign::{Campaign, Done, Plan, Stage, StageResult, Status, Step, Watch};
use berolina_lab::learning::train;
use berolina_rules::{Variant, files};
use clap::builder::TypedValueParser as _;
use clap::{Args, ValueHint};

use super::crew::CrewArgs;
use super::file_name;
use crate::args::{LibraryArgs, game_name};
use crate::matches::stop_on_ctrl_c;
use crate::output::Failure;
use crate::progress::Progress;

/// Without a terminal a line comes so often.
const EVERY: Duration = Duration::from_secs(60);

/// The engine plays itself, a network learns from the games, and takes the place of what judged before if it plays better. All of it comes into
/// a folder of the game's in that of --out: the same command goes on from there, after Ctrl-C, a kill, or with more generations.
#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// The game and its options, such as `near` or `near-vs-normal:near=black`; or a variant file
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    library: LibraryArgs,
    /// Come to an end after so many hours, with the time dealt out to all stages
    #[arg(long, value_name = "N", value_parser = positive)]
    hours: Option<f64>,
    /// Generations: each plays with the network of the one before, and learns from the games of all
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    generations: u32,
    /// Games of a generation, where no hours are given
    #[arg(long, default_value_t = Plan::default().games, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// Positions visited for each move of these games
    #[arg(long, default_value_t = Plan::default().nodes, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Passes through the games in training, at most
    #[arg(long, default_value_t = Plan::default().passes, value_name = "N", value_parser = positive)]
    passes: f64,
    /// With each position so many that are a few random moves away, judged by weights
    #[arg(long, default_value_t = Plan::default().strays, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    strays: u32,
    /// How much the games' results count beside the searches' scores, from 0 to 1
    #[arg(long, default_value_t = Plan::default().training.result_share, value_name = "N", value_parser = share)]
    result_share: f32,
    /// Positions for each step, strays included
    #[arg(long, default_value_t = Plan::default().training.batch, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000).map(|n| n as usize))]
    batch: usize,
    /// How far a weight moves in a step at first
    #[arg(long, default_value_t = Plan::default().training.rate, value_name = "N", value_parser = share)]
    rate: f32,
    /// What share of a weight a step of length 1 takes away
    #[arg(long, default_value_t = Plan::default().training.decay, value_name = "N", value_parser = share)]
    decay: f32,
    /// Positions visited for each move when a new network is tried
    #[arg(long, default_value_t = Plan::default().gate_nodes, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    gate_nodes: u64,
    /// Begin with weights even where the program has a network
    #[arg(long)]
    from_weights: bool,
    /// What all chance follows from
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    crew: CrewArgs,
    /// The folder for the game's folder
    #[arg(long, value_name = "FOLDER", default_value = "lab", value_hint = ValueHint::DirPath)]
    out: PathBuf,
}

/// A number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|n| *n > 0.0 && *n <= 1e6).ok_or_else(|| "it would be a number above 0".to_owned())
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok();
    number.filter(|n| (0.0..=1.0).contains(n)).ok_or_else(|| "it would be a number from 0 to 1".to_owned())
}

pub(super) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let mut library = args.library.library()?;
    let game = game_name(&mut library, &args.game)?;
    let variant = Variant::load(&library, &game).map_err(|error| args.library.failure(error, &args.game))?;
    let name = variant.definition().full_name();
    let folder = args.out.join(file_name(&name));
    let mut campaign = Campaign::open(&variant, args.plan(), &folder).map_err(Failure::usage)?;
    if campaign.is_done() {
        eprintln!("{name}: all of it is done; go on with more --generations");
    }
    let crew = args.crew.crew()?;
    let stop = stop_on_ctrl_c()?;
    let hours = args.hours.map(|hours| 3600.0 * hours);
    let mut teller = Teller {
        name: name.clone(),
        spent: campaign.manifest().seconds(),
        limit: hours,
        began: Instant::now(),
        told: Instant::now(),
        gained: campaign.manifest().done.iter().map(gain).sum(),
        progress: Progress::new(u32::MAX),
    };
    let result = campaign.run(&*crew, &stop, &mut teller);
    teller.progress.clear();
    result.map_err(Failure::usage)?;
    let mut out = io::stdout().lock();
    let Some(best) = campaign.best() else {
        writeln!(
            out,
            "{name}: no network yet that plays better; see {}",
            folder.join("manifest.json").display()
        )?;
        return ended(&stop);
    };
    let told = |path: &Path, error: io::Error| Failure::usage(format!("{}: {error}", path.display()));
    let bytes = files::read(&best, net::MAX_FILE).map_err(|error| told(&best, error))?;
    let path = folder.join(format!("{}.net", variant.definition().name));
    files::write(&path, &bytes).map_err(|error| told(&path, error))?;
    writeln!(out, "{name}: the network is {}", path.display())?;
    // Beside the variant file it is found; one of another training stays.
    if let Some(beside) = library.path(&variant.definition().name).map(|file| file.with_extension("net")) {
        if beside.exists() && !campaign.has_made(&files::read(&beside, net::MAX_FILE).unwrap_or_default()) {
            writeln!(out, "{} is there already, and stays as it is", beside.display())?;
        } else {
            files::write(&beside, &bytes).map_err(|error| told(&beside, error))?;
            writeln!(out, "{}: so the program plays the game with it", beside.display())?;
        }
    }
    ended(&stop)
}

/// How it ends: after Ctrl-C not as if all were done.
fn ended(stop: &AtomicBool) -> Result<(), Failure> {
    if stop.load(Ordering::Relaxed) { Err(Failure::resumable()) } else { Ok(()) }
}

impl TrainArgs {
    fn plan(&self) -> Plan {
        Plan {
            seed: self.seed,
            threads: self.crew.threads(),
            nodes: self.nodes,
            games: self.games,
            passes: self.passes,
            strays: self.strays,
            training: train::Plan {
                result_share: self.result_share,
                batch: self.batch,
                rate: self.rate,
                decay: self.decay,
                ..Plan::default().training
            },
            from_weights: self.from_weights,
            gate_nodes: self.gate_nodes,
            seconds: self.hours.map(|hours| 3600.0 * hours),
            generations: self.generations,
            ..Plan::default()
        }
    }
}

/// Tells on standard error how it goes.
struct Teller {
    name: String,
    /// What was spent before, and what may be spent, in seconds.
    spent: f64,
    limit: Option<f64>,
    began: Instant,
    /// When a line was last told that stays.
    told: Instant,
    /// What all networks that were kept gained in their contests, in Elo.
    gained: f64,
    progress: Progress,
}

impl Teller {
    /// What time it is.
    fn clock(&self) -> String {
        let spent = hours(self.spent + self.began.elapsed().as_secs_f64());
        self.limit.map_or_else(|| spent.clone(), |limit| format!("{spent} of {}", hours(limit)))
    }
}

impl Watch for Teller {
    fn begins(&mut self, stage: Stage) {
        let gained =
            if self.gained == 0.0 { String::new() } else { format!(" ({:+.0} Elo so far)", self.gained) };
        let text = format!("[{}] {}: {}{gained}", self.clock(), self.name, title(stage));
        self.progress.tell(&text);
        self.told = Instant::now();
    }

    fn stands(&mut self, status: &Status) {
        // The line may be cut off at its end.
        let left = status.left.map_or_else(String::new, |left| format!("{} left, ", hours(left)));
        let line = format!("[{}] {left}{}", self.clock(), status.text);
        self.progress.show(&line);
        if self.told.elapsed() >= EVERY && self.progress.is_quiet() {
            self.progress.tell(&line);
            self.told = Instant::now();
        }
    }

    fn ends(&mut self, done: &Done) {
        let text = format!("[{}] {}: {}", self.clock(), verb(done.stage.step), result(&done.result));
        self.progress.tell(&text);
        self.gained += gain(done);
    }
}

/// What a network gained that was kept, in Elo.
fn gain(done: &Done) -> f64 {
    match done.result {
        StageResult::Judged { elo: Some([elo, _]), accepted: true, .. } => elo,
        _ => 0.0,
    }
}

/// What a stage is.
fn title(stage: Stage) -> String {
    let Stage { generation, step } = stage;
    match step {
        Step::Play if generation == 0 => "games by the rules alone, to fit weights".to_owned(),
        Step::Play => format!("generation {generation}, games"),
        Step::Fit => "weights are fitted".to_owned(),
        Step::Train => format!("generation {generation}, a network learns"),
        Step::Gate => format!("generation {generation}, the network against what judged before"),
    }
}

const fn verb(step: Step) -> &'static str {
    match step {
        Step::Play => "played",
        Step::Fit => "fitted",
        Step::Train => "trained",
        Step::Gate => "tried",
    }
}

fn result(result: &StageResult) -> String {
    match result {
        StageResult::Played { games, positions } => format!("{games} games, {positions} positions"),
        StageResult::Fitted { positions, before, after } => {
            format!("{positions} positions, error {before:.5} before and {after:.5} after")
        }
        StageResult::Trained { passes, weights, network } => {
            format!("{passes:.1} passes, error of the weights {weights:.5}, of the network {network:.5}")
        }
        StageResult::Judged { nodes, pairs, elo, accepted } => {
            let games = 2 * pairs.iter().sum::<u64>();
            let speed = nodes[0] as f64 / nodes[1].max(1) as f64;
            let elo = elo.map_or_else(String::new, |[elo, error]| format!(", {elo:+.0} ± {error:.0} Elo"));
            let kept = if *accepted { "it is kept" } else { "it is not kept" };
            format!("{games} games with {speed:.2} times the positions{elo}: {kept}")
        }
    }
}

/// Seconds as hours and minutes.
fn hours(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
