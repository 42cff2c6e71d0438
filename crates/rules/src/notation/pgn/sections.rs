//! Where a game starts, seen from the lines alone.

use super::text::is_name_byte;

/// How much of a line is looked at.
pub(super) const SEEN_BYTES: usize = 256;

/// What has been seen of the section so far.
#[derive(Default)]
pub(super) struct Sections {
    event: bool,
    moves: bool,
    blank: bool,
}

enum Kind {
    Blank,
    /// A line that starts with `%`.
    Escape,
    /// A line that starts with a tag: one for `Event`, or another.
    Event,
    Tag,
    Other,
}

impl Sections {
    /// Whether the next line of the input starts a section. Its first [`SEEN_BYTES`] are enough.
    pub(super) fn starts(&mut self, line: &[u8]) -> bool {
        let kind = kind(&line[..line.len().min(SEEN_BYTES)]);
        let starts = match kind {
            Kind::Event => self.event || self.moves || self.blank,
            Kind::Tag => self.moves && self.blank,
            Kind::Blank | Kind::Escape | Kind::Other => false,
        };
        if starts {
            *self = Self::default();
        }
        match kind {
            Kind::Escape => return starts,
            Kind::Event => self.event = true,
            Kind::Other => self.moves = true,
            Kind::Blank | Kind::Tag => {}
        }
        self.blank = matches!(kind, Kind::Blank);
        starts
    }
}

fn kind(line: &[u8]) -> Kind {
    if line.first() == Some(&b'%') {
        return Kind::Escape;
    }
    let line = line.trim_ascii();
    if line.is_empty() {
        return Kind::Blank;
    }
    let Some(tag) = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start) else { return Kind::Other };
    let name_len = tag.iter().take_while(|&&b| is_name_byte(b)).count();
    let (name, rest) = tag.split_at(name_len);
    match name {
        // A broken tag for the event also shows where its game starts.
        b"Event" => Kind::Event,
        [_, ..] if rest.trim_ascii_start().starts_with(b"\"") => Kind::Tag,
        _ => Kind::Other,
    }
}
