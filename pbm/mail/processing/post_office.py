"""One campaign while its mail is taken in: mails, questions and answers.

`inbox/mail/KEY.eml` has the bytes of a mail as it came; `KEY.toml` records how it was taken, and
a mail with that file is done. `inbox/mail/waiting/CODE.toml` leads from the code of a question
to its mail, `inbox/mail/answered.json` counts answers.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.campaign.gm_mail import KEPT, gm_mails
from pbm.campaign.mail_settings import MailPart
from pbm.engine.types import Seat
from pbm.intake.session import IntakeSession
from pbm.intake.submit import begin_session
from pbm.kit.clock import read_time
from pbm.kit.file_part import FilePart, document_of
from pbm.kit.problems import Faults
from pbm.kit.text import folded
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.mail.inbound.message import Mail
from pbm.mail.outbound.recipients import Now, now_of
from pbm.mail.outbound.reply_queue import MAIL_OUT, Answer, queue
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_toml import Time

WAITING = f"{KEPT}/waiting"
ANSWERED = f"{KEPT}/answered.json"
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
# Most answers an hour to all unknown addresses together.
MOST_TO_STRANGERS = 60
# Most answers to one address, until none was wanted for a day: those that a program could answer
# for ever. A person with a sheet gets receipts.
MOST_A_DAY: Mapping[str, int] = {"passed": 5, "advice": 10, "refused": 10, "confirm": 10}


class MailRecord(FilePart):
    """KEY.toml: a mail's headers, and how it was taken."""

    sha256: str
    size: int
    received: Time
    sender: str
    subject: str
    date: Time
    message_id: str
    became: str
    why: str = ""


class Waiting(FilePart):
    """CODE.toml: the mail that a player is asked about."""

    mail: str
    player: str


class Office(Struct):
    """A campaign while mail is taken in, under its lock.

    ``said`` are the senders and words of mails put before the game master, ``strangers`` how many
    unknown senders' mails wait there; ``queued`` are new answers, ``new`` the keys of mails that
    were never begun before.
    """

    campaign: Campaign
    settings: MailPart
    session: IntakeSession
    now: Now
    answered: dict[str, list[str]]
    said: set[tuple[str, str]]
    strangers: int
    queued: list[Answer] = field(default_factory=list)
    new: set[str] = field(default_factory=set)

    @property
    def root(self) -> Path:
        """The campaign's folder."""
        return self.campaign.folder

    @property
    def when(self) -> str:
        """The time at which mail is taken in."""
        return self.session.received

    @property
    def mailings(self) -> tuple[str, ...]:
        """Every stage that is due or was run."""
        return (*self.session.game_state.due, *(stage.label for stage in self.session.chain[1:]))

    def known(self, player: str) -> str:
        """The known address of a player, "" for none."""
        return self.now.addresses.get(player, "")

    def seats_at(self, address: str) -> list[Seat]:
        """The seats whose known address this is."""
        if not address:
            return []
        return [s for s in self.session.game_state.seats if same(self.known(s.id), address)]

    def is_named(self, name: str) -> bool:
        """True for the name of this campaign."""
        return folded(name) == folded(self.campaign.name)

    def is_answered(self, id: str) -> bool:
        """True if an answer with this id was queued before."""
        return (self.root / MAIL_OUT / f"{id}.toml").exists()

    def has_answered(self, key: str) -> bool:
        """True if an answer to this mail was queued, now or before the power failed."""
        return any((self.root / MAIL_OUT).glob(f"{key}-*.toml"))

    def answer(self, answer: Answer) -> None:
        """Queue an answer, unless its address has had too many; the last one says so.

        `answered` has the times of answers by address, and of those that `MOST_A_DAY` limits by
        kind and address, also of those that were not sent: a program is not answered again
        before it has been silent for a day.
        """
        is_known = self._is_known(answer.to)
        is_own = same(answer.to, self.settings.address) and not is_known
        if not answer.to or is_own or self.is_answered(answer.id):
            return
        now = read_time(self.when)
        counts = {
            key: [at for at in times if read_time(at) > now - (_DAY if " " in key else _HOUR)]
            for key, times in self.answered.items()
        }
        to = answer.to.casefold()
        of_kind = f"{answer.kind} {to}" if answer.kind in MOST_A_DAY else ""
        limits = [(len(counts.get(to, [])), self.settings.answers_an_hour, "within an hour")]
        if of_kind:
            limits.append(
                (len(counts.get(of_kind, [])), MOST_A_DAY[answer.kind], "of this kind within a day")
            )
            counts[of_kind] = [*counts.get(of_kind, []), self.when][-MOST_A_DAY[answer.kind] - 1 :]
        strangers = sum(len(v) for k, v in counts.items() if " " not in k and not self._is_known(k))
        is_sent = all(had <= most for had, most, _ in limits) and (
            is_known or strangers < MOST_TO_STRANGERS
        )
        if is_sent:
            full = next(((most, span) for had, most, span in limits if had == most), None)
            answer = answer if full is None else _last_for_now(answer, *full)
            queue(self.root, answer)
            self.queued.append(answer)
            counts[to] = [*counts.get(to, []), self.when]
        recent = {key: times for key, times in counts.items() if times}
        if recent != self.answered:
            self.answered = recent
            put_file(self.root / ANSWERED, json.dumps(recent, sort_keys=True).encode())

    def _is_known(self, address: str) -> bool:
        return any(same(one, address) for one in self.now.addresses.values())

    def was_taken(self, key: str) -> bool:
        """True if a mail was taken before."""
        return (self.root / KEPT / f"{key}.toml").is_file()

    def keep(self, mail: Mail, raw: bytes) -> None:
        """Keep a mail's bytes, unless they are kept already."""
        path = self.root / KEPT / f"{mail.key}.eml"
        if not path.is_file():
            put_file(path, raw)
            self.new.add(mail.key)

    def close(self, key: str, record: MailRecord) -> None:
        """Record how a mail was taken; it is then done."""
        text = toml_bytes(document_of(record))
        put_file(self.root / KEPT / f"{key}.toml", text)

    def wait(self, code: str, waiting: Waiting) -> None:
        """Keep the mail that a question is about."""
        path = self.root / WAITING / f"{code}.toml"
        put_file(path, toml_bytes(document_of(waiting)))

    def asked(self, code: str) -> tuple[Waiting, bytes] | None:
        """Look up a code and the bytes of its mail; None for an unknown code."""
        file = self.root / WAITING / f"{code}.toml"
        if not file.is_file():
            return None
        found = load(Waiting, file.read_bytes(), f"{WAITING}/{file.name}")
        return found, (self.root / KEPT / f"{found.mail}.eml").read_bytes()


def _last_for_now(answer: Answer, most: int, span: str) -> Answer:
    """What is sent in place of an answer after which an address gets none for a while."""
    body = (
        f"This address got {most} answers {span}, so this is the last for a while.\n"
        "Your mails are still taken in and kept; ask your game master about them.\n"
        f"This answer was: {answer.subject}\n"
    )
    update = {"id": f"{answer.id[:100]}-slow", "kind": "slow", "resend": "", "body": body}
    return replace(answer, **update)


def open_office(campaign: Campaign, settings: MailPart, when: str) -> Office:
    """Open a campaign to take in mail; the caller holds its lock."""
    session = begin_session(campaign, when)
    now = now_of(campaign, session.chain, session.game_state)
    known = gm_mails(campaign.folder)
    said = {(one.sender.casefold(), one.words) for one in known}
    strangers = sum(not (one.player or one.done) for one in known)
    return Office(campaign, settings, session, now, _answered(campaign), said, strangers)


def _answered(campaign: Campaign) -> dict[str, list[str]]:
    """Read the times of recent answers by address; a damaged file counts as empty."""
    try:
        found = json.loads((campaign.folder / ANSWERED).read_bytes())
        return {str(to): [str(at) for at in times if read_time(at)] for to, times in found.items()}
    except (OSError, ValueError, AttributeError, TypeError, Faults):
        return {}


def same(one: str, other: str) -> bool:
    """True for two addresses that are the same, whatever their case."""
    return bool(one) and one.casefold() == other.casefold()


def home_of(offices: Sequence[Office], mail: Mail, address: str = "") -> Office:
    """Choose the campaign for a mail that names none in a sheet.

    Of those in which its sender (or ``address``) plays, the one whose mail it answers or whose
    name stands in its subject; else the first.
    """
    playing = [one for one in offices if one.seats_at(address or mail.sender)] or offices
    named = [
        one
        for one in playing
        if any(map(one.is_named, mail.answers)) or f"[{one.campaign.name}]" in mail.subject
    ]
    return next(iter([*named, *playing]))
