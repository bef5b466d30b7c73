"""Units adjudicated: turns of the three games at 1, 5 and 25 times their size, battles, odds."""

from __future__ import annotations

from pbm.games.nova.state.state import State
from pbm.parallel.workers import workers
from tests.tooling.bench import deltavee, fighting, knighthawks, nova, nova_war
from tests.tooling.bench.measure import Measured, Row, growth, measure

SCALES = (1, 5, 25)
NOVA = (4, 20, 100)  # empires, a hundred ships each
FLEETS = (20, 100, 500)  # ships a side
WAR = 20  # empires at war, a hundred ships each
ODDS = 60  # battles


def of_knighthawks() -> list[Row]:
    """Turns of fleets that fire at each other."""
    begin, orders = knighthawks.battle(5), knighthawks.sheets(5)
    ships = len(begin.ships)
    found = measure(lambda: knighthawks.play(begin, orders))
    counted = [(knighthawks.SHIPS * scale, knighthawks.calls(scale)) for scale in SCALES]
    row: Row = {"what": f"Knight Hawks: a turn of {ships} ships", "count": ships, "unit": "ships"}
    row |= {"per_second": found.per_second(ships), "calibrations": found.calibrations()}
    return [row, growth("Knight Hawks: calls of a turn", counted, "ships")]


def of_deltavee() -> list[Row]:
    """A Game-Turn with 40 ships, 10 battlecraft and 100 missiles, and so many times as much."""
    begin, orders = deltavee.battle(1), deltavee.sheets(1)
    units = deltavee.SHIPS + deltavee.CRAFT + deltavee.MISSILES
    found = measure(lambda: deltavee.play(begin, orders))
    counted = [(units * scale, deltavee.calls(scale)) for scale in SCALES]
    row: Row = {"what": f"DeltaVee: a turn of {units} units", "count": units, "unit": "units"}
    row |= {"per_second": found.per_second(units), "calibrations": found.calibrations()}
    return [row, growth("DeltaVee: calls of a turn", counted, "units")]


def _stored(begin: State, found: Measured) -> Row:
    ships, lines = len(begin.ships), len(nova.order_lines(begin))
    return {
        "what": f"Nova: {ships:,} ships, sheets to stored state",
        "count": lines,
        "unit": "lines",
        "per_second": found.per_second(lines),
        "calibrations": found.calibrations(),
    }


def _told(begin: State, found: Measured) -> Row:
    ships = len(begin.ships)
    return {
        "what": f"Nova: the same with all {len(begin.empires)} packets",
        "count": ships,
        "unit": "ships",
        "per_second": found.per_second(ships, 1),
        "calibrations": found.calibrations(1),
    }


def of_nova() -> list[Row]:
    """A turn of a hundred empires with a hundred ships each."""
    nova.play(nova.cluster(2), nova.sheets(nova.cluster(2)))
    begin = nova.cluster(100)
    found = measure(
        lambda: nova.play(begin, nova.sheets(begin), packets=False),
        lambda: nova.play(begin, nova.sheets(begin)),
    )
    told = (_stored(begin, found), _told(begin, found))
    # Calls are counted last: after a profiler the same turn takes longer.
    counted = [(nova.SHIPS * empires, nova.calls(empires)) for empires in NOVA]
    return [*told, growth("Nova: calls of a turn", counted, "ships")]


def of_nova_large() -> list[Row]:
    """A turn of five hundred empires: 50,000 ships. About five times that of a hundred."""
    begin, part = nova.cluster(500), nova.cluster(100)
    found = measure(
        lambda: nova.play(begin, nova.sheets(begin), packets=False),
        lambda: nova.play(part, nova.sheets(part), packets=False),
        runs=2,
    )
    large, small = found.seconds
    beside = {"times": round(large / small, 2), "of": f"a turn of {len(part.ships):,} ships"}
    return [_stored(begin, found) | beside]


def of_nova_war() -> list[Row]:
    """A turn in which twenty empires fight: its state alone, with packets, and with pages."""
    begin = nova.cluster(WAR)
    orders = nova_war.sheets(begin)
    found = measure(
        lambda: nova_war.play(begin, orders),
        lambda: nova_war.play(begin, orders, made=nova_war.Made.PACKETS),
        lambda: nova_war.play(begin, orders, made=nova_war.Made.PAGES),
        runs=2,
    )
    lines = sum(len(some) for some in nova_war.bodies(begin).values())
    return [
        {
            "what": f"Nova at war: {len(begin.ships):,} ships, {what}",
            "count": lines,
            "unit": "lines",
            "per_second": found.per_second(lines, place),
            "calibrations": found.calibrations(place),
        }
        for place, what in enumerate(("sheets to stored state", "and packets", "and HTML"))
    ]


def of_battles() -> list[Row]:
    """Battles of Nova by doctrine, and odds."""
    shots = fighting.shots()
    fighting.odds(ODDS)
    found = measure(fighting.shots, lambda: fighting.odds(ODDS))
    counted = [fighting.calls(ships) for ships in FLEETS]
    here = measure(fighting.side_by_side)
    with workers(2):  # what they do themselves is not counted: they have not ended
        fighting.side_by_side()
        sent = measure(fighting.side_by_side)
    return [
        {
            "what": f"Nova: a battle of {fighting.SHIPS} ships a side",
            "count": shots,
            "unit": "shots",
            "per_second": found.per_second(shots),
            "calibrations": found.calibrations(),
        },
        {
            "what": "Nova: odds, battles of 3 against 3",
            "count": ODDS,
            "unit": "battles",
            "per_second": found.per_second(ODDS, 1),
            "calibrations": found.calibrations(1),
        },
        {
            "what": f"Nova: {fighting.BATTLES} battles of {fighting.EACH} a side, sent away",
            "count": fighting.BATTLES,
            "unit": "battles",
            "per_second": sent.per_second(fighting.BATTLES),
            "calibrations": sent.calibrations(),
            "times": round(sent.calibrations() / here.calibrations(), 2),
            "of": "fighting them here",
        },
        growth("Nova: calls of a battle", counted, "shots"),
    ]
