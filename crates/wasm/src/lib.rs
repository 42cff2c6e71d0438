//! The rules and the engine for browsers: the same code as everywhere, behind an interface with types.
//!
//! One module is built of this crate and loaded twice: by the page, which asks the `rules`, and by a worker, in which
//! the `engine` searches. Much of both is the same code, so it is fetched and compiled only once. A second module,
//! `wide-engine`, searches on boards of more than 64 squares; the worker fetches it when such a game is played. Neither reads variant
//! files: games come to them as bytes, which the `reader` makes of files. Another, the
//! `workshop`, checks and changes variant files; `exchange` reads the files of other programs; `report` plays many games and says what they tell; the last, `study`, has what only analysis
//! needs.
//!
//! What a page shows of the rules is made in [`berolina_view`], which a server has too. Here is what only the browser
//! needs: [`bindings`], [`reader_bindings`], [`exchange_bindings`], [`study_bindings`], [`workshop_bindings`], [`report_bindings`] and [`engine_bindings`] translate; [`think`],
//! [`review`] and [`report`] ask the engine for a worker, and [`edit`] changes variant files; [`model`] has what crosses the border there.
//!
//! Errors cross as strings: one line for people. A panic ends the module: every later call fails with a
//! `WebAssembly.RuntimeError`, and whoever loaded it has to make another instance.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "rules")]
pub mod bindings;
mod crossing;
#[cfg(feature = "workshop")]
pub mod edit;
#[cfg(any(feature = "engine", feature = "wide-engine"))]
pub mod engine_bindings;
#[cfg(feature = "exchange")]
pub mod exchange_bindings;
#[cfg(any(feature = "engine", feature = "wide-engine", feature = "exchange"))]
pub mod model;
#[cfg(feature = "reader")]
pub mod reader_bindings;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "report")]
pub mod report_bindings;
#[cfg(all(feature = "study", any(feature = "engine", feature = "wide-engine")))]
pub mod review;
#[cfg(feature = "study")]
pub mod study_bindings;
#[cfg(any(feature = "engine", feature = "wide-engine"))]
pub mod think;
#[cfg(feature = "workshop")]
pub mod workshop_bindings;
