//! Tables for moves that are looked up neither by lines nor as leaps: on which squares an attack depends, and where pieces go that hop
//! along lines or leap lamely.

use super::movement::slides_round;
use super::{Kind, KindMasks};
use crate::definition::{Path, Ray};
use crate::geometry::{Line, Shape, Size, Square, Table, Word};

/// A kind that captures by odd moves.
#[derive(Debug)]
pub struct OddAttackers<S: Size> {
    /// The kind.
    pub kind: Kind,
    /// For each square from where it could attack it, whatever stands between.
    pub squares: Box<S::BySquare<S::Word>>,
    /// On what each such attack depends; `None` where that is more than which squares are occupied.
    pub(crate) ways: Option<Ways<S::Word>>,
}

/// One way of a piece to attack a square: it does if so many of `path` are occupied and all of `hurdle`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way<W> {
    /// Where the piece stands.
    pub(crate) from: Square,
    /// The squares that are counted.
    pub(crate) path: W,
    /// How many of them must be occupied: one for those who hop, else none.
    pub(crate) count: u32,
    /// The square that must be occupied besides, if there is one.
    pub(crate) hurdle: W,
}

impl<W: Word> Way<W> {
    /// Whether it is open when `occupied` stand on the board.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: W) -> bool {
        (self.path & occupied).count() == self.count && (self.hurdle & !occupied).is_empty()
    }

    /// Every square on which it depends.
    #[inline(always)]
    pub(crate) fn squares(&self) -> W {
        self.path | self.hurdle
    }

    /// Whether one piece that leaves its square, one that comes to another, or both could open or close it.
    #[inline(always)]
    pub(crate) fn matters(&self, occupied: W) -> bool {
        let standing = (self.path & occupied).count();
        standing <= self.count + 1 && standing + 1 >= self.count
    }

    /// Where a piece may go so that this way is closed then: to empty squares, and to enemies. `occupied` are without that piece.
    #[inline(always)]
    pub(crate) fn closing(&self, occupied: W) -> (W, W) {
        let standing = (self.path & occupied).count();
        let missing = self.hurdle & !occupied;
        let attacker = W::bit(self.from);
        let (mut quiet, mut capture) = (W::FULL, W::FULL);
        if missing.is_empty() {
            if standing == self.count {
                (quiet, capture) = (self.path, attacker);
            } else if standing + 1 == self.count {
                quiet = !self.path;
            }
        } else if standing == self.count {
            quiet = !missing;
        }
        (quiet, capture)
    }
}

/// The ways of a kind to attack, by the square attacked and the one that it stands on.
#[derive(Debug)]
pub(crate) struct Ways<W> {
    size: usize,
    /// Where the ways from a square to another begin, `size` for each square attacked.
    starts: Vec<u32>,
    list: Vec<Way<W>>,
}

impl<W: Word> Ways<W> {
    /// The ways from a square to attack another.
    #[inline(always)]
    pub(crate) fn between(&self, from: Square, attacked: Square) -> &[Way<W>] {
        let index = attacked.index() * self.size + from.index();
        &self.list[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// The bytes beside the value itself.
    pub(super) const fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.list.capacity() * size_of::<Way<W>>()
    }

    /// The ways of these rays, already mirrored, each group with the cells that it leads over; `None` where what stands on a square matters or a way meets itself.
    pub(super) fn new<'a>(groups: impl Iterator<Item = (Shape, &'a [Ray])>) -> Option<Self> {
        let mut size = 0;
        let mut found: Vec<(Square, Way<W>)> = Vec::new();
        for (shape, rays) in groups {
            size = shape.size();
            for ray in rays.iter().filter(|ray| ray.captures || ray.captures_on_the_way()) {
                for from in shape.iter() {
                    found.extend(ways_from(shape, ray, from)?);
                }
            }
        }
        let meets_itself =
            |(to, way): &(Square, Way<W>)| way.squares().has(*to) || way.squares().has(way.from);
        if found.iter().any(meets_itself) {
            return None;
        }
        // Sorted by counting: the standard library's sorting is several kilobytes of code for each size of board.
        let place = |(to, way): &(Square, Way<W>)| to.index() * size + way.from.index();
        let mut starts = vec![0; size * size + 1];
        for way in &found {
            starts[place(way) + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut order = vec![0; found.len()];
        for (at, way) in found.iter().enumerate() {
            let slot = &mut next[place(way)];
            order[*slot as usize] = at;
            *slot += 1;
        }
        Some(Self { size, starts, list: order.into_iter().map(|at| found[at].1).collect() })
    }
}

/// The ways of one ray from a square, each with the square that it attacks.
fn ways_from<W: Word>(shape: Shape, ray: &Ray, from: Square) -> Option<Vec<(Square, Way<W>)>> {
    let shape = ray.board(shape);
    let mut found = Vec::new();
    let mut path = W::EMPTY;
    let mut add =
        |to: Square, path: W, count: u32, hurdle: W| found.push((to, Way { from, path, count, hurdle }));
    match &ray.path {
        Path::Lame { via } => {
            let to = shape.offset(from, ray.step).filter(|&to| to != from);
            if let (Some(via), Some(to)) = (shape.offset(from, *via), to) {
                add(to, W::bit(via), 0, W::EMPTY);
            }
        }
        Path::Clear | Path::Cannon | Path::Grasshopper => {
            let hops = ray.path == Path::Grasshopper;
            if hops && ray.min > 2 {
                return None;
            }
            // What goes as far as the edge is looked up along lines.
            let mut round = !slides_round(shape, ray);
            let (mut at, mut last) = (from, W::EMPTY);
            for n in 1..=ray.max {
                let Some(next) = shape.offset(at, ray.step).filter(|&next| next != from) else { break };
                round |= shape.goes_round(at, ray.step);
                at = next;
                if path.has(at) || last.has(at) {
                    return None;
                }
                match ray.path {
                    _ if n < ray.min => {}
                    Path::Cannon if last.is_empty() => {}
                    Path::Cannon => add(at, path | last, 1, W::EMPTY),
                    Path::Grasshopper if last.is_empty() => {}
                    Path::Grasshopper => add(at, path, 0, last),
                    _ if !round => {}
                    _ => add(at, path | last, 0, W::EMPTY),
                }
                path |= last;
                last = W::bit(at);
            }
        }
        Path::Winding(winding) => {
            let (mut at, mut stops) = (from, 0);
            for (step, stop) in winding.walk() {
                let Some(next) = shape.offset(at, step).filter(|&next| next != from) else { break };
                at = next;
                if path.has(at) {
                    return None;
                }
                if stop {
                    stops += 1;
                    add(at, path, 0, W::EMPTY);
                }
                if stops == ray.max {
                    break;
                }
                path |= W::bit(at);
            }
        }
        Path::Over { .. } | Path::Legs(_) => return None,
    }
    Some(found)
}

/// Where a kind goes by its odd moves, if they are lame leaps and hops along lines alone.
#[derive(Debug)]
pub(crate) struct OddMoves<S: Size> {
    /// For each square its lame leaps.
    lame: Vec<Vec<Lame<S::Word>>>,
    /// Hops along ranks and files, and along diagonals.
    orthogonal: Option<Box<Hops<S>>>,
    diagonal: Option<Box<Hops<S>>>,
}

/// Lame leaps that one square must be empty for, and where they lead without and with a capture.
type Lame<W> = (Square, W, W);

/// For each square where a kind could ever hop along some lines, without and with a capture.
#[derive(Debug)]
struct Hops<S: Size> {
    quiet: S::BySquare<S::Word>,
    capture: S::BySquare<S::Word>,
}

impl<S: Size> OddMoves<S> {
    pub(super) fn new(masks: &KindMasks<S>) -> Option<Self> {
        let size = masks.cells.size();
        let mut moves = Self { lame: vec![Vec::new(); size], orthogonal: None, diagonal: None };
        for (shape, rays) in masks.odd_groups() {
            for ray in rays {
                // Lines end at the edge.
                let shape = ray.board(shape);
                let round = shape.is_cylinder() && ray.step.0 != 0;
                match (&ray.path, shape.grid().line(ray.step).filter(|_| !round)) {
                    (Path::Lame { .. }, _) => moves.add_lame(shape, ray),
                    (Path::Cannon, Some(Line::Orthogonal)) => add_hops(&mut moves.orthogonal, shape, ray),
                    (Path::Cannon, Some(Line::Diagonal)) => add_hops(&mut moves.diagonal, shape, ray),
                    _ => return None,
                }
            }
        }
        (masks.avoids.is_empty() && !masks.is_even()).then_some(moves)
    }

    /// The bytes beside the value itself.
    pub(super) fn bytes(&self) -> usize {
        let lame: usize = self.lame.iter().map(|list| list.capacity() * size_of::<Lame<S::Word>>()).sum();
        let hops = [&self.orthogonal, &self.diagonal].into_iter().flatten().count();
        self.lame.capacity() * size_of::<Vec<Lame<S::Word>>>() + lame + hops * size_of::<Hops<S>>()
    }

    fn add_lame(&mut self, shape: Shape, ray: &Ray) {
        let Path::Lame { via } = ray.path else { return };
        for from in shape.iter() {
            let to = shape.offset(from, ray.step).filter(|&to| to != from);
            let (Some(via), Some(to)) = (shape.offset(from, via), to) else { continue };
            let leaps = &mut self.lame[from.index()];
            let at = leaps.iter().position(|leap| leap.0 == via).unwrap_or_else(|| {
                leaps.push((via, S::Word::EMPTY, S::Word::EMPTY));
                leaps.len() - 1
            });
            let to = S::Word::bit(to);
            leaps[at].1 |= if ray.moves { to } else { S::Word::EMPTY };
            leaps[at].2 |= if ray.captures { to } else { S::Word::EMPTY };
        }
    }

    /// Where it goes from a square: to squares of `quiet` without a capture, of `capture` with one. `rook` and `bishop` look along lines
    /// when some squares are occupied.
    #[inline(always)]
    pub(crate) fn from(
        &self,
        lines: &super::Tables<S>,
        from: Square,
        occupied: S::Word,
        quiet: S::Word,
        capture: S::Word,
    ) -> S::Word {
        let mut to = S::Word::EMPTY;
        for &(via, quiets, captures) in &self.lame[from.index()] {
            if !occupied.has(via) {
                to |= (quiets & quiet) | (captures & capture);
            }
        }
        let mut hop = |hops: &Hops<S>, seen: S::Word, beyond: S::Word| {
            let behind = beyond & !seen;
            let index = from.index();
            to |= behind & ((*hops.quiet.at(index) & quiet) | (*hops.capture.at(index) & capture));
        };
        if let Some(hops) = &self.orthogonal {
            let seen = lines.rook(from, occupied);
            hop(hops, seen, lines.rook(from, occupied & !seen));
        }
        if let Some(hops) = &self.diagonal {
            let seen = lines.bishop(from, occupied);
            hop(hops, seen, lines.bishop(from, occupied & !seen));
        }
        to
    }
}

fn add_hops<S: Size>(hops: &mut Option<Box<Hops<S>>>, shape: Shape, ray: &Ray) {
    let none = || S::BySquare::<S::Word>::filled(S::Word::EMPTY);
    let hops = hops.get_or_insert_with(|| Box::new(Hops { quiet: none(), capture: none() }));
    for from in shape.iter() {
        let mut at = from;
        for n in 1..=ray.max {
            let Some(next) = shape.offset(at, ray.step).filter(|&next| next != from) else { break };
            at = next;
            if n >= ray.min && ray.moves {
                *hops.quiet.at_mut(from.index()) |= S::Word::bit(at);
            }
            if n >= ray.min && ray.captures {
                *hops.capture.at_mut(from.index()) |= S::Word::bit(at);
            }
        }
    }
}
