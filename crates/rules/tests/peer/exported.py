#!/usr/bin/env python3
"""Writes all games that we ship for Fairy-Stockfish, by `berolina export --to ini`, and plays each beside it (pyffish).

    cargo build -p berolina
    .venv/bin/python crates/rules/tests/peer/exported.py --tsv crates/exchange/survey/exported.tsv

A game is exported and agrees in random positions, is partly expressed (what is lacking was told), refused, or wrong: nothing was told,
and some random position differs. Draws by insufficient material are no rule of a variants.ini: they are told, and passed over here.
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

import builtin
import imported

VARIANTS = Path(__file__).resolve().parents[4] / "variants"
# Told, and passed over: the peer has it as a habit, not as a rule; and a king that is taken by a pawn that can become nothing.
HABIT = "`insufficient`"
NOTHING = "`promotion.limit`: a piece that can become nothing"


class Peer(imported.Peer):
    """A section that was exported."""

    def __init__(self, name: str, game: str, text: str):
        super().__init__(name)
        self.shuffled = "chess960 = true" in text
        # The peer makes such a move legal and has it lose.
        self.dropped = "P" if says(game, "drop-mates = false") else None

    def call(self, function):
        return function(self.name, self.fen, self.moves, *([True] if function in self.SPELT and self.shuffled else []))


def drawn_by_habit(answer: dict) -> bool:
    return bool(answer["outcome"]) and "nsufficient" in str(answer["outcome"].get("reason", ""))


def says(game: str, words: str) -> bool:
    """Whether the file of a game has these words, or one that it extends."""
    name = f"{game.split(':')[0]}.toml"
    text = next(folder / name for folder in (builtin.FOLDER, VARIANTS) if (folder / name).exists()).read_text()
    base = re.search(r'^extends = "([^"]+)"', text, re.M)
    return words in text or bool(base) and says(base.group(1), words)


def takes_king(answer: dict, move: str) -> bool:
    """Whether a move goes to where a king stands."""
    rows = answer["fen"].split()[0].split("[")[0].split("/")
    row = re.sub(r"\d+", lambda digits: "." * int(digits.group()), rows[-int(re.sub(r"^[a-z]", "", re.findall(r"[a-z]\d+", move)[1]))])
    return row.replace("+", "")[ord(re.findall(r"[a-z]\d+", move)[1][0]) - ord("a")] in "kK"


def play(game: str, name: str, text: str, program, rng: random.Random, positions: int, longest: int) -> tuple:
    seen = 0
    # Where a king is lost by capture we call an attack on it a check, the peer does not.
    ours_text = "king-lost-by" if says(game, 'king-lost-by = "capture"') else ""
    while seen < positions:
        peer, moves = Peer(name, game, text), []
        while len(moves) <= longest and seen < positions:
            answer, legal = program.ask(game, None, moves), peer.legal()
            if drawn_by_habit(answer):
                break
            if NOTHING in text:
                answer["legal"] = [move for move in answer["legal"] if move in legal or not takes_king(answer, move)]
            lines, over = imported.differences(ours_text, answer, peer, legal)
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


def judge(game: str, arguments: argparse.Namespace) -> tuple:
    """The name of a game, what came of it, and why."""
    folder = ["--variants", str(builtin.FOLDER)] if arguments.peers else []
    command = [*shlex.split(arguments.berolina), "export", game, "--to", "ini", *folder]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return game, "refused", done.stderr.strip().removeprefix("berolina: ")
    told = [line.removeprefix("not expressed: ") for line in done.stderr.splitlines()]
    lacking = [line for line in told if not line.startswith((HABIT, NOTHING))]
    if lacking:
        return game, "partly", " | ".join(lacking)
    name = re.search(r"^\[([^\]:]+)", done.stdout, re.M).group(1)
    pyffish.load_variant_config(done.stdout)
    if name not in pyffish.variants():
        return game, "wrong", f"the peer does not take `{name}`"
    program = builtin.Program([*shlex.split(arguments.berolina), "query", *folder])
    try:
        seen, lines = play(game, name, done.stdout, program, random.Random(f"{arguments.seed} {game}"), arguments.positions, arguments.longest)
        return game, "wrong" if lines else "exported", " | ".join(lines) if lines else f"{seen} positions agree"
    except (ValueError, EOFError) as error:
        return game, "wrong", str(error)
    finally:
        program.process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--berolina", default="target/debug/berolina", help="our program")
    parser.add_argument("--game", nargs="*", help="only these, with options as in `near:win=checkmate`")
    parser.add_argument("--peers", action="store_true", help="the games in `games/` beside this script instead")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--longest", type=int, default=200, help="plies of one random game at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tsv", help="where to write the table")
    arguments = parser.parse_args()
    games = arguments.game or sorted(path.stem for path in (builtin.FOLDER if arguments.peers else VARIANTS).glob("*.toml"))
    table = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(partial(judge, arguments=arguments), games):
            table.append(row)
            print("\t".join(row), flush=True)
    counts = {}
    for _, what, _ in table:
        counts[what] = counts.get(what, 0) + 1
    print("; ".join(f"{what}: {number}" for what, number in sorted(counts.items())))
    if arguments.tsv:
        head = [f"# {arguments.positions} random positions beside pyffish {'.'.join(map(str, pyffish.version()))}; written by crates/rules/tests/peer/exported.py", "game\tresult\twhy"]
        Path(arguments.tsv).write_text("\n".join([*head, *("\t".join(row) for row in table)]) + "\n")
    return 1 if any(what == "wrong" for _, what, _ in table) else 0


if __name__ == "__main__":
    sys.exit(main())
