//! A disk that is full.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use berolina_wire::Code;
use tokio::time::sleep;

use super::seats::Seats;
use super::{Row, folder};
use crate::client::Way;
use crate::host::Recipe;
use crate::lines::lines;
use crate::{FaultArgs, Outcome};

/// The disk's size: more than the journal grows to before it is emptied.
const SIZE: &str = "size=16m";
/// Moves until the disk should have been found full.
const ENOUGH: usize = 120;
/// Moves before, and after there is room again.
const SOME: usize = 8;

pub(super) async fn run(args: &FaultArgs) -> Outcome<Row> {
    let what = "a disk of 16 MiB filled to the last byte while a game goes on; then the server killed; then room again";
    let (what, expected) = (
        what.to_owned(),
        "moves refused as `not-kept`, nothing acknowledged lost, and the game goes on when there is room",
    );
    let place = folder(&args.place)?;
    let Some(disk) = Disk::mount(place.path()) else {
        return Ok(Row { what, expected, seen: "nothing may be mounted here".to_owned(), passed: None });
    };
    let recipe = Recipe::new(&args.place, &disk.0.join("games")).await?;
    let host = recipe.start().await?;
    let line = lines(&args.place.variant, 1, args.seed)?.remove(0);
    let mut seats = Seats::begin([Way::plain(host.address); 3], &args.place.variant, line, None).await?;
    seats.reopen().await?;
    play(&mut seats, SOME).await?;
    let filler = disk.0.join("filler");
    fill(&filler)?;
    let before = seats.tally.acknowledged;
    while seats.refused.is_none() && seats.tally.acknowledged < before + ENOUGH {
        play(&mut seats, 1).await?;
    }
    let (refused, more) = (seats.refused.take(), seats.tally.acknowledged - before);
    // Nobody was told of it.
    seats.listen(Duration::from_millis(500)).await?;
    seats.compare();
    host.kill().await?;
    std::fs::remove_file(&filler)?;
    let host = recipe.start().await?;
    seats.reopen().await?;
    play(&mut seats, SOME).await?;
    // The same without the program ending.
    fill(&filler)?;
    while seats.refused.is_none() && seats.tally.acknowledged < before + 2 * ENOUGH {
        play(&mut seats, 1).await?;
    }
    let again = seats.refused.take();
    std::fs::remove_file(&filler)?;
    let begin = seats.tally.acknowledged;
    for _ in 0..50 {
        if seats.tally.acknowledged >= begin + SOME {
            break;
        }
        play(&mut seats, 1).await?;
    }
    let after = seats.tally.acknowledged - begin;
    seats.compare();
    host.end().await?;
    seats.faults.iter().for_each(|fault| eprintln!("{fault}"));
    let seen = format!(
        "{more} moves found room in the journal, then {refused:?}; full again {again:?}; {after} moves after that; {} acknowledged, {} faults",
        seats.tally.acknowledged,
        seats.faults.len()
    );
    let both = [refused, again] == [Some(Code::NotKept); 2];
    Ok(Row { what, expected, seen, passed: Some(both && after >= SOME && seats.faults.is_empty()) })
}

/// Makes moves, as fast as a page may.
async fn play(seats: &mut Seats, moves: usize) -> Outcome<()> {
    for _ in 0..moves {
        seats.step().await?;
        sleep(Duration::from_millis(120)).await;
    }
    Ok(())
}

/// Takes all room that is left.
fn fill(file: &Path) -> Outcome<()> {
    let mut file = File::create(file)?;
    for size in [1 << 16, 1 << 10, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
    Ok(())
}

/// A small disk in memory, which is taken away again.
struct Disk(PathBuf);

impl Disk {
    fn mount(folder: &Path) -> Option<Self> {
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(folder).output().ok()?;
        mounted.status.success().then(|| Self(folder.to_owned()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
