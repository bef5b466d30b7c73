"""Contact and activity orders by letter: how they are written, checked and printed.

Rule: NV ORD-10 to NV ORD-35. Ambiguity: NV A-ORD-TWO, NV A-G-LEAVE.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from pbm.games.nova.orders import empire_orders
from pbm.games.nova.orders.addressing import names_in
from pbm.games.nova.orders.naming import foe, units_text
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.letters import ACTIVITIES, CONTACTS, NOT_OF_A_GUARD
from pbm.games.nova.state.orders.parts import NO_CODES, Activity, Codes, ContactOrder, Toward
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name

_EVERYBODY = Toward()
_EMPIRE = ("NAME", "QUOTED", "NUMBER")
# The texts of codes that name nothing, which thousands of lines share.
_TEXTS: dict[Codes, str] = {}
_MOST_TEXTS = 5000
# Most orders say no more than their letter.
_PLAIN_CONTACT = {code: ContactOrder(code) for code in CONTACTS}
_PLAIN = {code: Activity(code) for code in ACTIVITIES if code not in ("S", "PCB")}


def read(resolver: Resolver, node: Node | None) -> Codes:
    """All codes of a line: ``N/R, T to B + C, E (2 C), no X, keep orders``.

    Rule: NV ORD-34. Ambiguity: NV A-ORD-TWO.
    """
    if node is None:
        return NO_CODES
    contact: list[ContactOrder] = []
    default = ""
    activities: dict[str, Activity] = {}
    without: list[str] = []
    keep = False
    for part in node.items:
        word: Token = part.items[0]
        if part.kind == "contact_code":
            made, second = _contact(resolver, part)
            plain = made.toward == _EVERYBODY
            if plain and any(one.toward == _EVERYBODY for one in contact):
                second = made.code
            else:
                contact.append(made)
            if second:
                _default(resolver, word, default, second)
                default = default or second
        elif part.kind == "without":
            without.append(_letter(part.items[1]))
        elif part.kind == "keep":
            keep = True
        else:
            code = _letter(word)
            if code in activities:
                resolver.bad(word, f"{code} occurs twice in one line")
            activities[code] = _activity(resolver, part, code)
    kept = tuple(activities.values()) or None
    return Codes(tuple(contact), default, kept, keep, tuple(dict.fromkeys(without)))


def _contact(resolver: Resolver, node: Node) -> tuple[ContactOrder, str]:
    """A contact order, and the second one behind its stroke ("": none)."""
    if len(node.items) == 1:
        return _PLAIN_CONTACT[_letter(node.items[0])], ""
    first, *second = node.tokens("CONTACT_CODE")
    toward = _EVERYBODY
    for part in node.parts:
        named = resolver.empires(part.tokens(*_EMPIRE))
        to, but = (named, ()) if part.kind == "toward" else ((), named)
        toward = Toward(to, but, part.kind == "to_others")
    return ContactOrder(_letter(first), toward), _letter(second[0]) if second else ""


def _default(resolver: Resolver, word: Token, default: str, second: str) -> None:
    if default and default != second:
        resolver.bad(
            word,
            f"{second} is a third contact order",
            reason=f"A unit has two at most; {default} is already the second, for hostilities",
            rule="NV ORD-34",
            remedy="Write the first and the second as  N/R",
        )


def _activity(resolver: Resolver, node: Node, code: str) -> Activity:
    word = node.word
    if len(node.items) == 1 and code in _PLAIN and node.kind == "activity_code":
        return _PLAIN[code]
    harm = node.part("harm") is not None
    if node.kind == "maintain_code":
        return Activity("M", number=int(word.partition("+")[2].strip() or 0))
    if node.kind == "pcb_code":
        return Activity("PCB", number=node.number or 1, allow_harm=harm)
    to = node.token(*_EMPIRE)
    units, through = node.part("activity_part"), node.part("interdict_part")
    if code == "S" and to is None:
        resolver.bad(
            word,
            "S does not say to whom",
            reason="Units surrender to a named empire, when it is met",
            rule="NV ORD-28",
            remedy="Write  S to B",
        )
    only_a_part = "Only A, E and L say in brackets what they take"
    for part, fits, fault, reason, rule in (
        (to, code == "S", "is not done to a named empire", "Only S names one", "NV ORD-28"),
        (units, ACTIVITIES[code].takes_units, "takes no units", only_a_part, "NV ORD-22"),
        (
            *(through, code == "I", "lets nobody pass and stops nobody"),
            *("Only I says in brackets whom it lets pass", "NV MOV-14"),
        ),
    ):
        if part is not None and not fits:
            resolver.bad(word, f"{code} {fault}", reason=reason, rule=rule)
    taken = () if units is None else tuple(map(resolver.units, units.parts))
    empire = "" if to is None else resolver.empire(to)
    passing, stopped, but = _through(through)
    return Activity(
        code,
        taken,
        empire=empire,
        passing=resolver.empires(passing),
        stop_own=stopped,
        but=tuple(filter(None, map(resolver.ship, but))),
        allow_harm=harm,
    )


def _through(node: Node | None) -> tuple[Sequence[Token], bool, Sequence[Token]]:
    """Whom an interdictor lets pass, whether it stops own ships, and which of them it does not."""
    parts = () if node is None else node.parts
    passing = [one for part in parts if part.kind == "passing" for one in part.tokens(*_EMPIRE)]
    stops = [part for part in parts if part.kind == "stop_own"]
    return passing, bool(stops), [one for part in stops for one in part.tokens(*_EMPIRE)]


def _letter(word: Token) -> str:
    return "PCB" if word.type == "PCB" else word[0].upper()


# --- what may not be ------------------------------------------------------------------------


def guards(resolver: Resolver, codes: Codes) -> None:
    """What a guard may not do. Rule: NV ORD-12. Ambiguity: NV A-G-LEAVE."""
    for one in codes.contact:
        if one.code == "G" and not one.toward.to:
            break
    else:
        return
    leaving = [one.code for one in codes.activities or () if one.code in NOT_OF_A_GUARD]
    if leaving:
        resolver.refuse(
            f"{', '.join(leaving)} would take a guard away from the warp point",
            reason=f"With G only I, M, S and W are possible, not {', '.join(NOT_OF_A_GUARD)}",
            rule="NV ORD-12",
            outcome="It is broken off",
        )


@lru_cache(maxsize=_MOST_TEXTS)
def letters(codes: Codes) -> frozenset[str]:
    """The letters of all contact orders, in either place, and activities."""
    activities = [one.code for one in codes.activities or ()]
    return frozenset([codes.default, *[one.code for one in codes.contact], *activities])


def is_hostile(codes: Codes) -> bool:
    """True if H is among the contact orders, in either place."""
    return "H" in letters(codes)


def without_hostile(codes: Codes) -> Codes:
    """The codes without any H."""
    contact = empire_orders.without_hostile(codes.contact)
    default = "" if codes.default == "H" else codes.default
    return replace(codes, contact=contact, default=default if contact else "")


def not_hostile(resolver: Resolver, unarmed: Iterable[str]) -> None:
    """Say that H is not for these ships. Rule: NV ORD-13."""
    resolver.refuse(
        f"{', '.join(unarmed)} cannot be ordered H",
        reason="H is not for unarmed ships",
        rule="NV ORD-13",
        outcome="H is left out for it",
    )


# --- in the language of the sheets ----------------------------------------------------------


def text(codes: Codes, names: Name) -> str:
    """All codes of a line: contact orders, activities, what is kept and taken away."""
    found = _TEXTS.get(codes)
    if found is None:
        found = _text(codes, names)
        if len(_TEXTS) < _MOST_TEXTS and not names_in(codes):
            _TEXTS[codes] = found
    return found


def _text(codes: Codes, names: Name) -> str:
    contact = [f"{one.code}{_toward_text(one.toward)}" for one in codes.contact]
    if codes.default:
        plain = [n for n, one in enumerate(codes.contact) if one.toward == _EVERYBODY]
        at = plain[0] if plain else len(contact) - 1
        contact[at] += f"/{codes.default}"
    activities = [activity_text(one, names) for one in codes.activities or ()]
    keep = ["keep orders"] if codes.keep else []
    return ", ".join([*contact, *activities, *keep, *(f"no {one}" for one in codes.without)])


def _toward_text(toward: Toward) -> str:
    if toward.others:
        return " to others"
    if toward.but:
        return f" to all but {_joined(toward.but)}"
    return f" to {_joined(toward.to)}" if toward.to else ""


def _joined(empires: Iterable[str]) -> str:
    return " + ".join(map(foe, empires))


def activity_text(activity: Activity, names: Name) -> str:
    """One activity order with all that stands behind it."""
    words = activity.code
    if activity.number:
        words += f"{'+' if words == 'M' else ' '}{activity.number}"
    parts = [units_text(units, names) for units in activity.units]
    if activity.passing:
        parts.append(f"pass {_joined(activity.passing)}")
    if activity.stop_own:
        but = f", not {' + '.join(map(names, activity.but))}" if activity.but else ""
        parts.append(f"stop own{but}")
    words += f" ({', '.join(parts)})" if parts else ""
    words += f" to {foe(activity.empire)}" if activity.empire else ""
    return f"{words} allow harm" if activity.allow_harm else words
