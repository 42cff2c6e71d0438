//! Any input at all: the properties of the fuzz targets `frames` and `api`, over some hundred changed inputs in each run.
//!
//! More of them: `PROPTEST_CASES=100000 cargo test --release -p berolina-server --test all arbitrary_input::`.

use crate::common::{api, frames};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn cases(quick: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { config.cases } else { quick };
    ProptestConfig { cases, failure_persistence: None, ..config }
}

/// A seed or two of them, of which at some places so many bytes are replaced by others.
fn changed(seeds: &'static [&'static str], words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        3 => select(words).prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4)
    ];
    let change = (any::<Index>(), 0..12usize, word);
    let whole = (select(seeds), select(seeds)).prop_map(|(one, other)| [one, "\n---\n", other].concat());
    (whole, prop::collection::vec(change, 0..6)).prop_map(|(text, changes)| {
        let mut bytes = text.into_bytes();
        for (place, count, word) in changes {
            let at = place.index(bytes.len() + 1);
            let end = (at + count).min(bytes.len());
            bytes.splice(at..end, word);
        }
        bytes
    })
}

const FRAME_WORDS: &[&str] = &[
    "\nw{\"id\":9,\"ply\":2,\"act\":{\"type\":\"ask\",\"what\":\"draw\"}}\n",
    "\nb{\"id\":9,\"ply\":2,\"act\":{\"type\":\"ask\",\"what\":\"take-back\"}}\n",
    "\n+70000\n",
    "\nr\n",
    "\ng\n",
    "4294967295",
    "\"ply\":1",
    "\\n",
    "\\u202e",
    "resign",
    "\"decline\",\"what\":\"rematch\"",
];
const REQUEST_WORDS: &[&str] = &[
    "\n---\nGET /api/v1/hello",
    "\ncookie: {a}",
    "\norigin: null",
    "\nhost: evil.example",
    "\nupgrade: websocket",
    "?since=x",
    "?watch=%00",
    "%ff",
    "\\n",
    "\"",
    "{secret}",
    "4294967296",
    "my:",
    "chess960",
    "text/plain",
];

#[test]
fn the_seeds_do_something() {
    frames::SEEDS.iter().for_each(|seed| frames::hold(seed.as_bytes()));
    api::SEEDS.iter().for_each(|seed| api::hold(seed.as_bytes()));
}

#[test]
fn what_the_framework_refuses_is_refused_in_our_words() {
    let large =
        format!("POST /api/v1/invitations\ncontent-type: application/json\n\n{}", " ".repeat(400 * 1024));
    for request in [
        "GET /api/v1/games/AAAAAAAAAAAA/socket?since=x",
        "GET /api/v1/games/%ff/pgn",
        "GET /api/v1/games/AAAAAAAAAAAA/pgn?watch=1&watch=2",
        "POST /api/v1/invitations\ncontent-type: application/json\n\n{\"terms\":{\"spec\":\"near\"},\"color\":\"a\\nb\"}",
        "POST /api/v1/invitations\ncontent-type: application/json\n\n{\"terms\":{\"spec\":\"a\\nb\"}}",
        &large,
    ] {
        api::hold(request.as_bytes());
    }
    frames::hold(b"\0\0w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"a\\nb\"}}");
    frames::hold(b"\0\0w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"move\",\"text\":\"e4\\nb\"}}");
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn frames_of_any_kind(input in changed(&frames::SEEDS, FRAME_WORDS)) {
        frames::hold(&input);
    }

    #[test]
    fn requests_of_any_kind(input in changed(&api::SEEDS, REQUEST_WORDS)) {
        api::hold(&input);
    }
}
