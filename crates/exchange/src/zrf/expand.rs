//! Macros: `(define name ...)` says what `(name a b)` stands for.

use std::collections::BTreeMap;

use super::read::{Kind, Node};
use crate::ImportError;

/// How deep macros may call macros.
const MAX_DEPTH: usize = 24;
/// The most words that all macros of a file may come to.
const MAX_NODES: usize = 400_000;

/// The longest word that a macro may make.
const MAX_WORD: usize = 200;

/// What was defined so far.
#[derive(Default)]
pub(super) struct Macros {
    known: BTreeMap<String, Vec<Node>>,
    written: usize,
}

impl Macros {
    /// Remembers a `(define name ...)`; a later one of the same name counts instead.
    pub(super) fn define(&mut self, line: usize, what: &[Node]) -> Result<(), ImportError> {
        let Some((name, body)) = what.split_first().and_then(|(first, rest)| Some((first.word()?, rest)))
        else {
            return Err(ImportError::new(Some(line), "`define` needs a name: (define name ...)"));
        };
        self.known.insert(name.to_owned(), body.to_vec());
        Ok(())
    }

    /// A list with what its macros stand for.
    pub(super) fn expand(&mut self, nodes: &[Node]) -> Result<Vec<Node>, ImportError> {
        let mut out = Vec::new();
        for node in nodes {
            self.one(node, node.line, 0, &mut out)?;
        }
        Ok(out)
    }

    fn one(
        &mut self,
        node: &Node,
        line: usize,
        depth: usize,
        out: &mut Vec<Node>,
    ) -> Result<(), ImportError> {
        if depth > MAX_DEPTH {
            return Err(ImportError::new(Some(line), "the macros call one another too deeply"));
        }
        self.count(1, line)?;
        let line = if depth > 0 { line } else { node.line };
        let Some(list) = node.list() else {
            out.push(Node { line, kind: node.kind.clone() });
            return Ok(());
        };
        let called = node.call().and_then(|(name, given)| Some((self.known.get(name)?.clone(), given)));
        if let Some((body, given)) = called {
            for part in &body {
                for part in self.filled(part, given, line)? {
                    self.one(&part, line, depth + 1, out)?;
                }
            }
            return Ok(());
        }
        let mut inner = Vec::new();
        for node in list {
            self.one(node, line, depth, &mut inner)?;
        }
        out.push(Node { line, kind: Kind::List(inner) });
        Ok(())
    }

    /// Counts words before they are written.
    fn count(&mut self, words: usize, line: usize) -> Result<(), ImportError> {
        self.written += words;
        match self.written > MAX_NODES {
            true => Err(ImportError::new(Some(line), "the macros come to too many words")),
            false => Ok(()),
        }
    }

    /// A part of a macro with what was given for `$1` to `$9`; what was not given is nothing.
    fn filled(&mut self, node: &Node, given: &[Node], line: usize) -> Result<Vec<Node>, ImportError> {
        match &node.kind {
            Kind::Word(word) if word.contains('$') => {
                let number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=9).contains(n));
                if let Some(n) = word.strip_prefix('$').and_then(number) {
                    let Some(one) = given.get(n - 1) else { return Ok(Vec::new()) };
                    self.count(size(one), line)?;
                    return Ok(vec![one.clone()]);
                }
                let mut text = word.clone();
                for n in (1..=9).rev() {
                    let said = given.get(n - 1).and_then(Node::said).unwrap_or("");
                    let mark = format!("${n}");
                    if text.len() + said.len() * text.matches(&mark).count() > MAX_WORD {
                        let message = format!("a macro makes a word of more than {MAX_WORD} characters");
                        return Err(ImportError::new(Some(line), message));
                    }
                    text = text.replace(&mark, said);
                }
                Ok(vec![Node { line, kind: Kind::Word(text) }])
            }
            Kind::List(nodes) => {
                let mut inner = Vec::new();
                for node in nodes {
                    inner.extend(self.filled(node, given, line)?);
                }
                Ok(vec![Node { line, kind: Kind::List(inner) }])
            }
            _ => {
                self.count(1, line)?;
                Ok(vec![node.clone()])
            }
        }
    }
}

/// How many words and lists there are.
fn size(node: &Node) -> usize {
    1 + node.list().map_or(0, |nodes| nodes.iter().map(size).sum())
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;

    fn expanded(text: &str) -> Result<String, String> {
        let mut macros = Macros::default();
        let mut out = Vec::new();
        for node in read(text).unwrap() {
            match node.call() {
                Some(("define", what)) => macros.define(node.line, what).map_err(|e| e.to_string())?,
                _ => out.extend(macros.expand(&[node]).map_err(|e| e.to_string())?),
            }
        }
        Ok(out.iter().map(Node::shown).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn macros_are_filled_in_also_within_words_and_one_in_another() {
        assert_eq!(expanded("(define a x $1 line-$2) (p (a (q r) 5))").unwrap(), "(p x (q r) line-5)");
        assert_eq!(expanded("(define a (b $1) z) (define b (c $1)) (a 1)").unwrap(), "(c 1) z");
        assert_eq!(expanded("(define a $1 $2) (a 1)").unwrap(), "1");
        assert_eq!(expanded("(define a 1) (define a 2) a (a)").unwrap(), "a 2");
    }

    #[test]
    fn macros_that_do_not_end_are_refused() {
        assert!(expanded("(define a (a))\n(a)").unwrap_err().contains("line 2: the macros call"));
        let many = (1..9).fold("(define a0 x x x x x x)".to_owned(), |all, n| {
            let before = format!("(a{}) ", n - 1);
            format!("{all} (define a{n} {})", before.repeat(9))
        });
        assert!(expanded(&format!("{many} (a8)")).unwrap_err().contains("too many words"));
        assert!(expanded("(define)").unwrap_err().contains("needs a name"));
    }
}
