"""Designs handed in with a turn, and the pregame sheet."""

from collections.abc import Mapping
from fractions import Fraction

from pbm.engine.events import OrderRef
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.records import Record


class Purchase(Record):
    """``BUY Hornet 3 @ 83 as A1, A2, A3`` or ``BUY AA 4``: a design or a kind of unit."""

    ref: OrderRef
    name: str
    number: int
    names: tuple[str, ...] = ()
    price: Fraction | None = None


class Pregame(Record):
    """The pregame sheet. ``tech`` by technology, ``keep`` is a claim. Rule: NV SET-11 to SET-35."""

    home_type: int = 8
    preset: str = ""
    tech: Mapping[str, int] = {}
    designs: tuple[tuple[OrderRef, Design], ...] = ()
    missiles: tuple[tuple[OrderRef, MissileDesign], ...] = ()
    purchases: tuple[Purchase, ...] = ()
    keep: int | None = None
    refs: Mapping[str, OrderRef] = {}


class DesignSheet(Record):
    """Designs, redesigns and missiles handed in with a turn. Rule: NV DSN-03."""

    designs: tuple[tuple[OrderRef, Design], ...] = ()
    missiles: tuple[tuple[OrderRef, MissileDesign], ...] = ()
    missile_list: tuple[str, ...] | None = None
