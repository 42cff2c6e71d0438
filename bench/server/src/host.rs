//! The server as a process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::{Outcome, Place};

/// Ticks a second in `/proc/PID/stat`: the same on every Linux.
const TICKS: u64 = 100;
/// Bytes of a page of memory in `/proc/net/sockstat`.
const PAGE: u64 = 4096;

/// A server that answers.
#[derive(Debug)]
pub(crate) struct Host {
    child: Child,
    /// The server's own process: another than the child where something runs it.
    pub(crate) pid: u32,
    pub(crate) address: SocketAddr,
}

/// How a server is started.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    program: PathBuf,
    data: PathBuf,
    port: u16,
    unlimited: bool,
    /// What runs it, with its arguments.
    runner: Vec<String>,
    /// What else it is told.
    more: Vec<String>,
}

impl Recipe {
    /// A server with its games in a folder, on a port of its own.
    pub(crate) async fn new(place: &Place, data: &Path) -> Outcome<Self> {
        let program = std::fs::canonicalize(&place.server).map_err(|error| {
            format!("{}: {error}; `cargo build --release -p berolina` makes it", place.server.display())
        })?;
        let help = Command::new(&program).args(["serve", "--help"]).output().await?;
        let unlimited = String::from_utf8_lossy(&help.stdout).contains("--no-limits");
        Ok(Self {
            program,
            data: data.to_owned(),
            port: free_port()?,
            unlimited,
            runner: Vec::new(),
            more: Vec::new(),
        })
    }

    /// The same, run by another program.
    pub(crate) fn run_by(mut self, runner: &[&str]) -> Self {
        self.runner = runner.iter().map(|&word| word.to_owned()).collect();
        self
    }

    /// The same with its usual limits, and with more options.
    pub(crate) fn limited(mut self, more: &[&str]) -> Self {
        self.unlimited = false;
        self.more = more.iter().map(|&word| word.to_owned()).collect();
        self
    }

    /// Starts it and waits until it listens.
    pub(crate) async fn start(&self) -> Outcome<Host> {
        let mut command = match self.runner.split_first() {
            Some((runner, arguments)) => {
                let mut command = Command::new(runner);
                command.args(arguments).arg(&self.program);
                command
            }
            None => Command::new(&self.program),
        };
        command.args(["serve", "--no-open", "--port", &self.port.to_string(), "--data"]).arg(&self.data);
        if self.unlimited {
            command.arg("--no-limits");
        }
        command.args(&self.more);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut lines = BufReader::new(out).lines();
        loop {
            let line = lines.next_line().await?.ok_or("the server ended before it listened")?;
            let Some((_, rest)) = line.split_once("http://") else { continue };
            let address: SocketAddr = rest.split('/').next().unwrap_or_default().parse()?;
            if address.port() != self.port {
                return Err(format!("port {} was taken by something else", self.port).into());
            }
            let own = child.id().ok_or("the server has ended")?;
            let pid = if self.runner.is_empty() { own } else { child_of(own)? };
            return Ok(Host { child, pid, address });
        }
    }
}

impl Host {
    /// Ends it as a failing machine would, but for what the kernel holds.
    pub(crate) async fn kill(mut self) -> Outcome<()> {
        if self.child.id() != Some(self.pid) {
            signal(self.pid, "KILL").await?;
        }
        self.child.kill().await?;
        Ok(())
    }

    /// Tells it to end, and waits until it has.
    pub(crate) async fn end(self) -> Outcome<()> {
        self.end_in_time().await.map(drop)
    }

    /// The same; how long that took, and how it ended.
    pub(crate) async fn end_in_time(mut self) -> Outcome<(Duration, ExitStatus)> {
        let begin = Instant::now();
        signal(self.pid, "TERM").await?;
        let status = tokio::time::timeout(Duration::from_secs(30), self.child.wait()).await??;
        Ok((begin.elapsed(), status))
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

async fn signal(pid: u32, name: &str) -> Outcome<()> {
    Command::new("kill").args([format!("-{name}"), pid.to_string()]).status().await?;
    Ok(())
}

fn child_of(pid: u32) -> Outcome<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))?;
    Ok(children.split_whitespace().next().ok_or("nothing was run")?.parse()?)
}

/// A port that is free now and that the kernel gives to nobody by itself.
fn free_port() -> Outcome<u16> {
    let begin = 20_000 + u16::try_from(std::process::id() % 8000).unwrap_or_default();
    let free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    Ok((begin..begin + 2000).find(free).ok_or("no port is free")?)
}

/// What a process has used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Usage {
    /// Processor time, its own and the system's for it.
    pub(crate) processor: Duration,
    /// Resident memory, in KiB.
    pub(crate) resident: u64,
}

/// What a process has used until now.
pub(crate) fn usage(pid: u32) -> Outcome<Usage> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in brackets, may have spaces.
    let rest = stat.rsplit_once(')').ok_or("a line of the kernel's")?.1;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = resident.and_then(|rest| rest.split_whitespace().next()).ok_or("no resident memory")?;
    Ok(Usage { processor: Duration::from_millis(ticks * 1000 / TICKS), resident: resident.parse()? })
}

/// What the kernel holds for all TCP connections of the machine, in KiB.
pub(crate) fn kernel_buffers() -> u64 {
    let text = std::fs::read_to_string("/proc/net/sockstat").unwrap_or_default();
    let pages = text.lines().find_map(|line| line.strip_prefix("TCP:")?.split("mem ").nth(1));
    pages.and_then(|pages| pages.trim().parse::<u64>().ok()).unwrap_or_default() * PAGE / 1024
}

/// How many transactions were committed since the file was opened: SQLite counts them in the index of its journal, which is a file
/// (`iChange` in <https://www.sqlite.org/walformat.html>).
pub(crate) fn commits(data: &Path) -> Option<u32> {
    let index = std::fs::read(data.join("berolina.sqlite3-shm")).ok()?;
    Some(u32::from_ne_bytes(index.get(8..12)?.try_into().ok()?))
}
