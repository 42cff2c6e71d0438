//! From a game to a network that plays it, in stages that go on after a kill.
//!
//! Each generation plays games with the best judgement so far, trains a network with the games of all generations, and lets it play against that
//! judgement: only a network that wins an SPRT takes its place. Where the program has no weights for the game, some games are played before with those that
//! follow from its rules, and weights are fitted to them. They judge the *strays* (see [`train`](super::train)) of all generations, and, unless the program has a
//! network, are what the first one must beat.
//!
//! What is done stands in a manifest, in a folder with everything else (`Folder`): each stage begins with what the ones before it
//! left there, and a stage that was cut off goes on from its last game, checkpoint or pair. With numbers of games instead of hours
//! the same seed, program and number of threads come to the same network, on any machine.

mod manifest;
mod stages;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use berolina_engine::net;
use berolina_engine::tuning::Model;
use berolina_numbers::hash::fnv64;
use berolina_rules::Variant;
use berolina_rules::files::{self, Lock};
use berolina_rules::notation::reason_text;
use serde_json::{Value, json};

pub use self::manifest::{Done, Judge, Manifest, Result as StageResult, Stage, Step};
use self::manifest::{Folder, Running};
use super::Judgement;
use crate::crew::Crew;
use crate::stats::Sprt;

/// The version of the folder.
const VERSION: u32 = 1;
/// The manifest is written no more often, while a stage goes on.
const EVERY: Duration = Duration::from_secs(5);

/// How to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What makes openings, orders positions, and makes the weights to begin with.
    pub seed: u64,
    /// Threads that learn.
    pub threads: usize,
    /// Positions visited for each move of the games that are learnt from.
    pub nodes: u64,
    /// Games of a generation. With hours they do not count.
    pub games: u32,
    /// Passes through the games in training, at most.
    pub passes: f64,
    /// With each position so many strays.
    pub strays: u32,
    /// How a network learns.
    pub training: super::train::Plan,
    /// Begins with the program's weights even where it has a network.
    pub from_weights: bool,
    /// Positions visited for each move of a contest, by what judged before.
    pub gate_nodes: u64,
    /// A contest has no more pairs.
    pub gate_pairs: u32,
    /// All of it takes so long, in seconds, and comes to an end; without, it goes on till it is stopped.
    pub seconds: Option<f64>,
    /// So many generations, at most.
    pub generations: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 1,
            nodes: 300,
            games: 40_000,
            passes: 10.0,
            strays: 2,
            // Measured: docs/networks.md.
            training: super::train::Plan {
                result_share: 0.2,
                batch: 2048,
                rate: 0.004,
                decay: 0.03,
                ..super::train::Plan::default()
            },
            from_weights: false,
            gate_nodes: 3000,
            gate_pairs: 2000,
            seconds: None,
            generations: 2,
        }
    }
}

/// What a contest tests: nothing gained, or a network that is worth having.
pub const GATE: Sprt = Sprt { elo0: 0.0, elo1: 20.0 };

/// How a stage stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// Which stage.
    pub stage: Stage,
    /// What is made and how fast, in words.
    pub text: String,
    /// How long it will still take, if that is known.
    pub left: Option<f64>,
}

/// Who is told how a campaign goes.
pub trait Watch {
    /// A stage begins or goes on.
    fn begins(&mut self, stage: Stage);
    /// How it stands, often.
    fn stands(&mut self, status: &Status);
    /// It is over.
    fn ends(&mut self, done: &Done);
}

/// A training from games to networks.
pub struct Campaign {
    variant: Arc<Variant>,
    plan: Plan,
    folder: Folder,
    manifest: Manifest,
    /// When the manifest was last written, and when the stage was last measured.
    saved: Instant,
    measured: Instant,
    /// Nobody else works in the folder meanwhile.
    _lock: Lock,
}

impl Campaign {
    /// Opens the folder of a campaign, or makes it.
    ///
    /// # Errors
    /// One line: the game is over before it begins; the folder cannot be read or written, another process works in it, or it is another
    /// campaign's.
    pub fn open(variant: &Arc<Variant>, plan: Plan, path: &Path) -> Result<Self, String> {
        let name = variant.definition().full_name();
        if let Some(outcome) = variant.start().outcome() {
            let told = reason_text(outcome.reason).to_string();
            return Err(format!("{name} is over before it begins: {told}; no game can be played"));
        }
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(path).map_err(told)?;
        let folder = Folder { path: path.to_owned() };
        let lock = Lock::take(&folder.manifest()).map_err(told)?;
        let manifest = Manifest::open(&folder.manifest(), &identity(variant, &plan))?;
        let now = Instant::now();
        Ok(Self {
            variant: Arc::clone(variant),
            plan,
            folder,
            manifest,
            saved: now,
            measured: now,
            _lock: lock,
        })
    }

    /// What has been done.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The file of the best network, if there is one.
    #[must_use]
    pub fn best(&self) -> Option<PathBuf> {
        match self.manifest.judge {
            Judge::Network(generation) => Some(self.folder.network(generation)),
            Judge::Program | Judge::Weights => None,
        }
    }

    /// Whether nothing is left to do, unless there were more generations.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.next().is_none()
    }

    /// Whether a file of these bytes is a network of this campaign.
    #[must_use]
    pub fn has_made(&self, bytes: &[u8]) -> bool {
        let generations = 1..=self.manifest.done.last().map_or(0, |done| done.stage.generation);
        let mut files = generations.map(|generation| self.folder.network(generation));
        files.any(|path| files::read(&path, net::MAX_FILE).is_ok_and(|made| made == bytes))
    }

    /// Goes through the stages, until all is done or `stop` becomes true; then the same campaign goes on from there. `crew` plays; the
    /// networks learn here.
    ///
    /// # Errors
    /// One line: nothing can be learnt from the game, or a file cannot be read or written.
    pub fn run(
        &mut self,
        crew: &dyn Crew,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn Watch,
    ) -> Result<(), String> {
        while let Some(stage) = self.next() {
            if self.manifest.now.as_ref().is_none_or(|now| now.stage != stage) {
                let allotted = self.allotted(stage);
                self.manifest.now = Some(Running { stage, seconds: 0.0, allotted });
            }
            self.measured = Instant::now();
            self.save()?;
            watch.begins(stage);
            let result = match stage.step {
                Step::Play => self.play(stage, crew, stop, watch),
                Step::Fit => self.fit(stage, watch),
                Step::Train => self.train(stage, stop, watch),
                Step::Gate => self.gate(stage, crew, stop, watch),
            };
            self.measure();
            let result = match result {
                Ok(Some(result)) => result,
                Ok(None) => return self.save(),
                Err(error) => {
                    // What went wrong is told; that the time was not kept is nothing beside it.
                    let _ = self.save();
                    return Err(error);
                }
            };
            let seconds = self.manifest.now.take().map_or(0.0, |now| now.seconds);
            let done = Done { stage, seconds, result };
            self.manifest.done.push(done.clone());
            self.save()?;
            watch.ends(&done);
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The stage that comes next; `None` when all is done.
    fn next(&self) -> Option<Stage> {
        let stage = |generation, step| Some(Stage { generation, step });
        let Some(last) = self.manifest.done.last().map(|done| done.stage) else {
            return stage(u32::from(!self.needs_weights()), Step::Play);
        };
        let generation = last.generation;
        match last.step {
            Step::Play if generation == 0 => stage(0, Step::Fit),
            Step::Fit => stage(1, Step::Play),
            Step::Play => stage(generation, Step::Train),
            Step::Train => stage(generation, Step::Gate),
            Step::Gate if generation >= self.plan.generations => None,
            Step::Gate => stage(generation + 1, Step::Play),
        }
    }

    /// Whether the program has no weights for the game, and it is judged by some.
    fn needs_weights(&self) -> bool {
        !Model::has_own_weights(&self.variant) && Model::new(&self.variant).has_terms()
    }

    /// How long a stage may take: its share of what is left.
    fn allotted(&self, stage: Stage) -> Option<f64> {
        let left = (self.plan.seconds? - self.manifest.seconds()).max(1.0);
        let share = |stage: Stage| match (stage.generation, stage.step) {
            (0, Step::Play) => 5.0,
            (_, Step::Fit) => 2.0,
            (1, Step::Play) => 32.0,
            (_, Step::Play) => 22.0,
            (_, Step::Train) => 14.0,
            (_, Step::Gate) => 6.0,
        };
        let steps = |generation| match generation {
            0 => vec![Step::Play, Step::Fit],
            _ => vec![Step::Play, Step::Train, Step::Gate],
        };
        let all = (stage.generation..=self.plan.generations)
            .flat_map(|generation| steps(generation).into_iter().map(move |step| Stage { generation, step }))
            .skip_while(|&other| other != stage);
        let sum: f64 = all.map(share).sum();
        Some(left * share(stage) / sum)
    }

    /// Counts the time of the stage up to now.
    fn measure(&mut self) {
        if let Some(now) = &mut self.manifest.now {
            now.seconds += self.measured.elapsed().as_secs_f64();
        }
        self.measured = Instant::now();
    }

    /// Counts the time of the stage, and writes the manifest now and then. Returns how long the stage may still take.
    fn tick(&mut self) -> Result<Option<f64>, String> {
        self.measure();
        if self.saved.elapsed() >= EVERY {
            self.save()?;
        }
        Ok(self.manifest.now.as_ref().and_then(|now| Some(now.allotted? - now.seconds)))
    }

    fn save(&mut self) -> Result<(), String> {
        self.saved = Instant::now();
        self.manifest.save(&self.folder.manifest())
    }

    /// What judges positions now.
    fn judgement(&self) -> Result<Judgement, String> {
        match self.manifest.judge {
            Judge::Program if self.plan.from_weights => {
                Ok(Judgement::Weights(Model::new(&self.variant).text("")))
            }
            Judge::Program => Ok(Judgement::Shipped),
            Judge::Weights => Ok(Judgement::Weights(self.read_weights()?)),
            Judge::Network(generation) => self.network(generation),
        }
    }

    fn network(&self, generation: u32) -> Result<Judgement, String> {
        let path = self.folder.network(generation);
        let told = |error: String| format!("{}: {error}", path.display());
        let bytes = files::read(&path, net::MAX_FILE).map_err(|error| told(error.to_string()))?;
        Judgement::network(&self.variant, bytes).map_err(|error| told(error.to_string()))
    }

    fn read_weights(&self) -> Result<String, String> {
        let path = self.folder.weights();
        files::read_text(&path, MAX_WEIGHTS).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// No file of weights is larger, in bytes.
const MAX_WEIGHTS: usize = 16 << 20;

/// What makes the games of one campaign those of another, too.
fn identity_of_games(variant: &Variant, plan: &Plan) -> Value {
    let definition = variant.definition();
    json!({
        "format": VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "game": definition.full_name(),
        "rules": format!("{:016x}", fnv64(&definition.packed())),
        "seed": plan.seed,
        "nodes": plan.nodes,
        "from-weights": plan.from_weights,
    })
}

/// What makes one campaign the same as another. More generations and other limits of time may be asked for.
fn identity(variant: &Variant, plan: &Plan) -> Value {
    let mut identity = identity_of_games(variant, plan);
    let learning = [
        ("strays", json!(plan.strays)),
        ("passes", json!(plan.passes)),
        ("result-share", json!(plan.training.result_share)),
        ("batch", json!(plan.training.batch)),
        ("rate", json!(plan.training.rate)),
        ("decay", json!(plan.training.decay)),
        ("gate-nodes", json!(plan.gate_nodes)),
    ];
    for (key, value) in learning {
        identity[key] = value;
    }
    identity
}
