"""The two tables of money stay whole on one page, however far down the page they begin.

The press lays a grid that breaks between two pages out twice: rows of the left table were printed
above the second page, over its head and off the paper.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pypdfium2
import pytest

from pbm.pages.report_files import pages
from tests.shipped import CAMPAIGNS

REPORT = CAMPAIGNS / "two-lamps/turns/003/reports/siskin"
SHEET = (REPORT / "orders.txt").read_text(encoding="utf-8")
MARGIN = 40  # points; heads and page numbers stand in it
LINES = ("Treasury before", "Treasury now", "For your next sheet", "Territory points")


def packet_with(more: int) -> dict[str, Any]:
    """A packet whose story is longer by so many lines."""
    packet: dict[str, Any] = json.loads((REPORT / "packet.json").read_bytes())
    last = packet["story"][-1]["items"]
    last.extend(copy.deepcopy(last[0]) for _ in range(more))
    return packet


@pytest.mark.parametrize("more", range(6))
def test_the_tables_of_money_stay_on_one_page(more: int) -> None:
    document = pypdfium2.PdfDocument(pages(packet_with(more), SHEET)["report.pdf"])
    seen = [(number, _place(page, line)) for number, page in enumerate(document) for line in LINES]
    found = [(number, top) for number, top in seen if top is not None]
    assert len(found) == len(LINES)
    assert len({number for number, _ in found}) == 1
    assert all(MARGIN < top < document[0].get_height() - MARGIN for _, top in found)


def _place(page: pypdfium2.PdfPage, line: str) -> float | None:
    """How high a line stands on a page in points, None where it does not."""
    text = page.get_textpage()
    found = text.search(line).get_next()
    return None if found is None else text.get_charbox(found[0])[3]
