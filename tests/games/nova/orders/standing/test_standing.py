"""Conditional lines that may not make units hostile. Rule: NV ORD-38."""

from __future__ import annotations

from pbm.games.nova.state.orders.parts import (
    ContactOrder,
)
from tests.games.nova.sheet_table import (
    read_body,
)


def test_h_on_aliens_alone_is_left_out_of_a_condition() -> None:
    reading = read_body("CONDITIONAL if aliens >= 1 or contact C: Africa: H, O; Hulk: N/H")
    one, other = (action.codes for action in reading.commands.standing[0].actions)
    assert (one.contact, [act.code for act in one.activities]) == ((), ["O"])
    assert (other.contact, other.default) == ((ContactOrder("N"),), "")
    reading = read_body("CONDITIONAL if aliens >= 1 and contact C: Africa: H")
    assert not reading.problems
    assert not read_body("SPECIAL if aliens >= 1: Africa: H").problems
