//! What must hold for any input at all. Each function takes what a fuzz target or a test invents.

use berolina_rules::definition::{Diagnostic, Library, LoadError, Severity, Style, betza};
use berolina_rules::notation::pgn;
use berolina_rules::{Game, Position};

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
        match game.position().parse_any(line) {
            Err(error) => {
                check_message(&error.to_string());
                check_message(&game.position().why_not(line));
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

/// A text in Betza notation.
pub fn betza(text: &str) {
    let parsed = betza::parse(text);
    assert!(parsed.rays.len() <= betza::MAX_RAYS);
    for fault in &parsed.faults {
        assert!(text.get(fault.at.clone()).is_some(), "`{text}`: a fault at {:?}", fault.at);
        check_message(&fault.message);
        fault.hint.iter().for_each(|hint| check_message(hint));
    }
    for ray in &parsed.rays {
        assert!(
            ray.step != (0, 0) && ray.min >= 1 && ray.min <= ray.max && (ray.moves || ray.captures),
            "{ray:?}"
        );
    }
    if parsed.is_valid() && !text.is_empty() {
        assert!(!parsed.rays.is_empty(), "`{text}` means nothing");
    }
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
            check_play(&Subject::new(definition), bytes);
        }
    }
}

fn is_error(fault: &Diagnostic) -> bool {
    fault.severity == Severity::Error
}

fn check_diagnostic(fault: &Diagnostic, text: &str) {
    check_message(&fault.message);
    check_message(&fault.to_string());
    fault.hint.iter().for_each(|hint| check_message(hint));
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
        position = position.play(legal[usize::from(byte) % legal.len()]);
        check_position(&position, subject);
    }
}
