//! Languages: English, which needs no catalogue, and those that have one.

use std::borrow::Cow;

use super::english;
use super::template::{Part, names, parts};
use super::{Arg, Message};

/// A language in which messages are read out. The default is English.
///
/// # Catalogues
///
/// Blank lines and what follows `#` count for nothing. The first line names the cases of nouns; a noun has all of them, behind its gender.
/// A form says what stands for a noun of each gender: words, with a case in braces for the noun. A noun that the catalogue does not have
/// is taken for `*`, where `{}` is its name. A template stands in quotes, and its translation indented below it; behind a form's name there
/// may stand what it is in that form, when a placeholder of another template asks for it.
///
/// ```text
/// cases nom dat pl
/// form ein: m ein {nom} | f eine {nom} | n ein {nom}
/// noun pawn: m Bauer | Bauern | Bauern
/// noun *: m {} | {} | {}s
///
/// "rank {rank}"
///   "die {rank}. Reihe"
///   dat "der {rank}. Reihe"
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Language {
    cases: Vec<String>,
    forms: Vec<(String, Vec<(String, String)>)>,
    /// Names, genders and cases.
    nouns: Vec<(String, String, Vec<String>)>,
    /// Templates, and translations by form.
    texts: Vec<(String, Vec<(String, String)>)>,
}

/// The languages that come with the program, apart from English: what the rules say of games, and the faults of variant files, which only
/// who writes such files is told.
const SHIPPED: [(&str, [&str; 2]); 1] =
    [("de", [include_str!("../../texts/de.txt"), include_str!("../../texts/de-faults.txt")])];

impl Language {
    /// The language of a tag, such as `de` or `de_AT.UTF-8`, if it comes with the program.
    #[must_use]
    pub fn shipped(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_', '.']).next()?;
        if code.eq_ignore_ascii_case("en") {
            return Some(Self::default());
        }
        let (_, texts) = SHIPPED.iter().find(|(name, _)| name.eq_ignore_ascii_case(code))?;
        Self::read(&texts.concat()).ok()
    }

    /// The language of a catalogue.
    ///
    /// # Errors
    /// The catalogue is bad, in one line.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut language = Self::default();
        for (number, line) in text.lines().enumerate() {
            let blank = line.trim_start();
            if blank.is_empty() || blank.starts_with('#') {
                continue;
            }
            language
                .line(line)
                .ok_or_else(|| format!("line {}: this is no line of a catalogue", number + 1))?;
        }
        Ok(language)
    }

    /// Takes in a line; `None` if it is none.
    fn line(&mut self, line: &str) -> Option<()> {
        let quoted = |text: &str| Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned());
        if line.starts_with('"') {
            self.texts.push((quoted(line.trim_end())?, Vec::new()));
        } else if line.starts_with(' ') {
            let (form, text) = line.trim().split_at(line.trim().find('"')?);
            self.texts.last_mut()?.1.push((form.trim().to_owned(), quoted(text)?));
        } else if let Some(cases) = line.strip_prefix("cases ") {
            self.cases = cases.split_whitespace().map(str::to_owned).collect();
        } else if let Some(form) = line.strip_prefix("form ") {
            let (name, genders) = form.split_once(':')?;
            let gender = |part: &str| {
                let (gender, pattern) = part.trim().split_once(' ')?;
                Some((gender.to_owned(), pattern.to_owned()))
            };
            self.forms.push((name.to_owned(), genders.split('|').map(gender).collect::<Option<_>>()?));
        } else {
            let (name, words) = line.strip_prefix("noun ")?.split_once(':')?;
            let (gender, words) = words.trim().split_once(' ')?;
            let words: Vec<String> = words.split('|').map(|word| word.trim().to_owned()).collect();
            (words.len() == self.cases.len()).then_some(())?;
            self.nouns.push((name.to_owned(), gender.to_owned(), words));
        }
        Some(())
    }

    /// A message in this language; what the language does not have, in English.
    #[must_use]
    pub fn say(&self, message: &Message) -> String {
        let mut out = String::new();
        self.write(&mut out, message, "");
        out
    }

    fn is_english(&self) -> bool {
        self.texts.is_empty()
    }

    /// What the catalogue has for a template.
    fn translated(&self, text: &str, form: &str) -> Option<&str> {
        // Few are looked up at a time; an order would need code that everybody fetches.
        let forms = &self.texts.iter().find(|entry| entry.0 == text)?.1;
        let found = forms.iter().find(|entry| entry.0 == form).or_else(|| forms.first())?;
        Some(&found.1)
    }

    fn write(&self, out: &mut String, message: &Message, form: &str) {
        let text = &*message.text;
        if text.is_empty() {
            return;
        }
        match self.translated(text, form) {
            Some(translation) => self.fill(out, translation, message),
            None => Self::default().fill(out, text, message),
        }
    }

    /// Writes a template of this language with the message's arguments.
    fn fill(&self, out: &mut String, text: &str, message: &Message) {
        let places = names(&message.text);
        for part in parts(text) {
            match part {
                Part::Plain(text) => out.push_str(text),
                Part::Place { name, form, capital } => {
                    let at = places.iter().position(|place| *place == name);
                    let Some(arg) = at.and_then(|at| message.args.get(at)) else { continue };
                    let start = out.len();
                    self.arg(out, arg, form);
                    if capital {
                        capitalise(out, start);
                    }
                }
            }
        }
    }

    fn arg(&self, out: &mut String, arg: &Arg, form: &str) {
        if self.is_english() && form == "a" {
            let start = out.len();
            self.arg(out, arg, "");
            let article = english::article(&out[start..]);
            out.insert(start, ' ');
            out.insert_str(start, article);
            return;
        }
        match arg {
            Arg::Text(text) => out.push_str(text),
            Arg::Prose(text) => out.push_str(self.translated(text, "").unwrap_or(text)),
            Arg::Number(number) => out.push_str(&self.number(*number, form)),
            Arg::Name(name) => out.push_str(&self.name(name, form)),
            Arg::Message(message) => self.write(out, message, form),
            Arg::List(items, joint) => self.list(out, items, joint, form),
        }
    }

    fn list(&self, out: &mut String, items: &[Arg], joint: &str, form: &str) {
        let last = items.len().saturating_sub(1);
        let word = joint.starts_with(|c: char| c.is_ascii_alphabetic());
        // A pronoun stands once for all.
        let pronoun = self.pattern(form).is_some_and(|genders| genders.iter().all(|g| !g.1.contains('{')));
        for (at, item) in items.iter().enumerate().skip(if pronoun { last } else { 0 }) {
            match at {
                _ if at == 0 || pronoun => {}
                _ if !word => out.push_str(self.translated(joint, "").unwrap_or(joint)),
                _ if at < last => out.push_str(", "),
                _ => {
                    out.push(' ');
                    out.push_str(self.translated(joint, "").unwrap_or(joint));
                    out.push(' ');
                }
            }
            self.arg(out, item, form);
        }
    }

    fn number(&self, number: usize, form: &str) -> Cow<'_, str> {
        match form {
            "word" => match english::number(number) {
                Some(word) => Cow::Borrowed(self.translated(word, "").unwrap_or(word)),
                None => number.to_string().into(),
            },
            "th" => english::ordinal(number).into(),
            _ => number.to_string().into(),
        }
    }

    /// What a form says of each gender.
    fn pattern(&self, form: &str) -> Option<&[(String, String)]> {
        self.forms.iter().find(|entry| entry.0 == form).map(|entry| entry.1.as_slice())
    }

    fn name(&self, name: &str, form: &str) -> String {
        if self.is_english() {
            return if form == "s" { english::plural(name) } else { name.to_owned() };
        }
        let spaced = name.replace('-', " ");
        let find = |name: &str| self.nouns.iter().find(|noun| noun.0 == name);
        let Some((known, gender, words)) = find(&spaced).or_else(|| find("*")) else {
            return name.to_owned();
        };
        let case = |case: &str| -> String {
            let at = self.cases.iter().position(|name| name == case).unwrap_or(0);
            let word = words.get(at).map_or("", String::as_str);
            if known == "*" {
                let mut name = name.to_owned();
                capitalise(&mut name, 0);
                return word.replace("{}", &name);
            }
            word.to_owned()
        };
        let pattern = self.pattern(form).and_then(|genders| genders.iter().find(|entry| entry.0 == *gender));
        let Some((_, pattern)) = pattern else { return case(form) };
        let mut out = String::new();
        for part in parts(pattern) {
            match part {
                Part::Plain(text) => out.push_str(text),
                Part::Place { name, .. } => out.push_str(&case(name)),
            }
        }
        out
    }
}

/// Makes the letter at a place a capital, if it is one of those that names begin with: ASCII's, and `à` to `þ`.
fn capitalise(text: &mut String, at: usize) {
    let Some(letter) = text[at..].chars().next() else { return };
    let capital = match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        'à'..='ö' | 'ø'..='þ' => char::from(letter as u8 - 32),
        _ => return,
    };
    text.replace_range(at..at + letter.len_utf8(), capital.encode_utf8(&mut [0; 2]));
}
