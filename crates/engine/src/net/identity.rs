//! Which game a network was trained for: a canonical text of all that decides how good a position is there, and nothing
//! that only says how the game is called or written, or how the program keeps its rules.
//!
//! Files of networks hold the hash of that text, so its form is for ever: what it says of a game may change only with
//! [`VERSION`], and then networks are signed anew (`berolina train GAME --sign FILE`). It is made of words and of names of
//! squares and pieces alone, each written here and none taken from a type:
//!
//! ```text
//! rules 1
//! board FILESxRANKS
//! stalemate loss|draw|win
//! bare-king none|loss|draw|win
//! hands [used] [placement] [prisoners]
//! clock none|draw|claim
//! insufficient none|=LETTERS
//! ```
//!
//! and then for each player, as he sees the board, the player whose text is less before the other:
//!
//! ```text
//! side
//! array RANK/…/RANK [HAND]      from his first rank; his pieces by their letters, others as dots, nothing for a rank without his
//! piece LETTER MOVES            in Betza notation without spaces
//!   first MOVES                 while it has not moved
//!   promotes LETTERS
//!   double X,Y … from SQUARES [en-passant]
//!   takes-en-passant
//!   enters LETTER from SQUARES  in exchange for that piece
//!   drops SQUARES
//!   leaves LETTER
//! promotion forced SQUARES optional SQUARES [limit N,…] [in-place] [reverts]
//! castling king-side|queen-side LETTER
//! goal LETTERS SQUARES
//! royal LETTERS
//! ```
//!
//! Lines and words that say nothing are left out. SQUARES are names divided by commas, `all` or `none`. How a king is lost is left
//! out: where it is lost by capture and where by checkmate, the same positions are good.

use berolina_numbers::hash::fnv64;
use berolina_rules::Definition;
use berolina_rules::definition::{Castling, ClockEnd, PieceId, PieceRules, Verdict};
use berolina_rules::geometry::{Color, SquareSet};
use berolina_rules::order::sort_short;

/// The version of the text.
const VERSION: &str = "rules 1";

/// The pieces and rules of a game, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// What concerns both players.
    common: String,
    /// What concerns White and what concerns Black, each seen from his side.
    sides: [String; 2],
}

impl Identity {
    pub(crate) fn new(definition: &Definition) -> Self {
        Self { common: common(definition), sides: Color::ALL.map(|color| side(definition, color)) }
    }

    /// Both players have the same pieces and rules.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Black's side comes first in the order of networks, which does not depend on who has which army.
    pub(crate) fn is_swapped(&self) -> bool {
        self.sides[0] > self.sides[1]
    }

    /// The whole text.
    pub(crate) fn text(&self) -> String {
        let [white, black] = &self.sides;
        let (first, second) = if self.is_swapped() { (black, white) } else { (white, black) };
        [&self.common, first, second].map(String::as_str).concat()
    }

    /// A number that is the same for the same pieces and rules.
    pub(crate) fn number(&self) -> u64 {
        fnv64(self.text().as_bytes())
    }
}

/// Words of a line.
struct Line(String);

impl Line {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }

    fn word(mut self, word: &str) -> Self {
        self.0.push(' ');
        self.0.push_str(word);
        self
    }

    fn word_if(self, told: bool, word: &str) -> Self {
        if told { self.word(word) } else { self }
    }

    fn end(mut self, text: &mut String) {
        self.0.push('\n');
        text.push_str(&self.0);
    }
}

/// What concerns both players.
fn common(definition: &Definition) -> String {
    let mut text = String::new();
    Line::new(VERSION).end(&mut text);
    Line::new("board").word(&definition.shape.to_string()).end(&mut text);
    Line::new("stalemate").word(verdict(definition.stalemate)).end(&mut text);
    Line::new("bare-king").word(definition.bare_king.map_or("none", verdict)).end(&mut text);
    let hands = definition.hands;
    Line::new("hands")
        .word_if(hands.used, "used")
        .word_if(hands.placement, "placement")
        .word_if(hands.prisoners, "prisoners")
        .end(&mut text);
    let clock = match definition.clock.limit {
        None => "none",
        Some((_, ClockEnd::Draw)) => "draw",
        Some((_, ClockEnd::Claim)) => "claim",
    };
    Line::new("clock").word(clock).end(&mut text);
    let insufficient = definition.insufficient.as_ref();
    let insufficient =
        insufficient.map_or("none".to_owned(), |pieces| format!("={}", letters(definition, pieces)));
    Line::new("insufficient").word(&insufficient).end(&mut text);
    text
}

/// A player's pieces and rules as he sees them.
fn side(definition: &Definition, color: Color) -> String {
    let mut text = String::new();
    Line::new("side").end(&mut text);
    Line::new("array").word(&array(definition, color)).end(&mut text);
    let see = |set: SquareSet| squares(definition, color, set);
    for (id, piece) in definition.numbered() {
        let rules = definition.rules(color, id);
        let letter = piece.letter.to_string();
        Line::new("piece").word(&letter).word(&without_spaces(&rules.moves.betza)).end(&mut text);
        say_piece(&mut text, definition, rules, &see);
    }
    let player = &definition.players[color.index()];
    let promotion = &player.promotion;
    let limit = promotion.limit.as_ref().map(|limit| {
        let numbers: Vec<String> = limit.iter().map(u8::to_string).collect();
        format!("limit {}", numbers.join(","))
    });
    Line::new("promotion forced")
        .word(&see(promotion.forced))
        .word("optional")
        .word(&see(promotion.optional))
        .word_if(limit.is_some(), limit.as_deref().unwrap_or_default())
        .word_if(promotion.in_place, "in-place")
        .word_if(promotion.reverts, "reverts")
        .end(&mut text);
    let [king_side, queen_side] = &player.castling;
    for (wing, castling) in [("king-side", king_side), ("queen-side", queen_side)] {
        if let Some(Castling { rook, .. }) = castling {
            Line::new("castling").word(wing).word(&letters(definition, &[*rook])).end(&mut text);
        }
    }
    if let Some(goal) = &player.goal {
        Line::new("goal").word(&letters(definition, &goal.pieces)).word(&see(goal.squares)).end(&mut text);
    }
    Line::new("royal").word(&letters(definition, &player.royal)).end(&mut text);
    text
}

/// What a piece does besides moving.
fn say_piece(
    text: &mut String,
    definition: &Definition,
    rules: &PieceRules,
    see: &dyn Fn(SquareSet) -> String,
) {
    if let Some(first) = &rules.first_moves {
        Line::new("  first").word(&without_spaces(&first.betza)).end(text);
    }
    if !rules.promotes_to.is_empty() {
        Line::new("  promotes").word(&letters(definition, &rules.promotes_to)).end(text);
    }
    if let Some(double) = &rules.double_step {
        let step = |&(x, y): &(i8, i8)| format!("{x},{y}");
        let steps: Vec<String> = double.steps.iter().map(step).collect();
        Line::new("  double")
            .word(&steps.join(" "))
            .word("from")
            .word(&see(double.from))
            .word_if(double.en_passant, "en-passant")
            .end(text);
    }
    if rules.en_passant {
        Line::new("  takes-en-passant").end(text);
    }
    if let Some(entry) = &rules.entry {
        let exchanged = letters(definition, &[entry.exchanges]);
        Line::new("  enters").word(&exchanged).word("from").word(&see(entry.from)).end(text);
    }
    if !rules.drop_zone.is_empty() {
        Line::new("  drops").word(&see(rules.drop_zone)).end(text);
    }
    if let Some(piece) = rules.leaves {
        Line::new("  leaves").word(&letters(definition, &[piece])).end(text);
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Win => "win",
    }
}

fn without_spaces(betza: &str) -> String {
    betza.replace(char::is_whitespace, "")
}

fn letters(definition: &Definition, pieces: &[PieceId]) -> String {
    pieces.iter().map(|&piece| definition.piece(piece).letter).collect()
}

/// Squares by their names, in their order, as a player counts the ranks.
fn squares(definition: &Definition, color: Color, set: SquareSet) -> String {
    let shape = definition.shape;
    let mut seen: Vec<_> = set.iter().map(|square| shape.relative(color, square)).collect();
    sort_short(&mut seen, |a, b| a.index() < b.index());
    let names: Vec<String> = seen.into_iter().map(|square| shape.name(square).to_string()).collect();
    match names.len() {
        0 => "none".to_owned(),
        n if n == shape.iter().count() => "all".to_owned(),
        _ => names.join(","),
    }
}

/// Where a player's pieces stand at the start, rank by rank from his side, and what he has in hand.
fn array(definition: &Definition, color: Color) -> String {
    let (shape, start) = (definition.shape, &definition.start);
    let mut ranks: Vec<String> = Vec::new();
    for rank in 0..shape.ranks() {
        let row: Vec<_> = shape.row(rank).map(|square| start.board[square.index()]).collect();
        let mut rank = String::new();
        for run in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                None => rank.push_str(&run.len().to_string()),
                Some((piece, whose)) if whose == color => rank.push(definition.piece(piece).letter.upper()),
                Some(_) => rank.push('.'),
            }
        }
        ranks.push(rank);
    }
    if color == Color::Black {
        ranks.reverse();
    }
    // The enemy's ranks say nothing of this player's pieces: how they are written must not differ.
    for rank in &mut ranks {
        if !rank.chars().any(|c| c.is_ascii_alphabetic()) {
            rank.clear();
        }
    }
    let held = definition.pieces.iter().zip(&start.hands[color.index()]);
    let mut hand: Vec<char> =
        held.flat_map(|(piece, &n)| std::iter::repeat_n(piece.letter.upper(), usize::from(n))).collect();
    sort_short(&mut hand, |a, b| a < b);
    format!("{} [{}]", ranks.join("/"), hand.into_iter().collect::<String>())
}
