"""How taking mail in grows with the mails of one player, counted in function calls."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from tests.tooling.bench import mails
from tests.tooling.bench.measure import calls, exponent


@pytest.fixture(autouse=True)
def no_power_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written through to the disk, which would take most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def test_four_times_the_mails_of_a_player_cost_at_most_4_2_times(tmp_path: Path) -> None:
    """In one fetch; 4.2 is four to the power of 1.035."""
    begun = mails.begun(tmp_path)
    letters = mails.letters(begun, 40)
    mails.taken(begun, letters[:2], 2)  # grammar and tables are made once
    counted = [(n, calls(partial(mails.taken, begun, letters[:n], n))) for n in (10, 40)]
    assert exponent(counted) <= 1.035


def test_the_twenty_fifth_mail_of_a_player_costs_what_the_first_did(tmp_path: Path) -> None:
    """Each in a fetch of its own."""
    begun = mails.begun(tmp_path)
    letters = mails.letters(begun, 28)
    mails.taken(begun, letters[:2], 2)

    def of_four(start: int) -> int:
        """The calls for four mails after so many."""
        alone = calls(lambda: mails.taken(begun, letters[: start + 4], 4))
        return alone - (calls(lambda: mails.taken(begun, letters[:start], 4)) if start else 0)

    assert of_four(24) <= 1.1 * of_four(4)
