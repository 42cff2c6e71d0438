//! The engine for JavaScript. `web/src/lib/engine/api.ts` says what it does.

#![expect(missing_docs, reason = "documented where they are used, in TypeScript")]

use std::cell::RefCell;

use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::crossing::{Thrown, to_js};
use crate::model::{Line, Think, Thought};
use crate::think::Thinker;

thread_local! {
    /// Says whether the search that is under way is to end.
    static HALTED: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn is_halted() -> bool {
    HALTED.with_borrow(|halted| {
        let said = halted.as_ref().and_then(|halted| halted.call0(&JsValue::NULL).ok());
        said.is_some_and(|said| said.is_truthy())
    })
}

/// Does something that `halted` may end.
fn halting<T>(thinker: &mut Thinker, halted: Option<Function>, work: impl FnOnce(&mut Thinker) -> T) -> T {
    thinker.heed(is_halted);
    HALTED.set(halted);
    let done = work(thinker);
    HALTED.set(None);
    done
}

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

    /// Searches to the end, or until `halted` says yes, which is asked every few hundred positions; calls `on_line` with each new
    /// line.
    pub fn think(
        &mut self,
        what: Ts<Think>,
        #[wasm_bindgen(unchecked_param_type = "(line: Line) => void")] on_line: &Function,
        #[wasm_bindgen(unchecked_optional_param_type = "() => boolean")] halted: Option<Function>,
    ) -> Result<Ts<Thought>, Thrown> {
        let what = what.to_rust().map_err(|error| Thrown::from(error.to_string()))?;
        let mut tell = |line: &Line| {
            if let Ok(line) = to_js(line) {
                // What the listener throws is no fault of the search.
                let _ = on_line.call1(&JsValue::NULL, &line.into());
            }
        };
        let thought = halting(&mut self.0, halted, |thinker| thinker.think(&what, &mut tell))?;
        to_js(&thought)
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

/// Where variant files are read.
#[cfg(feature = "library")]
#[wasm_bindgen]
impl WasmEngine {
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Thrown> {
        Ok(self.0.add(name, text)?)
    }
}

/// Where games come as bytes.
#[cfg(not(feature = "library"))]
#[wasm_bindgen]
impl WasmEngine {
    pub fn knows(&mut self, spec: &str) -> bool {
        self.0.known().get(spec).is_some()
    }

    pub fn learn(&mut self, spec: &str, bytes: &[u8]) -> Result<(), Thrown> {
        Ok(self.0.known().unpack(spec, bytes)?)
    }

    #[wasm_bindgen(js_name = forgetOwn)]
    pub fn forget_own(&mut self) {
        self.0.known().forget_own();
    }
}
