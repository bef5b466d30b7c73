"""The longest logs of the shipped campaigns, printed: none leaves the page before it empty."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbm.games.deltavee.view.view import build_view
from pbm.pages.pdf_compare import pdf_facts
from pbm.pages.render import pdf
from pbm.pages.report_files import chosen, context_of, made_at
from tests.games.deltavee.builders import DEFAULTS, SEATS, ship, state
from tests.shipped import played


def _packet(player: str) -> dict[str, Any]:
    file = played("convoy-red") / "turns" / "004" / "reports" / player / "packet.json"
    packet: dict[str, Any] = json.loads(file.read_bytes())
    return packet


def _pages(packet: dict[str, Any]) -> tuple[str, ...]:
    """The text of each page of logs.pdf."""
    paper = chosen(packet, "paper", "a4")
    logs = pdf("deltavee/logs.html", context_of(packet, ""), made_at(packet), paper=paper)
    return pdf_facts(logs).pages


@pytest.mark.parametrize("player", ["rook", "heron"])
def test_a_log_stands_on_every_page_and_is_never_parted(player: str) -> None:
    packet = _packet(player)
    found = _pages(packet)
    assert len(found) <= sum(unit["kind"] == "spaceship" for unit in packet["known"]["units"])
    assert all("Spaceship Log, type" in page for page in found)


def test_the_log_of_a_cruiser_goes_over_few_pages_and_leaves_no_box_out() -> None:
    packet = _packet("rook")
    pods = ("storage", *["arsenal"] * 12, *["crew"] * 23)
    cruiser = ship(1, "A", "heavy_cruiser", "A0909", 3, 1, pods=pods)
    small = ship(1, "B", "sword", "A0909", 3, 1, pods=("arsenal",))
    view = build_view(state(small, cruiser), "ann", SEATS, DEFAULTS).written()
    found = _pages({**packet, "known": view, "story": []})
    # One page for the Sword, two for what 12 arsenals hold.
    assert len(found) == 3
    assert "Sword B" in found[0] and "Heavy Cruiser A" in found[1]
    assert all(f"Pod {box}" in found[1] for box in ("1 to 4", *range(5, 40)))
    assert "Energy Blocks" in found[-1]


def test_a_ship_of_twelve_pods_full_of_missiles_begins_below_the_heading() -> None:
    packet = _packet("rook")
    pods = (*["arsenal"] * 10, "battle communications", "energy")
    view = build_view(
        state(ship(1, "A", "corco_mu", "A0707", 3, 5, pods=pods)), "ann", SEATS, DEFAULTS
    ).written()
    found = _pages({**packet, "known": view, "story": []})
    assert "Corco Mu A" in found[0]
    assert "Pod 12" in found[0]
    assert "Unguided" in found[0] or "Guided" in found[0]
    assert "Energy Blocks" in found[-1]
    assert len(found) <= 3
