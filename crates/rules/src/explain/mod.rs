//! A game explained to people, made from its definition: what each piece does, with diagrams of its
//! moves; what is special; how the game ends.
//!
//! Nothing here knows a game by name, and nothing is said that the definition does not hold.
//!
//! ```
//! # use berolina_rules::{Library, Variant, explain};
//! let near = Variant::load(&Library::shipped(), "near")?;
//! let rules = explain::explain(&near);
//! assert!(rules.special.iter().any(|message| message.to_string() == "Nobody castles."));
//! let king = &rules.pieces[0].diagrams[0];
//! assert_eq!((king.files, king.ranks), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diagram;
mod ending;
mod hands;
mod pieces;
mod promotion;
mod royalty;
mod special;
mod words;

pub use diagram::{Cell, Diagram, Mark};

use crate::definition::{Definition, PieceId};
use crate::geometry::Color;
use crate::message::Message;
use crate::say;
use crate::variant::Variant;

/// A game explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What each piece does, in the order of the game's pieces; a piece that differs by player has
    /// two entries, or one if only one of them can have it.
    pub pieces: Vec<PieceNote>,
    /// What is special: sentences about armies, castling, promotion, hands, creation.
    pub special: Vec<Message>,
    /// How the game ends: sentences.
    pub ending: Vec<Message>,
}

/// What a piece does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceNote {
    /// The piece.
    pub piece: PieceId,
    /// Whose, if the players' differ.
    pub side: Option<Color>,
    /// Its moves, seen by White; two diagrams if the first move differs from later ones.
    pub diagrams: Vec<Diagram>,
    /// Sentences: what the file says about the piece, and what a diagram cannot show.
    pub notes: Vec<Message>,
}

/// The part of an explanation that is made of a definition alone. A program may be given it, and need not know how it is made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    /// What is special.
    pub special: Vec<Message>,
    /// How the game ends, but for what is insufficient.
    pub ending: Vec<Message>,
    /// What White and Black play, as [`sides`] says.
    pub sides: Option<[Message; 2]>,
    /// What each piece does, beside its diagrams, in the order of [`Explanation::pieces`].
    pub pieces: Vec<PieceText>,
    /// What there is to say of each player's pieces, by color and piece: [`Texts::of`] finds it.
    pub each: Vec<Vec<Message>>,
}

/// A [`PieceNote`] without its diagrams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceText {
    /// The piece.
    pub piece: PieceId,
    /// Whose, if the players' differ.
    pub side: Option<Color>,
    /// The sentences.
    pub notes: Vec<Message>,
}

impl Texts {
    /// What there is to say of one player's piece: what it is, how it moves beyond what a board shows, how it
    /// promotes, what its captures create. Ranks are counted as that player does. Nothing, where the texts are of no game.
    ///
    /// ```
    /// # use berolina_rules::{Library, explain};
    /// # use berolina_rules::geometry::Color;
    /// let near = Library::shipped().load("near").unwrap();
    /// let pawn = near.lettered("P".parse().unwrap()).unwrap();
    /// let texts = explain::texts(&near);
    /// let notes: Vec<_> = texts.of(Color::Black, pawn).iter().map(ToString::to_string).collect();
    /// assert!(notes.contains(&"It has no double step.".to_owned()));
    /// assert!(notes.last().unwrap().starts_with("A pawn that reaches rank 8 promotes to a queen"));
    /// ```
    #[must_use]
    pub fn of(&self, color: Color, piece: PieceId) -> &[Message] {
        let pieces = self.each.len() / 2;
        self.each.get(color.index() * pieces + piece.index()).map_or(&[], Vec::as_slice)
    }
}

/// Explains a game with its options as they are.
#[must_use]
pub fn explain(variant: &Variant) -> Explanation {
    explained(variant, texts(variant.definition()))
}

/// [`explain`], with texts that are known.
#[must_use]
pub fn explained(variant: &Variant, texts: Texts) -> Explanation {
    let Texts { special, mut ending, pieces, .. } = texts;
    // Before what a draw comes to.
    let definition = variant.definition();
    let last = definition.draws.is_some() || !definition.can_be_drawn();
    let at = ending.len().saturating_sub(usize::from(last));
    ending.splice(at..at, ending::insufficient(variant));
    let note = |PieceText { piece, side, notes }| PieceNote {
        piece,
        side,
        diagrams: pieces::diagrams(definition, piece, side),
        notes,
    };
    Explanation { pieces: pieces.into_iter().map(note).collect(), special, ending }
}

/// What is special about a game and how it ends, from its definition.
#[must_use]
pub fn texts(definition: &Definition) -> Texts {
    let pieces = pieces::texts(definition);
    let mut special = special::sentences(definition);
    let ending = ending::sentences(definition);
    let said = pieces.iter().flat_map(|piece| &piece.notes).chain(&special).chain(&ending);
    if said.into_iter().any(|sentence| names_a_rank(&sentence.to_string())) {
        special.insert(
            0,
            say!("Where these rules name a rank, each player counts from their own side of the board."),
        );
    }
    let each = Color::ALL.into_iter().flat_map(|color| definition.ids().map(move |id| (color, id)));
    let each = each.map(|(color, id)| {
        let mut notes = pieces::sentences(definition, id, color);
        notes.extend(special::of_piece(definition, color, id));
        notes
    });
    Texts { special, ending, sides: ending::sides(definition), pieces, each: each.collect() }
}

/// "its last rank", "the ranks behind", and no "Frank".
fn names_a_rank(sentence: &str) -> bool {
    sentence.split(|c: char| !c.is_alphabetic()).any(|word| matches!(word, "rank" | "ranks"))
}

/// What White and Black play and how each wins, in a few words; `None` where both play alike.
///
/// ```
/// # use berolina_rules::{Library, Variant, explain};
/// let game = Variant::load(&Library::shipped(), "near-vs-normal:near-wins-by=checkmate")?;
/// let [white, black] = explain::sides(&game).unwrap();
/// assert_eq!((white.to_string().as_str(), black.to_string().as_str()), ("Near: wins by checkmate", "Normal: wins by capturing the king"));
/// let near = Variant::load(&Library::shipped(), "near")?;
/// assert!(explain::sides(&near).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sides(variant: &Variant) -> Option<[Message; 2]> {
    ending::sides(variant.definition())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Library;

    fn rules(game: &str) -> Explanation {
        explain(&Variant::load(&Library::shipped(), game).expect("a shipped game"))
    }

    fn lines(messages: &[Message]) -> Vec<String> {
        messages.iter().map(ToString::to_string).collect()
    }

    /// A diagram in letters: `o` moves, `x` captures, `*` both, `2` double step, `@` in passing.
    fn drawn(diagram: &Diagram) -> Vec<String> {
        let letter = |cell: &Cell| match cell.mark {
            Mark::Nothing => '.',
            Mark::Origin => 'O',
            Mark::Moves => 'o',
            Mark::Captures => 'x',
            Mark::Both => '*',
            Mark::DoubleStep => '2',
            Mark::CapturesInPassing => '@',
        };
        diagram.cells.chunks(diagram.files).map(|rank| rank.iter().map(letter).collect()).collect()
    }

    #[test]
    fn ranks_are_explained_where_one_is_named() {
        let explained = |game: &str| {
            lines(&rules(game).special).iter().any(|line| line.contains("counts from their own side"))
        };
        assert!(explained("chess"));
        assert!(!explained("glinski"));
    }

    #[test]
    fn diagrams_tell_moves_from_captures() {
        let pawn = |game: &str, name: usize| drawn(&rules(game).pieces[name].diagrams[0]);
        assert_eq!(pawn("chess", 5), [".2.", "xox", ".O.", "..."]);
        assert_eq!(pawn("near", 5), ["xox", ".O.", "..."]);
        assert_eq!(pawn("berolina", 5), ["2...2", ".oxo.", "..O..", "....."]);
        assert_eq!(pawn("forward", 0), ["***", "*O*", ".o."]);
    }

    #[test]
    fn a_first_move_has_a_diagram_of_its_own() {
        let unicorn = &rules("npnc-guarding").pieces[6].diagrams;
        let captions: Vec<_> = unicorn.iter().flat_map(|diagram| &diagram.caption).cloned().collect();
        assert_eq!(lines(&captions), ["first move", "later"]);
        assert_eq!(drawn(&unicorn[0]), [".o.o.", "o@.@o", "..O..", "o@.@o", ".o.o."]);
        let corner = unicorn[1].cell(0, 0);
        assert_eq!((corner.mark, corner.onward), (Mark::Both, Some((-1, 1))));
    }

    #[test]
    fn a_piece_that_differs_by_player_is_told_twice() {
        let sides: Vec<_> = rules("near-vs-normal").pieces.iter().filter_map(|note| note.side).collect();
        assert_eq!(sides, Color::ALL);
        assert!(rules("npnc").pieces.iter().all(|note| note.side.is_none()));
    }

    /// The notes of one piece of a game made from another.
    fn notes(text: &str, letter: char) -> Vec<String> {
        let mut library = Library::shipped();
        let head = "title = \"T\"\nabout = \"A.\"\n";
        library.add_text("own", &format!("{head}{text}")).expect("a name");
        let game = Variant::load(&library, "own").expect("a game");
        let id = game.definition().lettered(letter.to_string().parse().unwrap()).expect("a piece");
        lines(texts(game.definition()).of(Color::White, id))
    }

    #[test]
    fn lame_leaps_say_what_blocks_them() {
        for moves in ["nA", "nD", "nZ", "nAnD", "nNnZ"] {
            let text = format!("extends = \"chess\"\npieces.knight.moves = \"{moves}\"");
            let told = notes(&text, 'N');
            assert!(
                told.contains(&"It does not leap: a piece on a square that it passes blocks it.".to_owned()),
                "{told:?}"
            );
            assert!(
                !told.iter().any(|note| note.contains("another direction") || note.contains("next to it")),
                "{told:?}"
            );
        }
        let next = "It does not leap: a piece on the square next to it blocks the way.".to_owned();
        assert!(notes("extends = \"chess\"\npieces.knight.moves = \"nN\"", 'N').contains(&next));
    }

    #[test]
    fn only_of_chess_pawns_it_is_said_what_they_lack() {
        let lacking = |game: &str| -> Vec<char> {
            let game = Variant::load(&Library::shipped(), game).expect("a shipped game");
            let ids = game.definition().ids();
            let texts = texts(game.definition());
            let lacks = |id: &PieceId| {
                let notes = lines(texts.of(Color::Black, *id));
                notes
                    .iter()
                    .any(|note| note.contains("no double step") || note.contains("not capture en passant"))
            };
            ids.filter(lacks).map(|id| game.definition().piece(id).letter.upper()).collect()
        };
        assert_eq!(lacking("shogi"), []);
        assert_eq!(lacking("spartan"), []);
        assert_eq!(lacking("near"), ['P']);
        assert_eq!(lacking("makruk"), ['P']);
    }

    #[test]
    fn limits_on_placing_are_told() {
        let special = lines(&rules("shogi").special);
        let told = |text: &str| assert!(special.iter().any(|line| line == text), "{text}: {special:#?}");
        told("A pawn may not be placed on a file where an unpromoted pawn of the same player stands.");
        told("Placing a pawn may not give checkmate.");
    }

    #[test]
    fn promotion_is_told_once() {
        let told = |game: &str| -> Vec<String> {
            let special = lines(&rules(game).special).into_iter();
            special.filter(|line| line.contains("promote")).collect()
        };
        let shogi = told("shogi");
        assert!(!shogi.iter().any(|line| line.contains("White") || line.contains("Black")), "{shogi:#?}");
        assert_eq!(
            shogi.iter().filter(|line| line.contains("When a promoted piece")).count(),
            1,
            "{shogi:#?}"
        );
        let spartan = told("spartan");
        assert!(
            !spartan.iter().any(|line| line.starts_with("White") && line.contains("hoplite")),
            "{spartan:#?}"
        );
        assert!(
            spartan.iter().any(|line| line.starts_with("Black") && line.contains("hoplite")),
            "{spartan:#?}"
        );
    }
}
