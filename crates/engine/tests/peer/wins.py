"""Proves rows of wins.tsv again with python-chess: its moves and ends, and a search of its own.

    pip install chess
    python3 crates/engine/tests/peer/wins.py [--plies 5]

Rows of the games that python-chess knows are checked: that no win is shorter, and that exactly the keys win in so many
plies. Of wins longer than --plies it is checked only that each key wins, for that is quick.
"""

import argparse
import pathlib
import sys

import chess
import chess.variant

BOARDS = {
    "chess": chess.Board,
    "chess960": lambda fen: chess.Board(fen, chess960=True),
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
}
DATA = pathlib.Path(__file__).parent.parent / "data" / "wins.tsv"


def forced(board, attacker, plies, known):
    """Whether the attacker wins within so many plies, whatever the other does."""
    if board.is_variant_end() or board.is_checkmate():
        # Whoever is to move has lost: mated, or the other king is on the hill.
        return board.turn != attacker and not board.is_variant_draw()
    if plies == 0 or board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100:
        return False
    # Wins are for the attacker's move only.
    if board.turn != attacker and plies < 2:
        return False
    key = (board._transposition_key(), plies)
    if key in known:
        return known[key]
    moves = list(board.legal_moves)
    attacking = board.turn == attacker
    # Checks first for the attacker, captures first for the defender.
    moves.sort(key=lambda mv: not (board.gives_check(mv) if attacking else board.is_capture(mv)))
    result = not attacking
    for move in moves:
        board.push(move)
        won = forced(board, attacker, plies - 1, known)
        board.pop()
        if won == attacking:
            result = attacking
            break
    known[key] = result
    return result


def winning(board, plies):
    """The moves that win within so many plies."""
    attacker, known, keys = board.turn, {}, []
    for move in board.legal_moves:
        board.push(move)
        if forced(board, attacker, plies - 1, known):
            keys.append(move)
        board.pop()
    return keys


def check(board, plies, keys, most):
    """What is wrong with a row, or None."""
    keys = sorted(board.parse_san(key).uci() for key in keys)
    if plies > most:
        attacker = board.turn
        for key in keys:
            board.push_uci(key)
            won = forced(board, attacker, plies - 1, {})
            board.pop()
            if not won:
                return f"{key} does not win in {plies} plies"
        return None
    shorter = winning(board, plies - 2) if plies > 2 else []
    if shorter:
        return f"{board.san(shorter[0])} wins in {plies - 2} plies"
    found = sorted(move.uci() for move in winning(board, plies))
    return None if found == keys else f"in {plies} plies {found} win, not {keys}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plies", type=int, default=5, help="longest wins that are checked in full")
    most = parser.parse_args().plies
    checked, wrong = 0, 0
    for line in DATA.read_text().splitlines()[1:]:
        if line.startswith("#"):
            continue
        variant, fen, _, plies, keys, *_ = line.split("\t")
        make = BOARDS.get(variant.split(":")[0])
        if make is None:
            continue
        checked += 1
        fault = check(make(fen), int(plies), keys.split(" "), most)
        if fault:
            wrong += 1
            print(f"{variant} {fen}: {fault}", flush=True)
    print(f"{checked} rows checked, {wrong} wrong")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
