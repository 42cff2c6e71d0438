//! What the pieces are worth in the games whose weights were tuned: the tables of `docs/values.md`.

use std::fmt::Write as _;
use std::sync::Arc;

use berolina_engine::tuning::Model;
use berolina_rules::geometry::Color;
use berolina_rules::tables::{Kind, KindState};
use berolina_rules::{Library, Variant};

/// Marks where the tables begin in a page that has other text before them.
pub const MARK: &str = "<!-- The rest is written by `berolina tune --report`. -->\n";

/// The tables of all games of a library that have tuned weights of their own, by name.
#[must_use]
pub fn tables(library: &Library) -> String {
    let mut text = String::from(MARK);
    for name in library.names() {
        let Ok(variant) = Variant::load(library, name) else { continue };
        if Model::has_own_weights(&variant) {
            table(&mut text, &variant);
        }
    }
    text
}

fn table(text: &mut String, variant: &Arc<Variant>) {
    let (tuned, derived) = (Model::new(variant), Model::derived(variant));
    let definition = variant.definition();
    let _ = write!(text, "\n## {}\n\n", definition.text.title);
    text.push_str("| piece | derived | middle game | ending |\n| --- | ---: | ---: | ---: |\n");
    let mut rows: Vec<(f32, String)> = Vec::new();
    let suffixes: Vec<String> = suffixes(&tuned);
    let royal: Vec<_> = Color::ALL.iter().flat_map(|&color| variant.definition().royals(color)).collect();
    for (kind, info) in variant.kinds().iter().enumerate() {
        if royal.contains(&info.piece) {
            continue;
        }
        let symbol = variant.symbol(Kind::new(kind));
        let state = match info.state {
            KindState::Base => "",
            KindState::Moved => ", moved",
            KindState::Promoted => ", promoted",
        };
        for suffix in &suffixes {
            let (Some(before), Some(after)) =
                (worth(&derived, &symbol, suffix), worth(&tuned, &symbol, suffix))
            else {
                continue;
            };
            let side = suffix.strip_prefix('@').map_or(String::new(), |army| format!(" ({army})"));
            let name = format!("{}{state}{side}", definition.piece(info.piece).name);
            let mean = |pair: [f32; 2]| f32::midpoint(pair[0], pair[1]);
            let [middle, ending] = after;
            let row = format!("| {name} | {:.0} | {middle:.0} | {ending:.0} |\n", mean(before));
            rows.push((mean(after), row));
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    text.extend(rows.into_iter().map(|(_, row)| row));
}

/// What follows the names of weights: nothing, or `@` and each army.
fn suffixes(model: &Model) -> Vec<String> {
    let mut found: Vec<String> = model
        .names()
        .iter()
        .map(|n| n.split_once('@').map_or(String::new(), |(_, a)| format!("@{a}")))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The weight of a piece's value.
fn worth(model: &Model, symbol: &str, suffix: &str) -> Option<[f32; 2]> {
    let name = format!("value.{symbol}{suffix}");
    let at = model.names().iter().position(|n| *n == name)?;
    Some(model.values()[at])
}
