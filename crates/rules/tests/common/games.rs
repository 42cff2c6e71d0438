//! The games that are tested: every shipped one, with its defaults and with sampled options, and some on boards
//! that no shipped game has.

use std::sync::{Arc, OnceLock};

use berolina_rules::definition::{GameOption, OptionValues};
use berolina_rules::{Library, LoadError, Variant};

use super::variation;

/// A game, and the same game without check.
pub struct Subject {
    pub variant: Arc<Variant>,
    /// The same with both kings lost by capture, so that every move the pieces have is legal.
    pub free: Arc<Variant>,
}

impl Subject {
    /// A game of a library, by its name and options.
    pub fn load(library: &Library, spec: &str) -> Result<Self, LoadError> {
        let variant = Variant::load(library, spec)?;
        let free = variation::without_check(library, spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
        Ok(Self { variant, free: Variant::new(free) })
    }
}

/// Games that are not shipped: on boards that are no rectangles.
const OTHERS: [(&str, &str); 1] = [("holes", include_str!("../data/holes.toml"))];

/// The shipped games and the others.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library::shipped();
        for (name, text) in OTHERS {
            library.add_text(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        library
    })
}

/// The full names of the games, in a fixed order: each shipped game with its defaults, with every other
/// value of each option, and with some combinations; then the others.
pub fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let library = Library::shipped();
        let others = OTHERS.iter().map(|(name, _)| (*name).to_owned());
        library.names().flat_map(|name| with_options(&library, name)).chain(others).collect()
    })
}

/// The game of a number, compiled once.
pub fn subject(index: usize) -> &'static Subject {
    static SUBJECTS: OnceLock<Vec<OnceLock<Subject>>> = OnceLock::new();
    let subjects = SUBJECTS.get_or_init(|| names().iter().map(|_| OnceLock::new()).collect());
    let index = index % subjects.len();
    subjects[index].get_or_init(|| {
        let subject = Subject::load(library(), &names()[index]);
        subject.unwrap_or_else(|e| panic!("{}: {e}", names()[index]))
    })
}

fn with_options(library: &Library, name: &str) -> Vec<String> {
    let definition = library.load(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut found = vec![name.to_owned()];
    let others: Vec<_> = definition.options.iter().map(|o| (o.name.clone(), other_values(o))).collect();
    for (option, values) in &others {
        found.extend(values.iter().map(|value| format!("{name}:{option}={value}")));
    }
    if others.len() > 1 {
        // Each option changed with a different half of the rest.
        for pattern in [!0, 0b01_1010, 0b10_0101, 0b01_0110] {
            let chosen = others.iter().enumerate().filter(|(i, _)| pattern >> i & 1 == 1);
            let chosen: Vec<_> = chosen.map(|(_, (o, values))| format!("{o}={}", values[0])).collect();
            found.push(format!("{name}:{}", chosen.join(",")));
        }
    }
    found
}

fn other_values(option: &GameOption) -> Vec<String> {
    match &option.values {
        OptionValues::Choice(values) => values[1..].iter().map(|(value, _)| value.clone()).collect(),
        OptionValues::Number { min, max } => {
            vec![min.to_string(), max.to_string(), (min + (max - min) / 3).to_string()]
        }
    }
}
