//! Placeholders of templates.

/// A part of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part<'a> {
    /// It stands for itself.
    Plain(&'a str),
    /// An argument stands here, in a form, which may be empty; with a capital where a sentence begins.
    Place { name: &'a str, form: &'a str, capital: bool },
}

/// The parts of a template in their order.
pub(super) fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let Some(inner) = rest.strip_prefix('{') else {
            let end = rest.find('{').unwrap_or(rest.len());
            let (plain, after) = rest.split_at(end);
            rest = after;
            return (!plain.is_empty()).then_some(Part::Plain(plain));
        };
        let (place, after) = inner.split_once('}').unwrap_or((inner, ""));
        rest = after;
        let (place, capital) = place.strip_prefix('^').map_or((place, false), |place| (place, true));
        let (name, form) = place.split_once(':').unwrap_or((place, ""));
        Some(Part::Place { name, form, capital })
    })
}

/// The names of a template's placeholders, each once, in the order in which they first stand there.
pub(super) fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for part in parts(text) {
        if let Part::Place { name, .. } = part
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// Whether these are the names of a template's placeholders, in the order in which they first stand there.
#[must_use]
pub const fn fits(text: &str, names: &[&str]) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut seen) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            let start = if at + 1 < bytes.len() && bytes[at + 1] == b'^' { at + 2 } else { at + 1 };
            let mut end = start;
            while end < bytes.len() && bytes[end] != b':' && bytes[end] != b'}' {
                end += 1;
            }
            let mut known = 0;
            while known < seen && !same(bytes, start, end, names[known]) {
                known += 1;
            }
            if known == seen {
                if seen == names.len() || !same(bytes, start, end, names[seen]) {
                    return false;
                }
                seen += 1;
            }
            at = end;
        }
        at += 1;
    }
    seen == names.len()
}

const fn same(bytes: &[u8], start: usize, end: usize, name: &str) -> bool {
    let name = name.as_bytes();
    let mut at = 0;
    while at < name.len() {
        if start + at >= end || bytes[start + at] != name[at] {
            return false;
        }
        at += 1;
    }
    start + at == end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_have_plain_parts_and_places() {
        let place = |name, form, capital| Part::Place { name, form, capital };
        let found: Vec<Part> = parts("{^who} takes {n:word} {piece:s}.").collect();
        let expected = [
            place("who", "", true),
            Part::Plain(" takes "),
            place("n", "word", false),
            Part::Plain(" "),
            place("piece", "s", false),
            Part::Plain("."),
        ];
        assert_eq!(found, expected);
        assert_eq!(parts("").count(), 0);
        assert_eq!(parts("a {b").last(), Some(place("b", "", false)));
        assert_eq!(names("{b:s} {^a} {b}"), ["b", "a"]);
    }

    #[test]
    fn arguments_fit_a_template_in_its_order() {
        assert!(fits("no place", &[]));
        assert!(fits("{^a:s} and {b}, {a}", &["a", "b"]));
        for names in [&["b", "a"][..], &["a"], &["a", "b", "c"], &["a", "bb"], &["a", ""]] {
            assert!(!fits("{^a:s} and {b}, {a}", names), "{names:?}");
        }
    }
}
