"""The tables behind a report: money, research, systems, ships, gates, designs, contacts.

Templates print the records of the view in the words given here. A campaign may leave out the
tables that only list what an empire has.
Rule: NV REP-01, NV REP-20. Ambiguity: NV A-REP-QUIET.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from markupsafe import Markup
from msgspec.structs import replace

from pbm.engine.story import Section
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.log import cargo, place_of
from pbm.games.nova.report.saying import Names, parts_lost
from pbm.games.nova.report.sentences_money import points
from pbm.games.nova.report.star_map.plots import bar, growth, money
from pbm.games.nova.state.projects import called
from pbm.games.nova.view.labels import ALIEN, YOU
from pbm.games.nova.view.record import (
    EmpireView,
    GateView,
    GoalView,
    PermitView,
    ProjectView,
    ShipView,
    SystemView,
    View,
)
from pbm.kit.english import capital, count, listed, signed
from pbm.kit.records import Record
from pbm.packets.briefing import MOST, Briefing, few

# The account of a payment, by kind of event, in the order of a turn.
ACCOUNTS: Mapping[str, str] = {
    "pregame": "Left from the pregame",
    "received_free": "Received last turn",
    "production": "Production",
    "pillaged": "Pillage",
    "salvaged": "Salvage",
    "fined": "Fines",
    "debt_paid": "Debt paid",
    "maintained": "Research teams maintained",
    "teams_created": "Research teams created",
    "teams_returned": "Research teams created",
    "ships_built": "Ships built",
    "hull_begun": "Ships paid for in part",
    "hull_paid": "Ships paid for in part",
    "hull_finished": "Ships paid for in part",
    "units_built": "Units built",
    "gate_built": "Star gates built",
    "report_bought": "Reports on research",
    "info_bought": "Information",
    "copy_bought": "Copies",
    "money_destroyed": "Destroyed",
    "repaired": "Repairs",
    "refitted": "Refits",
    "money_sent": "Sent to others",
    "treasury_lost": "Captured by aliens",
    "report_refunded": "Reports refunded",
    "treasury_penalty": "Penalty on savings",
    "borrowed": "Borrowed",
}
_KINDS = {"gate": "may pass through", "interdiction": "is not stopped by"}


class Accounts(Record):
    """The treasury before and after a turn, with the sum of each kind of payment."""

    before: int
    rows: Sequence[tuple[str, str]]
    after: int


class ShipRow(Record):
    """The row of a ship, or of several alike; ``depth`` counts its carriers."""

    place: str
    name: str
    design: str
    depth: int
    load: str
    damage: str
    remarks: str
    carries: bool


class Annex:
    """The tables of a report; ``lists`` is False where the campaign wants events only."""

    points = staticmethod(points)
    project = staticmethod(called)

    def __init__(self, view: View, story: Sequence[Section[Item]], *, lists: bool) -> None:
        self.view = view
        self.lists = lists
        self.accounts = accounts(view.empire, story)
        self.course = money(view.empire.annals)
        self.growth = growth(view)
        self.systems = sorted(view.systems, key=lambda one: (not one.yours, one.name))
        self.ships = ship_rows(view.ships)
        self._names = Names(view)
        self._visited: dict[str, set[str]] = {}  # who has ships there; "" for the reader
        for ship in view.ships:
            self._visited.setdefault(ship.at, set()).add(ship.owner or "")

    def __repr__(self) -> str:
        return f"Annex({self.view!r}, {self.accounts!r}, {self.lists})"  # all else follows

    @property
    def empire(self) -> list[tuple[str, str]]:
        """Figures of the empire that the next sheet needs."""
        own = self.view.empire
        by_territory = any("territory" in (one.method, one.by) for one in self.view.goals)
        rows = [
            ("Production next turn", str(own.production_next)),
            ("Treasury", f"{own.treasury} at {own.treasury_at}"),
            ("Debt", str(own.debt or "")),
            ("Usable next turn only", str(own.locked or "")),
            ("Home star", own.home or "destroyed"),
            ("Builds at", own.capital if own.capital != own.home else ""),
            ("Territory points", str(own.points) if by_territory else ""),
            ("Turns missed", str(own.missed or "")),
        ]
        return [(name, value) for name, value in rows if value]

    def levels(self, held: Mapping[str, int]) -> str:
        """Levels of technology by kind."""
        return ", ".join(f"{kind} {level}" for kind, level in sorted(held.items()))

    def bar(self, one: ProjectView) -> Markup | None:
        """The progress bar of a project; None where the campaign hides progress."""
        return None if one.done is None else bar(one.done, Fraction(one.goal))

    def status(self, one: SystemView) -> str:
        """The status and the owner of a system."""
        status = (one.status or "?").capitalize() if one.status != "NONE" else "–"
        if one.colonizer and one.captured:
            whose = "yours" if one.colonizer == YOU else "of aliens"
            by = "captured by you" if one.yours else "captured by aliens"
            return f"{status} {whose}, {by}"
        return f"{status} of {one.owner}" if one.owner else status

    def lines(self, one: SystemView) -> list[str]:
        """The warp lines of a system, with where they lead."""
        return [f"{letter} {to or '?'}" for letter, to in sorted(one.lines.items())]

    def planet(self, one: SystemView) -> str:
        """Units on a planet; own ones by number, those of others by their presence."""
        return ", ".join(_planet(one))

    def remarks(self, one: SystemView) -> str:
        """Remarks on a system."""
        return ", ".join(_remarks(one, self.view.turn, self._visited.get(one.name, ())))

    def seen(self, one: SystemView) -> str:
        """When a planet was last looked at; ships that only stand in its system do not see it."""
        if one.yours or (one.explored and one.last_seen == self.view.turn - 1):
            return "now"
        return f"turn {one.last_seen}" if one.explored else "not explored"

    def gate(self, one: GateView) -> str:
        """The place of a star gate end."""
        return {
            "stored": f"stored at {one.at}",
            "placed": f"in the warp point of {one.at}",
            "aboard": f"aboard {one.carrier}",
        }[one.place]

    def permit(self, one: PermitView) -> str:
        """A permission in force, in words."""
        ends = {end.id: end.name for end in self.view.gates}
        ships = {ship.id: ship.name for ship in self.view.ships}
        what = ends.get(one.what) or ships.get(one.what) or one.what
        if one.kind == "stop":
            return f"Your own ships are stopped at {what}"
        default = "all your gates" if one.kind == "gate" else "your interdiction"
        return capital(f"{self._names.who(one.who)} {_KINDS[one.kind]} {what or default}")

    def goal(self, one: GoalView) -> str:
        """A victory condition; hidden numbers are not shown. Rule: NV VIC-01."""
        level = one.level if one.level is not None else "a hidden number of"
        if one.method == "time":
            last = f"turn {one.last}" if one.last is not None else "a hidden turn"
            return f"Time: the highest {one.by} after {last}"
        words = {
            "population": f"Population: {level} points for outposts, settlements and worlds",
            "production": f"Production: more than {level} MCr a turn",
            "territory": f"Territory: {level} points for systems held",
        }[one.method]
        return words + (f", or the most after turn {one.last}" if one.last else "")


def briefing(view: View) -> Briefing:
    """The reader's systems and the places of their ships in a few rows, the richest first."""
    designs: dict[str, Counter[str]] = {}
    for ship in view.ships:
        if not ship.carrier and not ship.owner:
            designs.setdefault(place_of(ship), Counter())[ship.design] += 1
    own = {one.name: one for one in view.systems if one.yours}
    places = sorted({*own, *designs}, key=lambda at: (-own[at].revenue if at in own else 1, at))
    rows = [
        (
            at,
            own[at].status.capitalize() if at in own else "",
            str(own[at].revenue or "") if at in own else "",
            ", ".join(_planet(own[at])) if at in own else "",
            ", ".join(f"{number} {design}" for design, number in sorted(ships.items())),
        )
        for at in places
        for ships in [designs.get(at, Counter())]
    ]
    empire = view.empire
    ships = sum(sum(one.values()) for one in designs.values())
    return Briefing(
        ("Place", "Status", "MCr", "On the planet", "Ships"),
        (2,),
        few(rows, "places"),
        f"{empire.production_next} MCr of production and {empire.treasury} of treasury to spend, "
        f"{count(ships, 'ship')} to order"
        if empire.name and rows
        else "",
        len(rows) <= MOST,
    )


def accounts(own: EmpireView, story: Iterable[Section[Item]]) -> Accounts | None:
    """Add up each kind of payment of the turn; None for a reader without an empire."""
    if not own.name:
        return None
    sums = dict.fromkeys((*ACCOUNTS.values(), "Other"), 0)
    for section in story:
        for item in section.items:
            sums[ACCOUNTS.get(item.kind, "Other")] += item.mcr
    rows = [(title, signed(f"{sum:+}")) for title, sum in sums.items() if sum]
    return Accounts(own.treasury - sum(sums.values()), rows, own.treasury)


# --- systems and ships ----------------------------------------------------------------------


def _planet(one: SystemView) -> Iterator[str]:
    if one.militia:
        yield f"{one.militia} militia"
    for unit in one.surface:
        foreign = {YOU: "", ALIEN: " of aliens"}
        yield f"{unit.number} {unit.kind}{foreign.get(unit.owner, f' of {unit.owner}')}"
    if one.ic:
        yield "IC established"
    if not one.yours:
        if one.sdu:
            yield "SDUs"
        if one.armies:
            yield "armies"
        if one.alien_surface:
            yield "aliens"


def _remarks(one: SystemView, turn: int, visitors: Collection[str]) -> Iterator[str]:
    if one.home:
        yield "home star"
    if one.suppressed:
        yield "suppressed"
    if one.ic_barred:
        yield "IC builds nothing"
    if one.met:
        yield f"met {', '.join('aliens' if who == ALIEN else who for who in one.met)}"
    if one.alien_ships:
        ships = count(one.alien_ships, "alien ship")
        # An old sighting must not read as one of this turn.
        yield ships if one.last_seen == turn - 1 else f"{ships} in turn {one.last_seen}"
    if one.interdicted:
        yield f"stopped there in turn {one.interdicted}"
    if one.return_letter:
        yield f"home by {one.return_letter}"
    if visitors and not one.yours and one.last_seen < turn - 1:
        owners = sorted(filter(None, visitors))
        yield f"ships of {listed(owners)} are there" if owners else "your ships are there"


def ship_rows(ships: Sequence[ShipView]) -> list[ShipRow]:
    """Ships by place and design; what is aboard follows its carrier.

    Ships that differ in their names alone share a row.
    """
    aboard: dict[str, list[ShipView]] = {}
    for ship in ships:
        aboard.setdefault(ship.carrier, []).append(ship)
    free = sorted(aboard.pop("", ()), key=lambda one: (place_of(one), one.design, one.name))
    rows = [row for ship in free for row in _with_load(ship, aboard, place_of(ship), 0)]
    return [_together(list(alike)) for _said, alike in groupby(rows, _said)]


def _said(row: ShipRow) -> ShipRow:
    """The row without its name; a ship that carries or is carried keeps it."""
    return row if row.depth or row.carries else replace(row, name="")


def _together(rows: Sequence[ShipRow]) -> ShipRow:
    """Merge rows that differ in their names alone."""
    first = rows[0]
    each = " each" if len(rows) > 1 and first.load else ""
    return replace(first, name=", ".join(one.name for one in rows), load=first.load + each)


def _with_load(
    ship: ShipView, aboard: Mapping[str, Sequence[ShipView]], place: str, depth: int
) -> Iterator[ShipRow]:
    damage = ", ".join(parts_lost(ship.damage))
    remarks = [f"in {ship.bay}" if ship.bay else "aboard"] if depth else []
    remarks += ["named by the program"] if ship.unnamed else []
    remarks += [f"of {ship.owner}"] if ship.owner else []
    yield ShipRow(
        place,
        ship.name,
        ship.design,
        depth,
        cargo(ship),
        f"lost: {damage}" if damage else "",
        ", ".join(remarks),
        ship.name in aboard,
    )
    for one in aboard.get(ship.name, ()):
        yield from _with_load(one, aboard, place, depth + 1)
