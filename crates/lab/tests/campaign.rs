//! From a game to a network, and what happens when that is cut off.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use berolina_lab::crew::Threads;
use berolina_lab::learning::Judgement;
use berolina_lab::learning::campaign::{
    Campaign, Done, Judge, Plan, Stage, StageResult, Status, Step, Watch,
};
use berolina_lab::learning::train;
use berolina_numbers::Random;
use berolina_rules::{Library, Variant};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("berolina-campaign-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn game(name: &str) -> Arc<Variant> {
    Variant::load(&Library::shipped(), name).expect("it is shipped")
}

/// A campaign of seconds.
fn plan() -> Plan {
    Plan {
        nodes: 20,
        games: 60,
        passes: 2.0,
        strays: 1,
        training: train::Plan { batch: 512, ..Plan::default().training },
        gate_nodes: 20,
        gate_pairs: 6,
        ..Plan::default()
    }
}

/// Stops after so many events.
struct Stopper {
    left: usize,
    stop: Arc<AtomicBool>,
    done: Vec<Done>,
}

impl Stopper {
    fn after(events: usize) -> Self {
        Self { left: events, stop: Arc::default(), done: Vec::new() }
    }

    fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Watch for Stopper {
    fn begins(&mut self, _: Stage) {}

    fn stands(&mut self, status: &Status) {
        assert!(!status.text.is_empty() && status.left.is_none_or(f64::is_finite), "{status:?}");
        self.count();
    }

    fn ends(&mut self, done: &Done) {
        self.done.push(done.clone());
        self.count();
    }
}

fn run(variant: &Arc<Variant>, plan: &Plan, path: &Path, events: usize) -> Result<Vec<Done>, String> {
    let mut watch = Stopper::after(events);
    let stop = Arc::clone(&watch.stop);
    Campaign::open(variant, plan.clone(), path)?.run(&Threads(plan.threads), &stop, &mut watch)?;
    Ok(watch.done)
}

#[test]
fn a_campaign_that_is_cut_off_comes_to_the_same_networks() {
    let variant = game("near-6");
    let (whole, cut) = (folder("whole"), folder("cut"));
    let done = run(&variant, &plan(), &whole, usize::MAX).unwrap();
    let steps: Vec<Step> = done.iter().map(|done| done.stage.step).collect();
    let generation = [Step::Play, Step::Train, Step::Gate];
    assert_eq!(steps, [&[Step::Play, Step::Fit][..], &generation, &generation].concat());
    for done in &done {
        let made = match &done.result {
            StageResult::Played { games, positions } => *games > 20 && *positions > 500,
            StageResult::Fitted { before, after, .. } => after <= before,
            StageResult::Trained { passes, weights, network } => {
                *passes >= 2.0 && *weights > 0.0 && *network > 0.0
            }
            StageResult::Judged { pairs, nodes, .. } => pairs.iter().sum::<u64>() > 0 && nodes[0] > 0,
        };
        assert!(made, "{done:?}");
    }
    let mut random = Random::new(1);
    let mut rounds = 0;
    while Campaign::open(&variant, plan(), &cut).unwrap().manifest().done.len() < done.len() {
        run(&variant, &plan(), &cut, 1 + random.below(60)).unwrap();
        rounds += 1;
        assert!(rounds < 200, "it goes on");
    }
    assert!(rounds > 5, "{rounds} rounds");
    for name in ["weights.txt", "network-1.net", "network-2.net"] {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(read(&whole) == read(&cut), "{name}");
    }
    // A network of it is one of this game.
    let bytes = fs::read(cut.join("network-1.net")).unwrap();
    assert!(Judgement::network(&variant, bytes.clone()).is_ok());
    assert!(Judgement::network(&game("near"), bytes).is_err());
    fs::remove_dir_all(whole).unwrap();
    fs::remove_dir_all(cut).unwrap();
}

#[test]
fn a_game_with_sides_of_its_own_and_one_with_hands_learn_too() {
    for name in ["near-vs-normal", "minishogi", "forward-hex"] {
        let path = folder(name);
        let plan = Plan { games: 120, generations: 1, ..plan() };
        let done = run(&game(name), &plan, &path, usize::MAX).unwrap();
        assert!(matches!(done.last().unwrap().result, StageResult::Judged { .. }), "{name}");
        fs::remove_dir_all(path).unwrap();
    }
}

/// Where the program has a network but no weights, weights are fitted for strays; the network plays the games and is what a new one must beat.
#[test]
fn the_network_of_the_program_judges_until_a_better_one_is_found() {
    for (from_weights, judge) in [(false, Judge::Program), (true, Judge::Weights)] {
        let path = folder(&format!("judge-{from_weights}"));
        let plan = Plan { from_weights, games: 30, ..plan() };
        let open = || Campaign::open(&game("horde"), plan.clone(), &path).unwrap();
        while open().manifest().done.len() < 2 {
            run(&game("horde"), &plan, &path, 40).unwrap();
        }
        assert_eq!(open().manifest().done[1].stage.step, Step::Fit);
        assert_eq!(open().manifest().judge, judge);
        fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn hours_are_dealt_out() {
    let path = folder("hours");
    let plan = Plan { seconds: Some(3.0), gate_pairs: u32::MAX, ..plan() };
    let began = std::time::Instant::now();
    let done = run(&game("near-6"), &plan, &path, usize::MAX).unwrap();
    assert_eq!(done.len(), 8, "every stage had its time");
    let seconds: f64 = done.iter().map(|done| done.seconds).sum();
    // A machine that is busy may take longer; it must not go on for ever.
    assert!(seconds > 1.0 && began.elapsed().as_secs() < 60, "{seconds}");
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn however_little_time_there_is_enough_games_are_played_to_learn_from() {
    let path = folder("moment");
    let plan = Plan { seconds: Some(0.01), generations: 1, ..plan() };
    let done = run(&game("near-6"), &plan, &path, usize::MAX).unwrap();
    for done in &done {
        if let StageResult::Played { games, .. } = done.result {
            assert!(games >= 100, "{done:?}");
        }
    }
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn what_cannot_be_learnt_and_what_is_anothers_is_told() {
    let path = folder("refused");
    let variant = game("near-6");
    run(&variant, &plan(), &path, 3).unwrap();
    let told = |variant: &Arc<Variant>, plan: Plan| Campaign::open(variant, plan, &path).err().unwrap();
    let error = told(&variant, Plan { nodes: 30, ..plan() });
    assert!(error.contains("it belongs to another training: nodes was 20 and is 30"), "{error}");
    let error = told(&game("near"), plan());
    assert!(error.contains("game was \"near-6\" and is \"near\""), "{error}");
    let campaign = Campaign::open(&variant, plan(), &path).unwrap();
    assert!(told(&variant, plan()).contains("is writing it"));
    drop(campaign);
    // A file that was damaged is told and left.
    let games = path.join("games-0.bin");
    let mut bytes = fs::read(&games).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&games, &bytes).unwrap();
    assert!(run(&variant, &plan(), &path, usize::MAX).unwrap_err().contains("it is damaged at byte"));
    assert_eq!(fs::read(&games).unwrap(), bytes);
    fs::write(path.join("manifest.json"), "my notes").unwrap();
    assert!(told(&variant, plan()).contains("it is no manifest of a training"));
    fs::remove_dir_all(&path).unwrap();
    // A king that moves has won: nearly every opening ends so.
    let mut library = Library::shipped();
    let text = "extends = \"near\"\ntitle = \"Race\"\nabout = \"x\"\n\
                goal = { pieces = \"K\", on = \"ranks 3-6\" }\narray = [\"8\", \"4K3\"]\n";
    library.add_text("race", text).unwrap();
    let race = Variant::load(&library, "race").unwrap_or_else(|error| panic!("{error}"));
    let error = run(&race, &plan(), &path, usize::MAX).unwrap_err();
    assert!(error.contains("nothing can be learnt") || error.contains("too few games"), "{error}");
    fs::remove_dir_all(&path).unwrap();
}
