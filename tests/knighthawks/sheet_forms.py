"""Every form an order can be written in, with the canonical form it is understood as."""

from __future__ import annotations

# As written under SHIP B2 (a frigate beside a planet), and as understood.
FORMS: tuple[tuple[str, str], ...] = (
    ("move speed 4", "move speed 4"),
    ("move plot 2 L 1 R", "move plot 2 L 1 R"),
    ("move plot 3L2", "move plot 3 L 2"),
    ("move plot 2 left 1 right 1", "move plot 2 L 1 R 1"),
    ("move plot 2 le 1 RI 1", "move plot 2 L 1 R 1"),
    ("move speed 5 plot 3 L 2", "move speed 5 plot 3 L 2"),
    ("move plot 3 L 2, speed 5", "move speed 5 plot 3 L 2"),
    ("move straight", "move straight on"),
    ("move straight on", "move straight on"),
    ("move straight speed 4", "move speed 4"),
    ("move close on A1 > A2", "move close on A1 > A2"),
    ("move close on Dread speed 4", "move close on A2 speed 4"),
    ("move close on A1, face A2 at the end", "move close on A1, face A2"),
    ("move keep away from A1", "move keep away from A1"),
    ("move hold range 4 of A1", "move hold range 4 of A1"),
    ("move ram A1", "move ram A1"),
    ("move towards 2018", "move towards 2018"),
    ("move toward 2018 speed 3", "move towards 2018 speed 3"),
    ("move orbit P1 clockwise", "move orbit P1 clockwise"),
    ("move orbit Morrow anticlockwise", "move orbit P1 counterclockwise"),
    ("orbit P1 counter-clockwise", "move orbit P1 counterclockwise"),
    ("move leave orbit face 2 speed 3 plot 2 L 1", "move leave orbit face 2 speed 3 plot 2 L 1"),
    ("move leave orbit close on A1", "move leave orbit close on A1"),
    ("move leave orbit speed 2, face A1", "move leave orbit speed 2, face A1"),
    ("move stop", "move stay"),
    ("move stay", "move stay"),
    ("move stop, face 12", "move stay, face 12"),
    ("move face 4", "move face 4"),
    ("move face A2 > A1", "move face A2 > A1"),
    ("move speed 4, screen", "move speed 4, screen"),
    ("move speed 4 screen if A1 within 9", "move speed 4, screen if A1 within 9"),
    ("move speed 4, drop screen", "move speed 4, drop screen"),
    ("screen", "move screen"),
    ("screen if enemy lasers within 9 hexes", "move screen if enemy lasers within 9"),
    ("drop screen if not enemy within 9", "move drop screen if not enemy within 9"),
    ("move if evading: speed 5", "move if evading: speed 5"),
    ("move if evading then speed 5", "move if evading: speed 5"),
    ("move else: speed 5", "move speed 5"),
    ("move else speed 5", "move speed 5"),
    ("move else if screened: speed 3", "move if screened: speed 3"),
    ("attack LC at A1", "attack LC at A1"),
    ("attack laser cannon at A1 > nearest", "attack LC at A1 > nearest"),
    ("attack laser battery at any", "attack LB at any"),
    ("attack torpedo at A1, chance >= 40%", "attack T at A1, chance >= 40"),
    ("attack torpedo at A1, chance 40", "attack T at A1, chance >= 40"),
    ("attack T at A1, chance > 40", "attack T at A1, chance >= 41"),
    ("attack RB at A1, keep 1", "attack RB at A1, keep 1"),
    ("attack rocket battery at A1 keep 1 RB", "attack RB at A1, keep 1"),
    ("attack LB at A1, within 5 hexes", "attack LB at A1, within 5"),
    ("attack LB at A1 only if A1 hull > 10", "attack if A1 hull > 10: LB at A1"),
    ("attack LB at A1 if chance >= 20", "attack if chance >= 20: LB at A1"),
    ("attack if turn >= 4: LB at A1", "attack if turn >= 4: LB at A1"),
    ("attack if turn = 4: LB at A1 if screened", "attack if turn = 4 and screened: LB at A1"),
    ("attack LC at A1, in arc", "attack LC at A1, in arc"),
    (
        "attack LB at A1 > A2, spread enough 20 points expected",
        "attack LB at A1 > A2, spread enough 20",
    ),
    ("attack LB at A1 > A2, spread 20", "attack LB at A1 > A2, spread enough 20"),
    ("attack LB at A1, all", "attack LB at A1, all"),
    ("attack RB hold", "attack RB hold"),
    ("defence RB keep for own phase", "defence RB hold"),
    ("defence LB at nearest", "defence LB at nearest, best hex"),
    ("defense LB at nearest, best hex", "defence LB at nearest, best hex"),
    ("defend LB at nearest, hex 2015", "defence LB at nearest, hex 2015"),
    ("defence LC at A1, first in arc", "defence LC at A1, first in arc"),
    ("icm torpedo 2", "icm torpedo 2"),
    ("icm torpedos 3, rocket 1, RB 0", "icm torpedo 3, rocket 1, RB 0"),
    ("icm RB 1 assault rocket 2", "icm rocket 2, RB 1"),
    ("icm until chance <= 40", "icm until chance <= 40"),
    ("icm until chance < 40", "icm until chance <= 39"),
    ("icm torpedo 2 until chance 40 keep 1 icm", "icm torpedo 2, until chance <= 40, keep 1"),
    ("icm never", "icm torpedo 0, rocket 0, RB 0"),
)

# Under SHIP B1, an assault scout.
SCOUT_FORMS: tuple[tuple[str, str], ...] = (
    ("evade always", "evade always"),
    ("evade never", "evade never"),
    ("evade if chance >= 50", "evade if chance >= 50"),
    ("evade only if hull <= 10", "evade if hull <= 10"),
    ("attack assault rocket at A1", "attack AR at A1"),
)

# Conditions, behind ``evade if``.
CONDITIONS: tuple[tuple[str, str], ...] = (
    ("A1 within 6", "A1 within 6"),
    ("enemy within 6 hexes", "enemy within 6"),
    ("enemy laser within 9", "enemy lasers within 9"),
    ("chance >= 50%", "chance >= 50"),
    ("chance => 50", "chance >= 50"),
    ("hull =< 10", "hull <= 10"),
    ("hull == 10", "hull = 10"),
    ("A1 hull > 10", "A1 hull > 10"),
    ("torpedos >= 1", "torpedos >= 1"),
    ("torpedo < 1", "torpedos < 1"),
    ("rockets >= 1", "rockets >= 1"),
    ("assault rockets >= 1", "rockets >= 1"),
    ("rocket batteries >= 1", "RB >= 1"),
    ("icms > 2", "ICM > 2"),
    ("masking screens >= 1", "masking screens >= 1"),
    ("screens >= 1", "masking screens >= 1"),
    ("screened", "screened"),
    ("A1 screened", "A1 screened"),
    ("in orbit", "in orbit"),
    ("A1 in orbit", "A1 in orbit"),
    ("evading", "evading"),
    ("A1 in arc", "A1 in arc"),
    ("range to A1 <= 4 hexes", "range to A1 <= 4"),
    ("speed >= 3", "speed >= 3"),
    ("A1 speed = 0", "A1 speed = 0"),
    ("A3 destroyed", "A3 destroyed"),
    ("turn >= 4", "turn >= 4"),
    ("not screened", "not screened"),
    ("not not screened", ""),
    ("A1 within 6 and screened", "A1 within 6 and screened"),
    ("A1 within 6 or screened and evading", "A1 within 6 or screened and evading"),
    (
        "(A1 within 6 or screened) & evading",
        "A1 within 6 and evading or screened and evading",
    ),
    ("not (A1 within 6 or screened)", "not A1 within 6 and not screened"),
    ("not (A1 within 6 and not screened)", "not A1 within 6 or screened"),
)

# On a SETUP sheet, under SHIP B2.
PLACING: tuple[tuple[str, str], ...] = (
    ("place at 0909 facing 4 speed 3", "place at 0909 facing 4 speed 3"),
    ("place 0909", "place at 0909"),
    ("place at 0911, orbit P1 clockwise", "place at 0911 orbit P1 clockwise"),
    ("place orbit P1 clockwise", "place orbit P1 clockwise"),
    ("place facing 2", "place facing 2"),
    ("place speed 2", "place speed 2"),
)

HEADERS: tuple[str, ...] = (
    "SHIP B2",
    "ship b2:",
    'SHIP B2 "Zz\'Nakk"',
    'SHIP "zz\'nakk"',
    "SHIP B2 Frigate (Spacefleet)",
    "sh Zz'Nakk",
)
FLEETS: tuple[str, ...] = ("FLEET", "fleet:", "ALL SHIPS", "all ships:")
NOTES: tuple[tuple[str, str], ...] = (
    ("NOTE TO GM please; look > here", "please; look > here"),
    ("note to the gm: hello", "hello"),
    ("Note: hello there", "hello there"),
    ("note to Ilse's mother", "to Ilse's mother"),
)


def all_lines() -> list[str]:
    """Every example as one line of the grammar."""
    return [
        *(written for written, _ in (*FORMS, *SCOUT_FORMS, *PLACING, *NOTES)),
        *(f"evade if {written}" for written, canonical in CONDITIONS if canonical),
        *HEADERS,
        *FLEETS,
        "attack pod laser at A1; LB at A2;",
        "move speed 4; attack LC at A1; T hold",
    ]
