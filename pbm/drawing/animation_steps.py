"""Derive the steps of a turn: where units were, who moved and who fired.

Steps are derived only from the story of a packet and the places its reader knows at its end, so a
step shows nothing else. Places are labels of hexes.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.story import Item, Scene, Section
from pbm.kit.records import Record

# The direction from a hex to the next one, as on a clock.
Heading = Callable[[str, str], int]


class Stand(Record):
    """A unit's hex, its direction as on a clock (0: unknown), and its screen, if any."""

    at: str
    facing: int = 0
    screen: bool = False


class DrawnMove(Record):
    """The hexes of a unit's move, from the one it left, and the events behind it.

    A move that something on its way interrupted is still one move.
    """

    unit: str
    way: tuple[str, ...]
    events: tuple[str, ...]


class DrawnShot(Record):
    """A shot and its result (``hit``, ``miss``, ``wasted``), or the damage of one.

    ``start`` and ``end`` are hexes; the end may be a hex on the target's way.
    """

    event: str
    by: str
    to: str
    start: str
    end: str
    fire: str
    damage: int
    part: str


class Loss(Record):
    """A unit that left the map, and its last hex."""

    unit: str
    at: str


class DrawnStep(Record):
    """A phase with movement or fire; ``section`` is its index in the story."""

    section: int
    title: str
    before: Mapping[str, Stand]
    after: Mapping[str, Stand]
    moves: tuple[DrawnMove, ...]
    shots: tuple[DrawnShot, ...]
    gone: tuple[Loss, ...]


def steps(
    story: Sequence[Section[Item]],
    last: Mapping[str, Stand],
    here: Sequence[str],
    heading: Heading | None = None,
) -> list[DrawnStep]:
    """The steps of a story, derived from its end backwards.

    ``last``: where each unit is, or was last seen; ``here``: the units on the map now.
    """
    table = {unit: last[unit] for unit in here}
    found: list[DrawnStep] = []
    for number, section in reversed(list(enumerate(story))):
        phase = _Phase(table, last, heading)
        for item in reversed(section.items):
            phase.undo(item)
        if phase.moves or phase.shots:
            found.append(
                DrawnStep(
                    number,
                    section.title,
                    dict(phase.table),
                    phase.after,
                    tuple(reversed(phase.moves)),
                    tuple(reversed(phase.shots)),
                    tuple(reversed(phase.gone)),
                )
            )
        table = phase.table
    return found[::-1]


def places(all: Sequence[DrawnStep]) -> list[str]:
    """The hexes in which something happens in these steps, without idle units' hexes."""
    found = [at for step in all for move in step.moves for at in move.way]
    found += [at for step in all for shot in step.shots for at in (shot.start, shot.end)]
    found += [loss.at for step in all for loss in step.gone]
    return list(dict.fromkeys(found))


class _Phase:
    """A phase that is undone event by event."""

    def __init__(
        self, table: Mapping[str, Stand], last: Mapping[str, Stand], heading: Heading | None
    ) -> None:
        self.table = dict(table)
        self.after = dict(table)
        self.moves: list[DrawnMove] = []
        self.shots: list[DrawnShot] = []
        self.gone: list[Loss] = []
        self._last = last
        self._heading = heading

    def undo(self, item: Item) -> None:
        """Restore the map to its state before an event."""
        scene = item.scene or Scene()
        for unit in scene.gone:
            self._bring_back(unit, item.track)
        if scene.by:
            self._shot(item.event, scene)
        if item.ships:
            self._lay_back(item.ships[0], item.track, scene.facing, item.event)
            self._screen(item.ships[0], scene.screen)
        for unit in scene.new:
            self.table.pop(unit, None)

    def _bring_back(self, unit: str, track: Sequence[str]) -> None:
        at = track[-1] if track else self._last[unit].at if unit in self._last else ""
        if at:
            self.table[unit] = replace(self._last.get(unit, Stand(at)), at=at)
            self.gone.append(Loss(unit, at))

    def _lay_back(self, unit: str, track: Sequence[str], facing: Sequence[int], event: str) -> None:
        before, now = facing or (0, 0)
        if len(track) > 1:
            if unit not in self.table:
                # It is out of sight at the end, and no event says where it went.
                self.table[unit] = self.after[unit] = Stand(track[-1], now)
            self._move(unit, tuple(track), event)
            before = before or (self._heading(track[0], track[1]) if self._heading else now)
            self.table[unit] = replace(self.table[unit], at=track[0], facing=before)
        elif before and unit in self.table:
            self.table[unit] = replace(self.table[unit], facing=before)

    def _screen(self, unit: str, what: str) -> None:
        if what and unit in self.table:
            self.table[unit] = replace(self.table[unit], screen=what == "down")

    def _move(self, unit: str, way: tuple[str, ...], event: str) -> None:
        for place, later in enumerate(self.moves):
            if later.unit == unit and later.way[0] == way[-1]:
                self.moves[place] = DrawnMove(unit, way + later.way[1:], (event, *later.events))
                return
        self.moves.append(DrawnMove(unit, way, (event,)))

    def _shot(self, event: str, scene: Scene) -> None:
        by, to = self.table.get(scene.by), self.table.get(scene.to)
        if by is None or to is None:
            return
        self.shots.append(
            DrawnShot(
                event,
                scene.by,
                scene.to,
                scene.start or by.at,
                scene.end or to.at,
                scene.fire,
                scene.damage,
                scene.part,
            )
        )
