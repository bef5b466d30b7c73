"""A campaign of Nova on disk: begun, sheets taken in, a turn run and packed, by the commands' API.

A hundred empires with their first forces; from turn 1 each ship goes on by some line of its system.
"""

import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pbm.campaign.campaign import Campaign
from pbm.games.nova.state.state import State
from pbm.pages.book_tables import BookPart
from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from tests.tooling.bench.calibration import calibrate
from tests.tooling.bench.measure import Measured, Row, paced, process, seconds_of

EMPIRES = 100
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
    timed("begun, no PDFs", partial(begun, folder / "age", EMPIRES, pdfs=False))
    timed("begun with all PDFs", partial(begun, folder / "printed", EMPIRES, pdfs=True))
    campaign = api.open_campaign(folder / "age")
    for turn in range(TURNS + 1):
        sheets = sheets_of(campaign, turn)
        timed("sheets taken in", partial(api.submit, campaign, sheets, at=time_of(turn, 1)))
        timed("status", partial(api.status, campaign))
        run = partial(api.run_turn, campaign, how=NO_PDFS, at=time_of(turn, 2))
        timed(f"turn {TURNS} run with HTML, book and maps", run)
    command = ("-m", "pbm", "report", str(campaign.folder), str(TURNS), "gm", "--part")
    parts = [process(*command, part.value, "--out", str(folder / "book")) for part in BookPart]
    spent["the book's dearest part as PDF, from the start"] = max(one.seconds for one in parts)
    plain = size_of(campaign.folder / "turns")
    timed("all turns but one packed", partial(api.archive, campaign, keep=1, pdfs=False))
    packed = size_of(campaign.folder / "turns")
    found = Measured(tuple(spent.values()), min(first, seconds_of(calibrate)))
    shutil.rmtree(folder)
    size = {"count": plain // (TURNS + 2), "unit": "bytes", "of": "that, packed"}
    rows = [
        paced(f"{EMPIRES} empires: {what}", 1, "runs", found, place)
        for place, what in enumerate(spent)
    ]
    rows[-2]["memory_mb"] = max(one.memory_mb for one in parts)
    return [*rows, {"what": "a turn on disk", **size, "ratio": round(plain / packed, 1)}]


def time_of(turn: int, hour: int) -> str:
    """An hour of a turn's day."""
    return f"2026-01-{turn + 2:02d}T{hour:02d}:00Z"


def begun(folder: Path, empires: int, *, pdfs: bool) -> Campaign:
    """A campaign of so many empires."""
    return api.new_campaign(
        folder,
        "nova/age",
        players=[f"E=P{number:02d}" for number in range(empires)],
        seed="x",
        at="2026-01-01T00:00Z",
        pdfs=pdfs,
    )


def sheets_of(campaign: Campaign, turn: int) -> list[tuple[str, bytes]]:
    """The set-up sheets as they are prefilled; later ones with a move for each ship."""
    seats = campaign.part.players
    if turn == 0:
        texts = {one.id: api.template(campaign, one.id) for one in seats}
        return [(id, text.replace("\nEND", "\nFINAL\nEND").encode()) for id, text in texts.items()]
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


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
