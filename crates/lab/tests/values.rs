//! The page on values says what the tuned weights say.

use berolina_lab::learning::tune::report::{MARK, tables};
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
