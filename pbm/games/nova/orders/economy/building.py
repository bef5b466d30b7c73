"""Bills of what is built: ships, units, star gates, and hulls paid for in parts.

Rule: NV ECO-03 to ECO-09, NV UNI-10, NV UNI-11, NV UNI-22.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pbm.games.nova.orders.economy.bill import MANY, NOT_BUILT, Bill, amount, check_ic, fixed
from pbm.games.nova.orders.economy.teams import number_words
from pbm.games.nova.orders.naming import Roster, folded, is_alien
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.planets import HOME_ARMIES, WORLD_ARMIES
from pbm.games.nova.state.state import ARMIES
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.view.record import HullView
from pbm.kit.problems import Found, illegal
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name

_AT_WORLD = (*ARMIES, "C")


# --- ships ----------------------------------------------------------------------------------


def _design(resolver: Resolver, node: Node) -> Mapping[str, Any]:
    return {"name": resolver.design(node.names[0])}


def _design_price(roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int | None:
    return roster.designs[folded(line.name)].cost


def _check_ship(resolver: Resolver, line: Expenditure) -> None:
    """Rule: NV UNI-22 (an IC builds its owner's designs only)."""
    if is_alien(resolver.roster.designs[folded(line.name)]):
        resolver.refuse(
            f"{line.name} is a design of aliens",
            reason="An Industrial Complex builds designs of its owner only",
            rule="NV UNI-22",
            outcome="It will not be built",
        )
    check_ic(resolver, line.at or resolver.roster.empire.capital)


SHIP = Bill(
    "ship",
    lambda line, names: f"{names(line.name)} {number_words(line)}",
    _design,
    _design_price,
    check=_check_ship,
    least=1,
    names=MANY,
    said="a design",
)


# --- hulls ----------------------------------------------------------------------------------


def _part(resolver: Resolver, node: Node) -> Mapping[str, Any]:
    """``Part Hornet 40 of 83``: the design, and its price as the player has it."""
    whole = [Fraction(word) for word in node.tokens("NUMBER")[1:]]
    return {**_design(resolver, node), **({"price": whole[0]} if whole else {})}


def _part_words(line: Expenditure, names: Name) -> str:
    whole = "" if line.price is None else f" of {line.price}"
    return f"Part {names(line.name)} {line.amount}{whole}"


def _hull(roster: Roster, line: Expenditure) -> HullView:
    return next(one for one in roster.hulls.values() if one.id == line.id)


def _finish_words(line: Expenditure, names: Name) -> str:
    return f"Finish {names(line.id)}" + (f" {line.amount}" if line.amount else "")


def _finish_cost(roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int:
    hull = _hull(roster, line)
    return line.amount or hull.cost - hull.paid


def _check_finish(resolver: Resolver, line: Expenditure) -> None:
    hull = _hull(resolver.roster, line)
    rest = hull.cost - hull.paid
    if not hull.yours_to_finish:
        resolver.refuse(
            f"{hull.name} was begun by others",
            reason="An unfinished ship that was captured can be destroyed or salvaged only",
            rule="NV ECO-09",
            outcome="It is not finished",
        )
        return
    check_ic(resolver, hull.at)
    if line.amount > rest:
        resolver.warn(f"{hull.name} needs {rest} MCr more, not {line.amount}")


PART = Bill(
    "part",
    _part_words,
    _part,
    _design_price,
    cost=amount,
    check=_check_ship,
    number="amount",
    names=1,
)
FINISH = Bill(
    "finish",
    _finish_words,
    lambda resolver, node: {"id": resolver.hull(node.names[0])},
    cost=_finish_cost,
    check=_check_finish,
    number="amount",
)


# --- units and gates ------------------------------------------------------------------------


def _unit_price(_roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int | None:
    return UNITS[line.name].cost


def _check_unit(resolver: Resolver, line: Expenditure) -> None:
    at = line.at or resolver.roster.empire.capital
    if line.name in _AT_WORLD:
        _check_world(resolver, at)
    else:
        check_ic(resolver, at)


def _check_world(resolver: Resolver, at: str) -> None:
    """Rule: NV ECO-03, NV ECO-30."""
    system = resolver.roster.systems.get(folded(at))
    if system is None or not system.yours or system.status != "WORLD":
        status = "not yours" if system is None or not system.yours else system.status
        resolver.refuse(
            f"armies and colonies are built on worlds of your own; {at} is {status}",
            rule="NV ECO-03",
            outcome=NOT_BUILT,
        )
    elif system.colonizer != "you":
        resolver.refuse(
            f"{at} is captured: no armies or colonies are built there",
            rule="NV ECO-30",
            outcome=NOT_BUILT,
        )


def armies(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Two armies a turn on a world, four on a home star. Rule: NV ECO-03."""
    built: Counter[str] = Counter()
    for line in orders.plans[-1].bills("build"):
        if line.name not in ARMIES:
            continue
        at = line.at or roster.empire.capital
        system = roster.systems.get(folded(at))
        most = HOME_ARMIES if system is not None and system.home else WORLD_ARMIES
        built[at] += line.number
        if built[at] > most:
            problem = illegal(
                f"{built[at]} armies at {at} are too many",
                reason=f"At most {most} are built there in a turn",
                rule="NV ECO-03",
                outcome=f"{built[at] - most} of them will not be built",
            )
            yield line.ref.line, problem
            built[at] = most


def _gate(resolver: Resolver, node: Node) -> Mapping[str, Any]:
    """A gate has two ends, each with its own name. Rule: NV UNI-10, NV UNI-11."""
    called = node.part("as_names")
    if called is None or len(called.names) != 2:
        resolver.bad(
            node.word,
            "a star gate needs names for both its ends",
            rule="NV UNI-10",
            remedy="Write  SG at VIRUS + SHOOT as Ring-A + Ring-B",
        )
    if node.number not in (None, 1):
        resolver.bad(
            node.word,
            f"{node.number} star gates are on one line",
            reason="Which ends go together must be said",
            rule="NV UNI-10",
            remedy="Write one line for each gate",
        )
    return {}


def _check_gate(resolver: Resolver, line: Expenditure) -> None:
    for place in filter(None, (line.at or resolver.roster.empire.capital, line.at_other)):
        check_ic(resolver, place)


UNIT = Bill(
    "build",
    lambda line, _names: f"{line.name} {number_words(line)}",
    lambda _resolver, node: {"name": str(node.tokens("UNIT")[0])},
    _unit_price,
    check=_check_unit,
    least=1,
    said="a kind of unit",
)
GATE = Bill(
    "gate",
    lambda _line, _names: "SG",
    _gate,
    fixed(UNITS["SG"].full_cost or 0),
    check=_check_gate,
    names=MANY,
    said="SG",
)
