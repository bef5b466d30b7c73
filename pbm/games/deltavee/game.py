"""The record by which DeltaVee plugs in."""

from pbm.engine.game import Ruleset
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.rolls import ROLLS
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.view.record import View
from pbm.kit.lazy_import import lazy

RULESET = Ruleset(
    name="deltavee",
    title="DeltaVee",
    # 2: battlecraft and energy pods have a Civ Level, face-down counters move by their numbers.
    adjudication=2,
    options=OPTIONS,
    rolls=ROLLS,
    alike=("klass", "title", "kind", "revealed", "jump"),
    state=State,
    scenario=Scenario,
    check_scenario=lazy("pbm.games.deltavee.scenario.check_scenario", "check_scenario"),
    begin=lazy("pbm.games.deltavee.scenario.scenario", "begin"),
    phases=lazy("pbm.games.deltavee.rules.phases", "phases"),
    read=lazy("pbm.games.deltavee.orders.sheet", "read"),
    view=View,
    build_view=lazy("pbm.games.deltavee.view.view", "build_view"),
    tell=lazy("pbm.games.deltavee.report.story", "tell"),
    summary=lazy("pbm.games.deltavee.report.story", "summary"),
    template=lazy("pbm.games.deltavee.orders.template", "template"),
    rule=lazy("pbm.games.deltavee.gm.rulings", "rule"),
    undone=lazy("pbm.games.deltavee.gm.rulings", "undone"),
    missing=lazy("pbm.games.deltavee.rules.phases", "missing"),
    is_idle=State.is_idle,
    art=lazy("pbm.games.deltavee.report.art", "art"),
    fact_words={
        "at": "hex",
        "civ": "CIV",
        "mims": "MIMS",
        "energy_left": "Energy Units left",
    },
    repeated=(
        *(f"points/{number}" for number in range(1, 10)),
        *(
            f"units/{name}"
            for name in ("blocks_left", "endless", "kind", "klass", "log", "spent", "zig")
        ),
        "contacts/zig",
    ),
    claims={
        "hit": (),
        "laid_open": (),
        "scored": ("points/{side}",),
        "field_raised": ("unit/{unit}/field_up",),
        "field_fell": ("unit/{unit}/field_up",),
        "field_lowered": ("unit/{unit}/field_up",),
        **dict.fromkeys(
            ("destroyed", "jumped", "landed", "left_in_orbit"), ("unit/{unit}/status",)
        ),
    },
)
