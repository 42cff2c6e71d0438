//! Texts for people, as codes with parameters: who shows one says in which language.
//!
//! The code of a message is its English template, so that English needs no catalogue: [`Message`] displays as English.
//! [`say!`](crate::say) makes one, and a [`Language`] reads it out.
//!
//! ```
//! # use berolina_rules::message::{Arg, Language, or};
//! # use berolina_rules::say;
//! let names = ["archbishop", "rook"].map(|name| Arg::Name(name.to_owned()));
//! let message = say!("Who gives checkmate by {pieces:a} alone has lost.", pieces = or(names));
//! assert_eq!(message.to_string(), "Who gives checkmate by an archbishop or rook alone has lost.");
//! let german = Language::shipped("de").unwrap();
//! assert_eq!(german.say(&message), "Wer nur mit einem Erzbischof oder einem Turm mattsetzt, hat verloren.");
//! ```
//!
//! A placeholder is `{name}`, `{name:form}` or, to begin a sentence, `{^name}`. English has the forms `a` (with an article), `s` (plural),
//! `word` (a number in words) and `th` (a number as a place in a row); catalogues define their own.

mod english;
mod language;
mod template;

pub use english::plural;
pub use language::Language;
pub use template::fits;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A text for people: a template, which is its code, and what stands for the placeholders.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Message {
    text: Cow<'static, str>,
    args: Vec<Arg>,
}

/// What stands for a placeholder.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arg {
    /// What is the same in all languages: squares, notation.
    Text(String),
    /// What a variant file says in English: translated whole, where a catalogue has it.
    Prose(String),
    /// A number.
    Number(usize),
    /// The name of a piece or an army, as English writes it.
    Name(String),
    /// A part that is translated for itself.
    Message(Message),
    /// Several, with `and` or another word before the last, or with a separator that is no word.
    List(Vec<Arg>, Cow<'static, str>),
}

impl Message {
    /// A message of its parts: what stands for the placeholders in the order in which the template first names them.
    #[must_use]
    pub fn new(text: impl Into<Cow<'static, str>>, args: Vec<Arg>) -> Self {
        Self { text: text.into(), args }
    }

    /// What [`say!`](crate::say) makes: not inlined, which would be large where many messages are made; so the vector is made here as well.
    #[doc(hidden)]
    #[must_use]
    #[inline(never)]
    pub fn said<const N: usize>(text: &'static str, args: [Arg; N]) -> Self {
        Self { text: Cow::Borrowed(text), args: args.into() }
    }

    /// A text of a variant file.
    #[must_use]
    pub fn prose(text: &str) -> Self {
        crate::say!("{text}", text = Arg::Prose(text.to_owned()))
    }

    /// The template.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands for the placeholders.
    #[must_use]
    pub fn args(&self) -> &[Arg] {
        &self.args
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::default().say(self))
    }
}

impl From<&str> for Arg {
    #[inline(never)]
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    #[inline(never)]
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Arg {
    #[inline(never)]
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&Arc<str>> for Arg {
    #[inline(never)]
    fn from(text: &Arc<str>) -> Self {
        Self::Text(text.to_string())
    }
}

impl From<char> for Arg {
    #[inline(never)]
    fn from(letter: char) -> Self {
        Self::Text(letter.into())
    }
}

impl From<i64> for Arg {
    #[inline(never)]
    fn from(number: i64) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<usize> for Arg {
    #[inline(never)]
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl From<u8> for Arg {
    #[inline(never)]
    fn from(number: u8) -> Self {
        Self::Number(usize::from(number))
    }
}

impl From<Message> for Arg {
    #[inline(never)]
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&Self> for Arg {
    #[inline(never)]
    fn from(arg: &Self) -> Self {
        arg.clone()
    }
}

impl From<&Message> for Arg {
    #[inline(never)]
    fn from(message: &Message) -> Self {
        Self::Message(message.clone())
    }
}

impl From<Option<Message>> for Arg {
    #[inline(never)]
    fn from(message: Option<Message>) -> Self {
        Self::Message(message.unwrap_or_default())
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn and<T: Into<Arg>>(items: impl IntoIterator<Item = T>) -> Arg {
    list(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub fn or<T: Into<Arg>>(items: impl IntoIterator<Item = T>) -> Arg {
    list(items, "or")
}

/// Several with a word before the last, or with a separator that is no word between any two.
pub fn list<T: Into<Arg>>(items: impl IntoIterator<Item = T>, joint: &'static str) -> Arg {
    Arg::List(items.into_iter().map(Into::into).collect(), Cow::Borrowed(joint))
}

/// A [`Message`](crate::message::Message): `say!("{n} pieces are left.", n = 3)`. The arguments stand in the order in which the template
/// names them; a placeholder without an argument, or an argument without a placeholder, does not compile.
///
/// ```compile_fail
/// berolina_rules::say!("{n} pieces are left.", number = 3_usize);
/// ```
#[macro_export]
macro_rules! say {
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { assert!($crate::message::fits($text, &[$(stringify!($name)),*]), "placeholders and arguments differ") }
        $crate::message::Message::said($text, [$($crate::message::Arg::from($crate::say!(@ $name $($value)?))),*])
    }};
    (@ $name:ident $value:expr) => { $value };
    (@ $name:ident) => { $name };
}
