"""What reads words from outside, as functions of bytes that must never fail.

Each takes any bytes and comes back; what is wrong with them is told by `Faults` or by records,
never by another exception. `./run fuzz` throws bytes at them, `test_corpus` the kept ones.
"""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from pathlib import Path

from pbm.campaign.campaign import Campaign, open_campaign, read_campaign
from pbm.campaign.scenarios import read_scenario
from pbm.campaign.secrets import read_secret
from pbm.conformance.case_file import read_cases
from pbm.conformance.runner import run_case
from pbm.dice.scripted import parse_script
from pbm.engine.context import GameState
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.turn import check_rulings
from pbm.games.nova.rules.results.result_language import read_result
from pbm.kit.problems import Faults, render_all
from pbm.mail.inbound.attachments import Unread, texts_of
from pbm.mail.inbound.html_to_text import text_of_html
from pbm.mail.inbound.mime import read_mail
from pbm.packets.schema import read_packet
from pbm.packets.verify.dice import verify
from pbm.pages.pdf_form import text_of_form
from pbm.sheets.envelope import find_sheets
from pbm.storage.turn_folders import in_force
from pbm.storage.turn_toml import read_turn
from pbm.turns.history import stored_game_state
from pbm.turns.play import phases_to_come
from pbm.turns.receipt import receipt
from pbm.turns.submissions import read_sheets
from tests.shipped import played

ROOT = Path(__file__).parents[2]
CORPUS: Mapping[str, Mapping[str, bytes]] = {
    target: {name: text.encode("latin-1") for name, text in kept.items()}
    for target, kept in tomllib.loads(
        (Path(__file__).parent / "corpus.toml").read_text(encoding="utf-8")
    ).items()
}
# A campaign of each game and the stage after which sheets are read.
TABLES = {"knighthawks": ("beacon", "5"), "deltavee": ("first-shot", "6"), "nova": ("age", "9")}


@cache
def table(game: str) -> tuple[Campaign, GameState]:
    """A campaign and how it stands in mid-game."""
    name, label = TABLES[game]
    campaign = open_campaign(played(name))
    stage = next(stage for stage in in_force(campaign.folder) if stage.label == label)
    game_state = stored_game_state(campaign, stage)
    assert game_state is not None
    return campaign, game_state


def _sheet(game: str, data: bytes) -> None:
    """A text as it came, and the same as the body of sheets; what a receipt says."""
    campaign, game_state = table(game)
    seat = game_state.seats[0]
    mailing = game_state.due[0]
    rules = campaign.ruleset
    view = rules.build_view(game_state.state, seat.id, game_state.seats, campaign.options)
    for text in (data, *enveloped(campaign, mailing, seat.name, data)):
        found = find_sheets(text, "sheet.txt", campaign.ruleset.all_kinds)
        sheets = [(number, sheet) for number, sheet in enumerate(found.sheets, 1)]
        read = read_sheets(rules, view, campaign.options, mailing, sheets)
        receipt(text, [(one.sheet, one.reading) for one in read], found.problems)


def enveloped(campaign: Campaign, mailing: str, name: str, body: bytes) -> Iterator[bytes]:
    """Sheets of the kind that the first line names alone, else of every kind."""
    first, _, rest = body.partition(b"\n")
    kinds = [kind for kind in campaign.ruleset.all_kinds if kind.name.encode() == first]
    body = rest if kinds else body
    for kind in kinds or campaign.ruleset.all_kinds:
        to = " to gm" if kind.by == "to" else ""
        turn = f"{mailing} SHOOT round 1" if kind.name == "BATTLE" else mailing
        head = f"{kind.name} {campaign.name} turn {turn} for {name}{to}\n"
        yield head.encode() + body + b"\nEND\n"


def _rulings(game: str, data: bytes) -> None:
    campaign, game_state = table(game)
    text = data.decode("utf-8-sig", "replace")
    phases = phases_to_come(campaign, game_state)
    rulings, problems = parse_rulings(text, "rulings.txt", game_state.seats, phases)
    problems += check_rulings(campaign.ruleset, game_state, rulings, campaign.options, campaign.ids)
    render_all(problems)


def _case(data: bytes) -> None:
    cases, problems = read_cases(data.decode("utf-8-sig", "replace"), "a.case")
    render_all(problems)
    for case in cases[:3]:
        run_case(case)


def _dice(data: bytes) -> None:
    _script, problems = parse_script(data.decode("utf-8-sig", "replace"), "dice.txt")
    render_all(problems)


def _result(data: bytes) -> None:
    read_result(data.decode("utf-8", "replace"))


def _mail(data: bytes) -> None:
    mail = read_mail(data)
    for letter in mail.texts:
        find_sheets(letter.text.encode(), "mail.txt")


def _page(data: bytes) -> None:
    text_of_html(data.decode("utf-8", "replace"))


def _document(data: bytes) -> None:
    """The XML inside a document of each word processor."""
    for name, member in (("a.docx", "word/document.xml"), ("a.odt", "content.xml")):
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(member, data)
        with suppress(Unread):
            texts_of(name, packed.getvalue())


def _proofs(data: bytes) -> None:
    with suppress(Faults):
        verify([("packet.json", data)])


def _faulty(read: Callable[[bytes, str], object], file: str) -> Callable[[bytes], None]:
    """A reader that may find faults, with those put into words."""

    def target(data: bytes) -> None:
        try:
            read(data, file)
        except Faults as faults:
            render_all(faults.problems)

    return target


def _quiet(data: bytes, _file: str) -> object:
    with suppress(Faults):
        return read_secret(data)
    return None


TARGETS: dict[str, Callable[[bytes], None]] = {
    **{f"sheet-{game}": partial(_sheet, game) for game in TABLES},
    **{f"rulings-{game}": partial(_rulings, game) for game in TABLES},
    "scenario": _faulty(read_scenario, "scenario.toml"),
    "campaign": _faulty(lambda data, _file: read_campaign(data), "campaign.toml"),
    "turn": _faulty(read_turn, "turn.toml"),
    "secret": _faulty(_quiet, "secret.toml"),
    "packet": _faulty(read_packet, "packet.json"),
    "case": _case,
    "dice": _dice,
    "result": _result,
    "mail": _mail,
    "page": _page,
    "document": _document,
    "form": _faulty(text_of_form, "form.pdf"),
    "proofs": _proofs,
}
