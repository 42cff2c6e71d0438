#!/usr/bin/env python3
"""Looks for better numbers of the search: simultaneous perturbation stochastic approximation (Spall 1992), with the gains of Fishtest.

    cargo build --release -p berolina --features tunable
    python3 bench/tune.py --journal tune.jsonl --numbers reduction_logarithm reduction_base reduction_history
    python3 bench/tune.py --journal tune.jsonl --numbers ... --rounds 2000      # longer; the same command goes on after a kill

Each round pushes all numbers up or down by chance, and lets the program so changed play against the one that is changed the other way. The numbers
move to the side of the winner, by less the later it is. Rounds go round the games, with networks and without, so that what is found
holds for what has no network too. The journal keeps what every round played, from which all else follows.

What is found is to be tried by a match of many games with more positions a move, against the program as it is: `berolina match
--option new:NAME=VALUE`. Nothing is timed, so the machine may do other things meanwhile.
"""

import argparse
import json
from pathlib import Path
import random
import re
import subprocess
import sys

from search import ROOT

PARAMS = ROOT / "crates" / "engine" / "src" / "params.rs"
NUMBER = re.compile(r"^ +([a-z_]+): (\d+), (\d+) to (\d+) by (\d+);$", re.MULTILINE)
GAMES = ("near", "chess", "skirmish", "npnc-minimal")

# As in Fishtest: how fast steps and perturbations shrink, and which part of the rounds the first steps are kept small for.
STEPS, PERTURBATIONS, CALM = 0.602, 0.101, 0.1


def numbers_of(names, push):
    """Default, bounds and last perturbation of the numbers, by name: so many of the steps of the table."""
    known = {name: tuple(map(int, rest)) for name, *rest in NUMBER.findall(PARAMS.read_text(encoding="utf-8"))}
    for name in names:
        if name not in known:
            sys.exit(f"tune: there is no number {name}; {PARAMS.relative_to(ROOT)} has them all")
    return {name: [*known[name][:3], push * known[name][3]] for name in names}


class Gains:
    """How far numbers are pushed in a round, and how far they move for a game won: at the end by `gain` of the last perturbation."""

    def __init__(self, rounds, gain):
        self.rounds, self.gain = rounds, gain

    def push(self, at, last):
        return last * (self.rounds / (at + 1)) ** PERTURBATIONS

    def move(self, at, last):
        calm = CALM * self.rounds
        step = self.gain * last**2 * ((calm + self.rounds) / (calm + at + 1)) ** STEPS
        return step / self.push(at, last)


def read(path, settings):
    """The rounds that were played."""
    try:
        before, *played = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        planned = before.pop("rounds")
        if not all(one["up"].keys() == before["numbers"].keys() and isinstance(one["won"], int) for one in played):
            raise ValueError
    except FileNotFoundError:
        return []
    except OSError as error:
        sys.exit(f"tune: {path}: {error.strerror}")
    except (AttributeError, KeyError, TypeError, ValueError):
        sys.exit(f"tune: {path} is no journal of this program, or damaged; it is left as it is")
    for name, value in before.items():
        if settings.get(name) != value:
            sys.exit(f"tune: {path} was begun with {name} {value}, not {settings.get(name)}; another --journal begins anew")
    if planned != settings["rounds"]:
        print(f"planned for {planned} rounds, now for {settings['rounds']}: steps are counted anew", file=sys.stderr)
    return played


def keep(path, settings, played):
    """Writes the journal, so that a kill leaves the one before."""
    whole = path.with_name(path.name + ".new")
    try:
        whole.write_text("".join(json.dumps(one) + "\n" for one in [settings, *played]), encoding="utf-8")
        whole.replace(path)
    except OSError as error:
        sys.exit(f"tune: {path}: {error.strerror}")


def values_after(numbers, gains, played):
    """What the numbers have come to."""
    values = {name: float(default) for name, (default, *_) in numbers.items()}
    for at, one in enumerate(played):
        for name, (_, least, most, last) in numbers.items():
            value = values[name] + one["up"][name] * one["won"] * gains.move(at, last)
            values[name] = min(max(value, least), most)
    return values


def play(args, at, numbers, gains, values):
    """Plays a round: which numbers went up with the first engine, and by how many games it won more than it lost."""
    chance = random.Random(f"{args.seed} {at}")
    up = {name: chance.choice((1, -1)) for name in numbers}
    game = args.games[at // 2 % len(args.games)]
    options = []
    for engine, side in (("plus", 1), ("minus", -1)):
        for name, (_, least, most, last) in numbers.items():
            value = values[name] + side * up[name] * gains.push(at, last)
            # Rounded by chance, so that numbers with small steps move too.
            value = min(max(int(value + chance.random()), least), most)
            options += ["--option", f"{engine}:{name}={value}"]
    if at % 2:
        options += ["--option", "UseNet=false"]
    command = [args.program, "match", "--engine", f"plus='{args.program}' uci", "--engine", f"minus='{args.program}' uci", *options,
               "--variant", game, "--nodes", str(args.nodes), "--games", str(2 * args.pairs), "--hash", "16",
               "--seed", str(args.seed + at), "--concurrency", str(args.concurrency), "--json"]
    told = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if told.returncode != 0:
        sys.exit(f"tune: the match failed: {told.stderr.strip().splitlines()[-1] if told.stderr.strip() else told.returncode}")
    meeting = json.loads(told.stdout)["meetings"][0]
    return {"game": game, "net": at % 2 == 0, "up": up, "won": meeting["wins"] - meeting["losses"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "berolina"), help="one with the feature tunable")
    parser.add_argument("--journal", required=True, type=Path, help="where the rounds are kept")
    parser.add_argument("--numbers", nargs="+", required=True, help="at most eight names of crates/engine/src/params.rs")
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--nodes", type=int, default=30_000, help="positions a move")
    parser.add_argument("--rounds", type=int, default=1000, help="how many rounds there will be: steps depend on it")
    parser.add_argument("--push", type=float, default=3, help="how many steps of the table numbers are pushed by at the end")
    parser.add_argument("--gain", type=float, default=0.02, 
                        help="what part of that a number moves by for a game won at the end; Fishtest, with many more games, has 0.002")
    parser.add_argument("--pairs", type=int, default=2, help="pairs of games a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2, help="games at once")
    parser.add_argument("--every", type=int, default=20, help="tells the numbers after so many rounds")
    args = parser.parse_args()
    if not 1 <= len(args.numbers) <= 8:
        sys.exit("tune: --numbers takes one to eight; more drown in chance")
    if min(args.nodes, args.rounds, args.pairs, args.every, args.concurrency) < 1:
        sys.exit("tune: --nodes, --rounds, --pairs, --every and --concurrency are at least 1")
    if min(args.push, args.gain) <= 0:
        sys.exit("tune: --push and --gain are greater than 0")
    if not Path(args.program).is_file():
        sys.exit(f"tune: {args.program} is not there; `cargo build --release -p berolina --features tunable` builds it")
    numbers = numbers_of(args.numbers, args.push)
    offered = subprocess.run([args.program, "uci"], input="uci\nquit\n", stdout=subprocess.PIPE, text=True).stdout
    if any(f"option name {name} " not in offered for name in numbers):
        sys.exit(f"tune: {args.program} does not let these numbers be set; build it with --features tunable")
    settings = {name: getattr(args, name) for name in ("games", "nodes", "gain", "pairs", "seed", "rounds")}
    # With defaults, bounds and perturbations: what was played from others means something else.
    settings["numbers"] = numbers
    played = read(args.journal, settings)
    gains = Gains(args.rounds, args.gain)
    while len(played) < args.rounds:
        played.append(play(args, len(played), numbers, gains, values_after(numbers, gains, played)))
        keep(args.journal, settings, played)
        if len(played) % args.every == 0 or len(played) == args.rounds:
            found = values_after(numbers, gains, played)
            print(len(played), *(f"{name} {value:.1f}" for name, value in found.items()), sep="  ", flush=True)
    for name, value in values_after(numbers, gains, played).items():
        print(f"{name}: {numbers[name][0]} -> {value:.1f}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\ntune: stopped; the same command goes on from here")
