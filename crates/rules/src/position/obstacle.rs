//! What keeps an arrangement from being looked at as a game that goes on: more than FEN refuses.

use std::fmt;
use std::sync::Arc;

use super::outcome::Outcome;
use super::position::Position;
use super::setup::{Setup, SetupFault};
use crate::definition::PieceId;
use crate::geometry::{Color, Size, Square, SquareSet, Table, Word};
use crate::tables::{FARTHEST, Kind, Side, Tables};
use crate::variant::Variant;
use crate::visit;

/// Why nobody can play on from an arrangement. A finished game has such positions too, so FEN takes most of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It is no position of the game.
    Fault(SetupFault),
    /// A player has lost the king.
    NoKing(Color),
    /// Pieces stand on ranks to which no piece of their kind can ever come: the piece's name, whose, and where.
    Stranded(String, Color, SquareSet),
    /// With what is in hand there are more pieces than the game has: of one player, or of both where what is captured
    /// changes sides; how many, and how many there can be.
    Crowd(Option<Color>, usize, usize),
    /// The game is over.
    Over(Outcome),
}

impl Obstacle {
    /// What kind of obstacle it is, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Fault(SetupFault::NoKings) => "no-kings",
            Self::Fault(SetupFault::Kings(..)) => "kings",
            Self::Fault(SetupFault::LeftInCheck(_)) => "left-in-check",
            Self::Fault(SetupFault::Hole(_)) => "hole",
            Self::Fault(SetupFault::Blockers(_)) => "blockers",
            Self::Fault(SetupFault::Hand(..)) => "hand",
            Self::Fault(SetupFault::Lost(..) | SetupFault::TooFew(..)) => "no-king",
            Self::Fault(SetupFault::Unpromoted(..) | SetupFault::Foreign(..)) => "stranded",
            Self::Fault(SetupFault::Castling(..)) => "castling",
            Self::NoKing(_) => "no-king",
            Self::Stranded(..) => "stranded",
            Self::Crowd(..) => "crowd",
            Self::Over(_) => "over",
        }
    }

    /// The player whom it is about, if it is about one.
    #[must_use]
    pub const fn color(&self) -> Option<Color> {
        match self {
            Self::Fault(
                SetupFault::Kings(color, _)
                | SetupFault::LeftInCheck(color)
                | SetupFault::Hand(color, ..)
                | SetupFault::Lost(color, _)
                | SetupFault::TooFew(color, ..)
                | SetupFault::Unpromoted(color, ..)
                | SetupFault::Foreign(color, ..)
                | SetupFault::Castling(color, ..),
            )
            | Self::NoKing(color)
            | Self::Stranded(_, color, _) => Some(*color),
            Self::Crowd(color, ..) => *color,
            Self::Fault(SetupFault::NoKings | SetupFault::Hole(_) | SetupFault::Blockers(_))
            | Self::Over(_) => None,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::NoKing(color) => write!(f, "{} has no king", color.name()),
            Self::Stranded(piece, color, squares) => {
                let them = if squares.len() == 1 { "it stands" } else { "they stand" };
                write!(f, "no {piece} of {}'s can ever come to the rank where {them}", color.name())
            }
            Self::Crowd(Some(color), n, most) => {
                write!(f, "{} has {n} pieces with those in hand; the game has {most}", color.name())
            }
            Self::Crowd(None, n, most) => {
                write!(f, "there are {n} pieces with those in hand; the game has {most}")
            }
            Self::Over(_) => f.write_str("the game is over here"),
        }
    }
}

impl Setup {
    /// Everything that keeps this from being a position in which play goes on.
    ///
    /// ```
    /// # use berolina_rules::{Library, Setup, Variant};
    /// let chess = Variant::load(&Library::shipped(), "chess")?;
    /// let said = |fen| {
    ///     let found = Setup::from_fen(&chess, fen).unwrap().obstacles(&chess);
    ///     found.iter().map(|obstacle| obstacle.code()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(said("4k3/8/8/8/8/8/8/P3K3 w - - 0 1"), ["stranded"]);
    /// assert_eq!(said("4k3/8/8/8/8/8/P7/8 w - - 0 1"), ["no-king"]);
    /// assert_eq!(said("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), ["over"]);
    /// # Ok::<(), berolina_rules::LoadError>(())
    /// ```
    ///
    /// # Panics
    /// If the board or a hand has not the size that [`Setup::empty`] gives it.
    #[must_use]
    pub fn obstacles(&self, variant: &Arc<Variant>) -> Vec<Obstacle> {
        let mut found: Vec<Obstacle> = match self.position(variant) {
            Err(faults) => faults.into_iter().map(Obstacle::Fault).collect(),
            Ok(_) => Vec::new(),
        };
        let position = Position::arranged(variant, self);
        if !found.contains(&Obstacle::Fault(SetupFault::NoKings)) {
            let lost = |&color: &Color| visit!(position.sized(), |p| p.state().has_lost(p.tables(), color));
            found.extend(Color::ALL.into_iter().filter(lost).map(Obstacle::NoKing));
        }
        found.extend(self.stranded(variant));
        found.extend(self.crowd(variant));
        if found.is_empty() {
            found.extend(position.outcome().map(Obstacle::Over));
        }
        found
    }

    /// The squares that an obstacle is about.
    #[must_use]
    pub fn squares_of(&self, variant: &Variant, obstacle: &Obstacle) -> SquareSet {
        match obstacle {
            Obstacle::Fault(SetupFault::Kings(color, _) | SetupFault::LeftInCheck(color)) => {
                let royal = |(_, kind, owner): &(Square, Kind, Color)| {
                    owner == color && variant.definition().is_royal(*color, variant.piece_of(*kind))
                };
                self.standing().filter(royal).map(|(square, ..)| square).collect()
            }
            Obstacle::Stranded(_, _, squares) => *squares,
            Obstacle::Fault(SetupFault::Blockers(_)) => self.blockers,
            &Obstacle::Fault(SetupFault::Hole(index)) => [Square(index as u8)].into_iter().collect(),
            _ => SquareSet::EMPTY,
        }
    }

    pub(super) fn standing(&self) -> impl Iterator<Item = (Square, Kind, Color)> {
        let cells = self.board.iter().enumerate();
        cells.filter_map(|(i, cell)| cell.map(|(kind, color)| (Square(i as u8), kind, color)))
    }

    fn stranded(&self, variant: &Variant) -> Vec<Obstacle> {
        let definition = variant.definition();
        let shape = variant.shape();
        let reach: [Vec<SquareSet>; 2] = Color::ALL.map(|color| {
            visit!(variant.tables(), |tables| reach(tables, variant, color)
                .iter()
                .map(|w| w.to_set())
                .collect())
        });
        let mut found = Vec::new();
        for color in Color::ALL {
            for (id, piece) in definition.numbered() {
                let reached = reach[color.index()][id.index()];
                let stranded = |(square, kind, owner): &(Square, Kind, Color)| {
                    let rank = shape.rank(*square);
                    *owner == color
                        && variant.piece_of(*kind) == id
                        && !reached.is_empty()
                        && reached.iter().all(|other| shape.rank(other) != rank)
                };
                let squares: SquareSet =
                    self.standing().filter(stranded).map(|(square, ..)| square).collect();
                if !squares.is_empty() {
                    found.push(Obstacle::Stranded(piece.name.replace('-', " "), color, squares));
                }
            }
        }
        found
    }

    fn crowd(&self, variant: &Variant) -> Vec<Obstacle> {
        let definition = variant.definition();
        let count = |setup: &Self, color: Color| {
            let held: usize = setup.hands[color.index()].iter().map(|&n| usize::from(n)).sum();
            (held, held + setup.standing().filter(|(.., owner)| *owner == color).count())
        };
        let now = Color::ALL.map(|color| count(self, color));
        let start = Self::start(variant);
        let most = Color::ALL.map(|color| count(&start, color).1);
        if visit!(variant.tables(), |tables| tables.features.creation) {
            return Vec::new();
        }
        if definition.hands.prisoners {
            let (n, most) = (now[0].1 + now[1].1, most[0] + most[1]);
            let held = now[0].0 + now[1].0 > 0;
            return (held && n > most).then_some(Obstacle::Crowd(None, n, most)).into_iter().collect();
        }
        let crowd = |color: Color| {
            let ((held, n), most) = (now[color.index()], most[color.index()]);
            (held > 0 && n > most).then_some(Obstacle::Crowd(Some(color), n, most))
        };
        Color::ALL.into_iter().filter_map(crowd).collect()
    }
}

/// For each piece the squares where one of the player's can ever stand; rather more than fewer, since nothing is asked
/// of what stands in the way.
pub(super) fn reach<S: Size>(tables: &Tables<S>, variant: &Variant, color: Color) -> Vec<S::Word> {
    let side = tables.side(color);
    let start = Setup::start(variant);
    let mut reach = vec![S::Word::EMPTY; tables.pieces];
    for (square, kind, _) in start.standing().filter(|(.., owner)| *owner == color) {
        reach[variant.piece_of(kind).index()] |= S::Word::bit(square);
    }
    let limits = &variant.hand_limits()[color.index()];
    for kind in Kind::first(tables.pieces).filter(|kind| limits[kind.index()] > 0) {
        reach[kind.index()] |= *side.drop_zone.at(kind.index());
        for info in tables.kinds.iter().filter(|info| info.prisoner == Some(kind)) {
            reach[info.piece.index()] |= *side.drop_zone.at(info.piece.index());
        }
    }
    for entry in side.entries.iter().filter(|entry| limits[entry.kind.index()] > 0) {
        reach[entry.kind.index()] |= entry.from;
    }
    for castling in side.castling.iter().chain(&side.farther).flatten() {
        reach[piece(tables, castling.king)] |= S::Word::bit(castling.king_to);
        reach[piece(tables, castling.rook)] |= S::Word::bit(castling.rook_to);
    }
    loop {
        let before = reach.clone();
        for kind in (0..tables.kinds.len()).map(Kind::new) {
            let from = before[piece(tables, kind)];
            let to = from.iter().fold(S::Word::EMPTY, |to, s| to | steps(side, kind, s));
            let wanted = *side.promotes_to.at(kind.index());
            let zone = side.zones[kind.index()];
            let must = !wanted.is_empty() && !side.in_place.has(kind) && !zone.by_capture;
            reach[piece(tables, kind)] |= if must { to & !zone.forced } else { to };
            for new in wanted.iter() {
                reach[piece(tables, new)] |= if zone.leaving { to | from } else { (to | from) & zone.all };
                if let Some(stepping) = &side.stepping {
                    let stands = if stepping.last_anywhere { from } else { from & stepping.from };
                    let ends = stands.iter().fold(stands, |ends, s| ends | *stepping.to.at(s.index()));
                    reach[piece(tables, new)] |= ends;
                }
            }
            for entering in side.gates.at(kind.index()).iter() {
                reach[piece(tables, entering)] |= from;
            }
            for left in side.leaves.all().iter().flatten() {
                reach[piece(tables, *left)] |= from;
            }
            for new in side.captor_becomes.all().iter().flatten() {
                reach[piece(tables, *new)] |= to;
            }
        }
        if reach == before {
            return reach;
        }
    }
}

fn piece<S: Size>(tables: &Tables<S>, kind: Kind) -> usize {
    PieceId::index(tables.kinds[kind.index()].piece)
}

/// Where a piece may go in one move on a board on which nothing stands in its way.
fn steps<S: Size>(side: &Side<S>, kind: Kind, from: Square) -> S::Word {
    let mask = &side.masks[kind.index()];
    let plain = [
        &mask.quiet_orthogonal,
        &mask.capture_orthogonal,
        &mask.quiet_diagonal,
        &mask.capture_diagonal,
        &mask.quiet_leap,
        &mask.capture_leap,
    ];
    let mut to = plain.into_iter().fold(S::Word::EMPTY, |to, table| to | *table.at(from.index()));
    for (cells, ray) in mask.odd_groups().flat_map(|(cells, rays)| rays.iter().map(move |ray| (cells, ray))) {
        let ends = ray.reach_on(cells, FARTHEST).ends;
        let squares = ends.into_iter().filter_map(|offset| ray.board(cells).offset(from, offset));
        to |= squares.fold(S::Word::EMPTY, |set, square| set | S::Word::bit(square));
    }
    for double in side.doubles.iter().filter(|double| double.kind == kind && double.from.has(from)) {
        to |= S::Word::bit(from).rotate(double.shift());
    }
    to
}
