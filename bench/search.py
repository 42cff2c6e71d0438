#!/usr/bin/env python3
"""Measures the search: positions per CPU second beside Fairy-Stockfish, and what a second thread brings.

    cargo build --release
    python3 bench/peers.py --peers-only --repeat 1   # once: builds Fairy-Stockfish
    python3 bench/search.py                          # both tables of docs/performance.md
    python3 bench/search.py --rows near --repeat 5
    python3 bench/search.py --threads-only           # needs two cores that do nothing else

Positions come from games that the engine plays against itself after some random moves. For the first table every program
searches the same positions, the same number of nodes each, one program after the other within each repetition; CPU time is
the operating system's for the process. For the second a depth is chosen for each position that one thread reaches in about
the given number of nodes; then one and two threads search to that depth by turns, each with an empty table. The nodes of one search
depend on chance, so tables of several sizes are taken, and none of that with which the depth was chosen: it was reached in time there.
"""

import argparse
import os
from pathlib import Path
import random
import statistics
import subprocess
import sys
import time

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
TICK = os.sysconf("SC_CLK_TCK")
FAIRY = BENCH / "peers" / "target"

# Our game, Fairy-Stockfish's name of it, and which build plays it.
ROWS = {
    "chess": ("chess", "fairy-8x8"),
    "near": ("near-checkmate", "fairy-8x8"),
    "npnc-minimal": ("npnc-minimal", "fairy-large"),
}

# Sizes of tables, in MiB: to choose a depth, and to search to it.
TABLE = 24
TABLES = (14, 15, 16, 17, 18)


class Engine:
    """A UCI engine in a process."""

    def __init__(self, command, options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.send("uci")
        self.wait("uciok")
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.wait("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        """The lines up to the one that begins with a word, and that one."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        sys.exit(f"{self.process.args[0]} ended before it said {word}")

    def cpu(self):
        """CPU seconds used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def go(self, moves, limit):
        """Searches a position: the best move and the last thing told of the search, by name."""
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("go " + limit)
        lines = self.wait("bestmove")
        told = {}
        for line in lines:
            words = line.split()
            if words[:1] == ["info"] and "nodes" in words and "string" not in words:
                for name in ("depth", "nodes", "time"):
                    if name in words:
                        told[name] = int(words[words.index(name) + 1])
        return lines[-1].split()[1], told

    def clear(self):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok")

    def close(self):
        self.send("quit")
        self.process.wait()


def ours(program, game, threads=1, table=16):
    return Engine([program, "uci"], {"UCI_Variant": game, "Hash": table, "Threads": threads})


def positions(program, game, number, seed=7):
    """Positions of games that the engine plays against itself, as lists of moves from the start."""
    chance = random.Random(seed)
    engine = ours(program, game)
    found = []
    while len(found) < number:
        engine.clear()
        moves = []
        for ply in range(60):
            if ply < 4:
                # A random move, of the first few that the engine tells.
                engine.send("setoption name MultiPV value 6")
                engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
                engine.send("go depth 2")
                lines = [line.split() for line in engine.wait("bestmove") if " pv " in line]
                engine.send("setoption name MultiPV value 1")
                best = chance.choice([words[words.index("pv") + 1] for words in lines])
            else:
                best, _ = engine.go(moves, "nodes 2000")
            if best in ("(none)", "0000"):
                break
            moves.append(best)
            if ply in (8, 19, 30, 41, 52):
                found.append(list(moves))
    engine.close()
    return found[:number]


def speed(args):
    print("| game | berolina, M nodes a CPU second | Fairy-Stockfish now | ratio |")
    print("| --- | ---: | ---: | ---: |")
    for game in args.rows:
        theirs, build = ROWS[game]
        lines = positions(args.program, game, args.positions)
        peer_options = {"VariantPath": BENCH / "variants.ini", "UCI_Variant": theirs, "Hash": 16, "Use NNUE": "false"}
        rates = {"ours": [], "peer": []}
        for _ in range(args.repeat):
            for name in rates:
                engine = ours(args.program, game) if name == "ours" else Engine([FAIRY / build], peer_options)
                before, nodes = engine.cpu(), 0
                for moves in lines:
                    _, told = engine.go(moves, f"nodes {args.nodes}")
                    nodes += told["nodes"]
                rates[name].append(nodes / (engine.cpu() - before) / 1e6)
                engine.close()
        mine, peer = (statistics.median(rates[name]) for name in ("ours", "peer"))
        print(f"| {game} | {mine:.2f} | {peer:.2f} | {mine / peer:.2f} |", flush=True)


def threads(args):
    ratios = []
    for game in ("chess", "near"):
        for moves in positions(args.program, game, 10, seed=11):
            engine = ours(args.program, game, table=TABLE)
            _, told = engine.go(moves, f"nodes {args.thread_nodes}")
            depth = told["depth"]
            engine.close()
            took = {1: [], 2: []}
            for table in TABLES:
                for number in took:
                    engine = ours(args.program, game, number, table)
                    begin = time.monotonic()
                    engine.go(moves, f"depth {depth}")
                    took[number].append(time.monotonic() - begin)
                    engine.close()
            one, two = (statistics.median(took[number]) for number in (1, 2))
            if one < 0.1:
                continue  # all but over: nothing to measure
            ratios.append(one / two)
            print(f"{game:6} depth {depth:2}: {one:6.2f} s and {two:6.2f} s, {one / two:.2f}", file=sys.stderr, flush=True)
    print(f"two threads reach a depth {statistics.median(ratios):.2f} times as fast (median of {len(ratios)} positions)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "berolina"), help="the program to measure")
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=list(ROWS), help="games of the first table")
    parser.add_argument("--repeat", type=int, default=3, help="repetitions of the first table; medians are told")
    parser.add_argument("--positions", type=int, default=10, help="positions a game of the first table")
    parser.add_argument("--nodes", type=int, default=300_000, help="nodes a position of the first table")
    parser.add_argument("--thread-nodes", type=int, default=1_500_000, help="nodes that one thread takes in the second")
    parser.add_argument("--threads-only", action="store_true", help="the second table alone")
    parser.add_argument("--speed-only", action="store_true", help="the first table alone")
    args = parser.parse_args()
    if not args.threads_only:
        speed(args)
    if not args.speed_only:
        threads(args)


if __name__ == "__main__":
    main()
