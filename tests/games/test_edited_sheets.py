"""What is left of a prefilled sheet that a player cuts does what its reader expects.

Without one line, one block of lines or its remarks: every other order stays what it was, for
whom it was, or the receipt says more than a note about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import fields

from pbm.engine.events import OrderRef
from pbm.kit.problems import Severity
from pbm.kit.records import Record
from pbm.turns.receipt import findings
from tests.games.language import Table
from tests.games.test_next_sheet import (
    bare,
    body_of,
    campaign_of,  # noqa: F401 (a fixture)
    for_every_game,
    read,
    tables,
)

# Of the cuts of a sheet every so many are tried in a run of all tests.
ONE_OF = 19
Order = tuple[str, str]


def orders_in(value: Any, where: str = "") -> Iterator[tuple[int, Order]]:
    """Each order of the commands: its line, and for whom it is and what it says."""
    if isinstance(value, Record):
        of = {one.name: getattr(value, one.name) for one in fields(value)}
        ref = of.get("ref")
        if isinstance(ref, OrderRef):
            yield ref.line, (where, repr(bare(value)))
            return
        for name, part in of.items():
            yield from orders_in(part, f"{where}.{name}")
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from orders_in(part, f"{where}[{key}]")
    elif isinstance(value, tuple) and value and isinstance(value[0], OrderRef):
        yield value[0].line, (where, repr(bare(value[1:])))
    elif isinstance(value, tuple):
        for part in value:
            yield from orders_in(part, where)


def bodies(body: str) -> list[tuple[str, str, set[int]]]:
    """A sheet's cuts: what is gone, what is left, and the lines that are gone, from 1."""
    lines = body.splitlines()
    written = [at for at, line in enumerate(lines) if line.partition("#")[0].strip()]
    found = [(lines[at], "\n".join([*lines[:at], *lines[at + 1 :]]), {at + 1}) for at in written]
    heads = [at for at in written if not lines[at].startswith(" ")]
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        if end > head + 1:
            gone = set(range(head + 1, end + 1))
            found.append((f"{lines[head]} ...", "\n".join([*lines[:head], *lines[end:]]), gone))
    return found


def without_remarks(body: str) -> str:
    """The sheet with its remarks cut off; none of its names holds a #."""
    return "\n".join(line.partition("#")[0].rstrip() for line in body.splitlines())


def expected(game: str, table: Table, body: str, gone: set[int]) -> Counter[Order]:
    """The orders of the whole sheet but those of the lines that are gone."""
    text = body.splitlines()
    sheet, reading = read(game, table, body)
    shift = next(one.number for one in sheet.lines) - next(
        at for at, line in enumerate(text, 1) if line.partition("#")[0].strip()
    )
    lost = {number + shift for number in gone}
    return Counter(order for line, order in orders_in(reading.commands) if line not in lost)


def check(game: str, table: Table, body: str, cut: tuple[str, str, set[int]]) -> None:
    """A cut loses no order but its own without a word."""
    what, left, gone = cut
    sheet, reading = read(game, table, left)
    kept = Counter(order for _line, order in orders_in(reading.commands))
    told = any(one.severity is not Severity.NOTE for one in reading.problems)
    assert told or kept == expected(game, table, body, gone), (
        f"without {what}",
        findings(sheet, reading),
    )


def all_cuts(game: str, campaign: Any) -> list[tuple[Table, str, Any]]:
    """The cuts of all prefilled sheets."""
    whole = [(table, body_of(game, table)) for table in tables(game, campaign)]
    return [(table, body, cut) for table, body in whole for cut in bodies(body)]


@for_every_game
def test_a_cut_loses_no_other_order(game: str, campaign_of: Any) -> None:  # noqa: F811
    cuts = all_cuts(game, campaign_of(game))
    assert cuts
    for one in cuts if len(cuts) < 20 * ONE_OF else cuts[::ONE_OF]:
        check(game, *one)


@pytest.mark.slow
@for_every_game
def test_no_cut_loses_another_order(game: str, campaign_of: Any) -> None:  # noqa: F811
    for one in all_cuts(game, campaign_of(game)):
        check(game, *one)


@for_every_game
def test_remarks_say_nothing_that_counts(game: str, campaign_of: Any) -> None:  # noqa: F811
    for table in tables(game, campaign_of(game)):
        body = body_of(game, table)
        plain = without_remarks(body)
        if plain.strip() and '"' not in body:
            commands = [bare(read(game, table, one)[1].commands) for one in (body, plain)]
            assert commands[0] == commands[1]
