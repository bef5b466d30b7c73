"""The captain of a side that fights by doctrine, for each step of a round.

A commander reads only the view it is given and the plans made before the battle, and remembers
nothing. Ships that are alike and in the same situation decide once.

Rule: NV SPC-03, SPC-04, SPC-11, SPC-18, SPC-41, SPC-44, SPC-46. Ambiguity: NV A-DOCTRINE,
NV A-FLEE, NV A-DG-USE, NV A-EW-CHOICE, NV A-PICKUP, NV A-LOSE-DET, NV A-IE0-CAPTURE.
"""

from collections.abc import Mapping, Sequence

from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.rules.space_combat.captain import (
    BEST,
    JUMP,
    RESTART,
    Aim,
    CaptainView,
    ReadyForRound,
)
from pbm.games.nova.rules.space_combat.captains.plotting import plots
from pbm.games.nova.rules.space_combat.doctrine_decisions import Council, Member
from pbm.games.nova.rules.space_combat.fire.allotting import aims
from pbm.games.nova.rules.space_combat.fire.armament import Armament, Missiles
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import Place


class Commander:
    """The captain of a side that fights by doctrine.

    ``plans``: by fighter; one left out fights by default. ``missiles``: by name, of each empire
    that built one of its ships.
    """

    def __init__(self, plans: Mapping[str, Plan], missiles: Missiles) -> None:
        self._plans = plans
        self._armament = Armament(missiles)

    def ready(self, view: CaptainView) -> Mapping[str, ReadyForRound]:
        """Step C: installations in use, launches, jump drives."""
        council = Council(view, self._plans)
        strong = council.is_stronger()
        return {
            one.live.id: ReadyForRound(
                ew=_installation(one.live, "EW", one.doctrine.ew),
                fc=_installation(one.live, "FC", one.doctrine.fc),
                dg=_uses_dg(one, strong=strong),
                probe=one.doctrine.sn != "never",
                ss=one.doctrine.ss != "none",
                launch=_launches(one, council),
                cycle="stop" if one.doctrine.jump == "never" else "go",
                sn_most=_most(one.doctrine.sn),
                ss_most=_most(one.doctrine.ss),
            )
            for one in council.members
        }

    def steer(self, view: CaptainView) -> Mapping[str, Place]:
        """Step D: changes of vector."""
        return plots(Council(view, self._plans), self._armament)

    def fire(self, view: CaptainView) -> Mapping[str, Sequence[Aim]]:
        """Step F: the target of each weapon."""
        return aims(Council(view, self._plans), self._armament)

    def pick_up(self, view: CaptainView) -> Mapping[str, str]:
        """Step K: ships with full shields in the hex and with the vector of their carrier."""
        if not any(one.fitted.bays for one in view.own.values()):
            return {}
        council = Council(view, self._plans)
        return {
            id: carrier
            for id, carrier in council.homes.items()
            if _can_board(council.by_id[id].live, council.by_id[carrier].live)
        }

    def leave(self, view: CaptainView) -> Mapping[str, str]:
        """Step L: ships that jump; carriers wait for ships without a jump drive that fit."""
        if not any(one.jump_ready for one in view.own.values()):
            return {}
        council = Council(view, self._plans)
        left_behind = [one.live for one in council.afloat if not one.live.fitted.jd]
        return {
            one.live.id: JUMP if _jumps(one, left_behind) else RESTART
            for one in council.afloat
            if one.live.jump_ready
        }

    def lost(self, view: CaptainView) -> bool:
        """True if all its ships would rather leave than search for the enemy."""
        council = Council(view, self._plans)
        return all(one.flees or not one.doctrine.seek for one in council.afloat)


def _jumps(one: Member, left_behind: Sequence[Live]) -> bool:
    if one.doctrine.jump != "fleeing" or not one.flees:
        return one.doctrine.jump == "ready"
    room = max((size for _bay, size in one.live.fitted.bays), default=0)
    return not any(other.figures.carried <= room for other in left_behind)


def _can_board(one: Live, carrier: Live) -> bool:
    beside = one.at == carrier.at and one.vector == carrier.vector
    return beside and one.shields == one.full_shields


def _installation(live: Live, kind: str, word: str) -> str:
    """The installation to use: the best, up to a level if one is written."""
    if word == "best":
        return BEST
    most = 0 if word == "none" else int(word)
    fit = [one for one in live.works if one.part.kind == kind and one.part.level <= most]
    return max(fit, key=lambda one: one.part.level).name if fit else ""


def _most(word: str) -> int:
    """The greatest level to use, -1 for the full level."""
    return int(word) if word.isdigit() else -1


def _launches(one: Member, council: Council) -> bool:
    """True to launch as ordered; never from an escaping carrier, or to return at once."""
    if one.wants_home or one.escapes or not one.doctrine.launch:
        return False
    carrier = council.by_id.get(one.live.carrier)
    if carrier is not None and carrier.escapes:
        return False
    return council.view.round >= one.doctrine.launch


def _uses_dg(one: Member, *, strong: bool) -> bool:
    if one.doctrine.dg == "when strong":
        return strong and not one.flees
    return one.doctrine.dg == "on"
