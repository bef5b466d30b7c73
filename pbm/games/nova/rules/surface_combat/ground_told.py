"""Reports of a round of surface combat to each side: its own matches, die by die.

A side learns of the enemy units that met its own, and of their dice. It does not see how many
units the enemy keeps back, nor which ships fire from orbit. Empires that fight beside it are
reported only as friends.

Rule: NV SUR-05, NV SUR-06, NV SUR-08. Ambiguity: NV A-SUR-SEEN.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from pbm.dice.keyed import Roll
from pbm.games.nova.rules.surface_combat.battlefield import Battlefield
from pbm.games.nova.rules.surface_combat.ground import Attack, GroundUnit, RoundMatches, UnitMatch
from pbm.kit.facts import Fact
from pbm.kit.records import Record


class OrbitalShot(Record):
    """One OS unit's shot: owner, ship, target, the roll it needs, its die."""

    empire: str
    ship: str
    at: GroundUnit
    needs: int
    die: int

    @property
    def hits(self) -> bool:
        """True if the target is destroyed."""
        return self.die <= self.needs


class GroundRound(Struct):
    """One round: matches, every attack with its die, every shot from orbit."""

    number: int
    line: RoundMatches
    blows: dict[GroundUnit, tuple[Attack, int]] = field(default_factory=dict)
    shots: list[OrbitalShot] = field(default_factory=list)
    rolls: dict[str, list[Roll]] = field(default_factory=dict)

    @property
    def dead(self) -> list[GroundUnit]:
        """Destroyed units, each once, in the order of the line."""
        hit = [attack.at for attack, die in self.blows.values() if die <= attack.needs]
        return list(dict.fromkeys([*hit, *(shot.at for shot in self.shots if shot.hits)]))


def tell_round(battle: Battlefield, round: GroundRound, viewers: Sequence[str]) -> None:
    """Report a round to each empire that took part, as that empire saw it."""
    dead = round.dead
    for empire in viewers:
        side = battle.side(empire)
        matches = [one for one in round.line.matches if any(u.empire == empire for u in one.units)]
        facts: dict[str, Fact] = {
            "matches": [_match(round, one, empire, side) for one in matches],
            "screened": _counted([u for u in round.line.screened if u.empire == empire]),
            "lost": _counted([u for u in dead if u.empire == empire]),
            "killed": _counted(_killed(round, empire, dead, side)),
        }
        own = [shot for shot in round.shots if shot.empire == empire]
        if own:
            facts["os"] = [
                {
                    "ship": shot.ship,
                    "target": shot.at.kind,
                    "needs": shot.needs,
                    "die": shot.die,
                    "hits": shot.hits,
                }
                for shot in own
            ]
        alien = [shot for shot in round.shots if shot.at.empire == empire]
        if alien:
            facts["alien_os"] = [
                {"target": shot.at.kind, "die": shot.die, "hits": shot.hits} for shot in alien
            ]
        battle.work.emit_to(
            "ground_round",
            empire,
            battle.name,
            str(round.number),
            rule="NV SUR-06",
            rolls=round.rolls.get(empire, ()),
            system=battle.name,
            round=round.number,
            invades=empire in battle.invaders,
            **facts,
        )


def _match(
    round: GroundRound, match: UnitMatch, empire: str, side: Sequence[str]
) -> Mapping[str, Fact]:
    """One match by sides, the viewer's first: each unit, the roll it needs, its die."""
    both: dict[str, list[Fact]] = {"own": [], "alien": []}
    for unit in match.units:
        attack, die = round.blows[unit]
        told: dict[str, Fact] = {
            "kind": unit.kind,
            "needs": attack.needs,
            "die": die,
            "hits": die <= attack.needs,
        }
        if unit.empire in side and unit.empire != empire:
            told["friend"] = True
        both["own" if unit.empire in side else "alien"].append(told)
    return both


def _killed(
    round: GroundRound, empire: str, dead: Sequence[GroundUnit], side: Sequence[str]
) -> list[GroundUnit]:
    """Enemies a viewer saw destroyed: its units met them, or its OS struck them."""
    seen = {
        unit
        for match in round.line.matches
        if any(one.empire == empire for one in match.units)
        for unit in match.units
    }
    struck = {shot.at for shot in round.shots if shot.empire == empire and shot.hits}
    return [one for one in dead if one.empire not in side and (one in seen or one in struck)]


def _counted(units: Sequence[GroundUnit]) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in units:
        found[unit.kind] = found.get(unit.kind, 0) + 1
    return found
