"""Movement lines, from their words.

Rule: NV ORD-31, NV ORD-32, NV ORD-46 to ORD-48.
"""

from __future__ import annotations

from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.reading.build_codes import codes_of
from pbm.games.nova.orders.resolver import Resolver, as_token, bare
from pbm.games.nova.orders.syntax.parsed_lines import Bit
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import NO_CODES, Jump, Loading, Mover, Units


def movement_line(resolver: Resolver, bit: Bit) -> Movement:
    """A movement line. Rule: NV ORD-31, NV ORD-32."""
    raw, codes, tail = bit.value
    assert isinstance(raw, Movement)
    once = resolver.once(tail)
    retreat = once["retreat"].value if "retreat" in once else ""
    return Movement(
        resolver.ref,
        resolver.system(raw.start),
        tuple(_mover(resolver, mover) for mover in raw.movers),
        tuple(_jump(resolver, jump) for jump in raw.route),
        NO_CODES if codes is None else codes_of(resolver, codes),
        _retreat(resolver, retreat) if retreat else "",
        once["setup"].value if "setup" in once else None,
        resolver.ship(once["tow"].value) if "tow" in once else "",
        raw.retreating,
    )


def _mover(resolver: Resolver, raw: Mover) -> Mover:
    if raw.units is not None:
        return Mover(units=resolver.units(raw.units))
    return Mover(resolver.ship(raw.ship), _cargo(resolver, raw.cargo))


def _cargo(resolver: Resolver, raw: tuple[Loading, ...] | None) -> tuple[Loading, ...] | None:
    return None if raw is None else tuple(_loading(resolver, one) for one in raw)


def _loading(resolver: Resolver, raw: Loading) -> Loading:
    """What is aboard: a name is a ship's, or that of a gate end."""
    if raw.units is not None:
        return Loading(raw.hold, resolver.units(raw.units))
    name = folded(bare(raw.ship))
    is_gate = name in resolver.roster.gates or name in resolver.roster.coming_gates
    if is_gate and name not in resolver.roster.ships:
        return Loading(raw.hold, Units("SG", 1, gate=resolver.gate(raw.ship)))
    return Loading(raw.hold, ship=resolver.ship(raw.ship), cargo=_cargo(resolver, raw.cargo) or ())


def _jump(resolver: Resolver, raw: Jump) -> Jump:
    """A single word is a letter if it is one letter and no system's name."""
    if raw.gate:
        return Jump(gate=resolver.gate(raw.gate, lent=True))
    if raw.letter:
        letter = bare(raw.letter).upper()
        if len(letter) != 1:
            resolver.bad(
                as_token(raw.letter),
                f'"{letter}" is no letter of a warp line',
                remedy=f"Write  D={bare(raw.system)}  with the letter first",
            )
        return Jump(letter, resolver.system(raw.system))
    word = bare(raw.system)
    if len(word) == 1 and folded(word) not in resolver.roster.systems:
        return Jump(word.upper())
    return Jump(system=resolver.system(raw.system))


def _retreat(resolver: Resolver, token: str) -> str:
    """A system, or the letter of a warp line. Rule: NV ORD-47."""
    word = bare(token)
    if len(word) == 1 and folded(word) not in resolver.roster.systems:
        return word.upper()
    return resolver.system(token)
