//! Reviews of games, step by step, so that a page can show how far one is, halt it and take it up again.

use berolina_engine::review::{
    self, Class, MAX_LINE, Mark, ReviewOptions, Reviewer, Step, Verdict, eval_command, whites,
};
use berolina_engine::{Engine, Limits};
use berolina_rules::geometry::Color;
use berolina_rules::{Game, Position};

use crate::model::{Judged, Review, Reviewed, Summary};

/// Positions looked at for a move, if nothing else is said.
const USUAL: f64 = 100_000.0;
const MOST: f64 = 1e12;

/// A review that is under way.
#[derive(Debug)]
pub struct Running {
    reviewer: Reviewer,
    game: Game,
    /// Of the moves from some on to the end of the game, in their order.
    verdicts: Vec<Verdict>,
}

impl Running {
    /// Begins a review of a game, or goes on with one of which some moves are known.
    ///
    /// # Errors
    /// A bad limit, or known moves that are not the end of this game, in one line.
    pub fn new(what: &Review, game: Game) -> Result<Self, String> {
        let nodes = what.nodes.unwrap_or(USUAL);
        if !(1.0..=MOST).contains(&nodes) {
            return Err(format!("nodes cannot be {nodes} (it is a number from 1 to {MOST})"));
        }
        let options = ReviewOptions { limits: Limits::nodes(nodes as u64), ..ReviewOptions::default() };
        let total = game.moves().len();
        let mut verdicts = Vec::new();
        let first = total.checked_sub(what.known.len());
        let first = first.ok_or("more moves are known than the game has")?;
        for (judged, ply) in what.known.iter().zip(first..) {
            let verdict = (judged.ply == ply).then(|| verdict(judged)).flatten();
            verdicts.push(verdict.ok_or_else(|| format!("what is known of move {ply} is not of this game"))?);
        }
        Ok(Self { reviewer: Reviewer::before(&game, &options, first), game, verdicts })
    }

    /// Looks at the next position. Without one it says how the review ended.
    pub fn step(&mut self, engine: &mut Engine) -> Reviewed {
        let judged = match self.reviewer.step(engine) {
            Some(Step::Judged(judged)) => {
                self.verdicts.insert(0, Verdict::from(&*judged));
                Some(self.judged(&judged))
            }
            Some(Step::End(_)) | None => None,
        };
        let progress = self.reviewer.progress();
        let players = (self.summary(Color::White), self.summary(Color::Black));
        Reviewed { done: progress.done, total: progress.total, judged, players }
    }

    fn judged(&self, judged: &review::Judged) -> Judged {
        let before = &self.game.positions()[judged.ply];
        let Verdict { loss, chances, .. } = Verdict::from(judged);
        let better = judged.better().map_or(&[][..], |line| &line.pv[..line.pv.len().min(MAX_LINE)]);
        Judged {
            ply: judged.ply,
            mover: judged.mover.into(),
            class: judged.class.name().to_owned(),
            loss,
            chances,
            eval: eval_command(whites(judged.after, judged.mover)),
            nag: judged.mark().map(Mark::nag),
            remark: judged.remark(before),
            better: texts(before, better),
        }
    }

    fn summary(&self, player: Color) -> Summary {
        let summary = review::summary(&self.verdicts, player);
        let classes = Class::ALL.iter().map(|&class| (class.name().to_owned(), summary.count(class)));
        Summary { accuracy: summary.accuracy, classes: classes.collect() }
    }
}

fn texts(from: &Position, moves: &[berolina_rules::Move]) -> Vec<String> {
    let mut at = from.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(at.move_text(mv));
        at = at.play_unchecked(mv);
    }
    texts
}

fn verdict(judged: &Judged) -> Option<Verdict> {
    let percent = |value: f64| (0.0..=100.0).contains(&value).then_some(value);
    Some(Verdict {
        mover: judged.mover.into(),
        class: Class::ALL.into_iter().find(|class| class.name() == judged.class)?,
        loss: percent(judged.loss)?,
        chances: (percent(judged.chances.0)?, percent(judged.chances.1)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::Thinker;
    use berolina_view::model::GameFile;

    fn asked(moves: &str) -> Review {
        let moves = moves.split(' ').map(str::to_owned).collect();
        let (spec, nodes) = ("chess".to_owned(), Some(2_000.0));
        Review { spec, fen: None, moves, nodes, files: None, known: Vec::new() }
    }

    fn finish(thinker: &mut Thinker, mut first: Reviewed) -> Vec<Judged> {
        let mut found: Vec<Judged> = first.judged.take().into_iter().collect();
        while first.done < first.total {
            first = thinker.step().unwrap();
            found.extend(first.judged.clone());
        }
        found.reverse();
        found
    }

    #[test]
    fn a_review_is_taken_up_where_it_was_left() {
        let what = asked("f2f3 e7e5 g2g4 a7a6 a2a3 d8h4");
        let mut thinker = Thinker::new();
        let first = thinker.review(&what).unwrap();
        assert_eq!((first.done, first.total, &first.judged), (1, 7, &None));
        let all = finish(&mut thinker, first);
        assert_eq!(all.len(), 6);
        assert_eq!(all[3].class, "missed-win");
        assert_eq!((all[3].better[0].as_str(), all[3].nag), ("d8h4", Some(4)));
        assert_eq!(all[4].eval.as_deref(), Some("[%eval #-1]"));
        // The same from the middle, in another engine.
        let rest = Review { known: all[3..].to_vec(), ..what };
        let mut other = Thinker::new();
        let first = other.review(&rest).unwrap();
        assert_eq!((first.done, first.total), (4, 7));
        assert_eq!(finish(&mut other, first).len(), 3);
        let summary = other.step().unwrap();
        assert_eq!(summary.judged, None);
        assert_eq!(summary.players.1.classes.iter().find(|(name, _)| name == "missed-win").unwrap().1, 1);
        assert!(summary.players.0.accuracy.is_some());
    }

    #[test]
    fn a_game_of_a_persons_own_is_reviewed() {
        let text =
            "extends = \"chess\"\ntitle = \"Own\"\nabout = \"Own.\"\npieces.pawn.double-step = false\n";
        let own = GameFile { name: "own".to_owned(), text: text.to_owned() };
        let what =
            Review { spec: "my:own".to_owned(), files: Some(vec![own]), ..asked("f2f3 e7e6 g2g3 f8c5") };
        let mut thinker = Thinker::new();
        assert!(thinker.review(&Review { files: None, ..what.clone() }).is_err());
        let first = thinker.review(&what).unwrap();
        assert_eq!(finish(&mut thinker, first).len(), 4);
        assert!(thinker.review(&Review { moves: vec!["f2f4".to_owned()], ..what }).is_err());
    }

    #[test]
    fn what_is_not_of_the_game_is_refused() {
        let mut thinker = Thinker::new();
        assert!(thinker.step().unwrap_err().contains("no review"));
        let mut what = asked("f2f3 e7e5");
        what.known = vec![Judged {
            ply: 0,
            mover: Color::White.into(),
            class: "good".to_owned(),
            loss: 0.0,
            chances: (50.0, 50.0),
            eval: None,
            nag: None,
            remark: None,
            better: Vec::new(),
        }];
        assert!(thinker.review(&what).unwrap_err().contains("not of this game"));
        what.known[0].ply = 1;
        what.known[0].loss = f64::NAN;
        assert!(thinker.review(&what).unwrap_err().contains("not of this game"));
        what.known = vec![what.known[0].clone(); 3];
        assert!(thinker.review(&what).unwrap_err().contains("more moves are known"));
    }
}
