//! Lines for `berolina query`.
#![no_main]

use std::cell::RefCell;

use berolina::answer::Answerer;
use berolina_rules::Library;
use libfuzzer_sys::fuzz_target;

/// Perft beyond this depth takes long by right.
const MAX_PERFT: u64 = 2;

thread_local! {
    static ANSWERER: RefCell<Answerer> = RefCell::new(Answerer::new(Library::shipped()));
}

fuzz_target!(|bytes: &[u8]| {
    let question: Option<serde_json::Value> = serde_json::from_slice(bytes).ok();
    let depth = question.as_ref().and_then(|q| q.get("perft")?.as_u64());
    if depth.is_some_and(|depth| depth > MAX_PERFT) {
        return;
    }
    let answer = ANSWERER.with_borrow_mut(|answerer| answerer.answer(bytes));
    let answer = answer.as_object().expect("an answer is an object");
    assert!(!answer.is_empty());
    // What the answer says of the position is what the question, asked with its FEN, is told again.
    if let (Some(fen), Some(question)) = (answer.get("fen"), question) {
        let again = serde_json::json!({ "variant": question["variant"], "fen": fen });
        let again = ANSWERER.with_borrow_mut(|answerer| answerer.answer(again.to_string().as_bytes()));
        for key in ["fen", "legal", "san", "check", "claim"] {
            assert_eq!(again[key], answer[key], "{key} of {fen}");
        }
    }
});
