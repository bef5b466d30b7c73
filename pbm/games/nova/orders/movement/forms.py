"""Movement lines that differ from one read before in the names alone.

A player moves a hundred ships with lines of a few forms. A form keeps what its lines share, and
where the names stand in them; a line of a known form is not parsed: its names are looked up and
put in their places. What cannot be one of its player's names makes a form of its own, so a line
with anything that is not known goes through the parser, which says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lark import Token

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.addressing import names_in
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump, Mover
from pbm.kit.records import Record
from pbm.language.parse_tree import Node
from pbm.sheets.line import Line

# A line with quotes splits into words and what stands between them, in turn.
_QUOTES = re.compile(r"(\"[^\"]*\"|[\w'\-]+)")
_NAME = re.compile(r"[^\W\d_][\w'\-]*\Z")
# What stands in a form for a name, bare and in quotes.
_BARE, _QUOTED = "\1", "\2"
_MOST_FORMS = 5000


class Form(Record):
    """What lines share: a line of the form, and the places of the words that are names in it.

    ``movers`` and ``route`` hold a place for each mover and jump; 0: no name stands there.
    ``route`` is empty if no jump has one.
    """

    like: Movement
    start: int
    movers: tuple[int, ...]
    route: tuple[int, ...]
    retreat: int
    tow: int


_FORMS: dict[str, Form] = {}


def marks(names: frozenset[str], taken: frozenset[str], never: frozenset[str]) -> dict[str, str]:
    """What stands in a form for each of a player's names, as it is written.

    ``taken`` are words that can stand for more than a name. A player who has a name of ``never``
    gets none, nor does one with a name of one letter: lines mean something else to them.
    """
    if not never.isdisjoint(names) or any(len(name) == 1 for name in names):
        return {}
    found = {f'"{name}"': _QUOTED for name in names}
    found.update((name, _BARE) for name in names - taken if _NAME.match(name))
    return found


def known(line: Line, given: Mapping[str, str], roster: Roster, mailing: str) -> Movement | None:
    """The order of a line of a known form, as reading the parser's tree of it would give it.

    None for a line of another form, and for one with a name of the wrong kind.
    """
    words = _words(line.text)
    form = _FORMS.get(" ".join([given.get(word, word) for word in words]))
    if form is None:
        return None
    like, systems, ships = form.like, roster.systems, roster.ships
    if '"' in line.text:
        words = [word.strip('"') for word in words]
    try:
        return Movement(
            OrderRef(roster.player, mailing, line.number, line.order),
            systems[words[form.start]].name,
            tuple(
                [
                    Mover(ships[words[at]].id, one.cargo) if at else one
                    for at, one in zip(form.movers, like.movers, strict=True)
                ]
            ),
            tuple(
                [
                    Jump(one.letter, systems[words[at]].name) if at else one
                    for at, one in zip(form.route, like.route, strict=True)
                ]
            )
            if form.route
            else like.route,
            like.codes,
            systems[words[form.retreat]].name if form.retreat else like.retreat,
            like.setup,
            ships[words[form.tow]].id if form.tow else like.tow,
            like.retreating,
        )
    except KeyError:
        return None


def _words(text: str) -> list[str]:
    """The line in pieces, its words among them. Lines with different pieces differ."""
    text = f" {text.lower()}"  # the first piece is none of its words
    if '"' in text:
        return _QUOTES.split(text)
    for sign in ",>=():":
        if sign in text:
            text = text.replace(sign, f" {sign} ")
    return text.split(" ")


def learn(line: Line, given: Mapping[str, str], node: Node, order: Movement) -> None:
    """Keep the form of a line that was parsed and read without a fault, if it has one."""
    words = _words(line.text)
    shape = [given.get(word, word) for word in words]
    text, start, end = f" {line.text.lower()}", 0, 0
    starts: dict[int, int] = {}
    for at, word in enumerate(words):
        start = text.index(word, end)
        starts[start], end = at, start + len(word)

    def place(token: Token) -> int:
        return starts.get(1 + (token.start_pos or 0), 0)

    system, movers, *others = node.items[order.retreating :]
    parts = {part.kind: part for part in others}
    jumps = [one.items[-1] for one in parts["route"].parts] if order.route else []
    route = [place(one) if jump.system else 0 for one, jump in zip(jumps, order.route, strict=True)]
    form = Form(
        order,
        place(system),
        tuple([place(one.items[0]) if one.kind == "ship" else 0 for one in movers.parts]),
        tuple(route) if any(route) else (),
        place(parts["retreat_to"].items[-1]) if len(order.retreat) > 1 else 0,
        place(parts["tow"].items[1]) if order.tow else 0,
    )
    ships = [*form.movers, form.tow]
    names = [form.start, *ships, *form.route, form.retreat]
    marked = [at for at, word in enumerate(shape) if word in (_BARE, _QUOTED)]
    blanks = line.text.count(" ") - sum([words[at].count(" ") for at in marked])
    is_whole = not (line.written or node.word.start_pos) and blanks > 1 and line.text[-1] != ":"
    is_of_names = len(names_in(order)) == sum(map(bool, ships))
    if is_whole and is_of_names and sorted(filter(None, names)) == marked:
        if len(_FORMS) >= _MOST_FORMS:
            _FORMS.clear()
        _FORMS[" ".join(shape)] = form
