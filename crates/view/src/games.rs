//! The games, as a page shows them.

use std::sync::Arc;

use berolina_rules::message::Language;
use berolina_rules::{Game, Position, Variant, explain};

use crate::info;
use crate::model;
use crate::packed;
use crate::session::Session;
use crate::variants::{OWN, Variants};

/// The games that can be played.
#[derive(Debug)]
pub struct Games {
    pub(crate) variants: Variants,
}

impl Default for Games {
    fn default() -> Self {
        Self::new()
    }
}

impl Games {
    /// The shipped games.
    #[must_use]
    pub fn new() -> Self {
        Self { variants: Variants::new() }
    }

    /// All games in alphabetical order.
    #[must_use]
    pub fn cards(&self) -> Vec<model::GameCard> {
        let library = self.variants.library();
        library.names().filter_map(|name| library.load(name).ok()).map(|game| info::card(&game)).collect()
    }

    /// A game with its options chosen.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn info(&mut self, spec: &str) -> Result<model::GameInfo, String> {
        let variant = self.variants.find(spec)?;
        Ok(info::info(&variant, prefix(spec), explain::texts(variant.definition()), &Language::default()))
    }

    /// Makes a person's own game known as `my:NAME`, in place of one of the same name.
    ///
    /// # Errors
    /// A bad name or too large a text, in one line. Whether the text is a game is said when it is asked for.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.variants.add(name, text)
    }

    /// A new game, from its start or from a position.
    ///
    /// # Errors
    /// An unknown game or option, or a bad FEN, in one line.
    pub fn start(&mut self, spec: &str, fen: Option<&str>) -> Result<Session, String> {
        let variant = self.variants.find(spec)?;
        let texts = explain::texts(variant.definition());
        Ok(begun(&variant, spec, fen)?.told(&Arc::new(texts)))
    }

    /// A game as bytes, with what is told of it, for [`Kept::unpack`](crate::Kept::unpack).
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn packed(&self, spec: &str) -> Result<Vec<u8>, String> {
        self.variants.definition(spec).map(|definition| packed::packed(&definition))
    }

    /// The spec that a bad one most likely means.
    #[must_use]
    pub fn nearest(&self, spec: &str) -> String {
        self.variants.library().nearest(spec).unwrap_or_default()
    }
}

/// A new game that was found by a spec, from its start or from a position.
///
/// # Errors
/// A bad FEN, in one line.
pub fn begun(variant: &Arc<Variant>, spec: &str, fen: Option<&str>) -> Result<Session, String> {
    let start = match fen {
        None => variant.start(),
        Some(fen) => Position::from_kept_fen(variant, fen).map_err(|error| error.to_string())?,
    };
    Ok(Session::new(Game::new(start), prefix(spec)))
}

/// What stands before the names of games such as this one.
pub(crate) fn prefix(spec: &str) -> &'static str {
    if spec.starts_with(OWN) { OWN } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Grid;

    #[test]
    fn every_game_has_a_card_and_can_be_started() {
        let mut games = Games::new();
        let cards = games.cards();
        assert!(cards.len() > 20);
        for card in cards {
            let info = games.info(&card.name).unwrap();
            assert_eq!((&info.card, &info.spec), (&card, &card.name));
            assert!(info.pieces.iter().all(|note| !note.diagrams.is_empty()));
            let view = games.start(&card.name, None).unwrap().view();
            assert_eq!(view.fen, info.start);
            assert_eq!(view.cells.len(), usize::from(card.files) * usize::from(card.ranks));
            assert!(!view.legal.is_empty());
        }
    }

    #[test]
    fn boards_of_any_shape_say_what_is_missing_of_a_rectangle() {
        let mut games = Games::new();
        games.add("glinski", include_str!("../../../variants/glinski.toml")).unwrap();
        games.add("holes", include_str!("../../rules/tests/data/holes.toml")).unwrap();
        for (spec, grid, missing) in
            [("my:glinski", Grid::Hexagon, 30), ("my:holes", Grid::Square, 8), ("chess", Grid::Square, 0)]
        {
            let card = games.info(spec).unwrap().card;
            assert_eq!((card.grid, card.missing.len()), (grid, missing), "{spec}");
            assert!(!games.start(spec, None).unwrap().view().legal.is_empty(), "{spec}");
        }
    }

    #[test]
    fn own_games_are_known_by_their_last_text_and_replace_no_shipped_one() {
        let mut games = Games::new();
        assert!(games.info("my:mine").unwrap_err().contains("no game of this name"));
        let text = |title: &str| format!("extends = \"near\"\ntitle = \"{title}\"\nabout = \"Mine.\"\n");
        games.add("mine", &text("First")).unwrap();
        games.add("second", "extends = \"mine\"\ntitle = \"Second\"\nabout = \"Mine.\"").unwrap();
        let info = games.info("my:mine:win=checkmate").unwrap();
        assert_eq!((info.spec.as_str(), info.card.title.as_str()), ("my:mine:win=checkmate", "First"));
        assert_eq!(games.start("my:mine", None).unwrap().spec(), "my:mine");
        assert_eq!(games.info("my:second").unwrap().card.lineage, ["mine", "near", "chess"]);
        assert_eq!(games.info("chess").unwrap().card.title, "Chess");
        games.add("mine", &text("Changed")).unwrap();
        assert_eq!(games.info("my:mine").unwrap().card.title, "Changed");
        games.add("mine", "title = 3").unwrap();
        assert!(games.info("my:mine").unwrap_err().contains("mine.toml:1:9"));
        assert!(games.add("../x", "").is_err());
        assert!(games.add("big", &" ".repeat(1 << 20)).is_err());
    }

    #[test]
    fn options_say_what_was_chosen() {
        let info = Games::new().info("near-vs-normal:near=black").unwrap();
        assert_eq!(info.spec, "near-vs-normal:near=black");
        let near = &info.options[0];
        assert_eq!(
            (near.name.as_str(), near.default.as_str(), near.chosen.as_str()),
            ("near", "white", "black")
        );
        assert_eq!(near.choices.as_ref().unwrap().len(), 2);
        let number = Games::new().info("chess960").unwrap().options[0].clone();
        assert_eq!((number.choices, number.range), (None, Some(model::Range { min: 0, max: 959 })));
    }

    #[test]
    fn only_games_that_know_draws_can_be_agreed_drawn() {
        let mut games = Games::new();
        let mut draws = |spec| games.info(spec).unwrap().draws;
        assert!(draws("chess") && draws("near") && draws("npnc"));
        assert!(!draws("forward") && !draws("forward-near"));
    }

    #[test]
    fn errors_are_one_line_that_helps() {
        let mut games = Games::new();
        let errors = [
            games.info("ches").unwrap_err(),
            games.start("near:win=mate", None).unwrap_err(),
            games.start("near", Some("8/8 w")).unwrap_err(),
        ];
        let parts = ["`chess`", "win cannot be `mate`", "FEN"];
        for (error, part) in errors.iter().zip(parts) {
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
        assert_eq!(games.nearest("naer"), "near");
    }
}
