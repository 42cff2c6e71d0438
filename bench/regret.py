#!/usr/bin/env python3
"""How much better the moves of one engine are than those of another, with as many positions or plies a move: chess, judged by a stronger program.

    apt-get install stockfish && pip install chess
    python3 bench/scaling.py --games chess --nodes 10000             # games to take positions from
    python3 bench/regret.py --engine old='berolina-old uci' --engine new='target/release/berolina uci' --nodes 10000 100000
    python3 bench/regret.py --engine a='berolina uci' --engine b='berolina uci' --option b:null_reduction=3   # built with `tunable`

A game tells one bit in a hundred moves; here every move counts. Each engine chooses a move in each position, with an empty table. Where
two do not choose the same, the judge looks at either move alone, and what it sees is made an expected score, 1 / (1 + e^(-cp / 120)).
*Gain* is the mean difference from the first engine in thousandths of a point a move, over all positions, with the error of one standard
deviation: with 2,000 positions about 1.0 between two builds, 1.5 between strangers. Ten times the positions, from 10,000 to 100,000 a move,
brought Berolina a gain of 13. *By small steps* is the part of it from moves that differ by less than 50 thousandths: judgement; the rest is what
one of them overlooked.

With `--critical` only positions count in which the judge holds one move to be far better than every other, and does not see that at once.
Told is in how many each engine holds that move within a tenth of the limit, and at the end; the geometric mean of the positions from which on it
does, at least 1,000 and for one that is not solved twice the limit; and the ratio of that mean to the first engine's.

What engines choose and what the judge says is kept under target/regret and not asked again, by the contents of the programs.
"""

import argparse
import hashlib
import json
import math
import queue
import random
import shlex
import shutil
import sys
import threading
from pathlib import Path

from search import ROOT, Engine

# Positions in which an engine that played saw more than so many pawns for either player tell little.
DECIDED = 2.5
# Moves whose worth differs by less than so many thousandths of a point differ in judgement; by more, one has overlooked something.
SMALL = 50
# So many of a game at most, and none with fewer moves than that to choose from.
OF_A_GAME, MOVES = 12, 6
# In a critical position the best move is better by so many thousandths of a point than any other, and the judge needs more positions than that.
GAP, AT_ONCE = 100, 3000


class Chooser(Engine):
    """An engine that chooses moves."""

    def __init__(self, command, options):
        try:
            super().__init__(command, dict(options))
        except OSError as error:
            sys.exit(f"regret: {command[0]} does not start: {error.strerror}")

    def think(self, fen, limit):
        self.clear()
        self.send(f"position fen {fen}")
        self.send(f"go {limit}")
        return self.wait("bestmove")

    def best_two(self, fen, limit):
        """The best move and by how many thousandths of a point it is better than the next; by `MultiPV` 2."""
        ranks = {}
        for words in (line.split() for line in self.think(fen, limit) if " multipv " in line and "bound" not in line):
            kind, number = words[words.index("score") + 1:][:2]
            score = int(number) if kind == "cp" else math.copysign(30_000, int(number))
            ranks[words[words.index("multipv") + 1]] = (words[words.index("pv") + 1], score)
        if len(ranks) < 2:
            return None, 0
        return ranks["1"][0], 1000 * (expected(ranks["1"][1]) - expected(ranks["2"][1]))

    def solve(self, fen, move, nodes):
        """From how many positions on the move is held, if it is at the end."""
        lines, since = self.think(fen, f"nodes {nodes}"), None
        for words in (line.split() for line in lines if " pv " in line and "upperbound" not in line):
            if words[words.index("pv") + 1] != move:
                since = None
            elif since is None:
                since = int(words[words.index("nodes") + 1])
        return since if lines[-1].split()[1] == move else None

    def choose(self, fen, limit):
        """The move chosen with an empty table, the score in hundredths of a pawn, and the depth."""
        lines = self.think(fen, limit)
        score, depth = 0, 0
        for words in (line.split() for line in lines if " score " in line and "bound" not in line):
            kind, number = words[words.index("score") + 1:][:2]
            score = int(number) if kind == "cp" else math.copysign(30_000, int(number))
            depth = int(words[words.index("depth") + 1])
        return lines[-1].split()[1], score, depth


def spread(threads, make, jobs, work):
    """What each job gives, done by so many engines at once."""
    waiting, done, failures = queue.Queue(), {}, []
    for job in jobs:
        waiting.put(job)

    def run():
        try:
            engine = make()
            while True:
                try:
                    job = waiting.get_nowait()
                except queue.Empty:
                    return engine.close()
                done[job] = work(engine, job)
        except (Exception, SystemExit) as error:  # pylint: disable=broad-except
            failures.append(error)

    workers = [threading.Thread(target=run) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failures:
        sys.exit(str(failures[0]))
    return done


class Kept:
    """Answers that are not asked for again, in a file."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.values = json.loads(path.read_text()) if path.exists() else {}

    def fill(self, wanted, ask):
        missing = [key for key in dict.fromkeys(wanted) if "|".join(key) not in self.values]
        # In parts, so that little is lost by a kill.
        for begin in range(0, len(missing), 400):
            for key, value in ask(missing[begin:begin + 400]).items():
                self.values["|".join(key)] = value
            part = self.path.with_suffix(".part")
            part.write_text(json.dumps(self.values))
            part.replace(self.path)
        return {key: self.values["|".join(key)] for key in wanted}


def played(journals):
    """The games of chess in journals of `berolina match`: what the journal says of each, and the game as its PGN is read."""
    script = Path(sys.argv[0]).stem
    try:
        import chess.pgn
        import io
    except ImportError:
        sys.exit(f"{script}: `pip install chess` brings what reads the games")
    for journal in journals:
        try:
            lines = Path(journal).read_text().splitlines()
        except (OSError, UnicodeDecodeError) as error:
            sys.exit(f"{script}: {journal}: {getattr(error, 'strerror', None) or 'not a text'}")
        for number, line in enumerate(lines[1:], 2):
            try:
                record = json.loads(line)
                game, pgn, _ = record["game"], record["pgn"], record["white"]
            except (ValueError, KeyError, TypeError):
                if number == len(lines):
                    # A match that was killed in the middle of a line.
                    continue
                sys.exit(f"{script}: {journal}, line {number}: not a game as `berolina match --journal` writes it")
            if game != "chess":
                sys.exit(f"{script}: {journal}, line {number}: a game of {game}; it must be chess")
            yield record, chess.pgn.read_game(io.StringIO(pgn))


def positions(journals, number, seed):
    """Positions of games of chess in journals of `berolina match`, as FENs."""
    chance, found = random.Random(seed), []
    for _, game in played(sorted(journals)):
        board, own = game.board(), []
        for node in game.mainline():
            try:
                pawns = float(node.comment.split("/")[0])
            except ValueError:
                pawns = math.inf
            if abs(pawns) < DECIDED and board.legal_moves.count() >= MOVES:
                own.append(board.fen())
            board.push(node.move)
        found += chance.sample(own, min(OF_A_GAME, len(own)))
    chance.shuffle(found)
    return list(dict.fromkeys(found))[:number]


def expected(score):
    return 1 / (1 + math.exp(-max(-2000, min(2000, score)) / 120))


def digest(command, options):
    """A short name of a program's contents and its options."""
    program = shutil.which(command[0]) or command[0]
    contents = Path(program).read_bytes() if Path(program).is_file() else b""
    return hashlib.sha256(contents + repr((command[1:], options)).encode()).hexdigest()[:12]


def chosen(args, name, fens, limit):
    """What an engine chooses in each position, and how deep it looked on average."""
    command, options = args.engines[name]
    kept = Kept(args.data / f"{digest(command, options)}-{limit.replace(' ', '-')}.json")
    ask = lambda keys: spread(args.concurrency, lambda: Chooser(command, [("Hash", 16), *options]), keys,
                              lambda engine, key: engine.choose(key[0], limit))
    found = kept.fill([(fen,) for fen in fens], ask)
    return {fen: found[(fen,)][0] for fen in fens}, sum(answer[2] for answer in found.values()) / len(fens)


def compare(args, fens, limit):
    judge = Kept(args.data / f"judge-{args.judge_nodes}.json")
    ask = lambda keys: spread(args.concurrency, lambda: Chooser(shlex.split(args.judge), [("Hash", 32)]), keys,
                              lambda engine, key: engine.choose(key[0], f"nodes {args.judge_nodes} searchmoves {key[1]}"))
    first, *others = args.engines
    base, depth = chosen(args, first, fens, limit)
    print(f"| {first} | {limit} | — | — | {depth:.1f} | — |", flush=True)
    for name in others:
        mine, depth = chosen(args, name, fens, limit)
        differ = [fen for fen in fens if mine[fen] != base[fen]]
        values = judge.fill([(fen, moves[fen]) for fen in differ for moves in (base, mine)], ask)
        gains = [1000 * (expected(values[(fen, mine[fen])][1]) - expected(values[(fen, base[fen])][1])) for fen in differ]
        small = [gain for gain in gains if abs(gain) < SMALL]
        print(f"| {name} | {limit} | {mean_of(gains, fens)} | {mean_of(small, fens)} | {depth:.1f} | {len(differ)} |", flush=True)


def mean_of(gains, fens):
    """The mean over all positions and its error, where the moves gain so much in some of them and nothing in the others."""
    mean = sum(gains) / len(fens)
    variance = sum(gain * gain for gain in gains) / len(fens) - mean * mean
    return f"{mean:+.1f} ± {math.sqrt(variance / len(fens)):.1f}"


def critical(args, fens):
    """The positions that have one good move, and that move."""
    judge = Kept(args.data / f"critical-{args.judge_nodes}.json")
    make = lambda: Chooser(shlex.split(args.judge), [("Hash", 32), ("MultiPV", 2)])

    def look(engine, key):
        move, gap = engine.best_two(key[0], f"nodes {args.judge_nodes}")
        if gap >= GAP and engine.best_two(key[0], f"nodes {AT_ONCE}")[0] == move:
            gap = 0
        return move, gap

    found = judge.fill([(fen,) for fen in fens], lambda keys: spread(args.concurrency, make, keys, look))
    return [(fen, found[(fen,)][0]) for fen in fens if found[(fen,)][1] >= GAP]


def solved(args, name, puzzles, nodes):
    """The logarithm of the positions after which an engine holds each of the moves; and a row's cells."""
    command, options = args.engines[name]
    kept = Kept(args.data / f"{digest(command, options)}-solve-{nodes}.json")
    ask = lambda keys: spread(args.concurrency, lambda: Chooser(command, [("Hash", 16), *options]), keys,
                              lambda engine, key: engine.solve(*key, nodes))
    found = kept.fill(puzzles, ask)
    times = [found[puzzle] for puzzle in puzzles]
    within = [sum(time is not None and time <= part for time in times) for part in (nodes // 10, nodes)]
    return [math.log(2 * nodes if time is None else max(time, 1000)) for time in times], within


def compare_critical(args, fens):
    puzzles = critical(args, fens)
    if not puzzles:
        sys.exit(f"regret: none of {len(fens)} positions is critical; take more by --positions")
    first = next(iter(args.engines))
    print(f"| engine | limit | held by a tenth, at the end, of {len(puzzles)} | mean | ratio to {first} |")
    print("| --- | --- | ---: | ---: | ---: |", flush=True)
    for nodes in args.nodes:
        base = solved(args, first, puzzles, nodes)[0]
        for name in args.engines:
            logs, within = solved(args, name, puzzles, nodes)
            apart = [mine - other for mine, other in zip(logs, base)]
            mean = sum(apart) / len(apart)
            error = math.sqrt(sum((one - mean) ** 2 for one in apart)) / len(apart)
            ratio = "—" if name == first else f"{math.exp(mean):.2f} ± {math.exp(mean) * error:.2f}"
            print(f"| {name} | {nodes} | {within[0]}, {within[1]} | {math.exp(sum(logs) / len(logs)):.0f} | {ratio} |", flush=True)


def named(texts, sign):
    pairs = [text.split(sign, 1) for text in texts]
    if any(len(pair) != 2 for pair in pairs):
        sys.exit("regret: write --engine NAME=COMMAND and --option NAME:OPTION=VALUE")
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND", help="an engine; the first is what others are compared with")
    parser.add_argument("--option", action="append", default=[], metavar="NAME:OPTION=VALUE", help="an option of one of them")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", nargs="+", type=int, default=[100_000], help="positions a move")
    limits.add_argument("--depths", nargs="+", type=int, help="plies deep, instead of positions a move")
    parser.add_argument("--critical", action="store_true", help="count only positions with one good move, and how soon it is held")
    parser.add_argument("--positions", type=int, default=2000, help="how many positions are compared")
    parser.add_argument("--journals", nargs="+", default=None, help="journals of chess to take them from (all under target/scaling)")
    parser.add_argument("--judge", default="/usr/games/stockfish", help="the command of the stronger program")
    parser.add_argument("--judge-nodes", type=int, default=150_000, help="how long it looks at a move")
    parser.add_argument("--concurrency", type=int, default=2, help="engines at once")
    parser.add_argument("--seed", type=int, default=1, help="what the choice of positions follows from")
    parser.add_argument("--data", type=Path, default=ROOT / "target" / "regret", help="where answers are kept")
    args = parser.parse_args()
    args.engines = {name: (shlex.split(command), []) for name, command in named(args.engine, "=")}
    for name, option in named(args.option, ":"):
        if name not in args.engines:
            sys.exit(f"regret: --option {name}:{option}: there is no engine of that name")
        if "=" not in option:
            sys.exit(f"regret: --option {name}:{option}: write NAME:OPTION=VALUE")
        args.engines[name][1].append(tuple(option.split("=", 1)))
    if args.critical and args.depths:
        sys.exit("regret: --critical counts positions; leave --depths out")
    if len(args.engines) < 2:
        sys.exit("regret: name two engines at least by --engine NAME=COMMAND")
    if not shutil.which(shlex.split(args.judge)[0]):
        sys.exit(f"regret: {args.judge} is not there; `apt-get install stockfish`, or --judge COMMAND")
    journals = args.journals or list((ROOT / "target" / "scaling").glob("*/chess-*.jsonl"))
    fens = positions(journals, args.positions, args.seed) if journals else []
    if not fens:
        sys.exit("regret: there are no games of chess; `python3 bench/scaling.py --games chess --nodes 10000` plays some")
    if args.critical:
        return compare_critical(args, fens)
    print(f"| engine | limit | gain over {next(iter(args.engines))} | by small steps | depth | other moves, of {len(fens)} |")
    print("| --- | --- | ---: | ---: | ---: | ---: |", flush=True)
    for limit in [f"depth {n}" for n in args.depths] if args.depths else [f"nodes {n}" for n in args.nodes]:
        compare(args, fens, limit)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nregret: stopped; the same command goes on from here")
