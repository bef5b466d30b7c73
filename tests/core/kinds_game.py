"""The tiny game with more kinds of sheet: plans before orders, bids by thing, wishes that add up.

Whoever counts 40 or more is unknown to the others; nobody writes to one beyond 20.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import Phase, PhaseContext
from pbm.engine.events import Event
from pbm.engine.story import OrderLine
from pbm.engine.types import Correspondent, Reading, StorySection, Understood
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import SheetKind
from tests.core import tiny

KINDS = (
    SheetKind("PLANS", taken=lambda mailing: mailing != "0"),
    SheetKind("BIDS", counts="each", by="on"),
    SheetKind("WISHES", counts="all"),
    SheetKind("SETUP", awaited=True, taken=lambda mailing: mailing == "0"),
    SheetKind("ORDERS", awaited=True, taken=lambda mailing: mailing != "0"),
)


def read(sheet: Sheet, view: tiny.View, options: Mapping[str, str]) -> Reading:
    """Orders may say ``add plan``: the number that the plan in force says."""
    if sheet.kind in ("SETUP", "ORDERS"):
        plan = [line.text for one in sheet.beside if one.kind == "PLANS" for line in one.lines]
        lines = tuple(
            replace(line, text=f"add {plan[-1] if plan else 'plan'}")
            if line.text == "add plan"
            else line
            for line in sheet.lines
        )
        return tiny.read(replace(sheet, lines=lines), view, options)
    base = tiny.read(replace(sheet, lines=()), view, options)
    words = [line for line in sheet.lines if line.text.isdigit()]
    wrong = tiny.read(
        replace(sheet, lines=tuple(line for line in sheet.lines if line not in words)),
        view,
        options,
    )
    return replace(
        base,
        commands=(sheet.key, tuple(int(line.text) for line in words)),
        problems=wrong.problems,
        understood=tuple(Understood(line.number, line.text) for line in words),
    )


def add_and_tell(work: PhaseContext) -> None:
    """Log what the other kinds gave, then play on."""
    for player, kinds in work.also.items():
        for kind, commands in kinds.items():
            work.emit("other", player, kind, rule="T 2", kind_of=kind, commands=commands)
    tiny.add_and_end(work)


def phases(state: tiny.State, turn: int, options: Mapping[str, str]) -> tuple[Phase, ...]:
    found = tiny.phases(state, turn, options)
    return found if turn == 0 else (replace(found[0], resolve=add_and_tell), *found[1:])


def tell(events: Sequence[Event], view: tiny.View, player: str) -> tuple[StorySection, ...]:
    """As the tiny game, with the order line that each event came from."""
    (section,) = tiny.tell(events, view, player)
    lines = {
        event.id: OrderLine(line=event.order.line, text=event.order.text)
        for event in events
        if event.order is not None and event.order.player == player
    }
    items = tuple(
        replace(item, order=lines[item.event]) if item.event in lines else item
        for item in section.items
    )
    return (replace(section, items=items),)


def correspondents(view: tiny.View, options: Mapping[str, str]) -> tuple[Correspondent, ...]:
    """Each is labelled by a letter that is his place backwards, so that no label is a seat."""
    del options
    others = view.totals
    return tuple(
        Correspondent(
            f"label-{one.id}",
            f"the power {one.id.capitalize()}",
            (one.id,),
            "they have more than 20" if one.total > 20 else "",
        )
        for one in others
        if one.total < 40
    )


RULESET = replace(
    tiny.RULESET,
    kinds=KINDS,
    read=read,
    phases=phases,
    tell=tell,
    correspondents=correspondents,
    addressed=lambda _state, _player, id: id.removeprefix("label-"),
)
