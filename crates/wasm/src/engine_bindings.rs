//! The engine for JavaScript. `web/src/lib/engine/api.ts` says what it does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, to_js};
use crate::model::{Line, Think, Thought, Trial, TrialGame, TrialMove};
use crate::think::Thinker;

#[wasm_bindgen]
#[derive(Default)]
pub struct WasmEngine(pub(crate) Thinker);

#[wasm_bindgen]
impl WasmEngine {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self(Thinker::new())
    }

    /// Searches to the end; calls `on_line` with each new line.
    pub fn think(
        &mut self,
        what: Ts<Think>,
        #[wasm_bindgen(unchecked_param_type = "(line: Line) => void")] on_line: &Function,
    ) -> Result<Ts<Thought>, Thrown> {
        let what = what.to_rust().map_err(|error| Thrown::from(error.to_string()))?;
        let thought = self.0.think(&what, &mut |line: &Line| {
            if let Ok(line) = to_js(line) {
                // What the listener throws is no fault of the search.
                let _ = on_line.call1(&JsValue::NULL, &line.into());
            }
        })?;
        to_js(&thought)
    }

    /// Plays a game to its end; calls `on_move` after each move.
    pub fn trial(
        &mut self,
        what: Ts<Trial>,
        #[wasm_bindgen(unchecked_param_type = "(move: TrialMove) => void")] on_move: &Function,
    ) -> Result<Ts<TrialGame>, Thrown> {
        let what = what.to_rust().map_err(|error| Thrown::from(error.to_string()))?;
        let game = self.0.trial(&what, &mut |mv: &TrialMove| {
            if let Ok(mv) = to_js(mv) {
                let _ = on_move.call1(&JsValue::NULL, &mv.into());
            }
        })?;
        to_js(&game)
    }

    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Thrown> {
        Ok(self.0.add(name, text)?)
    }

    pub fn plays(&mut self, spec: &str) -> Result<bool, Thrown> {
        Ok(self.0.plays(spec)?)
    }

    pub fn family(&mut self, spec: &str) -> Result<Vec<String>, Thrown> {
        Ok(self.0.family(spec)?)
    }

    pub fn nets(&mut self, spec: &str) -> Result<Vec<String>, Thrown> {
        Ok(self.0.nets(spec)?)
    }

    #[wasm_bindgen(js_name = takeWeights)]
    pub fn take_weights(&mut self, game: &str, text: &str) {
        self.0.take_weights(game, text);
    }

    #[wasm_bindgen(js_name = takeNet)]
    pub fn take_net(&mut self, spec: &str, bytes: &[u8]) -> Result<bool, Thrown> {
        Ok(self.0.take_net(spec, bytes)?)
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}
