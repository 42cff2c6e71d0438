#!/usr/bin/env python3
"""Imports rule files of Zillions of Games by our program and plays each game that came in whole beside an interpreter of its own, which
does what the file says, instruction by instruction, on a board with pieces: it shares nothing with the importer.

    cargo build -p berolina -p berolina-exchange --examples
    python3 crates/rules/tests/peer/zrf.py FILE.zrf... [--tsv crates/exchange/survey/zrf.tsv --list list.tsv]

Compared are the legal moves and the end of the game in random positions. `chess invariant` and `xiangqi-extension`, which name scripts of
Dagaz beside the file, are done here as those scripts do them.
"""

import argparse
from collections import Counter
import hashlib
from pathlib import Path
import random
import re
import subprocess
import sys
import tempfile

import builtin


def read(text: str) -> list:
    stack = [[]]
    for token in re.findall(r';[^\n]*|"[^"]*"|[()]|[^\s()";]+', text):
        if token.startswith(";"):
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def fill(node, given):
    if isinstance(node, list):
        out = []
        for part in node:
            if isinstance(part, str) and re.fullmatch(r"\$\d", part):
                n = int(part[1]) - 1
                out += given[n : n + 1]
            else:
                out.append(fill(part, given))
        return out
    return re.sub(r"\$(\d)", lambda m: given[int(m[1]) - 1] if int(m[1]) <= len(given) else "", node)


def expand(nodes, macros):
    out = []
    for node in nodes:
        if isinstance(node, list) and node and isinstance(node[0], str) and node[0] in macros:
            out += expand(fill(macros[node[0]], node[1:]), macros)
        else:
            out.append(expand(node, macros) if isinstance(node, list) else node)
    return out


def games(text: str) -> list:
    macros, found = {}, []
    for node in read(text):
        if node[0] == "define":
            macros[node[1]] = node[2:]
        elif node[0] in ("game", "variant"):
            found.append((node[0], expand(node[1:], macros)))
    base = next(body for head, body in found if head == "game")
    out = [base]
    for head, body in found:
        if head == "variant" and not all(part[0] in ("title", "default") for part in body):
            key = lambda part: (part[0].split("-")[-1] if part[0].endswith("-condition") else part[0], get(part, "name") if part[0] == "piece" else part[1] if part[0] == "option" else None)
            new = {key(part) for part in body}
            out.append([part for part in base if key(part) not in new] + body)
    return out


def get(node, head):
    return next((part[1] for part in node if isinstance(part, list) and part and part[0] == head), None)


class Stop(Exception):
    """A block ends."""


class Game:
    """The rules of one game of a file."""

    def __init__(self, body):
        self.body = body
        one = lambda head: next((part[1:] for part in reversed(body) if part[0] == head), None)
        self.players = one("turn-order") or one("players")
        self.options = {part[1].strip('"'): part[2] for part in body if part[0] == "option"}
        self.read_board(one("board"))
        self.pieces = {}
        for part in body:
            if part[0] == "piece":
                sections = {inner[0]: inner[1:] for inner in part[1:] if isinstance(inner, list)}
                attributes = {inner[1]: inner[2] == "true" for inner in part[1:] if inner[0] == "attribute"}
                self.pieces[sections["name"][0]] = (sections.get("moves", []), attributes, sections.get("drops", []))
        self.setup = one("board-setup")
        self.goals = []
        for part in body:
            if part[0].endswith("-condition"):
                for player in part[1]:
                    self.goals += [(part[0].split("-")[0], player, goal) for goal in part[2:]]
        self.priorities = one("move-priorities") or []

    def read_board(self, board):
        grid = next(part for part in board if part[0] == "grid")
        dims = get_all(grid, "dimensions")
        names = [dim[0].strip('"').split("/") for dim in dims]
        step = [[int(n) for n in dim[1]] for dim in dims]
        self.names, self.links, pixel = [], {}, {}
        at = {}
        for i, a in enumerate(names[0]):
            for j, b in enumerate(names[1]):
                self.names.append(a + b)
                at[i, j] = a + b
                pixel[a + b] = (i * step[0][0] + j * step[1][0], -(i * step[0][1] + j * step[1][1]))
        for name, *by in get_all(grid, "directions"):
            dx, dy = map(int, by)
            self.links[name] = {at[i, j]: at[i + dx, j + dy] for i, j in at if (i + dx, j + dy) in at}
        self.zones, self.symmetry = {}, {player: {} for player in self.players}
        dead = set()
        for part in board:
            if part[0] == "dummy":
                self.names += part[1:]
            elif part[0] == "links":
                self.links.setdefault(part[1], {}).update({a: b for a, b in part[2:]})
            elif part[0] == "kill-positions":
                dead |= set(part[1:])
            elif part[0] == "symmetry":
                self.symmetry[part[1]].update({a: b for a, b in part[2:]})
            elif part[0] == "zone":
                inner = {one[0]: one[1:] for one in part[1:]}
                for player in inner.get("players", self.players):
                    self.zones.setdefault((inner["name"][0], player), set()).update(inner["positions"])
        self.names = [name for name in self.names if name not in dead]
        for name in self.links:
            self.links[name] = {a: b for a, b in self.links[name].items() if a not in dead and b not in dead}
        self.hexagonal = step[0][0] != 0 and step[0][1] != 0
        # How our program calls them: on hexagons each file counts from its lower end.
        self.ours = {name: name for name in self.names}
        if not self.hexagonal:
            # Ours count files and ranks from the first, whatever they are called.
            xs, ys = (sorted({pixel[name][n] for name in self.names if name in pixel}) for n in (0, 1))
            self.ours = {name: f"{chr(97 + xs.index(pixel[name][0]))}{ys.index(pixel[name][1]) + 1}" for name in self.names if name in pixel}
        if self.hexagonal:
            for file in names[0]:
                cells = sorted((name for name in self.names if re.fullmatch(file + r"\d+", name)), key=lambda name: pixel[name][1])
                self.ours.update({name: f"{file}{n + 1}" for n, name in enumerate(cells)})

    def finds(self, fen: str, text: str):
        """Where our board lies in theirs: squares beside it are hands."""
        self.beside = set()
        size = [re.search(rf"^{head} = (\d+)$", text, re.M) for head in ("files", "ranks")]
        if self.hexagonal or not all(size):
            return
        files, ranks = (int(match.group(1)) for match in size)
        spread = [re.sub(r"\d+", lambda m: "." * int(m[0]), row) for row in fen.split()[0].split("[")[0].replace("+", "").split("/")]
        ours = [(x, ranks - 1 - y) for y, row in enumerate(spread) for x, cell in enumerate(row) if cell.isalpha()]
        theirs = [(ord(self.ours[place][0]) - 97, int(self.ours[place][1:]) - 1) for _, *placed in self.setup for _, *places in placed for place in places if place in self.ours]
        if not ours or not theirs:
            return
        dx, dy = (min(place[n] for place in theirs) - min(place[n] for place in ours) for n in (0, 1))
        for place, our in list(self.ours.items()):
            x, y = ord(our[0]) - 97 - dx, int(our[1:]) - 1 - dy
            self.ours[place] = f"{chr(97 + x)}{y + 1}"
            if not (0 <= x < files and 0 <= y < ranks):
                self.beside.add(place)

    def step(self, place, word, player):
        return self.links.get(self.symmetry[player].get(word, word), {}).get(place)

    def is_direction(self, word, player):
        return self.symmetry[player].get(word, word) in self.links


def get_all(node, head):
    return next((part[1:] for part in node if isinstance(part, list) and part[0] == head), [])


class Position:
    """Pieces on a board: player, kind, attributes, and whether it has moved."""

    def __init__(self, game):
        self.game, self.board, self.last, self.side = game, {}, None, 0
        self.off = Counter()
        for player, *placed in game.setup:
            for kind, *places in placed:
                words = iter(places)
                for place in words:
                    if place == "off":
                        self.off[player, kind] += int(next(words))
                    else:
                        self.board[place] = (player, kind, dict(game.pieces[kind][1]), False)

    def copy(self):
        new = object.__new__(Position)
        new.game, new.board, new.last, new.side, new.off = self.game, dict(self.board), self.last, self.side, Counter(self.off)
        return new

    def player(self):
        return self.game.players[self.side]

    def moves(self, player, attacks=False):
        """Moves that may leave a king attacked: (text of squares and pieces, changes)."""
        found = []
        for place, (owner, kind, _, _) in list(self.board.items()):
            if owner != player:
                continue
            tag = None
            for block in self.game.pieces[kind][0]:
                if block and block[0] == "move-type":
                    tag = block[1]
                    continue
                run = Run(self, player, place, attacks)
                try:
                    run.all(block)
                except Stop:
                    pass
                found += [(move, tag) for move in run.found]
        return found

    def attacked(self, place, player):
        other = next(one for one in self.game.players if one != player)
        return any(place in move["hits"] for move, _ in self.moves(other, True))

    def after(self, move):
        new = self.copy()
        player = self.player()
        for place in move["takes"]:
            new.board.pop(place, None)
        moved = []
        for start, end, kind, sets, flips in move["parts"]:
            owner, old, attributes, _ = self.board[start]
            if flips:
                owner = next(one for one in self.game.players if one != owner)
            moved.append((end, (owner, kind or old, {**(attributes if not kind else self.game.pieces[kind][1]), **sets}, True)))
            new.board.pop(start, None)
        new.board.update(moved)
        new.last = (move["parts"][0][0], move["parts"][0][1])
        new.side = 1 - self.side
        return new

    def royal(self, player):
        return {kind for verdict, whose, goal in self.game.goals if whose == player and isinstance(goal, list) and goal[0] == "checkmated" for kind in goal[1:]}

    def in_check(self, player):
        royal = self.royal(player)
        kings = [place for place, piece in self.board.items() if piece[0] == player and piece[1] in royal]
        return any(self.attacked(place, player) for place in kings)

    def faces(self):
        """Two generals on a file with nothing between."""
        kings = [place for place, piece in self.board.items() if piece[1] in self.royal(piece[0])]
        for place in kings:
            here = self.game.links["n"].get(place)
            while here and here not in self.board:
                here = self.game.links["n"].get(here)
            if here in kings:
                return True
        return False

    def legal(self):
        player, out = self.player(), []
        for move, tag in self.moves(player):
            if len(move["parts"]) > 1 and self.game.options.get("chess invariant") == "true":
                # By the script: unmoved, not out of check, not past an attack.
                if any(self.board[part[0]][3] for part in move["parts"]):
                    continue
                then = self.after(move)
                if any(then.attacked_empty(place, player) for place in (move["parts"][0][0], move["parts"][1][1])):
                    continue
            then = self.after(move)
            if then.in_check(player):
                continue
            if self.game.options.get("xiangqi-extension") == "true" and then.faces():
                continue
            out.append((move, tag))
        best = next((tag for tag in self.game.priorities if any(one == tag for _, one in out)), None)
        return [move for move, tag in out if best is None or tag == best]

    def attacked_empty(self, place, player):
        """As if a piece of the player stood there."""
        new = self.copy()
        new.board[place] = (player, "?", {}, False)
        return new.attacked(place, player)

    def outcome(self, legal, times):
        """White, black, draw or nothing, after the move of the other."""
        names = dict(zip(self.game.players, ("white", "black")))
        other = {a: b for a, b in zip(self.game.players, reversed(self.game.players))}
        mover = self.game.players[1 - self.side]
        won = lambda verdict, player: "draw" if verdict == "draw" else names[player if verdict == "win" else other[player]]
        count = lambda player, kind=None: sum(1 for piece in self.board.values() if piece[0] == player and kind in (None, piece[1]))
        for verdict, player, goal in self.game.goals:
            match goal:
                case ["pieces-remaining", n] if count(player) == int(n):
                    return won(verdict, player)
                case ["pieces-remaining", n, kind] if count(player, kind) == int(n):
                    return won(verdict, player)
                case ["captured", kind] if player != mover and count(player, kind) == 0:
                    return won(verdict, player)
                case ["absolute-config", kind, [zone]] if player == mover and (zone, player) in self.game.zones:
                    if any(self.board.get(place, (0, 0))[:2] == (player, kind) for place in self.game.zones[zone, player]):
                        return won(verdict, player)
                case "repetition" if player == mover and times >= (2 if "ko" in self.game.options else 3):
                    return won(verdict, player)
        if not legal:
            player = self.player()
            if self.in_check(player):
                return names[mover]
            verdict = next((verdict for verdict, whose, goal in self.game.goals if whose == player and goal == "stalemated"), "draw")
            return won(verdict, player)
        if times >= 3:
            return "draw"
        return None


class Run:
    """A block on its way from a square."""

    def __init__(self, position, player, start, attacks):
        self.position, self.player, self.attacks = position, player, attacks
        self.start = self.at = self.mark = start
        self.parts, self.captures, self.found = [[start, None, {}, None, False]], set(), []
        self.flags = {}

    def all(self, nodes):
        for node in nodes:
            self.one(node)

    def go(self, word):
        to = self.position.game.step(self.at, word, self.player)
        if to is None:
            raise Stop
        self.at = to

    def one(self, node):
        game = self.position.game
        match node:
            case "add":
                self.add(None)
            case "capture":
                self.captures.add(self.at)
            case "mark":
                self.mark = self.at
            case "back":
                self.at = self.mark
            case "from":
                self.parts[-1][0] = self.at
            case "to":
                self.parts[-1][1] = self.at
            case "cascade":
                if self.parts[-1][1] is None:
                    self.parts[-1][1] = self.at
                self.parts.append([self.at, None, {}, None, False])
            case "change-owner" | "flip":
                self.parts[-1][4] ^= True
            case ["change-type", kind]:
                self.parts[-1][3] = kind
            case ["set-flag", name, value]:
                self.flags[name] = value == "true" if value in ("true", "false") else self.holds(value)
            case str():
                if game.is_direction(node, self.player):
                    self.go(node)
                elif node in game.names:
                    self.at = node
                else:
                    raise ValueError(f"{node} is not understood")
            case ["add", *kinds]:
                for kind in kinds or [None]:
                    self.add(kind)
            case ["verify", *conditions]:
                if not all(self.holds(one) for one in conditions):
                    raise Stop
            case ["if", condition, *rest]:
                other = rest.index("else") if "else" in rest else len(rest)
                self.all(rest[:other] if self.holds(condition) else rest[other + 1 :])
            case ["while", condition, *body]:
                while self.holds(condition):
                    self.all(body)
            case ["set-attribute", name, value]:
                self.parts[-1][2][name] = value == "true"
            case _:
                raise ValueError(f"{node} is not understood")

    def add(self, kind):
        parts = [(start, end or self.at, (kind if n == 0 else None) or becomes, dict(sets), flips) for n, (start, end, sets, becomes, flips) in enumerate(self.parts)]
        takes = set(self.captures)
        hits = set(self.captures) | {part[1] for part in parts if self.position.board.get(part[1], (self.player,))[0] != self.player}
        for _, end, *_ in parts:
            if end in self.position.board and end not in [part[0] for part in parts]:
                takes.add(end)
        self.found.append({"parts": parts, "takes": takes, "hits": hits})

    def holds(self, node):
        words = node if isinstance(node, list) else [node]
        head, rest = words[0], words[1:]
        if head == "and":
            return all(self.holds(one) for one in rest)
        if head == "or":
            return any(self.holds(one) for one in rest)
        if head == "not":
            return not self.holds(rest[0])
        if head.startswith("not-"):
            return not self.holds([head[4:], *rest])
        position, game = self.position, self.position.game
        if head == "on-board?":
            return game.step(self.at, rest[0], self.player) is not None
        if head == "flag?":
            return self.flags.get(rest[0], False)
        said = rest[0] if head in ("piece?", "in-zone?", "position?") else None
        there = rest[1:] if said else rest
        place = self.at
        if there:
            place = there[0] if there[0] in game.names and not game.is_direction(there[0], self.player) else game.step(self.at, there[0], self.player)
        piece = position.board.get(place)
        match head:
            case "empty?":
                return piece is None
            case "enemy?":
                return piece is not None and piece[0] != self.player
            case "friend?":
                return piece is not None and piece[0] == self.player
            case "piece?":
                return piece is not None and piece[1] == said
            case "in-zone?":
                return place in game.zones.get((said, self.player), ())
            case "position?":
                return place == said
            case "last-from?":
                return position.last is not None and position.last[0] == place
            case "last-to?":
                return position.last is not None and position.last[1] == place
            case "attacked?":
                return not self.attacks and position.attacked_empty(place, self.player)
        if piece is not None and head in piece[2]:
            return piece[2][head]
        if piece is not None and any(head in attributes for _, attributes, _ in game.pieces.values()):
            return False
        raise ValueError(f"{node} is not understood")


def letters(text: str) -> dict:
    """The letters of the tables of an imported file."""
    return dict(re.findall(r'^\[pieces\.([a-z0-9-]+)\]\nletter = "(\+?[A-Z])"', text, re.M))


def table(kind: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")


def spelt(move: dict, position: Position, named: dict) -> str:
    game = position.game
    start, end, kind, *_ = move["parts"][0]
    if start in game.beside:
        return f"{named[table(position.board[start][1])]}@{game.ours[end]}"
    letter = named[table(kind)].lower() if kind else ""
    return game.ours[start] + game.ours[end] + ("+" if "+" in letter else letter)


def play(game: Game, name: str, text: str, program, rng, positions: int, longest: int) -> tuple:
    named, seen = letters(text), 0
    game.finds(program.ask(name, None, [])["fen"], text)
    ends = Counter()
    while seen < positions:
        position, moves, times = Position(game), [], Counter()
        while len(moves) <= longest and seen < positions:
            answer = program.ask(name, None, moves)
            legal = {spelt(move, position, named): move for move in position.legal()}
            key = (tuple(sorted(("hand" if place in game.beside else place, *piece[:2]) for place, piece in position.board.items())), position.side, frozenset(legal))
            times[key] += 1
            theirs = position.outcome(legal, times[key]) if moves else None
            ours = answer["outcome"] and (answer["outcome"]["winner"] or "draw")
            seen += 1
            lines = []
            if theirs != ours:
                lines.append(f"outcome: ours {ours} {answer['outcome'] or ''}, theirs {theirs}")
            if theirs is None and ours is None and set(answer["legal"]) != set(legal):
                mine, yours = set(answer["legal"]), set(legal)
                lines.append(f"only ours: {' '.join(sorted(mine - yours)[:20]) or '-'}; only theirs: {' '.join(sorted(yours - mine)[:20]) or '-'}")
            if lines:
                return seen, [*lines, f"fen: {answer['fen']}", f"moves: {' '.join(moves)}"], ends
            if theirs or ours:
                ends[theirs] += 1
                break
            # Captures more often than by chance, so that boards empty; rare moves as well.
            rare = [move for move in legal if legal[move]["takes"] or len(move) > 5 or len(legal[move]["parts"]) > 1]
            move = rng.choice(sorted(rare if rare and rng.random() < 0.35 else legal))
            position = position.after(legal[move])
            moves.append(move)
    return seen, [], ends


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--target", default="target/debug", help="where the programs were built")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--longest", type=int, default=150)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", help="games whose name has this")
    parser.add_argument("--list", help="a table that has each file's name and, two columns on, its source")
    parser.add_argument("--tsv")
    arguments = parser.parse_args()
    sources = {}
    if arguments.list:
        for line in Path(arguments.list).read_text().splitlines():
            fields = line.split("\t")
            named = next((at for at, field in enumerate(fields) if field.endswith(".zrf")), None)
            if named is not None and len(fields) > named + 2:
                sources[fields[named]] = fields[named + 2]
    rows, wrong = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for file in arguments.files:
            data = Path(file).read_bytes()
            made = subprocess.run([f"{arguments.target}/examples/convert", file, folder], capture_output=True, text=True)
            lines = made.stdout.splitlines() or [f"{Path(file).stem}\trefused\t{made.stderr.strip()}"]
            # The games stand in one order, ours and theirs.
            bodies = games(data.decode("latin-1").replace("\r", ""))
            for line, body in zip(lines, bodies):
                name, what, why = line.split("\t")
                if arguments.only and arguments.only not in name:
                    continue
                if what == "imported":
                    text = (Path(folder) / f"{name}.toml").read_text()
                    mine = f"x-{name}"[:32].rstrip("-")
                    (Path(folder) / f"{mine}.toml").write_text(text)
                    program = builtin.Program([f"{arguments.target}/berolina", "query", "--variants", f"{folder}/{mine}.toml"])
                    try:
                        seen, bad, ends = play(Game(body), mine, text, program, random.Random(f"{arguments.seed} {name}"), arguments.positions, arguments.longest)
                    except (ValueError, EOFError) as error:
                        seen, bad, ends = 0, [str(error)], {}
                    finally:
                        program.process.kill()
                    what = "wrong" if bad else what
                    wrong += bool(bad)
                    why = " | ".join(bad) if bad else f"{seen} positions agree"
                    print(name, what, why, dict(ends), flush=True)
                else:
                    print(name, what, why[:150], flush=True)
                source = sources.get(Path(file).name, Path(file).name)
                rows.append("\t".join((name, source, hashlib.sha256(data).hexdigest(), what, why[:500])))
    if arguments.tsv:
        head = [
            "# Rule files of Zillions of Games that were read, by crates/rules/tests/peer/zrf.py: no text of theirs is kept here.",
            f"# {arguments.positions} random positions of each whole game beside an interpreter of the file itself.",
            "name\tsource\tsha256\tresult\twhy",
        ]
        Path(arguments.tsv).write_text("\n".join([*head, *rows]) + "\n")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
