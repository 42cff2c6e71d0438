//! Variant files being written: what is wrong with one, what it says, and the game that it is.

use std::sync::Arc;

use berolina_rules::definition::{self, Diagnostic, Library, Severity, WrittenValue};
use berolina_rules::explain;
use berolina_rules::message::Language;
use berolina_rules::order::sort_short;
use berolina_rules::{Game, Variant};

use crate::info;
use crate::model::{Checked, Fault, FileKey, FileValue, Fix, GameFile, KeyHelp, KnownPiece, Notation, View};
use crate::session::Session;
use crate::variants::OWN;

/// Checks files beside the shipped games.
#[derive(Debug)]
pub struct Workshop {
    shipped: Library,
    language: Language,
}

impl Default for Workshop {
    fn default() -> Self {
        Self::new()
    }
}

impl Workshop {
    /// A workshop with the shipped games.
    #[must_use]
    pub fn new() -> Self {
        Self { shipped: Library::shipped(), language: Language::default() }
    }

    /// From now on speaks the language of a catalogue; of an empty one, English.
    ///
    /// # Errors
    /// The catalogue is bad, in one line.
    pub fn set_language(&mut self, catalogue: &str) -> Result<(), String> {
        self.language = Language::read(catalogue)?;
        Ok(())
    }

    /// The text of a shipped game's file.
    #[must_use]
    pub fn source(&self, name: &str) -> Option<&str> {
        self.shipped.get(name)
    }

    /// What is to be said of a file, and the game if it is one. `others` are a person's other files, which it may
    /// extend.
    ///
    /// # Errors
    /// A bad name or too large a file, in one line.
    pub fn check(&self, file: &GameFile, others: &[GameFile]) -> Result<Checked, String> {
        let mut library = self.shipped.clone();
        for other in others {
            // Another file that cannot be read is only missed where it is asked for.
            let _ = library.add_text(&other.name, &other.text);
        }
        library.add_text(&file.name, &file.text).map_err(|error| self.language.say(&error.said()))?;
        let found = library.check(&file.name);
        let faults = found.iter().map(|fault| self::fault(fault, &library, &self.language)).collect();
        let keys = library.written(&file.name).map(|keys| keys.into_iter().filter_map(key).collect());
        let faulty = found.iter().any(|fault| fault.severity() == Severity::Error);
        let loaded = if faulty { None } else { Variant::load(&library, &file.name).ok() };
        Ok(Checked {
            faults,
            keys: keys.unwrap_or_default(),
            game: loaded.as_ref().map(|variant| {
                info::info(variant, OWN, explain::texts(variant.definition()), &self.language)
            }),
            view: loaded.map(view),
        })
    }

    /// Every kind of piece in the shipped games that has moves of its own and no more rules than those, for a palette.
    #[must_use]
    pub fn pieces(&self) -> Vec<KnownPiece> {
        let mut known: Vec<KnownPiece> = Vec::new();
        for game in self.shipped.names() {
            let keys = self.shipped.written(game).unwrap_or_default();
            let text = |name: &str, key: &str| {
                keys.iter().find_map(|k| match &k.value {
                    WrittenValue::Text(text) if k.path == ["pieces", name, key] => Some(text.clone()),
                    _ => None,
                })
            };
            for name in keys.iter().filter(|k| k.path.len() == 3 && k.path[0] == "pieces").map(|k| &k.path[1])
            {
                let plain = |k: &&definition::Written| k.path[..2] == ["pieces", name];
                let own =
                    ["letter", "moves", "about", "value", "name", "figures", "picture", "silent", "promotes"];
                let is_plain = keys
                    .iter()
                    .filter(|k| k.path.len() > 2)
                    .filter(plain)
                    .all(|k| own.contains(&&*k.path[2]));
                let (Some(letter), Some(moves)) = (text(name, "letter"), text(name, "moves")) else {
                    continue;
                };
                let called = text(name, "name").unwrap_or_else(|| name.clone());
                if is_plain && !known.iter().any(|other| other.name == called) {
                    let about = text(name, "about").unwrap_or_default();
                    known.push(KnownPiece { name: called, letter, moves, about });
                }
            }
        }
        sort_short(&mut known, |a, b| a.name < b.name);
        known
    }

    /// Every key with what the manual says of it.
    #[must_use]
    pub fn reference() -> Vec<KeyHelp> {
        let help = |help: definition::KeyHelp| KeyHelp {
            key: help.key,
            takes: help.takes.to_owned(),
            default: help.default.to_owned(),
            meaning: help.meaning.to_owned(),
            example: help.example.to_owned(),
            values: help.values,
            is_rule: help.is_rule,
            notation: help.notation.map(notation),
        };
        definition::reference().into_iter().map(help).collect()
    }
}

fn view(variant: Arc<Variant>) -> View {
    Session::new(Game::new(variant.start()), OWN).view()
}

fn fault(fault: &Diagnostic, library: &Library, language: &Language) -> Fault {
    let name = fault.file.strip_suffix(".toml").unwrap_or(&fault.file);
    let text = library.get(name).unwrap_or_default();
    // Bytes of the file, as JavaScript counts.
    let units = |at: usize| text.get(..at).map_or(0, |before| before.encode_utf16().count());
    Fault {
        severity: match fault.severity() {
            Severity::Error => crate::model::Severity::Error,
            Severity::Warning => crate::model::Severity::Warning,
        },
        code: fault.code.text().to_owned(),
        message: language.say(&fault.message),
        hint: fault.hint.as_ref().map(|hint| language.say(hint)),
        file: name.to_owned(),
        line: fault.line,
        column: fault.column,
        from: units(fault.span.start),
        to: units(fault.span.end),
        fix: fault.fix().map(|fix| match fix {
            definition::Fix::Word(word) => Fix::Word(word.to_owned()),
            definition::Fix::Off(key) => Fix::Off(key.split('.').map(str::to_owned).collect()),
        }),
    }
}

fn notation(notation: definition::Notation) -> Notation {
    match notation {
        definition::Notation::Region => Notation::Region,
        definition::Notation::Square => Notation::Square,
        definition::Notation::Letters => Notation::Letters,
        definition::Notation::Letter => Notation::Letter,
        definition::Notation::Ranks => Notation::Ranks,
        definition::Notation::Moves => Notation::Moves,
        definition::Notation::Counts => Notation::Counts,
    }
}

fn key(key: definition::Written) -> Option<FileKey> {
    let value = match key.value {
        WrittenValue::Text(text) => FileValue::Text(text),
        WrittenValue::Number(number) => FileValue::Number(number.try_into().ok()?),
        WrittenValue::Truth(truth) => FileValue::Truth(truth),
        WrittenValue::Texts(texts) => FileValue::Texts(texts),
    };
    Some(FileKey { path: key.path, value, own: key.own })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::time::Instant;

    use super::*;

    fn check(text: &str) -> Checked {
        checked(text, &[])
    }

    fn checked(text: &str, others: &[GameFile]) -> Checked {
        let file = GameFile { name: "mine".into(), text: text.into() };
        Workshop::new().check(&file, others).unwrap()
    }

    #[test]
    fn a_good_file_is_a_game() {
        let checked = check(
            "extends = \"near\"\ntitle = \"Mine\"\nabout = \"Riders.\"\npieces.knight.moves = \"NN\"\n",
        );
        assert!(checked.faults.is_empty(), "{:?}", checked.faults);
        assert_eq!(checked.game.unwrap().spec, "my:mine");
        assert_eq!(checked.view.unwrap().cells.len(), 64);
        let own: Vec<String> = checked.keys.iter().filter(|k| k.own).map(|k| k.path.join(".")).collect();
        assert_eq!(own.len(), 3);
        assert!(own.contains(&"pieces.knight.moves".to_owned()), "{own:?}");
    }

    #[test]
    fn a_fault_stands_where_javascript_counts_it() {
        let checked =
            check("# 🜨 ä\nextends = \"chess\"\ntitle = \"Ü\"\nabout = \"x\"\nstalemate = \"wim\"\n");
        let fault = &checked.faults[0];
        let text: Vec<u16> =
            "# 🜨 ä\nextends = \"chess\"\ntitle = \"Ü\"\nabout = \"x\"\nstalemate = \"wim\"\n"
                .encode_utf16()
                .collect();
        assert_eq!(String::from_utf16(&text[fault.from..fault.to]).unwrap(), "\"wim\"");
        assert_eq!((fault.line, fault.code.as_str()), (5, "E012"));
        assert_eq!((checked.game, checked.view), (None, None));
    }

    #[test]
    fn what_mends_a_fault_is_told_apart_from_its_hint() {
        let fix = |line: &str| {
            let text = format!("extends = \"chess\"\ntitle = \"Mine\"\nabout = \"x\"\n{line}\n");
            check(&text).faults.into_iter().find_map(|fault| fault.fix)
        };
        assert_eq!(fix("stalemate = \"wim\""), Some(Fix::Word("win".into())));
        assert_eq!(fix("stalemat = \"win\""), Some(Fix::Word("stalemate".into())));
        assert_eq!(fix("stalemate = \"win\""), Some(Fix::Off(vec!["insufficient".into()])));
        assert_eq!(fix("pieces.rook.moves = \"R0\""), None);
    }

    #[test]
    fn faults_are_told_in_the_language_of_a_catalogue() {
        let german = concat!(
            include_str!("../../rules/texts/de.txt"),
            include_str!("../../rules/texts/de-faults.txt")
        );
        let mut workshop = Workshop::new();
        workshop.set_language(german).unwrap();
        let check = |workshop: &Workshop, line: &str| {
            let text = format!("extends = \"chess\"\ntitle = \"Mine\"\nabout = \"x\"\n{line}\n");
            workshop.check(&GameFile { name: "mine".into(), text }, &[]).unwrap()
        };
        let fault = check(&workshop, "stalemate = \"wim\"").faults.remove(0);
        assert_eq!(fault.message, "`stalemate` kann nicht `wim` sein");
        assert_eq!(
            (fault.hint.as_deref(), fault.fix),
            (Some("meintest du `win`?"), Some(Fix::Word("win".into())))
        );
        let game = check(&workshop, "").game.unwrap();
        assert!(
            game.ending.iter().any(|text| text.contains("Remis") || text.contains("remis")),
            "{:?}",
            game.ending
        );
        let large = GameFile { name: "mine".into(), text: "x".repeat(5_000_000) };
        assert!(workshop.check(&large, &[]).unwrap_err().contains("Die Datei ist größer als 256 KiB"));
        assert_eq!(workshop.set_language("nonsense").unwrap_err(), "line 1: this is no line of a catalogue");
        workshop.set_language("").unwrap();
        let fault = check(&workshop, "stalemate = \"wim\"").faults.remove(0);
        assert_eq!(fault.message, "`stalemate` cannot be `wim`");
    }

    #[test]
    fn own_files_may_extend_one_another() {
        let base = GameFile {
            name: "base".into(),
            text: "extends = \"chess\"\ntitle = \"Base\"\nabout = \"x\"\nstalemate = \"lost\"\n".into(),
        };
        let checked = checked("extends = \"base\"\ntitle = \"Mine\"\nabout = \"x\"\n", &[base]);
        assert_eq!((checked.faults[0].file.as_str(), checked.faults[0].line), ("base", 4));
    }

    #[test]
    fn boards_of_any_shape_are_shown() {
        for text in [
            include_str!("../../../variants/glinski.toml"),
            include_str!("../../rules/tests/data/holes.toml"),
        ] {
            let checked = check(text);
            assert!(checked.faults.iter().all(|fault| fault.severity != crate::model::Severity::Error));
            let missing = checked.game.unwrap().card.missing;
            let cells = checked.view.unwrap().cells;
            assert!(
                !missing.is_empty() && missing.iter().all(|&square| cells[usize::from(square)].is_none())
            );
        }
    }

    /// Files that a stranger could send. What bounds them stands beside the limits of the language; here only that an
    /// answer comes, and soon: the page gives up after some seconds.
    #[test]
    fn hostile_files_get_an_answer() {
        let head = "extends = \"chess\"\ntitle = \"Mine\"\nabout = \"x\"\n";
        let mut pieces = head.to_owned();
        for i in 0..10_000 {
            writeln!(pieces, "pieces.p{i}={{}}").unwrap();
        }
        let others: Vec<GameFile> = (0..30)
            .map(|i| GameFile {
                name: format!("deep-{i}"),
                text: format!("extends = \"deep-{}\"\ntitle = \"x\"\n", i + 1),
            })
            .collect();
        let nested = format!("{head}x = {}1{}", "[".repeat(50_000), "]".repeat(50_000));
        let tables = format!("{head}{} = 1", vec!["a"; 20_000].join("."));
        let mut options = head.to_owned();
        for i in 0..60 {
            writeln!(options, "[options.o{i}]\ndefault = \"a\"\nabout = \"x\"").unwrap();
            for v in "abcdefgh".chars() {
                writeln!(options, "values.{v} = {{ about = \"x\", set.stalemate = \"loss\" }}").unwrap();
            }
        }
        let files = [
            pieces,
            "extends = \"deep-0\"\ntitle = \"x\"\n".to_owned(),
            nested,
            tables,
            options,
            format!("{head}board.files = 99999999999999999999999999999999999\nboard.ranks = -5\n"),
            format!("{head}pieces.rook.moves = \"R{}\"\n", "9".repeat(200)),
            format!("{head}hand.pieces = \"{}\"\n", "Q".repeat(250)),
            "\u{feff}\0\u{202e}".to_owned(),
            "[[[[".to_owned(),
        ];
        for text in files {
            let began = Instant::now();
            let checked = checked(&text, &others);
            assert!(!checked.faults.is_empty(), "{}", &text[..text.len().min(200)]);
            assert!(checked.faults.len() <= 400);
            assert!(began.elapsed().as_secs() < 60);
        }
        let large = GameFile { name: "mine".into(), text: "x".repeat(5_000_000) };
        assert!(Workshop::new().check(&large, &[]).unwrap_err().contains("larger than 256 KiB"));
    }

    #[test]
    fn the_palette_has_pieces_with_plain_moves_each_once() {
        let pieces = Workshop::new().pieces();
        let moves =
            |name: &str| pieces.iter().find(|piece| piece.name == name).map(|piece| piece.moves.as_str());
        assert_eq!((moves("knight"), moves("king")), (Some("N"), None));
        assert!(pieces.len() > 5 && pieces.windows(2).all(|pair| pair[0].name < pair[1].name), "{pieces:?}");
    }

    #[test]
    fn every_key_has_help() {
        let help = Workshop::reference();
        assert!(help.len() > 90);
        assert!(help.iter().all(|key| !key.meaning.is_empty() && !key.takes.is_empty()));
        let notation = |path: &str| help.iter().find(|key| key.key == path).and_then(|key| key.notation);
        assert_eq!(notation("promotion.to"), Some(Notation::Letters));
        assert_eq!(notation("array"), Some(Notation::Ranks));
        assert_eq!(notation("castling.king-side.rook"), Some(Notation::Square));
        assert_eq!(notation("title"), None);
    }
}
