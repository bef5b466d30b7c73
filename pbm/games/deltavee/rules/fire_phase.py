"""The Fire Phase of one side: fires and launches of each unit, one at a time.

A fire is declared when the one before it is resolved; all fires of a unit come before those
of the next. Each item takes, for each of its fires, the first line and way that can be
carried out. An item without a line does nothing; but extra fires without a line repeat the
last fire that was made, from the item with the best chance.

Rule: DV 8.0, DV 8.1, DV 9.2. Ambiguity: DV-A16, DV-A50, DV-A51, DV-A101.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, PUBLIC, Change, OrderRef, Seen
from pbm.games.deltavee.orders.fire.fire import FireLine, FireWay, ShotWay
from pbm.games.deltavee.orders.fire.missile_launch import MissileLaunch
from pbm.games.deltavee.orders.lines.conditions import EARLIER, holds, not_held, unmet
from pbm.games.deltavee.orders.lines.targets import named
from pbm.games.deltavee.rules.detection import reveal
from pbm.games.deltavee.rules.fire.chance import AUTOMATIC, chance_of, in_ten
from pbm.games.deltavee.rules.fire.gunnery import Gun, ReadyFire, choose
from pbm.games.deltavee.rules.fire.hits import struck
from pbm.games.deltavee.rules.missiles.launching import launch, release
from pbm.games.deltavee.rules.movement.moving_order import in_order
from pbm.games.deltavee.rules.scenario_rules import reserve
from pbm.games.deltavee.rules.telling import not_done, orders_of
from pbm.games.deltavee.state.energy import left, spent_more
from pbm.games.deltavee.state.ratings import WEAPON_PODS
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import MIMS, Unit
from pbm.games.deltavee.state.usable import EXTRA, fires, item_fault
from pbm.games.deltavee.view.audience import of_side, private, shows_direction

# What both sides see of a fire while a direction is hidden (DV-A15).
_SHOWN = ("by", "item", "type", "target", "range", "chance", "rolled", "hit", "extra", "rolls")


def fire_side(work: PhaseContext, side: str) -> None:
    """Carry out the Fire Phase of a side. A MIMS launched in it comes last."""
    done: set[str] = set()
    while waiting := [unit for unit in in_order(work, side) if unit not in done]:
        for unit_id in waiting:
            done.add(unit_id)
            _fire_unit(work, unit_id)


def _fire_unit(work: PhaseContext, unit_id: str) -> None:
    unit: Unit = work.state.unit(unit_id)
    if not unit.in_play:
        return
    if not unit.is_missile:
        _Gunners(work, unit).fire_all()
    elif unit.klass == MIMS and not unit.released:
        release(work, unit_id)


class _Gunners:
    """One unit in its Fire Phase: what it has fired, what was said of its lines."""

    def __init__(self, work: PhaseContext, unit: Unit) -> None:
        self._work = work
        self._id = unit.id
        self._orders = orders_of(work, unit)
        self._floor = max((line.units for line in self._orders.floor), default=0)
        self._at: dict[str, int] = {}  # fires made by target
        self._named: dict[tuple[str, str], int] = {}  # fires made by item and target
        self._last: tuple[ShotWay, FireLine] | None = None
        self._launched: dict[tuple[int, int], int] = {}  # by line and place of the way in it
        self._carried_out: list[FireLine] = []
        self._told: set[tuple[int, str, str]] = set()

    @property
    def _unit(self) -> Unit:
        unit: Unit = self._work.state.unit(self._id)
        return unit

    def fire_all(self) -> None:
        """Make every fire of the unit, items in the order in which its lines name them."""
        lines = self._orders.fire
        if self._is_silent() or not lines:
            return
        items = list(dict.fromkeys(line.item for line in lines))
        for item in items:
            self._fire_item(item, [line for line in lines if line.item == item])
        if EXTRA not in items:
            self._repeat_last()

    def _is_silent(self) -> bool:
        """True while a line holds fire. Ambiguity: DV-A16."""
        state: State = self._work.state
        for line in self._orders.hold:
            if not holds(state, line.until, self._unit):
                work, unit = self._work, self._unit
                work.emit(
                    "fire_held",
                    unit.id,
                    rule="DV 8.1",
                    seen=private(work, unit),
                    order=line.ref,
                    unit=unit.id,
                    why=unmet(state, line.until, unit),
                )
                return True
        return False

    def _fire_item(self, item: str, lines: Sequence[FireLine]) -> None:
        number = fires(self._unit).get(item, 0)
        if not number:
            for line in lines:
                self._refuse(line.ref, line.ref.text, item_fault(self._unit, item))
        for _ in range(number):
            if not any(self._try_line(line) for line in lines):
                return

    def _try_line(self, line: FireLine) -> bool:
        """Make one fire by a line; False, and every reason told, if it makes none."""
        if self._is_ruled_out(line):
            self._refuse(line.ref, line.ref.text, EARLIER)
            return False
        for place, way in enumerate(line.ways):
            launch, key = isinstance(way, MissileLaunch), (line.ref.line, place)
            why = self._try(line, way)
            if not why:
                self._carried_out.append(line)
                if launch:
                    self._launched[key] = self._launched.get(key, 0) + 1
                return True
            if launched := self._launched.get(key, 0):
                self._no_more(line.ref, launched, why)
                continue
            words = line.ref.text if len(line.ways) == 1 else self._words(way)
            self._refuse(line.ref, words, why, launch=launch)
        return False

    def _is_ruled_out(self, line: FireLine) -> bool:
        """True for an ``else`` line if one of its chain has been carried out by another item.

        Lines of one item are alternatives for each of its fires, with ``else`` or without.
        """
        lines = self._orders.fire
        place = lines.index(line)
        while lines[place].otherwise and place:
            place -= 1
            above = lines[place]
            if above.item != line.item and above in self._carried_out:
                return True
        return False

    def _try(self, line: FireLine, way: FireWay) -> str:
        """Carry one way out; gives why not, empty if it was done."""
        if isinstance(way, MissileLaunch):
            return self._launch(line, way)
        sources = self._sources(line)
        conditions = (line.condition, way.condition)
        gun = Gun(self._unit, self._floor, self._at)
        ready = choose(self._work.state, gun, way, conditions, sources, self._work.options)
        if isinstance(ready, str):
            return ready
        self._last = way, line
        self._fire(line.item, ready, line.ref)
        return ""

    def _sources(self, line: FireLine) -> tuple[str, ...]:
        """The items a line's fire may come from."""
        if line.item != EXTRA:
            return (line.item,)
        return (line.source,) if line.source else self._items()

    def _items(self) -> tuple[str, ...]:
        return tuple(item for item in fires(self._unit) if item != EXTRA)

    def _launch(self, line: FireLine, way: MissileLaunch) -> str:
        """Launch a missile as a fire of an item. Rule: DV 9.2."""
        state: State = self._work.state
        for condition in (line.condition, way.condition):
            if not holds(state, condition, self._unit):
                return not_held(state, condition, self._unit)
        boxes = [
            part.box
            for source in self._sources(line)
            if (part := self._unit.part(source)) is not None and part.kind in WEAPON_PODS
        ]
        why = "only a weapon pod launches missiles"
        for box in boxes:
            why = launch(self._work, self._id, way, line.ref, line.item, box)
            if not why:
                self._count(line.item)
                break
        return why

    def _repeat_last(self) -> None:
        """Extra fires that no line names: the last fire again, from the best item."""
        for _ in range(fires(self._unit).get(EXTRA, 0)):
            if self._last is None:
                return
            way, line = self._last
            gun = Gun(self._unit, self._floor, self._at)
            conditions = (line.condition, way.condition)
            ready = choose(
                self._work.state, gun, way, conditions, self._items(), self._work.options
            )
            if isinstance(ready, str):
                self._refuse(line.ref, f"extra fire: {self._words(way)}", ready)
                return
            self._fire(EXTRA, ready, line.ref)

    def _fire(self, item: str, ready: ReadyFire, ref: OrderRef) -> None:
        """Roll for a fire, tell of it, spend its energy, and do the damage of a hit."""
        work = self._work
        if self._unit.is_battlecraft and work.options["reveal.on_fire"] == "yes":
            reveal(work, [self._unit], rule="DV 8.0", how="fire")
        target = ready.target.id
        count = self._named[item, target] = self._named.get((item, target), 0) + 1
        self._at[target] = self._at.get(target, 0) + 1
        self._count(item)
        name = (self._id, item, str(count), target)
        aim = ready.aim
        terms = work.counted(aim.terms, "fire", *name)
        if terms != aim.terms:
            aim = replace(aim, terms=terms, value=max(0, sum(amount for _term, amount in terms)))
            ready = replace(ready, aim=aim, chance=chance_of(ready.type, aim.value))
        rolls = [] if ready.chance == AUTOMATIC else [work.roll("d10", "fire", *name)]
        rolled = sum(roll.total for roll in rolls)
        hit = rolled <= in_ten(ready.chance)
        spent = spent_more(self._unit, ready.units)
        before = self._unit.spent
        work.state = work.state.with_units(spent)
        work.emit(
            "fired",
            self._id,
            target,
            rule="DV 8.6",
            seen=self._witnesses(ready.target),
            order=ref,
            rolls=rolls,
            terms=aim.terms,
            by=self._id,
            item=ready.source,
            extra=item == EXTRA,
            type=ready.type,
            target=target,
            range=aim.range,
            range_used=aim.range_used,
            statement=aim.relative.statement,
            relative=aim.relative.value,
            value=aim.value,
            chance=ready.chance,
            rolled=rolled,
            hit=hit,
        )
        if ready.units:
            work.emit(
                "energy_used",
                self._id,
                rule="DV 8.2",
                seen=of_side(work, spent.side),
                order=ref,
                changes=[Change(f"unit/{self._id}/spent", before, spent.spent)],
                unit=self._id,
                units=ready.units,
                left=left(spent),
            )
        if hit:
            struck(work, target, name=("hit", *name), rule="DV 8.7", by=self._id)

    def _count(self, item: str) -> None:
        unit = self._unit
        made = {**unit.use.fires, item: unit.use.fires.get(item, 0) + 1}
        self._work.state = self._work.state.with_units(
            replace(unit, use=replace(unit.use, fires=made))
        )
        reserve.shot(self._work, self._id)

    def _witnesses(self, target: Unit) -> Seen:
        """Everybody, but the relative velocity only where the enemy's direction is seen."""
        if shows_direction(self._work.options):
            return PUBLIC
        units = (self._unit, target)
        seen: dict[str, tuple[str, ...]] = {EVERYBODY: _SHOWN}
        for unit, enemy in (units, units[::-1]):
            if enemy.revealed:
                seen.update(of_side(self._work, unit.side))
        return seen

    def _words(self, way: FireWay) -> str:
        """One way of a line in the words of a sheet."""
        if isinstance(way, MissileLaunch):
            return f"launch {way.missile}{' prepared' if way.prepared else ''}"
        return f"{way.type} at {named(self._work.state, way.targets, self._unit.side)}"

    def _no_more(self, ref: OrderRef, number: int, why: str) -> None:
        """Tell once that a line launched so many missiles and why no more: it did what it says."""
        work, unit, told = self._work, self._unit, (ref.line, "", why)
        if told not in self._told:
            self._told.add(told)
            work.emit(
                "launches_made",
                unit.id,
                rule="DV 9.2",
                seen=private(work, unit),
                order=ref,
                unit=unit.id,
                number=number,
                why=why,
            )

    def _refuse(self, ref: OrderRef, words: str, why: str, *, launch: bool = False) -> None:
        """Tell once what of a line was not carried out."""
        told = (ref.line, words, why)
        if told not in self._told:
            self._told.add(told)
            what = "launch" if launch else "fire"
            not_done(self._work, self._unit, ref, what, why, rule="DV 8.1", written=words)
