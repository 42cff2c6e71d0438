//! Moves in the order in which they are tried, made in stages, so that those that are never tried
//! are never made: the table's move, good captures, quiet moves, bad captures.

use berolina_rules::Move;
use berolina_rules::geometry::{Color, Size, Word};
use berolina_rules::position::{Aims, MoveList, Part, State};
use berolina_rules::tables::Tables;

use crate::history::{Before, History};
use crate::params::Params;
use crate::score::WIN;
use crate::see::Exchange;

/// A ranked move.
#[derive(Clone, Copy)]
struct Ranked {
    mv: Move,
    rank: i32,
    /// It is quiet and attacks the king.
    attacks: bool,
    /// It captures, promotes or the like; `None` if nobody has asked.
    tactical: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
enum Stage {
    #[default]
    Table,
    MakeTactical,
    GoodTactical,
    MakeQuiet,
    Quiet,
    BadTactical,
    MakeAll,
    All,
    Done,
}

/// What the picker needs of its surroundings to make and rank moves.
pub(crate) struct Context<'a, S: Size> {
    pub(crate) tables: &'a Tables<S>,
    pub(crate) exchange: &'a Exchange,
    pub(crate) history: &'a History,
    pub(crate) params: Params<'a>,
    /// How much earlier a quiet move comes that attacks the king.
    pub(crate) attack_rank: i32,
    pub(crate) state: &'a State<S>,
    /// See [`State::moves_of`].
    pub(crate) sheltered: bool,
    pub(crate) before: Before,
    pub(crate) killers: [Option<Move>; 2],
    /// What last refuted the opponent's last step.
    pub(crate) answer: Option<Move>,
    /// Every move is made, also where they have thousands of second halves.
    pub(crate) full: bool,
}

/// Where moves have a second half, so many of them are looked at for each first half: in the tree, and where only captures are
/// followed. The manual says so too.
const BLOCKS: [u32; 2] = [12, 2];
/// How much later each further second half of the same first half comes.
const BLOCK_RANK: i32 = 1 << 12;

/// The moves of one position, taken one by one. Kept and used again, for its memory.
#[derive(Default)]
pub(crate) struct Picker {
    list: MoveList,
    /// What has been learnt of each move of the list, if it is quiet.
    learnt: Vec<i32>,
    moves: Vec<Ranked>,
    bad: Vec<Ranked>,
    next: usize,
    stage: Stage,
    /// The stage that follows the table's move.
    after_first: Stage,
    first: Option<Move>,
    /// Captures must bring so much to be good.
    threshold: i32,
    /// Quiet moves are wanted.
    quiet: bool,
    /// Whether the last move taken is quiet and attacks the king; not told of the table's move.
    pub(crate) attacks: bool,
    /// Whether it captures, promotes or the like, where that is known: not of the table's move.
    pub(crate) tactical: Option<bool>,
}

/// Above whatever history and attacks make of other quiet moves.
const KILLER: i32 = 1 << 23;
/// Where every move is tried to find a win, attacks on the king come first of the quiet moves but for killers.
pub(crate) const ATTACKS_FIRST: i32 = KILLER / 2;

impl Picker {
    /// Every move, `first` first if it can be made; in one stage where the king is attacked.
    pub(crate) fn start<S: Size>(&mut self, context: &Context<'_, S>, first: Option<Move>, check: bool) {
        self.after_first = if check { Stage::MakeAll } else { Stage::MakeTactical };
        self.reset(context, first);
        self.threshold = 0;
        self.quiet = true;
    }

    /// Captures, promotions and the like that bring at least `threshold`.
    pub(crate) fn start_tactical<S: Size>(
        &mut self,
        context: &Context<'_, S>,
        first: Option<Move>,
        threshold: i32,
    ) {
        let first =
            first.filter(|&mv| plausible(context.state, mv) && context.state.is_tactical(context.tables, mv));
        self.after_first = Stage::MakeTactical;
        self.reset(context, first);
        self.threshold = threshold;
        self.quiet = false;
    }

    /// These moves in this order.
    pub(crate) fn start_given(&mut self, moves: impl Iterator<Item = Move>) {
        self.moves.clear();
        self.bad.clear();
        self.moves.extend(moves.map(|mv| Ranked { mv, rank: 0, attacks: false, tactical: None }));
        self.moves.reverse();
        for (rank, entry) in self.moves.iter_mut().enumerate() {
            entry.rank = rank as i32;
        }
        self.first = None;
        self.next = 0;
        self.stage = Stage::All;
    }

    fn reset<S: Size>(&mut self, context: &Context<'_, S>, first: Option<Move>) {
        self.moves.clear();
        self.bad.clear();
        self.next = 0;
        self.attacks = false;
        self.tactical = None;
        self.first = first.filter(|&mv| plausible(context.state, mv));
        self.stage = if self.first.is_some() { Stage::Table } else { self.after_first };
    }

    /// The next move, if it is ranked already: most are, and then nobody need tell what surrounds them. `None` says nothing of
    /// whether there is one.
    #[inline]
    pub(crate) fn ranked(&mut self, quiet: bool) -> Option<Move> {
        let waits = match self.stage {
            Stage::Quiet => quiet,
            Stage::BadTactical | Stage::All => true,
            _ => false,
        };
        if waits { self.take() } else { None }
    }

    /// The next move. Without `quiet`, quiet moves that have not been taken are passed over.
    pub(crate) fn next<S: Size>(&mut self, context: &Context<'_, S>, quiet: bool) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = self.after_first;
                    return self.first;
                }
                Stage::MakeTactical => {
                    self.make(context, Part::Tactical);
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.best() {
                    Some(entry) => {
                        if self.is_good(context, entry.mv, entry.rank) {
                            self.tactical = Some(true);
                            return Some(entry.mv);
                        }
                        self.bad.push(entry);
                    }
                    None => self.stage = if self.quiet { Stage::MakeQuiet } else { Stage::Done },
                },
                Stage::MakeQuiet if quiet => {
                    self.moves.clear();
                    self.next = 0;
                    self.make(context, Part::Quiet);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet if quiet => match self.take() {
                    Some(mv) => return Some(mv),
                    None => self.begin_bad(),
                },
                Stage::MakeQuiet | Stage::Quiet => self.begin_bad(),
                Stage::MakeAll => {
                    self.make(context, Part::All);
                    self.stage = Stage::All;
                }
                Stage::BadTactical | Stage::All => match self.take() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn begin_bad(&mut self) {
        std::mem::swap(&mut self.moves, &mut self.bad);
        self.next = 0;
        self.stage = Stage::BadTactical;
    }

    /// Whether a capture belongs to the good ones; in quiescence, whether it is taken at all.
    fn is_good<S: Size>(&self, context: &Context<'_, S>, mv: Move, rank: i32) -> bool {
        let threshold = if self.quiet { -rank / context.params.rank_slack() } else { self.threshold };
        context.exchange.brings(context.tables, context.state, mv, threshold)
    }

    fn make<S: Size>(&mut self, context: &Context<'_, S>, part: Part) {
        let state = context.state;
        let blocks = (!context.full).then_some(BLOCKS[usize::from(!self.quiet)]);
        state.telling_moves_of(context.tables, part, context.sheltered, blocks, &mut self.list);
        let (mut half, mut nth) = (None, 0);
        let threats = if part == Part::Quiet { Threats::new(context) } else { Threats::none() };
        let mut aims = (part != Part::Tactical).then(|| Aims::new(context.tables, state));
        self.learnt.clear();
        if aims.is_some() {
            // In a loop that does nothing else, for it waits for memory: so the waits for several moves are one.
            let rank = |&mv| context.history.quiet_rank(state, mv, context.before);
            self.learnt.extend(self.list.iter().map(rank));
        }
        for (i, &mv) in self.list.iter().enumerate() {
            if Some(mv) == self.first {
                continue;
            }
            let tactical = match part {
                Part::Tactical => true,
                Part::Quiet => false,
                Part::All => state.is_tactical(context.tables, mv),
            };
            let (rank, attacks) = match &mut aims {
                Some(aims) if !tactical => {
                    let attacks = aims.attacks(context.tables, state, mv);
                    (self.learnt[i] + quiet_rank(context, &threats, mv, attacks), attacks)
                }
                Some(_) => (tactical_rank(context, mv) + 2 * KILLER, false),
                None => (tactical_rank(context, mv), false),
            };
            if mv.blocks().is_some() {
                nth = if half == Some(mv.first_half()) { nth + 1 } else { 0 };
                half = Some(mv.first_half());
            }
            let rank = rank - nth * BLOCK_RANK;
            self.moves.push(Ranked { mv, rank, attacks, tactical: Some(tactical) });
        }
    }

    /// The next of the ranked moves, of which is told what is known.
    #[inline]
    fn take(&mut self) -> Option<Move> {
        let entry = self.best()?;
        (self.attacks, self.tactical) = (entry.attacks, entry.tactical);
        Some(entry.mv)
    }

    /// Takes out the move with the highest rank of those that are left.
    #[inline]
    fn best(&mut self) -> Option<Ranked> {
        let rest = self.moves.get_mut(self.next..)?;
        let (mut best, mut highest) = (0, rest.first()?.rank);
        for (i, entry) in rest.iter().enumerate().skip(1) {
            if entry.rank > highest {
                (best, highest) = (i, entry.rank);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}

/// Whether a move from the table can belong to this position. It does but for a chance of one in 2⁶⁰; this
/// keeps what a search does then within the rules of the board.
pub(crate) fn plausible<S: Size>(state: &State<S>, mv: Move) -> bool {
    let us = state.of(state.turn());
    match state.origin(mv) {
        None => state.in_hand(state.turn(), state.moved_kind(mv)) > 0 && !state.occupied().has(mv.to()),
        Some(from) => us.has(from) && (!us.has(mv.to()) || state.is_castling(mv) || from == mv.to()),
    }
}

fn tactical_rank<S: Size>(context: &Context<'_, S>, mv: Move) -> i32 {
    let state = context.state;
    let side = context.tables.side(state.turn());
    if side.goal.has(mv.to()) && side.goal_kinds.has(state.moved_kind(mv)) {
        return WIN * 8;
    }
    let params = context.params;
    let taken = state.taken(context.tables, mv);
    params.rank_gain() * context.exchange.gain_by(context.tables, state, mv, taken)
        + context.history.tactical_by(context.tables, state, mv, taken) / params.rank_history()
}

/// How early a quiet move should be tried, but for what has been learnt of it.
fn quiet_rank<S: Size>(context: &Context<'_, S>, threats: &Threats<S>, mv: Move, attacks: bool) -> i32 {
    let first = match context.killers {
        [Some(killer), _] if killer == mv => KILLER + 2,
        [_, Some(killer)] if killer == mv => KILLER + 1,
        _ if context.answer == Some(mv) => KILLER,
        _ if attacks => context.attack_rank,
        _ => 0,
    };
    first + threats.rank(context, mv)
}

/// Squares on which pieces that promote attack: pieces worth more should leave them and not go there.
struct Threats<S: Size> {
    attacked: S::Word,
}

impl<S: Size> Threats<S> {
    fn none() -> Self {
        Self { attacked: S::Word::EMPTY }
    }

    fn new(context: &Context<'_, S>) -> Self {
        let state = context.state;
        let them: Color = state.turn().other();
        let mut attacked = S::Word::EMPTY;
        for steps in &context.tables.side(them).movers.steps {
            let pieces = state.of_kind(steps.kind) & state.of(them);
            for step in &steps.captures {
                attacked |= (pieces & step.from).rotate(step.shift);
            }
        }
        Self { attacked }
    }

    #[inline]
    fn rank(&self, context: &Context<'_, S>, mv: Move) -> i32 {
        if self.attacked.is_empty() {
            return 0;
        }
        let params = context.params;
        let worth = context.exchange.worth(context.state.turn(), context.state.moved_kind(mv));
        let worth = worth.min(params.rank_threat_most());
        if worth < params.rank_threat_least() {
            return 0;
        }
        let leaves = context.state.origin(mv).is_some_and(|from| self.attacked.has(from));
        let enters = self.attacked.has(mv.to());
        params.rank_threat() * worth * (i32::from(leaves) - i32::from(enters))
    }
}
