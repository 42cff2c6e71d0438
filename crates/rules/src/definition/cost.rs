//! What a game costs those who read it, keep it, and find what is legal in it. A stranger's file is a short text, and what it
//! describes may be large: so each cost has a limit, and a game beyond one is refused with its name.
//!
//! All are bounds that follow from the rules and the number of pieces, without looking at positions. They count work, so that they
//! are the same on every machine.

use super::betza::Parsed;
use super::reader::Reader;
use super::syntax::Table;
use super::{Code, KingLoss, Path, PieceId, PieceRules, Ray, Rules};
use crate::geometry::{Color, Large, MAX_RANKS, Offset, Shape, Size, Small, SquareSet, Word};
use crate::message::Message;
use crate::say;

/// So many squares may be looked at to know where one piece can go from one square.
pub const MAX_WALK: u64 = 16_384;
/// So many legal moves a position may have.
pub const MAX_LEGAL_MOVES: u64 = 131_072;
/// So many squares may be looked at to find all legal moves of a position: for each move whether the king is safe after it.
pub const MAX_STEPS: u64 = 16_000_000;
/// So many bytes the tables of a game may have.
pub const MAX_TABLES: usize = 16 << 20;

/// What is looked at beside the moves of odd pieces to know whether a square is attacked.
const LINES: u64 = 48;
/// The same for an odd piece whose ways from one square to another are in the tables.
const WAYS: u64 = 8;
/// What making a move costs, in squares.
const MADE: u64 = 16;
/// The bytes of one way to attack: [`crate::tables`] keeps one for each ray, square and stop.
const WAY: usize = 48;

/// The bytes of tables that every game has: random numbers for hashes, and what is said of each kind.
const FIXED: usize = 256 * 1024;

/// What finding the legal moves of a position costs at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// So many moves.
    pub moves: u64,
    /// So many squares are looked at.
    pub steps: u64,
}

impl Cost {
    /// Whether it is within the limits.
    #[must_use]
    pub const fn is_bearable(self) -> bool {
        self.moves <= MAX_LEGAL_MOVES && self.steps <= MAX_STEPS
    }
}

/// How far a step can be repeated on a board, up to `most` times.
fn run(shape: Shape, (x, y): Offset, most: u8) -> u64 {
    let along = |room: u8, by: i8| match by.unsigned_abs() {
        0 => u64::from(u8::MAX),
        by => u64::from(room.saturating_sub(1) / by),
    };
    let files = match (shape.is_cylinder(), y) {
        (false, _) => along(shape.files(), x),
        (true, 0) => u64::from(shape.files()),
        (true, _) => u64::from(u8::MAX),
    };
    files.min(along(shape.ranks(), y)).min(most.into()).max(1)
}

/// The squares looked at to walk a ray from a square, and the moves that it can come to.
pub(super) fn walk(shape: Shape, ray: &Ray) -> (u64, u64) {
    let shape = ray.board(shape);
    match &ray.path {
        Path::Clear | Path::Cannon | Path::Grasshopper => {
            let run = run(shape, ray.step, ray.max);
            (run, run)
        }
        Path::Lame { .. } | Path::Over { .. } => (2, 1),
        Path::Winding(winding) => {
            // It ends where it comes round, or at an edge.
            let steps = winding.list();
            let sum = steps
                .iter()
                .fold((0i8, 0i8), |(x, y), step| (x.saturating_add(step.0), y.saturating_add(step.1)));
            let rounds = if sum == (0, 0) { 1 } else { run(shape, sum, u8::MAX) + 1 };
            let stops = u64::from(ray.max).saturating_mul(1 + u64::from(winding.pairs()));
            let all = stops.min(rounds * steps.len() as u64);
            (all, all)
        }
        Path::Legs(legs) => {
            let (mut ways, mut all) = (1u64, 0u64);
            for leg in legs.list() {
                let twice = leg.captures && (leg.empty || leg.hops_own || leg.hops_enemy);
                ways =
                    ways.saturating_mul(run(shape, leg.step, leg.max)).saturating_mul(1 + u64::from(twice));
                all = all.saturating_add(ways);
            }
            ways = ways.saturating_mul(run(shape, ray.step, ray.max));
            (all.saturating_add(ways), ways)
        }
    }
}

/// The squares looked at to walk a ray from all squares of a board, for rays that tables keep.
fn walks(shape: Shape, ray: &Ray) -> usize {
    let shape = ray.board(shape);
    if !matches!(ray.path, Path::Clear | Path::Cannon | Path::Grasshopper) {
        return walk(shape, ray).0 as usize * shape.cells().len();
    }
    let room =
        |size: u8, by: i8, n: usize| usize::from(size).saturating_sub(n * usize::from(by.unsigned_abs()));
    let steps = 1..=run(shape, ray.step, ray.max) as usize;
    let starts = |n| {
        let files =
            if shape.is_cylinder() { shape.files().into() } else { room(shape.files(), ray.step.0, n) };
        files * room(shape.ranks(), ray.step.1, n)
    };
    steps.map(starts).sum()
}

/// The rays of a piece, each with the cells that it leads over, of all its states together.
fn rays(rules: &PieceRules, shape: Shape) -> impl Iterator<Item = (Shape, &Ray)> {
    let cells = rules.cells(shape);
    let placed = rules.moves_on.iter().flat_map(move |on| {
        let within = cells.within(on.region);
        on.moves.rays.iter().map(move |ray| (within, ray))
    });
    rules.rays().map(move |ray| (cells, ray)).chain(placed)
}

/// What one piece of a player adds, wherever it stands.
#[derive(Clone, Copy, Default)]
struct Share {
    /// Its moves, and those of them that promote.
    moves: u64,
    promotions: u64,
    /// The squares looked at to find them.
    walk: u64,
    /// The squares looked at to know whether it attacks another.
    attack: u64,
}

impl Share {
    fn larger(self, other: Self) -> Self {
        Self {
            moves: self.moves.max(other.moves),
            promotions: self.promotions.max(other.promotions),
            walk: self.walk.max(other.walk),
            attack: self.attack.max(other.attack),
        }
    }
}

/// How many pieces there are, by colour and piece: on the board and in hand.
pub(crate) type Census = [Vec<(u64, u64)>; 2];

impl Rules {
    /// The squares looked at to know where a piece of a player can go from a square.
    #[must_use]
    pub fn walk(&self, color: Color, piece: PieceId) -> u64 {
        let rules = self.rules(color, piece);
        rays(rules, self.shape).fold(0u64, |sum, (cells, ray)| sum.saturating_add(walk(cells, ray).0))
    }

    /// What finding the legal moves costs at most in a position that comes from the start.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost_of(&self.census())
    }

    /// The pieces that a game starts with.
    fn census(&self) -> Census {
        let mut census = Color::ALL.map(|color| {
            self.ids().map(|id| (0, u64::from(self.start.held(color, id)))).collect::<Vec<(u64, u64)>>()
        });
        for (_, id, color) in self.start.standing() {
            census[color.index()][id.index()].0 += 1;
        }
        census
    }

    /// The same where there are so many pieces.
    pub(crate) fn cost_of(&self, census: &Census) -> Cost {
        self.cost_by(census, true)
    }

    /// The same, in less time and larger where it is not `exact`.
    fn cost_by(&self, census: &Census, exact: bool) -> Cost {
        let shares = Color::ALL.map(|color| self.shares(color, exact));
        let sides = Color::ALL.map(|color| self.side(color, census, &shares[color.index()]));
        let cost = |color: Color| self.cost_for(color, &sides);
        let [white, black] = Color::ALL.map(cost);
        Cost { moves: white.moves.max(black.moves), steps: white.steps.max(black.steps) }
    }

    fn cost_for(&self, color: Color, sides: &[Total; 2]) -> Cost {
        let (own, enemy) = (&sides[color.index()], &sides[color.other().index()]);
        let player = &self.players[color.index()];
        let (attack, attacked) = (LINES + own.all.attack, LINES + enemy.all.attack);
        let mut judged = MADE;
        if player.king_lost_by == KingLoss::Checkmate {
            judged += attacked * own.royals.max(1);
        }
        if !player.gives_check {
            judged += attack;
        }
        if player.goal.as_ref().is_some_and(|goal| goal.shy) {
            judged += attacked;
        }
        let first = own.all.moves.saturating_add(own.drops + 4);
        let mut steps = own.all.walk.saturating_add(first.saturating_mul(judged));
        if player.promotion.quiet {
            let each = attack.saturating_mul(enemy.pieces.max(1));
            steps = steps.saturating_add(own.all.promotions.saturating_mul(each));
        }
        // A drop that may not mate is tried, and each reply.
        let replies = enemy.all.moves.saturating_mul(attack + MADE);
        steps = steps.saturating_add(own.tried.saturating_mul(replies));
        if player.obligation.is_some() {
            steps = steps.saturating_mul(2);
        }
        let cells = self.shape.cells().len() as u64;
        let moves = match self.blocker {
            Some(blocker) if !blocker.behind => {
                first.saturating_mul(cells.saturating_sub((own.pieces + enemy.pieces) / 2).max(1))
            }
            _ => first,
        };
        Cost { moves, steps: steps.saturating_add(moves) }
    }

    /// What all pieces of a player come to.
    fn side(&self, color: Color, census: &Census, shares: &[Share]) -> Total {
        let cells = self.shape.cells().len() as u64;
        let own = &census[color.index()];
        let count = |side: &Vec<(u64, u64)>| side.iter().map(|(board, held)| board + held).sum::<u64>();
        let leaves = self.ids().any(|id| self.rules(color, id).leaves.is_some());
        // Captures bring pieces of one's own.
        let more = if (self.hands.prisoners && !self.hands.returned) || leaves {
            count(&census[color.other().index()])
        } else {
            0
        };
        let brought = |id: PieceId| {
            let left = self.ids().any(|other| self.rules(color, other).leaves == Some(id));
            left || (self.hands.used && !self.rules(color, id).drop_zone.is_empty())
        };
        let most = self
            .ids()
            .filter(|&id| brought(id))
            .fold(Share::default(), |most, id| most.larger(shares[id.index()]));
        let mut total = Total { pieces: (count(own) + more).min(cells), ..Total::default() };
        let mut add = |share: Share, number: u64| {
            let sum = |all: u64, one: u64| all.saturating_add(one.saturating_mul(number));
            total.all.moves = sum(total.all.moves, share.moves);
            total.all.promotions = sum(total.all.promotions, share.promotions);
            total.all.walk = sum(total.all.walk, share.walk);
            total.all.attack = sum(total.all.attack, share.attack);
        };
        for id in self.ids() {
            let (board, held) = own[id.index()];
            add(shares[id.index()], board + held);
        }
        add(most, more);
        if self.hands.used {
            for id in self.ids() {
                let rules = self.rules(color, id);
                let zone = rules.drop_zone.len() as u64;
                total.drops += zone;
                total.tried += if rules.no_drop_mates { self.checking_drops(color, id, zone) } else { 0 };
            }
        }
        total.royals = self.royals(color).map(|id| own[id.index()].0 + own[id.index()].1).sum();
        total
    }

    /// On how many squares a piece that is placed may give check.
    fn checking_drops(&self, color: Color, id: PieceId, zone: u64) -> u64 {
        let rules = self.rules(color, id);
        let plain = |ray: &Ray| ray.path == Path::Clear;
        if rays(rules, self.shape).all(|(_, ray)| plain(ray)) {
            let reach = rays(rules, self.shape).map(|(cells, ray)| walk(cells, ray).1).sum::<u64>();
            return reach.min(zone);
        }
        zone
    }

    /// What each piece of a player adds at most, with all that it may become.
    fn shares(&self, color: Color, exact: bool) -> Vec<Share> {
        let alone: Vec<Share> = self.ids().map(|id| self.share(color, id, exact)).collect();
        let changed = self.ids().filter_map(|id| self.rules(color, id).captures.captor_becomes);
        let changed: Vec<PieceId> = changed.collect();
        let all = |id: PieceId| {
            let mut known = vec![id];
            let mut at = 0;
            while at < known.len() {
                let next = &self.rules(color, known[at]).promotes_to;
                for &to in next.iter().chain(&changed) {
                    if !known.contains(&to) {
                        known.push(to);
                    }
                }
                at += 1;
            }
            known.into_iter().fold(Share::default(), |most, id| most.larger(alone[id.index()]))
        };
        self.ids().map(all).collect()
    }

    fn share(&self, color: Color, id: PieceId, exact: bool) -> Share {
        let rules = self.rules(color, id);
        let choices = rules.promotes_to.len() as u64;
        let zones = self.zones(color, id);
        let zone = if zones.leaving { self.shape.cells() } else { zones.all() };
        let promotion = &self.players[color.index()].promotion;
        let by_step = promotion.step.as_ref().map_or(0, |step| step.steps.len() as u64 + 1);
        let (quiet, mut promotions) = self.mobility(color, rules, zone, exact);
        promotions = (promotions + by_step + u64::from(promotion.in_place)).saturating_mul(choices);
        let mut moves = quiet.saturating_add(promotions);
        let entering = |other: &PieceId| self.rules(color, *other).entry.is_some_and(|e| e.exchanges == id);
        for other in self.ids().filter(entering) {
            let entered = self.mobility(color, self.rules(color, other), SquareSet::EMPTY, exact).0;
            moves = moves.saturating_add(entered);
        }
        moves = moves.saturating_mul(1 + self.lets_in(color, id).count() as u64);
        let odd = || rays(rules, self.shape).filter(|(_, ray)| self.is_odd(rules, ray));
        let walk = odd().map(|(cells, ray)| walk(cells, ray).0).fold(0, u64::saturating_add);
        // What stands on a square matters, or a way may meet itself.
        let unknown = |ray: &Ray| {
            let plain =
                matches!(ray.path, Path::Clear | Path::Lame { .. } | Path::Cannon | Path::Grasshopper);
            !plain || ray.board(self.shape).is_cylinder() || !rules.avoids.is_empty()
        };
        let attack = if odd().any(|(_, ray)| unknown(ray)) { walk } else { walk.min(WAYS) };
        Share { moves, promotions, walk, attack }
    }

    /// Whether a ray is followed square by square, and not looked up along a line or as a leap.
    fn is_odd(&self, rules: &PieceRules, ray: &Ray) -> bool {
        let looked_up = self.shape.grid().line(ray.step).is_some() || (ray.min, ray.max) == (1, 1);
        ray.path != Path::Clear
            || !looked_up
            || ray.board(self.shape).is_cylinder()
            || !rules.avoids.is_empty()
    }

    /// The most moves that a piece has from any square, and the most to squares of a zone.
    fn mobility(&self, color: Color, rules: &PieceRules, zone: SquareSet, exact: bool) -> (u64, u64) {
        let mut groups: Vec<(Shape, Vec<Offset>)> = Vec::new();
        // Moves that say more than where they lead.
        let mut apart = 0u64;
        for (cells, ray) in rays(rules, self.shape) {
            if ray.captures_on_the_way() {
                apart = apart.saturating_add(walk(cells, ray).1);
            }
            let cells = ray.board(cells);
            let ends = ray.reach_on(cells, MAX_RANKS as i8).ends;
            match groups.iter_mut().find(|group| group.0 == cells) {
                Some(group) => group.1.extend(ends),
                None => groups.push((cells, ends)),
            }
        }
        groups.iter_mut().for_each(|group| {
            group.1.sort_unstable();
            group.1.dedup();
        });
        let doubles = rules.double_step.iter().flat_map(super::DoubleStep::ends);
        let cells = rules.cells(self.shape);
        let doubles: Vec<Offset> = doubles.collect();
        let from = |square| {
            let mut reached = SquareSet::EMPTY;
            for (cells, ends) in groups.iter().map(|(cells, ends)| (*cells, ends)).chain([(cells, &doubles)])
            {
                for &end in ends {
                    let to = cells.offset(square, self.shape.relative_offset(color, end));
                    to.into_iter().for_each(|to| reached.insert(to));
                }
            }
            (reached.len() as u64, SquareSet(reached.0 & zone.0).len() as u64)
        };
        let (all, some) = if exact {
            let counts = self.shape.cells().iter().map(from);
            counts.fold((0, 0), |most, (all, some)| (most.0.max(all), most.1.max(some)))
        } else {
            let ends = groups.iter().map(|(_, ends)| ends.len()).sum::<usize>() + doubles.len();
            let ends = ends.min(self.shape.cells().len()) as u64;
            (ends, ends.min(zone.len() as u64))
        };
        (all.saturating_add(apart), some)
    }

    /// So many bytes the tables of the game take at most: known before they are made.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        if self.shape.size() <= <<Small as Size>::Word as Word>::BITS && self.kind_count() <= Small::KINDS {
            self.table_bytes_of::<Small>()
        } else {
            self.table_bytes_of::<Large>()
        }
    }

    fn table_bytes_of<S: Size>(&self) -> usize {
        let squares = self.shape.size();
        let board = size_of::<S::BySquare<S::Word>>();
        let fixed = squares * board + FIXED;
        // Nine masks of its own; places in lists of movers and attackers, and where it came from, besides.
        let kinds = 2 * self.kind_count() * 14 * board;
        let reverts = self.players.iter().any(|player| player.promotion.reverts);
        let odd = |(color, id): (Color, PieceId)| {
            let rules = self.rules(color, id);
            let of = |rays: &mut dyn Iterator<Item = (Shape, &Ray)>| {
                let (mut ways, mut count, mut known) = (0usize, 0usize, true);
                for (cells, ray) in rays {
                    count += 1;
                    match ray.path {
                        Path::Legs(_) | Path::Over { .. } => known = false,
                        _ => ways = ways.saturating_add(walks(cells, ray)),
                    }
                }
                let ways = if known && count > 0 { ways * WAY + (squares * squares + 1) * 4 } else { 0 };
                ways + count * size_of::<Ray>() + squares * 64
            };
            let states = 1 + usize::from(self.tells_moved(color, id)) + usize::from(reverts);
            states * of(&mut rays(rules, self.shape).filter(|(_, ray)| self.is_odd(rules, ray)))
        };
        let pieces = Color::ALL.into_iter().flat_map(|color| self.ids().map(move |id| (color, id)));
        fixed + kinds + pieces.map(odd).fold(0, usize::saturating_add)
    }
}

/// What the pieces of one player come to.
#[derive(Default)]
struct Total {
    pieces: u64,
    royals: u64,
    /// The sum of all shares.
    all: Share,
    drops: u64,
    /// Drops that are tried, each with all replies.
    tried: u64,
}

/// A number in a message.
fn told(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Whether moves take too long to follow, in words.
pub(super) fn endless(shape: Shape, parsed: &Parsed) -> Option<Message> {
    let all = parsed.rays.iter().chain(&parsed.first);
    let steps = all.fold(0u64, |sum, ray| sum.saturating_add(walk(shape, ray).0));
    (steps > MAX_WALK).then(|| {
        say!(
            "to know where it can go from one square, {steps} squares are looked at; the limit is {most}",
            steps = told(steps),
            most = told(MAX_WALK)
        )
    })
}

/// Reports a game whose tables or positions cost too much.
pub(super) fn check(r: &mut Reader<'_>, d: &Rules, tree: &Table) {
    let mut fault = |message: Message| {
        let at = ["blocker", "pieces"].into_iter().find_map(|key| tree.entry(key));
        let at = at.map_or_else(|| r.nowhere(), |entry| entry.place.clone());
        let hint = say!("write fewer kinds of pieces, a smaller board, or moves that reach less far");
        r.fault(Code::E130, &at, message, Some(hint));
    };
    let bytes = d.table_bytes();
    if bytes > MAX_TABLES {
        fault(say!(
            "the tables of the game take {bytes} KiB; the limit is {most}",
            bytes = bytes / 1024,
            most = MAX_TABLES / 1024
        ));
        return;
    }
    let census = d.census();
    if d.cost_by(&census, false).is_bearable() {
        return;
    }
    let cost = d.cost_of(&census);
    if cost.moves > MAX_LEGAL_MOVES {
        fault(say!(
            "a position can have {moves} moves; the limit is {most}",
            moves = told(cost.moves),
            most = told(MAX_LEGAL_MOVES)
        ));
    } else if cost.steps > MAX_STEPS {
        fault(say!(
            "to find what is legal, {steps} squares are looked at; the limit is {most}",
            steps = told(cost.steps),
            most = told(MAX_STEPS)
        ));
    }
}
