//! What analysis asks: games with variations, files of games, positions being set up.

use std::sync::Arc;

use berolina_rules::message::Language;
use berolina_rules::notation::pgn;
use berolina_rules::notation::record::{self, Catalog, Record};
use berolina_rules::{Library, Position, Variant};

use crate::collection::Collection;
use crate::games::{Games, prefix};
use crate::setup::Editor;
use crate::tree::Tree;
use crate::variants::OWN;

/// The games that can be analysed.
#[derive(Debug)]
pub struct Study {
    games: Games,
    /// What PGN texts may name.
    catalog: Catalog,
    language: Arc<Language>,
}

impl Default for Study {
    fn default() -> Self {
        Self::new()
    }
}

impl Study {
    /// The shipped games.
    #[must_use]
    pub fn new() -> Self {
        Self { games: Games::new(), catalog: Catalog::new(Library::shipped()), language: Arc::default() }
    }

    /// From now on trees are told of in the language of a catalogue; in English if it is empty.
    ///
    /// # Errors
    /// The catalogue is bad, in one line.
    pub fn set_language(&mut self, catalogue: &str) -> Result<(), String> {
        self.language = Arc::new(Language::read(catalogue)?);
        Ok(())
    }

    /// Makes a person's own game known, as [`Games::add`] does.
    ///
    /// # Errors
    /// A bad name or too large a text, in one line.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.games.add(name, text)?;
        self.catalog = Catalog::new(self.games.variants.nameable());
        Ok(())
    }

    /// The first game of a PGN text with its variations.
    ///
    /// # Errors
    /// There is no game, or it cannot be read, in one line.
    pub fn tree(&mut self, pgn: &str) -> Result<Tree, String> {
        match record::read(pgn.as_bytes(), &mut self.catalog).next() {
            None => Err("there is no game in this text".to_owned()),
            Some(record) => {
                let record = record.map_err(|error| error.to_string())?;
                let prefix = self.games.variants.prefix_of(name(&record));
                Ok(Tree::new(record, prefix).speaking(&self.language))
            }
        }
    }

    /// A tree that begins at a position, or at the start, with some moves separated by spaces.
    ///
    /// # Errors
    /// An unknown game or option, a bad FEN or a bad move, in one line.
    pub fn new_tree(&mut self, spec: &str, fen: Option<&str>, moves: &str) -> Result<Tree, String> {
        let mut session = self.games.start(spec, fen)?.speaking(&self.language);
        for (at, text) in moves.split_whitespace().enumerate() {
            session.play(text).map_err(|error| format!("move {}, `{}`: {error}", at + 1, shown(text)))?;
        }
        Ok(Tree::new(session.record(), prefix(spec)).speaking(&self.language))
    }

    /// An editor that begins with an arrangement, or with the start of the game.
    ///
    /// # Errors
    /// An unknown game or option, or a FEN that cannot be read, in one line.
    pub fn editor(&mut self, spec: &str, fen: Option<&str>) -> Result<Editor, String> {
        Editor::new(self.games.variants.find(spec)?, fen)
    }

    /// The games of a PGN text; one without any tag is one of those that `unnamed` says, and with `read_as` each that
    /// does not say which it is.
    #[must_use]
    pub fn collection(&self, pgn: &[u8], unnamed: &str, read_as: Option<&str>) -> Collection {
        let plain = |spec| str::strip_prefix(spec, OWN).unwrap_or(spec);
        Collection::new(pgn, Catalog::new(self.games.variants.nameable()), plain(unnamed), read_as.map(plain))
    }
}

/// Of which other game a text may be, where it is none of the game that is shown.
impl Study {
    /// The spec of the nearest game that a FEN is a position of.
    #[must_use]
    pub fn fits_fen(&mut self, fen: &str, shown: &str) -> Option<String> {
        let ranks = ranks(fen);
        self.fitting(shown, shown, Some(ranks), |variant| Position::from_kept_fen(variant, fen).is_ok())
    }

    /// The spec of the nearest game by whose rules the first game of a PGN text can be played. There is none for one
    /// that says which game it is.
    #[must_use]
    pub fn fits_game(&mut self, pgn: &[u8], shown: &str) -> Option<String> {
        let game = pgn::read(pgn).next()?.ok().filter(|game| game.tag("Variant").is_none())?;
        let ranks = game.tag("FEN").map(ranks);
        // With any tag it was not read as the one that is shown.
        let tried = if game.tags.is_empty() { shown } else { "" };
        self.fitting(shown, tried, ranks, |variant| {
            let mut catalog = Catalog::new(Library::empty()).with_unnamed(Arc::clone(variant));
            Record::from_pgn(&game, &mut catalog).is_ok_and(|record| record.notices().is_empty())
        })
    }

    /// The first game that fits, of those with so many ranks: that of files which do not say theirs, the one shown and
    /// those that it extends, and all others; not the one that was tried.
    fn fitting(
        &mut self,
        shown: &str,
        tried: &str,
        ranks: Option<usize>,
        fits: impl Fn(&Arc<Variant>) -> bool,
    ) -> Option<String> {
        let usual = self.catalog.find("").ok().map(|variant| variant.definition().name.clone());
        let shown = self.games.variants.find(shown).ok();
        let shown = shown
            .iter()
            .flat_map(|it| std::iter::once(&it.definition().name).chain(&it.definition().lineage));
        let library = self.games.variants.nameable();
        let mut names: Vec<&str> = usual.iter().chain(shown).map(String::as_str).collect();
        names.extend(library.names());
        names.into_iter().find_map(|name| {
            let definition = library.load(name).ok()?;
            let spec = format!("{}{name}", self.games.variants.prefix_of(name));
            let other = spec != tried && ranks.is_none_or(|n| n == usize::from(definition.shape.ranks()));
            let variant = other.then(|| self.games.variants.find(&spec).ok()).flatten()?;
            fits(&variant).then_some(spec)
        })
    }
}

/// How many ranks the board of a FEN has.
fn ranks(fen: &str) -> usize {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    board.bytes().filter(|&b| b == b'/').count() + 1
}

/// A text from outside as it may stand in a message.
fn shown(text: &str) -> String {
    text.chars().take(24).flat_map(char::escape_debug).collect()
}

/// The name of a record's game, without its options.
fn name(record: &record::Record) -> &str {
    &record.variant().definition().name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_told_of_in_the_language_of_a_catalogue() {
        let mut study = Study::new();
        study.set_language(include_str!("../../rules/texts/de.txt")).unwrap();
        let mut tree = study.new_tree("chess", None, "e4").unwrap();
        let refused = "der Bauer auf e7 kann nicht nach e4; möglich ist e7e5, e7e6";
        assert_eq!(tree.play(Some(0), "e7e4").unwrap_err(), refused);
        assert_eq!(tree.session(Some(0)).unwrap().why_not("e7e4"), refused);
        let wrong = study.new_tree("chess", None, "e4 Ke6").unwrap_err();
        assert_eq!(wrong, "move 2, `Ke6`: Schwarz hat keinen König, der regelgemäß nach e6 kann");
        study.set_language("").unwrap();
        let tree = study.new_tree("chess", None, "e4").unwrap();
        assert!(tree.session(None).unwrap().why_not("e2e5").starts_with("the pawn on e2 cannot go to e5"));
    }

    #[test]
    fn own_games_are_analysed_and_found_in_pgn() {
        let mut study = Study::new();
        let text = "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Mine.\"\npieces.knight.moves = \"NN\"\n";
        study.add("mine", text).unwrap();
        let tree = study.new_tree("my:mine:win=checkmate", None, "Nd5").unwrap_err();
        assert!(tree.contains("move 1, `Nd5`"), "{tree}");
        let tree = study.new_tree("my:mine:win=checkmate", None, "e4 e5").unwrap();
        assert_eq!(tree.spec(), "my:mine:win=checkmate");
        let pgn = tree.pgn();
        assert_eq!(study.tree(&pgn).unwrap().spec(), "my:mine:win=checkmate");
        let titles = |study: &Study, pgn: &str, unnamed: &str| -> Vec<_> {
            study.collection(pgn.as_bytes(), unnamed, None).filter_map(|game| game.title).collect()
        };
        assert_eq!(titles(&study, &pgn, "near"), ["Mine"]);
        assert_eq!(titles(&study, "1. e4 e5 *", "my:mine"), ["Mine"]);
        // Another's analysis of a game of the same name is read with the file that is here.
        assert!(Study::new().tree(&pgn).unwrap_err().contains("mine"));
        // No own file takes the place of a shipped game.
        study.add("chess", text).unwrap();
        assert_eq!(titles(&study, "[Variant \"chess\"]\n\n1. e4 *", "near"), ["Chess"]);
    }

    #[test]
    fn what_is_of_another_game_is_read_as_the_nearest() {
        let mut study = Study::new();
        let start = |study: &mut Study, spec: &str| study.games.info(spec).unwrap().start;
        let [chess, grand, house] = ["chess", "grand", "crazyhouse"].map(|spec| start(&mut study, spec));
        let fen = |study: &mut Study, fen: &str, shown: &str| study.fits_fen(fen, shown);
        assert_eq!(fen(&mut study, &chess, "near").as_deref(), Some("chess"));
        assert_eq!(fen(&mut study, &chess, "grand").as_deref(), Some("chess"));
        assert_eq!(fen(&mut study, &grand, "near").as_deref(), Some("grand"));
        assert_eq!(fen(&mut study, &house, "chess").as_deref(), Some("crazyhouse"));
        assert_eq!(fen(&mut study, "8/8 w - - 0 1", "chess"), None);
        let mut game = |pgn: &str, shown: &str| study.fits_game(pgn.as_bytes(), shown);
        assert_eq!(game("1. e4 e5 2. Nf3 Nc6 3. Bb5", "near").as_deref(), Some("chess"));
        assert_eq!(game("1. e4 e5 2. Nf3 exf4??", "near"), None);
        // One with tags is read as chess at first, and not as what is shown.
        let near = "[Event \"?\"]\n\n1. e4 e5 2. Nf4";
        assert_eq!(game(near, "near").as_deref(), Some("near"));
        assert_eq!(game("[Variant \"near\"]\n\n1. e4 e5 2. Nf3 Nc6", "chess"), None);
        // Of a person's own, in a game that only it is.
        let text = "extends = \"chess\"\ntitle = \"Mine\"\nabout = \"x\"\npieces.rook.letter = \"Z\"\narray = [\"ZNBQKBNZ\", \"PPPPPPPP\"]\npromotion.to = \"QZBN\"\n";
        study.add("mine", text).unwrap();
        let own = study.games.info("my:mine").unwrap().start;
        assert_eq!(study.fits_fen(&own, "chess").as_deref(), Some("my:mine"));
        let bare = "[Event \"?\"]\n\n1. e4 e5 2. Nf3";
        let mut read = study.collection(bare.as_bytes(), "chess", Some("my:mine"));
        assert_eq!(read.next().and_then(|game| game.title).as_deref(), Some("Mine"));
    }

    #[test]
    fn a_variant_is_obeyed_as_other_programs_call_it() {
        let mut study = Study::new();
        for (tag, spec) in [
            ("Crazyhouse", "crazyhouse"),
            ("Chess960", "chess960"),
            ("Chess 960", "chess960"),
            ("From Position", "chess"),
            ("King of the Hill", "king-of-the-hill"),
            ("KingOfTheHill", "king-of-the-hill"),
            ("koth", "king-of-the-hill"),
            ("Standard", "chess"),
        ] {
            let pgn = format!("[Variant \"{tag}\"]\n\n1. e4 e5 *");
            assert_eq!(study.tree(&pgn).unwrap().spec(), spec, "{tag}");
        }
    }

    #[test]
    fn what_cannot_be_read_or_shown_is_told_in_one_line() {
        let mut study = Study::new();
        let faults = [study.tree(""), study.tree("[Variant \"near\"]\n\n1. e9 *")].map(Result::unwrap_err);
        for (error, part) in faults.iter().zip(["there is no game", "line 3, column 4"]) {
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
