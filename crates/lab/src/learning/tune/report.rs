//! What the pieces are worth: the tables of `docs/values.md`, of games whose weights were tuned, and whole pawns for all games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use berolina_engine::tuning::Model;
use berolina_rules::geometry::Color;
use berolina_rules::tables::{Kind, KindInfo, KindState};
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

/// What the pieces of a library's games are worth in whole pawns, at least one, as a person counts material: by the names of the games and the symbols of the
/// pieces, which are those of a game without options. Kings have no worth. What follows from the rules alone is taken: for chess it gives the numbers that every
/// beginner learns, and tuned weights lean on mobility, squares and much else.
#[must_use]
pub fn pawns(library: &Library) -> BTreeMap<String, BTreeMap<String, u32>> {
    let game = |name: &str| {
        let variant = Variant::load(library, name).ok()?;
        let model = Model::derived(&variant);
        let suffixes = suffixes(&model);
        let pawns = |symbol: &str| {
            let found: Vec<f32> =
                suffixes.iter().filter_map(|army| worth(&model, symbol, army)).map(mean).collect();
            let mean = found.iter().sum::<f32>() / found.len() as f32;
            (!found.is_empty()).then(|| (mean / 100.0).round().max(1.0) as u32)
        };
        let pieces =
            mortal(&variant).filter_map(|(_, symbol)| Some((symbol.clone(), pawns(&symbol)?))).collect();
        Some((name.to_owned(), pieces))
    };
    library.names().filter_map(game).collect()
}

/// The kinds that are no kings, and how FEN writes them.
fn mortal(variant: &Variant) -> impl Iterator<Item = (&KindInfo, String)> {
    let royal: Vec<_> = Color::ALL.iter().flat_map(|&color| variant.definition().royals(color)).collect();
    let kinds = variant.kinds().iter().enumerate();
    kinds
        .filter(move |(_, info)| !royal.contains(&info.piece))
        .map(|(kind, info)| (info, variant.symbol(Kind::new(kind))))
}

fn mean(pair: [f32; 2]) -> f32 {
    f32::midpoint(pair[0], pair[1])
}

fn table(text: &mut String, variant: &Arc<Variant>) {
    let (tuned, derived) = (Model::new(variant), Model::derived(variant));
    let definition = variant.definition();
    let _ = write!(text, "\n## {}\n\n", definition.text.title);
    text.push_str("| piece | derived | middle game | ending |\n| --- | ---: | ---: | ---: |\n");
    let mut rows: Vec<(f32, String)> = Vec::new();
    let suffixes: Vec<String> = suffixes(&tuned);
    for (info, symbol) in mortal(variant) {
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
