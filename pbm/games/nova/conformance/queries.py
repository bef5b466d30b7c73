"""All that a conformance case may ask of Nova, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbm.games.nova.conformance.battle_queries import ASKS_BATTLE
from pbm.games.nova.conformance.combat_queries import ASKS_COMBAT
from pbm.games.nova.conformance.contact_queries import ASKS_CONTACT
from pbm.games.nova.conformance.economy_queries import ASKS_ECONOMY
from pbm.games.nova.conformance.effect_queries import ASKS_EFFECTS
from pbm.games.nova.conformance.movement_queries import ASKS_MOVEMENT
from pbm.games.nova.conformance.number_queries import ASKS_NUMBERS
from pbm.games.nova.conformance.order_queries import ASKS_ORDERS
from pbm.games.nova.conformance.report_queries import ASKS_REPORTS
from pbm.games.nova.conformance.setting_queries import ASKS_SETTING
from pbm.games.nova.conformance.surface_queries import ASKS_SURFACE

QUERIES: Mapping[str, Callable[..., Any]] = {
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
