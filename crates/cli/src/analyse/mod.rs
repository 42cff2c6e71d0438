//! `berolina analyse`: the moves of games judged, the best lines of positions.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use berolina_engine::review::{self, Assessment, Review, ReviewOptions};
use berolina_engine::{Engine, Limits};
use berolina_rules::geometry::Color;
use berolina_rules::notation::record::MoveStyle;
use berolina_rules::{Game, Move, Position, Record, Variant};

use crate::args::AnalyseArgs;
use crate::networks;
use crate::output::Failure;
use crate::terminal::Terminal;

mod input;
mod json;
mod progress;
mod text;

use input::Subject;
use progress::Bar;

/// Positions looked at where no limit is given.
const NODES: u64 = 100_000;
/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// A game and what was found out about it.
struct Reviewed<'a> {
    /// Which of the games it is, from 1.
    number: usize,
    /// Whether there are others.
    several: bool,
    record: &'a Record,
    game: Game,
    review: Review,
}

pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    let input::Input { subjects, wrong, library } = input::read(args)?;
    let stop = interrupt()?;
    let mut engine = Engine::new();
    engine.set_threads(usize::from(args.threads));
    engine.set_hash(args.hash as usize).map_err(Failure::usage)?;
    let mut games: Vec<&Arc<Variant>> = subjects.iter().map(Subject::variant).collect();
    games.dedup_by_key(|variant| variant.definition().full_name());
    games.iter().for_each(|variant| networks::give_beside(&mut engine, &library, variant));
    let limited = args.depth.is_some() || args.movetime.is_some();
    let limits = Limits {
        nodes: args.nodes.or((!limited).then_some(NODES)),
        depth: args.depth,
        time: args.movetime,
        lines: usize::from(args.lines),
        stop: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    let total = subjects.iter().map(Subject::positions).sum();
    let mut analyst = Analyst {
        options: ReviewOptions { limits, ..ReviewOptions::default() },
        engine,
        bar: Bar::new(total, subjects.len()),
        form: Form::of(args),
        out: BufWriter::new(io::stdout().lock()),
    };
    for (index, subject) in subjects.iter().enumerate() {
        analyst.bar.begin(index + 1);
        match subject {
            Subject::Game(record) => analyst.game(index + 1, record)?,
            Subject::Position(game) => analyst.position(index + 1, game)?,
        }
        if stop.load(Ordering::SeqCst) {
            analyst.bar.clear();
            analyst.out.flush()?;
            let left = subjects.len() - index - 1;
            let rest = if left > 0 { format!("; {left} more not begun") } else { String::new() };
            let _ = writeln!(io::stderr(), "berolina: stopped before the end{rest}");
            std::process::exit(INTERRUPTED);
        }
    }
    analyst.bar.clear();
    analyst.out.flush()?;
    if wrong { Err(Failure::Told) } else { Ok(()) }
}

/// Lets Ctrl-C end the analysis, and the second time the program.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    let handler = move || {
        if seen.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::usage(format!("Ctrl-C: {error}")))?;
    Ok(stop)
}

/// What is written.
#[derive(Clone, Copy)]
enum Form {
    Text(Terminal),
    Json,
    Pgn,
}

impl Form {
    fn of(args: &AnalyseArgs) -> Self {
        match (args.json, args.pgn) {
            (true, _) => Self::Json,
            (_, true) => Self::Pgn,
            _ => Self::Text(Terminal::stdout(false)),
        }
    }
}

/// Looks at one subject after another, and writes what it finds.
struct Analyst {
    options: ReviewOptions,
    engine: Engine,
    bar: Bar,
    form: Form,
    out: BufWriter<StdoutLock<'static>>,
}

impl Analyst {
    fn game(&mut self, number: usize, record: &Record) -> io::Result<()> {
        let game = record.game();
        let bar = &mut self.bar;
        let review =
            review::review(&game, &self.options, &mut self.engine, &mut |progress| bar.show(progress.done));
        self.bar.clear();
        let reviewed = Reviewed { number, several: self.bar.subjects() > 1, record, game, review };
        match self.form {
            Form::Text(terminal) => write!(self.out, "{}", text::game(&reviewed, terminal))?,
            Form::Json => {
                for object in json::game(&reviewed) {
                    writeln!(self.out, "{object}")?;
                }
            }
            Form::Pgn => {
                let mut record = record.clone();
                review::annotate(&mut record, &reviewed.review);
                write!(self.out, "{}", record.to_text(MoveStyle::San))?;
            }
        }
        self.out.flush()
    }

    fn position(&mut self, number: usize, game: &Game) -> io::Result<()> {
        self.engine.clear();
        let bar = &mut self.bar;
        let found = review::assess(game, &self.options.limits, &mut self.engine, &mut |report| {
            let score = review::whites(report.score, game.position().turn());
            bar.note(&format!("depth {}, {score}", report.depth));
        });
        self.bar.show(1);
        self.bar.clear();
        match self.form {
            Form::Text(terminal) => write!(self.out, "{}", text::position(game, &found, terminal))?,
            Form::Json => writeln!(self.out, "{}", json::position(number, game, &found))?,
            Form::Pgn => write!(self.out, "{}", lines_as_record(game, &found).to_text(MoveStyle::San))?,
        }
        self.out.flush()
    }
}

/// The lines of a position as a record: the moves that led there, then the best line, the others as
/// variations.
fn lines_as_record(game: &Game, found: &Assessment) -> Record {
    let mut record = Record::from_game(game);
    let end = record.main_line().last();
    for line in &found.lines {
        if let Some(first) = review::add_line(&mut record, end, &line.pv) {
            let score = review::whites(line.score, found.turn);
            record.notes_mut(first).after.extend(review::eval_command(score));
        }
    }
    record
}

/// Moves with their numbers: `3...Nf6 4.O-O`.
fn numbered(position: &Position, moves: &[Move]) -> String {
    let mut at = position.clone();
    let mut words = Vec::new();
    for (i, &mv) in moves.iter().enumerate() {
        // No space behind the number: a line is not to be broken there.
        let number = if at.turn() == Color::White || i == 0 { number(&at) } else { String::new() };
        words.push(number + &at.san(mv));
        at = at.play_unchecked(mv);
    }
    words.join(" ")
}

/// The number of the next move: `3.` or `3...`.
fn number(position: &Position) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.move_number())
}
