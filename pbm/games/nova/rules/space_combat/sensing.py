"""Detection, probes and echoes.

A ship detects ships within 20 hexes, or within its sensors' level if that is more; all ships of a
side may fire at whatever one of them detects. A probe succeeds if the sensors are at least the sum
of the target's screens and the distance; the greatest levels are compared. While all probes of a
side fail, a screened ship shows an echo for each screen beyond its first.

Rule: NV SPC-13 to SPC-17, NV SPC-19, NV SPC-59. Ambiguity: NV A-PROBE-BID, NV A-PROBE-KNOWN,
NV A-PROBE-WHEN, NV A-ECHO-COUNT, NV A-ECHO-NOSN, NV A-SPOT, NV A-SN-MULTI.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import PLAIN_SIGHT, Place, Seen
from pbm.games.nova.state.battle.notes import BattleNote, Tell
from pbm.games.nova.state.battle.vectors import distance


def probe_succeeds(sn: int, ss: int, hexes: int) -> bool:
    """True if sensors of a level, 0 for none, see through screens at a distance.

    >>> probe_succeeds(40, 30, 10), probe_succeeds(39, 30, 10), probe_succeeds(0, 0, 0)
    (True, False, False)
    """
    return sn > 0 and sn >= ss + hexes


class Sensing:
    """The knowledge of each side as a round goes on.

    ``seen``: by empire and fighter, changed step by step. ``detected``: by empire, the alien
    fighters it detects at this moment, hostile or not, in the order of its counters.
    """

    def __init__(
        self,
        round: int,
        lives: Mapping[str, Live],
        seen: Mapping[str, Mapping[str, Seen]],
        tell: Tell,
    ) -> None:
        self.round = round
        self.lives = lives
        self.seen: dict[str, dict[str, Seen]] = {one: dict(known) for one, known in seen.items()}
        self.detected: dict[str, tuple[str, ...]] = {}
        self._tell = tell
        self._probed: set[tuple[str, str]] = set()
        self._announced: set[str] = set()

    def look(self) -> None:
        """Find the ships every side detects now; new ones get the next counters."""
        in_play = [one for one in self.lives.values() if one.in_play]
        for empire, known in self.seen.items():
            eyes = _reaches((one.at, _sight(one)) for one in in_play if one.owner == empire)
            near = {at for at in {one.at for one in in_play} if _within(eyes, at)}
            found = [one for one in in_play if one.owner != empire and one.at in near]
            new = sorted(one.id for one in found if one.id not in known)
            first = len(known) + 1
            for number, id in enumerate(new, first):
                known[id] = Seen(number, since=self.round)
            for one in found:
                old = known[one.id]
                dg = _dg_told(old, one)
                now = (one.at, one.vector, self.round, dg)
                if now != (old.at, old.vector, old.detected, old.dg):  # a new record is expensive
                    known[one.id] = replace(
                        old, at=one.at, vector=one.vector, detected=self.round, dg=dg
                    )
            found.sort(key=lambda one: known[one.id].number)
            self.detected[empire] = tuple(one.id for one in found)

    def probe(self, step: str) -> None:
        """Let every side probe all it can reach; echoes appear where that fails.

        A probe of step K comes too late for this round's warp cannon.
        """
        for empire, known in self.seen.items():
            users = [
                one
                for one in self.lives.values()
                if one.in_play and one.owner == empire and one.sn_level
            ]
            self._announce(empire, users, step)
            eyes = _reaches((one.at, one.sn_level) for one in users)
            for id in self.detected.get(empire, ()):
                self._one_probe(empire, known, eyes, self.lives[id], step)

    def _one_probe(
        self,
        empire: str,
        known: dict[str, Seen],
        eyes: Sequence[tuple[Place, int]],
        target: Live,
        step: str,
    ) -> None:
        ss, screens = screens_of(target)
        if any(probe_succeeds(sn, ss, distance(place, target.at)) for place, sn in eyes):
            old = known[target.id]
            found = (self.round, target.shields, target.ew_level, ss, target.dg_size, False)
            if found == (old.probed, old.shields, old.ew, old.ss, old.dg, old.ghosts):
                return
            now = known[target.id] = replace(
                old,
                probed=self.round,
                size=target.figures.category.abbreviation,
                shields=target.shields,
                ew=target.ew_level,
                ss=ss,
                dg=target.dg_size,
                ghosts=False,
            )
            if (empire, target.id) not in self._probed:
                self._probed.add((empire, target.id))
                self._tell(
                    BattleNote(
                        "probed",
                        self.round,
                        step,
                        (empire,),
                        to=target.id,
                        facts={
                            "new": old.probed == 0,
                            "size": now.size,
                            "shields": now.shields,
                            "ew": now.ew,
                            "sn": target.sn_level > 0,
                            "dg": now.dg,
                            "ss": now.ss,
                        },
                    )
                )
            return
        echoes = max(screens - 1, 0)
        ghosts = echoes > 0 and (empire, target.id) not in self._probed
        if ghosts != known[target.id].ghosts or echoes != known[target.id].echoes:
            known[target.id] = replace(known[target.id], ghosts=ghosts, echoes=echoes * ghosts)
            if ghosts:
                self._tell(
                    BattleNote(
                        "screened",
                        self.round,
                        step,
                        (empire,),
                        to=target.id,
                        facts={"positions": echoes + 1},
                    )
                )

    def _announce(self, empire: str, users: Sequence[Live], step: str) -> None:
        """Announce the use of sensors to all sides, without the users. Rule: NV SPC-15."""
        if users and empire not in self._announced:
            self._announced.add(empire)
            there = {one.owner for one in self.lives.values() if one.fights}
            others = tuple(one for one in self.seen if one != empire and one in there)
            self._tell(BattleNote("sensors", self.round, step, others))

    def probed_for_fire(self, empire: str, target: str) -> bool:
        """True if a ship of the side probed the target this round before fire."""
        return (empire, target) in self._probed

    def learn(self, empire: str, target: str, **what: object) -> None:
        """Add to what a side knows of a ship on its map."""
        known = self.seen[empire]
        old = known.get(target)
        if old is not None and any(getattr(old, name) != one for name, one in what.items()):
            known[target] = replace(old, **what)


def screens_of(ship: Live) -> tuple[int, int]:
    """Level and number of a ship's working sensor screens; 0 and 0 while down."""
    if not ship.ss:
        return 0, 0
    level = ship.best("SS")[1]
    return level if ship.ss_most < 0 else min(level, ship.ss_most), ship.outfit.screens


def _sight(ship: Live) -> int:
    """The range at which a ship detects others; its sensors count while in use."""
    return max(PLAIN_SIGHT, ship.sn_level)


def _dg_told(old: Seen, ship: Live) -> int | None:
    """The size of a ship's distortion field as a side knows it, -1 if unknown.

    All see whether generators operate; only probes show how large they are. Rule: NV SPC-13.
    """
    if not ship.dg_size:
        return 0
    return old.dg if old.dg else -1


def _reaches(ships: Iterable[tuple[Place, int]]) -> list[tuple[Place, int]]:
    """The greatest level in each hex, since further ships there add nothing."""
    best: dict[Place, int] = {}
    for place, level in ships:
        if level > best.get(place, -1):
            best[place] = level
    return sorted(best.items())


def _within(eyes: Sequence[tuple[Place, int]], at: Place) -> bool:
    return max([reach - distance(place, at) for place, reach in eyes], default=-1) >= 0
