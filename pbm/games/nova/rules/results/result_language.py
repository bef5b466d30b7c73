"""The little language in which the game master gives the result of a battle.

Clauses between ``;``, in any order: ``rounds 3; won by VIRUS; Wasp loses 9 armour, BL1; MINKY
Bee destroyed; Fly retreats to TEDDY``. docs/rulings.md describes it. Each clause is read alone,
so that a fault in one hides no other.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from pbm.engine.field_parsers import RefusedValue
from pbm.kit.assets import data_dir
from pbm.kit.records import Record

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput

# How each clause is written; docs and messages show these.
FORMS = {
    "rounds": "rounds 3",
    "won": "won by EMPIRE, EMPIRE",
    "destroyed": "SHIP destroyed",
    "captured": "SHIP captured by EMPIRE",
    "retreats": "SHIP retreats to PLACE",
    "loses": "SHIP loses 9 armour, 3 structure, BL1, 2 JD1, 1 AA",
    "knows": "EMPIRE knows EMPIRE",
    "reports": "EMPIRE reports",
    "silent": "EMPIRE ACL",
    "garbled": "EMPIRE garbled",
    "militia": "militia 4",
    "control": "control EMPIRE",
    "suppressed": "suppressed",
    "lifts": "SHIP lifts 2 AA",
}
_PARTS = re.compile(r'(?:"[^"]*"|[^;"])+')


class Clause(Record):
    """One clause: its word, whom it is about (``("MINKY", "Bee")``), and what it says.

    ``number`` of rounds or militia; ``names`` of empires or the place of a retreat; ``losses``
    as numbers and words, 0 where no number stands.
    """

    word: str
    text: str
    subject: tuple[str, ...] = ()
    number: int = 0
    names: tuple[str, ...] = ()
    losses: tuple[tuple[int, str], ...] = ()


def read_result(text: str) -> tuple[tuple[Clause, ...], tuple[RefusedValue, ...]]:
    """The clauses of a result, and what is wrong with those that are not understood.

    >>> read_result("rounds 2; VIRUS Wasp loses 9 armour, BL1")[0][1].losses
    ((9, 'armour'), (0, 'BL1'))
    """
    from lark import UnexpectedInput  # slow to import, and most turns have no result

    found: list[Clause] = []
    faults: list[RefusedValue] = []
    for part in _PARTS.findall(text):
        if not part.strip():
            continue
        try:
            found.append(_clause(part.strip()))
        except UnexpectedInput as wrong:
            faults.append(_syntax_fault(part.strip(), wrong))
    if not found and not faults:
        remedy = f"Write {FORMS['rounds']}"
        faults.append(RefusedValue("The result says nothing about the battle", remedy=remedy))
    return tuple(found), tuple(faults)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = (data_dir("grammar") / "nova_result.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False)


def _clause(text: str) -> Clause:
    from lark import Tree

    tree = _parser().parse(text)
    numbers = [int(str(one)) for one in tree.children if _is(one, "NUMBER")]
    names = [_plain(one) for one in tree.children if _is(one, "NAME")]
    parts = {one.data: one for one in tree.children if isinstance(one, Tree)}
    if "names" in parts:
        names = [_plain(one) for one in parts["names"].children]
    return Clause(
        str(tree.data),
        text,
        tuple(_plain(one) for one in parts["subject"].children) if "subject" in parts else (),
        numbers[0] if numbers else 0,
        tuple(names),
        tuple(map(_loss, parts["losses"].children)) if "losses" in parts else (),
    )


def _is(part: object, terminal: str) -> bool:
    return getattr(part, "type", "") == terminal


def _plain(part: object) -> str:
    return str(part).strip('"')


def _loss(part: Any) -> tuple[int, str]:
    *number, name = part.children
    return (int(str(number[0])) if number else 0, _plain(name))


def _syntax_fault(text: str, wrong: UnexpectedInput) -> RefusedValue:
    """The fault of a clause: where it is not understood, and the form its word needs."""
    from lark import UnexpectedToken

    ended = isinstance(wrong, UnexpectedToken) and wrong.token.type == "$END"
    here = "" if ended else text[wrong.pos_in_stream :]
    words = text.casefold().split()
    known = [form for word, form in FORMS.items() if word in words or word[:-1] in words]
    return RefusedValue(
        f'"{text}" is not understood',
        f'It stops making sense at "{here}"' if here else "It ends too early",
        f"Write {known[0] if known else ' | '.join(FORMS.values())}",
    )
