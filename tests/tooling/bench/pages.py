"""Pages: a standard report against plain tables, real ones, a long one against bare WeasyPrint.

The standard report has a map of 200 nodes and 360 rows of 6 facts: ten pages as plain tables.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import partial
from io import BytesIO

import pypdf
from markupsafe import Markup

from pbm.drawing.svg import path, picture, tag
from pbm.kit.assets import data_dir
from pbm.packets.build import Packet, packet_bytes, packet_in
from pbm.pages.fonts import font_css, lock_fonts
from pbm.pages.render import _environment, _press, pdf, print_html
from pbm.pages.report_files import context_of, made_at, pages
from pbm.pages.tabbed_table import tabbed_table_css
from tests.tooling.bench import nova, nova_war
from tests.tooling.bench.measure import Row, measure, paced

NODES = 200
ROWS = 360
REAL = "campaigns/two-lamps/turns/003/reports/linnet"
EMPIRES = 6  # at war: the longest report has about forty pages
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


def rows() -> list[Row]:
    """The standard report beside plain tables, real reports, a long one, one that did not change.

    Pages a second of the standard report are to be 2.2 times those of plain tables.
    """
    text, (packet, sheet) = ours(), real_report()
    long = longest()
    page, said, when = "nova/report.html", context_of(long, ""), made_at(long)
    as_set = print_html(page, said)
    kept = pages(packet, sheet)
    of_real = sum(page_count(data) for name, data in kept.items() if name.endswith(".pdf"))
    wide, close = page_count(bare(plain(), styled=False)), page_count(printed(text))
    of_long = page_count(printed(as_set))
    found = measure(
        lambda: bare(plain(), styled=False),
        lambda: printed(ours()),
        partial(pages, packet, sheet),
        partial(pages, packet, sheet, kept=kept),
        lambda: pdf(page, said, when),
        lambda: bare(as_set),
        runs=3,
    )
    table_s, ours_s, made_s, kept_s, long_s, bare_s = found.seconds
    faster = round((close / ours_s) / (wide / table_s), 3)
    return [
        paced(f"a report of {ROWS} rows", close, "pages", found, 1, of="plain tables")
        | {"ratio": faster},
        paced("a report of Nova and its record sheets", of_real, "pages", found, 2),
        paced("the same, nothing changed", of_real, "pages", found, 3, of="making it")
        | {"ratio": round(made_s / kept_s, 1)},
        paced("a long report of Nova at war", of_long, "pages", found, 4, of="bare WeasyPrint")
        | {"ratio": round(bare_s / long_s, 3)},
    ]


def real_report() -> tuple[Packet, str]:
    """The packet of a report that is kept whole in the repository, and its next sheet."""
    folder = data_dir("templates").parent / REAL
    packet: Packet = json.loads((folder / "packet.json").read_bytes())
    return packet, (folder / "orders.txt").read_text("utf-8")


def longest() -> Packet:
    """The longest report of six empires at war."""
    begin = nova_war.cluster(EMPIRES)
    orders = nova_war.sheets(begin)
    stage = nova.play(begin, orders, messages=nova_war.messages(begin))
    return packet_in(max(map(packet_bytes, nova.packets(stage, orders)), key=len))
