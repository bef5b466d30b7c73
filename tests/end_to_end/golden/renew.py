"""Makes the campaigns under campaigns/ again from their own sheets, rulings, dice and times.

    ./run golden             all of them
    ./run golden beacon      only these
    ./run golden --dry       says what would change and changes nothing
    ./run golden --take DIR  takes in a campaign that was played elsewhere
    ./run golden beacon --against REV  shows each fact that differs from that revision's

Facts that change need a line in CHANGELOG.md; pages that change need a look at their pictures.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbm.cli.terminal import progress_bar
from pbm.kit.problems import Faults, render_all
from pbm.service import api
from pbm.storage.turn_folders import ORDERS, OUTBOX, SEAL_FILE, TURNS
from pbm.storage.turn_toml import TURN_FILE
from pbm.turns.history import is_regenerable
from tests.end_to_end.golden.against import NotCompared, against
from tests.shipped import CAMPAIGNS, NAMES

FACTS = ("state.json", "events.jsonl")
RECORDS = (TURN_FILE, SEAL_FILE)
LEFT_OUT = ("campaign.lock",)
# The turn of each game that is kept whole, for whoever looks through the repository.
SHOWCASES = {"beacon": "008", "showdown": "011", "two-lamps": "003"}


def files_of(campaign: Path) -> dict[str, bytes]:
    """Every file of a campaign that is kept, by its path in it."""
    return {
        path.relative_to(campaign).as_posix(): path.read_bytes()
        for path in sorted(campaign.rglob("*"))
        if path.is_file() and path.name not in LEFT_OUT
    }


def is_kept(name: str, showcase: str, published: bool) -> bool:
    """False for what can be made again, but of the one turn that everybody may look at.

    A turn's sheets stand in the inbox as well; of a published campaign the receipts may be gone.
    """
    top, turn, *rest = [*name.split("/"), ""]
    if top != TURNS:
        return top != OUTBOX and not (published and name.endswith(".receipt.txt"))
    file = "/".join(rest).rstrip("/")
    return turn == showcase or not (is_regenerable(file) or file.startswith(ORDERS))


def kept_of(campaign: Path) -> dict[str, bytes]:
    """The files of a campaign as it was just played that belong under version control."""
    showcase = SHOWCASES.get(campaign.name, "")
    published = api.open_campaign(campaign).part.published
    files = files_of(campaign)
    return {name: data for name, data in files.items() if is_kept(name, showcase, published)}


def changed(was: dict[str, bytes], now: dict[str, bytes]) -> list[str]:
    """The names of files that came, went or differ."""
    return [name for name in sorted({*was, *now}) if was.get(name) != now.get(name)]


def with_hashes(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """These files, and the hash of every file that a turn.toml among them records."""
    found = dict(files)
    for name, data in files.items():
        folder, _, base = name.rpartition("/")
        if base == TURN_FILE:
            hashes: Mapping[str, str] = tomllib.loads(data.decode())["files"]
            found |= {f"{folder}/{file}": sha.encode() for file, sha in hashes.items()}
    return found


def tell(name: str, names: Iterable[str]) -> None:
    """Print which facts, pages, records and other files of a campaign changed."""
    kinds: dict[str, list[str]] = {"facts": [], "pages": [], "records": [], "other files": []}
    for file in names:
        base = file.rpartition("/")[2]
        kind = "records" if base in RECORDS else "other files"
        if "/reports/" in file or "/gm/" in file:
            kind = "pages"
        kinds["facts" if base in FACTS else kind].append(file)
    if not any(kinds.values()):
        print(f"{name}: as it was")
    for kind, found in kinds.items():
        if found:
            print(f"{name}: {len(found)} {kind} changed")
            print("".join(f"    {file}\n" for file in found), end="")


def put(campaign: Path, files: dict[str, bytes]) -> None:
    """Put these files in place of a campaign."""
    if campaign.exists():
        shutil.rmtree(campaign)
    for name, data in files.items():
        path = campaign / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def settle(made: Path, dry: bool) -> None:
    """Say what a campaign as just played changes, and put it in place."""
    kept = kept_of(made)
    was = files_of(CAMPAIGNS / made.name)
    tell(made.name, changed(with_hashes(was), with_hashes(kept)))
    if not dry:
        put(CAMPAIGNS / made.name, kept)


def compare(names: Iterable[str], revision: str) -> int:
    """Print the facts of campaigns that differ from those of a revision; 1 if there are any."""
    status = 0
    for name in names:
        try:
            found = against(name, revision)
        except NotCompared as reason:
            found = [f"cannot be compared with {revision}: {reason}"]
        status |= bool(found)
        print(f"{name}: {len(found)} facts differ" if found else f"{name}: the same facts")
        print("".join(f"    {line}\n" for line in found), end="")
    return status


def main() -> int:
    """Make the campaigns again; 1 if one cannot be."""
    parser = argparse.ArgumentParser(prog="./run golden", description=__doc__.splitlines()[0])
    parser.add_argument("campaign", nargs="*", help="only these; else all")
    parser.add_argument("--dry", action="store_true", help="change nothing")
    parser.add_argument("--take", type=Path, metavar="DIR", help="a campaign played elsewhere")
    parser.add_argument("--against", metavar="REV", help="show facts that differ, change nothing")
    parser.add_argument("--jobs", type=int, default=2, help="processes for making pages")
    asked = parser.parse_args()
    try:
        if asked.against:
            return compare(asked.campaign or NAMES, asked.against)
        if asked.take:
            settle(asked.take, asked.dry)
            return 0
        with tempfile.TemporaryDirectory() as folder:
            with progress_bar() as progress:
                api.demo(
                    Path(folder),
                    only=asked.campaign,
                    jobs=asked.jobs,
                    progress=progress,
                )
            for made in sorted(Path(folder).iterdir()):
                settle(made, asked.dry)
    except Faults as faults:
        print(render_all(faults.problems), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
