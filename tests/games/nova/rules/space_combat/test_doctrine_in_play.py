"""Lines of a sheet are carried out in the battle of a turn."""

from __future__ import annotations

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.space import bout, fight
from pbm.games.nova.state.battle.arena import DESTROYED, JUMPED, Battle
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.working_state import drafting
from tests.games.nova.builders import design, ship, state, work
from tests.games.nova.sheet_table import read_body

AT = "SHOOT"
STURDY = {
    f"{empire}/Frigate": design(
        "Frigate", Component("BL", 2, 20), Component("AR", 60, 2), empire=empire
    )
    for empire in ("ann", "bea")
}


def fought(*lines: str) -> Battle:
    """A battle of two Frigates, Ann's by these lines and Bea's by default."""
    read = read_body("\n".join(lines) or "FREE nothing")
    assert not [problem for problem in read.problems if problem.is_error]
    before = state(ship("Stinger", at=AT), ship("Moth", at=AT, owner="bea"), designs=STURDY)
    now = work(before, {"ann": Orders("ann", battle=read.commands.battle)})
    with drafting(now) as draft:
        pairs = [("ann", "bea")]
        place = fields_of(draft, {AT: pairs})[AT]
        return fight(now, bout(now, draft, Effective(draft), place, pairs)).battle


def states(battle: Battle) -> dict[str, str]:
    return {one.name: one.state for one in battle.fighters.values()}


def test_without_lines_two_equals_fight_to_the_end() -> None:
    assert DESTROYED in states(fought()).values()
    assert JUMPED not in states(fought()).values()


def test_a_ship_that_is_to_flee_escapes_or_dies_fleeing() -> None:
    battle = fought("BATTLE default: flee")
    stinger = next(one for one in battle.fighters.values() if one.name == "Stinger")
    moth = next(one for one in battle.fighters.values() if one.name == "Moth")
    assert stinger.state in (JUMPED, DESTROYED)
    assert stinger.at != moth.at


def test_a_line_for_another_place_changes_nothing() -> None:
    assert fought("BATTLE default at VIRUS: flee").fighters == fought().fighters


def test_a_condition_on_the_round_comes_true_in_its_round() -> None:
    late = fought("BATTLE default: if round >= 2 then flee else range close")
    assert late.fighters != fought("BATTLE default: range close").fighters
    never = fought("BATTLE default: if round >= 99 then flee else range close")
    assert never.fighters == fought("BATTLE default: range close").fighters
