"""Inputs made from seeds: distinct order lines, and a fleet action to play."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.campaign.scenarios import load_scenario
from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.game import Ruleset
from pbm.engine.options import settle
from pbm.engine.registry import ruleset
from pbm.engine.turn import Inputs, begin, run
from pbm.engine.types import Seat
from pbm.games.knighthawks.view.record import View
from pbm.sheets.envelope import Sheet, find_sheets

GAME = "knighthawks"
SEED = b"bench"
SEATS = (Seat("krait", "Krait", "A"), Seat("heron", "Heron", "B"))
OPTIONS, _NO_PROBLEMS = settle(ruleset(GAME).options, {})


def order_lines(count: int) -> list[str]:
    """Distinct lines of every verb, as a player of side A would write them."""
    forms = (
        "move speed {a} plot {b} L {c} R {d}",
        "move if B{n} within {a}: close on B{n} > B{m}, face B{n}",
        "move hold range {a} of B{n} > B{m}, speed {b}",
        "attack LC at B{n} > B{m}, chance >= {p}, keep {c}",
        "attack T at nearest, within {d}, only if B{n} hull > {p}",
        "defence LB at B{n} > any, best hex, chance >= {p}",
        "icm torpedo {c}, rocket {d}, until chance <= {p}, keep {b}",
        "evade if chance >= {p} and hull <= {a}",
    )
    found: dict[str, None] = {}
    number = 0
    while len(found) < count:
        values = KeyedDice(SEED, 0).faces(f"line {number}", "d1000", 7, "bench")
        n, m = values[0] % 11 + 1, values[1] % 11 + 1
        a, b, c, d = (value % 30 + 1 for value in values[2:6])
        found[
            forms[number % len(forms)].format(n=n, m=m, a=a, b=b, c=c, d=d, p=values[6] % 100)
        ] = None
        number += 1
    return list(found)


def sheet_text(lines: Sequence[str], mailing: str = "1", player: str = "Krait") -> bytes:
    """A sheet of these lines, all under one ship."""
    body = "\n".join(f"  {line}" for line in lines)
    return f"ORDERS bench turn {mailing} for {player}\nSHIP A1\n{body}\nEND\n".encode()


def sheet_of(text: bytes) -> Sheet:
    """The one sheet in a text."""
    (sheet,) = find_sheets(text, "bench.txt").sheets
    return sheet


class Fleet:
    """The shipped fleet action, played by doctrine: both sides close and fire at will."""

    def __init__(self) -> None:
        self.ruleset: Ruleset = ruleset(GAME)
        self.ids = Ids(SEED)
        scenario = load_scenario(f"{GAME}/fleet").scenario
        game_state = begin(self.ruleset, scenario, SEATS, OPTIONS, self.ids)
        self.game_state = self.stage(game_state, {})[0]

    def known(self) -> View:
        """What the first player knows."""
        state = self.game_state.state
        view = self.ruleset.build_view(state, SEATS[0].id, SEATS, OPTIONS)
        return View.read(view.written())

    def stage(self, game_state: GameState, sheets: dict[str, Sheet]) -> tuple[GameState, int]:
        """One stage: the game state after it and how many events it gave."""
        stage = run(
            self.ruleset,
            game_state,
            game_state.due[0],
            Inputs(sheets),
            OPTIONS,
            KeyedDice(SEED, game_state.turn),
            self.ids,
        )
        assert stage.game_state is not None
        return stage.game_state, len(stage.events)

    def sheets(self, turn: int) -> dict[str, Sheet]:
        """The sheets of both players for a turn."""
        found = {}
        for seat, enemy in zip(SEATS, ("B", "A"), strict=True):
            text = (
                f"ORDERS bench turn {turn} for {seat.name}\nFLEET\n"
                f"  move close on {enemy}1 > {enemy}2 > {enemy}3 > {enemy}4 > {enemy}5\n"
                "END\n"
            )
            found[seat.id] = sheet_of(text.encode())
        return found

    def play(self, turns: int) -> int:
        """So many turns; gives the number of events."""
        game_state, events = self.game_state, 0
        for _ in range(turns):
            if game_state.result:
                break
            game_state, more = self.stage(game_state, self.sheets(game_state.turn))
            events += more
        return events
