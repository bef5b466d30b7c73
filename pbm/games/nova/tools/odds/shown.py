"""Odds as they are told: in a sentence, in a table, in records for scripts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import Any

from pbm.games.nova.tools.odds.estimate import CONFIDENCE, Mean, mean, share
from pbm.games.nova.tools.odds.scene import GroundScene, MatchScene
from pbm.games.nova.tools.odds.tally import (
    FATES,
    FLEES,
    LOSES,
    LOST,
    LOST_MCR,
    OPEN,
    WINS,
    Tally,
    takes_part,
)
from pbm.kit.records import Record

Row = dict[str, Any]
# Ships of a side are told one by one up to so many, else by class.
ONE_BY_ONE = 12

_SAID = {
    WINS: ("win", "wins"),
    LOSES: ("lose all ships", "loses all ships"),
    FLEES: ("get away", "gets away"),
    OPEN: ("hold out to the last round", "holds out to the last round"),
}
_SAID_OF_ARMIES = {
    WINS: ("have the planet to yourself", "has the planet to itself"),
    LOSES: ("lose all units", "loses all units"),
    FLEES: ("withdraw", "withdraws"),
    OPEN: ("fight on next turn", "fights on next turn"),
}


class Odds(Record):
    """What the battles came to: text, the two tables of it, and records for scripts."""

    text: str
    sides: tuple[Row, ...]
    losses: tuple[Row, ...]
    rows: tuple[Row, ...]
    remarks: tuple[str, ...]


def odds(scene: MatchScene | GroundScene, tally: Tally, seed: str) -> Odds:
    """Everything that is shown of a tally."""
    rows = []
    for empire in sorted(scene.names, key=lambda one: (one != scene.you, scene.names[one])):
        classes: Mapping[str, int]
        each: list[Row] = []
        if isinstance(scene, GroundScene):
            classes = scene.match.brought[empire]
        else:
            classes, each = _ships(scene, tally, empire)
        rows.append(_row(scene.names[empire], classes, each, tally, seed, empire))
    return Odds(
        "\n".join(_sentences(scene, tally, rows)),
        tuple(_side(row) for row in rows),
        tuple(line for row in rows for line in _losses(row)),
        tuple(rows),
        scene.remarks,
    )


def _ships(scene: MatchScene, tally: Tally, empire: str) -> tuple[Mapping[str, int], list[Row]]:
    """The ships of a side in the battle: how many of each class, and each by itself."""
    fighters = scene.begun().fighters.values()
    own = [one for one in fighters if one.owner == empire and takes_part(one)]
    own.sort(key=lambda one: (one.design, one.name))
    each = [
        {
            "ship": one.name,
            "class": _class(one.design),
            "guessed": one.ship in scene.guessed,
            **_chance("lost", tally.lost[one.ship], tally.battles),
            **_chance("jumped_out", tally.gone[one.ship], tally.battles),
        }
        for one in own
    ]
    return Counter(one.design for one in own), each


def _row(
    side: str, classes: Mapping[str, int], each: list[Row], tally: Tally, seed: str, empire: str
) -> Row:
    """All numbers of one side; chances and their ends in percent."""
    row: Row = {
        "side": side,
        "battles": tally.battles,
        "rounds": round(tally.rounds / tally.battles, 2),
        "seed": seed,
        "number": sum(classes.values()),
    }
    for fate in FATES:
        row |= _chance(fate, tally.fates[empire, fate], tally.battles)
    for key, name in ((LOST, "lost"), (LOST_MCR, "lost_mcr")):
        row |= _numbers(name, _mean(tally, empire, key))
    row["classes"] = [
        {"class": _class(key), "number": number, **_numbers("lost", _mean(tally, empire, key))}
        for key, number in classes.items()
    ]
    row["each"] = each
    return row


def _chance(name: str, count: int, battles: int) -> Row:
    """A chance in percent with the ends of its range, in hundredths rounded outwards."""
    one = share(count, battles)
    low, high = floor(10_000 * one.low) / 100, ceil(10_000 * one.high) / 100
    return {name: round(100 * one.value, 2), f"{name}_low": low, f"{name}_high": high}


def _class(key: str) -> str:
    return key.split("/", 1)[-1]


def _mean(tally: Tally, empire: str, key: str) -> Mean:
    return mean(tally.sums[empire, key], tally.squares[empire, key], tally.battles)


def _numbers(name: str, one: Mean) -> Row:
    return {name: round(one.value, 4), f"{name}_error": round(one.error, 4)}


# --- for people --------------------------------------------------------------------------------


def _sentences(scene: MatchScene | GroundScene, tally: Tally, rows: list[Row]) -> Iterator[str]:
    ground = isinstance(scene, GroundScene)
    words, things = (_SAID_OF_ARMIES, "units") if ground else (_SAID, "ships")
    yield f"{tally.battles:,} battles at {scene.match.system}."
    for row in rows:
        you = bool(scene.you) and row is rows[0]
        who = "You" if you else row["side"][:1].upper() + row["side"][1:]
        fates = [
            f"{words[fate][0 if you else 1]} in {row[fate]:.0f}"
            for fate in FATES
            if row[fate] or fate == WINS
        ]
        lost = f"{row['lost']:.1f} of {row['number']} {things}, {row['lost_mcr']:.0f} MCr"
        yield f"{who} {', '.join(fates)} of 100 battles."
        yield f"{'You lose' if you else 'It loses'} {lost} on average."
    yield f"A battle takes {tally.rounds / tally.battles:.1f} rounds on average."
    yield f"Of 100 ranges like those below {CONFIDENCE} hold the true number."


def _side(row: Mapping[str, Any]) -> Row:
    return {
        "side": row["side"],
        **{fate: _percent(row, fate) for fate in FATES},
        "number": row["number"],
        "lost": _average(row, "lost"),
        "lost_mcr": f"{row['lost_mcr']:.0f} +- {row['lost_mcr_error']:.0f}",
    }


def _percent(row: Mapping[str, Any], name: str) -> str:
    """A chance in whole percent with its range, the ends rounded outwards."""
    return f"{row[name]:.0f}% ({floor(row[f'{name}_low'])}-{ceil(row[f'{name}_high'])})"


def _average(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]:.2f} +- {row[f'{name}_error']:.2f}"


def _losses(row: Mapping[str, Any]) -> Iterator[Row]:
    """A line for each class, and one for each ship that is there unless they are too many."""
    for one in row["classes"]:
        yield {
            "side": row["side"],
            "class_or_ship": one["class"],
            "units": one["class"],
            "number": one["number"],
            "lost": _average(one, "lost"),
            "jumped_out": "",
        }
    alone = [one for one in row["each"] if not one["guessed"]]
    for one in alone if len(alone) <= ONE_BY_ONE else ():
        yield {
            "side": row["side"],
            "class_or_ship": f"  {one['ship']} ({one['class']})",
            "number": 1,
            "lost": _percent(one, "lost"),
            "jumped_out": _percent(one, "jumped_out"),
        }
