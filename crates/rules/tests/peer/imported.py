#!/usr/bin/env python3
"""Imports all sections of a `variants.ini` by our program and plays each that came in whole beside Fairy-Stockfish (pyffish).

    cargo build -p berolina -p berolina-exchange --examples
    .venv/bin/python crates/rules/tests/peer/imported.py variants.ini --chess-like names.txt --tsv crates/exchange/survey/ini.tsv

Each section is imported, unfinished with the reason, or wrong: it was imported and some random position differs.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
import hashlib
from pathlib import Path
import random
import re
import shlex
import subprocess
import sys
import tempfile

import pyffish

import builtin

SOURCE = "src/variants.ini of github.com/fairy-stockfish/Fairy-Stockfish at c19b5f6c66894fdb0e88d0dd100e3885f744760a"


class Peer(builtin.Peer):
    """A game of the peer, of which the draw by insufficient material is no rule."""

    dropped = None

    def side(self) -> int:
        fields = self.fen.split()
        return (len(fields) > 1 and fields[1] == "b") ^ (len(self.moves) % 2)

    def legal(self) -> list:
        moves = self.call(pyffish.legal_moves)
        dropped = self.dropped
        return [move for move in moves if not (dropped and move.startswith(f"{dropped}@") and self.mates(move))]

    def outcome(self, legal: list, drawn: bool = True) -> str | None:
        if not legal:
            over, value = self.call(pyffish.is_immediate_game_end)
            if not over:
                over, value = True, self.call(pyffish.game_result)
        else:
            over, value = self.call(pyffish.is_optional_game_end)
        if not over:
            return None
        names = ("white", "black")
        return "draw" if value == 0 else names[self.side()] if value > 0 else names[1 - self.side()]


# The peer plays by these checks and does not tell them: what a king gives that moves as no king does.
UNTOLD = {"caught-in-a-snag"}


def no_check(text: str) -> bool:
    """Whether something is lost by capture: we call an attack on it a check, the peer does not."""
    return "king-lost-by" in text or "royal = false" in text


def differences(text: str, answer: dict, peer: Peer, legal: list) -> tuple:
    lines = []
    over, ours_over = peer.outcome(legal), answer["outcome"] and (answer["outcome"]["winner"] or "draw")
    if over != ours_over:
        lines.append(f"outcome: ours {ours_over} {answer['outcome'] or ''}, theirs {over}")
    if over is None and ours_over is None:
        ours, theirs = set(answer["legal"]), set(legal)
        if ours != theirs:
            lines.append(f"only ours: {' '.join(sorted(ours - theirs)[:20]) or '-'}; only theirs: {' '.join(sorted(theirs - ours)[:20]) or '-'}")
        if not no_check(text) and peer.name not in UNTOLD and answer["check"] != peer.call(pyffish.gives_check):
            lines.append(f"check: ours {answer['check']}, theirs {not answer['check']}")
    return lines, over is not None or ours_over is not None


def play(name: str, ours: str, text: str, program, rng: random.Random, positions: int, longest: int) -> tuple:
    seen = 0
    while seen < positions:
        peer, moves = Peer(name), []
        letter = re.search(r'letter = "(\w)"\n(?:(?!\n\[).)*drop-mates = false', text, re.S)
        peer.dropped = letter.group(1) if letter else None
        while len(moves) <= longest and seen < positions:
            answer, legal = program.ask(ours, None, moves), peer.legal()
            lines, over = differences(text, answer, peer, legal)
            seen += 1
            if lines:
                return seen, [*lines, f"fen: {answer['fen']}", f"moves: {' '.join(moves)}"]
            if over or not legal:
                break
            rare = [move for move in legal if not re.fullmatch(r"([a-z]\d+){2}", move)] if rng.random() < 0.2 else []
            move = rng.choice(sorted(rare or legal))
            peer.moves.append(move)
            moves.append(move)
    return seen, []


def judge(row: tuple, arguments: argparse.Namespace, folder: str) -> tuple:
    """The name of a section, what came of it, and why."""
    section, (ours, what, left) = row
    if what != "imported":
        return section, "unfinished", left
    pyffish.load_variant_config(Path(arguments.file).read_text())
    text = (Path(folder) / f"{ours}.toml").read_text()
    # Beside a shipped game of the same name the file would not be found.
    mine = f"x-{ours}"
    (Path(folder) / "x").mkdir(exist_ok=True)
    (Path(folder) / "x" / f"{mine}.toml").write_text(text)
    program = builtin.Program([*shlex.split(arguments.berolina), "query", "--variants", str(Path(folder) / "x" / f"{mine}.toml")])
    try:
        rng = random.Random(f"{arguments.seed} {section}")
        seen, lines = play(section, mine, text, program, rng, arguments.positions, arguments.longest)
        return section, "wrong" if lines else "imported", " | ".join(lines) if lines else f"{seen} positions agree"
    except (ValueError, EOFError) as error:
        return section, "wrong", str(error)
    finally:
        program.process.kill()


def sections(text: str) -> list:
    return [match.group(1) for match in re.finditer(r"^\[([^\]:\n]*)(?::[^\]\n]*)?\]", text, re.M)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--berolina", default="target/debug/berolina", help="our program")
    parser.add_argument("--convert", default="target/debug/examples/convert", help="the example that writes the files")
    parser.add_argument("--chess-like", help="a file with the names of the sections that are games like chess")
    parser.add_argument("--section", nargs="*", help="only these")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--longest", type=int, default=200, help="plies of one random game at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tsv", help="where to write the table")
    arguments = parser.parse_args()
    data = Path(arguments.file).read_bytes()
    like = set(Path(arguments.chess_like).read_text().split()) if arguments.chess_like else None
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run([arguments.convert, arguments.file, folder], check=True, capture_output=True, text=True).stdout
        rows = list(zip(sections(data.decode()), (line.split("\t") for line in told.splitlines()), strict=True))
        rows = [row for row in rows if not arguments.section or row[0] in arguments.section]
        table = []
        with ProcessPoolExecutor(arguments.jobs) as pool:
            for row in pool.map(partial(judge, arguments=arguments, folder=folder), rows):
                table.append((row[0], "" if like is None else "chess-like" if row[0] in like else "other", *row[1:]))
                print("\t".join(table[-1]), flush=True)
    counts = {}
    for _, scope, what, _ in table:
        counts[scope, what] = counts.get((scope, what), 0) + 1
    print("; ".join(f"{scope} {what}: {number}" for (scope, what), number in sorted(counts.items())))
    if arguments.tsv:
        head = [f"# {SOURCE}", f"# sha256 {hashlib.sha256(data).hexdigest()}", f"# {arguments.positions} random positions beside pyffish {'.'.join(map(str, pyffish.version()))}; written by crates/rules/tests/peer/imported.py", "section\tscope\tresult\twhy"]
        Path(arguments.tsv).parent.mkdir(parents=True, exist_ok=True)
        # Of the values nothing is kept but which key it is.
        rows = (re.sub(r"`(\w+) = [^`]*`", r"`\1`", "\t".join(row)) for row in table)
        Path(arguments.tsv).write_text("\n".join([*head, *rows]) + "\n")
    return 1 if any(what == "wrong" for _, _, what, _ in table) else 0


if __name__ == "__main__":
    sys.exit(main())
