//! Values and errors on their way to JavaScript.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

/// What is thrown: a string for people, or a `RangeError`.
pub struct Thrown(JsValue);

impl From<String> for Thrown {
    fn from(line: String) -> Self {
        Self(JsValue::from_str(&line))
    }
}

#[cfg(feature = "rules")]
impl From<js_sys::RangeError> for Thrown {
    fn from(error: js_sys::RangeError) -> Self {
        Self(error.into())
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        thrown.0
    }
}

/// A value as an object of JavaScript's.
pub(crate) fn to_js<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, Thrown> {
    Ts::from_rust(value).map_err(|error| error.to_string().into())
}

#[cfg(any(feature = "rules", feature = "reader", feature = "workshop"))]
pub(crate) fn all_to_js<T: Tsify + Serialize>(values: Vec<T>) -> Result<Vec<Ts<T>>, Thrown> {
    values.iter().map(to_js).collect()
}

/// An object of JavaScript's as a value.
#[cfg(any(feature = "workshop", feature = "report"))]
pub(crate) fn from_js<T>(value: Ts<T>) -> Result<T, Thrown>
where
    T: tsify::Tsify + serde::de::DeserializeOwned,
    T::JsType: Clone,
{
    value.to_rust().map_err(|error| error.to_string().into())
}
