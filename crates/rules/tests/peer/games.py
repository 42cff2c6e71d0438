"""Our games as Fairy-Stockfish knows them, and the differences in notation between the two."""

from dataclasses import dataclass, field
import random
import re


@dataclass(frozen=True)
class Game:
    """One game of ours and its counterpart."""

    name: str  # on the command line
    ours: str  # our variant, with options
    peer: str  # the peer's variant
    start: str | None = None  # our start position; None: the variant's own
    chess960: bool = False
    near: str | None = None  # the side whose pieces have letters of their own in the peer
    check: bool = True  # is "check" the same notion?
    ends: frozenset = field(default_factory=frozenset)  # our reasons to end that are not compared
    captures_king: bool = False
    marks_promoted: bool = False
    needs_large_board: bool = False
    gating: bool = False  # ours marks pieces that have moved, the peer tells in the castling field which have not

    def fresh_start(self, rng: random.Random) -> str | None:
        """The position to start the next game from."""
        if self.name == "chess960":
            rank = chess960_rank(rng.randrange(960))
            other = chess960_rank(rng.randrange(960)) if rng.random() < 0.5 else rank
            return f"{other}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()} w KQkq - 0 1"
        if self.name == "near-960":
            rank = chess960_rank(rng.randrange(960))
            return f"8/{rank}/pppppppp/8/8/PPPPPPPP/{rank.upper()}/8 w - - 0 1"
        return self.start

    # Board letters -----------------------------------------------------------------------------------------

    def board_to_peer(self, board: str) -> str:
        return self._letters(board, "QRBN", "MCAH")

    def board_from_peer(self, board: str) -> str:
        return self._letters(board, "MCAH", "QRBN")

    def _letters(self, board: str, old: str, new: str) -> str:
        if self.near is None:
            return board
        if self.near == "b":
            old, new = old.lower(), new.lower()
        return board.translate(str.maketrans(old, new))

    # FEN ---------------------------------------------------------------------------------------------------

    def fen_to_peer(self, fen: str) -> str:
        board, rest = fen.split(" ", 1)
        return f"{self.board_to_peer(board)} {rest}"

    def fen_from_peer(self, fen: str) -> str:
        """In our letters; the en-passant field is left out, the two programs fill it by different rules."""
        board, side, castling, _en_passant, *clocks = fen.split()
        board = self.board_from_peer(board)
        if self.ours.startswith("npnc") and "[" not in board and self.start and "[]" in self.start:
            board += "[]"
        return " ".join([board, side, castling, "-", *clocks])

    def comparable_fen(self, fen: str) -> tuple:
        """What two equal positions have in common, whoever wrote them."""
        board, side, castling, _en_passant, *clocks = fen.split()[:6]
        board, _, hand = board.partition("[")
        if self.gating:
            board, castling = board.replace("+", ""), "".join(c for c in castling if c in "KQkq") or "-"
        if not self.marks_promoted:
            board = board.replace("~", "")
        if "npnc-unicorn" in self.peer:
            # There a Unicorn's first move is a promotion, which sets the count of quiet plies to 0.
            clocks = clocks[1:]
        return board, "".join(sorted(hand.rstrip("]"))), side, castling_rooks(board, castling), tuple(clocks)

    # Moves -------------------------------------------------------------------------------------------------

    def move_to_peer(self, move: str, side: str) -> str:
        if self.near == side and len(move) == 5 and "@" not in move:
            return move[:4] + move[4].translate(str.maketrans("qrbn", "mcah"))
        return move

    def move_from_peer(self, move: str, side: str) -> str:
        move = move.rstrip("+")  # a Unicorn that becomes a bishop by its first move
        if self.near == side and len(move) == 5 and "@" not in move:
            return move[:4] + move[4].translate(str.maketrans("mcah", "qrbn"))
        return move

    def move_to_peer_among(self, move: str, side: str, peer_moves: list) -> str:
        """The peer's own text of one of our moves."""
        for text in peer_moves:
            if self.move_from_peer(text, side) == move:
                return text
        return self.move_to_peer(move, side)

    def without_known_differences(self, fen: str, moves: list) -> list:
        """Our moves, less the one kind that the peer's description cannot express."""
        if not self.captures_king:
            return moves
        squares = Squares(fen)
        side = fen.split()[1]
        king, last = ("k", squares.ranks) if side == "w" else ("K", 1)
        pawn = "P" if side == "w" else "p"

        def pawn_takes_king_unpromoted(move: str) -> bool:
            found = re.fullmatch(r"([a-z]\d+)([a-z](\d+))", move)
            return bool(found) and int(found[3]) == last and squares[found[1]] == pawn and squares[found[2]] == king

        return [move for move in moves if not pawn_takes_king_unpromoted(move)]


class Squares:
    """The board field of a FEN, by square name."""

    def __init__(self, fen: str):
        rows = fen.split()[0].partition("[")[0].split("/")
        self.ranks = len(rows)
        self.pieces = {}
        for index, row in enumerate(rows):
            file = 0
            for token in re.findall(r"\d+|\+?[A-Za-z]~?", row):
                if token.isdigit():
                    file += int(token)
                else:
                    self.pieces[f"{chr(ord('a') + file)}{self.ranks - index}"] = token
                    file += 1

    def __getitem__(self, square: str) -> str | None:
        return self.pieces.get(square)


def castling_rooks(board: str, castling: str) -> frozenset:
    """Castling letters of any style as (colour, file of the rook or side)."""
    if castling == "-":
        return frozenset()
    squares = Squares(board)
    rights = set()
    for letter in castling:
        white = letter.isupper()
        king, rook = ("K", "R") if white else ("k", "r")
        kings = [square for square, piece in squares.pieces.items() if piece == king]
        if letter.upper() not in "KQ" or not kings:
            rights.add((white, letter.lower()))
            continue
        file, rank = kings[0][0], kings[0][1:]
        beside = sorted(
            square[0]
            for square, piece in squares.pieces.items()
            if piece == rook and square[1:] == rank and (square[0] > file) == (letter.upper() == "K")
        )
        if beside:
            rights.add((white, beside[-1] if letter.upper() == "K" else beside[0]))
    return frozenset(rights)


def chess960_rank(number: int) -> str:
    """The pieces of a start position by its number (Scharnagl)."""
    rank = [""] * 8
    number, bishop = divmod(number, 4)
    rank[2 * bishop + 1] = "b"
    number, bishop = divmod(number, 4)
    rank[2 * bishop] = "b"
    number, queen = divmod(number, 6)
    rank[[i for i in range(8) if not rank[i]][queen]] = "q"
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    empty = [i for i in range(8) if not rank[i]]
    for knight in pairs[number]:
        rank[empty[knight]] = "n"
    for piece in "rkr":
        rank[rank.index("")] = piece
    return "".join(rank)


MATERIAL = frozenset({"insufficient-material"})
# Where en passant squares make two positions of the peer differ that are the same by our rules.
REPETITION = frozenset({"repetition"})
NVN = "near-wins-by=checkmate,normal-wins-by=checkmate,en-passant=on"

GAMES = {
    game.name: game
    for game in [
        Game("chess", "chess", "chess"),
        Game("chess960", "chess960", "chess", chess960=True),
        Game("berolina", "berolina", "berolina", ends=REPETITION),
        Game("capablanca", "capablanca", "capablanca", needs_large_board=True),
        Game("grand", "grand", "grand", needs_large_board=True),
        Game("shatranj", "shatranj", "shatranj"),
        Game("crazyhouse", "crazyhouse", "crazyhouse", marks_promoted=True),
        Game("king-of-the-hill", "king-of-the-hill", "kingofthehill"),
        Game("skirmish", "skirmish", "skirmish"),
        Game("atomic", "atomic", "atomic", ends=MATERIAL | REPETITION),
        Game("seirawan", "seirawan", "seirawan", ends=MATERIAL | REPETITION, gating=True),
        Game("near", "near", "near-capture", check=False, captures_king=True),
        Game("near:win=checkmate", "near:win=checkmate", "near-checkmate", ends=MATERIAL),
        Game("near-960", "near", "near-capture", check=False, captures_king=True),
        Game("near-6:win=checkmate", "near-6:win=checkmate", "near-6-checkmate", ends=MATERIAL),
        Game("near-9", "near-9", "near-9-capture", check=False, captures_king=True, needs_large_board=True),
        Game("near-9:win=checkmate", "near-9:win=checkmate", "near-9-checkmate", ends=MATERIAL, needs_large_board=True),
        *(
            Game(
                f"near-formations:white={white},black={black},win=checkmate",
                f"near-formations:white={white},black={black},win=checkmate",
                "near-formations-checkmate",
                start=start,
                ends=MATERIAL,
            )
            for white, black, start in [
                ("mini-grand", "mini-grand", "r6r/1nbqkbn1/pppppppp/8/8/PPPPPPPP/1NBQKBN1/R6R w - - 0 1"),
                ("bow", "near", "8/rnbqkbnr/pppppppp/8/8/2PPPP2/PPBQKBPP/RN4NR w - - 0 1"),
                ("normal", "bow", "rn4nr/ppbqkbpp/2pppp2/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
            ]
        ),
        Game("near-formations", "near-formations", "near-formations-capture", check=False, captures_king=True),
        Game("near-10", "near-10", "near-10-capture", check=False, captures_king=True, needs_large_board=True),
        Game("near-10:win=checkmate", "near-10:win=checkmate", "near-10-checkmate", ends=MATERIAL, needs_large_board=True),
        Game("near-drop", "near-drop", "near-drop-capture", check=False, captures_king=True),
        Game("near-drop:win=checkmate", "near-drop:win=checkmate", "near-drop-checkmate", ends=MATERIAL),
        Game("near-free", "near-free", "near-free-capture", check=False, captures_king=True),
        Game("near-anywhere", "near-anywhere", "near-anywhere-capture", check=False, captures_king=True),
        Game("near-vs-normal", f"near-vs-normal:{NVN}", "near-vs-normal-white", near="w", ends=MATERIAL),
        Game("near-vs-normal:near=black", f"near-vs-normal:near=black,{NVN}", "near-vs-normal-black", near="b", ends=MATERIAL),
        Game("npnc-minimal", "npnc-minimal", "npnc-minimal", needs_large_board=True),
        # No Jester is left in either hand.
        *(
            Game(f"{name}[]", name, peer, start=f"{array}[] w KQkq - 0 1", ends=MATERIAL | REPETITION, needs_large_board=True)
            for name, peer, array in [
                ("npnc", "npnc-unicorn", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR"),
                ("npnc-alternate", "npnc-unicorn-alternate", "rnbqkcunr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKCUNR"),
                ("npnc-chancellor", "npnc-unicorn-chancellor", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR"),
                ("npnc-first-move", "npnc-unicorn-first-move", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR"),
                ("npnc-berolina", "npnc-unicorn-berolina", "rnuqkcbnr/pppplpppp/9/9/9/9/PPPPLPPPP/RNUQKCBNR"),
                ("npnc-2", "npnc-berolina", "rnbqkcnbr/pppplpppp/9/9/9/9/PPPPLPPPP/RNBQKCNBR"),
            ]
        ),
    ]
}
