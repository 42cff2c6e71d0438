//! `berolina train`: trains a network for a game.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::Instant;

use berolina_engine::net::{self, View};
use berolina_lab::learning::Sample;
use berolina_lab::learning::train::{Data, Errors, Plan, Trained, train};
use berolina_rules::Variant;
use berolina_rules::files::{self, Reserved};

use crate::args::{GameArgs, TrainArgs};
use crate::output::Failure;

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let variant = GameArgs { game: args.game.clone(), library: args.library.clone() }.variant()?;
    if let Some(path) = &args.sign {
        return sign(&variant, path, args.out.as_ref().unwrap_or(path));
    }
    let Some(out_path) = &args.out else {
        return Err(Failure::usage("name the file of the network to write with --out"));
    };
    // Before the work, which may take hours.
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
