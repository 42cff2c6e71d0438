//! The rules for JavaScript. Each method says in `web/src/lib/rules/api.ts` what it does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use berolina_view::goal::Goal;
use berolina_view::model::{GameInfo, Inspection, MoveTexts, Played, View, Waits};
use berolina_view::{Kept, Session};
use js_sys::{Array, Object, RangeError};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, all_to_js, to_js};

#[wasm_bindgen]
#[derive(Default)]
pub struct WasmRules(Kept);

#[wasm_bindgen]
impl WasmRules {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self(Kept::new())
    }

    pub fn knows(&self, spec: &str) -> bool {
        self.0.get(spec).is_some()
    }

    pub fn learn(&mut self, spec: &str, bytes: &[u8]) -> Result<(), Thrown> {
        Ok(self.0.unpack(spec, bytes)?)
    }

    #[wasm_bindgen(js_name = forgetOwn)]
    pub fn forget_own(&mut self) {
        self.0.forget_own();
    }

    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&mut self, catalogue: &str) -> Result<(), Thrown> {
        Ok(self.0.set_language(catalogue)?)
    }

    pub fn game(&mut self, spec: &str) -> Result<Ts<GameInfo>, Thrown> {
        to_js(&self.0.info(spec)?)
    }

    pub fn start(&mut self, spec: &str, fen: Option<String>) -> Result<WasmGame, Thrown> {
        Ok(WasmGame(self.0.start(spec, fen.as_deref())?))
    }
}

#[wasm_bindgen]
pub struct WasmGame(Session);

#[wasm_bindgen]
impl WasmGame {
    #[wasm_bindgen(getter)]
    pub fn spec(&self) -> String {
        self.0.spec()
    }

    pub fn view(&self) -> Result<Ts<View>, Thrown> {
        to_js(&self.0.view())
    }

    #[wasm_bindgen(js_name = viewAt)]
    pub fn view_at(&self, ply: f64) -> Result<Ts<View>, Thrown> {
        to_js(&index(ply).and_then(|ply| self.0.view_at(ply)).ok_or_else(no_such_ply)?)
    }

    pub fn moves(&self) -> Result<Vec<Ts<MoveTexts>>, Thrown> {
        all_to_js(self.0.moves())
    }

    pub fn play(&mut self, text: &str) -> Result<Ts<Played>, Thrown> {
        to_js(&self.0.play(text)?)
    }

    #[wasm_bindgen(js_name = playedAt)]
    pub fn played_at(&self, ply: f64) -> Result<Ts<Played>, Thrown> {
        to_js(&index(ply).and_then(|ply| self.0.played_at(ply)).ok_or_else(no_such_ply)?)
    }

    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    #[wasm_bindgen(js_name = whyNot)]
    pub fn why_not(&self, text: &str) -> String {
        self.0.why_not(text)
    }

    pub fn left(
        &self,
        goal: &str,
        of: Vec<String>,
        safe: bool,
        open: Option<Vec<String>>,
    ) -> Result<Vec<String>, Thrown> {
        let goal = Goal::named(goal, of).ok_or_else(|| "no move reaches this goal".to_owned())?;
        Ok(self.0.left(&goal, safe, open.as_deref())?)
    }

    pub fn waits(&self) -> Result<Ts<Waits>, Thrown> {
        to_js(&self.0.waits())
    }

    pub fn inspect(&self, square: f64) -> Result<Option<Ts<Inspection>>, Thrown> {
        let seen = index(square).and_then(|square| self.0.inspect(u8::try_from(square).ok()?));
        seen.map(|seen| to_js(&seen)).transpose()
    }

    pub fn pgn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] tags: &Object,
        result: Option<String>,
    ) -> Result<String, Thrown> {
        let pair = |pair: JsValue| {
            let pair = Array::from(&pair);
            Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
        };
        let pairs: Vec<(String, String)> = Object::entries(tags).iter().filter_map(pair).collect();
        let tags = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ok(self.0.pgn(tags, result.as_deref())?)
    }
}

/// A number of JavaScript's as an index.
fn index(number: f64) -> Option<usize> {
    let whole = number.fract() == 0.0 && (0.0..1e6).contains(&number);
    whole.then_some(number as usize)
}

fn no_such_ply() -> Thrown {
    RangeError::new("the game has no such move").into()
}
