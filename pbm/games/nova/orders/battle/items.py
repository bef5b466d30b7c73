"""Items of BATTLE and GROUND lines, and of the sheets for a round: their forms, and one read.

What they come to in a battle is the doctrine's. Rule: NV ORD-50, NV SPC-01.
Ambiguity: NV A-MISSILE-CHOICE, NV A-DOCTRINE.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbm.games.nova.orders.battle.item_faults import list_faults, with_names
from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.orders.order_parser import parser
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.kit.problems import invalid
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Line
from pbm.sheets.kinds import WORDS

# Words of items, with what may stand behind each and an example of it.
Forms = Mapping[str, tuple[str, str]]

_LIST = r"[\w.\"'\-]+(?: [\w.\"'\-]+)*(?: *> *[\w.\"'\-]+(?: [\w.\"'\-]+)*)*"
_LEVEL = r"best|none|\d{1,3}"
_UNITS = r"(?:AA|RA|SDU|MA)(?: *> *(?:AA|RA|SDU|MA))*"
_SOME = r"(?:\d{1,3} )?(?:AA|RA|SDU)"

SPACE: Forms = {
    "range": (r"best|close|open|\d{1,3}", "range best"),
    "target": (_LIST, "target armed > nearest > big"),
    "focus": ("", "focus"),
    "spread": ("", "spread"),
    "overkill": (r"\d(?:\.\d{1,2})?", "overkill 1.2"),
    "break off": (r"(?:100|\d{1,2}) ?%?", "break off 50%"),
    "flee": ("", "flee"),
    "together": ("", "together"),
    "ew": (_LEVEL, "EW best"),
    "fc": (_LEVEL, "FC best"),
    "sn": (r"always|never|\d{1,3}", "SN always"),
    "ss": (_LEVEL, "SS best"),
    "dg": ("on|off|when strong", "DG when strong"),
    "xl": ("auto|beam|pulse", "XL auto"),
    "missiles": (_LIST, "missiles Dart > Lance"),
    "fire": (r"if chance >= ?\d{1,3}%?|within \d{1,3}", "fire if chance >= 50"),
    "order": (_LIST, "order PA > BL"),
    "launch": (r"r[1-9]\d?|never", "launch r1"),
    "pick up": ("", "pick up"),
    "jump": ("ready|fleeing|never", "jump fleeing"),
    "lost": ("seek|leave", "lost leave"),
    "capture": ("", "capture"),
}
GROUND: Forms = {
    "forward": (_UNITS, "forward RA > SDU"),
    "screen": (rf"all|none|{_UNITS}", "screen SDU"),
    "match": (rf"(?:{_UNITS})?", "match"),
    "double on": (_UNITS, "double on SDU > RA"),
    "os on": (_UNITS, "OS on SDU > RA"),
    "land": (r"\d{1,3} (?:AA|RA|SDU|PCB) r[1-3]", "land 2 RA r2"),
    "withdraw": (rf"(?:{_SOME}(?:, *{_SOME})*)?", "withdraw"),
    "pcb": (r"\d{1,2}", "PCB 1"),
    "guard pcb": ("spread|all", "guard PCB spread"),
}
_CHOICE = re.compile(
    rf"if\s++(?P<test>{WORDS})\s++then\s++(?P<item>{WORDS})(?:\s++else\s++(?P<other>\S.*))?\s*+\Z",
    re.IGNORECASE,
)
_CAPITALS = ("ew", "fc", "sn", "ss", "dg", "xl", "os", "pcb")


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


def read_item(resolver: Resolver, forms: Forms) -> BattleItem:
    """The item that the resolver's line is, with its condition; no word once it is refused."""
    choice = _CHOICE.match(resolver.line.text)
    if choice is None:
        return _plain(resolver, forms)

    def part(name: str) -> Resolver:
        return resolver.at(resolver.line.part(*choice.span(name)))

    raw = parsed(part("test"), "asked")
    when = ALWAYS if raw is None else part("test").condition(raw)
    item = _plain(part("item"), forms)
    instead = _plain(part("other"), forms) if choice["other"] else None
    other = " ".join(filter(None, (instead.word, instead.value))) if instead else ""
    return BattleItem(item.word, item.value, condition_text(when), other, when, instead)


def _plain(resolver: Resolver, forms: Forms) -> BattleItem:
    """The word of an item and what stands behind it."""
    line = resolver.line
    low = line.text.casefold()
    word = next((one for one in forms if re.match(rf"{one}(?![\w])", low)), "")
    rest = " ".join(line.text[len(word) :].split())
    if word and re.fullmatch(forms[word][0], rest, re.IGNORECASE):
        missiles = resolver.roster.missiles
        item = BattleItem(_shown(word), rest)
        resolver.problems.extend(list_faults(item, line, missiles))
        return with_names(item, missiles) if word == "missiles" else item
    reason = remedy = ""
    if word != "fire" and re.search(r"\bif\b", low):
        reason = "A test stands in front, and  then  behind it"
        remedy = f"Write  if own losses >= 50% then {'PCB 1' if forms is GROUND else 'flee'}"
    elif example := _example(forms, low, word, rest):
        remedy = f"Did you mean  {example} ?"
    else:
        reason = f"Items are {', '.join(forms)}"
    fault = f'"{line.text}" is not understood here'
    resolver.problems.append(invalid(fault, line.span(), reason=reason, remedy=remedy))
    return BattleItem("")


def _example(forms: Forms, text: str, word: str, rest: str) -> str:
    """An item that may have been meant; "" if none is like it."""
    near = [word] if word else difflib.get_close_matches(text.split()[0], forms, 1, 0.7)
    if not near:
        return ""
    form, example = forms[near[0]]
    values = [one for one in form.split("|") if one.isalpha()] if word else []
    meant = difflib.get_close_matches(rest.casefold(), values, 1, 0.65)
    return f"{_shown(word)} {meant[0]}" if meant else example


def _shown(word: str) -> str:
    """The word of an item as it is printed."""
    return " ".join(bit.upper() if bit in _CAPITALS else bit for bit in word.split())
