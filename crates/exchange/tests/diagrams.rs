//! Interactive Diagrams become games that play as their diagrams say. The texts are written for these tests.

use std::sync::Arc;

use crate::common::plays_chess;

use berolina_exchange::{Imported, import};
use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

fn imported(text: &str) -> Imported {
    import(text, "a-diagram").unwrap().remove(0)
}

/// The game of a diagram that is whole.
fn game(text: &str) -> Arc<Variant> {
    let game = imported(text);
    assert!(game.is_whole(), "{:?} {:?}\n{}", game.unfinished, game.faults, game.text);
    let mut library = Library::empty();
    library.add_text(&game.name, &game.text).unwrap();
    Variant::load(&library, &game.name).unwrap()
}

/// Why a diagram is not whole.
fn left(text: &str) -> String {
    let game = imported(text);
    game.unfinished.iter().chain(&game.faults).cloned().collect::<Vec<_>>().join("\n")
}

fn texts(game: &Arc<Variant>, fen: &str) -> Vec<String> {
    Position::from_fen(game, fen).unwrap().move_texts()
}

const CHESS: &str = "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QRBN\n\
    Pawn::::a2-h2\nKnight:N:::b1,g1\nBishop::::c1,f1\nRook::::a1,h1\nQueen::::d1\nKing::KisO2::e1\n";

#[test]
fn a_diagram_of_chess_is_chess() {
    plays_chess(&game(CHESS));
}

#[test]
fn who_is_royal_and_how_a_game_ends_is_carried_over() {
    // Without a line the last piece is royal.
    let text = "files=6\nranks=6\nstalemate=win\nmaxPromote=0\nKing:K:K::a1\nPrince:P:K::c1\n";
    assert!(imported(text).text.contains("[pieces.prince]\nletter = \"P\"\nmoves = \"K\"\nroyal = true"));
    assert!(imported(text).text.contains("stalemate = \"loss\""));
    // By its number, by its ID; both, and any of them may not be lost.
    let two = "files=6\nranks=6\nroyal=1\nroyal=P\nmaxPromote=0\nextinction=0\nKing:K:K::a1\nPrince:P:K::c1\nRook::::e1\n";
    let game = game(two);
    // The prince is attacked, so he must go or be protected; the king alone may not move elsewhere.
    let moves = texts(&game, "5k/5p/2r3/6/6/K1P1R1 w - - 0 1");
    assert!(moves.iter().all(|text| text.starts_with("c1")), "{moves:?}");
    assert!(
        left("files=6\nranks=6\nroyal=1\nroyal=P\nKing:K:K::a1\nPrince:P:K::c1\n").contains("several royal")
    );
}

#[test]
fn promotion_is_of_the_zone_and_only_to_what_was_lost() {
    let text = "files=8\nranks=8\npromoZone=2\nholdingsType=1\npromoChoice=!P*N*R\n\
        Pawn::::a2-h2\nKnight:N:::b1,g1\nRook::::a1,h1\nKing::K::e1\n";
    let game = game(text);
    // Both rooks stand, a knight was lost.
    let to = |fen: &str| {
        texts(&game, fen)
            .into_iter()
            .filter(|text| text.starts_with("a7") || text.starts_with("a6"))
            .collect::<Vec<_>>()
    };
    assert_eq!(to("4k3/8/P7/8/8/8/8/1N2K2R w - - 0 1").len(), 3);
    assert_eq!(to("8/P3k3/8/8/8/8/8/RN2K2R w - - 0 1"), ["a7a8n"]);
}

/// Kings that see straight and diagonally ahead, cannons of both kinds, and pawns that come back as what was lost, as in Eurasian Chess.
const SEEING: &str = "files=10\nranks=10\nholdingsType=1\npromoZone=3\npromoChoice=!P*N*B*R*V*C*Q\n\
    pawn::fceFifmnDfmW::a3-j3:1\nknight:N:::b2,i2\nvao::mBcpB::d2,g2\ncannon::::c1,h1\nbishop::::c2,h2\n\
    rook::::a1,j1\nqueen::::e2\nking::fkRfkBK::f2\n";

#[test]
fn a_king_may_attack_nothing_but_the_other_ahead() {
    let game = game(SEEING);
    let all: [(&str, &[&str], &[&str]); 12] = [
        // By the file, by the diagonals, and not by the rank.
        ("10/10/5k4/10/10/10/10/10/4K5/10 w - - 0 1", &["e2e1", "e2d2", "e2d3"], &["e2f2", "e2f1", "e2f3"]),
        ("10/10/5k4/10/10/10/10/10/1K8/10 w - - 0 1", &["b2b3", "b2c3", "b2a2"], &["b2a3"]),
        ("10/10/5k4/10/4K5/10/10/10/10/10 w - - 0 1", &["e6e5", "e6d5", "e6d7"], &["e6f6", "e6f5", "e6d6"]),
        // Past each other they see nothing.
        ("10/2K7/10/10/10/10/1k8/10/10/10 w - - 0 1", &["c9b9", "c9b8", "c9c8"], &["c9c7"]),
        // What stands alone between may not leave the line.
        ("10/10/5k4/4r5/5P4/10/10/10/5K4/10 w - - 0 1", &["f6f7", "f2g1"], &["f6e7"]),
        ("10/10/6k3/10/4R5/10/10/1K8/10/10 w - - 0 1", &["b3b4"], &["e6e5", "e6f6", "e6e8"]),
        ("10/10/6k3/5n4/4R5/10/10/1K8/10/10 w - - 0 1", &["e6e5", "e6a6"], &["e6f7"]),
        // A vao moves as a bishop and takes over a piece; a cannon so along lines.
        ("9k/10/10/6n3/5p4/4V5/10/10/10/K9 w - - 0 1", &["e5g7", "e5d6", "e5b8"], &["e5f6"]),
        ("9k/4n5/10/4p5/10/4C5/10/10/10/1K8 w - - 0 1", &["e5e9", "e5e6", "e5a5"], &["e5e7", "e5e8"]),
        // A pawn becomes what was lost; without that it does not reach the last rank, and may wait before it.
        ("6k3/4P5/10/10/10/10/10/10/10/1RNBVC1QRK w - - 0 1", &["e9e10n", "e9e10c"], &["e9e10", "e9e10r"]),
        ("6k3/10/4P5/10/10/10/10/10/10/1RNBVC1QRK w - - 0 1", &["e8e9", "e8e9b"], &["e8e9q"]),
        ("6k3/4P5/10/10/10/10/10/1VVNNBBCCK/1RRQ6/10 w - - 0 1", &["j3j2"], &["e9e10", "e9e10q"]),
    ];
    for (fen, legal, illegal) in all {
        let moves = texts(&game, fen);
        for text in legal {
            assert!(moves.iter().any(|other| other == text), "{fen} {text}: {moves:?}");
        }
        for text in illegal {
            assert!(!moves.iter().any(|other| other == text), "{fen} {text}: {moves:?}");
        }
    }
    // Of a piece that is not the king, or of lines that tell left from right, it is not known what to write.
    assert!(left(&SEEING.replace("knight:N::", "knight:N:NkR:")).contains("nothing but a king"));
    assert!(left(&SEEING.replace("fkRfkBK", "lkRK")).contains("nothing but a king"));
    assert!(left(&SEEING.replace("fkRfkBK", "kNK")).contains("nothing but a king"));
}

#[test]
fn black_stands_mirrored_turned_or_as_it_says() {
    let turned = "files=5\nranks=5\nsymmetry=rotate\nRook::::a1\nKing::K::c1\n";
    assert_eq!(game(turned).start().fen(), "2k1r/5/5/5/R1K2 w - - 0 1");
    let own = "files=5\nranks=5\nsymmetry=none\nRook::::a1,,a5,e5\nKing::K::c1,,c5\n";
    assert_eq!(game(own).start().fen(), "r1k1r/5/5/5/R1K2 w - - 0 1");
    let holes = "files=5\nranks=5\nhole::::a1\nRook::::b1\nKing::K::c1\n";
    assert_eq!(game(holes).start().fen(), "*rk2/5/5/5/*RK2 w - - 0 1");
}

#[test]
fn pieces_are_shuffled_and_castle_from_where_they_stand() {
    let text = "files=10\nranks=8\nroyal=K\nshuffle=N!BRQK\npromoChoice=QAC\n\
        pawn:P:ifmnDfmWfceF::a2-j2\nknight:N:N::c1,h1\nbishop:B:B::d1,g1\nrook:R:R::a1,j1\nqueen:Q:Q::e1\n\
        archbishop:A:BN::b1\nchancellor:C:RN::i1\nking:K:KisO3::f1\n";
    let shuffled = imported(text);
    assert!(shuffled.is_whole(), "{:?} {:?}\n{}", shuffled.unfinished, shuffled.faults, shuffled.text);
    let mut library = Library::empty();
    library.add_text("x", &shuffled.text).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..960 {
        let game = Variant::load(&library, &format!("x:position={number}")).unwrap();
        let fen = game.start().fen();
        let row = fen.split(['/', ' ']).nth(7).unwrap().to_owned();
        assert!(fen.starts_with(&row.to_lowercase()) && (&row[1..2], &row[8..9]) == ("A", "C"), "{fen}");
        let at = |letter| row.match_indices(letter).map(|(at, _)| at).collect::<Vec<_>>();
        let (bishops, rooks, king) = (at("B"), at("R"), at("K")[0]);
        assert!((bishops[0] + bishops[1]) % 2 == 1 && rooks[0] < king && king < rooks[1], "{row}");
        // With nothing between it goes three squares towards a corner, if there are three, whatever stands there.
        let file = |file: usize| char::from(b'a' + file as u8);
        let mut bare: Vec<char> = vec!['1'; 10];
        for corner in [0, 9] {
            bare[corner] = row.chars().nth(corner).unwrap();
        }
        bare[king] = 'K';
        let home = fen.split(' ').nth(2).unwrap().replace(['k', 'q'], "");
        let home = if home.is_empty() { "-".to_owned() } else { home };
        let bare: String = bare.into_iter().collect();
        let moves = texts(&game, &format!("4k5/10/10/10/10/10/10/{} w {home} - 0 1", short(&bare)));
        let castles =
            |to: Option<usize>| to.is_some_and(|to| moves.contains(&format!("{}1{}1", file(king), file(to))));
        let right = Some(king + 3).filter(|&to| to <= 9);
        assert_eq!(
            (castles(king.checked_sub(3)), castles(right)),
            (king >= 3, right.is_some()),
            "{row} {moves:?}"
        );
        seen.insert(row);
    }
    assert_eq!(seen.len(), 960);
    assert!(seen.contains("RANBQKBNCR"));
    assert!(left(&text.replace("files=10", "files=10\nsymmetry=none")).contains("otherwise"));
    assert!(left(&text.replace("shuffle=N!BRQK", "shuffle=NK")).contains("in the corners"));
    assert!(left(&text.replace("shuffle=N!BRQK", "shuffle=N!BZ")).contains("is no piece"));
}

/// A rank as FEN writes it, of one with a 1 for each empty square.
fn short(row: &str) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for c in row.chars().chain(['.']) {
        if c == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out += &std::mem::take(&mut empty).to_string();
        }
        out.extend(Some(c).filter(|&c| c != '.'));
    }
    out
}

#[test]
fn what_cannot_be_said_stands_in_the_file() {
    let pieces = "Pawn::::a2-h2\nRook::::a1,h1\nKing::K::e1\n";
    for (line, part) in [
        ("shuffle=:R", "left and right"),
        ("protected=2", "traded"),
        ("captureMatrix=x", "captor becomes"),
        ("somethingNew=3", "not known here"),
        ("holdingsType=-1", "change sides"),
        ("baring=2", "only pieces of some kinds"),
        ("royal=X", "names no piece"),
        ("promoChoice=R1Z", "is no piece"),
    ] {
        let said = left(&format!("files=8\nranks=8\n{line}\n{pieces}"));
        assert!(said.contains(part), "{line}: {said}");
    }
    assert!(left("files=8\nMage::xQ::a1\nKing::K::e1\n").contains("moves"));
    let error = import("files=14\nranks=14\nKing::K::e1\n", "big").unwrap_err().to_string();
    assert!(error.contains("line 1") && error.contains("128 squares"), "{error}");
    assert!(import("hello", "x").unwrap_err().to_string().contains("no Interactive Diagram"));
}

#[test]
fn a_picture_that_we_have_is_taken_over_where_the_name_has_none() {
    let text = "files=8\nmaxPromote=0\ngoblin:G:RF:crownedrook:a1\nelf:E:BW:crownedbishop:b1\nmage:M:N:/x/y/griffon2%:c1\n\
        lancer:L:fN:pawn:d1\nrook:R::rook:f1\ntower:T:W:rook:g1\nkeep:S:W3:gryphons:h1\nchief:K:K:king:e1\n";
    let said = imported(text).text;
    let picture = |table: &str| {
        let rest = said.split(&format!("[pieces.{table}]")).nth(1).unwrap();
        let lines = rest.split("[pieces.").next().unwrap().lines();
        lines.filter_map(|line| line.strip_prefix("picture = ")).next().map(str::to_owned)
    };
    assert_eq!(picture("goblin").as_deref(), Some("\"crowned-rook\""));
    assert_eq!(picture("mage").as_deref(), Some("\"gryphon\""));
    assert_eq!(picture("lancer").as_deref(), Some("\"pawn\""));
    // A name of its own, another's drawing, a picture that we do not have, and the king's.
    for table in ["elf", "rook", "tower", "keep", "chief"] {
        assert_eq!(picture(table), None, "{table}\n{said}");
    }
    game(text);
}

#[test]
fn hostile_texts_get_an_answer() {
    let many = format!("files=8\n{}", "a:b:c:d:e\n".repeat(100_000));
    let wide =
        format!("files=16\nranks=8\nKing:K:{}:k:{}\n", "fmWaW".repeat(10_000), "a1-p99,".repeat(10_000));
    let odd = "files=8\nranks=\u{0}8\nK\u{202e}ing:\u{1F600}:K:::\n\"\\:\"\"\":K:x:a1\nfiles=99999999999999999999\n".to_owned();
    for text in [many, wide, odd, "=\n".repeat(50_000), ":".repeat(100_000)] {
        match import(&text, "\u{0}../../x") {
            Ok(games) => assert!(games.iter().all(|game| !game.name.contains(['/', '.']))),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
    assert!(import(&"x".repeat(2 << 20), "x").is_err());
}

#[test]
fn a_piece_without_known_moves_is_not_one_that_cannot_move() {
    let text = "files=8\nmaxPromote=0\nWizzard::::b1\nKing::K::e1\n";
    assert!(left(text).contains("line 3: the diagram has no moves for the wizzard"), "{}", left(text));
    // A falcon goes three steps of a king by any of its ways; a griffon of diagrams does not stop on the first square.
    let falcon = game("files=9\nranks=9\nmaxPromote=0\nroyal=2\nFalcon::::e1\nKing::K::a1\n");
    let moves = texts(&falcon, "k8/9/9/9/4F4/9/9/9/K8 w - - 0 1");
    assert_eq!(moves.iter().filter(|text| text.starts_with("e5")).count(), 16, "{moves:?}");
    let griffon = game("files=8\nranks=8\nmaxPromote=0\nGriffon::::d1\nKing::K::a1\n");
    let moves = texts(&griffon, "k7/8/8/8/3G4/8/8/K7 w - - 0 1");
    assert!(moves.contains(&"d4e6".to_owned()) && moves.contains(&"d4g5".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"d4e5".to_owned()), "{moves:?}");
}

#[test]
fn what_promotion_and_royal_pieces_mean_else_is_told() {
    let pieces = "Pawn::::a2-h2\nKnight:N:::b1,g1\nRook::::a1,h1\nKing::K::e1\n";
    let of = |lines: &str| left(&format!("files=8\nranks=8\n{lines}\n{pieces}"));
    assert!(of("promoChoice=*N*R").contains("without `holdingsType=1`"));
    assert_eq!(of("holdingsType=1\npromoChoice=*N*R"), "");
    assert!(of("promoZone=3\npromoChoice=P2NR").contains("only on some ranks"));
    let king = |moves: &str| left(&format!("files=8\nmaxPromote=0\nRook::::a1,h1\nKing::{moves}::e1\n"));
    assert!(king("KimN").contains("first moves of the king"));
    assert_eq!(king("KisO2"), "");
    // Black's castling is turned as well.
    assert!(king("KirO2").contains("left from right"), "{}", king("KirO2"));
    assert!(king("KnN").contains("in two ways"));
    assert_eq!(king("nKnD"), "");
}

#[test]
fn a_game_turned_by_half_a_circle_castles_where_nothing_tells_left_from_right() {
    let game = game("files=10\nranks=8\nmaxPromote=0\nsymmetry=rotate\nRook::::a1,j1\nKing::::f1\n");
    assert_eq!(game.start().fen(), "r3k4r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    let moves = |fen: &str| texts(&game, fen);
    let white = moves("r3k4r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    assert!(white.contains(&"f1i1".to_owned()) && white.contains(&"f1c1".to_owned()), "{white:?}");
    let black = moves("r3k4r/10/10/10/10/10/10/R4K3R b KQkq - 0 1");
    assert!(black.contains(&"e8b8".to_owned()) && black.contains(&"e8h8".to_owned()), "{black:?}");
}

#[test]
fn pieces_in_hand_may_be_placed_on_any_empty_square() {
    let held = "files=5\nranks=5\nmaxPromote=0\nRook::::a1\nWizard:W:FC:::2\nKing::K::c1\n";
    let game = game(held);
    assert_eq!(game.start().fen(), "r1k2/5/5/5/R1K2[WWww] w - - 0 1");
    let moves = texts(&game, "r1k2/5/5/5/R1K2[Ww] w - - 0 1");
    assert_eq!(moves.iter().filter(|text| text.starts_with("W@")).count(), 21);
    // What is captured is gone.
    let moves = texts(&game, "r1k2/5/5/5/R1K2[w] w - - 0 1");
    assert!(moves.contains(&"a1a5".to_owned()) && !moves.iter().any(|text| text.contains('@')), "{moves:?}");
    assert!(left(&held.replace(":2", ":2,1")).contains("different pieces in hand"));
    for many in ["65", "99999999999", "0,18446744073709551616"] {
        assert!(
            left(&held.replace(":2", &format!(":{many}"))).contains("line 5: more than 64 of a kind in hand")
        );
    }
    assert!(left(&held.replace("FC", "FimC")).contains("count as moved"));
    assert!(left(&held.replace("W:FC", "W:FmabK")).contains("own square"));
}
