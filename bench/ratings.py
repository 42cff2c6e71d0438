#!/usr/bin/env python3
"""Fits ratings of levels to their games against an engine of known ratings, for docs/levels.md.

    python3 bench/ratings.py ratings/6-1900.jsonl ratings/6-2100.jsonl ...

Each file is a journal of `berolina match`, whose first engine is the level and whose second the other; its name says which: LEVEL-RATING.jsonl.
Points follow a logistic curve of the difference of ratings with one slope for all, by maximum likelihood. The slope is the Elo by results that one point of
the other engine's scale is worth. Errors hold 95 % of 200 fits to pairs of games drawn again.
"""

import json
import math
from pathlib import Path
import random
import sys

SLOPES = [0.7 + 0.05 * step for step in range(33)]
DRAWS = 200
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def pairs_of(path: Path) -> list[list[float]]:
    """The level's points in the games of each pair, which have the same opening."""
    pairs: dict[int, list[float]] = {}
    for line in path.read_text().splitlines():
        game = json.loads(line)
        if "number" in game:
            points = POINTS[game["result"]]
            pairs.setdefault((game["number"] - 1) // 2, []).append(points if game["white"] == 0 else 1 - points)
    return list(pairs.values())


def expected(rating: float, against: int, slope: float) -> float:
    return 1 / (1 + 10 ** (-slope * (rating - against) / 400))


def rating_of(games: list[tuple[int, float, int]], slope: float) -> tuple[float, float]:
    """The rating at which the points are those expected, and the logarithm of the likelihood. `games`: rating, points, number."""
    low, high = 0.0, 5000.0
    for _ in range(40):
        middle = (low + high) / 2
        if sum(points - number * expected(middle, against, slope) for against, points, number in games) > 0:
            low = middle
        else:
            high = middle
    chances = [(min(max(expected(low, against, slope), 1e-9), 1 - 1e-9), points, number) for against, points, number in games]
    return low, sum(points * math.log(p) + (number - points) * math.log(1 - p) for p, points, number in chances)


def fit(results: dict[tuple[int, int], list[list[float]]]) -> tuple[float, dict[int, float]]:
    games: dict[int, list[tuple[int, float, int]]] = {}
    for (level, against), pairs in results.items():
        games.setdefault(level, []).append((against, sum(map(sum, pairs)), sum(map(len, pairs))))
    tried = []
    for slope in SLOPES:
        found = {level: rating_of(of, slope) for level, of in games.items()}
        tried.append((sum(likelihood for _, likelihood in found.values()), slope, found))
    _, slope, found = max(tried, key=lambda one: one[0])
    return slope, {level: rating for level, (rating, _) in found.items()}


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    results = {}
    for path in map(Path, sys.argv[1:]):
        level, against = map(int, path.stem.split("-"))
        results[level, against] = pairs_of(path)
    slope, ratings = fit(results)
    chance = random.Random(1)
    again = [fit({key: chance.choices(pairs, k=len(pairs)) for key, pairs in results.items()}) for _ in range(DRAWS)]
    cut = DRAWS // 40
    slopes = sorted(one for one, _ in again)
    print(f"slope {slope:.2f}, 95 % between {slopes[cut]:.2f} and {slopes[-cut - 1]:.2f}")
    for level, rating in sorted(ratings.items()):
        drawn = sorted(of[level] for _, of in again)
        number = sum(len(pair) for (one, _), pairs in results.items() if one == level for pair in pairs)
        print(f"level {level}: {rating:.0f}, 95 % between {drawn[cut]:.0f} and {drawn[-cut - 1]:.0f}, {number} games")


if __name__ == "__main__":
    main()
