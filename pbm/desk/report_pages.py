"""The pages of a turn that was run: who gets what, and each report to look through."""

import re
from collections.abc import Iterator

from markupsafe import escape

from pbm.campaign.campaign import Campaign
from pbm.desk.campaigns import TURN, Desk
from pbm.desk.server import Answer, NotHere, Request, Route
from pbm.mail.outbound.delivery_table import rows_of
from pbm.mail.outbound.send import SentRow
from pbm.service import api
from pbm.storage.turn_folders import StoredStage, in_force, stage_named
from pbm.storage.turn_toml import NEW, REPORTS

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".txt": "text/plain; charset=utf-8",
}
_GM = "gm"
_BODY = re.compile(r"<body[^>]*>")
# An event of a report, up to the reasons that unfold below it, and an event of the book.
_EVENTS = (
    re.compile(r'( data-e="([^" ]+)"(?:(?! data-e=).)*?<summary>why</summary><p>)', re.DOTALL),
    re.compile(r'(<li id="e[^"]*" data-e="([^" ]+)"[^>]*>)'),
)


def report_routes(desk: Desk) -> list[Route]:
    """The routes of these pages."""
    pages = _ReportPages(desk)
    one = "/c/(?P<name>[^/]+)/turn/(?P<stage>[^/]+)"
    return [
        ("GET", one, pages.turn),
        ("GET", f"{one}/(?P<file>(?:reports/[^/]+|gm)/[^/]+)", pages.file),
    ]


class _ReportPages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def turn(self, request: Request) -> Answer:
        """A turn that was run: each reader's files, what was sent, the rulings kept."""
        campaign = self.desk.campaign(request)
        stage = stage_named(in_force(campaign.folder), request.parts["stage"])
        part = stage.part
        mailed = campaign.part.mail is not None
        said = {
            "stage": stage,
            "readers": list(_readers(stage)),
            "sent": _sent(campaign, stage) if mailed else {},
            "kept": [] if stage.name == NEW else api.kept_of(campaign, stage.label, tried=False),
            "mark": self.desk.mark(campaign, TURN),
            "part": part,
            "missing": [part.names.get(player, player) for player in part.missing],
        }
        return self.desk.show("reports", request, campaign, said)

    def file(self, request: Request) -> Answer:
        """A file of a turn; a report gets a bar of links, and a link at each of its numbers."""
        campaign = self.desk.campaign(request)
        stage = stage_named(in_force(campaign.folder), request.parts["stage"])
        name = request.parts["file"]
        if name not in stage.part.files:
            raise NotHere(404, f"Turn {stage.label} has no file {name}.")
        data = stage.read(name)
        if data is None:
            raise NotHere(404, f"{name} is not stored. pbm report makes it again.")
        kind = _KINDS.get(name[name.rfind(".") :], "application/octet-stream")
        if not name.endswith(".html"):
            return Answer(data, kind)
        return Answer(self._linked(request, stage, name, data.decode()).encode(), kind)

    def _linked(self, request: Request, stage: StoredStage, name: str, text: str) -> str:
        here = f"/c/{escape(request.parts['name'])}/turn/{stage.name}"
        reader = name.split("/")[-2]
        links = [(here, f"All reports of turn {stage.label}")]
        pages = [one for one in _pages(stage) if one.endswith(".html")]
        place = pages.index(name)
        links += [(f"{here}/{pages[place - 1]}", "Previous")] if place else []
        links += [(f"{here}/{pages[place + 1]}", "Next")] if place + 1 < len(pages) else []
        whose = "" if reader == _GM else f"&player={reader}"
        if stage.name != NEW:
            links.append((f"{here}/dispute?{whose[1:]}", "Dispute"))
        bar = " · ".join(f'<a href="{path}">{said}</a>' for path, said in links)
        text = _BODY.sub(
            lambda body: f'{body.group()}\n<nav aria-label="The desk"><p>{bar}</p></nav>', text, 1
        )
        if stage.name == NEW:
            return text
        for event in _EVENTS:
            text = event.sub(
                lambda e: f'{e[1]}<a href="{here}/dispute?what={e[2]}{whose}">trace</a> ', text
            )
        return text


def _pages(stage: StoredStage) -> list[str]:
    """The files of a turn that its readers get, player by player, pages first; then the book's."""
    order = {id: place for place, id in enumerate((*stage.part.names, _GM))}
    found: list[tuple[int, bool, str]] = []
    for name in stage.part.files:
        head, _, rest = name.partition("/")
        id = rest.partition("/")[0] if head == REPORTS else head
        if id in order and head in (REPORTS, _GM):
            found.append((order[id], not name.endswith(".html"), name))
    return [name for *_order, name in sorted(found)]


def _readers(stage: StoredStage) -> Iterator[tuple[str, str, list[str]]]:
    """Each reader of a turn: id, name, files."""
    found: dict[str, list[str]] = {}
    for file in _pages(stage):
        found.setdefault(file.split("/")[-2], []).append(file)
    for id, name in {**stage.part.names, _GM: "Game master"}.items():
        yield id, name, found.get(id, [])


def _sent(campaign: Campaign, stage: StoredStage) -> dict[str, SentRow]:
    """The mail of a turn's report to each player, by name; the newest of several."""
    return {
        row.player: row
        for row in rows_of(campaign)
        if row.kind == "report" and row.turn == stage.label
    }
