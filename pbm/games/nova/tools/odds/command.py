"""What ``pbm odds`` asks of Nova: the scene of a packet or a campaign, and its battles fought."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.campaign.campaign import Progress, quiet
from pbm.games.nova.orders.designs.known_designs import known_design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.tools.design_command import designs_in
from pbm.games.nova.tools.odds import ground, match, of_campaign, of_packet
from pbm.games.nova.tools.odds.ground import SiegeTask
from pbm.games.nova.tools.odds.match import Task
from pbm.games.nova.tools.odds.of_packet import Guess
from pbm.games.nova.tools.odds.scene import GroundScene, MatchScene
from pbm.games.nova.tools.odds.shown import Odds, odds
from pbm.games.nova.tools.odds.tally import Tally
from pbm.games.nova.view.record import View
from pbm.kit.problems import Faults
from pbm.parallel.pools import in_order
from pbm.parallel.workers import workers

# Work is dealt out in so many pieces; the result does not depend on them.
_PIECES = 40

AnyScene = MatchScene | GroundScene
AnyTask = Task | SiegeTask


def _fight(task: AnyTask) -> Tally:
    return ground.fight(task) if isinstance(task, SiegeTask) else match.fight(task)


def of_player(
    view: View,
    options: Mapping[str, str],
    guess: Mapping[str, Any],
    designs: tuple[bytes, str] | None,
    orders: Orders | None,
    ground: bool = False,
) -> AnyScene:
    """The battle that a player asks about; ``designs``: bytes and name of a file of them."""
    asked = Guess(orders=orders, **guess)
    if designs is not None:
        own = {one.name: known_design(one) for one in view.designs}
        found, problems = designs_in(*designs, own)
        if any(problem.is_error for problem in problems):
            raise Faults(*problems)
        asked = replace(
            asked,
            designs={one.name: one for one in found if not isinstance(one, MissileDesign)},
            missiles={one.name: one for one in found if isinstance(one, MissileDesign)},
        )
    return (of_packet.ground_of if ground else of_packet.scene_of)(view, options, asked)


def of_game_master(
    state: Any,
    commands: Mapping[str, Any],
    options: Mapping[str, str],
    at: str,
    sides: Sequence[str],
    ground: bool = False,
) -> AnyScene:
    """The battle that a game master asks about."""
    own = {id: one for id, one in commands.items() if isinstance(one, Orders)}
    ask = of_campaign.ground_of if ground else of_campaign.scene_of
    return ask(state, own, options, at, sides)


def fought(
    scene: AnyScene, battles: int, seed: str, jobs: int | None = None, progress: Progress = quiet
) -> Odds:
    """The scene fought so many times, by so many processes (None: one a core)."""
    each = max(-(-battles // _PIECES), 1)
    tasks: list[AnyTask] = [
        SiegeTask(scene.match, seed, first, min(each, battles - first))
        if isinstance(scene, GroundScene)
        else Task(scene.match, seed, first, min(each, battles - first))
        for first in range(0, battles, each)
    ]
    whole = Tally()
    with workers(jobs or os.cpu_count() or 1) as executor:
        for tally in in_order(
            executor,
            _fight,
            tasks,
            lambda done, _of: progress("battles", min(done * each, battles), battles),
        ):
            whole.add(tally)
    return odds(scene, whole, seed)
