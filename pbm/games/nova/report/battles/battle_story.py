"""Space battles in the story of a turn: each has a section of its own, round after round.

A section begins with the result of the battle, if a report of it came. Battles without reported
rounds stand with the other events of their phase.
Rule: NV REP-07, NV SPC-04.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct, field

from pbm.engine.events import Event
from pbm.games.nova.report.battles.fight_facts import Called, Fight, Moves, fight, is_of_round
from pbm.packets.narrative import SeenEvents, Shown

APART = 3  # up to this number of battles each has a line in the summary
Seen = Sequence[tuple[Event, Shown]]
_NOBODY = Called()


class Told(Struct):
    """The events of one battle that stand together, in order."""

    title: str
    shown: list[Shown] = field(default_factory=list)


def ships_of(told: Fight) -> list[str]:
    """The ships in an event of a round, by name or counter."""
    ships = [ship for one in (*told.all, told) for ship in (one.by, one.to)]
    ships += [ship for ship, *_way in told.ships] if isinstance(told, Moves) else []
    return [ship.name for ship in dict.fromkeys(ships) if ship != _NOBODY]


def told_by_rounds(seen: Seen) -> list[Told]:
    """The battles with reported rounds, in order, each beginning with its result.

    For the game master each comes whole first, then as its sides heard of it.
    """
    found: dict[tuple[str, bool], Told] = {}
    rounds = [shown for event, shown in seen if is_of_round(event.kind)]
    if not rounds:  # nearly always
        return []
    whole = any(shown["facts"].get("whole") for shown in rounds)
    for shown in rounds:
        system, copy = shown["facts"]["system"], whole and not shown["facts"].get("whole")
        if (system, copy) not in found:
            title = f"{'What the sides hear of the' if copy else 'The'} battle at {system}"
            found[system, copy] = Told(title)
        found[system, copy].shown.append(shown)
    for _event, shown in reversed(seen):
        place = (shown["facts"].get("system", ""), False)
        if shown["kind"] == "battle" and place in found:
            found[place].shown.insert(0, shown)
    places = list(dict.fromkeys(system for system, _copy in found))
    return [found[one, copy] for one in places for copy in (False, True) if (one, copy) in found]


def by_rounds_told(seen: SeenEvents) -> dict[str, list[str]]:
    """Aliens seen destroyed, by system, in battles with a summary line of their own.

    Where battles are many none has one, so that the summary stays short.
    """
    found: dict[str, list[str]] = {}
    for one in seen.all_of(*filter(is_of_round, seen.kinds)):
        lost = found.setdefault(one["facts"]["system"], [])
        if one["kind"] == "fight_destroyed":
            ship = fight(one["kind"], one["facts"]).to
            lost += [ship.name] if ship.foe is not None else []
    return found if len(found) <= APART else {}


def around(seen: Seen, apart: Collection[str]) -> tuple[Seen, Seen]:
    """The other events: those before the sections of battles, and those after them.

    Battles come at the end of their phase.
    """
    if not apart:
        return seen, ()
    phases = {event.phase for event, shown in seen if shown["id"] in apart}
    last = max(n for n, (event, _shown) in enumerate(seen) if event.phase in phases)
    rest = [(n, one) for n, one in enumerate(seen) if one[1]["id"] not in apart]
    return [one for n, one in rest if n <= last], [one for n, one in rest if n > last]
