#!/usr/bin/env python3
"""Whether two reports on a game agree: of their figures, how many differ by no more than their errors together.

    berolina lab report near --seed 1 --out one
    berolina lab report near --seed 2 --out two
    python3 bench/agree.py one/near.json two/near.json

Errors are those of 95 %, so some 95 of 100 figures should. The figures of one report are not independent of each other, so
their number says less than it seems.
"""

import json
import math
import sys
from pathlib import Path


def figures(value, name=""):
    """The figures of a report: by name their value and error; of lists of pieces, moves and ends by theirs."""
    if isinstance(value, dict):
        if {"value", "error", "count"} <= value.keys():
            if value["value"] is not None and value["error"] is not None and value["error"] > 0:
                yield name, (value["value"], value["error"])
            return
        for key, part in value.items():
            # Openings and dramatic games are others with another seed.
            if key not in ("tree", "dramatic", "plan"):
                yield from figures(part, f"{name}/{key}")
    elif isinstance(value, list):
        for i, part in enumerate(value):
            named = part.get("name") or part.get("text") if isinstance(part, dict) else None
            yield from figures(part, f"{name}/{named or i}")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: agree.py ONE.json OTHER.json")
    one, other = (dict(figures(json.loads(Path(path).read_text()))) for path in sys.argv[1:])
    shared = [name for name in one if name in other]
    if not shared:
        sys.exit("the reports have no figure in common")
    apart = []
    for name in shared:
        (a, error_a), (b, error_b) = one[name], other[name]
        if abs(a - b) > math.hypot(error_a, error_b):
            apart.append(f"{name}: {a:.3f} ± {error_a:.3f} and {b:.3f} ± {error_b:.3f}")
    print(f"{len(shared) - len(apart)} of {len(shared)} figures agree")
    for line in apart:
        print(line)


if __name__ == "__main__":
    main()
