"""Remarks on units alike: what one is told, later ones refer to."""

from __future__ import annotations

from pbm.sheets.quoting import Told


def test_what_is_told_of_one_unit_is_referred_to_at_those_like_it() -> None:
    told = Told()
    state = "energy 54 of 54, 9 blocks; pod 1 crew"
    commands = "4 Maneuver Commands, of them 3 of velocity"
    said = [("energy, pods", state), ("commands", commands), ("drive", "drive damaged")]
    whole = [f"  # {state}", f"  # {commands}", "  # drive damaged"]
    assert list(told.remarks("A1", said)) == whole
    # What is short is said again: a reference would be as long.
    assert list(told.remarks("A2", said)) == [
        "  # energy, pods and commands as for A1", "  # drive damaged"
    ]  # fmt: skip
    other = "5 Maneuver Commands, of them 3 of velocity"
    assert list(told.remarks("A3", [said[0], ("commands", other)])) == [
        "  # energy and pods as for A1", f"  # {other}"
    ]  # fmt: skip
    assert list(told.remarks("A4", [said[0], ("commands", other)])) == [
        "  # energy and pods as for A1", "  # commands as for A3"
    ]  # fmt: skip
    # The same unit may say the same again: there is nothing else to refer to.
    assert list(told.remarks("A1", said)) == whole
