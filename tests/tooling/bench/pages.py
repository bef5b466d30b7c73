"""Pages: a standard report against plain tables, and what printing adds to bare WeasyPrint.

The standard report has a map of 200 nodes and 360 rows of 6 facts: ten pages as plain tables.
"""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from io import BytesIO

import pypdf
from markupsafe import Markup

from pbm.drawing.svg import path, picture, tag
from pbm.kit.assets import data_dir
from pbm.pages.fonts import font_css, lock_fonts
from pbm.pages.render import _environment, _press
from pbm.pages.report_files import pages
from pbm.pages.tabbed_table import tabbed_table_css
from pbm.parallel.pools import in_order
from pbm.parallel.workers import workers
from tests.games.knighthawks import packets
from tests.tooling.bench.measure import Measured, Row, measure

NODES = 200
ROWS = 360
REPORTS = 6  # of the standard kind, each of ten pages as plain tables
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
HEADS = ("System", "Type", "Status", "MCr", "Seen", "Remarks")
FACTS = [
    (
        f"SYSTEM{n}",
        n % 9,
        "Settlement",
        n * 7 % 400,
        f"turn {n % 20}",
        f"{n % 3} alien ships, home by B",
    )
    for n in range(ROWS)
]
PACKET = {
    "game": "nova", "game_title": "Nova", "title": "Bench", "campaign": "bench", "turn": 9,
    "mailing": "9", "made": "2026-01-01T00:00:00Z", "corrected": "", "summary": ["Nothing."],
    "next": [],
}  # fmt: skip
TEMPLATE = """{% extends "base.html" %}
{% import "parts.html" as parts %}
{% block title %}Bench{% endblock %}
{% block body %}
{{ parts.masthead(packet, face, "Situation report", "VIRUS") }}
<main>
{{ parts.lead(packet) }}
<!--contents-->
<h2>The star map</h2>
<div class="map">{{ map }}</div>
<h2>Systems</h2>
{{ parts.listing(heads, rows, (1, 3)) }}
</main>
{% endblock %}"""


def star_map() -> Markup:
    """Two hundred named nodes, each joined to two."""
    at = [(n * 73 % 1000, n * 199 % 1000) for n in range(NODES)]
    lines = [
        f"M{at[n][0]} {at[n][1]}L{at[to][0]} {at[to][1]}"
        for n in range(NODES)
        for to in (n * 7 % NODES, n * 11 % NODES)
    ]
    nodes = [
        part
        for n, (x, y) in enumerate(at)
        for part in (
            tag("circle", cx=x, cy=y, r=8, fill="#ffffff", stroke="#000000"),
            tag("text", f"STAR{n}", x=x, y=y + 18, font_size=10, text_anchor="middle"),
        )
    ]
    edges = path(lines, stroke="#888888", fill="none")
    return picture("A map", (0, 0, 1000, 1020), edges, *nodes, width=560, height=570)


def ours() -> str:
    """The standard report as our templates set it."""
    template = _environment(for_print=True).from_string(TEMPLATE)
    said = {
        "packet": PACKET,
        "heads": HEADS,
        "rows": FACTS,
        "map": star_map(),
        "made": "2026-01-01",
    }
    return template.render(said)


def plain() -> str:
    """The same facts in a plain table."""
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    rows = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in FACTS)
    style = (
        'html { font: 9pt "Pbm Sans" } table { width: 100%; border-collapse: collapse }'
        " td, th { text-align: left; border-bottom: 0.5pt solid #ccc; padding: 3pt 6pt 3pt 0 }"
    )
    return (
        f"<html lang='en'><head><title>Bench</title><style>{style}</style></head><body>"
        f"<h1>Bench</h1>{star_map()}<h2>Systems</h2><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></body></html>"
    )


def printed(text: str) -> bytes:
    """A text through our press."""
    return _press().print(text, WHEN, {})


def bare(text: str, *, styled: bool = True) -> bytes:
    """The text through WeasyPrint as anybody would call it, with our fonts and styles.

    With our fonts alone: those of the machine would be looked through too, and where it has none
    WeasyPrint warns.
    """
    lock_fonts()
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    styles = [weasyprint.CSS(url=font_css(), font_config=fonts)]
    if styled:
        sheet = (data_dir("templates") / "print.css").read_text("utf-8") + tabbed_table_css()
        styles.append(weasyprint.CSS(string=sheet, font_config=fonts))
    made: bytes = weasyprint.HTML(string=text).write_pdf(
        stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1"
    )
    return made


def page_count(data: bytes) -> int:
    """How many pages a PDF has."""
    return len(pypdf.PdfReader(BytesIO(data)).pages)


def _row(what: str, pages: int, found: Measured, place: int, ratio: float, of: str) -> Row:
    return {
        "what": what,
        "count": pages,
        "unit": "pages",
        "per_second": found.per_second(pages, place),
        "calibrations": found.calibrations(place),
        "ratio": round(ratio, 3),
        "of": of,
    }


def standard() -> list[Row]:
    """Pages a second of the standard report: of the same facts in tables, of bare WeasyPrint.

    The first is to be 2.2 at least, the second 0.9.
    """
    text = ours()
    wide, close = page_count(bare(plain(), styled=False)), page_count(printed(text))
    found = measure(
        lambda: bare(plain(), styled=False), lambda: printed(ours()), lambda: bare(text), runs=3
    )
    table_s, ours_s, bare_s = found.seconds
    faster = (close / ours_s) / (wide / table_s)
    return [
        _row(f"a report of {ROWS} rows", close, found, 1, faster, "plain tables"),
        _row("the same, printing alone", close, found, 1, bare_s / ours_s, "bare WeasyPrint"),
    ]


def _many(number: int) -> int:
    return sum(len(bare(plain(), styled=False)) for _ in range(number))


def _one(_number: int) -> int:
    return len(bare(plain(), styled=False))


def _alone(number: int) -> subprocess.Popen[bytes]:
    code = f"from tests.tooling.bench.pages import _many; _many({number})"
    return subprocess.Popen([sys.executable, "-c", code], cwd=data_dir("templates").parent)


def _timed(processes: int) -> float:
    """Seconds that so many independent processes take for all the reports."""
    begun = time.perf_counter()
    running = [_alone(REPORTS // processes) for _ in range(processes)]
    assert [one.wait() for one in running] == [0] * processes
    return time.perf_counter() - begun


def _with_jobs(jobs: int) -> float:
    begun = time.perf_counter()
    with workers(jobs) as executor:
        in_order(executor, _one, list(range(REPORTS)), lambda _done, _of: None)
    return time.perf_counter() - begun


def two_jobs() -> list[Row]:
    """What --jobs 2 gains on some reports, of what two processes of their own gain.

    Seconds of the clock on the wall, since work that is spread out is no less work: true only on a
    machine with two cores to spare. At least 0.9 there.
    """
    alone = _timed(1) / _timed(2)
    _one(0)
    one, two = _with_jobs(1), _with_jobs(2)
    pages = REPORTS * page_count(bare(plain(), styled=False))
    return [
        {
            "what": f"{pages} pages with --jobs 2",
            "count": pages,
            "unit": "pages",
            "per_second": round(pages / two),
            "calibrations": measure(lambda: _one(0), runs=1).calibrations(),
            "ratio": round(one / two / alone, 3),
            "of": f"what two processes gain ({alone:.2f})",
        }
    ]


def unchanged() -> list[Row]:
    """A report whose PDFs are at hand and were made of the same, of making it."""
    packet, sheet = packets.packet(), packets.NEXT_SHEET
    kept = pages(packet, sheet)
    count = page_count(kept["report.pdf"])
    found = measure(partial(pages, packet, sheet, kept=kept), partial(pages, packet, sheet), runs=3)
    faster = found.seconds[1] / found.seconds[0]
    return [_row("a report that did not change", count, found, 0, faster, "making it")]


def rows() -> list[Row]:
    """All of them."""
    return [*standard(), *two_jobs(), *unchanged()]
