//! The pieces and their rules.

use crate::definition::reader::Reader;
use crate::definition::syntax::{Entry, Node, Table};
use crate::definition::{
    Captures, Code, DoubleStep, Entry as HandEntry, Exposed, Hands, Letter, MAX_TYPES, Moves, MovesOn, Path,
    Piece, PieceId, PieceRules, Ray, Zones, names, picture,
};
use crate::geometry::{Color, SquareSet};
use crate::order::sort_short;

use super::initial::Initial;
use super::players::zones;
use crate::message::Message;
use crate::say;

/// A piece as the united tree has it.
pub(super) struct Kind<'t> {
    pub(super) entry: &'t Entry,
    pub(super) keys: &'t Table,
    pub(super) letter: Letter,
    pub(super) royal: bool,
}

/// The pieces in their order, kings first; also tells the reader their letters.
pub(super) fn kinds<'t>(r: &mut Reader<'_>, tree: &'t Table) -> Option<Vec<Kind<'t>>> {
    let mut kinds: Vec<Kind<'t>> = Vec::new();
    for entry in tree.get("pieces").and_then(Node::table).map_or(&[][..], |t| &t.0) {
        let Some(keys) = entry.node.table() else { continue };
        let others = tree.get("pieces").and_then(Node::table).into_iter().flat_map(|t| &t.0);
        let Some(letter) = letter(r, entry, keys, others) else { continue };
        if let Some(other) = kinds.iter().find(|k| k.letter == letter) {
            let message =
                say!("`{letter}` is the letter of the piece `{key}` already", letter, key = &other.entry.key);
            let at = keys.get("letter").map_or(&entry.place, |n| &n.place).clone();
            r.fault(Code::E060, &at, message, free_letter(entry, tree));
            continue;
        }
        let royal = keys.get("royal").and_then(Node::truth).unwrap_or(false);
        kinds.push(Kind { entry, keys, letter, royal });
    }
    promoted(r, &mut kinds);
    if kinds.len() > MAX_TYPES {
        let message = say!("a game has at most {most} kinds of pieces", most = MAX_TYPES);
        r.fault(Code::E062, &kinds[MAX_TYPES].entry.place.clone(), message, None);
        return None;
    }
    order(r, tree, &mut kinds);
    r.letters = kinds.iter().map(|k| k.letter).collect();
    unknown_in_armies(r, tree, &kinds);
    Some(kinds)
}

/// A letter that no piece has, best one of the piece's name.
fn free_letter(entry: &Entry, tree: &Table) -> Option<Message> {
    let pieces = tree.get("pieces").and_then(Node::table).into_iter().flat_map(|table| &table.0);
    let taken: Vec<&str> =
        pieces.filter_map(|piece| piece.node.table()?.get("letter").and_then(Node::text)).collect();
    let named = entry.key.bytes().filter(u8::is_ascii_lowercase).map(|b| b.to_ascii_uppercase());
    let free = named.chain(b'A'..=b'Z').map(|b| char::from(b).to_string());
    let free = free.into_iter().find(|letter| !taken.contains(&letter.as_str()))?;
    Some(say!("`{free}` is free", free))
}

/// A piece without a letter is likely to be another one whose name was mistyped.
fn letter<'t>(
    r: &mut Reader<'_>,
    entry: &Entry,
    keys: &Table,
    others: impl Iterator<Item = &'t Entry>,
) -> Option<Letter> {
    let Some(node) = keys.get("letter") else {
        let others = others.map(|other| &*other.key).filter(|&other| other != &*entry.key);
        let hint = names::did_you_mean(&entry.key, others)
            .unwrap_or_else(|| say!("a new piece has a letter, such as letter = \"E\", and moves"));
        r.fault(Code::E014, &entry.place, say!("the key `letter` is missing here"), Some(hint));
        return None;
    };
    let letter = node.text()?.parse().ok();
    if letter.is_none() {
        let hint = say!("what a piece promotes to may have its letter with a + before it");
        r.fault(Code::E061, &node.place, say!("a letter is one of A to Z, upper case"), Some(hint));
    }
    letter
}

/// What has a letter with a `+` is another piece, promoted.
fn promoted(r: &mut Reader<'_>, kinds: &mut Vec<Kind<'_>>) {
    let letters: Vec<Letter> = kinds.iter().map(|k| k.letter).collect();
    kinds.retain(|kind| {
        let (letter, other) = (kind.letter, kind.letter.unpromoted());
        if letters.contains(&other) {
            return true;
        }
        let at = kind.keys.get("letter").map_or(&kind.entry.place, |n| &n.place).clone();
        let message = say!(
            "`{letter}` is what `{other}` promotes to, and no piece has the letter `{other}`",
            letter,
            other
        );
        r.fault(Code::E083, &at, message, None);
        false
    });
}

/// Puts the pieces in the order that the file gives; kings are first in any case.
fn order(r: &mut Reader<'_>, tree: &Table, kinds: &mut [Kind<'_>]) {
    let declared: Vec<Letter> = kinds.iter().map(|k| k.letter).collect();
    r.letters.clone_from(&declared);
    r.called = kinds.iter().map(|k| (k.entry.key.clone(), k.letter)).collect();
    if let Some(node) = tree.get("order") {
        let ids = r.pieces(node);
        let said: Vec<Letter> = ids.iter().map(|&i| declared[i.index()]).collect();
        if let Some(c) = declared.iter().find(|&&c| said.iter().filter(|&&s| s == c).count() != 1) {
            let message = say!("`order` must have `{letter}` once", letter = c);
            r.fault(Code::E065, &node.place, message, Some(say!("it lists every piece")));
        }
        let rank = |c: Letter| said.iter().position(|&s| s == c).unwrap_or(usize::MAX);
        sort_short(kinds, |a, b| rank(a.letter) < rank(b.letter));
    }
    sort_short(kinds, |a, b| a.royal && !b.royal);
}

/// An army can change pieces, not add any.
fn unknown_in_armies(r: &mut Reader<'_>, tree: &Table, kinds: &[Kind<'_>]) {
    let armies = tree.get("armies").and_then(Node::table);
    for army in armies.iter().flat_map(|a| &a.0) {
        let pieces = army.node.table().and_then(|t| t.get("pieces")).and_then(Node::table);
        for entry in pieces.iter().flat_map(|p| &p.0) {
            let all = || kinds.iter().map(|k| &*k.entry.key);
            let removed =
                tree.get("pieces").and_then(Node::table).is_some_and(|t| t.get(&entry.key).is_some());
            if !removed && !all().any(|n| n == &*entry.key) {
                let hint = names::did_you_mean(&entry.key, all())
                    .or(Some(say!("an army changes pieces that stand under [pieces]")));
                let message = say!("there is no piece `{key}`", key = &entry.key);
                r.fault(Code::E061, &entry.place, message, hint);
            }
        }
    }
}

/// Reads every piece for both players.
pub(super) fn read(
    r: &mut Reader<'_>,
    kinds: &[Kind<'_>],
    views: &[Table; 2],
    hands: Hands,
) -> (Vec<Piece>, Vec<Initial>) {
    let mut pieces = Vec::new();
    let mut initial = Vec::new();
    for (id, kind) in PieceId::first(kinds.len()).zip(kinds) {
        let rules = Color::ALL.map(|color| {
            let view = &views[color.index()];
            let keys = view.get("pieces").and_then(Node::table).and_then(|t| t.get(&kind.entry.key));
            let Some(keys) = keys.and_then(Node::table) else { return PieceRules::default() };
            let (rules, said) = PieceReader { r, kinds, kind, view, keys, color, id, hands }.rules();
            initial.extend(said);
            rules
        });
        let text = |key: &str| kind.keys.get(key).and_then(Node::text);
        pieces.push(Piece {
            name: text("name").map_or_else(|| kind.entry.key.to_string(), str::to_owned),
            letter: kind.letter,
            figures: figures(r, kind),
            picture: String::new(),
            value: kind.keys.get("value").and_then(Node::number).map(|v| v as i32),
            points: kind.keys.get("points").and_then(Node::number).map_or(0, |n| n as u8),
            silent: kind.keys.get("silent").and_then(Node::truth).unwrap_or(false),
            about: text("about").unwrap_or_default().to_owned(),
            rules,
        });
    }
    let said: Vec<picture::Said<'_>> = kinds
        .iter()
        .map(|kind| picture::Said { picture: kind.keys.get("picture"), royal: kind.royal })
        .collect();
    picture::choose(r, &said, &mut pieces);
    (pieces, initial)
}

fn figures(r: &mut Reader<'_>, kind: &Kind<'_>) -> Option<[char; 2]> {
    let node = kind.keys.get("figures")?;
    let chars: Vec<char> = node.text()?.chars().collect();
    match chars[..] {
        [white, black] => Some([white, black]),
        _ => {
            let message = say!("`figures` takes two characters: White's and Black's");
            r.fault(Code::E016, &node.place, message, Some(say!("such as \"♙♟\"")));
            None
        }
    }
}

struct PieceReader<'r, 'a, 't> {
    r: &'r mut Reader<'a>,
    kinds: &'r [Kind<'t>],
    kind: &'r Kind<'t>,
    view: &'r Table,
    keys: &'r Table,
    color: Color,
    id: PieceId,
    hands: Hands,
}

impl PieceReader<'_, '_, '_> {
    fn rules(mut self) -> (PieceRules, Option<Initial>) {
        let (mut moves, initial) = match self.r.required(self.keys, "moves", &self.kind.entry.place) {
            Some(node) => {
                let parsed = self.r.all_moves(node);
                let place = node.place.clone();
                Initial::of(self.r, &place, self.id, self.color, parsed)
            }
            None => (Moves::default(), None),
        };
        moves.rays.extend(self.leap_capture("leap-capture"));
        let leaps = self.leap_capture("first-leap-capture");
        let first = self.keys.get("first-moves").filter(|n| !n.is_false());
        let first_moves = (first.is_some() || !leaps.is_empty()).then(|| {
            let mut moves = first.map(|n| self.r.moves(n)).unwrap_or_default();
            moves.rays.extend(leaps);
            moves
        });
        let stays_in = self.keys.get("stays-in").filter(|n| !n.is_false());
        let stays_in = stays_in.map(|n| self.r.region(n, self.color));
        let truth = |key| self.keys.get(key).and_then(Node::truth).unwrap_or(false);
        let rules = PieceRules {
            moves,
            first_moves,
            en_passant: truth("en-passant"),
            double_step: self.double_step(),
            promotes_to: self.promotes_to(),
            entry: self.entry(),
            enters_behind: self.enters_behind(),
            drop_zone: SquareSet(self.drop_zone().0 & stays_in.map_or(u128::MAX, |region| region.0)),
            stays_in,
            moves_on: self.moves_on(),
            avoids: Vec::new(),
            unsettled_by: self.unsettled_by(),
            promoted_moved: truth("promoted-moved"),
            leaves: self.keys.get("leaves").filter(|n| !n.is_false()).and_then(|n| self.r.piece(n)),
            promotion: self.zones(),
            drop_limit: self.keys.get("drop-limit").and_then(Node::number).map(|most| most as u8),
            no_drop_mates: self.keys.get("drop-mates").and_then(Node::truth) == Some(false),
            drops_balanced: truth("drops-balanced"),
            captures: self.captures(),
        };
        let rules = PieceRules { avoids: self.avoids(&rules), ..rules };
        (rules, initial)
    }

    /// The enemies that end its first moves by coming to aim at it.
    fn unsettled_by(&mut self) -> Vec<PieceId> {
        let Some(node) = self.keys.get("unsettled-by").filter(|n| !n.is_false()) else { return Vec::new() };
        if self.keys.get("first-moves").is_none_or(Node::is_false) {
            let message = say!("a piece without `first-moves` has none to lose");
            self.r.fault(
                Code::E014,
                &node.place,
                message,
                Some(say!("write first-moves, or unsettled-by = false")),
            );
        }
        self.r.set_of_pieces(node)
    }

    /// The pieces that it neither captures nor leaps over.
    fn avoids(&mut self, rules: &PieceRules) -> Vec<PieceId> {
        let Some(node) = self.keys.get("avoids").filter(|n| !n.is_false()) else { return Vec::new() };
        let plain = |ray: &Ray| {
            matches!(ray.path, Path::Clear | Path::Lame { .. } | Path::Cannon | Path::Grasshopper)
        };
        let on = rules.moves_on.iter().flat_map(|on| &on.moves.rays);
        if !rules.rays().chain(on).all(plain) {
            let message =
                say!("a piece with moves of several legs, turns or captures on the way avoids no others");
            self.r.fault(Code::E034, &node.place, message, Some(say!("write avoids = false")));
        }
        self.r.set_of_pieces(node)
    }

    /// What is special about its captures.
    fn captures(&mut self) -> Captures {
        let truth = |key| self.keys.get(key).and_then(Node::truth).unwrap_or(false);
        let [own, petrifies] = [truth("captures-own"), truth("turns-to-stone")];
        let said = |key| self.keys.get(key).filter(|node: &&Node| !node.is_false());
        Captures {
            own,
            petrifies,
            captor_becomes: said("captor-becomes").and_then(|node| self.r.piece(node)),
        }
    }

    /// Where it promotes, if that is not where the player's other pieces do: what it does not say is as for them.
    fn zones(&mut self) -> Option<Zones> {
        let own = self.keys.get("promotion").and_then(Node::table)?;
        let all = self.view.get("promotion").and_then(Node::table);
        Some(zones(self.r, &[Some(own), all], self.color))
    }

    /// The leaps of a key such as `leap-capture`, each with the nearest square that it passes over.
    fn leap_capture(&mut self, key: &str) -> Vec<Ray> {
        let Some(entry) = self.keys.entry(key) else { return Vec::new() };
        let Some(table) = entry.node.table() else { return Vec::new() };
        let leap = self.r.required(table, "leap", &entry.place);
        let over = self.r.required(table, "over", &entry.place);
        let (Some(leap_node), Some(over)) = (leap, over) else { return Vec::new() };
        let must_capture = table.get("must-capture").and_then(Node::truth).unwrap_or(false);
        let (leaps, over) = (self.r.single_steps(leap_node), self.r.single_steps(over));
        let mut rays = Vec::new();
        for step in leaps {
            let grid = self.r.shape.grid();
            let distance = |s: &(i8, i8)| grid.length_squared((step.0 - s.0, step.1 - s.1));
            let Some(&square) = over.iter().min_by_key(|s| distance(s)) else { continue };
            if square == step {
                let message = say!("this leap would pass over the square it goes to");
                self.r.fault(Code::E034, &leap_node.place, message, None);
                continue;
            }
            let path = Path::Over { square, must_capture };
            rays.push(Ray { step, min: 1, max: 1, path, moves: true, captures: false, round: false });
        }
        rays
    }

    fn double_step(&mut self) -> Option<DoubleStep> {
        let entry = self.keys.entry("double-step")?;
        let table = entry.node.table()?;
        let moves = self.r.required(table, "moves", &entry.place);
        let from = self.r.required(table, "from", &entry.place);
        let (moves, from) = (moves?, from?);
        let (steps, from) = (self.r.single_steps(moves), self.r.region(from, self.color));
        let triple = table.get("triple-from").filter(|node| !node.is_false());
        let triple_from = triple.map_or(SquareSet::EMPTY, |node| self.r.region(node, self.color));
        let en_passant = self.exposed(table.get("en-passant"), from.or(triple_from));
        Some(DoubleStep { steps, from, triple_from, en_passant, unmoved: false })
    }

    /// Which double steps can be captured en passant: all, none, or those that start in a region.
    fn exposed(&mut self, node: Option<&Node>, starts: SquareSet) -> Exposed {
        let region = match node.map(|node| (node, node.truth())) {
            None | Some((_, Some(false))) => return Exposed::Never,
            Some((_, Some(true))) => return Exposed::Always,
            Some((node, None)) => self.r.region(node, self.color),
        };
        match starts.and(region) {
            SquareSet::EMPTY => Exposed::Never,
            all if all == starts => Exposed::Always,
            some => Exposed::From(some),
        }
    }

    fn promotes_to(&mut self) -> Vec<PieceId> {
        let Some(node) = self.keys.get("promotes").filter(|n| !n.is_false()) else { return Vec::new() };
        let promotion = self.view.get("promotion").and_then(Node::table);
        let Some(promotion) = promotion else {
            let hint = say!("write [promotion] with on and to, or promotes = false");
            self.r.fault(Code::E080, &node.place, say!("there is no [promotion] in this game"), Some(hint));
            return Vec::new();
        };
        let to = if node.text().is_some() { Some(node) } else { promotion.get("to") };
        let found = to.map(|n| self.r.set_of_pieces(n)).unwrap_or_default();
        let at = to.unwrap_or(node).place.clone();
        if found.is_empty() {
            let hint = say!("name the pieces in promotion.to");
            self.r.fault(Code::W202, &node.place, say!("this piece promotes to nothing"), Some(hint));
        }
        // Who says how royal pieces are lost knows that there may be several.
        let several = self.view.get("royal").is_some();
        if !several && found.iter().any(|&piece| self.kinds[piece.index()].royal) {
            let hint = say!("{written} lets a player have several", written = "royal = { lost = \"all\" }");
            self.r.fault(Code::E081, &at, say!("nothing promotes to a king"), Some(hint));
        }
        if found.contains(&self.id) {
            self.r.fault(Code::E081, &at, say!("a piece cannot promote to its own kind"), None);
        }
        found
    }

    fn moves_on(&mut self) -> Option<MovesOn> {
        let entry = self.keys.entry("moves-on")?;
        let table = entry.node.table()?;
        let region = self.r.required(table, "region", &entry.place);
        let moves = self.r.required(table, "moves", &entry.place);
        let (region, node) = (region?, moves?);
        let (region, moves) = (self.r.region(region, self.color), self.r.moves(node));
        if moves.rays.iter().any(Ray::captures_on_the_way) {
            let message = say!("this takes moves that capture only where they end");
            self.r.fault(Code::E034, &node.place, message, Some(say!("such as F, N or pB")));
            return None;
        }
        Some(MovesOn { region, moves })
    }

    fn entry(&mut self) -> Option<HandEntry> {
        let entry = self.keys.entry("enters-for")?;
        let table = entry.node.table()?;
        let piece = self.r.required(table, "piece", &entry.place);
        let on = self.r.required(table, "on", &entry.place);
        let (piece, on) = (piece?, on?);
        let exchanges = self.r.piece(piece)?;
        if self.kinds[exchanges.index()].royal || exchanges == self.id {
            let message = say!("it must take the place of another kind of piece, and not of the king");
            self.r.fault(Code::E091, &piece.place, message, None);
            return None;
        }
        Some(HandEntry { exchanges, from: self.r.region(on, self.color) })
    }

    fn enters_behind(&mut self) -> Vec<PieceId> {
        let Some(node) = self.keys.get("enters-behind").filter(|n| !n.is_false()) else { return Vec::new() };
        let found = self.r.set_of_pieces(node);
        // What is taken prisoner may enter behind its like.
        if (found.contains(&self.id) && !self.hands.prisoners) || self.kind.royal {
            let message = say!("it must enter behind another kind of piece, and the king behind none");
            self.r.fault(Code::E091, &node.place, message, None);
            return Vec::new();
        }
        found
    }

    fn drop_zone(&mut self) -> SquareSet {
        let own = self.keys.get("drops").map(|n| self.r.region(n, self.color));
        let hand = self.view.get("hand").and_then(Node::table);
        let zone = hand.and_then(|h| h.get("drops")).map(|n| self.r.region(n, self.color));
        let start = hand.and_then(|h| h.get("pieces")).and_then(Node::text).unwrap_or_default();
        // Where both sides are shown, what lies in hand is dropped as either.
        let in_hand =
            |letter: Letter| self.hands.prisoners || Letter::list(start).any(|(_, held)| held == Ok(letter));
        let letter = self.kind.letter;
        let enters = ["enters-for", "enters-behind"]
            .into_iter()
            .any(|key| self.keys.get(key).is_some_and(|n| !n.is_false()));
        let may_be_in_hand = in_hand(letter.unpromoted()) && (!letter.is_promoted() || self.hands.promoted);
        match own {
            _ if !may_be_in_hand => SquareSet::EMPTY,
            Some(own) => own,
            None if enters => SquareSet::EMPTY,
            None => zone.unwrap_or(self.r.shape.cells()),
        }
    }
}
