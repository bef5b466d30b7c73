"""The fields that rulings may set, as tables of a game, and their common setter.

A row says which words a field takes, and which field of the record it sets:

    FIELDS = Fields("a ship", State.ship, State.with_ship, {
        "hull": Field(Whole("hull", lambda _state, ship: ship.hull_points, least=1)),
        "screen": Field(Words({"up": True, "down": False}, "is neither up nor down"), "screened"),
        "supplies.icm": Field(Whole("supply {1}", 9), change=with_supply),
    })

Each call gets the words and then the parts of the field's name (``supplies``, ``icm``).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.field_parsers import RefusedValue, near, number
from pbm.engine.rulings import Ruling
from pbm.kit.records import Record

__all__ = ["YES_NO", "Fields", "RulingField", "Whole", "WordChoice", "any_words", "unknown"]


class Whole(Record):
    """A whole number from ``least`` to ``most``, fixed or functions of the thing.

    A ``signed`` one may be negative, down to ``-most``.
    """

    what: str
    most: int | Callable[[Any, Any], int]
    least: int | Callable[[Any, Any], int] = 0
    signed: bool = False

    def __call__(self, world: Any, thing: Any, words: str, *names: str) -> int:
        """The number in these words, or Refused."""
        least, most = (
            limit if isinstance(limit, int) else limit(world, thing)
            for limit in (self.least, self.most)
        )
        below = self.signed and words.startswith("-")
        found = number(self.what.format(*names), words[below:], least, most)
        return -found if below else found


class WordChoice(Record):
    """One of several words, in any case, each with its value."""

    values: Mapping[str, object]
    fault: str
    remedy: str = ""

    def __call__(self, _world: Any, _thing: Any, words: str, *_names: str) -> Any:
        """The value of this word, or Refused."""
        for word, value in self.values.items():
            if word.casefold() == words.casefold():
                return value
        raise RefusedValue(
            f'"{words}" {self.fault}', remedy=self.remedy or f"Write {_listed(self.values)}"
        )


YES_NO = WordChoice(
    {"yes": True, "no": False, "true": True, "false": False},
    "is neither yes nor no",
    "Write yes or no",
)


def any_words(_world: Any, _thing: Any, words: str, *_names: str) -> str:
    """Any words, as they are."""
    return words


class RulingField(Record):
    """A field: the values it takes and what it changes.

    ``read(world, thing, words, *names)`` gives the value or raises Refused. It becomes the field
    ``of`` the record (the ruling's own word for it if left out), unless ``change(thing, value,
    *names)`` gives the thing changed, or ``put(world, thing, value, *names)`` the world.
    ``named``: where the row has a name of its own behind a dot, any other may stand there.
    """

    read: Callable[..., Any]
    of: str = ""
    change: Callable[..., Any] | None = None
    put: Callable[..., Any] | None = None
    named: bool = False


class Fields(Record):
    """The fields of one kind of thing (``what``: "a ship").

    ``get(world, id)`` finds the thing, ``put(world, thing)`` returns the world with the changed
    thing. ``moves`` are fields that ``move`` and ``add`` may set besides ``at``. ``listed``
    replaces the rows' names in messages.
    """

    what: str
    get: Callable[[Any, str], Any]
    put: Callable[[Any, Any], Any]
    rows: Mapping[str, RulingField]
    moves: tuple[str, ...] = ()
    listed: str = ""

    def row(self, name: str) -> RulingField | None:
        """The field of this name, or None."""
        head, *rest = name.split(".")
        return self.rows.get(name) or next(
            (
                row
                for known, row in self.rows.items()
                if row.named and (known.split(".")[0], known.count(".")) == (head, len(rest))
            ),
            None,
        )

    def set(self, world: Any, id: str, name: str, words: str) -> Any:
        """The world after ``set``; Refused for an unknown field or a wrong value."""
        row = self.row(name)
        if row is None:
            raise unknown(name, self.what, self.rows, self.listed)
        thing, names = self.get(world, id), name.split(".")
        value = row.read(world, thing, words, *names)
        if row.put is not None:
            return row.put(world, thing, value, *names)
        if row.change is not None:
            return self.put(world, row.change(thing, value, *names))
        return self.put(world, replace(thing, **{row.of or name: value}))

    def move(self, world: Any, id: str, ruling: Ruling) -> Any:
        """The world after ``move``: the thing at its new place, then its other details."""
        world = self.set(world, id, "at", ruling.value)
        for word, words in ruling.details:
            if word not in self.moves:
                remedy = f"Write {' or '.join(self.moves)}" if self.moves else ""
                fault = f'"{word}" is not a detail of a move'
                raise RefusedValue(fault, remedy=near(word, self.moves, remedy))
            world = self.set(world, id, word, words)
        return world


def unknown(name: str, what: str, known: Collection[str], listed: str = "") -> RefusedValue:
    """The refusal of an unknown field, with the likeliest known one, or all of them."""
    every = f"The fields are {listed or ', '.join(known)}"
    return RefusedValue(f'"{name}" is not a field of {what}', remedy=near(name, known, every))


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"
