//! What each command does, in words.

/// Commands, and what each does at length.
const COMMANDS: [(&str, &str); 6] = [
    (
        "app",
        "\
cargo xtask app [OPTIONS OF `berolina serve`]

Builds everything and opens the app in a browser: the packages of npm, the WebAssembly modules, the pages, and the
program with the pages in it. Says how long each part took, then serves the app until Ctrl-C ends it.

  -p, --port PORT     the port; another if it is taken
      --host ADDRESS  the address to listen on: 0.0.0.0 lets other devices of the network in
      --no-open       does not open the browser",
    ),
    (
        "test",
        "\
cargo xtask test

Builds everything and runs all tests: of the crates, of the pages without a browser, and of the pages in Chromium.
CHROMIUM may say where that is. Where Firefox and WebKitGTK are installed, ten flows run in them too.",
    ),
    (
        "web",
        "\
cargo xtask web

Builds the browser app into web/dist: the packages of npm, the WebAssembly modules, the pages. `cargo build --release`
then makes it part of the program.",
    ),
    (
        "wasm",
        "\
cargo xtask wasm [--quick] [MODULE]...

Builds only the WebAssembly modules, or those that are named, into web/src/lib/rules/pkg.

  --quick  larger and slower ones, in a fraction of the time

BEROLINA_WASM_TOOLCHAIN may say which compiler does it: rustup or debian.",
    ),
    ("sprt", crate::sprt::HELP),
    (
        "sizes",
        "\
cargo xtask sizes

Says how large what was built is, as it is and as it is sent.",
    ),
];

/// The list of commands.
pub(crate) const ALL: &str = "\
cargo xtask app           builds everything and opens the app in a browser; what follows is for `berolina serve`
cargo xtask test          builds everything and runs all tests, those in a browser too
cargo xtask web           builds the browser app into web/dist: WebAssembly, packages of npm, pages
cargo xtask wasm          builds only the WebAssembly modules, into web/src/lib/rules/pkg
cargo xtask wasm --quick  the same, larger and slower, in a fraction of the time
cargo xtask sprt [REV]    plays the tree against a revision until it is clear which is better
cargo xtask sizes         says how large what was built is
cargo xtask COMMAND -h    says more of a command, and does nothing";

/// What is to be said, if these arguments ask for help.
pub(crate) fn wanted(arguments: &[&str]) -> Option<&'static str> {
    let asks = |argument: &&str| matches!(*argument, "--help" | "-h");
    match arguments {
        [] | ["help" | "--help" | "-h"] => Some(ALL),
        ["help", name] => of(name),
        [name, rest @ ..] if rest.iter().any(asks) => of(name),
        _ => None,
    }
}

fn of(name: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(command, _)| *command == name).map(|&(_, text)| text)
}
