//! A compiler for WebAssembly: the one that builds everything else, with the target of rustup, or Debian's, which
//! builds the standard library from its source.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{ask, find, run, step};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// How to compile for WebAssembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Toolchain {
    /// The compiler in use knows the target.
    Usual,
    /// Debian's compiler, its linker, and the source of the standard library.
    Debian {
        /// `wasm-ld`, whatever its version.
        linker: PathBuf,
    },
}

const HOW: &str = "\
there is no compiler for WebAssembly; either of these installs one:
  rustup target add wasm32-unknown-unknown
  apt-get install rustc-web cargo-web rust-web-src lld";

impl Toolchain {
    /// The first that there is. Asks rustup for the target if rustup is there and the target is not.
    pub(crate) fn find() -> Result<Self, String> {
        let debian = Self::debian();
        match std::env::var("BEROLINA_WASM_TOOLCHAIN").as_deref() {
            Ok("debian") => return debian.ok_or_else(|| HOW.to_owned()),
            Ok("rustup") => return if has_target() { Ok(Self::Usual) } else { Err(HOW.to_owned()) },
            Ok(other) => {
                return Err(format!("BEROLINA_WASM_TOOLCHAIN cannot be `{other}` (it is rustup or debian)"));
            }
            Err(_) => {}
        }
        if has_target() {
            return Ok(Self::Usual);
        }
        if let Some(debian) = debian {
            return Ok(debian);
        }
        if find("rustup").is_some() {
            step("asking rustup for the target wasm32-unknown-unknown");
            let mut add = Command::new("rustup");
            if run(add.args(["target", "add", TARGET]), "").is_ok() && has_target() {
                return Ok(Self::Usual);
            }
        }
        Err(HOW.to_owned())
    }

    fn debian() -> Option<Self> {
        let programs = ["/usr/bin/rustc", "/usr/bin/cargo"];
        if !programs.iter().all(|program| Path::new(program).is_file()) {
            return None;
        }
        let root = ask(Command::new("/usr/bin/rustc").args(["--print", "sysroot"]))?;
        let source = Path::new(&root).join("lib/rustlib/src/rust/library/std/Cargo.toml");
        if !source.is_file() {
            return None;
        }
        let named = (13..30).rev().map(|version| format!("wasm-ld-{version}"));
        let linker = std::iter::once("wasm-ld".to_owned()).chain(named).find_map(|name| find(&name))?;
        Some(Self::Debian { linker })
    }

    /// `cargo build` for WebAssembly, to which more is to be added.
    pub(crate) fn cargo_build(&self, root: &Path) -> Command {
        let mut command;
        match self {
            Self::Usual => {
                command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
                command.arg("build");
            }
            Self::Debian { linker } => {
                command = Command::new("/usr/bin/cargo");
                command.args(["build", "-Zbuild-std=std,panic_abort"]);
                command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                for name in ["RUSTUP_TOOLCHAIN", "RUSTUP_HOME", "CARGO", "RUSTDOC"] {
                    command.env_remove(name);
                }
            }
        }
        command.current_dir(root).args(["--locked", "--target", TARGET]);
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags(root));
        command
    }

    /// Where it builds: apart from what other compilers build.
    pub(crate) fn folder(&self, root: &Path) -> PathBuf {
        root.join(match self {
            Self::Usual => "target/wasm",
            Self::Debian { .. } => "target/wasm-debian",
        })
    }
}

/// Whether the compiler in use knows the target.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder = ask(Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]));
    let files = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    files.is_some_and(|mut files| {
        files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-")))
    })
}

/// The stack of a module, in bytes: a search goes as deep as it likes.
const STACK: usize = 4 << 20;

/// Flags for every crate. Paths of this machine are kept out of what is built.
fn flags(root: &Path) -> String {
    let mut flags = vec![
        "-Ctarget-feature=+simd128".to_owned(),
        format!("-Clink-arg=-zstack-size={STACK}"),
        format!("--remap-path-prefix={}=.", root.display()),
    ];
    if let Some(home) = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME")?;
        Some(PathBuf::from(home).join(".cargo"))
    }) {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
    }
    // A path with a space cannot be given to the compiler in this way.
    flags.retain(|flag| !flag.contains(' '));
    flags.join(" ")
}
