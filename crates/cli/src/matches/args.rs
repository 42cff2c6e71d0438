//! What `berolina match` can be told, and what it means.

use std::path::{Path, PathBuf};
use std::time::Duration;

use berolina_lab::matches::adjudicate::Adjudication;
use berolina_lab::matches::dialect::Dialect;
use berolina_lab::matches::opening::Maker;
use berolina_lab::matches::play::Conduct;
use berolina_lab::matches::spec::{EngineSpec, Limit};
use berolina_lab::stats::Sprt;
use berolina_rules::Library;
use clap::{Args, ValueHint};

use crate::args::LibraryArgs;
use crate::output::Failure;

/// Engines play pairs of games: the same opening with colours reversed. What engines do wrong loses, and is told. The
/// manual is docs/matches.md.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: berolina match --engine new=berolina --engine old=/path/berolina-old' 'uci --variant near --games 400 --time 5+0.05"
)]
pub(crate) struct MatchArgs {
    /// An engine that speaks UCI, such as `old='/path/old uci'`; `berolina` is this program; one engine alone plays itself
    #[arg(long = "engine", value_name = "NAME=COMMAND", required = true)]
    engines: Vec<String>,
    /// Set an engine's option, such as `old:Threads=2`; without a name, that of all
    #[arg(long = "option", value_name = "NAME:OPTION=VALUE")]
    options: Vec<String>,
    /// What an engine calls a game, such as `fairy:near => nearchess-royal royal`
    ///
    /// Behind it may stand `royal`, if the engine plays by check where the king is captured, and letters that the engine has for
    /// pieces of one colour, such as `white:QRBN=MCAH`.
    #[arg(long = "alias", value_name = "NAME:GAME => ITS")]
    aliases: Vec<String>,
    /// How long one engine may think, such as `fairy:nodes=20000` or `fairy:time=1+0.01`; instead of what all have
    #[arg(long = "limit", value_name = "NAME:LIMIT")]
    limits: Vec<String>,
    /// A game with its options; may be given several times, and `all` is every game there is [default: near]
    #[arg(long = "variant", value_name = "GAME")]
    games: Vec<String>,
    #[command(flatten)]
    pub(super) library: LibraryArgs,
    /// How many games are played, in pairs
    #[arg(long = "games", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) total: u32,
    /// The clock in seconds: 1+0.01, 60, or 40/60+0.5 [default: 1+0.01]
    #[arg(long, value_name = "CLOCK", group = "thinking")]
    time: Option<String>,
    /// So many milliseconds a move
    #[arg(long, value_name = "MS", group = "thinking")]
    movetime: Option<u64>,
    /// So many positions a move
    #[arg(long, value_name = "N", group = "thinking")]
    nodes: Option<u64>,
    /// So many plies deep
    #[arg(long, value_name = "N", group = "thinking")]
    depth: Option<u32>,
    /// How many games are played at once
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,
    /// The size of each engine's table in MiB, where it has the option Hash
    #[arg(long, value_name = "MIB")]
    pub(super) hash: Option<u32>,
    /// End when it is clear whether the first engine is better by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What the openings follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take openings from a file: a FEN or EPD a line, or games (PGN), whose ends are the openings
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) openings: Option<PathBuf>,
    /// How many random plies make an opening
    #[arg(long, value_name = "N", default_value_t = 8)]
    opening_plies: u32,
    /// The greatest score of an opening, in hundredths of a pawn
    #[arg(long, value_name = "CP", default_value_t = 80)]
    balance: i32,
    /// How many positions are looked at to find the score of an opening
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    balance_nodes: u64,
    /// Milliseconds by which a clock may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,
    /// Milliseconds after which an engine that has overstepped its clock is ended
    #[arg(long, value_name = "MS", default_value_t = 5_000)]
    grace: u64,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "N", default_value_t = 600)]
    max_plies: usize,
    /// A game is won when both engines have seen CP for so many moves of each
    #[arg(long, value_name = "CP,MOVES", default_value = "1000,4")]
    resign: String,
    /// A game is drawn when both engines have seen at most CP for so many moves of each, after so many moves
    #[arg(long, value_name = "CP,MOVES,AFTER", default_value = "8,8,40")]
    draw: String,
    /// Play every game to its end
    #[arg(long)]
    no_adjudication: bool,
    /// Before the match, compare the legal moves of each engine with ours in so many random positions, by `go perft 1`
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100")]
    pub(super) verify: Option<usize>,
    /// Add the games to a file, each when it ends
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) pgn: Option<PathBuf>,
    /// Keep what has been played in this file, and go on from there if it exists
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) journal: Option<PathBuf>,
    /// Where no line can be rewritten, tell how things stand every so many games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,
    /// Write the result as JSON instead of a table
    #[arg(long)]
    pub(super) json: bool,
}

/// The clock where nothing is said about it.
const DEFAULT_TIME: &str = "1+0.01";

impl MatchArgs {
    /// The full names of the games.
    pub(super) fn games(&self, library: &mut Library) -> Result<Vec<String>, Failure> {
        let mut games = Vec::new();
        for game in &self.games {
            if game == "all" {
                let names: Vec<String> = library.names().map(str::to_owned).collect();
                games.extend(names);
            } else {
                games.push(crate::args::game_name(library, game)?);
            }
        }
        if games.is_empty() {
            games.push("near".to_owned());
        }
        Ok(games)
    }

    /// How a game was named: its file, or as the library knows it.
    pub(super) fn typed<'a>(&'a self, name: &'a str) -> &'a str {
        let stem = |game: &str| {
            let (path, _) = game.split_once(".toml").unwrap_or((game, ""));
            Path::new(path).file_name().is_some_and(|stem| name.split(':').next() == stem.to_str())
        };
        self.games.iter().find(|game| game.contains(".toml") && stem(game)).map_or(name, |game| game)
    }

    /// The limit for all engines that have none of their own.
    fn limit(&self) -> Result<Limit, Failure> {
        let text = match (&self.time, self.movetime, self.nodes, self.depth) {
            (Some(clock), ..) => clock.clone(),
            (_, Some(ms), ..) => format!("movetime={ms}"),
            (_, _, Some(nodes), _) => format!("nodes={nodes}"),
            (.., Some(depth)) => format!("depth={depth}"),
            _ => DEFAULT_TIME.to_owned(),
        };
        text.parse().map_err(Failure::usage)
    }

    /// The engines; one alone is there twice.
    pub(super) fn engines(&self, library: &Library) -> Result<Vec<EngineSpec>, Failure> {
        let limit = self.limit()?;
        let mut engines = Vec::new();
        for text in &self.engines {
            let engine = self.engine(text, limit)?;
            if engines.iter().any(|other: &EngineSpec| other.name == engine.name) {
                return Err(Failure::usage(format!(
                    "--engine {text}: there are two engines `{}`; write NAME=COMMAND",
                    engine.name
                )));
            }
            engines.push(engine);
        }
        self.set_options(&mut engines)?;
        for text in &self.limits {
            let (name, limit) = named("--limit", text)?;
            let limit: Limit =
                limit.parse().map_err(|error| Failure::usage(format!("--limit {text}: {error}")))?;
            for engine in chosen(&mut engines, "--limit", name)? {
                engine.limit = limit;
            }
        }
        for text in &self.aliases {
            let (name, alias) = named("--alias", text)?;
            let wrong = |error: String| Failure::usage(format!("--alias {text}: {error}"));
            let (ours, its) =
                alias.split_once("=>").ok_or_else(|| wrong("write NAME:GAME => ITS".to_owned()))?;
            let ours = library.load(ours.trim()).map_err(|error| wrong(error.to_string()))?.full_name();
            let dialect = Dialect::read(its).map_err(wrong)?;
            for engine in chosen(&mut engines, "--alias", name)? {
                engine.dialects.push((ours.clone(), dialect.clone()));
            }
        }
        if let [one] = &engines[..] {
            let mut other = one.clone();
            other.name.push_str(" (2)");
            engines.push(other);
        }
        Ok(engines)
    }

    fn engine(&self, text: &str, limit: Limit) -> Result<EngineSpec, Failure> {
        let (name, command) = match text.split_once('=') {
            Some((name, command)) => (name.trim().to_owned(), command.trim()),
            None => {
                let program = text.split_whitespace().next().unwrap_or("");
                let stem =
                    std::path::Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
                (stem.unwrap_or_default(), text.trim())
            }
        };
        if name.is_empty() || name.contains(':') {
            return Err(Failure::usage(format!("--engine {text}: write NAME=COMMAND; a name has no colon")));
        }
        if command != "berolina" {
            return EngineSpec::new(&name, command, limit)
                .map_err(|error| Failure::usage(format!("--engine {error}")));
        }
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        let mut args = vec!["uci".to_owned()];
        for path in &self.library.paths {
            args.extend(["--variants".to_owned(), path.to_string_lossy().into_owned()]);
        }
        let (options, dialects) = (Vec::new(), Vec::new());
        Ok(EngineSpec { name, program, args, options, limit, dialects })
    }

    fn set_options(&self, engines: &mut [EngineSpec]) -> Result<(), Failure> {
        for text in &self.options {
            let wrong =
                || Failure::usage(format!("--option {text}: write NAME:OPTION=VALUE or OPTION=VALUE"));
            let (option, value) = text.split_once('=').ok_or_else(wrong)?;
            let (name, option) =
                option.split_once(':').map_or(("", option), |(name, option)| (name.trim(), option));
            if option.trim().is_empty() {
                return Err(wrong());
            }
            for engine in chosen(engines, "--option", name)? {
                engine.options.push((option.trim().to_owned(), value.trim().to_owned()));
            }
        }
        Ok(())
    }

    /// The sequential test.
    pub(super) fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        let Some(text) = &self.sprt else { return Ok(None) };
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|n| n.trim().parse().ok().filter(|n: &f64| n.abs() < 1000.0)).collect();
        match numbers.as_deref() {
            Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Some(Sprt { elo0, elo1 })),
            _ => Err(Failure::usage(format!(
                "--sprt {text}: write two Elo differences, the lower first, such as 0,5"
            ))),
        }
    }

    /// How games are conducted.
    pub(super) fn conduct(&self) -> Result<Conduct, Failure> {
        let adjudication = match self.no_adjudication {
            true => None,
            false => {
                let [resign_score, resign_moves] = numbers("--resign", &self.resign)?;
                let [draw_score, draw_moves, draw_after] = numbers("--draw", &self.draw)?;
                Some(Adjudication {
                    resign_score: resign_score as i32,
                    resign_moves: resign_moves as usize,
                    draw_score: draw_score as i32,
                    draw_moves: draw_moves as usize,
                    draw_after: draw_after as usize,
                })
            }
        };
        let ms = Duration::from_millis;
        let (margin, grace) = (ms(self.margin), ms(self.grace));
        Ok(Conduct { adjudication, max_plies: self.max_plies, margin, grace, ..Conduct::default() })
    }

    /// How openings are made.
    pub(super) fn maker(&self) -> Maker {
        Maker { seed: self.seed, plies: self.opening_plies, balance: self.balance, nodes: self.balance_nodes }
    }
}

/// Whole numbers with commas between them.
fn numbers<const N: usize>(flag: &str, text: &str) -> Result<[u32; N], Failure> {
    let numbers: Option<Vec<u32>> =
        text.split(',').map(|n| n.trim().parse().ok().filter(|&n| n <= 100_000)).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        Failure::usage(format!("{flag} {text}: write {N} whole numbers with commas between them"))
    })
}

/// `NAME:REST`; the name is empty for all.
fn named<'a>(flag: &str, text: &'a str) -> Result<(&'a str, &'a str), Failure> {
    let (name, rest) = text
        .split_once(':')
        .ok_or_else(|| Failure::usage(format!("{flag} {text}: an engine's name and a colon come first")))?;
    Ok((name.trim(), rest.trim()))
}

/// The engines of a name; all, if it is empty.
fn chosen<'a>(
    engines: &'a mut [EngineSpec],
    flag: &str,
    name: &str,
) -> Result<Vec<&'a mut EngineSpec>, Failure> {
    let names = engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>().join(", ");
    let found: Vec<_> = engines.iter_mut().filter(|engine| name.is_empty() || engine.name == name).collect();
    if found.is_empty() {
        return Err(Failure::usage(format!("{flag}: there is no engine `{name}`; there are {names}")));
    }
    Ok(found)
}
