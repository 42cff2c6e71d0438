//! What a page for analysis needs of the rules. `web/src/lib/rules/study.ts` says what each does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_rules::definition::Wing;
use berolina_rules::geometry::Color;
use berolina_view::Study;
use berolina_view::collection::Collection;
use berolina_view::model::{FoundGame, Inspection, Played, SetupView, TreeView, View};
use berolina_view::setup::Editor;
use berolina_view::tree::Tree;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, to_js};

#[wasm_bindgen]
#[derive(Default)]
pub struct WasmStudy(Study);

#[wasm_bindgen]
impl WasmStudy {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self(Study::new())
    }

    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&mut self, catalogue: &str) -> Result<(), Thrown> {
        Ok(self.0.set_language(catalogue)?)
    }

    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Thrown> {
        Ok(self.0.add(name, text)?)
    }

    pub fn tree(&mut self, pgn: &str) -> Result<WasmTree, Thrown> {
        Ok(WasmTree(self.0.tree(pgn)?))
    }

    #[wasm_bindgen(js_name = newTree)]
    pub fn new_tree(&mut self, spec: &str, fen: Option<String>, moves: &str) -> Result<WasmTree, Thrown> {
        Ok(WasmTree(self.0.new_tree(spec, fen.as_deref(), moves)?))
    }

    pub fn setup(&mut self, spec: &str, fen: Option<String>) -> Result<WasmSetup, Thrown> {
        Ok(WasmSetup(self.0.editor(spec, fen.as_deref())?))
    }

    pub fn collection(&self, bytes: &[u8], unnamed: &str, read_as: Option<String>) -> WasmCollection {
        WasmCollection(self.0.collection(bytes, unnamed, read_as.as_deref()))
    }

    #[wasm_bindgen(js_name = fitsFen)]
    pub fn fits_fen(&mut self, fen: &str, spec: &str) -> Option<String> {
        self.0.fits_fen(fen, spec)
    }

    #[wasm_bindgen(js_name = fitsGame)]
    pub fn fits_game(&mut self, bytes: &[u8], spec: &str) -> Option<String> {
        self.0.fits_game(bytes, spec)
    }
}

#[wasm_bindgen]
pub struct WasmTree(Tree);

#[wasm_bindgen]
impl WasmTree {
    #[wasm_bindgen(getter)]
    pub fn spec(&self) -> String {
        self.0.spec()
    }

    pub fn view(&self) -> Result<Ts<TreeView>, Thrown> {
        to_js(&self.0.view())
    }

    #[wasm_bindgen(js_name = viewAt)]
    pub fn view_at(&self, at: Option<u32>) -> Result<Ts<View>, Thrown> {
        to_js(&self.0.session(index(at))?.view())
    }

    #[wasm_bindgen(js_name = playedAt)]
    pub fn played_at(&self, at: u32) -> Result<Ts<Played>, Thrown> {
        let session = self.0.session(index(Some(at)))?;
        let played = session.played_at(session.moves().len());
        to_js(&played.ok_or_else(|| "this is no move".to_owned())?)
    }

    #[wasm_bindgen(js_name = whyNot)]
    pub fn why_not(&self, at: Option<u32>, text: &str) -> Result<String, Thrown> {
        Ok(self.0.session(index(at))?.why_not(text))
    }

    pub fn inspect(&self, at: Option<u32>, square: u8) -> Result<Option<Ts<Inspection>>, Thrown> {
        self.0.session(index(at))?.inspect(square).map(|seen| to_js(&seen)).transpose()
    }

    pub fn play(&mut self, at: Option<u32>, text: &str) -> Result<u32, Thrown> {
        Ok(self.0.play(index(at), text)?)
    }

    pub fn remove(&mut self, at: u32) -> Result<(), Thrown> {
        Ok(self.0.remove(at as usize)?)
    }

    pub fn promote(&mut self, at: u32, all: bool) -> Result<(), Thrown> {
        Ok(self.0.promote(at as usize, all)?)
    }

    pub fn say(&mut self, at: Option<u32>, text: &str) -> Result<(), Thrown> {
        Ok(self.0.say(index(at), text)?)
    }

    pub fn glyph(&mut self, at: u32, nag: Option<u8>) -> Result<(), Thrown> {
        Ok(self.0.glyph(at as usize, nag)?)
    }

    pub fn judge(
        &mut self,
        at: u32,
        eval: Option<String>,
        remark: Option<String>,
        nag: Option<u8>,
        better: Vec<String>,
    ) -> Result<(), Thrown> {
        Ok(self.0.judge(at as usize, eval.as_deref(), remark.as_deref(), nag, &better)?)
    }

    pub fn tag(&mut self, name: &str, value: &str) {
        self.0.tag(name, value);
    }

    pub fn pgn(&self) -> String {
        self.0.pgn()
    }
}

#[wasm_bindgen]
pub struct WasmCollection(Collection);

#[wasm_bindgen]
impl WasmCollection {
    #[wasm_bindgen(getter)]
    pub fn total(&self) -> usize {
        self.0.total()
    }

    #[wasm_bindgen(js_name = next)]
    pub fn next_game(&mut self) -> Result<Option<Ts<FoundGame>>, Thrown> {
        self.0.next().map(|game| to_js(&game)).transpose()
    }
}

#[wasm_bindgen]
pub struct WasmSetup(Editor);

#[wasm_bindgen]
impl WasmSetup {
    pub fn view(&self) -> Result<Ts<SetupView>, Thrown> {
        to_js(&self.0.view())
    }

    pub fn put(&mut self, square: u32, kind: u32, white: bool) {
        self.0.put(square as usize, Some((color(white), kind as usize)));
    }

    pub fn take(&mut self, square: u32) {
        self.0.put(square as usize, None);
    }

    pub fn shift(&mut self, from: u32, to: u32) {
        self.0.shift(from as usize, to as usize);
    }

    pub fn hold(&mut self, white: bool, kind: u32, count: u32) {
        self.0.hold(color(white), kind as usize, count as usize);
    }

    pub fn turn(&mut self, white: bool) {
        self.0.turn(color(white));
    }

    pub fn castle(&mut self, white: bool, kings_wing: bool, on: bool) {
        self.0.castle(color(white), if kings_wing { Wing::King } else { Wing::Queen }, on);
    }

    #[wasm_bindgen(js_name = enPassant)]
    pub fn en_passant(&mut self, text: &str) -> Result<(), Thrown> {
        Ok(self.0.en_passant(text)?)
    }

    pub fn count(&mut self, clock: u16, number: u16, by_white: Option<bool>) {
        self.0.count(clock, number, by_white.map(color));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

fn index(at: Option<u32>) -> Option<usize> {
    at.map(|at| at as usize)
}

#[cfg(any(feature = "engine", feature = "wide-engine"))]
mod reviews {
    use berolina_engine::Score;
    use berolina_engine::review::win_percent;
    use berolina_view::model::Evaluation;
    use tsify::Ts;
    use wasm_bindgen::prelude::*;

    use super::WasmStudy;
    use crate::crossing::{Thrown, to_js};
    use crate::engine_bindings::WasmEngine;
    use crate::model::{Review, Reviewed};

    #[wasm_bindgen]
    impl WasmEngine {
        pub fn review(&mut self, what: Ts<Review>) -> Result<Ts<Reviewed>, Thrown> {
            let what = what.to_rust().map_err(|error| Thrown::from(error.to_string()))?;
            to_js(&self.0.review(&what)?)
        }

        pub fn step(&mut self) -> Result<Ts<Reviewed>, Thrown> {
            to_js(&self.0.step()?)
        }
    }

    #[wasm_bindgen]
    impl WasmStudy {
        pub fn chance(&self, score: Ts<Evaluation>) -> Result<f64, Thrown> {
            let score = score.to_rust().map_err(|error| Thrown::from(error.to_string()))?;
            Ok(win_percent(match score {
                Evaluation::Cp(centipawns) => Score::from_centipawns(centipawns),
                Evaluation::Mate(moves) => Score::from_mate(moves),
            }))
        }
    }
}
