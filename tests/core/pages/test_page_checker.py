"""The pages of the campaigns played here have none of the faults that a reader would see."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.pages.render import _press
from pbm.pages.report_files import gm_pages, pages
from tests.core.pages.page_checker import (
    BARE,
    EMPTY,
    LABELS,
    ORPHAN,
    OUTSIDE,
    SMALL,
    UPON,
    faults,
)
from tests.shipped import CAMPAIGNS, NAMES, played

PARAGRAPH = "<p>" + "Words of a report. " * 40 + "</p>"
TABLE = "<table><thead><tr><th>Ship</th><th>Hex</th></tr></thead><tbody>{}</tbody></table>"
ROWS = "".join(f"<tr><td>Ship {n}</td><td>{n:04}</td></tr>" for n in range(12))


def broken_at(row: int) -> str:
    """The rows of a table that goes on on the next page from one of them."""
    return ROWS.replace(f"<tr><td>Ship {row}<", f'<tr style="break-before:page"><td>Ship {row}<')


def printed(body: str, paper: str = "a4") -> bytes:
    """A page with the styles of all PDFs."""
    text = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title>
<style>h2 {{ margin: 12pt 0 6pt }} p {{ margin: 0 0 6pt }}
table {{ width: 100%; border-collapse: collapse }}</style></head>
<body><header class="masthead" data-title="T" data-part="P"></header>
<main>{body}</main></body></html>"""
    made = datetime(2026, 1, 1, tzinfo=UTC)
    return _press().print(text, made, {}, paper=paper, forms=False, source="0" * 64)


def kinds(body: str) -> set[str]:
    return {fault.kind for fault in faults(printed(body))}


def picture(*words: tuple[str, int, int, int]) -> str:
    """A picture 400 points wide and 200 high with words at x, y of a size."""
    texts = "".join(
        f'<text x="{x}" y="{y}" font-size="{size}">{said}</text>' for said, x, y, size in words
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" style="width:400pt;'
        f'height:200pt" role="img" aria-label="P" font-family="\'Pbm Sans\'">{texts}</svg>'
    )


def space(points: int) -> str:
    return f'<div style="height:{points}pt"></div>'


BAD = {
    "beside the area": (f'<div style="margin-left:-20pt">{PARAGRAPH}</div>', OUTSIDE),
    "below the area": (
        f'{PARAGRAPH}<p style="position:absolute;top:770pt">Under the foot.</p>',
        OUTSIDE,
    ),
    "words upon words": (f'{PARAGRAPH}<p style="margin-top:-16pt">Upon it.</p>', UPON),
    "labels upon labels": (picture(("A10", 100, 100, 20), ("B3", 110, 105, 20)), LABELS),
    "small labels": (picture(("A10", 100, 100, 11)), SMALL),
    "a head at the foot": (
        f'{space(716)}<h2 style="break-after:auto">Events</h2>{PARAGRAPH}',
        BARE,
    ),
    "heads without a body": (
        f'{space(690)}<h2>Events</h2><h3 style="break-after:auto">Moves</h3>{PARAGRAPH}',
        BARE,
    ),
    "an almost empty page": (
        f'<p>One line.</p><div style="break-inside:avoid;height:745pt">{PARAGRAPH}</div>',
        EMPTY,
    ),
    "an almost empty page on a ground": (
        f"""<style>html {{ background: #fff }}</style><p>One line.</p>
        <div style="break-inside:avoid;height:745pt">{PARAGRAPH}</div>""",
        EMPTY,
    ),
    "a line that is left over": (
        f'{space(700)}<p>Last</p><p style="break-before:page">To be set up.</p>',
        EMPTY,
    ),
    "one row under its head": (space(400) + TABLE.format(broken_at(1)), ORPHAN),
    "one row over the page": (space(400) + TABLE.format(broken_at(11)), ORPHAN),
}
GOOD = {
    "words": PARAGRAPH * 12,
    "a head with its body": f"{space(600)}<h2>Events</h2>{PARAGRAPH}",
    "a head above a picture": f"<h2>Map</h2>{picture(('A', 10, 100, 20))}",
    "a short part before the next": '<h2>One</h2><p>Line.</p><h2 style="break-before:page">Two</h2>'
    + PARAGRAPH,
    "labels beside each other": picture(("A10", 100, 100, 20), ("B3", 100, 122, 20)),
    "labels of 6 points": picture(("A10", 100, 100, 12)),
    "a table over two pages": space(400) + TABLE.format(broken_at(2)),
    "a line that is said again": space(680)
    + f'<p>fire at any</p><p>One.</p><p style="break-before:page">fire at any</p>{PARAGRAPH}',
    "a table of one row": TABLE.format("<tr><td>Ship</td><td>0101</td></tr>"),
}


@pytest.mark.parametrize("what", BAD)
def test_the_checker_finds_each_fault(what: str) -> None:
    body, kind = BAD[what]
    assert kind in kinds(body)


@pytest.mark.parametrize("what", GOOD)
def test_the_checker_finds_nothing_in_sound_pages(what: str) -> None:
    assert faults(printed(GOOD[what])) == []


STORED = sorted(str(path.relative_to(CAMPAIGNS)) for path in CAMPAIGNS.rglob("*.pdf"))


@pytest.mark.parametrize("file", STORED)
def test_stored_pages_have_no_fault(file: str) -> None:
    assert faults((CAMPAIGNS / file).read_bytes()) == []


# Of two games a report on Letter, of one the game master's book; the long run takes every page.
SAMPLE = [
    ("beacon/turns/008/reports/rook", "letter"),
    ("two-lamps/turns/003/reports/linnet", "letter"),
    ("lantern/turns/001/gm", "a4"),  # its last event alone does not begin a page
]


def on_paper(folder: Path, paper: str) -> dict[str, bytes]:
    """The PDFs of a packet, or of the game master's book, on paper of a size."""
    is_book = (folder / "book.json").exists()
    packet = json.loads((folder / ("book.json" if is_book else "packet.json")).read_bytes())
    packet["options"] = [
        *(one for one in packet["options"] if one["key"] != "paper"),
        {"key": "paper", "value": paper, "id": "P", "title": "", "reading": "", "is_default": True},
    ]
    sheet = folder / "orders.txt"
    text = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    files = gm_pages(packet) if is_book else pages(packet, text)
    return {name: data for name, data in files.items() if name.endswith(".pdf")}


@pytest.mark.parametrize(("folder", "paper"), SAMPLE)
def test_pages_of_packets_have_no_fault(folder: str, paper: str) -> None:
    name, _, rest = folder.partition("/")
    for file, data in on_paper(played(name) / rest, paper).items():
        assert faults(data) == [], file


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", NAMES)
def test_every_page_of_a_campaign_has_no_fault(name: str, paper: str) -> None:
    folders = played(name) / "turns"
    for folder in sorted([*folders.glob("*/reports/*/"), *folders.glob("*/gm/")]):
        for file, data in on_paper(folder, paper).items():
            assert faults(data) == [], f"{folder} {file}"
