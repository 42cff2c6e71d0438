//! The games compiled last.

use std::sync::Arc;

use berolina_rules::explain::Texts;
use berolina_rules::message::Language;
use berolina_rules::{Definition, Variant};

use crate::games::prefix;
use crate::model::GameInfo;
use crate::variants::OWN;
use crate::{Session, games, info, packed};

/// Games kept compiled.
const MAX_KEPT: usize = 16;

/// The games compiled last, by their specs.
#[derive(Debug, Default)]
pub struct Kept {
    games: Vec<(String, Arc<Variant>)>,
    /// What is told of those that came as bytes.
    texts: Vec<(Arc<Variant>, Arc<Texts>)>,
    language: Arc<Language>,
}

impl Kept {
    /// No game yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The game of a spec.
    ///
    /// # Errors
    /// It is not known, in one line.
    pub fn find(&self, spec: &str) -> Result<Arc<Variant>, String> {
        self.get(spec).ok_or_else(|| format!("the game {spec} is not known here"))
    }

    /// The game of a spec, if it is kept.
    #[must_use]
    pub fn get(&self, spec: &str) -> Option<Arc<Variant>> {
        self.games.iter().find(|kept| kept.0 == spec).map(|kept| Arc::clone(&kept.1))
    }

    /// Compiles a game and keeps it under the spec that it was asked for by, in place of what was known so.
    pub fn keep(&mut self, spec: &str, definition: Definition) -> Arc<Variant> {
        let variant = Variant::new(definition);
        let prefix = if spec.starts_with(OWN) { OWN } else { "" };
        let full = format!("{prefix}{}", variant.definition().full_name());
        for name in [spec.to_owned(), full] {
            self.games.retain(|kept| kept.0 != name);
            if self.games.len() >= MAX_KEPT {
                self.games.remove(0);
            }
            self.games.push((name, Arc::clone(&variant)));
        }
        variant
    }

    /// What is told of a game that came as bytes.
    ///
    /// # Errors
    /// It is not known, in one line.
    pub fn info(&self, spec: &str) -> Result<GameInfo, String> {
        let variant = self.find(spec)?;
        let texts = Texts::clone(&self.texts(&variant));
        Ok(info::info(&variant, prefix(spec), texts, &self.language))
    }

    /// What is told of a game: nothing of one that did not come as bytes.
    fn texts(&self, variant: &Arc<Variant>) -> Arc<Texts> {
        let known = self.texts.iter().find(|texts| Arc::ptr_eq(&texts.0, variant));
        known.map_or_else(Arc::default, |texts| Arc::clone(&texts.1))
    }

    /// From now on games are told of in the language of a catalogue; in English if it is empty.
    ///
    /// # Errors
    /// The catalogue is bad, in one line.
    pub fn set_language(&mut self, catalogue: &str) -> Result<(), String> {
        self.language = Arc::new(Language::read(catalogue)?);
        Ok(())
    }

    /// A new game, from its start or from a position, which is told of in the language of now.
    ///
    /// # Errors
    /// An unknown game, or a bad FEN, in one line.
    pub fn start(&self, spec: &str, fen: Option<&str>) -> Result<Session, String> {
        let variant = self.find(spec)?;
        let session = games::begun(&variant, spec, fen)?;
        Ok(session.speaking(&self.language).told(&self.texts(&variant)))
    }

    /// Compiles a game from the bytes that [`Games::packed`](crate::Games::packed) wrote, and keeps it.
    ///
    /// # Errors
    /// The bytes are none, in one line.
    pub fn unpack(&mut self, spec: &str, bytes: &[u8]) -> Result<(), String> {
        let (definition, texts) =
            packed::unpacked(bytes).ok_or_else(|| format!("{spec}: this is not a packed game"))?;
        let variant = self.keep(spec, definition);
        self.texts.retain(|texts| self.games.iter().any(|kept| Arc::ptr_eq(&kept.1, &texts.0)));
        self.texts.push((variant, Arc::new(texts)));
        Ok(())
    }

    /// Forgets a person's own games: a file has changed, and others may extend it.
    pub fn forget_own(&mut self) {
        self.games.retain(|kept| !kept.0.starts_with(OWN));
    }
}

#[cfg(test)]
mod tests {
    use berolina_rules::Library;

    use super::*;

    #[test]
    fn games_are_known_by_what_they_were_asked_for_and_by_their_names() {
        let mut kept = Kept::new();
        let bytes = |game: &Definition| packed::packed(game);
        assert!(kept.find("near").unwrap_err().contains("near"));
        let library = Library::shipped();
        let near = library.load("near:win=capture,win=capture").or_else(|_| library.load("near")).unwrap();
        kept.unpack("near:win=capture", &bytes(&near)).unwrap();
        let told = crate::Games::new().info("near").unwrap();
        assert!(!told.special.is_empty() && !told.ending.is_empty());
        assert_eq!(kept.info("near").unwrap(), told);
        assert_eq!(kept.find("near").unwrap().definition(), &near);
        assert_eq!(kept.find("near:win=capture").unwrap().definition(), &near);
        assert!(kept.unpack("near", b"near").is_err());
        kept.keep("my:near", near.clone());
        kept.forget_own();
        assert!(kept.get("my:near").is_none() && kept.get("near").is_some());
        for number in 0..100 {
            kept.keep(&format!("near:{number}"), near.clone());
        }
        assert!(kept.games.len() <= MAX_KEPT);
    }

    #[test]
    fn refusals_and_ends_are_told_in_the_language_of_a_catalogue() {
        let mut kept = Kept::new();
        for game in ["chess", "shogi"] {
            kept.unpack(game, &packed::packed(&Library::shipped().load(game).unwrap())).unwrap();
        }
        kept.set_language(include_str!("../../rules/texts/de.txt")).unwrap();
        let mut game = kept.start("chess", Some("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")).unwrap();
        assert_eq!(game.why_not("g6g6"), "auf g6 steht schon deine Dame");
        assert!(game.why_not("f6h7").starts_with("der König auf f6 kann nicht nach h7; möglich ist f6"));
        let refused = game.play("Na3").unwrap_err();
        assert_eq!(refused, "Weiß hat keinen Springer, der regelgemäß nach a3 kann");
        game.play("Kf7").unwrap();
        assert_eq!(game.view().outcome.unwrap().text, "Patt: kein regelgemäßer Zug");
        assert_eq!(game.why_not("h8h7"), "die Partie ist zu Ende");
        // A name with a hyphen has its noun as well.
        let game = kept.start("shogi", None).unwrap();
        assert!(game.why_not("d1d5").starts_with("der Goldgeneral auf d1 kann nicht nach d5"));
    }

    #[test]
    fn games_are_told_of_in_the_language_of_a_catalogue() {
        let mut kept = Kept::new();
        let near = Library::shipped().load("near").unwrap();
        kept.unpack("near", &packed::packed(&near)).unwrap();
        kept.set_language(include_str!("../../rules/texts/de.txt")).unwrap();
        let told = kept.info("near").unwrap();
        assert!(told.special.contains(&"Niemand rochiert.".to_owned()), "{:?}", told.special);
        assert!(told.ending[0].starts_with("Es gewinnt, wer den gegnerischen König schlägt."));
        assert!(told.pieces[5].notes.contains(&"Kein Doppelschritt.".to_owned()), "{:?}", told.pieces[5]);
        assert_eq!((told.kinds[5].name.as_str(), told.kinds[5].title.as_str()), ("pawn", "Bauer"));
        let pawn = kept.start("near", None).unwrap().inspect(16).unwrap();
        assert!(
            pawn.notes.last().unwrap().starts_with("Ein Bauer, der die 8. Reihe erreicht, wird in eine Dame")
        );
        assert_eq!(kept.set_language("nonsense").unwrap_err(), "line 1: this is no line of a catalogue");
        kept.set_language("").unwrap();
        assert_eq!(kept.info("near").unwrap(), crate::Games::new().info("near").unwrap());
    }
}
