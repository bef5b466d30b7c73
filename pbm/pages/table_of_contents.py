"""Contents of a page: its headings of the second rank, each with a link to it."""

from __future__ import annotations

import re

LONG = 7  # pages of a PDF with contents, at least
FEW = 4  # fewer headings need no contents
# Where a template wants its contents; what stays of it is a remark.
PLACE = "<!--contents-->"

_HEADING = re.compile(r"<h2((?: class=\"[^\"]*\")?)>(.*?)</h2>", re.DOTALL)
_PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
_ASIDE = re.compile(r"<span.*?</span>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
# Signs of HTML without pictures on a page of print, less than which no report has come out.
_CHARACTERS = 5_500


def looks_long(text: str) -> bool:
    """A guess, before it is laid out, whether a page will have contents."""
    return len(_PICTURE.sub("", text)) > LONG * _CHARACTERS


def with_contents(text: str) -> str:
    """The page with its contents in their place, and its headings as their targets.

    A page without a place for them, or with few headings, stays as it is.
    """
    titles: list[str] = []

    def numbered(found: re.Match[str]) -> str:
        titles.append(" ".join(_TAG.sub("", _ASIDE.sub("", found[2])).split()))
        return f'<h2{found[1]} id="p{len(titles)}">{found[2]}</h2>'

    if PLACE not in text:
        return text
    marked = _HEADING.sub(numbered, text)
    if len(titles) < FEW:
        return text
    lines = "".join(
        f'<li><a href="#p{number}">{title}</a></li>\n' for number, title in enumerate(titles, 1)
    )
    return marked.replace(
        PLACE, f'<nav class="contents" aria-label="Contents">\n<ol>\n{lines}</ol>\n</nav>', 1
    )
