//! Breaks the server, and looks whether anything was lost.

mod full;
mod kills;
mod order;
mod proxy;
mod seats;
mod wires;

use tempfile::TempDir;

use crate::{FaultArgs, Outcome, Place, table};

/// What was tried, and how it went.
#[derive(Debug)]
struct Row {
    what: String,
    expected: &'static str,
    seen: String,
    /// Nothing where it could not be tried here.
    passed: Option<bool>,
}

/// `faults`: whether all went as it should.
pub(crate) async fn run(args: &FaultArgs) -> Outcome<bool> {
    let wanted = |row: &str| args.rows.is_empty() || args.rows.iter().any(|wanted| wanted == row);
    let mut rows = Vec::new();
    // What ends one of them before its time does not keep the others from being tried.
    let ended = |name: &str, error: &dyn std::fmt::Display| Row {
        what: name.to_owned(),
        expected: "an end",
        seen: error.to_string(),
        passed: Some(false),
    };
    if wanted("kills") {
        rows.push(kills::run(args).await.unwrap_or_else(|error| ended("kills", &error)));
    }
    if wanted("order") {
        rows.push(order::run(args).await.unwrap_or_else(|error| ended("order", &error)));
    }
    if wanted("full") {
        rows.push(full::run(args).await.unwrap_or_else(|error| ended("full", &error)));
    }
    if wanted("wires") {
        rows.extend(wires::run(args).await.unwrap_or_else(|error| vec![ended("wires", &error)]));
    }
    let word = |passed| match passed {
        Some(true) => "pass",
        Some(false) => "FAIL",
        None => "not tried",
    };
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            vec![row.what.clone(), row.expected.to_owned(), row.seen.clone(), word(row.passed).to_owned()]
        })
        .collect();
    println!();
    table::print(&["what was done", "expected", "seen", ""], &cells);
    Ok(rows.iter().all(|row| row.passed != Some(false)))
}

/// A folder for a server.
fn folder(place: &Place) -> Outcome<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("berolina-faults-");
    Ok(match &place.within {
        Some(folder) => builder.tempdir_in(folder)?,
        None => builder.tempdir()?,
    })
}
