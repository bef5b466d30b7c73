"""The contents of a battle picture: moves, fire and losses of a round.

A scene is made from events, or from a view of the battle as it stands; either way it holds only
what its reader knows. Rule: NV SPC-09, NV SPC-13.
"""

from collections.abc import Iterable, Mapping, Sequence

from pbm.games.nova.report.battles.battle_words import place, some, together, vector
from pbm.games.nova.report.battles.fight_facts import Called, Fight, Moves, Volley
from pbm.games.nova.state.battle.arena import Place
from pbm.kit.english import capital
from pbm.kit.records import Record


class Moved(Record):
    """A ship on the map: where it was and is, in axial steps from the center.

    ``side``: 0 for own ships, 1 for aliens; for the game master a number for each empire.
    ``vector``: what it keeps, drawn where a scene looks ahead.
    """

    who: str
    side: int
    start: Place
    end: Place
    vector: Place = (0, 0)


class Shots(Record):
    """Fire of one ship at another, its damage in points, and the ids of its events."""

    by: str
    to: str
    side: int
    damage: int
    events: tuple[str, ...] = ()


class Scene(Record):
    """One picture. ``gone``: how ships left the map in this round, by name.

    ``sides``: how ships of each side are counted. ``ahead``: vectors are drawn, since the next
    moves are to be chosen.
    """

    title: str
    moves: Sequence[Moved] = ()
    fire: Sequence[Shots] = ()
    gone: Mapping[str, str] = {}
    sides: Sequence[str] = ("own", "alien")
    ahead: bool = False
    round: int = 0


def scenes(told: Iterable[Fight]) -> list[Scene]:
    """The scene of every round whose moves are known."""
    rounds: dict[int, list[Fight]] = {}
    sides = Sides()
    for one in told:
        rounds.setdefault(one.round, []).append(one)
    return [
        _scene(number, events, sides)
        for number, events in sorted(rounds.items())
        if any(isinstance(one, Moves) for one in events)
    ]


class Sides:
    """Numbers of sides: 0 own, 1 alien; for named empires in their order of appearance."""

    def __init__(self) -> None:
        self._empires: dict[str, int] = {}

    def of(self, one: Called) -> int:
        """The number of the side of a ship."""
        if one.of:
            return self._empires.setdefault(one.of, len(self._empires))
        return 0 if one.own else 1

    @property
    def names(self) -> Sequence[str]:
        """How ships of each side are counted, by its number."""
        return tuple(self._empires) or ("own", "alien")


def _scene(number: int, events: Iterable[Fight], sides: Sides) -> Scene:
    moves: list[Moved] = []
    fire: dict[tuple[str, str], Shots] = {}
    gone: dict[str, str] = {}
    for one in events:
        if isinstance(one, Moves):
            moves += [
                Moved(ship.name, sides.of(ship), (a, b), (c, d), (e, f))
                for ship, a, b, c, d, e, f, _thrust in one.ships
            ]
        elif isinstance(one, Volley):
            pair = one.by.name, one.to.name
            before = fire.get(pair, Shots(*pair, 0, 0))
            damage = sum(one.damages) + before.damage
            fire[pair] = Shots(*pair, sides.of(one.by), damage, (*before.events, one.event))
        elif one.gone:
            gone[one.lost.name] = one.gone
    return Scene(f"Round {number}", moves, list(fire.values()), gone, sides.names, round=number)


def spoken(scene: Scene) -> str:
    """A scene in words, for those who cannot see its picture."""
    still = [one.who for one in scene.moves if one.start == one.end]
    parts = [
        f"{one.who} from {place(one.start)} to {place(one.end)}"
        for one in scene.moves
        if one.start != one.end
    ]
    told = [f"{some(parts)}." if parts else "", f"In place: {some(still)}." if still else ""]
    if scene.ahead:
        told = [
            f"{one.who} at {place(one.end)}, vector {vector(one.vector)}." for one in scene.moves
        ]
    shots = [f"{one.by} at {one.to}, {one.damage}" for one in scene.fire]
    told += [f"Fire and damage: {some(shots)}." if shots else ""]
    told += [f"{capital(what)}: {some(who)}." for what, who in _by_fate(scene).items()]
    return " ".join([f"{scene.title}.", *filter(None, told)])


def _by_fate(scene: Scene) -> dict[str, list[str]]:
    return together((what, who) for who, what in scene.gone.items())
