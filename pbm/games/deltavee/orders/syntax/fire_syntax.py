"""The transformer's rules for fire: its ways and limits, and what to hit."""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.games.deltavee.orders.syntax.command_syntax import CommandSyntax
from pbm.games.deltavee.orders.syntax.naming import UnitTest
from pbm.games.deltavee.orders.syntax.parsed_lines import (
    Holds,
    Part,
    Statement,
    holds_of,
    parts_of,
    refs_of,
)
from pbm.language.conditions_syntax import RawCondition, none_of, sign, wrong_way

_TYPES = ("laser", "particle", "burst", "barrage")


class FireSyntax(CommandSyntax):
    """Fire, launches of missiles, hits."""

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
        words = " ".join(sorted((item.type.lower() for item in items), key=_TYPES.index))
        return Token.new_borrow_pos("FIRE_TYPE", words, items[0])

    def shot(self, items: list[Any]) -> Part:
        """Fire at targets."""
        return Part("shot", items[0], name=str(items[0]), units=items[-1])

    def shot_at(self, items: list[Any]) -> Part:
        """The same, the targets first."""
        return Part("shot", items[-1], name=str(items[-1]), units=items[1])

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
        return Statement("fire", items[0], items[-1], holds_of(items), found, "".join(source))

    def pod(self, items: list[Any]) -> Statement:
        """A line of one pod."""
        return Statement("fire", items[0], items[-1], holds_of(items), f"pod {int(items[1])}")

    def extra(self, items: list[Any]) -> Statement:
        """A line of the extra fire."""
        source = [str(item) for item in items[1:-1] if type(item) is str]
        return Statement("fire", items[0], items[-1], holds_of(items), "extra", "".join(source))

    # --- hits ---

    def part(self, items: list[Token]) -> Part:
        """A part of the hull."""
        return Part("part", items[0], name=items[0].type.lower().replace("_", " "))

    def field_part(self, items: list[Token]) -> Part:
        """One of several force fields by its number."""
        return Part("part", items[0], name=f"force field {int(items[1])}")

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

    def kind_words(self, items: list[Token]) -> Part:
        """Pods of a kind, in words that may be cut short."""
        return Part("words", items[-1], name=str(items[-1]))

    def pod_range(self, items: list[Token]) -> Part:
        """Pods from one number to another."""
        least, most = (int(item) for item in items if item.type == "NUMBER")
        return Part("pods", items[0], least, most)

    def pod_number(self, items: list[Token]) -> Part:
        """A pod by its number, the word left out."""
        return Part("part", items[-1], name=f"pod {int(items[-1])}")

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
        return parts_of(items)

    def on_units(self, items: list[Any]) -> Part:
        """The targets the preference is for."""
        return Part("on", items[0], units=refs_of(items))

    def hits(self, items: list[Any]) -> Statement:
        """What to hit first."""
        return Statement("hits", items[0], (*parts_of(items[1:-1]), *items[-1]))

    def own_hits(self, items: list[Any]) -> Statement:
        """What to lose first."""
        return Statement("own hits", items[0], items[-1])

    def hold(self, items: list[Any]) -> Statement:
        """No fire until a condition holds."""
        return Statement("hold", items[0], holds=Holds(items[-1]))

    def hold_if(self, items: list[Any]) -> Statement:
        """No fire while a condition holds."""
        return Statement("hold", items[0], holds=Holds(none_of(items[-1])))

    def floor(self, items: list[Token]) -> Statement:
        """No fire that spends energy below this."""
        return Statement("floor", items[0], (Part("floor", items[0], int(items[2])),))
