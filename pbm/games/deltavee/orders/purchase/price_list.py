"""A purchase in the language of the sheets: the fleet of the scenario as a player may change it.

Rule: DV COST, DV S6, DV S10. Ambiguity: DV-A93.
"""

from collections.abc import Iterator, Mapping

from pbm.games.deltavee.orders.lines.prefill import course_in_words
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.state.prices import (
    classes_for_sale,
    craft_price,
    pod_price,
    pods_for_sale,
    settle,
    title_of,
    trans,
)
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.state.state import Buy, Purchase, Wanted
from pbm.kit.english import count
from pbm.sheets.quoting import broken, remark


def purchase_lines(roster: Roster, terms: Purchase, options: Mapping[str, str]) -> Iterator[str]:
    """The lines that buy the fleet of the scenario, with prices and freedom in remarks."""
    bill = settle(terms.budget, terms.fleet, options)
    yield from remark(
        f"You have {trans(terms.budget)}. What stands here costs {bill.spent:,} and is bought "
        "if you change nothing; Trans that are left over are lost"
    )
    yield from remark(f"Ships and the pods they carry: {_ships(options)}")
    pods = ", ".join(f"{kind} {pod_price(kind):,}" for kind in pods_for_sale())
    yield from remark(f"Pods: {pods}")
    at = roster.maps.label(terms.start)
    if terms.anywhere:
        reach = (
            f", ships within {count(terms.within, 'hex', 'hexes')} of it" if terms.within else ""
        )
        yield from remark(f"Any hex may be chosen for the fleet{reach}")
    free = course_in_words(terms.directions, terms.velocities)
    yield from remark(f"{free}; a ship may have an at line of its own")
    course = f"dir {terms.direction} velocity {terms.velocity}"
    yield f"FLEET at {at} {course}" if terms.anywhere else f"FLEET {course}"
    for buy in terms.fleet:
        yield from broken(*ship_words(buy))


def _ships(options: Mapping[str, str]) -> str:
    return ", ".join(
        f"{title_of(row)} {craft_price(row, options):,}"
        + (f" ({pods})" if (pods := CLASSES.number(row, "pods")) else "")
        for row in classes_for_sale(options)
    )


def ship_words(buy: Buy) -> tuple[str, list[str]]:
    """The beginning of a BUY line, and its pods one by one."""
    name = f' "{buy.name}"' if buy.name else ""
    start = f"BUY {buy.counter} {title_of(buy.klass)}{name}"
    return (f"{start}: " if buy.wanted else start), [pod_words(wish) for wish in buy.wanted]


def pod_words(wish: Wanted) -> str:
    """Pods as a sheet asks for them: ``2 battlecraft with Terwillicker-X``."""
    number = f"{wish.number} " if wish.number > 1 else ""
    return f"{number}{wish.kind}" + (f" with {title_of(wish.holds)}" if wish.holds else "")
