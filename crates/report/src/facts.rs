//! What one game tells.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::position::{Effect, Origin};
use berolina_rules::tables::Kind;
use berolina_rules::{Move, Position, Variant};

use crate::play::{DECIDED, Record, Result, stronger};

/// Who is ahead by this, in hundredths of a pawn, leads.
pub(crate) const LEAD: i32 = 100;
/// Who is ahead by this stands clearly better.
pub(crate) const CLEAR: i32 = 300;
/// So many plies of each game are in the tree of openings.
pub(crate) const TREE: usize = 6;
/// One position of so many is looked at for what pieces are worth.
const SAMPLED: usize = 3;

/// A position: by piece how many more of it White has, and whose turn it is.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) surplus: Vec<i16>,
    pub(crate) turn: f64,
}

/// What a game tells, apart from what is counted by piece.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) record: Record,
    pub(crate) stronger: Option<Color>,
    /// The first moves as people write them.
    pub(crate) opening: Vec<String>,
    /// Legal moves before each ply.
    pub(crate) choices: Vec<u32>,
    pub(crate) captures: u32,
    pub(crate) checks: u32,
    /// How often the lead went over to the other player.
    pub(crate) changes: u32,
    /// Who first stood clearly better.
    pub(crate) first_clear: Option<Color>,
    pub(crate) drama: f64,
    /// Pieces on the board at the end, by colour.
    pub(crate) left: [u32; 2],
    pub(crate) samples: Vec<Sample>,
}

/// What is counted of a piece.
#[derive(Clone, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) moves: u64,
    pub(crate) captures: u64,
    pub(crate) captured: u64,
    /// Others have become it.
    pub(crate) promoted: u64,
    /// By square as its owner sees it: positions in which it stood there.
    pub(crate) stood: Vec<u64>,
}

/// Plays a record again and looks at every position; what is counted by piece is added to `pieces`.
pub(crate) fn facts(variant: &Arc<Variant>, mut record: Record, pieces: &mut [Counts]) -> Option<Facts> {
    if record.scores.len() != record.moves.len() {
        return None;
    }
    record.scores.iter_mut().for_each(|score| *score = (*score).clamp(-DECIDED, DECIDED));
    let mut position = variant.start();
    let mut facts = Facts {
        stronger: stronger(record.number),
        opening: Vec::new(),
        choices: Vec::new(),
        captures: 0,
        checks: 0,
        changes: 0,
        first_clear: None,
        drama: 0.0,
        left: [0; 2],
        samples: Vec::new(),
        record,
    };
    // Nothing is counted of a record that is none of this game.
    let mut moves = Vec::new();
    for text in &facts.record.moves {
        let mv = position.parse_move(text).ok()?;
        moves.push((position.clone(), mv));
        position = position.play_unchecked(mv);
    }
    for (ply, (position, mv)) in moves.iter().enumerate() {
        if ply < TREE {
            facts.opening.push(position.san(*mv));
        }
        look(variant, &mut facts, ply, position, *mv, pieces);
    }
    facts.checks += u32::from(position.says_check());
    facts.left = Color::ALL
        .map(|color| Kind::first(variant.kinds().len()).map(|kind| position.count(color, kind)).sum());
    follow_scores(&mut facts);
    Some(facts)
}

/// Looks at a position and the move made in it.
fn look(
    variant: &Variant,
    facts: &mut Facts,
    ply: usize,
    position: &Position,
    mv: Move,
    pieces: &mut [Counts],
) {
    let shape = variant.shape();
    facts.choices.push(position.legal_moves().len() as u32);
    facts.checks += u32::from(ply > 0 && position.says_check());
    let Effect { taken, filled, .. } = position.effect(mv);
    facts.captures += u32::from(!taken.is_empty());
    let mover = variant.piece_of(position.moved_kind(mv)).index();
    pieces[mover].moves += 1;
    pieces[mover].captures += u64::from(!taken.is_empty());
    for taken in &taken {
        pieces[variant.piece_of(taken.piece.kind).index()].captured += 1;
    }
    for arrival in &filled {
        let after = variant.piece_of(arrival.piece.kind);
        let became = match arrival.from {
            Origin::Square(from) => position
                .piece_at(from)
                .is_some_and(|(kind, color)| color == position.turn() && variant.piece_of(kind) != after),
            Origin::Hand => false,
            Origin::Created => true,
        };
        pieces[after.index()].promoted += u64::from(became);
    }
    let mut surplus = vec![0_i16; pieces.len()];
    for square in shape.iter() {
        if let Some((kind, color)) = position.piece_at(square) {
            let piece = variant.piece_of(kind).index();
            pieces[piece].stood[shape.relative(color, square).index()] += 1;
            surplus[piece] += if color == Color::White { 1 } else { -1 };
        }
    }
    // Pieces in hand count like those on the board.
    for kind in Kind::first(variant.kinds().len()) {
        let held = Color::ALL.map(|color| i16::from(position.in_hand(color, kind)));
        surplus[variant.piece_of(kind).index()] += held[0] - held[1];
    }
    if ply.is_multiple_of(SAMPLED) && taken.is_empty() && !position.is_check() && !position.is_placing() {
        let turn = if position.turn() == Color::White { 1.0 } else { -1.0 };
        facts.samples.push(Sample { surplus, turn });
    }
}

/// Who led, who stood clearly better first, and how dramatic that was.
///
/// The drama of a game that was won is how far the winner's expected score once lay below a half; that of a draw, how far it
/// once lay from a half; a tenth is added for each change of lead.
fn follow_scores(facts: &mut Facts) {
    let mut leader = None;
    let mut worst: f64 = 0.0;
    for &score in &facts.record.scores {
        let ahead = if score > 0 { Color::White } else { Color::Black };
        if score.abs() >= LEAD {
            facts.changes += u32::from(leader.is_some_and(|leader| leader != ahead));
            leader = Some(ahead);
        }
        if score.abs() >= CLEAR && facts.first_clear.is_none() {
            facts.first_clear = Some(ahead);
        }
        let expected = expected(score);
        worst = worst.max(match facts.record.result {
            Result::White => 0.5 - expected,
            Result::Black => expected - 0.5,
            Result::Draw => (expected - 0.5).abs(),
        });
    }
    facts.drama = worst + 0.1 * f64::from(facts.changes);
}

/// The points that a score promises.
fn expected(score: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(score) / 400.0))
}
