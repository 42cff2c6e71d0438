//! What a review says about a move, among what people say about it.

use super::Notes;

/// How the sentences of a review begin. A comment that begins so behind an evaluation is one of them.
pub const REMARK_HEADS: [&str; 6] =
    ["The only move", "Inaccuracy", "Mistake", "Blunder", "Missed win", "Missed defence"];
/// The glyphs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
pub const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

impl Notes {
    /// Says how a player stands after the move (`eval` is a command of PGN such as `[%eval 0.35]`), a sentence, and
    /// a glyph that judges. What a review has said before is replaced; what people said stays.
    ///
    /// ```
    /// use berolina_rules::notation::record::Notes;
    ///
    /// let mut notes = Notes { nags: vec![4, 13], after: vec!["fine".to_owned()], ..Notes::default() };
    /// notes.judge(Some("[%eval 0.10]"), Some("Mistake: Nf3 was better."), Some(2));
    /// notes.judge(Some("[%eval 0.35]"), None, None);
    /// assert_eq!(notes.after, ["[%eval 0.35]", "fine"]);
    /// assert_eq!((notes.eval(), &notes.nags[..]), (Some("0.35"), &[2, 13][..]));
    /// ```
    pub fn judge(&mut self, eval: Option<&str>, remark: Option<&str>, nag: Option<u8>) {
        for comment in &mut self.after {
            *comment = without_eval(comment);
        }
        self.after.retain(|comment| !comment.is_empty() && Some(comment.as_str()) != remark);
        let said: Vec<&str> = eval.into_iter().chain(remark).collect();
        if !said.is_empty() {
            self.after.insert(0, said.join(" "));
        }
        if nag.is_some() {
            self.set_glyph(nag);
        }
    }

    /// Puts a glyph in place of those that judge; `None` takes them away.
    pub fn set_glyph(&mut self, nag: Option<u8>) {
        self.nags.retain(|nag| !JUDGING.contains(nag));
        if let Some(nag) = nag {
            self.nags.insert(0, nag);
        }
    }

    /// What the first evaluation in the comments says: `0.35`, `#-2`.
    #[must_use]
    pub fn eval(&self) -> Option<&str> {
        let found = |comment: &String| comment.find(EVAL).map(|at| at + EVAL.len());
        let (comment, at) = self.after.iter().find_map(|comment| Some((comment, found(comment)?)))?;
        comment[at..].split_once(']').map(|(value, _)| value.trim())
    }

    /// The comments after the move as people read them: without commands such as `[%clk 0:10:00]`.
    #[must_use]
    pub fn said(&self) -> String {
        let said: Vec<String> = self.after.iter().map(|comment| split(comment).1).collect();
        joined(&said)
    }

    /// Puts a text in place of what [`Notes::said`] gives. Commands stay.
    ///
    /// ```
    /// use berolina_rules::notation::record::Notes;
    ///
    /// let mut notes = Notes { after: vec!["[%clk 0:10] good".to_owned()], ..Notes::default() };
    /// notes.say("  better ");
    /// assert_eq!((&notes.after[..], notes.said()), (&["[%clk 0:10] better".to_owned()][..], "better".to_owned()));
    /// notes.say("");
    /// assert_eq!(notes.after, ["[%clk 0:10]"]);
    /// ```
    pub fn say(&mut self, text: &str) {
        let mut parts: Vec<String> = self.after.iter().map(|comment| split(comment).0).collect();
        parts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
        let said = joined(&parts);
        self.after = if said.is_empty() { Vec::new() } else { vec![said] };
    }
}

const EVAL: &str = "[%eval ";

fn joined(parts: &[String]) -> String {
    parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The commands of a comment, and the rest.
pub(super) fn split(comment: &str) -> (String, String) {
    let (mut commands, mut words) = (String::new(), String::new());
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        let Some(len) = rest[at..].find(']') else { break };
        words.push_str(&rest[..at]);
        commands.push_str(&rest[at..=at + len]);
        commands.push(' ');
        rest = &rest[at + len + 1..];
    }
    words.push_str(rest);
    (commands.trim().to_owned(), words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A comment without its evaluations, and without the sentence of an earlier review behind them.
fn without_eval(comment: &str) -> String {
    let mut rest = comment;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once(EVAL) {
        kept.push_str(before);
        rest = after.split_once(']').map_or("", |(_, after)| after);
        if REMARK_HEADS.iter().any(|head| rest.trim_start().starts_with(head)) {
            rest = "";
        }
    }
    kept.push_str(rest);
    kept.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_lose_old_evaluations() {
        assert_eq!(without_eval("[%eval 0.3] fine [%clk 0:01]"), "fine [%clk 0:01]");
        assert_eq!(without_eval("[%eval 0.30] Blunder: Nf3 was better (0.10)."), "");
        assert_eq!(without_eval("Blunder: I was tired"), "Blunder: I was tired");
        assert_eq!(without_eval("fine"), "fine");
        assert_eq!(without_eval("odd [%eval 3"), "odd");
    }

    #[test]
    fn commands_are_told_from_words() {
        let parts = [
            ("[%eval 0.3] fine [%clk 0:01] indeed", "[%eval 0.3] [%clk 0:01]", "fine indeed"),
            ("[%eval", "", "[%eval"),
            ("[no command]", "", "[no command]"),
            ("é[%x]é", "[%x]", "éé"),
        ];
        for (comment, commands, words) in parts {
            assert_eq!(split(comment), (commands.to_owned(), words.to_owned()));
        }
    }
}
