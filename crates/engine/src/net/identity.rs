//! Which game a network was trained for: a canonical text of all that decides how good a position is there, and nothing
//! that only says how the game is called or written, or how the program keeps its rules.
//!
//! Files of networks hold the hash of that text, so its form is for ever: what it says of a game may change only with
//! [`VERSION`], and then networks are signed anew (`berolina train GAME --sign FILE`). It is made of words and of names of
//! squares and pieces alone, each written here and none taken from a type:
//!
//! ```text
//! rules 1
//! board FILESxRANKS [hexagons] [without SQUARES]
//! stalemate loss|draw|win
//! bare-king none|loss|draw|win
//! repetition none|loss|draw|win [TIMES]   unless the third occurrence draws
//! hands [used] [placement] [prisoners]
//! clock none|draw|claim [PLIES]           the number unless it is 100
//! insufficient none|=LETTERS
//! explosion =LETTERS                      those that it spares
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
//!   enters-behind LETTERS
//!   drops SQUARES
//!   leaves LETTER
//! promotion forced SQUARES optional SQUARES [limit N,…] [in-place] [reverts]
//! castling king-side|queen-side LETTER
//! goal LETTERS SQUARES
//! royal LETTERS
//! ```
//!
//! Lines and words that say nothing are left out. SQUARES are names divided by commas, `all` or `none`. How a king is lost is left
//! out: where it is lost by capture and where by checkmate, the same positions are good. What else is left out is named where the
//! parts of the rules are taken apart, field by field, so that the compiler asks where a new one belongs.

use berolina_numbers::hash::fnv64;
use berolina_rules::Definition;
use berolina_rules::definition::{
    Castling, Clock, ClockEnd, DoubleStep, Entry, Goal, Hands, Moves, Piece, PieceId, PieceRules, Player,
    Promotion, Repetition, Rules, Start, Verdict,
};
use berolina_rules::geometry::{Color, Grid, Shape, SquareSet};
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

/// The plies after which most games end by the clock.
const USUAL_CLOCK: u16 = 100;
/// What most games say of repetition.
const USUAL_REPETITION: Repetition = Repetition { times: 3, mover: Verdict::Draw };

/// What concerns both players.
fn common(definition: &Definition) -> String {
    let Rules {
        // How the game is called and explained, and where it comes from.
        name: _,
        lineage: _,
        chosen: _,
        options: _,
        text: _,
        shape,
        // By player.
        pieces: _,
        players: _,
        start: _,
        stalemate,
        repetition,
        clock: Clock { captures: _, moves: _, placements: _, limit },
        insufficient,
        bare_king,
        explosion,
        hands: Hands { used, placement, prisoners },
    } = &**definition;
    let mut text = String::new();
    Line::new(VERSION).end(&mut text);
    Line::new("board").word(&board(*shape)).end(&mut text);
    Line::new("stalemate").word(verdict(*stalemate)).end(&mut text);
    Line::new("bare-king").word(bare_king.map_or("none", verdict)).end(&mut text);
    if *repetition != Some(USUAL_REPETITION) {
        let line = Line::new("repetition").word(repetition.map_or("none", |rule| verdict(rule.mover)));
        let times = repetition.map(|rule| rule.times.to_string());
        line.word_if(times.is_some(), &times.unwrap_or_default()).end(&mut text);
    }
    Line::new("hands")
        .word_if(*used, "used")
        .word_if(*placement, "placement")
        .word_if(*prisoners, "prisoners")
        .end(&mut text);
    let (clock, plies) = match *limit {
        None => ("none", USUAL_CLOCK),
        Some((plies, ClockEnd::Draw)) => ("draw", plies),
        Some((plies, ClockEnd::Claim)) => ("claim", plies),
    };
    Line::new("clock").word(clock).word_if(plies != USUAL_CLOCK, &plies.to_string()).end(&mut text);
    let named = |pieces: &Vec<PieceId>| format!("={}", letters(definition, pieces));
    let lacking = insufficient.as_ref().map_or("none".to_owned(), named);
    Line::new("insufficient").word(&lacking).end(&mut text);
    if let Some(spared) = explosion {
        Line::new("explosion").word(&format!("={}", set_of_letters(definition, spared))).end(&mut text);
    }
    text
}

/// The board: its grid and its holes.
fn board(shape: Shape) -> String {
    let mut text = format!("{}x{}", shape.files(), shape.ranks());
    match shape.grid() {
        Grid::Square => {}
        Grid::Hexagon => text.push_str(" hexagons"),
    }
    let squares = (0..shape.ranks()).flat_map(|rank| shape.row(rank));
    let holes: Vec<String> =
        squares.filter(|&square| !shape.has(square)).map(|s| shape.name(s).to_string()).collect();
    if !holes.is_empty() {
        text.push_str(&format!(" without {}", holes.join(",")));
    }
    text
}

/// A player's pieces and rules as he sees them.
fn side(definition: &Definition, color: Color) -> String {
    let mut text = String::new();
    Line::new("side").end(&mut text);
    Line::new("array").word(&array(definition, color)).end(&mut text);
    let see = |set: SquareSet| squares(definition, color, set);
    for piece in &definition.pieces {
        // What it is called, and what evaluations without a network take it for.
        let Piece { name: _, letter, figures: _, value: _, silent: _, about: _, rules } = piece;
        say_piece(&mut text, definition, &letter.to_string(), &rules[color.index()], &see);
    }
    let Player { army: _, royal, king_lost_by: _, castling, promotion, goal } =
        &definition.players[color.index()];
    say_promotion(&mut text, promotion, &see);
    for (wing, castling) in ["king-side", "queen-side"].into_iter().zip(castling) {
        // Where king and rook stand the array tells; where they go is much the same everywhere.
        if let Some(Castling { from: _, king: _, king_to: _, rook_to: _, rook }) = castling {
            Line::new("castling").word(wing).word(&letters(definition, &[*rook])).end(&mut text);
        }
    }
    if let Some(Goal { pieces, squares }) = goal {
        Line::new("goal").word(&letters(definition, pieces)).word(&see(*squares)).end(&mut text);
    }
    Line::new("royal").word(&letters(definition, royal)).end(&mut text);
    text
}

fn say_promotion(text: &mut String, promotion: &Promotion, see: &dyn Fn(SquareSet) -> String) {
    let Promotion { forced, optional, limit, in_place, reverts } = promotion;
    let limit = limit.as_ref().map(|limit| {
        let numbers: Vec<String> = limit.iter().map(u8::to_string).collect();
        format!("limit {}", numbers.join(","))
    });
    Line::new("promotion forced")
        .word(&see(*forced))
        .word("optional")
        .word(&see(*optional))
        .word_if(limit.is_some(), limit.as_deref().unwrap_or_default())
        .word_if(*in_place, "in-place")
        .word_if(*reverts, "reverts")
        .end(text);
}

/// What a piece does.
fn say_piece(
    text: &mut String,
    definition: &Definition,
    letter: &str,
    rules: &PieceRules,
    see: &dyn Fn(SquareSet) -> String,
) {
    let PieceRules {
        moves: Moves { betza, rays: _ },
        first_moves,
        double_step,
        en_passant,
        promotes_to,
        entry,
        enters_behind,
        drop_zone,
        leaves,
    } = rules;
    Line::new("piece").word(letter).word(&without_spaces(betza)).end(text);
    if let Some(Moves { betza, rays: _ }) = first_moves {
        Line::new("  first").word(&without_spaces(betza)).end(text);
    }
    if !promotes_to.is_empty() {
        Line::new("  promotes").word(&letters(definition, promotes_to)).end(text);
    }
    if let Some(DoubleStep { steps, from, en_passant }) = double_step {
        let step = |&(x, y): &(i8, i8)| format!("{x},{y}");
        let steps: Vec<String> = steps.iter().map(step).collect();
        Line::new("  double")
            .word(&steps.join(" "))
            .word("from")
            .word(&see(*from))
            .word_if(*en_passant, "en-passant")
            .end(text);
    }
    if *en_passant {
        Line::new("  takes-en-passant").end(text);
    }
    if let Some(Entry { exchanges, from }) = entry {
        let exchanged = letters(definition, &[*exchanges]);
        Line::new("  enters").word(&exchanged).word("from").word(&see(*from)).end(text);
    }
    if !enters_behind.is_empty() {
        Line::new("  enters-behind").word(&set_of_letters(definition, enters_behind)).end(text);
    }
    if !drop_zone.is_empty() {
        Line::new("  drops").word(&see(*drop_zone)).end(text);
    }
    if let Some(piece) = leaves {
        Line::new("  leaves").word(&letters(definition, &[*piece])).end(text);
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

/// The same in the order of the pieces, where the text of the game may have them in any.
fn set_of_letters(definition: &Definition, pieces: &[PieceId]) -> String {
    let mut pieces = pieces.to_vec();
    sort_short(&mut pieces, |a, b| a < b);
    letters(definition, &pieces)
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
    let shape = definition.shape;
    // Who begins, and which rights are left, tells a position.
    let Start { board, hands, turn: _, castling: _ } = &definition.start;
    let mut ranks: Vec<String> = Vec::new();
    for rank in 0..shape.ranks() {
        let row: Vec<_> = shape.row(rank).map(|square| board[square.index()]).collect();
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
    let held = definition.pieces.iter().zip(&hands[color.index()]);
    let mut hand: Vec<char> =
        held.flat_map(|(piece, &n)| std::iter::repeat_n(piece.letter.upper(), usize::from(n))).collect();
    sort_short(&mut hand, |a, b| a < b);
    format!("{} [{}]", ranks.join("/"), hand.into_iter().collect::<String>())
}
