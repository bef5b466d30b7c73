"""The forms of the names of DeltaVee's rolls."""

from msgspec.structs import replace

from pbm.dice.roll_forms import RollForm

_ITEMS = ("burster", "extra", "pod #")
_HITS = (
    *(f".fire/hit/?/{item}/#/~" for item in _ITEMS),
    ".move/asteroid hit/~/#",
    ".move/field hit/~/?/#/#",
    ".fire/field hit/~/?/#/#",
)
# A counter that was not revealed stands in sentences as a contact.
_CONTACT = r"[Cc]ontact [1-9]"

_FORMS = (
    RollForm(".command/alert/~", "d10"),
    RollForm(".command/reinforcement/?/#", "d10"),
    *(RollForm(f".fire/fire/~/{item}/#/~", "d10", called=_CONTACT) for item in _ITEMS),
    RollForm(".fire/intercept/~/~/#", "d10", called=_CONTACT),
    RollForm(".move/intercept/~/~/#", "d10", called=_CONTACT),
    RollForm(".move/asteroid/~/#", "d10", called=_CONTACT),
    RollForm(".move/field/~/?/#", "d10", called=_CONTACT),
    RollForm(".fire/field/~/?/#", "d10", called=_CONTACT),
    *(
        RollForm(hit + more, "d10", called=_CONTACT)
        for hit in _HITS
        for more in ("", "/column #", "/field #", "/choice")
    ),
)

# The phases of player 1, then those of player 2.
ROLLS = tuple(replace(form, name=f"{player}{form.name}") for player in (1, 2) for form in _FORMS)
