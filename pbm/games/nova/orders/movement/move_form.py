"""What movement lines share that differ in names and warp lines alone."""

from collections.abc import Sequence

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.forms import Place
from pbm.games.nova.orders.movement.routes import BY_LETTER
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump, Mover
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class MoveForm(Record):
    """A form of movement lines, with its movers and jumps, each behind its places.

    Those of a jump are of its letter and of its system. ``retreat`` is the place of either.
    """

    like: Movement
    start: int
    movers: tuple[tuple[int, Mover], ...]
    route: tuple[tuple[int, int, Jump], ...]
    retreat: int
    tow: int

    @property
    def systems(self) -> Sequence[int]:
        """Where the lines start, jump and retreat to."""
        jumps = [at for _letter, at, _jump in self.route]
        return (self.start, *jumps, self.retreat if len(self.like.retreat) > 1 else 0)

    @property
    def things(self) -> Sequence[int]:
        """Ships."""
        return (*[at for at, _mover in self.movers], self.tow)

    @property
    def letters(self) -> Sequence[int]:
        """Where the lines jump and retreat to."""
        jumps = [letter for letter, _at, _jump in self.route]
        return (*jumps, self.retreat if len(self.like.retreat) == 1 else 0)

    def order(self, words: Sequence[str], roster: Roster, ref: OrderRef) -> Movement:
        """The order of a line of the form."""
        like, systems, ships = self.like, roster.systems, roster.ships
        movers = [Mover(ships[words[at]].id, one.cargo) if at else one for at, one in self.movers]
        route = []
        for letter, at, jump in self.route:
            if at:
                named = words[letter].upper() if letter else jump.letter
                jump = Jump(named, systems[words[at]].name)
            else:
                jump = BY_LETTER[words[letter].upper()]
            route.append(jump)
        retreat = like.retreat
        if self.retreat:
            word = words[self.retreat]
            retreat = word.upper() if len(retreat) == 1 else systems[word].name
        return Movement(
            ref,
            systems[words[self.start]].name,
            tuple(movers),
            tuple(route),
            like.codes,
            retreat,
            like.setup,
            ships[words[self.tow]].id if self.tow else like.tow,
            like.retreating,
        )


def form_of(node: Node, order: Movement, place: Place) -> MoveForm:
    """The form of a movement line, from its tree and its order."""
    system, movers, *others = node.items[order.retreating :]
    parts = {part.kind: part for part in others}
    jumps = [one.items for one in parts["route"].parts] if order.route else []
    route = [
        (place(items[1]) if jump.letter else 0, place(items[-1]) if jump.system else 0, jump)
        for items, jump in zip(jumps, order.route, strict=True)
    ]
    ships = [place(one.items[0]) if one.kind == "ship" else 0 for one in movers.parts]
    return MoveForm(
        order,
        place(system),
        tuple(zip(ships, order.movers, strict=True)),
        tuple(route),
        place(parts["retreat_to"].items[-1]) if order.retreat else 0,
        place(parts["tow"].items[1]) if order.tow else 0,
    )
