//! What other programs call the games, beside their names and titles.

/// The table: four columns, each behind a tab.
const TABLE: &str = include_str!("../../../../../variants/spellings.tsv");

/// A spelling of a game's name that another program uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelling {
    /// As it is written. Capitals, spaces and punctuation do not matter.
    pub text: &'static str,
    /// Our name of the game, with options where the game is one of ours with options.
    pub game: &'static str,
    /// Where it is used: words of `file`, `uci`, `xboard`, `written`.
    uses: &'static str,
    /// Which programs, sites or books write it so.
    pub source: &'static str,
}

impl Spelling {
    /// The name of the game without its options.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.game.split(':').next().unwrap_or(self.game)
    }

    /// Whether it is a value of `UCI_Variant` in other programs.
    #[must_use]
    pub fn is_of_uci(&self) -> bool {
        self.is_used("uci")
    }

    /// Whether XBoard writes it behind `variant`.
    #[must_use]
    pub fn is_of_xboard(&self) -> bool {
        self.is_used("xboard")
    }

    /// Whether the tag `Variant` of a game that we write says it so.
    #[must_use]
    pub fn is_written(&self) -> bool {
        self.is_used("written")
    }

    fn is_used(&self, place: &str) -> bool {
        self.uses.split(' ').any(|word| word == place)
    }

    /// Its letters and digits, as spellings are compared.
    pub(super) fn key(&self) -> String {
        key(self.text)
    }
}

/// The spellings of the games that other programs use, in the order of the table `variants/spellings.tsv`.
///
/// ```
/// use berolina_rules::notation::record::spellings;
///
/// let three = spellings().find(|spelling| spelling.text == "3check").unwrap();
/// assert_eq!(three.game, "three-check");
/// assert!(three.is_of_uci() && three.is_of_xboard());
/// ```
pub fn spellings() -> impl Iterator<Item = Spelling> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        let [text, game, uses, source] = std::array::from_fn(|_| columns.next());
        Some(Spelling { text: text?, game: game?, uses: uses?, source: source? })
    })
}

/// What is left of a text when capitals, spaces and punctuation do not matter.
pub(super) fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}
