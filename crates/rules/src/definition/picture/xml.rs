//! The little of XML that a drawing needs: elements and their attributes. Entities, document types, and whatever else could bring in
//! more than stands in the text, are refused instead of read.

use std::ops::Range;

use super::svg::{SvgFault, fault};
use crate::message::Message;
use crate::say;

/// What comes next.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// An element begins; `closed` if it ends at once.
    Open { name: &'a str, attributes: Vec<Attribute<'a>>, closed: bool, at: Range<usize> },
    /// An element ends.
    Close { name: &'a str, at: Range<usize> },
    /// Text that is not empty.
    Text { at: Range<usize> },
}

/// An attribute of an element.
#[derive(Debug)]
pub(super) struct Attribute<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Where the value stands.
    pub(super) at: Range<usize>,
}

/// The greatest number of attributes of an element.
const MAX_ATTRIBUTES: usize = 64;

/// Reads a text from its start.
pub(super) struct Events<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Events<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// What comes next; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Event<'a>>, SvgFault> {
        loop {
            let rest = &self.text[self.at..];
            let start = self.at;
            if rest.is_empty() {
                return Ok(None);
            }
            if !rest.starts_with('<') {
                self.at += rest.find('<').unwrap_or(rest.len());
                let text = &self.text[start..self.at];
                if !text.trim_matches(is_space).is_empty() && text != "\u{feff}" {
                    return Ok(Some(Event::Text { at: start..self.at }));
                }
            } else if rest.starts_with("<!--") {
                self.skip("-->")?;
            } else if rest.starts_with("<?") {
                self.skip("?>")?;
            } else if rest.starts_with("<!") {
                let hint = say!("leave it out: a picture is one <svg> element with shapes in it");
                return Err(fault(
                    start..start + 2,
                    say!("document types, entities and CDATA are not read"),
                    hint,
                ));
            } else if rest.starts_with("</") {
                return self.close().map(Some);
            } else {
                return self.open().map(Some);
            }
        }
    }

    fn skip(&mut self, end: &str) -> Result<(), SvgFault> {
        let found = self.text[self.at..].find(end);
        let length = found.ok_or_else(|| {
            fault(self.at..self.at + 2, say!("this has no end"), say!("end it with {end}", end))
        })?;
        self.at += length + end.len();
        Ok(())
    }

    fn close(&mut self) -> Result<Event<'a>, SvgFault> {
        let start = self.at;
        self.at += 2;
        let name = self.name()?;
        self.space();
        self.expect('>')?;
        Ok(Event::Close { name, at: start..self.at })
    }

    fn open(&mut self) -> Result<Event<'a>, SvgFault> {
        let start = self.at;
        self.at += 1;
        let name = self.name()?;
        let at = start + 1..self.at;
        let mut attributes = Vec::new();
        loop {
            self.space();
            let closed = self.text[self.at..].starts_with('/');
            if closed {
                self.at += 1;
            }
            if closed || self.text[self.at..].starts_with('>') {
                self.expect('>')?;
                return Ok(Event::Open { name, attributes, closed, at });
            }
            if attributes.len() == MAX_ATTRIBUTES {
                return Err(fault(
                    at,
                    say!("an element has at most {most} attributes", most = MAX_ATTRIBUTES),
                    None,
                ));
            }
            let attribute = self.attribute()?;
            if attributes.iter().any(|other: &Attribute<'_>| other.name == attribute.name) {
                return Err(fault(
                    attribute.at,
                    say!("`{name}` is said twice", name = attribute.name),
                    say!("keep one of them"),
                ));
            }
            attributes.push(attribute);
        }
    }

    fn attribute(&mut self) -> Result<Attribute<'a>, SvgFault> {
        let name = self.name()?;
        self.space();
        self.expect('=')?;
        self.space();
        let quote = self.text[self.at..].chars().next().filter(|c| matches!(c, '"' | '\''));
        let quote = quote.ok_or_else(|| self.wrong(say!("an attribute's value stands in quotes")))?;
        let start = self.at + 1;
        let length = self.text[start..].find(quote);
        let length = length.ok_or_else(|| fault(self.at..start, say!("this quote has no end"), None))?;
        let at = start..start + length;
        self.at = at.end + 1;
        let value = &self.text[at.clone()];
        if value.contains(['<', '&']) {
            return Err(fault(
                at,
                say!("`<` and `&` have no place in an attribute"),
                say!("write plain characters"),
            ));
        }
        Ok(Attribute { name, value, at })
    }

    fn name(&mut self) -> Result<&'a str, SvgFault> {
        let rest = &self.text[self.at..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if length == 0 || length > 64 {
            return Err(self.wrong(say!("a name of at most 64 letters belongs here")));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_space).len();
    }

    fn expect(&mut self, sign: char) -> Result<(), SvgFault> {
        if !self.text[self.at..].starts_with(sign) {
            return Err(self.wrong(say!("`{sign}` belongs here", sign)));
        }
        self.at += 1;
        Ok(())
    }

    /// A fault at the next character.
    fn wrong(&self, message: Message) -> SvgFault {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        fault(self.at..self.at + length, message, None)
    }
}

/// What XML takes for space.
pub(super) const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}
