"""One campaign while post is taken in: what mail is held against, what was kept of it, answers.

`inbox/mail/KEY.eml` are the bytes of a mail as it came and `KEY.toml` says what became of it; a
mail is done with when that is there. `inbox/mail/waiting/CODE.toml` leads from the code of a
question to the mail it is about, `inbox/mail/answered.json` counts answers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pbm.campaign.campaign import Campaign
from pbm.campaign.mail_settings import MailPart
from pbm.engine.types import Seat
from pbm.intake.session import IntakeSession
from pbm.intake.submit import begin_session
from pbm.kit.clock import read_time
from pbm.kit.problems import Faults
from pbm.kit.text import folded
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.mail.inbound.message import Mail
from pbm.mail.outbound.recipients import Now, now_of
from pbm.mail.outbound.reply_queue import MAIL_OUT, Answer, queue
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_folders import INBOX
from pbm.storage.turn_toml import Time

KEPT = f"{INBOX}/mail"
WAITING = f"{KEPT}/waiting"
ANSWERED = f"{KEPT}/answered.json"
_HOUR = timedelta(hours=1)
# Of answers to addresses that nobody is known by, so many an hour all together.
MOST_TO_STRANGERS = 60


class MailRecord(BaseModel):
    """KEY.toml: what a mail said of itself and what became of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sha256: str
    size: int
    received: Time
    sender: str
    subject: str
    date: Time
    message_id: str
    became: str
    why: str = ""


class Waiting(BaseModel):
    """CODE.toml: the mail that a player is asked about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mail: str
    player: str


@dataclass(slots=True)
class Office:
    """A campaign with what stands while its lock is held; ``queued`` are the answers written."""

    campaign: Campaign
    settings: MailPart
    session: IntakeSession
    now: Now
    answered: dict[str, list[str]]
    queued: list[Answer] = field(default_factory=list)

    @property
    def root(self) -> Path:
        """The campaign's folder."""
        return self.campaign.folder

    @property
    def when(self) -> str:
        """The time at which post is taken in."""
        return self.session.received

    @property
    def mailings(self) -> tuple[str, ...]:
        """Every mailing there is or was."""
        return (*self.session.game_state.due, *(stage.label for stage in self.session.chain[1:]))

    def known(self, player: str) -> str:
        """The address that a player is known by, "" for none."""
        return self.now.addresses.get(player, "")

    def seats_at(self, address: str) -> list[Seat]:
        """The seats that are known by an address."""
        if not address:
            return []
        return [s for s in self.session.game_state.seats if same(self.known(s.id), address)]

    def is_named(self, name: str) -> bool:
        """True for the campaign's own name."""
        return folded(name) == folded(self.campaign.name)

    def is_answered(self, id: str) -> bool:
        """True if an answer of this name was queued before."""
        return (self.root / MAIL_OUT / f"{id}.toml").exists()

    def answer(self, answer: Answer) -> None:
        """Queue an answer, unless its address has had too many of late; the last one says so."""
        if not answer.to or self.is_answered(answer.id):
            return
        since = read_time(self.when) - _HOUR
        counts = {
            to: [at for at in times if read_time(at) > since] for to, times in self.answered.items()
        }
        to = answer.to.casefold()
        had = len(counts.get(to, []))
        most = self.settings.answers_an_hour
        strangers = sum(len(v) for k, v in counts.items() if not self._is_known(k))
        if not self._is_known(answer.to) and strangers >= MOST_TO_STRANGERS:
            return
        if had > most:
            return
        if had == most:
            answer = answer.model_copy(
                update={
                    "id": f"{answer.id[:100]}-slow",
                    "kind": "slow",
                    "resend": "",
                    "body": f"{most} answers went to this address within an hour, so this is the "
                    "last for a while.\nYour mails are still taken in and kept; what became of "
                    f"them is in the game master's hands.\nThis one was: {answer.subject}\n",
                }
            )
        queue(self.root, answer)
        self.queued.append(answer)
        self.answered = {k: v for k, v in counts.items() if v} | {
            to: [*counts.get(to, []), self.when]
        }
        put_file(self.root / ANSWERED, json.dumps(self.answered, sort_keys=True).encode())

    def _is_known(self, address: str) -> bool:
        return any(same(one, address) for one in self.now.addresses.values())

    def was_taken(self, key: str) -> bool:
        """True if a mail is done with."""
        return (self.root / KEPT / f"{key}.toml").is_file()

    def keep(self, mail: Mail, raw: bytes) -> None:
        """Keep a mail's bytes; the same ones are not written again."""
        path = self.root / KEPT / f"{mail.key}.eml"
        if not path.is_file():
            put_file(path, raw)

    def close(self, key: str, record: MailRecord) -> None:
        """Say what became of a mail: now it is done with."""
        text = toml_bytes(record.model_dump(mode="json"))
        put_file(self.root / KEPT / f"{key}.toml", text)

    def wait(self, code: str, waiting: Waiting) -> None:
        """Keep what a question is about."""
        path = self.root / WAITING / f"{code}.toml"
        put_file(path, toml_bytes(waiting.model_dump(mode="json")))

    def asked(self, code: str) -> tuple[Waiting, bytes] | None:
        """What a code is about, with the bytes of its mail; None for a code that nobody has."""
        file = self.root / WAITING / f"{code}.toml"
        if not file.is_file():
            return None
        found = load(Waiting, file.read_bytes(), f"{WAITING}/{file.name}")
        return found, (self.root / KEPT / f"{found.mail}.eml").read_bytes()


def open_office(campaign: Campaign, settings: MailPart, when: str) -> Office:
    """A campaign ready to take in post; the caller holds its lock."""
    session = begin_session(campaign, when)
    return Office(campaign, settings, session, now_of(campaign, session.chain), _answered(campaign))


def _answered(campaign: Campaign) -> dict[str, list[str]]:
    """The times of the latest answers by address; a file that is spoilt begins anew."""
    try:
        found = json.loads((campaign.folder / ANSWERED).read_bytes())
        return {str(to): [str(at) for at in times if read_time(at)] for to, times in found.items()}
    except (OSError, ValueError, AttributeError, TypeError, Faults):
        return {}


def same(one: str, other: str) -> bool:
    """True for two addresses that reach the same box, as far as can be told."""
    return bool(one) and one.casefold() == other.casefold()


def home_of(offices: Sequence[Office], sender: str) -> Office:
    """The campaign that keeps a mail which names none: the sender's, else the first."""
    return next((office for office in offices if office.seats_at(sender)), offices[0])
