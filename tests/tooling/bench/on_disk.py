"""A campaign of Nova on disk: begun, sheets taken in, a turn run and packed, by the commands' API.

Thirty empires with their first forces; from turn 1 each ship goes on by some line of its system.
"""

import json
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pbm.campaign.campaign import Campaign
from pbm.games.nova.state.state import State
from pbm.pages.report_files import gm_pages
from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from tests.tooling.bench.calibration import calibrate
from tests.tooling.bench.measure import Row, seconds_of

EMPIRES = 30
TURNS = 3  # played; the last one is measured
NO_PDFS = api.How(missing_ok=True, go_on=True, pdfs=False)


def rows() -> list[Row]:
    """What beginning, intake, a turn, its book, status and archive cost; the room it takes."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    spent: dict[str, float] = {}

    def timed(what: str, work: Callable[[], object]) -> None:
        spent[what] = seconds_of(work)

    calibrate()
    first = seconds_of(calibrate)
    timed("begun with all reports and PDFs", partial(_new, folder / "age"))
    campaign = api.open_campaign(folder / "age")
    for turn in range(TURNS + 1):
        sheets = _sheets(campaign, turn)
        timed("sheets taken in", partial(api.submit, campaign, sheets, at=_at(turn, 1)))
        timed("status", partial(api.status, campaign))
        timed("a turn run, no PDFs", partial(api.run_turn, campaign, how=NO_PDFS, at=_at(turn, 2)))
    last = in_force(campaign.folder)[-1]
    book = json.loads((last.folder / "gm/book.json").read_bytes())
    timed("the book's PDF", partial(gm_pages, book))
    plain = _bytes(campaign.folder / "turns")
    timed("all turns but one packed", partial(api.archive, campaign, keep=1, pdfs=False))
    packed = _bytes(campaign.folder / "turns")
    calibration = min(first, seconds_of(calibrate))
    shutil.rmtree(folder)
    found: list[Row] = [
        {
            "what": f"{EMPIRES} empires: {what}",
            "count": 1,
            "unit": "runs",
            "per_second": round(1 / seconds, 2),
            "calibrations": round(seconds / calibration, 3),
        }
        for what, seconds in spent.items()
    ]
    size = {"count": plain // (TURNS + 2), "unit": "bytes", "of": "that, packed"}
    return [*found, {"what": "a turn on disk", **size, "ratio": round(plain / packed, 1)}]


def _at(turn: int, hour: int) -> str:
    return f"2026-01-{turn + 2:02d}T{hour:02d}:00Z"


def _new(folder: Path) -> Campaign:
    players = [f"E=P{number:02d}" for number in range(EMPIRES)]
    return api.new_campaign(folder, "nova/age", players=players, seed="x", at="2026-01-01T00:00Z")


def _sheets(campaign: Campaign, turn: int) -> list[tuple[str, bytes]]:
    """The set-up sheets as they are prefilled; later ones with a move for each ship."""
    seats = campaign.part.players
    if turn == 0:
        return [(one.id, api.template(campaign, one.id).encode()) for one in seats]
    state = game_state_after(campaign, in_force(campaign.folder)).state
    assert isinstance(state, State)
    return [
        (one.id, "\n".join([*_lines(campaign, state, one.id, one.name, turn), "END", ""]).encode())
        for one in seats
    ]


def _lines(campaign: Campaign, state: State, id: str, name: str, turn: int) -> list[str]:
    lines = [f"ORDERS {campaign.name} turn {turn} for {name}", "MOVEMENT"]
    for number, ship in enumerate(state.ships.values()):
        if ship.owner == id and (ways := sorted(state.systems[ship.at].lines)):
            lines.append(f"  {ship.at}  {ship.name} > {ways[number % len(ways)]}")
    return lines


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
