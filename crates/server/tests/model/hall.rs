//! The games of a hall: what was acknowledged is in the log, whatever fails and however often the server begins again.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use berolina_rules::Game;
use berolina_server::bus::Local;
use berolina_server::game::{Agreed, Cabinet, Rulebook};
use berolina_server::play::{Hall, Viewer, begin};
use berolina_server::store::sqlite::Sqlite;
use berolina_server::store::{NewInvitation, PersonId, Store, Write};
use berolina_server::time::Served;
use berolina_wire::event::Times;
use berolina_wire::socket::{Act, Told, Wish};
use berolina_wire::{ClockRule, Code, Color, Event, What};
use proptest::prelude::*;
use proptest::sample::select;

use super::{Wanted, acts, cases};
use crate::common;
use crate::common::memory::{Fault, Memory};

const GAME: &str = "AAAAAAAAAAAA";
const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAA";

#[derive(Clone, Debug)]
enum Step {
    Wish { color: Color, act: Wanted, again: bool, fault: Option<Fault> },
    Restart,
}

fn steps() -> impl Strategy<Value = Step> {
    let fault = prop_oneof![
        6 => Just(None),
        1 => Just(Some(Fault::Lost)),
        1 => Just(Some(Fault::Unanswered)),
    ];
    let wish = (select(&Color::ALL), acts(), prop::bool::weighted(0.2), fault);
    let wish = wish.prop_map(|(color, act, again, fault)| Step::Wish { color, act, again, fault });
    prop_oneof![15 => wish, 1 => Just(Step::Restart)]
}

/// A server, and what is remembered of what it has said.
struct Server {
    hall: Arc<Hall>,
    agreed: Agreed,
    people: [PersonId; 2],
    wishes: [u32; 2],
    /// What was acknowledged: who wished, the wish, the event.
    done: Vec<(Color, u32, u32)>,
    /// What a page knows that asks for what is new.
    page: Vec<Event>,
    times: Option<Times>,
}

async fn hall(store: &Arc<dyn Store>) -> Arc<Hall> {
    Hall::open(Arc::clone(store), Arc::new(Local::default())).await.expect("a store that can be read")
}

impl Server {
    async fn new(store: Arc<dyn Store>, clock: Option<ClockRule>) -> Self {
        let agreed =
            Cabinet::default().propose(common::terms("chess", clock), |_| 0).expect("a shipped game");
        let mut people = [0; 2];
        for (token, person) in [[1; 32], [2; 32]].into_iter().zip(&mut people) {
            store.write(Write::Session { token, at: 1 }).await.expect("a new person");
            *person = store.person(token).await.expect("a store").expect("the person").0;
        }
        let (terms, rules) = (agreed.terms.clone(), Rulebook::clone(&agreed.rules));
        let (secret, from, color) = (SECRET.to_owned(), people[0], Some(Color::White));
        let made = NewInvitation {
            secret,
            game: GAME.to_owned(),
            from,
            color,
            title: String::new(),
            open: false,
            terms,
            rules,
            at: 1,
        };
        store.write(Write::Invitation(Box::new(made))).await.expect("an invitation");
        let game = begin(GAME.to_owned(), &agreed, people, &Served::after(0)).expect("a good start");
        let join = Write::Join { secret: SECRET.to_owned(), game: Box::new(game) };
        store.write(join).await.expect("a game");
        let hall = hall(&store).await;
        Self { hall, agreed, people, wishes: [0; 2], done: Vec::new(), page: Vec::new(), times: None }
    }

    async fn wish(&mut self, color: Color, act: &Wanted, again: bool, fault: Option<Fault>) {
        let game = self.position();
        let act = match act {
            Wanted::Act(act) => act.clone(),
            Wanted::Legal(which) => {
                let moves = game.position().legal_moves();
                let mv = moves.get(which % moves.len().max(1));
                Act::Move { text: mv.map_or("0000".to_owned(), |&mv| game.position().move_text(mv)) }
            }
        };
        let id = &mut self.wishes[color as usize];
        *id += u32::from(!again || *id == 0);
        let ply = u32::try_from(game.moves().len()).expect("a short game");
        let wish = Wish { id: *id, ply, act };
        let before = self.page.len();
        match self.hall.wish(GAME, color, wish.clone()).await {
            Ok(number) => self.done.push((color, wish.id, number)),
            Err(denied) => {
                common::is_one_line(&denied.why);
                if [Code::NotKept, Code::Busy].contains(&denied.why.code) {
                    assert!(fault.is_some(), "{denied:?}");
                }
                if denied.why.code == Code::NotKept {
                    self.look().await;
                    assert_eq!(self.page.len(), before, "what was not kept has not happened");
                }
            }
        }
        self.look().await;
    }

    /// Both players see the same, and what is new is what was missing.
    async fn look(&mut self) {
        let mut seen = Vec::new();
        for person in self.people {
            let viewer = Viewer { person: Some(person), key: None };
            let look = self.hall.look(GAME, viewer, None).await.expect("their own game");
            let Told::Game(snapshot) = look.told else { panic!("{look:?}") };
            assert_eq!(look.number as usize, snapshot.events.len());
            seen.push(*snapshot);
        }
        assert_eq!(seen[0].events, seen[1].events);
        let known = u32::try_from(self.page.len()).expect("a short game");
        let viewer = Viewer { person: Some(self.people[0]), key: None };
        let look = self.hall.look(GAME, viewer, Some(known)).await.expect("their own game");
        let Told::Events { events, .. } = look.told else { panic!("{look:?}") };
        if let (true, Some(old), Some(new)) = (events.is_empty(), self.times, seen[1].times) {
            assert!(new.white <= old.white && new.black <= old.black, "{new:?} after {old:?}");
        }
        self.times = seen[1].times;
        self.page.extend(events);
        assert_eq!(self.page, seen[1].events, "what was told stays, and nothing is missing");
        for (number, event) in (1..).zip(&self.page) {
            assert_eq!(event.number, number);
            let same = |other: &&Event| other.wish == event.wish && other.what.by() == event.what.by();
            assert!(
                event.wish == 0 || self.page.iter().filter(same).count() == 1,
                "granted twice: {event:?}"
            );
        }
        for &(color, wish, number) in &self.done {
            let event = &self.page[number as usize - 1];
            assert_eq!((event.wish, event.what.by()), (wish, Some(color)), "it was acknowledged");
        }
    }

    fn position(&self) -> Game {
        let mut game = Game::new(self.agreed.start().expect("a good start"));
        for event in &self.page {
            match &event.what {
                What::Moved { text, .. } => {
                    let mv = game.position().parse_move(text).expect("a legal move");
                    game.push(mv);
                }
                What::TakenBack { ply, .. } => {
                    while game.moves().len() > *ply as usize && game.pop().is_some() {}
                }
                _ => {}
            }
        }
        game
    }
}

fn run(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(future);
}

async fn sqlite(folder: &Path) -> Arc<dyn Store> {
    Arc::new(Sqlite::open(folder).await.expect("a folder"))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn what_was_acknowledged_stays_when_writing_fails(
        clock in select(&[None, Some(ClockRule::Days { days: 1 })]),
        steps in prop::collection::vec(steps(), 0..40),
    ) {
        run(async {
            let memory = Arc::new(Memory::default());
            let store: Arc<dyn Store> = memory.clone();
            let mut server = Server::new(store.clone(), clock).await;
            for step in steps {
                match step {
                    Step::Wish { color, act, again, fault } => {
                        if let Some(fault) = fault {
                            server.look().await;
                            // So that a time that was forgotten would be seen.
                            tokio::time::sleep(Duration::from_millis(3)).await;
                            memory.fail(fault);
                        }
                        server.wish(color, &act, again, fault.or(memory.fault())).await;
                    }
                    Step::Restart => {
                        server.hall = hall(&store).await;
                        // Time goes on from where it was last written down.
                        server.times = None;
                    }
                }
            }
            server.look().await;
        });
    }
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn what_was_acknowledged_is_in_the_file(steps in prop::collection::vec(steps(), 0..60)) {
        run(async {
            let folder = tempfile::tempdir().expect("a folder");
            let mut store = sqlite(folder.path()).await;
            let clock = Some(ClockRule::Fischer { base: 600_000, increment: 1000 });
            let mut server = Server::new(store.clone(), clock).await;
            for step in steps {
                match step {
                    Step::Wish { color, act, again, .. } => server.wish(color, &act, again, None).await,
                    // As after a kill: nothing is ended in order.
                    Step::Restart => {
                        store = sqlite(folder.path()).await;
                        (server.hall, server.times) = (hall(&store).await, None);
                    }
                }
            }
            server.look().await;
        });
    }
}
