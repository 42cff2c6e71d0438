//! Positions to test: from random games, and set up at random.

use berolina_rules::geometry::{Color, Square};
use berolina_rules::position::{CastlingRook, Manner, Setup};
use berolina_rules::tables::Kind;
use berolina_rules::{Move, Position};

use super::Random;
use super::games::Subject;

/// A random move; moves other than quiet steps more often than they would come up.
pub fn choose(position: &Position, legal: &[Move], random: &mut Random) -> Move {
    let lively = |mv: &&Move| {
        !position.taken(**mv).is_empty()
            || !matches!(mv.manner(), Manner::Plain | Manner::Double | Manner::Drop(_))
    };
    // A king lost by capture would end nearly every game at once.
    let ends = |mv: &&Move| {
        let definition = position.variant().definition();
        let royal = |s| {
            position
                .piece_at(s)
                .is_some_and(|(kind, color)| definition.has_one_king(color) && position.is_royal(kind, color))
        };
        position.taken(**mv).iter().any(royal)
    };
    let pick = |moves: Vec<Move>, random: &mut Random| (!moves.is_empty()).then(|| *random.pick(&moves));
    let calm: Vec<Move> = legal.iter().filter(|mv| !ends(mv) || random.one_in(8)).copied().collect();
    let lively: Vec<Move> = calm.iter().filter(lively).copied().collect();
    let chosen = if random.one_in(3) { pick(lively, random) } else { None };
    chosen.or_else(|| pick(calm, random)).unwrap_or(legal[0])
}

/// Pieces of any kind on any squares, with any rights: what play reaches seldom or never, such as
/// double checks, pins by odd pieces, pawns on their last rank. `None` if they make no position.
pub fn scattered(subject: &Subject, random: &mut Random) -> Option<Position> {
    let variant = &subject.variant;
    let shape = variant.shape();
    let mut setup = Setup::empty(variant);
    let squares: Vec<usize> = shape.iter().map(Square::index).collect();
    let count = 2 + random.below(squares.len() / 3);
    for _ in 0..count {
        let kind = Kind::new(random.below(variant.kinds().len()));
        let color = *random.pick(&Color::ALL);
        let definition = variant.definition();
        if !definition.has_one_king(color) || !definition.is_royal(color, variant.piece_of(kind)) {
            setup.board[*random.pick(&squares)] = Some((kind, color));
        }
    }
    let start = variant.start().setup();
    let home: Vec<_> = squares.iter().copied().filter(|&s| start.board[s].is_some()).collect();
    if random.one_in(2) {
        // Some pieces as at the start, so that there is something to castle with and to step twice.
        for &square in &home {
            if random.one_in(2) {
                setup.board[square] = start.board[square];
            }
        }
    }
    for color in Color::ALL {
        let is_royal = |kind| variant.definition().is_royal(color, variant.piece_of(kind));
        let royal =
            |cell: &Option<(Kind, Color)>| cell.is_some_and(|(kind, owner)| owner == color && is_royal(kind));
        let standing = setup.board.iter().filter(|cell| royal(cell)).count();
        let wanted = if variant.definition().has_one_king(color) { standing == 1 } else { standing > 1 };
        if !wanted && variant.definition().royals(color).next().is_some() {
            setup.board.iter_mut().filter(|cell| royal(cell)).for_each(|cell| *cell = None);
            let states: Vec<_> = Kind::first(variant.kinds().len()).filter(|&kind| is_royal(kind)).collect();
            setup.board[*random.pick(&squares)] = Some((*random.pick(&states), color));
        }
    }
    for color in Color::ALL {
        let hand = &mut setup.hands[color.index()];
        // Kings stand on the board already.
        for id in variant.definition().ids().filter(|&id| !variant.definition().is_one_king(id)) {
            hand[id.index()] = random.below(usize::from(start.hands[color.index()][id.index()]) + 1) as u8;
        }
        if variant.definition().hands.placement && !random.one_in(4) {
            hand.fill(0);
        }
    }
    setup.turn = *random.pick(&Color::ALL);
    setup.castling = [[Some(CastlingRook::Usual); 2]; 2];
    setup.clock = random.below(120) as u16;
    if random.one_in(2) {
        offer_en_passant(subject, &mut setup, random);
    }
    setup.position(variant).ok()
}

/// Lets a piece have made a double step, if there is one.
fn offer_en_passant(subject: &Subject, setup: &mut Setup, random: &mut Random) {
    let (definition, shape) = (subject.variant.definition(), subject.variant.shape());
    let mover = setup.turn.other();
    for square in 0..shape.size() {
        let Some((kind, color)) = setup.board[square] else { continue };
        let rules = definition.rules(color, subject.variant.piece_of(kind));
        let Some(double) = rules.double_step.as_ref().filter(|_| color == mover) else { continue };
        let (dx, dy) = shape.relative_offset(mover, *random.pick(&double.steps));
        let steps = if double.triple_from.is_empty() { 1 } else { 1 + random.below(2) as i8 };
        let back = (-dx * steps, -dy * steps);
        let Some(passed) = shape.offset(Square(square as u8), back) else { continue };
        setup.en_passant = Some((passed, Some(Square(square as u8))));
        if random.one_in(2) {
            return;
        }
    }
}
