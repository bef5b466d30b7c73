"""The record by which DeltaVee plugs in."""

from __future__ import annotations

from pbm.engine.game import Ruleset
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.view.record import View
from pbm.kit.lazy_import import late

RULESET = Ruleset(
    name="deltavee",
    title="DeltaVee",
    options=OPTIONS,
    state=State,
    scenario=Scenario,
    check_scenario=late("pbm.games.deltavee.scenario.check_scenario", "check_scenario"),
    begin=late("pbm.games.deltavee.scenario.scenario", "begin"),
    phases=late("pbm.games.deltavee.rules.phases", "phases"),
    read=read,
    view=View,
    build_view=late("pbm.games.deltavee.view.view", "build_view"),
    tell=late("pbm.games.deltavee.report.story", "tell"),
    summary=late("pbm.games.deltavee.report.story", "summary"),
    template=late("pbm.games.deltavee.orders.template", "template"),
    rule=late("pbm.games.deltavee.gm.rulings", "rule"),
    check_ruling=late("pbm.games.deltavee.gm.rulings", "check_ruling"),
    missing=late("pbm.games.deltavee.rules.phases", "missing"),
    art=late("pbm.games.deltavee.report.art", "art"),
)
