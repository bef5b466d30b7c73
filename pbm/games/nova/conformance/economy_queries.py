"""What a conformance case may ask of Nova's economy: revenue, pillage, credit, debt, fines."""

from collections.abc import Mapping
from typing import Any, Literal

from pbm.games.nova.rules.economy import treasury, upkeep, yards
from pbm.games.nova.rules.economy.finance import allowed, paid_off
from pbm.games.nova.rules.economy.pillage import fault
from pbm.games.nova.state import fees
from pbm.games.nova.state.planets import loot_of, potential, revenue_of
from pbm.games.nova.state.state import STATUSES, Empire, System
from pbm.kit.problems import Faults

Options = Mapping[str, str]
Status = Literal["NONE", "OUTPOST", "SETTLEMENT", "WORLD"]

_OWN, _ALIEN = "own", "alien"


def _system(
    type: int,
    status: str,
    *,
    captured: bool,
    home_star: bool = False,
    suppressed: bool = False,
    militia: int = 0,
    units: Mapping[str, int] | None = None,
) -> System:
    """A system the asker controls, their own or captured."""
    colonizer = _ALIEN if captured else _OWN
    return System(
        "X",
        type,
        {},
        colonies=STATUSES.index(status),
        colonizer=colonizer,
        owner=_OWN,
        home_of=colonizer if home_star else "",
        militia=militia,
        suppressed=suppressed,
        surface={_OWN: dict(units or {})},
    )


def revenue(
    type: int,
    status: Status,
    captured: bool = False,
    armies: int = 0,
    sdus: int = 0,
    home_star: bool = False,
) -> int:
    """MCr a turn for the controller of a system, with so many of their armies there."""
    units = {"AA": armies, "SDU": sdus}
    return potential(_system(type, status, captured=captured, home_star=home_star, units=units))


def pillage(
    options: Options,
    type: int,
    status: Status,
    captured: bool = True,
    suppressed: bool = False,
    armies: int = 1,
    sdus: int = 0,
    militia: int = 0,
) -> int:
    """MCr from pillaging a system one controls."""
    units = {"AA": armies, "SDU": sdus}
    system = _system(
        type, status, captured=captured, suppressed=suppressed, militia=militia, units=units
    )
    why, _rule = fault(system, _OWN, options)
    if why:
        raise Faults.invalid(why)
    return loot_of(revenue_of(system))


def may_spend(treasury: int, production: int, written: int) -> int:
    """MCr that may be spent of a treasury, with this income, for a sheet of this sum."""
    empire = Empire(_OWN, _OWN, "X", "X", "X", treasury=treasury, production=production)
    return allowed(empire, written + fees.OVERRUN)


def spend(options: Options, available: int, spent: int, fines: int = 0) -> dict[str, Any]:
    """What is left in a treasury, and what is owed next turn for what is missing."""
    left = available - spent - fines
    interest = options["fines.interest"] == "yes"
    due = treasury.debt_from(-left, fines, interest) if left < 0 else 0
    return {"treasury": left, "due_next_turn": due}


def debt(owed: int, income: int, teams: int = 0) -> dict[str, Any]:
    """What of a debt is paid once teams are maintained, and what is left of it next turn."""
    paid, left = paid_off(owed, income - upkeep.teams_cost(0, teams))
    return {"paid": paid, "still_owed": left, "other_spending_allowed": not left}


def treasury_penalty(options: Options, held: int, production: int) -> dict[str, Any]:
    """What savings lose at the end of a turn, and what is left."""
    lost = fees.penalty_on(held, production, int(options["treasury.rate"]))
    return {"penalty": lost, "treasury": held - lost}


def army_limit(status: Status, home_star: bool = False, captured: bool = False) -> int:
    """Armies that a system builds in one turn."""
    return yards.army_limit(_system(8, status, captured=captured, home_star=home_star))


def penalties() -> dict[str, int]:
    """Fines and fees in MCr."""
    return {
        "unnamed_ship": fees.NAMING,
        "bad_page": fees.FORM,
        "design_on_order_page": fees.DESIGNS,
        "info_retrieval": fees.INFO,
        "copy_page": fees.COPY,
    }
