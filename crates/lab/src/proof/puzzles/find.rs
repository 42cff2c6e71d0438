//! Finds puzzles in all games, evenly: at the ends of quick games, and among pieces put anywhere.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use berolina_numbers::Random;
use berolina_numbers::hash::fnv32;
use berolina_rules::{Game, Library, Position, Variant};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Puzzle;
use crate::journal::{Journal, Part};
use crate::pool;
use crate::proof::finding::recipes::{self, Recipe, Source};
use crate::proof::finding::sources::{cook, decided_game};
use crate::proof::suite::Row;
use crate::proof::wins::{Proof, wins_within};

/// No win is longer, in plies.
const LONGEST: u32 = 5;
/// But for those of the suite.
const LONGEST_ROW: u32 = 7;
/// Positions that the solver may visit for one candidate.
const NODES: u64 = 150_000;
/// No answers are longer, in bytes.
const MOST_TEXT: usize = 2_600;
/// There is something to choose from; where one move wins at once there are more.
const CHOICES: (usize, usize) = (4, 10);
/// Near the clock's limit a win depends on more than the position.
const CLOCK: u16 = 80;
/// Wins at once are kept once in so many.
const AT_ONCE: usize = 2;

/// Games that are played more often, and how many puzzles are wanted of them and of the others.
const OFTEN: [&str; 6] = ["near", "near-vs-normal", "npnc", "forward", "forward-near", "chess"];
const WANTED: (usize, usize) = (40, 26);
/// Games with options, and how many are wanted.
const CHOSEN: [&str; 8] = [
    "near:win=checkmate",
    "near-drop:win=checkmate",
    "near-vs-normal:near-wins-by=checkmate",
    "near-vs-normal:normal-wins-by=checkmate",
    "near-vs-normal:near=black",
    "near-vs-normal:near=black,near-wins-by=checkmate,normal-wins-by=checkmate",
    "near-vs-normal:near-wins-by=checkmate,en-passant=on",
    "near-vs-normal:near-promotes=any",
];
const WANTED_CHOSEN: usize = 16;
/// So many games are tried for each puzzle that is wanted, and so many times some heaps of pieces:
const TRIES: (u32, u32) = (12, 8);
/// of those that win in two moves so many, of those with longer wins so many.
const HEAPS: (u32, u32) = (1_500, 150);
/// Hardly any win has one key where a move is two, and what is claimed needs the clock.
const NEVER: (&str, &str) = ("duck", "claim");

/// Somewhere to look.
#[derive(Debug)]
struct Place {
    name: String,
    way: Way,
    wanted: usize,
    tries: u32,
}

/// How positions come up there.
#[derive(Debug)]
enum Way {
    Play,
    /// Pieces put anywhere.
    Heap(Recipe),
    /// They are known: the engine's suite.
    Rows(Vec<Row>),
}

impl Place {
    /// The game without its options.
    fn game(&self) -> &str {
        self.name.split([':', ' ']).next().unwrap_or_default()
    }
}

/// One look is over.
#[derive(Serialize, Deserialize, Debug)]
struct Look {
    place: String,
    number: u32,
    puzzles: Vec<Puzzle>,
}

impl Part for Look {
    const HEAD: &'static str = "puzzles";
    const WORK: &'static str = "search for puzzles";
}

/// What is known of a place.
#[derive(Default, Clone, Copy)]
struct State {
    next: u32,
    found: usize,
}

/// Looks everywhere until enough is found or all is tried, and returns everything found. What is found is kept in `journal`, and a search
/// that was cut off goes on from there. `kept` is there already. `say` is told of each puzzle, with how many there are.
///
/// # Errors
/// The journal cannot be read or written.
pub fn find(
    journal: &Path,
    kept: &[Puzzle],
    games: &[&str],
    threads: usize,
    stop: &AtomicBool,
    say: &mut dyn FnMut(usize, &Puzzle),
) -> Result<Vec<Puzzle>, String> {
    let library = Library::shipped();
    let wanted = |place: &Place| games.is_empty() || games.contains(&place.game());
    let places: Vec<Place> = places(&library).into_iter().filter(wanted).collect();
    let (mut journal, looks) = Journal::<Look>::open(journal, &json!({ "version": 1 }))?;
    let mut seen: HashSet<(String, String)> = kept.iter().flat_map(motifs).collect();
    let mut found = Vec::new();
    let states = Arc::new(Mutex::new(vec![State::default(); places.len()]));
    let mut done = HashSet::new();
    for look in looks {
        let Some(at) = places.iter().position(|place| place.name == look.place) else { continue };
        states.lock().unwrap_or_else(PoisonError::into_inner)[at].found += look.puzzles.len();
        seen.extend(look.puzzles.iter().flat_map(motifs));
        found.extend(look.puzzles);
        done.insert((at, look.number));
    }
    let queue = Queue { places: &places, states: Arc::clone(&states), done, at: 0 };
    let work = |library: &mut Library, (at, number): (usize, u32), _: &Arc<AtomicBool>| {
        (at, number, look(&places[at], number, library))
    };
    let worker = |_: &Arc<AtomicBool>| Library::shipped();
    pool::run(threads, queue, stop, worker, work, &mut |(at, number, puzzles)| {
        let mut puzzles = puzzles?;
        puzzles.retain(|puzzle| {
            let motifs = motifs(puzzle);
            let new = motifs.iter().all(|motif| !seen.contains(motif));
            seen.extend(motifs);
            new
        });
        for puzzle in &puzzles {
            found.push(puzzle.clone());
            say(found.len(), puzzle);
        }
        states.lock().unwrap_or_else(PoisonError::into_inner)[at].found += puzzles.len();
        journal.add(&Look { place: places[at].name.clone(), number, puzzles })?;
        Ok(true)
    })?;
    Ok(found)
}

/// Where to look next: everywhere in turn.
struct Queue<'a> {
    places: &'a [Place],
    states: Arc<Mutex<Vec<State>>>,
    done: HashSet<(usize, u32)>,
    at: usize,
}

impl Iterator for Queue<'_> {
    type Item = (usize, u32);

    fn next(&mut self) -> Option<Self::Item> {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..self.places.len() {
            self.at = (self.at + 1) % self.places.len();
            let (place, state) = (&self.places[self.at], &mut states[self.at]);
            while self.done.contains(&(self.at, state.next)) {
                state.next += 1;
            }
            if state.found < place.wanted && state.next < place.tries {
                state.next += 1;
                return Some((self.at, state.next - 1));
            }
        }
        None
    }
}

fn places(library: &Library) -> Vec<Place> {
    let played = |name: &str, wanted: usize| Place {
        name: name.to_owned(),
        way: Way::Play,
        wanted,
        tries: wanted as u32 * TRIES.0,
    };
    let all =
        library.names().map(|name| played(name, if OFTEN.contains(&name) { WANTED.0 } else { WANTED.1 }));
    let chosen = CHOSEN.iter().map(|name| played(name, WANTED_CHOSEN));
    let placed = recipes::all().into_iter().enumerate();
    let fits = |recipe: &Recipe| {
        !matches!(recipe.source, Source::Play) && recipe.plies.0 <= LONGEST && recipe.tag != NEVER.1
    };
    let placed = placed.filter(|(_, recipe)| fits(recipe));
    let placed = placed.map(|(number, recipe)| {
        let wanted = 2 * recipe.rows;
        let plies = (recipe.plies.0, recipe.plies.1.min(LONGEST));
        let tries = if plies.1 > 3 { HEAPS.1 } else { HEAPS.0 };
        let name = format!("{} {} {number}", recipe.variant, recipe.tag);
        // One at a time, so that the others come in between.
        let way = Way::Heap(Recipe { rows: 1, tries, plies, ..recipe });
        Place { name, way, wanted, tries: wanted as u32 * TRIES.1 }
    });
    all.chain(chosen).chain(placed).chain([known()]).collect()
}

/// The rows of the engine's suite that are short enough.
fn known() -> Place {
    let mut rows = Row::read(include_str!("../../../../engine/tests/data/wins.tsv")).unwrap_or_default();
    rows.retain(|row| row.keys.len() == 1 && row.plies <= LONGEST_ROW);
    let tries = rows.len() as u32;
    Place { name: "wins.tsv".to_owned(), way: Way::Rows(rows), wanted: usize::MAX, tries }
}

/// What makes two puzzles of a game alike: the position, the moves of the solution, or its last three, as one is then the end of the other.
fn motifs(puzzle: &Puzzle) -> [(String, String); 3] {
    let solution = puzzle.answers.split([';', ')']).next().unwrap_or_default();
    let mut line: Vec<&str> =
        solution.split([' ', '(']).map(|text| text.split('|').next().unwrap_or_default()).collect();
    let all = line.join(" ");
    let end = line.split_off(line.len().saturating_sub(3)).join(" ");
    [&puzzle.fen, &all, &end].map(|motif| (puzzle.game.clone(), motif.clone()))
}

fn look(place: &Place, number: u32, library: &Library) -> Result<Vec<Puzzle>, String> {
    let seed = u64::from(fnv32(place.name.as_bytes())) << 32 | u64::from(number);
    let mut random = Random::new(seed);
    let candidates = match &place.way {
        Way::Heap(recipe) => placed(recipe, seed, library)?,
        Way::Rows(rows) => proven(rows.get(number as usize).cloned(), library)?,
        Way::Play => {
            let spec = library.shuffled(&place.name, |n| random.below(n as usize) as u32);
            let spec = spec.unwrap_or_else(|| place.name.clone());
            let variant = Variant::load(library, &spec).map_err(|error| format!("{spec}: {error}"))?;
            from_the_end(&decided_game(variant.start(), &mut random), &mut random)
        }
    };
    let puzzles = candidates.into_iter().filter_map(|(position, proof)| puzzle(&position, &proof, library));
    Ok(puzzles.collect())
}

/// Pieces put anywhere, by a recipe.
fn placed(recipe: &Recipe, seed: u64, library: &Library) -> Result<Vec<(Position, Proof)>, String> {
    let variant =
        Variant::load(library, recipe.variant).map_err(|error| format!("{}: {error}", recipe.variant))?;
    let mut rows: Vec<Row> = Vec::new();
    cook(recipe, &variant, seed, &mut |row| rows.push(row))?;
    proven(rows, library)
}

/// Rows with their proofs.
fn proven(rows: impl IntoIterator<Item = Row>, library: &Library) -> Result<Vec<(Position, Proof)>, String> {
    let mut candidates = Vec::new();
    for row in rows {
        let position = row.position(library)?;
        if let Ok(Some(proof)) = wins_within(&position, row.plies, u64::MAX) {
            candidates.push((position, proof));
        }
    }
    Ok(candidates)
}

/// Goes back from the end of a game as long as the winner has a proven win, and takes one of the wins that have one key: a long
/// one, if there is any.
fn from_the_end(game: &Game, random: &mut Random) -> Vec<(Position, Proof)> {
    let Some(winner) = game.outcome().and_then(|outcome| outcome.winner) else { return Vec::new() };
    let (mut long, mut short) = (Vec::new(), Vec::new());
    let positions = game.positions().iter().rev();
    for position in positions.filter(|position| position.turn() == winner && position.outcome().is_none()) {
        let Ok(Some(proof)) = wins_within(position, LONGEST, NODES) else { break };
        let least = if proof.plies <= 2 { CHOICES.1 } else { CHOICES.0 };
        if proof.keys.len() == 1 && position.clock() < CLOCK && position.legal_moves().len() >= least {
            if proof.plies <= 2 { &mut short } else { &mut long }.push((position.clone(), proof));
        }
    }
    let all = if long.is_empty() && random.one_in(AT_ONCE) { short } else { long };
    if all.is_empty() { all } else { vec![random.pick(&all).clone()] }
}

/// The puzzle of a position, if it is small enough and what it says is so.
fn puzzle(position: &Position, proof: &Proof, library: &Library) -> Option<Puzzle> {
    let puzzle = Puzzle::new(position, proof)?;
    let small = puzzle.answers.len() <= MOST_TEXT && puzzle.themes[0] != "claim";
    (small && puzzle.fault(library).is_none()).then_some(puzzle)
}
