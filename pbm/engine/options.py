"""Options: the questions a rulebook leaves open, with their readings and defaults."""

from collections.abc import Mapping, Sequence

from msgspec import convert, toml

from pbm.kit.english import nearest
from pbm.kit.package_data import package_data
from pbm.kit.problems import Problem, invalid
from pbm.kit.records import Record

_MOST_DIGITS = 20  # more than any option has, fewer than Python accepts


class Option(Record, forbid_unknown_fields=True):
    """An open question that a game master can settle for a campaign.

    ``readings`` maps each value to its meaning, the default first; an empty mapping means a whole
    number from ``least`` to ``most``. ``rule`` is the place in the rulebook. An option of the
    ``house`` is not a question of a rulebook; a campaign lists it only if it was set.
    """

    id: str
    key: str
    default: str
    readings: Mapping[str, str]
    rule: str
    title: str = ""
    least: int = 0
    most: int = 0
    house: bool = False

    def fault_of(self, value: str) -> str:
        """The reason why a value does not fit; "" if it fits."""
        if self.readings:
            known = f"the readings are {', '.join(self.readings)}"
            return "" if value in self.readings else known
        is_number = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
        if is_number and self.least <= int(value) <= self.most:
            return ""
        return f"expected a whole number from {self.least} to {self.most}"


MESSAGES_OPTION = Option(
    "PBM-1",
    "messages",
    "game",
    {
        "game": "players write to each other as far as the game lets them",
        "none": "players write to the game master alone",
    },
    "the house",
    "Messages between players",
    house=True,
)
MOST_CHARACTERS_OPTION = Option(
    "PBM-2",
    "messages.most_signs",
    "4000",
    {},
    "the house",
    "How many characters a message may have",
    least=1,
    most=50_000,
    house=True,
)
PAPER_OPTION = Option(
    "PBM-3",
    "paper",
    "a4",
    {"a4": "reports are laid out for A4", "letter": "reports are laid out for US Letter"},
    "the house",
    "The paper of the reports",
    house=True,
)
FORM_OPTION = Option(
    "PBM-4",
    "form",
    "none",
    {
        "none": "a report brings the next sheet as text",
        "pdf": "a report brings the next sheet as text and as form.pdf, a form to fill in",
    },
    "the house",
    "Order sheets as forms",
    house=True,
)
LOGS_OPTION = Option(
    "PBM-5",
    "logs",
    "apart",
    {
        "apart": "record sheets are printed in logs.pdf alone",
        "report": "record sheets are printed at the end of report.pdf too",
    },
    "the house",
    "Where record sheets are printed",
    house=True,
)
# The options of every game, besides the questions of its rulebook.
HOUSE_OPTIONS = (MESSAGES_OPTION, MOST_CHARACTERS_OPTION, PAPER_OPTION, FORM_OPTION, LOGS_OPTION)


def options_of(package: str) -> tuple[Option, ...]:
    """The options of a game by their keys, from its options.toml; the first reading is the default.

        ["detect.battlecraft"]
        id = "DV-A14"
        rule = "DV 3.0"
        title = "Whether launched battlecraft detect"
        readings = { yes = "as spaceships do", no = "only spaceships detect" }

    A number has ``default``, ``least`` and ``most`` instead. ValidationError for anything else.
    """
    written = toml.decode(package_data(package, "options.toml"))
    return tuple(
        convert({"default": next(iter(one["readings"]), ""), **one, "key": key}, Option)
        for key, one in ((key, {"readings": {}, **entry}) for key, entry in written.items())
    )


def settle(
    options: Sequence[Option], chosen: Mapping[str, str]
) -> tuple[dict[str, str], list[Problem]]:
    """Every option with its value in force, and the problems of the choices with their keys.

    An option of the house that has its default value is left out.
    """
    problems: list[Problem] = []
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        option = known.get(key)
        if option is None:
            near = nearest(key, known)
            problems.append(
                invalid(
                    f'"{key}" is not an option of this game',
                    remedy=f'Did you mean "{near}"?' if near else "pbm options lists them",
                    path=(key,),
                )
            )
        elif fault := option.fault_of(value):
            said = f'"{value}" is not a reading of option {key}'
            problems.append(invalid(said, reason=fault, path=(key,)))
    in_force = {
        option.key: option.default
        if option.fault_of(chosen.get(option.key, option.default))
        else chosen.get(option.key, option.default)
        for option in options
        if not (option.house and chosen.get(option.key, option.default) == option.default)
    }
    return in_force, problems
