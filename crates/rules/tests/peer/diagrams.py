#!/usr/bin/env python3
"""Imports Interactive Diagrams and plays each that came in whole beside Fairy-Stockfish (pyffish), by what a person wrote of it for that program.

    cargo build -p berolina -p berolina-exchange --examples
    .venv/bin/python crates/rules/tests/peer/diagrams.py DIAGRAM...

A diagram's file is named as its section below, with `.txt`. A diagram that has no section here is told and not judged.
"""

import argparse
from pathlib import Path
import random
import subprocess
import sys
import tempfile

import pyffish

import builtin
import imported

# Written from the diagrams, not by our own exporter.
SECTIONS = """
[arch-chancellor-chess:chess]
archbishop = a
chancellor = c
promotionPieceTypes = qcar
startFen = rcaqkacr/pppppppp/8/8/8/8/PPPPPPPP/RCAQKACR w KQkq - 0 1
# Diagrams say nothing of counted moves.
nMoveRule = 0

[eight-kings:chess]
king = -
commoner = k
castling = false
extinctionPieceTypes = k
extinctionPieceCount = 7
extinctionValue = loss
extinctionPseudoRoyal = true
stalemateValue = loss
startFen = kkkkkkkk/pppppppp/8/8/8/8/PPPPPPPP/KKKKKKKK w - - 0 1
nMoveRule = 0

[carrera-960:capablanca]
promotionPieceTypes = qac
startFen = ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1
nMoveRule = 0

# The program's kings see along the lines of a rook, forward and back; see INSTEAD.
[eurasian-chess:grand]
archbishop = -
chancellor = -
cannon = c
customPiece1 = v:mBcpB
promotionPieceTypes = nbrvcq
promotionLimit = n:2 b:2 r:2 v:2 c:2 q:1
flyingGeneral = true
startFen = r1c4c1r/1nbvqkvbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBVQKVBN1/R1C4C1R w - - 0 1
nMoveRule = 0
"""

# What the program does otherwise, said as it does it: the rest of the game is judged. Lines ahead have positions in the tests of
# the importer (crates/exchange/tests/diagrams.rs).
INSTEAD = {"eurasian-chess": ('facing-lines = "fRfB"', 'facing-lines = "R"')}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--berolina", default="target/debug/berolina")
    parser.add_argument("--convert", default="target/debug/examples/convert")
    parser.add_argument("--positions", type=int, default=300)
    arguments = parser.parse_args()
    pyffish.load_variant_config(SECTIONS)
    wrong = False
    for file in arguments.files:
        with tempfile.TemporaryDirectory() as folder:
            told = subprocess.run([arguments.convert, file, folder], check=True, capture_output=True, text=True).stdout
            name, what, left = told.splitlines()[0].split("\t")
            if what != "imported" or f"[{name}:" not in SECTIONS:
                print(f"{name}\t{what}, not judged\t{left}")
                continue
            path = Path(folder) / f"{name}.toml"
            text = path.read_text()
            said, instead = INSTEAD.get(name, ("", ""))
            assert said in text, name
            text = text.replace(said, instead)
            # Beside a shipped game of the same name the file would not be found.
            mine = path.with_name(f"x-{name}.toml")
            mine.write_text(text)
            program = builtin.Program([arguments.berolina, "query", "--variants", str(mine)])
            seen, lines = imported.play(name, mine.stem, text, program, random.Random(name), arguments.positions, 200)
            program.process.kill()
            wrong |= bool(lines)
            print(f"{name}\t{'wrong' if lines else 'agrees'}\t{seen} positions {' | '.join(lines)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
