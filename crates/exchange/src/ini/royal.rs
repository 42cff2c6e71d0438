//! What a player must not lose: kings, and the pieces of the rule of extinction.

use super::Writer;

/// What a player must not lose.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Royal {
    /// Letters.
    pub letters: Vec<String>,
    /// `any`, `all` or `kind`.
    lost: &'static str,
    result: String,
    pub by_capture: bool,
}

impl Writer<'_> {
    pub(super) fn lost_by_capture(&self, side: usize) -> bool {
        self.royal[side].by_capture
    }

    /// Whether what castles is not the one king.
    pub(super) fn castles_without_king(&self, side: usize) -> bool {
        let key = ["castlingKingPieceWhite", "castlingKingPieceBlack"][side];
        !self.plain_king() || self.royal[side].letters != self.letters(self.rules.get(key))
    }

    /// Whether each player has one and the same kind that is lost as a king is.
    fn plain_king(&self) -> bool {
        let [white, black] = &self.royal;
        white.letters == black.letters
            && white.letters.len() == 1
            && white.lost == "all"
            && white.result == "loss"
            && black.lost == "all"
            && black.result == "loss"
    }

    /// How many of a kind a player begins with, in hand as well.
    fn number(&self, side: usize, name: &str) -> usize {
        let letters = self.letters(name);
        let board: usize = letters.iter().map(|letter| self.start.count(side, letter)).sum();
        let own = |c: char| letters.iter().any(|letter| letter.len() == 1 && letter.starts_with(c));
        board + self.start.hands[side].chars().filter(|c| own(*c)).count()
    }

    pub(super) fn royal(&mut self) {
        for side in 0..2 {
            self.royal[side] = self.royal_of(side);
        }
        if self.royal.iter().any(|royal| royal.by_capture) {
            for side in 0..2 {
                if self.royal[side].by_capture {
                    self.side(side, "king-lost-by", "capture");
                }
            }
        }
        if self.plain_king() {
            let letter = self.royal[0].letters[0].clone();
            let at = self.used.iter().copied().find(|&at| self.letter(at) == letter);
            if let Some(at) = at {
                let path = format!("{}.royal", self.path(at));
                self.draft.set(&format!("{}.letter", self.path(at)), letter);
                self.draft.set(&path, true);
                return;
            }
        }
        for side in 0..2 {
            let Royal { letters, lost, result, .. } = self.royal[side].clone();
            if letters.is_empty() {
                self.side(side, "royal", false);
                continue;
            }
            self.side(side, "royal.pieces", letters.concat());
            self.side(side, "royal.lost", lost);
            if result != "loss" {
                self.side(side, "royal.result", result);
            }
        }
    }

    fn royal_of(&mut self, side: usize) -> Royal {
        let kings = self.number(side, "king");
        let king = if kings > 0 { self.letters("king") } else { Vec::new() };
        let value = self.rules.get("extinctionValue").to_owned();
        let types: Vec<String> =
            self.rules.list("extinctionPieceTypes").iter().map(|name| (*name).to_owned()).collect();
        if kings > 1 {
            self.leave("startFen", "a player has several kings");
        }
        let simple =
            Royal { letters: king.clone(), lost: "all", result: "loss".to_owned(), by_capture: false };
        if value == "none" || types.is_empty() {
            return simple;
        }
        if self.rules.is("extinctionPseudoRoyal") {
            return self.pseudo_royal(side, kings, &types);
        }
        self.mutual_loss(&types, &value);
        let spare = self.rules.number("extinctionPieceCount");
        if kings > 0 || (spare > 0 && types == ["*"]) {
            self.too_few(side, &types, &value);
            return simple;
        }
        self.extinction(side, &types, value)
    }

    /// What holds where a move leaves both players without pieces that they must not lose.
    fn mutual_loss(&mut self, types: &[String], value: &str) {
        let others = self.rules.number("extinctionOpponentPieceCount");
        let blast = self.rules.is("blastOnCapture");
        // Where both have nothing left, nobody has lost by that, and who is to move cannot.
        let stalemate = types == ["*"]
            && self.rules.number("extinctionPieceCount") == 0
            && self.rules.get("stalemateValue") == value;
        if others > 1 || (others == 1 && blast && !stalemate) {
            self.leave("extinctionOpponentPieceCount", "only where the opponent still has so many");
        }
        // Who has moved is looked at first.
        if blast && others == 0 {
            self.draft.set("both-lost", "mover");
        }
    }

    /// Pieces of which a player may not have too few, whatever else is royal.
    fn too_few(&mut self, side: usize, types: &[String], value: &str) {
        let names: Vec<&str> = types.iter().map(String::as_str).collect();
        let spare = self.rules.number("extinctionPieceCount");
        if names != ["*"] {
            let letters: Vec<String> = names.iter().flat_map(|name| self.letters(name)).collect();
            if names.contains(&"*") || letters.len() != names.len() {
                self.leave("extinctionPieceTypes", "of which pieces there may not be too few");
            }
            if names.len() > 1 {
                self.side(side, "extinction.each", true);
            }
            self.side(side, "extinction.pieces", letters.concat());
        }
        if spare > 0 || names == ["*"] {
            self.side(side, "extinction.left", spare);
        }
        if value != "loss" {
            self.side(side, "extinction.result", value.to_owned());
        }
    }

    /// Pieces that may be captured, and must not all be lost.
    fn extinction(&mut self, side: usize, types: &[String], result: String) -> Royal {
        let spare = self.rules.number("extinctionPieceCount");
        let names: Vec<&str> = types.iter().map(String::as_str).collect();
        let all = names.contains(&"*");
        let letters: Vec<String> = names.iter().flat_map(|name| self.letters(name)).collect();
        let numbers: Vec<usize> = names.iter().map(|name| self.number(side, name)).collect();
        let lost = match (spare, all || names.len() == 1) {
            (0, true) => "all",
            (0, false) => "kind",
            _ => "any",
        };
        let short = !all && numbers.contains(&0);
        let other = lost == "any"
            && (all
                || numbers.iter().any(|&number| number != spare + 1)
                || names.iter().any(|name| self.gained(side, name, &names)));
        let faces = lost == "kind" && letters.iter().any(|letter| letter.starts_with('+'));
        if short || other || faces {
            self.leave(
                "extinctionPieceTypes",
                "how many of a kind must be left is not how many of it there are at first",
            );
        }
        Royal { letters, lost, result, by_capture: true }
    }

    /// Pieces that are as kings while there are few of them.
    fn pseudo_royal(&mut self, side: usize, kings: usize, types: &[String]) -> Royal {
        let spare = self.rules.number("extinctionPieceCount");
        let mut names: Vec<&str> = types.iter().map(String::as_str).collect();
        if kings > 0 && !names.contains(&"king") {
            names.push("king");
        }
        let number = |name: &&str| if *name == "king" { kings } else { self.number(side, name) };
        let gained: Vec<&str> =
            names.iter().copied().filter(|name| self.gained(side, name, &names)).collect();
        let faces: Vec<&str> = names.iter().copied().filter(|name| self.is_face(side, name)).collect();
        names.retain(|name| number(name) > 0 || gained.contains(name) || faces.contains(name));
        let numbers: Vec<usize> = names.iter().map(number).collect();
        let total: usize = numbers.iter().sum();
        let letters: Vec<String> = names.iter().flat_map(|name| self.letters(name)).collect();
        let starting = |number: &usize| *number == 0 || *number == spare + 1;
        let single = total == 1 && spare == 0 && gained.is_empty();
        let last = !single && names.len() == 1 && names[0] != "king" && spare == 0 && total > 0;
        let fits = single || last || (gained.is_empty() && numbers.iter().all(starting) && kings <= 1);
        let value = self.rules.get("extinctionValue") != "loss";
        if types.iter().any(|name| name == "*") || !fits || value {
            self.leave(
                "extinctionPieceTypes",
                "these are as kings while there are few of them, and may be captured while there are more",
            );
        }
        if last && self.faces(&letters) {
            self.leave("promotedPieceType", "what promotes to one of these saves no other from an attack");
        }
        if self.rules.is("dupleCheck") && total > 1 {
            self.leave("dupleCheck", "an attack on all of them is a check");
        }
        let faces = self.faces(&letters);
        let alone = letters.len() > 1 && single && self.kinds_standing(side, &letters) == 1 && !faces;
        let letters = if alone {
            letters.into_iter().filter(|letter| self.start.count(side, letter) > 0).collect()
        } else {
            letters
        };
        let lost = match (single, last) {
            (true, _) if letters.len() == 1 || !faces => "all",
            (_, true) => "last",
            _ => "any",
        };
        Royal { letters, lost, result: "loss".to_owned(), by_capture: false }
    }

    /// Whether a kind is the other face of one that a player begins with, as in shogi.
    fn is_face(&self, side: usize, name: &str) -> bool {
        let begins = |at: usize| self.number(side, self.name(at)) > 0;
        self.used.iter().any(|&at| {
            let Some(to) = self.promoted(at) else { return false };
            let back = self.rules.is("pieceDemotion") && self.name(at) == name && begins(to);
            back || (self.name(to) == name && begins(at))
        })
    }

    fn kinds_standing(&self, side: usize, letters: &[String]) -> usize {
        letters.iter().filter(|letter| self.start.count(side, letter) > 0).count()
    }

    /// Whether some of the letters are other faces.
    fn faces(&self, letters: &[String]) -> bool {
        letters.iter().any(|letter| letter.starts_with('+'))
    }

    /// Whether a player can get more of a kind from what is none of these.
    fn gained(&self, side: usize, name: &str, among: &[&str]) -> bool {
        let key = ["promotionPieceTypesWhite", "promotionPieceTypesBlack"][side];
        let pawns = ["promotionPawnTypesWhite", "promotionPawnTypesBlack"][side];
        let chosen = self.rules.list(key).contains(&name) && !self.rules.list(pawns).is_empty();
        let face = |at: &usize| {
            !among.contains(&self.name(*at)) && self.promoted(*at).is_some_and(|to| self.name(to) == name)
        };
        chosen || self.used.iter().any(face)
    }
}
