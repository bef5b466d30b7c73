"""Knight Hawks: the table is open; supplies, sheets and what a sheet aims at are not."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.knighthawks import leaks
from tests.secrecy.harness import Outcome, World
from tests.secrecy.leak import Leak, lines_counted
from tests.secrecy.lines import idle_line_added, line_left_out
from tests.secrecy.secrets import Allows, Changed, Draw, Secret, others

# Events, or facts of events, that only their player perceives. Ambiguity: KH-R41.
PRIVATE = {
    "move_changed": ("*",),
    "not_done": ("*",),
    "not_needed": ("*",),
    "supply_used": ("*",),
    "ruling": ("*",),
    "moved": ("way", "of", "plot"),
    "message": ("*",),
}
# No ship is hidden.
OUTLINE: tuple[str, ...] = ()
PLACES: tuple[str, ...] = ()


def _closed(world: World) -> bool:
    return world.campaign.options["records"] == "closed"


def _supplies(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """More of a supply that a ship has, and of which none was used."""
    used = {
        (event.facts["ship"], event.facts["supply"])
        for event in first.events
        if event.kind == "supply_used"
    }
    state = world.game_state.state
    found = [
        (ship.id, kind)
        for ship in state.ships
        for kind, number in ship.supplies.items()
        if number and ship.owner in others(world, player) and (ship.id, kind) not in used
    ]
    if not found or not _closed(world):
        return None
    ship_id, kind = draw(st.sampled_from(found))
    more = draw(st.integers(1, 30))
    ship = state.ship(ship_id)
    ship = replace(
        ship,
        supplies={**ship.supplies, kind: ship.supplies[kind] + more},
        supplies_at_start={
            **ship.supplies_at_start,
            kind: ship.supplies_at_start.get(kind, 0) + more,
        },
    )
    game_state = replace(world.game_state, state=state.with_ships([ship]))
    paths = [("ships", ship_id, "supplies"), ("ships", ship_id, "supplies_at_start")]
    return Changed(
        replace(world, game_state=game_state), lambda path, *_: path[:3] in paths, course=True
    )


def _records(ship_owners: set[str], world: World) -> Allows:
    """Supplies of these players' ships."""
    ids = {ship.id for ship in world.game_state.state.ships if ship.owner in ship_owners}
    closed = _closed(world)
    return lambda path, *_: (
        closed and path[0] == "ships" and path[1] in ids and path[2].startswith("supplies")
    )


def _line(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A line that comes to nothing on the table."""
    return line_left_out(draw, world, player, _records(set(others(world, player)), world))


def _idle(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A line whose condition never holds, for the last ship of a sheet."""
    names = [ship.designation for ship in world.game_state.state.ships]
    line = st.builds(
        "  attack   {1} at {0} if turn > {2}".format,
        st.sampled_from(names),
        st.sampled_from(["LC", "LB", "T", "AR"]),
        st.integers(900, 999),
    )
    return idle_line_added(draw, world, player, line)


def _places(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Where the ships of others may be placed: each player is told of his own."""
    state = world.game_state.state
    found = [id for id in state.placements if state.ship(id).owner in others(world, player)]
    if not found:
        return None
    id = draw(st.sampled_from(found))
    more = state.placements[id].speed_most + draw(st.integers(1, 9))
    placements = {**state.placements, id: replace(state.placements[id], speed_most=more)}
    game_state = replace(world.game_state, state=replace(state, placements=placements))
    return Changed(
        replace(world, game_state=game_state),
        lambda path, *_: path[:2] == ("placements", id),
        course=True,
    )


SECRETS = (
    Secret("supplies", _supplies, Leak(view=leaks.by_supplies)),
    Secret("order that came to nothing", _line, Leak(draft=lines_counted)),
    Secret("order whose condition did not hold", _idle, Leak(draft=lines_counted)),
    Secret("where others may be placed", _places, Leak(view=leaks.all_placements)),
)
