//! One evaluation: the players' attacks first, then what depends on both.

use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::position::State;
use berolina_rules::tables::{KING, Tables, odd_targets};

use super::layout::{Layout, MOST_MOBILITY, Piece, Slide};
use super::pawns::Structure;
use super::trace::{Trace, WHOLE};
use super::weights::{At, Pair};
use super::{Eval, Memory};

/// What is known of one player while evaluating.
pub(super) struct Player<S: Size> {
    pub(super) own: S::Word,
    pub(super) king: Option<Square>,
    /// Pieces that promote.
    pub(super) promoting: S::Word,
    /// What they attack.
    pub(super) by_promoting: S::Word,
    /// Pinned before the king, with what pins them.
    pub(super) pinned: S::Word,
    pub(super) pinners: S::Word,
    /// What each kind attacks.
    pub(super) by: S::ByKind<S::Word>,
    pub(super) all: S::Word,
    pub(super) twice: S::Word,
    /// Squares that count for mobility.
    pub(super) area: S::Word,
    /// Attackers of the enemy king's zone: their danger, and how many squares beside the king they hit.
    pub(super) attackers: i32,
    pub(super) attack: i32,
    pub(super) hits: i32,
    /// What the cover of its king means for the danger.
    pub(super) bare: i32,
    /// Squares that its pieces can go to, those of [`Player::area`].
    pub(super) moves: i32,
    /// Material of pieces that do not promote, in hundredths of a pawn.
    pub(super) force: i32,
}

/// An evaluation under way.
pub(super) struct Run<'a, S: Size, T: Trace> {
    pub(super) eval: &'a Eval<S>,
    pub(super) tables: &'a Tables<S>,
    pub(super) state: &'a State<S>,
    pub(super) players: [Player<S>; 2],
    pub(super) occupied: S::Word,
    pub(super) trace: &'a mut T,
    /// White's terms less Black's.
    pub(super) sum: Pair,
    /// The same in parts of [`WHOLE`], for terms that count parts.
    pub(super) parts: Pair,
}

impl<'a, S: Size, T: Trace> Run<'a, S, T> {
    pub(super) fn new(
        eval: &'a Eval<S>,
        tables: &'a Tables<S>,
        state: &'a State<S>,
        trace: &'a mut T,
    ) -> Self {
        let player = |color: Color| {
            let own = state.of(color);
            let promoting = eval.layout(color).promoters.iter();
            Player {
                own,
                king: state.king(color),
                promoting: promoting.fold(S::Word::EMPTY, |set, p| set | state.of_kind(p.kind)) & own,
                by_promoting: S::Word::EMPTY,
                pinned: S::Word::EMPTY,
                pinners: S::Word::EMPTY,
                by: S::ByKind::filled(S::Word::EMPTY),
                all: S::Word::EMPTY,
                twice: S::Word::EMPTY,
                area: S::Word::EMPTY,
                attackers: 0,
                attack: 0,
                hits: 0,
                bare: 0,
                moves: 0,
                force: 0,
            }
        };
        let players = [player(Color::White), player(Color::Black)];
        let occupied = state.occupied();
        Self { eval, tables, state, players, occupied, trace, sum: Pair::ZERO, parts: Pair::ZERO }
    }

    /// Adds a weight `n` times for a player.
    #[inline(always)]
    pub(super) fn term(&mut self, color: Color, at: At, n: i32) {
        self.add(color, self.eval.weights.at(at) * n);
        if T::ON {
            self.trace.add(color, at, n * WHOLE);
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, pair: Pair) {
        match color {
            Color::White => self.sum += pair,
            Color::Black => self.sum -= pair,
        }
    }

    #[inline(always)]
    pub(super) fn us(&self, color: Color) -> &Player<S> {
        &self.players[color.index()]
    }

    #[inline(always)]
    pub(super) fn layout(&self, color: Color) -> &'a Layout<S> {
        self.eval.layout(color)
    }

    /// Everything, in its order.
    pub(super) fn all(&mut self, memory: Option<&mut Memory<S>>) {
        let mut memory = memory.filter(|_| !T::ON);
        let structure = match &mut memory {
            Some(memory) => *memory.structure(self.eval, self.tables, self.state),
            None => {
                let mut structure = Structure::EMPTY;
                structure.compute(self);
                structure
            }
        };
        self.sum += structure.score;
        for color in Color::ALL {
            self.prepare(color, &structure);
            self.best_cover(color, &structure, memory.as_deref_mut());
        }
        for color in Color::ALL {
            self.pieces(color, &structure);
        }
        for color in Color::ALL {
            self.king(color);
            self.threats(color);
            self.passed(color, &structure);
            self.others(color);
            self.room(color);
        }
    }

    /// What the mobility of the other pieces depends on: attacks of king and promoting pieces, pins.
    fn prepare(&mut self, color: Color, structure: &Structure<S>) {
        let c = color.index();
        let layout = self.layout(color);
        let blocked = structure_blocked(self, color);
        let pins = self.pins(color);
        let player = &mut self.players[c];
        let attacked = structure.attacks[c];
        player.by_promoting = attacked;
        player.all = attacked;
        player.twice = structure.twice[c];
        (player.pinned, player.pinners) = pins;
        let mut area = !blocked;
        if let Some(king) = player.king {
            area &= !S::Word::bit(king);
            let (hit, _) = self.reach(color, &layout.king, king, self.occupied, self.occupied);
            let player = &mut self.players[c];
            player.twice |= player.all & hit;
            player.all |= hit;
            *player.by.at_mut(usize::from(KING)) = hit;
        }
        self.players[c].area = area & !structure.attacks[1 - c];
    }

    /// Own pieces that stand alone between the king and an enemy slider, and those sliders.
    fn pins(&self, color: Color) -> (S::Word, S::Word) {
        let none = (S::Word::EMPTY, S::Word::EMPTY);
        let Some(king) = self.us(color).king else { return none };
        let them = color.other();
        let [straight, diagonal] = &self.layout(them).full;
        let i = king.index();
        let sliders = (self.state.of_kinds(straight) & *self.tables.orthogonal.at(i))
            | (self.state.of_kinds(diagonal) & *self.tables.diagonal.at(i));
        let (mut pinned, mut pinners) = none;
        for slider in (sliders & self.state.of(them)).iter() {
            let between = self.tables.between(king, slider) & self.occupied;
            if !between.is_empty() && !between.several() && !(between & self.us(color).own).is_empty() {
                pinned |= between;
                pinners |= S::Word::bit(slider);
            }
        }
        (pinned, pinners)
    }

    /// What a piece attacks, and where it may go. Sliders see through what is not in `straight` and `diagonal`.
    #[inline(always)]
    pub(super) fn reach(
        &self,
        color: Color,
        piece: &Piece<S>,
        square: Square,
        straight: S::Word,
        diagonal: S::Word,
    ) -> (S::Word, S::Word) {
        let i = square.index();
        let mut hit = *piece.leap.at(i);
        let mask = &self.tables.side(color).masks[usize::from(piece.kind)];
        let mut go = S::Word::EMPTY;
        match piece.orthogonal {
            Slide::Not => {}
            Slide::Full => hit |= self.tables.rook(square, straight),
            Slide::Masked => {
                let seen = self.tables.rook(square, self.occupied);
                hit |= *mask.capture_orthogonal.at(i) & seen;
                go |= *mask.quiet_orthogonal.at(i) & seen;
            }
        }
        match piece.diagonal {
            Slide::Not => {}
            Slide::Full => hit |= self.tables.bishop(square, diagonal),
            Slide::Masked => {
                let seen = self.tables.bishop(square, self.occupied);
                hit |= *mask.capture_diagonal.at(i) & seen;
                go |= *mask.quiet_diagonal.at(i) & seen;
            }
        }
        if piece.odd {
            let targets = odd_targets(self.tables, &mask.odd, square, self.occupied);
            hit |= targets.attacked | targets.attacked_over;
            go |= targets.quiet;
        }
        if piece.split || piece.odd {
            go |= *mask.quiet_leap.at(i);
            (hit, (go & !self.occupied) | (hit & self.occupied))
        } else {
            (hit, hit)
        }
    }

    /// Pieces one by one: value, square, mobility, attacks on the enemy king's zone.
    fn pieces(&mut self, color: Color, structure: &Structure<S>) {
        let layout = self.layout(color);
        let [full_straight, full_diagonal] = &layout.full;
        let own = self.us(color).own;
        let straight = self.occupied & !(self.state.of_kinds(full_straight) & own);
        let diagonal = self.occupied & !(self.state.of_kinds(full_diagonal) & own);
        let (zone, beside) = match self.us(color.other()).king {
            Some(king) => {
                let near = *self.us(color.other()).by.at(usize::from(KING));
                // What two of its pawns guard is not where it is attacked.
                let guarded = structure.twice[color.other().index()];
                (*self.eval.board.zone.at(king.index()) & !guarded, near)
            }
            None => (S::Word::EMPTY, S::Word::EMPTY),
        };
        for piece in &layout.pieces {
            let squares = self.state.of_kind(piece.kind) & own;
            if squares.is_empty() {
                continue;
            }
            let mut by = S::Word::EMPTY;
            for square in squares.iter() {
                let (mut hit, mut go) = self.reach(color, piece, square, straight, diagonal);
                let player = &mut self.players[color.index()];
                if player.pinned.has(square) {
                    let line = pin_line(self.tables, player, square);
                    hit &= line;
                    go &= line;
                }
                by |= hit;
                player.twice |= player.all & hit;
                player.all |= hit;
                let mobility = (go & player.area).count() as usize;
                player.moves += mobility as i32;
                let mobility = mobility.min(MOST_MOBILITY);
                if !(hit & zone).is_empty() {
                    let hits = (hit & beside).count() as i32;
                    player.attackers += 1;
                    player.attack += piece.attack;
                    player.hits += hits;
                    self.term(color, piece.ring, hits);
                }
                self.term(color, piece.mobility + mobility as At, 1);
                if !piece.promotes {
                    self.standing(color, piece, square, structure);
                }
            }
            let n = squares.count() as i32;
            let player = &mut self.players[color.index()];
            *player.by.at_mut(usize::from(piece.kind)) = by;
            player.force += n * piece.phase;
            if let Some(at) = piece.pair
                && !(squares & self.eval.board.dark).is_empty()
                && !(squares & !self.eval.board.dark).is_empty()
            {
                self.term(color, at, 1);
            }
        }
        self.players[color.index()].attackers += (structure.attacks[color.index()] & zone).count() as i32;
    }

    /// Value and square of a piece that does not promote, and what pawns say of that square.
    #[inline(always)]
    fn standing(&mut self, color: Color, piece: &'a Piece<S>, square: Square, structure: &Structure<S>) {
        let i = square.index();
        let c = color.index();
        let board = &self.eval.board;
        self.add(color, *piece.worth.at(i));
        if T::ON {
            self.trace.add(color, piece.value, WHOLE);
            self.trace.add(color, *piece.square.at(i), WHOLE);
        }
        if let Some([half, full]) = piece.files {
            let file = *board.column.at(i);
            if (file & self.us(color).promoting).is_empty() {
                let theirs = file & self.us(color.other()).promoting;
                self.term(color, if theirs.is_empty() { full } else { half }, 1);
            }
        }
        if let Some(at) = piece.bad {
            let dark = if board.dark.has(square) { board.dark } else { !board.dark };
            let n = (self.us(color).promoting & dark).count() as i32;
            self.term(color, at, n);
        }
        if let Some([alone, backed]) = piece.outpost
            && !structure.span[1 - c].has(square)
            && self.eval.outposts[c].has(square)
        {
            let at = if structure.attacks[c].has(square) { backed } else { alone };
            self.term(color, at, 1);
        }
        if let (Some(at), Some(king)) = (piece.leash, self.us(color).king) {
            let n = board.distance(king, square);
            self.term(color, at, n);
        }
    }
}

/// Promoting pieces that cannot step: their squares are not free for others.
fn structure_blocked<S: Size, T: Trace>(run: &Run<'_, S, T>, color: Color) -> S::Word {
    let side = run.tables.side(color);
    let own = run.us(color).own;
    let mut blocked = S::Word::EMPTY;
    for steps in &side.movers.steps {
        let pieces = run.state.of_kind(steps.kind) & own;
        let mut free = S::Word::EMPTY;
        for step in &steps.quiet {
            free |= ((pieces & step.from).rotate(step.shift) & !run.occupied).rotate(-step.shift);
        }
        blocked |= pieces & !free;
    }
    blocked
}

fn pin_line<S: Size>(tables: &Tables<S>, player: &Player<S>, pinned: Square) -> S::Word {
    let Some(king) = player.king else { return S::Word::FULL };
    for pinner in player.pinners.iter() {
        let line = tables.between(king, pinner);
        if line.has(pinned) {
            return line | S::Word::bit(pinner);
        }
    }
    S::Word::FULL
}
