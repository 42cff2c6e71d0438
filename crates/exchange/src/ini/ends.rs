//! How a game ends, and rules of the whole game.

use std::collections::BTreeSet;

use super::Writer;
use super::rules::COLOURS;
use crate::region::Region;

impl Writer<'_> {
    pub(super) fn ends(&mut self) {
        for (key, ours) in [("stalemateValue", "stalemate"), ("checkmateValue", "checkmate")] {
            match self.rules.get(key) {
                "none" => self.leave(key, "no result"),
                value => {
                    let value = value.to_owned();
                    self.draft.set(ours, value);
                }
            }
        }
        match (self.rules.is("passOnStalemateWhite"), self.rules.is("passOnStalemateBlack")) {
            (true, true) => self.draft.set("stalemate", "pass"),
            (false, false) => {}
            _ => self.leave("passOnStalemateWhite", "only one player passes without a move"),
        }
        // Of pieces in hand the program counts none.
        let fewer = self.rules.get("stalemateValue") == "win" && !self.rules.is("pieceDrops");
        if self.rules.is("stalematePieceCount") && fewer {
            self.draft.set("stalemate", "fewer");
        } else if self.rules.is("stalematePieceCount") {
            self.leave("stalematePieceCount", "without a move who has more pieces is looked at");
        }
        self.clock();
        self.repetition();
        self.draws();
        if self.rules.is("flyingGeneral") {
            let king = self.at("king").unwrap_or(0);
            let ranks =
                |mobility: Region| mobility.squares.iter().map(|square| square.0).collect::<BTreeSet<_>>();
            let [white, black] = [0, 1].map(|side| self.mobility(king, side));
            let apart = ranks(white).is_disjoint(&ranks(black.answered(self.rotated)));
            self.draft.set("facing-kings", if apart { "illegal" } else { "illegal-orthogonal" });
        }
        if self.rules.is("bikjangRule") {
            self.draft.set("facing-kings", "draw-offer");
        }
        match (self.rules.is("passWhite"), self.rules.is("passBlack")) {
            (true, true) => self.draft.set("pass", true),
            (false, false) => {}
            _ => self.leave("passWhite", "only one player may pass"),
        }
        if self.rules.is("mustCapture") {
            self.both("capture", "any");
        }
        if !self.rules.is("checking") {
            self.both("giving-check", false);
        }
        if self.rules.is("makpongRule") {
            self.both("king-flees", false);
        }
        self.checks();
        self.explosion();
        match self.rules.get("wallingRule") {
            "none" => {}
            "duck" => self.draft.set("blocker", true),
            _ => self.leave("wallingRule", "walls are put on the board"),
        }
    }

    /// The draw after so many moves.
    fn clock(&mut self) {
        let moves = self.rules.number("nMoveRule");
        if moves == 0 {
            return;
        }
        if moves > 500 {
            self.leave("nMoveRule", "so many moves are not counted");
            return;
        }
        let types = COLOURS.map(|colour| self.rules.list(&format!("nMoveRuleTypes{colour}")));
        let letters = types.each_ref().map(|types| self.letters_of(types));
        let mut both: Vec<char> = Vec::new();
        for c in letters.concat().chars().filter(|c| *c != '+') {
            if !both.contains(&c) {
                both.push(c);
            }
        }
        for &c in &both {
            // What a player has not got makes no difference.
            let counts = |side: usize| !self.has(side, c) || letters[side].contains(c);
            if !counts(0) || !counts(1) {
                self.leave("nMoveRuleTypesWhite", "the players' moves are counted differently");
            }
        }
        let at = |&c: &char| self.used.iter().copied().find(|&at| self.rules.kinds[at].letter == c);
        let irreversible = both.iter().filter_map(at).any(|at| super::betza::goes_back(&self.parts(at)));
        let promoting = |at: &usize| {
            let face = self.promoted(*at).is_some() && !self.rules.is("pieceDemotion");
            face || (0..2).any(|side| self.pawns(side).contains(at))
        };
        let uncounted = |at: &usize| !both.contains(&self.rules.kinds[*at].letter);
        if self.used.iter().any(|at| promoting(at) && uncounted(at)) {
            self.draft.set("clock.promotions", true);
        }
        self.draft.set("clock.limit", 2 * moves);
        self.draft.set("clock.moves", both.into_iter().collect::<String>());
        if irreversible {
            self.draft.set("clock.irreversible", true);
        }
    }

    /// Whether a player has a piece at the start, or may get one.
    fn has(&self, side: usize, letter: char) -> bool {
        let board = self.start.count(side, &letter.to_string()) > 0;
        board || self.start.hands[side].contains(letter) || self.rules.is("capturesToHand")
    }

    fn repetition(&mut self) {
        let times = self.rules.number("nFoldRule");
        if times == 0 {
            self.draft.set("repetition", false);
            return;
        }
        if !(2..=100).contains(&times) {
            self.leave("nFoldRule", "so often a position does not come");
            return;
        }
        self.draft.set("repetition.times", times);
        let absolute = self.rules.is("nFoldValueAbsolute");
        match self.rules.get("nFoldValue") {
            "draw" => self.draft.set("repetition.mover", "draw"),
            value if absolute => {
                let lone = self.rules.number("nMoveRule") == 0
                    && self.rules.get("stalemateValue") != "draw"
                    && self.rules.get("checkmateValue") != "draw";
                let winner = if value == "loss" { "black" } else { "white" };
                if lone
                    && self.rules.get("extinctionValue") != "draw"
                    && self.rules.get("materialCounting") == "none"
                {
                    self.draft.set("repetition.mover", "draw");
                    self.draft.set("draws", winner);
                } else {
                    self.leave("nFoldValueAbsolute", "a repetition decides for one of the players");
                }
            }
            "loss" => self.draft.set("repetition.mover", "win"),
            "win" => self.draft.set("repetition.mover", "loss"),
            _ => self.leave("nFoldValue", "no result"),
        }
        // Where nothing can be in check the rule means nothing.
        if self.rules.is("perpetualCheckIllegal") && self.has_check() {
            self.draft.set("repetition.perpetual-check", "loss");
        }
    }

    /// Whether a player can be in check: with a king, or with pieces that are as kings.
    fn has_check(&self) -> bool {
        let king = self.used.iter().any(|&at| self.name(at) == "king");
        king || (self.rules.is("extinctionPseudoRoyal") && self.rules.get("extinctionValue") != "none")
    }

    fn draws(&mut self) {
        match self.rules.get("materialCounting") {
            "none" => {}
            "janggi" => self.draft.set("draws", "points"),
            "whitedrawodds" => self.draft.set("draws", "white"),
            "blackdrawodds" => self.draft.set("draws", "black"),
            _ => self.leave("materialCounting", "pieces are counted"),
        }
        match self.rules.get("countingRule") {
            "none" => {}
            "makruk" if self.rules.list("promotionPawnTypesWhite").len() == 1 => {
                let pawns = self.letters_of(&["pawn"]);
                self.draft.set("counting.pawns", pawns);
                self.draft.set("counting.board", 64);
                self.draft.set("counting.bare", "RR 8, R 16, SS 22, NN 32, S 44, 64");
                if self.rules.named('S').as_deref() != Some("silver")
                    || self.rules.named('R').as_deref() != Some("rook")
                    || self.rules.named('N').as_deref() != Some("knight")
                {
                    self.leave("countingRule", "which pieces count");
                }
            }
            _ => self.leave("countingRule", "a weaker player counts moves"),
        }
    }

    fn checks(&mut self) {
        if !self.rules.is("checkCounting") {
            return;
        }
        match self.start.checks {
            Some(given) => {
                // FEN says how many each has still to give, our key how many a player may receive.
                self.side(1, "checks", given[0]);
                self.side(0, "checks", given[1]);
            }
            None => self.leave("checkCounting", "`startFen` does not say how many checks"),
        }
    }

    fn explosion(&mut self) {
        if !self.rules.is("blastOnCapture") {
            return;
        }
        // What stands on the square afterwards turns to stone, which is what promoted there.
        let stones = self.rules.list("petrifyOnCaptureTypes");
        if !stones.is_empty() && self.has_check() {
            // Whether a king is attacked the program asks before the stone is there, and plays on with it.
            self.leave("petrifyOnCaptureTypes", "where captures explode, the stone shields no king at first");
        }
        let comes = |side: usize| {
            let pawns = self.pawns(side);
            let choices = self.rules.list(&format!("promotionPieceTypes{}", COLOURS[side]));
            let stone = |name: &str| stones.contains(&name);
            pawns.iter().any(|&at| choices.iter().any(|name| stone(name) != stone(self.name(at))))
        };
        if !stones.is_empty() && (0..2).any(comes) {
            self.leave("petrifyOnCaptureTypes", "of a piece that promotes and what it promotes to, only one");
        }
        let immune = self.rules.list("blastImmuneTypes");
        let mut spared = immune.clone();
        spared.insert(0, "pawn");
        let spares = self.letters_of(&spared);
        let survives = self.letters_of(&immune);
        self.draft.set("explosion.spares", spares);
        if !survives.is_empty() {
            self.draft.set("explosion.survives", survives);
        }
    }

    /// Squares that win.
    pub(super) fn goal(&mut self) {
        for (side, colour) in COLOURS.into_iter().enumerate() {
            let region = self.region("flagRegion", side);
            let piece = self.rules.get(&format!("flagPiece{colour}")).to_owned();
            let letters = self.letters_of(&[&piece]);
            if region.is_empty() || letters.is_empty() {
                continue;
            }
            self.side(side, "goal.pieces", letters);
            self.side(side, "goal.on", region.to_string());
            let count = self.rules.number("flagPieceCount");
            if count > 1 {
                self.side(side, "goal.count", count.min(64));
            }
            let (reply, safe) = (self.rules.is("flagMove"), self.rules.is("flagPieceSafe"));
            if safe {
                self.side(side, "goal.safe", true);
                if !reply {
                    self.leave("flagPieceSafe", "also by a move of the other player after which it is safe");
                }
            }
            match (reply, piece == "king") {
                (false, _) => {}
                (true, true) if safe => self.leave("flagMove", "with a king that must be safe"),
                // For a king it is looked ahead whether the answer reaches the goal, and only Black has it.
                (true, true) if side == 0 => self.side(side, "goal.last-move", true),
                (true, true) => {}
                (true, false) => self.side(side, "goal.hold", true),
            }
        }
    }
}
