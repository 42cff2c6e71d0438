//! A game being played: whose turn it is, what is typed, what is shown.

use std::io::{self, Write};
use std::path::PathBuf;

use berolina_rules::definition::ClockEnd;
use berolina_rules::geometry::Color;
use berolina_rules::notation::pgn::GameResult;
use berolina_rules::notation::reason_text;
use berolina_rules::{Game, Move, Outcome, Position};

use super::command::{self, Command};
use super::input::{Input, Line};
use super::opponent::{Interrupt, Strength, line, think};
use super::record::{self, Kept, Settings};
use super::store;
use crate::draw::Drawing;
use crate::output::Failure;
use crate::rules;
use crate::terminal::{Terminal, point};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// By the rules.
    Rules(Outcome),
    /// This player resigned.
    Resigned(Color),
    /// This player claimed a win.
    Claimed(Color),
    /// A file says so.
    Told(GameResult),
}

pub(super) struct Session {
    game: Game,
    settings: Settings,
    end: Option<End>,
    /// Whether the end has been announced.
    announced: bool,
    flipped: bool,
    terminal: Terminal,
    interrupt: Interrupt,
    input: Input,
    /// The file in which the game is kept, once it has a move.
    file: Option<PathBuf>,
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

pub(super) fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Session {
    pub(super) fn new(
        kept: Kept,
        file: Option<PathBuf>,
        terminal: Terminal,
        interrupt: Interrupt,
        input: Input,
    ) -> Self {
        let Kept { game, settings, result } = kept;
        let flipped = settings.computer == [true, false];
        let end = (result != GameResult::Unknown).then_some(End::Told(result));
        Self {
            game,
            settings,
            end,
            announced: false,
            flipped,
            terminal,
            interrupt,
            input,
            file,
            warned: false,
            saved: Vec::new(),
        }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn say(&self, text: &str) -> io::Result<()> {
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
            Command::Rules => self.say(&rules::page(self.position().variant(), self.terminal))?,
            Command::Options => {
                let definition = self.position().variant().definition();
                let mut page = String::new();
                rules::options(&mut page, definition, self.terminal);
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

    fn help(&self) -> io::Result<()> {
        let position = self.position();
        let variant = position.variant();
        let claims = matches!(variant.definition().clock.limit, Some((_, ClockEnd::Claim)));
        let example = example(position).map_or(String::new(), |mv| {
            format!(", such as {} or {}", position.move_text(mv), position.san(mv))
        });
        let mut text =
            format!("Type a move in coordinates or in algebraic notation{example}. Tab completes.\n");
        let mut others = position.legal_moves();
        others.sort_unstable();
        let special: [(fn(Move) -> bool, &str); 3] = [
            (|mv| mv.drop().is_some(), "places a piece from the hand"),
            (|mv| mv.entry().is_some(), "brings a piece in from the hand by exchange"),
            (|mv| mv.promotion().is_some(), "promotes"),
        ];
        for (is, what) in special {
            if let Some(&mv) = others.iter().find(|&&mv| is(mv)) {
                text.push_str(&format!("{} (or {}) {what}.\n", position.move_text(mv), position.san(mv)));
            }
        }
        self.say(&format!("{text}{}", command::help(claims).trim_end()))
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

    fn computer_moves(&mut self) -> Result<Next, Failure> {
        let report = think(&self.game, self.settings.strength, &self.interrupt, self.terminal.live);
        let Some(mv) = report.best else {
            return Err(Failure::usage("the computer found no move"));
        };
        let text = numbered(self.position(), mv);
        let mover = player(self.position().turn());
        self.say(&format!("{mover} plays {}", self.terminal.bold(&text)))?;
        self.push(mv, true)?;
        if self.interrupt.stopped() && self.settings.computer == [true, true] {
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
        if let Some((before, &mv)) = self.game.positions().iter().zip(self.game.moves()).last() {
            parts.push(format!("{} was played.", numbered(before, mv)));
        }
        if position.is_placing() {
            parts.push(format!("{} places a piece.", player(turn)));
        } else {
            parts.push(format!("{} to move.", player(turn)));
        }
        if position.is_royal(turn) && position.is_check() {
            parts.push(format!("{} is in check.", player(turn)));
        }
        if let Some(color) = position.claim() {
            parts.push(format!("{} may claim a win: `claim`.", player(color)));
        }
        format!("    {}\n", parts.join(" "))
    }

    fn list_moves(&self, which: &str) -> io::Result<()> {
        if self.end.is_some() {
            return self.say("The game is over: there are no moves.");
        }
        let position = self.position();
        let variant = position.variant();
        let square = variant.shape().parse(which);
        let letter = variant.definition().pieces.iter().position(|piece| piece.letter.to_string() == which);
        if !which.is_empty() && square.is_none() && letter.is_none() {
            return self
                .say(&format!("`{}` is neither a square nor a piece's letter.", which.escape_debug()));
        }
        let piece_on = |mv: Move| position.piece_at(mv.from()).map(|(kind, _)| variant.piece_of(kind));
        let mover =
            |mv: Move| mv.drop().or(mv.entry()).map(|kind| variant.piece_of(kind)).or_else(|| piece_on(mv));
        let chosen = |mv: Move| match (square, letter) {
            (Some(square), _) => mv.from() == square && mv.drop().is_none(),
            (None, Some(piece)) => mover(mv) == Some(piece),
            (None, None) => true,
        };
        let sans: Vec<_> = position.sans().into_iter().filter(|(mv, _)| chosen(*mv)).collect();
        if sans.is_empty() {
            return self.say(&self.no_moves(square, letter));
        }
        for (id, piece) in variant.definition().pieces.iter().enumerate() {
            let mut texts: Vec<&str> =
                sans.iter().filter(|(mv, _)| mover(*mv) == Some(id)).map(|(_, san)| san.as_str()).collect();
            texts.sort_unstable();
            if !texts.is_empty() {
                let lead = format!("{}: ", piece.name.replace('-', " "));
                self.say(point(&texts.join(" "), self.terminal.width, &lead).trim_end())?;
            }
        }
        Ok(())
    }

    fn no_moves(&self, square: Option<berolina_rules::geometry::Square>, letter: Option<usize>) -> String {
        let position = self.position();
        let variant = position.variant();
        let turn = player(position.turn());
        let name = |piece: usize| variant.definition().pieces[piece].name.replace('-', " ");
        match square.map(|square| (variant.shape().name(square), position.piece_at(square))) {
            Some((square, None)) => format!("Nothing stands on {square}."),
            Some((square, Some((kind, color)))) if color != position.turn() => {
                format!(
                    "The {} on {square} is {}'s; {turn} is to move.",
                    name(variant.piece_of(kind)),
                    player(color)
                )
            }
            Some((square, Some((kind, _)))) => {
                format!("The {} on {square} has no legal move now.", name(variant.piece_of(kind)))
            }
            None => format!(
                "{turn} has no legal move with a {}.",
                letter.map_or_else(|| "piece".to_owned(), name)
            ),
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.end.is_some() {
            self.say("The game is over.")?;
            return Ok(());
        }
        let strength = match self.settings.strength {
            Strength::Level(level) => Strength::Level(level.max(5)),
            time => time,
        };
        let report = think(&self.game, strength, &self.interrupt, self.terminal.live);
        if let Some(mv) = report.best {
            let then = line(&self.game, &report.pv, 5);
            let san = self.position().san(mv);
            let rest = then.strip_prefix(&san).unwrap_or("").trim();
            let rest = if rest.is_empty() { String::new() } else { format!(", then perhaps {rest}") };
            self.say(&format!("Try {} ({}{rest})", self.terminal.bold(&san), report.score))?;
        }
        Ok(())
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
        match store::write(&path, &self.pgn()) {
            Ok(()) => {
                self.say(&format!("Saved as {}", path.display()))?;
                self.saved.push(path);
            }
            Err(error) => self.say(&format!("{} cannot be written: {error}", path.display()))?,
        }
        Ok(())
    }

    fn claim(&mut self) -> Result<(), Failure> {
        let position = self.position();
        let Some((limit, ClockEnd::Claim)) = position.variant().definition().clock.limit else {
            self.say("There is nothing to claim in this game.")?;
            return Ok(());
        };
        match position.claim() {
            _ if self.end.is_some() => self.say("The game is over.")?,
            Some(color) if !self.settings.computer[color.index()] => {
                self.end = Some(End::Claimed(color));
                self.keep()?;
            }
            Some(color) => self.say(&format!("Only {} may claim.", player(color)))?,
            None => {
                let passed = position.clock();
                let why = match position.setup().capturer {
                    None => "nobody has made a capture that counts".to_owned(),
                    Some(color) => format!(
                        "{} may once {limit} moves, counting both players', have passed since the last capture that counts; {passed} have",
                        player(color)
                    ),
                };
                self.say(&format!("Nobody can claim yet: {why} (`rules` says more)."))?;
            }
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
        self.game = Game::new(self.game.start().clone());
        self.file = None;
        self.saved.clear();
        self.end = None;
        self.announced = false;
        self.settings.date = store::today().0;
        Ok(self.show()?)
    }

    fn pgn(&self) -> String {
        let result = self.end.map_or(GameResult::Unknown, result);
        let comment = self.end.filter(|end| !matches!(end, End::Told(_))).map(ending);
        record::write(&self.game, &self.settings, result, comment.as_deref())
    }

    /// Writes the game to its file; where that fails, the person is told once.
    fn keep(&mut self) -> Result<(), Failure> {
        if self.file.is_none() && self.game.moves().is_empty() {
            return Ok(());
        }
        let written = match &self.file {
            Some(path) => store::write(path, &self.pgn()),
            None => store::reserve(&self.position().variant().definition().name).and_then(|path| {
                let written = store::write(&path, &self.pgn());
                self.file = Some(path);
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

/// A move to show how moves are written: a pawn's near the middle, else any.
fn example(position: &Position) -> Option<Move> {
    let variant = position.variant();
    let shape = variant.shape();
    let rank = |mv: Move| {
        let silent =
            position.piece_at(mv.from()).is_some_and(|(kind, _)| variant.kinds()[usize::from(kind)].silent);
        (!silent, mv.entry().is_some(), shape.file(mv.from()).abs_diff(shape.files / 2), mv)
    };
    position.legal_moves().into_iter().min_by_key(|&mv| rank(mv))
}

/// A move with its number: `3. Nf3`, `3... Nf6`.
fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.move_number(), position.san(mv))
}

fn result(end: End) -> GameResult {
    let won = |color: Color| match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    };
    match end {
        End::Rules(outcome) => outcome.winner.map_or(GameResult::Draw, won),
        End::Resigned(color) => won(color.other()),
        End::Claimed(color) => won(color),
        End::Told(result) => result,
    }
}

/// The end in a sentence.
fn ending(end: End) -> String {
    let score = result(end).as_str();
    match end {
        End::Rules(outcome) => {
            let who =
                outcome.winner.map_or_else(|| "Draw".to_owned(), |color| format!("{} wins", player(color)));
            format!("{who}: {}. {score}", reason_text(outcome.reason))
        }
        End::Resigned(color) => format!("{} resigns: {} wins. {score}", player(color), player(color.other())),
        End::Claimed(color) => format!("{} claims the win. {score}", player(color)),
        End::Told(_) => format!("The game is over: {score}"),
    }
}
