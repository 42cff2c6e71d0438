//! Reads a file of another program and writes its games as variant files into a folder, with a line about each:
//! `cargo run -p berolina-exchange --example convert FILE FOLDER`.

use std::path::Path;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder] = arguments.as_slice() else { return Err("convert FILE FOLDER".to_owned()) };
    let name = Path::new(file).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let games = berolina_exchange::import(&String::from_utf8_lossy(&bytes), &name);
    for game in games.map_err(|error| format!("{file}: {error}"))? {
        let what = if game.is_whole() { "imported" } else { "unfinished" };
        let path = Path::new(folder).join(format!("{}.toml", game.name));
        std::fs::write(&path, &game.text).map_err(|error| format!("{}: {error}", path.display()))?;
        let left: Vec<String> = game.unfinished.into_iter().chain(game.faults).collect();
        println!("{}\t{what}\t{}", game.name, left.join(" | "));
    }
    Ok(())
}
