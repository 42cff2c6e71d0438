//! The workshop for JavaScript. `web/src/lib/workshop/api.ts` says what it does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_view::Workshop;
use berolina_view::model::{Checked, GameFile, KeyHelp, KnownPiece};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, all_to_js, from_js, to_js};
use crate::edit::{Edit, edit};

#[wasm_bindgen]
#[derive(Default)]
pub struct WasmWorkshop(Workshop);

#[wasm_bindgen]
impl WasmWorkshop {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self(Workshop::new())
    }

    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&mut self, catalogue: &str) -> Result<(), Thrown> {
        Ok(self.0.set_language(catalogue)?)
    }

    pub fn check(&self, file: Ts<GameFile>, others: Vec<Ts<GameFile>>) -> Result<Ts<Checked>, Thrown> {
        let others = others.into_iter().map(from_js).collect::<Result<Vec<_>, _>>()?;
        to_js(&self.0.check(&from_js(file)?, &others)?)
    }

    pub fn edit(&self, text: &str, edits: Vec<Ts<Edit>>) -> Result<String, Thrown> {
        let edits = edits.into_iter().map(from_js).collect::<Result<Vec<_>, _>>()?;
        Ok(edit(text, &edits)?)
    }

    pub fn reference(&self) -> Result<Vec<Ts<KeyHelp>>, Thrown> {
        all_to_js(Workshop::reference())
    }

    pub fn pieces(&self) -> Result<Vec<Ts<KnownPiece>>, Thrown> {
        all_to_js(self.0.pieces())
    }

    pub fn source(&self, name: &str) -> Option<String> {
        self.0.source(name).map(str::to_owned)
    }
}
