"""Reads a BATTLE sheet: what a player's ships are to do in one round of a battle by mail.

    Africa: plot 2*3 1*1; fire BL1 at c2; fire 2 ML Dart at c1; SN 30; jump
    all: EW none; DG off

Items of BATTLE lines hold for this round; the rest are orders for the round itself. All is
judged by what the player's battle packet says. Rule: NV SPC-04, NV SPC-09, NV SPC-11, NV SPC-18,
NV SPC-41, NV SPC-53. Ambiguity: NV A-WHO, NV A-ORD-STRICT.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbm.engine.events import OrderRef
from pbm.engine.types import Reading
from pbm.games.nova.orders.battle.doctrine import SPACE
from pbm.games.nova.orders.battle.items import items_of, read_item
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.rounds import carriers, fire, leaving, plot
from pbm.games.nova.orders.rounds.round_orders import FIRE, RoundOrders, Told
from pbm.games.nova.orders.rounds.ship_resolver import RoundOrder, ShipResolver
from pbm.games.nova.state.battle.arena import ABOARD, CAPTURED, DESTROYED, IN_PLAY, JUMPED
from pbm.games.nova.state.battle.mailed import place_of_mailing
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.games.nova.view.record import BattleView, FighterView
from pbm.kit.english import listed
from pbm.kit.problems import invalid
from pbm.kit.text import folded
from pbm.language.line_log import LineLog
from pbm.language.natural import without_marks
from pbm.language.parse_tree import Note
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line
from pbm.sheets.quoting import near

# Whom a line is for: the narrower goes first.
_SHIP, _CLASS, _ALL = 0, 1, 2
_NOTE = re.compile(r"note(?:\s+to(?:\s+the)?\s+(?:gm|game\s+master))?\s*:?\s*(?P<text>.*)", re.I)
_WHO = re.compile(r"[^;:]+:")
_NAME = re.compile(r'\s*(?P<klass>class\s+)?(?P<name>"[^"]*"|[^,;"]+)', re.IGNORECASE)
# All orders for a round; what is none of them is an item of BATTLE lines.
ORDERS: tuple[RoundOrder, ...] = (plot.ORDER, *fire.ORDERS, *carriers.ORDERS, *leaving.ORDERS)
_KNOWN = dict.fromkeys((*(one.verb for one in ORDERS), *map(str.casefold, SPACE)))
# Leaves everything to the BATTLE lines; a prefilled sheet says it of each ship.
_BY_DOCTRINE = "doctrine"
_GONE = {DESTROYED: "was destroyed", JUMPED: "has jumped away", CAPTURED: "was captured"}


def read_round(
    sheet: Sheet, roster: Roster, battles: Sequence[BattleView], options: Mapping[str, str]
) -> Reading:
    """The orders for a round, with every problem and each line as understood."""
    due = [one for one in battles if one.mailing]
    battle = _battle(sheet, due)
    if battle is None:
        waiting = [f"{one.system} round {one.round + 1}" for one in due]
        fault = invalid(
            f"no battle needs a sheet for turn {sheet.mailing}",
            sheet.span,
            reason=f"Sheets are due from {listed(waiting)}" if waiting else "",
            outcome="None of it was used",
            remedy="Look at your newest battle report",
        )
        return Reading(RoundOrders(roster.player), (fault,))
    reader = _Reader(sheet, roster, options, LineLog(sheet, roster.player), battle)
    for written in sheet.lines:
        line = without_marks(written) if _NOTE.match(written.text) is None else written
        reader.log.take(line)
        for part in reader.cut(line):
            reader.take(line, part)
    return reader.reading()


def _battle(sheet: Sheet, due: Sequence[BattleView]) -> BattleView | None:
    place = f"/{sheet.mailing.partition('/')[2].partition('/')[0]}".casefold()
    return next((one for one in due if place_of_mailing(one.system).casefold() == place), None)


def _is_here(ship: FighterView) -> bool:
    """True for a ship on the map or aboard another."""
    return ship.state in (IN_PLAY, ABOARD)


@dataclass(slots=True)
class _Reader:
    sheet: Sheet
    roster: Roster
    options: Mapping[str, str]
    log: LineLog
    battle: BattleView
    told: list[tuple[int, Told]] = field(default_factory=list)
    items: dict[str, list[tuple[int, BattleItem]]] = field(default_factory=dict)
    fired: dict[str, set[str]] = field(default_factory=dict)
    ships: dict[str, FighterView] = field(init=False)
    called: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        self.ships = {folded(one.name): one for one in self.battle.own}
        names = {"all", *(one.name for one in self.ships.values())}
        names |= {one.design for one in self.ships.values()}
        any_of = "|".join(re.escape(name) for name in sorted(names, key=lambda n: (-len(n), n)))
        one = rf'(?:"(?:{any_of})"|(?:{any_of})(?![\w\-]))'
        self.called = re.compile(rf"{one}(?:\s*,\s*{one})*", re.IGNORECASE)

    def cut(self, line: Line) -> list[Line]:
        """A line that went on by mistake (a semicolon at its end), where it names other ships."""
        found, start = [], 0
        for index in line.joins:
            named = _WHO.match(line.text, index) or self.called.match(line.text, index)
            if named and self._is_whole(line.text[start:index]):
                found.append(line.part(start, index))
                start = index
        return [*found, line.part(start, len(line.text))]

    def _is_whole(self, text: str) -> bool:
        """True if something is ordered here, not only ships named."""
        return ":" in text or not self.called.fullmatch(text.strip().rstrip(",").rstrip())

    def take(self, whole: Line, line: Line) -> None:
        """One line, or the part of one that is for others: whom it is for, and what to do."""
        note = _NOTE.fullmatch(line.text.strip())
        if note is not None:
            self.log.note(whole, Note(note["text"].strip()))
            return
        ref = OrderRef(self.roster.player, self.sheet.mailing, whole.number, whole.order)
        resolver = Resolver(line, ref, self.roster, self.options)
        head, colon, _rest = line.text.partition(":")
        if not colon and (named := self.called.match(line.text)) is not None:
            head = named[0]
        elif not colon:
            resolver.say_bad(
                "nothing shows where the ships end and their orders begin",
                f"Write a colon behind the ships, as in  {self._example()}",
            )
            self.log.refuse(whole, *resolver.problems)
            return
        rank, ships = self._whom(resolver, line.part(0, len(head)))
        said: list[str] = []
        for part in items_of(line, len(head) + len(colon)):
            said += self._item(resolver, part, rank, ships)
        if not resolver.is_understood:
            self.log.refuse(whole, *resolver.problems)
        else:
            self.log.problems += resolver.problems
        if ships and said:
            names = listed([ship.name for ship in ships]) if rank == _SHIP else head.strip()
            self.log.say(whole, f"{names}: {'; '.join(said)}")

    def _example(self) -> str:
        first = next((ship for ship in self.ships.values()), None)
        return f"{first.name if first else 'all'}: plot 2*1"

    def _whom(self, resolver: Resolver, head: Line) -> tuple[int, list[FighterView]]:
        """The ships a line is for, and how narrowly it names them."""
        here = [ship for ship in self.ships.values() if _is_here(ship)]
        if folded(head.text.strip()) == "all":
            return _ALL, here
        found: list[FighterView] = []
        rank = _SHIP
        for match in _NAME.finditer(head.text):
            name = match["name"].strip().strip('"').strip()
            if not name:
                continue
            ship = None if match["klass"] else self.ships.get(folded(name))
            klass = [one for one in here if folded(one.design) == folded(name)]
            if ship is not None and not _is_here(ship):
                why = f"It {_GONE.get(ship.state, 'is not at the warp point')}"
                fault = f"{ship.name} takes no part in this round"
                resolver.at(head.part(*match.span())).refuse(fault, reason=why, rule="NV SPC-02")
            elif ship is not None:
                found.append(ship)
            elif klass:
                rank = _CLASS
                found += klass
            else:
                meant = near(name, {key: one.name for key, one in self.ships.items()})
                any_of = f"Write {listed([one.name for one in here], 'or')}, a class, or all"
                resolver.at(head.part(*match.span())).say_bad(
                    f'"{name}" is not a ship or class of yours in this battle',
                    f'Did you mean "{meant}"?' if meant else any_of,
                )
        return rank, found

    def _item(
        self, resolver: Resolver, part: Line, rank: int, ships: Sequence[FighterView]
    ) -> list[str]:
        """One order for all these ships; gives the words by which it was understood."""
        if folded(part.text) == _BY_DOCTRINE:
            return ["as your BATTLE lines say"]
        order = next((one for one in ORDERS if one.form.fullmatch(part.text)), None)
        if order is not None:
            words: list[str] = []
            for ship in ships:
                told = order.read(self._of_ship(resolver.at(part), ship, rank))
                if told is not None:
                    self._once(resolver, part, rank, ship, told)
                    self.told.append((rank, told))
                    words.append(told.words)
            return list(dict.fromkeys(words))
        before = len(resolver.problems)
        item = read_item(resolver.at(part), SPACE, f"Orders are {listed(_KNOWN)}")
        if not resolver.is_understood and len(resolver.problems) > before:
            return []
        for ship in ships:
            self.items.setdefault(ship.id, []).append((rank, item))
        return [part.text]

    def _of_ship(self, order: Resolver, ship: FighterView, rank: int) -> ShipResolver:
        return ShipResolver(
            *(order.line, order.ref, order.roster, order.options),
            problems=order.problems,
            fighter=ship,
            battle=self.battle,
            fired=self.fired.setdefault(ship.id, set()),
            alone=rank == _SHIP,
        )

    def _once(
        self, resolver: Resolver, part: Line, rank: int, ship: FighterView, told: Told
    ) -> None:
        """Point out an order that another of the same sheet leaves without effect."""
        same = (rank, told.ship, told.kind, told.other)
        if told.kind != FIRE and any(
            (at, one.ship, one.kind, one.other) == same for at, one in self.told
        ):
            fault = f'"{part.text}" repeats an order that {ship.name} already has'
            reason = "The first of such orders holds"
            resolver.at(part).warn(fault, reason=reason)

    def reading(self) -> Reading:
        """All of it, what is for single ships first."""
        told = sorted(self.told, key=lambda one: one[0])
        items = {
            id: tuple(item for _rank, item in sorted(found, key=lambda one: one[0]))
            for id, found in self.items.items()
        }
        self.log.mark_docket(f"battle-{self.battle.system}-{self.battle.round + 1}")
        orders = RoundOrders(self.roster.player, tuple(one for _rank, one in told), items)
        return self.log.reading(orders)
