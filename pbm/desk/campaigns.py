"""The campaigns on a desk, the state that forms were made from, and work that takes long.

Two desks may have one campaign open. The campaign's lock keeps their acts apart, and a form names
the state of the things it is about, so that one made before they changed is refused.
"""

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from msgspec import Struct

from pbm.campaign import inbox
from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign, Progress, open_campaign
from pbm.campaign.gm_mail import waiting_mails
from pbm.desk.server import Answer, NotHere, Request, go_to, page
from pbm.engine.events import canonical
from pbm.kit.english import listed
from pbm.kit.problems import Faults, render_all
from pbm.kit.records import Record
from pbm.parallel.workers import workers
from pbm.storage.atomic_files import checked_first
from pbm.storage.turn_folders import digest, folder_name, in_force, mailing_of

MOST_FORMS = 2000  # whose state is remembered; older pages must be loaded again
MISSING_OK = "“although sheets are missing” ticked"  # what the command calls an option
TURN, ABSENCES = "the newest turn", "the absences"


def rulings_for(mailing: str) -> str:
    """Name the rulings of a stage, as a stale form names them."""
    return f"the rulings for turn {mailing}"


def sheets_for(mailing: str, player: str = "") -> str:
    """Name the sheets for a stage, or those of one seat."""
    return f"the sheets for turn {mailing}" + (f" of {player}" if player else "")


def mail_named(id: str) -> str:
    """Name a mail that waits for the game master."""
    return f"the mail {id}"


def fact(campaign: Campaign, name: str) -> str:
    """Read the state of one thing that forms name, as a short text."""
    root = campaign.folder
    if name == TURN:
        last = in_force(root)[-1]
        return digest(canonical([last.name, last.digest]).encode())
    if name == ABSENCES:
        return canonical(absent(root))
    if name.startswith(mail_named("")):
        return str(name.removeprefix(mail_named("")) in [one.id for one in waiting_mails(root)])
    what, _, rest = name.removeprefix("the ").partition(" for turn ")
    mailing, _, player = rest.partition(" of ")
    if what == "rulings":
        return digest(inbox.kept_rulings(root, mailing))
    stopped = inbox.open_part(root, mailing)
    texts = [f"{one.part.player} {one.number}" for one in inbox.entries(root, mailing, player)]
    return canonical([texts, stopped.stopped_at if stopped else ""])


class Done(Record):
    """The result of an act: a heading, lines, titled texts, and where to go on."""

    title: str
    lines: tuple[str, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    # A form that goes on from here: its path, its button, its hidden fields, its mark.
    form: tuple[str, str, Mapping[str, str], str] | None = None
    failed: bool = False


class Work(Struct):
    """An act under way: what is being done, how far it is, its result."""

    title: str
    what: str = ""
    steps: int = 0
    total: int = 0
    done: Done | None = None

    def progress(self, what: str, steps: int, total: int) -> None:
        """Note how far it is."""
        self.what, self.steps, self.total = what, steps, total


class Desk:
    """The campaigns of a desk by the names in its addresses."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders: dict[str, Path] = {}
        for folder in {one.resolve(): one for one in folders}:
            name, number = folder.name, 1
            while name in self.folders:
                number += 1
                name = f"{folder.name}-{number}"
            self.folders[name] = folder
        self.works: dict[str, Work] = {}
        self.results: dict[str, Done] = {}  # of the last act of each campaign that has a page
        self._forms: dict[str, dict[str, str]] = {}
        self._lock = Lock()

    def campaign(self, request: Request) -> Campaign:
        """Open the campaign that a request names."""
        folder = self.folders.get(request.parts["name"])
        if folder is None:
            raise NotHere(404, "This desk has no campaign of that name.")
        return open_campaign(folder)

    def show(
        self, template: str, request: Request, campaign: Campaign, said: Mapping[str, Any]
    ) -> Answer:
        """Answer with a page about a campaign."""
        name = request.parts["name"]
        work = self.works.get(name)
        common = {
            "here": f"/c/{name}",
            "campaign": campaign,
            "is_mailed": campaign.part.mail is not None,
            "busy": work is not None and work.done is None,
        }
        return page(f"desk/{template}.html", {**common, **said}, request)

    def mark(self, campaign: Campaign, *names: str) -> str:
        """Give the mark that a form about these things must hold."""
        state = {name: fact(campaign, name) for name in names}
        made = digest(canonical([str(campaign.folder), state]).encode())
        with self._lock:
            self._forms[made] = state
            while len(self._forms) > MOST_FORMS:
                del self._forms[next(iter(self._forms))]
        return made

    @contextmanager
    def fresh(self, request: Request, campaign: Campaign) -> Iterator[None]:
        """Act by a form: it is refused, at once or under the lock, if its things have changed."""
        self._check(request, campaign)
        with checked_first(lambda: self._check(request, campaign)):
            yield

    def _check(self, request: Request, campaign: Campaign | None) -> None:
        """Refuse a form whose things have changed since its page was made, and name them."""
        if campaign is None:
            return
        with self._lock:
            state = self._forms.get(str(request.form.get("mark", "")))
        if state is None:
            raise NotHere(409, "This page is too old. Load it again; nothing was done.")
        changed = [name for name, was in state.items() if fact(campaign, name) != was]
        if changed:
            raise NotHere(
                409,
                f"Since this page was made, {listed(changed)} changed, at another desk, by mail or "
                "by a command. Nothing was done. What you wrote is still on its page; load that "
                "again to see the change.",
            )

    def begin(
        self,
        request: Request,
        title: str,
        act: Callable[[Progress], Done],
        campaign: Campaign | None = None,
    ) -> Answer:
        """Begin what takes long, and show how far it is; only one such act goes on at a time.

        With a ``campaign`` the act is by a form about it, as in `fresh`.
        """
        name = request.parts["name"]
        check = partial(self._check, request, campaign)
        check()
        with self._lock:
            other = next((one for one in self.works.values() if one.done is None), None)
            if other is not None:
                raise NotHere(409, f"This desk is still at work ({other.title}). Wait for it.")
            work = self.works[name] = Work(title)
        Thread(target=_carry_out, args=(work, act, check), daemon=True).start()
        return go_to(f"/c/{name}/work")


def _carry_out(work: Work, act: Callable[[Progress], Done], check: Callable[[], None]) -> None:
    try:
        with checked_first(check), workers(None):
            work.done = act(work.progress)
    except NotHere as stale:
        work.done = Done("Not done", (stale.why,), failed=True)
    except Faults as faults:
        why = render_all(faults.problems).replace("--missing-ok", MISSING_OK)
        work.done = Done("Not done", texts=(("", why),), failed=True)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        said = "This failed in a way nobody expected; the terminal shows how."
        work.done = Done("Not done", (said,), failed=True)


def in_address(mailing: str) -> str:
    """Write a stage as addresses of the desk do: its folder's name."""
    return folder_name(mailing)


def stage_in(request: Request) -> str:
    """Read the stage that an address names."""
    found = mailing_of(request.parts["stage"])
    if found is None:
        raise NotHere(404, f"{request.parts['stage']} is not a turn.")
    return found[0]


def words(request: Request, key: str) -> str:
    """Read a field of one line; runs of blanks count as one."""
    return " ".join(str(request.form.get(key, "")).split())


def ticked(request: Request, keys: Iterable[str]) -> dict[str, bool]:
    """Read boxes to tick."""
    return {key: bool(request.form.get(key)) for key in keys}
