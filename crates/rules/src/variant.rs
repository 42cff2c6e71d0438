//! A game compiled for play.

use std::fmt;
use std::sync::Arc;

use crate::definition::{Definition, Letter, Library, LoadError, PieceId, PieceRules, Ray};
use crate::geometry::{BySize, Color, Large, Shape, Size, Small, Word};
use crate::tables::{Kind, KindInfo, KindState, Tables};
use crate::visit;

/// A game compiled for play: its definition and its tables. Shared by all its positions.
///
/// ```
/// # use berolina_rules::{Library, Variant};
/// let near = Variant::load(&Library::shipped(), "near:win=checkmate")?;
/// assert_eq!(near.definition().text.title, "Near Chess");
/// assert_eq!(near.start().legal_moves().len(), 26);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Variant {
    definition: Definition,
    tables: AnyTables,
}

/// Tables of either size.
pub type AnyTables = BySize<Arc<Tables<Small>>, Arc<Tables<Large>>>;

fn compiled(definition: &Definition) -> AnyTables {
    let squares = definition.shape.size();
    if squares <= <<Small as Size>::Word as Word>::BITS && definition.kind_count() <= Small::KINDS {
        return AnyTables::Small(Arc::new(Tables::new(definition)));
    }
    AnyTables::Large(Arc::new(Tables::new(definition)))
}

impl Variant {
    /// Compiles a definition.
    #[must_use]
    pub fn new(definition: Definition) -> Arc<Self> {
        let tables = compiled(&definition);
        Arc::new(Self { definition, tables })
    }

    /// The same game for a player who has no king to lose, and does not castle: for mate problems that need no king of the
    /// attacker's.
    #[must_use]
    pub fn without_king(&self, color: Color) -> Arc<Self> {
        Self::new(self.definition.without_king(color))
    }

    /// Loads and compiles a game by its name and options, such as `near:win=checkmate`.
    ///
    /// # Errors
    /// An unknown game, option or value, or a faulty file.
    pub fn load(library: &Library, name: &str) -> Result<Arc<Self>, LoadError> {
        library.load(name).map(Self::new)
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The tables, for programs that search positions by [`crate::position::State`].
    #[must_use]
    pub fn tables(&self) -> &AnyTables {
        &self.tables
    }

    /// The bytes that the game takes in memory, for those who keep many: its tables, and about what its definition takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let rays =
            self.definition.pieces.iter().flat_map(|piece| &piece.rules).flat_map(PieceRules::rays).count();
        let texts = 2 * self.definition.packed().len();
        let tables = visit!(&self.tables, |tables| tables.bytes());
        size_of::<Self>() + tables + texts + rays * size_of::<Ray>()
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.definition.shape
    }

    /// The kinds of pieces, as [`crate::position::Cell::kind`] counts them.
    #[must_use]
    pub fn kinds(&self) -> &[KindInfo] {
        visit!(&self.tables, |tables| &tables.kinds)
    }

    /// The piece that a kind is a state of.
    #[must_use]
    pub fn piece_of(&self, kind: Kind) -> PieceId {
        self.kinds()[usize::from(kind)].piece
    }

    /// How FEN writes a kind of White's: `Q`, `+U`, `Q~`.
    #[must_use]
    pub fn symbol(&self, kind: Kind) -> String {
        let info = &self.kinds()[usize::from(kind)];
        match info.state {
            KindState::Base => info.letter.to_string(),
            KindState::Moved => format!("+{}", info.letter),
            KindState::Promoted => format!("{}~", info.letter),
        }
    }

    /// The kind of a piece in a state, if the game has it.
    #[must_use]
    pub fn kind(&self, letter: Letter, state: KindState) -> Option<Kind> {
        self.kinds().iter().position(|k| k.letter == letter && k.state == state).map(Kind::new)
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Variant").field(&self.definition.full_name()).finish()
    }
}
