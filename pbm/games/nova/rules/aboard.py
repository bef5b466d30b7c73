"""Cargo and carried ships of a ship that changes hands.

Rule: NV CON-22, NV CON-29, NV UNI-05 to NV UNI-08, NV UNI-21. Ambiguity: NV A-CARGO-CAPT,
NV A-CARGO-BAYS.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.rules.movement.gates import hand_over_aboard, numbered
from pbm.games.nova.state.state import Cargo, Ship
from pbm.games.nova.state.working_state import Draft

# Cargo that goes with its ship, ends of star gates too; what fights and colonies never become
# another's. Rule: NV CON-22, NV CON-29.
GOES_ALONG = ("IC", "PCB", "TFC")


def goods_along(ship: Ship, taker: str) -> tuple[Cargo, ...]:
    """Cargo of a ship handed over: its owner's installations go with it."""
    return tuple(
        replace(one, owner=taker) if one.owner == ship.owner and one.kind in GOES_ALONG else one
        for one in ship.cargo
    )


def goods_taken(ship: Ship, captor: str, options: Mapping[str, str]) -> tuple[Cargo, ...]:
    """Cargo of a ship taken by force: all installations become the captor's.

    Other units are lost, or stay their owner's aboard the captor's ship. NV A-CARGO-CAPT.
    """
    stays = options["captured_cargo"] == "stays"
    return tuple(
        replace(one, owner=captor) if one.kind in GOES_ALONG else one
        for one in ship.cargo
        if stays or one.kind in GOES_ALONG or one.owner == captor
    )


def numbers(cargo: tuple[Cargo, ...]) -> dict[str, int]:
    """Count the units of each kind, whoever owns them."""
    found: dict[str, int] = {}
    for one in cargo:
        found[one.kind] = found.get(one.kind, 0) + one.number
    return found


def lost(before: tuple[Cargo, ...], after: tuple[Cargo, ...]) -> dict[str, int]:
    """Units missing from a cargo, by kind."""
    left = numbers(after)
    less = {kind: number - left.get(kind, 0) for kind, number in numbers(before).items()}
    return {kind: number for kind, number in less.items() if number}


def with_guests(draft: Draft, ship: Ship) -> list[Ship]:
    """A ship and all it carries, ships in ships too."""
    found = [ship]
    for carrier in found:
        found += [one for one in draft.ships.values() if one.carrier == carrier.id]
    return found


def set_apart(draft: Draft, system: str, id: str) -> bool:
    """Put a ship in space whose carrier is gone or another empire's; true if it was."""
    ship = draft.ships[id]
    carrier = draft.ships.get(ship.carrier)
    if not ship.carrier or (carrier is not None and carrier.owner == ship.owner):
        return False
    draft.put(replace(ship, carrier="", bay="", at=system))
    return True


def seize(draft: Draft, ship: Ship, captor: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Give a ship and all in its holds to a captor; gives what its event tells of it."""
    name, cargo = free_name(draft, ship, captor), goods_taken(ship, captor, options)
    draft.put(replace(ship, owner=captor, name=name, derelict=False, given=True, cargo=cargo))
    ends = hand_over_aboard(draft, ship.id, captor, by_force=True)
    return {
        "ship": name,
        "klass": ship.klass,
        "gates": [end.name for end in ends],
        "lost": lost(ship.cargo, cargo),
    }


def free_name(draft: Draft, ship: Ship, taker: str) -> str:
    """The ship's name, with a number behind it if the receiver has one of that name."""
    return numbered(ship.name, (one.name for one in draft.ships.values() if one.owner == taker))
