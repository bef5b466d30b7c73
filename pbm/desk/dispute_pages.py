"""The page of a dispute: a number traced, a ruling checked as it is written, and the correction."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, TypeVar

from pbm.campaign.campaign import Campaign, Progress
from pbm.desk.campaigns import TURN, Desk, Done, fact, rulings_for, words
from pbm.desk.server import Answer, Request, Route, as_json
from pbm.engine.events import canonical
from pbm.engine.ruling_syntax import FORMS
from pbm.kit.problems import Faults, render_all
from pbm.packets.explain_gm import Explainer
from pbm.service import api
from pbm.service.correct import FILE
from pbm.service.rulings import checked, ruling_line
from pbm.service.status import turn_facts
from pbm.storage.turn_folders import in_force, stage_named

T = TypeVar("T")
MOST_RULINGS = 60  # that the page offers
MOST_KEPT = 8  # turns played again that are kept in memory


def dispute_routes(desk: Desk) -> list[Route]:
    """The routes of these pages."""
    pages = _DisputePages(desk)
    one = "/c/(?P<name>[^/]+)/turn/(?P<stage>[^/]+)/dispute"
    return [
        ("GET", one, pages.dispute),
        ("POST", f"{one}/check", pages.check),
        ("POST", f"{one}/(?P<act>preview|correct|again)", pages.correct),
    ]


class _DisputePages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._kept: dict[str, Any] = {}
        self._lock = Lock()

    def _once(self, make: Callable[..., T], campaign: Campaign, turn: str, *things: str) -> T:
        """Play a turn again, or take the earlier result if nothing has changed since."""
        state = [fact(campaign, name) for name in (TURN, *things)]
        key = canonical([str(campaign.folder), make.__name__, turn, *state])
        with self._lock:  # who asks for the same meanwhile waits for it
            if key not in self._kept:
                while len(self._kept) >= MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[key] = make(campaign, turn)
            found: T = self._kept[key]
        return found

    def dispute(self, request: Request) -> Answer:
        """The explanation of a number, and a place for the ruling about it."""
        campaign = self.desk.campaign(request)
        stage = stage_named(in_force(campaign.folder), request.parts["stage"])
        what, player = request.query.get("what", ""), request.query.get("player", "")
        text, wrong = "", ""
        found: Sequence[Mapping[str, Any]] = ()
        if asked := what or player:
            try:
                explained = self._once(_explainer, campaign, stage.label).explain(asked)
                text, found = explained.text, explained.records
            except Faults as faults:
                wrong = render_all(faults.problems)
        said = {
            "stage": stage,
            "player": player,
            "what": what or player,
            "text": text,
            "wrong": wrong,
            "events": _events(found),
            "offered": [*fitting(found), *FORMS.values()][:MOST_RULINGS],
            "kept": api.kept_of(campaign, stage.label, tried=False)
            if asked
            else self._once(api.kept_of, campaign, stage.label, rulings_for(stage.label)),
            "names": list(stage.part.names.values()),
            "mark": self.desk.mark(campaign, TURN, rulings_for(stage.label)),
        }
        return self.desk.show("dispute", request, campaign, said)

    def check(self, request: Request) -> Answer:
        """Check a ruling that is being written, for the script of its page."""
        campaign = self.desk.campaign(request)
        ruling, because = words(request, "ruling"), words(request, "because")
        if not ruling:
            return as_json({"text": ""})
        turn = stage_named(in_force(campaign.folder), request.parts["stage"]).label
        try:
            checked(campaign, turn, ruling_line(ruling, because or "..."), FILE)
        except Faults as faults:
            return as_json({"text": render_all(faults.problems)})
        missing = "" if because else " Its reason is missing; the players concerned read it."
        return as_json({"text": f"This ruling can be made.{missing}"})

    def correct(self, request: Request) -> Answer:
        """Show what a ruling would change for each player, or correct the turn with it.

        Without one the turn is run again with the rulings that wait.
        """
        campaign = self.desk.campaign(request)
        turn = stage_named(in_force(campaign.folder), request.parts["stage"]).label
        ruling, because = words(request, "ruling"), words(request, "because")
        preview, no_pdfs = request.parts["act"] == "preview", words(request, "no_pdfs")
        again = request.parts["act"] == "again"
        back = f"/c/{request.parts['name']}/turn/{request.parts['stage']}"

        def act(progress: Progress) -> Done:
            mark = self.desk.mark(campaign, TURN, rulings_for(turn))
            how: Any = {"pdfs": not no_pdfs, "progress": progress}
            done = (
                api.rerun(campaign, turn, **how)
                if again
                else api.correct(
                    campaign, turn, ruling, because, agreed=lambda _shown: not preview, **how
                )
            )
            texts = [(f"The report of {name}", text) for name, text in done.changes.items()]
            lines = _lines(done, preview)
            if preview:
                fields = {"ruling": ruling, "because": because, "no_pdfs": no_pdfs}
                form = (f"{back}/dispute/correct", f"Correct turn {turn}", fields, mark)
                title = f"What would change: {ruling}"
                there = ((f"{back}/dispute", "Back to the dispute"),)
                return Done(title, lines, tuple(texts), there, None if done.docket else form)
            new = done.folders[0].name if done.folders else request.parts["stage"]
            links = (
                (f"/c/{request.parts['name']}/turn/{new}", "Look through the corrected reports"),
                (f"/c/{request.parts['name']}/mail", "Send them"),
            )
            return Done(f"Turn {turn} is corrected", lines, tuple(texts), links)

        doing = "Trying a ruling on" if preview else "Correcting"
        return self.desk.begin(request, f"{doing} turn {turn}", act, campaign)


def _explainer(campaign: Campaign, turn: str) -> Explainer:
    return Explainer(turn_facts(campaign, turn))


def _lines(done: api.RerunResult, preview: bool) -> tuple[str, ...]:
    """The lines of a rerun that its texts do not say."""
    found = [f"Written: {', '.join(one.name for one in done.folders)}."] if done.folders else []
    if not done.changes:
        found.append(f"No player's report {'would change' if preview else 'changes'}.")
    found += [f"On the docket: {question}" for question in done.illegal]
    if done.stopped:
        found.append(
            f"Turn {done.stopped} {'would wait' if preview else 'waits'} for your answers:"
        )
        found += [f"{row['id']}  {row['question']}" for row in done.docket]
    return tuple(found)


def _events(found: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The events of an explanation, to go on to; none for a single one."""
    events = [(str(one["id"]), str(one.get("text", ""))) for one in found if "facts" in one]
    return events if len(events) > 1 else []


def fitting(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Offer rulings about what is explained, from its records, to be completed."""
    for one in found:
        order = one.get("order")
        if order:
            yield f"cancel {order['player']} line {order['line']}"
            yield f'replace {order["player"]} line {order["line"]} with "{order["text"]}"'
        labels = [roll["label"] for roll in one.get("rolls", ())]
        for label, roll in zip(labels, one.get("rolls", ()), strict=True):
            yield f"roll {label} counts as {' '.join(map(str, roll['faces']))}"
        for name, _amount in one.get("terms", ()) if labels else ():
            if name not in one["facts"]:
                yield f"term {labels[0]} without {name}"
        for change in one.get("changes", ()):
            if change["label"].count("/") == 2 and isinstance(change["before"], str | int):
                _kind, unit, field = change["label"].split("/")
                yield f"set {unit}.{field} = {change['before']}"
