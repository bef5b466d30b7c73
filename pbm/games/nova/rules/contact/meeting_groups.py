"""Groups of ships that meet, and what each side may know of the other.

Rule: NV CON-20.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec import Struct, field

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.empire_orders import Conduct
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.movement.interdiction import is_around
from pbm.games.nova.state.contact_table import IDENTIFY, MeetingSide
from pbm.games.nova.state.orders.letters import COUNTING
from pbm.games.nova.state.state import Ship

ULTIMATUM = (8, 13)  # results by which ships leave because others order it
_OF_ITSELF = ("I", "Z")  # activities that may count for one ship and not for another
_BY_NAME = attrgetter("owner", "name")


class MeetingGroup(Struct):
    """Ships of one empire in one system with equal orders.

    ``orders`` are their contact orders to each other empire there and to "", unknown aliens, with
    what these turn into. ``armed``: they or others of their empire there are; hostilities draw
    these in (NV CON-19).
    """

    owner: str
    orders: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    ships: list[Ship] = field(default_factory=list)
    armed: bool = False
    active: bool = False


class MeetingPair(Struct):
    """The result of a meeting of two empires in one system."""

    contact: set[str] = field(default_factory=set)
    codes: set[int] = field(default_factory=set)
    one_identified: bool = False
    other_identified: bool = False


class Terms:
    """How groups stand to other empires in one phase."""

    def __init__(self, work: PhaseContext, effective: Effective) -> None:
        self.effective = effective
        self.explicit = work.options["iff.mutual"] == "identify"
        self.ordered_i = work.options["interdict_is_activity"] == "yes"
        self.radius, self.most = int(work.options["wp_radius"]), int(work.options["setup_max"])

    def identifies(self, group: MeetingGroup, other: str) -> bool:
        """True if a group shows another empire who it is."""
        if group.orders[""][0] in IDENTIFY:
            return True
        return self.explicit and group.orders[other][0] in IDENTIFY

    def side(self, group: MeetingGroup, other: str, *, known: bool) -> MeetingSide:
        """A group as one side of the table towards an empire that is known or not."""
        return MeetingSide(*group.orders[other if known else ""], group.armed, group.active)

    def is_active(self, ship: Ship) -> bool:
        """True with an activity order that counts between guards. NV A-ORD-ACTIVITY."""
        conduct = self.effective.conduct(ship)
        if not conduct.own and conduct.line is None:
            return False
        ordered = set(self.effective.letters(ship))
        return not ordered.isdisjoint(COUNTING) or ("I" in ordered and self._interdicts(ship))

    def _interdicts(self, ship: Ship) -> bool:
        """True if an I that was ordered counts.

        That of a ship that jumps, or has not the whole warp point in its field, is ignored.
        Rule: NV MOV-12, NV MOV-13.
        """
        line = self.effective.line_of(ship)
        jumps = ship.id in self.effective.draft.passages or (line is not None and line.route)
        if not self.ordered_i or jumps:
            return False
        return is_around(self.effective, ship, self.radius, self.most)


def grouped(terms: Terms, ships: Sequence[Ship], others: Sequence[str]) -> list[MeetingGroup]:
    """The groups of ships, by owner and by all that the table asks of them."""
    effective = terms.effective
    whom = ("", *others)
    found: dict[tuple[object, ...], MeetingGroup] = {}
    alike: dict[Conduct, MeetingGroup] = {}
    guns: set[str] = set()
    for ship in sorted(ships, key=_BY_NAME):
        conduct = effective.conduct(ship)
        group = alike.get(conduct)
        if group is None:
            active, orders = terms.is_active(ship), conduct.stances(whom)
            name = (ship.owner, conduct.armed, active, orders)
            group = found.get(name)
            if group is None:
                group = found[name] = MeetingGroup(
                    ship.owner, dict(zip(whom, orders, strict=True)), active=active
                )
            if conduct.codes.isdisjoint(_OF_ITSELF):
                alike[conduct] = group
            if conduct.armed:
                guns.add(ship.owner)
        group.ships.append(ship)
    for group in found.values():
        group.armed = group.owner in guns
    return list(found.values())
