//! A game being played: whose turn it is, what is typed, what is shown.

use std::io::{self, Write};
use std::path::PathBuf;

use berolina_rules::definition::OptionValues;
use berolina_rules::geometry::Color;
use berolina_rules::message::Language;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::{Game, Move, Position, Variant, files};

use super::command::{self, Command};
use super::end::{End, ending, player, result};
use super::example::example;
use super::input::{Input, Line};
use super::opponent::Opponent;
use super::record::{self, Kept, Settings};
use super::store::{self, Slot};
use crate::chance;
use crate::draw::Drawing;
use crate::output::Failure;
use crate::rules;
use crate::terminal::Terminal;

pub(super) struct Session {
    pub(super) game: Game,
    pub(super) settings: Settings,
    pub(super) end: Option<End>,
    /// Whether the end has been announced.
    announced: bool,
    flipped: bool,
    pub(super) terminal: Terminal,
    pub(super) opponent: Opponent,
    input: Input,
    /// The file in which the game is kept, once it has a move.
    file: Option<Slot>,
    /// Whether the person knows that the game cannot be kept.
    warned: bool,
    /// The files that `save` has written.
    saved: Vec<PathBuf>,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

impl Session {
    pub(super) fn new(
        kept: Kept,
        file: Option<Slot>,
        terminal: Terminal,
        opponent: Opponent,
        input: Input,
    ) -> Self {
        let Kept { game, settings, result } = kept;
        let flipped = settings.computer == [true, false];
        let told = (result != GameResult::Unknown).then_some(End::Told(result));
        let end = game.outcome().map(End::Rules).or(told);
        Self {
            game,
            settings,
            end,
            announced: false,
            flipped,
            terminal,
            opponent,
            input,
            file,
            warned: false,
            saved: Vec::new(),
        }
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()
    }

    pub(super) fn greet(&self, resumed: bool) -> io::Result<()> {
        let definition = self.position().variant().definition();
        let title = self.terminal.bold(&self.terminal.plain(&definition.text.title));
        let side = match self.settings.computer {
            [false, true] => "You play White.",
            [true, false] => "You play Black.",
            [false, false] => "Two people play.",
            [true, true] => "The computer plays itself.",
        };
        let name = definition.full_name();
        let name = if name == definition.name { String::new() } else { format!(" ({name})") };
        self.say(&format!("{title}{name}. {side}"))?;
        self.say_drawn()?;
        if resumed {
            let n = self.game.moves().len();
            self.say(&format!("The game goes on after {n} {}.", if n == 1 { "move" } else { "moves" }))?;
        } else if self.settings.computer != [true, true] {
            let example = example(self.position())
                .map_or(String::new(), |mv| format!(" such as {}", self.position().move_text(mv)));
            self.say(&format!(
                "Type a move{example}, `moves` to see all, `rules` to read the rules, `help` for more."
            ))?;
        }
        self.say("")?;
        self.show()
    }

    /// Which start was drawn, so that it can be played again.
    fn say_drawn(&self) -> io::Result<()> {
        if !self.settings.shuffles {
            return Ok(());
        }
        let definition = self.position().variant().definition();
        let numbers = definition.options.iter().zip(&definition.chosen);
        let numbers = numbers.filter(|(option, _)| matches!(option.values, OptionValues::Number { .. }));
        let numbers: Vec<String> =
            numbers.map(|(option, number)| format!("{}={number}", option.name)).collect();
        self.say(&format!("The start was drawn by chance: {}.", numbers.join(", ")))
    }

    pub(super) fn run(&mut self) -> Result<(), Failure> {
        let mut interrupted = false;
        loop {
            self.look_for_end()?;
            if self.end.is_none() && self.settings.computer[self.position().turn().index()] {
                if self.computer_moves()? == Next::Leave {
                    return Ok(());
                }
                continue;
            }
            if self.end.is_some() && self.settings.computer == [true, true] {
                return Ok(());
            }
            let prompt = match self.end {
                Some(_) => "over> ".to_owned(),
                None => format!("{}> ", player(self.position().turn())),
            };
            let words = self.words();
            match self.input.read(&prompt, words)? {
                Line::End => {
                    self.farewell()?;
                    return Ok(());
                }
                Line::Interrupted if interrupted => {
                    self.farewell()?;
                    return Ok(());
                }
                Line::Interrupted => {
                    interrupted = true;
                    self.say("Once more Ctrl-C, or `quit`, to leave.")?;
                }
                Line::Text(text) => {
                    interrupted = false;
                    if self.answer(text.trim())? == Next::Leave {
                        self.farewell()?;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// What can be completed: moves in both notations, commands.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = command::words().map(str::to_owned).collect();
        if self.end.is_none() {
            words.extend(self.position().sans().into_iter().map(|(_, san)| san));
            words.extend(self.position().move_texts());
        }
        words.sort_unstable();
        words.dedup();
        words
    }

    fn answer(&mut self, text: &str) -> Result<Next, Failure> {
        if text.is_empty() {
            return Ok(Next::Go);
        }
        match command::read(text) {
            Some((Command::Quit, _)) => return Ok(Next::Leave),
            Some((command, rest)) => self.obey(command, rest)?,
            None => self.typed_move(text)?,
        }
        Ok(Next::Go)
    }

    fn typed_move(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(end) = self.end {
            let meant =
                command::meant(text).map_or(String::new(), |word| format!("; did you mean `{word}`?"));
            self.say(&format!(
                "The game is over ({}): `undo`, `new`, `save` or `quit`{meant}",
                result(end).as_str()
            ))?;
            return Ok(());
        }
        match self.position().parse_any(text) {
            Ok(mv) => self.push(mv, !self.settings.computer[self.position().turn().other().index()])?,
            Err(error) => {
                let line = match command::meant(text) {
                    Some(word) => format!("There is no command `{}`: did you mean `{word}`?", error.text),
                    None => error.to_string(),
                };
                self.say(&self.terminal.alert(&self.terminal.plain(&line)))?;
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, rest: &str) -> Result<(), Failure> {
        if !rest.is_empty() && !matches!(command, Command::Moves | Command::Save | Command::Help) {
            self.say(&format!("Nothing follows this command; `{}` was passed over.", rest.escape_debug()))?;
        }
        match command {
            Command::Help => self.help()?,
            Command::Board => self.show()?,
            Command::Flip => {
                self.flipped = !self.flipped;
                self.show()?;
            }
            Command::Moves => self.list_moves(rest)?,
            Command::Hint => self.hint()?,
            Command::Undo => self.undo()?,
            Command::Rules => {
                self.say(&rules::page(self.position().variant(), self.terminal, &Language::default()))?;
            }
            Command::Options => {
                let definition = self.position().variant().definition();
                let mut page = String::new();
                rules::options(&mut page, definition, self.terminal, &Language::default());
                self.say(if page.is_empty() { "This game has no options." } else { page.trim() })?;
            }
            Command::Fen => self.say(&self.position().fen())?,
            Command::Save => self.save(rest)?,
            Command::Claim => self.claim()?,
            Command::Resign => self.resign()?,
            Command::New => self.anew()?,
            Command::Quit => {}
        }
        Ok(())
    }

    /// Makes a move and keeps the game.
    fn push(&mut self, mv: Move, show: bool) -> Result<(), Failure> {
        self.game.push(mv);
        self.end = self.game.outcome().map(End::Rules);
        self.keep()?;
        if show || self.end.is_some() {
            self.show()?;
        }
        Ok(())
    }

    /// The last move with its number.
    fn last_move(&self) -> Option<String> {
        let (before, &mv) = self.game.positions().iter().zip(self.game.moves()).next_back()?;
        Some(numbered(before, mv))
    }

    fn computer_moves(&mut self) -> Result<Next, Failure> {
        let report = self.opponent.think(&self.game, self.settings.strength);
        let Some(mv) = report.best else {
            return Err(Failure::usage("the computer found no move"));
        };
        self.push(mv, true)?;
        if self.opponent.was_stopped() && self.settings.computer == [true, true] {
            self.say("Stopped; `berolina play --resume` goes on.")?;
            return Ok(Next::Leave);
        }
        Ok(Next::Go)
    }

    /// Ends the game where the rules do, or where the computer can claim.
    fn look_for_end(&mut self) -> Result<(), Failure> {
        if self.end.is_none() {
            self.end = self.game.outcome().map(End::Rules);
            let claimer = self.position().claim().filter(|color| self.settings.computer[color.index()]);
            if let (None, Some(color)) = (self.end, claimer) {
                self.end = Some(End::Claimed(color));
            }
            if self.end.is_some() {
                self.keep()?;
            }
        }
        if let (Some(end), false) = (self.end, self.announced) {
            self.announced = true;
            self.say(&self.terminal.bold(&ending(end)))?;
        }
        Ok(())
    }

    fn show(&self) -> io::Result<()> {
        let last = self.game.moves().last().copied();
        let position = self.position();
        let drawing = Drawing { position, terminal: self.terminal, flipped: self.flipped, last };
        let mut text = drawing.text();
        if self.end.is_none() {
            text.push_str(&self.status());
        }
        self.say(text.trim_end_matches('\n'))
    }

    /// Whose turn it is and what matters now, in a line.
    fn status(&self) -> String {
        let position = self.position();
        let turn = position.turn();
        let mut parts = Vec::new();
        if let Some(text) = self.last_move() {
            parts.push(format!("Last move: {text}."));
        }
        if position.is_placing() {
            parts.push(format!("{} places a piece.", player(turn)));
        } else {
            parts.push(format!("{} to move.", player(turn)));
        }
        if position.loses_by_checkmate(turn) && position.is_check() {
            parts.push(format!("{} is in check.", player(turn)));
        }
        if let Some(color) = position.claim() {
            parts.push(format!("{} may claim a win: `claim`.", player(color)));
        }
        format!("    {}\n", parts.join(" "))
    }

    /// Takes moves back until the person is to move again.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut taken = 0;
        let computer = self.settings.computer;
        let own = |game: &Game| !computer[game.position().turn().index()];
        let has_own = computer == [true, true]
            || self.game.positions()[..self.game.moves().len()].iter().any(|p| !computer[p.turn().index()]);
        if self.end.is_some_and(|end| !matches!(end, End::Rules(_))) {
            self.reopen()?;
            self.say("The game goes on.")?;
            return Ok(self.show()?);
        }
        if !has_own {
            self.say("There is no move of yours to take back.")?;
            return Ok(());
        }
        while self.game.pop().is_some() {
            taken += 1;
            if own(&self.game) || computer == [true, true] {
                break;
            }
        }
        self.reopen()?;
        self.say(&format!("{taken} {} taken back.", if taken == 1 { "move" } else { "moves" }))?;
        Ok(self.show()?)
    }

    fn reopen(&mut self) -> Result<(), Failure> {
        self.end = None;
        self.announced = false;
        self.keep()
    }

    fn save(&mut self, rest: &str) -> Result<(), Failure> {
        let name = self.position().variant().definition().name.clone();
        let path = match (rest, self.saved.last()) {
            ("", Some(path)) => path.clone(),
            ("", None) => PathBuf::from(store::file_stem(&name) + ".pgn"),
            (rest, _) => PathBuf::from(rest),
        };
        if path.exists() && !self.saved.contains(&path) {
            self.say(&format!("{} exists already; choose another name: save FILE", path.display()))?;
            return Ok(());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = folder.map_or(Ok(()), std::fs::create_dir_all);
        match made.and_then(|()| files::write(&path, self.pgn().as_bytes())) {
            Ok(()) => {
                self.say(&format!("Saved as {}", path.display()))?;
                self.saved.push(path);
            }
            Err(error) => self.say(&format!("{} cannot be written: {error}", path.display()))?,
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), Failure> {
        if self.end.is_some() {
            self.say("The game is over already.")?;
            return Ok(());
        }
        self.end = Some(End::Resigned(self.position().turn()));
        self.keep()
    }

    fn anew(&mut self) -> Result<(), Failure> {
        self.keep()?;
        self.game = Game::new(self.next_start()?);
        self.opponent.begin_game();
        self.file = None;
        self.saved.clear();
        self.end = None;
        self.announced = false;
        self.settings.date = store::today().0;
        self.say_drawn()?;
        Ok(self.show()?)
    }

    /// The start of another game: the same, or drawn anew.
    fn next_start(&self) -> Result<Position, Failure> {
        if !self.settings.shuffles {
            return Ok(self.game.start().clone());
        }
        let definition = self.position().variant().definition();
        let chosen = definition.options.iter().zip(&definition.chosen);
        let kept = chosen.filter(|(option, _)| matches!(option.values, OptionValues::Choice(_)));
        let kept: Vec<String> = kept.map(|(option, value)| format!("{}={value}", option.name)).collect();
        let name = if kept.is_empty() {
            definition.name.clone()
        } else {
            format!("{}:{}", definition.name, kept.join(","))
        };
        let library = record::library(&self.settings)?;
        let drawn = chance::shuffled(&library, &name, None).unwrap_or(name);
        Ok(Variant::load(&library, &drawn).map_err(Failure::usage)?.start())
    }

    fn pgn(&self) -> String {
        let result = self.end.map_or(GameResult::Unknown, result);
        let comment = self.end.filter(|end| !matches!(end, End::Told(_))).map(ending);
        record::write(&self.game, &self.settings, result, comment.as_deref())
    }

    /// Writes the game to its file; where that fails, the person is told once.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        if self.file.is_none() && self.game.moves().is_empty() {
            return Ok(());
        }
        let written = match &self.file {
            Some(slot) => files::write(slot.path(), self.pgn().as_bytes()),
            None => Slot::reserve(&self.position().variant().definition().name).and_then(|slot| {
                let written = files::write(slot.path(), self.pgn().as_bytes());
                self.file = Some(slot);
                written
            }),
        };
        if let Err(error) = written
            && !self.warned
        {
            self.warned = true;
            self.say(
                &self
                    .terminal
                    .alert(&format!("The game cannot be kept: {error}. `save FILE` writes it elsewhere.")),
            )?;
        }
        Ok(())
    }

    fn farewell(&self) -> io::Result<()> {
        if self.end.is_none() && self.file.is_some() && !self.warned {
            self.say("The game is kept; `berolina play --resume` goes on with it.")
        } else if !self.input.is_pipe() && self.end.is_none() {
            self.say("Goodbye.")
        } else {
            Ok(())
        }
    }
}

/// A move with its number: `3. Nf3`, `3... Nf6`.
fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.move_number(), position.san(mv))
}
