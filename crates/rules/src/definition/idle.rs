//! What an author writes that changes nothing: most often something else that it needs was forgotten.

use super::reader::Reader;
use super::syntax::{Entry, Node, Place, Table};
use super::{Code, DoubleStep, KingLoss, Piece, PieceId, Rules, names, sense};
use crate::geometry::{Color, MAX_RANKS, Offset, Square, SquareSet};
use crate::message::Message;
use crate::say;

/// Reports double steps that are never made, and keys of the game's own file that have no effect.
pub(super) fn check(r: &mut Reader<'_>, d: &Rules, tree: &Table) {
    for (id, piece) in d.numbered() {
        double_step(r, d, tree, id, piece);
    }
    let mut idle = Idle { r, d, tree };
    idle.pieces();
    idle.hand();
    idle.limit();
    idle.clock();
    idle.counting();
    idle.castling();
    idle.both_lost();
    idle.facing();
}

/// A double step that starts where no such piece ever stands.
fn double_step(r: &mut Reader<'_>, d: &Rules, tree: &Table, id: PieceId, piece: &Piece) {
    let has = |&color: &Color| d.rules(color, id).double_step.is_some() && d.start.count(color, id) > 0;
    let never = |color: Color| {
        let from = d.rules(color, id).double_step.as_ref().map_or(SquareSet::EMPTY, |double| double.from);
        !may_stand(d, color, id, from, false)
    };
    let mut colors = Color::ALL.into_iter().filter(has).peekable();
    let Some(&color) = colors.peek() else { return };
    if !colors.all(never) {
        return;
    }
    let shape = d.shape;
    let own = d.start.standing().filter(|&(_, other, c)| (other, c) == (id, color));
    let mut ranks: Vec<u8> = own.map(|(square, ..)| shape.rank(shape.relative(color, square)) + 1).collect();
    ranks.dedup();
    let name = &names::piece(&piece.name);
    let from = match ranks[..] {
        [rank] => {
            say!("they start on rank {rank}: write from = \"rank {rank}\", or double-step = false", rank)
        }
        _ => say!("write in `from` where they start, or double-step = false"),
    };
    let table = sense::keys_of(tree, piece.letter);
    let key = table.and_then(|table| table.entry("double-step"));
    let place = r.nearest(&[key, tree.entry("array")].map(|entry| entry.map(|e| e.place.clone())));
    r.fault(Code::W213, &place, say!("no {name} can come to where its double step begins", name), Some(from));
}

/// Whether a player's piece may ever come to stand on one of some squares. In doubt it may.
pub(super) fn may_stand(d: &Rules, color: Color, id: PieceId, on: SquareSet, doubles: bool) -> bool {
    if on.is_empty() {
        return false;
    }
    if comes_otherwise(d, color, id) {
        return true;
    }
    let rules = d.rules(color, id);
    let most = i8::try_from(MAX_RANKS).unwrap_or(i8::MAX);
    let elsewhere = rules.moves_on.iter().flat_map(|on| &on.moves.rays);
    let mut ways: Vec<Offset> = rules.rays().chain(elsewhere).flat_map(|ray| ray.reach(most).ends).collect();
    if doubles {
        ways.extend(rules.double_step.iter().flat_map(DoubleStep::ends));
    }
    ways.sort_unstable();
    ways.dedup();
    let own = d.start.standing().filter(|&(_, other, c)| (other, c) == (id, color));
    let mut fresh: Vec<Square> = own.map(|(square, ..)| square).collect();
    let mut reached: SquareSet = fresh.iter().copied().collect();
    while let Some(square) = fresh.pop() {
        if on.contains(square) {
            return true;
        }
        for &way in &ways {
            let to = d.shape.offset(square, d.shape.relative_offset(color, way));
            if let Some(to) = to.filter(|&to| !reached.contains(to)) {
                reached.insert(to);
                fresh.push(to);
            }
        }
    }
    false
}

/// Whether a player's piece may come to squares otherwise than from the array by its own moves.
fn comes_otherwise(d: &Rules, color: Color, id: PieceId) -> bool {
    let mut castling = d.players[color.index()].castling.iter().flatten();
    may_be_held(d, id) || becomes(d, id) || castling.any(|c| c.king == id || c.rook == id)
}

/// Whether something may become such a piece, or leave one.
fn becomes(d: &Rules, id: PieceId) -> bool {
    d.pieces.iter().flat_map(|piece| &piece.rules).any(|rules| {
        let mut others = rules.leaves.iter().chain(&rules.captures.captor_becomes);
        rules.promotes_to.contains(&id) || others.any(|&other| other == id)
    })
}

/// Whether a piece may lie in a hand, or be placed from one as what it promotes to.
fn may_be_held(d: &Rules, id: PieceId) -> bool {
    let held = |piece| Color::ALL.into_iter().any(|color| d.start.held(color, piece) > 0);
    let in_hand = d.in_hand(id);
    (d.hands.prisoners || held(in_hand)) && (in_hand == id || d.hands.promoted)
}

/// Looks at keys of the game's own file. What is inherited is of no concern to its author.
struct Idle<'r, 'a, 't> {
    r: &'r mut Reader<'a>,
    d: &'t Rules,
    tree: &'t Table,
}

impl<'t> Idle<'_, '_, 't> {
    fn fault(&mut self, place: &Place, message: Message, hint: Message) {
        self.r.fault(Code::W212, place, message, Some(hint.to_owned()));
    }

    fn pieces(&mut self) {
        let d = self.d;
        for (id, piece) in d.numbered() {
            let Some(table) = sense::keys_of(self.tree, piece.letter) else { continue };
            let name = &names::piece(&piece.name);
            let promotes =
                |id: PieceId| Color::ALL.into_iter().any(|color| !d.rules(color, id).promotes_to.is_empty());
            if !may_be_held(d, id) {
                let message = say!("no {name} ever comes to a hand, so this has no effect", name);
                let hint = match piece.letter.is_promoted() && !d.hands.promoted {
                    true => say!("write hand.promoted = true, or remove it"),
                    false => say!("write hand.prisoners = true, put one in hand.pieces, or remove it"),
                };
                for key in ["drops", "drop-limit", "drops-balanced"] {
                    if let Some(entry) = own(table, key) {
                        self.fault(&entry.place, message.clone(), hint.clone());
                    }
                }
                if let Some(entry) = table.entry("drop-mates").filter(|e| is_own(e) && e.node.is_false()) {
                    self.fault(&entry.place, message, hint);
                }
            }
            let exposed = |color| d.rules(color, id).double_step.as_ref().is_some_and(DoubleStep::is_exposed);
            let steps = table.get("double-step").and_then(Node::table);
            let region = steps.and_then(|steps| own(steps, "en-passant"));
            if let Some(entry) =
                region.filter(|e| e.node.text().is_some() && !Color::ALL.into_iter().any(exposed))
            {
                let message = say!("no double step of the {name} starts there, so this has no effect", name);
                self.fault(&entry.place, message, say!("name squares of `from`, or write true or false"));
            }
            if let Some(entry) = own(table, "promotion").filter(|_| !promotes(id)) {
                let message = say!("the {name} does not promote, so this has no effect", name);
                self.fault(&entry.place, message, say!("write promotes = true beside it, or remove it"));
            }
            if let Some(entry) = own(table, "promoted-moved").filter(|_| !becomes(d, id)) {
                let message = say!("nothing promotes to the {name}, so this has no effect", name);
                self.fault(&entry.place, message, say!("remove it"));
            }
        }
    }

    fn hand(&mut self) {
        let d = self.d;
        let Some(table) = self.tree.get("hand").and_then(Node::table) else { return };
        let used = d.ids().any(|id| may_be_held(d, id));
        if let Some(entry) = own(table, "drops").filter(|_| !used) {
            let message = say!("nothing ever comes to a hand, so this has no effect");
            self.fault(&entry.place, message, say!("write hand.prisoners = true, or hand.pieces"));
        }
        let faces = d.pieces.iter().any(|piece| piece.letter.is_promoted());
        if let Some(entry) = own(table, "promoted").filter(|_| !faces) {
            let message = say!("no piece has a letter with a `+`, so this has no effect");
            self.fault(&entry.place, message, say!("give what a piece promotes to its letter with a `+`"));
        }
    }

    fn limit(&mut self) {
        let table = self.tree.get("promotion").and_then(Node::table);
        let d = self.d;
        let counts = table.and_then(|table| table.entry("limit-counts-hand")).filter(|entry| is_own(entry));
        let limited = d.players.iter().any(|player| player.promotion.limit.is_some());
        if let Some(entry) = counts.filter(|_| !limited || !d.ids().any(|id| may_be_held(d, id))) {
            let (message, hint) = match limited {
                true => (
                    say!("nothing ever comes to a hand, so this has no effect"),
                    say!("write hand.prisoners = true, or remove it"),
                ),
                false => (
                    say!("there is no promotion.limit, so this has no effect"),
                    say!("write promotion.limit, or remove it"),
                ),
            };
            self.fault(&entry.place, message.to_owned(), hint);
        }
        let Some(entry) = table.and_then(|table| own(table, "limit")) else { return };
        let promoted = |id| d.pieces.iter().flat_map(|p| &p.rules).any(|r| r.promotes_to.contains(&id));
        let limits = d.players.iter().filter_map(|player| player.promotion.limit.as_ref());
        let limited: Vec<PieceId> =
            d.ids().filter(|id| limits.clone().any(|limit| limit[id.index()] > 0)).collect();
        if let Some(&id) = limited.iter().find(|&&id| !promoted(id)) {
            let message = say!(
                "nothing promotes to the {name}, so its limit has no effect",
                name = names::piece(&d.piece(id).name)
            );
            self.fault(&entry.node.place, message, say!("name it in promotion.to, or leave it out here"));
        }
    }

    fn clock(&mut self) {
        let Some(table) = self.tree.get("clock").and_then(Node::table) else { return };
        if let Some(entry) = own(table, "irreversible").filter(|_| self.d.clock.moves.is_empty()) {
            let message = say!("no move sets the clock to 0 by its piece, so this has no effect");
            self.fault(&entry.place, message, say!("name the pieces in clock.moves, or remove it"));
        }
        if let Some(entry) = own(table, "promotions").filter(|_| {
            let promotes =
                |id| Color::ALL.iter().any(|&color| !self.d.rules(color, id).promotes_to.is_empty());
            !self.d.ids().any(promotes)
        }) {
            let message = say!("nothing promotes, so this has no effect");
            self.fault(&entry.place, message, say!("write promotes = true for a piece, or remove it"));
        }
    }

    fn counting(&mut self) {
        let table = self.tree.get("counting").and_then(Node::table);
        let Some((table, rule)) = table.zip(self.d.counting.as_ref()) else { return };
        let asked = |pieces: &[(PieceId, u8)], id: PieceId| {
            pieces.iter().find(|piece| piece.0 == id).map_or(0, |piece| piece.1)
        };
        // Whoever has what a later part asks for has also what an earlier one does.
        let hidden = rule.bare.iter().enumerate().find(|(at, (pieces, _))| {
            let earlier = &rule.bare[..*at];
            earlier.iter().any(|(less, _)| less.iter().all(|&(id, n)| asked(pieces, id) >= n))
        });
        if let Some((entry, (at, _))) = own(table, "bare").zip(hidden) {
            let message =
                say!("part {part} is never reached: one before it fits whenever it does", part = at + 1);
            self.fault(
                &entry.node.place,
                message,
                say!("write the part that asks for more before the other"),
            );
        }
        if let Some(entry) = own(table, "most").filter(|_| rule.board.is_none()) {
            let message = say!("only a bare king counts here, so this has no effect");
            self.fault(&entry.place, message, say!("write `board`, the number of moves for who is not bare"));
        }
    }

    fn both_lost(&mut self) {
        let Some(entry) = own(self.tree, "both-lost") else { return };
        let petrifies = |piece: &Piece| piece.rules.iter().any(|rules| rules.captures.petrifies);
        if self.d.explosion.is_none() && !self.d.pieces.iter().any(petrifies) {
            let message = say!("nothing is lost by both players at once, so this has no effect");
            self.fault(&entry.place, message, say!("write `explosion`, or remove it"));
        }
    }

    fn facing(&mut self) {
        let Some(entry) = own(self.tree, "facing-lines") else { return };
        if !self.d.kings_never_face && !self.d.facing_offers_draw {
            let message = say!("nothing is said of kings that face each other, so this has no effect");
            self.fault(&entry.place, message, say!("write facing-kings = \"illegal\", or remove it"));
        }
    }

    fn castling(&mut self) {
        let table = self.tree.get("castling").and_then(Node::table);
        let Some(entry) = table.and_then(|table| own(table, "through-attack")) else { return };
        if self.d.players.iter().all(|player| player.king_lost_by == KingLoss::Checkmate) {
            let message = say!("a king that may not be left attacked never castles through attacks");
            self.fault(&entry.place, message, say!("write king-lost-by = \"capture\", or remove it"));
        }
    }
}

/// A key that the game's own file sets to something.
fn own<'t>(table: &'t Table, key: &str) -> Option<&'t Entry> {
    table.entry(key).filter(|entry| is_own(entry) && !entry.node.is_false())
}

fn is_own(entry: &Entry) -> bool {
    entry.place.file == 0
}
