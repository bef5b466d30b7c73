"""What would make a line readable that is not: small changes, tried until it reads.

A line may hold several faults, of which only the first is seen: a change that leads on to another
is taken if that one can be fixed too, and the remedy says both.

Rule: NV ORD-10, NV ORD-36 (orders are letters; groups of units stand behind GENERAL and the like).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.state.orders.letters import BY_NAME
from pbm.language.syntax_errors import SyntaxFault

# What stands for something else, and what is easily forgotten.
_INSTEAD = {"and": (",", ";"), "for": ("against",)}
_OF_KNOWN = (",", "+", "to", "at")  # before what the player knows by name
_LINKS = ("and", "at", "but", "except", "for", "from", "of", "on", "to", "with")  # no names
_HEADLESS = re.compile(r"(?:if|else|otherwise)\b", re.I)
_FIRST = re.compile(r"\"[^\"]+\"|[\w'\-]+")
_NUMBERED = re.compile(r"\b([^\W\d]\w*) ([0-9]+)\b")
_MEANT = re.compile(r'Did you mean "([^"]+)"\?')
_MOST = 3  # faults of a line that are looked for

Reads = Callable[[str, str], bool]
Parse = Callable[[str, str], Any]
Stops = Callable[[str, str], int | None]


def with_remedy(
    text: str,
    found: SyntaxFault,
    section: str,
    roster: Roster,
    parse: Parse,
    stops: Stops,
    most: int = _MOST,
) -> SyntaxFault:
    """The fault with what to write instead, and those behind it; as it is if nothing helps.

    ``parse`` reads a text as a line of a section, ``stops`` says where that ends too early.
    """

    def reads(text: str, section: str) -> bool:
        return stops(text, section) is None

    if said := remedy(text, found, section, roster, reads):
        return replace(found, remedy=said)
    if most > 1:
        for changed, words in [*_meant(text, found), *_tried(text, found, section, roster)]:
            at = stops(changed, section)
            if at is None or not _leads_on(text, found, changed, at):
                continue
            later = parse(changed, section)
            told = with_remedy(changed, later, section, roster, parse, stops, most - 1)
            meant = [other for other, _words in _meant(changed, later)]
            if told != later or (meant and reads(meant[0], section)):
                behind = _moved(told, len(text) - len(changed))
                return replace(found, remedy=words, behind=behind)
    return found


def _leads_on(text: str, found: SyntaxFault, changed: str, at: int) -> bool:
    """True if the next fault, there, stands behind this one, in what was not changed."""
    rest = changed[at:]
    return len(rest) <= len(text) - found.end and text.endswith(rest)


def _moved(found: SyntaxFault, by: int) -> SyntaxFault:
    behind = _moved(found.behind, by) if found.behind is not None else None
    return replace(found, start=found.start + by, end=found.end + by, behind=behind)


def remedy(text: str, found: SyntaxFault, section: str, roster: Roster, reads: Reads) -> str:
    """What to write instead, "" if nothing tried here makes the line readable.

    ``reads`` is true for a text that reads as a line of a section.
    """
    for changed, words in _tried(text, found, section, roster):
        if reads(changed, section):
            return words
    head, rest = text[: found.start].rstrip(" ,;."), text[found.start :]
    word = text[found.start : found.end]
    own = "movement" if head.casefold().startswith("mov") else section
    if folded(word) in roster.systems and reads(head, section) and reads(rest, own):
        return f'A new order begins with "{word}": write it on a line of its own'
    return ""


def _tried(
    text: str, found: SyntaxFault, section: str, roster: Roster
) -> Iterator[tuple[str, str]]:
    """Lines with one change, each with its remedy."""
    yield from _in_place(text, found)
    if section == "expenditures" and _HEADLESS.match(text):
        yield f"PLAN {text}", "Write PLAN before it"
    if not found.remedy:
        yield from _small(text, found, roster)


def _meant(text: str, found: SyntaxFault) -> Iterator[tuple[str, str]]:
    """The word that was meant where one is much like it."""
    if (meant := _MEANT.fullmatch(found.remedy)) is not None:
        yield f"{text[: found.start]}{meant[1]}{text[found.end :]}", found.remedy


def _in_place(text: str, found: SyntaxFault) -> Iterator[tuple[str, str]]:
    """Another word where the fault is, with its remedy."""
    before, word, behind = text[: found.start], text[found.start : found.end], text[found.end :]
    code = BY_NAME.get(word.casefold())
    if code is not None:
        others = (f", {part}" for part in behind.split())
        said = f"Orders are letters: write {code} for {word}"
        yield f"{before.rstrip(' ,;')} {code}{behind}", said
        yield f"{before.rstrip(' ,;')} {code}{''.join(others)}", said
    if word.casefold() == "to":
        yield f"{before}>{behind}", f"A jump is written with > : write  >{behind}"
    if word == ",":
        yield f"{before};{behind}", "Write ; between two of them"


def _small(text: str, found: SyntaxFault, roster: Roster) -> Iterator[tuple[str, str]]:
    """A sign or a small word left out, put in, or put for another, where the fault is."""
    before, word, behind = text[: found.start], text[found.start : found.end], text[found.end :]
    if not word.strip():
        return
    for other in _INSTEAD.get(word.casefold(), ()):
        yield f"{before}{other}{behind}", f'Write {_said(other)} for "{word}"'
    if word in (".", ","):
        yield f"{before} {behind}", f'Leave out the "{word}"'
        yield f"{before} >{behind}", f'Write > for "{word}"'
    whole = before.rstrip()
    if whole.endswith(","):
        yield f"{whole[:-1]}; {word}{behind}", f'Write ; before "{word}", not a comma'
        yield f"{whole[:-1]} {word}{behind}", f'Leave out the comma before "{word}"'
    if word.casefold() in _LINKS:
        return
    is_known = folded(word) in roster.names or roster.empire_of(word) is not None
    for put in (*(_OF_KNOWN if is_known else ("as",)), ":", ";"):
        yield f"{whole} {put} {word}{behind}", f'Write {_said(put)} before "{word}"'


def _said(sign: str) -> str:
    return "a comma" if sign == "," else sign


def with_names(text: str, section: str, roster: Roster) -> Iterator[str]:
    """The line with the system that it leaves out, or the hyphen that a ship's name lacks."""
    for found in _NUMBERED.finditer(text):
        if folded(name := f"{found[1]}-{found[2]}") in roster.ships:
            yield f"{text[: found.start()]}{name}{text[found.end() :]}"
    first = _FIRST.match(text)
    name = folded(first.group().strip('"')) if first is not None else ""
    place = ""
    if section == "commissions" and name in roster.designs:
        place = roster.empire.capital
    elif section == "movement" and name in roster.ships:
        place = roster.ships[name].at
    if place:
        quoted = place if place.isalnum() else f'"{place}"'
        yield f"{quoted} {text}"
