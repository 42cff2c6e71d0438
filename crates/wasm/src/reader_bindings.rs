//! The reader of variant files for JavaScript. Each method says in `web/src/lib/rules/reader.ts` what it does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_view::Games;
use berolina_view::model::GameCard;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, all_to_js};

#[wasm_bindgen]
#[derive(Default)]
pub struct WasmReader(Games);

#[wasm_bindgen]
impl WasmReader {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self(Games::new())
    }

    pub fn games(&self) -> Result<Vec<Ts<GameCard>>, Thrown> {
        all_to_js(self.0.cards())
    }

    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Thrown> {
        Ok(self.0.add(name, text)?)
    }

    pub fn packed(&self, spec: &str) -> Result<Vec<u8>, Thrown> {
        Ok(self.0.packed(spec)?)
    }

    pub fn nearest(&self, spec: &str) -> String {
        self.0.nearest(spec)
    }
}
