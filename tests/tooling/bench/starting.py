"""How long a command takes before it does anything: CPU seconds of fresh processes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from pbm.engine.types import Seat
from pbm.games.nova.game import RULESET
from pbm.packets.build import CampaignFacts, Next, StageFacts, build, packet_bytes
from tests.tooling.bench import nova
from tests.tooling.bench.inputs import GAME, OPTIONS, SEATS, Fleet
from tests.tooling.bench.measure import Row, measure

LINES = 60
BARE = 20  # bare interpreters in a row: one alone takes a time that is too short to compare


def _command(*words: str) -> None:
    command = [sys.executable, *words]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()


def _bare() -> None:
    for _ in range(BARE):
        _command("-c", "")


def rows() -> list[Row]:
    """Commands that write nothing, ``pbm check`` of 60 lines among them; bare Typer beside them."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    sheets = {"Knight Hawks": _knighthawks(folder), "Nova": _nova(folder)}
    checks = [
        ("-m", "pbm", "check", str(sheet), "--packet", str(packet))
        for sheet, packet in sheets.values()
    ]
    found = measure(
        _bare,
        lambda: _command("-c", "import typer"),
        lambda: _command("-m", "pbm", "--help"),
        lambda: _command("-m", "pbm", "scenarios"),
        *(lambda words=words: _command(*words) for words in checks),
    )
    told = ["import typer", "pbm --help", "pbm scenarios"]
    told += [f"pbm check of {LINES} lines of {game}" for game in sheets]
    return [
        {
            "what": what,
            "count": 1,
            "unit": "runs",
            "per_second": round(1 / found.seconds[place], 1),
            "calibrations": found.calibrations(place),
            "times": round(found.seconds[place] * BARE / found.seconds[0], 1),
            "of": "a bare interpreter",
        }
        for place, what in enumerate(told, 1)
    ]


def _knighthawks(folder: Path) -> tuple[Path, Path]:
    fleet = Fleet()
    facts = CampaignFacts("bench", "Bench", OPTIONS, fleet.ruleset.adjudication, "keyed-1")
    due = [Next("1", "", "ORDERS")]
    told = StageFacts("1", "2026-01-01T00:00:00Z", fleet.game_state.state, SEATS, next=due)
    packet = build(fleet.ruleset, facts, told, SEATS[0])
    ships = [ship.designation for ship in fleet.game_state.state.fleet("A")]
    lines = [f"ORDERS bench turn 1 for {SEATS[0].name}"]
    while len(lines) <= LINES:
        lines += [f"SHIP {ships[len(lines) // 5 % len(ships)]}", "  move speed 4"]
        lines += [
            "  attack LC at B1 > B2, chance >= 20",
            "  defence LB at nearest",
            "  evade always",
        ]
    return _written(folder, GAME, lines, packet_bytes(packet))


def _nova(folder: Path) -> tuple[Path, Path]:
    begin = nova.cluster(6)
    players = tuple(Seat(id, one.name, "E") for id, one in begin.empires.items())
    facts = CampaignFacts("bench", "Bench", nova.SETTLED, RULESET.adjudication, "keyed-1")
    due = [Next("7", "", "ORDERS")]
    told = StageFacts("6", "2026-01-01T00:00:00Z", begin, players, next=due)
    packet = build(RULESET, facts, told, players[0])
    lines, section = [f"ORDERS bench turn 7 for {players[0].name}"], ""
    for head, line in nova.bodies(begin)[players[0].id][: LINES - 4]:
        if head != section:
            lines.append(head.upper())
            section = head
        lines.append(f"  {line}")
    return _written(folder, "nova", lines, packet_bytes(packet))


def _written(folder: Path, game: str, lines: list[str], packet: bytes) -> tuple[Path, Path]:
    sheet = folder / f"{game}.txt"
    sheet.write_text("\n".join([*lines, "END", ""]), encoding="utf-8")
    (folder / f"{game}.json").write_bytes(packet)
    return sheet, folder / f"{game}.json"
