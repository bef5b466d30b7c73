"""The facts of a campaign as a revision made them beside those of the tree, line by line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
STATE, EVENTS = "state.json", "events.jsonl"
PLAYED = "played"
PROGRAM = ("pbm", "grammar", "templates")


class NotCompared(Exception):
    """There is no such revision, or one of the two programs cannot play the campaign."""


def recorded_at(name: str) -> str:
    """The last revision that changed what is kept of a campaign: its facts had their hashes."""
    found = _git("log", "-1", "--format=%h", "--", f"campaigns/{name}").decode().strip()
    if not found:
        raise NotCompared(f"no revision holds campaigns/{name}")
    return found


def against(name: str, revision: str) -> list[str]:
    """The facts of a campaign that differ between a revision and the tree, a line for each.

    Each program plays the campaign of its own tree from the beginning.
    """
    with tempfile.TemporaryDirectory(prefix="pbm-against-") as folder:
        old, new = Path(folder, "old"), Path(folder, "new")
        _extract(revision, name, old)
        _link(name, new)
        running = {"the revision": _play(old), "the tree": _play(new)}
        for which, one in running.items():
            said = one.communicate()[0].decode()
            if one.returncode:
                raise NotCompared(f"{which} does not play {name} to its end: {said}")
        return list(differences(old / PLAYED / name, new / PLAYED / name))


def _git(*words: str) -> bytes:
    try:
        command = ["git", "-C", str(ROOT), *words]
        return subprocess.run(command, capture_output=True, check=True).stdout
    except FileNotFoundError:
        raise NotCompared("git is not installed") from None
    except subprocess.CalledProcessError as refused:
        raise NotCompared(refused.stderr.decode().strip()) from None


def _extract(revision: str, name: str, into: Path) -> None:
    """Put the program of a revision into a folder, with this campaign alone."""
    packed = _git("archive", revision, *PROGRAM, f"campaigns/{name}")
    with tarfile.open(fileobj=io.BytesIO(packed)) as opened:
        opened.extractall(into, filter="data")


def _link(name: str, into: Path) -> None:
    """The same with the tree as it is."""
    for part in (*PROGRAM, f"campaigns/{name}"):
        place = into / part
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(ROOT / part)


def _play(tree: Path) -> subprocess.Popen[bytes]:
    play = f"from pathlib import Path; from pbm.service.api import demo; demo(Path({PLAYED!r}))"
    command = [sys.executable, "-c", play]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def differences(old: Path, new: Path) -> Iterator[str]:
    """The facts that differ between two folders of a campaign, turn by turn."""
    turns = {file.parent.name for root in (old, new) for file in root.glob(f"turns/*/{STATE}")}
    for turn in sorted(turns, key=lambda name: (name != "new", name)):
        for file in (EVENTS, STATE):
            name = f"turns/{turn}/{file}"
            was, now = facts_of(old / name), facts_of(new / name)
            for called in dict.fromkeys([*was, *now]):
                for change in _changes(was.get(called), now.get(called)):
                    yield ", ".join(filter(None, (name, called, change)))


def facts_of(file: Path) -> dict[str, dict[str, str]]:
    """The facts of each event by its fields, or of a state under ""; nothing of no file."""
    if not file.exists():
        return {}
    text = file.read_text(encoding="utf-8")
    if file.name == STATE:
        return {"": dict(_flat(json.loads(text), ""))}
    found = {}
    for line in text.splitlines():
        event: dict[str, Any] = json.loads(line)
        del event["prev"]  # the hash of the line before: it differs after every difference
        called = f"{event.pop('kind')} {event.pop('id')} in {event.pop('phase')}"
        found[called] = dict(_flat(event, ""))
    return found


def _changes(was: Mapping[str, str] | None, now: Mapping[str, str] | None) -> Iterator[str]:
    """What is otherwise in an event or a state; one that came or went is told whole."""
    if was is None or now is None:
        known = "; ".join(f"{path} {value}" for path, value in (was or now or {}).items())
        yield f"{'gone' if now is None else 'new'}: {known}"
        return
    for path in dict.fromkeys([*was, *now]):
        if was.get(path) != now.get(path):
            yield f"{path}: {was.get(path, 'nothing')} -> {now.get(path, 'nothing')}"


def _flat(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every field of a JSON value with its path; a list of plain values is one."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value):
        for place, part in enumerate(value):
            yield from _flat(part, f"{path}[{place}]")
    else:
        yield path, json.dumps(value, ensure_ascii=False)
