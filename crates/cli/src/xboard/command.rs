//! What the GUI says.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use berolina::protocol::{TimeControl, read_move, shown};
use berolina_engine::Score;
use berolina_exchange::xboard;
use berolina_rules::{Game, Move, Position};

use super::{Mode, Purpose, Session, announce, show};
use crate::gui::settings::Effect;
use crate::gui::{input, one_line, say};

/// A score, in hundredths of a pawn, at or below which a draw is accepted.
const DRAW_ACCEPTED: i32 = -25;
/// The greatest number of moves in a game.
const MAX_MOVES: usize = berolina::protocol::MAX_MOVES;

impl Session {
    /// Does what a line says; returns whether to go on.
    pub(super) fn command(&mut self, line: &str) -> io::Result<bool> {
        let (word, rest) = input::split(line);
        let moves = matches!(
            word,
            "go" | "playother" | "analyze" | "hint" | "undo" | "remove" | "exclude" | "include"
        );
        if moves && let Some(reason) = self.obstacle() {
            return error(reason, line).map(|()| true);
        }
        match word {
            "quit" => return Ok(false),
            "protover" => say(&announce::features(&self.settings))?,
            "new" => self.new_game()?,
            "variant" => self.variant(rest)?,
            "setboard" => self.set_board(rest)?,
            "usermove" => self.user_move(rest)?,
            "go" => {
                self.mode = Mode::Plays(self.game.position().turn());
                self.proceed()?;
            }
            "playother" => {
                self.mode = Mode::Plays(self.game.position().turn().other());
                self.proceed()?;
            }
            "force" | "result" => {
                self.leave(Mode::Force)?;
            }
            "analyze" => {
                self.mode = Mode::Analyses;
                self.proceed()?;
            }
            "exit" => {
                if self.mode == Mode::Analyses {
                    self.leave(Mode::Force)?;
                }
            }
            "undo" => self.take_back(1, line)?,
            "remove" => self.take_back(2, line)?,
            "?" => {
                if let Some(search) = self.running.as_mut().filter(|search| search.purpose == Purpose::Play) {
                    search.running.stop();
                }
            }
            "ping" => {
                let thinking = self.running.as_ref().is_some_and(|search| search.purpose == Purpose::Play);
                self.pongs.push(one_line(rest));
                if !thinking {
                    self.pong()?;
                }
            }
            "exclude" | "include" => self.exclude(word == "exclude", rest, line)?,
            "hint" => {
                if let Some(mv) = self.hint()? {
                    say(&format!("Hint: {}", show::move_text(self.game.position(), mv)))?;
                }
            }
            "bk" => say(" Berolina has no opening book.\n")?,
            "." => self.tell_status()?,
            "draw" => {
                let score = self.score.and_then(Score::centipawns);
                if score.is_some_and(|score| score <= DRAW_ACCEPTED) {
                    say("offer draw")?;
                }
            }
            _ => return self.setting(word, rest, line).map(|()| true),
        }
        Ok(true)
    }

    /// The commands that set something, and moves without a command.
    fn setting(&mut self, word: &str, rest: &str, line: &str) -> io::Result<()> {
        match word {
            "level" => self.set_control(TimeControl::read_level(rest), line),
            "st" => self.set_control(TimeControl::read_per_move(rest), line),
            "sd" => match rest.parse::<u32>() {
                Ok(depth) => {
                    self.depth = Some(depth).filter(|&depth| depth > 0);
                    Ok(())
                }
                Err(_) => error("write a number of plies", line),
            },
            "time" => match rest.parse::<i64>() {
                Ok(time) => {
                    let centiseconds = time.clamp(0, 1_000_000_000) as u64;
                    self.left = Duration::from_millis(centiseconds * 10);
                    Ok(())
                }
                Err(_) => error("write hundredths of a second", line),
            },
            "memory" => self.set_option("Hash", rest, line),
            "cores" => self.set_option("Threads", rest, line),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                self.set_option(name, value.trim(), line)
            }
            "hard" | "easy" => {
                self.settings.ponder = word == "hard";
                let pondering = self.running.as_ref().is_some_and(|search| search.purpose == Purpose::Ponder);
                if pondering && !self.settings.ponder {
                    self.abort();
                }
                Ok(())
            }
            "post" | "nopost" => {
                self.posting.store(word == "post", Ordering::Relaxed);
                Ok(())
            }
            "computer" => {
                self.against_program = true;
                Ok(())
            }
            "" | "xboard" | "accepted" | "rejected" | "otim" | "name" | "rating" | "ics" | "random"
            | "egtpath" | "nps" | "pause" | "resume" | "white" | "black" => Ok(()),
            _ if is_like_a_move(word) && rest.is_empty() => self.user_move(word),
            _ => error("unknown command", line),
        }
    }

    /// Stops what is under way, and answers the pings that waited for it.
    fn leave(&mut self, mode: Mode) -> io::Result<()> {
        self.abort();
        self.mode = mode;
        self.pong()
    }

    /// Why the engine makes no move: the GUI has another board.
    fn obstacle(&self) -> Option<&str> {
        self.unknown_game.as_deref().or(self.refused.as_deref())
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.abort();
        (self.unknown_game, self.against_program) = (None, false);
        if let Err(reason) = self.settings.set_variant("chess") {
            error(&reason, "new")?;
        }
        if self.mode != Mode::Analyses {
            self.mode = Mode::Plays(berolina_rules::geometry::Color::Black);
        }
        self.depth = None;
        self.left = self.control.start().unwrap_or_default();
        self.workshop.begin_game();
        self.begin(Game::new(self.settings.variant().start()))
    }

    /// A game begins, with no moves made yet.
    fn begin(&mut self, game: Game) -> io::Result<()> {
        self.abort();
        self.refused = None;
        self.game = game;
        self.excluded.clear();
        (self.expected, self.score) = (None, None);
        self.pong()?;
        if self.mode == Mode::Analyses { self.proceed() } else { Ok(()) }
    }

    fn variant(&mut self, name: &str) -> io::Result<()> {
        match self.settings.set_variant(announce::game_called(name)) {
            Ok(()) => {
                self.unknown_game = None;
                self.announce()?;
                self.begin(Game::new(self.settings.variant().start()))
            }
            Err(reason) => {
                self.leave(Mode::Force)?;
                self.unknown_game = Some("the game was refused".to_owned());
                error(&format!("variant not known: {}", one_line(&reason)), &format!("variant {name}"))
            }
        }
    }

    /// Tells the GUI of the game where it does not know it, with its start: one of several is drawn.
    fn announce(&mut self) -> io::Result<()> {
        if announce::setup(self.settings.variant()).is_some()
            && let Some(drawn) = self.settings.draw()
        {
            say(&format!("# the start was drawn by chance: {}", one_line(&drawn)))?;
        }
        let Some(setup) = announce::setup(self.settings.variant()) else { return Ok(()) };
        say(&setup)?;
        let warning = xboard::warning(self.settings.variant().definition());
        warning.map_or(Ok(()), |warning| say(&format!("telluser {}", one_line(&warning))))
    }

    fn set_board(&mut self, fen: &str) -> io::Result<()> {
        if let Some(reason) = &self.unknown_game {
            return say(&format!("tellusererror Illegal position: {reason}"));
        }
        match announce::read_fen(self.settings.variant(), fen) {
            Ok(position) => self.begin(Game::new(position)),
            Err(reason) => {
                self.leave(self.mode)?;
                self.refused = Some("the position was refused".to_owned());
                say(&format!("tellusererror Illegal position: {}", one_line(&reason)))
            }
        }
    }

    fn user_move(&mut self, text: &str) -> io::Result<()> {
        if let Some(reason) = self.obstacle() {
            return say(&format!("Illegal move ({reason}): {}", shown(text)));
        }
        if self.running.as_ref().is_some_and(|search| search.purpose == Purpose::Play) {
            return error("it is the engine's move", text);
        }
        let mv = match read(self.game.position(), text) {
            Ok(mv) if self.game.moves().len() < MAX_MOVES => mv,
            Ok(_) => return error(&format!("a game has at most {MAX_MOVES} moves"), text),
            Err(reason) => {
                let reason = one_line(&reason).replace(['(', ')'], "");
                return say(&format!("Illegal move ({reason}): {}", shown(text)));
            }
        };
        // While it is expected, the reply stays a hint for the table only.
        self.expected = None;
        self.abort();
        self.push(mv);
        if matches!(self.mode, Mode::Plays(_)) {
            self.tell_result()?;
        }
        self.proceed()
    }

    fn take_back(&mut self, moves: usize, line: &str) -> io::Result<()> {
        if self.game.moves().len() < moves {
            return error("command not legal now", line);
        }
        self.abort();
        for _ in 0..moves {
            self.game.pop();
        }
        self.excluded.clear();
        self.expected = None;
        self.pong()?;
        self.proceed()
    }

    fn exclude(&mut self, excluded: bool, text: &str, line: &str) -> io::Result<()> {
        let moves = match text {
            "all" => self.game.position().legal_moves(),
            _ => match read(self.game.position(), text) {
                Ok(mv) => vec![mv],
                Err(reason) => return error(&reason, line),
            },
        };
        self.excluded.retain(|mv| !moves.contains(mv));
        if excluded {
            self.excluded.extend(moves);
        }
        if self.mode == Mode::Analyses { self.proceed() } else { Ok(()) }
    }

    /// The answer to `.`: time, positions, depth, moves left of all, and the move under consideration.
    fn tell_status(&self) -> io::Result<()> {
        let Some(search) = self.running.as_ref().filter(|search| search.purpose == Purpose::Analysis) else {
            return Ok(());
        };
        let status = self.status.lock().ok().and_then(|status| status.clone());
        let (nodes, depth, best) =
            status.map_or((0, 0, None), |report| (report.nodes, report.depth, report.best));
        let best = best.map(|mv| self.game.position().san(mv)).unwrap_or_default();
        let moves = self.game.position().legal_moves().len();
        let time = show::centiseconds(search.since.elapsed());
        say(format!("stat01: {time} {nodes} {depth} 0 {moves} {best}").trim_end())
    }

    fn set_control(&mut self, control: Result<TimeControl, String>, line: &str) -> io::Result<()> {
        match control {
            Ok(control) => {
                self.control = control;
                self.left = control.start().unwrap_or_default();
                Ok(())
            }
            Err(reason) => error(&reason, line),
        }
    }

    fn set_option(&mut self, name: &str, value: &str, line: &str) -> io::Result<()> {
        let before = Arc::clone(self.settings.variant());
        match self.settings.set(name, value) {
            Ok(Effect::Tune) => {
                if let Some(told) = self.workshop.tune(&self.settings) {
                    say(&format!("# {}", one_line(&told)))?;
                }
            }
            Ok(Effect::Forget) => self.workshop.forget(),
            Ok(Effect::Told(lines)) => {
                lines.iter().try_for_each(|line| say(&format!("# {}", one_line(line))))?;
            }
            Ok(Effect::None) => {}
            Err(reason) => return error(&reason, line),
        }
        // A game that has begun keeps its rules; the next one has the new ones.
        if !Arc::ptr_eq(self.settings.variant(), &before) && self.game.moves().is_empty() {
            self.announce()?;
            return self.begin(Game::new(self.settings.variant().start()));
        }
        Ok(())
    }
}

/// Reads a move: coordinates, or SAN, which XBoard uses for castling in shuffled games.
fn read(position: &Position, text: &str) -> Result<Move, String> {
    let text = if text == show::PASS { "--" } else { text };
    read_move(position, &show::shifted(position, &show::joined(text), 1))
        .or_else(|reason| position.parse_san(text).map_err(|_| reason))
}

/// Whether a line without a command is meant as a move: a GUI may send moves so.
fn is_like_a_move(word: &str) -> bool {
    word.starts_with("O-O")
        || (word.contains('@') && word.len() <= 6)
        || (word.len() >= 4
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.as_bytes()[1].is_ascii_digit())
}

fn error(reason: &str, line: &str) -> io::Result<()> {
    say(&format!("Error ({}): {}", one_line(reason).replace(['(', ')'], ""), one_line(&shown_line(line))))
}

/// A line, cut where it is long.
fn shown_line(line: &str) -> String {
    line.trim().chars().take(80).collect()
}
