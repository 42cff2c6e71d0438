//! The UCI protocol, through pipes.

use std::time::{Duration, Instant};

use crate::common::client::Client;
use berolina_rules::Library;

#[test]
fn handshake() {
    let mut client = Client::new();
    client.send("uci");
    let told = client.until("uciok");
    assert!(told[0].starts_with("id name Berolina ") && told[1].starts_with("id author "), "{told:#?}");
    let games = told.iter().find(|line| line.starts_with("option name UCI_Variant type combo default chess"));
    let games: Vec<&str> = games.unwrap().split(" var ").skip(1).collect();
    for name in Library::shipped().names() {
        assert!(games.contains(&name), "{name}");
    }
    for name in [
        "kingofthehill",
        "racingkings",
        "3check",
        "judkins",
        "threekings",
        "kyotoshogi",
        "fischerandom",
        "giveaway",
        "suicide",
    ] {
        assert!(games.contains(&name), "{name}");
    }
    for line in [
        "option name near.win type combo default capture var capture var checkmate",
        "option name chess960.position type spin default 518 min 0 max 959",
        "option name UCI_Chess960 type check default false",
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 512",
        "option name Skill Level type spin default 10 min 1 max 10",
        "option name UCI_Elo type spin default 3200 min 830 max 3200",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "option name VariantPath type string default <empty>",
    ] {
        assert!(told.iter().any(|told| told == line), "{line}");
    }
    assert!(client.ask("ucinewgame").is_empty());
    assert!(client.close());
}

#[test]
fn every_go_ends() {
    let mut client = Client::new();
    let quick = [
        "go depth 4",
        "go nodes 3000",
        "go movetime 30",
        "go mate 1",
        "go wtime 1000 btime 1000",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go wtime 500 btime 500 movestogo 1",
        "go wtime 20 btime 20 movestogo 40",
        "go wtime -30 btime 0 winc -1",
        "go btime 5000",
        "go binc 100",
        "go winc 10",
        "go movestogo 40",
        "go movestogo 0",
        "go movetime 0",
        "go movetime -5",
        "go nodes 0",
        "go depth 0",
        "go mate 0",
        "go depth 3 btime 1",
        "go searchmoves a2a3 h2h4 depth 3",
        "go depth 60 nodes 99999999999 movetime 20",
    ];
    for line in quick {
        client.send("position startpos");
        let legal = client.legal();
        let (best, told) = client.go(line);
        assert!(legal.contains(&best), "{line}: {told:#?}");
        assert!(told[..told.len() - 1].iter().all(|line| line.starts_with("info ")), "{told:#?}");
        if line.contains("searchmoves") {
            assert!(best == "a2a3" || best == "h2h4", "{told:#?}");
        }
    }
    for line in
        ["go", "go infinite", "go ponder wtime 500 btime 500", "go infinite movetime 20", "go ponder depth 2"]
    {
        client.send(line);
        assert!(client.is_silent(Duration::from_millis(150)), "{line}");
        // What comes during a search waits, and `stop` is for the search that runs.
        client.send("position startpos moves e2e4");
        client.send("go depth 1 searchmoves a7a6");
        client.send("position startpos");
        assert!(client.is_silent(Duration::from_millis(50)), "{line}");
        client.send("stop");
        assert_ne!(client.until("bestmove").pop().unwrap(), "bestmove a7a6");
        assert_eq!(client.until("bestmove").pop().unwrap(), "bestmove a7a6", "{line}");
    }
    // Each `stop` is for a search of its own.
    for line in ["go infinite", "go infinite", "position startpos", "go infinite", "stop", "stop", "stop"] {
        client.send(line);
    }
    (0..3).for_each(|_| drop(client.until("bestmove")));
    assert!(client.ask("").is_empty());
}

/// A GUI waits for `bestmove` after every `go`; without one it would wait for ever, and with an illegal one lose.
#[test]
fn a_go_that_is_not_understood_is_answered_at_once() {
    let mut client = Client::new();
    client.send("position startpos moves e2e4");
    let legal = client.legal();
    for (line, why) in [
        ("go depth", "depth: a whole number belongs behind it"),
        ("go depth abc", "depth: a whole number belongs behind it"),
        ("go depth depth 3", "depth: a whole number belongs behind it"),
        ("go perft 99", "perft: at most 16"),
        ("go foo", "`foo` is unknown"),
        ("go searchmoves e2e9", "searchmoves: "),
    ] {
        let told = client.ask(line);
        assert_eq!(told.len(), 2, "{line}: {told:#?}");
        assert!(told[0].starts_with(&format!("info string go: {why}")), "{line}: {told:#?}");
        let best = told[1].strip_prefix("bestmove ").expect("a move");
        assert!(legal.iter().any(|mv| mv == best), "{line}: {told:#?}");
        assert!(client.ask("stop").is_empty(), "nothing searches after {line}");
    }
    // What is unknown is passed over where something else ends the search.
    let (best, told) = client.go("go foo depth 2");
    assert!(legal.contains(&best) && told[0] == "info string go: `foo` is unknown", "{told:#?}");
}

/// The first moves of games at the weakest level, with what it thinks of them.
fn weak_beginnings(client: &mut Client, games: usize) -> Vec<Vec<String>> {
    client.send("setoption name Skill Level value 1");
    let beginning = |client: &mut Client| {
        client.send("ucinewgame");
        client.send("position startpos");
        let (best, told) = client.go("go depth 1");
        let score = told.iter().filter_map(|line| line.split_once(" score ")?.1.split_once(" nodes "));
        score.map(|(score, _)| score.to_owned()).chain([best]).collect()
    };
    (0..games).map(|_| beginning(client)).collect()
}

#[test]
fn a_weak_level_errs_otherwise_in_every_game_unless_it_is_given_a_seed() {
    let mut client = Client::new();
    let games = weak_beginnings(&mut client, 8);
    assert!(games.iter().any(|game| *game != games[0]), "{games:#?}");
    let mut seeded = Vec::new();
    for seed in [7, 7, 8] {
        let mut client = Client::new();
        client.send(&format!("setoption name Seed value {seed}"));
        let games = weak_beginnings(&mut client, 3);
        assert!(games.iter().all(|game| *game == games[0]), "{games:#?}");
        seeded.push(games);
    }
    assert!(seeded[0] == seeded[1] && seeded[1] != seeded[2], "{seeded:#?}");
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut client = Client::new();
    client.send("setoption name Ponder value true");
    let (_, told) = client.go("go depth 5");
    assert!(told.last().unwrap().contains(" ponder "), "{told:#?}");
    client.send("go ponder wtime 2000 btime 2000");
    assert!(client.is_silent(Duration::from_millis(300)));
    let hit = Instant::now();
    client.send("ponderhit");
    client.until("bestmove");
    // The whole clock; a busy machine may take long over what should be a tenth of a second.
    assert!(hit.elapsed() < Duration::from_secs(20), "{:?}", hit.elapsed());
    // A search that was over waits for the hit only.
    client.send("go ponder depth 1");
    assert!(client.is_silent(Duration::from_millis(100)));
    client.send("ponderhit");
    client.until("bestmove");
}

#[test]
fn stop_is_heard_at_once() {
    let mut client = Client::new();
    for game in ["chess", "grand", "npnc", "near-drop"] {
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.send("go infinite");
        assert!(client.is_silent(Duration::from_millis(200)));
        let sent = Instant::now();
        client.send("stop");
        client.until("bestmove");
        // A quiet machine answers within milliseconds; a busy one must not fail the test.
        assert!(sent.elapsed() < Duration::from_secs(10), "{game}: {:?}", sent.elapsed());
    }
}

#[test]
fn every_game_is_played() {
    let mut client = Client::new();
    for name in Library::shipped().names() {
        client.send(&format!("setoption name UCI_Variant value {name}"));
        let mut moves = String::new();
        for _ in 0..6 {
            let told = client.ask(&format!("position startpos moves{moves}"));
            assert!(told.is_empty(), "{name}: {told:#?}");
            let legal = client.legal();
            let (best, told) = client.go("go movetime 20");
            assert!(legal.contains(&best), "{name}: {told:#?}");
            moves.push_str(&format!(" {best}"));
        }
    }
}

#[test]
fn mates() {
    let mut client = Client::new();
    client.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let (best, told) = client.go("go depth 4");
    assert_eq!(best, "a1a8");
    assert!(told.iter().any(|line| line.contains(" score mate 1 ")), "{told:#?}");
    assert_eq!(client.go("go mate 1").0, "a1a8");
    // Morphy's problem: the rook gives itself up, which the usual search would not look at for long.
    client.send("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (best, told) = client.go("go mate 2 nodes 20000");
    assert_eq!(best, "a1a6");
    assert!(told.iter().any(|line| line.contains(" score mate 2 ")), "{told:#?}");
    let (_, told) = client.go("go mate 1");
    assert!(told.iter().all(|line| !line.contains(" score mate 1 ")), "{told:#?}");
    client.send("position fen 7k/8/8/8/8/8/5PPP/r3R1K1 w - - 0 1 moves e1a1");
    let (_, told) = client.go("go nodes 2000");
    assert!(told.iter().any(|line| line.contains(" score cp -")), "{told:#?}");

    // Neither mate nor stalemate leaves a move; the score tells which it is.
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        client.send(&format!("position fen {fen}"));
        let (best, told) = client.go("go movetime 100");
        assert_eq!(best, "(none)");
        assert!(told.iter().any(|line| line.contains(score)), "{told:#?}");
    }
}

#[test]
fn a_claim_is_told() {
    let mut client = Client::new();
    client.send("setoption name UCI_Variant value forward");
    client.send("position fen 7k/8/8/8/8/8/8/KR6 w - - 100 80 w");
    let told = client.ask("d");
    assert!(told.iter().any(|line| line == "Claim: white may claim a win"), "{told:#?}");
    let (best, told) = client.go("go depth 2");
    assert_eq!(told[0], "info string white may claim a win by the clock");
    assert_ne!(best, "(none)");
}

/// The GUI has another board then: each move would be illegal there.
#[test]
fn a_refused_position_is_not_played() {
    let mut client = Client::new();
    client.send("position startpos moves e2e4");
    for line in ["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position", "position middle"] {
        client.ask(line);
        for go in ["go depth 1", "go infinite", "go btime 1", "go foo"] {
            let told = client.ask(go);
            assert!(
                told.len() == 2 && told[0].starts_with("info string go: the position was refused"),
                "{told:#?}"
            );
            assert_eq!(told[1], "bestmove (none)", "{line}");
        }
    }
    // The legal part of a list of moves is played.
    let told = client.ask("position startpos moves e2e4 e2e4 e7e5");
    assert!(told.len() == 1 && told[0].starts_with("info string position: move 2: "), "{told:#?}");
    assert_eq!(client.go("go depth 1 searchmoves a7a6").0, "a7a6");
    client.ask("position fen x");
    client.send("ucinewgame");
    assert_ne!(client.go("go depth 1").0, "(none)");
    // Without the game there is no position.
    assert_eq!(client.ask("setoption name UCI_Variant value bughouse").len(), 1);
    assert_eq!(client.ask("position startpos").len(), 1);
    assert_eq!(client.go("go depth 1").0, "(none)");
    client.ask("setoption name UCI_Variant value 3check");
    assert_ne!(client.go("go depth 1").0, "(none)");
}

/// The games are those of Fairy-Stockfish of these names.
#[test]
fn names_of_other_programs_bring_their_rules() {
    let mut client = Client::new();
    let rooks = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    client.ask("setoption name UCI_Variant value giveaway");
    assert!(client.ask(rooks).is_empty());
    assert_eq!(client.go("go depth 1 searchmoves e1g1").0, "e1g1");
    for name in ["antichess", "suicide"] {
        assert!(client.ask(&format!("setoption name UCI_Variant value {name}")).is_empty(), "{name}");
        assert_eq!(client.ask(rooks).len(), 1, "{name}");
    }
    // Black's only move leaves White without one; each has a pawn, so that it is a draw where pieces are counted.
    for (name, score) in [("antichess", "mate -1"), ("giveaway", "mate -1"), ("suicide", "cp 0")] {
        client.ask(&format!("setoption name UCI_Variant value {name}"));
        assert!(client.ask("position fen 8/8/8/8/p7/8/P7/8 b - - 0 1").is_empty(), "{name}");
        let (_, told) = client.go("go depth 3");
        assert!(told.iter().any(|line| line.contains(&format!("score {score} "))), "{name}: {told:#?}");
    }
    assert!(client.close());
}

#[test]
fn bad_lines_get_one_line() {
    let mut client = Client::new();
    client.send("position startpos moves e2e4");
    let kept = client.fen();
    for line in [
        "frobnicate",
        "position",
        "position middle",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e2e4",
        "position startpos moves 0000",
        "position startpos moves é",
        "setoption",
        "setoption name",
        "setoption name Colour value red",
        "setoption name UCI_Variant",
        "setoption name UCI_Variant value ches",
        "setoption name UCI_Variant value near:win=luck",
        "setoption name near.win value luck",
        "setoption name near.luck value 1",
        "setoption name chess960.position value 960",
        "setoption name UCI_Chess960 value maybe",
        "setoption name Move Overhead value -1",
        "setoption name Hash value 0",
        "setoption name Threads value many",
        "setoption name Skill Level value 11",
        "setoption name UCI_Elo value 1",
        "setoption name Seed value -1",
        "bench 3 0",
        "setoption name VariantPath value /nowhere/at/all",
        "bench much",
        "\u{1}\u{2}",
    ] {
        let told = client.ask(line);
        assert!(told.len() == 1 && told[0].starts_with("info string "), "{line}: {told:#?}");
        client.send("setoption name UCI_Variant value chess");
        client.send("position startpos moves e2e4");
        assert_eq!(client.fen(), kept, "{line}");
    }
    assert!(client.ask("").is_empty() && client.ask("stop").is_empty() && client.ask("ponderhit").is_empty());
    client.send_bytes(b"\xff\xfe\0 moves\r\n");
    client.send_bytes(&[b'x'; (1 << 20) + 1]);
    let told = client.ask("");
    assert_eq!(told[1], "info string a line has at most 1048576 bytes", "{told:#?}");
    assert_eq!(client.fen(), kept);
}

#[test]
fn moves_as_guis_write_them() {
    let mut client = Client::new();
    let castled = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";
    for text in ["e1g1", "e1h1"] {
        client.send(&format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {text}"));
        assert_eq!(client.fen(), castled, "{text}");
    }
    client.send("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q");
    assert_eq!(client.fen(), "Q6k/8/8/8/8/8/8/K7 b - - 0 1");
    // A GUI that knows chess960 as a kind of chess.
    client.send("setoption name UCI_Chess960 value true");
    for text in ["e1g1", "e1h1"] {
        client.send(&format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {text}"));
        assert_eq!(client.fen(), castled, "{text}");
    }
    client.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(client.legal().contains(&"e1h1".to_owned()));
    client.send("setoption name UCI_Chess960 value false");
    client.send("setoption name UCI_Variant value crazyhouse");
    client.send("position startpos moves e2e4 d7d5 e4d5 d8d5 p@e4");
    assert!(client.fen().contains("4P3"), "{}", client.fen());
}

#[test]
fn options_choose_the_game() {
    let mut client = Client::new();
    let mut game = |line: &str| {
        let told = client.ask(&format!("setoption {line}"));
        assert!(told.is_empty(), "{line}: {told:#?}");
        let told = client.ask("d");
        told.iter().find_map(|line| line.strip_prefix("Game: ")).expect("d names the game").to_owned()
    };
    assert_eq!(game("name NEAR.win value checkmate"), "chess");
    assert_eq!(game("name uci_variant value near"), "near:win=checkmate");
    assert_eq!(game("name near.win value capture"), "near");
    assert_eq!(game("name UCI_Variant value near:win=checkmate"), "near:win=checkmate");
    assert_eq!(game("name UCI_Variant value near"), "near");
    assert_eq!(game("name UCI_Variant value kingofthehill"), "king-of-the-hill");
    assert_eq!(game("name UCI_Variant value Near vs Normal Chess"), "near-vs-normal");
    assert_eq!(game("name near-vs-normal.near value black"), "near-vs-normal:near=black");
    assert_eq!(game("name UCI_Variant value chess"), "chess");
    assert_eq!(game("name  Move   overhead value 10"), "chess");
}

#[test]
fn variant_files_are_added() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let mut client = Client::new();
    let told = client.ask(&format!("setoption name VariantPath value {examples}"));
    assert_eq!(told.len(), 1, "{told:#?}");
    client.send("uci");
    let told = client.until("uciok");
    let games = told.iter().find(|line| line.starts_with("option name UCI_Variant")).unwrap();
    for name in ["garrison", "marsh", "salvage"] {
        assert!(games.split(' ').any(|word| word == name), "{games}");
        assert!(client.ask(&format!("setoption name UCI_Variant value {name}")).is_empty());
        let legal = client.legal();
        let (best, told) = client.go("go depth 3");
        assert!(legal.contains(&best), "{name}: {told:#?}");
    }
}

#[test]
fn perft() {
    let mut client = Client::new();
    for (game, depth, count) in [("chess", 4, "197281"), ("chess", 0, "1"), ("crazyhouse", 3, "8902")] {
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.send(&format!("go perft {depth}"));
        let told = client.until("Nodes searched");
        assert_eq!(told.last().unwrap(), &format!("Nodes searched: {count}"), "{game}");
    }
}

/// What it finds is compared with the recorded signature in `crates/engine/tests/bench.rs`.
#[test]
fn bench_finds_the_same_as_the_command() {
    let mut client = Client::new();
    client.send("bench 3");
    let told = client.until("Nodes searched");
    let home = crate::common::Folder::new();
    let output = crate::common::run(&home, &["bench", "3"], "");
    let command = crate::common::text(&output.stdout);
    for word in ["Signature: ", "Nodes searched: "] {
        let line = told.iter().find(|line| line.starts_with(word)).expect(word);
        assert!(command.lines().any(|other| other == line), "{line}, but the command says {command}");
    }
    assert!(told.iter().any(|line| line.starts_with("Nodes/second: ")), "{told:#?}");
    assert_eq!(crate::common::run(&home, &["bench", "31"], "").status.code(), Some(2));
}

#[test]
fn the_end_of_input_ends_the_program() {
    let mut client = Client::new();
    client.send("go infinite");
    let (sent, ended) = (Instant::now(), client.close());
    assert!(ended && sent.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_limited_search_is_finished_at_the_end_of_input() {
    let home = crate::common::Folder::new();
    let told =
        crate::common::run(&home, &["uci"], "setoption name Hash value 2\nposition startpos\ngo depth 6\n");
    let told = crate::common::text(&told.stdout);
    assert!(told.contains("info depth 6 seldepth "), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{told}");
}

#[test]
fn faults_of_variant_files_are_told() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/faults/letters.toml");
    let mut client = Client::new();
    let told = client.ask(&format!("setoption name VariantPath value {file}"));
    assert!(told.iter().all(|line| line.starts_with("info string ")), "{told:#?}");
    assert!(told.iter().any(|line| line.contains("error[E060]")), "{told:#?}");
    assert!(told.last().unwrap().starts_with("info string letters is faulty"), "{told:#?}");
}

/// The program plays itself with real clocks of a second and a hundredth a move: it never oversteps.
#[test]
#[ignore = "measures real time, so it wants a quiet machine"]
fn no_game_is_lost_on_time() {
    let mut client = Client::new();
    for game in ["chess", "near", "crazyhouse"] {
        client.send(&format!("setoption name UCI_Variant value {game}"));
        let (mut left, mut moves) = ([1000.0_f64; 2], String::new());
        for ply in 0..160 {
            client.send(&format!("position startpos moves{moves}"));
            let times = left.map(|ms| (ms as i64).to_string());
            let asked = Instant::now();
            let (best, _) = client.go(&format!("go wtime {} btime {} winc 10 binc 10", times[0], times[1]));
            let clock = &mut left[ply % 2];
            *clock -= asked.elapsed().as_secs_f64() * 1000.0;
            assert!(*clock > 0.0, "{game}: ply {ply}, {clock} ms");
            *clock += 10.0;
            if best == "(none)" {
                break;
            }
            moves.push_str(&format!(" {best}"));
        }
    }
}

/// `cargo test --workspace --features berolina/tunable --test program uci::`
#[cfg(feature = "tunable")]
#[test]
fn every_number_of_the_search_is_an_option() {
    use berolina_engine::Engine;
    let mut client = Client::new();
    client.send("uci");
    let told = client.until("uciok");
    assert!(Engine::numbers().len() > 50);
    for number in Engine::numbers() {
        let (name, least, most) = (number.name, number.least, number.most);
        let offer = format!("option name {name} type spin default {} min {least} max {most}", number.default);
        assert!(told.contains(&offer), "{offer}");
        for value in [least, most, number.default] {
            assert!(client.ask(&format!("setoption name {name} value {value}")).is_empty(), "{name} {value}");
        }
        let refused = client.ask(&format!("setoption name {name} value {}", i64::from(most) + 1));
        assert_eq!(refused, [format!("info string setoption: {name} is a number from {least} to {most}")]);
    }
    let nodes = |client: &mut Client| {
        client.send("ucinewgame");
        client.send("position startpos");
        let (_, told) = client.go("go depth 7");
        told.iter().rev().find_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok())
    };
    let before: Option<u64> = nodes(&mut client);
    assert!(before.is_some());
    client.send("setoption name reverse_futility_depth value 0");
    // More or fewer: which of them depends on the network.
    assert_ne!(nodes(&mut client), before, "what is set counts");
    client.send("setoption name reverse_futility_depth value 9");
    assert_eq!(nodes(&mut client), before);
}
