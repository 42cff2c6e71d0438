//! How good a position is without looking ahead.
//!
//! The evaluation is a sum of *terms*. Each is a weight times a number counted on the board; each weight has a
//! name and two values, one for the middle game and one for the ending, between which the force left on the
//! board decides. What a game's terms are, and their weights before any tuning, follow from its tables;
//! tuned weights stand in a text file per game (see [`tuned`]).
//!
//! | names | meaning |
//! | --- | --- |
//! | `value.Q` | what a piece is worth |
//! | `square.N.e4` | the square that it stands on, as its owner counts ranks |
//! | `mobility.B.5` | the number of squares that it can go to and no promoting enemy attacks |
//! | `open.half.R`, `open.full.R` | a straight slider on a file without own promoting pieces, without any |
//! | `pair.B`, `bad.B` | two of them on both colours of squares; own promoting pieces on the colour of its square |
//! | `outpost.alone.N`, `outpost.backed.N` | a square from which no promoting enemy can drive it |
//! | `leash.N` | for each step from its king |
//! | `pawn.….P.3` | structure of the pieces that promote; numbers are moves to promotion |
//! | `passed.….P.3` | one that no promoting enemy can stop, by what it may become at present |
//! | `threat.N.R` | an attack on a piece worth more or not well guarded |
//! | `threat.hanging`, `threat.restricted`, `threat.push.P` | attacked and unguarded; contested squares; safe steps that attack |
//! | `king.cover.1`, `king.onset.2`, `king.held.2` | own and enemy promoting pieces before the king by distance and file, and such as hold each other up |
//! | `king.attack.9` | attacks near the king, by their sum |
//! | `king.ring.Q`, `king.check.Q`, `king.weak`, `king.flank`, `king.pinned.N` | parts of that, each for itself |
//! | `king.pawnless` | no promoting piece on the king's side of the board |
//! | `room` | squares behind the own promoting pieces, while many pieces need them |
//! | `castle.2` | castling rights |
//! | `hand.N`, `entry.J.2` | a piece in hand; one that enters in exchange, by the places that it has |
//! | `goal.K.3`, `goal.free.K.3`, `goal.open.K.3` | moves to a winning square; a safe step to it; each such step |
//! | `drive.edge`, `drive.near` | a lone enemy king off the edge, and far from ours |
//! | `tempo` | to be the one to move |
//!
//! Where the players' pieces or rules differ, `@` and the army or colour follow.

mod explain;
mod geometry;
mod king;
mod layout;
mod losing;
mod pawns;
mod pieces;
mod promoters;
mod run;
mod threats;
mod trace;
mod tuned;
mod weights;

use berolina_rules::Definition;
use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Color, Size, Square, Table, Word};
use berolina_rules::position::State;
use berolina_rules::tables::{Kind, Tables};

use self::geometry::Board;
use self::king::Covers;
use self::layout::{Layout, Maker};
use self::pawns::Structure;
use self::run::Run;
pub(crate) use self::trace::WHOLE;
use self::trace::{Off, Terms};
pub(crate) use self::tuned::{find as find_weights, is_tuned};
pub(crate) use self::weights::{Pair, Signature, UNIT, Weights};
use crate::score::MAX_EVAL;
pub(crate) use crate::values::Values;

/// A whole game's force; the phase counts down from it.
pub(crate) const FULL_PHASE: i32 = 256;
/// A score that is not scaled towards a draw.
const UNSCALED: i32 = 64;

/// The evaluation of one game. Threads share it.
pub(crate) struct Eval<S: Size> {
    /// What kinds of pieces are worth, for exchanges and the order of moves.
    pub(crate) values: Values<S>,
    pub(crate) weights: Weights,
    board: Board<S>,
    layouts: [Layout<S>; 2],
    /// Kinds of either player that promote.
    promoting: Vec<Kind>,
    /// Where outposts are: the ranks from the middle on, not the last.
    outposts: [S::Word; 2],
    /// The force of each player at the start.
    force: [i32; 2],
    /// The most that a piece is worth which cannot win alone.
    minor: i32,
    /// By repetition of moves or by the clock a game may be drawn, so that endings may be.
    drawish: bool,
    /// Who has nothing but the king has lost.
    bares: bool,
    /// By colour: who wins by losing pieces.
    losing: [bool; 2],
}

/// What one thread remembers between evaluations.
pub(crate) struct Memory<S: Size> {
    structures: Vec<Structure<S>>,
    covers: Covers,
}

impl<S: Size> Default for Memory<S> {
    fn default() -> Self {
        Self { structures: Vec::new(), covers: Covers::default() }
    }
}

/// The sums of an evaluation, White's less Black's, before they become one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums {
    /// In tenths of a hundredth of a pawn, [`WHOLE`] times.
    pub(crate) middle: i32,
    /// As `middle`.
    pub(crate) ending: i32,
    /// How much of the middle game is left, of [`FULL_PHASE`].
    pub(crate) phase: i32,
    /// How much of the ending's sum counts, in 64ths.
    pub(crate) scale: i32,
    /// What no weight says, in hundredths of a pawn.
    pub(crate) fixed: i32,
}

impl Sums {
    /// White's advantage in hundredths of a pawn.
    fn score(&self) -> i32 {
        let ending = i64::from(self.ending) * i64::from(self.scale) / i64::from(UNSCALED);
        let mixed =
            i64::from(self.middle) * i64::from(self.phase) + ending * i64::from(FULL_PHASE - self.phase);
        (mixed / i64::from(FULL_PHASE * WHOLE * UNIT)) as i32 + self.fixed
    }

    /// The score, within what an evaluation may say.
    pub(crate) fn clamped(&self) -> i32 {
        self.score().clamp(-MAX_EVAL, MAX_EVAL)
    }
}

impl<S: Size> Eval<S> {
    /// The evaluation of a game, with tuned weights where there are any.
    pub(crate) fn new(definition: &Definition, tables: &Tables<S>) -> Self {
        Self::with(definition, tables, tuned::find(definition))
    }

    /// The evaluation of a game, with the weights of a text where they are of the same pieces.
    pub(crate) fn with(definition: &Definition, tables: &Tables<S>, text: Option<&str>) -> Self {
        let mut eval = Self::derived(definition, tables);
        if let Some(text) = text {
            let mut weights = eval.weights.clone();
            weights.take(text, &Signature::new(definition, &tables.kinds));
            eval.use_weights(weights, tables);
        }
        eval
    }

    /// The evaluation of a game with the weights that follow from its tables.
    pub(crate) fn derived(definition: &Definition, tables: &Tables<S>) -> Self {
        let values = Values::new(definition, tables);
        let board = Board::new(tables.shape);
        let mut weights = Weights::default();
        let same = is_symmetric(definition, tables);
        let mut maker = Maker::new(tables, &values, &board, &mut weights);
        let layouts = Color::ALL.map(|color| {
            let army = definition.players[color.index()].army.clone();
            let suffix = if same { String::new() } else { army.unwrap_or_else(|| color.name().into()) };
            maker.weights.begin(suffix);
            maker.layout(color)
        });
        let ranks = tables.shape.ranks();
        let outposts = Color::ALL.map(|color| {
            geometry::squares(tables.shape, |s| {
                let rank = tables.shape.rank(tables.shape.relative(color, s));
                rank >= ranks / 2 - ranks / 8 && rank + 2 < ranks
            })
        });
        let promoting = layouts[0].promoting | layouts[1].promoting;
        let force = start_force(definition, &layouts);
        let lonely = tables.insufficient.unwrap_or_default().iter();
        let minor = lonely.map(|k| values.of(Color::White, k)).max().unwrap_or(0);
        let mut eval = Self {
            values,
            board,
            outposts,
            promoting: promoting.iter().collect(),
            force,
            minor,
            layouts,
            drawish: tables.stalemate.is_draw()
                && tables.insufficient.is_some_and(|kinds| !kinds.is_empty())
                && !tables.features.explosion
                && tables.sides.iter().all(|side| side.by_checkmate),
            bares: tables.bare_king == Some(Verdict::Loss),
            losing: Color::ALL.map(|color| losing::wants_to_lose(tables, color)),
            weights: Weights::default(),
        };
        eval.use_weights(weights, tables);
        eval
    }

    pub(crate) fn use_weights(&mut self, weights: Weights, tables: &Tables<S>) {
        for color in Color::ALL {
            let layout = &mut self.layouts[color.index()];
            layout.settle(&weights, tables.shape);
            for kind in Kind::first(tables.kinds.len()).filter(|&k| !tables.side(color).kings.has(k)) {
                if let Some(value) = layout.value_of(&weights, kind) {
                    self.values.set(color, kind, value);
                }
            }
        }
        self.weights = weights;
    }

    #[inline(always)]
    fn layout(&self, color: Color) -> &Layout<S> {
        &self.layouts[color.index()]
    }

    /// Whether positions are judged by terms: not where who loses everything wins.
    pub(crate) fn has_terms(&self) -> bool {
        self.losing == [false; 2]
    }

    /// How the player to move stands, in hundredths of a pawn.
    pub(crate) fn evaluate(&self, tables: &Tables<S>, state: &State<S>, memory: &mut Memory<S>) -> i32 {
        let score = if self.has_terms() {
            let mut trace = Off;
            let mut run = Run::new(self, tables, state, &mut trace);
            run.all(Some(memory));
            run.sums().clamped()
        } else {
            self.burdens(tables, state).clamp(-MAX_EVAL, MAX_EVAL)
        };
        if state.turn() == Color::White { score } else { -score }
    }

    /// The sums of a position, and how often each weight was counted for whom.
    pub(crate) fn terms(
        &self,
        tables: &Tables<S>,
        state: &State<S>,
    ) -> (Sums, Vec<(Color, weights::At, i32)>) {
        let mut terms = Terms::default();
        let mut run = Run::new(self, tables, state, &mut terms);
        run.all(None);
        let sums = run.sums();
        (sums, terms.0)
    }

    /// How far the enemy king is from the edge, and from ours.
    fn drive(&self, ours: Square, theirs: Square) -> (i32, i32) {
        (i32::from(*self.board.inward.at(theirs.index())), self.board.distance(ours, theirs))
    }
}

impl<S: Size, T: trace::Trace> Run<'_, S, T> {
    /// Counts every term: the players' attacks first, then what depends on both.
    fn all(&mut self, memory: Option<&mut Memory<S>>) {
        let mut memory = memory.filter(|_| !T::ON);
        let structure = match &mut memory {
            Some(memory) => *memory.structure(self.eval, self.tables, self.state),
            None => {
                let mut structure = Structure::EMPTY;
                structure.compute(self);
                structure
            }
        };
        self.sum += structure.score;
        for color in Color::ALL {
            self.prepare(color, &structure);
            self.best_cover(color, &structure, memory.as_deref_mut());
        }
        for color in Color::ALL {
            self.pieces(color, &structure);
        }
        for color in Color::ALL {
            self.king(color);
            self.threats(color);
            self.passed(color, &structure);
            self.others(color);
            self.room(color);
        }
    }

    /// The sums, once every term is counted.
    fn sums(&mut self) -> Sums {
        let turn = self.state.turn();
        self.term(turn, self.layout(turn).tempo, 1);
        let total = self.sum * WHOLE + self.parts;
        let full = (self.eval.force[0] + self.eval.force[1]).max(1);
        let hands = if self.tables.features.hands {
            Color::ALL
                .map(|color| king::force_of(self.layout(color), |k| i32::from(self.state.in_hand(color, k))))
        } else {
            [0, 0]
        };
        let force = self.players[0].force + self.players[1].force + hands[0] + hands[1];
        let phase = (force * FULL_PHASE / full).min(FULL_PHASE);
        let (middle, ending) = (total.middle(), total.ending());
        Sums {
            middle,
            ending,
            phase,
            scale: if self.eval.drawish { self.scale(ending) } else { UNSCALED },
            fixed: self.claim(Color::White) - self.claim(Color::Black),
        }
    }

    /// How much of an advantage in the ending counts, where too little material draws: less with few promoting pieces, more
    /// with such on both wings or with nothing else left.
    fn scale(&self, ending: i32) -> i32 {
        let strong = if ending >= 0 { Color::White } else { Color::Black };
        let (us, them) = (self.us(strong), self.us(strong.other()));
        let pawns = us.promoting.count() as i32;
        let officer = self.eval.minor;
        if pawns == 0 && us.force - them.force <= officer {
            return if us.force <= officer {
                0
            } else if them.force <= officer {
                6
            } else {
                14
            };
        }
        if us.force - them.force > 2 * officer {
            return UNSCALED;
        }
        if self.opposite() {
            let alone = us.force <= officer && them.force <= officer;
            return if alone { 26 } else { 46 };
        }
        let board = &self.eval.board;
        let all = us.promoting | them.promoting;
        let wings = [0, board.shape.files() - 1].map(|f| *board.flank[0].at(usize::from(f)) & all);
        let both = wings.iter().all(|wing| !wing.is_empty());
        let bare = us.force + them.force == 0;
        (42 + 6 * pawns).min(56) + 10 * i32::from(both) + 16 * i32::from(bare)
    }

    /// Each player has one piece bound to a colour of squares, the two on different colours.
    fn opposite(&self) -> bool {
        let bound = |color: Color| {
            let pieces = self.layout(color).pieces.iter().filter(|p| p.pair.is_some());
            pieces.fold(S::Word::EMPTY, |set, p| set | self.state.of_kind(p.kind)) & self.us(color).own
        };
        let (white, black) = (bound(Color::White), bound(Color::Black));
        let alike = *self.eval.board.alike.at(white.first().index());
        white.count() == 1 && black.count() == 1 && (black & alike).is_empty()
    }

    /// The hope of a claim: it grows while the clock runs.
    fn claim(&self, color: Color) -> i32 {
        if !self.tables.features.claims || self.state.capturer() != Some(color) {
            return 0;
        }
        let clock = i32::from(self.state.clock()).min(100);
        clock * clock / 60
    }
}

/// Whether both players have the same pieces and rules, seen from their own side.
fn is_symmetric<S: Size>(definition: &Definition, tables: &Tables<S>) -> bool {
    let shape = tables.shape;
    let [white, black] = &tables.sides;
    let flip = |set: S::Word| set.iter().fold(S::Word::EMPTY, |w, s| w | S::Word::bit(shape.mirror(s)));
    let same = |a: &S::BySquare<S::Word>, b: &S::BySquare<S::Word>| {
        shape.iter().all(|s| flip(*a.at(s.index())) == *b.at(shape.mirror(s).index()))
    };
    let masks = white.masks.iter().zip(&black.masks).all(|(a, b)| {
        same(&a.quiet_leap, &b.quiet_leap)
            && same(&a.capture_leap, &b.capture_leap)
            && same(&a.quiet_orthogonal, &b.quiet_orthogonal)
            && same(&a.capture_orthogonal, &b.capture_orthogonal)
            && same(&a.quiet_diagonal, &b.quiet_diagonal)
            && same(&a.capture_diagonal, &b.capture_diagonal)
            && a.odd.len() == b.odd.len()
            && a.placed.len() == b.placed.len()
            && a.promotes == b.promotes
    });
    masks
        && white.by_checkmate == black.by_checkmate
        && white.kings == black.kings
        && white.royalty == black.royalty
        && white.extinction == black.extinction
        && white.promotes_to == black.promotes_to
        && white.promotion_limit == black.promotion_limit
        && white.zones.iter().zip(&black.zones).all(|(a, b)| flip(a.all) == b.all && a.leaving == b.leaving)
        && Kind::first(white.zones.len())
            .all(|kind| flip(white.promotion_squares(kind)) == black.promotion_squares(kind))
        && flip(white.goal) == black.goal
        && white.goal_kinds == black.goal_kinds
        && white.becomes == black.becomes
        && white.leaves == black.leaves
        && white.captor_becomes == black.captor_becomes
        && (white.captures_own, white.petrifies) == (black.captures_own, black.petrifies)
        && white.doubles.len() == black.doubles.len()
        && white.entries.len() == black.entries.len()
        && definition.players[0].army == definition.players[1].army
}

/// The force of each player in the array and in hand at the start.
fn start_force<S: Size>(definition: &Definition, layouts: &[Layout<S>; 2]) -> [i32; 2] {
    Color::ALL.map(|color| {
        let layout = &layouts[color.index()];
        king::force_of(layout, |kind| {
            let piece = definition.ids().find(|&piece| Kind::base(piece) == kind);
            piece.map_or(0, |piece| definition.start.count(color, piece) as i32)
        })
    })
}
