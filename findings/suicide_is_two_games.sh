#!/usr/bin/env bash
# The UCI_Variant `suicide` is two games: python-chess's Suicide Chess has castling, Fairy-Stockfish's has none.
#
# python-chess 1.11.2 says `suicide` to an engine that it plays with, and sends `position startpos` for the array. Its own array has
# the rights KQkq and its legal moves hold O-O. Fairy-Stockfish (pyffish 0.0.90) begins `suicide` without rights and has no castling move
# even where a FEN gives rights. So a game of one holds moves that are illegal in the other, under the same name of the same protocol.
# In `giveaway` the two agree; in `antichess` they have the same array, and differ where a FEN gives rights.
#
# Seen:
#   suicide: array of python-chess w KQkq, of Fairy-Stockfish w -
#   suicide: castles in python-chess True, in Fairy-Stockfish False
#   giveaway: array of python-chess w KQkq, of Fairy-Stockfish w KQkq
#   giveaway: castles in python-chess True, in Fairy-Stockfish True
#   antichess: array of python-chess w -, of Fairy-Stockfish w -
#   antichess: castles in python-chess True, in Fairy-Stockfish False
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
import chess.variant
import pyffish

FEN = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
for board in (chess.variant.SuicideBoard, chess.variant.GiveawayBoard, chess.variant.AntichessBoard):
    name = board.uci_variant
    rights = [" ".join(fen.split()[1:3]) for fen in (board().fen(), pyffish.start_fen(name))]
    print(f"{name}: array of python-chess {rights[0]}, of Fairy-Stockfish {rights[1]}")
    ours = "e1g1" in (move.uci() for move in board(FEN).legal_moves)
    theirs = "e1g1" in pyffish.legal_moves(name, FEN, [])
    print(f"{name}: castles in python-chess {ours}, in Fairy-Stockfish {theirs}")
PYTHON
sed -n 's/^#   //p' "$0" | diff - "$folder/seen" && echo "as before"
