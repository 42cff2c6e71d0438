//! The terms of pieces that promote: how far they have to go, what can stop them, and their weights before any tuning.

use berolina_rules::geometry::{Color, Shape, Size, Table, Word};
use berolina_rules::tables::{Kind, KindSet, Tables};

use super::geometry::{self, FAR};
use super::layout::{MOST_MOVES, Maker, Passed, Promoter, side_kinds};
use super::weights::{At, Pair};

impl<S: Size> Maker<'_, S> {
    pub(super) fn promoter(&mut self, color: Color, kind: Kind) -> Promoter<S> {
        let k = usize::from(kind);
        let tables = self.tables;
        let shape = tables.shape;
        let side = tables.side(color);
        let own = KindSet::of(kind);
        let symbol = self.names[k].clone();
        let value = self.values.of(color, kind);
        let best = (*side.promotes_to.at(k)).iter().map(|p| self.values.of(color, p)).max();
        let gain = (best.unwrap_or(value) - value).max(0);
        let far = geometry::distances(tables, color, kind, side.promotion_squares(kind));
        let mut moves = S::BySquare::filled(0);
        for square in shape.iter() {
            *moves.at_mut(square.index()) = usize::from(*far.at(square.index())).min(MOST_MOVES) as u8;
        }
        const SHARE: [f64; MOST_MOVES + 1] = [0.3, 0.14, 0.075, 0.04, 0.02, 0.01, 0.004, 0.0];
        let hope = |n: usize| f64::from(gain) * SHARE[n];
        let square = self.squares(color, kind, |s| {
            let inward = f64::from(shape.file(s).min(shape.files() - 1 - shape.file(s)).min(3));
            let n = usize::from(*moves.at(s.index()));
            (0.4 * hope(n) + 3.0 * (inward - 1.5), 0.8 * hope(n))
        });
        let (middle, ending) = (0.85 * f64::from(value), 1.1 * f64::from(value));
        let at_value = self.add(format!("value.{symbol}"), own, middle, ending);
        let path = geometry::paths(tables, color, kind);
        let mask = &side.masks[k];
        let their = &side_kinds(tables, color.other(), self.values);
        let by_moves = 0..MOST_MOVES + 1;
        const CHAIN: [f64; MOST_MOVES + 1] = [30.0, 45.0, 28.0, 14.0, 8.0, 6.0, 3.0, 3.0];
        let supported = self.table(&format!("pawn.supported.{symbol}"), own, by_moves.clone(), |n| {
            (CHAIN[n], CHAIN[n] * if n < 4 { 0.8 } else { 0.3 })
        });
        let phalanx = self.table(&format!("pawn.phalanx.{symbol}"), own, by_moves, |n| {
            (CHAIN[n], CHAIN[n] * if n < 4 { 0.8 } else { 0.3 })
        });
        let passed = ["none", "some", "full"].map(|which| self.passed(&symbol, which, own, &hope));
        let pawn = |maker: &mut Self, name: &str, middle, ending| {
            maker.add(format!("pawn.{name}.{symbol}"), own, middle, ending)
        };
        let threat_first = self.promoter_threats(&symbol, own, their, tables.side(color.other()).kings);
        Promoter {
            kind,
            value: at_value,
            square,
            worth: S::BySquare::filled(Pair::ZERO),
            hand: self.hand(color, kind, f64::from(value)),
            never: geometry::squares(shape, |s| *far.at(s.index()) == FAR),
            moves,
            stoppers: stoppers(tables, color, &path),
            span: span::<S>(shape, &mask.capture_leap, &path),
            path,
            next: *mask.quiet_leap,
            capture: *mask.capture_leap,
            guards: *mask.from_leap,
            supported,
            phalanx,
            isolated: pawn(self, "isolated", -2.0, -6.0),
            backward: pawn(self, "backward", -4.0, -9.0),
            doubled: pawn(self, "doubled", -4.0, -16.0),
            exposed: pawn(self, "exposed", -4.0, -6.0),
            blocked: pawn(self, "blocked", -2.0, -4.0),
            threats: threat_first,
            push: self.add(format!("threat.push.{symbol}"), own, 18.0, 14.0),
            passed,
            runner: self.table(&format!("passed.runner.{symbol}"), own, 0..MOST_MOVES + 1, |n| {
                (0.0, if n == 0 { 0.0 } else { 300.0 - 20.0 * n as f64 })
            }),
            gain,
        }
    }

    fn promoter_threats(&mut self, symbol: &str, own: KindSet, their: &[(Kind, i32)], royals: KindSet) -> At {
        let mut first = None;
        for &(kind, theirs) in their {
            let gain = if royals.has(kind) { 0.0 } else { f64::from(theirs.min(900)) };
            let base = if gain == 0.0 { 0.0 } else { 1.0 };
            let name = format!("threat.{symbol}.{}", self.names[usize::from(kind)]);
            let at = self.add(name, own.with(kind), base * 40.0 + 0.06 * gain, base * 25.0 + 0.05 * gain);
            first.get_or_insert(at);
        }
        first.unwrap_or(0)
    }

    fn passed(&mut self, symbol: &str, which: &str, own: KindSet, hope: &impl Fn(usize) -> f64) -> Passed {
        let share = match which {
            "none" => 0.15,
            "some" => 0.6,
            _ => 1.0,
        };
        let mut table = |name: &str, make: &dyn Fn(usize) -> (f64, f64)| {
            self.table(&format!("passed.{name}.{which}.{symbol}"), own, 0..MOST_MOVES + 1, |n| {
                let (middle, ending) = make(n);
                (share * middle, share * ending)
            })
        };
        let near = |n: usize| [0.0, 5.0, 4.0, 3.0, 1.5, 0.5, 0.0, 0.0][n];
        Passed {
            base: table("base", &|n| (0.4 * hope(n), 0.6 * hope(n) + 6.0)),
            blocked: table("blocked", &|n| (-0.1 * hope(n), -0.2 * hope(n))),
            free: table("free", &|n| (0.2 * hope(n), 0.5 * hope(n))),
            step: table("step", &|n| (0.1 * hope(n), 0.15 * hope(n))),
            backed: table("backed", &|n| (0.1 * hope(n), 0.15 * hope(n))),
            own_king: table("ownking", &|n| (0.0, -near(n))),
            enemy_king: table("enemyking", &|n| (0.0, 1.8 * near(n))),
        }
    }
}

/// For each promoting kind of the enemy: the squares from which it could ever stand in the way of a piece
/// or capture it on its way.
fn stoppers<S: Size>(
    tables: &Tables<S>,
    color: Color,
    path: &S::BySquare<S::Word>,
) -> Vec<(Kind, S::BySquare<S::Word>)> {
    let them = color.other();
    let side = tables.side(them);
    let kinds = (0..tables.kinds.len()).filter(|&k| side.masks[k].promotes);
    kinds
        .map(|k| {
            let theirs = geometry::paths(tables, them, Kind::new(k));
            let mut control = S::BySquare::filled(S::Word::EMPTY);
            for square in tables.shape.iter() {
                let stands = *theirs.at(square.index()) | S::Word::bit(square);
                let hits = stands
                    .iter()
                    .fold(S::Word::EMPTY, |set, s| set | *side.masks[k].capture_leap.at(s.index()));
                *control.at_mut(square.index()) = stands | hits;
            }
            let mut found = S::BySquare::filled(S::Word::EMPTY);
            for square in tables.shape.iter() {
                let way = *path.at(square.index()) | S::Word::bit(square);
                *found.at_mut(square.index()) =
                    geometry::squares(tables.shape, |s| !(*control.at(s.index()) & way).is_empty());
            }
            (Kind::new(k), found)
        })
        .collect()
}

/// What a piece may attack from a square, and from those that it can step to.
fn span<S: Size>(
    shape: Shape,
    capture: &S::BySquare<S::Word>,
    path: &S::BySquare<S::Word>,
) -> S::BySquare<S::Word> {
    let mut found = S::BySquare::filled(S::Word::EMPTY);
    for square in shape.iter() {
        let stands = *path.at(square.index()) | S::Word::bit(square);
        *found.at_mut(square.index()) =
            stands.iter().fold(S::Word::EMPTY, |set, s| set | *capture.at(s.index()));
    }
    found
}
