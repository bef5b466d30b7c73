"""What the suite over all games asks of Knight Hawks."""

from __future__ import annotations

from pbm.games.knighthawks.orders.ship_orders import Orders
from pbm.games.knighthawks.report.sentences import CATALOGUE
from tests.games.contract import Contract
from tests.games.knighthawks.language import LANGUAGE
from tests.games.knighthawks.secrets import PRIVATE, SECRETS

# The cases the rules were handed over with, and those their index names. An id never goes.
REQUIRED = """
CH-laser_cannon CH-pod_laser CH-laser_battery CH-torpedo CH-assault_rocket CH-rocket_battery
CH-AUTO MV-EX1 MV-EX2 MV-STOP MV-STOP0 MV-TOP MV-ORBIT6 CB-EX1 CB-EX2 CB-EX3 CB-EX4 CB-EX5 CB-EX6
CB-EX7 CB-RD CB-EV CB-MASKDMG D-TURN-START D-TURN-TWICE D-TURN-LAST D-TURN-MR D-ROT0
D-ROT0-STOPPING D-ROT0-MOVING D-OFFMAP D-PLANET-MOVE D-LOS1 D-ORBIT-CCW D-ORBIT-REVERSE
D-ORBIT-ENTER D-ORBIT-LEAVE D-ORBIT-ROT D-BESTDEF D-AUTO D-ICM-WHAT D-ICM-SUPPLY D-DMG-AR
D-DMG-TORP D-DMG-EXACT D-AIM-RANGE D-ROF-LB D-ROF-DEF D-EVADE-NEXT D-EVADE-WHO D-EVADE-WEAPON
D-SCREEN-OUT D-SCREEN-BOTH D-SCREEN-TORP D-SCREEN-LIFE D-SCREEN-SPEED D-SCREEN-ORBIT D-SPEED-PLOT
D-STACK D-RANGE D-MAXRANGE D-ARC D-ARC2 D-ARC-ILLEGAL D-FFSAME-ATT D-FFSAME-DEF D-HEADON-NOTFF
D-CH1 D-CH2 D-CH3 D-CH4 D-CH5 D-CH6 D-CH7 D-CH8 D-CH9 D-CH10 D-CH11 D-CH12 D-CH13 D-DEF-PATH
D-DEF-FF D-DEF-ORDER D-E2E
"""

CONTRACT = Contract(
    scenario="knighthawks/duel",
    sides="AB",
    orders=Orders,
    sentences=CATALOGUE.kinds,
    secrets=SECRETS,
    language=LANGUAGE,
    private=PRIVATE,
    quick=("beacon/",),
    every=4,
    stage="beacon/3",
    sealed="lantern/2",
    beginnings={"beacon": 2},
    required=[f"KH-{name}" for name in REQUIRED.split()],
    unseen_fields=frozenset({"ruling.answer", "ruling.asked"}),
)
