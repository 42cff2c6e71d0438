//! Positions that nobody, or only one player, can win any more, and what is called check.

use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Color, Square};
use berolina_rules::position::{Position, Setup};
use berolina_rules::tables::Kind;
use berolina_rules::{Library, Reason, Variant};
use std::sync::Arc;

use crate::common::Random;

/// A game, a position, whether White and whether Black could still win, and whether it is drawn at once.
const ENDINGS: [(&str, &str, bool, bool, bool); 64] = [
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false, true),
    ("chess", "Q7/8/8/4k3/8/8/8/K7 w - - 0 1", true, false, false),
    ("chess", "N7/8/8/4k3/8/8/8/K7 w - - 0 1", false, false, true),
    ("chess", "NN6/8/8/4k3/8/8/8/K7 w - - 0 1", true, false, false),
    ("chess", "N7/8/8/4k3/8/8/8/K5n1 w - - 0 1", true, true, false),
    ("chess", "B7/8/8/4k3/8/8/8/K6b w - - 0 1", false, false, true),
    ("chess", "B7/8/8/4k3/8/8/8/K5b1 w - - 0 1", true, true, false),
    ("chess", "B7/8/8/4k3/8/8/8/K4N2 w - - 0 1", true, false, false),
    ("chess", "8/P7/8/4k3/8/8/8/K7 w - - 0 1", true, false, false),
    ("chess960", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false, true),
    ("knightmate", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false, true),
    ("antichess", "8/8/8/8/8/6b1/8/5B2 w - - 0 1", false, false, true),
    ("antichess", "8/8/8/8/8/6b1/8/6B1 w - - 0 1", true, true, false),
    ("antichess", "8/8/8/8/8/6b1/7p/5B2 w - - 0 1", true, true, false),
    ("antichess", "8/8/8/8/8/6b1/8/4BB2 w - - 0 1", false, true, false),
    ("antichess", "8/8/8/8/8/6n1/8/5B2 w - - 0 1", true, true, false),
    ("atomic", "7k/8/8/8/8/8/8/K7 w - - 0 1", false, false, true),
    ("atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false, true),
    ("atomic", "R6k/7p/8/8/8/8/8/K7 b - - 0 1", true, true, false),
    ("atomic", "6k1/8/8/8/8/8/8/KR6 w - - 0 1", false, false, true),
    ("atomic", "6k1/8/8/8/8/8/8/KQ6 w - - 0 1", true, false, false),
    ("atomic", "6k1/8/8/8/8/8/8/KB4b1 w - - 0 1", true, true, false),
    ("three-check", "4k3/8/8/8/8/8/8/K7 w - - 1+3 0 1", false, false, true),
    ("three-check", "4k3/8/8/8/8/8/8/KN6 w - - 1+3 0 1", true, false, false),
    ("king-of-the-hill", "4k3/8/8/8/8/8/8/K7 w - - 0 1", true, true, false),
    ("racing-kings", "8/8/8/8/8/8/8/K6k w - - 0 1", true, true, false),
    ("crazyhouse", "4k3/8/8/8/8/8/8/K7[] w - - 0 1", false, false, false),
    ("crazyhouse", "4k3/8/8/8/8/8/8/K7[Q] w - - 0 1", true, true, false),
    ("crazyhouse", "4k2r/8/8/8/8/8/8/K7[] w - - 0 1", true, true, false),
    ("seirawan", "k7/8/8/8/8/8/8/K7[] w - - 0 1", false, false, true),
    ("seirawan", "k7/8/8/8/8/8/8/KN6[] w - - 0 1", false, false, true),
    ("seirawan", "k7/8/8/8/8/8/8/KQ6[] w - - 0 1", true, false, false),
    ("makruk", "k7/8/8/8/8/8/8/K7 w - - 0 1", false, false, true),
    ("makruk", "k7/8/8/8/8/8/8/KM6 w - - 0 1", false, false, true),
    ("makruk", "k7/8/8/8/8/8/8/KS6 w - - 0 1", true, false, false),
    ("asean", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", false, false, true),
    ("coregal", "k7/8/8/8/8/8/8/K7 w - - 0 1", false, false, true),
    ("coregal", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", true, false, false),
    ("spartan", "k7/8/8/8/8/8/8/K7 w - - 0 1", false, false, true),
    ("spartan", "kk6/8/8/8/8/8/8/K7 w - - 0 1", false, true, false),
    ("xiangqi", "3k5/9/4b4/9/9/9/9/4B4/9/4K4 w - - 0 1", false, false, true),
    ("xiangqi", "3k5/4a4/9/9/9/9/9/4B4/4A4/4K4 w - - 0 1", false, false, true),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/9/N3K4 w - - 0 1", true, true, false),
    ("minixiangqi", "7/4k2/7/7/7/2K4/7 w - - 0 1", false, false, true),
    ("shako", "k9/10/10/10/10/10/10/10/10/KC8 w - - 0 1", false, false, true),
    ("shako", "k9/10/10/10/10/10/10/10/10/KR8 w - - 0 1", true, false, false),
    ("glinski", "k/3/5/7/9/11/11/11/11/11/5K5 w - - 0 1", false, false, true),
    ("glinski", "k/3/5/7/9/11/11/11/11/11/Q4K5 b - - 0 1", true, false, false),
    ("shatranj", "k7/8/8/8/8/8/8/K7 w - - 0 1", false, false, true),
    ("shatranj", "k7/8/8/8/8/8/8/KR6 b - - 0 1", true, true, false),
    ("horde", "4k3/8/8/8/8/8/8/7P w - - 0 1", true, true, false),
    ("near", "k7/8/8/8/8/8/8/K7 w - - 0 1", true, true, false),
    ("near:win=checkmate", "k7/8/8/8/8/8/8/K7 w - - 0 1", true, true, false),
    ("losers", "k6q/8/8/8/8/8/8/KR6 w - - 0 1", true, true, false),
    ("extinction", "k4qrb/p6n/8/8/8/8/PN6/KQ4BR w - - 0 1", true, true, false),
    ("three-kings", "k1k4k/8/8/8/8/8/8/K1K4K w - - 0 1", true, true, false),
    ("duck", "k7/8/8/8/8/8/8/K7 w - - 0 1", true, true, false),
    ("forward", "k7/8/8/8/8/8/8/K7 w - - 0 1 -", true, true, false),
    ("npnc", "4k4/9/9/9/9/9/9/4K4[Jj] w - - 0 1", false, false, true),
    ("capablanca", "4k5/10/10/10/10/10/10/KN8 w - - 0 1", false, false, true),
    ("capablanca", "4k5/10/10/10/10/10/10/KA8 w - - 0 1", true, false, false),
    ("cylinder", "4k3/8/8/8/8/8/8/K7 w - - 0 1", false, false, true),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1", true, true, false),
    ("grand", "4k5/10/10/10/10/10/10/10/10/K9 w - - 0 1", false, false, true),
];

fn variant(name: &str) -> Arc<Variant> {
    Variant::load(&Library::shipped(), name).expect("a shipped game")
}

#[test]
fn who_can_still_win_is_told() {
    let mut wrong = Vec::new();
    for (name, fen, white, black, drawn) in ENDINGS {
        let position = match Position::from_fen(&variant(name), fen) {
            Ok(position) => position,
            Err(error) => {
                wrong.push(format!("{name} {fen}: {error}"));
                continue;
            }
        };
        let found = Color::ALL.map(|color| position.can_win(color));
        let reason = position.outcome().map(|outcome| outcome.reason);
        if found != [white, black] || drawn != (reason == Some(Reason::InsufficientMaterial)) {
            wrong.push(format!("{name} {fen}: {found:?}, {reason:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Who could not win any more never does, whatever is played.
#[test]
fn nobody_wins_who_cannot() {
    let library = Library::shipped();
    let mut random = Random::new(53);
    let mut found = 0;
    for name in library.names() {
        let variant = variant(name);
        for _ in 0..60 {
            let Some(position) = scattered(&variant, &mut random) else { continue };
            let cannot: Vec<Color> = Color::ALL.into_iter().filter(|&c| !position.can_win(c)).collect();
            found += cannot.len();
            if !cannot.is_empty() {
                play_on(name, position, &cannot, &mut random);
            }
        }
    }
    assert!(found > 500, "{found} players could not win: too few");
}

/// Royal pieces as at the start, and up to three others anywhere.
fn scattered(variant: &Arc<Variant>, random: &mut Random) -> Option<Position> {
    let start = Setup::start(variant);
    let mut setup = Setup::empty(variant);
    let cells: Vec<usize> = variant.shape().iter().map(berolina_rules::geometry::Square::index).collect();
    let position = variant.start();
    let mut put = |piece, random: &mut Random| {
        for _ in 0..20 {
            let at = cells[random.below(cells.len())];
            let (kind, color): (Kind, Color) = piece;
            let rules = variant.definition().rules(color, variant.kinds()[kind.index()].piece);
            let stays = rules.stays_in.is_none_or(|region| region.contains(Square(at as u8)));
            if stays && setup.board[at].is_none() {
                setup.board[at] = Some(piece);
                return;
            }
        }
    };
    let royals: Vec<_> =
        start.board.iter().flatten().filter(|(kind, color)| position.is_royal(*kind, *color)).collect();
    if royals.len() <= 6 {
        royals.into_iter().for_each(|&piece| put(piece, random));
    }
    for _ in 0..random.below(4) {
        let kind = Kind::new(random.below(variant.definition().pieces.len()));
        let color = Color::ALL[random.below(2)];
        if !position.is_royal(kind, color) || start.board.iter().flatten().count() > 20 {
            put((kind, color), random);
        }
    }
    setup.turn = Color::ALL[random.below(2)];
    setup.position(variant).ok().filter(|position| position.outcome().is_none_or(|o| !o.reason.is_final()))
}

fn play_on(name: &str, position: Position, cannot: &[Color], random: &mut Random) {
    let fen = position.fen();
    for _ in 0..6 {
        let mut now = position.clone();
        for _ in 0..40 {
            if let Some(outcome) =
                now.outcome().filter(|outcome| outcome.reason.is_final() || outcome.winner.is_some())
            {
                let won = outcome.winner.is_some_and(|winner| cannot.contains(&winner));
                assert!(!won, "{name} {fen}: {outcome:?} in {}", now.fen());
                break;
            }
            let moves = now.legal_moves();
            for &mv in &moves {
                let after = now.play_unchecked(mv);
                let winner = after.outcome().and_then(|outcome| outcome.winner);
                let won = winner.is_some_and(|winner| cannot.contains(&winner));
                assert!(!won, "{name} {fen}: {} wins in {}", now.move_text(mv), now.fen());
                for &color in cannot {
                    assert!(
                        !after.can_win(color),
                        "{name} {fen}: {} can win in {}",
                        color.name(),
                        after.fen()
                    );
                }
            }
            now = now.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn check_is_said_where_it_must_be_answered_or_the_game_calls_it_so() {
    let said = |name: &str, fen: &str, mv: &str| {
        let position = Position::from_fen(&variant(name), fen).expect("a position");
        let mv = position.parse_any(mv).expect("a move");
        (position.san(mv), position.play_unchecked(mv).says_check())
    };
    let is = |san: &str, check: bool| (san.to_owned(), check);
    assert_eq!(said("horde", "1k6/8/2N5/8/8/8/8/8 b - - 0 1", "b8c7"), is("Kc7", false));
    assert_eq!(said("horde", "1k6/8/8/8/8/8/7N/8 w - - 0 1", "h2g4"), is("Ng4", false));
    assert_eq!(said("horde", "k7/8/8/8/7N/8/8/1Q6 w - - 0 1", "b1a1"), is("Qa1+", true));
    assert_eq!(said("chess", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "b1e4"), is("Qe4+", true));
    assert_eq!(said("extinction", "k4qrb/p6n/8/8/8/8/PN6/KQ4BR w - - 0 1", "b1e4"), is("Qe4", false));
    assert_eq!(said("three-kings", "k1k4k/8/8/8/8/8/8/K1KR3K w - - 0 1", "d1d8"), is("Rd8", false));
    assert_eq!(said("duck", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "Qe4,h1"), is("Qe4,h1", false));
    assert_eq!(said("dobutsu", "1l1/3/3/GL1[] w - - 0 1", "b1b2"), is("Lb2", false));
    assert_eq!(said("dobutsu", "1l1/1G1/3/1L1[G] w - - 0 1", "b1a1"), is("La1", false));
    // Kings of these games are captured, and an attack on one is called check all the same.
    assert_eq!(said("near", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "b1e4"), is("Qe4+", true));
    assert_eq!(said("three-check", "k7/8/8/8/8/8/8/KQ6 w - - 3+3 0 1", "b1e4"), is("Qe4+", true));
    assert_eq!(said("spartan", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "b1e4"), is("Qe4+", true));
    // Either sign is read.
    let position = Position::from_fen(&variant("duck"), "k7/8/8/8/8/8/8/KQ6 w - - 0 1").expect("a position");
    for text in ["Qe4,h1", "Qe4,h1+", "Qe4,h1#"] {
        assert!(position.parse_san(text).is_ok(), "{text}");
    }
}

/// What a page says of ends follows what the game does.
#[test]
fn pages_tell_ends_as_they_are() {
    for name in Library::shipped().names() {
        let variant = variant(name);
        let definition = variant.definition();
        let page: Vec<String> =
            berolina_rules::explain::explain(&variant).ending.iter().map(ToString::to_string).collect();
        let page = page.join("\n");
        let draws = definition.repetition.is_some()
            || matches!(definition.clock.limit, Some((_, berolina_rules::definition::ClockEnd::Draw)));
        assert_eq!(page.contains("nobody has to claim it"), draws, "{name}: {page}");
        assert_eq!(
            page.contains("at once."),
            definition.bare_king == Some(Verdict::Win) || page.contains("wins at once."),
            "{name}: {page}"
        );
        // Kings alone: drawn at once exactly where the page says so.
        let Some(bare) = kings_alone(&variant) else { continue };
        let drawn = bare.outcome().is_some_and(|outcome| outcome.reason == Reason::InsufficientMaterial);
        let told = page.contains("The game is drawn when king stands against king")
            || page.contains("The game is drawn when neither player has anything left")
            || page.contains("The game is drawn when both players have nothing but the king");
        assert_eq!(drawn, told, "{name}: {page}");
    }
}

/// Both players' kings alone, where each has one royal piece, on squares from where none reaches the other.
fn kings_alone(variant: &Arc<Variant>) -> Option<Position> {
    let start = Setup::start(variant);
    let position = variant.start();
    let mut setup = Setup::empty(variant);
    for color in Color::ALL {
        let mut royals = start.board.iter().enumerate().filter_map(|(at, cell)| cell.map(|cell| (at, cell)));
        let royal = royals.find(|(_, (kind, owner))| *owner == color && position.is_royal(*kind, color));
        let (at, cell) = royal?;
        setup.board[at] = Some(cell);
    }
    setup.position(variant).ok().filter(|position| position.outcome().is_none_or(|o| !o.reason.is_final()))
}

/// Where other programs answer otherwise: the game, which of them (F: Fairy-Stockfish, P: python-chess), what they say, and why it is so.
const DIFFERENCES: [(&str, char, &str, &str); 15] = [
    ("antichess", 'F', "can win", "it does not look at colours of bishops"),
    ("antichess", 'P', "can win", "it looks at bishops only where there is nothing else"),
    (
        "antichess",
        'P',
        "cannot win",
        "which of two knights is lost follows from parity, which is not proven here",
    ),
    ("atomic", 'F', "can win", "it leaves out that a lone piece never mates: kings side by side are safe"),
    ("atomic", 'P', "cannot win", "two knights are not proven here"),
    ("chess", 'P', "cannot win", "what an enemy rook or queen cannot help with is not proven here"),
    ("coregal", 'F', "cannot win", "of two royal kinds only kings alone are proven here"),
    ("courier", 'F', "can win", "it does not end games of two bare kings"),
    ("crazyhouse", 'F', "can win", "kings alone, with nothing in hand"),
    ("horde", 'P', "cannot win", "how few men of the horde mate is not proven here"),
    (
        "knightmate",
        'F',
        "cannot win",
        "a bishop mates a royal knight in the corner with a royal knight's help",
    ),
    ("minixiangqi", 'F', "cannot win", "the other may lose by perpetual check or by having no move"),
    ("shatranj", 'F', "can win", "it does not end games of two bare kings"),
    ("spartan", 'F', "can win", "a lone king never gives check to one or two kings"),
    ("xiangqi", 'F', "cannot win", "the other may lose by perpetual check or by having no move"),
];

/// Random positions of few pieces, as two other programs judge them. Each difference has a reason.
#[test]
fn peers_agree_on_who_can_win_or_it_is_known_why() {
    use std::collections::BTreeMap;
    let rows = include_str!("data/insufficient.tsv").lines().skip(1);
    let mut differences: BTreeMap<(String, char, &str), (usize, String)> = BTreeMap::new();
    let (mut compared, mut variants) = (0, BTreeMap::new());
    for row in rows {
        let [name, fen, fairy, python] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let variant = variants.entry(name).or_insert_with(|| variant(name)).clone();
        // Kings may stand beside each other here, and games be over.
        let Ok(position) = Position::from_fen(&variant, fen) else { continue };
        if position.legal_moves().is_empty() {
            continue;
        }
        for (peer, told) in [('F', fairy), ('P', python)].into_iter().filter(|(_, told)| *told != "-") {
            for (color, told) in Color::ALL.into_iter().zip(told.chars()) {
                compared += 1;
                let ours = position.can_win(color);
                if ours != (told == '1') {
                    let said = if ours { "cannot win" } else { "can win" };
                    let found = differences.entry((name.to_owned(), peer, said)).or_default();
                    *found = (found.0 + 1, format!("{}: {fen}", color.name()));
                }
            }
        }
    }
    assert!(compared > 1500, "{compared}");
    for (name, peer, said, _) in DIFFERENCES {
        assert!(differences.remove(&(name.to_owned(), peer, said)).is_some(), "{name}, {peer} {said}: never");
    }
    assert!(differences.is_empty(), "of {compared}: {differences:#?}");
}
