"""What ./run bench --gate holds: counts that are the same on every machine, and steady paces.

Counts are exact but for a few calls, so little more is refused. Paces are CPU seconds of short
works in calibrations beside them; they move with whatever else the machine does, so much more is
refused, and only if a second measurement says so too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import weasyprint

from pbm.pages.report_files import pages
from pbm.service import api
from tests.tooling.bench import (
    deltavee,
    fighting,
    inputs,
    knighthawks,
    mails,
    nova,
    nova_war,
    on_disk,
    starting,
)
from tests.tooling.bench.measure import Row, calls, measure, paced, process
from tests.tooling.bench.pages import real_report

EMPIRES = 2
LINES = 1_000
MAILS = 10
DISK = 6  # empires of the campaign on disk
LOADED = """
import atexit, runpy, sys
atexit.register(lambda: sys.stdout.write(f"\\n{len(sys.modules)}"))
sys.argv[0] = "pbm"
runpy.run_module("pbm", run_name="__main__")
"""


def counts() -> list[Row]:
    """Calls, layouts, modules, bytes."""
    fleets, orders = knighthawks.battle(5), knighthawks.sheets(5)
    works: tuple[tuple[str, Callable[[], Any]], ...] = (
        (f"a turn of Nova at war, {EMPIRES} empires, with HTML", _war()),
        ("a report of Nova printed", _report()),
        (f"{LINES:,} lines of Knight Hawks read", _sheet_read()),
        ("a turn of Knight Hawks", partial(knighthawks.play, fleets, orders)),
        ("a turn of DeltaVee", partial(deltavee.play, deltavee.battle(1), deltavee.sheets(1))),
    )
    render = weasyprint.HTML.render
    with patch.object(weasyprint.HTML, "render", autospec=True, side_effect=render) as layout:
        for _what, work in works:  # what is made once is made here
            work()
    found = [_counted("layouts of a report and its record sheets", layout.call_count, "layouts")]
    found += [_counted(f"calls of {what}", calls(work), "calls") for what, work in works]
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        found += [*_taken_in(Path(folder)), *_loaded(Path(folder)), _on_disk(Path(folder))]
    return found


def paces() -> list[Row]:
    """Short works beside the calibration."""
    works: dict[str, Callable[[], Any]] = {
        f"a turn of Nova at war, {EMPIRES} empires, with HTML": _war(),
        "a report of Nova printed": _report(),
        f"{LINES:,} lines of Knight Hawks read": _sheet_read(),
        "a battle of Nova": partial(fighting.shots, 80),
        "import of what runs a turn": partial(process, "-c", "import pbm.service.run_many"),
    }
    for work in works.values():
        work()
    found = measure(*works.values(), runs=4)
    return [paced(what, 1, "runs", found, place) for place, what in enumerate(works)]


def _counted(what: str, count: int, unit: str) -> Row:
    return {"what": what, "count": count, "unit": unit}


def _war() -> Callable[[], Any]:
    begin = nova_war.cluster(EMPIRES)
    orders, messages = nova_war.sheets(begin), nova_war.messages(begin)
    return lambda: nova.play(begin, orders, nova.Made.PAGES, messages)


def _report() -> Callable[[], Any]:
    """A report of Nova that is kept whole in the repository, and its record sheets."""
    return partial(pages, *real_report())


def _sheet_read() -> Callable[[], Any]:
    fleet = inputs.Fleet()
    known = fleet.known()
    sheet = inputs.sheet_of(inputs.sheet_text(inputs.order_lines(LINES)))
    return lambda: fleet.ruleset.read(sheet, known, inputs.OPTIONS)


def _taken_in(folder: Path) -> list[Row]:
    """Ten mails of a player in a fetch, after ten that were taken in one by one."""
    campaign = mails.begun(folder)
    letters = mails.letters(campaign, 2 * MAILS)
    mails.taken(campaign, letters[:1], 1)
    first = calls(lambda: mails.taken(campaign, letters[:MAILS], 1))
    both = calls(lambda: mails.taken(campaign, letters, 1))
    return [
        _counted(f"calls of {MAILS} mails taken in", first, "calls"),
        _counted(f"calls of the {MAILS} after them", both - first, "calls"),
    ]


def _loaded(folder: Path) -> list[Row]:
    """The modules that light commands load."""
    sheet, packet = starting.knighthawks_files(folder)
    campaign = str(folder / "vega")
    return [
        _counted(f"modules of pbm {words[0]}", _modules(*words), "modules")
        for words in (
            ("--help",),
            ("status", campaign),
            ("check", str(sheet), "--packet", str(packet)),
        )
    ]


def _modules(*words: str) -> int:
    return int(process("-c", LOADED, *words).said.rpartition("\n")[2])


def _on_disk(folder: Path) -> Row:
    """The bytes of a first turn of Nova, without PDFs."""
    campaign = on_disk.begun(folder / "age", DISK, pdfs=False)
    api.submit(campaign, on_disk.sheets_of(campaign, 0), at=on_disk.time_of(0, 1))
    ran = api.run_turn(campaign, how=on_disk.NO_PDFS, at=on_disk.time_of(0, 2))
    assert ran.folder is not None
    return _counted("bytes of a turn on disk", on_disk.size_of(ran.folder), "bytes")
