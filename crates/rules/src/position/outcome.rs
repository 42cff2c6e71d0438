//! How a game ends.

use std::cmp::Ordering;

use super::generate::Wanted;
use super::moves::{Move, MoveList};
use super::state::{NO_SQUARE, State};
use crate::definition::{Stalemate, Verdict};
use crate::geometry::{Color, Size, Table, Word};
use crate::tables::{GoalAsks, Kind, Tables};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A king was captured.
    KingCaptured,
    /// A player has lost the royal pieces, which are others than one king.
    RoyalsLost,
    /// A player has castled where that wins, or cannot any more.
    Castling,
    /// A player has too few pieces, or too few of a kind.
    TooFew,
    /// A piece reached its goal.
    GoalReached,
    /// A player has been in check as often as the rules allow.
    CheckCount,
    /// A player has nothing but the king.
    BareKing,
    /// A king that may not be left attacked is attacked, and no move helps.
    Checkmate,
    /// No legal move otherwise.
    Stalemate,
    /// The position has occurred before as often as the rules allow.
    Repetition,
    /// The same, and a player has given check with every move since.
    PerpetualCheck,
    /// A player accepted, by passing, the draw that facing kings offer.
    FacingKings,
    /// Both players passed.
    BothPassed,
    /// A weaker player has counted the moves that the rules give the other.
    CountedOut,
    /// So many plies have passed without progress.
    FiftyMoves,
    /// Neither player has the material to win.
    InsufficientMaterial,
}

impl Reason {
    /// The reason in one word, such as `king-captured`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingCaptured => "king-captured",
            Self::RoyalsLost => "royals-lost",
            Self::Castling => "castling",
            Self::TooFew => "too-few",
            Self::GoalReached => "goal-reached",
            Self::CheckCount => "check-count",
            Self::BareKing => "bare-king",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::FacingKings => "facing-kings",
            Self::BothPassed => "both-passed",
            Self::CountedOut => "counted-out",
            Self::FiftyMoves => "fifty-moves",
            Self::InsufficientMaterial => "insufficient-material",
        }
    }

    /// Whether there are no legal moves after it.
    #[must_use]
    pub const fn is_final(self) -> bool {
        !matches!(
            self,
            Self::Repetition
                | Self::PerpetualCheck
                | Self::CountedOut
                | Self::FiftyMoves
                | Self::InsufficientMaterial
        )
    }
}

impl Outcome {
    /// What `verdict` for `color` means.
    #[must_use]
    pub const fn new(verdict: Verdict, color: Color, reason: Reason) -> Self {
        let winner = match verdict {
            Verdict::Loss => Some(color.other()),
            Verdict::Draw => None,
            Verdict::Win => Some(color),
        };
        Self { winner, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn score(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl<S: Size> State<S> {
    /// The end of the game by what stands on the board, whoever is to move.
    #[must_use]
    pub fn decided(&self, tables: &Tables<S>) -> Option<Outcome> {
        self.decided_on_board(tables).map(|outcome| self.awarded(tables, outcome))
    }

    /// An outcome, of which a draw is won by the player who is given drawn games.
    fn awarded(&self, tables: &Tables<S>, outcome: Outcome) -> Outcome {
        Outcome { winner: outcome.winner.or_else(|| self.draw_winner(tables)), ..outcome }
    }

    fn decided_on_board(&self, tables: &Tables<S>) -> Option<Outcome> {
        // The player who has just moved comes first: that move ended the game.
        let order = [self.turn.other(), self.turn];
        for color in order {
            if self.has_lost_kings(tables, color.other()) {
                let mutual = tables.mover_loses_first && self.has_lost_kings(tables, color);
                let winner = if mutual { color.other() } else { color };
                return Some(Outcome { winner: Some(winner), reason: Reason::KingCaptured });
            }
        }
        if let Some(loser) = order.into_iter().find(|&color| self.checked_out(tables, color)) {
            return Some(Outcome::new(Verdict::Loss, loser, Reason::CheckCount));
        }
        for color in order {
            if self.is_at_goal(tables, color) {
                let rival = color.other();
                let equalises = |asks: Option<GoalAsks>| asks.is_some_and(|asks| asks.last_move);
                let equal =
                    equalises(tables.side(color).goal_asks) || equalises(tables.side(rival).goal_asks);
                let both = equal && self.is_at_goal(tables, rival);
                // Who holds a goal through the reply was there before whoever reached one by it.
                let held = tables.side(rival).goal_asks.is_some_and(|asks| asks.hold);
                let first = held && rival == self.turn && self.is_at_goal(tables, rival);
                let winner = if both { None } else { Some(if first { rival } else { color }) };
                return Some(Outcome { winner, reason: Reason::GoalReached });
            }
        }
        if tables.rare_ends { self.rarely_decided(tables) } else { None }
    }

    /// The end of the game by what few games have: the loss of royal pieces that are not just one king, too few pieces, a bare king,
    /// or passing.
    #[cold]
    pub(super) fn rarely_decided(&self, tables: &Tables<S>) -> Option<Outcome> {
        let first = if tables.mover_loses_first { self.turn.other() } else { self.turn };
        let lost = [first, first.other()].into_iter().find_map(|color| {
            let side = tables.side(color);
            let royalty = side.royalty.as_ref().filter(|_| self.has_lost_royalty(tables, color));
            let few = || side.extinction.as_ref().filter(|rule| self.has_too_few(rule, color));
            royalty
                .map(|rule| Outcome::new(rule.result, color, Reason::RoyalsLost))
                .or_else(|| few().map(|rule| Outcome::new(rule.result, color, Reason::TooFew)))
        });
        let castled = || if tables.castling_decides { self.castled(tables) } else { None };
        lost.or_else(castled).or_else(|| self.bared(tables)).or_else(|| self.passed_out(tables))
    }

    /// The end of the game by castling: a player can no more, having done so or having missed it. Who has moved is looked at first.
    fn castled(&self, tables: &Tables<S>) -> Option<Outcome> {
        [self.turn.other(), self.turn].into_iter().find_map(|color| {
            let side = tables.side(color);
            let winning = |wing: &usize| side.castling[*wing].as_ref().is_some_and(|table| table.wins);
            let mut wings = (0..2).filter(winning).peekable();
            let can = |wing: usize| self.castling[color.index()][wing] != NO_SQUARE;
            if wings.peek().is_none() || wings.clone().any(can) {
                return None;
            }
            let stands = |square, kind: Kind| {
                let kind = *side.becomes.at(kind.index());
                (self.of_kind(kind) & self.of(color)).has(square)
            };
            let done = wings.any(|wing| {
                let table = side.castling[wing].as_ref();
                table.is_some_and(|c| stands(c.king_to, c.king) && stands(c.rook_to, c.rook))
            });
            let winner = if done { color } else { color.other() };
            Some(Outcome { winner: Some(winner), reason: Reason::Castling })
        })
    }

    /// Whether a player has received all the checks that lose.
    #[inline(always)]
    pub(crate) fn checked_out(&self, tables: &Tables<S>, color: Color) -> bool {
        tables.side(color).checks > 0 && self.checks[color.index()] == 0
    }

    /// Whether one of the players has.
    #[inline(always)]
    pub(crate) fn any_checked_out(&self, tables: &Tables<S>) -> bool {
        tables.features.checks && Color::ALL.iter().any(|&color| self.checked_out(tables, color))
    }

    /// Whether a player has reached the goal.
    #[inline(always)]
    pub(crate) fn is_at_goal(&self, tables: &Tables<S>, color: Color) -> bool {
        let side = tables.side(color);
        if side.goal.is_empty() {
            return false;
        }
        let there = side.goal & self.of(color) & self.of_set(side.goal_kinds);
        !there.is_empty() && side.goal_asks.is_none_or(|asks| self.grants_goal(tables, color, there, asks))
    }

    /// Whether pieces on the goal have what it asks beside their standing there.
    #[cold]
    fn grants_goal(&self, tables: &Tables<S>, color: Color, there: S::Word, asks: GoalAsks) -> bool {
        let replies = self.turn != color;
        if asks.hold && !asks.safe && replies {
            return false;
        }
        if there.count() < u32::from(asks.count) {
            return false;
        }
        if asks.safe && (replies || !asks.hold) {
            let mut taken = S::Word::EMPTY;
            if replies {
                let wanted = Wanted { quiet: S::Word::EMPTY, capture: there, ..Wanted::ALL };
                self.any_move(tables, wanted, |mv| {
                    taken |= self.taken(tables, mv);
                    false
                });
            }
            return replies && (there & !taken).count() >= u32::from(asks.count);
        }
        !(asks.last_move && color == Color::White && replies && self.can_equalise(tables))
    }

    /// Whether Black, who is to move and has not reached his goal, can.
    fn can_equalise(&self, tables: &Tables<S>) -> bool {
        let side = tables.side(self.turn);
        if side.goal.is_empty() {
            return false;
        }
        let least = side.goal_asks.map_or(1, |asks| u32::from(asks.count));
        let wanted = Wanted { quiet: side.goal, capture: side.goal, ..Wanted::ALL };
        self.any_move(tables, wanted, |mv| {
            let after = self.changed(tables, mv);
            (side.goal & after.of(self.turn) & after.of_set(side.goal_kinds)).count() >= least
        })
    }

    /// Whether a test holds for one of the legal moves that are wanted, were the game not decided.
    fn any_move(&self, tables: &Tables<S>, wanted: Wanted<S::Word>, test: impl FnMut(Move) -> bool) -> bool {
        let us = self.turn;
        let royal = if tables.side(us).by_checkmate { self.king(tables, us) } else { None };
        let mut list = MoveList::new();
        self.generate_wanted::<true, _>(tables, royal, wanted, &mut list);
        list.into_iter().any(test)
    }

    /// Bare kings, by the rules of shatranj: a player with nothing but the king has lost, unless the
    /// opponent has a single piece beside the king and can be bared by the next move.
    pub(crate) fn bared(&self, tables: &Tables<S>) -> Option<Outcome> {
        let verdict = tables.bare_king?;
        let mover = self.turn.other();
        let count = |color: Color| self.of(color).count() + u32::from(self.has_hand(color));
        let (moved, waiting) = (count(mover), count(self.turn));
        // Nobody asks for a last chance to win less.
        let at_once = verdict == Verdict::Win;
        let bare = if moved == 1 && (waiting >= 2 || at_once) {
            mover
        } else if waiting == 1 && (moved >= 3 || at_once) {
            self.turn
        } else {
            return None;
        };
        Some(Outcome::new(verdict, bare, Reason::BareKing))
    }

    /// The end of the game where there are no legal moves and nothing else has ended it.
    #[must_use]
    pub fn no_moves(&self, tables: &Tables<S>) -> Outcome {
        let us = self.turn;
        let outcome = if tables.side(us).by_checkmate && self.king_attacked(tables, us) {
            Outcome::new(self.mated(tables), us, Reason::Checkmate)
        } else {
            Outcome::new(self.stalemated(tables), us, Reason::Stalemate)
        };
        self.awarded(tables, outcome)
    }

    /// What it means for the player to move to be checkmated.
    fn mated(&self, tables: &Tables<S>) -> Verdict {
        let (Some([_, not_by]), Some(king)) = (tables.mate, self.king(tables, self.turn)) else {
            return tables.checkmate;
        };
        let them = self.turn.other();
        let checkers = self.attackers_to(tables, king, them, self.occupied());
        if (checkers & !self.of_set(not_by)).is_empty() {
            Verdict::Win
        } else if self.has_series(them) {
            tables.checkmate
        } else {
            Verdict::Draw
        }
    }

    /// Whether a player gives one check after the other, and one of them was such as a mate needs.
    pub(crate) const fn has_series(&self, color: Color) -> bool {
        self.marks >> color.index() & 1 == 1
    }

    /// Notes whether the move just made gives a check, where a mate needs a row of them.
    pub(super) fn follow_series(&mut self, tables: &Tables<S>) {
        let (Some([needs, _]), Some(king)) = (tables.mate, self.king(tables, self.turn)) else { return };
        let them = self.turn.other();
        let checkers = self.attackers_to(tables, king, them, self.occupied());
        if checkers.is_empty() {
            self.marks &= !(1 << them.index());
        } else if !(checkers & self.of_set(needs)).is_empty() {
            self.marks |= 1 << them.index();
        }
    }

    /// What it means for the player to move to have no legal move.
    fn stalemated(&self, tables: &Tables<S>) -> Verdict {
        match tables.stalemate {
            Stalemate::Is(verdict) => verdict,
            Stalemate::Pass => Verdict::Draw,
            Stalemate::Fewer => {
                let [ours, theirs] = [self.turn, self.turn.other()].map(|color| self.force(color));
                match ours.cmp(&theirs) {
                    Ordering::Less => Verdict::Win,
                    Ordering::Equal => Verdict::Draw,
                    Ordering::Greater => Verdict::Loss,
                }
            }
        }
    }

    /// How many pieces a player has, on the board and in hand.
    fn force(&self, color: Color) -> u32 {
        let held: u32 = self.hands[color.index()].all().iter().map(|&n| u32::from(n)).sum();
        (self.of(color) & !self.blockers()).count() + held
    }

    /// How the game stands by this position alone: all ends but repetition, in their order.
    /// `has_moves` says whether there is a legal move.
    #[must_use]
    pub fn ending(&self, tables: &Tables<S>, has_moves: bool, repeated: Option<Outcome>) -> Option<Outcome> {
        if let Some(outcome) = self.decided(tables) {
            return Some(outcome);
        }
        if !has_moves {
            return Some(self.no_moves(tables));
        }
        if let Some(outcome) = repeated {
            return Some(self.awarded(tables, outcome));
        }
        if let Some((limit, false)) = tables.clock_limit
            && self.clock >= limit
        {
            return Some(Outcome { winner: self.draw_winner(tables), reason: Reason::FiftyMoves });
        }
        if self.is_counted_out(tables) {
            return Some(Outcome { winner: self.draw_winner(tables), reason: Reason::CountedOut });
        }
        let outcome = Outcome { winner: self.draw_winner(tables), reason: Reason::InsufficientMaterial };
        self.insufficient(tables).then_some(outcome)
    }

    /// Who may claim the win by the clock.
    #[must_use]
    pub fn claim(&self, tables: &Tables<S>) -> Option<Color> {
        match tables.clock_limit {
            Some((limit, true)) if self.clock >= limit => self.capturer,
            _ => None,
        }
    }

    /// Whether two states are the same position for repetition: board, hands, side to move, castling
    /// and en-passant rights.
    #[must_use]
    pub fn same_position(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.cells == other.cells
            && self.hands == other.hands
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.checks == other.checks
            && self.victim == other.victim
    }
}
