//! What reading a move's text costs is bounded by the first halves of the legal moves, whatever the text is and whatever the game.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::MAX_MOVE_TEXT;
use super::text::work;
use crate::definition::Library;
use crate::position::Position;
use crate::variant::Variant;

/// So often a first half may be looked at for one text: by patterns, and to write eight examples.
const EACH: u64 = 24;
/// Work that does not grow with all moves, but with those to one square.
const FIXED: u64 = 100_000;

/// Numbers by chance, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// Games with very many legal moves, of which each text names at most a few.
fn heavy() -> Vec<(String, Arc<Variant>)> {
    let header = "about = \"Heavy.\"\nboard = { files = 16, ranks = 8 }\ninsufficient = false\n";
    let king = "[pieces.king]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n";
    let rows = "array = [\"AAAAAAAKAAAAAAAA\", \"2AAAAAAAAAAAA2\"]\n";
    let blocker = format!(
        "title = \"Blockers\"\n{header}{rows}blocker = true\nking-lost-by = \"capture\"\n{king}[pieces.amazon]\nletter = \"A\"\nmoves = \"QN\"\n"
    );
    let mut drops = format!(
        "title = \"Drops\"\n{header}array = [\"7K8\"]\nhand = {{ pieces = \"ABCDEFGHIJLM\", prisoners = true }}\n{king}"
    );
    let mut promotions = format!(
        "title = \"Promotions\"\n{header}{rows}king-lost-by = \"capture\"\npromotion = {{ optional = \"all\" }}\n{king}"
    );
    for c in "ABCDEFGHIJLM".chars() {
        let small = c.to_ascii_lowercase();
        let _ = writeln!(drops, "[pieces.p{small}]\nletter = \"{c}\"\nmoves = \"QN\"");
        let others = "ABCDEFGHIJLM".replace(c, "");
        let _ = writeln!(
            promotions,
            "[pieces.p{small}]\nletter = \"{c}\"\nmoves = \"QN\"\npromotes = \"{others}\""
        );
    }
    let file = |(name, text): (&str, String)| {
        let mut library = Library::shipped();
        library.add_text(name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let variant = Variant::load(&library, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name.to_owned(), variant)
    };
    [("blockers", blocker), ("drops", drops), ("promotions", promotions)].map(file).into()
}

fn positions() -> Vec<(String, Position)> {
    let library = Library::shipped();
    let mut positions: Vec<(String, Position)> = library
        .names()
        .map(|name| (name.to_owned(), Variant::load(&library, name).expect("a shipped game").start()))
        .collect();
    positions.extend(heavy().into_iter().map(|(name, variant)| (name, variant.start())));
    let duck = Variant::load(&library, "duck").expect("a shipped game");
    let full = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    positions.push((full.to_owned(), Position::from_fen(&duck, full).expect("a position")));
    positions
}

/// Texts that are none, or nearly one, made of parts of moves; some are longer than any move.
fn texts(position: &Position, chance: &mut Random) -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        "+",
        "--",
        "O-O",
        "O-O-O/Qa1",
        "@",
        "A@",
        "Q@a1",
        "x",
        "e9",
        "a1a1",
        "Zz9",
        "\u{e9}\u{2658}",
        ",",
        "a1a2,",
        "Aa1,a2",
    ]
    .map(str::to_owned)
    .into();
    let shape = position.variant().shape();
    let squares: Vec<String> = shape.iter().map(|square| shape.name(square).to_string()).collect();
    let parts = ["x", "-", "=", "+", "#", "!", "?", "/", "@", ",", "A", "Q", "+P", "K", "q", "0", "9"];
    for _ in 0..40 {
        let mut text = String::new();
        for _ in 0..=chance.below(6) {
            if chance.below(2) == 0 {
                text.push_str(&squares[chance.below(squares.len())]);
            } else {
                text.push_str(parts[chance.below(parts.len())]);
            }
        }
        texts.push(text);
    }
    let halves = position.first_halves();
    for _ in 0..halves.len().min(10) {
        let mv = *chance.pick(&halves);
        let (text, to) = (position.move_text(mv), shape.name(mv.to()));
        texts.extend(["+!?#", ",a1", "q"].map(|behind| format!("{text}{behind}")));
        texts.push(format!("{text}{}", "!".repeat(3900)));
        texts.extend([position.san_of_half(mv, &[mv]), to.to_string(), format!("A{to}")]);
    }
    texts
}

#[test]
fn no_text_costs_more_than_a_few_looks_at_each_first_half() {
    let mut chance = Random(7);
    for (name, position) in positions() {
        let most = FIXED + EACH * position.first_halves().len() as u64;
        for text in texts(&position, &mut chance) {
            let shown: String = text.chars().take(MAX_MOVE_TEXT + 8).collect();
            let read: [(&str, &dyn Fn()); 4] = [
                ("parse_any", &|| drop(position.parse_any(&text))),
                ("parse_san", &|| drop(position.parse_san(&text))),
                ("parse_move", &|| drop(position.parse_move(&text))),
                ("why_not", &|| drop(position.why_not(&text))),
            ];
            for (how, read) in read {
                let begin = Instant::now();
                let cost = work::of(read);
                assert!(cost <= most, "{how} of `{shown}` in {name}: {cost} of {most}");
                // Generous, as tests run on any machine, and several at once.
                assert!(begin.elapsed() < Duration::from_secs(2), "{how} of `{shown}` in {name}");
            }
        }
    }
}

#[test]
fn long_texts_are_refused_and_say_why() {
    let chess = Variant::load(&Library::shipped(), "chess").expect("a shipped game").start();
    let long = format!("e2e4{}", "!".repeat(3900));
    for error in
        [chess.parse_any(&long), chess.parse_san(&long), chess.parse_move(&long)].map(Result::unwrap_err)
    {
        assert_eq!(error.reason.to_string(), "a move has at most 32 characters");
    }
    assert!(chess.parse_any(&format!("e2e4{}", "!".repeat(28))).is_ok());
}
