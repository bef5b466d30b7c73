"""Plays a world by the product's own functions and gathers every byte that one player gets.

`told` is all of it: the files of his report, what his PDFs are made of, his next sheet, the
receipts of his texts, what reminds him, what `check --packet` and `explain --packet` say, what
the outbox holds for him. What is added to the product for a player to get belongs into `MORE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import Dates
from pbm.campaign.mail_settings import MailPart
from pbm.campaign.outbox import outbox_bytes
from pbm.engine.context import GameState
from pbm.engine.events import Event
from pbm.engine.types import Seat
from pbm.intake import readiness as ready
from pbm.intake.check import check_sheet
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.mail.outbound import reminders
from pbm.mail.outbound.compose import mail_bytes
from pbm.mail.outbound.jobs import report_mail
from pbm.mail.outbound.recipients import Now
from pbm.mail.outbound.report_packages import Parcel
from pbm.packets.build import Packet, packet_in
from pbm.packets.explain_player import explain_packet
from pbm.pages import render
from pbm.sheets.envelope import find_sheets
from pbm.sheets.received import Text
from pbm.storage.turn_folders import StoredStage, digest
from pbm.storage.turn_toml import NEW, TurnPart
from pbm.turns import assemble
from pbm.turns.assemble import draft, draft_new, next_sheet, print_pages
from pbm.turns.play import Played, play
from pbm.turns.receipt import receipt
from pbm.turns.stage_draft import StageDraft
from pbm.turns.submissions import submissions_of
from tests.secrecy.base import Base, Table

Bytes = Mapping[str, bytes]
GAME_MASTER = MailPart(address="gm@example.org", name="")


class World(Record, eq=False):
    """A base as it is or with secrets changed; ``addresses`` are the players' mail addresses."""

    base: Base
    game_state: GameState
    texts: tuple[Text, ...]
    rulings: bytes
    campaign: Campaign
    addresses: Mapping[str, str]

    def with_texts(self, *texts: Text) -> World:
        """The world with these texts in place of those of the same player and number."""
        kept = {(text.player, text.number): text for text in (*self.texts, *texts)}
        return replace(self, texts=tuple(kept[key] for key in sorted(kept)))

    def texts_of(self, player: str) -> list[Text]:
        return [text for text in self.texts if text.player == player]

    def seat(self, player: str) -> Seat:
        return next(seat for seat in self.game_state.seats if seat.id == player)


def world_of(base: Base) -> World:
    """The world in which nothing was changed."""
    given = base.given
    return World(base, base.game_state, given.texts, given.rulings, base.campaign, {})


class Outcome(Record, eq=False):
    """A world after its stage was played; before set-up nothing is ``played`` yet."""

    world: World
    played: Played | None
    drafted: StageDraft

    @property
    def events(self) -> tuple[Event, ...]:
        return () if self.played is None else self.played.stage.events

    @property
    def after(self) -> GameState:
        return self.drafted.game_state


def carried_out(world: World) -> Outcome | None:
    """The stage played and its reports drafted; None if the stage stops at a question."""
    base = world.base
    if base.given.mailing == NEW:
        return Outcome(world, None, draft_new(world.campaign, world.game_state, base.at))
    given = replace(base.given, texts=world.texts, rulings=world.rulings)
    played = play(world.campaign, world.game_state, given, earlier=base.earlier)
    if played.stage.game_state is None:
        return None
    if isinstance(base.campaign, Table):  # seats of cases have names that no folder may have
        texts = tuple(replace(text, player=text.player.casefold()) for text in given.texts)
        played = replace(played, given=replace(given, texts=texts))
    before = replace(base.before, addresses={**base.before.addresses, **world.addresses})
    return Outcome(world, played, draft(world.campaign, played, before, base.at))


# What a player gets beside what is listed here: from the outcome and his seat to named bytes.
# Whatever else goes out to players, such as mails, is to be added.
MORE: list[Callable[[Outcome, str], Bytes]] = []


def told(outcome: Outcome, player: str) -> dict[str, bytes]:
    """Every byte that a player gets of a stage, by name."""
    found = {f"receipt {name}": data for name, data in receipts(outcome.world, player)}
    found["reminder"] = reminder(outcome.world, player)
    if player in outcome.drafted.packets:
        found |= _report(outcome, player)
        data = found["report/packet.json"]
        packet = packet_in(data)
        sheet = found.get("report/orders.txt", b"")
        for name, text in (("next sheet", sheet), *_sent(outcome.world, player)):
            found[f"check {name}"] = "\n".join(
                one.findings for one in check_sheet(text, "sheet.txt", packet=data)
            ).encode()
        for what in _asked(packet):
            found[f"explain {what}"] = _explained(packet, what).encode()
    for more in MORE:
        found |= more(outcome, player)
    return found


def _sent(world: World, player: str) -> Iterator[tuple[str, bytes]]:
    for text in world.texts_of(player):
        yield f"sheet {text.number}", text.data


def _report(outcome: Outcome, player: str) -> dict[str, bytes]:
    """The files of his report, what goes to the press for his PDFs, and his outbox letter."""
    with _press():
        made = print_pages(outcome.world.campaign, outcome.drafted, only=[player], pdfs=True)
    folder = f"reports/{player}/"
    found = {
        name.replace(folder, "report/"): data
        for name, data in made.files.items()
        if name.startswith(folder)
    }
    sizes = [f"{name} {len(data)}" for name, data in sorted(found.items())]
    letter = letter_of(made.part, player)
    mail = _mail(outcome, player, made.part, found)
    return {**found, "sizes": "\n".join(sizes).encode(), "outbox": letter, "mail": mail}


def _mail(outcome: Outcome, player: str, part: TurnPart, files: Mapping[str, bytes]) -> bytes:
    """The mail his report goes with: its headers, its text, the names of what is attached."""
    stage = StoredStage(Path("turns"), part, "")
    named = {name.removeprefix("report/"): data for name, data in files.items()}
    name = outcome.world.seat(player).name
    parcel = Parcel(stage, player, name, {one: digest(data) for one, data in named.items()})
    now = Now(outcome.after, part.addresses, part.names, {})
    to = f"{player}@example.org".casefold()
    mail = report_mail(outcome.world.campaign, GAME_MASTER, now, parcel, named, to)
    plain = mail_bytes(replace(mail, files={}), part.run_at)
    return plain + "\n".join(mail.files).encode()


@contextmanager
def _press() -> Iterator[None]:
    """Takes down what a PDF would be made of in place of the PDF, and writes no turn.toml.

    That a PDF is a function of these four is shown by `test_pages`; turn.toml, the game
    master's own, takes longer to write than all else.
    """

    def note(page: str, said: Any, made: Any, attached: Any = None, **more: Any) -> bytes:
        files = sorted((attached or {}).items())
        return repr((page, said, made, files, sorted(more.items()))).encode()

    with (
        mock.patch.object(render, "pdf", note),
        mock.patch.object(assemble, "turn_bytes", return_value=b""),
    ):
        yield


def letter_of(part: TurnPart, player: str) -> bytes:
    """What the outbox says of a player's mail."""
    mine = tuple(one for one in part.outbox if one == player)
    return outbox_bytes(replace(part, outbox=mine))


def receipts(world: World, player: str) -> Iterator[tuple[str, bytes]]:
    """The receipts of a player's texts, each as he would have got it on sending it."""
    campaign, game_state = world.campaign, world.game_state
    texts = world.texts_of(player)
    for place, text in enumerate(texts, 1):
        found = find_sheets(text.data, text.name, campaign.ruleset.all_kinds)
        mailing = world.base.given.mailing
        submitted = submissions_of(
            campaign, game_state, mailing, player, texts[:place], game_state.seats
        )
        read = [one for one in submitted.every if one.number == text.number]
        pairs = [(one.sheet, one.reading) for one in read]
        said = receipt(
            text.data, pairs, found.problems, [one.sentence for one in read], text.received
        )
        yield f"{text.number} {text.name}", said.encode()
    seat = world.seat(player)
    yield (
        "template",
        next_sheet(campaign, game_state, seat, passes=campaign.has_passes, prefilled=True).encode(),
    )


def reminder(world: World, player: str) -> bytes:
    """What he is reminded with while no sheet of his is in, whatever those of the others say."""
    campaign, at = world.campaign, world.base.at
    texts = [text for text in world.texts if text.player != player]
    away = {
        text.player: sheet.absent
        for text in texts
        for sheet in find_sheets(text.data, text.name, campaign.ruleset.all_kinds).sheets
    }
    to = f"{player}@example.org".casefold()
    names = {seat.id: seat.name for seat in world.game_state.seats}
    now = Now(world.game_state, {player: to}, names, {world.base.given.mailing: Dates()})
    with (
        mock.patch.multiple(reminders, entries=lambda *_: texts, counting=list, text_of=_same),
        mock.patch.object(ready, "absent", return_value=away),
    ):
        jobs = reminders.reminders(campaign, GAME_MASTER, now, {}, at, at_once=True)
        mails = [mail_bytes(job.make(), at) for job in jobs if job.player == player]
    return b"\n".join(mails)


def _same(text: Text) -> Text:
    return text


def _asked(packet: Packet) -> list[str]:
    """A few things that the player may ask about, one that is not there among them."""
    events = [item["event"] for section in packet["story"] for item in section["items"]]
    lines = [str(line["line"]) for line in packet["orders"]]
    return [*events[:1], *events[-1:], *lines[:1], "Nemo", "gm", "1"]


def _explained(packet: Packet, what: str) -> str:
    try:
        return explain_packet(packet, what).text
    except Faults as faults:
        return "\n".join(problem.fault + problem.remedy for problem in faults.problems)


_PACKET = "report/packet.json"
_MADE_OF_OTHERS = ("mail", "outbox", "sizes")


def difference(one: Bytes, other: Bytes) -> str:
    """The first difference of what a player got in two worlds, as a person reads it; "" if none."""
    if sorted(one) != sorted(other):
        return f"files: {sorted(set(one) ^ set(other))}"
    # What is made of other files last: the packet says best what it is.
    for name in sorted(one, key=lambda name: (name in _MADE_OF_OTHERS, name != _PACKET, name)):
        if one[name] != other[name]:
            first, second = one[name], other[name]
            at = next(
                (place for place, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
                min(len(first), len(second)),
            )
            near = slice(max(0, at - 200), at + 200)
            return (
                f"{name}, byte {at}:\n  {first[near].decode(errors='replace')}\n"
                f"  {second[near].decode(errors='replace')}"
            )
    return ""


__all__ = ["MORE", "Outcome", "World", "carried_out", "difference", "told", "world_of"]
