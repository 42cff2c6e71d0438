//! Any input at all: the properties of the fuzz targets, over a few thousand random inputs in each run.
//! Half of them are noise, half are good inputs with a few changes.
//!
//! More of them: `PROPTEST_CASES=100000 cargo test --release -p berolina-rules --test all arbitrary_input::`.

use std::sync::LazyLock;

use crate::common::{games, inputs};
use berolina_rules::Library;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Cases of each test, for the quick run: variant files are much slower to read than anything else.
fn cases(quick: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { config.cases } else { quick };
    ProptestConfig { cases, failure_persistence: None, ..config }
}

/// Changes of a text: at a place, so many bytes are replaced by others.
fn changed(
    text: impl Strategy<Value = String>,
    words: &'static [&'static str],
) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        select(words).prop_map(|w| w.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4)
    ];
    let change = (any::<Index>(), 0..6usize, word);
    (text, prop::collection::vec(change, 0..4)).prop_map(|(text, changes)| {
        let mut bytes = text.into_bytes();
        for (place, count, word) in changes {
            let at = place.index(bytes.len() + 1);
            let end = (at + count).min(bytes.len());
            bytes.splice(at..end, word);
        }
        bytes
    })
}

fn with_game(text: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (any::<u8>(), text).prop_map(|(game, text)| [vec![game], text].concat())
}

fn start() -> impl Strategy<Value = Vec<u8>> {
    let starts = any::<u8>().prop_map(|game| {
        let fen = games::subject(usize::from(game)).variant.start().fen();
        (game, fen)
    });
    starts.prop_flat_map(|(game, fen)| {
        changed(Just(fen), FEN_WORDS).prop_map(move |text| [vec![game], text].concat())
    })
}

const FEN_WORDS: &[&str] =
    &["8", "/", "K", "k", "+u", "Q~", "[Jj]", "[]", " - ", " b ", "e3", "d3c4", "HAha", "65535"];
const MOVE_WORDS: &[&str] = &[
    "e2e4\n",
    "Nf3\n",
    "O-O\n",
    "N@b2\n",
    "Jd2d4\n",
    "Uxd2-d3\n",
    "a8=Q+\n",
    "e7e8q\n",
    "\n",
    "x",
    "@",
    "é",
];
const PGN_WORDS: &[&str] = &[
    "-- ",
    "Z0 ",
    "+- ",
    "\u{b1}",
    "N ",
    "e.p. ",
    "\u{2013}",
    "d5 ",
    "exd5",
    "[FEN \"",
    "\"]\n",
    "1. ",
    "e4 ",
    "(",
    ")",
    "{",
    "}",
    ";",
    "$1 ",
    "1-0 ",
    "*\n",
    "\n\n",
    "[Event \"x\"]\n",
    "%",
    "!?",
];
/// Many of them in any order are games with variations.
const TREE_WORDS: &[&str] = &[
    "1. e4 ",
    "e5 ",
    "(1. d4 d5) ",
    "(c5 ",
    ") ",
    "Nf3 ",
    "Nc6 ",
    "Nf6 ",
    "a3 ",
    "a6 ",
    "{hm [%eval 0.1] Blunder: no.} ",
    "{[%clk 0:1] } ",
    "$4 ",
    "(Nc3 ",
    "(h4 h5) ",
    "; x }\n",
    "1-0\n",
    "[Event \"x\"]\n",
    "\n\n",
];
const BETZA_WORDS: &[&str] = &[
    "W", "F", "N", "R", "K", "m", "c", "f", "b", "s", "h", "n", "j", "p", "g", "0", "15", "AA", "fhN", "flQ",
    "a", "ca", "mpa", "y", "z", "q", "j", "i", "e", "[F?fs", "[W-", "-F]", "]", "?", "t", "p", "O2", "X",
    "Y", " ", "as", "yafs", "o", "oR",
];
const SVG_PARTS: &[&str] = &[
    "<svg",
    "<svg viewBox='0 0 9 9'>",
    "</svg>",
    "<g",
    ">",
    "/>",
    "<g transform='scale(2)'>",
    "</g>",
    "<path d='",
    "'/>",
    "' ",
    "M1 1",
    "L2 2",
    "a1 2 3 0 1 4 5",
    "q1 1 2 2",
    "t1 1",
    "z",
    "1e3",
    "-.5",
    "<rect width='3' height='4' rx='1'/>",
    "<circle r='",
    "5",
    " class='line'",
    " fill='#abc'",
    " stroke='red'",
    " style='fill:none;",
    "stroke:",
    "currentColor",
    "<title>",
    "</title>",
    "<!--",
    "-->",
    "<!DOCTYPE",
    "&a;",
    "<script>",
    " onload='x'",
    "<a:b>",
    "</a:b>",
    "é",
];
const FILE_WORDS: &[&str] = &[
    "false",
    "true",
    "\"last rank\"",
    "\"rank 2\"",
    "[pieces.pawn]\n",
    "letter = \"P\"\n",
    "moves = \"fmWfcF\"\n",
    "hand = { pieces = \"QN\", placement = true }\n",
    "royal = true\n",
    "first-moves = \"mN\"\n",
    "castling = false\n",
    "promotion.limit = \"Q\"\n",
    "king-lost-by = \"capture\"\n",
    "leaves = \"N\"\n",
    "\n",
    "\"",
    "]",
    "{",
    "0",
    "extends = \"npnc-guarding\"\n",
    "extends = \"crazyhouse\"\n",
    "stalemate = \"win\"\n",
];

static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let library = Library::shipped();
    library.names().filter_map(|name| library.get(name)).map(str::to_owned).collect()
});

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn fen(noise in with_game(changed(Just(String::new()), FEN_WORDS)), near in start()) {
        inputs::fen(&noise);
        inputs::fen(&near);
    }

    #[test]
    fn pgn(bytes in prop::collection::vec(any::<u8>(), 0..60), words in prop::collection::vec(select(PGN_WORDS), 0..30)) {
        inputs::pgn(&bytes);
        inputs::pgn(words.concat().as_bytes());
    }

    #[test]
    fn svg(noise in ".{0,12}", parts in prop::collection::vec(select(SVG_PARTS), 0..16)) {
        inputs::svg(&noise);
        inputs::svg(&parts.concat());
        inputs::svg(&format!("<svg viewBox='0 0 24 24'>{}</svg>", parts.concat()));
    }

    #[test]
    fn betza(noise in ".{0,12}", words in prop::collection::vec(select(BETZA_WORDS), 0..12)) {
        inputs::betza(&noise);
        inputs::betza(&words.concat());
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn moves(game in any::<u8>(), words in prop::collection::vec(select(MOVE_WORDS), 0..8)) {
        inputs::moves(&[vec![game], words.concat().into_bytes()].concat());
    }

    #[test]
    fn tree(
        changes in prop::collection::vec(any::<u8>(), 0..12),
        words in prop::collection::vec(select(TREE_WORDS), 0..40),
    ) {
        let count = u8::try_from(changes.len() / 2).unwrap();
        let pgn = words.concat().into_bytes();
        inputs::tree(&[vec![count], changes[..usize::from(count) * 2].to_vec(), pgn].concat());
    }

    #[test]
    fn variant_file(bytes in changed(select(&FILES[..]), FILE_WORDS)) {
        inputs::variant_file(&bytes);
    }
}

#[test]
fn the_dictionary_of_variant_files_has_every_key() {
    let words = include_str!("../../../fuzz/dictionaries/variant_file.dict");
    let reference = include_str!("../src/definition/reference.tsv");
    for row in reference.lines().filter(|row| !row.starts_with('#')) {
        let Some(example) = row.split('\t').nth(4) else { continue };
        let word = example.trim_matches('`').replace('"', "\\\"");
        assert!(
            word == "see below" || words.contains(&word),
            "fuzz/dictionaries/variant_file.dict lacks `{word}`"
        );
    }
}
