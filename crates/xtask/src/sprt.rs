//! Whether a change plays better: games between the tree as it is and another revision, until a sequential test has decided.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, ask, run, step};

/// What `--help` says.
pub(crate) const HELP: &str = "\
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

/// How the folders with the trees of revisions begin.
const TREE: &str = "tree-";

/// Plays, and says who is better.
pub(crate) fn play(root: &Path, arguments: &[&str]) -> Outcome {
    let (revision, options) = match arguments {
        [revision, options @ ..] if !revision.starts_with('-') => (*revision, options),
        options => ("HEAD", options),
    };
    let commit = commit(root, revision)?;
    let target = target(root, std::env::var_os("CARGO_TARGET_DIR"))?;
    let folder = target.join("sprt");
    fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    let lock = hold(&folder)?;
    let old = built(root, &folder, &commit)?;
    let (new, name) = present(root, &target, &folder)?;
    let options = with_defaults(options);
    let list = folder.join("options");
    fs::write(&list, options.join("\n")).map_err(|error| told(&list, &error))?;
    let journal = folder.join(format!("{name}-{commit}-{}.jsonl", content(root, &list)?));
    // What is played is under names of its own from here on, and the journal has a lock itself.
    drop(lock);
    step(&format!("{revision} ({commit}) against the tree; games in {}", journal.display()));
    let engine = |name: &str, program: &Path| format!("{name}='{}' uci", program.display());
    let mut command = Command::new(&new);
    command.arg("match").args(["--engine", &engine("tree", &new), "--engine", &engine("revision", &old)]);
    run(command.args(options).arg("--journal").arg(journal), "")
}

/// The beginning of the name of the commit that a revision is.
fn commit(root: &Path, revision: &str) -> Result<String, String> {
    let name = format!("{revision}^{{commit}}");
    if let Some(commit) = ask(git(root).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &name]))
    {
        return Ok(commit[..12].to_owned());
    }
    Err(if ask(Command::new("git").arg("--version")).is_none() {
        "git is missing; install git".to_owned()
    } else if ask(git(root).args(["rev-parse", "HEAD"])).is_none() {
        format!("{} is no git repository with a commit, so there is nothing to play against", root.display())
    } else {
        format!(
            "git knows no revision `{revision}`; write a commit, branch or tag, such as HEAD~3, and options after it"
        )
    })
}

/// Where cargo builds. Cargo takes a path for one from where it was started; so it is made absolute before cargo is started
/// elsewhere.
fn target(root: &Path, named: Option<OsString>) -> Result<PathBuf, String> {
    match named.filter(|path| !path.is_empty()).map(PathBuf::from) {
        Some(path) => std::path::absolute(&path).map_err(|error| told(&path, &error)),
        None => Ok(root.join("target")),
    }
}

/// Waits until nobody else builds in the folder; what is returned keeps others waiting until it is dropped.
fn hold(folder: &Path) -> Result<File, String> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|error| told(&path, &error))?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        step("waiting for another `cargo xtask sprt` that builds");
        file.lock().map_err(|error| told(&path, &error))?;
    }
    // Where the file system knows no locks, people have to take care.
    Ok(file)
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
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
    clear(root, folder);
    let tree = folder.join(format!("{TREE}{commit}"));
    let mut add = git(root);
    // By force also where git still has a note of a tree that was removed by other means.
    add.args(["worktree", "add", "--force", "--quiet", "--detach"]).arg(&tree).arg(commit);
    let target = folder.join("build");
    let done = run(&mut add, "install git").and_then(|()| build(&tree, &target));
    let done = done.and_then(|()| copy(&made(&target), &program));
    clear(root, folder);
    done.map(|()| program)
}

/// Removes the trees of revisions: the one just built, and those that builds left which were cut off.
fn clear(root: &Path, folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(TREE) {
            let _ = ask(git(root).args(["worktree", "remove", "--force"]).arg(entry.path()));
            // One that is no tree yet, or of another clone.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The program of the tree as it is, under a name of its own, so that it stays the same while games are played; and that name.
fn present(root: &Path, target: &Path, folder: &Path) -> Result<(PathBuf, String), String> {
    step("building the tree");
    build(root, target)?;
    let made = made(target);
    let name = content(root, &made)?;
    let program = folder.join(format!("berolina-tree-{name}{EXE_SUFFIX}"));
    if !program.is_file() {
        copy(&made, &program)?;
    }
    Ok((program, name))
}

/// The program that a build makes.
fn made(target: &Path) -> PathBuf {
    target.join("release").join(format!("berolina{EXE_SUFFIX}"))
}

fn build(tree: &Path, target: &Path) -> Outcome {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(tree).args(["build", "--release", "--locked", "--package", "berolina", "--target-dir"]);
    run(cargo.arg(target), "")
}

/// Copies a program. It has its name only once it is whole: a program that is there is taken as it is.
fn copy(made: &Path, program: &Path) -> Outcome {
    let mut part = program.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    fs::copy(made, &part).map_err(|error| told(made, &error))?;
    fs::rename(&part, program).map_err(|error| told(program, &error))
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

    #[test]
    fn a_program_has_its_name_once_it_is_whole() {
        let folder = folder("whole");
        let (made, program) = (folder.join("made"), folder.join("berolina-1"));
        assert!(copy(&made, &program).is_err());
        assert!(!program.exists());
        fs::write(&made, "all of it").unwrap();
        // What a copy left that was cut off.
        fs::write(folder.join("berolina-1.part"), "all").unwrap();
        copy(&made, &program).unwrap();
        assert_eq!(fs::read_to_string(&program).unwrap(), "all of it");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_builds_at_a_time() {
        let folder = folder("lock");
        let lock = hold(&folder).unwrap();
        let (sender, built) = std::sync::mpsc::channel();
        let other = {
            let folder = folder.clone();
            std::thread::spawn(move || {
                let lock = hold(&folder).unwrap();
                sender.send(()).unwrap();
                drop(lock);
            })
        };
        assert!(built.recv_timeout(std::time::Duration::from_millis(200)).is_err(), "it waits");
        drop(lock);
        built.recv().unwrap();
        other.join().unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn cargo_builds_where_it_is_told_from_everywhere() {
        let root = Path::new("/root");
        assert_eq!(target(root, None).unwrap(), root.join("target"));
        assert_eq!(target(root, Some(OsString::new())).unwrap(), root.join("target"));
        let here = std::env::current_dir().unwrap();
        assert_eq!(target(root, Some("out".into())).unwrap(), here.join("out"));
    }

    #[test]
    fn trees_that_were_left_are_removed() {
        let folder = folder("trees");
        fs::create_dir_all(folder.join("tree-1/src")).unwrap();
        fs::write(folder.join("berolina-1"), "").unwrap();
        clear(&folder, &folder);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Without git, or outside of a repository, this says so too.
    #[test]
    fn an_unknown_revision_is_one_line() {
        let folder = folder("git");
        let error = commit(&folder, "HEAD").unwrap_err();
        assert!(error.contains("is no git repository") || error.contains("git is missing"), "{error}");
        let error = commit(&crate::root(), "no-such-revision").unwrap_err();
        assert!(!error.contains('\n') && error.contains("git"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    /// An empty folder of one test.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("berolina-sprt-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        path
    }
}
