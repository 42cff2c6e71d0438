//! Games of [`berolina_rules`] as a page shows them: plain types, and what fills them.
//!
//! [`Games`] compiles games and tells what each is; a [`Session`] is one that is played. It plays and takes back moves, says
//! why one is not legal, and gives a [`View`](model::View) of each position. [`goal`] says when a lesson is done; [`Study`] has
//! what analysis asks, the [`Workshop`] checks variant files.
//!
//! Nothing here knows where it runs: `berolina-wasm` hands the types of [`model`] to JavaScript as objects, and a server may
//! send them as JSON, which is the same. Errors are strings: one line for people.
//!
//! ```
//! use berolina_view::Games;
//!
//! let mut game = Games::new().start("near", None)?;
//! let played = game.play("e4")?;
//! assert_eq!((played.text.as_str(), played.view.ply), ("e3e4", 1));
//! let refused = game.play("e3e4").unwrap_err();
//! assert!(!refused.is_empty() && refused == game.why_not("e3e4"));
//! # Ok::<(), String>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod collection;
pub mod games;
pub mod goal;
mod info;
pub mod kept;
pub mod model;
mod packed;
pub mod session;
pub mod setup;
pub mod study;
pub mod tree;
pub mod variants;
pub mod workshop;

pub use games::Games;
pub use kept::Kept;
pub use session::Session;
pub use study::Study;
pub use variants::Variants;
pub use workshop::Workshop;
