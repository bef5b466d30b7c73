"""One ruling of a game, tried and carried out as a turn does it."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.dice.keyed import Ids
from pbm.engine.context import GameState, Phase, PhaseContext
from pbm.engine.game import Ruleset
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.rulings import Ruling
from pbm.engine.turn import carry_out, check_rulings
from pbm.engine.types import Seat
from pbm.kit.problems import Problem


def ruling_of(statement: str, seats: Sequence[Seat], phases: Sequence[Phase] = ()) -> Ruling:
    """The ruling that a statement is, with a reason."""
    (ruling,), problems = parse_rulings(f"{statement} because fair", "rulings.txt", seats, phases)
    assert not problems
    return ruling


def problems_of(ruleset: Ruleset, work: PhaseContext, ruling: Ruling) -> list[Problem]:
    """What is wrong with a ruling as things stand at a phase."""
    game_state = GameState(work.turn, 0, (), work.seats, work.state)
    return check_rulings(ruleset, game_state, [ruling], work.options, Ids(b"test"))


def ruled(ruleset: Ruleset, work: PhaseContext, ruling: Ruling) -> PhaseContext:
    """The phase after a ruling that can be done."""
    assert problems_of(ruleset, work, ruling) == []
    carry_out(ruleset, work, ruling)
    return work
