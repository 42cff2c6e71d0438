//! What an engine judges positions by when it learns.

use std::sync::Arc;

use berolina_engine::Engine;
use berolina_engine::net::NetError;
use berolina_rules::Variant;
use serde::{Deserialize, Serialize};

/// What an engine judges positions by.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// What the program has for the game: a network, weights, or what follows from the rules.
    #[default]
    Shipped,
    /// Weights, as the text of their file.
    Weights(String),
    /// A network, as the bytes of its file.
    Network(Vec<u8>),
}

impl Judgement {
    /// The network of a file.
    ///
    /// # Errors
    /// The bytes are no network, or one of another game.
    pub fn network(variant: &Arc<Variant>, bytes: Vec<u8>) -> Result<Self, NetError> {
        Engine::with_hash(1).set_net(variant, &bytes)?;
        Ok(Self::Network(bytes))
    }

    /// Whether it is a judgement of this game.
    #[must_use]
    pub fn fits(&self, variant: &Arc<Variant>) -> bool {
        match self {
            Self::Shipped | Self::Weights(_) => true,
            Self::Network(bytes) => Engine::with_hash(1).set_net(variant, bytes).is_ok(),
        }
    }

    /// An engine that judges a game so, with a table of so many MiB.
    ///
    /// # Panics
    /// If the bytes are no network of this game.
    #[must_use]
    pub fn engine(&self, variant: &Arc<Variant>, hash: usize) -> Engine {
        let mut engine = Engine::with_hash(hash);
        match self {
            Self::Shipped => {}
            Self::Weights(text) => {
                engine.set_use_nets(false);
                engine.set_weights(&variant.definition().name, text);
            }
            Self::Network(bytes) => {
                if let Err(error) = engine.set_net(variant, bytes) {
                    unreachable!("it was read before: {error}");
                }
            }
        }
        engine
    }
}
