"""What craft and pods cost, and how much of a list of wishes a budget pays.

Rule: DV COST, DV 4.9 (number of pods), DV 5.6. Ambiguity: DV-A93, DV-A101.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.games.deltavee.state.hulls import no_sale
from pbm.games.deltavee.state.outfit import places_taken
from pbm.games.deltavee.state.ratings import BATTLECRAFT_POD, CLASSES
from pbm.games.deltavee.state.state import Buy, Wanted
from pbm.kit.english import count
from pbm.kit.records import Record
from pbm.kit.tables import table

PRICES = table("pbm.games.deltavee", "prices")
# Classes of one of the two texts alone. Ambiguity: DV-A93.
EXTRA_CRAFT = ("lander", "corco_omega")
RULE = "DV COST"


def craft_price(klass: str, options: Mapping[str, str]) -> int | None:
    """Trans for a spaceship or battlecraft; None if it is not for sale."""
    if klass in EXTRA_CRAFT and options["extra_craft"] == "no":
        return None
    return PRICES.number(klass, "trans") if klass in PRICES.rows else None


def _unsold(klass: str) -> str:
    """Why a class without a price here cannot be had, in a phrase. Ambiguity: DV-A93."""
    if klass in EXTRA_CRAFT:
        price = trans(PRICES.number(klass, "trans"))
        return f"its {price} count only with the option extra_craft = yes"
    return no_sale(klass) or "it has no price"


def pod_price(kind: str) -> int | None:
    """Trans for a pod, without what it holds; None if it is not for sale."""
    sold = kind in PRICES.rows and kind not in CLASSES.rows
    return PRICES.number(kind, "trans") if sold else None


def classes_for_sale(options: Mapping[str, str]) -> tuple[str, ...]:
    """The classes that have a price, as the chart lists them."""
    return tuple(row for row in CLASSES.rows if craft_price(row, options) is not None)


def pods_for_sale() -> tuple[str, ...]:
    """The kinds of pods that have a price, as the chart lists them."""
    return tuple(row for row in PRICES.rows if pod_price(row) is not None)


def title_of(klass: str) -> str:
    """What a class is called: ``Corco Mu``."""
    return str(CLASSES.at(klass, "title"))


class BillItem(Record):
    """One line of a bill: so many of a thing for so many Trans in all."""

    words: str
    trans: int


class PurchaseRefusal(Record):
    """What is not bought: the place of the wish in its ship (-1: the ship itself) and why."""

    buy: Buy
    wish: int
    what: str
    why: str
    remedy: str = ""

    @property
    def named(self) -> str:
        """What is not bought, as a sentence names it: ``the crew pod for A``, ``Sword B``."""
        many = self.what[:1].isdigit()
        return self.what if self.wish < 0 or many else f"the {self.what}"


class BoughtShip(Record):
    """A ship that is paid: what it carries and costs, what is left of the budget behind it."""

    buy: Buy
    items: tuple[BillItem, ...]
    trans: int
    left: int


class FleetBill(Record):
    """All that a fleet comes to; ``asked`` is what everything wished for would cost."""

    budget: int
    ships: tuple[BoughtShip, ...]
    refused: tuple[PurchaseRefusal, ...]
    asked: int

    @property
    def spent(self) -> int:
        """Trans spent in all."""
        return sum(ship.trans for ship in self.ships)


def trans(number: int) -> str:
    """An amount in words: ``14,100 Trans``."""
    return f"{number:,} Trans"


def settle(budget: int, buys: Sequence[Buy], options: Mapping[str, str]) -> FleetBill:
    """Buy in the order written whatever may be bought and can be paid, and say what is not.

    Nothing is bought in part, but a ship whose pods cannot all be had is bought with the others.
    """
    asked = sum(_asked(buy, options) for buy in buys)
    left = budget
    ships: list[BoughtShip] = []
    refused: list[PurchaseRefusal] = []
    for buy in buys:
        price = craft_price(buy.klass, options)
        label = f"{title_of(buy.klass)} {buy.counter}"
        if price is None:
            titles = ", ".join(map(title_of, classes_for_sale(options)))
            why = f"{_unsold(buy.klass)}; for sale are {titles}"
            refused.append(PurchaseRefusal(buy, -1, label, why))
            continue
        if price > left:
            refused.append(
                PurchaseRefusal(buy, -1, label, *_unpaid("it costs", price, left, budget, asked))
            )
            continue
        shop = _Shop(buy, price, left - price, budget, asked, options)
        for place, wish in enumerate(buy.wanted):
            shop.take(place, wish)
        left = shop.left
        ships.append(shop.bought())
        refused += shop.refused
    return FleetBill(budget, tuple(ships), tuple(refused), asked)


def _asked(buy: Buy, options: Mapping[str, str]) -> int:
    """What a ship would cost with all that it can carry and that has a price."""
    found = craft_price(buy.klass, options) or 0
    kinds: list[str] = []
    for kind, holds in each_pod(buy.wanted):
        fits = places_taken(buy.klass, [*kinds, kind], options) <= CLASSES.number(buy.klass, "pods")
        price, inside = pod_price(kind), craft_price(holds, options) if holds else 0
        if fits and price is not None and inside is not None and found:
            kinds.append(kind)
            found += price + inside
    return found


def each_pod(wanted: Sequence[Wanted]) -> Iterator[tuple[str, str]]:
    """The pods one by one: kind and what it holds."""
    return ((wish.kind, wish.holds) for wish in wanted for _ in range(wish.number))


def _unpaid(costs: str, price: int, left: int, budget: int, asked: int) -> tuple[str, str]:
    """Why something cannot be paid, and what would help."""
    why = (
        f"{costs} {trans(price)} and {left:,} of {budget:,} are left; "
        f"all that is written would cost {asked:,}"
    )
    over = asked - budget
    return why, f"Take away what costs {trans(over)} or more" if over > 0 else ""


class _Shop(Struct):
    """One ship while its pods are bought."""

    buy: Buy
    price: int
    left: int
    budget: int
    asked: int
    options: Mapping[str, str]
    refused: list[PurchaseRefusal] = field(default_factory=list)
    items: list[BillItem] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)

    def take(self, place: int, wish: Wanted) -> None:
        """Buy as many of a wish as have a price, find room, and can be paid."""
        what = f"{wish.kind} pod"
        price, inside = pod_price(wish.kind), 0
        if price is None:
            sold = ", ".join(pods_for_sale())
            self._refuse(place, wish.number, what, f"it has no price; for sale are {sold}")
            return
        if wish.holds:
            held = craft_price(wish.holds, self.options)
            if wish.kind != BATTLECRAFT_POD or held is None:
                why = (
                    f"a {title_of(wish.holds)} is not for sale: {_unsold(wish.holds)}"
                    if wish.kind == BATTLECRAFT_POD
                    else f"only a battlecraft pod holds a {title_of(wish.holds)}"
                )
                self._refuse(place, wish.number, what, why)
                return
            inside = held
            what = f"{what} with {title_of(wish.holds)}"
        done = self._fitting(wish)
        if done < wish.number:
            self._refuse(place, wish.number - done, what, *self._full())
        paid = min(done, self.left // (price + inside))
        if paid < done:
            costs = "it costs" if done - paid == 1 else "each costs"
            left = self.left - paid * (price + inside)
            unpaid = _unpaid(costs, price + inside, left, self.budget, self.asked)
            self._refuse(place, done - paid, what, *unpaid)
        if paid:
            self.left -= paid * (price + inside)
            self.kinds += [wish.kind] * paid
            self.wanted.append(replace(wish, number=paid))
            words = what if paid == 1 else f"{paid} {what.replace(' pod', ' pods', 1)}"
            self.items.append(BillItem(words, paid * (price + inside)))

    def _room(self) -> int:
        return CLASSES.number(self.buy.klass, "pods")

    def _fitting(self, wish: Wanted) -> int:
        """How many of a wish find room, the pods before it taken."""
        for number in range(wish.number, 0, -1):
            kinds = [*self.kinds, *[wish.kind] * number]
            if places_taken(self.buy.klass, kinds, self.options) <= self._room():
                return number
        return 0

    def _full(self) -> tuple[str, str]:
        room, title = self._room(), title_of(self.buy.klass)
        number = sum(wish.number for wish in self.buy.wanted)
        if not room:
            return f"a {title} carries no pods", ""
        why = f"a {title} has room for {count(room, 'pod')}, {number} are written"
        return why, f"Write at most {count(room, 'pod')}"

    def _refuse(self, place: int, number: int, what: str, why: str, remedy: str = "") -> None:
        words = what if number == 1 else f"{number} {what.replace(' pod', ' pods', 1)}"
        label = f"{words} for {self.buy.counter}"
        self.refused.append(PurchaseRefusal(self.buy, place, label, why, remedy))

    def bought(self) -> BoughtShip:
        """The ship as it is paid."""
        buy = replace(self.buy, wanted=tuple(self.wanted))
        items = (BillItem(title_of(buy.klass), self.price), *self.items)
        return BoughtShip(buy, items, sum(item.trans for item in items), self.left)
