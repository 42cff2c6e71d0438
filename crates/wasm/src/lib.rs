//! The rules and the engine for browsers: the same code as everywhere, behind an interface with types.
//!
//! One module is built of this crate and loaded twice: by the page, which asks the `rules`, and by a worker, in which
//! the `engine` searches. Much of both is the same code, so it is fetched and compiled only once. A second module,
//! `wide-engine`, searches on boards of more than 64 squares; the worker fetches it when such a game is played. Another, the
//! `workshop`, checks and changes variant files. [`model`] has what crosses the border: TypeScript's types are made from these. [`games`],
//! [`session`] and [`think`] do the work and are ordinary Rust, tested as such; [`bindings`] and
//! [`engine_bindings`] only translate.
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
#[cfg(feature = "rules")]
pub mod games;
pub mod model;
#[cfg(feature = "rules")]
pub mod session;
#[cfg(any(feature = "engine", feature = "wide-engine"))]
pub mod think;
#[cfg(any(feature = "engine", feature = "wide-engine"))]
pub mod trial;
mod variants;
#[cfg(feature = "workshop")]
pub mod workshop;
#[cfg(feature = "workshop")]
pub mod workshop_bindings;
