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

from pbm.kit.problems import Severity
from pbm.kit.records import Record
from pbm.sheets.envelope import find_sheets
from pbm.sheets.received import Text
from pbm.storage.turn_toml import NEW
from pbm.turns.submissions import submissions_of
from tests.secrecy.bases import WHEN
from tests.secrecy.harness import Outcome, World

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
    """A kind of secret: ``change(draw, first world played, world, player)``, None if it cannot."""

    name: str
    change: Callable[[Draw, Outcome, World, str], Changed | None]

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


# --- secrets of every game: what others write and when ----------------------------------------

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


def of_the_writer(player: str) -> Allows:
    """What a game keeps of a sheet for its writer alone."""
    return lambda path, *_: (
        path[:3] == ("empires", player, "standing")
        or (path[:2] == ("orders", player) and "ref" in path)
    )


def _some_other(draw: Draw, world: World, player: str) -> str | None:
    """Another who may write; before set-up nobody may."""
    found = [] if world.base.given.mailing == NEW else others(world, player)
    return draw(st.sampled_from(found)) if found else None


def _remarks(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Remarks and blank lines: all order lines of the sheet get other numbers."""
    other = _some_other(draw, world, player)
    text = the_sheet(world, other) if other else None
    if other is None or text is None or world.rulings:
        return None
    lines = draw(st.lists(WORDS.map(lambda words: f"# {words}"), min_size=1, max_size=4))
    return Changed(world.with_texts(with_lines(text, lines, top=True)), of_the_writer(other))


def _junk(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Lines that nobody understands."""
    other = _some_other(draw, world, player)
    text = the_sheet(world, other) if other else None
    if other is None or text is None:
        return None
    lines = draw(st.lists(WORDS, min_size=1, max_size=3))
    return Changed(world.with_texts(with_lines(text, lines)), of_the_writer(other))


def _spare(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A sheet that does not count: of another turn or campaign, or worse than the one in force."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    name, mailing = world.seat(other).name, world.base.given.mailing
    campaign = world.campaign.name
    kind = world.campaign.ruleset.awaited(mailing).name
    texts = world.texts_of(other)
    submitted = submissions_of(
        world.campaign, world.game_state, mailing, other, texts, world.game_state.seats
    )
    main = submitted.main
    whole = main is not None and not any(
        problem.severity is Severity.INVALID
        for problem in (*main.sheet.remarks, *main.reading.problems)
    )
    heads = [f"{kind} {campaign} turn 77 for {name}", f"{kind} other turn {mailing} for {name}"]
    if whole and world.campaign.ruleset.awaited(mailing).counts == "one":
        heads.append(f"{kind} {campaign} turn {mailing} for {name}")
    words = draw(st.lists(WORDS, min_size=1, max_size=3))
    text = "\n".join([draw(st.sampled_from(heads)), *words, "END", ""])
    new = Text(other, next_number(world, other), WHEN, "again.txt", text.encode())
    return Changed(world.with_texts(new))


def _readiness(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Whether another may still change his sheet, or goes away: for the game master alone."""
    other = _some_other(draw, world, player)
    text = the_sheet(world, other) if other else None
    if other is None or text is None:
        return None
    away = f"ABSENT until turn {world.game_state.turn + draw(st.integers(1, 99))}"
    line = draw(st.sampled_from(["WAIT", "FINAL", away]))
    return Changed(world.with_texts(with_lines(text, [line])), of_the_writer(other))


def _message(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A message between others, or to the game master."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    others_too = [one for one in others(world, player) if one != other]
    to = draw(st.sampled_from(["", "gm", *(world.seat(one).name for one in others_too)]))
    head = f"MESSAGE {world.campaign.name} turn {world.base.given.mailing}"
    head += f" for {world.seat(other).name}" + (f" to {to}" if to else "")
    body = "\n".join(draw(st.lists(WORDS, min_size=1, max_size=5)))
    text = f"{head}\n{body}\nEND\n"
    new = Text(other, next_number(world, other), WHEN, "letter.txt", text.encode())
    return Changed(world.with_texts(new))


def _note(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A note to the game master, answered or not."""
    other = _some_other(draw, world, player)
    text = the_sheet(world, other) if other else None
    if other is None or text is None:
        return None
    noted = with_lines(text, [f"NOTE TO GM: {draw(WORDS)}"])
    changed = world.with_texts(noted)
    if draw(st.booleans()):
        answer = _answered(changed, other, draw(WORDS))
        changed = replace(changed, rulings=world.rulings + answer)
    return Changed(changed, of_the_writer(other))


def _answered(world: World, player: str, words: str) -> bytes:
    """An answer to the newest question of a player's sheet."""
    mailing, texts = world.base.given.mailing, world.texts_of(player)
    submitted = submissions_of(
        world.campaign, world.game_state, mailing, player, texts, world.game_state.seats
    )
    ids = [item.id for item in submitted.docket]
    return f"answer {ids[-1]}: {words} because it is so\n".encode() if ids else b""


def _ruling(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What the game master notes for another."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    note = f'note "{world.seat(other).name}": {draw(WORDS)} because he asked\n'.encode()
    return Changed(replace(world, rulings=world.rulings + note))


def _time(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """When another's texts came, and what their files were called."""
    hour, minute = draw(st.integers(0, 23)), draw(st.integers(0, 59))
    when = f"2026-01-01T{hour:02}:{minute:02}:00+00:00"
    name = draw(st.sampled_from(["a.txt", "my orders for this turn.txt"]))
    changed = [
        replace(text, received=when, name=name)
        for text in world.texts
        if text.player in others(world, player)
    ]
    return Changed(world.with_texts(*changed)) if changed else None


def _address(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Another's mail address."""
    other = _some_other(draw, world, player)
    if other is None:
        return None
    word = draw(st.text("abcdefgh", min_size=1, max_size=12))
    return Changed(replace(world, addresses={other: f"{word}@example.org"}))


COMMON = (
    Secret("remarks", _remarks),
    Secret("line not understood", _junk),
    Secret("sheet that does not count", _spare),
    Secret("readiness", _readiness),
    Secret("message", _message),
    Secret("note to the game master", _note),
    Secret("ruling for another", _ruling),
    Secret("time of a sheet", _time),
    Secret("mail address", _address),
)
