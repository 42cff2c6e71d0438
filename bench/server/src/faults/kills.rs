//! Kills the server at random moments.

use std::time::{Duration, Instant};

use berolina_wire::socket::Told;
use berolina_wire::{ClockRule, Color};
use futures_util::future::{join, join_all};
use tokio::time::{sleep, timeout};

use super::seats::{Seats, Tally};
use super::{Row, folder};
use crate::client::{Browser, Way, terms};
use crate::host::Recipe;
use crate::lines::{Chance, lines};
use crate::{FaultArgs, Outcome};

/// The server lives so long at most before it is killed.
const LIFE: Duration = Duration::from_millis(500);
/// Between two moves of a game at most.
const PAUSE: Duration = Duration::from_millis(20);
/// Lines are broken at once when the server is gone.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn run(args: &FaultArgs) -> Outcome<Row> {
    let data = folder(&args.place)?;
    let recipe = Recipe::new(&args.place, data.path()).await?;
    let mut chance = Chance::new(args.seed);
    let lines = lines(&args.place.variant, 16, args.seed)?;
    let mut host = recipe.start().await?;
    let ways = [Way::plain(host.address); 3];
    let mut next = 0;
    let mut fresh = async || {
        next += 1;
        // Every other game has a clock.
        let clock = (next % 2 == 0).then_some(ClockRule::Fischer { base: 3_600_000, increment: 1000 });
        Seats::begin(ways, &args.place.variant, lines[next % lines.len()].clone(), clock).await
    };
    let mut all = Vec::new();
    for _ in 0..args.games {
        all.push(fresh().await?);
    }
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    let (mut founded, mut begun) = (Vec::new(), 0);
    let (mut starts, begin) = (Vec::new(), Instant::now());
    for kill in 1..=args.kills {
        let life = LIFE.mul_f64(chance.part());
        let seeds: Vec<u64> = all.iter().map(|_| chance.next()).collect();
        {
            let games = all.iter_mut().zip(seeds).map(|(seats, seed)| play(seats, seed));
            let mut games = std::pin::pin!(join(join_all(games), found(ways, args, &mut founded)));
            let alone = timeout(life, &mut games).await.is_ok();
            host.kill().await?;
            if alone {
                faults.push(format!("all lines broke before kill {kill}"));
            } else if timeout(PATIENCE, games).await.is_err() {
                return Err(format!("after kill {kill} lines lived on").into());
            }
        }
        let started = Instant::now();
        host = recipe.start().await?;
        starts.push(started.elapsed());
        for (player, game) in founded.drain(..) {
            begun += 1;
            let mut page = player.open(&game, None, None).await?;
            let first = timeout(PATIENCE, page.hear()).await??;
            if !matches!(&first, Told::Game(game) if game.you == Some(Color::Black)) {
                faults.push(format!("game {game}, which somebody had joined, is lost: {first:?}"));
            }
        }
        for seats in &mut all {
            if seats.is_over() {
                seats.reopen().await?;
                gather(seats, &mut tally, &mut faults);
                *seats = fresh().await?;
            }
        }
        if kill % 50 == 0 {
            eprintln!("{kill} kills in {:.0} s", begin.elapsed().as_secs_f64());
        }
    }
    for seats in &mut all {
        seats.reopen().await?;
        gather(seats, &mut tally, &mut faults);
    }
    host.end().await?;
    starts.sort_unstable();
    let Tally { acknowledged, again, kept, compared } = tally;
    faults.iter().take(20).for_each(|fault| eprintln!("{fault}"));
    let median = starts.get(starts.len() / 2).copied().unwrap_or_default().as_millis();
    let longest = starts.last().copied().unwrap_or_default().as_millis();
    let killed = format!(
        "SIGKILL {} times, each at a random moment within {} ms, {} games under way, two players and a watcher each",
        args.kills,
        LIFE.as_millis(),
        args.games
    );
    let seen = format!(
        "{acknowledged} moves and {begun} games acknowledged, logs compared {compared} times, {} faults; {again} wishes said again, {kept} of them kept before; it listened after {median} ms (at most {longest}); {:.0} s in all",
        faults.len(),
        begin.elapsed().as_secs_f64()
    );
    let expected = "no acknowledged move or game lost, no move made twice, all logs alike event by event";
    Ok(Row { what: killed, expected, seen, passed: Some(faults.is_empty()) })
}

/// Makes games and joins them until the line breaks: who joined, and the game.
async fn found(ways: [Way; 3], args: &FaultArgs, founded: &mut Vec<(Browser, String)>) {
    loop {
        let [mut one, mut other, _] = ways.map(Browser::new);
        let Ok(invited) = one.invite(terms(&args.place.variant, None), Color::White).await else { return };
        let Ok(joined) = other.join(&invited.invitation).await else { return };
        founded.push((other, joined.game));
        sleep(PAUSE).await;
    }
}

/// Plays until the line breaks.
async fn play(seats: &mut Seats, seed: u64) {
    let mut chance = Chance::new(seed);
    if seats.reopen().await.is_err() {
        return;
    }
    while !seats.is_over() {
        sleep(PAUSE.mul_f64(chance.part())).await;
        if seats.step().await.is_err() {
            return;
        }
    }
    // It has no more to do than to be there.
    let _ = seats.listen(PATIENCE).await;
}

fn gather(seats: &mut Seats, tally: &mut Tally, faults: &mut Vec<String>) {
    let own = std::mem::take(&mut seats.tally);
    tally.acknowledged += own.acknowledged;
    tally.again += own.again;
    tally.kept += own.kept;
    tally.compared += own.compared;
    faults.append(&mut seats.faults);
}
