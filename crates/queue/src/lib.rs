//! Works of [`berolina_lab`] done by workers on any number of machines.
//!
//! A NATS server with JetStream stands between. Whoever has a work ([`Queue`], a [`Crew`](berolina_lab::crew::Crew)) leaves a description of it
//! in an object store, with the rules of the game and the networks, and tasks in a stream from which each is taken once. A worker ([`work`]) takes a
//! task, does its parts, leaves what they come to in a stream of results, and only then says that the task is done. While it works it says so every few seconds;
//! if it falls silent, another gets the task. A result may so come twice, and counts once: parts follow from their numbers alone.
//!
//! Tasks carry the [`build`](fn@build::build) of the program: a worker takes those of programs that play as it does, and of no others.
//! What goes through the server is described at [`names`](mod@names).

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod address;
pub mod build;
mod master;
pub mod names;
pub mod parts;
mod patience;
mod worker;

pub use address::Address;
pub use master::Queue;
pub use worker::{Event, work};
