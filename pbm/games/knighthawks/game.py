"""The record by which Knight Hawks plugs in."""

from pbm.engine.game import Ruleset
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.rolls import ROLLS
from pbm.games.knighthawks.scenario.scenario_file import Scenario
from pbm.games.knighthawks.state.state import State
from pbm.games.knighthawks.view.record import View
from pbm.kit.lazy_import import lazy

RULESET = Ruleset(
    name="knighthawks",
    title="Knight Hawks",
    # 2: a screen ends with its orbit, `else` keeps its condition.
    adjudication=2,
    options=OPTIONS,
    rolls=ROLLS,
    alike=("class", "hull", "hull_points", "status", "at", "speed", "mr", "adf"),
    state=State,
    scenario=Scenario,
    check_scenario=lazy("pbm.games.knighthawks.scenario.check_scenario", "check_scenario"),
    begin=lazy("pbm.games.knighthawks.scenario.scenario", "begin"),
    phases=lazy("pbm.games.knighthawks.rules.phases", "phases"),
    read=lazy("pbm.games.knighthawks.orders.reading", "read"),
    view=View,
    build_view=lazy("pbm.games.knighthawks.view.view", "build_view"),
    tell=lazy("pbm.games.knighthawks.report.story", "tell"),
    summary=lazy("pbm.games.knighthawks.report.story", "summary"),
    template=lazy("pbm.games.knighthawks.orders.template", "template"),
    rule=lazy("pbm.games.knighthawks.gm.rulings", "rule"),
    undone=lazy("pbm.games.knighthawks.gm.rulings", "undone"),
    missing=lazy("pbm.games.knighthawks.rules.phases", "missing"),
    is_idle=State.is_idle,
    art=lazy("pbm.games.knighthawks.report.art", "art"),
    fact_words={
        "at": "hex",
        "adf": "ADF",
        "mr": "MR",
        "icm": "ICM",
        "hull": "hull points",
        "hull_points": "hull points at first",
    },
    repeated=("ships/path", "ships/came_from", "ships/turns_made"),
    claims={
        "attack": (),
        "ship_destroyed": ("ship/{ship}/status",),
        "left_map": ("ship/{ship}/status",),
        "collided": ("ship/{ship}/status",),
        "screen_raised": ("ship/{ship}/screen",),
        "screen_fell": ("ship/{ship}/screen",),
        "screen_dropped": ("ship/{ship}/screen",),
    },
)
