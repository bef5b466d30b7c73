"""A ship in a round of battle: a fighter's working copy, and the parts that work.

Rule: NV SPC-31, NV SPC-33, NV SPC-56. Ambiguity: NV A-EW-CHOICE, NV A-SM-LOSS, NV A-SN-MULTI,
NV A-JD-HIT.
"""

from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.outfit import Outfit, outfit
from pbm.games.nova.state.battle.arena import ABOARD, IN_PLAY, Fighter, Place
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design, Figures, Installation
from pbm.games.nova.state.fitted import Fitted


class Live:
    """A ship while a round is fought. The round alone changes it.

    ``armour`` and ``structure``: points lost in all. ``parts``: losses by installation. ``hits``:
    attacks of this round that did structural damage. ``fired``: names of weapons fired this
    round. ``thrust``: hexes by which it changed its vector. ``sn``, ``ss``: sensors are used and
    screens are up, at most at levels ``sn_most`` and ``ss_most`` (-1: full level).
    """

    __slots__ = (
        "armour",
        "at",
        "bay",
        "captor",
        "carrier",
        "cycle",
        "design",
        "dg",
        "drive",
        "ew",
        "fc",
        "fired",
        "first",
        "hits",
        "id",
        "outfit",
        "owner",
        "parts",
        "shields",
        "since",
        "sn",
        "sn_most",
        "ss",
        "ss_most",
        "state",
        "stowed",
        "structure",
        "thrust",
        "vector",
    )

    def __init__(self, fighter: Fighter, design: Design) -> None:
        self.first = fighter
        self.id = fighter.id
        self.owner = fighter.owner
        self.design = design
        self.at: Place = fighter.at
        self.vector: Place = fighter.vector
        self.shields = fighter.shields
        self.armour = fighter.damage.armour
        self.structure = fighter.damage.structure
        self.parts: dict[str, int] = dict(fighter.damage.parts)
        self.stowed = fighter.stowed
        self.state = fighter.state
        self.since = fighter.state_since
        self.carrier = fighter.carrier
        self.bay = fighter.bay
        self.captor = fighter.captor
        self.cycle = fighter.cycle
        self.drive = fighter.drive
        self.ew = fighter.ew
        self.fc = fighter.fc
        self.dg = fighter.dg
        self.sn = False
        self.sn_most = -1
        self.ss = True
        self.ss_most = -1
        self.hits = 0
        self.fired: set[str] = set()
        self.thrust = 0
        self.refit()

    def refit(self) -> None:
        """Find the working parts anew after an installation was lost.

        A jump drive stays in use while one jump is left; a spare one begins its cycle anew.
        Ambiguity: NV A-JD-HIT.
        """
        self.outfit: Outfit = outfit(self.design, self.parts)
        if self.drive not in self.outfit.levels:
            self.cycle = -1 if self.drive else self.cycle
            left = self.outfit.drives
            self.drive = max(left, key=lambda name: left[name], default="")

    @property
    def figures(self) -> Figures:
        """The figures of its design."""
        return self.outfit.figures

    @property
    def fitted(self) -> Fitted:
        """The figures of its parts that still work."""
        return self.outfit.fitted

    @property
    def works(self) -> tuple[Installation, ...]:
        """Its working installations, in the order of the sheet."""
        return self.outfit.works

    @property
    def lag(self) -> int:
        """Lag time of the jump drive in use, 0 without one."""
        return next((one.part.lt for one in self.works if one.name == self.drive), 0)

    @property
    def in_play(self) -> bool:
        """True while it is on the map by itself."""
        return self.state == IN_PLAY

    @property
    def fights(self) -> bool:
        """True for a ship on the map that keeps a battle going; not for a gate end."""
        return self.state == IN_PLAY and not self.first.gate

    @property
    def aboard(self) -> bool:
        """True in a bay or hold of another."""
        return self.state == ABOARD

    @property
    def ta(self) -> int:
        """Armour it has left."""
        return self.figures.ta - self.armour

    @property
    def sm(self) -> int:
        """Shield multiples that still work."""
        return self.outfit.sm

    @property
    def full_shields(self) -> int:
        """The most its shields can be now."""
        return self.figures.si * self.sm

    def level(self, name: str) -> int:
        """The level of an installation by name, 0 if it does not work (or "")."""
        return self.outfit.levels.get(name, 0)

    def best(self, kind: str) -> tuple[str, int]:
        """Name and level of the best working installation of a kind; ("", 0) without one."""
        return self.outfit.best.get(kind, ("", 0))

    @property
    def ew_level(self) -> int:
        """The level of electronic warfare in use."""
        return self.level(self.ew)

    @property
    def fc_level(self) -> int:
        """The level of fire control in use."""
        return self.level(self.fc)

    @property
    def dg_size(self) -> int:
        """Hexes in which it holds ships, 0 while its generators are off."""
        return self.fitted.dg if self.dg else 0

    @property
    def sn_level(self) -> int:
        """The level of sensors in use, at most the level ordered."""
        level = self.best("SN")[1] if self.sn else 0
        return level if self.sn_most < 0 else min(level, self.sn_most)

    @property
    def tc_level(self) -> int:
        """The best working communicator's level; one that comes with size is never hit."""
        return max(self.best("TC")[1], self.design.intrinsic_tc)

    @property
    def jump_ready(self) -> bool:
        """True when its cycle is done: lag time rounds since it began. Rule: NV SPC-41."""
        return self.fitted.jd > 0 and self.cycle >= self.lag

    def frozen(self) -> Fighter:
        """The fighter as a battle keeps it between rounds."""
        return replace(
            self.first,
            at=self.at,
            vector=self.vector,
            shields=self.shields,
            damage=Damage(self.armour, self.structure, dict(self.parts)),
            stowed=self.stowed,
            state=self.state,
            state_since=self.since,
            carrier=self.carrier,
            bay=self.bay,
            captor=self.captor,
            cycle=self.cycle,
            drive=self.drive,
            ew=self.ew,
            fc=self.fc,
            dg=self.dg,
            sn=self.sn,
        )
