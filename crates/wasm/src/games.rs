//! The games, as a page shows them.

use std::sync::Arc;

#[cfg(feature = "study")]
use berolina_rules::Library;
use berolina_rules::definition::{Definition, OptionValues};
use berolina_rules::explain::{self, Mark};
#[cfg(feature = "study")]
use berolina_rules::notation::pgn;
#[cfg(feature = "study")]
use berolina_rules::notation::record::{self, Catalog, Record};
use berolina_rules::tables::{Kind, KindState};
use berolina_rules::{Game, Position, Variant};

#[cfg(feature = "study")]
use crate::collection::Collection;
use crate::model;
use crate::session::Session;
#[cfg(feature = "study")]
use crate::setup::Editor;
#[cfg(feature = "study")]
use crate::tree::Tree;
#[cfg(feature = "study")]
use crate::variants;
use crate::variants::{OWN, Variants};

/// The games that can be played.
#[derive(Debug)]
pub struct Games {
    variants: Variants,
    /// What PGN texts may name.
    #[cfg(feature = "study")]
    catalog: Catalog,
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
        Self {
            variants: Variants::new(),
            #[cfg(feature = "study")]
            catalog: Catalog::new(Library::shipped()),
        }
    }

    /// All games in alphabetical order.
    #[must_use]
    pub fn cards(&self) -> Vec<model::GameCard> {
        let library = self.variants.library();
        library.names().filter_map(|name| library.load(name).ok()).map(|game| card(&game)).collect()
    }

    /// A game with its options chosen.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn info(&mut self, spec: &str) -> Result<model::GameInfo, String> {
        self.variants.find(spec).map(|variant| info(&variant, prefix(spec)))
    }

    /// Makes a person's own game known as `my:NAME`, in place of one of the same name.
    ///
    /// # Errors
    /// A bad name or too large a text, in one line. Whether the text is a game is said when it is asked for.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.variants.add(name, text)?;
        #[cfg(feature = "study")]
        {
            self.catalog = Catalog::new(self.variants.nameable());
        }
        Ok(())
    }

    /// A new game, from its start or from a position.
    ///
    /// # Errors
    /// An unknown game or option, or a bad FEN, in one line.
    pub fn start(&mut self, spec: &str, fen: Option<&str>) -> Result<Session, String> {
        let variant = self.variants.find(spec)?;
        let start = match fen {
            None => variant.start(),
            Some(fen) => Position::from_fen(&variant, fen).map_err(|error| error.to_string())?,
        };
        Ok(Session::new(Game::new(start), prefix(spec)))
    }

    /// The first game of a PGN text with its variations.
    ///
    /// # Errors
    /// There is no game, or it cannot be read, in one line.
    #[cfg(feature = "study")]
    pub fn tree(&mut self, pgn: &str) -> Result<Tree, String> {
        match record::read(pgn.as_bytes(), &mut self.catalog).next() {
            None => Err("there is no game in this text".to_owned()),
            Some(record) => {
                let record = record.map_err(|error| error.to_string())?;
                variants::shown(Arc::clone(record.variant()))?;
                let prefix = self.variants.prefix_of(name(&record));
                Ok(Tree::new(record, prefix))
            }
        }
    }

    /// A tree that begins at a position, or at the start, with some moves separated by spaces.
    ///
    /// # Errors
    /// An unknown game or option, a bad FEN or a bad move, in one line.
    #[cfg(feature = "study")]
    pub fn new_tree(&mut self, spec: &str, fen: Option<&str>, moves: &str) -> Result<Tree, String> {
        let mut session = self.start(spec, fen)?;
        for (at, text) in moves.split_whitespace().enumerate() {
            session.play(text).map_err(|error| format!("move {}, `{}`: {error}", at + 1, shown(text)))?;
        }
        Ok(Tree::new(session.record(), prefix(spec)))
    }

    /// An editor that begins with an arrangement, or with the start of the game.
    ///
    /// # Errors
    /// An unknown game or option, or a FEN that cannot be read, in one line.
    #[cfg(feature = "study")]
    pub fn editor(&mut self, spec: &str, fen: Option<&str>) -> Result<Editor, String> {
        Editor::new(self.variants.find(spec)?, fen)
    }

    /// The games of a PGN text; one without any tag is one of those that `unnamed` says, and with `read_as` each that
    /// does not say which it is.
    #[cfg(feature = "study")]
    #[must_use]
    pub fn collection(&self, pgn: &[u8], unnamed: &str, read_as: Option<&str>) -> Collection {
        let plain = |spec| str::strip_prefix(spec, OWN).unwrap_or(spec);
        Collection::new(pgn, Catalog::new(self.variants.nameable()), plain(unnamed), read_as.map(plain))
    }

    /// The spec that a bad one most likely means.
    #[must_use]
    pub fn nearest(&self, spec: &str) -> String {
        self.variants.library().nearest(spec).unwrap_or_default()
    }
}

/// Of which other game a text may be, where it is none of the game that is shown.
#[cfg(feature = "study")]
impl Games {
    /// The spec of the nearest game that a FEN is a position of.
    #[must_use]
    pub fn fits_fen(&mut self, fen: &str, shown: &str) -> Option<String> {
        let ranks = ranks(fen);
        self.fitting(shown, shown, Some(ranks), |variant| Position::from_fen(variant, fen).is_ok())
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
            Record::from_pgn(&game, &mut catalog).is_ok()
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
        let shown = self.variants.find(shown).ok();
        let shown = shown
            .iter()
            .flat_map(|it| std::iter::once(&it.definition().name).chain(&it.definition().lineage));
        let library = self.variants.nameable();
        let mut names: Vec<&str> = usual.iter().chain(shown).map(String::as_str).collect();
        names.extend(library.names());
        names.into_iter().find_map(|name| {
            let definition = library.load(name).ok()?;
            let spec = format!("{}{name}", self.variants.prefix_of(name));
            let other = spec != tried && ranks.is_none_or(|n| n == usize::from(definition.shape.ranks()));
            let variant = other.then(|| self.variants.find(&spec).ok()).flatten()?;
            fits(&variant).then_some(spec)
        })
    }
}

/// How many ranks the board of a FEN has.
#[cfg(feature = "study")]
fn ranks(fen: &str) -> usize {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    board.bytes().filter(|&b| b == b'/').count() + 1
}

/// A text from outside as it may stand in a message.
#[cfg(feature = "study")]
fn shown(text: &str) -> String {
    text.chars().take(24).flat_map(char::escape_debug).collect()
}

/// The name of a record's game, without its options.
#[cfg(feature = "study")]
fn name(record: &record::Record) -> &str {
    &record.variant().definition().name
}

/// What stands before the names of games such as this one.
fn prefix(spec: &str) -> &'static str {
    if spec.starts_with(OWN) { OWN } else { "" }
}

fn card(game: &Definition) -> model::GameCard {
    let text = game.text.clone();
    model::GameCard {
        name: game.name.clone(),
        title: text.title,
        inventor: text.inventor,
        year: text.year.and_then(|year| i32::try_from(year).ok()),
        link: text.link,
        about: text.about,
        files: game.shape.files(),
        ranks: game.shape.ranks(),
        shape: (!game.shape.is_rectangle()).then(|| game.shape.to_string()),
        lineage: game.lineage.clone(),
    }
}

pub(crate) fn info(variant: &Arc<Variant>, prefix: &str) -> model::GameInfo {
    let game = variant.definition();
    let told = explain::explain(variant);
    model::GameInfo {
        card: card(game),
        spec: format!("{prefix}{}", game.full_name()),
        hints: game.text.hints.clone(),
        options: options(game),
        kinds: (0..variant.kinds().len()).map(|kind| self::kind(variant, kind as u8)).collect(),
        pieces: told.pieces.into_iter().map(note).collect(),
        special: told.special,
        ending: told.ending,
        start: variant.start().fen(),
        hands: game.hands.used,
        placement: game.hands.placement,
        draws: game.can_be_drawn(),
        sides: explain::sides(variant).map(|[white, black]| (white, black)),
    }
}

fn options(game: &Definition) -> Vec<model::GameOption> {
    let option = |(option, chosen): (&berolina_rules::definition::GameOption, &String)| {
        let (choices, range) = match &option.values {
            OptionValues::Choice(values) => {
                let choice = |(value, about): &(String, String)| model::Choice {
                    value: value.clone(),
                    about: about.clone(),
                };
                (Some(values.iter().map(choice).collect()), None)
            }
            &OptionValues::Number { min, max } => (None, Some(model::Range { min, max })),
        };
        model::GameOption {
            name: option.name.clone(),
            about: option.about.clone(),
            default: option.default.clone(),
            chosen: chosen.clone(),
            choices,
            range,
        }
    };
    game.options.iter().zip(&game.chosen).map(option).collect()
}

fn kind(variant: &Variant, kind: u8) -> model::Kind {
    let info = &variant.kinds()[usize::from(kind)];
    let piece = variant.definition().piece(info.piece);
    model::Kind {
        name: piece.name.clone(),
        symbol: variant.symbol(Kind::new(usize::from(kind))),
        letter: info.letter.to_string(),
        state: match info.state {
            KindState::Base => model::KindState::Plain,
            KindState::Moved => model::KindState::Moved,
            KindState::Promoted => model::KindState::Promoted,
        },
        about: piece.about.trim().to_owned(),
        silent: info.silent,
    }
}

fn note(note: explain::PieceNote) -> model::PieceNote {
    model::PieceNote {
        // The kinds of pieces as they enter the board come first, in the order of the pieces.
        kind: Kind::base(note.piece).index() as u8,
        side: note.side.map(Into::into),
        notes: note.notes,
        diagrams: note.diagrams.into_iter().map(diagram).collect(),
    }
}

fn diagram(diagram: explain::Diagram) -> model::Diagram {
    let cell = |cell: explain::Cell| model::DiagramCell {
        mark: match cell.mark {
            Mark::Nothing => model::Mark::Nothing,
            Mark::Origin => model::Mark::Origin,
            Mark::Moves => model::Mark::Moves,
            Mark::Captures => model::Mark::Captures,
            Mark::Both => model::Mark::Both,
            Mark::DoubleStep => model::Mark::DoubleStep,
            Mark::CapturesInPassing => model::Mark::CapturesInPassing,
        },
        onward: cell.onward,
    };
    model::Diagram {
        caption: diagram.caption.map(str::to_owned),
        files: diagram.files,
        ranks: diagram.ranks,
        cells: diagram.cells.into_iter().map(cell).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn boards_that_are_no_rectangles_are_refused_in_one_sentence() {
        let mut games = Games::new();
        games.add("glinski", include_str!("../../rules/tests/data/glinski.toml")).unwrap();
        games.add("holes", include_str!("../../rules/tests/data/holes.toml")).unwrap();
        for spec in ["my:glinski", "my:holes"] {
            let refused = [games.info(spec).err(), games.start(spec, None).err()];
            #[cfg(feature = "study")]
            let refused = refused.into_iter().chain([
                games.new_tree(spec, None, "").err(),
                games.editor(spec, None).err(),
                games.tree(&format!("[Variant \"{}\"]\n\n*", &spec[3..])).err(),
            ]);
            for error in refused {
                assert!(error.unwrap().starts_with("the app cannot show boards of this shape yet"));
            }
        }
        assert_eq!(games.info("chess").unwrap().card.shape, None);
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

    #[cfg(feature = "study")]
    #[test]
    fn own_games_are_analysed_and_found_in_pgn() {
        let mut games = Games::new();
        let text = "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Mine.\"\npieces.knight.moves = \"NN\"\n";
        games.add("mine", text).unwrap();
        let tree = games.new_tree("my:mine:win=checkmate", None, "Nd5").unwrap_err();
        assert!(tree.contains("move 1, `Nd5`"), "{tree}");
        let tree = games.new_tree("my:mine:win=checkmate", None, "e4 e5").unwrap();
        assert_eq!(tree.spec(), "my:mine:win=checkmate");
        let pgn = tree.pgn();
        assert_eq!(games.tree(&pgn).unwrap().spec(), "my:mine:win=checkmate");
        let titles = |games: &Games, pgn: &str, unnamed: &str| -> Vec<_> {
            games.collection(pgn.as_bytes(), unnamed, None).filter_map(|game| game.title).collect()
        };
        assert_eq!(titles(&games, &pgn, "near"), ["Mine"]);
        assert_eq!(titles(&games, "1. e4 e5 *", "my:mine"), ["Mine"]);
        // Another's analysis of a game of the same name is read with the file that is here.
        assert!(Games::new().tree(&pgn).unwrap_err().contains("mine"));
        // No own file takes the place of a shipped game.
        games.add("chess", text).unwrap();
        assert_eq!(titles(&games, "[Variant \"chess\"]\n\n1. e4 *", "near"), ["Chess"]);
    }

    #[cfg(feature = "study")]
    #[test]
    fn what_is_of_another_game_is_read_as_the_nearest() {
        let mut games = Games::new();
        let start = |games: &mut Games, spec: &str| games.info(spec).unwrap().start;
        let [chess, grand, house] = ["chess", "grand", "crazyhouse"].map(|spec| start(&mut games, spec));
        let fen = |games: &mut Games, fen: &str, shown: &str| games.fits_fen(fen, shown);
        assert_eq!(fen(&mut games, &chess, "near").as_deref(), Some("chess"));
        assert_eq!(fen(&mut games, &chess, "grand").as_deref(), Some("chess"));
        assert_eq!(fen(&mut games, &grand, "near").as_deref(), Some("grand"));
        assert_eq!(fen(&mut games, &house, "chess").as_deref(), Some("crazyhouse"));
        assert_eq!(fen(&mut games, "8/8 w - - 0 1", "chess"), None);
        let mut game = |pgn: &str, shown: &str| games.fits_game(pgn.as_bytes(), shown);
        assert_eq!(game("1. e4 e5 2. Nf3 Nc6 3. Bb5", "near").as_deref(), Some("chess"));
        assert_eq!(game("1. e4 e5 2. Nf3 exf4??", "near"), None);
        // One with tags is read as chess at first, and not as what is shown.
        let near = "[Event \"?\"]\n\n1. e4 e5 2. Nf4";
        assert_eq!(game(near, "near").as_deref(), Some("near"));
        assert_eq!(game("[Variant \"near\"]\n\n1. e4 e5 2. Nf3 Nc6", "chess"), None);
        // Of a person's own, in a game that only it is.
        let text = "extends = \"chess\"\ntitle = \"Mine\"\nabout = \"x\"\npieces.rook.letter = \"Z\"\narray = [\"ZNBQKBNZ\", \"PPPPPPPP\"]\npromotion.to = \"QZBN\"\n";
        games.add("mine", text).unwrap();
        let own = games.info("my:mine").unwrap().start;
        assert_eq!(games.fits_fen(&own, "chess").as_deref(), Some("my:mine"));
        let bare = "[Event \"?\"]\n\n1. e4 e5 2. Nf3";
        let mut read = games.collection(bare.as_bytes(), "chess", Some("my:mine"));
        assert_eq!(read.next().and_then(|game| game.title).as_deref(), Some("Mine"));
    }

    #[cfg(feature = "study")]
    #[test]
    fn a_variant_is_obeyed_as_other_programs_call_it() {
        let mut games = Games::new();
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
            assert_eq!(games.tree(&pgn).unwrap().spec(), spec, "{tag}");
        }
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
            games.tree("").unwrap_err(),
            games.tree("[Variant \"near\"]\n\n1. e9 *").unwrap_err(),
        ];
        let parts = ["`chess`", "win cannot be `mate`", "FEN", "there is no game", "line 3, column 4"];
        for (error, part) in errors.iter().zip(parts) {
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
        assert_eq!(games.nearest("naer"), "near");
    }
}
