//! What engines say, line by line. Any text is read; what means nothing is [`Reply::Other`].

/// A line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name`: what it is called.
    Name(String),
    /// An option that it offers.
    Option(EngineOption),
    /// The end of what `uci` asks for.
    UciOk,
    /// The answer to `isready`.
    ReadyOk,
    /// Something about its search.
    Info(Info),
    /// `info string`: something for people.
    Remark(String),
    /// Its move; `None` where it has none, as `bestmove (none)` or `0000` say.
    BestMove(Option<String>),
    /// A move and how many positions lie behind it, from `go perft`.
    Count(String, u64),
    /// The end of `go perft`: how many positions there are in all.
    Total(u64),
    /// Anything else.
    Other,
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineOption {
    /// What it is called.
    pub name: String,
    /// Its type: `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// The values that a `combo` has.
    pub choices: Vec<String>,
}

/// How an engine sees its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if it is mated.
    Mate(i32),
}

impl EngineScore {
    /// A number for comparisons: hundredths of a pawn, and mates beyond 29,000.
    #[must_use]
    pub fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-29_000, 29_000),
            Self::Mate(moves) if moves > 0 => 30_000 - moves.min(999),
            Self::Mate(moves) => -30_000 - moves.max(-999),
        }
    }
}

/// What an `info` line says. Of several lines that are shown (`multipv`) only the first counts here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The score, unless it is only a bound.
    pub score: Option<EngineScore>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The first move of the expected line.
    pub first: Option<String>,
}

impl Reply {
    /// Reads a line.
    #[must_use]
    pub fn read(line: &str) -> Self {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("bestmove") => {
                let mv = words.next().filter(|word| !matches!(*word, "(none)" | "0000" | "none" | "NULL"));
                Self::BestMove(mv.map(str::to_owned))
            }
            Some("id") if words.next() == Some("name") => Self::Name(words.collect::<Vec<_>>().join(" ")),
            Some("info") if words.clone().next() == Some("string") => {
                Self::Remark(words.skip(1).collect::<Vec<_>>().join(" "))
            }
            Some("info") => read_info(words).map_or(Self::Other, Self::Info),
            Some("option") => read_option(words).map_or(Self::Other, Self::Option),
            _ => read_count(line).unwrap_or(Self::Other),
        }
    }
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Info> {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok(),
            "nodes" => info.nodes = words.next()?.parse().ok(),
            "multipv" if words.next()? != "1" => return None,
            "score" => {
                let kind = words.next()?;
                let number = words.next()?.parse().ok();
                info.score = match kind {
                    "cp" => number.map(EngineScore::Centipawns),
                    "mate" => number.map(EngineScore::Mate),
                    _ => None,
                };
            }
            "lowerbound" | "upperbound" => info.score = None,
            "pv" => {
                info.first = words.next().map(str::to_owned);
                break;
            }
            "string" => break,
            _ => {}
        }
    }
    (info != Info::default()).then_some(info)
}

fn read_option<'a>(words: impl Iterator<Item = &'a str>) -> Option<EngineOption> {
    let mut option = EngineOption::default();
    let mut key = "";
    for word in words {
        match (key, word) {
            ("" | "name", "type")
            | ("type", "default" | "min" | "max")
            | ("default" | "min" | "max", "min" | "max") => key = word,
            ("", "name") => key = "name",
            ("type" | "default" | "var", "var") => {
                key = "var";
                option.choices.push(String::new());
            }
            ("name", _) => add_word(&mut option.name, word),
            ("type", _) => add_word(&mut option.kind, word),
            ("var", _) => add_word(option.choices.last_mut()?, word),
            _ => {}
        }
    }
    (!option.name.is_empty()).then_some(option)
}

fn add_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// `e2e4: 20`, or `Nodes searched: 400`, or our own `nodes 400`.
fn read_count(line: &str) -> Option<Reply> {
    if let Some((name, count)) = line.rsplit_once(':') {
        let count = count.trim().parse().ok()?;
        let name = name.trim();
        if name.eq_ignore_ascii_case("nodes searched") {
            return Some(Reply::Total(count));
        }
        return (!name.is_empty() && !name.contains(char::is_whitespace))
            .then(|| Reply::Count(name.to_owned(), count));
    }
    let count = line.strip_prefix("nodes")?.split_whitespace().next()?;
    count.parse().ok().map(Reply::Total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(line: &str) -> Info {
        match Reply::read(line) {
            Reply::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn moves_and_their_absence() {
        assert_eq!(Reply::read("bestmove e2e4 ponder e7e5"), Reply::BestMove(Some("e2e4".to_owned())));
        for line in ["bestmove (none)", "bestmove 0000", "bestmove"] {
            assert_eq!(Reply::read(line), Reply::BestMove(None));
        }
    }

    #[test]
    fn scores_and_bounds() {
        let line =
            info("info depth 9 seldepth 12 multipv 1 score cp -31 nodes 5120 nps 9 time 4 pv depth 77");
        let score = Some(EngineScore::Centipawns(-31));
        assert_eq!(line, Info { depth: Some(9), score, nodes: Some(5120), first: Some("depth".to_owned()) });
        assert_eq!(info("info depth 3 score mate -2 nodes 1").score, Some(EngineScore::Mate(-2)));
        assert_eq!(info("info depth 3 score cp 40 lowerbound nodes 1").score, None);
        assert_eq!(Reply::read("info multipv 2 depth 3 score cp 4"), Reply::Other);
        assert_eq!(Reply::read("info string score  cp 4"), Reply::Remark("score cp 4".into()));
    }

    #[test]
    fn mates_are_ordered() {
        let values: Vec<i32> = [3, 30]
            .map(EngineScore::Mate)
            .into_iter()
            .chain([-30, -3].map(EngineScore::Mate))
            .map(EngineScore::value)
            .collect();
        assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
        assert!(EngineScore::Mate(0).value() < -29_000, "mate 0 is to be mated already");
    }

    #[test]
    fn options_keep_their_spaces() {
        let Reply::Option(option) = Reply::read("option name Clear Hash type button") else { panic!() };
        assert_eq!((&*option.name, &*option.kind), ("Clear Hash", "button"));
        let line = "option name UCI_Variant type combo default chess var chess var near chess var 3check";
        let Reply::Option(option) = Reply::read(line) else { panic!() };
        assert_eq!(option.choices, ["chess", "near chess", "3check"]);
        let Reply::Option(option) = Reply::read("option name Hash type spin default 16 min 1 max 33") else {
            panic!()
        };
        assert_eq!((&*option.name, &*option.kind), ("Hash", "spin"));
    }

    #[test]
    fn counts() {
        assert_eq!(Reply::read("N@b2: 1"), Reply::Count("N@b2".to_owned(), 1));
        assert_eq!(Reply::read("Nodes searched: 26"), Reply::Total(26));
        assert_eq!(Reply::read("nodes 26  time 0.001 s"), Reply::Total(26));
        assert_eq!(Reply::read("Fen: 8/8 w - - 0 1"), Reply::Other);
    }

    #[test]
    fn garbage_means_nothing() {
        for line in [
            "",
            "\0\u{fffd}",
            "info",
            "info score",
            "info score cp",
            "info depth x",
            "option",
            "option name",
            "id",
            ":",
            ": 5",
            "nodes",
        ] {
            assert_eq!(Reply::read(line), Reply::Other, "{line:?}");
        }
    }
}
