"""A night of duels: many small campaigns, each with a turn due, run by one command with PDFs."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pbm.campaign.campaign import Campaign
from pbm.service import api
from tests.tooling.bench.measure import Row, measure, paced

EACH = 10  # duels of each game, no two with the same dice
TURNS = 2  # played before, without PDFs
GAMES = {
    "knighthawks/duel": ("A=Rook", "B=Heron"),
    "deltavee/first-shot": ("1=Rook", "2=Heron"),
}
CLOSE = "FLEET\n  move close on {enemy}1\n  attack all at nearest\n  defence all at nearest\n"
NO_PDFS = api.How(missing_ok=True, go_on=True, pdfs=False)
PDFS = api.How(missing_ok=True, go_on=True)


def rows() -> list[Row]:
    """The night of both games."""
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        duels = [
            _begun(Path(folder) / f"{scenario.partition('/')[0]}-{number}", scenario, number)
            for scenario in GAMES
            for number in range(EACH)
        ]
        ran: list[api.RunOutcome] = []
        found = measure(
            lambda: ran.extend(api.run_many(duels, how=PDFS, at=_time(TURNS + 1))), runs=1
        )
        assert [one.did for one in ran] == ["run"] * len(duels)
    return [paced("a night of duels, all PDFs, one process", len(duels), "duels", found)]


def _begun(folder: Path, scenario: str, number: int) -> Path:
    campaign = api.new_campaign(
        folder,
        scenario,
        players=GAMES[scenario],
        seed=f"duel {number}",
        at=_time(0),
        pdfs=False,
    )
    for turn in range(TURNS):
        _hand_in(campaign)
        api.run_turn(campaign, how=NO_PDFS, at=_time(turn + 1))
        campaign = api.open_campaign(folder)
    _hand_in(campaign)
    return folder


def _hand_in(campaign: Campaign) -> None:
    """Both players' sheets: as they were prefilled, but Knight Hawks close in and fire."""
    for seat in campaign.seats:
        head, passed, *rest = api.template(campaign, seat.id).splitlines(keepends=True)
        if head.startswith("ORDERS") and seat.side in "AB":
            rest = [CLOSE.format(enemy="BA"["AB".index(seat.side)]), "END\n"]
        text = "".join([head, passed, "FINAL\n", *rest])
        api.submit(campaign, [(f"{seat.id}.txt", text.encode())], at=_time(0))


def _time(turn: int) -> str:
    return f"2026-01-{turn + 1:02d}T00:00Z"
