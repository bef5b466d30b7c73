"""The orders of a turn of Nova as players play it: it fights, and has what sheets have.

The ships of `tests.tooling.bench.nova`, but their empires are at war: armed ships go two jumps to
a neighbour and are hostile there. There are plans, conditions, general orders, messages and notes
to the game master, and one line in fifty cannot be read; the others are all right.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.engine.messages import Message
from pbm.games.nova.state.state import FULL, Contact, Ship, State
from pbm.sheets.envelope import Sheet
from tests.tooling.bench import nova

BAD = ("Kestrell {n} to the moon", "C {n}O at", "BL 15-2O +{n}", "GENERAL all shps: F")
ONE_IN = 50


def cluster(empires: int) -> State:
    """The same cluster; each empire has met the next one."""
    state = nova.cluster(empires)
    ids = list(state.empires)
    known = {
        id: replace(
            one,
            contacts={
                ids[(at + step) % empires]: Contact(FULL, label, 0, 3)
                for step, label in ((-1, "A"), (1, "B"))
            },
        )
        for at, (id, one) in enumerate(state.empires.items())
    }
    return replace(state, empires=known)


def bodies(state: State) -> dict[str, list[str]]:
    """Each empire's lines with the headings they stand under."""
    ships: dict[str, list[Ship]] = {}
    for ship in state.ships.values():
        ships.setdefault(ship.owner, []).append(ship)
    return {
        id: _with_faults([*_money(state, id), *_moves(state, ships[id])], number)
        for number, id in enumerate(ships)
    }


def _money(state: State, id: str) -> Iterator[str]:
    home = state.empires[id].home
    yield from ("EXPENDITURES", "PLAN if treasury > 500:", "  Maintain all @ 10")
    yield from (f"  AA 1 @ 30 at {home}", f"  C 1 @ 60 at {home}", "  RDT 2 @ 40")
    yield "PLAN else: Maintain all"
    yield from ("RESEARCH", "  BL 15-20 B (17) [4] +2 [6]", "MOVEMENT")


def _moves(state: State, ships: list[Ship]) -> Iterator[str]:
    for number, ship in enumerate(sorted(ships, key=lambda one: (one.at, one.name))):
        lines = state.systems[ship.at].lines
        letter = sorted(lines)[number % len(lines)]
        on = state.systems[lines[letter].to].lines
        further = sorted(key for key, line in on.items() if line.to != ship.at)
        route = f"> {letter}" + (f" > {further[number % len(further)]}" if further else "")
        does = {"S": f"> {letter}  K, X", "H": f"> {letter}  K, E", "F": f"{route}  H, O"}
        yield f"  {ship.at}  {ship.name} {does[ship.name[0]]}  retreat {letter}"
        if number % 10 == 0:
            yield f"CONDITIONAL if aliens >= 3 and not alone: {ship.name}: R; else {ship.name}: N"
    yield "GENERAL armed ships: H"
    yield "NOTE TO GM Does a ship that fled keep its orders for the turn after?"


def _with_faults(lines: list[str], first: int) -> list[str]:
    """The lines with one of fifty that cannot be read, the ``first`` of them of this kind."""
    return [
        part
        for n, line in enumerate(lines)
        for part in (
            (line, BAD[(first + n // ONE_IN) % len(BAD)].format(n=n))
            if n % ONE_IN == 9
            else (line,)
        )
    ]


def texts(state: State) -> dict[str, bytes]:
    """The text of each empire's sheet."""
    return {
        id: "\n".join(
            [f"ORDERS bench turn {nova.TURN} for {state.empires[id].name}", *lines, "END", ""]
        ).encode()
        for id, lines in bodies(state).items()
    }


def sheets(state: State) -> dict[str, Sheet]:
    """A sheet for each empire."""
    return nova.found_in(texts(state))


def messages(state: State) -> tuple[Message, ...]:
    """A message of each empire to everybody it may write to, and one to the game master."""
    return tuple(
        Message(id, to, f"{to}: {one.name} holds {one.home}.\nKeep away from it.")
        for id, one in state.empires.items()
        for to in ("all", "GM")
    )
