//! Random lines for both protocols, at random moments, and whole games: what is asked is answered once, in turn,
//! and nothing crashes.

use crate::common::client::Client;
use berolina_rules::{Game, Library, Variant};

/// A linear congruential generator (Knuth's MMIX): the same numbers in every run.
struct Dice(u64);

impl Dice {
    fn new() -> Self {
        Self(environment("BEROLINA_SEED", 1))
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, lines: &[&'a str]) -> &'a str {
        lines[self.roll(lines.len())]
    }
}

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

const GAMES: [&str; 8] =
    ["chess", "near", "npnc", "crazyhouse", "grand", "forward", "near-drop", "near-vs-normal:near=black"];

const GO: [&str; 16] = [
    "go depth 3",
    "go nodes 700",
    "go infinite",
    "go ponder wtime 300 btime 300",
    "go ponder depth 2",
    "go movetime 5",
    "go wtime 60 btime 60 winc 5 binc 5",
    "go wtime 40 btime 40 movestogo 3",
    "go mate 1",
    "go",
    "go searchmoves a2a3 b1c3 depth 2",
    "go infinite depth 2 nodes 100",
    "go depth",
    "go nodes x",
    "go foo",
    "go perft 99",
];

const UCI: [&str; 24] = [
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "uci",
    "isready",
    "ucinewgame",
    "d",
    "eval",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position startpos moves a2a3 a7a6 a3a4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name Skill Level value 4",
    "setoption name UCI_LimitStrength value true",
    "setoption name Ponder value true",
    "setoption name Threads value 2",
    "setoption name Nothing value \u{7}",
    "\u{0}go\u{1} away",
];

/// 1,000 lines, or as many as `BEROLINA_LINES` says.
#[test]
fn random_lines_of_uci() {
    let (mut client, mut dice) = (Client::new(), Dice::new());
    let (mut goes, mut answers) = (0, 0);
    let mut count = |lines: Vec<String>, goes: i32| {
        for line in lines {
            // A `go` has one answer: a move, or that there is none. What is not understood gets a move as well.
            answers += i32::from(line.starts_with("bestmove "));
            assert!(answers <= goes, "answered out of turn: {line}");
        }
        answers
    };
    for number in 0..environment("BEROLINA_LINES", 1_000) {
        match dice.roll(10) {
            0..3 => {
                goes += 1;
                client.send(dice.pick(&GO));
            }
            3 => client.send(&format!("setoption name UCI_Variant value {}", dice.pick(&GAMES))),
            _ => client.send(dice.pick(&UCI)),
        }
        let said = client.said();
        count(said, goes);
        if dice.roll(20) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(dice.roll(10) as u64));
        }
        if number % 25 == 24 {
            // Answered at once, whatever is being thought about.
            let told = client.ask("");
            count(told, goes);
            client.send("stop");
            while count(client.said(), goes) < goes {
                let told = client.ask("stop");
                count(told, goes);
            }
        }
    }
    assert_eq!(count(client.ask("stop"), goes), goes);
    assert!(client.close());
}

const XBOARD: [&str; 44] = [
    "go",
    "go",
    "go",
    "playother",
    "force",
    "force",
    "new",
    "undo",
    "remove",
    "hint",
    "bk",
    "?",
    "?",
    "ping 1",
    "level 0 0:01 0.01",
    "level 40 0:01 0",
    "st 0.01",
    "st 0.02",
    "sd 3",
    "level 40",
    "time 20",
    "time -5",
    "otim 100",
    "post",
    "nopost",
    "hard",
    "easy",
    "analyze",
    "exit",
    ".",
    "draw",
    "result 1-0 {x}",
    "option Skill Level=3",
    "option near.win=checkmate",
    "option Nothing=1",
    "memory 3",
    "cores 1",
    "exclude a2a3",
    "include all",
    "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
    "setboard 8/8 w",
    "protover 2",
    "usermove e2e4",
    "\u{1}nonsense\u{0}",
];

/// 1,000 lines, or as many as `BEROLINA_LINES` says.
#[test]
fn random_lines_of_xboard() {
    let (mut client, mut dice) = (Client::start("xboard"), Dice::new());
    // No move takes long.
    client.send("st 0.01");
    for number in 0..environment("BEROLINA_LINES", 1_000) {
        match dice.roll(12) {
            0 => client.send(&format!("variant {}", dice.pick(&GAMES))),
            1..4 => client
                .send(&format!("usermove {}", dice.pick(&["a2a3", "b2b3", "c2c3", "a7a6", "b7b6", "c7c6"]))),
            _ => client.send(dice.pick(&XBOARD)),
        }
        if number % 25 == 24 {
            client.ask_xboard("");
            // Whoever is told to take note only makes no move.
            client.ask_xboard("force");
            let told = client.ask_xboard("ping 2");
            assert!(!told.iter().any(|line| line.starts_with("move ")), "{told:#?}");
        }
    }
    assert!(client.close());
}

/// Whole games over UCI: every move is legal, and the program has a move as long as the rules have one. Six games,
/// or as many as `BEROLINA_GAMES` says.
#[test]
fn quick_games() {
    let library = Library::shipped();
    let names: Vec<&str> = library.names().collect();
    let (mut client, mut dice) = (Client::new(), Dice::new());
    for number in 0..environment("BEROLINA_GAMES", 6) as usize {
        let name = names[(number * 7 + dice.roll(3)) % names.len()];
        let mut game = Game::new(Variant::load(&library, name).expect("a shipped game").start());
        client.send(&format!("setoption name UCI_Variant value {name}"));
        client.send("ucinewgame");
        let mut moves = String::new();
        while game.outcome().is_none() && game.moves().len() < 120 {
            let told = client.ask(&format!("position startpos moves{moves}"));
            assert!(told.is_empty(), "{name}: {told:#?}");
            let (best, _) = client.go(&format!("go nodes {}", 20 + dice.roll(100)));
            let mv =
                game.position().parse_move(&best).unwrap_or_else(|error| panic!("{name}:{moves}: {error}"));
            game.push(mv);
            moves.push_str(&format!(" {best}"));
        }
    }
    assert!(client.close());
}
