"""Commands that print no page and fight no battle do not load what does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PACKET = ROOT / "campaigns/beacon/turns/008/reports/rook/packet.json"
# What takes long to load, and is for pages, clusters, seals, mail or workers.
HEAVY = (
    *("weasyprint", "jinja2", "pypdf", "fontTools", "distributed", "multiprocessing"),
    *(
        "cryptography",
        "imap_tools",
        "pbm.pages.render",
        "pbm.parallel.dask_pool",
        "pbm.service.api",
    ),
    *(
        "tomlkit",
        "pbm.campaign.campaign",
        "pbm.turns.assemble",
        "pbm.turns.history",
        "pbm.campaign.inbox",
    ),
    *(
        "pbm.games.knighthawks.report.art",
        "pbm.games.knighthawks.conformance.cases",
        "pbm.games.knighthawks.rules.phases",
    ),
)


def loaded(*words: str) -> set[str]:
    """The modules that a command loaded."""
    command = [sys.executable, "-X", "importtime", "-m", "pbm", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


def test_help_loads_the_command_line_alone() -> None:
    found = loaded("--help")
    assert "pbm.cli.main" in found
    assert not found & {*HEAVY, "lark", "pydantic"}


def test_a_check_at_home_loads_its_game_and_what_reads_a_sheet(tmp_path: Path) -> None:
    sheet = tmp_path / "rook.txt"
    sheet.write_text("ORDERS beacon turn 1 for Rook\nSHIP A1\n  move speed 4\nEND\n")
    found = loaded("check", str(sheet), "--packet", str(PACKET))
    assert {"pbm.intake.check", "pbm.games.knighthawks.orders.reading"} <= found
    assert not found & {*HEAVY, "pbm.games.nova.game", "pbm.games.deltavee.game"}


@pytest.mark.parametrize("game", ["knighthawks", "deltavee", "nova"])
def test_a_game_loads_its_battles_and_pages_when_they_are_asked_for(game: str) -> None:
    script = f"import pbm.games.{game}.game, sys; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    late = {
        f"pbm.games.{game}.{name}"
        for name in ("report.art", "conformance.cases", "report.story", "conformance.case_setup")
    }
    assert not late & set(done.stdout.split())
