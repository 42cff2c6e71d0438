//! Whether everything that is told of a move is told after the disk has it, as the kernel sees it.

use std::collections::HashMap;
use std::process::Command;
use std::time::Duration;

use tokio::time::sleep;

use super::seats::Seats;
use super::{Row, folder};
use crate::client::Way;
use crate::host::Recipe;
use crate::lines::lines;
use crate::{FaultArgs, Outcome};

/// Moves that are followed.
const MOVES: usize = 40;
/// Each is told to both players and a watcher, and acknowledged.
const TOLD: usize = 4;

pub(super) async fn run(args: &FaultArgs) -> Outcome<Row> {
    let what = format!("the server's system calls followed by strace through {MOVES} moves");
    let expected = "each move is written, then synced, then told to all and acknowledged";
    if Command::new("strace").arg("-V").output().is_err() {
        return Ok(Row { what, expected, seen: "there is no strace here".to_owned(), passed: None });
    }
    let data = folder(&args.place)?;
    let file = data.path().join("calls");
    let path = file.to_str().ok_or("a folder that is no text")?;
    let traced = "trace=fsync,fdatasync,write,writev,sendto,sendmsg,pwrite64";
    let recipe = Recipe::new(&args.place, &data.path().join("games")).await?;
    let recipe = recipe.run_by(&["strace", "-f", "-y", "-s", "6000", "-e", traced, "-o", path]);
    let host = recipe.start().await?;
    let line = lines(&args.place.variant, 1, args.seed)?.remove(0);
    let mut seats = Seats::begin([Way::plain(host.address); 3], &args.place.variant, line, None).await?;
    seats.reopen().await?;
    for _ in 0..MOVES {
        seats.step().await?;
        // More than a page may wish a second would end it.
        sleep(Duration::from_millis(100)).await;
    }
    host.end().await?;
    let calls = calls(&String::from_utf8_lossy(&std::fs::read(&file)?));
    let (told, early) = judge(&calls);
    let syncs = calls.iter().filter(|call| **call == Call::Synced).count();
    early.iter().take(10).for_each(|fault| eprintln!("{fault}"));
    seats.faults.iter().for_each(|fault| eprintln!("{fault}"));
    let seen = format!("{told} messages of {MOVES} moves, {} too early; {syncs} syncs", early.len());
    let passed = early.is_empty() && told == MOVES * TOLD && seats.faults.is_empty();
    Ok(Row { what, expected, seen, passed: Some(passed) })
}

/// What matters of a system call, at its end where something is written, at its beginning where something is told.
#[derive(PartialEq, Eq, Debug)]
enum Call {
    /// The text that went to the journal.
    Wrote(String),
    /// The journal was synced.
    Synced,
    /// The text that was sent.
    Sent(String),
}

/// Reads what `strace -f` wrote: a call that others interrupt is on two lines.
fn calls(trace: &str) -> Vec<Call> {
    let (mut calls, mut begun) = (Vec::new(), HashMap::new());
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let rest = rest.trim_start();
        let (whole, begins, ends) = if let Some(open) = rest.strip_suffix("<unfinished ...>") {
            begun.insert(thread, open.to_owned());
            (open.to_owned(), true, false)
        } else if rest.starts_with("<... ") {
            let tail = rest.split_once("resumed>").map_or("", |(_, tail)| tail);
            (begun.remove(thread).unwrap_or_default() + tail, false, true)
        } else {
            (rest.to_owned(), true, true)
        };
        let journal = whole.split(',').next().is_some_and(|first| first.contains("-wal>"));
        if journal && ends && !whole.contains(") = -1") {
            if whole.starts_with("pwrite64(") {
                calls.push(Call::Wrote(whole));
            } else if whole.starts_with("fdatasync(") || whole.starts_with("fsync(") {
                calls.push(Call::Synced);
            }
        } else if begins && !journal && !whole.starts_with("pwrite64(") && whole.contains(r#"{\"type\":"#) {
            calls.push(Call::Sent(whole));
        }
    }
    calls
}

/// How many messages told of moves, and which of them came before the move was synced.
fn judge(calls: &[Call]) -> (usize, Vec<String>) {
    let (mut told, mut early) = (0, Vec::new());
    for number in 1..=MOVES {
        let body = format!(r#"{{\"number\":{number},"#);
        let done = format!(r#"\"number\":{number}}}"#);
        let wrote = calls.iter().position(|call| matches!(call, Call::Wrote(text) if text.contains(&body)));
        let synced = wrote.and_then(|wrote| {
            calls[wrote..].iter().position(|call| *call == Call::Synced).map(|after| wrote + after)
        });
        for (at, call) in calls.iter().enumerate() {
            let Call::Sent(text) = call else { continue };
            let count = text.matches(&body).count() + text.matches(&done).count();
            told += count;
            if count > 0 && synced.is_none_or(|synced| at < synced) {
                early.push(format!("move {number} was told by call {at}, and synced by {synced:?}: {text}"));
            }
        }
    }
    (told, early)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_before_it_is_synced_is_found() {
        let wrote = r#"7 pwrite64(9</d/g-wal>, "x{\"number\":1,\"at\":2}", 4096, 56) = 4096"#;
        let synced = "7 fdatasync(9</d/g-wal> <unfinished ...>\n8 write(4<pipe:[1]>, \"x\", 1) = 1\n7 <... fdatasync resumed>) = 0";
        let sent = r#"8 sendto(11<TCP:[1->2]>, "\201{\"type\":\"done\",\"wish\":1,\"number\":1}", 9, 0, NULL, 0) = 9"#;
        let right = calls(&[wrote, synced, sent].join("\n"));
        assert_eq!((right.len(), judge(&right)), (3, (1, Vec::new())));
        assert_eq!(judge(&calls(&[wrote, sent, synced].join("\n"))).1.len(), 1);
        let failed = synced.replace("= 0", "= -1 EIO");
        assert_eq!(judge(&calls(&[wrote, &failed, sent].join("\n"))).1.len(), 1);
    }
}
