//! Reports for JavaScript. `web/src/lib/workshop/report-api.ts` says what they do.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_view::model::GameFile;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, from_js, to_js};
use crate::model::{PlayedGame, ReportState};
use crate::report::Reporter;

#[wasm_bindgen]
pub struct WasmReport(Reporter);

#[wasm_bindgen]
impl WasmReport {
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, files: Vec<Ts<GameFile>>, nodes: f64, seed: f64) -> Result<Self, Thrown> {
        let files = files.into_iter().map(from_js).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(Reporter::new(spec, &files, nodes, seed)?))
    }

    pub fn play(&mut self, number: u32) -> Result<Ts<PlayedGame>, Thrown> {
        to_js(&self.0.play(number))
    }

    pub fn add(&mut self, game: Ts<PlayedGame>) -> Result<(), Thrown> {
        Ok(self.0.add(from_js(game)?)?)
    }

    pub fn state(&mut self) -> Result<Ts<ReportState>, Thrown> {
        to_js(&self.0.state())
    }
}
