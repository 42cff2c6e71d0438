//! How a game ends, and rules of the whole game.

use berolina_rules::definition::{
    Award, ClockEnd, Counting, FacingLines, Goal, Obligation, PieceId, Stalemate, Verdict,
};
use berolina_rules::geometry::Color;

use super::Section;
use crate::export::Feature;

/// A result as the program writes it.
pub(super) const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Win => "win",
    }
}

/// What a bare king counts against in two rules of the program: kinds with their numbers, and moves.
type Bare = &'static [(&'static [(&'static str, u8)], u8)];
const MAKRUK: Bare = &[
    (&[("rook", 2)], 8),
    (&[("rook", 1)], 16),
    (&[("silver", 2)], 22),
    (&[("knight", 2)], 32),
    (&[("silver", 1)], 44),
    (&[], 64),
];
const ASEAN: Bare = &[(&[("rook", 1)], 16), (&[("silver", 1)], 44), (&[("knight", 1)], 64)];

impl Section<'_> {
    pub(super) fn ends(&mut self) {
        self.stalemate();
        self.repetition();
        self.clock();
        self.kings();
        self.goals();
        self.captures();
        self.counting();
        let d = self.d;
        if let Some(award) = d.draws {
            match award {
                Award::Player(Color::White) => self.set("materialCounting", "whitedrawodds"),
                Award::Player(Color::Black) => self.set("materialCounting", "blackdrawodds"),
                Award::Points => {}
            }
            if award != Award::Points {
                self.said(Feature::Draws);
            }
        }
        if d.passing {
            self.set("pass", true);
            self.said(Feature::Pass);
        }
        if d.blocker.is_some_and(|blocker| !blocker.stays && !blocker.behind) {
            self.set("wallingRule", "duck");
            self.said(Feature::Blocker);
        }
    }

    fn stalemate(&mut self) {
        let d = self.d;
        match d.stalemate {
            Stalemate::Is(verdict) => self.set("stalemateValue", word(verdict)),
            Stalemate::Fewer => {
                self.set("stalemateValue", "win");
                self.set("stalematePieceCount", true);
            }
            Stalemate::Pass => self.set("passOnStalemate", true),
        }
        self.set("checkmateValue", word(d.checkmate));
        self.said(Feature::Stalemate);
        self.said(Feature::Checkmate);
    }

    fn repetition(&mut self) {
        let Some(rule) = self.d.repetition else {
            self.set("nFoldRule", 0);
            return;
        };
        self.set("nFoldRule", rule.times);
        // The program's value is for who is to move.
        let value = match rule.mover {
            Verdict::Loss => Verdict::Win,
            Verdict::Win => Verdict::Loss,
            Verdict::Draw => Verdict::Draw,
        };
        self.set("nFoldValue", word(value));
        if rule.perpetual_check {
            self.set("perpetualCheckIllegal", true);
        }
        self.said(Feature::Repetition);
    }

    /// The count of moves without progress: in the program moves that could be taken back never end it, promotions and captures always.
    fn clock(&mut self) {
        let d = self.d;
        let Some((limit, end)) = d.clock.limit else {
            self.set("nMoveRule", 0);
            return;
        };
        let back = |id: &PieceId| {
            self.owners(*id).any(|color| {
                let rays = || d.rules(color, *id).moves.rays.iter().filter(|ray| ray.moves);
                rays().any(|ray| rays().any(|other| other.step == (-ray.step.0, -ray.step.1)))
            })
        };
        let undone = !d.clock.irreversible && d.clock.moves.iter().any(back);
        let promotes = |id: &PieceId| self.any(*id, |rules| !rules.promotes_to.is_empty());
        let faces = |id: &PieceId| {
            self.any(*id, |rules| {
                rules.promotes_to.iter().any(|&to| d.piece(to).letter.unpromoted() == d.piece(*id).letter)
            })
        };
        let turns = d.ids().any(|id| promotes(&id) && !faces(&id) && !d.clock.moves.contains(&id));
        let captured = d
            .ids()
            .filter(|id| self.owners(*id).next().is_some() && !d.is_one_king(*id))
            .all(|id| d.clock.captures.contains(&id));
        let odd =
            limit % 2 == 1 || end != ClockEnd::Draw || undone || (turns && !d.clock.promotions) || !captured;
        if odd {
            self.set("nMoveRule", 0);
            return;
        }
        self.set("nMoveRule", limit / 2);
        let letters = self.letters(&d.clock.moves.clone());
        self.set("nMoveRuleTypes", if letters.is_empty() { "-".to_owned() } else { letters });
        self.said(Feature::Clock);
    }

    fn kings(&mut self) {
        let d = self.d;
        let both = |holds: &dyn Fn(usize) -> bool| (0..2).all(holds);
        if both(&|side| !d.players[side].gives_check) {
            self.set("checking", false);
            self.said(Feature::NoChecks);
        }
        if both(&|side| !d.players[side].king_flees) {
            self.set("makpongRule", true);
            self.said(Feature::NoFleeing);
        }
        if self.left.contains(&Feature::Checks) {
            let other = d.players.iter().any(|player| player.checks.is_none());
            self.set("checkCounting", true);
            if other {
                self.leave(Feature::Checks, "of one player only");
            }
            self.said(Feature::Checks);
        }
        if d.facing_offers_draw {
            self.set("bikjangRule", true);
            self.said(Feature::DrawOffer);
        }
        if d.kings_never_face {
            self.set("flyingGeneral", true);
            // The program looks along ranks as well.
            let ranks = Color::ALL.map(|color| {
                let king = d.royals(color).next();
                let region = king.and_then(|id| d.rules(color, id).stays_in).unwrap_or(d.shape.cells());
                region.iter().map(|square| d.shape.rank(square)).collect::<std::collections::BTreeSet<_>>()
            });
            match d.facing_lines {
                FacingLines::Files if ranks[0].is_disjoint(&ranks[1]) => {}
                FacingLines::Orthogonal => {}
                FacingLines::Files => self.leave(Feature::Facing, "on files only, not on ranks"),
                FacingLines::Along(_) => self.leave(Feature::Facing, "along other lines than a rook's"),
            }
            self.said(Feature::Facing);
        }
    }

    /// Squares that win.
    fn goals(&mut self) {
        let d = self.d;
        let goals: [Option<&Goal>; 2] = [0, 1].map(|side| d.players[side].goal.as_ref());
        let Some(any) = goals.iter().flatten().next() else { return };
        let alike = |goal: &&Goal| (goal.count, goal.safe, goal.hold) == (any.count, any.safe, any.hold);
        // Only Black has a last move.
        let last = goals[0].is_some_and(|goal| goal.last_move);
        if goals.iter().flatten().any(|goal| goal.shy) || !goals.iter().flatten().all(alike) {
            return;
        }
        let mut pieces = [String::new(), String::new()];
        let mut kings = true;
        for (side, color) in Color::ALL.into_iter().enumerate() {
            let Some(goal) = goals[side] else { continue };
            let own: Vec<PieceId> = goal.pieces.iter().copied().filter(|&id| self.has(color, id)).collect();
            let all = self.used[side].iter().all(|id| own.contains(id));
            let letters = self.letters(&own);
            pieces[side] = if all { "*".to_owned() } else { letters };
            if pieces[side].len() != 1 {
                return;
            }
            kings &= own
                .iter()
                .all(|&id| self.kind_of[id.index()].is_some_and(|kind| self.kinds[kind].name == "king"));
        }
        // With a king the program looks ahead whether the answer reaches the goal; with others it must hold.
        let fits = match (any.hold, last) {
            (true, true) => false,
            (true, false) => !kings,
            (false, true) => kings && !any.safe && goals.iter().all(Option::is_some),
            (false, false) => !any.safe,
        };
        if !fits || any.count > 1 && (any.hold || last || any.safe) {
            return;
        }
        let regions = goals.map(|goal| goal.map_or("-".to_owned(), |goal| self.region(goal.squares)));
        self.set_both("flagRegion", regions, true);
        let pieces = pieces.map(|piece| if piece.is_empty() { "*".to_owned() } else { piece });
        self.set_both("flagPiece", pieces, true);
        if any.count > 1 {
            self.set("flagPieceCount", any.count);
        }
        if any.safe {
            self.set("flagPieceSafe", true);
        }
        if any.hold || last {
            self.set("flagMove", true);
        }
        self.said(Feature::Goal);
    }

    /// Captures that must be made, or explode.
    fn captures(&mut self) {
        let d = self.d;
        if d.players.iter().all(|player| player.obligation == Some(Obligation::Any)) {
            self.set("mustCapture", true);
            self.said(Feature::Obligation);
        }
        let Some(explosion) = &d.explosion else { return };
        self.set("blastOnCapture", true);
        let pawn =
            |id: &PieceId| self.kind_of[id.index()].is_some_and(|kind| self.kinds[kind].name == "pawn");
        let mut spared: Vec<PieceId> = explosion.spares.iter().copied().filter(|id| !pawn(id)).collect();
        let mut survives = explosion.survives.clone();
        spared.sort_unstable();
        survives.sort_unstable();
        if spared == survives {
            if !spared.is_empty() {
                let letters = self.letters(&spared);
                self.set("blastImmuneTypes", letters);
            }
            self.said(Feature::Explosion);
        }
    }

    /// Moves that a weaker player counts.
    fn counting(&mut self) {
        let d = self.d;
        let Some(rule) = &d.counting else { return };
        let pawn = rule
            .pawns
            .iter()
            .all(|id| self.kind_of[id.index()].is_some_and(|kind| self.kinds[kind].name == "pawn"));
        let word = match rule {
            Counting { board: Some(64), most: None, from_pieces: true, .. } if self.bare(rule, MAKRUK) => {
                "makruk"
            }
            Counting { board: None, most: None, from_pieces: false, .. } if self.bare(rule, ASEAN) => "asean",
            _ => return,
        };
        if pawn {
            self.set("countingRule", word);
            self.said(Feature::Counting);
        }
    }

    fn bare(&self, rule: &Counting, known: Bare) -> bool {
        let name = |id: PieceId| self.kind_of[id.index()].map(|kind| self.kinds[kind].name.as_str());
        let same = |(pieces, moves): &(Vec<(PieceId, u8)>, u8), (named, limit): &(&[(&str, u8)], u8)| {
            moves == limit
                && pieces.len() == named.len()
                && pieces
                    .iter()
                    .zip(*named)
                    .all(|((id, number), (kind, most))| name(*id) == Some(kind) && number == most)
        };
        rule.bare.len() == known.len() && rule.bare.iter().zip(known).all(|(own, other)| same(own, other))
    }
}
