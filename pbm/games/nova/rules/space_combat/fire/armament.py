"""The weapons of own ships, as doctrine uses them.

Rule: NV SPC-18, SPC-53. Ambiguity: NV A-DOCTRINE.
"""

from collections.abc import Mapping

from pbm.games.nova.rules.space_combat.doctrine_decisions import Member
from pbm.games.nova.rules.space_combat.fire.aiming import Kit, kit
from pbm.games.nova.rules.space_combat.fire.gunnery import weapons
from pbm.games.nova.state.missiles import MissileDesign

Missiles = Mapping[str, Mapping[str, MissileDesign]]


class Armament:
    """The kits of a side's ships, found once in a battle for ships that are alike."""

    def __init__(self, missiles: Missiles) -> None:
        self._missiles = missiles
        self._kits: dict[tuple[object, ...], Kit] = {}

    def kit_of(self, one: Member) -> Kit:
        """The working weapons of a ship, and the missiles it may fire."""
        live = one.live
        lost = tuple(name for name, gone in live.parts.items() if gone)
        first = live.first
        key = (first.design, first.builder, first.missiles, lost, one.doctrine)
        found = self._kits.get(key)
        if found is None:
            known = self._missiles.get(first.builder, {})
            may = tuple(known[name] for name in sorted(first.missiles) if name in known)
            found = self._kits[key] = kit(weapons(live.design, lost), may, one.doctrine)
        return found
