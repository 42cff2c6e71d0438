//! How good a position is without looking ahead: material, the squares that pieces stand on, their
//! mobility, pawns on their way, the kings' safety, and the way to a goal.
//!
//! Everything is derived from the tables of the game when a search begins.

use berolina_rules::Definition;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::position::State;
use berolina_rules::tables::{KING, Kind, Tables, kinds_in};

use crate::score::MAX_EVAL;
use crate::values::ONE;
pub(crate) use crate::values::Values;

/// What a thread remembers of earlier evaluations.
#[derive(Default)]
pub(crate) struct Memory;

/// The share (in 256ths) of the gain by promotion that a pawn has, by the moves it needs.
const PROSPECT: [i32; 8] = [0, 36, 20, 11, 6, 3, 1, 0];
/// That share of one that promotes where it stands.
const PROSPECT_IN_PLACE: i32 = 200;
/// What it is worth to be so many moves from the goal.
const TO_GOAL: [i32; 8] = [0, 140, 75, 40, 20, 10, 5, 0];
/// The enemy's pieces at which the king's safety counts in full.
const FULL_FORCE: i32 = 2800;
/// The advantage at which driving the enemy king to the edge begins.
const WINNING: i32 = 350;
/// For a king attacked while pieces are being placed: it cannot step away.
const EXPOSED: i32 = 150;

/// What one kind of piece of one player is worth where.
struct Piece<S: Size> {
    kind: Kind,
    /// Worth with the square.
    square: S::BySquare<i32>,
    /// Worth in hand.
    hand: i32,
    /// Worth of a square that it can go to, in quarters of a hundredth; 0: not counted.
    mobility: i32,
    /// The share of its gain by promotion.
    prospect: Option<S::BySquare<i32>>,
}

/// The tables of the evaluation of one game.
pub(crate) struct Eval<S: Size> {
    pub(crate) values: Values<S>,
    pieces: [Vec<Piece<S>>; 2],
    /// Kings among enemies and in an ending.
    king: [[S::BySquare<i32>; 2]; 2],
    /// The squares around a square.
    ring: S::BySquare<S::Word>,
    /// The squares ahead on a file and its neighbours.
    ahead: [S::BySquare<S::Word>; 2],
    /// For each goal kind what its square is worth.
    goal: [Vec<(Kind, S::BySquare<i32>)>; 2],
    /// Distance from the edge.
    centre: S::BySquare<i32>,
}

/// What is counted for each player while evaluating.
#[derive(Clone, Copy, Default)]
struct Count {
    score: i32,
    /// Material other than kings and pieces that promote.
    force: i32,
    material: i32,
}

impl<S: Size> Eval<S> {
    pub(crate) fn new(definition: &Definition, tables: &Tables<S>) -> Self {
        let values = Values::new(definition, tables);
        let shape = tables.shape;
        let mut eval = Self {
            pieces: [Vec::new(), Vec::new()],
            king: [[S::BySquare::filled(0); 2]; 2],
            ring: S::BySquare::filled(S::Word::EMPTY),
            ahead: [S::BySquare::filled(S::Word::EMPTY); 2],
            goal: [Vec::new(), Vec::new()],
            centre: S::BySquare::filled(0),
            values,
        };
        for square in shape.iter() {
            *eval.centre.at_mut(square.index()) = edge_distance(tables, square);
            let near = |other: &Square| *other != square && distance(tables, square, *other) == 1;
            *eval.ring.at_mut(square.index()) =
                shape.iter().filter(near).fold(S::Word::EMPTY, |w, s| w | S::Word::bit(s));
        }
        for color in Color::ALL {
            eval.side(tables, color);
        }
        eval
    }

    /// Fills the tables of one player.
    fn side(&mut self, tables: &Tables<S>, color: Color) {
        let shape = tables.shape;
        let side = tables.side(color);
        let c = color.index();
        for square in shape.iter() {
            let advance = i32::from(shape.rank(shape.relative(color, square)));
            let middle = *self.centre.at(square.index());
            *self.king[c][0].at_mut(square.index()) = -12 * advance.min(4) - 6 * middle;
            *self.king[c][1].at_mut(square.index()) = 10 * middle;
            let in_front = |other: &Square| {
                shape.rank(shape.relative(color, *other)) > shape.rank(shape.relative(color, square))
                    && shape.file(*other).abs_diff(shape.file(square)) <= 1
            };
            *self.ahead[c].at_mut(square.index()) =
                shape.iter().filter(in_front).fold(S::Word::EMPTY, |w, s| w | S::Word::bit(s));
        }
        for kind in (0..tables.kinds.len() as Kind).filter(|&k| k != KING) {
            let piece = self.piece(tables, color, kind);
            self.pieces[c].push(piece);
        }
        for kind in kinds_in(side.goal_kinds).filter(|_| !side.goal.is_empty()) {
            let moves = distances(tables, color, kind, side.goal);
            let mut worth = S::BySquare::filled(0);
            for square in shape.iter() {
                *worth.at_mut(square.index()) = TO_GOAL[usize::from(*moves.at(square.index())).min(7)];
            }
            self.goal[c].push((kind, worth));
        }
    }

    fn piece(&self, tables: &Tables<S>, color: Color, kind: Kind) -> Piece<S> {
        let (c, k) = (color.index(), usize::from(kind));
        let side = tables.side(color);
        let value = self.values.of(color, kind);
        let mean = self.values.mean[c][k];
        let promotes = *side.promotes_to.at(k) != 0;
        let mut square = S::BySquare::filled(0);
        for s in tables.shape.iter() {
            let i = s.index();
            let ease = if promotes { 0 } else { 4 * (*self.values.mobility[c][k].at(i) - mean) / ONE };
            *square.at_mut(i) = value + ease + 2 * self.centre.at(i).min(&3);
        }
        let prospect = promotes.then(|| {
            let moves = distances(tables, color, kind, side.promotion_zone);
            let mut share = S::BySquare::filled(0);
            for s in tables.shape.iter() {
                let in_place = side.in_place >> kind & 1 == 1 && side.forced.has(s);
                let ahead = PROSPECT[usize::from(*moves.at(s.index())).min(7)];
                *share.at_mut(s.index()) = if in_place { PROSPECT_IN_PLACE } else { ahead };
            }
            share
        });
        let entry = side.entries.iter().find(|entry| entry.kind == kind);
        let hand = match entry {
            Some(entry) => (value - self.values.of(color, entry.exchanges)) / 2,
            None => value,
        };
        let mobility = if promotes || mean == 0 { 0 } else { (96 * ONE / mean).clamp(3, 16) };
        Piece { kind, square, hand, mobility, prospect }
    }

    /// The score of the player to move, in hundredths of a pawn.
    pub(crate) fn evaluate(&self, tables: &Tables<S>, state: &State<S>, _memory: &mut Memory) -> i32 {
        let mut counts = Color::ALL.map(|color| self.count(tables, state, color));
        let force = [counts[0].force, counts[1].force];
        for color in Color::ALL {
            let c = color.index();
            let danger = force[1 - c].min(FULL_FORCE) * 256 / FULL_FORCE;
            counts[c].score += self.kings(tables, state, color, danger);
            if counts[c].material - counts[1 - c].material > WINNING && counts[1 - c].force < FULL_FORCE / 4 {
                counts[c].score += self.drive(tables, state, color);
            }
        }
        let us = state.turn().index();
        let score = counts[us].score - counts[1 - us].score + 10;
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The terms of an evaluation as text.
    pub(crate) fn explain(&self, tables: &Tables<S>, state: &State<S>) -> String {
        format!("total {}", self.evaluate(tables, state, &mut Memory))
    }

    fn count(&self, tables: &Tables<S>, state: &State<S>, color: Color) -> Count {
        let them = color.other();
        let (own, occupied) = (state.of(color), state.occupied());
        let target = state.king(them).map_or(S::Word::EMPTY, |king| *self.ring.at(king.index()));
        let foes = self.pieces[them.index()].iter().filter(|p| p.prospect.is_some());
        let foes = foes.fold(S::Word::EMPTY, |set, p| set | state.of_kind(p.kind)) & state.of(them);
        let mut count = Count::default();
        let (mut mobility, mut attacks) = (0, 0);
        for piece in &self.pieces[color.index()] {
            let value = self.values.of(color, piece.kind);
            if tables.features.hands {
                let n = i32::from(state.in_hand(color, piece.kind));
                count.score += n * piece.hand;
                count.material += n * piece.hand;
                count.force += n * if piece.prospect.is_none() { value } else { 0 };
            }
            let squares = state.of_kind(piece.kind) & own;
            if squares.is_empty() {
                continue;
            }
            count.material += value * squares.count() as i32;
            if let Some(prospect) = &piece.prospect {
                count.score += self.pawns(tables, state, color, piece, prospect, squares, foes);
                continue;
            }
            count.force += value * squares.count() as i32;
            for square in squares.iter() {
                count.score += piece.square.at(square.index());
                let (go, hit) = reach(tables, color, piece.kind, square, own, occupied);
                mobility += piece.mobility * go.count() as i32;
                attacks += (hit & target).count() as i32;
            }
        }
        count.score += mobility / 4 + 3 * attacks + attacks * attacks / 2;
        count.score += self.clock(tables, state, color);
        count
    }

    /// Pieces that promote: each by its square and by its share of the gain; twice that where no
    /// enemy pawn is ahead.
    #[allow(clippy::too_many_arguments)]
    fn pawns(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
        color: Color,
        piece: &Piece<S>,
        prospect: &S::BySquare<i32>,
        squares: S::Word,
        foes: S::Word,
    ) -> i32 {
        let side = tables.side(color);
        let wanted = *side.promotes_to.at(usize::from(piece.kind));
        let kinds = state.available_promotions(tables, color, wanted);
        let best = kinds_in(kinds).map(|kind| self.values.of(color, kind)).max();
        let gain = best.map_or(0, |best| best - self.values.of(color, piece.kind));
        let mut score = 0;
        for square in squares.iter() {
            let share = *prospect.at(square.index());
            let free = (*self.ahead[color.index()].at(square.index()) & foes).is_empty();
            score += piece.square.at(square.index())
                + gain * share * (1 + i32::from(free && share < PROSPECT_IN_PLACE)) / 256;
        }
        score
    }

    /// The king's place, and the way of goal pieces.
    fn kings(&self, tables: &Tables<S>, state: &State<S>, color: Color, danger: i32) -> i32 {
        let c = color.index();
        let mut score = 0;
        if let Some(king) = state.king(color) {
            let [among, ending] = &self.king[c];
            let friends = (*self.ring.at(king.index()) & state.of(color)).count() as i32;
            let safe = among.at(king.index()) + 5 * friends.min(5);
            score += (safe * danger + ending.at(king.index()) * (256 - danger)) / 256;
            if state.placing(tables) && state.king_attacked(tables, color) {
                score -= EXPOSED;
            }
        }
        for (kind, worth) in &self.goal[c] {
            for square in (state.of_kind(*kind) & state.of(color)).iter() {
                score += worth.at(square.index()) * (384 - danger) / 256;
            }
        }
        score
    }

    /// For the winning side of an ending: the enemy king near the edge and the own king near it.
    fn drive(&self, tables: &Tables<S>, state: &State<S>, color: Color) -> i32 {
        match (state.king(color), state.king(color.other())) {
            (Some(ours), Some(theirs)) => {
                -15 * self.centre.at(theirs.index()) - 8 * distance(tables, ours, theirs)
            }
            _ => 0,
        }
    }

    /// The hope of a claim: it grows while the clock runs.
    fn clock(&self, tables: &Tables<S>, state: &State<S>, color: Color) -> i32 {
        if !tables.features.claims || state.capturer() != Some(color) {
            return 0;
        }
        let clock = i32::from(state.clock()).min(100);
        clock * clock / 60
    }
}

/// Where a piece can go, and what it attacks.
#[inline(always)]
fn reach<S: Size>(
    tables: &Tables<S>,
    color: Color,
    kind: Kind,
    square: Square,
    own: S::Word,
    occupied: S::Word,
) -> (S::Word, S::Word) {
    let mask = &tables.side(color).masks[usize::from(kind)];
    let index = square.index();
    let mut quiet = *mask.quiet_leap.at(index);
    let mut hit = *mask.capture_leap.at(index);
    if mask.has_orthogonal {
        let seen = tables.rook(square, occupied);
        quiet |= *mask.quiet_orthogonal.at(index) & seen;
        hit |= *mask.capture_orthogonal.at(index) & seen;
    }
    if mask.has_diagonal {
        let seen = tables.bishop(square, occupied);
        quiet |= *mask.quiet_diagonal.at(index) & seen;
        hit |= *mask.capture_diagonal.at(index) & seen;
    }
    ((quiet & !occupied) | (hit & occupied & !own), hit)
}

/// For each square the moves that a piece needs to one of `targets` on the empty board.
fn distances<S: Size>(tables: &Tables<S>, color: Color, kind: Kind, targets: S::Word) -> S::BySquare<u8> {
    let mut moves = S::BySquare::filled(u8::MAX);
    let mut reached = targets;
    for square in targets.iter() {
        *moves.at_mut(square.index()) = 0;
    }
    let mask = &tables.side(color).masks[usize::from(kind)];
    for n in 1..u8::MAX {
        let mut found = S::Word::EMPTY;
        for square in (tables.all & !reached).iter() {
            let i = square.index();
            let to = *mask.quiet_leap.at(i) | *mask.quiet_orthogonal.at(i) | *mask.quiet_diagonal.at(i);
            if !(to & reached).is_empty() {
                found |= S::Word::bit(square);
                *moves.at_mut(i) = n;
            }
        }
        if found.is_empty() {
            break;
        }
        reached |= found;
    }
    moves
}

fn distance<S: Size>(tables: &Tables<S>, a: Square, b: Square) -> i32 {
    let shape = tables.shape;
    let files = shape.file(a).abs_diff(shape.file(b));
    i32::from(files.max(shape.rank(a).abs_diff(shape.rank(b))))
}

fn edge_distance<S: Size>(tables: &Tables<S>, square: Square) -> i32 {
    let shape = tables.shape;
    let (file, rank) = (shape.file(square), shape.rank(square));
    let nearest = file.min(shape.files - 1 - file).min(rank).min(shape.ranks - 1 - rank);
    i32::from(nearest)
}
