"""What a text of a catalogue says of the facts of an event."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbm.games
from pbm.engine.registry import names
from pbm.packets.catalogue import COMMON, NOT_DONE, Catalogue, ShownEvent, missed_turn
from tests.games.contract import contract


def fill(text: str, **facts: Any) -> str:
    return ShownEvent({"facts": facts}, None).fill(text)


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("{at} of {number}", {"at": "1010", "number": 0}, "1010 of 0"),
        ("{why:clause}.", {"why": "it fired."}, "it fired."),
        ("{number:count hex/hexes}", {"number": 0}, "0 hexes"),
        ("{number:count ship}", {"number": 1}, "1 ship"),
        ("{ships:list}; {ships:list then}", {"ships": ["A", "B"]}, "A and B; A then B"),
        ("{ships:list *last}", {"ships": ["A", "B"], "last": "or"}, "A or B"),
        ("{sum:thousands}", {"sum": 22350}, "22,350"),
        # A part in brackets: there, missing, empty, nought, and made empty by its formatter.
        ("x[ by {by}].", {"by": "A1"}, "x by A1."),
        ("x[ by {by}].", {}, "x."),
        ("x[ by {by}].", {"by": ""}, "x."),
        ("x[ by {by}].", {"by": 0}, "x by 0."),
        ("x[ by {by}].", {"by": False}, "x."),
        ("x[ for {units:some unit}].", {"units": 0}, "x."),
        ("x[ for {units:some unit}].", {"units": 2}, "x for 2 units."),
        # Alternatives.
        ("[{hit?}hit|miss].", {"hit": True}, "hit."),
        ("[{hit?}hit|miss].", {"hit": False}, "miss."),
        ("[{hit?}hit|miss].", {}, "miss."),
        ("[{way=ram}in|{way=away}off|, {way}].", {"way": "ram"}, "in."),
        ("[{way=ram}in|{way=away}off|, {way}].", {"way": "away"}, "off."),
        ("[{way=ram}in|{way=away}off|, {way}].", {"way": "plot"}, ", plot."),
        ("[{way=ram}in|{way=away}off|, {way}].", {"way": ""}, "."),
        ("[{number=1}one|many]", {"number": 1}, "one"),
        # What is wanting inside leaves the outer part alone.
        ("[{a} [b {b}|no b]|none]", {"a": 1}, "1 no b"),
        ("[{a} [b {b}|no b]|none]", {"b": 1}, "none"),
    ],
)
def test_what_a_text_says(text: str, facts: dict[str, Any], expected: str) -> None:
    assert fill(text, **facts) == expected


def test_facts_with_brackets_and_braces_stand_as_they_are() -> None:
    assert fill("{ship} [by {by}]", ship="[a|{b}]", by="{c}") == "[a|{b}] by {c}"


def test_a_fact_that_is_wanting_outside_brackets_is_named() -> None:
    with pytest.raises(KeyError, match="at"):
        fill("in {at}")


@pytest.mark.parametrize("text", ["{a", "a}", "a|b", "a]", "[a", "[[a]", "{a?}b", "{a=b}", "{:x}"])
def test_a_text_that_cannot_be_read_fails_where_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        Catalogue({"moved": text}, {})


@pytest.mark.parametrize("text", ["{ship:whose}", "x[ by {ship:whose}]", "[x|[{ship:whose}]]"])
def test_a_formatter_that_is_not_there_fails_where_it_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="no formatter whose for ship"):
        Catalogue({"moved": text}, {})
    with pytest.raises(ValueError, match="no formatter whose for ship"):
        Catalogue({}, {}, about=text)
    assert Catalogue({"moved": text}, {"whose": str}).kinds == ("moved",)


CATALOGUE: Catalogue[dict[str, str]] = Catalogue(
    {
        "moved": "{ship:name} moves to {at}.",
        "odd": lambda told: told.fill("{ship:name} {deed}.", deed=told.labels["deed"]),
        "not_done": "{ship:name}" + NOT_DONE,
        "missed_turn": missed_turn("ships"),
        **COMMON,
    },
    {
        "name": lambda labels, ship: labels.get(ship, "a ship"),
        "other": lambda labels, player: "" if player == labels["reader"] else player,
    },
    about="[{ship:name}: ]",
)


def said(kind: str, ruling: str = "", **facts: Any) -> str:
    shown = {"kind": kind, "facts": facts, **({"ruling": ruling} if ruling else {})}
    return CATALOGUE.sentence(shown, {"a1": "your Dread", "deed": "waves", "reader": "ann"})


def test_an_event_has_the_sentence_of_its_kind_with_a_capital() -> None:
    assert said("moved", ship="a1", at="1010") == "Your Dread moves to 1010."
    assert said("odd", ship="b1") == "A ship waves."


def test_an_unknown_event_or_one_without_a_fact_lists_its_plain_facts() -> None:
    facts: dict[str, Any] = {
        "ship": "a1",
        "at_hex": "1010",
        "speed": 3,
        "hit": True,
        "path": ["1010"],
    }
    assert said("strange_thing", **facts) == "Your Dread: strange thing (at hex 1010, speed 3)."
    assert said("moved", ship="a1") == "Your Dread: moved."
    assert said("strange") == "Strange."
    assert said("strange", ship="") == "Strange."


def test_what_every_game_says_alike() -> None:
    assert said("game_over", title="Ann wins.") == "The game is over. Ann wins."
    assert said("ruling", text="set a1.hull = 3.") == "The game master ruled: set a1.hull = 3."
    assert said("ruling", "Courtesy.", asked="Who?", answer="You.") == (
        'The game master answers "Who?": You, because Courtesy.'
    )
    assert said("not_done", ship="a1", written="fire", why="no target.") == (
        'Your Dread did not carry out "fire": no target.'
    )
    assert said("missed_turn", player="ann").startswith("Your sheet did not arrive: your ships ")
    assert said("missed_turn", player="bob") == (
        "Bob sent no sheet; those ships act without orders."
    )


def emitted(code: ast.AST) -> Iterator[str]:
    """The kinds of events that calls of ``emit`` and ``emit_to`` name."""
    for call in ast.walk(code):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in ("emit", "emit_to")
        ):
            kind = call.args[0]
            for part in (kind.body, kind.orelse) if isinstance(kind, ast.IfExp) else (kind,):
                if isinstance(part, ast.Constant):
                    yield str(part.value)


@pytest.mark.parametrize("game", names())
def test_every_kind_of_event_that_a_game_emits_has_a_sentence(game: str) -> None:
    files = (Path(pbm.games.__path__[0]) / game).rglob("*.py")
    kinds = {kind for file in files for kind in emitted(ast.parse(file.read_text("utf-8")))}
    assert len(kinds) > 10
    assert kinds <= set(contract(game).sentences)
