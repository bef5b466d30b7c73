"""Masking screens during movement: making, keeping and dropping them.

Rule: KH 4 Masking Screen. Ambiguity: KH-A27, KH-A28.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.knighthawks.orders.conditions import holds
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.rules.unfulfilled_orders import NOT_NEEDED, tell_fate
from pbm.games.knighthawks.state.state import ORBIT_MOVES, Screen, Ship, State
from pbm.games.knighthawks.view.audience import of_records

RULE = "KH 4 Masking Screen"
SUPPLY = "masking_screen"


def screen_after(before: Ship, after: Ship) -> tuple[Screen | None, str]:
    """A ship's screen after its move, and why it fell ("" if it did not).

    It lasts while the ship flies straight at one speed, at rest while it does not rotate, and
    in orbit for one circle. Rule: KH 4 Masking Screen. Ambiguity: KH-A27.
    """
    screen = before.screen
    if screen is None:
        return None, ""
    if before.orbit != after.orbit:
        return None, "it left orbit" if after.orbit is None else "it entered orbit"
    if after.orbit is not None:
        left = screen.orbit_moves_left - 1
        if left > 0:
            return replace(screen, orbit_moves_left=left), ""
        return None, f"it is back in {screen.made_at}, where the screen was made"
    if after.turns_made:
        return None, "it turned"
    if after.speed != before.speed:
        return None, f"its speed changed from {before.speed} to {after.speed}"
    if after.facing != before.facing:
        return None, "it rotated"
    return screen, ""


def tend_screen(
    work: PhaseContext, before: Ship, chosen: MoveLine | None, others: tuple[MoveLine, ...]
) -> None:
    """Let a ship's screen last or fall after its move, then make or drop one as ordered.

    A screen is made at the end of the movement, so its conditions are judged there. The word
    on the line that was carried out comes first, then lines about the screen alone, from the
    top; the first whose condition holds counts.
    """
    state: State = work.state
    ship = state.ship(before.id)
    screen, why = screen_after(before, ship)
    ship = replace(ship, screen=screen)
    work.state = state.with_ships((ship,))
    if why:
        work.emit("screen_fell", ship.id, rule=RULE, ship=ship.id, why=why)
    obeyed = False
    for line in ([chosen] if chosen and chosen.screen else []) + list(others):
        if obeyed:
            tell_fate(
                work,
                ship.id,
                line.ref,
                "screen",
                "an earlier line about the screen was carried out",
                NOT_NEEDED,
            )
        elif not _is_wanted(work, ship, line, alone=line is not chosen):
            tell_fate(work, ship.id, line.ref, "screen", "its condition did not hold", NOT_NEEDED)
        else:
            obeyed = True
            _carry_out(work, work.state.ship(ship.id), line)


def _is_wanted(work: PhaseContext, ship: Ship, line: MoveLine, alone: bool) -> bool:
    # The condition of a line that also moves was judged before the move.
    conditions = (line.condition, line.screen_when) if alone else (line.screen_when,)
    return all(holds(condition, work.state, ship, work.options) for condition in conditions)


def _carry_out(work: PhaseContext, ship: Ship, line: MoveLine) -> None:
    if line.screen == "down":
        if ship.screen is None:
            tell_fate(work, ship.id, line.ref, "screen", "it has no screen")
            return
        work.state = work.state.with_ships((replace(ship, screen=None),))
        work.emit("screen_dropped", ship.id, rule=RULE, order=line.ref, ship=ship.id)
        return
    left = ship.left(SUPPLY) - 1
    if ship.screen is not None:
        tell_fate(work, ship.id, line.ref, "screen", "its screen is still up")
    elif left < 0:
        tell_fate(work, ship.id, line.ref, "screen", "it has no masking screen left")
    else:
        screen = Screen(ship.at, 0 if ship.orbit is None else ORBIT_MOVES)
        supplies = {**ship.supplies, SUPPLY: left}
        work.state = work.state.with_ships((replace(ship, screen=screen, supplies=supplies),))
        work.emit(
            "screen_raised", ship.id, rule=RULE, order=line.ref, ship=ship.id, at=str(ship.at)
        )
        work.emit(
            "supply_used",
            ship.id,
            SUPPLY,
            rule=RULE,
            seen=of_records(work.seats, work.options, ship.owner),
            order=line.ref,
            changes=[Change(f"ship/{ship.id}/supplies/{SUPPLY}", left + 1, left)],
            ship=ship.id,
            supply=SUPPLY,
            number=1,
            left=left,
        )
