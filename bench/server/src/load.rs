//! Directs the processes that play, and measures the server meanwhile.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::sleep;

use crate::crew::{Order, Played, Report};
use crate::host::{Host, Recipe, Usage, commits, kernel_buffers, usage};
use crate::{LoadArgs, Outcome, Place, table};

/// Before it is measured what many open pages cost, and what the server has for them is given back where it was for a moment only.
const SETTLE: Duration = Duration::from_secs(5);
/// For how long it is measured what pages cost that do nothing: two rounds of pings.
const IDLE: Duration = Duration::from_secs(30);
/// The slowest hundredth may take so long, in milliseconds.
const SLOW: f64 = 50.0;
/// By what the rate is raised while a limit is looked for.
const STEP: f64 = 1.4;

/// `load`
pub(crate) async fn load(args: &LoadArgs) -> Outcome<()> {
    let mut stage = Stage::open(&args.place, args.crews).await?;
    let memory = stage.fill(args.games).await?;
    let measured = stage.play(f64::from(args.rate), args.seconds).await?;
    println!("\nMemory of the server, KiB:\n");
    table::print(
        &[
            "resident",
            "before a socket",
            "with all",
            "growth a connection",
            "after the moves",
            "kernel's buffers",
        ],
        &[memory.row(&measured)],
    );
    println!("\nTime from the wish, in milliseconds:\n");
    table::print(
        &["", "p50", "p95", "p99", "longest"],
        &[
            row_of("until the opponent is told", &measured.played.told),
            row_of("until it is acknowledged", &measured.played.done),
            row_of("a sync of another file on that disk", &measured.disk),
        ],
    );
    println!();
    table::print(HEADS, &[measured.row(args.games)]);
    stage.end().await
}

/// `sweep`
pub(crate) async fn sweep(args: &LoadArgs) -> Outcome<()> {
    let mut rows = Vec::new();
    for games in [100, 1000, 8000].into_iter().filter(|&games| games <= args.games) {
        let mut stage = Stage::open(&args.place, args.crews).await?;
        stage.fill(games).await?;
        let idle = stage.idle().await?;
        let measured = stage.play(f64::from(args.rate), args.seconds).await?;
        let own = measured.server.saturating_sub(idle.mul_f64(measured.wall.as_secs_f64()));
        let mut row = measured.row(games);
        row.push(format!("{:.2} %", 100.0 * idle.as_secs_f64()));
        row.push(micros(own, measured.played.told.len()));
        rows.push(row);
        stage.end().await?;
    }
    println!();
    let heads: Vec<&str> = HEADS.iter().copied().chain(["server at rest", "µs a move above that"]).collect();
    table::print(&heads, &rows);
    Ok(())
}

/// `limit`
pub(crate) async fn limit(args: &LoadArgs) -> Outcome<()> {
    let mut stage = Stage::open(&args.place, args.crews).await?;
    stage.fill(args.games).await?;
    let mut rows = Vec::new();
    let mut rate = f64::from(args.rate);
    loop {
        let measured = stage.play(rate, args.seconds.min(20)).await?;
        rows.push(measured.row(args.games));
        let slow = percentile(&measured.played.told, 0.99) > SLOW;
        if slow || measured.played.told.len() < measured.played.missed as usize {
            break;
        }
        rate *= STEP;
    }
    println!();
    table::print(HEADS, &rows);
    println!("\nThe last row is the first of which the slowest hundredth took more than {SLOW} ms.");
    stage.end().await
}

const HEADS: &[&str] = &[
    "games",
    "moves/s",
    "asked for",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "longest",
    "disk's p99",
    "server",
    "players",
    "both cores",
    "µs a move",
    "commits/s",
    "not made",
    "refused",
    "unanswered",
    "broken",
];

/// A server with those who play on it.
struct Stage {
    host: Host,
    crews: Vec<Crew>,
    data: tempfile::TempDir,
}

/// What was seen while moves were made.
struct Measured {
    asked: f64,
    wall: Duration,
    played: Played,
    /// Processor time of the server.
    server: Duration,
    /// Of all who play.
    players: Duration,
    /// Of the whole machine.
    machine: Duration,
    commits: Option<u32>,
    resident: u64,
    /// What the disk took meanwhile to sync a file of nobody else, in microseconds.
    disk: Vec<u32>,
}

/// Memory in KiB.
struct Memory {
    before: u64,
    with: u64,
    connections: u64,
    kernel: u64,
}

impl Stage {
    async fn open(place: &Place, crews: u32) -> Outcome<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("berolina-load-");
        let data = match &place.within {
            Some(folder) => builder.tempdir_in(folder)?,
            None => builder.tempdir()?,
        };
        let host = Recipe::new(place, data.path()).await?.start().await?;
        let crews = (0..crews).map(|number| Crew::start(&host, place, number)).collect::<Outcome<_>>()?;
        Ok(Self { host, crews, data })
    }

    /// Makes games and opens all their sockets.
    async fn fill(&mut self, games: u32) -> Outcome<Memory> {
        let crews = u32::try_from(self.crews.len())?;
        let begin = Instant::now();
        let shares = (0..crews).map(|crew| Order::Make(games / crews + u32::from(crew < games % crews)));
        self.tell_all(shares.collect()).await?;
        eprintln!("{games} games were made in {:.1} s", begin.elapsed().as_secs_f64());
        sleep(SETTLE).await;
        let (before, kernel) = (usage(self.host.pid)?.resident, kernel_buffers());
        let begin = Instant::now();
        self.tell_all((0..crews).map(|_| Order::Open).collect()).await?;
        eprintln!("{} sockets were opened in {:.1} s", 2 * games, begin.elapsed().as_secs_f64());
        sleep(SETTLE).await;
        let with = usage(self.host.pid)?.resident;
        eprintln!("resident: {before} KiB before, {with} KiB with all");
        let kernel = kernel_buffers().saturating_sub(kernel);
        Ok(Memory { before, with, connections: u64::from(2 * games), kernel })
    }

    /// Processor time a second while nobody does anything.
    async fn idle(&self) -> Outcome<Duration> {
        let (before, begin) = (usage(self.host.pid)?, Instant::now());
        sleep(IDLE).await;
        let used = usage(self.host.pid)?.processor.saturating_sub(before.processor);
        Ok(used.div_f64(begin.elapsed().as_secs_f64()))
    }

    async fn play(&mut self, rate: f64, seconds: u32) -> Outcome<Measured> {
        let share = rate / self.crews.len() as f64;
        let all = |crews: &[Crew]| -> Outcome<Duration> { crews.iter().map(Crew::processor).sum() };
        let (server, players, machine) = (usage(self.host.pid)?, all(&self.crews)?, machine()?);
        let commits_before = commits(self.data.path());
        let disk = Disk::probe(self.data.path())?;
        let begin = Instant::now();
        let orders = self.crews.iter().map(|_| Order::Play { rate: share, seconds }).collect();
        let reports = self.tell_all(orders).await?;
        let wall = begin.elapsed();
        let Usage { processor, resident } = usage(self.host.pid)?;
        let mut played = Played::default();
        for report in reports {
            let Report::Played(one) = report else { return Err("a crew answered something else".into()) };
            played.add(one);
        }
        played.told.sort_unstable();
        played.done.sort_unstable();
        let commits = commits(self.data.path()).zip(commits_before).map(|(now, then)| now.wrapping_sub(then));
        let measured = Measured {
            asked: rate,
            wall,
            played,
            server: processor.saturating_sub(server.processor),
            players: all(&self.crews)?.saturating_sub(players),
            machine: self::machine()?.saturating_sub(machine),
            commits,
            resident,
            disk: disk.end(),
        };
        eprintln!("{rate:.0} moves a second: p99 {:.1} ms", percentile(&measured.played.told, 0.99));
        Ok(measured)
    }

    async fn tell_all(&mut self, orders: Vec<Order>) -> Outcome<Vec<Report>> {
        for (crew, order) in self.crews.iter_mut().zip(&orders) {
            crew.tell(order).await?;
        }
        let mut reports = Vec::new();
        for crew in &mut self.crews {
            match crew.hear().await? {
                Report::Failed(why) => return Err(format!("a crew: {why}").into()),
                report => reports.push(report),
            }
        }
        Ok(reports)
    }

    async fn end(self) -> Outcome<()> {
        drop(self.crews);
        self.host.end().await
    }
}

impl Memory {
    fn row(&self, measured: &Measured) -> Vec<String> {
        let growth = self.with.saturating_sub(self.before) as f64 / self.connections.max(1) as f64;
        vec![
            format!("{} connections", self.connections),
            self.before.to_string(),
            self.with.to_string(),
            format!("{growth:.1}"),
            measured.resident.to_string(),
            self.kernel.to_string(),
        ]
    }
}

impl Measured {
    fn row(&self, games: u32) -> Vec<String> {
        let Played { told, missed, refused, unanswered, broken, .. } = &self.played;
        let wall = self.wall.as_secs_f64();
        let share = |time: Duration| format!("{:.0} %", 100.0 * time.as_secs_f64() / wall);
        vec![
            games.to_string(),
            format!("{:.0}", told.len() as f64 / wall),
            format!("{:.0}", self.asked),
            format!("{:.1}", percentile(told, 0.5)),
            format!("{:.1}", percentile(told, 0.95)),
            format!("{:.1}", percentile(told, 0.99)),
            format!("{:.1}", percentile(told, 1.0)),
            format!("{:.1}", percentile(&self.disk, 0.99)),
            share(self.server),
            share(self.players),
            share(self.machine),
            micros(self.server, told.len()),
            self.commits
                .map_or_else(|| "?".to_owned(), |commits| format!("{:.0}", f64::from(commits) / wall)),
            missed.to_string(),
            refused.to_string(),
            unanswered.to_string(),
            broken.to_string(),
        ]
    }
}

impl Played {
    fn add(&mut self, other: Self) {
        self.told.extend(other.told);
        self.done.extend(other.done);
        self.missed += other.missed;
        self.refused += other.refused;
        self.unanswered += other.unanswered;
        self.broken += other.broken;
    }
}

fn micros(time: Duration, moves: usize) -> String {
    format!("{:.0}", time.as_secs_f64() * 1e6 / moves.max(1) as f64)
}

/// Milliseconds under which such a part of sorted times lies.
fn percentile(times: &[u32], part: f64) -> f64 {
    let at = (part * times.len() as f64).ceil() as usize;
    times.get(at.clamp(1, times.len().max(1)) - 1).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
}

fn row_of(name: &str, times: &[u32]) -> Vec<String> {
    let parts = [0.5, 0.95, 0.99, 1.0].map(|part| format!("{:.1}", percentile(times, part)));
    std::iter::once(name.to_owned()).chain(parts).collect()
}

/// Syncs a small file again and again: what others do to the disk is seen beside what the server takes.
struct Disk {
    ended: Arc<AtomicBool>,
    thread: JoinHandle<Vec<u32>>,
}

impl Disk {
    fn probe(folder: &Path) -> Outcome<Self> {
        const PAUSE: Duration = Duration::from_millis(100);
        let mut file = File::create(folder.join("probe"))?;
        let ended = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ended);
        let thread = std::thread::spawn(move || {
            let mut times = Vec::new();
            while !end.load(Ordering::Relaxed) {
                let begin = Instant::now();
                if file.write_all(&[0; 4096]).and_then(|()| file.sync_data()).is_err() {
                    break;
                }
                times.push(u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX));
                std::thread::sleep(PAUSE);
            }
            times.sort_unstable();
            times
        });
        Ok(Self { ended, thread })
    }

    fn end(self) -> Vec<u32> {
        self.ended.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}

/// Processor time that all processes of the machine have used, whatever they do.
fn machine() -> Outcome<Duration> {
    let stat = std::fs::read_to_string("/proc/stat")?;
    let line = stat.lines().next().ok_or("no line of processors")?;
    let fields: Vec<u64> = line.split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    // User, nice, system; then idle and waiting; then interrupts.
    let used: u64 = fields[..3].iter().sum::<u64>() + fields[5..7].iter().sum::<u64>();
    Ok(Duration::from_millis(10 * used))
}

/// A process that plays.
struct Crew {
    child: Child,
    orders: ChildStdin,
    reports: Lines<BufReader<ChildStdout>>,
}

impl Crew {
    fn start(host: &Host, place: &Place, number: u32) -> Outcome<Self> {
        let own: &Path = &std::env::current_exe()?;
        let mut child = Command::new(own)
            .arg("crew")
            .args(["--server", &host.address.to_string(), "--number", &number.to_string()])
            .args(["--variant", &place.variant])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let orders = child.stdin.take().ok_or("no input")?;
        let reports = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        Ok(Self { child, orders, reports })
    }

    async fn tell(&mut self, order: &Order) -> Outcome<()> {
        let line = format!("{}\n", serde_json::to_string(order)?);
        Ok(self.orders.write_all(line.as_bytes()).await?)
    }

    async fn hear(&mut self) -> Outcome<Report> {
        let line = self.reports.next_line().await?.ok_or("a crew has ended")?;
        Ok(serde_json::from_str(&line)?)
    }

    fn processor(&self) -> Outcome<Duration> {
        Ok(usage(self.child.id().ok_or("a crew has ended")?)?.processor)
    }
}
