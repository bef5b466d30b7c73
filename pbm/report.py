"""The files a player gets, each a function of his packet and his next sheet alone.

``report.html`` and ``report.pdf`` come from the same template, ``logs.pdf`` holds the record
sheets, ``packet.json`` the packet itself, ``orders.txt`` the next sheet, prefilled.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pbm.event import Fact
from pbm.games import ruleset
from pbm.packet import Packet, packet_bytes
from pbm.pages import html, pdf

# Stands in for the time of a packet that has none, so that no file depends on the clock.
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)


def pages(packet: Packet, next_sheet: str, *, pdfs: bool = True) -> dict[str, bytes]:
    """The files of one player's report, by name. ``next_sheet`` may be empty."""
    said = _context(packet, next_sheet)
    game = packet["game"]
    files = {"packet.json": packet_bytes(packet)}
    if next_sheet:
        files["orders.txt"] = next_sheet.encode()
    attached = dict(files)
    when = made_at(packet)
    page = f"{game}/{said['art'].get('page', 'report')}.html"
    files["report.html"] = html(page, said).encode()
    if not pdfs:
        return files
    files["report.pdf"] = pdf(page, said, when, attached)
    if said["art"].get("logs"):
        files["logs.pdf"] = pdf(f"{game}/logs.html", said, when)
    return files


def gm_pages(book: Packet, *, pdfs: bool = True) -> dict[str, bytes]:
    """The files of the game master's book, by name."""
    said = _context(book, "")
    game = book["game"]
    files = {
        "book.json": packet_bytes(book),
        "report.html": html(f"{game}/book.html", said).encode(),
    }
    if pdfs:
        files["report.pdf"] = pdf(f"{game}/book.html", said, made_at(book))
    return files


def made_at(packet: Mapping[str, Fact]) -> datetime:
    """The stored time of the run, for the dates inside a PDF."""
    try:
        when = datetime.fromisoformat(packet["made"])
    except ValueError:
        return UNDATED
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _context(packet: Packet, next_sheet: str) -> dict[str, Any]:
    art = ruleset(packet["game"]).art(packet)
    return {
        "packet": packet,
        "next_sheet": next_sheet,
        "art": art,
        "made": made_at(packet).isoformat(),
    }
