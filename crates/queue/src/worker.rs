//! Those who do tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::Error;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{AckKind, Context, Message};
use berolina_lab::crew::{Hand, Work};
use futures_util::{StreamExt as _, TryStreamExt as _};
use tokio::io::AsyncReadExt as _;
use tokio::time::{interval, sleep, timeout};

use crate::address::{Address, Tell};
use crate::names::{self, SILENCE, Task};
use crate::parts;
use crate::patience::until;

/// A request for a task ends after so long, and is made again.
const EXPIRES: Duration = Duration::from_secs(5);
/// How often it is looked whether somebody wants an end.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it is looked whether there are tasks of other builds.
const OTHERS: Duration = Duration::from_secs(30);

/// What a worker tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What people should know, in a line.
    Told(String),
    /// So many parts more are done.
    Did(usize),
}

/// Does tasks of a queue, on so many threads, until `stop` becomes true. Only those of programs of the same `build` are taken.
///
/// # Errors
/// One line: there is no server, or it does not let us in.
pub fn work(
    address: &Address,
    build: &str,
    threads: usize,
    stop: &Arc<AtomicBool>,
    tell: impl Fn(Event) + Send + Sync + 'static,
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let events: Arc<dyn Fn(Event) + Send + Sync> = Arc::new(tell);
    let tell: Tell = {
        let events = Arc::clone(&events);
        Arc::new(move |text: &str| events(Event::Told(text.to_owned())))
    };
    let all = tokio::task::LocalSet::new();
    runtime.block_on(all.run_until(async {
        let context = address.connect(Arc::clone(&tell)).await?;
        let worker = Worker {
            context,
            build: build.to_owned(),
            stop: Arc::clone(stop),
            tell: Arc::clone(&tell),
            events,
        };
        tell(&format!("{}: waits for work of build {build}, threads: {threads}", address.shown()));
        let mut all = tokio::task::JoinSet::new();
        for _ in 0..threads.max(1) {
            all.spawn_local(worker.clone().run());
        }
        tokio::select! {
            () = worker.watch_others() => {}
            () = async { while all.join_next().await.is_some() {} } => {}
        }
        // What was to be said is said.
        let _ = timeout(EXPIRES, worker.context.client().flush()).await;
        Ok(())
    }))
}

/// What all threads of a worker share.
#[derive(Clone)]
struct Worker {
    context: Context,
    build: String,
    stop: Arc<AtomicBool>,
    tell: Tell,
    events: Arc<dyn Fn(Event) + Send + Sync>,
}

/// Who does the work that a thread did last, with its id.
type Last = Option<(String, Hand)>;

/// What a worker needs at the server.
struct Places {
    tasks: PullConsumer,
    works: ObjectStore,
}

impl Worker {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes tasks until it is stopped.
    async fn run(self) {
        let mut last = None;
        while !self.is_stopped() {
            let open = async || -> Result<Places, Error> {
                let tasks = names::tasks(&self.context).await?;
                let tasks = names::workers(&tasks, &self.build).await?;
                names::results(&self.context).await?;
                Ok(Places { tasks, works: names::works(&self.context).await? })
            };
            let Some(places) = until(&self.stop, &*self.tell, open).await else { return };
            while self.one(&places, &mut last).await {}
        }
    }

    /// Takes a task, if one comes; whether the server is there.
    async fn one(&self, places: &Places, last: &mut Last) -> bool {
        let request = places.tasks.batch().max_messages(1).expires(EXPIRES).messages();
        let Ok(Ok(mut batch)) = timeout(EXPIRES, request).await else { return false };
        // A server that has gone does not say so.
        let next = timeout(2 * EXPIRES, batch.next());
        let message = tokio::select! {
            message = next => message,
            () = stopped(&self.stop) => return false,
        };
        match message {
            Ok(Some(Ok(message))) => {
                self.answer(places, last, &message).await;
                true
            }
            Ok(None) => true,
            Ok(Some(Err(_))) | Err(_) => {
                sleep(PAUSE).await;
                false
            }
        }
    }

    /// Does a task, and says so.
    async fn answer(&self, places: &Places, last: &mut Last, message: &Message) {
        // Where an answer is lost another worker does the task again, which does no harm.
        let Ok(task) = serde_json::from_slice::<Task>(&message.payload) else {
            (self.tell)("somebody put into the queue what is no task; it is thrown away");
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let hand = match last.take() {
            Some((work, hand)) if work == task.work => hand,
            _ => match self.hand_for(places, &task.work).await {
                Ok(hand) => hand,
                Err(error) => {
                    (self.tell)(&error);
                    let _ = message.ack_with(AckKind::Term).await;
                    return;
                }
            },
        };
        let Some((hand, done)) = self.parts(hand, task.numbers, message).await else {
            // Another worker would fail as well.
            (self.tell)(&format!("work {} fails; its task is thrown away", task.work));
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        *last = Some((task.work.clone(), hand));
        let Some(done) = done else {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return;
        };
        let bytes = parts::to_bytes(&done);
        let subject = names::result(&task.work);
        let publish = async || -> Result<(), Error> {
            self.context.publish(subject.clone(), bytes.clone().into()).await?.await?;
            Ok(())
        };
        if until(&self.stop, &*self.tell, publish).await.is_some() {
            let _ = message.double_ack().await;
            (self.events)(Event::Did(done.len()));
        }
    }

    /// Does parts, and says now and then that it does; the inner `None` if it was stopped, the outer one if the work failed: it
    /// came from elsewhere, and one that cannot be done ends no worker.
    async fn parts(
        &self,
        mut hand: Hand,
        numbers: Vec<u64>,
        message: &Message,
    ) -> Option<(Hand, Option<Vec<(u64, Vec<u8>)>>)> {
        let stop = Arc::clone(&self.stop);
        let mut work = tokio::task::spawn_blocking(move || {
            let mut parts = Vec::new();
            for number in numbers {
                parts.push((number, hand(number, &stop)));
                if stop.load(Ordering::Relaxed) {
                    return (hand, None);
                }
            }
            (hand, Some(parts))
        });
        let mut beats = interval(SILENCE / 3);
        loop {
            tokio::select! {
                done = &mut work => return done.ok(),
                _ = beats.tick() => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Somebody who does a work.
    async fn hand_for(&self, places: &Places, id: &str) -> Result<Hand, String> {
        let gone = |error: Error| format!("work {id} is no longer wanted: {error}");
        let mut object = places.works.get(id).await.map_err(|error| gone(error.into()))?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await.map_err(|error| gone(error.into()))?;
        let hand = Work::from_bytes(&bytes).and_then(|work| Some((work.variant()?, work.hand()?, work)));
        let (variant, hand, work) =
            hand.ok_or_else(|| format!("work {id} cannot be read; its tasks are thrown away"))?;
        (self.tell)(&format!("{}: {}", variant.definition().full_name(), work.title()));
        Ok(hand)
    }

    /// Tells of tasks that wait for other builds, until it is stopped.
    async fn watch_others(&self) {
        let mut told: Vec<String> = Vec::new();
        let mut looks = interval(OTHERS);
        loop {
            tokio::select! {
                () = stopped(&self.stop) => return std::future::pending().await,
                _ = looks.tick() => {}
            }
            let Ok(tasks) = names::tasks(&self.context).await else { continue };
            for build in builds(&tasks).await.unwrap_or_default() {
                if build != self.build && !told.contains(&build) {
                    (self.tell)(&format!(
                        "tasks wait for workers of build {build}, and this is {}: the same version of the program is needed for them",
                        self.build
                    ));
                    told.push(build);
                }
            }
        }
    }
}

/// The builds of which there are tasks.
async fn builds(tasks: &Stream) -> Result<Vec<String>, Error> {
    let mut counts = tasks.info_with_subjects(names::task("*", "*")).await?;
    let mut builds = Vec::new();
    while let Some((subject, _)) = counts.try_next().await? {
        builds.extend(subject.split('.').nth(2).map(str::to_owned));
    }
    builds.sort();
    builds.dedup();
    Ok(builds)
}

/// Ends when somebody wants an end.
async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(PAUSE).await;
    }
}
