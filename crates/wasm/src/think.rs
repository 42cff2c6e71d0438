//! The engine, asked for a move.

use std::sync::Arc;
use std::time::Duration;

use berolina_engine::{Engine, Level, Limits, Report, net};
use berolina_rules::{Game, Move, Position, Variant};
#[cfg(not(feature = "library"))]
use berolina_view::Kept as Known;
#[cfg(feature = "library")]
use berolina_view::Variants as Known;
use berolina_view::model::GameFile;

use crate::model::{Line, Score, Think, Thought};
#[cfg(feature = "study")]
use crate::model::{Review, Reviewed};
#[cfg(feature = "study")]
use crate::review::Running;

/// How long a search without limits takes, and the longest that a level takes.
const USUAL: Duration = Duration::from_secs(2);
/// The longest time that can be asked for.
const LONGEST: f64 = 86_400_000.0;
/// The most moves of a game.
const MAX_MOVES: usize = 10_000;

/// An engine that remembers from search to search.
#[derive(Default)]
pub struct Thinker {
    pub(crate) engine: Engine,
    /// Says whether what is being done is to end.
    pub(crate) halted: Option<fn() -> bool>,
    /// The games, read from files, or given as bytes where no file is read.
    known: Option<Known>,
    #[cfg(feature = "study")]
    review: Option<Running>,
}

impl Thinker {
    /// An engine with an empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on `halted` is asked during searches whether they are to end, about as often as the clock. What was found until then
    /// is the answer, and stays in memory.
    pub fn heed(&mut self, halted: fn() -> bool) {
        self.halted = Some(halted);
    }

    /// Searches for a move to the search's end, and tells each new line on the way.
    ///
    /// # Errors
    /// A bad spec, position, move or limit, in one line.
    pub fn think(&mut self, what: &Think, on_line: &mut dyn FnMut(&Line)) -> Result<Thought, String> {
        let limits = Limits { halted: self.halted, ..limits(what)? };
        let game = self.game(&what.spec, what.fen.as_deref(), &what.moves, what.files.as_deref())?;
        self.engine.set_seed(what.seed.map_or(0, f64::to_bits));
        let position = game.position();
        let told = &mut |report: &Report| on_line(&line(position, report));
        let report = self.engine.search(&game, &limits, told);
        let best = report.best.map(|mv| position.move_text(mv));
        let line = best.is_some().then(|| line(position, &report));
        Ok(Thought { best, line })
    }

    /// Forgets what earlier searches found: another game begins.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Makes a person's own game known, as [`berolina_view::Games::add`] does.
    ///
    /// # Errors
    /// A bad name or too large a text, in one line.
    #[cfg(feature = "library")]
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.known().add(name, text)
    }

    /// The games that are known.
    pub(crate) fn known(&mut self) -> &mut Known {
        self.known.get_or_insert_with(Known::new)
    }

    /// The game of a spec, with a person's own files made known first. The error is one line.
    pub(crate) fn variant(&mut self, spec: &str, files: Option<&[GameFile]>) -> Result<Arc<Variant>, String> {
        #[cfg(feature = "library")]
        for file in files.unwrap_or_default() {
            self.add(&file.name, &file.text)?;
        }
        // Where no file is read, they were before the game was given.
        #[cfg(not(feature = "library"))]
        let _ = files;
        self.known().find(spec)
    }

    /// Whether this engine plays a game: there is one for boards of up to 64 squares and one for others.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn plays(&mut self, spec: &str) -> Result<bool, String> {
        let variant = self.known().find(spec)?;
        Ok(Engine::plays(&variant))
    }

    /// The names of a game and of those that it extends, the nearest first: under which of them the weights and the
    /// networks are found that play it well. The error is one line.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn family(&mut self, spec: &str) -> Result<Vec<String>, String> {
        let variant = self.known().find(spec)?;
        let definition = variant.definition();
        Ok(std::iter::once(&definition.name).chain(&definition.lineage).cloned().collect())
    }

    /// Those games of [`Self::family`] whose networks, where they have one, are networks of this game too.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn nets(&mut self, spec: &str) -> Result<Vec<String>, String> {
        let mut games = self.family(spec)?;
        let played = self.variant(spec, None)?;
        games.retain(|game| {
            let trained = self.variant(game, None);
            trained.is_ok_and(|trained| net::serves(trained.definition(), played.definition()))
        });
        Ok(games)
    }

    /// Takes tuned weights of a game, for it and those that extend it.
    pub fn take_weights(&mut self, game: &str, text: &str) {
        self.engine.set_weights(game, text);
    }

    /// Takes a network for a game; `false` if it is none for its pieces and rules.
    ///
    /// # Errors
    /// An unknown game or option, in one line.
    pub fn take_net(&mut self, spec: &str, bytes: &[u8]) -> Result<bool, String> {
        let variant = self.known().find(spec)?;
        Ok(self.engine.set_net(&variant, bytes).is_ok())
    }

    /// Begins a review of a game, and looks at the position at its end, or where the known moves begin.
    ///
    /// # Errors
    /// A bad spec, position, move or limit, or moves known of another game, in one line.
    #[cfg(feature = "study")]
    pub fn review(&mut self, what: &Review) -> Result<Reviewed, String> {
        self.review = None;
        let game = self.game(&what.spec, what.fen.as_deref(), &what.moves, what.files.as_deref())?;
        let review = Running::new(what, game)?;
        self.engine.clear();
        Ok(self.review.insert(review).step(&mut self.engine))
    }

    /// Looks at the next position of the review.
    ///
    /// # Errors
    /// There is no review.
    #[cfg(feature = "study")]
    pub fn step(&mut self) -> Result<Reviewed, String> {
        let review = self.review.as_mut().ok_or("no review was begun")?;
        Ok(review.step(&mut self.engine))
    }

    fn game(
        &mut self,
        spec: &str,
        fen: Option<&str>,
        moves: &[String],
        files: Option<&[GameFile]>,
    ) -> Result<Game, String> {
        if moves.len() > MAX_MOVES {
            return Err(format!("moves: {} of them; at most {MAX_MOVES} are read", moves.len()));
        }
        let variant = self.variant(spec, files)?;
        let start = match fen {
            None => variant.start(),
            Some(fen) => Position::from_kept_fen(&variant, fen).map_err(|error| error.to_string())?,
        };
        let mut game = Game::new(start);
        for (i, text) in moves.iter().enumerate() {
            let mv = game.position().parse_move(text).map_err(|error| format!("move {}: {error}", i + 1))?;
            game.push(mv);
        }
        Ok(game)
    }
}

fn limits(what: &Think) -> Result<Limits, String> {
    let level = match what.level {
        Some(0.0) => Some(Level::FIRST),
        level => whole("level", level, f64::from(Level::MAX))?.map(|level| Level::new(level as u8)),
    };
    let mut limits = Limits {
        level,
        nodes: whole("nodes", what.nodes, 1e15)?,
        depth: whole("depth", what.depth, 1_000.0)?.map(|depth| depth as u32),
        lines: whole("lines", what.lines, 500.0)?.unwrap_or(1) as usize,
        time: whole("time", what.time, LONGEST)?.map(Duration::from_millis),
        ..Limits::default()
    };
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(USUAL);
    }
    Ok(limits)
}

/// A number of JavaScript's as a whole number from 1.
pub(crate) fn whole(name: &str, value: Option<f64>, most: f64) -> Result<Option<u64>, String> {
    match value {
        None => Ok(None),
        Some(value) if (1.0..=most).contains(&value) => Ok(Some(value as u64)),
        // Without fractions: how those are written would be several kilobytes more to fetch.
        Some(value) => {
            let (value, most) = (value as i64, most as u64);
            Err(format!("{name} cannot be {value} (it is a whole number from 1 to {most})"))
        }
    }
}

fn line(position: &Position, report: &Report) -> Line {
    let (mut moves, mut sans) = (Vec::new(), Vec::new());
    let mut at = position.clone();
    for &mv in &report.pv {
        // What comes from the table may be of another position.
        if !at.is_legal(mv) {
            break;
        }
        moves.push(at.move_text(mv));
        sans.push(at.san(mv));
        at = at.play_unchecked(mv);
    }
    if moves.is_empty() {
        let best = report.best.filter(|&mv: &Move| position.is_legal(mv));
        moves.extend(best.map(|mv| position.move_text(mv)));
        sans.extend(best.map(|mv| position.san(mv)));
    }
    let score = match report.score.end() {
        Some((won, plies)) => Score::End(if won { plies as i32 } else { -(plies as i32) }),
        None => Score::Cp(report.score.centipawns().unwrap_or(0)),
    };
    Line {
        rank: report.rank,
        depth: report.depth,
        nodes: report.nodes as f64,
        elapsed: report.elapsed.as_secs_f64() * 1000.0,
        score,
        moves,
        sans,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(spec: &str, moves: &[&str]) -> Think {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        Think { spec: spec.to_owned(), moves, nodes: Some(5_000.0), ..Think::default() }
    }

    #[test]
    fn finds_the_end_and_tells_its_lines() {
        let mut lines = Vec::new();
        let what = asked("chess", &["f2f3", "e7e5", "g2g4"]);
        let thought = Thinker::new().think(&what, &mut |line| lines.push(line.clone())).unwrap();
        assert_eq!(thought.best.as_deref(), Some("d8h4"));
        let line = thought.line.unwrap();
        assert_eq!((line.score, line.sans[0].as_str()), (Score::End(1), "Qh4#"));
        assert_eq!(lines.last().unwrap().moves, line.moves);
    }

    #[test]
    fn below_all_levels_moves_are_made_by_chance() {
        let first = |seed: u32| {
            let what = Think { level: Some(0.0), seed: Some(f64::from(seed)), ..asked("near", &[]) };
            Thinker::new().think(&what, &mut |_| {}).unwrap().best.unwrap()
        };
        let moves: std::collections::BTreeSet<String> = (0..40).map(first).collect();
        assert!(moves.len() > 8, "{moves:?}");
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let what = Think { level: Some(3.0), seed: Some(5.0), ..asked("near", &[]) };
        let answer = || {
            let thought = Thinker::new().think(&what, &mut |_| {}).unwrap();
            (thought.best, thought.line.map(|line| (line.nodes, line.moves)))
        };
        assert_eq!(answer(), answer());
    }

    /// Stepping to another position and back costs little, as the table stays.
    #[test]
    fn what_a_halted_search_has_found_is_not_searched_again() {
        let to_depth = |depth| Think { depth: Some(depth), nodes: None, ..asked("forward", &[]) };
        let nodes = |thinker: &mut Thinker, what: &Think| {
            thinker.think(what, &mut |_| {}).unwrap().line.map_or(0.0, |line| line.nodes)
        };
        let cold = nodes(&mut Thinker::new(), &to_depth(12.0));
        let mut thinker = Thinker::new();
        thinker.heed(|| true);
        assert!(nodes(&mut thinker, &to_depth(60.0)) < 1_000.0, "ends the first time that it asks");
        thinker.heed(|| false);
        nodes(&mut thinker, &to_depth(12.0));
        thinker.heed(|| true);
        nodes(&mut thinker, &Think { moves: vec!["e2e4".to_owned()], ..to_depth(60.0) });
        thinker.heed(|| false);
        let warm = nodes(&mut thinker, &to_depth(12.0));
        assert!(warm < cold / 2.0, "{warm} of {cold}");
    }

    #[test]
    fn where_the_game_is_over_there_is_no_move() {
        let what = asked("chess", &["f2f3", "e7e5", "g2g4", "d8h4"]);
        let thought = Thinker::new().think(&what, &mut |_| {}).unwrap();
        assert_eq!(thought, Thought { best: None, line: None });
    }

    #[test]
    fn an_own_game_is_played_as_its_text_says() {
        let text = |moves: &str| {
            format!(
                "extends = \"chess\"\ntitle = \"Own\"\nabout = \"Own.\"\npieces.pawn.moves = \"{moves}\"\n"
            )
        };
        let files = |moves: &str| Some(vec![GameFile { name: "own".into(), text: text(moves) }]);
        let mut thinker = Thinker::new();
        let mut what = Think { files: files("fmWfcF"), ..asked("my:own", &["e2e4"]) };
        assert!(thinker.think(&what, &mut |_| {}).unwrap().best.is_some());
        what.moves = vec!["e2f3".to_owned()];
        assert!(thinker.think(&what, &mut |_| {}).is_err());
        what.files = files("fmFfcW");
        assert!(thinker.think(&what, &mut |_| {}).unwrap().best.is_some());
        what.files = files("??");
        assert!(thinker.think(&what, &mut |_| {}).unwrap_err().contains("own.toml:4:"));
    }

    #[test]
    fn weights_and_networks_come_from_outside() {
        let mut thinker = Thinker::new();
        assert_eq!(thinker.family("near-960:position=3").unwrap(), ["near-960", "near", "chess"]);
        assert!(thinker.family("naer").is_err());
        assert_eq!(thinker.nets("near:win=checkmate").unwrap(), ["near"]);
        assert_eq!(thinker.nets("near-960").unwrap(), ["near-960", "near"], "the usual array");
        assert!(thinker.nets("near-960:position=3").unwrap().is_empty());
        assert!(thinker.nets("naer").is_err());
        // A game that no network judges, be it part of the program: then only weights do.
        let what = asked("shatranj", &["e2e3", "d7d6"]);
        let found = |thinker: &mut Thinker| {
            thinker.clear();
            let line = thinker.think(&what, &mut |_| {}).unwrap().line.unwrap();
            (line.score, line.moves)
        };
        let before = found(&mut thinker);
        assert_eq!(before, found(&mut thinker));
        // Whatever weights are part of the program, nobody has these: all are alike.
        let alike = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
            ["board" | "piece", ..] => line.to_owned(),
            [name, ..] => format!("{name} 7 7"),
            [] => String::new(),
        };
        let text: Vec<String> = include_str!("../../engine/tuned/shatranj.txt").lines().map(alike).collect();
        thinker.take_weights("shatranj", &text.join("\n"));
        assert_ne!(before, found(&mut thinker));
        assert!(thinker.take_net("near", include_bytes!("../../engine/nets/near.net")).unwrap());
        // Of other pieces; and no network at all.
        assert!(!thinker.take_net("chess", include_bytes!("../../engine/nets/near.net")).unwrap());
        assert!(!thinker.take_net("near", b"nothing").unwrap());
    }

    #[test]
    fn bad_questions_get_one_line() {
        let asked = |change: fn(&mut Think)| {
            let mut what = asked("near", &[]);
            change(&mut what);
            Thinker::new().think(&what, &mut |_| {}).unwrap_err()
        };
        let errors = [
            (asked(|what| what.level = Some(11.0)), "level cannot be 11 (it is a whole number from 1 to 10)"),
            (asked(|what| what.depth = Some(f64::NAN)), "depth cannot be 0 "),
            (asked(|what| what.spec = "naer".to_owned()), "did you mean `near`?"),
            (asked(|what| what.moves = vec!["e9e9".to_owned()]), "move 1: `e9e9`"),
        ];
        for (error, part) in errors {
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
