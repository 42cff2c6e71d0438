//! Rows of a suite: positions with a forced win, for an engine to find.
//!
//! A file has a line of names, then rows of fields divided by tabs; lines that begin with `#` are for
//! people. The fields are those of [`Row`], in its order.

use std::fmt;

use berolina_rules::definition::KingLoss;
use berolina_rules::geometry::Table as _;
use berolina_rules::position::{Manner, Origin};
use berolina_rules::tables::KindState;
use berolina_rules::{Library, Move, Position, Variant, visit};

use crate::proof::wins::Proof;

/// The first line of a file.
pub const HEADER: &str = "variant\tfen\tmoves\tplies\tkeys\tnodes\ttags";

/// A position with a forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The game with its options.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The player to move wins in so many moves, as people count a mate.
    pub moves: u32,
    /// The same in plies.
    pub plies: u32,
    /// Every first move that wins in so many plies, in SAN, divided by spaces.
    pub keys: Vec<String>,
    /// Within how many nodes the engine must find it; `None` (`-`) while that is asked of no engine.
    pub nodes: Option<u64>,
    /// What the key and the end are, in words divided by spaces: see [`tags`].
    pub tags: Vec<String>,
}

impl Row {
    /// The row of a proven win, as yet without a limit of nodes.
    #[must_use]
    pub fn new(position: &Position, proof: &Proof) -> Self {
        let mut keys: Vec<String> = proof.keys.iter().map(|&mv| position.san(mv)).collect();
        keys.sort();
        Self {
            variant: position.variant().definition().full_name(),
            fen: position.fen(),
            moves: proof.plies.div_ceil(2),
            plies: proof.plies,
            keys,
            nodes: None,
            tags: tags(position, proof),
        }
    }

    /// Reads the rows of a file.
    ///
    /// # Errors
    /// One line that says which line of the file is no row, and why.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let lines = text.lines().enumerate().skip(1).filter(|(_, line)| !line.starts_with('#'));
        lines.map(|(at, line)| Self::parse(line).map_err(|why| format!("line {}: {why}", at + 1))).collect()
    }

    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, moves, plies, keys, nodes, tags] = fields[..] else {
            return Err(format!("{} fields, not seven divided by tabs", fields.len()));
        };
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        Ok(Self {
            variant: variant.to_owned(),
            fen: fen.to_owned(),
            moves: number(moves)?,
            plies: number(plies)?,
            keys: words(keys),
            nodes: if nodes == "-" {
                None
            } else {
                Some(nodes.parse().map_err(|_| format!("`{nodes}` is not a number of nodes or -"))?)
            },
            tags: words(tags),
        })
    }

    /// The position of the row.
    ///
    /// # Errors
    /// One line that says why there is no such game or position.
    pub fn position(&self, library: &Library) -> Result<Position, String> {
        let variant = Variant::load(library, &self.variant).map_err(|e| format!("{}: {e}", self.variant))?;
        Position::from_fen(&variant, &self.fen).map_err(|e| format!("{} {}: {e}", self.variant, self.fen))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, fen, moves, plies, .. } = self;
        let nodes = self.nodes.map_or("-".to_owned(), |n| n.to_string());
        let (keys, tags) = (self.keys.join(" "), self.tags.join(" "));
        write!(f, "{variant}\t{fen}\t{moves}\t{plies}\t{keys}\t{nodes}\t{tags}")
    }
}

/// What there is to say of a win.
///
/// - How it ends: `king-captured`, `checkmate`, `stalemate`, `goal-reached`, `bare-king`,
///   `royals-lost`, `check-count`, `claim`.
/// - Whether it has one key only: `unique`.
/// - What the key (the first of several) is: `placing` (a piece is placed before anything has moved),
///   `drop`, `entry`, `castling`, `en-passant`, `leap-capture`, `first-move` (of a piece that has another
///   way to move first), `promotion`, `underpromotion` (not to the strongest piece on offer), `limited` (not
///   every piece of the rules is on offer), `in-place`, `capture`, `creation` (a capture leaves a new
///   piece behind), `attack` (of the enemy king), `quiet` (none of these).
/// - `attacked`: the player's own king stands attacked and need not move, or steps out of check.
/// - `king-may-be-taken` where the other king is lost by capture and `king-may-be-mated` where by checkmate, in
///   games where the players' kings are lost differently.
/// - `for-NAME`: the winner's army, in games with armies.
#[must_use]
pub fn tags(position: &Position, proof: &Proof) -> Vec<String> {
    let mut tags = vec![end(position, proof)];
    if proof.keys.len() == 1 {
        tags.push("unique");
    }
    let before = tags.len();
    let key = proof.keys[0];
    key_tags(position, key, &mut tags);
    if tags.len() == before {
        tags.push("quiet");
    }
    if position.is_check() {
        tags.push("attacked");
    }
    let definition = position.variant().definition();
    let [us, them] = [position.turn(), position.turn().other()].map(|c| &definition.players[c.index()]);
    if us.king_lost_by != them.king_lost_by {
        tags.push(match them.king_lost_by {
            KingLoss::Capture => "king-may-be-taken",
            KingLoss::Checkmate => "king-may-be-mated",
        });
    }
    let army = us.army.iter().map(|name| format!("for-{name}"));
    tags.into_iter().map(str::to_owned).chain(army).collect()
}

fn end(position: &Position, proof: &Proof) -> &'static str {
    let last = proof.line.iter().fold(position.clone(), |position, &mv| position.play_unchecked(mv));
    last.outcome().map_or("claim", |outcome| outcome.reason.name())
}

fn key_tags(position: &Position, key: Move, tags: &mut Vec<&'static str>) {
    let after = position.play_unchecked(key);
    let mut tag_if = |holds: bool, tag| {
        if holds {
            tags.push(tag);
        }
    };
    tag_if(position.is_placing(), "placing");
    let effect = position.effect(key);
    tag_if(matches!(effect.manner, Manner::Drop(_)) && !position.is_placing(), "drop");
    tag_if(matches!(effect.manner, Manner::Entry(_)), "entry");
    tag_if(matches!(effect.manner, Manner::Castling(_)), "castling");
    tag_if(matches!(effect.manner, Manner::EnPassant(_)), "en-passant");
    tag_if(matches!(effect.manner, Manner::Over(_) | Manner::Through(_)), "leap-capture");
    tag_if(is_first_move(position, key), "first-move");
    if let Some(kind) = key.promotion() {
        let legal = position.legal_moves();
        let choices = legal.iter().filter(|mv| mv.from() == key.from() && mv.to() == key.to());
        let choices: Vec<_> = choices.filter_map(|mv| mv.promotion()).collect();
        tag_if(true, "promotion");
        tag_if(choices.iter().any(|&other| other < kind), "underpromotion");
        tag_if(choices.len() < promotions(position, key), "limited");
        tag_if(key.from() == key.to(), "in-place");
    }
    let captures = !effect.taken.is_empty();
    tag_if(captures, "capture");
    tag_if(effect.filled.iter().any(|arrival| arrival.from == Origin::Created), "creation");
    tag_if(after.king_attacked(after.turn()), "attack");
}

/// Whether a move is made by a piece that has another way to move later.
fn is_first_move(position: &Position, key: Move) -> bool {
    let kinds = position.variant().kinds();
    position.piece_at(key.from()).is_some_and(|(kind, _)| {
        let info = kinds[usize::from(kind)];
        let has_later = kinds.iter().any(|k| k.piece == info.piece && k.state == KindState::Moved);
        info.state == KindState::Base && has_later && !matches!(key.manner(), Manner::Castling(_))
    })
}

/// How many kinds the rules let the piece promote to, if there were no limits.
fn promotions(position: &Position, key: Move) -> usize {
    let Some((kind, color)) = position.piece_at(key.from()) else { return 0 };
    let kinds = visit!(position.variant().tables(), |tables| {
        *tables.side(color).promotes_to.at(usize::from(kind))
    });
    kinds.count() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::wins::wins_in;

    fn row(name: &str, fen: &str) -> Row {
        let variant = Variant::load(&Library::shipped(), name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let position = Position::from_fen(&variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        Row::new(&position, &wins_in(&position, 5).expect("a win"))
    }

    #[test]
    fn tags_say_what_the_key_and_the_end_are() {
        let tags = |name, fen| row(name, fen).tags.join(" ");
        let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        assert_eq!(tags("chess", morphy), "checkmate unique quiet");
        // A queen would leave no move.
        let rook = "8/5P1k/5K2/8/8/8/8/8 w - - 0 1";
        assert_eq!(tags("chess", rook), "checkmate unique promotion underpromotion");
        let taken = "4r1k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
        let mixed = "near-vs-normal:near-wins-by=checkmate";
        assert_eq!(tags(mixed, taken), "king-captured unique capture king-may-be-taken for-normal");
        let bared = "k7/8/8/8/8/1r6/2K5/7R w - - 0 1";
        assert_eq!(tags("shatranj", bared), "bare-king unique capture");
        let created = "1q2R3/4k1P1/Q7/8/7K/8/8/8 w - - 0 1 -";
        assert_eq!(tags("forward", created), "checkmate unique capture creation");
    }

    #[test]
    fn a_row_is_read_as_it_is_written() {
        let mut row = row("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
        for nodes in [None, Some(20_000)] {
            row.nodes = nodes;
            let text = format!("{HEADER}\n# a comment\n{row}\n");
            assert_eq!(Row::read(&text), Ok(vec![row.clone()]));
        }
        let fault = Row::read("names\nchess\t8/8\t2\n").unwrap_err();
        assert_eq!(fault, "line 2: 3 fields, not seven divided by tabs");
        let fault = Row::read("names\nchess\t8/8\ttwo\t3\tRa6\t-\tquiet\n").unwrap_err();
        assert_eq!(fault, "line 2: `two` is not a number");
    }
}
