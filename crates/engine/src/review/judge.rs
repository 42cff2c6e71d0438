//! What a move is worth beside the best one.

use berolina_rules::geometry::Color;
use berolina_rules::notation::record::REMARK_HEADS;
use berolina_rules::{Move, Position};

use super::chances::{accuracy, win_percent};
use super::{Assessment, Line};
use crate::Score;

/// Points of the chance to win whose loss is an inaccuracy, a mistake, a blunder: the limits of Lichess
/// (`Advice` in lila: 0.1, 0.2 and 0.3 on a scale that is 2 wide).
const INACCURACY: f64 = 5.0;
const MISTAKE: f64 = 10.0;
const BLUNDER: f64 = 15.0;
/// From this chance on, in percent, a position is winning: about 3.8 pawns.
const WINNING: f64 = 80.0;
/// Up to this chance a position is losing.
const LOSING: f64 = 100.0 - WINNING;
/// Up to this chance, in percent, a position is as good as lost: about 6 pawns.
const LOST: f64 = 10.0;

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// There was no other legal move.
    Forced,
    /// The best move, and every other loses.
    Only,
    /// The engine's choice, or a move that proved no worse.
    Best,
    /// It loses less than 5 points of the chance to win.
    Good,
    /// It loses 5 points or more.
    Inaccuracy,
    /// It loses 10 points or more.
    Mistake,
    /// It loses 15 points or more.
    Blunder,
    /// A proven win was let go, or a winning position (80 %) became one that is neither won nor lost.
    MissedWin,
    /// It loses by force, and another move did not.
    MissedDefence,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 9] = [
        Self::Forced,
        Self::Only,
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
        Self::MissedWin,
        Self::MissedDefence,
    ];

    /// A name for programs, such as `missed-win`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Only => "only",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedWin => "missed-win",
            Self::MissedDefence => "missed-defence",
        }
    }

    /// How the remark about a move begins; of most moves nothing is said.
    pub(super) const fn remark_head(self) -> Option<&'static str> {
        let [only, inaccuracy, mistake, blunder, win, defence] = REMARK_HEADS;
        match self {
            Self::Forced | Self::Best | Self::Good => None,
            Self::Only => Some(only),
            Self::Inaccuracy => Some(inaccuracy),
            Self::Mistake => Some(mistake),
            Self::Blunder => Some(blunder),
            Self::MissedWin => Some(win),
            Self::MissedDefence => Some(defence),
        }
    }

    /// Whether something better was there, and is worth showing.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Forced | Self::Only | Self::Best | Self::Good)
    }
}

/// A glyph of PGN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `!`
    Good,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The glyph as people write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The number of the glyph in PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Good => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Dubious => 6,
        }
    }
}

/// A move of a game and what it is worth. Scores are those of the player who moved.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Which move of the game it is, from 0.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub mover: Color,
    /// How the mover stood with the best move.
    pub best: Score,
    /// How the mover stands with this one; a proven end counts from before the move.
    pub played: Score,
    /// The position after it, from the mover's side; a proven end counts from after the move.
    pub after: Score,
    /// Points of the chance to win that it loses, from 0 to 100.
    pub loss: f64,
    /// Its class.
    pub class: Class,
    /// The best lines of the position before it, the best first.
    pub lines: Vec<Line>,
}

impl Judged {
    /// Judges a move by the positions before and after it. `second` is how the mover stands with the best
    /// of the other moves, where that is known.
    pub(super) fn new(
        ply: usize,
        mv: Move,
        before: Assessment,
        after: &Assessment,
        second: Option<Score>,
    ) -> Self {
        let played = one_ply_earlier(after.score);
        let chosen = before.lines.first().is_some_and(|line| line.pv.first() == Some(&mv));
        // What was found after the move counts as if it had been found before it.
        let best = if chosen { before.score } else { before.score.max(played) };
        let loss = if chosen { 0.0 } else { win_percent(best) - win_percent(played) };
        let class = if before.choices == 1 {
            Class::Forced
        } else if chosen || played >= best {
            if chosen && second.is_some_and(|second| is_only(best, second)) {
                Class::Only
            } else {
                Class::Best
            }
        } else {
            class_of(best, played, loss)
        };
        Self {
            ply,
            mv,
            mover: before.turn,
            best,
            played,
            after: Score::new(-after.score.value()),
            loss,
            class,
            lines: before.lines,
        }
    }

    /// The accuracy of the move, from 0 to 100.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        accuracy(self.loss)
    }

    /// The glyph for it. Missed wins and defences are marked by what they lose.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        match self.class {
            Class::Only => Some(Mark::Good),
            Class::Forced | Class::Best | Class::Good => None,
            _ if self.loss >= BLUNDER => Some(Mark::Blunder),
            _ if self.loss >= MISTAKE => Some(Mark::Mistake),
            _ => Some(Mark::Dubious),
        }
    }

    /// The line that was better, if the move is at fault.
    #[must_use]
    pub fn better(&self) -> Option<&Line> {
        self.lines.first().filter(|_| self.class.is_fault())
    }

    /// What is to be said of it in a sentence, such as `Missed win in 3: Qxf7 was there.`; nothing of
    /// most moves. `before` is the position before the move. Evaluations are White's.
    #[must_use]
    pub fn remark(&self, before: &Position) -> Option<String> {
        let better = self.better().and_then(|line| line.pv.first()).map(|&mv| before.san(mv));
        let better = better.unwrap_or_default();
        let eval = whites(self.best, self.mover);
        let distance = |score: Score| score.mate().map_or(0, i32::abs);
        let said = match self.class {
            Class::Forced | Class::Best | Class::Good | Class::Only => String::new(),
            Class::Inaccuracy | Class::Mistake | Class::Blunder => format!(": {better} was better ({eval})"),
            Class::MissedWin if self.best.end().is_some() => {
                format!(" in {}: {better} was there", distance(self.best))
            }
            Class::MissedWin => format!(": {better} kept it ({eval})"),
            Class::MissedDefence => {
                format!(": this loses in {}; {better} did not ({eval})", distance(self.played))
            }
        };
        self.class.remark_head().map(|head| format!("{head}{said}."))
    }
}

/// A player's score as White's.
#[must_use]
pub fn whites(score: Score, player: Color) -> Score {
    if player == Color::White { score } else { Score::new(-score.value()) }
}

/// What the score of the player to move says to the player who has just moved, before that move.
fn one_ply_earlier(score: Score) -> Score {
    let value = -score.value();
    Score::new(match score.end() {
        None => value,
        Some((true, _)) => value + 1,
        Some((false, _)) => value - 1,
    })
}

/// Whether the positions before and after a move tell so different chances that a mistake was made, or
/// that the search has overlooked something.
pub(super) fn disagree(before: &Assessment, after: &Assessment) -> bool {
    let (before, played) = (before.score, one_ply_earlier(after.score));
    (win_percent(before) - win_percent(played)).abs() >= MISTAKE
}

/// Whether the best move is the only one that does not lose.
fn is_only(best: Score, second: Score) -> bool {
    let (best, second) = (win_percent(best), win_percent(second));
    second <= LOST && best - second >= BLUNDER
}

/// Whether it may be that only one move does not lose, so that looking is worth while.
pub(super) fn may_be_only(best: Score) -> bool {
    win_percent(best) >= BLUNDER
}

/// The class of a move that is worse than the best.
fn class_of(best: Score, played: Score, loss: f64) -> Class {
    let (before, after) = (win_percent(best), win_percent(played));
    let proven_win = best.end().is_some_and(|(won, _)| won);
    let proven_loss = played.end().is_some_and(|(won, _)| !won);
    if loss < INACCURACY {
        Class::Good
    } else if proven_win || before >= WINNING && (LOSING..WINNING).contains(&after) && loss >= MISTAKE {
        Class::MissedWin
    } else if proven_loss && loss >= MISTAKE {
        Class::MissedDefence
    } else if loss >= BLUNDER {
        Class::Blunder
    } else if loss >= MISTAKE {
        Class::Mistake
    } else {
        Class::Inaccuracy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn classes() {
        for (best, played, class) in [
            (0, -50, Class::Good),
            (0, -60, Class::Inaccuracy),
            (0, -120, Class::Mistake),
            (0, -180, Class::Blunder),
            (1500, 900, Class::Good),
            (500, 100, Class::MissedWin),
            (500, -900, Class::Blunder),
            (WIN - 5, WIN - 9, Class::Good),
            (WIN - 5, 1500, Class::Good),
            (WIN - 5, 300, Class::MissedWin),
            (WIN - 5, 4 - WIN, Class::MissedWin),
            (0, 4 - WIN, Class::MissedDefence),
            (400, 4 - WIN, Class::MissedDefence),
            (-1500, 4 - WIN, Class::Good),
            (8 - WIN, 4 - WIN, Class::Good),
        ] {
            let loss = win_percent(Score::new(best)) - win_percent(Score::new(played));
            assert_eq!(class_of(Score::new(best), Score::new(played), loss), class, "{best} {played}");
        }
    }

    #[test]
    fn distances_count_from_before_the_move() {
        for (after, before) in [(35, -35), (-35, 35), (WIN - 1, 2 - WIN), (-WIN, WIN - 1), (4 - WIN, WIN - 5)]
        {
            assert_eq!(one_ply_earlier(Score::new(after)), Score::new(before));
        }
    }

    #[test]
    fn only_moves_save_something() {
        for (best, second, only) in [
            (0, -700, true),
            (0, -500, false),
            (-1500, 4 - WIN, false),
            (WIN - 3, 4 - WIN, true),
            (300, 0, false),
        ] {
            assert_eq!(is_only(Score::new(best), Score::new(second)), only, "{best} {second}");
        }
    }
}
