//! What must hold in every position of every game.

use std::collections::HashSet;
use std::sync::Arc;

use berolina_rules::geometry::{Color, Size, SquareSet, Word};
use berolina_rules::position::{Aims, Arrival, Blocked, Cell, Manner, Origin, Part, Standing, State};
use berolina_rules::tables::{Kind, Tables};
use berolina_rules::{Move, Position, Variant, visit};

use super::{attacks, clock, counting, promotion, reference};

fn said(position: &Position) -> String {
    format!("{} {}", position.variant().definition().full_name(), position.fen())
}

/// All that is quick enough for each position of many games.
pub fn check(position: &Position, free: &Arc<Variant>) {
    check_moves(position, free);
    check_attacks(position);
    check_fen(position);
    visit!(position.sized(), |sized| {
        let (tables, state) = (sized.tables(), sized.state());
        check_state(tables, state, &said(position));
        check_parts(tables, state, &said(position));
        check_foresight(tables, state, &said(position));
    });
}

/// What a move is said to change is what it changes: made square by square in an arrangement, it gives the position after it.
fn check_effect(position: &Position, mv: Move, after: &Position) {
    let effect = position.effect(mv);
    let said = || format!("{}: {mv:?} has {effect:?}", said(position));
    let mut setup = position.setup();
    for &Standing { square, kind, color } in &effect.emptied {
        assert_eq!(setup.board[square.index()].take(), Some((kind, color)), "{}", said());
    }
    for Arrival { piece, from } in &effect.filled {
        let cell = &mut setup.board[piece.square.index()];
        assert_eq!(cell.replace((piece.kind, piece.color)), None, "{}", said());
        if let Origin::Square(square) = from {
            assert!(effect.emptied.iter().any(|left| left.square == *square), "{}", said());
        }
    }
    for change in &effect.hands {
        let held = &mut setup.hands[change.color.index()][usize::from(change.kind)];
        assert_eq!(std::mem::replace(held, change.after), change.before, "{}", said());
    }
    for &(color, wing) in &effect.castling_lost {
        assert!(setup.castling[color.index()][wing as usize].take().is_some(), "{}", said());
    }
    for &(color, wing) in &effect.castling_gained {
        let right = &mut setup.castling[color.index()][wing as usize];
        assert!(right.is_none() && after.castling_rook(color, wing).is_some(), "{}", said());
        *right = after.setup().castling[color.index()][wing as usize];
    }
    if let Some(Blocked { from, to }) = effect.blocker {
        setup.blockers = setup.blockers.iter().filter(|&square| Some(square) != from).chain([to]).collect();
    }
    assert!(effect.taken.iter().all(|taken| effect.emptied.contains(&taken.piece)), "{}", said());
    let taken: SquareSet = effect.taken.iter().map(|taken| taken.piece.square).collect();
    assert_eq!(taken, position.taken(mv), "{}", said());
    if let Some(anew) = clock::begins_anew(position, mv, &effect) {
        assert_eq!(effect.resets_clock, anew, "{}", said());
    }
    setup.clock = if effect.resets_clock { 0 } else { setup.clock.saturating_add(1) };
    setup.capturer = if effect.claims { Some(effect.by) } else { setup.capturer };
    setup.turn = effect.by.other();
    setup.number += u16::from(effect.by == Color::Black);
    let changed = after.setup();
    assert!(effect.passed.is_some() || changed.en_passant.is_none(), "{}", said());
    // A check is told by the position after the move.
    let left = &mut setup.checks[after.turn().index()];
    *left -= u8::from(*left > 0 && after.is_check());
    if let (Some(rule), Some(king)) = (&position.variant().definition().mate, after.king(after.turn())) {
        let checkers = attacks::attackers(after, king, effect.by);
        let needed = |square| {
            let kind = after.piece_at(square).map(|(kind, _)| after.variant().piece_of(kind));
            rule.needs.is_empty() || kind.is_some_and(|piece| rule.needs.contains(&piece))
        };
        let row = &mut setup.series[effect.by.index()];
        *row = !checkers.is_empty() && (*row || checkers.iter().any(needed));
    }
    if let Some(rule) = &position.variant().definition().counting {
        counting::follow(rule, position, &effect, &mut setup);
    }
    setup.passes = match effect.manner {
        Manner::Pass => (setup.passes + 1).min(2),
        _ => 0,
    };
    setup.en_passant = changed.en_passant;
    assert_eq!(setup, changed, "{}", said());
}

/// What is told of a move before it is made: the hash after it, and whether it attacks the king.
fn check_foresight<S: Size>(tables: &Tables<S>, state: &State<S>, said: &str) {
    let (us, them) = (state.turn(), state.turn().other());
    let mut legal = Vec::new();
    state.legal_moves(tables, &mut legal);
    let mut aims = Aims::new(tables, state);
    for mv in legal {
        let after = state.after(tables, mv);
        let changed = tables.shape.iter().filter(|&s| state.cell(s) != after.cell(s)).count();
        let left = !state.cell(mv.from()).is_empty() && after.cell(mv.from()).is_empty();
        let two =
            changed == 2 && left && !state.explodes(tables, mv) && !matches!(mv.manner(), Manner::Entry(_));
        // Passing twice forgets the right to capture en passant.
        let hash = after.passed(tables).passed(tables).hash();
        // A check that is counted is not foreseen either.
        if Color::ALL.iter().all(|&color| state.checks_left(color) == after.checks_left(color)) {
            assert_eq!(state.likely_hash(tables, mv), hash, "{said}: hash expected after {mv:?}");
        }
        if let Some(king) = after.king(tables, them)
            && state.king(tables, them) == Some(king)
            && two
        {
            let attackers = after.attackers_to(tables, king, us, after.occupied());
            let attacks = attackers.has(mv.to());
            let told = aims.attacks(tables, state, mv);
            assert!(told == attacks || (attacks && tables.features.odd), "{said}: {mv:?} attacks: {told}");
        }
    }
}

/// The parts of the moves that programs search are the moves; those left out where the king is sheltered
/// lose it, and where there is a shelter no others do.
fn check_parts<S: Size>(tables: &Tables<S>, state: &State<S>, said: &str) {
    let part = |part, sheltered| {
        let mut list = Vec::new();
        state.moves_of(tables, part, sheltered, &mut list);
        list.sort_unstable();
        list
    };
    let mut legal = Vec::new();
    state.legal_moves(tables, &mut legal);
    legal.sort_unstable();
    assert_eq!(part(Part::All, false), legal, "{said}: all");
    for sheltered in [false, true] {
        let (tactical, quiet) = (part(Part::Tactical, sheltered), part(Part::Quiet, sheltered));
        assert!(tactical.iter().all(|&mv| state.is_tactical(tables, mv)), "{said}: tactical");
        assert!(quiet.iter().all(|&mv| !state.is_tactical(tables, mv)), "{said}: quiet");
        let mut both = [tactical, quiet].concat();
        both.sort_unstable();
        assert_eq!(both, part(Part::All, sheltered), "{said}: parts, sheltered {sheltered}");
    }
    let kept = part(Part::All, true);
    assert!(kept.iter().all(|mv| legal.contains(mv)), "{said}: sheltered moves are legal");
    if !state.is_sheltered(tables) || state.decided(tables).is_some() {
        return;
    }
    for mv in legal {
        let after = state.after(tables, mv);
        let loses = after.decided(tables).is_none() && after.can_take_king(tables);
        let kept = kept.contains(&mv);
        // Of captures en passant some that lose the king may be kept.
        assert!(
            kept != loses || (kept && state.takes_in_passing(mv)),
            "{said}: {mv:?} kept {kept}, loses {loses}"
        );
    }
}

/// The list of moves, the bulk count and the slow reference agree, and each move can be made.
pub fn check_moves(position: &Position, free: &Arc<Variant>) {
    let mut legal = position.legal_moves();
    legal.sort_unstable();
    let texts: HashSet<_> = legal.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), legal.len(), "{}: two moves with one text in {legal:?}", said(position));
    assert_eq!(position.perft(1), legal.len() as u64, "{}: bulk count", said(position));
    let expected = reference::legal_moves(position, free);
    if legal != expected {
        let text = |mv: &berolina_rules::Move| position.move_text(*mv);
        let missing: Vec<_> = expected.iter().filter(|mv| !legal.contains(mv)).map(text).collect();
        let wrong: Vec<_> = legal.iter().filter(|mv| !expected.contains(mv)).map(text).collect();
        panic!("{}: missing {missing:?}, illegal {wrong:?}", said(position));
    }
    promotion::check(position, &legal);
    let before = position.clone();
    // Where moves have a second half there are thousands, much alike.
    for &mv in legal.iter().step_by(1 + legal.len() / 300) {
        let after = position.play_unchecked(mv);
        check_effect(position, mv, &after);
        assert_eq!(after.hash(), after.computed_hash(), "{}: hash after {mv:?}", said(position));
        assert_eq!(after.turn(), position.turn().other());
    }
    assert!(before == *position, "{}: making a move changed the original", said(position));
}

/// `attacked`, `attackers_to` and the rays of the definition say the same of every square.
pub fn check_attacks(position: &Position) {
    for by in Color::ALL {
        for square in position.variant().shape().iter() {
            let walked = attacks::attackers(position, square, by);
            let found = position.attackers_to(square, by);
            assert_eq!(found, walked, "{}: attackers of {} by {by:?}", said(position), square.0);
            let attacked = visit!(position.sized(), |p| p.state().attacked(
                p.tables(),
                square,
                by,
                p.state().occupied()
            ));
            assert_eq!(attacked, found != SquareSet::EMPTY, "{}: attack on {}", said(position), square.0);
        }
    }
}

/// The FEN is read back as the same position, field by field.
pub fn check_fen(position: &Position) {
    let fen = position.fen();
    let again = Position::from_own_fen(position.variant(), &fen);
    let again = again.unwrap_or_else(|e| panic!("{}: its own FEN is refused: {e}", said(position)));
    assert!(again == *position, "{}: read back as {}", said(position), again.fen());
    assert_eq!(position.hash(), position.computed_hash(), "{}: hash", said(position));
}

/// The words and the squares of a state agree, and passing twice is no change.
fn check_state<S: Size>(tables: &Tables<S>, state: &State<S>, said: &str) {
    for square in tables.shape.iter() {
        let cell = state.cell(square);
        let owners = Color::ALL.into_iter().filter(|&color| state.of(color).has(square));
        let kinds = Kind::first(tables.kinds.len()).filter(|&kind| state.of_kind(kind).has(square));
        let (owners, kinds): (Vec<_>, Vec<_>) = (owners.collect(), kinds.collect());
        if cell == Cell::BLOCKER {
            assert!(owners.len() == 2 && kinds.is_empty(), "{said}: blocker on {}", square.0);
        } else if cell.is_empty() {
            assert!(owners.is_empty() && kinds.is_empty(), "{said}: square {}", square.0);
        } else {
            assert_eq!(
                (owners, kinds),
                (vec![cell.color()], vec![cell.kind()]),
                "{said}: square {}",
                square.0
            );
        }
    }
    assert!((state.occupied() & !tables.all).is_empty(), "{said}: pieces off the board");
    let passed = state.passed(tables);
    assert_eq!(passed.hash(), passed.computed_hash(tables), "{said}: hash after passing");
    let back = passed.passed(tables);
    assert_eq!(back.hash(), back.computed_hash(tables), "{said}: hash after passing twice");
    assert_eq!(back.turn(), state.turn());
    // Passing forfeits en passant, so that only what has none comes back whole.
    if back.hash() == state.hash() {
        assert!(back.same_position(state), "{said}: passing twice is a change");
    }
}

/// SAN names each legal move, and only it.
pub fn check_san(position: &Position) {
    let sans = position.sans();
    let texts: HashSet<_> = sans.iter().map(|(_, san)| san).collect();
    assert_eq!(texts.len(), sans.len(), "{}: two moves with one SAN in {sans:?}", said(position));
    for (mv, san) in sans.iter().step_by(1 + sans.len() / 60) {
        assert_eq!(position.parse_san(san).as_ref(), Ok(mv), "{}: {san}", said(position));
        assert_eq!(
            position.parse_any(&position.move_text(*mv)).as_ref(),
            Ok(mv),
            "{}: {san}",
            said(position)
        );
    }
}

/// Two plies counted in bulk are as many as counted one by one.
pub fn check_perft(position: &Position) {
    let replies =
        position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv).legal_moves().len() as u64);
    let sum: u64 = replies.sum();
    assert_eq!(position.perft(2), sum, "{}: perft of two plies", said(position));
    assert_eq!(position.divide(2, 1).iter().map(|(_, n)| n).sum::<u64>(), sum, "{}: divide", said(position));
}
