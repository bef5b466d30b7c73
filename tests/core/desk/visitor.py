"""A game master with a browser that knows no script: pages are read, forms are filled in."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import urlencode

from pbm.desk.desk_routes import desk_routes
from pbm.desk.server import Server

FORM = "application/x-www-form-urlencoded"


class Page(HTMLParser):
    """A page as it was shown: its words, its links, its forms."""

    def __init__(self, path: str, status: int, html: str) -> None:
        super().__init__()
        self.path, self.status, self.html = path, status, html
        self.words: list[str] = []
        self.links: list[str] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._hidden = False
        self._area = ""
        self.feed(html)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self._hidden = tag in ("style", "script")
        if tag == "a":
            self.links.append(said["href"])
        elif tag == "form":
            self.forms.append((said.get("action", self.path), {}))
        elif tag == "button" and "formaction" in said:
            self.forms.append((said["formaction"], self.forms[-1][1]))
        elif tag == "input" and self.forms and said.get("type") != "checkbox":
            self.forms[-1][1][said["name"]] = said.get("value", "")
        elif tag == "textarea":
            self._area = said.get("name", "")
            if self._area:
                self.forms[-1][1][self._area] = ""

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False
        self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1][1][self._area] += data
        elif not self._hidden:
            self.words.append(data)


class Visitor:
    """Who opened the desk at a port with its key; ``token`` is what scripts send."""

    def __init__(self, port: int, key: str, token: str = "") -> None:
        self.port, self.token, self.cookie = port, token, ""
        self.ask("GET", f"/?key={key}")

    def ask(self, method: str, path: str, body: str = "", kind: str = FORM) -> Page:
        """Send one request, and follow where it leads."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            link.request(method, path, body, {"Cookie": self.cookie, "Content-Type": kind})
            got = link.getresponse()
            text = got.read().decode("utf-8", "replace")
        finally:
            link.close()
        if cookie := got.headers["Set-Cookie"]:
            self.cookie = cookie.split(";")[0]
        if got.status == 303:
            return self.ask("GET", got.headers["Location"].partition("#")[0])
        return Page(path, got.status, text)

    def see(self, path: str, status: int = 200) -> Page:
        """Open a page."""
        page = self.ask("GET", path)
        assert page.status == status, page.text
        return page

    def send(self, page: Page, action: str, status: int = 200, **fields: str) -> Page:
        """Send the first form of a page whose address ends so and that has these fields."""
        for path, filled in page.forms:
            given = {name: fields.get(name, "") for name in ("act", "id", "who")}
            if path.endswith(action) and all(filled.get(k, v) == v for k, v in given.items() if v):
                got = self.ask("POST", path, urlencode({**filled, **fields}))
                assert got.status == status, got.text
                return got
        raise AssertionError(f"no form {action} on {page.path}")

    def json(self, path: str, **fields: str) -> Any:
        """Ask as the script of a page does."""
        said = json.dumps({"token": self.token, **fields})
        return json.loads(self.ask("POST", path, said, "application/json").html)

    def work(self, page: Page) -> Page:
        """Wait for the work that a form began, and see its result."""
        assert page.path.endswith("/work")
        while not json.loads(self.see(f"{page.path}.json").html)["done"]:
            sleep(0.01)
        return self.see(page.path)


@contextmanager
def at_a_desk(folders: Sequence[Path]) -> Iterator[Visitor]:
    """A visitor whose desk is closed afterwards."""
    server = Server(desk_routes(folders))
    server.begin()
    try:
        yield Visitor(server.port, server.key, server.token)
    finally:
        server.close()
