"""The page on which a player writes a sheet: text, receipt, map and what may stand next.

It needs the player's packet alone, and reads the sheet by the same function as the turn will.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pbm.desk.server import Answer, NotHere, Request, Route, as_json, page
from pbm.engine.registry import ruleset
from pbm.intake.check import Checked, check_sheet
from pbm.kit.problems import ANY_NAME, Severity
from pbm.packets.schema import read_packet
from pbm.pages.report_files import context_of
from pbm.sheets.envelope import envelope
from pbm.storage.atomic_files import put_file

MOST_TEXT = 1_000_000  # characters of a sheet
MOST_OFFERED = 40
# Mail programs take no longer address; a longer sheet is copied by hand.
MOST_MAILED = 1800
# A character that no order has: what is expected in its place may stand next.
_NOWHERE = "§"
_BEGUN = re.compile(r"[\w'\-]*\Z")


class Writer:
    """A sheet that is being written; ``file`` is where it is kept."""

    def __init__(self, packet: bytes, name: str, file: Path) -> None:
        self.data, self.file = packet, file
        self.packet = read_packet(packet, name)
        game = ruleset(self.packet["game"])
        self._view = game.view.read(self.packet["known"])
        options = {one["key"]: one["value"] for one in self.packet["options"]}
        self.prefilled = "\n".join(
            envelope(
                due["kind"],
                self.packet["campaign"],
                due["mailing"],
                self.packet["player"]["name"],
                "",
                game.template(self._view, due["mailing"], options),
                prefilled=True,
            )
            for due in self.packet["next"]
        )
        self.names = sorted(set(_names(self.packet["known"])))

    def routes(self) -> list[Route]:
        """The pages of the writer."""
        return [
            ("GET", "/", self.show),
            ("POST", "/check", self.check),
            ("POST", "/save", self.save),
        ]

    def text(self) -> str:
        """The sheet as it was kept, or as it is prefilled."""
        try:
            return self.file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return self.prefilled

    def show(self, request: Request) -> Answer:
        """Show the sheet beside its receipt, below the map."""
        text = self.text()
        said = context_of(self.packet, "")
        return page(
            "desk/writer.html",
            {
                **said,
                "text": text,
                "mark": self._mark(),
                "file": self.file,
                "names": self.names,
                "checked": self._checked(text),
                "mail": mail_link(self.packet, text),
            },
            request,
        )

    def check(self, request: Request) -> Answer:
        """Read the text: its receipt, its problems by line, and what may stand at ``at``."""
        text = self._given(request)
        at = request.form.get("at")
        place = at if isinstance(at, int) and 0 <= at <= len(text) else len(text)
        return as_json(
            {
                **self._checked(text),
                **self.offered(text, place),
                "mail": mail_link(self.packet, text),
            }
        )

    def save(self, request: Request) -> Answer:
        """Keep the text in its file, unless that was changed by somebody else meanwhile."""
        text = self._given(request)
        if request.form.get("mark") != self._mark():
            why = f"{self.file} was changed meanwhile, by another page or program."
            return as_json({"saved": False, "why": f"{why} Load this page again to see it."}, 409)
        put_file(self.file, text.encode())
        return as_json({"saved": True, "mark": self._mark(), "why": f"Saved in {self.file}."})

    def offered(self, text: str, at: int) -> dict[str, Any]:
        """Tell what may stand at a place of the text, narrowed by the word begun there.

        ``next`` are words and names to choose from, ``hint`` says it in a sentence.
        """
        before = text[:at]
        begun = _BEGUN.search(before)
        word = begun.group() if begun else ""
        line = before.count("\n") + 1
        tried = f"{before[: len(before) - len(word)]}{_NOWHERE}\nEND\n"
        found = [
            problem
            for part in check_sheet(tried.encode(), "sheet", packet=self.data)
            for problem in part.problems
            if problem.expected and problem.span is not None and problem.span.line == line
        ]
        expected = {one for problem in found for one in problem.expected}
        words = [*sorted(expected - {ANY_NAME}), *(self.names if ANY_NAME in expected else ())]
        small = word.casefold()
        fitting = [one for one in words if one.casefold().startswith(small) and one != word]
        return {
            "next": fitting[:MOST_OFFERED],
            "hint": next((f"{one.reason}." for one in found if one.reason), ""),
        }

    def _checked(self, text: str) -> dict[str, Any]:
        """The receipt of a text, and its problems by line."""
        checked = check_sheet(text.encode(), self.file.name, packet=self.data)
        return {
            "receipt": "\n".join(part.findings for part in checked).rstrip("\n"),
            "ok": all(part.ok for part in checked),
            "lines": sorted(_lines(checked).items()),
        }

    def _given(self, request: Request) -> str:
        text = request.form.get("text")
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise NotHere(400, f"A sheet has {MOST_TEXT} characters at most.")
        return text.replace("\r\n", "\n")

    def _mark(self) -> str:
        """The state of the file, which a page names when it saves."""
        try:
            return hashlib.sha256(self.file.read_bytes()).hexdigest()
        except FileNotFoundError:
            return ""


def _lines(checked: list[Checked]) -> dict[int, str]:
    """The worst severity of each line that has a problem."""
    order = list(Severity)
    found: dict[int, str] = {}
    for part in checked:
        for problem in part.problems:
            if problem.span is not None:
                line, new = problem.span.line, problem.severity
                old = found.get(line)
                if old is None or order.index(new) < order.index(Severity(old)):
                    found[line] = new.value
    return found


def _names(known: Any) -> Iterator[str]:
    """Every name and designation in a view."""
    if isinstance(known, Mapping):
        yield from (known[key] for key in ("designation", "name") if known.get(key))
        known = list(known.values())
    if isinstance(known, list):
        for part in known:
            yield from _names(part)


def mail_link(packet: Mapping[str, Any], text: str) -> str:
    """Make the link that opens a mail program with the sheet in a new mail."""
    due = [one["mailing"] for one in packet["next"]] or [packet["turn"]]
    subject = quote(f"{packet['campaign']} turn {due[0]}")
    body = quote(text.replace("\n", "\r\n"))
    return f"mailto:?subject={subject}" + (f"&body={body}" if len(body) <= MOST_MAILED else "")
