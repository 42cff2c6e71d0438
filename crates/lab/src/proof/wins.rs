//! Forced wins, proven by trying every move: a judge that shares nothing with the engine.
//!
//! [`wins_in`] knows the legal moves and the ends of a game, as [`berolina_rules`] has them, and
//! nothing else: no evaluation, no pruning on a guess. What it has found about a position it keeps, and
//! the order in which it tries moves makes it faster; neither changes an answer. It is right but for two
//! positions that share a 64-bit hash.
//!
//! # What counts as a win
//!
//! Whatever ends the game by the position alone with the player as winner: mate, the capture of a king, a
//! goal, stalemate where that loses, a bare king, and the moment when the clock's limit gives the player a
//! claim. A position has no past, so nothing in it is a repetition; a win in the fewest plies never needs
//! one, nor can repeating avert it, since each of its moves makes the distance shorter.

use std::collections::HashMap;
use std::fmt;

use berolina_rules::geometry::{Color, Size, Word as _};
use berolina_rules::position::{MoveList, State};
use berolina_rules::tables::Tables;
use berolina_rules::visit;
use berolina_rules::{Move, Position};

/// A forced win for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The plies to the end, against the longest defence.
    pub plies: u32,
    /// Every first move that wins in so many plies, in the order of the list of legal moves.
    pub keys: Vec<Move>,
    /// One line to the end: the first key, then the longest defence and the shortest win by turns.
    pub line: Vec<Move>,
}

/// The search was given up: it came to its limit of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfNodes;

impl fmt::Display for OutOfNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no proof either way within the limit of nodes")
    }
}

impl std::error::Error for OutOfNodes {}

/// The win in the fewest plies that the player to move can force, if there is one in `plies` at most.
///
/// `None` where the game is over already, or no such win exists.
///
/// ```
/// # use berolina_rules::{Library, Position, Variant};
/// let near = Variant::load(&Library::shipped(), "near")?;
/// // Every step of the king is to an attacked square, and Black must move.
/// let position = Position::from_fen(&near, "k7/8/8/1Q6/8/8/8/7K w - - 0 1")?;
/// let proof = berolina_lab::proof::wins::wins_in(&position, 3).expect("a win");
/// assert_eq!(proof.plies, 3);
/// assert!(proof.keys.contains(&position.parse_san("Qb6")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn wins_in(position: &Position, plies: u32) -> Option<Proof> {
    wins_within(position, plies, u64::MAX).unwrap_or_default()
}

/// [`wins_in`] that gives up after visiting so many positions.
///
/// # Errors
/// If it gives up.
pub fn wins_within(position: &Position, plies: u32, nodes: u64) -> Result<Option<Proof>, OutOfNodes> {
    visit!(position.sized(), |p| Solver::new(p.tables(), p.state(), nodes).run(p.state(), plies))
}

/// Whether the player who is *not* to move can force a win within so many plies.
#[must_use]
pub fn lost_in(position: &Position, plies: u32) -> bool {
    fn forced<S: Size>(tables: &Tables<S>, state: &State<S>, plies: u32) -> bool {
        let mut solver = Solver::new(tables, state, u64::MAX);
        solver.attacker = state.turn().other();
        solver.forced(state, plies).unwrap_or(false)
    }
    visit!(position.sized(), |position| forced(position.tables(), position.state(), plies))
}

/// The end of the game in a position: `Some` with the winner, if any.
pub(super) fn end<S: Size>(tables: &Tables<S>, state: &State<S>, no_moves: bool) -> Option<Option<Color>> {
    let claimed = || state.claim(tables).map(Some);
    state.ending(tables, !no_moves, None).map(|outcome| outcome.winner).or_else(claimed)
}

/// What is known of a position, in plies.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The attacker wins within so many; 0 if that is not known of any number.
    won: u32,
    /// The attacker does not win within so many.
    not_won: u32,
}

struct Solver<'a, S: Size> {
    tables: &'a Tables<S>,
    attacker: Color,
    known: HashMap<u64, Known>,
    /// For each number of plies left the moves that last saved the defender.
    saved: Vec<[Option<Move>; 3]>,
    nodes: u64,
    limit: u64,
    /// Lists to be used again.
    lists: Vec<MoveList>,
}

impl<'a, S: Size> Solver<'a, S> {
    fn new(tables: &'a Tables<S>, state: &State<S>, limit: u64) -> Self {
        let (known, lists) = (HashMap::new(), Vec::new());
        Self { tables, attacker: state.turn(), known, saved: Vec::new(), nodes: 0, limit, lists }
    }

    fn run(&mut self, state: &State<S>, most: u32) -> Result<Option<Proof>, OutOfNodes> {
        let mut moves = MoveList::new();
        state.legal_moves(self.tables, &mut moves);
        if end(self.tables, state, moves.is_empty()).is_some() {
            return Ok(None);
        }
        for plies in 1..=most {
            let mut keys = Vec::new();
            for &mv in &moves {
                if self.forced(&self.after(state, mv), plies - 1)? {
                    keys.push(mv);
                }
            }
            if let Some(&key) = keys.first() {
                let mut line = vec![key];
                self.extend(self.after(state, key), plies - 1, &mut line)?;
                return Ok(Some(Proof { plies, keys, line }));
            }
        }
        Ok(None)
    }

    fn after(&self, state: &State<S>, mv: Move) -> State<S> {
        state.after(self.tables, mv)
    }

    /// Whether the attacker, whoever is to move, can force a win within so many plies.
    fn forced(&mut self, state: &State<S>, plies: u32) -> Result<bool, OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(OutOfNodes);
        }
        if plies == 0 {
            let no_moves = state.count_moves(self.tables) == 0;
            return Ok(end(self.tables, state, no_moves) == Some(Some(self.attacker)));
        }
        let key = self.key(state, plies);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.won > 0 && known.won <= plies {
            return Ok(true);
        }
        if known.not_won >= plies {
            return Ok(false);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        state.legal_moves(self.tables, &mut moves);
        let result = if let Some(winner) = end(self.tables, state, moves.is_empty()) {
            Ok(winner == Some(self.attacker))
        } else if state.turn() == self.attacker {
            self.attack(state, &moves, plies)
        } else {
            self.defend(state, &mut moves, plies)
        };
        self.lists.push(moves);
        let entry = self.known.entry(key).or_default();
        match result {
            Ok(true) => entry.won = if entry.won == 0 { plies } else { entry.won.min(plies) },
            Ok(false) => entry.not_won = entry.not_won.max(plies),
            Err(OutOfNodes) => {}
        }
        result
    }

    /// What tells positions apart. The clock matters only where it can reach its limit in the plies
    /// that are left.
    fn key(&self, state: &State<S>, plies: u32) -> u64 {
        match self.tables.clock_limit {
            Some((limit, _)) if u32::from(state.clock()) + plies >= u32::from(limit) => {
                let capturer = state.capturer().map_or(0, |color| 1 + color as u64);
                let clock = 1 + u64::from(state.clock()) * 3 + capturer;
                state.hash() ^ clock.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }
            _ => state.hash(),
        }
    }

    /// Whether one of the attacker's moves wins. Shorter wins are looked for first: they are cheap.
    fn attack(&mut self, state: &State<S>, moves: &[Move], plies: u32) -> Result<bool, OutOfNodes> {
        let mut within = if plies.is_multiple_of(2) { 2 } else { 1 };
        while within <= plies {
            for &mv in moves {
                if self.forced(&self.after(state, mv), within - 1)? {
                    return Ok(true);
                }
            }
            within += 2;
        }
        Ok(false)
    }

    /// Whether all of the defender's moves lose. Those are tried first that saved other positions, then
    /// captures.
    fn defend(&mut self, state: &State<S>, moves: &mut MoveList, plies: u32) -> Result<bool, OutOfNodes> {
        let depth = plies as usize;
        if self.saved.len() <= depth {
            self.saved.resize(depth + 1, [None; 3]);
        }
        let saved = self.saved[depth];
        moves.sort_by_cached_key(|&mv| match saved.iter().position(|&s| s == Some(mv)) {
            Some(place) => place,
            None => saved.len() + usize::from(state.taken(self.tables, mv).is_empty()),
        });
        for &mv in moves.iter() {
            if !self.forced(&self.after(state, mv), plies - 1)? {
                let place = saved.iter().position(|&s| s == Some(mv)).unwrap_or(saved.len() - 1);
                self.saved[depth][..=place].rotate_right(1);
                self.saved[depth][0] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds to a line how a won position ends, with the longest defence.
    fn extend(
        &mut self,
        mut state: State<S>,
        mut plies: u32,
        line: &mut Vec<Move>,
    ) -> Result<(), OutOfNodes> {
        let mut moves = MoveList::new();
        while plies > 0 {
            state.legal_moves(self.tables, &mut moves);
            if end(self.tables, &state, moves.is_empty()).is_some() {
                break;
            }
            let attacking = state.turn() == self.attacker;
            let mut next: Option<(u32, Move)> = None;
            for &mv in &moves {
                let after = self.after(&state, mv);
                let mut distance = 0;
                while distance < plies && !self.forced(&after, distance)? {
                    distance += 1;
                }
                let better =
                    next.is_none_or(|(best, _)| if attacking { distance < best } else { distance > best });
                if better {
                    next = Some((distance, mv));
                }
            }
            let Some((distance, mv)) = next else { break };
            line.push(mv);
            state = self.after(&state, mv);
            plies = distance;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use berolina_rules::{Library, Variant};

    use super::*;

    /// The plies to the win, the reason at its end, and the keys in SAN, sorted.
    fn solve(name: &str, fen: &str, plies: u32) -> Option<(u32, &'static str, String)> {
        let variant = Variant::load(&Library::shipped(), name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let position = Position::from_fen(&variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let proof = wins_in(&position, plies)?;
        assert_eq!(proof.line.len(), proof.plies as usize, "{fen}");
        assert_eq!(proof.line[0], proof.keys[0], "{fen}");
        let last = proof.line.iter().fold(position.clone(), |p, &mv| p.play_unchecked(mv));
        let reason = match (last.outcome(), last.claim()) {
            (Some(outcome), _) => {
                assert_eq!(outcome.winner, Some(position.turn()), "{fen}");
                outcome.reason.name()
            }
            (None, claim) => {
                assert_eq!(claim, Some(position.turn()), "{fen}");
                "claim"
            }
        };
        let mut keys: Vec<String> = proof.keys.iter().map(|&mv| position.san(mv)).collect();
        keys.sort();
        Some((proof.plies, reason, keys.join(" ")))
    }

    #[track_caller]
    fn wins(name: &str, fen: &str, plies: u32, reason: &'static str, keys: &str) {
        assert_eq!(solve(name, fen, plies + 2), Some((plies, reason, keys.to_owned())), "{name} {fen}");
        assert_eq!(solve(name, fen, plies - 1), None, "{name} {fen}");
    }

    #[test]
    fn known_mates_of_chess() {
        wins("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "checkmate", "Ra8#");
        // Philidor's legacy.
        wins("chess", "r4r1k/6pp/7N/8/8/1Q6/8/7K w - - 0 1", 3, "checkmate", "Qg8+");
        // Paul Morphy, about 1850: the key is a waiting sacrifice of the rook.
        wins("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "checkmate", "Ra6");
        // Morphy - Isouard and Brunswick, Paris 1858, before 16. Qb8+.
        wins("chess", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", 3, "checkmate", "Qb8+");
        // Réti - Tartakower, Vienna 1910, before 9. Qd8+.
        let reti = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9";
        wins("chess", reti, 5, "checkmate", "Qd8+");
        // A discovered check first takes the rook that guards.
        wins("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5, "checkmate", "Ra6+");
    }

    #[test]
    fn no_win_where_there_is_none() {
        assert_eq!(solve("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 5), None);
        // Stalemate draws in chess: the queen must not take the last squares.
        assert_eq!(solve("chess", "k7/8/1Q6/8/8/8/8/7K b - - 0 1", 5), None);
        // The clock draws before the mate.
        assert_eq!(solve("chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 98 90", 5), None);
        wins("chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 97 90", 3, "checkmate", "Ra7 Rb7");
    }

    #[test]
    fn each_end_of_a_game_is_a_win() {
        wins("near", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", 1, "king-captured", "Rxe8#");
        wins("forward", "k7/8/8/1Q6/8/8/8/7K w - - 0 1 -", 1, "stalemate", "Qb6");
        wins("forward", "4k3/2K5/8/8/8/8/8/8 w - - 0 1 -", 1, "goal-reached", "Kb8# Kc8#");
        // King and rook against the bare king: it could bare White in turn, if the rook stood to be taken.
        wins("shatranj", "k7/8/8/8/8/1r6/2K5/7R w - - 0 1", 2, "bare-king", "Kxb3");
        wins(
            "crazyhouse",
            "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1",
            1,
            "checkmate",
            "R@a8# R@b8# R@c8# R@d8# R@e8#",
        );
    }

    #[test]
    fn a_claim_ends_the_game_whoever_moved() {
        let (plies, reason, _) = solve("forward", "8/2k5/8/8/8/8/4R3/4K3 w - - 99 90 w", 3).unwrap();
        assert_eq!((plies, reason), (1, "claim"));
        // Black's own move brings the clock to White's claim: a win in an even number of plies.
        let (plies, reason, _) = solve("forward", "8/2k5/8/8/8/8/4R3/4K3 w - - 98 90 w", 3).unwrap();
        assert_eq!((plies, reason), (2, "claim"));
        assert_eq!(solve("forward", "8/2k5/8/8/8/8/4R3/4K3 w - - 98 90 b", 1), None);
    }

    #[test]
    fn lost_is_the_other_side_of_won() {
        let chess = Variant::load(&Library::shipped(), "chess").unwrap();
        let morphy = Position::from_fen(&chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
        for (san, plies, lost) in [("Ra6", 2, true), ("Ra6", 1, false), ("Rd1", 2, false)] {
            let after = morphy.play_unchecked(morphy.parse_san(san).unwrap());
            assert_eq!(lost_in(&after, plies), lost, "{san} in {plies}");
        }
    }

    #[test]
    fn the_limit_is_kept() {
        let chess = Variant::load(&Library::shipped(), "chess").unwrap();
        assert_eq!(wins_within(&chess.start(), 5, 1000), Err(OutOfNodes));
        assert_eq!(wins_within(&chess.start(), 1, 1000), Ok(None));
    }
}
