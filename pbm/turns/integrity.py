"""Checks of a replay besides turns in force: own files, the inbox, replaced turns.

Every fault found here begins with the file's path in the campaign.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import CAMPAIGN_FILE, SCENARIO_FILE
from pbm.campaign.inbox import (
    OPEN_FILE,
    UNREAD,
    InboxEntry,
    entries,
    kept_rulings,
    mailing_folder,
    open_part,
    unread,
)
from pbm.campaign.secrets import SECRET_FILE
from pbm.kit.problems import PUT_BACK, Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.storage.archive_format import PACKED, is_packed, pack_faults
from pbm.storage.atomic_files import TEMPORARY
from pbm.storage.turn_folders import (
    INBOX,
    OPEN,
    SEAL_FILE,
    TURNS,
    StoredStage,
    digest,
    is_sealed,
    mailing_of,
)
from pbm.storage.turn_toml import BOOK, NEW, REPORTS, RULINGS_FILE, TURN_FILE


def own_hashes(campaign: bytes, scenario: bytes, keys: str) -> dict[str, str]:
    """Hash the fixed part of campaign.toml, scenario.toml, and ``keys``.

    The game master may change schedule and mail, and the layout of the file does not matter.
    """
    said: Mapping[str, Any] = tomllib.loads(campaign.decode("utf-8-sig"))
    fixed = {key: value for key, value in said.items() if key not in ("schedule", "mail")}
    text = json.dumps(fixed, sort_keys=True, ensure_ascii=False, default=str)
    return {
        CAMPAIGN_FILE: hashlib.sha256(text.encode()).hexdigest(),
        SCENARIO_FILE: digest(scenario),
        SECRET_FILE: keys,
    }


def open_faults(root: Path) -> Iterator[Problem]:
    """List faults in the folders of turns that stopped at the docket."""
    for folder in sorted((root / TURNS).glob(f"*{OPEN}")):
        found = mailing_of(folder.name.removesuffix(OPEN))
        if not (folder / OPEN_FILE).is_file():
            yield invalid(
                f"{TURNS}/{folder.name}/{OPEN_FILE} is missing",
                remedy=f"Delete {TURNS}/{folder.name} and run the turn again",
            )
        elif found is not None:
            try:
                open_part(root, found[0])
            except Faults as faults:
                yield from faults.problems


def own_faults(root: Path, recorded: Mapping[str, str], keys: str) -> list[Problem]:
    """List the campaign's own files that were changed since it began."""
    if not recorded:  # a campaign begun before these were recorded
        return []
    texts = [(root / name).read_bytes() for name in (CAMPAIGN_FILE, SCENARIO_FILE)]
    now = own_hashes(texts[0], texts[1], keys)
    # The mark of the keys is made of the campaign's name too.
    if now[CAMPAIGN_FILE] != recorded.get(CAMPAIGN_FILE):
        now.pop(SECRET_FILE)
    return [
        invalid(
            f"{name} was changed after the campaign began",
            reason="only [schedule] and [mail] may be changed; a ruling changes the rest"
            if name == CAMPAIGN_FILE
            else "it differs from the record",
            remedy=PUT_BACK,
        )
        for name in now
        if name in recorded and now[name] != recorded[name]
    ]


class _Held(Record):
    """Whether every text of an inbox must have a mark, and a receipt."""

    strict: bool
    receipts: bool


def inbox_faults(root: Path, chain: Sequence[StoredStage], published: bool) -> Iterator[Problem]:
    """List faults of the inbox: in itself, or against the turns that were run from it.

    Texts of an old campaign may have no marks; a published campaign may have no receipts.
    """
    held = _Held(strict=bool(chain[0].part.own), receipts=not published)
    if not (root / INBOX).is_dir():
        yield invalid(f"{INBOX} is missing", remedy=PUT_BACK)
        return
    run = [stage for stage in chain if stage.label != NEW]
    for stage in run:
        yield from _of_stage(root, stage, held)
    known = {mailing_folder(root, stage.label).name for stage in run}
    for folder in sorted((root / INBOX).iterdir()):
        if folder.is_dir() and folder.name not in known:
            yield from _of_mailing(root, folder, held)
    try:
        left = unread(root)
    except Faults as faults:
        yield _unreadable(faults)
        return
    yield from (fault for entry in left for fault in _of_entry(root, entry, held))
    yield from _cut_off(root, root / INBOX / UNREAD)


def _of_mailing(root: Path, folder: Path, held: _Held) -> Iterator[Problem]:
    """Check the texts of a stage, run or not yet, each by itself."""
    found = mailing_of(folder.name)
    if found is None:  # not a folder of the program
        return
    try:
        kept = entries(root, found[0])
    except Faults as faults:
        yield _unreadable(faults)
        return
    yield from (fault for entry in kept for fault in _of_entry(root, entry, held))
    for player in sorted(one for one in folder.iterdir() if one.is_dir()):
        yield from _cut_off(root, player)


def _unreadable(faults: Faults) -> Problem:
    """Report an N.toml that can no longer be read, by its path."""
    first = faults.problems[0]
    if first.span is None:
        return first
    return invalid(
        f"{first.span.file} was changed after it was written",
        reason=f"line {first.span.line}: {first.fault}",
        remedy=PUT_BACK,
    )


def _of_stage(root: Path, stage: StoredStage, held: _Held) -> Iterator[Problem]:
    folder = mailing_folder(root, stage.label)
    if folder.is_dir():
        yield from _of_mailing(root, folder, held)
    try:
        kept = {(one.part.player, one.number): one for one in entries(root, stage.label)}
    except Faults:
        return  # reported already
    for sheet in stage.part.sheets:
        where = f"{INBOX}/{folder.name}/{sheet.player}/{sheet.number}"
        entry = kept.get((sheet.player, sheet.number))
        if entry is None:
            yield invalid(f"{where}.toml is missing", remedy=PUT_BACK)
            continue
        part = entry.part
        said = (part.name, part.received, part.sha256, part.late)
        if said != (sheet.name, sheet.received, sheet.sha256, sheet.late):
            yield invalid(
                f"{where}.toml was changed after it was written",
                reason=f"{TURNS}/{stage.name}/{TURN_FILE} differs",
                remedy=PUT_BACK,
            )
    ran = stage.read(RULINGS_FILE)
    if ran is None:
        return
    now = kept_rulings(root, stage.label)
    if not now.startswith(ran):
        state = "was changed after it was written" if now else "is missing"
        yield invalid(
            f"{INBOX}/{folder.name}/{RULINGS_FILE} {state}",
            reason=f"it does not begin with {TURNS}/{stage.name}/{RULINGS_FILE}",
            remedy=PUT_BACK,
        )


def _of_entry(root: Path, entry: InboxEntry, held: _Held) -> Iterator[Problem]:
    """Check a text and its receipt against the hashes in its N.toml."""
    part = entry.part
    if held.strict and not part.mark:
        where = entry.path.with_suffix(".toml").relative_to(root).as_posix()
        yield invalid(
            f"{where} was changed after it was written", reason="its mark is gone", remedy=PUT_BACK
        )
        return
    receipt = entry.path.with_suffix(".receipt.txt")
    for file, recorded in ((entry.path, part.sha256), (receipt, part.receipt)):
        if not recorded:  # an old record, without the receipt's hash
            continue
        where = file.relative_to(root).as_posix()
        try:
            data = file.read_bytes()
        except OSError:
            if file is not receipt or held.receipts:
                yield invalid(f"{where} is missing", remedy=PUT_BACK)
            continue
        if digest(data) != recorded:
            yield invalid(
                f"{where} was changed after it was received",
                reason=f"its hash is not the one in {entry.path.stem}.toml",
                remedy=PUT_BACK,
            )


def _cut_off(root: Path, folder: Path) -> Iterator[Problem]:
    """Report texts without N.toml: the intake was cut off, or the file is gone."""
    for file in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        beside = file.with_suffix(".toml")
        if file.stem.isdigit() and not beside.exists():
            yield invalid(
                f"{beside.relative_to(root).as_posix()} is missing",
                reason=f"either the intake of {file.name} was cut off before its receipt, "
                "or the file was deleted",
                remedy=f"Put it back; or submit {file.name} again and delete this one",
            )


def other_faults(stages: Sequence[StoredStage], chain: Sequence[StoredStage]) -> Iterator[Problem]:
    """List files in turns that no turn.toml lists, and broken seals of replaced turns."""
    for stage in stages:
        if is_packed(stage.folder):
            yield from pack_faults(stage.folder)
        for path in sorted(stage.folder.rglob("*")):
            name = path.relative_to(stage.folder).as_posix()
            known = (
                name in stage.part.files or name in (TURN_FILE, SEAL_FILE) or _printed(stage, name)
            )
            known |= name.startswith(f"{PACKED}/") and is_packed(stage.folder)
            hidden = any(part.startswith((TEMPORARY, ".")) for part in path.parts[-3:])
            if path.is_file() and not known and not hidden:
                yield invalid(
                    f"{TURNS}/{stage.name}/{name} does not belong to the turn",
                    reason="its turn.toml does not list it; nothing reads it",
                    remedy="Delete it",
                )
        if stage in chain or is_sealed(stage):
            continue
        if stage.seal is None:
            if is_sealed(chain[0]):
                yield invalid(f"{TURNS}/{stage.name}/{SEAL_FILE} is missing", remedy=PUT_BACK)
        else:
            yield invalid(
                f"{TURNS}/{stage.name}/{TURN_FILE} was changed after it was written",
                reason=f"its hash is not the one in {TURNS}/{stage.name}/{SEAL_FILE}",
                remedy="Put both files back from a copy of the campaign",
            )


def _printed(stage: StoredStage, name: str) -> bool:
    """True for a PDF that was printed after its turn was run without PDFs."""
    later = not any(file.endswith(".pdf") for file in stage.part.files)
    return later and name.endswith(".pdf") and name.startswith((f"{REPORTS}/", f"{BOOK}/"))


def first_difference(name: str, stored: bytes, made: bytes) -> str:
    """Say where a file made again first differs from the stored one; "" if unknown."""
    if stored == made:
        return ""
    if name.endswith(".jsonl"):
        pairs = enumerate(zip_longest(stored.splitlines(), made.splitlines(), fillvalue=b""), 1)
        number, (one, other) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
        event = _loaded(one) or _loaded(other)
        return f", first in line {number} ({_called(event)})"
    if name.endswith(".json"):
        return _first_path(_loaded(stored), _loaded(made), "")
    return ""


def _called(event: Any) -> str:
    if not isinstance(event, dict):
        return "no event"
    return f"{event.get('id')}, {event.get('kind')} in {event.get('phase')}"


def _loaded(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def _first_path(one: Any, other: Any, path: str) -> str:
    """Name the first field in which two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                return _first_path(one.get(key), other.get(key), f"{path}.{key}".strip("."))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return _first_path(left, right, f"{path}.{place}".strip("."))
    return f", first in {path}: {_short(one)} then, {_short(other)} now" if path else ""


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
