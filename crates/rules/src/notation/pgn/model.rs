//! A game as a file tells it: tags, and a tree of moves that are only text.

use std::collections::HashSet;
use std::fmt;
use std::ops::{Deref, DerefMut};

use super::text::{clean_comment, clean_value, is_name_byte};
use super::{MoveText, Place};

/// How deep variations nest at most: 0 is the main line, 1 a variation of it.
pub const MAX_DEPTH: usize = 64;

/// The seven tags that every game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game as a file tells it.
///
/// ```
/// use berolina_rules::notation::pgn::{Game, GameResult, Node};
///
/// let mut game = Game::default();
/// game.set_tag("White", "Nelson");
/// game.line.push(Node::new("e4".parse()?));
/// game.result = Some(GameResult::WhiteWins);
/// assert!(game.to_string().contains("\n\n1. e4 1-0\n"));
/// # Ok::<(), berolina_rules::notation::pgn::MoveTextError>(())
/// ```
///
/// Two games are equal when they say the same, whatever places of a file they were read from.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Names and values, in the file's order.
    pub tags: Vec<(String, String)>,
    /// Where the tags stood in the file that they were read from, by their names.
    pub tag_places: Vec<(String, Place)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The main line.
    pub line: Line,
    /// How the moves end. `None`: the file does not say.
    pub result: Option<GameResult>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, or nobody knows.
    Unknown,
}

/// Moves one after another. It is used as the `Vec<Node>` that it holds.
///
/// Taking a line apart does not recurse, so a tree of any depth may be dropped. Cloning, comparing and
/// printing do; a reader makes nothing deeper than [`MAX_DEPTH`].
///
/// ```
/// use berolina_rules::notation::pgn::{Line, Node};
///
/// let line: Line = ["e4", "e5"].map(|text| Node::new(text.parse().unwrap())).into_iter().collect();
/// assert_eq!(line.len(), 2);
/// assert_eq!(line[1].text.as_str(), "e5");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<Node>);

/// A move, and what the file says about it.
///
/// Two nodes are equal when they say the same, whatever place of a file they were read from.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move.
    pub text: MoveText,
    /// Where the move stood in the file that it was read from.
    pub place: Option<Place>,
    /// The comments before the move: at the start of a variation, after the move number, or after the
    /// variations of the move before.
    pub before: Vec<String>,
    /// Numeric glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// The comments after the move.
    pub after: Vec<String>,
    /// What might have been played instead of this move.
    pub variations: Vec<Line>,
}

impl Game {
    /// The value of the first tag of that name.
    ///
    /// ```
    /// use berolina_rules::notation::pgn;
    ///
    /// let game = pgn::read(b"[Event \"Cup\"]\n\n*").next().unwrap().unwrap();
    /// assert_eq!(game.tag("Event"), Some("Cup"));
    /// assert_eq!(game.tag("White"), None);
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Where the first tag of that name stood in the file that the game was read from.
    pub fn tag_place(&self, name: &str) -> Option<Place> {
        self.tag_places.iter().find(|(n, _)| n == name).map(|&(_, place)| place)
    }

    /// Gives the tag that value: the first of that name, or else a new one at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The game in the form that a written file gives back.
    ///
    /// - The result is present: what was missing is taken from the tag `Result`, or is unknown.
    /// - The [seven tags](ROSTER) stand first, missing ones with the standard's `?`; then the others in
    ///   their order. Of several tags of one name the first stays. In a name, what is neither an ASCII
    ///   letter nor a digit nor one of `_+#=:-` becomes `_`; a nameless tag goes. In a value, control
    ///   characters become spaces.
    /// - In comments, white space of any length is one space; empty comments go.
    /// - Empty variations go, and those nested deeper than [`MAX_DEPTH`].
    ///
    /// ```
    /// use berolina_rules::notation::pgn;
    ///
    /// let game = pgn::read(b"[White \"W\"]\n[Result \"0-1\"]\n\n1. e4").next().unwrap().unwrap();
    /// let game = game.normalized();
    /// assert_eq!(game.tags[0], ("Event".into(), "?".into()));
    /// assert_eq!(game.result, Some(pgn::GameResult::BlackWins));
    /// ```
    #[must_use]
    pub fn normalized(&self) -> Self {
        let told = || self.tag("Result").and_then(GameResult::from_text);
        let result = self.result.or_else(told).unwrap_or(GameResult::Unknown);
        Self {
            tags: normal_tags(&self.tags, result),
            tag_places: self.tag_places.clone(),
            comments: normal_comments(&self.comments),
            line: normal_line(&self.line, 0),
            result: Some(result),
        }
    }
}

fn normal_tags(said: &[(String, String)], result: GameResult) -> Vec<(String, String)> {
    let mut tags: Vec<_> = ROSTER
        .map(|name| {
            let unknown = match name {
                "Date" => "????.??.??",
                "Result" => result.as_str(),
                _ => "?",
            };
            (name.to_owned(), unknown.to_owned())
        })
        .into();
    let mut seen = HashSet::new();
    for (name, value) in said {
        let legal = |c: char| if u8::try_from(c).is_ok_and(is_name_byte) { c } else { '_' };
        let name: String = name.chars().map(legal).collect();
        if name.is_empty() || !seen.insert(name.clone()) {
            continue;
        }
        let value = clean_value(value);
        match tags.iter_mut().take(ROSTER.len()).find(|(n, _)| *n == name) {
            Some((_, unknown)) => *unknown = value,
            None => tags.push((name, value)),
        }
    }
    tags
}

fn normal_comments(comments: &[String]) -> Vec<String> {
    comments.iter().map(|comment| clean_comment(comment)).filter(|comment| !comment.is_empty()).collect()
}

/// Recursion is bounded: it does not look at what lies deeper than [`MAX_DEPTH`].
fn normal_line(line: &Line, depth: usize) -> Line {
    let normal_node = |node: &Node| Node {
        text: node.text.clone(),
        place: node.place,
        before: normal_comments(&node.before),
        nags: node.nags.clone(),
        after: normal_comments(&node.after),
        variations: node
            .variations
            .iter()
            .filter(|variation| depth < MAX_DEPTH && !variation.is_empty())
            .map(|variation| normal_line(variation, depth + 1))
            .collect(),
    };
    line.iter().map(normal_node).collect()
}

impl GameResult {
    /// The result that a text says, as a termination marker or the tag `Result` do.
    ///
    /// ```
    /// use berolina_rules::notation::pgn::GameResult;
    ///
    /// assert_eq!(GameResult::from_text("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_text("2-0"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" | "½" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }

    /// The standard's text for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Node {
    /// A move that nothing more is said about.
    pub fn new(text: MoveText) -> Self {
        Self { text, place: None, before: vec![], nags: vec![], after: vec![], variations: vec![] }
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        let Self { tags, tag_places: _, comments, line, result } = self;
        *tags == other.tags && *comments == other.comments && *line == other.line && *result == other.result
    }
}

impl Eq for Game {}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        let Self { text, place: _, before, nags, after, variations } = self;
        *text == other.text
            && *before == other.before
            && *nags == other.nags
            && *after == other.after
            && *variations == other.variations
    }
}

impl Eq for Node {}

impl Line {
    /// A line without moves.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The moves on their own.
    pub fn into_moves(mut self) -> Vec<Node> {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut lines: Vec<Self> = Vec::new();
        let mut moves = std::mem::take(&mut self.0);
        loop {
            for node in &mut moves {
                lines.append(&mut node.variations);
            }
            match lines.pop() {
                Some(mut line) => moves = std::mem::take(&mut line.0),
                None => break,
            }
        }
    }
}

impl Deref for Line {
    type Target = Vec<Node>;

    fn deref(&self) -> &Vec<Node> {
        &self.0
    }
}

impl DerefMut for Line {
    fn deref_mut(&mut self) -> &mut Vec<Node> {
        &mut self.0
    }
}

impl From<Vec<Node>> for Line {
    fn from(moves: Vec<Node>) -> Self {
        Self(moves)
    }
}

impl FromIterator<Node> for Line {
    fn from_iter<I: IntoIterator<Item = Node>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Line {
    type Item = &'a Node;
    type IntoIter = std::slice::Iter<'a, Node>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
