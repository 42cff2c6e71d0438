//! What a player is told who asks: help, moves, a hint, a claim.

use std::io;

use berolina_rules::Move;
use berolina_rules::definition::{ClockEnd, PieceId};
use berolina_rules::position::Manner;

use super::command;
use super::end::{End, player};
use super::example::example;
use super::opponent::{Strength, line};
use super::session::Session;
use crate::output::Failure;
use crate::terminal::point;

impl Session {
    pub(super) fn help(&self) -> io::Result<()> {
        let position = self.position();
        let variant = position.variant();
        let claims = matches!(variant.definition().clock.limit, Some((_, ClockEnd::Claim)));
        let example = example(position).map_or(String::new(), |mv| {
            format!(", such as {} or {}", position.move_text(mv), position.san(mv))
        });
        let mut text =
            format!("Type a move in coordinates or in algebraic notation{example}. Tab completes.\n");
        let mut others = position.legal_moves();
        others.sort_unstable();
        let mut show = |mv: Option<&Move>, what: &str| {
            if let Some(&mv) = mv {
                text.push_str(&format!("{} (or {}) {what}.\n", position.move_text(mv), position.san(mv)));
            }
        };
        show(others.iter().find(|mv| matches!(mv.manner(), Manner::Drop(_))), "places a piece from the hand");
        show(
            others.iter().find(|mv| matches!(mv.manner(), Manner::Entry(_))),
            "brings a piece in from the hand by exchange",
        );
        show(others.iter().find(|mv| mv.promotion().is_some()), "promotes");
        self.say(&format!("{text}{}", command::help(claims).trim_end()))
    }

    pub(super) fn list_moves(&self, which: &str) -> io::Result<()> {
        if self.end.is_some() {
            return self.say("The game is over: there are no moves.");
        }
        let position = self.position();
        let variant = position.variant();
        let square = variant.shape().parse(which);
        let letter = which.parse().ok().and_then(|letter| variant.definition().lettered(letter));
        if !which.is_empty() && square.is_none() && letter.is_none() {
            return self
                .say(&format!("`{}` is neither a square nor a piece's letter.", which.escape_debug()));
        }
        let mover = |mv: Move| variant.piece_of(position.moved_kind(mv));
        let chosen = |mv: Move| match (square, letter) {
            (Some(square), _) => position.origin(mv) == Some(square),
            (None, Some(piece)) => mover(mv) == piece,
            (None, None) => true,
        };
        let sans: Vec<_> = position.sans().into_iter().filter(|(mv, _)| chosen(*mv)).collect();
        if sans.is_empty() {
            return self.say(&self.no_moves(square, letter));
        }
        for (id, piece) in variant.definition().numbered() {
            let mut texts: Vec<&str> =
                sans.iter().filter(|(mv, _)| mover(*mv) == id).map(|(_, san)| san.as_str()).collect();
            texts.sort_unstable();
            if !texts.is_empty() {
                let lead = format!("{}: ", piece.name.replace('-', " "));
                self.say(point(&texts.join(" "), self.terminal.width, &lead).trim_end())?;
            }
        }
        Ok(())
    }

    fn no_moves(&self, square: Option<berolina_rules::geometry::Square>, letter: Option<PieceId>) -> String {
        let position = self.position();
        let variant = position.variant();
        let turn = player(position.turn());
        let name = |piece: PieceId| variant.definition().piece(piece).name.replace('-', " ");
        match square.map(|square| (variant.shape().name(square), position.piece_at(square))) {
            Some((square, None)) => format!("Nothing stands on {square}."),
            Some((square, Some((kind, color)))) if color != position.turn() => {
                format!(
                    "The {} on {square} is {}'s; {turn} is to move.",
                    name(variant.piece_of(kind)),
                    player(color)
                )
            }
            Some((square, Some((kind, _)))) => {
                format!("The {} on {square} has no legal move now.", name(variant.piece_of(kind)))
            }
            None => format!(
                "{turn} has no legal move with a {}.",
                letter.map_or_else(|| "piece".to_owned(), name)
            ),
        }
    }

    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        if self.end.is_some() {
            self.say("The game is over.")?;
            return Ok(());
        }
        let strength = match self.settings.strength {
            Strength::Level(level) => Strength::Level(level.max(5)),
            time => time,
        };
        let report = self.opponent.advise(&self.game, strength);
        if let Some(mv) = report.best {
            let then = line(&self.game, &report.pv, 5);
            let san = self.position().san(mv);
            let rest = then.strip_prefix(&san).unwrap_or("").trim();
            let rest = if rest.is_empty() { String::new() } else { format!(", then perhaps {rest}") };
            self.say(&format!("Try {} ({}{rest})", self.terminal.bold(&san), report.score))?;
        }
        Ok(())
    }

    pub(super) fn claim(&mut self) -> Result<(), Failure> {
        let position = self.position();
        let Some((limit, ClockEnd::Claim)) = position.variant().definition().clock.limit else {
            self.say("There is nothing to claim in this game.")?;
            return Ok(());
        };
        match position.claim() {
            _ if self.end.is_some() => self.say("The game is over.")?,
            Some(color) if !self.settings.computer[color.index()] => {
                self.end = Some(End::Claimed(color));
                self.keep()?;
            }
            Some(color) => self.say(&format!("Only {} may claim.", player(color)))?,
            None => {
                let passed = position.clock();
                let why = match position.setup().capturer {
                    None => "nobody has made a capture that counts".to_owned(),
                    Some(color) => format!(
                        "{} may once {limit} moves, counting both players', have passed since the last capture that counts; {passed} have",
                        player(color)
                    ),
                };
                self.say(&format!("Nobody can claim yet: {why} (`rules` says more)."))?;
            }
        }
        Ok(())
    }
}
