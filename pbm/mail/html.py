"""The text of an HTML mail, with ``> `` before what it quotes, as a plain mail would have it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BLOCKS = set(
    """address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2
    h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul""".split()  # noqa: SIM905
)
_UNSEEN = {"head", "script", "style", "title", "template", "noscript", "object", "svg"}
_CELLS = ("td", "th")
_QUOTED = re.compile(r"\b(yahoo_quoted|moz-cite|protonmail_quote)\b")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_DEEPEST = 20


def text_of_html(page: str) -> str:
    """The text of a page; any text gives one, never an error."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Gathers lines; knows how deep it stands in quotes, and whether blanks count."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line = ""
        self.open: list[tuple[str, bool]] = []
        self.depth = 0
        self.unseen = 0
        self.pre = 0
        self.gap = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A line ends before a block and at br; quotes and unseen parts begin."""
        if tag in _UNSEEN:
            self.unseen += 1
        if tag == "br":
            self.end_line(always=True)
            return
        if tag in _BLOCKS:
            self.end_line()
            if tag == "p":
                self.gap = True
        elif tag in _CELLS and self.line.strip():
            self.line += "  "
        if tag in ("blockquote", "div"):
            words = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
            quotes = tag == "blockquote" or _QUOTED.search(words) is not None
            self.open.append((tag, quotes))
            self.depth += quotes
        self.pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """A line ends behind a block; quotes and unseen parts end."""
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        if tag in _BLOCKS:
            self.end_line()
        if tag in ("blockquote", "div") and any(name == tag for name, _quotes in self.open):
            name = ""
            while name != tag:
                name, quotes = self.open.pop()
                self.depth -= quotes
        if tag == "pre":
            self.pre = max(0, self.pre - 1)

    def handle_data(self, data: str) -> None:
        """Blanks are one blank, but in preformatted text."""
        if self.unseen:
            return
        if self.pre:
            first, *rest = data.replace("\r\n", "\n").split("\n")
            self.line += first
            for line in rest:
                self.end_line(always=True)
                self.line = line
            return
        said = _BLANKS.sub(" ", data)
        self.line += said.lstrip(" ") if not self.line or self.line.endswith(" ") else said

    def end_line(self, *, always: bool = False) -> None:
        """Put the line that was gathered to the others."""
        line = self.line.rstrip()
        self.line = ""
        if not line and not always:
            return
        if self.gap and self.lines and self.lines[-1].strip("> "):
            self.lines.append(self.marks().rstrip())
        self.gap = False
        self.lines.append((self.marks() + line).rstrip())

    def marks(self) -> str:
        """The quote marks of the place."""
        return "> " * min(self.depth, _DEEPEST)

    def text(self) -> str:
        """Everything that was gathered."""
        self.end_line()
        return "\n".join(self.lines)
