"""A PDF is a function of its page and what is attached; so pages can stand for it in pairs."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from pbm.engine.events import json_form
from pbm.pages import render, report_files
from pbm.turns.assemble import next_sheet
from tests.secrecy.bases import GAMES, base_of
from tests.secrecy.harness import carried_out, world_of
from tests.secrecy.pairs import Pair, secrets
from tests.secrecy.test_leaks import pairs_of


def files_of(pair: Pair, *, other: bool) -> dict[str, bytes]:
    outcome = pair.other if other else pair.one
    seat = outcome.world.seat(pair.player)
    packet = json_form(outcome.drafted.packets[pair.player])
    part = outcome.drafted.part
    sheet = next_sheet(
        outcome.world.campaign, outcome.after, seat, passes=part.passes, prefilled=part.prefilled
    )
    return report_files.pages(packet, sheet)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_three_pairs_of_worlds_give_the_same_pdfs(game: str) -> None:
    base, found = base_of(game), 0
    for kind in secrets(game):
        pair = next(reversed(pairs_of(base, base.players[0], kind, 2)), None)
        if pair is None:
            continue
        one, other = files_of(pair, other=False), files_of(pair, other=True)
        assert any(name.endswith(".pdf") for name in one)
        assert one == other, kind.name
        found += 1
        if found == 3:
            return
    raise AssertionError("there were no three pairs")


def test_a_pdf_is_made_of_its_page_its_time_and_what_is_attached() -> None:
    """The press is given the page, made of what was said, and the files; it adds nothing."""
    outcome = carried_out(world_of(base_of("knighthawks")))
    assert outcome is not None
    packet = json_form(outcome.drafted.packets["heron"])
    given: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    press = render._press()

    def note(_press: object, *what: Any, **more: Any) -> bytes:
        given.append((what, more))
        return b"PDF"

    with mock.patch.object(type(press), "print", note):
        report_files.pages(packet, "a sheet")
    assert given
    for (text, made, attached, *_rest), _more in given:
        assert isinstance(text, str)
        assert made == report_files.made_at(packet)
        assert set(attached) <= {"packet.json", "orders.txt"}
    what, more = given[-1]
    assert press.print(*what, **more) == press.print(*what, **more)
