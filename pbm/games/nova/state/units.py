"""Units other than ships: armies, colonies, installations; militia and garrisons.

Their figures stand in one table; nothing improves them.
Rule: NV UNI-01, UNI-02, UNI-03, ECO-30, DSN-39.
"""

from collections.abc import Mapping

from pbm.games.nova.state.components import HOLD
from pbm.kit.records import Record
from pbm.kit.rounding import ceil_div
from pbm.kit.tables import EMPTY, table

_UNITS = table("pbm.games.nova", "units")
_GARRISONS = table("pbm.games.nova", "garrisons")


class UnitKind(Record):
    """One kind of unit.

    ``cost`` in MCr and ``size`` are those of one end where ``ends`` are built together, None
    if it is neither built nor carried; ``combat_factor`` is None if it does not fight;
    ``defence`` is taken from the factor of whoever attacks it.
    """

    abbreviation: str
    name: str
    cost: int | None
    size: int | None
    combat_factor: int | None
    defence: int
    ends: int

    @property
    def is_built(self) -> bool:
        """Whether it can be bought at all; militia cannot."""
        return self.cost is not None

    @property
    def full_cost(self) -> int | None:
        """MCr for all its ends together. Ambiguity: NV A-SG-PRICE."""
        return None if self.cost is None else self.cost * self.ends

    @property
    def holds(self) -> int | None:
        """Cargo holds that one takes. Rule: NV DSN-12."""
        return None if self.size is None else ceil_div(self.size, HOLD)


def _read(abbreviation: str) -> UnitKind:
    def cell(column: str) -> int | None:
        found = _UNITS.at(abbreviation, column)
        return None if found == EMPTY else int(found)

    return UnitKind(
        abbreviation,
        str(_UNITS.at(abbreviation, "name")),
        cell("cost"),
        cell("size"),
        cell("combat"),
        _UNITS.number(abbreviation, "defence"),
        _UNITS.number(abbreviation, "ends"),
    )


UNITS: Mapping[str, UnitKind] = {abbreviation: _read(abbreviation) for abbreviation in _UNITS.rows}


def militia(status: str, captured: bool = False) -> int:
    """Militia armies of an established system; a home star is the status ``HOME STAR``.

    Rule: NV UNI-03.
    """
    return 0 if captured else _GARRISONS.number(status, "militia")


def garrison_needed(status: str) -> int:
    """Armies a captor needs there to draw revenue. Rule: NV ECO-30."""
    return _GARRISONS.number(status, "garrison")
