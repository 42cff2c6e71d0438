//! What the command line can say: one definition for the parser, `--help`, completions and the
//! manual page.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use berolina_engine::{Engine, bench};
use berolina_rules::message::Language;
use berolina_rules::notation::{Epd, FenError};
use berolina_rules::{Catalog, Library, LoadError, Position, Variant};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::lab::LabArgs;
use crate::matches::MatchArgs;
use crate::output::Failure;
use crate::serve::ServeArgs;
use crate::train::TrainArgs;
use crate::tune::TuneArgs;

/// Plays chess variants, and any game that a short text file describes.
#[derive(Parser, Debug)]
#[command(name = "berolina", version, max_term_width = 100)]
#[command(after_help = "Start with `berolina play near`, or `berolina rules near` to read the rules first.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game here in the terminal, against the computer or another person
    Play(PlayArgs),
    /// Play in the browser: start the app and open it
    Serve(ServeArgs),
    /// List the games
    Variants(VariantsArgs),
    /// Explain a game: its pieces with diagrams, what is special, how it ends, its options
    Rules(RulesArgs),
    /// Show a position as a board
    Board(BoardArgs),
    /// List the legal moves of a position
    Moves(PositionArgs),
    /// Count legal move sequences
    Perft(PerftArgs),
    /// Report every fault of variant files
    Check(CheckArgs),
    /// Make variant files of games that other programs know
    Import(ImportArgs),
    /// Write a game for another program, and say what that cannot express
    Export(ExportArgs),
    /// Tidy files of games (PGN) and of positions (FEN), or write them in another form
    Convert(ConvertArgs),
    /// Judge the moves of games, or show the best lines of positions
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Let engines play against each other, and say which is better
    Match(Box<MatchArgs>),
    /// Search fixed positions, to compare builds and machines
    Bench(BenchArgs),
    /// Answer questions about rules, one JSON object a line
    Query(LibraryArgs),
    /// Play as an engine of a chess GUI: the UCI protocol on standard input and output
    Uci(LibraryArgs),
    /// Tune the evaluation of a game by games of the engine against itself
    Tune(TuneArgs),
    /// Train a network for a game with positions that tune has written
    Train(TrainArgs),
    /// Experiments: what a game is like
    Lab(LabArgs),
    /// Play as an engine of XBoard and its kin: the protocol CECP 2 on standard input and output
    Xboard(LibraryArgs),
    /// Write completions for a shell
    Completions(CompletionsArgs),
    /// Write the manual page
    Man,
}

/// Where games come from.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct LibraryArgs {
    /// Add a variant file or a folder of them; may be given several times
    #[arg(long = "variants", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
}

/// A game.
#[derive(Args, Debug, Clone)]
pub(crate) struct GameArgs {
    /// The game and its options, such as `near` or `near-vs-normal:near=black`; or a variant file
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
}

/// A position of a game.
#[derive(Args, Debug, Clone)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position; the start position if left out
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
}

/// The signature tells whether two builds search alike: it is made of all best moves, scores and counts, and is the same on every
/// machine, but not on several threads.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// How deep, in plies
    #[arg(value_name = "DEPTH", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=i64::from(bench::MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// On how many threads
    #[arg(value_name = "THREADS", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=Engine::MAX_THREADS as i64))]
    pub(crate) threads: u16,
    /// The size of the table in MiB
    #[arg(value_name = "HASH", default_value_t = Engine::DEFAULT_HASH as u32, value_parser = clap::value_parser!(u32).range(1..=Engine::MAX_HASH as i64))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct VariantsArgs {
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
}

#[derive(Args, Debug)]
pub(crate) struct LanguageArgs {
    /// Tell it in English (en) or German (de)
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: String,
}

impl LanguageArgs {
    pub(crate) fn language(&self) -> Result<Language, Failure> {
        Language::shipped(&self.language).ok_or_else(|| {
            Failure::usage(format!("there is no language `{}`: en or de", self.language.escape_debug()))
        })
    }
}

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// GAME may also be a position as FEN, in quotes.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Black's side below
    #[arg(long)]
    pub(crate) flip: bool,
    /// The game of a FEN that stands in place of GAME [default: chess]
    #[arg(long, value_name = "GAME")]
    pub(crate) variant: Option<String>,
    /// Write a picture in SVG
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) svg: bool,
    /// The file of the picture; standard output without it
    #[arg(long, value_name = "FILE", requires = "svg", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Variant files, folders of them, or names of games
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,
    /// Check again at each save, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
}

/// Interactive Diagrams of chessvariants.com are read, each of a page, files like the variants.ini of
/// Fairy-Stockfish, and rule files (.zrf) of Zillions of Games, which may include others of their
/// folder. What a variant file cannot say stands in it as a fault, so that no other game is played
/// than was meant.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// What the game is called where the file does not say [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The folder for what is written
    #[arg(long, value_name = "FOLDER", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) force: bool,
}

/// What the other program cannot express stands in the text as a remark, and on standard error: one
/// line each. Without it the game is another one there.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// For whom
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: ExportFormat,
    /// Write to a file, which must not be there yet
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

/// A program that a game is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A section for the variants.ini of Fairy-Stockfish
    Ini,
    /// The block of an Interactive Diagram of chessvariants.com
    Diagram,
    /// The lines by which an engine tells XBoard of a game
    Xboard,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Which side a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Side {
    /// You play White
    White,
    /// You play Black
    Black,
    /// You play either, by chance
    Random,
    /// Two people play
    Both,
    /// The computer plays itself
    None,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game and its options, such as `near` or `near-vs-normal:near=black`; or a variant file
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
    /// Which side you play [default: white]
    #[arg(long, short, value_name = "SIDE", value_enum)]
    pub(crate) color: Option<Side>,
    /// How long the computer thinks about a move, such as 5 or 0.5 seconds [default: 2]
    #[arg(long, short, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// How well the computer plays: 1 for a first game, 10 at full strength; instead of --time
    #[arg(long, short, value_name = "1-10", conflicts_with = "time", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) level: Option<u8>,
    /// Make a weak level err, and a shuffled start be drawn, in the same way each time; without it every game is another
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Begin with this position
    #[arg(long, value_name = "FEN", conflicts_with = "resume")]
    pub(crate) fen: Option<String>,
    /// Go on with the latest unfinished game, or with the game of a PGN file
    ///
    /// Every game is kept, after each move, as a file in $XDG_DATA_HOME/berolina/games (by default
    /// ~/.local/share/berolina/games).
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with = "game")]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.strip_suffix('s').unwrap_or(text).parse::<f64>().ok();
    let seconds = seconds.filter(|s| (0.01..=3600.0).contains(s));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds from 0.01 to 3600".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The length of the sequences
    #[arg(long, short, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,
    /// Show the count behind each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count on so many threads
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

/// A form in which games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Games, tags in the standard's order, lines wrapped
    Pgn,
    /// One line a game: the position at its end
    Fen,
    /// One object a game and line: variant, fen of the start, moves, result, outcome, tags
    Json,
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Moves {
    /// Such as Nf3
    San,
    /// Such as g1f3
    Coordinates,
}

/// Every game and position is read by the rules and written again. What cannot be read is left out, and
/// told on standard error, a line each: FILE:LINE:COLUMN, what is wrong, what would be right. Illegal moves of a
/// variation, and what follows a null move, become a comment. Of EPD, hmvc and fmvn become a FEN's counts; other
/// operations become a comment of a game.
#[derive(Args, Debug)]
#[command(after_help = "The exit code is 0 if nothing was wrong, else 2.")]
pub(crate) struct ConvertArgs {
    /// Files of games, or of positions, a FEN or EPD a line; `-` is standard input, as is no file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// What to write [default: pgn for games, fen for positions]
    #[arg(long, value_name = "FORM", value_enum)]
    pub(crate) to: Option<Form>,
    /// How to write moves
    #[arg(long, value_name = "STYLE", value_enum, default_value = "san")]
    pub(crate) moves: Moves,
    /// The files hold positions; without it, the first line of a file tells
    #[arg(long)]
    pub(crate) fen: bool,
    /// The game of positions, and of games whose file does not name one [default: chess]
    #[arg(long, value_name = "GAME")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
}

/// Every move of a game is judged by what the engine finds before and after it: faults are marked, with what
/// would have been better. Of a position, the best lines are shown. Evaluations are White's, in pawns; `#3`
/// is a proven win in three moves.
#[derive(Args, Debug)]
#[command(
    after_help = "Ctrl-C ends the analysis and shows what there is. The exit code is 0 if nothing was wrong, \
                        2 if something could not be read, 130 after Ctrl-C."
)]
pub(crate) struct AnalyseArgs {
    /// Files of games (PGN), `-` for standard input; or a position as FEN, in quotes
    #[arg(value_name = "FILE|FEN", value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<String>,
    /// The game of positions, and of games whose file does not name one [default: chess]
    #[arg(long, value_name = "GAME")]
    pub(crate) variant: Option<String>,
    /// Moves to make first from the position, or from the start, such as 'e4 e5'
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Positions to look at for each move [default: 100000, if there is no other limit]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead for each move
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub(crate) depth: Option<u32>,
    /// Time for each move, such as 5 or 0.5 seconds
    #[arg(long, short = 't', value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) movetime: Option<Duration>,
    /// Best lines to look for in each position
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) lines: u16,
    /// Search on so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) threads: u16,
    /// Memory for what was searched, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) hash: u32,
    /// Write JSON: an object for each move, then one for the game, a line each
    #[arg(long, conflicts_with = "pgn")]
    pub(crate) json: bool,
    /// Write the games as PGN with evaluations, marks and better lines
    #[arg(long)]
    pub(crate) pgn: bool,
    #[command(flatten)]
    pub(crate) library: LibraryArgs,
}

impl LibraryArgs {
    /// Why a game cannot be loaded; of several faults the first, and the command that tells all.
    pub(crate) fn failure(&self, error: LoadError, game: &str) -> Failure {
        let more = match &error {
            LoadError::Faulty(faults) if faults.len() > 1 => {
                format!("; {} more, see `{}`", faults.len() - 1, self.check_command(game))
            }
            _ => String::new(),
        };
        if matches!(error, LoadError::Unknown(_))
            && let Some(file) = file_of(game)
        {
            return Failure::Usage(format!("there is no game `{game}`: did you mean the file `{file}`?"));
        }
        Failure::Usage(format!("{error}{more}"))
    }

    /// The command that tells every fault of a game, however it was named.
    pub(crate) fn check_command(&self, game: &str) -> String {
        let game = match game.split_once(".toml:") {
            Some((stem, _)) => format!("{stem}.toml"),
            None if game.ends_with(".toml") => game.to_owned(),
            None => game.split(':').next().unwrap_or(game).to_owned(),
        };
        let paths =
            self.paths.iter().map(|path| format!(" --variants {}", quoted(&path.display().to_string())));
        format!("berolina check {}{}", quoted(&game), paths.collect::<String>())
    }

    /// The shipped games and those of the paths.
    pub(crate) fn library(&self) -> Result<Library, Failure> {
        let mut library = Library::shipped();
        for path in &self.paths {
            library.add_path(path).map_err(Failure::usage)?;
        }
        Ok(library)
    }
}

impl GameArgs {
    /// The game, compiled. A path to a file is a game too.
    pub(crate) fn variant(&self) -> Result<Arc<Variant>, Failure> {
        let mut library = self.library.library()?;
        let name = game_name(&mut library, &self.game)?;
        Variant::load(&library, &name).map_err(|error| self.library.failure(error, &self.game))
    }
}

/// The variant file here that a name without `.toml` means.
fn file_of(game: &str) -> Option<String> {
    let (name, options) = game.split_once(':').map_or((game, None), |(name, options)| (name, Some(options)));
    let file = format!("{name}.toml");
    let simple = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_/.".contains(&b));
    (simple && Path::new(&file).is_file())
        .then(|| options.map_or_else(|| file.clone(), |options| format!("{file}:{options}")))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", names_shown(word).replace('\'', "'\\''"))
}

/// A path as one line can show it.
fn names_shown(path: &str) -> String {
    path.chars().filter(|c| !c.is_control()).collect()
}

/// The name of a game for the library, which may be told by its title or as other programs call it; a file with that path is added
/// first.
pub(crate) fn game_name(library: &mut Library, game: &str) -> Result<String, Failure> {
    let (path, options) = match game.split_once(".toml:") {
        Some((stem, options)) => (format!("{stem}.toml"), Some(options)),
        None => (game.to_owned(), None),
    };
    if !path.ends_with(".toml") {
        let known = library.get(game.split(':').next().unwrap_or(game)).is_some();
        return if known {
            Ok(game.to_owned())
        } else {
            Catalog::new(library.clone()).name_of(game).map_err(Failure::usage)
        };
    }
    let names = library.add_path(path.as_ref()).map_err(Failure::usage)?;
    let name = names.first().cloned().unwrap_or_default();
    Ok(match options {
        Some(options) => format!("{name}:{options}"),
        None => name,
    })
}

impl PositionArgs {
    /// The position, as one to play on from.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        self.position_by(Position::from_fen)
    }

    /// The position, by a reader of FEN.
    pub(crate) fn position_by(
        &self,
        read: impl Fn(&Arc<Variant>, &str) -> Result<Position, FenError>,
    ) -> Result<Position, Failure> {
        let variant = self.game.variant()?;
        match &self.fen {
            None => Ok(variant.start()),
            Some(fen) => Epd::read_by(&variant, fen, read).map(|epd| epd.position).map_err(Failure::usage),
        }
    }
}
