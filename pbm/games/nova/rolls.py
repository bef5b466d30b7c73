"""The forms of the names of Nova's rolls.

A roll of a battle names its system, and ships by ids that are proven to their owners: a reader
may know others by their counters alone. Under other dice the ids of battle and ships are chosen by
the campaign's seed. Dice for echoes, meetings and orders M are shown to nobody.
"""

from __future__ import annotations

from pbm.dice.roll_forms import NUMBERED, READER, RollForm

_SHOT = ("system", "round", "by", "to", NUMBERED)
ROLLS = (
    *(
        RollForm(
            f"G/battle/*/scatter/*/{name}",
            die,
            kind="fight_placed",
            facts=("system", "route"),
            each=name,
            said=f"dice after jump {{1}}: {said}",
            proven=True,
        )
        for name, die, said in (
            ("direction", "d6", "direction {face},"),
            ("hexes", "d10_low", r"direction [1-6], distance {face}\)"),
        )
    ),
    *(
        RollForm(
            f"G/battle/*/{name}",
            dice,
            kind=kind,
            facts=facts,
            called="c{foe}|[Aa] ship not seen",
            summed=summed,
            proven=True,
        )
        for name, dice, kind, facts, summed in (
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
    *(
        RollForm(f"G/battle/?/{name}", dice, facts=facts, summed=summed, proven=False)
        for name, dice, facts, summed in (
            ("scatter/?/direction", "d6", (), False),
            ("scatter/?/hexes", "d10_low", (), False),
            ("r#/fire/&/&/#", "d100 d10_low", ("", "", "by", "to"), True),
            ("r#/fire/&/&/#/effect", "d10 d6", ("", "", "by", "to"), True),
            ("r#/blow up/&", "d100", ("", "", "to"), False),
            ("r#/critical/&", "d1000", ("", "", "to"), False),
        )
    ),
)
