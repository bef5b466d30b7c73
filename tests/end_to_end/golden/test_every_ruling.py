"""Every verb of the language of rulings, in each game, on a campaign on disk.

Each is checked before it is kept, becomes an event with its reason, is read by those it touches
and by nobody else, is replayed, and stands after every later rerun.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.engine.events import Event
from pbm.engine.ruling_syntax import FORMS
from pbm.kit.problems import render_all
from pbm.kit.records import decoded
from pbm.service.api import (
    Faults,
    How,
    docket,
    kept_of,
    new_campaign,
    replay,
    rerun,
    rule,
    run_turn,
    status,
    submit,
    template,
)
from pbm.storage.turn_folders import in_force
from pbm.turns import assemble
from pbm.turns.history import game_state_after
from tests.core.table import plain_book, plain_pages
from tests.sheets import as_it_stands

ALL = "*"


@dataclass(frozen=True)
class Table:
    """A game to try rulings on: who plays, one of the first player's order lines, rulings.

    ``rulings`` map a statement to the seat that reads it, or to everybody; ``wrong`` statements
    to a part of what is said against them; ``end`` ends the game.
    """

    scenario: str
    players: tuple[str, ...]
    seats: tuple[str, str]
    order: str
    other: str
    rulings: Mapping[str, str]
    wrong: Mapping[str, str]
    end: str = "result game: draw"


TABLES = {
    "knighthawks": Table(
        "knighthawks/duel",
        ("A=Ann", "B=Bea"),
        ("ann", "bea"),
        "  attack  LC at nearest",
        "defence LB hold",
        {
            "set B1.hull = 30": ALL,
            "set A1.supplies.torpedo = 1": "ann",
            "move A1 to 0505 facing 4 speed 3": ALL,
            'add "Late Star" as B7 class "Frigate" for Bea at 1010 speed 2': ALL,
            'add "Doomed" as B8 class "Frigate" for Bea at 1111 speed 2': ALL,
            "before 2.move: remove B8": ALL,
        },
        {
            "set B1.hull = 3000": "hull",
            "set B1.hul = 3": '"hul" is not a field',
            "move B9 to 0505": 'There is no ship "B9"',
            "remove Nobody": "There is no ship",
            'add "X" as B8 class "Zeppelin" for Bea at 1010': "There is no class",
            "result SHOOT: draw": "no battles whose result",
            "result game: glory": "is not a result",
        },
    ),
    "deltavee": Table(
        "deltavee/showdown",
        ("1=Ann", "2=Bea"),
        ("ann", "bea"),
        "  fire burster: laser burst at any",
        "fire burster: laser burst at D",
        {
            "set D.velocity = 2": ALL,
            "set E.energy = 20": "ann",
            "move E to A0305 direction 4 velocity 1": ALL,
            'add "Late Star" as F class "Piccolo" for Bea at A0101 direction 3 velocity 1': ALL,
            "before 1.fire: remove F": ALL,
        },
        {
            "set D.energy = 3000": "energy",
            "set D.energi = 3": '"energi" is not a field',
            "move Q to A0305": "Q",
            "remove Nobody": "Nobody",
            "result game: glory": "is not a result",
        },
    ),
    "nova": Table(
        "nova/duel",
        ("E=VIRUS", "E=MINKY"),
        ("virus", "minky"),
        "  VIRUS  Halberd",
        "VIRUS Halberd",
        {
            'set "VIRUS Pike".armour_lost = 3': "virus",
            "set VIRUS.bonus = 10": "virus",
            'move "VIRUS Lance" to SYSTEM': "virus",
            'add "Wasp" as ship class "Scout" for VIRUS at VIRUS': "virus",
            "before L: remove Wasp": "virus",
        },
        {
            'set "VIRUS Pike".armour_lost = 3000': "armour_lost",
            'set "VIRUS Pike".armor = 3': '"armor"',
            "move Nobody to VIRUS": "Nobody",
            'add "Wasp" as ship class "Zeppelin" for VIRUS at VIRUS': "Zeppelin",
            "result game: glory": "glory",
        },
    ),
}

# What is of every game, by the one who reads it: the first player, the second, or all by name.
COMMON = {
    "note {first}: well met": "first",
    "address {second} second@example.org": "second",
    "deadline 2026-12-01 20:00 Europe/Berlin": "both",
    'hand {second} to "Second Hand"': "second",
}


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Table:
    return TABLES[request.param]


@pytest.fixture
def campaign(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Set-up was played; turn 1 has its sheets, with a question of the first player."""
    monkeypatch.setattr(assemble, "pages", plain_pages)
    monkeypatch.setattr(assemble, "gm_pages", plain_book)
    begun = new_campaign(
        tmp_path / "c", table.scenario, players=table.players, seed="x", at=when(1)
    )
    if status(begun).due:
        send(begun, table, 2)
    run_turn(begun, at=when(3))
    send(begun, table, 4, note="NOTE TO GM may I?")
    return begun


def when(day: int) -> str:
    return f"2026-03-{day:02d}T12:00:00Z"


def send(campaign: Campaign, table: Table, day: int, note: str = "") -> None:
    for seat in table.seats:
        lines = as_it_stands(template(campaign, seat)).splitlines()
        if note and seat == table.seats[0]:
            lines.insert(lines.index("END"), note)
        (got,) = submit(campaign, [(f"{seat}.txt", "\n".join(lines).encode())], at=when(day))
        assert got.in_force, got.receipt


def line_of(campaign: Campaign, table: Table, words: str) -> int:
    text = (campaign.folder / f"inbox/001/{table.seats[0]}/1.txt").read_text()
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(words))


def statements(campaign: Campaign, table: Table) -> dict[str, str]:
    """Every ruling that is tried in turn 1, with the seats that read it."""
    first, second = table.seats
    state: Any = game_state_after(campaign, in_force(campaign.folder)).state
    system = ""
    if table.scenario.startswith("nova"):
        taken = {"VIRUS", "MINKY"}
        system = next(one.name for one in state.systems.values() if one.name not in taken)
    found = {text.replace("SYSTEM", system): who for text, who in table.rulings.items()}
    for text, who in COMMON.items():
        readers = {"first": first, "second": second, "both": f"{first} {second}"}[who]
        found[text.format(first=first, second=second)] = readers
    struck = line_of(campaign, table, table.order)
    found[f'replace {first} line {struck} with "{table.other}"'] = first
    note = line_of(campaign, table, "NOTE TO GM")
    found[f"answer {first}-{note}: no"] = first
    return found


def events(campaign: Campaign, stage: str) -> list[Event]:
    data = (campaign.folder / "turns" / stage / "events.jsonl").read_bytes()
    return [decoded(line, Event) for line in data.splitlines()]


def keep(campaign: Campaign, turn: str, *texts: str) -> None:
    data = "".join(f"{text}\n" for text in texts).encode()
    rule(campaign, turn, data, "rulings.txt", at=when(5))


def bare(text: str) -> str:
    """A statement without the phase it waits for."""
    return text.partition(": ")[2] if text.startswith("before ") else text


def test_every_fault_of_a_text_is_told_at_once(campaign: Campaign, table: Table) -> None:
    wrong = {
        **table.wrong,
        "sett B1.hull = 3": "sett",
        "cancel Nobody line 3": '"Nobody" is not a player',
        f"cancel {table.seats[0]} line 999": "has no order line 999",
        "answer ann-99: yes": "is not on the docket",
        "address VIRUS nowhere": "not a mail address" if "virus" in table.seats else "player",
        "deadline tomorrow": "deadline",
        "before 99.never: pause": "is not a phase",
    }
    text = "\n".join(f"{statement} because of nothing" for statement in wrong)
    with pytest.raises(Faults) as caught:
        rule(campaign, "1", f"{text}\npause\n".encode(), "rulings.txt", at=when(5))
    problems = caught.value.problems
    told = render_all(problems)
    assert len(problems) >= len(wrong) + 1, told
    for number, (statement, part) in enumerate(wrong.items(), 1):
        here = [one for one in problems if one.span and one.span.line == number]
        assert here, statement
        assert any(part in render_all([one]) for one in here), (statement, render_all(here))
        assert all(one.remedy or one.reason for one in here), statement
    assert "This ruling has no reason" in told
    assert not (campaign.folder / "inbox/001/rulings.txt").exists()


def test_every_verb_is_done_told_replayed_and_stays(campaign: Campaign, table: Table) -> None:
    first, second = table.seats
    wanted = statements(campaign, table)
    keep(campaign, "1", "pause because of snow")
    with pytest.raises(Faults, match="the campaign is paused"):
        run_turn(campaign, at=when(6))
    keep(campaign, "1", *(f"{text} because of reason {n:02d}" for n, text in enumerate(wanted)))
    assert all(row["answered"] for row in docket(campaign))
    keep(campaign, "1", "resume because it thawed")
    assert [str(d.text) for d in status(campaign).deadlines] == ["2026-12-01 20:00 Europe/Berlin"]
    ran = run_turn(campaign, at=when(6))
    assert ran.folder is not None, ran.lines
    told_as_wanted(campaign, table, "001", wanted)
    assert replay(campaign, pdfs=False) == []
    # What came of people: the address, the new name.
    part = in_force(campaign.folder)[-1].part
    assert part.addresses[second] == "second@example.org"
    assert part.names[second] == "Second Hand"
    # A later correction, and one more, take nothing of it back.
    keep(campaign, "1", f"note {first}: once more because you asked")
    assert [name.casefold() for name in rerun(campaign, "1", preview=True).changes] == [first]
    rerun(campaign, "1", at=when(7))
    told_as_wanted(campaign, table, "001.r2", wanted)
    line = line_of(campaign, table, table.order)
    keep(campaign, "1", f"cancel {first} line {line} because he takes it back")
    number = len(kept_of(campaign, "1"))
    keep(campaign, "1", f"note {first}: never mind because of a slip")
    keep(campaign, "1", f"withdraw R{number + 1} because it was said already")
    rerun(campaign, "1", at=when(8))
    told_as_wanted(campaign, table, "001.r3", wanted)
    assert replay(campaign, pdfs=False) == []
    # The last verbs: a position closes, the game ends.
    keep(
        campaign,
        "2",
        f"close {second} because he left",
        f"{table.end} because both wish it",
    )
    run_turn(campaign, how=How(missing_ok=True), at=when(9))
    assert "draw" in status(campaign).result.casefold()
    over = {event.facts.get("text") for event in events(campaign, "002")}
    assert {f"close {second}", table.end} <= over
    assert replay(campaign, pdfs=False) == []
    tried = {bare(text).split()[0] for text in wanted}
    assert tried | {
        "cancel",
        "withdraw",
        "roll",
        "term",
        "pause",
        "resume",
        "close",
        "result",
    } == set(FORMS)


def told_as_wanted(campaign: Campaign, table: Table, stage: str, wanted: Mapping[str, str]) -> None:
    """Each ruling is one event with its reason; whoever it touches reads it, and nobody else."""
    packets = {
        seat: json.loads(
            (campaign.folder / f"turns/{stage}/reports/{seat}/packet.json").read_text()
        )
        for seat in table.seats
    }
    found = {e.facts.get("text"): e for e in events(campaign, stage) if e.kind == "ruling"}
    for number, (text, who) in enumerate(wanted.items()):
        event = found[bare(text)]
        assert event.ruling == f"of reason {number:02d}", text
        assert "void" not in event.facts, (text, event.facts)
        readers = set(table.seats) if who == ALL else set(who.split())
        assert {seat for seat in table.seats if event.keys_for(seat) is not None} == readers, text
        for seat, packet in packets.items():
            reads = [one for one in packet["rulings"] if one["event"] == event.id]
            assert bool(reads) == (seat in readers), (text, seat)
            assert all(one["reason"] == event.ruling for one in reads)
            if not reads:
                assert event.ruling not in json.dumps(packet), (text, seat)
