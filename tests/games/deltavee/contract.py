"""What the suite over all games asks of DeltaVee."""

from __future__ import annotations

from pbm.games.deltavee.orders.orders import Orders
from pbm.games.deltavee.report.sentences import CATALOGUE
from tests.games.contract import Contract
from tests.games.deltavee.language import LANGUAGE
from tests.games.deltavee.secrets import OUTLINE, PLACES, PRIVATE, SECRETS

# The cases the rules 1.0 to 11.0 and scenarios 1 to 5 were handed over with. An id never goes.
REQUIRED = """
CH-SHIP-Terwillicker-X CH-SHIP-Dagger CH-SHIP-Spear CH-SHIP-Piccolo CH-SHIP-Flute CH-SHIP-Clarinet
CH-SHIP-Corco_Gamma CH-SHIP-Corco_Zeta CH-SHIP-Corco_Iota CH-SHIP-COUNTS CH-SHIP-BLOCKS
CH-POD-hunter CH-POD-light_weapon CH-POD-arsenal CH-POD-tractor_beam_7 CH-POD-energy CH-POD-other
CH-RV CH-HIT CH-ENERGY CH-FIRES 1.0-DIE 4.1-SPEAR 7.3-EX 7.5-EX-MISSILE 8.1-EX-A 8.1-EX-B 8.3-EX-1
8.3-EX-3 8.3-STATEMENTS 9.2-EX 9.3-EX 10.3-EX-BLOCK 10.EX-FLUTE S5-EX-VP GEO-MAPDOWN
GEO-MISSILE-OFF GEO-S1-SYMMETRY GEO-RANGE GEO-S5-LINE GEO-LAUNCH-CORNER FIRE-01 FIRE-02 FIRE-03
FIRE-07 FIRE-09 FIRE-10 FIRE-11 FIRE-13 FIRE-15 FIRE-16 FIRE-17 FIRE-18 FIRE-19 FIRE-20 FIRE-21
FIRE-23 FIRE-24 FIRE-26 FIRE-27 FIRE-29 HIT-02 HIT-03 HIT-05 HIT-06 HIT-08 HIT-09 HIT-11 HIT-12
HIT-15 HIT-16 HIT-17 HIT-19 HIT-20 HIT-23 HIT-24 HIT-26 HIT-28 HIT-31 HIT-33 HIT-37 CMD-03 CMD-04
CMD-05 CMD-06 CMD-08 CMD-09 CMD-11 CMD-12 CMD-13 CMD-15 CMD-16 CMD-18 CMD-21 CMD-22 CMD-23 CMD-26
CMD-27 CMD-28 CMD-29 CMD-30 CMD-33 CMD-34 CMD-35 CMD-37 CMD-38 CMD-39 CMD-40 CMD-41 CMD-44 CMD-45
CMD-46 CMD-50 CMD-52 MIS-01 MIS-02 MIS-05 MIS-07 MIS-08 MIS-09 MIS-15 MIS-16 MIS-17 MIS-18 MIS-20
MIS-23 MIS-24 MIS-25 MIS-27 MIS-30 MIS-31 MIS-32 MIS-33 MIS-34 PLA-01 PLA-04 PLA-05 PLA-06 PLA-07
PLA-08 PLA-09 PLA-10 PLA-11 PLA-12 AST-01 AST-02 AST-03 AST-05 SEQ-01 SEQ-03 CMD-53 CMD-54 CMD-55
CMD-56 FIRE-30 MIS-36 VIC-01 VIC-02 VIC-03 VIC-04 VIC-06 VIC-07 VIC-15 E2E-1 E2E-2 E2E-3 SC-01
SC-03 SC-04 SC-06 SC-10 COST-04 COST-06 COST-07 ENH-03 ENH-05 ENH-11 EHC-EX
"""

CONTRACT = Contract(
    scenario="deltavee/showdown",
    sides="12",
    orders=Orders,
    sentences=CATALOGUE.kinds,
    secrets=SECRETS,
    language=LANGUAGE,
    private=PRIVATE,
    outline=OUTLINE,
    places=PLACES,
    quick=("showdown/", "first-shot/", "the-bomb/", "chess-players/new"),
    every=24,
    stage="showdown/4",
    sealed="stolen-piccolo/5",
    beginnings={"showdown": 2},
    is_big=True,
    required=[f"DV-{name}" for name in REQUIRED.split()],
    unseen=frozenset({"fleet_shown", "message", "ruling"}),
)
