"""./run bench: how fast it is, as ratios to bare libraries on the same input in the same run.

./run bench               a table
./run bench --json FILE   the figures too, with the machine's facts
"""

from __future__ import annotations

import argparse
import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from lark import Lark

from pbm.assets import data_dir
from pbm.fonts import font_css
from pbm.nova.reading import STARTS
from pbm.packet import CampaignFacts, Told, build
from pbm.pages import pdf, print_html
from pbm.report import made_at
from tests.bench import deltavee, fighting, nova
from tests.bench.inputs import GAME, OPTIONS, SEATS, Fleet, order_lines, sheet_of, sheet_text
from tests.bench.measure import exponent, least, machine

LINES = 9_000
TURNS = 6
RUNS = 5
SCALES = (1, 2, 5, 10)
MOST_GROWTH = 1.12
NOVA_EMPIRES = 100
NOVA_SCALES = (4, 8, 20, 40)
FLEETS = (50, 100, 200, 400)  # ships a side
ODDS = 60  # battles
Row = dict[str, Any]


def bare_lark() -> Lark:
    """The game's own grammar in plain Lark: trees, no positions told, no checks."""
    folder = data_dir("grammar")
    path = folder / f"{GAME}.lark"
    return Lark(
        path.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        source_path=str(path),
        import_paths=[str(folder)],
    )


def parsing(runs: int) -> tuple[Row, float]:
    """Order lines read from a sheet, checked and told back; and bare Lark's time for the lines."""
    lines = order_lines(LINES)
    lark = bare_lark()
    fleet = Fleet()
    known = fleet.ruleset.known(fleet.standing.state, SEATS[0].id, SEATS, OPTIONS)
    text = sheet_text(lines)

    def bare() -> None:
        for line in lines:
            lark.parse(line)

    def ours() -> None:
        reading = fleet.ruleset.read(sheet_of(text), known, OPTIONS)
        assert len(reading.understood) > LINES // 2

    bare_s, ours_s = least(bare, runs), least(ours, runs)
    row = {
        "what": "order lines read, checked and receipted",
        "count": LINES,
        "per_second": round(LINES / ours_s),
        "ratio": round(bare_s / ours_s, 3),
        "to": "bare Lark LALR, a tree for each line",
    }
    return row, bare_s


def adjudicating(runs: int, bare_s: float) -> Row:
    """Turns of the fleet action from sheets to events."""
    fleet = Fleet()
    events = fleet.play(TURNS)
    seconds = least(lambda: fleet.play(TURNS), runs)
    return {
        "what": f"events of {TURNS} turns of 22 ships",
        "count": events,
        "per_second": round(events / seconds),
        "ratio": round((bare_s / LINES) / (seconds / events), 3),
        "to": "bare Lark, an order line for an event",
    }


def battle_of_deltavee(runs: int, bare_s: float) -> Row:
    """One Game-Turn with 40 ships, 10 battlecraft and 100 missiles, from sheets to stored bytes."""
    begin, orders = deltavee.battle(1), deltavee.sheets(1)
    events = deltavee.play(begin, orders)
    seconds = least(lambda: deltavee.play(begin, deltavee.sheets(1)), runs)
    return {
        "what": "DeltaVee: a turn of 40 ships, 100 missiles",
        "count": events,
        "per_second": round(events / seconds),
        "ratio": round(bare_s / LINES * 10_000 / seconds, 3),
        "to": "bare Lark on 10,000 lines",
    }


def growth_of_deltavee(runs: int) -> Row:
    """How function calls grow with the units: the exponent fitted over 100 to 1,000 missiles."""
    del runs  # calls do not differ from run to run
    deltavee.play(deltavee.battle(1), deltavee.sheets(1))
    counted = [(scale, deltavee.calls(scale)) for scale in SCALES]
    return {
        "what": f"DeltaVee: calls of a turn, {deltavee.MISSILES * SCALES[-1]:,} missiles",
        "count": counted[-1][1],
        "exponent": round(exponent(counted), 3),
        "most": MOST_GROWTH,
        "to": f"units from {deltavee.MISSILES} to {deltavee.MISSILES * SCALES[-1]:,} missiles",
    }


def bare_nova() -> Lark:
    """Nova's grammar in plain Lark, with one start for each section of a sheet."""
    folder = data_dir("grammar")
    path = folder / "nova.lark"
    return Lark(
        path.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        source_path=str(path),
        import_paths=[str(folder)],
    )


def turn_of_nova(runs: int) -> Row:
    """A turn of a hundred empires with a hundred ships each, to stored state and packets."""
    begin = nova.cluster(NOVA_EMPIRES)
    lines = nova.order_lines(begin)
    lark = bare_nova()

    def bare() -> None:
        for section, line in lines:
            lark.parse(line.lower(), start=section)

    ships = len(begin.ships)
    bare_s = least(bare, runs)
    seconds = least(lambda: nova.play(begin, nova.sheets(begin)), runs)
    return {
        "what": f"Nova: a turn of {ships:,} ships, {len(lines):,} lines",
        "count": ships,
        "per_second": round(ships / seconds),
        "ratio": round(bare_s / seconds, 3),
        "to": "bare Lark on the same order lines",
    }


def growth_of_nova(runs: int) -> Row:
    """How function calls grow with the empires of a turn."""
    del runs  # calls do not differ from run to run
    nova.play(nova.cluster(2), nova.sheets(nova.cluster(2)))
    counted = [(empires, nova.calls(empires)) for empires in NOVA_SCALES]
    return {
        "what": f"Nova: calls of a turn, {nova.SHIPS * NOVA_SCALES[-1]:,} ships",
        "count": counted[-1][1],
        "exponent": round(exponent(counted), 3),
        "most": MOST_GROWTH,
        "to": f"ships from {nova.SHIPS * NOVA_SCALES[0]:,} to {nova.SHIPS * NOVA_SCALES[-1]:,}",
    }


def battle_of_nova(runs: int, bare_s: float) -> Row:
    """Shots of a battle by doctrine, to its end, with the events of it for both sides."""
    shots = fighting.shots()
    seconds = least(fighting.shots, runs)
    return {
        "what": f"Nova: a battle of {fighting.SHIPS} ships a side, shots",
        "count": shots,
        "per_second": round(shots / seconds),
        "ratio": round((bare_s / LINES) / (seconds / shots), 3),
        "to": "bare Lark, an order line for a shot",
    }


def growth_of_battles(runs: int) -> Row:
    """How function calls grow with the shots of a battle."""
    del runs  # calls do not differ from run to run
    fighting.shots(FLEETS[0])
    counted = [fighting.calls(ships) for ships in FLEETS]
    return {
        "what": f"Nova: calls of a battle, {FLEETS[-1]} ships a side",
        "count": counted[-1][1],
        "exponent": round(exponent(counted), 3),
        "most": MOST_GROWTH,
        "to": f"shots from {counted[0][0]:,} to {counted[-1][0]:,}",
    }


def odds_of_nova(runs: int, bare_s: float) -> Row:
    """Battles of three against three, as pbm odds fights them in one process."""
    fighting.odds(ODDS)
    seconds = least(lambda: fighting.odds(ODDS), runs)
    return {
        "what": "Nova: odds, battles of 3 against 3",
        "count": ODDS,
        "per_second": round(ODDS / seconds, 1),
        "ratio": round((bare_s / LINES) / (seconds / ODDS), 3),
        "to": "bare Lark, an order line for a battle",
    }


def printing(runs: int) -> Row:
    """A report of the fleet action as a PDF, against plain WeasyPrint on the same HTML."""
    import pypdf
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration

    fleet = Fleet()
    standing, _events = fleet.leg(fleet.standing, fleet.sheets(1))
    facts = CampaignFacts("bench", "Bench", OPTIONS, fleet.ruleset.adjudication, "keyed-1")
    packet = build(
        fleet.ruleset, facts, Told("1", "2026-01-01T00:00:00Z", standing.state, SEATS), SEATS[0]
    )
    said = {
        "packet": packet,
        "next_sheet": "",
        "art": fleet.ruleset.art(packet),
        "made": made_at(packet).isoformat(),
    }
    template = f"{GAME}/report.html"
    text = print_html(template, said)

    def ours() -> bytes:
        return pdf(template, said, made_at(packet))

    def plain() -> bytes:
        fonts = FontConfiguration()
        sheet = data_dir("templates") / "print.css"
        styles = [
            weasyprint.CSS(url=font_css(), font_config=fonts),
            weasyprint.CSS(filename=str(sheet), font_config=fonts),
        ]
        made: bytes = weasyprint.HTML(string=text).write_pdf(
            stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1"
        )
        return made

    count = len(pypdf.PdfReader(BytesIO(ours())).pages)
    plain()
    plain_s, ours_s = least(plain, runs), least(ours, runs)
    return {
        "what": "PDF pages from a packet",
        "count": count,
        "per_second": round(count / ours_s, 1),
        "ratio": round(plain_s / ours_s, 3),
        "to": "plain WeasyPrint on the same HTML and styles",
    }


def _line(row: Row) -> str:
    if "exponent" in row:
        growth = f"n^{row['exponent']}, at most n^{row['most']}"
        return f"{row['what']:<42} {row['count']:>9}     {growth} in {row['to']}\n"
    return f"{row['what']:<42} {row['per_second']:>9}/s   {row['ratio']:>6} of {row['to']}\n"


def main() -> None:
    """Measure, print a table, write the figures where asked."""
    words = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    words.add_argument("--json", type=Path, metavar="FILE", help="the figures, for scripts")
    words.add_argument("--runs", type=int, default=RUNS, help="the least of so many counts")
    given = words.parse_args()
    row, bare_s = parsing(given.runs)
    rows = [
        row,
        adjudicating(given.runs, bare_s),
        battle_of_deltavee(given.runs, bare_s),
        growth_of_deltavee(given.runs),
        turn_of_nova(given.runs),
        growth_of_nova(given.runs),
        battle_of_nova(given.runs, bare_s),
        growth_of_battles(given.runs),
        odds_of_nova(given.runs, bare_s),
        printing(given.runs),
    ]
    for row in rows:
        sys.stdout.write(_line(row))
    if given.json:
        given.json.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
