"""Permissions, data, contacts, and how another empire is named. Rule: NV CON-10 to NV CON-29."""

from __future__ import annotations

from pbm.games.nova.state.orders.dealings import PermitLine
from tests.games.nova.sheet_table import (
    contact,
    read_body,
)


def test_empires_go_by_letter_or_name_in_any_case() -> None:
    for who in ("B", "b", "MINKY", '"minky"'):
        (line,) = read_body(f"DATA TEDDY to {who}").commands.data
        assert line.to == "B"


def test_one_permission_a_line_for_each_empire() -> None:
    lines = read_body("PERMIT B + C through Ring-A\nSTOP own at SHOOT").commands.permits
    assert [(one.kind, one.who, one.what) for one in lines] == [
        ("gate", "B", "g-ring-a"),
        ("gate", "C", "g-ring-a"),
        ("stop", "", "SHOOT"),
    ]


def test_only_what_is_explored_is_told() -> None:
    reading = read_body('DATA TEDDY, "Old Home" to B')
    assert [line.systems for line in reading.commands.data] == [("TEDDY",)]
    assert not read_body('DATA "Old Home" to B').commands.data


def test_contacts_are_judged_by_what_they_need() -> None:
    assert not read_body("CONTACT introduce B to C").problems
    assert not read_body("CONTACT as introduced first").problems
    both = [contact("B", 0, "full"), contact("C", 0, "full")]
    assert not read_body("CONTACT full through B", contacts=both).problems


def test_permits_know_their_kinds() -> None:
    (line,) = read_body("PERMIT B interdiction all").commands.permits
    assert isinstance(line, PermitLine)
    assert (line.kind, line.what, line.revoke) == ("interdiction", "", False)
