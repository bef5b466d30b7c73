"""Commands in the language of the sheets again: one canonical form for all they can say.

What is printed here reads back as the same orders; receipts use it for "understood as". The
lines of fire and doctrine are in `pbm.games.deltavee.orders.fire_printer`.
"""

from __future__ import annotations

from pbm.games.deltavee.orders.battle_commands import (
    Battle,
    BattleLine,
    BattleStep,
    Control,
    DockWith,
    Field,
    Launch,
    Prepare,
    Search,
    Tractor,
    Undock,
)
from pbm.games.deltavee.orders.conditions import ALWAYS, Condition, Requirement
from pbm.games.deltavee.orders.doctrine_lines import PlanetLine
from pbm.games.deltavee.orders.maneuver_commands import (
    Change,
    Chase,
    CommandLine,
    Jump,
    Maneuver,
    Weave,
)
from pbm.games.deltavee.orders.reading.names import NEAREST, Names
from pbm.games.deltavee.orders.wording import JUMPS, change_words
from pbm.games.deltavee.state.units import GUIDED
from pbm.sheets.quoting import groups_in_words


def command_words(line: CommandLine, names: Names) -> str:
    """A command line."""
    what = ", ".join(maneuver_words(one, names) for one in line.commands)
    return f"command {prefix(line.condition, names, otherwise=line.otherwise)}{what}"


def maneuver_words(command: Maneuver, names: Names) -> str:
    """One Maneuver Command."""
    if isinstance(command, Change):
        return change_words(command)
    if isinstance(command, Weave):
        return _weave(command, names)
    if isinstance(command, Chase):
        return f"chase {names.targets(command.targets)}"
    return _jump(command, names)


def _weave(weave: Weave, names: Names) -> str:
    if weave.away:
        return f"weave away from {names.dangers(weave.away)}"
    return f"weave to {names.hex(weave.hex)}" if weave.hex else f"weave {weave.bearing}"


def _jump(jump: Jump, names: Names) -> str:
    abort = ", else abort" if jump.or_abort else ""
    return f"{JUMPS[jump.kind]}{when(jump.condition, names)}{abort}"


def planet_words(line: PlanetLine, names: Names) -> str:
    """What to do on entering a planet hex."""
    what = ", ".join(map(change_words, line.commands)) or "nothing"
    return f"planet {prefix(line.condition, names, otherwise=line.otherwise)}{what}"


# --- Battle Commands ------------------------------------------------------------------------


def battle_words(line: BattleLine, names: Names) -> str:
    """A battle line."""
    what = "; ".join(_step(one, names) for one in line.steps)
    return f"battle {prefix(line.condition, names, otherwise=line.otherwise)}{what}"


def _step(step: BattleStep, names: Names) -> str:
    return f"{act_words(step.command, names)}{when(step.condition, names)}"


def act_words(act: Battle, names: Names) -> str:
    """One Battle Command."""
    if isinstance(act, Prepare):
        if act.battlecraft:
            return f"prepare {names.own(act.battlecraft)}"
        return f"prepare {act.missile}" + (f" from {act.box}" if act.box else "")
    if isinstance(act, Control):
        return f"control {names.own(act.missile) if act.missile else GUIDED}"
    if isinstance(act, Launch):
        return _launch(act, names)
    if isinstance(act, Search):
        return "active search"
    if isinstance(act, Field):
        return f"field {'on' if act.up else 'off'}"
    if isinstance(act, Tractor):
        return _tractor(act, names)
    if isinstance(act, DockWith):
        return f"dock with {' > '.join(map(names.own, act.targets))}"
    if isinstance(act, Undock):
        return "undock"
    units = "full" if act.units is None else str(act.units)
    return f"refuel {names.own(act.battlecraft)} {units}"


def _tractor(act: Tractor, names: Names) -> str:
    pod = f"from {act.box} " if act.box else ""
    what = ", ".join(maneuver_words(one, names) for one in act.commands)
    return f"tractor {pod}{names.targets(act.targets)}: {what}"


def _launch(act: Launch, names: Names) -> str:
    where = placing_words(act.bearing, act.direction, act.speed)
    return " ".join([f"launch {names.own(act.battlecraft)}", *where])


def placing_words(bearing: int | None, direction: int | None, speed: int) -> list[str]:
    """Bearing, direction and difference of velocity, what the program chooses left out.

    >>> placing_words(2, None, 1)
    ['bearing 2', 'speed +1']
    """
    words = [] if bearing is None else [f"bearing {bearing}"]
    words += [] if direction is None else [f"dir {direction}"]
    return words + ([f"speed {speed:+d}"] if speed else [])


# --- conditions -----------------------------------------------------------------------------


def prefix(condition: Condition, names: Names, *, otherwise: bool = False) -> str:
    """What stands before an order: ``if ...:``, ``else``."""
    words = "" if condition == ALWAYS else f"if {condition_words(condition, names)}: "
    return f"else {words}" if otherwise else words


def when(condition: Condition, names: Names) -> str:
    """A condition behind what it limits."""
    return "" if condition == ALWAYS else f" if {condition_words(condition, names)}"


def condition_words(condition: Condition, names: Names) -> str:
    """A condition as it stands behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: test_words(test, names))


def test_words(test: Requirement, names: Names) -> str:
    """One test of a condition."""
    of = f"{names.foe(test.unit)} " if test.unit else ""
    compared = f"{test.op} {test.number}"
    words = {
        "within": f"{_within(test, names)} within {test.number}",
        "contacts_within": f"contact within {test.number}",
        "range": f"range to {of}{compared}",
        "chance": f"chance {compared}",
        "value": f"value {compared}",
        "energy": f"energy {compared}",
        "blocks": f"blocks {compared}",
        "turn": f"turn {compared}",
        "velocity": f"{of}velocity {compared}",
        "field_on": f"{of}field on",
        "field_off": f"{of}field off",
        "in_orbit": f"{of}in orbit",
        "docked": f"{of}docked",
        "jumping": f"{of}jumping",
        "revealed": f"{of}revealed",
        "destroyed": f"{of}destroyed",
        "part": f"{of}{_part(test.name)} {test.state}",
        "on_map": f"{of}on map {test.name}",
        "prepared": "prepared",
        "in_range": "in range",
    }[test.kind]
    return f"not {words}" if test.negated else words


def _within(test: Requirement, names: Names) -> str:
    return test.what if test.what in NEAREST else names.foe(test.what)


def _part(name: str) -> str:
    """A part in a test; some kinds of pods need the word to be told from something else."""
    return f"{name} pod" if name in ("energy", "battlecraft") else name
