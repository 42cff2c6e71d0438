//! `berolina train`: trains a network for a game.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use berolina_engine::net::{self, View};
use berolina_lab::learning::Sample;
use berolina_lab::learning::train::{Data, Errors, Plan, Trained, train};
use berolina_rules::Variant;
use berolina_rules::files::{self, Reserved};
use clap::{Args, ValueHint};

use crate::args::{GameArgs, LibraryArgs};
use crate::output::{Failure, make_folder_of};

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    library: LibraryArgs,
    /// The files of positions
    #[arg(long, value_name = "FILE", required_unless_present = "sign", num_args = 1.., value_hint = ValueHint::FilePath)]
    positions: Vec<PathBuf>,
    /// The file of the network to write
    #[arg(long, value_name = "FILE", required_unless_present = "sign", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Train nothing, but sign a network that was trained for this game anew, in its file or in that of --out
    #[arg(long, value_name = "FILE", conflicts_with = "positions", value_hint = ValueHint::FilePath)]
    sign: Option<PathBuf>,
    /// Rounds through the positions
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions for each step
    #[arg(long, default_value_t = 8192, value_parser = positive)]
    batch: usize,
    /// How far a weight moves in a step at first
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
    /// What share of a weight a step of length 1 takes away
    #[arg(long, default_value_t = 0.1)]
    decay: f32,
    /// How much the games' results count beside the searches' scores, from 0 to 1
    #[arg(long, default_value_t = 0.4)]
    result_share: f32,
    /// With each position so many that are a few random moves away, judged by the hand-made evaluation
    #[arg(long, default_value_t = 6)]
    strays: u32,
    /// What orders the positions, and the weights to begin with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compute on so many threads
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// A number of at least 1.
fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "it is not a whole number above 0".to_owned())
}

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let variant = GameArgs { game: args.game.clone(), library: args.library.clone() }.variant()?;
    if let Some(path) = &args.sign {
        return sign(&variant, path, args.out.as_ref().unwrap_or(path));
    }
    let Some(out_path) = &args.out else {
        return Err(Failure::usage("name the file of the network to write with --out"));
    };
    // Before the work, which may take hours.
    make_folder_of(out_path)?;
    Reserved::open(out_path, File::options().append(true)).map_err(|e| told(out_path, &e))?;
    let mut data = Data::default();
    let started = Instant::now();
    for path in &args.positions {
        let mut fault = None;
        let samples = read(path)?.map_while(|sample| sample.map_err(|error| fault = Some(error)).ok());
        data.add(&variant, samples, args.strays).map_err(Failure::usage)?;
        if let Some(fault) = fault {
            return Err(fault);
        }
    }
    let name = variant.definition().full_name();
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("{name}: {} positions read in {seconds:.0} s, scale {:.0}", data.len(), data.scale());
    let plan = Plan {
        result_share: args.result_share,
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        decay: args.decay,
        seed: args.seed,
        threads: usize::from(args.threads),
    };
    let Trained { file, before, trained, whole } =
        train(&variant, &data, &plan, &mut |epoch, learnt, apart| {
            let seconds = started.elapsed().as_secs_f64();
            eprintln!("round {epoch}: error {learnt:.6}, apart {}, {seconds:.0} s", shown(apart));
        })
        .map_err(Failure::usage)?;
    files::write(out_path, &file).map_err(|e| told(out_path, &e))?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{name}: {} positions, scale {:.0}; errors over those kept apart (and of results alone): by hand {}, \
         trained {}, in integers {}; {} bytes",
        data.len(),
        data.scale(),
        shown(before),
        shown(trained),
        shown(whole),
        file.len()
    )?;
    Ok(())
}

/// Signs a network anew.
fn sign(variant: &Variant, path: &Path, out: &Path) -> Result<(), Failure> {
    let bytes = files::read(path, net::MAX_FILE).map_err(|e| told(path, &e))?;
    let signed = View::new(variant).sign(&bytes);
    let signed = signed.map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    make_folder_of(out)?;
    files::write(out, &signed).map_err(|e| told(out, &e))?;
    writeln!(io::stdout(), "{}: a network for {}", out.display(), variant.definition().full_name())?;
    Ok(())
}

fn shown(errors: Errors) -> String {
    format!("{:.6} ({:.6})", errors.mixture, errors.result)
}

/// The samples of a file, one by one: it may be large.
fn read(path: &Path) -> Result<impl Iterator<Item = Result<Sample, Failure>>, Failure> {
    let file = File::open(path).map_err(|e| told(path, &e))?;
    let shown = path.display();
    let samples = Sample::read(BufReader::new(file));
    Ok(samples.map(move |sample| sample.map_err(|error| Failure::usage(format!("{shown}: {error}")))))
}

fn told(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}
