"""Routes jump by jump: how they are written, what the map known says of them, how they print.

Rule: NV MOV-01 to MOV-07, NV ORD-47.
"""

from collections.abc import Iterator
from string import ascii_uppercase

from msgspec.structs import replace

from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.orders.parts import Jump
from pbm.kit.records import Record
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name

# Thousands of lines share them.
BY_LETTER = {letter: Jump(letter) for letter in ascii_uppercase}


def read_jump(resolver: Resolver, node: Node) -> Jump:
    """``> D``, ``> ALGOL``, ``> D=ALGOL``, ``> gate Ring-A``.

    A single word is a letter if it is one letter and no system's name.
    """
    first, *rest = node.items[1:]
    if node.kind == "gate_jump":
        return Jump(gate=resolver.gate(rest[0], lent=True))
    if not rest:
        letter = _letter(resolver, first)
        return BY_LETTER.get(letter) or Jump(letter, "" if letter else resolver.system(first))
    letter, system = bare(first).upper(), rest[-1]
    if len(letter) != 1:
        resolver.bad(
            first,
            f'"{letter}" is not the letter of a warp line',
            remedy=f"Write  D={bare(system)}  with the letter first",
        )
    return Jump(letter, resolver.system(system))


def read_place(resolver: Resolver, token: Token) -> str:
    """A system, or the letter of a warp line. Rule: NV ORD-47."""
    return _letter(resolver, token) or resolver.system(token)


def _letter(resolver: Resolver, token: Token) -> str:
    word = bare(token)
    is_letter = len(word) == 1 and folded(word) not in resolver.roster.systems
    return word.upper() if is_letter else ""


def jump_text(jump: Jump, names: Name) -> str:
    """One jump: letter, name, letter=name, or a gate end."""
    if jump.gate:
        return f"gate {names(jump.gate)}"
    if not jump.system:
        return jump.letter
    return f"{jump.letter}={names(jump.system)}" if jump.letter else names(jump.system)


def place_text(place: str, names: Name) -> str:
    """A system or the letter of a warp line."""
    return place if len(place) == 1 else names(place)


# --- as known -------------------------------------------------------------------------------


class Step(Record):
    """One jump as known: from where, by which letter, to where ("" unknown), what is wrong."""

    start: str
    letter: str
    end: str
    code: str = ""
    why: str = ""


class Walk(Record):
    """A route as known: how many jumps it has, the first that is not possible, its words.

    Of that jump ``wrong`` holds its number, the code and why.
    """

    jumps: int
    wrong: tuple[int, str, str] | None
    words: str


def walk(roster: Roster, start: str, route: tuple[Jump, ...]) -> Walk:
    """A route jump by jump, as far as its player knows the map. Rule: NV MOV-01 to MOV-07.

    Many ships take the same route, so each is walked once for a sheet.
    """
    key = (start, route)
    found: Walk | None = roster.walked.get(key)
    if found is None:
        steps = tuple(_steps(roster, start, route))
        words = ", ".join((start, *map(_step_words, steps)))
        found = roster.walked[key] = Walk(len(steps), _impossible(roster, steps), words)
    return found


def _impossible(roster: Roster, steps: tuple[Step, ...]) -> tuple[int, str, str] | None:
    """The first jump that cannot be made. Rule: NV MOV-04, NV MOV-07."""
    taken: set[tuple[str, str]] = set()
    for number, step in enumerate(steps, 1):
        used = _taken_by(roster, step) if len(steps) > 1 else set()
        if step.code in ("", "IS") and used & taken:
            return number, "CUSWLT", f"It took the line from {step.start} before"
        if step.code:
            return number, step.code, step.why
        taken |= used
    return None


def _step_words(step: Step) -> str:
    by = {"": "", "*": "gate to "}.get(step.letter, f"{step.letter} to ")
    return f"{by}{step.end or 'the unknown'}"


def _steps(roster: Roster, start: str, route: tuple[Jump, ...]) -> Iterator[Step]:
    here = start
    for jump in route:
        step = _step(roster, here, jump)
        if not step.code and step.end == start:
            step = replace(step, code="IS", why=f"It would jump to {start}, where it starts")
        yield step
        here = step.end


def _step(roster: Roster, here: str, jump: Jump) -> Step:
    if jump.gate:
        return _through_gate(roster, here, jump.gate)
    system = roster.systems.get(folded(here)) if here else None
    if system is None:
        return Step(here, jump.letter, jump.system)
    letters, lines = system.letters, system.lines
    if not jump.letter and jump.system == here:
        return Step(here, "", here, "IS", f"It is in {here} already")
    if not jump.letter:
        letter = next((one for one in sorted(lines) if lines[one] == jump.system), "")
        if not letter and letters and all(lines.get(one) for one in letters):
            why = f"No line of {here} leads to {jump.system}"
            return Step(here, "", jump.system, "NDC", why)
        return Step(here, letter, jump.system)
    if letters and jump.letter not in letters:
        why = f"The lines of {here} are {', '.join(letters)}"
        return Step(here, jump.letter, jump.system, "DNE", why)
    leads = lines.get(jump.letter) or ""
    if leads and jump.system and leads != jump.system:
        why = f"Line {jump.letter} of {here} leads to {leads}"
        return Step(here, jump.letter, leads, "NDC", why)
    return Step(here, jump.letter, leads or jump.system)


def _through_gate(roster: Roster, here: str, id: str) -> Step:
    end = roster.ends.get(id)
    if end is None:
        return Step(here, "*", "")
    if here and end.at != here:
        return Step(here, "*", "", "NT", f"{end.name} is at {end.at}")
    other = roster.gates.get(folded(end.other))
    return Step(here, "*", "" if other is None else other.at)


def _taken_by(roster: Roster, step: Step) -> set[tuple[str, str]]:
    """The line of a jump, and its other end if that is known: the same line the other way."""
    used = {(step.start, step.letter)} if step.letter else set()
    system = roster.systems.get(folded(step.end))
    if step.letter not in ("", "*") and system is not None:
        back = [letter for letter, leads in system.lines.items() if leads == step.start]
        used |= {(step.end, back[0])} if len(back) == 1 else set()
    return used
