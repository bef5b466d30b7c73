"""Add contents to a page: its second-level headings, each with a link."""

import html
import re

FEW = 4  # fewer headings need no contents
# The place of the contents in a template; without contents it stays as a comment.
PLACE = "<!--contents-->"

_HEADING = re.compile(r"<h2((?: class=\"[^\"]*\")?)>(.*?)</h2>", re.DOTALL)
_PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
_ASIDE = re.compile(r"<span.*?</span>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_NO_LETTER = re.compile(r"[^a-z0-9]+")
_ID = "contents"
# Characters of HTML without pictures; seven printed pages have about so many.
_LONG = 34_000


def looks_long(text: str) -> bool:
    """Tell from a text alone, before it is laid out, whether it has contents in print."""
    return len(_PICTURE.sub("", text)) > _LONG


def with_contents(text: str, *, along: bool = False) -> str:
    """Put the contents in their place, with the headings as link targets.

    A page without that place, or with few headings, stays as it is. ``along``: a link to the
    contents goes along with the reader; otherwise, on paper, they are two lists side by side, since
    columns are laid out several times.
    """
    titles: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        title = " ".join(_TAG.sub("", _ASIDE.sub("", found[2])).split())
        name = base = _NO_LETTER.sub("-", html.unescape(title).lower()).strip("-") or "part"
        number = 1
        while name in titles or f' id="{name}"' in text:
            number += 1
            name = f"{base}-{number}"
        titles[name] = title
        return f'<h2{found[1]} id="{name}">{found[2]}</h2>'

    if PLACE not in text:
        return text
    marked = _HEADING.sub(named, text)
    if len(titles) < FEW:
        return text
    lines = [f'<li><a href="#{name}">{title}</a></li>\n' for name, title in titles.items()]
    half = len(lines) if along else (len(lines) + 1) // 2
    lists = "".join(
        f"<ol>\n{''.join(some)}</ol>\n" for some in (lines[:half], lines[half:]) if some
    )
    nav = f'<nav class="contents" id="{_ID}" aria-label="Contents">\n{lists}</nav>'
    back = f'\n<a class="contents-along" href="#{_ID}">Contents</a>' if along else ""
    return marked.replace(PLACE, nav + back, 1)
