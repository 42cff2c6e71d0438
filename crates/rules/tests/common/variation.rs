//! Games that are like another but for a few keys: files that extend it and say those anew wherever they stand.

use std::collections::BTreeMap;

use berolina_rules::definition::{KingLoss, Written, WrittenValue};
use berolina_rules::{Definition, Library, LoadError};

/// Keys, as dots join them, and their values, as TOML writes them.
type Keys = BTreeMap<String, String>;

/// The same game with both kings lost by capture, so that every move the pieces have is legal.
///
/// # Errors
/// Something else is wrong with the game then.
pub fn without_check(library: &Library, spec: &str) -> Result<Definition, LoadError> {
    let mut keys = Keys::from([("king-lost-by".into(), "\"capture\"".into())]);
    let checked = library.load(spec).map_or(true, |definition| {
        definition.players.iter().any(|player| player.king_lost_by == KingLoss::Checkmate)
    });
    for key in written(library, spec) {
        let path: Vec<&str> = key.path.iter().map(String::as_str).collect();
        match path[..] {
            // Without check none is counted or forbidden.
            [.., "checks"] => keys.insert(key.path.join("."), "false".into()),
            [.., "facing-kings"] => keys.insert(key.path.join("."), "false".into()),
            [.., "perpetual-check"] => keys.insert(key.path.join("."), "false".into()),
            ["mate", ..] => keys.insert("mate".into(), "false".into()),
            [.., "pass"] => keys.insert(key.path.join("."), "false".into()),
            [.., "king-flees"] => keys.insert(key.path.join("."), "true".into()),
            [.., "giving-check"] => keys.insert(key.path.join("."), "true".into()),
            [.., "goal", "shy"] => keys.insert(key.path.join("."), "false".into()),
            [.., "promotion", "quiet"] | [.., "step", "declinable"] => {
                keys.insert(key.path.join("."), "false".into())
            }
            // Which moves there are must not end the game.
            [.., "goal", asked @ ("safe" | "hold" | "last-move" | "count")] => {
                let goal = key.path[..path.len() - 1].join(".");
                if asked != "count" {
                    keys.insert(key.path.join("."), "false".into());
                }
                keys.insert(format!("{goal}.count"), "64".into())
            }
            _ => None,
        };
        let WrittenValue::Text(_) = key.value else { continue };
        match key.path.last().map(String::as_str) {
            // What must be done is asked of legal moves.
            Some("capture") => keys.insert(key.path.join("."), "false".into()),
            Some("king-lost-by") => keys.insert(key.path.join("."), "\"capture\"".into()),
            // Nothing ends the game by capture that would not have ended it by checkmate.
            Some("lost") if checked => keys.insert(key.path.join("."), "\"all\"".into()),
            Some("checkmate") => keys.insert(key.path.join("."), "\"loss\"".into()),
            // A king that may be captured can blunder with any material.
            Some("insufficient") => keys.insert(key.path.join("."), "false".into()),
            _ => None,
        };
    }
    load(library, spec, &keys)
}

/// The same game with the armies exchanged. A file says everything as the player concerned sees it, so that a game
/// without armies stays as it is.
///
/// # Errors
/// White would attack Black's king at the start.
pub fn mirrored(library: &Library, spec: &str) -> Result<Definition, LoadError> {
    let (name, options) = parts(spec);
    if library.load(name)?.options.iter().any(|option| option.name == "white") {
        // Each player has an option of the same values.
        let other = options.replace("white=", "?=").replace("black=", "white=").replace("?=", "black=");
        return library.load(&format!("{name}{other}"));
    }
    let mut keys = Keys::new();
    for key in written(library, spec) {
        let [.., players, color] = &key.path[..] else { continue };
        let WrittenValue::Text(army) = &key.value else { continue };
        if players == "players" {
            let other = if color == "white" { "black" } else { "white" };
            let table = key.path[..key.path.len() - 1].join(".");
            keys.insert(format!("{table}.{other}"), format!("{army:?}"));
            // Where only one player has an army, that one gets one without rules of its own.
            keys.entry(format!("{table}.{color}")).or_insert("\"plain\"".into());
            keys.insert("armies.plain.about".into(), "\"As the game says.\"".into());
        }
    }
    load(library, spec, &keys)
}

/// What the files of a game say, options included.
fn written(library: &Library, spec: &str) -> Vec<Written> {
    library.written(parts(spec).0).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The name of a game and its options with their colon.
fn parts(spec: &str) -> (&str, &str) {
    spec.split_at(spec.find(':').unwrap_or(spec.len()))
}

fn load(library: &Library, spec: &str, keys: &Keys) -> Result<Definition, LoadError> {
    let (name, options) = parts(spec);
    let mut text = format!("extends = \"{name}\"\ntitle = \"Varied\"\nabout = \"A test.\"\n");
    text.extend(keys.iter().map(|(key, value)| format!("{key} = {value}\n")));
    let mut library = library.clone();
    library.add_text("varied", &text).expect("a good name");
    library.load(&format!("varied{options}"))
}
