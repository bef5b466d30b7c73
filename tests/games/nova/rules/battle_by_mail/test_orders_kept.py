"""Orders wait in the state while a battle is fought by mail, and are the same afterwards."""

from __future__ import annotations

from pathlib import Path

from pbm.service import api
from tests.games.nova.scenes import battle_by_mail as t

CONDITIONS = (
    "ORDERS duel turn 1 for {name}\nSPECIAL all ships: H\n"
    "CONDITIONAL if sdu = 0 and not lost: all ships: keep orders; else all ships: N\n"
    "BATTLE all: range close; if sdu = 9 or round >= 90 then flee\nEND\n"
)


def test_a_battle_by_mail_goes_on_under_orders_with_conditions(tmp_path: Path) -> None:
    """What is asked once and what is asked in each round are tests again, not words."""
    rulings = t.ships("SHOOT", "Spy") + t.ships("SHOOT", "Foe", player="Bea")
    campaign = t.begun(tmp_path, rulings + t.by_mail("SHOOT", "Ann", "Bea"), sheet=CONDITIONS)
    t.run(campaign)
    rounds = t.to_the_end(campaign)
    assert rounds[0] == "1/SHOOT/1"
    assert api.status(campaign).due == ("2",)
