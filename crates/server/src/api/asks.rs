//! Reading what was sent.

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use berolina_wire::{Code, Refusal};
use serde::de::DeserializeOwned;

/// A body of JSON. Only scripts can send that type to another site, and then browsers ask first.
pub(super) fn json<T: DeserializeOwned>(headers: &HeaderMap, body: &Bytes) -> Result<T, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Refusal::new(
            Code::Malformed,
            "the body is to be JSON, with content-type application/json",
        ));
    }
    serde_json::from_slice(body).map_err(|error| Refusal::new(Code::Malformed, format!("the body: {error}")))
}
