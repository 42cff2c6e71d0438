"""What is known of the games that Fairy-Stockfish has built in: which we ship, which differ and why, which cannot be said and why."""

# Shipped under a name of ours (with options), by the peer's name.
SHIPPED = {
    "berolina": "berolina",
    "capablanca": "capablanca",
    "chess": "chess",
    "normal": "chess",
    "fischerandom": "chess960:position=518",
    "mini": "minishogi",
    "minishogi": "minishogi",
    "shogi": "shogi",
    "judkins": "judkins-shogi",
    "kyotoshogi": "kyoto-shogi",
    "dobutsu": "dobutsu",
    "xiangqi": "xiangqi",
    "manchu": "manchu",
    "makruk": "makruk",
    "spartan": "spartan",
    "chigorin": "chigorin",
    "crazyhouse": "crazyhouse",
    "grand": "grand",
    "kingofthehill": "king-of-the-hill",
    "knightmate": "knightmate",
    "shatranj": "shatranj",
}

# A piece whose placement may not mate: the peer makes such a move legal and has it lose, shogi's rules do not allow it.
NO_DROP_MATES = dict.fromkeys(("shogi", "mini", "minishogi", "judkins", "gorogoro", "euroshogi", "okisakishogi", "checkshogi"), "P") | {"torishogi": "S"}

# Castling is spelt as the king that takes its rook.
CHESS960 = {"fischerandom", "caparandom"}

# Played by other means than moving pieces: connecting, enclosing, flipping, or by pieces that only block.
NOT_CHESS_LIKE = {
    "amazons": "queens that shoot arrows; nothing is captured",
    "ataxx": "stones that multiply and flip",
    "clobber": "stones on every square, of which a last move wins",
    "clobber10": "stones on every square, of which a last move wins",
    "flipello": "stones that flip",
    "flipello10": "stones that flip",
    "flipersi": "stones that flip",
    "fairy": "no game: a list of all its pieces",
    "bughouse": "two boards; one of them alone is chess without an end",
    "koedem": "two boards; one of them alone is chess without an end",
    "isolation": "squares that vanish",
    "isolation7x7": "squares that vanish",
}

# Royal pieces are lost by capture: we call an attack on what must not be lost a check, the peer has no check there.
# In `petrified` the peer says check where the kings stand side by side, though no king can capture, and allows all moves there.
NO_CHECK = {"antichess", "codrus", "dobutsu", "duck", "extinction", "giveaway", "kinglet", "atomar", "nocheckatomic", "petrified", "suicide", "threekings"}

# Games that are drawn by counting moves, which is over when something is captured: asked in every position.
COUNTED = {"ai-wok", "asean", "cambodian", "karouk", "makpong", "makruk", "sittuyin"}

# Which pieces have not moved we write at the pieces, the peer among the rights to castle.
TELL_MOVED = {"seirawan", "shouse"}

# We mark pieces that have moved, where their first move is another; the peer does not.
MOVED_MARKED = {"cambodian", "karouk", "spartan"}

# Written, and different: the reason, and whose it is.
DIFFERENT = {
    "dobutsu": "theirs: a lion on the last rank that could have been captured and was not has held its place; the peer goes on",
}

# Not written: the mechanism that is lacking.
NOT_EXPRESSIBLE = {
    "supply": "two boards",
}

# How a move of the peer reads in our text, where the two differ.
UNLIKE_NAMES = {}
