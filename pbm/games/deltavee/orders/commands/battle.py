"""Battle Commands: ``battle prepare guided; control 03 if turn >= 4``. Rule: DV 7.3, DV 7.4."""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.commands import (
    control,
    docking,
    field_switch,
    launch,
    prepare,
    refuel,
    search,
    tractor,
)
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.maneuvers import CommandLine
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix, when
from pbm.games.deltavee.orders.lines.names import AnyNames, SentenceNames, SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder, after_chain
from pbm.games.deltavee.orders.lines.reach import out_of_reach
from pbm.games.deltavee.orders.lines.resolver import Testable, UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import SPACESHIP, Unit
from pbm.kit.records import Record
from pbm.language.parse_tree import Node

_ACTS = (
    prepare.ACT,
    control.ACT,
    launch.ACT,
    search.ACT,
    field_switch.ACT,
    tractor.ACT,
    docking.DOCK,
    docking.UNDOCK,
    refuel.ACT,
)
_BY_FORM = {form: kind for kind in _ACTS for form in kind.forms}
_BY_ACT = {kind.act: kind for kind in _ACTS}

Battle = Prepare | Control | Launch | Search | FieldSwitch | Tractor | DockWith | Undock | Refuel


class BattleStep(Record):
    """One Battle Command with its own ``if``."""

    command: Battle
    condition: Condition = ALWAYS


class BattleLine(Record):
    """A ``battle`` line: commands by priority, as many as the allotment allows."""

    ref: OrderRef
    steps: tuple[BattleStep, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


# What a unit does in its Command Phase, in the order written.
PhaseLine = CommandLine | BattleLine


def _read(resolver: UnitResolver, statement: Statement) -> BattleLine:
    return BattleLine(
        resolver.ref,
        tuple(resolver.each(statement.parts, partial(_step, resolver))),
        resolver.condition(statement.holds.condition),
        statement.holds.otherwise,
    )


def _step(resolver: UnitResolver, part: Node) -> BattleStep:
    if part.kind != "limited":
        return BattleStep(_act(resolver, part))
    act, when_ = part.parts
    testable = Testable(reach=act.kind in ("tractor", "dock"), target=refs_of(act))
    return BattleStep(_act(resolver, act), resolver.condition(when_.condition, testable))


def _act(resolver: UnitResolver, node: Node) -> Battle:
    found: Battle = _BY_FORM[node.kind].read(resolver, node)
    return found


def _text(line: BattleLine, names: SheetNames) -> str:
    steps = (f"{act_text(one.command, names)}{when(one.condition, names)}" for one in line.steps)
    return f"battle {prefix(line.condition, names, otherwise=line.otherwise)}{'; '.join(steps)}"


def act_text(act: Battle, names: AnyNames) -> str:
    """One Battle Command."""
    return _BY_ACT[type(act)].text(act, names)


def battle_words(state: State, side: str, act: Battle) -> str:
    """A Battle Command in a sentence, with the names that the players of a side use."""
    return act_text(act, SentenceNames(state, side))


# --- what is allowed ---


def _check(resolver: UnitResolver, line: BattleLine) -> BattleLine | None:
    """A battle line without what can never be done; None if nothing is left."""
    ship = resolver.unit
    if ship is None:
        return line
    kept = tuple(step for step in line.steps if _kept(resolver, ship, step, line.condition))
    if not kept:
        return None
    _allotment(resolver, ship, kept)
    return replace(line, steps=kept)


def _kept(resolver: UnitResolver, ship: Unit, step: BattleStep, of_line: Condition) -> bool:
    kind = _BY_ACT[type(step.command)]
    why, rule = kind.fault(resolver, ship, step.command)
    if why:
        what = act_text(step.command, resolver.names)
        resolver.not_done(f"{resolver.name} cannot do this: {what}", why, rule)
    else:
        reach = kind.reach(resolver, ship, step.command)
        out_of_reach(resolver, reach, (of_line, step.condition))
    return not why


def _allotment(resolver: UnitResolver, ship: Unit, steps: tuple[BattleStep, ...]) -> None:
    """Warn where no pod gives a Battle Command. Rule: DV 7.3. Ambiguity: DV-A31."""
    assert resolver.record is not None
    spending = any(spends(step.command, resolver.options) for step in steps)
    if resolver.record.battle_commands or not spending:
        return
    if resolver.options["basic_battle_command"] != "none" or any(pod.holds for pod in ship.pods):
        return
    resolver.warn(
        f"the pods of {resolver.name} give no Battle Command",
        rule="DV 7.3",
        outcome="Unless that changes, no part of this line will be carried out",
    )


def spends(command: Battle, options: Mapping[str, str]) -> bool:
    """True for a command that counts against the Battle Commands of a ship. Rule: DV 7.3."""
    is_free = isinstance(command, Undock) and options["undock"] == "free"
    return not (is_free or isinstance(command, Refuel))


ORDER = UnitOrder(
    "battle",
    BattleLine,
    _read,
    _text,
    _check,
    rules=("battle", "bare_step"),
    unreached=after_chain("battle"),
    into="commands",
    kinds=(SPACESHIP,),
    why="Only a spaceship takes Battle Commands",
    rule="DV 7.3",
)
