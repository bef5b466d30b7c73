"""Refuse values of rulings, in the same words in every game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from pbm.engine.rulings import Ruling
from pbm.kit.english import nearest
from pbm.kit.problems import Problem, illegal


class RefusedValue(Exception):
    """A value that is not allowed: the reason, the rule, and what to write instead.

    ``also`` are further refusals of the same ruling.
    """

    also: tuple[RefusedValue, ...] = ()

    def __init__(self, fault: str, reason: str = "", remedy: str = "", rule: str = "") -> None:
        super().__init__(fault)
        self.fault, self.reason, self.remedy, self.rule = fault, reason, remedy, rule

    @property
    def why(self) -> str:
        """The fault and its reason on one line."""
        return f"{self.fault}. {self.reason}".strip()


def refuse(faults: Sequence[RefusedValue]) -> None:
    """Raise all faults of a ruling at once, if there are any."""
    if faults:
        first, *others = faults
        first.also = tuple(others)
        raise first


def problems_of(ruling: Ruling, refused: RefusedValue) -> list[Problem]:
    """The refusal of a ruling, as problems at its line."""
    return [
        illegal(one.fault, ruling.span, reason=one.reason, rule=one.rule, remedy=one.remedy)
        for one in (refused, *refused.also)
    ]


def outcome(words: str, sides: Mapping[str, str]) -> tuple[str, str]:
    """The result and winner that the game master declares: a side or a draw."""
    if words.casefold() == "draw":
        return "A draw by the game master's ruling", ""
    for side, name in sides.items():
        if words.casefold() in (side.casefold(), name.casefold()):
            return f"{name} wins by the game master's ruling", side
    names = " or ".join([*sides.values(), "draw"])
    raise RefusedValue(f'"{words}" is not a result', remedy=f"Write {names}")


def near(word: str, known: Iterable[str], else_say: str) -> str:
    """A remedy: the likeliest of the known words, else ``else_say``."""
    found = nearest(word, known)
    return f'Did you mean "{found}"?' if found else else_say


def of_addition(what: str, given: Mapping[str, str], words: Collection[str], example: str) -> None:
    """Refuse details of an added thing that are unknown or incomplete."""
    for word in given:
        if word not in words:
            raise RefusedValue(
                f'"{word}" is not a detail of {what}',
                remedy=near(word, words, f"Write {', '.join(words)}"),
            )
    for word in ("as", "class", "for", "at"):
        if word not in given:
            raise RefusedValue(f'"{word}" is missing', remedy=f"Write {example}")


def number(what: str, text: str, least: int, most: int) -> int:
    """A whole number within limits."""
    if re.fullmatch(r"[0-9]{1,6}", text) and least <= int(text) <= most:
        return int(text)
    raise RefusedValue(
        f'"{text}" cannot be the {what}', remedy=f"Expected a whole number from {least} to {most}"
    )
