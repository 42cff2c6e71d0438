//! Lists in parentheses, with the lines that they stand on.

use crate::ImportError;

/// The deepest that lists may stand in lists.
const MAX_DEPTH: usize = 64;
/// The most words and lists of a file.
const MAX_NODES: usize = 200_000;

/// A word, a text in quotes or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// Where it stands, from 1; of what a macro says, where the macro is called.
    pub line: usize,
    pub kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word(String),
    Text(String),
    List(Vec<Node>),
}

impl Node {
    /// The word that it is.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The word or the text in quotes that it is.
    pub(super) fn said(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(text) | Kind::Text(text) => Some(text),
            Kind::List(_) => None,
        }
    }

    /// What stands in the list that it is.
    pub(super) fn list(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// The word that the list begins with, and what follows.
    pub(super) fn call(&self) -> Option<(&str, &[Node])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.word()?, rest))
    }

    /// How it is shown to people, shortly and on one line.
    pub(super) fn shown(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out = out.replace(char::is_control, " ");
        if out.chars().count() > 60 {
            out = out.chars().take(57).collect::<String>() + "...";
        }
        out
    }

    fn write(&self, out: &mut String) {
        if out.len() > 240 {
            return;
        }
        match &self.kind {
            Kind::Word(word) => out.push_str(word),
            Kind::Text(text) => {
                out.push('"');
                out.push_str(text);
                out.push('"');
            }
            Kind::List(nodes) => {
                out.push('(');
                for (at, node) in nodes.iter().enumerate() {
                    if at > 0 {
                        out.push(' ');
                    }
                    node.write(out);
                }
                out.push(')');
            }
        }
    }
}

/// Whether a text has the lists of a rule file.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start();
        ["(game", "(define", "(variant", "(version", "(include"].iter().any(|head| {
            line.strip_prefix(head)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '(', '"']))
        })
    };
    text.lines().any(begins)
}

/// Reads all lists of a text.
pub(super) fn read(text: &str) -> Result<Vec<Node>, ImportError> {
    let mut open: Vec<(usize, Vec<Node>)> = vec![(1, Vec::new())];
    let mut line = 1;
    let mut count = 0;
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        let begun = line;
        let kind = match c {
            '\n' => {
                line += 1;
                None
            }
            c if c.is_whitespace() => None,
            ';' => {
                taken = rest.find('\n').unwrap_or(rest.len());
                None
            }
            '(' => {
                if open.len() > MAX_DEPTH {
                    return Err(ImportError::new(
                        Some(line),
                        format!("more than {MAX_DEPTH} lists in one another"),
                    ));
                }
                open.push((line, Vec::new()));
                None
            }
            ')' => {
                let (begun, nodes) = open.pop().expect("one is always open");
                let Some((_, outer)) = open.last_mut() else {
                    return Err(ImportError::new(Some(line), "a `)` that closes nothing"));
                };
                outer.push(Node { line: begun, kind: Kind::List(nodes) });
                None
            }
            '"' => {
                let Some(end) = rest[1..].find('"') else {
                    return Err(ImportError::new(Some(line), "a text in quotes that does not end"));
                };
                taken = end + 2;
                let text = &rest[1..=end];
                line += text.matches('\n').count();
                Some(Kind::Text(text.to_owned()))
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';');
                taken = rest.find(ends).unwrap_or(rest.len());
                Some(Kind::Word(rest[..taken].to_owned()))
            }
        };
        count += usize::from(kind.is_some() || c == '(');
        if count > MAX_NODES {
            return Err(ImportError::new(Some(line), format!("more than {MAX_NODES} words")));
        }
        if let Some(kind) = kind {
            open.last_mut().expect("one is always open").1.push(Node { line: begun, kind });
        }
        rest = &rest[taken..];
    }
    match open.len() {
        1 => Ok(open.remove(0).1),
        _ => {
            let begun = open.last().map(|(line, _)| *line);
            Err(ImportError::new(begun, "a list that begins here is not closed by `)`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_texts_and_words_know_their_lines() {
        let nodes = read("(a \"b\nc\" ; no (\n  (d$1))\ne").unwrap();
        assert_eq!(nodes.len(), 2);
        assert_eq!(nodes[0].shown(), "(a \"b c\" (d$1))");
        assert_eq!(nodes[0].list().unwrap()[2].line, 3);
        assert_eq!((nodes[1].word(), nodes[1].line), (Some("e"), 4));
    }

    #[test]
    fn what_does_not_close_is_told_where_it_begins() {
        for (text, said) in [
            ("(a\n(b", "line 2: a list"),
            ("(a))", "line 1: a `)`"),
            ("(a\n\"b", "line 2: a text"),
            (&"(".repeat(100), "line 1: more than 64 lists"),
            (&"a ".repeat(MAX_NODES + 1), "words"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(said), "{said}");
        }
    }
}
