//! The XBoard protocol, through pipes.

use std::time::Duration;

use crate::common::Folder;
use crate::common::client::Client;
use berolina_rules::{Game, Library, Position, Variant};

#[test]
fn features() {
    let mut client = Client::start("xboard");
    client.send("xboard");
    client.send("protover 2");
    let told = client.until("feature done=1");
    assert_eq!(told[0], "feature done=0");
    let variants = told.iter().find_map(|line| line.strip_prefix("feature variants=\"")).unwrap();
    let variants: Vec<&str> = variants.trim_end_matches('"').split(',').collect();
    for name in ["normal", "fischerandom", "crazyhouse", "kingofthehill", "near", "npnc", "near-shuffled"] {
        assert!(variants.contains(&name), "{variants:?}");
    }
    // It has no blocker, no cylinder and no hexagons.
    let others = ["duck", "cylinder", "glinski", "mccooey", "shafran", "forward-hex"];
    assert!(!others.iter().any(|name| variants.contains(name)), "{variants:?}");
    assert_eq!(variants.len() + others.len(), Library::shipped().names().count());
    assert!(
        told.contains(&"feature option=\"near.win -combo *capture /// checkmate\"".to_owned()),
        "{told:#?}"
    );
    // Every name that is told is understood.
    for name in variants {
        let told = client.ask_xboard(&format!("variant {name}"));
        assert!(
            told.iter().all(|line| {
                line.starts_with("setup (")
                    || line.starts_with("piece ")
                    || line.starts_with("# the start was")
                    || line.starts_with("telluser XBoard ")
            }),
            "{told:#?}"
        );
    }
    assert!(client.close());
}

/// A shuffled start is drawn for each game that the engine sets up, unless the GUI says which; moves are those of that start.
#[test]
fn shuffled_starts_are_drawn() {
    let mut client = Client::start("xboard");
    let begin = |client: &mut Client| {
        client.send("new");
        let told = client.ask_xboard("variant near-shuffled");
        let drawn = told.iter().find_map(|line| Some(line.split_once("near-960:position=")?.1.to_owned()));
        let setup = told.iter().find(|line| line.starts_with("setup (")).unwrap().clone();
        (drawn, setup)
    };
    let games: Vec<_> = (0..6).map(|_| begin(&mut client)).collect();
    assert!(games.iter().any(|game| game != &games[0]), "{games:?}");
    for (drawn, setup) in games {
        let game = format!("near-960:position={}", drawn.unwrap());
        let start = Variant::load(&Library::shipped(), &game).unwrap().start().fen();
        assert!(setup.ends_with(&start), "{game}: {setup}");
    }
    let (drawn, _) = begin(&mut client);
    let start =
        Variant::load(&Library::shipped(), &format!("near-960:position={}", drawn.unwrap())).unwrap().start();
    client.send("st 0.01");
    client.send("go");
    let mv = client.until("move ").last().unwrap().strip_prefix("move ").unwrap().to_owned();
    assert!(start.parse_move(&mv).is_ok(), "{mv} in {}", start.fen());
    client.send("force");
    client.ask_xboard("option near-960.position=7");
    let (drawn, setup) = begin(&mut client);
    assert_eq!(drawn, None);
    assert!(
        setup.ends_with(&Variant::load(&Library::shipped(), "near-960:position=7").unwrap().start().fen())
    );
    // XBoard shuffles what it knows itself.
    client.send("new");
    assert!(client.ask_xboard("variant fischerandom").is_empty());
}

#[test]
fn a_board_that_xboard_cannot_show_is_refused() {
    let mut client = Client::start("xboard");
    let folder = Folder::new();
    let file = folder.0.join("six.toml");
    std::fs::write(&file, "extends = \"glinski\"\ntitle = \"Six\"\nabout = \"Gliński's board.\"\n").unwrap();
    let file = file.display();
    let hexagon = "XBoard has no such board: hexagon of side 6";
    let told = client.ask_xboard(&format!("option VariantPath={file}"));
    let said = format!("six cannot be played: {hexagon}");
    assert!(told.last().is_some_and(|line| line.contains(&said)), "{told:?}");
    let told = client.ask_xboard("variant glinski");
    assert_eq!(told, [format!("Error (variant not known: {hexagon}): variant glinski")]);
    let told = client.ask_xboard("option UCI_Variant=glinski");
    assert_eq!(told, [format!("Error ({hexagon}): option UCI_Variant=glinski")]);
    // A game of which one option has no rectangle.
    let file = folder.0.join("torn.toml");
    let torn = "extends = \"chess\"\ntitle = \"Torn\"\nabout = \"Chess, maybe without a middle.\"\n\
                [options.middle]\nabout = \"Whether there is one.\"\ndefault = \"there\"\n\
                [options.middle.values.there]\nabout = \"There is one.\"\n\
                [options.middle.values.none]\nabout = \"There is none.\"\nset.board.holes = \"d4, d5\"\n";
    std::fs::write(&file, torn).unwrap();
    client.ask_xboard(&format!("option VariantPath={}", file.display()));
    assert!(client.ask_xboard("variant torn")[0].starts_with("setup ("));
    let told = client.ask_xboard("option torn.middle=none");
    let holes = "XBoard has no such board: 8x8 without d4 d5";
    assert_eq!(told, [format!("Error ({holes}): option torn.middle=none")]);
    // Only what can be shown is offered.
    client.send("protover 2");
    let told = client.until("feature done=1");
    let variants = told.iter().find(|line| line.starts_with("feature variants=")).unwrap();
    assert!(variants.contains("torn") && !variants.contains("glinski"), "{variants}");
    // The game before goes on.
    client.send("force");
    assert!(client.ask_xboard("usermove e2e4").is_empty());
    assert!(client.close());
}

#[test]
fn games_that_xboard_does_not_know() {
    let mut client = Client::start("xboard");
    let told = client.ask_xboard("variant npnc");
    assert_eq!(
        told[0],
        "setup (PNBRQ..C..........J.UKpnbrq..c..........j.uk) 9x8+7_bughouse \
         rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"
    );
    assert!(told.contains(&"piece U& BimN".to_owned()), "{told:#?}");
    client.send("force");
    assert!(client.ask_xboard("usermove d2d4j").is_empty());
    assert!(client.ask_xboard("variant normal").is_empty());
}

/// XBoard counts ten ranks from 0.
#[test]
fn ten_ranks() {
    let mut client = Client::start("xboard");
    client.ask_xboard("variant freeling-grand");
    client.send("force");
    assert!(client.ask_xboard("usermove b1c3").is_empty());
    client.send("st 0.01");
    client.send("go");
    let told = client.until("move ");
    let rank = told.last().unwrap().chars().nth(6).unwrap();
    assert!(matches!(rank, '7'..='9'), "{told:#?}");
}

/// The engine plays both sides of a game, by turns with `go` and by answering moves.
#[test]
fn a_whole_game() {
    for name in ["chess", "near", "chess960:position=0"] {
        let mut client = Client::start("xboard");
        let called = if name == "chess960:position=0" { "fischerandom" } else { name };
        let mut game = Game::new(Variant::load(&Library::shipped(), name).unwrap().start());
        for line in ["new", &format!("variant {called}"), "st 0.01", "force"] {
            client.send(line);
        }
        if called == "fischerandom" {
            client.send(&format!("setboard {}", game.position().fen()));
        }
        client.send("go");
        while game.outcome().is_none() && game.moves().len() < 60 {
            let told = client.until("move ");
            let text = told.last().unwrap().strip_prefix("move ").unwrap().to_owned();
            game.push(read(game.position(), &text));
            // The same engine then takes the other side.
            client.send("playother");
            client.send("go");
        }
        client.send("quit");
    }
}

fn read(position: &Position, text: &str) -> berolina_rules::Move {
    position
        .parse_move(text)
        .or_else(|_| position.parse_san(text))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn results_are_claimed() {
    let mut client = Client::start("xboard");
    client.send("st 0.05");
    client.send("setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    client.send("go");
    let told = client.until("1-0");
    assert_eq!(told, ["move a1a8", "1-0 {White wins: checkmate}"]);
    // The opponent's move may end the game as well.
    client.send("new");
    for mv in ["f2f3", "e7e5", "g2g4"] {
        client.send("force");
        client.send(&format!("usermove {mv}"));
    }
    client.send("playother");
    client.send("usermove d8h4");
    client.until("0-1 {Black wins: checkmate}");
}

#[test]
fn pings_wait_for_the_move() {
    let mut client = Client::start("xboard");
    for line in ["st 0.2", "go", "ping 5"] {
        client.send(line);
    }
    let told = client.until("pong 5");
    assert!(told.iter().any(|line| line.starts_with("move ")), "{told:#?}");
    // `?` brings the move at once; pondering delays nothing.
    for line in ["st 1000", "hard", "usermove a7a6", "?", "ping 6"] {
        client.send(line);
    }
    client.until("move ");
    client.until("pong 6");
    client.send("ping 7");
    client.until("pong 7");
    // What is abandoned is not answered.
    for line in ["usermove a6a5", "force", "ping 8"] {
        client.send(line);
    }
    let told = client.until("pong 8");
    assert!(!told.iter().any(|line| line.starts_with("move ")), "{told:#?}");
}

#[test]
fn analysis() {
    let mut client = Client::start("xboard");
    client.send("force");
    client.send("post");
    client.send("analyze");
    let told = client.until("4 ");
    let words: Vec<&str> = told.last().unwrap().split_whitespace().collect();
    assert!(words.len() > 6 && words[..6].iter().all(|word| word.parse::<i64>().is_ok()), "{told:#?}");
    client.send(".");
    client.until("stat01: ");
    client.send("usermove e2e4");
    client.send("undo");
    client.send("hint");
    client.until("Hint: ");
    client.send("exit");
    client.ask_xboard("");
    std::thread::sleep(Duration::from_millis(50));
    assert!(client.said().is_empty());
}

#[test]
fn bad_lines_get_one_line() {
    let mut client = Client::start("xboard");
    client.send("force");
    for (line, answer) in [
        ("usermove e2e5", "Illegal move ("),
        ("e2e5", "Illegal move ("),
        ("usermove nonsense", "Illegal move ("),
        ("frobnicate", "Error (unknown command): frobnicate"),
        ("undo", "Error (command not legal now): undo"),
        ("level 40 x 0", "Error ("),
        ("st", "Error ("),
        ("sd deep", "Error ("),
        ("time soon", "Error ("),
        ("option Nothing=1", "Error (there is no option"),
        ("option Skill Level=99", "Error (Skill Level is a number from 1 to 10)"),
        ("memory -1", "Error ("),
        ("variant ches", "Error (variant not known"),
        ("setboard 8/8 w", "tellusererror Illegal position: "),
        ("exclude e2e5", "Error ("),
    ] {
        let told = client.ask_xboard(line);
        assert!(told.len() == 1 && told[0].starts_with(answer), "{line}: {told:#?}");
    }
    for line in
        ["", "accepted done", "rejected setscore", "random", "otim 5", "name X", "result * {}", "easy"]
    {
        assert!(client.ask_xboard(line).is_empty(), "{line}");
    }
}

#[test]
fn a_weak_level_errs_otherwise_in_every_game_unless_it_is_given_a_seed() {
    let beginnings = |seed: u32| -> Vec<Vec<String>> {
        let mut client = Client::start("xboard");
        for line in ["option Skill Level=1", &format!("option Seed={seed}"), "post", "sd 1"] {
            client.send(line);
        }
        let mut beginning = || {
            client.send("new");
            client.send("go");
            let told = client.until("move ").into_iter();
            // Of a line of thought the depth and the score, not the time.
            told.map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
        };
        (0..8).map(|_| beginning()).collect()
    };
    let games = beginnings(0);
    assert!(games.iter().any(|game| *game != games[0]), "{games:#?}");
    let games = beginnings(7);
    assert!(games.iter().all(|game| *game == games[0]), "{games:#?}");
}

/// The GUI has another board then: each move would be illegal there.
#[test]
fn a_refused_board_is_not_played() {
    let mut client = Client::start("xboard");
    client.ask_xboard("variant seirawan");
    client.send("sd 1");
    let told = client.ask_xboard("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(told.len() == 1 && told[0].starts_with("tellusererror Illegal position: "), "{told:#?}");
    let told = client.ask_xboard("usermove e2e4");
    assert!(told.len() == 1 && told[0].starts_with("Illegal move (the position was refused)"), "{told:#?}");
    let told = client.ask_xboard("go");
    assert!(told.len() == 1 && told[0].starts_with("Error (the position was refused)"), "{told:#?}");
    client.ask_xboard("new");
    assert!(client.ask_xboard("usermove e2e4").iter().all(|line| !line.starts_with("Illegal")));
    let told = client.ask_xboard("variant bughouse");
    assert!(told[0].starts_with("Error (variant not known"), "{told:#?}");
    let told = client.ask_xboard("go");
    assert!(told.len() == 1 && told[0].starts_with("Error (the game was refused)"), "{told:#?}");
}

/// What XBoard 4.9.1 sends of Seirawan Chess: letters of castling and of the files whose pieces have not moved.
#[test]
fn letters_of_files_in_a_board_are_castling_and_gating() {
    let illegal = |moves: &[&str]| {
        let mut client = Client::start("xboard");
        client.ask_xboard("variant seirawan");
        client.send("force");
        let board = "rnbqk2r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQK2R[HEhe] w KQBCDkqbcd - 0 1";
        assert!(client.ask_xboard(&format!("setboard {board}")).is_empty());
        let told = moves.iter().flat_map(|mv| client.ask_xboard(&format!("usermove {mv}")));
        told.filter(|line| line.starts_with("Illegal move")).count()
    };
    assert_eq!(illegal(&["e1g1"]), 0, "castling is kept");
    assert_eq!(illegal(&["b1c3h"]), 0, "a piece on its own square lets one in");
    assert_eq!(illegal(&["f3e5h"]), 1, "a piece that has moved lets none in");
}

#[test]
fn rights_to_castle_that_cannot_be_are_left_out_alone() {
    let mut client = Client::start("xboard");
    client.send("force");
    client.send("setboard r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let told: Vec<_> =
        ["e1g1", "e8c8"].iter().flat_map(|mv| client.ask_xboard(&format!("usermove {mv}"))).collect();
    assert!(!told.iter().any(|line| line.starts_with("Illegal")), "{told:#?}");
}

/// XBoard takes a win that it does not see for a false claim, which loses; it believes who has lost.
#[test]
fn a_win_against_a_program_is_told_by_who_has_lost() {
    let moves = ["f2f3", "e7e5", "g2g4"];
    for (against_program, told) in [(true, 0), (false, 1)] {
        let mut client = Client::start("xboard");
        client.send("new");
        if against_program {
            client.send("computer");
        }
        client.send("force");
        moves.iter().for_each(|mv| client.send(&format!("usermove {mv}")));
        client.send("sd 2");
        client.send("go");
        client.until("move d8h4");
        let said = client.ask_xboard("ping 1");
        assert_eq!(said.iter().filter(|line| line.starts_with("0-1 {")).count(), told, "{said:#?}");
    }
}
