"""The forms of the names of Knight Hawks' rolls."""

from pbm.dice.roll_forms import RollForm

ROLLS = (
    RollForm("setup/first/*/#", "d10", counted=True),
    *(
        form
        for phase in ("1.attack", "1.defence", "2.attack", "2.defence")
        for form in (
            RollForm(f"{phase}/attack/@/*/@", "d100"),
            RollForm(f"{phase}/damage/@/*/@", "d10"),
        )
    ),
)
