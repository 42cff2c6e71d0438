//! What must hold for any input at all. Each function takes what a fuzz target or a test invents.

use berolina_numbers::Random;
use berolina_rules::definition::{Diagnostic, Library, LoadError, Severity, Style, betza, clean_svg};
use berolina_rules::notation::record::{self, Catalog, MoveStyle, NodeId, Record};
use berolina_rules::notation::{Epd, pgn};
use berolina_rules::{Definition, Game, Position, Variant};

use super::games::{self, Subject};
use super::position;

/// Positions with more moves are not searched further: a FEN may fill the board with queens.
const MANY_MOVES: usize = 400;
/// Lines of moves that are tried in one input.
const MANY_LINES: usize = 40;

/// A message is one line that a terminal can show.
fn check_message(message: &str) {
    assert!(!message.is_empty(), "an empty message");
    assert!(!message.chars().any(char::is_control), "a message with control characters: {message:?}");
}

/// The game that the first byte picks, and the rest as text if it is text.
fn picked(bytes: &[u8]) -> Option<(&'static Subject, &str)> {
    let (&first, rest) = bytes.split_first()?;
    Some((games::subject(usize::from(first)), std::str::from_utf8(rest).ok()?))
}

/// A byte for the game, then a FEN.
pub fn fen(bytes: &[u8]) {
    let Some((subject, text)) = picked(bytes) else { return };
    match Position::from_fen(&subject.variant, text) {
        Err(error) => check_message(&error.to_string()),
        Ok(position) => check_position(&position, subject),
    }
    // A line of EPD: what FEN reads is read alike, and what is read has a FEN.
    match Epd::read(&subject.variant, text) {
        Err(error) => check_message(&error.to_string()),
        Ok(epd) => {
            if let Ok(position) = Position::from_fen(&subject.variant, text) {
                assert!(position == epd.position && epd.operations.is_empty(), "{text}");
            }
            check_position(&epd.position, subject);
        }
    }
}

fn check_position(position: &Position, subject: &Subject) {
    let _ = (position.outcome(), position.claim(), position.promotion_choices());
    position::check_fen(position);
    if position.legal_moves().len() <= MANY_MOVES {
        position::check(position, &subject.free);
        position::check_san(position);
    }
}

/// A byte for the game, then moves, one on each line.
pub fn moves(bytes: &[u8]) {
    let Some((subject, text)) = picked(bytes) else { return };
    let mut game = Game::new(subject.variant.start());
    for line in text.lines().take(MANY_LINES) {
        // What files of other programs write is read too, and nothing is read otherwise for it.
        let (read, written) = (game.position().parse_any(line), game.position().parse_written(line));
        match (&read, &written) {
            (Ok(mv), Ok(written)) => assert_eq!(*mv, written.mv, "`{line}`"),
            (Ok(_), Err(error)) => panic!("`{line}`: {error}"),
            (Err(_), Ok(written)) => assert!(game.position().is_legal(written.mv), "`{line}`"),
            (Err(_), Err(error)) => check_message(&error.to_string()),
        }
        match read {
            Err(error) => {
                check_message(&error.to_string());
                check_message(&game.position().why_not(line).to_string());
            }
            Ok(mv) => {
                assert!(game.position().is_legal(mv), "`{line}` is read as an illegal move");
                let text = game.position().move_text(mv);
                assert_eq!(game.position().parse_move(&text), Ok(mv));
                assert_eq!(game.position().parse_san(&game.position().san(mv)), Ok(mv));
                game.push(mv);
                position::check_fen(game.position());
            }
        }
    }
    let _ = (game.outcome(), game.occurrences());
    position::check(game.position(), &subject.free);
    while game.pop().is_some() {}
    assert!(game.position() == &subject.variant.start(), "taking all moves back is not the start");
}

/// A PGN file. What is read of it is written so that it is read as the same again.
pub fn pgn(bytes: &[u8]) {
    let read: Vec<_> = pgn::read(bytes).collect();
    let streamed: Vec<_> = pgn::read_from(bytes)
        .map(|result| match result {
            Ok(game) => Ok(game),
            Err(pgn::ReadError::Damage(damage)) => Err(damage),
            Err(pgn::ReadError::Io(error)) => panic!("a slice cannot fail: {error}"),
        })
        .collect();
    assert_eq!(read, streamed, "a slice and a stream are read alike");
    for result in &read {
        let game = match result {
            Ok(game) => Some(game),
            Err(damage) => {
                check_message(&damage.to_string());
                damage.game.as_deref()
            }
        };
        if let Some(game) = game {
            let text = pgn::write(game);
            let again: Vec<_> = pgn::read(text.as_bytes()).collect();
            assert_eq!(again, [Ok(game.normalized())], "{text}");
            assert_eq!(pgn::write(&game.normalized()), text);
        }
    }
}

/// A byte for how many changes, as many pairs that say which, then a PGN file: the trees that analysis shows. Whatever is
/// removed, promoted and said, a tree is written so that it is read as the same again.
pub fn tree(bytes: &[u8]) {
    let Some((&count, rest)) = bytes.split_first() else { return };
    let (changes, pgn) = rest.split_at(usize::from(count % 16 * 2).min(rest.len()));
    let mut catalog = Catalog::new(Library::shipped());
    let found: Vec<_> = record::read(pgn, &mut catalog).take(4).collect();
    for read in found {
        let mut tree = match read {
            Ok(tree) => tree,
            Err(error) => {
                check_message(&error.to_string());
                let Some(tree) = error.record else { continue };
                *tree
            }
        };
        tree.notices().iter().for_each(|notice| check_message(&notice.to_string()));
        for change in changes.chunks_exact(2) {
            change_tree(&mut tree, change[0], usize::from(change[1]));
        }
        let text = tree.to_text(MoveStyle::San);
        let again =
            record::read(text.as_bytes(), &mut catalog).next().expect("a game").expect("a legal game");
        assert!(again.notices().is_empty(), "what was left out is written as a comment: {text}");
        assert_eq!(again.to_text(MoveStyle::San), text);
        let sizes = [&tree, &again].map(|tree| whole(tree).len());
        assert_eq!(sizes[0], sizes[1], "{text}");
    }
}

fn change_tree(tree: &mut Record, how: u8, which: usize) {
    let nodes = whole(tree);
    let Some(&node) = nodes.get(which % nodes.len().max(1)) else { return };
    assert_eq!(tree.node(node.index()), Some(node));
    match how % 4 {
        0 => {
            let gone = tree.path(node);
            tree.remove(node);
            assert_eq!(tree.node(node.index()), None);
            assert!(gone[..gone.len() - 1].iter().all(|&id| tree.node(id.index()) == Some(id)));
        }
        1 => match tree.promote(node) {
            Ok(()) => assert_eq!(tree.next(tree.parent(node)), Some(node)),
            Err(error) => check_message(&error.to_string()),
        },
        2 => {
            let notes = tree.notes_mut(node);
            notes.judge(Some("[%eval 0.35]"), Some("Blunder: Nf3 was better."), Some(4));
            assert_eq!((notes.eval(), notes.nags.first()), (Some("0.35"), Some(&4)));
            let once = notes.clone();
            notes.judge(Some("[%eval 0.35]"), Some("Blunder: Nf3 was better."), Some(4));
            assert_eq!(*notes, once);
        }
        _ => {
            let notes = tree.notes_mut(node);
            let _ = notes.eval();
            notes.say(" a  word } of mine ");
            assert_eq!(notes.said(), "a word } of mine");
        }
    }
}

/// All moves of a tree.
fn whole(tree: &Record) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = tree.children(None).collect();
    let mut seen = 0;
    while let Some(&id) = found.get(seen) {
        seen += 1;
        found.extend(tree.children(Some(id)));
    }
    found
}

/// A text in Betza notation.
pub fn betza(text: &str) {
    let parsed = betza::parse(text);
    assert!(parsed.rays.len() <= betza::MAX_RAYS);
    for fault in &parsed.faults {
        assert!(text.get(fault.at.clone()).is_some(), "`{text}`: a fault at {:?}", fault.at);
        check_message(&fault.message.to_string());
        fault.hint.iter().for_each(|hint| check_message(&hint.to_string()));
    }
    for ray in &parsed.rays {
        assert!(
            ray.step != (0, 0) && ray.min >= 1 && ray.min <= ray.max && (ray.moves || ray.captures),
            "{ray:?}"
        );
    }
    if parsed.is_valid() && !text.trim().is_empty() {
        assert!(!parsed.rays.is_empty() || !parsed.is_plain(), "`{text}` means nothing");
        betza_written_back(text);
    }
}

/// A text in Betza notation that can be played, written by its moves, means the same.
pub fn betza_written_back(text: &str) {
    let sorted = |text: &str| {
        let mut parsed = betza::parse(text);
        parsed.rays.sort_unstable();
        parsed.first.sort_unstable();
        parsed.en_passant.sort_unstable();
        (parsed.rays, parsed.first, parsed.en_passant, parsed.castling)
    };
    let written = betza::write(&betza::parse(text)).unwrap_or_else(|| panic!("`{text}` cannot be written"));
    let again = betza::parse(&written);
    assert!(
        again.is_valid() || written.len() > betza::MAX_TEXT,
        "`{text}` is `{written}`: {:?}",
        again.faults
    );
    if written.len() <= betza::MAX_TEXT {
        assert_eq!(sorted(text), sorted(&written), "`{text}` is `{written}`");
    }
}

/// An SVG: what is kept of it is a drawing and nothing else.
pub fn svg(text: &str) {
    match clean_svg(text) {
        Ok(kept) => assert!(is_drawing(&kept), "`{text}` is kept as `{kept}`"),
        Err(fault) => {
            assert!(text.get(fault.at.clone()).is_some(), "`{text}`: a fault at {:?}", fault.at);
            check_message(&fault.message.to_string());
            fault.hint.iter().for_each(|hint| check_message(&hint.to_string()));
        }
    }
}

/// Whether a text is what the app and the program take for a drawing of a piece's own.
fn is_drawing(text: &str) -> bool {
    let ink = |ink: &str| {
        let hex = |hex: &str| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit());
        matches!(ink, "none" | "player") || ink.strip_prefix('#').is_some_and(hex)
    };
    text.lines().all(|line| {
        let Some((paint, path)) = line.split_once(' ') else { return false };
        let parts: Vec<&str> = paint.split(',').collect();
        let painted = match parts[..] {
            [role] => ["body", "line", "mark", "accent"].contains(&role),
            [fill, stroke, width] | [fill, stroke, width, "evenodd"] => {
                ink(fill) && ink(stroke) && width.parse::<f64>().is_ok_and(|w| (0.0..=24.0).contains(&w))
            }
            _ => false,
        };
        painted
            && path.starts_with('M')
            && path.bytes().all(|b| b.is_ascii_digit() || b"MLCZ .-".contains(&b))
    })
}

/// A variant file, which may extend any shipped game. If it can be played, so can its first plies.
pub fn variant_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut library = Library::shipped();
    if library.add_text("fuzzed", text).is_err() {
        return;
    }
    let faults = library.check("fuzzed");
    faults.iter().for_each(|fault| check_diagnostic(fault, text));
    match library.load("fuzzed") {
        Err(LoadError::Unknown(line)) => check_message(&line),
        Err(LoadError::Faulty(found)) => {
            assert!(found.iter().any(is_error), "refused without an error");
            assert!(faults.iter().any(is_error), "`check` finds no error: {found:?}");
        }
        Ok(definition) => {
            let name = definition.full_name();
            assert_eq!(library.load(&name).as_ref().ok(), Some(&definition), "{name}");
            let subject = Subject::load(&library, &name).expect("loaded before");
            check_play(&subject, bytes);
        }
    }
}

fn is_error(fault: &Diagnostic) -> bool {
    fault.severity() == Severity::Error
}

fn check_diagnostic(fault: &Diagnostic, text: &str) {
    check_message(&fault.message.to_string());
    check_message(&fault.to_string());
    fault.hint.iter().for_each(|hint| check_message(&hint.to_string()));
    let _ = (fault.render(Style::Plain), fault.render(Style::Coloured));
    if fault.file == "fuzzed.toml" {
        assert!(text.get(fault.span.clone()).is_some(), "{fault}: at {:?}", fault.span);
    }
}

/// The start and a few plies that the bytes choose.
pub fn check_play(subject: &Subject, bytes: &[u8]) {
    let mut position = subject.variant.start();
    check_position(&position, subject);
    for &byte in bytes.iter().rev().take(8) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position = position.play_unchecked(legal[usize::from(byte) % legal.len()]);
        check_position(&position, subject);
    }
}

/// A definition as bytes, changed anyhow: no game, or one that can be played. Returns whether it is a game.
pub fn packed(bytes: &[u8]) -> bool {
    let Some(definition) = Definition::unpacked(bytes) else { return false };
    let variant = Variant::new(definition);
    let mut game = Game::new(variant.start());
    let mut random = Random::new(bytes.len() as u64);
    for _ in 0..50 {
        let position = game.position();
        let moves = position.legal_moves();
        let _ = (game.outcome(), game.occurrences(), position.claim(), position.cost());
        let fen = position.fen();
        let _ = Position::from_fen(&variant, &fen);
        if moves.is_empty() || moves.len() > MANY_MOVES {
            break;
        }
        let mv = moves[random.below(moves.len())];
        let _ = (position.san(mv), position.move_text(mv), position.effect(mv));
        game.push(mv);
    }
    true
}
