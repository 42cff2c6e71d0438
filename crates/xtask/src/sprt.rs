//! Whether a change plays better: games between the tree as it is and another revision, until a sequential test has decided.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, ask, run, step};

/// What `--help` says.
const HELP: &str = "\
cargo xtask sprt [REVISION] [OPTIONS OF `berolina match`]

Builds REVISION (HEAD if left out) beside the tree as it is, changes that are not committed included, and lets the two play
against each other until it is clear whether the tree is better by 0 or by 5 Elo.

Unless the options say otherwise: games with networks and without by turns, a clock of 5 s + 0.05 s, a table of 16 MiB, as many games
at once as there are processors, and 20,000 games at most. What has been played is kept in target/sprt: the same command
goes on where it was cut off, and a tree that has changed begins anew. Examples:

cargo xtask sprt                                   the tree against the last commit
cargo xtask sprt main --sprt=-5,0                  is it at least not worse than main?
cargo xtask sprt HEAD~3 --nodes 20000 -c 1         the same positions on a machine that is busy
cargo xtask sprt HEAD --variant chess --games 40   a first look";

/// Games with networks, then games without, of several families.
const GAMES: [&str; 9] =
    ["near", "chess", "npnc-minimal", "skirmish", "forward", "crazyhouse", "npnc", "near-drop", "shatranj"];

/// Plays, and says who is better.
pub(crate) fn play(root: &Path, arguments: &[&str]) -> Outcome {
    if arguments.iter().any(|&argument| matches!(argument, "--help" | "-h")) {
        println!("{HELP}");
        return Ok(());
    }
    let (revision, options) = match arguments {
        [revision, options @ ..] if !revision.starts_with('-') => (*revision, options),
        options => ("HEAD", options),
    };
    let commit = ask(git(root).args(["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")]))
        .ok_or_else(|| format!("git knows no revision `{revision}`"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("sprt");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let old = built(root, &folder, &commit[..12])?;
    let (new, name) = present(root, &target, &folder)?;
    let options = with_defaults(options);
    let list = folder.join("options");
    fs::write(&list, options.join("\n")).map_err(|error| format!("{}: {error}", list.display()))?;
    let journal = folder.join(format!("{name}-{}-{}.jsonl", &commit[..12], content(root, &list)?));
    step(&format!("{revision} ({}) against the tree; games in {}", &commit[..12], journal.display()));
    let engine = |name: &str, program: &Path| format!("{name}='{}' uci", program.display());
    let mut command = Command::new(&new);
    command.arg("match").args(["--engine", &engine("tree", &new), "--engine", &engine("revision", &old)]);
    run(command.args(options).arg("--journal").arg(journal), "")
}

/// The options for `berolina match`: those given, and what they do not say.
fn with_defaults(given: &[&str]) -> Vec<String> {
    let says = |names: &[&str]| {
        given.iter().any(|option| {
            names.iter().any(|name| {
                option.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
            })
        })
    };
    let mut options: Vec<String> = given.iter().map(|&option| option.to_owned()).collect();
    let mut add = |names: &[&str], value: &str| {
        if !says(names) {
            options.push(format!("{}={value}", names[0]));
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    add(&["--sprt"], "0,5");
    add(&["--time", "--movetime", "--nodes", "--depth"], "5+0.05");
    add(&["--games"], "20000");
    add(&["--hash"], "16");
    add(&["--concurrency", "-c"], &processors);
    if !says(&["--variant"]) {
        options.extend(GAMES.map(|game| format!("--variant={game}")));
    }
    options
}

/// The program of a revision, built in a tree of its own that is removed again, unless it is there from the last time.
fn built(root: &Path, folder: &Path, commit: &str) -> Result<PathBuf, String> {
    let program = folder.join(format!("berolina-{commit}{EXE_SUFFIX}"));
    if program.is_file() {
        return Ok(program);
    }
    step(&format!("building {commit}"));
    let tree = folder.join(format!("tree-{commit}"));
    let remove = || {
        let _ = ask(git(root).args(["worktree", "remove", "--force"]).arg(&tree));
    };
    // One that a build left which was cut off.
    remove();
    run(git(root).args(["worktree", "add", "--quiet", "--detach"]).arg(&tree).arg(commit), "install git")?;
    let target = folder.join("build");
    let done = build(&tree, &target).and_then(|()| copy(&target, &program));
    remove();
    done.map(|()| program)
}

/// The program of the tree as it is, under a name of its own, so that it stays the same while games are played; and that name.
fn present(root: &Path, target: &Path, folder: &Path) -> Result<(PathBuf, String), String> {
    step("building the tree");
    build(root, target)?;
    let made = target.join("release").join(format!("berolina{EXE_SUFFIX}"));
    let name = content(root, &made)?;
    let program = folder.join(format!("berolina-tree-{name}{EXE_SUFFIX}"));
    if !program.is_file() {
        copy(target, &program)?;
    }
    Ok((program, name))
}

fn build(tree: &Path, target: &Path) -> Outcome {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(tree).args(["build", "--release", "--locked", "--package", "berolina", "--target-dir"]);
    run(cargo.arg(target), "")
}

fn copy(target: &Path, program: &Path) -> Outcome {
    let made = target.join("release").join(format!("berolina{EXE_SUFFIX}"));
    fs::copy(&made, program).map(drop).map_err(|error| format!("{}: {error}", program.display()))
}

/// The beginning of a hash of what is in a file.
fn content(root: &Path, file: &Path) -> Result<String, String> {
    let hash = ask(git(root).arg("hash-object").arg(file));
    hash.map(|hash| hash[..12].to_owned()).ok_or_else(|| format!("git cannot read {}", file.display()))
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root);
    git
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_are_given_come_before_defaults() {
        let options = with_defaults(&["--nodes", "500", "--variant=chess", "-c", "1"]);
        for given in
            ["--nodes", "500", "--variant=chess", "-c", "1", "--sprt=0,5", "--games=20000", "--hash=16"]
        {
            assert!(options.iter().any(|option| option == given), "{given}: {options:?}");
        }
        let beginnings = ["--time", "--concurrency", "--variant=near"];
        assert!(
            !options.iter().any(|option| beginnings.iter().any(|b| option.starts_with(b))),
            "{options:?}"
        );
        let all = with_defaults(&[]);
        assert_eq!(all.iter().filter(|option| option.starts_with("--variant=")).count(), GAMES.len());
        assert!(all.contains(&"--time=5+0.05".to_owned()));
    }
}
