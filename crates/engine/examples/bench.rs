//! Searches the start of each game named (all shipped ones by default) to a number of nodes and
//! prints what it found and how fast: `cargo run --release --example bench -- 200000 chess near`.

use std::time::Duration;

use berolina_engine::{Limits, search};
use berolina_rules::{Game, Library, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments.next().map_or(Ok(200_000), |text| text.parse())?;
    let mut names: Vec<String> = arguments.collect();
    let library = Library::shipped();
    if names.is_empty() {
        names = library.names().map(str::to_owned).collect();
    }
    let (mut all, mut time) = (0, Duration::ZERO);
    for name in names {
        let start = Variant::load(&library, &name)?.start();
        let report = search(&Game::new(start.clone()), &Limits::nodes(nodes), &mut |_| {});
        let speed = report.nodes as f64 / report.elapsed.as_secs_f64();
        let best = report.best.map(|mv| start.san(mv)).unwrap_or_default();
        println!("{name:16} depth {:2} {:>7} {best:6} {speed:>9.0} nodes/s", report.depth, report.score);
        all += report.nodes;
        time += report.elapsed;
    }
    println!("{all} nodes, {:.0} nodes/s", all as f64 / time.as_secs_f64());
    Ok(())
}
