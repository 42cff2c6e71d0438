//! A section of a `variants.ini` of Fairy-Stockfish.

mod betza;
mod ends;
mod pieces;
mod royal;
mod shorter;
mod zones;

use std::collections::BTreeSet;

use berolina_rules::definition::{Definition, PieceId};
use berolina_rules::geometry::{Color, SquareSet};
use berolina_rules::{Setup, Variant};

use super::{ExportError, Exported, Feature, head};
use pieces::Kind;

/// The greatest board of the program.
const MAX_FILES: u8 = 12;
const MAX_RANKS: u8 = 10;

/// White's and Black's names in keys.
const COLOURS: [&str; 2] = ["White", "Black"];

/// A section in the making.
struct Section<'a> {
    d: &'a Definition,
    variant: &'a Variant,
    kinds: Vec<Kind>,
    /// For each piece its kind.
    kind_of: Vec<Option<usize>>,
    /// For each player the pieces that may come into the game.
    used: [BTreeSet<PieceId>; 2],
    keys: Vec<(String, String)>,
    left: BTreeSet<Feature>,
    /// What of a feature cannot be said.
    unsaid: Vec<String>,
}

/// Writes a game as a section.
pub(super) fn write(variant: &Variant) -> Result<Exported, ExportError> {
    let d = variant.definition();
    let shape = d.shape;
    if !shape.is_rectangle() || shape.is_cylinder() || shape.files() > MAX_FILES || shape.ranks() > MAX_RANKS
    {
        return Err(ExportError(format!(
            "Fairy-Stockfish has no such board: {shape}; its boards are rectangles of at most {MAX_FILES} files and {MAX_RANKS} ranks, without holes"
        )));
    }
    let mut section = Section {
        d,
        variant,
        kinds: Vec::new(),
        kind_of: vec![None; d.pieces.len()],
        used: [BTreeSet::new(), BTreeSet::new()],
        keys: Vec::new(),
        left: Feature::of(d).into_iter().collect(),
        unsaid: Vec::new(),
    };
    section.board();
    section.pieces()?;
    section.royal();
    section.promotion();
    section.double_steps();
    section.castling();
    section.hands();
    section.ends();
    section.handed();
    Ok(section.finished())
}

impl Section<'_> {
    fn set(&mut self, key: impl Into<String>, value: impl ToString) {
        self.keys.push((key.into(), value.to_string()));
    }

    /// A feature is said exactly.
    fn said(&mut self, feature: Feature) {
        self.left.remove(&feature);
    }

    /// Part of a feature cannot be said; the rest is.
    fn leave(&mut self, feature: Feature, why: &str) {
        self.left.remove(&feature);
        let line = format!("{}: {why}", feature.told().split(':').next().unwrap_or_default());
        if !self.unsaid.contains(&line) {
            self.unsaid.push(line);
        }
    }

    /// The letters of pieces, as keys list them.
    fn letters<'b>(&self, pieces: impl IntoIterator<Item = &'b PieceId>) -> String {
        let mut found = String::new();
        for &piece in pieces {
            if let Some(kind) = self.kind_of[piece.index()] {
                let letter = self.kinds[kind].letter;
                if !found.contains(letter) {
                    found.push(letter);
                }
            }
        }
        found
    }

    /// A region as the program writes it: `-` for none.
    fn region(&self, squares: SquareSet) -> String {
        let shape = self.d.shape;
        let mut words = Vec::new();
        for rank in 0..shape.ranks() {
            let row: Vec<_> = shape.row(rank).collect();
            if row.iter().all(|&square| squares.contains(square)) {
                words.push(format!("*{}", rank + 1));
            } else {
                words.extend(
                    row.iter()
                        .filter(|&&square| squares.contains(square))
                        .map(|&square| shape.name(square).to_string()),
                );
            }
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    /// Sets a key of both players, once where it is the same.
    fn set_both(&mut self, key: &str, values: [String; 2], joined: bool) {
        if joined && values[0] == values[1] {
            self.set(key, values[0].clone());
            return;
        }
        for (colour, value) in COLOURS.into_iter().zip(values) {
            self.set(format!("{key}{colour}"), value);
        }
    }

    fn has(&self, color: Color, piece: PieceId) -> bool {
        self.used[color.index()].contains(&piece)
    }

    /// The players that may have a piece.
    fn owners(&self, piece: PieceId) -> impl Iterator<Item = Color> + '_ {
        Color::ALL.into_iter().filter(move |&color| self.has(color, piece))
    }

    fn board(&mut self) {
        let shape = self.d.shape;
        self.set("maxFile", shape.files());
        self.set("maxRank", shape.ranks());
        let fen = Setup::start(self.variant).to_fen(self.variant);
        let checks = self.d.players.iter().any(|player| player.checks.is_some());
        let fields: Vec<&str> = fen.split(' ').take(6 + usize::from(checks)).collect();
        self.set("startFen", fields.join(" "));
        self.said(Feature::FirstMove);
    }

    /// The program turns Black's moves that tell left from right by half a circle.
    fn handed(&mut self) {
        if self.d.shape.is_turned() {
            return;
        }
        let handed = |id: PieceId| {
            self.owners(id).any(|color| {
                let rays: Vec<_> = self.d.rules(color, id).rays().copied().collect();
                rays.iter().any(|ray| !rays.contains(&ray.turned(|(x, y)| (-x, y))))
            })
        };
        if self.d.ids().any(handed) {
            self.unsaid.push(
                "`mirror`: moves that tell left from right are turned for Black, not mirrored".to_owned(),
            );
        }
    }

    /// The text, over a game that the program has where that is shorter.
    fn finished(mut self) -> Exported {
        let left: Vec<String> = self.left.iter().map(|feature| feature.told().to_owned()).collect();
        self.unsaid.extend(left);
        let name = shorter::name(&self.d.full_name());
        let text = shorter::section(&name, &self.kinds, &self.keys);
        let what = "a section for the variants.ini of Fairy-Stockfish";
        Exported { text: head(self.d, "#", what, &self.unsaid) + &text, unsaid: self.unsaid }
    }
}
