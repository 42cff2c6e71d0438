//! What a worker sends, as whoever asked for it reads it: it is refused, or is what was sent; and what whoever asks sends, as a worker reads it.
#![no_main]

use berolina_lab::crew::Work;
use berolina_queue::names::Task;
use berolina_queue::parts::{from_bytes, to_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(parts) = from_bytes(bytes) {
        let parts: Vec<(u64, Vec<u8>)> =
            parts.iter().map(|&(number, part)| (number, part.to_vec())).collect();
        assert_eq!(to_bytes(&parts), bytes);
    }
    if let Ok(task) = serde_json::from_slice::<Task>(bytes) {
        let again = serde_json::to_vec(&task).expect("a name and numbers");
        assert_eq!(serde_json::from_slice::<Task>(&again).expect("it was written"), task);
    }
    if let Some(work) = Work::from_bytes(bytes) {
        assert_eq!(Work::from_bytes(&work.to_bytes()), Some(work));
    }
});
