"""The files of a player's report, each a function of packet and next sheet alone.

``report.html`` and ``report.pdf`` come from the same template, ``logs.pdf`` holds the record
sheets, ``packet.json`` the packet itself, ``orders.txt`` the next sheet, prefilled, and
``form.pdf``, where the campaign has it, the same as a form to fill in.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from msgspec import convert

from pbm.engine.registry import ruleset
from pbm.engine.story import Section
from pbm.kit.facts import Fact
from pbm.packets.build import Packet, packet_bytes
from pbm.packets.schema import read_packet
from pbm.packets.shared import shared_form
from pbm.pages.book_tables import BRIEF, BookPart, dice, events_of, overview
from pbm.pages.order_account import accounts, numbers_of
from pbm.pages.page_pieces import pieces
from pbm.pages.pdf_form import form_pdf
from pbm.sheets.envelope import without_pass

# The time of a packet that has none, so that no file depends on the clock.
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)


def pages(
    packet: Packet, next_sheet: str, *, pdfs: bool = True, kept: Mapping[str, bytes] | None = None
) -> dict[str, bytes]:
    """Make the files of one player's report, by name; ``next_sheet`` may be empty.

    Its pass stands in ``orders.txt`` and ``form.pdf`` alone, so the report may be shown to others.

    ``kept`` are such files made earlier: a PDF made from the same source is not made again.
    """
    from pbm.pages.render import (  # templates load slowly, and most commands need none
        html,
        pdf,
    )

    bare = without_pass(next_sheet)
    said = context_of(packet, bare)
    game, kept = packet["game"], kept or {}
    files = {"packet.json": packet_bytes(packet)}
    if next_sheet:
        files["orders.txt"] = next_sheet.encode()
    when, paper = made_at(packet), chosen(packet, "paper", "a4")
    page = f"{game}/{said['art'].get('page', 'report')}.html"
    files["report.html"] = html(page, said).encode()
    if not pdfs:
        return files
    attached = {name: data for name, data in files.items() if name != "report.html"}
    has_pass = bare != next_sheet
    if has_pass:
        attached["orders.txt"] = bare.encode()
    if next_sheet and chosen(packet, "form", "none") == "pdf":
        old = kept.get("form.pdf", b"")
        files["form.pdf"] = form_pdf(packet, next_sheet, when, paper=paper, kept=old)
        if not has_pass:
            attached["form.pdf"] = files["form.pdf"]
    old = kept.get("report.pdf", b"")
    files["report.pdf"] = pdf(page, said, when, attached, paper=paper, kept=old)
    if said["art"].get("logs"):
        old = kept.get("logs.pdf", b"")
        files["logs.pdf"] = pdf(f"{game}/logs.html", said, when, paper=paper, kept=old)
    return files


def shared_files(data: bytes, file: str, *, report: bool = False) -> dict[str, bytes]:
    """Make what a player may show of a packet.json, and with ``report`` the pages made of it.

    Faults for a file that is not a packet.
    """
    packet = shared_form(read_packet(data, file))
    return pages(packet, "") if report else {"packet.json": packet_bytes(packet)}


def gm_pages(
    book: Packet, *, pdfs: bool = True, kept: Mapping[str, bytes] | None = None
) -> dict[str, bytes]:
    """Make the files of the GM's book, by name; ``kept`` as for ``pages``."""
    from pbm.pages.render import (  # templates load slowly, and most commands need none
        html,
        pdf,
    )

    said, template = context_of(book, ""), f"{book['game']}/book.html"
    files = {"book.json": packet_bytes(book), "report.html": html(template, said).encode()}
    if pdfs:
        page = {**said, "parts_shown": BRIEF}
        paper, old = chosen(book, "paper", "a4"), (kept or {}).get("report.pdf", b"")
        files["report.pdf"] = pdf(template, page, made_at(book), paper=paper, kept=old)
    return files


def book_part(book: Packet, part: BookPart, about: str = "") -> Iterator[tuple[str, bytes]]:
    """Print one part of the GM's book: its PDF with its name, or several of a long part.

    With ``about`` only what is below headings with these words; none if no heading has them.
    """
    from pbm.pages.render import print_html, printed

    page = context_of(book, "", (part,))
    texts = list(pieces(print_html(f"{book['game']}/book.html", page), about))
    for number, text in enumerate(texts, 1):
        name = f"{part}.pdf" if len(texts) == 1 else f"{part}-{number}.pdf"
        yield name, printed(text, made_at(book), paper=chosen(book, "paper", "a4"))


def chosen(packet: Mapping[str, Fact], key: str, default: str) -> str:
    """Read an option, which a packet lists only where it was set."""
    for option in packet["options"]:
        if option["key"] == key:
            return str(option["value"])
    return default


def made_at(packet: Mapping[str, Fact]) -> datetime:
    """Read the time of the run, for the dates inside a PDF."""
    try:
        when = datetime.fromisoformat(packet["made"])
    except ValueError:
        return UNDATED
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def context_of(
    packet: Packet, next_sheet: str, parts: Collection[BookPart] = tuple(BookPart)
) -> dict[str, Any]:
    """Give what the templates of a packet or a book read, by the names they use.

    A book on the screen has all its parts.
    """
    rules = ruleset(packet["game"])
    story = convert(packet["story"], list[Section[rules.item]])  # type: ignore[name-defined]
    sheets = [packet.get("orders", ()), *(one["orders"] for one in packet.get("also", ()))]
    numbers = numbers_of(story, chain.from_iterable(sheets))
    accounted, *also = [accounts(orders, story, numbers) for orders in sheets]
    whole = (
        {
            "records": events_of(packet),
            "overview": overview(packet) if BookPart.OVERVIEW in parts else [],
            "dice": dice(packet) if BookPart.DICE in parts else [],
            "parts_shown": parts,
        }
        if "records" in packet
        else {}
    )
    return {
        **whole,
        "packet": packet,
        "story": story,
        "numbers": numbers,
        "accounts": accounted,
        "also": also,
        "next_sheet": next_sheet,
        "art": rules.art(packet),
        "with_logs": chosen(packet, "logs", "apart") == "report",
        "made": made_at(packet).isoformat(),
    }
