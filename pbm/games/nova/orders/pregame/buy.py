"""BUY: ships of the sheet's own designs, and units. Rule: NV SET-23, NV ORD-41.

Ambiguity: NV A-BUILD-PREGAME.
"""

from collections.abc import Sequence
from fractions import Fraction

from pbm.games.nova.orders.designs.known_designs import design_named
from pbm.games.nova.orders.naming import folded, gate_ends
from pbm.games.nova.orders.pregame.pregame_line import PregameLine, check, line_text
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.orders.designs import Purchase
from pbm.games.nova.state.units import UNITS
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import near

_GATE = "SG"


def read(resolver: Resolver, node: Node) -> tuple[PregameLine, ...]:
    """``BUY Hornet 3 @ 83 = 249 as A1, A2, A3`` or ``BUY AA 4``; the sums are compared."""
    word = node.token("NAME", "QUOTED", "UNIT")
    assert word is not None
    once = resolver.once(node.parts)
    names: Sequence[str] = ()
    if "as_names" in once:
        names = [resolver.new_name(one) for one in once["as_names"].names]
    price = once["price"].number if "price" in once else None
    whole = once["worth"].number if "worth" in once else None
    number = 1 if node.number is None else node.number
    if number < 1:
        resolver.bad(word, "this buys nothing", remedy="Write how many, at least 1")
    name = bare(word)
    is_unit = name.upper() in UNITS and UNITS[name.upper()].is_built
    name = name.upper() if is_unit else name
    if names and is_unit and name != _GATE:
        resolver.warn(f"{name} are not called by names; what follows as does not count")
        names = ()
    if len(names) > number:
        _too_many_names(resolver, word, number, name, names)
    design = None if is_unit else design_named(resolver.roster, name)
    if design is not None:
        name, cost = design.name, figures(design).cost
    else:
        cost = UNITS[name].full_cost or 0 if is_unit else _without_price(resolver, word)
    if cost and not is_unit and len(names) < number:
        has = "has" if number - len(names) == 1 else "have"
        resolver.warn(f"{number - len(names)} of {number} {name} {has} no name of yours")
    if cost and price is not None and price != cost:
        resolver.warn(f"one {name} costs {cost} MCr, not {price}")
    if cost and whole is not None and whole != cost * number:
        resolver.warn(f"this comes to {cost * number} MCr, not {whole}")
    paid = None if price is None else Fraction(price)
    names_of = gate_ends if name == _GATE else lambda ship: (ship,)
    names = [one for one in names if all(map(resolver.is_unique, names_of(one)))]
    bought = Purchase(resolver.ref, name, number, tuple(names), paid)
    called = f" as {', '.join(names)}" if names else ""
    if name == _GATE and names:
        ends = ", ".join(" and ".join(gate_ends(one)) for one in names)
        called += f" [ends {ends}, stored at home]"
    words = f"BUY {name} {number} @ {cost} = {cost * number}{called}"
    purchases = (*resolver.roster.pregame.purchases, bought)
    return (PregameLine(resolver.ref, "buy", words, {"purchases": purchases}),)


def _without_price(resolver: Resolver, word: Token) -> int:
    """0, once it is said that there is no such design."""
    name = folded(bare(word))
    if name in ("rdt", "rdts"):
        resolver.bad(word, "teams cannot be bought before turn 1", rule="NV SET-23")
    else:
        designs = {folded(one.name): one.name for _ref, one in resolver.roster.drawn.designs}
        units = {folded(key): key for key, unit in UNITS.items() if unit.is_built}
        resolver.miss(word, "is not a design on this sheet", near(name, units | designs))
    return 0


def _too_many_names(
    resolver: Resolver, word: Token, number: int, what: str, names: Sequence[str]
) -> None:
    """More names than there are ships or gates."""
    if what == _GATE:
        ends = " and ".join(gate_ends(names[0]))
        reason = f"Before turn 1 a gate has one name, and its ends are called by it: {ends}"
        resolver.bad(
            word,
            f"{len(names)} names for {number} star gate{'s' if number > 1 else ''}",
            reason=reason,
            rule="NV ORD-41",
            remedy=f"Write  BUY SG {number} as {', '.join(names[:number])}",
        )
    else:
        fault = f"{len(names)} names for {number} {what}"
        resolver.bad(word, fault, rule="NV ORD-41", remedy=f"Write  BUY {what} {len(names)}")


BUY = OrderKind("buy", PregameLine, read, line_text, check)
