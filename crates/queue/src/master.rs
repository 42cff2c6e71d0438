//! Whoever has a work, and has it done by workers.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::Error;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{Context, Message};
use berolina_lab::crew::{Crew, Found, Taken, Work};
use futures_util::{StreamExt as _, TryStreamExt as _};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

use crate::address::{Address, Tell};
use crate::names::{self, Task};
use crate::parts;
use crate::patience::until;

/// So many parts are given out and not yet done, at most: enough for some hundred workers.
const WINDOW: usize = 256;
/// How often it is looked whether somebody wants an end.
const PAUSE: Duration = Duration::from_millis(100);
/// Nothing has come for so long: it is looked where the tasks are.
const QUIET: Duration = Duration::from_secs(5);
/// How often it is told that there is no worker.
const REMIND: Duration = Duration::from_secs(60);
/// A part that is refused so often ends the work.
const REFUSALS: u8 = 3;
/// What another owner asked of the server is forgotten after so long, if he is dead.
const OTHER: u32 = 15;
/// A request for results ends after so long, and is made again.
const EXPIRES: Duration = Duration::from_secs(10);

/// A queue of tasks at a server, and the workers who take them.
pub struct Queue {
    shown: String,
    runtime: Runtime,
    context: Context,
    build: String,
    tell: Tell,
}

impl Queue {
    /// Connects to the server. `build` is what this program comes to ([`build`](fn@crate::build::build)); `tell` is told in a line what people should know.
    ///
    /// # Errors
    /// One line: there is no server, or it does not let us in.
    pub fn connect(
        address: &Address,
        build: String,
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let tell: Tell = Arc::new(tell);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        let context = runtime.block_on(address.connect(Arc::clone(&tell)))?;
        Ok(Self { shown: address.shown(), runtime, context, build, tell })
    }
}

impl Crew for Queue {
    fn run(
        &self,
        work: &Work,
        numbers: &mut (dyn Iterator<Item = u64> + Send),
        stop: &Arc<AtomicBool>,
        found: &mut Found<'_>,
    ) -> Result<(), String> {
        self.runtime.block_on(async {
            let Some(mut owner) = Owner::new(self, work, stop).await? else { return Ok(()) };
            let result = owner.run(numbers, found).await;
            owner.leave(result.is_ok() && !stop.load(Ordering::Relaxed)).await;
            result
        })
    }
}

/// What belongs to the work at the server.
struct Places {
    tasks: Stream,
    results: Stream,
    works: ObjectStore,
    owner: PullConsumer,
    workers: PullConsumer,
}

impl Places {
    async fn open(queue: &Queue, id: &str, description: &[u8]) -> Result<Self, Error> {
        let tasks = names::tasks(&queue.context).await?;
        let results = names::results(&queue.context).await?;
        let works = names::works(&queue.context).await?;
        if works.info(id).await.is_err() {
            works.put(id, &mut &*description).await?;
        }
        let owner = names::owner(&results, id).await?;
        let workers = names::workers(&tasks, &queue.build).await?;
        Ok(Self { tasks, results, works, owner, workers })
    }
}

/// One who has a work, while it is done.
struct Owner<'a> {
    queue: &'a Queue,
    stop: &'a Arc<AtomicBool>,
    id: String,
    description: Vec<u8>,
    /// So many parts are a task.
    batch: usize,
    places: Places,
    /// What is given out, and how often its result was refused.
    given: BTreeMap<u64, u8>,
    /// What workers did for an owner of the same work who left before it came.
    early: HashMap<u64, Vec<u8>>,
    /// When something last came, when it was last looked why nothing does, and when it was told that nobody works.
    heard: Instant,
    looked: Instant,
    reminded: Option<Instant>,
    /// When it was last looked no task was there, although some are given out.
    is_suspicious: bool,
}

impl<'a> Owner<'a> {
    /// `None` if `stop` ended it.
    async fn new(queue: &'a Queue, work: &Work, stop: &'a Arc<AtomicBool>) -> Result<Option<Self>, String> {
        let (id, description) = (work.id(), work.to_bytes());
        let open = || Places::open(queue, &id, &description);
        let Some(mut places) = until(stop, &*queue.tell, open).await else { return Ok(None) };
        // One who was killed may still seem to be there.
        let mut tries = 0;
        while places.owner.info().await.is_ok_and(|info| info.num_waiting > 0) {
            tries += 1;
            if tries > OTHER {
                return Err(format!("{}: another program has the same work done there now", queue.shown));
            }
            sleep(Duration::from_secs(1)).await;
        }
        let now = Instant::now();
        Ok(Some(Self {
            queue,
            stop,
            id,
            description,
            batch: work.batch(),
            places,
            given: BTreeMap::new(),
            early: HashMap::new(),
            heard: now,
            looked: now,
            reminded: None,
            is_suspicious: false,
        }))
    }

    /// Gives out what there is to do, and takes what comes.
    async fn run(
        &mut self,
        numbers: &mut (dyn Iterator<Item = u64> + Send),
        found: &mut Found<'_>,
    ) -> Result<(), String> {
        let mut results = None;
        loop {
            while self.given.len() < WINDOW * self.batch {
                let next: Vec<u64> = std::iter::from_fn(|| numbers.next()).take(self.batch).collect();
                if next.is_empty() {
                    break;
                }
                let (known, new): (Vec<u64>, Vec<u64>) =
                    next.into_iter().partition(|number| self.early.contains_key(number));
                self.given.extend(known.iter().chain(&new).map(|&number| (number, 0)));
                self.give_out(new).await;
                for number in known {
                    let part = self.early.remove(&number).unwrap_or_default();
                    if !self.take(number, &part, found).await? {
                        return Ok(());
                    }
                }
            }
            if self.given.is_empty() || self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let messages = match &mut results {
                Some(messages) => messages,
                None => {
                    let begin = async || {
                        let stream = self.places.owner.stream().expires(EXPIRES).heartbeat(EXPIRES / 4);
                        stream.messages().await
                    };
                    let Some(messages) = until(self.stop, &*self.queue.tell, begin).await else {
                        return Ok(());
                    };
                    results.insert(messages)
                }
            };
            match timeout(PAUSE, messages.next()).await {
                Ok(Some(Ok(message))) => {
                    if !self.read(&message, found).await? {
                        return Ok(());
                    }
                }
                // The server was away, or has forgotten.
                Ok(_) => {
                    self.reopen().await;
                    results = None;
                }
                Err(_) => self.look().await,
            }
        }
    }

    /// Takes what a task came to; whether to go on.
    async fn read(&mut self, message: &Message, found: &mut Found<'_>) -> Result<bool, String> {
        (self.heard, self.is_suspicious) = (Instant::now(), false);
        match parts::from_bytes(&message.payload) {
            Some(parts) => {
                for (number, part) in parts {
                    if self.given.contains_key(&number) {
                        if !self.take(number, part, found).await? {
                            return Ok(false);
                        }
                    } else if self.early.len() < WINDOW * self.batch {
                        // Done twice, or for one who left. Whether it counts shows when its turn comes.
                        self.early.insert(number, part.to_vec());
                    }
                }
            }
            None => (self.queue.tell)("a worker sent what is no result; it does not count"),
        }
        // If this is lost it comes again, and does not count.
        let _ = message.ack().await;
        Ok(true)
    }

    /// Takes a part; whether to go on.
    async fn take(&mut self, number: u64, part: &[u8], found: &mut Found<'_>) -> Result<bool, String> {
        match found(number, part)? {
            Taken::Refused(error) => {
                let refusals = self.given.entry(number).or_default();
                *refusals += 1;
                if *refusals >= REFUSALS {
                    return Err(format!("{error}; refused {REFUSALS} times"));
                }
                (self.queue.tell)(&format!("a worker's result does not count: {error}"));
                self.give_out(vec![number]).await;
                Ok(true)
            }
            taken => {
                self.given.remove(&number);
                Ok(taken == Taken::More)
            }
        }
    }

    /// Makes a task of parts.
    async fn give_out(&mut self, numbers: Vec<u64>) {
        if numbers.is_empty() {
            return;
        }
        let task = serde_json::to_vec(&Task { work: self.id.clone(), numbers }).expect("numbers and a name");
        let subject = names::task(&self.queue.build, &self.id);
        let mut is_again = false;
        let publish = async || -> Result<(), Error> {
            if is_again {
                self.places = Places::open(self.queue, &self.id, &self.description).await?;
            }
            is_again = true;
            self.queue.context.publish(subject.clone(), task.clone().into()).await?.await?;
            Ok(())
        };
        until(self.stop, &*self.queue.tell, publish).await;
    }

    async fn reopen(&mut self) {
        let open = || Places::open(self.queue, &self.id, &self.description);
        if let Some(places) = until(self.stop, &*self.queue.tell, open).await {
            self.places = places;
        }
    }

    /// Nothing comes: are there workers, and are the tasks still there?
    async fn look(&mut self) {
        if self.heard.elapsed() < QUIET || self.looked.elapsed() < QUIET {
            return;
        }
        self.looked = Instant::now();
        let Ok(left) = self.left().await else { return };
        if left > 0 {
            self.is_suspicious = false;
        } else if !self.is_suspicious {
            // A result may be on its way.
            self.is_suspicious = true;
            return;
        } else {
            let lost: Vec<u64> = self.given.keys().copied().collect();
            (self.queue.tell)("the queue has lost some tasks; they are given out again");
            // What tells workers what to do may have gone too.
            self.reopen().await;
            for task in lost.chunks(self.batch) {
                self.give_out(task.to_vec()).await;
            }
            self.is_suspicious = false;
        }
        let Ok(workers) = self.places.workers.info().await else { return };
        let is_time = self.reminded.is_none_or(|reminded| reminded.elapsed() >= REMIND);
        if workers.num_waiting == 0 && workers.num_ack_pending == 0 && is_time {
            self.reminded = Some(Instant::now());
            let Queue { shown, build, .. } = self.queue;
            (self.queue.tell)(&format!(
                "nobody works at {shown} for build {build}: start berolina lab work {shown} somewhere"
            ));
        }
    }

    /// How many tasks are waiting or being done.
    async fn left(&self) -> Result<usize, Error> {
        let subject = names::task(&self.queue.build, &self.id);
        let mut counts = self.places.tasks.info_with_subjects(subject).await?;
        let mut sum = 0;
        while let Some((_, count)) = counts.try_next().await? {
            sum += count;
        }
        Ok(sum)
    }

    /// Takes back what nobody has begun; of a work that is done everything goes.
    async fn leave(self, is_done: bool) {
        // What cannot be removed does no harm.
        let _ = self.places.tasks.purge().filter(names::task(&self.queue.build, &self.id)).await;
        if is_done {
            let _ = self.places.results.delete_consumer(&self.id).await;
            let _ = self.places.results.purge().filter(names::result(&self.id)).await;
            let _ = self.places.works.delete(&self.id).await;
        }
    }
}
