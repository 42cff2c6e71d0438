//! Reads files of other programs and says in a line what came of each: `cargo run -p berolina-exchange --example survey FILE...`.

use std::path::Path;

fn main() {
    for path in std::env::args().skip(1) {
        let name =
            Path::new(&path).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let read = std::fs::read(&path).map_err(|error| error.to_string());
        let games = read.and_then(|bytes| {
            berolina_exchange::import(&String::from_utf8_lossy(&bytes), &name)
                .map_err(|error| error.to_string())
        });
        match games {
            Err(error) => println!("{name}\trefused\t{error}"),
            Ok(games) => {
                for game in games {
                    let what = if game.is_whole() { "imported" } else { "unfinished" };
                    let left: Vec<String> = game.unfinished.into_iter().chain(game.faults).collect();
                    println!("{}\t{what}\t{}", game.name, left.join(" | "));
                }
            }
        }
    }
}
