//! Records written and read again.

use std::sync::Arc;

use berolina_rules::notation::pgn::{self, GameResult, MAX_DEPTH};
use berolina_rules::notation::record::{self, AddError, MoveStyle, NodeId, Notes};
use berolina_rules::{Catalog, Game, Move, Position, Record, Variant};
use proptest::prelude::*;

use super::random::{LIBRARY, Random, any_move, config, game, spec, variant, variants};

pub(crate) fn read_one(text: &str) -> Record {
    let mut catalog = Catalog::new(LIBRARY.clone());
    let mut records: Vec<_> = record::read(text.as_bytes(), &mut catalog).collect();
    let shown: String = text.chars().take(2000).collect();
    assert_eq!(records.len(), 1, "{shown}");
    records.remove(0).unwrap_or_else(|error| panic!("{error} in:\n{shown}"))
}

/// A tree in short: each move with what is said about it, and the moves after it.
fn tree(record: &Record) -> Vec<(Option<NodeId>, Move, Notes)> {
    let mut all = Vec::new();
    let mut open: Vec<NodeId> = record.children(None).collect();
    open.reverse();
    while let Some(node) = open.pop() {
        all.push((record.parent(node), record.mv(node), record.notes(node).clone()));
        let children: Vec<_> = record.children(Some(node)).collect();
        open.extend(children.into_iter().rev());
    }
    all
}

/// A tree whatever its nodes are called: how far each move is from the start, in order.
fn shape(record: &Record) -> Vec<(usize, Move, Notes)> {
    tree(record)
        .into_iter()
        .map(|(parent, mv, notes)| (parent.map_or(0, |p| record.path(p).len()), mv, notes))
        .collect()
}

fn assert_same(a: &Record, b: &Record, text: &str) {
    assert_eq!(a.variant().definition().full_name(), b.variant().definition().full_name(), "{text}");
    assert_eq!(a.start(), b.start(), "{text}");
    assert_eq!(shape(a), shape(b), "{text}");
    assert_eq!(a.comments, b.comments, "{text}");
    assert_eq!(a.result(), b.result(), "{text}");
}

/// The tags of a record and those of the roster, sorted.
fn all_tags(record: &Record) -> Vec<(String, String)> {
    let mut tags = record.to_pgn(MoveStyle::San).normalized().tags;
    tags.sort();
    tags
}

fn assert_written_and_read(record: &Record) -> String {
    let text = record.to_text(MoveStyle::San);
    for style in [MoveStyle::San, MoveStyle::Coordinates] {
        let written = record.to_text(style);
        let again = read_one(&written);
        assert_same(&again, record, &written);
        assert_eq!(all_tags(&again), all_tags(record));
        assert_eq!(again.to_text(style), written);
        assert_eq!(again.to_text(MoveStyle::San), text);
    }
    text
}

/// A record by chance: its main line a game, and variations with comments.
fn decorated(variant: &Arc<Variant>, chance: &mut Random) -> Record {
    let start = game(variant, chance.below(3) * 10, chance);
    let main = game(variant, 40, chance);
    let mut record =
        if chance.below(3) == 0 { Record::new(start.position().clone()) } else { Record::from_game(&main) };
    let texts = [
        "a { brace",
        "} closed {",
        "[Event \"x\"]",
        "; semicolon",
        "( 1. e4 )",
        "*",
        "é\u{2658}",
        "two words",
    ];
    let mut nodes = vec![None];
    nodes.extend(record.main_line().map(Some));
    for _ in 0..chance.below(30) {
        let at = *chance.pick(&nodes);
        let Some(mv) = any_move(&record.position(at), chance) else { continue };
        let node = record.add(at, mv).unwrap();
        nodes.push(Some(node));
        let notes = record.notes_mut(node);
        match chance.below(6) {
            0 => notes.before.push((*chance.pick(&texts)).to_owned()),
            1 => notes.after.push((*chance.pick(&texts)).to_owned()),
            2 => notes.nags.push(chance.bits() as u8),
            _ => {}
        }
    }
    for name in ["White", "Annotator", "Odd \"name\""] {
        if chance.below(2) == 0 {
            record.set_tag(name, *chance.pick(&["\\ and \"", "", "A", "1-0"]));
        }
    }
    if chance.below(2) == 0 {
        record.comments.push((*chance.pick(&texts)).to_owned());
    }
    let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    record.set_result(*chance.pick(&results));
    record
}

proptest! {
    #![proptest_config(config(8))]

    /// A game that was played is saved and loaded: moves, result and tags are the same.
    #[test]
    fn a_played_game(seed: u64) {
        let mut chance = Random::new(seed);
        for variant in variants(&mut chance) {
            let played = game(&variant, 150, &mut chance);
            let mut record = Record::from_game(&played);
            record.set_tag("White", "W");
            let text = assert_written_and_read(&record);
            let again = read_one(&text);
            assert_eq!(again.game().moves(), played.moves());
            assert_eq!(again.game().position(), played.position());
            assert_eq!(again.outcome(), played.outcome());
            let result = played.outcome().map_or("*", |outcome| outcome.score());
            assert!(text.ends_with(&format!("{result}\n\n")), "{text}");
            assert_eq!(again.tag("Termination").is_some(), played.outcome().is_some());
        }
    }

    /// Variations, comments, glyphs, tags and other start positions come back as they were.
    #[test]
    fn a_decorated_record(seed: u64) {
        let mut chance = Random::new(seed);
        for variant in variants(&mut chance) {
            assert_written_and_read(&decorated(&variant, &mut chance));
        }
    }

    /// Every combination of options is named so that the file can be read again.
    #[test]
    fn names_with_options(seed: u64) {
        let mut chance = Random::new(seed);
        let mut catalog = Catalog::new(LIBRARY.clone());
        for name in LIBRARY.names() {
            let spec = spec(name, &mut chance);
            let full = LIBRARY.load(&spec).unwrap().full_name();
            let spaced = full.replace(':', " : ").replace('=', " = ").replace(',', " , ");
            for text in [spec, full.to_uppercase(), spaced, full.clone()] {
                prop_assert_eq!(catalog.find(&text).unwrap().definition().full_name(), full.as_str());
            }
        }
    }
}

/// Long lines, variations of them, and some removed: whichever positions a record keeps, each is what the moves
/// before it make of the start.
#[test]
fn positions_are_those_of_the_moves_before() {
    let mut chance = Random::new(17);
    for name in ["crazyhouse", "npnc"] {
        let mut record = Record::from_game(&game(&variant(name), 150, &mut chance));
        let mut nodes: Vec<NodeId> = record.main_line().collect();
        for round in 0..400 {
            let at = if chance.below(3) == 0 { *chance.pick(&nodes) } else { nodes[nodes.len() - 1] };
            let Some(mv) = any_move(&record.position(Some(at)), &mut chance) else { continue };
            nodes.push(record.add(Some(at), mv).unwrap());
            if round % 97 == 96 {
                record.remove(nodes[nodes.len() - 1 - chance.below(20)]);
                nodes.retain(|node| record.node(node.index()).is_some());
            }
        }
        let again = read_one(&record.to_text(MoveStyle::San));
        let read = again.main_line().collect();
        for (record, nodes) in [(&record, &nodes), (&again, &read)] {
            assert!(nodes.iter().any(|&node| record.path(node).len() > 100), "{name}: no long line");
            for &node in nodes {
                let moves = record.path(node).into_iter().map(|node| record.mv(node));
                let expected = moves.fold(record.start().clone(), |position, mv| position.play_unchecked(mv));
                assert_eq!(record.position(Some(node)), expected);
            }
        }
    }
}

#[test]
fn deep_variations() {
    let chess = variant("chess");
    let mut record = Record::new(chess.start());
    // Knights go out and home, each time with another move of the other knight instead.
    let mut at = None;
    for depth in 0..=MAX_DEPTH {
        let position = record.position(at);
        let legal = position.legal_moves();
        let main = record.add(at, legal[0]);
        let main = main.unwrap_or_else(|error| panic!("{depth}: {error}"));
        match record.add(at, legal[1]) {
            Ok(variation) => {
                assert!(depth < MAX_DEPTH);
                at = Some(variation);
            }
            Err(error) => assert_eq!((depth, error), (MAX_DEPTH, AddError::TooDeep)),
        }
        assert_eq!(record.children(record.parent(main)).next(), Some(main));
    }
    let text = assert_written_and_read(&record);
    assert_eq!(text.matches('(').count(), MAX_DEPTH);
    assert_eq!(read_one(&text).path(at.unwrap()).len(), MAX_DEPTH);
}

#[test]
fn many_variations_of_one_move_and_a_long_line() {
    let alternatives = "(1. d4 d5) ".repeat(20_000);
    let line = "Nf3 Nf6 Ng1 Ng8 ".repeat(2_000);
    let record = read_one(&format!("1. e4 {alternatives} e5 {line} *"));
    assert_eq!(record.children(None).count(), 20_001);
    assert_eq!(record.main_line().count(), 8_002);
    assert_eq!(record.outcome().unwrap().reason.name(), "repetition");
    assert_eq!(record.to_text(MoveStyle::San).matches('(').count(), 20_000);
}

#[test]
fn variations_of_variations_are_kept_in_order() {
    let record = read_one("1. e4 (1. d4 (1. c4 {c} c5) 1... d5) (1. b4) 1... e5 *");
    let text = record.to_text(MoveStyle::San);
    assert!(text.ends_with("\n\n1. e4 (1. d4 d5) (1. c4 {c} 1... c5) (1. b4) 1... e5 *\n\n"), "{text}");
    let firsts: Vec<_> = record.children(None).map(|node| record.start().san(record.mv(node))).collect();
    assert_eq!(firsts, ["e4", "d4", "c4", "b4"]);
    assert_written_and_read(&record);
}

#[test]
fn comments_with_braces() {
    let mut record = read_one("1. e4 e5 *");
    let node = record.main_line().next().unwrap();
    record.notes_mut(node).after.push("a } brace { and more".to_owned());
    record.notes_mut(node).before.push("{{".to_owned());
    record.comments.push("}".to_owned());
    let again = read_one(&assert_written_and_read(&record));
    assert_eq!(again.notes(node).after, ["a } brace { and more"]);
    assert_eq!(again.notes(node).before, ["{{"]);
    assert_eq!(again.comments, ["}"]);
}

#[test]
fn tags_stand_in_the_order_of_the_standard() {
    let near = variant("near:win=checkmate");
    let fen = "8/rnbqkbnr/pppp1ppp/4p3/8/PPPPPPPP/RNBQKBNR/8 w - - 3 17";
    let mut record = Record::new(Position::from_fen(&near, fen).unwrap());
    for name in ["Zeitnot", "White", "ECO", "Annotator"] {
        record.set_tag(name, "x");
    }
    record.add(None, record.start().parse_any("e4").unwrap()).unwrap();
    let text = assert_written_and_read(&record);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"x\"]\n[Black \"?\"]\n\
         [Result \"*\"]\n[Annotator \"x\"]\n[ECO \"x\"]\n[FEN \"8/rnbqkbnr/pppp1ppp/4p3/8/PPPPPPPP/RNBQKBNR/8 w - - \
         3 17\"]\n[SetUp \"1\"]\n[Variant \"near:win=checkmate\"]\n[Zeitnot \"x\"]\n\n17. e4 *\n\n"
    );
    assert_eq!(pgn::read(text.as_bytes()).next().unwrap().unwrap().tag_place("ECO").unwrap().line, 9);
}

#[test]
fn the_result_follows_the_moves() {
    let mut record = read_one("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0");
    assert_eq!(record.told_result(), GameResult::WhiteWins);
    assert_eq!(record.result(), GameResult::BlackWins);
    record.set_result(GameResult::Draw);
    assert!(record.to_text(MoveStyle::San).contains("[Result \"0-1\"]"));
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    assert_eq!(read_one(&format!("{repeated} *")).result(), GameResult::Draw);
    assert_eq!(read_one(&format!("{repeated} 0-1")).result(), GameResult::BlackWins);
    assert_eq!(read_one("[Result \"1/2-1/2\"]\n\n1. e4").result(), GameResult::Draw);
    let game: Game = read_one(repeated).game();
    assert!(game.outcome().is_some() && Record::from_game(&game).result() == GameResult::Draw);
}

#[test]
fn an_illegal_move_is_not_added() {
    let mut record = read_one("1. e4 *");
    let e4 = record.main_line().next().unwrap();
    assert_eq!(record.add(Some(e4), record.mv(e4)), Err(AddError::Illegal));
    assert_eq!(record.main_line().count(), 1);
    assert_eq!(record.next(Some(e4)), None);
    record.set_tag("FEN", "nonsense");
    record.set_tag("Result", "nonsense");
    assert!(record.tags().is_empty() && !record.to_text(MoveStyle::San).contains("nonsense"));
}
