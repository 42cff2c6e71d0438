//! What a variant file says to people: its texts, and the options that it offers.

/// Text for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The game's name as people write it.
    pub title: String,
    /// Who invented it.
    pub inventor: Option<String>,
    /// The year of its publication.
    pub year: Option<i64>,
    /// Where its author describes it.
    pub link: Option<String>,
    /// What the game is about, one or more paragraphs.
    pub about: String,
    /// Advice to a new player, one sentence each.
    pub hints: Vec<String>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// The key, such as `win`.
    pub name: String,
    /// One line of explanation.
    pub about: String,
    /// The value that a name without this option means.
    pub default: String,
    /// What it may be.
    pub values: OptionValues,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// Named values, the default first, each with one line of explanation.
    Choice(Vec<(String, String)>),
    /// A number of a start position, both ends included.
    Number {
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
}
