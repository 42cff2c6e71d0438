//! What a contest has shown, as a table for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::matches::finished::Finished;
use crate::matches::play::{Ending, Tally};
use crate::stats::{Pairs, Sprt, Verdict};

/// The results of one engine against another.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Wins, draws and losses with White, then with Black.
    pub games: [[u64; 3]; 2],
    /// The finished pairs.
    pub pairs: Pairs,
}

impl Score {
    /// Wins, draws and losses.
    #[must_use]
    pub fn total(&self) -> [u64; 3] {
        let [white, black] = self.games;
        std::array::from_fn(|i| white[i] + black[i])
    }

    fn json(&self) -> Value {
        let [white, black] = self.games;
        let [wins, draws, losses] = self.total();
        let estimate = self.pairs.estimate();
        let number = |value: Option<f64>| value.filter(|v| v.is_finite());
        json!({
            "wins": wins, "draws": draws, "losses": losses,
            "white": white, "black": black,
            "pairs": self.pairs.0,
            "score": number(estimate.map(|e| e.score)),
            "elo": number(estimate.map(|e| e.elo)),
            "elo_error": number(estimate.map(|e| e.error)),
            "los": number(estimate.map(|e| e.los)),
        })
    }

    /// The columns behind the name in the table.
    fn columns(&self) -> String {
        let [wins, draws, losses] = self.total();
        let games = wins + draws + losses;
        let share = if games == 0 { 0.0 } else { (wins as f64 + draws as f64 / 2.0) / games as f64 * 100.0 };
        let (elo, los) = match self.pairs.estimate() {
            None => ("–".to_owned(), "–".to_owned()),
            Some(e) if !e.elo.is_finite() => {
                (if e.elo > 0.0 { "+∞" } else { "-∞" }.to_owned(), percent(e.los))
            }
            Some(e) if !e.error.is_finite() => (format!("{:+.1} ± ∞", e.elo), percent(e.los)),
            Some(e) => (format!("{:+.1} ± {:.1}", e.elo, e.error), percent(e.los)),
        };
        let pairs = self.pairs.0.map(|n| n.to_string()).join(" ");
        format!("{games:>6} {wins:>6} {draws:>6} {losses:>6} {share:>7.1} {elo:>18} {los:>7}  {pairs}")
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// What two engines did against each other.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The numbers of the engines; results are those of the first.
    pub engines: [usize; 2],
    /// In all games.
    pub total: Score,
    /// In each game that is played.
    pub by_game: Vec<(String, Score)>,
}

/// What a contest has shown.
#[derive(Clone, Debug)]
pub struct Report {
    names: Vec<String>,
    meetings: Vec<Meeting>,
    tallies: Vec<Tally>,
    endings: BTreeMap<&'static str, u64>,
    /// By ending, for each engine.
    faults: Vec<BTreeMap<&'static str, u64>>,
    /// The first faults in words.
    told: Vec<String>,
    games: usize,
    plies: usize,
    sprt: Option<Sprt>,
}

/// So many faults are told in words.
const MAX_TOLD: usize = 10;

impl Report {
    /// The report of the games that have been finished. `names` are the engines, `games` the full names of the games.
    #[must_use]
    pub fn new(names: &[String], games: &[String], finished: &[Finished], sprt: Option<Sprt>) -> Self {
        let mut report = Self {
            names: names.to_vec(),
            meetings: Vec::new(),
            tallies: vec![Tally::default(); names.len()],
            endings: BTreeMap::new(),
            faults: vec![BTreeMap::new(); names.len()],
            told: Vec::new(),
            games: finished.len(),
            plies: 0,
            sprt,
        };
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                let by_game = games.iter().map(|game| (game.clone(), Score::default())).collect();
                report.meetings.push(Meeting { engines: [a, b], total: Score::default(), by_game });
            }
        }
        let mut firsts = BTreeMap::new();
        let mut ordered: Vec<&Finished> = finished.iter().collect();
        ordered.sort_by_key(|game| game.number);
        for game in ordered {
            report.add(game, &mut firsts);
        }
        report
    }

    /// Adds a game; `firsts` has the points of pairs of which one game is known.
    fn add(&mut self, game: &Finished, firsts: &mut BTreeMap<usize, usize>) {
        let points = game.white_points();
        for (engine, tally) in [game.white, game.black].into_iter().zip(&game.tallies) {
            self.tallies[engine].add(tally);
        }
        self.plies += game.plies;
        *self.endings.entry(ending(game)).or_default() += 1;
        if game.ending.is_fault() {
            // Of a draw: whoever was to move and had no time left.
            let white_moves = game.plies.is_multiple_of(2) != (game.opening.split(' ').nth(1) == Some("b"));
            let white = points == 0 || (points == 1 && white_moves);
            let guilty = if white { game.white } else { game.black };
            *self.faults[guilty].entry(game.ending.name()).or_default() += 1;
            if self.told.len() < MAX_TOLD {
                let place = format!("game {} of {}", game.number + 1, game.game);
                self.told.push(format!(
                    "{}, {place}: {}: {}",
                    self.names[guilty],
                    game.ending.name(),
                    game.detail
                ));
            }
        }
        let [first, second] = [game.white.min(game.black), game.white.max(game.black)];
        let is_white = game.white == first;
        let mine = if is_white { points } else { 2 - points };
        let pair = firsts.remove(&(game.number / 2)).map(|other| other + mine);
        if pair.is_none() {
            firsts.insert(game.number / 2, mine);
        }
        let Some(meeting) = self.meetings.iter_mut().find(|m| m.engines == [first, second]) else { return };
        let by_game = meeting.by_game.iter_mut().find(|(name, _)| *name == game.game);
        for score in std::iter::once(&mut meeting.total).chain(by_game.map(|(_, score)| score)) {
            score.games[usize::from(!is_white)][2 - mine] += 1;
            if let Some(points) = pair {
                score.pairs.0[points] += 1;
            }
        }
    }

    /// What the engines did against each other.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// What the sequential test says, if there is one; only of two engines.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        Some(self.sprt?.verdict(&self.meetings.first()?.total.pairs))
    }

    /// One line about how things stand.
    #[must_use]
    pub fn line(&self, of: usize) -> String {
        let mut text = format!("{} of {of} games", self.games);
        if let [meeting] = &self.meetings[..] {
            let [wins, draws, losses] = meeting.total.total();
            let _ = write!(text, "  +{wins} ={draws} -{losses}");
            if let Some(e) = meeting.total.pairs.estimate().filter(|e| e.error.is_finite()) {
                let _ = write!(text, "  Elo {:+.1} ± {:.1}", e.elo, e.error);
            }
            if let Some(sprt) = self.sprt {
                let _ = write!(text, "  LLR {:.2}", meeting.total.pairs.llr(sprt.elo0, sprt.elo1));
            }
        }
        let faults: u64 = self.faults.iter().flat_map(BTreeMap::values).sum();
        if faults > 0 {
            let _ = write!(text, "  {faults} faults");
        }
        text
    }

    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for meeting in &self.meetings {
            self.meeting(&mut text, meeting);
        }
        if let (Some(sprt), [meeting]) = (self.sprt, &self.meetings[..]) {
            let llr = meeting.total.pairs.llr(sprt.elo0, sprt.elo1);
            let verdict = match sprt.verdict(&meeting.total.pairs) {
                Verdict::Higher => format!("accepted: {} or more", sprt.elo1),
                Verdict::Lower => format!("accepted: {} or less", sprt.elo0),
                Verdict::Open => "open".to_owned(),
            };
            let bound = Sprt::bound();
            let _ = writeln!(
                text,
                "SPRT {} to {}: LLR {llr:.2} (-{bound:.2} to {bound:.2}), {verdict}\n",
                sprt.elo0, sprt.elo1
            );
        }
        self.engines(&mut text);
        let average = self.plies as f64 / self.games.max(1) as f64;
        let ends: Vec<String> = self.endings.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let _ =
            writeln!(text, "\n{} games, {average:.1} plies each; ended by: {}", self.games, ends.join(", "));
        for line in &self.told {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    fn meeting(&self, text: &mut String, meeting: &Meeting) {
        let [a, b] = meeting.engines.map(|engine| &self.names[engine]);
        let _ = writeln!(text, "{a} against {b}");
        let width =
            meeting.by_game.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).clamp(8, 100);
        let (games, elo) = ("games", "Elo (95 %)");
        let _ = writeln!(
            text,
            "{:<width$} {games:>6} {:>6} {:>6} {:>6} {:>7} {elo:>18} {:>7}  pairs 0 ½ 1 1½ 2",
            "", "won", "drawn", "lost", "%", "LOS"
        );
        for (name, score) in &meeting.by_game {
            let _ = writeln!(text, "{name:<width$} {}", score.columns());
        }
        if meeting.by_game.len() > 1 {
            let _ = writeln!(text, "{:<width$} {}", "total", meeting.total.columns());
        }
        let [[ww, wd, wl], [bw, bd, bl]] = meeting.total.games;
        let _ = writeln!(text, "with White +{ww} ={wd} -{wl}, with Black +{bw} ={bd} -{bl}\n");
    }

    fn engines(&self, text: &mut String) {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
        let _ = writeln!(
            text,
            "{:<width$} {:>9} {:>7} {:>10} {:>9} {:>10} {:>9}  faults",
            "", "moves", "depth", "nodes/s", "ms/move", "oversteps", "worst ms"
        );
        for ((name, tally), faults) in self.names.iter().zip(&self.tallies).zip(&self.faults) {
            let moves = tally.moves.max(1) as f64;
            let faults: Vec<String> = faults.iter().map(|(name, count)| format!("{name} {count}")).collect();
            let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
            let _ = writeln!(
                text,
                "{name:<width$} {:>9} {:>7.1} {:>10.0} {:>9.1} {:>10} {:>9.1}  {faults}",
                tally.moves,
                tally.depth as f64 / moves,
                speed(tally),
                tally.micros as f64 / moves / 1e3,
                tally.oversteps,
                tally.worst as f64 / 1e3,
            );
        }
    }

    /// The report as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        let meetings: Vec<Value> = self
            .meetings
            .iter()
            .map(|meeting| {
                let [a, b] = meeting.engines.map(|engine| &self.names[engine]);
                let games: Vec<Value> = meeting
                    .by_game
                    .iter()
                    .map(|(name, score)| {
                        let mut object = json!({ "game": name });
                        merge(&mut object, score.json());
                        object
                    })
                    .collect();
                let mut object = json!({ "engines": [a, b] });
                merge(&mut object, meeting.total.json());
                object["games"] = json!(games);
                if let Some(sprt) = self.sprt {
                    let pairs = &meeting.total.pairs;
                    let verdict = match sprt.verdict(pairs) {
                        Verdict::Higher => "elo1",
                        Verdict::Lower => "elo0",
                        Verdict::Open => "open",
                    };
                    let llr = pairs.llr(sprt.elo0, sprt.elo1);
                    object["sprt"] =
                        json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": llr, "accepted": verdict });
                }
                object
            })
            .collect();
        let engines: Vec<Value> = self.names.iter().zip(&self.tallies).zip(&self.faults).map(|((name, tally), faults)| {
            let moves = tally.moves.max(1) as f64;
            json!({
                "name": name, "moves": tally.moves, "depth": tally.depth as f64 / moves, "nps": speed(tally),
                "ms_per_move": tally.micros as f64 / moves / 1e3, "oversteps": tally.oversteps,
                "worst_overstep_ms": tally.worst as f64 / 1e3, "faults": faults,
            })
        }).collect();
        json!({
            "games": self.games, "plies": self.plies, "meetings": meetings, "engines": engines,
            "endings": self.endings, "faults": self.told,
        })
    }
}

fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

fn speed(tally: &Tally) -> f64 {
    tally.nodes as f64 / (tally.micros.max(1) as f64 / 1e6)
}

/// How a game ended: by what rule, where it was a rule.
fn ending(game: &Finished) -> &'static str {
    const RULES: [&str; 13] = [
        "king-captured",
        "goal-reached",
        "check-count",
        "bare-king",
        "checkmate",
        "stalemate",
        "repetition",
        "perpetual-check",
        "facing-kings",
        "both-passed",
        "counted-out",
        "fifty-moves",
        "insufficient-material",
    ];
    match game.ending {
        Ending::Rules => RULES.into_iter().find(|rule| *rule == game.detail).unwrap_or("rules"),
        other => other.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, white: usize, black: usize, result: &str, ending: Ending) -> Finished {
        Finished {
            number,
            game: "near".to_owned(),
            white,
            black,
            result: result.to_owned(),
            ending,
            detail: "checkmate".to_owned(),
            opening: String::new(),
            plies: 10,
            tallies: [Tally { moves: 5, ..Tally::default() }; 2],
            pgn: String::new(),
        }
    }

    #[test]
    fn pairs_and_colours_are_the_first_engines() {
        let names = ["a".to_owned(), "b".to_owned()];
        let games = [
            game(1, 1, 0, "0-1", Ending::Rules),
            game(0, 0, 1, "1-0", Ending::Crash),
            game(2, 0, 1, "1/2-1/2", Ending::AgreedDraw),
            game(3, 1, 0, "1-0", Ending::AgreedWin),
            game(4, 0, 1, "1-0", Ending::Rules),
        ];
        let report = Report::new(&names, &["near".to_owned()], &games, None);
        let total = &report.meetings()[0].total;
        assert_eq!(total.games, [[2, 1, 0], [1, 0, 1]]);
        assert_eq!(total.pairs, Pairs([0, 1, 0, 0, 1]), "the third pair is not complete");
        let json = report.json();
        assert_eq!(json["engines"][1]["faults"], json!({ "crash": 1 }));
        assert_eq!(json["endings"]["checkmate"], 2);
        assert!(report.text().contains("b, game 1 of near: crash"), "{}", report.text());
        let opening = "4k2q/8/8/8/8/8/8/4K3 b - - 0 1".to_owned();
        let late = Finished { opening, ..game(0, 0, 1, "1/2-1/2", Ending::Time) };
        let report = Report::new(&names, &["near".to_owned()], &[late], None);
        assert_eq!(report.json()["engines"][1]["faults"], json!({ "time": 1 }), "Black was to move");
    }
}
