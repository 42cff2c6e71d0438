//! Writes the seeds of every target into `corpus/`: the shipped files, and positions, moves and games
//! from random play. `cargo run --release --example seeds` in this folder; `run.sh` does it by itself.

use std::fs;
use std::path::{Path, PathBuf};

use berolina_fuzz::common::{Random, games, invent};
use berolina_fuzz::{network, server, tiny};
use berolina_lab::learning::Played;
use berolina_rules::notation::pgn;
use berolina_rules::{Game, Library, Variant};

/// Random games of each variant.
const GAMES: usize = 2;
/// Games whose mechanisms are put together at random.
const INVENTED: u64 = 60;
/// Plies of each.
const PLIES: usize = 60;
/// What chess GUIs say, behind a byte for the game.
const GUI: [&str; 4] = [
    "\0position startpos moves e2e4 e7e5\ngo wtime 60000 btime 60000 winc 100 binc 100 movestogo 40\nlevel 40 5 0",
    "\u{2}position startpos moves d2d4j e7e5\ngo infinite searchmoves b1c3\nlevel 0 2:30 1.5\nst 0.5",
    "\u{3}position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Pp] w KQkq - 0 1 moves P@e4\ngo ponder mate 3",
    "\u{4}position fen r3k2r/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1a1\ngo depth 3 nodes 5 movetime 7 perft 2",
];

/// A small rule file of Zillions of Games.
const ZRF: &str = "(define go ($1 (verify not-friend?) add)) (define run ($1 (while empty? add $1) (verify enemy?) add))
(game (title \"g\") (players White Black) (turn-order White Black)
 (board (grid (dimensions (\"a/b/c/d\" (9 0)) (\"4/3/2/1\" (0 9))) (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
  (symmetry Black (n s) (s n)) (zone (name z) (players White) (positions a4 b4)) (zone (name z) (players Black) (positions a1 b1)))
 (board-setup (White (K a1) (P b2)) (Black (K a4) (P b3)))
 (piece (name K) (attribute never-moved? true) (moves (go n) (go e) (run w) ((verify never-moved?) n (verify empty?) n (verify not-friend?) add)))
 (piece (name P) (moves (n (verify empty?) (if (in-zone? z) (add K) else add))))
 (loss-condition (White Black) (checkmated K)) (draw-condition (White Black) stalemated))
(variant (title \"h\") (loss-condition (White Black) (captured K)))";

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let folder = |target: &str| -> std::io::Result<PathBuf> {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    };
    let (files, betza) = (folder("variant_file")?, folder("betza")?);
    let library = Library::shipped();
    for name in library.names() {
        let text = library.get(name).expect("a name of the library");
        fs::write(files.join(name), text)?;
        let moves = text.lines().filter_map(|line| line.split_once("moves = \"")?.1.split_once('"'));
        for (i, (moves, _)) in moves.enumerate() {
            fs::write(betza.join(format!("{name}-{i}")), moves)?;
        }
    }
    let packed = folder("packed")?;
    for name in library.names() {
        fs::write(packed.join(name), library.load(name).expect("it is shipped").packed())?;
    }
    let svg = folder("svg")?;
    for (i, inside) in
        ["<path d='M1 1L9 9z'/>", "<g transform='scale(2)'><circle r='9' fill='red'/></g>"].iter().enumerate()
    {
        fs::write(svg.join(i.to_string()), format!("<svg viewBox='0 0 48 48'>{inside}</svg>"))?;
    }
    let reports = folder("report")?;
    for (i, moves) in [r#"[]"#, r#"["e3e4","d6d5"]"#, r#"["b2c4"]"#].iter().enumerate() {
        let scores = ["[]", "[12,-7]", "[2147483647]"][i];
        let record = format!(
            r#"{{"number":{i},"moves":{moves},"scores":{scores},"result":"draw","end":"repetition"}}"#
        );
        fs::write(reports.join(i.to_string()), record)?;
    }
    let games = folder("games")?;
    for name in ["near", "npnc", "duck"] {
        let variant = Variant::load(&Library::shipped(), name).expect("it is shipped");
        let mut game = Game::new(variant.start());
        while game.moves().len() < 12 && game.outcome().is_none() {
            game.push(game.position().legal_moves()[0]);
        }
        let (start, moves) = (game.start().fen(), game.moves().to_vec());
        let played = Played { number: 1, start, scores: vec![9; moves.len()], moves, winner: None };
        fs::write(games.join(name), played.to_bytes())?;
    }
    for seed in 0..INVENTED {
        fs::write(files.join(format!("invented-{seed}")), invent::text(&mut Random::new(seed)))?;
    }
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/rules/tests/peer/games"))? {
        let file = file?;
        fs::copy(file.path(), files.join(file.file_name()))?;
    }
    let diagram =
        "files=8\nranks=8\npromoChoice=QN\nPawn::::a2-h2\nKnight:N:::b1,g1\nQueen::::d1\nKing:K:KisO2::e1\n";
    fs::write(folder("import")?.join("diagram"), diagram)?;
    fs::write(folder("import")?.join("zrf"), ZRF)?;
    let gui = folder("gui")?;
    for (i, lines) in GUI.iter().enumerate() {
        fs::write(gui.join(i.to_string()), lines)?;
    }
    let nets = folder("net")?;
    for weight in [0, 1, 100] {
        fs::write(nets.join(weight.to_string()), [&[0], &*network(&tiny(), weight)].concat())?;
    }
    for (target, seeds) in [("frames", &server::frames::SEEDS[..]), ("api", &server::api::SEEDS)] {
        let into = folder(target)?;
        for (i, seed) in seeds.iter().enumerate() {
            fs::write(into.join(i.to_string()), seed)?;
        }
    }
    let (fens, moves, pgns, queries) = (folder("fen")?, folder("moves")?, folder("pgn")?, folder("query")?);
    let trees = folder("tree")?;
    let mut random = Random::new(1);
    for (index, name) in games::names().iter().enumerate() {
        let byte = u8::try_from(index).expect("a byte picks the game");
        for n in 0..GAMES {
            let game = play(index, &mut random);
            let file = format!("{}-{n}", name.replace([':', '=', ','], "_"));
            let sans = sans(&game);
            let texts = texts(&game);
            let fen = game.position().fen();
            fs::write(fens.join(&file), with_byte(byte, &fen))?;
            fs::write(
                moves.join(&file),
                with_byte(byte, &if n == 0 { sans.join("\n") } else { texts.join("\n") }),
            )?;
            let pgn = written(&game, &sans);
            let game_of_tree = pgn.replacen("[FEN", &format!("[Variant \"{name}\"]\n[FEN"), 1);
            fs::write(trees.join(&file), with_byte(0, &game_of_tree))?;
            fs::write(pgns.join(&file), pgn)?;
            let said = texts.iter().take(20).map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(",");
            let question = format!("{{\"variant\":\"{name}\",\"moves\":[{said}]}}");
            fs::write(queries.join(&file), question)?;
            let question = format!("{{\"variant\":\"{name}\",\"fen\":\"{fen}\",\"perft\":1}}");
            fs::write(queries.join(format!("{file}-fen")), question)?;
        }
    }
    Ok(())
}

fn play(index: usize, random: &mut Random) -> Game {
    let mut game = Game::new(games::subject(index).variant.start());
    for _ in 0..PLIES {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        game.push(*random.pick(&legal));
    }
    game
}

fn sans(game: &Game) -> Vec<String> {
    game.positions().iter().zip(game.moves()).map(|(position, &mv)| position.san(mv)).collect()
}

fn texts(game: &Game) -> Vec<String> {
    game.positions().iter().zip(game.moves()).map(|(position, &mv)| position.move_text(mv)).collect()
}

fn written(game: &Game, sans: &[String]) -> String {
    let text = sans.iter().enumerate().map(|(i, san)| match i % 2 {
        0 => format!("{}. {san} {{c}} ", i / 2 + 1),
        _ => format!("{san} $1 "),
    });
    let source = format!("[FEN \"{}\"]\n\n{}*\n", game.start().fen(), text.collect::<String>());
    pgn::read(source.as_bytes()).flatten().map(|game| pgn::write(&game)).collect()
}

fn with_byte(byte: u8, text: &str) -> Vec<u8> {
    let mut bytes = vec![byte];
    bytes.extend_from_slice(text.as_bytes());
    bytes
}
