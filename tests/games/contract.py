"""What a game hands the suites over all games: the record in its tests/games/<game>/contract.py.

Beside the contract a game has its cases in tests/rulebook/<game>, its rules.toml and its
ambiguities.md in its package, and the guide of its players in docs/players/<game>.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module

from pbm.kit.records import Record
from tests.games.language import Language
from tests.secrecy.secrets import Secret


class Contract(Record):
    """What only the game knows. What has a default may be left out.

    ``scenario`` is a small one, and ``sides`` are those that two players take in it.
    ``orders`` is the record of a sheet's commands, ``sentences`` are the kinds of events that its
    report has words for.
    ``language`` is its order language, if that has a grammar.
    ``secrets`` are what a player cannot know, each with a leak that the harness must find.
    ``private`` are the facts of events that only their player perceives, by kind; ``("*",)`` all
    of them. ``outline`` are the facts of hidden units that others perceive, ``places`` the kinds
    of events that show them. ``untold`` are kinds of events that no world has.
    Of the shipped campaigns' stages ``quick`` are how the names of those begin that the short run
    plays, ``stage`` is one played again on disk, ``sealed`` one under seal, ``unrolled`` one under
    seal with a secret that leaves a roll out. ``every``: the short run takes each so manyth case.
    ``beginnings`` are shipped campaigns whose first runs are played and altered. ``is_big``: what
    plays whole campaigns of the game by mail or on disk is for the long run.
    ``required`` are ids of cases that may never go, ``unshown`` options that no case can show,
    ``more_keys`` further keys of an entry of its rules.toml. ``unseen`` are kinds of events,
    ``unseen_fields`` fields of others (``kind.field``), that no case brings about.
    """

    scenario: str
    sides: str
    orders: type
    sentences: Collection[str]
    secrets: tuple[Secret, ...]
    language: Language | None = None
    private: Mapping[str, tuple[str, ...]] = {}
    outline: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    untold: frozenset[str] = frozenset()
    quick: tuple[str, ...] = ("",)
    every: int = 1
    stage: str = ""
    sealed: str = ""
    unrolled: tuple[str, str] = ("", "")
    beginnings: Mapping[str, int] = {}
    is_big: bool = False
    required: Collection[str] = ()
    unshown: tuple[str, ...] = ()
    more_keys: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()
    unseen_fields: frozenset[str] = frozenset()


def contract(game: str) -> Contract:
    """What a game tells the suites."""
    found: Contract = import_module(f"tests.games.{game}.contract").CONTRACT
    return found
