//! What Betza notation says of pieces that have not moved: `i`, `e` and `O`, as the keys of the language.

use super::players::unworkable;
use super::start::Array;
use crate::definition::betza::Parsed;
use crate::definition::reader::Reader;
use crate::definition::syntax::Place;
use crate::definition::{
    Castling, Code, DoubleStep, Exposed, Moves, Path, Piece, PieceId, PieceRules, Player, Ray, Start, Wing,
};
use crate::geometry::{Color, MAX_RANKS, Offset, Shape, Square, SquareSet};
use crate::say;

/// What the moves of a piece say of its first ones, to be settled when the array is known.
pub(super) struct Initial {
    place: Place,
    piece: PieceId,
    pub(super) color: Color,
    first: Vec<Ray>,
    first_text: String,
    /// Single steps of double steps.
    doubles: Vec<Offset>,
    en_passant: bool,
    castling: [Option<u8>; 2],
}

impl Initial {
    /// The moves that a text gives at any time, and what it says besides.
    pub(super) fn of(
        r: &mut Reader<'_>,
        place: &Place,
        piece: PieceId,
        color: Color,
        parsed: Parsed,
    ) -> (Moves, Option<Self>) {
        let plain = parsed.is_plain();
        let moves = Moves { betza: parsed.plain, rays: parsed.rays };
        if plain {
            return (moves, None);
        }
        let captures: Vec<Offset> =
            moves.rays.iter().filter(|ray| ray.captures).map(|ray| ray.step).collect();
        let single = moves.rays.iter().all(|ray| !ray.captures || (ray.max == 1 && ray.path == Path::Clear));
        let same = single
            && captures.iter().all(|step| parsed.en_passant.contains(step))
            && parsed.en_passant.iter().all(|step| captures.contains(step));
        if !parsed.en_passant.is_empty() && !same {
            let message = say!("a piece captures en passant by all its captures or by none");
            let hint = say!("write e beside each c, such as fceF, or leave it out");
            r.fault(Code::E031, place, message, Some(hint));
        }
        let is_double = |ray: &&Ray| {
            let straight = !ray.round || ray.step.0 == 0;
            straight && ray.moves && !ray.captures && ray.path == Path::Clear && (ray.min, ray.max) == (2, 2)
        };
        let doubles: Vec<Offset> = parsed.first.iter().filter(is_double).map(|ray| ray.step).collect();
        let first = parsed.first.iter().filter(|ray| !is_double(ray)).copied().collect();
        let said = Self {
            place: place.clone(),
            piece,
            color,
            first,
            first_text: parsed.first_text,
            doubles,
            en_passant: !parsed.en_passant.is_empty(),
            castling: parsed.castling,
        };
        (moves, Some(said))
    }

    /// Puts castling where the player has none: with the piece at the edge of the king's rank. Where pieces have changed places (`arranged`)
    /// a king without room does not castle to that side.
    pub(super) fn castle(&self, r: &mut Reader<'_>, array: &Array, player: &mut Player, arranged: bool) {
        for (side, wing) in Wing::ALL.into_iter().enumerate() {
            let Some(steps) = self.castling[side] else { continue };
            let king = array.iter().enumerate().find_map(|(rank, row)| {
                row.iter().position(|&stands| stands == Some(self.piece)).map(|file| (rank, file))
            });
            let Some((rank, file)) = king else { continue };
            let (right, steps) = (wing == Wing::King, usize::from(steps));
            let row = &array[rank];
            let edge = if right { row.len() - 1 } else { 0 };
            let to =
                if right { Some(file + steps).filter(|&to| to <= edge) } else { file.checked_sub(steps) };
            let Some((to, rook)) = to.zip(row[edge].filter(|_| edge != file)) else {
                if arranged {
                    continue;
                }
                let message = say!("castling needs a piece at the edge of this rank, and room for the king");
                let hint = say!("leave the O out, or use the table [castling]");
                r.fault(Code::E071, &self.place, message, Some(hint));
                continue;
            };
            let beside = if right { to - 1 } else { to + 1 };
            let square = |file: usize| {
                r.shape.relative(self.color, r.shape.row(rank as u8).nth(file).unwrap_or(Square(0)))
            };
            let castling = Castling {
                from: Some((square(file), square(edge))),
                king: self.piece,
                king_to: square(to),
                rook_to: square(beside),
                farther: None,
                rook,
                placed: false,
                through_attack: false,
                opposite: false,
                wins: false,
            };
            let to = (castling.king_to, castling.rook_to);
            if let Some((message, _)) = unworkable(r.shape, self.color, wing, to, castling.from) {
                let hint = say!("leave the O out, or use the table [castling]");
                r.fault(Code::E070, &self.place, message, Some(hint));
                continue;
            }
            match player.castling[wing as usize] {
                Some(other)
                    if (Castling {
                        king: self.piece,
                        rook,
                        farther: None,
                        through_attack: false,
                        opposite: false,
                        wins: false,
                        ..other
                    }) != castling =>
                {
                    let message = say!("[castling] says otherwise than the `O` here");
                    let hint = say!("leave the O out, or write castling = false");
                    r.fault(Code::E031, &self.place, message, Some(hint));
                }
                Some(_) => {}
                None => player.castling[wing as usize] = Some(castling),
            }
        }
    }
}

/// Puts first moves, double steps and en passant where they belong.
pub(super) fn settle(r: &mut Reader<'_>, pieces: &mut [Piece], start: &Start, initial: Vec<Initial>) {
    for said in initial {
        let squares = || start.standing().filter(|&(_, id, color)| (id, color) == (said.piece, said.color));
        let starts: SquareSet = squares().map(|(square, ..)| square).collect();
        let rules = &mut pieces[said.piece.index()].rules[said.color.index()];
        rules.en_passant |= said.en_passant;
        if !said.first.is_empty() {
            if rules.first_moves.is_some() {
                let message = say!("`first-moves` and `i` both say how this piece begins");
                r.fault(Code::E031, &said.place, message, Some(say!("leave one of them out")));
            }
            let mut rays = rules.moves.rays.clone();
            rays.extend(&said.first);
            let betza = format!("{}{}", rules.moves.betza, said.first_text);
            rules.first_moves = Some(Moves { betza, rays });
        }
        if said.doubles.is_empty() {
            continue;
        }
        match &rules.double_step {
            Some(double)
                if said.doubles.iter().all(|step| double.steps.contains(step))
                    && starts.0 & !double.from.0 == 0 =>
            {
                continue;
            }
            Some(_) => {
                let message = say!("`double-step` and `i` say different double steps");
                let hint = say!("write double-step = false, or leave the i out");
                r.fault(Code::E031, &said.place, message, Some(hint));
                continue;
            }
            None => {}
        }
        let shape = r.shape;
        let turn = |offset| shape.relative_offset(said.color, offset);
        let joined = shape.joined().unwrap_or(shape);
        let unmoved = returns(shape, rules, &said.doubles, starts, |square, round, offset| {
            if round { joined } else { shape }.offset(square, turn(offset))
        });
        if unmoved && rules.first_moves.is_none() {
            rules.first_moves = Some(rules.moves.clone());
        }
        let (steps, from) = (said.doubles, starts);
        rules.double_step = Some(DoubleStep {
            steps,
            from,
            triple_from: SquareSet::EMPTY,
            en_passant: Exposed::Always,
            unmoved,
        });
    }
}

/// Whether a piece that has moved may stand where one of its kind starts. Where it cannot, its square tells that it has not moved.
fn returns(
    shape: Shape,
    rules: &PieceRules,
    doubles: &[Offset],
    starts: SquareSet,
    go: impl Fn(Square, bool, Offset) -> Option<Square>,
) -> bool {
    let most = i8::try_from(MAX_RANKS).unwrap_or(i8::MAX);
    let first = rules.first_moves.iter().flat_map(|moves| &moves.rays);
    let rays = rules.moves.rays.iter().chain(first);
    let mut ways: Vec<(bool, Offset)> =
        rays.flat_map(|ray| ray.reach_on(shape, most).ends.into_iter().map(|end| (ray.round, end))).collect();
    ways.extend(doubles.iter().map(|&(x, y)| (false, (2 * x, 2 * y))));
    let mut reached = SquareSet::EMPTY;
    let mut fresh: Vec<Square> = starts.iter().collect();
    while let Some(square) = fresh.pop() {
        for to in ways.iter().filter_map(|&(round, way)| go(square, round, way)) {
            if !reached.contains(to) {
                reached.insert(to);
                fresh.push(to);
            }
        }
    }
    !SquareSet(reached.0 & starts.0).is_empty()
}
