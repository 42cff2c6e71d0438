//! A position being set up on a board editor: anything that a FEN can say, and what is wrong with it.

use std::sync::Arc;

use berolina_rules::definition::{ClockEnd, Wing};
use berolina_rules::geometry::{Color, Square};
use berolina_rules::notation::reason_text;
use berolina_rules::position::{CastlingRook, Obstacle};
use berolina_rules::tables::Kind;
use berolina_rules::{Setup, Variant};

use crate::model;
use crate::session::index;

/// A position being set up.
#[derive(Clone, Debug)]
pub struct Editor {
    variant: Arc<Variant>,
    setup: Setup,
}

impl Editor {
    /// An editor that begins with an arrangement, or with the start of the game.
    ///
    /// # Errors
    /// What cannot be read of the FEN, in one line.
    pub fn new(variant: Arc<Variant>, fen: Option<&str>) -> Result<Self, String> {
        let setup = match fen {
            None => variant.start().setup(),
            Some(fen) => Setup::from_fen(&variant, fen).map_err(|error| error.to_string())?,
        };
        Ok(Self { variant, setup })
    }

    /// Puts a piece on a square, or takes away what stands there. What the game does not have changes nothing.
    pub fn put(&mut self, square: usize, piece: Option<(Color, usize)>) {
        let known = piece.is_none_or(|(_, kind)| kind < self.variant.kinds().len());
        if let Some(cell) = self.setup.board.get_mut(square).filter(|_| known) {
            *cell = piece.map(|(color, kind)| (Kind::new(kind), color));
        }
        self.setup.settle(&self.variant);
    }

    /// Moves what stands on a square to another, whatever stands there.
    pub fn shift(&mut self, from: usize, to: usize) {
        let board = &mut self.setup.board;
        if from != to && from < board.len() && to < board.len() {
            board[to] = board[from].take();
        }
        self.setup.settle(&self.variant);
    }

    /// Says how many pieces of a kind are in hand.
    pub fn hold(&mut self, color: Color, kind: usize, count: usize) {
        if let Some(held) = self.setup.hands[color.index()].get_mut(kind) {
            *held = u8::try_from(count).unwrap_or(u8::MAX);
        }
    }

    /// Says who is to move.
    pub fn turn(&mut self, color: Color) {
        self.setup.turn = color;
    }

    /// Gives or takes the right to castle.
    pub fn castle(&mut self, color: Color, wing: Wing, on: bool) {
        self.setup.castling[color.index()][wing as usize] = on.then_some(CastlingRook::Usual);
    }

    /// Says which square a double step has passed, as FEN writes it.
    ///
    /// # Errors
    /// The text is no square.
    pub fn en_passant(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        let shape = self.variant.shape();
        let read = shape.parse_prefix(text).and_then(|(passed, rest)| {
            if rest.is_empty() { Some((passed, None)) } else { Some((passed, Some(shape.parse(rest)?))) }
        });
        self.setup.en_passant = match (read, text) {
            (None, "" | "-") => None,
            (None, _) => {
                return Err("type the square that was passed over, such as e3, or nothing".to_owned());
            }
            (read, _) => read,
        };
        Ok(())
    }

    /// Sets the count of plies without progress, the number of the move, and who made the last capture.
    pub fn count(&mut self, clock: u16, number: u16, capturer: Option<Color>) {
        (self.setup.clock, self.setup.number, self.setup.capturer) = (clock, number, capturer);
    }

    /// Takes everything off the board and out of the hands.
    pub fn clear(&mut self) {
        self.setup = Setup { turn: self.setup.turn, ..Setup::empty(&self.variant) };
    }

    /// The arrangement, and what is wrong with it.
    #[must_use]
    pub fn view(&self) -> model::SetupView {
        let Self { variant, setup } = self;
        let definition = variant.definition();
        let piece = |&(kind, color): &(Kind, Color)| model::Piece { color: color.into(), kind: index(kind) };
        let hand = |color: Color| {
            let held = setup.hands[color.index()].iter().zip(0..);
            held.filter(|(count, _)| **count > 0)
                .map(|(&count, kind)| model::HandEntry { kind, count })
                .collect::<Vec<_>>()
        };
        let limits = variant.hand_limits();
        let kinds = |color: Color| -> Vec<u8> {
            let limits = limits[color.index()].iter().zip(0..);
            limits.filter(|(most, _)| **most > 0).map(|(_, kind)| kind).collect()
        };
        let faults: Vec<_> = setup.obstacles(variant).iter().map(|obstacle| self.fault(obstacle)).collect();
        let dropped = match setup.position(variant) {
            Ok(position) if faults.is_empty() => self.dropped(&position.setup()),
            _ => Vec::new(),
        };
        model::SetupView {
            fen: setup.to_fen(variant),
            turn: setup.turn.into(),
            cells: setup.board.iter().map(|cell| cell.as_ref().map(piece)).collect(),
            hands: (hand(Color::White), hand(Color::Black)),
            hand_kinds: (kinds(Color::White), kinds(Color::Black)),
            castling: self.castling(),
            en_passant: setup
                .en_passant
                .map_or(String::new(), |(passed, victim)| self.passed(passed, victim)),
            double_steps: definition
                .pieces
                .iter()
                .any(|piece| piece.rules.iter().any(|rules| rules.en_passant)),
            clock: setup.clock,
            number: setup.number,
            claims: matches!(definition.clock.limit, Some((_, ClockEnd::Claim))),
            capturer: setup.capturer.map(Into::into),
            faults,
            dropped,
        }
    }

    fn fault(&self, obstacle: &Obstacle) -> model::SetupFault {
        let text = match obstacle {
            Obstacle::Over(outcome) => format!("{obstacle}: {}", reason_text(outcome.reason)),
            Obstacle::Stranded(piece, color, squares) => {
                let shape = self.variant.shape();
                let squares: Vec<_> = squares.iter().map(|square| shape.name(square).to_string()).collect();
                format!("no {piece} of {}'s can ever stand on {}", name(*color), squares.join(", "))
            }
            _ => obstacle.to_string(),
        };
        model::SetupFault {
            code: obstacle.code().to_owned(),
            color: obstacle.color().map(Into::into),
            squares: self.setup.squares_of(&self.variant, obstacle).iter().map(|square| square.0).collect(),
            text: sentence(&text),
        }
    }

    fn castling(&self) -> Vec<model::Castling> {
        let players = &self.variant.definition().players;
        let right = |color: Color, wing: Wing| model::Castling {
            color: color.into(),
            wing: match wing {
                Wing::King => model::Wing::King,
                Wing::Queen => model::Wing::Queen,
            },
            on: self.setup.castling[color.index()][wing as usize].is_some(),
            possible: players[color.index()].castling[wing as usize].is_some(),
        };
        Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| right(color, wing))).collect()
    }

    fn passed(&self, passed: Square, victim: Option<Square>) -> String {
        let shape = self.variant.shape();
        let victim = victim.map_or(String::new(), |victim| shape.name(victim).to_string());
        format!("{}{victim}", shape.name(passed))
    }

    /// What the game passes over in silence when the position is played.
    fn dropped(&self, played: &Setup) -> Vec<String> {
        let mut dropped = Vec::new();
        for color in Color::ALL {
            for wing in Wing::ALL {
                let right = |setup: &Setup| setup.castling[color.index()][wing as usize].is_some();
                if right(&self.setup) && !right(played) {
                    let (name, side) = (name(color), if wing == Wing::King { "king" } else { "queen" });
                    dropped.push(format!(
                        "{name} cannot castle on the {side}'s side: king and rook do not stand in their places"
                    ));
                }
            }
        }
        if let Some((passed, victim)) = self.setup.en_passant.filter(|_| played.en_passant.is_none()) {
            let square = self.passed(passed, victim);
            dropped.push(format!("nothing can capture en passant on {square} here"));
        }
        dropped
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::Library;

    fn editor(spec: &str, fen: Option<&str>) -> Editor {
        Editor::new(Variant::load(&Library::shipped(), spec).unwrap(), fen).unwrap()
    }

    fn said(editor: &Editor) -> Vec<String> {
        editor.view().faults.into_iter().map(|fault| fault.text).collect()
    }

    #[test]
    fn the_start_is_right_and_an_empty_board_is_not() {
        for name in Library::shipped().names() {
            let mut editor = editor(name, None);
            assert_eq!((said(&editor), editor.view().dropped), (vec![], vec![]), "{name}");
            editor.clear();
            let said = said(&editor).join("; ");
            assert!(said.contains("Neither player has a king"), "{name}: {said}");
        }
    }

    #[test]
    fn faults_are_told_all_at_once() {
        let mut editor = editor("chess", Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        editor.put(0, Some((Color::White, 0)));
        editor.put(63, Some((Color::Black, 0)));
        let faults = said(&editor);
        assert_eq!(faults.len(), 2, "{faults:?}");
        editor.put(0, None);
        editor.put(63, None);
        // A rook that stands before the king of the player who has just moved.
        let rook = editor.variant.definition().lettered("R".parse().unwrap()).unwrap();
        editor.put(52, Some((Color::White, Kind::base(rook).index())));
        assert_eq!(said(&editor), ["Black's king is attacked, but white is to move"]);
        editor.turn(Color::Black);
        assert_eq!(said(&editor), [] as [&str; 0]);
    }

    #[test]
    fn what_is_dropped_is_told() {
        let mut editor = editor("chess", None);
        editor.shift(7, 23);
        editor.en_passant("e6").unwrap();
        let view = editor.view();
        assert_eq!(view.dropped.len(), 2, "{:?}", view.dropped);
        assert!(view.dropped[0].starts_with("White cannot castle on the king's side"));
        assert!(view.dropped[1].ends_with("en passant on e6 here"));
        editor.castle(Color::White, Wing::King, false);
        editor.en_passant("").unwrap();
        assert_eq!(editor.view().dropped, [] as [&str; 0]);
        assert!(editor.en_passant("e66").is_err());
    }

    #[test]
    fn hands_hold_what_the_game_allows() {
        let mut editor = editor("crazyhouse", None);
        let kinds = editor.view().hand_kinds.0;
        assert!(!kinds.is_empty() && !kinds.contains(&0));
        editor.hold(Color::White, 0, 1);
        editor.hold(Color::Black, usize::from(kinds[0]), 1000);
        // A king that no hand can hold, more than a hand can hold, and more than there are.
        let codes: Vec<_> = editor.view().faults.into_iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["kings", "hand", "hand", "crowd"]);
        editor.hold(Color::White, 99, 1);
    }

    #[test]
    fn what_the_game_does_not_have_changes_nothing() {
        let mut editor = editor("near", None);
        let before = editor.view();
        editor.put(999, None);
        editor.put(0, Some((Color::White, 200)));
        editor.shift(0, 64);
        editor.shift(64, 0);
        assert_eq!(editor.view(), before);
    }
}
