"""The forms of the names of Nova's rolls; ids of a battle and its ships are its own."""

from __future__ import annotations

from pbm.dice.roll_forms import RollForm

ROLLS = (
    RollForm("G/battle/?/scatter/?/direction", "d6"),
    RollForm("G/battle/?/scatter/?/hexes", "d10_low"),
    RollForm("G/battle/?/maintain/?/direction", "d6", summed=True),
    RollForm("G/battle/?/maintain/?", "d#", summed=True),
    RollForm("G/battle/?/r#/meeting/?", "d6", summed=True),
    RollForm("G/battle/?/r#/echo/&", "d#", summed=True),
    RollForm("G/battle/?/r#/fire/&/&/#", "d100 d10_low", summed=True),
    RollForm("G/battle/?/r#/fire/&/&/#/effect", "d10 d6", summed=True),
    RollForm("G/battle/?/r#/blow up/&", "d100"),
    RollForm("G/battle/?/r#/critical/&", "d1000"),
    RollForm("I/ground/*/r#/*", "d6"),
    RollForm("I/ground/*/r#/*/*", "d6", summed=True),
    RollForm("I/ground/*/r#/*/*/*", "d6", summed=True),
    RollForm("I/pcb/*/r#/*", "d6", summed=True),
    RollForm("I/pcb/*/r#/*/*", "d6", summed=True),
    RollForm("J/pcb/*", "d6", summed=True),
    RollForm("L/research/*/*", "d10"),
)
