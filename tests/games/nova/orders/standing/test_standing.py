"""Lines for groups: those no unit obeys, and those that may not make units hostile."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.state.orders.parts import (
    ContactOrder,
)
from tests.games.nova.sheet_table import (
    known,
    read_body,
    ship,
)

# --- conditional lines that may not make units hostile. Rule: NV ORD-38 -------


def test_h_on_aliens_alone_is_left_out_of_a_condition() -> None:
    reading = read_body("CONDITIONAL if aliens >= 1 or contact C: Africa: H, O; Hulk: N/H")
    one, other = (action.codes for action in reading.commands.standing[0].actions)
    assert (one.contact, [act.code for act in one.activities]) == ((), ["O"])
    assert (other.contact, other.default) == ((ContactOrder("N"),), "")
    reading = read_body("CONDITIONAL if aliens >= 1 and contact C: Africa: H")
    assert not reading.problems
    assert not read_body("SPECIAL if aliens >= 1: Africa: H").problems


# --- lines for groups that no unit obeys. Rule: NV ORD-36 to NV ORD-40 --------


NONE = "You have none now"
LATE = "What stands before it, or is stronger, decides this for each of them"


@pytest.mark.parametrize(
    ("body", "words", "reason"),
    [
        ("GENERAL all ships: T", "", ""),
        ("GENERAL all ships: T\nSPECIAL Africa: N", "", ""),
        ("GENERAL Africa: T\nSPECIAL all ships: N", "Africa", LATE),
        ("GENERAL Africa: T, X\nSPECIAL all ships: N", "", ""),
        ("GENERAL Africa: T, X\nSPECIAL all ships: N, O", "Africa", LATE),
        ("GENERAL Africa: T\nSPECIAL all ships: N to B", "", ""),
        ("GENERAL Africa: T to B\nSPECIAL all ships: N", "", ""),
        ("GENERAL Africa: T\nSPECIAL all ships at SHOOT: N", "", ""),
        ("GENERAL Africa: T\nSPECIAL all ships but Africa: N", "", ""),
        ("GENERAL Africa: T\nSPECIAL if interdicted: all ships: N", "", ""),
        ("GENERAL Africa: T\nSPECIAL armed ships: N", "Africa", LATE),
        ("GENERAL Africa: T\nSPECIAL unarmed ships: N", "", ""),
        ("GENERAL Africa: T\nSPECIAL class Frigate: N", "Africa", LATE),
        ("GENERAL Africa: T\nSPECIAL class Hornet: N", "", ""),
        ("GENERAL Pup: T\nSPECIAL all ships: H", "", ""),
        ("GENERAL Pup: T\nSPECIAL unarmed ships: N", "Pup", LATE),
        ("GENERAL Pup: T\nSPECIAL armies: N", "", ""),
        ("GENERAL Pup: T\nSPECIAL colonies: N", "", ""),
        ("GENERAL Africa: no X\nSPECIAL all ships: N, O", "", ""),
        ("GENERAL all ships: T; Africa: N", "Africa", LATE),
        ("GENERAL Africa: N; all ships: T", "", ""),
        ("CONDITIONAL if interdicted: all ships: T; else Africa: N", "", ""),
        ("CONDITIONAL if interdicted: all ships: T; Africa: N", "Africa", LATE),
        ("GENERAL Africa but Africa: T", "Africa but Africa", NONE),
        ("GENERAL armies: N", "", ""),
        ("GENERAL colonies: N", "", ""),
        ("GENERAL transfer Africa to B", "", ""),
    ],
)
def test_a_line_that_no_ship_obeys_is_warned_of(body: str, words: str, reason: str) -> None:
    found = [one for one in read_body(body).problems if "does nothing for" in one.fault]
    assert [one.reason for one in found] == [reason] * bool(reason)
    assert [one.fault.partition(" does nothing for ")[2] for one in found] == [words] * bool(words)


@pytest.mark.parametrize(
    ("more", "silent"),
    [
        ("", False),
        ("EXPENDITURES\n  2 AA\n", True),
        ("EXPENDITURES\n  2 C\n", False),
        ("EXPENDITURES\n  1 Hornet as Queen\n", False),
    ],
)
def test_armies_may_be_built_or_aboard(more: str, silent: bool) -> None:
    body = f"{more}GENERAL armies: N"
    bare: dict[str, Any] = {"systems": [{**one, "surface": []} for one in known()["systems"]]}
    found = [one.reason for one in read_body(body, **bare).problems if "does nothing" in one.fault]
    assert found == [NONE] * (not silent)
    aboard: dict[str, Any] = {
        "ships": [ship("Wasp", "Hauler", cargo=[{"kind": "RA", "number": 1, "owner": "you"}])]
    }
    found = [
        one.reason
        for one in read_body(body, **bare, **aboard).problems
        if "does nothing" in one.fault
    ]
    assert found == []


def test_a_ship_that_is_being_built_may_be_of_a_group() -> None:
    body = "GENERAL all ships: T\nEXPENDITURES\n  1 Hornet as Queen"
    none: dict[str, Any] = {"ships": []}
    assert not [one for one in read_body(body, **none).problems if "does nothing" in one.fault]
    found = [one.reason for one in read_body("GENERAL all ships: T", **none).problems]
    assert found == [NONE]
