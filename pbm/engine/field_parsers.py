"""Why a ruling's value cannot stand, and the readers of plain values every game shares."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping

from pbm.engine.rulings import Ruling
from pbm.kit.problems import Problem, illegal


class Refused(Exception):
    """A value that cannot stand: why, by which rule, and what to write instead."""

    def __init__(self, fault: str, reason: str = "", remedy: str = "", rule: str = "") -> None:
        super().__init__(fault)
        self.fault, self.reason, self.remedy, self.rule = fault, reason, remedy, rule

    @property
    def why(self) -> str:
        """The fault and its reason in one line."""
        return f"{self.fault}. {self.reason}".strip()


def problems_of(ruling: Ruling, trial: Callable[[], object]) -> list[Problem]:
    """What is wrong with a ruling: the refusal of its trial, if it is refused."""
    try:
        trial()
    except Refused as refused:
        return [
            illegal(
                refused.fault,
                ruling.span,
                reason=refused.reason,
                rule=refused.rule,
                remedy=refused.remedy,
            )
        ]
    return []


def near(word: str, known: Iterable[str], else_say: str) -> str:
    """A remedy: the likeliest of the known words, or something else to say."""
    found = difflib.get_close_matches(word, list(known), 1)
    return f'Did you mean "{found[0]}"?' if found else else_say


def of_addition(what: str, given: Mapping[str, str], words: Collection[str], example: str) -> None:
    """Refuse details of a thing added (``what``) with a word not known, or without one needed."""
    for word in given:
        if word not in words:
            raise Refused(
                f'"{word}" says nothing of {what}',
                remedy=near(word, words, f"Write {', '.join(words)}"),
            )
    for word in ("as", "class", "for", "at"):
        if word not in given:
            raise Refused(f'"{word}" is missing', remedy=f"Write {example}")


def number(what: str, text: str, least: int, most: int) -> int:
    """A whole number within limits."""
    if re.fullmatch(r"[0-9]{1,6}", text) and least <= int(text) <= most:
        return int(text)
    raise Refused(
        f'"{text}" cannot be the {what}',
        remedy=f"A whole number from {least} to {most} stands here",
    )


def yes(text: str) -> bool:
    """An answer, yes or no."""
    answer = {"yes": True, "true": True, "no": False, "false": False}.get(text.casefold())
    if answer is None:
        raise Refused(f'"{text}" is neither yes nor no', remedy="Write yes or no")
    return answer
