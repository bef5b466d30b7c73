"""Which pod is in which box: ``pods 1 energy, 2-3 heavy weapon``. Rule: DV 10.1."""

from collections.abc import Iterator, Mapping

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.parts import kind_words, plain_words
from pbm.games.deltavee.orders.lines.prefill import MANY_PODS, NOWHERE, Prefill
from pbm.games.deltavee.orders.lines.resolver import MOST_BOXES, UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.state.packing import pack
from pbm.games.deltavee.state.units import SPACESHIP
from pbm.kit.english import capital, count
from pbm.kit.records import Record
from pbm.language.order import last_counts
from pbm.sheets.quoting import broken, remark


class PodsLine(Record):
    """``pods 1 energy, 2-3 heavy weapon``: pod kinds by box."""

    ref: OrderRef
    boxes: Mapping[int, str]


def read_pods(resolver: UnitResolver, statement: Statement) -> PodsLine:
    """Kinds of pods by box."""
    boxes: dict[int, str] = {}
    for part in statement.parts:
        numbers, word = [int(token) for token in part.tokens("NUMBER")], part.items[-1]
        least, most = numbers[0], numbers[-1]
        if least > most or most > MOST_BOXES:
            fault = f"there are no boxes {least}-{most}" if least != most else f"no box {most}"
            resolver.bad(part.word, fault, reason=f"Boxes are numbered 1 to {MOST_BOXES}")
            continue
        kind = plain_words(word)
        if word.type != "QUOTED":
            kind = resolver.pod_kind(word, kind, ())
        for box in range(least, most + 1):
            if box in boxes:
                resolver.bad(part.word, f"box {box} occurs twice in one line")
            boxes[box] = kind
    return PodsLine(resolver.ref, boxes)


def pods_text(line: PodsLine, _names: SheetNames) -> str:
    """Kinds of pods by box in the language of the sheets."""
    return "pods " + ", ".join(f"{box} {kind_words(kind)}" for box, kind in line.boxes.items())


def _check(resolver: UnitResolver, line: PodsLine) -> PodsLine | None:
    """A pods line; None if the ship's pods are not free to be arranged, or are others.

    Rule: DV 10.1.
    """
    unit, record = resolver.unit, resolver.record
    if unit is None or record is None:
        resolver.not_done("a pods line is for one ship", "Ships carry pods of their own", "DV PBM")
        return None
    free = resolver.roster.placements.get(unit.id)
    if free is None or not free.arrange:
        why = "Its pods stand in their boxes as the scenario has them"
        resolver.not_done(f"the pods of {resolver.name} are not free to be arranged", why, "DV PBM")
        return None
    _packed, fault = pack(unit, line.boxes)
    if not fault:
        return line
    resolver.refuse(
        f"the pods of {resolver.name} cannot be arranged like this",
        reason=capital(fault),
        rule="DV 10.1",
        outcome="Unless another line arranges them, they stay in their boxes",
    )
    return None


def _prefill(sheet: Prefill) -> Iterator[str]:
    """The boxes of its pods, where they may be arranged; of many those in a row together."""
    pods = sheet.unit.pods
    if sheet.free is None or not sheet.free.arrange or not pods:
        return
    yield from remark(f"its {count(len(pods), 'pod')} may stand in any boxes")
    boxes = PodsLine(NOWHERE, {pod.box: pod.kind for pod in pods})
    words = pods_text(boxes, sheet.names).removeprefix("pods ").split(", ")
    yield from broken("  pods ", _in_runs(words) if len(words) > MANY_PODS else words)


def _in_runs(words: list[str]) -> list[str]:
    """Boxes with their kinds, those of one kind that follow one another together.

    >>> _in_runs(["1 storage", "5 arsenal", "6 arsenal", "7 arsenal", "8 energy"])
    ['1 storage', '5-7 arsenal', '8 energy']
    """
    runs: list[tuple[int, int, str]] = []
    for word in words:
        number, _, kind = word.partition(" ")
        box = int(number)
        if runs and runs[-1][1:] == (box - 1, kind):
            runs[-1] = (runs[-1][0], box, kind)
        else:
            runs.append((box, box, kind))
    return [
        f"{first} {kind}" if first == last else f"{first}-{last} {kind}"
        for first, last, kind in runs
    ]


ORDER = UnitOrder(
    "pods",
    PodsLine,
    read_pods,
    pods_text,
    _check,
    unreached=last_counts("pods"),
    kinds=(SPACESHIP,),
    why="Only a spaceship has pods",
    rule="DV 10.1",
    is_setup=True,
    prefill=_prefill,
)
