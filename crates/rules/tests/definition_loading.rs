//! Inheritance, options, armies; and that reading never panics, hangs or takes its time.

use std::path::Path;
use std::time::{Duration, Instant};

use berolina_rules::Variant;
use berolina_rules::definition::{
    AddError, ClockEnd, Code, Definition, Diagnostic, EXCLUSIONS, Exposed, KingLoss, Library, LoadError,
    MAX_DEPTH, MAX_FILE, Mechanism, OptionValues, PieceId, Rules, Severity, Stalemate, Style, Verdict,
};
use berolina_rules::geometry::Color;

fn with(text: &str) -> Library {
    let mut library = Library::shipped();
    library.add_text("test", text).unwrap();
    library
}

fn load(text: &str) -> Definition {
    with(text).load("test").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn over_chess(text: &str) -> String {
    format!("extends = \"chess\"\ntitle = \"Test\"\nabout = \"A test.\"\n{text}")
}

fn codes(faults: &[Diagnostic]) -> Vec<Code> {
    faults.iter().map(|f| f.code).collect()
}

fn named<'d>(d: &'d Definition, name: &str) -> &'d berolina_rules::definition::Piece {
    d.pieces.iter().find(|p| p.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn letters(d: &Definition, ids: &[PieceId]) -> String {
    ids.iter().map(|&id| d.piece(id).letter).collect()
}

#[test]
fn a_game_inherits_what_it_does_not_say() {
    let chess = Library::shipped().load("chess").unwrap();
    let same = load(&over_chess(""));
    assert_eq!(same.lineage, ["chess"]);
    let lineage = chess.lineage.clone();
    let renamed =
        Rules { name: chess.name.clone(), lineage, text: chess.text.clone(), ..Rules::clone(&same) };
    assert_eq!(renamed, *chess);
    assert_eq!((&same.text.inventor, &same.text.link), (&None, &None), "text is a file's own");
    assert!(same.text.hints.is_empty());
}

#[test]
fn tables_unite_and_other_values_replace() {
    let d = load(&over_chess("promotion.to = \"QN\"\n[pieces.king]\nmoves = \"KN\"\nfigures = \"KL\""));
    assert_eq!(letters(&d, &named(&d, "pawn").rules[0].promotes_to), "QN");
    assert_eq!(d.players[0].promotion.zones.forced.len(), 8);
    assert_eq!(named(&d, "king").figures, Some(['K', 'L']));
    assert_eq!(named(&d, "king").rules[1].moves.betza, "KN");
}

#[test]
fn false_removes_what_was_inherited() {
    let d = load(&over_chess(
        "castling.queen-side = false\nclock = false\nrepetition = false\ninsufficient = false\n\
         pieces.pawn.double-step = false\npieces.queen = false\npromotion.to = \"RBN\"\n\
         array = [\"RNB1KBNR\", \"PPPPPPPP\"]",
    ));
    assert_eq!(
        Variant::new(d.clone()).start().fen(),
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w Kk - 0 1"
    );
    assert!(d.clock.limit.is_none() && d.repetition.is_none() && d.insufficient.is_none());
    assert!(d.pieces.iter().all(|p| p.name != "queen"));
    assert!(named(&d, "pawn").rules[0].double_step.is_none());
}

#[test]
fn a_game_may_be_written_without_a_base() {
    let d = load(
        "title = \"Small\"\nabout = \"A test.\"\narray = [\"1K1\"]\n\
         [board]\nfiles = 3\nranks = 3\n[pieces.king]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n",
    );
    assert_eq!(Variant::new(d.clone()).start().fen(), "1k1/3/1K1 w - - 0 1");
    assert_eq!(d.stalemate, Stalemate::Is(Verdict::Draw));
    assert_eq!(d.repetition.unwrap().times, 3);
}

#[test]
fn paragraphs_are_joined_lines() {
    let d = load("extends = \"chess\"\ntitle = \"T\"\nabout = \"\"\"\n  One\ntwo.\n\n\nThree.\n\"\"\"");
    assert_eq!(d.text.about, "One two.\n\nThree.");
}

#[test]
fn armies_differ_by_player() {
    let library = Library::shipped();
    let d = library.load("near-vs-normal:en-passant=on,normal-promotes=captured").unwrap();
    assert_eq!(d.players[0].army.as_deref(), Some("near"));
    assert_eq!(d.players[1].army.as_deref(), Some("normal"));
    let pawn = named(&d, "pawn");
    assert!(pawn.rules[0].double_step.is_none() && pawn.rules[0].en_passant);
    let double = pawn.rules[1].double_step.as_ref().unwrap();
    assert!(double.en_passant == Exposed::Always && !pawn.rules[1].en_passant);
    let seventh = d.shape.parse("a7").unwrap();
    assert!(double.from.contains(seventh) && double.from.len() == 8, "regions are mirrored for Black");
    assert!(d.players.iter().all(|p| p.promotion.limit.is_some()));
    assert!(d.players[0].castling.iter().all(Option::is_none));
    let castling = d.players[1].castling[0].unwrap();
    assert_eq!(d.shape.name(castling.king_to).to_string(), "g8");
    assert_eq!(d.piece(castling.rook).letter.upper(), 'R');
}

#[test]
fn options_set_each_rule() {
    let library = Library::shipped();
    let loss = |spec: &str| library.load(spec).unwrap().players.each_ref().map(|p| p.king_lost_by);
    assert_eq!(loss("near-vs-normal"), [KingLoss::Capture; 2]);
    assert_eq!(
        loss("near-vs-normal:near-wins-by=checkmate"),
        [KingLoss::Capture, KingLoss::Checkmate],
        "White plays Near, so Black's king is lost by checkmate"
    );
    assert_eq!(
        loss("near-vs-normal:near=black,near-wins-by=checkmate"),
        [KingLoss::Checkmate, KingLoss::Capture]
    );
    assert_eq!(loss("near-drop:win=checkmate"), [KingLoss::Checkmate; 2]);
    let limits =
        |spec: &str| library.load(spec).unwrap().players.each_ref().map(|p| p.promotion.limit.is_some());
    assert_eq!(limits("near-vs-normal"), [true, false]);
    assert_eq!(limits("near-vs-normal:near-promotes=any"), [false, false]);
    let near = library.load("near-vs-normal").unwrap();
    let names: Vec<&str> = near.options.iter().map(|o| o.name.as_str()).collect();
    let expected =
        ["near", "near-wins-by", "normal-wins-by", "near-promotes", "normal-promotes", "en-passant"];
    assert_eq!(names, expected);
    let OptionValues::Choice(values) = &near.options[0].values else { panic!("a choice") };
    assert_eq!(values.iter().map(|v| v.0.as_str()).collect::<Vec<_>>(), ["white", "black"]);
}

#[test]
fn rules_of_the_special_games() {
    let library = Library::shipped();
    let npnc = library.load("npnc-choice").unwrap();
    let order: String = npnc.pieces.iter().map(|p| p.letter).collect();
    assert_eq!(order, "KQCRBNUPLJ");
    let jester = &named(&npnc, "jester").rules[0];
    assert!(jester.drop_zone.is_empty() && jester.entry.is_some() && jester.en_passant);
    assert_eq!(jester.double_step.as_ref().unwrap().en_passant, Exposed::Never);
    let unicorn = &named(&npnc, "unicorn").rules[0];
    assert_eq!(unicorn.first_moves.as_ref().unwrap().rays.len(), 8);
    assert_eq!(letters(&npnc, &named(&npnc, "pawn").rules[0].promotes_to), "QCRBNU");

    let forward = library.load("forward").unwrap();
    assert_eq!(forward.clock.limit, Some((100, ClockEnd::Claim)));
    assert_eq!(letters(&forward, &forward.clock.captures), "P");
    assert!(forward.clock.moves.is_empty() && !forward.clock.placements);
    let leaves = |name| named(&forward, name).rules[0].leaves.map(|id| forward.piece(id).letter.upper());
    assert_eq!(
        ["queen", "rook", "bishop", "knight", "pawn"].map(leaves),
        [Some('R'), Some('B'), Some('N'), Some('P'), None]
    );
    assert!(forward.players[0].promotion.in_place);

    let anywhere = library.load("near-anywhere").unwrap();
    assert_eq!(named(&anywhere, "queen").rules[0].drop_zone.len(), 64);
    assert_eq!(named(&anywhere, "pawn").rules[0].drop_zone.len(), 56);
    assert!(named(&anywhere, "king").rules[0].drop_zone.is_empty(), "the king is on the board");
    let chess960 = library.load("chess960:position=0").unwrap();
    assert!(chess960.players.iter().flat_map(|p| p.castling).all(|c| c.unwrap().from.is_none()));
    let crazy = library.load("crazyhouse").unwrap();
    assert_eq!(named(&crazy, "pawn").rules[1].drop_zone.len(), 48);
    assert!(crazy.players[0].promotion.reverts && crazy.hands.prisoners);
}

#[test]
fn what_does_not_exist_is_named_in_one_line() {
    let library = Library::shipped();
    for (spec, expected) in [
        ("nera", "there is no game `nera`: did you mean `near`?"),
        ("near:wim=capture", "near: there is no option `wim`: did you mean `win`? (its options are win)"),
        ("chess:x=1", "chess: there is no option `x` (it has no options)"),
        ("near:win=mate", "near: win cannot be `mate` (it is capture or checkmate)"),
        ("near:win", "near: win cannot be ``"),
        ("near:win=capture,win=capture", "near: win is said twice"),
        ("near-960:position=960", "near-960: position cannot be `960` (it is a number from 0 to 959)"),
        ("near-960:position=+1", "near-960: position cannot be `+1`"),
        ("near:win=capture,", "near: there is no option ``"),
    ] {
        let error = library.load(spec).unwrap_err();
        let line = error.to_string();
        assert!(matches!(error, LoadError::Unknown(_)) && line.starts_with(expected), "{line}");
        assert!(!line.contains('\n'));
    }
    assert_eq!(library.load("near-960:position=007").unwrap().chosen[1], "7");
    assert!(library.load("\u{1b}[31m\n").unwrap_err().to_string().chars().all(|c| !c.is_control()));
}

#[test]
fn files_and_folders_are_added() {
    let folder = std::env::temp_dir().join(format!("berolina-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.join(name), text).unwrap();
    write("mine.toml", over_chess("").as_bytes());
    write("chess.toml", b"title = \"My chess\"");
    let mut library = Library::shipped();
    assert_eq!(library.add_path(&folder).unwrap(), ["chess", "mine"]);
    assert_eq!(library.get("chess"), Some("title = \"My chess\""), "a later game replaces an earlier one");
    assert!(matches!(library.load("mine"), Err(LoadError::Faulty(_))));
    let path = folder.join("mine.toml");
    assert!(Library::shipped().check(path.to_str().unwrap()).is_empty(), "a path can be checked");

    write("Bad Name.toml", b"");
    assert!(matches!(library.add_path(&folder.join("Bad Name.toml")), Err(AddError::BadName(_))));
    write("binary.toml", &[0xff, 0xfe]);
    assert!(matches!(library.add_path(&folder.join("binary.toml")), Err(AddError::NotText(_))));
    write("large.toml", &vec![b'#'; MAX_FILE + 1]);
    assert!(matches!(library.add_path(&folder.join("large.toml")), Err(AddError::TooLarge(_))));
    assert_eq!(codes(&library.check(folder.join("large.toml").to_str().unwrap())), [Code::E001]);
    assert_eq!(codes(&library.check("/nowhere/at-all.toml")), [Code::E006]);
    assert!(matches!(library.add_path(Path::new("/nowhere/x.toml")), Err(AddError::Unreadable(..))));
    let mut library = Library::shipped();
    assert!(matches!(library.add_path(&folder), Err(AddError::Several(errors)) if errors.len() == 3));
    assert!(library.get("mine").is_some(), "the others are added all the same");
    assert_eq!(library.check_each(folder.to_str().unwrap()).len(), 5);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_a_file_extends_is_found_next_door() {
    let folder = std::env::temp_dir().join(format!("berolina-next-door-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("one.toml", "extends = \"two\"\ntitle = \"One\"");
    write("two.toml", "extends = \"near\"\ntitle = \"Two\"\nstalemate = \"win\"");
    write("near.toml", "title = \"Not that one\"");
    let mut library = Library::shipped();
    assert_eq!(library.add_path(&folder.join("one.toml")).unwrap(), ["one"]);
    assert_eq!(library.load("one").unwrap().lineage, ["two", "near", "chess"]);
    assert_eq!(library.load("near").unwrap().text.title, "Near Chess", "known games stay");
    assert_eq!(library.load("one").unwrap().stalemate, Stalemate::Is(Verdict::Win));
    // Files that extend each other in a circle are found once, and nothing outside the folder is.
    write("two.toml", "extends = \"one\"\ntitle = \"Two\"");
    assert_eq!(codes(&Library::shipped().check(folder.join("one.toml").to_str().unwrap())), [Code::E021]);
    write("two.toml", "extends = \"../two\"\ntitle = \"Two\"");
    let faults = codes(&Library::shipped().check(folder.join("one.toml").to_str().unwrap()));
    assert!(faults.contains(&Code::E015), "{faults:?}");
    write("two.toml", &"#".repeat(MAX_FILE + 1));
    assert_eq!(codes(&Library::shipped().check(folder.join("one.toml").to_str().unwrap())), [Code::E001]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn files_extend_one_another_to_a_limit() {
    let mut library = Library::shipped();
    for i in 0..MAX_DEPTH {
        let base = if i == 0 { "chess".to_owned() } else { format!("step-{}", i - 1) };
        library.add_text(&format!("step-{i}"), &format!("extends = \"{base}\"\ntitle = \"Step\"")).unwrap();
    }
    assert!(library.load(&format!("step-{}", MAX_DEPTH - 2)).is_ok());
    assert_eq!(codes(&library.check(&format!("step-{}", MAX_DEPTH - 1))), [Code::E022]);
    library.add_text("step-0", "extends = \"step-2\"\ntitle = \"Step\"").unwrap();
    assert_eq!(codes(&library.check("step-1")), [Code::E021]);
}

/// A fragment that brings a mechanism into chess.
fn fragment(mechanism: Mechanism) -> &'static str {
    match mechanism {
        Mechanism::Placement => "hand = { pieces = \"N\", placement = true }\n",
        Mechanism::Prisoners => "hand.prisoners = true\n",
        Mechanism::Entry => {
            "pieces.pawn.enters-for = { piece = \"N\", on = \"rank 1\" }\nhand.pieces = \"P\"\n"
        }
        Mechanism::Gating => {
            "pieces.hawk = { letter = \"H\", moves = \"AD\", enters-behind = \"N\" }\nhand.pieces = \"H\"\n"
        }
        Mechanism::Explosion => "explosion = { spares = \"P\" }\n",
        Mechanism::Creation => "pieces.rook.leaves = \"N\"\n",
        Mechanism::Reverts => "promotion.reverts = true\n",
        Mechanism::Plus => {
            "pieces.knight.promotes = \"+N\"\npieces.pegasus = { letter = \"+N\", moves = \"NN\" }\n"
        }
        Mechanism::Rotation => "mirror = \"rotation\"\n",
        Mechanism::FirstMoves => "pieces.pawn.first-moves = \"W\"\n",
        Mechanism::RoyalFirstMoves => "pieces.king.first-moves = \"N\"\n",
        Mechanism::FirstMovesByPromotion => "pieces.queen.first-moves = \"N\"\n",
        Mechanism::BareKing => "bare-king = \"loss\"\n",
        Mechanism::Insufficient => "insufficient = \"NB\"\n",
        Mechanism::CaptureKing | Mechanism::NoCheckmate => "king-lost-by = \"capture\"\n",
        Mechanism::Royalty => "royal = { pieces = \"KQ\", lost = \"any\" }\n",
        Mechanism::CastlingWins => "castling.queen-side.wins = true\n",
        Mechanism::LastRoyal => "royal.lost = \"last\"\n",
        Mechanism::Extinction => "extinction.left = 1\n",
        Mechanism::CheckmateDecides => "checkmate = \"win\"\n",
        Mechanism::StalemateDecides => "stalemate = \"loss\"\n",
        Mechanism::Goal => "goal = { pieces = \"K\", on = \"last rank\" }\n",
        Mechanism::GoalHold => "goal.hold = true\n",
        Mechanism::GoalShy => "goal.shy = true\n",
        Mechanism::GoalLastMove => "goal.last-move = true\n",
        Mechanism::Checks => "checks = 3\n",
        Mechanism::NoGivingCheck => "giving-check = false\n",
        Mechanism::FacingKings => "facing-kings = \"illegal\"\n",
        Mechanism::PerpetualCheck => "repetition.perpetual-check = \"loss\"\n",
        Mechanism::FixedCastling => "",
        Mechanism::ShuffledCastling => {
            "castling = { king-side = { king = false, rook = false }, queen-side = { king = false, rook = false } }\n"
        }
        Mechanism::Shuffle => {
            "options.number = { about = \"A.\", default = 518, shuffles = { rank = 1, numbering = \"chess960\" } }\n"
        }
        Mechanism::Claim => "clock.result = \"claim\"\n",
        Mechanism::NoClockCaptures => "clock.captures = \"none\"\n",
        Mechanism::CheckmateKing => "",
        Mechanism::LeapCapture => "pieces.rook.leap-capture = { leap = \"D\", over = \"W\" }\n",
        Mechanism::CaptureOnWay => "pieces.knight.moves = \"NcafmF\"\n",
        Mechanism::Blocker => "blocker = true\n",
        Mechanism::Pass => "pass = true\n",
        Mechanism::NoFleeing => "king-flees = false\n",
        Mechanism::Counting => "counting = { pawns = \"P\", board = 64, bare = \"R 16, 64\" }\n",
        Mechanism::EnPassant => "",
        Mechanism::MateRule => "mate = { needs = \"QRN\", not-by = \"N\" }\n",
        Mechanism::Unsettling => "pieces.king.first-moves = \"KN\"\npieces.king.unsettled-by = \"R\"\n",
        Mechanism::Obligation => "capture = \"any\"\n",
        Mechanism::CapturesOwn => "pieces.knight.captures-own = true\n",
        Mechanism::Petrifies => "pieces.knight.turns-to-stone = true\n",
        Mechanism::CaptorBecomes => "pieces.knight.captor-becomes = \"N\"\n",
        Mechanism::InPlace => "promotion.in-place = true\n",
        Mechanism::PromotionStep => "promotion.step.on = \"rank 6\"\n",
        Mechanism::Declinable => "promotion.step = { on = \"rank 6\", declinable = true }\n",
        Mechanism::QuietPromotion => "promotion.quiet = true\n",
    }
}

/// What chess has that the fragments would exclude.
fn plain(a: Mechanism, b: Mechanism) -> String {
    let mut text = String::new();
    let has = |m| a == m || b == m;
    if [Mechanism::GoalHold, Mechanism::GoalShy, Mechanism::GoalLastMove].into_iter().any(has) {
        text.push_str("goal.pieces = \"K\"\ngoal.on = \"last rank\"\n");
    }
    if !has(Mechanism::Insufficient) {
        text.push_str("insufficient = false\n");
    }
    let castles = [Mechanism::FixedCastling, Mechanism::ShuffledCastling, Mechanism::CastlingWins];
    if !castles.into_iter().any(has) {
        text.push_str("castling = false\n");
    }
    if has(Mechanism::Counting) && !has(Mechanism::EnPassant) {
        text.push_str("pieces.pawn.double-step.en-passant = false\n");
    }
    if has(Mechanism::Blocker) && !has(Mechanism::CheckmateKing) {
        text.push_str("king-lost-by = \"capture\"\n");
    }
    text
}

#[test]
fn the_table_of_exclusions_holds_line_by_line() {
    for (a, b, why) in EXCLUSIONS {
        let text = |parts: &[Mechanism]| {
            let mut fragments: Vec<&str> = parts.iter().map(|&m| fragment(m)).collect();
            if parts.contains(&Mechanism::Placement) && parts.contains(&Mechanism::Prisoners) {
                fragments = vec!["hand = { pieces = \"N\", placement = true, prisoners = true }\n"];
            } else if parts.contains(&Mechanism::Placement) && parts.contains(&Mechanism::Entry) {
                fragments = vec![
                    "pieces.pawn.enters-for = { piece = \"N\", on = \"rank 1\" }\n\
                     hand = { pieces = \"P\", placement = true }\n",
                ];
            } else if parts.contains(&Mechanism::Placement) && parts.contains(&Mechanism::Gating) {
                fragments = vec![
                    "pieces.hawk = { letter = \"H\", moves = \"AD\", enters-behind = \"N\" }\n\
                     hand = { pieces = \"H\", placement = true }\n",
                ];
            }
            over_chess(&(plain(parts[0], parts[parts.len() - 1]) + &fragments.concat()))
        };
        let both = with(&text(&[a, b])).check("test");
        let found = both.iter().any(|f| f.code == Code::E110 && f.message.to_string().contains(why));
        assert!(found, "{a:?} and {b:?}: {both:?}");
        for one in [a, b] {
            let alone = with(&text(&[one])).check("test");
            assert!(!codes(&alone).contains(&Code::E110), "{one:?} alone: {alone:?}");
        }
    }
}

/// Checks a text and renders everything that is said of it.
fn survive(text: &str) {
    let start = Instant::now();
    let library = with(text);
    let faults = library.check("test");
    for fault in faults.iter().take(20) {
        let _ = (fault.render(Style::Plain), fault.render(Style::Coloured), fault.to_string());
    }
    if !faults.iter().any(|f| f.code.severity() == Severity::Error) {
        let d = library.load("test").unwrap();
        assert!(Color::ALL.iter().all(|&c| d.rules(c, PieceId::new(0)).promotes_to.is_empty()));
        // What is read without fault can be played.
        let start = Variant::new(d).start();
        assert_eq!(start.perft(1), start.legal_moves().len() as u64);
    } else {
        let _ = library.load("test").map_err(|e| e.to_string());
    }
    let time = start.elapsed();
    assert!(time < Duration::from_secs(10), "{time:?} for {} bytes: {:.80}", text.len(), text);
}

#[test]
fn hostile_files_are_survived() {
    let long = |s: &str| s.repeat((MAX_FILE - 200) / s.len());
    let deep = format!("{}1", "a.".repeat(30)).replace(".1", " = 1");
    for text in [
        long("["),
        long("a = ["),
        format!("a = {}", long("[")),
        format!("a = {}", long("{a=")),
        format!("{}=1", long("a.")),
        long("[[a]]\n"),
        long("\"\\"),
        long("\u{feff}"),
        long("\0"),
        format!("title = \"\"\"{}", long("é")),
        (0..20_000).map(|i| format!("k{i}=1\n")).collect(),
        (0..8_000).map(|i| format!("[pieces.p{i}]\nletter='A'\n")).collect(),
        format!("[pieces.{}]", "x".repeat(100_000)),
        deep,
    ] {
        survive(&text);
    }
    let nested = format!("{}={{\n", "a.".repeat(31) + "a").repeat(79);
    survive(&nested);
}

#[test]
fn many_options_are_checked_in_bounded_time() {
    let mut text = over_chess("");
    for i in 0..12 {
        text += &format!("[options.o{i}]\nabout = \"A.\"\ndefault = \"a\"\n");
        for v in ["a", "b"] {
            text += &format!("values.{v} = {{ about = \"A.\", set.clock.limit = {} }}\n", i + 1);
        }
    }
    survive(&text);
}

#[test]
fn many_faults_in_many_combinations_take_bounded_time() {
    let mut text = over_chess("pieces = { ");
    for i in 0..2000 {
        text += &format!("p{i} = {{ letter = \"A\", moves = \"{}\" }}, ", "x".repeat(60));
    }
    text += "}\n";
    for i in 0..16 {
        text += &format!("[options.o{i}]\nabout = \"A.\"\ndefault = \"a\"\n");
        text += "values.a.about = \"A.\"\nvalues.b = { about = \"B.\", set.clock.limit = 7 }\n";
    }
    assert!(text.len() < MAX_FILE);
    survive(&text);
}

#[test]
fn damaged_files_are_survived() {
    let library = Library::shipped();
    let mut seed = 1u64;
    let mut random = move |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let bits = ["\"", "=", "[", "]", "{", "}", "\n", ".", "false", "K", "rank 9", "9", "é", "\u{202e}", "-"];
    let names: Vec<&str> = library.names().collect();
    for _ in 0..400 {
        let mut text = library.get(names[random(names.len())]).unwrap().to_owned();
        for _ in 0..=random(4) {
            let mut at = random(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match random(3) {
                0 => text.truncate(at),
                1 => text.insert_str(at, bits[random(bits.len())]),
                _ => {
                    let end = (at + 1 + random(12)).min(text.len());
                    let end = (end..=text.len()).find(|&e| text.is_char_boundary(e)).unwrap_or(text.len());
                    text.replace_range(at..end, bits[random(bits.len())]);
                }
            }
            if text.is_empty() {
                text.push('#');
            }
        }
        survive(&text);
    }
}

#[test]
fn a_game_that_is_read_can_be_started() {
    const MOVES: [&str; 14] =
        ["Q", "R4", "B", "N", "NN", "nN", "nAnD", "jDjA", "mRcpR", "gQ", "fhCbF", "hrZ", "HG", "D0A2"];
    let mut seed = 7u64;
    let mut random = move |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let (mut started, mut refused) = (0, 0);
    for _ in 0..600 {
        let mut ranks = vec!["8".to_owned(); 4];
        let king = random(4);
        for (i, rank) in ranks.iter_mut().enumerate() {
            let piece = |at: usize| {
                if i == king && at == 4 { 'K' } else { ['1', '1', '1', 'A', 'B', 'C'][random(6)] }
            };
            *rank = (0..8).map(piece).collect();
            for n in (2..=8).rev() {
                *rank = rank.replace(&"1".repeat(n), &n.to_string());
            }
        }
        let mut text =
            format!("title = \"T\"\nabout = \"A.\"\narray = {ranks:?}\nboard = {{ files = 8, ranks = 8 }}\n");
        text += "[pieces.k]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n";
        for name in ["a", "b", "c"] {
            let (letter, moves) = (name.to_uppercase(), MOVES[random(MOVES.len())]);
            text += &format!("[pieces.{name}]\nletter = \"{letter}\"\nmoves = \"{moves}\"\n");
            match random(4) {
                0 => text += &format!("first-moves = \"{}\"\n", MOVES[random(MOVES.len())]),
                1 => text += "leap-capture = { leap = \"A\", over = \"F\" }\n",
                _ => {}
            }
        }
        let library = with(&text);
        let capture = with(&text.replace("title", "king-lost-by = \"capture\"\ntitle"));
        match library.load("test") {
            Ok(d) => {
                started += 1;
                let start = Variant::new(d).start();
                assert_eq!(start.perft(1), start.legal_moves().len() as u64);
            }
            // A leap that captures is one of the other moves as well.
            Err(LoadError::Faulty(faults)) if codes(&faults).contains(&Code::E093) => {}
            Err(LoadError::Faulty(faults)) => {
                assert_eq!(codes(&faults), [Code::E073], "{text}");
                refused += 1;
                let start = Variant::new(capture.load("test").unwrap()).start();
                assert!(start.king_attacked(Color::Black), "{text}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(started > 50 && refused > 50, "{started} started, {refused} refused");
}

#[test]
fn what_is_said_of_a_piece_goes_with_its_moves() {
    let d = load(&over_chess("pieces.knight.moves = \"NN\""));
    assert_eq!((named(&d, "knight").about.as_str(), named(&d, "knight").value), ("", None));
    let d = load(&over_chess("pieces.knight.drops = \"none\""));
    assert!(!named(&d, "knight").about.is_empty(), "other keys leave it");
}
