//! Where pieces promote, and to what.

use std::collections::BTreeSet;

use super::Reading;

/// What `promoChoice` says of a kind.
struct Choice {
    kind: usize,
    /// `!`: not on the last rank.
    not_last: bool,
    /// `*`: only one that was lost before.
    lost: bool,
    /// Only within so many last ranks.
    within: Option<usize>,
}

impl Reading {
    /// How far the kind that a kind promotes to is behind it; 0 for promotion by choice.
    pub(super) fn offset(&self) -> usize {
        self.block.number("promoOffset").and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
    }

    /// Whether a kind promotes.
    pub(super) fn promotes(&self, kind: usize) -> bool {
        let most = self.block.number("maxPromote").unwrap_or(1);
        i64::try_from(kind).is_ok_and(|kind| kind < most) && self.has_promotion()
    }

    /// What a kind promotes to, where each has its own.
    pub(super) fn shogi_target(&self, kind: usize) -> Option<usize> {
        let offset = self.offset();
        let own = kind + offset;
        let to = if own < self.pieces.len() { own } else { offset };
        (offset > 0 && to < self.pieces.len()).then_some(to)
    }

    fn has_promotion(&self) -> bool {
        self.block.number("maxPromote").unwrap_or(1) > 0
            && (self.offset() > 0 || !self.choices().0.is_empty())
    }

    /// Writes the table of promotion.
    pub(super) fn promotion(&mut self) {
        if !self.has_promotion() {
            return;
        }
        let zone = self.block.number("promoZone").and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
        let zone = zone.clamp(1, self.ranks);
        if self.offset() > 0 {
            self.by_offset(zone);
        } else {
            self.by_choice(zone);
        }
    }

    /// Each kind has its own: in a zone, if the player wants.
    fn by_offset(&mut self, zone: usize) {
        self.draft.set("promotion.optional", self.ranks_from(zone, 0));
        if self.block.number("holdingsType").unwrap_or(0) == 0 {
            self.draft.leave("promotion: a move into the zone promotes, and within it only a capture");
            return;
        }
        self.draft.set("promotion.leaving", true);
        // The first kind must promote on the last rank.
        let first = format!("pieces.{}.promotion.on", self.pieces[0].table);
        self.draft.set(&first, "last rank");
        let most = usize::try_from(self.block.number("maxPromote").unwrap_or(1)).unwrap_or(0);
        for kind in 0..most.min(self.pieces.len()) {
            // What is captured comes back as what it was: the other face of the same piece.
            if let Some(to) = self.shogi_target(kind) {
                if self.pieces[to].letter.starts_with('+') || to <= kind {
                    self.draft.leave(format!(
                        "two kinds promote to the {}, which comes back as one of them",
                        self.pieces[to].line.name
                    ));
                } else {
                    self.pieces[to].letter = format!("+{}", self.pieces[kind].letter);
                }
            }
        }
    }

    /// A choice for all that promote.
    fn by_choice(&mut self, zone: usize) {
        let (mut choices, odd) = self.choices();
        odd.into_iter().for_each(|what| self.draft.leave(what));
        let most =
            usize::try_from(self.block.number("maxPromote").unwrap_or(1)).unwrap_or(0).min(self.pieces.len());
        if self.block.number("holdingsType") != Some(1) && choices.iter().any(|choice| choice.lost) {
            self.draft.leave("`promoChoice`: `*` without `holdingsType=1`: only what is in hand at the start can be chosen");
        }
        let stays = choices.iter().position(|choice| choice.kind < most).map(|at| choices.remove(at));
        if stays.as_ref().is_some_and(|own| own.within.is_some() || own.lost) {
            self.draft.leave(
                "`promoChoice`: a piece that may stay what it is only on some ranks, or only if one was lost",
            );
        }
        if most > 1 && stays.is_some() {
            self.draft.leave("`promoChoice`: one of several kinds that promote may stay what it is");
        }
        let within: BTreeSet<usize> =
            choices.iter().map(|choice| choice.within.unwrap_or(zone).min(zone)).collect();
        if within.len() > 1 {
            self.draft.leave("`promoChoice`: some pieces can be chosen on fewer ranks than others");
        }
        let zone = within.first().copied().unwrap_or(zone);
        if choices.iter().any(|choice| choice.not_last) {
            self.draft.leave("`promoChoice`: a piece that cannot be chosen on the last rank");
        }
        match stays {
            None => self.draft.set("promotion.on", self.ranks_from(zone, 0)),
            Some(own) if own.not_last && zone > 1 => {
                self.draft.set("promotion.on", "last rank");
                self.draft.set("promotion.optional", self.ranks_from(zone, 1));
            }
            Some(own) if own.not_last => self.draft.set("promotion.on", "last rank"),
            Some(_) => self.draft.set("promotion.optional", self.ranks_from(zone, 0)),
        }
        let to: String = choices.iter().map(|choice| self.pieces[choice.kind].letter.as_str()).collect();
        self.draft.set("promotion.to", to);
        let lost = choices.iter().filter(|choice| choice.lost).count();
        if lost == choices.len() && lost > 0 {
            let all = choices.iter().map(|choice| {
                let piece = &self.pieces[choice.kind];
                piece.letter.repeat(piece.count + piece.line.hand[0])
            });
            let limit: String = all.collect();
            self.draft.set("promotion.limit", limit);
        } else if lost > 0 {
            self.draft.leave("`promoChoice`: only some of the pieces must have been lost before");
        }
    }

    /// The last ranks of a zone, without so many of the very last.
    fn ranks_from(&self, zone: usize, without: usize) -> String {
        match (zone, without) {
            (1, 0) => "last rank".to_owned(),
            (zone, without) if zone == without + 1 => format!("rank {}", self.ranks - without),
            (zone, without) => format!("ranks {}-{}", self.ranks + 1 - zone, self.ranks - without),
        }
    }

    /// The kinds of `promoChoice`, and what in it is not understood.
    fn choices(&self) -> (Vec<Choice>, Vec<String>) {
        let text = self.block.get("promoChoice").unwrap_or("QNRB");
        let plain = |kind| Choice { kind, not_last: false, lost: false, within: None };
        if text.is_empty() {
            let all = (1..self.pieces.len()).filter(|&kind| !self.pieces[kind].royal);
            return (all.map(plain).collect(), Vec::new());
        }
        let mut found: Vec<Choice> = Vec::new();
        let mut odd = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let marks = rest.find(|c| c != '!' && c != '*').unwrap_or(rest.len());
            let (signs, after) = rest.split_at(marks);
            let fitting = self.pieces.iter().filter(|piece| after.starts_with(&piece.line.id));
            let Some(id) = fitting.map(|piece| piece.line.id.clone()).max_by_key(String::len) else {
                // Of the default only those count that exist.
                if self.block.get("promoChoice").is_some() {
                    odd.push(format!("`promoChoice={text}`: `{first}` is no piece"));
                }
                rest = &rest[marks + after.chars().next().map_or(0, char::len_utf8)..];
                continue;
            };
            let after = &after[id.len()..];
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let within = after[..digits].parse().ok();
            let kinds = self.pieces.iter().enumerate().filter(|(_, piece)| piece.line.id == id);
            for (kind, _) in kinds {
                if !found.iter().any(|choice| choice.kind == kind) {
                    found.push(Choice {
                        kind,
                        not_last: signs.contains('!'),
                        lost: signs.contains('*'),
                        within,
                    });
                }
            }
            rest = &after[digits..];
        }
        (found, odd)
    }
}
