//! A game as bytes: its definition, and what is told of it. Who is given them need not know how it is told.

use berolina_rules::Definition;
use berolina_rules::explain::{self, Texts};

/// The bytes of a game, for [`unpacked`] of the same version.
pub(crate) fn packed(definition: &Definition) -> Vec<u8> {
    let rules = definition.packed();
    let texts = explain::texts(definition);
    let sides = texts.sides.map_or(Vec::new(), Vec::from);
    let mut out = Vec::new();
    number(&mut out, rules.len());
    out.extend(rules);
    for list in [texts.special, texts.ending, sides] {
        number(&mut out, list.len());
        for text in list {
            number(&mut out, text.len());
            out.extend(text.into_bytes());
        }
    }
    out
}

/// The game that [`packed`] wrote; `None` if the bytes are none.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<(Definition, Texts)> {
    let mut rest = bytes;
    let definition = Definition::unpacked(part(&mut rest)?)?;
    let [special, ending, sides] = [list(&mut rest)?, list(&mut rest)?, list(&mut rest)?];
    let sides = match sides.len() {
        0 => None,
        _ => Some(sides.try_into().ok()?),
    };
    rest.is_empty().then_some((definition, Texts { special, ending, sides }))
}

fn number(out: &mut Vec<u8>, number: usize) {
    out.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}

fn list(rest: &mut &[u8]) -> Option<Vec<String>> {
    (0..count(rest)?).map(|_| String::from_utf8(part(rest)?.to_vec()).ok()).collect()
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
