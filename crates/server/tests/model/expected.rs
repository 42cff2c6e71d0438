//! What a game has to do, from the documents: what is refused may be so for any reason that is true.

use berolina_rules::{Game, geometry};
use berolina_server::game::{Agreed, Wisher};
use berolina_wire::event::{End, Request, Times};
use berolina_wire::socket::{Act, Wish};
use berolina_wire::{ClockRule, Code, Color, MAX_SAID, What};

/// What is to come of a wish.
#[derive(Debug)]
pub(crate) enum Expected {
    /// These events, with the times where they change.
    Events(Happens),
    /// It was granted before, with this event.
    Before(u32),
    /// A refusal of one of these kinds.
    Refused(Vec<Code>),
}

pub(crate) type Happens = Vec<(What, Option<Times>)>;

const DAY: u32 = 24 * 60 * 60 * 1000;

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    rule: Option<ClockRule>,
    rated: bool,
    draws: bool,
    game: Game,
    /// Events so far.
    pub events: u32,
    granted: Vec<(Color, u32, u32)>,
    over: bool,
    next: bool,
    draw: Option<Color>,
    back: Option<(Color, u32)>,
    rematch: Option<Color>,
    offered: [Option<u32>; 2],
    begged: [Option<u32>; 2],
    said: [u32; 2],
    /// The times as they were told last, and how long that is ago.
    told: Times,
    passed: u32,
}

fn color(color: geometry::Color) -> Color {
    if color == geometry::Color::White { Color::White } else { Color::Black }
}

fn left(times: &mut Times, of: Color) -> &mut u32 {
    if of == Color::White { &mut times.white } else { &mut times.black }
}

impl Model {
    pub(crate) fn new(agreed: &Agreed) -> Self {
        let rule = agreed.terms.clock;
        let (each, delay) = match rule {
            Some(ClockRule::Fischer { base, increment }) if base < 1000 => (base + increment, 0),
            Some(ClockRule::Fischer { base, .. }) => (base, 0),
            Some(ClockRule::Delay { base, delay }) => (base, delay),
            Some(ClockRule::Days { days }) => (days * DAY, 0),
            None => (0, 0),
        };
        let game = Game::new(agreed.start().expect("a good start"));
        let mut model = Self {
            rule,
            rated: agreed.terms.rated,
            draws: agreed.variant.definition().can_be_drawn(),
            game,
            events: 0,
            granted: Vec::new(),
            over: false,
            next: false,
            draw: None,
            back: None,
            rematch: None,
            offered: [None; 2],
            begged: [None; 2],
            said: [0; 2],
            told: Times { white: each, black: each, running: None, delay },
            passed: 0,
        };
        if model.in_days() {
            model.told.running = Some(model.turn());
        }
        model
    }

    fn in_days(&self) -> bool {
        matches!(self.rule, Some(ClockRule::Days { .. }))
    }

    pub(crate) fn turn(&self) -> Color {
        color(self.game.position().turn())
    }

    pub(crate) fn ply(&self) -> u32 {
        u32::try_from(self.game.moves().len()).expect("short games")
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// A legal move, as UCI or SAN writes it; what is none where there is none.
    pub(crate) fn legal(&self, which: usize) -> String {
        let position = self.game.position();
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(which / 2 % moves.len().max(1)) else { return "e2e4".to_owned() };
        if which.is_multiple_of(2) { position.move_text(mv) } else { position.san(mv) }
    }

    pub(crate) fn pass(&mut self, time: u32) {
        self.passed = self.passed.saturating_add(time);
    }

    /// The times now.
    pub(crate) fn times(&self) -> Option<Times> {
        self.rule.map(|_| self.spent(0))
    }

    /// The times now, where so much of the last journey is given back: the delay is spent first.
    fn spent(&self, credit: u32) -> Times {
        let mut times = self.told;
        if let Some(running) = times.running {
            let spent = self.passed - credit.min(self.passed);
            let of_delay = spent.min(times.delay);
            times.delay -= of_delay;
            let left = left(&mut times, running);
            *left -= (spent - of_delay).min(*left);
        }
        times
    }

    /// Whether the running time is over, a credit and all.
    pub(crate) fn is_late(&self, credit: u32) -> bool {
        let mut times = self.told;
        let Some(running) = times.running.filter(|_| !self.over && self.rule.is_some()) else { return false };
        let most = u64::from(times.delay) + u64::from(*left(&mut times, running)) + u64::from(credit);
        u64::from(self.passed) >= most
    }

    /// The end by time.
    pub(crate) fn out_of_time(&mut self) -> Happens {
        let winner = self.told.running.map(Color::other);
        vec![self.end(None, winner, End::Time)]
    }

    fn tell(&mut self, times: Times) -> Option<Times> {
        self.rule?;
        (self.told, self.passed) = (times, 0);
        Some(times)
    }

    fn end(&mut self, by: Option<Color>, winner: Option<Color>, end: End) -> (What, Option<Times>) {
        let times = self.tell(Times { running: None, ..self.spent(0) });
        (self.over, self.draw, self.back, self.rematch) = (true, None, None, None);
        self.events += 1;
        (What::Ended { by, winner, end }, times)
    }

    /// What is to come of a wish; it has come then.
    pub(crate) fn wish(&mut self, wisher: Wisher, wish: &Wish, credit: u32) -> Expected {
        let by = wisher.color;
        let same = |&&(who, id, _): &&(Color, u32, u32)| who == by && id == wish.id;
        if let Some(&(_, _, number)) = self.granted.iter().find(same) {
            return Expected::Before(number);
        }
        let credit = if self.turn() == by { credit } else { 0 };
        if self.is_late(credit) {
            return Expected::Events(self.out_of_time());
        }
        if !self.over && self.events >= 19_900 {
            return Expected::Events(vec![self.end(None, None, End::Abort)]);
        }
        let mut reasons = self.reasons(wisher, wish);
        let before = self.clone();
        if reasons.is_empty() {
            let number = self.events + 1;
            let events = self.grant(by, wish, credit);
            let needed = |what: &What| matches!(what, What::Moved { .. } | What::Ended { .. });
            let room = if before.over {
                before.events < 20_000
            } else {
                before.events < 16_000 || events.iter().any(|(what, _)| needed(what))
            };
            if room {
                self.granted.push((by, wish.id, number));
                return Expected::Events(events);
            }
            reasons.push(Code::TooMany);
            *self = before;
        }
        Expected::Refused(reasons)
    }

    /// All that speaks against a wish.
    fn reasons(&self, Wisher { color: by, alone }: Wisher, wish: &Wish) -> Vec<Code> {
        let mut reasons = Vec::new();
        let mut unless = |holds: bool, code: Code| {
            if !holds {
                reasons.push(code);
            }
        };
        let talk = matches!(wish.act, Act::Say { .. } | Act::Phrase { .. });
        let rematch =
            matches!(wish.act, Act::Ask { what: Request::Rematch } | Act::Decline { what: Request::Rematch });
        // After the end there is only talk and another game. What was asked is gone then.
        let decline = matches!(wish.act, Act::Decline { .. });
        unless(!self.over || talk || rematch || decline, Code::Over);
        let (ply, at) = (self.ply(), by as usize);
        match &wish.act {
            Act::Move { text } => {
                unless(wish.ply == ply, Code::Late);
                unless(self.turn() == by, Code::NotYourTurn);
                unless(self.game.position().parse_any(text).is_ok(), Code::IllegalMove);
            }
            Act::Resign => {}
            Act::Abort => unless(ply < 2, Code::TooLateToAbort),
            Act::Ask { what: Request::Draw } if self.draw == Some(by.other()) => {}
            Act::Ask { what: Request::Draw } => {
                unless(self.draws && ply >= 2, Code::NotAllowed);
                unless(self.offered[at].is_none_or(|offered| ply >= offered + 2), Code::Again);
            }
            Act::Ask { what: Request::TakeBack } => {
                unless(!self.rated, Code::NotAllowed);
                unless(wish.ply == ply, Code::Late);
                if self.back.is_none_or(|(who, _)| who == by) {
                    unless(self.begged[at] != Some(ply), Code::Again);
                    unless(self.own_last(by).is_some(), Code::NothingThere);
                }
            }
            Act::Ask { what: Request::Rematch } => {
                unless(self.over, Code::NotOver);
                unless(!self.next && self.rematch != Some(by), Code::Again);
            }
            Act::Decline { what } => {
                let asked = match what {
                    Request::Draw => self.draw.is_some(),
                    Request::TakeBack => self.back.is_some(),
                    Request::Rematch => self.rematch.is_some() && !self.next,
                };
                unless(asked, Code::NothingThere);
            }
            Act::Claim => unless(self.game.position().claim().map(color) == Some(by), Code::NothingToClaim),
            Act::ClaimGone { .. } => unless(alone && ply >= 2, Code::NothingToClaim),
            Act::GiveTime => {
                let has_room = *left(&mut self.spent(0), by.other()) <= 3 * 60 * 60 * 1000 - 15_000;
                unless(self.rule.is_some() && !self.in_days() && has_room, Code::NotAllowed);
            }
            Act::Say { text } => {
                unless(self.said[at] < 300, Code::TooMany);
                unless(text.chars().any(char::is_alphanumeric), Code::Malformed);
                unless(text.chars().count() <= MAX_SAID, Code::TooLarge);
            }
            Act::Phrase { .. } => unless(self.said[at] < 300, Code::TooMany),
        }
        reasons
    }

    /// After how many moves a player made the last own one.
    fn own_last(&self, by: Color) -> Option<u32> {
        (0..self.ply()).rfind(|&ply| color(self.game.positions()[ply as usize].turn()) == by)
    }

    fn grant(&mut self, by: Color, wish: &Wish, credit: u32) -> Happens {
        let (ply, at) = (self.ply(), by as usize);
        let what = match wish.act.clone() {
            Act::Move { text } => return self.make_move(by, &text, credit),
            Act::Resign => return vec![self.end(Some(by), Some(by.other()), End::Resignation)],
            Act::Abort => return vec![self.end(Some(by), None, End::Abort)],
            Act::Claim => return vec![self.end(Some(by), Some(by), End::Claim)],
            Act::ClaimGone { draw } => return vec![self.end(Some(by), (!draw).then_some(by), End::Gone)],
            Act::Ask { what: Request::Draw } if self.draw == Some(by.other()) => {
                return vec![self.end(Some(by), None, End::Agreement)];
            }
            Act::Ask { what: Request::Draw } => {
                (self.draw, self.offered[at]) = (Some(by), Some(ply));
                What::DrawOffered { by }
            }
            Act::Ask { what: Request::TakeBack } => match self.back.filter(|(who, _)| *who != by) {
                Some((_, ply)) => return vec![self.take_back(by, ply)],
                None => {
                    let ply_left = self.own_last(by).expect("looked for before");
                    (self.back, self.begged[at]) = (Some((by, ply_left)), Some(ply));
                    What::TakeBackAsked { by, ply: ply_left }
                }
            },
            Act::Ask { what: Request::Rematch } if self.rematch.is_some() => {
                self.next = true;
                What::RematchMade { by, game: "BBBBBBBBBBBB".to_owned() }
            }
            Act::Ask { what: Request::Rematch } => {
                self.rematch = Some(by);
                What::RematchOffered { by }
            }
            Act::Decline { what } => {
                match what {
                    Request::Draw => self.draw = None,
                    Request::TakeBack => self.back = None,
                    Request::Rematch => self.rematch = None,
                }
                What::Declined { by, what }
            }
            Act::GiveTime => {
                let mut times = self.spent(0);
                *left(&mut times, by.other()) += 15_000;
                self.events += 1;
                return vec![(What::TimeGiven { by, time: 15_000 }, self.tell(times))];
            }
            Act::Say { text } => {
                self.said[at] += 1;
                What::Said { by, text }
            }
            Act::Phrase { phrase } => {
                self.said[at] += 1;
                What::Phrase { by, phrase }
            }
        };
        self.events += 1;
        vec![(what, None)]
    }

    /// Whose time runs after moves: nobody's before both have moved, but where moves have days.
    fn turned(&self, times: Times) -> Times {
        let delay = if let Some(ClockRule::Delay { delay, .. }) = self.rule { delay } else { 0 };
        let running = (self.ply() >= 2 || self.in_days()).then(|| self.turn());
        Times { running, delay, ..times }
    }

    fn take_back(&mut self, by: Color, ply: u32) -> (What, Option<Times>) {
        while self.ply() > ply {
            self.game.pop();
        }
        (self.draw, self.back, self.begged) = (None, None, [None; 2]);
        self.events += 1;
        let times = self.turned(self.spent(0));
        (What::TakenBack { by, ply }, self.tell(times))
    }

    fn make_move(&mut self, by: Color, text: &str, credit: u32) -> Happens {
        let mv = self.game.position().parse_any(text).expect("looked at before");
        let text = self.game.position().move_text(mv);
        let mut times = self.spent(credit);
        match self.rule {
            Some(ClockRule::Fischer { increment, .. }) if times.running.is_some() => {
                *left(&mut times, by) += increment;
            }
            Some(ClockRule::Days { days }) => *left(&mut times, by) = days * DAY,
            _ => {}
        }
        self.game.push(mv);
        // A move answers what the other has offered, and what both have asked of the moves.
        self.draw = self.draw.filter(|&who| who == by);
        self.back = None;
        self.events += 1;
        let times = self.turned(times);
        let mut events = vec![(What::Moved { by, text }, self.tell(times))];
        if let Some(outcome) = self.game.outcome() {
            let end = End::Rules { reason: outcome.reason.name().to_owned() };
            events.push(self.end(None, outcome.winner.map(color), end));
        } else if self.events >= 19_900 {
            events.push(self.end(None, None, End::Abort));
        }
        events
    }
}
