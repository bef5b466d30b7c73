"""TRANSFER: ships, gate ends and stored installations given away.

Rule: NV ORD-45, NV ORD-49, NV CON-21 to CON-24, NV CON-29.
"""

from msgspec.structs import replace

from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.orders.naming import foe, folded, units_text
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.dealings import Transfer
from pbm.games.nova.state.orders.parts import Units
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name

# Installations that change hands beside gate ends. Rule: NV EOT-08, NV CON-29.
GIVEN = ("IC", "PCB", "TFC")
_MORE = ("against", "disable", "missiles", "if_bit")


def read(resolver: Resolver, node: Node) -> tuple[Transfer, ...]:
    """``TRANSFER Bee, Ring-A at SHOOT to B against Wasp2 disable FC 8, 2 BL 15``."""
    _transfer, first, one, second, other = node.tokens()
    written = {first.type: one, second.type: other}
    at = resolver.system(written["AT"])
    ships: list[str] = []
    gates: list[str] = []
    units: list[Units] = []
    for thing in (part for part in node.parts if part.kind not in _MORE):
        word = thing.token("UNIT") or thing.items[-1]
        if thing.kind == "units":
            units.append(resolver.units(thing))
            if units[-1].kind not in GIVEN or units[-1].owner:
                resolver.bad(
                    word,
                    f"{word} cannot be given away",
                    reason="Armies, SDUs and colonies stay their builder's;"
                    " ships, gate ends, ICs, PCBs and TFCs can be given",
                    rule="NV CON-29",
                )
        elif thing.kind == "some_ends":
            gates += _ends(resolver, word, thing.number or 0, at or bare(written["AT"]))
        elif thing.kind == "gate_thing" or resolver.roster.gates.get(folded(bare(word))):
            gates.append(resolver.gate(word))
        else:
            ships.append(resolver.ship(word))
    to = resolver.empire(written["TO"])
    made = Transfer(resolver.ref, at, to, tuple(ships), tuple(gates), tuple(units))
    for kind, part in resolver.once(one for one in node.parts if one.kind in _MORE).items():
        made = _with(resolver, made, kind, part)
    return (made,)


def _with(resolver: Resolver, line: Transfer, kind: str, part: Node) -> Transfer:
    names = part.names
    match kind:
        case "against":
            return replace(line, against=tuple(map(bare, names)))
        case "disable":
            return replace(line, disable=tuple(map(_component, part.parts)))
        case "missiles":
            return replace(line, missiles=tuple(_missile(resolver, one) for one in names))
        case _:
            return replace(line, condition=resolver.condition(part.condition))


def _component(node: Node) -> tuple[str, int]:
    """A component with its level, and how many of it."""
    first, *rest = node.tokens()
    if first.type == "NUMBER":
        return " ".join(rest).upper(), int(first)
    return " ".join((first, *rest)).upper(), 1


def _ends(resolver: Resolver, word: Token, number: int, at: str) -> list[str]:
    """So many of the player's gate ends in a system, in the order of their names."""
    here = sorted((end.name, end.id) for end in resolver.roster.gates.values() if end.at == at)
    if len(here) < number:
        resolver.bad(
            word, f"you have {len(here)} gate ends at {at}, not {number}", remedy="Name the ends"
        )
    return [id for _name, id in here[:number]]


def _missile(resolver: Resolver, token: Token) -> str:
    found = resolver.roster.missiles.get(folded(bare(token)))
    if found is None:
        resolver.miss(token, "is not a missile of yours")
        return ""
    return found.name


def line_text(line: Transfer, names: Name) -> str:
    """The line in the language of the sheets."""
    things = [names(ship) for ship in line.ships] + [f"gate {names(end)}" for end in line.gates]
    things += [units_text(one, names) for one in line.units]
    words = f"TRANSFER {', '.join(things)} at {names(line.at)} to {foe(line.to)}"
    if line.against:
        words += f" against {', '.join(map(names, line.against))}"
    if line.disable:
        parts = (f"{n} {what}" if n > 1 else what for what, n in line.disable)
        words += f" disable {', '.join(parts)}"
    if line.missiles is not None:
        words += f" missiles {', '.join(map(names, line.missiles)) or 'none'}"
    if line.condition != ALWAYS:
        words += f" if {condition_text(line.condition, names)}"
    return words


TRANSFER = OrderKind("transfer", Transfer, read, line_text, rules=("transfer",))
