//! The stages of a campaign.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use berolina_engine::net;
use berolina_engine::tuning::Model;
use berolina_numbers::random::scrambled;
use berolina_rules::{Variant, files};
use serde_json::json;

use super::manifest::{Judge, Result as StageResult, Stage};
use super::{Campaign, GATE, Status, Watch, identity, identity_of_games};
use crate::crew::{Crew, Taken};
use crate::journal::Journal;
use crate::learning::archive::Archive;
use crate::learning::contest::{Contest, Pair, speeds};
use crate::learning::generate::{self, generate};
use crate::learning::train::Trained;
use crate::learning::train::stream::{Length, Standing, Stream, Training, forget};
use crate::learning::tune::fit::{self, Fitted, fit};
use crate::learning::{Judgement, Played, Sample};
use crate::stats::{Pairs, Verdict};

/// What came of a stage, `None` if it was stopped.
type Ended = Result<Option<StageResult>, String>;

/// After so many openings of which none left a game to be played, nothing can be learnt.
const HOPELESS: u32 = 400;
/// So many games are played to fit weights to, unless time says how many.
const FIRST_GAMES: u32 = 4000;
/// So few teach nothing: as many are played even if their time is over.
const LEAST_GAMES: usize = 100;
/// Weights are fitted to about so many positions.
const MOST_SAMPLES: u64 = 250_000;
/// The positions of games are counted in so many of them.
const COUNTED: usize = 200;

impl Campaign {
    /// Plays the games of a generation.
    pub(super) fn play(
        &mut self,
        stage: Stage,
        crew: &dyn Crew,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn Watch,
    ) -> Ended {
        let judgement = match stage.generation {
            0 => Judgement::Weights(Model::derived(&self.variant).text("")),
            _ => self.judgement()?,
        };
        let mut archive = self.archive(stage.generation)?;
        let plan = generate::Plan {
            nodes: self.plan.nodes,
            // Other openings in each generation.
            seed: scrambled(self.plan.seed) ^ u64::from(stage.generation),
            ..generate::Plan::default()
        };
        let wanted = if stage.generation == 0 { self.plan.games.min(FIRST_GAMES) } else { self.plan.games };
        let last = if self.plan.seconds.is_some() { u32::MAX } else { wanted };
        let done: HashSet<u32> = archive.numbers().collect();
        let mut numbers = (0..last).filter(|number| !done.contains(number));
        let variant = Arc::clone(&self.variant);
        let before = count(&mut archive, &variant)?;
        let (began, mut openings, mut positions) = (Instant::now(), 0_u32, 0_u64);
        let mut is_over = self.tick()?.is_some_and(|left| left <= 0.0) && archive.len() >= LEAST_GAMES;
        let is_enough = is_over;
        let mut found = |game: Option<Played>| {
            openings += 1;
            if let Some(game) = game {
                match game.quiet(&variant) {
                    Ok(quiet) => positions += quiet.len() as u64,
                    Err(error) => return Ok(Taken::Refused(error)),
                }
                archive.add(&game)?;
            } else if archive.is_empty() && openings >= HOPELESS {
                return Err(hopeless(&variant));
            }
            let seconds = began.elapsed().as_secs_f64().max(1e-3);
            let (rate, speed) = (f64::from(openings) / seconds, positions as f64 / seconds);
            let time = self.tick()?;
            let rest = last.saturating_sub(done.len() as u32 + openings);
            let left = time.unwrap_or(f64::from(rest) / rate);
            let text = format!(
                "{} games, {:.2} M positions, {speed:.0}/s",
                archive.len(),
                (before + positions) as f64 / 1e6
            );
            watch.stands(&Status { stage, text, left: Some(left) });
            is_over = time.is_some_and(|time| time <= 0.0) && archive.len() >= LEAST_GAMES;
            Ok(if is_over { Taken::Enough } else { Taken::More })
        };
        if !is_enough {
            generate(&variant, &judgement, &plan, crew, &mut numbers, stop, &mut found)?;
        }
        if stop.load(Ordering::Relaxed) && !is_over {
            return Ok(None);
        }
        if archive.is_empty() {
            return Err(hopeless(&self.variant));
        }
        let (games, positions) = (archive.len() as u64, before + positions);
        Ok(Some(StageResult::Played { games, positions }))
    }

    /// The games of a generation.
    fn archive(&self, generation: u32) -> Result<Archive, String> {
        let mut work = identity_of_games(&self.variant, &self.plan);
        work["generation"] = json!(generation);
        Archive::open(&self.folder.games(generation), &work)
    }

    /// Fits weights to the first games.
    pub(super) fn fit(&mut self, stage: Stage, watch: &mut dyn Watch) -> Ended {
        let mut archive = self.archive(0)?;
        let positions = count(&mut archive, &self.variant)?;
        let step = positions.div_ceil(MOST_SAMPLES).max(1) as usize;
        let mut samples: Vec<Sample> = Vec::new();
        for at in (0..archive.len()).step_by(step) {
            samples.extend(archive.get(at)?.samples(&self.variant)?);
        }
        let mut model = Model::derived(&self.variant);
        let plan = fit::Plan { seed: self.plan.seed, ..fit::Plan::default() };
        let total = plan.epochs;
        let fitted = fit(&self.variant, &mut model, &samples, &plan, &mut |epoch, error| {
            let text = format!("round {epoch} of at most {total}, error {error:.5}");
            watch.stands(&Status { stage, text, left: None });
        })?;
        let Fitted { samples: positions, before, after, .. } = fitted;
        let name = self.variant.definition().full_name();
        let comment = format!("Weights of {name}, fitted to {positions} positions.");
        write(&self.folder.weights(), model.text(&comment).as_bytes())?;
        // Strays are judged by these weights all the same.
        if self.plan.from_weights || !net::is_shipped(&self.variant) {
            self.manifest.judge = Judge::Weights;
        }
        Ok(Some(StageResult::Fitted { positions, before, after }))
    }

    /// Trains the network of a generation.
    pub(super) fn train(&mut self, stage: Stage, stop: &Arc<AtomicBool>, watch: &mut dyn Watch) -> Ended {
        let archives: Result<Vec<_>, _> = (1..=stage.generation).map(|g| self.archive(g)).collect();
        let weights = self.folder.weights().exists().then(|| self.read_weights()).transpose()?;
        let mut stream = Stream::new(
            &self.variant,
            archives?,
            weights.as_deref(),
            self.plan.strays,
            self.manifest.scale,
            self.plan.threads,
        )?;
        self.manifest.scale = Some(stream.scale());
        let checkpoint = self.folder.checkpoint(stage.generation);
        let left = self.tick()?.map(|left| Duration::from_secs_f64(left.max(1.0)));
        let mut plan = self.plan.training.clone();
        plan.seed = scrambled(self.plan.seed) ^ u64::from(stage.generation);
        plan.threads = self.plan.threads;
        let training = Training {
            plan: &plan,
            length: Length { passes: self.plan.passes, time: left },
            work: json!({
                "training": identity(&self.variant, &self.plan),
                "generation": stage.generation,
                "games": stream.len(),
            }),
            checkpoint: checkpoint.clone(),
        };
        let (mut result, mut first, mut parts) = (Ok(()), None, [0, 1]);
        let trained = training.run(&mut stream, stop, &mut |standing| {
            parts = standing.parts;
            let (at, since) = *first.get_or_insert((standing.parts[0], Instant::now()));
            let text = told(standing);
            let one = since.elapsed().as_secs_f64() / f64::from((standing.parts[0] - at).max(1));
            let left =
                (standing.parts[0] > at).then(|| one * f64::from(standing.parts[1] - standing.parts[0]));
            watch.stands(&Status { stage, text, left });
            result = result.clone().and(self.tick().map(drop));
        })?;
        result?;
        let Some(Trained { file, before, whole, .. }) = trained else { return Ok(None) };
        write(&self.folder.network(stage.generation), &file)?;
        forget(&checkpoint);
        let passes = f64::from(parts[1]) / f64::from(stream.parts());
        Ok(Some(StageResult::Trained { passes, weights: before.mixture, network: whole.mixture }))
    }

    /// Lets the network of a generation play against what judged before.
    pub(super) fn gate(
        &mut self,
        stage: Stage,
        crew: &dyn Crew,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn Watch,
    ) -> Ended {
        let (new, old) = (self.network(stage.generation)?, self.judgement()?);
        // The faster looks at more positions; how many must not change when the contest goes on.
        let path = self.folder.speeds(stage.generation);
        let nodes =
            match std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok()) {
                Some(nodes) => nodes,
                None => {
                    let [new, old] = speeds(&self.variant, [&new, &old]);
                    let faster = (self.plan.gate_nodes as f64 * new / old).round() as u64;
                    let nodes = [faster.max(1), self.plan.gate_nodes];
                    write(&path, json!(nodes).to_string().as_bytes())?;
                    nodes
                }
            };
        let variant = Arc::clone(&self.variant);
        let seed = scrambled(self.plan.seed) ^ u64::from(stage.generation);
        let contest = Contest { players: [new, old], nodes, seed };
        let work = json!({
            "training": identity(&self.variant, &self.plan),
            "generation": stage.generation,
            "nodes": nodes,
        });
        let (mut journal, kept) = Journal::<Pair>::open(&self.folder.gate(stage.generation), &work)?;
        let mut is_over = false;
        let most = if self.plan.seconds.is_some() { u32::MAX } else { self.plan.gate_pairs };
        let mut so_far = Pairs::default();
        kept.iter().for_each(|pair| so_far.0[pair.points.min(4)] += 1);
        let mut pairs = so_far;
        if GATE.verdict(&so_far) == Verdict::Open {
            pairs = contest.run(&variant, crew, &kept, most, stop, &mut |pair, pairs| {
                journal.add(&pair)?;
                let left = self.tick()?;
                is_over = GATE.verdict(pairs) != Verdict::Open || left.is_some_and(|left| left <= 0.0);
                watch.stands(&Status { stage, text: shown(pairs), left });
                Ok(!is_over)
            })?;
            if stop.load(Ordering::Relaxed) && !is_over {
                return Ok(None);
            }
        }
        let accepted = GATE.verdict(&pairs) == Verdict::Higher;
        if accepted {
            self.manifest.judge = Judge::Network(stage.generation);
        }
        let elo = pairs.estimate().map(|estimate| [estimate.elo, estimate.error]);
        let elo = elo.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
        Ok(Some(StageResult::Judged { nodes, pairs: pairs.0, elo, accepted }))
    }
}

/// That nothing can be learnt from a game.
fn hopeless(variant: &Variant) -> String {
    let name = variant.definition().full_name();
    format!("{name}: all openings were decided before a game could be played; nothing can be learnt from it")
}

/// About how many positions there are in games.
fn count(archive: &mut Archive, variant: &Arc<Variant>) -> Result<u64, String> {
    let step = archive.len().div_ceil(COUNTED).max(1);
    let (mut games, mut positions) = (0_u64, 0_u64);
    for at in (0..archive.len()).step_by(step) {
        positions += archive.get(at)?.quiet(variant)?.len() as u64;
        games += 1;
    }
    Ok(positions * archive.len() as u64 / games.max(1))
}

/// How training stands.
fn told(standing: &Standing) -> String {
    let Standing { parts: [done, parts], learnt, apart, rate } = standing;
    format!("part {done} of {parts}, error {learnt:.4}, apart {:.4}, {:.0} k/s", apart.mixture, rate / 1e3)
}

/// How a contest stands.
fn shown(pairs: &Pairs) -> String {
    let games = 2 * pairs.count();
    let llr = pairs.llr(GATE.elo0, GATE.elo1);
    let elo = match pairs.estimate() {
        Some(estimate) if estimate.elo.is_finite() => {
            format!("{:+.0} ± {:.0} Elo", estimate.elo, estimate.error)
        }
        _ => "no estimate yet".to_owned(),
    };
    format!("{games} games, {elo}, LLR {llr:+.2} of ±{:.2}", crate::stats::Sprt::bound())
}

fn write(path: &std::path::Path, bytes: &[u8]) -> Result<(), String> {
    files::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
