//! Who wins, loses and draws.

use std::collections::BTreeSet;

use super::board::Board;
use super::game::Source;
use super::read::Node;

/// What an end means for the player of whom it is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Win,
    Loss,
    Draw,
}

impl Verdict {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }
}

/// Squares of which pieces must hold so many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aim {
    pub kind: String,
    pub squares: BTreeSet<usize>,
    pub count: usize,
}

/// The ends of a game for one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Goals {
    /// Kinds that may not be left attacked.
    pub mated: BTreeSet<String>,
    /// Kinds that are lost by capture, and whether any one of them decides.
    pub taken: BTreeSet<(String, bool)>,
    /// What it means to have so many pieces left, of a kind or of all.
    pub few: Vec<(Verdict, usize, Option<String>)>,
    pub stalemate: Option<Verdict>,
    pub repetition: Option<Verdict>,
    pub aims: Vec<Aim>,
}

/// Reads all conditions.
pub(super) fn read(
    source: &Source,
    board: &Board,
    players: &[String; 2],
    left: &mut Vec<(usize, String)>,
) -> [Goals; 2] {
    let mut goals = [Goals::default(), Goals::default()];
    for section in &source.sections {
        let Some((head, inner)) = section.call() else { continue };
        let verdict = match head {
            "win-condition" => Verdict::Win,
            "loss-condition" => Verdict::Loss,
            "draw-condition" => Verdict::Draw,
            "count-condition" => {
                left.push((section.line, format!("`{}`", section.shown())));
                continue;
            }
            _ => continue,
        };
        let mut whose: Vec<&str> = Vec::new();
        let mut said = false;
        for node in inner {
            let names = node.list().map(|names| names.iter().filter_map(Node::said).collect::<Vec<_>>());
            match names {
                Some(names)
                    if whose.is_empty() && names.iter().all(|name| players.iter().any(|one| one == name)) =>
                {
                    whose = names;
                }
                _ => {
                    said = true;
                    for (side, player) in players.iter().enumerate() {
                        if whose.contains(&player.as_str())
                            && !one(node, verdict, side, board, &mut goals[side])
                        {
                            left.push((section.line, format!("`{}`", section.shown())));
                            break;
                        }
                    }
                }
            }
        }
        if !said || whose.is_empty() {
            left.push((section.line, format!("`{}`", section.shown())));
        }
    }
    goals
}

/// One goal of a player; whether it is understood.
fn one(node: &Node, verdict: Verdict, side: usize, board: &Board, goals: &mut Goals) -> bool {
    let (head, rest) = match node.word() {
        Some(word) => (word, [].as_slice()),
        None => match node.call() {
            Some(call) => call,
            None => return false,
        },
    };
    let words: Option<Vec<&str>> = rest.iter().map(Node::said).collect();
    match (head, verdict, words.as_deref()) {
        ("or", _, _) => rest.iter().all(|part| one(part, verdict, side, board, goals)),
        ("stalemated", _, Some([])) => {
            goals.stalemate.replace(verdict).is_none_or(|before| before == verdict)
        }
        ("repetition", _, Some([])) => {
            goals.repetition.replace(verdict).is_none_or(|before| before == verdict)
        }
        ("checkmated", Verdict::Loss, Some(kinds)) if !kinds.is_empty() => {
            goals.mated.extend(kinds.iter().map(|kind| (*kind).to_owned()));
            true
        }
        ("captured", Verdict::Loss, Some([kind])) => {
            goals.taken.insert(((*kind).to_owned(), true));
            true
        }
        ("pieces-remaining", Verdict::Loss, Some(["0", kind])) => {
            goals.taken.insert(((*kind).to_owned(), false));
            true
        }
        ("pieces-remaining", _, Some([count, kind @ ..])) if kind.len() <= 1 => {
            let Some(count) = count.parse().ok().filter(|count| *count <= 64) else { return false };
            goals.few.push((verdict, count, kind.first().map(|kind| (*kind).to_owned())));
            true
        }
        ("absolute-config", Verdict::Win, _) => match aim(rest, side, board) {
            Some(aim) => {
                goals.aims.push(aim);
                true
            }
            None => false,
        },
        _ => false,
    }
}

/// `(absolute-config King (a8 b8))`: all squares of the list; a zone stands for any one of its squares.
fn aim(rest: &[Node], side: usize, board: &Board) -> Option<Aim> {
    let [kind, squares] = rest else { return None };
    let names: Vec<&str> = squares.list()?.iter().map(Node::said).collect::<Option<_>>()?;
    let kind = kind.said()?.to_owned();
    if let [zone] = names.as_slice()
        && let Some(zone) = board.zone_of(zone, side)
    {
        let squares = zone.iter().enumerate().filter(|(_, on)| **on).map(|(at, _)| at).collect();
        return Some(Aim { kind, squares, count: 1 });
    }
    let squares: BTreeSet<usize> = names.iter().map(|name| board.position(name)).collect::<Option<_>>()?;
    let count = squares.len();
    (count > 0).then_some(Aim { kind, squares, count })
}
