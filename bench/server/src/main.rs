//! Plays thousands of games on the program's own server at once, measures what that costs, and breaks it.
//!
//! ```text
//! cargo build --release -p berolina
//! cargo run --release -p berolina-bench-server -- load       # so many games, so many moves a second
//! cargo run --release -p berolina-bench-server -- sweep      # the cost of a move, with few games and with many
//! cargo run --release -p berolina-bench-server -- limit      # ever more moves a second, until it is too slow
//! cargo run --release -p berolina-bench-server -- faults     # killed, without disk, with broken lines
//! cargo run --release -p berolina-bench-server -- attack     # abused in every way at once, while others play
//! ```
//!
//! | module | what lives there |
//! | --- | --- |
//! | `host` | the server as a process: started, killed, looked at |
//! | `client` | somebody's browser: requests and WebSockets, from an address of the loopback network |
//! | `lines` | random games that do not end |
//! | `crew` | a process that plays many games |
//! | `load` | what directs such processes, and measures |
//! | `attack` | who abuses the server, and what others notice of it |
//! | `faults` | what breaks the server, and looks whether anything was lost |
//!
//! It needs Linux: everything is measured by `/proc`.

#![forbid(unsafe_code)]

mod attack;
mod client;
mod crew;
mod faults;
mod host;
mod lines;
mod load;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// What goes wrong here is told in one line.
pub(crate) type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Plays thousands of games on the program's own server at once, measures it, and breaks it.
#[derive(Parser, Debug)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// So many games, and so many moves a second in them
    Load(LoadArgs),
    /// What a move costs with few games and with many
    Sweep(LoadArgs),
    /// Ever more moves a second, until the slowest hundredth takes more than 50 ms
    Limit(LoadArgs),
    /// Kills the server at random moments, fills its disk and breaks its lines; nothing that was acknowledged may be lost
    Faults(FaultArgs),
    /// Abuses the server in every way at once from one address, then from many, and measures what honest players notice
    Attack(AttackArgs),
    /// A process that abuses the server: not for people
    #[command(hide = true)]
    Storm(attack::StormArgs),
    /// A process that plays, directed by another: not for people
    #[command(hide = true)]
    Crew(crew::CrewArgs),
}

/// How much is played.
#[derive(Args, Clone, Debug)]
pub(crate) struct LoadArgs {
    /// Games at once, two WebSockets each
    #[arg(long, default_value_t = 8000)]
    pub(crate) games: u32,
    /// Moves a second, in all games together
    #[arg(long, default_value_t = 400)]
    pub(crate) rate: u32,
    /// For how long
    #[arg(long, default_value_t = 60)]
    pub(crate) seconds: u32,
    /// Processes that play, each from an address of its own
    #[arg(long, default_value_t = 4)]
    pub(crate) crews: u32,
    #[command(flatten)]
    pub(crate) place: Place,
}

/// Which server.
#[derive(Args, Clone, Debug)]
pub(crate) struct Place {
    /// The program
    #[arg(long, default_value = "target/release/berolina")]
    pub(crate) server: PathBuf,
    /// Where the server's folder is made [default: the system's place for temporary files]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) within: Option<PathBuf>,
    /// The game that is played
    #[arg(long, default_value = "near")]
    pub(crate) variant: String,
}

/// What is broken.
#[derive(Args, Clone, Debug)]
pub(crate) struct FaultArgs {
    /// How often the server is killed
    #[arg(long, default_value_t = 100)]
    pub(crate) kills: u32,
    /// Games that are played meanwhile
    #[arg(long, default_value_t = 10)]
    pub(crate) games: u32,
    /// What chance begins with
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only these rows: kills, order, full, wires
    #[arg(long, value_delimiter = ',')]
    pub(crate) rows: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Place,
}

/// How the server is abused.
#[derive(Args, Clone, Debug)]
pub(crate) struct AttackArgs {
    /// For how long, from one address and again from many
    #[arg(long, default_value_t = 600)]
    pub(crate) seconds: u32,
    /// Only from so many addresses, each with a network of its own [default: 1, then 255]
    #[arg(long, value_delimiter = ',')]
    pub(crate) prefixes: Vec<u16>,
    /// Honest games that are played meanwhile
    #[arg(long, default_value_t = 20)]
    pub(crate) games: u32,
    /// Moves a second, in all honest games together
    #[arg(long, default_value_t = 20)]
    pub(crate) rate: u32,
    /// How often each thing is done, as a factor
    #[arg(long, default_value_t = 1.0)]
    pub(crate) pace: f64,
    /// Only these things, by their names in the report
    #[arg(long, value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Place,
}

fn main() -> ExitCode {
    let run = async {
        match Cli::parse().command {
            Command::Load(args) => load::load(&args).await.map(|()| true),
            Command::Sweep(args) => load::sweep(&args).await.map(|()| true),
            Command::Limit(args) => load::limit(&args).await.map(|()| true),
            Command::Faults(args) => faults::run(&args).await,
            Command::Attack(args) => attack::run(&args).await,
            Command::Storm(args) => attack::storm(&args).await.map(|()| true),
            Command::Crew(args) => crew::run(&args).await.map(|()| true),
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(run)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
