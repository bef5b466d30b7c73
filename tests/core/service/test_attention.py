"""What needs the game master besides questions, as status and docket list it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from pbm.service.api import (
    Campaign,
    How,
    docket,
    explain_packet,
    new_campaign,
    open_campaign,
    rerun,
    rule,
    run_turn,
    status,
    submit,
)
from pbm.service.docket import docket_text
from pbm.service.status_many import status_of_many
from tests.core import table
from tests.core.mail.post import BOB, letter, post, with_mail

BEGUN, SENT, RUN = "2026-03-01T12:00Z", "2026-03-01T13:00Z", "2026-03-02T12:00Z"


@pytest.fixture(autouse=True)
def no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports that need no printing press."""
    table.set_press(monkeypatch)


def begin(folder: Path, scenario: str, *players: str) -> Campaign:
    return new_campaign(folder / "vega", scenario, players=players, seed="s", at=BEGUN)


def played(campaign: Campaign, **how: bool) -> Campaign:
    run_turn(campaign, how=How(missing_ok=True, **how), at=RUN)
    return open_campaign(campaign.folder)


def test_a_vacant_seat_stops_no_run_and_is_said_so(tmp_path: Path) -> None:
    """Rule: NV ORD-44."""
    campaign = played(begin(tmp_path, "nova/duel", "E=WREN", "E=HERON"))
    rule(campaign, "1", b"set HERON.vacant = yes because its player left\n", "r", at=RUN)
    sheet = b"ORDERS vega turn 1 for WREN\nGENERAL all ships: T\nEND\n"
    submit(campaign, [("a.txt", sheet)], at=RUN)
    campaign = played(campaign)
    submit(campaign, [("a.txt", sheet.replace(b"turn 1", b"turn 2"))], at=RUN)
    found = status(campaign)
    assert found.ready and found.missing == ()
    assert "HERON is vacant; a run goes on without its orders." in found.lines
    assert [row["said"] for row in found.rows] == ["", "vacant"]
    row = docket(campaign)[-1]
    assert (row["kind"], row["id"], row["player"]) == ("vacant", "heron", "HERON")
    assert row["how"].startswith("echo 'hand HERON to \"NAME\" because ...' | pbm rule")
    assert "Positions\n\n  heron  HERON is vacant" in docket_text(docket(campaign))
    ran = run_turn(campaign, at=RUN)
    assert "HERON sent no sheet: the position is vacant." in ran.lines
    assert ran.missing == ("HERON",)


@pytest.mark.parametrize("name", ["Bob", "O'Brien", "Lady Grey"])
def test_the_command_for_a_ruling_can_be_pasted_into_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    table.set_table(monkeypatch)
    campaign = with_mail(table.begin(tmp_path, players=("A=Ilse:i@example.org", f"B={name}:{BOB}")))
    post(campaign, letter("I resign from the game, sorry.", BOB))
    (row,) = [one for one in docket(campaign) if one["kind"] == "resignation"]
    echo, text, _pipe, *command = shlex.split(row["how"])
    assert (echo, command[:2]) == ("echo", ["pbm", "rule"])
    rule(campaign, command[3], text.encode(), "r", at=RUN)


def test_a_sheet_of_which_nothing_was_understood_is_listed(tmp_path: Path) -> None:
    campaign = played(begin(tmp_path, "knighthawks/duel", "A=Rook", "B=Old Nan"))
    sheet = b"ORDERS vega turn 1 for Rook\nwander about\nshoot at all\nEND\n"
    submit(campaign, [("a.txt", sheet)], at=RUN)
    said = "No order of Rook's sheet was understood (2 lines)"
    assert f"{said}." in status(campaign).lines
    assert docket(campaign)[-1]["question"] == said


def test_mails_are_listed_when_the_game_is_over_too(tmp_path: Path) -> None:
    players = ("A=Rook:rook@example.org", "B=Old Nan:nan@example.org")
    campaign = with_mail(played(begin(tmp_path, "knighthawks/duel", *players)))
    rule(campaign, "1", b"result game: draw because it is late\n", "r", at=RUN)
    campaign = played(campaign)
    post(campaign, letter("I resign", "nan@example.org"))
    found = status(campaign)
    assert found.result
    assert found.lines[1:] == ("1 mail for you, among them 1 resignation: pbm docket.",)
    assert 'close "Old Nan" because' in docket(campaign)[-1]["how"]
    (line,) = status_of_many([campaign.folder])
    assert line.line["what"].endswith("; 1 mail for you") and line.record["mails"] == 1


def test_a_note_with_which_a_turn_was_run_is_open_no_longer(tmp_path: Path) -> None:
    campaign = played(begin(tmp_path, "knighthawks/duel", "A=Rook", "B=Heron"))
    sheet = b"ORDERS vega turn 1 for Rook\nNOTE TO GM may I?\nEND\n"
    submit(campaign, [("a.txt", sheet)], at=RUN)
    assert status(campaign).questions == 1
    campaign = played(campaign, go_on=True)
    assert status(campaign).questions == 0
    assert [row["answer"] for row in docket(campaign)] == ["none; the turn was run without one"]


@pytest.mark.parametrize("kind", ["SETUP", "ORDERS"])
def test_a_set_up_without_choices_is_not_the_end_of_the_game(tmp_path: Path, kind: str) -> None:
    campaign = begin(tmp_path, "deltavee/showdown", "1=Lynx", "2=Otter")
    assert status(campaign).lines == (
        "vega (DeltaVee): turn 0 leaves nothing to choose.",
        "It can be run: pbm run.",
    )
    sheet = f"{kind} vega turn 0 for Lynx\nSHIP A\n  command right\nEND\n".encode()
    (now,) = submit(campaign, [("a.txt", sheet)], at=SENT)
    assert not now.accepted and "The game is over" not in now.receipt
    assert "Turn 0 leaves nothing to choose" in now.receipt
    (ahead,) = submit(campaign, [("a.txt", sheet.replace(b"turn 0", b"turn 1"))], at=SENT)
    assert ahead.accepted == ahead.early == (kind == "ORDERS")


def test_dice_of_a_campaign_that_is_not_sealed_are_not_called_sealed(tmp_path: Path) -> None:
    campaign = begin(tmp_path, "knighthawks/duel", "A=Rook", "B=Heron")
    setup = (
        b"SETUP vega turn 0 for Rook\nSHIP A1\nplace at 0612 facing 4 speed 6\nEND\n",
        b"SETUP vega turn 0 for Heron\nSHIP B1\nplace at 2912 facing 10 speed 6\nEND\n",
    )
    submit(campaign, [("a.txt", one) for one in setup], at=SENT)
    for _turn in range(4):
        campaign = played(campaign)
    said = []
    for file in sorted(campaign.folder.glob("turns/*/reports/rook/packet.json")):
        data = file.read_bytes()
        for section in json.loads(data)["story"]:
            rolled = [item["event"] for item in section["items"] if item["rolls"]]
            said += [explain_packet(data, file.name, event).text for event in rolled]
    assert said and all("  Dice: " in one for one in said)
    assert not any("sealed" in one for one in said)


@pytest.mark.usefixtures("tiny_table")
def test_rulings_that_wait_for_a_rerun_are_said_so(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 2)
    rule(campaign, "2", b"pause because of a feast\n", "r", at=table.LATER)
    assert [one.kind for one in status(campaign).attention] == ["rerun"]
    rule(campaign, "1", b"roll 1.add/add/Ilse counts as 9 because of a bet\n", "r")
    command = f"pbm rerun {campaign.folder} 1"
    assert f"Rulings on turn 1 wait until it is run again: {command}." in status(campaign).lines
    assert "turn 1 wait until it is run again" in status_of_many([campaign.folder])[0].line["what"]
    row = docket(campaign)[-1]
    assert (row["kind"], row["id"], row["turn"], row["how"]) == ("rerun", "001", "1", command)
    rerun(campaign, "1", at="2026-03-05T12:00:00Z")
    assert status(campaign).attention == ()
