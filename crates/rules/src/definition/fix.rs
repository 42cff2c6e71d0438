//! What mends a fault, for programs that offer to do it.

use super::diagnostic::Diagnostic;
use super::{exclusions, names};

/// A change that mends a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fix<'a> {
    /// This word in the place of what the fault is about.
    Word(&'a str),
    /// `false` as the value of this key.
    Off(&'a str),
}

impl Diagnostic {
    /// The change that the hint tells in words, if it is one that a program can make.
    ///
    /// ```
    /// use berolina_rules::definition::{Fix, Library};
    ///
    /// let mut library = Library::shipped();
    /// let text = "extends = \"chess\"\ntitle = \"Mine\"\nstalemate = \"wim\"\n";
    /// library.add_text("mine", text)?;
    /// assert!(library.check("mine").iter().any(|fault| fault.fix() == Some(Fix::Word("win"))));
    /// # Ok::<(), berolina_rules::definition::AddError>(())
    /// ```
    #[must_use]
    pub fn fix(&self) -> Option<Fix<'_>> {
        let hint = self.hint.as_ref()?;
        let off = || exclusions::switched_off(hint).map(Fix::Off);
        names::meant(hint).map(Fix::Word).or_else(off)
    }
}
