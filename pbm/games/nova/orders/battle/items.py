"""Reads items of BATTLE and GROUND lines, and of the sheets for a round.

Rule: NV ORD-50, NV SPC-01.
Ambiguity: NV A-MISSILE-CHOICE, NV A-DOCTRINE.
"""

import re
from collections.abc import Iterator
from typing import Any

from pbm.games.nova.orders.battle.doctrine import GROUND, Items
from pbm.games.nova.orders.battle.item_faults import list_faults, with_names
from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.orders.order_parser import parser
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.kit.english import nearest
from pbm.kit.problems import invalid
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.kinds import WORDS
from pbm.sheets.line import Line

_CHOICE = re.compile(
    rf"if\s++(?P<test>{WORDS})\s++then\s++(?P<item>{WORDS})(?:\s++else\s++(?P<other>\S.*))?\s*+\Z",
    re.IGNORECASE,
)


def items_of(whole: Line, start: int) -> Iterator[Line]:
    """The items between the semicolons of a line, from a place on."""
    while start < len(whole.text):
        end = whole.text.find(";", start)
        end = len(whole.text) if end < 0 else end
        part = whole.part(start, end)
        if part.text:
            yield part
        start = end + 1


def parsed(resolver: Resolver, start: str) -> Any:
    """The resolver's line as the grammar reads it; None once it is said to be wrong."""
    line = resolver.line
    found = parser().parse(line.text, resolver.roster.names, start)
    if not isinstance(found, SyntaxFault):
        return found
    span = line.span(found.start, found.end)
    fault = invalid(found.fault, span, reason=found.reason, remedy=found.remedy)
    resolver.problems.append(fault)
    return None


def read_item(resolver: Resolver, forms: Items, known: str = "") -> BattleItem:
    """The item that the resolver's line is, with its condition; no word once it is refused.

    ``known`` says what there is, if that is more than the items of ``forms``.
    """
    known = known or f"Items are {', '.join(forms).casefold()}"
    choice = _CHOICE.match(resolver.line.text)
    if choice is None:
        return _plain(resolver, forms, known)

    def part(name: str) -> Resolver:
        return resolver.at(resolver.line.part(*choice.span(name)))

    raw = parsed(part("test"), "asked")
    when = ALWAYS if raw is None else part("test").condition(raw)
    item = _plain(part("item"), forms, known)
    instead = _plain(part("other"), forms, known) if choice["other"] else None
    other = " ".join(filter(None, (instead.word, instead.value))) if instead else ""
    return BattleItem(item.word, item.value, condition_text(when), other, when, instead)


def _plain(resolver: Resolver, forms: Items, known: str) -> BattleItem:
    """The word of an item and what stands behind it."""
    line = resolver.line
    starts = (one for one in forms if re.match(rf"{one}(?!\w)", line.text, re.IGNORECASE))
    word = next(starts, "")
    rest = " ".join(line.text[len(word) :].split())
    if word and re.fullmatch(forms[word].form, rest, re.IGNORECASE):
        missiles = resolver.roster.missiles
        item = BattleItem(word, rest)
        resolver.problems.extend(list_faults(item, line, missiles))
        return with_names(item, missiles) if word == "missiles" else item
    reason = remedy = ""
    if word != "fire" and re.search(r"\bif\b", line.text, re.IGNORECASE):
        reason = "A test stands in front, and  then  behind it"
        remedy = f"Write  if own losses >= 50% then {'PCB 1' if forms is GROUND else 'flee'}"
    elif example := _example(forms, line.text, word, rest):
        remedy = f"Did you mean  {example} ?"
    else:
        reason = known
    fault = f'"{line.text}" is not understood here'
    resolver.problems.append(invalid(fault, line.span(), reason=reason, remedy=remedy))
    return BattleItem("")


def _example(forms: Items, text: str, word: str, rest: str) -> str:
    """An item that may have been meant; "" if none is like it."""
    if not word:
        words = {one.casefold(): one for one in forms}
        near = nearest(text.split()[0].casefold(), words, 70)
        return forms[words[near]].example if near else ""
    values = [one for one in forms[word].form.split("|") if one.isalpha()]
    meant = nearest(rest.casefold(), values, 65)
    return f"{word} {meant}" if meant else forms[word].example
