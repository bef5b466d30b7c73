"""The web server of the desk: keys, sessions, forms and headers; it knows no page.

It listens on this machine alone. Its address holds a key that is good once: the browser that opens
it gets a session, in a cookie that no script reads and no other site sends. A form counts only
with the session's token, and only from this server's own pages.
"""

import hmac
import json
import re
import secrets
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from time import sleep
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlsplit

from pbm.kit.problems import Faults, render_all
from pbm.kit.records import Record
from pbm.pages.render import html, policy

HOST = "127.0.0.1"
MOST_BYTES = 4_000_000  # of a form
_SECONDS = 30  # that a browser may take to send a request
_PAUSE = 1.0  # seconds after a wrong password, for all who try at once
_POLICY = (
    "default-src 'none'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Request(Record):
    """A request for a page, or a form that was sent.

    ``parts`` are the groups of the route's pattern, ``form`` the fields of the form or the keys
    of a JSON object, ``token`` what a form of the page must hold in its field ``token``.
    """

    path: str
    query: Mapping[str, str]
    form: Mapping[str, Any]
    parts: Mapping[str, str]
    token: str


class Answer(Record):
    """What a page answers; ``body`` may come piece by piece, as work goes on."""

    body: bytes | Iterator[bytes] = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = {}


Page = Callable[[Request], Answer]
# The method, a pattern of the whole path, and the page.
Route = tuple[str, str, Page]


class NotHere(Exception):
    """Refuses a request: the status, and a sentence that says why and what to do."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def page(template: str, said: Mapping[str, Any], request: Request, status: int = 200) -> Answer:
    """Answer with a template; it gets the token of its forms beside what is ``said``."""
    return Answer(html(template, {**said, "token": request.token}).encode(), status=status)


def as_json(value: Any, status: int = 200) -> Answer:
    """Answer a script of a page."""
    return Answer(json.dumps(value).encode(), "application/json", status)


def go_to(path: str) -> Answer:
    """Send the browser on to another page, as after a form."""
    return Answer(b"", "text/plain", 303, {"Location": path})


class Server:
    """A server of these routes; the first that fits answers.

    ``announce`` is told the address whenever its key changes. ``host`` is this machine unless
    something else is named, and then a ``password`` replaces the key.
    """

    def __init__(
        self,
        routes: Sequence[Route],
        *,
        port: int = 0,
        host: str = HOST,
        password: str = "",
        announce: Callable[[str], None] = lambda _address: None,
    ) -> None:
        if host != HOST and not password:
            raise ValueError("an address beside this machine needs a password")
        self.routes = [(method, re.compile(path), made) for method, path, made in routes]
        self.password, self.announce = password, announce
        self.session = secrets.token_urlsafe(32)
        self.token = secrets.token_urlsafe(32)
        self.key = secrets.token_urlsafe(24)
        self.lock = Lock()
        handler = type("Handler", (_Handler,), {"web": self})
        self._http = ThreadingHTTPServer((host, port), handler)
        self._http.daemon_threads = True
        self.port: int = self._http.server_address[1]
        names = (HOST, "localhost") if host == HOST else (host,)
        self.hosts = {f"{name}:{self.port}" for name in names}
        self.cookie = f"pbm-{self.port}"
        self.any_host = host in ("0.0.0.0", "::")  # the names of this machine are not known then

    @property
    def address(self) -> str:
        """The address to open: with its key, or where the password is asked for."""
        host = self._http.server_address[0]
        where = host.decode() if isinstance(host, bytes) else host
        return f"http://{where}:{self.port}/" + ("" if self.password else f"?key={self.key}")

    def serve(self) -> None:
        """Answer until Ctrl-C or `close`."""
        self._http.serve_forever(poll_interval=0.05)

    def begin(self) -> Thread:
        """Answer in a thread of its own."""
        thread = Thread(target=self.serve, daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        """Stop answering."""
        self._http.shutdown()
        self._http.server_close()

    def opened(self, key: str) -> bool:
        """True for the key, which is changed then: it is good once."""
        with self.lock:
            if self.password or not _same(key, self.key):
                return False
            self.key = secrets.token_urlsafe(24)
        self.announce(self.address)
        return True

    def admits(self, password: str) -> bool:
        """True for the password; a wrong one costs everybody who tries a second."""
        with self.lock:
            right = bool(self.password) and _same(password, self.password)
            if not right:
                sleep(_PAUSE)
        return right


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    web: ClassVar[Server]
    protocol_version = "HTTP/1.1"
    timeout = _SECONDS
    wbufsize = 1 << 16  # a page goes out in one piece

    def version_string(self) -> str:
        """Name the program alone, not its libraries."""
        return "pbm"

    def log_message(self, *_args: object) -> None:
        """Print nothing: the terminal is for people."""

    def do_GET(self) -> None:
        """Answer a request for a page."""
        self._answer()

    def do_POST(self) -> None:
        """Answer a form."""
        self._answer()

    def _answer(self) -> None:
        try:
            answer = self._page()
        except NotHere as refused:
            self.close_connection = True  # what was sent was perhaps not read
            answer = self._said(refused.status, refused.why)
        except Faults as faults:
            answer = self._said(400, render_all(faults.problems))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            answer = self._said(
                500, "This failed in a way nobody expected; the terminal shows how."
            )
        if answer.status == 303 and self._asks_script():
            answer = as_json({"go": answer.headers["Location"]})
        self._send(answer)

    def _asks_script(self) -> bool:
        """True for a form that the script of a page sends, and a refusal of which stays there."""
        return self.headers.get("Accept") == "application/json"

    def _said(self, status: int, why: str) -> Answer:
        if self._asks_script():
            return as_json({"why": why}, status)
        head = "Not done" if self.command == "POST" else "Not here"
        said = {"why": why, "head": head, "inside": self._has_session()}
        return Answer(html("desk/said.html", said).encode(), status=status)

    def _page(self) -> Answer:
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        form = self._form()
        if self.headers.get("Host") not in self.web.hosts and not self.web.any_host:
            raise NotHere(403, "This address is not this server's.")
        if self.command == "POST":
            self._from_here()
        if not self._has_session():
            return self._door(parts.path, query, form)
        if self.command == "POST" and not _same(self._token(form), self.web.token):
            raise NotHere(403, "This form is not of this session. Load its page again.")
        if "key" in query:
            return go_to(parts.path)
        found = False
        for method, pattern, made in self.web.routes:
            match = pattern.fullmatch(parts.path)
            found = found or match is not None
            if match is not None and method == self.command:
                groups = {name: part or "" for name, part in match.groupdict().items()}
                return made(Request(parts.path, query, form, groups, self.web.token))
        raise NotHere(405 if found else 404, "There is no such page here.")

    def _door(self, path: str, query: Mapping[str, str], form: Mapping[str, Any]) -> Answer:
        """Let in who has the key or the password; anybody else hears where it is."""
        if self.web.password:
            if path == "/login" and self.command == "POST":
                if self.web.admits(str(form.get("password", ""))):
                    return self._in()
                return Answer(html("desk/login.html", {"wrong": True}).encode(), status=403)
            return Answer(html("desk/login.html", {"wrong": False}).encode(), status=401)
        if path == "/" and self.command == "GET" and self.web.opened(query.get("key", "")):
            return self._in()
        raise NotHere(403, "Open the address that the terminal shows; its key is good once.")

    def _in(self) -> Answer:
        cookie = f"{self.web.cookie}={self.web.session}; HttpOnly; SameSite=Strict; Path=/"
        return Answer(b"", "text/plain", 303, {"Location": "/", "Set-Cookie": cookie})

    def _has_session(self) -> bool:
        try:
            held = SimpleCookie(self.headers.get("Cookie", "")).get(self.web.cookie)
        except CookieError:
            return False
        return held is not None and _same(held.value, self.web.session)

    def _from_here(self) -> None:
        """Refuse a form that another site's page sent."""
        origin = self.headers.get("Origin")
        if origin is not None and origin != f"http://{self.headers.get('Host')}":
            raise NotHere(403, "This form comes from another site.")
        if self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            raise NotHere(403, "This form comes from another site.")

    def _token(self, form: Mapping[str, Any]) -> str:
        return str(form.get("token", self.headers.get("X-Token", "")))

    def _form(self) -> Mapping[str, Any]:
        if self.command != "POST":
            return {}
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            raise NotHere(411, "A form must say how long it is.") from None
        if not 0 <= length <= MOST_BYTES:
            raise NotHere(413, f"A form may have {MOST_BYTES} bytes at most.")
        body = self.rfile.read(length)
        kind = self.headers.get_content_type()
        try:
            if kind == "application/json":
                value = json.loads(body)
                if isinstance(value, dict):
                    return value
            elif kind == "application/x-www-form-urlencoded":
                return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=1000))
        except ValueError:
            raise NotHere(400, "This form cannot be read.") from None
        raise NotHere(415, "This kind of form is not taken here.")

    def _send(self, answer: Answer) -> None:
        headers = {**_HEADERS, "Content-Type": answer.kind, "Content-Security-Policy": _POLICY}
        pieces: Iterator[bytes]
        if isinstance(answer.body, bytes):
            pieces = iter((answer.body,))
            headers["Content-Length"] = str(len(answer.body))
            if "html" in answer.kind:
                headers["Content-Security-Policy"] = policy(answer.body.decode(), _POLICY)
        else:
            pieces = answer.body
            headers["Connection"] = "close"
        try:
            self.send_response(answer.status)
            for name, value in {**headers, **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            for piece in pieces:
                self.wfile.write(piece)
                self.wfile.flush()
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # the browser went away; the work was done or is kept
