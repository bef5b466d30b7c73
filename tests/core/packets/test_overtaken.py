"""Sentences that a later ruling of the same turn overtook are struck, in each game's fields."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.conformance.vocabulary import vocabulary
from pbm.engine.registry import GAMES, ruleset
from pbm.engine.story import Item, Scene
from pbm.engine.types import StorySection
from pbm.packets.overtaken import overtaken, story_words, strike

CLAIMS: dict[str, tuple[str, ...]] = {"hit": (), "sunk": ("ship/{ship}/status",)}
WORDS = "This no longer holds: the game master ruled set A.hull = 9, because it was counted twice."


def event(id: str, kind: str, *paths: str, **facts: Any) -> dict[str, Any]:
    changes = [{"path": path, "before": 1, "after": 0} for path in paths]
    return {"id": id, "kind": kind, "facts": facts, "changes": changes}


def ruled(*paths: str, reason: str = "it was counted twice") -> dict[str, Any]:
    return {**event("r", "ruling", *paths, text="set A.hull = 9"), "ruling": reason}


def item(id: str, text: str) -> Item:
    return Item(
        event=id,
        kind="hit",
        text=text,
        terms=[],
        totals=[],
        rolls=[],
        ships=[],
        own=True,
        important=False,
        rule="",
        track=["0101"],
        scene=Scene(fire="hit"),
    )


HIT = event("h", "hit", "ship/a/hull")
SUNK = event("s", "sunk", ship="a")


@pytest.mark.parametrize(
    ("seen", "struck"),
    [
        ([HIT, SUNK, ruled("ship/a/hull", "ship/a/status")], {"h", "s"}),
        ([HIT, SUNK, ruled("ship/a/hull")], {"h"}),
        # What happens after a ruling holds, and what it did not touch.
        ([ruled("ship/a/hull"), HIT], set()),
        ([HIT, ruled("ship/b/hull")], set()),
        ([HIT, ruled("ship/a/hull"), event("i", "hit", "ship/a/hull")], {"h"}),
        # A kind without claims, and an event that does not tell its reader what it is of.
        ([event("m", "moved", "ship/a/hull"), ruled("ship/a/hull")], set()),
        ([event("s", "sunk"), ruled("ship/a/status")], set()),
    ],
)
def test_what_a_later_ruling_changed_no_longer_holds(
    seen: list[dict[str, Any]], struck: set[str]
) -> None:
    found = overtaken(seen, CLAIMS)
    assert set(found) == struck
    assert set(found.values()) <= {WORDS}


def test_a_ruling_without_a_reason_is_named_alone() -> None:
    found = overtaken([HIT, ruled("ship/a/hull", reason="")], CLAIMS)
    assert found == {"h": "This no longer holds: the game master ruled set A.hull = 9."}


def test_a_struck_sentence_is_not_drawn() -> None:
    hit, other = item("h", "A is hit."), item("i", "B is hit.")
    story = [StorySection("Fire", [hit, other])]
    assert strike(story, {}) == story
    ((struck, same),) = [section.items for section in strike(story, {"h": WORDS})]
    assert (struck.text, struck.struck) == ("A is hit.", WORDS)
    assert (struck.track, struck.scene) == ([], None)
    assert same == other
    assert story_words(struck.text, struck.struck) == f"A is hit. [{WORDS}]"
    assert story_words(same.text, same.struck) == "B is hit."


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_claims_are_of_kinds_and_fields_that_the_game_has(game: str) -> None:
    kinds = vocabulary(f"pbm.games.{game}").events
    for kind, paths in ruleset(game).claims.items():
        assert kind in kinds, kind
        for path in paths:
            named = path.partition("{")[2].partition("}")[0]
            assert named in kinds[kind].fields, (kind, path)
