//! Games that are written for other programs come back as they were.

use std::collections::BTreeSet;

use berolina_exchange::{Feature, Target, export, import};
use berolina_rules::definition::{Library, OptionValues};
use berolina_rules::{Position, Variant};

/// Told of every game that has it, and no matter for moves: draws, and a king that is taken by what can become nothing.
const HARMLESS: [&str; 4] =
    ["`insufficient`", "`promotion.limit`: a piece that can become nothing", "`repetition`", "`clock`"];

/// What our own reader of the other's text does not take for the same, though the other plays it so.
const NOT_READ: [&str; 1] = ["`countingRule"];

/// All shipped games, each with its options at their defaults and with each single other value.
fn games() -> Vec<String> {
    let library = Library::shipped();
    let mut all = Vec::new();
    for name in library.names() {
        all.push(name.to_owned());
        let definition = library.load(name).unwrap();
        for option in &definition.options {
            if let OptionValues::Choice(values) = &option.values {
                let others = values.iter().filter(|value| value.0 != option.default);
                all.extend(others.map(|value| format!("{name}:{}={}", option.name, value.0)));
            }
        }
    }
    all
}

/// The number of positions at some depths from the start.
fn counted(position: &Position) -> Vec<u64> {
    let mut counts = Vec::new();
    for depth in 1..=4 {
        let count = position.perft(depth);
        counts.push(count);
        if count > 30_000 {
            break;
        }
    }
    counts
}

/// Which games come back from a program's text whole, and with the same moves.
fn come_back(target: Target) -> BTreeSet<String> {
    let library = Library::shipped();
    let mut whole = BTreeSet::new();
    let mut odd = Vec::new();
    for name in games() {
        let variant = Variant::load(&library, &name).unwrap();
        let Ok(exported) = export(&variant, target) else { continue };
        if exported.unsaid.iter().any(|what| !HARMLESS.iter().any(|harmless| what.starts_with(harmless))) {
            continue;
        }
        let mut games = import(&exported.text, "it-came-back").unwrap();
        let game = games.pop().unwrap();
        let lost = |what: &String| NOT_READ.iter().any(|known| what.contains(known));
        if !game.unfinished.is_empty() && game.unfinished.iter().all(lost) {
            continue;
        }
        if !game.is_whole() {
            odd.push(format!("{name}: {:?} {:?}", game.unfinished, game.faults));
            continue;
        }
        let mut back = Library::empty();
        back.add_text(&game.name, &game.text).unwrap();
        let back = Variant::load(&back, &game.name).unwrap();
        assert_eq!(
            counted(&variant.start()),
            counted(&back.start()),
            "{name}\n{}\n{}",
            exported.text,
            game.text
        );
        whole.insert(name);
    }
    whole
}

#[test]
fn sections_for_fairy_stockfish_come_back() {
    let whole = come_back(Target::FairyIni);
    for name in ["chess", "near", "shogi", "xiangqi", "grand", "atomic", "racing-kings", "losers"] {
        assert!(whole.contains(name), "{name}: {whole:?}");
    }
    assert!(whole.len() >= 40, "{} {whole:?}", whole.len());
}

#[test]
fn diagrams_come_back() {
    let whole = come_back(Target::Diagram);
    for name in ["chess", "capablanca", "shatranj", "coregal", "grand", "near:win=checkmate"] {
        assert!(whole.contains(name), "{name}: {whole:?}");
    }
    assert!(whole.len() >= 10, "{} {whole:?}", whole.len());
}

#[test]
fn what_a_program_cannot_say_is_told_in_the_text_too() {
    let library = Library::shipped();
    for (name, features) in [
        ("forward", &[Feature::Leaves, Feature::Clock, Feature::PromotionInPlace][..]),
        ("npnc", &[Feature::Entry, Feature::FirstMoves]),
        ("seirawan", &[Feature::Gating]),
    ] {
        let variant = Variant::load(&library, name).unwrap();
        let exported = export(&variant, Target::FairyIni).unwrap();
        for feature in features {
            assert!(
                exported.unsaid.iter().any(|line| line == feature.told()),
                "{name}: {:?}",
                exported.unsaid
            );
            assert!(exported.text.contains(&format!("# - {}", feature.told())), "{}", exported.text);
        }
        let section = exported.text.lines().find(|line| !line.starts_with('#')).unwrap();
        assert!(section.starts_with(&format!("[{name}")), "{section}");
    }
}

#[test]
fn boards_that_a_program_has_not_are_refused_in_one_line() {
    let library = Library::shipped();
    for (name, target) in [
        ("glinski", Target::FairyIni),
        ("cylinder", Target::FairyIni),
        ("glinski", Target::XBoard),
        ("duck", Target::XBoard),
    ] {
        let variant = Variant::load(&library, name).unwrap();
        let error = export(&variant, target).unwrap_err().to_string();
        assert!(error.contains("no such board") || error.contains("blocker"), "{name}: {error}");
        assert!(!error.contains('\n'));
    }
    let mut library = Library::shipped();
    for (keys, told) in [
        ("board.holes = \"d4, d5, e4, e5\"", "no such board"),
        ("pieces.knight.moves = \"jR\"", "no such moves: `jR` of the knight"),
    ] {
        let text = format!("extends = \"chess\"\ntitle = \"X\"\nabout = \"X.\"\n{keys}\n");
        library.add_text("x", &text).unwrap();
        let error = export(&Variant::load(&library, "x").unwrap(), Target::FairyIni).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn xboard_is_told_what_an_engine_tells_it() {
    let variant = Variant::load(&Library::shipped(), "three-check").unwrap();
    let exported = export(&variant, Target::XBoard).unwrap();
    assert!(exported.text.contains("\nsetup (PNBRQ"), "{}", exported.text);
    assert!(exported.text.contains("\npiece N& N\n"), "{}", exported.text);
    assert_eq!(exported.unsaid, [Feature::Checks.told()]);
}

#[test]
fn who_begins_is_said_or_told() {
    let mut library = Library::shipped();
    let file =
        "extends = \"chess\"\ntitle = \"Black first\"\nabout = \"Black begins.\"\nfirst-move = \"black\"\n";
    library.add_text("black-first", file).unwrap();
    let variant = Variant::load(&library, "black-first").unwrap();
    let section = export(&variant, Target::FairyIni).unwrap();
    assert!(section.text.contains("RNBQKBNR b KQkq - 0 1") && section.unsaid.len() == 1, "{section:?}");
    let block = export(&variant, Target::Diagram).unwrap();
    assert!(block.unsaid.iter().any(|what| what.starts_with("`first-move`")), "{block:?}");
}
