"""The pages on which a turn is followed: campaigns, a campaign's turn, a sheet, work under way."""

import os
from typing import Any

from pbm.campaign import inbox
from pbm.campaign.campaign import Progress
from pbm.campaign.gm_mail import gm_mail_named
from pbm.desk.campaigns import (
    ABSENCES,
    TURN,
    Desk,
    Done,
    in_address,
    rulings_for,
    sheets_for,
    stage_in,
    ticked,
    words,
)
from pbm.desk.server import Answer, NotHere, Request, Route, as_json, go_to, page
from pbm.engine.types import seat_of
from pbm.intake.submit import begin_session, receipt_again
from pbm.kit.problems import Faults
from pbm.kit.text import shown
from pbm.mail.answering import text_of_mail
from pbm.service import api
from pbm.service.rulings import ruling_line
from pbm.service.status_many import status_of_many, tally
from pbm.sheets.envelope import envelope
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after

_BOXES = ("missing_ok", "go_on", "fresh", "no_pdfs")


def turn_routes(desk: Desk) -> list[Route]:
    """The routes of these pages."""
    pages = _TurnPages(desk)
    one = "/c/(?P<name>[^/]+)"
    sheet = f"{one}/sheet/(?P<stage>[^/]+)/(?P<player>[^/]+)"
    return [
        ("GET", "/", pages.campaigns),
        ("GET", one, pages.turn),
        ("POST", f"{one}/answer", pages.answer),
        ("POST", f"{one}/run", pages.run),
        ("GET", f"{one}/work", pages.work),
        ("GET", f"{one}/work.json", pages.progress),
        ("GET", f"{one}/done", pages.done),
        ("GET", sheet, pages.sheet),
        ("POST", f"{one}/check", pages.check),
        ("POST", f"{sheet}/submit", pages.submit),
    ]


class _TurnPages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def campaigns(self, request: Request) -> Answer:
        """All campaigns at a glance."""
        names = {folder: name for name, folder in self.desk.folders.items()}
        found = status_of_many(list(names))
        rows = [(names[one.folder], one, _glance(one.found)) for one in found]
        return page("desk/campaigns.html", {"rows": rows, "tally": tally(found)}, request)

    def turn(self, request: Request) -> Answer:
        """A campaign: what is due, whose sheets are in, what is open; and its run."""
        campaign = self.desk.campaign(request)
        chain = in_force(campaign.folder)
        found = api.status(campaign)
        docket = [row for row in api.docket(campaign) if row["kind"] == "question"]
        due = found.due or (() if found.result else (str(found.turn),))
        again = [rulings_for(one.turn) for one in found.attention if one.kind == "rerun"]
        again += [rulings_for(row["turn"]) for row in docket]
        ids = {seat.name: seat.id for seat in game_state_after(campaign, chain).seats}
        said = {
            "found": found,
            "deadlines": dict(zip(found.due, found.deadlines, strict=True)),
            "rows": [{**row, "id": ids[row["player"]]} for row in found.rows],
            "docket": [row for row in docket if not row["answered"]],
            "answered": [row for row in docket if row["answered"]],
            "due": due,
            "turns": chain[::-1],
            "in_address": in_address,
            "mark": self.desk.mark(campaign, *_run_facts(due), *again),
            "beacon": bool(campaign.part.beacon),
        }
        return self.desk.show("turn", request, campaign, said)

    def answer(self, request: Request) -> Answer:
        """Keep the answer to a question of the docket."""
        campaign = self.desk.campaign(request)
        said = ruling_line(
            f"answer {words(request, 'id')}: {words(request, 'answer')}", words(request, "because")
        )
        with self.desk.fresh(request, campaign):
            api.rule(campaign, words(request, "turn"), said, "desk")
        return go_to(f"/c/{request.parts['name']}#docket")

    def run(self, request: Request) -> Answer:
        """Try a run, or run the turn."""
        campaign = self.desk.campaign(request)
        name, stage = request.parts["name"], words(request, "stage")
        boxes, dry = ticked(request, _BOXES), "dry" in request.form
        pdfs = not boxes.pop("no_pdfs")
        how = api.How(dry=dry, pdfs=pdfs, **boxes)

        def act(progress: Progress) -> Done:
            ran = api.run_turn(
                campaign, stage or None, how=how, beacon=words(request, "beacon"), progress=progress
            )
            links = [(f"/c/{name}", "Back to the turn")]
            if ran.folder is not None:
                links.insert(0, (f"/c/{name}/turn/{ran.folder.name}", "Look through the reports"))
            if ran.docket:
                return Done(f"Turn {ran.mailing} waits for your answers", ran.lines, (), (*links,))
            title = f"Turn {ran.mailing} can be run" if dry else f"Turn {ran.mailing} was run"
            return Done(title, ran.lines, (), (*links,))

        doing = "Trying turn" if dry else "Running turn"
        return self.desk.begin(request, f"{doing} {stage}", act, campaign)

    def work(self, request: Request) -> Answer:
        """The work under way, or its result."""
        campaign = self.desk.campaign(request)
        work = self.desk.works.get(request.parts["name"])
        if work is None:
            return go_to(f"/c/{request.parts['name']}")
        said = {"work": work, "done": work.done, "cores": os.cpu_count() or 1}
        return self.desk.show("work", request, campaign, said)

    def progress(self, request: Request) -> Answer:
        """How far the work is, for the script of its page."""
        work = self.desk.works.get(request.parts["name"])
        if work is None:
            return as_json({"done": True})
        return as_json(
            {"what": work.what, "steps": work.steps, "total": work.total, "done": bool(work.done)}
        )

    def sheet(self, request: Request) -> Answer:
        """A seat's texts for a stage: as written, as understood, and a place for another."""
        campaign = self.desk.campaign(request)
        mailing, player = stage_in(request), request.parts["player"]
        game_state = game_state_after(campaign, in_force(campaign.folder))
        seat = seat_of(game_state.seats, player)
        if seat is None:
            raise NotHere(404, f"{player} is not a player in this campaign.")
        is_due = mailing in game_state.due
        entries = inbox.entries(campaign.folder, mailing, seat.id)
        in_use = [row for row in api.status(campaign).rows if row["player"] == seat.name]
        used = next((row["sheet"] for row in in_use if row["stage"] == mailing), "")
        wanted = request.query.get("text") or used.partition(" ")[0]
        entry = next((one for one in entries if str(one.number) == wanted), None)
        entry = entry or (entries[-1] if entries else None)
        text = stored = now = ""
        if entry is not None:
            text = _shown(inbox.text_of(entry).data)
            stored = _shown(inbox.receipt_of(entry).encode())
            if is_due and not entry.part.early:
                session = begin_session(campaign, entry.part.received)
                now = receipt_again(session, entry)
        said = {
            "seat": seat,
            "mailing": mailing,
            "stage": request.parts["stage"],
            "entries": list(reversed(entries)),
            "entry": entry,
            "used": used.partition(" ")[0],
            "text": text,
            "stored": stored,
            "now": now,
            "is_due": is_due,
            "draft": self._draft(request, campaign, seat.name, mailing, is_due),
            "mark": self.desk.mark(campaign, TURN, sheets_for(mailing, seat.id)),
        }
        return self.desk.show("sheet", request, campaign, said)

    def _draft(
        self, request: Request, campaign: api.Campaign, name: str, mailing: str, is_due: bool
    ) -> str:
        """The text that the place for another sheet begins with: a mail's, or the next sheet."""
        kind = campaign.ruleset.awaited(mailing).name
        if put := request.query.get("mail"):
            body = text_of_mail(campaign, gm_mail_named(campaign.folder, put))
            return envelope(kind, campaign.name, mailing, name, "", body)
        if put := request.query.get("unread"):
            found = [one for one in inbox.unread(campaign.folder) if str(one.number) == put]
            body = _shown(inbox.text_of(found[0]).data) if found else ""
            return envelope(kind, campaign.name, mailing, name, "", body)
        try:
            return api.template(campaign, name) if is_due else ""
        except Faults:
            return ""

    def check(self, request: Request) -> Answer:
        """Read a text that is being written, for the script of its page."""
        campaign = self.desk.campaign(request)
        data = str(request.form.get("text", "")).replace("\r\n", "\n").encode()
        checked = api.check_sheet(data, "desk.txt", campaign=campaign)
        return as_json({"text": "\n".join(one.findings for one in checked) or "No sheet yet."})

    def submit(self, request: Request) -> Answer:
        """Take a text in, as if it came by mail."""
        campaign = self.desk.campaign(request)
        data = str(request.form.get("text", "")).replace("\r\n", "\n").encode()
        late = bool(request.form.get("late"))
        with self.desk.fresh(request, campaign):
            received = api.submit(campaign, [("desk.txt", data)], late=late)
        here = request.path.removesuffix("/submit")
        if len(received) == 1 and received[0].accepted and received[0].player:
            return go_to(f"{here}?text={received[0].number}")
        done = Done(
            "The receipt" if all(one.accepted for one in received) else "Not taken in as it is",
            texts=tuple((one.player, one.receipt) for one in received),
            links=((here, "Back to the sheet"),),
        )
        self.desk.results[request.parts["name"]] = done
        return go_to(f"/c/{request.parts['name']}/done")

    def done(self, request: Request) -> Answer:
        """The result of the last act that has one to be read."""
        campaign, done = self.desk.campaign(request), self.desk.results.get(request.parts["name"])
        if done is None:
            return go_to(f"/c/{request.parts['name']}")
        return self.desk.show("done", request, campaign, {"done": done})


def _run_facts(due: tuple[str, ...]) -> list[str]:
    """The things that a run takes in."""
    return [TURN, ABSENCES, *(name(one) for one in due for name in (rulings_for, sheets_for))]


def _glance(found: api.Status | None) -> dict[str, Any]:
    """Count what needs the game master besides sheets."""
    kinds = [one.kind for one in found.attention] if found else []
    return {"mails": found.mails if found else 0, "bounced": kinds.count("bounce")}


def _shown(data: bytes) -> str:
    return "\n".join(map(shown, data.decode("utf-8", "replace").splitlines()))
