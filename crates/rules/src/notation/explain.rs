//! Why a move cannot be made, for the person who typed it.

use super::san::MOST_NAMED;
use crate::definition::{Definition, DoubleStep, Letter, PieceId, Ray, colored};
use crate::geometry::{Color, MAX_RANKS, Offset, Square};
use crate::message::{Arg, Message, list};
use crate::order::sort_long;
use crate::position::{Move, Position, Reason};
use crate::say;
use crate::tables::Kind;

/// Of so many moves an example is chosen: to write more takes longer than anybody who is refused may cost.
const MOST_WRITTEN: usize = 1000;

impl Position {
    /// Why a text names no legal move: one line that says what is wrong and, where it can, what
    /// would be right. The text may be coordinates or SAN.
    ///
    /// It costs no more than a few times as much as to make the first halves of the legal moves, whatever the text is.
    #[must_use]
    pub fn why_not(&self, text: &str) -> Message {
        Self::too_long(text).unwrap_or_else(|| self.why_not_among(text, &self.first_halves()))
    }

    /// The same, where the first halves of the legal moves are known.
    pub(super) fn why_not_among(&self, text: &str, halves: &[Move]) -> Message {
        let is_legal = |&half: &Move| !self.has_second_halves() || !self.second_halves(half).is_empty();
        if !halves.iter().any(is_legal)
            && let Some(outcome) = self.outcome().filter(|o| o.reason.is_final())
        {
            return say!("the game is over ({reason})", reason = outcome.reason.name());
        }
        if let Some(reason) = self.why_not_placing(text, halves) {
            return reason;
        }
        let shape = self.variant().shape();
        let two = shape.parse_prefix(text).and_then(|(from, rest)| {
            let (to, rest) = shape.parse_prefix(rest)?;
            Some((from, to, rest))
        });
        match two {
            Some((from, to, rest)) => self.why_not_squares((from, to, rest), halves),
            None => self.why_not_san(text, halves),
        }
    }

    fn definition(&self) -> &Definition {
        self.variant().definition()
    }

    fn piece_name(&self, kind: Kind) -> Arg {
        self.name_of(self.variant().piece_of(kind))
    }

    fn name_of(&self, piece: PieceId) -> Arg {
        Arg::Name(self.definition().piece(piece).name.to_string())
    }

    fn square(&self, square: Square) -> String {
        self.variant().shape().name(square).to_string()
    }

    fn why_not_placing(&self, text: &str, halves: &[Move]) -> Option<Message> {
        let example = || self.example(halves, |_| true).map(|text| say!(", such as {text}", text));
        let Some((letter, square)) = text.split_once('@') else {
            return self.is_placing().then(|| {
                say!("all pieces in hand are placed before anything moves{example}", example = example())
            });
        };
        if !self.definition().hands.used {
            return Some(say!("this game has no pieces in hand to place"));
        }
        let piece = letter.parse().ok().and_then(|letter| self.definition().lettered(letter));
        let Some(piece) = piece else {
            return Some(say!(
                "a placement is an upper-case letter, @ and a square{example}",
                example = example()
            ));
        };
        let name = self.name_of(piece);
        let Some(to) = self.variant().shape().parse(square) else {
            return Some(say!("`{square}` is no square of this board", square = super::fen::shown(square)));
        };
        if self.in_hand(self.turn(), Kind::base(piece)) == 0 {
            return Some(say!("{side} has no {name} in hand", side = colored(self.turn()), name));
        }
        if self.piece_at(to).is_some() {
            return Some(say!("{square} is occupied", square = self.square(to)));
        }
        let zone = self.definition().rules(self.turn(), piece).drop_zone;
        if !zone.contains(to) {
            return Some(say!("the {name} may not be placed on {square}", name, square = self.square(to)));
        }
        let rules = self.definition().rules(self.turn(), piece);
        if let Some(most) = rules.drop_limit
            && self.on_file_of(to, piece) >= usize::from(most)
        {
            return Some(match most {
                1 => say!("a {name} of yours stands on that file already", name),
                _ => say!("{most} of your {name}s stand on that file already", most, name),
            });
        }
        // Placing a piece leaves no king attacked that was safe.
        if rules.no_drop_mates && !self.is_check() {
            return Some(say!("placing a {name} may not give checkmate", name));
        }
        Some(say!("it would leave the king attacked"))
    }

    /// The text of a legal move that begins with one of some halves, as an example: the first of them by its text.
    fn example(&self, halves: &[Move], fits: impl FnMut(&Move) -> bool) -> Option<String> {
        let halves = halves.iter().copied().filter(fits).take(MOST_WRITTEN);
        let mut texts: Vec<(String, Move)> = halves.map(|mv| (self.move_text(mv), mv)).collect();
        if !self.has_second_halves() {
            return texts.into_iter().map(|(text, _)| text).min();
        }
        texts.retain(|&(_, half)| !self.second_halves(half).is_empty());
        let (_, half) = texts.into_iter().min()?;
        self.second_halves(half).iter().map(|square| self.move_text(half.blocking(square))).min()
    }

    /// How many of a player's pieces of a kind stand on the file of a square.
    fn on_file_of(&self, square: Square, piece: PieceId) -> usize {
        let shape = self.variant().shape();
        let same = |other: &Square| shape.file(*other) == shape.file(square);
        let is =
            |&(kind, color): &(Kind, Color)| color == self.turn() && self.variant().piece_of(kind) == piece;
        shape
            .iter()
            .filter(same)
            .filter(|&other| self.piece_at(other).is_some_and(|found| is(&found)))
            .count()
    }

    fn why_not_squares(&self, (from, to, rest): (Square, Square, &str), all: &[Move]) -> Message {
        let us = self.turn();
        let Some((kind, color)) = self.piece_at(from) else {
            return say!("nothing stands on {square}", square = self.square(from));
        };
        let name = self.piece_name(kind);
        if color != us {
            return say!(
                "the {name} on {square} is the opponent's; {side} is to move",
                name,
                square = self.square(from),
                side = colored(us),
            );
        }
        let legal: Vec<_> = all.iter().copied().filter(|mv| mv.from() == from).collect();
        if legal.iter().any(|mv| mv.to() == to) {
            let there = || legal.iter().filter(|mv| mv.to() == to);
            let whole = |&half: &Move| Some(half.blocking(self.second_halves(half).iter().next()?));
            if let Some(example) = there().find_map(whole).map(|mv| self.move_text(mv)) {
                return if rest.contains(',') {
                    say!("the blocker cannot go there, such as {example}", example)
                } else {
                    say!("say where the blocker goes, such as {example}", example)
                };
            }
            let texts: Vec<_> = there().take(MOST_WRITTEN).map(|&mv| self.move_text(mv)).collect();
            return match rest {
                "" => say!("say what to promote to: {texts}", texts = list(texts, ", ")),
                _ => say!("there is {texts}", texts = list(texts, ", ")),
            };
        }
        if let Some(reason) = self.why_no_promotion(kind, from, to) {
            return reason;
        }
        if let Some((other, color)) = self.piece_at(to)
            && color == us
        {
            return say!(
                "your own {name} stands on {square}",
                name = self.piece_name(other),
                square = self.square(to)
            );
        }
        if self.piece_at(to).is_none() && self.must_capture() {
            let own = legal.first().map(|&mv| self.example(&[mv], |_| true));
            let example = own.unwrap_or_else(|| self.example(all, |_| true));
            return say!("who can capture must, such as {example}", example = example.unwrap_or_default());
        }
        if let Some(mv) = self.would_go(from, to) {
            return self.why_king(kind, mv);
        }
        let mut reached: Vec<_> = legal.iter().take(MOST_WRITTEN).map(|&mv| self.move_text(mv)).collect();
        sort_long(&mut reached, |a, b| a < b);
        reached.dedup();
        let can = match reached.len() {
            0 => say!("it has no legal move now"),
            1..=8 => say!("it can play {texts}", texts = list(reached, ", ")),
            n => {
                reached.truncate(4);
                say!("it has {n} moves, such as {texts}", n, texts = list(reached, ", "))
            }
        };
        let [from, to] = [from, to].map(|square| self.square(square));
        say!("the {name} on {from} cannot go to {to}; {can}", name, from, to, can)
    }

    /// The move by which the piece could go there if its king did not matter.
    fn would_go(&self, from: Square, to: Square) -> Option<Move> {
        let us = self.turn();
        if !self.loses_by_checkmate(us) {
            return None;
        }
        self.moves_without_check().into_iter().find(|mv| mv.from() == from && mv.to() == to)
    }

    fn why_king(&self, kind: Kind, mv: Move) -> Message {
        let us = self.turn();
        let after = self.tried(mv);
        let attacked = after.royals_attacked(us).iter().next();
        if !self.definition().has_one_king(us) {
            let name =
                attacked.and_then(|square| after.piece_at(square)).map(|(kind, _)| self.piece_name(kind));
            return match name {
                Some(name) => say!("the {name} would be attacked, and is royal", name),
                None => say!("too many of your royal pieces would be lost"),
            };
        }
        if attacked.is_some_and(|king| after.attackers_to(king, us.other()).is_empty())
            && self.definition().kings_never_face
        {
            return say!("the kings would face each other");
        }
        let mut taken = self.effect(mv).taken.into_iter().map(|taken| taken.piece);
        if taken.any(|piece| piece.color == us && self.is_royal(piece.kind, us)) {
            return say!("the king would be lost with it");
        }
        if !self.definition().players[us.index()].gives_check && self.is_safe(mv) {
            return say!("no move may give check");
        }
        if mv.promotion().is_some() && self.is_safe(mv) {
            return say!("what comes by promotion may attack no enemy, nor may promoting give check");
        }
        match (self.is_check(), self.is_royal(kind, self.turn())) {
            (_, true) => say!("the king would be attacked there"),
            (true, false) => say!("the king is in check, and this does not answer it"),
            (false, false) => {
                say!("the {name} is pinned: its king would be attacked", name = self.piece_name(kind))
            }
        }
    }

    /// The answer to a move onto a rank where the piece would have to promote and cannot.
    fn why_no_promotion(&self, kind: Kind, from: Square, to: Square) -> Option<Message> {
        let us = self.turn();
        let definition = self.definition();
        let promotion = &definition.players[us.index()].promotion;
        let rules = definition.rules(us, self.variant().piece_of(kind));
        let zones = definition.zones(us, self.variant().piece_of(kind));
        if rules.promotes_to.is_empty() || !zones.forced.contains(to) {
            return None;
        }
        let limit = promotion.limit.as_ref()?;
        let shape = self.variant().shape();
        let first = rules.first_moves.iter().flat_map(|moves| &moves.rays);
        let mut steps = rules.moves.rays.iter().chain(first).map(|ray| shape.relative_offset(us, ray.step));
        if !steps.any(|step| shape.offset(from, step) == Some(to)) || !self.promotion_choices().is_empty() {
            return None;
        }
        let rank = shape.rank(to);
        let whole = shape.iter().filter(|&s| shape.rank(s) == rank).all(|s| zones.forced.contains(s));
        let place = match whole {
            true => say!("rank {rank}", rank = shape.rank(shape.relative(us, to)) + 1),
            false => Message::prose(&self.square(to)),
        };
        let name = self.piece_name(kind);
        let most: Vec<String> = rules
            .promotes_to
            .iter()
            .map(|&p| format!("{} {}", limit[p.index()], definition.piece(p).letter))
            .collect();
        let why = if self.army() == self.variant().start().army_of(us) {
            say!("none of your pieces has been captured")
        } else {
            say!(
                "none of your pieces that it could become is missing (at most {most})",
                most = list(most, ", ")
            )
        };
        Some(say!(
            "the {name} cannot enter {place}: {why}, so it has nothing to promote to",
            name,
            place,
            why
        ))
    }

    fn army(&self) -> Vec<usize> {
        self.army_of(self.turn())
    }

    /// How many of each piece a player has, on the board and in hand.
    fn army_of(&self, color: Color) -> Vec<usize> {
        let setup = self.setup();
        let standing = |piece| {
            let is = |cell: &&Option<(Kind, Color)>| {
                cell.is_some_and(|(kind, c)| c == color && self.variant().piece_of(kind) == piece)
            };
            setup.board.iter().filter(is).count()
        };
        let held = |piece: PieceId| usize::from(setup.hands[color.index()][piece.index()]);
        self.definition().ids().map(|piece| standing(piece) + held(piece)).collect()
    }

    fn why_not_san(&self, text: &str, halves: &[Move]) -> Message {
        let letter = text.chars().next();
        let castling = text.starts_with(['O', '0', 'o']) && text.contains('-');
        if castling {
            return self.why_no_castling(halves);
        }
        let shape = self.variant().shape();
        let stem = text.split('=').next().unwrap_or_default();
        let stem = stem.trim_end_matches(|c: char| c.is_ascii_uppercase() || "+#!?".contains(c));
        let target =
            (0..stem.len()).filter(|&i| stem.is_char_boundary(i)).find_map(|i| shape.parse(&stem[i..]));
        let pieces = &self.definition().pieces;
        let piece =
            letter.and_then(|c| pieces.iter().find(|p| Some(p.letter) == Letter::new(c) && !p.silent));
        if let Some(reason) = self.why_not_the_one(text, halves) {
            return reason;
        }
        match (piece, target) {
            (Some(piece), Some(to)) => {
                let name = Arg::Name(piece.name.to_string());
                say!(
                    "no {name} of {side}'s can legally go to {square}",
                    name,
                    side = colored(self.turn()),
                    square = self.square(to)
                )
            }
            (None, Some(to)) if letter.is_some_and(|c| c.is_ascii_lowercase()) => {
                let silent = |kind: &Kind| self.definition().piece(self.variant().piece_of(*kind)).silent;
                let own = |s: Square| self.piece_at(s).filter(|(_, color)| *color == self.turn());
                let refusal =
                    |s: Square| self.why_no_promotion(own(s).map(|(kind, _)| kind).filter(silent)?, s, to);
                if let Some(reason) = shape.iter().find_map(refusal) {
                    return reason;
                }
                say!(
                    "no pawn of {side}'s can legally go to {square} like that",
                    side = colored(self.turn()),
                    square = self.square(to)
                )
            }
            (None, Some(_)) if letter.is_some_and(|c| c.is_ascii_uppercase()) => {
                let letters: Vec<_> =
                    pieces.iter().filter(|p| !p.silent).map(|p| p.letter.to_string()).collect();
                say!(
                    "no piece has the letter {letter}; there are {letters}",
                    letter = letter.unwrap_or(' '),
                    letters = list(letters, " ")
                )
            }
            _ => match self.plain_move(halves).or_else(|| self.example(halves, |_| true)) {
                Some(example) => say!("not a move; write it like {example}", example),
                None => say!("there is no legal move"),
            },
        }
    }

    /// Why the one piece that SAN can mean cannot go there: the one whose moves lead there at all.
    fn why_not_the_one(&self, text: &str, legal: &[Move]) -> Option<Message> {
        let stem = text.trim_end_matches(|c| "+#!?".contains(c));
        let named = super::san::Origin::read(self, stem)?;
        let there = |mv: &&Move| mv.to() == named.to && named.fits(self, mv.from());
        let there = legal.iter().filter(there).take(MOST_NAMED).copied();
        // A whole move, where it has a second half.
        let whole = |half: Move| match self.has_second_halves() {
            true => self.second_halves(half).iter().next().map(|square| half.blocking(square)),
            false => Some(half),
        };
        let there: Vec<Move> = there.filter_map(whole).collect();
        if let Some(first) = there.first() {
            let texts: Vec<_> = there.iter().map(|&mv| self.san_stem(mv, legal)).collect();
            let texts = list(texts, ", ");
            return Some(match first.promotion() {
                Some(_) => say!("say what to promote to: {texts}", texts),
                None => say!("there is {texts}", texts),
            });
        }
        let shape = self.variant().shape();
        let takes = stem.contains('x');
        let mut leading =
            shape.iter().filter(|&from| named.fits(self, from) && self.leads(from, named.to, takes));
        let from = leading.next().filter(|_| leading.next().is_none())?;
        Some(self.why_not_squares((from, named.to, ""), legal))
    }

    /// Whether the moves of a piece lead from where it stands to a square, whatever stands elsewhere.
    fn leads(&self, from: Square, to: Square, takes: bool) -> bool {
        let Some((kind, color)) = self.piece_at(from) else { return false };
        let (shape, piece) = (self.variant().shape(), self.variant().piece_of(kind));
        let rules = self.definition().rules(color, piece);
        let silent = self.definition().piece(piece).silent;
        let way = shape.relative_offset(color, shape.between(from, to));
        let leads = |end: Offset| shape.reduced(end) == shape.reduced(way);
        let most = i8::try_from(MAX_RANKS).unwrap_or(i8::MAX);
        let fits = |ray: &&Ray| !silent || if takes { ray.captures } else { ray.moves };
        let on = rules.moves_on.iter().flat_map(|on| &on.moves.rays);
        let steps = |double: &DoubleStep, n: i8| {
            let starts = !takes && double.starts(n as usize).contains(from);
            starts && double.steps.iter().any(|&(x, y)| leads((n * x, n * y)))
        };
        rules.rays().chain(on).filter(fits).any(|ray| ray.reach(most).ends.into_iter().any(leads))
            || rules.double_step.iter().any(|double| steps(double, 2) || steps(double, 3))
    }

    /// The text of a legal move of a pawn, or what else SAN writes without a letter, as an example.
    fn plain_move(&self, halves: &[Move]) -> Option<String> {
        let silent = |mv: &Move| {
            let piece = self.piece_at(mv.from()).map(|(kind, _)| self.variant().piece_of(kind));
            mv.manner().from_hand().is_none() && piece.is_some_and(|p| self.definition().piece(p).silent)
        };
        self.example(halves, silent)
    }

    fn why_no_castling(&self, halves: &[Move]) -> Message {
        let us = self.turn();
        let setup = self.setup();
        if self.definition().players[us.index()].castling.iter().all(Option::is_none) {
            return say!("there is no castling in this game");
        }
        if setup.castling[us.index()].iter().all(Option::is_none) {
            return say!("the king or the rook has moved, so castling is no longer possible");
        }
        if self.is_check() {
            return say!("the king cannot castle while it is attacked");
        }
        if self.must_capture() {
            let example = self.example(halves, |_| true).unwrap_or_default();
            return say!("who can capture must, such as {example}", example);
        }
        say!("castling needs empty squares between king and rook, and no attacked square on the king's way")
    }
}

/// A name for an outcome's reason in a sentence.
#[must_use]
pub fn reason_text(reason: Reason) -> Message {
    match reason {
        Reason::KingCaptured => say!("the king was captured"),
        Reason::RoyalsLost => say!("the royal pieces are lost"),
        Reason::Castling => say!("castling decides"),
        Reason::TooFew => say!("too few pieces are left"),
        Reason::GoalReached => say!("the goal was reached"),
        Reason::CheckCount => say!("one check too many"),
        Reason::BareKing => say!("a king stands bare"),
        Reason::Checkmate => say!("checkmate"),
        Reason::Stalemate => say!("stalemate: no legal move"),
        Reason::Repetition => say!("the position was repeated"),
        Reason::PerpetualCheck => say!("perpetual check"),
        Reason::FacingKings => say!("the draw that facing kings offer was accepted"),
        Reason::BothPassed => say!("both players passed"),
        Reason::CountedOut => say!("the moves were counted out"),
        Reason::FiftyMoves => say!("no progress for too long"),
        Reason::InsufficientMaterial => say!("nobody has enough pieces left to win"),
    }
}
