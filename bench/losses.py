#!/usr/bin/env python3
"""Where games of chess are lost: what the moves of either player cost, by how many pieces stand on the board.

    apt-get install stockfish && pip install chess
    python3 bench/scaling.py --games chess --nodes 100000
    python3 bench/losses.py target/scaling/*/chess-nodes-100000.jsonl

A stronger program looks at every position of the games of a match of two engines. What it sees is made an expected score,
1 / (1 + e^(-cp / 120)); a move costs what is less of it afterwards. These costs add up to what the player did not score, so the difference of
the two players, *behind*, tells how much of the result was decided with so many pieces. Its error is one standard deviation.

What the judge says is kept under target/losses and not asked again.
"""

import argparse
import itertools
import math
from pathlib import Path
import shlex
import shutil
import sys

from regret import Chooser, Kept, digest, expected, played, spread
from search import ROOT

# The fewest pieces of each part of a game.
PARTS = (25, 17, 11, 7, 2)
# A mate, in hundredths of a pawn.
MATE = 30_000
# So many games are judged before what was found is written down.
AT_ONCE = 4


class Judge(Chooser):
    """An engine that keeps what it knows from move to move of a game: its scores change less from one to the next."""

    def clear(self):
        pass

    def look(self, fens, limit):
        super().clear()
        return [self.choose(fen, limit)[1] for fen in fens]


def games(journals, number):
    """Of so many games: whether the first engine is White, and the boards from the opening on."""
    found = []
    for record, game in itertools.islice(played(journals), number):
        board = game.board()
        boards = [board.copy(stack=False)]
        for move in game.mainline_moves():
            board.push(move)
            boards.append(board.copy(stack=False))
        found.append((record["white"] == 0, boards))
    return found


def ended(board):
    """The score of a position where the game has ended, for the player to move."""
    if board.is_checkmate():
        return -MATE
    return 0 if board.is_stalemate() or board.is_insufficient_material() else None


def judged(args, matches):
    """What the judge says of each position of each game, in hundredths of a pawn for the player to move."""
    command, options = shlex.split(args.judge), [("Hash", 64)]
    kept = Kept(args.data / f"{digest(command, options)}-{args.judge_nodes}.json")
    make = lambda: Judge(command, options)
    ask = lambda keys: spread(args.concurrency, make, keys, lambda engine, key: engine.look(key, f"nodes {args.judge_nodes}"))
    keys = [tuple(board.fen() for board in boards if ended(board) is None) for _, boards in matches]
    found = {}
    for begin in range(0, len(keys), AT_ONCE):
        print(f"\r{begin} of {len(keys)} games judged", end="", file=sys.stderr, flush=True)
        found.update(kept.fill(keys[begin:begin + AT_ONCE], ask))
    print(file=sys.stderr)
    answers = [iter(found[key]) for key in keys]
    ends = [[ended(board) for board in boards] for _, boards in matches]
    return [[next(answer) if end is None else end for end in game] for answer, game in zip(answers, ends)]


def costs(first_is_white, boards, scores):
    """By part and player, 0 for the first engine: the costs of his moves."""
    found = {part: ([], []) for part in PARTS}
    values = [expected(score) for score in scores]
    for board, before, after in zip(boards, values, values[1:]):
        pieces = len(board.piece_map())
        part = next(part for part in PARTS if pieces >= part)
        found[part][board.turn != first_is_white].append(before - (1 - after))
    return found


def show(name, rows):
    """A row of the table: of every game, the costs of both players' moves."""
    moves = [sum(len(row[player]) for row in rows) for player in (0, 1)]
    lost = [sum(sum(row[player]) for row in rows) for player in (0, 1)]
    behind = [sum(row[0]) - sum(row[1]) for row in rows]
    mean = sum(behind) / len(rows)
    error = math.sqrt(sum((one - mean) ** 2 for one in behind)) / len(rows)
    each = " | ".join(f"{1000 * lost[player] / max(1, moves[player]):.1f}" for player in (0, 1))
    print(f"| {name} | {moves[0] / len(rows):.1f} | {each} | {mean:+.3f} ± {error:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+", help="journals of matches of two engines in chess")
    parser.add_argument("--games", type=int, default=None, help="so many games and no more")
    parser.add_argument("--judge", default="/usr/games/stockfish", help="the command of the stronger program")
    parser.add_argument("--judge-nodes", type=int, default=30_000, help="how long it looks at a position")
    parser.add_argument("--concurrency", type=int, default=2, help="engines at once")
    parser.add_argument("--data", type=Path, default=ROOT / "target" / "losses", help="where answers are kept")
    args = parser.parse_args()
    if not shutil.which(shlex.split(args.judge)[0]):
        sys.exit(f"losses: {args.judge} is not there; `apt-get install stockfish`, or --judge COMMAND")
    if args.games is not None and args.games < 1:
        sys.exit(f"losses: --games {args.games}: one at least")
    matches = games(args.journals, args.games)
    if not matches:
        sys.exit("losses: there are no games in these journals")
    rows = [costs(white, boards, scores) for (white, boards), scores in zip(matches, judged(args, matches))]
    print("| pieces | moves a game | cost of a move, thousandths: first engine | second | behind a game |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for most, part in zip((32, *(part - 1 for part in PARTS)), PARTS):
        show(f"{part} to {most}", [row[part] for row in rows])
    show("all", [tuple(sum((row[part][player] for part in PARTS), []) for player in (0, 1)) for row in rows])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nlosses: stopped; the same command goes on from here")
