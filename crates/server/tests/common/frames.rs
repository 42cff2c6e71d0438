//! Frames that pages send to a game: any text. Nothing panics, and the log stays consistent.

use std::cell::RefCell;
use std::collections::HashMap;

use berolina_server::game::{Agreed, Cabinet, Entry, Match, Now, Wisher, read};
use berolina_wire::event::{End, Request};
use berolina_wire::socket::Act;
use berolina_wire::{ClockRule, Color, What};

/// Games by the first byte: quick ones, placements, a shuffle, drops, one without draws, one with other first moves.
pub const GAMES: [&str; 8] =
    ["near", "chess", "near-drop", "near-960", "crazyhouse", "forward", "three-check", "xiangqi"];
/// Clocks by the second.
pub const CLOCKS: [Option<ClockRule>; 5] = [
    None,
    Some(ClockRule::Fischer { base: 60_000, increment: 2000 }),
    Some(ClockRule::Delay { base: 10_000, delay: 3000 }),
    Some(ClockRule::Days { days: 1 }),
    Some(ClockRule::Fischer { base: 0, increment: 1000 }),
];
/// So many lines are read.
const MAX_LINES: usize = 200;

/// Inputs to begin with: two bytes, then lines. `w` and `b` stand before what a player's page sends; `+` lets milliseconds pass, `~` says what
/// the line is given back, `g` that the other is gone or has come, `r` lets the server begin again.
pub const SEEDS: [&str; 6] = [
    "\0\0w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"move\",\"text\":\"e2e4\"}}\nb{\"id\":1,\"ply\":1,\"act\":{\"type\":\"move\",\"text\":\"e7e5\"}}\nb{\"id\":2,\"ply\":2,\"act\":{\"type\":\"ask\",\"what\":\"take-back\"}}\nr\nw{\"id\":2,\"ply\":2,\"act\":{\"type\":\"ask\",\"what\":\"take-back\"}}\nb{\"id\":3,\"ply\":1,\"act\":{\"type\":\"move\",\"text\":\"d5\"}}",
    "\u{1}\u{1}w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"move\",\"text\":\"f3\"}}\nb{\"id\":1,\"ply\":1,\"act\":{\"type\":\"move\",\"text\":\"e5\"}}\n+500\n~300\nw{\"id\":2,\"ply\":2,\"act\":{\"type\":\"move\",\"text\":\"g4\"}}\nw{\"id\":3,\"ply\":2,\"act\":{\"type\":\"give-time\"}}\nb{\"id\":2,\"ply\":3,\"act\":{\"type\":\"move\",\"text\":\"Qh4\"}}\nb{\"id\":4,\"ply\":4,\"act\":{\"type\":\"ask\",\"what\":\"rematch\"}}\nw{\"id\":4,\"ply\":4,\"act\":{\"type\":\"ask\",\"what\":\"rematch\"}}",
    "\u{4}\u{2}w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"move\",\"text\":\"e4\"}}\nb{\"id\":1,\"ply\":1,\"act\":{\"type\":\"move\",\"text\":\"e5\"}}\nw{\"id\":2,\"ply\":2,\"act\":{\"type\":\"ask\",\"what\":\"draw\"}}\nb{\"id\":2,\"ply\":2,\"act\":{\"type\":\"decline\",\"what\":\"draw\"}}\n+20000\nb{\"id\":3,\"ply\":2,\"act\":{\"type\":\"resign\"}}",
    "\u{5}\u{3}w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"say\",\"text\":\"hello\"}}\nb{\"id\":1,\"ply\":0,\"act\":{\"type\":\"phrase\",\"phrase\":\"good-luck\"}}\nb{\"id\":2,\"ply\":0,\"act\":{\"type\":\"claim\"}}\n+90000000\nw{\"id\":2,\"ply\":0,\"act\":{\"type\":\"abort\"}}",
    "\u{2}\u{4}w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"move\",\"text\":\"Q@d1\"}}\nb{\"id\":1,\"ply\":1,\"act\":{\"type\":\"move\",\"text\":\"Q@d8\"}}\ng\nw{\"id\":2,\"ply\":2,\"act\":{\"type\":\"claim-gone\",\"draw\":true}}",
    "\u{3}\0w{\"id\":1,\"ply\":0,\"act\":{\"type\":\"abort\"}}\nb{\"id\":1,\"ply\":0,\"act\":{\"type\":\"ask\",\"what\":\"rematch\"}}\nw{\"id\":2,\"ply\":0,\"act\":{\"type\":\"decline\",\"what\":\"rematch\"}}",
];

thread_local! {
    static READY: RefCell<(Cabinet, HashMap<usize, Agreed>)> = RefCell::default();
}

fn agreed(game: usize, clock: Option<ClockRule>) -> Agreed {
    READY.with_borrow_mut(|(cabinet, ready)| {
        let agreed = ready.entry(game).or_insert_with(|| {
            cabinet.propose(super::terms(GAMES[game], None), |_| 0).expect("a shipped game")
        });
        let mut agreed = agreed.clone();
        agreed.terms.clock = clock;
        agreed
    })
}

/// A game to which things are said.
struct Table {
    game: Match,
    begun: u64,
    served: u64,
    credit: u32,
    alone: bool,
}

/// The property: two bytes for the game and its clock, then lines.
pub fn hold(bytes: &[u8]) {
    let [game, clock, text @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let agreed = agreed(usize::from(*game) % GAMES.len(), CLOCKS[usize::from(*clock) % CLOCKS.len()]);
    let game = Match::new(agreed, 1000).expect("the start was looked at");
    let mut table = Table { game, begun: 1000, served: 1000, credit: 0, alone: false };
    for line in text.lines().take(MAX_LINES) {
        table.hear(line);
    }
    table.is_whole();
    table.is_in_order();
}

impl Table {
    fn hear(&mut self, line: &str) {
        let mut letters = line.chars();
        match (letters.next(), letters.as_str()) {
            (Some('w'), frame) => self.frame(Color::White, frame),
            (Some('b'), frame) => self.frame(Color::Black, frame),
            (Some('+'), passed) => {
                self.served = self.served.saturating_add(passed.parse::<u32>().unwrap_or(1).into());
                self.flag();
            }
            (Some('~'), credit) => self.credit = credit.parse::<u32>().unwrap_or(0).min(1000),
            (Some('g'), _) => self.alone = !self.alone,
            (Some('r'), _) => {
                self.is_whole();
                self.game = self.again();
            }
            _ => {}
        }
    }

    fn frame(&mut self, color: Color, frame: &str) {
        let wish = match read(frame) {
            Ok(wish) => wish,
            Err(refusal) => return super::is_one_line(&refusal),
        };
        let now = Now { at: 5, served: self.served, credit: self.credit, fresh: "AAAAAAAAAAAA" };
        let before = (self.game.number(), self.game.game().position().fen());
        let granted = self.game.granted(color, wish.id);
        let decided = self.game.decide(Wisher { color, alone: self.alone }, &wish, now);
        // To decide changes nothing.
        assert_eq!((self.game.number(), self.game.game().position().fen()), before);
        match decided {
            Err(refusal) => super::is_one_line(&refusal),
            Ok(entries) => {
                assert_eq!(granted.is_some(), entries.is_empty());
                let (ply, over) = (self.game.ply(), self.game.is_over());
                self.apply(entries);
                if matches!(wish.act, Act::Move { .. }) && self.game.ply() != ply {
                    assert!(!over && wish.ply == ply);
                    assert_eq!(self.game.granted(color, wish.id), Some(before.0 + 1));
                }
            }
        }
    }

    fn flag(&mut self) {
        let now = Now { at: 5, served: self.served, credit: self.credit, fresh: "" };
        let entries = self.game.decide_time(now);
        self.apply(entries);
    }

    fn apply(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            self.game.apply(entry).expect("what was decided can be");
        }
    }

    /// The game as the log tells it, which was written down.
    fn again(&self) -> Match {
        let written = |entry: &Entry| Entry {
            event: serde_json::from_str(&serde_json::to_string(&entry.event).expect("plain data"))
                .expect("what was written"),
            served: entry.served,
        };
        let log = self.game.log().iter().map(written).collect();
        let (again, damage) =
            Match::replay(self.game.agreed().clone(), self.begun, log).expect("the same start");
        assert_eq!(damage, None);
        again
    }

    /// What the log tells is the game.
    fn is_whole(&self) {
        let (one, other) = (&self.game, self.again());
        assert_eq!(other.log(), one.log());
        assert_eq!(other.summary(), one.summary());
        assert_eq!(other.times(self.served), one.times(self.served));
        assert_eq!((other.end(), other.ply()), (one.end(), one.ply()));
        assert_eq!(other.game().position().fen(), one.game().position().fen());
    }

    /// Numbers without gaps, turns, one end, and only talk and another game after it.
    fn is_in_order(&self) {
        let mut over = false;
        for (number, Entry { event, .. }) in (1..).zip(self.game.log()) {
            assert_eq!(event.number, number);
            let late = match &event.what {
                What::Said { .. } | What::Phrase { .. } => true,
                What::RematchOffered { .. }
                | What::RematchMade { .. }
                | What::Declined { what: Request::Rematch, .. } => {
                    assert!(over);
                    true
                }
                What::Ended { end, winner, .. } => {
                    assert!(*end != End::Abort || winner.is_none());
                    false
                }
                _ => false,
            };
            assert!(late || !over, "{event:?}");
            over |= matches!(event.what, What::Ended { .. });
            let runs = event.times.is_some_and(|times| times.running.is_some());
            assert!(!(runs && over), "no clock runs after the end");
        }
        assert_eq!(over, self.game.is_over());
    }
}
