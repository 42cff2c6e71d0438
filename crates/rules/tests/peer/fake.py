#!/usr/bin/env python3
"""Answers `query` requests by asking pyffish, in our notation: to try out compare.py without our program.

    compare.py --berolina "python3 fake.py"               finds no difference
    compare.py --berolina "python3 fake.py --drop-move"   finds one in every game
"""

import json
import sys

import pyffish

from compare import VARIANTS, Peer
from games import GAMES


translated = {}  # our moves from a start position -> the peer's: a game is asked for one ply at a time


def answer(request: dict, drop_move: bool) -> dict:
    fits = [g for g in GAMES.values() if g.ours == request["variant"]]
    if not fits:
        return {"error": f"unknown variant {request['variant']}"}
    start = request.get("fen")
    game = fits[0]
    peer = Peer(game, start)
    moves = request.get("moves", [])
    known = translated.get((game.name, start, *moves[:-1]), [])
    peer.moves = list(known)
    for move in moves[len(known) :]:
        peer.moves.append(game.move_to_peer_among(move, peer.side(), peer.legal()))
    translated[(game.name, start, *moves)] = list(peer.moves)
    side = peer.side()
    legal = peer.legal()
    fen = game.fen_from_peer(peer.call(pyffish.get_fen, game.chess960))
    outcome = peer.outcome(legal, fen)
    legal_moves = sorted(game.move_from_peer(move, side) for move in legal)
    if drop_move and len(peer.moves) == 5:
        legal_moves = legal_moves[1:]
    return {
        "fen": fen,
        "legal": legal_moves,
        "check": peer.call(pyffish.gives_check, game.chess960),
        "outcome": outcome and {"winner": None if outcome == "draw" else outcome, "reason": "told by the peer"},
        "claim": None,
    }


if __name__ == "__main__":
    pyffish.load_variant_config(VARIANTS.read_text())
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), "--drop-move" in sys.argv)), flush=True)
