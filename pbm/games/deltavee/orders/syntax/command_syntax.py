"""The transformer's rules for commands: when a line counts, Maneuver and Battle Commands."""

from __future__ import annotations

from typing import Any

from lark import Token
from msgspec.structs import replace

from pbm.games.deltavee.orders.syntax.alternatives import alternatives, joined_holds
from pbm.games.deltavee.orders.syntax.naming import Naming
from pbm.games.deltavee.orders.syntax.parsed_lines import (
    Holds,
    Part,
    Statement,
    holds_of,
    parts_of,
    refs_of,
)
from pbm.language.conditions_syntax import none_of


class CommandSyntax(Naming):
    """Conditions before a line, Maneuver Commands, Battle Commands, placing what is launched."""

    # --- when a line counts ---

    def when(self, items: list[Any]) -> Part:
        """``if``."""
        return Part("when", items[0], condition=items[1])

    def unless(self, items: list[Any]) -> Part:
        """``unless``: if not."""
        return Part("when", items[0], condition=none_of(items[1]))

    def prefix(self, items: list[Any]) -> Holds:
        """A condition before the colon."""
        return Holds(items[0].condition)

    def holds(self, items: list[Holds]) -> Holds:
        """The same."""
        return items[0]

    def led(self, items: list[Any]) -> list[Statement]:
        """An order with its condition before its verb."""
        holds, order = items
        first, *more = order if isinstance(order, list) else [order]
        return [replace(first, holds=joined_holds(holds, first.holds)), *more]

    def or_do(self, items: list[Any]) -> Part:
        """What to do else."""
        return Part("else", items[0], parts=(items[-1],))

    def or_if(self, items: list[Any]) -> Part:
        """What to do else if a condition holds."""
        return Part("else", items[0], condition=items[1].condition, parts=(items[-1],))

    def otherwise(self, _items: list[Any]) -> Holds:
        """``else``."""
        return Holds(otherwise=True)

    def else_if(self, items: list[Any]) -> Holds:
        """``else`` with a condition of its own."""
        return Holds(items[1].condition, otherwise=True)

    # --- Maneuver Commands ---

    def by(self, items: list[Token]) -> tuple[int | None, int | None]:
        """So many commands."""
        return int(items[-1]), None

    def to(self, items: list[Token]) -> tuple[int | None, int | None]:
        """To a velocity."""
        return None, int(items[-1])

    def change(self, items: list[Any]) -> Part:
        """Accelerate, Decelerate, Direction Change."""
        number, to = items[-1] if isinstance(items[-1], tuple) else (1, None)
        word = next(item for item in items if item.type != "TURN")
        return Part(word.type.lower(), word, number, to)

    def weave_side(self, items: list[Token]) -> Part:
        """Weave across a hexside."""
        return Part("weave", items[0], int(items[1]))

    def weave_to(self, items: list[Token]) -> Part:
        """Weave to a hex."""
        return Part("weave", items[0], at=items[-1])

    def weave_away(self, items: list[Any]) -> Part:
        """Weave away from something."""
        return Part("weave", items[0], units=refs_of(items))

    def chase(self, items: list[Any]) -> Part:
        """Commands that bring a unit to a target."""
        return Part("chase", items[0], units=items[1])

    def prepare_jump(self, items: list[Token]) -> Part:
        """Prepare Jump."""
        return Part("prepare jump", items[0])

    def abort_jump(self, items: list[Token]) -> Part:
        """Abort Jump."""
        return Part("abort jump", items[0])

    def jump(self, items: list[Any]) -> Part:
        """Jump."""
        return Part("jump", items[0], condition=items[1].condition if len(items) > 1 else None)

    def or_abort(self, items: list[Token]) -> Part:
        """What to do where the jump before it is not allowed."""
        return Part("or abort", items[0])

    def steering(self, items: list[Any]) -> tuple[Part, ...]:
        """Maneuver Commands in their order."""
        return parts_of(items)

    def bare_steering(self, items: list[Any]) -> list[Statement]:
        """Maneuver Commands without a verb."""
        word = items[-1][0].word
        return alternatives(Statement("command", word, items[-1], holds_of(items), bare=True))

    def command(self, items: list[Any]) -> list[Statement]:
        """A command line."""
        return alternatives(Statement("command", items[0], items[-1], holds_of(items)))

    # --- Battle Commands ---

    def missile_kind(self, items: list[Token]) -> Part:
        """A type of missile."""
        return Part("missile", items[0], name=items[0].type.lower())

    def from_pod(self, items: list[Token]) -> Part:
        """The pod something comes from."""
        return Part("from", items[-1], int(items[-1]))

    def prepare(self, items: list[Any]) -> Part:
        """Prepare Missile."""
        return Part("prepare", items[0], name=items[1].name, parts=parts_of(items[2:]))

    def prepare_craft(self, items: list[Any]) -> Part:
        """Prepare Battlecraft."""
        return Part("prepare craft", items[0], units=(items[1],))

    def control(self, items: list[Any]) -> Part:
        """Control Guided Missile."""
        return Part("control", items[0], units=(items[1],))

    def control_any(self, items: list[Token]) -> Part:
        """Control Guided Missile, one that has perhaps no number yet."""
        return Part("control", items[0])

    def launch_craft(self, items: list[Any]) -> Part:
        """Launch Battlecraft."""
        return Part("launch craft", items[0], units=(items[1],), parts=parts_of(items))

    def search(self, items: list[Token]) -> Part:
        """Active Search."""
        return Part("search", items[0])

    def field_on(self, items: list[Token]) -> Part:
        """Activate Force Field."""
        return Part("field on", items[0])

    def field_off(self, items: list[Token]) -> Part:
        """Deactivate Force Field."""
        return Part("field off", items[0])

    def tractor(self, items: list[Any]) -> Part:
        """Tractor Beam."""
        units = next(item for item in items if isinstance(item, tuple))
        return Part("tractor", items[0], units=units, parts=parts_of(items))

    def dock(self, items: list[Any]) -> Part:
        """Rendezvous."""
        return Part("dock", items[0], units=items[-1])

    def undock(self, items: list[Token]) -> Part:
        """Undock."""
        return Part("undock", items[0])

    def fill(self, items: list[Token]) -> int:
        """So many energy units."""
        return int(items[0])

    def full(self, _items: list[Token]) -> None:
        """As much as it can hold."""

    def refuel(self, items: list[Any]) -> Part:
        """Refuel a battlecraft."""
        return Part("refuel", items[0], items[2] if len(items) > 2 else None, units=(items[1],))

    def limited(self, items: list[Any]) -> Part:
        """A Battle Command with a condition."""
        return Part("limited", items[0].word, condition=items[1].condition, parts=(items[0],))

    def steps(self, items: list[Any]) -> tuple[Part, ...]:
        """Battle Commands in their order."""
        return parts_of(items)

    def bare_step(self, items: list[Any]) -> list[Statement]:
        """Battle Commands without a verb."""
        word = items[-1][0].word
        return alternatives(Statement("battle", word, items[-1], holds_of(items), bare=True))

    def battle(self, items: list[Any]) -> list[Statement]:
        """A battle line."""
        return alternatives(Statement("battle", items[0], items[-1], holds_of(items)))

    # --- placing ---

    def bearing(self, items: list[Token]) -> Part:
        """Which adjacent hex."""
        return Part("bearing", items[0], int(items[1]))

    def direction(self, items: list[Token]) -> Part:
        """Which way something points."""
        return Part("direction", items[0], int(items[1]))

    def same_direction(self, items: list[Token]) -> Part:
        """The same way as what it comes from."""
        return Part("direction", items[0])

    def speed(self, items: list[Token]) -> Part:
        """Velocity against that of what it comes from."""
        return Part("speed", items[0], int(items[1].replace(" ", "")))

    def same_speed(self, items: list[Token]) -> Part:
        """The same velocity."""
        return Part("speed", items[0], 0)

    def velocity(self, items: list[Token]) -> Part:
        """A velocity at set-up."""
        return Part("velocity", items[0], int(items[1]))
