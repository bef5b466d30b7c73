"""What a conformance case may ask of DeltaVee about purchases: prices and bills."""

from collections.abc import Mapping
from typing import Any

from pbm.games.deltavee.conformance.case_units import class_row, held_class
from pbm.games.deltavee.state.prices import craft_price, pod_price, settle
from pbm.games.deltavee.state.ratings import BATTLECRAFT_POD, CLASSES
from pbm.games.deltavee.state.state import Buy, Wanted

Options = Mapping[str, str]


def price(of: str, options: Options) -> int | None:
    """Trans for a craft by its title or a pod by its kind; none if it is not for sale."""
    if any(CLASSES.at(row, "title") == of for row in CLASSES.rows):
        return craft_price(class_row(of), options)
    return pod_price(of)


def purchase(ships: list[str], options: Options, budget: int = 100_000) -> dict[str, Any]:
    """What ships cost, whether all may be had: ``["14 Piccolo with hunter, 2 energy"]``."""
    buys = [buy for text in ships for buy in _buys(text)]
    bill = settle(budget, buys, options)
    return {
        "trans": bill.asked,
        "legal": not bill.refused,
        "spent": bill.spent,
        "left": budget - bill.spent,
        "ships": len(bill.ships),
        "why": bill.refused[0].why if bill.refused else "",
    }


def _buys(text: str) -> list[Buy]:
    """Ships from ``2 Sword with 2 arsenal, battlecraft Terwillicker-X``."""
    craft, _, pods = text.partition(" with ")
    number, title = _numbered(craft)
    kinds = [kind.strip() for kind in pods.split(",") if kind.strip()]
    return [Buy("A", class_row(title), wanted=tuple(map(_wanted, kinds)))] * number


def _numbered(text: str) -> tuple[int, str]:
    first, _, rest = text.strip().partition(" ")
    return (int(first), rest) if first.isdigit() else (1, text.strip())


def _wanted(text: str) -> Wanted:
    number, kind = _numbered(text)
    held = held_class(kind)
    if held and held != BATTLECRAFT_POD:
        return Wanted(BATTLECRAFT_POD, number, class_row(held))
    return Wanted(kind, number)
