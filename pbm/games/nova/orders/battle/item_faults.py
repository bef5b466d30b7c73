"""What can be wrong with an item of a BATTLE line though its form is right.

Rule: NV SPC-18. Ambiguity: NV A-DOCTRINE, NV A-MISSILE-CHOICE, NV A-FIRE-ORDER.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from pbm.games.nova.orders.battle.doctrine import decision, listed
from pbm.games.nova.orders.battle.targets import CLASSES, CRITERIA, GATES
from pbm.games.nova.state.components import ARMED
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.standing import BattleItem, Group
from pbm.games.nova.view.record import MissileView
from pbm.kit.problems import Problem, Span, illegal, invalid, warning
from pbm.kit.text import folded
from pbm.sheets.line import Line
from pbm.sheets.quoting import near

TARGETS = (*CRITERIA, GATES, *(one.casefold() for one in CLASSES))
_GROUPS = {"armed": "armed ships", "unarmed": "unarmed ships"}
_NO_TARGET = f"Targets are chosen by {', '.join((*CRITERIA, GATES))}, or by a size class such as FG"


def list_faults(
    item: BattleItem, part: Line, missiles: Mapping[str, MissileView]
) -> Iterator[Problem]:
    """Faults of the words of a list; ``missiles`` are the player's own, by folded name."""
    if item.word == "target":
        yield from _unknown(part, item, TARGETS, "is not a way to choose a target", _NO_TARGET)
    if item.word == "order":
        weapons = [kind.casefold() for kind in ARMED]
        yield from _unknown(
            part, item, weapons, "is not a weapon", f"Weapons are {', '.join(ARMED)}"
        )
    if item.word == "missiles":
        for name in listed(item.value):
            if folded(name) not in missiles:
                meant = near(name, {key: one.name for key, one in missiles.items()})
                yield warning(
                    f'"{name}" is not a missile of yours',
                    _where(part, name),
                    reason="Ships fire the missiles they have and skip the others",
                    rule="NV SPC-53",
                    remedy=f'Did you mean "{meant}"?' if meant else "",
                )


def _unknown(
    part: Line, item: BattleItem, words: Collection[str], fault: str, reason: str
) -> Iterator[Problem]:
    for word in listed(item.value):
        if word.casefold() not in words:
            meant = near(word, {one: one for one in words})
            remedy = f'Did you mean "{meant}"?' if meant else ""
            yield invalid(f'"{word}" {fault}', _where(part, word), reason=reason, remedy=remedy)


def _where(part: Line, word: str) -> Span:
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", part.text)
    return part.span(*found.span()) if found else part.span()


def with_names(item: BattleItem, missiles: Mapping[str, MissileView]) -> BattleItem:
    """An item with missiles under the names they were given."""
    known = ((name, missiles.get(folded(name))) for name in listed(item.value))
    names = [name if missile is None else missile.name for name, missile in known]
    quoted = (f'"{name}"' if " " in name else str(name) for name in names)
    return BattleItem(item.word, " > ".join(quoted))


def twice(items: Iterable[tuple[BattleItem, Line]]) -> Iterator[Problem]:
    """Items of a line that decide the same; only the first of them counts."""
    first: dict[str, str] = {}
    for item, part in items:
        if item.when != ALWAYS or not item.word:
            continue
        what = decision(item)
        if what in first:
            yield warning(
                f'"{part.text}" decides the same as "{first[what]}"',
                part.span(),
                reason=f'Only the first of them counts; "{part.text}" does nothing',
                remedy=f"Leave one of them out, or write  if round >= 3 then {part.text}",
            )
        first.setdefault(what, part.text)


def group_fault(group: Group, where: Span) -> Problem | None:
    """What is wrong with a group that takes no part in space combat."""
    if group.what not in ("armies", "colonies"):
        return None
    return illegal(
        f"{group.what} take no part in space combat",
        where,
        reason="BATTLE lines are for ships",
        rule="NV SPC-02",
        outcome="For them the line does nothing",
        remedy="For surface combat write  GROUND armies: match",
    )


def of_ships(
    group: Group, where: Span, items: Iterable[tuple[BattleItem, Line]]
) -> Iterator[Problem]:
    """What a GROUND line for ships cannot say: their OS alone takes part in surface combat."""
    if group.what in ("all", "armies"):
        return
    remedy = "Write it on a line  GROUND default"
    if group.what not in ("ship", "class"):
        yield warning(
            f"a GROUND line for {_GROUPS.get(group.what, group.what)} does nothing",
            where,
            reason="GROUND lines are for armies, and for the OS of ships by name or class",
            rule="NV SUR-01",
            remedy=remedy,
        )
        return
    for item, part in items:
        if item.word and item.word != "OS on":
            yield warning(
                f'"{part.text}" does nothing on a line for ships',
                part.span(),
                reason="Of ships only the OS takes part in surface combat",
                rule="NV SUR-08",
                remedy=remedy,
            )
