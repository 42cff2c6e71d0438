//! Abuses the server in every way at once while others play, and measures what they notice of it.
//!
//! Everything stays on this machine. Those who abuse are a process of their own, so that what they cost is not measured as the
//! server's; a trusted proxy is what they pretend to be, so that they come from as many addresses as they like.

mod deeds;
mod heavy;
mod honest;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

use crate::client::Way;
use crate::host::{Host, Recipe, Usage, usage};
use crate::lines::lines;
use crate::{AttackArgs, Outcome, table};
use deeds::Tally;
use honest::{Note, Pair};

/// Before anybody does harm, so long is played in peace.
const PEACE: Duration = Duration::from_secs(10);
/// Of an attack that has just begun nothing is measured: what one may do at once is over then.
const FIRST: Duration = Duration::from_secs(2);

/// What is to be shown.
const SLOWEST: f64 = 100.0;
const MOST_MEMORY: u64 = 1_000_000;
const MOST_DISK: f64 = 100.0;
const LONGEST_END: Duration = Duration::from_secs(5);

/// Where somebody does harm.
#[derive(Args, Debug)]
pub(crate) struct StormArgs {
    #[arg(long)]
    server: SocketAddr,
    #[arg(long)]
    prefixes: u16,
    #[arg(long)]
    seconds: u32,
    #[arg(long)]
    pace: f64,
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// `storm`
pub(crate) async fn storm(args: &StormArgs) -> Outcome<()> {
    let way = Way::plain(args.server);
    let tally =
        deeds::run(way, args.prefixes, Duration::from_secs(args.seconds.into()), args.pace, &args.only);
    println!("{}", serde_json::to_string(&tally.await)?);
    Ok(())
}

/// `attack`: whether all that is to be shown was.
pub(crate) async fn run(args: &AttackArgs) -> Outcome<bool> {
    let prefixes = if args.prefixes.is_empty() { vec![1, 255] } else { args.prefixes.clone() };
    let mut rows = Vec::new();
    let mut passed = true;
    for prefixes in prefixes {
        let seen = Stage::run(args, prefixes).await?;
        seen.explain(prefixes);
        passed &= seen.is_good();
        rows.push(seen.row(prefixes));
    }
    println!();
    table::print(HEADS, &rows);
    println!(
        "\nTo be shown: p99 below {SLOWEST} ms, memory below {} MB, the folder grows by less than {MOST_DISK} MB an hour, SIGTERM takes less than {} s.",
        MOST_MEMORY / 1000,
        LONGEST_END.as_secs()
    );
    Ok(passed)
}

const HEADS: &[&str] = &[
    "addresses",
    "s",
    "moves",
    "in peace p50",
    "p99",
    "attacked p50",
    "p99",
    "longest ms",
    "trouble",
    "memory MB",
    "server",
    "attackers",
    "disk MB/h",
    "SIGTERM ms",
    "exit",
    "",
];

/// What was seen of one attack.
struct Seen {
    seconds: f64,
    peace: Vec<u32>,
    attacked: Vec<u32>,
    trouble: BTreeMap<String, u32>,
    /// KiB, at most.
    memory: u64,
    server: Duration,
    attackers: Duration,
    grown: i64,
    ended: Duration,
    good_end: bool,
    tally: Tally,
}

/// A server with those who play on it.
struct Stage {
    host: Host,
    data: tempfile::TempDir,
    notes: mpsc::UnboundedReceiver<Note>,
    memory: u64,
    trouble: BTreeMap<String, u32>,
}

impl Stage {
    async fn open(args: &AttackArgs) -> Outcome<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("berolina-attack-");
        let data = match &args.place.within {
            Some(folder) => builder.tempdir_in(folder)?,
            None => builder.tempdir()?,
        };
        let options = ["--accounts", "--trusted-proxy", "loopback", "--log", "error"];
        let host = Recipe::new(&args.place, data.path()).await?.limited(&options).start().await?;
        let lines = Arc::new(lines(&args.place.variant, 8, 1)?);
        let (note, notes) = mpsc::unbounded_channel();
        for number in 0..u16::try_from(args.games)? {
            let pair = Pair {
                number,
                way: Way::plain(host.address),
                lines: Arc::clone(&lines),
                variant: args.place.variant.clone(),
                rate: f64::from(args.rate) / f64::from(args.games.max(1)),
                notes: note.clone(),
            };
            tokio::spawn(pair.play());
        }
        Ok(Self { host, data, notes, memory: 0, trouble: BTreeMap::new() })
    }

    async fn run(args: &AttackArgs, prefixes: u16) -> Outcome<Seen> {
        let mut stage = Self::open(args).await?;
        sleep(FIRST).await;
        stage.watch(Duration::ZERO).await?;
        let peace = stage.watch(PEACE).await?;
        stage.trouble.clear();
        let mut attackers = stage.attackers(args, prefixes)?;
        let pid = attackers.id().ok_or("the attackers have ended")?;
        sleep(FIRST).await;
        let (before, begin) = (usage(stage.host.pid)?, Instant::now());
        let size = size(stage.data.path())?;
        let attacked = stage.watch(Duration::from_secs(args.seconds.into())).await?;
        let seconds = begin.elapsed().as_secs_f64();
        let Usage { processor, .. } = usage(stage.host.pid)?;
        let grown = self::size(stage.data.path())? - size;
        let attackers_used = usage(pid)?.processor;
        // While the attack goes on.
        let (ended, status) = stage.host.end_in_time().await?;
        let mut told = String::new();
        if let Some(out) = &mut attackers.stdout {
            out.read_to_string(&mut told).await?;
        }
        attackers.wait().await?;
        Ok(Seen {
            seconds,
            peace,
            attacked,
            trouble: stage.trouble,
            memory: stage.memory,
            server: processor.saturating_sub(before.processor),
            attackers: attackers_used,
            grown,
            ended,
            good_end: status.success(),
            tally: serde_json::from_str(&told)?,
        })
    }

    fn attackers(&self, args: &AttackArgs, prefixes: u16) -> Outcome<Child> {
        // They go on until the server has ended.
        let seconds = (args.seconds + 5).to_string();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["storm", "--server", &self.host.address.to_string(), "--seconds", &seconds]);
        command.args(["--prefixes", &prefixes.to_string(), "--pace", &args.pace.to_string()]);
        if !args.only.is_empty() {
            command.args(["--only", &args.only.join(",")]);
        }
        Ok(command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true).spawn()?)
    }

    /// Notes what players notice, and how much memory is used.
    async fn watch(&mut self, time: Duration) -> Outcome<Vec<u32>> {
        let end = Instant::now() + time;
        let mut looks = interval(Duration::from_millis(500));
        let mut times = Vec::new();
        while Instant::now() < end || !self.notes.is_empty() {
            tokio::select! {
                note = self.notes.recv() => match note.ok_or("nobody plays")? {
                    Note::Done(time) => times.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX)),
                    Note::Trouble(what) => *self.trouble.entry(what).or_default() += 1,
                },
                _ = looks.tick() => {
                    if !self.host.is_alive() {
                        return Err("the server has ended by itself".into());
                    }
                    self.memory = self.memory.max(usage(self.host.pid)?.resident);
                }
            }
        }
        times.sort_unstable();
        Ok(times)
    }
}

impl Seen {
    fn disk(&self) -> f64 {
        self.grown as f64 / 1e6 * 3600.0 / self.seconds
    }

    fn is_good(&self) -> bool {
        !self.attacked.is_empty()
            && percentile(&self.attacked, 0.99) < SLOWEST
            && self.memory < MOST_MEMORY
            && self.disk() < MOST_DISK
            && self.ended < LONGEST_END
            && self.good_end
    }

    fn row(&self, prefixes: u16) -> Vec<String> {
        let share = |time: Duration| format!("{:.0} %", 100.0 * time.as_secs_f64() / self.seconds);
        let ms = |times: &[u32], part| format!("{:.1}", percentile(times, part));
        vec![
            prefixes.to_string(),
            format!("{:.0}", self.seconds),
            self.attacked.len().to_string(),
            ms(&self.peace, 0.5),
            ms(&self.peace, 0.99),
            ms(&self.attacked, 0.5),
            ms(&self.attacked, 0.99),
            ms(&self.attacked, 1.0),
            self.trouble.values().sum::<u32>().to_string(),
            (self.memory / 1000).to_string(),
            share(self.server),
            share(self.attackers),
            format!("{:.0}", self.disk()),
            self.ended.as_millis().to_string(),
            if self.good_end { "good" } else { "BAD" }.to_owned(),
            if self.is_good() { "pass" } else { "FAIL" }.to_owned(),
        ]
    }

    /// What was done, and what honest players were told.
    fn explain(&self, prefixes: u16) {
        println!("\nFrom {prefixes} addresses, for {:.0} s:\n", self.seconds);
        let rows: Vec<Vec<String>> = self
            .tally
            .iter()
            .map(|(deed, ends)| {
                let ends: Vec<String> = ends.iter().map(|(end, count)| format!("{end} × {count}")).collect();
                vec![deed.clone(), ends.join(", ")]
            })
            .collect();
        table::print(&["what was done", "what came of it"], &rows);
        for (what, count) in &self.trouble {
            println!("honest players: {what} × {count}");
        }
    }
}

/// Milliseconds under which such a part of sorted times lies.
fn percentile(times: &[u32], part: f64) -> f64 {
    let at = (part * times.len() as f64).ceil() as usize;
    times.get(at.clamp(1, times.len().max(1)) - 1).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
}

/// Bytes of all files of a folder.
fn size(folder: &Path) -> Outcome<i64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        bytes += i64::try_from(entry?.metadata()?.len())?;
    }
    Ok(bytes)
}
