//! What has been done of a campaign, and what is being done, in a file for programs and people.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use berolina_rules::files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::journal;

/// No such file is larger, in bytes.
const MAX_FILE: usize = 16 << 20;

/// A step of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Games are played, to learn from.
    Play,
    /// Weights are fitted to them: only before the first generation.
    Fit,
    /// A network is trained.
    Train,
    /// It plays against what judged before.
    Gate,
}

/// A step of a generation. Generation 0 is what comes before the first network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// The generation.
    pub generation: u32,
    /// The step.
    pub step: Step,
}

/// What came of a stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Result {
    /// Games, with about so many positions to learn from.
    Played {
        /// The games.
        games: u64,
        /// The positions.
        positions: u64,
    },
    /// Weights: the mean squared errors before and after.
    Fitted {
        /// Positions that they were fitted to.
        positions: usize,
        /// Before.
        before: f32,
        /// After.
        after: f32,
    },
    /// A network: the mean squared errors over positions kept apart.
    Trained {
        /// Passes through all games so far.
        passes: f64,
        /// Of the hand-made evaluation.
        weights: f64,
        /// Of the network.
        network: f64,
    },
    /// A contest of the new network with what judged before.
    Judged {
        /// Positions that each visits for a move, as its speed allows: the new one's and the old one's.
        nodes: [u64; 2],
        /// Pairs of games by the half points of the new one.
        pairs: [u64; 5],
        /// The difference in Elo, and half of its 95 % interval, where it can be said.
        elo: Option<[f64; 2]>,
        /// Whether the new one judges from now on.
        accepted: bool,
    },
}

/// A stage that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Which.
    #[serde(flatten)]
    pub stage: Stage,
    /// How long it took.
    pub seconds: f64,
    /// What came of it.
    pub result: Result,
}

/// A stage that has begun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Which.
    #[serde(flatten)]
    pub stage: Stage,
    /// How long it has gone on.
    pub seconds: f64,
    /// How long it may, if that is limited.
    pub allotted: Option<f64>,
}

/// What judges positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judge {
    /// What the program has for the game.
    #[default]
    Program,
    /// The weights that were fitted.
    Weights,
    /// The network of a generation.
    Network(u32),
}

/// What has been done of a campaign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manifest {
    /// What the campaign is: the game, its rules, the program, and how it learns.
    pub training: Value,
    /// What judges now.
    pub judge: Judge,
    /// The score in hundredths of a pawn that means winning 10 of 11 points, once it is known.
    pub scale: Option<f32>,
    /// What is over.
    pub done: Vec<Done>,
    /// What has begun.
    pub now: Option<Running>,
}

impl Manifest {
    /// The manifest of a campaign, from its file if there is one.
    ///
    /// # Errors
    /// One line: the file cannot be read, is none, or is another campaign's.
    pub fn open(path: &Path, training: &Value) -> std::result::Result<Self, String> {
        let text = match files::read_text(path, MAX_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let training = training.clone();
                return Ok(Self {
                    training,
                    judge: Judge::Program,
                    scale: None,
                    done: Vec::new(),
                    now: None,
                });
            }
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let fault = |error: serde_json::Error| {
            format!("{}: it is no manifest of a training: {error}", path.display())
        };
        let value: Value = serde_json::from_str(&text).map_err(fault)?;
        journal::compare(path, &value["training"], training, "training")?;
        serde_json::from_value(value).map_err(fault)
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn save(&self, path: &Path) -> std::result::Result<(), String> {
        let text = serde_json::to_string_pretty(&json!(self)).map_err(|error| error.to_string())?;
        files::write(path, format!("{text}\n").as_bytes())
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// How long all stages have taken, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let now = self.now.as_ref().map_or(0.0, |now| now.seconds);
        self.done.iter().map(|done| done.seconds).sum::<f64>() + now
    }

    /// What came of a stage that is over.
    #[must_use]
    pub fn result(&self, stage: Stage) -> Option<&Result> {
        self.done.iter().find(|done| done.stage == stage).map(|done| &done.result)
    }
}

/// The files of a campaign.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    /// The folder.
    pub(super) path: PathBuf,
}

impl Folder {
    /// What has been done.
    pub(super) fn manifest(&self) -> PathBuf {
        self.path.join("manifest.json")
    }

    /// The games of a generation.
    pub(super) fn games(&self, generation: u32) -> PathBuf {
        self.path.join(format!("games-{generation}.bin"))
    }

    /// The weights that were fitted.
    pub(super) fn weights(&self) -> PathBuf {
        self.path.join("weights.txt")
    }

    /// The checkpoint of a generation's training.
    pub(super) fn checkpoint(&self, generation: u32) -> PathBuf {
        self.path.join(format!("training-{generation}.bin"))
    }

    /// The network of a generation.
    pub(super) fn network(&self, generation: u32) -> PathBuf {
        self.path.join(format!("network-{generation}.net"))
    }

    /// The contest of a generation's network.
    pub(super) fn gate(&self, generation: u32) -> PathBuf {
        self.path.join(format!("gate-{generation}.jsonl"))
    }

    /// How many positions each side of that contest visits for a move.
    pub(super) fn speeds(&self, generation: u32) -> PathBuf {
        self.path.join(format!("gate-{generation}.json"))
    }
}
