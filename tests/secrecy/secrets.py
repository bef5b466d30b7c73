"""Secrets: what a second world may have otherwise without a player being able to know it.

A secret changes a world for one player's eyes and says what of the state after the stage may
then be otherwise, too. Where more than that is otherwise, the change had consequences that
the player might see; such a pair is no test and is put aside. What may be otherwise is said
from the rules of the game, never by its view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import fields, replace

from pbm.kit.records import Record
from pbm.sheets.envelope import find_sheets
from pbm.sheets.received import Text
from tests.secrecy.harness import Outcome, World
from tests.secrecy.leak import Leak

# Where in a state something is: names of fields, keys of tables, ids of things.
Path = tuple[str, ...]
# From a path and the two states after the stage: whether they may differ there.
Allows = Callable[[Path, Any, Any], bool]
Draw = Callable[[st.SearchStrategy[Any]], Any]


@dataclass(frozen=True)
class Changed:
    """The second world; what of the state after the stage ``allows`` to be otherwise.

    ``course`` says that what happens on the table must be the same, too; of the units that are
    ``hidden`` only where they go.
    """

    world: World
    allows: Allows = lambda *_: False
    course: bool = False
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Secret:
    """A kind of secret: ``change(draw, first world played, world, player)``, None if it cannot.

    ``leak`` gives it away; the harness must find that.
    """

    name: str
    change: Callable[[Draw, Outcome, World, str], Changed | None]
    leak: Leak

    def __repr__(self) -> str:
        return self.name


def others(world: World, player: str) -> list[str]:
    """The seats whose sheets the player is told nothing of."""
    side = world.seat(player).side
    shared = world.campaign.options.get("share") == "side"
    return [
        seat.id
        for seat in world.game_state.seats
        if seat.id != player and not seat.closed and not (shared and seat.side == side)
    ]


def enemies(world: World, player: str) -> list[str]:
    """The seats of other sides."""
    side = world.seat(player).side
    return [seat.id for seat in world.game_state.seats if seat.side != side and not seat.closed]


# --- what of two states is otherwise ----------------------------------------------------------


def otherwise(one: Any, other: Any, path: Path = ()) -> Iterator[Path]:
    """Where two states are not the same."""
    if one is other or (type(one) is type(other) and one == other):
        return
    if isinstance(one, Record) and type(one) is type(other):
        for part in fields(one):
            here, there = getattr(one, part.name), getattr(other, part.name)
            yield from otherwise(here, there, (*path, part.name))
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in {**one, **other}:
            yield from otherwise(one.get(key), other.get(key), (*path, str(key)))
    elif isinstance(one, tuple) and isinstance(other, tuple):
        first, second = _by_id(one), _by_id(other)
        for key in {**first, **second}:
            yield from otherwise(first.get(key), second.get(key), (*path, key))
    else:
        yield path


def _by_id(things: Sequence[Any]) -> dict[str, Any]:
    return {str(getattr(one, "id", place)): one for place, one in enumerate(things)}


# --- what others write ------------------------------------------------------------------------

WORDS = st.text("abcdefghij xyz0123456789,.", min_size=1, max_size=60).map(
    lambda text: f"Zq {' '.join(text.split())}"
)


def the_sheet(world: World, player: str) -> Text | None:
    """The one text that holds a player's one sheet for the mailing, if there is just that."""
    game = world.campaign.ruleset
    if not world.texts:
        return None
    awaited = game.awaited(world.base.given.mailing).name
    texts = [
        text
        for text in world.texts_of(player)
        if any(s.kind == awaited for s in find_sheets(text.data, text.name, game.all_kinds).sheets)
    ]
    if len(texts) != 1:
        return None
    sheets = find_sheets(texts[0].data, texts[0].name, game.all_kinds).sheets
    lines = texts[0].data.splitlines()
    return texts[0] if len(sheets) == 1 and lines.count(b"END") == 1 else None


def sheet_of_another(draw: Draw, world: World, player: str) -> tuple[str, Text] | None:
    """Another player, and the text of their one sheet."""
    found = others(world, player)
    other = draw(st.sampled_from(found)) if found else None
    text = the_sheet(world, other) if other else None
    return (other, text) if other and text else None


def with_lines(text: Text, lines: Sequence[str], *, top: bool = False) -> Text:
    """A text with lines added before its END, or after its head."""
    written = text.data.splitlines()
    place = 1 if top else written.index(b"END")
    if top:  # after the head, wherever that stands
        place = 1 + next(at for at, line in enumerate(written) if line.strip())
    added = [line.encode() for line in lines]
    return replace(text, data=b"\n".join([*written[:place], *added, *written[place:], b""]))


def without_line(text: Text, number: int) -> Text:
    """A text with one line made empty, so that all others keep their places."""
    written = text.data.splitlines()
    written[number - 1] = b""
    return replace(text, data=b"\n".join([*written, b""]))


def next_number(world: World, player: str) -> int:
    return 1 + max((text.number for text in world.texts_of(player)), default=0)
