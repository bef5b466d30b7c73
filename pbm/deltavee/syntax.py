"""What a line of a DeltaVee sheet says, word by word, before names are looked up.

The grammar's transformer: rules of grammar/deltavee.lark become these records. Tokens keep
their places, so that a later message can point at the very word. Conditions and targets are
in `pbm.deltavee.naming`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token

from pbm.deltavee.naming import Naming, Ref, Tests, UnitTest
from pbm.language import RawCondition, none_of, sign, wrong_way


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line: its kind, the word that stands for it, and what belongs to it.

    ``number`` and ``to`` as they are written, ``at`` a hex, ``name`` a kind (of missile, pod,
    fire), ``parts`` what stands inside it.
    """

    kind: str
    word: Token
    number: int | None = None
    to: int | None = None
    name: str = ""
    at: Token | None = None
    units: tuple[Ref, ...] = ()
    condition: Tests | None = None
    or_abort: bool = False
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """``SHIP A`` with the words behind it, or ``ALL`` and a kind of unit (``every``)."""

    word: Token
    name: Token | None = None
    others: tuple[Token, ...] = ()
    every: str = ""


@dataclass(frozen=True, slots=True)
class Queue:
    """``MOVE ORDER`` or ``MISSILE ORDER``: ``of`` is move or missile."""

    of: str
    units: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Holds:
    """When a line counts: its condition, and whether it begins with ``else``."""

    condition: Tests | None = None
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """One order: ``verb``, when it counts, its parts. ``bare``: written without its verb.

    For fire ``item`` is what fires (``burster``, ``pod 2``, ``extra``), ``source`` the item an
    extra fire comes from.
    """

    verb: str
    word: Token
    parts: tuple[Part, ...] = ()
    holds: Holds = Holds()
    item: str = ""
    source: str = ""
    bare: bool = False


class ToSyntax(Naming):
    """Builds the records above while the line is parsed."""

    def start(self, items: list[Any]) -> list[Any]:
        """The statements of a line, in its order."""
        return [one for item in items for one in (item if isinstance(item, list) else [item])]

    def headed(self, items: list[Any]) -> list[Any]:
        """A header with an order behind it, or two orders that need no sign between them."""
        return items

    def header(self, items: list[Any]) -> Header:
        """SHIP, BATTLECRAFT or MISSILE and names."""
        others = tuple(item for item in items[2:] if item is not None)
        return Header(items[0], items[1], others)

    def all_of(self, items: list[Any]) -> Header:
        """ALL and a kind of unit, or a type of missile."""
        kind = items[1]
        words = {"SHIP": "spaceship", "BATTLECRAFT": "battlecraft", "MISSILE": "missile"}
        return Header(items[0], every=kind.name if isinstance(kind, Part) else words[kind.type])

    def queue(self, items: list[Any]) -> tuple[Ref, ...]:
        """Units in an order."""
        return tuple(item for item in items if isinstance(item, Ref))

    def move_order(self, items: list[Any]) -> Queue:
        """Which units move first."""
        return Queue("move", items[-1])

    def missile_order(self, items: list[Any]) -> Queue:
        """Which missiles intercept first."""
        return Queue("missile", items[-1])

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
        number, to = items[1] if len(items) > 1 else (1, None)
        return Part(items[0].type.lower(), items[0], number, to)

    def weave_side(self, items: list[Token]) -> Part:
        """Weave across a hexside."""
        return Part("weave", items[0], int(items[1]))

    def weave_to(self, items: list[Token]) -> Part:
        """Weave to a hex."""
        return Part("weave", items[0], at=items[-1])

    def weave_away(self, items: list[Any]) -> Part:
        """Weave away from something."""
        return Part("weave", items[0], units=_targets(items))

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
        return _parts(items)

    def bare_steering(self, items: list[Any]) -> Statement:
        """Maneuver Commands without a verb."""
        return Statement("command", items[0][0].word, items[0], bare=True)

    def command(self, items: list[Any]) -> Statement:
        """A command line."""
        return Statement("command", items[0], items[-1], _holds(items))

    # --- Battle Commands ---

    def missile_kind(self, items: list[Token]) -> Part:
        """A type of missile."""
        return Part("missile", items[0], name=items[0].type.lower())

    def from_pod(self, items: list[Token]) -> Part:
        """The pod something comes from."""
        return Part("from", items[-1], int(items[-1]))

    def prepare(self, items: list[Any]) -> Part:
        """Prepare Missile."""
        return Part("prepare", items[0], name=items[1].name, parts=_parts(items[2:]))

    def prepare_craft(self, items: list[Any]) -> Part:
        """Prepare Battlecraft."""
        return Part("prepare craft", items[0], units=(items[1],))

    def control(self, items: list[Any]) -> Part:
        """Control Guided Missile."""
        return Part("control", items[0], units=(items[1],))

    def launch_craft(self, items: list[Any]) -> Part:
        """Launch Battlecraft."""
        return Part("launch craft", items[0], units=(items[1],), parts=_parts(items))

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
        return Part("tractor", items[0], units=units, parts=_parts(items))

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

    def bare_step(self, items: list[Part]) -> Statement:
        """A Battle Command without a verb."""
        return Statement("battle", items[0].word, tuple(items), bare=True)

    def battle(self, items: list[Any]) -> Statement:
        """A battle line."""
        return Statement("battle", items[0], (items[-1],), _holds(items))

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

    # --- fire ---

    def burster(self, items: list[Token]) -> str:
        """The burster."""
        del items
        return "burster"

    def pod_item(self, items: list[Token]) -> str:
        """A pod."""
        return f"pod {int(items[1])}"

    def extra_item(self, items: list[Any]) -> tuple[str, ...]:
        """The extra fire, and what it comes from."""
        return ("extra", *items[1:])

    def source(self, items: list[Token]) -> str:
        """The pod an extra fire comes from."""
        return f"pod {int(items[-1])}"

    def source_burster(self, items: list[Token]) -> str:
        """An extra fire from the burster."""
        return self.burster(items)

    def fire_type(self, items: list[Token]) -> Token:
        """One of the four types of fire."""
        words = " ".join(item.type.lower() for item in items)
        return Token.new_borrow_pos("FIRE_TYPE", words, items[0])

    def shot(self, items: list[Any]) -> Part:
        """Fire at targets."""
        return Part("shot", items[0], name=str(items[0]), units=items[-1])

    def launch(self, items: list[Any]) -> Part:
        """Launch a missile."""
        kind = items[1]
        return Part("launch", kind.word, int(len(items) > 2), name=kind.name)

    def least_chance(self, items: list[Token]) -> Part:
        """Only from this chance on."""
        above = items[1].type == "COMPARE" and sign(items[1]) == ">"
        return Part("least_chance", items[0], int(items[-1]) + above, at=wrong_way(items[1], ">"))

    def chance_limit(self, items: list[Token]) -> Part:
        """The same behind a fire: a condition like any other."""
        compare = sign(items[1]) if items[1].type == "COMPARE" else ">="
        test = UnitTest("chance", items[0], op=compare, number=int(items[-1]))
        return Part("when", items[0], condition=RawCondition(((test,),)))

    def until_destroyed(self, items: list[Token]) -> Part:
        """Until the target is destroyed."""
        return Part("until", items[0], name="destroyed")

    def until_part(self, items: list[Any]) -> Part:
        """Until a part of the target is destroyed."""
        return Part("until", items[0], name=items[1].name)

    def at_most(self, items: list[Token]) -> Part:
        """So many fires at one target."""
        word = Token.new_borrow_pos("AT_MOST", "at most", items[0])
        word.end_pos = items[1].end_pos
        return Part("at_most", word, int(items[-1]))

    def only_if(self, items: list[Any]) -> Part:
        """Only if a condition holds."""
        found: Part = items[-1]
        return found

    def towards(self, items: list[Any]) -> Part:
        """What a missile is to make for."""
        return Part("towards", items[0], units=items[-1])

    def or_else(self, items: list[Any]) -> Part:
        """Another way to use the fire."""
        return Part("else", items[0], parts=(items[-1],))

    def body(self, items: list[Part]) -> tuple[Part, ...]:
        """Ways and their limits, in the order written."""
        return tuple(items)

    def fire(self, items: list[Any]) -> Statement:
        """A fire line."""
        named = [item for item in items[1:-1] if isinstance(item, (str, tuple))]
        item = named[0] if named else "burster"
        found, *source = (item,) if isinstance(item, str) else item
        return Statement("fire", items[0], items[-1], _holds(items), found, "".join(source))

    def pod(self, items: list[Any]) -> Statement:
        """A line of one pod."""
        return Statement("fire", items[0], items[-1], _holds(items), f"pod {int(items[1])}")

    def extra(self, items: list[Any]) -> Statement:
        """A line of the extra fire."""
        source = [str(item) for item in items[1:-1] if type(item) is str]
        return Statement("fire", items[0], items[-1], _holds(items), "extra", "".join(source))

    # --- hits ---

    def part(self, items: list[Token]) -> Part:
        """A part of the hull."""
        return Part("part", items[0], name=items[0].type.lower().replace("_", " "))

    def pod_part(self, items: list[Token]) -> Part:
        """A pod by its number."""
        return Part("part", items[0], name=f"pod {int(items[1])}")

    def kind_of_pod(self, items: list[Any]) -> Part:
        """Pods of a kind."""
        return self.kind_part(items[1:])

    def pod_kind(self, items: list[Token]) -> Token:
        """A kind of pod."""
        words = {
            "BATTLE_COMM": "battle communications",
            "TRACTOR": "tractor beam",
            "BATTLECRAFT_POD": "battlecraft",
            "ENERGY_POD": "energy",
        }
        word = words.get(items[0].type, items[0].type.lower().replace("_", " "))
        return Token.new_borrow_pos("POD_KIND", word, items[0])

    def kind_part(self, items: list[Token]) -> Part:
        """Pods of a kind."""
        return Part("kind", items[0], name=str(items[0]))

    def kind_quoted(self, items: list[Token]) -> Part:
        """Pods of another kind."""
        return Part("kind", items[0], name=" ".join(items[0].strip('"').casefold().split()))

    def weapon_pods(self, items: list[Token]) -> Part:
        """All weapon pods."""
        return Part("part", items[0], name="weapon pods")

    def any_part(self, items: list[Token]) -> Part:
        """Any part."""
        return Part("part", items[0], name="any")

    def finish(self, items: list[Token]) -> Part:
        """Rather a part that the hit destroys."""
        return Part("finish", items[0])

    def aims(self, items: list[Any]) -> tuple[Part, ...]:
        """Parts by preference."""
        return _parts(items)

    def on_units(self, items: list[Any]) -> Part:
        """The targets the preference is for."""
        return Part("on", items[0], units=_targets(items))

    def hits(self, items: list[Any]) -> Statement:
        """What to hit first."""
        return Statement("hits", items[0], (*_parts(items[1:-1]), *items[-1]))

    def own_hits(self, items: list[Any]) -> Statement:
        """What to lose first."""
        return Statement("own hits", items[0], items[-1])

    def hold(self, items: list[Any]) -> Statement:
        """No fire until a condition holds."""
        return Statement("hold", items[0], holds=Holds(items[-1]))

    def floor(self, items: list[Token]) -> Statement:
        """No fire that spends energy below this."""
        return Statement("floor", items[0], (Part("floor", items[0], int(items[2])),))

    # --- doctrine ---

    def field_try(self, items: list[Any]) -> Statement:
        """Try the emergency field."""
        condition = items[-1].condition if isinstance(items[-1], Part) else None
        return Statement("field", items[0], (Part("try", items[0]),), Holds(condition))

    def field_never(self, items: list[Token]) -> Statement:
        """Never try it."""
        return Statement("field", items[0], (Part("never", items[0]),))

    def always(self, items: list[Token]) -> Part:
        """Always intercept."""
        return Part("always", items[0])

    def never(self, items: list[Token]) -> Part:
        """Never intercept."""
        return Part("never", items[0])

    def spare(self, items: list[Any]) -> Part:
        """What is not to be intercepted."""
        return Part("not", items[0], units=items[1])

    def only(self, items: list[Any]) -> Part:
        """What alone is to be intercepted."""
        return Part("only", items[0], units=items[1])

    def first_of(self, items: list[Any]) -> Part:
        """What is preferred among equals."""
        return Part("first", items[0], units=items[1])

    def more_of(self, items: list[Ref]) -> Part:
        """One more of the list before it."""
        return Part("more", items[0].word, units=(items[0],))

    def intercept(self, items: list[Any]) -> Statement:
        """How a missile intercepts."""
        return Statement("intercept", items[0], _parts(items))

    def planet(self, items: list[Any]) -> Statement:
        """Commands on entering a planet hex."""
        return Statement("planet", items[0], _parts(items), _holds(items))

    def orbit(self, items: list[Any]) -> Statement:
        """Whether to stay in orbit."""
        stay = next(item for item in items[1:] if isinstance(item, Token))
        parts = (Part(stay.type.lower(), stay), *_parts(items))
        return Statement("orbit", items[0], parts, _holds(items))

    def at_range(self, items: list[Any]) -> Part:
        """A range at which to do something."""
        return Part("when", items[0], condition=self.range_of(items[1:]))

    def release_keep(self, items: list[Any]) -> Statement:
        """Keep the missiles of a MIMS."""
        return self._release(items, Part("keep", items[0]))

    def release_fan(self, items: list[Any]) -> Statement:
        """Release them in a fan."""
        return self._release(items)

    def release_four(self, items: list[Any]) -> Statement:
        """Release them as they are placed."""
        return self._release(items)

    def _release(self, items: list[Any], *more: Part) -> Statement:
        return Statement("release", items[0], (*_parts(items), *more), _holds(items))

    # --- set-up ---

    def place_at(self, items: list[Token]) -> Part:
        """The hex."""
        return Part("at", items[-1], at=items[-1])

    def place(self, items: list[Any]) -> Statement:
        """Where a ship begins."""
        at = [item for item in items if isinstance(item, Token) and item.type == "HEX"]
        return Statement("place", items[0], (*map(_at, at), *_parts(items)))

    def words(self, items: list[Token]) -> Token:
        """A kind of pod in words of its own."""
        last = items[-1]
        token = Token.new_borrow_pos("POD_KIND", " ".join(items).casefold(), items[0])
        token.end_pos = last.end_pos
        return token

    def one_box(self, items: list[Token]) -> Part:
        """What is in one box."""
        return self.boxes([items[0], items[0], items[1]])

    def boxes(self, items: list[Token]) -> Part:
        """What is in some boxes."""
        kind = " ".join(items[-1].strip('"').casefold().split())
        return Part("boxes", items[0], int(items[0]), int(items[-2]), kind, at=items[-1])

    def pods(self, items: list[Any]) -> Statement:
        """Which pod is in which box."""
        return Statement("pods", items[0], _parts(items))


def _at(token: Token) -> Part:
    return Part("at", token, at=token)


def _parts(items: list[Any]) -> tuple[Part, ...]:
    return tuple(item for item in items if isinstance(item, Part))


def _targets(items: list[Any]) -> tuple[Ref, ...]:
    return tuple(item for item in items if isinstance(item, Ref))


def _holds(items: list[Any]) -> Holds:
    return next((item for item in items if isinstance(item, Holds)), Holds())
