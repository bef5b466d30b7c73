"""BATTLE and GROUND lines: how ships and armies are to fight, item by item.

    BATTLE Africa vs B: range best; target armed > nearest; if own losses >= 50% then flee
    GROUND default: forward RA > SDU; land 2 RA r2

What they come to in a battle is the doctrine's. Rule: NV ORD-50, NV SPC-01.
Ambiguity: NV A-MISSILE-CHOICE, NV A-DOCTRINE.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders.code_printer import condition_words
from pbm.games.nova.orders.reading.battle_items import (
    group_fault,
    list_faults,
    of_ships,
    twice,
    with_names,
)
from pbm.games.nova.orders.reading.build_codes import groups_of
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.syntax.parsed_lines import Fighters, Text
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.kit.problems import invalid
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Line
from pbm.sheets.kinds import WORDS

_LIST = r"[\w.\"'\-]+(?: [\w.\"'\-]+)*(?: *> *[\w.\"'\-]+(?: [\w.\"'\-]+)*)*"
_LEVEL = r"best|none|\d{1,3}"
_UNITS = r"(?:AA|RA|SDU|MA)"
_SOME = r"(?:\d{1,3} )?(?:AA|RA|SDU)"

# What may stand behind the word of an item, and an example of it.
SPACE: Mapping[str, tuple[str, str]] = {
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
GROUND: Mapping[str, tuple[str, str]] = {
    "forward": (rf"{_UNITS}(?: *> *{_UNITS})*", "forward RA > SDU"),
    "screen": (rf"all|none|{_UNITS}(?: *> *{_UNITS})*", "screen SDU"),
    "match": (rf"(?:{_UNITS}(?: *> *{_UNITS})*)?", "match"),
    "double on": (rf"{_UNITS}(?: *> *{_UNITS})*", "double on SDU > RA"),
    "os on": (rf"{_UNITS}(?: *> *{_UNITS})*", "OS on SDU > RA"),
    "land": (r"\d{1,3} (?:AA|RA|SDU|PCB) r[1-3]", "land 2 RA r2"),
    "withdraw": (rf"(?:{_SOME}(?:, *{_SOME})*)?", "withdraw"),
    "pcb": (r"\d{1,2}", "PCB 1"),
    "guard pcb": ("spread|all", "guard PCB spread"),
}
_KEYWORD = re.compile(r"(battle|ground)(?![\w'\-])\s*", re.IGNORECASE)
_CHOICE = re.compile(
    rf"if\s++(?P<test>{WORDS})\s++then\s++(?P<item>{WORDS})(?:\s++else\s++(?P<other>\S.*))?\s*+\Z",
    re.IGNORECASE,
)
_CAPITALS = ("ew", "fc", "sn", "ss", "dg", "xl", "os", "pcb")


@dataclasses.dataclass(slots=True)
class _Reader:
    resolver: Resolver
    parser: LineParser
    items: Mapping[str, tuple[str, str]]

    def at(self, part: Line) -> Resolver:
        """The resolver for a part of the line, so that places come out right."""
        return dataclasses.replace(self.resolver, line=part)

    def parsed(self, part: Line, start: str) -> Any:
        """A part of the line as the grammar reads it; None once it is said to be wrong."""
        found = self.parser.parse(part.text, self.resolver.roster.names, start)
        if isinstance(found, SyntaxFault):
            span = part.span(found.start, found.end)
            fault = invalid(found.fault, span, reason=found.reason, remedy=found.remedy)
            self.resolver.problems.append(fault)
            return None
        return found

    def item(self, part: Line) -> BattleItem:
        """One item with its condition."""
        choice = _CHOICE.match(part.text)
        if choice is None:
            return self._plain(part)
        raw = self.parsed(part.part(*choice.span("test")), "asked")
        when = ALWAYS
        if raw is not None:
            when = self.at(part.part(*choice.span("test"))).condition(raw)
        item = self._plain(part.part(*choice.span("item")))
        other, instead = "", None
        if choice["other"]:
            instead = self._plain(part.part(*choice.span("other")))
            other = " ".join(filter(None, (instead.word, instead.value)))
        return BattleItem(item.word, item.value, condition_words(when), other, when, instead)

    def _plain(self, part: Line) -> BattleItem:
        """The word of an item and what stands behind it."""
        low = part.text.casefold()
        word = next((one for one in self.items if re.match(rf"{one}(?![\w])", low)), "")
        rest = " ".join(part.text[len(word) :].split())
        shown = " ".join(bit.upper() if bit in _CAPITALS else bit for bit in word.split())
        if word and re.fullmatch(self.items[word][0], rest, re.IGNORECASE):
            missiles = self.resolver.roster.missiles
            item = BattleItem(shown, rest)
            self.resolver.problems.extend(list_faults(item, part, missiles))
            return with_names(item, missiles) if shown == "missiles" else item
        if word != "fire" and re.search(r"\bif\b", low):
            example = "PCB 1" if self.items is GROUND else "flee"
            fault = invalid(
                f'"{part.text}" is not understood here',
                part.span(),
                reason="A test stands in front, and  then  behind it",
                remedy=f"Write  if own losses >= 50% then {example}",
            )
            self.resolver.problems.append(fault)
            return BattleItem("")
        first = part.text.split()[0] if part.text else ""
        near = difflib.get_close_matches(first.casefold(), self.items, 1, 0.7)
        known = word or (near[0] if near else "")
        example = self.items[known][1] if known else ""
        if word:
            values = [one for one in self.items[word][0].split("|") if one.isalpha()]
            meant = difflib.get_close_matches(rest.casefold(), values, 1, 0.65)
            example = f"{shown} {meant[0]}" if meant else example
        self.resolver.problems.append(
            invalid(
                f'"{part.text}" is not understood here',
                part.span(),
                reason="" if example else f"Items are {', '.join(self.items)}",
                remedy=f"Did you mean  {example} ?" if example else "",
            )
        )
        return BattleItem("")


def space_item(resolver: Resolver, parser: LineParser, part: Line) -> BattleItem:
    """One item of a BATTLE line, written in a part of the resolver's line."""
    return _Reader(resolver, parser, SPACE).item(part)


def battle_lines(resolver: Resolver, parser: LineParser, text: Text) -> tuple[Battle, ...]:
    """A BATTLE or GROUND line; one record for each kind of group it names."""
    whole = resolver.line.part(text.word.start_pos or 0, text.word.end_pos or 0)
    keyword = _KEYWORD.match(whole.text)
    assert keyword is not None
    ground = keyword[1].casefold() == "ground"
    head, colon, _ = whole.text.partition(":")
    if not colon:
        remedy = f"Write  {keyword[1].upper()} default: {'match' if ground else 'range best'}"
        resolver.say_bad("this line has no items", remedy)
        return ()
    reader = _Reader(resolver, parser, GROUND if ground else SPACE)
    fighters = reader.parsed(whole.part(keyword.end(), len(head)), "fighters")
    parts = tuple(_split(whole, len(head) + 1))
    items = tuple(map(reader.item, parts))
    if not items:
        resolver.say_bad("this line has no items", "Write what they are to do behind the colon")
    if not ground:
        resolver.problems.extend(twice(zip(items, parts, strict=True)))
    if not isinstance(fighters, Fighters):
        return ()
    where = reader.at(whole.part(keyword.end(), len(head)))
    many = replace(fighters.many, at=fighters.at)
    groups = tuple(groups_of(where, many)) if many.members else (_default(where, fighters),)
    for group in groups:
        if ground:
            named = zip(items, parts, strict=True)
            resolver.problems.extend(of_ships(group, where.line.span(), named))
        elif (fault := group_fault(group, where.line.span())) is not None:
            resolver.problems.append(fault)
    versus = where.empire(fighters.versus) if fighters.versus is not None else ""
    return tuple(Battle(resolver.ref, group, items, versus, ground) for group in groups)


def _default(resolver: Resolver, fighters: Fighters) -> Group:
    return Group("all", at=resolver.system(fighters.at) if fighters.at is not None else "")


def _split(whole: Line, start: int) -> Iterator[Line]:
    """The parts between semicolons."""
    while start < len(whole.text):
        end = whole.text.find(";", start)
        end = len(whole.text) if end < 0 else end
        part = whole.part(start, end)
        if part.text:
            yield part
        start = end + 1
