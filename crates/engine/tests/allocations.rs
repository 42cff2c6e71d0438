//! A search asks for no memory at its nodes: what they need is kept and used again.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use berolina_engine::{Engine, Limits};
use berolina_rules::{Game, Library, Variant};

static COUNT: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, with a count of how often it was asked.
struct Counting;

// SAFETY: every call is handed on to `System` as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn nodes_allocate_nothing() {
    for name in ["chess", "near", "crazyhouse", "npnc"] {
        let game = Game::new(Variant::load(&Library::shipped(), name).expect("a shipped game").start());
        let mut engine = Engine::with_hash(4);
        let mut count = |nodes| {
            engine.clear();
            let before = COUNT.load(Ordering::Relaxed);
            engine.search(&game, &Limits::nodes(nodes), &mut |_| {});
            COUNT.load(Ordering::Relaxed) - before
        };
        // The first makes ready for the game. What a search needs once is there in both others, so that the rest is what 30,000
        // more positions ask for.
        count(1_000);
        let more = count(40_000).saturating_sub(count(10_000));
        assert!(more < 500, "{name}: {more} allocations for 30,000 positions");
    }
}
