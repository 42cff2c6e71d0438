//! What people wrote, so that others can be shown it.

/// The longest title that is shown, in characters.
const MAX_TITLE: usize = 80;
/// So many marks may stand above or below one letter: those of the languages that need most.
const MARKS: usize = 3;

/// A person's text in one line, without what is not seen (control characters, and those that take no room or look like a space), what
/// turns the direction of writing, and heaps of marks that reach into other lines.
pub(crate) fn cleaned(text: &str) -> String {
    let mut marks = 0;
    let seen = text.chars().map(|c| if c.is_whitespace() || is_blank(c) { ' ' } else { c });
    let seen: String = seen
        .filter(|&c| {
            marks = if is_mark(c) { marks + 1 } else { 0 };
            !is_unseen(c) && marks <= MARKS
        })
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a game is called, as lists show it; `name` where nothing of its title can be seen.
pub(crate) fn title(text: &str, name: &str) -> String {
    let title = shortened(text, MAX_TITLE);
    if title.is_empty() { name.to_owned() } else { title }
}

/// The beginning of a text, in one line without what is not seen.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let text = cleaned(text);
    if text.chars().count() <= most { text } else { text.chars().take(most - 1).chain(['…']).collect() }
}

/// Characters that have no look of their own: controls, formats and directions (Unicode's Cc, Cf and `Default_Ignorable_Code_Point`),
/// what is for private use, and the rest that is no character.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}'
            | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Letters that look like a space.
fn is_blank(c: char) -> bool {
    matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

/// Marks that stand above, below or through the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{6d6}'..='\u{6dc}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{f71}'..='\u{f84}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_unseen_is_left() {
        let zalgo = format!("Z{}", "\u{301}".repeat(60));
        for (text, seen) in [
            ("\u{202e}gnp.exe\u{202c} evil", "gnp.exe evil"),
            ("a\u{200b}d\u{200b}min", "admin"),
            ("two\nlines\r\n and\tmore", "two lines and more"),
            ("\u{e0041}\u{e0042} tags", "tags"),
            ("a\0b", "ab"),
            ("RLM \u{61c} alm", "RLM alm"),
            ("\u{3164} a\u{2800}b", "a b"),
            (&zalgo, "Z\u{301}\u{301}\u{301}"),
            ("<img src=x>", "<img src=x>"),
            ("Sch\u{e4}fer \u{5c07}\u{68cb} \u{1f984}", "Sch\u{e4}fer \u{5c07}\u{68cb} \u{1f984}"),
        ] {
            assert_eq!(cleaned(text), seen, "{text:?}");
        }
        assert_eq!(title("\u{200b}\u{3164}", "mine"), "mine");
        assert_eq!(title(&"x".repeat(300), "mine").chars().count(), MAX_TITLE);
    }
}
