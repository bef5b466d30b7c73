"""The text of an HTML mail, with ``> `` before what it quotes, as a plain mail would have it."""

from __future__ import annotations

import re
from collections import Counter
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
# A reference to a number that no character has. Python makes no number of more than 4,300 digits.
_NO_CHARACTER = re.compile(r"&#[0-9]{20,}+;?")
# Of a tag that does not end the parser looks for the end up to the end of the page. After so many
# it is no page that a mail program wrote, and what follows is text.
_MOST_BROKEN = 10


def text_of_html(page: str) -> str:
    """The text of a page; any text gives one, never an error."""
    reader = _Reader()
    try:
        reader.feed(_NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", page))
        reader.close()
    except _Broken as broken:
        reader.handle_data(reader.rawdata[broken.at :])
    return reader.text()


class _Broken(Exception):
    """Too much of a page does not end; ``at`` is where the text not yet read begins."""

    def __init__(self, at: int) -> None:
        self.at = at


class _Reader(HTMLParser):
    """Gathers lines; knows how deep it stands in quotes, and whether blanks count."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.parts: list[str] = []  # of the line that is being gathered
        self.told = False  # whether there is more than blanks in them
        self.broken = 0
        self.count = Counter[str]()  # of what is open
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
        elif tag in _CELLS and self.told:
            self.put("  ")
        if tag in ("blockquote", "div"):
            words = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
            quotes = tag == "blockquote" or _QUOTED.search(words) is not None
            self.open.append((tag, quotes))
            self.count[tag] += 1
            self.depth += quotes
        self.pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """A line ends behind a block; quotes and unseen parts end."""
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        if tag in _BLOCKS:
            self.end_line()
        if self.count[tag]:
            name = ""
            while name != tag:
                name, quotes = self.open.pop()
                self.count[name] -= 1
                self.depth -= quotes
        if tag == "pre":
            self.pre = max(0, self.pre - 1)

    def handle_data(self, data: str) -> None:
        """Blanks are one blank, but in preformatted text."""
        if self.unseen:
            return
        if self.pre:
            first, *rest = data.replace("\r\n", "\n").split("\n")
            self.put(first)
            for line in rest:
                self.end_line(always=True)
                self.put(line)
            return
        said = _BLANKS.sub(" ", data)
        self.put(said.lstrip(" ") if not self.parts or self.parts[-1].endswith(" ") else said)

    def put(self, words: str) -> None:
        """Words more in the line."""
        if words:
            self.parts.append(words)
            self.told = self.told or bool(words.strip())

    def end_line(self, *, always: bool = False) -> None:
        """Put the line that was gathered to the others."""
        line = "".join(self.parts).rstrip()
        self.parts.clear()
        self.told = False
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

    # Each gives the place behind what it reads, or -1 for what does not end.

    def parse_starttag(self, i: int) -> int:
        """A tag."""
        return self.ended(i, super().parse_starttag(i))

    def parse_endtag(self, i: int) -> int:
        """The end of one."""
        return self.ended(i, super().parse_endtag(i))

    def parse_comment(self, i: int, report: bool = True) -> int:
        """A remark."""
        return self.ended(i, super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        """What is for a program."""
        return self.ended(i, super().parse_pi(i))

    def parse_html_declaration(self, i: int) -> int:
        """What a page says it is; what no page says is passed over."""
        try:
            end = super().parse_html_declaration(i)
        except AssertionError:  # so the parser tells of a "<![" that is no section
            end = self.parse_bogus_comment(i)
        return self.ended(i, end)

    def ended(self, at: int, end: int) -> int:
        """Counts what does not end; `_Broken` where there is too much of it."""
        self.broken += end < 0
        if self.broken > _MOST_BROKEN:
            raise _Broken(at)
        return end
