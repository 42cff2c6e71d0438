#!/usr/bin/env python3
"""What more thought is worth to us and to Fairy-Stockfish: matches with the same number of positions a move, few to many.

    cargo build --release
    python3 bench/peers.py --peers-only --repeat 1 --rows chess      # once: builds Fairy-Stockfish
    python3 bench/scaling.py                                         # the whole curve; many hours
    python3 bench/scaling.py --games near chess --nodes 10000 100000
    python3 bench/scaling.py --depths 8 10 12                        # the same depth instead
    python3 bench/scaling.py --against target/before/berolina        # another build of ours instead of Fairy-Stockfish

Every finished game is kept under target/scaling, in a folder named by the contents of both programs: the same command goes on
after a kill, asks for more games if --count is raised, and begins anew where a program has changed. Nothing is timed, so the machine
may do other things meanwhile.

*Depth* is the mean of the depths that the moves' searches completed; *branching* is how many times more positions a ply took on the way from
the row before: (positions / positions before) to the power of 1 / (depth - depth before). *Tenfold* is by how many Elo ten times the positions
moved us against the other, from the row before.
"""

import argparse
import hashlib
import json
import math
from pathlib import Path
import subprocess
import sys

from search import BENCH, FAIRY, ROOT

SEED = 5150

# Our game, Fairy-Stockfish's name where it is another, and which build of it plays the game.
GAMES = {
    "near": ("near-checkmate royal", "fairy-8x8"),
    "chess": (None, "fairy-8x8"),
    "npnc-minimal": (None, "fairy-large"),
    "skirmish": (None, "fairy-8x8"),
}
NODES = (3_000, 10_000, 30_000, 100_000, 300_000)


def count_of(nodes):
    """How many games a point has unless told: fewer where they take long, for their errors grow by the root only."""
    return 400 if nodes < 30_000 else 200 if nodes < 300_000 else 100


def digest(program):
    """A short name of a program's contents."""
    return hashlib.sha256(Path(program).read_bytes()).hexdigest()[:12]


def existing(program, advice):
    if not Path(program).is_file():
        sys.exit(f"scaling: {program} is not there; {advice}")
    return str(Path(program).resolve())


def opponent_of(args, game):
    """The program that ours meets in a game."""
    if args.against:
        return existing(args.against, "--against takes a built program")
    return existing(args.peer or FAIRY / GAMES[game][1], "`python3 bench/peers.py --peers-only --repeat 1 --rows chess` builds it")


def play(args, game, limit, value):
    """Plays what is missing of a point of the curve: the meeting, and both engines, as `berolina match --json` tells them."""
    other, name = opponent_of(args, game), GAMES[game][0]
    if args.against:
        opponent = ["--engine", f"other='{other}' uci"]
    else:
        opponent = ["--engine", f"other='{other}'", "--option", f"other:VariantPath={BENCH / 'variants.ini'}",
                    "--option", "other:Use NNUE=false"]
        if name:
            opponent += ["--alias", f"other:{game} => {name}"]
    folder = Path(args.data) / f"{digest(args.program)}-{digest(other)}"
    folder.mkdir(parents=True, exist_ok=True)
    journal = folder / f"{game}-{limit}-{value}.jsonl"
    count = args.count or (count_of(value) if limit == "nodes" else 200)
    command = [args.program, "match", "--engine", f"berolina='{args.program}' uci", *opponent, "--variant", game,
               f"--{limit}", str(value), "--games", str(count), "--hash", "16", "--seed", str(args.seed),
               "--concurrency", str(args.concurrency), "--journal", str(journal), "--json"]
    told = subprocess.run(command, stdout=subprocess.PIPE, stderr=None if args.verbose else subprocess.DEVNULL, text=True)
    if told.returncode != 0:
        sys.exit(f"scaling: the match failed; this tells more: {subprocess.list2cmdline(command)}")
    told = json.loads(told.stdout)
    return told["meetings"][0], told["engines"]


def branching(before, now, side):
    """How many times more positions a ply took between two points of the curve."""
    if not before:
        return "—"
    plies = now["depth"][side] - before["depth"][side]
    return f"{(now['value'] / before['value']) ** (1 / plies):.2f}" if plies > 0.05 else "—"


def curve(args, game, limit, values):
    before = None
    for value in values:
        meeting, engines = play(args, game, limit, value)
        now = {"value": value, "depth": [engine["depth"] for engine in engines], "elo": meeting["elo"],
               "error": meeting["elo_error"]}
        tenfold = "—"
        if before and limit == "nodes" and None not in (now["elo"], before["elo"], now["error"], before["error"]):
            tens = math.log10(value / before["value"])
            error = math.hypot(now["error"], before["error"]) / tens
            tenfold = f"{(now['elo'] - before['elo']) / tens:+.0f} ± {error:.0f}"
        if now["elo"] is None:
            elo = "−∞" if meeting["losses"] else "∞"
        else:
            elo = f"{now['elo']:+.0f} ± " + ("∞" if now["error"] is None else f"{now['error']:.0f}")
        games = meeting["wins"] + meeting["draws"] + meeting["losses"]
        cells = [game, f"{value:,}", games, f"{meeting['wins']}, {meeting['draws']}, {meeting['losses']}", elo, tenfold,
                 " / ".join(f"{depth:.1f}" for depth in now["depth"])]
        if limit == "nodes":
            cells.append(" / ".join(branching(before, now, side) for side in (0, 1)))
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
        before = now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "berolina"), help="the program to measure")
    parser.add_argument("--against", help="another build of ours to play against, instead of Fairy-Stockfish")
    parser.add_argument("--peer", help="Fairy-Stockfish, if it is not the one that bench/peers.py builds")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", nargs="+", type=int, default=list(NODES), help="positions a move")
    limits.add_argument("--depths", nargs="+", type=int, help="plies deep, instead of positions a move")
    parser.add_argument("--count", type=int, help="games a point (400 below 30,000 positions a move, 200 below 300,000, else 100)")
    parser.add_argument("--seed", type=int, default=SEED, help="what the openings follow from")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once")
    parser.add_argument("--data", default=str(ROOT / "target" / "scaling"), help="where games are kept")
    parser.add_argument("--verbose", action="store_true", help="tell how the matches go")
    args = parser.parse_args()
    args.program = existing(args.program, "`cargo build --release` builds it")
    for game in args.games:
        opponent_of(args, game)
    limit, values = ("depth", args.depths) if args.depths else ("nodes", args.nodes)
    print(f"| game | {'depth' if args.depths else 'positions a move'} | games | won, drawn, lost | Elo | tenfold | depth, ours / its |"
          + (" branching |" if limit == "nodes" else ""))
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |" + (" ---: |" if limit == "nodes" else ""), flush=True)
    for game in args.games:
        curve(args, game, limit, sorted(values))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nscaling: stopped; the same command goes on from here")
