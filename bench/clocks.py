#!/usr/bin/env python3
"""How the engines of a match spent their clocks: what share of the first allowance was left after so many moves.

    berolina match ... --time 10+0.1 --journal match.jsonl
    python3 bench/clocks.py match.jsonl

A row counts the games in which both engines had made so many moves. The last rows are of the last moves: of all games, and of those that the engine
of the column lost.
"""

import json
from pathlib import Path
import re
import sys

MOVES = (10, 20, 30, 40, 50, 60, 80, 100)
TIME = re.compile(r"\{[^}]*?([0-9.]+)s[^}]*\}")


def read(name):
    """The contest of a journal, and its finished games; a line that a kill has cut short is none."""
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        contest = json.loads(lines[0])["contest"]
        engines = len(contest["engines"])
    except OSError as error:
        sys.exit(f"clocks: {name}: {error.strerror}")
    except (IndexError, KeyError, TypeError, ValueError):
        sys.exit(f"clocks: {name} is no journal of `berolina match --journal`")
    if engines != 2:
        sys.exit(f"clocks: {name} has {engines} engines; there must be two")
    games = []
    for line in lines[1:]:
        try:
            games.append(json.loads(line))
        except ValueError:
            continue
    return contest, [game for game in games if game.get("pgn")]


def clock_of(contest):
    """Allowance and increment in seconds, the same for both engines."""
    limits = {engine["limit"] for engine in contest["engines"]}
    found = re.fullmatch(r"([0-9.]+)(?:\+([0-9.]+))?", limits.pop()) if len(limits) == 1 else None
    if not found:
        sys.exit("clocks: the engines of this match did not have the same clock, such as 10+0.1")
    return float(found[1]), float(found[2] or 0)


def shares(game, allowance, increment):
    """Which share of its allowance each engine, in the order of the contest, had after each of its moves."""
    pgn = game["pgn"]
    spent = [float(time) for time in TIME.findall(pgn.split("\n\n", 1)[1].replace("\n", " "))]
    position = re.search(r'\[FEN "(.*?)"\]', pgn)
    black_begins = position is not None and position[1].split()[1] == "b"
    left = {}
    for color in (0, 1):
        engine = game["white"] if color == 0 else game["black"]
        clock, after = allowance, []
        for time in spent[color ^ black_begins :: 2]:
            clock += increment - time
            after.append(clock / allowance)
        left[engine] = after
    return [left[0], left[1]]


def lost(game, engine):
    return game["result"] == ("0-1" if game["white"] == engine else "1-0")


def mean(values):
    return f"{100 * sum(values) / len(values):.0f} %" if values else "—"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    contest, games = read(sys.argv[1])
    allowance, increment = clock_of(contest)
    left = [shares(game, allowance, increment) for game in games]
    names = [engine["name"] for engine in contest["engines"]]
    print(f"| after | games | {names[0]} | {names[1]} |\n| --- | ---: | ---: | ---: |")
    for moves in MOVES:
        long = [game for game in left if min(map(len, game)) >= moves]
        if long:
            cells = [mean([game[engine][moves - 1] for game in long]) for engine in (0, 1)]
            print(f"| {moves} moves | {len(long)} | {cells[0]} | {cells[1]} |")
    ended = [(game, told) for game, told in zip(left, games) if all(game)]
    for name, counts in (("the end", lambda *_: True), ("the end, if lost", lost)):
        rest = [[game[engine][-1] for game, told in ended if counts(told, engine)] for engine in (0, 1)]
        count = " and ".join(str(n) for n in dict.fromkeys(map(len, rest)))
        print(f"| {name} | {count} | {mean(rest[0])} | {mean(rest[1])} |")


if __name__ == "__main__":
    main()
