//! What was agreed on, with the rules that it is played by.

use std::sync::{Arc, Mutex, PoisonError};

use berolina_rules::definition::{LoadError, MAX_LEGAL_MOVES, MAX_STEPS};
use berolina_rules::{Library, Position, Variant};
use berolina_wire::{Code, GameFile, Refusal, Terms};
use sha2::{Digest, Sha256};

use super::Clock;
use super::cabinet::{Compiled, Kept};
use crate::text::title;

/// What stands before the name of a game of one's own.
pub(crate) const OWN: &str = "my:";
/// What most games begin with.
const ROOT: &str = "chess";
/// Variant files that one game may bring along.
const MAX_FILES: usize = 8;
/// Their bytes together.
const MAX_TEXT: usize = 256 * 1024;

/// The files of a game, as they were when it was agreed on: they stay with it for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulebook {
    /// The game's own file first, then what it extends.
    pub files: Vec<GameFile>,
}

impl Rulebook {
    /// A name for them that no other files have: 64 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for file in &self.files {
            for part in [&file.name, &file.text] {
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            }
        }
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The family that the game belongs to, which has ratings of its own: the first of the games that it comes from by extending one
    /// another, where chess, which most begin with, counts for nothing.
    #[must_use]
    pub fn family(&self) -> &str {
        let mut names = self.files.iter().rev().map(|file| file.name.as_str());
        names.find(|&name| name != ROOT).unwrap_or(ROOT)
    }

    fn of(library: &Library, name: &str) -> Self {
        let files = library.lineage(name).into_iter();
        Self { files: files.map(|(name, text)| GameFile { name, text: text.to_owned() }).collect() }
    }

    fn library(&self) -> Library {
        let mut library = Library::empty();
        for file in &self.files {
            // They were looked at when they were agreed on; what is faulty all the same is said when the game is loaded.
            let _ = library.add_text(&file.name, &file.text);
        }
        library
    }
}

/// What two players have agreed on, ready to be played.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The terms as they were sent, but the game's full name, without what the rules need no more.
    pub terms: Terms,
    /// The files that it is played by.
    pub rules: Arc<Rulebook>,
    /// The game.
    pub variant: Arc<Variant>,
}

impl Agreed {
    /// The position that the game begins from.
    ///
    /// # Errors
    /// If the terms name one that cannot be played.
    pub fn start(&self) -> Result<Position, Refusal> {
        match &self.terms.start {
            None => Ok(self.variant.start()),
            Some(fen) => {
                let start = Position::from_kept_fen(&self.variant, fen)
                    .map_err(|error| Refusal::new(Code::BadGame, format!("the start: {error}")))?;
                // The file's own start was looked at when it was read.
                if !start.cost().is_bearable() {
                    let text = format!(
                        "the start: a position may have at most {MAX_LEGAL_MOVES} legal moves, and {MAX_STEPS} squares to look at for them"
                    );
                    return Err(Refusal::new(Code::TooLarge, text));
                }
                Ok(start)
            }
        }
    }

    /// What the game is called, as lists show it.
    #[must_use]
    pub fn title(&self) -> String {
        let definition = self.variant.definition();
        title(&definition.text.title, &definition.name)
    }

    /// Whether it is played by rules that somebody wrote, or brought along: what they cost is known by their budgets alone.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.terms.spec.starts_with(OWN)
    }
}

/// Games that are played now share their tables.
#[derive(Debug)]
pub struct Cabinet {
    shipped: Library,
    kept: Mutex<Compiled>,
}

impl Default for Cabinet {
    fn default() -> Self {
        Self { shipped: Library::shipped(), kept: Mutex::default() }
    }
}

impl Cabinet {
    /// Reads what somebody proposes. It takes processor time: a few milliseconds for a shipped game.
    ///
    /// # Errors
    /// A game, start or clock that cannot be.
    pub fn propose(&self, mut terms: Terms, draw: impl FnMut(u32) -> u32) -> Result<Agreed, Refusal> {
        if let Some(clock) = terms.clock {
            Clock::check(clock)?;
        }
        let files = std::mem::take(&mut terms.files);
        let size: usize = files.iter().map(|file| file.text.len()).sum();
        if files.len() > MAX_FILES || size > MAX_TEXT {
            let text = format!("a game has at most {MAX_FILES} files with {} KiB", MAX_TEXT / 1024);
            return Err(Refusal::new(Code::TooLarge, text));
        }
        let own = terms.spec.strip_prefix(OWN).map(str::to_owned);
        if terms.rated && (own.is_some() || terms.start.is_some()) {
            let text = "rated games are shipped ones, from their own start: whoever writes the rules could write who wins";
            return Err(Refusal::new(Code::NotAllowed, text));
        }
        if terms.rated && terms.clock.is_none() {
            let text = "rated games have a clock: minutes for the game, or days for each move";
            return Err(Refusal::new(Code::NotAllowed, text));
        }
        let mut with_own = None;
        if own.is_some() {
            let library = with_own.insert(self.shipped.clone());
            for file in &files {
                library
                    .add_text(&file.name, &file.text)
                    .map_err(|error| Refusal::new(Code::BadGame, error.to_string()))?;
            }
        }
        let library = with_own.as_ref().unwrap_or(&self.shipped);
        let asked = own.as_deref().unwrap_or(&terms.spec);
        let spec = library.shuffled(asked, draw).unwrap_or_else(|| asked.to_owned());
        let definition = library.load(&spec).map_err(|error| faulty(&error))?;
        let spec = definition.full_name();
        let rules = Arc::new(Rulebook::of(library, name_of(&spec)));
        terms.spec = if own.is_some() { format!("{OWN}{spec}") } else { spec };
        let (rules, variant) = self.keep(&terms.spec, rules, || Ok(Variant::new(definition)))?;
        let agreed = Agreed { terms, rules, variant };
        let over = agreed.start()?.outcome();
        if let Some(fen) = &agreed.terms.start
            && let Err(error) = Position::from_fen(&agreed.variant, fen)
            && error.is_over()
        {
            return Err(Refusal::new(Code::BadGame, format!("the start: {error}")));
        }
        if over.is_some() {
            return Err(Refusal::new(Code::BadGame, "the start: in this position the game is over"));
        }
        Ok(agreed)
    }

    /// Reads what was agreed on before.
    ///
    /// # Errors
    /// Files that this program cannot read any more.
    pub fn recall(&self, terms: Terms, rules: Rulebook) -> Result<Agreed, Refusal> {
        let rules = Arc::new(rules);
        let (rules, variant) = self.keep(&terms.spec, Arc::clone(&rules), || {
            let spec = terms.spec.strip_prefix(OWN).unwrap_or(&terms.spec);
            rules.library().load(spec).map(Variant::new).map_err(|error| faulty(&error))
        })?;
        Ok(Agreed { terms, rules, variant })
    }

    /// What a shipped game is called; its name where it is not shipped any more.
    #[must_use]
    pub fn title(&self, name: &str) -> String {
        let loaded = self.shipped.load(name);
        loaded.map_or_else(|_| name.to_owned(), |definition| definition.text.title.clone())
    }

    /// The terms as a page is told them: with the files, and the game as one of somebody's own, unless the page has the same. The
    /// game is not compiled for it.
    #[must_use]
    pub fn told(&self, terms: &Terms, rules: &Rulebook) -> Terms {
        let mut terms = terms.clone();
        let own = terms.spec.starts_with(OWN);
        if !own && Rulebook::of(&self.shipped, name_of(&terms.spec)) != *rules {
            terms.spec.insert_str(0, OWN);
        }
        if terms.spec.starts_with(OWN) {
            terms.files.clone_from(&rules.files);
        }
        terms
    }

    fn keep(
        &self,
        spec: &str,
        rules: Arc<Rulebook>,
        load: impl FnOnce() -> Result<Arc<Variant>, Refusal>,
    ) -> Result<Kept, Refusal> {
        let key = (spec.to_owned(), rules.hash());
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = lock().get(&key) {
            return Ok(kept);
        }
        // Others may look for theirs meanwhile.
        let kept = (rules, load()?);
        lock().keep(key, kept, spec.starts_with(OWN))
    }
}

fn name_of(spec: &str) -> &str {
    spec.split(':').next().unwrap_or_default()
}

fn faulty(error: &LoadError) -> Refusal {
    Refusal::new(Code::BadGame, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(spec: &str, files: &[(&str, &str)]) -> Terms {
        let file = |&(name, text): &(&str, &str)| GameFile { name: name.to_owned(), text: text.to_owned() };
        Terms {
            spec: spec.to_owned(),
            files: files.iter().map(file).collect(),
            start: None,
            clock: None,
            rated: false,
            audience: berolina_wire::Audience::Private,
        }
    }

    const MINE: &str = "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Mine.\"\n";

    #[test]
    fn games_keep_their_files_and_share_their_tables() {
        let cabinet = Cabinet::default();
        let one = cabinet.propose(terms("near", &[]), |_| 0).unwrap();
        let two = cabinet.propose(terms("near", &[]), |_| 0).unwrap();
        assert!(Arc::ptr_eq(&one.variant, &two.variant));
        assert_eq!(one.rules.files[0].name, "near");
        assert_eq!(cabinet.told(&one.terms, &one.rules).files, []);

        let own = cabinet.propose(terms("my:mine", &[("mine", MINE)]), |_| 0).unwrap();
        let names: Vec<&str> = own.rules.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names[..2], ["mine", "near"]);
        let told = cabinet.told(&own.terms, &own.rules);
        assert_eq!((told.spec.as_str(), &told.files), ("my:mine", &own.rules.files));
        let later = Cabinet::default().recall(own.terms.clone(), Rulebook::clone(&own.rules)).unwrap();
        assert_eq!(later.title(), "Mine");
    }

    #[test]
    fn a_game_whose_file_has_changed_since_is_told_with_the_old_one() {
        let cabinet = Cabinet::default();
        let old = Rulebook {
            files: vec![GameFile { name: "near".to_owned(), text: MINE.replace("near", "chess") }],
        };
        let chess = cabinet.shipped.lineage("chess").into_iter();
        let files = chess.map(|(name, text)| GameFile { name, text: text.to_owned() });
        let old = Rulebook { files: old.files.into_iter().chain(files).collect() };
        let agreed = cabinet.recall(terms("near", &[]), old).unwrap();
        let told = cabinet.told(&agreed.terms, &agreed.rules);
        assert_eq!((told.spec.as_str(), told.files.len() > 1), ("my:near", true));
        assert_eq!(agreed.title(), "Mine");
    }

    #[test]
    fn nobody_is_asked_to_play_where_the_game_is_over() {
        let cabinet = Cabinet::default();
        let refused = |fen: &str| {
            let begun = Terms { start: Some(fen.to_owned()), ..terms("chess", &[]) };
            cabinet.propose(begun, |_| 0).map(|_| ()).map_err(|refusal| refusal.text)
        };
        let over = Err("the start: in this position the game is over".to_owned());
        // Checkmate, stalemate, a dead position, and one that goes on.
        assert_eq!(refused("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), over);
        assert_eq!(refused("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), over);
        assert_eq!(refused("k7/8/1K6/8/8/8/8/8 b - - 0 1"), over);
        assert_eq!(refused("k7/8/1K6/8/8/8/8/7R b - - 0 1"), Ok(()));
    }

    #[test]
    fn shuffles_are_drawn_and_faults_are_told_in_one_line() {
        let cabinet = Cabinet::default();
        let drawn = cabinet.propose(terms("near-960", &[]), |count| count - 1).unwrap();
        assert!(drawn.terms.spec.contains("position=959"), "{}", drawn.terms.spec);
        let refused = |spec: &str, files: &[(&str, &str)]| {
            let refusal = cabinet.propose(terms(spec, files), |_| 0).unwrap_err();
            assert!(!refusal.text.contains('\n'), "{}", refusal.text);
            refusal.code
        };
        assert_eq!(refused("no-such-game", &[]), Code::BadGame);
        assert_eq!(refused("my:mine", &[]), Code::BadGame);
        assert_eq!(refused("my:mine", &[("mine", "board = 7")]), Code::BadGame);
        assert_eq!(refused("my:mine", &[("../mine", MINE)]), Code::BadGame);
        assert_eq!(refused("my:mine", &[("mine", &"#".repeat(MAX_TEXT + 1))]), Code::TooLarge);
        assert_eq!(refused("my:mine", &[("mine", MINE); 9]), Code::TooLarge);
        let start = Terms { start: Some("8/8".to_owned()), ..terms("near", &[]) };
        assert_eq!(cabinet.propose(start, |_| 0).unwrap_err().code, Code::BadGame);
    }
}
