"""The verifier that players have besides `pbm verify` says the same of every cheat."""

from __future__ import annotations

import ast
import copy
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.seal import battles as _battles  # noqa: F401 (all take their cheats into the list)
from tests.seal import histories as _histories  # noqa: F401
from tests.seal import known as _known  # noqa: F401
from tests.seal import promised as _promised  # noqa: F401
from tests.seal.duel import DRAW, PLAYERS, against, honest
from tests.seal.forging import CHEATS, Cheat, Forgery, forge, shared

FILE = Path(__file__).parents[2] / "docs/players/check_seal.py"
_KINDS = ("value", "name", "time", "person")
SEEN = [
    one
    for one in CHEATS.values()
    if one.kind in _KINDS and not one.alone and one.verdict == "wrong"
]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_seal", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = _loaded()


def faults(made: Forgery) -> list[str]:
    """What it says; a packet that it cannot read it does not pass either."""
    try:
        found: list[str] = SECOND.check(made.files(), made.sent)
    except (TypeError, ValueError, KeyError, AttributeError) as fault:
        return [repr(fault)]
    return found


def test_it_is_short_and_plain() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    imports = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imports <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("source", ["", DRAW])
def test_honest_packets_and_sheets_pass(source: str) -> None:
    assert faults(honest(source)) == []
    for player in PLAYERS:
        made = copy.deepcopy(honest(source))
        made.only(player)
        made.sent = [data for name, data in made.sheets.items() if name.endswith(player)]
        assert made.sent and faults(made) == []


def test_shared_packets_pass() -> None:
    made = copy.deepcopy(honest(DRAW))
    made.packets = {name: shared(packet) for name, packet in made.packets.items()}
    assert faults(made) == []


@pytest.mark.parametrize("one", SEEN, ids=lambda one: f"{one.kind}-{one.name}")
def test_it_agrees_that_a_cheat_is_wrong(one: Cheat) -> None:
    assert faults(forge(against(one), one))


def test_it_is_a_command(tmp_path: Path) -> None:
    made = copy.deepcopy(honest())
    made.only("dunlin")
    paths = []
    for name, data in made.files():
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_bytes(data)
    sent = tmp_path / "sent.txt"
    sent.write_bytes(made.sheets["000-dunlin"])
    command = [sys.executable, str(FILE), *map(str, paths), "--sent", str(sent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "4 packets: every roll is proven, nothing contradicts.\n"
    sent.write_bytes(b"another sheet")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "did not count" in done.stdout
