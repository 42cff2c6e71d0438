//! What a player must not lose.

use berolina_rules::definition::{Definition, KingLoss, PieceId, RoyalLoss, Verdict};
use berolina_rules::geometry::Color;

use super::Section;
use crate::export::Feature;

/// The program's rule of extinction for a player.
#[derive(Clone, PartialEq, Eq)]
struct Extinction {
    /// Letters, or `*` for all pieces together.
    types: String,
    /// What so few of them mean.
    value: Verdict,
    /// So many left are too few.
    count: usize,
    /// They are royal instead while they are so few and one.
    pseudo: bool,
    /// An attack on all of them is a check.
    duple: bool,
    /// The rule holds while the other has more than a king, and only who is to move may claim it: so a bared player bares the other.
    bare: bool,
}

/// More than any player has of a kind.
const ALWAYS: usize = 64;

impl Section<'_> {
    pub(super) fn royal(&mut self) {
        let d = self.d;
        let rules = Color::ALL.map(|color| self.extinction(color));
        let [Ok(white), Ok(black)] = rules else {
            // What cannot be said stays among what is left.
            self.plain();
            return;
        };
        self.said(Feature::BareKing);
        self.said(Feature::Extinction);
        self.said(Feature::Royalty);
        self.said(Feature::KingCapture);
        let rule = match (&white, &black) {
            (None, None) => return,
            (Some(white), Some(black)) => {
                let alike = Extinction { duple: black.duple, ..white.clone() } == *black;
                if !alike {
                    self.leave(Feature::Royalty, "the players must not lose different things");
                }
                Extinction { duple: white.duple || black.duple, ..white.clone() }
            }
            (Some(one), None) | (None, Some(one)) => {
                let other = if white.is_none() { Color::White } else { Color::Black };
                let harmless = self.harmless(one, other);
                if !harmless {
                    self.leave(Feature::Royalty, "only one player must not lose these");
                }
                one.clone()
            }
        };
        self.set("extinctionValue", super::ends::word(rule.value));
        self.set("extinctionPieceTypes", &rule.types);
        let flags = [
            ("extinctionPseudoRoyal", rule.pseudo),
            ("dupleCheck", rule.duple),
            ("extinctionClaim", rule.bare),
        ];
        for (key, _) in flags.iter().filter(|(_, on)| *on) {
            self.set(*key, true);
        }
        if rule.count > 0 {
            self.set("extinctionPieceCount", rule.count);
        }
        if rule.bare {
            self.set("extinctionOpponentPieceCount", 2);
        }
        // Who has moved is looked at first where both lose at once.
        if d.mover_loses_first == d.explosion.is_some() {
            self.said(Feature::BothLost);
        } else if d.explosion.is_some() && !rule.pseudo {
            self.unsaid.push(
                "`both-lost`: where both lose at once, the program looks at who has moved first".to_owned(),
            );
        }
    }

    /// Nothing of the rule can be said: whoever has one king is told apart from them by the list of what is left.
    fn plain(&mut self) {
        for feature in [Feature::Royalty, Feature::KingCapture, Feature::Extinction, Feature::BareKing] {
            if Feature::of(self.d).contains(&feature) {
                self.left.insert(feature);
            }
        }
    }

    /// Whether a rule says nothing of a player for whom it is not meant.
    fn harmless(&self, rule: &Extinction, color: Color) -> bool {
        let king = self.used[color.index()].iter().any(|&id| self.is_king(id));
        let has = |letter: char| {
            self.used[color.index()]
                .iter()
                .any(|&id| self.kind_of[id.index()].is_some_and(|kind| self.kinds[kind].letter == letter))
        };
        if rule.types == "*" { king && rule.count == 0 } else { rule.pseudo && !rule.types.chars().any(has) }
    }

    /// The rule for a player; `None` for a king as in chess.
    fn extinction(&self, color: Color) -> Result<Option<Extinction>, ()> {
        let d = self.d;
        let player = &d.players[color.index()];
        let royal = &player.royal;
        let pieces: Vec<PieceId> = royal.pieces.iter().copied().filter(|&id| self.has(color, id)).collect();
        let beside = self.beside(color)?;
        if pieces.is_empty() {
            return if royal.pieces.is_empty() { Ok(beside) } else { Err(()) };
        }
        if pieces.len() == 1 && self.is_king(pieces[0]) {
            return Ok(beside);
        }
        if beside.is_some() {
            return Err(());
        }
        let kings: Vec<PieceId> =
            pieces.iter().copied().filter(|&id| self.counts_as_king(d, color, id)).collect();
        let others: Vec<PieceId> = pieces.iter().copied().filter(|id| !kings.contains(id)).collect();
        let types = self.letters(&others);
        let all = self.used[color.index()].iter().all(|id| royal.pieces.contains(id));
        let numbers: Vec<usize> = others.iter().map(|&id| d.start.count(color, id)).collect();
        let rule = |types: &str, count, pseudo, duple| {
            let value = if pseudo { Verdict::Loss } else { royal.result };
            Ok(Some(Extinction { types: types.to_owned(), value, count, pseudo, duple, bare: false }))
        };
        let one = d.has_one_king(color) && pieces.len() == 1;
        match (player.king_lost_by, royal.lost) {
            (KingLoss::Checkmate, _) if one => rule(&types, 0, true, false),
            (KingLoss::Checkmate, RoyalLoss::Any) if royal.result == Verdict::Loss => {
                rule(&types, ALWAYS, true, false)
            }
            (KingLoss::Checkmate, RoyalLoss::Last) if others.len() == 1 => rule(&types, 0, true, false),
            (KingLoss::Checkmate, RoyalLoss::All) if others.len() == 1 => rule(&types, 0, true, true),
            (KingLoss::Checkmate, RoyalLoss::Kind) if numbers.iter().all(|&number| number > 0) => {
                rule(&types, 0, true, false)
            }
            (KingLoss::Checkmate, _) => Err(()),
            (KingLoss::Capture, RoyalLoss::All) if all => rule("*", 0, false, false),
            (KingLoss::Capture, RoyalLoss::All) if pieces.len() == 1 => rule(&types, 0, false, false),
            (KingLoss::Capture, _) if one => rule(&types, 0, false, false),
            (KingLoss::Capture, RoyalLoss::Kind) if numbers.iter().all(|&number| number > 0) => {
                rule(&types, 0, false, false)
            }
            (KingLoss::Capture, RoyalLoss::Any) => {
                let gained =
                    d.ids().any(|id| d.rules(color, id).promotes_to.iter().any(|to| pieces.contains(to)));
                let first = numbers.first().copied().unwrap_or(0);
                if gained || d.hands.prisoners || first == 0 || numbers.iter().any(|&number| number != first)
                {
                    return Err(());
                }
                rule(&types, first - 1, false, false)
            }
            (KingLoss::Capture, _) => Err(()),
        }
    }

    /// Whether the program's own king stands for one of several royal pieces.
    fn counts_as_king(&self, d: &Definition, color: Color, id: PieceId) -> bool {
        let kind = self.kind_of[id.index()];
        d.is_royal(color, id) && kind.is_some_and(|kind| self.kinds[kind].name == "king")
    }

    /// What a player may not have too few of besides, and what a bare king means.
    fn beside(&self, color: Color) -> Result<Option<Extinction>, ()> {
        let d = self.d;
        let bare = d.bare_king.map(|value| Extinction {
            types: "*".to_owned(),
            value,
            count: 1,
            pseudo: false,
            duple: false,
            bare: value == Verdict::Loss,
        });
        if d.bare_king == Some(Verdict::Draw) {
            return Err(());
        }
        let Some(rule) = &d.players[color.index()].extinction else { return Ok(bare) };
        let all = self.used[color.index()].iter().all(|id| rule.pieces.contains(id));
        let pieces: Vec<PieceId> = rule.pieces.iter().copied().filter(|&id| self.has(color, id)).collect();
        if bare.is_some() || !(all || rule.each || pieces.len() == 1) {
            return Err(());
        }
        let types = if all && !rule.each { "*".to_owned() } else { self.letters(&pieces) };
        let count = usize::from(rule.left);
        Ok(Some(Extinction { types, value: rule.result, count, pseudo: false, duple: false, bare: false }))
    }
}
