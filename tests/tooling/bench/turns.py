"""Units adjudicated: turns of the three games at 1, 5 and 25 times their size, battles, odds."""

from __future__ import annotations

from functools import partial

from pbm.parallel.workers import workers
from tests.tooling.bench import deltavee, fighting, knighthawks, nova, nova_war
from tests.tooling.bench.measure import Row, calls, growth, measure, measured, paced
from tests.tooling.bench.nova import Made
from tests.tooling.bench.whole import whole

SCALES = (1, 5, 25)
WARS = (2, 5, 12)  # empires at war, a hundred ships each
FLEETS = (20, 100, 500)  # ships a side
SCENES = {"peace": "", "war": " at war"}
WRITTEN = {
    Made.STATE: "state and events",
    Made.PACKETS: "and packets with orders",
    Made.PAGES: "and HTML",
}
ODDS = 60  # battles


def of_knighthawks() -> list[Row]:
    """Turns of fleets that fire at each other."""
    begin, orders = knighthawks.battle(5), knighthawks.sheets(5)
    ships = len(begin.ships)
    found = measure(lambda: knighthawks.play(begin, orders))
    counted = [(knighthawks.SHIPS * scale, knighthawks.calls(scale)) for scale in SCALES]
    row = paced(f"Knight Hawks: a turn of {ships} ships", ships, "ships", found)
    return [row, growth("Knight Hawks: calls of a turn", counted, "ships")]


def of_deltavee() -> list[Row]:
    """A Game-Turn with 40 ships, 10 battlecraft and 100 missiles, and so many times as much."""
    begin, orders = deltavee.battle(1), deltavee.sheets(1)
    units = deltavee.SHIPS + deltavee.CRAFT + deltavee.MISSILES
    found = measure(lambda: deltavee.play(begin, orders))
    counted = [(units * scale, deltavee.calls(scale)) for scale in SCALES]
    row = paced(f"DeltaVee: a turn of {units} units", units, "units", found)
    return [row, growth("DeltaVee: calls of a turn", counted, "units")]


def _whole(empires: int, *asked: tuple[str, Made], runs: int) -> list[Row]:
    """Turns of so many empires, each in a process of its own, from its start."""
    memory = dict.fromkeys(asked, 0)

    def timer(one: tuple[str, Made]) -> float:
        seconds, memory[one] = whole(one[0], empires, one[1])
        return seconds

    found = measured(*(partial(timer, one) for one in asked), runs=runs)
    ships = empires * nova.SHIPS
    return [
        paced(
            f"Nova, {ships:,} ships{SCENES[scene]}: {WRITTEN[made]}",
            ships,
            "ships",
            found,
            place,
            memory_mb=memory[scene, made],
        )
        for place, (scene, made) in enumerate(asked)
    ]


def of_nova() -> list[Row]:
    """A turn of a hundred empires with a hundred ships each: that of old, and at war."""
    asked = [("peace", Made.STATE), ("peace", Made.PACKETS), *(("war", made) for made in Made)]
    counted = []
    for empires in WARS:
        begin = nova_war.cluster(empires)
        orders = nova_war.sheets(begin)
        fought = calls(partial(nova.play, begin, orders, Made.PACKETS))
        counted.append((nova.SHIPS * empires, fought))
    return [
        *_whole(100, *asked, runs=2),
        growth("Nova at war: calls of a turn with packets", counted, "ships"),
    ]


def of_nova_large() -> list[Row]:
    """A turn of five hundred empires: 50,000 ships. About five times that of a hundred."""
    return _whole(500, ("peace", Made.STATE), ("war", Made.STATE), runs=1)


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
    beside = {"times": round(sent.calibrations() / here.calibrations(), 2)}
    each = f"{fighting.BATTLES} battles of {fighting.EACH} a side"
    return [
        paced(f"Nova: a battle of {fighting.SHIPS} ships a side", shots, "shots", found),
        paced("Nova: odds, battles of 3 against 3", ODDS, "battles", found, 1),
        paced(
            f"Nova: {each}, sent away", fighting.BATTLES, "battles", sent, of="fighting them here"
        )
        | beside,
        growth("Nova: calls of a battle", counted, "shots"),
    ]
