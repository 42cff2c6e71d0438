//! Games of other programs for JavaScript. `web/src/lib/workshop/foreign-api.ts` says what it does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_exchange::{Format, import};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, to_js};
use crate::model::{Foreign, ForeignGame};

#[wasm_bindgen]
#[derive(Default)]
pub struct WasmExchange;

#[wasm_bindgen]
impl WasmExchange {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self
    }

    pub fn read(&self, text: &str, name: &str) -> Result<Ts<Foreign>, Thrown> {
        to_js(&foreign(text, name)?)
    }
}

/// The games of a text, or why there are none, in one line.
fn foreign(text: &str, name: &str) -> Result<Foreign, String> {
    let read = import(text, name).map_err(|error| error.to_string())?;
    let games = read.into_iter().map(|game| ForeignGame {
        name: game.name,
        text: game.text,
        left: game.unfinished.into_iter().chain(game.faults).collect(),
    });
    let format = Format::of(text).map(|format| format.to_string()).unwrap_or_default();
    Ok(Foreign { format, games: games.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_as_its_games_or_as_one_line() {
        let diagram = "files=6\nranks=6\nPawn::::a2-f2\nRook::::a1,f1\nKing::::d1\n";
        let read = foreign(diagram, "small").unwrap();
        assert_eq!(read.format, "Interactive Diagram");
        assert!(read.games[0].text.contains("[pieces.rook]"), "{}", read.games[0].text);
        let several = foreign("[one:chess]\nking = k\n[two:chess]\nnonsense = yes\n", "x").unwrap();
        let told: Vec<_> = several.games.iter().map(|game| (&game.name[..], game.left.is_empty())).collect();
        assert_eq!(told, [("one", true), ("two", false)]);
        let refused = foreign("nothing of the kind", "x").unwrap_err();
        assert!(!refused.contains('\n') && refused.contains("Interactive Diagram"), "{refused}");
    }
}
