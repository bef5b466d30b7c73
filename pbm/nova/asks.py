"""All that a conformance case may ask of Nova, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbm.nova.asks_battle import ASKS_BATTLE
from pbm.nova.asks_combat import ASKS_COMBAT
from pbm.nova.asks_contact import ASKS_CONTACT
from pbm.nova.asks_economy import ASKS_ECONOMY
from pbm.nova.asks_effects import ASKS_EFFECTS
from pbm.nova.asks_movement import ASKS_MOVEMENT
from pbm.nova.asks_numbers import ASKS_NUMBERS
from pbm.nova.asks_orders import ASKS_ORDERS
from pbm.nova.asks_reports import ASKS_REPORTS
from pbm.nova.asks_setting import ASKS_SETTING
from pbm.nova.asks_surface import ASKS_SURFACE

ASKS: Mapping[str, Callable[..., Any]] = {
    **ASKS_BATTLE,
    **ASKS_COMBAT,
    **ASKS_EFFECTS,
    **ASKS_MOVEMENT,
    **ASKS_CONTACT,
    **ASKS_ECONOMY,
    **ASKS_NUMBERS,
    **ASKS_ORDERS,
    **ASKS_REPORTS,
    **ASKS_SETTING,
    **ASKS_SURFACE,
}
