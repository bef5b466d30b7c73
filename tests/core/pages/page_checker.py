"""Faults of the pages of a PDF that a reader would see: what lies where it should not.

Everything is in points, from the lower left corner of the page, as in the PDF.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

import pypdfium2
import pypdfium2.raw as pdfium

MM = 72 / 25.4
# The margins of print.css, and the lettering of its running heads.
SIDE, TOP, FIRST_TOP, BOTTOM, RUNNING = 14 * MM, 16 * MM, 11 * MM, 15 * MM, 8.0
LEAST = 6.0  # letters
PLAIN = 0.75  # points of a CSS pixel: the scale of all words but those of pictures
SLACK = 1.0
FIFTH, SCRAP = 0.2, 0.04
TALL = 6.0  # a drawing of this height is a body, a lower one a rule

OUTSIDE = "text outside its area"
UPON = "text over text"
LABELS = "label over label in a picture"
SMALL = "lettering under 6 points"
BARE = "head without body"
EMPTY = "page under a fifth full"
ORPHAN = "table head with one row"


@dataclass(frozen=True)
class Fault:
    """A fault, the number of its page from 1, and the words where it is."""

    page: int
    kind: str
    words: str


@dataclass(frozen=True)
class Word:
    """A word with its box, the line it stands on and its size; ``drawn`` inside a picture.

    ``crossed``: its letters lie upon each other, since they are those of two words.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    line: float
    size: float
    drawn: bool
    crossed: bool


@dataclass
class Page:
    """A page and what stands on it."""

    number: int
    page: pypdfium2.PdfPage
    heads: Sequence[tuple[float, str]]

    @cached_property
    def width(self) -> float:
        """Points across."""
        return float(self.page.get_width())

    @cached_property
    def top(self) -> float:
        """The upper edge of the area of the text."""
        return float(self.page.get_height()) - (FIRST_TOP if self.number == 1 else TOP)

    @cached_property
    def all_words(self) -> list[Word]:
        """Every word, running heads too."""
        return list(_words(self.page.get_textpage()))

    @cached_property
    def words(self) -> list[Word]:
        """The words of the area, downward, without running heads and feet."""
        found = [one for one in self.all_words if not self._is_running(one)]
        return sorted(found, key=lambda one: (-one.top, one.left))

    def _is_running(self, one: Word) -> bool:
        high = float(self.page.get_height())
        above = self.number > 1 and one.bottom > high - TOP
        middle = high - TOP / 2 if above else BOTTOM / 2
        is_in_margin = above or one.top < BOTTOM
        level = abs((one.top + one.bottom) / 2 - middle) < RUNNING
        return is_in_margin and level and abs(one.size - RUNNING) < 0.2

    @cached_property
    def drawings(self) -> list[tuple[float, float, float, float]]:
        """Left, bottom, right and top of each path and image but the ground of the page."""
        kinds = (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE)
        boxes = [one.get_bounds() for one in self.page.get_objects(filter=kinds)]
        inside = (SIDE - 2, BOTTOM - 2, self.width - SIDE + 2, self.top + 2)
        return [
            box
            for box in boxes
            if all(a >= b for a, b in zip(box[:2], inside[:2], strict=True))
            and all(a <= b for a, b in zip(box[2:], inside[2:], strict=True))
            and box[3] - box[1] < self.top - BOTTOM - 1
        ]

    @cached_property
    def low(self) -> float:
        """Where the lowest word or drawing ends."""
        ends = [one.bottom for one in self.words] + [box[1] for box in self.drawings]
        return min(ends, default=self.top)

    @cached_property
    def full(self) -> float:
        """The part of the area down to the lowest word or drawing, 0 to 1."""
        return (self.top - self.low) / (self.top - BOTTOM)

    @property
    def begins_with_head(self) -> bool:
        """True if a part begins at the top of the page."""
        return any(at > self.top - 40 for at, _title in self.heads)

    @cached_property
    def lines(self) -> list[list[Word]]:
        """The lines of words, downward, each from left to right."""
        words = sorted(self.words, key=lambda one: (-round(one.line), one.left))
        return [list(row) for _at, row in groupby(words, key=lambda one: round(one.line))]


def faults(pdf: bytes) -> list[Fault]:
    """Every fault of the pages of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    heads: dict[int, list[tuple[float, str]]] = {}
    for mark in document.get_toc():
        target = mark.get_dest()
        if target is not None:
            _mode, place = target.get_view()
            heads.setdefault(target.get_index(), []).append((place[1], mark.get_title()))
    pages = [Page(n + 1, document[n], heads.get(n, ())) for n in range(len(document))]
    found = [
        fault for page in pages for look in (_outside, _upon, _small, _bare) for fault in look(page)
    ]
    found += _empty(pages)
    for one, other in pairwise(pages):
        found += _orphans(one, other)
    document.close()
    return sorted(found, key=lambda one: (one.page, one.kind, one.words))


# --- words ----------------------------------------------------------------------------------


# A letter with its box, its line, its size, and whether it is in a picture.
_Letter = tuple[str, tuple[float, float, float, float], float, float, bool]


def _words(text: pypdfium2.PdfTextPage) -> Iterator[Word]:
    """The words of a page, split where there is space or another line begins."""
    matrix = pdfium.FS_MATRIX()
    across, line = ctypes.c_double(), ctypes.c_double()
    letters: list[_Letter] = []
    for n in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, n))
        if letter.isspace() or pdfium.FPDFText_IsGenerated(text, n):
            yield from _word(letters)
            letters = []
            continue
        pdfium.FPDFText_GetMatrix(text, n, ctypes.byref(matrix))
        size = pdfium.FPDFText_GetFontSize(text, n) * abs(matrix.d)
        box = text.get_charbox(n)
        if letters and (
            abs(letters[-1][1][1] - box[1]) > size
            or box[0] - letters[-1][1][2] > size
            or letters[-1][1][0] - box[0] > size / 4  # back to the left: another text
        ):
            yield from _word(letters)
            letters = []
        pdfium.FPDFText_GetCharOrigin(text, n, ctypes.byref(across), ctypes.byref(line))
        letters.append((letter, box, line.value, size, abs(abs(matrix.d) - PLAIN) > 0.001))
    yield from _word(letters)


def _word(letters: list[_Letter]) -> Iterator[Word]:
    if letters:
        lefts, bottoms, rights, tops = zip(*(one[1] for one in letters), strict=True)
        yield Word(
            "".join(one[0] for one in letters),
            min(lefts), min(bottoms), max(rights), max(tops),
            letters[0][2],
            max(one[3] for one in letters),
            letters[0][4],
            any(map(_is_crossed, letters, letters[1:])),
        )  # fmt: skip


def _is_crossed(one: _Letter, other: _Letter) -> bool:
    """True if two letters lie upon each other, but for one that is drawn twice."""
    (left, low, right, high), (start, bottom, end, top) = one[1], other[1]
    wide = min(right, end) - max(left, start)
    meet = min(high, top) - max(low, bottom) > 0.5
    return meet and wide > 0.4 * min(right - left, end - start) and abs(left - start) > 0.2


# --- faults ---------------------------------------------------------------------------------


def _outside(page: Page) -> Iterator[Fault]:
    for one in page.words:
        aside = one.left < SIDE - SLACK or one.right > page.width - SIDE + SLACK
        if aside or one.top > page.top + SLACK or one.bottom < BOTTOM - SLACK:
            yield Fault(page.number, OUTSIDE, one.text)


def _upon(page: Page) -> Iterator[Fault]:
    words = sorted(page.all_words, key=lambda one: -one.top)
    for n, one in enumerate(words):
        if one.crossed:
            yield Fault(page.number, LABELS if one.drawn else UPON, one.text)
        for other in words[n + 1 :]:
            if other.top < one.bottom:
                break
            wide = min(one.right, other.right) - max(one.left, other.left)
            high = min(one.top, other.top) - max(one.bottom, other.bottom)
            least = min(one.top - one.bottom, other.top - other.bottom)
            if wide > 0.5 and high > max(0.25 * least, 0.5):
                kind = LABELS if one.drawn and other.drawn else UPON
                yield Fault(page.number, kind, f"{one.text} / {other.text}")


def _small(page: Page) -> Iterator[Fault]:
    for one in page.words:
        if one.size < LEAST:
            yield Fault(page.number, SMALL, f"{one.text} ({one.size:.1f})")


def _bare(page: Page) -> Iterator[Fault]:
    """Heads below which only other heads stand on their page."""
    ends = {at: _end_of_head(page, at, title) for at, title in page.heads}
    for at, title in page.heads:
        last = min((end for start, end in ends.items() if start <= at), default=at)
        body = any(one.top < last + 1 for one in page.words)
        drawn = any(top < last + 1 and top - bottom > TALL for _l, bottom, _r, top in page.drawings)
        if not (body or drawn):
            yield Fault(page.number, BARE, title)


def _end_of_head(page: Page, at: float, title: str) -> float:
    """Where the words of a head end, which begins at a height."""
    below = [one for one in page.words if one.top <= at + 2]
    return min((one.bottom for one in below[: len(title.split())]), default=at)


def _empty(pages: Sequence[Page]) -> Iterator[Fault]:
    for page, other in pairwise(pages):
        if page.full < FIFTH and not other.begins_with_head:
            yield Fault(page.number, EMPTY, f"{page.full:.2f}")
    if len(pages) > 1 and pages[-1].full < SCRAP and not pages[-1].begins_with_head:
        yield Fault(pages[-1].number, EMPTY, f"{pages[-1].full:.2f}")


def _orphans(page: Page, other: Page) -> Iterator[Fault]:
    """A table that goes on over two pages with one row after its head on one of them."""
    head = " ".join(one.text for one in other.lines[0]) if other.lines else ""
    heads = [n for n, row in enumerate(page.lines) if " ".join(one.text for one in row) == head]
    if not heads or not _is_in_columns(other.lines[0]):
        return
    if len(_rows(page, heads[-1])) == 1:
        yield Fault(page.number, ORPHAN, head)
    if len(_rows(other, 0)) == 1:
        yield Fault(other.number, ORPHAN, head)


def _is_in_columns(row: list[Word]) -> bool:
    """True if words of a line stand further apart than those of a sentence."""
    return any(other.left - one.right > one.size for one, other in pairwise(row))


def _rows(page: Page, head: int) -> list[Word]:
    """The first word of each line below a table's head that stands in its first column."""
    first = page.lines[head][0]
    below = [row[0] for row in page.lines[head + 1 :]]
    return [
        one for one in below if abs(one.left - first.left) < 10 and abs(one.size - first.size) < 0.1
    ]
