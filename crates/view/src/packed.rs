//! A game as bytes: its definition, and what is told of it. Who is given them need not know how it is told.

use berolina_rules::Definition;
use berolina_rules::definition::PieceId;
use berolina_rules::explain::{self, PieceText, Texts};
use berolina_rules::geometry::Color;
use berolina_rules::message::{Arg, Message};

/// The bytes of a game, for [`unpacked`] of the same version.
pub(crate) fn packed(definition: &Definition) -> Vec<u8> {
    let rules = definition.packed();
    let texts = explain::texts(definition);
    let sides = texts.sides.map_or(Vec::new(), Vec::from);
    let mut out = Vec::new();
    number(&mut out, rules.len());
    out.extend(rules);
    for list in [&texts.special, &texts.ending, &sides].into_iter().chain(&texts.each) {
        messages(&mut out, list);
    }
    number(&mut out, texts.pieces.len());
    for piece in &texts.pieces {
        number(&mut out, piece.piece.index());
        number(&mut out, piece.side.map_or(0, |side| 1 + side.index()));
        messages(&mut out, &piece.notes);
    }
    out
}

fn messages(out: &mut Vec<u8>, list: &[Message]) {
    number(out, list.len());
    list.iter().for_each(|message| write(out, message));
}

/// Writes a message: its template, and what stands for the placeholders.
fn write(out: &mut Vec<u8>, message: &Message) {
    text(out, message.text());
    args(out, message.args());
}

fn args(out: &mut Vec<u8>, all: &[Arg]) {
    number(out, all.len());
    for arg in all {
        match arg {
            Arg::Text(it) => tagged(out, TEXT, it),
            Arg::Name(it) => tagged(out, NAME, it),
            Arg::Prose(it) => tagged(out, PROSE, it),
            Arg::Number(it) => {
                out.push(NUMBER);
                number(out, *it);
            }
            Arg::Message(it) => {
                out.push(MESSAGE);
                write(out, it);
            }
            Arg::List(items, joint) => {
                tagged(out, LIST, joint);
                args(out, items);
            }
        }
    }
}

/// What tells kinds of arguments apart.
const TEXT: u8 = 0;
const NAME: u8 = 1;
const PROSE: u8 = 2;
const NUMBER: u8 = 3;
const MESSAGE: u8 = 4;
const LIST: u8 = 5;

fn tagged(out: &mut Vec<u8>, tag: u8, it: &str) {
    out.push(tag);
    text(out, it);
}

fn text(out: &mut Vec<u8>, text: &str) {
    number(out, text.len());
    out.extend(text.as_bytes());
}

/// The game that [`packed`] wrote; `None` if the bytes are none.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<(Definition, Texts)> {
    let mut rest = bytes;
    // All parts of the app are of one build.
    let definition = Definition::unpacked_as_written(part(&mut rest)?)?;
    let [special, ending, sides] = [list(&mut rest)?, list(&mut rest)?, list(&mut rest)?];
    let sides = match sides.len() {
        0 => None,
        _ => Some(sides.try_into().ok()?),
    };
    let each = (0..2 * definition.pieces.len()).map(|_| list(&mut rest)).collect::<Option<_>>()?;
    let ids: Vec<PieceId> = definition.ids().collect();
    let piece = |rest: &mut &[u8]| {
        let piece = *ids.get(count(rest)?)?;
        let side = match count(rest)? {
            0 => None,
            side => Some(*Color::ALL.get(side - 1)?),
        };
        Some(PieceText { piece, side, notes: list(rest)? })
    };
    let pieces = (0..count(&mut rest)?).map(|_| piece(&mut rest)).collect::<Option<_>>()?;
    rest.is_empty().then_some((definition, Texts { special, ending, sides, pieces, each }))
}

fn number(out: &mut Vec<u8>, number: usize) {
    out.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}

fn list(rest: &mut &[u8]) -> Option<Vec<Message>> {
    (0..count(rest)?).map(|_| message(rest, MAX_DEPTH)).collect()
}

/// How deep messages may lie in each other.
const MAX_DEPTH: usize = 16;

fn message(rest: &mut &[u8], depth: usize) -> Option<Message> {
    Some(Message::new(words(rest)?, arguments(rest, depth.checked_sub(1)?)?))
}

fn arguments(rest: &mut &[u8], depth: usize) -> Option<Vec<Arg>> {
    (0..count(rest)?).map(|_| argument(rest, depth)).collect()
}

fn argument(rest: &mut &[u8], depth: usize) -> Option<Arg> {
    let (&tag, after) = rest.split_first()?;
    *rest = after;
    Some(match tag {
        TEXT => Arg::Text(words(rest)?),
        NAME => Arg::Name(words(rest)?),
        PROSE => Arg::Prose(words(rest)?),
        NUMBER => Arg::Number(count(rest)?),
        MESSAGE => Arg::Message(message(rest, depth)?),
        LIST => {
            let joint = words(rest)?;
            Arg::List(arguments(rest, depth.checked_sub(1)?)?, joint.into())
        }
        _ => return None,
    })
}

fn words(rest: &mut &[u8]) -> Option<String> {
    String::from_utf8(part(rest)?.to_vec()).ok()
}

fn count(rest: &mut &[u8]) -> Option<usize> {
    let (number, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    usize::try_from(u32::from_le_bytes(*number)).ok()
}

fn part<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = count(rest)?;
    let (part, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use berolina_rules::{Library, Variant};

    #[test]
    fn every_game_comes_back_with_what_is_told_of_it() {
        let library = Library::shipped();
        for name in library.names() {
            let game = library.load(name).unwrap();
            let bytes = packed(&game);
            let (same, texts) = unpacked(&bytes).unwrap();
            assert_eq!(same, game);
            let variant = Variant::new(game);
            assert_eq!(texts.sides, explain::sides(&variant), "{name}");
            assert_eq!(explain::explained(&variant, texts), explain::explain(&variant), "{name}");
            for end in (0..bytes.len()).step_by(37) {
                assert_eq!(unpacked(&bytes[..end]), None, "{name}: {end}");
            }
        }
        assert_eq!(unpacked(b"near"), None);
        assert_eq!(unpacked(&[255; 40]), None);
    }
}
