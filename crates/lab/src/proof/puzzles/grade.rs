//! How hard puzzles are for people, and where they belong.

/// A rating that follows from what a puzzle is, on the scale on which a beginner has 1500: long wins are hard, then those among many
/// moves and those whose key neither attacks nor captures.
#[must_use]
pub fn rating(moves: u32, choices: usize, themes: &[String]) -> u32 {
    let has = |theme: &str| themes.iter().any(|other| other == theme);
    let length = match moves {
        0 | 1 => 700,
        2 => 1100,
        3 => 1400,
        _ => 1700,
    };
    let hidden = if has("quiet") {
        200
    } else if has("attack") || has("capture") {
        0
    } else {
        100
    };
    let special = if has("underpromotion") { 100 } else { 0 } + if has("attacked") { 50 } else { 0 };
    // Half a hundred for each doubling of the moves that there are.
    let crowd = 50 * choices.max(1).ilog2();
    length + hidden + special + crowd
}

/// The families in the order of the page, with titles and their games.
pub const FAMILIES: [(&str, &str, &[&str]); 14] = [
    (
        "near",
        "Near Chess",
        &[
            "near",
            "near-6",
            "near-9",
            "near-10",
            "near-960",
            "near-drop",
            "near-free",
            "near-anywhere",
            "near-formations",
        ],
    ),
    ("near-vs-normal", "Near vs Normal", &["near-vs-normal"]),
    (
        "npnc",
        "Not-Particularly-New Chess",
        &[
            "npnc",
            "npnc-2",
            "npnc-alternate",
            "npnc-berolina",
            "npnc-chancellor",
            "npnc-choice",
            "npnc-first-move",
            "npnc-guarding",
            "npnc-minimal",
        ],
    ),
    ("forward", "Forward Chess", &["forward", "forward-near", "forward-armies"]),
    ("shogi", "Shogi", &["shogi", "minishogi", "judkins-shogi", "kyoto-shogi", "dobutsu"]),
    ("xiangqi", "Xiangqi", &["xiangqi", "minixiangqi", "manchu"]),
    ("makruk", "Makruk and Shatranj", &["makruk", "asean", "shatranj"]),
    ("checks", "Checks and goals", &["three-check", "king-of-the-hill", "racing-kings"]),
    (
        "royals",
        "Other royal pieces",
        &["knightmate", "coregal", "extinction", "kinglet", "three-kings", "spartan"],
    ),
    ("losing", "Losing games", &["antichess", "losers"]),
    ("atomic", "Atomic Chess", &["atomic", "duck"]),
    ("large", "Large boards", &["capablanca", "grand", "janus", "shako", "courier"]),
    ("hexagons", "Hexagons", &["glinski", "mccooey", "shafran", "forward-hex"]),
    (
        "chess",
        "Chess and its kin",
        &[
            "chess",
            "chess960",
            "skirmish",
            "berolina",
            "chigorin",
            "cylinder",
            "crazyhouse",
            "seirawan",
            "horde",
        ],
    ),
];

/// The family that a game's puzzles belong to: its place in [`FAMILIES`].
#[must_use]
pub fn family(game: &str) -> Option<usize> {
    FAMILIES.iter().position(|(_, _, games)| games.contains(&name(game)))
}

/// A game's name without its options.
#[must_use]
pub fn name(game: &str) -> &str {
    game.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use berolina_rules::Library;

    use super::*;

    #[test]
    fn every_game_has_a_family() {
        for name in Library::shipped().names() {
            assert!(family(name).is_some(), "{name} has no family");
        }
    }

    #[test]
    fn long_and_hidden_wins_are_harder() {
        let themes = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let plain = rating(2, 30, &themes("checkmate attack"));
        assert_eq!(plain, 1300);
        assert!(rating(3, 30, &themes("checkmate attack")) > plain);
        assert!(rating(2, 30, &themes("checkmate quiet")) > plain);
        assert!(rating(2, 64, &themes("checkmate attack")) > plain);
    }
}
