//! `berolina train`: trains a network for a game.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::Instant;

use berolina_lab::train::{Data, Errors, Plan, Trained, train};
use berolina_lab::tune::Sample;
use berolina_rules::Variant;

use crate::args::TrainArgs;
use crate::output::Failure;

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let library = args.library.library()?;
    let variant = Variant::load(&library, &args.game).map_err(Failure::load)?;
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
    fs::write(&args.out, &file).map_err(|e| told(&args.out, &e))?;
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

fn shown(errors: Errors) -> String {
    format!("{:.6} ({:.6})", errors.mixture, errors.result)
}

/// The samples of a file, one by one: it may be large.
fn read(path: &Path) -> Result<impl Iterator<Item = Result<Sample, Failure>>, Failure> {
    let file = File::open(path).map_err(|e| told(path, &e))?;
    let sample = move |(i, line): (usize, io::Result<String>)| {
        let line = line.map_err(|e| told(path, &e))?;
        line.parse().map_err(|error| Failure::usage(format!("{}:{}: {error}", path.display(), i + 1)))
    };
    Ok(BufReader::new(file).lines().enumerate().map(sample))
}

fn told(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}
