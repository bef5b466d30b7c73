"""Movement lines that differ from one read before in the names alone.

A player moves a hundred ships with lines of a few forms. A form keeps what its lines share, and
where the names stand in them; a line of a known form is not parsed: its names are looked up and
put in their places. What cannot be one of its player's names makes a form of its own, so a line
with anything that is not known goes through the parser, which says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate

from lark import Token

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.addressing import names_in
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump, Mover
from pbm.kit.records import Record
from pbm.language.parse_tree import Node
from pbm.sheets.line import Line

# A line splits into words and what stands between them, in turn.
_PARTS = re.compile(r"(\"[^\"]*\"|[\w'\-]+)")
# What stands in a form for a name, bare and in quotes.
_BARE, _QUOTED = "\1", "\2"
_MOST_FORMS = 5000


class Form(Record):
    """What lines share: a line of the form, and the places of the words that are names in it.

    ``movers`` and ``route`` hold a place for each mover and jump; 0: no name stands there.
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
    found.update((name, _BARE) for name in names if name[:1].isalpha() and name not in taken)
    return found


def known(line: Line, given: Mapping[str, str], roster: Roster, mailing: str) -> Movement | None:
    """The order of a line of a known form, as reading the parser's tree of it would give it.

    None for a line of another form, and for one with a name of the wrong kind.
    """
    words = _PARTS.split(line.text.lower())
    form = _FORMS.get("".join([given.get(word, word) for word in words]))
    if form is None:
        return None
    like, systems, ships = form.like, roster.systems, roster.ships

    def system(at: int) -> str:
        return systems[words[at].strip('"')].name

    def mover(at: int, one: Mover) -> Mover:
        return Mover(ships[words[at].strip('"')].id, one.cargo) if at else one

    def jump(at: int, one: Jump) -> Jump:
        return Jump(one.letter, system(at)) if at else one

    try:
        return Movement(
            OrderRef(roster.player, mailing, line.number, line.order),
            system(form.start),
            tuple(map(mover, form.movers, like.movers)),
            tuple(map(jump, form.route, like.route)) if any(form.route) else like.route,
            like.codes,
            system(form.retreat) if form.retreat else like.retreat,
            like.setup,
            ships[words[form.tow].strip('"')].id if form.tow else like.tow,
            like.retreating,
        )
    except KeyError:
        return None


def learn(line: Line, given: Mapping[str, str], node: Node, order: Movement) -> None:
    """Keep the form of a line that was parsed and read without a fault, if it has one."""
    words = _PARTS.split(line.text.lower())
    shape = [given.get(word, word) for word in words]
    starts = {start: at for at, start in enumerate(accumulate(map(len, words), initial=0))}

    def place(token: Token) -> int:
        return starts.get(token.start_pos or 0, 0)

    start, movers, *others = node.items[order.retreating :]
    parts = {part.kind: part for part in others}
    jumps = zip(parts["route"].parts, order.route, strict=True) if order.route else ()
    form = Form(
        order,
        place(start),
        tuple([place(one.items[0]) if one.kind == "ship" else 0 for one in movers.parts]),
        tuple([place(one.items[-1]) if jump.system else 0 for one, jump in jumps]),
        place(parts["retreat_to"].items[-1]) if len(order.retreat) > 1 else 0,
        place(parts["tow"].items[1]) if order.tow else 0,
    )
    ships = [*form.movers, form.tow]
    names = [form.start, *ships, *form.route, form.retreat]
    marked = [at for at, word in enumerate(shape) if word in (_BARE, _QUOTED)]
    text = "".join(shape)
    is_whole = not (line.written or node.word.start_pos) and text.count(" ") > 1 and text[-1] != ":"
    is_of_names = len(names_in(order)) == sum(map(bool, ships))
    if is_whole and is_of_names and sorted(filter(None, names)) == marked:
        if len(_FORMS) >= _MOST_FORMS:
            _FORMS.clear()
        _FORMS[text] = form
