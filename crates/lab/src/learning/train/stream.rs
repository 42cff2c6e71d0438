//! Training from files of games that are larger than memory: some thousand games at a time, in an order that is another in each pass.
//!
//! A part of the games is read, each with strays of its own, which are others in each pass; its positions are shuffled and learnt from. What
//! has been learnt goes into a *checkpoint* now and then, from which training goes on after a kill: with as many threads as before
//! it comes to the same network.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use berolina_engine::net::View;
use berolina_numbers::Random;
use berolina_numbers::random::scrambled;
use berolina_rules::Variant;
use serde_json::{Value, json};

use super::checkpoint;
use super::data::scale;
use super::descent::Descent;
use super::model::Model;
use super::rows::{Aim, Maker, Rows};
use super::{APART, Errors, Plan, TOO_FEW, Trained, errors, finish, unit};
use crate::learning::archive::Archive;
use crate::learning::played::Played;

/// So many games are read at a time.
const GAMES: usize = 2048;
/// No more games are kept apart: their errors would not be known better.
const MOST_APART: usize = 6_000;
/// Checkpoints are written no more often.
const EVERY: Duration = Duration::from_secs(20);

/// Games to learn from.
pub struct Stream {
    variant: Arc<Variant>,
    archives: Vec<Archive>,
    /// The games to learn from: which file, and the place in it.
    games: Vec<(u32, u32)>,
    /// What is kept apart.
    apart: Rows,
    scale: f32,
    /// For each thread.
    makers: Vec<Maker>,
}

/// How long to train: to the first of these that is reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    /// Passes through the games.
    pub passes: f64,
    /// About so long.
    pub time: Option<Duration>,
}

/// How training stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Parts that were learnt from, of how many.
    pub parts: [u32; 2],
    /// The mean error over the last part.
    pub learnt: f64,
    /// Over the positions kept apart.
    pub apart: Errors,
    /// Positions a second, strays included.
    pub rate: f64,
}

impl Stream {
    /// The games of these files. With each position come so many strays, judged by `weights`; without, by those that the
    /// program has. `scale` is the score in hundredths of a pawn that means winning 10 of 11 points, if it is known.
    ///
    /// # Errors
    /// One line: there are too few games, or one cannot be read.
    pub fn new(
        variant: &Arc<Variant>,
        mut archives: Vec<Archive>,
        weights: Option<&str>,
        strays: u32,
        known_scale: Option<f32>,
        threads: usize,
    ) -> Result<Self, String> {
        let all = archives.iter().enumerate().flat_map(|(file, archive)| {
            archive.numbers().enumerate().map(move |(at, number)| ((file as u32, at as u32), number))
        });
        let (kept, games): (Vec<_>, Vec<_>) = all.partition(|(_, number)| number % APART == 0);
        let step = kept.len().div_ceil(MOST_APART).max(1);
        let mut apart = Rows::default();
        let mut maker = Maker::new(variant, weights, 0);
        for ((file, at), _) in kept.into_iter().step_by(step) {
            for quiet in archives[file as usize].get(at as usize)?.quiet(variant)? {
                maker.apart(&mut apart, &quiet.position, quiet.score as f32, quiet.result);
            }
        }
        let games: Vec<(u32, u32)> = games.into_iter().map(|(game, _)| game).collect();
        if apart.rows.is_empty() || games.is_empty() {
            return Err(TOO_FEW.into());
        }
        let scale = known_scale.unwrap_or_else(|| scale(&apart));
        let makers = (0..threads.max(1)).map(|_| Maker::new(variant, weights, strays)).collect();
        Ok(Self { variant: Arc::clone(variant), archives, games, apart, scale, makers })
    }

    /// The score in hundredths of a pawn that means winning 10 of 11 points.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// How many games there are to learn from.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many parts a pass has.
    #[must_use]
    pub fn parts(&self) -> u32 {
        self.games.len().div_ceil(GAMES) as u32
    }

    /// The order of the games in a pass.
    fn order(&self, seed: u64, pass: u32) -> Vec<(u32, u32)> {
        let mut order = self.games.clone();
        let mut random = Random::new(scrambled(seed ^ 0x0D_E500) ^ u64::from(pass));
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        order
    }

    /// The positions of some games, with strays that follow from `seed`.
    fn rows(&mut self, games: &[(u32, u32)], seed: u64) -> Result<Rows, String> {
        let archives = &mut self.archives;
        let played: Result<Vec<Played>, String> =
            games.iter().map(|&(file, at)| archives[file as usize].get(at as usize)).collect();
        let played = played?;
        let (variant, part) = (&self.variant, played.len().div_ceil(self.makers.len()));
        let parts: Vec<Result<Rows, String>> = thread::scope(|scope| {
            let make = |maker: &mut Maker, games: &[Played]| {
                let mut rows = Rows::default();
                for game in games {
                    maker.random = Random::new(scrambled(seed) ^ u64::from(game.number));
                    for quiet in game.quiet(variant)? {
                        maker.learnt(&mut rows, &quiet.position, quiet.score as f32, quiet.result);
                    }
                }
                Ok(rows)
            };
            let threads: Vec<_> = self
                .makers
                .iter_mut()
                .zip(played.chunks(part))
                .map(|(maker, games)| scope.spawn(move || make(maker, games)))
                .collect();
            let lost = || Err("a thread ended".to_owned());
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| lost())).collect()
        });
        let mut rows = Rows::default();
        for part in parts {
            rows.append(&part?);
        }
        Ok(rows)
    }
}

/// A training that goes on after a kill.
pub struct Training<'a> {
    /// How to train; its epochs do not count.
    pub plan: &'a Plan,
    /// How long.
    pub length: Length,
    /// What the training is, so that a checkpoint of another is refused.
    pub work: Value,
    /// Where checkpoints are.
    pub checkpoint: PathBuf,
}

/// How far a training has come.
struct Place {
    /// Parts that were learnt from.
    done: u32,
    /// Parts in all; 0 until it is known.
    parts: u32,
}

impl Training<'_> {
    /// Trains a network; `None` if `stop` ended it: the same training goes on from there.
    ///
    /// # Errors
    /// One line: a game cannot be read, or a checkpoint cannot be read or written.
    pub fn run(
        &self,
        stream: &mut Stream,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Standing),
    ) -> Result<Option<Trained>, String> {
        let plan = self.plan;
        let view = View::new(&stream.variant);
        let aim = Aim { unit: unit(stream.scale), result_share: plan.result_share };
        let mut descent = Descent::new(Model::new(&view, plan.seed), plan.threads);
        let mut place = self.resume(&mut descent)?;
        let mut saved = Instant::now();
        let mut order = (u32::MAX, Vec::new());
        while place.parts == 0 || place.done < place.parts {
            if stop.load(Ordering::Relaxed) {
                self.save(&place, &descent)?;
                return Ok(None);
            }
            let began = Instant::now();
            let (pass, part) = (place.done / stream.parts(), (place.done % stream.parts()) as usize);
            if order.0 != pass {
                order = (pass, stream.order(plan.seed, pass));
            }
            let games = &order.1[part * GAMES..order.1.len().min((part + 1) * GAMES)];
            let seed = plan.seed ^ u64::from(place.done + 1) << 32;
            let rows = stream.rows(games, seed)?;
            let share = |done: u32| if place.parts == 0 { 0.0 } else { done as f32 / place.parts as f32 };
            let range = share(place.done)..share(place.done + 1);
            let learnt = descent.round(&rows, &aim, plan, &mut Random::new(scrambled(seed)), range);
            place.done += 1;
            if place.parts == 0 {
                place.parts = self.parts(stream.parts(), began.elapsed());
            }
            let rate = rows.rows.len() as f64 / began.elapsed().as_secs_f64().max(1e-6);
            progress(&Standing {
                parts: [place.done, place.parts],
                learnt,
                apart: errors(&descent.model, &stream.apart, &aim),
                rate,
            });
            if saved.elapsed() >= EVERY {
                self.save(&place, &descent)?;
                saved = Instant::now();
            }
        }
        Ok(Some(finish(&view, &descent.model, &stream.apart, &aim)))
    }

    /// How many parts to learn from, when one takes so long and a pass has so many.
    fn parts(&self, pass: u32, one: Duration) -> u32 {
        let by_passes = (self.length.passes * f64::from(pass)).ceil() as u32;
        let by_time = self.length.time.map(|time| (time.as_secs_f64() / one.as_secs_f64().max(1e-3)) as u32);
        by_passes.min(by_time.unwrap_or(u32::MAX)).max(1)
    }

    fn save(&self, place: &Place, descent: &Descent) -> Result<(), String> {
        let head =
            json!({ "training": self.work, "done": place.done, "parts": place.parts, "step": descent.step });
        checkpoint::write(&self.checkpoint, &head, [&descent.model, &descent.mean, &descent.square])
    }

    /// Goes on from a checkpoint, if there is one.
    fn resume(&self, descent: &mut Descent) -> Result<Place, String> {
        let models = [&mut descent.model, &mut descent.mean, &mut descent.square];
        let Some(head) = checkpoint::read(&self.checkpoint, &self.work, models)? else {
            return Ok(Place { done: 0, parts: 0 });
        };
        let number = |key: &str| head[key].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or_default();
        descent.step = number("step");
        Ok(Place { done: number("done"), parts: number("parts") })
    }
}

/// Removes the checkpoint of a training that is over.
pub fn forget(checkpoint: &Path) {
    let _ = std::fs::remove_file(checkpoint);
}
