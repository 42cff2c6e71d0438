//! What the operator did: each action is on the disk before it is done, and what came of it after.

use std::sync::atomic::{AtomicI64, Ordering};

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Query, RawPathParams, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use berolina_wire::{Code, Refusal};
use serde::Deserialize;

use crate::admin::Admin;
use crate::api::Refused;
use crate::play::unkept;
use crate::store::{Audited, Write};
use crate::time::date;

/// What a request of the operator's has at most, in bytes.
const MAX_BODY: usize = 64 * 1024;
/// Of what was said with an action so much is kept, in characters.
const MAX_DETAIL: usize = 500;
/// A name of an operator has so many characters at most.
const MAX_NAME: usize = 60;
/// In which header somebody says who they are, where several people are operators.
const OPERATOR: &str = "x-operator";
/// Parts of paths that are not written down: who has one may do something.
const SECRET: [&str; 3] = ["secret", "token", "key"];

/// The number of the last action.
static LAST: AtomicI64 = AtomicI64::new(0);

/// Writes down whatever changes something: that it is done, before it is, and then what came of it. What cannot be written down is
/// not done.
pub(crate) async fn written(
    State(admin): State<Admin>,
    parameters: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let Some(app) = admin.app.as_deref() else { return next.run(request).await };
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let action = format!("{} {}", request.method(), path.unwrap_or_default());
    let operator = operator(request.headers());
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        let why = Refusal::new(Code::TooLarge, format!("a request has at most {} KiB", MAX_BODY / 1024));
        return Refused(why).into_response();
    };
    let at = date();
    let mut done = Audited {
        id: number(at),
        at,
        operator,
        action,
        target: target(&parameters),
        detail: plain(&String::from_utf8_lossy(&body), MAX_DETAIL),
        outcome: None,
    };
    let store = &app.hall.store;
    if let Err(error) = store.write(Write::Audit(done.clone())).await {
        tracing::error!(action = done.action, target = done.target, %error, "an action was not done: it could not be written down");
        return Refused(unkept(&error)).into_response();
    }
    let answer = next.run(Request::from_parts(head, Body::from(body))).await;
    let outcome = outcome(&answer);
    let Audited { action, target, operator, .. } = &done;
    tracing::info!(target: "berolina_server::audit", action, what = target, operator, outcome, "the operator acted");
    done.outcome = Some(outcome);
    if let Err(error) = store.write(Write::Audit(done)).await {
        tracing::error!(%error, "what came of an action could not be written down");
    }
    answer
}

/// Which part of the list is wanted.
#[derive(Deserialize, Debug)]
pub(crate) struct Page {
    /// Only what was done before the action of this number.
    before: Option<i64>,
    /// At most so many.
    most: Option<u32>,
}

/// `GET /audit`: what the operator did, the latest first.
pub(crate) async fn list(
    State(admin): State<Admin>,
    Query(page): Query<Page>,
) -> Result<Json<Vec<Audited>>, Refused> {
    const MOST: u32 = 1000;
    const USUAL: u32 = 100;
    let app = admin.app.as_deref();
    let app = app.ok_or_else(|| Refusal::new(Code::NotFound, "this server has no games"))?;
    let most = page.most.unwrap_or(USUAL).min(MOST);
    let found = app.hall.store.audit(page.before, most).await.map_err(|error| unkept(&error))?;
    Ok(Json(found))
}

/// A number that is larger than all before it, also those before the server was started anew: microseconds, unless two are done in one.
fn number(at: u64) -> i64 {
    let now = i64::try_from(at.saturating_mul(1000)).unwrap_or(i64::MAX);
    let next = |last: i64| Some(now.max(last.saturating_add(1)));
    LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next)
        .map_or(now, |last| next(last).unwrap_or(now))
}

fn operator(headers: &HeaderMap) -> Option<String> {
    let name = plain(headers.get(OPERATOR)?.to_str().ok()?, MAX_NAME);
    (!name.is_empty()).then_some(name)
}

fn target(parameters: &RawPathParams) -> String {
    let shown = |(name, value): (&str, &str)| {
        if SECRET.contains(&name) { format!("{name} withheld") } else { plain(value, MAX_DETAIL) }
    };
    parameters.iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// A text as one line of so many characters.
fn plain(text: &str, most: usize) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(most)
        .collect::<String>()
        .trim()
        .to_owned()
}

fn outcome(answer: &Response) -> String {
    let status = answer.status();
    if status.is_success() {
        return "done".to_owned();
    }
    let code = answer.extensions().get::<Code>().and_then(|code| serde_json::to_value(code).ok());
    let code = code.as_ref().and_then(|code| code.as_str()).unwrap_or_default();
    format!("refused: {} {code}", status.as_u16()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_also_where_the_time_stands_still_or_goes_back() {
        let numbers = [number(5_000_000_000_000), number(5_000_000_000_000), number(4_000_000_000_000)];
        assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
    }

    #[test]
    fn what_was_said_becomes_one_line() {
        assert_eq!(plain("{\"why\":\n\t\"rude\"} ", 500), "{\"why\":  \"rude\"}");
        assert_eq!(plain("éééé", 2), "éé");
    }
}
