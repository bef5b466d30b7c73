"""The forms of the names of Nova's rolls.

A roll of a battle names its system, and ships by ids that are proven to their owners: a reader
may know others by their counters alone. Before version 2 the ids of battle and ships were chosen
by the campaign's seed. Dice for echoes, meetings and orders M are shown to nobody.
"""

from __future__ import annotations

from pbm.dice.roll_forms import NUMBERED, READER, RollForm

_OLD_SHOT = ("", "", "by", "to")
_SHOT = ("system", "round", "by", "to", NUMBERED)
ROLLS = (
    *(
        RollForm(f"G/battle/*/{name}", dice, kind=kind, facts=facts, summed=summed)
        for name, dice, kind, facts, summed in (
            ("scatter/*/*/direction", "d6", "fight_placed", ("system",), False),
            ("scatter/*/*/hexes", "d10_low", "fight_placed", ("system",), False),
            ("r#/fire/=/=/#", "d100 d10_low", "fight_volley", _SHOT, True),
            ("r#/fire/=/=/#/effect", "d10 d6", "fight_volley", _SHOT, True),
            ("r#/blow up/=", "d100", "fight_blow_up", ("system", "round", "to"), False),
            ("r#/critical/=", "d1000", "fight_critical", ("system", "round", "to"), False),
        )
    ),
    *(
        RollForm(
            f"I/ground/*/r#/*{more}",
            "d6",
            kind="ground_round",
            facts=("", "", READER),
            said="Round {1} on {0},",
            summed=bool(more),
        )
        for more in ("", "/*", "/*/*")
    ),
    *(
        RollForm(
            f"I/pcb/*/r#/*{more}",
            "d6",
            kind="sdus_fired",
            facts=("", "", READER),
            said="SDUs on {0} fire",
            summed=True,
        )
        for more in ("", "/*")
    ),
    RollForm("J/pcb/*", "d6", kind="pcbs_fell", said="fall on {0}:", summed=True),
    RollForm("L/research/*/*", "d10", kind="research_rolled", facts=(READER,)),
    RollForm("G/battle/?/scatter/?/direction", "d6", until=2),
    RollForm("G/battle/?/scatter/?/hexes", "d10_low", until=2),
    RollForm("G/battle/?/r#/fire/&/&/#", "d100 d10_low", facts=_OLD_SHOT, summed=True, until=2),
    RollForm("G/battle/?/r#/fire/&/&/#/effect", "d10 d6", facts=_OLD_SHOT, summed=True, until=2),
    RollForm("G/battle/?/r#/blow up/&", "d100", facts=("", "", "to"), until=2),
    RollForm("G/battle/?/r#/critical/&", "d1000", facts=("", "", "to"), until=2),
)
