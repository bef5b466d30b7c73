"""Read an HTML mail as text, with ``> `` before quotations as in a plain mail.

Words that are struck out become a remark behind the others of their line.
"""

import re
from collections import Counter
from html.parser import HTMLParser

_BLOCKS = set(
    """address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2
    h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul""".split()  # noqa: SIM905
)
_UNSEEN = {"head", "script", "style", "title", "template", "noscript", "object", "svg"}
_CELLS = ("td", "th")
_STRUCK_TAGS = ("s", "strike", "del")
# Before words that their writer struck out; ``#`` begins a remark on a sheet.
STRUCK = "# struck out:"
_QUOTED = re.compile(r"\b(yahoo_quoted|moz-cite|protonmail_quote)\b")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_DEEPEST = 20
# A reference to a number that no character has; Python refuses numbers of over 4,300 digits.
_NO_CHARACTER = re.compile(r"&#[0-9]{20,}+;?")
# For each tag without an end the parser searches the rest of the page. After so many of them no
# mail program wrote the page, and the rest of it is taken as text.
_MOST_BROKEN = 10


def text_of_html(page: str) -> str:
    """Read a page as text; never an error."""
    reader = _Reader()
    try:
        reader.feed(_NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", page))
        reader.close()
    except _Broken as broken:
        reader.handle_data(reader.rawdata[broken.at :])
    return reader.text()


class _Broken(Exception):
    """Raised for too many tags without an end; ``at`` is where the unread text begins."""

    def __init__(self, at: int) -> None:
        self.at = at


class _Reader(HTMLParser):
    """Collects lines, and tracks the depth of quotations and preformatted text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.parts: list[str] = []  # of the current line
        self.told = False  # whether they have more than blanks
        self.broken = 0
        self.count = Counter[str]()  # of open tags
        self.open: list[tuple[str, bool, bool]] = []
        self.depth = 0
        self.struck = 0
        self.gone: list[str] = []  # words of the current line that are struck out
        self.unseen = 0
        self.pre = 0
        self.gap = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """End the line before a block and at br; begin quotations and hidden parts."""
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
        if tag in ("blockquote", "div", "span", *_STRUCK_TAGS):
            words = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
            style = " ".join(value or "" for name, value in attrs if name == "style")
            quotes = tag == "blockquote" or _QUOTED.search(words) is not None
            struck = tag in _STRUCK_TAGS or "line-through" in style
            self.open.append((tag, quotes, struck))
            self.count[tag] += 1
            self.depth += quotes
            self.struck += struck
        self.pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """End the line after a block; end quotations and hidden parts."""
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        if tag in _BLOCKS:
            self.end_line()
        if self.count[tag]:
            name = ""
            while name != tag:
                name, quotes, struck = self.open.pop()
                self.count[name] -= 1
                self.depth -= quotes
                self.struck -= struck
        if tag == "pre":
            self.pre = max(0, self.pre - 1)

    def handle_data(self, data: str) -> None:
        """Collapse blanks, except in preformatted text."""
        if self.unseen:
            return
        if self.struck:
            self.gone += data.split()
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
        """Add words to the current line."""
        if words:
            self.parts.append(words)
            self.told = self.told or bool(words.strip())

    def end_line(self, *, always: bool = False) -> None:
        """Finish the current line."""
        struck = f"{STRUCK} {' '.join(self.gone)}" if self.gone else ""
        line = "  ".join(filter(None, ("".join(self.parts).rstrip(), struck)))
        self.parts.clear()
        self.gone.clear()
        self.told = False
        if not line and not always:
            return
        if self.gap and self.lines and self.lines[-1].strip("> "):
            self.lines.append(self.marks().rstrip())
        self.gap = False
        self.lines.append((self.marks() + line).rstrip())

    def marks(self) -> str:
        """The quote marks at this depth."""
        return "> " * min(self.depth, _DEEPEST)

    def text(self) -> str:
        """Return all lines as text."""
        self.end_line()
        return "\n".join(self.lines)

    # Each returns the position after what it reads, or -1 if that has no end.

    def parse_starttag(self, i: int) -> int:
        """Read the start of a tag."""
        return self.ended(i, super().parse_starttag(i))

    def parse_endtag(self, i: int) -> int:
        """Read the end of a tag."""
        return self.ended(i, super().parse_endtag(i))

    def parse_comment(self, i: int, report: bool = True) -> int:
        """Read a comment."""
        return self.ended(i, super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        """Read a processing instruction."""
        return self.ended(i, super().parse_pi(i))

    def parse_html_declaration(self, i: int) -> int:
        """Read a declaration; unknown ones are skipped."""
        try:
            end = super().parse_html_declaration(i)
        except AssertionError:  # the parser's answer to a "<![" that begins no section
            end = self.parse_bogus_comment(i)
        return self.ended(i, end)

    def ended(self, at: int, end: int) -> int:
        """Count tags without an end; `_Broken` if there are too many."""
        self.broken += end < 0
        if self.broken > _MOST_BROKEN:
            raise _Broken(at)
        return end
