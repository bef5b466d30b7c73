"""``pbm mail fetch``: take every mail of a mailbox, in bounded memory.

A mail is marked as taken only after its bytes are kept and its answers are queued. If a fetch
breaks off, the next one goes on: it finds what was begun by the mail's key.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.mail_settings import InPart, MailPart
from pbm.kit.clock import moment, stamp
from pbm.kit.problems import CampaignFault, Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.mail.inbound import limits
from pbm.mail.inbound.headers import why_automatic
from pbm.mail.inbound.message import Came
from pbm.mail.inbound.mime import key_of, read_head, read_mail
from pbm.mail.inbound.open_source import open_source
from pbm.mail.inbound.slim import slimmed
from pbm.mail.inbound.source import Source, SourceMail
from pbm.mail.outbound.reply_queue import Answer
from pbm.mail.processing import reply_texts
from pbm.mail.processing.early_receipts import answer_early
from pbm.mail.processing.post_office import MailRecord, Office, home_of, open_office
from pbm.mail.processing.process_mail import Taken, take
from pbm.mail.settings import place, settings_of
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import digest


class Fetched(Record):
    """The result of a fetch: each mail's result, the answers queued, the problems.

    ``rows`` have ``mail, sender, subject, became, why``, for the first ``MOST_ROWS`` mails only;
    ``counts`` counts all.
    """

    rows: tuple[dict[str, str], ...]
    counts: dict[str, int]
    answers: int
    problems: tuple[Problem, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The words for the game master."""
        total = sum(self.counts.values())
        if not total:
            return ("There is no new mail.",)
        reply_texts = ", ".join(f"{count} {word}" for word, count in sorted(self.counts.items()))
        answers = f"{self.answers} answer{'' if self.answers == 1 else 's'} to send: pbm mail send."
        return (f"{total} mail{'' if total == 1 else 's'}: {reply_texts}.", answers)


MOST_ROWS = 500


def fetch(
    campaigns: Sequence[Campaign], *, at: str | None = None, progress: Progress = quiet
) -> Fetched:
    """Take in all new mail of these campaigns; those that share a mailbox together.

    Faults if a campaign has no ``[mail]`` or no ``[mail.in]``, or its mailbox cannot be opened;
    a later failure is listed among the problems, with all that was done before.
    """
    when = stamp(moment(at))
    boxes: list[tuple[InPart, list[tuple[Campaign, MailPart]]]] = []
    problems: list[Problem] = []
    for campaign in campaigns:
        settings = settings_of(campaign.part.mail, campaign.folder)
        if settings.source is None:
            problems.append(
                invalid(
                    f"{campaign.name} has no mailbox",
                    remedy="Write [mail.in] into campaign.toml; docs/mail.md shows it",
                )
            )
            continue
        whole = _whole(settings.source, campaign.folder)
        same = next((members for box, members in boxes if box == whole), None)
        if same is None:
            boxes.append((whole, same := []))
        same.append((campaign, settings))
    if problems:
        raise Faults(*problems)
    done = _Done([], {}, 0, [])
    for box, members in boxes:
        with ExitStack() as held:
            for campaign, _settings in members:
                held.enter_context(locked(campaign.folder))
            offices = [open_office(campaign, own, when) for campaign, own in members]
            source = open_source(box, members[0][0].folder)
            held.callback(source.close)
            for office in offices:
                answer_early(office)
            _empty(source, offices, done, progress)
            done.answers += sum(len(office.queued) for office in offices)
    return Fetched(tuple(done.rows), done.counts, done.answers, tuple(done.problems))


def _whole(part: InPart, folder: Path) -> InPart:
    """Make the paths of a mailbox absolute, so that equal mailboxes compare equal."""
    paths = {n: getattr(part, n) for n in ("path", "password_file", "ca_file")}
    return replace(part, **{n: str(place(folder, p)) for n, p in paths.items() if p})


class _Done(Struct):
    rows: list[dict[str, str]]
    counts: dict[str, int]
    answers: int
    problems: list[Problem]

    def add(self, id: str, taken: Taken) -> None:
        self.counts[taken.became] = self.counts.get(taken.became, 0) + 1
        if len(self.rows) < MOST_ROWS:
            self.rows.append({"mail": id, **asdict(taken)})


def _empty(source: Source, offices: Sequence[Office], done: _Done, progress: Progress) -> None:
    """Take every mail of a source, in the order of their Date headers.

    A mail that cannot be taken stays where it is, and the others are taken.
    """
    try:
        items = sorted(source.items(), key=lambda item: item.date or "9")
    except Faults as faults:
        done.problems += faults.problems
        return
    for number, item in enumerate(items):
        progress("mail", number, len(items))
        try:
            taken = _take(source, item, offices)
            done.add(item.id, taken)
            if taken.became != "left":
                source.taken(item.id)
        except CampaignFault:
            raise
        except Faults as faults:
            done.problems += faults.problems
            if any("mail server" in problem.fault for problem in faults.problems):
                return
    progress("mail", len(items), len(items))


def _take(source: Source, item: SourceMail, offices: Sequence[Office]) -> Taken:
    most = min(office.settings.most_bytes for office in offices)
    if item.size > limits.MOST_WHOLE:
        return _too_large(source, item, offices, limits.MOST_WHOLE)
    raw = source.read(item.id, limits.MOST_WHOLE + 1)  # the server may have given a wrong size
    kept = raw if len(raw) <= most else slimmed(raw)
    if len(kept) > most:
        return _too_large(source, item, offices, most)
    return take(offices, kept, Came(digest(raw), len(raw)))


def _too_large(source: Source, item: SourceMail, offices: Sequence[Office], most: int) -> Taken:
    """Record a mail that is too large, and answer its sender once."""
    head = source.read(item.id, limits.MOST_HEAD)
    whole = read_head(head)
    mail = read_mail(head.partition(b"\r\n\r\n" if b"\r\n\r\n" in head else b"\n\n")[0] + b"\n\n")
    key = key_of(mail.message_id, mail.sender, mail.date, f"large {item.size}".encode())
    office = home_of(offices, mail)
    why = f"it has {item.size:,} bytes; the limit is {most:,}"
    if any(one.was_taken(key) for one in offices):
        return Taken("again", "it was refused before", mail.sender, mail.subject)
    record = MailRecord(
        sha256=digest(head),
        size=item.size,
        received=office.when,
        sender=mail.sender,
        subject=mail.subject,
        date=mail.date,
        message_id=mail.message_id,
        became="too large",
        why=why,
    )
    if not why_automatic(whole) and not mail.is_list:
        seats = office.seats_at(mail.sender)
        office.answer(
            Answer(
                id=f"{key}-large",
                kind="refused",
                to=mail.sender,
                subject=reply_texts.subject(office.campaign.name, "refused", mail.subject),
                body=reply_texts.large_text(item.size, most),
                in_reply_to=mail.message_id,
                made=office.when,
                player=seats[0].id if len(seats) == 1 else "",
            )
        )
    office.close(key, record)
    return Taken("too large", why, mail.sender, mail.subject)
