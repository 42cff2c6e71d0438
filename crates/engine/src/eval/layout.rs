//! Which terms a game's evaluation has, and what their weights are before any tuning.
//!
//! Names are made of parts joined by dots; [`super`] says what each group means.

use berolina_rules::geometry::{Color, Shape, Size, Square, Table, Word};
use berolina_rules::order::sort_short;
use berolina_rules::tables::{Kind, KindMasks, KindSet, Tables};

use super::geometry::{self, Board, FAR};
use super::weights::{At, Pair, UNIT, Weights, symbol};
use crate::values::{ONE, Values};

/// More squares than these count as these.
pub(super) const MOST_MOBILITY: usize = 31;
/// Knots of the table of danger to the king.
pub(super) const KNOTS: usize = 32;
/// Moves to promotion or to the goal are counted up to this.
pub(super) const MOST_MOVES: usize = 7;
/// A distance that is as good as any longer.
const NO_MATTER: usize = MOST_MOVES + 1;
/// Ranks before a king that its shelter counts; the last stands for none.
pub(super) const COVER: usize = 6;
/// The last of them: there is none on the file.
pub(super) const NO_COVER: usize = COVER - 1;
/// By distance, what own and enemy promoting pieces before the king are thought to be worth.
const COVERED: [f64; COVER] = [10.0, 22.0, 14.0, 2.0, -6.0, -14.0];
const BESET: [f64; COVER] = [0.0, -5.0, -22.0, -13.0, -5.0, 0.0];

/// How a piece slides along lines of one orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slide {
    Not,
    /// In all directions to the end, whether it captures or not.
    Full,
    /// As its masks say.
    Masked,
}

/// What the evaluation knows of a kind of one player: where it goes, and where its weights are.
pub(super) struct Piece<S: Size> {
    pub(super) kind: Kind,
    pub(super) orthogonal: Slide,
    pub(super) diagonal: Slide,
    /// It moves otherwise than it captures.
    pub(super) split: bool,
    /// It hops, rides or moves lamely.
    pub(super) odd: bool,
    pub(super) leap: S::BySquare<S::Word>,
    pub(super) promotes: bool,
    /// The value and the square in one.
    pub(super) worth: S::BySquare<Pair>,
    pub(super) value: At,
    pub(super) square: S::BySquare<At>,
    pub(super) mobility: At,
    /// On a file without own promoting pieces, and without any; where it slides forward.
    pub(super) files: Option<[At; 2]>,
    /// Two of them on squares of both colours.
    pub(super) pair: Option<At>,
    /// Own promoting pieces on the colour of its square.
    pub(super) bad: Option<At>,
    /// Where no promoting enemy can drive it away: unsupported, supported.
    pub(super) outpost: Option<[At; 2]>,
    /// For each step from the own king.
    pub(super) leash: Option<At>,
    pub(super) hand: Option<At>,
    /// Attacks on each kind of enemy.
    pub(super) threats: At,
    /// Attacks on the squares around the enemy king.
    pub(super) ring: At,
    /// Safe checks.
    pub(super) check: At,
    pub(super) pinned: At,
    /// Its part in the danger to the king: by attacking the zone, by a safe check.
    pub(super) attack: i32,
    pub(super) check_danger: i32,
    /// Enemy kinds that are worth more.
    pub(super) above: KindSet,
    /// One of the kinds without which there is no strong attack.
    pub(super) strongest: bool,
    /// Its part of the middle game.
    pub(super) phase: i32,
}

/// What the evaluation knows of a kind that promotes.
pub(super) struct Promoter<S: Size> {
    pub(super) kind: Kind,
    pub(super) value: At,
    pub(super) square: S::BySquare<At>,
    pub(super) worth: S::BySquare<Pair>,
    pub(super) hand: Option<At>,
    /// Moves to the promotion zone, up to [`MOST_MOVES`].
    pub(super) moves: S::BySquare<u8>,
    pub(super) never: S::Word,
    pub(super) path: S::BySquare<S::Word>,
    /// For each promoting kind of the enemy, where it could stop this one.
    pub(super) stoppers: Vec<(Kind, S::BySquare<S::Word>)>,
    pub(super) next: S::BySquare<S::Word>,
    pub(super) capture: S::BySquare<S::Word>,
    /// What it may ever attack from a square or further on.
    pub(super) span: S::BySquare<S::Word>,
    /// Squares of own promoting pieces of this kind that guard a square.
    pub(super) guards: S::BySquare<S::Word>,
    /// By moves to promotion.
    pub(super) supported: At,
    pub(super) phalanx: At,
    pub(super) isolated: At,
    pub(super) backward: At,
    pub(super) doubled: At,
    pub(super) exposed: At,
    pub(super) blocked: At,
    pub(super) threats: At,
    pub(super) push: At,
    /// By what it may promote to at present (nothing, something, the best), by moves to promotion.
    pub(super) passed: [Passed; 3],
    pub(super) runner: At,
    /// The most that promotion ever gains, in hundredths of a pawn.
    pub(super) gain: i32,
}

/// Weights of passed pieces, each the first of a table by moves to promotion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    pub(super) base: At,
    pub(super) blocked: At,
    pub(super) free: At,
    pub(super) step: At,
    pub(super) backed: At,
    pub(super) own_king: At,
    pub(super) enemy_king: At,
}

/// A goal kind with the moves that it needs.
pub(super) struct Goal<S: Size> {
    pub(super) kind: Kind,
    pub(super) moves: S::BySquare<u8>,
    pub(super) next: S::BySquare<S::Word>,
    pub(super) base: At,
    pub(super) free: At,
    pub(super) open: At,
}

/// The terms of one player.
pub(super) struct Layout<S: Size> {
    /// Kinds other than the king whose moves are looked at one by one.
    pub(super) pieces: Vec<Piece<S>>,
    pub(super) king: Piece<S>,
    pub(super) promoters: Vec<Promoter<S>>,
    pub(super) promoting: KindSet,
    /// Kinds that slide straight, and diagonally, in full.
    pub(super) full: [Vec<Kind>; 2],
    pub(super) danger: At,
    pub(super) weak_ring: At,
    /// Attacks on the king's flank; no promoting pieces there; room.
    pub(super) flank: At,
    pub(super) pawnless: At,
    pub(super) room: At,
    pub(super) cover: At,
    pub(super) onset: At,
    pub(super) held: At,
    pub(super) castle: At,
    pub(super) hanging: At,
    pub(super) restricted: At,
    pub(super) entry: Vec<At>,
    pub(super) goals: Vec<Goal<S>>,
    pub(super) drive: [At; 2],
    pub(super) placing: At,
    pub(super) doomed: At,
    pub(super) tempo: At,
}

/// What layouts are made from.
pub(super) struct Maker<'a, S: Size> {
    pub(super) tables: &'a Tables<S>,
    pub(super) values: &'a Values<S>,
    pub(super) board: &'a Board<S>,
    pub(super) weights: &'a mut Weights,
    pub(super) names: Vec<String>,
    /// The board's files may be mirrored: all moves are the same to the left and to the right.
    pub(super) mirrored: bool,
}

impl<'a, S: Size> Maker<'a, S> {
    pub(super) fn new(
        tables: &'a Tables<S>,
        values: &'a Values<S>,
        board: &'a Board<S>,
        weights: &'a mut Weights,
    ) -> Self {
        let names = tables.kinds.iter().map(symbol).collect();
        let mut maker = Self { tables, values, board, weights, names, mirrored: true };
        maker.mirrored = maker.is_mirrored();
        maker
    }

    fn is_mirrored(&self) -> bool {
        let shape = self.tables.shape;
        if shape.iter().any(|s| !shape.has(shape.flip(s))) {
            return false;
        }
        let flip = |s: Square| shape.flip(s);
        let flipped = |set: S::Word| set.iter().fold(S::Word::EMPTY, |w, s| w | S::Word::bit(flip(s)));
        Color::ALL.iter().all(|&color| {
            let side = self.tables.side(color);
            flipped(side.goal) == side.goal
                && side.masks.iter().all(|mask| {
                    shape.iter().all(|s| {
                        let both = |i: usize| {
                            *mask.quiet_leap.at(i) | *mask.quiet_orthogonal.at(i) | *mask.quiet_diagonal.at(i)
                        };
                        flipped(both(s.index())) == both(flip(s).index())
                    })
                })
        })
    }

    pub(super) fn add(&mut self, name: String, kinds: KindSet, middle: f64, ending: f64) -> At {
        self.weights.add(name, kinds, middle, ending)
    }

    /// A table of weights; the place of its first.
    pub(super) fn table(
        &mut self,
        name: &str,
        kinds: KindSet,
        range: std::ops::Range<usize>,
        make: impl Fn(usize) -> (f64, f64),
    ) -> At {
        let start = range.start;
        let mut first = 0;
        for i in range {
            let (middle, ending) = make(i);
            let at = self.add(format!("{name}.{i}"), kinds, middle, ending);
            if i == start {
                first = at;
            }
        }
        first
    }

    pub(super) fn layout(&mut self, color: Color) -> Layout<S> {
        let side = self.tables.side(color);
        let kinds = Kind::first(self.tables.kinds.len());
        let promoting = kinds.clone().filter(|&k| side.masks[usize::from(k)].promotes);
        let promoting: KindSet = promoting.collect();
        let looked_at = |&k: &Kind| {
            let mask = &side.masks[usize::from(k)];
            !side.kings.has(k)
                && (!promoting.has(k) || mask.has_orthogonal || mask.has_diagonal || !mask.is_even())
        };
        let mut order: Vec<Kind> = kinds.clone().filter(looked_at).collect();
        let value = |k: Kind| self.values.of(color, k);
        sort_short(&mut order, |&a, &b| value(a) < value(b));
        let pieces: Vec<Piece<S>> = order.into_iter().map(|k| self.piece(color, k)).collect();
        let full = |of: fn(&Piece<S>) -> Slide| {
            pieces.iter().filter(|p| of(p) == Slide::Full).map(|p| p.kind).collect::<Vec<_>>()
        };
        let full = [full(|p| p.orthogonal), full(|p| p.diagonal)];
        let king = self.piece(color, side.kings.iter().next().unwrap_or(Kind::new(0)));
        let promoters = promoting.iter().map(|k| self.promoter(color, k)).collect();
        // What these speak of has every game.
        let all = KindSet::EMPTY;
        let danger = self.table("king.attack", all, 0..KNOTS + 1, |i| {
            let d = i as f64 * 128.0;
            (-(d * d / 4096.0) * 0.42, -(d / 16.0) * 0.42)
        });
        let places = 0..4 * COVER;
        let cover = self.table("king.cover", all, places.clone(), |i| {
            (COVERED[i % COVER] * [0.9, 1.0, 0.7, 0.5][i / COVER], 0.0)
        });
        let onset = self
            .table("king.onset", all, places, |i| (BESET[i % COVER] * [0.8, 1.0, 1.0, 0.8][i / COVER], 0.0));
        let held = self.table("king.held", all, 0..COVER, |i| (BESET[i] / 3.0, 0.0));
        Layout {
            pieces,
            king,
            promoters,
            promoting,
            full,
            danger,
            cover,
            onset,
            held,
            weak_ring: self.add("king.weak".into(), all, -2.0, 0.0),
            flank: self.add("king.flank".into(), all, -3.5, 0.0),
            pawnless: self.add("king.pawnless".into(), all, -8.0, -40.0),
            room: self.add("room".into(), all, 3.5, 0.0),
            castle: self.table("castle", all, 0..3, |i| ([0.0, 18.0, 28.0][i], 0.0)),
            hanging: self.add("threat.hanging".into(), all, 25.0, 15.0),
            restricted: self.add("threat.restricted".into(), all, 2.5, 2.5),
            entry: self.entries(color),
            goals: self.goals(color),
            drive: [
                self.add("drive.edge".into(), all, -15.0, -15.0),
                self.add("drive.near".into(), all, -8.0, -8.0),
            ],
            placing: self.add("placing.exposed".into(), all, -150.0, -150.0),
            doomed: self.add("placing.doomed".into(), all, -2500.0, -2500.0),
            tempo: self.add("tempo".into(), all, 15.0, 10.0),
        }
    }

    /// The place of each square's weight: relative to the player, and the same for both wings where they are alike.
    pub(super) fn squares(
        &mut self,
        color: Color,
        kind: Kind,
        make: impl Fn(Square) -> (f64, f64),
    ) -> S::BySquare<At> {
        let shape: Shape = self.tables.shape;
        let mut places = S::BySquare::filled(0);
        let symbol = self.names[usize::from(kind)].clone();
        for square in shape.iter() {
            let own = shape.relative(color, square);
            let flipped = self.mirrored && shape.file(shape.flip(own)) < shape.file(own);
            let named = if flipped { shape.flip(own) } else { own };
            let (middle, ending) = make(square);
            let name = format!("square.{symbol}.{}", shape.name(named));
            *places.at_mut(square.index()) = self.add(name, KindSet::of(kind), middle, ending);
        }
        places
    }

    /// The weights of a piece's squares: kings stay back until the ending, others go where they move well.
    fn placed(&mut self, color: Color, kind: Kind, king: bool) -> S::BySquare<At> {
        let (c, k) = (color.index(), usize::from(kind));
        let (values, board, shape) = (self.values, self.board, self.tables.shape);
        let mean = values.mean[c][k];
        self.squares(color, kind, |s| {
            let inward = f64::from((*board.inward.at(s.index())).min(3));
            if king {
                let advance = f64::from(shape.rank(shape.relative(color, s)).min(4));
                return (-12.0 * advance - 6.0 * inward, 10.0 * inward);
            }
            let ease = 3.0 * f64::from(values.mobility[c][k].at(s.index()) - mean) / f64::from(ONE);
            (ease + 3.0 * (inward - 1.5), ease + 2.0 * (inward - 1.5))
        })
    }

    fn piece(&mut self, color: Color, kind: Kind) -> Piece<S> {
        let (c, k) = (color.index(), usize::from(kind));
        let tables = self.tables;
        let shape = tables.shape;
        let side = tables.side(color);
        let mask = &side.masks[k];
        let own = KindSet::of(kind);
        let symbol = self.names[k].clone();
        let worth = self.values.of(color, kind);
        let value = f64::from(worth);
        let mean = self.values.mean[c][k];
        let king = side.kings.has(kind);
        let square = self.placed(color, kind, king);
        let at_value = self.add(format!("value.{symbol}"), own, value, value);
        let count = f64::from(mean) / f64::from(ONE);
        let mobility = self.table(&format!("mobility.{symbol}"), own, 0..MOST_MOBILITY + 1, |n| {
            let ease = if king { 0.0 } else { 13.0 * ((n as f64).sqrt() - count.sqrt()) };
            (ease, ease)
        });
        let [orthogonal, diagonal] = slides(tables, mask);
        let forward = shape.iter().any(|s| {
            let ahead = *self.board.ahead[c].at(s.index());
            (*mask.capture_orthogonal.at(s.index()) & ahead).several()
        });
        let promotes = mask.promotes;
        let officer = !king && !promotes;
        let minor = officer && worth < 450;
        let bound = tables.kinds[k].colorbound && officer;
        let files = (officer && forward).then(|| {
            [
                self.add(format!("open.half.{symbol}"), own, 8.0, 4.0),
                self.add(format!("open.full.{symbol}"), own, 18.0, 8.0),
            ]
        });
        let outpost = minor.then(|| {
            [
                self.add(format!("outpost.alone.{symbol}"), own, 4.0, 2.0),
                self.add(format!("outpost.backed.{symbol}"), own, 14.0, 6.0),
            ]
        });
        let their = &side_kinds(tables, color.other(), self.values);
        let above = their.iter().filter(|(_, v)| *v > worth + 60).map(|(k, _)| *k).collect();
        let royals = tables.side(color.other()).kings;
        let threats = self.threats(&symbol, own, (worth, king), their, royals);
        let officers = Kind::first(tables.kinds.len())
            .filter(|&k| !side.kings.has(k) && !side.masks[usize::from(k)].promotes);
        let strongest = officers.map(|k| self.values.of(color, k)).max().unwrap_or(0);
        let (attack, check_danger) = if king { (0, 0) } else { danger(mask, worth) };
        Piece {
            kind,
            orthogonal,
            diagonal,
            split: mask.quiet_leap != mask.capture_leap
                || mask.quiet_orthogonal != mask.capture_orthogonal
                || mask.quiet_diagonal != mask.capture_diagonal,
            odd: !mask.is_even(),
            leap: *mask.capture_leap,
            promotes,
            worth: S::BySquare::filled(Pair::ZERO),
            value: at_value,
            square,
            mobility,
            files,
            pair: bound.then(|| self.add(format!("pair.{symbol}"), own, 22.0, 35.0)),
            bad: bound.then(|| self.add(format!("bad.{symbol}"), own, -1.3, -2.8)),
            outpost,
            leash: minor.then(|| self.add(format!("leash.{symbol}"), own, -2.0, -2.0)),
            // One that promotes is counted in hand as a promoter.
            hand: if promotes { None } else { self.hand(color, kind, value) },
            threats,
            ring: self.add(format!("king.ring.{symbol}"), own, if king { 0.0 } else { 2.0 }, 0.0),
            check: self.add(format!("king.check.{symbol}"), own, if king { 0.0 } else { 5.0 }, 2.0),
            pinned: self.add(format!("king.pinned.{symbol}"), own, -4.0, -4.0),
            attack,
            check_danger,
            above,
            strongest: officer && 3 * worth >= 2 * strongest,
            phase: if officer { worth } else { 0 },
        }
    }

    fn threats(
        &mut self,
        symbol: &str,
        own: KindSet,
        (worth, king): (i32, bool),
        their: &[(Kind, i32)],
        royals: KindSet,
    ) -> At {
        let mut first = None;
        for &(kind, theirs) in their {
            let name = format!("threat.{symbol}.{}", self.names[usize::from(kind)]);
            let gain = f64::from(theirs.min(900));
            let (middle, ending) = match (king, theirs > worth + 60) {
                _ if royals.has(kind) => (0.0, 0.0),
                (true, _) => (5.0, 20.0),
                (_, true) => (15.0 + 0.025 * gain, 10.0 + 0.03 * gain),
                (_, false) => (3.0 + 0.03 * gain, 5.0 + 0.035 * gain),
            };
            let at = self.add(name, own.with(kind), middle, ending);
            first.get_or_insert(at);
        }
        first.unwrap_or(0)
    }

    /// The weight of one in hand, in games where that can be.
    pub(super) fn hand(&mut self, color: Color, kind: Kind, value: f64) -> Option<At> {
        let side = self.tables.side(color);
        let placed = !side.drop_zone.at(usize::from(kind)).is_empty();
        (self.tables.features.hands && placed && !side.kings.has(kind)).then(|| {
            let name = format!("hand.{}", self.names[usize::from(kind)]);
            self.add(name, KindSet::of(kind), value + 10.0, value + 10.0)
        })
    }

    /// For each entry by exchange: a table by the number of pieces that may be exchanged.
    fn entries(&mut self, color: Color) -> Vec<At> {
        let side = self.tables.side(color);
        let mut places = Vec::new();
        for entry in &side.entries {
            let name = format!("entry.{}", self.names[usize::from(entry.kind)]);
            let gain = self.values.of(color, entry.kind) - self.values.of(color, entry.exchanges);
            let gain = f64::from(gain.max(0)) + 10.0;
            let own = KindSet::of(entry.kind).with(entry.exchanges);
            places.push(self.table(&name, own, 0..6, |n| {
                let share = [0.0, 0.7, 0.85, 0.95, 1.0, 1.0][n];
                (gain * share, gain * share * 0.7)
            }));
        }
        places
    }

    fn goals(&mut self, color: Color) -> Vec<Goal<S>> {
        let tables = self.tables;
        let side = tables.side(color);
        if side.goal.is_empty() {
            return Vec::new();
        }
        let mut goals = Vec::new();
        for kind in side.goal_kinds.iter() {
            let symbol = self.names[usize::from(kind)].clone();
            let far = geometry::distances(tables, color, kind, side.goal);
            let mut moves = S::BySquare::filled(0);
            let mut next = S::BySquare::filled(S::Word::EMPTY);
            for square in tables.shape.iter() {
                let n = *far.at(square.index());
                *moves.at_mut(square.index()) = usize::from(n).min(NO_MATTER) as u8;
                let nearer = |s: &Square| n != FAR && *far.at(s.index()) < n;
                *next.at_mut(square.index()) = geometry::quiet(tables, color, kind, square)
                    .iter()
                    .filter(nearer)
                    .fold(S::Word::EMPTY, |set, s| set | S::Word::bit(s));
            }
            const WORTH: [f64; NO_MATTER + 1] = [0.0, 140.0, 75.0, 40.0, 20.0, 10.0, 5.0, 0.0, 0.0];
            let own = KindSet::of(kind);
            goals.push(Goal {
                kind,
                moves,
                next,
                base: self.table(&format!("goal.{symbol}"), own, 0..NO_MATTER + 1, |n| {
                    (0.6 * WORTH[n], 1.2 * WORTH[n])
                }),
                free: self.table(&format!("goal.free.{symbol}"), own, 0..NO_MATTER + 1, |n| {
                    (0.5 * WORTH[n], WORTH[n])
                }),
                open: self.table(&format!("goal.open.{symbol}"), own, 0..NO_MATTER + 1, |n| {
                    (0.1 * WORTH[n], 0.2 * WORTH[n])
                }),
            });
        }
        goals
    }
}

impl<S: Size> Layout<S> {
    /// Takes the weights into the tables that hold several in one.
    pub(super) fn settle(&mut self, weights: &Weights, shape: Shape) {
        let pieces = self.pieces.iter_mut().map(|piece| (weights.at(piece.value), piece));
        // A king is worth nothing, which is the same for both.
        for (value, piece) in pieces.chain(std::iter::once((Pair::ZERO, &mut self.king))) {
            for s in shape.iter() {
                *piece.worth.at_mut(s.index()) = value + weights.at(*piece.square.at(s.index()));
            }
        }
        for piece in &mut self.promoters {
            let value = weights.at(piece.value);
            for s in shape.iter() {
                *piece.worth.at_mut(s.index()) = value + weights.at(*piece.square.at(s.index()));
            }
        }
    }

    /// What a kind is worth, in hundredths of a pawn, between middle game and ending.
    pub(super) fn value_of(&self, weights: &Weights, kind: Kind) -> Option<i32> {
        let piece = self.pieces.iter().find(|p| p.kind == kind).map(|p| p.value);
        let at = piece.or_else(|| self.promoters.iter().find(|p| p.kind == kind).map(|p| p.value))?;
        let value = weights.at(at);
        Some((value.middle() + value.ending()) / (2 * UNIT))
    }
}

/// All kinds with their values.
pub(super) fn side_kinds<S: Size>(tables: &Tables<S>, color: Color, values: &Values<S>) -> Vec<(Kind, i32)> {
    Kind::first(tables.kinds.len()).map(|k| (k, values.of(color, k))).collect()
}

/// How a piece slides along ranks and files, and along diagonals.
fn slides<S: Size>(tables: &Tables<S>, mask: &KindMasks<S>) -> [Slide; 2] {
    let slide = |has: bool, quiet: &S::BySquare<S::Word>, hit: &S::BySquare<S::Word>, all| match has {
        false => Slide::Not,
        true if quiet == all && hit == all => Slide::Full,
        true => Slide::Masked,
    };
    [
        slide(mask.has_orthogonal, &mask.quiet_orthogonal, &mask.capture_orthogonal, &tables.orthogonal),
        slide(mask.has_diagonal, &mask.quiet_diagonal, &mask.capture_diagonal, &tables.diagonal),
    ]
}

/// How much a piece endangers a king that it is near, and how much by a safe check.
fn danger<S: Size>(mask: &KindMasks<S>, worth: i32) -> (i32, i32) {
    let leaps = !mask.capture_leap.all().iter().all(|w| w.is_empty());
    let check = match mask.has_orthogonal || leaps {
        true if mask.has_orthogonal && !mask.has_diagonal => 760,
        true => 545,
        false => 450,
    };
    (attack_units(worth, mask.promotes, mask.has_diagonal && !mask.has_orthogonal), check)
}

/// How much a piece near the king endangers it.
fn attack_units(worth: i32, promotes: bool, diagonal: bool) -> i32 {
    match worth {
        _ if promotes => 10,
        ..420 if diagonal => 52,
        ..420 => 81,
        420..650 => 44,
        _ => 20,
    }
}
