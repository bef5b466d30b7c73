"""The mails of the corpus: what each is made of, and what is expected of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Campaign
from pbm.engine.types import Understood, seat_of
from pbm.service.api import template
from pbm.sheets.envelope import envelope, find_sheets
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from tests.end_to_end.mails.campaigns import REPORT_ID, STATES
from tests.end_to_end.mails.programs import write

FOLDER = Path(__file__).parent / "corpus"
# The state of a campaign to which the mails of a file come, unless they name another.
_STATES = {"knighthawks": "vega", "deltavee": "orcus", "nova": "kestrel"}
_PASS = re.compile(r"\{pass(?::(?P<player>[^:}]+))?(?::(?P<turn>\d+))?\}")


def mails() -> dict[str, dict[str, Any]]:
    """Every mail of the corpus by the name of its file and its own name."""
    found = {}
    for file in sorted(FOLDER.glob("*.toml")):
        for name, one in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found[f"{file.stem}/{name}"] = {"state": _STATES[file.stem], **one}
    return found


def player_of(mail: Mapping[str, Any]) -> str:
    """The seat whose orders a mail is about."""
    return str(mail.get("for", STATES[mail["state"]][1]))


def bytes_of(campaign: Campaign, mail: Mapping[str, Any]) -> bytes:
    """The mail as it comes."""

    def put_in(words: str) -> str:
        words = words.replace("{sheet}", sheet_of(campaign, mail))
        words = words.replace("{original}", _prefilled(campaign, player_of(mail)))
        words = words.replace("{message-id}", REPORT_ID.format(name=campaign.name))
        return _PASS.sub(lambda found: _pass(campaign, mail, found), words)

    if "raw" in mail:
        return put_in(mail["raw"]).lstrip("\n").encode()
    original = mail.get("original", "report" if mail.get("reply") else "")
    if original == "edited":
        original = f"Your report of the last turn\n\n{sheet_of(campaign, mail)}"
    elif original == "report":
        original = f"Your report of the last turn\n\n{_prefilled(campaign, player_of(mail))}"
    address = in_force(campaign.folder)[-1].part.addresses[player_of(mail)]
    return write(
        mail["program"],
        put_in(mail["text"].lstrip("\n")).replace("{quote}", "\0"),
        sender=mail.get("sender", address),
        subject=mail.get("subject", f"Re: [{campaign.name}] your report"),
        original=put_in(original),
        headers={name: put_in(words) for name, words in mail.get("headers", {}).items()},
        attached=[
            {**one, "text": put_in(one.get("text", "").lstrip("\n"))}
            for one in mail.get("attach", ())
        ],
    )


def sheet_of(campaign: Campaign, mail: Mapping[str, Any]) -> str:
    """The player's prefilled sheet with the changes that the mail makes in it."""
    text = _prefilled(campaign, player_of(mail))
    for old, new in mail.get("edit", ()):
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def _prefilled(campaign: Campaign, player: str) -> str:
    return template(campaign, player)


def _pass(campaign: Campaign, mail: Mapping[str, Any], found: re.Match[str]) -> str:
    said = found["player"] or ""
    player = player_of(mail) if said in ("", "plain") else said
    due = in_force(campaign.folder)[-1].part.next[0].mailing
    word = campaign.password(player, found["turn"] or due)
    return word.replace("-", "").lower() if said == "plain" else word


def meaning(campaign: Campaign, mail: Mapping[str, Any], body: str) -> list[str]:
    """What a sheet of these lines is read as, without the numbers of the lines."""
    state = game_state_after(campaign, in_force(campaign.folder))
    kind = mail.get("kind", campaign.ruleset.awaited(state.due[0]).name)
    name = seat_of(state.seats, player_of(mail))
    assert name is not None
    lines = body.strip("\n").split("\n")
    if "END" in lines:
        lines = [line for line in lines[1 : lines.index("END")] if "PASS " not in line]
    due = state.due[0] if "kind" not in mail else str(state.turn)
    text = envelope(kind, campaign.name, due, name.name, "", "\n".join(lines))
    (sheet,) = find_sheets(text.encode(), "meant.txt", campaign.ruleset.all_kinds).sheets
    view = campaign.ruleset.build_view(state.state, name.id, state.seats, campaign.options)
    return said(campaign.ruleset.read(sheet, view, campaign.options).understood)


def said(understood: tuple[Understood, ...]) -> list[str]:
    """The words of lines that were understood."""
    return [one.text for one in understood]
