//! Evaluation by a small network that was trained for one game: an efficiently updatable one (Nasu 2018).
//!
//! Each player has a view of the position: an input for each piece on its square (`inputs`). A view's inputs add up to the
//! sums of a hidden layer, which are kept while moves are searched (`accumulator`). The squared and clipped sums of the mover's view
//! and of the other's, weighted, are the score (`weights`). The order of pieces and squares is that of the game's tables, so any game can have
//! a network, and one that was trained for other pieces or rules is refused (`identity`).
//!
//! Networks are files (`file`): those in `nets/` are part of the program where it is built with the feature `nets`,
//! others can be given to [`Engine::set_net`](crate::Engine::set_net).

mod accumulator;
mod file;
mod identity;
mod inputs;
#[cfg(test)]
mod tests;
mod weights;

use std::fmt;

use berolina_rules::Definition;
use berolina_rules::geometry::Size;
use berolina_rules::order::sort_short;
use berolina_rules::position::State;
use berolina_rules::tables::Tables;
use berolina_rules::visit;
use berolina_rules::{Position, Variant};

pub(crate) use self::accumulator::Stack;
use self::identity::Identity;
pub use self::inputs::BUCKETS;
use self::inputs::Inputs;
pub use self::weights::{HIDDEN, LARGEST_INPUT, LARGEST_OUTPUT, ONE, OUTPUT_ONE, Weights};

/// The networks that are part of the program: the game's name and the file.
#[cfg(feature = "nets")]
const NETS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/nets.rs"));
#[cfg(not(feature = "nets"))]
const NETS: &[(&str, &[u8])] = &[];

/// No file of a network is larger, in bytes: the largest board with the most kinds of pieces needs less.
pub const MAX_FILE: usize = 64 << 20;

/// A network for one game.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    inputs: Inputs,
    weights: Weights,
}

/// A file that is no network for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetError(String);

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// The network that the program has for a game: by its name or that of a game that it extends, if that has the same pieces
    /// and rules.
    pub(crate) fn find<S: Size>(definition: &Definition, tables: &Tables<S>) -> Option<Self> {
        let names = std::iter::once(&definition.name).chain(&definition.lineage);
        let mut files = names.filter_map(|name| NETS.iter().find(|(game, _)| game == name));
        files.find_map(|(_, bytes)| Self::read(definition, tables, bytes).ok())
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If it is not one, or not one for this game.
    pub(crate) fn read<S: Size>(
        definition: &Definition,
        tables: &Tables<S>,
        bytes: &[u8],
    ) -> Result<Self, NetError> {
        let fault =
            |what: &str| NetError(format!("a network for {}: the file {what}", definition.full_name()));
        let (header, weights) = file::read(bytes).map_err(fault)?;
        let inputs = Inputs::new(definition, tables);
        if header.game != Identity::new(definition).number() {
            return Err(fault("was trained for other pieces or rules"));
        }
        if header.inputs != inputs.len() || header.outputs != inputs.outputs() {
            return Err(fault("sees other inputs than this version of the program: train it anew"));
        }
        Ok(Self { inputs, weights })
    }

    /// The score of a position for its mover in hundredths of a pawn, from nothing.
    pub(crate) fn evaluate<S: Size>(&self, state: &State<S>) -> i32 {
        let turn = state.turn();
        let mirrored = self.inputs.mirrored(state);
        let [mover, other] =
            [turn, turn.other()].map(|color| accumulator::scratch(self, color, mirrored, state));
        self.weights.score(&mover, &other, self.inputs.output(state))
    }
}

/// Whether each network of one game is one of the other too: they have the same board, array, pieces and rules, apart from
/// how a king is lost.
///
/// ```
/// use berolina_engine::net;
/// use berolina_rules::{Library, Variant};
///
/// let game = |spec| Variant::load(&Library::shipped(), spec);
/// assert!(net::serves(game("near")?.definition(), game("near:win=checkmate")?.definition()));
/// assert!(!net::serves(game("near")?.definition(), game("near-6")?.definition()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn serves(trained: &Definition, played: &Definition) -> bool {
    Identity::new(trained).number() == Identity::new(played).number()
}

/// Whether the program has a network for a game.
///
/// ```
/// use berolina_engine::net;
/// use berolina_rules::{Library, Variant};
///
/// let has_one = |spec| Variant::load(&Library::shipped(), spec).map(|game| net::is_shipped(&game));
/// assert!(has_one("horde")?);
/// assert!(!has_one("near-6")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_shipped(variant: &Variant) -> bool {
    let definition = variant.definition();
    visit!(variant.tables(), |tables| Net::find(definition, tables).is_some())
}

/// How the positions of a game become the inputs of its networks: for programs that train them.
///
/// ```
/// use berolina_engine::net::View;
/// use berolina_rules::{Library, Variant};
///
/// let near = Variant::load(&Library::shipped(), "near")?;
/// let view = View::new(&near);
/// let mut seen = [Vec::new(), Vec::new()];
/// view.inputs(&near.start(), &mut seen);
/// assert_eq!(seen[0].len(), 32, "an input for each piece");
/// assert_eq!(seen[0], seen[1], "both players see the same, each from his side");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct View {
    inputs: Inputs,
    /// The number of the game's identity.
    game: u64,
}

impl View {
    /// The view of a game.
    #[must_use]
    pub fn new(variant: &Variant) -> Self {
        let definition = variant.definition();
        let inputs = visit!(variant.tables(), |tables| Inputs::new(definition, tables));
        Self { inputs, game: Identity::new(definition).number() }
    }

    /// The number of inputs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Never: there is an input for each piece on each square.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of sets of output weights.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.inputs.outputs()
    }

    /// Replaces `seen` by the inputs of a position, in rising order: those of the mover's view, then those of the other's. Returns which set of output
    /// weights counts.
    pub fn inputs(&self, position: &Position, seen: &mut [Vec<u16>; 2]) -> usize {
        visit!(position.sized(), |position| self.look(position.state(), seen))
    }

    fn look<S: Size>(&self, state: &State<S>, seen: &mut [Vec<u16>; 2]) -> usize {
        let mirrored = self.inputs.mirrored(state);
        for (seen, viewer) in seen.iter_mut().zip([state.turn(), state.turn().other()]) {
            seen.clear();
            self.inputs.all(viewer, mirrored, state, |input| seen.push(input as u16));
            sort_short(seen, |a, b| a < b);
        }
        self.inputs.output(state)
    }

    /// The bytes of a network's file for this game.
    #[must_use]
    pub fn file(&self, weights: &Weights) -> Vec<u8> {
        file::write(self.game, weights)
    }

    /// A network's file, of this version or an older one, signed anew as one of this game. It is for whoever knows that it
    /// was trained for these pieces and rules: its sizes are compared, and nothing else can be.
    ///
    /// # Errors
    /// If the file is no network, or one of other sizes.
    pub fn sign(&self, bytes: &[u8]) -> Result<Vec<u8>, NetError> {
        let fault = |what: &str| NetError(format!("the file {what}"));
        let (header, weights) = file::read_any(bytes).map_err(fault)?;
        if header.inputs != self.len() || header.outputs != self.outputs() {
            return Err(fault("was trained for another board or other pieces"));
        }
        Ok(self.file(&weights))
    }

    /// The score of a position for its mover, in hundredths of a pawn, as the engine computes it with these weights.
    ///
    /// # Panics
    /// If the weights have not this view's numbers of inputs and outputs.
    #[must_use]
    pub fn score(&self, weights: &Weights, seen: &[Vec<u16>; 2], output: usize) -> i32 {
        let [mover, other] = seen.each_ref().map(|inputs| {
            let mut sums = weights.empty();
            inputs.iter().for_each(|&input| weights.add(&mut sums, input.into()));
            sums
        });
        weights.score(&mover, &other, output)
    }
}
