//! What pages and the app say of values is what the engine says.

use berolina_lab::learning::tune::report::{MARK, pawns, tables};
use berolina_rules::Library;

#[test]
fn the_page_on_values_has_the_tuned_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/values.md");
    let page = std::fs::read_to_string(path).unwrap();
    let written = page.find(MARK).map(|at| &page[at..]);
    assert!(
        written == Some(&tables(&Library::shipped())),
        "docs/values.md is old: replace all from its mark on by what `berolina tune --report` writes"
    );
}

/// `BEROLINA_WRITE=1 cargo test -p berolina-lab --test all values::` writes the file anew.
#[test]
fn the_app_counts_material_in_pawns_of_the_engine() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/worth.json");
    let games = pawns(&Library::shipped());
    let lines: Vec<_> = games
        .iter()
        .map(|(name, pieces)| {
            let pieces: Vec<_> =
                pieces.iter().map(|(symbol, pawns)| format!("\"{symbol}\": {pawns}")).collect();
            format!("  \"{name}\": {{ {} }}", pieces.join(", "))
        })
        .collect();
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    if std::env::var_os("BEROLINA_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text, "variants/worth.json is old");
    let chess: Vec<_> = ["P", "N", "B", "R", "Q"].iter().map(|&symbol| games["chess"][symbol]).collect();
    assert_eq!(chess, [1, 3, 3, 5, 9]);
    assert!(!games["chess"].contains_key("K"));
}
