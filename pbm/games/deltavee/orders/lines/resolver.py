"""Names, hexes and conditions of one line, looked up against what its player knows.

What makes a statement *invalid* (it cannot be understood) is said here and in the builders of
orders beside it; what makes it illegal stands in `pbm.games.deltavee.orders.checks.checks`.
"""

from collections.abc import Iterable, Mapping, Sequence

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, TESTS, Condition, ConditionTest
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.parts import KINDS, kinds_meant, near_part
from pbm.games.deltavee.orders.lines.roster import GONE, Roster
from pbm.games.deltavee.orders.lines.syntax import Ref, Tests, UnitTest
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.view.record import AboardView, ContactView, UnitView
from pbm.kit.english import capital, nearest
from pbm.kit.problems import warning
from pbm.kit.records import Record
from pbm.language.conditions_syntax import all_of
from pbm.language.order_resolver import NOT_DONE, OrderResolver, quoted
from pbm.language.parse_tree import Node
from pbm.language.token import Token

MOST_BOXES = 99
# Words for several units, for whom a misspelt one was taken for a name.
_WORDS = ("missile", "contact", "enemy", "nearest")


# Parts that anybody can name of any ship; which pods an enemy carries is not known.
_OPEN_PARTS = ("bridge", "engine", "force field", "hull", "grid")


class Testable(Record):
    """What a condition may ask of the act at testable.

    ``fire``: its chance and value; ``reach``: whether it is in range; ``target``: what a range
    is to where the condition does not say, as written.
    """

    fire: bool = False
    reach: bool = False
    target: tuple[Ref, ...] = ()


NO_ACT = Testable()


class UnitResolver(OrderResolver):
    """Looks up what stands in a line for one unit, or for all of a kind.

    ``kind`` is spaceship, battlecraft, missile or a type of missile; ``unit`` is None in a
    line for all of them.
    """

    roster: Roster
    names: SheetNames
    options: Mapping[str, str]
    kind: str
    record: UnitView | None = None

    @property
    def unit(self) -> Unit | None:
        """The unit as the rules see it; None in a line for all of a kind."""
        return None if self.record is None else self.roster.unit(self.record.id)

    @property
    def name(self) -> str:
        """What messages call the unit, or all of them."""
        if self.record is not None:
            return self.roster.designation(self.record.id)
        return f"a {self.kind}" if self.kind in ("spaceship", "battlecraft") else "a missile"

    # --- units ---

    def enemies(self, refs: Iterable[Ref]) -> tuple[str, ...]:
        """Targets of fire and interceptions: ids, and words for several; not one's own."""
        return self.listed(refs, self._enemy)

    def _enemy(self, ref: Ref) -> str:
        if ref.whose != "own":
            return self.target(ref)
        fault = f"{ref.text} is on your own side"
        self.bad(ref.word, fault, reason="Only enemies can be named here")
        return ""

    def targets(self, refs: Iterable[Ref]) -> tuple[str, ...]:
        """Targets of other acts, one's own units too."""
        return self.listed(refs, self._other)

    def _other(self, ref: Ref) -> str:
        if ref.whose != "own" or not self.is_itself(ref):
            return self.target(ref)
        self.bad(ref.word, f"{ref.text} is this unit itself")
        return ""

    def is_itself(self, ref: Ref) -> bool:
        """True for a name of the very unit the line is for."""
        return self.record is not None and self.roster.own(ref.text) is self.record

    def target(self, ref: Ref) -> str:
        """The id of an enemy unless the line says ``own``; a word for several; "" for neither."""
        if ref.whose in ("any", "nearest"):
            return ref.text
        if ref.whose == "hex":
            at = self.hex(ref.word)
            return "" if at is None else self.roster.maps.label(at)
        found = self.subject(ref)
        if found is not None and found.status in ("gone", *GONE):
            self._warn_gone(ref, found)
        return found.id if found is not None else ""

    def subject(self, ref: Ref) -> UnitView | ContactView | None:
        """The unit of a name, the enemy's unless the line says ``own``; a contact too."""
        if ref.whose == "contact":
            return self._contact(ref)
        if ref.whose == "own":
            return self.own(ref)
        found = self.roster.enemy(ref.text)
        if found is None and (carried := self.roster.aboard(ref.text)) is not None:
            self._is_aboard(ref, carried)
        elif found is None:
            mine = self.roster.own(ref.text) is not None and not ref.whose
            remedy = f"Write  own {ref.text}  for your own" if mine else ""
            self._no_unit(ref, "not an enemy unit that you know of", remedy)
        return found

    def own(self, ref: Ref) -> UnitView | None:
        """The unit of the player's side with a name."""
        found = self.roster.own(ref.text) if ref.whose in ("", "own") else None
        if found is None:
            self._no_unit(ref, "not a unit of your side", "", own=True)
        return found

    def _contact(self, ref: Ref) -> ContactView | None:
        found = self.roster.contacts.get(int(ref.text))
        if found is None:
            self.bad(
                ref.word,
                f"there is no contact {ref.text} that you know of",
                remedy="What has been revealed goes by its letter or number",
            )
        return found

    def _no_unit(self, ref: Ref, fault: str, remedy: str, *, own: bool = False) -> None:
        near = self.roster.near_own(ref.text) if own else self.roster.near_enemy(ref.text)
        near = near or nearest(ref.text.casefold(), _WORDS, 70)
        remedy = remedy or (f"Did you mean {near}?" if near else "")
        self.bad(ref.word, f"{quoted(ref.word)} is {fault}", remedy=remedy)

    def _is_aboard(self, ref: Ref, craft: AboardView) -> None:
        ship = self.roster.record(craft.ship)
        whose = f"enemy {ship.designation}" if ship is not None else "its ship"
        self.bad(
            ref.word,
            f"{quoted(ref.word)} is aboard {whose}",
            reason="A battlecraft in its pod is not on the table",
            remedy=f"Name {ship.designation}, or another unit" if ship is not None else "",
            rule="DV 5.6",
        )

    def _warn_gone(self, ref: Ref, found: UnitView | ContactView) -> None:
        if isinstance(found, UnitView):
            label, what = self.roster.label(found), f"It {GONE[found.status]}"
        else:
            label, what = f"contact {ref.text}", "It is gone"
        self.problems.append(
            warning(
                f"{label} is out of play",
                self.span(ref.word),
                reason=what,
                outcome="It does not count here",
            )
        )

    # --- places and directions ---

    def hex(self, token: Token) -> Hex | None:
        """A hex of the maps in play."""
        at = self.roster.hex(token.upper())
        if at is None:
            fault = f"{token.upper()} is on none of the maps"
            self.bad(token, fault, reason=self.roster.maps_in_words())
        return at

    def direction(self, token: Token, number: int | None) -> Direction | None:
        """A direction of the clock."""
        if number is None or number in DIRECTIONS:
            return None if number is None else Direction(number)
        fault = f"{number} is not a direction"
        self.bad(token, fault, reason="Directions are 1 to 12, as on a clock", rule="DV 6.1")
        return None

    def bearing(self, token: Token, number: int | None) -> Direction | None:
        """A direction through a hexside: where an adjacent hex lies."""
        bearing = self.direction(token, number)
        grid = self.roster.maps.grid
        if bearing is None or grid.is_side(bearing):
            return bearing
        sides = ", ".join(map(str, grid.sides))
        fault = f"{number} o'clock points to a corner, not to a hex"
        self.bad(token, fault, reason=f"Adjacent hexes lie at {sides} o'clock", rule="DV 6.1")
        return None

    # --- conditions ---

    def condition(self, raw: Tests | None, testable: Testable = NO_ACT) -> Condition:
        """A condition; ``testable`` says what it may ask of the act it limits."""
        if raw is None:
            return ALWAYS
        found = self.until(raw, testable)
        self.in_turn(found, self.roster.turn)
        return found

    def until(self, raw: Tests, testable: Testable = NO_ACT) -> Condition:
        """A condition that may be one for another turn than that of the sheet."""
        self.bounded(raw)
        return Condition(
            tuple(tuple(self.test(test, testable) for test in group) for group in raw.any_of)
        )

    def conditions(self, raws: Sequence[Tests | None], testable: Testable = NO_ACT) -> Condition:
        """All of some conditions at once."""
        some = [raw for raw in raws if raw is not None]
        return self.condition(all_of(some) if some else None, testable)

    def test(self, raw: UnitTest, testable: Testable) -> ConditionTest:
        """One test of a condition."""
        self._fits(raw, testable)
        kind, op, unit = raw.kind, raw.op, ""
        if kind == "within" and raw.unit is not None:
            unit = self.target(raw.unit)
            if raw.unit.whose == "own":  # only enemies are "within"; of an own unit it is a range
                kind, op = "range", "<="
        elif raw.unit is not None:
            found = self.subject(raw.unit)
            unit = found.id if found is not None else ""
            self._parts_known(raw, found)
        elif kind == "range":
            unit = self._range_to(raw, testable)
        if kind == "on_map" and self.roster.maps.lettered(raw.name) is None:
            # A map may be placed before the line is carried out.
            self.problems.append(warning(f"there is no map {raw.name} now", self.span(raw.word)))
        return ConditionTest(kind, unit, raw.name, raw.state, op, raw.number, raw.negated)

    def _fits(self, raw: UnitTest, testable: Testable) -> None:
        asks = TESTS[raw.kind].asks
        if asks == "fire" and not testable.fire:
            self.bad(
                raw.word,
                f"there is no {raw.kind} to test here",
                reason="Only laser and particle fire has one",
            )
        if asks == "reach" and not testable.reach:
            fault = f'"{raw.word}" says nothing here'
            reason = "Only a tractor beam and docking can be in range"
            self.bad(raw.word, fault, reason=reason)

    def _parts_known(self, raw: UnitTest, found: UnitView | ContactView | None) -> None:
        """The kinds of an enemy's pods are not for a condition to find out."""
        if raw.kind != "part" or found is None or found.id in self.roster.friends:
            return
        logged = isinstance(found, UnitView) and bool(found.parts)
        if raw.name not in _OPEN_PARTS and not raw.name[-1:].isdigit() and not logged:
            self.bad(
                raw.word,
                "which pods an enemy carries is not known to you",
                remedy="Name the pod by its number, such as  pod 2",
            )

    def _range_to(self, raw: UnitTest, testable: Testable) -> str:
        """The one target of the line, for a range that does not say to what."""
        named = [ref for ref in testable.target if ref.whose not in ("any", "nearest", "hex")]
        if len(named) == 1 == len(testable.target):
            return self.target(named[0])
        fault = "this range names no unit"
        self.bad(raw.word, fault, remedy="Write  range to A  with the letter or number of the unit")
        return ""

    # --- parts ---

    def pods_of(self, node: Node) -> tuple[str, ...]:
        """The pods of a range, by their names."""
        least, most = map(int, node.tokens("NUMBER"))
        if least > most or most > MOST_BOXES:
            self.bad(node.word, f"there are no pods {least}-{most}")
            return ()
        return tuple(f"pod {number}" for number in range(least, most + 1))

    def pod_kind(self, word: Token, text: str, others: tuple[str, ...]) -> str:
        """The kind of pod that words mean, those of the ship first; "" if that is not clear.

        ``others`` are what the words may mean beside pods.
        """
        unit = self.unit
        carried = [pod.kind for pod in unit.pods] if unit is not None else []
        found = kinds_meant(text, (*others, *carried)) or kinds_meant(text, KINDS)
        if len(found) == 1:
            return found[0]
        if found:
            several = f"{', '.join(found[:-1])} or {found[-1]}"
            self.bad(word, f'"{text}" can mean {several}', remedy="Write more of its words")
            return ""
        near = near_part(text, (*others, *carried, *KINDS))
        what = "neither a part of a ship nor a kind of pod" if others else "not a kind of pod"
        remedy = f"Did you mean {near}?" if near else "Between two of them stands a comma"
        self.bad(word, f'"{text}" is {what}', remedy=remedy)
        return ""

    # --- what the rules say ---

    def not_done(self, fault: str, why: str, rule: str, outcome: str = NOT_DONE) -> None:
        """Say why the line is not carried out; ``why`` is a phrase or a sentence."""
        self.refuse(fault, reason=capital(why), rule=rule, outcome=outcome)
