"""Whether fire, ICMs and evading are allowed, as far as their player can know."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.games.knighthawks.orders.building import Builder
from pbm.games.knighthawks.orders.order_printer import SUPPLY_WORDS
from pbm.games.knighthawks.orders.orders import EvadeLine, FireLine, IcmLine
from pbm.games.knighthawks.orders.roster import mounts_of
from pbm.games.knighthawks.state.weapons import ARMS, Weapon
from pbm.kit.problems import illegal
from pbm.language.order_builder import NOT_DONE


def check_fire(builder: Builder, verb: str, line: FireLine) -> FireLine | None:
    """An attack or defence line, perhaps with less in it; None if it can never be carried out.

    Rule: KH 4 Defensive Attacks, KH 4 Weapon Systems.
    """
    if not line.weapon:  # said where the weapon was looked up
        return None
    arm = ARMS[mounts_of(builder.ship, line.weapon)[0].kind]
    if line.hold:
        return line
    if verb == "defence" and not arm.fires_in_defence(builder.options):
        builder.say(
            illegal(
                f"a {arm.title} cannot fire defensively",
                reason="It fires only in its own side's combat phase",
                rule="KH 4 Defensive Attacks",
                outcome=NOT_DONE,
                remedy="Write it as an attack line",
            ),
        )
        return None
    if not _can_be_fired_at(builder, line.targets):
        why = "None of the ships it names can be fired at"
        outcome = f"{line.weapon} will not be fired by this line"
        builder.say(illegal("this line has no target left", reason=why, outcome=outcome))
    if verb == "attack" and (line.hexes != "best" or line.hex is not None):
        builder.say(
            illegal(
                "only defensive fire chooses a hex",
                reason="In its own combat phase a ship fires at where its target is",
                rule="KH 4 Defensive Attacks",
                outcome="The rest of the line stands",
            ),
        )
        line = replace(line, hexes="best", hex=None)
    return _supply(builder, line, arm)


def _can_be_fired_at(builder: Builder, targets: Sequence[str]) -> bool:
    return any(
        target in ("nearest", "any") or target in builder.roster.enemies
        for target in builder.in_play(targets)
    )


def _supply(builder: Builder, line: FireLine, arm: Weapon) -> FireLine:
    if line.within is not None and line.within > arm.range:
        builder.warn(f"within {line.within} is more than the range {arm.range} of {line.weapon}")
    if not arm.limited:
        if line.keep:
            builder.warn(f"{line.weapon} uses no supply, so there is nothing to keep")
            return replace(line, keep=0)
        return line
    left = builder.left(arm.kind)
    words = SUPPLY_WORDS[arm.kind]
    if not left:
        builder.say(
            illegal(
                f"{builder.name} has no {words} left",
                reason=f"It has used all {builder.had(arm.kind)}",
                rule="KH 4 Weapon Systems",
                outcome="The line stands, but nothing will be fired",
            ),
        )
    elif line.keep >= left:
        builder.warn(f"this keeps {line.keep} of {left} {words}, so nothing will be fired")
    return line


def check_icm(builder: Builder, line: IcmLine) -> IcmLine | None:
    """An icm line; None for a ship without ICMs. Rule: KH 4 Interceptor Missiles."""
    had, left = builder.had("icm"), builder.left("icm")
    if not had:
        fault = f"{builder.name} carries no ICMs"
        builder.say(illegal(fault, rule="KH 4 Interceptor Missiles", outcome=NOT_DONE))
        return None
    if not left:
        builder.warn(f"{builder.name} has used all its {had} ICMs")
    elif line.keep >= left:
        builder.warn(f"this keeps {line.keep} of {left} ICMs, so none will be used")
    return line


def check_evade(builder: Builder, line: EvadeLine) -> EvadeLine | None:
    """An evade line; None for a ship that cannot. Rule: KH 4 Evasive Maneuvers."""
    if builder.ship.evades or line.when == "never":
        return line
    builder.say(
        illegal(
            f"{builder.name} cannot evade",
            reason=f"Only fighters and assault scouts can, it is a {builder.ship.klass}",
            rule="KH 4 Evasive Maneuvers",
            outcome=NOT_DONE,
        ),
    )
    return None
