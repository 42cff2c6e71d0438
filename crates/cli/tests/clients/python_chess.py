#!/usr/bin/env python3
"""Lets python-chess drive the program, by UCI and by the XBoard protocol.

    pip install chess
    crates/cli/tests/clients/python_chess.py target/release/berolina [GAMES]

python-chess has its own rules of chess, Chess960, Crazyhouse and King of the Hill, and stops at whatever it does
not understand. Each of GAMES (2) games of every kind is played to its end as python-chess sees it, by time, by a clock with
increment and by nodes in turn, every second one with pondering. Analysis, several lines and options are tried too.
"""

import random
import sys

import chess
import chess.engine
import chess.variant

LIMITS = [
    chess.engine.Limit(time=0.02),
    chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02),
    chess.engine.Limit(nodes=500),
    chess.engine.Limit(depth=3),
]
# The XBoard protocol has no nodes.
XBOARD_LIMITS = [LIMITS[0], LIMITS[1], LIMITS[3]]
# So long a game is not waited for; python-chess ends games after 75 moves without progress.
MAX_PLIES = 600


def boards(number):
    """One start position of each kind that python-chess knows."""
    random.seed(number)
    yield "chess", chess.Board()
    yield "chess960", chess.Board.from_chess960_pos(random.randrange(960))
    yield "crazyhouse", chess.variant.CrazyhouseBoard()
    yield "king of the hill", chess.variant.KingOfTheHillBoard()


def play(engine, board, limits, ponder):
    for ply in range(MAX_PLIES):
        if board.is_game_over(claim_draw=False):
            break
        limit = limits[ply % len(limits)]
        result = engine.play(board, limit, game=board.root(), ponder=ponder, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result)
        board.push(result.move)
    return board.result()


def try_protocol(name, popen, limits, games):
    for number in range(games):
        for kind, board in boards(number):
            engine = popen()
            ponder = number % 2 == 1
            result = play(engine, board, limits, ponder)
            print(f"{name}: {kind}: {len(board.move_stack)} plies, {result}{' (pondering)' if ponder else ''}", flush=True)
            engine.quit()

    engine = popen()
    board = chess.Board()
    lines = engine.analyse(board, chess.engine.Limit(time=0.3))
    assert lines["pv"] and lines["pv"][0] in board.legal_moves, lines
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    result = engine.play(mate, chess.engine.Limit(time=0.2), info=chess.engine.INFO_ALL)
    assert result.move == chess.Move.from_uci("a1a8"), result
    assert result.info["score"].white() == chess.engine.Mate(1), result.info
    if name == "uci":
        engine.configure({"Hash": 8, "Threads": 1, "Skill Level": 5, "UCI_LimitStrength": True, "UCI_Elo": 1200})
        lines = engine.analyse(board, chess.engine.Limit(nodes=5000), multipv=3)
        print(f"{name}: {len(lines)} lines asked for 3")
    else:
        # python-chess reads names of options of one word only.
        engine.configure({"near.win": "checkmate", "memory": 8})
    engine.play(board, chess.engine.Limit(time=0.05))
    engine.quit()
    print(f"{name}: analysis, mate and options are well")


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    simple = chess.engine.SimpleEngine
    try_protocol("uci", lambda: simple.popen_uci([program, "uci"], timeout=60), LIMITS, games)
    try_protocol("xboard", lambda: simple.popen_xboard([program, "xboard"], timeout=60), XBOARD_LIMITS, games)


if __name__ == "__main__":
    main()
