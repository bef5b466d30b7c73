"""The server of the desk: who is let in, which forms count, and what goes with each answer."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pbm.desk import server as module
from pbm.desk.server import Answer, NotHere, Request, Server, as_json, go_to
from pbm.kit.problems import Faults, invalid


class Reply:
    """What came back."""

    def __init__(self, got: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.text = got.status, got.headers, got.read().decode()


class Browser:
    """A browser that keeps its cookie and sends what a page of the server would send."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie = server, ""

    def ask(self, path: str, method: str = "GET", body: str | None = None, **headers: str) -> Reply:
        """Send one request; headers with ``_`` for ``-``."""
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        if self.cookie:
            sent["Cookie"] = self.cookie
        link.request(method, path, body, sent)
        reply = Reply(link.getresponse())
        link.close()
        if "Set-Cookie" in reply.headers:
            self.cookie = reply.headers["Set-Cookie"].split(";")[0]
        return reply

    def send(self, path: str, what: Mapping[str, Any], **headers: str) -> Reply:
        """Send a JSON object with the session's token."""
        more = {"Content_Type": "application/json", "X_Token": self.server.token, **headers}
        return self.ask(path, "POST", json.dumps(what), **more)


def hello(request: Request) -> Answer:
    return as_json([request.path, dict(request.query), dict(request.form), dict(request.parts)])


def fails(request: Request) -> Answer:
    raise Faults(invalid("this sheet is torn", remedy="Glue it"))


def breaks(request: Request) -> Answer:
    raise RuntimeError("nobody expected this")


def slowly(request: Request) -> Answer:
    return Answer(iter((b"one ", b"two")), "text/plain")


def moves_on(request: Request) -> Answer:
    return go_to("/turn/3#end")


ROUTES = [
    ("POST", "/on", moves_on),
    ("POST", "/fails", fails),
    ("GET", "/", lambda _request: Answer(b"<style>p {}</style><p>here</p>")),
    ("GET", r"/turn/(?P<turn>\d+)(?P<part>x)?", hello),
    ("POST", "/form", hello),
    ("GET", "/fails", fails),
    ("GET", "/breaks", breaks),
    ("GET", "/slowly", slowly),
    ("GET", "/on", lambda _request: go_to("/turn/3")),
]


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(ROUTES)
    found.begin()
    yield found
    found.close()


@pytest.fixture
def inside(server: Server) -> Browser:
    browser = Browser(server)
    assert browser.ask(f"/?key={server.key}").status == 303
    return browser


def test_the_key_opens_once_and_another_is_announced() -> None:
    told: list[str] = []
    server = Server(ROUTES, announce=told.append)
    server.begin()
    try:
        key = server.key
        assert server.address == f"http://127.0.0.1:{server.port}/?key={key}"
        first = Browser(server)
        reply = first.ask(f"/?key={key}")
        assert (reply.status, reply.headers["Location"]) == (303, "/")
        cookie = reply.headers["Set-Cookie"]
        assert cookie.endswith("; HttpOnly; SameSite=Strict; Path=/")
        assert told == [server.address]
        assert server.key != key
        assert "here" in first.ask("/").text
        assert Browser(server).ask(f"/?key={key}").status == 403
        assert Browser(server).ask(f"/?key={server.key}").status == 303
    finally:
        server.close()


@pytest.mark.parametrize("path", ["/", "/?key=", "/?key=wrong", "/turn/3", "/nowhere"])
def test_without_key_or_session_nothing_is_shown(server: Server, path: str) -> None:
    reply = Browser(server).ask(path)
    assert reply.status == 403
    assert "the terminal shows" in reply.text
    assert "Set-Cookie" not in reply.headers


def test_the_key_opens_the_first_page_alone(server: Server) -> None:
    assert Browser(server).ask(f"/turn/3?key={server.key}").status == 403
    assert Browser(server).ask(f"/?key={server.key}").status == 303


def test_a_wrong_session_is_none(server: Server) -> None:
    for cookie in (f"{server.cookie}=x", "other=1", "=;\x01", f'{server.cookie}="'):
        browser = Browser(server)
        browser.cookie = cookie
        assert browser.ask("/").status == 403, cookie


def test_an_open_session_loses_the_key_from_its_address(inside: Browser) -> None:
    reply = inside.ask("/?key=anything")
    assert (reply.status, reply.headers["Location"]) == (303, "/")


def test_a_route_gets_its_parts_query_and_form(inside: Browser) -> None:
    assert json.loads(inside.ask("/turn/12?all=&by=x").text) == [
        "/turn/12",
        {"all": "", "by": "x"},
        {},
        {"turn": "12", "part": ""},
    ]
    assert json.loads(inside.send("/form", {"n": 1}).text)[2] == {"n": 1}
    body = f"a=%C3%A9&token={inside.server.token}"
    sent = inside.ask("/form", "POST", body, Content_Type="application/x-www-form-urlencoded")
    assert json.loads(sent.text)[2]["a"] == "é"


def test_what_is_not_there_is_said(inside: Browser) -> None:
    assert inside.ask("/turn/x").status == 404
    assert inside.ask("/form").status == 405
    assert inside.ask("/on").headers["Location"] == "/turn/3"


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Token": "wrong"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_a_form_of_another_page_is_refused(inside: Browser, headers: dict[str, str]) -> None:
    assert inside.send("/form", {}, **headers).status == 403


def test_a_form_of_its_own_page_counts(inside: Browser) -> None:
    origin = f"http://127.0.0.1:{inside.server.port}"
    assert inside.send("/form", {}, Origin=origin, Sec_Fetch_Site="same-origin").status == 200


def test_another_name_for_this_machine_is_refused(server: Server) -> None:
    """A page of another site may bend its own name to this address."""
    for host in ("evil.example", f"evil.example:{server.port}", ""):
        reply = Browser(server).ask(f"/?key={server.key}", Host=host)
        assert reply.status == 403
        assert "This address is not" in reply.text
    assert Browser(server).ask(f"/?key={server.key}", Host=f"localhost:{server.port}").status == 303


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", "[1]", 415),
        ("application/json", "{", 400),
        ("text/plain", "{}", 415),
        ("application/x-www-form-urlencoded", "&".join(f"a{n}=" for n in range(1001)), 400),
    ],
)
def test_a_form_that_cannot_be_read_is_refused(
    inside: Browser, kind: str, body: str, status: int
) -> None:
    reply = inside.ask("/form", "POST", body, Content_Type=kind, X_Token=inside.server.token)
    assert reply.status == status


@pytest.mark.parametrize(
    ("length", "status"),
    [
        ("", 411),
        ("Content-Length: many\r\n", 411),
        ("Content-Length: -1\r\n", 413),
        (f"Content-Length: {module.MOST_BYTES + 1}\r\n", 413),
    ],
)
def test_a_form_without_a_bearable_length_is_refused(
    server: Server, length: str, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        head = f"POST /form HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{length}\r\n"
        link.sendall(head.encode())
        assert f" {status} ".encode() in link.recv(100)


def test_faults_are_shown_in_their_words(
    inside: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    reply = inside.ask("/fails")
    assert reply.status == 400
    assert "this sheet is torn" in reply.text
    assert "Glue it." in reply.text
    assert inside.ask("/breaks").status == 500
    assert "nobody expected this" in capsys.readouterr().err
    assert inside.ask("/").status == 200


def test_a_script_hears_where_to_go_or_why_not(inside: Browser) -> None:
    asks = {"Accept": "application/json"}
    assert json.loads(inside.send("/on", {}, **asks).text) == {"go": "/turn/3#end"}
    assert inside.send("/on", {}).status == 303
    refused = inside.send("/fails", {}, **asks)
    assert refused.status == 400
    assert "this sheet is torn" in json.loads(refused.text)["why"]
    assert json.loads(inside.send("/form", {}, X_Token="wrong", **asks).text)["why"]


def test_an_answer_may_come_piece_by_piece(inside: Browser) -> None:
    assert inside.ask("/slowly").text == "one two"


def test_a_browser_that_goes_away_harms_nobody(inside: Browser) -> None:
    with socket.create_connection(("127.0.0.1", inside.server.port), timeout=10) as link:
        host = f"127.0.0.1:{inside.server.port}"
        link.sendall(f"GET /slowly HTTP/1.1\r\nHost: {host}\r\n".encode())
    assert inside.ask("/").status == 200


def test_every_answer_forbids_what_a_page_does_not_need(inside: Browser) -> None:
    for path in ("/", "/nowhere", "/slowly", "/turn/3"):
        headers = inside.ask(path).headers
        rules = headers["Content-Security-Policy"]
        assert "default-src 'none'" in rules
        assert "frame-ancestors 'none'" in rules
        assert "unsafe" not in rules
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Server"] == "pbm"
    assert "style-src 'sha256-" in inside.ask("/").headers["Content-Security-Policy"]


def test_another_address_needs_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PAUSE", 0.0)
    with pytest.raises(ValueError, match="password"):
        Server(ROUTES, host="0.0.0.0")
    server = Server(ROUTES, host="0.0.0.0", password="tea time")
    server.begin()
    try:
        browser = Browser(server)
        assert server.address == f"http://0.0.0.0:{server.port}/"
        assert browser.ask("/").status == 401
        assert browser.ask(f"/?key={server.key}").status == 401
        form = {"Content_Type": "application/x-www-form-urlencoded"}
        wrong = browser.ask("/login", "POST", "password=coffee", **form)
        assert wrong.status == 403
        assert "not the password" in wrong.text
        assert browser.ask("/login", "POST", "password=tea+time", **form).status == 303
        assert "here" in browser.ask("/").text
    finally:
        server.close()


def test_a_refusal_says_why() -> None:
    assert str(NotHere(404, "There is none.")) == "There is none."
