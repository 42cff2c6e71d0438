#!/usr/bin/env python3
"""Plays the games that Fairy-Stockfish has built in, each written in our language, beside it (pyffish).

    python3 -m venv .venv && .venv/bin/pip install pyffish
    .venv/bin/python crates/rules/tests/peer/builtin.py --berolina target/release/berolina --positions 1000 --perft 4
    .venv/bin/python crates/rules/tests/peer/builtin.py --game horde --positions 200

Deep perft is asked of the program Fairy-Stockfish where `--fairy` names one (`bench/peers.py` builds `fairy-large`), and else counted with
pyffish, as deep as a few hundred of its slow answers go.

Each game is a file `games/NAME.toml` beside this script, by the peer's name, or one that we ship (`SHIPPED`). Compared are the start
position, the number of positions at each depth from it, and in random games the legal moves, check, the board after each move, and
whether and for whom the game is over. A game that differs and is not listed in `DIFFERENT`, or is listed and does not, is a
failure, and so is one that is neither written nor listed in `NOT_CHESS_LIKE` or `NOT_EXPRESSIBLE`.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
import random
import re
import shlex
import subprocess
import sys

import pyffish

import compare
from builtin_games import (CHESS960, COUNTED, DIFFERENT, MOVED_MARKED, NO_CHECK, NO_DROP_MATES, NOT_CHESS_LIKE, NOT_EXPRESSIBLE,
                           SHIPPED, TELL_MOVED, UNLIKE_NAMES)

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "games"


class Program(compare.Program):
    """A running `berolina query`, of which every error is one of ours."""

    def ask(self, variant: str, fen: str | None, moves: list, perft: int | None = None) -> dict:
        answer = super().ask(variant, fen, moves, perft)
        if "error" in answer:
            raise ValueError(f"our program: {answer['error']}")
        return answer


class Peer:
    """One game of the peer."""

    def __init__(self, name: str):
        self.name = name
        self.fen = pyffish.start_fen(name)
        self.moves = []

    # What takes the way in which castling is spelt.
    SPELT = (pyffish.legal_moves, pyffish.gives_check, pyffish.get_fen, pyffish.game_result)

    def call(self, function):
        return function(self.name, self.fen, self.moves, *([True] if function in self.SPELT and self.name in CHESS960 else []))

    def legal(self) -> list:
        moves = self.call(pyffish.legal_moves)
        dropped = NO_DROP_MATES.get(self.name)
        return [move for move in moves if not (dropped and move.startswith(f"{dropped}@") and self.mates(move))]

    def mates(self, move: str) -> bool:
        self.moves.append(move)
        mates = self.call(pyffish.gives_check) and not self.call(pyffish.legal_moves)
        self.moves.pop()
        return mates

    def side(self) -> int:
        return (self.fen.split()[1] == "b") ^ (len(self.moves) % 2)

    def outcome(self, legal: list, drawn: bool = True) -> str | None:
        """None while the game goes on, else "white", "black" or "draw"; whether it is drawn with moves left is asked with `drawn`."""
        over, value = False, 0
        if not legal:
            over, value = self.call(pyffish.is_immediate_game_end)
            if not over:
                over, value = True, self.call(pyffish.game_result)
        elif drawn:
            over, value = self.call(pyffish.is_optional_game_end)
            if not over and all(self.call(pyffish.has_insufficient_material)):
                over, value = True, 0
        if not over:
            return None
        names = ("white", "black")
        return "draw" if value == 0 else names[self.side()] if value > 0 else names[1 - self.side()]


def comparable(name: str, fen: str) -> tuple:
    """What two equal positions have in common, whoever wrote them: board, hands, side to move, rights to castle."""
    board, side, castling = fen.split()[:3]
    board, _, hand = board.partition("[")
    if name in TELL_MOVED:
        board, castling = board.replace("+", ""), ""
    # With rooks named by their files, the a-file is the queen's side.
    castling = castling.translate(str.maketrans("HJAhja", "KKQkkq"))
    castling = "".join(sorted(c for c in castling if c in "KQkq"))
    hand = "".join(sorted(re.sub(r"[^A-Za-z]", "", hand)))
    return board.replace("~", ""), hand, side, castling


def ours_of(name: str, moves: list) -> dict:
    """The peer's moves in our text, by their text of it: they differ only where a game is listed."""
    change = UNLIKE_NAMES.get(name, lambda move: move)
    return {change(move): move for move in moves}


def differences(name: str, answer: dict, peer: Peer, legal: list, again: bool) -> tuple:
    """What differs in this position, met before or not, and whether the game is over for either."""
    lines = []
    # An answer of the peer takes a millisecond, and a draw by a count or by material stays one.
    over = peer.outcome(legal, again or name in COUNTED or bool(answer["outcome"]) or len(peer.moves) % 5 == 0)
    ours_over = answer["outcome"] and (answer["outcome"]["winner"] or "draw")
    if over != ours_over:
        lines.append(f"outcome: ours {ours_over} {answer['outcome'] or ''}, theirs {over}")
    if over is None and ours_over is None:
        ours, theirs = set(answer["legal"]), set(ours_of(name, legal))
        if ours != theirs:
            lines.append(f"only ours:   {' '.join(sorted(ours - theirs)) or '-'}")
            lines.append(f"only theirs: {' '.join(sorted(theirs - ours)) or '-'}")
        theirs_check = peer.call(pyffish.gives_check)
        if answer["check"] != theirs_check and name not in NO_CHECK:
            lines.append(f"check: ours {answer['check']}, theirs {theirs_check}")
    # The peer takes a captured king into the hand of who has won.
    if lines or (over is None and len(peer.moves) % 4 == 0):
        fen = peer.call(pyffish.get_fen)
        ours_fen = answer["fen"].replace("+", "") if name in MOVED_MARKED else answer["fen"]
        if comparable(name, ours_fen) != comparable(name, fen):
            lines += [f"position: ours   {answer['fen']}", f"          theirs {fen}"]
    return lines, over is not None or ours_over is not None


def play(name: str, ours: str, program: Program, rng: random.Random, positions: int, longest: int) -> tuple:
    """Random games until so many positions were compared: their number, and the lines of the first difference."""
    seen = 0
    while seen < positions:
        peer, moves, boards = Peer(name), [], set()
        while len(moves) <= longest and seen < positions:
            answer, legal = program.ask(ours, None, moves), peer.legal()
            board = tuple(answer["fen"].split()[:2])
            lines, over = differences(name, answer, peer, legal, board in boards)
            boards.add(board)
            seen += 1
            if lines:
                return seen, [f"fen:   {answer['fen']}", f"moves: {' '.join(moves)}", *lines]
            if over or not legal:
                break
            texts = ours_of(name, legal)
            # Now and then one of the rare kinds, so that these are met in every game.
            rare = [move for move in texts if not re.fullmatch(r"([a-z]\d+){2}", move)] if rng.random() < 0.2 else []
            move = rng.choice(sorted(rare or texts))
            peer.moves.append(texts[move])
            moves.append(move)
    return seen, []


class Fairy:
    """The peer's program, asked for perft."""

    def __init__(self, command: str):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def perft(self, name: str, plies: int) -> int:
        chess960 = str(name in CHESS960).lower()
        self.process.stdin.write(f"setoption name UCI_Variant value {name}\nsetoption name UCI_Chess960 value {chess960}\n"
                                 f"position startpos\ngo perft {plies}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split(":")[1])
        raise EOFError("Fairy-Stockfish has ended")


def counted(name: str, moves: list, plies: int) -> int:
    """Perft with pyffish, which counts no moves where the game is over."""
    peer = Peer(name)
    peer.moves = moves
    legal = peer.legal()
    return len(legal) if plies == 1 else sum(counted(name, [*moves, move], plies - 1) for move in legal)


def perft(name: str, ours: str, program: Program, arguments: argparse.Namespace) -> tuple:
    """Where the numbers of positions from the start differ, and the deepest that were compared with their number."""
    fairy = Fairy(arguments.fairy) if arguments.fairy else None
    numbers = [1, 1]
    try:
        for plies in range(1, arguments.perft + 1):
            expected = numbers[-1] ** 2 // numbers[-2]
            if expected > arguments.nodes or (not fairy and numbers[-1] > arguments.budget):
                break
            mine = program.ask(ours, None, [], plies)["nodes"]
            theirs = fairy.perft(name, plies) if fairy else counted(name, [], plies)
            if mine != theirs:
                return [f"perft {plies}: ours {mine}, theirs {theirs}"], ""
            numbers.append(max(mine, 1))
    finally:
        if fairy:
            fairy.process.kill()
    return [], f"perft {len(numbers) - 2}: {numbers[-1]}"


def judge(name: str, arguments: argparse.Namespace) -> tuple | None:
    """The lines of what differs in a game, and what was compared; `None`: nobody has written it."""
    ours = SHIPPED.get(name, name)
    if name not in SHIPPED and not (FOLDER / f"{name}.toml").exists():
        return None
    program = Program([*shlex.split(arguments.berolina), "query", "--variants", str(FOLDER)])
    try:
        lines, told = perft(name, ours, program, arguments)
        if lines:
            return lines, told
        rng = random.Random(f"{arguments.seed} {name}")
        seen, lines = play(name, ours, program, rng, arguments.positions, arguments.longest)
        return lines, f"{told}, {seen} positions"
    except (ValueError, EOFError) as error:
        return [str(error)], ""
    finally:
        program.process.kill()


def verdict_on(name: str, judged: tuple | None) -> tuple:
    """The word for what was found, and what there is to say."""
    listed = DIFFERENT.get(name) or NOT_EXPRESSIBLE.get(name)
    if judged is None:
        return "unwritten" if name in NOT_EXPRESSIBLE else "FAILS", [listed or "not written"], ""
    lines, told = judged
    if bool(lines) != (name in DIFFERENT):
        return "FAILS", lines or [f"listed as different, and is not: {listed}"], told
    return ("differs", [listed], told) if lines else ("agrees", [], told)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--berolina", default="target/debug/berolina", help="our program")
    parser.add_argument("--fairy", help="the peer's program, for perft")
    parser.add_argument("--game", nargs="*", help="the peer's names; all by default")
    parser.add_argument("--positions", type=int, default=1000, help="to compare in each game")
    parser.add_argument("--perft", type=int, default=4, help="the deepest perft from the start")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="no perft of more positions")
    parser.add_argument("--budget", type=int, default=600, help="without --fairy: no deeper perft than from so many positions")
    parser.add_argument("--longest", type=int, default=300, help="plies of one random game at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    arguments = parser.parse_args()
    built_in = [name for name in pyffish.variants() if name not in NOT_CHESS_LIKE]
    counts = {"agrees": 0, "differs": 0, "unwritten": 0, "FAILS": 0}
    names = arguments.game or built_in
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for name, judged in zip(names, pool.map(partial(judge, arguments=arguments), names)):
            verdict, lines, told = verdict_on(name, judged)
            counts[verdict] += 1
            print(f"{verdict:10}{name:18}{told}".rstrip(), flush=True)
            for line in lines:
                print(f"          {line}")
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    return 1 if counts["FAILS"] else 0


if __name__ == "__main__":
    sys.exit(main())
