//! Pages that lie about their line, played out by the clock of a game: what they gain is bounded for the whole game.

use std::time::Duration;

use berolina_server::game::{Cabinet, Lag, Match, Now, Wisher};
use berolina_wire::socket::{Act, Wish};
use berolina_wire::{ClockRule, Color};

/// How a page behaves, all in milliseconds.
#[derive(Clone, Copy)]
struct Page {
    /// The way there and back.
    line: u64,
    /// So long it lets pings wait.
    holds: u64,
    /// What it thinks about a move.
    thinks: u64,
}

/// Plays so many moves of White's, whose page is such; what White was charged for, what White used without the line, and the bound that is told.
fn play(clock: ClockRule, page: Page, moves: u32) -> (u64, u64, u64) {
    let cabinet = Cabinet::default();
    let agreed = cabinet.propose(crate::common::terms("chess", Some(clock)), |_| 0).expect("a shipped game");
    let mut game = Match::new(agreed, 0).expect("a start");
    let (mut served, mut lag) = (0, Lag::default());
    let (mut charged, mut used) = (0, 0);
    let (base, increment) = match clock {
        ClockRule::Fischer { base, increment } => (u64::from(base), u64::from(increment)),
        _ => panic!("a clock of minutes"),
    };
    for ply in 0..2 * moves {
        let color = game.turn();
        let white = color == Color::White;
        let mut credit = 0;
        if white {
            if ply % 10 == 0 {
                lag.measured(Duration::from_millis(page.line + page.holds));
            }
            served += page.line + page.thinks;
            lag.answered(Duration::from_millis(page.line + page.thinks));
            credit = game.credit(color, lag.credit());
        }
        // Moves there and back again are repeated: so each goes on with another piece or pawn, as a number that is a little random says.
        let position = game.game().position();
        let legal = position.legal_moves();
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.rotate_left((7 * ply as usize + 3) % legal.len());
        let text = order.into_iter().find_map(|i| {
            let mut after = game.game().clone();
            after.push(legal[i]);
            after.outcome().is_none().then(|| position.move_text(legal[i]))
        });
        let before = game.times(served).expect("a clock");
        let wish = Wish { id: ply + 1, ply, act: Act::Move { text: text.expect("a move") } };
        let now = Now { at: 1, served, credit, fresh: "" };
        let entries = game.decide(Wisher { color, alone: false }, &wish, now).expect("a legal move");
        entries.into_iter().for_each(|entry| game.apply(entry).expect("the next"));
        assert!(!game.is_over(), "after {ply} of {moves} moves");
        if white && before.running == Some(Color::White) {
            used += page.thinks;
            charged += 1;
        }
    }
    let left = u64::from(game.times(served).expect("a clock").white);
    let most = u64::from(game.clock().expect("a clock").most_forgiven());
    // What is not left was charged.
    (base + increment * charged - left, used, most)
}

const CLOCKS: [ClockRule; 3] = [
    ClockRule::Fischer { base: 60_000, increment: 1_000 },
    ClockRule::Fischer { base: 180_000, increment: 2_000 },
    ClockRule::Fischer { base: 600_000, increment: 0 },
];

#[test]
fn who_lets_pings_wait_gains_no_more_than_is_stated_in_a_whole_game() {
    for clock in CLOCKS {
        for thinks in [150, 900, 1_500] {
            let page = Page { line: 20, holds: 2_000, thinks };
            let (charged, used, most) = play(clock, page, 60);
            let gained = used.saturating_sub(charged);
            assert!(gained <= most, "{gained} of {most} with {clock:?}, thinking {thinks}");
        }
    }
}

#[test]
fn an_honest_line_is_not_charged_for() {
    for line in [30, 100] {
        let page = Page { line, holds: 0, thinks: 1_000 };
        let (charged, used, _) = play(CLOCKS[2], page, 60);
        assert_eq!(charged, used, "the way was {line}");
    }
    // A slower one is paid for until the bound of the game is reached.
    let page = Page { line: 400, holds: 0, thinks: 1_000 };
    let (charged, used, most) = play(CLOCKS[2], page, 60);
    assert_eq!(charged, used + 59 * 400 - most);
}

#[test]
fn who_answers_fast_shows_how_fast_the_line_is() {
    let page = Page { line: 20, holds: 2_000, thinks: 0 };
    let (charged, used, _) = play(CLOCKS[1], page, 60);
    assert_eq!((charged, used), (0, 0), "nothing but the line itself");
}
