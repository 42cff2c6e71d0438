//! `berolina tune`: plays games of the engine against itself and fits its evaluation to them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use berolina_engine::tuning::Model;
use berolina_lab::crew::{Taken, Threads};
use berolina_lab::learning::contest::Contest;
use berolina_lab::learning::generate::generate;
use berolina_lab::learning::tune::fit::{Fitted, fit};
use berolina_lab::learning::tune::{fit as fitting, report};
use berolina_lab::learning::{Judgement, Sample, generate as playing};
use berolina_lab::stats::Pairs;
use berolina_rules::Variant;
use berolina_rules::files::{self, Reserved};
use clap::{Args, ValueHint};

use crate::args::{GameArgs, LibraryArgs};
use crate::output::{Failure, make_folder_of};

/// How often the line of progress is written.
const EVERY: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game, with others whose positions are to be added: its options, such as near-vs-normal:near=black
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    #[command(flatten)]
    library: LibraryArgs,
    /// The file of positions: what is played is added to it, and all that is in it is used
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    positions: Option<PathBuf>,
    /// Play so many games of each first
    #[arg(long, default_value_t = 0, value_name = "GAMES")]
    play: u32,
    /// Positions searched for each move of these games
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Play on so many threads
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// What makes the openings; another number makes others
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only, and fit nothing
    #[arg(long)]
    no_fit: bool,
    /// The most rounds through the positions
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// How far a weight moves in a step at first, in hundredths of a pawn
    #[arg(long, default_value_t = 0.3)]
    rate: f32,
    /// How far a weight is expected to be from its derived value, in hundredths of a pawn
    #[arg(long, default_value_t = 8.0)]
    spread: f32,
    /// How much the games' results count beside the searches' scores, from 0 to 1
    #[arg(long, default_value_t = 0.6)]
    result_share: f32,
    /// The file of weights to write
    #[arg(long, value_name = "FILE", default_value = "tuned.txt", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Then play so many pairs of games against the weights before tuning
    #[arg(long, default_value_t = 0)]
    pairs: u32,
    /// Positions searched for each move of that match
    #[arg(long, default_value_t = 3000)]
    match_nodes: u64,
    /// Write what the pieces are worth in all tuned games, as in docs/values.md, and do nothing else
    #[arg(long)]
    report: bool,
    /// Begin with the weights that the program has for the game, and stay near them instead of the derived ones
    #[arg(long)]
    from_tuned: bool,
    /// Play that match against the weights that the program has for the game
    #[arg(long)]
    against_tuned: bool,
}

pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let library = args.library.library()?;
    if args.report {
        io::stdout().write_all(report::tables(&library).as_bytes())?;
        return Ok(());
    }
    let variants: Result<Vec<Arc<Variant>>, Failure> = args
        .games
        .iter()
        .map(|name| GameArgs { game: name.clone(), library: args.library.clone() }.variant())
        .collect();
    let variants = variants?;
    let (Some(first), Some(positions)) = (variants.first(), &args.positions) else {
        return Err(Failure::usage("name a game, and the file of its positions with --positions"));
    };
    if !args.no_fit {
        // Before the work, which may take hours.
        make_folder_of(&args.out)?;
        Reserved::open(&args.out, File::options().append(true)).map_err(|e| told(&args.out, &e))?;
    }
    if args.play > 0 {
        for variant in &variants {
            play(args, positions, variant)?;
        }
    }
    if args.no_fit {
        return Ok(());
    }
    tune(args, positions, first)
}

/// Plays games and appends their positions to the file.
fn play(args: &TuneArgs, path: &Path, variant: &Arc<Variant>) -> Result<(), Failure> {
    let plan = playing::Plan { nodes: args.nodes, seed: args.seed, ..playing::Plan::default() };
    make_folder_of(path)?;
    let file = File::options().create(true).append(true).open(path).map_err(|e| told(path, &e))?;
    let mut out = BufWriter::new(file);
    let started = Instant::now();
    let mut last = started;
    let (mut games, mut positions) = (0, 0);
    let stop = Arc::new(AtomicBool::new(false));
    let crew = Threads(usize::from(args.threads));
    generate(variant, &Judgement::Shipped, &plan, &crew, &mut (0..args.play), &stop, &mut |game| {
        games += 1;
        let samples = game.map_or(Ok(Vec::new()), |game| game.samples(variant))?;
        positions += samples.len();
        for sample in samples {
            writeln!(out, "{sample}").map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if last.elapsed() >= EVERY || games == args.play {
            last = Instant::now();
            let rate = f64::from(games) / started.elapsed().as_secs_f64();
            let name = variant.definition().full_name();
            eprintln!("{name}: {games} of {} games, {positions} positions, {rate:.1} games/s", args.play);
        }
        Ok(Taken::More)
    })
    .map_err(Failure::usage)?;
    out.flush().map_err(|e| told(path, &e))
}

/// Fits, writes the weights, and lets them play.
fn tune(args: &TuneArgs, positions: &Path, variant: &Arc<Variant>) -> Result<(), Failure> {
    let samples = read(positions)?;
    let mut model = if args.from_tuned { Model::new(variant) } else { Model::derived(variant) };
    let plan = fitting::Plan {
        seed: args.seed,
        epochs: args.epochs,
        rate: args.rate,
        spread: args.spread,
        result_share: args.result_share,
        ..fitting::Plan::default()
    };
    let fitted = fit(variant, &mut model, &samples, &plan, &mut |epoch, error| {
        eprintln!("round {epoch}: error {error:.6}");
    })
    .map_err(Failure::usage)?;
    let mut out = io::stdout().lock();
    let Fitted { samples, scale, before, after, epochs } = fitted;
    let name = variant.definition().full_name();
    let line = format!(
        "{name}: {samples} positions, scale {scale:.0}, error {before:.6} before and {after:.6} after {epochs} rounds"
    );
    writeln!(out, "{line}")?;
    let comment = format!("Tuned weights of {name}; see docs/values.md.\n{line}");
    files::write(&args.out, model.text(&comment).as_bytes()).map_err(|e| told(&args.out, &e))?;
    if args.pairs > 0 {
        let before = if args.against_tuned { Model::new(variant) } else { Model::derived(variant) };
        let pairs = matched(variant, [&model, &before], args)?;
        writeln!(out, "{name}: {}", shown(&pairs))?;
    }
    Ok(())
}

fn matched(variant: &Arc<Variant>, models: [&Model; 2], args: &TuneArgs) -> Result<Pairs, Failure> {
    let players = models.map(|model| Judgement::Weights(model.text("")));
    let contest = Contest { players, nodes: [args.match_nodes; 2], seed: args.seed };
    let mut last = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let told = &mut |_, pairs: &Pairs| {
        if last.elapsed() >= EVERY {
            last = Instant::now();
            eprintln!("{}", shown(pairs));
        }
        Ok(true)
    };
    contest
        .run(variant, &Threads(usize::from(args.threads)), &[], args.pairs, &stop, told)
        .map_err(Failure::usage)
}

fn shown(pairs: &Pairs) -> String {
    let games = 2 * pairs.count();
    match pairs.estimate() {
        Some(estimate) => format!("{games} games: {:+.0} ± {:.0} Elo", estimate.elo, estimate.error),
        None => format!("{games} games"),
    }
}

fn read(path: &Path) -> Result<Vec<Sample>, Failure> {
    let file = File::open(path).map_err(|e| told(path, &e))?;
    let samples: Result<_, String> = Sample::read(BufReader::new(file)).collect();
    samples.map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

fn told(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}
