#!/usr/bin/env python3
"""Plays random games with `berolina query` and compares every position with Fairy-Stockfish (pyffish).

    python3 -m venv .venv && .venv/bin/pip install pyffish
    .venv/bin/python crates/rules/tests/peer/compare.py --berolina target/release/berolina --positions 2000

Compared are the legal moves, check, the position after the moves, and whether and for whom the game is over.
The first difference in a game prints the position and what differs; the exit status is then 1.
"""

import argparse
import json
from pathlib import Path
import random
import shlex
import subprocess
import sys

import pyffish

from games import GAMES, Game

ROOT = Path(__file__).resolve().parents[4]
VARIANTS = ROOT / "bench" / "variants.ini"
EXAMPLES = ROOT / "docs" / "examples"


class Program:
    """A running `berolina query`."""

    def __init__(self, command: list):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, variant: str, fen: str | None, moves: list, perft: int | None = None) -> dict:
        request = {"variant": variant, "moves": moves} | ({"fen": fen} if fen else {}) | ({"perft": perft} if perft else {})
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"no answer to {request}; exit status {self.process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Peer:
    """One game of the peer: a start position and the moves made, both in its own notation."""

    def __init__(self, game: Game, start: str | None):
        self.game = game
        self.fen = game.fen_to_peer(start).replace("[]", "") if start else pyffish.start_fen(game.peer)
        if game.name == "crazyhouse" and start:
            self.fen = start
        self.moves = []

    def call(self, function, *rest):
        return function(self.game.peer, self.fen, self.moves, *rest)

    def side(self) -> str:
        return ("w", "b")[(self.fen.split()[1] == "b") ^ (len(self.moves) % 2)]

    def legal(self) -> list:
        return self.call(pyffish.legal_moves, self.game.chess960)

    def outcome(self, legal: list, fen: str) -> str | None:
        """None while the game goes on, else "white", "black" or "draw". The FEN, in anyone's letters, tells what need not be asked."""
        board, clock = fen.split()[0], int(fen.split()[4])
        over, value = not legal, 0
        if over:
            value = self.call(pyffish.game_result, self.game.chess960)
        elif clock >= 4 or self.game.marks_promoted:
            over, value = self.call(pyffish.is_optional_game_end, self.game.chess960)
        if not over and not set(board.lower()) & set("pqr[") and all(self.call(pyffish.has_insufficient_material, self.game.chess960)):
            over, value = "insufficient-material" not in self.game.ends, 0
        if not over:
            return None
        if value == 0:
            return "draw"
        return {"w": "white", "b": "black"}[self.side()] if value > 0 else {"w": "black", "b": "white"}[self.side()]


def outcome_text(outcome: dict | None) -> str | None:
    return None if outcome is None else (outcome["winner"] or "draw")


def differences(game: Game, answer: dict, peer: Peer, peer_legal: list) -> tuple:
    """What differs in this position (a list of lines), and whether the game is over for either."""
    if "error" in answer:
        return [f"our program: {answer['error']}"], True
    lines = []
    side = peer.side()
    over = peer.outcome(peer_legal, answer["fen"])
    ours_over = outcome_text(answer["outcome"])
    reason = answer["outcome"]["reason"] if answer["outcome"] else None

    ours = sorted(game.without_known_differences(answer["fen"], answer["legal"]))
    theirs = sorted(game.move_from_peer(move, side) for move in peer_legal)
    if len(set(answer["legal"])) != len(answer["legal"]) or answer["legal"] != sorted(answer["legal"]):
        lines.append("our moves are not sorted, or one is there twice")
    if ours != theirs:
        lines.append(f"only ours:   {' '.join(sorted(set(ours) - set(theirs))) or '-'}")
        lines.append(f"only theirs: {' '.join(sorted(set(theirs) - set(ours))) or '-'}")

    king_gone = reason == "king-captured"
    if game.check and not king_gone and over is None:
        theirs_check = peer.call(pyffish.gives_check, game.chess960)
        if answer["check"] != theirs_check:
            lines.append(f"check: ours {answer['check']}, theirs {theirs_check}")

    # Each question costs the peer milliseconds, and what differs in a position stays for some plies.
    if lines or over or len(peer.moves) % 3 == 0:
        peer_fen = game.fen_from_peer(peer.call(pyffish.get_fen, game.chess960))
        if game.comparable_fen(answer["fen"]) != game.comparable_fen(peer_fen):
            lines.append(f"position: ours   {answer['fen']}")
            lines.append(f"          theirs {peer_fen}")

    tolerated = reason in game.ends or (over == "draw" and ours_over is None and "repetition" in game.ends)
    if over != ours_over and not tolerated:
        lines.append(f"outcome: ours {ours_over} ({reason}), theirs {over}")
    return lines, over is not None or ours_over is not None


def choose(rng: random.Random, moves: list, game: Game) -> str:
    """Mostly any move; now and then one of the rare kinds, so that these are met in every game."""
    if rng.random() < 0.2:
        rare = [move for move in moves if move[-1].isalpha() or "@" in move]
        if rare:
            return rng.choice(rare)
    return rng.choice(moves)


def play(game: Game, program: Program, rng: random.Random, positions: int, longest: int) -> tuple:
    """Random games until so many positions were compared: their number, and the lines of the first difference."""
    seen = 0
    while seen < positions:
        start = game.fresh_start(rng)
        peer = Peer(game, start)
        moves = []
        while len(moves) <= longest and seen < positions:
            answer = program.ask(game.ours, start, moves)
            peer_legal = peer.legal()
            lines, over = differences(game, answer, peer, peer_legal)
            seen += 1
            if lines:
                head = [
                    f"{game.name}: {answer.get('fen', '')}",
                    f"start: {start or 'the variant’s own'}",
                    f"moves: {' '.join(moves)}",
                    f"peer:  {game.peer} {peer.fen} {' '.join(peer.moves)}",
                ]
                return seen, head + lines
            if over or not answer["legal"]:
                break
            move = choose(rng, game.without_known_differences(answer["fen"], answer["legal"]), game)
            peer.moves.append(game.move_to_peer_among(move, peer.side(), peer_legal))
            moves.append(move)
    return seen, []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--berolina", default="target/release/berolina", help="our program, with arguments before `query` if need be")
    parser.add_argument("--games", nargs="*", default=list(GAMES), help="names from games.py; all by default")
    parser.add_argument("--positions", type=int, default=1000, help="to compare in each game")
    parser.add_argument("--longest", type=int, default=300, help="plies of one random game at most")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    unknown = [name for name in arguments.games if name not in GAMES]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; known: {', '.join(GAMES)}")

    pyffish.load_variant_config(VARIANTS.read_text())
    missing = [name for name in arguments.games if GAMES[name].peer not in pyffish.variants()]
    if missing:
        parser.error(f"this pyffish does not know: {', '.join(missing)}")

    failed = 0
    for name in arguments.games:
        program = Program([*shlex.split(arguments.berolina), "query", "--variants", str(EXAMPLES)])
        rng = random.Random(f"{arguments.seed} {name}")
        seen, lines = play(GAMES[name], program, rng, arguments.positions, arguments.longest)
        program.close()
        print(f"{'DIFFERS' if lines else 'ok':8}{name}: {seen} positions", flush=True)
        for line in lines:
            print(f"        {line}")
        failed += bool(lines)
    print(f"{len(arguments.games) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
