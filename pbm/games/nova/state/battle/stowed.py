"""One unit in the cargo holds of a ship in battle. Ambiguity: NV A-CARGO-THIRD."""

from pbm.games.nova.state.units import UNITS
from pbm.kit.records import Record

_SHARE = 3  # a unit dies once it has lost one part in three


class Stowed(Record):
    """One unit aboard: the sound holds it lies in, and the points of its size that are gone.

    ``end`` is the id of the gate end that it is, "" for any other unit.
    """

    kind: str
    owner: str
    holds: tuple[str, ...]
    lost: int = 0
    end: str = ""

    @property
    def is_dead(self) -> bool:
        """True once a third or more of its size is gone."""
        return self.lost * _SHARE >= (UNITS[self.kind].size or 0)
