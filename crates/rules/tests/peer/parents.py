#!/usr/bin/env python3
"""Imports a section without keys on each game that Fairy-Stockfish has built in, and plays what came in whole beside it (pyffish).

    cargo build -p berolina -p berolina-exchange --examples
    .venv/bin/python crates/rules/tests/peer/parents.py --tsv crates/exchange/survey/parents.tsv

Each parent is imported, unfinished with the reason, or wrong: it was imported and some random position differs.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
import random
import shlex
import subprocess
import sys
import tempfile

import pyffish

import builtin
import builtin_games
import imported


def judge(name: str, row: tuple, arguments: argparse.Namespace, folder: str) -> tuple:
    ours, what, left = row
    if what != "imported":
        return name, what, left
    path = Path(folder) / f"{ours}.toml"
    program = builtin.Program([*shlex.split(arguments.berolina), "query", "--variants", str(path)])
    try:
        rng = random.Random(f"{arguments.seed} {name}")
        seen, lines = imported.play(name, ours, path.read_text(), program, rng, arguments.positions, arguments.longest)
        return name, "wrong" if lines else "imported", " | ".join(lines) if lines else f"{seen} positions agree"
    except (ValueError, EOFError) as error:
        return name, "wrong", str(error)
    finally:
        program.process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--berolina", default="target/debug/berolina")
    parser.add_argument("--convert", default="target/debug/examples/convert")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--longest", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tsv", help="the file of what came of each")
    arguments = parser.parse_args()
    names = sorted(pyffish.variants())
    # What is spelt in another way cannot be compared move by move.
    unlike = set(builtin_games.CHESS960) | set(builtin_games.TELL_MOVED) | set(builtin_games.MOVED_MARKED)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "parents.ini"
        source.write_text("".join(f"[x-{name}:{name}]\n" for name in names))
        told = subprocess.run([arguments.convert, str(source), folder], check=True, capture_output=True, text=True).stdout
        rows = [tuple(line.split("\t")) for line in told.splitlines()]
        assert len(rows) == len(names), told
        pairs = [(name, row if name not in unlike or row[1] != "imported" else (row[0], "imported, not compared", row[2])) for name, row in zip(names, rows)]
        with ProcessPoolExecutor(arguments.jobs) as pool:
            results = list(pool.map(partial(judge, arguments=arguments, folder=folder), *zip(*pairs)))
    lines = ["parent\tresult\twhy", *("\t".join(result) for result in results)]
    counts = {what: sum(result[1] == what for result in results) for what in sorted({result[1] for result in results})}
    if arguments.tsv:
        head = f"# {arguments.positions} random positions beside pyffish; written by crates/rules/tests/peer/parents.py\n"
        Path(arguments.tsv).write_text(head + "\n".join(lines) + "\n")
    print("\n".join(line for line in lines if "\twrong\t" in line))
    print(counts)
    return 1 if "wrong" in counts else 0


if __name__ == "__main__":
    sys.exit(main())
