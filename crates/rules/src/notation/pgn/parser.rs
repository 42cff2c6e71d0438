//! One game from the tokens of a section.

use super::lexer::{Cursor, Fault, Lexer, Token};
use super::{Damage, Game, Line, MAX_DEPTH, MoveText, Node, Place};

/// The next game of a section, from `at` on. `None`: it holds no more. After damage `at` is of no use:
/// the section ends there.
pub(super) fn next_game(section: &[u8], at: &mut Cursor) -> Option<Result<Game, Damage>> {
    let mut lexer = Lexer::new(section, *at);
    let mut builder = Builder::default();
    let read = builder.read(&mut lexer);
    *at = lexer.at;
    match read {
        Ok(()) if builder.is_blank() => None,
        Ok(()) => Some(Ok(builder.finish())),
        Err(Fault { place, message }) => {
            let game = (!builder.is_blank()).then(|| Box::new(builder.finish()));
            Some(Err(Damage { place, message, game }))
        }
    }
}

/// A line being read.
#[derive(Default)]
struct Level {
    line: Line,
    /// Comments for the next move.
    pending: Vec<String>,
    /// Glyphs for the first move, which stand before it.
    glyphs: Vec<u8>,
    /// A move number has been read since the last move.
    numbered: bool,
    /// Where the variation was opened.
    opened: Place,
}

/// A game being read.
#[derive(Default)]
struct Builder {
    game: Game,
    main: Level,
    /// The variations that are open, each inside the one before.
    open: Vec<Level>,
}

impl Builder {
    /// Reads until the game ends; the lexer then stands before whatever belongs to the next.
    fn read(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Fault> {
        loop {
            let (place, token) = lexer.next()?;
            match token {
                Token::Tag(..) if !self.level().line.is_empty() || !self.open.is_empty() => {
                    return Err(Fault::new(
                        place,
                        "a tag stands among the moves; tags stand before the first move, or a result \
                         such as `*` must end the game before it",
                    ));
                }
                Token::Tag(name, value) => {
                    self.game.tag_places.push((name.clone(), place));
                    self.game.tags.push((name, value));
                }
                Token::Comment(text) if text.is_empty() => {}
                Token::Comment(text) => self.comment(text),
                Token::Open => self.open(place)?,
                Token::Close => self.close(place)?,
                Token::Nag(nag) => match self.level().line.last_mut() {
                    Some(node) => node.nags.push(nag),
                    // As in `($142 5. Nf3)`: it is about the move that follows.
                    None => self.level().glyphs.push(nag),
                },
                Token::Nothing => {}
                Token::Number => self.level().numbered = true,
                Token::Move(text) => self.play(text, place),
                Token::Result(_) if !self.open.is_empty() => {}
                Token::Result(result) => {
                    self.game.result = Some(result);
                    self.read_trailer(lexer);
                    return Ok(());
                }
                Token::End => {
                    return match self.open.last() {
                        Some(level) => Err(Fault::new(
                            level.opened,
                            "this variation is not closed; a `)` must end it before the game does",
                        )),
                        None => Ok(()),
                    };
                }
            }
        }
    }

    /// After a result: comments belong to this game if nothing follows them. Further results say nothing.
    fn read_trailer(&mut self, lexer: &mut Lexer<'_>) {
        let mut ours = lexer.at;
        let mut comments = Vec::new();
        let mut certain = 0;
        loop {
            match lexer.next() {
                Ok((_, Token::Comment(text))) if text.is_empty() => {}
                Ok((_, Token::Comment(text))) => comments.push(text),
                Ok((_, Token::Result(_))) => {
                    ours = lexer.at;
                    certain = comments.len();
                }
                Ok((_, Token::End)) => break,
                Ok(_) | Err(_) => {
                    lexer.at = ours;
                    comments.truncate(certain);
                    break;
                }
            }
        }
        for text in comments {
            self.comment(text);
        }
    }

    fn level(&mut self) -> &mut Level {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    fn comment(&mut self, text: String) {
        let main = self.open.is_empty();
        let level = self.level();
        match level.line.last_mut() {
            None if main && !level.numbered => self.game.comments.push(text),
            Some(node) if !level.numbered && node.variations.is_empty() => node.after.push(text),
            _ => level.pending.push(text),
        }
    }

    fn play(&mut self, text: MoveText, place: Place) {
        let level = self.level();
        let mut node = Node::new(text);
        node.place = Some(place);
        node.before = std::mem::take(&mut level.pending);
        node.nags = std::mem::take(&mut level.glyphs);
        level.line.push(node);
        level.numbered = false;
    }

    fn open(&mut self, place: Place) -> Result<(), Fault> {
        if self.open.len() == MAX_DEPTH {
            return Err(Fault::new(
                place,
                format!("a variation nests too deep; at most {MAX_DEPTH} may be open"),
            ));
        }
        let level = self.level();
        level.numbered = false;
        match level.line.last_mut() {
            Some(node) => node.after.append(&mut level.pending),
            None => {
                return Err(Fault::new(
                    place,
                    "a variation stands before any move; it must follow the move that it replaces",
                ));
            }
        }
        self.open.push(Level { opened: place, ..Level::default() });
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), Fault> {
        if self.open.is_empty() {
            return Err(Fault::new(place, "this `)` closes no variation; a variation starts with `(`"));
        }
        self.close_innermost();
        Ok(())
    }

    /// Gives the innermost variation to the move that it replaces.
    fn close_innermost(&mut self) {
        let Some(mut level) = self.open.pop() else { return };
        let parent = self.level();
        // A variation is opened only where there is a move.
        let Some(replaced) = parent.line.last_mut() else { return };
        match level.line.last_mut() {
            Some(last) => {
                last.after.append(&mut level.pending);
                replaced.variations.push(level.line);
            }
            None => {
                replaced.after.append(&mut level.pending);
                replaced.after.extend(told(&level.glyphs));
            }
        }
    }

    /// Whether nothing has been read that makes a game.
    fn is_blank(&self) -> bool {
        let Self { game, main, .. } = self;
        game.tags.is_empty() && game.result.is_none() && main.line.is_empty()
    }

    fn finish(mut self) -> Game {
        while !self.open.is_empty() {
            self.close_innermost();
        }
        let Level { mut line, mut pending, glyphs, .. } = self.main;
        match line.last_mut() {
            Some(last) => last.after.append(&mut pending),
            None => {
                self.game.comments.append(&mut pending);
                self.game.comments.extend(told(&glyphs));
            }
        }
        self.game.line = line;
        self.game
    }
}

/// Glyphs that no move follows, as a comment.
fn told(glyphs: &[u8]) -> Option<String> {
    let glyphs: Vec<String> = glyphs.iter().map(|glyph| format!("${glyph}")).collect();
    (!glyphs.is_empty()).then(|| glyphs.join(" "))
}
