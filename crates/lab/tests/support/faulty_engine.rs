//! An engine for tests. It plays the first legal move, and does wrong what its arguments say, at its third move:
//! `illegal`, `none`, `crash`, `hang`, `slow` (300 ms). `garbage`, `mute` and `chess-only` concern all it says; `strict` ends
//! it where `UCI_Chess960` is not as the position wants it.

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use berolina_rules::{Game, Library, Position, Variant};

fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}

fn main() {
    let faults: Vec<String> = std::env::args().skip(1).collect();
    let has = |fault: &str| faults.iter().any(|f| f == fault);
    let library = Library::shipped();
    let mut variant = Variant::load(&library, "chess").expect("chess");
    let mut game = Game::new(variant.start());
    let mut moves = 0;
    let mut chess960 = false;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] if has("mute") => {}
            ["uci"] => {
                say("id name Faulty");
                if !has("chess-only") {
                    say("option name UCI_Variant type combo default chess var chess var near");
                }
                say("option name UCI_Chess960 type check default false");
                say("option name Hash type spin default 1 min 1 max 2\nuciok");
            }
            ["isready"] => say("readyok"),
            ["ucinewgame"] => moves = 0,
            ["setoption", "name", "UCI_Variant", "value", name] => {
                let name = if chess960 { "chess960" } else { name };
                variant = Variant::load(&library, name).expect("a shipped game");
            }
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                chess960 = value == "true";
                variant =
                    Variant::load(&library, if chess960 { "chess960" } else { "chess" }).expect("chess");
            }
            ["position", "fen", board, ..] if has("strict") && board.starts_with("rnbqkbnr/") == chess960 => {
                std::process::exit(4);
            }
            ["position", "fen", ..] => game = position(&variant, &words[2..]),
            ["go", ..] => {
                moves += 1;
                let now = |fault: &str| moves == 3 && has(fault);
                if has("garbage") {
                    let _ =
                        io::stdout().lock().write_all(b"\xff\xfe\0 info score cp\nbestmov\nbestmoved a1a9\n");
                    say(&"x".repeat(200_000));
                    say("info depth 1 score cp 5 nodes 7");
                }
                if now("crash") {
                    std::process::exit(3);
                }
                if now("hang") {
                    sleep(Duration::from_secs(60));
                }
                if now("slow") {
                    sleep(Duration::from_millis(300));
                }
                let mv = game.position().move_texts().into_iter().next().expect("a legal move");
                let mv = if now("illegal") { "a1a1".to_owned() } else { mv };
                say(if now("none") { "bestmove (none)".to_owned() } else { format!("bestmove {mv}") }
                    .as_str());
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

fn position(variant: &std::sync::Arc<Variant>, words: &[&str]) -> Game {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let start = Position::from_fen(variant, &words[..end].join(" ")).expect("a position");
    let mut game = Game::new(start);
    for text in words.iter().skip(end + 1) {
        let mv = game.position().parse_move(text).expect("a legal move");
        game.push(mv);
    }
    game
}
