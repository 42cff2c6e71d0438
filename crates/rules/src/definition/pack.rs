//! A [`Definition`] as bytes.

// Every type of a definition is here or beside its private fields. A field that is new is listed like the others.
use super::*;
use crate::packed::{Input, Packed, packed};

impl Definition {
    /// The definition as bytes, for [`Definition::unpacked`] of the same version of this library.
    ///
    /// ```
    /// use berolina_rules::{Definition, Library};
    ///
    /// let near = Library::shipped().load("near:win=checkmate").unwrap();
    /// assert_eq!(Definition::unpacked(&near.packed()), Some(near));
    /// ```
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        (**self).pack(&mut bytes);
        bytes
    }

    /// The definition that [`Definition::packed`] wrote; `None` if the bytes are none. A program that only plays can so do without all that
    /// reads and checks files. What tables and positions rely on is checked again, as bytes may come from elsewhere: what is returned
    /// can be compiled and played.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        read(bytes).filter(Rules::is_sound).map(Self::trusted)
    }

    /// The same of bytes that this program has written itself, such as parts of the app: only whether they can be read is looked at.
    /// Rules from elsewhere may make a game that fails.
    #[must_use]
    pub fn unpacked_as_written(bytes: &[u8]) -> Option<Self> {
        read(bytes).map(Self::trusted)
    }
}

fn read(bytes: &[u8]) -> Option<Rules> {
    let mut input = Input::new(bytes);
    let rules = Rules::unpack(&mut input);
    input.is_right().then_some(rules)
}

packed!(struct Rules {
    name, lineage, chosen, options, text, shape, pieces, players, start, stalemate, checkmate, repetition, clock, insufficient,
    bare_king, explosion, hands, kings_never_face, facing_lines, draws, blocker, mate, facing_offers_draw, passing, counting,
    mover_loses_first, says_check,
});
packed!(struct Start { board, hands, turn, castling });
packed!(enum FacingLines { 0 Files, 1 Orthogonal, 2 Along(moves) });
packed!(enum Stalemate { 0 Is(verdict), 1 Fewer, 2 Pass });
packed!(struct Counting { pawns, board, most, bare, from_pieces });
packed!(struct MateRule { needs, not_by });
packed!(enum Award { 0 Player(color), 1 Points });
packed!(enum Verdict { 0 Loss, 1 Draw, 2 Win });
packed!(struct Text { title, inventor, year, link, about, hints });
packed!(struct GameOption { name, about, default, values });
packed!(enum OptionValues { 0 Choice(values), 1 Number { min, max } });
packed!(struct Piece { name, letter, figures, picture, value, points, silent, about, rules });
packed!(struct PieceRules {
    moves, first_moves, double_step, en_passant, promotes_to, entry, enters_behind, drop_zone, stays_in, moves_on, leaves, promotion,
    drop_limit, no_drop_mates, avoids, unsettled_by, promoted_moved, drops_balanced, captures,
});
packed!(struct Moves { betza, rays });
packed!(struct MovesOn { region, moves });
packed!(struct DoubleStep { steps, from, triple_from, en_passant, unmoved });
packed!(enum Exposed { 0 Never, 1 Always, 2 From(squares) });
packed!(struct Entry { exchanges, from });
packed!(struct Player { army, royal, king_lost_by, obligation, castling, promotion, goal, checks, gives_check, king_flees, extinction });
packed!(struct Royalty { pieces, lost, result, single });
packed!(struct Extinction { pieces, left, each, result });
packed!(enum RoyalLoss { 0 Any, 1 All, 2 Kind, 3 Last });
packed!(enum KingLoss { 0 Checkmate, 1 Capture });
packed!(enum Obligation { 0 Any, 1 Most, 2 UnlessCheck });
packed!(struct Castling { from, king, king_to, rook_to, farther, rook, through_attack, placed, opposite, wins });
packed!(struct Captures { own, petrifies, captor_becomes });
packed!(struct Explosion { spares, survives });
packed!(struct Zones { forced, optional, leaving, by_capture });
packed!(struct Promotion { zones, limit, limit_counts_hand, in_place, reverts, step, quiet });
packed!(struct PromotionStep { from, steps, last_anywhere, declinable });
packed!(struct Goal { pieces, squares, count, safe, hold, last_move, shy });
packed!(struct Repetition { times, mover, perpetual_check });
packed!(struct Clock { captures, moves, irreversible, promotions, placements, limit });
packed!(enum ClockEnd { 0 Draw, 1 Claim });
packed!(struct Hands { used, placement, prisoners, returned, promoted });
packed!(struct Blocker { stays, behind });
packed!(struct Ray { step, min, max, path, moves, captures, round });
packed!(enum Path {
    0 Clear, 1 Lame { via }, 2 Cannon, 3 Grasshopper, 4 Over { square, must_capture }, 5 Legs(legs), 6 Winding(winding),
});
packed!(struct Leg { step, max, empty, captures, hops_own, hops_enemy });
