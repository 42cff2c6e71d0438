//! A PGN text of any number of games, read one after another so that a page can show how far it is.

use berolina_rules::notation::pgn::{self, Damage};
use berolina_rules::notation::record::{Catalog, MoveStyle, Record, RecordError};

use crate::model::FoundGame;

/// The games of a PGN text.
pub struct Collection {
    games: std::vec::IntoIter<Result<pgn::Game, Damage>>,
    total: usize,
    catalog: Catalog,
}

impl Collection {
    /// The games of a text. A game without any tag is one of those that `unnamed` says; with `read_as`, each that does
    /// not say which it is.
    #[must_use]
    pub fn new(bytes: &[u8], catalog: Catalog, unnamed: &str, read_as: Option<&str>) -> Self {
        let mut games: Vec<_> = pgn::read(bytes).collect();
        for game in games.iter_mut().filter_map(|game| game.as_mut().ok()) {
            if let Some(name) = read_as.filter(|_| game.tag("Variant").is_none()) {
                game.set_tag("Variant", name);
            } else if game.tags.is_empty() {
                game.set_tag("Variant", unnamed);
            }
        }
        Self { total: games.len(), games: games.into_iter(), catalog }
    }

    /// How many games there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }
}

/// Each game, or what is left of one that is at fault.
impl Iterator for Collection {
    type Item = FoundGame;

    fn next(&mut self) -> Option<FoundGame> {
        let read = match self.games.next()? {
            Ok(game) => {
                let tags = game.tags.clone();
                Record::from_pgn(&game, &mut self.catalog).map_err(|error| (error, tags))
            }
            Err(damage) => {
                let tags = damage.game.as_ref().map(|game| game.tags.clone()).unwrap_or_default();
                Err((RecordError::from_damage(damage, &mut self.catalog), tags))
            }
        };
        Some(match read {
            Ok(record) => found(record.tags().to_vec(), Some(&record), None),
            Err((error, tags)) => found(tags, error.record.as_deref(), Some(error.to_string())),
        })
    }
}

fn found(tags: Vec<(String, String)>, record: Option<&Record>, fault: Option<String>) -> FoundGame {
    let definition = record.map(|record| record.variant().definition());
    FoundGame {
        spec: definition.map(|definition| definition.full_name()),
        title: definition.map(|definition| definition.text.title.clone()),
        tags,
        result: record.map_or(String::new(), |record| record.result().as_str().to_owned()),
        plies: record.map_or(0, |record| record.main_line().count()),
        pgn: record.map(|record| record.to_text(MoveStyle::San)),
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::Library;

    fn read(text: &str) -> Vec<FoundGame> {
        let mut games = Collection::new(text.as_bytes(), Catalog::new(Library::shipped()), "near", None);
        let total = games.total();
        let found: Vec<_> = games.by_ref().collect();
        assert_eq!(found.len(), total);
        found
    }

    #[test]
    fn one_broken_game_among_ten() {
        let good = "[Event \"Good\"]\n[White \"A\"]\n\n1. e4 e5 (1... c5) 2. Nf3 1-0\n\n";
        let bad = "[Event \"Bad\"]\n\n1. e4 e5 2. Ke3 d5 *\n\n";
        let games = read(&[good.repeat(4), bad.to_owned(), good.repeat(5)].concat());
        assert_eq!(games.len(), 10);
        assert_eq!(games.iter().filter(|game| game.fault.is_none() && game.plies == 3).count(), 9);
        let fault = games[4].fault.as_deref().unwrap();
        assert!(fault.starts_with("line 23, column 13: `Ke3`"), "{fault}");
        assert_eq!((games[4].plies, games[4].tags[0].1.as_str()), (2, "Bad"));
        assert!(games[4].pgn.as_deref().unwrap().contains("1. e4 e5 *"));
    }

    #[test]
    fn bare_moves_are_of_the_game_at_hand() {
        assert_eq!(read("1. c3c4 Nd5")[0].spec.as_deref(), Some("near"));
        assert_eq!(read("[Event \"?\"]\n\n1. e4")[0].spec.as_deref(), Some("chess"));
        assert_eq!(read("[Variant \"npnc\"]\n\n*")[0].spec.as_deref(), Some("npnc"));
        assert_eq!(read(""), []);
    }
}
