"""Every event of Nova has its sentence, with its numbers, and its item if the book has one.

The texts stand in told.toml.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import pbm.games.nova
from pbm.games.nova.report.saying import Names
from pbm.games.nova.report.sentences import CATALOGUE
from pbm.games.nova.report.sitrep import items
from pbm.games.nova.rules.space_combat.telling import RULES
from pbm.games.nova.view.record import ContactView, YouView, empty_view

TOLD = tomllib.loads((Path(__file__).parent / "told.toml").read_text(encoding="utf-8"))["told"]
CONTACTS = [
    ContactView(label=label, number=number, kind="normal", since=1, name=name, address="")
    for label, number, name in (("B", 0, "MINKY"), ("C", 0, ""), ("", 1, ""))
]
NAMES = Names(replace(empty_view(1, YouView(player="ann", name="VIRUS")), contacts=CONTACTS))
# Told where an event is of several kinds by what its caller says.
BY_VARIABLE = ("kind",)


def shown(kind: str, facts: dict[str, Any], terms: list[Any] | None = None) -> dict[str, Any]:
    return {"id": "e1", "kind": kind, "facts": facts, "terms": terms or [], "rule": "NV X"}


@pytest.mark.parametrize("one", TOLD, ids=[f"{n}-{one['kind']}" for n, one in enumerate(TOLD)])
def test_an_event_is_told(one: dict[str, Any]) -> None:
    event = shown(one["kind"], one["facts"], one.get("terms"))
    assert CATALOGUE.sentence(event, NAMES) == one["text"]
    assert items([event]).get("e1", "") == one["item"]


def test_every_kind_with_words_is_tried() -> None:
    # hull_paid says what hull_begun says.
    assert {one["kind"] for one in TOLD} >= set(CATALOGUE.kinds) - {"hull_paid"}


def test_no_kind_that_a_phase_tells_is_without_words() -> None:
    kinds = {
        kind for path in Path(pbm.games.nova.__path__[0]).rglob("*.py") for kind in _kinds(path)
    }
    assert len(kinds) > 50
    assert not sorted(kinds - set(CATALOGUE.kinds))


def test_no_kind_of_what_happens_in_a_battle_is_without_words() -> None:
    assert {f"fight_{kind}" for kind in RULES} == {
        kind for kind in CATALOGUE.kinds if kind.startswith("fight_")
    }


def _kinds(path: Path) -> list[str]:
    """First texts of calls that tell an event, as they stand in a module."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        place = {"emit": 0, "emit_to": 0, "paid": 4, "pay": 2, "_told": 3, "_given_back": 2}.get(
            called
        )
        if place is not None and len(node.args) > place:
            kind = node.args[place]
            if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                found.append(kind.value)
    return found


def test_what_was_met_and_noticed_stands_in_the_item_of_the_exploration() -> None:
    explored = {"system": "TEDDY", "letters": ["A", "B"], "back": "B", "type": 4, "start": ""}
    met = {"system": "TEDDY", "contact": "neutral", "goes_on": False, "ships": 1}
    seen = [
        {"id": "m", "kind": "met", "facts": {**met, "jumped_in": 0}},
        {"id": "x", "kind": "explored", "facts": explored},
        {"id": "w", "kind": "warp_point_explored", "facts": explored},
        {"id": "a", "kind": "was_explored", "facts": {"system": "TEDDY"}},
    ]
    found = items(seen)
    assert found == {"x": "* TEDDY (A,B*)4  NC,1AS,AXS", "w": "* TEDDY (A,B*)WP"}
    assert items([seen[0], seen[2]])["w"] == "* TEDDY (A,B*)WP  NC,1AS"


def test_an_unknown_fact_never_stops_a_report() -> None:
    assert CATALOGUE.sentence(shown("crew_lost", {"ship": "Bee"}), NAMES) == "Crew lost (ship Bee)."
