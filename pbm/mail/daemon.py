"""``pbm mail watch``: fetch and send, again and again, until stopped.

A problem is reported once and does not end the watch; the next round tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Protocol

from msgspec import Struct, field

from pbm.campaign.campaign import Campaign, Progress, open_campaign
from pbm.campaign.mail_settings import InPart
from pbm.kit.clock import now, stamp
from pbm.kit.problems import Faults, Problem, render_all
from pbm.mail.outbound.send import SendRound, Wish, send
from pbm.mail.settings import settings_of

PIECE_S = 1.0


class Fetch(Protocol):
    """A function that takes new mail in and reports on it in lines."""

    def __call__(self, campaigns: Sequence[Campaign], *, progress: Progress) -> FetchedLike:
        """Take in the new mail of these campaigns."""


class FetchedLike(Protocol):
    """The result of a fetch."""

    @property
    def counts(self) -> dict[str, int]:
        """Number of mails by how they were taken."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The words for the game master."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems met."""


class Stopped(Exception):
    """Raised to stop the watch when everything begun is done."""


class Watch(Struct):
    """A watch over campaigns' mail; ``tell`` gets news, ``complain`` problems.

    ``every_s`` is the rest between two rounds; where a single mailbox is watched and its server
    can report new mail, a new mail ends the rest.
    """

    folders: Sequence[Path]
    fetch: Fetch
    stop: Event
    tell: Callable[[str], None]
    complain: Callable[[str], None]
    every_s: float = 60
    rounds: int = 0
    _complaint: str = ""
    _problems: list[Problem] = field(default_factory=list)

    @property
    def has_problems(self) -> bool:
        """True if the last round met a problem."""
        return bool(self._problems)

    def run(self, most: int | None = None) -> None:
        """Watch until ``stop`` is set, or for ``most`` rounds."""
        with suppress(Stopped):
            while not self.stop.is_set():
                campaigns = self.round()
                self.rounds += 1
                if most is not None and self.rounds >= most:
                    return
                self._rest(campaigns)

    def round(self) -> list[Campaign]:
        """Take mail in and send mail once; return the campaigns as they are now."""
        self._problems = []
        campaigns = self._opened()
        # No mail is taken from a shared mailbox while a campaign is missing: mail for it would
        # be taken as mail for no campaign.
        if len(campaigns) == len(self.folders):
            self._guarded(lambda: self._fetch(campaigns))
        self._send(campaigns)
        self._complain()
        return campaigns

    def _opened(self) -> list[Campaign]:
        found: list[Campaign] = []
        for folder in self.folders:
            self._guarded(lambda folder=folder: found.append(open_campaign(folder)))  # type: ignore[misc]
        return found

    def _fetch(self, campaigns: Sequence[Campaign]) -> None:
        mine = [one for one in campaigns if has_source(one)]
        if not mine:
            return
        done = self.fetch(mine, progress=self._progress)
        self._problems += done.problems
        if done.counts:
            for line in done.lines:
                self._news(line)

    def _progress(self, _what: str, _done: int, _of: int) -> None:
        if self.stop.is_set():
            raise Stopped

    def _send(self, campaigns: Sequence[Campaign]) -> None:
        for campaign in campaigns:
            self._guarded(lambda campaign=campaign: self._sent(campaign))  # type: ignore[misc]

    def _sent(self, campaign: Campaign) -> None:
        if settings_of(campaign.part.mail, campaign.folder).out is None:
            return
        wish = Wish(patient=True, remind=True)
        done: SendRound = send([campaign], wish, stop=self.stop.is_set)
        self._problems += done.problems
        for line in done.lines:
            self._news(line)
        for row in done.rows:
            if row.state == "no address":
                continue  # pbm mail send and pbm mail status report it; not every round
            about = f" {row.turn}" if row.turn else ""
            why = f": {row.reason}" if row.reason else ""
            reader = row.player or "somebody"
            self._news(
                f"{row.campaign}: {row.kind}{about} for {reader} <{row.address}> {row.state}{why}"
            )

    def _guarded(self, act: Callable[[], object]) -> None:
        """Do something; keep its problems to be reported, and go on."""
        try:
            act()
        except Faults as faults:
            self._problems += [one for one in faults.problems if one not in self._problems]

    def _complain(self) -> None:
        """Report problems, once for as long as they stay the same."""
        said = render_all(self._problems) if self._problems else ""
        if said and said != self._complaint:
            self.complain(f"{stamp(now())}\n{said}")
        elif self._complaint and not said:
            self._news("all is well again")
        self._complaint = said

    def _news(self, line: str) -> None:
        self.tell(f"{stamp(now())} {line}")

    def _rest(self, campaigns: Sequence[Campaign]) -> None:
        places = {part: (part, c) for c in campaigns if (part := source_of(c))}
        if len(places) == 1 and not self._problems:
            ((part, campaign),) = places.values()
            if part.kind == "imap" and idle(part, campaign.folder, self.every_s, self.stop):
                return
        self.stop.wait(self.every_s)


def source_of(campaign: Campaign) -> InPart | None:
    """Read where a campaign's mail comes from; None if it has no mailbox."""
    try:
        return settings_of(campaign.part.mail, campaign.folder).source
    except Faults:
        return None


def has_source(campaign: Campaign) -> bool:
    """True for a campaign with a mailbox; Faults if it has no mail settings."""
    return settings_of(campaign.part.mail, campaign.folder).source is not None


def idle(part: InPart, folder: Path, seconds: float, stop: Event) -> bool:
    """Rest until a server reports new mail, the time is over, or ``stop`` is set.

    False, at once, if the server cannot do that.
    """
    from pbm.mail.inbound.imap import ImapSource

    try:
        source = ImapSource(part, folder)
    except Faults:
        return False
    try:
        if "IDLE" not in source.box.client.capabilities:
            return False
        waiter = source.box.idle
        waiter.start()
        left = seconds
        while left > 0 and not stop.is_set():
            if waiter.poll(timeout=min(PIECE_S, left)):
                break
            left -= PIECE_S
        waiter.stop()
    except Exception:  # imaplib and imap-tools raise many; the next round reports the problem
        return False
    finally:
        source.close()
    return True
