"""Whether Battle Commands are possible, as far as their player can know."""

from __future__ import annotations

from msgspec.structs import replace

from pbm.games.deltavee.orders.battle_commands import (
    Battle,
    BattleLine,
    BattleStep,
    Control,
    Field,
    Launch,
    Prepare,
    Refuel,
    Tractor,
    Undock,
)
from pbm.games.deltavee.orders.maneuver_commands import Change
from pbm.games.deltavee.orders.order_printer import act_words
from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.state.command_cost import energy_units
from pbm.games.deltavee.state.energy import capacity
from pbm.games.deltavee.state.pod_contents import aboard_fault, pod_for
from pbm.games.deltavee.state.ratings import MOST_SPEED
from pbm.games.deltavee.state.units import ABOARD, GUIDED, IN_PLAY, PREPARED, Unit
from pbm.games.deltavee.state.usable import (
    control_fault,
    field_class,
    fields,
    tractor_power,
    tractors,
)
from pbm.kit.problems import Problem, Severity, illegal
from pbm.language.order_builder import NOT_DONE


def check_battle(builder: Builder, line: BattleLine) -> BattleLine | None:
    """A battle line without what can never be done; None if nothing is left.

    Rule: DV 7.3, DV 7.4.
    """
    ship = builder.unit
    if ship is None:
        return line
    kept = tuple(step for step in line.steps if _kept(builder, ship, step))
    if not kept:
        return None
    _allotment(builder, ship, kept)
    return replace(line, steps=kept)


def _kept(builder: Builder, ship: Unit, step: BattleStep) -> bool:
    why, rule = _fault(builder, ship, step.command)
    if not why:
        return True
    reason = f"{why[:1].upper()}{why[1:]}"
    fault = f"{builder.name} cannot do this: {act_words(step.command, builder.names)}"
    builder.say(illegal(fault, reason=reason, rule=rule, outcome=NOT_DONE))
    return False


def _allotment(builder: Builder, ship: Unit, steps: tuple[BattleStep, ...]) -> None:
    """Warn where no pod gives a Battle Command. Rule: DV 7.3. Ambiguity: DV-A31."""
    assert builder.record is not None
    free = (Refuel, *([Undock] if builder.options["undock"] == "free" else []))
    spending = [step for step in steps if not isinstance(step.command, free)]
    if builder.record.battle_commands or not spending:
        return
    if builder.options["basic_battle_command"] != "none" or any(pod.holds for pod in ship.pods):
        return
    builder.say(
        Problem(
            Severity.WARNING,
            f"the pods of {builder.name} give no Battle Command",
            rule="DV 7.3",
            outcome="Unless that changes, nothing of this line will be carried out",
        )
    )


def _fault(builder: Builder, ship: Unit, act: Battle) -> tuple[str, str]:
    """Why a command can never be carried out, in a phrase, and the rule; empty if it may be."""
    if isinstance(act, Prepare):
        return (_craft(builder, ship, act.battlecraft) or _missile(ship, act)), "DV 7.4"
    if isinstance(act, Control):
        return _control(builder, ship, act), "DV 7.4"
    if isinstance(act, Launch):
        return _launch(builder, ship, act), "DV 7.4"
    if isinstance(act, Field) and act.up:
        return _field(ship), "DV 8.9" if fields(ship) else "DV 4.6"
    if isinstance(act, Tractor):
        return _tractor(builder, ship, act), "DV 5.6"
    if isinstance(act, Refuel):
        fault = _craft(builder, ship, act.battlecraft)
        craft = builder.roster.unit(act.battlecraft)
        most = 0 if craft is None else capacity(craft)
        if craft is not None and not fault and (act.units or 0) > most:
            fault = f"a {craft.kind} holds {energy_units(most)}, not {act.units}"
        return fault, "DV 10.4"
    return "", ""


def _missile(ship: Unit, act: Prepare) -> str:
    if act.battlecraft:
        return ""
    found = pod_for(ship, act.missile, act.box)
    return found if isinstance(found, str) else ""


def _craft(builder: Builder, ship: Unit, craft_id: str) -> str:
    """One that is out may yet come back before the command is carried out."""
    craft = builder.roster.unit(craft_id) if craft_id else None
    if craft is None:
        return ""
    if craft.mother == ship.id and craft.status == IN_PLAY:
        craft = replace(craft, status=ABOARD)
    return aboard_fault(ship, craft)


def _launch(builder: Builder, ship: Unit, act: Launch) -> str:
    craft = builder.roster.unit(act.battlecraft)
    if craft is None or (fault := _craft(builder, ship, act.battlecraft)):
        return "" if craft is None else fault
    if craft.status != PREPARED:
        return f"{craft.designation} was not prepared in an earlier Command Phase"
    if abs(act.speed) > MOST_SPEED:
        return f"a {craft.kind} is launched at its ship's velocity, one more or one less"
    return ""


def _control(builder: Builder, ship: Unit, act: Control) -> str:
    if not act.missile:
        return (
            "" if _may_have_guided(builder, ship) else "it has no guided missile, nor any to launch"
        )
    missile = builder.roster.unit(act.missile)
    assert missile is not None
    if missile.klass != GUIDED or missile.mother != ship.id:
        return f"{missile.designation} is no guided missile of this ship"
    # The field may be lowered before the command is carried out.
    lowered = builder.roster.state.with_units(replace(ship, field_up=False))
    return control_fault(lowered, missile)


def _may_have_guided(builder: Builder, ship: Unit) -> bool:
    """True if a guided missile of a ship is in play, prepared or in one of its pods."""
    if any(pod.sound and pod.stock.get(GUIDED, 0) for pod in ship.pods):
        return True
    return any(one.klass == GUIDED and one.mother == ship.id for one in builder.roster.state.units)


def _field(ship: Unit) -> str:
    if not fields(ship):
        return "it has no force field"
    return "" if field_class(ship) else "its force field can no longer be used"


def _tractor(builder: Builder, ship: Unit, act: Tractor) -> str:
    working = [pod for pod in tractors(ship) if act.box in (0, pod.box)]
    if not working:
        return f"pod {act.box} is no tractor beam that works" if act.box else _NO_BEAM
    most = max(tractor_power(pod)[0] for pod in working)
    asked = sum(one.number if isinstance(one, Change) else 1 for one in act.commands)
    if asked > most:
        builder.say(
            illegal(
                f"{builder.name} cannot do all of this: {act_words(act, builder.names)}",
                reason=f"Its beam issues {most} command{'' if most == 1 else 's'}, not {asked}",
                rule="DV 5.6",
                outcome="As many of them as it issues will be carried out",
            )
        )
    return ""


_NO_BEAM = "it has no tractor beam that works"
