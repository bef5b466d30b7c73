"""./run bench: how fast it is, in calibrations, which no machine and no change here moves.

./run bench                     every part, a table
./run bench parse nova          these parts
./run bench long --turns 500    a long campaign; only where it is named (150 turns if not said)
./run bench --json FILE         the figures too, with the machine's facts
./run bench --gate              the steady parts alone; fails where one is worse than it was kept
./run bench --renew             keeps what this run measured (reference.json)

A calibration is 10,000 order lines of a language of the bench's own through bare Lark, one parse
a line. Each part runs in a process of its own; times are CPU seconds of it and its children.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.tooling.bench.measure import Row, machine, peak_mb

REFERENCE = Path(__file__).with_name("reference.json")
# Parts that are the same on every machine and at any time, and how much more of each is refused:
# counts differ by a few in a thousand.
COUNTS, PACES = "counts", "paces"
MORE = {"count": 1.1, "calibrations": 1.5}
# What each part is called, and what gives its rows.
PARTS: Mapping[str, str] = {
    COUNTS: "gate:counts",
    PACES: "gate:paces",
    "parse": "reading:rows",
    "knighthawks": "turns:of_knighthawks",
    "deltavee": "turns:of_deltavee",
    "nova": "turns:of_nova",
    "nova-large": "turns:of_nova_large",
    "battles": "turns:of_battles",
    "events": "storing:of_events",
    "state": "storing:of_state",
    "replay": "storing:of_replay",
    "mail": "mails:rows",
    "on-disk": "on_disk:rows",
    "night": "night:rows",
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


def line_of(row: Row, kept: Mapping[str, float]) -> str:
    """A row as the table shows it, and in brackets what was kept of it.

    ``ratio`` is a share of something as fast as can be, so more is better; ``times`` is what it
    costs beside something that has to be done as well, so less is.
    """
    told = f"{row['what']:<54} "
    if "per_second" in row:
        told += f"{row['per_second']:>11,} {row['unit'] + '/s':<9} {row['calibrations']:>7} cal."
    else:
        told += f"{row['count']:>11,} {row['unit']:<9}"
    before = kept.get("calibrations", kept.get("count"))
    told += f" ({before:,})" if before is not None else ""
    if "exponent" in row:
        told += f"  n^{row['exponent']}, {row['of']}"
    elif "times" in row:
        told += f"  {row['times']} times {row['of']}"
    elif "ratio" in row:
        told += f"  {row['ratio']} of {row['of']}"
    told += f"; {row['with_faults']} with 5 % bad lines" if "with_faults" in row else ""
    return told + (f"; {row['memory_mb']} MB" if "memory_mb" in row else "") + "\n"


def name_of(row: Row) -> str:
    """What a row is kept by."""
    return f"{row['part']}: {row['what']}"


def ratios(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """What is compared from run to run, by part and what was measured."""
    keys = ("calibrations", "ratio", "times", "with_faults", "exponent", "memory_mb")
    return {
        name_of(row): {
            key: row[key]
            for key in (keys if "per_second" in row else (*keys, "count"))
            if key in row
        }
        for row in rows
    }


def worse(rows: Sequence[Row], kept: Mapping[str, Any]) -> list[str]:
    """Each count and pace that is too much more than it was kept, or was not kept, in words."""
    found = []
    for what, values in ratios(rows).items():
        for key, value in values.items():
            was = kept.get(what, {}).get(key)
            if was is None:
                found.append(f"{what}: nothing is kept to compare with")
            elif value > was * MORE[key]:
                found.append(f"{what}: was {was:,}, is {value:,}, more than {MORE[key]} times")
    return found


def gate(kept: Mapping[str, Any]) -> list[str]:
    """What is worse; paces are measured again before it is said of one."""
    found = worse(measured(COUNTS, 0)[0], kept)
    first = measured(PACES, 0)[0]
    if worse(first, kept):
        again = measured(PACES, 0)[0]
        first = [
            min(both, key=lambda row: row["calibrations"])
            for both in zip(first, again, strict=True)
        ]
    return [*found, *worse(first, kept)]


def main() -> int:
    """Measure, print a table, write and compare the figures where asked."""
    words = argparse.ArgumentParser(
        prog="./run bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    words.add_argument("--json", type=Path, metavar="FILE", help="the figures, for scripts")
    words.add_argument("--gate", action="store_true", help="fail where it is slower than kept")
    words.add_argument("--renew", action="store_true", help="keep what is measured")
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
    kept = json.loads(REFERENCE.read_text(encoding="utf-8"))
    if given.gate:
        slower = gate(kept)
        sys.stdout.write("".join(f"{one}\n" for one in slower) or "As fast as it was kept.\n")
        return 1 if slower else 0
    rows: list[Row] = []
    peaks: dict[str, int] = {}
    for part in given.parts or [part for part in PARTS if part not in ONLY_NAMED]:
        some, peaks[part] = measured(part, given.turns)
        for row in some:
            sys.stdout.write(line_of(row, kept.get(name_of(row), {})))
        sys.stdout.write(f"{'':<4}{part}: at most {peaks[part]} MB\n")
        sys.stdout.flush()
        rows += some
    if given.json:
        whole = {"machine": machine(), "peak_mb": peaks, "rows": rows}
        given.json.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    if given.renew:
        again = [f"{part}: " for part in peaks]
        kept = {key: one for key, one in kept.items() if not key.startswith(tuple(again))}
        kept |= ratios(rows)
        REFERENCE.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
