//! The evaluation: the same for both players, the same with and without memory, and the sum of its terms.

use crate::common::{Random, variant};
use berolina_engine::tuning::Model;
use berolina_rules::definition::Library;
use berolina_rules::geometry::Color;
use berolina_rules::position::CastlingRook;
use berolina_rules::{Position, Setup, Variant};

/// Positions of random play from the start.
fn positions(name: &str, games: usize, plies: usize) -> Vec<Position> {
    let variant = variant(name);
    let mut random = Random::new(7);
    let mut found = Vec::new();
    for _ in 0..games {
        let mut position = variant.start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
            found.push(position.clone());
        }
    }
    found
}

fn names() -> Vec<String> {
    Library::shipped().names().map(str::to_owned).collect()
}

/// Whether both players begin alike, the one as the other's mirror image.
fn is_symmetric(name: &str) -> bool {
    let library = Library::shipped();
    let definition = library.load(name).expect("a shipped game");
    definition.players[0].army == definition.players[1].army
}

/// Whether a player has several kings: the first of them is looked after, which exchanging the players changes.
fn has_kings(name: &str) -> bool {
    let library = Library::shipped();
    let definition = library.load(name).expect("a shipped game");
    let kings = |id| definition.start.count(Color::White, id);
    definition.royals(Color::White).map(kings).sum::<usize>() > 1
}

/// Whether a game is judged by terms. One in which who loses everything wins is not.
fn has_terms(name: &str) -> bool {
    Model::new(&variant(name)).has_terms()
}

/// The same position with the players exchanged.
fn mirrored(position: &Position) -> Option<Position> {
    let variant = position.variant();
    let shape = variant.shape();
    let setup = position.setup();
    let mut other = Setup::empty(variant);
    for square in shape.iter() {
        other.board[shape.mirror(square).index()] =
            setup.board[square.index()].map(|(kind, color)| (kind, color.other()));
    }
    other.hands = [setup.hands[1].clone(), setup.hands[0].clone()];
    // A board that is turned changes left and right, and with it the file that a rook is named by.
    let rook = |rook| match rook {
        CastlingRook::OnFile(file) if shape.is_turned() => CastlingRook::OnFile(shape.files() - 1 - file),
        rook => rook,
    };
    other.castling = [1, 0].map(|side| setup.castling[side].map(|right| right.map(rook)));
    other.turn = setup.turn.other();
    other.clock = setup.clock;
    other.number = setup.number;
    other.capturer = setup.capturer.map(Color::other);
    other.checks = [setup.checks[1], setup.checks[0]];
    other.blockers = setup.blockers.mirrored(shape);
    other.position(variant).ok()
}

#[test]
fn an_evaluation_is_the_sum_of_its_terms_in_every_game() {
    for name in names().into_iter().filter(|name| has_terms(name)) {
        let mut model = Model::new(&variant(&name));
        for position in positions(&name, 6, 60) {
            let score = model.evaluate(&position);
            assert_eq!(score, model.evaluate(&position), "{name} {}: remembered", position.fen());
            assert_eq!(score, model.retrace(&position), "{name} {}", position.fen());
        }
    }
}

#[test]
fn features_give_the_score_up_to_rounding() {
    for name in names().into_iter().filter(|name| has_terms(name)) {
        let mut model = Model::new(&variant(&name));
        let values = model.values();
        for position in positions(&name, 3, 60) {
            let features = model.features(&position);
            let sum = |which: usize| -> f32 {
                features.terms.iter().map(|&(at, n)| n * values[at as usize][which]).sum()
            };
            let mixed = sum(0) * features.phase + sum(1) * features.scale * (1.0 - features.phase);
            let score = mixed + features.fixed;
            let exact = model.evaluate(&position) as f32;
            assert!((score - exact).abs() < 3.0, "{name} {}: {score} is not {exact}", position.fen());
        }
    }
}

#[test]
fn exchanging_the_players_exchanges_the_score() {
    for name in names().into_iter().filter(|name| is_symmetric(name) && !has_kings(name)) {
        let mut model = Model::new(&variant(&name));
        let positions = positions(&name, 4, 60);
        let mut compared = 0;
        for position in &positions {
            let Some(other) = mirrored(position) else { continue };
            let (ours, theirs) = (model.evaluate(position), model.evaluate(&other));
            // Where a piece's two faces differ so much, rounding may be off by one.
            let slack = i32::from(name == "kyoto-shogi");
            let (fen, exchanged) = (position.fen(), other.fen());
            assert!((ours + theirs).abs() <= slack, "{name} {fen} and {exchanged}: {ours}, {theirs}");
            compared += 1;
        }
        assert!(compared * 10 >= positions.len() * 9, "{name}: {compared} of {}", positions.len());
    }
}

#[test]
fn the_start_of_a_symmetric_game_is_about_even() {
    for name in names().into_iter().filter(|name| is_symmetric(name)) {
        let variant = variant(&name);
        let score = Model::new(&variant).evaluate(&variant.start());
        // What remains is the move, which is worth more in games of few positions a move, from which the weights are.
        assert!((-80..=80).contains(&score), "{name}: {score}");
    }
}

#[test]
fn a_board_full_of_queens_overflows_nothing() {
    let variant = variant("chess");
    let fen = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/8/8/k7 b - - 0 1";
    let position = Position::from_fen(&variant, fen).expect("a position");
    let mut model = Model::new(&variant);
    let score = model.evaluate(&position);
    assert_eq!(score, model.retrace(&position));
    assert!(score > 5_000, "{score}");
}

#[test]
fn weights_go_through_text_and_bad_text_is_passed_over() {
    let near = variant("near");
    let mut model = Model::derived(&near);
    let mut values = model.values();
    for (i, value) in values.iter_mut().enumerate() {
        *value = [value[0] + i as f32 / 10.0, value[1] - i as f32 / 10.0];
    }
    model.set_values(&values);
    let text = model.text("made for a test");
    let mut other = Model::derived(&near);
    other.take(&text);
    assert_eq!(other.values(), model.values());

    let mut other = Model::derived(&near);
    let before = other.values();
    for bad in [
        "",
        "\0\u{fffd} x y\nvalue.Q\nvalue.Q a b\nvalue.Q 1e99 1",
        "board 9x8\nsquare.Q.a1 5 5",
        "tempo NaN 3",
    ] {
        other.take(bad);
        assert_eq!(other.values(), before, "{bad:?}");
    }
}

#[test]
fn weights_hold_only_for_pieces_that_move_alike() {
    let text = Model::derived(&variant("near")).text("");
    let text = text.replace("\ntempo 15 10", "\ntempo 77 7");
    let text = text.lines().map(|line| {
        if line.starts_with("value.") {
            format!("{} 123 123", line.split(' ').next().unwrap())
        } else {
            line.into()
        }
    });
    let text = text.collect::<Vec<String>>().join("\n");
    let berolina = variant("berolina");
    let mut model = Model::derived(&berolina);
    let before = model.values();
    model.take(&text);
    let at = |name: &str| Model::derived(&berolina).names().iter().position(|n| n == name).unwrap();
    assert_eq!(model.values()[at("tempo")], [77.0, 7.0]);
    assert_eq!(model.values()[at("value.Q")], [123.0, 123.0]);
    assert_eq!(model.values()[at("value.P")], before[at("value.P")]);
}

/// How often the weights whose names begin so count, by name.
fn counted(model: &mut Model, position: &Position, prefix: &str) -> Vec<(String, f32)> {
    let names = model.names().to_vec();
    let terms = model.features(position).terms.into_iter();
    terms
        .map(|(at, n)| (names[at as usize].clone(), n))
        .filter(|(name, _)| name.starts_with(prefix))
        .collect()
}

#[test]
fn a_king_that_may_castle_into_cover_counts_as_covered() {
    let chess = variant("chess");
    let mut model = Model::derived(&chess);
    let mut cover = |fen: &str| {
        let position = Position::from_fen(&chess, fen).expect("a position");
        counted(&mut model, &position, "king.cover")
    };
    // White's pawns of the middle are gone. With the right to castle the king's wing covers him already.
    let castled = cover("4k3/8/8/8/8/8/5PPP/5RK1 w - - 0 1");
    let may = cover("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1");
    let not = cover("4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1");
    assert_eq!(may, castled);
    assert_ne!(not, castled);
}

#[test]
fn an_attack_without_the_strongest_pieces_is_less_dangerous() {
    let chess = variant("chess");
    let mut model = Model::derived(&chess);
    let mut danger = |fen: &str| {
        let position = Position::from_fen(&chess, fen).expect("a position");
        let knots = counted(&mut model, &position, "king.attack");
        // Black's king is in danger, which counts for White, so negatively for his opponent.
        knots
            .iter()
            .map(|(name, n)| -n * name["king.attack.".len()..].parse::<f32>().expect("a number"))
            .sum::<f32>()
    };
    let with = danger("5rk1/5p1p/8/6N1/8/3B4/5PPP/3Q2K1 w - - 0 1");
    let without = danger("5rk1/5p1p/8/6N1/8/3B4/5PPP/3R2K1 w - - 0 1");
    assert!(with > without + 4.0, "{with} {without}");
}

#[test]
fn room_counts_while_there_are_many_pieces() {
    let near = variant("near");
    let mut model = Model::derived(&near);
    let start = near.start();
    assert!(counted(&mut model, &start, "room").is_empty(), "both players have the same");
    let advanced = Position::from_fen(&near, "8/rnbqkbnr/pppppppp/8/2PPPP2/PP4PP/RNBQKBNR/8 w - - 0 1")
        .expect("a position");
    assert!(counted(&mut model, &advanced, "room").iter().any(|(_, n)| *n > 0.0));
    let few = Position::from_fen(&near, "8/4k3/pppppppp/8/2PPPP2/PP4PP/4K3/8 w - - 0 1").expect("a position");
    assert!(counted(&mut model, &few, "room").is_empty());
}

#[test]
fn where_a_bare_king_loses_the_weaker_king_is_driven() {
    let driven = |name: &str, fen: &str| {
        let variant = variant(name);
        let position = Position::from_fen(&variant, fen).expect("a position");
        let terms = counted(&mut Model::derived(&variant), &position, "drive");
        terms.iter().map(|(_, n)| n).sum::<f32>()
    };
    // The last man is as good as none, so that his king is driven: at the edge less is missing.
    let edge = driven("courier", "k6m4/12/12/3K8/12/12/1R10/2R9 w - - 0 1");
    let middle = driven("courier", "7m4/12/12/3K1k6/12/12/1R10/2R9 w - - 0 1");
    assert!(edge > 0.0 && edge < middle, "{edge} {middle}");
    // While he has as much there is no hunt, and in chess none before he has nothing.
    assert_eq!(driven("courier", "k6r4/12/12/3K8/12/12/1R10/12 w - - 0 1"), 0.0);
    assert_eq!(driven("chess", "k6n/8/8/3K4/8/8/1R6/2R5 w - - 0 1"), 0.0);
}

#[test]
fn an_explanation_ends_with_the_score() {
    for name in names() {
        let variant: std::sync::Arc<Variant> = variant(&name);
        let mut model = Model::new(&variant);
        let position = variant.start();
        let text = model.explain(&position);
        let score = format!("total {:+.2} for White", f64::from(model.evaluate(&position)) / 100.0);
        assert!(text.contains(&score), "{name}: {text}");
    }
}

/// Every file in `tuned/` is of a shipped game, and everything in it is taken.
#[test]
fn files_of_tuned_weights_fit_their_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tuned");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut model = Model::derived(&variant(&name));
        model.take(&text);
        let comments: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        assert_eq!(model.text(&comments.join("\n")), text, "{}", path.display());
        assert_eq!(Model::new(&variant(&name)).values(), model.values(), "{name}");
    }
}
