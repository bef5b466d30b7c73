"""Add contents to a page: its second-level headings, each with a link."""

from __future__ import annotations

import re

FEW = 4  # fewer headings need no contents
# The place of the contents in a template; without contents it stays as a comment.
PLACE = "<!--contents-->"

_HEADING = re.compile(r"<h2((?: class=\"[^\"]*\")?)>(.*?)</h2>", re.DOTALL)
_PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
_ASIDE = re.compile(r"<span.*?</span>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
# Characters of HTML without pictures; seven printed pages have about so many.
_LONG = 26_000


def looks_long(text: str) -> bool:
    """Tell from a text alone, before it is laid out, whether it has contents in print."""
    return len(_PICTURE.sub("", text)) > _LONG


def with_contents(text: str) -> str:
    """Put the contents in their place, with the headings as link targets.

    A page without that place, or with few headings, stays as it is.
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
