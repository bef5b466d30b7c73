"""./run bench: how fast it is, in calibrations, which no machine and no change here moves.

./run bench                     every part, a table
./run bench parse nova          these parts
./run bench long --turns 500    a long campaign; only where it is named (150 turns if not said)
./run bench --json FILE         the figures too, with the machine's facts
./run bench --gate              fails where a ratio is worse than the kept one by over a quarter
./run bench --renew             keeps the ratios of this run as those to compare with

A calibration is 10,000 order lines of a language of the bench's own through bare Lark, one parse
a line. Each part runs in a process of its own; times are CPU seconds of it and its children.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.tooling.bench.measure import Row, machine, peak_mb

REFERENCE = Path(__file__).with_name("reference.json")
MOST_GROWTH = 1.12
WORSE = 1.25
# What each part is called, and what gives its rows.
PARTS: Mapping[str, str] = {
    "parse": "reading:rows",
    "knighthawks": "turns:of_knighthawks",
    "deltavee": "turns:of_deltavee",
    "nova": "turns:of_nova",
    "nova-large": "turns:of_nova_large",
    "nova-war": "turns:of_nova_war",
    "battles": "turns:of_battles",
    "events": "storing:of_events",
    "state": "storing:of_state",
    "replay": "storing:of_replay",
    "mail": "mails:rows",
    "on-disk": "on_disk:rows",
    "start": "starting:rows",
    "pages": "pages:rows",
    "long": "long:rows",
}
ONLY_NAMED = ("long",)  # takes as long as all others together


def rows_of(part: str, turns: int) -> list[Row]:
    """The rows of a part, measured here; ``turns`` of a long campaign."""
    module, _, name = PARTS[part].partition(":")
    found: Callable[..., list[Row]] = getattr(
        importlib.import_module(f"tests.tooling.bench.{module}"), name
    )
    return found(turns) if part == "long" else found()


def measured(part: str, turns: int) -> tuple[list[Row], int]:
    """The rows of a part, measured in a process of its own, and its most memory in MB."""
    command = [
        sys.executable,
        "-m",
        "tests.tooling.bench.bench",
        "--part",
        part,
        "--turns",
        str(turns),
    ]
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout)
    rows = [{"part": part, **row} for row in found["rows"]]
    return rows, int(found["peak_mb"])


def line_of(row: Row) -> str:
    """A row as the table shows it.

    ``ratio`` is a share of something as fast as can be, so more is better; ``times`` is what it
    costs beside something that has to be done as well, so less is.
    """
    if "exponent" in row:
        grows = f"n^{row['exponent']}, {row['of']}"
        return f"{row['what']:<48} {row['count']:>11,} calls   {grows}\n"
    if "per_second" not in row:
        beside = f"{row['ratio']} of {row['of']}"
        return f"{row['what']:<48} {row['count']:>11,} {row['unit']:<9}  {beside}\n"
    speed = f"{row['per_second']:>11,} {row['unit'] + '/s':<9}"
    ratio = f"  {row['ratio']} of {row['of']}" if "ratio" in row else ""
    ratio = f"  {row['times']} times {row['of']}" if "times" in row else ratio
    faults = f"; {row['with_faults']} with 5 % bad lines" if "with_faults" in row else ""
    return f"{row['what']:<48} {speed} {row['calibrations']:>7} cal.{ratio}{faults}\n"


def ratios(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """What is compared from run to run, by part and what was measured."""
    keys = ("calibrations", "ratio", "times", "with_faults", "exponent", "count")
    return {
        f"{row['part']}: {row['what']}": {
            key: row[key]
            for key in keys
            if key in row and (key != "count" or row["unit"] == "calls")
        }
        for row in rows
    }


def worse(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """Each ratio that is worse than it was by more than a quarter, or grows too fast, in words."""
    found = []
    for what, values in now.items():
        if values.get("exponent", 0) > MOST_GROWTH:
            found.append(
                f"{what}: grows as n^{values['exponent']}, at most n^{MOST_GROWTH} is well"
            )
        for key, value in values.items():
            was = before.get(what, {}).get(key)
            if was is None or key == "exponent":
                continue
            more_is_better = key in ("ratio", "with_faults")
            if (value * WORSE < was) if more_is_better else (value > was * WORSE):
                found.append(f"{what}: {key} was {was}, is {value}")
    return found


def main() -> int:
    """Measure, print a table, write and compare the figures where asked."""
    words = argparse.ArgumentParser(
        prog="./run bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    words.add_argument("--json", type=Path, metavar="FILE", help="the figures, for scripts")
    words.add_argument("--gate", action="store_true", help="fail where it became slower")
    words.add_argument("--renew", action="store_true", help="keep these ratios as the reference")
    words.add_argument("--turns", type=int, default=150, help="of the part long, 100 at least")
    words.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.part:
        found = {"rows": rows_of(given.part, given.turns), "peak_mb": peak_mb()}
        sys.stdout.write(json.dumps(found))
        return 0
    if unknown := [part for part in given.parts if part not in PARTS]:
        words.error(f"there is no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    if given.turns < 100:
        words.error("a long campaign has 100 turns at least")
    rows: list[Row] = []
    peaks: dict[str, int] = {}
    for part in given.parts or [part for part in PARTS if part not in ONLY_NAMED]:
        if part == "pages" and importlib.util.find_spec("tests.tooling.bench.pages") is None:
            continue
        some, peaks[part] = measured(part, given.turns)
        for row in some:
            sys.stdout.write(line_of(row))
        sys.stdout.write(f"{'':<4}{part}: at most {peaks[part]} MB\n")
        sys.stdout.flush()
        rows += some
    if given.json:
        whole = {"machine": machine(), "peak_mb": peaks, "rows": rows}
        given.json.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    kept = json.loads(REFERENCE.read_text(encoding="utf-8")) if REFERENCE.exists() else {}
    if given.renew:
        kept |= ratios(rows)
        REFERENCE.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    if given.gate and (slower := worse(ratios(rows), kept)):
        sys.stdout.write("Slower than it was:\n" + "".join(f"  {one}\n" for one in slower))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
