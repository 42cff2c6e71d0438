#!/usr/bin/env python3
"""Measures the generator against other programs and prints the table for docs/performance.md.

    cargo build --release
    python3 bench/peers.py                # all rows, 5 repetitions
    python3 bench/peers.py --rows chess near --repeat 3
    python3 bench/peers.py --peers-only   # before there is a program of ours

The peers come from package registries (--no-install: use what is there):
  fairy-stockfish 11.1   Debian's package, built for any x86-64, boards up to 12x10
  Fairy-Stockfish now    the sources in PyPI's pyffish, built here for this CPU: 8x8, and large boards
  cozy-chess, shakmaty   crates, built in bench/peers with the flags of our own release build

Each repetition runs every program of a row once, one after the other, so that a slower spell of the machine meets all alike.
Speed is nodes per CPU second, the median of the repetitions: CPU seconds, user and system, are the operating system's for the
whole process, less those of the same program counting to depth 1, which is its start-up. All counts of a row must agree.
"""

import argparse
from dataclasses import dataclass, field
import os
from pathlib import Path
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tarfile
import time

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
INI = BENCH / "variants.ini"
BUILD = BENCH / "peers" / "target"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
NVN = "near-vs-normal:near-wins-by=checkmate,normal-wins-by=checkmate,en-passant=on"


@dataclass
class Row:
    name: str
    game: str  # ours
    depth: int
    section: str | None = None  # the same game for Fairy-Stockfish, from its start position: a section of variants.ini or built in
    peers: tuple = ()
    against: str | None = None  # a row of ours to compare with


def peer_game(name: str) -> str:
    """A game that Fairy-Stockfish has built in: by its name, if it is shipped, else the file that the tests compare it by."""
    shipped = (ROOT / "variants" / f"{name}.toml").exists()
    return name if shipped else str(ROOT / "crates" / "rules" / "tests" / "peer" / "games" / f"{name}.toml")


ROWS = [
    Row("chess", "chess", 6, "chess", ("debian", "fairy-8x8", "fairy-large", "cozy-pext", "cozy", "shakmaty")),
    Row("near", "near", 6, "near-capture", ("debian", "fairy-8x8", "fairy-large")),
    Row("skirmish", "skirmish", 6, "skirmish", ("debian", "fairy-8x8", "fairy-large")),
    Row("near-vs-normal", NVN, 6, "near-vs-normal-white", ("fairy-8x8", "fairy-large")),
    Row("npnc-minimal", "npnc-minimal", 5, "npnc-minimal", ("debian", "fairy-large")),
    Row("near-drop", "near-drop", 4, "near-drop-capture", ("fairy-8x8", "fairy-large"), against="chess"),
    Row("forward", "forward", 5, against="chess"),
    Row("npnc", "npnc", 5, against="npnc-minimal"),
    Row("makruk", peer_game("makruk"), 5, "makruk", ("fairy-8x8", "fairy-large")),
    Row("atomic", "atomic", 5, "atomic", ("fairy-8x8", "fairy-large")),
    Row("antichess", "antichess", 6, "antichess", ("debian", "fairy-8x8", "fairy-large")),
    Row("shogi", peer_game("shogi"), 5, "shogi", ("fairy-large",)),
    Row("xiangqi", peer_game("xiangqi"), 5, "xiangqi", ("fairy-large",)),
    Row("minixiangqi", "minixiangqi", 5, "minixiangqi", ("fairy-large",)),
    Row("duck", "duck", 3, "duck", ("fairy-large",)),
]

TITLES = {
    "ours": "berolina",
    "debian": "fairy-stockfish 11.1",
    "fairy-8x8": "Fairy-Stockfish now, 8x8",
    "fairy-large": "Fairy-Stockfish now, large",
    "cozy-pext": "cozy-chess, pext",
    "cozy": "cozy-chess",
    "shakmaty": "shakmaty",
}


# What each program is asked, and what it answers ---------------------------------------------------------------


def our_command(program: str, game: str, depth: int) -> list:
    return [program, "perft", game, "--depth", str(depth), "--threads", "1"]


def our_nodes(output: str) -> int:
    """The last line is like `nodes 119060324  time 0.250 s  nps 476.2 M`; so is that of bench/peers."""
    return int(re.search(r"^nodes\s+(\d+)", output.strip().splitlines()[-1])[1])


def fairy_input(section: str, depth: int) -> str:
    return (
        # `uci` sets the variant back to chess, so it goes before.
        f"setoption name VariantPath value {INI}\nuci\nsetoption name UCI_Variant value {section}\n"
        f"position startpos\ngo perft {depth}\nquit\n"
    )


def fairy_nodes(output: str, section: str) -> int:
    # An unknown variant is ignored without a word, and the count is one of chess.
    if not re.search(rf"var {re.escape(section)}( |$)", output, re.M):
        raise RuntimeError(f"no variant {section}")
    return int(re.search(r"Nodes searched: (\d+)", output)[1])


@dataclass
class Run:
    """One program counting one row, again and again."""

    program: str
    row: Row
    binary: str
    seconds: list = field(default_factory=list)
    wall: list = field(default_factory=list)
    startup: float = 0.0
    nodes: int = 0

    def once(self, depth: int) -> tuple:
        if self.program == "ours":
            command, text = our_command(self.binary, self.row.game, depth), ""
        elif self.program in ("cozy", "cozy-pext", "shakmaty"):
            library = self.program.removesuffix("-pext").replace("cozy", "cozy-chess")
            command, text = [self.binary, library, CHESS, str(depth)], ""
        else:
            command, text = [self.binary], fairy_input(self.row.section, depth)
        output, seconds, wall = timed(command, text)
        fairy = self.program in ("debian", "fairy-8x8", "fairy-large")
        nodes = fairy_nodes(output, self.row.section) if fairy else our_nodes(output)
        return nodes, seconds, wall

    def speed(self) -> float:
        """Million nodes per CPU second."""
        return self.nodes / statistics.median(self.seconds) / 1e6


def timed(command: list, text: str = "") -> tuple:
    """Output, CPU seconds (the operating system's, of this child alone) and wall-clock seconds."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    child.stdin.write(text)
    child.stdin.close()
    output = child.stdout.read()
    _pid, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit status {child.returncode}\n{output}")
    return output, usage.ru_utime + usage.ru_stime, wall


# Getting the programs ------------------------------------------------------------------------------------------


def cpu_has_bmi2() -> bool:
    try:
        return " bmi2" in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


def install_debian(install: bool) -> str | None:
    program = shutil.which("fairy-stockfish", path=os.environ["PATH"] + ":/usr/games")
    if install and not program and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-q", "fairy-stockfish"], stdout=subprocess.DEVNULL, check=False)
        program = shutil.which("fairy-stockfish", path="/usr/games")
    return program


def build_fairy(large: bool, install: bool) -> str | None:
    program = BUILD / ("fairy-large" if large else "fairy-8x8")
    if program.exists() or not install:
        return str(program) if program.exists() else None
    folder = BUILD / "pyffish"
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.glob("*.tar.gz")):
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(folder), "pyffish"]
        subprocess.run(pip, check=True)
        with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
            archive.extractall(folder, filter="data")
    source = next(path for path in folder.glob("pyffish-*/src"))
    files = [
        path
        for pattern in ("*.cpp", "syzygy/*.cpp", "nnue/*.cpp", "nnue/features/*.cpp")
        for path in source.glob(pattern)
        if path.name not in ("pyffish.cpp", "ffishjs.cpp")
    ]
    flags = "-std=c++17 -O3 -w -DNDEBUG -DNNUE_EMBEDDING_OFF -DIS_64BIT -DUSE_PTHREADS -fno-exceptions -fno-strict-aliasing -flto=auto".split()
    if large:
        flags += ["-DLARGEBOARDS", "-DALLVARS"]
    if platform.machine() == "x86_64":
        flags += ["-march=native", "-DUSE_POPCNT"] + (["-DUSE_PEXT"] if cpu_has_bmi2() else [])
    objects = BUILD / ("objects-large" if large else "objects-8x8")
    objects.mkdir(exist_ok=True)
    made = [objects / f"{path.stem}.o" for path in files]
    for path, target in zip(files, made):
        subprocess.run(["g++", *flags, "-c", "-o", str(target), str(path)], check=True)
    subprocess.run(["g++", *flags, "-o", str(program), *map(str, made), "-lpthread"], check=True)
    return str(program)


def build_crates(pext: bool, install: bool) -> str | None:
    target = BUILD / ("pext" if pext else "plain")
    program = target / "release" / "berolina-bench-peers"
    if install:
        command = ["cargo", "build", "--release", "-q", "--locked", "--target-dir", str(target)]
        subprocess.run(command + (["--features", "pext"] if pext else []), cwd=BENCH / "peers", check=True)
    return str(program) if program.exists() else None


def programs(arguments: argparse.Namespace, wanted: set) -> dict:
    install = not arguments.no_install
    makers = {
        "ours": lambda: None if arguments.peers_only else arguments.berolina,
        "debian": lambda: install_debian(install),
        "fairy-8x8": lambda: build_fairy(False, install),
        "fairy-large": lambda: build_fairy(True, install),
        "cozy-pext": lambda: build_crates(True, install) if cpu_has_bmi2() else None,
        "cozy": lambda: build_crates(False, install),
        "shakmaty": lambda: build_crates(False, install),
    }
    found = {name: make() for name, make in makers.items() if name in wanted}
    for name, path in found.items():
        if not path and not (name == "ours" and arguments.peers_only):
            print(f"left out: {TITLES[name]}", file=sys.stderr)
    return {name: path for name, path in found.items() if path}


# Measuring and telling -----------------------------------------------------------------------------------------


def measure(row: Row, found: dict, repeat: int) -> list:
    runs = [Run(name, row, found[name]) for name in ("ours", *row.peers) if name in found]
    for run in runs:
        run.startup = statistics.median(run.once(1)[1] for _ in range(3))
    for _ in range(repeat):
        for run in runs:
            nodes, seconds, wall = run.once(row.depth)
            if run.nodes and nodes != run.nodes:
                raise RuntimeError(f"{run.program} counted {run.nodes}, then {nodes}")
            run.nodes = nodes
            run.seconds.append(max(seconds - run.startup, 1e-6))
            run.wall.append(wall)
    counts = {run.program: run.nodes for run in runs}
    if len(set(counts.values())) > 1:
        raise RuntimeError(f"{row.name} to depth {row.depth}: counts differ: {counts}")
    for run in runs:
        times = " ".join(f"{value:.3f}" for value in run.seconds)
        print(f"{row.name}: {TITLES[run.program]}: {run.nodes} nodes, {times} CPU s", file=sys.stderr, flush=True)
    return runs


def start_up(found: dict, repeat: int) -> list:
    """Wall-clock milliseconds from start to end of programs that do next to nothing."""
    commands = {"ours": ([found.get("ours"), "moves", "near"], "")}
    commands |= {name: ([found.get(name)], "quit\n") for name in ("debian", "fairy-8x8", "fairy-large")}
    times = {name: [] for name in commands if name in found}
    for _ in range(4 * repeat):
        for name in times:
            times[name].append(timed(*commands[name])[2])
    return [(name, 1000 * statistics.median(values)) for name, values in times.items()]


def table(head: list, lines: list) -> str:
    rows = [head, ["---"] + ["---:"] * (len(head) - 1), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def speed_lines(measured: dict) -> list:
    lines = []
    for row in ROWS:
        runs = {run.program: run for run in measured.get(row.name, [])}
        ours = runs.pop("ours", None)
        title = f"{row.name}, depth {row.depth}"
        if ours and row.against and row.against in measured:
            other = measured[row.against][0]
            lines.append([title, f"{ours.speed():.1f}", f"our own {row.against}", f"{other.speed():.1f}", f"{ours.speed() / other.speed():.2f}"])
        for name, run in runs.items():
            ratio = f"{ours.speed() / run.speed():.2f}" if ours else "–"
            lines.append([title, f"{ours.speed():.1f}" if ours else "–", TITLES[name], f"{run.speed():.1f}", ratio])
        if ours and not runs and not row.against:
            lines.append([title, f"{ours.speed():.1f}", "–", "–", "–"])
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--berolina", default=str(ROOT / "target" / "release" / "berolina"))
    parser.add_argument("--rows", nargs="*", default=[row.name for row in ROWS], choices=[row.name for row in ROWS], metavar="ROW")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--peers-only", action="store_true", help="measure the peers alone")
    parser.add_argument("--no-install", action="store_true", help="install and build nothing")
    arguments = parser.parse_args()

    rows = [row for row in ROWS if row.name in arguments.rows]
    if not arguments.peers_only and not Path(arguments.berolina).exists():
        parser.error(f"no {arguments.berolina}: build it, name another with --berolina, or say --peers-only")
    found = programs(arguments, {"ours", *(peer for row in rows for peer in row.peers)})
    measured = {row.name: runs for row in rows if (runs := measure(row, found, arguments.repeat))}

    print(f"{cpu_name()}, {os.cpu_count()} CPUs; medians of {arguments.repeat}; million nodes per CPU second, one thread.\n")
    print(table(["measure", "berolina", "other", "its speed", "ratio"], speed_lines(measured)))
    print()
    print(table(["start to end, doing nothing", "milliseconds"], [[TITLES[name], f"{ms:.1f}"] for name, ms in start_up(found, arguments.repeat)]))
    return 0


def cpu_name() -> str:
    try:
        return re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())[1]
    except (OSError, TypeError):
        return platform.processor()


if __name__ == "__main__":
    sys.exit(main())
