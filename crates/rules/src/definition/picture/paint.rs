//! How a shape is painted.

use super::outline::decimal;

/// The roles of a drawing's layers, for which the app has colours.
const ROLES: [&str; 4] = ["body", "line", "mark", "accent"];

/// Names of colours that may be written, and what they are.
const COLOURS: [(&str, u32); 20] = [
    ("black", 0x000000),
    ("white", 0xffffff),
    ("gray", 0x808080),
    ("grey", 0x808080),
    ("silver", 0xc0c0c0),
    ("red", 0xff0000),
    ("maroon", 0x800000),
    ("orange", 0xffa500),
    ("gold", 0xffd700),
    ("yellow", 0xffff00),
    ("olive", 0x808000),
    ("brown", 0xa52a2a),
    ("green", 0x008000),
    ("lime", 0x00ff00),
    ("teal", 0x008080),
    ("blue", 0x0000ff),
    ("navy", 0x000080),
    ("purple", 0x800080),
    ("pink", 0xffc0cb),
    ("cyan", 0x00ffff),
];

pub(super) fn has_role(text: &str) -> bool {
    ROLES.contains(&text)
}

/// What an area or an edge is painted with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ink {
    None,
    /// The colour of the player's pieces.
    Player,
    Colour(u32),
}

impl Ink {
    fn read(text: &str) -> Option<Self> {
        let colour = |hex: &str| {
            u32::from_str_radix(hex, 16).ok().filter(|_| hex.bytes().all(|b| b.is_ascii_hexdigit()))
        };
        Some(match text {
            "none" | "transparent" => Self::None,
            "currentColor" | "currentcolor" => Self::Player,
            _ => match text.strip_prefix('#') {
                Some(hex) if hex.len() == 6 => Self::Colour(colour(hex)?),
                Some(hex) if hex.len() == 3 => {
                    let [r, g, b] = [8, 4, 0].map(|shift| colour(hex).map_or(0, |c| (c >> shift & 15) * 17));
                    colour(hex)?;
                    Self::Colour(r << 16 | g << 8 | b)
                }
                Some(_) => return None,
                None => match text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
                    Some(parts) => {
                        let parts: Option<Vec<u8>> =
                            parts.split(',').map(|part| part.trim().parse().ok()).collect();
                        let &[r, g, b] = parts?.as_slice() else { return None };
                        Self::Colour(u32::from_be_bytes([0, r, g, b]))
                    }
                    None => Self::Colour(COLOURS.iter().find(|known| known.0 == text)?.1),
                },
            },
        })
    }

    fn written(self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Player => "player".to_owned(),
            Self::Colour(colour) => format!("#{colour:06x}"),
        }
    }
}

/// What is said of paint so far.
#[derive(Clone, Debug)]
pub(super) struct Paint {
    role: Option<String>,
    fill: Option<Ink>,
    stroke: Option<Ink>,
    width: f64,
    evenodd: bool,
}

impl Default for Paint {
    fn default() -> Self {
        Self { role: None, fill: None, stroke: None, width: 1.0, evenodd: false }
    }
}

impl Paint {
    pub(super) fn take_role(&mut self, role: &str) {
        self.role = Some(role.to_owned());
    }

    /// Takes what a property says; `false` if it is none of paint, or says what there is not.
    pub(super) fn take(&mut self, name: &str, value: &str) -> bool {
        let ink = Ink::read(value);
        match name {
            "fill" if ink.is_some() => (self.fill, self.role) = (ink, None),
            "stroke" if ink.is_some() => (self.stroke, self.role) = (ink, None),
            "stroke-width" => match value.trim_end_matches("px").parse::<f64>() {
                Ok(width) if (0.0..=1e4).contains(&width) => self.width = width,
                _ => return false,
            },
            "fill-rule" if matches!(value, "nonzero" | "evenodd") => self.evenodd = value == "evenodd",
            _ => return false,
        }
        true
    }

    /// The paint in words, where lengths become so many times as long; `None` where nothing is seen. A shape of which nothing is said is painted
    /// as the body of a piece, and one of which a part is said has the player's colour for the rest.
    pub(super) fn written(&self, scale: f64, most: f64) -> Option<String> {
        if let Some(role) = &self.role {
            return Some(role.clone());
        }
        let (fill, stroke) = match (self.fill, self.stroke) {
            (None, None) if !self.evenodd => return Some(ROLES[0].to_owned()),
            (fill, stroke) => (fill.unwrap_or(Ink::Player), stroke.unwrap_or(Ink::None)),
        };
        let width = (self.width * scale).min(most);
        let stroke = if width < 0.01 { Ink::None } else { stroke };
        if fill == Ink::None && stroke == Ink::None {
            return None;
        }
        let width = decimal(if stroke == Ink::None { 0.0 } else { width });
        let rule = if self.evenodd { ",evenodd" } else { "" };
        Some(format!("{},{},{width}{rule}", fill.written(), stroke.written()))
    }
}
