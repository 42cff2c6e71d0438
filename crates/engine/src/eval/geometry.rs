//! Sets of squares that the evaluation looks up, made once for each game.

use berolina_rules::geometry::{Color, Shape, Size, Square, Table, Word};
use berolina_rules::tables::{Kind, Tables};

/// Farther than any distance counted.
pub(super) const FAR: u8 = u8::MAX;

/// What depends on the board alone.
pub(super) struct Board<S: Size> {
    pub(super) shape: Shape,
    /// The file of each square, without division.
    pub(super) file: S::BySquare<u8>,
    /// By colour and square: the rank as the player counts it; on hexagons those of two files differ for the players.
    pub(super) rank: [S::BySquare<u8>; 2],
    /// The squares of each file, by its number.
    pub(super) files: S::BySquare<S::Word>,
    /// The squares of a square's file.
    pub(super) column: S::BySquare<S::Word>,
    /// By colour and square: the squares of the file and of ranks ahead of the square.
    pub(super) ahead: [S::BySquare<S::Word>; 2],
    /// By colour and square: the squares on ranks ahead of the square's and on its own rank.
    pub(super) onward: [S::BySquare<S::Word>; 2],
    /// The squares of neighbouring files.
    pub(super) beside_files: S::BySquare<S::Word>,
    /// By colour and square: the neighbours on the same rank.
    pub(super) beside: [S::BySquare<S::Word>; 2],
    /// A king's zone: three by three squares, those of a king on the edge moved inwards.
    pub(super) zone: S::BySquare<S::Word>,
    /// By colour: the half of the board's files that is around a king's.
    pub(super) flank: [S::BySquare<S::Word>; 2],
    /// By colour: its own side of the board, up to just beyond the middle.
    pub(super) camp: [S::Word; 2],
    /// By colour: where it is good to have room, in the middle of the ranks behind the foremost pawns.
    pub(super) room: [S::Word; 2],
    /// The squares of a square's colour.
    pub(super) alike: S::BySquare<S::Word>,
    /// Distance in king's steps.
    pub(super) distance: Vec<S::BySquare<u8>>,
    /// Distance from the edge.
    pub(super) inward: S::BySquare<u8>,
}

/// The set of the squares that pass a test.
pub(super) fn squares<W: Word>(shape: Shape, test: impl Fn(Square) -> bool) -> W {
    shape.iter().filter(|&s| test(s)).fold(W::EMPTY, |set, s| set | W::bit(s))
}

/// The cells of each file by its number, which need be no cell's index.
fn files<S: Size>(shape: Shape) -> S::BySquare<S::Word> {
    let mut table = S::BySquare::filled(S::Word::EMPTY);
    for file in 0..shape.files() {
        *table.at_mut(usize::from(file)) = squares(shape, |square| shape.file(square) == file);
    }
    table
}

/// A table of sets made square by square.
fn by_square<S: Size, T>(shape: Shape, empty: T, make: impl Fn(Square) -> T) -> S::BySquare<T>
where
    T: Copy + Send + Sync + std::fmt::Debug + PartialEq + Eq + 'static,
{
    let mut table = S::BySquare::filled(empty);
    for square in shape.iter() {
        *table.at_mut(square.index()) = make(square);
    }
    table
}

impl<S: Size> Board<S> {
    pub(super) fn new(shape: Shape) -> Self {
        let file = |s: Square| shape.file(s);
        let rank = |color: Color, s: Square| shape.rank(shape.relative(color, s));
        let none = S::Word::EMPTY;
        let neighbours = |a: Square, b: Square| {
            let apart = file(b).abs_diff(file(a));
            apart == 1 || (shape.is_cylinder() && apart + 1 == shape.files())
        };
        Self {
            shape,
            file: by_square::<S, _>(shape, 0, file),
            rank: Color::ALL.map(|c| by_square::<S, _>(shape, 0, |s| rank(c, s))),
            files: files::<S>(shape),
            column: by_square::<S, _>(shape, none, |a| squares(shape, |b| file(b) == file(a))),
            ahead: Color::ALL.map(|c| {
                by_square::<S, _>(shape, none, |a| {
                    squares(shape, |b| file(b) == file(a) && rank(c, b) > rank(c, a))
                })
            }),
            onward: Color::ALL
                .map(|c| by_square::<S, _>(shape, none, |a| squares(shape, |b| rank(c, b) >= rank(c, a)))),
            beside_files: by_square::<S, _>(shape, none, |a| squares(shape, |b| neighbours(a, b))),
            beside: Color::ALL.map(|c| {
                by_square::<S, _>(shape, none, |a| {
                    squares(shape, |b| neighbours(a, b) && rank(c, a) == rank(c, b))
                })
            }),
            zone: by_square::<S, _>(shape, none, |a| {
                squares(shape, |b| shape.distance(shape.inner(a), b) <= 1 || a == b)
            }),
            flank: Color::ALL.map(|c| {
                let file = |s| file(shape.relative(c, s));
                by_square::<S, _>(shape, none, |a| {
                    let width = (shape.files() / 2).max(1);
                    let first = file(a).saturating_sub(width / 2).min(shape.files() - width);
                    squares(shape, |b| (first..first + width).contains(&file(b)))
                })
            }),
            camp: Color::ALL.map(|c| squares(shape, |s| 8 * rank(c, s) < 5 * shape.ranks())),
            room: Color::ALL.map(|c| {
                let edge = shape.files() / 4;
                squares(shape, |s| {
                    (1..=3).contains(&rank(c, s)) && (edge..shape.files() - edge).contains(&file(s))
                })
            }),
            alike: by_square::<S, _>(shape, none, |a| squares(shape, |b| shape.color(b) == shape.color(a))),
            distance: shape
                .indices()
                .map(|a| by_square::<S, _>(shape, 0, |b| shape.distance(a, b)))
                .collect(),
            inward: by_square::<S, _>(shape, 0, |s| shape.inward(s)),
        }
    }

    #[inline(always)]
    pub(super) fn distance(&self, a: Square, b: Square) -> i32 {
        i32::from(*self.distance[a.index()].at(b.index()))
    }
}

/// Where a kind may step without capturing, on the empty board.
pub(super) fn quiet<S: Size>(tables: &Tables<S>, color: Color, kind: Kind, square: Square) -> S::Word {
    let mask = &tables.side(color).masks[usize::from(kind)];
    let i = square.index();
    *mask.quiet_leap.at(i) | *mask.quiet_orthogonal.at(i) | *mask.quiet_diagonal.at(i)
}

/// For each square the moves that a piece needs to one of `targets` on the empty board; [`FAR`] if it never
/// gets there.
pub(super) fn distances<S: Size>(
    tables: &Tables<S>,
    color: Color,
    kind: Kind,
    targets: S::Word,
) -> S::BySquare<u8> {
    let mut moves = S::BySquare::filled(FAR);
    let mut reached = targets;
    for square in targets.iter() {
        *moves.at_mut(square.index()) = 0;
    }
    for n in 1..FAR {
        let mut found = S::Word::EMPTY;
        for square in (tables.all & !reached).iter() {
            if !(quiet(tables, color, kind, square) & reached).is_empty() {
                found |= S::Word::bit(square);
                *moves.at_mut(square.index()) = n;
            }
        }
        if found.is_empty() {
            break;
        }
        reached |= found;
    }
    moves
}

/// For each square those that a kind can come to by moves without capture on the empty board.
pub(super) fn paths<S: Size>(tables: &Tables<S>, color: Color, kind: Kind) -> S::BySquare<S::Word> {
    by_square::<S, _>(tables.shape, S::Word::EMPTY, |from| {
        let mut found = S::Word::EMPTY;
        let mut open = quiet(tables, color, kind, from);
        while !open.is_empty() {
            let square = open.first();
            open = open.without_first();
            if !found.has(square) {
                found |= S::Word::bit(square);
                open |= quiet(tables, color, kind, square) & !found;
            }
        }
        found
    })
}
