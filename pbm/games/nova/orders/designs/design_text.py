"""Designs as sheets write them: single lines, read and printed.

    4 BL 15              four beam lasers of size 15
    JD3 L8               jump drive 3 with lag time 8 (left out: 8)
    10 AR 2              ten points of armour of hardness factor 2 (left out: 1)
    2 SI 9               two shields of nine (SM 2, SI 9)
    4 FP 4 FA 120 FD 4   ratings at the side, in brackets or not
    2 PA PR 3 PD 5       its size follows from the ratings, as that of WC
    2 CH                 two cargo holds, CH 60 likewise
    intrinsic TC 2       the communicator that comes with the size

Reading what is printed gives the same record. Rule: NV DSN-04 to DSN-08, DSN-19, DSN-31.
"""

import re
from collections.abc import Mapping
from fractions import Fraction

from pbm.games.nova.orders.designs.words import (
    MOST,
    MOST_SUM,
    SIDE,
    NotRead,
    Word,
    Words,
    claim,
    meant,
    whole,
)
from pbm.games.nova.state.components import HOLD, KINDS, NUMBERED, RATED, Component
from pbm.games.nova.state.technology import DEFAULT_LT, LT
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault

# The number may be left out where it is always the same, or follows from the ratings.
_USUAL: Mapping[str, int] = {"CH": HOLD, "AR": 1}
_SIZED = ("PA", "WC")  # their size follows from their ratings; a number is a claim
_AFTER = "After the number come at most the SSZ and the cost"
# What may stand beside a component, by the words a sheet uses.
_RATINGS: Mapping[str, Mapping[str, str]] = {
    **{kind: {rating: rating for rating in RATED[kind]} for kind in KINDS},
    "JD": {LT: LT, "L": LT},
    "AR": {"HF": "HF"},
    "SI": {"SR": "SR"},
}


class DesignLine(Record):
    """What one line of a design says.

    ``part`` is None for a line that tells nothing new: a heading, a rule, a total.
    ``intrinsic_tc`` is the level of a communicator that comes with the size. ``claims`` are
    the sheet's own figures by what they are of: ``ssz``, ``cost``, ``size`` (of one PA or
    WC), ``SR``, ``TP``, ``TA``, and ``category``.
    """

    part: Component | None = None
    intrinsic_tc: int = 0
    claims: tuple[tuple[str, Fraction | str], ...] = ()
    is_total: bool = False


_RULE = re.compile(r"[-=_\s]+\Z")
# Blanks are taken once and for all (*+); else a long row of them is gone through again and again.
_COLUMNS = re.compile(r"\s*+component\b[\s,]*+(?:ssz|size)\b[\s,]*+cost\s*+\Z", re.IGNORECASE)
_HEAD = re.compile(
    r'\s*+(?:"[^"]*"\s*+)?(?:class\b\s*+)?\(?\s*+(?P<category>[A-Z]{2})(?:\s*+\)\s++|\s++)'
    r"TP(?:\s*+cost)?\s*+=?\s*+(?P<TP>\d{1,9})(?:\s*+\(?\s*+TA\s*+=?\s*+(?P<TA>\d{1,9})\s*+\)?)?\s*+\Z",
    re.IGNORECASE | re.ASCII,
)
_TOTAL = re.compile(r"\s*+(?P<ssz>\d{1,15})\s++(?P<cost>\d{1,15}(?:\.\d{1,4})?)\s*+\Z", re.ASCII)


def read_design_line(text: str) -> DesignLine | SyntaxFault:
    """What a line of a design says, or why it cannot be read. Rule: NV DSN-04 to DSN-08."""
    if _RULE.match(text) or _COLUMNS.match(text):
        return DesignLine()
    head = _HEAD.match(text)
    if head is not None:
        return DesignLine(claims=tuple(_claimed(head)))
    total = _TOTAL.match(text)
    if total is not None:
        return DesignLine(claims=tuple(_claimed(total)), is_total=True)
    try:
        return _part_line(Words(text))
    except NotRead as fault:
        return fault.syntax_fault


def _claimed(found: re.Match[str]) -> list[tuple[str, Fraction | str]]:
    return [
        (name, said.upper() if name == "category" else Fraction(said))
        for name, said in found.groupdict().items()
        if said is not None
    ]


def _part_line(words: Words) -> DesignLine:
    first = words.peek()
    count = 1
    if first is not None and first.is_number:
        count = words.whole("how many there are")
    word = words.take()
    kind = word.text.upper() if word else ""
    if kind == "INTRINSIC":
        return _intrinsic(words)
    if kind not in KINDS:
        raise words.fault(
            word,
            f'"{word.text}" is not a component' if word else "the component is missing",
            f"They are {', '.join(KINDS)}",
            meant(kind, KINDS),
        )
    numbers, ratings = _rest(words, kind)
    level, claims = _level(words, kind, numbers)
    if "HF" in ratings and level is not None:
        raise words.fault(None, "the hardness factor occurs twice", "Armour reads  10 AR 2")
    if "SR" in ratings:
        claims.append(("SR", Fraction(ratings["SR"])))
    if kind in _SIZED and level is not None:
        claims.append(("size", Fraction(level)))
    if kind in _SIZED or level is None:
        level = ratings.get("HF", _USUAL.get(kind, 0))
    if kind == "CH" and level and level % HOLD == 0:
        count, level = count * (level // HOLD), HOLD
    part = Component(
        kind,
        count,
        level,
        lt=ratings.get(LT, DEFAULT_LT) if kind == "JD" else 0,
        accuracy=ratings.get("FA", ratings.get("WA", 0)),
        damage=ratings.get("FD", ratings.get("PD", ratings.get("WD", 0))),
        pr=ratings.get("PR", 0),
    )
    return DesignLine(part, claims=tuple(claims))


def _intrinsic(words: Words) -> DesignLine:
    word = words.take()
    if word is None or word.text.upper() != "TC":
        raise words.fault(word, "only a communicator is intrinsic", "Write  intrinsic TC 2")
    level = words.whole("the level of the TC")
    numbers, _ratings = _rest(words, "TC")
    if level < 1:
        raise words.fault(word, f"TC {level} is not allowed", "Levels begin at 1")
    if len(numbers) not in (0, 2):
        raise words.fault(numbers[-1], "these numbers are not understood", _AFTER)
    return DesignLine(intrinsic_tc=level)


def _rest(words: Words, kind: str) -> tuple[list[Word], dict[str, int]]:
    """What stands behind a component: plain numbers, and ratings by name."""
    numbers: list[Word] = []
    ratings: dict[str, int] = {}
    known = _RATINGS[kind]
    words.skip(SIDE)
    while (word := words.take()) is not None:
        name = word.text.upper()
        if word.is_number or word.text == "-":
            numbers.append(word)
        elif name not in known:
            said = f"Beside {kind} stand {', '.join(known)}" if known else _AFTER
            raise words.fault(word, f'"{word.text}" is not understood here', said)
        elif known[name] in ratings:
            raise words.fault(word, f"{known[name]} occurs twice")
        else:
            words.skip(SIDE)
            ratings[known[name]] = words.whole(known[name], MOST_SUM if name == "SR" else MOST)
        words.skip(SIDE)
    return numbers, ratings


def _level(
    words: Words, kind: str, numbers: list[Word]
) -> tuple[int | None, list[tuple[str, Fraction | str]]]:
    """The number that belongs to the component, and what the sheet says of SSZ and cost."""
    least = int(kind in NUMBERED and kind not in _USUAL)
    most = int(kind in NUMBERED or kind in _SIZED)
    has_level = len(numbers) % 2
    if len(numbers) > 3 or not least <= has_level <= most:
        if not numbers:
            raise words.fault(None, f"the number of the {kind} is missing", f"Write  {kind} 1")
        raise words.fault(numbers[-1], "these numbers are not understood", _AFTER)
    level = whole(numbers[0], f"the number of the {kind}") if has_level else None
    pairs = zip(("ssz", "cost"), numbers[has_level:], strict=False)
    read = ((name, claim(word)) for name, word in pairs)
    return level, [(name, amount) for name, amount in read if amount is not None]


def quoted(name: str) -> str:
    """A name as a sheet writes it: in quotes unless it is one plain word."""
    return name if re.fullmatch(r"[^\W\d_][\w'-]+", name) else f'"{name}"'
