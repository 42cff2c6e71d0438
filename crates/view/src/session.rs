//! A game being played, as a board shows it.

use std::collections::BTreeMap;
use std::sync::Arc;

use berolina_rules::definition::ClockEnd;
use berolina_rules::explain::Texts;
use berolina_rules::geometry::{Color, Square, SquareSet};
use berolina_rules::message::Language;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::notation::reason_text;
use berolina_rules::notation::record::{MoveStyle, Record};
use berolina_rules::order::{sort_long, sort_short};
use berolina_rules::position::{Arrival, Manner, Origin, Standing};
use berolina_rules::tables::Kind;
use berolina_rules::{Game, Move, Outcome, Position, Variant};

use crate::goal::{self, Aim, Goal};
use crate::info;
use crate::model;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    /// What stands before the game's name in a spec.
    prefix: &'static str,
    language: Arc<Language>,
    /// What is said of the pieces.
    texts: Arc<Texts>,
}

impl Session {
    /// A game with the moves made so far.
    #[must_use]
    pub fn new(game: Game, prefix: &'static str) -> Self {
        Self { game, prefix, language: Arc::default(), texts: Arc::default() }
    }

    /// The same, told of in a language.
    #[must_use]
    pub fn speaking(self, language: &Arc<Language>) -> Self {
        Self { language: Arc::clone(language), ..self }
    }

    /// The same, with what is told of its game: what is said of a piece that is inspected.
    #[must_use]
    pub fn told(self, texts: &Arc<Texts>) -> Self {
        Self { texts: Arc::clone(texts), ..self }
    }

    fn variant(&self) -> &Arc<Variant> {
        self.game.start().variant()
    }

    /// The game's name with its options.
    #[must_use]
    pub fn spec(&self) -> String {
        format!("{}{}", self.prefix, self.variant().definition().full_name())
    }

    /// The position as it stands.
    #[must_use]
    pub fn view(&self) -> model::View {
        self.view_of(self.game.moves().len())
    }

    /// The position after so many moves; `None` if there were fewer.
    #[must_use]
    pub fn view_at(&self, ply: usize) -> Option<model::View> {
        (ply <= self.game.moves().len()).then(|| self.view_of(ply))
    }

    fn view_of(&self, ply: usize) -> model::View {
        let position = &self.game.positions()[ply];
        let attacked = Color::ALL.into_iter().flat_map(|color| position.royals_attacked(color).iter());
        let checked = Color::ALL.into_iter().flat_map(|color| position.checked(color).iter());
        let entries = |color| hand(position, color);
        model::View {
            fen: position.fen(),
            turn: position.turn().into(),
            ply,
            move_number: position.move_number(),
            cells: cells(position).collect(),
            blockers: position.blockers().iter().map(|square| square.0).collect(),
            hands: (entries(Color::White), entries(Color::Black)),
            attacked_kings: attacked.map(|square| square.0).collect(),
            checked: checked.map(|square| square.0).collect(),
            legal: legal(position),
            outcome: self.game.outcome_at(ply).map(|ended| outcome(ended, &self.language)),
            claim: position.claim().map(Into::into),
            winner_on_time: position.winner_on_time(position.turn()).map(Into::into),
            counter: counter(position),
            placing: position.is_placing(),
            notes: notes(position),
        }
    }

    /// The moves made.
    #[must_use]
    pub fn moves(&self) -> Vec<model::MoveTexts> {
        let made = self.game.positions().iter().zip(self.game.moves());
        made.map(|(position, &mv)| model::MoveTexts { text: position.move_text(mv), san: position.san(mv) })
            .collect()
    }

    /// Plays a move by its text or in SAN.
    ///
    /// # Errors
    /// Why it is not legal, in one line.
    pub fn play(&mut self, text: &str) -> Result<model::Played, String> {
        let mv = self.game.position().parse_any(text).map_err(|error| self.language.say(&error.reason))?;
        self.game.push(mv);
        Ok(self.played(self.game.moves().len()))
    }

    /// The move that led to a position; `None` if there is none of that number, counted from 1.
    #[must_use]
    pub fn played_at(&self, ply: usize) -> Option<model::Played> {
        (1..=self.game.moves().len()).contains(&ply).then(|| self.played(ply))
    }

    fn played(&self, ply: usize) -> model::Played {
        let (before, after) = (&self.game.positions()[ply - 1], &self.game.positions()[ply]);
        let mv = self.game.moves()[ply - 1];
        let effect = before.effect(mv);
        let taken = effect.taken.iter().map(|taken| captured(taken.piece)).collect();
        // What moves but arrives nowhere has exploded.
        let left =
            effect.emptied.iter().filter(|piece| effect.filled.is_empty() && piece.square == mv.from());
        let exploded = left.map(|&piece| captured(piece)).next();
        let created = |arrival: &&Arrival| match arrival.from {
            Origin::Square(_) => false,
            Origin::Hand => !matches!(effect.manner, Manner::Drop(_)),
            Origin::Created => true,
        };
        let created = effect.filled.iter().filter(created).map(|arrival| arrival.piece.square.0).collect();
        model::Played {
            text: before.move_text(mv),
            san: before.san(mv),
            from: before.origin(mv).map(|square| square.0),
            to: mv.to().0,
            captured: taken,
            exploded,
            changes: changes(before, after),
            created,
            view: self.view_of(ply),
        }
    }

    /// Takes back the last move; `false` at the start.
    pub fn undo(&mut self) -> bool {
        self.game.pop().is_some()
    }

    /// Why a move is not legal; empty if it is.
    #[must_use]
    pub fn why_not(&self, text: &str) -> String {
        let position = self.game.position();
        if position.parse_any(text).is_ok() {
            return String::new();
        }
        self.language.say(&position.why_not(text))
    }

    /// What the piece on a square can do; `None` if nothing stands there.
    #[must_use]
    pub fn inspect(&self, square: u8) -> Option<model::Inspection> {
        let square = Square(square);
        let position = self.game.position();
        let seen = position.variant().shape().has(square).then(|| position.inspect(square))??;
        let squares = |set: SquareSet| set.iter().map(|square| square.0).collect();
        let free = |s: &Square| position.piece_at(*s).is_none();
        // Also where it could capture if an enemy came: that is what sets a strange piece's captures apart.
        let captures = seen.attacks.iter().filter(free).chain(seen.captures.iter()).collect();
        let notes = self.texts.of(seen.color, position.variant().piece_of(seen.kind));
        Some(model::Inspection {
            piece: model::Piece { color: seen.color.into(), kind: index(seen.kind) },
            moves: squares(seen.moves),
            captures: squares(captures),
            first: squares(seen.first),
            guards: squares(seen.attacks),
            notes: info::said(notes, &self.language),
        })
    }

    /// The game as a record, for analysis.
    #[must_use]
    pub fn record(&self) -> Record {
        Record::from_game(&self.game)
    }

    /// What of the `open` parts of a lesson's goal is so after the last move, as its player sees it: nothing if the goal
    /// is reached, or the game won. Without `open`, all of its parts.
    ///
    /// # Errors
    /// The goal names what is no square, or too many, in one line.
    pub fn left(&self, goal: &Goal, safe: bool, open: Option<&[String]>) -> Result<Vec<String>, String> {
        let (Some(open), [.., before, after], Some(&mv)) =
            (open, self.game.positions(), self.game.moves().last())
        else {
            return Ok(goal.parts());
        };
        if self.game.outcome().is_some_and(|outcome| outcome.winner == Some(before.turn())) {
            return Ok(Vec::new());
        }
        let aim = Aim::new(goal, safe, before)?;
        let parts = goal.parts();
        let bits =
            (0..).zip(&parts).filter(|(_, part)| open.contains(part)).fold(0, |bits, (at, _)| bits | 1 << at);
        let left = aim.after(bits, before, mv, after);
        Ok((0..).zip(parts).filter(|(at, _)| left & 1 << at != 0).map(|(_, part)| part).collect())
    }

    /// What the side to move does in a lesson in which it waits.
    #[must_use]
    pub fn waits(&self) -> model::Waits {
        let position = self.game.position();
        let over = self.game.outcome().is_some();
        let capture = if over { None } else { goal::capture(position) };
        let passed = if over || capture.is_some() { None } else { goal::passed(position).ok() };
        model::Waits {
            capture: capture.map(|mv| position.move_text(mv)),
            passed: passed.map(|position| position.fen()),
        }
    }

    /// The game as PGN, with tags and a result such as `1-0` for a game that the rules have not ended.
    ///
    /// # Errors
    /// A result that PGN does not know.
    pub fn pgn<'a>(
        &self,
        tags: impl Iterator<Item = (&'a str, &'a str)>,
        result: Option<&str>,
    ) -> Result<String, String> {
        let mut record = Record::from_game(&self.game);
        for (name, value) in tags {
            record.set_tag(name, value);
        }
        if let Some(text) = result {
            let result = GameResult::from_text(text);
            record.set_result(result.ok_or("a result is 1-0, 0-1, 1/2-1/2 or *".to_owned())?);
        }
        Ok(record.to_text(MoveStyle::San))
    }
}

fn piece_on(position: &Position, square: Square) -> Option<model::Piece> {
    position.piece_at(square).map(|(kind, color)| model::Piece { color: color.into(), kind: index(kind) })
}

fn cells(position: &Position) -> impl Iterator<Item = Option<model::Piece>> + '_ {
    position.variant().shape().indices().map(|square| piece_on(position, square))
}

fn hand(position: &Position, color: Color) -> Vec<model::HandEntry> {
    let pieces = position.variant().definition().pieces.len();
    let entry = |kind| model::HandEntry { kind: index(kind), count: position.in_hand(color, kind) };
    Kind::first(pieces).map(entry).filter(|entry| entry.count > 0).collect()
}

fn legal(position: &Position) -> Vec<model::LegalMove> {
    if position.variant().definition().blocker.is_some() {
        return legal_halves(position);
    }
    let sans = position.sans();
    let moves: Vec<Move> = sans.iter().map(|(mv, _)| *mv).collect();
    let mut legal: Vec<_> = sans.into_iter().map(|(mv, san)| legal_move(position, &moves, mv, san)).collect();
    sort_long(&mut legal, |a, b| a.text < b.text);
    legal
}

/// The squares on which other pieces stand.
fn changes(before: &Position, after: &Position) -> Vec<model::Change> {
    let pairs = cells(before).zip(cells(after)).zip(0..).filter(|((before, after), _)| before != after);
    pairs.map(|((before, after), square)| model::Change { square, before, after }).collect()
}

/// The legal moves of a game with a blocker: each first half once, with where the second may put it. There are some thirty of
/// these, and some thousand moves.
fn legal_halves(position: &Position) -> Vec<model::LegalMove> {
    let mut wholes = BTreeMap::<Move, Vec<Move>>::new();
    for mv in position.legal_moves() {
        wholes.entry(mv.first_half()).or_default().push(mv);
    }
    let halves: Vec<Move> = wholes.keys().copied().collect();
    let half = |(mv, wholes): (Move, Vec<Move>)| {
        let mut squares: Vec<u8> =
            wholes.iter().filter_map(|mv| mv.blocks()).map(|square| square.0).collect();
        sort_short(&mut squares, |a, b| a < b);
        // Pieces stand alike after all of them.
        let changes = changes(position, &position.play_unchecked(wholes[0]));
        let second = (!squares.is_empty()).then_some(model::SecondHalf { squares, changes });
        model::LegalMove { second, ..legal_move(position, &halves, mv, position.san_of_half(mv, &halves)) }
    };
    let mut legal: Vec<_> = wholes.into_iter().map(half).collect();
    sort_long(&mut legal, |a, b| a.text < b.text);
    legal
}

fn legal_move(position: &Position, all: &[Move], mv: Move, san: String) -> model::LegalMove {
    let (mut to, mut also) = (mv.to(), Vec::new());
    let castles = |mv: Move| matches!(mv.manner(), Manner::Castling(_) | Manner::GatingCastling(..));
    if castles(mv) {
        let rook = castling_rook(position, mv);
        // Where the king can go there by itself, or stands there already, only the rook means castling.
        let plain = |other: &&Move| !castles(**other) && other.from() == mv.from();
        let taken = mv.from() == to || all.iter().filter(plain).any(|other| other.to() == to);
        match rook {
            // The rook means the nearer of two castlings.
            _ if position.castles_farther(mv) => {}
            Some(rook) if taken => to = rook,
            Some(rook) if rook != to => also.push(rook.0),
            _ => {}
        }
    }
    let behind = match mv.manner() {
        Manner::Gating(_) => Some(mv.from()),
        Manner::GatingCastling(_, _, square) => Some(square),
        _ => None,
    };
    let captures: Vec<u8> = position.taken(mv).iter().map(|square| square.0).collect();
    model::LegalMove {
        text: position.move_text(mv),
        san,
        from: position.origin(mv).map(|square| square.0),
        to: to.0,
        also,
        enters: mv.manner().from_hand().map(index),
        promotion: mv.promotion().map(index),
        behind: behind.map(|square| square.0),
        explodes: !captures.is_empty() && position.effect(mv).filled.is_empty(),
        captures,
        castles: castles(mv),
        second: None,
    }
}

/// The square of the piece that castles with the king, if it moves.
fn castling_rook(position: &Position, mv: Move) -> Option<Square> {
    position.effect(mv).filled.iter().find_map(|arrival| match arrival.from {
        Origin::Square(square) if square != mv.from() && square != arrival.piece.square => Some(square),
        Origin::Square(_) | Origin::Hand | Origin::Created => None,
    })
}

fn captured(piece: Standing) -> model::Captured {
    let square = piece.square.0;
    model::Captured { square, piece: model::Piece { color: piece.color.into(), kind: index(piece.kind) } }
}

/// A kind as the page counts it.
pub(crate) fn index(kind: Kind) -> u8 {
    kind.index() as u8
}

fn outcome(outcome: Outcome, language: &Language) -> model::Outcome {
    model::Outcome {
        winner: outcome.winner.map(Into::into),
        reason: outcome.reason.name().to_owned(),
        text: language.say(&reason_text(outcome.reason)),
    }
}

fn counter(position: &Position) -> Option<model::Counter> {
    let (limit, end) = position.variant().definition().clock.limit?;
    Some(model::Counter {
        count: position.clock(),
        limit,
        ends: match end {
            ClockEnd::Draw => model::CounterEnd::Draw,
            ClockEnd::Claim => model::CounterEnd::Claim,
        },
        by: position.setup().capturer.map(Into::into),
    })
}

/// What a player should know of this position that the board does not show.
fn notes(position: &Position) -> Vec<String> {
    let mut notes = Vec::new();
    if position.is_placing() {
        notes.push("All pieces in hand are placed before anything moves.".to_owned());
    }
    let name = |color| match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    if let Some(color) = position.claim() {
        notes.push(format!("{} may claim a win: nobody has made progress for too long.", name(color)));
    }
    for color in Color::ALL {
        let all = position.variant().definition().players[color.index()].checks;
        if let (Some(all), Some(left)) = (all, position.checks_left(color))
            && left < all
        {
            notes.push(format!("Checks against {}: {} of {all}.", name(color), all - left));
        }
    }
    if position.must_capture() {
        notes.push(format!("{} must capture.", name(position.turn())));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;

    fn session(name: &str, text: &str, fen: Option<&str>) -> Session {
        let mut games = Games::new();
        games.add(name, text).unwrap();
        games.start(&format!("my:{name}"), fen).unwrap()
    }

    fn seirawan(moves: &str) -> Session {
        let mut session = Games::new().start("seirawan", None).unwrap();
        for mv in moves.split_whitespace() {
            session.play(mv).unwrap();
        }
        session
    }

    #[test]
    fn moves_of_two_halves_are_listed_by_the_first() {
        let text = "extends = \"chess\"\ntitle = \"Duck\"\nabout = \"x\"\nblocker = true\nking-lost-by = \"capture\"\n\
                    insufficient = false\n";
        let mut duck = session("duck", text, None);
        let first = duck.view();
        assert_eq!((first.legal.len(), first.blockers), (20, vec![]));
        let e4 = first.legal.iter().find(|mv| mv.text == "e2e4").unwrap();
        let second = e4.second.as_ref().unwrap();
        assert_eq!((e4.san.as_str(), second.squares.len(), second.changes.len()), ("e4", 32, 2));
        assert!(second.squares.contains(&12) && !second.squares.contains(&28));
        let played = duck.play("e2e4,e4e2").unwrap();
        assert_eq!((played.san.as_str(), played.view.blockers), ("e4,e2", vec![12]));
        assert!(played.view.legal.iter().all(|mv| !mv.second.as_ref().unwrap().squares.contains(&12)));
        assert!(duck.play("e7e5").unwrap_err().contains("blocker"));
    }

    #[test]
    fn checks_that_count_and_captures_that_must_be_made_are_told() {
        let text =
            "extends = \"chess\"\ntitle = \"Three\"\nabout = \"x\"\nchecks = 3\ninsufficient = false\n";
        let mut three = session("three", text, None);
        assert_eq!(three.view().notes, [] as [String; 0]);
        for mv in ["e2e4", "e7e5", "f1c4", "b8c6", "c4f7"] {
            three.play(mv).unwrap();
        }
        assert_eq!(three.view().notes, ["Checks against Black: 1 of 3."]);
        let text = "extends = \"chess\"\ntitle = \"Must\"\nabout = \"x\"\ncapture = \"any\"\n";
        let mut must = session("must", text, None);
        for mv in ["e2e4", "d7d5"] {
            must.play(mv).unwrap();
        }
        assert_eq!(must.view().notes, ["White must capture."]);
        assert_eq!(must.view().legal.len(), 1);
    }

    fn atomic(fen: Option<&str>) -> Session {
        Games::new().start("atomic", fen).unwrap()
    }

    /// Texts, the square reached, and where a piece enters.
    fn found(session: &Session, wanted: impl Fn(&model::LegalMove) -> bool) -> Vec<(String, u8, Option<u8>)> {
        let legal = session.view().legal.into_iter().filter(wanted);
        legal.map(|mv| (mv.text, mv.to, mv.behind)).collect()
    }

    #[test]
    fn castling_is_castling_whatever_enters_and_says_where() {
        let session = seirawan("e4 e5 Nf3 Nf6 Be2 Be7");
        // The king can go to neither square by itself, so the king's target stands for all of them.
        let castling = found(&session, |mv| mv.castles);
        let wanted =
            [("e1g1", None), ("e1g1e", Some(4)), ("e1g1h", Some(4)), ("h1e1e", Some(7)), ("h1e1h", Some(7))];
        assert_eq!(castling, wanted.map(|(text, behind)| (text.to_owned(), 6, behind)));
        assert!(session.view().legal.iter().all(|mv| !mv.castles || mv.also == [7]));
    }

    #[test]
    fn a_first_move_says_where_a_piece_enters_behind_it() {
        let session = seirawan("");
        let knight = found(&session, |mv| mv.from == Some(1) && mv.to == 16);
        let wanted = [("b1a3", None), ("b1a3e", Some(1)), ("b1a3h", Some(1))];
        assert_eq!(knight, wanted.map(|(text, behind)| (text.to_owned(), 16, behind)));
    }

    #[test]
    fn an_explosion_takes_own_pieces_and_the_capturer() {
        let mut session = atomic(Some("4k3/8/2n5/2bp4/4PN2/8/8/4K3 w - - 0 1"));
        let capture = session.view().legal.into_iter().find(|mv| mv.text == "f4d5").unwrap();
        assert!(capture.explodes);
        assert!(session.view().legal.iter().filter(|mv| mv.captures.is_empty()).all(|mv| !mv.explodes));
        let played = session.play("f4d5").unwrap();
        let at = |captured: &model::Captured| captured.square;
        // The pawn on e4 is spared.
        assert_eq!(played.captured.iter().map(at).collect::<Vec<_>>(), [34, 35, 42]);
        assert_eq!(played.exploded.as_ref().map(at), Some(29));
        assert!(played.view.cells[35].is_none() && played.view.cells[28].is_some());
    }

    #[test]
    fn a_side_that_waits_captures_passes_or_can_do_neither() {
        let waits = |fen: &str, mv: &str| {
            let mut session = Games::new().start("chess", Some(fen)).unwrap();
            session.play(mv).unwrap();
            let waits = session.waits();
            (waits.capture, waits.passed)
        };
        let took = waits("4k3/8/8/8/8/p1p5/8/RK6 w - - 0 1", "a1a2");
        assert_eq!(took, (None, Some("4k3/8/8/8/8/p1p5/R7/1K6 w - - 1 1".to_owned())));
        let took = waits("4k3/8/8/1p1p4/8/8/2P5/1K6 w - - 0 1", "c2c4");
        assert_eq!(took, (Some("b5c4".to_owned()), None), "the first of two, and of the double step's none");
        assert_eq!(waits("4k3/8/8/8/8/8/8/RK6 w - - 0 1", "a1a8"), (None, None), "in check");
        assert_eq!(waits("6k1/5ppp/8/8/8/8/8/RK6 w - - 0 1", "a1a8"), (None, None), "mated");
    }

    #[test]
    fn what_is_left_of_a_goal_is_what_the_last_move_did_not_do() {
        let goal = Goal::Reach(vec!["a3".to_owned(), "Ka2".to_owned()]);
        let mut session = Games::new().start("chess", Some("4k3/8/8/8/8/8/8/RK6 w - - 0 1")).unwrap();
        let all = session.left(&goal, false, None).unwrap();
        assert_eq!(all, ["a3", "Ka2"]);
        session.play("a1a2").unwrap();
        assert_eq!(session.left(&goal, false, Some(&all)).unwrap(), all, "a rook is no king");
        session.play("e8d8").unwrap();
        session.play("a2a3").unwrap();
        assert_eq!(session.left(&goal, false, Some(&all)).unwrap(), ["Ka2"]);
        assert_eq!(
            session.left(&goal, false, Some(&all[..1])).unwrap(),
            [""; 0],
            "what was done before stays so"
        );
        let bad = Goal::Take(vec!["z9".to_owned()]);
        assert!(session.left(&bad, false, Some(&[])).unwrap_err().contains("z9"));
    }

    #[test]
    fn what_captures_and_stays_has_not_exploded() {
        let mut session = Games::new().start("chess", None).unwrap();
        for mv in ["e4", "d5"] {
            session.play(mv).unwrap();
        }
        assert!(session.view().legal.iter().all(|mv| !mv.explodes && mv.behind.is_none()));
        assert_eq!(session.play("exd5").unwrap().exploded, None);
    }
}
