"""What is said of a sheet's lines together, which no line shows by itself."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.economy import budget, building, commission, dock, services, teams
from pbm.games.nova.orders.economy.budget import Outlay
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.research import project
from pbm.games.nova.orders.standing.unheard import unheard
from pbm.games.nova.state.orders.sheet import Orders
from pbm.kit.problems import Found
from pbm.sheets.envelope import Sheet
from pbm.sheets.quoting import Name


def together(
    roster: Roster,
    orders: Orders,
    outlays: Sequence[Outlay],
    options: Mapping[str, str],
    beside: Sequence[Sheet],
    names: Name,
) -> Iterator[Found]:
    """Problems of lines, each with the number of its line; ``outlays`` are of the plans."""
    bought = replace(orders, plans=tuple([one.bought for one in outlays]))
    yield from budget.compared(roster, orders, outlays[-1])
    yield from commission.together(roster, bought, options)
    yield from teams.assigned(bought)
    yield from teams.unkept(roster, orders)
    yield from project.twice(orders)
    yield from building.armies(roster, orders)
    yield from project.undesigned(roster, orders, beside)
    yield from dock.damaged(roster, orders)
    yield from services.sends(orders)
    yield from teams.reports(roster, orders)
    yield from unheard(roster, orders, names)
