//! Whether the engine plays games with sense, games that nobody tuned it for among them. Build it with `--release`.
//!
//! ```text
//! sense [--nodes N] [--plain GAMES] [--itself GAMES] [GAME|FILE.toml]…
//! ```
//!
//! Each game is played by the engine against a player who counts material two plies deep, and by the engine against itself; all shipped
//! games without names. Printed are the engine's score against the plain player, its games against itself that reached 400 plies,
//! how games ended, and where those stood that did not. The exit status is 1 where the score is below 90 % or a game did not end.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use berolina_engine::Engine;
use berolina_lab::sense::{Plain, Played, play};
use berolina_numbers::Random;
use berolina_rules::geometry::Color;
use berolina_rules::{Library, Variant};

/// Games of the engine against itself should be over before.
const LONGEST: usize = 400;
/// The least score against the plain player, in per cent.
const LEAST: f64 = 90.0;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("sense: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let (mut nodes, mut plain, mut itself) = (1000, 40, 20);
    let mut library = Library::shipped();
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let text = arguments.next().unwrap_or_default();
            text.parse::<u64>().map_err(|_| format!("{argument} takes a number, not `{text}`"))
        };
        match argument.as_str() {
            "--nodes" => nodes = number()?,
            "--plain" => plain = number()?,
            "--itself" => itself = number()?,
            path if path.ends_with(".toml") => {
                names.extend(library.add_path(Path::new(path)).map_err(|error| error.to_string())?);
            }
            name => names.push(name.to_owned()),
        }
    }
    if names.is_empty() {
        names = library.names().map(str::to_owned).collect();
    }
    println!("{:<22} {:>9} {:>8} {:>8}  ends", "game", "plain", "plies", "endless");
    let mut good = true;
    for name in names {
        let variant = Variant::load(&library, &name).map_err(|error| error.to_string())?;
        good &= judge(&name, &variant, nodes, plain, itself);
    }
    Ok(good)
}

/// Plays all games of one kind and prints a line. Whether they are as they should be.
fn judge(name: &str, variant: &Arc<Variant>, nodes: u64, plain: u64, itself: u64) -> bool {
    let opponent = Plain::new(variant);
    let mut engine = Engine::new();
    let mut ends = BTreeMap::<String, usize>::new();
    let mut count = |played: &Played| {
        let end = played.outcome.map_or("endless", |outcome| outcome.reason.name());
        *ends.entry(end.to_owned()).or_default() += 1;
    };
    let (mut points, mut lost) = (0.0, Vec::new());
    for game in 0..plain {
        let color = if game % 2 == 0 { Color::Black } else { Color::White };
        // The same opening with both colours.
        let mut random = Random::new(0x5E45E + game / 2);
        let played = play(variant, &mut engine, nodes, Some((&opponent, color)), 2 * LONGEST, &mut random);
        count(&played);
        let point = match played.outcome.and_then(|outcome| outcome.winner) {
            None => 0.5,
            Some(winner) if winner != color => 1.0,
            Some(_) => 0.0,
        };
        points += point;
        if point < 1.0 {
            lost.push(format!("{}{}", game / 2 + 1, if point > 0.0 { "=" } else { "" }));
        }
    }
    let (mut endless, mut plies) = (Vec::new(), 0);
    for game in 0..itself {
        let played = play(variant, &mut engine, nodes, None, LONGEST, &mut Random::new(0x17E1F + game));
        count(&played);
        plies += played.plies;
        if played.outcome.is_none() {
            endless.push((game + 1, played.last.fen()));
        }
    }
    let share = 100.0 * points / (plain.max(1) as f64);
    let ends: Vec<String> = ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    let mean = plies / itself.max(1) as usize;
    println!("{name:<22} {share:>7.1} % {mean:>8} {:>8}  {}", endless.len(), ends.join(", "));
    if !lost.is_empty() {
        println!("{:22} not won from openings {}", "", lost.join(" "));
    }
    for (game, fen) in &endless {
        println!("{:22} endless {game}: {fen}", "");
    }
    (plain == 0 || share >= LEAST) && endless.is_empty()
}
