"""What movement lines share that differ in the names alone."""

from collections.abc import Sequence

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.forms import Place
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump, Mover
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class MoveForm(Record):
    """A form of movement lines, with its movers and jumps, each behind its place.

    ``route`` is empty if no jump has one.
    """

    like: Movement
    start: int
    movers: tuple[tuple[int, Mover], ...]
    route: tuple[tuple[int, Jump], ...]
    retreat: int
    tow: int

    @property
    def systems(self) -> Sequence[int]:
        """Where the lines start, jump and retreat to."""
        return (self.start, *[at for at, _jump in self.route], self.retreat)

    @property
    def things(self) -> Sequence[int]:
        """Ships."""
        return (*[at for at, _mover in self.movers], self.tow)

    def order(self, words: Sequence[str], roster: Roster, ref: OrderRef) -> Movement:
        """The order of a line of the form."""
        like, systems, ships = self.like, roster.systems, roster.ships
        movers = [Mover(ships[words[at]].id, one.cargo) if at else one for at, one in self.movers]
        route = like.route
        if self.route:
            route = tuple(
                [Jump(one.letter, systems[words[at]].name) if at else one for at, one in self.route]
            )
        return Movement(
            ref,
            systems[words[self.start]].name,
            tuple(movers),
            route,
            like.codes,
            systems[words[self.retreat]].name if self.retreat else like.retreat,
            like.setup,
            ships[words[self.tow]].id if self.tow else like.tow,
            like.retreating,
        )


def form_of(node: Node, order: Movement, place: Place) -> MoveForm:
    """The form of a movement line, from its tree and its order."""
    system, movers, *others = node.items[order.retreating :]
    parts = {part.kind: part for part in others}
    jumps = [one.items[-1] for one in parts["route"].parts] if order.route else []
    pairs = zip(jumps, order.route, strict=True)
    route = tuple([(place(one) if jump.system else 0, jump) for one, jump in pairs])
    ships = [place(one.items[0]) if one.kind == "ship" else 0 for one in movers.parts]
    return MoveForm(
        order,
        place(system),
        tuple(zip(ships, order.movers, strict=True)),
        route if any(at for at, _jump in route) else (),
        place(parts["retreat_to"].items[-1]) if len(order.retreat) > 1 else 0,
        place(parts["tow"].items[1]) if order.tow else 0,
    )
