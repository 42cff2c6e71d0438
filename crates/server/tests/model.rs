//! A game beside a small model of it, written from what the wire and docs/server.md say: what two people wish at random, time that passes,
//! servers that begin again, and disks that fail.

mod expected;
mod hall;

use std::cell::RefCell;
use std::collections::HashMap;

use crate::common::frames::{CLOCKS, GAMES};
use berolina_server::game::{Agreed, Cabinet, Entry, Match, Now, Wisher};
use berolina_wire::event::{End, Phrase, Request, Times};
use berolina_wire::socket::{Act, Wish};
use berolina_wire::{ClockRule, Code, Color, Event, What};
use expected::{Expected, Model};
use proptest::prelude::*;
use proptest::sample::select;

/// When the games begin, in served milliseconds.
const BEGUN: u64 = 7000;

/// What happens next.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Somebody wishes.
    Wish {
        /// The player; else who is to move.
        by: Option<Color>,
        /// What, as far as it is known before the position is.
        act: Wanted,
        /// The moves that the page has seen more, or less, than there are.
        stale: i32,
        /// The number of the wish before again.
        again: bool,
        /// What the line is given back.
        credit: u32,
        /// The other is gone.
        alone: bool,
        /// It was decided, and not written.
        lost: bool,
    },
    /// So many milliseconds pass.
    Pass(u32),
    /// The server begins again.
    Restart,
    /// A player's page asks for what is new.
    Fetch(Color),
}

/// An act before the position is known.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// A legal move.
    Legal(usize),
    /// Anything else.
    Act(Act),
}

pub(crate) fn acts() -> impl Strategy<Value = Wanted> {
    let requests = || select(&[Request::Draw, Request::TakeBack, Request::Rematch]);
    let said = prop_oneof![
        4 => Just("well played".to_owned()),
        1 => Just(" \u{202e}\t".to_owned()),
        1 => Just("a".repeat(281)),
    ];
    let bad = select(&["", "e9", "e2e5", "e7e5", "Ke8", "0000", "e4\n"]);
    let act = prop_oneof![
        3 => bad.prop_map(|text| Act::Move { text: text.to_owned() }),
        1 => Just(Act::Resign),
        1 => Just(Act::Abort),
        12 => requests().prop_map(|what| Act::Ask { what }),
        5 => requests().prop_map(|what| Act::Decline { what }),
        1 => Just(Act::Claim),
        1 => any::<bool>().prop_map(|draw| Act::ClaimGone { draw }),
        3 => Just(Act::GiveTime),
        2 => said.prop_map(|text| Act::Say { text }),
        1 => select(&[Phrase::Hello, Phrase::Slip]).prop_map(|phrase| Act::Phrase { phrase }),
    ];
    prop_oneof![2 => any::<usize>().prop_map(Wanted::Legal), 1 => act.prop_map(Wanted::Act)]
}

fn steps() -> impl Strategy<Value = Step> {
    let by = prop_oneof![3 => Just(None), 1 => select(&Color::ALL).prop_map(Some)];
    let stale = prop_oneof![12 => Just(0), 1 => -2..=2];
    let few = |weight| prop::bool::weighted(weight);
    let wish = (by, acts(), stale, few(0.05), select(&[0u32, 0, 40, 900]), few(0.1), few(0.03));
    let wish = wish.prop_map(|(by, act, stale, again, credit, alone, lost)| Step::Wish {
        by,
        act,
        stale,
        again,
        credit,
        alone,
        lost,
    });
    let time = prop_oneof![8 => 0..4000u32, 1 => 0..70_000u32, 1 => 0..200_000_000u32];
    prop_oneof![
        24 => wish,
        4 => time.prop_map(Step::Pass),
        1 => Just(Step::Restart),
        2 => select(&Color::ALL).prop_map(Step::Fetch),
    ]
}

thread_local! {
    static READY: RefCell<(Cabinet, HashMap<usize, Agreed>)> = RefCell::default();
}

fn agreed(game: usize, clock: Option<ClockRule>, rated: bool) -> Agreed {
    READY.with_borrow_mut(|(cabinet, ready)| {
        let propose =
            || cabinet.propose(crate::common::terms(GAMES[game], None), |n| n / 2).expect("a shipped game");
        let mut agreed = ready.entry(game).or_insert_with(propose).clone();
        (agreed.terms.clock, agreed.terms.rated) = (clock, rated);
        agreed
    })
}

/// The game and its model, and what the players' pages know.
struct Beside {
    real: Match,
    model: Model,
    served: u64,
    wishes: [u32; 2],
    pages: [Vec<Event>; 2],
}

impl Beside {
    fn new(agreed: Agreed) -> Self {
        let model = Model::new(&agreed);
        let real = Match::new(agreed, BEGUN).expect("a good start");
        Self { real, model, served: BEGUN, wishes: [0; 2], pages: [Vec::new(), Vec::new()] }
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Wish { by, ref act, stale, again, credit, alone, lost } => {
                let color = by.unwrap_or(self.model.turn());
                let at = color as usize;
                if !again || self.wishes[at] == 0 {
                    self.wishes[at] += 1;
                }
                let act = match act {
                    Wanted::Act(act) => act.clone(),
                    Wanted::Legal(which) => Act::Move { text: self.model.legal(*which) },
                };
                let ply = self.model.ply().saturating_add_signed(stale);
                let wish = Wish { id: self.wishes[at], ply, act };
                self.wish(Wisher { color, alone }, &wish, credit, lost);
            }
            Step::Pass(time) => {
                self.served += u64::from(time);
                self.model.pass(time);
                if self.model.is_late(0) {
                    let now = Now { at: 3, served: self.served, credit: 0, fresh: "" };
                    let entries = self.real.decide_time(now);
                    let expected = self.model.out_of_time();
                    self.happens(entries, expected, 0);
                }
            }
            Step::Restart => self.restart(),
            Step::Fetch(color) => {
                let page = &mut self.pages[color as usize];
                let known = u32::try_from(page.len()).expect("short games");
                page.extend(self.real.since(known));
            }
        }
        assert_eq!(self.real.times(self.served), self.model.times(), "after {step:?}");
        assert_eq!(self.real.is_over(), self.model.is_over());
    }

    fn wish(&mut self, wisher: Wisher, wish: &Wish, credit: u32, lost: bool) {
        let now = Now { at: 3, served: self.served, credit, fresh: "BBBBBBBBBBBB" };
        let fen = self.real.game().position().fen();
        let decided = self.real.decide(wisher, wish, now);
        assert_eq!(self.real.game().position().fen(), fen, "to decide changes nothing");
        let mut after = self.model.clone();
        match (decided, after.wish(wisher, wish, credit)) {
            (Err(refusal), Expected::Refused(reasons)) => {
                crate::common::is_one_line(&refusal);
                assert!(reasons.contains(&refusal.code), "{refusal:?} and not {reasons:?} for {wish:?}");
            }
            (Ok(entries), Expected::Before(number)) => {
                assert_eq!(entries, [], "{wish:?}");
                assert_eq!(self.real.granted(wisher.color, wish.id), Some(number));
            }
            (Ok(entries), Expected::Events(events)) => {
                if lost {
                    return;
                }
                let id = if matches!(events[0].0.by(), Some(by) if by == wisher.color) { wish.id } else { 0 };
                let number = self.real.number() + 1;
                self.happens(entries, events, wish.id);
                self.model = after;
                if id != 0 {
                    assert_eq!(self.real.granted(wisher.color, wish.id), Some(number));
                }
            }
            (decided, expected) => panic!("{wish:?} by {wisher:?}: {decided:?}, and not {expected:?}"),
        }
    }

    /// What was decided is what was expected; then it happens.
    fn happens(&mut self, entries: Vec<Entry>, expected: Vec<(What, Option<Times>)>, wish: u32) {
        let told = |entry: &Entry| (entry.event.what.clone(), entry.event.times);
        assert_eq!(entries.iter().map(told).collect::<Vec<_>>(), expected);
        for entry in entries {
            let event = &entry.event;
            assert_eq!(event.number, self.real.number() + 1);
            assert_eq!(event.wish, if event.what.by().is_some() { wish } else { 0 });
            self.real.apply(entry).expect("what was decided can be");
        }
    }

    /// The log, written and read, tells the same game.
    fn restart(&mut self) {
        let written = |entry: &Entry| {
            let text = serde_json::to_string(&entry.event).expect("plain data");
            Entry { event: serde_json::from_str(&text).expect("what was written"), ..entry.clone() }
        };
        let log: Vec<Entry> = self.real.log().iter().map(written).collect();
        let (again, damage) = Match::replay(self.real.agreed().clone(), BEGUN, log).expect("a good start");
        assert_eq!(damage, None);
        assert_eq!(again.log(), self.real.log());
        assert_eq!(again.summary(), self.real.summary());
        assert_eq!(again.end(), self.real.end());
        assert_eq!(again.game().position().fen(), self.real.game().position().fen());
        // What else there is to remember is seen by what is granted from now on.
        self.real = again;
    }

    fn finish(mut self) {
        for color in Color::ALL {
            self.step(&Step::Fetch(color));
        }
        let [white, black] = &self.pages;
        assert_eq!(white, black, "both see one game");
        assert_eq!(*white, self.real.since(0));
        let numbers: Vec<u32> = white.iter().map(|event| event.number).collect();
        assert!(numbers.iter().copied().eq(1..=self.real.number()), "{numbers:?}");
        self.restart();
    }
}

fn cases(quick: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { config.cases } else { quick };
    ProptestConfig { cases, failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_game_is_as_its_model(
        game in 0..GAMES.len(),
        clock in select(&CLOCKS),
        rated in prop::bool::weighted(0.1),
        steps in prop::collection::vec(steps(), 0..120),
    ) {
        let mut beside = Beside::new(agreed(game, clock, rated));
        steps.iter().for_each(|step| beside.step(step));
        beside.finish();
    }
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn a_record_that_is_nearly_full_has_room_for_moves_and_the_end(
        full in select(&[15_980u32, 19_870]),
        clock in select(&CLOCKS[..4]),
        steps in prop::collection::vec(steps(), 0..120),
    ) {
        let mut beside = Beside::new(agreed(0, clock, false));
        filled(&mut beside, full);
        steps.iter().for_each(|step| beside.step(step));
        beside.finish();
    }
}

/// Nobody can fill the record so that the other can neither move nor give up, and a game does not go on for ever.
#[test]
fn a_game_whose_record_is_full_is_called_off() {
    let mut beside = Beside::new(agreed(1, CLOCKS[1], false));
    let mut id = 100;
    let mut wish = |beside: &mut Beside, color: Color, act: Act| {
        id += 1;
        let wish = Wish { id, ply: beside.real.ply(), act };
        let now = Now { at: 3, served: BEGUN, credit: 0, fresh: "BBBBBBBBBBBB" };
        let decided = beside.real.decide(Wisher { color, alone: false }, &wish, now);
        decided.map_err(|refusal| refusal.code).map(|entries| {
            let last = entries.last().expect("an event").event.what.clone();
            entries.into_iter().for_each(|entry| beside.real.apply(entry).expect("the next"));
            last
        })
    };
    let step = |text: &str| Act::Move { text: text.to_owned() };
    for (color, text) in [(Color::White, "e4"), (Color::Black, "e5")] {
        wish(&mut beside, color, step(text)).expect("a legal move");
    }
    filled(&mut beside, 16_000);
    let (white, black) = (Color::White, Color::Black);
    let ask = |what| Act::Ask { what };
    assert_eq!(wish(&mut beside, white, Act::GiveTime), Err(Code::TooMany));
    assert_eq!(wish(&mut beside, white, ask(Request::Draw)), Err(Code::TooMany));
    assert_eq!(wish(&mut beside, white, Act::Phrase { phrase: Phrase::Hello }), Err(Code::TooMany));
    assert!(wish(&mut beside, white, step("Nf3")).is_ok());
    filled(&mut beside, 19_898);
    assert!(wish(&mut beside, black, step("Nf6")).is_ok());
    let called_off = What::Ended { by: None, winner: None, end: End::Abort };
    assert_eq!(wish(&mut beside, white, step("d4")), Ok(called_off));
    assert_eq!((beside.real.ply(), beside.real.number()), (5, 19_901), "the move has been made");
    assert_eq!(beside.real.times(BEGUN).and_then(|times| times.running), None);
    // There is room for another game, until there is none for anything.
    assert!(wish(&mut beside, white, ask(Request::Rematch)).is_ok());
    assert!(wish(&mut beside, black, ask(Request::Rematch)).is_ok());
    filled(&mut beside, 20_000);
    assert_eq!(wish(&mut beside, black, Act::Phrase { phrase: Phrase::Thanks }), Err(Code::TooMany));
}

/// As an earlier version may have left it.
#[test]
fn a_game_that_is_too_long_already_is_called_off_by_the_next_wish() {
    let mut beside = Beside::new(agreed(1, None, false));
    filled(&mut beside, 20_000);
    let wish = Wish { id: 1, ply: 0, act: Act::Resign };
    let now = Now { at: 3, served: BEGUN, credit: 0, fresh: "" };
    let wisher = Wisher { color: Color::White, alone: false };
    let entries = beside.real.decide(wisher, &wish, now).expect("an end");
    assert!(matches!(entries[0].event.what, What::Ended { end: End::Abort, .. }));
}

/// Fills a record up to so many events with what changes nothing: offers that are called off.
fn filled(beside: &mut Beside, events: u32) {
    for number in beside.real.number() + 1..=events {
        let what = What::Declined { by: Color::White, what: Request::Draw };
        let event = Event { number, at: 3, wish: 0, what, times: None };
        beside.real.apply(Entry { event, served: BEGUN }).expect("the next");
    }
    beside.model.events = events;
}
