"""How long a command takes before it does anything: CPU seconds of fresh processes."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

from pbm.engine.types import Seat
from pbm.games.nova.game import RULESET
from pbm.packets.build import CampaignFacts, Next, StageFacts, build, packet_bytes
from tests.tooling.bench import mails, nova
from tests.tooling.bench.inputs import GAME, OPTIONS, SEATS, Fleet
from tests.tooling.bench.measure import Row, measured, paced, process

LINES = 60


def rows() -> list[Row]:
    """Commands in processes of their own, beside a bare ``import typer``."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    sheets = {"Knight Hawks": knighthawks_files(folder), "Nova": _nova(folder)}
    campaign = str(mails.begun(folder))
    own = folder / "own.txt"
    own.write_text("\n".join(("ORDERS vega turn 1 for Rook", *mails.BODY, "END", "")))
    works: dict[str, tuple[str, ...]] = {"import typer": ("-c", "import typer")}
    for words in (
        ("--help",),
        ("scenarios",),
        ("status", campaign),
        ("submit", campaign, str(own)),
        ("report", campaign, "0", "rook", "--out", str(folder / "again")),
        ("report", campaign, "0", "rook", "--out", str(folder / "plain"), "--no-pdfs"),
    ):
        title = " ".join(word for word in words if word != "--out" and str(folder) not in word)
        works[f"pbm {title}"] = ("-m", "pbm", *words)
    for game, (sheet, packet) in sheets.items():
        title = f"pbm check of {LINES} lines of {game}"
        works[title] = ("-m", "pbm", "check", str(sheet), "--packet", str(packet))
    found = measured(*(partial(_seconds, *words) for words in works.values()))
    shutil.rmtree(folder)
    beside = found.seconds[0]
    return [
        paced(what, 1, "runs", found, place)
        | {"times": round(found.seconds[place] / beside, 2), "of": "import typer"}
        for place, what in enumerate(works)
    ]


def _seconds(*words: str) -> float:
    return process(*words).seconds


def knighthawks_files(folder: Path) -> tuple[Path, Path]:
    """A sheet of sixty lines and the packet that it is checked with."""
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
