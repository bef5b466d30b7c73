"""What needs the game master besides questions: mails, sheets, empty seats, late rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from msgspec.structs import asdict

from pbm.campaign.campaign import Campaign
from pbm.campaign.gm_mail import GmMail, Seems, waiting_mails
from pbm.campaign.inbox import kept_rulings
from pbm.engine.context import GameState
from pbm.engine.types import Seat
from pbm.kit.english import count, listed
from pbm.kit.records import Record
from pbm.storage.turn_folders import StoredStage, digest
from pbm.storage.turn_toml import RULINGS_FILE
from pbm.turns.submissions import Summary

MAILS: tuple[Seems, ...] = ("mail", "absence", "resignation", "bounce", "automatic")
# What a mail seems to be, and the command or the ruling for its player, if there is one.
_SEEMS: Mapping[str, tuple[str, str, str]] = {
    "mail": ("{who} wrote", "", ""),
    "absence": ("{who} seems to be away", "mail answer {dir} {id} --absent-until TURN", ""),
    "resignation": ("{who} seems to resign", "", "close {name} because they resigned"),
    "bounce": (
        "Mail to {failed} did not arrive",
        "",
        "address {name} NEW@ADDRESS because the old one failed",
    ),
    "automatic": ("A program wrote for {who}, and was not answered", "", ""),
}


class Attention(Record):
    """One thing for the game master; ``id`` names it, ``player`` is a name, "" if unknown.

    ``kind`` is what a mail seems to be, ``sheet`` for one of which no line was understood,
    ``vacant``, or ``rerun``. ``how`` is the command for it, "" for none.
    """

    kind: str
    id: str
    player: str
    question: str
    how: str = ""
    turn: str = ""

    @property
    def row(self) -> dict[str, Any]:
        """Its row of ``pbm docket --json``, with the keys of questions."""
        empty = {"readings": [], "rule": "", "phase": "", "answer": "", "answered": False}
        return {**asdict(self), **empty}


def attention(
    campaign: Campaign,
    chain: Sequence[StoredStage],
    game_state: GameState,
    sheets: Mapping[str, Mapping[str, Summary]],
) -> tuple[Attention, ...]:
    """List what needs the game master; ``sheets`` are what players sent, by stage and seat."""
    seats = {seat.id: seat for seat in game_state.seats}
    found = [_mail(campaign, game_state, seats, one) for one in waiting_mails(campaign.folder)]
    for mailing, sent in sheets.items():
        for player, one in sent.items():
            if one.unread:
                lines = count(one.unread, "line")
                said = f"No order of {seats[player].name}'s sheet was understood ({lines})"
                found.append(Attention("sheet", player, seats[player].name, said, turn=mailing))
    for seat in game_state.seats:
        if not (seat.closed or game_state.result) and campaign.ruleset.is_vacant(
            game_state.state, seat.id
        ):
            said = f"{seat.name} is vacant; a run goes on without its orders"
            hand = f'hand {_quoted(seat)} to "NAME" because ...'
            how = _ruling(campaign, str(game_state.turn), hand)
            found.append(Attention("vacant", seat.id, seat.name, said, how))
    if (stage := next((one for one in chain[1:] if rulings_wait(campaign, one)), None)) is not None:
        said = f"Rulings on turn {stage.label} wait until it is run again"
        how = f"pbm rerun {campaign.folder} {stage.label}"
        found.append(Attention("rerun", stage.name, "", said, how, stage.label))
    return tuple(found)


def rulings_wait(campaign: Campaign, stage: StoredStage) -> bool:
    """True if rulings were kept for a stage since it was run, as by a correction cut short."""
    kept = kept_rulings(campaign.folder, stage.label)
    return bool(kept) and stage.part.files.get(RULINGS_FILE, "") != digest(kept)


def _mail(
    campaign: Campaign, game_state: GameState, seats: Mapping[str, Seat], mail: GmMail
) -> Attention:
    seat = seats.get(mail.player)
    address = mail.sender or "no address"
    said, command, ruling = _SEEMS[mail.seems]
    who = f"{seat.name} ({address})" if seat else address
    question = f'{said.format(who=who, failed=mail.failed or "?")}: "{mail.words}"'
    if seat is None:
        return Attention(mail.seems, mail.id, "", question)
    how = command and f"pbm {command.format(dir=campaign.folder, id=mail.id)}"
    if ruling:
        turn = (*game_state.due, str(game_state.turn))[0]
        how = _ruling(campaign, turn, ruling.format(name=_quoted(seat)))
    return Attention(mail.seems, mail.id, seat.name, question, how)


def _ruling(campaign: Campaign, turn: str, ruling: str) -> str:
    """The command that keeps a ruling, as it is typed in a shell."""
    return f"echo {quote(ruling)} | pbm rule {campaign.folder} {turn} -"


def _quoted(seat: Seat) -> str:
    return f'"{seat.name}"' if " " in seat.name else seat.name


def attention_lines(found: tuple[Attention, ...]) -> list[str]:
    """The words of ``pbm status`` about all this."""
    mails = [one for one in found if one.kind in MAILS]
    lines = []
    if mails:
        kinds = [one.kind for one in mails]
        told = ("absence", "resignation", "bounce")
        said = [count(number, kind) for kind in told if (number := kinds.count(kind))]
        among = f", among them {listed(said)}" if said else ""
        lines.append(f"{count(len(mails), 'mail')} for you{among}: pbm docket.")
    lines += [f"{one.question}." for one in found if one.kind in ("bounce", "sheet", "vacant")]
    lines += [f"{one.question}: {one.how}." for one in found if one.kind == "rerun"]
    return lines
