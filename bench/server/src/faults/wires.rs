//! Lines that are slow, cut or dead, and pages that do not read.

use std::time::{Duration, Instant};

use berolina_wire::socket::{Act, Told, Wish};
use berolina_wire::{Color, MAX_SAID};
use tokio::time::{sleep, timeout};

use super::proxy::{Line, Proxy};
use super::seats::Seats;
use super::{Row, folder};
use crate::client::{Browser, Way, terms};
use crate::host::{Host, Recipe, kernel_buffers, usage};
use crate::lines::lines;
use crate::{FaultArgs, Outcome};

/// By how much a line is late, each way.
const LATE: Duration = Duration::from_secs(2);
/// Whoever is gone is noticed within this: two pings, and what is told only now and then.
const NOTICED: Duration = Duration::from_secs(35);
/// Pages that do not read.
const DEAF: usize = 50;
/// What the server may keep for all of them, in KiB.
const GROWTH: u64 = 8 * 1024;
/// So often each player may say something.
const TALK: u32 = 300;
/// And so often at once.
const BURST: u32 = 20;

pub(super) async fn run(args: &FaultArgs) -> Outcome<Vec<Row>> {
    let data = folder(&args.place)?;
    let mut host = Recipe::new(&args.place, data.path()).await?.start().await?;
    let (late, cut, dead) = tokio::join!(late(args, &host), cut(args, &host), dead(args, &host));
    let mut rows = vec![late?, cut?, dead?];
    rows.push(deaf(args, &host).await?);
    if !host.is_alive() {
        return Err("the server has ended".into());
    }
    host.end().await?;
    Ok(rows)
}

/// A game whose second player comes by another line.
async fn seats(args: &FaultArgs, host: &Host) -> Outcome<(Seats, Proxy)> {
    let proxy = Proxy::to(host.address).await?;
    let (plain, other) = (Way::plain(host.address), Way::plain(proxy.address));
    let line = lines(&args.place.variant, 1, args.seed)?.remove(0);
    let mut seats = Seats::begin([plain, other, plain], &args.place.variant, line, None).await?;
    seats.reopen().await?;
    Ok((seats, proxy))
}

async fn late(args: &FaultArgs, host: &Host) -> Outcome<Row> {
    let (mut seats, proxy) = seats(args, host).await?;
    proxy.set(Line::Late(LATE));
    let (begin, mut slowest) = (Instant::now(), Duration::ZERO);
    let mut moves = 0;
    // Longer than it takes to be thought gone.
    while begin.elapsed() < NOTICED {
        slowest = slowest.max(seats.step().await?);
        moves += 1;
    }
    seats.compare();
    Ok(Row {
        what: format!("a player's line late by {} s each way", LATE.as_secs()),
        expected: "nobody is thought gone, all logs alike, no move takes more than the line",
        seen: format!(
            "{moves} moves in {:.0} s, the slowest {:.1} s, {} faults",
            begin.elapsed().as_secs_f64(),
            slowest.as_secs_f64(),
            seats.faults.len()
        ),
        passed: Some(seats.faults.is_empty() && moves >= 10 && slowest < 2 * LATE + Duration::from_secs(2)),
    })
}

async fn cut(args: &FaultArgs, host: &Host) -> Outcome<Row> {
    let (mut seats, proxy) = seats(args, host).await?;
    let (mut noticed, mut back) = (Duration::ZERO, 0);
    for round in 0..5 {
        for _ in 0..5 + round {
            seats.step().await?;
        }
        seats.listen(Duration::from_secs(1)).await?;
        let there = seats.present.black;
        proxy.set(Line::Cut);
        let begin = Instant::now();
        // Black's page ends; White is still told.
        while seats.present.black && begin.elapsed() < NOTICED {
            seats.listen_to_white(Duration::from_millis(100)).await?;
        }
        noticed = noticed.max(begin.elapsed());
        proxy.set(Line::Late(Duration::ZERO));
        seats.reopen().await?;
        back += usize::from(there && seats.faults.is_empty());
    }
    Ok(Row {
        what: "a player's line cut 5 times, and opened again".to_owned(),
        expected: "the other is told within seconds; who comes back misses nothing",
        seen: format!(
            "told after {:.1} s at most; back {back} times, {} faults",
            noticed.as_secs_f64(),
            seats.faults.len()
        ),
        passed: Some(back == 5 && noticed < Duration::from_secs(3) && seats.faults.is_empty()),
    })
}

async fn dead(args: &FaultArgs, host: &Host) -> Outcome<Row> {
    let (mut seats, proxy) = seats(args, host).await?;
    for _ in 0..4 {
        seats.step().await?;
    }
    seats.listen(Duration::from_secs(1)).await?;
    let there = seats.present.black;
    proxy.set(Line::Dead);
    let begin = Instant::now();
    // Black's page ends with its line.
    while seats.present.black && begin.elapsed() < 2 * NOTICED {
        seats.listen_to_white(Duration::from_millis(100)).await?;
    }
    let noticed = begin.elapsed();
    proxy.set(Line::Late(Duration::ZERO));
    seats.reopen().await?;
    seats.step().await?;
    seats.compare();
    Ok(Row {
        what: "a player's line dead: nothing comes and nobody is told".to_owned(),
        expected: "the other is told within 35 s; who comes back misses nothing",
        seen: format!("told after {:.1} s, {} faults", noticed.as_secs_f64(), seats.faults.len()),
        passed: Some(there && noticed < NOTICED && seats.faults.is_empty()),
    })
}

/// Many who watch and never read, while as much is said as may be.
async fn deaf(args: &FaultArgs, host: &Host) -> Outcome<Row> {
    let way = Way::plain(host.address);
    let mut people = [Browser::new(way), Browser::new(way)];
    let invited = people[0].invite(terms(&args.place.variant, None), Color::White).await?;
    people[1].join(&invited.invitation).await?;
    let game = invited.game;
    let mut page = people[0].open(&game, None, None).await?;
    let Told::Game(snapshot) = page.hear().await? else { return Err("no game".into()) };
    let key = snapshot.watch_key.ok_or("no key for watchers")?;
    let watcher = Browser::new(Way { kept: Some(4096), ..way });
    let mut deaf = Vec::new();
    for _ in 0..DEAF {
        deaf.push(watcher.open(&game, None, Some(&key)).await?);
    }
    sleep(Duration::from_secs(1)).await;
    let (before, kernel) = (usage(host.pid)?.resident, kernel_buffers());
    let (mut most, mut most_kernel, mut slowest) = (before, kernel, Duration::ZERO);
    let text = "\u{1f984}".repeat(MAX_SAID);
    let begin = Instant::now();
    for round in 0..TALK / BURST {
        for person in &people {
            // A page may say so much at once; another has its own.
            let mut page = person.open(&game, Some(0), None).await?;
            for at in 0..BURST {
                let id = round * BURST + at + 1;
                let said = Instant::now();
                page.send(&Wish { id, ply: 0, act: Act::Say { text: text.clone() } }).await?;
                let done = async {
                    loop {
                        match page.hear().await? {
                            Told::Done { wish, .. } if wish == id => return Outcome::Ok(()),
                            Told::Refused { why, .. } => return Err(why.text.into()),
                            _ => {}
                        }
                    }
                };
                timeout(NOTICED, done).await??;
                slowest = slowest.max(said.elapsed());
            }
            most = most.max(usage(host.pid)?.resident);
            most_kernel = most_kernel.max(kernel_buffers());
        }
    }
    let mut left = u32::MAX;
    while left > 0 && begin.elapsed() < 2 * NOTICED {
        match timeout(NOTICED, page.hear()).await? {
            Ok(Told::Present(present)) => left = present.watchers,
            Ok(_) => {}
            // This page, too, has not read while the others spoke.
            Err(_) => page = people[0].open(&game, Some(0), None).await?,
        }
        most = most.max(usage(host.pid)?.resident);
    }
    let gone = begin.elapsed();
    drop(deaf);
    let growth = most.saturating_sub(before);
    Ok(Row {
        what: format!("{DEAF} watchers who never read, while {} times the longest text is said", 2 * TALK),
        expected: "all are dropped, the server's memory does not grow by more than 8 MiB, players do not wait for them",
        seen: format!(
            "{left} left after {:.0} s; resident {growth} KiB more at most, the kernel's buffers {} KiB; the slowest text was acknowledged after {:.0} ms",
            gone.as_secs_f64(),
            most_kernel.saturating_sub(kernel),
            slowest.as_secs_f64() * 1000.0
        ),
        passed: Some(left == 0 && growth <= GROWTH && slowest < Duration::from_secs(2)),
    })
}
