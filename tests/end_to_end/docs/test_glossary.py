"""The glossary: in order, its terms linked from the guides where they are used first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs"
GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")
GUIDES = [
    *sorted((DOCS / "players").glob("*.md")),
    *(DOCS / f"{name}.md" for name in ("gm", "campaign", "mail", "rulings", "dice", "operating")),
]
# Terms that a guide cannot do without explaining.
TERMS = ("receipt", "docket", "packet", "ruling", "stage", "in force", "prefilled sheet", "replay")
# What is not prose: code, headings, tables, links to other pages, which explain themselves.
_OTHER = re.compile(
    r"^```.*?^```|^(?: {4}|#|\|)[^\n]*|`[^`]*`|\[[^\]]*\]\((?![^)]*glossary\.md)[^)]*\)",
    re.DOTALL | re.MULTILINE,
)


def first_uses(text: str) -> Iterator[tuple[str, int, int]]:
    """Each term a page uses in its prose: the term, from where to where it stands first."""
    prose = _OTHER.sub(lambda found: " " * len(found[0]), text)
    for term in TERMS:
        words = term.replace(" ", r"\s+")
        if found := re.search(rf"\b{words}s?\b", prose, re.IGNORECASE):
            yield term, found.start(), found.end()


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_the_first_use_of_a_term_links_to_the_glossary(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    unlinked = [
        term
        for term, start, end in first_uses(text)
        if not re.match(rf"[^\]]*\]\([^)]*glossary\.md#{term.replace(' ', '-')}\)", text[end:])
        or "[" not in text[max(0, start - 30) : start]
    ]
    assert unlinked == []


def test_terms_are_in_order_and_have_one_sentence_each() -> None:
    entries = re.findall(r"^### (.+)\n(.+)$", GLOSSARY, re.MULTILINE)
    names = [name.casefold() for name, _sentence in entries]
    assert names == sorted(names)
    assert set(TERMS) <= set(names)
    assert len(entries) == GLOSSARY.count("### ")
