#!/usr/bin/env python3
"""How many positions a second engines look at when they think by turns, as in a match: caches are cold then, and others' work is in them.

    cargo build --release
    python3 bench/peers.py --peers-only --repeat 1 --rows chess    # once: builds Fairy-Stockfish
    python3 bench/turns.py --engine new='target/release/berolina uci' --engine old='/path/to/older/berolina uci' \\
        --engine fairy=bench/peers/target/fairy-8x8 --option 'fairy:Use NNUE=false'
    python3 bench/turns.py --variant near --movetime 250 --engine new='target/release/berolina uci' --engine old='/path/to/older/berolina uci'

Positions come from games that the first engine plays against itself. In each every engine thinks for so long, one after the other; two such rows of
engines work at once, as two games of a match do, so two cores should do nothing else. Told are positions a second by the clock, from `go` to
`bestmove`, the ratio to the first engine's, the median over rounds with its least and greatest, and the depth reached. Who thinks behind whom matters a
little, so small differences ask for both orders. A search alone tells less: a version that needs more memory for what it has learnt may be as fast there, and slower here.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
import shlex
import statistics
import sys
import time

from search import Engine, positions

# Rows of engines that work at once.
ROWS = 2


def pairs(texts, sign, what):
    """What is told as NAME and something, by name."""
    found = {}
    for text in texts:
        name, found_sign, rest = text.partition(sign)
        if not (name and found_sign and rest):
            sys.exit(f"turns: {what} is NAME{sign}..., not {text!r}")
        found.setdefault(name, []).append(rest)
    return found


def start(name, command, options):
    try:
        engine = Engine(shlex.split(command), options)
    except OSError as error:
        sys.exit(f"turns: {command} does not start: {error.strerror}")
    # Options may have brought games, so it is asked once more which there are.
    engine.send("uci")
    told = [line for line in engine.wait("uciok") if line.startswith("option name UCI_Variant ")]
    game = str(options["UCI_Variant"])
    if not any(game in line.split() for line in told):
        sys.exit(f"turns: {name} has no game {game}; --option '{name}:UCI_Variant=...' says what it calls it")
    return engine


def round_of(engines, lines, limit):
    """For each engine: positions a second, and the mean depth."""
    nodes, seconds, depths = ([0] * len(engines) for _ in range(3))
    for moves in lines:
        for i, engine in enumerate(engines):
            begun = time.perf_counter()
            _, told = engine.go(moves, limit)
            seconds[i] += time.perf_counter() - begun
            nodes[i] += told.get("nodes", 0)
            depths[i] += told.get("depth", 0)
    return [(n / s, d / len(lines)) for n, s, d in zip(nodes, seconds, depths)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", action="append", required=True, metavar="NAME=COMMAND", help="an engine; the first is ours, and the others are told beside it")
    parser.add_argument("--option", action="append", default=[], metavar="NAME:OPTION=VALUE", help="an option of an engine")
    parser.add_argument("--variant", default="chess", help="the game; an engine that calls it otherwise is told by --option")
    parser.add_argument("--movetime", type=int, default=25, help="milliseconds a move")
    parser.add_argument("--positions", type=int, default=100, help="positions a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, whose medians are told")
    args = parser.parse_args()
    commands = {name: commands[-1] for name, commands in pairs(args.engine, "=", "--engine").items()}
    options = {name: {} for name in commands}
    for name, settings in pairs(args.option, ":", "--option").items():
        if name not in options:
            sys.exit(f"turns: --option {name}: there is no engine of that name")
        options[name].update(setting.split("=", 1) for setting in settings if "=" in setting)
    for given in options.values():
        # After what was given, for engines learn new games by an option.
        given.setdefault("UCI_Variant", args.variant)
        given.setdefault("Hash", 16)
    rows = [[start(name, command, options[name]) for name, command in commands.items()] for _ in range(ROWS)]
    lines = positions(shlex.split(commands[next(iter(commands))])[0], args.variant, args.positions)
    rounds = []
    with ThreadPoolExecutor(ROWS) as pool:
        for _ in range(args.rounds):
            rounds += pool.map(lambda engines: round_of(engines, lines, f"movetime {args.movetime}"), rows)
    print("| engine | thousand positions a second | beside the first | depth |\n| --- | ---: | ---: | ---: |")
    for i, name in enumerate(commands):
        ratios = [told[i][0] / told[0][0] for told in rounds]
        rate, ratio, depth = (statistics.median(of) for of in ([told[i][0] for told in rounds], ratios, [told[i][1] for told in rounds]))
        print(f"| {name} | {rate / 1000:.0f} | {ratio:.3f} ({min(ratios):.3f} to {max(ratios):.3f}) | {depth:.1f} |")
    for engine in sum(rows, []):
        engine.close()


if __name__ == "__main__":
    main()
