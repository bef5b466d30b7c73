"""What speed is measured against: 10,000 distinct order lines through bare Lark, one parse a line.

Language and lines are the bench's own, and stay as they are: no change of a game's grammar and no
change of the project moves this mark. The lines come from hashes of their numbers.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from lark import Lark

LINES = 10_000
_FORMS = (
    "move {u}-{n} from {h} to {i}, to {j} speed {a}",
    "fire {w} of {u}-{n} at {v}-{m} > {v}-{a} chance >= {p}",
    "hold {u}-{n} at {h} stance {s} if {v}-{m} within {a}",
    "build {a} {k} at {h} @ {p} if fuel >= {b}",
    "send {p} to {u}-{n} for {a} {k}",
    "watch {h} until turn {a} if not hull < {p} and {u}-{n} within {b}",
)
_WORDS = {
    "u": ("Streel", "Clark", "Heron", "Krait"),
    "v": ("Huron", "Tiger", "Wasp", "Dagger"),
    "w": ("laser", "torpedo", "rocket"),
    "k": ("scout", "hauler", "frigate", "cruiser", "mine"),
    "s": ("aggressive", "defensive", "evasive"),
}


@cache
def lines() -> tuple[str, ...]:
    """The lines, all different."""
    found: dict[str, None] = {}
    number = 0
    while len(found) < LINES:
        data = hashlib.sha256(b"%d" % number).digest()
        values = {
            key: words[data[at] % len(words)] for at, (key, words) in enumerate(_WORDS.items())
        }
        values |= {
            key: f"{int.from_bytes(data[8 + 2 * at : 10 + 2 * at]) % 10_000:04d}"
            for at, key in enumerate("hij")
        }
        values |= {key: str(data[16 + at] % 99 + 1) for at, key in enumerate("abp")}
        values |= {"n": str(int.from_bytes(data[20:22]) % 1000), "m": str(data[22])}
        found[_FORMS[number % len(_FORMS)].format(**values)] = None
        number += 1
    return tuple(found)


@cache
def _lark() -> Lark:
    grammar = Path(__file__).with_name("calibration.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual")


def calibrate() -> None:
    """Parse them all."""
    parse = _lark().parse
    for line in lines():
        parse(line)
