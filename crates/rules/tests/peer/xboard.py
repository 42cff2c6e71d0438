#!/usr/bin/env python3
"""Loads games that `berolina export GAME --to xboard` writes into XBoard, by an engine that knows nothing but those lines.

    python3 crates/rules/tests/peer/xboard.py janus near courier --out shots

Needed are `xboard`, `Xvfb` and ImageMagick's `import`. For each game two such engines play a random game of ours with one another, which
XBoard follows with its own test of legality, and in the end White makes a move that no piece has. XBoard must take all moves but the last,
and a picture of its window in the middle of the game is written, to be looked at. XBoard alone is asked: `xboard -fcp "python3 xboard.py
--engine FILE" -variant GAME` opens a window to move pieces in by hand.
"""

import argparse
import json
import os
from pathlib import Path
import random
import re
import subprocess
import sys
import time


def engine(file: str, name: str, moves: list, pause: float) -> None:
    """An engine that plays the moves that it is given, whichever side it has."""
    lines = [line for line in Path(file).read_text().splitlines() if line and not line.startswith("#")]
    say = lambda text: print(text, flush=True)
    played, forced, side = 0, True, None

    def go():
        nonlocal played
        if not forced and played < len(moves) and side == played % 2:
            time.sleep(pause)
            say(f"move {moves[played]}")
            played += 1

    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "protover":
            say(f'feature variants="normal,{name}" usermove=1 setboard=1 ping=1 sigint=0 sigterm=0 colors=0 analyze=0 myname="Lines" done=1')
        elif word == "ping":
            say(f"pong {rest[0]}")
        elif word == "variant":
            for text in lines if rest == [name] else []:
                say(text)
        elif word == "new":
            played, forced, side = 0, False, 1
        elif word == "force":
            forced = True
        elif word == "go":
            forced, side = False, played % 2
            go()
        elif word == "usermove":
            played += 1
            go()
        elif word == "quit":
            return


def random_game(program: str, name: str, plies: int) -> list:
    """A random game, and in the end a move that no piece has."""
    process = subprocess.Popen([program, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    moves, rng = [], random.Random(name)
    try:
        while True:
            process.stdin.write(json.dumps({"variant": name, "moves": moves}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            if answer["outcome"]:
                raise ValueError(f"the random game of {name} ends: ask for fewer --plies")
            legal = answer["legal"]
            if len(moves) >= plies:
                break
            # Castling and promotions where there are any; games without them go on at random.
            rare = [move for move in legal if len(move) > 5 or move[:2] in ("e1", "f1") and abs(ord(move[0]) - ord(move[2])) > 1]
            moves.append(rng.choice(rare or legal))
    finally:
        process.kill()
    # No piece of these games leaps three files and one rank.
    wrong = next(f"{move[:2]}{chr(ord(move[0]) + by)}{int(move[1]) + 1}" for move in legal for by in (3, -3) if re.fullmatch(r"[a-z]\d[a-z]\d", move) and "a" <= chr(ord(move[0]) + by) <= "h" and int(move[1]) < 7)
    return [*moves, wrong]


def shown(asked: str, arguments: argparse.Namespace) -> str:
    game, _, name = asked.partition("=")
    told = re.compile(r"^# The name that XBoard is told: (\S+)$", re.M)
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    text = subprocess.run([arguments.berolina, "export", game, "--to", "xboard"], check=True, capture_output=True, text=True).stdout
    name = name or told.search(text).group(1)
    lines = out / f"{name}.txt"
    lines.write_text(text)
    moves = random_game(arguments.berolina, game, arguments.plies)
    if re.search(r"^setup \(\S+ \d+x10\+", text, re.M):
        # XBoard counts ten ranks from 0.
        moves = [re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move) for move in moves]
    debug, picture = (out / f"{name}.{end}" for end in ("debug", "png"))
    debug.unlink(missing_ok=True)
    own = f"{sys.executable} {Path(__file__).resolve()} --engine {lines.resolve()} --name {name} --pause {arguments.pause} --moves {','.join(moves)}"
    command = ["xboard", "-fcp", own, "-scp", own, "-variant", name, "-mg", "1", "-tc", "5", "-inc", "0", "-testLegality", "true", "-popupExitMessage", "false", "-popupMoveErrors", "false", "-size", "40", "-debug", "-nameOfDebugFile", str(debug.resolve())]
    window = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(int(20 + len(moves) * (arguments.pause + 0.2))):
            time.sleep(1)
            log = debug.read_text(errors="replace") if debug.exists() else ""
            made = len(re.findall(r"^\d+ <(?:first|second) *: move ", log, re.M))
            if made >= len(moves) // 2 and not picture.exists():
                subprocess.run(["import", "-window", "root", str(picture)], check=False)
            if re.search(r"^\d+ >(?:first|second) *: result ", log, re.M) or window.poll() is not None:
                break
    finally:
        window.terminate()
        window.wait()
    told = re.search(r"result \S+ \{(.*?)\}", log)
    wrong = told.group(1) if told else "no result"
    fine = made == len(moves) and re.search("illegal|invalid", wrong, re.I) and moves[-1] in wrong
    return f"{name}: {'agrees' if fine else 'WRONG'}, {made - 1} of {len(moves) - 1} moves taken; {wrong}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games, or GAME=NAME with the name by which XBoard is told of it")
    parser.add_argument("--berolina", default="target/debug/berolina", help="our program")
    parser.add_argument("--out", default="xboard-shots", help="where the pictures go")
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--pause", type=float, default=0.1, help="seconds before each move")
    parser.add_argument("--engine", help="be the engine of these lines")
    parser.add_argument("--name", default="normal")
    parser.add_argument("--moves", default="")
    arguments = parser.parse_args()
    if arguments.engine:
        return engine(arguments.engine, arguments.name, [move for move in arguments.moves.split(",") if move], arguments.pause)
    display = f":{90 + os.getpid() % 9000}"
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "900x900x24"], stderr=subprocess.DEVNULL)
    os.environ["DISPLAY"] = display
    os.environ["PATH"] += ":/usr/games"
    try:
        time.sleep(2)
        told = [shown(name, arguments) for name in arguments.games]
    finally:
        server.terminate()
    print("\n".join(told))
    sys.exit(any("WRONG" in line for line in told))


if __name__ == "__main__":
    main()
